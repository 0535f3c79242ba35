extension SummedTree {
  /// An element found in the tree, with what lies before it.
  package struct Location {
    /// The element itself.
    package var element: Element
    /// Positions and points before its start.
    package var before: SummedSpan
  }

  /// The element that covers `position`.
  /// - Precondition: `0 <= position < total.weight`.
  /// - Complexity: O(log n).
  package func locate(position: Int) -> Location {
    precondition(
      position >= 0 && position < total.weight,
      "position \(position) is outside 0..<\(total.weight)")
    var before = SummedSpan()
    var node = root
    var level = depth
    while level > 0 {
      var slot = Int(node) * capacity
      while before.weight + spans[slot].weight <= position {
        before += spans[slot]
        slot += 1
      }
      node = children[slot]
      level -= 1
    }
    var slot = Int(node) * capacity
    while before.weight + elements[slot].weight <= position {
      before.weight += elements[slot].weight
      before.length += elements[slot].length
      slot += 1
    }
    return Location(element: elements[slot], before: before)
  }

  /// The first element that ends behind `length`; elements of no length are passed over. The last element when
  /// `length` is at or behind the end.
  /// - Precondition: the tree is not empty.
  /// - Complexity: O(log n).
  package func locate(length: ExactLength) -> Location {
    precondition(total.weight > 0, "an empty tree has no element at \(length)")
    var before = SummedSpan()
    var node = root
    var level = depth
    while level > 0 {
      var slot = Int(node) * capacity
      let last = slot + Int(childCounts[Int(node)]) - 1
      while slot < last, before.length + spans[slot].length <= length {
        before += spans[slot]
        slot += 1
      }
      node = children[slot]
      level -= 1
    }
    var slot = Int(node) * capacity
    let last = slot + Int(elementCounts[Int(node)]) - 1
    while slot < last, before.length + elements[slot].length <= length {
      before.weight += elements[slot].weight
      before.length += elements[slot].length
      slot += 1
    }
    return Location(element: elements[slot], before: before)
  }

  /// Visits elements in order from the one that covers `position` until `body` returns false.
  /// - Complexity: O(log n + visited).
  package func walk(from position: Int, _ body: (Element, SummedSpan) -> Bool) {
    guard position < total.weight else { return }
    var before = SummedSpan()
    _ = walk(node: root, level: depth, from: position, before: &before, body)
  }

  private func walk(
    node: Node, level: Int, from position: Int, before: inout SummedSpan, _ body: (Element, SummedSpan) -> Bool
  ) -> Bool {
    let base = Int(node) * capacity
    if level == 0 {
      for slot in base..<(base + Int(elementCounts[Int(node)])) {
        if before.weight + elements[slot].weight > position, !body(elements[slot], before) { return false }
        before.weight += elements[slot].weight
        before.length += elements[slot].length
      }
      return true
    }
    for slot in base..<(base + Int(childCounts[Int(node)])) {
      if before.weight + spans[slot].weight <= position {
        before += spans[slot]
      } else {
        let start = before
        guard walk(node: children[slot], level: level - 1, from: position, before: &before, body) else { return false }
        before = start
        before += spans[slot]
      }
    }
    return true
  }
}
