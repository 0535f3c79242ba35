import Assets

/// The rows of screen `mail`, newest first: messages that came, and drafts being written.
struct Mailbox {
  /// The kind of a row; its name is the identifier of the row's cell.
  enum Kind: String, CaseIterable {
    case message
    case draft
  }

  /// One row.
  struct Item {
    /// Stays the same wherever the row goes.
    let id: Int
    let kind: Kind
    /// The sender, or the recipient of a draft.
    let person: String
    /// The row's text; the user can change it.
    var text: String
    var isFlagged = false
  }

  private(set) var items: [Item] = []
  private(set) var archivedCount = 0
  private var nextID = 0
  /// The removed rows that can be restored, the latest last.
  private var removals: [Removal] = []

  /// A row that was taken out.
  struct Removal {
    /// The way a row was removed.
    enum Kind { case deleted, archived }

    let kind: Kind
    let item: Item
    /// Where it was.
    let row: Int
  }

  private static let people = Assets.SampleText.mailPeople.lines
  private static let texts = Assets.SampleText.mailSubjects.lines

  /// A mailbox of so many messages, each like no other near it; every ninth is a draft.
  init(count: Int) {
    for number in 0..<count {
      items.append(
        Item(
          id: number, kind: number % 9 == 4 ? .draft : .message, person: Self.people[number * 5 % Self.people.count],
          text: Self.texts[number * 4 % Self.texts.count], isFlagged: number % 7 == 2))
    }
    nextID = count
  }

  /// How many rows of a kind there are.
  func count(of kind: Kind) -> Int { items.count { $0.kind == kind } }

  /// Where the row with an identity is now; nil when it has gone.
  func row(of id: Int) -> Int? { items.firstIndex { $0.id == id } }

  /// Puts an empty draft at the top.
  /// - Returns: its identity.
  mutating func compose() -> Int {
    defer { nextID += 1 }
    items.insert(Item(id: nextID, kind: .draft, person: Self.people[nextID % Self.people.count], text: ""), at: 0)
    return nextID
  }

  mutating func delete(at row: Int) { remove(at: row, .deleted) }

  mutating func archive(at row: Int) {
    remove(at: row, .archived)
    archivedCount += 1
  }

  private mutating func remove(at row: Int, _ kind: Removal.Kind) {
    removals.append(Removal(kind: kind, item: items.remove(at: row), row: row))
  }

  /// The row that was taken out last and not put back.
  var lastRemoval: Removal? { removals.last }

  /// Restores the row that was removed last.
  /// - Returns: its index now; nil when no row can be restored.
  mutating func undoRemoval() -> Int? {
    guard let removal = removals.popLast() else { return nil }
    let row = min(removal.row, items.count)
    items.insert(removal.item, at: row)
    if removal.kind == .archived { archivedCount -= 1 }
    return row
  }

  mutating func toggleFlag(at row: Int) { items[row].isFlagged.toggle() }

  mutating func setText(_ text: String, at row: Int) { items[row].text = text }
}
