import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

@MainActor
@Suite("Reorder: scrolling by itself")
struct ReorderScrollTests {
  /// Ten million rows without a model of each.
  @MainActor
  private final class Endless: NSObject, UITableViewDataSource {
    var moves: [[IndexPath]] = []
    var boundCount = 0

    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 10_000_000 }

    func tableView(_ tableView: UITableView, cellForRowAt path: IndexPath) -> UITableViewCell {
      boundCount += 1
      let cell = tableView.dequeueReusableCell(withIdentifier: "cell", for: path)
      cell.textLabel?.text = "\(path.row)"
      return cell
    }

    func tableView(_ tableView: UITableView, moveRowAt source: IndexPath, to target: IndexPath) {
      if source != target { moves.append([source, target]) }
    }
  }

  @Test("ten million rows: the dragged cell stays the same object over thousands of rows, and no frame asks for many")
  func tenMillion() {
    let app = TestApplication(size: CGSize(width: 300, height: 440))
    let table = UITableView(frame: app.window.bounds)
    let source = Endless()
    table.register(UITableViewCell.self, forCellReuseIdentifier: "cell")
    table.dataSource = source
    app.window.addSubview(table)
    app.frame()
    table.setEditing(true, animated: false)
    app.settle()
    let cell = table.cellForRow(at: IndexPath(row: 2, section: 0))
    app.mouseDown(at: CGPoint(x: 280, y: 110))
    app.mouseMove(to: CGPoint(x: 280, y: 430))
    app.mouseMove(to: CGPoint(x: 280, y: 600))
    source.boundCount = 0
    var most = 0
    for frame in 0..<3000 {
      let before = source.boundCount
      app.frame()
      most = max(most, source.boundCount - before)
      if frame % 100 == 0 { table.checkInvariants() }
    }
    let passed = table.reorder.drag?.move.target.row ?? 0
    expect(passed > 2000)
    expect(most <= 4, "a frame brought \(most) rows")
    expect(table.reorder.drag?.cell === cell && cell?.superview === table && cell?.textLabel?.text == "2")
    expect(cells(of: table) < 20)
    app.mouseUp(at: CGPoint(x: 280, y: 600))
    app.settle()
    expectEqual(source.moves, [[IndexPath(row: 2, section: 0), IndexPath(row: passed, section: 0)]])
    expect(table.cellForRow(at: IndexPath(row: passed, section: 0)) === cell)
    table.checkInvariants()
  }

  private func cells(of table: UITableView) -> Int { table.subviews.count { $0 is UITableViewCell } }

  @Test("the table scrolls by time, not by frames, faster nearer to the edge, and stops at its end")
  func timeAndEnd() {
    func distance(pointer: Double, frames: Int) -> Double {
      let fixture = ReorderFixture([200])
      fixture.drag(3, by: pointer - fixture.grip(3).y)
      let start = fixture.table.contentOffset.y
      for _ in 0..<frames { fixture.app.frame(after: 1.0 / Double(frames)) }
      return fixture.table.contentOffset.y - start
    }
    let many = distance(pointer: 430, frames: 60)
    let few = distance(pointer: 430, frames: 20)
    expect(many > 300 && abs(many - few) < 40, "\(many), \(few)")
    expect(distance(pointer: 405, frames: 60) < many / 2)
    expectEqual(distance(pointer: 300, frames: 60), 0)

    let fixture = ReorderFixture([14])
    let end = fixture.drag(3, by: 330)
    for _ in 0..<120 { fixture.app.frame() }
    expectEqual(fixture.table.contentOffset.y, 176)
    fixture.app.settle()
    expectEqual(fixture.app.settle(), 0, "at its end it rests")
    fixture.app.mouseUp(at: end)
    fixture.app.settle()
    expectEqual(fixture.source.moves.last?.last, IndexPath(row: 13, section: 0))
    fixture.table.checkInvariants()
  }

  @Test("the wheel turns under a row held still, which goes along with the pointer")
  func wheel() {
    let fixture = ReorderFixture([200])
    let cell = fixture.cell(4)
    fixture.drag(4, by: 10)
    fixture.app.wheel(-3, at: CGPoint(x: 100, y: 200))
    fixture.app.settle()
    expect(fixture.table.contentOffset.y > 0)
    expectEqual(fixture.top(cell), 4 * 44 + 10)
    fixture.table.checkInvariants()
    expect(fixture.table.reorder.drag?.move.target.row ?? 0 > 4)
  }

  @Test("a row cancelled thousands of rows away leaves the screen, and is at its place")
  func cancelledFarAway() {
    let fixture = ReorderFixture([500], hasDelegate: true)
    fixture.drag(2, by: 700)
    for _ in 0..<400 { fixture.app.frame() }
    expect(fixture.table.contentOffset.y > 5000)
    fixture.app.key(.keyboardEscape)
    fixture.table.checkInvariants()
    fixture.app.settle()
    expect(fixture.source.moves.isEmpty && fixture.delegate.pairingErrors == 0)
    fixture.table.contentOffset = .zero
    fixture.app.settle()
    expectEqual(fixture.shown, Array(1...10))
    fixture.table.checkInvariants()
  }
}
