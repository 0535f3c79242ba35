import Foundation

/// Shows a list configuration. Cells make it; apps may use it outside of cells.
@MainActor
open class UIListContentView: UIView, UIContentView {
  /// What is shown. Texts and image that stay the same are not laid out or drawn anew.
  /// - Precondition: a `UIListContentConfiguration`.
  open var configuration: any UIContentConfiguration {
    get { list }
    set {
      guard let new = newValue as? UIListContentConfiguration else {
        preconditionFailure(
          "configuration of a UIListContentView was set to a \(type(of: newValue)): it shows a"
            + " UIListContentConfiguration; ask supports(_:) first, or make a view with makeContentView()")
      }
      guard new != list else { return }
      list = new
      show()
    }
  }

  private var list: UIListContentConfiguration
  private var textLabel: UILabel?
  private var secondaryLabel: UILabel?
  private var imageView: UIImageView?

  /// A view that shows `configuration`.
  public init(configuration: UIListContentConfiguration) {
    list = configuration
    super.init(frame: .zero)
    isOpaque = false
    show()
  }

  /// Views are made in code; archives are not read. Always nil.
  public required init?(coder: NSCoder) { nil }

  // MARK: Content

  private func show() {
    textLabel = label(
      textLabel, list.hasText, list.text, list.attributedText, list.textProperties)
    secondaryLabel = label(
      secondaryLabel, list.hasSecondaryText, list.secondaryText, list.secondaryAttributedText,
      list.secondaryTextProperties)
    showImage()
    alpha = list.alpha
    setNeedsLayout()
    superview?.setNeedsLayout()
  }

  private func label(
    _ existing: UILabel?, _ isShown: Bool, _ text: String?, _ attributed: NSAttributedString?,
    _ properties: UIListContentConfiguration.TextProperties
  ) -> UILabel? {
    guard isShown || existing != nil else { return nil }
    let label = existing ?? UILabel(frame: .zero)
    if existing == nil { addSubview(label) }
    label.isHidden = !isShown
    label.font = properties.font
    label.textColor = properties.resolvedColor()
    label.textAlignment =
      switch properties.alignment {
      case .natural: .natural
      case .center: .center
      case .justified: .justified
      }
    label.lineBreakMode = properties.lineBreakMode
    label.numberOfLines = properties.numberOfLines
    label.adjustsFontSizeToFitWidth = properties.adjustsFontSizeToFitWidth
    label.minimumScaleFactor = properties.minimumScaleFactor
    if let attributed { label.attributedText = attributed } else { label.text = properties.transformed(text) }
    return label
  }

  private func showImage() {
    guard list.image != nil || imageView != nil else { return }
    let view = imageView ?? UIImageView(frame: .zero)
    if imageView == nil {
      imageView = view
      view.contentMode = .scaleAspectFit
      addSubview(view)
    }
    let properties = list.imageProperties
    view.isHidden = list.image == nil
    view.preferredSymbolConfiguration = properties.preferredSymbolConfiguration
    view.image = list.image
    view.tintColor = properties.resolvedTintColor(for: tintColor)
    if properties.cornerRadius > 0 || view.clipsToBounds {
      view.layer.cornerRadius = properties.cornerRadius
      view.clipsToBounds = properties.cornerRadius > 0
    }
  }

  // MARK: Layout

  /// Where everything stands in a view of `size`.
  final func layout(in size: CGSize) -> ListContentLayout {
    var parts = ListContentLayout.Parts()
    if let imageView, !imageView.isHidden {
      parts.image = list.imageProperties.shownSize(of: imageView.intrinsicContentSize)
      parts.reserved = list.imageProperties.reservedLayoutSize
    }
    if let textLabel, !textLabel.isHidden {
      parts.text = { textLabel.sizeThatFits(CGSize(width: $0, height: 0)) }
    }
    if let secondaryLabel, !secondaryLabel.isHidden {
      parts.secondary = { secondaryLabel.sizeThatFits(CGSize(width: $0, height: 0)) }
    }
    return ListContentLayout(parts, of: list, in: size)
  }

  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    CGSize(width: size.width, height: layout(in: CGSize(width: size.width, height: 0)).height)
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    let layout = layout(in: bounds.size)
    place(imageView, layout.image)
    place(textLabel, layout.text)
    place(secondaryLabel, layout.secondary)
  }

  private func place(_ view: UIView?, _ frame: CGRect) {
    if let view, !view.isHidden, view.frame != frame { view.frame = frame }
  }

  open override func tintColorDidChange() {
    super.tintColorDidChange()
    showImage()
  }
}
