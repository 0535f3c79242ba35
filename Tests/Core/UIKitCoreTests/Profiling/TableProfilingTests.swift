import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

@MainActor
@Suite("Cells as the profiler sees them")
struct TableProfilingTests {
  private final class Rows: NSObject, UITableViewDataSource {
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 100_000 }
    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
      tableView.dequeueReusableCell(
        withIdentifier: indexPath.row % 3 == 0 ? "third" : "plain", for: indexPath)
    }
  }

  @Test("a long scroll creates few cells, and every count adds up")
  func scrolling() throws {
    let test = TestApplication()
    let profiler = test.application.frameLoop.profiler
    let rows = Rows()
    var table: UITableView? = UITableView(frame: test.window.bounds, style: .plain)
    for identifier in ["plain", "third"] {
      table?.register(UITableViewCell.self, forCellReuseIdentifier: identifier)
    }
    table?.rowHeight = 44
    table?.dataSource = rows
    test.window.addSubview(try #require(table))
    test.frame()
    for step in 1...2000 {
      table?.contentOffset.y = CGFloat(step * 37)
      test.frame()
    }
    let totals = profiler.totals
    let gauges = profiler.gauges
    expectEqual(gauges.cellsVisible, table?.visibleCells.count)
    expectEqual(totals.cellsCreated, gauges.cellsVisible + gauges.cellsIdle)
    expect(totals.cellsCreated <= gauges.cellsVisible + 3)
    let plain = try #require(profiler.reuse["plain"])
    let third = try #require(profiler.reuse["third"])
    expectEqual(plain.created + third.created, totals.cellsCreated)
    expectEqual(plain.dequeued + third.dequeued, totals.cellsDequeued)
    expectEqual(plain.idle + third.idle, gauges.cellsIdle)

    table?.removeFromSuperview()
    table = nil
    test.frame()
    expectEqual(profiler.gauges.cellsVisible, 0)
    expectEqual(profiler.gauges.cellsIdle, 0)
    expectEqual(profiler.reuse["plain"]?.idle, 0)
  }
}
