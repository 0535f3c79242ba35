import DemoParts
import UIKit

/// What happens to the rows and sections when one snapshot takes the place of another: found by identity, with as few moves
/// as there can be.
///
/// A table is told of deletions by the paths before and of insertions by the paths after; a move has one of each. Rows that
/// come or go with their section are not named. Which of several rows has to move is not always decided by the snapshots:
/// the table may take others, and as many.
struct SnapshotOperations: Sendable {
  typealias Snapshot = NSDiffableDataSourceSnapshot<Int, Int>

  /// One of them.
  enum Operation: Equatable {
    case deleteSection(Int), insertSection(Int)
    case delete(IndexPath, item: Int)
    case insert(IndexPath, item: Int)
    case move(IndexPath, to: IndexPath, item: Int)
  }

  private(set) var operations: [Operation] = []

  /// - Complexity: O(n log n) in the items.
  init(from old: Snapshot, to new: Snapshot) {
    let oldPaths = Self.paths(of: old)
    let newPaths = Self.paths(of: new)
    let oldSections = old.sectionIdentifiers
    let newSections = new.sectionIdentifiers
    for (number, section) in oldSections.enumerated() where new.indexOfSection(section) == nil {
      operations.append(.deleteSection(number))
    }
    for (number, section) in newSections.enumerated() where old.indexOfSection(section) == nil {
      operations.append(.insertSection(number))
    }
    for item in old.itemIdentifiers where newPaths[item] == nil {
      guard let path = oldPaths[item], new.indexOfSection(oldSections[path.section]) != nil else { continue }
      operations.append(.delete(path, item: item))
    }
    for item in new.itemIdentifiers where oldPaths[item] == nil {
      guard let path = newPaths[item], old.indexOfSection(newSections[path.section]) != nil else { continue }
      operations.append(.insert(path, item: item))
    }
    for section in newSections {
      let items = new.itemIdentifiers(inSection: section)
      let staying = Self.staying(items) { item in
        guard let path = oldPaths[item], oldSections[path.section] == section else { return nil }
        return path.row
      }
      for item in items where !staying.contains(item) {
        if let source = oldPaths[item], let target = newPaths[item] {
          operations.append(.move(source, to: target, item: item))
        }
      }
    }
  }

  private static func paths(of snapshot: Snapshot) -> [Int: IndexPath] {
    var paths: [Int: IndexPath] = [:]
    paths.reserveCapacity(snapshot.numberOfItems)
    for (number, section) in snapshot.sectionIdentifiers.enumerated() {
      for (row, item) in snapshot.itemIdentifiers(inSection: section).enumerated() {
        paths[item] = IndexPath(row: row, section: number)
      }
    }
    return paths
  }

  /// The most items that can stay where they are while the others move around them: a longest sequence whose old rows
  /// increase.
  private static func staying(_ items: [Int], oldRow: (Int) -> Int?) -> Set<Int> {
    // ends[k]: the item with the lowest old row that ends an increasing sequence of k + 1.
    var ends: [(row: Int, item: Int)] = []
    var previous: [Int: Int] = [:]
    for item in items {
      guard let row = oldRow(item) else { continue }
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if ends[middle].row < row { low = middle + 1 } else { high = middle }
      }
      if low > 0 { previous[item] = ends[low - 1].item }
      if low == ends.count { ends.append((row, item)) } else { ends[low] = (row, item) }
    }
    var staying: Set<Int> = []
    var item = ends.last?.item
    while let current = item {
      staying.insert(current)
      item = previous[current]
    }
    return staying
  }

  /// How many there are of each kind, in words: "3 inserted, 1 moved".
  var summary: String {
    var counts = (inserted: 0, deleted: 0, moved: 0, sections: 0)
    for operation in operations {
      switch operation {
      case .insert: counts.inserted += 1
      case .delete: counts.deleted += 1
      case .move: counts.moved += 1
      case .insertSection, .deleteSection: counts.sections += 1
      }
    }
    let parts = [
      (counts.inserted, "inserted"), (counts.deleted, "deleted"), (counts.moved, "moved"),
      (counts.sections, counts.sections == 1 ? "section" : "sections"),
    ].filter { $0.0 > 0 }
    return parts.isEmpty ? "nothing" : parts.map { "\(GroupedNumber.string($0.0)) \($0.1)" }.joined(separator: ", ")
  }
}

extension SnapshotOperations.Operation: CustomStringConvertible {
  var description: String {
    switch self {
    case .deleteSection(let number): "delete section \(number)"
    case .insertSection(let number): "insert section \(number)"
    case .delete(let path, let item): "delete \(Self.text(path)): \(item)"
    case .insert(let path, let item): "insert \(Self.text(path)): \(item)"
    case .move(let source, let target, let item): "move \(Self.text(source)) \u{2192} \(Self.text(target)): \(item)"
    }
  }

  private static func text(_ path: IndexPath) -> String { "[\(path.section), \(path.row)]" }
}
