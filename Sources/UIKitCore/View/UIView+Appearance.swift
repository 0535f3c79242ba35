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

  /// Traits of the window, else of the application.
  public final var traitCollection: UITraitCollection {
    windowStorage?.windowTraits ?? UITraitCollection.current
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

  var resolvedTintColor: UIColor {
    var view: UIView? = self
    while let current = view {
      if let color = current.storedTintColor { return color }
      view = current.parent
    }
    return .tintColor
  }

  func propagateTintChange() {
    tintColorDidChange()
    setNeedsComposite()
    for child in children where child.storedTintColor == nil { child.propagateTintChange() }
  }

  func propagateTraitChange(from previous: UITraitCollection) {
    traitCollectionDidChange(previous)
    controller?.traitCollectionDidChange(previous)
    if previous.preferredContentSizeCategory != traitCollection.preferredContentSizeCategory { setNeedsLayout() }
    if constraintState != nil {
      // At another scale texts have other sizes and edges are rounded to other pixels.
      contentSizeMayHaveChanged()
      setNeedsLayout()
    }
    for index in children.indices.reversed() where index < children.count {
      children[index].propagateTraitChange(from: previous)
    }
  }
}
