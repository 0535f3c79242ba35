extension SummedTree {
  /// Walks the whole tree and stops with a sentence at the first broken invariant; called by tests.
  /// - Complexity: O(n).
  package func checkInvariants() {
    guard root >= 0 else {
      precondition(total == SummedSpan(), "a tree without root has sums \(total)")
      return
    }
    precondition(span(of: root, level: depth) == total, "the total \(total) is not the root's sum")
    precondition(depth == 0 || childCounts[Int(root)] > 1, "the root branch has only one child")
    var leaves = 0
    var branches = 0
    check(root, level: depth, leaves: &leaves, branches: &branches)
    precondition(leaves + freeLeaves.count == elementCounts.count, "a leaf is neither used nor free")
    precondition(branches + freeBranches.count == childCounts.count, "a branch is neither used nor free")
  }

  private func check(_ node: Node, level: Int, leaves: inout Int, branches: inout Int) {
    let count = count(of: node, level: level)
    precondition(count > 0 && count <= capacity, "node \(node) at level \(level) holds \(count)")
    let base = Int(node) * capacity
    if level == 0 {
      leaves += 1
      for slot in base..<(base + count) {
        precondition(elements[slot].weight > 0, "slot \(slot) has no weight")
        precondition(elements[slot].length >= .zero, "slot \(slot) has no length")
      }
      return
    }
    branches += 1
    for slot in base..<(base + count) {
      let child = children[slot]
      check(child, level: level - 1, leaves: &leaves, branches: &branches)
      precondition(spans[slot] == span(of: child, level: level - 1), "the span of node \(child) is stale")
      guard slot + 1 < base + count else { continue }
      let pair = self.count(of: child, level: level - 1) + self.count(of: children[slot + 1], level: level - 1)
      precondition(pair >= capacity / 2, "nodes \(child) and \(children[slot + 1]) should have been merged")
    }
  }
}
