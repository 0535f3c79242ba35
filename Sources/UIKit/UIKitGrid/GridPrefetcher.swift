import Foundation
import TableModel
import UIKitCore

/// Announces rows and columns before they come on screen: a `PrefetchPlan` for each axis, a screen ahead.
@MainActor
final class GridPrefetcher: GridFacet, GridFollower {
  /// Whether there is somebody to tell: the one thing a frame asks.
  private var isOn = false
  private var rows = PrefetchPlan()
  private var columns = PrefetchPlan()

  /// Announced lines are unknown to the new source.
  /// - Parameter isOn: whether there is one.
  func sourceWasExchanged(isOn: Bool) {
    reset()
    self.isOn = isOn
  }

  func linesWereLoaded(from old: GridSize) { reset() }

  func shownLinesDidChange(_ change: GridChange) { reset() }

  /// The grid has other lines.
  private func reset() {
    rows = PrefetchPlan()
    columns = PrefetchPlan()
  }

  /// Brings the announced places in line with those on screen. Called at the end of a layout pass.
  func update() {
    guard isOn, !grid.work.mustEnd else { return }
    let visible = grid.visibleRange
    guard !visible.isEmpty else { return }
    let newRows = Self.update(&rows, visible.rows, grid.rows)
    let newColumns = Self.update(&columns, visible.columns, grid.columns)
    let gone =
      newRows.gone.map { GridRange(rows: $0, columns: visible.columns) }
      + newColumns.gone.map { GridRange(rows: visible.rows, columns: $0) }
    if !gone.isEmpty { grid.app.cancelPrefetching(gone) }
    guard !grid.work.mustEnd else { return }
    let come =
      newRows.come.map { GridRange(rows: $0, columns: visible.columns) }
      + newColumns.come.map { GridRange(rows: visible.rows, columns: $0) }
    if !come.isEmpty { grid.app.prefetch(come) }
  }

  private static func update(
    _ plan: inout PrefetchPlan, _ visible: Range<Int>, _ axis: GridAxis
  ) -> (come: [Range<Int>], gone: [Range<Int>]) {
    let first = RowPosition(section: 0, row: visible.lowerBound)
    let last = RowPosition(section: 0, row: visible.upperBound - 1)
    guard plan.needsUpdate(first: first, last: last) else { return ([], []) }
    plan.update(first: first, last: last, ahead: visible.count, in: axis.index)
    let gone = runs(plan.takeCalledOff())
    return (runs(plan.takeAnnounced()), gone)
  }

  /// Neighbouring lines as one range, in the order in which they come.
  private static func runs(_ lines: ContiguousArray<RowPosition>) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    for line in lines.map(\.row) {
      if let last = runs.last, last.upperBound == line {
        runs[runs.count - 1] = last.lowerBound..<line + 1
      } else if let last = runs.last, last.lowerBound == line + 1 {
        runs[runs.count - 1] = line..<last.upperBound
      } else {
        runs.append(line..<line + 1)
      }
    }
    return runs
  }
}
