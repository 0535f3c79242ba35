import DemoParts
import Foundation

/// A file on screen as rows: its cells by row and column, the pass that counts them, and the watch for changes.
///
/// No call to the file system is made on the main actor: two lanes make them, one for the pass and for looks at the
/// file, one for pages of cells. A cell that was not read yet is nil; `onCells` tells when it is there. What is read
/// comes with the generation it was asked in, and is dropped when that is over. A file system that does not answer
/// leaves rows empty, is told by `isSilent`, and holds up nothing else.
///
/// Other programs may append to the file, cut it, overwrite it, put another in its place or remove it, also while it is
/// being read. The index is never trusted further than the bytes: a cell the file no longer has is empty, and the file
/// is read again until index and bytes agree. What was appended is read alone, to compressed data, too; a removed file goes
/// on being shown, because its bytes stay as long as it is open.
@MainActor
final class IndexedFile {
  let path: String
  /// Whether rows are records of fields, and not lines.
  let hasFields: Bool
  /// The rows, as far as they are known; grows while the pass runs.
  private(set) var index = RowIndex()
  /// The last lines of the file as long as they are not among the rows, where that takes a while.
  private(set) var tail: [LinePiece] = []
  /// How often the rows known were given up for those of other bytes; what was shown of them is void.
  private(set) var generation = 0
  /// Whether a pass is running or about to.
  var isIndexing: Bool { if case .reading = phase { true } else { false } }
  /// Why the file could not be opened, or the pass ended early; nil when it did not.
  private(set) var failure: UnreadableInput?
  /// Why the path does not lead to the bytes shown any more; nil while it does.
  private(set) var detachment: String?
  /// Whether the file system has not answered for a second.
  private(set) var isSilent = false
  /// Called on the main actor after each change of the above.
  var onChange: (() -> Void)?
  /// Called when cells are there that were asked for in vain.
  var onCells: (() -> Void)?
  /// Units of a cell that are read to be shown.
  var cellLimit = LineText.limit + LineText.slack {
    didSet { if cellLimit != oldValue { forgetPages() } }
  }

  /// The encoding that was chosen; nil for what the file looks like. Another one has the file read anew.
  var encoding: FileFormat.Encoding? {
    didSet {
      guard encoding != oldValue, file != nil else { return }
      endPhase()
      (isIndexDoubted, failure) = (true, nil)
      startIndexing()
    }
  }

  /// The file the rows are read from; exchanged when another file takes its path. Nil until it is open.
  private(set) var file: OpenFile?
  private var passLane: FileLane
  private var pageLane: FileLane
  private let laneKind: FileLane.Kind

  private var expectedSize = 0
  /// The work of the pass lane, with the means to cancel it.
  private enum Phase {
    case resting
    /// Looks at what the path leads to, and whether it has changed.
    case looking(Cancellation)
    /// Reads the file, after a look.
    case reading(Cancellation, hasReported: Bool)

    var work: Cancellation? {
      switch self {
      case .resting: nil
      case .looking(let work), .reading(let work, _): work
      }
    }
  }

  private var phase = Phase.resting
  /// Whether bytes were not where the index says, or the file is another: no sample is to be trusted.
  private var isIndexDoubted = false
  /// The file as it was before the last pass looked at it.
  private var seen: FileStamp?
  /// Whether a write that followed `seen` may have left the same stamp.
  private var isSeenFresh = false
  /// The file the path led to when it was opened last.
  private var named: FileStamp.Identity?

  private var pages = PageCache()
  /// Raised whenever pages on their way belong to other bytes or to another limit.
  private var pageEpoch = 0
  private var pageInFlight: (key: PageCache.Key, ticket: FileLane.Ticket?)?
  /// Pages to be read next, the last one first.
  private var wantedPages: [(key: PageCache.Key, row: Int)] = []
  private var hasOwedCells = false
  /// Whether a cell that is not there is worth waiting for a part of a frame.
  private var isPatient = true

  private var watch: FileWatch?
  private var isWatching = false
  /// Whether the watch has told of a change that was not looked at.
  private var isChangeKnown = false
  private var isLookDue = false
  private var lastLook = ContinuousClock.now
  private var pause = IndexedFile.shortestPause
  private var isListening = false

  /// Between two looks at the file, so that a change is on screen within a blink.
  private static let shortestPause = Duration.milliseconds(250)
  /// Between two looks where the file system does not tell of changes.
  private static let slowPause = Duration.seconds(1)
  /// Pauses after a file was read once more are so many times as long as that took.
  private static let restFactor = 4
  /// Milliseconds that a frame waits for bytes that are likely to be in memory.
  private static let patience = 5
  /// Pages that are waited for at once.
  private static let mostWanted = 6

  /// A file that is opened when its rows are asked for.
  init(path: String, hasFields: Bool = false, lanes: FileLane.Kind = .thread) {
    (self.path, self.hasFields) = (path, hasFields)
    laneKind = lanes
    passLane = FileLane(lanes, label: "file pass")
    pageLane = FileLane(lanes, label: "file pages")
  }

  deinit { phase.work?.cancel() }

  /// The part of the file that has been looked at, 0...1; 1 when no pass is running.
  var progress: Double {
    guard isIndexing else { return 1 }
    return expectedSize > 0 ? min(1, Double(byteCount) / Double(expectedSize)) : 0
  }

  /// Whether all rows are known, or known not to be there.
  var isComplete: Bool { !isIndexing && (generation > 0 || failure != nil) }

  /// Bytes looked at so far.
  var byteCount: Int { index.unitCount > 0 ? index.byteOffset : 0 }
  var name: String { FoundFile(path: path).name }

  /// Why this is not all of the file, or not the file of that name any more, in words; nil where it is.
  var trouble: String? {
    if isSilent { return "its file system does not answer" }
    if let failure { return "reading stopped: \(failure.reason)" }
    let notes = [file?.fault, detachment.map { "the file \($0)" }].compactMap(\.self)
    return notes.isEmpty ? nil : notes.joined(separator: ", ")
  }

  /// The size of what was read, in words, and of the file where that is compressed.
  var sizeWords: String {
    let size = GroupedNumber.bytes(byteCount)
    // The file's fault needs the room.
    guard let file, file.fault == nil, let packed = file.compressedSize else { return size }
    return "\(size), gzip \(GroupedNumber.bytes(packed))"
  }

  // MARK: The pass

  /// Opens the file, reads it from where the last pass ended, and watches it from then on; does nothing while a pass is
  /// running.
  func startIndexing() {
    isWatching = true
    guard !isIndexing else { return }
    endPhase()
    look { .reading($0, hasReported: false) }
  }

  /// Stops a running pass and the watch; the rows found so far stay.
  func cancelIndexing() {
    endPhase()
    (watch, isWatching, tail) = (nil, false, [])
  }

  private func endPhase() {
    phase.work?.cancel()
    phase = .resting
  }

  /// Stops reading for the user: the rows found so far stay, and `failure` says why there are no more.
  func stopReading() {
    guard isIndexing, file != nil else { return }
    cancelIndexing()
    failure = UnreadableInput(path: path, reason: "by you; open the file again to go on")
    onChange?()
  }

  /// Looks at the file and what its path leads to; reads it when it is another or may hold other bytes than those read.
  func check() {
    if case .resting = phase { look(Phase.looking) }
  }

  /// - Parameter phaseOf: the phase that begins, of its work.
  private func look(_ phaseOf: (Cancellation) -> Phase) {
    let work = Cancellation()
    (phase, isChangeKnown) = (phaseOf(work), false)
    listen()
    let begin = ContinuousClock.now
    let didHear: @Sendable (OpenFile?) -> Void = { [weak self] file in
      DispatchQueue.main.async { MainActor.assumeIsolated { self?.didHear(of: file) } }
    }
    let isFresh = isSeenFresh && (watch == nil || laneKind == .inline)
    let (mayRead, mustRead) = (isWatching, isIndexing || isIndexDoubted || isFresh)
    let earlier = isIndexDoubted || generation == 0 ? nil : index
    let hears = laneKind == .thread
    passLane.run(
      work,
      reporting: { [path, named, file, watch, seen, hasFields, encoding, heart = passLane.heart] report in
        let isWritten = watch?.rearm() == true
        let look = Look(path, named, file)
        report(PassReport.look(look))
        guard mayRead, let opened = look.opened ?? file,
          look.opened != nil || mustRead || isWritten || opened.stamp != seen
        else { return }
        // A watch reports changes of this file alone.
        let known = look.opened == nil ? watch : nil
        let watch = known ?? (hears ? FileWatch(of: opened) { [weak opened] in didHear(opened) } : nil)
        watch?.rearm()
        let stamp = opened.stamp
        report(.begin(stamp, isFresh: stamp?.isFresh ?? false, watch))
        let isOverwritten = seen != nil && stamp != seen && stamp?.size == seen?.size
        IndexPass.run(
          opened, hasFields: hasFields, after: look.opened == nil ? earlier : nil,
          rereads: isOverwritten || earlier?.byteOffset ?? 0 <= ContentSamples.digestedLength, as: encoding,
          cancellation: work, heart: heart
        ) { report(.batch($0)) }
      },
      each: { [weak self] (report: PassReport) in self?.take(report) },
      then: { [weak self] in
        guard let self else { return }
        let wasIndexing = isIndexing
        (phase, tail, lastLook) = (.resting, [], .now)
        // A file without rest does not keep a processor busy.
        if wasIndexing { pause = max(Self.shortestPause, (.now - begin) * Self.restFactor) }
        lookLater()
        if wasIndexing { onChange?() }
      })
  }

  private enum PassReport: Sendable {
    case look(Look)
    /// The file as it is before it is read, and its watch.
    case begin(FileStamp?, isFresh: Bool, FileWatch?)
    case batch(IndexPass.Batch)
  }

  private func take(_ report: PassReport) {
    switch report {
    case .look(let look): take(look)
    case .begin(let stamp, let isFresh, let watch):
      (seen, isSeenFresh) = (stamp, isFresh)
      if let work = phase.work { phase = .reading(work, hasReported: false) }
      self.watch = watch
    case .batch(let batch): take(batch)
    }
  }

  /// The result of a look at what a path leads to.
  private struct Look: Sendable {
    let named: FileStamp.Identity?
    /// Why the path leads nowhere.
    let nameError: Int32
    /// The file that took the path; nil when the file is the same.
    let replacement: Result<OpenFile, UnreadableInput>?
    var opened: OpenFile? { try? replacement?.get() }

    init(_ path: String, _ known: FileStamp.Identity?, _ file: OpenFile?) {
      errno = 0
      named = FileStamp(path: path)?.identity
      nameError = named == nil ? errno : 0
      let isSame = file != nil && named == known && file?.takeGrowth() == true
      replacement =
        isSame ? nil : Result<OpenFile, UnreadableInput> { () throws(UnreadableInput) in try OpenFile(path: path) }
    }
  }

  private func take(_ look: Look) {
    let old = (detachment, failure)
    named = look.named
    switch look.replacement {
    case nil: detachment = nil
    case .success(let opened):
      (file, watch) = (opened, nil)
      forgetPages()
      (isIndexDoubted, detachment, failure) = (generation > 0, nil, nil)
    case .failure(let error) where file == nil: failure = error
    case .failure(let error) where look.named != nil: detachment = "was replaced: \(error.reason)"
    case .failure:
      detachment = look.nameError == ENOENT ? "was removed" : "cannot be reached: \(OpenFile.reason(look.nameError))"
    }
    if old.0 != detachment || old.1 != failure { onChange?() }
  }

  private func take(_ batch: IndexPass.Batch) {
    if batch.isAnew {
      generation += 1
      isIndexDoubted = false
    }
    var isFirst = false
    if case .reading(let work, hasReported: false) = phase {
      isFirst = true
      phase = .reading(work, hasReported: true)
    }
    if batch.isAnew || isFirst {
      // Cells may be of bytes that were there before.
      forgetPages()
    } else if batch.index.unitCount != index.unitCount {
      // The row that was the last may go on now.
      pages.remove(from: index.rowCount - 1)
    }
    (index, tail, expectedSize, failure) = (batch.index, batch.tail, batch.expectedSize, batch.failure)
    onChange?()
  }

  // MARK: Cells

  /// The content of a cell, both counted from 0; empty where the file has none. Nil when it was not read yet: `onCells`
  /// tells when it is there.
  ///
  /// Waits a part of a frame for bytes that are in memory, and not again before a file system that is slower has
  /// answered.
  func cell(_ row: Int, _ column: Int = 0) -> Page.Cell? {
    guard row >= 0, row < index.rowCount, column >= 0, column < index.columns, let file else { return .empty }
    let key = PageCache.Key(of: row, column)
    if let cell = pages.cell(row, column, key) {
      readAhead(of: row, key, file)
      return cell
    }
    return awaited(row, column, key, file)
  }

  /// A piece of a line, as `cell` gives a cell.
  func piece(_ piece: LinePiece) -> Page.Cell? {
    guard let file else { return .empty }
    let key = PageCache.Key(piece)
    return pages.cell(0, 0, key) ?? awaited(0, 0, key, file)
  }

  private func awaited(_ row: Int, _ column: Int, _ key: PageCache.Key, _ file: OpenFile) -> Page.Cell? {
    // Of a page with long rows the first try may not get as far as the row.
    for _ in 0..<3 where pages.cell(row, column, key) == nil {
      if let (_, ticket) = pageInFlight, isPatient {
        isPatient = ticket?.wait(milliseconds: Self.patience) ?? false
      }
      guard pageInFlight == nil, pages.cell(row, column, key) == nil else { break }
      read(key, row, file)
    }
    if let ticket = pageInFlight?.ticket, isPatient { isPatient = ticket.wait(milliseconds: Self.patience) }
    if let cell = pages.cell(row, column, key) { return cell }
    hasOwedCells = true
    want(key, row)
    return nil
  }

  /// Near the edge of a page the next one is fetched, so that scrolling finds it there.
  private func readAhead(of row: Int, _ key: PageCache.Key, _ file: OpenFile) {
    let place = row % PageCache.rows
    guard place == PageCache.rows / 4 || place == PageCache.rows * 3 / 4, pageInFlight == nil else { return }
    let next = key.moved(by: place < PageCache.rows / 2 ? -1 : 1)
    guard next.row >= 0, !pages.has(next), let first = next.rows(of: index.rowCount).first else { return }
    read(next, first, file)
  }

  private func want(_ key: PageCache.Key, _ row: Int) {
    wantedPages.removeAll { $0.key == key }
    wantedPages.append((key, row))
    // Pages that were scrolled past long ago are not read any more.
    if wantedPages.count > Self.mostWanted { wantedPages.removeFirst() }
  }

  /// Reads the part of a page that a row is in, if it was not read.
  private func read(_ key: PageCache.Key, _ row: Int, _ file: OpenFile) {
    let (format, heart) = (index.format, pageLane.heart)
    let read: @Sendable () throws(UnreadableInput) -> Page
    if let piece = key.piece {
      guard !pages.has(key) else { return }
      read = { () throws(UnreadableInput) in try PageReader.read(piece, of: file, format: format) }
    } else {
      var rows = pages.gap(around: row, key, of: index.rowCount)
      guard rows.contains(row) else { return }
      // Where rows are so long that a page comes in many parts, the one that is looked at comes first.
      if pages.has(key) || index.isLong(rows), row - rows.lowerBound > 8 { rows = row..<rows.upperBound }
      guard let request = index.request(rows, key.columns(of: index.columns), limit: cellLimit) else { return }
      read = { () throws(UnreadableInput) in try PageReader.read(request, of: file, heart: heart) }
    }
    let asked = (epoch: pageEpoch, units: index.unitCount, rows: index.rowCount)
    listen()
    pageInFlight = (key, nil)
    let ticket = pageLane.run {
      Result<Page, UnreadableInput>(catching: read)
    } then: { [weak self] in
      self?.didRead($0, key, asked)
    }
    if pageInFlight != nil { pageInFlight?.ticket = ticket }
  }

  /// - Parameter asked: what the page is of.
  private func didRead(
    _ result: Result<Page, UnreadableInput>, _ key: PageCache.Key, _ asked: (epoch: Int, units: Int, rows: Int)
  ) {
    pageInFlight = nil
    isPatient = true
    if asked.epoch == pageEpoch {
      switch result {
      case .success(let page):
        pages.insert(page, key)
        // The row that was the last may have more by now.
        if asked.units != index.unitCount { pages.remove(from: asked.rows - 1) }
        if page.isOutdated { doubtIndex() }
      case .failure(let error):
        failure = error
        doubtIndex()
        onChange?()
        return
      }
    }
    if hasOwedCells { tellOfCells() }
    while pageInFlight == nil, let next = wantedPages.popLast(), let file { read(next.key, next.row, file) }
  }

  /// Not within the call that asks for a cell.
  private func tellOfCells() {
    hasOwedCells = false
    DispatchQueue.main.async { [weak self] in MainActor.assumeIsolated { self?.onCells?() } }
  }

  private func forgetPages() {
    pages.removeAll()
    pageEpoch += 1
    wantedPages.removeAll()
  }

  private func doubtIndex() {
    isIndexDoubted = true
    if laneKind == .thread { lookSoon() }
  }

  // MARK: Whole cells

  /// Reads cells whole, whatever their length, on a lane of its own.
  /// - Parameters:
  ///   - rows: in any order.
  ///   - columns: in any order.
  ///   - mostBytes: of all cells together.
  ///   - then: gets the cells of each row in order; an error tells why not.
  /// - Returns: what waits for the answer; nil while the file is not open.
  @discardableResult
  func wholeCells(
    rows: [Int], columns: [Int], mostBytes: Int,
    then: @escaping @MainActor (Result<[[String]], UnreadableInput>) -> Void
  ) -> FileLane.Ticket? {
    let reader = WholeCells(index: index, columns: columns)
    return read(
      { file throws(UnreadableInput) in try reader.read(rows, of: file, mostBytes: mostBytes) }, then: then)
  }

  /// Does work that reads the whole file, on a lane of its own.
  /// - Returns: what waits for the answer; nil while the file is not open.
  @discardableResult
  func read<Answer: Sendable>(
    _ work: @escaping @Sendable (OpenFile) throws(UnreadableInput) -> Answer,
    then: @escaping @MainActor (Result<Answer, UnreadableInput>) -> Void
  ) -> FileLane.Ticket? {
    guard let file else { return nil }
    return makeLane("file work").run(
      { Result { () throws(UnreadableInput) in try work(file) } }, then: then)
  }

  func makeLane(_ label: String) -> FileLane { FileLane(laneKind, label: label) }

  // MARK: Watching

  /// The watch has told of a change.
  private func didHear(of file: OpenFile?) {
    guard let file, file === self.file, isWatching else { return }
    isChangeKnown = true
    lookSoon()
  }

  /// Looks at the file when the pause since the last look is over.
  private func lookSoon() {
    guard isWatching, !isLookDue, laneKind == .thread else { return }
    isLookDue = true
    let wait = max(.zero, pause - (.now - lastLook))
    DispatchQueue.main.asyncAfter(deadline: .now() + wait / .seconds(1)) { [weak self] in
      MainActor.assumeIsolated {
        guard let self else { return }
        self.isLookDue = false
        if self.isWatching { self.check() }
      }
    }
  }

  /// After a pass or look: where no watch tells of changes, the next look comes by itself.
  private func lookLater() {
    guard isWatching, laneKind == .thread else { return }
    if watch == nil || failure != nil { pause = max(pause, Self.slowPause) }
    if watch == nil || isChangeKnown || isIndexDoubted { lookSoon() }
  }

  // MARK: Silence

  /// Listens, while something is asked of the file system, whether it answers.
  private func listen() {
    guard !isListening, laneKind == .thread else { return }
    isListening = true
    DispatchQueue.main.asyncAfter(deadline: .now() + 1) { [weak self] in
      MainActor.assumeIsolated { self?.listenAgain() }
    }
  }

  private func listenAgain() {
    isListening = false
    let silence = max(passLane.silence, pageLane.silence)
    let isSilent = silence >= .seconds(1)
    if isSilent != self.isSilent {
      self.isSilent = isSilent
      onChange?()
    }
    if silence > .zero { listen() }
  }
}
