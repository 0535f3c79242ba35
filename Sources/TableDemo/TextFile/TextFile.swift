import Foundation

/// A text file on screen: its lines by number, the pass that is counting them, and the watch for changes.
///
/// Other programs may append to the file, cut it, overwrite it, put another in its place or remove it, also while it is
/// being read. The index is never trusted further than the bytes: a line the file no longer has is empty, and the watch
/// has the file read again until index and bytes agree. What was appended is read alone; a removed file goes on being
/// shown, because its bytes stay as long as it is open.
@MainActor
final class TextFile {
  let path: String
  /// Lines known so far and where they start; grows while the pass runs.
  private(set) var index = LineIndex()
  /// How often the lines known were given up for those of other bytes; what was shown of them is void.
  private(set) var generation = 0
  /// Whether a pass is running.
  private(set) var isIndexing = false
  /// Why the pass ended early; nil when it did not.
  private(set) var failure: UnreadableInput?
  /// Why the path does not lead to the bytes shown any more; nil while it does.
  private(set) var detachment: String?
  /// Called on the main actor after each change of `index`, `isIndexing`, `failure` or `detachment`.
  var onChange: (() -> Void)?

  /// What the lines are read from; another one when another was put in its place.
  private(set) var file: OpenFile
  private var reader: LineReader
  private var expectedSize: Int
  /// Where the last pass ended.
  private var position = LineIndexer.Position()
  /// Whether a line was not where the index says, or the file is another: no sample is to be trusted.
  private var isIndexDoubted = false
  /// The file as it was before the last pass looked at it.
  private var seen: FileStamp?
  /// Whether a write that followed `seen` may have left the same stamp.
  private var isSeenFresh = false
  /// What the path led to when it was opened last.
  private var named: FileStamp.Identity?
  private var pass: Task<Void, Never>?
  private var watch: Task<Void, Never>?
  private var pause = shortestPause

  /// Between two looks at the file, so that a change is on screen within a blink.
  private static let shortestPause = Duration.milliseconds(250)
  /// Pauses after a file was read once more are so many times as long as that took, so that one without rest does not
  /// keep a processor busy.
  private static let restFactor = 4
  /// Bytes that are read once more in a few milliseconds, whenever any of them may have been overwritten. Of a larger
  /// file that grew, or that a program has just finished writing, samples have to do.
  private static let quicklyRead = 16 << 20

  /// Opens the file. Reads nothing before `startIndexing()`.
  init(path: String) throws(UnreadableInput) {
    self.path = path
    named = FileStamp(path: path)?.identity
    file = try OpenFile(path: path)
    reader = LineReader(file: file)
    expectedSize = file.size
  }

  deinit {
    pass?.cancel()
    watch?.cancel()
  }

  /// Whether a path leads to the file, by whatever name or link.
  func isReached(by path: String) -> Bool {
    guard let stamp = FileStamp(path: path) else { return false }
    return stamp.identity == file.stamp?.identity
  }

  /// The part of the file that has been looked at, 0...1; 1 when no pass is running.
  var progress: Double {
    guard isIndexing else { return 1 }
    return expectedSize > 0 ? min(1, Double(index.byteCount) / Double(expectedSize)) : 0
  }

  /// Where the next pass begins; notes what the file looks like to the file system before it does.
  func nextStart() -> LineIndexer.Start {
    let stamp = file.stamp
    let isOverwritten = seen != nil && stamp != seen && stamp?.size == seen?.size
    seen = stamp
    isSeenFresh = stamp?.isFresh ?? false
    if isIndexDoubted { return .anew }
    return .after(position, rereads: isOverwritten || position.scanner.bytes <= Self.quicklyRead)
  }

  /// Looks for lines from where the last pass ended, and watches the file from then on; does nothing while a pass is
  /// running.
  func startIndexing() {
    guard pass == nil else { return }
    isIndexing = true
    let batches = LineIndexer.batches(of: file, from: nextStart())
    let begin = ContinuousClock.now
    let generationBefore = generation
    pass = Task { [weak self] in
      for await batch in batches {
        guard let self, !Task.isCancelled else { return }
        take(batch)
      }
      guard let self, !Task.isCancelled else { return }
      pass = nil
      isIndexing = false
      pause =
        generation != generationBefore ? max(Self.shortestPause, (.now - begin) * Self.restFactor) : Self.shortestPause
      onChange?()
    }
    startWatching()
  }

  /// Stops a running pass and the watch; the lines found so far stay.
  func cancelIndexing() {
    pass?.cancel()
    pass = nil
    watch?.cancel()
    watch = nil
    isIndexing = false
  }

  /// The text of a line, counted from 0; empty when the file holds no such line any more.
  func line(_ number: Int) -> String {
    guard number < index.lineCount else { return "" }
    switch reader.line(number, index: index) {
    case .text(let text): return text
    case .outdated:
      isIndexDoubted = true
      return ""
    }
  }

  /// Takes over what a pass has found.
  func take(_ batch: LineIndexer.Batch) {
    if batch.isAnew {
      index = LineIndex()
      reader.reset()
      generation += 1
      isIndexDoubted = false
    }
    index.append(batch.findings, scanner: batch.position.scanner)
    position = batch.position
    expectedSize = batch.expectedSize
    failure = batch.failure
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
    checkPath()
    if isIndexDoubted || isSeenFresh || file.stamp != seen { startIndexing() }
  }

  /// Opens what was put in the place of the file; keeps the file while there is nothing that can be shown instead.
  private func checkPath() {
    let identity = FileStamp(path: path)?.identity
    guard identity != named else { return }
    named = identity
    let old = detachment
    do throws(UnreadableInput) {
      file = try OpenFile(path: path)
      reader = LineReader(file: file)
      isIndexDoubted = true
      detachment = nil
    } catch {
      detachment = identity == nil ? "was removed" : "was replaced: \(error.reason)"
    }
    if detachment != old { onChange?() }
  }
}
