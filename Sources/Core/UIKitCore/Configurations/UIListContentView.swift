import Foundation

/// Shows a list configuration. Cells make it; apps may use it outside of cells.
@preconcurrency @MainActor
open class UIListContentView: UIView, UIContentView {
  /// The content shown. Texts and image that stay the same are not laid out or drawn anew.
  /// - Precondition: a `UIListContentConfiguration`.
  open var configuration: any UIContentConfiguration {
    get { list }
    set {
      guard let new = newValue as? UIListContentConfiguration else {
        misuse(
          "configuration of a UIListContentView was set to a \(type(of: newValue)): it shows a"
            + " UIListContentConfiguration; ask supports(_:) first, or make a view with makeContentView()")
      }
      guard new != list else { return }
      let old = list
      list = new
      show()
      if !new.hasSameLayout(as: old) { layoutChanged() }
    }
  }

  final private(set) var list: UIListContentConfiguration
  final var textLabel: UILabel?
  final var secondaryLabel: UILabel?
  final var imageView: UIImageView?
  /// Margins that the cell or header around leaves at the left and at the right, in points; nil outside of those.
  final var hostMargins: HorizontalMargins? {
    didSet { if hostMargins != oldValue { marginsOfHostChanged() } }
  }
  /// The layout for the width asked about last; nil when it does not hold any more.
  final var measured: ListContentLayout?
  /// The traits it was made with. A view in no window does not hear of others at once.
  final var measuredTraits: UITraitCollection?
  /// The width constraints leave, in points, while they ask for the size.
  final var contentLimit = CGFloat.infinity
  /// The guides apps asked for.
  final var guides: ListContentGuides?

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
    textLabel = label(textLabel, list.hasText, list.text, list.attributedText, list.textProperties)
    secondaryLabel = label(
      secondaryLabel, list.hasSecondaryText, list.secondaryText, list.secondaryAttributedText,
      list.secondaryTextProperties)
    showImage()
    if alpha != list.alpha { alpha = list.alpha }
  }

  /// Updates a label. Setters ignore a value they already have, so only changed values are drawn anew.
  private func label(
    _ existing: UILabel?, _ isShown: Bool, _ text: String?, _ attributed: NSAttributedString?,
    _ properties: UIListContentConfiguration.TextProperties
  ) -> UILabel? {
    guard isShown || existing != nil else { return nil }
    let label = existing ?? UILabel(frame: .zero)
    if existing == nil { addSubview(label) }
    label.turn(isRightToLeft)
    label.isHidden = !isShown
    label.adjustsFontForContentSizeCategory = properties.adjustsFontForContentSizeCategory
    label.font = properties.font
    label.textColor = properties.resolvedColor()
    label.textAlignment = properties.alignment.labelAlignment
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
    let tint = properties.resolvedTintColor(for: tintColor)
    if view.tintColor !== tint { view.tintColor = tint }
    if properties.cornerRadius > 0 || view.clipsToBounds {
      view.layer.cornerRadius = properties.cornerRadius
      view.clipsToBounds = properties.cornerRadius > 0
    }
  }

  // MARK: Overrides

  /// The height that texts and image take at a width, and the width they fill of it; 0 is any width. Points.
  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    let layout = layout(width: size.width > 0 ? size.width : .infinity)
    return CGSize(width: min(layout.naturalWidth, layout.width), height: layout.height)
  }

  /// The size at which no line is broken; while constraints ask, that of the lines within the width they leave.
  open override var intrinsicContentSize: CGSize {
    let layout = layout(width: contentLimit)
    return CGSize(width: layout.naturalWidth, height: layout.height)
  }

  override var wrapsContent: Bool { true }
  override func limitContentWidth(to width: CGFloat) { contentLimit = width }

  /// Constraints inside are about what the app added; texts and image have their places by themselves.
  override func constrainedSize(
    _ target: CGSize, _ horizontal: UILayoutPriority, _ vertical: UILayoutPriority
  ) -> CGSize? {
    guard var size = super.constrainedSize(target, horizontal, vertical) else { return nil }
    let own = sizeThatFits(target)
    size.width = horizontal == .required ? target.width : max(size.width, own.width)
    if vertical != .required { size.height = max(size.height, own.height) }
    return size
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    placeContent()
  }

  override func layoutDirectionDidChange() {
    super.layoutDirectionDidChange()
    for label in [textLabel, secondaryLabel] { label?.turn(isRightToLeft) }
    layoutChanged()
  }

  open override func tintColorDidChange() {
    super.tintColorDidChange()
    showImage()
  }

  open override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
    super.traitCollectionDidChange(previousTraitCollection)
    // Texts are measured in device pixels.
    let (previous, traits) = (previousTraitCollection, traitCollection)
    if previous?.displayScale != traits.displayScale
      || previous?.preferredContentSizeCategory != traits.preferredContentSizeCategory
    {
      layoutChanged()
    }
  }
}
