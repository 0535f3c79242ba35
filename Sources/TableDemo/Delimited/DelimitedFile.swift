import Foundation

/// A CSV or TSV file on screen: its records by number, and the pass that is finding them.
///
/// Records are read when they are shown; of the file itself only sparse places stay in memory. A file that another
/// program changes meanwhile shows empty fields where bytes are gone, and is not read again by itself.
@MainActor
final class DelimitedFile {
  let path: String
  /// Records known so far and where they are; grows while the pass runs.
  private(set) var index = RecordIndex()
  /// Whether the pass is running.
  private(set) var isIndexing = false
  /// Why the pass, or sorting, ended early; nil when it did not.
  private(set) var failure: UnreadableInput?
  /// Called on the main actor after each change of the above.
  var onChange: (() -> Void)?

  private let file: OpenFile
  private var reader: RecordReader
  private let size: Int
  private var pass: Task<Void, Never>?

  /// Whether a file of this name has columns.
  static func isDelimited(_ path: String) -> Bool {
    let name = path.lowercased()
    return [".csv", ".tsv", ".tab"].contains { name.hasSuffix($0) }
  }

  /// Opens the file, and reads its beginning to find out what stands between fields.
  init(path: String) throws(UnreadableInput) {
    self.path = path
    file = try OpenFile(path: path)
    size = file.size
    let beginning = try file.bytes(at: 0, count: 64 << 10)
    let delimiter = beginning.withUnsafeBytes { RecordScanner.delimiter(ofFile: path, beginning: $0) }
    reader = RecordReader(file: file, delimiter: delimiter)
  }

  deinit { pass?.cancel() }

  /// The part of the file that has been looked at, 0...1.
  var progress: Double { isIndexing && size > 0 ? min(1, Double(index.byteCount) / Double(size)) : 1 }

  /// Looks for records, once.
  func startIndexing() {
    guard pass == nil else { return }
    isIndexing = true
    let batches = RecordIndex.findings(of: file, delimiter: reader.delimiter)
    pass = Task { [weak self] in
      for await findings in batches {
        guard let self, !Task.isCancelled else { return }
        take(findings)
      }
    }
  }

  /// Finds all records on the calling thread: for tests, which must not suspend.
  func finishIndexing() {
    pass?.cancel()
    index = RecordIndex()
    RecordIndex.run(file, delimiter: reader.delimiter) { take($0) }
  }

  private func take(_ findings: RecordIndex.Findings) {
    // The last records read were perhaps not whole yet.
    if findings.plainFrom != index.plainFrom || findings.records != index.recordCount { reader.reset() }
    index.append(findings)
    if findings.isComplete { isIndexing = false }
    failure = findings.failure
    onChange?()
  }

  /// The content of a field, both counted from 0; empty where there is none.
  func field(_ column: Int, ofRecord record: Int) -> String { reader.field(column, ofRecord: record, in: index) }

  /// The records from `first` on in the order of a column.
  /// - Returns: nil when the task was cancelled, or the file cannot be read: `failure` then says why.
  func order(by column: Int, from first: Int, isDescending: Bool) async -> RecordSorter.Order? {
    let (file, delimiter, index) = (file, reader.delimiter, index)
    let work = Task.detached(priority: .userInitiated) { () -> Result<RecordSorter.Order?, UnreadableInput> in
      do throws(UnreadableInput) {
        return .success(
          try RecordSorter.order(
            of: file, delimiter: delimiter, index: index, column: column, first: first, isDescending: isDescending))
      } catch { return .failure(error) }
    }
    let result = await withTaskCancellationHandler {
      await work.value
    } onCancel: {
      work.cancel()
    }
    switch result {
    case .success(let order): return order
    case .failure(let error):
      failure = error
      onChange?()
      return nil
    }
  }
}
