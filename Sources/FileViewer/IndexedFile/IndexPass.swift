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
    fileprivate(set) var scanner: Scanner
    /// Of all bytes looked at, the byte-order mark included.
    fileprivate(set) var samples = ContentSamples()

    init(format: RowFormat = RowFormat()) {
      self.format = format
      scanner = Scanner(format: format)
    }

    /// Where the next byte to be read is.
    var byteOffset: Int { format.byteOffset(of: scanner.units) }
  }

  /// A report of the pass.
  struct Batch: Sendable {
    /// Whether the findings start at the file's first byte: all earlier ones are of bytes the file no longer has.
    var isAnew = false
    var findings = RowIndex.Findings()
    /// The pass's state after this batch.
    var position: Position
    /// The file's size when the batch was sent, at least the bytes read; for showing progress.
    var expectedSize = 0
    /// Set in the last batch when reading failed.
    var failure: UnreadableInput?

    /// Takes the next bytes of the file.
    fileprivate mutating func take(_ raw: UnsafeRawBufferPointer, _ scratch: UnsafeMutableRawBufferPointer) {
      let (start, format) = (position.byteOffset, position.format)
      let whole = UnsafeRawBufferPointer(rebasing: raw[..<(raw.count - raw.count % format.unit)])
      position.scanner.scan(format.units(of: whole, scratch: scratch), into: &findings)
      // Bytes that are read for the second time are sampled already.
      let known = min(max(position.samples.byteCount - start, 0), whole.count)
      position.samples.append(UnsafeRawBufferPointer(rebasing: whole[known...]))
    }

    fileprivate mutating func end() -> Bool { position.scanner.end(&findings) }
  }

  /// Read at once; fits the second-level cache, so that scanning finds the bytes still there.
  private static var bufferSize: Int { 256 << 10 }
  private static var batchInterval: Duration { .milliseconds(33) }

  /// One pass on the calling thread, to the end of the file or until it is cancelled.
  ///
  /// The first batch comes after the first buffer, so that rows appear at once; later ones follow about 30 times a
  /// second, whatever the speed of the disk.
  /// - Parameters:
  ///   - earlier: where an earlier pass over the same file ended: this one goes on there if the bytes read then are still
  ///     there, as far as samples tell, and begins at the first byte else.
  ///   - rereads: whether all is read once more where there is nothing to go on with.
  ///   - encoding: the one that was chosen; nil for what the file looks like.
  ///   - heart: beats with each buffer, to tell a slow file system from one that does not answer.
  static func run(
    _ file: OpenFile, after earlier: Position? = nil, rereads: Bool = false, as encoding: RowFormat.Encoding? = nil,
    cancellation: Cancellation = Cancellation(), heart: FileLane.Heart? = nil, report: (Batch) -> Void
  ) {
    var batch = Batch(position: earlier ?? Position())
    func send(expectedSize: Int = 0, failure: UnreadableInput? = nil) {
      batch.expectedSize = max(expectedSize, batch.position.byteOffset)
      batch.failure = failure
      report(batch)
      (batch.findings, batch.isAnew) = (RowIndex.Findings(), false)
    }
    let isProgressive: Bool
    do throws(UnreadableInput) {
      isProgressive = try begin(&batch, of: file, after: earlier, rereads: rereads, as: encoding)
    } catch { return send(failure: error) }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: bufferSize, alignment: 4096)
    let scratch = UnsafeMutableRawBufferPointer.allocate(
      byteCount: batch.position.format.isTranslated ? bufferSize : 0, alignment: 64)
    defer {
      buffer.deallocate()
      scratch.deallocate()
    }
    file.adviseSequential()
    var nextReport = ContinuousClock.now
    while !cancellation.isCancelled {
      let count: Int
      do throws(UnreadableInput) { count = try file.read(into: buffer, at: batch.position.byteOffset) } catch {
        return send(failure: error)
      }
      heart?.beat()
      batch.take(UnsafeRawBufferPointer(rebasing: buffer[..<count]), scratch)
      if count < buffer.count {
        guard batch.end() else { return send() }
      } else if isProgressive, ContinuousClock.now >= nextReport {
        send(expectedSize: file.size)
        nextReport = .now + batchInterval
      }
    }
  }

  /// Finds out where a pass begins, by comparing the bytes read before.
  /// - Returns: whether findings are reported while the pass runs. A pass over the same bytes once more reports at its
  ///   end: until then the earlier findings serve.
  private static func begin(
    _ batch: inout Batch, of file: OpenFile, after earlier: Position?, rereads: Bool, as encoding: RowFormat.Encoding?
  ) throws(UnreadableInput) -> Bool {
    let format = try RowFormat(of: file, hasFields: Scanner.hasFields, as: encoding)
    var isProgressive = true
    if let earlier, earlier.format == format, try earlier.samples.agree(with: file) {
      let end = earlier.samples.byteCount
      let hasMore = try !file.bytes(at: end, count: 1).isEmpty
      if earlier.scanner.canResume, hasMore || end == 0 || !rereads { return true }
      isProgressive = false
    }
    // The mark before the content, which no scanner sees.
    let mark = try file.bytes(at: 0, count: format.start)
    batch = Batch(isAnew: true, position: Position(format: format))
    mark.withUnsafeBytes { batch.position.samples.append($0) }
    return isProgressive
  }
}
