import Assets
import Expectations
import Foundation
import TestSupport
import Testing
import UIKitCore

@testable import TableDemo

/// Passes on what a table tells, and writes down what the table held then, read by itself.
@MainActor
private final class TableLog: TablePassObserver {
  struct Entry {
    let step: String
    let visible: [Int: Int]
    let leaving: [Int: Int]
    let idle: [[Int]]
  }

  private(set) var entries: [Entry] = []
  let next: ReuseRecorder

  init(_ next: ReuseRecorder) { self.next = next }

  func tableView(_ tableView: UITableView, passDidReach step: TablePassStep) {
    let now = tableView.diagnostics
    func number(_ cell: UITableViewCell) -> Int { (cell as? ReuseCell)?.identity?.number ?? -1 }
    func map(_ places: [TableDiagnostics.Place]) -> [Int: Int] {
      Dictionary(uniqueKeysWithValues: places.map { ($0.indexPath.row, number($0.cell)) })
    }
    let words =
      switch step {
      case .dequeued(let cell): "prepareForReuse(): cell \(number(cell))"
      case .made(let cell): "create: cell \(number(cell)) is new"
      case .placed(let cell, let path): "place: cell \(number(cell)) at row \(path.row)"
      case .left(let cell, let path): "leave: row \(path.row): cell \(number(cell))"
      default: ""
      }
    entries.append(
      Entry(
        step: words, visible: map(now.visible), leaving: map(now.leaving), idle: now.idle.map { $0.cells.map(number) }))
    next.tableView(tableView, passDidReach: step)
  }
}

@MainActor
@Suite("The screen reuse", .serialized)
struct ReuseScreenTests {
  private let app = TestApplication(size: CGSize(width: 1280, height: 800))
  private let screen = ReuseController(limits: .init(cells: 300, bytes: 300_000_000))

  private func show() -> UITableView {
    app.becomeCurrent()
    app.window.rootViewController = ScreenNavigation.alone(screen)
    app.settle()
    return screen.scriptedTable
  }

  @Test(
    "a badge is lower than its row, so that those of rows below each other do not touch", arguments: [20, 24, 29, 44])
  func badgesOfLowRows(height: Double) throws {
    let cell = ReuseCell(style: .default, reuseIdentifier: "cell")
    cell.frame = CGRect(x: 0, y: 0, width: 160, height: height)
    cell.layoutIfNeeded()
    let badge = try #require(cell.contentView.subviews.first { $0 is CellBadge })
    expect(badge.frame.minY >= 1 && badge.frame.maxY <= cell.contentView.bounds.maxY - 1, "\(badge.frame)")
  }

  @Test("in a low card the name ends some points before the count, which has its width, also once cells are to come")
  func lowCard() throws {
    let card = ReuseCard(title: "Visible", name: "_cachedCells")
    card.frame = CGRect(x: 0, y: 0, width: 162, height: 92)
    card.count = 7
    for coming in [0, 1, 12] {
      card.comingCount = coming
      card.layoutIfNeeded()
      let labels = card.subviews.compactMap { $0 as? UILabel }
      let name = try #require(labels.first { $0.text == "_cachedCells" })
      let count = try #require(labels.first { $0.text?.hasPrefix("7") == true })
      expect(name.frame.maxX + 6 <= count.frame.minX, "\(name.frame) beside \(count.frame)")
      expect(count.frame.width >= count.intrinsicContentSize.width.rounded(.down), "\(coming): \(count.frame)")
    }
  }

  @Test("a card that is too low for a line below its names shows none, and one that counts nothing has no number")
  func cardWithoutRoom() throws {
    let card = ReuseCard(title: "Sections", name: "_sections")
    card.text = "section 0: 100,000 rows"
    card.count = nil
    for (height, isShown) in [(32.0, false), (46, true)] {
      card.frame = CGRect(x: 0, y: 0, width: 162, height: height)
      card.layoutIfNeeded()
      let labels = card.subviews.compactMap { $0 as? UILabel }
      let line = try #require(labels.first { $0.text == card.text })
      expectEqual(line.isHidden, !isShown, "\(height)")
      expect(!labels.contains { $0.text == "0" })
    }
  }

  private func key(_ key: UIKeyboardHIDUsage, times: Int = 1) {
    for _ in 0..<times {
      app.key(key)
      app.settle()
    }
  }

  private func shown() -> Set<String> { Set(texts(of: app.window)) }
  private var timeline: ReuseTimeline { screen.player.timeline }
  /// The calls of the newest frame, with what stands beside them.
  private var lastCalls: [(call: ReuseCall, detail: String)] {
    timeline.frames.last?.moments.map { ($0.call, $0.detail) } ?? []
  }

  @Test("six cells are made for six rows that fit exactly, and no more however far it scrolls")
  func collectFirst() {
    let table = show()
    expectEqual(table.bounds.height, 6 * table.rowHeight)
    key(.keyboardN, times: 30)
    expectEqual(table.contentOffset.y, 30 * table.rowHeight)
    expect(table.diagnostics.counts.made == 6 && table.diagnostics.counts.dequeued == 30)
  }

  @Test("asked first, cell 6 is made for row 6 while cell 0 waits, and the pool holds a cell at rest")
  func askFirst() {
    let table = show()
    key(.keyboardO)
    key(.keyboardN, times: 30)
    let counts = table.diagnostics.counts
    expect(counts.made == 7 && counts.dequeued == 29 && table.diagnostics.idleCount == 1)
    expect(shown().contains("cell: 1"))
    expect(shown().contains { $0.contains("Chameleon") && $0.contains("DZTableView") })
  }

  @Test("without reuse each row that came on screen has a cell of its own, and no pool of before is left")
  func withoutReuse() {
    _ = show()
    key(.keyboardO)
    key(.keyboardN, times: 3)
    expectEqual(screen.scriptedTable.diagnostics.idleCount, 1)
    key(.keyboardU)
    let table = screen.scriptedTable
    expect(table.diagnostics.idle.isEmpty && shown().contains("nothing waits"))
    key(.keyboardN, times: 30)
    let counts = table.diagnostics.counts
    expect(counts.made == 36 && counts.dequeued == 0 && table.diagnostics.idleCount == 0)
    expect(shown().contains("100,000 rows without reuse: 36 cells kept, one a row"))
  }

  @Test("what the timeline keeps of a call is what the table itself kept when it made the call")
  func witnessed() throws {
    let table = show()
    let log = TableLog(screen.recorder)
    table.passObserver = log
    let offset = screen.recorder.steps
    key(.keyboardO)
    key(.keyboardN, times: 5)
    key(.keyboardO)
    for step in 1...12 {
      table.contentOffset.y += CGFloat(step) * 31
      app.settle()
    }
    key(.keyboardR)
    key(.keyboardN, times: 4)
    var compared = 0
    for moment in timeline.frames.flatMap(\.moments) where moment.step > offset {
      guard [.prepareForReuse, .create, .place, .left].contains(moment.call) else { continue }
      // The table tells that it hands a cell out when that was prepared.
      let entry = log.entries[moment.step - offset - (moment.call == .prepareForReuse ? 0 : 1)]
      let contents = moment.contents
      compared += 1
      expectEqual(entry.step, "\(moment.call.title): \(moment.detail)")
      // Those that leave together are told one after another.
      if moment.call == .left { continue }
      expectEqual(entry.visible, Dictionary(uniqueKeysWithValues: contents.visible.map { (row($0.item), $0.cell) }))
      expectEqual(entry.leaving, Dictionary(uniqueKeysWithValues: contents.leaving.map { (row($0.item), $0.cell) }))
      expectEqual(entry.idle, contents.idle.map(\.cells))
    }
    expect(compared > 100)
  }

  private func row(_ item: ReuseItem) -> Int { if case .row(let row) = item { row } else { -1 } }

  @Test("the opening can be told from its beginning: four empty containers, then one load and six cells")
  func opening() throws {
    _ = show()
    expectEqual(timeline.frames.first?.moments.count { $0.call == .reload }, 1)
    key(.keyboardB, times: timeline.present + 3)
    expect(timeline.isAtStart)
    let contents = try #require(timeline.shown?.moment.contents)
    expect(contents.cellCount == 0 && contents.idle.isEmpty)
    expect(screen.panel.shownTexts.isEmpty && shown().isSuperset(of: ["empty", "nothing waits", "not loaded yet"]))
    expect(shown().contains("100,000 rows, 0 cells: handed out again 0 times"))
    while timeline.shown?.moment.call != .reload, !timeline.isAtEnd {
      expect(shown().contains("not loaded yet"))
      key(.keyboardS)
    }
    expect(shown().contains { $0.hasPrefix("section 0: 100,000 rows") } && !shown().contains("not loaded yet"))
    expect(screen.band.scene.shownCells.isEmpty)
    key(.keyboardS, times: timeline.positions.count - 1 - timeline.present)
    expect(screen.panel.shownTexts.count == 6 && timeline.isAtEnd)
  }

  @Test("a step shows one call after the other: event, offset, mark, run loop, layout, plan, then each cell's way")
  func steps() throws {
    let table = show()
    var calls: [ReuseCall] = []
    for _ in 0..<18 {
      key(.keyboardS)
      calls.append(try #require(timeline.shown?.moment.call))
    }
    expectEqual(table.contentOffset.y, table.rowHeight)
    expectEqual(
      calls,
      [
        .event, .contentOffset, .setNeedsLayout, .runLoop, .layoutSubviews, .plan, .keep, .left, .didEndDisplaying,
        .collect, .cellForRow, .dequeue, .prepareForReuse, .place, .heightForRow, .willDisplay, .prefetch, .draw,
      ])
    let frame = try #require(timeline.shown?.frame)
    expectEqual(
      ReuseTimeline.Shown(frame: frame, index: 12).nesting.map(\.title),
      ["prepareForReuse()", "dequeueReusableCell", "cellForRowAt", "layoutSubviews()", "run loop"])
    expectEqual(frame.moments[4].detail, "copies 6 cells into Leaving")
    expect(shown().contains("This frame: 1 left, 1 collected, 1 dequeued, 0 created, 1 placed"))
  }

  @Test("the lines of the data source light up with the call that is told and those that it is made in")
  func codeLights() throws {
    _ = show()
    let code = try #require(screen.view.subviews.compactMap { $0 as? CodeView }.first)
    expect(code.shown.code == ShownCode(Assets.Source.reuse.text, of: "ReuseSource") && code.shown.lit.isEmpty)
    func lit() -> [String] {
      code.shown.lit.sorted().map { code.shown.code.lines[$0].text.trimmingPrefix { $0 == " " } }.map(String.init)
    }
    func call(_ title: String) -> Bool { timeline.shown?.moment.title == title }
    while !call("prepareForReuse()") { key(.keyboardS) }
    expectEqual(
      lit(),
      [
        "func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {",
        "let cell = tableView.dequeueReusableCell(withIdentifier: identifier, for: indexPath)",
      ])
    expect(texts(of: code).contains { $0.hasPrefix("let cell = tableView.dequeueReusableCell(withIdentifier:") })
    while !call("heightForRowAt") { key(.keyboardS) }
    expectEqual(
      lit(), ["func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat {"])
    while !call("draw") { key(.keyboardS) }
    expect(lit().isEmpty)
  }

  @Test("the row that comes is seen to come: empty, asked for, in hand, placed, in view; the one that leaves, leaving")
  func row() throws {
    _ = show()
    var stages: [String] = []
    for _ in 0..<18 {
      key(.keyboardS)
      let contents = try #require(timeline.shown?.moment.contents)
      let scene = ReuseScene(contents, rooms: screen.band)
      let stage = scene.rows.first { $0.item == .row(6) }?.stage.words ?? "none"
      if stages.last != stage { stages.append(stage) }
      expectEqual(scene.rows.contains { $0.item == .row(0) && $0.stage == .leaving }, !contents.leaving.isEmpty)
    }
    expectEqual(stages, ["", "empty", "needs a cell", "cellForRowAt", "in hand", "placed", ""])
  }

  @Test("the copy of the visible cells shrinks from six to the one that leaves, and is empty when that waits")
  func copyShrinks() {
    _ = show()
    key(.keyboardO)
    key(.keyboardN)
    let sizes = timeline.frames.last?.moments.map { $0.contents.copy.count } ?? []
    expect(Array(sizes.drop { $0 == 0 }.prefix(3)) == [6, 6, 1] && sizes.last == 0)
    expect(zip(sizes.drop { $0 == 0 }, sizes.drop { $0 == 0 }.dropFirst()).allSatisfy { $0 >= $1 })
  }

  @Test("Next row after a single step tells all of its frame, and the containers are those of the table")
  func nextAfterStep() {
    let table = show()
    key(.keyboardS)
    key(.keyboardN)
    expect(timeline.isAtEnd && !timeline.isLive && timeline.shown?.moment.call == .draw)
    let first = Int(table.contentOffset.y / table.rowHeight)
    let texts = screen.panel.shownTexts.values.sorted()
    expectEqual(texts, (first..<first + 6).map { "row \($0)" }.sorted())
  }

  @Test("a reload is an event of its own, and what is scrolled afterwards is not called one")
  func reload() {
    let table = show()
    key(.keyboardR)
    expect(lastCalls.first?.detail == "reloadData()" && lastCalls.count { $0.call == .reload } == 1)
    // The cells are collected when the table does it, not where a list of calls has a place for it.
    let order = lastCalls.map(\.call)
    let names = order.filter { [.collect, .cellForRow].contains($0) }
    expectEqual(names, Array(repeating: .collect, count: 6) + Array(repeating: .cellForRow, count: 6))
    table.contentOffset.y = 100
    app.settle()
    expectEqual(lastCalls.first?.detail, "wheel, key or finger")
  }

  @Test("a cell without identifier is let go, and is not said to wait")
  func letGo() {
    _ = show()
    key(.keyboardI, times: 2)
    key(.keyboardN, times: 3)
    expect(lastCalls.contains { $0.call == .letGo } && !lastCalls.contains { $0.call == .collect })
    expect(!ReuseCall.letGo.explanation.contains("wait"))
    expect(screen.scriptedTable.diagnostics.counts.released >= 3)
    key(.keyboardB, times: lastCalls.count - 1 - (lastCalls.firstIndex { $0.call == .letGo } ?? 0))
    expect(shown().contains(ReuseCall.letGo.explanation))
    for label in labels(of: screen.trace) where label.text == ReuseCall.letGo.explanation {
      expect(label.sizeThatFits(CGSize(width: label.bounds.width, height: 999)).height <= label.bounds.height + 1)
    }
  }

  private func labels(of view: UIView) -> [UILabel] {
    ((view as? UILabel).map { [$0] } ?? []) + view.subviews.flatMap(labels)
  }

  @Test("headers and footers have cells of their own, which are told, wait, and are handed out again")
  func headers() {
    _ = show()
    key(.keyboardH)
    let table = screen.scriptedTable
    for _ in 0..<40 {
      table.contentOffset.y += 61
      app.settle()
    }
    let calls = timeline.frames.flatMap(\.moments).filter { [.givePart, .part, .viewForPart].contains($0.call) }
    let parts = calls.map(\.detail)
    expectEqual(
      Set(calls.map(\.title)),
      [
        "viewForHeaderInSection", "viewForFooterInSection", "init(reuseIdentifier:)", "dequeueReusableHeaderFooterView",
        "willDisplayHeaderView", "willDisplayFooterView", "didEndDisplayingHeaderView", "didEndDisplayingFooterView",
      ])
    expect(parts.contains("header 0: H1 is new") && parts.contains("header 0: H1 left, and waits"))
    expect(parts.contains { $0.hasSuffix("is handed out") } && parts.contains { $0.hasPrefix("footer") })
    let shown = timeline.shown?.moment.contents
    for place in shown?.visible ?? [] {
      if case .header(let section) = place.item { expect(table.headerView(forSection: section) != nil) }
    }
  }

  /// The rows, headers and footers of the picture, from the lowest to the uppermost.
  private func scene(_ moment: ReuseMoment) -> [ReuseScene.Row] { ReuseScene(moment.contents, rooms: screen.band).rows }

  @Test("headers and footers go to the edges of the table in a call of their own, above all rows and opaque")
  func floatingParts() throws {
    _ = show()
    key(.keyboardH)
    key(.keyboardN, times: 4)
    var places: [ReuseItem: CGFloat] = [:]
    var moved = 0
    for moment in timeline.frames.flatMap(\.moments) {
      for place in moment.contents.visible {
        guard place.item.floats else { continue }
        if let before = places.updateValue(place.y, forKey: place.item), before != place.y {
          moved += 1
          expect(moment.call == .placeParts && moment.detail.contains(place.item.title), "\(moment.detail)")
        }
      }
      // No row lies over a header or footer, with a cell or without.
      let floats = scene(moment).map(\.item.floats)
      expectEqual(floats, floats.sorted { !$0 && $1 })
    }
    expect(moved >= 4)
    let table = screen.scriptedTable
    for view in [table.headerView(forSection: 0), table.footerView(forSection: 0)] {
      let part = try #require(view)
      expect(part.contentView.frame == part.bounds && part.contentView.backgroundColor == .secondarySystemBackground)
      expect(texts(of: part).contains { $0.hasPrefix("H") })
    }
  }

  @Test("a row is said to be placed in the frame that gives it its cell, and to be seen in the next")
  func seen() throws {
    _ = show()
    key(.keyboardH)
    key(.keyboardN, times: 3)
    let plan = try #require(timeline.frames.last?.moments.first { $0.call == .plan })
    expect(scene(plan).filter { $0.cell != nil && $0.stage == .placed }.isEmpty)
    let end = try #require(timeline.frames.last?.moments.last { $0.call == .willDisplay })
    expectEqual(scene(end).filter { $0.stage == .placed }.map(\.item), [.path(section: 0, row: 8)])
  }

  @Test("a frame that was drawn is told to its end, also when the next event comes before another frame begins")
  func drawnBeforeEvent() {
    let table = show()
    for _ in 0..<4 {
      table.contentOffset.y += table.rowHeight
      app.frame()
    }
    app.settle()
    expect(timeline.frames.count == 5 && timeline.frames.allSatisfy { $0.moments.last?.call == .draw })
  }

  @Test("the sentence on the choices is true of each: no cell is made for a row without reuse, or kept without a name")
  func sentences() {
    _ = show()
    expect(shown().contains { $0.contains("as many cells do as rows are in view") })
    key(.keyboardI, times: 2)
    expect(shown().contains { $0.hasPrefix("Without an identifier") } && !shown().contains { $0.contains("cells do") })
    key(.keyboardN, times: 3)
    expect(shown().contains("100,000 rows without identifiers: 9 cells made, one for every row that came"))
    key(.keyboardU)
    key(.keyboardN, times: 3)
    expect(shown().contains { $0.contains("the table gives it back, and the program keeps it") })
    expect(lastCalls.contains { $0.call == .giveBack } && !lastCalls.contains { $0.call == .letGo })
    expect(shown().contains("100,000 rows without reuse: 9 cells kept, one a row"))
    // At an earlier moment, as many as there were then.
    key(.keyboardB, times: 17)
    expect(shown().contains("100,000 rows without reuse: 8 cells kept, one a row"))
  }

  @Test("in another size of the window an earlier moment is shown as it was, in proportion")
  func resized() throws {
    _ = show()
    key(.keyboardN, times: 2)
    key(.keyboardB)
    let before = screen.band.scene.shownCells
    app.platformWindow.resize(to: CGSize(width: 900, height: 560))
    app.events.post(.window(.resized))
    app.settle()
    expectEqual(screen.band.scene.shownCells, before)
    let moment = try #require(timeline.shown?.moment)
    let table = screen.band.tableView.bounds.height
    let rows = scene(moment).filter { $0.cell != nil }.map { ($0.y / table * 6, $0.height / table * 6) }
    for (number, row) in rows.enumerated() {
      expect(abs(row.0 - CGFloat(number)) < 0.01 && abs(row.1 - 1) < 0.01, "\(row)")
    }
  }

  @Test("the panels follow the table: after a second of wheel they show what it shows")
  func follows() {
    let table = show()
    let middle = CGPoint(x: 100, y: 400)
    for _ in 0..<6 {
      app.wheel(-3, at: middle)
      for _ in 0..<10 { app.frame() }
    }
    app.frame()
    let held = Set(table.diagnostics.visible.map { "row \($0.indexPath.row)" })
    expect(table.contentOffset.y > 0 && timeline.framesBehind == 0)
    expectEqual(Set(screen.panel.shownTexts.values.filter { $0 != "" }), held)
  }

  @Test("paused, the moment stays and what is recorded waits; going on shows the present at once")
  func pause() {
    let table = show()
    key(.keyboardP)
    for _ in 0..<12 {
      table.contentOffset.y += table.rowHeight
      app.settle()
    }
    expect(shown().contains { $0.hasSuffix(": 12 frames wait") })
    expect(screen.panel.shownTexts.values.contains("row 0"))
    key(.keyboardP)
    expect(screen.panel.shownTexts.values.contains("row 17") && timeline.isLive)
  }

  @Test("played, row after row comes by itself until it is stopped")
  func play() {
    let table = show()
    app.key(.keyboardG)
    for _ in 0..<2400 { app.frame() }
    expect(table.contentOffset.y >= 3 * table.rowHeight)
    app.key(.keyboardG)
    app.settle(limit: 6000)
    let offset = table.contentOffset.y
    app.settle()
    expectEqual(table.contentOffset.y, offset)
  }

  @Test("dragging the line tells any moment, both ways; what cannot act is disabled")
  func drag() throws {
    _ = show()
    key(.keyboardN, times: 5)
    let line = screen.player.view
    func button(_ title: String) -> UIButton? {
      line.subviews.compactMap { $0 as? UIButton }.first { $0.currentTitle == title }
    }
    expect(button("Live")?.isEnabled == false && button("Back")?.isEnabled == true)
    let place = line.convert(line.bounds, to: app.window)
    app.click(at: CGPoint(x: place.minX + 2, y: place.minY + 12))
    app.settle()
    expect(timeline.isAtStart && button("Back")?.isEnabled == false && button("Live")?.isEnabled == true)
    app.click(at: CGPoint(x: place.midX, y: place.minY + 12))
    app.settle()
    expect(!timeline.isAtStart && !timeline.isAtEnd)
    key(.keyboardL)
    expect(timeline.isLive)
  }

  @Test("three identifiers have a pool each")
  func identifiers() {
    _ = show()
    key(.keyboardI)
    let table = screen.scriptedTable
    table.contentOffset.y = 40 * table.rowHeight + 7
    app.settle()
    expect(Set(table.diagnostics.idle.map(\.identifier)).isSubset(of: ["cell", "second", "third"]))
    expectEqual(Set(table.visibleCells.map(\.reuseIdentifier)), ["cell", "second", "third"])
  }

  @Test("the list without reuse makes its cells up to the limit, says so and how it would go on")
  func comparison() {
    let table = show()
    key(.keyboardC)
    app.settle(limit: 6000)
    expect(shown().contains { $0.hasPrefix("Stopped at the limit of 300 cells: 300 of 100,000 cells are made.") })
    table.contentOffset.y += 500
    app.settle()
    // Figures are renewed four times a second.
    Thread.sleep(forTimeInterval: 0.3)
    table.contentOffset.y += 100
    app.settle()
    expect(shown().isSuperset(of: ["live cells", "300", "with reuse", "a cell a row"]))
    expect(shown().contains { $0.hasSuffix(" ms") })
    key(.keyboardC)
    expect(!shown().contains("live cells") && shown().contains("_cachedCells"))
  }

  @Test("the walk-through shows the figures with captions for a minute, and stops at the first key")
  func tour() {
    _ = show()
    app.key(.keyboardT)
    var captions: [String] = []
    var seconds = 0.0
    while seconds < 80 {
      app.frame()
      seconds += 1.0 / 60
      let caption = texts(of: screen.view).first {
        $0.hasPrefix("The articles on table views") || $0.hasPrefix("Their ")
      }
      if let caption, captions.last != caption {
        captions.append(caption)
        // Told at the moment it speaks of.
      }
      if seconds > 5, !shown().contains("End walk-through") { break }
    }
    expect((50...66).contains(seconds))
    expectEqual(captions.map { $0.prefix(12) }, ["The articles", "Their second", "Their third "])
    app.key(.keyboardT)
    for _ in 0..<60 { app.frame() }
    expect(shown().contains("End walk-through"))
    app.key(.keyboardS)
    app.settle()
    expect(!shown().contains("End walk-through"))
  }

  @Test("faint rows go on above and below the table, in line with its own")
  func band() {
    let table = show()
    table.contentOffset.y = 20 * table.rowHeight
    app.settle(limit: 6000)
    let ghosts = Set(table.superview.map(texts(of:)) ?? [])
    expect(ghosts.isSuperset(of: ["Row 19", "Row 20", "Row 25", "Row 26"]))
  }

  @Test("at rest no frame is asked for; a screen that is gone asks for none either")
  func rest() {
    let table = show()
    table.contentOffset.y = 5 * table.rowHeight
    app.settle(limit: 6000)
    expect(!app.application.frameLoop.isFrameRequested)
    table.contentOffset.y = 9 * table.rowHeight
    app.frame()
    app.window.rootViewController = UIViewController()
    app.settle()
    expect(!app.application.frameLoop.isFrameRequested)
  }

  @Test(
    "every size lays everything out inside of the window",
    arguments: [(1, 1), (20, 900), (320, 240), (390, 700), (1920, 1080)])
  func sizes(width: Int, height: Int) {
    _ = show()
    app.platformWindow.resize(to: CGSize(width: width, height: height))
    app.events.post(.window(.resized))
    app.settle(limit: 6000)
    for key in [UIKeyboardHIDUsage.keyboardS, .keyboardC, .keyboardH, .keyboardB] { self.key(key) }
    for view in screen.view.subviews where !view.isHidden && width > 100 {
      expect(view.frame.minX >= 0 && view.frame.maxX <= CGFloat(width) && view.frame.width >= 0)
      expect(view.frame.height >= 0)
    }
  }
}

extension ReuseScene {
  /// What a band shows of a moment.
  @MainActor
  fileprivate init(_ contents: ReuseContents, rooms band: ReuseBandView) {
    let table = band.tableView.frame
    self.init(contents, rows: band.rows, height: table.height, margin: table.minY)
  }
}
