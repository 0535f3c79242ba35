import Foundation
import TableModel
import UIKitCore

/// The cells on screen: one where each visible row, header included, crosses each visible column. The counterpart of
/// the table's `VisibleRows`, over a `ReuseQueue` as that one.
///
/// A cell that leaves stays where it is, out of sight now: in a warm scroll it comes back for another place of the same
/// pane, and the tree of views stays as it is. Until then a frame has nothing to do with it.
///
/// Outside of a pass the cells are those of the tiles, each in its pane at its place. A round that shows the same rows
/// and columns does not come here.
@MainActor
final class GridCells: GridFacet {
  let queue = PlaceQueue()
  /// Where visible rows and columns cross.
  @exclusivity(unchecked) private var places = ContiguousArray<GridPosition>()
  /// The cell that the data source has supplied and that is not shown yet.
  @exclusivity(unchecked) private var supplied: GridViewCell?
  /// Cells that left in this round and may still be subviews.
  private var parked = ContiguousArray<GridViewCell>()
  /// Cells that left and wait in the tree of views where they were.
  private var resting = ContiguousArray<GridViewCell>()
  /// Places are being given cells.
  private var isUpdating = false
  /// Cells to ask for again, as callbacks wished while places were being given cells.
  private var dueReloads: [GridPosition] = []
  /// All cells were taken off since the last pass.
  private var hasReloaded = false
  private var classes: [String: GridViewCell.Type] = [:]
  /// A cell that left while a view in it has the keyboard: it waits offstage for its place, and for no other.
  private var held: (cell: GridViewCell, place: GridPosition)?
  /// The place of a cell whose own one is gone.
  private static let nowhere = GridPosition(row: .max, column: .max)

  // MARK: A round

  /// Gives every place on screen its cell.
  /// - Parameter placesAll: whether cells that stay may have other frames.
  func update(placesAll: Bool) {
    let grid = grid
    let (rows, columns) = (grid.lines.visibleRows, grid.lines.visibleColumns)
    listPlaces(rows, columns)
    isUpdating = true
    var pass = RecyclingPass(of: .init(tiles: places.count), collectsFirst: true)
    while let step = pass.step {
      let answer = perform(step, placesAll: placesAll, rows, columns)
      pass.take(answer, rowsChanged: grid.work.mustEnd)
    }
    unpark()
    clearSight(ofAll: placesAll)
    isUpdating = false
    if held != nil { releaseHeld() }
    queue.laidOut(grid.rows.tiles.count)
    reloadDue()
  }

  /// The data source's cell for a place; for the corner one of the grid's.
  private func made(at place: GridPosition) -> GridViewCell { grid.app.cell(at: place) ?? header("") }

  /// Carries out a step of a pass. Headers are cells like others here, and lengths are found out by `GridLines`.
  private func perform(
    _ step: RecyclingPass.Step, placesAll: Bool, _ rows: ContiguousArray<GridAxis.Tile>,
    _ columns: ContiguousArray<GridAxis.Tile>
  ) -> RecyclingPass.Answer {
    let number = step.number
    switch step.kind {
    case .collect:
      queue.retain(places)
      parkLeaving()
      return placesAll ? .placeAll : .missing(queue.firstMissing(of: places, from: 0))
    case .release: parkLeaving()
    case .find: return .missing(queue.firstMissing(of: places, from: number))
    case .ask: supplied = held?.place == places[number] ? held?.cell : made(at: places[number])
    case .discard:
      if let supplied, supplied !== held?.cell { leaveUnbound(supplied) }
      supplied = nil
    case .bind:
      bind(places[number], rows[number / columns.count], columns[number % columns.count])
      return .missing(queue.firstMissing(of: places, from: number + 1))
    case .place:
      guard let cell = cell(at: places[number]) else { return .noView }
      put(cell, rows[number / columns.count], columns[number % columns.count])
    default: break
    }
    return .done
  }

  /// Notes where rows and columns cross, in order.
  private func listPlaces(_ rows: ContiguousArray<GridAxis.Tile>, _ columns: ContiguousArray<GridAxis.Tile>) {
    let surplus = places.count - rows.count * columns.count
    if surplus > 0 {
      places.removeLast(surplus)
    } else {
      places.append(contentsOf: repeatElement(GridPosition(row: 0, column: 0), count: -surplus))
    }
    // Written in place: to append each costs several times as much.
    places.withUnsafeMutableBufferPointer { places in
      var slot = 0
      for row in rows {
        for column in columns {
          places[slot] = GridPosition(row: row.line, column: column.line)
          slot += 1
        }
      }
    }
  }

  private func put(_ cell: GridViewCell, _ row: GridAxis.Tile, _ column: GridAxis.Tile) {
    let lines = grid.lines
    let frame = lines.frame(row, column)
    if cell.frame != frame { cell.frame = frame }
    cell.adoptDirection(isTurned: lines.isTurned)
    let view = grid.panes.pane(row, column, in: grid).cells
    if cell.superview !== view { view.add(cell) }
  }

  /// Shows the cell that the data source has supplied.
  private func bind(_ place: GridPosition, _ row: GridAxis.Tile, _ column: GridAxis.Tile) {
    let grid = grid
    guard let cell = supplied else { return }
    supplied = nil
    requireFree(cell, for: place)
    if cell.isIdle { withdraw(cell) }
    let isNew = cell.show(place, of: grid)
    queue.place(cell, at: place, identifier: cell.reuseIdentifier, isNew: isNew)
    let isSelected = grid.chooser.isSelected(place)
    if cell.isSelected != isSelected { cell.isSelected = isSelected }
    if held?.cell === cell { showHeld(row, column) } else { put(cell, row, column) }
    grid.app.willDisplay(cell, at: place)
  }

  /// Ends the program if the data source returned a cell that is in use.
  private func requireFree(_ cell: GridViewCell, for place: GridPosition) {
    guard let old = cell.position else { return }
    if let other = cell.grid, other !== grid {
      misuse(
        """
        the data source returned, for \(place.words), a cell that another grid shows; take cells from \
        dequeueReusableCell of the grid that asks
        """)
    }
    if self.cell(at: old) === cell {
      misuse(
        """
        the data source returned, for \(place.words), the cell that already shows \(old.words); dequeue or make a \
        cell for each place
        """)
    }
  }

  // MARK: Leaving

  private func parkLeaving() {
    while let entry = queue.nextLeaving() { park(entry.cell, entry.position, entry.identifier) }
  }

  /// - Parameter scrolls: whether the place may come back with the same contents.
  private func park(_ cell: GridViewCell, _ place: GridPosition, _ identifier: String?, scrolls: Bool = true) {
    cell.leavePlace()
    if held == nil, hasKeyboard(cell), scrolls && !hasReloaded || isTitle(place) {
      held = (cell, place)
      GridCellsView.putOffstage(cell)
      grid.app.didEndDisplaying(cell, at: place)
      return
    }
    parked.append(cell)
    grid.app.didEndDisplaying(cell, at: place)
    guard cell.position == nil, queue.recycle(cell, identifier: identifier) else { return }
    cell.enterPool()
  }

  // MARK: With the keyboard

  /// Whether a place is in a further title row.
  private func isTitle(_ place: GridPosition) -> Bool {
    place.row < 0 && place.row > grid.titleRow && place.column >= 0
  }

  /// Whether a view in a cell, which is not the field of the editor, has the keyboard.
  private func hasKeyboard(_ cell: GridViewCell) -> Bool {
    guard let responder = grid.window?.firstResponder, responder !== grid, let view = responder as? UIView else {
      return false
    }
    return view.isDescendant(of: cell)
  }

  /// Whether keys are for a view in a title row, on screen or not.
  var isTypedIntoTitles: Bool {
    guard !grid.titleRowHeights.isEmpty, !grid.isFirstResponder else { return false }
    if let held, isTitle(held.place), hasKeyboard(held.cell) { return true }
    return queue.visible.contains { isTitle($0.position) && hasKeyboard($0.cell) }
  }

  /// Shows the cell that waits with the keyboard, which it has again where it comes into another pane.
  private func showHeld(_ row: GridAxis.Tile, _ column: GridAxis.Tile) {
    guard let cell = held?.cell else { return }
    held = nil
    let responder = hasKeyboard(cell) ? grid.window?.firstResponder : nil
    put(cell, row, column)
    if let responder, !responder.isFirstResponder { _ = responder.becomeFirstResponder() }
  }

  /// Lets the cell go that waits with the keyboard, once it has lost it, or its column is gone.
  private func releaseHeld() {
    guard let (cell, place) = held else { return }
    let size = grid.lines.size
    guard !hasKeyboard(cell) || place.row >= size.rows || place.column >= size.columns else { return }
    held = nil
    cell.removeFromSuperview()
    if queue.recycle(cell, identifier: cell.reuseIdentifier) { cell.enterPool() }
  }

  /// Decides about cells that found no other place. A row's and a column's worth stay in the tree of views, since a
  /// grid that scrolls shows one more by turns.
  private func unpark() {
    guard !parked.isEmpty else { return }
    let spare = grid.lines.visibleRows.count + grid.lines.visibleColumns.count + 1
    var surplus = grid.panes.cellCount - queue.visibleCount - spare
    for cell in parked where cell.position == nil && cell.superview is GridCellsView {
      if surplus > 0 || !cell.isIdle {
        cell.removeFromSuperview()
        surplus -= 1
      } else if cell.showsWithinFrame {
        resting.append(cell)
      } else {
        GridCellsView.putOffstage(cell)
      }
    }
    parked.removeAll(keepingCapacity: true)
  }

  /// Puts cells offstage that wait where others are shown now.
  /// - Parameter all: lines are elsewhere: none can stay where it is.
  private func clearSight(ofAll all: Bool) {
    guard !resting.isEmpty else { return }
    let sight = GridSight(grid.lines)
    var kept = 0
    for index in resting.indices {
      let cell = resting[index]
      // Shown again, or taken away.
      guard cell.position == nil, let view = cell.superview as? GridCellsView else { continue }
      if all || view.shows(cell, sight) {
        GridCellsView.putOffstage(cell)
      } else {
        if kept != index { resting[kept] = cell }
        kept += 1
      }
    }
    resting.removeLast(resting.count - kept)
  }

  /// Takes all cells off the grid: the start of a reload.
  func removeAll() {
    hasReloaded = true
    // A row may have other contents by now.
    if let place = held?.place, !isTitle(place) { held?.place = Self.nowhere }
    queue.retainNone()
    parkLeaving()
  }

  /// Lets go what a reload took away and the pass after it did not need again.
  func trimAfterReload() {
    guard hasReloaded else { return }
    hasReloaded = false
    unpark()
    clearSight(ofAll: true)
    queue.trim(screenful: 64)
  }

  /// Gives cells that stay through an update their new places; those of deleted lines leave.
  /// - Returns: the cells that left, to be shown on their way out.
  func remap(_ map: (GridPosition) -> GridPosition?) -> [GridViewCell] {
    if let (cell, place) = held {
      held = (cell, map(place) ?? Self.nowhere)
    }
    queue.remap(map)
    for entry in queue.visible { entry.cell.move(to: entry.position) }
    var gone: [GridViewCell] = []
    while let entry = queue.nextLeaving() {
      entry.cell.leavePlace()
      grid.app.didEndDisplaying(entry.cell, at: entry.position)
      gone.append(entry.cell)
    }
    return gone
  }

  /// A cell that an update had shown on its way out has arrived.
  func takeBack(_ cell: GridViewCell) {
    cell.removeFromSuperview()
    cell.alpha = 1
    guard cell.position == nil, !cell.isIdle, queue.recycle(cell, identifier: cell.reuseIdentifier) else { return }
    cell.enterPool()
  }

  /// Asks for the cell of a place once more, if it is on screen: in the next round.
  func reload(_ place: GridPosition) {
    guard !isUpdating else { return dueReloads.append(place) }
    grid.work.note(.placing)
    guard let entry = queue.lend(place) else { return }
    park(entry.cell, entry.position, entry.identifier, scrolls: false)
  }

  /// The titles of columns on screen.
  private var titles: [PlaceQueue.Entry] {
    let row = grid.titleRow
    return queue.visible.filter { $0.position.row == row && $0.position.column >= 0 }
  }

  /// Asks for the titles of columns on screen once more.
  func reloadHeaders() { for title in titles { reload(title.position) } }

  /// Shows in the titles on screen what rows are sorted by.
  func showSortMarks() {
    for title in titles {
      (title.cell as? GridHeaderCell)?.sortMark = grid.columnKeeper.sortMark(ofColumn: title.position.column)
    }
  }

  /// Does what callbacks asked for while cells were being given their places.
  private func reloadDue() {
    guard !dueReloads.isEmpty else { return }
    let places = dueReloads
    dueReloads = []
    for place in places { reload(place) }
  }

  /// Makes a cell idle that was made for a place and is not shown.
  private func leaveUnbound(_ cell: GridViewCell) {
    guard cell.position == nil, !cell.isIdle, cell.grid == nil || cell.grid === grid else { return }
    cell.belong(to: grid)
    if queue.recycle(cell, identifier: cell.reuseIdentifier) { cell.enterPool() }
  }

  /// The app kept a cell and returns it though it waits in a pool.
  private func withdraw(_ cell: GridViewCell) {
    cell.leavePool()
    if let identifier = cell.reuseIdentifier { cell.grid?.cells.queue.withdraw(cell, identifier: identifier) }
  }

  /// Lets `body` read the cell of a place: the one on screen, or one made for the question and given back.
  /// - Returns: nil while the grid is at work, and where the question has changed the lines.
  func withCell<Result>(at place: GridPosition, _ body: (GridViewCell) -> Result) -> Result? {
    if let shown = cell(at: place) { return body(shown) }
    guard grid.work.isResting, !grid.work.mustEnd else { return nil }
    let made = made(at: place)
    defer { leaveUnbound(made) }
    return made.position == nil && !grid.work.mustEnd ? body(made) : nil
  }

  /// The cell shown at a place, which may be a header; nil for a place off screen.
  func cell(at place: GridPosition) -> GridViewCell? {
    // As in `PlaceQueue.Entry.cell`.
    queue.view(at: place).map { unsafeDowncast($0, to: GridViewCell.self) }
  }

  // MARK: Supply

  func register(_ cellClass: GridViewCell.Type?, _ identifier: String) { classes[identifier] = cellClass }

  /// A cell that waits under `identifier`, else a new one of the registered class.
  func dequeue(_ identifier: String) -> GridViewCell {
    if let waiting = queue.dequeue(identifier) {
      // As in `PlaceQueue.Entry.cell`.
      let cell = unsafeDowncast(waiting, to: GridViewCell.self)
      cell.leavePool()
      cell.adoptTraits(grid.traitCollection)
      cell.prepareForReuse()
      return cell
    }
    guard let type = classes[identifier] else {
      misuse(
        """
        unable to dequeue a cell with identifier "\(identifier)": register a class for it first with \
        register(_:forCellReuseIdentifier:)
        """)
    }
    let cell = type.init(frame: .zero)
    cell.takeIdentifier(identifier)
    cell.adoptTraits(grid.traitCollection)
    return cell
  }

  /// A header with a text.
  func header(_ text: String) -> GridViewCell {
    let cell = dequeue(GridView.headerIdentifier)
    (cell as? GridTextCell)?.textLabel.text = text
    return cell
  }

  override func checkInvariants() {
    queue.checkInvariants()
    precondition(supplied == nil, "a cell was supplied, and is not shown")
    guard grid.work.isDone else { return }
    precondition(queue.leavingCount == 0 && parked.isEmpty, "a cell left the screen and was not reported")
    let visible = queue.visible
    var slot = 0
    for row in grid.rows.tiles {
      for column in grid.columns.tiles {
        let place = GridPosition(row: row.line, column: column.line)
        precondition(slot < visible.count, "\(place.words) has no cell")
        let entry = visible[slot]
        precondition(entry.position == place && entry.cell.position == place, "\(place.words) has no cell")
        precondition(!entry.cell.isIdle, "the cell of \(place.words) waits in the pool")
        let frame = grid.lines.frame(row, column)
        precondition(entry.view.frame == frame, "the cell of \(place.words) is misplaced: \(entry.view.frame)")
        precondition(
          entry.view.superview === grid.panes.pane(row, column, in: grid).cells, "\(place.words) is in the wrong pane")
        slot += 1
      }
    }
    precondition(slot == visible.count, "\(visible.count) cells are shown in \(slot) places")
  }
}

extension PlaceQueue.Entry {
  /// The cell on screen. Not checked in release builds: `GridCells` alone puts views into the queue, and only cells.
  var cell: GridViewCell { unsafeDowncast(view, to: GridViewCell.self) }
}

extension GridPosition {
  /// Whether it is where the headers of rows and columns cross.
  var isCorner: Bool { row < 0 && column < 0 }

  /// The cell itself, or the first one of a header's line.
  var cell: GridPosition { GridPosition(row: max(row, 0), column: max(column, 0)) }

  /// For messages.
  var words: String {
    if isCell { return "the cell at row \(row), column \(column)" }
    if row >= 0 { return "the header of row \(row)" }
    return column >= 0 ? "the header of column \(column)" : "the corner"
  }
}
