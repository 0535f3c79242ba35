import Foundation

extension TextEditor {
  // MARK: Clusters

  /// The row at an offset, which is clamped, and the place of the offset in it.
  private func place(_ offset: Int) -> (row: Int, start: Int, text: String, index: String.Index) {
    let (row, start) = store.row(at: min(max(0, offset), count))
    let text = store.row(row).content.string
    return (row, start, text, text.index(atUTF8: offset - start))
  }

  /// The end of the cluster that `offset` lies in, or `offset` where it lies between two; clamped to the text.
  package func boundary(atOrAfter offset: Int) -> Int {
    let (_, start, text, index) = place(offset)
    let first = text.clusterStart(atOrBefore: index)
    return start + text.utf8Offset(of: first == index ? index : text.index(after: first))
  }

  /// The start of the cluster that `offset` lies in, or `offset` where it lies between two; clamped to the text.
  package func boundary(atOrBefore offset: Int) -> Int {
    let (_, start, text, index) = place(offset)
    return start + text.utf8Offset(of: text.clusterStart(atOrBefore: index))
  }

  /// `range` with the whole of the clusters that it cuts, clamped to the text.
  package func wholeClusters(_ range: Range<Int>) -> Range<Int> {
    let start = boundary(atOrBefore: range.lowerBound)
    return start..<max(start, boundary(atOrAfter: range.upperBound))
  }

  /// Where a step from `offset`, which lies between clusters, leads; `offset` itself at the text's end.
  package func offset(from offset: Int, _ direction: Direction, by unit: Unit) -> Int {
    switch (direction, unit) {
    case (.backward, .all): return 0
    case (.forward, .all): return count
    case (.forward, _):
      return step(from: offset, isForward: true, passesSpaces: unit == .word) { text, index in
        unit == .word ? TextWords.end(after: index, in: text) : text.index(after: index)
      }
    case (.backward, _):
      return step(from: offset, isForward: false, passesSpaces: unit == .word) { text, index in
        unit == .word ? TextWords.start(before: index, in: text) : text.index(before: index)
      }
    }
  }

  /// A step within a row, or at its end within the next one; one that passes spaces goes on to the next where there are
  /// no others on its way.
  private func step(
    from offset: Int, isForward: Bool, passesSpaces: Bool, _ step: (String, String.Index) -> String.Index
  ) -> Int {
    var (row, start, text, index) = place(offset)
    while true {
      let edge = isForward ? text.endIndex : text.startIndex
      let end = index == edge ? edge : step(text, index)
      let outermost = isForward ? text.last : text.first
      let isFound = end != edge || index != edge && !(passesSpaces && outermost?.isWhitespace == true)
      let next = isForward ? row + 1 : row - 1
      guard !isFound, (0..<store.rowCount).contains(next) else { return start + text.utf8Offset(of: end) }
      let content: TextFragment
      (content, start) = store.row(next)
      (row, text) = (next, content.string)
      index = isForward ? text.startIndex : text.endIndex
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
    let (row, start) = store.row(at: boundary(atOrBefore: offset))
    let content = store.row(row).content
    let text = content[0..<content.contentCount].string
    let range = TextWords.range(around: text.index(atUTF8: boundary(atOrBefore: offset) - start), in: text)
    return start + text.utf8Offset(of: range.lowerBound)..<start + text.utf8Offset(of: range.upperBound)
  }

  /// The paragraph around an offset, with its line end.
  package func paragraphRange(at offset: Int) -> Range<Int> {
    var (first, start) = store.row(at: offset)
    var last = first
    var end = start + store.row(last).content.count
    func endsLine(_ row: Int) -> Bool {
      let content = store.row(row).content
      return content.contentCount < content.count
    }
    while first > 0, !endsLine(first - 1) {
      first -= 1
      start = store.row(first).start
    }
    while last + 1 < store.rowCount, !endsLine(last) {
      last += 1
      end += store.row(last).content.count
    }
    return start..<end
  }

  // MARK: UTF-16 units, as delegates are told

  /// Units before an offset in bytes.
  func units(before offset: Int) -> Int { store.units(before: offset) }

  /// A range in units.
  func unitRange(_ range: Range<Int>) -> NSRange {
    let start = units(before: range.lowerBound)
    return NSRange(location: start, length: units(before: range.upperBound) - start)
  }

  /// Whole clusters that hold a range in units, which is clamped; nil for a range without a place.
  func range(ofUnits range: NSRange) -> Range<Int>? {
    guard range.location != NSNotFound, range.location >= 0, range.length >= 0 else { return nil }
    let start = store.offset(ofUnit: min(range.location, store.unitCount))
    let end = store.offset(ofUnit: min(range.location, store.unitCount) + min(range.length, store.unitCount))
    return wholeClusters(start..<max(start, end))
  }

  // MARK: Checking

  /// Stops the program where a promise of the type does not hold. O(n); called by tests.
  package func checkInvariants() {
    func isBoundary(_ offset: Int) -> Bool { (0...count).contains(offset) && boundary(atOrAfter: offset) == offset }
    store.checkInvariants()
    let text = text
    if case .line = kind {
      precondition(SingleLineText.cleaned(text) == text, "the text holds control characters")
      precondition(count <= Self.capacity, "the text is longer than \(Self.capacity) bytes")
    }
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
