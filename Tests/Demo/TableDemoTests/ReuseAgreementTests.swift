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
  /// Cells that have a place in the picture.
  var placed: Set<String> = []

  mutating func carryOut(_ line: String) {
    let parts = line.components(separatedBy: ": ")
    let (call, words) = (parts[0], parts.dropFirst().joined(separator: ": ").components(separatedBy: " "))
    /// The word after another.
    func after(_ word: String) -> String { words.firstIndex(of: word).map { words[$0 + 1] } ?? "" }
    let cell = after("cell").replacingOccurrences(of: ":", with: "")
    switch call {
    case "prepareForReuse()", "dequeue":
      idle.remove(cell)
      coming.insert(cell)
      if call == "dequeue" { dequeued += 1 }
    case "create":
      coming.insert(cell)
      made += 1
    case "place" where words.contains("cell"):
      coming.remove(cell)
      visible[cell] = "row \(words.last ?? "")"
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
    case "header, footer":
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
          || ["Row ", "Header ", "Footer "].contains { text.hasPrefix($0) }
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
    var ledger = Ledger()
    for moment in all {
      ledger.carryOut("\(moment.call.title): \(moment.detail)")
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
      expectEqual(reading.call, "\(all[position].call.title): \(all[position].detail)")
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
      expect(reading.overprinted.isEmpty, "\(name): \(reading.overprinted)")
      // The table: a row, header or footer with its number for each cell that is visible or leaving.
      var expected = ledger.visible.merging(ledger.leaving) { $1 }
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
    let live = table.diagnostics.visible.map { "row \(rows.rows.number($0.indexPath))" }
    expect(Set(live).isSubset(of: screen.player.contents.visible.map(\.item.title)))
  }

  @Test("letters: at each position the bar, both queues and the calls say the same", arguments: [1280, 320])
  func letters(width: Int) throws {
    let screen = LettersController()
    screen.print = { _ in }
    open(screen)
    app.platformWindow.resize(to: CGSize(width: width, height: 800))
    app.events.post(.window(.resized))
    app.settle()
    while screen.player.timeline.positions.count < Self.positions { key(.keyboardR) }
    let bar = screen.tableView.bar
    try compare(
      screen.player,
      { Reading(scene: bar.scene, panel: screen.panel, trace: screen.trace, player: screen.player) }
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
    expectEqual(live.compactMap { $0.title(for: .normal) }, screen.player.contents.visible.map(\.item.title))
  }
}
