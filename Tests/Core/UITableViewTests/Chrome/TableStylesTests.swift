import Expectations
import Foundation
import Pixels
import TestSupport
import Testing

@testable import UIKitCore

@MainActor
@Suite("Table: styles")
struct TableStylesTests {
  private final class Views: NSObject, UITableViewDelegate {
    var header: (UITableView, Int) -> UIView? = { _, _ in nil }
    func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView? {
      header(tableView, section)
    }
  }

  private func titled(
    _ sections: [Int], style: UITableView.Style = .plain, prepare: (UITableView) -> Void = { _ in }
  ) -> TableFixture {
    TableFixture(sections: sections, style: style) { table, source in
      source.headers = sections.indices.map { "Header \($0)" }
      source.footers = sections.indices.map { "Footer \($0)" }
      table.sectionHeaderTopPadding = 0
      prepare(table)
    }
  }

  @Test("a header pins below the content inset, the next section pushes it there")
  func pinnedBelowInset() throws {
    let fixture = titled([20, 20]) { $0.contentInset = UIEdgeInsets(top: 30, left: 0, bottom: 0, right: 0) }
    fixture.scroll(to: 200)
    expectEqual(fixture.table.headerView(forSection: 0)?.frame.minY, 230)
    let end = fixture.table.rect(forSection: 0).maxY
    fixture.scroll(to: end - 40)
    expectEqual(fixture.table.headerView(forSection: 0)?.frame.maxY, end)
    expectEqual(fixture.table.headerView(forSection: 1)?.frame.minY, end)
    fixture.table.checkInvariants()
  }

  @Test("a footer pins above the bottom inset, and the section's own rows push it out")
  func pinnedFooter() {
    let fixture = titled([20, 20]) { $0.contentInset = UIEdgeInsets(top: 0, left: 0, bottom: 30, right: 0) }
    expectEqual(fixture.table.footerView(forSection: 0)?.frame.maxY, 410)
    fixture.scroll(to: 100)
    expectEqual(fixture.table.footerView(forSection: 0)?.frame.maxY, 510)
    // The second section begins: its footer comes up behind its first rows.
    let start = fixture.table.rectForRow(at: IndexPath(row: 0, section: 1)).minY
    fixture.scroll(to: start - 420)
    expectEqual(fixture.table.footerView(forSection: 1)?.frame.minY, start)
    fixture.scroll(to: start - 300)
    expectEqual(fixture.table.footerView(forSection: 1)?.frame.maxY, start - 300 + 410)
  }

  @Test("a section shorter than its header and footer together keeps both in its bounds")
  func shortSection() {
    let fixture = titled([0, 30])
    for y in stride(from: -60.0, to: 120, by: 3.5) {
      fixture.scroll(to: y)
      let section = fixture.table.rect(forSection: 0)
      for part in [fixture.table.headerView(forSection: 0), fixture.table.footerView(forSection: 0)] {
        if let part { expect(section.contains(part.frame), "offset \(y)") }
      }
      fixture.table.checkInvariants()
    }
  }

  @Test("a delegate's leastNonzeroMagnitude hides grouped headers and footers")
  func hiddenParts() {
    final class Delegate: NSObject, UITableViewDelegate {
      func tableView(_ tableView: UITableView, heightForHeaderInSection section: Int) -> CGFloat {
        .leastNonzeroMagnitude
      }
      func tableView(_ tableView: UITableView, heightForFooterInSection section: Int) -> CGFloat {
        .leastNonzeroMagnitude
      }
    }
    let delegate = Delegate()
    let fixture = TableFixture(sections: [2, 2], style: .grouped, delegate: delegate)
    expectEqual(fixture.table.rectForRow(at: IndexPath(row: 0, section: 1)).minY, 88)
    expectEqual(fixture.table.contentSize.height, 176)
  }

  @Test("sectionHeaderTopPadding = 0 removes the space above plain headers; grouped tables never have it")
  func topPadding() {
    expectEqual(titled([1, 1]).table.rectForHeader(inSection: 1).minY, 100.0)
    let automatic = titled([1, 1]) { $0.sectionHeaderTopPadding = UITableView.automaticDimension }
    expectEqual(automatic.table.rectForHeader(inSection: 1).minY, 144.0)
    let grouped = titled([1], style: .grouped) { $0.sectionHeaderTopPadding = 50 }
    expectEqual(grouped.table.rectForHeader(inSection: 0).minY, 0)
  }

  @Test("a card of one row has four round corners; inserting below it leaves it two")
  func singleRowCard() {
    let fixture = TableFixture(sections: [1], style: .insetGrouped)
    let cell = fixture.table.visibleCells[0]
    expect(cell.layer.maskedCorners == .all && cell.layer.cornerRadius == 10 && cell.clipsToBounds)
    fixture.source.sections = [2]
    fixture.table.insertRows(at: [IndexPath(row: 1, section: 0)], with: .none)
    fixture.app.settle()
    expectEqual(cell.layer.maskedCorners, [.layerMinXMinYCorner, .layerMaxXMinYCorner])
    expectEqual(fixture.table.visibleCells[1].layer.maskedCorners, [.layerMinXMaxYCorner, .layerMaxXMaxYCorner])
  }

  @Test("selection and separator lie within the card's round shape")
  func clippedSelection() throws {
    let fixture = TableFixture(sections: [2], style: .insetGrouped)
    fixture.table.selectRow(at: IndexPath(row: 0, section: 0), animated: false, scrollPosition: .none)
    fixture.app.frame()
    let commands = fixture.app.backend.list.commands
    let card = fixture.table.rectForRow(at: IndexPath(row: 0, section: 0))
    let start = try #require(
      commands.firstIndex {
        if case .beginGroup(let shape, _) = $0 { shape.rect == card && shape.radius == 10 } else { false }
      })
    let end = try #require(commands[start...].firstIndex(of: .endGroup))
    let selection = commands[start..<end].contains {
      if case .fill(let rect, let color) = $0 { rect == card && color.red == 209 } else { false }
    }
    expect(selection)
  }

  @Test("plain rows show the table's systemBackground; grouped tables are systemGroupedBackground")
  func backgrounds() {
    expect(TableFixture(sections: [1]).table.backgroundColor === UIColor.systemBackground)
    let grouped = TableFixture(sections: [1], style: .insetGrouped).table
    expect(grouped.backgroundColor === UIColor.systemGroupedBackground)
    expect(grouped.visibleCells[0].backgroundColor === UIColor.secondarySystemGroupedBackground)
  }

  @Test("an image moves the separator to the text after it; automaticDimension stands for that place")
  func imageSeparator() throws {
    let fixture = TableFixture(sections: [2]) { _, source in
      source.makesCell = { _, _ in
        let cell = UITableViewCell()
        cell.textLabel?.text = "Text"
        cell.imageView?.image = UIImage(systemName: "star.fill")
        return cell
      }
    }
    let cell = fixture.table.visibleCells[0]
    let text = try #require(cell.textLabel?.frame.minX)
    expect(text > 30 && cell.lines.lower.frame.minX == text)
    fixture.table.separatorInset = UIEdgeInsets(top: 0, left: 3, bottom: 0, right: 5)
    fixture.app.frame()
    expect(cell.lines.lower.frame.minX == 3 && cell.lines.lower.frame.maxX == 295)
    let automatic = UITableView.automaticDimension
    fixture.table.separatorInset = UIEdgeInsets(top: 0, left: automatic, bottom: 0, right: automatic)
    fixture.app.frame()
    expect(cell.lines.lower.frame.minX == text && cell.lines.lower.frame.maxX == 300)
  }

  @Test("fromAutomaticInsets adds the table's inset to the automatic one; a cell's own counts from its edges")
  func insetReference() {
    let fixture = TableFixture(sections: [2]) { table, _ in
      table.separatorInsetReference = .fromAutomaticInsets
      table.separatorInset = UIEdgeInsets(top: 0, left: 10, bottom: 0, right: 4)
    }
    let cell = fixture.table.visibleCells[0]
    expect(cell.lines.lower.frame.minX == 26 && cell.lines.lower.frame.maxX == 296)
    fixture.table.separatorInsetReference = .fromCellEdges
    fixture.app.frame()
    expectEqual(cell.lines.lower.frame.minX, 10)
    fixture.table.separatorInsetReference = .fromAutomaticInsets
    cell.separatorInset = UIEdgeInsets(top: 0, left: 2, bottom: 0, right: 0)
    fixture.app.frame()
    expectEqual(cell.lines.lower.frame.minX, 2)
  }

  @Test("a grouped section has full lines above its first and below its last row, inset ones between")
  func groupedLines() {
    let fixture = TableFixture(sections: [3], style: .grouped)
    let cells = fixture.table.visibleCells
    expectEqual(cells.map { $0.lines.lower.frame.minX }, [16, 16, 0])
    expectEqual(cells.map { $0.lines.upper?.isHidden }, [false, nil, nil])
    expectEqual(cells[0].lines.upper?.frame, CGRect(x: 0, y: 0, width: 300, height: 1))
    fixture.table.separatorStyle = .none
    expectEqual(cells[0].lines.upper?.isHidden, true)
    expect(cells.allSatisfy { $0.lines.lower.isHidden })
  }

  @Test("no filler rows below the content, unless fillerRowHeight asks for them, in plain tables only")
  func fillerRows() {
    func lines(_ fixture: TableFixture) -> [Double] {
      fixture.app.frame()
      return fixture.app.backend.list.commands.compactMap { command in
        if case .fill(let rect, _) = command, rect.height == 1, rect.minY > 88 { return rect.maxY }
        return nil
      }
    }
    let fixture = TableFixture(sections: [2])
    expect(lines(fixture).isEmpty)
    fixture.table.fillerRowHeight = 100
    expectEqual(lines(fixture), [188, 288, 388])
    fixture.scroll(to: -10)
    expectEqual(lines(fixture).first, 198)
    fixture.table.fillerRowHeight = UITableView.automaticDimension
    fixture.scroll(to: 0)
    expectEqual(lines(fixture).prefix(2), [132, 176])
    fixture.table.separatorStyle = .none
    fixture.table.setNeedsTiling()
    expect(lines(fixture).isEmpty)
    let grouped = TableFixture(sections: [2], style: .grouped) { table, _ in table.fillerRowHeight = 100 }
    expect(!hasFillerRows(grouped.table))
  }

  @Test("no filler rows run through what a table without rows says in their place")
  func fillerRowsBehindBackground() {
    let fixture = TableFixture(sections: [0]) { table, _ in table.fillerRowHeight = 44 }
    expect(hasFillerRows(fixture.table))
    fixture.table.backgroundView = UIView()
    fixture.app.frame()
    expect(!hasFillerRows(fixture.table))
    fixture.table.backgroundView = nil
    fixture.app.frame()
    expect(hasFillerRows(fixture.table))
    // Beside rows they suggest more of them, whatever is behind.
    let filled = TableFixture(sections: [1]) { table, _ in
      table.fillerRowHeight = 44
      table.backgroundView = UIView()
    }
    expect(hasFillerRows(filled.table))
  }

  @Test("the line above a selected first row stays with its own section")
  func selectionAcrossSections() {
    let fixture = TableFixture(sections: [2, 2])
    fixture.table.selectRow(at: IndexPath(row: 0, section: 1), animated: false, scrollPosition: .none)
    expectEqual(fixture.table.visibleCells.map(\.lines.lower.isHidden), [false, false, true, false])
  }

  @Test("grouped headers have a detail text below the title; a registered header gets the style's font")
  func detailText() throws {
    let delegate = Views()
    delegate.header = { table, _ in
      let view = table.dequeueReusableHeaderFooterView(withIdentifier: "header")
      view?.textLabel?.text = "Title"
      view?.detailTextLabel?.text = "Detail"
      return view
    }
    for style in [UITableView.Style.plain, .grouped] {
      let fixture = TableFixture(sections: [1], style: style, delegate: delegate) { table, _ in
        table.register(UITableViewHeaderFooterView.self, forHeaderFooterViewReuseIdentifier: "header")
      }
      let header = try #require(fixture.table.headerView(forSection: 0))
      let title = try #require(header.textLabel)
      let detail = try #require(header.detailTextLabel)
      if style == .plain {
        expect(title.font.pointSize == 17 && detail.frame.height == 0)
      } else {
        expectEqual(title.font.pointSize, 13)
        expect(detail.frame.minY == title.frame.maxY && detail.frame.maxY == header.bounds.height - 6)
      }
    }
  }

  @Test("a header's backgroundView fills it behind the content, floating too; a font of the app's stays")
  func headerBackground() throws {
    let ground = UIView()
    let delegate = Views()
    delegate.header = { _, section in
      guard section == 0 else { return nil }
      let view = UITableViewHeaderFooterView(reuseIdentifier: nil)
      view.backgroundView = ground
      view.textLabel?.font = .systemFont(ofSize: 9)
      return view
    }
    let fixture = TableFixture(sections: [30], style: .plain, delegate: delegate)
    fixture.scroll(to: 90)
    let header = try #require(fixture.table.headerView(forSection: 0))
    expectEqual(header.frame.minY, 90)
    expect(ground.frame == header.bounds && header.subviews.first === ground)
    expectEqual(header.textLabel?.font.pointSize, 9)
  }

  @Test("the background view fills the visible area below the rows and does not scroll")
  func emptyState() {
    let fixture = TableFixture(sections: [40])
    let background = UIView()
    fixture.table.backgroundView = background
    for y in [0.0, 333, -50] {
      fixture.scroll(to: y)
      expectEqual(background.convert(background.bounds, to: fixture.app.window), fixture.app.window.bounds)
      expect(fixture.table.subviews.first === background)
    }
    fixture.table.backgroundView = nil
    expect(background.superview == nil)
  }

  @Test("readable width keeps text and separators in the middle of a wide table")
  func readableWidth() {
    let size = CGSize(width: 1000, height: 440)
    let fixture = TableFixture(sections: [2], size: size) { table, source in
      table.cellLayoutMarginsFollowReadableWidth = true
      source.headers = ["Header"]
    }
    let cell = fixture.table.visibleCells[0]
    expect(cell.textLabel?.frame.minX == 164 && cell.textLabel?.frame.maxX == 836)
    expectEqual(fixture.table.headerView(forSection: 0)?.textLabel?.frame.minX, 164)
    expect(cell.lines.lower.frame.minX == 164 && cell.lines.lower.frame.maxX == 836)
    fixture.table.separatorInset = UIEdgeInsets(top: 0, left: 20, bottom: 0, right: 10)
    fixture.app.frame()
    expect(cell.lines.lower.frame.minX == 20 && cell.lines.lower.frame.maxX == 990)
    fixture.table.separatorInsetReference = .fromAutomaticInsets
    fixture.app.frame()
    expect(cell.lines.lower.frame.minX == 184 && cell.lines.lower.frame.maxX == 826)
    fixture.table.cellLayoutMarginsFollowReadableWidth = false
    fixture.app.frame()
    expectEqual(cell.textLabel?.frame.minX, 20)
  }

  @Test("readable width makes the cards of a wide table as narrow, and their rows are measured for it")
  func readableCards() {
    let size = CGSize(width: 1000, height: 440)
    let fixture = TableFixture(sections: [2], style: .insetGrouped, size: size) { table, source in
      source.headers = ["Header"]
      source.makesCell = { _, _ in
        let cell = UITableViewCell()
        cell.textLabel?.numberOfLines = 0
        cell.textLabel?.text = String(repeating: "abcde ", count: 15)
        return cell
      }
    }
    let table = fixture.table
    expectEqual(table.rectForRow(at: IndexPath(row: 0, section: 0)), CGRect(x: 20, y: 55.5, width: 960, height: 44))
    table.cellLayoutMarginsFollowReadableWidth = true
    fixture.app.frame()
    let row = table.rectForRow(at: IndexPath(row: 0, section: 0))
    expect(row.minX == 164 && row.width == 672 && row.height > 44)
    expect(table.visibleCells[0].frame == row && table.visibleCells[0].textLabel?.frame.minX == 20)
    table.checkInvariants()
  }

  @Test("light and dark: the same table in the colours of each")
  func appearance() {
    for style in [UIUserInterfaceStyle.light, .dark] {
      let fixture = TableFixture(sections: [2], style: .insetGrouped)
      fixture.app.window.overrideUserInterfaceStyle = style
      fixture.app.frame()
      let fills = fixture.app.backend.list.commands.compactMap { command -> DrawColor? in
        switch command {
        case .fill(_, let color), .fillRounded(_, let color): color
        default: nil
        }
      }
      let isDark = style == .dark
      let ground = isDark ? DrawColor.black : DrawColor(red: 242, green: 242, blue: 247)
      let card = isDark ? DrawColor(red: 28, green: 28, blue: 30) : DrawColor.white
      expect(fills.contains(ground) && fills.contains(card))
    }
  }
}

/// Whether the lines of empty rows are in a table.
@MainActor
private func hasFillerRows(_ table: UITableView) -> Bool { table.subviews.contains { $0 is FillerRowsView } }
