import Primitives

/// Changing the outline.
extension NSDiffableDataSourceSectionSnapshot {
  /// Puts items behind the children of `parent`, or behind the roots.
  /// - Precondition: none of the items is there; the parent is.
  /// - Complexity: O(k) in the items.
  public mutating func append(_ items: [ItemIdentifierType], to parent: ItemIdentifierType? = nil) {
    let call: StaticString = "append(_:to:)"
    if let parent { require(parent, call) }
    take(items, under: parent, call)
    change(childrenOf: parent) { $0 += items }
  }

  /// Puts items before another one, under the same parent.
  /// - Precondition: none of the items is there; the other one is.
  /// - Complexity: O(k) in the items and the other one's siblings.
  public mutating func insert(_ items: [ItemIdentifierType], before item: ItemIdentifierType) {
    insert(items, beside: item, offset: 0, "insert(_:before:)")
  }

  /// Puts items behind another one and what stands under it, under the same parent.
  /// - Precondition: none of the items is there; the other one is.
  /// - Complexity: O(k) in the items and the other one's siblings.
  public mutating func insert(_ items: [ItemIdentifierType], after item: ItemIdentifierType) {
    insert(items, beside: item, offset: 1, "insert(_:after:)")
  }

  /// Puts another outline before an item, its roots under the item's parent.
  /// - Precondition: none of its items is there; the item is.
  /// - Complexity: O(k) in the outline and the item's siblings.
  public mutating func insert(_ snapshot: Self, before item: ItemIdentifierType) {
    insert(snapshot.rootItems, beside: item, offset: 0, "insert(_:before:)")
    graft(snapshot, "insert(_:before:)")
  }

  /// Puts another outline behind an item and what stands under it, its roots under the item's parent.
  /// - Precondition: none of its items is there; the item is.
  /// - Complexity: O(k) in the outline and the item's siblings.
  public mutating func insert(_ snapshot: Self, after item: ItemIdentifierType) {
    insert(snapshot.rootItems, beside: item, offset: 1, "insert(_:after:)")
    graft(snapshot, "insert(_:after:)")
  }

  /// Puts another outline in the place of what stands under an item.
  /// - Precondition: none of its items stands elsewhere here; the item is there.
  /// - Complexity: O(k) in both.
  public mutating func replace(childrenOf parent: ItemIdentifierType, using snapshot: Self) {
    let call: StaticString = "replace(childrenOf:using:)"
    require(parent, call)
    delete(nodes[parent]?.children ?? [])
    take(snapshot.rootItems, under: parent, call)
    change(childrenOf: parent) { $0 = snapshot.rootItems }
    graft(snapshot, call)
  }

  /// Takes items out, and all that stands under them; those that are not there are passed over.
  /// - Complexity: O(k) in what is taken out and its siblings.
  public mutating func delete(_ items: [ItemIdentifierType]) {
    let leaving = Set(items.filter(contains))
    for parent in Set(leaving.map { nodes[$0]?.parent }) {
      change(childrenOf: parent) { $0.removeAll(where: leaving.contains) }
    }
    var gone: [ItemIdentifierType] = []
    walk(from: Array(leaving)) { item, _ in
      gone.append(item)
      return true
    }
    for item in gone { nodes[item] = nil }
  }

  /// Takes all items out.
  public mutating func deleteAll() { self = Self() }

  /// Shows the children of items.
  public mutating func expand(_ items: [ItemIdentifierType]) { setExpanded(items, true) }

  /// Hides all that stands under items. What is expanded among it stays so, for the next time it is shown.
  public mutating func collapse(_ items: [ItemIdentifierType]) { setExpanded(items, false) }

  private mutating func setExpanded(_ items: [ItemIdentifierType], _ isExpanded: Bool) {
    for item in items { nodes[item]?.isExpanded = isExpanded }
  }

  // MARK: Parts

  private mutating func insert(
    _ items: [ItemIdentifierType], beside item: ItemIdentifierType, offset: Int, _ call: StaticString
  ) {
    require(item, call)
    let parent = nodes[item]?.parent
    take(items, under: parent, call)
    change(childrenOf: parent) { siblings in
      let place = siblings.firstIndex(of: item).map { $0 + offset } ?? siblings.endIndex
      siblings.insert(contentsOf: items, at: place)
    }
  }

  /// Takes over what stands under the roots of another outline, which are here already.
  private mutating func graft(_ snapshot: Self, _ call: StaticString) {
    for root in snapshot.rootItems {
      guard let node = snapshot.nodes[root] else { continue }
      nodes[root] = node.placed(under: nodes[root]?.parent)
    }
    var below: [(item: ItemIdentifierType, node: Node)] = []
    snapshot.walk(from: snapshot.rootItems.flatMap { snapshot.nodes[$0]?.children ?? [] }) { item, node in
      below.append((item, node))
      return true
    }
    requireNew(below.map(\.item), call)
    for (item, node) in below { nodes[item] = node }
  }

  private mutating func take(_ items: [ItemIdentifierType], under parent: ItemIdentifierType?, _ call: StaticString) {
    requireNew(items, call)
    for item in items { nodes[item] = Node(parent: parent) }
  }

  private mutating func change(
    childrenOf parent: ItemIdentifierType?, _ body: (inout [ItemIdentifierType]) -> Void
  ) {
    guard let parent else { return body(&rootItems) }
    guard var node = nodes.removeValue(forKey: parent) else { return }
    body(&node.children)
    nodes[parent] = node
  }

  // MARK: Promises

  func require(_ item: ItemIdentifierType, _ call: StaticString) {
    guard nodes[item] == nil else { return }
    misuse(
      """
      Invalid item identifier: \(item) does not exist in the section snapshot. NSDiffableDataSourceSectionSnapshot.\(call) \
      needs an item that was appended or inserted before
      """)
  }

  private func requireNew(_ items: [ItemIdentifierType], _ call: StaticString) {
    var seen: Set<ItemIdentifierType> = []
    let repeated = items.filter { nodes[$0] != nil || !seen.insert($0).inserted }
    guard !repeated.isEmpty else { return }
    let names = Set(repeated).map { "\($0)" }.sorted().joined(separator: ", ")
    misuse(
      """
      Fatal: supplied item identifiers are not unique. Duplicate identifiers: {\(names)}. Pass \
      NSDiffableDataSourceSectionSnapshot.\(call) each identifier once, and none the section snapshot has
      """)
  }

  /// Walks everything and stops at the first broken promise; called by tests.
  /// - Complexity: O(n).
  package func checkInvariants() {
    precondition(items.count == nodes.count, "\(nodes.count) items, \(items.count) of them under a root")
    for root in rootItems { precondition(nodes[root]?.parent == nil, "the root \(root) has a parent") }
    for (item, node) in nodes {
      for child in node.children { precondition(nodes[child]?.parent == item, "\(child) is not under \(item)") }
    }
  }
}
