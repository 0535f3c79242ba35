import TextSearch

/// Finds rows and fields in a stream of units: lines where there is no delimiter; else RFC 4180, with any delimiter and
/// LF or CR LF line ends. Everything that reads rows reads them through it: the pass that counts them, the pages that
/// show them, sorting and copying.
///
/// A field that begins with a quote ends with the next one that is not doubled; delimiters and line ends in between are
/// its content. A quote elsewhere is a character like any other. A value that can stop after any buffer and go on with
/// the next.
package struct RecordScanner: Sendable, Equatable {
  private static let quote = UInt8(ascii: "\"")
  private static let newline = UInt8(ascii: "\n")

  /// The unit between fields; nil where rows are lines.
  let delimiter: UInt8?
  /// The unit from which on quotes mean nothing, because one is never closed: where its record begins.
  let plainFrom: Int
  /// The unit that comes next.
  private(set) var offset: Int
  /// The running row, counted from 0.
  private(set) var row: Int
  /// The running field, counted from 0.
  private(set) var column: Int
  /// Where the running row begins, in units.
  private(set) var rowStart: Int
  /// Where the running field begins, in units.
  private(set) var fieldStart: Int
  /// Whether a quote is open.
  private(set) var isInQuotes = false
  /// Behind the last quote that closed: a quote there is the second of two, and opens again.
  private var closingEnd = -1

  /// Begins at the start of all units.
  package init(delimiter: UInt8) { self.init(delimiter: delimiter, plainFrom: nil) }

  /// Begins at the start of a row.
  init(delimiter: UInt8?, plainFrom: Int? = nil, at anchor: RowIndex.Anchor = RowIndex.Anchor(row: 0, offset: 0)) {
    self.delimiter = delimiter
    self.plainFrom = plainFrom ?? .max
    (row, column) = (anchor.row, 0)
    (offset, rowStart, fieldStart) = (anchor.offset, anchor.offset, anchor.offset)
  }

  /// Whether the running row has begun.
  var hasRest: Bool { offset > rowStart }

  /// Takes the next units.
  /// - Parameter field: called for each field that ends, with its row and column, where it is in the stream, quotes
  ///   included and the unit that ends it not, and whether it is the last of its row.
  @inline(__always)
  package mutating func scan(
    _ units: UnsafeRawBufferPointer,
    field: (_ row: Int, _ column: Int, _ range: Range<Int>, _ endsRow: Bool) -> Void
  ) {
    guard let delimiter else { return scanLines(units, field: field) }
    // Where quotes lose their meaning a buffer has two parts.
    let quoted = min(max(plainFrom - offset, 0), units.count)
    scan(UnsafeRawBufferPointer(rebasing: units[..<quoted]), delimiter, quote: Self.quote, field: field)
    guard quoted < units.count else { return }
    isInQuotes = false
    scan(UnsafeRawBufferPointer(rebasing: units[quoted...]), delimiter, quote: Self.newline, field: field)
  }

  /// Looks at the units that may end something alone, sixteen units at a time.
  /// - Parameter quote: a newline stands for no quote: it is never looked at as one.
  @inline(__always)
  private mutating func scan(
    _ units: UnsafeRawBufferPointer, _ delimiter: UInt8, quote: UInt8,
    field: (_ row: Int, _ column: Int, _ range: Range<Int>, _ endsRow: Bool) -> Void
  ) {
    let base = offset
    var (isInQuotes, closingEnd, row, column) = (isInQuotes, closingEnd, row, column)
    var (rowStart, fieldStart) = (rowStart, fieldStart)
    ByteScan.each(of: delimiter, Self.newline, quote, in: units) { index, unit in
      let place = base &+ index
      if unit == quote, quote != Self.newline {
        if isInQuotes {
          (isInQuotes, closingEnd) = (false, place &+ 1)
        } else if place == fieldStart || place == closingEnd {
          isInQuotes = true
        }
      } else if !isInQuotes {
        let endsRow = unit != delimiter
        field(row, column, fieldStart..<place, endsRow)
        fieldStart = place &+ 1
        column &+= 1
        if endsRow {
          row &+= 1
          column = 0
          rowStart = fieldStart
        }
      }
    }
    offset = base + units.count
    (self.isInQuotes, self.closingEnd, self.row, self.column) = (isInQuotes, closingEnd, row, column)
    (self.rowStart, self.fieldStart) = (rowStart, fieldStart)
  }

  private mutating func scanLines(
    _ units: UnsafeRawBufferPointer,
    field: (_ row: Int, _ column: Int, _ range: Range<Int>, _ endsRow: Bool) -> Void
  ) {
    let base = offset
    var position = 0
    while let end = ByteScan.newline(in: units, from: position) {
      field(row, 0, rowStart..<base + end, true)
      row += 1
      position = end + 1
      rowStart = base + position
      fieldStart = rowStart
    }
    offset = base + units.count
  }

  /// Takes the next units of lines without telling of each.
  mutating func countLines(in units: UnsafeRawBufferPointer) {
    let newlines = ByteScan.newlines(in: units)
    if newlines > 0 {
      row += newlines
      rowStart = offset + ByteScan.lineStart(in: units, before: units.count)
      fieldStart = rowStart
    }
    offset += units.count
  }

  /// Called at the end of the units: the remaining ones are a row.
  package mutating func finish(field: (_ row: Int, _ column: Int, _ range: Range<Int>, _ endsRow: Bool) -> Void) {
    guard hasRest else { return }
    field(row, column, fieldStart..<offset, true)
    self = RecordScanner(
      delimiter: delimiter, plainFrom: plainFrom, at: RowIndex.Anchor(row: row + 1, offset: offset))
  }

  /// Takes the quotes off the content of a field, doubled ones to one, and appends it.
  package static func appendContent(of field: UnsafeRawBufferPointer, to content: inout [UInt8]) {
    guard field.first == quote else { return content.append(contentsOf: field) }
    var index = 1
    var isOpen = true
    while index < field.count {
      let byte = field[index]
      index += 1
      if isOpen, byte == quote {
        if index < field.count, field[index] == quote {
          index += 1
        } else {
          isOpen = false
          continue
        }
      }
      content.append(byte)
    }
  }

  /// The unit between the fields of a file, by its name and its first line.
  static func delimiter(ofFile name: String, beginning: UnsafeRawBufferPointer) -> UInt8 {
    let name = name.lowercased()
    if name.hasSuffix(".tsv") || name.hasSuffix(".tab") { return UInt8(ascii: "\t") }
    var counts: [UInt8: Int] = [:]
    for unit in ",;\t|".utf8 { counts[unit] = 0 }
    var isQuoted = false
    for byte in beginning {
      if byte == quote { isQuoted.toggle() }
      if isQuoted { continue }
      if byte == newline { break }
      counts[byte]? += 1
    }
    let most = counts.max { $0.value < $1.value || $0.value == $1.value && $0.key > $1.key }
    return most.flatMap { $0.value > 0 ? $0.key : nil } ?? UInt8(ascii: ",")
  }

  /// The unit between fields that a first line of `sep=` names, as spreadsheets write it, and the units of that line; nil
  /// for another first line.
  static func namedDelimiter(in beginning: UnsafeRawBufferPointer) -> (delimiter: UInt8, length: Int)? {
    let line = beginning.prefix { $0 != newline }
    let words = line.last == FileFormat.carriageReturn ? line.dropLast() : line
    guard words.count == 5, words.prefix(4).map({ $0 | 0x20 }) == Array("sep=".utf8).map({ $0 | 0x20 }),
      let delimiter = words.last, delimiter != quote, delimiter < 0x80
    else { return nil }
    return (delimiter, min(line.count + 1, beginning.count))
  }
}
