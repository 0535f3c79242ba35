import Synchronization

/// The outlines that sections of a data source show, on any thread.
final class SectionOutlines<Section: Hashable & Sendable, Item: Hashable & Sendable>: Sendable {
  typealias Outline = NSDiffableDataSourceSectionSnapshot<Item>

  private let outlines = Mutex<[Section: Outline]>([:])

  /// The outline of a section; nil for one that shows no outline.
  subscript(section: Section) -> Outline? { outlines.withLock { $0[section] } }

  func set(_ outline: Outline, _ section: Section) { outlines.withLock { $0[section] = outline } }

  /// Forgets the outlines of sections that a snapshot lacks, or whose items it exchanges.
  /// - Complexity: O(1) without outlines, else O(n) in their items.
  func keep(those snapshot: NSDiffableDataSourceSnapshot<Section, Item>) {
    outlines.withLock { outlines in
      guard !outlines.isEmpty else { return }
      outlines = outlines.filter { section, outline in
        snapshot.indexOfSection(section) != nil && snapshot.itemIdentifiers(inSection: section) == outline.visibleItems
      }
    }
  }
}
