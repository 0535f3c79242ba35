import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

@MainActor
@Suite("Table: a slow data source")
struct TableAllowanceTests {
  /// A table of 1,000 rows whose data source needs `seconds` for each once the returned closure was called.
  private func slowTable(_ seconds: TimeInterval) -> (TableFixture, beSlow: () -> Void) {
    let fixture = TableFixture(sections: [1000])
    return (
      fixture,
      {
        fixture.source.makesCell = { [clock = fixture.app.clock] table, path in
          clock.advance(by: seconds)
          return table.dequeueReusableCell(withIdentifier: "cell", for: path)
        }
        _ = fixture.source.takeLog()
      }
    )
  }

  private func rowsAsked(_ fixture: TableFixture) -> Int {
    fixture.source.takeLog().count { $0.hasPrefix("cell") }
  }

  @Test("While the user scrolls, a slow row costs a frame no more than itself, and input is read in between")
  func oneRowAFrame() {
    let (fixture, beSlow) = slowTable(0.05)
    beSlow()
    fixture.app.wheel(-40, at: CGPoint(x: 100, y: 100))
    var mostAsked = rowsAsked(fixture)
    var offsets: [CGFloat] = []
    for _ in 0..<200 {
      fixture.app.frame()
      mostAsked = max(mostAsked, rowsAsked(fixture))
      offsets.append(fixture.table.contentOffset.y)
      expect(fixture.check())
    }
    expectEqual(mostAsked, 1)
    expectEqual(offsets.last, 2400, "the wheel went on although rows were late")
    expectEqual(fixture.visible, (54...64).map { "0.\($0)" }, "all rows came in the end")
    expect(fixture.app.settle() < 10, "nothing is asked for once all rows are there")
  }

  @Test("A data source that keeps up gives every row in its frame")
  func fastRows() {
    let (fixture, beSlow) = slowTable(0.0001)
    beSlow()
    fixture.app.wheel(-40, at: CGPoint(x: 100, y: 100))
    for _ in 0..<60 {
      fixture.app.frame()
      let expected = fixture.table.indexPathsForRows(in: fixture.table.bounds)
      expectEqual(fixture.table.indexPathsForVisibleRows, expected)
    }
  }

  @Test("Rows asked for by the program all come at once, however slow they are")
  func programmatic() {
    let (fixture, beSlow) = slowTable(0.05)
    beSlow()
    fixture.scroll(to: 44 * 500)
    expectEqual(rowsAsked(fixture), 10)
    fixture.table.reloadData()
    fixture.table.layoutIfNeeded()
    expectEqual(rowsAsked(fixture), 10)
  }

  @Test("Late rows with heights of their own keep the rows on screen in place")
  func lateHeights() {
    let delegate = HeightDelegate()
    let fixture = TableFixture(sections: [1000], delegate: delegate) { table, _ in table.estimatedRowHeight = 60 }
    fixture.source.makesCell = { [clock = fixture.app.clock] table, path in
      clock.advance(by: 0.05)
      return table.dequeueReusableCell(withIdentifier: "cell", for: path)
    }
    fixture.app.wheel(-20, at: CGPoint(x: 100, y: 100))
    for _ in 0..<200 {
      fixture.app.frame()
      expect(fixture.check())
    }
    expectEqual(fixture.table.indexPathsForVisibleRows, fixture.table.indexPathsForRows(in: fixture.table.bounds))
  }

  private final class HeightDelegate: NSObject, UITableViewDelegate {
    func tableView(_ tableView: UITableView, heightForRowAt path: IndexPath) -> CGFloat {
      CGFloat(30 + path.row % 5 * 10)
    }
  }
}
