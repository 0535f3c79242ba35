import DemoParts
import Foundation
import TextSearch

/// What a search has found, as far as it has come.
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

/// The search of a file for a pattern, off the main thread: the lines with a match, as far as the file is counted.
///
/// It goes on as the file grows, and starts anew when its lines are those of other bytes; what was found before stays until
/// the new search has as much, or for a quarter of a second.
@MainActor
final class FileSearch {
  let pattern: TextPattern
  private(set) var result = SearchResult()
  /// The reading of the file that the result is of.
  private(set) var generation: Int
  /// Called on the main actor after each change of the above, at most some 30 times a second, and at the end.
  var onChange: (() -> Void)?

  private let file: IndexedFile
  private let lane: FileLane
  private var scan: SearchScan
  /// The reading of the file that is searched.
  private var reading: Int
  /// Units searched.
  private var units = 0
  private var running: Cancellation?
  /// The end of the last pass: it is not tried again.
  private var tried: (units: Int, isEnd: Bool)?
  /// Until then, findings of a search begun anew are kept back.
  private var quietUntil: ContinuousClock.Instant?

  private static let quietTime = Duration.milliseconds(250)

  /// Throws the fault of a pattern that cannot be understood.
  init(_ pattern: TextPattern, in file: IndexedFile) throws(PatternFault) {
    self.pattern = pattern
    self.file = file
    lane = file.makeLane("file search")
    scan = SearchScan(try LineMatcher(pattern))
    (reading, generation) = (file.generation, file.generation)
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
    reading = -1
  }

  /// Searches the lines that came since, if there are any. Called after each change of the file.
  func proceed() {
    guard let opened = file.file, file.generation > 0 else { return }
    if reading != file.generation { restart() }
    let goal = (units: file.index.unitCount, isEnd: !file.isIndexing)
    guard running == nil, tried == nil || tried?.units != goal.units || goal.isEnd && tried?.isEnd == false else {
      return
    }
    tried = goal
    let cancellation = Cancellation()
    running = cancellation
    let (scan, format) = (scan, file.index.format)
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

  private func restart() {
    running?.cancel()
    running = nil
    // The expression was understood before.
    guard let matcher = try? LineMatcher(pattern) else { return }
    scan = SearchScan(matcher)
    reading = file.generation
    (units, tried, result.failure) = (0, nil, nil)
    quietUntil = result.lines.end > 0 ? .now + Self.quietTime : nil
  }

  private func take(_ found: SearchResult) {
    units = found.units
    if let quietUntil, !found.isComplete, ContinuousClock.now < quietUntil, found.lines.end < result.lines.end {
      return
    }
    (quietUntil, result, generation) = (nil, found, reading)
    onChange?()
  }
}

/// Reads a file from front to back for a search. Used by one lane.
private final class SearchScan: @unchecked Sendable {
  private let stream: LineStream
  /// Units taken.
  private var position = 0

  private static let bufferSize = 256 << 10
  private static let reportInterval = Duration.milliseconds(33)

  init(_ matcher: LineMatcher) { stream = LineStream(matcher) }

  /// Searches on to a unit, or as far as the file goes.
  /// - Parameter isEnd: whether the file ends there: the last line is taken as it is.
  func run(
    _ file: OpenFile, _ format: FileFormat, to end: Int, isEnd: Bool, _ cancellation: Cancellation,
    report: (SearchResult) -> Void
  ) {
    let isStopped = { cancellation.isCancelled }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.bufferSize, alignment: 4096)
    defer { buffer.deallocate() }
    var text: [UInt8] = []
    var result = SearchResult()
    func tell(_ lines: LineSet) {
      (result.lines, result.settledLines, result.costlyLines) = (lines, stream.lineCount, stream.costlyLines)
      result.units = position
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
      position += format.unitCount(ofBytes: raw.count)
      guard take(raw, format, &text, isStopped) else { return }
      // The first hit is told at once.
      let isFirst = !hadHit && !stream.found.isEmpty
      guard isFirst || ContinuousClock.now >= nextReport else { continue }
      hadHit = !stream.found.isEmpty
      nextReport = .now + Self.reportInterval
      tell(stream.found)
    }
    guard !isStopped() else { return }
    guard let found = isEnd ? stream.foundWithTail(isStopped: isStopped) : stream.found else { return }
    result.isComplete = true
    tell(found)
  }

  private func take(
    _ raw: UnsafeRawBufferPointer, _ format: FileFormat, _ text: inout [UInt8], _ isStopped: () -> Bool
  ) -> Bool {
    guard format.isTranslated else { return stream.take(raw, isStopped: isStopped) }
    text.removeAll(keepingCapacity: true)
    format.append(raw, to: &text)
    return text.withUnsafeBytes { stream.take($0, isStopped: isStopped) }
  }
}
