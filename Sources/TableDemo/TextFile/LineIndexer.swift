import Foundation

/// The pass that reads a file from front to back, off the main thread, and hands back what it found.
enum LineIndexer {
  /// How far a pass has come, and what the bytes behind it were.
  struct Position: Sendable {
    private(set) var scanner = NewlineScanner()
    private(set) var samples = ContentSamples()

    /// Takes the next bytes of the file.
    fileprivate mutating func scan(_ bytes: UnsafeRawBufferPointer, into findings: inout LineIndex.Findings) {
      scanner.scan(bytes, into: &findings)
      samples.append(bytes)
    }
  }

  /// Where a pass begins.
  enum Start: Sendable {
    /// At the first byte; what was found before is given up.
    case anew
    /// Where an earlier pass over the same file ended, if the bytes it read are still there as far as samples tell;
    /// else at the first byte. With nothing to go on with, all is read once more if `rereads`.
    case after(Position, rereads: Bool)
  }

  /// What the pass reports.
  struct Batch: Sendable {
    /// Whether the findings start at the file's first byte: all earlier ones are of bytes the file no longer has.
    var isAnew: Bool
    var findings: LineIndex.Findings
    /// The pass's state after this batch.
    var position: Position
    /// The file's size when the batch was sent, at least the bytes read; for showing progress.
    var expectedSize: Int
    /// Set in the last batch when reading failed.
    var failure: UnreadableInput?
  }

  /// Starts a pass. The stream ends at the end of the file; dropping it, or cancelling the task that reads it, stops
  /// the pass within one buffer.
  ///
  /// The first batch comes after the first buffer, so that rows appear at once; later ones follow
  /// about 30 times a second, whatever the speed of the disk.
  static func batches(of file: OpenFile, from start: Start) -> AsyncStream<Batch> {
    AsyncStream { continuation in
      let pass = Task.detached(priority: .utility) {
        run(file, from: start) { continuation.yield($0) }
        continuation.finish()
      }
      continuation.onTermination = { _ in pass.cancel() }
    }
  }

  /// Read at once; fits the second-level cache, so that scanning finds the bytes still there.
  private static let bufferSize = 256 << 10
  private static let batchInterval = Duration.milliseconds(33)

  /// One pass on the calling thread, to the end of the file or until its task is cancelled.
  static func run(_ file: OpenFile, from start: Start, report: (Batch) -> Void) {
    let plan: Plan
    do throws(UnreadableInput) {
      plan = try Plan(start, file)
    } catch {
      guard case .after(let earlier, _) = start else { return }  // a pass from the first byte reads nothing to plan
      report(
        Batch(
          isAnew: false, findings: LineIndex.Findings(), position: earlier, expectedSize: earlier.scanner.bytes,
          failure: error))
      return
    }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: bufferSize, alignment: 4096)
    defer { buffer.deallocate() }
    file.adviseSequential()
    var position = plan.position
    var isAnew = plan.isAnew
    var findings = LineIndex.Findings()
    func send(expectedSize: Int, failure: UnreadableInput? = nil) {
      report(
        Batch(
          isAnew: isAnew, findings: findings, position: position, expectedSize: expectedSize, failure: failure))
      findings = LineIndex.Findings()
      isAnew = false
    }
    let clock = ContinuousClock()
    var nextReport = clock.now
    while !Task.isCancelled {
      let count: Int
      do throws(UnreadableInput) {
        count = try file.read(into: buffer, at: position.scanner.bytes)
      } catch {
        return send(expectedSize: position.scanner.bytes, failure: error)
      }
      position.scan(UnsafeRawBufferPointer(rebasing: buffer[..<count]), into: &findings)
      guard count == buffer.count else { return send(expectedSize: position.scanner.bytes) }
      if plan.isProgressive, clock.now >= nextReport {
        send(expectedSize: max(file.size, position.scanner.bytes))
        nextReport = clock.now + batchInterval
      }
    }
  }

  /// What a pass does, found out by a look at the bytes read before.
  private struct Plan {
    var position = Position()
    var isAnew = true
    /// Whether findings are reported while the pass runs. A pass over the same bytes once more reports at its end:
    /// until then the earlier findings serve.
    var isProgressive = true

    init(_ start: Start, _ file: OpenFile) throws(UnreadableInput) {
      guard case .after(let earlier, let rereads) = start, try earlier.samples.agree(with: file) else { return }
      let end = earlier.scanner.bytes
      let hasMore = try !file.bytes(at: end, count: 1).isEmpty
      if hasMore || end == 0 || !rereads {
        position = earlier
        isAnew = false
      } else {
        isProgressive = false
      }
    }
  }
}
