import DemoParts
import Foundation
import TextSearch

/// Cells of a file as they are shown: some rows by some columns, each cell up to a limit.
struct Page: Sendable {
  /// The content of a cell.
  struct Cell: Sendable {
    /// UTF-8, as far as the file's is.
    let bytes: ArraySlice<UInt8>
    /// Whether the cell has more than these.
    let isCut: Bool
    /// Nil for cells that are no piece of a line.
    var surroundings: Surroundings?

    static let empty = Cell(bytes: [], isCut: false)
  }

  /// What stands around a piece of a line, as far as it was read.
  struct Surroundings: Sendable {
    /// The piece, and what stands before and behind it in the line.
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
  private var piece: Cell?

  private static let cut: UInt32 = 1 << 31

  fileprivate init(rows: Range<Int>, columns: Range<Int>) {
    self.rows = rows
    self.columns = columns
  }

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
  fileprivate init(_ piece: LinePiece, from first: Int, _ raw: UnsafeRawBufferPointer, _ format: RowFormat) {
    self.init(rows: 0..<1, columns: 0..<1)
    var scratch = [UInt8](repeating: 0, count: format.isTranslated ? raw.count / format.unit : 0)
    let end = scratch.withUnsafeMutableBytes {
      ByteScan.newline(in: format.units(of: raw, scratch: $0), from: 0)
    }
    let length = end ?? raw.count / format.unit
    let wanted = piece.units.upperBound - first
    isOutdated = length < wanted
    let line = UnsafeRawBufferPointer(rebasing: raw[..<(length * format.unit)])
    let begin = min(piece.units.lowerBound - first, length)
    let lower = begin > 0 ? format.characterStart(from: begin, in: line) : 0
    let rest = min(wanted, length)
    let upper = max(lower, piece.isLast ? rest : format.characterStart(from: rest, in: line))
    func append(_ units: Range<Int>) {
      let (lower, upper) = (units.lowerBound * format.unit, units.upperBound * format.unit)
      format.append(UnsafeRawBufferPointer(rebasing: line[lower..<upper]), to: &bytes)
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
  static func read(_ piece: LinePiece, of file: OpenFile, format: RowFormat) throws(UnreadableInput) -> Page {
    let first = max(piece.lineStart, piece.units.lowerBound - Page.surroundings)
    let end = piece.units.upperBound + (piece.isLast ? 0 : Page.surroundings)
    let bytes = try file.bytes(at: format.byteOffset(of: first), count: (end - first) * format.unit)
    return bytes.withUnsafeBytes {
      Page(piece, from: first, UnsafeRawBufferPointer(rebasing: $0[..<($0.count - $0.count % format.unit)]), format)
    }
  }
}

/// A request for a page.
struct PageRequest: Sendable {
  var rows: Range<Int>
  var columns: Range<Int>
  /// Starts with an anchor at or before the first cell; then all landmarks up to the last one.
  var route: [RowIndex.Anchor]
  /// Units the index knows; later units belong to rows that are not indexed yet.
  var end: Int
  var plainFrom: Int?
  /// Units of a cell that are read at most.
  var limit: Int
}

extension RowIndex {
  /// A request that reads some rows by some columns, or the first of these rows; nil for no rows.
  func request(_ rows: Range<Int>, _ columns: Range<Int>, plainFrom: Int?, limit: Int) -> PageRequest? {
    let rows = rows.clamped(to: 0..<rowCount)
    guard let last = rows.last, let lastColumn = columns.last else { return nil }
    let route = route(from: rows.lowerBound, columns.lowerBound, to: last, lastColumn)
    // A route that was cut short leads only so far.
    let isWhole = route.count <= Self.mostRoute
    let end = isWhole ? rows.upperBound : min(max(rows.lowerBound + 1, route[route.count - 1].row), rows.upperBound)
    return PageRequest(
      rows: rows.lowerBound..<end, columns: columns, route: route, end: unitCount, plainFrom: plainFrom, limit: limit)
  }
}

/// A piece of the stream as it was read.
struct FileChunk {
  /// Where it is, in units.
  let start: Int
  /// The file's bytes.
  let raw: UnsafeRawBufferPointer
  let format: RowFormat

  /// A piece without bytes.
  static func empty(at start: Int, _ format: RowFormat) -> FileChunk {
    FileChunk(start: start, raw: UnsafeRawBufferPointer(start: nil, count: 0), format: format)
  }

  /// The bytes of units, as far as they lie within.
  func bytes(of range: Range<Int>) -> UnsafeRawBufferPointer {
    let unit = format.unit
    let lower = min(max((range.lowerBound - start) * unit, 0), raw.count)
    let upper = min(max((range.upperBound - start) * unit, lower), raw.count)
    return UnsafeRawBufferPointer(rebasing: raw[lower..<upper])
  }
}

/// Puts a field together whose bytes come in several chunks, up to a limit.
struct FieldGatherer {
  /// Units that are kept at most.
  let limit: Int
  private var carried: [UInt8] = []

  init(limit: Int) { self.limit = limit }

  /// Whether no further bytes of the running field are needed.
  func isFull(_ format: RowFormat) -> Bool { carried.count / format.unit >= limit }

  mutating func reset() { carried.removeAll(keepingCapacity: carried.count < 1 << 20) }

  /// The chunk ends within a field.
  mutating func carry(from fieldStart: Int, _ chunk: FileChunk) {
    let room = limit * chunk.format.unit - carried.count
    guard room > 0 else { return }
    carried.append(contentsOf: chunk.bytes(of: fieldStart..<Int.max >> 4).prefix(room))
  }

  /// A field ends in the chunk.
  /// - Parameters:
  ///   - dropsReturn: whether a CR at its end belongs to the end of the line.
  ///   - body: gets its bytes in the file's encoding, and whether it has more.
  /// - Returns: what `body` does.
  @inline(__always)
  mutating func finish<R>(
    _ range: Range<Int>, _ chunk: FileChunk, dropsReturn: Bool, body: (UnsafeRawBufferPointer, _ isCut: Bool) -> R
  ) -> R {
    let isCut = range.count > limit
    let here = chunk.bytes(of: range)
    func call(_ raw: UnsafeRawBufferPointer) -> R {
      guard dropsReturn, !isCut, chunk.format.endsWithReturn(raw) else { return body(raw, isCut) }
      return body(UnsafeRawBufferPointer(rebasing: raw.dropLast(chunk.format.unit)), false)
    }
    if carried.isEmpty {
      return call(isCut ? UnsafeRawBufferPointer(rebasing: here.prefix(limit * chunk.format.unit)) : here)
    }
    carried.append(contentsOf: here.prefix(max(0, limit * chunk.format.unit - carried.count)))
    defer { reset() }
    return carried.withUnsafeBytes { call($0) }
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
    _ request: PageRequest, of file: OpenFile, format: RowFormat, heart: FileLane.Heart? = nil
  ) throws(UnreadableInput) -> Page {
    var reading = try Reading(request, file, format)
    while !reading.isDone {
      heart?.beat()
      try reading.step(file)
    }
    return reading.finished()
  }

  /// A page being read.
  private struct Reading {
    private let request: PageRequest
    private let format: RowFormat
    private var page: Page
    private var scanner: RecordScanner
    private var gatherer: FieldGatherer
    /// Landmarks that were not passed yet are behind these.
    private var nextLandmark = 1
    private var scanned = 0
    /// Units since the last start that was known.
    private var sinceAnchor = 0
    /// Whether the last cell goes on behind what is shown of it.
    private var isLastCut = false
    private(set) var isDone = false

    init(_ request: PageRequest, _ file: OpenFile, _ format: RowFormat) throws(UnreadableInput) {
      self.request = request
      self.format = format
      page = Page(rows: request.rows, columns: request.columns)
      gatherer = FieldGatherer(limit: request.limit)
      let anchor = request.route[0]
      scanner = RecordScanner(delimiter: format.delimiter, plainFrom: request.plainFrom, at: anchor)
      try check(anchor, file)
    }

    /// The unit before a row or field has to be what ends the one before.
    private mutating func check(_ anchor: RowIndex.Anchor, _ file: OpenFile) throws(UnreadableInput) {
      guard anchor.offset > 0 else { return }
      let bytes = try file.bytes(at: format.byteOffset(of: anchor.offset - 1), count: format.unit)
      var unit: [UInt8] = [0]
      let found = unit.withUnsafeMutableBytes { scratch in
        bytes.withUnsafeBytes { raw in
          raw.count == format.unit ? format.units(of: raw, scratch: scratch).first : nil
        }
      }
      guard found == (anchor.column > 0 ? format.delimiter : UInt8(ascii: "\n")) else {
        page.isOutdated = true
        isDone = true
        return
      }
    }

    /// Reads and scans the next piece.
    mutating func step(_ file: OpenFile) throws(UnreadableInput) {
      try jump(file)
      guard !isDone else { return }
      let wanted = min(scanned == 0 ? PageReader.firstRead : PageReader.laterRead, request.end - scanner.offset)
      guard wanted > 0 else { return endOfFile(isKnown: true) }
      let bytes = try file.bytes(at: format.byteOffset(of: scanner.offset), count: wanted * format.unit)
      let whole = bytes.count / format.unit
      guard whole > 0 else { return endOfFile(isKnown: false) }
      var scratch = [UInt8](repeating: 0, count: format.isTranslated ? whole : 0)
      bytes.withUnsafeBytes { bytes in
        let raw = UnsafeRawBufferPointer(rebasing: bytes[..<(whole * format.unit)])
        scratch.withUnsafeMutableBytes { scan(raw, $0) }
      }
      scanned += whole
      sinceAnchor += whole
      // A start lies no further from an anchor than this in a file that is still the one that was indexed.
      let isLost =
        sinceAnchor > RowIndex.farthestStart + PageReader.laterRead && (!isWithinWanted || gatherer.isFull(format))
      if isLost, nextLandmark >= request.route.count, scanner.row < request.rows.upperBound - 1 {
        if isWithinWanted { cut() }
        page.isOutdated = true
        isDone = true
      }
    }

    private mutating func scan(_ raw: UnsafeRawBufferPointer, _ scratch: UnsafeMutableRawBufferPointer) {
      let chunk = FileChunk(start: scanner.offset, raw: raw, format: format)
      var scanner = scanner  // by itself, so that its fields can be taken meanwhile
      scanner.scan(format.units(of: raw, scratch: scratch)) { take($0, $1, $2, endsRow: $3, chunk) }
      self.scanner = scanner
      if isWithinWanted { gatherer.carry(from: scanner.fieldStart, chunk) }
      if isAtLastCell, gatherer.isFull(format) {
        cut()
        isLastCut = true
      }
      let rowsDone = scanner.row - request.rows.lowerBound
      let isRowDone = scanner.row == request.rows.upperBound - 1 && scanner.column >= request.columns.upperBound
      isDone =
        scanner.row >= request.rows.upperBound || isRowDone || isLastCut
        || rowsDone > 0 && (page.bytes.count >= PageReader.mostBytes || scanned >= PageReader.mostScanned)
    }

    @inline(__always)
    private mutating func take(_ row: Int, _ column: Int, _ range: Range<Int>, endsRow: Bool, _ chunk: FileChunk) {
      guard page.rows.contains(row), page.columns.contains(column) else { return }
      let hasFields = format.delimiter != nil
      let hasQuotes = hasFields && range.lowerBound < request.plainFrom ?? .max
      let start = page.bytes.count
      let isCut = gatherer.finish(range, chunk, dropsReturn: endsRow && hasFields) { raw, isCut in
        chunk.format.appendContent(of: raw, hasQuotes: hasQuotes, to: &page.bytes)
        return isCut
      }
      page.close(row, column, isCut: isCut, from: start)
    }

    /// Whether the running field is the last that is asked for.
    private var isAtLastCell: Bool {
      scanner.row == request.rows.upperBound - 1 && scanner.column == request.columns.upperBound - 1
    }

    /// Whether the running field is one that is asked for.
    private var isWithinWanted: Bool {
      request.rows.contains(scanner.row) && request.columns.contains(scanner.column)
    }

    /// Goes on at a landmark where one lies between here and what is wanted next.
    private mutating func jump(_ file: OpenFile) throws(UnreadableInput) {
      if isWithinWanted, !gatherer.isFull(format) { return }
      var target = (row: max(scanner.row, request.rows.lowerBound), column: request.columns.lowerBound)
      if scanner.row >= request.rows.lowerBound {
        if scanner.column >= request.columns.lowerBound { target.column = scanner.column + 1 }
        if target.column >= request.columns.upperBound { target = (scanner.row + 1, request.columns.lowerBound) }
      }
      var landmark: RowIndex.Anchor?
      while nextLandmark < request.route.count,
        request.route[nextLandmark].isAtOrBefore(target.row, target.column)
          || request.route[nextLandmark].offset <= scanner.offset
      {
        landmark = request.route[nextLandmark]
        nextLandmark += 1
      }
      guard let landmark, landmark.offset > scanner.offset else { return }
      if isWithinWanted { cut() }
      gatherer.reset()
      scanner = RecordScanner(delimiter: format.delimiter, plainFrom: request.plainFrom, at: landmark)
      sinceAnchor = 0
      try check(landmark, file)
      if scanner.row >= request.rows.upperBound { isDone = true }
    }

    /// The running field has all the bytes that are shown of it.
    private mutating func cut() {
      let end = max(scanner.offset, scanner.fieldStart + request.limit + 1)
      take(
        scanner.row, scanner.column, scanner.fieldStart..<end, endsRow: false, .empty(at: scanner.offset, format))
    }

    /// - Parameter isKnown: whether the index ends here, too.
    private mutating func endOfFile(isKnown: Bool) {
      let nothing = FileChunk.empty(at: scanner.offset, format)
      var scanner = scanner
      scanner.finish { take($0, $1, $2, endsRow: $3, nothing) }
      self.scanner = scanner
      page.isOutdated = !isKnown || scanner.row < request.rows.upperBound
      isDone = true
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
  let format: RowFormat
  let plainFrom: Int?
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
    guard let request = index.request(rows, span, plainFrom: plainFrom, limit: left + 1) else { return [] }
    let page = try PageReader.read(request, of: file, format: format)
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
