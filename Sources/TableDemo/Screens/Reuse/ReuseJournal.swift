import Foundation

/// Where each cell of a table is, told by what its delegate and data source hear, and what happened to it.
///
/// A value without views, fed by `ReuseController` and drawn by `ReusePanel`. Cells are known by their numbers.
struct ReuseJournal: Equatable {
  /// Something that happened to a cell.
  struct Event: Equatable {
    enum Kind: Equatable {
      case made
      case left
      /// `former` is the row it left before.
      case reused(former: Int)
      case released
    }

    let cell: Int
    let kind: Kind
    /// The row it was made or taken for, or left.
    let row: Int
  }

  /// The way of a cell from a row to the pool, which a table covers in a moment, slowed down so that one can watch it:
  /// some time it is shown as leaving, as long again as waiting, even if it is used again by then.
  struct Trip: Equatable {
    enum Stage { case leaving, waiting, over }

    let cell: Int
    let identifier: String
    /// The row it left.
    let row: Int
    /// When it left, in seconds.
    let start: TimeInterval
    /// Seconds of each stage.
    let pace: TimeInterval
    /// The row it was taken for; nil while it waits.
    var next: Int?

    func stage(at time: TimeInterval) -> Stage {
      time < start + pace ? .leaving : time < start + 2 * pace || next == nil ? .waiting : .over
    }
  }

  /// Newest first, at most `limit`.
  private(set) var events: [Event] = []
  /// Cells that wait, or are still shown on their way, in the order in which they came: of one identifier the last is
  /// taken first.
  private(set) var trips: [Trip] = []
  let identifiers: [String]
  private(set) var created = 0
  private(set) var dequeued = 0

  static let limit = 200
  /// Seconds for which a cell is shown as leaving, unless so many leave that the picture must keep up.
  static let usualPace: TimeInterval = 0.35
  /// Cells a second that may leave at that pace.
  static let unhurriedCells = 6

  /// - Parameter identifiers: those of the table, none of which has a cell waiting.
  init(identifiers: [String]) {
    self.identifiers = identifiers
  }

  /// The cell `number` left `row` and waits under `identifier`.
  mutating func leave(_ number: Int, row: Int, identifier: String, at time: TimeInterval) {
    trips.removeAll { $0.cell == number || $0.stage(at: time) == .over }
    let recent = trips.count { $0.start > time - 1 } + 1
    let pace = Self.usualPace * min(1, Double(Self.unhurriedCells) / Double(recent))
    trips.append(Trip(cell: number, identifier: identifier, row: row, start: time, pace: pace))
    note(number, .left, row)
  }

  /// A cell was made for a row.
  mutating func create(_ number: Int, row: Int) {
    created += 1
    note(number, .made, row)
  }

  /// The waiting cell `number` was taken for `row`.
  mutating func dequeue(_ number: Int, row: Int) {
    dequeued += 1
    guard let place = trips.firstIndex(where: { $0.cell == number && $0.next == nil }) else { return }
    trips[place].next = row
    note(number, .reused(former: trips[place].row), row)
  }

  /// The table let go of cells that waited: only `survivors` are left.
  mutating func keep(only survivors: Set<Int>) {
    for trip in trips where !survivors.contains(trip.cell) { note(trip.cell, .released, trip.row) }
    trips.removeAll { !survivors.contains($0.cell) }
  }

  /// Cells that wait under an identifier, whatever is still shown.
  func idleCells(_ identifier: String) -> [Int] {
    trips.filter { $0.identifier == identifier && $0.next == nil }.map(\.cell)
  }

  /// When the picture changes next though nothing happens; nil when it does not.
  func nextChange(after time: TimeInterval) -> TimeInterval? {
    trips.compactMap { trip in
      if time < trip.start + trip.pace { return trip.start + trip.pace }
      let end = trip.start + 2 * trip.pace
      return trip.next != nil && time < end ? end : nil
    }.min()
  }

  private mutating func note(_ cell: Int, _ kind: Event.Kind, _ row: Int) {
    events.insert(Event(cell: cell, kind: kind, row: row), at: 0)
    if events.count > Self.limit { events.removeLast() }
  }
}
