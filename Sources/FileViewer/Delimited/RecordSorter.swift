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
  }

  /// Records that were put in order.
  struct Sorted: Sendable {
    let order: Order
    /// Units by which texts were compared, where some have more: those alike so far kept their order. Nil when all were
    /// compared whole.
    let comparedLength: Int?
  }

  /// The input of a sort: the part of a file that was indexed.
  struct Source: Sendable {
    let format: RowFormat
    let units: Int
    let records: Int
    let plainFrom: Int?
  }

  /// Records that can be sorted; a key takes 24 bytes.
  static let mostRecords = 50_000_000
  /// Units of a text that are compared at most.
  static let longestText = 1024
  /// Bytes of texts that are held. When there are more, all are shortened.
  private static let mostTextBytes = 192 << 20
  private static let shortestText = 16

  /// Sorts, in memory that the number of records bounds and no field.
  /// - Parameters:
  ///   - first: the first record that takes part: 1 where the first holds titles.
  ///   - isDescending: turns numbers and texts round, and leaves records without the field at the end.
  /// - Returns: nil when it was cancelled.
  /// - Throws: that the file cannot be read, or has too many records.
  static func sorted(
    _ source: Source, of file: OpenFile, column: Int, first: Int, isDescending: Bool,
    cancellation: Cancellation = Cancellation(), mostTextBytes: Int = mostTextBytes
  ) throws(UnreadableInput) -> Sorted? {
    let count = max(source.records - first, 0)
    guard count <= mostRecords else {
      throw UnreadableInput(
        path: file.path, reason: "more than \(GroupedNumber.string(mostRecords)) rows cannot be sorted")
    }
    var keys = Keys(count: count, mostTextBytes)
    try keys.read(source, of: file, column: column, first: first, cancellation)
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
    private(set) var limit = longestText
    private(set) var isAnyCut = false
    private let mostTextBytes: Int
    /// The content of a field with quotes.
    private var content: [UInt8] = []

    init(count: Int, _ mostTextBytes: Int) {
      self.mostTextBytes = mostTextBytes
      keys.reserveCapacity(count)
    }

    /// Reads the file from front to back.
    mutating func read(
      _ source: Source, of file: OpenFile, column: Int, first: Int, _ cancellation: Cancellation
    ) throws(UnreadableInput) {
      let format = source.format
      let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 4096)
      let scratch = UnsafeMutableRawBufferPointer.allocate(
        byteCount: format.isTranslated ? buffer.count : 0, alignment: 64)
      defer {
        buffer.deallocate()
        scratch.deallocate()
      }
      let plainFrom = source.plainFrom ?? .max
      var scanner = RecordScanner(delimiter: format.delimiter, plainFrom: source.plainFrom)
      // Quotes doubled and a mark of the last line's end are longer than the text.
      var gatherer = FieldGatherer(limit: 2 * longestText + 4)
      var key = Key()
      func take(_ row: Int, _ field: Int, _ range: Range<Int>, _ endsRow: Bool, _ chunk: FileChunk) {
        if field == column, row >= first {
          key = gatherer.finish(range, chunk, dropsReturn: endsRow) { raw, isCut in
            self.key(of: raw, isCut, format, hasQuotes: range.lowerBound < plainFrom)
          }
        }
        guard endsRow else { return }
        if row >= first, row < source.records {
          key.record = UInt32(truncatingIfNeeded: row)
          keys.append(key)
        }
        key = Key()
      }
      while scanner.offset < source.units, !cancellation.isCancelled {
        // To put the keys in order takes about as long as to read a tenth.
        cancellation.progress = 0.9 * Double(scanner.offset) / Double(source.units)
        let count = min(buffer.count / format.unit, source.units - scanner.offset)
        let wanted = UnsafeMutableRawBufferPointer(rebasing: buffer[..<(count * format.unit)])
        let read = try file.read(into: wanted, at: format.byteOffset(of: scanner.offset)) / format.unit
        guard read > 0 else { break }
        let raw = UnsafeRawBufferPointer(rebasing: wanted[..<(read * format.unit)])
        let chunk = FileChunk(start: scanner.offset, raw: raw, format: format)
        scanner.scan(format.units(of: raw, scratch: scratch)) { row, field, range, endsRow in
          guard field == column || endsRow else { return }
          take(row, field, range, endsRow, chunk)
        }
        if scanner.column == column { gatherer.carry(from: scanner.fieldStart, chunk) }
      }
      let nothing = FileChunk.empty(at: scanner.offset, format)
      scanner.finish { take($0, $1, $2, $3, nothing) }
    }

    private mutating func key(
      of raw: UnsafeRawBufferPointer, _ isCut: Bool, _ format: RowFormat, hasQuotes: Bool
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
      if texts.count + limit > mostTextBytes, limit > shortestText { shorten() }
      let kept = UnsafeRawBufferPointer(rebasing: text.prefix(limit))
      if isCut || kept.count < text.count { isAnyCut = true }
      // UInt32 holds 50,000,000 texts of 16 bytes, and of longer ones what `mostTextBytes` allows.
      let key = Key(start: UInt32(texts.count), length: UInt32(kept.count))
      for byte in kept { texts.append(byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte) }
      return key
    }

    /// Keeps half of the length of texts, from which on all are compared by it.
    private mutating func shorten() {
      limit /= 2
      var end = 0
      for index in keys.indices where keys[index].number.isNaN {
        let start = Int(keys[index].start)
        if keys[index].length > limit { isAnyCut = true }
        let length = min(Int(keys[index].length), limit)
        for offset in 0..<length { texts[end + offset] = texts[start + offset] }
        keys[index].start = UInt32(end)
        keys[index].length = UInt32(length)
        end += length
      }
      texts.removeLast(texts.count - end)
    }
  }

  // MARK: Order

  private static func sort(_ keys: inout ContiguousArray<Key>, _ texts: [UInt8], _ isDescending: Bool) {
    texts.withUnsafeBytes { texts in
      keys.withUnsafeMutableBufferPointer { keys in
        // Numbers, texts, nothing: each part by itself, so that numbers are compared without looking for texts.
        let numbers = keys.partition { $0.number.isNaN }
        let filled = keys[numbers...].partition { $0.length == 0 }
        keys[..<numbers].sort {
          $0.number == $1.number ? $0.record < $1.record : ($0.number < $1.number) != isDescending
        }
        keys[numbers..<filled].sort {
          let order = compare(text(of: $0, texts), text(of: $1, texts))
          return order == 0 ? $0.record < $1.record : (order < 0) != isDescending
        }
        keys[filled...].sort { $0.record < $1.record }
        if isDescending, numbers > 0, filled > numbers {
          // Turned round, texts come before numbers.
          let turned = Array(keys[numbers..<filled]) + Array(keys[..<numbers])
          for (place, key) in turned.enumerated() { keys[place] = key }
        }
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

  private static let powers: [Double] = (0...22).map { exponent in (0..<exponent).reduce(1.0) { power, _ in power * 10 }
  }
}
