import Foundation
import TableModel

extension GridPosition: ViewPosition {
  /// From left to right, then down.
  func isBefore(_ other: GridPosition) -> Bool { row != other.row ? row < other.row : column < other.column }
  func isSame(as other: GridPosition) -> Bool { row == other.row && column == other.column }
}

/// Where a tile of the rows crosses one of the columns.
struct GridTile: ViewTile {
  let place: GridPosition
}

/// The cells on screen: one where each visible row, header included, crosses each visible column. The counterpart of
/// the table's `VisibleRows`, over the same `ReuseQueue`.
///
/// A cell that leaves stays where it is, out of sight now: in a warm scroll it comes back for another place of the same
/// pane, and the tree of views stays as it is. Until then a frame has nothing to do with it.
///
/// Outside of a pass the cells are those of the tiles, each in its pane at its place. A round that shows the same rows
/// and columns does not come here.
@MainActor
final class GridCells: GridFacet {
  typealias Queue = ReuseQueue<GridViewCell, GridTile>

  private(set) var queue = Queue()
  private var tiles = ContiguousArray<GridTile>()
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
  /// The cells as the profiler counts them.
  let census = CellCensus()

  // MARK: A round

  /// Gives every place on screen its cell.
  /// - Parameter placesAll: whether cells that stay may have other frames.
  func update(placesAll: Bool) {
    let grid = grid
    let (rows, columns) = (grid.lines.visibleRows, grid.lines.visibleColumns)
    listTiles(rows, columns)
    isUpdating = true
    queue.retain(tiles)
    parkLeaving()
    var slot = queue.firstMissing(of: tiles, from: 0)
    while slot < tiles.count, !grid.pass.mustEnd {
      bind(tiles[slot].place, rows[slot / columns.count], columns[slot % columns.count])
      slot = queue.firstMissing(of: tiles, from: slot + 1)
    }
    if placesAll, !grid.pass.mustEnd {
      for slot in tiles.indices {
        put(queue.visible[slot].view, rows[slot / columns.count], columns[slot % columns.count])
      }
    }
    unpark()
    clearSight(ofAll: placesAll)
    isUpdating = false
    census.laidOut(grid.rows.tiles.count, visible: queue.visible.count)
    reloadDue()
  }

  /// Notes where rows and columns cross, in order.
  private func listTiles(_ rows: ContiguousArray<GridAxis.Tile>, _ columns: ContiguousArray<GridAxis.Tile>) {
    let surplus = tiles.count - rows.count * columns.count
    if surplus > 0 {
      tiles.removeLast(surplus)
    } else {
      tiles.append(contentsOf: repeatElement(GridTile(place: GridPosition(row: 0, column: 0)), count: -surplus))
    }
    // Written in place: to append each costs several times as much.
    tiles.withUnsafeMutableBufferPointer { tiles in
      var slot = 0
      for row in rows {
        for column in columns {
          tiles[slot] = GridTile(place: GridPosition(row: row.line, column: column.line))
          slot += 1
        }
      }
    }
  }

  private func put(_ cell: GridViewCell, _ row: GridAxis.Tile, _ column: GridAxis.Tile) {
    let frame = CGRect(x: column.start, y: row.start, width: column.length, height: row.length)
    if cell.frame != frame { cell.frame = frame }
    let view = grid.panes.pane(row, column).cells
    if cell.parent !== view { view.add(cell) }
  }

  private func bind(_ place: GridPosition, _ row: GridAxis.Tile, _ column: GridAxis.Tile) {
    let grid = grid
    let cell = grid.app.cell(at: place)
    guard !grid.pass.mustEnd else { return leaveUnbound(cell) }
    requireFree(cell, for: place)
    if cell.isIdle { withdraw(cell) }
    let isNew = !cell.wasDisplayed
    cell.wasDisplayed = true
    cell.grid = grid
    cell.position = place
    queue.place(cell, at: place, identifier: cell.reuseIdentifier, isNew: isNew)
    if isNew { census.made(cell.reuseIdentifier) }
    let isSelected = grid.chooser.isSelected(place)
    if cell.isSelected != isSelected { cell.isSelected = isSelected }
    put(cell, row, column)
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
    if queue.view(at: old) === cell {
      misuse(
        """
        the data source returned, for \(place.words), the cell that already shows \(old.words); dequeue or make a \
        cell for each place
        """)
    }
  }

  // MARK: Leaving

  private func parkLeaving() {
    while let entry = queue.nextLeaving() { park(entry.view, entry.position, entry.identifier) }
  }

  private func park(_ cell: GridViewCell, _ place: GridPosition, _ identifier: String?) {
    cell.position = nil
    parked.append(cell)
    grid.app.didEndDisplaying(cell, at: place)
    guard cell.position == nil, queue.recycle(cell, identifier: identifier) else { return }
    cell.isIdle = true
    census.becameIdle(identifier)
    if queue.overflows { census.released(queue.evict()) }
  }

  /// Decides about cells that found no other place. A row's and a column's worth stay in the tree of views, since a
  /// grid that scrolls shows one more by turns.
  private func unpark() {
    guard !parked.isEmpty else { return }
    let spare = grid.lines.visibleRows.count + grid.lines.visibleColumns.count + 1
    var surplus = grid.panes.cellCount - queue.visible.count - spare
    for cell in parked where cell.position == nil && cell.parent is GridCellsView {
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
      guard cell.position == nil, let view = cell.parent as? GridCellsView else { continue }
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
    queue.retainNone()
    parkLeaving()
    hasReloaded = true
  }

  /// Lets go what a reload took away and the pass after it did not need again.
  func trimAfterReload() {
    guard hasReloaded else { return }
    hasReloaded = false
    unpark()
    clearSight(ofAll: true)
    queue.beginEpoch(screenful: 64)
    census.released(queue.trim())
  }

  /// Gives cells that stay through an update their new places; those of deleted lines leave.
  /// - Returns: the cells that left, to be shown on their way out.
  func remap(_ map: (GridPosition) -> GridPosition?) -> [GridViewCell] {
    queue.remap(map)
    for entry in queue.visible { entry.view.position = entry.position }
    var gone: [GridViewCell] = []
    while let entry = queue.nextLeaving() {
      entry.view.position = nil
      grid.app.didEndDisplaying(entry.view, at: entry.position)
      gone.append(entry.view)
    }
    return gone
  }

  /// A cell that an update had shown on its way out has arrived.
  func takeBack(_ cell: GridViewCell) {
    cell.removeFromSuperview()
    cell.alpha = 1
    guard cell.position == nil, !cell.isIdle, queue.recycle(cell, identifier: cell.reuseIdentifier) else { return }
    cell.isIdle = true
    census.becameIdle(cell.reuseIdentifier)
  }

  /// Asks for the cell of a place once more, if it is on screen: in the next round.
  func reload(_ place: GridPosition) {
    guard !isUpdating else { return dueReloads.append(place) }
    grid.pass.note(.placing)
    guard let entry = queue.lend(place) else { return }
    park(entry.view, entry.position, entry.identifier)
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
    cell.grid = grid
    if queue.recycle(cell, identifier: cell.reuseIdentifier) {
      cell.isIdle = true
      census.becameIdle(cell.reuseIdentifier)
    }
  }

  /// The app kept a cell and returns it though it waits in a pool.
  private func withdraw(_ cell: GridViewCell) {
    cell.isIdle = false
    guard let identifier = cell.reuseIdentifier, let owner = cell.grid?.cells,
      owner.queue.withdraw(cell, identifier: identifier)
    else { return }
    owner.census.released(1, identifier)
  }

  // MARK: Supply

  func register(_ cellClass: GridViewCell.Type?, _ identifier: String) { classes[identifier] = cellClass }

  /// A cell that waits under `identifier`, else a new one of the registered class.
  func dequeue(_ identifier: String) -> GridViewCell {
    if let cell = queue.dequeue(identifier) {
      cell.isIdle = false
      census.dequeued(identifier)
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
    cell.reuseIdentifier = identifier
    cell.adoptTraits(grid.traitCollection)
    return cell
  }

  override func checkInvariants() {
    queue.checkInvariants()
    guard grid.pass.isDone else { return }
    precondition(queue.leaving.isEmpty && parked.isEmpty, "a cell left the screen and was not reported")
    var slot = 0
    for row in grid.rows.tiles {
      for column in grid.columns.tiles {
        let place = GridPosition(row: row.line, column: column.line)
        precondition(slot < queue.visible.count, "\(place.words) has no cell")
        let entry = queue.visible[slot]
        precondition(entry.position == place && entry.view.position == place, "\(place.words) has no cell")
        let frame = CGRect(x: column.start, y: row.start, width: column.length, height: row.length)
        precondition(entry.view.frame == frame, "the cell of \(place.words) is misplaced: \(entry.view.frame)")
        precondition(entry.view.superview === grid.panes.pane(row, column).cells, "\(place.words) is in the wrong pane")
        slot += 1
      }
    }
    precondition(slot == queue.visible.count, "\(queue.visible.count) cells are shown in \(slot) places")
    guard grid.updates.isAtRest else { return }
    for pane in grid.panes.all {
      for case let cell as GridViewCell in pane.cells.subviews where cell.position == nil {
        precondition(cell.frame.intersection(pane.bounds).isEmpty, "a cell that waits is seen at \(cell.frame)")
      }
    }
  }
}

extension UIView {
  /// Whether nothing of the view is seen outside of its frame, as far as can be told at once.
  fileprivate var showsWithinFrame: Bool {
    guard presentation == nil, !hasTransform, layerStorage == nil, !drawing.isRecorded else { return false }
    guard !clipsToBounds else { return true }
    for child in children where !child.storedIsHidden {
      guard storedBounds.contains(child.computedFrame), child.showsWithinFrame else { return false }
    }
    return true
  }
}

extension GridPosition {
  /// Whether it is a cell and not a header.
  var isCell: Bool { row >= 0 && column >= 0 }

  /// For messages.
  var words: String {
    if isCell { return "the cell at row \(row), column \(column)" }
    if row >= 0 { return "the header of row \(row)" }
    return column >= 0 ? "the header of column \(column)" : "the corner"
  }
}
