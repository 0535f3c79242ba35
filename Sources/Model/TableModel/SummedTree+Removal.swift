extension SummedTree {
  /// Takes out the positions of `range`; elements that reach beyond it are cut.
  /// - Precondition: `range` lies within `0..<total.weight`.
  /// - Complexity: O(log n + nodes removed).
  package mutating func remove(_ range: Range<Int>) {
    precondition(
      range.lowerBound >= 0 && range.upperBound <= total.weight,
      "positions \(range) are outside 0..<\(total.weight)")
    guard !range.isEmpty else { return }
    if range.count == total.weight {
      self = SummedTree(capacity: capacity)
      return
    }
    remove(range, node: root, level: depth)
    while depth > 0, childCounts[Int(root)] == 1 {
      let only = children[Int(root) * capacity]
      freeBranches.append(root)
      root = only
      depth -= 1
    }
    total = span(of: root, level: depth)
  }

  private mutating func remove(_ range: Range<Int>, node: Node, level: Int) {
    guard level > 0 else { return removeFromLeaf(range, leaf: node) }
    let base = Int(node) * capacity
    let count = Int(childCounts[Int(node)])
    var start = 0
    var kept = 0
    var seam = 0
    for index in 0..<count {
      let child = children[base + index]
      var span = spans[base + index]
      let end = start + span.weight
      let overlap = max(range.lowerBound, start)..<max(max(range.lowerBound, start), min(range.upperBound, end))
      defer { start = end }
      if overlap.count == span.weight {
        free(child, level: level - 1)
        seam = kept
        continue
      }
      if !overlap.isEmpty {
        remove((overlap.lowerBound - start)..<(overlap.upperBound - start), node: child, level: level - 1)
        span = self.span(of: child, level: level - 1)
        seam = kept
      }
      children[base + kept] = child
      spans[base + kept] = span
      kept += 1
    }
    childCounts[Int(node)] = Int32(kept)
    mergeChildren(around: seam, branch: node, level: level - 1)
  }

  private mutating func removeFromLeaf(_ range: Range<Int>, leaf: Node) {
    let base = Int(leaf) * capacity
    let count = Int(elementCounts[Int(leaf)])
    var start = 0
    var kept = 0
    /// Elements yet to come that have a new neighbour, or are new to theirs.
    var changed = 0
    for slot in base..<(base + count) {
      let weight = elements[slot].weight
      let lower = min(max(range.lowerBound - start, 0), weight)
      let upper = min(max(range.upperBound - start, 0), weight)
      start += weight
      if lower < upper { changed = 2 }
      if upper - lower == weight { continue }
      if lower < upper { elements[slot].remove(lower..<upper) }
      changed -= 1
      if kept > 0, changed >= 0 {
        let element = elements[slot]
        if elements[base + kept - 1].absorb(element) { continue }
      }
      if slot != base + kept { elements.swapAt(slot, base + kept) }
      kept += 1
    }
    for slot in (base + kept)..<(base + count) { elements[slot] = .vacant }
    elementCounts[Int(leaf)] = Int32(kept)
  }

  /// Merges neighbours near `seam` that would fit into half a node, so that removal leaves no thin trail of nodes.
  private mutating func mergeChildren(around seam: Int, branch: Node, level: Int) {
    let base = Int(branch) * capacity
    var index = max(0, seam - 2)
    while index <= seam + 1, index + 1 < Int(childCounts[Int(branch)]) {
      let left = children[base + index]
      let right = children[base + index + 1]
      let leftCount = count(of: left, level: level)
      let rightCount = count(of: right, level: level)
      guard leftCount + rightCount <= capacity / 2 else {
        index += 1
        continue
      }
      for offset in 0..<rightCount {
        let from = Int(right) * capacity + offset
        let into = Int(left) * capacity + leftCount + offset
        if level == 0 {
          elements.swapAt(from, into)
        } else {
          children[into] = children[from]
          spans[into] = spans[from]
        }
      }
      if level == 0 {
        elementCounts[Int(left)] += Int32(rightCount)
        elementCounts[Int(right)] = 0
        freeLeaves.append(right)
      } else {
        childCounts[Int(left)] += Int32(rightCount)
        childCounts[Int(right)] = 0
        freeBranches.append(right)
      }
      spans[base + index] = span(of: left, level: level)
      let count = Int(childCounts[Int(branch)])
      for slot in (base + index + 1)..<(base + count - 1) {
        children[slot] = children[slot + 1]
        spans[slot] = spans[slot + 1]
      }
      childCounts[Int(branch)] -= 1
    }
  }

  private mutating func free(_ node: Node, level: Int) {
    let base = Int(node) * capacity
    if level == 0 {
      for slot in base..<(base + Int(elementCounts[Int(node)])) { elements[slot] = .vacant }
      elementCounts[Int(node)] = 0
      freeLeaves.append(node)
    } else {
      for slot in base..<(base + Int(childCounts[Int(node)])) { free(children[slot], level: level - 1) }
      childCounts[Int(node)] = 0
      freeBranches.append(node)
    }
  }
}
