import Foundation

/// The ground of a bar: colour, picture, and a line at the edge that the content passes.
final class BarGround: UIView {
  private let line = UIView(frame: .zero)
  private var picture: UIImageView?
  private var shadow: UIImageView?
  private let isLineAbove: Bool

  /// - Parameter isLineAbove: true for bars at the bottom.
  init(isLineAbove: Bool) {
    self.isLineAbove = isLineAbove
    super.init(frame: .zero)
    isUserInteractionEnabled = false
    addSubview(line)
  }

  required init?(coder: NSCoder) { nil }

  /// Takes over a look.
  /// - Parameter tint: the colour in place of the look's; nil for that.
  func show(_ look: UIBarAppearance, tint: UIColor? = nil) {
    let color = tint ?? look.backgroundColor
    backgroundColor = color
    line.backgroundColor = look.shadowColor
    line.isHidden = look.shadowColor == nil || look.shadowImage != nil
    isHidden = color == nil && look.shadowColor == nil && look.backgroundImage == nil && look.shadowImage == nil
    show(shadow: look.shadowImage)
    if look.backgroundImage != nil || picture != nil {
      let view = picture ?? UIImageView(frame: bounds)
      if picture == nil {
        picture = view
        view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        insertSubview(view, at: 0)
      }
      view.image = look.backgroundImage
    }
  }

  private func show(shadow image: UIImage?) {
    guard image != nil || shadow != nil else { return }
    let view = shadow ?? UIImageView(frame: .zero)
    if shadow == nil {
      shadow = view
      addSubview(view)
    }
    view.image = image
    view.isHidden = image == nil
    setNeedsLayout()
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    if let shadow {
      let height = shadow.image?.size.height ?? 0
      shadow.frame = CGRect(x: 0, y: isLineAbove ? -height : bounds.height, width: bounds.width, height: height)
    }
    // One device pixel, beyond the edge.
    let thickness = 1 / max(1, traitCollection.displayScale)
    line.frame = CGRect(
      x: 0, y: isLineAbove ? -thickness : bounds.height, width: bounds.width, height: thickness)
  }
}
