import Primitives

/// The preconditions on identifiers that are passed in.
extension NSDiffableDataSourceSnapshot {
  func require(item identifier: ItemIdentifierType, _ call: StaticString) -> Int {
    guard let position = items.position(of: identifier) else {
      misuse(
        """
        Invalid item identifier: \(identifier) does not exist in the snapshot. NSDiffableDataSourceSnapshot.\(call) needs \
        an item that was appended or inserted before
        """)
    }
    return position
  }

  func require(section identifier: SectionIdentifierType, _ call: StaticString) -> Int {
    guard let number = sections.position(of: identifier) else {
      misuse(
        """
        Invalid section identifier: \(identifier) does not exist in the snapshot. NSDiffableDataSourceSnapshot.\(call) \
        needs a section that was appended or inserted before
        """)
    }
    return number
  }

  func requireDistinct<Identifier: Hashable>(_ repeated: [Identifier], _ noun: String, _ call: StaticString) {
    guard !repeated.isEmpty else { return }
    var seen: Set<Identifier> = []
    let names = repeated.filter { seen.insert($0).inserted }.map { "\($0)" }.joined(separator: ", ")
    misuse(
      """
      Fatal: supplied \(noun) identifiers are not unique. Duplicate identifiers: {\(names)}. Pass \
      NSDiffableDataSourceSnapshot.\(call) each identifier once, and none the snapshot has; what differs must differ in \
      == and hash(into:)
      """)
  }

  func requireAll<Identifier: Hashable, Position>(
    _ identifiers: [Identifier], _ verb: StaticString, _ noun: StaticString, _ call: StaticString,
    position: (Identifier) -> Position?
  ) {
    for identifier in identifiers where position(identifier) == nil {
      misuse(
        """
        Attempted to \(verb) \(noun) identifier that does not exist in the snapshot: \(identifier). Pass \
        NSDiffableDataSourceSnapshot.\(call) \(noun)s the snapshot has
        """)
    }
  }
}
