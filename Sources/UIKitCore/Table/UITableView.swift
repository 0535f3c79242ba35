import Foundation
import TableModel

/// A scrolling list of rows in sections, of which only the visible ones have views.
///
/// The table asks its data source for counts when it loads (`reloadData`, or the first layout), keeps every height in
/// a `RowHeightIndex`, cuts the visible band out of it as a `TilePlan`, and places cells from a `ReuseQueue`. A
/// layout pass that shows no new row asks nothing and allocates nothing; a table of a billion rows of one height
/// costs what one of a thousand costs.
///
/// Contract between the facets:
/// - `index` describes the counts the data source gave at the last load; every path the table names lies within it;
/// - cells in `cells.visible` are the rows of `plan`, in order, and subviews of the table, outside of a layout pass;
/// - other cells among the subviews are on their way out, in `updates.departures`, and stand for no row any more;
/// - changes of properties only mark; `layoutSubviews` does the work;
/// - what every frame asks for several times is exempt from the run time's check for overlapping access, as in
///   `UIScrollView`.
@MainActor
open class UITableView: UIScrollView {
  // MARK: Facets

  final let work = TableWork()
  final let updates = UpdateRunner()
  final let departures = Departures()
  final let anchor = ScrollAnchor()
  final let sectionParts = SectionParts()
  final let reorder = RowReorder()
  final let chooser = RowChooser()
  final let press = RowPress()
  final let keys = RowKeys()
  final let swipe = RowSwipe()
  final let swipeGestures = SwipeGestures()
  final let menus = RowMenus()
  final let prefetcher = Prefetcher()
  final let editing = EditMode()
  final let look = RowLook()
  final let sectionIndex = SectionIndex()
  final let fillerRows = FillerRows()

  /// In the order in which they hear that numbers of rows change their meaning.
  final var facets: [TableFacet] {
    [
      work, reorder, departures, updates, anchor, sectionParts, chooser, press, swipe, swipeGestures, menus, prefetcher,
      keys, editing,
      look, sectionIndex, fillerRows,
    ]
  }
  /// The facets that keep numbers of rows.
  final private(set) var followers: [any RowFollower] = []

  // MARK: Storage of the facets

  @exclusivity(unchecked) final var index = RowHeightIndex()
  @exclusivity(unchecked) final var plan = TilePlan()
  @exclusivity(unchecked) final var cells = ReuseQueue<UITableViewCell>()
  /// Headers (row 0 of their position) and footers (row 1).
  @exclusivity(unchecked) final var parts = ReuseQueue<UIView>()
  /// Headers and footers of `plan` in one order; kept for its storage.
  @exclusivity(unchecked) final var partTiles = ContiguousArray<TilePlan.Tile>()
  /// The counts were asked since the data source was set.
  final var hasCounts = false
  @exclusivity(unchecked) final var lastViewport: TilePlan.Viewport?
  @exclusivity(unchecked) final var lastWidth: CGFloat = -1
  @exclusivity(unchecked) final var missing: OptionalTableMethods = []
  /// Methods for header and footer views that were called and turned out to exist.
  @exclusivity(unchecked) final var present: OptionalTableMethods = []
  final weak var tableDelegate: UITableViewDelegate?
  final let sizing = SizingState()
  final var heightServiceInUse: TableHeightService?
  final let reuse = ReuseState()
  /// What is left for new rows of the present frame.
  @exclusivity(unchecked) final var allowance = RowAllowance()
  /// Brings the rows that came too late for their frame.
  final var lateRowsLink: CADisplayLink?

  // MARK: Making

  /// How sections look; fixed when the table is made.
  public let style: Style

  /// - Parameter frame: place and size in the coming superview, in points.
  public init(frame: CGRect, style: Style) {
    self.style = style
    super.init(frame: frame)
    for facet in facets { facet.attach(to: self) }
    followers = facets.compactMap { $0 as? any RowFollower }
    clipsToBounds = true
    alwaysBounceVertical = true
    backgroundColor = style == .plain ? .systemBackground : .systemGroupedBackground
    swipeGestures.install()
  }

  /// A plain table.
  public override convenience init(frame: CGRect) { self.init(frame: frame, style: .plain) }

  /// A plain table without a size.
  public convenience init() { self.init(frame: .zero, style: .plain) }

  /// Views are made in code; archives are not read. Always nil.
  public required init?(coder: NSCoder) { nil }

  isolated deinit {
    lateRowsLink?.invalidate()
    countRelease()
  }

  // MARK: Objects

  /// Supplies counts and cells; nil shows nothing. After another one was set the next layout pass calls `reloadData()`;
  /// setting the present one again makes the table ask for its counts.
  open weak var dataSource: UITableViewDataSource? {
    didSet {
      if dataSource !== oldValue { dataSourceWasExchanged() }
      missing.subtract(.ofDataSource)
      present.subtract(.ofDataSource)
      hasCounts = false
      setNeedsLoad()
    }
  }

  /// Decides and is told; a `UITableViewDelegate` here. Setting it makes the table load again.
  open override weak var delegate: UIScrollViewDelegate? {
    didSet {
      tableDelegate = delegate as? UITableViewDelegate
      missing.subtract(.ofDelegate)
      present.subtract(.ofDelegate)
      setNeedsLoad()
    }
  }

  // MARK: Heights

  /// Height of rows the delegate gives none for, in points. With `automaticDimension`, the default, each row has what
  /// its cell needs, 44 at least.
  /// - Precondition: finite and not negative, or `automaticDimension`.
  open var rowHeight = UITableView.automaticDimension { didSet { heightChanged("rowHeight", rowHeight, oldValue) } }
  /// Height of headers the delegate gives none for, in points; `automaticDimension` follows the style.
  open var sectionHeaderHeight = UITableView.automaticDimension {
    didSet { heightChanged("sectionHeaderHeight", sectionHeaderHeight, oldValue) }
  }
  /// Height of footers the delegate gives none for, in points; `automaticDimension` follows the style.
  open var sectionFooterHeight = UITableView.automaticDimension {
    didSet { heightChanged("sectionFooterHeight", sectionFooterHeight, oldValue) }
  }
  /// What a row counts with until it comes on screen and its height is found out. 0 has every height asked when the
  /// table loads, and none measured; `automaticDimension` lets the table guess: 44, then what it learns.
  open var estimatedRowHeight = UITableView.automaticDimension {
    didSet { heightChanged("estimatedRowHeight", estimatedRowHeight, oldValue) }
  }
  /// Space above each header of a plain table, in points; `automaticDimension` is 22.
  open var sectionHeaderTopPadding = UITableView.automaticDimension {
    didSet { heightChanged("sectionHeaderTopPadding", sectionHeaderTopPadding, oldValue) }
  }

  // MARK: Look

  /// Whether lines are drawn between rows.
  @exclusivity(unchecked) open var separatorStyle = UITableViewCell.SeparatorStyle.singleLine {
    didSet { look.update() }
  }
  /// Colour of those lines; nil restores the system's.
  open var separatorColor: UIColor? = .separator { didSet { look.update() } }
  /// Left and right inset of those lines in points. Until it is set, and for `automaticDimension`, they start where the
  /// text starts.
  open var separatorInset: UIEdgeInsets {
    get { look.separatorInset ?? UIEdgeInsets(top: 0, left: look.cellMargin, bottom: 0, right: 0) }
    set { look.setSeparatorInset(newValue) }
  }

  /// A view behind the rows that fills the visible area and does not scroll; the place for an empty state.
  @exclusivity(unchecked) open var backgroundView: UIView? {
    didSet {
      guard backgroundView !== oldValue else { return }
      oldValue?.removeFromSuperview()
      if let backgroundView { insertSubview(backgroundView, at: 0) }
      setNeedsLayout()
    }
  }

  /// A view above the first section. Its own height counts; its width becomes the table's. After changing its height
  /// assign it again.
  @exclusivity(unchecked) open var tableHeaderView: UIView? {
    didSet { endViewChanged(from: oldValue, to: tableHeaderView) }
  }
  /// A view below the last section. See `tableHeaderView`.
  @exclusivity(unchecked) open var tableFooterView: UIView? {
    didSet { endViewChanged(from: oldValue, to: tableFooterView) }
  }

  // MARK: Selection

  /// Whether pressing a row highlights and selects it.
  open var allowsSelection = true
  /// Whether several rows can be selected; a press then turns a row's selection on and off.
  open var allowsMultipleSelection = false {
    didSet { if !chooser.allowsSeveral { chooser.keepFirst() } }
  }

  /// Whether the table is in edit mode; false at first. Setting it is `setEditing` without animation.
  open var isEditing: Bool {
    get { editing.isOn }
    set { setEditing(newValue, animated: false) }
  }

  /// Starts or ends edit mode. Within a pass of the table's own the visible rows follow after it.
  open func setEditing(_ editing: Bool, animated: Bool) { self.editing.set(editing, animated: animated) }

  // MARK: Overrides

  open override var canBecomeFirstResponder: Bool { true }

  open override func layoutSubviews() {
    super.layoutSubviews()
    layoutTable()
  }

  open override func didMoveToWindow() {
    super.didMoveToWindow()
    guard let window else { return leftWindow() }
    setNeedsTiling()
    menus.attachInteraction()
    // On a desktop the arrow keys work before anything was clicked.
    if window.firstResponder == nil { _ = becomeFirstResponder() }
  }

  open override func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
    guard let hit = super.hitTest(point, with: event) else { return nil }
    if swipe.row != nil, let only = swipe.target(insteadOf: hit) { return only }
    return departures.all.isEmpty ? hit : departures.hit(insteadOf: hit, at: point, with: event)
  }

  open override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
    super.traitCollectionDidChange(previousTraitCollection)
    if previousTraitCollection?.displayScale != traitCollection.displayScale { work.note(.measuring) }
    look.update()
    setNeedsTiling()
  }

  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
    super.touchesBegan(touches, with: event)
    if let touch = touches.first { press.touchBegan(touch) }
  }

  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
    super.touchesMoved(touches, with: event)
    if let touch = touches.first { press.touchMoved(touch) }
  }

  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
    super.touchesEnded(touches, with: event)
    if let touch = touches.first { press.touchEnded(touch, event?.modifierFlags ?? []) }
  }

  open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
    super.touchesCancelled(touches, with: event)
    press.cancel()
  }

  open override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    guard let key = presses.first?.key, keys.take(key) else {
      super.pressesBegan(presses, with: event)
      return
    }
  }

  package override func wheelTurned(_ event: WheelEvent) -> Bool {
    swipeGestures.takeWheel(event) || super.wheelTurned(event)
  }

  override var backdropCount: Int { backgroundView == nil ? 0 : 1 }

  override func contentWillScroll() { swipe.close(animated: true) }

  override func holdsScrollReport() -> Bool { work.holdsScrollReport() }

  override func keepsPlace(resizedFrom old: ScrollExtent, to new: ScrollExtent) -> Bool {
    if old.viewport != new.viewport { anchor.hold(in: old) }
    return anchor.isAimDue
  }

  // MARK: Reload

  /// Forgets rows, selection and visible cells and asks the data source for everything anew: the counts at once, the
  /// cells in the next layout pass. The layout pass calls it when another data source was set, the first included.
  ///
  /// Called within the table's own callbacks it takes effect after the running pass. What it tells about the views that
  /// were visible, and to interrupted updates, comes when the new counts are known.
  open func reloadData() { reload() }
}
