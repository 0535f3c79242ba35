import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

@MainActor
@Suite("Height service: what a row measures before it is shown")
struct HeightServiceTests {
  /// A cell whose height comes from constraints.
  final class ConstrainedCell: UITableViewCell {
    let title = UILabel()

    override init(style: CellStyle, reuseIdentifier: String?) {
      super.init(style: style, reuseIdentifier: reuseIdentifier)
      title.numberOfLines = 0
      title.translatesAutoresizingMaskIntoConstraints = false
      contentView.addSubview(title)
      NSLayoutConstraint.activate([
        title.topAnchor.constraint(equalTo: contentView.topAnchor, constant: 7),
        title.bottomAnchor.constraint(equalTo: contentView.bottomAnchor, constant: -9.25),
        title.leadingAnchor.constraint(equalTo: contentView.leadingAnchor, constant: 16),
        title.trailingAnchor.constraint(equalTo: contentView.trailingAnchor, constant: -16),
      ])
    }

    required init?(coder: NSCoder) { nil }
  }

  /// A cell of a label that is placed by a frame.
  final class FramedCell: UITableViewCell {
    private(set) var contentWidth: CGFloat = -1
    private(set) var reuses = 0

    override func sizeThatFits(_ size: CGSize) -> CGSize {
      contentWidth = contentView.bounds.width
      return CGSize(width: size.width, height: 20.25 + contentWidth / 10)
    }

    override func prepareForReuse() {
      super.prepareForReuse()
      reuses += 1
    }
  }

  /// How the rows of a table differ from what the service says, in words.
  private func differences(_ fixture: HeightFixture) -> [String] {
    let rows = fixture.table.cells.visible
    expect(rows.count > 3)
    return rows.compactMap { entry in
      let path = IndexPath(entry.position)
      let height = fixture.service.heightForCell(withIdentifier: "text", cachedBy: path) {
        fixture.configure($0, path, fixture.texts[path.row])
      }
      let shown = entry.view.frame.height
      return height == shown ? nil : "row \(path.row) is \(shown) high, the service says \(height)"
    }
  }

  @Test(
    "heights equal those the table finds out itself, whatever takes room beside the text",
    arguments: [UITableView.Style.plain, .grouped, .insetGrouped], [240.0, 300, 417.5, 500])
  func equality(style: UITableView.Style, width: Double) {
    for separator in [UITableViewCell.SeparatorStyle.singleLine, .none] {
      let fixture = HeightFixture(HeightFixture.texts(30), style: style) { fixture in
        fixture.table.frame.size.width = width
        fixture.table.separatorStyle = separator
        fixture.configure = { cell, path, text in
          cell.textLabel?.numberOfLines = 0
          cell.textLabel?.text = text
          cell.accessoryType = [.none, .disclosureIndicator, .detailButton, .checkmark][path.row % 4]
        }
      }
      expectEqual(differences(fixture), [])
    }
  }

  @Test("the same by constraints")
  func constraints() {
    let fixture = HeightFixture(HeightFixture.texts(30), cellClass: ConstrainedCell.self) { fixture in
      fixture.configure = { cell, path, text in
        (cell as? ConstrainedCell)?.title.text = text
        cell.accessoryType = path.row % 2 == 0 ? .none : .disclosureIndicator
      }
    }
    expectEqual(differences(fixture), [])
    let heights = Set((0..<5).map { fixture.height(fixture.path($0)) })
    expect(heights.count > 2)
  }

  @Test("a cell that enforces frame layout is asked sizeThatFits, with the content view as wide as accessories leave")
  func frames() throws {
    let fixture = HeightFixture(HeightFixture.texts(30), cellClass: FramedCell.self) { fixture in
      fixture.configure = { cell, path, _ in
        cell.enforcesFrameLayout = true
        cell.contentView.widthAnchor.constraint(equalToConstant: 10).isActive = true
        cell.accessoryType = path.row % 2 == 0 ? .none : .disclosureIndicator
      }
    }
    expectEqual(differences(fixture), [])
    // The next device pixel, and the separator.
    expectEqual(fixture.height(fixture.path(0)), (20.25 + 30).rounded(.up) + 1)
    let template = try #require(fixture.service.templateCell(forReuseIdentifier: "text") as? FramedCell)
    expectEqual(template.contentWidth, 300)
    _ = fixture.height(fixture.path(29))
    expect(template.contentWidth < 280)
  }

  @Test("indentation and edit mode take width from the text")
  func indentedAndEdited() {
    final class Indenting: NSObject, UITableViewDelegate {
      func tableView(_ tableView: UITableView, indentationLevelForRowAt path: IndexPath) -> Int { path.row % 7 }
    }
    let delegate = Indenting()
    let fixture = HeightFixture(HeightFixture.texts(30)) { $0.table.delegate = delegate }
    expectEqual(differences(fixture), [])
    let before = (0..<8).map { fixture.height(fixture.path($0)) }
    fixture.table.setEditing(true, animated: false)
    fixture.app.settle()
    expectEqual(differences(fixture), [])
    fixture.table.setEditing(false, animated: false)
    fixture.app.settle()
    expectEqual(differences(fixture), [])
    expectEqual((0..<8).map { fixture.height(fixture.path($0)) }, before)
  }

  @Test("one hidden template an identifier: made once, prepared before each configuration, never shown")
  func templates() throws {
    let fixture = HeightFixture(HeightFixture.texts(9), cellClass: FramedCell.self)
    fixture.table.register(UITableViewCell.self, forCellReuseIdentifier: "other")
    expect(fixture.table.heightServiceInUse == nil)
    let service = fixture.service
    expect(service === fixture.table.heightService)
    service.observer = fixture.observer
    let template = try #require(service.templateCell(forReuseIdentifier: "text") as? FramedCell)
    expect(service.templateCell(forReuseIdentifier: "text") === template)
    expect(service.templateCell(forReuseIdentifier: "other") !== template)
    expect(template.isTemplate && template.isHidden)
    expect(!fixture.table.visibleCells.contains { $0.isTemplate })
    for row in 0..<4 {
      _ = service.heightForCell(withIdentifier: "text") { cell in
        expect(cell === template)
        expectEqual(template.reuses, row + 1)
      }
    }
    expect(template.superview == nil)
    expectEqual(fixture.observer.take().prefix(2), ["layout cell created: text", "layout cell created: other"])
    fixture.table.register(UITableViewCell.self, forCellReuseIdentifier: "text")
    expect(service.templateCell(forReuseIdentifier: "text") !== template)
  }

  @Test("a height is found out once by path, once by key, and each time by neither; the observer hears of each")
  func hits() {
    let fixture = HeightFixture(HeightFixture.texts(9))
    let service = fixture.service
    service.observer = fixture.observer
    let path = fixture.path(0)
    let height = fixture.height(path)
    expectEqual(fixture.height(path), height)
    expectEqual(fixture.takeConfigurations(), 1)
    expectEqual(service.indexPathCache.height(at: path), height)
    expect(service.indexPathCache.existsHeight(at: path))
    expect(!service.indexPathCache.existsHeight(at: fixture.path(1)))
    var configurations = 0
    for _ in 0..<3 {
      _ = service.heightForCell(withIdentifier: "text", cachedByKey: "post 7") { _ in configurations += 1 }
    }
    expectEqual(configurations, 1)
    expect(service.keyedCache.existsHeight(forKey: "post 7"))
    expect(!service.keyedCache.existsHeight(forKey: 7))
    for _ in 0..<3 { _ = service.heightForCell(withIdentifier: "text") { _ in configurations += 1 } }
    expectEqual(configurations, 4)
    expectEqual(
      fixture.observer.take(),
      [
        "layout cell created: text", "calculate [0:0] \(height) (text)", "hit cache [0:0] \(height)",
        "calculate [post 7] 44.0 (text)", "hit cache [post 7] 44.0", "hit cache [post 7] 44.0",
        "calculate [-] 44.0 (text)", "calculate [-] 44.0 (text)", "calculate [-] 44.0 (text)",
      ])
  }

  @Test("headers and footers measure what they measure in the table", arguments: [UITableView.Style.plain, .grouped])
  func parts(style: UITableView.Style) throws {
    final class Headers: NSObject, UITableViewDelegate {
      static func title(_ section: Int) -> String { String(repeating: "section \(section) ", count: 1 + section * 4) }
      func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView? {
        let view = tableView.dequeueReusableHeaderFooterView(withIdentifier: "part")
        view?.textLabel?.text = Self.title(section)
        return view
      }
      func tableView(_ tableView: UITableView, viewForFooterInSection section: Int) -> UIView? {
        self.tableView(tableView, viewForHeaderInSection: section)
      }
    }
    let delegate = Headers()
    let fixture = TableFixture(sections: [1, 1, 1], style: style, delegate: delegate) { table, _ in
      table.register(UITableViewHeaderFooterView.self, forHeaderFooterViewReuseIdentifier: "part")
    }
    let service = fixture.table.heightService
    func height(_ section: Int, isFooter: Bool) -> CGFloat {
      service.heightForHeaderFooterView(withIdentifier: "part", isFooter: isFooter, section: section) {
        $0.textLabel?.text = Headers.title(section)
      }
    }
    for section in 0..<3 {
      expectEqual(height(section, isFooter: false), fixture.table.rectForHeader(inSection: section).height)
      expectEqual(height(section, isFooter: true), fixture.table.rectForFooter(inSection: section).height)
    }
  }
}
