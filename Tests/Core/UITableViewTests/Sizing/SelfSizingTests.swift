import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

@MainActor
@Suite("Table: rows that size themselves")
struct SelfSizingTests {
  @Test("a row is as high as systemLayoutSizeFitting of its cell, plus the separator")
  func fittedHeights() {
    let fixture = SizingFixture(heights: [30, 100, 7, 63]) { $0.separatorStyle = .singleLine }
    let rects = (0..<4).map { fixture.table.rectForRow(at: IndexPath(row: $0, section: 0)) }
    expectEqual(rects.map(\.height), [31, 101, 8, 64])
    expectEqual(rects.map(\.minY), [0, 31, 132, 140])
    expectEqual(fixture.table.contentSize.height, 204)
    fixture.table.checkInvariants()
  }

  @Test("the cell is asked with the row's width, required, and height 0 at fittingSizeLevel")
  func question() {
    final class Asked: UITableViewCell {
      var question: (CGSize, UILayoutPriority, UILayoutPriority)?
      override func systemLayoutSizeFitting(
        _ targetSize: CGSize, withHorizontalFittingPriority horizontal: UILayoutPriority,
        verticalFittingPriority vertical: UILayoutPriority
      ) -> CGSize {
        question = (targetSize, horizontal, vertical)
        return CGSize(width: targetSize.width, height: 70)
      }
    }
    let fixture = TableFixture(sections: [1], style: .insetGrouped) { table, source in
      table.separatorStyle = .none
      source.makesCell = { _, _ in Asked() }
    }
    let cell = fixture.table.visibleCells.first as? Asked
    expectEqual(cell?.question?.0, CGSize(width: 268, height: 0))
    expectEqual(cell?.question?.1, .required)
    expectEqual(cell?.question?.2, .fittingSizeLevel)
    expectEqual(cell?.frame.height, 70)
  }

  @Test("one-line cells of all styles have the usual height, and a cell without content too")
  func oneLine() {
    let styles: [UITableViewCell.CellStyle] = [.default, .value1, .value2]
    let fixture = TableFixture(sections: [7]) { _, source in
      source.makesCell = { _, path in
        guard path.row < 6 else { return UITableViewCell() }
        let cell = UITableViewCell(style: styles[path.row % 3], reuseIdentifier: nil)
        cell.textLabel?.text = "one line"
        cell.textLabel?.numberOfLines = path.row < 3 ? 1 : 0
        cell.detailTextLabel?.text = path.row == 4 ? nil : "more"
        return cell
      }
    }
    expectEqual(fixture.table.visibleCells.map(\.frame.height), Array(repeating: 44, count: 7))
  }

  @Test("wrapping text makes the row higher by its further lines, and the label shows all of them")
  func wrapping() throws {
    // 60 characters of 8.5 points are 510 points wide, the row has 268 for them.
    let text = String(repeating: "abcde ", count: 10)
    let fixture = TableFixture(sections: [3]) { _, source in
      source.makesCell = { _, path in
        let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
        cell.textLabel?.text = text
        cell.textLabel?.numberOfLines = [0, 2, 1][path.row]
        return cell
      }
    }
    let cells = fixture.table.visibleCells
    let line = UIFont.systemFont(ofSize: 17).lineHeight.rounded(.up)
    expectEqual(cells.map(\.frame.height), [44 + line, 44 + line, 44])
    for cell in cells.prefix(2) {
      let label = try #require(cell.textLabel)
      let needed = label.sizeThatFits(CGSize(width: label.frame.width, height: 0))
      expect(needed.height == 2 * line && needed.height <= label.frame.height)
    }
  }

  @Test("image, accessory and indentation leave less width to the text, and a tall image makes the row higher")
  func widths() {
    let text = String(repeating: "abcde ", count: 5)
    func height(_ prepare: @escaping (UITableViewCell) -> Void) -> CGFloat {
      let fixture = TableFixture(sections: [1]) { _, source in
        source.makesCell = { _, _ in
          let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
          cell.textLabel?.text = text
          cell.textLabel?.numberOfLines = 0
          prepare(cell)
          return cell
        }
      }
      return fixture.table.rectForRow(at: IndexPath(row: 0, section: 0)).height
    }
    let line = UIFont.systemFont(ofSize: 17).lineHeight.rounded(.up)
    // 30 characters are 255 points, and the row has 268.
    expectEqual(height { _ in }, 44)
    expectEqual(height { $0.accessoryType = .detailDisclosureButton }, 44 + line)
    expectEqual(height { $0.indentationLevel = 4 }, 44 + line)
    // Without room for more than a square of the row's height the image would be made smaller.
    expectEqual(height { $0.imageView?.image = UIImage(data: Data("ok".utf8) + [90, 90]) }, 91)
  }

  @Test("text and detail stand below each other in full, whatever their lines")
  func subtitle() throws {
    let fixture = TableFixture(sections: [1]) { _, source in
      source.makesCell = { _, _ in
        let cell = UITableViewCell(style: .subtitle, reuseIdentifier: nil)
        for label in [cell.textLabel, cell.detailTextLabel] {
          label?.numberOfLines = 0
          label?.text = String(repeating: "abcde ", count: 20)
        }
        return cell
      }
    }
    let cell = try #require(fixture.table.visibleCells.first)
    let upper = try #require(cell.textLabel)
    let lower = try #require(cell.detailTextLabel)
    for label in [upper, lower] {
      expectEqual(label.frame.height, label.sizeThatFits(CGSize(width: label.frame.width, height: 0)).height)
    }
    expectEqual(upper.frame.maxY, lower.frame.minY)
    expect(upper.frame.minY >= 4 && lower.frame.maxY <= cell.bounds.height - 4)
  }

  @Test("another width measures what is visible again, and the first whole row keeps its place")
  func widthChange() throws {
    final class Wrapping: NSObject, UITableViewDataSource {
      func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 500 }
      func tableView(_ tableView: UITableView, cellForRowAt path: IndexPath) -> UITableViewCell {
        let cell =
          tableView.dequeueReusableCell(withIdentifier: "wrap")
          ?? UITableViewCell(style: .default, reuseIdentifier: "wrap")
        cell.textLabel?.numberOfLines = 0
        cell.textLabel?.text = String(repeating: "abcde ", count: 3 + path.row * 7 % 40)
        return cell
      }
    }
    let source = Wrapping()
    let app = TestApplication(size: CGSize(width: 300, height: 440))
    let table = UITableView(frame: CGRect(x: 0, y: 0, width: 300, height: 440))
    table.dataSource = source
    app.window.addSubview(table)
    app.frame()
    for step in 0..<12 {
      table.contentOffset.y += 531
      app.frame()
      let old = try #require(table.cells.visible.first { $0.view.frame.minY >= table.contentOffset.y })
      let y = old.view.frame.minY - table.contentOffset.y
      table.frame.size.width = step.isMultiple(of: 2) ? 210 : 300
      app.frame()
      table.checkInvariants()
      let cell = try #require(table.cellForRow(at: IndexPath(old.position)))
      expectEqual(cell.frame.minY - table.contentOffset.y, y, "step \(step)")
      expect(cell === old.view)
      expectEqual(cell.frame.height, cell.sizeThatFits(CGSize(width: table.bounds.width, height: 0)).height + 1)
    }
  }

  @Test("tableHeaderView keeps its height, gets the table's width, and counts anew when assigned again")
  func tableHeader() {
    let fixture = SizingFixture(heights: [50, 60])
    let header = UIView(frame: CGRect(x: 5, y: 5, width: 10, height: 70))
    fixture.table.tableHeaderView = header
    fixture.app.frame()
    expectEqual(header.frame, CGRect(x: 0, y: 0, width: 300, height: 70))
    expectEqual(fixture.table.rectForRow(at: IndexPath(row: 0, section: 0)).minY, 70)
    expectEqual(fixture.table.contentSize.height, 180)
    header.frame.size.height = 20
    fixture.table.tableHeaderView = header
    fixture.app.frame()
    expectEqual(fixture.table.rectForRow(at: IndexPath(row: 0, section: 0)).minY, 20)
    expectEqual(fixture.table.contentSize.height, 130)
  }

  @Test("with estimates the cell comes first, then heightForRowAt, and automaticDimension asks the cell")
  func order() {
    final class Heights: NSObject, UITableViewDelegate {
      var log: [String] = []
      func tableView(_ tableView: UITableView, heightForRowAt path: IndexPath) -> CGFloat {
        log.append("height \(path.row)")
        return path.row == 0 ? 90 : UITableView.automaticDimension
      }
    }
    let delegate = Heights()
    let fixture = TableFixture(sections: [2], delegate: delegate) { table, source in
      table.separatorStyle = .none
      source.makesCell = { _, path in
        delegate.log.append("cell \(path.row)")
        let cell = TallCell(style: .default, reuseIdentifier: nil)
        cell.wanted = 33
        cell.onAsk = { delegate.log.append("fit \(path.row)") }
        return cell
      }
    }
    expectEqual(delegate.log, ["cell 0", "height 0", "cell 1", "height 1", "fit 1"])
    expectEqual(fixture.table.visibleCells.map(\.frame.height), [90, 33])
  }

  @Test("with estimates off no cell is asked for its height: automaticDimension is the usual row")
  func estimatesOff() {
    let fixture = SizingFixture(heights: [90, 200, 10]) { $0.estimatedRowHeight = 0 }
    expectEqual(fixture.table.visibleCells.map(\.frame.height), [44, 44, 44])
    expect(fixture.asks.isEmpty)
  }

  @Test("a delegate's height wins over the cell's and over rowHeight; rowHeight stands for all without delegate")
  func precedence() {
    let fixture = SizingFixture(heights: [90, 200]) { $0.rowHeight = 51 }
    expectEqual(fixture.table.visibleCells.map(\.frame.height), [51, 51])
    fixture.table.rowHeight = UITableView.automaticDimension
    fixture.app.frame()
    expectEqual(fixture.table.visibleCells.map(\.frame.height), [90, 200])
  }

  @Test("a row is asked for its height once, however often it comes on screen, until its content is another")
  func askedOnce() {
    let fixture = SizingFixture(heights: (0..<200).map { 20 + CGFloat($0 * 37 % 90) })
    for y in [300, 2000, 0, 5000, 40, 2000, 300, 5000, 0] as [CGFloat] {
      fixture.table.contentOffset.y = y
      fixture.app.frame()
    }
    expect(fixture.asks.values.allSatisfy { $0 == 1 })
    fixture.forgetCounts()
    fixture.heights[1] = 150
    fixture.table.reloadRows(at: [IndexPath(row: 1, section: 0)], with: .none)
    fixture.app.settle()
    expectEqual(fixture.asks, [1: 1])
    expect(fixture.fault() == nil)
  }

  @Test("reconfigureRows has a row measured again, and an update without changes all visible ones")
  func reconfiguring() throws {
    let fixture = SizingFixture(heights: Array(repeating: 50, count: 100))
    let cell = try #require(fixture.table.visibleCells[2] as? TallCell)
    fixture.heights[2] = 95
    fixture.table.reconfigureRows(at: [IndexPath(row: 2, section: 0)])
    fixture.app.settle()
    expectEqual(cell.frame.height, 95)
    expect(fixture.fault() == nil)
    fixture.heights[3] = 20
    (fixture.table.visibleCells[3] as? TallCell)?.wanted = 20
    fixture.table.beginUpdates()
    fixture.table.endUpdates()
    fixture.app.settle()
    expectEqual(fixture.table.visibleCells[3].frame.height, 20)
    expect(fixture.fault() == nil)
  }

  @Test("invalidateIntrinsicContentSize of a cell or its contentView has the row measured again, unless disabled")
  func invalidation() throws {
    let fixture = SizingFixture(heights: Array(repeating: 50, count: 100))
    fixture.table.contentOffset.y = 130
    fixture.app.frame()
    let whole = try #require(fixture.wholeRows.first)
    let cut = try #require(fixture.table.visibleCells.first as? TallCell)
    cut.wanted = 80
    cut.contentView.invalidateIntrinsicContentSize()
    fixture.app.frame()
    expectEqual(cut.frame.height, 80)
    expectEqual(whole.cell.frame.minY - fixture.table.contentOffset.y, whole.y)
    fixture.table.selfSizingInvalidation = .disabled
    cut.wanted = 20
    cut.invalidateIntrinsicContentSize()
    fixture.app.frame()
    expectEqual(cut.frame.height, 80)
    fixture.table.checkInvariants()
  }

  @Test("a cell that asks for an invalid height stops the program, naming call, row and value")
  func badHeights() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      _ = SizingFixture(heights: [44, .nan])
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    expect(message.contains("systemLayoutSizeFitting"))
    expect(message.contains("returned height nan for row 1 of section 0"))
  }
}
