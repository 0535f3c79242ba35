import TestSupport
import UIKit

/// What a table should show, as arrays of arrays.
struct TableModel {
  struct Row: Equatable {
    /// Of its own, for ever.
    let id: Int
    /// Counts how often its content changed.
    var version = 0
    var height: CGFloat
  }

  struct Section {
    let id: Int
    var rows: [Row]
  }

  var sections: [Section] = []
  private var lastID = 0

  mutating func makeRow(_ random: inout SeededRandom) -> Row {
    lastID += 1
    return Row(id: lastID, height: Self.height(&random))
  }

  mutating func makeSection(rows: Int, _ random: inout SeededRandom) -> Section {
    lastID += 1
    let id = lastID
    return Section(id: id, rows: (0..<rows).map { _ in makeRow(&random) })
  }

  mutating func change(_ path: IndexPath, _ random: inout SeededRandom) {
    sections[path.section].rows[path.row].version += 1
    sections[path.section].rows[path.row].height = Self.height(&random)
  }

  private static func height(_ random: inout SeededRandom) -> CGFloat {
    CGFloat(Int.random(in: 20...90, using: &random))
  }

  /// All rows in order.
  var paths: [IndexPath] {
    sections.indices.flatMap { section in
      sections[section].rows.indices.map { IndexPath(row: $0, section: section) }
    }
  }

  var ids: Set<Int> { Set(sections.lazy.flatMap(\.rows).map(\.id)) }

  /// The row at a path; nil for a path beyond the rows.
  subscript(path: IndexPath) -> Row? {
    guard sections.indices.contains(path.section), sections[path.section].rows.indices.contains(path.row) else {
      return nil
    }
    return sections[path.section].rows[path.row]
  }

  func path(of id: Int) -> IndexPath? { paths.first { self[$0]?.id == id } }
}

/// The calls of one batch, and the model they lead to.
///
/// Edits are drawn one after the other, so that fewer edits of the same seed are the first ones. The result is put
/// together row by row: what stays keeps its order, what comes stands where the batch says.
struct TableBatch {
  enum Call {
    case insertRow(IndexPath), deleteRow(IndexPath), reloadRow(IndexPath), reconfigureRow(IndexPath)
    case moveRow(IndexPath, IndexPath)
    case insertSection(Int), deleteSection(Int), reloadSection(Int)
    case moveSection(Int, Int)
  }

  private enum Fate { case stays, leaves, isReloaded, isReconfigured, moves }

  /// A row or section on its way to a place among those that stay.
  private struct Arrival<Value> {
    var value: Value
    /// Modulo the number of places.
    var place: Int
    /// Where it was; nil for a new one.
    var source: IndexPath?
  }

  private(set) var calls: [Call] = []
  private(set) var model: TableModel
  /// Rows that are there before and after and lose their selection.
  private(set) var reloadedIDs: Set<Int> = []

  private let before: TableModel
  private var rowFates: [IndexPath: Fate] = [:]
  private var sectionFates: [Fate]
  /// By the old number of the section they come to.
  private var arrivingRows: [Int: [Arrival<TableModel.Row>]] = [:]
  /// With their old number; nil for new ones.
  private var arrivingSections: [Arrival<Int?>] = []

  private static let mostSections = 6
  private static let mostRows = 150

  init(on before: TableModel, edits: Int, seed: Int) {
    self.before = before
    model = before
    sectionFates = before.sections.map { _ in .stays }
    var random = SeededRandom(seed: seed)
    for _ in 0..<edits { draw(&random) }
    compose(&random)
  }

  // MARK: Drawing edits

  private mutating func draw(_ random: inout SeededRandom) {
    let kind = Int.random(in: 0..<20, using: &random)
    let place = Int.random(in: 0..<10_000, using: &random)
    let other = Int.random(in: 0..<10_000, using: &random)
    switch kind {
    case 0...5: insertRow(into: place, at: other, &random)
    case 6...9: mark(place, as: .leaves)
    case 10, 11: mark(place, as: .isReloaded)
    case 12, 13: mark(place, as: .isReconfigured)
    case 14...16: moveRow(place, into: other, at: Int.random(in: 0..<10_000, using: &random))
    case 17:
      if before.sections.count + arrivingSections.count < Self.mostSections {
        arrivingSections.append(Arrival(value: nil, place: place))
      }
    case 18: markSection(place, as: other % 2 == 0 ? .leaves : .isReloaded)
    default:
      if let section = markSection(place, as: .moves) { arrivingSections.append(Arrival(value: section, place: other)) }
    }
  }

  /// Sections whose rows may be changed one by one.
  private var openSections: [Int] {
    sectionFates.indices.filter { sectionFates[$0] == .stays || sectionFates[$0] == .moves }
  }

  private func openRow(_ number: Int) -> IndexPath? {
    let open = openSections
    let rows = before.paths.filter { open.contains($0.section) && rowFates[$0] == nil }
    return rows.isEmpty ? nil : rows[number % rows.count]
  }

  private mutating func mark(_ number: Int, as fate: Fate) {
    guard let path = openRow(number) else { return }
    rowFates[path] = fate
  }

  private mutating func insertRow(into number: Int, at place: Int, _ random: inout SeededRandom) {
    let open = openSections
    guard !open.isEmpty, before.ids.count < Self.mostRows else { return }
    let row = model.makeRow(&random)
    arrivingRows[open[number % open.count], default: []].append(Arrival(value: row, place: place))
  }

  private mutating func moveRow(_ number: Int, into section: Int, at place: Int) {
    let open = openSections
    guard let path = openRow(number), let row = before[path] else { return }
    rowFates[path] = .moves
    arrivingRows[open[section % open.count], default: []].append(Arrival(value: row, place: place, source: path))
  }

  /// Marks a section none of whose rows is changed by itself.
  /// - Returns: its number, if there was one.
  @discardableResult
  private mutating func markSection(_ number: Int, as fate: Fate) -> Int? {
    let untouched = sectionFates.indices.filter { section in
      sectionFates[section] == .stays && arrivingRows[section] == nil
        && !rowFates.keys.contains { $0.section == section }
    }
    guard !untouched.isEmpty else { return nil }
    let section = untouched[number % untouched.count]
    sectionFates[section] = fate
    return section
  }

  // MARK: Putting the result together

  private mutating func compose(_ random: inout SeededRandom) {
    noteCallsByOldPath()
    var order: [Int?] = sectionFates.indices.filter { sectionFates[$0] == .stays || sectionFates[$0] == .isReloaded }
    var places = order.map { _ in -1 }
    for (index, arrival) in arrivingSections.enumerated() {
      let place = arrival.place % (order.count + 1)
      order.insert(arrival.value, at: place)
      places.insert(index, at: place)
    }
    for (section, place) in places.enumerated() where place >= 0 {
      calls.append(arrivingSections[place].value.map { .moveSection($0, section) } ?? .insertSection(section))
    }
    model.sections = []
    for (section, old) in order.enumerated() {
      guard let old, sectionFates[old] != .isReloaded else {
        let new = model.makeSection(rows: Int.random(in: 0...4, using: &random), &random)
        model.sections.append(new)
        continue
      }
      let rows = composeRows(of: old, as: section, &random)
      model.sections.append(TableModel.Section(id: before.sections[old].id, rows: rows))
    }
  }

  private mutating func noteCallsByOldPath() {
    for (section, fate) in sectionFates.enumerated() {
      if fate == .leaves { calls.append(.deleteSection(section)) }
      if fate == .isReloaded { calls.append(.reloadSection(section)) }
    }
    for path in rowFates.keys.sorted() {
      switch rowFates[path] {
      case .leaves: calls.append(.deleteRow(path))
      case .isReloaded:
        calls.append(.reloadRow(path))
        before[path].map { _ = reloadedIDs.insert($0.id) }
      case .isReconfigured: calls.append(.reconfigureRow(path))
      default: break
      }
    }
  }

  private mutating func composeRows(of old: Int, as section: Int, _ random: inout SeededRandom) -> [TableModel.Row] {
    var rows: [TableModel.Row] = []
    var sources: [IndexPath?] = []
    var isNew: [Bool] = []
    for (number, row) in before.sections[old].rows.enumerated() {
      let fate = rowFates[IndexPath(row: number, section: old)]
      guard fate != .leaves, fate != .moves else { continue }
      rows.append(row)
      sources.append(nil)
      isNew.append(false)
      guard fate == .isReloaded || fate == .isReconfigured else { continue }
      rows[rows.count - 1].version += 1
      rows[rows.count - 1].height = CGFloat(Int.random(in: 20...90, using: &random))
    }
    for arrival in arrivingRows[old] ?? [] {
      let place = arrival.place % (rows.count + 1)
      rows.insert(arrival.value, at: place)
      sources.insert(arrival.source, at: place)
      isNew.insert(arrival.source == nil, at: place)
    }
    for number in rows.indices {
      let target = IndexPath(row: number, section: section)
      if let source = sources[number] { calls.append(.moveRow(source, target)) }
      if isNew[number] { calls.append(.insertRow(target)) }
    }
    return rows
  }
}

extension TableBatch.Call {
  /// Makes the call.
  @MainActor
  func make(on table: UITableView, with animation: UITableView.RowAnimation) {
    switch self {
    case .insertRow(let path): table.insertRows(at: [path], with: animation)
    case .deleteRow(let path): table.deleteRows(at: [path], with: animation)
    case .reloadRow(let path): table.reloadRows(at: [path], with: animation)
    case .reconfigureRow(let path): table.reconfigureRows(at: [path])
    case .moveRow(let source, let target): table.moveRow(at: source, to: target)
    case .insertSection(let section): table.insertSections([section], with: animation)
    case .deleteSection(let section): table.deleteSections([section], with: animation)
    case .reloadSection(let section): table.reloadSections([section], with: animation)
    case .moveSection(let source, let target): table.moveSection(source, toSection: target)
    }
  }

  /// The call as Swift has it.
  func words(_ animation: UITableView.RowAnimation) -> String {
    switch self {
    case .insertRow(let path): "table.insertRows(at: [\(Array(path))], with: .\(animation))"
    case .deleteRow(let path): "table.deleteRows(at: [\(Array(path))], with: .\(animation))"
    case .reloadRow(let path): "table.reloadRows(at: [\(Array(path))], with: .\(animation))"
    case .reconfigureRow(let path): "table.reconfigureRows(at: [\(Array(path))])"
    case .moveRow(let source, let target): "table.moveRow(at: \(Array(source)), to: \(Array(target)))"
    case .insertSection(let section): "table.insertSections([\(section)], with: .\(animation))"
    case .deleteSection(let section): "table.deleteSections([\(section)], with: .\(animation))"
    case .reloadSection(let section): "table.reloadSections([\(section)], with: .\(animation))"
    case .moveSection(let source, let target): "table.moveSection(\(source), toSection: \(target))"
    }
  }
}
