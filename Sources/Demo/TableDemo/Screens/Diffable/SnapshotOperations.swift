import DemoParts
import UIKit

/// The operations of a table on its rows and sections when one snapshot took the place of another, as it told
/// (`TableUpdate`), with the identifiers that the snapshots have at these places.
struct SnapshotOperations {
  typealias Snapshot = NSDiffableDataSourceSnapshot<Int, Int>

  /// One of them.
  enum Operation: Equatable {
    case reloadData
    case deleteSection(Int), insertSection(Int), moveSection(Int, to: Int), reloadSection(Int)
    case delete(IndexPath, item: Int)
    case insert(IndexPath, item: Int)
    case move(IndexPath, to: IndexPath, item: Int)
    case reload(IndexPath, item: Int)
    case reconfigure(IndexPath, item: Int)
  }

  private(set) var operations: [Operation] = []

  /// - Parameter updates: told while the one snapshot took the other's place; nil for one that reloaded everything.
  /// - Complexity: O(n) in the operations and sections.
  init(_ updates: [TableUpdate?], from old: Snapshot, to new: Snapshot) {
    var before = ItemsByPath(old)
    var after = ItemsByPath(new)
    for update in updates {
      guard let update else {
        operations.append(.reloadData)
        continue
      }
      operations += update.deletedSections.map { .deleteSection($0) }
      operations += update.insertedSections.map { .insertSection($0) }
      operations += update.movedSections.map { .moveSection($0.source, to: $0.target) }
      operations += update.reloadedSections.map { .reloadSection($0) }
      operations += update.deletedRows.map { .delete($0, item: before[$0]) }
      operations += update.insertedRows.map { .insert($0, item: after[$0]) }
      operations += update.movedRows.map { .move($0.source, to: $0.target, item: before[$0.source]) }
      operations += update.reloadedRows.map { .reload($0, item: before[$0]) }
      operations += update.reconfiguredRows.map { .reconfigure($0, item: before[$0]) }
    }
  }

  /// The identifiers of a snapshot by their places; those of a section are asked for once.
  private struct ItemsByPath {
    private let snapshot: Snapshot
    private let sections: [Int]
    private var items: [Int: [Int]] = [:]

    init(_ snapshot: Snapshot) {
      self.snapshot = snapshot
      sections = snapshot.sectionIdentifiers
    }

    /// The item at a place; -1 for an empty place.
    subscript(path: IndexPath) -> Int {
      mutating get {
        guard sections.indices.contains(path.section) else { return -1 }
        let items = self.items[path.section] ?? snapshot.itemIdentifiers(inSection: sections[path.section])
        self.items[path.section] = items
        return items.indices.contains(path.row) ? items[path.row] : -1
      }
    }
  }

  /// How many there are of each kind, in words: "3 inserted, 1 moved".
  var summary: String {
    var counts = (inserted: 0, deleted: 0, moved: 0, sections: 0, reloaded: 0, reconfigured: 0)
    for operation in operations {
      switch operation {
      case .reloadData: return "everything reloaded"
      case .insert: counts.inserted += 1
      case .delete: counts.deleted += 1
      case .move: counts.moved += 1
      case .insertSection, .deleteSection, .moveSection, .reloadSection: counts.sections += 1
      case .reload: counts.reloaded += 1
      case .reconfigure: counts.reconfigured += 1
      }
    }
    let parts = [
      (counts.inserted, "inserted"), (counts.deleted, "deleted"), (counts.moved, "moved"),
      (counts.reloaded, "reloaded"), (counts.reconfigured, "reconfigured"),
      (counts.sections, counts.sections == 1 ? "section" : "sections"),
    ].filter { $0.0 > 0 }
    return parts.isEmpty ? "nothing" : parts.map { "\(GroupedNumber.string($0.0)) \($0.1)" }.joined(separator: ", ")
  }
}

extension SnapshotOperations.Operation: CustomStringConvertible {
  var description: String {
    switch self {
    case .reloadData: "reload everything"
    case .moveSection(let source, let target): "move section \(source) \u{2192} \(target)"
    case .reloadSection(let number): "reload section \(number)"
    case .reload(let path, let item): "reload \(Self.text(path)): \(item)"
    case .reconfigure(let path, let item): "reconfigure \(Self.text(path)): \(item)"
    case .deleteSection(let number): "delete section \(number)"
    case .insertSection(let number): "insert section \(number)"
    case .delete(let path, let item): "delete \(Self.text(path)): \(item)"
    case .insert(let path, let item): "insert \(Self.text(path)): \(item)"
    case .move(let source, let target, let item): "move \(Self.text(source)) \u{2192} \(Self.text(target)): \(item)"
    }
  }

  private static func text(_ path: IndexPath) -> String { "[\(path.section), \(path.row)]" }
}
