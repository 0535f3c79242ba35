import DemoParts
import Foundation
import TextSearch
import UIKitGrid

/// The number of cells that are selected, and the sum, mean, least and most of the numbers among them, found off the main
/// thread.
@MainActor
final class SelectionSummary {
  /// In words; nil for a single cell, and until they are known.
  private(set) var words: String?
  var onChange: (() -> Void)?

  private let file: IndexedFile
  private var work: Cancellation?

  init(_ file: IndexedFile) { self.file = file }

  deinit { work?.cancel() }

  var activity: FileActivity? {
    work.map { work in
      FileActivity(name: "adding", progress: work.progress) { [weak self] in self?.clear() }
    }
  }

  func clear() {
    work?.cancel()
    (work, words) = (nil, nil)
    onChange?()
  }

  /// Sums up what is selected.
  /// - Parameter fields: at the columns.
  func show(_ ranges: [GridRange], of rows: RecordRows, fields: [Int]) {
    work?.cancel()
    (work, words) = (nil, nil)
    guard ranges.count > 1 || ranges.first.map({ $0.count > 1 }) == true else { return }
    let work = Cancellation()
    self.work = work
    let index = file.index
    file.read({ file throws(UnreadableInput) in
      let parts = ranges.map { Part($0, of: rows, fields: fields) }
      return try FieldFigures(of: parts, index, file, work)
    }) { [weak self] result in
      guard let self, self.work === work else { return }
      self.work = nil
      switch result {
      case .success(let figures): words = figures.words
      case .failure(let error): words = error.reason
      }
      onChange?()
    }
  }

  /// A selected rectangle, by records and fields.
  struct Part: Sendable {
    let records: LineSet
    let fields: Set<Int>

    init(_ range: GridRange, of rows: RecordRows, fields: [Int]) {
      self.fields = Set(fields[range.columns.clamped(to: fields.indices)])
      var records = LineSet()
      let first = rows.order == nil && rows.shown == nil ? rows.record(at: range.rows.lowerBound) : nil
      if let first {
        records.extend(to: first)
        records.appendLines(ofAll: [], upTo: first + range.rows.count)
      } else {
        for record in range.rows.compactMap(rows.record).sorted() { records.insert(record) }
      }
      self.records = records
    }

    /// All rows of a field.
    init(allOf rows: RecordRows, field: Int) {
      self.init(GridRange(rows: 0..<rows.count, columns: 0..<1), of: rows, fields: [field])
    }
  }
}

/// Figures of fields: how many there are, and of the numbers among them the sum, the mean, the least and the most. Of a
/// column also how many are empty, how many different ones there are, and the first and the last text.
struct FieldFigures: Sendable {
  private(set) var cells = 0
  private(set) var numbers = 0
  private var sum = 0.0
  /// The part of the sum that rounding has left out.
  private var rest = 0.0
  private var least = Double.infinity
  private var most = -Double.infinity

  /// Fields that are not empty.
  private var filled = 0
  /// Different values among them; nil beyond the most that are counted.
  private var distinct: Int? = 0
  /// The first and the last of the texts by the rule of sorting, and as the file has them.
  private var texts: (first: Text, last: Text)?

  private struct Text: Sendable {
    let folded: [UInt8]
    let bytes: [UInt8]

    init(_ bytes: UnsafeRawBufferPointer) { (folded, self.bytes) = (bytes.map(RecordSorter.folded), Array(bytes)) }

    func isBefore(_ other: Text) -> Bool {
      folded.withUnsafeBytes { own in other.folded.withUnsafeBytes { RecordSorter.compare(own, $0) < 0 } }
    }
  }

  private static let bufferSize = 1 << 20
  /// Units of a field that are looked at: of values that are longer, those with the same beginning and length count as
  /// one.
  private static let longest = (number: 64, value: 64 << 10)
  private static let reportInterval = Duration.milliseconds(100)

  /// Reads the file from the first of the records to the last.
  /// - Parameters:
  ///   - isColumn: whether values and texts are told, too, of the only field.
  ///   - report: hears from time to time what was found in the column.
  init(
    of parts: [SelectionSummary.Part], _ index: RowIndex, _ file: OpenFile, _ cancellation: Cancellation,
    isColumn: Bool = false, report: (FieldFigures) -> Void = { _ in }
  ) throws(UnreadableInput) {
    var values = isColumn ? DistinctValues() : nil
    var nextReport = ContinuousClock.now + Self.reportInterval
    let limit = isColumn ? Self.longest.value : Self.longest.number
    // Of a column, those that were read.
    let countsCells = parts.count > 1 || isColumn
    let first = parts.compactMap { $0.records.first(atOrAfter: 0) }.min() ?? 0
    let end = parts.compactMap { $0.records.last(before: .max) }.max().map { $0 + 1 } ?? 0
    let fields = parts.flatMap(\.fields)
    let (lowest, highest) = (fields.min() ?? 0, fields.max() ?? 0)
    let isOne = parts.count == 1 && parts[0].fields.count == highest - lowest + 1
    if !countsCells { cells = parts[0].records.count * parts[0].fields.count }
    var reader = RowReader(file, index, from: first)
    let plainFrom = reader.scanner.plainFrom
    var content: [UInt8] = []
    var (isShort, goesOn) = (end - first < 1000, true)
    while goesOn, reader.scanner.row < end, !cancellation.isCancelled {
      // Rows are about as long as those before.
      cancellation.progress = Double(reader.scanner.row - first) / Double(max(end - first, 1))
      goesOn = try reader.step(isShort ? 64 << 10 : Self.bufferSize) { row, field, range, endsRow, chunk in
        guard row >= first, row < end, field >= lowest, field <= highest else { return }
        let isSelected =
          isOne
          ? parts[0].records.contains(row)
          : parts.contains { $0.fields.contains(field) && $0.records.contains(row) }
        guard isSelected else { return }
        if countsCells { cells += 1 }
        chunk.withText(range, limit: limit, dropsReturn: endsRow, plainFrom: plainFrom, &content) { text, isCut in
          if !isCut || values != nil { note(text, isCut ? range.count : 0, &values) }
        }
      }
      isShort = false
      guard isColumn, ContinuousClock.now >= nextReport else { continue }
      nextReport = .now + Self.reportInterval
      report(self)
    }
    // Records that lack the field have nothing there.
    if isColumn, !cancellation.isCancelled { cells = parts.reduce(0) { $0 + $1.records.count } }
  }

  /// - Parameter cutLength: the units of a field that goes on behind the content; 0 where that is all.
  private mutating func note(_ content: UnsafeRawBufferPointer, _ cutLength: Int, _ values: inout DistinctValues?) {
    let number = cutLength == 0 ? FieldNumber.value(of: content) : nil
    if let number { add(number) }
    guard values != nil, !content.isEmpty else { return }
    filled += 1
    let isKnown = values?.insert(content, cutLength) == false
    distinct = values?.count
    guard number == nil, !isKnown else { return }
    let text = Text(content)
    guard let (first, last) = texts else { return texts = (text, text) }
    if text.isBefore(first) { texts?.first = text }
    if last.isBefore(text) { texts?.last = text }
  }

  private mutating func add(_ number: Double) {
    numbers += 1
    let next = sum + number
    rest += abs(sum) >= abs(number) ? (sum - next) + number : (number - next) + sum
    sum = next
    (least, most) = (min(least, number), max(most, number))
  }

  var words: String {
    let count = "\(GroupedNumber.string(cells)) cells"
    guard numbers > 0 else { return count + ", no numbers" }
    return (numbers == cells ? count : "\(count), \(GroupedNumber.string(numbers)) numbers") + "  \u{b7}  "
      + numberWords
  }

  private var numberWords: String {
    let total = rest.isFinite ? sum + rest : sum
    let figures = [("sum", total), ("mean", total / Double(numbers)), ("least", least), ("most", most)]
    return figures.map { "\($0) \(Self.string($1))" }.joined(separator: ", ")
  }

  /// The figures of a column, a kind a line.
  var columnWords: String {
    let values = distinct.map { GroupedNumber.string($0) } ?? "more than \(GroupedNumber.string(DistinctValues.most))"
    var lines = [
      "\(GroupedNumber.string(cells)) row\(cells == 1 ? "" : "s")",
      "\(values) distinct value\(distinct == 1 ? "" : "s"), \(GroupedNumber.string(cells - filled)) empty",
    ]
    if numbers > 0 { lines.append("\(GroupedNumber.string(numbers)) numbers: \(numberWords)") }
    if let texts {
      func quoted(_ text: Text) -> String { FileBar.short(String(decoding: text.bytes, as: UTF8.self)) }
      lines.append(
        "\(GroupedNumber.string(filled - numbers)) texts: first \(quoted(texts.first)), last \(quoted(texts.last))")
    }
    return lines.joined(separator: "\n")
  }

  /// Six decimals at most, without zeros at the end.
  static func string(_ number: Double) -> String {
    guard abs(number) < 1e15, abs(number) >= 1e-6 || number == 0 else { return "\(number)" }
    if number == number.rounded() { return (number < 0 ? "-" : "") + GroupedNumber.string(Int(abs(number))) }
    var text = String(format: "%.6f", number)
    while text.hasSuffix("0") { text.removeLast() }
    return text.hasSuffix(".") ? String(text.dropLast()) : text
  }
}

/// Counts different values by a hash of 64 bits of each.
private struct DistinctValues {
  /// Values that are counted: a hash takes 8 bytes, and as much again where the table is half full.
  static let most = 4 << 20

  private var table = [UInt64](repeating: 0, count: 1 << 12)
  private var stored = 0

  /// How many there are; nil for more than `most`.
  var count: Int? { stored > Self.most ? nil : stored }

  /// - Parameter length: of the whole value, where `bytes` are only its beginning; else 0.
  /// - Returns: whether the value is another one than all before; true where that is not known.
  mutating func insert(_ bytes: UnsafeRawBufferPointer, _ length: Int) -> Bool {
    guard stored <= Self.most else { return true }
    let hash = Self.hash(bytes, length)
    guard Self.insert(hash, into: &table) else { return false }
    stored += 1
    guard 2 * stored > table.count, stored <= Self.most else { return true }
    var larger = [UInt64](repeating: 0, count: 2 * table.count)
    for hash in table where hash != 0 { _ = Self.insert(hash, into: &larger) }
    table = larger
    return true
  }

  private static func insert(_ hash: UInt64, into table: inout [UInt64]) -> Bool {
    let mask = table.count - 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    while table[slot] != 0 {
      if table[slot] == hash { return false }
      slot = (slot + 1) & mask
    }
    table[slot] = hash
    return true
  }

  /// Never 0, which stands for a free place.
  private static func hash(_ bytes: UnsafeRawBufferPointer, _ length: Int) -> UInt64 {
    func mixed(_ value: UInt64) -> UInt64 {
      let product = value.multipliedFullWidth(by: 0x9e37_79b9_7f4a_7c15)
      return product.high ^ product.low
    }
    var hash = mixed(UInt64(bytes.count) ^ UInt64(length) << 32 ^ 0xa076_1d64_78bd_642f)
    var place = 0
    while place + 8 <= bytes.count {
      hash = mixed(hash ^ bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
      place += 8
    }
    var rest: UInt64 = 0
    while place < bytes.count {
      rest = rest << 8 | UInt64(bytes[place])
      place += 1
    }
    return max(1, mixed(mixed(hash ^ rest) ^ 0xe703_7ed1_a0b4_28db))
  }
}
