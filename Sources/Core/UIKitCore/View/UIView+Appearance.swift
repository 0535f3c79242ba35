import Foundation

/// The tint colours of a view. Changes in this file only.
struct ViewTint {
  /// The colour set for the view; nil for that of the superview.
  fileprivate(set) var own: UIColor?
  /// The colour the superview passed on, now or when the view was in one last; nil for the system's.
  fileprivate(set) var inherited: UIColor?

  /// Gives a view's tint for change; see `UIView`.
  struct Key { fileprivate init() {} }
}

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
  private var passedTintColor: UIColor? { tint.own ?? tint.inherited }

  /// Sets the view's own colour; nil for the superview's.
  final func setTint(_ color: UIColor?) {
    self[ViewTint.Key()].own = color
    tintDidChange()
  }

  /// Takes over the colour that the superview passes on, and tells the view and those below if it is another than before.
  final func inheritTint(of superview: UIView) {
    let color = superview.passedTintColor
    guard color !== tint.inherited else { return }
    self[ViewTint.Key()].inherited = color
    if tint.own == nil { tintDidChange() }
  }

  private func tintDidChange() {
    tintColorDidChange()
    setNeedsComposite()
    for child in children { child.inheritTint(of: self) }
  }
}
