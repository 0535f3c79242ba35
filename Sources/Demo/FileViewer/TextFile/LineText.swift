import Foundation

/// Turns the bytes of a line into text that can be shown in one row.
///
/// Invalid UTF-8 becomes U+FFFD; control characters are written as `^@` to `^_` and `^?`, as pagers write
/// them; the controls U+0080 to U+009F and the separators U+2028 and U+2029 become U+FFFD; a tab fills up
/// to the next multiple of eight columns. A line cut short ends with an ellipsis.
enum LineText {
  /// Bytes of a line that are shown at most unless it is wrapped: more than the widest window has columns.
  static let limit = 1024
  /// Bytes of a line that is wrapped, or scrolled sideways, that are shown at most.
  static let longestLimit = 1 << 20
  /// Bytes read past the limit, so that a character that straddles it is seen whole.
  static let slack = 64
  private static let tabWidth = 8

  /// - Parameters:
  ///   - bytes: the line without its newline, or its first `limit + slack` bytes.
  ///   - isCut: whether the line has more bytes than these.
  ///   - limit: bytes that are shown at most.
  ///   - endsLine: whether the line ends with them, so that a CR at their end belongs to the newline.
  static func text(
    of bytes: some RandomAccessCollection<UInt8>, isCut: Bool, limit: Int = LineText.limit, endsLine: Bool = true
  ) -> String {
    var bytes = bytes[...]
    if !isCut, endsLine, bytes.last == 0x0d { bytes = bytes.dropLast() }  // CR LF
    guard isCut || bytes.count > limit else { return shown(bytes) }
    return prefix(of: String(decoding: bytes, as: UTF8.self), limit) + "\u{2026}"
  }

  /// A line as it is copied: its own characters, whatever is shown for them. NUL, at which a clipboard ends, is U+FFFD.
  static func whole(_ line: String) -> String {
    let text = line.utf8.last == 0x0d ? String(line.utf8.dropLast()) ?? line : line
    return text.utf8.contains(0) ? text.replacing("\0", with: "\u{fffd}") : text
  }

  /// The text in one pass when nothing in it needs another form, which is the usual case.
  private static func shown(_ bytes: some Collection<UInt8>) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    return isPlain(bytes) ? text : visible(text)
  }

  /// Whole characters only, of at most `limit` bytes together; then made visible.
  private static func prefix(of text: String, _ limit: Int) -> String {
    guard let end = text.utf8.index(text.startIndex, offsetBy: limit, limitedBy: text.endIndex), end < text.endIndex
    else { return visible(text) }
    // The beginning of the character that goes on there.
    return visible(String(text[..<text.index(before: text.index(after: end))]))
  }

  /// A line as it is shown, and where parts of its bytes stand in it.
  /// - Parameter ranges: offsets in `bytes`, from 0 on, ascending and apart; those beyond the end mean the end.
  static func text(
    of bytes: ArraySlice<UInt8>, isCut: Bool, limit: Int, endsLine: Bool = true, marking ranges: [Range<Int>]
  ) -> (text: String, marked: [NSRange]) {
    let text = text(of: bytes, isCut: isCut, limit: limit, endsLine: endsLine)
    let end = text.utf16.count - (isCut || bytes.count > limit ? 1 : 0)
    let offsets = shownOffsets(of: ranges.flatMap { [$0.lowerBound, $0.upperBound] }, in: bytes).map { min($0, end) }
    let marked = stride(from: 0, to: offsets.count, by: 2).map {
      NSRange(location: offsets[$0], length: offsets[$0 + 1] - offsets[$0])
    }
    return (text, marked.filter { $0.length > 0 })
  }

  // MARK: Places in the shown text

  /// Where places in a line's bytes stand in the shown text, in UTF-16 units.
  /// - Parameter places: ascending, counted from the line's beginning; those beyond the end mean the end.
  static func shownOffsets(of places: [Int], in bytes: ArraySlice<UInt8>) -> [Int] {
    guard let last = places.last else { return [] }
    let head = bytes.prefix(last)
    if isPlain(head) { return places.map { min($0, head.count) } }
    var offsets: [Int] = []
    var end = 0
    walk(bytes) { byte, shown, width, _ in
      while offsets.count < places.count, places[offsets.count] <= byte { offsets.append(shown) }
      end = shown + width
      return offsets.count < places.count
    }
    return offsets + [Int](repeating: end, count: places.count - offsets.count)
  }

  /// The place in a line's bytes that an offset in the shown text is nearest to; behind the last byte for one beyond it.
  static func place(atShown offset: Int, in bytes: ArraySlice<UInt8>) -> Int {
    if isPlain(bytes.prefix(offset)) { return min(offset, bytes.count) }
    var place = bytes.count
    walk(bytes) { byte, shown, width, _ in
      guard offset < shown + (width + 1) / 2 else { return true }
      place = byte
      return false
    }
    return place
  }

  /// The bytes of the word that a place is in: letters, digits and underscores, or as many spaces, or one other character.
  static func word(at place: Int, in bytes: ArraySlice<UInt8>) -> Range<Int> {
    var (start, last, end) = (0, -1, bytes.count)
    walk(bytes) { byte, _, _, scalar in
      let isLetter =
        scalar == "_" || scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        || scalar.properties.generalCategory == .nonspacingMark
      let kind = isLetter ? 0 : scalar.properties.isWhitespace ? 1 : 2
      guard kind != last || kind == 2 else { return true }
      end = byte
      guard byte <= place else { return false }
      (start, last, end) = (byte, kind, bytes.count)
      return true
    }
    return start..<end
  }

  private static func isPlain(_ bytes: some Collection<UInt8>) -> Bool { bytes.allSatisfy { $0 >= 0x20 && $0 < 0x7f } }

  /// Goes through the characters of a line, in Unicode's sense: where each begins in the bytes and in the shown text, and
  /// how many UTF-16 units are shown for it. What is invalid is one U+FFFD, as for `String(decoding:as:)`.
  /// - Parameter body: returns whether to go on.
  private static func walk(
    _ bytes: some Sequence<UInt8>, _ body: (_ byte: Int, _ shown: Int, _ width: Int, Unicode.Scalar) -> Bool
  ) {
    var parser = Unicode.UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    var (byte, shown, column) = (0, 0, 0)
    while true {
      var (length, width, columns) = (0, 1, 1)
      var scalar: Unicode.Scalar = "\u{fffd}"
      switch parser.parseScalar(from: &iterator) {
      case .valid(let encoded):
        length = encoded.count
        scalar = Unicode.UTF8.decode(encoded)
        switch scalar.value {
        case 0x09: (width, columns) = (tabWidth - column % tabWidth, tabWidth - column % tabWidth)
        case 0..<0x20, 0x7f: (width, columns) = (2, 2)
        case 0x10000...: width = 2
        default: break
        }
      case .error(let count): length = count
      case .emptyInput: return
      }
      guard body(byte, shown, width, scalar) else { return }
      (byte, shown, column) = (byte + length, shown + width, column + columns)
    }
  }

  private static func visible(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    walk(text.utf8) { _, _, width, scalar in
      switch scalar.value {
      // One by one: to append a sequence copies all that is there.
      case 0x09: for _ in 0..<width { result.append(" ") }
      case 0..<0x20, 0x7f:
        result.append("^")
        result.append(Unicode.Scalar(UInt8(scalar.value) ^ 0x40))
      case 0x80..<0xa0, 0x2028, 0x2029: result.append("\u{fffd}")
      default: result.append(scalar)
      }
      return true
    }
    return String(result)
  }
}
