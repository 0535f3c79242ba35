/// A sequence of weighted, measured elements that finds the element at a position and the element at a y in O(log n).
///
/// A B+tree whose nodes live in a few arrays and name each other by number, so a copy is a handful of reference
/// counts, a write to an unshared tree allocates only when it grows, and freed nodes are taken again. Sums are integers
/// (`ExactLength`): corrected by differences or added up anew, they are the same and cannot drift, however many changes
/// were made.
///
/// Invariants (see `checkInvariants()`): all leaves are equally deep; no node is empty; two neighbouring siblings
/// together fill at least half a node; a stored span equals the sum of the node below it.
package struct SummedTree<Element: SummedElement> {
  typealias Node = Int32

  /// Most elements in a leaf and children in a branch. Small numbers make small test inputs deep.
  let capacity: Int

  var elements = ContiguousArray<Element>()
  var elementCounts = ContiguousArray<Int32>()
  var freeLeaves = ContiguousArray<Node>()

  var children = ContiguousArray<Node>()
  var spans = ContiguousArray<SummedSpan>()
  var childCounts = ContiguousArray<Int32>()
  var freeBranches = ContiguousArray<Node>()

  var root: Node = -1
  /// Branch levels above the leaves.
  var depth = 0

  /// Sums over everything.
  package internal(set) var total = SummedSpan()

  /// An empty tree; allocates nothing.
  /// - Precondition: `capacity` is at least 4, the room a leaf needs to take in a split element after being halved.
  package init(capacity: Int = 32) {
    precondition(capacity >= 4, "a node of capacity \(capacity) cannot be halved; use 4 or more")
    self.capacity = capacity
  }

  /// Builds full leaves from `source`, joining neighbours that absorb each other.
  /// - Complexity: O(n).
  package init(_ source: some Sequence<Element>, capacity: Int = 32) {
    self.init(capacity: capacity)
    var level = ContiguousArray<Node>()
    elements.reserveCapacity((source.underestimatedCount + capacity - 1) / capacity * capacity)
    for element in source where element.weight > 0 { appendWhileBuilding(element, leaves: &level) }
    guard !level.isEmpty else { return }
    while level.count > 1 { level = branches(over: level) }
    root = level[0]
    total = span(of: root, level: depth)
  }

  private mutating func appendWhileBuilding(_ element: Element, leaves: inout ContiguousArray<Node>) {
    if let last = leaves.last {
      let count = Int(elementCounts[Int(last)])
      let end = Int(last) * capacity + count
      if elements[end - 1].absorb(element) { return }
      if count < capacity {
        elements[end] = element
        elementCounts[Int(last)] += 1
        return
      }
    }
    let leaf = newLeaf()
    elements[Int(leaf) * capacity] = element
    elementCounts[Int(leaf)] = 1
    leaves.append(leaf)
  }

  /// Groups the nodes of one level under as few branches as possible, none of them less than half full.
  private mutating func branches(over level: ContiguousArray<Node>) -> ContiguousArray<Node> {
    let groups = (level.count + capacity - 1) / capacity
    var parents = ContiguousArray<Node>()
    parents.reserveCapacity(groups)
    for group in 0..<groups {
      let branch = newBranch()
      let range = (level.count * group / groups)..<(level.count * (group + 1) / groups)
      for (slot, index) in range.enumerated() {
        children[Int(branch) * capacity + slot] = level[index]
        spans[Int(branch) * capacity + slot] = span(of: level[index], level: depth)
      }
      childCounts[Int(branch)] = Int32(range.count)
      parents.append(branch)
    }
    depth += 1
    return parents
  }

  /// Bytes of the tree's own arrays, the rooms that stand ready included; what elements hold elsewhere is not counted.
  package var byteCount: Int {
    elements.capacity * MemoryLayout<Element>.stride + spans.capacity * MemoryLayout<SummedSpan>.stride
      + MemoryLayout<Node>.stride
      * (elementCounts.capacity + freeLeaves.capacity + children.capacity + childCounts.capacity
        + freeBranches.capacity)
  }

  /// Sums of one node, from its own elements or from its children's stored spans.
  func span(of node: Node, level: Int) -> SummedSpan {
    let base = Int(node) * capacity
    var sum = SummedSpan()
    if level == 0 {
      for slot in base..<(base + Int(elementCounts[Int(node)])) {
        sum.weight += elements[slot].weight
        sum.length += elements[slot].length
      }
    } else {
      for slot in base..<(base + Int(childCounts[Int(node)])) { sum += spans[slot] }
    }
    return sum
  }

  func count(of node: Node, level: Int) -> Int {
    Int(level == 0 ? elementCounts[Int(node)] : childCounts[Int(node)])
  }

  mutating func newLeaf() -> Node {
    if let free = freeLeaves.popLast() { return free }
    elements.append(contentsOf: repeatElement(.vacant, count: capacity))
    elementCounts.append(0)
    return Node(elementCounts.count - 1)
  }

  mutating func newBranch() -> Node {
    if let free = freeBranches.popLast() { return free }
    children.append(contentsOf: repeatElement(-1, count: capacity))
    spans.append(contentsOf: repeatElement(SummedSpan(), count: capacity))
    childCounts.append(0)
    return Node(childCounts.count - 1)
  }
}

extension SummedTree: Sendable where Element: Sendable {}
