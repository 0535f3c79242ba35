import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

@MainActor
@Suite("Table: what a new one is, and its geometry against a sum")
struct TableDefaultsTests {
  @Test("a new table has the classic defaults", arguments: [UITableView.Style.plain, .grouped, .insetGrouped])
  func defaults(style: UITableView.Style) {
    _ = TestApplication()
    let table = UITableView(frame: .zero, style: style)
    expectEqual(table.style, style)
    expectEqual(table.separatorStyle, .singleLine)
    expectEqual(table.separatorColor, .separator)
    expect(table.alwaysBounceVertical && !table.alwaysBounceHorizontal)
    expect(table.allowsSelection && !table.allowsSelectionDuringEditing && !table.allowsMultipleSelection)
    expect(!table.isEditing && table.clipsToBounds)
    expectEqual(table.backgroundColor, (style == .plain ? .systemBackground : .systemGroupedBackground))
    expect(table.numberOfSections == 0 && table.visibleCells.isEmpty && table.indexPathsForVisibleRows == nil)
    expect(table.indexPathForSelectedRow == nil && table.indexPathsForSelectedRows == nil)
    expectEqual(UITableView().style, .plain)
    expectEqual(UITableView(frame: .zero).style, .plain)
  }

  @Test("no table shows a horizontal indicator: its content is as wide as itself")
  func horizontalIndicator() {
    let fixture = TableFixture(sections: [50])
    fixture.table.flashScrollIndicators()
    fixture.app.frame()
    expectEqual(fixture.table.contentSize.width, fixture.table.bounds.width)
    expect(fixture.table.indicators.place(of: .horizontal) == nil)
    expect(fixture.table.indicators.place(of: .vertical) != nil)
  }

  @Test("setting data source or delegate has the table ask again which methods there are, and load again")
  func objects() {
    final class Tall: NSObject, UITableViewDelegate {
      func tableView(_ tableView: UITableView, heightForRowAt path: IndexPath) -> CGFloat { 80 }
    }
    final class Silent: NSObject, UITableViewDelegate {}
    let silent = Silent()
    let tall = Tall()
    let fixture = TableFixture(sections: [50], delegate: silent)
    expectEqual(fixture.table.rectForRow(at: IndexPath(row: 0, section: 0)).height, 44)
    fixture.table.delegate = tall
    fixture.app.settle()
    expectEqual(fixture.table.rectForRow(at: IndexPath(row: 0, section: 0)).height, 80)
    fixture.table.delegate = silent
    fixture.app.settle()
    expectEqual(fixture.table.rectForRow(at: IndexPath(row: 0, section: 0)).height, 44)
    let other = ScriptedTable(sections: [2, 3])
    fixture.table.dataSource = other
    fixture.app.settle()
    expect(fixture.table.numberOfSections == 2 && fixture.table.numberOfRows(inSection: 1) == 3)
    expectEqual(fixture.table.visibleCells.count, 5)
    fixture.table.checkInvariants()
  }

  @Test("rectangles, rows at points and rows in rectangles agree with a sum from the top", arguments: 0..<30)
  func geometry(seed: Int) {
    final class Heights: NSObject, UITableViewDelegate {
      var rows: [[CGFloat]] = []
      var headers: [CGFloat] = []
      var footers: [CGFloat] = []
      func tableView(_ tableView: UITableView, heightForRowAt path: IndexPath) -> CGFloat {
        rows[path.section][path.row]
      }
      func tableView(_ tableView: UITableView, heightForHeaderInSection section: Int) -> CGFloat { headers[section] }
      func tableView(_ tableView: UITableView, heightForFooterInSection section: Int) -> CGFloat { footers[section] }
      func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView? { UIView() }
      func tableView(_ tableView: UITableView, viewForFooterInSection section: Int) -> UIView? { UIView() }
    }
    var random = SeededRandom(seed: seed)
    let heights = Heights()
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      heights.rows.append(
        (0..<Int.random(in: 0...9, using: &random)).map { _ in CGFloat(Int.random(in: 1...90, using: &random)) })
      heights.headers.append(CGFloat(Int.random(in: 1...40, using: &random)))
      heights.footers.append(CGFloat(Int.random(in: 1...40, using: &random)))
    }
    let fixture = TableFixture(sections: heights.rows.map(\.count), delegate: heights) { table, _ in
      table.estimatedRowHeight = 0
      table.estimatedSectionHeaderHeight = 0
      table.estimatedSectionFooterHeight = 0
      table.sectionHeaderTopPadding = 0
      table.tableHeaderView = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 33))
    }
    let table = fixture.table
    var y: CGFloat = 33
    var rects: [(path: IndexPath, rect: CGRect)] = []
    for (section, rows) in heights.rows.enumerated() {
      let top = y
      expectEqual(
        table.rectForHeader(inSection: section), CGRect(x: 0, y: y, width: 300, height: heights.headers[section]))
      y += heights.headers[section]
      for (row, height) in rows.enumerated() {
        let path = IndexPath(row: row, section: section)
        rects.append((path, CGRect(x: 0, y: y, width: 300, height: height)))
        expectEqual(table.rectForRow(at: path), rects[rects.count - 1].rect)
        y += height
      }
      expectEqual(
        table.rectForFooter(inSection: section), CGRect(x: 0, y: y, width: 300, height: heights.footers[section]))
      y += heights.footers[section]
      expectEqual(table.rect(forSection: section), CGRect(x: 0, y: top, width: 300, height: y - top))
    }
    expectEqual(table.contentSize, CGSize(width: 300, height: y))
    for _ in 0..<100 {
      let point = CGPoint(x: .random(in: 0..<300, using: &random), y: .random(in: -20..<(y + 20), using: &random))
      let expected = rects.first { $0.rect.minY <= point.y && point.y < $0.rect.maxY }?.path
      expectEqual(table.indexPathForRow(at: point), expected)
      let height = CGFloat(Int.random(in: 1...200, using: &random))
      let rect = CGRect(x: 0, y: point.y.rounded(), width: 10, height: height)
      let inside = rects.filter { $0.rect.minY < rect.maxY && rect.minY < $0.rect.maxY }.map(\.path)
      expectEqual(table.indexPathsForRows(in: rect), inside)
    }
  }

  @Test("page keys scroll by a screen less a row and stop at the ends; arrows that select move by one row")
  func keys() {
    let fixture = TableFixture(sections: [100]) { table, _ in table.rowHeight = 44 }
    let table = fixture.table
    func offset(after key: UIKeyboardHIDUsage) -> CGFloat {
      fixture.app.key(key)
      fixture.app.settle()
      return table.contentOffset.y
    }
    expectEqual(offset(after: .keyboardPageDown), 396)
    expectEqual(offset(after: .keyboardPageDown), 792)
    expectEqual(offset(after: .keyboardPageUp), 396)
    expectEqual(offset(after: .keyboardPageUp), 0)
    expectEqual(offset(after: .keyboardPageUp), 0)
    expectEqual(offset(after: .keyboardEnd), 3960)
    expectEqual(offset(after: .keyboardPageDown), 3960)
    expectEqual(offset(after: .keyboardHome), 0)
    var posts = 0
    let token = NotificationCenter.default.addObserver(
      forName: UITableView.selectionDidChangeNotification, object: table, queue: nil
    ) { _ in MainActor.assumeIsolated { posts += 1 } }
    defer { NotificationCenter.default.removeObserver(token) }
    table.selectionFollowsFocus = true
    for _ in 0..<2 { fixture.app.key(.keyboardDownArrow) }
    expectEqual(table.indexPathForSelectedRow, IndexPath(row: 2, section: 0))
    fixture.app.key(.keyboardUpArrow)
    expectEqual(table.indexPathForSelectedRow, IndexPath(row: 1, section: 0))
    expectEqual(posts, 3)
  }
}
