import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

@MainActor
@Suite("Table: context menus")
struct TableContextMenuTests {
  @MainActor
  final class Rows: NSObject, UITableViewDataSource {
    var rows = Array(1...30)
    private(set) var deleted: [Int] = []

    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { rows.count }

    func tableView(_ tableView: UITableView, cellForRowAt path: IndexPath) -> UITableViewCell {
      let cell = tableView.dequeueReusableCell(withIdentifier: "cell", for: path)
      cell.textLabel?.text = "\(rows[path.row])"
      return cell
    }

    func tableView(_ tableView: UITableView, canEditRowAt path: IndexPath) -> Bool { rows[path.row] != 5 }

    func tableView(
      _ tableView: UITableView, commit style: UITableViewCell.EditingStyle, forRowAt path: IndexPath
    ) {
      guard style == .delete else { return }
      deleted.append(rows.remove(at: path.row))
      tableView.deleteRows(at: [path], with: .none)
    }
  }

  @MainActor
  final class Menus: NSObject, UITableViewDelegate {
    var chosen: [String] = []
    var asked: [(path: IndexPath, point: CGPoint)] = []
    var events: [String] = []
    var hasMenu = true
    var onAsk: ((UITableView) -> Void)?
    var onChoose: (() -> Void)?

    func tableView(
      _ tableView: UITableView, contextMenuConfigurationForRowAt path: IndexPath, point: CGPoint
    ) -> UIContextMenuConfiguration? {
      asked.append((path, point))
      onAsk?(tableView)
      guard hasMenu else { return nil }
      return UIContextMenuConfiguration(identifier: "row" as NSString, previewProvider: nil) { _ in
        UIMenu(children: [
          UIAction(title: "Copy") { [weak self] _ in
            self?.chosen.append("Copy \(path.row)")
            self?.onChoose?()
          }
        ])
      }
    }

    func tableView(
      _ tableView: UITableView, willDisplayContextMenu configuration: UIContextMenuConfiguration,
      animator: (any UIContextMenuInteractionAnimating)?
    ) { events.append("display \(configuration.identifier)") }

    func tableView(
      _ tableView: UITableView, willEndContextMenuInteraction configuration: UIContextMenuConfiguration,
      animator: (any UIContextMenuInteractionAnimating)?
    ) { events.append("end \(configuration.identifier)") }
  }

  @MainActor
  struct Fixture {
    let app = TestApplication(size: CGSize(width: 300, height: 440))
    let table = UITableView(frame: CGRect(x: 0, y: 0, width: 300, height: 440))
    let rows = Rows()
    let menus = Menus()

    init(hasDelegate: Bool = true) {
      table.register(UITableViewCell.self, forCellReuseIdentifier: "cell")
      table.dataSource = rows
      if hasDelegate { table.delegate = menus }
      app.window.addSubview(table)
      app.frame()
    }

    var overlay: MenuOverlay? { app.window.menu as? MenuOverlay }
    var titles: [String] { overlay?.cards[0].rows.map(\.item.title) ?? [] }

    func cell(_ row: Int) -> UITableViewCell? { table.cellForRow(at: IndexPath(row: row, section: 0)) }

    func ask(_ row: Int) {
      app.click(at: CGPoint(x: 100, y: Double(row) * 44 + 22 - table.contentOffset.y), button: .secondary)
    }

    func choose(_ row: Int = 0) {
      guard let rect = overlay?.cards[0].rect(of: row) else { return }
      app.click(at: CGPoint(x: rect.midX, y: rect.midY))
    }
  }

  @Test("a right click on a row asks with its path and point, highlights it while the menu is open and selects nothing")
  func rightClick() {
    let fixture = Fixture()
    fixture.table.contentOffset.y = 44
    fixture.app.frame()
    fixture.ask(3)
    expectEqual(fixture.menus.asked.map(\.path), [IndexPath(row: 3, section: 0)])
    expectEqual(fixture.menus.asked.first?.point, CGPoint(x: 100, y: 154))
    expect(fixture.cell(3)?.isHighlighted == true && fixture.menus.events == ["display row"])
    fixture.choose()
    expect(fixture.menus.chosen == ["Copy 3"] && fixture.menus.events == ["display row", "end row"])
    expect(fixture.cell(3)?.isHighlighted == false && fixture.table.indexPathForSelectedRow == nil)
    fixture.menus.hasMenu = false
    fixture.ask(4)
    expect(fixture.overlay == nil && fixture.cell(4)?.isHighlighted == false)
    fixture.table.checkInvariants()
  }

  @Test("a finger that rests opens the menu; its row stays highlighted and is not selected")
  func longPress() {
    let fixture = Fixture()
    fixture.app.fingerDown(at: CGPoint(x: 100, y: 110))
    for _ in 0..<40 { fixture.app.frame() }
    expect(fixture.overlay != nil && fixture.cell(2)?.isHighlighted == true)
    fixture.app.fingerUp(at: CGPoint(x: 100, y: 110))
    expect(fixture.overlay != nil && fixture.table.indexPathForSelectedRow == nil)
    fixture.app.key(.keyboardEscape)
    expectEqual(fixture.cell(2)?.isHighlighted, false)
  }

  @Test("without a menu a finger that rests selects its row when lifted, as ever")
  func longPressWithoutMenu() {
    let fixture = Fixture()
    fixture.menus.hasMenu = false
    fixture.app.fingerDown(at: CGPoint(x: 100, y: 110))
    for _ in 0..<40 { fixture.app.frame() }
    fixture.app.fingerUp(at: CGPoint(x: 100, y: 110))
    expectEqual(fixture.table.indexPathForSelectedRow?.row, 2)
  }

  @Test("the Menu key and Shift with F10 open the menu of the selected row, which is brought into view")
  func menuKey() {
    let fixture = Fixture()
    fixture.app.key(.keyboardApplication)
    expect(fixture.overlay == nil, "no row is selected")
    fixture.table.selectRow(at: IndexPath(row: 20, section: 0), animated: false, scrollPosition: .none)
    fixture.app.key(.keyboardApplication)
    expect(fixture.menus.asked.last?.path.row == 20 && fixture.overlay != nil)
    expect(fixture.table.bounds.contains(fixture.table.rectForRow(at: IndexPath(row: 20, section: 0))))
    fixture.app.key(.keyboardDownArrow)
    fixture.app.key(.keyboardReturnOrEnter)
    expectEqual(fixture.menus.chosen, ["Copy 20"])
    fixture.app.key(.keyboardF10)
    expect(fixture.overlay == nil)
    fixture.app.key(.keyboardF10, modifiers: .shift)
    expect(fixture.overlay != nil)
  }

  @Test("rows that come as another view gives up the keyboard for a menu take the row along that it is about")
  func rowsComeAsKeyboardComes() {
    let fixture = Fixture()
    let other = ResigningView(frame: CGRect(x: 0, y: 0, width: 1, height: 1))
    fixture.app.window.addSubview(other)
    expect(other.becomeFirstResponder())
    other.onResign = {
      fixture.rows.rows.insert(99, at: 0)
      fixture.table.insertRows(at: [IndexPath(row: 0, section: 0)], with: .none)
    }
    fixture.ask(4)
    expect(fixture.menus.asked.map(\.path.row) == [5] && fixture.overlay != nil)
  }

  @Test("without a menu of the app's a row that can be deleted offers that, and only such a row")
  func deletion() {
    let fixture = Fixture(hasDelegate: false)
    fixture.ask(4)
    expect(fixture.overlay == nil, "row 5 cannot be edited")
    fixture.ask(2)
    expectEqual(fixture.titles, ["Delete"])
    expectEqual(fixture.overlay?.cards[0].rows[0].item.isDestructive, true)
    fixture.choose()
    expectEqual(fixture.rows.deleted, [3])
    fixture.app.settle()
    fixture.table.checkInvariants()
  }

  @MainActor
  final class Swipes: NSObject, UITableViewDelegate {
    var done: [String] = []

    private func action(_ title: String, _ style: UIContextualAction.Style, _ path: IndexPath) -> UIContextualAction {
      UIContextualAction(style: style, title: title) { [weak self] _, _, completion in
        self?.done.append("\(title) \(path.row)")
        completion(true)
      }
    }

    func tableView(
      _ tableView: UITableView, leadingSwipeActionsConfigurationForRowAt path: IndexPath
    ) -> UISwipeActionsConfiguration? { UISwipeActionsConfiguration(actions: [action("Flag", .normal, path)]) }

    func tableView(
      _ tableView: UITableView, trailingSwipeActionsConfigurationForRowAt path: IndexPath
    ) -> UISwipeActionsConfiguration? {
      // Row 8 leaves the right side to the table.
      if path.row == 7 { return nil }
      return UISwipeActionsConfiguration(actions: [action("Remove", .destructive, path), action("Move", .normal, path)])
    }
  }

  @Test("without a menu of the app's a row offers what a swipe of it offers, and last of all what destroys")
  func swipeActions() {
    let fixture = Fixture(hasDelegate: false)
    let swipes = Swipes()
    fixture.table.delegate = swipes
    fixture.app.frame()
    fixture.ask(2)
    expectEqual(fixture.titles, ["Flag", "Move", "Remove"])
    expectEqual(fixture.overlay?.cards[0].rows.map(\.item.isDestructive), [false, false, true])
    fixture.choose(1)
    expect(swipes.done == ["Move 2"] && fixture.rows.deleted.isEmpty)
    fixture.ask(4)
    expect(fixture.overlay == nil, "row 5 cannot be edited")
    fixture.ask(7)
    expectEqual(fixture.titles, ["Flag", "Delete"])
    fixture.choose(1)
    expectEqual(fixture.rows.deleted, [8])
    // The row has moved on while its menu is open: it is asked where it is now.
    fixture.app.settle()
    fixture.ask(1)
    fixture.rows.rows.insert(99, at: 0)
    fixture.table.insertRows(at: [IndexPath(row: 0, section: 0)], with: .none)
    fixture.choose()
    expectEqual(swipes.done, ["Move 2", "Flag 2"])
    fixture.app.settle()
    fixture.table.checkInvariants()
  }

  @Test("\"Delete\" deletes the row it was opened for, wherever that has gone meanwhile, and nothing if it is gone")
  func deletionOfMovedRow() {
    let fixture = Fixture(hasDelegate: false)
    fixture.ask(6)
    fixture.rows.rows.insert(99, at: 0)
    fixture.table.insertRows(at: [IndexPath(row: 0, section: 0)], with: .none)
    expectEqual(fixture.cell(7)?.isHighlighted, true)
    fixture.choose()
    expectEqual(fixture.rows.deleted, [7])
    for reloads in [true, false] {
      fixture.app.settle()
      fixture.ask(2)
      if reloads {
        fixture.table.reloadData()
      } else {
        fixture.rows.rows.remove(at: 2)
        fixture.table.deleteRows(at: [IndexPath(row: 2, section: 0)], with: .fade)
      }
      fixture.app.frame()
      expect(fixture.overlay != nil)
      fixture.choose()
      fixture.app.settle()
      expectEqual(fixture.rows.deleted, [7])
      expect(fixture.table.visibleCells.allSatisfy { !$0.isHighlighted })
      fixture.table.checkInvariants()
    }
  }

  @Test("a delegate that reloads or deletes rows when asked, a data source released, a table taken away")
  func hostile() {
    let fixture = Fixture()
    fixture.menus.onAsk = { $0.reloadData() }
    fixture.ask(2)
    fixture.app.settle()
    expect(fixture.overlay == nil)
    fixture.menus.onAsk = { table in
      fixture.rows.rows.removeFirst(3)
      table.deleteRows(at: (0..<3).map { IndexPath(row: $0, section: 0) }, with: .fade)
    }
    fixture.ask(1)
    fixture.app.settle()
    expect(fixture.overlay == nil)
    fixture.menus.onAsk = nil
    fixture.ask(1)
    fixture.table.dataSource = nil
    fixture.app.settle()
    fixture.choose()
    expectEqual(fixture.menus.chosen, ["Copy 1"])
    fixture.table.checkInvariants()
    fixture.table.dataSource = fixture.rows
    fixture.app.settle()
    fixture.ask(1)
    fixture.menus.onChoose = { fixture.table.reloadData() }
    fixture.choose()
    fixture.app.settle()
    fixture.ask(1)
    fixture.table.removeFromSuperview()
    fixture.app.settle()
    expect(fixture.overlay == nil || fixture.app.window.menu != nil)
    fixture.app.key(.keyboardEscape)
    fixture.app.settle()
    expect(fixture.overlay == nil)
    expectEqual(fixture.menus.events.filter { $0 == "end row" }.count, fixture.menus.events.count / 2)
  }

  @Test(
    "the Menu key opens the menu of a row where the row begins, at the right where the table reads from right to left")
  func rightToLeft() {
    var cards: [CGRect] = []
    var width = 0.0
    for isTurned in [false, true] {
      let fixture = Fixture()
      if isTurned { fixture.table.semanticContentAttribute = .forceRightToLeft }
      fixture.app.settle()
      width = fixture.app.window.bounds.width
      fixture.table.selectRow(at: IndexPath(row: 3, section: 0), animated: false, scrollPosition: .none)
      fixture.app.key(.keyboardApplication)
      fixture.app.settle()
      if let card = fixture.overlay?.cards.first { cards.append(card.frame) }
    }
    expect(cards.count == 2 && cards.last == cards.first?.mirrored(in: width))
  }
}
