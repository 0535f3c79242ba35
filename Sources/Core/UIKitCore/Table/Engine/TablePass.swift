import Foundation
import Primitives
import TableModel

/// The layout pass of a table, which brings the screen in line with offset, size and data: it conducts the owners of rows,
/// headers and footers.
///
/// A round of it cuts the visible band out of the heights as a `TilePlan`, and has a `RecyclingPass` say what comes next:
/// cells of other rows leave, what is only estimated is measured, and every row of the plan gets its cell and place.
/// Callbacks may ask for another round. A round that shows no new row asks nothing and allocates nothing.
@MainActor
final class TablePass: TableFacet {
  private let rows: VisibleRows
  private let parts: SectionParts
  /// Rows that came too late for their frame.
  private let late: LateRows
  /// The table's size in the last pass, in points; of no width before the first.
  private var size = CGSize(width: -1, height: 0)
  /// The row that stays where it is on screen while heights are asked for; nil for none.
  private var steadyRow: RowPosition?
  /// The place of `steadyRow` before the height that was asked for last.
  private var mark: ScrollAnchor.Mark?
  /// Whether some row is to stay: the first that gets a height, where no other does.
  private var holdsPlace = false

  /// - Parameters:
  ///   - rows, parts, late: of the table that the pass is attached to.
  init(_ rows: VisibleRows, _ parts: SectionParts, _ late: LateRows) {
    (self.rows, self.parts, self.late) = (rows, parts, late)
  }

  /// Brings everything on screen in line. Called by `layoutSubviews`, and where what is on screen has to be known at once.
  func run(of table: UITableView) {
    let work = table.work
    guard work.mayLayOut else { return }
    let outer = work.begin(.passing)
    defer { work.end(outer) }
    carryOutRequests(of: table)
    sizeMayHaveChanged(of: table)
    if rows.isObserved { rows.tell(.passBegan) }
    if work.isDue(.counts) { table.loader.loadIfNeeded() }
    if table.anchor.isAiming { table.anchor.passWillBegin() }
    if let borrower = rows.borrower { borrower.passWillBegin() }
    // A content size found anew can move the offset, and that shows other rows; a second round settles it.
    untilSettled {
      guard layOutRound(of: table) else { return false }
      carryOutRequests(of: table)
      if work.isDue(.counts) { table.loader.loadIfNeeded() }
      if table.anchor.isAiming { table.anchor.roundDidEnd() }
      return true
    }
    table.passDidEnd()
  }

  /// Does what callbacks asked for that had to wait.
  private func carryOutRequests(of table: UITableView) {
    let work = table.work
    guard work.isDue([.reload, .exchange, .update]) else { return }
    if work.isDue(.reload) { table.loader.reload() }
    if work.isDue(.exchange) { table.loadFromSource() }
    table.updates.commitWaiting()
  }

  /// Another width needs other heights, a smaller height fewer idle cells.
  private func sizeMayHaveChanged(of table: UITableView) {
    let new = table.bounds.size
    guard new != size else { return }
    let old = size
    size = new
    if new.width != old.width {
      rows.openRow?.end()
      if old.width >= 0 { table.work.note(.measuring) }
      table.work.note(.tiling)
    }
    if new.height < old.height, new.height >= 0 {
      rows.shrinkPool(to: new.height / old.height)
      parts.shrinkPool(to: new.height / old.height)
    }
  }

  /// Whether the screen shows the table at rest: no work is due, and no visible height is only estimated.
  var isSettled: Bool {
    !table.work.isDue(.tiling) && !rows.plan.hasEstimates && rows.viewport == table.currentViewport
  }

  // MARK: A round

  /// - Returns: false when nothing changed since the last round.
  private func layOutRound(of table: UITableView) -> Bool {
    let work = table.work
    var next = table.currentViewport
    if work.isDue(.tiling) {
      for guest in table.guests.tiling.members { guest.roundWillTile() }
      if table.room.update() { giveRoom(of: table) }
      if work.isDue(.measuring) { forgetOutdatedHeights(of: table) }
      next = table.currentViewport
      work.note(.placing)
    } else if next == rows.viewport {
      return false
    }
    if next.contentTop != rows.viewport?.contentTop { work.note(.placing) }
    work.settle(.tiling)
    let outer = work.begin(.tiling)
    tile(next, table)
    work.end(outer)
    return true
  }

  private func tile(_ next: TilePlan.Viewport, _ table: UITableView) {
    rows.updatePlan(parts.placeEndViews(of: table) ? table.currentViewport : next, of: table)
    if rows.isObserved { rows.tell(.planned(rows: rows.plan.rows.map { IndexPath($0.position) })) }
    let seen = plan(of: table)
    if seen.changesTiles { late.passWillBegin(of: table) }
    // Views are held for an update's animation before any is asked for.
    var pass = RecyclingPass(of: seen, collectsFirst: rows.order == .collectFirst || table.departures.isHolding)
    while let step = pass.step {
      let answer = perform(step, of: table)
      if case .planned = answer { pass.planned(plan(of: table)) }
      pass.take(answer, rowsChanged: table.mustEndPass || rows.isPlanOutdated)
    }
  }

  /// The plan as a pass sees it.
  private func plan(of table: UITableView) -> RecyclingPass.Plan {
    RecyclingPass.Plan(
      tiles: rows.plan.rows.count, parts: rows.plan.parts.count,
      estimate: rows.plan.hasEstimates ? nextEstimate(of: table) : nil,
      isOutdated: table.work.isDue(.placing) || !rows.showsPlan, showsParts: parts.isOnScreen)
  }

  /// Carries out a step.
  private func perform(_ step: RecyclingPass.Step, of table: UITableView) -> RecyclingPass.Answer {
    let number = step.number
    switch step.kind {
    case .letLeave:
      rows.letLeave()
      return missingFirst(of: table)
    case .release: rows.endDisplayingLeaving()
    case .collect:
      rows.letLeave()
      rows.endDisplayingLeaving()
      return missingFirst(of: table)
    case .holdPlace: holdPlace(of: table)
    case .measure: measure(number, of: table)
    case .measurePart:
      beginMeasuring(of: table)
      if let position = rows.plan.firstEstimatedPart { parts.measure(position) }
    case .planAgain:
      table.anchor.restore(mark)
      rows.updatePlan(table.currentViewport, of: table)
      return .planned
    case .learn, .learnLate:
      learn(isComplete: step.kind == .learn, of: table)
      return .planned
    case .find: return rows.missing(from: number)
    case .ask: return late.admitsAnother() ? rows.ask(number) : .late
    case .discard: rows.discard()
    case .bind: return rows.bind(number)
    case .place: return rows.place(number, of: table)
    case .dress: rows.dress(number)
    case .show: return rows.show(number, of: table)
    case .finishRows:
      table.work.settle(.placing)
      rows.openRow?.placeAgain()
      table.rowsDidTile()
    case .letPartsLeave: parts.letLeave(rows.plan.parts)
    case .placePart: return parts.place(rows.plan.parts[number], of: table)
    case .askPart: return parts.ask(rows.plan.parts[number])
    case .discardPart: parts.discard()
    case .dropPart: parts.dropEmpty(rows.plan.parts[number].position)
    case .showPart: parts.show(rows.plan.parts[number], of: table)
    case .finish:
      late.passDidEnd()
      if rows.isObserved, !rows.plan.parts.isEmpty { rows.tell(.headersAndFootersPlaced) }
      rows.wereLaidOut()
    }
    return .done
  }

  private func missingFirst(of table: UITableView) -> RecyclingPass.Answer {
    table.work.isDue(.placing) ? .placeAll : rows.missing(from: 0)
  }

  /// Gives the cells on screen, and headers and footers, the room that the table leaves for content now.
  private func giveRoom(of table: UITableView) {
    for entry in rows.cells.visible { entry.view.setRoom(table.room.present) }
    for entry in parts.visible { entry.view.setNeedsLayout() }
  }

  // MARK: Measuring

  // Heights of visible rows, headers and footers that were only estimated are asked for, each once; of rows the cell
  // first. The first row wholly on screen stays where it is: a change above it moves the offset along. A row that is being
  // scrolled to comes first and keeps its place instead; see `ScrollAnchor`.

  private func holdPlace(of table: UITableView) {
    // At the top the offset stays, and an update has chosen what keeps its place.
    holdsPlace = !table.work.isUpdating && !table.anchor.isAtTop
    steadyRow = holdsPlace ? firstSteadyRow(of: table) : nil
  }

  private func measure(_ tile: Int, of table: UITableView) {
    let position = rows.plan.rows[tile].position
    beginMeasuring(of: table)
    let cell = rows.cells.view(at: position)
    cell?.wasDressed()
    table.loader.measure(position, in: cell)
    if steadyRow == nil, holdsPlace { steadyRow = position }
  }

  private func beginMeasuring(of table: UITableView) {
    table.indicators.beginTrail()
    mark = table.anchor.mark(steadyRow)
  }

  private func learn(isComplete: Bool, of table: UITableView) {
    table.work.note(.placing)
    if let height = table.loader.betterEstimate() { learn(height, of: table) }
    // The guess above what is on screen can make the content so short that others come on screen: for the next round.
    if rows.plan.hasEstimates, isComplete { table.work.note(.tiling) }
    parts.placeEndViews(of: table)
  }

  /// Has rows off screen count with a better guess of their heights. The first row on screen stays.
  private func learn(_ height: Double, of table: UITableView) {
    let mark = table.anchor.mark(rows.cells.visible.first?.position)
    table.loader.learn(height)
    if !table.anchor.restore(mark) { table.updateContentSize() }
    rows.updatePlan(table.currentViewport, of: table)
  }

  /// Has the rows measured for another width, or at another scale. The first row wholly on screen keeps its place.
  private func forgetOutdatedHeights(of table: UITableView) {
    // Rows that an update is about to exchange are asked about after it; it stays due.
    if table.mustEndPass, !table.needsLoad { return }
    table.work.settle(.measuring)
    // A load asks for all heights.
    if table.needsLoad { return }
    // Of the rows shown last, which a reload may have taken away since.
    let shown = rows.plan.rows.filter { table.index.contains($0.position) }
    let top = table.bounds.minY + table.adjustedContentInset.top
    let mark = table.anchor.isAtTop ? nil : table.anchor.mark((shown.first { $0.y >= top } ?? shown.first)?.position)
    table.loader.forgetMeasurements(estimating: shown)
    table.setNeedsTiling()
    if !table.anchor.restore(mark) { table.updateContentSize() }
  }

  /// Something visible without a height of its own: a row that is scrolled to, else the first.
  private func nextEstimate(of table: UITableView) -> RecyclingPass.Estimate? {
    var first = rows.plan.firstEstimated?.position
    if let row = table.anchor.rowToPlace, !table.index.isMeasured(row: row.row, inSection: row.section),
      rows.plan.rows.contains(where: { $0.position == row })
    {
      first = row
    }
    guard let first else { return .part }
    return rows.plan.rows.firstIndex { $0.position == first }
      .map { .tile($0, hasView: rows.cells.view(at: first) != nil) }
  }

  /// The first row wholly on screen among those that were there before, else the first of them.
  private func firstSteadyRow(of table: UITableView) -> RowPosition? {
    let top = table.currentViewport.pinTop
    for tile in rows.plan.rows where tile.y >= top && rows.cells.view(at: tile.position) != nil { return tile.position }
    return rows.cells.visible.first?.position
  }

  /// A cell's content has another size.
  func remeasure(_ cell: UITableViewCell) {
    let loader = table.loader
    guard loader.mayRemeasure, loader.rowSizing != .uniform, let position = cell.position,
      rows.cells.view(at: position) === cell
    else { return }
    loader.forgetHeight(of: position)
    table.setNeedsTiling()
  }

  override func checkInvariants() {
    precondition(
      rows.plan.rows.isEmpty || rows.viewport?.contentTop == table.contentTop, "the plan's content begins elsewhere")
  }
}
