import DemoParts
import UIKit
import UIKitGrid

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

  /// The size of the file in rows, columns and bytes, in words.
  /// - Parameters:
  ///   - first: the first record that is a row.
  ///   - shown: how many rows a filter shows; nil without one.
  func recordWords(from first: Int, shown: Int?, hiddenColumns: Int) -> String {
    let rows = GroupedNumber.string(max(0, index.rowCount - first))
    var words = "\(rows) rows \u{d7} \(GroupedNumber.string(index.columns)) columns"
    if let shown { words = "\(GroupedNumber.string(shown)) of " + words }
    if hiddenColumns > 0 { words += " (\(GroupedNumber.string(hiddenColumns)) hidden)" }
    words += ", \(sizeWords)"
    if index.raggedRows > 0 {
      words += "  \u{b7}  \(GroupedNumber.string(index.raggedRows)) with another number of fields"
    }
    return index.plainFrom == nil ? words : words + "  \u{b7}  a quote is never closed: from there each line is a row"
  }

  /// Cells that are copied at once, and their bytes.
  static let mostCopied = (cells: 4_000_000, bytes: 32 << 20)

  /// Puts fields on the clipboard whole, in quotes where spreadsheets would have them end early.
  /// - Parameter then: gets the reason in words when it cannot be done.
  func copy(_ records: [Int], _ fields: [Int], then: @escaping @MainActor (_ fault: String?) -> Void) {
    func quoted(_ field: String) -> String { GridView.CopyFormat.tabSeparated.quoted(LineText.whole(field)) }
    wholeCells(rows: records, columns: fields, mostBytes: Self.mostCopied.bytes) { result in
      switch result {
      case .success(let rows):
        UIPasteboard.general.string = rows.map { $0.map(quoted).joined(separator: "\t") + "\n" }.joined()
        then(nil)
      case .failure(let error): then(error.reason)
      }
    }
  }
}
