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
    var number: Double
    /// Where the text is in all texts.
    var start: UInt32
    var length: UInt32
    var record: UInt32
  }

  /// Sorts.
  /// - Parameters:
  ///   - first: the first record that takes part: 1 where the first holds titles.
  ///   - isDescending: turns numbers and texts round, and leaves records without the field at the end.
  /// - Returns: nil when the task was cancelled.
  /// - Throws: that the file cannot be read.
  static func order(
    of file: OpenFile, delimiter: UInt8, index: RecordIndex, column: Int, first: Int, isDescending: Bool
  ) throws(UnreadableInput) -> Order? {
    var keys = ContiguousArray<Key>()
    keys.reserveCapacity(max(index.recordCount - first, 0))
    var texts: [UInt8] = []
    try forEachRecord(of: file, delimiter: delimiter, index: index) { number, bytes, ignoresQuotes in
      guard number >= first, number < index.recordCount else { return }
      keys.append(key(of: bytes, column, UInt32(truncatingIfNeeded: number), delimiter, ignoresQuotes, &texts))
    }
    guard !Task.isCancelled else { return nil }
    sort(&keys, texts, isDescending)
    guard !Task.isCancelled else { return nil }
    return keys.map(\.record)
  }

  // MARK: Keys

  private static func key(
    of record: UnsafeRawBufferPointer, _ column: Int, _ number: UInt32, _ delimiter: UInt8, _ ignoresQuotes: Bool,
    _ texts: inout [UInt8]
  ) -> Key {
    var key = Key(number: .nan, start: 0, length: 0, record: number)
    guard let range = field(column, of: record, delimiter, ignoresQuotes), !range.isEmpty else { return key }
    var field = UnsafeRawBufferPointer(rebasing: record[range])
    if !ignoresQuotes, field.count >= 2, field.first == quote, field.last == quote {
      field = UnsafeRawBufferPointer(rebasing: field[1..<field.count - 1])
    }
    if let value = FieldNumber.value(of: field) {
      key.number = value
      key.length = 1
      return key
    }
    // 4 GB of texts are the most that can be told apart.
    guard texts.count + field.count < Int(UInt32.max) else { return key }
    key.start = UInt32(texts.count)
    key.length = UInt32(field.count)
    for byte in field { texts.append(byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte) }
    return key
  }

  private static let quote = UInt8(ascii: "\"")

  /// Where a field is in its record.
  private static func field(
    _ column: Int, of record: UnsafeRawBufferPointer, _ delimiter: UInt8, _ ignoresQuotes: Bool
  ) -> Range<Int>? {
    var start = 0
    var left = column
    var isQuoted = false
    var atStart = true
    var index = 0
    while index < record.count {
      let byte = record[index]
      if byte == quote, !ignoresQuotes, isQuoted || atStart || record[index - 1] == quote {
        isQuoted.toggle()
      } else if !isQuoted, byte == delimiter {
        if left == 0 { return start..<index }
        left -= 1
        start = index + 1
        atStart = true
        index += 1
        continue
      } else if !isQuoted, byte == 0x0A {
        break
      }
      atStart = false
      index += 1
    }
    guard left == 0 else { return nil }
    if index > start, record[index - 1] == 0x0D { index -= 1 }
    return start..<index
  }

  // MARK: Order

  private static func sort(_ keys: inout ContiguousArray<Key>, _ texts: [UInt8], _ isDescending: Bool) {
    texts.withUnsafeBytes { texts in
      keys.withUnsafeMutableBufferPointer { keys in
        // Numbers, texts, nothing: each part by itself, so that numbers are compared without looking for texts.
        let numbers = partition(&keys, 0..<keys.count) { !$0.number.isNaN }
        let filled = partition(&keys, numbers..<keys.count) { $0.length > 0 }
        if isDescending {
          keys[..<numbers].sort { $0.number != $1.number ? $0.number > $1.number : $0.record < $1.record }
        } else {
          keys[..<numbers].sort { $0.number != $1.number ? $0.number < $1.number : $0.record < $1.record }
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

  /// - Returns: the end of those that fulfil `condition`, which come first.
  private static func partition(
    _ keys: inout UnsafeMutableBufferPointer<Key>, _ range: Range<Int>, _ condition: (Key) -> Bool
  ) -> Int {
    var end = range.lowerBound
    for index in range where condition(keys[index]) {
      keys.swapAt(end, index)
      end += 1
    }
    return end
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

  // MARK: Reading

  /// Visits all records in order.
  private static func forEachRecord(
    of file: OpenFile, delimiter: UInt8, index: RecordIndex,
    _ body: (_ number: Int, _ bytes: UnsafeRawBufferPointer, _ ignoresQuotes: Bool) -> Void
  ) throws(UnreadableInput) {
    // A record that goes on in the next buffer.
    var pending: [UInt8] = []
    var offset = 0
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 4096)
    defer { buffer.deallocate() }
    let plainFrom = index.plainFrom ?? .max
    var scanner = RecordScanner(delimiter: delimiter)
    while offset < index.byteCount, !Task.isCancelled {
      if offset == plainFrom {
        scanner = RecordScanner(delimiter: delimiter, from: offset, records: scanner.records, ignoresQuotes: true)
      }
      let end = offset < plainFrom ? min(index.byteCount, plainFrom) : index.byteCount
      let wanted = UnsafeMutableRawBufferPointer(rebasing: buffer[..<min(buffer.count, end - offset)])
      let count = try file.read(into: wanted, at: offset)
      guard count > 0 else { break }
      let bytes = UnsafeRawBufferPointer(rebasing: wanted[..<count])
      let ignoresQuotes = scanner.ignoresQuotes
      var from = 0
      scanner.scan(bytes) { number, range, _ in
        let rest = UnsafeRawBufferPointer(rebasing: bytes[from..<range.upperBound - offset])
        from = range.upperBound - offset
        if pending.isEmpty { return body(number, rest, ignoresQuotes) }
        pending.append(contentsOf: rest)
        pending.withUnsafeBytes { body(number, $0, ignoresQuotes) }
        pending.removeAll(keepingCapacity: true)
      }
      pending.append(contentsOf: bytes[from...])
      offset += count
    }
    if !pending.isEmpty, !Task.isCancelled {
      pending.withUnsafeBytes { body(scanner.records, $0, scanner.ignoresQuotes) }
    }
  }
}

/// Numbers as fields have them.
enum FieldNumber {
  /// The number a field is, spaces around it left out; nil when it is none. Of words none is a number.
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
