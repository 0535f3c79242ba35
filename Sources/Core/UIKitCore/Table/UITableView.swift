import Foundation
import TableModel

/// A scrolling list of rows in sections, of which only the visible ones have views.
///
/// The table asks its data source for counts when it loads (`reloadData`, or the first layout), keeps every height in
/// a `RowHeightIndex`, cuts the visible band out of it as a `TilePlan`, and places cells from a `ReuseQueue`. A
/// layout pass that shows no new row asks nothing and allocates nothing; a table of a billion rows of one height
/// costs what one of a thousand costs.
///
///     final class Numbers: NSObject, UITableViewDataSource {
///       func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 1_000_000 }
///
///       func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
///         let cell = tableView.dequeueReusableCell(withIdentifier: "number", for: indexPath)
///         cell.textLabel?.text = "\(indexPath.row)"
///         return cell
///       }
///     }
///
///     let table = UITableView(frame: CGRect(x: 0, y: 0, width: 320, height: 440))
///     table.register(UITableViewCell.self, forCellReuseIdentifier: "number")
///     table.dataSource = numbers
///     table.layoutIfNeeded()
///     table.contentSize.height                    // 44,000,000
///     table.visibleCells.count                    // 10: rows 0 to 9
///     table.contentOffset.y = 22_000_000
///     table.layoutIfNeeded()
///     table.indexPathsForVisibleRows?.first       // row 500,000, in a cell that showed one of rows 0 to 9
///
/// The class itself keeps the properties that apps set; every other concern has an owner, a `TableFacet`, whose state is
/// private, and `pass` conducts them. Contract between them:
/// - `loader.index` describes the counts the data source gave at the last load; every path the table names lies within
///   it;
/// - cells are the rows of `rows.plan`, in order, and subviews of the table, outside of a layout pass;
/// - other cells among the subviews are on their way out, in `departures`, and stand for no row any more;
/// - changes of properties only mark what is due in `work`; `layoutSubviews` does it;
/// - properties that every frame reads several times are exempt from the run time's check for overlapping access, as in
///   `UIScrollView`.
@preconcurrency @MainActor
open class UITableView: UIScrollView {
  // MARK: Owners

  final let work = TableWork()
  final let app = AppSide()
  final let loader = RowLoader()
  final let supply = CellSupply()
  final let departures = Departures()
  final let room = RowRoom()
  final let rows = VisibleRows()
  final let parts = SectionParts()
  final let lateRows = LateRows()
  final let anchor = ScrollAnchor()
  final let updates = UpdateRunner()
  final let pass: TablePass

  // MARK: Guests

  final let guests = TableGuests()
  final let reorder = RowReorder()
  package final let chooser = RowChooser()
  final let shownSelection = ShownSelection()
  final let rowFocus = RowFocus()
  final let rowText = RowText()
  final let press = RowPress()
  final let swipe = RowSwipe()
  final let menus = RowMenus()
  final let draggedRows = DraggedRows()
  final let prefetcher = RowPrefetcher()
  final let editing = EditMode()
  final let look = RowLook()
  final let sectionIndex = SectionIndex()
  final let fillerRows = FillerRows()
  final let heights = HeightKeeper()
  final let identities = RowIdentityKeeper()

  final private var engine: [TableFacet] {
    [work, app, updates, anchor, loader, rows, supply, departures, lateRows, room, parts, pass, rowFocus]
  }
  /// In the order in which they are called. The index takes its room before the look of cells is brought in line.
  final private var attachedGuests: [TableGuest] {
    [
      reorder, shownSelection, menus, rowText, sectionIndex, fillerRows, look,
      editing, heights, identities,
    ]
  }
  /// The facets that keep numbers of rows, in the order in which they hear that these change their meaning. The views on
  /// screen come last, when none of the others holds one any more. Named, because a class that is asked at run time
  /// whether it conforms costs a search through the whole program.
  final private(set) lazy var followers: [any RowFollower] = [
    reorder, departures, updates, anchor, chooser, shownSelection, press, swipe, menus, draggedRows, prefetcher,
    sectionIndex, look, heights, identities, rows, lateRows, parts,
  ]

  // MARK: Making

  /// How sections look; fixed when the table is made.
  public let style: Style

  /// - Parameter frame: place and size in the coming superview, in points.
  public init(frame: CGRect, style: Style) {
    self.style = style
    pass = TablePass(rows, parts, lateRows)
    super.init(frame: frame)
    for facet in engine { facet.attach(to: self) }
    for guest in attachedGuests { guest.attach(to: self) }
    clipsToBounds = true
    alwaysBounceVertical = true
    backgroundColor = style == .plain ? .systemBackground : .systemGroupedBackground
    for guest in attachedGuests { guests.attach(guest) }
    chooser.attach(to: self)
    press.attach(to: self)
    swipe.attach(to: self)
    draggedRows.attach(to: self)
    prefetcher.attach(to: self)
  }

  /// A plain table.
  public override convenience init(frame: CGRect) { self.init(frame: frame, style: .plain) }

  /// A plain table without a size.
  public convenience init() { self.init(frame: .zero, style: .plain) }

  /// Views are made in code; archives are not read. Always nil.
  public required init?(coder: NSCoder) { nil }

  override var accessibleRole: AccessibleRole { .list }

  /// The first row on screen, and by how many points its upper edge lies below the view's: heights that are not known yet
  /// do not move it.
  final override var shownPlace: [Double]? {
    guard let first = plan.rows.first?.position else { return [] }
    let band = index.band(ofRow: first.row, inSection: first.section)
    return [Double(first.section), Double(first.row), contentTop + band.top - contentOffset.y]
  }

  final override func show(place: [Double]) {
    guard place.count == 3, let section = Int(exactly: place[0]), let number = Int(exactly: place[1]) else { return }
    let row = RowPosition(section: section, row: number)
    guard index.contains(row) else { return }
    scroll(to: row, at: .top, animated: false)
    let band = index.band(ofRow: row.row, inSection: row.section)
    setContentOffset(
      CGPoint(x: contentOffset.x, y: verticalExtent.clamped(contentTop + band.top - place[2])), animated: false)
  }

  // MARK: Objects

  /// Supplies counts and cells; nil shows nothing. After another one was set the next layout pass calls `reloadData()`;
  /// setting the present one again makes the table ask for its counts.
  open weak var dataSource: UITableViewDataSource? {
    didSet {
      app.dataSourceWasSet(dataSource)
      if dataSource !== oldValue {
        // Cells and numbers for rows of the former data source have no meaning any more.
        work.note(.exchange)
        chooser.reset()
      }
      anchor.dataSourceWasSet(isOther: dataSource !== oldValue)
      loader.dataSourceWasExchanged()
      setNeedsLoad()
    }
  }

  /// Decides about rows, and is told of events, scrolling included. Setting it makes the table load again.
  open weak var delegate: UITableViewDelegate? {
    didSet {
      tellOfMovement(delegate)
      app.delegateWasSet(delegate)
      setNeedsLoad()
    }
  }

  override func setScrollDelegate(_ new: (any UIScrollViewDelegate)?) {
    delegate = new as? UITableViewDelegate
    // One that is no table's delegate hears of scrolling all the same.
    tellOfMovement(new)
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
  /// The height of a row, in points, until it comes on screen and its height is found. With 0 the table asks for every
  /// height when it loads and measures none; with `automaticDimension` it estimates: 44, then the mean of measured
  /// rows.
  open var estimatedRowHeight = UITableView.automaticDimension {
    didSet { heightChanged("estimatedRowHeight", estimatedRowHeight, oldValue) }
  }
  /// Space above each header of a plain table, in points; `automaticDimension` is 22.
  open var sectionHeaderTopPadding = UITableView.automaticDimension {
    didSet { heightChanged("sectionHeaderTopPadding", sectionHeaderTopPadding, oldValue) }
  }

  /// The height of a header, in points, until it comes on screen. With 0 the table asks for every height when it loads
  /// and measures none; `automaticDimension`, the default, takes that of a one-line title.
  public final var estimatedSectionHeaderHeight = UITableView.automaticDimension {
    didSet { heightChanged("estimatedSectionHeaderHeight", estimatedSectionHeaderHeight, oldValue) }
  }
  /// The height of a footer, in points, until it comes on screen. See `estimatedSectionHeaderHeight`.
  public final var estimatedSectionFooterHeight = UITableView.automaticDimension {
    didSet { heightChanged("estimatedSectionFooterHeight", estimatedSectionFooterHeight, oldValue) }
  }
  /// Whether rows follow changes of their cells' content by themselves.
  public final var selfSizingInvalidation = SelfSizingInvalidation.enabled

  private func heightChanged(_ name: String, _ height: CGFloat, _ oldHeight: CGFloat) {
    if height != Self.automaticDimension, !(height >= 0 && height <= RowHeightIndex.tallest) {
      tableMisuse(
        """
        UITableView.\(name) was set to \(height); use a finite height of 0 or more and at most \
        \(RowHeightIndex.tallest) points, or UITableView.automaticDimension
        """)
    }
    guard height != oldHeight else { return }
    loader.heightsWereChosen()
    if loader.hasRowsOfSource { anchor.holdThroughLoad() }
    setNeedsLoad()
  }

  // MARK: Look

  /// Whether lines are drawn between rows.
  open var separatorStyle = UITableViewCell.SeparatorStyle.singleLine {
    didSet {
      guard separatorStyle != oldValue else { return }
      look.update()
      // The line takes its thickness from the content view.
      for entry in cells.visible { entry.view.setNeedsLayout() }
    }
  }
  /// Colour of those lines; nil restores the system's.
  open var separatorColor: UIColor? = .separator { didSet { look.update() } }
  /// Left and right inset of those lines in points. Until it is set, and for `automaticDimension`, they start where the
  /// text starts.
  open var separatorInset: UIEdgeInsets {
    get { look.separatorInset ?? UIEdgeInsets(top: 0, left: room.cellMargin, bottom: 0, right: 0) }
    set {
      requireFinite(newValue, "UITableView.separatorInset", of: self)
      look.setSeparatorInset(newValue)
    }
  }

  /// A view behind the rows that fills the visible area and does not scroll; the place for an empty state.
  open var backgroundView: UIView? {
    get { backdrop }
    set {
      let old = backdrop
      backdrop = newValue
      guard newValue !== old else { return }
      setHasBackdrop(newValue != nil)
      old?.removeFromSuperview()
      if let newValue { insertSubview(newValue, at: 0) }
      setNeedsTiling()
      setNeedsLayout()
    }
  }
  final private var backdrop: UIView?

  /// A view above the first section. Its own height counts; its width becomes the table's. After changing its height
  /// assign it again.
  open var tableHeaderView: UIView? {
    get { parts.tableHeader }
    set { parts.setTableHeader(newValue) }
  }
  /// A view below the last section. See `tableHeaderView`.
  open var tableFooterView: UIView? {
    get { parts.tableFooter }
    set { parts.setTableFooter(newValue) }
  }

  // MARK: Selection

  /// Whether pressing a row highlights and selects it.
  open var allowsSelection = true
  /// Whether several rows can be selected; a press then turns a row's selection on and off.
  open var allowsMultipleSelection = false {
    didSet { if !chooser.allowsSeveral { chooser.keepFirst() } }
  }

  /// Whether a row that the arrow keys come to is selected, as in a sidebar; false at first: the keys move a ring, and
  /// Space and Return do what a click does.
  open var selectionFollowsFocus = false { didSet { window?.focus.update() } }

  /// Whether letters lead to the row that begins with them, where the data source gives rows a text; true by default.
  /// Not in UIKit: AppKit's name. If false, letters reach key commands instead.
  public final var allowsTypeSelect = true

  /// Whether the table is in edit mode; false at first. Setting it is `setEditing` without animation.
  open var isEditing: Bool {
    get { editing.isOn }
    set { setEditing(newValue, animated: false) }
  }

  /// Starts or ends edit mode. Within a pass of the table's own the visible rows follow after it.
  open func setEditing(_ editing: Bool, animated: Bool) { self.editing.set(editing, animated: animated) }

  // MARK: Overrides

  open override var canBecomeFirstResponder: Bool { true }
  open override var canBecomeFocused: Bool { true }
  package override var focusRingHost: UIView? { shownSelection.ringRow.flatMap { cells.view(at: $0) } }

  package override func focusHeir(of view: UIView) -> UIResponder? { self }

  package override func focusCame(to view: UIView) {
    if view === self {
      chooser.focusCame(first: firstOnScreen)
      if let row = chooser.cursorRow { scroll(to: row, at: .none, animated: false) }
    }
    super.focusCame(to: view)
  }

  /// Tab passes over what lies above the row the keyboard is at.
  package override func focusLeads(to view: UIView) -> Bool {
    guard let row = chooser.cursorRow, let cell = cells.view(at: row) else { return true }
    return view.convert(.zero, to: self).y >= cell.frame.minY
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    layoutTable()
  }

  /// Brings everything on screen in line with offset, size and data: a layout pass of the table. Called by
  /// `layoutSubviews`, and where what is on screen has to be known at once.
  func layoutTable() { pass.run(of: self) }

  /// Has the views that stand still while the rows scroll follow the offset, and makes the calls that wait for the end.
  func passDidEnd() {
    if indicators.trail != nil { indicators.followTrail() }
    if let backdrop, backdrop.frame != bounds { backdrop.frame = bounds }
    for guest in guests.passEnd.members { guest.passDidEnd(of: self) }
    if prefetcher.isOn { prefetcher.passDidEnd() }
    work.passDidEnd()
    if rows.isObserved { rows.tell(.passEnded) }
  }

  /// The first layout with a data source, as in UIKit, goes through `reloadData()`, which may be overridden. What the
  /// app chose and aimed at since it set the data source, stays.
  func loadFromSource() {
    work.settle(.exchange)
    if loader.hasCounts { loader.nextLoad(keepsHeights: true) }
    chooser.keepChoices()
    anchor.keepAim { reloadData() }
    chooser.restoreChoices(if: !mustEndPass)
  }

  open override func didMoveToWindow() {
    super.didMoveToWindow()
    guard let window else {
      // Cancels everything that waits for a frame.
      for follower in followers { follower.leave() }
      return
    }
    setNeedsTiling()
    menus.didEnterWindow()
    // On a desktop the arrow keys work before anything was clicked.
    if window.firstResponder == nil { _ = becomeFirstResponder() }
  }

  open override func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
    guard let hit = super.hitTest(point, with: event) else { return nil }
    if let only = rows.openRow?.target(insteadOf: hit) { return only }
    return departures.all.isEmpty ? hit : departures.hit(insteadOf: hit, at: point, with: event)
  }

  override func layoutDirectionDidChange() {
    super.layoutDirectionDidChange()
    rows.openRow?.end()
    setNeedsTiling()
  }

  open override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
    super.traitCollectionDidChange(previousTraitCollection)
    let traits = traitCollection
    if previousTraitCollection?.displayScale != traits.displayScale
      || previousTraitCollection?.preferredContentSizeCategory != traits.preferredContentSizeCategory
    {
      anchor.holdThroughNewHeights()
      work.note(.measuring)
    }
    look.update()
    setNeedsTiling()
  }

  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
    super.touchesBegan(touches, with: event)
    guard let touch = touches.first, rows.openRow?.takeTouch(touch) != true else { return }
    press.touchBegan(touch)
  }

  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
    super.touchesMoved(touches, with: event)
    if let touch = touches.first { press.touchMoved(touch) }
  }

  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
    super.touchesEnded(touches, with: event)
    guard let touch = touches.first, rows.openRow?.releaseTouch(touch) != true else { return }
    press.touchEnded(touch, event?.modifierFlags ?? [])
  }

  open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
    super.touchesCancelled(touches, with: event)
    cancelPress()
  }

  open override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    if let key = presses.first?.key {
      if takeKey(key) { return }
      if menus.takeKey(key, at: chooser.keyRow) { return }
    }
    super.pressesBegan(presses, with: event)
  }

  override func needsLayout(with subview: UIView) {
    if !rows.isMoving(subview) { super.needsLayout(with: subview) }
  }

  override func holdsScrollReport() -> Bool {
    if rows.isObserved { rows.tell(.offsetChanged) }
    return work.holdsScrollReport()
  }

  override func keepsPlace(
    resizedFrom old: (x: ScrollExtent, y: ScrollExtent), to new: (x: ScrollExtent, y: ScrollExtent)
  ) -> Bool {
    // Heights follow the width.
    if old.x.viewport != new.x.viewport || old.y.viewport != new.y.viewport { anchor.hold(in: old.y) }
    return anchor.isAimDueHere
  }

  // MARK: Reload

  /// Forgets rows, selection and visible cells and asks the data source for everything anew: the counts at once, the
  /// cells in the next layout pass. The layout pass calls it when another data source was set, the first included.
  ///
  /// Called within the table's own callbacks it takes effect after the running pass. Once the new counts are known, the
  /// delegate hears of the views that were visible, and the completions of interrupted updates are called.
  open func reloadData() { loader.reload() }
}

extension UITableView {
  /// Walks everything and stops at the first broken invariant; called by tests outside of layout passes.
  /// - Complexity: O(n) in sections and runs.
  package func checkInvariants() {
    let facets = engine + attachedGuests
    for facet in facets { facet.checkInvariants() }
    press.checkInvariants()
    draggedRows.checkInvariants()
    prefetcher.checkInvariants()
    swipe.checkInvariants(swiped: cells.visible.filter(\.view.isAside).map { ($0.position, $0.view) })
    precondition(guests.all.elementsEqual(attachedGuests, by: ===), "a guest is not attached")
    let told = Set(followers.map(ObjectIdentifier.init))
    precondition(
      facets.allSatisfy { !($0 is any RowFollower) || told.contains(ObjectIdentifier($0)) },
      "a facet that keeps numbers of rows is not told of them")
    refreshing.checkInvariants()
    if let view = backdrop { precondition(view.frame == bounds, "the background view does not fill the table") }
    precondition(contentSize.height == contentTop + index.totalHeight + parts.tableFooterHeight)
  }
}

// MARK: - What the table asks a guest by its name

extension UITableView {
  /// Whether the app offers the user actions at the end of a row. Asks the delegate.
  func hasTrailingActions(at position: RowPosition) -> Bool { swipe.host.hasTrailingActions(for: position) }

  /// Shows the actions at the end of a row: the app's, or the table's own.
  func showTrailingActions(at position: RowPosition) { swipe.openTrailingActions(at: position, animated: true) }

  /// Something covers the edge of the table where rows end: the right one where text goes from left to right.
  /// - Parameter width: in points; 0 when nothing does any more.
  package func rowEndsDidGetCovered(by width: Double) { sectionIndex.rowEndsDidGetCovered(by: width) }

  /// A row's cell was lent, or came back: the last row without it gets the corners of its card's end.
  func lentRowDidChange() { look.update() }

  /// Something else takes the touches in the table over.
  func cancelPress() { press.cancel() }

  /// A class or nib was registered, or removed, for an identifier of cells, or of headers and footers.
  func registrationDidChange(of name: String, isCell: Bool) { heights.sourceDidChange(of: name, isCell: isCell) }

  /// Edit mode began or ended.
  func editModeDidChange(isOn: Bool) { sectionIndex.editModeDidChange(isOn: isOn) }

  /// A round has given cells to rows, or rows other places.
  func rowsDidTile() { look.updateSeparators() }

  /// A cell has come on screen.
  func cellDidAppear(_ cell: UITableViewCell, at position: RowPosition) {
    rowFocus.cellDidAppear(cell, at: position)
  }

  /// A cell leaves the screen, and no animation holds it.
  func cellWillLeave(at position: RowPosition) { rowFocus.cellWillLeave(at: position) }

  /// Whether a row looks pressed.
  func isHighlighted(_ position: RowPosition) -> Bool { press.row == position || hasMenu(at: position) }

  /// Whether the menu of a row is open.
  func hasMenu(at position: RowPosition) -> Bool { menus.row == position }
}

// MARK: - What the owners share

extension UITableView {
  /// The counts and heights of the last load and the updates since.
  var index: RowHeightIndex { _read { yield loader.index } }

  /// The rows and parts on screen.
  var plan: TilePlan { _read { yield rows.plan } }

  /// The height of a row for which the delegate gives none, in points.
  var usualRowHeight: Double { rowHeight >= 0 ? rowHeight : TableMetrics.rowHeight }

  /// The cells, headers and footers on screen that move with the rows.
  var movingViews: [UIView] {
    cells.visible.map(\.view) + zip(parts.visible, plan.parts).filter { !$1.isPinned }.map(\.0.view)
  }

  /// Among the subviews, the front-most cell that is not lent out.
  var topCellIndex: Int? { children.lastIndex { $0 is UITableViewCell && $0 !== rows.lentCell } }

  /// The cells of the rows on screen, and those that wait.
  var cells: VisibleRows.Cells { _read { yield rows.cells } }

  /// Has the next pass do more than to follow the offset.
  func setNeedsTiling() {
    work.note(.tiling)
    setNeedsLayout()
  }

  /// Has the counts asked anew before anything else is answered.
  func setNeedsLoad() {
    work.note(.counts)
    setNeedsTiling()
  }

  func loadIfNeeded() { loader.loadIfNeeded() }

  /// Carries out what callbacks left to do, an update that waits or a reload, and asks for counts that are due:
  /// afterwards a row that is followed is one of the data source's. Called before the user acts on rows, and after the
  /// app was asked whether that may be. Within a piece of work nothing happens before its end.
  package final func bringUpToDate() {
    // A callback of what waited may have closed another update. One that always does is left to the frames.
    untilSettled {
      guard work.isDue([.reload, .update]) else { return false }
      layoutTable()
      return true
    }
    loadIfNeeded()
  }

  /// Whether the user may delete a row by other means than its control: by a swipe, a key or a menu, in edit mode or
  /// not. False for a row that was taken away when something else was asked about it.
  func canDelete(_ position: RowPosition) -> Bool { index.contains(position) && app.canDelete(position) }
}
