import TextSearch

/// The rows of a file, lines or records, counted as its bytes come: how many there are, where they start, and what the
/// bytes were. A value that can stop after any buffer and go on later, also in a file that has grown since.
///
/// Starts are remembered sparsely: of one row in some 512, or of the first behind 4 MiB of longer ones, so that finding a
/// row never scans further. With the slack an array keeps for growing that is at most 1/16 byte a row.
///
/// Offsets count code units behind the byte-order mark; see `FileFormat`.
struct RowIndex: Sendable {
  /// The start of a row that is known without looking.
  struct Anchor: Sendable, Equatable {
    var row: Int
    /// In units.
    var offset: Int
  }

  /// How many fields records have.
  private struct FieldCounts {
    /// Of a record that has ended.
    var most: Int
    /// Of the first record.
    var first: Int
    /// Records with other fields than the first one has.
    var ragged = 0

    @inline(__always)
    mutating func note(_ row: Int, _ count: Int) {
      if row == 0 { first = count } else if count != first { ragged &+= 1 }
      if count > most { most = count }
    }
  }

  /// Rows, and units, between two anchors at least.
  static let stride = 512
  static let distance = 4 << 20
  /// Units from an anchor within which every row starts that has no later anchor.
  static let farthestStart = distance + stretch

  /// Units counted before anything is decided: as many as are counted in one go.
  private static let stretch = 16 * 255

  let format: FileFormat
  /// Of all bytes looked at, the byte-order mark included.
  private(set) var samples: ContentSamples
  private var scanner: RecordScanner
  /// Invariant: starts with row 0, increases strictly.
  private var anchors = [Anchor(row: 0, offset: 0)]
  private var fields: FieldCounts
  /// Lines that have ended and are longer than `LongLine.limit`.
  private var endedLongLines: [LongLine] = []
  /// Whether the units end here, so that the remaining ones are a record.
  private var isAtEnd = false
  /// Whether the last unit is half of one: the count cannot go on behind it.
  private(set) var endsWithinUnit = false

  /// - Parameters:
  ///   - mark: the bytes before the content, which are no units.
  ///   - isSmall: whether all bytes are known by a hash, as far as there are no more than `ContentSamples.digestedLength`.
  init(format: FileFormat = FileFormat(), mark: [UInt8] = [], isSmall: Bool = true) {
    self.format = format
    samples = ContentSamples(isDigested: isSmall)
    scanner = RecordScanner(delimiter: format.delimiter)
    // A line is one field.
    let count = format.delimiter == nil ? 1 : 0
    fields = FieldCounts(most: count, first: count)
    mark.withUnsafeBytes { samples.append($0) }
  }

  /// Units looked at so far.
  var unitCount: Int { scanner.offset }
  /// Where the next byte to be read is.
  var byteOffset: Int { format.byteOffset(of: unitCount) - (endsWithinUnit ? 1 : 0) }
  /// Rows known so far: lines with an unfinished last one, records that have ended; at the end of the file, the last one too.
  var rowCount: Int { scanner.row + (hasLast ? 1 : 0) }
  /// Most fields of a row.
  var columns: Int { max(fields.most, hasLast ? scanner.column + 1 : 0) }
  /// Records with other fields than the first one has.
  var raggedRows: Int {
    fields.ragged + (hasLast && scanner.row > 0 && scanner.column + 1 != fields.first ? 1 : 0)
  }
  /// The unit from which on quotes mean nothing; nil where they do everywhere, or never.
  var plainFrom: Int? { scanner.plainFrom == .max ? nil : scanner.plainFrom }
  /// Whether the count can go on when the file has grown: no appended unit may close the quote that is open at the end.
  var canResume: Bool { plainFrom == nil }
  /// Lines longer than `LongLine.limit`, ascending; the last one may go on.
  var longLines: [LongLine] {
    let isOpen = format.delimiter == nil && unitCount - scanner.rowStart > LongLine.limit
    return endedLongLines + (isOpen ? [LongLine(number: scanner.row, units: scanner.rowStart..<unitCount)] : [])
  }

  private var hasLast: Bool { (isAtEnd || format.delimiter == nil) && scanner.hasRest }

  // MARK: Counting

  /// Takes the next bytes of the file.
  /// - Parameter isEnd: whether the file ends with them: half a unit is taken, too.
  mutating func take(_ raw: UnsafeRawBufferPointer, isEnd: Bool = false) {
    let (start, format) = (byteOffset, format)
    let whole = isEnd ? raw : UnsafeRawBufferPointer(rebasing: raw[..<(raw.count - raw.count % format.unit)])
    format.withUnits(of: whole) { count($0) }
    if !whole.isEmpty { endsWithinUnit = whole.count % format.unit != 0 }
    // Bytes that are read for the second time are sampled already.
    let known = min(max(samples.byteCount - start, 0), whole.count)
    samples.append(UnsafeRawBufferPointer(rebasing: whole[known...]))
  }

  private mutating func count(_ units: UnsafeRawBufferPointer) {
    isAtEnd = false
    var (scanner, fields) = (scanner, fields)  // by themselves, so that one can change while the other does
    let areLines = format.delimiter == nil
    var last = anchors[anchors.count - 1]
    var position = 0
    while position < units.count {
      let end = min(position + Self.stretch, units.count)
      let stretch = UnsafeRawBufferPointer(rebasing: units[position..<end])
      position = end
      let (row, start) = (scanner.row, scanner.rowStart)
      var next = 0
      if areLines {
        scanner.countLines(in: stretch)
      } else {
        scanner.scan(stretch) { ended, column, range, endsRow in
          guard endsRow else { return }
          fields.note(ended, column &+ 1)
          if ended == row { next = range.upperBound &+ 1 }
        }
      }
      let isFar = scanner.row - last.row >= Self.stride || scanner.offset - last.offset >= Self.distance
      let isLong = areLines && scanner.offset - start > LongLine.limit
      guard scanner.row > row, isFar || isLong else { continue }
      // The first row that starts in the stretch: further ones are looked for from there.
      if areLines { next = scanner.offset - stretch.count + (ByteScan.newline(in: stretch, from: 0) ?? 0) + 1 }
      if isLong, next - 1 - start > LongLine.limit {
        endedLongLines.append(LongLine(number: row, units: start..<next - 1))
      }
      if isFar {
        last = Anchor(row: row + 1, offset: next)
        anchors.append(last)
      }
    }
    (self.scanner, self.fields) = (scanner, fields)
  }

  /// The file ends.
  /// - Returns: whether it is to be read again from `byteOffset` on, which lies further back now.
  mutating func end() -> Bool {
    guard scanner.isInQuotes else {
      isAtEnd = true
      if scanner.row == 0 { fields.first = scanner.column + 1 }
      return false
    }
    // The record whose quote is never closed is read again, without quotes.
    endsWithinUnit = false
    scanner = RecordScanner(
      delimiter: format.delimiter, plainFrom: scanner.rowStart,
      at: Anchor(row: scanner.row, offset: scanner.rowStart))
    return true
  }

  // MARK: Asking

  /// The last known start at or before a row.
  /// - Complexity: O(log n).
  func anchor(atOrBefore row: Int) -> Anchor { anchors[max(0, anchors.end { $0.row <= row } - 1)] }

  /// Whether rows are so long that few of them are worth reading at once.
  func isLong(_ rows: Range<Int>) -> Bool {
    anchor(atOrBefore: rows.upperBound).offset - anchor(atOrBefore: rows.lowerBound).offset >= Self.distance
  }

  /// Heap bytes held, the arrays' slack included.
  var memory: Int { anchors.capacity * MemoryLayout<Anchor>.stride }
}
