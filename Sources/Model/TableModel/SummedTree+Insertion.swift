extension SummedTree {
  /// Puts `element` before what covers `position`; splits an element that lies across it.
  /// - Precondition: `0 <= position <= total.weight` and `element.weight > 0`.
  /// - Complexity: O(log n).
  package mutating func insert(_ element: Element, at position: Int) {
    precondition(
      position >= 0 && position <= total.weight,
      "position \(position) is outside 0...\(total.weight)")
    precondition(element.weight > 0, "an element without weight cannot be found again")
    if root < 0 { root = newLeaf() }
    let sibling = insert(element, at: position, node: root, level: depth)
    if sibling >= 0 { growRoot(beside: sibling) }
    total = span(of: root, level: depth)
  }

  /// Changes the element that covers `position` in place; `body` gets it with the position it starts at.
  /// - Precondition: `0 <= position < total.weight`, and the element keeps at least one position.
  /// - Complexity: O(log n) and `body`.
  package mutating func update<Result>(at position: Int, _ body: (inout Element, Int) -> Result) -> Result {
    precondition(
      position >= 0 && position < total.weight,
      "position \(position) is outside 0..<\(total.weight)")
    var change = SummedSpan()
    let result = update(at: position, start: 0, node: root, level: depth, &change, body)
    total += change
    return result
  }

  private mutating func update<Result>(
    at position: Int, start: Int, node: Node, level: Int, _ change: inout SummedSpan,
    _ body: (inout Element, Int) -> Result
  ) -> Result {
    var slot = Int(node) * capacity
    var start = start
    guard level == 0 else {
      while start + spans[slot].weight <= position {
        start += spans[slot].weight
        slot += 1
      }
      let result = update(at: position, start: start, node: children[slot], level: level - 1, &change, body)
      spans[slot] += change
      return result
    }
    while start + elements[slot].weight <= position {
      start += elements[slot].weight
      slot += 1
    }
    change -= SummedSpan(weight: elements[slot].weight, length: elements[slot].length)
    let result = body(&elements[slot], start)
    precondition(elements[slot].weight > 0, "an update must leave at least one position")
    change += SummedSpan(weight: elements[slot].weight, length: elements[slot].length)
    return result
  }

  /// - Returns: the node that split off to the right, or -1.
  private mutating func insert(_ element: Element, at position: Int, node: Node, level: Int) -> Node {
    guard level > 0 else { return insertIntoLeaf(element, at: position, leaf: node) }
    var slot = Int(node) * capacity
    let last = slot + Int(childCounts[Int(node)]) - 1
    var rest = position
    while slot < last, rest > spans[slot].weight {
      rest -= spans[slot].weight
      slot += 1
    }
    let child = children[slot]
    let sibling = insert(element, at: rest, node: child, level: level - 1)
    spans[slot] = span(of: child, level: level - 1)
    guard sibling >= 0 else { return -1 }
    return insertChild(sibling, level: level - 1, after: slot - Int(node) * capacity, branch: node)
  }

  private mutating func insertIntoLeaf(_ element: Element, at position: Int, leaf: Node) -> Node {
    let base = Int(leaf) * capacity
    let count = Int(elementCounts[Int(leaf)])
    var index = 0
    var rest = position
    while index < count, rest >= elements[base + index].weight {
      rest -= elements[base + index].weight
      index += 1
    }
    if rest == 0 {
      if index > 0, elements[base + index - 1].absorb(element) { return -1 }
      var joined = element
      if index < count, joined.absorb(elements[base + index]) {
        elements[base + index] = joined
        return -1
      }
      return makeRoom(1, at: index, leaf: leaf) { $0[$1] = element }
    }
    let (head, tail) = elements[base + index].split(at: rest)
    return makeRoom(2, at: index + 1, leaf: leaf) {
      $0[$1 - 1] = head
      $0[$1] = element
      $0[$1 + 1] = tail
    }
  }

  /// Opens `extra` places at `index` of a leaf, halving it when full, and lets `fill` write into them.
  private mutating func makeRoom(
    _ extra: Int, at index: Int, leaf: Node, fill: (inout ContiguousArray<Element>, Int) -> Void
  ) -> Node {
    let count = Int(elementCounts[Int(leaf)])
    guard count + extra > capacity else {
      openGap(extra, at: index, leaf: leaf, count: count)
      fill(&elements, Int(leaf) * capacity + index)
      return -1
    }
    let right = newLeaf()
    let kept = count / 2
    for offset in 0..<(count - kept) {
      elements.swapAt(Int(right) * capacity + offset, Int(leaf) * capacity + kept + offset)
    }
    // A gap right behind the kept half stays with it: its left neighbour is written along with the gap.
    let goesLeft = index <= kept
    elementCounts[Int(leaf)] = Int32(kept)
    elementCounts[Int(right)] = Int32(count - kept)
    let target = goesLeft ? leaf : right
    let place = goesLeft ? index : index - kept
    openGap(extra, at: place, leaf: target, count: Int(elementCounts[Int(target)]))
    fill(&elements, Int(target) * capacity + place)
    return right
  }

  private mutating func openGap(_ extra: Int, at index: Int, leaf: Node, count: Int) {
    let base = Int(leaf) * capacity
    var slot = base + count - 1
    while slot >= base + index {
      elements.swapAt(slot, slot + extra)
      slot -= 1
    }
    elementCounts[Int(leaf)] = Int32(count + extra)
  }

  private mutating func insertChild(_ child: Node, level: Int, after index: Int, branch: Node) -> Node {
    let count = Int(childCounts[Int(branch)])
    guard count == capacity else {
      placeChild(child, level: level, at: index + 1, branch: branch)
      return -1
    }
    let right = newBranch()
    let kept = count / 2
    for offset in 0..<(count - kept) {
      children[Int(right) * capacity + offset] = children[Int(branch) * capacity + kept + offset]
      spans[Int(right) * capacity + offset] = spans[Int(branch) * capacity + kept + offset]
    }
    childCounts[Int(branch)] = Int32(kept)
    childCounts[Int(right)] = Int32(count - kept)
    if index + 1 <= kept {
      placeChild(child, level: level, at: index + 1, branch: branch)
    } else {
      placeChild(child, level: level, at: index + 1 - kept, branch: right)
    }
    return right
  }

  private mutating func placeChild(_ child: Node, level: Int, at index: Int, branch: Node) {
    let base = Int(branch) * capacity
    var slot = base + Int(childCounts[Int(branch)]) - 1
    while slot >= base + index {
      children[slot + 1] = children[slot]
      spans[slot + 1] = spans[slot]
      slot -= 1
    }
    children[base + index] = child
    spans[base + index] = span(of: child, level: level)
    childCounts[Int(branch)] += 1
  }

  private mutating func growRoot(beside sibling: Node) {
    let branch = newBranch()
    for (index, child) in [root, sibling].enumerated() {
      children[Int(branch) * capacity + index] = child
      spans[Int(branch) * capacity + index] = span(of: child, level: depth)
    }
    childCounts[Int(branch)] = 2
    root = branch
    depth += 1
  }
}
