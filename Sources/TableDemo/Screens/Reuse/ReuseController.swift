import DemoParts
import UIKit

/// A table beside what it keeps: its containers of cells, and the calls that fill them, shown as slowly as the eye
/// follows. Nothing is guessed: the table tells each step (`TablePassObserver`) and what it holds then
/// (`UITableView.diagnostics`).
///
/// Every cell object has its number and colour, so that one can watch cell 0 leave at the top and come back below.
final class ReuseController: CommandScreen, DemoScreen {
  /// Who moves the tape and the table.
  private enum Playing {
    /// Events are shown as they come.
    case following
    /// Nothing is shown until somebody asks for a step.
    case paused
    /// Row after row comes by itself.
    case running
  }

  /// Where cells come from.
  private enum Supply {
    /// Dequeued, with so many identifiers.
    case reuse(identifiers: Int)
    /// Every third row's cell has no identifier.
    case someAnonymous
    /// Each row has a cell of its own, which is kept.
    case cellForEachRow
  }

  /// The part of the tape to show as soon as it has been recorded.
  private enum Debt {
    case none
    case moments(Int)
    case everything
  }

  /// Seconds for which a moment is shown, at most, those of a frame together, and one of a frame in which no cell
  /// moved.
  private static let pace: TimeInterval = 0.45
  private static let longestFrame: TimeInterval = 6
  private static let quietPace: TimeInterval = 0.03

  let rowCount = 100_000
  var scriptedTable: UITableView { tableView }

  private let recorder = ReuseRecorder()
  private lazy var band = ReuseBandView(tableView)
  private let panel = ReusePanel()
  private let trace = ReuseTraceView()
  private var playing = Playing.following
  private var debt = Debt.none
  private var supply = Supply.reuse(identifiers: 1)
  /// The first frame has been shown.
  private var isLoaded = false
  /// Cells made so far, which is the number of the next one.
  private var cellsMade = 0
  /// The cells of rows that have their own.
  private var ownCells: [Int: ReuseCell] = [:]
  /// Runs while there is something to show, or something to wait for.
  private var link: CADisplayLink?
  /// When the next moment is due, in seconds of the frame clock.
  private var due: TimeInterval = 0

  init() {
    super.init(style: .plain)
    title = "Reuse"
  }

  required init?(coder: NSCoder) { nil }

  override var commands: [ScreenCommand] {
    [
      ScreenCommand("Pause", "P", .keyboardP) { [unowned self] in togglePause() },
      ScreenCommand("Step", "S", .keyboardS) { [unowned self] in step() },
      ScreenCommand("Next row", "N", .keyboardN) { [unowned self] in nextRow() },
      ScreenCommand("Play", "G", .keyboardG) { [unowned self] in toggleRunning() },
      ScreenCommand("Reload", "R", .keyboardR) { [unowned self] in reload() },
      ScreenCommand("Collect first", "O", .keyboardO) { [unowned self] in exchangeOrder() },
      ScreenCommand("1 identifier", "I", .keyboardI) { [unowned self] in exchangeSupply() },
    ]
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    tableView.dataSource = self
    tableView.delegate = self
    tableView.passObserver = recorder
    tableView.showsVerticalScrollIndicator = false
    for identifier in ReuseCell.identifiers { tableView.register(ReuseCell.self, forCellReuseIdentifier: identifier) }
    recorder.onRecord = { [unowned self] in run() }
    for view in [band, panel, trace] { self.view.addSubview(view) }
    bar.hintLabel.text = "Scroll, or let it play."
    showMoment()
  }

  override func viewDidDisappear(_ animated: Bool) {
    super.viewDidDisappear(animated)
    link?.invalidate()
    link = nil
  }

  override func viewDidLayoutSubviews() {
    let barHeight = bar.sizeThatFits(view.bounds.size).height
    bar.frame = CGRect(x: 0, y: 0, width: view.bounds.width, height: barHeight)
    let isNarrow = view.bounds.width < 760
    let gap: CGFloat = isNarrow ? 8 : 16
    let room = CGRect(
      x: gap, y: barHeight + gap, width: max(0, view.bounds.width - 2 * gap),
      height: max(0, view.bounds.height - barHeight - 2 * gap))
    // In a very small window the calls have no room beside the cells.
    trace.isHidden = isNarrow && room.height < 240
    if isNarrow {
      let traceHeight = trace.isHidden ? 0 : min(190, room.height * 0.38).rounded()
      let upper = max(0, room.height - (trace.isHidden ? 0 : traceHeight + gap))
      let bandWidth = (room.width * 0.44).rounded()
      band.frame = CGRect(x: room.minX, y: room.minY, width: bandWidth, height: upper)
      panel.frame = CGRect(
        x: band.frame.maxX + gap, y: room.minY, width: room.width - bandWidth - gap, height: upper)
      trace.frame = CGRect(x: room.minX, y: room.minY + upper + gap, width: room.width, height: traceHeight)
    } else {
      let bandWidth = min(320, room.width * 0.26).rounded()
      let traceWidth = min(440, room.width * 0.34).rounded()
      band.frame = CGRect(x: room.minX, y: room.minY, width: bandWidth, height: room.height)
      trace.frame = CGRect(x: room.maxX - traceWidth, y: room.minY, width: traceWidth, height: room.height)
      panel.frame = CGRect(
        x: band.frame.maxX + gap, y: room.minY, width: trace.frame.minX - band.frame.maxX - 2 * gap,
        height: room.height)
    }
  }

  // MARK: Showing

  /// Has the tape shown from the next frame on.
  private func run() {
    guard link == nil else { return }
    let link = CADisplayLink { [weak self] link in
      guard let self else { return link.invalidate() }
      tick(at: link.timestamp)
    }
    link.add(to: .main, forMode: .common)
    self.link = link
  }

  private func tick(at now: TimeInterval) {
    recorder.frameBegins()
    payDebt()
    if !isLoaded, !recorder.awaitsFrame {
      // The first load is not what one came to see.
      isLoaded = true
      recorder.skip()
      showMoment()
    }
    if playing != .paused, now >= due {
      if recorder.advance() != nil {
        due = now + pace
        showMoment()
      } else if playing == .running {
        scrollByRow("timer")
      }
    }
    guard hasMoreToShow else {
      link?.invalidate()
      link = nil
      return
    }
  }

  private var hasMoreToShow: Bool {
    if case .none = debt {
      return recorder.awaitsFrame || playing == .running || playing == .following && !recorder.tape.isAtEnd
    }
    return true
  }

  /// Shows what was asked for, as far as it has been recorded.
  private func payDebt() {
    switch debt {
    case .none: return
    case .moments(var count):
      while count > 0, recorder.advance() != nil { count -= 1 }
      debt = count > 0 ? .moments(count) : .none
    case .everything:
      guard !recorder.awaitsFrame, !recorder.tape.isAtEnd else { return }
      recorder.skip()
      debt = .none
    }
    showMoment()
  }

  /// How long the moment on display stays.
  private var pace: TimeInterval {
    guard !recorder.tape.isShownQuiet else { return Self.quietPace }
    let pace = min(Self.pace, Self.longestFrame / Double(recorder.tape.shownLength))
    return recorder.tape.waiting.isEmpty ? pace : pace / 3
  }

  private func showMoment() {
    let contents = recorder.tape.moment?.contents ?? ReuseContents(tableView.diagnostics)
    panel.glide = min(0.35, pace * 0.8)
    let sections = tableView.diagnostics.sections
    panel.show(contents, sections: describe(sections, contents), sectionCount: sections.count)
    trace.show(recorder.tape.shown, order: tableView.reuseOrder)
    let counts = contents.counts
    panel.showGrowth(ownCells.count)
    bar.status =
      "\(GroupedNumber.string(counts?.made ?? 0)) cells made, "
      + "\(GroupedNumber.string(counts?.dequeued ?? 0)) dequeued, \(Self.memory)"
  }

  private func describe(_ sections: TableDiagnostics.Sections, _ contents: ReuseContents) -> String {
    guard let section = sections.first else { return "not loaded yet" }
    var text = "section 0: \(GroupedNumber.string(section.rowCount)) rows"
    text += "\ntheir heights: \(GroupedNumber.string(section.rowsHeight)) pt"
    text +=
      "\nheader \(GroupedNumber.string(section.headerHeight)), footer \(GroupedNumber.string(section.footerHeight)) pt"
    if let row = contents.visible.first?.row, let height = section.height(ofRow: row) {
      text += "\nrow \(row): \(GroupedNumber.string(height.points)) pt, \(height.isMeasured ? "known" : "estimated")"
    }
    return text
  }

  /// The program's resident memory, as the system reports it.
  private static var memory: String {
    guard let line = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8),
      let pages = line.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
    else { return "memory unknown" }
    return GroupedNumber.bytes(pages * 4096)
  }

  // MARK: Commands

  private func togglePause() {
    playing = playing == .paused ? .following : .paused
    debt = .none
    namePlaying()
    run()
  }

  private func toggleRunning() {
    playing = playing == .running ? .following : .running
    debt = .none
    namePlaying()
    run()
  }

  private func namePlaying() {
    bar.rename(.keyboardP, to: playing == .paused ? "Go on" : "Pause")
    bar.rename(.keyboardG, to: playing == .running ? "Stop" : "Play")
  }

  /// Shows one moment, of the next row if nothing else waits.
  private func step() {
    playing = .paused
    namePlaying()
    if case .moments(let count) = debt {
      debt = .moments(count + 1)
    } else {
      if recorder.tape.isAtEnd { scrollByRow("step") }
      debt = .moments(1)
    }
    payDebt()
    run()
  }

  /// Scrolls by a row; paused, with everything that this brings about.
  private func nextRow() {
    scrollByRow("next row")
    if playing == .paused { debt = .everything }
    run()
  }

  /// Moves the table by the height of a row at once, as the drawings in books do: one row leaves, one comes.
  private func scrollByRow(_ event: String) {
    recorder.event = event
    let height = tableView.rowHeight
    let last = tableView.contentSize.height - tableView.bounds.height
    let next = ((tableView.contentOffset.y / height).rounded(.down) + 1) * height
    tableView.contentOffset.y = next > last ? 0 : next
    recorder.event = "wheel, key or finger"
  }

  private func reload() {
    recorder.event = "reloadData()"
    tableView.reloadData()
    run()
  }

  private func exchangeOrder() {
    let order: TableReuseOrder = tableView.reuseOrder == .collectFirst ? .askFirst : .collectFirst
    tableView.reuseOrder = order
    bar.rename(.keyboardO, to: order == .collectFirst ? "Collect first" : "Ask first")
    showMoment()
  }

  private func exchangeSupply() {
    let title: String
    switch supply {
    case .reuse(1): (supply, title) = (.reuse(identifiers: 3), "3 identifiers")
    case .reuse: (supply, title) = (.someAnonymous, "Some without")
    case .someAnonymous: (supply, title) = (.cellForEachRow, "Reuse off")
    case .cellForEachRow: (supply, title) = (.reuse(identifiers: 1), "1 identifier")
    }
    ownCells = [:]
    bar.rename(.keyboardI, to: title)
    reload()
  }
}

extension ReuseController: UITableViewDataSource, UITableViewDelegate {
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { rowCount }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = supplyCell(for: indexPath)
    guard let cell = cell as? ReuseCell else { return cell }
    if cell.identity == nil {
      cell.identity = CellIdentity(number: cellsMade)
      cellsMade += 1
    }
    cell.show(row: indexPath.row)
    return cell
  }

  private func supplyCell(for path: IndexPath) -> UITableViewCell {
    switch supply {
    case .reuse(let identifiers):
      return tableView.dequeueReusableCell(
        withIdentifier: ReuseCell.identifiers[path.row % identifiers], for: path)
    case .someAnonymous:
      guard path.row.isMultiple(of: 3) else {
        return tableView.dequeueReusableCell(withIdentifier: ReuseCell.identifiers[0], for: path)
      }
      return ReuseCell(style: .default, reuseIdentifier: nil)
    case .cellForEachRow:
      if let cell = ownCells[path.row] { return cell }
      let cell = ReuseCell(style: .default, reuseIdentifier: nil)
      ownCells[path.row] = cell
      return cell
    }
  }

  func scrollViewDidScroll(_ scrollView: UIScrollView) { band.setNeedsLayout() }
}
