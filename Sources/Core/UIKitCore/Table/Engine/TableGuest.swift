import TableModel

/// A part of a table that the engine cannot name: selection, swiping, edit mode, the look of cells.
///
/// The engine finds rows, heights and cells, and calls its guests at fixed points of a layout pass. A guest overrides the
/// methods it has a use for, and is called for as long as their points are among its `points`. One that keeps numbers of
/// rows, or has a use for loads and updates, is a `RowFollower` as well.
///
/// Guests know the engine. Each other they know by the protocols they declare, or not at all: what only one of them is
/// asked or told, the table asks or tells it by its name.
@MainActor
class TableGuest: TableFacet {
  /// The points of every frame and every new row at which the guest is called. Changes take effect the next time the
  /// engine comes to a point.
  final var points: GuestPoints = [] {
    didSet { if points != oldValue { table.guests.place(self, at: points.symmetricDifference(oldValue)) } }
  }

  /// Called once, when the table is made: names the points at which the guest is always called.
  func enter() {}

  // MARK: The layout pass

  /// A round of a pass is about to begin in which more than the offset changed. Point: `tiling`.
  func roundWillTile() {}

  /// A pass ends. Point: `passEnd`.
  /// - Parameter table: saves a look-up.
  func passDidEnd(of table: UITableView) {}

  // MARK: Cells; point: `cells`

  /// A cell is about to be measured for a row, or to come on screen as one, or stands for its row again after an animation
  /// held it: gives it what its row asks for.
  func dress(_ cell: UITableViewCell, at position: RowPosition) {}
}

/// The points of every frame and every new row at which a guest can be called.
struct GuestPoints: OptionSet {
  let rawValue: UInt8

  /// Before a round in which more than the offset changed.
  static let tiling = GuestPoints(rawValue: 1 << 0)
  /// When a cell comes on screen.
  static let cells = GuestPoints(rawValue: 1 << 1)
  /// When a pass ends.
  static let passEnd = GuestPoints(rawValue: 1 << 2)
}

/// The guests of a table, and which of them are called where.
///
/// Properties that every frame reads are exempt from the run time's check for overlapping access, as in `UITableView`.
@MainActor
final class TableGuests {
  /// All of them, in the order in which they were attached.
  private(set) var all: ContiguousArray<TableGuest> = []
  @exclusivity(unchecked) private(set) var tiling = GuestList()
  @exclusivity(unchecked) private(set) var cells = GuestList()
  @exclusivity(unchecked) private(set) var passEnd = GuestList()

  /// Called when the table is made.
  func attach(_ guest: TableGuest) {
    all.append(guest)
    guest.enter()
  }

  /// Called by a guest whose points have changed.
  fileprivate func place(_ guest: TableGuest, at changed: GuestPoints) {
    if changed.contains(.tiling) { tiling.set(guest, isIn: guest.points.contains(.tiling)) }
    if changed.contains(.cells) { cells.set(guest, isIn: guest.points.contains(.cells)) }
    if changed.contains(.passEnd) { passEnd.set(guest, isIn: guest.points.contains(.passEnd)) }
  }
}

/// The guests that are called at one point, in the order in which they entered.
struct GuestList {
  private(set) var members: ContiguousArray<TableGuest> = []

  /// - Complexity: O(members).
  fileprivate mutating func set(_ guest: TableGuest, isIn: Bool) {
    if isIn { members.append(guest) } else { members.removeAll { $0 === guest } }
  }
}

/// A row that was moved aside, so that it is beside its place. There is one at most, in `VisibleRows.openRow`.
@MainActor
package protocol OpenRow: AnyObject {
  /// Whether it is on its way back: other rows can be touched.
  var isClosing: Bool { get }

  /// Brings it back into its place.
  func close(animated: Bool)

  /// Puts it into its place at once.
  func end()

  /// The rows were given their places.
  func placeAgain()

  /// The row's view leaves the screen.
  /// - Parameter isHeld: it stays for an animation.
  func viewWillLeave(isHeld: Bool)

  /// The view that takes a touch in place of `view`, the front-most one there; nil for `view` itself.
  func target(insteadOf view: UIView) -> UIView?

  /// A touch went down.
  /// - Returns: whether it is for the open row: it presses no row.
  func takeTouch(_ touch: UITouch) -> Bool

  /// A touch was lifted.
  /// - Returns: whether it was for the open row.
  func releaseTouch(_ touch: UITouch) -> Bool
}

/// A guest that has borrowed the cell of a row, and decides what is planned instead of the row. There is one at most, in
/// `VisibleRows.borrower`.
@MainActor
protocol RowBorrower: AnyObject {
  /// Called when a pass begins.
  func passWillBegin()

  /// Plans what is seen without the row.
  func plan(into plan: inout TilePlan, of index: RowHeightIndex, _ viewport: TilePlan.Viewport)

  /// The heights the plan was made of, and the place a row has among them; for checks.
  func shownIndex(of index: RowHeightIndex) -> RowHeightIndex
  func shownPosition(of position: RowPosition) -> RowPosition

  /// Gives the cell back, and leaves the row where it was.
  func cancel()
}
