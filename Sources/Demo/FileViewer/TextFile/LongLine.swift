import Foundation
import TextSearch

/// A line that is too long to be shown whole: it is read and shown in pieces. Wrapped, each of them is a row.
struct LongLine: Equatable, Sendable {
  /// Units of the longest line that is shown whole.
  static let limit = LineText.longestLimit

  /// Counted from 0.
  let number: Int
  /// The line in the file, in units, without its newline.
  let units: Range<Int>

  var pieceCount: Int { (units.count + LinePiece.length - 1) / LinePiece.length }

  /// - Parameter number: counted from 0; clamped.
  func piece(_ number: Int) -> LinePiece {
    let number = min(max(0, number), pieceCount - 1)
    let start = units.lowerBound + number * LinePiece.length
    return LinePiece(
      number: number, lineStart: units.lowerBound, units: start..<min(start + LinePiece.length, units.upperBound),
      isLast: number == pieceCount - 1)
  }

  /// The piece that holds one of the line's units.
  func piece(at unit: Int) -> LinePiece { piece(unit / LinePiece.length) }

  /// The piece that holds one of the line's units, and the one behind it, if there is one.
  func pieces(at unit: Int) -> [LinePiece] {
    let first = piece(at: unit)
    return first.isLast ? [first] : [first, piece(first.number + 1)]
  }
}

/// A piece of a long line. A character that lies across an edge belongs to the piece in which it begins.
struct LinePiece: Hashable, Sendable {
  /// Units of every piece but the last.
  static let length = 64 << 10

  /// Counted from 0.
  let number: Int
  let lineStart: Int
  /// The piece in the file.
  let units: Range<Int>
  let isLast: Bool

  /// Where the piece begins in the line, in units.
  var start: Int { units.lowerBound - lineStart }

  /// Whether a row that begins with one of the line's units begins with the piece.
  func isFirst(at unit: Int) -> Bool { (number == 0 || unit >= start) && (isLast || unit < start + units.count) }
}

/// The text of a row: a line, or a piece of a long one.
struct LinePart: Hashable, Sendable {
  /// Counted from 0; -1 for a line at the end of the file that was not counted yet.
  var line: Int
  /// Nil for the whole line; the whole of one that was not counted.
  var piece: LinePiece?
}

/// Which row shows what: a line a row, those alone that a filter lets pass, or each piece of a line that is shown in pieces.
/// Behind them come the last lines of the file as long as not all lines are counted.
struct LineRows: Sendable {
  /// The lines that are rows; nil while all are.
  let shown: LineSet?
  let count: Int
  /// Lines of the file.
  let lineCount: Int
  /// Of the largest line number.
  var digits: Int { String(lineCount).utf8.count }
  /// Lines that are shown in pieces, how many lines are shown before each, and its rows; ascending.
  private let long: [Entry]
  private let hasRowEach: Bool
  private let tail: [LinePiece]

  private typealias Entry = (line: LongLine, rank: Int, rows: Range<Int>)

  /// - Parameters:
  ///   - long: lines that are shown in pieces, ascending.
  ///   - hasRowEach: whether each of their pieces is a row; else the line is one.
  ///   - tail: lines that were not counted.
  init(
    shown: LineSet? = nil, lineCount: Int = 0, inPieces long: [LongLine] = [], hasRowEach: Bool = true,
    tail: [LinePiece] = []
  ) {
    var further = 0
    var entries: [Entry] = []
    for line in long where shown?.contains(line.number) ?? (line.number < lineCount) {
      let rank = shown?.rank(line.number) ?? line.number
      let count = hasRowEach ? line.pieceCount : 1
      entries.append((line, rank, rank + further..<rank + further + count))
      further += count - 1
    }
    (self.shown, self.lineCount, self.long, self.hasRowEach) = (shown, lineCount, entries, hasRowEach)
    self.tail = tail
    count = (shown?.count ?? lineCount) + further + tail.count
  }

  /// The first row of a line that was not counted.
  var countedEnd: Int { count - tail.count }
  /// The last line that was counted and is shown.
  var lastLine: Int? { line(0, from: lineCount) }

  /// The last entry of those for which a condition holds, which does so for the first of them.
  private func last(where condition: (Entry) -> Bool) -> Entry? {
    let end = long.end(where: condition)
    return end > 0 ? long[end - 1] : nil
  }

  /// The line or piece that a row shows; nil where a filter has fewer lines by now.
  func part(atRow row: Int) -> LinePart? {
    if row >= countedEnd { return row < count ? LinePart(line: -1, piece: tail[row - countedEnd]) : nil }
    var rank = row
    if let entry = last(where: { $0.rows.lowerBound <= row }) {
      if entry.rows.contains(row) {
        return LinePart(
          line: entry.line.number, piece: hasRowEach ? entry.line.piece(row - entry.rows.lowerBound) : nil)
      }
      rank = entry.rank + 1 + row - entry.rows.upperBound
    }
    if let shown { return shown.line(at: rank).map { LinePart(line: $0) } }
    return (0..<lineCount).contains(rank) ? LinePart(line: rank) : nil
  }

  /// The row of a part of a line, or the first behind it that is shown.
  func row(of part: LinePart) -> Int {
    if part.line < 0 { return max(0, tail.firstIndex { $0 == part.piece }.map { countedEnd + $0 } ?? count - 1) }
    let last = max(0, countedEnd - 1)
    let rank = shown?.rank(part.line) ?? part.line
    guard let entry = self.last(where: { $0.rank <= rank }) else { return min(rank, last) }
    if entry.rank == rank {
      let isPiece = hasRowEach && entry.line.number == part.line
      return entry.rows.lowerBound + (isPiece ? entry.line.piece(part.piece?.number ?? 0).number : 0)
    }
    return min(entry.rows.upperBound + rank - entry.rank - 1, last)
  }

  /// The line shown a number of lines further down, clamped to the first and the last line.
  func line(_ distance: Int, from line: Int) -> Int? {
    let lines = shown?.count ?? lineCount
    let rank = min(max(0, (shown?.rank(line) ?? line) + distance), lines - 1)
    return shown.map { $0.line(at: rank) } ?? (rank >= 0 ? rank : nil)
  }

  /// A line that is shown in pieces; nil for others.
  func longLine(_ line: Int) -> LongLine? {
    last { $0.line.number <= line }.flatMap { $0.line.number == line ? $0.line : nil }
  }

  /// The part of a line that holds one of its units.
  func part(of line: Int, at unit: Int) -> LinePart {
    LinePart(line: line, piece: longLine(line)?.piece(at: unit))
  }
}

/// A part of a line: its bytes, and how places in them, in the line and in the shown text lead to each
/// other. Places in the line are counted in units of the file.
struct LineContent: Equatable, Sendable {
  let cell: Page.Cell
  private let piece: LinePiece?
  private let limit: Int
  private let format: FileFormat

  /// - Parameter limit: bytes that are shown at most.
  init(_ cell: Page.Cell, _ piece: LinePiece?, limit: Int, _ format: FileFormat) {
    (self.cell, self.piece, self.limit, self.format) = (cell, piece, piece == nil ? limit : .max, format)
  }

  /// Whether the bytes begin alike.
  func isSimilar(to other: LineContent) -> Bool {
    piece == other.piece && cell.bytes.prefix(256) == other.cell.bytes.prefix(256)
  }

  /// Where the bytes begin in the line.
  private var start: Int { piece.map { $0.start + (cell.surroundings?.skipped ?? 0) } ?? 0 }
  /// Whether the line begins with the bytes.
  var isBeginning: Bool { (piece?.number ?? 0) == 0 }
  /// Whether the line ends with the bytes.
  private var endsLine: Bool { piece?.isLast ?? true }
  /// Where they end in the line.
  var end: Int { unit(atByte: cell.bytes.count) }

  /// The bytes as they are shown.
  var text: String { LineText.text(of: cell.bytes, isCut: cell.isCut, limit: limit, endsLine: endsLine) }

  /// The bytes as they are shown, and where parts of them stand in that.
  func text(marking ranges: [Range<Int>]) -> (text: String, marked: [NSRange]) {
    LineText.text(of: cell.bytes, isCut: cell.isCut, limit: limit, endsLine: endsLine, marking: ranges)
  }

  /// The place in the line that an offset in the shown text is nearest to.
  func unit(atShown offset: Int) -> Int { unit(atByte: LineText.place(atShown: offset, in: cell.bytes)) }

  /// The place in the line of one of the bytes.
  func unit(atByte byte: Int) -> Int { start + format.unitCount(of: cell.bytes.prefix(byte)) }

  /// The bytes between two places in the line, as far as they are here; up to `Int.max` where the line's end is meant.
  func bytes(of units: Range<Int>) -> Range<Int> {
    func byte(_ unit: Int) -> Int {
      unit == .max ? .max : format.byteCount(ofUnits: max(0, unit - start), in: cell.bytes)
    }
    return byte(units.lowerBound)..<byte(units.upperBound)
  }

  /// The places in the line around the word that one of them is in.
  func word(at unit: Int) -> Range<Int> {
    let word = LineText.word(at: bytes(of: unit..<unit).lowerBound, in: cell.bytes)
    return self.unit(atByte: word.lowerBound)..<self.unit(atByte: word.upperBound)
  }
}

extension IndexedFile {
  /// A part of a line as far as it is shown; nil when it was not read yet.
  func content(of part: LinePart) -> LineContent? {
    let cell = part.piece.map { self.piece($0) } ?? self.cell(part.line)
    return cell.map { LineContent($0, part.piece, limit: cellLimit - LineText.slack, index.format) }
  }

  /// The text of a line as it is shown, counted from 0; empty when the file holds no such line any more, nil when it was
  /// not read yet.
  func line(_ number: Int) -> String? { content(of: LinePart(line: number))?.text }
}
