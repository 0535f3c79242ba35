import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

/// Sections with a title each, a letter from A on.
@MainActor
class LetteredRows: NSObject {
  var sections: [Int]
  var titles: [String]?
  private(set) var titleQuestions = 0
  private(set) var cellQuestions = 0

  init(sections: [Int], titles: [String]? = nil) {
    self.sections = sections
    self.titles = titles ?? sections.indices.map { String(UnicodeScalar(UInt8(65 + $0 % 26))) }
  }

  func numberOfSections(in tableView: UITableView) -> Int { sections.count }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { sections[section] }

  func tableView(_ tableView: UITableView, cellForRowAt path: IndexPath) -> UITableViewCell {
    cellQuestions += 1
    let cell = tableView.dequeueReusableCell(withIdentifier: "cell", for: path)
    cell.textLabel?.text = "row \(path.section).\(path.row)"
    return cell
  }

  func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? { "Section \(section)" }

  func sectionIndexTitles(for tableView: UITableView) -> [String]? {
    titleQuestions += 1
    return titles
  }
}

/// A data source without `sectionForSectionIndexTitle`.
final class LetteredTable: LetteredRows, UITableViewDataSource {}

/// One that maps titles to sections itself.
final class MappingTable: LetteredRows, UITableViewDataSource {
  var map: (String, Int) -> Int = { _, index in index }
  private(set) var asked: [String] = []

  func tableView(_ tableView: UITableView, sectionForSectionIndexTitle title: String, at index: Int) -> Int {
    asked.append("\(title) \(index)")
    return map(title, index)
  }
}

@MainActor
@Suite("Section index: in a table")
struct SectionIndexTests {
  @MainActor
  struct Fixture {
    let app: TestApplication
    let table: UITableView
    let source: LetteredRows

    init(
      _ source: LetteredRows & UITableViewDataSource, style: UITableView.Style = .plain,
      prepare: (UITableView) -> Void = { _ in }
    ) {
      let size = CGSize(width: 300, height: 440)
      app = TestApplication(size: size)
      self.source = source
      table = UITableView(frame: CGRect(origin: .zero, size: size), style: style)
      table.register(UITableViewCell.self, forCellReuseIdentifier: "cell")
      table.sectionHeaderTopPadding = 0
      table.dataSource = source
      prepare(table)
      app.window.addSubview(table)
      app.frame()
    }

    var index: SectionIndexView? { shownIndex(of: table) }

    /// The middle of a line of the index, in window points.
    func point(line: Int) -> CGPoint {
      let layout = SectionIndexLayout(titleCount: source.titles?.count ?? 0, height: 440)
      return CGPoint(x: 292, y: layout.top + (Double(line) + 0.5) * SectionIndexLayout.pitch)
    }
  }

  @Test("shown only with titles and from sectionIndexMinimumDisplayRowCount rows on")
  func shown() {
    expect(Fixture(LetteredTable(sections: [3, 3])).index != nil)
    let none = LetteredTable(sections: [3, 3])
    none.titles = nil
    expect(Fixture(none).index == nil)
    let fixture = Fixture(LetteredTable(sections: [3, 3])) { $0.sectionIndexMinimumDisplayRowCount = 7 }
    expect(fixture.index == nil)
    expectEqual(fixture.table.visibleCells[0].contentView.frame.width, 300)
    fixture.source.sections = [3, 4]
    fixture.table.reloadData()
    fixture.app.frame()
    expect(fixture.index != nil)
    expectEqual(fixture.table.visibleCells[0].contentView.frame.width, 285)
  }

  @Test("a click puts the section's header at the top at once")
  func click() throws {
    let fixture = Fixture(LetteredTable(sections: [10, 10, 10, 10]))
    fixture.app.click(at: fixture.point(line: 2))
    expectEqual(fixture.table.contentOffset.y, fixture.table.rectForHeader(inSection: 2).minY)
    fixture.app.frame()
    let header = try #require(fixture.table.headerView(forSection: 2))
    expectEqual(header.frame.minY, fixture.table.bounds.minY)
    expectEqual(fixture.app.application.frameLoop.isFrameRequested, false)
  }

  @Test("the header is below the content inset, and the last sections as far up as the content reaches")
  func insets() {
    let fixture = Fixture(LetteredTable(sections: [10, 10, 1, 1])) {
      $0.contentInset = UIEdgeInsets(top: 40, left: 0, bottom: 0, right: 0)
    }
    let layout = SectionIndexLayout(titleCount: 4, height: 400)
    fixture.app.click(at: CGPoint(x: 295, y: 40 + layout.top + 1.5 * SectionIndexLayout.pitch))
    expectEqual(fixture.table.contentOffset.y, fixture.table.rectForHeader(inSection: 1).minY - 40)
    fixture.app.click(at: CGPoint(x: 295, y: 40 + layout.top + 3.5 * SectionIndexLayout.pitch))
    expectEqual(fixture.table.contentOffset.y, fixture.table.contentSize.height - 440)
  }

  @Test("a drag goes through the sections; the same title again does nothing", arguments: [true, false])
  func tracking(byFinger: Bool) {
    let source = MappingTable(sections: [10, 10, 10, 10])
    let fixture = Fixture(source)
    let start = fixture.point(line: 1)
    let end = fixture.point(line: 2)
    if byFinger {
      fixture.app.fingerDown(at: start)
      fixture.app.fingerMove(to: CGPoint(x: start.x, y: start.y + 3))
    } else {
      fixture.app.mouseDown(at: start)
      fixture.app.mouseMove(to: CGPoint(x: start.x, y: start.y + 3))
    }
    expectEqual(source.asked, ["B 1"])
    fixture.table.contentOffset.y = 7
    if byFinger { fixture.app.fingerMove(to: start) } else { fixture.app.mouseMove(to: start) }
    expectEqual(fixture.table.contentOffset.y, 7)
    if byFinger {
      fixture.app.fingerMove(to: CGPoint(x: 20, y: end.y))
      fixture.app.fingerUp(at: CGPoint(x: 20, y: end.y))
    } else {
      fixture.app.mouseMove(to: CGPoint(x: 20, y: end.y))
      fixture.app.mouseUp(at: CGPoint(x: 20, y: end.y))
    }
    expectEqual(source.asked, ["B 1", "C 2"])
    expectEqual(fixture.table.contentOffset.y, fixture.table.rectForHeader(inSection: 2).minY)
    expect(fixture.table.indexPathForSelectedRow == nil)
    fixture.app.settle()
    expectEqual(fixture.table.contentOffset.y, fixture.table.rectForHeader(inSection: 2).minY)
  }

  @Test("without sectionForSectionIndexTitle a title leads to the section of its number")
  func sameNumber() {
    let fixture = Fixture(LetteredTable(sections: [10, 10, 10, 10]))
    fixture.app.click(at: fixture.point(line: 1))
    expectEqual(fixture.table.contentOffset.y, fixture.table.rectForHeader(inSection: 1).minY)
  }

  @Test("NSNotFound, as for the magnifier, leads to the very top")
  func search() {
    let source = MappingTable(sections: [10, 10, 10], titles: [UITableView.indexSearch, "A", "B", "C"])
    source.map = { title, index in title == UITableView.indexSearch ? NSNotFound : index - 1 }
    let fixture = Fixture(source) { table in
      table.tableHeaderView = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 60))
      table.contentInset.top = 5
    }
    let layout = SectionIndexLayout(titleCount: 4, height: 435)
    func point(_ line: Double) -> CGPoint {
      CGPoint(x: 292, y: 5 + layout.top + (line + 0.5) * SectionIndexLayout.pitch)
    }
    fixture.app.click(at: point(3))
    expectEqual(fixture.table.contentOffset.y, fixture.table.rectForHeader(inSection: 2).minY - 5)
    fixture.app.click(at: point(0))
    expectEqual(fixture.table.contentOffset.y, -5)
    expectEqual(fixture.index?.subviews.count, 1)
    fixture.app.frame()
    let hasImage = fixture.app.backend.list.commands.contains { if case .image = $0 { true } else { false } }
    expect(hasImage)
  }

  @Test("content views and separators end at the index, accessories move with them; cards have room beside them")
  func room() throws {
    let fixture = Fixture(LetteredTable(sections: [3, 3]))
    let cell = try #require(fixture.table.visibleCells.first)
    expectEqual(cell.frame.width, 300)
    expectEqual(cell.contentView.frame.width, 285)
    expectEqual(cell.lines.lower.frame.maxX, 285)
    expectEqual(cell.textLabel?.frame.maxX, 269)
    let switchView = UIView(frame: CGRect(x: 0, y: 0, width: 40, height: 20))
    cell.accessoryView = switchView
    fixture.app.frame()
    expectEqual(switchView.frame.maxX, 269)
    fixture.source.titles = ["Aa", "Zz long"]
    fixture.table.reloadSectionIndexTitles()
    fixture.app.frame()
    let width = try #require(fixture.index?.width)
    expect(width > 15 && cell.contentView.frame.maxX < 285)
    let cards = Fixture(LetteredTable(sections: [3, 3]), style: .insetGrouped)
    expectEqual(cards.table.visibleCells[0].contentView.frame.width, 268)
  }

  @Test("the index stays in its place while the content scrolls, above headers, and moves the indicator aside")
  func fixedPlace() throws {
    let fixture = Fixture(LetteredTable(sections: [20, 20, 20]))
    for offset in [0.0, 33.5, 500, 1_900, -20] {
      fixture.table.contentOffset.y = offset
      fixture.app.frame()
      let index = try #require(fixture.index)
      expectEqual(index.convert(index.bounds, to: fixture.app.window), CGRect(x: 285, y: 0, width: 15, height: 440))
      expect(fixture.table.subviews.last === index)
      fixture.table.checkInvariants()
    }
    fixture.app.wheel(-1, at: CGPoint(x: 100, y: 100))
    fixture.app.frame()
    let knob = fixture.app.backend.list.commands.compactMap { command -> CGRect? in
      if case .fillRounded(let shape, _) = command { return shape.rect } else { return nil }
    }
    expectEqual(knob.first?.maxX, 282)
  }

  @Test("a warm scroll under the index makes no text and no image, and draws it with one command")
  func warmScroll() throws {
    let fixture = Fixture(LetteredTable(sections: Array(repeating: 5, count: 26)))
    for offset in 0..<60 {
      fixture.table.contentOffset.y = Double(offset) * 11
      fixture.app.frame()
    }
    let texts = fixture.app.backend.list.commands.filter { if case .text = $0 { true } else { false } }.count
    let shown = fixture.table.visibleCells.count + fixture.table.parts.visible.count
    expectEqual(texts, shown + 1)
    let slot = try #require(fixture.index?.drawnSlot)
    var made = 0
    for offset in 60..<120 {
      fixture.table.contentOffset.y = Double(offset) * 11
      fixture.app.frame()
      made += fixture.app.backend.list.textUpdates.filter { $0.slot == slot }.count
    }
    expectEqual(made, 0)
  }

  @Test("titles are drawn in the tint or the index colour; the tracking background shows while pressed")
  func colors() throws {
    let fixture = Fixture(LetteredTable(sections: [9, 9, 9])) { table in
      table.sectionIndexBackgroundColor = .systemGray6
      table.sectionIndexTrackingBackgroundColor = .systemGray4
    }
    let index = try #require(fixture.index)
    expect(index.backgroundColor === UIColor.systemGray6)
    expect(index.tintColor === fixture.table.tintColor)
    fixture.table.sectionIndexColor = .systemRed
    expect(index.tintColor === UIColor.systemRed)
    fixture.app.mouseDown(at: fixture.point(line: 1))
    expect(index.backgroundColor === UIColor.systemGray4)
    fixture.app.mouseUp(at: fixture.point(line: 1))
    expect(index.backgroundColor === UIColor.systemGray6)
    fixture.table.sectionIndexBackgroundColor = nil
    expect(index.backgroundColor == nil)
  }

  @Test("reloadSectionIndexTitles asks again, without rows being asked; reloadData includes it")
  func reloading() {
    let fixture = Fixture(LetteredTable(sections: [9, 9, 9]))
    expectEqual(fixture.source.titleQuestions, 1)
    let cells = fixture.source.cellQuestions
    fixture.source.titles = ["X"]
    fixture.table.reloadSectionIndexTitles()
    expectEqual(fixture.source.titleQuestions, 2)
    fixture.app.frame()
    expectEqual(fixture.index?.titles, ["X"])
    expectEqual(fixture.source.cellQuestions, cells)
    fixture.source.titles = nil
    fixture.table.reloadData()
    fixture.app.frame()
    expect(fixture.index == nil)
    expect(fixture.table.subviews.allSatisfy { !($0 is SectionIndexView) })
  }

  @Test("an index over a table without sections leads nowhere")
  func empty() {
    let source = LetteredTable(sections: [], titles: ["A", "B"])
    let fixture = Fixture(source)
    fixture.app.click(at: fixture.point(line: 1))
    expectEqual(fixture.table.contentOffset.y, 0)
  }

  @Test("a title that leads to a section that is not there stops the program and says which")
  func lying() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      let source = MappingTable(sections: [3, 3])
      source.map = { _, _ in 2 }
      let fixture = Fixture(source)
      fixture.app.click(at: fixture.point(line: 1))
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    expect(message.contains("answered section 2 for title 1, \"B\", but the table has 2 sections; return one of them"))
  }

  @Test("the wheel over the index scrolls the table, a finger on it does not")
  func scrolling() {
    let fixture = Fixture(LetteredTable(sections: [30, 30]))
    fixture.app.wheel(-2, at: CGPoint(x: 292, y: 220))
    fixture.app.settle()
    expect(fixture.table.contentOffset.y > 0)
    fixture.app.fingerDown(at: fixture.point(line: 0))
    fixture.app.fingerMove(to: CGPoint(x: 292, y: 400))
    expect(!fixture.table.isDragging)
    fixture.app.fingerUp(at: CGPoint(x: 292, y: 400))
    expectEqual(fixture.table.contentOffset.y, fixture.table.rectForHeader(inSection: 1).minY)
  }

  @Test("the index gives way to the actions of an opened row, and is back when the row is closed")
  func openedRow() throws {
    final class Swiped: NSObject, UITableViewDataSource, UITableViewDelegate {
      func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 30 }
      func tableView(_ tableView: UITableView, cellForRowAt path: IndexPath) -> UITableViewCell { UITableViewCell() }
      func sectionIndexTitles(for tableView: UITableView) -> [String]? { ["A"] }
      private func actions(_ title: String) -> UISwipeActionsConfiguration {
        UISwipeActionsConfiguration(actions: [UIContextualAction(style: .normal, title: title) { _, _, _ in }])
      }
      func tableView(
        _ tableView: UITableView, trailingSwipeActionsConfigurationForRowAt indexPath: IndexPath
      ) -> UISwipeActionsConfiguration? { actions("Right") }
      func tableView(
        _ tableView: UITableView, leadingSwipeActionsConfigurationForRowAt indexPath: IndexPath
      ) -> UISwipeActionsConfiguration? { actions("Left") }
    }
    let app = TestApplication(size: CGSize(width: 300, height: 440))
    let source = Swiped()
    let table = UITableView(frame: app.window.bounds)
    table.dataSource = source
    table.delegate = source
    app.window.addSubview(table)
    app.frame()
    let index = try #require(shownIndex(of: table))
    expectEqual(index.alpha, 1)
    app.fingerDrag(from: CGPoint(x: 200, y: 66), to: CGPoint(x: 100, y: 66))
    expect(table.swipe.row != nil && index.alpha == 0)
    app.fingerUp(at: CGPoint(x: 100, y: 66))
    app.settle()
    expectEqual(index.alpha, 0)
    app.click(at: CGPoint(x: 50, y: 300))
    app.settle()
    expect(table.swipe.row == nil && index.alpha == 1)
    // At the other side it stays.
    app.fingerDrag(from: CGPoint(x: 50, y: 66), to: CGPoint(x: 150, y: 66))
    expect(table.swipe.row != nil && index.alpha == 1)
    app.fingerUp(at: CGPoint(x: 150, y: 66))
    table.reloadData()
    app.settle()
    expectEqual(index.alpha, 1)
  }

  @Test("UITableViewController's subclasses may override both methods")
  func controller() {
    final class Controller: UITableViewController {
      override func numberOfSections(in tableView: UITableView) -> Int { 2 }
      override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 30 }
      override func tableView(_ tableView: UITableView, cellForRowAt path: IndexPath) -> UITableViewCell {
        UITableViewCell()
      }
      override func sectionIndexTitles(for tableView: UITableView) -> [String]? { ["1", "2"] }
      override func tableView(
        _ tableView: UITableView, sectionForSectionIndexTitle title: String, at index: Int
      ) -> Int { 1 - index }
    }
    let app = TestApplication(size: CGSize(width: 300, height: 440))
    let controller = Controller(style: .plain)
    app.window.rootViewController = controller
    app.frame()
    let layout = SectionIndexLayout(titleCount: 2, height: 440)
    app.click(at: CGPoint(x: 295, y: layout.top + 3))
    expectEqual(controller.tableView.contentOffset.y, controller.tableView.rect(forSection: 1).minY)
  }
}

/// The section index in a table; nil while none is shown.
@MainActor
private func shownIndex(of table: UITableView) -> SectionIndexView? {
  table.subviews.lazy.compactMap { $0 as? SectionIndexView }.first
}
