import Foundation
import TableModel

/// The view of one row, used again for other rows as they come on screen.
///
/// Labels and image come into being when first asked for. Own subviews go into `contentView`, which leaves room for
/// accessories. A recycled cell keeps all its content: `cellForRowAt` must set everything that differs between rows.
@preconcurrency @MainActor
open class UITableViewCell: UITableViewCellCore {
  // MARK: Owners

  final let labels = CellLabels()
  final let selection = CellSelection()
  final let edges = CellEdges()
  final let lines = CellLines()

  // MARK: Storage

  final let style: CellStyle
  /// The view that `contentView` returns; another view while a content configuration is set.
  private(set) final var content: UIView
  /// Nil until the app uses configurations.
  package private(set) final var configurations: ViewConfigurations?
  /// The state may be another than when `updateConfiguration(using:)` was last called.
  private final var needsConfigurationUpdate = true
  /// The environment it was called for.
  private final var configuredTraits: UITraitCollection?
  /// `backgroundConfiguration` was set to nil.
  private final var declinesDefaultBackground = false

  // MARK: Kept by the table

  /// The room the table leaves for content.
  private(set) final var room = CellRoom() { didSet { roomChanged() } }
  /// The table that shows the cell or showed it last.
  private(set) final weak var table: UITableView?
  private(set) final var standing = CellStanding()
  final subscript(_: CellStanding.Key) -> CellStanding {
    get { standing }
    set { standing = newValue }
  }
  /// The state of the cell while it is out of its place.
  private(set) final var aside = CellAside() {
    didSet { if aside.isAside != oldValue.isAside { setNeedsUpdateConfiguration() } }
  }
  final subscript(_: CellAside.Key) -> CellAside {
    get { aside }
    set { aside = newValue }
  }

  /// Fills the cell behind its content while the table moves it over others; nil at rest.
  private(set) final var ground: UIColor? { didSet { if ground !== oldValue { setNeedsComposite() } } }
  final func setGround(_ color: UIColor?) { ground = color }

  /// Called by a table that has made the cell, keeps it or shows it.
  final func belong(to table: UITableView) { self.table = table }

  // MARK: Making

  /// Called by apps, and by a table for a registered class (then with `.default`).
  public override init(style: CellStyle, reuseIdentifier: String?) {
    self.style = style
    storedReuseIdentifier = reuseIdentifier
    content = UIView(frame: .zero)
    super.init(style: style, reuseIdentifier: reuseIdentifier)
    for facet in [labels, selection, edges, lines] as [CellFacet] { facet.attach(to: self) }
    content.frame = bounds
    content.layoutMargins = UIEdgeInsets(
      top: TableMetrics.contentMargin, left: room.margin, bottom: TableMetrics.contentMargin, right: room.margin)
    addSubview(content)
    addSubview(lines.lower)
    hoverStyle = .automatic()
  }

  /// A cell of style `.default` that is not reused.
  public convenience init() { self.init(style: .default, reuseIdentifier: nil) }

  /// Views are made in code; archives are not read. Always nil.
  public required init?(coder: NSCoder) { nil }

  // MARK: Accessibility

  override var accessibleRole: AccessibleRole { .row }
  override var isElementByDefault: Bool { true }
  /// The texts of the content in reading order.
  override var defaultAccessibleLabel: String? { content.joinedAccessibleTexts }
  override var defaultAccessibleTraits: UIAccessibilityTraits {
    var traits: UIAccessibilityTraits = selectionStyle == .none ? [] : .button
    if isSelected || accessoryType == .checkmark { traits.insert(.selected) }
    if !isUserInteractionEnabled { traits.insert(.notEnabled) }
    return traits
  }

  // MARK: Identity

  /// Under what name the cell waits for reuse; nil lets it go when its row leaves the screen.
  open var reuseIdentifier: String? { storedReuseIdentifier }
  private final var storedReuseIdentifier: String?

  /// The cell comes from a nib that is registered for an identifier.
  final func takeIdentifier(_ identifier: String) { storedReuseIdentifier = identifier }

  /// Called before a cell that showed another row is handed out again. Ends selection, highlight, editing and swiping;
  /// content stays. Overrides call super.
  open func prepareForReuse() {
    if isEditing { setEditing(false, animated: false) }
    if isAside { stepBack() }
    setHighlighted(false, animated: false)
    setSelected(false, animated: false)
  }

  /// Called when the user begins to drag the cell's row out of the window, and when that is over; not for cells that
  /// come on screen meanwhile, whose configuration state tells. Overrides call super.
  open func dragStateDidChange(_ dragState: DragState) {}

  // MARK: Content

  /// Where subviews of the row go; as wide as the accessories leave. Another view after a content configuration was
  /// set.
  public final var contentView: UIView { content }

  /// The row's text; nil while a configuration describes the content.
  public final var textLabel: UILabel? { labels.textLabel }

  /// The row's second text; nil in style `.default`, and while a configuration describes the content.
  public final var detailTextLabel: UILabel? { labels.detailLabel }

  /// The image before the texts; takes no room until it has one. Nil in style `.value2`, and while a configuration
  /// describes the content.
  public final var imageView: UIImageView? { labels.imageView }

  // MARK: Backgrounds

  /// Fills the cell behind everything else.
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

  /// Fills the cell, above `backgroundView`, while it is selected or highlighted; only then is it in the hierarchy.
  /// Nil uses the system's grey.
  open var selectedBackgroundView: UIView? {
    didSet {
      guard selectedBackgroundView !== oldValue else { return }
      oldValue?.removeFromSuperview()
      selection.dropStandardView()
      if selectedBackgroundView != nil { backgroundConfiguration = nil }
      selection.update(animated: false)
    }
  }

  /// Fills the cell in place of `selectedBackgroundView` while it is selected in a table in which several rows can be
  /// selected.
  public final var multipleSelectionBackgroundView: UIView? {
    willSet {
      guard newValue !== multipleSelectionBackgroundView, let shown = selection.view, shown.superview === self else {
        return
      }
      shown.removeFromSuperview()
    }
    didSet {
      guard multipleSelectionBackgroundView !== oldValue else { return }
      if multipleSelectionBackgroundView != nil { backgroundConfiguration = nil }
      selection.update(animated: false)
    }
  }

  // MARK: Selection

  /// Whether selecting the cell shows; the delegate is told in any case.
  open var selectionStyle = SelectionStyle.default { didSet { selection.update(animated: false) } }

  /// Whether the cell looks selected. The table's own selection is changed with `UITableView.selectRow`; the table
  /// calls `setSelected(_:animated:)`, and only apps set this property.
  open var isSelected: Bool {
    get { selection.isSelected }
    set { setSelected(newValue, animated: false) }
  }

  /// Whether the cell looks pressed; the table calls `setHighlighted(_:animated:)`.
  open var isHighlighted: Bool {
    get { selection.isHighlighted }
    set { setHighlighted(newValue, animated: false) }
  }

  /// Called by the table when the row's selection changes. Overrides call super.
  open func setSelected(_ selected: Bool, animated: Bool) { selection.select(selected, animated: animated) }

  /// Called by the table when the row is pressed and let go. Overrides call super.
  open func setHighlighted(_ highlighted: Bool, animated: Bool) {
    selection.highlight(highlighted, animated: animated)
  }

  // MARK: Editing

  /// Whether the cell is edited; set by its table. Setting it is `setEditing` without animation.
  open var isEditing: Bool {
    get { edges.isEditing }
    set { setEditing(newValue, animated: false) }
  }

  /// Called by the table when the row's edit mode begins and ends. Overrides call super.
  open func setEditing(_ editing: Bool, animated: Bool) { edges.setEditing(editing, animated: animated) }

  /// Called before editing mode starts or ends for this cell, or the confirmation of its deletion appears or
  /// disappears.
  /// - Parameter state: all that will hold.
  open func willTransition(to state: StateMask) {}

  /// Called after the change, when its animation has ended.
  /// - Parameter state: all that holds since then.
  open func didTransition(to state: StateMask) {}

  /// The action of the control at the edge where reading begins, as the delegate answered; `.none` while the cell is not
  /// edited.
  public final var editingStyle: EditingStyle {
    switch edges.editing?.row.control {
    case .delete: .delete
    case .insert: .insert
    case .none?, .check, nil: .none
    }
  }

  /// Whether an edited cell shows the grip by which its row is dragged. A table shows it for every row its data source
  /// lets the user move, unless this is set to false; true shows none for other rows.
  public final var showsReorderControl: Bool {
    get { edges.showsReorderControl }
    set { edges.showsReorderControl = newValue }
  }

  /// Whether an edited cell without a control moves its content inwards all the same; true at first. The
  /// delegate's `shouldIndentWhileEditingRowAt` must agree.
  public final var shouldIndentWhileEditing: Bool {
    get { edges.shouldIndent }
    set { edges.shouldIndent = newValue }
  }

  /// Whether the button that confirms the row's deletion is out.
  public final var showingDeleteConfirmation: Bool { edges.state.contains(.showingDeleteConfirmation) }

  // MARK: Accessories

  /// The system's sign at the edge where reading ends.
  open var accessoryType = AccessoryType.none { didSet { if accessoryType != oldValue { edges.accessoryDidChange() } } }

  /// A view at that edge instead of the sign; keeps its size.
  open var accessoryView: UIView? {
    didSet {
      guard accessoryView !== oldValue else { return }
      oldValue?.removeFromSuperview()
      edges.accessoryDidChange()
    }
  }

  /// The system's sign at that edge of an edited cell, in place of `accessoryType`.
  public final var editingAccessoryType: AccessoryType {
    get { edges.editingAccessoryType }
    set { edges.editingAccessoryType = newValue }
  }

  /// A view at that edge of an edited cell, in place of the sign and of `accessoryView`; keeps its size.
  public final var editingAccessoryView: UIView? {
    get { edges.editingAccessoryView }
    set { edges.editingAccessoryView = newValue }
  }

  /// Called by the detail button.
  final func accessoryButtonPressed() {
    guard let table, let position, table.rows.cell(at: position) === self else { return }
    table.app.accessoryButtonTapped(at: position)
  }

  // MARK: Insets

  /// Steps by which labels and image move inwards.
  open var indentationLevel = 0 { didSet { if indentationLevel != oldValue { setNeedsLayout() } } }
  /// Points of one step.
  open var indentationWidth: CGFloat = 10 {
    didSet {
      requireFinite(indentationWidth, "UITableViewCell.indentationWidth", of: self)
      if indentationWidth != oldValue { setNeedsLayout() }
    }
  }

  /// Left and right inset of the line below the cell; wins over the table's. `automaticDimension` starts it where
  /// the text starts. Mirrored in a cell that reads from right to left.
  open var separatorInset: UIEdgeInsets {
    get { lines.inset }
    set {
      requireFinite(newValue, "UITableViewCell.separatorInset", of: self)
      lines.setInset(newValue)
    }
  }

  // MARK: Overrides

  package override var focusRingRadius: CGFloat { 8 }
  /// Of a row whose content has a readable width in a wide table, so far that both are little wider than the content.
  package override var chromeInset: CGFloat {
    let margin = contentView.layoutMargins.left
    return margin > 2 * TableMetrics.wideCellMargin ? max(0, min(margin, bounds.width / 2) - Self.chromeMargin) : 0
  }
  /// From the content to the ring around it, in points.
  private static let chromeMargin: CGFloat = 12

  /// Whether the row can be selected by a click.
  package override var takesClicks: Bool {
    guard let table, let position, selectionStyle != .none, isUserInteractionEnabled else { return false }
    return table.canPress(position, in: self)
  }

  /// Selected and pressed rows look the same wherever the pointer is.
  package override var bearsHoverShade: Bool { !isSelected && !isHighlighted }

  /// The row, if a control in the cell leaves with it.
  package override func focusHeir(of view: UIView) -> UIResponder? {
    guard let table, !(view is any UIKeyInput) else { return super.focusHeir(of: view) }
    table.rowFocus.inherit(from: view, in: self)
    return table
  }

  package override func focusCame(to view: UIView) {
    if let table, let position { table.chooser.start(at: position) }
    super.focusCame(to: view)
  }

  override func appendContent(to builder: DisplayListBuilder, in rect: CGRect) {
    if let ground { builder.fill(rect, ground.drawColor(in: builder.traits)) }
  }

  /// A cell that takes no events is disabled for its configurations.
  open override var isUserInteractionEnabled: Bool {
    didSet { if isUserInteractionEnabled != oldValue { setNeedsUpdateConfiguration() } }
  }

  open override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
    super.traitCollectionDidChange(previousTraitCollection)
    if configuredTraits != traitCollection { setNeedsUpdateConfiguration() }
  }

  open override func layoutSubviews() {
    updateConfigurationIfNeeded()
    super.layoutSubviews()
    layOut()
  }

  private func layOut() {
    edges.turnParts()
    let size = bounds.size
    place(backgroundView, bounds)
    place(configurations?.backgroundView, bounds)
    selection.layOut()
    passMargins()
    // As high as it was measured: what is laid out there again at that size finds everything solved.
    let height = max(0, size.height - (table?.separatorThickness ?? 0))
    let frame = CGRect(
      x: leadingRoom + edges.shift, y: 0, width: max(0, size.width - edges.contentInset), height: height)
    place(content, isTurned ? frame.mirrored(in: size.width) : frame)
    edges.layOut()
    if !hasConfiguredContent { labels.layOut() }
    lines.layOut()
  }

  private func place(_ view: UIView?, _ frame: CGRect) { if let view, view.frame != frame { view.frame = frame } }

  /// Whether the cell reads from right to left: as the app chose for it, else as its table does.
  final var isTurned: Bool { isRightToLeft(within: room.isRightToLeft) }
  /// The room that the table takes at the side where reading begins, and at the other one, in points.
  final var leadingRoom: Double { isTurned ? room.right : room.left }
  final var trailingRoom: Double { isTurned ? room.left : room.right }

  /// Called when the cell comes on screen, and when the table leaves other room for content.
  final func setRoom(_ new: CellRoom) { if new != room { room = new } }

  private func roomChanged() {
    if configurations?.keepsMargins != true {
      content.layoutMargins.left = room.margin
      content.layoutMargins.right = room.margin
    }
    setNeedsLayout()
  }

  /// Where the content begins in the content view, in points: behind the margin and the indentation.
  final var contentLeft: Double { room.margin + Double(max(0, indentationLevel)) * indentationWidth }

  /// Where text starts in the content view, in points: behind the image, too.
  final var textLeft: Double {
    guard let listView = configurations?.listView else { return labels.textLeft(rowHeight: bounds.height) }
    return listView.textLeft
  }

  override func constrainedSize(
    _ target: CGSize, _ horizontal: UILayoutPriority, _ vertical: UILayoutPriority
  ) -> CGSize? {
    updateConfigurationIfNeeded()
    // The framework's content is measured by `sizeThatFits`, whatever the app added to it.
    guard configurations?.listView == nil else { return nil }
    let own = super.constrainedSize(target, horizontal, vertical)
    return sizeAround(content, beside: edges.contentInset, own, target, horizontal, vertical)
  }

  /// At the width asked for, the height that the labels' lines and the image need, at least that of a usual row. The
  /// table asks this, through `systemLayoutSizeFitting`, about rows that size themselves.
  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    CGSize(width: size.width, height: fittingHeight(width: size.width))
  }

  /// The height the content wants at a width, without the separator that the table adds: at least that of a usual row.
  private func fittingHeight(width: Double) -> Double {
    updateConfigurationIfNeeded()
    let separator = table?.separatorThickness ?? 0
    guard hasConfiguredContent else { return labels.rowHeight(width: width) - separator }
    passMargins()
    let target = CGSize(width: max(0, width - edges.contentInset), height: 0)
    let height = content.systemLayoutSizeFitting(
      target, withHorizontalFittingPriority: .required, verticalFittingPriority: .fittingSizeLevel
    ).height
    guard configurations?.listView != nil else { return height }
    return max(TableMetrics.rowHeight - separator, height)
  }

  override func isSized(by subview: UIView) -> Bool { subview === content }

  /// The row is measured again before the next frame if it sizes itself.
  open override func invalidateIntrinsicContentSize() {
    super.invalidateIntrinsicContentSize()
    table?.pass.remeasure(self)
  }

  // MARK: Measuring

  /// Whether the cell is one that a `TableHeightService` made for measuring: configure it only as far as its height
  /// depends on it, and start no downloads for it.
  public private(set) final var isTemplate = false
  /// Called by the service that has made the cell.
  final func becomeTemplate() { isTemplate = true }

  /// Whether the cell's own height is what `sizeThatFits(_:)` answers although it holds constraints; false at first.
  /// When it is asked, its content view has the width that accessories leave. Set it in the initialiser or the
  /// configuration; rows that size themselves follow it too.
  public final var enforcesFrameLayout = false

  // MARK: Configurations

  /// Describes the row's content, in place of labels and image; nil for those. Reads as it is in the cell's state
  /// while `automaticallyUpdatesContentConfiguration`.
  ///
  /// A configuration that the view of the last one supports updates that view; another one replaces `contentView`, and
  /// what was added to it is gone.
  public final var contentConfiguration: (any UIContentConfiguration)? {
    get { configurations?.content }
    set { setContent(newValue) }
  }

  /// Describes what fills the cell behind its content.
  ///
  /// Until something else is chosen this reads as `defaultBackgroundConfiguration()` in the cell's state, so that
  /// `cell.backgroundConfiguration?.cornerRadius = 8` changes that default. The cell makes no view for it: what the
  /// table draws by itself looks the same. Setting a configuration takes the cell's `backgroundColor` and its three
  /// background views away; while one of those is set, and from when nil is set, this reads as nil, and the cell is
  /// filled by them, or as its table fills cells.
  public final var backgroundConfiguration: UIBackgroundConfiguration? {
    get { configurations?.backgroundView?.configuration ?? shownDefaultBackground }
    set {
      guard newValue != nil || hasConfiguredBackground else {
        declinesDefaultBackground = true
        return
      }
      declinesDefaultBackground = newValue == nil
      let isOther = (newValue != nil) != hasConfiguredBackground
      if newValue != nil {
        backgroundView = nil
        selectedBackgroundView = nil
        multipleSelectionBackgroundView = nil
        backgroundColor = nil
        if isOther { selection.hide(animated: false) }
      }
      setBackground(newValue)
      guard isOther else { return }
      if newValue == nil { table?.look.giveGround(to: self) }
      selection.update(animated: false)
      setNeedsLayout()
    }
  }

  /// The default background configuration in the cell's state; nil where something else fills the cell.
  private var shownDefaultBackground: UIBackgroundConfiguration? {
    guard !declinesDefaultBackground, backgroundView == nil, selectedBackgroundView == nil,
      multipleSelectionBackgroundView == nil,
      storedBackgroundColor == nil || storedBackgroundColor === RowLook.groupedCellColor
    else { return nil }
    let background = defaultBackgroundConfiguration()
    return automaticallyUpdatesBackgroundConfiguration
      ? background.updated(for: backgroundState(configurationState)) : background
  }

  /// A configuration in the cell's style, without content.
  public final func defaultContentConfiguration() -> UIListContentConfiguration {
    switch style {
    case .default: .cell()
    case .subtitle: .subtitleCell()
    case .value1, .value2: .valueCell()
    }
  }

  /// A background as cells of the table's style have it; before the cell was in a table, of a plain one.
  public final func defaultBackgroundConfiguration() -> UIBackgroundConfiguration {
    table.map { $0.style == .plain } ?? true ? .listPlainCell() : .listGroupedCell()
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

  /// Asks for `updateConfiguration(using:)` before the cell is next measured or shown; several requests become one.
  public final func setNeedsUpdateConfiguration() {
    needsConfigurationUpdate = true
    setNeedsLayout()
  }

  /// Called when the state changed and before the cell is first shown: the place to set configurations by the state.
  /// Overrides call super.
  open func updateConfiguration(using state: UICellConfigurationState) {}

  /// The cell's state for configurations. Overrides add values of their own to the state that super returns.
  open var configurationState: UICellConfigurationState {
    var state = UICellConfigurationState(traitCollection: traitCollection)
    state.isDisabled = !isUserInteractionEnabled
    state.isHighlighted = selection.isHighlighted
    state.isSelected = selection.isSelected
    state.isEditing = isEditing
    state.isSwiped = isAside
    state.isReordering = table?.rows.lentCell === self
    if let table, let position, table.draggedRows.isDragged(position) { state.cellDragState = .dragging }
    return state
  }

  /// Does what `updateConfiguration(using:)` does, without a subclass; called after it.
  open var configurationUpdateHandler: ((UITableViewCell, UICellConfigurationState) -> Void)? {
    didSet { setNeedsUpdateConfiguration() }
  }

  /// Brings configurations in line with the state if it changed. Called before the cell is measured or laid out.
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

extension UITableViewCell: ConfigurationHost {
  package var hostedContent: UIView { content }

  package var followedState: any UIConfigurationState { configurationState }

  package func keep(_ configurations: ViewConfigurations) { self.configurations = configurations }

  package func replaceContent(with view: UIView) {
    content = view
    labels.forget()
    if configurations?.keepsMargins != true {
      content.layoutMargins.top = TableMetrics.contentMargin
      content.layoutMargins.bottom = TableMetrics.contentMargin
    }
    roomChanged()
  }

  /// A cell that is not to show its selection does not.
  package func backgroundState(_ state: any UIConfigurationState) -> any UIConfigurationState {
    guard selectionStyle == .none, var state = state as? UICellConfigurationState else { return state }
    state.isSelected = false
    state.isHighlighted = false
    return state
  }

  /// Tells the view of the content what the cell leaves at its sides. Called before it is measured or laid out.
  fileprivate func passMargins() {
    configurations?.backgroundView?.hostMargin = room.margin
    guard let listView = configurations?.listView else { return }
    listView.hostMargins = HorizontalMargins(left: contentLeft, right: edges.trailingWidth > 0 ? 0 : room.margin)
  }
}
