import Foundation

/// Where the records of a file begin, remembered sparsely: one in `stride`, half a byte a record.
struct RecordIndex: Sendable {
  /// Records between two that are remembered.
  static let stride = 16

  /// What a pass has found since it told last.
  struct Findings: Sendable {
    /// Starts of the records whose numbers are the next multiples of `stride`.
    var starts: [Int] = []
    /// Records by now, and the bytes they are in.
    var records = 0
    var bytes = 0
    /// Most fields of a record.
    var columns = 0
    /// Records with other fields than the first one has.
    var ragged = 0
    /// From where on quotes mean nothing: where a record began whose quote is never closed; nil where all are.
    var plainFrom: Int?
    /// All is read.
    var isComplete = false
    var failure: UnreadableInput?
  }

  private var starts: ContiguousArray<Int> = []
  private(set) var recordCount = 0
  private(set) var byteCount = 0
  private(set) var columnCount = 0
  private(set) var raggedCount = 0
  /// See `Findings.plainFrom`.
  private(set) var plainFrom: Int?

  mutating func append(_ findings: Findings) {
    starts.append(contentsOf: findings.starts)
    recordCount = findings.records
    byteCount = findings.bytes
    columnCount = findings.columns
    raggedCount = findings.ragged
    plainFrom = findings.plainFrom
  }

  /// Where to look for a record: the start of one at or before it, and how many records on it is.
  /// - Precondition: there is such a record.
  func anchor(of record: Int) -> (start: Int, skipped: Int) { (starts[record / Self.stride], record % Self.stride) }

  /// Where what `anchor(of:)` begins with ends at the latest.
  func end(ofStretchOf record: Int) -> Int {
    let next = record / Self.stride + 1
    return next < starts.count ? starts[next] : byteCount
  }

  /// Bytes on the heap.
  var heapBytes: Int { starts.capacity * MemoryLayout<Int>.stride }

  // MARK: The pass

  /// Reads a file from front to back, off the main thread. The first findings come after the first buffer, later ones
  /// about 30 times a second.
  static func findings(of file: OpenFile, delimiter: UInt8) -> AsyncStream<Findings> {
    AsyncStream { continuation in
      let pass = Task.detached(priority: .userInitiated) {
        run(file, delimiter: delimiter) { continuation.yield($0) }
        continuation.finish()
      }
      continuation.onTermination = { _ in pass.cancel() }
    }
  }

  private static let bufferSize = 256 << 10
  private static let interval = Duration.milliseconds(33)

  /// One pass on the calling thread.
  static func run(_ file: OpenFile, delimiter: UInt8, report: (Findings) -> Void) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: bufferSize, alignment: 4096)
    defer { buffer.deallocate() }
    file.adviseSequential()
    var pass = Pass(delimiter: delimiter)
    let clock = ContinuousClock()
    var nextReport = clock.now
    while !Task.isCancelled {
      let count: Int
      do throws(UnreadableInput) {
        count = try file.read(into: buffer, at: pass.scanner.bytes)
      } catch {
        pass.found.failure = error
        pass.found.isComplete = true
        return report(pass.takeFindings())
      }
      pass.scan(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      if count < buffer.count {
        guard pass.finish() else { continue }
        return report(pass.takeFindings())
      }
      if clock.now >= nextReport {
        report(pass.takeFindings())
        nextReport = clock.now + interval
      }
    }
  }

  private struct Pass {
    var scanner: RecordScanner
    var found = Findings()
    private var firstFields = 0

    init(delimiter: UInt8) { scanner = RecordScanner(delimiter: delimiter) }

    mutating func scan(_ bytes: UnsafeRawBufferPointer) {
      var (found, firstFields) = (found, firstFields)
      scanner.scan(bytes) { Self.note($0, $1.lowerBound, $2, &found, &firstFields) }
      (self.found, self.firstFields) = (found, firstFields)
      self.found.records = scanner.records
      self.found.bytes = scanner.bytes
    }

    /// The file has ended.
    /// - Returns: false when it has to be read again from where a quote opens that is never closed.
    mutating func finish() -> Bool {
      if scanner.isInQuotes {
        found.plainFrom = scanner.recordStart
        scanner = RecordScanner(
          delimiter: scanner.delimiter, from: scanner.recordStart, records: scanner.records, ignoresQuotes: true)
        return false
      }
      var (found, firstFields) = (found, firstFields)
      scanner.finish { Self.note($0, $1.lowerBound, $2, &found, &firstFields) }
      (self.found, self.firstFields) = (found, firstFields)
      self.found.records = scanner.records
      self.found.bytes = scanner.bytes
      self.found.isComplete = true
      return true
    }

    private static func note(
      _ number: Int, _ start: Int, _ fields: Int, _ found: inout Findings, _ firstFields: inout Int
    ) {
      if number % RecordIndex.stride == 0 { found.starts.append(start) }
      if number == 0 { firstFields = fields } else if fields != firstFields { found.ragged &+= 1 }
      if fields > found.columns { found.columns = fields }
    }

    mutating func takeFindings() -> Findings {
      defer { found.starts.removeAll(keepingCapacity: true) }
      return found
    }
  }
}
