import TableModel
import TestSupport

@testable import Diffable
@testable import UIKitCore

typealias NumberSnapshot = NSDiffableDataSourceSnapshot<Int, Int>

/// Sections of numbers, put together without any of the snapshot's own changes.
struct NaiveSnapshot: Equatable {
  var sections: [Int] = []
  var items: [[Int]] = []

  /// A random one; sections are below 8 and items below `range`.
  init(items range: Int, _ random: inout SeededRandom) {
    sections = Array((0..<8).shuffled(using: &random).prefix(Int.random(in: 0...5, using: &random)))
    guard !sections.isEmpty else { return }
    items = Array(repeating: [], count: sections.count)
    for item in (0..<range).shuffled(using: &random) where Bool.random(using: &random) {
      items[Int.random(in: 0..<sections.count, using: &random)].append(item)
    }
  }

  init(_ sections: [(Int, [Int])]) {
    self.sections = sections.map(\.0)
    items = sections.map(\.1)
  }

  /// The same with some items and sections exchanged, gone, come or moved.
  func changed(items range: Int, _ random: inout SeededRandom) -> NaiveSnapshot {
    var changed = self
    for _ in 0..<Int.random(in: 0...4, using: &random) where !changed.sections.isEmpty {
      let section = Int.random(in: 0..<changed.sections.count, using: &random)
      let other = Int.random(in: 0..<changed.sections.count, using: &random)
      switch Int.random(in: 0..<5, using: &random) {
      case 0 where changed.items[section].count > 1: changed.items[section].shuffle(using: &random)
      case 1 where !changed.items[section].isEmpty:
        let item = changed.items[section].remove(at: Int.random(in: 0..<changed.items[section].count, using: &random))
        changed.items[other].insert(item, at: Int.random(in: 0...changed.items[other].count, using: &random))
      case 2 where !changed.items[section].isEmpty:
        changed.items[section].remove(at: Int.random(in: 0..<changed.items[section].count, using: &random))
      case 3:
        changed.sections.swapAt(section, other)
        changed.items.swapAt(section, other)
      default:
        let taken = Set(changed.items.joined())
        guard let new = (0..<range).first(where: { !taken.contains($0) }) else { break }
        changed.items[section].insert(new, at: Int.random(in: 0...changed.items[section].count, using: &random))
      }
    }
    return changed
  }

  var snapshot: NumberSnapshot {
    var snapshot = NumberSnapshot()
    snapshot.appendSections(sections)
    for (section, items) in zip(sections, items) { snapshot.appendItems(items, toSection: section) }
    return snapshot
  }

  /// What a snapshot says.
  init(_ snapshot: NumberSnapshot) {
    sections = snapshot.sectionIdentifiers
    items = sections.map { snapshot.itemIdentifiers(inSection: $0) }
  }

  var positions: [Int: RowPosition] {
    var positions: [Int: RowPosition] = [:]
    for (section, content) in items.enumerated() {
      for (row, item) in content.enumerated() { positions[item] = RowPosition(section: section, row: row) }
    }
    return positions
  }
}
