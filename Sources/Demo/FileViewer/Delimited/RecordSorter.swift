import DemoParts
import Foundation
import UIKitGrid

/// A field, counted from 0, that records are put in the order of.
typealias SortKey = GridArrangement<Int>.SortKey

/// Puts the records of a file in the order of some columns, off the main thread.
///
/// Numbers come first, by value; then texts, in which digits count as numbers (`item 9` before `item 10`) and case does
/// not; then records without the field. Records alike in all columns keep their order, also when one is turned round.
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
  }

  /// Records that were put in order.
  struct Sorted: Sendable {
    let order: Order
    /// Units by which texts were compared, where some have more: those alike so far kept their order. Nil when all were
    /// compared whole.
    let comparedLength: Int?
  }

  /// Records that can be sorted by one column; a key takes 16 bytes, and 24 while it is sorted.
  static let mostRecords = 50_000_000
  /// Units of a text that are compared at most.
  static let longestText = 1024
  /// Bytes of texts that are held. Of so many records that they may have more, texts are shortened.
  private static let mostTextBytes = 192 << 20
  private static let shortestText = 16

  /// Sorts, in memory that the number of records bounds and no field.
  /// - Parameters:
  ///   - index: of the part of the file that takes part.
  ///   - sortKeys: at least one; each decides where those before it find records alike. Turned round, numbers and texts are,
  ///     and records without the field stay at the end.
  ///   - first: the first record that takes part: 1 where the first holds titles.
  /// - Returns: nil when it was cancelled.
  /// - Throws: that the file cannot be read, or has too many records.
  static func sorted(
    _ index: RowIndex, of file: OpenFile, by sortKeys: [SortKey], first: Int,
    cancellation: Cancellation = Cancellation(), mostTextBytes: Int = mostTextBytes
  ) throws(UnreadableInput) -> Sorted? {
    let count = max(index.rowCount - first, 0)
    let most = mostRecords / max(sortKeys.count, 1)
    guard count <= most else {
      throw UnreadableInput(path: file.path, reason: "more than \(GroupedNumber.string(most)) rows cannot be sorted")
    }
    var keys = Keys(sortKeys.map(\.id), count: count, mostTextBytes)
    try keys.read(RowReader(file, index), first: first, cancellation)
    guard let order = order(&keys, sortKeys, cancellation) else { return nil }
    return Sorted(order: order.map { $0 + UInt32(first) }, comparedLength: keys.isAnyCut ? keys.limit : nil)
  }

  // MARK: Keys

  private struct Keys {
    /// Of each column, record by record.
    fileprivate var keys: [ContiguousArray<Key>]
    fileprivate private(set) var texts: [UInt8] = []
    private let columns: [Int]
    /// Bytes of a text that are kept.
    let limit: Int
    private(set) var isAnyCut = false

    init(_ columns: [Int], count: Int, _ mostTextBytes: Int) {
      self.columns = columns
      limit = min(longestText, max(shortestText, mostTextBytes / max(count * columns.count, 1)))
      keys = columns.map { _ in ContiguousArray() }
      for place in columns.indices { keys[place].reserveCapacity(count) }
    }

    /// Reads the file from front to back.
    mutating func read(_ reader: RowReader, first: Int, _ cancellation: Cancellation) throws(UnreadableInput) {
      var (reader, content) = (reader, [UInt8]())
      let (records, plainFrom) = (reader.index.rowCount, reader.scanner.plainFrom)
      // Quotes doubled and a mark of the last line's end are longer than the text.
      let longest = 2 * longestText + 4
      var row: [Key] = columns.map { _ in Key() }
      let (columns, lowest, highest) = (columns, columns.min() ?? 0, columns.max() ?? 0)
      var goesOn = true
      while goesOn, !cancellation.isCancelled {
        // To put the keys in order takes about as long as to read a tenth.
        cancellation.progress = 0.9 * reader.progress
        goesOn = try reader.step { record, field, range, endsRow, chunk in
          if record >= first, field >= lowest, field <= highest {
            for place in columns.indices where columns[place] == field {
              row[place] = chunk.withText(
                range, limit: longest, dropsReturn: endsRow, plainFrom: plainFrom, &content
              ) { key(of: $0, $1) }
            }
          }
          guard endsRow else { return }
          for place in columns.indices {
            if record >= first, record < records { keys[place].append(row[place]) }
            row[place] = Key()
          }
        }
      }
    }

    private mutating func key(of text: UnsafeRawBufferPointer, _ isCut: Bool) -> Key {
      guard !text.isEmpty else { return Key() }
      if let value = FieldNumber.value(of: text) { return Key(number: value, length: 1) }
      let kept = UnsafeRawBufferPointer(rebasing: text.prefix(limit))
      if isCut || kept.count < text.count { isAnyCut = true }
      // UInt32 holds 50,000,000 texts of 16 bytes, and what `mostTextBytes` allows.
      let key = Key(start: UInt32(texts.count), length: UInt32(kept.count))
      for byte in kept { texts.append(RecordSorter.folded(byte)) }
      return key
    }
  }

  // MARK: Order

  /// Finds the order, of places counted from 0; nil when it was cancelled.
  private static func order(_ keys: inout Keys, _ sortKeys: [SortKey], _ cancellation: Cancellation) -> Order? {
    var order = Order(keys.keys[0].indices.map { UInt32(truncatingIfNeeded: $0) })
    // Records that the earlier columns find alike stay as the later ones have put them.
    for place in sortKeys.indices.reversed() {
      guard !cancellation.isCancelled else { return nil }
      let codes = codes(keys.keys[place], keys.texts, sortKeys[place].isDescending)
      keys.keys[place] = []
      guard !cancellation.isCancelled else { return nil }
      order = sorted(order, by: codes)
    }
    return cancellation.isCancelled ? nil : order
  }

  /// Numbers that are in the order of the keys: of numbers their bits, behind them texts by their rank.
  private static func codes(
    _ keys: ContiguousArray<Key>, _ texts: [UInt8], _ isDescending: Bool
  ) -> ContiguousArray<UInt64> {
    var codes = ContiguousArray(repeating: UInt64.max, count: keys.count)
    var places: [UInt32] = []
    for (place, key) in keys.enumerated() {
      if !key.number.isNaN {
        // Zero has one sign.
        let bits = (key.number + 0).bitPattern
        codes[place] = bits >> 63 == 1 ? ~bits : bits | 1 << 63
      } else if key.length > 0 {
        places.append(UInt32(place))
      }
    }
    texts.withUnsafeBytes { texts in
      func order(_ left: UInt32, _ right: UInt32) -> Int {
        compare(text(of: keys[Int(left)], texts), text(of: keys[Int(right)], texts))
      }
      places.sort { order($0, $1) < 0 }
      // Above all numbers.
      var code: UInt64 = 0xfff8 << 48
      for (index, place) in places.enumerated() {
        if index > 0, order(places[index - 1], place) != 0 { code += 1 }
        codes[Int(place)] = code
      }
    }
    if isDescending { for place in codes.indices where codes[place] != .max { codes[place] = ~codes[place] } }
    return codes
  }

  /// Sorts places by their codes, digit by digit from the lowest; those alike keep their order.
  private static func sorted(_ order: Order, by codes: ContiguousArray<UInt64>) -> Order {
    var (places, codes) = (order, ContiguousArray(order.map { codes[Int($0)] }))
    var (otherPlaces, otherCodes) = (places, codes)
    for shift in stride(from: UInt64(0), to: 64, by: 11) {
      var starts = [Int](repeating: 0, count: 2048)
      for code in codes { starts[Int(truncatingIfNeeded: code >> shift & 2047)] += 1 }
      if starts.contains(codes.count) { continue }
      var sum = 0
      for digit in starts.indices { (starts[digit], sum) = (sum, sum + starts[digit]) }
      codes.withUnsafeBufferPointer { codes in
        places.withUnsafeBufferPointer { places in
          otherCodes.withUnsafeMutableBufferPointer { otherCodes in
            otherPlaces.withUnsafeMutableBufferPointer { otherPlaces in
              starts.withUnsafeMutableBufferPointer { starts in
                for index in codes.indices {
                  let digit = Int(truncatingIfNeeded: codes[index] >> shift & 2047)
                  let target = starts[digit]
                  starts[digit] = target &+ 1
                  otherCodes[target] = codes[index]
                  otherPlaces[target] = places[index]
                }
              }
            }
          }
        }
      }
      swap(&places, &otherPlaces)
      swap(&codes, &otherCodes)
    }
    return places
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

  /// A letter of ASCII as a small one; other bytes as they are.
  @inline(__always)
  static func folded(_ byte: UInt8) -> UInt8 { byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte }

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
