import Expectations
import Foundation
import TestSupport
import Testing

@testable import TableModel
@testable import UIKitCore

/// The examples in the documentation of the types that carry the table, with the results they name.
@Suite("Documentation: examples")
@MainActor
struct LessonTests {
  @Test("RowHeightIndex: a billion rows, one of them taller")
  func heights() {
    var index = RowHeightIndex()
    index.insertSection(.init(rows: 1_000_000_000, rowHeight: 44, header: 28), at: 0)
    expectEqual(index.totalHeight, 44_000_000_028)
    expectEqual(index.place(at: 22_000_000_028), .row(RowPosition(section: 0, row: 500_000_000)))
    expectEqual(index.setHeight(100, ofRow: 7, inSection: 0), 56)
    expect(index.band(ofRow: 8, inSection: 0) == (436, 44))
    expectEqual(index.rows(inSection: 0, overlapping: 300..<436), 6..<8)
  }

  @Test("ReuseQueue: a row scrolls out, and its cell comes in again below")
  func queue() {
    final class Cell {}
    func tiles(_ rows: Range<Int>) -> ContiguousArray<TilePlan.Tile> {
      ContiguousArray(rows.map { .init(position: .init(section: 0, row: $0), y: 0, height: 1) })
    }
    var queue = ReuseQueue<Cell, TilePlan.Tile>()
    for row in 0..<3 { queue.place(Cell(), at: .init(section: 0, row: row), identifier: "row", isNew: true) }
    let first = queue.view(at: .init(section: 0, row: 0))

    queue.retain(tiles(1..<4))
    expectEqual(queue.leaving.map(\.position.row), [0])
    while let entry = queue.nextLeaving() { queue.recycle(entry.view, identifier: entry.identifier) }
    let cell = queue.dequeue("row")
    expect(cell != nil && cell === first)
    queue.place(cell ?? Cell(), at: .init(section: 0, row: 3), identifier: "row", isNew: cell == nil)
    expectEqual(queue.visible.map(\.position.row), [1, 2, 3])
    expectEqual(queue.createdCount, 3)
  }

  @Test("UIScrollView: the offset moves the bounds, and no frame")
  func scrolling() {
    let app = TestApplication(size: CGSize(width: 320, height: 480))
    let scrollView = UIScrollView(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
    app.window.addSubview(scrollView)
    scrollView.contentSize = CGSize(width: 320, height: 10_000)
    let label = UILabel(frame: CGRect(x: 16, y: 1_000, width: 288, height: 20))
    scrollView.addSubview(label)
    scrollView.contentOffset.y = 900
    expectEqual(scrollView.bounds, CGRect(x: 0, y: 900, width: 320, height: 480))
    expectEqual(label.frame, CGRect(x: 16, y: 1_000, width: 288, height: 20))
    expectEqual(label.convert(label.bounds, to: nil), CGRect(x: 16, y: 100, width: 288, height: 20))
  }

  private final class Numbers: NSObject, UITableViewDataSource {
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 1_000_000 }

    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
      let cell = tableView.dequeueReusableCell(withIdentifier: "number", for: indexPath)
      cell.textLabel?.text = "\(indexPath.row)"
      return cell
    }
  }

  @Test("UITableView: a million rows in the cells of ten")
  func table() {
    let app = TestApplication(size: CGSize(width: 320, height: 440))
    let numbers = Numbers()
    let table = UITableView(frame: CGRect(x: 0, y: 0, width: 320, height: 440))
    app.window.addSubview(table)
    table.register(UITableViewCell.self, forCellReuseIdentifier: "number")
    table.dataSource = numbers
    table.layoutIfNeeded()
    expectEqual(table.contentSize.height, 44_000_000)
    expectEqual(table.visibleCells.count, 10)
    let cells = Set(table.visibleCells.map(ObjectIdentifier.init))
    table.contentOffset.y = 22_000_000
    table.layoutIfNeeded()
    expectEqual(table.indexPathsForVisibleRows?.first, IndexPath(row: 500_000, section: 0))
    expectEqual(table.visibleCells.first?.textLabel?.text, "500000")
    expectEqual(Set(table.visibleCells.map(ObjectIdentifier.init)), cells)
  }
}
