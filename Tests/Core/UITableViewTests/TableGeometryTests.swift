import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

@MainActor
@Suite("Table: geometry, headers, scrolling, keys")
struct TableGeometryTests {
  private func titled(_ sections: [Int], style: UITableView.Style = .plain) -> TableFixture {
    TableFixture(sections: sections, style: style) { table, source in
      source.headers = sections.indices.map { "Header \($0)" }
      table.sectionHeaderTopPadding = 0
    }
  }

  @Test("a plain header stays on top of its section and is pushed out by the next")
  func pinned() throws {
    let fixture = titled([20, 20])
    fixture.scroll(to: 100)
    let first = try #require(fixture.table.headerView(forSection: 0))
    expectEqual(first.frame, CGRect(x: 0, y: 100, width: 300, height: 28))
    expectEqual(fixture.table.rectForHeader(inSection: 0).minY, 0)
    let end = fixture.table.rect(forSection: 0).maxY
    fixture.scroll(to: end - 10)
    expectEqual(fixture.table.headerView(forSection: 0)?.frame.minY, end - 28)
    expectEqual(fixture.table.headerView(forSection: 1)?.frame.minY, end)
    fixture.scroll(to: end + 5)
    expect(fixture.table.headerView(forSection: 0) == nil)
    expectEqual(fixture.table.headerView(forSection: 1)?.frame.minY, end + 5)
  }

  @Test("grouped headers scroll away with their section")
  func unpinned() {
    let fixture = titled([20, 20], style: .grouped)
    expectEqual(fixture.table.rectForHeader(inSection: 0).height, 55.5)
    fixture.scroll(to: 100)
    expect(fixture.table.headerView(forSection: 0) == nil)
  }

  @Test("headers lie above the cells, cells above the background view")
  func order() throws {
    let fixture = titled([20, 20])
    let background = UIView()
    fixture.table.backgroundView = background
    for y in stride(from: 0.0, to: 1000, by: 61) { fixture.scroll(to: y) }
    let kinds = fixture.table.subviews.map { $0 is UITableViewCell ? "c" : $0 === background ? "b" : "h" }
    expectEqual(kinds, kinds.sorted())
    expectEqual(background.frame, fixture.table.bounds)
  }

  @Test("the delegate's view wins over the title; neither leaves a plain section without header")
  func headerSources() {
    final class Delegate: NSObject, UITableViewDelegate {
      let view = UIView()
      func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView? {
        section == 1 ? view : nil
      }
    }
    let delegate = Delegate()
    let fixture = TableFixture(sections: [2, 2, 2], delegate: delegate) { table, source in
      source.headers = ["Title", "Hidden", nil]
      table.sectionHeaderTopPadding = 0
    }
    expectEqual(fixture.table.headerView(forSection: 0)?.textLabel?.text, "Title")
    expect(delegate.view.superview === fixture.table)
    expect(fixture.table.headerView(forSection: 1) == nil)
    expectEqual(fixture.table.rectForHeader(inSection: 2).height, 0)
    expectEqual(fixture.table.contentSize.height, 320)
  }

  @Test("a grouped section without title has a gap instead of a header, also when others have titles")
  func groupedGaps() {
    final class Delegate: NSObject, UITableViewDelegate {}
    let delegate = Delegate()
    let fixture = TableFixture(sections: [1, 1, 1], style: .grouped, delegate: delegate) { _, source in
      source.headers = ["Title", nil, "Title"]
    }
    expectEqual((0..<3).map { fixture.table.rectForHeader(inSection: $0).height }, [55.5, 18, 38])
    expectEqual((0..<3).map { fixture.table.rectForFooter(inSection: $0).height }, [18, 18, 18])
  }

  @Test("plain headers have 22 points above them unless sectionHeaderTopPadding says otherwise")
  func padding() {
    let fixture = TableFixture(sections: [1, 1]) { _, source in source.headers = ["A", nil] }
    expectEqual(fixture.table.rectForHeader(inSection: 0).minY, 22)
    expectEqual(fixture.table.contentSize.height, 138)
    fixture.table.sectionHeaderTopPadding = 3
    expectEqual(fixture.table.rectForHeader(inSection: 0).minY, 3)
  }

  @Test("a section's rectangle is header, rows and footer")
  func sectionRect() {
    let fixture = titled([3, 2])
    fixture.source.footers = ["Footer"]
    fixture.table.reloadData()
    expectEqual(fixture.table.rect(forSection: 0), CGRect(x: 0, y: 0, width: 300, height: 28 + 3 * 44 + 28))
    expectEqual(fixture.table.rectForFooter(inSection: 0).minY, 160)
    expectEqual(fixture.table.rectForRow(at: IndexPath(row: 1, section: 1)).minY, 260)
    expectEqual(fixture.table.rectForRow(at: IndexPath(row: 2, section: 1)), .zero)
  }

  @Test("insetGrouped rows are inset and only a card's outer corners are round")
  func cards() throws {
    let fixture = TableFixture(sections: [3], style: .insetGrouped)
    let cells = fixture.table.visibleCells
    expect(cells.allSatisfy { $0.frame.minX == 16 && $0.frame.width == 268 })
    expectEqual(cells.map { $0.layer.cornerRadius }, [10, 0, 10])
    expectEqual(cells[0].layer.maskedCorners, [.layerMinXMinYCorner, .layerMaxXMinYCorner])
  }

  @Test("rows of grouped tables have the grouped background, unless the app set another")
  func rowBackgrounds() {
    let fixture = TableFixture(sections: [2], style: .grouped) { _, source in
      source.makesCell = { _, path in
        let cell = UITableViewCell()
        if path.row == 1 { cell.backgroundColor = .systemRed }
        return cell
      }
    }
    expect(fixture.table.backgroundColor === UIColor.systemGroupedBackground)
    expect(fixture.table.visibleCells[0].backgroundColor === UIColor.secondarySystemGroupedBackground)
    expect(fixture.table.visibleCells[1].backgroundColor === UIColor.systemRed)
  }

  @Test("a header view gets the table's width and the given height, whatever frame it came with")
  func headerFrame() {
    final class Delegate: NSObject, UITableViewDelegate {
      let view = UIView(frame: CGRect(x: 30, y: 50, width: 20, height: 99))
      func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView? { view }
      func tableView(_ tableView: UITableView, heightForHeaderInSection section: Int) -> CGFloat { 33 }
    }
    let delegate = Delegate()
    let fixture = TableFixture(sections: [2], delegate: delegate) { table, _ in table.sectionHeaderTopPadding = 0 }
    expectEqual(delegate.view.frame, CGRect(x: 0, y: 0, width: 300, height: 33))
    expectEqual(fixture.table.visibleCells.first?.frame.minY, 33)
  }

  @Test("table header and footer keep their heights and get the table's width")
  func endViews() {
    let fixture = titled([2])
    let header = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 50))
    let footer = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 20))
    fixture.table.tableHeaderView = header
    fixture.table.tableFooterView = footer
    fixture.app.frame()
    expectEqual(header.frame, CGRect(x: 0, y: 0, width: 300, height: 50))
    expectEqual(footer.frame, CGRect(x: 0, y: 50 + 28 + 88, width: 300, height: 20))
    expectEqual(fixture.table.contentSize.height, 186)
    expectEqual(fixture.table.rectForHeader(inSection: 0).minY, 50)
    expectEqual(fixture.table.indexPathForRow(at: CGPoint(x: 5, y: 50 + 28 + 45)), IndexPath(row: 1, section: 0))
    expect(fixture.table.indexPathForRow(at: CGPoint(x: 5, y: 60)) == nil)
  }

  @Test("rows in a rectangle are those that overlap it")
  func rowsInRect() {
    let fixture = titled([5, 5])
    let rows = fixture.table.indexPathsForRows(in: CGRect(x: 0, y: 28 + 44 * 3, width: 10, height: 44 * 2 + 28 + 1))
    expectEqual(rows, [[0, 3], [0, 4], [1, 0]].map { IndexPath(row: $0[1], section: $0[0]) })
    expectEqual(fixture.table.indexPathsForRows(in: CGRect(x: 0, y: -50, width: 10, height: 20)), [])
  }

  @Test("scrollToRow puts a row below the floating header, in the middle, at the bottom, or moves least")
  func scrolling() {
    let fixture = titled([100])
    let path = IndexPath(row: 50, section: 0)
    func offset(_ place: UITableView.ScrollPosition) -> CGFloat {
      fixture.table.scrollToRow(at: path, at: place, animated: false)
      return fixture.table.contentOffset.y
    }
    let top: CGFloat = 28 + 50 * 44
    expectEqual(offset(.top), top - 28)
    expectEqual(offset(.none), top - 28)
    expectEqual(offset(.bottom), top + 44 - 440)
    expectEqual(offset(.none), top + 44 - 440)
    expectEqual(offset(.middle), top + 22 - 220)
    fixture.table.contentOffset.y = 0
    expectEqual(offset(.none), top + 44 - 440)
    fixture.table.contentOffset.y = 4000
    expectEqual(offset(.none), top - 28)
    fixture.table.scrollToRow(at: IndexPath(row: 99, section: 0), at: .top, animated: false)
    expectEqual(fixture.table.contentOffset.y, 3988)
    fixture.table.contentInset = UIEdgeInsets(top: 30, left: 0, bottom: 10, right: 0)
    expectEqual(offset(.top), top - 28 - 30)
    expectEqual(offset(.bottom), top + 44 - 430)
  }

  @Test("insets that change after a row was scrolled to, and the table moved from there, move a table at its top along")
  func insetsAfterScrolling() {
    let table = titled([100]).table
    table.removeFromSuperview()
    table.scrollToRow(at: IndexPath(row: 0, section: 0), at: .top, animated: false)
    table.contentInset.top = 1
    table.contentOffset.y = -1
    table.contentInset.top = 0
    expectEqual(table.contentOffset.y, 0)
  }

  @Test("scrolling to the nearest selected row")
  func nearestSelected() {
    let fixture = titled([100])
    fixture.table.scrollToNearestSelectedRow(at: .top, animated: false)
    expectEqual(fixture.table.contentOffset.y, 0)
    fixture.table.allowsMultipleSelection = true
    for row in [90, 30] {
      fixture.table.selectRow(at: IndexPath(row: row, section: 0), animated: false, scrollPosition: .none)
    }
    fixture.table.contentOffset.y = 1000
    fixture.table.scrollToNearestSelectedRow(at: .top, animated: false)
    expectEqual(fixture.table.contentOffset.y, 1320)
  }

  @Test("arrow keys that select move across sections and into view; page, home and end scroll")
  func keys() {
    let fixture = titled([3, 0, 40])
    fixture.table.selectionFollowsFocus = true
    for _ in 0..<5 { fixture.app.key(.keyboardDownArrow) }
    expectEqual(fixture.table.indexPathForSelectedRow, IndexPath(row: 1, section: 2))
    for _ in 0..<15 { fixture.app.key(.keyboardDownArrow) }
    fixture.app.frame()
    let row = fixture.table.rectForRow(at: IndexPath(row: 16, section: 2))
    expectEqual(fixture.table.indexPathForSelectedRow, IndexPath(row: 16, section: 2))
    expect(fixture.table.bounds.contains(row))
    for _ in 0..<30 { fixture.app.key(.keyboardUpArrow) }
    expectEqual(fixture.table.indexPathForSelectedRow, IndexPath(row: 0, section: 0))
    fixture.app.key(.keyboardEnd)
    expectEqual(fixture.table.contentOffset.y, fixture.table.contentSize.height - 440)
    fixture.app.key(.keyboardPageUp)
    expectEqual(fixture.table.contentOffset.y, fixture.table.contentSize.height - 440 - 396)
    fixture.app.key(.keyboardHome)
    expectEqual(fixture.table.contentOffset.y, 0)
    fixture.app.key(.keyboardPageDown)
    expectEqual(fixture.table.contentOffset.y, 396)
  }

  @Test("index paths have a row, a section and an item, ordered by section first")
  func paths() {
    var path = IndexPath(row: 4, section: 2)
    expect(path.section == 2 && path.row == 4 && path.item == 4)
    expectEqual(path, IndexPath(item: 4, section: 2))
    expect(IndexPath(row: 9, section: 1) < path)
    path.row = 7
    path.section = 0
    expectEqual(path, IndexPath(indexes: [0, 7]))
  }
}
