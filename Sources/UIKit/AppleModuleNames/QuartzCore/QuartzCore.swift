/// The module that code for iOS imports for display links and layers: those of `UIKit`.
@_exported import CoreGraphics

@_exported import func UIKitCore.CACurrentMediaTime
@_exported import class UIKitCore.CADisplayLink
@_exported import class UIKitCore.CALayer
