import Foundation

/// Distances inward from the four edges of a rectangle, in points.
public struct UIEdgeInsets: Hashable, Sendable {
  /// Points inward from each edge; negative ones go outward.
  public var top, left, bottom, right: CGFloat

  /// No inset on any edge.
  @inlinable
  public static var zero: UIEdgeInsets { UIEdgeInsets() }

  /// Points inward from each edge.
  @inlinable
  public init(top: CGFloat, left: CGFloat, bottom: CGFloat, right: CGFloat) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }

  /// No inset on any edge.
  @inlinable
  public init() { self.init(top: 0, left: 0, bottom: 0, right: 0) }

  /// Whether no distance is infinite or NaN.
  @inlinable
  package var isFinite: Bool { top.isFinite && left.isFinite && bottom.isFinite && right.isFinite }
  /// The sum of `left` and `right`, in points.
  @inlinable
  package var horizontal: CGFloat { left + right }
  /// The sum of `top` and `bottom`, in points.
  @inlinable
  package var vertical: CGFloat { top + bottom }
}

/// Edge insets that follow the reading direction: `leading` is the left edge
/// in a left-to-right layout. In points.
public struct NSDirectionalEdgeInsets: Hashable, Sendable {
  /// Points inward from each edge; negative ones go outward.
  public var top, leading, bottom, trailing: CGFloat

  /// No inset on any edge.
  @inlinable
  public static var zero: NSDirectionalEdgeInsets { NSDirectionalEdgeInsets() }

  /// Points inward from each edge.
  @inlinable
  public init(top: CGFloat, leading: CGFloat, bottom: CGFloat, trailing: CGFloat) {
    self.top = top
    self.leading = leading
    self.bottom = bottom
    self.trailing = trailing
  }

  /// No inset on any edge.
  @inlinable
  public init() { self.init(top: 0, leading: 0, bottom: 0, trailing: 0) }

  /// The same insets by left and right.
  /// - Parameter isTurned: lines go from right to left.
  package func sides(isTurned: Bool) -> UIEdgeInsets {
    UIEdgeInsets(top: top, left: isTurned ? trailing : leading, bottom: bottom, right: isTurned ? leading : trailing)
  }
}

extension CGRect {
  /// The rectangle shrunk by `insets`; negative insets grow it. Width and
  /// height never become negative.
  @inlinable
  public func inset(by insets: UIEdgeInsets) -> CGRect {
    CGRect(
      x: origin.x + insets.left, y: origin.y + insets.top,
      width: max(0, size.width - insets.horizontal),
      height: max(0, size.height - insets.vertical))
  }
}
