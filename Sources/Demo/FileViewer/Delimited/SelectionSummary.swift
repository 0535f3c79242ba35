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
  }
}

/// Figures of fields.
struct FieldFigures: Sendable {
  private(set) var cells = 0
  private(set) var numbers = 0
  private var sum = 0.0
  /// What rounding has left out of the sum.
  private var rest = 0.0
  private var least = Double.infinity
  private var most = -Double.infinity

  private static let bufferSize = 1 << 20

  /// Reads the file from the first of the records to the last.
  init(
    of parts: [SelectionSummary.Part], _ index: RowIndex, _ file: OpenFile, _ cancellation: Cancellation
  ) throws(UnreadableInput) {
    let first = parts.compactMap { $0.records.first(atOrAfter: 0) }.min() ?? 0
    let end = parts.compactMap { $0.records.last(before: .max) }.max().map { $0 + 1 } ?? 0
    let fields = parts.flatMap(\.fields)
    let (lowest, highest) = (fields.min() ?? 0, fields.max() ?? 0)
    let isOne = parts.count == 1 && parts[0].fields.count == highest - lowest + 1
    cells =
      parts.count == 1
      ? parts[0].records.count * parts[0].fields.count : 0
    let format = index.format
    var scanner = RecordScanner(
      delimiter: format.delimiter, plainFrom: index.plainFrom, at: index.anchor(atOrBefore: first))
    let start = scanner.offset
    var content: [UInt8] = []
    func take(_ row: Int, _ field: Int, _ range: Range<Int>, _ endsRow: Bool, _ chunk: FileChunk) {
      guard row >= first, row < end, field >= lowest, field <= highest else { return }
      let isSelected =
        isOne
        ? parts[0].records.contains(row) : parts.contains { $0.fields.contains(field) && $0.records.contains(row) }
      guard isSelected else { return }
      if parts.count > 1 { cells += 1 }
      let number = chunk.withField(range, limit: 64, dropsReturn: endsRow) { raw, isCut -> Double? in
        guard !isCut else { return nil }
        let hasQuotes = raw.first == UInt8(ascii: "\"")
        guard hasQuotes || chunk.format.isTranslated else { return FieldNumber.value(of: raw) }
        content.removeAll(keepingCapacity: true)
        chunk.format.appendContent(of: raw, hasQuotes: hasQuotes, to: &content)
        return content.withUnsafeBytes { FieldNumber.value(of: $0) }
      }
      if let number { add(number) }
    }
    while scanner.offset < index.unitCount, scanner.row < end, !cancellation.isCancelled {
      // Rows are about as long as those before.
      cancellation.progress = Double(scanner.row - first) / Double(max(end - first, 1))
      let isShort = scanner.offset == start && end - first < 1000
      let count = min((isShort ? 64 << 10 : Self.bufferSize) / format.unit, index.unitCount - scanner.offset)
      let bytes = try file.bytes(at: format.byteOffset(of: scanner.offset), count: count * format.unit)
      guard !bytes.isEmpty else { break }
      bytes.withUnsafeBytes { raw in
        let chunk = FileChunk(file: file, format: format, start: scanner.offset, raw: raw)
        format.withUnits(of: raw) { units in scanner.scan(units) { take($0, $1, $2, $3, chunk) } }
      }
    }
    if scanner.offset == index.unitCount {
      let nothing = FileChunk(file: file, format: format, start: scanner.offset)
      scanner.finish { take($0, $1, $2, $3, nothing) }
    }
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
    let total = rest.isFinite ? sum + rest : sum
    let figures = [("sum", total), ("mean", total / Double(numbers)), ("least", least), ("most", most)]
    return (numbers == cells ? count : "\(count), \(GroupedNumber.string(numbers)) numbers") + "  \u{b7}  "
      + figures.map { "\($0) \(Self.string($1))" }.joined(separator: ", ")
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
