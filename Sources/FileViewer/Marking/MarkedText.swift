import DemoParts
import Foundation
import TextSearch

/// Reads the marked text of a file, page by page, on a thread that may wait for a file system.
struct MarkedText: Sendable {
  /// Ascending and apart.
  let ranges: [Range<LineSelection.Place>]
  /// The lines that are rows; nil while all are.
  let shown: LineSet?
  let index: RowIndex
  let format: RowFormat
  /// Whether the last line has a newline.
  let endsWithNewline: Bool
  /// Lines that are read in pieces, ascending.
  var long: [LongLine] = []

  enum Outcome: Sendable {
    case text(String)
    /// It has more bytes than were asked for.
    case tooLong
    case cancelled
    case failure(UnreadableInput)
  }

  /// The text, with `\n` for the end of a line. NUL, at which a clipboard ends, is U+FFFD.
  /// - Parameters:
  ///   - most: bytes.
  ///   - work: its progress is the part of the lines that was read.
  ///   - report: called from time to time.
  func read(from file: OpenFile, most: Int, _ work: Cancellation, report: () -> Void) -> Outcome {
    do throws(UnreadableInput) {
      return try text(of: file, most, work, report)
    } catch { return .failure(error) }
  }

  private func text(
    of file: OpenFile, _ most: Int, _ work: Cancellation, _ report: () -> Void
  ) throws(UnreadableInput) -> Outcome {
    var bytes: [UInt8] = []
    let total = Double(max(1, ranges.reduce(0) { $0 + self.lines(of: $1).count }))
    var done = 0
    var nextReport = ContinuousClock.now
    for range in ranges {
      let lines = lines(of: range)
      var line = lines.lowerBound
      while let rows = nextRows(from: line, before: lines.upperBound) {
        let long = longLine(atOrAfter: rows.lowerBound).flatMap { $0.number == rows.lowerBound ? $0 : nil }
        for piece in long.map({ pieces(of: $0, in: range) }) ?? [nil] {
          if work.isCancelled { return .cancelled }
          let page = try page(of: rows, piece, file, limit: max(0, most - bytes.count) + 1)
          for row in page.rows {
            let content = LineContent(page.cell(row, 0), piece, limit: .max, format)
            guard append(content, long?.number ?? row, range, to: &bytes), bytes.count <= most else { return .tooLong }
          }
          line = long == nil ? page.rows.upperBound : rows.upperBound
          guard ContinuousClock.now >= nextReport else { continue }
          nextReport = .now + Self.reportInterval
          let left = long.map { 1 - Double((piece?.number ?? 0) + 1) / Double($0.pieceCount) } ?? 0
          work.progress = (Double(done + line - lines.lowerBound) - left) / total
          report()
        }
      }
      done += lines.count
    }
    let text = String(decoding: bytes, as: UTF8.self)
    let hasZero = bytes.withUnsafeBytes { bytes in bytes.baseAddress.map { memchr($0, 0, bytes.count) != nil } == true }
    return .text(hasZero ? text.replacing("\0", with: "\u{fffd}") : text)
  }

  private static let reportInterval = Duration.milliseconds(50)

  /// The lines of which something is in a range.
  private func lines(of range: Range<LineSelection.Place>) -> Range<Int> {
    let end = range.upperBound.line + (range.upperBound.unit > 0 ? 1 : 0)
    return (range.lowerBound.line..<max(range.lowerBound.line, end)).clamped(to: 0..<index.rowCount)
  }

  private func longLine(atOrAfter line: Int) -> LongLine? {
    let place = long.end { $0.number < line }
    return place < long.count ? long[place] : nil
  }

  /// The next lines that are rows and follow each other; one that is read in pieces alone.
  private func nextRows(from line: Int, before limit: Int) -> Range<Int>? {
    guard line < limit, let first = shown.map({ $0.first(atOrAfter: line, before: limit) }) ?? line else { return nil }
    let limit = min(limit, longLine(atOrAfter: first).map { max($0.number, first + 1) } ?? limit)
    var end = first + 1
    while end < limit, end - first < PageCache.rows, shown?.contains(end) ?? true { end += 1 }
    return first..<end
  }

  /// The pieces of a line that hold what is marked of it; the character at the beginning may be of the piece before.
  private func pieces(of line: LongLine, in range: Range<LineSelection.Place>) -> [LinePiece?] {
    let start = range.lowerBound.line == line.number ? range.lowerBound.unit : 0
    let end = range.upperBound.line == line.number ? range.upperBound.unit : line.units.count
    let first = line.piece(start / LinePiece.length - 1).number
    return (first...line.piece(at: end).number).map { line.piece($0) }
  }

  /// A piece of a line, or else the first of some lines.
  private func page(
    of rows: Range<Int>, _ piece: LinePiece?, _ file: OpenFile, limit: Int
  ) throws(UnreadableInput) -> Page {
    var page: Page?
    if let piece {
      page = try PageReader.read(piece, of: file, format: format)
    } else if let request = index.request(rows, 0..<1, plainFrom: nil, limit: limit) {
      page = try PageReader.read(request, of: file, format: format)
    }
    guard let page, !page.isOutdated, !page.rows.isEmpty else {
      throw UnreadableInput(path: file.path, reason: "the file has changed meanwhile")
    }
    return page
  }

  /// Appends what is marked of a line, or of a piece of it.
  /// - Returns: false where the line has more bytes than were read.
  private func append(
    _ content: LineContent, _ line: Int, _ range: Range<LineSelection.Place>, to bytes: inout [UInt8]
  ) -> Bool {
    let isLast = line == range.upperBound.line
    if content.cell.isCut, !isLast || range.upperBound.unit > content.end { return false }
    let text = content.whole
    let units = (line == range.lowerBound.line ? range.lowerBound.unit : 0)..<(isLast ? range.upperBound.unit : .max)
    let part = content.bytes(of: units).clamped(to: 0..<text.count)
    bytes.append(contentsOf: text[(text.startIndex + part.lowerBound)..<(text.startIndex + part.upperBound)])
    if content.endsLine, !isLast, endsWithNewline || line < index.rowCount - 1 { bytes.append(0x0a) }
    return true
  }
}
