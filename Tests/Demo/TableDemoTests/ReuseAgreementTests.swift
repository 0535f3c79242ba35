import DemoParts
import Expectations
import Foundation
import TestSupport
import Testing
import UIKitCore

@testable import TableDemo

/// The containers as the calls alone say they are: each call is read from the line that is lit on the screen, and carried
/// out here.
private struct Ledger {
  var visible: [String: String] = [:]
  var leaving: [String: String] = [:]
  var idle: Set<String> = []
  var coming: Set<String> = []
  var made = 0
  var dequeued = 0

  init() {}

  /// Begins with the cells that a table held when the first call was recorded.
  init(_ contents: ReuseContents) {
    for place in contents.visible { visible["\(place.cell)"] = place.item.title }
    idle = Set(contents.idle.flatMap(\.cells).map(String.init))
  }

  mutating func carryOut(_ line: String) {
    let parts = line.components(separatedBy: ": ")
    let (call, words) = (parts[0], parts.dropFirst().joined(separator: ": ").components(separatedBy: " "))
    /// The word after another.
    func after(_ word: String) -> String { words.firstIndex(of: word).map { words[$0 + 1] } ?? "" }
    let cell = after("cell").replacingOccurrences(of: ":", with: "")
    switch call {
    // The call that takes a cell: it says which, unless the cell itself says it.
    case "prepareForReuse()", "dequeueReusableCell":
      guard !cell.isEmpty else { break }
      idle.remove(cell)
      coming.insert(cell)
      dequeued += 1
    case "create":
      coming.insert(cell)
      made += 1
    case "place" where words.contains("cell"):
      coming.remove(cell)
      visible[cell] = words.drop { $0 != "at" }.dropFirst().joined(separator: " ")
    case "renumber":
      for move in parts.dropFirst().joined(separator: ": ").components(separatedBy: ", ") {
        let words = move.components(separatedBy: " ")
        visible[words[1]] = words.dropFirst(3).joined(separator: " ")
      }
    case "leave":
      leaving[cell] = visible.removeValue(forKey: cell)
    case "collect what left", "let go", "give back":
      leaving[cell] = nil
      visible[cell] = nil
      if call == "collect what left" { idle.insert(cell) }
      // Those that waited, and were too many.
      if call == "let go" { idle.subtract(words.map { $0.replacingOccurrences(of: ",", with: "") }) }
    case "didEndDisplaying":
      if let row = visible.removeValue(forKey: cell) { leaving[cell] = row }
    case "init(reuseIdentifier:)", "dequeueReusableHeaderFooterView", "willDisplayHeaderView", "willDisplayFooterView",
      "didEndDisplayingHeaderView", "didEndDisplayingFooterView":
      let part = words[2]
      let end = words.dropFirst(3).joined(separator: " ")
      idle.remove(part)
      coming.remove(part)
      switch end {
      case "is new", "is handed out": coming.insert(part)
      case "comes into view": visible[part] = "\(words[0]) \(words[1].dropLast())"
      default:
        visible[part] = nil
        if end == "left, and waits" { idle.insert(part) }
      }
    case "reset()":
      idle.formUnion(visible.keys)
      visible = [:]
    case "dequeueReusableView()", "addUsingView()":
      let button = String(words[1].dropLast())
      idle.remove(button)
      visible[button] = words[2]
    default: break
    }
  }
}

/// What can be read on a screen at one moment. Labels that are hidden, or outside of the view that clips them, cannot.
@MainActor
private struct Reading {
  /// The row, header, footer or letter of each number in the picture of the table.
  var table: [String: String] = [:]
  /// Labels in the picture that another row is drawn over without hiding them.
  var overprinted: [String] = []
  /// Numbers in each card, by its title, and the cells it counts: inside, and on their way.
  var cards: [String: (numbers: Set<String>, hidden: Int, count: Int, coming: Int)] = [:]
  var texts: [String: String] = [:]
  /// The call that is lit.
  var call = ""
  var state = ""

  init(scene: ReuseSceneView, panel: ReusePanel, trace: ReuseTraceView, player: ReusePlayer) {
    readTable(scene)
    readPanel(panel)
    call = trace.litCall ?? ""
    state = Self.labels(player.view).map(\.text).first { $0.hasPrefix("Frame") } ?? ""
  }

  private static func labels(_ view: UIView) -> [(text: String, frame: CGRect)] {
    guard !view.isHidden, view.alpha > 0.01 else { return [] }
    if let label = view as? UILabel, let text = label.text, !text.isEmpty, label.bounds.width > 1 {
      return [(text, label.convert(label.bounds, to: nil))]
    }
    return view.subviews.flatMap(labels)
  }

  private mutating func readTable(_ scene: ReuseSceneView) {
    let rows = scene.subviews.dropFirst().filter { !$0.isHidden }.map { (view: $0, labels: Self.labels($0)) }
    for (index, row) in rows.enumerated() {
      let all = row.labels
      let title = all.map(\.text).first { text in
        text.count == 1 && text.first?.isLetter == true
          || ["Row ", "[", "Header ", "Footer "].contains { text.hasPrefix($0) }
      }
      let number = all.map(\.text).first { Int($0) != nil || $0.hasPrefix("H") && Int($0.dropFirst()) != nil }
      if let title, number != nil || title.count == 1 { table[title.lowercased()] = number ?? "" }
      // What is drawn later on opaque ground hides, anything else prints over.
      for later in rows.dropFirst(index + 1) where later.labels.contains(where: { $0.text.count > 1 }) {
        let isOpaque = later.view.subviews.first?.isHidden == false
        guard !isOpaque else { continue }
        let place = later.view.convert(later.view.bounds, to: nil)
        for label in all {
          let ink = CGRect(x: label.frame.minX, y: label.frame.midY - 6, width: label.frame.width, height: 12)
          let other = later.labels.map { CGRect(x: $0.frame.minX, y: $0.frame.midY - 6, width: 20, height: 12) }
          if place.intersects(ink), other.contains(where: { $0.intersects(ink) }) { overprinted.append(label.text) }
        }
      }
    }
  }

  private mutating func readPanel(_ panel: ReusePanel) {
    for case let card as ReuseCard in panel.subviews where !card.isHidden && card.bounds.height > 30 {
      let own = Self.labels(card).map(\.text)
      let counts = (own.first { $0.first?.isNumber == true } ?? "").components(separatedBy: " + ").compactMap {
        Int($0)
      }
      var (numbers, hidden): (Set<String>, Int) = ([], 0)
      for view in panel.subviews where card.frame.contains(CGPoint(x: view.frame.midX, y: view.frame.midY)) {
        let words = Self.labels(view).map(\.text)
        if view is UILabel, let text = words.first, text.hasPrefix("+"), let count = Int(text) { hidden += count }
        guard view is ReuseChip, let number = words.first else { continue }
        numbers.insert(number)
        if words.count > 1 { texts[number] = words[1] }
      }
      cards[own.first ?? ""] = (numbers, hidden, counts.first ?? 0, counts.count > 1 ? counts[1] : 0)
    }
  }
}

@MainActor
@Suite("Table, containers and calls of the screens reuse and letters", .serialized)
struct ReuseAgreementTests {
  private let app = TestApplication(size: CGSize(width: 1280, height: 800))
  /// Positions of each timeline that are compared.
  private static let positions = ProcessInfo.processInfo.environment["REUSE_POSITIONS"].flatMap(Int.init) ?? 150

  private func open(_ screen: some DemoScreen) {
    app.becomeCurrent()
    app.window.rootViewController = ScreenNavigation.alone(screen)
    app.settle()
  }

  private func key(_ key: UIKeyboardHIDUsage, times: Int = 1) {
    for _ in 0..<times {
      app.key(key)
      app.settle()
    }
  }

  /// Goes back from the end, then forwards again, and compares what is shown at each position with what the calls up to
  /// it say.
  private func compare(
    _ player: ReusePlayer, _ read: () -> Reading, _ check: (Ledger, Reading, String) -> Void
  ) throws {
    let timeline = player.timeline
    let all = timeline.frames.flatMap(\.moments)
    try #require(timeline.positions.count >= Self.positions && timeline.positions.lowerBound == 0)
    var ledgers: [Ledger] = []
    var ledger = all.first.map { Ledger($0.contents) } ?? Ledger()
    for moment in all {
      ledger.carryOut("\(moment.title): \(moment.detail)")
      ledgers.append(ledger)
    }
    let first = all.count - Self.positions
    key(.keyboardP)
    for position in Array((first..<all.count).reversed()) + Array(first..<all.count).filter({ $0 % 5 == 0 }) {
      while player.timeline.present > position { app.key(.keyboardB) }
      while player.timeline.present < position { app.key(.keyboardS) }
      app.frame()
      let reading = read()
      let name = "position \(position), \(reading.call)"
      expectEqual(reading.call, "\(all[position].title): \(all[position].detail)")
      expect(reading.state.contains("call \(player.timeline.shown.map { $0.index + 1 } ?? 0) of "), "\(name)")
      check(ledgers[position], reading, name)
    }
  }

  struct Choice: CustomStringConvertible, Sendable {
    let hasSections: Bool
    /// 0: one, 1: three, 2: none.
    let identifiers: Int
    let reuses: Bool
    var size = CGSize(width: 1280, height: 800)

    var description: String {
      "\(["one", "three", "no"][identifiers]) identifier, reuse \(reuses ? "on" : "off"), headers \(hasSections), "
        + "\(Int(size.width)) x \(Int(size.height))"
    }

    static let all =
      [false, true].flatMap { sections in
        [(0, true), (1, true), (2, true), (0, false)].map { Choice(hasSections: sections, identifiers: $0, reuses: $1) }
      } + [
        Choice(hasSections: true, identifiers: 0, reuses: true, size: CGSize(width: 320, height: 640)),
        Choice(hasSections: true, identifiers: 1, reuses: true, size: CGSize(width: 800, height: 600)),
      ]
  }

  @Test("reuse: at each position table, containers and calls say the same, with every choice", arguments: Choice.all)
  func reuse(_ choice: Choice) throws {
    let screen = ReuseController()
    open(screen)
    app.platformWindow.resize(to: choice.size)
    app.events.post(.window(.resized))
    app.settle()
    if choice.hasSections { key(.keyboardH) }
    key(.keyboardI, times: choice.identifiers)
    if !choice.reuses { key(.keyboardU) }
    let table = screen.scriptedTable
    if choice.reuses { key(.keyboardO) }
    key(.keyboardN, times: 6)
    if choice.reuses { key(.keyboardO) }
    var step = 1
    while screen.player.timeline.positions.count < Self.positions {
      table.contentOffset.y += CGFloat(step % 12) * 31
      app.settle()
      step += 1
      if step % 9 == 0 { key(.keyboardR) }
      if step % 7 == 0 { key(.keyboardN) }
    }
    let rows = screen.band
    try compare(
      screen.player,
      { Reading(scene: rows.scene, panel: screen.panel, trace: screen.trace, player: screen.player) }
    ) { ledger, reading, name in
      Self.compareTable(ledger, reading, name)
      // The bar counts what the calls have told.
      let made = GroupedNumber.string(ledger.made)
      let times = "\(GroupedNumber.string(ledger.dequeued)) \(ledger.dequeued == 1 ? "time" : "times")"
      let status =
        !choice.reuses
        ? "\(made) cells kept"
        : choice.identifiers == 2 ? "\(made) cells made" : "\(made) cells: handed out again \(times)"
      expect(screen.bar.status.contains(status), "\(name): \(screen.bar.status)")
    }
    // Live, the table shows the cells that the last moment names.
    key(.keyboardL)
    let live = table.diagnostics.visible.map { rows.rows.item($0.indexPath).title }
    expect(Set(live).isSubset(of: screen.player.contents.visible.map(\.item.title)))
  }

  /// Compares the picture of a table and its containers with what the calls say.
  private static func compareTable(_ ledger: Ledger, _ reading: Reading, _ name: String) {
    expect(reading.overprinted.isEmpty, "\(name): \(reading.overprinted)")
    // The table: a row, header or footer with its number for each cell that is visible or leaving.
    // The number of a row that was deleted is another's by now, and the row is not drawn.
    let leaving = ledger.leaving.filter { !ledger.visible.values.contains($0.value) }
    var expected = ledger.visible.merging(leaving) { $1 }
    for cell in ledger.coming { expected[cell] = nil }
    var shown: [String: String] = [:]
    for (item, cell) in reading.table { shown[cell] = item }
    for (cell, item) in expected {
      expectEqual(shown[cell], item, "\(name): cell \(cell) at \(shown[cell] ?? "none")")
    }
    for cell in shown.keys { expect(expected[cell] != nil || ledger.coming.contains(cell), "\(name): cell \(cell)") }
    // The containers: the counts, and each cell in its own.
    let cards = reading.cards
    if let card = cards["Visible"] {
      expect(
        card.count == ledger.visible.count && card.coming == ledger.coming.count, "\(name): \(card) \(ledger.coming)")
      expectEqual(card.numbers.count + card.hidden, card.count + card.coming, "\(name): \(card)")
      expect(card.numbers.isSubset(of: ledger.coming.union(ledger.visible.keys)), "\(name): \(card.numbers)")
    }
    if let card = cards["Leaving"] {
      expectEqual(card.numbers.count + card.hidden, card.count, "\(name): \(card)")
      let copies = card.count - ledger.leaving.count
      expect(
        copies >= 0 && (card.hidden > 0 || card.numbers.isSuperset(of: ledger.leaving.keys)), "\(name): \(card)")
    }
    if let card = cards["Idle"] {
      expect(card.count == ledger.idle.count && card.numbers.count + card.hidden == card.count, "\(name): \(card)")
      expect(card.numbers.isSubset(of: ledger.idle), "\(name): \(card.numbers) \(ledger.idle)")
    }
  }

  private func compare(_ screen: SteppedScreen, _ check: (Reading, ReuseMoment, String) -> Void) throws {
    let steps = try #require(screen.steps)
    let all = steps.player.timeline.frames.flatMap(\.moments)
    try compare(
      steps.player,
      { Reading(scene: steps.scene, panel: steps.panel, trace: steps.trace, player: steps.player) }
    ) { ledger, reading, name in
      Self.compareTable(ledger, reading, name)
      let position = steps.player.timeline.present
      check(reading, all[position], name)
    }
  }

  @Test("feed: at each position of a fling table, containers and calls say the same, and which rows stay empty")
  func feed() throws {
    let screen = FeedController(posts: 2000)
    screen.print = { _ in }
    open(screen)
    key(.keyboardX)
    key(.keyboardF)
    app.settle(limit: 3000)
    let recorder = try #require(screen.recorder)
    let all = recorder.calls.timeline.frames.flatMap(\.moments)
    // What the calls say: which cells are empty, and whether the heights are known.
    var empty: [Set<Int>] = []
    var now: Set<Int> = []
    for moment in all {
      let row = Int(moment.detail.split(separator: " ").last ?? "") ?? -1
      if moment.call == .skip { now.insert(row) }
      if moment.call == .load { now.remove(row) }
      if moment.call == .rest { now = [] }
      empty.append(now)
    }
    expect(all.contains { $0.call == .skip } && all.contains { $0.call == .load && $0.detail != "" })
    for call in [ReuseCall.fling, .rest, .heightForRow, .heightForCell, .heightCache, .templateCell] {
      expect(all.contains { $0.call == call }, "\(call)")
    }
    for moment in all where moment.call == .skip || moment.call == .load {
      let row = Int(moment.detail.split(separator: " ").last ?? "") ?? -1
      // A row that is drawn is among those that the screen says are to be drawn.
      let needed = moment.contents.facts?.components(separatedBy: "rows to be drawn: ").last ?? ""
      let bounds = needed.dropFirst(5).replacing(",", with: "").split(separator: "\u{2013}").compactMap { Int($0) }
      let loads = bounds.count < 2 || (bounds[0]...bounds[1]).contains(row)
      expectEqual(moment.call == .load, loads, "\(row) of \(needed)")
    }
    try compare(screen) { reading, moment, name in
      for (title, cell) in reading.table {
        guard let row = Int(title.dropFirst(4)) else { continue }
        let position = screen.steps?.player.timeline.present ?? 0
        guard moment.contents.visible.contains(where: { "\($0.cell)" == cell }) else { continue }
        let isEmpty = moment.contents.marks[Int(cell) ?? -1] == "empty"
        if moment.contents.asked != .row(row) {
          expectEqual(isEmpty, empty[position].contains(row), "\(name) \(title)")
        }
        if let text = reading.texts[cell], text.contains("row") {
          expectEqual(text.hasSuffix(", empty"), isEmpty, "\(name) \(text)")
        }
      }
    }
    key(.keyboardL)
    for case let cell as FeedCell in screen.scriptedTable.visibleCells { expect(cell.isLoaded) }
    key(.keyboardX)
    expect(screen.steps == nil && screen.scriptedTable.passObserver == nil)
  }

  @Test("mail: at each position of swipes and deletions table, containers and calls agree, and on which row is open")
  func mail() throws {
    let screen = MailController()
    open(screen)
    key(.keyboardX)
    let table = screen.scriptedTable
    var round = 0
    while recordedCount(screen) < Self.positions {
      round += 1
      let row = table.indexPathsForVisibleRows?[3] ?? IndexPath(row: 0, section: 0)
      let place = table.convert(table.rectForRow(at: row), to: nil)
      app.dragAcross(
        from: CGPoint(x: place.midX, y: place.midY), by: round % 3 == 0 ? 180 : -180, with: .touchpad)
      app.settle()
      if round % 3 == 1 {
        table.selectRow(at: row, animated: false, scrollPosition: .none)
        key(.keyboardD)
      } else {
        app.click(at: CGPoint(x: place.midX, y: place.midY + 2 * place.height))
        app.settle()
      }
      table.contentOffset.y += 97
      app.settle()
    }
    let all = try #require(screen.recorder).calls.timeline.frames.flatMap(\.moments)
    for call in [ReuseCall.swipeActions, .openRow, .closeRow, .renumber] {
      expect(all.contains { $0.call == call }, "\(call)")
    }
    try compare(screen) { reading, moment, name in
      let open = moment.contents.marks.filter { $0.value == "open" }.map(\.key)
      expect(open.count <= 1, "\(name): \(open)")
      if let cell = open.first, let text = reading.texts["\(cell)"], text.contains("row") {
        expect(text.hasSuffix(", open") && moment.contents.facts?.hasPrefix("row") == true, "\(name): \(text)")
      }
      if moment.call == .openRow {
        expect(reading.table[moment.detail] == open.first.map { "\($0)" }, "\(name): \(reading.table) \(open)")
      }
    }
  }

  private func recordedCount(_ screen: SteppedScreen) -> Int {
    screen.recorder?.calls.timeline.positions.count ?? Int.max
  }

  @Test("letters: at each position the bar, both queues and the calls say the same", arguments: [1280, 320])
  func letters(width: Int) throws {
    let screen = LettersController()
    screen.print = { _ in }
    open(screen)
    app.platformWindow.resize(to: CGSize(width: width, height: 800))
    app.events.post(.window(.resized))
    app.settle()
    while screen.steps.player.timeline.positions.count < Self.positions { key(.keyboardR) }
    let bar = screen.tableView.bar
    let steps = screen.steps
    try compare(
      screen.steps.player,
      { Reading(scene: steps.scene, panel: steps.panel, trace: steps.trace, player: steps.player) }
    ) { ledger, reading, name in
      // A button that was just made has no place in the bar.
      let letters = Set(ledger.visible.values)
      let shown = Set(reading.table.keys.map { $0.uppercased() })
      expect(shown.isSubset(of: letters), "\(name): \(shown) of \(letters)")
      let isLaidOut = !["addUsingView()", "setNeedsLayout()"].contains { reading.call.hasPrefix($0) }
      if isLaidOut { expectEqual(shown, letters, "\(name): \(shown) of \(letters)") }
      for (title, cells) in [("In use", Set(ledger.visible.keys)), ("Waiting", ledger.idle)] {
        let card = reading.cards[title]
        expect(card?.count == cells.count && card?.numbers == cells && card?.hidden == 0, "\(name): \(title) \(cells)")
      }
      for (button, letter) in ledger.visible {
        if let text = reading.texts[button] { expectEqual(text, letter, "\(name): button \(button)") }
      }
    }
    key(.keyboardL)
    let live = bar.subviews.flatMap(\.subviews).compactMap { $0 as? UIButton }.filter { !$0.isHidden }
    expectEqual(live.compactMap { $0.title(for: .normal) }, screen.steps.player.contents.visible.map(\.item.title))
  }
}
