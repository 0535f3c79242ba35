import Foundation

/// The view above or below a section's rows, used again for other sections.
@preconcurrency @MainActor
open class UITableViewHeaderFooterView: UITableViewHeaderFooterViewCore {
  private(set) final var content: UIView
  private final var label: UILabel?
  private final var detailLabel: UILabel?
  /// The table that shows the view or showed it last.
  private(set) final weak var table: UITableView?
  /// Whether the view waits in the pool of `table`.
  private(set) final var isIdle = false
  /// The view was on screen before.
  private final var wasShown = false
  /// The style of the table the view was last given to; decides about fonts and where the labels stand.
  private(set) final var tableStyle = UITableView.Style.plain
  private(set) final var isHeader = true
  /// The height with one line of title, in points, and what the table leaves to text; told before it measures the view.
  private final var usualHeight = TableMetrics.plainHeader
  private final var fittingRoom = CellRoom()

  /// Nil until the app uses configurations.
  package private(set) final var configurations: ViewConfigurations?
  /// The state may be another than when `updateConfiguration(using:)` was last called.
  private final var needsConfigurationUpdate = true
  /// The environment it was called for.
  private final var configuredTraits: UITraitCollection?
  private final var direction = PartsDirection()
  /// The view stands still while rows scroll below it.
  private(set) final var isPinned = false { didSet { if isPinned != oldValue { setNeedsUpdateConfiguration() } } }

  /// Called by apps, and by a table for a registered class.
  public override init(reuseIdentifier: String?) {
    self.reuseIdentifier = reuseIdentifier
    content = UIView(frame: .zero)
    super.init(reuseIdentifier: reuseIdentifier)
    content.frame = bounds
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

  // MARK: Between pool and screen

  /// Under what name the view waits for reuse; nil lets it go when its section leaves the screen.
  public private(set) final var reuseIdentifier: String?

  /// The view comes from a nib that is registered for an identifier.
  final func takeIdentifier(_ identifier: String) { reuseIdentifier = identifier }

  /// The view becomes a header or footer of a table.
  /// - Returns: whether it is one for the first time; later on it counts as used again.
  final func show(in table: UITableView) -> Bool {
    self.table = table
    defer { wasShown = true }
    return !wasShown
  }

  /// Called in each pass: whether the view stands still while rows scroll below it.
  final func pin(_ isPinned: Bool) { self.isPinned = isPinned }

  /// The view waits in the pool of a table.
  final func enterPool(of table: UITableView) {
    self.table = table
    isIdle = true
  }

  /// The view was dequeued, or is returned by an app that has kept it.
  final func leavePool() { isIdle = false }

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
  open var configurationState: UIViewConfigurationState {
    var state = UIViewConfigurationState(traitCollection: traitCollection)
    state.isDisabled = !isUserInteractionEnabled
    state.isPinned = isPinned
    return state
  }

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
    let room = (superview as? UITableView)?.room.present ?? CellRoom()
    let isTurned = isRightToLeft(within: room.isRightToLeft)
    if direction.follow(isTurned) {
      for part in [content, label, detailLabel] as [UIView?] { part?.turn(isTurned) }
    }
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

  override func isSized(by subview: UIView) -> Bool { subview === content }

  /// The view is measured again before the next frame if it sizes itself.
  open override func invalidateIntrinsicContentSize() {
    super.invalidateIntrinsicContentSize()
    table?.parts.remeasure(self)
  }
}

// MARK: - Configurations

/// Content and background of headers and footers by configurations; see `UITableViewCell`.
extension UITableViewHeaderFooterView {
  /// Describes the content, in place of the labels; nil for those. See `UITableViewCell.contentConfiguration`.
  public final var contentConfiguration: (any UIContentConfiguration)? {
    get { configurations?.content }
    set { setContent(newValue) }
  }

  /// Describes what fills the view behind its content. One that is not nil takes `backgroundColor` and `backgroundView`
  /// away; setting the latter takes it away.
  public final var backgroundConfiguration: UIBackgroundConfiguration? {
    get { configurations?.backgroundView?.configuration }
    set {
      guard newValue != nil || hasConfiguredBackground else { return }
      if newValue != nil {
        backgroundView = nil
        backgroundColor = nil
      }
      setBackground(newValue)
      setNeedsLayout()
    }
  }

  /// A configuration in the style of the table's headers, or footers while the table asks for one, without content.
  public final func defaultContentConfiguration() -> UIListContentConfiguration {
    switch (tableStyle == .plain, isHeader) {
    case (true, true): .plainHeader()
    case (true, false): .plainFooter()
    case (false, true): .groupedHeader()
    case (false, false): .groupedFooter()
    }
  }

  /// A background as headers and footers of the table's style have it.
  public final func defaultBackgroundConfiguration() -> UIBackgroundConfiguration {
    tableStyle == .plain ? .listPlainHeaderFooter() : .listGroupedHeaderFooter()
  }

  /// Whether `contentConfiguration` is brought up to date when the state changes; true at first.
  public final var automaticallyUpdatesContentConfiguration: Bool {
    get { configurations?.updatesContent ?? true }
    set { madeConfigurations.updatesContent = newValue }
  }

  /// Whether `backgroundConfiguration` is brought up to date when the state changes; true at first.
  public final var automaticallyUpdatesBackgroundConfiguration: Bool {
    get { configurations?.updatesBackground ?? true }
    set { madeConfigurations.updatesBackground = newValue }
  }

  /// Asks for `updateConfiguration(using:)` before the view is next measured or shown; several requests become one.
  public final func setNeedsUpdateConfiguration() {
    needsConfigurationUpdate = true
    setNeedsLayout()
  }

  /// Brings configurations in line with the state if it changed. Called before the view is measured or laid out.
  private func updateConfigurationIfNeeded() {
    bringTraitsUpToDate()
    guard needsConfigurationUpdate else { return }
    needsConfigurationUpdate = false
    let state = configurationState
    configuredTraits = state.traitCollection
    updateConfigurations(for: state)
    updateConfiguration(using: state)
    configurationUpdateHandler?(self, state)
  }
}

extension UITableViewHeaderFooterView: ConfigurationHost {
  package var hostedContent: UIView { content }

  package var followedState: any UIConfigurationState { configurationState }

  package func keep(_ configurations: ViewConfigurations) { self.configurations = configurations }

  package func replaceContent(with view: UIView) {
    content = view
    label = nil
    detailLabel = nil
    passMargins(of: fittingRoom)
  }

  /// Tells content and background what the table leaves at their sides. Called before the view is measured or laid out.
  private func passMargins(of room: CellRoom) {
    configurations?.backgroundView?.hostMargin = room.margin
    configurations?.listView?.hostMargins = HorizontalMargins(left: room.margin, right: room.margin)
    guard configurations?.keepsMargins != true, content.layoutMargins.left != room.margin else { return }
    content.layoutMargins.left = room.margin
    content.layoutMargins.right = room.margin
  }

  /// The height a configured content asks for at a width of the view, in points.
  private func configuredHeight(width: Double) -> Double {
    passMargins(of: fittingRoom)
    let target = CGSize(width: max(0, width - fittingRoom.left - fittingRoom.right), height: 0)
    let height = content.systemLayoutSizeFitting(
      target, withHorizontalFittingPriority: .required, verticalFittingPriority: .fittingSizeLevel
    ).height
    // Text stands at the lower edge of the first header, which is higher than others.
    return configurations?.listView == nil ? (height > 0 ? height : usualHeight) : max(usualHeight, height)
  }
}

// MARK: - Labels

/// How headers and footers look in each style of table.
extension UITableViewHeaderFooterView {
  /// Fonts of titles: of plain and of grouped tables.
  private static var plainFont: UIFont { .preferredFont(forTextStyle: .headline) }
  private static var groupedFont: UIFont { .preferredFont(forTextStyle: .footnote) }

  /// Called by a table that makes the view or is about to show it. A title whose font the app left alone gets the
  /// style's.
  func adopt(_ style: UITableView.Style, isHeader: Bool = true) {
    guard style != tableStyle || isHeader != self.isHeader else { return }
    tableStyle = style
    self.isHeader = isHeader
    if let label, label.font == Self.plainFont || label.font == Self.groupedFont { dress(label) }
    setNeedsLayout()
  }

  private func dress(_ label: UILabel) {
    let isPlain = tableStyle == .plain
    label.font = isPlain ? Self.plainFont : Self.groupedFont
    label.textColor = isPlain ? .label : .secondaryLabel
    label.numberOfLines = 0
  }

  private func makeLabel() -> UILabel {
    let made = ContentLabel(countsLength: true)
    made.adjustsFontForContentSizeCategory = true
    dress(made)
    label = made
    content.addSubview(made)
    setNeedsLayout()
    return made
  }

  private func makeDetailLabel() -> UILabel {
    let made = ContentLabel(countsLength: true)
    made.font = Self.groupedFont
    made.adjustsFontForContentSizeCategory = true
    made.textColor = .secondaryLabel
    detailLabel = made
    content.addSubview(made)
    setNeedsLayout()
    return made
  }

  /// Plain titles stand in the middle. Grouped headers stand on their lower edge, a detail below the title; footers
  /// hang from the upper edge.
  /// - Parameter room: between the margins, as high as the view.
  private func layoutLabels(_ room: CGRect) {
    guard tableStyle != .plain else {
      if let label, label.frame != room { label.frame = room }
      detailLabel?.frame = .zero
      return
    }
    let below = isHeader ? min(height(of: detailLabel, in: room), room.height) : 0
    let title = min(height(of: label, in: room), room.height - below)
    let top =
      isHeader
      ? max(0, room.height - title - below - TableMetrics.groupedTitleBottom)
      : min(TableMetrics.groupedFooterTop, room.height - title)
    label?.frame = CGRect(x: room.minX, y: top, width: room.width, height: title)
    detailLabel?.frame = CGRect(x: room.minX, y: top + title, width: room.width, height: below)
  }

  /// Called before the table measures the view.
  /// - Parameters:
  ///   - usualHeight: with one line of title, in points.
  ///   - room: the room that the table leaves for content.
  func prepareToFit(usualHeight: Double, in room: CellRoom) {
    self.usualHeight = usualHeight
    fittingRoom = room
  }

  /// The usual height with the lines beyond the title's first, a detail's included.
  private func fittingHeight(width: Double) -> Double {
    updateConfigurationIfNeeded()
    guard !hasConfiguredContent else { return configuredHeight(width: width) }
    guard let label, !label.isBlank else { return usualHeight }
    let room = width - fittingRoom.left - fittingRoom.right - 2 * fittingRoom.margin
    let title = label.height(atWidth: room)
    let below = tableStyle != .plain && isHeader ? detailLabel?.height(atWidth: room) ?? 0 : 0
    // The usual height has room for one line of the usual size.
    let line = label.font.sized(for: .large).labelHeight
    return max(usualHeight + max(0, title - line) + below, title)
  }

  private func height(of label: UILabel?, in room: CGRect) -> Double {
    guard let label else { return 0 }
    return label.sizeThatFits(CGSize(width: room.width, height: room.height)).height
  }
}
