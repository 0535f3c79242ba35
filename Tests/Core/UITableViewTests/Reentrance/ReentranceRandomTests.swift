import Foundation
import TableModel
import TestSupport
import Testing

@testable import UIKitCore

/// Random changes from random callbacks of a table that is scrolled, resized, edited, swiped and reloaded, against the
/// data as the model. `ANOLE_ROUNDS` and `ANOLE_SEED` in the environment make the test longer and begin elsewhere.
@MainActor
@Suite("Table: changed at random from random callbacks")
struct ReentranceRandomTests {
  nonisolated static let rounds = ProcessInfo.processInfo.environment["ANOLE_ROUNDS"].flatMap { Int($0) } ?? 20
  nonisolated static let firstSeed = ProcessInfo.processInfo.environment["ANOLE_SEED"].flatMap { Int($0) } ?? 0

  /// `ANOLE_TRACE` prints every step as it is taken, for a round that ends the program.
  nonisolated static let isTracing = ProcessInfo.processInfo.environment["ANOLE_TRACE"] != nil

  /// A random batch of up to six operations on rows or sections, carried out on data and table.
  private func batch(_ fixture: ReentranceFixture, _ random: inout SeededRandom, _ log: (String) -> Void) {
    let (table, source) = (fixture.table, fixture.source)
    guard table.dataSource === source else { return }
    let animations: [UITableView.RowAnimation] = [.fade, .left, .top, .none, .automatic]
    let animation = animations.randomElement(using: &random) ?? .fade
    let isAnimated = Int.random(in: 0..<3, using: &random) > 0
    let number = Int.random(in: 0..<8, using: &random)
    let section = Int.random(in: 0..<max(1, source.sections.count), using: &random)
    let amount = Int.random(in: 1...6, using: &random)
    let anywhere = Int.random(in: 0..<1000, using: &random)
    log("\(isAnimated ? "animated" : "plain") batch \(number) on section \(section), \(amount) from \(anywhere)")
    func change() {
      table.performBatchUpdates({
        // The first layout may ask for the counts when the block opens: the data change inside of it.
        guard source.sections.indices.contains(section) else { return }
        let count = source.sections[section].count
        let place = count == 0 ? 0 : anywhere % (count + 1)
        func paths(_ rows: Range<Int>) -> [IndexPath] { rows.map { IndexPath(row: $0, section: section) } }
        switch number {
        case 0, 1:
          let new = (0..<amount).map { _ in source.make() }
          let at = number == 0 ? 0 : place
          source.sections[section].insert(contentsOf: new, at: at)
          table.insertRows(at: paths(at..<(at + amount)), with: animation)
        case 2:
          let gone = place..<min(count, place + amount)
          source.sections[section].removeSubrange(gone)
          table.deleteRows(at: paths(gone), with: animation)
        case 3: table.reloadRows(at: paths(place..<min(count, place + amount)), with: animation)
        case 4: table.reconfigureRows(at: paths(place..<min(count, place + amount)))
        case 5 where count > 1:
          let (from, to) = (anywhere % count, (anywhere / 7) % count)
          let row = source.sections[section].remove(at: from)
          source.sections[section].insert(row, at: to)
          table.moveRow(at: IndexPath(row: from, section: section), to: IndexPath(row: to, section: section))
        case 6 where source.sections.count < 7:
          source.sections.insert((0..<amount).map { _ in source.make() }, at: section)
          table.insertSections([section], with: animation)
        case 7 where source.sections.count > 2:
          source.sections.remove(at: section)
          table.deleteSections([section], with: animation)
        default: break
        }
      })
    }
    if isAnimated { change() } else { UIView.performWithoutAnimation(change) }
  }

  private func change(_ fixture: ReentranceFixture, _ random: inout SeededRandom, _ log: (String) -> Void) {
    let table = fixture.table
    let kind = Int.random(in: 0..<14, using: &random)
    if kind >= 6 { return batch(fixture, &random, log) }
    log("change \(kind)")
    switch kind {
    case 0: fixture.reload()
    case 1:
      let highest = max(0, table.verticalExtent.highest)
      table.contentOffset.y = Double.random(in: 0...highest, using: &random).rounded()
    case 2:
      if let path = fixture.knownPath {
        table.scrollToRow(at: path, at: .middle, animated: Bool.random(using: &random))
      }
    case 3: if let path = fixture.knownPath { table.selectRow(at: path, animated: false, scrollPosition: .none) }
    case 4: table.setEditing(!table.isEditing, animated: Bool.random(using: &random))
    default:
      if Int.random(in: 0..<4, using: &random) == 0 {
        fixture.exchangeSource()
      } else {
        resize(fixture, &random)
      }
    }
  }

  private func resize(_ fixture: ReentranceFixture, _ random: inout SeededRandom) {
    fixture.table.frame.size = CGSize(
      width: CGFloat(Int.random(in: 200...300, using: &random)),
      height: CGFloat(Int.random(in: 150...400, using: &random)))
  }

  private func stir(_ fixture: ReentranceFixture, _ random: inout SeededRandom, _ log: (String) -> Void) {
    let (app, table) = (fixture.app, fixture.table)
    let kind = Int.random(in: 0..<12, using: &random)
    let y = CGFloat(Int.random(in: 0..<150, using: &random))
    log("step \(kind) at \(y)")
    switch kind {
    case 0, 1: app.wheel(CGFloat(Int.random(in: -9...9, using: &random)), at: CGPoint(x: 100, y: y))
    case 2: app.click(at: CGPoint(x: 100, y: y))
    case 3:
      let highest = max(0, table.verticalExtent.highest)
      table.setContentOffset(
        CGPoint(x: 0, y: Double.random(in: 0...highest, using: &random).rounded()),
        animated: Bool.random(using: &random))
    case 4: resize(fixture, &random)
    case 5:
      if let row = table.indexPathsForVisibleRows?.last.flatMap({ RowPosition($0) }) {
        table.swipe.openTrailingActions(at: row, animated: true)
      }
    case 6:
      if let row = table.indexPathsForVisibleRows?.first.flatMap({ RowPosition($0) }) {
        table.app.commit(.delete, at: row)
      }
    case 7:
      app.key([.keyboardPageDown, .keyboardDownArrow, .keyboardEnd, .keyboardHome].randomElement(using: &random)!)
    default: change(fixture, &random, log)
    }
  }

  @Test("tables settle with the model's rows, in range", arguments: 0..<rounds)
  func random(round: Int) {
    let seed = Self.firstSeed + round
    var random = SeededRandom(seed: seed)
    let mode = SizingMode(rawValue: seed % SizingMode.allCases.count) ?? .uniform
    let fixture = ReentranceFixture(mode, style: [.plain, .grouped, .insetGrouped][seed / 4 % 3])
    var log: [String] = []
    func note(_ line: String) {
      log.append(line)
      if Self.isTracing { print(line) }
    }
    var inner = random
    var budget = 0
    var level = 0
    fixture.hooks.onCall = { called in
      // While counts are asked an update ends the program; a row of the table may not exist yet.
      guard !called.isCounting, budget > 0, level < 2, Int.random(in: 0..<9, using: &inner) == 0 else { return }
      budget -= 1
      level += 1
      // Callbacks within the change draw their own numbers.
      var own = SeededRandom(seed: Int.random(in: 0..<1_000_000, using: &inner))
      change(fixture, &own) { note("  \(called): \($0)") }
      level -= 1
    }
    for step in 0..<60 {
      budget = 3
      stir(fixture, &random) { note($0) }
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        fixture.app.frame(after: Double.random(in: 0.005...0.2, using: &random))
      }
      guard step % 6 == 5 else { continue }
      budget = 0
      fixture.app.settle()
      if let fault = fixture.fault() {
        Issue.record("seed \(seed), step \(step): \(fault) after\n\(log.suffix(30).joined(separator: "\n"))")
        return
      }
      log.removeAll()
    }
  }
}
