import TableModel
import UIKitCore

/// The difference between two snapshots: which sections and items stay, and the operations for all others.
///
/// Items are compared by identity. An item that stays in its section moves only if it is not in the section's longest
/// sequence that kept its order, so the number of moves is minimal; an item that changed its section always moves. An
/// item that is reloaded and moved is deleted and inserted instead: a batch takes one operation for a row.
struct SnapshotDifference {
  private var sections: IdentifierMatch
  private var items: IdentifierMatch
  private let oldSpans: SectionSpans
  private let newSpans: SectionSpans
  /// New numbers of the sections that stand elsewhere among those that stayed.
  private var movingSections: [Int] = []
  /// New numbers of the sections that are reloaded where they are. Nothing is said of the items that stay in them.
  private var reloadedSections: Set<Int> = []
  /// New positions of the items that stand elsewhere.
  private var movingItems: ContiguousArray<Int32> = []
  /// New positions of the items that are reloaded where they are.
  private var reloadedItems: Set<Int>
  private let reconfiguredItems: [Int]

  /// - Complexity: O(n) in items and sections, and O(m log n) for m items that move.
  init<Section, Item>(
    from old: NSDiffableDataSourceSnapshot<Section, Item>, to new: NSDiffableDataSourceSnapshot<Section, Item>
  ) {
    sections = new.sections.match(from: old.sections)
    items = new.items.match(from: old.items)
    oldSpans = old.spans
    newSpans = new.spans
    reloadedItems = Set(new.reloadedItems.elements.compactMap(new.items.position(of:)))
    reconfiguredItems = new.reconfiguredItems.elements.compactMap(new.items.position(of:))
    var staying = StayingSequence()
    findMovingSections(&staying)
    for section in new.reloadedSections.elements {
      if let number = new.sections.position(of: section) { reload(section: number) }
    }
    findMovingItems(&staying)
    guard !reloadedItems.isEmpty else { return }
    movingItems.removeAll { position in
      guard reloadedItems.contains(Int(position)) else { return false }
      items.unlink(new: Int(position))
      return true
    }
  }

  private mutating func findMovingSections(_ staying: inout StayingSequence) {
    staying.begin(newSpans.count)
    for number in 0..<newSpans.count where sections.oldOf[number] >= 0 {
      staying.append(target: number, source: sections.oldOf[number])
    }
    var moving: ContiguousArray<Int32> = []
    staying.appendMoving(to: &moving)
    movingSections = moving.map(Int.init)
  }

  /// The items that stay in a reloaded section come with it, as those of a section that came.
  private mutating func reload(section number: Int) {
    guard let old = sections.old(of: number) else { return }
    let span = oldSpans[old]
    for position in newSpans[number] {
      if let source = items.old(of: position), span.contains(source) { items.unlink(new: position) }
    }
    if let slot = movingSections.firstIndex(of: number) {
      movingSections.remove(at: slot)
      sections.unlink(new: number)
    } else {
      reloadedSections.insert(number)
    }
  }

  private mutating func findMovingItems(_ staying: inout StayingSequence) {
    for number in 0..<newSpans.count {
      let span = sections.old(of: number).map { oldSpans[$0] } ?? 0..<0
      let newSpan = newSpans[number]
      staying.begin(newSpan.count)
      for position in newSpan {
        let source = items.oldOf[position]
        if source < 0 { continue }
        if span.contains(Int(source)) {
          staying.append(target: position, source: source)
        } else {
          movingItems.append(Int32(truncatingIfNeeded: position))
        }
      }
      staying.appendMoving(to: &movingItems)
    }
  }

  // MARK: Operations

  /// The operations for a table that shows the old snapshot.
  /// - Parameter animation: how rows and sections come, go and are reloaded.
  func changes(_ animation: UITableView.RowAnimation) -> TableChanges {
    var changes = TableChanges()
    addSections(to: &changes, animation)
    changes.reserveRows(
      deleted: count(of: oldSpans, in: items.newOf, isListed: listsDeletions),
      inserted: count(of: newSpans, in: items.oldOf, isListed: listsInsertions), moved: movingItems.count)
    for section in 0..<oldSpans.count where listsDeletions(section) {
      for (row, position) in oldSpans[section].enumerated() where items.newOf[position] < 0 {
        changes.deleteRow(RowPosition(section: section, row: row), animation)
      }
    }
    for section in 0..<newSpans.count where listsInsertions(section) {
      for (row, position) in newSpans[section].enumerated() where items.oldOf[position] < 0 {
        changes.insertRow(RowPosition(section: section, row: row), animation)
      }
    }
    for position in movingItems {
      let source = Int(items.oldOf[Int(position)])
      changes.moveRow(oldSpans.row(at: source), to: newSpans.row(at: Int(position)))
    }
    for position in reloadedItems.sorted() {
      guard let source = items.old(of: position) else { continue }
      changes.reloadRow(oldSpans.row(at: source), animation)
    }
    for position in reconfiguredItems {
      guard let source = items.old(of: position), !reloadedItems.contains(position) else { continue }
      changes.reconfigureRow(oldSpans.row(at: source))
    }
    return changes
  }

  private func addSections(to changes: inout TableChanges, _ animation: UITableView.RowAnimation) {
    for section in 0..<oldSpans.count where sections.new(of: section) == nil {
      changes.deleteSection(section, animation)
    }
    for section in 0..<newSpans.count where sections.old(of: section) == nil {
      changes.insertSection(section, animation)
    }
    for section in movingSections {
      if let source = sections.old(of: section) { changes.moveSection(source, to: section) }
    }
    for section in reloadedSections.sorted() {
      if let source = sections.old(of: section) { changes.reloadSection(source, animation) }
    }
  }

  /// Rows that go with their section are not named besides.
  private func listsDeletions(_ section: Int) -> Bool {
    sections.new(of: section).map { !reloadedSections.contains($0) } ?? false
  }

  /// Rows that come with their section are not named besides.
  private func listsInsertions(_ section: Int) -> Bool {
    sections.old(of: section) != nil && !reloadedSections.contains(section)
  }

  private func count(
    of spans: SectionSpans, in links: ContiguousArray<Int32>, isListed: (Int) -> Bool
  ) -> Int {
    (0..<spans.count).reduce(0) { sum, section in
      isListed(section) ? sum + links[spans[section]].count { $0 < 0 } : sum
    }
  }
}

extension TableChanges {
  /// The operations that turn a table that shows one snapshot into one that shows another, as few as can be.
  ///
  /// - Parameters:
  ///   - old: what the table shows.
  ///   - new: what it is to show; its items and sections to reload or to configure count if they are in both.
  ///   - animation: how rows and sections come, go and are reloaded.
  /// - Complexity: O(n) in items and sections, and O(m log n) for m items that move; on top of the snapshots at most
  ///   64 bytes an item.
  package init<Section, Item>(
    from old: NSDiffableDataSourceSnapshot<Section, Item>, to new: NSDiffableDataSourceSnapshot<Section, Item>,
    animation: UITableView.RowAnimation
  ) {
    self = SnapshotDifference(from: old, to: new).changes(animation)
  }
}
