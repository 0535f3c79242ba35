import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

/// Writes down every step in a word or two, and what the table keeps at that moment.
@MainActor
private final class Watcher: TablePassObserver {
  private(set) var steps: [String] = []
  private(set) var moments: [(visible: Int, leaving: Int, idle: Int)] = []
  var onStep: ((UITableView, TablePassStep) -> Void)?

  func tableView(_ tableView: UITableView, passDidReach step: TablePassStep) {
    let now = tableView.diagnostics
    moments.append((now.visible.count, now.leaving.count, now.idleCount))
    switch step {
    case .offsetChanged: steps.append("offset")
    case .updated(let update):
      steps.append("update \(update.deletedRows.count)-\(update.insertedRows.count)-\(update.movedRows.count)")
    case .passBegan: steps.append("pass")
    case .loaded: steps.append("loaded")
    case .planned(let rows): steps.append("planned \(rows.first?.row ?? -1)-\(rows.last?.row ?? -1)")
    case .left(_, let path): steps.append("left \(path.row)")
    case .dequeued: steps.append("dequeued")
    case .made: steps.append("made")
    case .placed(_, let path): steps.append("placed \(path.row)")
    case .collected(_, let path, let isIdle): steps.append("\(isIdle ? "idle" : "let go") \(path.row)")
    case .headersAndFootersPlaced: steps.append("parts")
    case .passEnded: steps.append("end")
    }
    onStep?(tableView, step)
  }

  /// The steps since the last question, but for passes that found nothing to do.
  func takeSteps() -> [String] {
    defer {
      steps = []
      moments = []
    }
    return steps.joined(separator: ",").replacingOccurrences(of: ",pass,end", with: "").components(separatedBy: ",")
  }
}

@MainActor
@Suite("Table: diagnostics")
struct TableDiagnosticsTests {
  /// Six rows fill the table exactly.
  private func sixRows(_ order: TableReuseOrder, rows: Int = 100) -> (TableFixture, Watcher) {
    let watcher = Watcher()
    let fixture = TableFixture(sections: [rows], size: CGSize(width: 300, height: 264)) { table, _ in
      table.rowHeight = 44
      table.reuseOrder = order
      table.passObserver = watcher
    }
    return (fixture, watcher)
  }

  @Test("a batch update is told with its changes before the pass it ends with; reconfigured rows are among them")
  func update() throws {
    let (fixture, watcher) = sixRows(.collectFirst)
    var told: [TableUpdate] = []
    watcher.onStep = { _, step in if case .updated(let update) = step { told.append(update) } }
    _ = watcher.takeSteps()
    fixture.table.performBatchUpdates {
      fixture.table.moveRow(at: IndexPath(row: 5, section: 0), to: IndexPath(row: 2, section: 0))
      fixture.table.reconfigureRows(at: [IndexPath(row: 1, section: 0)])
    }
    let steps = watcher.takeSteps()
    expect(steps.first == "update 0-0-1" && steps.contains("pass"))
    let update = try #require(told.first)
    expect(told.count == 1 && update.movedRows.map(\.source.row) == [5] && update.movedRows.map(\.target.row) == [2])
    expectEqual(update.reconfiguredRows, [IndexPath(row: 1, section: 0)])
  }

  @Test(
    "headers have their places when that is told, after the rows and before the pass ends; without headers it is not")
  func headers() throws {
    let watcher = Watcher()
    let fixture = TableFixture(sections: [20, 20], size: CGSize(width: 300, height: 264)) { table, source in
      table.rowHeight = 44
      source.headers = ["a", "b"]
      table.passObserver = watcher
    }
    _ = watcher.takeSteps()
    var places: [CGFloat?] = []
    watcher.onStep = { table, step in
      if case .headersAndFootersPlaced = step { places.append(table.headerView(forSection: 0)?.frame.minY) }
    }
    fixture.scroll(to: 100)
    expect(watcher.takeSteps().suffix(2) == ["parts", "end"] && places == [100])
    let (plain, other) = sixRows(.collectFirst)
    plain.scroll(to: 44)
    expect(!other.takeSteps().contains("parts"))
  }

  @Test("collected first, the cell of the row that leaves shows the row that comes: no cell is made")
  func collectFirst() {
    let (fixture, watcher) = sixRows(.collectFirst)
    _ = watcher.takeSteps()
    fixture.scroll(to: 44)
    expectEqual(
      watcher.takeSteps(),
      [
        "offset", "pass", "planned 1-6", "left 0", "idle 0", "dequeued", "placed 6", "end",
      ])
    let now = fixture.table.diagnostics
    expect(now.visible.map(\.indexPath.row) == Array(1...6) && now.idleCount == 0)
    expectEqual(now.counts, .init(made: 6, dequeued: 1, reclaimed: 1, released: 0))
  }

  @Test(
    "asked first, a cell is made for the row that comes while that of the row that leaves waits, and stays one more")
  func askFirst() {
    let (fixture, watcher) = sixRows(.askFirst)
    _ = watcher.takeSteps()
    fixture.scroll(to: 44)
    expectEqual(
      watcher.takeSteps(), ["offset", "pass", "planned 1-6", "left 0", "made", "placed 6", "idle 0", "end"])
    expectEqual(fixture.table.diagnostics.counts, .init(made: 7, dequeued: 0, reclaimed: 1, released: 0))
    expectEqual(fixture.table.diagnostics.idle.map(\.cells.count), [1])
    for row in 2..<60 {
      fixture.scroll(to: Double(row) * 44)
      expect(fixture.check())
      fixture.table.checkInvariants()
      let now = fixture.table.diagnostics
      expect(now.counts.made == 7 && now.idleCount == 1 && now.leaving.isEmpty)
      expect(now.visible.allSatisfy { $0.cell.superview === fixture.table })
    }
  }

  @Test("asked first, a random scroll with reloads and updates keeps every invariant, and each cell in one container")
  func askFirstAtRandom() {
    let (fixture, _) = sixRows(.askFirst)
    let table = fixture.table
    var random = SeededRandom(seed: 7)
    for _ in 0..<400 {
      switch Int.random(in: 0..<8, using: &random) {
      case 0: table.reloadData()
      case 1:
        fixture.source.sections = [fixture.source.sections[0] + 1]
        table.insertRows(at: [IndexPath(row: 3, section: 0)], with: .fade)
      case 2 where fixture.source.sections[0] > 40:
        fixture.source.sections = [fixture.source.sections[0] - 1]
        table.deleteRows(at: [IndexPath(row: 2, section: 0)], with: .none)
      default: table.contentOffset.y = CGFloat(Int.random(in: 0...1400, using: &random))
      }
      fixture.app.frame()
      table.checkInvariants()
      let now = table.diagnostics
      let all = now.visible.map(\.cell) + now.idle.flatMap(\.cells)
      expect(now.leaving.isEmpty && Set(all.map(ObjectIdentifier.init)).count == all.count)
    }
    fixture.app.settle()
    table.checkInvariants()
  }

  @Test("asked first, a cell that the data source kept and gives to another row while it leaves stays on screen")
  func keptCell() throws {
    let (fixture, watcher) = sixRows(.askFirst)
    let kept = try #require(fixture.table.cellForRow(at: IndexPath(row: 0, section: 0)))
    fixture.source.makesCell = { table, path in
      path.row == 6 ? kept : table.dequeueReusableCell(withIdentifier: "cell", for: path)
    }
    fixture.scroll(to: 44)
    expect(fixture.table.cellForRow(at: IndexPath(row: 6, section: 0)) === kept)
    expect(fixture.check())
    expect(!watcher.takeSteps().contains("idle 0"))
    expectEqual(fixture.table.diagnostics.idleCount, 0)
  }

  @Test("the steps show each cell in the container it is in: visible, leaving, idle, visible again")
  func containers() {
    let (fixture, watcher) = sixRows(.collectFirst)
    _ = watcher.takeSteps()
    fixture.table.contentOffset.y = 44
    fixture.app.frame()
    let moments = watcher.moments.prefix(8).map { [$0.visible, $0.leaving, $0.idle] }
    expectEqual(
      moments,
      [
        [6, 0, 0], [6, 0, 0], [6, 0, 0], [5, 1, 0], [5, 0, 1], [5, 0, 0], [6, 0, 0], [6, 0, 0],
      ])
  }

  @Test("cells without identifier are let go, and counted")
  func anonymous() {
    let (fixture, watcher) = sixRows(.collectFirst)
    fixture.source.makesCell = { _, _ in UITableViewCell(style: .default, reuseIdentifier: nil) }
    fixture.table.reloadData()
    fixture.app.frame()
    _ = watcher.takeSteps()
    fixture.scroll(to: 44)
    expect(watcher.takeSteps().contains("let go 0"))
    expectEqual(fixture.table.diagnostics.counts.released, 1)
  }

  @Test("sections tell rows and heights, measured and estimated, without a walk over the rows")
  func sections() throws {
    let fixture = TableFixture(sections: [3, 1_000_000_000])
    let sections = fixture.table.diagnostics.sections
    expect(sections.map(\.rowCount) == [3, 1_000_000_000] && sections.rowCount == 1_000_000_003)
    expectEqual(sections[0].height(ofRow: 0)?.isMeasured, true)
    expectEqual(sections[1].height(ofRow: 999_999_999)?.isMeasured, false)
    expect(sections[1].height(ofRow: 1_000_000_000) == nil && sections[0].height(ofRow: -1) == nil)
    expectEqual(sections[0].rowsHeight, fixture.table.rect(forSection: 0).height)
  }

  @Test("the phase is that of the callback it is read in; a value stays what it was")
  func phase() {
    let (fixture, watcher) = sixRows(.collectFirst)
    var phases: [TableDiagnostics.Phase] = []
    fixture.source.makesCell = { table, path in
      phases.append(table.diagnostics.phase)
      return table.dequeueReusableCell(withIdentifier: "cell", for: path)
    }
    let before = fixture.table.diagnostics
    expectEqual(before.phase, .resting)
    fixture.scroll(to: 44)
    expectEqual(phases, [.tiling])
    expectEqual(before.visible.map(\.indexPath.row), Array(0...5))
    _ = watcher
  }

  @Test(
    "an observer may reload the table at any step: it takes effect as in cellForRowAt, and the table is whole after")
  func reloadingObserver() {
    for number in 0..<9 {
      let (fixture, watcher) = sixRows(number % 2 == 0 ? .collectFirst : .askFirst)
      var left = number
      watcher.onStep = { table, _ in
        left -= 1
        if left == -1 { table.reloadData() }
      }
      fixture.scroll(to: 44 * 3)
      fixture.app.settle()
      fixture.table.checkInvariants()
      expect(fixture.check() && fixture.visible.count == 6, "step \(number)")
    }
  }

  @Test("an observer is not kept alive, and one that is gone is told nothing")
  func weakObserver() {
    let (fixture, _) = sixRows(.collectFirst)
    expect(fixture.table.passObserver == nil)
    fixture.scroll(to: 44)
    expect(!fixture.table.rows.isObserved)
  }

  @Test("what was drawn is counted whether or not anybody looks, and differences are those of the frames between")
  func frames() {
    let (fixture, _) = sixRows(.collectFirst)
    let before = fixture.app.application.frameDiagnostics
    fixture.scroll(to: 44)
    let frame = fixture.app.application.frameDiagnostics - before
    expect(frame.frames == 1 && frame.cellsDequeued == 1 && frame.cellsMade == 0)
    expect(frame.drawCommands > 5)
  }
}
