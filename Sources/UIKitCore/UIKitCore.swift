// Geometry, colours and pixels are the words of this module's own declarations.
@_exported import Primitives
