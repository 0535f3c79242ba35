import UIKit

/// The widths of characters in the font that lines are shown in. Those of ASCII have one width; others, of which other
/// fonts may have the glyphs, are measured once each.
@MainActor
final class CharacterWidths {
  let font: UIFont
  /// Of a character of ASCII, in points.
  let column: CGFloat
  /// From one line of a text to the next, in points.
  let lineHeight: CGFloat
  /// Tells where carets stand in text of two directions.
  private(set) lazy var ruler = BidirectionalRuler(font)
  private var known: [Character: CGFloat] = [:]

  private static let mostKnown = 20_000

  init(_ font: UIFont) {
    self.font = font
    column = String(repeating: "0", count: 1000).size(withAttributes: [.font: font]).width / 1000
    let label = UILabel()
    label.font = font
    label.numberOfLines = 0
    label.text = "0"
    let one = label.sizeThatFits(.zero).height
    label.text = "0" + String(repeating: "\n0", count: 64)
    lineHeight = (label.sizeThatFits(CGSize(width: 100, height: CGFloat.greatestFiniteMagnitude)).height - one) / 64
  }

  func width(of character: Character) -> CGFloat {
    if character.isASCII { return column }
    if let width = known[character] { return width }
    if known.count >= Self.mostKnown { known.removeAll() }
    let width = String(character).size(withAttributes: [.font: font]).width
    known[character] = width
    return width
  }

  /// - Complexity: O(n), with the few instructions of a byte where all is ASCII.
  func width(of text: some StringProtocol) -> CGFloat {
    Self.isASCII(text) ? CGFloat(text.utf8.count) * column : text.reduce(0) { $0 + width(of: $1) }
  }

  /// The offset in UTF-16 units that is nearest to a distance from the text's left edge.
  func offset(in text: some StringProtocol, at x: CGFloat) -> Int {
    guard !Self.isASCII(text) else { return min(max(0, Int((x / column).rounded())), text.utf8.count) }
    var (offset, left) = (0, CGFloat(0))
    for character in text {
      let width = width(of: character)
      if x < left + width / 2 { break }
      left += width
      offset += character.utf16.count
    }
    return offset
  }

  static func isASCII(_ text: some StringProtocol) -> Bool { text.utf8.allSatisfy { $0 < 0x80 } }
}

/// Tells where carets stand in a line of which parts run from right to left: a field, never shown, that lays out the line as a
/// label does.
@MainActor
final class BidirectionalRuler {
  private let field = UITextField()
  private let font: UIFont

  init(_ font: UIFont) {
    self.font = font
    field.font = font
    field.textAlignment = .left
    // Wider than any line that is shown: a field scrolls a text that has no room.
    field.frame = CGRect(x: 0, y: 0, width: 100_000, height: 20)
  }

  /// Whether something in a text may run from right to left.
  static func isNeeded(for text: String) -> Bool {
    !CharacterWidths.isASCII(text)
      && text.unicodeScalars.contains { scalar in
        switch scalar.value {
        case 0x590...0x8ff, 0x200f, 0x202b, 0x202e, 0x2067, 0xfb1d...0xfdff, 0xfe70...0xfeff, 0x10800...0x10fff,
          0x1e800...0x1efff:
          true
        default: false
        }
      }
  }

  /// The offset in UTF-16 units whose caret is nearest to a point of a label that shows a line.
  /// - Parameters:
  ///   - x: from the label's left edge.
  ///   - width: of the label, at whose right edge a line stands that begins from right to left.
  ///   - isBefore: whether it is the offset before the character below the point.
  func offset(in line: String, at x: CGFloat, width: CGFloat, isBefore: Bool) -> Int {
    field.text = line
    let (begin, end) = (field.beginningOfDocument, field.endOfDocument)
    let lineWidth = line.size(withAttributes: [.font: font]).width
    // The caret before the first character stands at the edge that the line begins from.
    let isRightToLeft = field.caretRect(for: begin).midX > lineWidth / 2
    let x = isRightToLeft ? x - width + lineWidth : x
    var place = begin
    while isBefore, let next = field.position(from: place, offset: 1),
      let range = field.textRange(from: place, to: next)
    {
      let rect = field.firstRect(for: range)
      if rect.minX <= x, x < rect.maxX { return field.offset(from: begin, to: place) }
      place = next
    }
    return field.offset(from: begin, to: field.closestPosition(to: CGPoint(x: x, y: 0)) ?? end)
  }
}

/// A text in lines that are as wide as a room at most, broken between any two characters.
@MainActor
struct WrappedText {
  let text: String
  let lineCount: Int
  /// Characters of a line, where all is ASCII.
  private let columns: Int
  /// Where lines begin, where not all is: offsets in UTF-8 and UTF-16 units.
  private var starts: [(utf8: Int, utf16: Int)] = []

  init(_ text: String, width: CGFloat, _ widths: CharacterWidths) {
    self.text = text
    columns = max(1, Int((width / widths.column + 0.01).rounded(.down)))
    guard !CharacterWidths.isASCII(text) else {
      lineCount = max(1, (text.utf8.count + columns - 1) / columns)
      return
    }
    var (utf8, utf16, x) = (0, 0, CGFloat(0))
    starts = [(0, 0)]
    for character in text {
      let next = widths.width(of: character)
      if x > 0, x + next > width + 0.01 {
        starts.append((utf8, utf16))
        x = 0
      }
      x += next
      utf8 += character.utf8.count
      utf16 += character.utf16.count
    }
    lineCount = starts.count
  }

  /// Where a line begins in the text, in UTF-16 units; the text's end for one behind the last.
  func start(of line: Int) -> Int {
    guard line < lineCount else { return text.utf16.count }
    return starts.isEmpty ? line * columns : starts[line].utf16
  }

  /// The line that holds a place in the text, in UTF-16 units.
  func line(holding place: Int) -> Int {
    guard !starts.isEmpty else { return min(place / columns, lineCount - 1) }
    return max(0, starts.end { $0.utf16 <= place } - 1)
  }

  /// A line's part of the text.
  func line(_ line: Int) -> Substring {
    func index(_ line: Int) -> String.Index {
      guard line < lineCount else { return text.endIndex }
      return text.utf8.index(text.startIndex, offsetBy: starts.isEmpty ? line * columns : starts[line].utf8)
    }
    return text[index(line)..<index(line + 1)]
  }

  /// Some lines below each other, and the places of parts of the text in it.
  func block(_ lines: Range<Int>, marking ranges: [NSRange]) -> (text: String, ranges: [NSRange]) {
    let text = lines.map { String(line($0)) }.joined(separator: "\n")
    let (first, end) = (start(of: lines.lowerBound), start(of: lines.upperBound))
    let marked = ranges.compactMap { range -> NSRange? in
      let (lower, upper) = (max(range.location, first), min(range.location + range.length, end))
      guard lower < upper else { return nil }
      let (place, last) = (lower + breaks(before: lower, lines), upper + breaks(before: upper - 1, lines))
      return NSRange(location: place - first, length: last - place)
    }
    return (text, marked)
  }

  /// How many of some lines begin at or before a place, but for the first of them.
  private func breaks(before place: Int, _ lines: Range<Int>) -> Int {
    lines.dropFirst().count { start(of: $0) <= place }
  }
}
