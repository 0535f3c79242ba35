import Foundation

extension UIView {
  /// How content is fitted into bounds of another size.
  public enum ContentMode: Int, Sendable {
    case scaleToFill = 0, scaleAspectFit, scaleAspectFill, redraw, center, top, bottom, left, right
    case topLeft, topRight, bottomLeft, bottomRight
  }

  /// Corner radius, border and shadow.
  public final var layer: CALayer {
    if let layerStorage { return layerStorage }
    let layer = CALayer(view: self)
    layerStorage = layer
    return layer
  }

  /// Something of the view looks different: recordings it is part of do not hold any more, and a frame is due.
  func setNeedsComposite() {
    if isInRecording { leaveRecordings() }
    windowStorage?.markForDisplay()
  }

  private func leaveRecordings() {
    isInRecording = false
    var ancestor = parent
    while let view = ancestor, view.isInRecording {
      view.isInRecording = false
      ancestor = view.parent
    }
  }

  /// Whether the view is appended to the display list from its recording: not while it is moved by an animation or
  /// turned, and not when most of it lies outside of `clip` and would be left out by a walk.
  func canBeRecorded(in clip: CGRect) -> Bool {
    presentation == nil && !hasTransform && storedBounds.size.height <= clip.size.height
  }

  func setAlpha(_ alpha: CGFloat) {
    let clamped = min(max(alpha.isNaN ? 1 : alpha, 0), 1)
    guard clamped != storedAlpha else { return }
    captureForAnimation()
    storedAlpha = clamped
    setNeedsComposite()
  }

  func setBackgroundColor(_ color: UIColor?) {
    guard color !== storedBackgroundColor else { return }
    captureForAnimation()
    storedBackgroundColor = color
    setNeedsComposite()
  }

  var resolvedTintColor: UIColor { passedTintColor ?? .tintColor }

  /// The tint colour of subviews without one of their own; nil for the system's.
  private var passedTintColor: UIColor? { storedTintColor ?? inheritedTintColor }

  /// The tint colour was set here.
  func tintDidChange() {
    tintColorDidChange()
    setNeedsComposite()
    for child in children { child.inheritTint(of: self) }
  }

  /// Takes over what the superview passes on, and tells the view and those below if that is another colour than before.
  func inheritTint(of superview: UIView) {
    let color = superview.passedTintColor
    guard color !== inheritedTintColor else { return }
    inheritedTintColor = color
    if storedTintColor == nil { tintDidChange() }
  }
}
