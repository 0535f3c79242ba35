import Foundation

/// The pass that reads a file from front to back, off the main thread, and hands back what it found.
enum LineIndexer {
  /// What the pass reports.
  struct Batch: Sendable {
    var findings: LineIndex.Findings
    /// The pass's state after this batch.
    var scanner: NewlineScanner
    /// The file's size when the batch was sent, at least the bytes read; for showing progress.
    var expectedSize: Int
    /// Set in the last batch when reading failed.
    var failure: UnreadableInput?
  }

  /// Starts a pass where `scanner` stands. The stream ends at the end of the file; dropping it, or
  /// cancelling the task that reads it, stops the pass within one buffer.
  ///
  /// The first batch comes after the first buffer, so that rows appear at once; later ones follow
  /// about 30 times a second, whatever the speed of the disk.
  static func batches(of file: OpenFile, from scanner: NewlineScanner) -> AsyncStream<Batch> {
    AsyncStream { continuation in
      let pass = Task.detached(priority: .utility) {
        run(file, from: scanner) { continuation.yield($0) }
        continuation.finish()
      }
      continuation.onTermination = { _ in pass.cancel() }
    }
  }

  /// Read at once; fits the second-level cache, so that scanning finds the bytes still there.
  private static let bufferSize = 256 << 10
  private static let batchInterval = Duration.milliseconds(33)

  /// One pass on the calling thread, to the end of the file or until its task is cancelled.
  static func run(
    _ file: OpenFile, from start: NewlineScanner, report: (Batch) -> Void
  ) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: bufferSize, alignment: 4096)
    defer { buffer.deallocate() }
    file.adviseSequential()
    var scanner = start
    var findings = LineIndex.Findings()
    let clock = ContinuousClock()
    var nextReport = clock.now
    while !Task.isCancelled {
      let count: Int
      do throws(UnreadableInput) {
        count = try file.read(into: buffer, at: scanner.bytes)
      } catch {
        report(Batch(findings: findings, scanner: scanner, expectedSize: scanner.bytes, failure: error))
        return
      }
      scanner.scan(UnsafeRawBufferPointer(rebasing: buffer[..<count]), into: &findings)
      let isAtEnd = count < buffer.count
      if isAtEnd || clock.now >= nextReport {
        let expected = isAtEnd ? scanner.bytes : max(file.size, scanner.bytes)
        report(Batch(findings: findings, scanner: scanner, expectedSize: expected, failure: nil))
        findings = LineIndex.Findings()
        nextReport = clock.now + batchInterval
      }
      if isAtEnd { return }
    }
  }
}
