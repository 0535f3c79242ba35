import Foundation

/// A control with a title and an image that is clicked.
///
/// Its looks come from titles, colours and images set per state, or from a `Configuration`; the
/// latter wins where there is one. `ButtonLooks` is what either amounts to at the moment.
@preconcurrency @MainActor
open class UIButton: UIControl {
  /// Kinds of buttons without a configuration.
  public enum ButtonType: Int, Sendable {
    /// White text without further looks.
    case custom = 0
    /// Text and template images in the tint colour, dimmed while pressed.
    case system = 1
    case detailDisclosure = 2
    case infoLight = 3
    case infoDark = 4
    case contactAdd = 5
    case close = 7
  }

  /// How the button was made.
  public private(set) final var buttonType = ButtonType.custom
  /// The title's label; its text and colour follow the state.
  public final let titleLabel: UILabel?
  /// The image's view; nil until there is an image.
  public private(set) final var imageView: UIImageView?

  /// Looks that win over those set per state. Reading and writing back changes them.
  ///
  /// The title follows the content size category from the first configuration on; it keeps its usual size where
  /// `titleLabel.adjustsFontForContentSizeCategory` is switched off before `setNeedsUpdateConfiguration()` or a change of
  /// the configuration.
  open var configuration: Configuration? {
    didSet {
      if oldValue == nil, configuration != nil { titleLabel?.adjustsFontForContentSizeCategory = true }
      looksMayHaveChanged()
    }
  }
  /// Called when the state changed, before a configuration is shown; may change `configuration`.
  open var configurationUpdateHandler: ((UIButton) -> Void)?
  /// Space around title and image, in points, for buttons without a configuration. Without any, a title has 6 points above
  /// and below, as in UIKit.
  /// - Precondition: finite values.
  open var contentEdgeInsets = UIEdgeInsets.zero {
    didSet {
      requireFinite(contentEdgeInsets, "UIButton.contentEdgeInsets", of: self)
      if contentEdgeInsets != oldValue { contentSizeChanged() }
    }
  }
  /// Runs at `.primaryActionTriggered`; given to the initialiser.
  public private(set) final var primaryAction: UIAction?

  final var titles: [State: String] = [:]
  final var titleColors: [State: UIColor] = [:]
  final var images: [State: UIImage] = [:]
  final var looks = ButtonLooks()
  private var isUpdatingConfiguration = false

  // MARK: Making

  /// A `.custom` button.
  public override init(frame: CGRect) {
    let label = UILabel(frame: .zero)
    label.font = .systemFont(ofSize: UIFont.buttonFontSize)
    label.lineBreakMode = .byTruncatingMiddle
    titleLabel = label
    super.init(frame: frame)
    isOpaque = false
    hoverStyle = .automatic()
    addSubview(label)
    looksMayHaveChanged()
  }

  /// A button of a kind, of the size its content needs.
  public convenience init(type: ButtonType) { self.init(type: type, primaryAction: nil) }

  /// A button that shows an action's title and image and runs it when clicked.
  public convenience init(type: ButtonType = .system, primaryAction: UIAction?) {
    self.init(frame: .zero)
    buttonType = type
    if type != .custom { titleLabel?.font = .systemFont(ofSize: 15) }
    if let name = type.symbolName { images[.normal] = UIImage(systemName: name) }
    attach(primaryAction)
    sizeToFit()
  }

  /// A `.custom` button that runs an action when clicked.
  public convenience init(frame: CGRect, primaryAction: UIAction?) {
    self.init(frame: frame)
    attach(primaryAction)
  }

  /// A button with the looks of `configuration`, which take title and image from the action where
  /// they have none.
  public convenience init(configuration: Configuration, primaryAction: UIAction? = nil) {
    self.init(frame: .zero)
    buttonType = .system
    attach(primaryAction)
    self.configuration = configuration
    // An initialiser's own assignments may skip the observers.
    titleLabel?.adjustsFontForContentSizeCategory = true
    looksMayHaveChanged()
    sizeToFit()
  }

  /// Archives are not read. Always nil.
  public required init?(coder: NSCoder) { nil }

  // MARK: Accessibility

  /// The title, also of a button that has not been laid out yet.
  override var defaultAccessibleLabel: String? {
    if let title = currentTitle ?? configuration?.title, !title.isEmpty { return title }
    return super.defaultAccessibleLabel
  }

  // MARK: State

  /// Called when the state changed, for subclasses that show it in `configuration`.
  open func updateConfiguration() {}

  /// Asks for `updateConfiguration()` and the handler, now.
  public final func setNeedsUpdateConfiguration() { looksMayHaveChanged() }

  package override var focusRingRadius: CGFloat {
    looks.background == nil ? super.focusRingRadius : looks.radius(for: bounds.size)
  }
  /// The ring around a button without ground keeps off a title or image that reaches to its sides.
  package override var chromeInset: CGFloat {
    guard looks.background == nil, backgroundColor == nil else { return 0 }
    let parts: [UIView?] = [looks.title?.isEmpty == false ? titleLabel : nil, looks.image == nil ? nil : imageView]
    let rooms = parts.compactMap(\.self).map { min($0.frame.minX - bounds.minX, bounds.maxX - $0.frame.maxX) }
    return min(0, ((rooms.min() ?? 4) - 4).rounded(.down))
  }
  package override var hoverShape: UIShape { .rect(cornerRadius: focusRingRadius) }

  override var clickEvents: Event { [.touchUpInside, .primaryActionTriggered] }

  override func stateDidChange() {
    super.stateDidChange()
    looksMayHaveChanged()
  }

  open override func tintColorDidChange() {
    super.tintColorDidChange()
    looksMayHaveChanged()
  }

  /// Computes the looks anew and shows them. Setters that change nothing cost nothing further.
  final func looksMayHaveChanged() {
    if !isUpdatingConfiguration {
      isUpdatingConfiguration = true
      updateConfiguration()
      configurationUpdateHandler?(self)
      isUpdatingConfiguration = false
    }
    let looks = currentLooks
    guard looks != self.looks else { return }
    self.looks = looks
    if let font = looks.font { titleLabel?.font = font }
    titleLabel?.text = looks.title
    titleLabel?.textColor = looks.foreground
    titleLabel?.alpha = looks.contentAlpha
    show(looks.image)
    contentSizeChanged()
  }

  private func attach(_ action: UIAction?) {
    primaryAction = action
    if let action {
      if !action.title.isEmpty { titles[.normal] = action.title }
      if let image = action.image { images[.normal] = image }
      addAction(action, for: .primaryActionTriggered)
    }
    looksMayHaveChanged()
  }

  private func show(_ image: UIImage?) {
    guard image != nil || imageView != nil else { return }
    let view = imageView ?? UIImageView(frame: .zero)
    if imageView == nil {
      imageView = view
      addSubview(view)
    }
    view.image = image
    view.tintColor = looks.foreground
    view.alpha = looks.contentAlpha
    view.isHidden = image == nil
  }

  private func contentSizeChanged() {
    setNeedsLayout()
    setNeedsComposite()
    invalidateIntrinsicContentSize()
    superview?.setNeedsLayout()
  }

  // MARK: Layout

  open override func layoutSubviews() {
    super.layoutSubviews()
    placeContent()
  }

  open override func sizeThatFits(_ size: CGSize) -> CGSize { fittingSize(in: size) }

  open override var intrinsicContentSize: CGSize { fittingSize(in: .zero) }

  override var baselineOffsets: (first: CGFloat, last: CGFloat) {
    guard let titleLabel else { return super.baselineOffsets }
    let title = titleLabel.baselineOffsets
    let around = (intrinsicContentSize.height - title.first - title.last) / 2
    return (around + title.first, around + title.last)
  }

  override func appendContent(to builder: DisplayListBuilder, in rect: CGRect) {
    guard let background = looks.background?.drawColor(in: builder.traits) else { return }
    builder.fill(RoundedRect(rect, radius: looks.radius(for: rect.size)), background)
  }
}

extension UIButton.ButtonType {
  fileprivate var symbolName: String? {
    switch self {
    case .custom, .system: nil
    case .detailDisclosure, .infoLight, .infoDark: "info.circle"
    case .contactAdd: "plus.circle.fill"
    case .close: "xmark.circle.fill"
    }
  }
}
