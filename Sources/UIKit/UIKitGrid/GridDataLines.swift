import TableModel
import UIKitCore

/// The rows and columns of the data, which changes that wait for a load may have led ahead of those that are shown.
///
/// Selection and editing follow such changes at once: the data has other numbers from then on, and typed text belongs to the
/// cell and not to its number.
@MainActor
final class GridDataLines: GridFacet, GridFollower {
  typealias Changes = (rows: TableChanges, columns: TableChanges)
  private typealias Lines = (rows: GridAxis, columns: GridAxis)

  /// The lines after changes that wait for a load; nil while none do.
  private var awaited: Lines?
  /// Changes that selection and editing have yet to follow, each with the counts after it.
  private var unfollowed: [(changes: Changes, size: GridSize)] = []
  /// Selection and editing are following changes.
  private var isFollowing = false

  /// The counts that selection and editing go by: those of the data, as far as the grid was told.
  var size: GridSize { awaited.map(Self.size) ?? grid.lines.size }

  /// Whether selection and editing know of all changes.
  var isFollowed: Bool { unfollowed.isEmpty }

  private static func size(of lines: Lines) -> GridSize {
    GridSize(rows: lines.rows.count, columns: lines.columns.count)
  }

  func linesWereLoaded(from old: GridSize) {
    awaited = nil
    unfollowed = []
  }

  /// Has selection and editing follow changes that the grid takes in by a load. Of lines that are unknown, because the
  /// data became another one altogether, nothing can be said: what is kept keeps its number.
  func take(_ changes: Changes) {
    guard awaited != nil || !unfollowed.isEmpty || grid.work.knowsData else { return }
    unfollowed.append((changes, grid.app.size()))
    // Changes that callbacks make meanwhile are followed after these, before any load.
    if !isFollowing, !grid.work.isUpdating { grid.work.whileUpdating { followAll() } }
  }

  /// Has selection and editing follow what they have yet to follow. Called while lines are exchanged.
  func followAll() {
    guard !unfollowed.isEmpty else { return }
    isFollowing = true
    while !unfollowed.isEmpty {
      let (changes, size) = unfollowed.removeFirst()
      var lines = awaited ?? (grid.rows, grid.columns)
      guard let change = Self.advance(&lines, by: changes, to: size) else {
        unfollowed = []
        break
      }
      awaited = lines
      for follower in grid.followers { follower.follow(change) }
      for follower in grid.followers { follower.didFollow() }
    }
    isFollowing = false
  }

  /// Where a cell is in the data, whose changes editing may have yet to follow; nil for one that is gone.
  func place(of place: GridPosition) -> GridPosition? {
    var lines = awaited ?? (grid.rows, grid.columns)
    var place = place
    for (changes, size) in unfollowed {
      guard let change = Self.advance(&lines, by: changes, to: size) else { break }
      guard let next = change.newPlace(place) else { return nil }
      place = next
    }
    return place
  }

  /// Has lines take changes in.
  /// - Returns: how places follow; nil where the data source has changed more than it told of.
  private static func advance(_ lines: inout Lines, by changes: Changes, to size: GridSize) -> GridChange? {
    let old = self.size(of: lines)
    guard let rows = try? lines.rows.plan(changes.rows, newCount: size.rows),
      let columns = try? lines.columns.plan(changes.columns, newCount: size.columns)
    else { return nil }
    lines.rows.apply(rows, length: 0, isMeasured: true)
    lines.columns.apply(columns, length: 0, isMeasured: true)
    return GridChange(rows: .plan(rows), columns: .plan(columns), oldSize: old, newSize: size)
  }
}
