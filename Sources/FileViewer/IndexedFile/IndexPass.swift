import DemoParts
import Foundation

/// Counts the rows of a stream of units and notes where sparse checkpoints lie. A value that can stop after any buffer
/// and go on later from the same unit, also in a file that has grown since.
protocol RowScanner: Sendable {
  /// Whether rows are records of fields, and not lines.
  static var hasFields: Bool { get }

  init(format: RowFormat)

  /// Units looked at: the next buffer starts there.
  var units: Int { get }
  /// Rows known.
  var rows: Int { get }
  /// Most fields of a row.
  var columns: Int { get }
  /// The unit from which on quotes mean nothing; nil where they do everywhere, or never.
  var plainFrom: Int? { get }
  /// Whether the scanner can go on when the file has grown.
  var canResume: Bool { get }

  /// Takes the next units and appends what is found to `findings`.
  mutating func scan(_ units: UnsafeRawBufferPointer, into findings: inout RowIndex.Findings)
  /// The units end.
  /// - Returns: whether they are to be read again from `units` on, which lies further back now.
  mutating func end(_ findings: inout RowIndex.Findings) -> Bool
}

/// A word to a thread that its work is not needed any more, and the thread's word how far it is.
final class Cancellation: @unchecked Sendable {
  private let lock = NSLock()
  private var isSet = false
  private var part = 0.0

  /// The part of the work that is done, 0...1, as its thread says; 0 for work that says nothing.
  var progress: Double {
    get { lock.withLock { part } }
    set { lock.withLock { part = newValue } }
  }
  var isCancelled: Bool { lock.withLock { isSet } }
  func cancel() { lock.withLock { isSet = true } }
}

/// The pass that reads a file from front to back, off the main thread, and hands back what it finds.
enum IndexPass<Scanner: RowScanner> {
  /// How far a pass has come, and what the bytes behind it were.
  struct Position: Sendable {
    let format: RowFormat
    private(set) var scanner: Scanner
    /// Of all bytes looked at, the byte-order mark included.
    private(set) var samples = ContentSamples()

    init(format: RowFormat = RowFormat()) {
      self.format = format
      scanner = Scanner(format: format)
    }

    /// Where the next byte to be read is.
    var byteOffset: Int { format.byteOffset(of: scanner.units) }

    /// Takes the mark before the content, which no scanner sees.
    fileprivate mutating func takeMark(_ bytes: [UInt8]) { bytes.withUnsafeBytes { samples.append($0) } }

    /// Takes the next bytes of the file.
    fileprivate mutating func take(
      _ raw: UnsafeRawBufferPointer, _ scratch: UnsafeMutableRawBufferPointer, _ findings: inout RowIndex.Findings
    ) {
      let start = byteOffset
      let whole = UnsafeRawBufferPointer(rebasing: raw[..<(raw.count - raw.count % format.unit)])
      scanner.scan(format.units(of: whole, scratch: scratch), into: &findings)
      // Bytes that are read for the second time are sampled already.
      let known = min(max(samples.byteCount - start, 0), whole.count)
      samples.append(UnsafeRawBufferPointer(rebasing: whole[known...]))
    }

    fileprivate mutating func end(_ findings: inout RowIndex.Findings) -> Bool { scanner.end(&findings) }
  }

  /// Where a pass begins.
  enum Start: Sendable {
    /// At the first byte; what was found before is given up.
    case anew
    /// Where an earlier pass over the same file ended, if the bytes it read are still there as far as samples tell;
    /// else at the first byte. With nothing to go on with, all is read once more if `rereads`.
    case after(Position, rereads: Bool)
  }

  /// A report of the pass.
  struct Batch: Sendable {
    /// Whether the findings start at the file's first byte: all earlier ones are of bytes the file no longer has.
    var isAnew: Bool
    var findings: RowIndex.Findings
    /// The pass's state after this batch.
    var position: Position
    /// The file's size when the batch was sent, at least the bytes read; for showing progress.
    var expectedSize: Int
    /// Set in the last batch when reading failed.
    var failure: UnreadableInput?
  }

  /// Read at once; fits the second-level cache, so that scanning finds the bytes still there.
  private static var bufferSize: Int { 256 << 10 }
  private static var batchInterval: Duration { .milliseconds(33) }

  /// One pass on the calling thread, to the end of the file or until it is cancelled.
  ///
  /// The first batch comes after the first buffer, so that rows appear at once; later ones follow about 30 times a
  /// second, whatever the speed of the disk.
  /// - Parameters:
  ///   - encoding: the one that was chosen; nil for what the file looks like.
  ///   - heart: beats with each buffer, to tell a slow file system from one that does not answer.
  static func run(
    _ file: OpenFile, from start: Start, as encoding: RowFormat.Encoding? = nil,
    cancellation: Cancellation = Cancellation(), heart: FileLane.Heart? = nil,
    report: (Batch) -> Void
  ) {
    let plan: Plan
    do throws(UnreadableInput) { plan = try Plan(start, file, encoding) } catch {
      var earlier = Position()
      if case .after(let position, _) = start { earlier = position }
      return report(
        Batch(
          isAnew: false, findings: RowIndex.Findings(), position: earlier, expectedSize: earlier.byteOffset,
          failure: error))
    }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: bufferSize, alignment: 4096)
    let scratch = UnsafeMutableRawBufferPointer.allocate(
      byteCount: plan.position.format.isTranslated ? bufferSize : 0, alignment: 64)
    defer {
      buffer.deallocate()
      scratch.deallocate()
    }
    file.adviseSequential()
    var position = plan.position
    var isAnew = plan.isAnew
    var findings = RowIndex.Findings()
    func send(expectedSize: Int, failure: UnreadableInput? = nil) {
      report(
        Batch(isAnew: isAnew, findings: findings, position: position, expectedSize: expectedSize, failure: failure))
      findings = RowIndex.Findings()
      isAnew = false
    }
    var nextReport = ContinuousClock.now
    while !cancellation.isCancelled {
      let count: Int
      do throws(UnreadableInput) { count = try file.read(into: buffer, at: position.byteOffset) } catch {
        return send(expectedSize: position.byteOffset, failure: error)
      }
      heart?.beat()
      position.take(UnsafeRawBufferPointer(rebasing: buffer[..<count]), scratch, &findings)
      if count < buffer.count {
        guard position.end(&findings) else { return send(expectedSize: position.byteOffset) }
      } else if plan.isProgressive, ContinuousClock.now >= nextReport {
        send(expectedSize: max(file.size, position.byteOffset))
        nextReport = .now + batchInterval
      }
    }
  }

  /// The plan of a pass, made by comparing the bytes read before.
  private struct Plan {
    var position: Position
    var isAnew = true
    /// Whether findings are reported while the pass runs. A pass over the same bytes once more reports at its end:
    /// until then the earlier findings serve.
    var isProgressive = true

    init(_ start: Start, _ file: OpenFile, _ encoding: RowFormat.Encoding?) throws(UnreadableInput) {
      let format = try RowFormat(of: file, hasFields: Scanner.hasFields, as: encoding)
      position = Position(format: format)
      guard case .after(let earlier, let rereads) = start, earlier.format == format,
        try earlier.samples.agree(with: file)
      else {
        try takeMark(file)
        return
      }
      let end = earlier.samples.byteCount
      let hasMore = try !file.bytes(at: end, count: 1).isEmpty
      if earlier.scanner.canResume, hasMore || end == 0 || !rereads {
        position = earlier
        isAnew = false
      } else {
        isProgressive = false
        try takeMark(file)
      }
    }

    private mutating func takeMark(_ file: OpenFile) throws(UnreadableInput) {
      position.takeMark(try file.bytes(at: 0, count: position.format.start))
    }
  }
}
