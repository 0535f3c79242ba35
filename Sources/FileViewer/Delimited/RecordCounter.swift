/// Counts the records of a delimited file and notes where sparse checkpoints lie.
struct RecordCounter: RowScanner, Equatable {
  static let hasFields = true

  private var scanner: RecordScanner
  /// Most fields of a record that has ended.
  private var mostFields = 0
  /// Fields of the first record.
  private var firstFields = 0
  private var ragged = 0
  /// Of the last checkpoint or landmark, in units.
  private var lastAnchor = 0
  /// Whether the units end here, so that the remaining ones are a record.
  private var isAtEnd = false

  init(format: RowFormat) { scanner = RecordScanner(delimiter: format.delimiter) }

  var units: Int { scanner.offset }
  /// Records that have ended; at the end of the file, the last one too.
  var rows: Int { scanner.row + (hasLast ? 1 : 0) }
  /// Most fields of a record.
  var columns: Int { max(mostFields, hasLast ? scanner.column + 1 : 0) }
  /// Records with other fields than the first one has.
  var raggedRows: Int { ragged + (hasLast && scanner.row > 0 && scanner.column + 1 != firstFields ? 1 : 0) }
  var plainFrom: Int? { scanner.plainFrom == .max ? nil : scanner.plainFrom }
  /// Whether units that are appended may close the quote that is open at the end.
  var canResume: Bool { plainFrom == nil }

  private var hasLast: Bool { isAtEnd && scanner.hasRest }

  mutating func scan(_ units: UnsafeRawBufferPointer, into findings: inout RowIndex.Findings) {
    isAtEnd = false
    var (scanner, found) = (scanner, findings)
    var (mostFields, firstFields, ragged, lastAnchor) = (mostFields, firstFields, ragged, lastAnchor)
    findings = RowIndex.Findings()  // held once, so that appending copies nothing

    @inline(__always)
    func endRow(_ row: Int, _ fields: Int, _ end: Int) {
      if (row &+ 1) % RowIndex.stride == 0 {
        found.checkpoints.append(end)
        lastAnchor = end
      }
      if row == 0 { firstFields = fields } else if fields != firstFields { ragged &+= 1 }
      if fields > mostFields { mostFields = fields }
    }

    if scanner.offset + units.count - lastAnchor < RowIndex.landmarkDistance {
      scanner.scan(units) { row, column, range, endsRow in
        if endsRow { endRow(row, column &+ 1, range.upperBound &+ 1) }
      }
    } else {
      scanner.scan(units) { row, column, range, endsRow in
        let next = range.upperBound &+ 1
        if endsRow { endRow(row, column &+ 1, next) }
        guard next - lastAnchor >= RowIndex.landmarkDistance else { return }
        let (row, column) = endsRow ? (row + 1, 0) : (row, column + 1)
        found.landmarks.append(RowIndex.Anchor(row: row, column: column, offset: next))
        lastAnchor = next
      }
    }
    findings = found
    self.scanner = scanner
    (self.mostFields, self.firstFields, self.ragged) = (mostFields, firstFields, ragged)
    self.lastAnchor = lastAnchor
  }

  mutating func end(_ findings: inout RowIndex.Findings) -> Bool {
    guard scanner.isInQuotes else {
      isAtEnd = true
      if scanner.row == 0 { firstFields = scanner.column + 1 }
      return false
    }
    // The record whose quote is never closed is read again, without quotes.
    let start = scanner.rowStart
    findings.retract(from: start)
    lastAnchor = min(lastAnchor, start)
    scanner = RecordScanner(
      delimiter: scanner.delimiter, plainFrom: start, at: RowIndex.Anchor(row: scanner.row, offset: start))
    return true
  }
}
