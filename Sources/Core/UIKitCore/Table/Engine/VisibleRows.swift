import Foundation
import Primitives
import TableModel

/// The rows on screen: their plan, the cells that show them, and the cells that leave.
///
/// They do what the steps of a `TablePass` say. Outside of a pass the cells are those of the plan's rows, in order, and
/// subviews of the table.
///
/// Plan and cells are exempt from the run time's check for overlapping access (25 checks a warm frame, 2 % of it).
@MainActor
final class VisibleRows: TableFacet {
  typealias Cells = ReuseQueue<UITableViewCell, TilePlan.Tile>

  /// The rows and parts on screen. Lent by a coroutine: a copy would count three references.
  private(set) var plan: TilePlan {
    _read { yield storedPlan }
    _modify { yield &storedPlan }
  }
  @exclusivity(unchecked) private var storedPlan = TilePlan()
  @exclusivity(unchecked) private(set) var cells = Cells()
  /// The viewport the plan was made for; nil before the first pass.
  private(set) var viewport: TilePlan.Viewport?
  /// Decides what is planned instead of a row whose cell it has borrowed: the cell is not among the visible ones, and the
  /// others make room.
  private(set) var borrower: (any RowBorrower)?
  /// The row that a guest has moved beside its place; nil in nearly every frame.
  @exclusivity(unchecked) private(set) var openRow: (any OpenRow)?
  /// The borrowed cell. It knows the row, which may get another number.
  private var lent: Cells.Entry?
  /// The plan was made before a cell was lent out or came back.
  @exclusivity(unchecked) private(set) var isPlanOutdated = false
  /// The cell that is being put into the table or taken out, for comparing.
  private var moving: ObjectIdentifier?
  /// The cell that the data source has supplied and that has no row yet.
  @exclusivity(unchecked) private var supplied: UITableViewCell?
  /// The cells as the profiler counts them.
  let census = CellCensus()
  /// When cells that left become idle.
  private(set) var order = TableReuseOrder.collectFirst
  /// Whether an observer is told of every step: a step is described only if so.
  private(set) var isObserved = false
  private weak var storedObserver: (any TablePassObserver)?

  // MARK: The plan

  /// Plans what is visible in a viewport.
  func updatePlan(_ new: TilePlan.Viewport, of table: UITableView) {
    viewport = new
    isPlanOutdated = false
    if let borrower {
      borrower.plan(into: &plan, of: table.index, new)
    } else {
      plan.update(table.index, new)
    }
  }

  /// Whether the visible cells are those of the plan's rows.
  var showsPlan: Bool { cells.shows(storedPlan.rows) }

  /// The first row of the plan without a cell.
  /// - Parameter tile: where to begin.
  func missing(from tile: Int) -> RecyclingPass.Answer {
    .missing(cells.firstMissing(of: storedPlan.rows, from: tile))
  }

  /// The cell of a row of the plan; nil for none.
  private func cell(ofTile tile: Int) -> UITableViewCell? {
    let position = storedPlan.rows[tile].position
    // Cells have the numbers of their tiles, unless rows before wait for the next frame.
    if tile < cells.visible.count, cells.visible[tile].position == position { return cells.visible[tile].view }
    return cells.view(at: position)
  }

  /// Gives the cell of a row its place.
  func place(_ tile: Int, of table: UITableView) -> RecyclingPass.Answer {
    guard let cell = cell(ofTile: tile) else { return .noView }
    return place(cell, storedPlan.rows[tile], of: table)
  }

  private func place(_ cell: UITableViewCell, _ tile: TilePlan.Tile, of table: UITableView) -> RecyclingPass.Answer {
    var frame = table.rowFrame(y: tile.y, height: tile.height)
    if cell.isAside { frame.origin.x = cell.frame.minX }
    if cell.frame != frame { cell.frame = frame }
    return cell.superview === table ? .done : .hidden
  }

  /// Whether a view comes into the table or leaves it as the cell of a row, which has its place already: the table need not
  /// be laid out again for it.
  func isMoving(_ view: UIView) -> Bool { moving == ObjectIdentifier(view) }

  /// A round has ended.
  func wereLaidOut() { census.laidOut(cells.visible.count, visible: cells.visible.count) }

  // MARK: Binding

  // The steps of a `RecyclingPass`; see there.

  /// Has the data source supply the cell of a row.
  func ask(_ tile: Int) -> RecyclingPass.Answer {
    let table = table
    let position = storedPlan.rows[tile].position
    guard table.app.hasDataSource else {
      table.setNeedsLoad()
      return .done
    }
    if let held = table.departures.takeBack(.row(position)), let cell = held.view as? UITableViewCell {
      cell.move(to: position)
      if cell.isAside { cell.stepBack() }
      for guest in table.guests.cells.members { guest.dress(cell, at: position) }
      cells.place(cell, at: position, identifier: held.identifier, isNew: false)
      if isObserved { tell(.placed(cell, IndexPath(position))) }
      return .returned
    }
    table.app.requireInData(position, of: table.index)
    supplied = table.supply.request(position)
    return .done
  }

  /// Makes the cell idle that was supplied while the rows changed.
  func discard() {
    if let cell = supplied { leaveUnbound(cell) }
    supplied = nil
  }

  /// Takes the cell that the data source has supplied into the visible container; does not show it yet.
  func bind(_ number: Int) -> RecyclingPass.Answer {
    if case .hidden = bind(storedPlan.rows[number]) { return .hidden }
    return missing(from: number + 1)
  }

  private func bind(_ tile: TilePlan.Tile) -> RecyclingPass.Answer {
    let table = table
    let position = tile.position
    guard let cell = supplied else { return .done }
    supplied = nil
    if cell.superview === table { table.departures.cancel(cell) }
    table.supply.requireFree(cell, for: position, shownAt: rowShown(by: cell))
    if cell.isIdle { withdraw(cell) }
    // One that the app has kept is measured before it is in a window.
    cell.adoptTraits(table.traitCollection)
    let frame = table.rowFrame(y: tile.y, height: tile.height)
    cell.frame = frame
    cell.setRoom(table.room.present)
    if let level = table.app.indentationLevel(of: position) { cell.indentationLevel = level }
    let isNew = cell.show(position, of: table)
    if isObserved, isNew { tell(.made(cell)) }
    cells.place(cell, at: position, identifier: cell.reuseIdentifier, isNew: isNew)
    if isNew { census.made(cell.reuseIdentifier) }
    if isObserved { tell(.placed(cell, IndexPath(position))) }
    return cell.frame == frame && cell.superview !== table ? .hidden : place(cell, tile, of: table)
  }

  /// Has the data source supply the cell of a row that is not on screen, for a look at it, and makes it idle.
  /// - Returns: nil when the rows were changed meanwhile, and without data source.
  func withCell<Result>(of position: RowPosition, _ body: (UITableViewCell) -> Result) -> Result? {
    guard let cell = table.supply.request(position) else { return nil }
    let result = body(cell)
    leaveUnbound(cell)
    return table.mustEndPass ? nil : result
  }

  /// The row on screen that a cell stands for.
  private func rowShown(by cell: UITableViewCell) -> RowPosition? {
    cell.position.flatMap { cells.view(at: $0) === cell ? $0 : nil }
  }

  /// Makes a cell idle that was made for a row and is not shown.
  private func leaveUnbound(_ cell: UITableViewCell) {
    guard cell.position == nil, cell.superview == nil, !cell.isIdle, !cell.isTemplate else { return }
    guard cell.table == nil || cell.table === table else { return }
    cell.belong(to: table)
    recycle(cell, identifier: cell.reuseIdentifier)
  }

  /// Has the guests give a cell what its row asks for, once for the row: again only if a callback changed rows meanwhile.
  func dress(_ tile: Int) {
    guard let cell = cell(ofTile: tile), !cell.isDressed else { return }
    let position = storedPlan.rows[tile].position
    for guest in table.guests.cells.members { guest.dress(cell, at: position) }
  }

  /// Shows the cell of a row.
  func show(_ tile: Int, of table: UITableView) -> RecyclingPass.Answer {
    if let cell = cell(ofTile: tile) { show(cell, storedPlan.rows[tile].position, of: table) }
    return missing(from: tile + 1)
  }

  private func show(_ cell: UITableViewCell, _ position: RowPosition, of table: UITableView) {
    cell.wasDressed()
    table.app.willDisplay(cell, at: position)
    moving = ObjectIdentifier(cell)
    table.insertSubview(cell, at: table.bottomOfContent)
    moving = nil
    table.cellDidAppear(cell, at: position)
  }

  // MARK: Leaving

  /// Has cells that leave become idle in another order, from the next pass on.
  func collect(in order: TableReuseOrder) { self.order = order }

  /// Moves the cells whose rows are not planned to the leaving ones.
  func letLeave() {
    cells.retain(plan.rows)
    guard isObserved else { return }
    for entry in cells.leaving.reversed() { tell(.left(entry.view, IndexPath(entry.position))) }
  }

  /// Lets cells go that left the visible rectangle: out of the hierarchy, reported to the delegate, into the pool, in
  /// this order.
  func endDisplayingLeaving() {
    let table = table
    while let entry = cells.nextLeaving() {
      if order == .askFirst, entry.view.position != entry.position {
        // The data source kept the cell and gave it to another row, before it could be collected.
        table.app.didEndDisplaying(entry.view, at: entry.position)
        continue
      }
      let isHolding = table.departures.isHolding
      let cell = entry.view
      let isHeld = isHolding && cell.superview === table
      if cell.isAside { openRow?.viewWillLeave(isHeld: isHeld) }
      if isHeld {
        table.departures.add(entry, isGone: false)
        continue
      }
      table.cellWillLeave(at: entry.position)
      cell.setGround(nil)
      if cell.presentation != nil { table.window?.application.animator.interrupt(cell) }
      let wasShown = cell.superview === table
      if wasShown {
        moving = ObjectIdentifier(cell)
        cell.removeFromSuperview()
        moving = nil
      }
      cell.leaveRow()
      didLeave(cell, entry.position, identifier: entry.identifier, wasShown: wasShown)
    }
  }

  /// Reports a cell that was taken off the table, and makes it idle; within a reload when the new counts are known.
  /// - Parameter wasShown: the delegate knows of the cell.
  func didLeave(_ cell: UITableViewCell, _ position: RowPosition, identifier: String?, wasShown: Bool) {
    guard !table.work.holdsReports else {
      return table.work.hold { [unowned table] in
        table.rows.didLeave(cell, position, identifier: identifier, wasShown: wasShown)
      }
    }
    if wasShown { table.app.didEndDisplaying(cell, at: position) }
    // The app may have put it to use when told.
    if cell.superview == nil, cell.position == nil { recycle(cell, identifier: identifier) }
    if isObserved { tell(.collected(cell, IndexPath(position), isIdle: cell.isIdle)) }
  }

  // MARK: Lending

  /// Takes a row's cell out of the visible ones; `takeBack()` returns it.
  func lend(_ position: RowPosition, to borrower: any RowBorrower) -> Cells.Entry? {
    guard self.borrower == nil, let entry = cells.lend(position) else { return nil }
    self.borrower = borrower
    lent = entry
    isPlanOutdated = true
    return entry
  }

  func takeBack() {
    if let lent, let row = lent.view.position {
      cells.place(lent.view, at: row, identifier: lent.identifier, isNew: false)
    }
    borrower = nil
    lent = nil
    isPlanOutdated = true
  }

  /// A guest moved a row beside its place; nil when none is there any more.
  func noteOpen(_ row: (any OpenRow)?) { openRow = row }

  /// The cell that is lent out.
  var lentCell: UITableViewCell? { lent?.view }

  /// Its row.
  var lentRow: RowPosition? { lent?.view.position }

  /// The cell of a row: on screen, or lent out.
  func cell(at position: RowPosition) -> UITableViewCell? {
    if let lent, lent.view.position == position { return lent.view }
    return cells.view(at: position)
  }

  /// The cells on screen, the one that is lent out included, in order of their rows.
  var shown: ContiguousArray<Cells.Entry> {
    guard let lent, let row = lent.view.position else { return cells.visible }
    var shown = cells.visible
    shown.insert(
      .init(position: row, view: lent.view, identifier: lent.identifier), at: cells.index(of: row).index)
    return shown
  }

  /// Whether a row is the first that is shown in its section; the gap of the one that is lent out does not count.
  func isFirstShown(_ position: RowPosition) -> Bool {
    position.row == 0 || (position.row == 1 && lentRow == RowPosition(section: position.section, row: 0))
  }

  /// Whether a row is the last that is shown in its section.
  func isLastShown(_ position: RowPosition) -> Bool {
    let table = table
    // Counts that were asked since the last pass may not hold what is still on screen.
    guard position.section < table.index.sectionCount else { return false }
    let last = table.index.rowCount(inSection: position.section) - 1
    guard let lent = lentRow, lent == RowPosition(section: position.section, row: last) else {
      return position.row == last
    }
    return position.row == last - 1
  }

  // MARK: Idle cells

  /// The table is lower by a factor and needs fewer cells.
  func shrinkPool(to part: Double) {
    cells.shrink(to: part, screenful: screenful)
    census.released(cells.trim())
  }

  /// An idle cell that is ready for another row.
  func dequeue(_ identifier: String) -> UITableViewCell? {
    guard let cell = cells.dequeue(identifier) else { return nil }
    cell.leavePool()
    census.dequeued(identifier)
    cell.adoptTraits(table.traitCollection)
    cell.prepareForReuse()
    if isObserved { tell(.dequeued(cell)) }
    return cell
  }

  /// Makes a cell idle whose row has left the screen and was reported.
  private func recycle(_ cell: UITableViewCell, identifier: String?) {
    guard cells.recycle(cell, identifier: identifier) else { return }
    cell.enterPool()
    census.becameIdle(identifier)
    if cells.overflows { census.released(cells.evict()) }
  }

  /// The app kept a cell and returns it though it waits in a pool, of this table or another: it must not be handed out
  /// a second time.
  private func withdraw(_ cell: UITableViewCell) {
    cell.leavePool()
    guard let identifier = cell.reuseIdentifier, let owner = cell.table?.rows,
      owner.cells.withdraw(cell, identifier: identifier)
    else { return }
    owner.census.released(1, identifier)
  }

  private var screenful: Int {
    let height = table.bounds.height
    guard height.isFinite, height > 0 else { return 8 }
    return max(8, Int(measured: min(height / max(table.usualRowHeight, 8), 1000), else: 0) + 1)
  }

  // MARK: Who watches

  /// Told of every step; not kept alive.
  var observer: (any TablePassObserver)? {
    get { storedObserver }
    set {
      storedObserver = newValue
      isObserved = newValue != nil
    }
  }

  func tell(_ step: TablePassStep) {
    guard let storedObserver else {
      isObserved = false
      return
    }
    storedObserver.tableView(table, passDidReach: step)
  }

  override func checkInvariants() {
    let table = table
    cells.checkInvariants()
    precondition(cells.leaving.isEmpty, "a cell left the screen and was not reported")
    precondition(supplied == nil, "a cell was supplied, and has no row")
    precondition(
      plan.rows.map(\.position) == cells.visible.map(\.position), "the visible cells are not the rows of the plan")
    precondition((borrower == nil) == (lent == nil), "a cell is borrowed by no guest, or none is")
    let shownIndex = borrower?.shownIndex(of: table.index) ?? table.index
    for (tile, entry) in zip(plan.rows, cells.visible) {
      let place = "row \(tile.position.row) of section \(tile.position.section)"
      let shown = borrower?.shownPosition(of: tile.position) ?? tile.position
      let band = shownIndex.band(ofRow: shown.row, inSection: shown.section)
      precondition(
        tile.y == (viewport?.contentTop ?? 0) + band.top && tile.height == band.height, "the plan misplaces \(place)")
      var frame = table.rowFrame(y: tile.y, height: tile.height)
      if entry.view.isAside { frame.origin.x = entry.view.frame.minX }
      precondition(
        entry.view.room == table.room.present, "the cell of \(place) has the room of another table or time")
      precondition(entry.view.frame == frame, "the cell of \(place) is misplaced: \(entry.view.frame)")
      precondition(entry.view.superview === table, "the cell of \(place) is not in the table")
      precondition(entry.view.position == tile.position, "the cell of \(place) believes to be elsewhere")
      precondition(!entry.view.isIdle, "the cell of \(place) waits in a pool")
    }
  }
}

extension VisibleRows: RowFollower {
  func follow(_ plan: UpdatePlan) {}

  func moveViews(by plan: UpdatePlan) {
    cells.remap { plan.isReloaded($0) ? nil : plan.newPosition(of: $0) }
    for entry in cells.visible { entry.view.move(to: entry.position) }
    while let entry = cells.nextLeaving() {
      if entry.view.superview === table {
        table.departures.add(entry, isGone: true)
      } else {
        // Bound by a pass that ended before it could show it: there is nothing to animate.
        entry.view.leaveRow()
        didLeave(entry.view, entry.position, identifier: entry.identifier, wasShown: false)
      }
    }
  }

  /// Takes all cells off the table.
  func reset() {
    cells.retainNone()
    endDisplayingLeaving()
  }

  func keepRows(existingIn index: RowHeightIndex) {}

  func didLoad() {
    if isObserved, table.app.hasDataSource { tell(.loaded) }
  }

  /// Lets go the cells that have not been visible for long.
  func reloadDidEnd() {
    cells.beginEpoch(screenful: screenful)
    census.released(cells.trim())
  }
}
