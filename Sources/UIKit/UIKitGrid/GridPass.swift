import Foundation
import TableModel
import UIKitCore

/// The layout pass of a grid, which brings the screen in line with offset, size and data: it conducts the other facets, and
/// those that it conducts do not name it.
@MainActor
final class GridPass: GridFacet {
  /// The grid's size in the last round that gave cells their places.
  private var size = CGSize(width: -1, height: -1)

  /// Does what is due. Called by `layoutSubviews`, and where a place must be known at once; within itself it does
  /// nothing.
  func run() {
    let grid = grid
    let work = grid.work
    work.whileTiling {
      if work.mustEnd { load(grid) }
      // A callback may have asked for more.
      untilSettled { !work.mustEnd && !(runRound(of: grid) && work.isDone) }
      if !work.mustEnd {
        grid.cells.trimAfterReload()
        grid.lines.passDidEnd()
      }
      grid.panes.place(in: grid.bounds, of: grid.lines)
      grid.editor.place()
      grid.prefetcher.update()
    }
  }

  /// Asks for counts and lengths anew. A callback that requests a load ends it.
  private func load(_ grid: GridView) {
    let (work, lines) = (grid.work, grid.lines)
    if work.isDue(.newData) { for follower in grid.followers { follower.dataWillBeExchanged() } }
    work.begin([.load, .newData], leadingTo: .placing)
    let old = grid.data.size
    let new = lines.askCounts(keepsPlace: work.isDue(.keepingPlace))
    guard !work.mustEnd else { return }
    grid.cells.removeAll()
    // The delegate, told of cells that left, may have changed the data: the counts are outdated.
    guard !work.mustEnd, lines.load(new) else { return }
    for follower in grid.followers { follower.linesWereLoaded(from: old) }
    if !work.mustEnd { work.begin(.keepingPlace) }
  }

  /// - Returns: whether everything on screen has its place.
  private func runRound(of grid: GridView) -> Bool {
    let (work, lines) = (grid.work, grid.lines)
    lines.findVisible()
    guard !work.mustEnd else { return true }
    let visible = grid.bounds
    let placesAll = work.isDue(.placing)
    guard lines.takeOthers() || placesAll || visible.size != size else { return true }
    size = visible.size
    work.begin(.placing)
    grid.cells.update(placesAll: placesAll)
    if !work.mustEnd { grid.panes.drawLines(of: lines, all: placesAll) }
    return work.mustEnd || !lines.measureRows(of: grid.cells.queue)
  }
}
