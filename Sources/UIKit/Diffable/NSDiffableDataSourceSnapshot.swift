/// The sections and items a table is to show, by their identifiers, at one moment.
///
/// A value: a copy is independent, and costs nothing until one of the two is changed. Sections, and items over all
/// sections, are distinct. Make one anew or take the data source's `snapshot()`, change it, and hand it to `apply`.
///
///     var snapshot = NSDiffableDataSourceSnapshot<String, Int>()
///     snapshot.appendSections(["even", "odd"])
///     snapshot.appendItems([2, 4], toSection: "even")
///     snapshot.appendItems([1, 3, 5])                   // the last section
///     snapshot.moveItem(4, beforeItem: 2)
///     snapshot.itemIdentifiers                          // [4, 2, 1, 3, 5]
///
/// A duplicate identifier, or a missing section or item that a call requires, is a mistake that ends the program with
/// a message; deleting a missing identifier has no effect.
///
/// Inserting, deleting or moving at the front or in the middle costs O(n), a few nanoseconds an item; appending costs
/// O(1) an item.
public struct NSDiffableDataSourceSnapshot<
  SectionIdentifierType: Hashable & Sendable, ItemIdentifierType: Hashable & Sendable
>: Sendable {
  var sections = IdentifierList<SectionIdentifierType>()
  var items = IdentifierList<ItemIdentifierType>()
  var spans = SectionSpans()
  var reloadedSections = IdentifierList<SectionIdentifierType>()
  var reloadedItems = IdentifierList<ItemIdentifierType>()
  var reconfiguredItems = IdentifierList<ItemIdentifierType>()

  /// No sections and no items.
  public init() {}

  // MARK: Counting and listing

  /// Items of all sections.
  public var numberOfItems: Int { items.count }

  /// Sections, those without items included.
  public var numberOfSections: Int { sections.count }

  /// The sections in order.
  public var sectionIdentifiers: [SectionIdentifierType] { sections.elements }

  /// The items of all sections in order.
  public var itemIdentifiers: [ItemIdentifierType] { items.elements }

  /// How many items a section has.
  /// - Precondition: the section is there.
  public func numberOfItems(inSection identifier: SectionIdentifierType) -> Int {
    spans[require(section: identifier, "numberOfItems(inSection:)")].count
  }

  /// The items of a section in order.
  /// - Precondition: the section is there.
  /// - Complexity: O(k) in the items of the section.
  public func itemIdentifiers(inSection identifier: SectionIdentifierType) -> [ItemIdentifierType] {
    Array(items.elements[spans[require(section: identifier, "itemIdentifiers(inSection:)")]])
  }

  // MARK: Finding

  /// The section an item is in; nil if the item is not there.
  /// - Complexity: O(log sections).
  public func sectionIdentifier(containingItem identifier: ItemIdentifierType) -> SectionIdentifierType? {
    items.position(of: identifier).map { sections.elements[spans.section(ofItemAt: $0)] }
  }

  /// The place of an item among the items of all sections; nil if it is not there.
  /// - Complexity: O(1).
  public func indexOfItem(_ identifier: ItemIdentifierType) -> Int? { items.position(of: identifier) }

  /// The number of a section; nil if it is not there.
  /// - Complexity: O(1).
  public func indexOfSection(_ identifier: SectionIdentifierType) -> Int? { sections.position(of: identifier) }

  /// Walks everything and stops at the first broken promise; called by tests.
  /// - Complexity: O(n).
  package func checkInvariants() {
    sections.checkInvariants()
    items.checkInvariants()
    spans.checkInvariants()
    precondition(spans.count == sections.count, "\(sections.count) sections have \(spans.count) spans")
    precondition(spans.itemCount == items.count, "\(items.count) items fill spans of \(spans.itemCount)")
    precondition(reloadedItems.elements.allSatisfy { indexOfItem($0) != nil }, "an item to reload is not there")
    precondition(reconfiguredItems.elements.allSatisfy { indexOfItem($0) != nil }, "an item to configure is not there")
    precondition(reloadedSections.elements.allSatisfy { indexOfSection($0) != nil }, "a section to reload is not there")
  }
}
