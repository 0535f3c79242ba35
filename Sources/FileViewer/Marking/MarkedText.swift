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

  /// A report of the reading.
  enum Step: Sendable {
    /// The part of the lines that was read, 0...1.
    case progress(Double)
    case end(Outcome)
  }

  /// The text, with `\n` for the end of a line. NUL, at which a clipboard ends, is U+FFFD.
  /// - Parameters:
  ///   - most: bytes.
  ///   - report: gets the part of the lines that was read, 0...1.
  func read(from file: OpenFile, most: Int, _ cancellation: Cancellation, report: (Double) -> Void) -> Outcome {
    do throws(UnreadableInput) {
      return try text(of: file, most, cancellation, report)
    } catch { return .failure(error) }
  }

  private func text(
    of file: OpenFile, _ most: Int, _ cancellation: Cancellation, _ report: (Double) -> Void
  ) throws(UnreadableInput) -> Outcome {
    var bytes: [UInt8] = []
    let total = max(1, ranges.reduce(0) { $0 + self.lines(of: $1).count })
    var done = 0
    var nextReport = ContinuousClock.now
    for range in ranges {
      let lines = lines(of: range)
      var line = lines.lowerBound
      func tell(_ part: Double) {
        guard ContinuousClock.now >= nextReport else { return }
        nextReport = .now + Self.reportInterval
        report((Double(done + line - lines.lowerBound) + part) / Double(total))
      }
      while let rows = nextRows(from: line, before: lines.upperBound) {
        if cancellation.isCancelled { return .cancelled }
        if let long = longLine(atOrAfter: rows.lowerBound), long.number == rows.lowerBound {
          let outcome = try append(long, range, of: file, most, cancellation, to: &bytes, tell)
          if let outcome { return outcome }
          line = rows.upperBound
          continue
        }
        let left = max(0, most - bytes.count)
        guard let request = index.request(rows, 0..<1, plainFrom: nil, limit: left + 1) else { break }
        let page = try PageReader.read(request, of: file, format: format)
        guard !page.isOutdated, !page.rows.isEmpty else {
          throw Self.fault(file)
        }
        for row in page.rows {
          guard append(page.cell(row, 0), row, range, to: &bytes), bytes.count <= most else { return .tooLong }
        }
        line = page.rows.upperBound
        tell(0)
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

  /// - Returns: false where the line has more bytes than were read.
  private func append(
    _ cell: Page.Cell, _ line: Int, _ range: Range<LineSelection.Place>, to bytes: inout [UInt8]
  ) -> Bool {
    let content = LineContent(cell, nil, limit: .max, format)
    let isWhole = append(content, line, range, to: &bytes)
    endLine(line, range, &bytes)
    return isWhole
  }

  /// Appends a line piece by piece.
  /// - Parameter tell: gets the part of the line that was read.
  /// - Returns: why it was not; nil when it was.
  private func append(
    _ line: LongLine, _ range: Range<LineSelection.Place>, of file: OpenFile, _ most: Int,
    _ cancellation: Cancellation, to bytes: inout [UInt8], _ tell: (Double) -> Void
  ) throws(UnreadableInput) -> Outcome? {
    let start = range.lowerBound.line == line.number ? range.lowerBound.unit : 0
    let end = range.upperBound.line == line.number ? range.upperBound.unit : line.units.count
    // The character at the beginning may be of the piece before.
    let first = line.piece(start / LinePiece.length - 1).number
    for number in first...line.piece(end / LinePiece.length).number {
      if cancellation.isCancelled { return .cancelled }
      let piece = line.piece(number)
      let page = try PageReader.read(piece, of: file, format: format)
      guard !page.isOutdated else { throw Self.fault(file) }
      _ = append(LineContent(page.cell(0, 0), piece, limit: .max, format), line.number, range, to: &bytes)
      if bytes.count > most { return .tooLong }
      tell(Double(number + 1) / Double(line.pieceCount))
    }
    endLine(line.number, range, &bytes)
    return bytes.count > most ? .tooLong : nil
  }

  /// Appends what is marked of a part of a line.
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
    return true
  }

  private func endLine(_ line: Int, _ range: Range<LineSelection.Place>, _ bytes: inout [UInt8]) {
    guard line != range.upperBound.line, endsWithNewline || line < index.rowCount - 1 else { return }
    bytes.append(0x0a)
  }

  private static func fault(_ file: OpenFile) -> UnreadableInput {
    UnreadableInput(path: file.path, reason: "the file has changed meanwhile")
  }
}
