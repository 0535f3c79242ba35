import DemoParts
import Foundation
import Synchronization

/// A word to a thread that its work is not needed any more, and the thread's word how far it is.
final class Cancellation: Sendable {
  private let state = Mutex((isSet: false, part: 0.0))

  /// The part of the work that is done, 0...1, as its thread says; 0 for work that says nothing.
  var progress: Double {
    get { state.withLock { $0.part } }
    set { state.withLock { $0.part = newValue } }
  }
  var isCancelled: Bool { state.withLock { $0.isSet } }
  func cancel() { state.withLock { $0.isSet = true } }
}

/// The pass that reads a file from front to back, off the main thread, and hands back its index as it grows.
enum IndexPass {
  /// A report of the pass.
  struct Batch: Sendable {
    /// Whether the index starts at the file's first byte: the one before is of bytes the file no longer has.
    var isAnew = false
    fileprivate(set) var index: RowIndex
    /// The last lines of the file, where it takes a while until they are counted.
    fileprivate(set) var tail: [LinePiece] = []
    /// The file's size when the batch was sent, at least the bytes read; for showing progress.
    fileprivate(set) var expectedSize = 0
    /// Set in the last batch when reading failed.
    fileprivate(set) var failure: UnreadableInput?
  }

  /// Read at once; fits the second-level cache, so that scanning finds the bytes still there.
  private static let bufferSize = 256 << 10
  private static let batchInterval = Duration.milliseconds(33)
  /// Bytes that are counted before a user has asked for the end.
  private static let quicklyCounted = 64 << 20

  /// One pass on the calling thread, to the end of the file or until it is cancelled.
  ///
  /// The first batch comes after the first buffer, so that rows appear at once; later ones follow about 30 times a
  /// second, whatever the speed of the disk.
  /// - Parameters:
  ///   - hasFields: whether rows are records of fields.
  ///   - earlier: of an earlier pass over the same file: this one goes on there if the bytes read then are still there, as
  ///     far as samples tell, and begins at the first byte else.
  ///   - rereads: whether all is read once more where there is nothing to go on with.
  ///   - encoding: the one that was chosen; nil for what the file looks like.
  ///   - heart: beats with each buffer, to tell a slow file system from one that does not answer.
  static func run(
    _ file: OpenFile, hasFields: Bool = false, after earlier: RowIndex? = nil, rereads: Bool = false,
    as encoding: FileFormat.Encoding? = nil, cancellation: Cancellation = Cancellation(), heart: FileLane.Heart? = nil,
    report: (Batch) -> Void
  ) {
    var batch = Batch(index: earlier ?? RowIndex())
    func send(expectedSize: Int = 0, failure: UnreadableInput? = nil) {
      batch.expectedSize = max(expectedSize, batch.index.byteOffset)
      batch.failure = failure
      report(batch)
      batch.isAnew = false
    }
    // A pass over the same bytes once more reports at its end: until then the earlier index serves.
    var isProgressive = true
    do throws(UnreadableInput) {
      // Whoever has chosen an encoding wants to see a text, whatever the file is.
      if encoding == nil, let foreign = try ForeignContent(file.bytes(at: 0, count: FileFormat.beginningLength)) {
        batch = Batch(isAnew: true, index: RowIndex())
        return send(failure: foreign.refusal(of: file))
      }
      let format = try FileFormat(of: file, hasFields: hasFields, as: encoding)
      var isSame = false
      // Compressed data was compared when it was looked at.
      if let earlier, earlier.format == format, try file.isCompressed ? true : earlier.samples.agree(with: file) {
        let hasMore = try !file.bytes(at: earlier.samples.byteCount, count: 1).isEmpty
        // The other half of its last unit may have come.
        isSame = !hasMore || !earlier.endsWithinUnit
        isProgressive = earlier.canResume && (hasMore || earlier.unitCount == 0 || !rereads)
      }
      if !isSame || !isProgressive {
        let mark = try file.bytes(at: 0, count: format.start)
        let isSmall = file.size <= ContentSamples.digestedLength
        batch = Batch(isAnew: true, index: RowIndex(format: format, mark: mark, isSmall: isSmall))
      }
      batch.tail = try tail(of: file, behind: batch.index)
    } catch { return send(failure: error) }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: bufferSize, alignment: 4096)
    defer { buffer.deallocate() }
    file.adviseSequential()
    var nextReport = ContinuousClock.now
    while !cancellation.isCancelled {
      let count: Int
      do throws(UnreadableInput) { count = try file.read(into: buffer, at: batch.index.byteOffset) } catch {
        return send(failure: error)
      }
      heart?.beat()
      batch.index.take(UnsafeRawBufferPointer(rebasing: buffer[..<count]), isEnd: count < buffer.count)
      if count < buffer.count {
        guard !batch.index.end() else { continue }
        // The bytes were written once more as they are.
        if !isProgressive, let earlier, earlier.samples.isOfSameBytes(as: batch.index.samples) {
          (batch.index, batch.isAnew) = (earlier, false)
        }
        return send()
      } else if isProgressive, ContinuousClock.now >= nextReport {
        send(expectedSize: file.size)
        nextReport = .now + batchInterval
      }
    }
  }

  /// The lines that end in the last units of a file, as far as an index does not reach nearly as far.
  private static func tail(of file: OpenFile, behind index: RowIndex) throws(UnreadableInput) -> [LinePiece] {
    let format = index.format
    let size = file.size
    guard format.delimiter == nil, !file.isCompressed, size - index.byteOffset > quicklyCounted else { return [] }
    let end = format.unitCount(ofBytes: size - format.start)
    let start = end - LinePiece.length
    func piece(_ units: Range<Int>) -> LinePiece {
      LinePiece(number: 1, lineStart: units.lowerBound, units: units, isLast: true)
    }
    let raw = try file.bytes(at: format.byteOffset(of: start), count: LinePiece.length * format.unit)
    var scanner = RecordScanner(delimiter: nil, at: RowIndex.Anchor(row: 0, offset: start))
    var pieces: [LinePiece] = []
    raw.withUnsafeBytes { raw in
      format.withUnits(of: raw) { units in
        scanner.scan(units) { row, _, range, _ in if row > 0 { pieces.append(piece(range)) } }
      }
    }
    scanner.finish { row, _, range, _ in if row > 0 { pieces.append(piece(range)) } }
    return pieces.isEmpty ? [piece(start..<end)] : pieces
  }
}
