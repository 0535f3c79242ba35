/// The module that code for iOS imports for points, sizes, rectangles and maps of them: those of Foundation and `UIKit`.
@_exported import Foundation

@_exported import struct Primitives.CGAffineTransform
