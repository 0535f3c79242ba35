import Foundation

/// How a scroll view's indicators look at the moment: seen or fading, thin or wide.
struct ScrollIndicatorState {
  /// Seconds an indicator stays after the last movement.
  static let hold: TimeInterval = 0.6
  /// Seconds of the fade after that.
  static let fade: TimeInterval = 0.4
  /// Seconds of getting wide or thin.
  static let widening: TimeInterval = 0.12
  /// Thickness on a phone, and under the pointer, in points.
  static let thin: CGFloat = 3
  static let wide: CGFloat = 9
  /// Space to the view's edge and the track's ends, in points.
  static let margin: CGFloat = 3
  /// Thickness of the strip along the edge that belongs to the indicator, in points.
  static let strip: CGFloat = 15

  /// When fading begins; nil before anything was shown.
  private(set) var fadesAt: TimeInterval?
  private var width = EasedMove(from: thin, to: thin, duration: 0)
  private var widthAxis: ScrollAxis?
  /// The opacity that was drawn last.
  private(set) var opacity: CGFloat = 0
  private(set) var wideWidth = thin

  /// Whether any of an indicator can be seen.
  var isVisible: Bool { opacity > 0 }

  /// Thickness of the indicator of `axis`, in points.
  func thickness(of axis: ScrollAxis) -> CGFloat { axis == widthAxis ? wideWidth : Self.thin }

  /// Something moved at `now`.
  mutating func show(at now: TimeInterval) {
    fadesAt = now + Self.hold
    opacity = 1
  }

  /// Brings the looks to `now`. `axis` is the one to be wide, if any.
  /// - Returns: whether they will change further without anything happening.
  mutating func advance(to now: TimeInterval, wide axis: ScrollAxis?) -> Bool {
    if let axis, axis != widthAxis {
      widthAxis = axis
      turnWidth(to: Self.wide, from: Self.thin, at: now)
    } else if axis != nil, width.target != Self.wide {
      turnWidth(to: Self.wide, from: wideWidth, at: now)
    } else if axis == nil, width.target != Self.thin {
      turnWidth(to: Self.thin, from: wideWidth, at: now)
    }
    wideWidth = width.offset(at: now)
    let isWidening = !width.isOver(at: now)
    if axis != nil {
      show(at: now)
      return isWidening
    }
    guard let fadesAt else {
      opacity = 0
      return isWidening
    }
    opacity = min(1, max(0, 1 - CGFloat((now - fadesAt) / Self.fade)))
    if opacity == 0 { self.fadesAt = nil }
    return isWidening || opacity > 0
  }

  private mutating func turnWidth(to target: CGFloat, from start: CGFloat, at now: TimeInterval) {
    width = EasedMove(from: start, to: target, duration: Self.widening, at: now)
  }
}
