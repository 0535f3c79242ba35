import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

@MainActor
@Suite("Table: headers and footers that size themselves")
struct PartSizingTests {
  private static let long = String(repeating: "abcde ", count: 20)

  @Test("a grouped header or footer of several lines is higher by them; one line has the usual height")
  func titles() throws {
    let fixture = TableFixture(sections: [1, 1], style: .grouped) { _, source in
      source.headers = ["One", Self.long]
      source.footers = [Self.long, "One"]
    }
    let table = fixture.table
    let line = UIFont.systemFont(ofSize: 13).lineHeight.rounded(.up)
    expectEqual(table.rectForHeader(inSection: 0).height, 55.5)
    expectEqual(table.rectForFooter(inSection: 1).height, 30)
    // 120 characters of 6.5 points are 780, and the label has 268.
    expectEqual(table.rectForHeader(inSection: 1).height, 38 + 2 * line)
    expectEqual(table.rectForFooter(inSection: 0).height, 30 + 2 * line)
    let label = try #require(table.footerView(forSection: 0)?.textLabel)
    expectEqual(label.frame.height, 3 * line)
    table.checkInvariants()
  }

  @Test("a title of a plain table that is too long for a line goes on below")
  func plainTitles() throws {
    let fixture = TableFixture(sections: [1, 1]) { _, source in source.headers = ["One", Self.long] }
    let label = try #require(fixture.table.headerView(forSection: 1)?.textLabel)
    let usual = fixture.table.rectForHeader(inSection: 0).height
    expect(fixture.table.rectForHeader(inSection: 1).height > usual + label.font.lineHeight)
    expect(label.frame.height >= label.sizeThatFits(label.frame.size).height)
    fixture.table.checkInvariants()
  }

  @Test("a header view is asked like a cell; a plain view without an opinion has the usual height")
  func views() {
    final class Fixed: UIView {
      override func sizeThatFits(_ size: CGSize) -> CGSize { CGSize(width: size.width, height: 61) }
    }
    final class Views: NSObject, UITableViewDelegate {
      func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView? {
        section == 0 ? Fixed() : section == 1 ? UIView(frame: CGRect(x: 0, y: 0, width: 9, height: 900)) : nil
      }
    }
    let delegate = Views()
    let fixture = TableFixture(sections: [1, 1, 1], delegate: delegate)
    expectEqual((0..<3).map { fixture.table.rectForHeader(inSection: $0).height }, [61, 28, 0])
    fixture.table.checkInvariants()
  }

  @Test("estimated header and footer heights count until the view comes on screen, then the delegate is asked")
  func estimates() {
    final class Parts: NSObject, UITableViewDelegate {
      var asked: [Int] = []
      func tableView(_ tableView: UITableView, heightForHeaderInSection section: Int) -> CGFloat {
        asked.append(section)
        return 33
      }
      func tableView(_ tableView: UITableView, estimatedHeightForHeaderInSection section: Int) -> CGFloat { 20 }
      func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView? { UIView() }
    }
    let delegate = Parts()
    let fixture = TableFixture(sections: Array(repeating: 1, count: 200), delegate: delegate) { table, _ in
      table.sectionHeaderTopPadding = 0
      table.rowHeight = 50
    }
    expect(delegate.asked == Array(0..<delegate.asked.count) && delegate.asked.count < 12)
    let shown = CGFloat(delegate.asked.count)
    expectEqual(fixture.table.contentSize.height, 200 * 70 + shown * 13)
    fixture.scroll(to: 5000)
    expectEqual(Set(delegate.asked).count, delegate.asked.count)
    fixture.table.checkInvariants()
  }

  @Test("estimatedSectionHeaderHeight 0 asks all heights at the load")
  func estimatesOff() {
    final class Parts: NSObject, UITableViewDelegate {
      var asked: [Int] = []
      func tableView(_ tableView: UITableView, heightForHeaderInSection section: Int) -> CGFloat {
        asked.append(section)
        return 33
      }
      func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView? { UIView() }
    }
    let delegate = Parts()
    _ = TableFixture(sections: Array(repeating: 1, count: 200), delegate: delegate) { table, _ in
      table.estimatedSectionHeaderHeight = 0
    }
    expectEqual(Set(delegate.asked).count, 200)
  }

  @Test("rows stay where they are while headers above them are measured", arguments: 0..<4)
  func upwards(seed: Int) throws {
    let fixture = TableFixture(sections: Array(repeating: 2, count: 100), style: seed < 2 ? .grouped : .plain) {
      _, source in
      source.headers = (0..<100).map { $0 % 3 == 0 ? Self.long : $0 % 3 == 1 ? "short" : nil }
      source.footers = (0..<100).map { $0 % 2 == 0 ? Self.long : nil }
    }
    var random = SeededRandom(seed: seed)
    fixture.scroll(to: 9000)
    for _ in 0..<150 {
      fixture.table.contentOffset.y -= Double.random(in: -20...100, using: &random).rounded()
      guard fixture.table.contentOffset.y > 200 else { break }
      let top = fixture.table.contentOffset.y
      let kept = try #require(fixture.table.cells.visible.first { $0.view.frame.minY >= top })
      let y = kept.view.frame.minY - top
      fixture.app.frame()
      fixture.table.checkInvariants()
      if kept.view.position == kept.position {
        expect(abs(kept.view.frame.minY - fixture.table.contentOffset.y - y) < 1e-9, "seed \(seed)")
      }
    }
  }
}
