import TableModel

extension GridPosition: ViewPosition {
  /// From left to right, then down.
  package func isBefore(_ other: GridPosition) -> Bool { row != other.row ? row < other.row : column < other.column }
  package func isSame(as other: GridPosition) -> Bool { row == other.row && column == other.column }
}

/// A place of rows and columns is its own tile: one view covers it.
extension GridPosition: ViewTile {
  package var place: GridPosition { self }
}

/// The `ReuseQueue` of views that show places of rows and columns, and tells the profiler what becomes of them.
///
/// Compiled here for one kind of position and view: the compiler makes no special code of a generic type of another
/// module, and general code takes several times as long. Who uses the queue puts views of one class in, and finds no
/// others.
@MainActor
package final class PlaceQueue {
  package typealias Entry = ReuseQueue<UIView, GridPosition>.Entry

  private var queue = ReuseQueue<UIView, GridPosition>()
  private let census = CellCensus()

  /// A queue without views.
  package init() {}

  // MARK: On screen

  /// Views on screen, in order of their places.
  package var visible: ContiguousArray<Entry> { queue.visible }
  package var visibleCount: Int { queue.visible.count }
  /// Views that left the screen in the running pass and were not reported yet.
  package var leavingCount: Int { queue.leaving.count }

  /// The view shown at a place; nil for none.
  /// - Complexity: O(log visible).
  package func view(at place: GridPosition) -> UIView? { queue.view(at: place) }

  /// See `ReuseQueue.retain(_:)`.
  package func retain(_ places: ContiguousArray<GridPosition>) { queue.retain(places) }

  /// See `ReuseQueue.firstMissing(of:from:)`.
  package func firstMissing(of places: ContiguousArray<GridPosition>, from start: Int) -> Int {
    queue.firstMissing(of: places, from: start)
  }

  /// Shows a view at a place.
  /// - Parameter isNew: whether it was not shown before.
  /// - Precondition: nothing is shown there.
  package func place(_ view: UIView, at place: GridPosition, identifier: String?, isNew: Bool) {
    queue.place(view, at: place, identifier: identifier, isNew: isNew)
    if isNew { census.made(identifier) }
  }

  /// Takes a view out of all containers; nil when nothing is shown at the place.
  package func lend(_ place: GridPosition) -> Entry? { queue.lend(place) }

  /// Moves every view on screen to those that leave.
  package func retainNone() { queue.retainNone() }

  /// Gives views on screen their new places; those mapped to nil leave.
  package func remap(_ map: (GridPosition) -> GridPosition?) {
    // Code from elsewhere does not run within an access to the property: the run time would check all of them.
    var remapped = ReuseQueue<UIView, GridPosition>()
    swap(&remapped, &queue)
    remapped.remap(map)
    swap(&remapped, &queue)
  }

  /// Takes one view out of those that leave; nil when there is no more.
  package func nextLeaving() -> Entry? { queue.nextLeaving() }

  /// A round of a layout pass is done.
  /// - Parameter rows: how many rows it gave a place.
  package func laidOut(_ rows: Int) { census.laidOut(rows, visible: queue.visible.count) }

  // MARK: Waiting

  /// Takes the view that became idle last; nil when none waits.
  package func dequeue(_ identifier: String) -> UIView? {
    guard let view = queue.dequeue(identifier) else { return nil }
    census.dequeued(identifier)
    return view
  }

  /// Makes a view idle that is no longer shown; lets it go without identifier or when enough wait.
  /// - Returns: whether the view waits now.
  package func recycle(_ view: UIView, identifier: String?) -> Bool {
    guard queue.recycle(view, identifier: identifier) else { return false }
    census.becameIdle(identifier)
    if queue.overflows { census.released(queue.evict()) }
    return true
  }

  /// Takes one view out of its pool that is about to be shown without having been dequeued.
  package func withdraw(_ view: UIView, identifier: String) {
    if queue.withdraw(view, identifier: identifier) { census.released(1, identifier) }
  }

  /// Lets go what waits beyond the limit after all views were exchanged.
  /// - Parameter screenful: how many views a screen holds at least.
  package func trim(screenful: Int) {
    queue.beginEpoch(screenful: screenful)
    census.released(queue.trim())
  }

  // MARK: For instruments and tests

  /// See the counts of `ReuseQueue`.
  package var createdCount: Int { queue.createdCount }
  package var dequeuedCount: Int { queue.dequeuedCount }
  package var reclaimedCount: Int { queue.reclaimedCount }
  package var releasedCount: Int { queue.releasedCount }

  /// How many views wait under each identifier, in the order in which their first view came.
  package var idle: [(identifier: String, count: Int)] { queue.idleViews.map { ($0.identifier, $0.views.count) } }

  /// Stops at the first broken invariant; called by tests.
  package func checkInvariants() { queue.checkInvariants() }
}
