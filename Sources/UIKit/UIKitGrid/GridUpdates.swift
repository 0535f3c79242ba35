import Foundation
import TableModel
import UIKitCore

/// Updates of rows and columns, which are inserted, deleted and moved, and their animation.
///
/// Changes are collected until the outermost block closes, then checked against the data source's new counts by an
/// `UpdatePlan` for each axis, in UIKit's words where they do not fit. Selection, editing and cells follow the plans.
/// Cells that stay slide from where they were, new ones fade in, deleted ones fade out.
///
/// Changes that come while the grid is at work become a load, and a load that is due takes in those that come before it,
/// see `GridDataLines`.
@MainActor
final class GridUpdates: GridFacet, GridFollower {
  /// Seconds of the movement.
  private static let duration = 0.3

  private static let noChanges: GridDataLines.Changes = (TableChanges(), TableChanges())
  private var changes = GridUpdates.noChanges
  private var depth = 0
  private var completions: [(Bool) -> Void] = []
  /// How many updates were carried out or asked for so far.
  private(set) var count = 0
  /// Movements that are being shown; cells may be elsewhere than their places meanwhile.
  private var running = 0
  /// The completions of movements that the update being shown has ended. They are called once it is shown, since a
  /// completion may update the grid again. Nil while no update is being shown.
  private var ended: [() -> Void]?

  /// Whether nothing is on its way.
  var isAtRest: Bool { running == 0 }

  /// A load covers what was collected.
  func linesWereLoaded(from old: GridSize) { changes = Self.noChanges }

  func perform(_ body: () -> Void, completion: ((Bool) -> Void)?) {
    if depth == 0 { grid.work.blockDidOpen() }
    depth += 1
    body()
    depth -= 1
    if let completion { completions.append(completion) }
    guard depth == 0 else { return }
    grid.work.blockDidClose()
    commit()
  }

  func changeRows(_ body: (inout TableChanges) -> Void) { perform({ body(&changes.rows) }, completion: nil) }

  func changeColumns(_ body: (inout TableChanges) -> Void) { perform({ body(&changes.columns) }, completion: nil) }

  private func commit() {
    let (changes, completions) = (changes, completions)
    (self.changes, self.completions) = (Self.noChanges, [])
    guard !changes.rows.isEmpty || !changes.columns.isEmpty else { return Self.tell(completions, true) }
    count += 1
    guard grid.work.fateOfBatch == .carryOut else {
      takeIn(changes)
      return Self.tell(completions, false)
    }
    let size = grid.app.size()
    carryOut(
      GridChange(
        rows: .plan(plan(changes.rows, grid.rows, size.rows, "row")),
        columns: .plan(plan(changes.columns, grid.columns, size.columns, "column")), oldSize: grid.lines.size,
        newSize: size),
      completions)
  }

  /// Whether a stretch of rows can be exchanged at once.
  var allowsSplice: Bool { depth == 0 && grid.work.isResting && !grid.work.mustEnd && grid.data.isFollowed }

  /// Exchanges a stretch of rows, which the data source has already.
  /// - Precondition: `allowsSplice`.
  func splice(rows: LineSplice) {
    carryOut(.splice(rows), rowCount: grid.numberOfRows - rows.removed.count + rows.inserted)
  }

  /// Changes single rows, which the data source has changed already.
  /// - Precondition: `allowsSplice`; `changes` lead to `rowCount` rows.
  func change(rows changes: TableChanges, rowCount: Int) {
    carryOut(.plan(plan(changes, grid.rows, rowCount, "row")), rowCount: rowCount)
  }

  private func carryOut(_ rows: LineChange, rowCount: Int) {
    count += 1
    let old = grid.lines.size
    let size = GridSize(rows: rowCount, columns: old.columns)
    carryOut(GridChange(rows: rows, columns: .none, oldSize: old, newSize: size), [])
  }

  /// Takes over other lines and shows how they come.
  private func carryOut(_ change: GridChange, _ completions: [(Bool) -> Void]) {
    let animates = UIView.areAnimationsEnabled && grid.window != nil
    let before = animates ? seenFrames() : [:]
    let old = (rows: grid.rows, columns: grid.columns, offset: grid.contentOffset)
    var gone: [GridViewCell] = []
    // A load asks for the changes that callbacks make meanwhile.
    grid.work.whileUpdating {
      grid.lines.apply(rows: change.rows, columns: change.columns)
      for follower in grid.followers { follower.shownLinesDidChange(change) }
      for follower in grid.followers { follower.follow(change) }
      gone = grid.cells.remap(change.newPlace)
      for follower in grid.followers { follower.didFollow() }
      grid.data.followAll()
    }
    let isReloading = grid.work.mustEnd
    if !isReloading {
      grid.refreshHeaders()
      grid.work.note(.placing)
    }
    holdingEnds {
      UIView.performWithoutAnimation { grid.pass.run() }
      if animates, !isReloading {
        animate(before, gone, old, change) { finished in Self.tell(completions, finished) }
      }
    }
    guard !animates || isReloading else { return }
    for cell in gone { grid.cells.takeBack(cell) }
    Self.tell(completions, !isReloading)
  }

  /// Runs `show`, which ends movements by putting cells elsewhere, and tells of them afterwards.
  private func holdingEnds(_ show: () -> Void) {
    let outer = ended
    ended = []
    show()
    let told = ended ?? []
    ended = outer
    for tell in told { tell() }
  }

  private static func tell(_ completions: [(Bool) -> Void], _ finished: Bool) {
    for completion in completions { completion(finished) }
  }

  /// Leaves changes to a load: one that is due counts lines that have changed already, and a grid at work asks for all
  /// lines afterwards. A grid at rest loads at once, so that it has the lines it was told of.
  private func takeIn(_ changes: GridDataLines.Changes) {
    grid.data.take(changes)
    grid.setNeedsLoad()
    if grid.work.isResting { UIView.performWithoutAnimation { grid.pass.run() } }
  }

  private func plan(_ changes: TableChanges, _ axis: GridAxis, _ count: Int, _ word: String) -> UpdatePlan {
    do throws(UpdateMistake) { return try axis.plan(changes, newCount: count) } catch {
      misuse(
        """
        invalid update of the \(word)s of a GridView, which are told as the rows of one section: \(error.message)
        """)
    }
  }

  // MARK: Showing it

  /// Where cells are seen, in points of the viewport.
  private func seenFrames() -> [ObjectIdentifier: CGRect] {
    var frames: [ObjectIdentifier: CGRect] = [:]
    for entry in grid.cells.queue.visible {
      frames[ObjectIdentifier(entry.cell)] = grid.convert(entry.cell.bounds, from: entry.cell)
        .translated(by: CGPoint(x: -grid.contentOffset.x, y: -grid.contentOffset.y))
    }
    return frames
  }

  private func animate(
    _ before: [ObjectIdentifier: CGRect], _ gone: [GridViewCell],
    _ old: (rows: GridAxis, columns: GridAxis, offset: CGPoint), _ change: GridChange,
    completion: @escaping (Bool) -> Void
  ) {
    var moved: [(cell: GridViewCell, frame: CGRect)] = []
    var come: [GridViewCell] = []
    UIView.performWithoutAnimation {
      for entry in grid.cells.queue.visible where entry.identifier != GridView.headerIdentifier {
        let cell = entry.cell
        let frame = cell.frame
        let start: CGRect?
        if let seen = before[ObjectIdentifier(cell)], !gone.contains(where: { $0 === cell }) {
          start = grid.convert(seen.translated(by: grid.contentOffset), to: cell.superview)
        } else {
          start = formerFrame(of: entry.position, old, change, in: cell.superview)
        }
        guard let start else {
          cell.alpha = 0
          come.append(cell)
          continue
        }
        guard start != frame else { continue }
        cell.frame = start
        moved.append((cell, frame))
      }
    }
    running += 1
    UIView.animate(
      withDuration: Self.duration,
      animations: {
        for (cell, frame) in moved { cell.frame = frame }
        for cell in come { cell.alpha = 1 }
        for cell in gone { cell.alpha = 0 }
      },
      completion: { [weak grid] finished in
        guard let grid else { return completion(finished) }
        grid.updates.movementDidEnd(gone) { completion(finished) }
      })
  }

  private func movementDidEnd(_ gone: [GridViewCell], tell: @escaping () -> Void) {
    running -= 1
    for cell in gone { grid.cells.takeBack(cell) }
    if ended == nil { tell() } else { ended?.append(tell) }
  }

  /// Where a cell that comes from off screen would have been; nil for one that is new.
  private func formerFrame(
    of place: GridPosition, _ old: (rows: GridAxis, columns: GridAxis, offset: CGPoint), _ change: GridChange,
    in pane: UIView?
  ) -> CGRect? {
    func former(_ line: Int, _ change: LineChange) -> Int? { line < 0 ? line : change.oldLine(of: line) }
    guard let row = former(place.row, change.rows), let column = former(place.column, change.columns) else {
      return nil
    }
    let y = old.rows.band(ofLine: row)
    let x = old.columns.band(ofLine: column)
    return CGRect(
      x: grid.lines.paneX(from: x.start, to: x.start + x.length), y: y.start, width: x.length, height: y.length)
  }
}

// MARK: - What apps call

extension GridView {
  /// Rows and columns change together in `updates`, and are shown as one movement.
  ///
  /// Change the data within the block. Deleted lines go by their numbers before it, inserted ones by those after it. Where
  /// the grid is about to load, as before it was ever laid out, or after text has got another size, the load takes the
  /// changes in.
  /// - Parameters:
  ///   - updates: called once, before this returns.
  ///   - completion: called when the movement is over; false when it was interrupted or became a reload.
  /// - Precondition: the counts of the data source fit what was asked for.
  public func performBatchUpdates(_ updates: () -> Void, completion: ((Bool) -> Void)? = nil) {
    self.updates.perform(updates, completion: completion)
  }

  /// Inserts rows at their new numbers.
  public func insertRows(at rows: IndexSet) {
    updates.changeRows { for row in rows { $0.insertRow(RowPosition(section: 0, row: row), .automatic) } }
  }

  /// Deletes rows by their old numbers.
  public func deleteRows(at rows: IndexSet) {
    updates.changeRows { for row in rows { $0.deleteRow(RowPosition(section: 0, row: row), .automatic) } }
  }

  /// Moves a row from its old to its new number.
  public func moveRow(_ row: Int, to target: Int) {
    updates.changeRows { $0.moveRow(RowPosition(section: 0, row: row), to: RowPosition(section: 0, row: target)) }
  }

  /// Inserts columns at their new numbers.
  public func insertColumns(at columns: IndexSet) {
    updates.changeColumns { for column in columns { $0.insertRow(RowPosition(section: 0, row: column), .automatic) } }
  }

  /// Deletes columns by their old numbers.
  public func deleteColumns(at columns: IndexSet) {
    updates.changeColumns { for column in columns { $0.deleteRow(RowPosition(section: 0, row: column), .automatic) } }
  }

  /// Moves a column from its old to its new number.
  public func moveColumn(_ column: Int, to target: Int) {
    updates.changeColumns {
      $0.moveRow(RowPosition(section: 0, row: column), to: RowPosition(section: 0, row: target))
    }
  }

  /// Asks for visible cells once more, without forgetting counts and lengths.
  public func reloadItems(in range: GridRange) {
    for entry in cells.queue.visible where range.contains(entry.position) { cells.reload(entry.position) }
  }

  /// Letters and numbers of headers stay where they are when lines move: they are asked for again. Headers of the data
  /// source's go along.
  func refreshHeaders() {
    for entry in cells.queue.visible where entry.identifier == Self.headerIdentifier { cells.reload(entry.position) }
  }
}
