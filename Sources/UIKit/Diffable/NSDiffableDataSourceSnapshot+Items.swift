import Primitives

/// Changing the items.
extension NSDiffableDataSourceSnapshot {
  /// Puts items at the end of a section; without `toSection` at the end of the last one.
  /// - Precondition: the snapshot has none of the items, and the section, or any.
  /// - Complexity: O(k) in the last section with items, else O(n).
  public mutating func appendItems(
    _ identifiers: [ItemIdentifierType], toSection sectionIdentifier: SectionIdentifierType? = nil
  ) {
    let call: StaticString = "appendItems(_:toSection:)"
    let section: Int
    if let sectionIdentifier {
      section = require(section: sectionIdentifier, call)
    } else {
      guard !sections.isEmpty else {
        misuse(
          """
          There are currently no sections in the data source. Please add a section first: call appendSections(_:) before \
          NSDiffableDataSourceSnapshot.\(call)
          """)
      }
      section = sections.count - 1
    }
    insert(identifiers, at: spans[section].upperBound, inSection: section, call)
  }

  /// Puts items before another one, in its section.
  /// - Precondition: the snapshot has none of the items, and has the other one.
  /// - Complexity: O(n).
  public mutating func insertItems(_ identifiers: [ItemIdentifierType], beforeItem beforeIdentifier: ItemIdentifierType)
  {
    let call: StaticString = "insertItems(_:beforeItem:)"
    let position = require(item: beforeIdentifier, call)
    insert(identifiers, at: position, inSection: spans.section(ofItemAt: position), call)
  }

  /// Puts items behind another one, in its section.
  /// - Precondition: the snapshot has none of the items, and has the other one.
  /// - Complexity: O(n).
  public mutating func insertItems(_ identifiers: [ItemIdentifierType], afterItem afterIdentifier: ItemIdentifierType) {
    let call: StaticString = "insertItems(_:afterItem:)"
    let position = require(item: afterIdentifier, call)
    insert(identifiers, at: position + 1, inSection: spans.section(ofItemAt: position), call)
  }

  private mutating func insert(
    _ identifiers: [ItemIdentifierType], at position: Int, inSection section: Int, _ call: StaticString
  ) {
    requireDistinct(items.insert(identifiers, at: position), "item", call)
    spans.add(identifiers.count, toSection: section)
  }

  /// Takes items out; those that are not there are passed over.
  /// - Complexity: O(n).
  public mutating func deleteItems(_ identifiers: [ItemIdentifierType]) {
    let positions = Set(identifiers.compactMap(items.position(of:))).sorted()
    guard !positions.isEmpty else { return }
    forgetMarks(of: identifiers)
    items.remove(at: positions)
    spans.removeItems(at: positions)
  }

  /// Takes all items out, and all sections.
  public mutating func deleteAllItems() { self = NSDiffableDataSourceSnapshot() }

  /// Exchanges the items of a section. Those that are in it before and afterwards are the same items.
  /// - Precondition: the section is there, and no new item is in another one.
  mutating func replaceItems(ofSection section: SectionIdentifierType, with items: [ItemIdentifierType]) {
    let old = itemIdentifiers(inSection: section)
    guard old != items else { return }
    deleteItems(old)
    appendItems(items, toSection: section)
  }

  /// Moves an item before another one, to whatever section that is in.
  /// - Precondition: both are there.
  /// - Complexity: O(n).
  public mutating func moveItem(_ identifier: ItemIdentifierType, beforeItem toIdentifier: ItemIdentifierType) {
    let call: StaticString = "moveItem(_:beforeItem:)"
    move(require(item: identifier, call), beside: require(item: toIdentifier, call), isAfter: false)
  }

  /// Moves an item behind another one, to whatever section that is in.
  /// - Precondition: both are there.
  /// - Complexity: O(n).
  public mutating func moveItem(_ identifier: ItemIdentifierType, afterItem toIdentifier: ItemIdentifierType) {
    let call: StaticString = "moveItem(_:afterItem:)"
    move(require(item: identifier, call), beside: require(item: toIdentifier, call), isAfter: true)
  }

  private mutating func move(_ source: Int, beside target: Int, isAfter: Bool) {
    guard source != target else { return }
    let (from, to) = (spans.section(ofItemAt: source), spans.section(ofItemAt: target))
    items.move(source..<(source + 1), to: isAfter ? target + 1 : target)
    spans.add(-1, toSection: from)
    spans.add(1, toSection: to)
  }

  /// Items that are gone are not to be reloaded any more.
  mutating func forgetMarks(of identifiers: [ItemIdentifierType]) {
    reloadedItems.remove(identifiers)
    reconfiguredItems.remove(identifiers)
  }
}

extension IdentifierList {
  /// Takes out those of the identifiers that are there.
  mutating func remove(_ identifiers: [Element]) {
    guard !isEmpty else { return }
    remove(at: Set(identifiers.compactMap(position(of:))).sorted())
  }

  /// Puts those of the identifiers that are not there at the end.
  mutating func formUnion(_ identifiers: [Element]) {
    var seen: Set<Element> = []
    _ = insert(identifiers.filter { position(of: $0) == nil && seen.insert($0).inserted }, at: count)
  }
}
