import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

@MainActor
@Suite("Table: pools")
struct TablePoolTests {
  /// Gives every row one of twelve heights.
  private final class Heights: NSObject, UITableViewDelegate {
    func tableView(_ tableView: UITableView, heightForRowAt path: IndexPath) -> CGFloat {
      CGFloat(20 + path.row * 7 % 12 * 15)
    }
  }

  @Test("10,000 frames over rows of many heights and two kinds create no cell after the first thousand")
  func warm() {
    let heights = Heights()
    var made = 0
    let fixture = TableFixture(sections: [5000], delegate: heights) { table, source in
      source.makesCell = { table, path in
        let identifier = path.row / 20 % 2 == 0 ? "a" : "b"
        if let cell = table.dequeueReusableCell(withIdentifier: identifier) { return cell }
        made += 1
        return UITableViewCell(style: .default, reuseIdentifier: identifier)
      }
    }
    var y = 0.0
    var step = 23.0
    func frame() {
      if y + step < 0 || y + step > 100_000 { step = -step }
      y += step
      fixture.table.contentOffset.y = y
      fixture.table.layoutIfNeeded()
    }
    for _ in 0..<1000 { frame() }
    let warm = made
    for _ in 0..<10_000 { frame() }
    expectEqual(made, warm, "\(made - warm) cells were made while scrolling")
    fixture.table.checkInvariants()
  }

  @Test("a table that becomes smaller lets idle cells go, and counts them out")
  func smaller() {
    let fixture = TableFixture(sections: [1000], size: CGSize(width: 300, height: 2200))
    let profiler = fixture.app.application.frameLoop.profiler
    expectEqual(fixture.visible.count, 50)
    fixture.table.frame.size.height = 220
    fixture.app.frame()
    expectEqual(fixture.visible.count, 5)
    expect(fixture.table.cells.idleCount <= fixture.table.cells.idleLimit)
    expect(fixture.table.cells.idleLimit <= 18)
    expectEqual(profiler.gauges.cellsIdle, fixture.table.cells.idleCount)
    let made = fixture.table.cells.createdCount
    for step in 0..<500 { fixture.scroll(to: Double(step) * 31) }
    expectEqual(fixture.table.cells.createdCount, made)
    fixture.table.checkInvariants()
  }

  @Test("a reload keeps what the screen needs; filtering to a few rows and back makes no cell anew")
  func filtering() {
    let fixture = TableFixture(sections: [1000], size: CGSize(width: 300, height: 880))
    let made = fixture.table.cells.createdCount
    for rows in [2, 1000, 1, 1, 1, 1000, 0, 0, 1000] {
      fixture.source.sections = [rows]
      fixture.table.reloadData()
      fixture.app.frame()
      fixture.table.checkInvariants()
    }
    expectEqual(fixture.table.cells.createdCount, made)
  }

  @Test("an identifier for every row does not keep every cell")
  func manyIdentifiers() {
    let fixture = TableFixture(sections: [5000]) { _, source in
      source.makesCell = { table, path in
        table.dequeueReusableCell(withIdentifier: "\(path.row)")
          ?? UITableViewCell(style: .default, reuseIdentifier: "\(path.row)")
      }
    }
    for step in 0..<500 { fixture.scroll(to: Double(step) * 400) }
    expect(fixture.table.cells.idleCount <= fixture.table.cells.totalLimit)
    expectEqual(fixture.app.application.frameLoop.profiler.gauges.cellsIdle, fixture.table.cells.idleCount)
    fixture.table.checkInvariants()
  }

  @Test("a cell the app kept and returns while it waits is shown once, and not handed out again")
  func keptCell() throws {
    let fixture = TableFixture(sections: [1000])
    let kept = try #require(fixture.table.cellForRow(at: IndexPath(row: 0, section: 0)))
    // A screen of rows of another kind: all former cells wait.
    fixture.source.makesCell = { _, _ in UITableViewCell() }
    fixture.scroll(to: 44 * 100)
    expect(kept.isIdle && kept.superview == nil)
    fixture.source.makesCell = { table, path in
      path.row == 300 ? kept : table.dequeueReusableCell(withIdentifier: "cell", for: path)
    }
    fixture.scroll(to: 44 * 300)
    expect(fixture.table.cellForRow(at: IndexPath(row: 300, section: 0)) === kept)
    expect(!kept.isIdle)
    fixture.scroll(to: 44 * 299)
    expectEqual(Set(fixture.table.visibleCells.map(ObjectIdentifier.init)).count, fixture.visible.count)
    expectEqual(fixture.app.application.frameLoop.profiler.gauges.cellsIdle, fixture.table.cells.idleCount)
    fixture.table.checkInvariants()
  }

  @Test("a cell that waits in another table's pool and is returned is taken out of there")
  func foreignPool() throws {
    let fixture = TableFixture(sections: [1000])
    let kept = try #require(fixture.table.cellForRow(at: IndexPath(row: 0, section: 0)))
    fixture.source.makesCell = { _, _ in UITableViewCell() }
    fixture.scroll(to: 44 * 100)
    let other = UITableView(frame: CGRect(x: 0, y: 0, width: 100, height: 40))
    let source = ScriptedTable(sections: [1])
    source.makesCell = { _, _ in kept }
    other.dataSource = source
    fixture.app.window.addSubview(other)
    fixture.app.frame()
    expect(kept.superview === other && kept.table === other)
    var handedOut: [UITableViewCell] = []
    while fixture.table.cells.idleCount > 0, let cell = fixture.table.dequeueReusableCell(withIdentifier: "cell") {
      handedOut.append(cell)
    }
    expect(handedOut.count == 9 && !handedOut.contains(kept))
  }

  @Test("a header the app keeps and returns again and again is never handed out besides")
  func keptHeader() {
    final class Delegate: NSObject, UITableViewDelegate {
      let kept = UITableViewHeaderFooterView(reuseIdentifier: "h")
      var handedOut = 0
      func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView? {
        if section == 0 { return kept }
        let view = tableView.dequeueReusableHeaderFooterView(withIdentifier: "h")
        if view === kept { handedOut += 1 }
        return view ?? UITableViewHeaderFooterView(reuseIdentifier: "h")
      }
      func tableView(_ tableView: UITableView, heightForHeaderInSection section: Int) -> CGFloat { 30 }
    }
    let delegate = Delegate()
    let fixture = TableFixture(sections: [20, 20, 20], style: .grouped, delegate: delegate)
    // Out of sight it waits like any other, and is handed out once; shown again it must not wait any more.
    fixture.scroll(to: 600)
    fixture.scroll(to: 0)
    expect(fixture.table.headerView(forSection: 0) === delegate.kept)
    expect(!delegate.kept.isIdle)
    let before = delegate.handedOut
    fixture.table.frame.size.height = 2000
    fixture.app.frame()
    expectEqual(delegate.handedOut, before)
    expect(delegate.kept.superview === fixture.table)
    let parts = fixture.table.parts.visible.map { ObjectIdentifier($0.view) }
    expectEqual(Set(parts).count, parts.count)
  }

  @Test("a cell dequeued for another row's path is sized for the row it is returned for")
  func otherPath() {
    let heights = Heights()
    let fixture = TableFixture(sections: [100], delegate: heights) { _, source in
      source.makesCell = { table, path in
        table.dequeueReusableCell(withIdentifier: "cell", for: IndexPath(row: 99 - path.row, section: 0))
      }
    }
    fixture.scroll(to: 500)
    expect(fixture.check())
  }

  @Test("a second dequeue for the path that is asked for stops and names row and identifier")
  func twice() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      _ = TableFixture(sections: [3]) { _, source in
        source.makesCell = { table, path in
          _ = table.dequeueReusableCell(withIdentifier: "cell", for: path)
          return table.dequeueReusableCell(withIdentifier: "cell", for: path)
        }
      }
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    expect(message.contains("was called twice for row 0 of section 0, the second time with the identifier \"cell\""))
  }

  @Test("a view that already is another section's header stops and names both sections")
  func sameHeader() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      final class Delegate: NSObject, UITableViewDelegate {
        let view = UIView()
        func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView? { view }
        func tableView(_ tableView: UITableView, heightForHeaderInSection section: Int) -> CGFloat { 30 }
      }
      let delegate = Delegate()
      _ = TableFixture(sections: [1, 1], delegate: delegate)
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    expect(message.contains("for section 1, the view that already is the header of section 0"))
  }
}
