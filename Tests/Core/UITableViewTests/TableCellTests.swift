import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

@MainActor
@Suite("Table: cells and separators")
struct TableCellTests {
  private func cell(_ style: UITableViewCell.CellStyle, in fixture: TableFixture) throws -> UITableViewCell {
    fixture.source.makesCell = { _, _ in UITableViewCell(style: style, reuseIdentifier: nil) }
    fixture.table.reloadData()
    fixture.app.frame()
    return try #require(fixture.table.visibleCells.first)
  }

  @Test("style default has one label across the row, no detail label")
  func defaultStyle() throws {
    let fixture = TableFixture(sections: [3])
    let cell = try cell(.default, in: fixture)
    cell.textLabel?.text = "Text"
    fixture.app.frame()
    expect(cell.detailTextLabel == nil)
    expectEqual(cell.textLabel?.frame, CGRect(x: 16, y: 0, width: 268, height: 44))
    expectEqual(cell.textLabel?.font.pointSize, 17)
  }

  @Test("style subtitle stacks its labels, and centres a lone one")
  func subtitle() throws {
    let fixture = TableFixture(sections: [3])
    let cell = try cell(.subtitle, in: fixture)
    cell.textLabel?.text = "Text"
    fixture.app.frame()
    expectEqual(cell.textLabel?.frame.height, 44)
    cell.detailTextLabel?.text = "Detail"
    cell.setNeedsLayout()
    fixture.app.frame()
    let upper = try #require(cell.textLabel?.frame)
    let lower = try #require(cell.detailTextLabel?.frame)
    expectEqual(upper.maxY, lower.minY)
    expect(abs((upper.minY + lower.maxY) / 2 - 22) <= 0.5)
    expectEqual(cell.detailTextLabel?.font.pointSize, 12)
  }

  @Test("style value1 gives the detail its width at the right and the text the rest")
  func value1() throws {
    let fixture = TableFixture(sections: [3])
    let cell = try cell(.value1, in: fixture)
    cell.textLabel?.text = "Text"
    cell.detailTextLabel?.text = "12345"
    fixture.app.frame()
    let detail = try #require(cell.detailTextLabel?.frame)
    expect(detail.maxX == 284 && detail.width > 10 && detail.width < 100)
    expectEqual(cell.textLabel?.frame.maxX, detail.minX - 8)
  }

  @Test("changing a text lays the cell out where places depend on it", arguments: [true, false])
  func changedText(isSubtitle: Bool) throws {
    let fixture = TableFixture(sections: [1])
    let cell = try cell(isSubtitle ? .subtitle : .value1, in: fixture)
    cell.textLabel?.text = "Text"
    cell.detailTextLabel?.text = isSubtitle ? "" : "1"
    fixture.app.frame()
    let before = try #require(cell.textLabel?.frame)
    cell.detailTextLabel?.text = "much longer"
    fixture.app.frame()
    let detail = try #require(cell.detailTextLabel)
    expect(detail.frame.width >= detail.sizeThatFits(.zero).width)
    expect(cell.textLabel?.frame != before)
    let wide = detail.frame
    cell.detailTextLabel?.attributedText = NSAttributedString(string: isSubtitle ? "" : "2")
    fixture.app.frame()
    expect(detail.frame != wide)
  }

  @Test("style value2 puts a right-aligned title in a narrow column")
  func value2() throws {
    let fixture = TableFixture(sections: [3])
    let cell = try cell(.value2, in: fixture)
    cell.textLabel?.text = "title"
    cell.detailTextLabel?.text = "Detail"
    fixture.app.frame()
    expectEqual(cell.textLabel?.frame, CGRect(x: 16, y: 0, width: 91, height: 44))
    expectEqual(cell.detailTextLabel?.frame.minX, 115)
    expect(cell.imageView == nil)
  }

  @Test(
    "accessories take their widths from the content view",
    arguments: [
      (UITableViewCell.AccessoryType.none, 300.0), (.disclosureIndicator, 266), (.checkmark, 261), (.detailButton, 253),
      (.detailDisclosureButton, 233),
    ])
  func accessories(type: UITableViewCell.AccessoryType, width: CGFloat) throws {
    let fixture = TableFixture(sections: [1])
    let cell = try cell(.default, in: fixture)
    cell.accessoryType = type
    fixture.app.frame()
    expectEqual(cell.contentView.frame.width, width)
  }

  @Test("an accessory view keeps its size, 16 points from the edge, and wins over the type")
  func accessoryView() throws {
    let fixture = TableFixture(sections: [1])
    let cell = try cell(.default, in: fixture)
    cell.accessoryType = .checkmark
    let view = UIView(frame: CGRect(x: 0, y: 0, width: 50, height: 20))
    cell.accessoryView = view
    fixture.app.frame()
    expectEqual(view.frame, CGRect(x: 234, y: 12, width: 50, height: 20))
    expectEqual(cell.contentView.frame.width, 226)
    cell.accessoryView = nil
    fixture.app.frame()
    expect(view.superview == nil)
    expectEqual(cell.contentView.frame.width, 261)
  }

  @Test("indentation moves the content")
  func indentation() throws {
    final class Delegate: NSObject, UITableViewDelegate {
      func tableView(_ tableView: UITableView, indentationLevelForRowAt path: IndexPath) -> Int { path.row }
    }
    let delegate = Delegate()
    let fixture = TableFixture(sections: [3], delegate: delegate)
    expectEqual(fixture.table.visibleCells.map { $0.textLabel?.frame.minX }, [16, 26, 36])
  }

  @Test("the separator is one device pixel at the row's bottom, from where the text starts")
  func separator() throws {
    let fixture = TableFixture(sections: [2])
    let cell = try #require(fixture.table.visibleCells.first)
    expectEqual(cell.lines.lower.frame, CGRect(x: 16, y: 43, width: 284, height: 1))
    expect(!cell.lines.lower.isHidden)
  }

  @Test("the cell's inset beats the table's, which beats the text's place")
  func insets() throws {
    let fixture = TableFixture(sections: [2])
    let cell = try #require(fixture.table.visibleCells.first)
    fixture.table.separatorInset = UIEdgeInsets(top: 9, left: 30, bottom: 9, right: 10)
    fixture.app.frame()
    expectEqual(cell.lines.lower.frame, CGRect(x: 30, y: 43, width: 260, height: 1))
    cell.separatorInset = UIEdgeInsets(top: 0, left: 5, bottom: 0, right: 0)
    fixture.app.frame()
    expectEqual(cell.lines.lower.frame.minX, 5)
    cell.imageView?.image = UIImage(systemName: "star.fill")
    cell.setNeedsLayout()
    fixture.app.frame()
    expectEqual(cell.lines.lower.frame.minX, 5)
  }

  @Test("the last row draws none in insetGrouped, a full line in grouped, an inset one in plain")
  func lastRow() throws {
    func last(_ style: UITableView.Style) throws -> UIView {
      let fixture = TableFixture(sections: [2], style: style)
      return try #require(fixture.table.visibleCells.last).lines.lower
    }
    try expect(last(.insetGrouped).isHidden)
    let grouped = try last(.grouped)
    expect(!grouped.isHidden && grouped.frame.minX == 0)
    let plain = try last(.plain)
    expect(!plain.isHidden && plain.frame.minX == 16)
  }

  @Test("the separators of a selected row and of the row above it hide")
  func selectedSeparator() {
    let fixture = TableFixture(sections: [5])
    fixture.table.selectRow(at: IndexPath(row: 2, section: 0), animated: false, scrollPosition: .none)
    expectEqual(fixture.table.visibleCells.map(\.lines.lower.isHidden), [false, true, true, false, false])
    fixture.table.deselectRow(at: IndexPath(row: 2, section: 0), animated: false)
    expect(fixture.table.visibleCells.allSatisfy { !$0.lines.lower.isHidden })
    fixture.table.separatorStyle = .none
    expect(fixture.table.visibleCells.allSatisfy { $0.lines.lower.isHidden })
  }

  @Test("insets wider than the row hide the line and nothing else")
  func hugeInset() throws {
    let fixture = TableFixture(sections: [2])
    let cell = try #require(fixture.table.visibleCells.first)
    cell.separatorInset = UIEdgeInsets(top: 0, left: 100_000, bottom: 0, right: 0)
    fixture.app.frame()
    expectEqual(cell.lines.lower.frame.width, 0)
    expectEqual(cell.textLabel?.frame.width, 268)
  }

  @Test("a recycled cell keeps its labels and their slots")
  func slots() throws {
    let fixture = TableFixture(sections: [200])
    let slots = Set(fixture.table.visibleCells.compactMap { $0.textLabel?.slot })
    expectEqual(slots.count, 10)
    for step in 1...200 { fixture.scroll(to: Double(step) * 37) }
    let now = Set(fixture.table.visibleCells.compactMap { $0.textLabel?.slot })
    expect(now.count >= 10)
    expect(now.subtracting(slots).count <= 1)
  }
}
