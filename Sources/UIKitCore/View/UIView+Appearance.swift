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

  /// Asks for `draw(_:)` before the next frame.
  public func setNeedsDisplay() {
    drawing = .unknown
    setNeedsComposite()
  }


  func setNeedsComposite() { windowStorage?.markForDisplay() }

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
    for index in children.indices.reversed() where index < children.count {
      children[index].propagateTraitChange(from: previous)
    }
  }
}
