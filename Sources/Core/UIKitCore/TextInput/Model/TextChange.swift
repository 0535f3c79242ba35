/// A stretch of a text that became another one.
struct TextChange: Sendable {
  /// Bytes before it.
  var start: Int
  /// The characters that stood there.
  var removed: TextFragment
  /// Bytes of those that stand there now.
  var insertedCount: Int
  /// The rows that are others now.
  var rows: TextStore.Rows

  /// Where the new characters are.
  var range: Range<Int> { start..<start + insertedCount }

  /// This change and a later one as one.
  /// - Parameter store: the text after both.
  func followed(by next: TextChange, in store: TextStore) -> TextChange {
    let (end, nextEnd) = (range.upperBound, next.start + next.removed.count)
    var joined = self
    if next.start < start {
      let part = next.removed[0..<min(next.removed.count, start - next.start)]
      let moved = next.insertedCount - next.removed.count
      let between = nextEnd < start ? store.fragment(in: nextEnd + moved..<start + moved) : TextFragment("")
      joined.removed = part + between + joined.removed
    }
    if nextEnd > end {
      let between = next.start > end ? store.fragment(in: end..<next.start) : TextFragment("")
      joined.removed += between + next.removed[max(0, end - next.start)..<next.removed.count]
    }
    joined.start = min(start, next.start)
    joined.insertedCount = max(end, nextEnd) - next.removed.count + next.insertedCount - joined.start
    let (rowsEnd, nextRowsEnd) = (rows.first + rows.new, next.rows.first + next.rows.old)
    joined.rows.first = min(rows.first, next.rows.first)
    joined.rows.old = max(rowsEnd, nextRowsEnd) - rows.new + rows.old - joined.rows.first
    joined.rows.new = max(rowsEnd, nextRowsEnd) - next.rows.old + next.rows.new - joined.rows.first
    return joined
  }

  /// Whether other characters, or characters of another look, stand there now.
  func isReal(in store: TextStore) -> Bool {
    removed.count != insertedCount || removed != store.fragment(in: range)
  }
}
