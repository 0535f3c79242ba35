import Foundation

extension UIView {
  /// How content is fitted into bounds of another size.
  public enum ContentMode: Int, Sendable {
    case scaleToFill = 0, scaleAspectFit, scaleAspectFill, redraw, center, top, bottom, left, right
    case topLeft, topRight, bottomLeft, bottomRight
  }

  /// Whether the view is appended to the display list from its recording: not while it is moved by an animation or
  /// turned, and not when most of it lies outside of `clip` and would be left out by a walk.
  func canBeRecorded(in clip: CGRect) -> Bool {
    presentation == nil && !hasTransform && storedBounds.size.height <= clip.size.height
  }

  var resolvedTintColor: UIColor { passedTintColor ?? .tintColor }

  /// The tint colour of subviews without one of their own; nil for the system's.
  var passedTintColor: UIColor? { storedTintColor ?? inheritedTintColor }

  /// The tint colour was set here.
  func tintDidChange() {
    tintColorDidChange()
    setNeedsComposite()
    for child in children { child.inheritTint(of: self) }
  }
}
