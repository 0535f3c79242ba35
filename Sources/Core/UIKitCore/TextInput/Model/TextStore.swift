import TableModel

/// The characters of a text, in rows: each is a paragraph with the line end behind it, or a part of one that is very
/// long. A text of a megabyte is changed in as much time as one of its paragraphs.
///
/// Offsets count bytes of UTF-8. Invariants: there is at least one row; each but the last ends with a line end or is a
/// part of a longer paragraph, and is not empty; the last one has no line end.
struct TextStore: Sendable {
  /// Which rows a change replaced.
  struct Rows: Equatable, Sendable {
    /// The first row that is another one.
    var first: Int
    /// Rows that went, and came in their place.
    var old: Int
    var new: Int
  }

  private var rows: SummedTree<TextRow>
  /// Most bytes of a row.
  private let limit: Int

  /// - Parameter limit: 16 and up, or `Int.max`; tests pass small ones.
  init(_ content: TextFragment, limit: Int) {
    self.limit = limit
    rows = SummedTree(Self.split(content, limit: limit, isEnd: true))
  }

  // MARK: Rows

  /// Bytes of all rows.
  var count: Int { rows.total.length.whole }
  /// UTF-16 units of all rows.
  var unitCount: Int { rows.total.length.rest }
  /// Rows, at least one.
  var rowCount: Int { rows.total.weight }

  /// The row that holds the byte at an offset, the last one at the text's end, and the bytes before it.
  /// - Complexity: O(log n).
  func row(at offset: Int) -> (number: Int, start: Int) {
    let place = rows.locate(length: ExactLength(whole: max(0, offset), rest: .max))
    return (place.before.weight, place.before.length.whole)
  }

  /// A row's characters, and the bytes before it.
  /// - Complexity: O(log n).
  func row(_ number: Int) -> (content: TextFragment, start: Int) {
    let place = rows.locate(position: number)
    return (place.element.content, place.before.length.whole)
  }

  /// Visits the characters of all rows.
  func forEachRow(_ body: (TextFragment) -> Void) {
    rows.walk(from: 0) { row, _ in
      body(row.content)
      return true
    }
  }

  // MARK: Reading

  /// All characters.
  /// - Complexity: O(n); O(1) for a single row.
  var string: String { rowCount == 1 ? row(0).content.string : fragment(in: 0..<count).string }

  /// A part between scalars, clamped to the text.
  func fragment(in range: Range<Int>) -> TextFragment {
    let range = range.clamped(to: 0..<count)
    var string = ""
    var runs: [TextFragment.Run] = []
    rows.walk(from: row(at: range.lowerBound).number) { row, before in
      let start = before.length.whole
      guard start < range.upperBound else { return false }
      let part = max(0, range.lowerBound - start)..<min(row.content.count, range.upperBound - start)
      let piece = part.count == row.content.count ? row.content : row.content[part]
      string += piece.string
      runs += piece.allRuns
      return true
    }
    return TextFragment(string, runs: runs)
  }

  /// UTF-16 units before an offset, which is clamped.
  /// - Complexity: O(log n) and the row.
  func units(before offset: Int) -> Int {
    let offset = min(max(0, offset), count)
    let place = rows.locate(length: ExactLength(whole: offset, rest: .max))
    let text = place.element.content.string
    let index = text.index(atUTF8: offset - place.before.length.whole)
    return place.before.length.rest + text.utf16.distance(from: text.startIndex, to: index)
  }

  /// Bytes before so many UTF-16 units, which are clamped; a place between surrogates counts as after both.
  /// - Complexity: O(log² n) and the row.
  func offset(ofUnit unit: Int) -> Int {
    var (low, high) = (0, rowCount)
    while high - low > 1 {
      let middle = (low + high) / 2
      if rows.locate(position: middle).before.length.rest <= unit { low = middle } else { high = middle }
    }
    let place = rows.locate(position: low)
    return place.before.length.whole + place.element.content.string.utf8Offset(ofUnit: unit - place.before.length.rest)
  }

  // MARK: Changing

  /// Replaces a part between scalars.
  /// - Returns: what stood there, and the rows that are others now.
  /// - Complexity: O(k log n) for k rows that come or go, and their length.
  mutating func replace(_ range: Range<Int>, with new: TextFragment) -> (removed: TextFragment, rows: Rows) {
    let removed = fragment(in: range)
    var (first, start) = row(at: range.lowerBound)
    var (last, lastStart) = row(at: range.upperBound)
    var content = row(first).content[0..<range.lowerBound - start] + new
    let tail = row(last).content
    content += tail[range.upperBound - lastStart..<tail.count]
    if first > 0 {
      let before = row(first - 1).content
      let goesOn = !TextRow.endsLine(before.string)
      let joins = goesOn ? range.lowerBound == start || content.count < limit / 2 : before.string.utf8.last == 0x0D
      if joins {
        content = before + content
        first -= 1
      }
    }
    if last + 1 < rowCount, !TextRow.endsLine(content.string), content.count < limit / 2 {
      last += 1
      content += row(last).content
    }
    let made = Self.split(content, limit: limit, isEnd: last == rowCount - 1)
    let change = Rows(first: first, old: last - first + 1, new: made.count)
    if change.old == 1, let only = made.first, made.count == 1 {
      rows.update(at: first) { row, _ in row = only }
    } else {
      rows.remove(first..<last + 1)
      for (index, row) in made.enumerated() { rows.insert(row, at: first + index) }
    }
    return (removed, change)
  }

  /// Cuts characters behind line ends, and paragraphs that are too long into parts of one length.
  /// - Parameter isEnd: whether the text ends with them, so that a row without a line end comes last.
  private static func split(_ content: TextFragment, limit: Int, isEnd: Bool) -> [TextRow] {
    var result: [TextRow] = []
    func append(_ range: Range<Int>) {
      guard range.count > limit else {
        return result.append(TextRow(range.count == content.count ? content : content[range]))
      }
      let parts = (range.count + limit - 1) / limit
      var start = range.lowerBound
      for part in 1...parts {
        let wanted = content.string.index(atUTF8: range.lowerBound + range.count * part / parts)
        let end = content.string.utf8Offset(of: content.string.clusterStart(atOrBefore: wanted))
        if end > start { result.append(TextRow(content[start..<end])) }
        start = max(start, end)
      }
    }
    var start = 0
    var string = content.string
    string.withUTF8 { bytes in
      var index = 0
      while index < bytes.count {
        let length = TextRow.lineEnd(at: index, in: bytes)
        index += max(1, length)
        guard length > 0 else { continue }
        append(start..<index)
        start = index
      }
    }
    if isEnd || start < content.count { append(start..<content.count) }
    return result
  }

  /// Stops where a promise of the type does not hold. O(n); called by tests.
  func checkInvariants() {
    rows.checkInvariants()
    for number in 0..<rowCount {
      let content = row(number).content
      let covered = content.allRuns.reduce(0) { $0 + $1.count }
      precondition(covered == content.count, "the looks of row \(number) are those of \(covered) bytes")
      let isLast = number == rowCount - 1
      precondition(isLast || content.count > 0, "row \(number) is empty")
      precondition(!isLast || !TextRow.endsLine(content.string), "the last row has a line end")
      precondition(limit == .max || content.count <= 2 * limit, "row \(number) has \(content.count) bytes")
    }
  }
}

/// A row of a `TextStore`.
private struct TextRow: SummedElement, Sendable {
  let content: TextFragment
  private let units: Int

  init(_ content: TextFragment) {
    self.content = content
    units = content.string.utf16.count
  }

  static let vacant = TextRow(TextFragment(""))
  var weight: Int { 1 }
  /// Bytes as whole points, UTF-16 units as the smallest parts of one.
  var length: ExactLength { ExactLength(whole: content.count, rest: units) }

  // A row is one position, so that there is nothing to split or to take out.
  func split(at weight: Int) -> (TextRow, TextRow) { preconditionFailure("a row cannot be split") }
  mutating func remove(_ range: Range<Int>) { preconditionFailure("a row has no parts") }
  mutating func absorb(_ next: TextRow) -> Bool { false }

  /// Bytes of the line end at an index; 0 for none.
  static func lineEnd(at index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    func byte(_ distance: Int) -> UInt8 { index + distance < bytes.count ? bytes[index + distance] : 0 }
    switch bytes[index] {
    case 0x0D: return byte(1) == 0x0A ? 2 : 1
    case 0x0A...0x0C: return 1
    case 0xC2: return byte(1) == 0x85 ? 2 : 0
    case 0xE2: return byte(1) == 0x80 && (byte(2) == 0xA8 || byte(2) == 0xA9) ? 3 : 0
    default: return 0
    }
  }

  static func endsLine(_ text: String) -> Bool { lineEndCount(text) > 0 }

  /// Bytes of the line end that a text ends with.
  static func lineEndCount(_ text: String) -> Int {
    guard let last = text.last, let scalar = last.unicodeScalars.first else { return 0 }
    switch scalar.value {
    case 0x0A...0x0D, 0x85, 0x2028, 0x2029: return last.utf8.count
    default: return 0
    }
  }
}

extension TextFragment {
  /// Bytes without the line end that the characters end with.
  var contentCount: Int { count - TextRow.lineEndCount(string) }
}

extension String {
  /// Bytes of UTF-8 before so many UTF-16 units, which are clamped; one between surrogates counts as after both.
  func utf8Offset(ofUnit unit: Int) -> Int {
    let index = utf16.index(startIndex, offsetBy: Swift.min(Swift.max(0, unit), utf16.count))
    if index.samePosition(in: unicodeScalars) != nil { return utf8Offset(of: index) }
    return utf8Offset(of: utf16.index(after: index))
  }
}
