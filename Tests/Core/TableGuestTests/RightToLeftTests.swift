import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

/// A table that reads from right to left, and another one beside it in which the same rows read from left to right.
@MainActor
@Suite("Table: right to left")
struct RightToLeftTests {
  @MainActor
  final class Source: NSObject, UITableViewDataSource, UITableViewDelegate {
    let makers: [@MainActor () -> UITableViewCell]
    var indexTitles: [String]?

    init(_ makers: [@MainActor () -> UITableViewCell]) { self.makers = makers }

    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { makers.count }
    func tableView(_ tableView: UITableView, cellForRowAt path: IndexPath) -> UITableViewCell { makers[path.row]() }
    func tableView(_ tableView: UITableView, moveRowAt path: IndexPath, to target: IndexPath) {}
    func tableView(
      _ tableView: UITableView, commit style: UITableViewCell.EditingStyle, forRowAt path: IndexPath
    ) {}
    func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? { "Title" }
    func sectionIndexTitles(for tableView: UITableView) -> [String]? { indexTitles }
  }

  @MainActor
  struct Fixture {
    let app = TestApplication(size: CGSize(width: 300, height: 600))
    let table: UITableView
    let source: Source

    init(
      _ makers: [@MainActor () -> UITableViewCell], style: UITableView.Style = .plain, isTurned: Bool,
      prepare: (UITableView, Source) -> Void = { _, _ in }
    ) {
      table = UITableView(frame: CGRect(x: 0, y: 0, width: 300, height: 600), style: style)
      source = Source(makers)
      table.dataSource = source
      table.delegate = source
      prepare(table, source)
      if isTurned { table.semanticContentAttribute = .forceRightToLeft }
      app.window.addSubview(table)
      app.settle()
      table.checkInvariants()
    }

    func cell(_ row: Int) -> UITableViewCell? { table.cellForRow(at: IndexPath(row: row, section: 0)) }

    /// The places of the table's parts and of all in them, in the table, with the names of their classes.
    var places: [(name: String, frame: CGRect)] {
      func collect(_ view: UIView) -> [(name: String, frame: CGRect)] {
        [("\(type(of: view))", view.convert(view.bounds, to: table))] + view.subviews.flatMap(collect)
      }
      return table.subviews.flatMap(collect)
    }

    /// The rectangles that are filled, in the window.
    var fills: [CGRect] {
      app.backend.list.commands.compactMap { command in
        switch command {
        case .fill(let rect, _): rect
        case .fillRounded(let shape, _): shape.rect
        default: nil
        }
      }
    }
  }

  private static func cell(
    _ style: UITableViewCell.CellStyle, _ prepare: @escaping @MainActor (UITableViewCell) -> Void
  ) -> @MainActor () -> UITableViewCell {
    {
      let cell = UITableViewCell(style: style, reuseIdentifier: nil)
      cell.textLabel?.text = "Text"
      cell.detailTextLabel?.text = "Detail"
      prepare(cell)
      return cell
    }
  }

  private static let image = UIImage(systemName: "star.fill")

  /// Rows of all styles, with all that stands beside their content.
  private static var makers: [@MainActor () -> UITableViewCell] {
    [
      cell(.default) {
        $0.imageView?.image = image
        $0.accessoryType = .disclosureIndicator
      },
      cell(.subtitle) { $0.accessoryType = .detailDisclosureButton },
      cell(.value1) { $0.accessoryType = .checkmark },
      cell(.value2) { _ in },
      cell(.default) { $0.accessoryView = UIView(frame: CGRect(x: 0, y: 0, width: 40, height: 20)) },
      cell(.default) {
        $0.indentationLevel = 3
        $0.separatorInset = UIEdgeInsets(top: 0, left: 50, bottom: 0, right: 5)
      },
      cell(.default) { cell in
        var content = UIListContentConfiguration.valueCell()
        (content.text, content.secondaryText, content.image) = ("Text", "Detail", image)
        cell.contentConfiguration = content
        cell.accessoryType = .detailButton
      },
      cell(.default) { cell in
        var content = cell.defaultContentConfiguration()
        (content.text, content.secondaryText) = ("Text", "Detail")
        content.directionalLayoutMargins.leading = 30
        cell.contentConfiguration = content
      },
    ]
  }

  @Test("directional margins of a view, and insets of a background, change sides where they read from right to left")
  func directionalInsets() throws {
    let view = UIView()
    view.directionalLayoutMargins = NSDirectionalEdgeInsets(top: 1, leading: 20, bottom: 2, trailing: 5)
    view.semanticContentAttribute = .forceRightToLeft
    expectEqual(view.layoutMargins, UIEdgeInsets(top: 1, left: 5, bottom: 2, right: 20))
    expectEqual(view.directionalLayoutMargins.leading, 20)
    view.layoutMargins = UIEdgeInsets(top: 0, left: 3, bottom: 0, right: 4)
    view.semanticContentAttribute = .unspecified
    expect(view.layoutMargins.left == 3 && view.directionalLayoutMargins.leading == 3)

    func grounds(isTurned: Bool) -> [CGRect] {
      let fixture = Fixture(
        [
          Self.cell(.default) { cell in
            var background = UIBackgroundConfiguration.clear()
            background.backgroundColor = .red
            background.backgroundInsets = NSDirectionalEdgeInsets(top: 0, leading: 30, bottom: 0, trailing: 10)
            background.edgesAddingLayoutMarginsToBackgroundInsets = .trailing
            cell.backgroundConfiguration = background
          }
        ], style: .plain, isTurned: isTurned)
      let red = UIColor.red.drawColor(in: .light)
      return fixture.app.backend.list.commands.compactMap {
        if case .fill(let rect, red) = $0 { return rect }
        return nil
      }
    }
    let plain = grounds(isTurned: false)
    expect(plain.count == 1 && plain.first?.minX == 30 && plain.first.map { $0.maxX < 290 } == true)
    expectEqual(grounds(isTurned: true), plain.map { $0.mirrored(in: 300) })
  }

  private func expectMirrored(_ plain: Fixture, _ turned: Fixture, _ comment: Comment) {
    let (before, after) = (plain.places, turned.places)
    expectEqual(before.map(\.name), after.map(\.name), comment)
    for (old, new) in zip(before, after) where old.name != "SectionIndexView" {
      expectEqual(new.frame, old.frame.mirrored(in: 300), "\(comment): \(new.name)")
    }
    expectEqual(turned.fills, plain.fills.map { $0.mirrored(in: 300) }, comment)
  }

  @Test(
    "in a table that reads from right to left all that a row shows stands as in the mirror, at rest and edited",
    arguments: [UITableView.Style.plain, .grouped, .insetGrouped])
  func mirrored(style: UITableView.Style) {
    let fixtures = [false, true].map { Fixture(Self.makers, style: style, isTurned: $0) }
    expectMirrored(fixtures[0], fixtures[1], "at rest")
    for fixture in fixtures {
      fixture.table.setEditing(true, animated: false)
      fixture.app.settle()
      fixture.table.checkInvariants()
    }
    expect(fixtures[1].cell(3)?.edges.editing?.grip != nil)
    expectMirrored(fixtures[0], fixtures[1], "edited")
  }

  @Test("in a row that reads from right to left texts stand at the right, those at its end at the left, in any script")
  func alignment() throws {
    let fixture = Fixture(Self.makers, isTurned: true)
    let labels = try [0, 1, 2, 3, 6].map { try #require(fixture.cell($0)) }.flatMap { cell in
      cell.contentView.subviews.compactMap { $0 as? UILabel }
    }
    expect(labels.count == 9 && labels.allSatisfy(\.isRightToLeft))
    expectEqual(fixture.cell(2)?.detailTextLabel?.textAlignment, .left)
    expectEqual(fixture.cell(3)?.textLabel?.textAlignment, .left)
    let header = try #require(fixture.table.headerView(forSection: 0))
    expectEqual(header.textLabel?.isRightToLeft, true)
    expectEqual(fixture.cell(0)?.contentView.effectiveUserInterfaceLayoutDirection, .rightToLeft)
  }

  @Test("a cell reads as the app chose for it, else as its table does, also when the table turns later")
  func choice() throws {
    var makers = Self.makers
    makers[1] = Self.cell(.subtitle) { $0.semanticContentAttribute = .forceLeftToRight }
    let fixture = Fixture(makers, isTurned: false)
    let (followed, chosen) = (try #require(fixture.cell(0)), try #require(fixture.cell(1)))
    let (image, text) = (try #require(followed.imageView), try #require(chosen.textLabel))
    let (place, other) = (image.frame, text.frame)
    let chevron = followed.edges.sign?.frame
    expect(place.minX < 100 && chevron?.maxX == 300)
    fixture.table.semanticContentAttribute = .forceRightToLeft
    fixture.app.settle()
    expect(image.frame == place.mirrored(in: followed.contentView.bounds.width) && text.frame == other)
    expect(followed.edges.sign?.frame.minX == 0 && followed.contentView.frame.minX > 0)
    fixture.table.semanticContentAttribute = .unspecified
    fixture.app.settle()
    expect(image.frame == place && followed.edges.sign?.frame == chevron)
    expect(!followed.contentView.isRightToLeft && followed.textLabel?.isRightToLeft == false)
    followed.semanticContentAttribute = .forceRightToLeft
    fixture.app.settle()
    expect(followed.edges.sign?.frame.minX == 0 && followed.textLabel?.isRightToLeft == true)
  }

  @Test("controls of edit mode come in from their own side where a table reads from right to left, too")
  func comingIn() throws {
    let fixture = Fixture(Self.makers, isTurned: true)
    fixture.table.setEditing(true, animated: true)
    for _ in 0..<3 { fixture.app.frame() }
    let editing = try #require(fixture.cell(3)?.edges.editing)
    let (control, grip) = (try #require(editing.control), try #require(editing.grip))
    let early = [control, grip].map { $0.presentation?.origin.x ?? .nan }
    fixture.app.settle()
    expect(early[0] > control.frame.minX && early[1] < grip.frame.minX, "\(early)")
    expect(control.frame.maxX == 300 && grip.frame.minX == 0)
  }

  @Test("the scroll indicator of a view that reads from right to left is at the left")
  func indicator() throws {
    let makers = (0..<4).flatMap { _ in Self.makers }
    let fixtures = [false, true].map { Fixture(makers, isTurned: $0) }
    let places = try fixtures.map { try #require($0.table.indicators.place(of: .vertical)) }
    expect(places[1].strip == places[0].strip.mirrored(in: 300) && places[1].strip.minX == 0)
    expectEqual(places[1].knob, places[0].knob.mirrored(in: 300))
  }

  @Test("a table without a direction of its own reads as the views around it", arguments: [false, true])
  func around(isLate: Bool) {
    let makers = (0..<4).flatMap { _ in Self.makers }
    let fixtures = [true, false, false].map { Fixture(makers, isTurned: $0) { $1.indexTitles = ["T"] } }
    let plain = fixtures[2].places.map { "\($0)" }
    fixtures[2].table.semanticContentAttribute = .forceLeftToRight
    for fixture in fixtures.dropFirst() {
      if !isLate { fixture.table.removeFromSuperview() }
      fixture.app.window.semanticContentAttribute = .forceRightToLeft
      if !isLate { fixture.app.window.addSubview(fixture.table) }
      fixture.app.settle()
      fixture.table.checkInvariants()
    }
    let places = fixtures.map { $0.places.map { "\($0)" }.sorted() }
    expect(places[1] == places[0] && places[2] == plain.sorted() && places[0] != places[2])
    let strips = fixtures.map { $0.table.indicators.place(of: .vertical)?.strip.minX }
    expect(strips[1] == strips[0] && strips[0] != strips[2])
  }

  @Test("the section index and its room are at the left of a table that reads from right to left")
  func sectionIndex() throws {
    let fixture = Fixture(Self.makers, isTurned: true) { $1.indexTitles = ["T"] }
    let index = try #require(fixture.table.subviews.first { $0 is SectionIndexView })
    expect(index.frame.minX == 0 && index.frame.width > 10)
    let content = try #require(fixture.cell(3)?.contentView.frame)
    expect(content.minX == index.frame.width && content.maxX == 300)
  }

  @Test(
    "where a table reads from right to left trailing actions are bared by a drag to the right, leading ones to the left",
    arguments: SwipeInput.allCases)
  func swiping(input: SwipeInput) {
    let fixture = SwipeFixture { table, _ in table.semanticContentAttribute = .forceRightToLeft }
    fixture.source.trailing = { _ in fixture.actions(["A", "B"]) }
    fixture.source.leading = { _ in fixture.actions(["C"]) }
    fixture.swipe(2, by: 90, with: input)
    expect(fixture.openRow == 2 && fixture.offset(2) == 148)
    expectEqual(fixture.strip?.frame, CGRect(x: 0, y: 88, width: 148, height: 44))
    expectEqual(fixture.strip?.buttons.map(\.frame.minX), [0, 74])
    fixture.press(1)
    expectEqual(fixture.source.takeLog(), ["willBegin 2", "B"])
    fixture.swipe(2, by: -100, with: input)
    expect(fixture.openRow == nil && fixture.offset(2) == 0)
    fixture.swipe(2, by: -50, with: input)
    expect(fixture.offset(2) == -74 && fixture.strip?.frame.maxX == 300)
  }
}
