import DemoParts
import Foundation

/// Puts the records of a file in the order of a column, off the main thread.
///
/// Numbers come first, by value; then texts, in which digits count as numbers (`item 9` before `item 10`) and case does
/// not; then records without the field. Records alike keep their order, also when the order is turned round.
enum RecordSorter {
  /// An order of records: the number of the record shown at each row.
  typealias Order = [UInt32]

  /// A field to compare.
  private struct Key {
    /// The number; NaN for a text.
    var number = Double.nan
    /// Where the text is in all texts.
    var start: UInt32 = 0
    var length: UInt32 = 0
    var record: UInt32 = 0

    /// The kinds of content that a field can have, in the order in which they are sorted.
    enum Kind: Int { case number, text, nothing }
    var kind: Kind { !number.isNaN ? .number : length > 0 ? .text : .nothing }
  }

  /// Records that were put in order.
  struct Sorted: Sendable {
    let order: Order
    /// Units by which texts were compared, where some have more: those alike so far kept their order. Nil when all were
    /// compared whole.
    let comparedLength: Int?
  }

  /// Records that can be sorted; a key takes 24 bytes.
  static let mostRecords = 50_000_000
  /// Units of a text that are compared at most.
  static let longestText = 1024
  /// Bytes of texts that are held. Of so many records that they may have more, texts are shortened.
  private static let mostTextBytes = 192 << 20
  private static let shortestText = 16

  /// Sorts, in memory that the number of records bounds and no field.
  /// - Parameters:
  ///   - index: of the part of the file that takes part.
  ///   - first: the first record that takes part: 1 where the first holds titles.
  ///   - isDescending: turns numbers and texts round, and leaves records without the field at the end.
  /// - Returns: nil when it was cancelled.
  /// - Throws: that the file cannot be read, or has too many records.
  static func sorted(
    _ index: RowIndex, of file: OpenFile, column: Int, first: Int, isDescending: Bool,
    cancellation: Cancellation = Cancellation(), mostTextBytes: Int = mostTextBytes
  ) throws(UnreadableInput) -> Sorted? {
    let count = max(index.rowCount - first, 0)
    guard count <= mostRecords else {
      throw UnreadableInput(
        path: file.path, reason: "more than \(GroupedNumber.string(mostRecords)) rows cannot be sorted")
    }
    var keys = Keys(count: count, mostTextBytes)
    try keys.read(index, of: file, column: column, first: first, cancellation)
    guard !cancellation.isCancelled else { return nil }
    sort(&keys.keys, keys.texts, isDescending)
    guard !cancellation.isCancelled else { return nil }
    return Sorted(order: keys.keys.map(\.record), comparedLength: keys.isAnyCut ? keys.limit : nil)
  }

  // MARK: Keys

  private struct Keys {
    fileprivate var keys = ContiguousArray<Key>()
    fileprivate private(set) var texts: [UInt8] = []
    /// Bytes of a text that are kept.
    let limit: Int
    private(set) var isAnyCut = false
    /// The content of a field with quotes.
    private var content: [UInt8] = []

    init(count: Int, _ mostTextBytes: Int) {
      limit = min(longestText, max(shortestText, mostTextBytes / max(count, 1)))
      keys.reserveCapacity(count)
    }

    /// Reads the file from front to back.
    mutating func read(
      _ index: RowIndex, of file: OpenFile, column: Int, first: Int, _ cancellation: Cancellation
    ) throws(UnreadableInput) {
      let (format, units, records) = (index.format, index.unitCount, index.rowCount)
      let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 4096)
      defer { buffer.deallocate() }
      let plainFrom = index.plainFrom ?? .max
      var scanner = RecordScanner(delimiter: format.delimiter, plainFrom: index.plainFrom)
      // Quotes doubled and a mark of the last line's end are longer than the text.
      let longest = 2 * longestText + 4
      var key = Key()
      func take(_ row: Int, _ field: Int, _ range: Range<Int>, _ endsRow: Bool, _ chunk: FileChunk) {
        if field == column, row >= first {
          key = chunk.withField(range, limit: longest, dropsReturn: endsRow) { raw, isCut in
            self.key(of: raw, isCut, format, hasQuotes: range.lowerBound < plainFrom)
          }
        }
        guard endsRow else { return }
        if row >= first, row < records {
          key.record = UInt32(truncatingIfNeeded: row)
          keys.append(key)
        }
        key = Key()
      }
      while scanner.offset < units, !cancellation.isCancelled {
        // To put the keys in order takes about as long as to read a tenth.
        cancellation.progress = 0.9 * Double(scanner.offset) / Double(units)
        let count = min(buffer.count / format.unit, units - scanner.offset)
        let wanted = UnsafeMutableRawBufferPointer(rebasing: buffer[..<(count * format.unit)])
        let read = try file.read(into: wanted, at: format.byteOffset(of: scanner.offset))
        guard read > 0 else { break }
        let raw = UnsafeRawBufferPointer(rebasing: wanted[..<read])
        let chunk = FileChunk(file: file, format: format, start: scanner.offset, raw: raw)
        format.withUnits(of: raw) { units in
          scanner.scan(units) { row, field, range, endsRow in
            guard field == column || endsRow else { return }
            take(row, field, range, endsRow, chunk)
          }
        }
      }
      let nothing = FileChunk(file: file, format: format, start: scanner.offset)
      scanner.finish { take($0, $1, $2, $3, nothing) }
    }

    private mutating func key(
      of raw: UnsafeRawBufferPointer, _ isCut: Bool, _ format: FileFormat, hasQuotes: Bool
    ) -> Key {
      guard format.encoding != .utf8 || hasQuotes && raw.first == UInt8(ascii: "\"") else { return key(of: raw, isCut) }
      content.removeAll(keepingCapacity: true)
      format.appendContent(of: raw, hasQuotes: hasQuotes, to: &content)
      let text = content
      return text.withUnsafeBytes { key(of: $0, isCut) }
    }

    private mutating func key(of text: UnsafeRawBufferPointer, _ isCut: Bool) -> Key {
      guard !text.isEmpty else { return Key() }
      if let value = FieldNumber.value(of: text) { return Key(number: value, length: 1) }
      let kept = UnsafeRawBufferPointer(rebasing: text.prefix(limit))
      if isCut || kept.count < text.count { isAnyCut = true }
      // UInt32 holds 50,000,000 texts of 16 bytes, and what `mostTextBytes` allows.
      let key = Key(start: UInt32(texts.count), length: UInt32(kept.count))
      for byte in kept { texts.append(byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte) }
      return key
    }
  }

  // MARK: Order

  private static func sort(_ keys: inout ContiguousArray<Key>, _ texts: [UInt8], _ isDescending: Bool) {
    texts.withUnsafeBytes { texts in
      keys.sort { left, right in
        // Nothing is below or above what is not a number.
        if left.number < right.number { return !isDescending }
        if left.number > right.number { return isDescending }
        var order = left.kind.rawValue - right.kind.rawValue
        if order == 0, left.kind == .text {
          order = compare(text(of: left, texts), text(of: right, texts))
        } else if order != 0, left.kind == .nothing || right.kind == .nothing {
          return order < 0
        }
        return order == 0 ? left.record < right.record : (order < 0) != isDescending
      }
    }
  }

  private static func text(of key: Key, _ texts: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: texts[Int(key.start)..<Int(key.start) + Int(key.length)])
  }

  /// Compares texts; where both have digits, by the number these write.
  /// - Returns: below 0, 0 or above 0.
  static func compare(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Int {
    var (l, r) = (0, 0)
    while l < left.count, r < right.count {
      if isDigit(left[l]), isDigit(right[r]) {
        let first = digits(left, l)
        let second = digits(right, r)
        if first.significant.count != second.significant.count {
          return first.significant.count - second.significant.count
        }
        for (a, b) in zip(first.significant, second.significant) where left[a] != right[b] {
          return Int(left[a]) - Int(right[b])
        }
        (l, r) = (first.end, second.end)
        continue
      }
      if left[l] != right[r] { return Int(left[l]) - Int(right[r]) }
      l += 1
      r += 1
    }
    return (left.count - l) - (right.count - r)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

  private static func digits(_ text: UnsafeRawBufferPointer, _ start: Int) -> (significant: Range<Int>, end: Int) {
    var first = start
    while first < text.count, text[first] == 0x30 { first += 1 }
    var end = first
    while end < text.count, isDigit(text[end]) { end += 1 }
    return (first..<end, end)
  }
}

/// Numbers as fields have them.
enum FieldNumber {
  /// The number in a field, spaces around it left out; nil for text, `inf` and `nan` included.
  static func value(of field: UnsafeRawBufferPointer) -> Double? {
    var (start, end) = (0, field.count)
    while start < end, field[start] == 0x20 { start += 1 }
    while end > start, field[end - 1] == 0x20 { end -= 1 }
    guard end - start > 0, end - start <= 40 else { return nil }
    var index = start
    let isNegative = field[index] == UInt8(ascii: "-")
    if isNegative || field[index] == UInt8(ascii: "+") { index += 1 }
    var mantissa: UInt64 = 0
    var digits = 0
    var decimals = 0
    var hasPoint = false
    while index < end {
      let byte = field[index]
      if byte >= 0x30, byte <= 0x39 {
        digits += 1
        if hasPoint { decimals += 1 }
        mantissa = mantissa &* 10 &+ UInt64(byte - 0x30)
      } else if byte == UInt8(ascii: "."), !hasPoint {
        hasPoint = true
      } else {
        break
      }
      index += 1
    }
    guard digits > 0 else { return nil }
    // Up to 2^53 and 10^22 the quotient of two exact doubles is the nearest double.
    if index == end, digits <= 15, decimals <= 22 {
      let value = Double(mantissa) / powers[decimals]
      return isNegative ? -value : value
    }
    guard index == end || field[index] | 0x20 == UInt8(ascii: "e") else { return nil }
    return Double(String(decoding: field[start..<end], as: UTF8.self))
  }

  private static let powers: [Double] = (0...22).map { pow(10, Double($0)) }
}
