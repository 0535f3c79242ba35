import Foundation

/// A CSV or TSV file on screen: its records by number, and the pass that is finding them.
///
/// Records are read when they are shown; of the file itself only sparse places stay in memory.
///
/// Other programs may append to the file, cut it, overwrite it, put another in its place or remove it, also while it is
/// being read: a field whose bytes are gone is empty, and the watch has the file read again, all of it. A removed file goes
/// on being shown, because its bytes stay as long as it is open.
@MainActor
final class DelimitedFile {
  let path: String
  /// Records known so far and where they are; grows while the pass runs.
  private(set) var index = RecordIndex()
  /// Whether the pass is running.
  private(set) var isIndexing = false
  /// Why the pass, or sorting, ended early; nil when it did not.
  private(set) var failure: UnreadableInput?
  /// How often the records known were given up for those of other bytes; what was shown of them is void.
  private(set) var generation = 0
  /// Why the path does not lead to the bytes shown any more; nil while it does.
  private(set) var detachment: String?
  /// Called on the main actor after each change of the above.
  var onChange: (() -> Void)?

  private var file: OpenFile
  private var reader: RecordReader
  /// Bytes when the running pass began.
  private var size: Int
  private var pass: Task<Void, Never>?
  private var watch: Task<Void, Never>?
  /// The file as it was before the last pass looked at it.
  private var seen: FileStamp?
  /// Whether a write that followed `seen` may have left the same stamp.
  private var isSeenFresh = false
  /// What the path led to when it was opened last.
  private var named: FileStamp.Identity?
  private var pause = shortestPause

  /// Between two looks at the file, so that a change is on screen within a blink.
  private static let shortestPause = Duration.milliseconds(250)
  /// Pauses after a file was read once more are so many times as long as that took, so that one without rest does not
  /// keep a processor busy.
  private static let restFactor = 4
  /// Bytes that are read once more in a few milliseconds, when a write may have left no trace.
  private static let quicklyRead = 16 << 20

  /// Whether a file of this name has columns.
  static func isDelimited(_ path: String) -> Bool {
    let name = path.lowercased()
    return [".csv", ".tsv", ".tab"].contains { name.hasSuffix($0) }
  }

  /// Opens the file, and reads its beginning to find out what stands between fields.
  init(path: String) throws(UnreadableInput) {
    self.path = path
    named = FileStamp(path: path)?.identity
    file = try OpenFile(path: path)
    size = file.size
    reader = try Self.reader(of: file)
  }

  private static func reader(of file: OpenFile) throws(UnreadableInput) -> RecordReader {
    let beginning = try file.bytes(at: 0, count: 64 << 10)
    let delimiter = beginning.withUnsafeBytes { RecordScanner.delimiter(ofFile: file.path, beginning: $0) }
    return RecordReader(file: file, delimiter: delimiter)
  }

  deinit {
    pass?.cancel()
    watch?.cancel()
  }

  /// The part of the file that has been looked at, 0...1.
  var progress: Double { isIndexing && size > 0 ? min(1, Double(index.byteCount) / Double(size)) : 1 }

  /// Looks for records from the beginning, and watches the file from then on; does nothing while a pass is running.
  func startIndexing() {
    guard pass == nil else { return }
    let begin = ContinuousClock.now
    beginPass()
    let batches = RecordIndex.findings(of: file, delimiter: reader.delimiter)
    pass = Task { [weak self] in
      var isFirst = true
      for await findings in batches {
        guard let self, !Task.isCancelled else { return }
        take(findings, isFirst: isFirst)
        isFirst = false
      }
      guard let self, !Task.isCancelled else { return }
      pass = nil
      pause = generation > 1 ? max(Self.shortestPause, (.now - begin) * Self.restFactor) : Self.shortestPause
    }
    startWatching()
  }

  /// Finds all records on the calling thread: for tests, which must not suspend.
  func finishIndexing() {
    pass?.cancel()
    pass = nil
    beginPass()
    var isFirst = true
    RecordIndex.run(file, delimiter: reader.delimiter) {
      take($0, isFirst: isFirst)
      isFirst = false
    }
  }

  private func beginPass() {
    seen = file.stamp
    isSeenFresh = seen?.isFresh ?? false
    size = seen?.size ?? 0
    isIndexing = true
  }

  private func take(_ findings: RecordIndex.Findings, isFirst: Bool) {
    if isFirst {
      index = RecordIndex()
      generation += 1
    }
    // The last records read were perhaps not whole yet.
    if isFirst || findings.plainFrom != index.plainFrom || findings.records != index.recordCount { reader.reset() }
    index.append(findings)
    if findings.isComplete { isIndexing = false }
    failure = findings.failure
    onChange?()
  }

  // MARK: Watching

  private func startWatching() {
    guard watch == nil else { return }
    watch = Task { [weak self] in
      while !Task.isCancelled {
        guard let pause = self?.pause else { return }
        try? await Task.sleep(for: pause)
        guard !Task.isCancelled else { return }
        self?.check()
      }
    }
  }

  /// Starts a pass when the file is another or may hold other bytes than those read.
  func check() {
    guard pass == nil else { return }
    let isAnother = checkPath()
    let mayHaveChanged = isSeenFresh && size <= Self.quicklyRead
    if isAnother || mayHaveChanged || file.stamp != seen { startIndexing() }
  }

  /// Opens what was put in the place of the file; keeps the file while there is nothing that can be shown instead.
  /// - Returns: whether another is open now.
  private func checkPath() -> Bool {
    let identity = FileStamp(path: path)?.identity
    guard identity != named else { return false }
    named = identity
    let old = detachment
    defer { if detachment != old { onChange?() } }
    do throws(UnreadableInput) {
      let opened = try OpenFile(path: path)
      reader = try Self.reader(of: opened)
      file = opened
      detachment = nil
      return true
    } catch {
      detachment = identity == nil ? "was removed" : "was replaced: \(error.reason)"
      return false
    }
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
