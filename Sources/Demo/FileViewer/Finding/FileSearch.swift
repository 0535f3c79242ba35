import DemoParts
import Foundation
import TextSearch

/// The result of a search so far. A line is a record where the file has fields.
struct SearchResult: Sendable {
  /// The lines with a match.
  var lines = LineSet()
  /// Lines that were searched and do not change as the file grows: the last one may go on.
  var settledLines = 0
  /// Lines that the expression was too costly for.
  var costlyLines = 0
  /// Units searched.
  var units = 0
  /// Whether the lines that were known at the beginning of the search are searched.
  var isComplete = false
  /// Why the search ended early.
  var failure: UnreadableInput?
}

/// The search of a file, off the main thread: the lines, or records, that pass a test, as far as the file is counted.
///
/// It goes on as the file grows, and starts anew when its lines are those of other bytes; what was found before stays until
/// the new search has as much, or for a quarter of a second.
@MainActor
final class FileSearch {
  let test: RowTest
  private(set) var result = SearchResult()
  /// Raised when the result is of other bytes than before.
  private(set) var generation = 0
  /// The first line that takes part. Setting another one starts anew.
  var firstRow: Int { didSet { if firstRow != oldValue { proceed() } } }
  /// Called on the main actor after each change of the above, at most some 30 times a second, and at the end.
  var onChange: (() -> Void)?

  private let file: IndexedFile
  private let lane: FileLane
  private var scan: SearchScan?
  /// The facts that decide which lines there are: findings hold as long as these stay.
  private struct Reading: Equatable {
    let generation: Int
    let plainFrom: Int?
    let firstRow: Int
  }
  private var reading: Reading?
  /// Readings so far.
  private var readingCount = 0
  /// Units searched.
  private var units = 0
  private var running: Cancellation?
  /// The end of the last pass: it is not tried again.
  private var tried: (units: Int, isEnd: Bool)?
  /// Until then, findings of a search begun anew are kept back.
  private var quietUntil: ContinuousClock.Instant?

  private static let quietTime = Duration.milliseconds(250)

  /// Throws the fault of a pattern that cannot be understood.
  init(_ test: RowTest, in file: IndexedFile, from firstRow: Int = 0) throws(PatternFault) {
    _ = try FieldMatcher(test.content)
    (self.test, self.file, self.firstRow) = (test, file, firstRow)
    lane = file.makeLane("file search")
  }

  deinit { running?.cancel() }

  /// Whether not all lines that are known were searched.
  var isSearching: Bool { running != nil }
  /// The part of the known lines that was searched, 0...1.
  var progress: Double {
    file.index.unitCount > 0 ? min(1, Double(units) / Double(file.index.unitCount)) : 1
  }

  /// Stops the search; what was found stays.
  func cancel() {
    running?.cancel()
    running = nil
    // A search that was stopped within a line cannot go on.
    reading = nil
  }

  /// Searches the lines that came since, if there are any. Called after each change of the file.
  func proceed() {
    guard let opened = file.file, file.generation > 0 else { return }
    let wanted = Reading(generation: file.generation, plainFrom: file.index.plainFrom, firstRow: firstRow)
    if reading != wanted { restart(wanted) }
    guard let scan else { return }
    let goal = (units: file.index.unitCount, isEnd: !file.isIndexing)
    guard running == nil, tried == nil || tried?.units != goal.units || goal.isEnd && tried?.isEnd == false else {
      return
    }
    tried = goal
    let cancellation = Cancellation()
    running = cancellation
    let format = file.index.format
    lane.run(
      cancellation,
      reporting: { report in
        scan.run(opened, format, to: goal.units, isEnd: goal.isEnd, cancellation, report: report)
      },
      each: { [weak self] in self?.take($0) },
      then: { [weak self] in
        guard let self else { return }
        (running, quietUntil) = (nil, nil)
        // Lines may have come meanwhile: it is told to have ended once it has.
        proceed()
        onChange?()
      })
  }

  private func restart(_ wanted: Reading) {
    running?.cancel()
    running = nil
    // The expression was understood before.
    scan = try? SearchScan(test, file.index, firstRow)
    reading = wanted
    readingCount += 1
    (units, tried, result.failure) = (0, nil, nil)
    quietUntil = result.lines.end > 0 ? .now + Self.quietTime : nil
  }

  private func take(_ found: SearchResult) {
    units = found.units
    if let quietUntil, !found.isComplete, ContinuousClock.now < quietUntil, found.lines.end < result.lines.end {
      return
    }
    (quietUntil, result, generation) = (nil, found, readingCount)
    onChange?()
  }
}

/// Searches the rows of a file, which come in buffers: lines, or records where rows have fields.
private protocol RowStream {
  /// Rows that pass, of all that have ended.
  var found: LineSet { get }
  /// Rows that have ended.
  var rowCount: Int { get }
  /// Rows, or fields, that the expression was too costly for.
  var costlyRows: Int { get }
  /// Takes the next bytes.
  /// - Returns: false when it was stopped; nothing is to be taken then.
  func take(_ chunk: FileChunk, isStopped: () -> Bool) -> Bool
  /// The rows that pass, the last one as if it ended before `chunk`; nil when it was stopped.
  func foundWithTail(_ chunk: FileChunk, isStopped: () -> Bool) -> LineSet?
}

extension RecordStream: RowStream {}

extension LineStream: RowStream {
  fileprivate var rowCount: Int { lineCount }
  fileprivate var costlyRows: Int { costlyLines }

  fileprivate func take(_ chunk: FileChunk, isStopped: () -> Bool) -> Bool {
    guard chunk.format.isTranslated else { return take(chunk.raw, isStopped: isStopped) }
    var text: [UInt8] = []
    chunk.format.append(chunk.raw, to: &text)
    return text.withUnsafeBytes { take($0, isStopped: isStopped) }
  }

  fileprivate func foundWithTail(_ chunk: FileChunk, isStopped: () -> Bool) -> LineSet? {
    foundWithTail(isStopped: isStopped)
  }
}

/// Reads a file from front to back for a search. Used by one lane.
private final class SearchScan: @unchecked Sendable {
  private let stream: any RowStream
  /// Units taken.
  private var position = 0

  private static let bufferSize = 256 << 10
  private static let reportInterval = Duration.milliseconds(33)

  init(_ test: RowTest, _ index: RowIndex, _ firstRow: Int) throws(PatternFault) {
    if let delimiter = index.format.delimiter {
      stream = try RecordStream(test, delimiter, plainFrom: index.plainFrom, first: firstRow)
    } else {
      stream = LineStream(try LineMatcher(test.pattern ?? TextPattern("")))
    }
  }

  /// Searches on to a unit, or as far as the file goes.
  /// - Parameter isEnd: whether the file ends there: the last line is taken as it is.
  func run(
    _ file: OpenFile, _ format: FileFormat, to end: Int, isEnd: Bool, _ cancellation: Cancellation,
    report: (SearchResult) -> Void
  ) {
    let isStopped = { cancellation.isCancelled }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.bufferSize, alignment: 4096)
    defer { buffer.deallocate() }
    var result = SearchResult()
    func tell(_ lines: LineSet) {
      (result.lines, result.units) = (lines, position)
      (result.settledLines, result.costlyLines) = (stream.rowCount, stream.costlyRows)
      report(result)
    }
    var nextReport = ContinuousClock.now
    var hadHit = !stream.found.isEmpty
    while position < end, !isStopped() {
      let wanted = min(Self.bufferSize / format.unit, end - position) * format.unit
      var count = 0
      do throws(UnreadableInput) {
        count = try file.read(
          into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted]), at: format.byteOffset(of: position))
      } catch { result.failure = error }
      let raw = format.wholeCharacters(
        UnsafeRawBufferPointer(rebasing: buffer[..<count]), isEnd: count < wanted || position + wanted == end)
      guard !raw.isEmpty else { break }
      let chunk = FileChunk(file: file, format: format, start: position, raw: raw)
      position += format.unitCount(ofBytes: raw.count)
      guard stream.take(chunk, isStopped: isStopped) else { return }
      // The first hit is told at once.
      let isFirst = !hadHit && !stream.found.isEmpty
      guard isFirst || ContinuousClock.now >= nextReport else { continue }
      hadHit = hadHit || isFirst
      nextReport = .now + Self.reportInterval
      tell(stream.found)
    }
    let end = FileChunk(file: file, format: format, start: position)
    guard !isStopped(), let all = isEnd ? stream.foundWithTail(end, isStopped: isStopped) : stream.found else { return }
    result.isComplete = true
    tell(all)
  }
}
