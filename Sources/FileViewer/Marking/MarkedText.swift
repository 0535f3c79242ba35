import DemoParts
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
    var nextReport = ContinuousClock.now + Self.reportInterval
    for range in ranges {
      let lines = lines(of: range)
      var line = lines.lowerBound
      while let rows = nextRows(from: line, before: lines.upperBound) {
        if cancellation.isCancelled { return .cancelled }
        let left = max(0, most - bytes.count)
        guard let request = index.request(rows, 0..<1, plainFrom: nil, limit: left + 1) else { break }
        let page = try PageReader.read(request, of: file, format: format)
        guard !page.isOutdated, !page.rows.isEmpty else {
          throw UnreadableInput(path: file.path, reason: "the file has changed meanwhile")
        }
        for row in page.rows {
          guard append(page.cell(row, 0), row, range, to: &bytes), bytes.count <= most else { return .tooLong }
        }
        line = page.rows.upperBound
        guard ContinuousClock.now >= nextReport else { continue }
        nextReport = .now + Self.reportInterval
        report(Double(done + line - lines.lowerBound) / Double(total))
      }
      done += lines.count
    }
    let text = String(decoding: bytes, as: UTF8.self)
    return .text(bytes.contains(0) ? text.replacing("\0", with: "\u{fffd}") : text)
  }

  private static let reportInterval = Duration.milliseconds(50)

  /// The lines of which something is in a range.
  private func lines(of range: Range<LineSelection.Place>) -> Range<Int> {
    let end = range.upperBound.line + (range.upperBound.byte > 0 ? 1 : 0)
    return (range.lowerBound.line..<max(range.lowerBound.line, end)).clamped(to: 0..<index.rowCount)
  }

  /// The next lines that are rows and follow each other.
  private func nextRows(from line: Int, before limit: Int) -> Range<Int>? {
    guard line < limit, let first = shown.map({ $0.first(atOrAfter: line, before: limit) }) ?? line else { return nil }
    var end = first + 1
    while end < limit, end - first < PageCache.rows, shown?.contains(end) ?? true { end += 1 }
    return first..<end
  }

  /// - Returns: false where the line has more bytes than were read.
  private func append(
    _ cell: Page.Cell, _ line: Int, _ range: Range<LineSelection.Place>, to bytes: inout [UInt8]
  ) -> Bool {
    let isLast = line == range.upperBound.line
    var content = cell.bytes
    if !cell.isCut, content.last == 0x0d { content = content.dropLast() }
    let count = content.count
    let upper = isLast ? min(range.upperBound.byte, count) : count
    let lower = line == range.lowerBound.line ? min(range.lowerBound.byte, upper) : 0
    if cell.isCut, !isLast || range.upperBound.byte > count { return false }
    bytes.append(contentsOf: content[(content.startIndex + lower)..<(content.startIndex + upper)])
    if !isLast, endsWithNewline || line < index.rowCount - 1 { bytes.append(0x0a) }
    return true
  }
}
