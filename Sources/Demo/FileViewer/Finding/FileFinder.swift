import DemoParts
import Foundation
import TextSearch

/// The pattern that is being found in a file, and the ways to its hits: the first one from where the user was, those before
/// and behind, and the places of hits within a line.
///
/// Lines that a filter hides are no hits: each call that looks for one is told which lines are rows, nil for all.
@MainActor
final class FileFinder {
  /// Called when there are other hits.
  var onChange: (() -> Void)?

  private let file: IndexedFile
  private var search: FileSearch?
  /// Hits in lines that a filter shows.
  private var shownHits = CommonLines()
  /// Finds the places of hits in lines that are on screen.
  private var marker: MatchMarker?
  /// The line at which the search began, until its first hit is shown.
  private var origin: Int?
  /// Lines whose rows show their hits.
  private var markedEnd = 0
  /// The pattern that is being found, or was last.
  private(set) var lastPattern: TextPattern?
  /// The look for a hit in a long line.
  private var looking: Cancellation?

  init(file: IndexedFile) { self.file = file }

  /// Whether something is being found.
  var isOn: Bool { search != nil }
  var pattern: TextPattern? { search?.test.pattern }
  /// Whether all lines that are known were searched.
  var isSearching: Bool { search?.isSearching == true }
  /// The first line that is a row: 1 where line 0 holds titles.
  var firstRow = 0 { didSet { search?.firstRow = firstRow } }
  /// The lines with hits; nil while nothing is being found.
  var found: LineSet? { search?.result.lines }
  /// The part of the file that was searched, or of a long line in which a hit is looked for, 0...1, while that goes on.
  var progress: Double? { search?.isSearching == true ? search?.progress : looking?.progress }

  // MARK: Beginning and ending

  /// Begins to find another pattern; an empty one ends the search.
  /// - Parameter line: the one the user is at. A pattern that is still being typed is found from where its first letter
  ///   was.
  func begin(_ pattern: TextPattern, from line: Int) throws(PatternFault) {
    let start = origin ?? line
    end()
    guard !pattern.text.isEmpty else { return }
    let search = try FileSearch(RowTest(pattern), in: file, from: firstRow)
    marker = MatchMarker(pattern)
    self.search = search
    (origin, lastPattern) = (start, pattern)
    search.onChange = { [weak self, weak search] in if self?.search === search { self?.onChange?() } }
    search.proceed()
  }

  func beginAgain(from line: Int) {
    // It was understood before.
    if let lastPattern { try? begin(lastPattern, from: line) }
  }

  func end() {
    search?.cancel()
    looking?.cancel()
    (search, shownHits, looking, marker, origin, markedEnd) = (nil, CommonLines(), nil, nil, nil, 0)
  }

  /// Has the search go on in lines that came.
  func fileDidChange() { search?.proceed() }

  // MARK: Hits

  /// The first hit from where the search began, from the file's beginning where there are none behind; nil when it was
  /// asked for before, and until it is found.
  func takeFirstHit(among rows: LineSet?) -> Int? {
    guard let search, let origin else { return nil }
    let hit = search.result.lines.first(atOrAfter: origin, alsoIn: rows)
    guard hit != nil || !search.isSearching && file.isComplete else { return nil }
    self.origin = nil
    return hit ?? search.result.lines.first(atOrAfter: 0, alsoIn: rows)
  }

  /// Called when the first hit is shown without being taken: rows stand in another order than lines.
  func didShowFirstHit() { origin = nil }

  /// Whether the first hit is to be shown as soon as it is known.
  var awaitsFirstHit: Bool { origin != nil }

  /// The places of hits in what is shown of a line, in its bytes: 100 at most, 10,000 in a piece of a long line.
  func places(in content: LineContent, of line: Int) -> [Range<Int>] {
    guard found?.contains(line) == true else { return [] }
    return marker?.places {
      Self.ranges(
        of: $0, in: content.cell, most: content.cell.surroundings == nil ? 100 : 10_000, time: .milliseconds(2))
    } ?? []
  }

  /// The places of hits in a text of a line, in UTF-16 units.
  func places(in text: String, of line: Int) -> [NSRange] {
    found?.contains(line) == true ? marker?.places(in: text) ?? [] : []
  }

  /// Matches that begin or end beyond a piece of a line are cut at its edges.
  nonisolated private static func ranges(
    of matcher: LineMatcher, in cell: Page.Cell, most: Int, time: Duration
  ) -> [Range<Int>] {
    var bytes = cell.surroundings?.bytes ?? cell.bytes
    let hasEnd = cell.surroundings?.hasEnd ?? !cell.isCut
    // A CR there belongs to the newline.
    if hasEnd, bytes.last == 0x0d { bytes = bytes.dropLast() }
    let ranges = bytes.withUnsafeBytes {
      matcher.ranges(
        in: $0, most: most, time: time, hasStart: cell.surroundings?.hasStart ?? true, hasEnd: hasEnd)
    }
    let shift = cell.bytes.startIndex - bytes.startIndex
    return ranges.map { $0.clamped(to: shift..<shift + cell.bytes.count) }.filter { !$0.isEmpty }
      .map { $0.lowerBound - shift..<$0.upperBound - shift }
  }

  // MARK: Hits in a long line

  /// Looks, off the main actor, for a hit in a long line.
  /// - Parameters:
  ///   - unit: of the line; the hit is the first behind it, or the last before it. Nil for the first or last of all.
  ///   - then: gets the first unit of the hit that is in the piece it was found in; nil where the search finds no other.
  func findHit(
    in line: LongLine, from unit: Int?, isForward: Bool, then: @escaping @MainActor (Int?) -> Void
  ) {
    looking?.cancel()
    guard let pattern, let opened = file.file else { return then(nil) }
    let (work, format) = (Cancellation(), file.index.format)
    looking = work
    var hit: Int?
    file.makeLane("hits in a line").run(
      work,
      reporting: { (report: (Int?) -> Void) in
        // The expression was understood before.
        guard let matcher = try? LineMatcher(pattern) else { return }
        let first = line.piece((unit ?? (isForward ? 0 : line.units.count)) / LinePiece.length).number
        var nextReport = ContinuousClock.now + .milliseconds(33)
        for number in isForward ? Array(first..<line.pieceCount) : (0...first).reversed() {
          let piece = line.piece(number)
          guard !work.isCancelled, let page = try? PageReader.read(piece, of: opened, format: format) else { return }
          let content = LineContent(page.cell(0, 0), piece, limit: .max, format)
          let hits = Self.ranges(of: matcher, in: content.cell, most: LinePiece.length, time: .milliseconds(100))
          let from = number == first ? unit.map { content.bytes(of: $0..<$0).lowerBound } : nil
          let place =
            isForward
            ? hits.first { $0.lowerBound > from ?? -1 } : hits.last { $0.lowerBound < from ?? .max }
          if let place { return report(content.unit(atByte: place.lowerBound)) }
          guard ContinuousClock.now >= nextReport else { continue }
          nextReport = .now + .milliseconds(33)
          work.progress = Double(isForward ? number : line.pieceCount - number) / Double(line.pieceCount)
          report(nil)
        }
      },
      each: { [weak self] (found: Int?) in
        hit = found
        self?.onChange?()
      },
      then: { [weak self] in
        self?.looking = nil
        then(hit)
        self?.onChange?()
      })
  }

  /// Whether rows on screen may show other hits than when this was asked last.
  /// - Parameter last: the last line on screen.
  func takeChange(upTo last: Int) -> Bool {
    guard let end = found?.end else { return false }
    defer { markedEnd = end }
    return markedEnd <= last || end < markedEnd
  }

  /// The hits among the lines of a filter.
  func hits(in filter: LineFilter) -> LineSet {
    guard let search else { return LineSet() }
    guard let rows = filter.lines else { return search.result.lines }
    shownHits.update(
      [search.result.lines, rows].map { LineSet.Term($0, isExcluded: false) },
      settled: min(search.result.settledLines, filter.settledLines), basis: [search.generation, filter.version])
    return shownHits.lines
  }

  /// How many hits there are and which one a row is, in words; nil while nothing is being found.
  /// - Parameters:
  ///   - hits: those that are rows, by the same numbers as `row`.
  ///   - noun: of one hit.
  func words(at row: Int?, among hits: LineSet, _ noun: String) -> String? {
    guard let search else { return nil }
    let count = hits.count
    var words = "\(GroupedNumber.string(count)) \(noun)\(count == 1 ? "" : "s")"
    if count == 0, !search.isSearching { words = "no \(noun)" }
    if let row, hits.contains(row) { words = GroupedNumber.string(hits.rank(row) + 1) + " of " + words }
    if search.isSearching { words += ", \(Int(whole: search.progress * 100, or: 0)) %" }
    if search.result.costlyLines > 0 { words += ", \(GroupedNumber.string(search.result.costlyLines)) too costly" }
    if let failure = search.result.failure { words += ", \(failure.reason)" }
    return words
  }
}
