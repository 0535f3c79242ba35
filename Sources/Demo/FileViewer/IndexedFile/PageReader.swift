import DemoParts
import Foundation
import TextSearch

/// Cells of a file as they are shown: some rows by some columns, each cell up to a limit.
struct Page: Sendable {
  /// The content of a cell.
  struct Cell: Equatable, Sendable {
    /// UTF-8, as far as the file's is.
    let bytes: ArraySlice<UInt8>
    /// Whether the cell has more than these.
    let isCut: Bool
    /// Nil for cells that are no piece of a line.
    var surroundings: Surroundings?

    static let empty = Cell(bytes: [], isCut: false)
  }

  /// A piece of a line with the text around it, as far as that was read.
  struct Surroundings: Equatable, Sendable {
    /// The piece, and the bytes before and behind it in the line.
    let bytes: ArraySlice<UInt8>
    /// Units at the beginning of the piece that belong to the one before.
    let skipped: Int
    /// Whether the line begins, and ends, with `bytes`.
    let hasStart: Bool
    let hasEnd: Bool
  }

  /// The rows that were read: all that were asked for, or the first of them.
  fileprivate(set) var rows: Range<Int>
  let columns: Range<Int>
  /// The file's bytes are not those the index was made of: it was cut, overwritten or replaced since. Cells are what it
  /// has now, or empty.
  fileprivate(set) var isOutdated = false
  fileprivate var bytes: [UInt8] = []
  /// Where cells end in `bytes`, row by row; the highest bit is set for those that were cut.
  fileprivate var ends: [UInt32] = []

  /// The one cell of a page that is a piece of a line.
  fileprivate var piece: Cell?

  private static let cut: UInt32 = 1 << 31

  /// A cell; empty where its row has no such field. All fields that rows have were known when the page was read.
  func cell(_ row: Int, _ column: Int) -> Cell {
    if let piece { return piece }
    guard rows.contains(row), columns.contains(column) else { return .empty }
    let slot = (row - rows.lowerBound) * columns.count + column - columns.lowerBound
    guard slot < ends.count else { return .empty }
    let start = slot > 0 ? Int(ends[slot - 1] & ~Self.cut) : 0
    return Cell(bytes: bytes[start..<Int(ends[slot] & ~Self.cut)], isCut: ends[slot] & Self.cut != 0)
  }

  /// Bytes on the heap.
  var memory: Int { bytes.capacity + ends.capacity * MemoryLayout<UInt32>.stride }

  /// Notes that a cell is what was appended to `bytes` since the last one; fields that rows before it lack are empty.
  fileprivate mutating func close(_ row: Int, _ column: Int, isCut: Bool, from start: Int) {
    let slot = (row - rows.lowerBound) * columns.count + column - columns.lowerBound
    if ends.count < slot { ends += repeatElement(UInt32(start), count: slot - ends.count) }
    ends.append(UInt32(bytes.count) | (isCut ? Self.cut : 0))
  }
}

extension Page {
  /// Units around a piece that are read, too: matches that reach into it begin or end there.
  fileprivate static let surroundings = 4 << 10

  /// A piece of a line, as cell 0 of row 0.
  /// - Parameter raw: the file's bytes from a unit on.
  fileprivate init(_ piece: LinePiece, from first: Int, _ raw: UnsafeRawBufferPointer, _ format: FileFormat) {
    self.init(rows: 0..<1, columns: 0..<1)
    let end = format.withUnits(of: raw) { ByteScan.newline(in: $0, from: 0) }
    let length = end ?? format.unitCount(ofBytes: raw.count)
    let wanted = piece.units.upperBound - first
    isOutdated = length < wanted
    let line = UnsafeRawBufferPointer(rebasing: raw[..<min(length * format.unit, raw.count)])
    let begin = min(piece.units.lowerBound - first, length)
    let lower = begin > 0 ? format.characterStart(from: begin, in: line) : 0
    let rest = min(wanted, length)
    let upper = max(lower, piece.isLast ? rest : format.characterStart(from: rest, in: line))
    func append(_ units: Range<Int>) {
      func byte(_ unit: Int) -> Int { min(unit * format.unit, line.count) }
      format.append(UnsafeRawBufferPointer(rebasing: line[byte(units.lowerBound)..<byte(units.upperBound)]), to: &bytes)
    }
    append(0..<lower)
    let start = bytes.count
    append(lower..<upper)
    let place = start..<bytes.count
    append(upper..<length)
    let surroundings = Surroundings(
      bytes: bytes[...], skipped: lower - begin, hasStart: first == piece.lineStart,
      hasEnd: piece.isLast || end != nil)
    self.piece = Cell(bytes: bytes[place], isCut: false, surroundings: surroundings)
  }
}

extension PageReader {
  static func read(_ piece: LinePiece, of file: OpenFile, format: FileFormat) throws(UnreadableInput) -> Page {
    let first = max(piece.lineStart, piece.units.lowerBound - Page.surroundings)
    let end = piece.units.upperBound + (piece.isLast ? 0 : Page.surroundings)
    let bytes = try file.bytes(at: format.byteOffset(of: first), count: (end - first) * format.unit)
    return bytes.withUnsafeBytes {
      Page(piece, from: first, $0, format)
    }
  }
}

/// A request for a page: rows by columns that the index knows, one at least.
struct PageRequest: Sendable {
  fileprivate let index: RowIndex
  fileprivate let rows: Range<Int>
  fileprivate let columns: Range<Int>
  /// Units of a cell that are read at most.
  fileprivate let limit: Int
}

extension RowIndex {
  /// A request that reads some rows by some columns, or the first of these rows; nil for no rows.
  func request(_ rows: Range<Int>, _ columns: Range<Int>, limit: Int) -> PageRequest? {
    let rows = rows.clamped(to: 0..<rowCount)
    guard !rows.isEmpty, !columns.isEmpty else { return nil }
    return PageRequest(index: self, rows: rows, columns: columns, limit: limit)
  }
}

extension OpenFile {
  /// Whether a row may start where one did when the file was indexed: behind a newline.
  func hasRow(at anchor: RowIndex.Anchor, _ format: FileFormat) throws(UnreadableInput) -> Bool {
    guard anchor.offset > 0 else { return true }
    let before = try bytes(at: format.byteOffset(of: anchor.offset - 1), count: format.unit)
    return before.withUnsafeBytes { format.lastUnit(of: $0) } == FileFormat.newline
  }
}

/// A piece of the stream as it was read.
struct FileChunk {
  let file: OpenFile
  let format: FileFormat
  /// Where it is, in units.
  let start: Int
  /// The file's bytes; none where all that is asked for lies before.
  var raw = UnsafeRawBufferPointer(start: nil, count: 0)

  /// Hands a field that ends in the chunk to `body`. Of one that begins before it the bytes are read once more.
  /// - Parameters:
  ///   - limit: units that are handed over at most.
  ///   - dropsReturn: whether a CR at its end belongs to the end of the line.
  ///   - body: gets its bytes in the file's encoding, and whether it has more.
  @inline(__always)
  func withField<R>(
    _ range: Range<Int>, limit: Int, dropsReturn: Bool, body: (UnsafeRawBufferPointer, _ isCut: Bool) -> R
  ) -> R {
    let isCut = range.count > limit
    let count = min(range.count, limit) * format.unit
    func call(_ bytes: UnsafeRawBufferPointer) -> R {
      guard dropsReturn, !isCut, format.lastUnit(of: bytes) == FileFormat.carriageReturn else {
        return body(bytes, isCut)
      }
      return body(UnsafeRawBufferPointer(rebasing: bytes.dropLast(format.unit)), false)
    }
    let place = (range.lowerBound - start) * format.unit
    if place >= 0 { return call(UnsafeRawBufferPointer(rebasing: raw[place..<min(place + count, raw.count)])) }
    // The file that cannot be read any more fails the next time, too.
    let bytes = (try? file.bytes(at: format.byteOffset(of: range.lowerBound), count: count)) ?? []
    return bytes.withUnsafeBytes { call($0) }
  }

  /// Hands the text of a field to `body`, in UTF-8 and without its quotes; else as `withField`.
  /// - Parameters:
  ///   - plainFrom: the unit from which on quotes mean nothing.
  ///   - content: room for a text that the file has in another form.
  @inline(__always)
  func withText<R>(
    _ range: Range<Int>, limit: Int, dropsReturn: Bool, plainFrom: Int, _ content: inout [UInt8],
    body: (UnsafeRawBufferPointer, _ isCut: Bool) -> R
  ) -> R {
    withField(range, limit: limit, dropsReturn: dropsReturn) { raw, isCut in
      let hasQuotes = range.lowerBound < plainFrom && raw.first == UInt8(ascii: "\"")
      guard hasQuotes || format.isTranslated else { return body(raw, isCut) }
      content.removeAll(keepingCapacity: true)
      format.appendContent(of: raw, hasQuotes: hasQuotes, to: &content)
      return content.withUnsafeBytes { body($0, isCut) }
    }
  }
}

/// Reads rows of a file in their order, a buffer at a time, as far as an index knows them.
struct RowReader {
  let file: OpenFile
  let index: RowIndex
  private(set) var scanner: RecordScanner

  /// Begins with a row, or one before it.
  init(_ file: OpenFile, _ index: RowIndex, from row: Int = 0) {
    (self.file, self.index) = (file, index)
    scanner = RecordScanner(
      delimiter: index.format.delimiter, plainFrom: index.plainFrom, at: index.anchor(atOrBefore: row))
  }

  /// The part of the file before the next unit, 0...1.
  var progress: Double { Double(scanner.offset) / Double(max(1, index.unitCount)) }

  /// Reads the next units, and tells of each field that ends there; where the units end, of the last field.
  /// - Parameters:
  ///   - most: bytes that are read.
  ///   - field: called as `RecordScanner` does, with what was read.
  /// - Returns: whether there were any units.
  @inline(__always)
  mutating func step(
    _ most: Int = 1 << 20,
    field: (_ row: Int, _ column: Int, _ range: Range<Int>, _ endsRow: Bool, _ chunk: FileChunk) -> Void
  ) throws(UnreadableInput) -> Bool {
    let (format, start) = (index.format, scanner.offset)
    let count = min(most / format.unit, index.unitCount - start)
    let bytes = try file.bytes(at: format.byteOffset(of: start), count: count * format.unit)
    bytes.withUnsafeBytes { raw in
      let chunk = FileChunk(file: file, format: format, start: start, raw: raw)
      format.withUnits(of: raw) { units in scanner.scan(units) { field($0, $1, $2, $3, chunk) } }
      if raw.isEmpty { scanner.finish { field($0, $1, $2, $3, chunk) } }
    }
    return !bytes.isEmpty
  }
}

/// Reads pages: on a thread that may wait for a file system, with bounded work and memory whatever the file holds.
enum PageReader {
  /// Bytes of cells after which a page ends with the row.
  private static let mostBytes = 256 << 10
  /// Units scanned after which a page ends with the row.
  private static let mostScanned = 8 << 20
  /// The first read is as long as most pages are; later ones are of rows that are longer.
  private static let firstRead = 32 << 10
  private static let laterRead = 256 << 10

  /// Reads a page: all rows asked for, or as many as a bounded effort gives, one at least.
  static func read(
    _ request: PageRequest, of file: OpenFile, heart: FileLane.Heart? = nil
  ) throws(UnreadableInput) -> Page {
    var reading = try Reading(request, file)
    while !reading.isDone {
      heart?.beat()
      try reading.step()
    }
    return reading.finished()
  }

  /// A page being read.
  private struct Reading {
    private let request: PageRequest
    private var reader: RowReader
    private var page: Page
    private var scanned = 0
    /// Whether the last cell goes on behind what is shown of it.
    private var isLastCut = false
    private(set) var isDone = false

    init(_ request: PageRequest, _ file: OpenFile) throws(UnreadableInput) {
      let (index, rows) = (request.index, request.rows)
      (self.request, reader) = (request, RowReader(file, index, from: rows.lowerBound))
      page = Page(rows: rows, columns: request.columns)
      if try !file.hasRow(at: index.anchor(atOrBefore: rows.lowerBound), index.format) { giveUp() }
    }

    /// The file is not the one that was indexed.
    private mutating func giveUp() { (page.isOutdated, isDone) = (true, true) }

    private var scanner: RecordScanner { reader.scanner }

    /// Reads and scans the next piece.
    mutating func step() throws(UnreadableInput) {
      var reader = reader  // by itself, so that the page can be filled meanwhile
      let start = scanner.offset
      let hasUnits = try reader.step(scanned == 0 ? PageReader.firstRead : PageReader.laterRead) {
        take($0, $1, $2, endsRow: $3, $4)
      }
      self.reader = reader
      guard hasUnits else {
        // The rows end where the index does.
        page.isOutdated = start < request.index.unitCount || scanner.row < request.rows.upperBound
        return isDone = true
      }
      scanned += scanner.offset - start
      // No row starts further from an anchor.
      if scanner.row < request.rows.lowerBound, scanned > RowIndex.farthestStart + PageReader.laterRead { giveUp() }
      // Of the last row that is read nothing is looked for behind the last cell.
      let isFar = page.bytes.count >= PageReader.mostBytes || scanned >= PageReader.mostScanned
      let isLastRow = scanner.row == request.rows.upperBound - 1 || isFar
      if isLastRow, request.rows.contains(scanner.row), scanner.column == request.columns.upperBound - 1,
        scanner.offset - scanner.fieldStart > request.limit
      {
        let behind = FileChunk(file: reader.file, format: request.index.format, start: scanner.offset)
        take(scanner.row, scanner.column, scanner.fieldStart..<scanner.offset, endsRow: false, behind)
        isLastCut = true
      }
      isDone =
        isDone || scanner.row >= request.rows.upperBound || isLastCut || isFar && scanner.row > request.rows.lowerBound
        || isLastRow && scanner.row >= request.rows.lowerBound && scanner.column >= request.columns.upperBound
    }

    @inline(__always)
    private mutating func take(_ row: Int, _ column: Int, _ range: Range<Int>, endsRow: Bool, _ chunk: FileChunk) {
      guard page.rows.contains(row), page.columns.contains(column) else { return }
      let hasFields = chunk.format.delimiter != nil
      let hasQuotes = hasFields && range.lowerBound < scanner.plainFrom
      let start = page.bytes.count
      let isCut = chunk.withField(range, limit: request.limit, dropsReturn: endsRow && hasFields) { raw, isCut in
        chunk.format.appendContent(of: raw, hasQuotes: hasQuotes, to: &page.bytes)
        return isCut
      }
      page.close(row, column, isCut: isCut, from: start)
    }

    /// The page, with the rows that were read.
    func finished() -> Page {
      var page = page
      // Of a file that is another now the rest is empty until it is indexed again.
      if !page.isOutdated {
        let isRowDone = isLastCut || scanner.column >= request.columns.upperBound
        let end = min(request.rows.upperBound, scanner.row + (isRowDone ? 1 : 0))
        page.rows = request.rows.lowerBound..<max(end, request.rows.lowerBound)
      }
      return page
    }
  }
}

/// Reads cells to their ends, for copying.
struct WholeCells: Sendable {
  let index: RowIndex
  /// In the order in which they are wanted.
  let columns: [Int]

  /// The cells of rows, in the order in which these are given; a cell that is not there is empty.
  /// - Parameter mostBytes: of all cells together.
  func read(_ rows: [Int], of file: OpenFile, mostBytes: Int) throws(UnreadableInput) -> [[String]] {
    var left = mostBytes
    var cells: [[String]] = []
    while cells.count < rows.count {
      let row = rows[cells.count]
      // Rows of an order whose records are gone have numbers beyond all.
      guard row < index.rowCount else {
        cells.append(columns.map { _ in "" })
        continue
      }
      var end = row + 1
      // Rows that follow each other in the file are read together.
      while end - row < PageCache.rows, cells.count + end - row < rows.count, rows[cells.count + end - row] == end {
        end += 1
      }
      let found = try read(row..<min(end, index.rowCount), file, &left)
      cells += found.isEmpty ? [columns.map { _ in "" }] : found
    }
    return cells
  }

  /// The first of these rows, or all.
  private func read(_ rows: Range<Int>, _ file: OpenFile, _ left: inout Int) throws(UnreadableInput) -> [[String]] {
    guard !rows.isEmpty, let first = columns.min(), let last = columns.max() else { return rows.map { _ in [] } }
    let isDense = last - first < 2 * columns.count + PageCache.columns
    guard isDense else {
      var line: [String] = []
      for column in columns { line += try page(rows.lowerBound..<rows.lowerBound + 1, [column], file, &left)[0] }
      return [line]
    }
    return try page(rows, columns, file, &left)
  }

  private func page(
    _ rows: Range<Int>, _ columns: [Int], _ file: OpenFile, _ left: inout Int
  ) throws(UnreadableInput) -> [[String]] {
    let span = (columns.min() ?? 0)..<(columns.max() ?? 0) + 1
    guard let request = index.request(rows, span, limit: left + 1) else { return [] }
    let page = try PageReader.read(request, of: file)
    var lines: [[String]] = []
    for row in page.rows {
      var line: [String] = []
      for column in columns {
        let cell = page.cell(row, column)
        left -= cell.bytes.count
        guard left >= 0, !cell.isCut else {
          throw UnreadableInput(path: file.path, reason: "that is more than can be copied at once")
        }
        line.append(String(decoding: cell.bytes, as: UTF8.self))
      }
      lines.append(line)
    }
    return lines
  }
}
