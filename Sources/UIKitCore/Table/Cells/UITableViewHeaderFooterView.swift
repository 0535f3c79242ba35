import Foundation

/// The view above or below a section's rows, used again for other sections.
@preconcurrency @MainActor
open class UITableViewHeaderFooterView: UITableViewHeaderFooterViewCore {
  final var content: UIView
  final var label: UILabel?
  /// The table that shows the view or showed it last.
  final weak var table: UITableView?
  /// The view waits in the pool of `table`.
  final var isIdle = false
  final var detailLabel: UILabel?
  /// The style of the table the view was last given to; decides about fonts and where the labels stand.
  final var tableStyle = UITableView.Style.plain
  final var isHeader = true
  /// The view was on screen before: it counts as reused from now on.
  final var wasDisplayed = false
  /// The height with one line of title, in points, and what the table leaves to text; told before it measures the view.
  final var usualHeight = TableMetrics.plainHeader
  final var fittingRoom = CellRoom()

  /// Nil until the app uses configurations.
  final var configurations: ViewConfigurations?
  /// The state may be another than when `updateConfiguration(using:)` was last called.
  final var needsConfigurationUpdate = true
  /// The environment it was called for.
  final var configuredTraits: UITraitCollection?
  /// The view stands still while rows scroll below it.
  final var isPinned = false { didSet { if isPinned != oldValue { setNeedsUpdateConfiguration() } } }

  /// Called by apps, and by a table for a registered class.
  public override init(reuseIdentifier: String?) {
    self.reuseIdentifier = reuseIdentifier
    content = UIView(frame: .zero)
    super.init(reuseIdentifier: reuseIdentifier)
    content.frame = bounds
    content.tellsSuperviewSize = true
    content.layoutMargins.left = TableMetrics.cellMargin
    content.layoutMargins.right = TableMetrics.cellMargin
    addSubview(content)
  }

  /// A view that is not reused.
  public convenience init(frame: CGRect) {
    self.init(reuseIdentifier: nil)
    self.frame = frame
  }

  /// A view that is not reused.
  public convenience init() { self.init(reuseIdentifier: nil) }

  /// Views are made in code; archives are not read. Always nil.
  public required init?(coder: NSCoder) { nil }

  // MARK: Accessibility

  override var accessibleRole: AccessibleRole { isHeader ? .heading : .label }
  override var isElementByDefault: Bool { true }
  override var defaultAccessibleLabel: String? {
    let texts = content.accessibleTexts
    return texts.isEmpty ? nil : texts.joined(separator: ", ")
  }
  override var defaultAccessibleTraits: UIAccessibilityTraits { isHeader ? .header : .staticText }

  /// Under what name the view waits for reuse; nil lets it go when its section leaves the screen.
  public internal(set) final var reuseIdentifier: String?

  /// Called before a view that stood for another section is handed out again; content stays. Overrides call super.
  open func prepareForReuse() {}

  /// Where subviews go. Another view after a content configuration was set.
  public final var contentView: UIView { content }

  /// The title; made when first asked for. Nil while a configuration describes the content.
  public final var textLabel: UILabel? { label ?? (hasConfiguredContent ? nil : makeLabel()) }

  /// Fills the view behind its content.
  open var backgroundView: UIView? {
    didSet {
      guard backgroundView !== oldValue else { return }
      oldValue?.removeFromSuperview()
      if let backgroundView {
        backgroundConfiguration = nil
        insertSubview(backgroundView, at: 0)
      }
      setNeedsLayout()
    }
  }

  /// A second text below the title; only headers of grouped tables have room for it. Nil while a configuration
  /// describes the content.
  public final var detailTextLabel: UILabel? { detailLabel ?? (hasConfiguredContent ? nil : makeDetailLabel()) }

  // MARK: Configurations

  /// Called when the state changed and before the view is first shown: the place to set configurations by the state.
  /// Overrides call super.
  open func updateConfiguration(using state: UIViewConfigurationState) {}

  /// The view's state for configurations. Overrides add values of their own to the state that super returns.
  open var configurationState: UIViewConfigurationState { presentState }

  /// Does what `updateConfiguration(using:)` does, without a subclass; called after it.
  open var configurationUpdateHandler: ((UITableViewHeaderFooterView, UIViewConfigurationState) -> Void)? {
    didSet { setNeedsUpdateConfiguration() }
  }

  /// A view that takes no events is disabled for its configurations.
  open override var isUserInteractionEnabled: Bool {
    didSet { if isUserInteractionEnabled != oldValue { setNeedsUpdateConfiguration() } }
  }

  open override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
    super.traitCollectionDidChange(previousTraitCollection)
    if configuredTraits != traitCollection { setNeedsUpdateConfiguration() }
  }

  // MARK: Layout

  override func constrainedSize(
    _ target: CGSize, _ horizontal: UILayoutPriority, _ vertical: UILayoutPriority
  ) -> CGSize? {
    updateConfigurationIfNeeded()
    guard configurations?.listView == nil else { return nil }
    let own = super.constrainedSize(target, horizontal, vertical)
    return sizeAround(content, beside: 0, own, target, horizontal, vertical)
  }

  open override func layoutSubviews() {
    updateConfigurationIfNeeded()
    super.layoutSubviews()
    let room = (superview as? UITableView)?.rows.room.present ?? CellRoom()
    backgroundView?.frame = bounds
    content.frame = CGRect(
      x: room.left, y: 0, width: max(0, bounds.width - room.left - room.right), height: bounds.height)
    configurations?.backgroundView?.frame = bounds
    passMargins(of: room)
    guard !hasConfiguredContent else { return }
    layoutLabels(
      CGRect(x: room.margin, y: 0, width: max(0, content.bounds.width - 2 * room.margin), height: bounds.height))
  }

  /// At the width asked for, the usual height and that of further lines, or the height of a configured content.
  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    CGSize(width: size.width, height: fittingHeight(width: size.width))
  }

  /// The view is measured again before the next frame if it sizes itself.
  open override func invalidateIntrinsicContentSize() {
    super.invalidateIntrinsicContentSize()
    table?.parts.remeasure(self)
  }
}
