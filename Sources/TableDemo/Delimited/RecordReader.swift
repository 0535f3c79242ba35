import Foundation

/// Reads fields of a file by record and column. Stretches of records read last stay in memory, with the places of the
/// fields that were asked for, up to `mostBytes`.
struct RecordReader {
  /// A record that was read: where its fields are.
  private struct Record {
    /// In the stretch's bytes.
    var range: Range<Int>
    /// Field ranges from the record's beginning; nil until one is asked for.
    var fields: [Range<Int>]?
  }

  private struct Stretch {
    var bytes: [UInt8]
    var records: [Record]
  }

  /// Bytes of stretches kept.
  private static let mostBytes = 16 << 20
  /// Bytes read at once; fields of a record that is longer are not shown beyond.
  private static let longestStretch = 64 << 20

  let file: OpenFile
  let delimiter: UInt8
  private var stretches: [Int: Stretch] = [:]
  private var keptBytes = 0

  init(file: OpenFile, delimiter: UInt8) {
    self.file = file
    self.delimiter = delimiter
  }

  /// The records are others.
  mutating func reset() {
    stretches.removeAll()
    keptBytes = 0
  }

  /// The content of a field; empty where the record has no such field, or the file no such record any more.
  /// - Complexity: O(bytes of `RecordIndex.stride` records) for a record that was not read before.
  mutating func field(_ column: Int, ofRecord record: Int, in index: RecordIndex) -> String {
    guard record >= 0, record < index.recordCount else { return "" }
    let key = record / RecordIndex.stride
    if stretches[key] == nil { load(key, index) }
    let slot = record % RecordIndex.stride
    guard let stretch = stretches[key], slot < stretch.records.count else { return "" }
    let ignoresQuotes = Self.ignoresQuotes(
      stretch.records[slot].range.lowerBound + index.anchor(of: record).start, index)
    return stretch.bytes.withUnsafeBytes { bytes in
      let range = stretch.records[slot].range
      let record = UnsafeRawBufferPointer(rebasing: bytes[range])
      let fields =
        stretch.records[slot].fields
        ?? RecordScanner.fields(of: record, delimiter: delimiter, ignoresQuotes: ignoresQuotes)
      if stretch.records[slot].fields == nil { stretches[key]?.records[slot].fields = fields }
      guard column < fields.count else { return "" }
      return RecordScanner.content(
        of: UnsafeRawBufferPointer(rebasing: record[fields[column]]), ignoresQuotes: ignoresQuotes)
    }
  }

  private static func ignoresQuotes(_ offset: Int, _ index: RecordIndex) -> Bool {
    index.plainFrom.map { offset >= $0 } ?? false
  }

  private mutating func load(_ key: Int, _ index: RecordIndex) {
    let start = index.anchor(of: key * RecordIndex.stride).start
    let length = min(index.end(ofStretchOf: key * RecordIndex.stride) - start, Self.longestStretch)
    // A file that cannot be read any more shows nothing; the pass that reads all of it says why.
    let bytes: [UInt8]
    do throws(UnreadableInput) { bytes = try file.bytes(at: start, count: max(length, 0)) } catch { return }
    let records = bytes.withUnsafeBytes { Self.records(in: $0, from: start, delimiter, index) }
    if keptBytes + bytes.count > Self.mostBytes { reset() }
    keptBytes += bytes.count
    stretches[key] = Stretch(bytes: bytes, records: records)
  }

  /// Where records are in a stretch of them.
  private static func records(
    in bytes: UnsafeRawBufferPointer, from start: Int, _ delimiter: UInt8, _ index: RecordIndex
  ) -> [Record] {
    var records: [Record] = []
    func note(_ number: Int, _ range: Range<Int>, _ fields: Int) { records.append(Record(range: range, fields: nil)) }
    // Where quotes lose their meaning a stretch has two parts.
    let plain = index.plainFrom.map { min(max($0 - start, 0), bytes.count) } ?? bytes.count
    var scanner = RecordScanner(delimiter: delimiter)
    scanner.scan(UnsafeRawBufferPointer(rebasing: bytes[..<plain]), record: note)
    if plain < bytes.count {
      scanner = RecordScanner(delimiter: delimiter, from: plain, ignoresQuotes: true)
      scanner.scan(UnsafeRawBufferPointer(rebasing: bytes[plain...]), record: note)
    }
    scanner.finish(record: note)
    return records
  }
}
