import Foundation

/// A motion of a scroll view's content in time.
enum ScrollMotion {
  case resting
  /// Coasting or bouncing after a drag.
  case flinging(x: AxisFling, y: AxisFling, since: TimeInterval)
  /// A programmatic scroll.
  case animating(ScrollAnimation, since: TimeInterval, ScrollPurpose)
  /// Following the wheel.
  case gliding(x: WheelGlide, y: WheelGlide)
  /// Pulled beyond its top by the wheel.
  case pulling(WheelPull)

  /// Whether content moves without anyone holding it.
  var isMovingByItself: Bool {
    if case .resting = self { return false }
    return true
  }

  /// Content above the viewport changed its height: everything goes on, `distance` further down.
  mutating func shift(by distance: CGPoint) {
    switch self {
    case .resting, .pulling: break
    case .flinging(var x, var y, let since):
      x.shift(by: distance.x)
      y.shift(by: distance.y)
      self = .flinging(x: x, y: y, since: since)
    case .animating(var animation, let since, let purpose):
      animation.shift(by: distance)
      self = .animating(animation, since: since, purpose)
    case .gliding(var x, var y):
      x.shift(by: distance.x)
      y.shift(by: distance.y)
      self = .gliding(x: x, y: y)
    }
  }
}

/// The purpose of a programmatic scroll.
enum ScrollPurpose {
  case offset
  case top
  /// Room for a refresh control that comes or goes.
  case refresh
  /// A row of a table, whose place may be found out on the way.
  case row
}

/// One of the directions content can move in.
enum ScrollAxis {
  case horizontal
  case vertical
}

extension CGPoint {
  /// The coordinate along an axis.
  func along(_ axis: ScrollAxis) -> CGFloat { axis == .vertical ? y : x }

  /// The nearest offset in the rest range of an axis.
  func clamped(to extent: ScrollExtent, along axis: ScrollAxis) -> CGPoint {
    axis == .vertical ? CGPoint(x: x, y: extent.clamped(y)) : CGPoint(x: extent.clamped(x), y: y)
  }
}
