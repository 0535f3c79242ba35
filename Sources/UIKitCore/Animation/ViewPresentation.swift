import Foundation

/// Values of animatable properties between two model states.
struct ViewPresentation {
  var origin: CGPoint
  var bounds: CGRect
  var transform: CGAffineTransform
  var alpha: CGFloat
  var background: DrawColor?
}
