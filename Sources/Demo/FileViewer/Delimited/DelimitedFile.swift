import DemoParts

/// CSV and TSV files: a record is a row.
extension IndexedFile {
  /// Whether a file of this name has columns; a compressed one, too.
  static func isDelimited(_ path: String) -> Bool {
    let name = path.lowercased()
    return [".csv", ".tsv", ".tab"].contains { name.hasSuffix($0) || name.hasSuffix($0 + ".gz") }
  }

  /// The content of a field as it is shown, both counted from 0; empty for a missing field, nil for one not read yet.
  func field(_ column: Int, ofRecord record: Int) -> String? {
    cell(record, column).map { String(decoding: $0.bytes, as: UTF8.self) + ($0.isCut ? "\u{2026}" : "") }
  }

  /// The records from `first` on in the order of some columns, found off the main thread.
  /// - Parameter then: gets nil when it was cancelled.
  func order(
    by keys: [SortKey], from first: Int, cancellation: Cancellation,
    then: @escaping @MainActor (Result<RecordSorter.Sorted?, UnreadableInput>) -> Void
  ) {
    read(
      { [index] file throws(UnreadableInput) in
        try RecordSorter.sorted(
          index, of: file, by: keys, first: first, cancellation: cancellation)
      }, then: then)
  }
}
