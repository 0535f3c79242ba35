@testable import TableModel

/// Random changes to a model, with the model after them built straight from their meaning: what comes stands at its
/// new place, what stays fills the rest in order.
struct HeightBatch {
  private(set) var changes = HeightChanges()
  private(set) var result: NaiveHeights

  private typealias Row = (height: Double, isMeasured: Bool)

  init(_ random: inout some RandomNumberGenerator, _ model: NaiveHeights) {
    var sections = model.sections
    var moving: [(from: RowPosition, row: Row)] = []
    for section in sections.indices {
      var kept: [Row] = []
      for (row, value) in sections[section].rows.enumerated() {
        switch Int.random(in: 0...9, using: &random) {
        case 0, 1: changes.deletedRows.append((section, row..<row + 1))
        case 2: moving.append((RowPosition(section: section, row: row), value))
        default: kept.append(value)
        }
      }
      sections[section].rows = kept
    }

    var kept: [NaiveHeights.Section] = []
    var coming: [(from: Int?, section: NaiveHeights.Section)] = []
    for (number, section) in sections.enumerated() {
      switch Int.random(in: 0...9, using: &random) {
      case 0: changes.deletedSections.append(number)
      case 1: coming.append((number, section))
      default: kept.append(section)
      }
    }
    // A row that moves needs a section to move to.
    let count = max(Int.random(in: 0...1, using: &random), kept.isEmpty && coming.isEmpty ? 1 : 0)
    for _ in 0..<count { coming.append((nil, NaiveHeights.Section(rows: [(3, true), (3, true)]))) }
    coming.shuffle(using: &random)
    let places = Self.places(coming.count, among: kept.count + coming.count, &random)
    for (place, item) in zip(places, coming) {
      if let from = item.from {
        changes.movedSections.append((from, place))
      } else {
        changes.insertedSections.append((place, .init(rows: 2, rowHeight: 3)))
      }
    }
    result = NaiveHeights(sections: Self.merge(kept, coming.map(\.section), at: places))
    placeRows(moving, &random)
  }

  /// Sends the moving rows and some new ones to sections of the result.
  private mutating func placeRows(
    _ moving: [(from: RowPosition, row: Row)], _ random: inout some RandomNumberGenerator
  ) {
    var coming = moving.map { (from: RowPosition?.some($0.from), row: $0.row) }
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      coming.append((nil, (Double(Int.random(in: 0...8, using: &random)) / 4, Bool.random(using: &random))))
    }
    var bySection = Array(repeating: [(from: RowPosition?, row: Row)](), count: result.sections.count)
    for item in coming.shuffled(using: &random) {
      bySection[Int.random(in: bySection.indices, using: &random)].append(item)
    }
    for (section, items) in bySection.enumerated() {
      let rows = result.sections[section].rows
      let places = Self.places(items.count, among: rows.count + items.count, &random)
      for (place, item) in zip(places, items) {
        let target = RowPosition(section: section, row: place)
        if let from = item.from {
          changes.movedRows.append((from, target))
        } else {
          changes.insertedRows.append(
            (target, RowRun(count: 1, height: item.row.height, isMeasured: item.row.isMeasured)))
        }
      }
      result.sections[section].rows = Self.merge(rows, items.map(\.row), at: places)
    }
  }

  /// Different places, in random order.
  private static func places(
    _ count: Int, among all: Int, _ random: inout some RandomNumberGenerator
  ) -> [Int] {
    Array((0..<all).shuffled(using: &random).prefix(count))
  }

  private static func merge<Item>(_ kept: [Item], _ coming: [Item], at places: [Int]) -> [Item] {
    var placed: [Int: Item] = [:]
    for (place, item) in zip(places, coming) { placed[place] = item }
    var rest = kept.makeIterator()
    return (0..<(kept.count + coming.count)).compactMap { placed[$0] ?? rest.next() }
  }
}
