import Foundation

/// How far content follows a finger that pulls it beyond its rest range: less and less, and never
/// as far as the viewport is long. `d' = d · 0.55 · length / (0.55 · |d| + length)`.
package struct RubberBand: Equatable, Sendable {
  /// Share of the very first point of a pull that shows.
  package static let stiffness: CGFloat = 0.55

  /// Length of the viewport along the pull, in points.
  package var length: CGFloat

  /// A band for a viewport `length` points long.
  package init(length: CGFloat) {
    self.length = length
  }

  /// The overshoot that shows when the finger is `pull` points beyond the range; same sign.
  package func overshoot(forPull pull: CGFloat) -> CGFloat {
    guard length > 0 else { return 0 }
    return pull * Self.stiffness * length / (Self.stiffness * abs(pull) + length)
  }

  /// The pull that shows as `overshoot`: the inverse of `overshoot(forPull:)`. A finger that
  /// catches content outside its range continues from there.
  ///
  /// An overshoot as long as the viewport or longer belongs to no pull; the longest one the
  /// arithmetic can tell apart is returned for it.
  package func pull(forOvershoot overshoot: CGFloat) -> CGFloat {
    guard length > 0 else { return 0 }
    let shown = min(abs(overshoot), length * 0.999)
    let pull = shown * length / (Self.stiffness * (length - shown))
    return overshoot < 0 ? -pull : pull
  }
}
