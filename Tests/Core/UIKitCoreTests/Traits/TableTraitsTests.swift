import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

/// Cells, headers and footers that wait for use while traits change, and tables that are in no window, look afterwards
/// as if they had been made then.
@MainActor
@Suite struct TableTraitsTests {
  private let app = TestApplication(size: CGSize(width: 320, height: 480))

  /// By constraints, with a layout of its own for large text, chosen when it is told.
  private final class ConstrainedCell: UITableViewCell {
    let title = UILabel()
    let detail = UILabel()
    private var beside: [NSLayoutConstraint] = []
    private var below: [NSLayoutConstraint] = []
    private(set) var changes = 0

    override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
      super.init(style: style, reuseIdentifier: reuseIdentifier)
      for label in [title, detail] {
        label.font = .preferredFont(forTextStyle: .body)
        label.adjustsFontForContentSizeCategory = true
        label.numberOfLines = 0
        label.translatesAutoresizingMaskIntoConstraints = false
        contentView.addSubview(label)
      }
      // In a row of a fixed height one label gives way, so that there is one solution however it is reached.
      detail.setContentCompressionResistancePriority(.defaultLow, for: .vertical)
      NSLayoutConstraint.activate([
        title.leadingAnchor.constraint(equalTo: contentView.leadingAnchor, constant: 16),
        title.topAnchor.constraint(equalTo: contentView.topAnchor, constant: 10),
        detail.trailingAnchor.constraint(equalTo: contentView.trailingAnchor, constant: -16),
        detail.bottomAnchor.constraint(equalTo: contentView.bottomAnchor, constant: -10),
      ])
      beside = [
        detail.leadingAnchor.constraint(equalTo: title.trailingAnchor, constant: 8),
        detail.topAnchor.constraint(equalTo: title.topAnchor),
        title.bottomAnchor.constraint(lessThanOrEqualTo: contentView.bottomAnchor, constant: -10),
        title.widthAnchor.constraint(equalToConstant: 100),
      ]
      below = [
        title.trailingAnchor.constraint(equalTo: detail.trailingAnchor),
        detail.leadingAnchor.constraint(equalTo: title.leadingAnchor),
        detail.topAnchor.constraint(equalTo: title.bottomAnchor, constant: 4),
      ]
      place()
    }

    required init?(coder: NSCoder) { nil }

    private func place() {
      let isBelow = traitCollection.preferredContentSizeCategory.isAccessibilityCategory
      NSLayoutConstraint.deactivate(isBelow ? beside : below)
      NSLayoutConstraint.activate(isBelow ? below : beside)
    }

    override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
      super.traitCollectionDidChange(previousTraitCollection)
      changes += 1
      place()
    }
  }

  /// By frames, as high as it found out when it was told.
  private final class FramedCell: UITableViewCell {
    private var height: CGFloat = 0
    private let bar = UIView()

    override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
      super.init(style: style, reuseIdentifier: reuseIdentifier)
      contentView.addSubview(bar)
      measure()
    }

    required init?(coder: NSCoder) { nil }

    private func measure() {
      height = UIFont.preferredFont(forTextStyle: .body, compatibleWith: traitCollection).pointSize * 3
      bar.backgroundColor = UIColor.tintColor.resolvedColor(with: traitCollection)
    }

    override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
      super.traitCollectionDidChange(previousTraitCollection)
      measure()
    }

    override func sizeThatFits(_ size: CGSize) -> CGSize { CGSize(width: size.width, height: height) }

    override func layoutSubviews() {
      super.layoutSubviews()
      bar.frame = CGRect(x: 0, y: 0, width: 1 / traitCollection.displayScale, height: height)
    }
  }

  enum Kind: CaseIterable { case labels, configuration, handler, constraints, frames, kept }

  private final class Rows: NSObject, UITableViewDataSource, UITableViewDelegate {
    let kind: Kind
    var kept: [Int: UITableViewCell] = [:]

    init(_ kind: Kind) { self.kind = kind }

    func numberOfSections(in tableView: UITableView) -> Int { 12 }
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 5 }

    private func cell(_ tableView: UITableView, _ path: IndexPath) -> UITableViewCell {
      guard kind == .kept else { return tableView.dequeueReusableCell(withIdentifier: "cell", for: path) }
      let number = path.section * 5 + path.row
      let cell = kept[number] ?? ConstrainedCell(style: .default, reuseIdentifier: nil)
      kept[number] = cell
      return cell
    }

    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
      let cell = cell(tableView, indexPath)
      let text = "Row \(indexPath.row) with a text that is broken when it is large"
      switch kind {
      case .labels:
        cell.textLabel?.numberOfLines = 0
        cell.textLabel?.text = text
        cell.imageView?.image = UIImage(systemName: "star")
      case .configuration, .handler:
        var content = cell.defaultContentConfiguration()
        content.text = text
        content.secondaryText = "\(indexPath.section)"
        content.image = UIImage(systemName: "star")
        cell.contentConfiguration = content
        cell.accessoryType = .detailDisclosureButton
        guard kind == .handler else { break }
        cell.configurationUpdateHandler = { cell, state in
          var background = UIBackgroundConfiguration.listPlainCell()
          background.backgroundColor = state.traitCollection.userInterfaceStyle == .dark ? .red : .yellow
          cell.backgroundConfiguration = background
        }
      case .constraints, .kept:
        (cell as? ConstrainedCell)?.title.text = "Row \(indexPath.row)"
        (cell as? ConstrainedCell)?.detail.text = text
      case .frames: break
      }
      return cell
    }

    func tableView(_ tableView: UITableView, titleForFooterInSection section: Int) -> String? { "Footer \(section)" }

    func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView? {
      let view = tableView.dequeueReusableHeaderFooterView(withIdentifier: "header")
      var content = view?.defaultContentConfiguration()
      content?.text = "Header \(section)"
      content?.textProperties.numberOfLines = 0
      view?.contentConfiguration = content
      return view
    }
  }

  private func table(of rows: Rows, height: CGFloat = UITableView.automaticDimension) -> UITableView {
    let table = UITableView(frame: app.window.bounds, style: .plain)
    let classes: [Kind: AnyClass] = [.constraints: ConstrainedCell.self, .frames: FramedCell.self]
    table.register(classes[rows.kind] ?? UITableViewCell.self, forCellReuseIdentifier: "cell")
    table.register(UITableViewHeaderFooterView.self, forHeaderFooterViewReuseIdentifier: "header")
    table.rowHeight = height
    table.dataSource = rows
    table.delegate = rows
    return table
  }

  private func show(_ table: UITableView) {
    app.window.addSubview(table)
    app.settle()
    // Until the indicators are gone.
    for _ in 0..<200 { app.frame() }
  }

  /// What a table that is made now shows.
  private func freshPicture(_ kind: Kind, _ height: CGFloat) -> [String] {
    let rows = Rows(kind)
    let table = table(of: rows, height: height)
    show(table)
    defer { table.removeFromSuperview() }
    return app.picture
  }

  @Test(
    "a table that comes back after a change looks as one made then, as do its cells, headers and footers",
    arguments: Kind.allCases, TraitChange.allCases)
  func hiddenTables(kind: Kind, change: TraitChange) {
    app.becomeCurrent()
    for height in [UITableView.automaticDimension, 60] {
      let rows = Rows(kind)
      let table = table(of: rows, height: height)
      show(table)
      let before = app.picture
      table.removeFromSuperview()
      change.make(in: app)
      show(table)
      table.checkInvariants()
      table.checkTraits()
      let found = app.picture
      table.removeFromSuperview()
      let fresh = freshPicture(kind, height)
      expect(TestApplication.difference(found, fresh) == nil)
      change.undo(in: app)
      show(table)
      expect(TestApplication.difference(app.picture, before) == nil)
      table.removeFromSuperview()
    }
  }

  @Test(
    "cells, headers and footers that waited during a change look as ones made after it", arguments: Kind.allCases,
    TraitChange.allCases)
  func pooledCells(kind: Kind, change: TraitChange) {
    app.becomeCurrent()
    for height in [UITableView.automaticDimension, 60] {
      let rows = Rows(kind)
      let table = table(of: rows, height: height)
      show(table)
      // Each change leaves views behind that wait: of large rows fewer are on screen, and others go and come.
      table.contentOffset.y = 700
      app.settle()
      change.make(in: app)
      table.contentOffset.y = 1500
      app.settle()
      table.contentOffset.y = 0
      show(table)
      table.checkInvariants()
      var found = app.picture
      table.removeFromSuperview()
      expect(TestApplication.difference(found, freshPicture(kind, height)) == nil)
      show(table)
      change.undo(in: app)
      table.contentOffset.y = 0
      show(table)
      table.checkInvariants()
      found = app.picture
      table.removeFromSuperview()
      expect(TestApplication.difference(found, freshPicture(kind, height)) == nil)
    }
  }

  @Test("a template cell measures for the size of text there is")
  func templates() {
    app.becomeCurrent()
    let rows = Rows(.constraints)
    let table = table(of: rows)
    show(table)
    func height(_ table: UITableView) -> CGFloat {
      table.heightService.heightForCell(withIdentifier: "cell") { cell in
        (cell as? ConstrainedCell)?.title.text = "Title"
        (cell as? ConstrainedCell)?.detail.text = "A text that is broken when it is large"
      }
    }
    func headerHeight(_ table: UITableView) -> CGFloat {
      table.heightService.heightForHeaderFooterView(withIdentifier: "header") { view in
        var content = view.defaultContentConfiguration()
        content.text = "Header"
        view.contentConfiguration = content
      }
    }
    let usual = (height(table), headerHeight(table))
    TraitChange.textSize.make(in: app)
    let fresh = self.table(of: rows)
    app.window.addSubview(fresh)
    app.settle()
    expect(height(table) == height(fresh) && height(table) > usual.0)
    expect(headerHeight(table) == headerHeight(fresh) && headerHeight(table) > usual.1)
    app.press("0")
    expect(height(table) == usual.0 && headerHeight(table) == usual.1)
  }

  @Test("cells are told of a change once, however often they are used again")
  func tellings() {
    app.becomeCurrent()
    app.window.overrideUserInterfaceStyle = .dark
    let rows = Rows(.constraints)
    let table = table(of: rows)
    show(table)
    func scroll() {
      for y in stride(from: CGFloat(0), through: 1500, by: 100) {
        table.contentOffset.y = y
        app.settle()
      }
    }
    scroll()
    func changes() -> [Int] {
      var cells = table.cells.visible.map(\.view)
      for pool in table.cells.idleViews { cells += pool.views }
      return cells.compactMap { ($0 as? ConstrainedCell)?.changes }
    }
    // Of the window's appearance, when they were made.
    expectEqual(Set(changes()), [1])
    app.press("+")
    scroll()
    expect(changes().allSatisfy { $0 <= 2 } && changes().contains(2))
    let told = changes().reduce(0, +)
    scroll()
    scroll()
    expectEqual(changes().reduce(0, +), told)
  }

  // MARK: The place

  private final class Lines: NSObject, UITableViewDataSource {
    var count: Int
    init(_ count: Int) { self.count = count }
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { count }
    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
      let cell = tableView.dequeueReusableCell(withIdentifier: "cell", for: indexPath)
      cell.textLabel?.text = "\(indexPath.row)"
      return cell
    }
  }

  /// A table whose controller gives its rows another height for text of another size.
  private final class LinesController: UITableViewController {
    let lines: Lines
    var isAutomatic = false
    init(_ count: Int) {
      lines = Lines(count)
      super.init(style: .plain)
    }
    required init?(coder: NSCoder) { nil }
    override func viewDidLoad() {
      super.viewDidLoad()
      tableView.register(UITableViewCell.self, forCellReuseIdentifier: "cell")
      tableView.dataSource = lines
      fit()
    }
    private func fit() {
      tableView.rowHeight = isAutomatic ? UITableView.automaticDimension : UIFontMetrics.default.scaledValue(for: 30)
    }
    override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
      super.traitCollectionDidChange(previousTraitCollection)
      fit()
    }
  }

  private func place(of row: Int, in table: UITableView) -> CGFloat {
    table.rectForRow(at: IndexPath(row: row, section: 0)).minY - table.contentOffset.y
  }

  private func firstWhole(_ table: UITableView) -> Int {
    table.indexPathsForVisibleRows?.first { place(of: $0.row, in: table) >= 0 }?.row ?? -1
  }

  @Test(
    "rows of another height leave the first whole row where it is, and come back exactly", arguments: [false, true])
  func middle(isHidden: Bool) {
    app.becomeCurrent()
    let controller = LinesController(1_000_000)
    controller.tableView.frame = app.window.bounds
    let table: UITableView = controller.tableView
    show(table)
    table.contentOffset.y = 15_000_010
    app.settle()
    let row = firstWhole(table)
    let before = place(of: row, in: table)
    for press in ["+", "+", "+", "-", "-", "-"] {
      if isHidden { table.removeFromSuperview() }
      app.press(press)
      if isHidden { show(table) }
      table.checkInvariants()
      expectEqual(place(of: row, in: table), before)
    }
    expectEqual(table.contentOffset.y, 15_000_010)
    // At the top it stays at the top.
    table.contentOffset.y = 0
    app.settle()
    app.press("+", times: 3)
    expectEqual(table.contentOffset.y, 0)
  }

  @Test(
    "rows of another height leave a table at its end", arguments: [false, true], [false, true])
  func end(isHidden: Bool, isAutomatic: Bool) {
    app.becomeCurrent()
    let controller = LinesController(isAutomatic ? 2000 : 1_000_000)
    controller.isAutomatic = isAutomatic
    controller.tableView.frame = app.window.bounds
    let table: UITableView = controller.tableView
    table.tableFooterView = UIView(frame: CGRect(x: 0, y: 0, width: 1, height: 17))
    show(table)
    let last = controller.lines.count - 1
    table.scrollToRow(at: IndexPath(row: last, section: 0), at: .bottom, animated: false)
    app.settle()
    table.contentOffset.y = table.verticalExtent.highest
    app.settle()
    for press in ["+", "+", "+", "+", "+", "-", "0"] {
      if isHidden { table.removeFromSuperview() }
      app.press(press)
      if isHidden { show(table) }
      table.checkInvariants()
      expectEqual(table.contentOffset.y, table.verticalExtent.highest)
      let rect = table.rectForRow(at: IndexPath(row: last, section: 0))
      expectEqual(rect.maxY + 17 - table.contentOffset.y, 480)
    }
  }

  @Test("a reload after another height was set keeps the place, and one of fewer rows stays within them")
  func reloads() {
    app.becomeCurrent()
    let controller = LinesController(1000)
    controller.tableView.frame = app.window.bounds
    let table: UITableView = controller.tableView
    show(table)
    table.contentOffset.y = 15_010
    app.settle()
    let row = firstWhole(table)
    let before = place(of: row, in: table)
    table.rowHeight = 50
    table.reloadData()
    app.settle()
    table.checkInvariants()
    expectEqual(place(of: row, in: table), before)
    // Without another height the offset stays, as ever.
    let offset = table.contentOffset.y
    table.reloadData()
    app.settle()
    expectEqual(table.contentOffset.y, offset)
    controller.lines.count = 20
    table.rowHeight = 40
    app.settle()
    table.checkInvariants()
    expectEqual(Double(table.contentOffset.y), 320.0)
    table.contentOffset.y = table.verticalExtent.highest
    controller.lines.count = 15
    table.rowHeight = 60
    table.reloadData()
    app.settle()
    expectEqual(Double(table.contentOffset.y), 420.0)
    controller.lines.count = 0
    table.rowHeight = 70
    app.settle()
    table.checkInvariants()
    expectEqual(table.contentOffset.y, 0)
  }

  @Test("a table that is thrown goes on from the row it was at")
  func thrown() {
    app.becomeCurrent()
    let controller = LinesController(100_000)
    controller.tableView.frame = app.window.bounds
    let table: UITableView = controller.tableView
    show(table)
    table.contentOffset.y = 30_000
    app.settle()
    table.setContentOffset(CGPoint(x: 0, y: 33_000), animated: true)
    for _ in 0..<5 { app.frame() }
    let row = firstWhole(table)
    table.rowHeight = 90
    app.frame()
    expect(abs(firstWhole(table) - row) < 30)
    app.settle()
    table.checkInvariants()
  }
}
