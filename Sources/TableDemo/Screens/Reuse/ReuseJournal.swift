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

  /// A cell that left the screen.
  struct Idle: Equatable {
    let cell: Int
    let row: Int
    /// When it left, in seconds.
    let since: TimeInterval
  }

  /// Newest first, at most `limit`.
  private(set) var events: [Event] = []
  /// Cells that wait, by identifier, in the order in which they came: the last is taken first.
  private(set) var waiting: [String: [Idle]] = [:]
  private(set) var created = 0
  private(set) var dequeued = 0

  static let limit = 200
  /// Seconds for which a cell that left is shown as leaving: between two passes of the table it already waits.
  static let leavingTime: TimeInterval = 0.7

  /// - Parameter identifiers: those of the table, none of which has a cell waiting.
  init(identifiers: [String]) {
    for identifier in identifiers { waiting[identifier] = [] }
  }

  /// The cell `number` left `row` and waits under `identifier`.
  mutating func leave(_ number: Int, row: Int, identifier: String, at time: TimeInterval) {
    waiting[identifier]?.append(Idle(cell: number, row: row, since: time))
    note(number, .left, row)
  }

  /// A cell was made for a row.
  mutating func create(_ number: Int, row: Int) {
    created += 1
    note(number, .made, row)
  }

  /// The waiting cell `number` was taken for `row`.
  mutating func dequeue(_ number: Int, row: Int, identifier: String) {
    dequeued += 1
    guard let index = waiting[identifier]?.firstIndex(where: { $0.cell == number }),
      let idle = waiting[identifier]?.remove(at: index)
    else { return }
    note(number, .reused(former: idle.row), row)
  }

  /// The table let go of cells that waited: only `survivors` are left.
  mutating func keep(only survivors: Set<Int>) {
    for identifier in waiting.keys.sorted() {
      for idle in waiting[identifier] ?? [] where !survivors.contains(idle.cell) { note(idle.cell, .released, idle.row) }
      waiting[identifier]?.removeAll { !survivors.contains($0.cell) }
    }
  }

  /// Whether a cell that left is still shown as leaving.
  func isLeaving(_ idle: Idle, at time: TimeInterval) -> Bool { time - idle.since < Self.leavingTime }

  private mutating func note(_ cell: Int, _ kind: Event.Kind, _ row: Int) {
    events.insert(Event(cell: cell, kind: kind, row: row), at: 0)
    if events.count > Self.limit { events.removeLast() }
  }
}
