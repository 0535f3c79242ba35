import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

@MainActor
@Suite("Updates: interrupted")
struct UpdateInterruptionTests {
  @Test("another batch takes over from what is seen; the first is told that it was interrupted, once")
  func anotherBatch() throws {
    let fixture = UpdateFixture([100])
    var finished: [String] = []
    let cell = try #require(fixture.cell(6))
    fixture.table.performBatchUpdates({ fixture.delete([0, 1]) }) { finished.append("first \($0)") }
    fixture.app.frame(after: 0.15)
    let seen = fixture.top(cell)
    expect(seen < 6 * 44 && seen > 4 * 44)
    fixture.table.performBatchUpdates({ fixture.insert(at: 0) }) { finished.append("second \($0)") }
    expect(fixture.top(cell) == seen && Double(cell.frame.minY) == 5 * 44.0)
    fixture.settle()
    expectEqual(finished, ["first false", "second true"])
    fixture.table.checkInvariants()
  }

  @Test("scrolling goes on under the animation, and rows that come on screen are at their places")
  func scrolling() throws {
    let fixture = UpdateFixture([100])
    var finished: [Bool] = []
    let cell = try #require(fixture.cell(6))
    fixture.table.performBatchUpdates({ fixture.delete([0]) }) { finished.append($0) }
    fixture.app.frame(after: 0.1)
    let seen = fixture.top(cell)
    fixture.table.contentOffset.y = 60
    expectEqual(fixture.top(cell), seen - 60)
    fixture.app.frame(after: 0.05)
    fixture.table.checkInvariants()
    fixture.table.contentOffset.y = 3000
    fixture.app.frame(after: 0.05)
    fixture.table.checkInvariants()
    fixture.settle()
    expectEqual(finished.count, 1)
    expect(fixture.table.visibleCells.allSatisfy { $0.presentation == nil })
  }

  @Test("reloadData ends the animation at once")
  func reload() {
    let fixture = UpdateFixture([100], hasDelegate: true)
    var finished: [Bool] = []
    fixture.table.performBatchUpdates({ fixture.delete([0]) }) { finished.append($0) }
    fixture.app.frame(after: 0.1)
    fixture.table.reloadData()
    expect(finished == [false] && fixture.table.departures.all.isEmpty)
    fixture.settle()
    expect(finished == [false] && fixture.delegate.pairingErrors == 0)
    expect(fixture.table.visibleCells.allSatisfy { $0.presentation == nil && $0.alpha == 1 })
    fixture.table.checkInvariants()
  }

  @Test("leaving the window ends the animation at once")
  func leaving() {
    let fixture = UpdateFixture([100], hasDelegate: true)
    var finished: [Bool] = []
    fixture.table.performBatchUpdates({ fixture.delete([0]) }) { finished.append($0) }
    fixture.app.frame(after: 0.1)
    fixture.table.removeFromSuperview()
    expect(finished == [false] && fixture.table.departures.all.isEmpty)
    expectEqual(fixture.delegate.ended.count, 1)
    fixture.app.window.addSubview(fixture.table)
    fixture.settle()
    fixture.table.checkInvariants()
  }

  @Test("a table let go while it animates tells its batch")
  func deallocation() {
    let app = TestApplication(size: CGSize(width: 300, height: 440))
    var finished: [Bool] = []
    let source = NumberedSource()
    source.content.addSection(3, height: 44)
    weak var gone: UITableView?
    do {
      let table = UITableView(frame: CGRect(x: 0, y: 0, width: 300, height: 440))
      gone = table
      table.register(UITableViewCell.self, forCellReuseIdentifier: "cell")
      table.dataSource = source
      app.window.addSubview(table)
      app.frame()
      table.performBatchUpdates({
        source.content.sections[0].rows.removeFirst()
        table.deleteRows(at: [IndexPath(row: 0, section: 0)], with: .fade)
      }) { finished.append($0) }
      app.frame()
      table.removeFromSuperview()
    }
    app.settle()
    expect(gone == nil)
    expectEqual(finished, [false])
  }

  @Test("a data source released while the table animates ends calmly: nothing is shown")
  func releasedSource() {
    let app = TestApplication(size: CGSize(width: 300, height: 440))
    let table = UITableView(frame: CGRect(x: 0, y: 0, width: 300, height: 440))
    table.register(UITableViewCell.self, forCellReuseIdentifier: "cell")
    var source: NumberedSource? = NumberedSource()
    source?.content.addSection(100, height: 44)
    table.dataSource = source
    app.window.addSubview(table)
    app.frame()
    source?.content.sections[0].rows.removeFirst()
    table.deleteRows(at: [IndexPath(row: 0, section: 0)], with: .fade)
    app.frame(after: 0.1)
    source = nil
    table.contentOffset.y = 1000
    app.settle()
    expect(table.visibleCells.isEmpty && table.numberOfSections == 0)
    table.performBatchUpdates(nil)
    table.insertRows(at: [IndexPath(row: 0, section: 0)], with: .fade)
    table.checkInvariants()
  }
}
