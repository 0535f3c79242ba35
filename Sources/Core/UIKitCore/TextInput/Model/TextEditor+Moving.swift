extension TextEditor {
  // MARK: Clusters

  /// The end of the cluster that `offset` lies in, or `offset` where it lies between two; clamped to the text.
  package func boundary(atOrAfter offset: Int) -> Int {
    let index = text.index(atUTF8: offset)
    let start = text.clusterStart(atOrBefore: index)
    return text.utf8Offset(of: start == index ? index : text.index(after: start))
  }

  /// The start of the cluster that `offset` lies in, or `offset` where it lies between two; clamped to the text.
  package func boundary(atOrBefore offset: Int) -> Int {
    text.utf8Offset(of: text.clusterStart(atOrBefore: text.index(atUTF8: offset)))
  }

  /// `range` with the whole of the clusters that it cuts, clamped to the text.
  package func wholeClusters(_ range: Range<Int>) -> Range<Int> {
    let start = boundary(atOrBefore: range.lowerBound)
    return start..<max(start, boundary(atOrAfter: range.upperBound))
  }

  /// Where a step from `offset`, which lies between clusters, leads; `offset` itself at the text's end.
  package func offset(from offset: Int, _ direction: Direction, by unit: Unit) -> Int {
    let index = text.index(atUTF8: offset)
    switch (direction, unit) {
    case (.backward, .all): return 0
    case (.forward, .all): return count
    case (.backward, .cluster):
      return index > text.startIndex ? text.utf8Offset(of: text.index(before: index)) : 0
    case (.forward, .cluster):
      return index < text.endIndex ? text.utf8Offset(of: text.index(after: index)) : count
    case (.backward, .word): return text.utf8Offset(of: TextWords.start(before: index, in: text))
    case (.forward, .word): return text.utf8Offset(of: TextWords.end(after: index, in: text))
    }
  }

  // MARK: The selection

  /// Moves the caret by `unit`. Without `extending`, a selection first becomes a caret at its end on that side, which a
  /// step of one cluster leaves at that.
  package mutating func move(_ direction: Direction, by unit: Unit, extending: Bool = false) {
    settle()
    if !extending, !selection.isEmpty, unit == .cluster {
      let range = selection.range
      return moveCaret(to: direction == .backward ? range.lowerBound : range.upperBound)
    }
    moveCaret(to: offset(from: selection.head, direction, by: unit), extending: extending)
  }

  /// Moves the caret to an offset, which is clamped and rounded up to one between clusters; with `extending` the
  /// selection's other end stays.
  package mutating func moveCaret(to offset: Int, extending: Bool = false) {
    settle()
    history.close()
    let head = boundary(atOrAfter: offset)
    selection = TextSelection(anchor: extending ? selection.anchor : head, head: head)
  }

  /// Selects from one offset to another; both are clamped and rounded up to ones between clusters.
  package mutating func select(_ selection: TextSelection) {
    settle()
    history.close()
    self.selection = TextSelection(
      anchor: boundary(atOrAfter: selection.anchor), head: boundary(atOrAfter: selection.head))
  }

  /// Selects whole clusters.
  package mutating func select(_ range: Range<Int>) {
    settle()
    history.close()
    let range = wholeClusters(range)
    selection = TextSelection(anchor: range.lowerBound, head: range.upperBound)
  }

  /// Selects everything.
  package mutating func selectAll() { select(0..<count) }

  /// The word, or the spaces or signs between words, around the cluster after `offset`; at the end of the text, the
  /// last of them.
  package func wordRange(at offset: Int) -> Range<Int> {
    let range = TextWords.range(around: text.index(atUTF8: boundary(atOrBefore: offset)), in: text)
    return text.utf8Offset(of: range.lowerBound)..<text.utf8Offset(of: range.upperBound)
  }

  // MARK: Checking

  /// Stops the program where a promise of the type does not hold. O(n); called by tests.
  package func checkInvariants() {
    func isBoundary(_ offset: Int) -> Bool { (0...count).contains(offset) && boundary(atOrAfter: offset) == offset }
    precondition(SingleLineText.cleaned(text) == text, "the text holds control characters")
    precondition(count <= Self.capacity, "the text is longer than \(Self.capacity) bytes")
    precondition(isBoundary(selection.anchor) && isBoundary(selection.head), "\(selection) cuts a cluster")
    precondition((marked == nil) == (composition == nil), "text is marked but not composed, or the reverse")
    if let marked {
      precondition(!marked.isEmpty && marked.upperBound <= count, "marked range \(marked) outside of the text")
      precondition(
        text.index(atUTF8: marked.lowerBound).samePosition(in: text.unicodeScalars) != nil
          && text.index(atUTF8: marked.upperBound).samePosition(in: text.unicodeScalars) != nil,
        "marked range \(marked) cuts a scalar")
    }
  }
}
