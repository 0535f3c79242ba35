import Assets
import DemoParts
import UIKit

/// A table beside what it keeps: its containers of cells, and the calls that fill them. All three are told at one time,
/// that of the player: the present by default, or any moment of the last frames, to which one steps, drags or plays.
/// Nothing is guessed: the table tells each step (`TablePassObserver`) and what it holds then (`UITableView.diagnostics`).
///
/// Every cell object has its number and colour, so that one can watch cell 0 leave at the top and come back below.
final class ReuseController: CommandScreen, DemoScreen {
  /// Where cells come from.
  private enum Supply: Int {
    /// Dequeued, with one identifier or three.
    case oneIdentifier, threeIdentifiers
    /// No cell has an identifier.
    case noIdentifier
  }

  let rowCount = ReuseRows.count
  private(set) var recorder: ReuseRecorder
  let band: ReuseBandView
  let panel = ReusePanel(.table)
  let trace = ReuseTraceView(.table)
  let player: ReusePlayer
  private let controls = ReuseControls()
  private var comparison: ReuseComparison?
  private let limits: ReuseComparison.Limits
  private var tour: ReuseTour?
  private var source: ReuseSource
  private let code = CodeView()
  private var supply = Supply.oneIdentifier
  private var reuses = true
  private var order = TableReuseOrder.collectFirst
  /// Cells made so far, which is the number of the next one, and by how many bytes the process grew meanwhile.
  private var cellsMade = 0
  private var bytesMade = 0
  /// The program itself moves the table.
  private var isMovingItself = false

  /// - Parameter limits: how far the list without reuse may go.
  init(limits: ReuseComparison.Limits = ReuseComparison.Limits()) {
    self.limits = limits
    band = ReuseBandView(UITableView(frame: .zero, style: .plain))
    source = ReuseSource(band)
    recorder = Self.makeRecorder(ReuseRows())
    player = ReusePlayer(recorder.calls)
    super.init(style: .plain)
  }

  required init?(coder: NSCoder) { nil }

  private static func makeRecorder(_ rows: ReuseRows, keepsCells: Bool = false) -> ReuseRecorder {
    ReuseRecorder(
      .init(cell: { ($0 as? ReuseCell)?.identity?.number }, item: { rows.item($0) }, keepsCells: keepsCells))
  }

  override var commands: [ScreenCommand] {
    [
      ScreenCommand("Next row", "N", "arrow.down") { [unowned self] in player.act { player.advance("next row") } },
      ScreenCommand("Reload", "R", "arrow.clockwise") { [unowned self] in player.act { reload() } },
      ScreenCommand("Walk-through", "T", "map") { [unowned self] in toggleTour() },
    ]
  }

  /// The keys of the choices.
  private lazy var keys: [ScreenCommand] = [
    ScreenCommand("Order", "O") { [unowned self] in player.act { controls.order.chooseNext() } },
    ScreenCommand("Identifiers", "I") { [unowned self] in player.act { controls.identifiers.chooseNext() } },
    ScreenCommand("Reuse", "U") { [unowned self] in player.act { controls.reuse.chooseNext() } },
    ScreenCommand("Headers", "H") { [unowned self] in player.act { controls.headers.chooseNext() } },
    ScreenCommand("Compare", "C") { [unowned self] in player.act { controls.beside.chooseNext() } },
  ]

  override var contentWidth: ContentWidth { .whole }

  override var keyHints: [KeyHint] {
    buttons.keyHints + (player.keys + keys).map { KeyHint($0.keyName, action: $0.title) }
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    band.tableView = tableView
    prepareTable()
    for view in [band, panel, trace, code, controls, player.view] { self.view.addSubview(view) }
    bar.hint = "Scroll the table, step through what it did, or let it play."
    for (name, control) in controls.named { control.selection = choices[name] ?? control.selection }
    controls.onChange = { [unowned self] in
      for (name, control) in controls.named { choose(control.selection, name) }
      player.act { takeChoices() }
    }
    code.show([("The data source", ShownCode(Assets.Source.reuse.text, of: "ReuseSource"))])
    player.onShow = { [unowned self] in showMoment() }
    player.onAct = { [unowned self] in if tour != nil { endTour() } }
    player.onAdvance = { [unowned self] event in scrollByRow(event) }
    player.onTick = { [unowned self] now in tick(now) }
    takeChoices()
  }

  /// Gives the table what it shows, and listens to it.
  private func prepareTable() {
    tableView.dataSource = self
    tableView.delegate = self
    tableView.prefetchDataSource = self
    tableView.passObserver = recorder
    tableView.reuseOrder = order
    tableView.showsVerticalScrollIndicator = false
    tableView.sectionHeaderTopPadding = 0
    for identifier in ReuseCell.identifiers { tableView.register(ReuseCell.self, forCellReuseIdentifier: identifier) }
  }

  override func viewDidDisappear(_ animated: Bool) {
    super.viewDidDisappear(animated)
    player.end()
  }

  override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    let press = presses.first
    if player.handle(press) { return }
    guard let command = keys.first(where: { press?.key?.matches($0.keyName) == true }) else {
      return super.pressesBegan(presses, with: event)
    }
    if press?.isRepeat == false { command.run() }
  }

  override func viewDidLayoutSubviews() {
    place(in: placeBars())
  }

  /// Places what is below the bar.
  private func place(in area: CGRect) {
    let isNarrow = area.width < 760
    let gap: CGFloat = isNarrow ? 8 : 14
    let margin = isNarrow ? gap : ScreenMargin.points(in: area.width)
    let width = max(0, area.width - 2 * margin)
    // In a very small window the table and its cells come first.
    controls.isHidden = area.height < 330
    player.view.isHidden = area.height < 220
    let controlsHeight =
      controls.isHidden ? 0 : controls.height(in: width, isLow: area.height < (isNarrow ? 620 : 470))
    controls.frame = CGRect(x: area.minX + margin, y: area.minY + gap / 2, width: width, height: controlsHeight)
    let top = controls.isHidden ? area.minY + gap : controls.frame.maxY + gap / 2
    let timelineHeight = player.view.isHidden ? 0 : player.view.height(in: width)
    player.view.frame = CGRect(
      x: area.minX + margin, y: area.maxY - timelineHeight - gap / 2, width: width, height: timelineHeight)
    let bottom = player.view.isHidden ? area.maxY - gap : player.view.frame.minY - gap / 2
    let room = CGRect(x: area.minX + margin, y: top, width: width, height: max(0, bottom - top))
    if isNarrow { placeNarrow(room, gap) } else { placeWide(room, gap) }
    panel.isHidden = comparison != nil
    if comparison != nil { (trace.isHidden, code.isHidden) = (true, true) }
  }

  private func placeWide(_ room: CGRect, _ gap: CGFloat) {
    trace.isHidden = false
    let bandWidth = min(320, room.width * 0.28).rounded()
    let traceWidth = min(440, room.width * 0.36).rounded()
    band.frame = CGRect(x: room.minX, y: room.minY, width: bandWidth, height: room.height)
    let codeHeight = min(code.height(in: traceWidth), (room.height * 0.42).rounded(), room.height - gap - 310)
    code.isHidden = codeHeight < 120
    let traceHeight = room.height - (code.isHidden ? 0 : codeHeight + gap)
    trace.frame = CGRect(x: room.maxX - traceWidth, y: room.minY, width: traceWidth, height: traceHeight)
    code.frame = CGRect(x: trace.frame.minX, y: room.maxY - codeHeight, width: traceWidth, height: codeHeight)
    panel.frame = CGRect(
      x: band.frame.maxX + gap, y: room.minY, width: max(0, trace.frame.minX - band.frame.maxX - 2 * gap),
      height: room.height)
    comparison?.frame = CGRect(
      x: panel.frame.minX, y: room.minY, width: room.maxX - panel.frame.minX, height: room.height)
  }

  private func placeNarrow(_ room: CGRect, _ gap: CGFloat) {
    trace.isHidden = room.height < 240
    code.isHidden = room.height < 560
    let traceHeight = trace.isHidden ? 0 : min(190, room.height * 0.38).rounded()
    let codeHeight = code.isHidden ? 0 : (room.height * 0.2).rounded()
    let upper = max(
      0, room.height - (trace.isHidden ? 0 : traceHeight + gap) - (code.isHidden ? 0 : codeHeight + gap))
    let bandWidth = (room.width * 0.44).rounded()
    let x = room.minX + bandWidth + gap
    band.frame = CGRect(
      x: room.minX, y: room.minY, width: bandWidth, height: comparison == nil ? upper : room.height)
    panel.frame = CGRect(x: x, y: room.minY, width: room.maxX - x, height: upper)
    trace.frame = CGRect(x: room.minX, y: room.minY + upper + gap, width: room.width, height: traceHeight)
    code.frame = CGRect(x: room.minX, y: room.maxY - codeHeight, width: room.width, height: codeHeight)
    comparison?.frame = CGRect(x: x, y: room.minY, width: room.maxX - x, height: room.height)
  }

  // MARK: Showing

  private func tick(_ now: TimeInterval) -> Bool {
    if let tour {
      if !player.hasWork, tour.isDue(at: now) { takeTourStep(now) }
      tellTourCall()
    }
    guard let comparison else { return tour != nil }
    let cells = tableView.diagnostics
    let count = reuses ? cells.visible.count + cells.idleCount : source.ownCellCount
    return comparison.tick(reused: (count, bytesMade)) || tour != nil
  }

  private func showMoment() {
    let contents = player.contents
    let timeline = player.timeline
    panel.glide = player.glide
    band.tell(timeline.isLive ? nil : contents)
    panel.show(contents)
    trace.show(timeline.shown, isLive: timeline.isLive)
    code.light(timeline.isLive ? [] : code.shown.code.lines(naming: timeline.shown?.nesting.map(\.title) ?? []))
    let made = GroupedNumber.string(contents.counts?.made ?? 0)
    let dequeued = contents.counts?.dequeued ?? 0
    let times = "\(GroupedNumber.string(dequeued)) \(dequeued == 1 ? "time" : "times")"
    let rows = GroupedNumber.string(rowCount)
    bar.status =
      !reuses
      ? "\(rows) rows without reuse: \(made) cells kept, one a row"
      : supply == .noIdentifier
        ? "\(rows) rows without identifiers: \(made) cells made, one for every row that came"
        : "\(rows) rows, \(made) cells: handed out again \(times)"
    nameControls()
  }

  private func nameControls() {
    controls.order.selection = order == .collectFirst ? 1 : 0
    controls.order.isEnabled = reuses
    controls.identifiers.isEnabled = reuses
    controls.show(tour?.caption, order: order)
  }

  // MARK: Commands

  /// Moves the table by the height of a row at once, as the drawings in books do: one row leaves, one comes.
  private func scrollByRow(_ event: String) {
    recorder.event = event
    isMovingItself = true
    let height = tableView.rowHeight
    let last = tableView.contentSize.height - tableView.bounds.height
    let next = ((tableView.contentOffset.y / height).rounded(.down) + 1) * height
    tableView.contentOffset.y = next > last ? 0 : next
    isMovingItself = false
    recorder.event = "wheel, key or finger"
  }

  private func reload() {
    recorder.noteEvent("reloadData()", in: tableView)
    tableView.reloadData()
  }

  /// Takes over what is chosen. Another supply begins with another table: nothing is left of the one before.
  private func takeChoices() {
    let order: TableReuseOrder = controls.order.selection == 1 ? .collectFirst : .askFirst
    if order != self.order {
      self.order = order
      tableView.reuseOrder = order
    }
    let supply = Supply(rawValue: controls.identifiers.selection) ?? .oneIdentifier
    let reuses = controls.reuse.selection == 0
    let hasSections = controls.headers.selection == 1
    if supply != self.supply || reuses != self.reuses || hasSections != band.hasSections {
      self.supply = supply
      self.reuses = reuses
      band.hasSections = hasSections
      restart()
    }
    let compares = controls.beside.selection == 1
    if compares != (comparison != nil) { compares ? showComparison() : hideComparison() }
    player.show()
  }

  /// Begins anew with an empty table and an empty timeline.
  private func restart() {
    let hadKeyboard = tableView.isFirstResponder
    (cellsMade, bytesMade) = (0, 0)
    source = ReuseSource(band)
    source.keepsCells = !reuses
    let names = ReuseCell.identifiers
    source.identifiers = supply == .noIdentifier ? [] : supply == .threeIdentifiers ? names : [names[0]]
    recorder = Self.makeRecorder(band.rows, keepsCells: !reuses)
    player.calls = recorder.calls
    tableView.dataSource = nil
    tableView.delegate = nil
    tableView.passObserver = nil
    tableView = UITableView(frame: tableView.frame, style: .plain)
    band.tableView = tableView
    prepareTable()
    if hadKeyboard { tableView.becomeFirstResponder() }
    player.run()
  }

  private func showComparison() {
    let comparison = ReuseComparison(rowCount: rowCount, limits: limits)
    comparison.onScroll = { [weak self] in self?.player.run() }
    self.comparison = comparison
    view.addSubview(comparison)
    view.setNeedsLayout()
    view.layoutIfNeeded()
  }

  private func hideComparison() {
    comparison?.removeFromSuperview()
    comparison = nil
    view.setNeedsLayout()
  }

  // MARK: Walk-through

  private func toggleTour() {
    guard tour == nil else { return endTour() }
    player.stop()
    controls.beside.selection = 0
    takeChoices()
    tour = ReuseTour()
    rename("T", to: "End walk-through")
    player.run()
  }

  private func endTour() {
    tour = nil
    rename("T", to: "Walk-through")
    player.show()
  }

  private func takeTourStep(_ now: TimeInterval) {
    guard let step = tour?.next(at: now) else {
      endTour()
      return player.goLive()
    }
    for act in step.acts {
      switch act {
      case .restart(let order):
        self.order = order
        (supply, reuses) = (.oneIdentifier, true)
        band.hasSections = false
        for control in [controls.identifiers, controls.reuse, controls.headers] { control.selection = 0 }
        restart()
        player.stop()
      case .row: scrollByRow("walk-through")
      case .live: player.goLive()
      }
    }
    player.show()
  }

  /// Tells the call that the step of the walk-through is about, once its frame is recorded.
  private func tellTourCall() {
    guard let place = tour?.place, !recorder.calls.awaitsFrame, let frame = player.timeline.frames.last else { return }
    switch place {
    case .beginning: player.seek(to: 0)
    case .last(let call):
      guard let index = frame.moments.firstIndex(where: { $0.call == call }) else { return }
      player.seek(to: frame.start + index)
    }
    tour?.didTell()
  }
}

extension ReuseController: UITableViewDataSourcePrefetching {
  func tableView(_ tableView: UITableView, prefetchRowsAt indexPaths: [IndexPath]) {
    guard let first = indexPaths.min(), let last = indexPaths.max() else { return }
    recorder.note(.prefetch, band.rows.item(first).range(to: band.rows.item(last)), in: tableView)
  }
}

extension ReuseController: UITableViewDataSource, UITableViewDelegate {
  func numberOfSections(in tableView: UITableView) -> Int {
    let count = band.hasSections ? rowCount / ReuseRows.perSection : 1
    if !recorder.hasPlanned { recorder.note(.numberOfSections, GroupedNumber.string(count), in: tableView) }
    return count
  }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    let count = source.tableView(tableView, numberOfRowsInSection: section)
    // Of ten thousand sections, which are all asked for one after another, a line stands for all.
    if section == 0, !recorder.hasPlanned {
      let words = band.hasSections ? "each section: " : ""
      recorder.note(.numberOfRows, "\(words)\(GroupedNumber.string(count)) rows", in: tableView)
    }
    return count
  }

  func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat {
    let height = source.tableView(tableView, heightForRowAt: indexPath)
    let item = band.rows.item(indexPath)
    recorder.note(.heightForRow, "\(item.title): \(GroupedNumber.string(height)) points", in: tableView)
    return height
  }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let item = band.rows.item(indexPath)
    recorder.note(.cellForRow, item.title, asks: item, in: tableView)
    let bytes = ReuseMeter.residentBytes
    let cell = source.tableView(tableView, cellForRowAt: indexPath)
    guard let cell = cell as? ReuseCell else { return cell }
    if cell.identity == nil {
      let number = cellsMade
      cell.identity = CellIdentity(number: number)
      let identifier = cell.reuseIdentifier
      cell.onPrepareForReuse = { [weak self] in self?.cellWillBeReused(number, identifier) }
      cellsMade += 1
      cell.layoutIfNeeded()
      bytesMade += max(0, ReuseMeter.residentBytes - bytes)
    }
    return cell
  }

  private func cellWillBeReused(_ number: Int, _ identifier: String?) {
    recorder.notePrepared(number, identifier, in: tableView)
  }

  func tableView(_ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt indexPath: IndexPath) {
    guard let number = (cell as? ReuseCell)?.identity?.number else { return }
    recorder.note(.willDisplay, "\(band.rows.item(indexPath).title): cell \(number)", in: tableView)
  }

  func tableView(_ tableView: UITableView, didEndDisplaying cell: UITableViewCell, forRowAt indexPath: IndexPath) {
    recorder.noteEnded(cell, indexPath, in: tableView)
  }

  func scrollViewDidScroll(_ scrollView: UIScrollView) {
    band.setNeedsLayout()
    if let comparison {
      comparison.tableDidMove()
      player.run()
    }
    // A user who scrolls wants to see that.
    if tour != nil, !isMovingItself, tableView.isDragging || tableView.isTracking || tableView.isDecelerating {
      endTour()
      player.goLive()
    }
  }

  // MARK: Headers and footers

  func tableView(_ tableView: UITableView, heightForHeaderInSection section: Int) -> CGFloat {
    band.hasSections ? ReuseRows.headerHeight : 0
  }

  func tableView(_ tableView: UITableView, heightForFooterInSection section: Int) -> CGFloat {
    band.hasSections ? ReuseRows.footerHeight : 0
  }

  func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView? {
    band.hasSections ? supplyPart("header", "viewForHeaderInSection", .header(section)) : nil
  }

  func tableView(_ tableView: UITableView, viewForFooterInSection section: Int) -> UIView? {
    band.hasSections ? supplyPart("footer", "viewForFooterInSection", .footer(section)) : nil
  }

  private func supplyPart(_ identifier: String, _ call: String, _ item: ReuseItem) -> UIView {
    recorder.note(.viewForPart, item.title, name: call, in: tableView)
    let waiting = reuses ? tableView.dequeueReusableHeaderFooterView(withIdentifier: identifier) as? ReusePart : nil
    let view = waiting ?? ReusePart(reuseIdentifier: reuses ? identifier : nil)
    let number = recorder.note(waiting == nil ? .made : .dequeued, view, item, in: tableView)
    view.show(CellIdentity(number: number), item.heading)
    return view
  }

  func tableView(_ tableView: UITableView, willDisplayHeaderView view: UIView, forSection section: Int) {
    note(.willDisplay, view, .header(section))
  }

  func tableView(_ tableView: UITableView, willDisplayFooterView view: UIView, forSection section: Int) {
    note(.willDisplay, view, .footer(section))
  }

  func tableView(_ tableView: UITableView, didEndDisplayingHeaderView view: UIView, forSection section: Int) {
    note(.didEndDisplaying, view, .header(section))
  }

  func tableView(_ tableView: UITableView, didEndDisplayingFooterView view: UIView, forSection section: Int) {
    note(.didEndDisplaying, view, .footer(section))
  }

  private func note(_ step: ReuseParts.Step, _ view: UIView, _ item: ReuseItem) {
    guard let view = view as? ReusePart else { return }
    recorder.note(step, view, item, in: tableView)
  }
}
