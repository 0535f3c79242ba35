import RandomSupport
import TableModel

/// A table as arrays of arrays: every row has a number of its own that never changes.
package struct NaiveTable {
  package struct Row: Equatable {
    package var id: Int
    package var height: Double
    package var isMeasured = true

    package init(id: Int, height: Double, isMeasured: Bool = true) {
      self.id = id
      self.height = height
      self.isMeasured = isMeasured
    }
  }

  package struct Section {
    package var id: Int
    package var rows: [Row]

    package init(id: Int, rows: [Row]) {
      self.id = id
      self.rows = rows
    }
  }

  package var sections: [Section] = []
  /// Given to the next row or section.
  package var nextID = 0

  package init(sections: [Section] = [], nextID: Int = 0) {
    self.sections = sections
    self.nextID = nextID
  }

  package mutating func makeRow(height: Double, isMeasured: Bool = true) -> Row {
    nextID += 1
    return Row(id: nextID, height: height, isMeasured: isMeasured)
  }

  package mutating func makeSection(rows: [Row]) -> Section {
    nextID += 1
    return Section(id: nextID, rows: rows)
  }

  package mutating func addSection(_ rows: Int, height: Double) {
    let rows = (0..<rows).map { _ in makeRow(height: height) }
    sections.append(makeSection(rows: rows))
  }

  package var rowCounts: ContiguousArray<Int> { ContiguousArray(sections.map(\.rows.count)) }

  /// Where each row is.
  package var positions: [Int: RowPosition] {
    var found: [Int: RowPosition] = [:]
    for (section, content) in sections.enumerated() {
      for (row, content) in content.rows.enumerated() { found[content.id] = RowPosition(section: section, row: row) }
    }
    return found
  }
}

/// A random batch on a table, with the table it must lead to.
///
/// The result is put together row by row and knows nothing of the plan: what stays keeps its order, what comes stands
/// where the batch says.
package struct RandomBatch {
  package enum Operation {
    case deleteRow(RowPosition)
    case insertRow(RowPosition)
    case reloadRow(RowPosition)
    case reconfigureRow(RowPosition)
    case moveRow(RowPosition, RowPosition)
    case deleteSection(Int)
    case insertSection(Int)
    case reloadSection(Int)
    case moveSection(Int, Int)
  }

  package let before: NaiveTable
  package private(set) var after: NaiveTable
  /// In random order.
  package private(set) var operations: [Operation] = []
  /// Rows that must not be selected, nor keep their height, though they are still there.
  package private(set) var reloadedIDs: Set<Int> = []

  /// Of rows that come and of reloaded ones.
  package static let newHeight = 44.0
  private var room: Int
  private var arrivals: [Int: [(row: NaiveTable.Row, source: RowPosition?)]] = [:]

  /// - Parameter isMeasured: what becomes of rows that come and of reloaded ones.
  package init(on table: NaiveTable, limit: Int, isMeasured: Bool, using random: inout SeededRandom) {
    before = table
    after = NaiveTable(sections: [], nextID: table.nextID)
    room = limit
    let (order, fresh) = changeSections(&random, isMeasured)
    let kept = takeRows(order, fresh, &random)
    if !order.isEmpty { insertRows(order, fresh, &random, isMeasured) }
    for (target, source) in order.enumerated() {
      if let source, !fresh.contains(target) {
        after.sections.append(
          NaiveTable.Section(id: before.sections[source].id, rows: merge(kept[target], at: target, &random, isMeasured))
        )
      } else {
        let rows = (0..<Int.random(in: 0...4, using: &random)).map { _ in
          after.makeRow(height: Self.newHeight, isMeasured: isMeasured)
        }
        let merged = place(rows, at: target, &random) { _ in nil }
        after.sections.append(after.makeSection(rows: merged))
      }
    }
    operations.shuffle(using: &random)
  }

  /// Gives rows that come, and reloaded ones, heights of their own.
  package mutating func varyHeights(using random: inout SeededRandom) {
    for section in after.sections.indices {
      for row in after.sections[section].rows.indices {
        let id = after.sections[section].rows[row].id
        guard id > before.nextID || reloadedIDs.contains(id) else { continue }
        after.sections[section].rows[row].height = Double(Int.random(in: 20...90, using: &random))
      }
    }
  }

  /// The batch as the table collects it.
  package var changes: TableChanges {
    var changes = TableChanges()
    for operation in operations {
      switch operation {
      case .deleteRow(let row): changes.deleteRow(row, .fade)
      case .insertRow(let row): changes.insertRow(row, .fade)
      case .reloadRow(let row): changes.reloadRow(row, .fade)
      case .reconfigureRow(let row): changes.reconfigureRow(row)
      case .moveRow(let source, let target): changes.moveRow(source, to: target)
      case .deleteSection(let section): changes.deleteSection(section, .fade)
      case .insertSection(let section): changes.insertSection(section, .fade)
      case .reloadSection(let section): changes.reloadSection(section, .fade)
      case .moveSection(let source, let target): changes.moveSection(source, to: target)
      }
    }
    return changes
  }

  private mutating func takes(_ odds: Int, _ random: inout SeededRandom) -> Bool {
    guard room > 0, Int.random(in: 0..<odds, using: &random) == 0 else { return false }
    room -= 1
    return true
  }

  /// - Returns: which old section stands at each new number, and the new numbers whose rows are new.
  private mutating func changeSections(
    _ random: inout SeededRandom, _ isMeasured: Bool
  ) -> (order: [Int?], fresh: Set<Int>) {
    var carried: [Int] = []
    var moved: [Int?] = []
    var reloaded: Set<Int> = []
    for section in before.sections.indices {
      if takes(9, &random) {
        operations.append(.deleteSection(section))
      } else if takes(9, &random) {
        moved.append(section)
      } else {
        if takes(12, &random) {
          operations.append(.reloadSection(section))
          reloaded.insert(section)
        }
        carried.append(section)
      }
    }
    while carried.count + moved.count < 5, takes(4, &random) { moved.append(nil) }
    let count = carried.count + moved.count
    var places = Array((0..<count).shuffled(using: &random).prefix(moved.count))
    var order: [Int?] = Array(repeating: nil, count: count)
    var fresh: Set<Int> = []
    for source in moved {
      let target = places.removeLast()
      order[target] = source ?? -1
      if let source {
        operations.append(.moveSection(source, target))
      } else {
        operations.append(.insertSection(target))
        fresh.insert(target)
      }
    }
    for target in order.indices where order[target] == nil {
      order[target] = carried.removeFirst()
      if reloaded.contains(order[target] ?? -1) { fresh.insert(target) }
    }
    return (order.map { $0 == -1 ? nil : $0 }, fresh)
  }

  /// - Returns: the rows that stay, by new section.
  private mutating func takeRows(
    _ order: [Int?], _ fresh: Set<Int>, _ random: inout SeededRandom
  ) -> [[NaiveTable.Row]] {
    var target: [Int: Int] = [:]
    for (new, old) in order.enumerated() { if let old { target[old] = new } }
    var kept: [[NaiveTable.Row]] = order.map { _ in [] }
    for (section, content) in before.sections.enumerated() {
      for (row, value) in content.rows.enumerated() {
        let position = RowPosition(section: section, row: row)
        if takes(7, &random) {
          operations.append(.deleteRow(position))
        } else if !order.isEmpty, takes(7, &random) {
          arrivals[Int.random(in: order.indices, using: &random), default: []].append((value, position))
        } else {
          keep(value, at: position, in: target[section].flatMap { fresh.contains($0) ? nil : $0 }, &kept, &random)
        }
      }
    }
    return kept
  }

  private mutating func keep(
    _ row: NaiveTable.Row, at position: RowPosition, in section: Int?, _ kept: inout [[NaiveTable.Row]],
    _ random: inout SeededRandom
  ) {
    var row = row
    if takes(9, &random) {
      operations.append(.reloadRow(position))
      reloadedIDs.insert(row.id)
      row.height = Self.newHeight
      row.isMeasured = false
    } else if takes(12, &random) {
      operations.append(.reconfigureRow(position))
    }
    if let section { kept[section].append(row) }
  }

  private mutating func insertRows(
    _ order: [Int?], _ fresh: Set<Int>, _ random: inout SeededRandom, _ isMeasured: Bool
  ) {
    while takes(2, &random) || takes(2, &random) {
      let section = Int.random(in: order.indices, using: &random)
      guard !fresh.contains(section) else { continue }
      arrivals[section, default: []].append((after.makeRow(height: Self.newHeight, isMeasured: isMeasured), nil))
    }
  }

  private mutating func merge(
    _ kept: [NaiveTable.Row], at section: Int, _ random: inout SeededRandom, _ isMeasured: Bool
  ) -> [NaiveTable.Row] {
    let reloaded = reloadedIDs
    return place(kept, at: section, &random) { reloaded.contains($0.id) ? isMeasured : nil }
  }

  /// Puts what arrives in a section at random places among the rows that are there.
  /// - Parameter measured: for a reloaded row, whether its height counts as measured.
  private mutating func place(
    _ rows: [NaiveTable.Row], at section: Int, _ random: inout SeededRandom, measured: (NaiveTable.Row) -> Bool?
  ) -> [NaiveTable.Row] {
    var coming = arrivals[section] ?? []
    let count = rows.count + coming.count
    let places = Set((0..<count).shuffled(using: &random).prefix(coming.count))
    coming.shuffle(using: &random)
    var staying = rows[...]
    return (0..<count).map { row in
      let position = RowPosition(section: section, row: row)
      guard places.contains(row) else {
        var next = staying.removeFirst()
        if let isMeasured = measured(next) { next.isMeasured = isMeasured }
        return next
      }
      let arrival = coming.removeLast()
      operations.append(arrival.source.map { .moveRow($0, position) } ?? .insertRow(position))
      return arrival.row
    }
  }
}
