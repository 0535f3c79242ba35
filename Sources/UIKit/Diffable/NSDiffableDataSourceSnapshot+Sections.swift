/// Changing the sections.
extension NSDiffableDataSourceSnapshot {
  /// Puts sections without items at the end.
  /// - Precondition: the snapshot has none of them.
  public mutating func appendSections(_ identifiers: [SectionIdentifierType]) {
    insert(identifiers, at: sections.count, "appendSections(_:)")
  }

  /// Puts sections without items before another one.
  /// - Precondition: the snapshot has none of them, and has the other one.
  public mutating func insertSections(
    _ identifiers: [SectionIdentifierType], beforeSection toIdentifier: SectionIdentifierType
  ) {
    let call: StaticString = "insertSections(_:beforeSection:)"
    insert(identifiers, at: require(section: toIdentifier, call), call)
  }

  /// Puts sections without items behind another one.
  /// - Precondition: the snapshot has none of them, and has the other one.
  public mutating func insertSections(
    _ identifiers: [SectionIdentifierType], afterSection toIdentifier: SectionIdentifierType
  ) {
    let call: StaticString = "insertSections(_:afterSection:)"
    insert(identifiers, at: require(section: toIdentifier, call) + 1, call)
  }

  private mutating func insert(_ identifiers: [SectionIdentifierType], at number: Int, _ call: StaticString) {
    requireDistinct(sections.insert(identifiers, at: number), "section", call)
    spans.insertSections(identifiers.count, at: number)
  }

  /// Takes sections out with their items; those that are not there are passed over.
  /// - Complexity: O(n).
  public mutating func deleteSections(_ identifiers: [SectionIdentifierType]) {
    let numbers = Set(identifiers.compactMap(sections.position(of:))).sorted()
    guard !numbers.isEmpty else { return }
    let positions = numbers.flatMap { spans[$0] }
    forgetMarks(of: positions.map { items.elements[$0] })
    reloadedSections.remove(identifiers)
    items.remove(at: positions)
    spans.removeSections(numbers)
    sections.remove(at: numbers)
  }

  /// Moves a section with its items before another one.
  /// - Precondition: both are there.
  /// - Complexity: O(n).
  public mutating func moveSection(
    _ identifier: SectionIdentifierType, beforeSection toIdentifier: SectionIdentifierType
  ) {
    let call: StaticString = "moveSection(_:beforeSection:)"
    move(require(section: identifier, call), beside: require(section: toIdentifier, call), isAfter: false)
  }

  /// Moves a section with its items behind another one.
  /// - Precondition: both are there.
  /// - Complexity: O(n).
  public mutating func moveSection(
    _ identifier: SectionIdentifierType, afterSection toIdentifier: SectionIdentifierType
  ) {
    let call: StaticString = "moveSection(_:afterSection:)"
    move(require(section: identifier, call), beside: require(section: toIdentifier, call), isAfter: true)
  }

  private mutating func move(_ source: Int, beside target: Int, isAfter: Bool) {
    guard source != target else { return }
    items.move(spans[source], to: isAfter ? spans[target].upperBound : spans[target].lowerBound)
    let place = isAfter ? target + 1 : target
    spans.moveSection(source, to: place)
    sections.move(source..<(source + 1), to: place)
  }
}
