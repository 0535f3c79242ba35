/// A traveller's packing list, in sections; the model of the screen `editing`.
struct PackingList {
  struct Item {
    var name: String
    var isPacked = false
    var isFlagged = false
  }

  struct Section {
    let title: String
    var items: [Item]
  }

  private(set) var sections: [Section]
  private var added = 0

  init() {
    let names = [
      (
        "Hand luggage",
        [
          "Passport", "Tickets", "Wallet", "Telephone", "Charger", "Headphones", "A book", "Water bottle", "Pen",
        ]
      ),
      (
        "Suitcase",
        [
          "Shirts", "Trousers", "Socks", "Jumper", "Rain coat", "Walking boots", "Pyjamas", "Belt", "Swimming things",
        ]
      ),
      ("Wash bag", ["Toothbrush", "Toothpaste", "Soap", "Comb", "Sun cream", "Plasters"]),
      ("Before leaving", ["Water the plants", "Empty the fridge", "Close the windows", "Leave a key with Ada"]),
    ]
    sections = names.map { title, names in Section(title: title, items: names.map { Item(name: $0) }) }
    sections[0].items[3].isPacked = true
    sections[1].items[0].isPacked = true
    sections[1].items[4].isFlagged = true
  }

  var count: Int { sections.reduce(0) { $0 + $1.items.count } }
  var packedCount: Int { sections.reduce(0) { $0 + $1.items.count { $0.isPacked } } }

  subscript(section: Int, row: Int) -> Item {
    get { sections[section].items[row] }
    set { sections[section].items[row] = newValue }
  }

  /// Puts a new item before `row`.
  mutating func addItem(section: Int, row: Int) {
    added += 1
    sections[section].items.insert(Item(name: "Something else, \(added)"), at: row)
  }

  mutating func remove(section: Int, row: Int) { sections[section].items.remove(at: row) }

  /// - Parameter target: the place after the item was taken out of its old one.
  mutating func move(from source: (section: Int, row: Int), to target: (section: Int, row: Int)) {
    let item = sections[source.section].items.remove(at: source.row)
    sections[target.section].items.insert(item, at: target.row)
  }
}
