/// Items and sections that are the same by identity and have other content.
extension NSDiffableDataSourceSnapshot {
  /// The items that the next `apply` gives other cells.
  public var reloadedItemIdentifiers: [ItemIdentifierType] { reloadedItems.elements }

  /// The sections of which the next `apply` gives all items other cells.
  public var reloadedSectionIdentifiers: [SectionIdentifierType] { reloadedSections.elements }

  /// The items whose present cells the next `apply` has the cell provider configure again.
  public var reconfiguredItemIdentifiers: [ItemIdentifierType] { reconfiguredItems.elements }

  /// Has items get other cells. Where a reconfigured cell would do, `reconfigureItems(_:)` costs less.
  /// - Precondition: all are there.
  public mutating func reloadItems(_ identifiers: [ItemIdentifierType]) {
    requireAll(identifiers, "reload", "item", "reloadItems(_:)") { items.position(of: $0) }
    reloadedItems.formUnion(identifiers)
  }

  /// Has the cell provider configure the cells that items have. What is reloaded as well is reloaded.
  /// - Precondition: all are there.
  public mutating func reconfigureItems(_ identifiers: [ItemIdentifierType]) {
    requireAll(identifiers, "reconfigure", "item", "reconfigureItems(_:)") { items.position(of: $0) }
    reconfiguredItems.formUnion(identifiers)
  }

  /// Has all items of sections get other cells, and the sections other headers and footers.
  /// - Precondition: all are there.
  public mutating func reloadSections(_ identifiers: [SectionIdentifierType]) {
    requireAll(identifiers, "reload", "section", "reloadSections(_:)") { sections.position(of: $0) }
    reloadedSections.formUnion(identifiers)
  }

  /// The same sections and items, with nothing to reload or to configure.
  var withoutMarks: NSDiffableDataSourceSnapshot {
    var snapshot = self
    snapshot.reloadedSections = IdentifierList()
    snapshot.reloadedItems = IdentifierList()
    snapshot.reconfiguredItems = IdentifierList()
    return snapshot
  }
}
