import DemoParts
import UIKit

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

/// A line's text, and how far from its beginning characters stand.
struct MeasuredText: Equatable, Sendable {
  /// A place in the text: bytes, UTF-16 units and points before it.
  private struct Stop: Equatable {
    var utf8 = 0
    var utf16 = 0
    var x: CGFloat = 0
  }

  let text: String
  let isASCII: Bool
  /// In points.
  let width: CGFloat
  /// Every some characters one, from the beginning; none for ASCII, whose characters have one width.
  private let stops: [Stop]
  private let column: CGFloat

  private static let charactersBetweenStops = 64

  init(_ text: String, _ widths: CharacterWidths) {
    var text = text
    text.makeContiguousUTF8()
    self.text = text
    column = widths.column
    isASCII = CharacterWidths.isASCII(text)
    guard !isASCII else {
      width = CGFloat(text.utf8.count) * widths.column
      stops = []
      return
    }
    var (stops, end, count) = ([Stop](), Stop(), 0)
    for character in text {
      if count % Self.charactersBetweenStops == 0 { stops.append(end) }
      count += 1
      end.utf8 += character.utf8.count
      end.utf16 += character.utf16.count
      end.x += widths.width(of: character)
    }
    (self.stops, width) = (stops, end.x)
  }

  private func index(_ stop: Stop) -> String.Index { text.utf8.index(text.startIndex, offsetBy: stop.utf8) }

  /// Points before a place in UTF-16 units.
  func x(before place: Int, _ widths: CharacterWidths) -> CGFloat {
    guard !isASCII else { return CGFloat(min(place, text.utf8.count)) * column }
    var stop = stops[max(0, stops.end { $0.utf16 <= place } - 1)]
    for character in text[index(stop)...] where stop.utf16 < place {
      stop.utf16 += character.utf16.count
      stop.x += widths.width(of: character)
    }
    return stop.x
  }

  /// The part from a column on, some columns wide: where it starts, in UTF-16 units and in points.
  func slice(from first: Int, count: Int, _ widths: CharacterWidths) -> (text: String, start: Int, left: CGFloat) {
    let utf8 = text.utf8
    if utf8.count <= first + count, first == 0 { return (text, 0, 0) }
    if isASCII {
      let start = min(first, utf8.count)
      let lower = utf8.index(utf8.startIndex, offsetBy: start)
      let upper = utf8.index(lower, offsetBy: count, limitedBy: utf8.endIndex) ?? utf8.endIndex
      return (String(text[lower..<upper]), start, CGFloat(start) * column)
    }
    let (wanted, room) = (CGFloat(first) * column, CGFloat(count) * column)
    var stop = stops[max(0, stops.end { $0.x <= wanted } - 1)]
    var lower = index(stop)
    while lower < text.endIndex {
      let width = widths.width(of: text[lower])
      if stop.x + width > wanted { break }
      stop.x += width
      stop.utf16 += text[lower].utf16.count
      lower = text.index(after: lower)
    }
    var (upper, right) = (lower, stop.x)
    while upper < text.endIndex, right < stop.x + room {
      right += widths.width(of: text[upper])
      upper = text.index(after: upper)
    }
    return (String(text[lower..<upper]), stop.utf16, stop.x)
  }
}

/// A text in lines that are as wide as a room at most, broken between any two characters.
struct WrappedText: Sendable {
  /// Where a line begins, in bytes and UTF-16 units.
  private struct Start {
    var utf8, utf16: Int
  }

  let text: String
  /// Of the room, in points.
  let width: CGFloat
  let lineCount: Int
  /// Characters of a line, where all is ASCII.
  private let columns: Int
  /// Where lines begin, where not all is.
  private var starts: [Start] = []

  /// The widest line, in characters: of fonts with hardly a width.
  private static let mostColumns = 100_000

  init(_ text: String, width: CGFloat, _ widths: CharacterWidths) {
    (self.text, self.width) = (text, width)
    columns = Self.columns(width, widths)
    guard !CharacterWidths.isASCII(text) else {
      lineCount = max(1, (text.utf8.count + columns - 1) / columns)
      return
    }
    var (next, x) = (Start(utf8: 0, utf16: 0), CGFloat(0))
    starts = [next]
    for character in text {
      let advance = widths.width(of: character)
      if x > 0, x + advance > width + 0.01 {
        starts.append(next)
        x = 0
      }
      x += advance
      next.utf8 += character.utf8.count
      next.utf16 += character.utf16.count
    }
    lineCount = starts.count
  }

  /// Stands for a text that is not there yet.
  /// - Parameter bytes: of the text.
  init(placeholder text: String, forBytes bytes: Int, width: CGFloat, _ widths: CharacterWidths) {
    (self.text, self.width) = (text, width)
    columns = Self.columns(width, widths)
    // Most text that takes its time has characters of three bytes that are two columns wide.
    lineCount = max(1, (bytes * 2 / 3 + columns - 1) / columns)
    starts = [Start(utf8: 0, utf16: 0)]
  }

  private static func columns(_ width: CGFloat, _ widths: CharacterWidths) -> Int {
    min(max(1, Int(whole: (width / widths.column + 0.01).rounded(.down), or: mostColumns)), mostColumns)
  }

  /// Where a line begins in the text, in UTF-16 units.
  func start(of line: Int) -> Int { starts.isEmpty ? line * columns : starts[min(line, starts.count - 1)].utf16 }

  /// The line that holds a place in the text, in UTF-16 units.
  func line(holding place: Int) -> Int {
    guard !starts.isEmpty else { return min(place / columns, lineCount - 1) }
    return max(0, starts.end { $0.utf16 <= place } - 1)
  }

  /// A line's part of the text.
  func line(_ line: Int) -> Substring {
    func index(_ line: Int) -> String.Index {
      guard line < (starts.isEmpty ? lineCount : starts.count) else { return text.endIndex }
      return text.utf8.index(text.startIndex, offsetBy: starts.isEmpty ? line * columns : starts[line].utf8)
    }
    return text[index(line)..<index(line + 1)]
  }
}
