import DemoParts
import Foundation
import TextSearch

/// Writes rows of a file into a new one beside it: lines or records byte for byte as they are, or some fields of them.
///
/// The bytes go into a draft, which gets the name of the new file when all are on the disk. A draft that fails is removed.
struct RowWriter: Sendable {
  /// The rows that are written.
  struct Rows: Sendable {
    /// In the order of the file; nil for all.
    var lines: LineSet?
    /// In an order; nil for that of the file.
    var order: RecordSorter.Order?
    /// The first that is written; those before it, which hold titles, are written first.
    let first: Int
    /// The fields that are written, in order; nil for records as they are.
    var fields: [Int]?
  }

  let index: RowIndex
  let rows: Rows
  let path: String
  /// Bytes of rows of an order that are held at once: more are read in several passes over the file.
  var mostHeld = 128 << 20

  private static let bufferSize = 1 << 20
  /// Units between two rows that are read along with them.
  private static let mostSkipped = 16 << 10

  /// The path of a new file by the name that a user has typed, relative to the folder of another file. Throws the fault of
  /// a name that no file can have.
  static func path(_ name: String, beside path: String) throws(PatternFault) -> String {
    let name = name.trimmingCharacters(in: .whitespaces)
    guard !name.isEmpty, !name.hasSuffix("/"), !name.utf8.contains(0) else {
      throw PatternFault(description: "a file needs a name")
    }
    let folder = path.lastIndex(of: "/").map { path[..<$0] + "/" } ?? ""
    return name.hasPrefix("/") ? name : folder + name
  }

  /// The name of a new file of some rows of another; what comes out of a gzip file is plain text.
  static func suggestedName(for path: String) -> String {
    var name = path.split(separator: "/").last.map(String.init) ?? path
    if name.hasSuffix(".gz"), name.count > 3 { name.removeLast(3) }
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name + "-shown" }
    return name[..<dot] + "-shown" + name[dot...]
  }

  /// Writes the file.
  /// - Throws: why it is not there.
  func write(from file: OpenFile, _ cancellation: Cancellation) throws(UnreadableInput) {
    guard FileStamp(path: path) == nil else { throw fault("there is a file of that name") }
    let stamp = file.stamp
    let draft = path + ".\(getpid())-\(UInt32.random(in: 0 ... .max))"
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o666)
    guard descriptor >= 0 else { throw fault(String(cString: strerror(errno))) }
    var isDone = false
    defer { if !isDone { unlink(draft) } }
    do {
      defer { close(descriptor) }
      var output = Output(descriptor)
      try write(from: file, to: &output, cancellation)
      output.flush()
      if output.error == 0, fsync(descriptor) != 0, errno != EINVAL { output.error = errno }
      guard output.error == 0 else { throw fault(String(cString: strerror(output.error))) }
    } catch let error as UnreadableInput { throw error } catch { throw fault("\(error)") }
    guard !cancellation.isCancelled else { throw fault("stopped") }
    guard file.stamp == stamp else { throw fault("the file changed meanwhile") }
    guard FileStamp(path: path) == nil else { throw fault("there is a file of that name") }
    guard rename(draft, path) == 0 else { throw fault(String(cString: strerror(errno))) }
    isDone = true
  }

  private func fault(_ reason: String) -> UnreadableInput { UnreadableInput(path: path, reason: reason) }

  /// Bytes on their way into a file.
  private struct Output {
    private let descriptor: Int32
    private var bytes: [UInt8] = []
    /// Of the system, when writing failed; nothing is written then.
    var error: Int32 = 0

    init(_ descriptor: Int32) {
      self.descriptor = descriptor
      bytes.reserveCapacity(bufferSize + 4096)
    }

    mutating func append(_ raw: some Collection<UInt8>) {
      bytes.append(contentsOf: raw)
      if bytes.count >= bufferSize { flush() }
    }

    mutating func flush() {
      var start = 0
      while start < bytes.count, error == 0 {
        let count = bytes.withUnsafeBytes { bytes in
          let rest = UnsafeRawBufferPointer(rebasing: bytes[start...])
          return Foundation.write(descriptor, rest.baseAddress, rest.count)
        }
        if count >= 0 { start += count } else if errno != EINTR { error = errno }
      }
      bytes.removeAll(keepingCapacity: true)
    }
  }

  // MARK: Rows

  private var format: FileFormat { index.format }

  private func write(
    from file: OpenFile, to output: inout Output, _ cancellation: Cancellation
  ) throws(UnreadableInput) {
    output.append(try file.bytes(at: 0, count: format.byteOffset(of: 0)))
    var starts: [Int] = []
    if rows.order != nil { starts.reserveCapacity(index.rowCount + 1) }
    var run = 0..<0
    var newline: [UInt8] = []
    // Rows that follow each other are written together.
    func flush() throws(UnreadableInput) {
      if !run.isEmpty { try copy(run, from: file, to: &output, cancellation) }
      run = 0..<0
    }
    var failure: UnreadableInput?
    try scan(file, cancellation) { row, range in
      guard failure == nil else { return }
      do throws(UnreadableInput) {
        if newline.isEmpty { newline = try lineEnd(of: range, file) }
        if rows.order != nil { starts.append(range.lowerBound) }
        let isWanted = row < rows.first || rows.order == nil && rows.lines?.contains(row) != false
        guard isWanted else { return }
        guard rows.fields == nil else {
          let bytes = try file.bytes(at: format.byteOffset(of: range.lowerBound), count: range.count * format.unit)
          return writeFields(of: bytes[...], at: range.lowerBound, newline, to: &output)
        }
        if run.upperBound != range.lowerBound || run.isEmpty { try flush() }
        run = (run.isEmpty ? range.lowerBound : run.lowerBound)..<range.upperBound
      } catch { failure = error }
    }
    if let failure { throw failure }
    try flush()
    guard let order = rows.order else { return }
    starts.append(index.unitCount)
    var place = 0
    while place < order.count, output.error == 0, !cancellation.isCancelled {
      var (ranges, length) = ([Range<Int>](), 0)
      while place < order.count, length == 0 || length < mostHeld {
        let record = Int(order[place])
        place += 1
        guard record + 1 < starts.count else { continue }
        ranges.append(starts[record]..<starts[record + 1])
        length += ranges[ranges.count - 1].count * format.unit
      }
      let (bytes, places) = try held(ranges, from: file, length, cancellation)
      guard !cancellation.isCancelled else { return }
      for (range, start) in zip(ranges, places) {
        let row = bytes[start..<min(start + range.count * format.unit, bytes.count)]
        guard rows.fields == nil else {
          writeFields(of: row, at: range.lowerBound, newline, to: &output)
          continue
        }
        output.append(row)
        // The last record of a file may be without.
        let isLast = place == order.count && range == ranges.last
        if range.upperBound == index.unitCount, !isLast, try lineEnd(of: range, file).isEmpty { output.append(newline) }
      }
      cancellation.progress = 0.5 + 0.5 * Double(place) / Double(order.count)
    }
  }

  /// Reads rows from the front of the file to its back: a compressed file is not decompressed anew for each.
  /// - Parameters:
  ///   - ranges: of the rows, in any order.
  ///   - length: the bytes of all of them.
  /// - Returns: the bytes, and where each row begins in them.
  private func held(
    _ ranges: [Range<Int>], from file: OpenFile, _ length: Int, _ cancellation: Cancellation
  ) throws(UnreadableInput) -> (bytes: [UInt8], places: [Int]) {
    let sorted = ranges.indices.sorted { ranges[$0].lowerBound < ranges[$1].lowerBound }
    var (bytes, places) = ([UInt8](), [Int](repeating: 0, count: ranges.count))
    bytes.reserveCapacity(length)
    var next = 0
    while next < sorted.count, !cancellation.isCancelled {
      let start = ranges[sorted[next]].lowerBound
      var (end, last) = (ranges[sorted[next]].upperBound, next)
      while last + 1 < sorted.count, ranges[sorted[last + 1]].lowerBound - end <= Self.mostSkipped,
        ranges[sorted[last + 1]].upperBound - start <= Self.bufferSize
      {
        last += 1
        end = ranges[sorted[last]].upperBound
      }
      let read = try file.bytes(at: format.byteOffset(of: start), count: (end - start) * format.unit)
      for index in sorted[next...last] {
        places[index] = bytes.count
        let (from, to) = (ranges[index].lowerBound - start, ranges[index].upperBound - start)
        bytes += read[min(from * format.unit, read.count)..<min(to * format.unit, read.count)]
      }
      next = last + 1
    }
    return (bytes, places)
  }

  /// Tells of each row where it begins and where the next one does.
  private func scan(
    _ file: OpenFile, _ cancellation: Cancellation, row: (Int, Range<Int>) -> Void
  ) throws(UnreadableInput) {
    var reader = RowReader(file, index)
    var (start, goesOn) = (0, true)
    while goesOn, !cancellation.isCancelled {
      cancellation.progress = reader.progress * (rows.order == nil ? 1 : 0.5)
      goesOn = try reader.step { number, _, range, endsRow, _ in
        guard endsRow else { return }
        // The last row may end without a newline.
        let end = min(range.upperBound + 1, index.unitCount)
        row(number, start..<end)
        start = end
      }
    }
  }

  /// The bytes with which a row ends; none for the last one of a file that ends without.
  private func lineEnd(of range: Range<Int>, _ file: OpenFile) throws(UnreadableInput) -> [UInt8] {
    let start = max(range.lowerBound, range.upperBound - 2)
    let count = (range.upperBound - start) * format.unit
    let bytes = try file.bytes(at: format.byteOffset(of: start), count: count)
    let units = bytes.withUnsafeBytes { raw in format.withUnits(of: raw) { Array($0) } }
    guard units.last == FileFormat.newline else { return [] }
    let length = units.count == 2 && units[0] == FileFormat.carriageReturn ? 2 : 1
    return Array(bytes.suffix(length * format.unit))
  }

  private func copy(
    _ range: Range<Int>, from file: OpenFile, to output: inout Output, _ cancellation: Cancellation
  ) throws(UnreadableInput) {
    var start = range.lowerBound
    while start < range.upperBound, output.error == 0, !cancellation.isCancelled {
      let count = min(range.upperBound - start, Self.bufferSize)
      output.append(try file.bytes(at: format.byteOffset(of: start), count: count * format.unit))
      start += count
    }
  }

  /// Writes some fields of a record, with their quotes.
  /// - Parameter start: the place of its bytes, in units.
  private func writeFields(of bytes: ArraySlice<UInt8>, at start: Int, _ newline: [UInt8], to output: inout Output) {
    let unit = format.unit
    var places: [Range<Int>] = []
    var scanner = RecordScanner(delimiter: format.delimiter, plainFrom: index.plainFrom.map { max(0, $0 - start) })
    bytes.withUnsafeBytes { raw in
      format.withUnits(of: raw) { units in scanner.scan(units) { _, _, range, _ in places.append(range) } }
    }
    scanner.finish { _, _, range, _ in places.append(range) }
    let mark = [format.delimiter ?? 0]
    for (place, field) in (rows.fields ?? []).enumerated() {
      if place > 0 { output.append(format.encoded(mark)) }
      guard field < places.count else { continue }
      let first = bytes.startIndex + places[field].lowerBound * unit
      var raw = bytes[first..<min(bytes.startIndex + places[field].upperBound * unit, bytes.endIndex)]
      if field == places.count - 1, raw.withUnsafeBytes({ format.lastUnit(of: $0) }) == FileFormat.carriageReturn {
        raw = raw.dropLast(unit)
      }
      output.append(raw)
    }
    output.append(newline)
  }
}

extension FileFormat {
  /// Characters of ASCII in the encoding of the file.
  fileprivate func encoded(_ ascii: [UInt8]) -> [UInt8] {
    guard case .utf16(let isBigEndian) = encoding else { return ascii }
    return ascii.flatMap { isBigEndian ? [0, $0] : [$0, 0] }
  }
}

/// A new file that is being written, as it is told of.
@MainActor
final class RowWriting {
  /// The state or result of the last save, in words for the status line; nil before the first.
  private(set) var words: String?
  var onChange: (() -> Void)?
  private var work: Cancellation?

  deinit { work?.cancel() }

  /// Writes rows of a file into a new one, off the main thread. Throws the fault of a name that no file can have.
  func begin(_ file: IndexedFile, _ rows: RowWriter.Rows, as name: String) throws(PatternFault) {
    let writer = RowWriter(index: file.index, rows: rows, path: try RowWriter.path(name, beside: file.path))
    work?.cancel()
    let work = Cancellation()
    self.work = work
    words = "saving \u{2026}"
    file.read({ file throws(UnreadableInput) in try writer.write(from: file, work) }) { [weak self] result in
      guard let self, self.work === work else { return }
      self.work = nil
      switch result {
      case .success: words = "saved as \(writer.path.split(separator: "/").last ?? "")"
      case .failure(let error): words = "not saved: \(error.reason)"
      }
      onChange?()
    }
    onChange?()
  }

  /// Forgets the result of the last save.
  func clear() { if work == nil { words = nil } }

  var activity: FileActivity? {
    work.map { work in FileActivity(name: "saving", progress: work.progress) { work.cancel() } }
  }
}
