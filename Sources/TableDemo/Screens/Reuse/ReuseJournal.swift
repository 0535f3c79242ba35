/// Where each cell of a table is, told by what its delegate and data source hear: on screen, leaving, waiting.
///
/// A value without views, fed by `ReuseController` and drawn by `ReusePanel`. Cells are known by their numbers.
struct ReuseJournal: Equatable {
  /// A cell that left the screen.
  struct Departure: Equatable {
    let cell: Int
    let row: Int
    /// The layout pass it left in; those of the last pass are the ones leaving now.
    let pass: Int
    /// The row it was shown in next; nil while it waits.
    var comeback: Int?
  }

  /// Newest first, at most `limit`.
  private(set) var departures: [Departure] = []
  /// Cells that wait, by identifier, in the order in which they came: the last is taken first.
  private(set) var waiting: [String: [Int]] = [:]
  private(set) var created = 0
  private(set) var dequeued = 0
  /// Grows with each layout pass in which a cell came or went.
  private(set) var pass = 0

  static let limit = 32

  /// - Parameter identifiers: those of the table, none of which has a cell waiting.
  init(identifiers: [String]) {
    for identifier in identifiers { waiting[identifier] = [] }
  }

  /// The cell `number` left `row` and waits under `identifier`.
  mutating func leave(_ number: Int, row: Int, identifier: String) {
    departures.insert(Departure(cell: number, row: row, pass: pass), at: 0)
    if departures.count > Self.limit { departures.removeLast() }
    waiting[identifier]?.append(number)
  }

  /// A cell was made for a row.
  mutating func create() { created += 1 }

  /// The waiting cell `number` was taken for `row`.
  mutating func dequeue(_ number: Int, row: Int, identifier: String) {
    dequeued += 1
    waiting[identifier]?.removeAll { $0 == number }
    if let index = departures.firstIndex(where: { $0.cell == number && $0.comeback == nil }) {
      departures[index].comeback = row
    }
  }

  /// The table let go of cells that waited: only `survivors` are left.
  mutating func keep(only survivors: Set<Int>) {
    for identifier in waiting.keys { waiting[identifier]?.removeAll { !survivors.contains($0) } }
  }

  /// Ends a layout pass; what leaves from now on belongs to the next one.
  mutating func endPass() { pass += 1 }

  /// Whether a departure happened in the last finished pass.
  func isRecent(_ departure: Departure) -> Bool { departure.pass >= pass - 1 }
}
