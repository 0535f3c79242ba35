import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

@MainActor
@Suite("Table: order of calls, heights")
struct TableCallOrderTests {
  /// Heights per row, written into the source's log.
  final class Heights: NSObject, UITableViewDelegate {
    weak var source: ScriptedTable?
    var height: (IndexPath) -> CGFloat = { 30 + CGFloat($0.row % 5) * 10 }
    func tableView(_ tableView: UITableView, heightForRowAt path: IndexPath) -> CGFloat {
      source?.note("height \(path.section).\(path.row)")
      return height(path)
    }
    func tableView(_ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt path: IndexPath) {
      source?.note("willDisplay \(path.section).\(path.row)")
    }
  }

  @Test("reloadData asks the counts at once and cells only in the next layout pass, and drops the selection")
  func reloading() {
    let fixture = TableFixture(sections: [2, 1])
    fixture.table.selectRow(at: IndexPath(row: 1, section: 0), animated: false, scrollPosition: .none)
    _ = fixture.source.takeLog()
    fixture.table.reloadData()
    expectEqual(fixture.source.takeLog(), ["sections", "rows 0", "rows 1"])
    expect(fixture.table.indexPathForSelectedRow == nil)
    fixture.app.frame()
    expectEqual(fixture.source.takeLog().filter { $0.hasPrefix("cell") }, ["cell 0.0", "cell 0.1", "cell 1.0"])
  }

  @Test("the first layout asks counts, then per visible row cell, height and willDisplay")
  func firstLayout() {
    let delegate = Heights()
    delegate.height = { _ in 200 }
    let fixture = TableFixture(sections: [1, 50], delegate: delegate) { delegate.source = $1 }
    let log = fixture.source.takeLog()
    let order = log.filter { !$0.hasPrefix("sections") && !$0.hasPrefix("rows") }
    expectEqual(Array(log.prefix(3)), ["sections", "rows 0", "rows 1"])
    for row in ["0.0", "1.0", "1.1"] {
      let steps = order.filter { $0.hasSuffix(" " + row) }
      expectEqual(steps, ["cell \(row)", "height \(row)", "willDisplay \(row)"])
    }
    expectEqual(fixture.visible, ["0.0", "1.0", "1.1"])
  }

  @Test("with estimates off every height is asked before the first cell")
  func estimatesOff() throws {
    let delegate = Heights()
    let fixture = TableFixture(sections: [40], delegate: delegate) { table, source in
      delegate.source = source
      table.estimatedRowHeight = 0
    }
    let log = fixture.source.takeLog()
    let firstCell = try #require(log.firstIndex { $0.hasPrefix("cell") })
    let lastHeight = try #require(log.lastIndex { $0.hasPrefix("height") })
    expect(lastHeight < firstCell)
    expectEqual(Set(log.filter { $0.hasPrefix("height") }).count, 40)
    // Eight times 30, 40, 50, 60, 70.
    expectEqual(fixture.table.contentSize.height, 2000)
  }

  @Test("without a data source nothing is shown and nothing stops")
  func noDataSource() {
    let fixture = TableFixture(sections: [5])
    fixture.table.dataSource = nil
    fixture.app.frame()
    expect(fixture.table.visibleCells.isEmpty)
    expectEqual(fixture.table.numberOfSections, 0)
    expectEqual(fixture.table.contentSize.height, 0)
  }

  @Test("the delegate's height wins, automaticDimension falls back to one line, then comes rowHeight")
  func heightPrecedence() {
    let delegate = Heights()
    delegate.height = { $0.row == 0 ? 80 : UITableView.automaticDimension }
    let fixture = TableFixture(sections: [2], delegate: delegate)
    expectEqual(fixture.table.rectForRow(at: IndexPath(row: 0, section: 0)).height, 80)
    expectEqual(fixture.table.rectForRow(at: IndexPath(row: 1, section: 0)).height, 44)
  }

  @Test("rowHeight counts where the delegate has no heightForRowAt")
  func rowHeight() {
    let fixture = TableFixture(sections: [2]) { table, _ in table.rowHeight = 61 }
    expectEqual(
      fixture.table.rectForRow(at: IndexPath(row: 1, section: 0)), CGRect(x: 0, y: 61, width: 300, height: 61))
  }

  @Test("a table with rowHeight and no heightForRowAt asks nothing per row, a billion of them included")
  func billionRows() {
    final class Delegate: NSObject, UITableViewDelegate {}
    let delegate = Delegate()
    let fixture = TableFixture(sections: [1_000_000_000], delegate: delegate) { table, _ in table.rowHeight = 60 }
    expectEqual(fixture.table.contentSize.height, 60_000_000_000)
    fixture.scroll(to: 59_999_999_560)
    expectEqual(fixture.visible.last, "0.999999999")
    let last = IndexPath(row: 999_999_999, section: 0)
    expectEqual(fixture.table.cellForRow(at: last)?.frame, CGRect(x: 0, y: 59_999_999_940, width: 300, height: 60))
    expect(fixture.check())
  }

  @Test("each height is asked once, and the row on top does not move while heights are learned", arguments: 0..<6)
  func learning(seed: Int) throws {
    let delegate = Heights()
    let fixture = TableFixture(sections: [400], delegate: delegate) { delegate.source = $1 }
    var random = SeededRandom(seed: seed)
    fixture.scroll(to: Double.random(in: 3000...9000, using: &random))
    for _ in 0..<120 {
      let table = fixture.table
      let step = Double.random(in: -60...40, using: &random).rounded()
      table.contentOffset.y = max(0, table.contentOffset.y + step)
      let kept = table.cells.visible.first { $0.view.frame.intersects(table.bounds) }
      let y = kept.map { $0.view.frame.minY - table.contentOffset.y }
      fixture.app.frame()
      expect(fixture.check(), "seed \(seed)")
      if let kept, kept.view.position == kept.position {
        expectEqual(kept.view.frame.minY - table.contentOffset.y, y, "seed \(seed)")
      }
    }
    let heights = fixture.source.takeLog().filter { $0.hasPrefix("height") }
    expectEqual(heights.count, Set(heights).count)
  }

  @Test(
    "scrollToRow ends exactly on a row whose surroundings were only estimated", arguments: [0, 1, 7, 180, 397, 399])
  func scrollingToEstimated(row: Int) {
    let delegate = Heights()
    let fixture = TableFixture(sections: [400], delegate: delegate) { table, source in
      source.headers = ["Header"]
      delegate.source = source
    }
    let path = IndexPath(row: row, section: 0)
    for place in [UITableView.ScrollPosition.top, .bottom, .middle] {
      fixture.table.scrollToRow(at: path, at: place, animated: false)
      let frame = fixture.table.rectForRow(at: path)
      let header: CGFloat = 28
      let highest = fixture.table.contentSize.height - 440
      let wanted: CGFloat =
        switch place {
        case .top: frame.minY - header
        case .bottom: frame.maxY - 440
        default: frame.midY - 220
        }
      expectEqual(fixture.table.contentOffset.y, min(max(0, wanted), highest))
      fixture.app.frame()
      expectEqual(fixture.table.contentOffset.y, min(max(0, wanted), highest))
      expectEqual(fixture.table.cellForRow(at: path)?.frame, frame)
    }
  }

  @Test("reloading from within cellForRowAt takes effect after the pass")
  func reloadInside() {
    var reloads = 0
    let fixture = TableFixture(sections: [30]) { _, source in
      source.makesCell = { table, path in
        if path.row == 3, reloads == 0 {
          reloads += 1
          source.sections = [5]
          table.reloadData()
        }
        return table.dequeueReusableCell(withIdentifier: "cell", for: path)
      }
    }
    fixture.app.settle()
    expectEqual(reloads, 1)
    expectEqual(fixture.visible, ["0.0", "0.1", "0.2", "0.3", "0.4"])
    expect(fixture.check())
  }

  @Test("a narrower table asks heights anew and keeps its cells")
  func widthChange() {
    let delegate = Heights()
    let fixture = TableFixture(sections: [10], delegate: delegate) { delegate.source = $1 }
    let cells = fixture.table.visibleCells
    _ = fixture.source.takeLog()
    fixture.table.frame.size.width = 200
    fixture.app.frame()
    let log = fixture.source.takeLog()
    expect(log.contains("height 0.0"))
    expect(!log.contains { $0.hasPrefix("cell") })
    expectEqual(fixture.table.visibleCells, cells)
    expect(fixture.table.visibleCells.allSatisfy { $0.frame.width == 200 })
  }
}
