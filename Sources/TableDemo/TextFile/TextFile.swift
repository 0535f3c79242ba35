import Foundation

/// A text file on screen: its lines by number, the pass that is counting them, and the watch for growth.
@MainActor
final class TextFile {
  let path: String
  /// Lines known so far and where they start; grows while the pass runs.
  private(set) var index = LineIndex()
  /// Whether a pass is running.
  private(set) var isIndexing = false
  /// Why the pass ended early; nil when it did not.
  private(set) var failure: UnreadableInput?
  /// Called on the main actor after each change of `index`, `isIndexing` or `failure`.
  var onChange: (() -> Void)?

  let file: OpenFile
  private var reader: LineReader
  private var expectedSize: Int
  private var pass: Task<Void, Never>?
  private var watch: Task<Void, Never>?

  /// Opens the file. Reads nothing before `startIndexing()`.
  init(path: String) throws(UnreadableInput) {
    self.path = path
    file = try OpenFile(path: path)
    reader = LineReader(file: file)
    expectedSize = file.size
  }

  deinit {
    pass?.cancel()
    watch?.cancel()
  }

  /// The part of the file that has been looked at, 0...1; 1 when no pass is running.
  var progress: Double {
    guard isIndexing else { return 1 }
    return expectedSize > 0 ? min(1, Double(index.byteCount) / Double(expectedSize)) : 0
  }

  /// Looks for lines from where the last pass ended; does nothing while one is running.
  func startIndexing() {
    guard pass == nil else { return }
    isIndexing = true
    let batches = LineIndexer.batches(of: file, from: index.scanner)
    pass = Task { [weak self] in
      for await batch in batches {
        guard let self, !Task.isCancelled else { return }
        take(batch)
      }
      guard let self, !Task.isCancelled else { return }
      pass = nil
      isIndexing = false
      onChange?()
    }
  }

  /// Stops a running pass; the lines found so far stay.
  func cancelIndexing() {
    pass?.cancel()
    pass = nil
    isIndexing = false
  }

  /// The text of a line, counted from 0; empty when there is no such line any more. A file found to be
  /// shorter than it was has its lines counted anew.
  func line(_ number: Int) -> String {
    guard number < index.lineCount else { return "" }
    switch reader.line(number, index: index) {
    case .text(let text): return text
    case .gone:
      noteSize()
      return ""
    }
  }

  /// Whether the end of the file is watched and new lines are taken in.
  var isFollowing = false {
    didSet {
      guard isFollowing != oldValue else { return }
      watch?.cancel()
      watch = nil
      guard isFollowing else { return }
      watch = Task { [weak self] in
        while !Task.isCancelled {
          self?.noteSize()
          try? await Task.sleep(for: .milliseconds(200))
        }
      }
    }
  }

  /// Takes over what a pass has found.
  func take(_ batch: LineIndexer.Batch) {
    index.append(batch.findings, scanner: batch.scanner)
    expectedSize = batch.expectedSize
    if let failure = batch.failure { self.failure = failure }
    onChange?()
  }

  /// Takes in what was appended; starts over when the file became shorter.
  private func noteSize() {
    guard pass == nil else { return }
    expectedSize = file.size
    if expectedSize < index.byteCount, !hasByte(at: index.byteCount - 1) {
      index = LineIndex()
      reader.reset()
      startIndexing()
    } else if expectedSize > index.byteCount {
      startIndexing()
    }
  }

  /// Asked besides the size because files of /proc report 0.
  private func hasByte(at offset: Int) -> Bool {
    withUnsafeTemporaryAllocation(byteCount: 1, alignment: 1) { byte in
      (try? file.read(into: byte, at: offset)) == 1
    }
  }
}
