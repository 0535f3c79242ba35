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
    for identifier in identifiers where items.position(of: identifier) == nil {
      tableMisuse(
        """
        Attempted to reload item identifier that does not exist in the snapshot: \(identifier). Pass \
        NSDiffableDataSourceSnapshot.reloadItems(_:) items the snapshot has
        """)
    }
    reloadedItems.formUnion(identifiers)
  }

  /// Has the cell provider configure the cells that items have (R10). What is reloaded as well is reloaded.
  /// - Precondition: all are there.
  public mutating func reconfigureItems(_ identifiers: [ItemIdentifierType]) {
    for identifier in identifiers where items.position(of: identifier) == nil {
      tableMisuse(
        """
        Attempted to reconfigure item identifier that does not exist in the snapshot: \(identifier). Pass \
        NSDiffableDataSourceSnapshot.reconfigureItems(_:) items the snapshot has
        """)
    }
    reconfiguredItems.formUnion(identifiers)
  }

  /// Has all items of sections get other cells, and the sections other headers and footers.
  /// - Precondition: all are there.
  public mutating func reloadSections(_ identifiers: [SectionIdentifierType]) {
    for identifier in identifiers where sections.position(of: identifier) == nil {
      tableMisuse(
        """
        Attempted to reload section identifier that does not exist in the snapshot: \(identifier). Pass \
        NSDiffableDataSourceSnapshot.reloadSections(_:) sections the snapshot has
        """)
    }
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
