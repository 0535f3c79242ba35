import TextSearch

/// Searches records that come in buffers of any length; a record may begin in one and end in another. Used by one thread at
/// a time. The counterpart of `LineStream`.
final class RecordStream {
  /// The records that pass, of all that have ended.
  private(set) var found = LineSet()
  private var scanner: RecordScanner
  private let matcher: FieldMatcher
  /// The field that is looked at; nil for all.
  private let field: Int?
  /// The first record that takes part.
  private let first: Int
  private let plainFrom: Int
  /// Whether a field of the running record passes.
  private var isHit = false
  /// The content of a field with quotes.
  private var content: [UInt8] = []

  /// Units of a field that are looked at.
  private static let longestField = 1 << 20
  private static var nothing: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: nil, count: 0) }

  /// - Parameters:
  ///   - test: throws the fault of a pattern that cannot be understood.
  ///   - first: the first record that takes part.
  init(_ test: RowTest, _ delimiter: UInt8, plainFrom: Int?, first: Int) throws(PatternFault) {
    matcher = try FieldMatcher(test.content)
    scanner = RecordScanner(delimiter: delimiter, plainFrom: plainFrom)
    (field, self.first, self.plainFrom) = (test.field, first, plainFrom ?? .max)
  }

  /// Records that have ended.
  var rowCount: Int { scanner.row }
  /// Fields that the expression was too costly for.
  var costlyRows: Int { matcher.costlyFields }

  /// Takes the next units.
  /// - Returns: false when it was stopped; nothing is to be taken then.
  func take(_ chunk: FileChunk, isStopped: () -> Bool) -> Bool {
    var (scanner, found, isHit, content) = (scanner, found, isHit, content)
    self.found = LineSet()
    let (field, first, wanted, last) = (field, first, field ?? .max, chunk.start)
    // A literal is looked for in all fields at once, but for those that began before.
    let literal = field == nil && !chunk.format.isTranslated ? matcher.literal(beside: scanner.delimiter ?? 0) : nil
    var next = literal?.literalHit(in: chunk.raw, from: 0) ?? .max
    chunk.format.withUnits(of: chunk.raw) { units in
      scanner.scan(units) { row, column, range, endsRow in
        if literal != nil {
          if !isHit, range.lowerBound < last { isHit = passes(range, endsRow, chunk, &content, isStopped) }
          if endsRow, next < range.upperBound &- last {
            isHit = true
            next = literal?.literalHit(in: chunk.raw, from: range.upperBound &- last) ?? .max
          }
        } else if !isHit, field == nil || column == wanted {
          isHit = passes(range, endsRow, chunk, &content, isStopped)
        }
        guard endsRow else { return }
        // A field that the record lacks is empty.
        if column < wanted, field != nil { isHit = matcher.passes(Self.nothing, isStopped: isStopped) }
        if isHit, row >= first { found.insert(row) }
        isHit = false
      }
    }
    // Matches in the rest lie in the record that goes on.
    if next < chunk.raw.count { isHit = true }
    found.extend(to: scanner.row)
    (self.scanner, self.found, self.isHit, self.content) = (scanner, found, isHit, content)
    return !isStopped()
  }

  /// The records that pass, the last one as if it ended here; nil when it was stopped.
  func foundWithTail(_ chunk: FileChunk, isStopped: () -> Bool) -> LineSet? {
    guard scanner.hasRest else { return found }
    var (scanner, all, isHit, content) = (scanner, found, isHit, content)
    let (field, first, wanted) = (field, first, field ?? .max)
    scanner.finish { row, column, range, _ in
      if !isHit, field == nil || column == wanted { isHit = passes(range, true, chunk, &content, isStopped) }
      if column < wanted, field != nil { isHit = matcher.passes(Self.nothing, isStopped: isStopped) }
      if isHit, row >= first { all.insert(row) }
    }
    all.extend(to: scanner.row)
    return isStopped() ? nil : all
  }

  private func passes(
    _ range: Range<Int>, _ endsRow: Bool, _ chunk: FileChunk, _ content: inout [UInt8], _ isStopped: () -> Bool
  ) -> Bool {
    chunk.withText(range, limit: Self.longestField, dropsReturn: endsRow, plainFrom: plainFrom, &content) { text, _ in
      matcher.passes(text, isStopped: isStopped)
    }
  }
}
