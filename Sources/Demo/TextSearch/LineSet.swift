/// Numbers of lines, put in ascending: a bit a line, and nothing for runs of thousands of lines that are all in or all out.
/// A hundred million lines take 12.5 MB at most, whichever of them are in.
package struct LineSet: Sendable {
  /// A bit for each of 4096 lines, 64 in a word.
  private typealias Page = [UInt64]

  private static let pageLines = 4096
  private static let pageWords = pageLines / 64
  /// The words of all pages whose lines are out, and of those whose lines are in.
  private static let none = Page(repeating: 0, count: pageWords)
  private static let all = Page(repeating: .max, count: pageWords)

  /// Lines that were decided, from 0 on: those that were not put in are out.
  package private(set) var end = 0
  /// Pages that are full.
  private var pages: [Page] = []
  /// How many lines are in before each of `pages`.
  private var before: [Int] = []
  private var closedCount = 0
  /// The page that `end` lies in.
  private var open = LineSet.none
  private var openCount = 0

  package init() {}

  /// How many lines are in.
  package var count: Int { closedCount + openCount }
  package var isEmpty: Bool { count == 0 }

  /// Heap bytes, about.
  package var memory: Int {
    let own = pages.indices.count { !isEmpty($0) && filled($0) < Self.pageLines }
    return (own + 1) * (Self.pageWords * 8 + 32) + (pages.capacity + before.capacity) * 8
  }

  // MARK: Putting in

  /// Puts a line in; the lines between `end` and it are out.
  /// - Parameter line: `end` at least.
  package mutating func insert(_ line: Int) {
    precondition(line >= end, "LineSet.insert(\(line)): lines are put in ascending, and \(end) were decided")
    extend(to: line)
    open[line % Self.pageLines / 64] |= 1 << UInt64(line % 64)
    openCount += 1
    extend(to: line + 1)
  }

  /// Puts a line in that is out, or takes it out.
  /// - Complexity: O(n) in the lines behind it, some 4096 at a time.
  package mutating func toggle(_ line: Int) {
    guard line < end else { return insert(line) }
    let (page, word, bit) = (line / Self.pageLines, line % Self.pageLines / 64, UInt64(1) << UInt64(line % 64))
    let change = contains(line) ? -1 : 1
    guard page < pages.count else {
      open[word] ^= bit
      openCount += change
      return
    }
    pages[page][word] ^= bit
    for later in (page + 1)..<pages.count { before[later] += change }
    closedCount += change
  }

  /// Decides that the lines between `end` and another are out.
  package mutating func extend(to line: Int) {
    guard line > end else { return }
    end = line
    while pages.count < line / Self.pageLines { closePage() }
  }

  private mutating func closePage() {
    before.append(closedCount)
    pages.append(openCount == 0 ? Self.none : openCount == Self.pageLines ? Self.all : open)
    closedCount += openCount
    if openCount > 0 { open = Self.none }
    openCount = 0
  }

  /// Forgets all that was decided of a line and those behind it.
  package mutating func truncate(to line: Int) {
    guard line < end else { return }
    while pages.count > line / Self.pageLines {
      (open, closedCount) = (pages.removeLast(), before.removeLast())
    }
    for word in 0..<Self.pageWords {
      let kept = line - pages.count * Self.pageLines - word * 64
      if kept <= 0 { open[word] = 0 } else if kept < 64 { open[word] &= (1 << UInt64(kept)) - 1 }
    }
    openCount = open.reduce(0) { $0 + $1.nonzeroBitCount }
    end = line
  }

  /// One of the sets that a combination is of.
  package struct Term {
    let set: LineSet
    /// Whether its lines are those that are left out.
    let isExcluded: Bool

    package init(_ set: LineSet, isExcluded: Bool) {
      self.set = set
      self.isExcluded = isExcluded
    }
  }

  /// Puts in the lines that are in all sets but the excluded ones, as far as all of them are decided and no further than
  /// another line.
  /// - Complexity: O(n) in the lines that are decided by it, 64 at a time.
  package mutating func appendLines(ofAll terms: [Term], upTo limit: Int) {
    let goal = terms.reduce(limit) { min($0, $1.set.end) }
    while end < goal {
      var word: UInt64 = .max
      for term in terms { word &= term.isExcluded ? ~term.set.word(end / 64) : term.set.word(end / 64) }
      let stop = min(goal, (end / 64 + 1) * 64)
      word &= ~0 << UInt64(end % 64)
      if stop % 64 != 0 { word &= (1 << UInt64(stop % 64)) - 1 }
      open[end % Self.pageLines / 64] |= word
      openCount += word.nonzeroBitCount
      extend(to: stop)
    }
  }

  // MARK: Asking

  /// The bits of 64 lines from `index * 64` on.
  @inline(__always)
  private func word(_ index: Int) -> UInt64 {
    let page = index / Self.pageWords
    guard page < pages.count else { return page == pages.count ? open[index % Self.pageWords] : 0 }
    return pages[page][index % Self.pageWords]
  }

  /// How many lines of a full page are in.
  private func filled(_ page: Int) -> Int {
    (page + 1 < before.count ? before[page + 1] : closedCount) - before[page]
  }

  /// Whether no line of a page is in, which is full.
  private func isEmpty(_ page: Int) -> Bool { page < pages.count && filled(page) == 0 }

  package func contains(_ line: Int) -> Bool {
    line >= 0 && line < end && word(line / 64) >> UInt64(line % 64) & 1 == 1
  }

  /// How many lines before a line are in.
  /// - Complexity: constant.
  package func rank(_ line: Int) -> Int {
    guard line > 0 else { return 0 }
    guard line < end else { return count }
    let page = line / Self.pageLines
    var rank = page < pages.count ? before[page] : closedCount
    for index in page * Self.pageWords..<line / 64 { rank += word(index).nonzeroBitCount }
    let bits = UInt64(line % 64)
    return rank + (word(line / 64) & ((1 << bits) - 1)).nonzeroBitCount
  }

  /// The line that so many lines that are in stand before; nil when there are not as many.
  /// - Complexity: O(log n).
  package func line(at rank: Int) -> Int? {
    guard rank >= 0, rank < count else { return nil }
    var page = pages.count
    var left = rank - closedCount
    if left < 0 {
      // The last page with no more than `rank` before it.
      page = before.end { $0 <= rank } - 1
      left = rank - before[page]
    }
    for index in page * Self.pageWords..<(page + 1) * Self.pageWords {
      var bits = word(index)
      let count = bits.nonzeroBitCount
      if left >= count {
        left -= count
        continue
      }
      for _ in 0..<left { bits &= bits - 1 }
      return index * 64 + bits.trailingZeroBitCount
    }
    return nil
  }

  /// The first line at or after one that is in, and in another set, too.
  /// - Parameter limit: the line before which it must be.
  package func first(atOrAfter line: Int, before limit: Int = .max, alsoIn other: LineSet? = nil) -> Int? {
    let (start, end) = (max(0, line), min(end, limit))
    var index = start / 64
    var mask: UInt64 = ~0 << UInt64(start % 64)
    while index * 64 < end {
      let page = index / Self.pageWords
      let bits = word(index) & mask & (other?.word(index) ?? ~0)
      if bits != 0 {
        let found = index * 64 + bits.trailingZeroBitCount
        return found < end ? found : nil
      }
      mask = ~0
      index = isEmpty(page) ? (page + 1) * Self.pageWords : index + 1
    }
    return nil
  }

  /// The last line before one that is in, and in another set, too.
  package func last(before line: Int, alsoIn other: LineSet? = nil) -> Int? {
    let line = min(line, end)
    guard line > 0 else { return nil }
    var index = (line - 1) / 64
    var mask: UInt64 = ~0 >> UInt64(63 - (line - 1) % 64)
    while index >= 0 {
      let page = index / Self.pageWords
      let bits = word(index) & mask & (other?.word(index) ?? ~0)
      if bits != 0 { return index * 64 + 63 - bits.leadingZeroBitCount }
      mask = ~0
      index = isEmpty(page) ? page * Self.pageWords - 1 : index - 1
    }
    return nil
  }

  /// The line that is in, and in another set, too, behind a line or before it; from the last one on the first.
  package func next(from line: Int, isForward: Bool, alsoIn other: LineSet?) -> Int? {
    isForward
      ? first(atOrAfter: line + 1, alsoIn: other) ?? first(atOrAfter: 0, alsoIn: other)
      : last(before: line, alsoIn: other) ?? last(before: end, alsoIn: other)
  }
}

/// The lines that are in all of some sets, while these grow: what cannot have changed is not decided again.
package struct CommonLines: Sendable {
  package private(set) var lines = LineSet()
  /// Lines that are decided for good.
  package private(set) var settledLines = 0
  private var basis: [Int] = []

  package init() {}

  /// Takes over what the sets are by now.
  /// - Parameters:
  ///   - settled: lines of the sets that stay as they are as long as `basis` does.
  ///   - limit: the line before which lines are decided.
  /// - Returns: whether `basis` is another than before: all lines were decided anew.
  /// - Complexity: O(n) in the lines that were not settled before, 64 at a time.
  @discardableResult
  package mutating func update(
    _ terms: [LineSet.Term], settled: Int, basis: [Int], upTo limit: Int = .max
  ) -> Bool {
    let isOther = basis != self.basis
    lines.truncate(to: isOther ? 0 : settledLines)
    lines.appendLines(ofAll: terms, upTo: limit)
    (settledLines, self.basis) = (min(settled, lines.end), basis)
    return isOther
  }
}
