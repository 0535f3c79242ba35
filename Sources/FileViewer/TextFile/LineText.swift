import Foundation

/// Turns the bytes of a line into text that can be shown in one row.
///
/// Invalid UTF-8 becomes U+FFFD; control characters are written as `^@` to `^_` and `^?`, as pagers write
/// them; the controls U+0080 to U+009F and the separators U+2028 and U+2029 become U+FFFD; a tab fills up
/// to the next multiple of eight columns. A line cut short ends with an ellipsis.
enum LineText {
  /// Bytes of a line that are shown at most unless it is wrapped: more than the widest window has columns.
  static let limit = 1024
  /// Bytes of a line that is wrapped that are shown at most: some two hundred lines of a window.
  static let wrappedLimit = 32 << 10
  /// Bytes read past the limit, so that a character that straddles it is seen whole.
  static let slack = 64
  private static let tabWidth = 8

  /// - Parameters:
  ///   - bytes: the line without its newline, or its first `limit + slack` bytes.
  ///   - isCut: whether the line has more bytes than these.
  ///   - limit: bytes that are shown at most.
  static func text(
    of bytes: some RandomAccessCollection<UInt8>, isCut: Bool, limit: Int = LineText.limit
  ) -> String {
    var bytes = bytes[...]
    if !isCut, bytes.last == 0x0d { bytes = bytes.dropLast() }  // CR LF
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
    return bytes.allSatisfy { $0 >= 0x20 && $0 < 0x7f } ? text : visible(text)
  }

  /// Whole characters only, of at most `limit` bytes together; then made visible.
  private static func prefix(of text: String, _ limit: Int) -> String {
    var end = text.startIndex
    var count = 0
    while end < text.endIndex {
      let next = text.index(after: end)
      count += text.utf8.distance(from: end, to: next)
      guard count <= limit else { break }
      end = next
    }
    return visible(String(text[..<end]))
  }

  /// A line as it is shown, and where parts of its bytes stand in it.
  /// - Parameter ranges: of `bytes`, ascending.
  static func text(
    of bytes: ArraySlice<UInt8>, isCut: Bool, limit: Int, marking ranges: [Range<Int>]
  ) -> (text: String, marked: [NSRange]) {
    var end = bytes.endIndex
    if !isCut, bytes.last == 0x0d { end -= 1 }
    let isLong = isCut || bytes.count > limit
    if isLong {
      end = min(end, bytes.startIndex + limit)
      while end > bytes.startIndex, end < bytes.endIndex, bytes[end] & 0xc0 == 0x80 { end -= 1 }
    }
    var (text, column, place, length) = ("", 0, bytes.startIndex, 0)
    var marked: [NSRange] = []
    func append(to next: Int, isMarked: Bool) {
      let next = min(max(next, place), end)
      guard next > place else { return }
      let part = visible(String(decoding: bytes[place..<next], as: UTF8.self), column: &column)
      let count = part.utf16.count
      if isMarked { marked.append(NSRange(location: length, length: count)) }
      text += part
      length += count
      place = next
    }
    for range in ranges {
      append(to: range.lowerBound, isMarked: false)
      append(to: range.upperBound, isMarked: true)
    }
    append(to: end, isMarked: false)
    return (isLong ? text + "\u{2026}" : text, marked)
  }

  private static func visible(_ text: String) -> String {
    var column = 0
    return visible(text, column: &column)
  }

  private static func visible(_ text: String, column: inout Int) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x09:
        let width = tabWidth - column % tabWidth
        result.append(contentsOf: repeatElement(" ", count: width))
        column += width
      case 0..<0x20, 0x7f:
        result.append("^")
        result.append(Unicode.Scalar(UInt8(scalar.value) ^ 0x40))
        column += 2
      case 0x80..<0xa0, 0x2028, 0x2029:
        result.append("\u{fffd}")
        column += 1
      default:
        result.append(scalar)
        column += 1
      }
    }
    return String(result)
  }
}
