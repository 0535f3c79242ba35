import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

@MainActor
@Suite("Table: edit mode")
struct TableEditingTests {
  @Test("each row on screen is asked canEdit, then its style, then its cell is told; no other row is")
  func order() throws {
    let fixture = EditingFixture([1_000_000])
    let visible = fixture.table.visibleCells.count
    fixture.table.setEditing(true, animated: true)
    var log = fixture.source.takeLog()
    expectEqual(log.prefix(3), ["canEdit 0.0", "commit0 0.0", "style 0.0"])
    log.removeAll { $0 == "commit0 0.0" || $0 == "move 0.0" || $0.hasPrefix("canMove") }
    expectEqual(log, (0..<visible).flatMap { ["canEdit 0.\($0)", "style 0.\($0)"] })
    for cell in fixture.cells { expectEqual(cell.log, ["set true animated", "will 1"]) }
    fixture.app.settle()
    for cell in fixture.cells { expectEqual(cell.log.last, "did 1") }
    fixture.table.checkInvariants()
    fixture.table.setEditing(false, animated: false)
    expect(fixture.source.takeLog().isEmpty)
    for cell in fixture.cells { expectEqual(cell.log.suffix(3), ["set false at once", "will 0", "did 0"]) }
    fixture.table.checkInvariants()
  }

  @Test("delete shows a minus, insert a plus, none nothing; content moves, indented or not as the delegate says")
  func styles() throws {
    let fixture = EditingFixture { _, source in
      source.style = { [.delete, .insert, .none, .none][$0.row % 4] }
      source.indents = { $0.row != 3 }
    }
    fixture.edit()
    let cells = Array(fixture.cells.prefix(4))
    expectEqual(
      cells.map { $0.edges.editing?.row.control },
      [
        .delete, .insert, RowEditing.Control.none, RowEditing.Control.none,
      ])
    expectEqual(cells.map(\.editingStyle), [.delete, .insert, .none, .none])
    expectEqual(cells.map(\.contentView.frame.minX), [40, 40, 40, 0])
    expectEqual(cells.map { $0.edges.editing?.control != nil }, [true, true, false, false])
    expect(cells.allSatisfy { $0.isEditing })
    fixture.table.checkInvariants()
  }

  /// Rows with trailing actions, and no `commit`.
  private final class ActionSource: NSObject, UITableViewDataSource, UITableViewDelegate {
    var performed: [String] = []
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 3 }
    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell { UITableViewCell() }
    func tableView(
      _ tableView: UITableView, trailingSwipeActionsConfigurationForRowAt indexPath: IndexPath
    ) -> UISwipeActionsConfiguration? {
      switch indexPath.row {
      case 0:
        UISwipeActionsConfiguration(actions: [
          UIContextualAction(style: .normal, title: "Archive") { [weak self] action, _, completion in
            self?.performed.append(action.title ?? "")
            completion(true)
          }
        ])
      case 1: UISwipeActionsConfiguration(actions: [])
      default: nil
      }
    }
  }

  @Test("without commit, rows that have trailing actions show a minus that brings these out, and others nothing")
  func trailingActionsOnly() throws {
    let app = TestApplication(size: CGSize(width: 300, height: 440))
    let source = ActionSource()
    let table = UITableView(frame: app.window.bounds)
    table.dataSource = source
    table.delegate = source
    app.window.addSubview(table)
    app.frame()
    table.setEditing(true, animated: false)
    app.frame()
    expectEqual(table.visibleCells.map(\.isEditing), [true, false, false])
    expectEqual(table.visibleCells.map(\.editingStyle), [.delete, .none, .none])
    app.click(at: CGPoint(x: 20, y: 22))
    app.settle()
    let row = try #require(table.swipe.row)
    expectEqual(row.strip.buttons.map(\.action.title), ["Archive"])
    app.click(at: CGPoint(x: 280, y: 22))
    app.settle()
    expect(source.performed == ["Archive"] && table.swipe.row == nil)
    table.checkInvariants()
  }

  @Test("a row that canEdit refuses is not edited, is not asked for its style, and does not move")
  func refused() throws {
    let fixture = EditingFixture { _, source in
      source.canEdit = { $0.row != 1 }
      source.canMove = { _ in false }
    }
    fixture.table.setEditing(true, animated: false)
    expect(!fixture.source.takeLog().contains("style 0.1"))
    let cell = try #require(fixture.cell(1))
    expect(!cell.isEditing && cell.edges.editing == nil && cell.editingStyle == .none)
    expect(cell.log.isEmpty)
    fixture.app.settle()
    expectEqual(cell.contentView.frame.minX, 0)
    expectEqual(fixture.cell(0)?.contentView.frame.minX, 40)
    fixture.table.checkInvariants()
  }

  @Test("rows that come on screen in edit mode come out edited, at once")
  func comingRows() throws {
    let fixture = EditingFixture([1000])
    fixture.table.setEditing(true, animated: true)
    fixture.app.frame()
    fixture.table.contentOffset = CGPoint(x: 0, y: 8000)
    fixture.app.frame()
    for cell in fixture.cells {
      expect(cell.isEditing && cell.edges.editing?.control != nil)
      expectEqual(cell.contentView.frame.minX, 40)
    }
    fixture.app.settle()
    fixture.table.checkInvariants()
    fixture.table.setEditing(false, animated: false)
    fixture.table.contentOffset = .zero
    fixture.app.settle()
    for cell in fixture.cells {
      expect(!cell.isEditing && cell.edges.editing == nil && cell.contentView.frame.minX == 0)
    }
  }

  @Test("the content view slides with its labels, own subviews of the cell and section headers stay")
  func slide() throws {
    let fixture = EditingFixture()
    let cell = try #require(fixture.cell(2))
    let header = try #require(fixture.table.headerView(forSection: 0))
    let headerFrame = header.frame
    fixture.table.setEditing(true, animated: true)
    fixture.app.frame(after: 0)
    let first = try #require(cell.contentView.presentation?.origin.x)
    expect(first >= 0 && first < 2)
    fixture.app.frame(after: 0.15)
    let middle = try #require(cell.contentView.presentation?.origin.x)
    expect(middle > 5 && middle < 35)
    expect(cell.own.presentation == nil && cell.own.frame.minX == 5)
    fixture.app.settle()
    expect(cell.contentView.presentation == nil && cell.contentView.frame.minX == 40)
    expectEqual(cell.textLabel?.frame.minX, 16)
    expectEqual(cell.own.frame.minX, 5)
    expect(fixture.table.headerView(forSection: 0) === header && header.frame == headerFrame)
    fixture.table.setEditing(false, animated: true)
    fixture.app.settle()
    expectEqual(cell.contentView.frame.minX, 0)
    expect(!cell.subviews.contains { $0 is EditControl || $0 is ReorderControl })
    expect(cell.edges.editing == nil)
    fixture.table.checkInvariants()
  }

  @Test("ending and starting again before the slide has ended leaves one control, at its place")
  func interruption() throws {
    let fixture = EditingFixture()
    for _ in 0..<4 {
      fixture.table.setEditing(!fixture.table.isEditing, animated: true)
      fixture.app.frame(after: 0.07)
    }
    fixture.table.setEditing(true, animated: true)
    fixture.app.settle()
    for cell in fixture.cells {
      expectEqual(cell.subviews.filter { $0 is EditControl }.count, 1)
      expect(cell.edges.editing?.control?.alpha == 1 && cell.edges.editing?.control?.frame.minX == 0)
      expectEqual(cell.contentView.frame.minX, 40)
    }
    fixture.table.checkInvariants()
  }

  @Test("without commit there are no controls, and rows are not edited unless canEdit is implemented")
  func withoutCommit() {
    let bare = BareSource()
    let fixture = EditingFixture(dataSource: bare)
    fixture.table.setEditing(true, animated: true)
    fixture.app.settle()
    expect(fixture.table.isEditing)
    for cell in fixture.cells {
      expect(!cell.isEditing && cell.edges.editing == nil && cell.contentView.frame.minX == 0)
    }
    fixture.table.checkInvariants()
  }

  @Test("commit and moveRow are tried once, asking for nothing")
  func probes() {
    let fixture = EditingFixture([500])
    fixture.table.setEditing(true, animated: false)
    fixture.table.contentOffset = CGPoint(x: 0, y: 3000)
    fixture.app.frame()
    fixture.edit(false)
    fixture.table.setEditing(true, animated: false)
    fixture.app.frame()
    let log = fixture.source.takeLog()
    expect(!log.contains { $0.hasPrefix("commit") || $0.hasPrefix("move") })
    expectEqual(fixture.source.sections[0], Array(1...500))
  }

  /// Presses the button that confirms the deletion of the open row.
  private func confirm(_ fixture: EditingFixture, _ row: Int) {
    fixture.app.click(at: fixture.point(row, x: 280))
    fixture.app.settle()
  }

  @Test("a minus reveals the confirmation, with the delegate's title; only the confirmation commits the deletion")
  func minus() throws {
    let fixture = EditingFixture { _, source in source.canMove = { _ in false } }
    fixture.obey()
    fixture.source.deleteTitle = "Away with it"
    fixture.edit()
    let cell = try #require(fixture.cell(2))
    fixture.pressControl(2)
    fixture.app.settle()
    expect(!fixture.source.takeLog().contains { $0.hasPrefix("commit") })
    expect(cell.showingDeleteConfirmation && cell.frame.minX < 0)
    let buttons = fixture.table.subviews.compactMap { $0 as? SwipeActionsView }.flatMap(\.buttons)
    expectEqual(buttons.map(\.action.title), ["Away with it"])
    fixture.table.checkInvariants()
    confirm(fixture, 2)
    expectEqual(fixture.source.takeLog().first { $0.hasPrefix("commit") }, "commit1 0.2")
    expectEqual(fixture.shown.prefix(3), ["1", "2", "4"])
    expect(fixture.cells.allSatisfy { $0.isEditing && !$0.showingDeleteConfirmation && $0.frame.minX == 0 })
    fixture.table.checkInvariants()
  }

  @Test("a press elsewhere closes the confirmation and commits nothing; leaving edit mode does too")
  func declined() throws {
    let fixture = EditingFixture { _, source in source.canMove = { _ in false } }
    fixture.obey()
    for leaves in [false, true] {
      fixture.edit()
      fixture.pressControl(3)
      fixture.app.settle()
      expectEqual(fixture.cell(3)?.showingDeleteConfirmation, true)
      if leaves {
        fixture.table.setEditing(false, animated: true)
      } else {
        fixture.app.click(at: fixture.point(6, x: 150))
      }
      fixture.app.settle()
      expect(fixture.cell(3)?.showingDeleteConfirmation == false && fixture.cell(3)?.frame.minX == 0)
      expectEqual(fixture.source.sections[0].count, 30)
      fixture.table.checkInvariants()
      fixture.edit(false)
    }
  }

  @Test("a plus commits the insertion at once; the new row comes out edited and no other row is bound again")
  func plus() throws {
    let fixture = EditingFixture { _, source in source.style = { $0.row == 0 ? .insert : .delete } }
    fixture.obey()
    fixture.edit()
    fixture.pressControl(0)
    var log = fixture.source.takeLog()
    expectEqual(log.first, "commit2 0.0")
    log.removeAll { !$0.hasPrefix("cell") }
    expectEqual(log, ["cell 0.0"])
    expectEqual(fixture.shown.first, "1001")
    let new = try #require(fixture.cell(0))
    fixture.app.frame()
    expect(new.isEditing && new.contentView.frame.minX == 40 && new.contentView.presentation == nil)
    fixture.app.settle()
    fixture.table.checkInvariants()
    expect(fixture.cells.allSatisfy { $0.isEditing })
  }

  @Test("the indentation level moves the labels by so many steps, edited or not")
  func indentation() throws {
    let fixture = EditingFixture { _, source in source.level = 3 }
    let cell = try #require(fixture.cell(0))
    expectEqual(cell.textLabel?.frame.minX, 46)
    fixture.edit()
    expect(cell.textLabel?.frame.minX == 46 && cell.contentView.frame.minX == 40)
    cell.indentationWidth = 20
    fixture.app.settle()
    expect(cell.textLabel?.frame.minX == 76 && cell.contentView.frame.minX == 40)
    fixture.edit(false)
    expect(cell.textLabel?.frame.minX == 76 && cell.contentView.frame.minX == 0)
  }

  @Test("the grip is there if moveRow is implemented and canMove agrees, for rows that cannot be edited too")
  func grips() throws {
    let fixture = EditingFixture { _, source in
      source.canMove = { $0.row != 0 }
      source.canEdit = { $0.row != 2 }
    }
    fixture.edit()
    let cells = Array(fixture.cells.prefix(3))
    expectEqual(cells.map { $0.edges.editing?.grip != nil }, [false, true, true])
    expectEqual(cells.map(\.showsReorderControl), [false, true, true])
    expectEqual(
      cells.map(\.contentView.frame),
      [
        CGRect(x: 40, y: 0, width: 260, height: 43), CGRect(x: 40, y: 0, width: 212, height: 43),
        CGRect(x: 0, y: 0, width: 252, height: 43),
      ])
    let grip = try #require(cells[1].edges.editing?.grip)
    expectEqual(grip.frame, CGRect(x: 252, y: 0, width: 48, height: 44))
    expect(fixture.app.window.hitTest(fixture.point(1, x: 270), with: nil) === grip)
    cells[1].showsReorderControl = false
    fixture.app.settle()
    expect(cells[1].edges.editing?.grip == nil && cells[1].contentView.frame.width == 260)
    fixture.table.checkInvariants()
  }

  @Test("the line below a row begins where its content does")
  func separators() throws {
    let fixture = EditingFixture()
    let cell = try #require(fixture.cell(1))
    let left = cell.lines.lower.frame.minX
    fixture.edit()
    expect(cell.lines.lower.frame.minX == left + 40 && cell.lines.lower.frame.maxX == 300)
    fixture.table.separatorInset = UIEdgeInsets(top: 0, left: 5, bottom: 0, right: 9)
    fixture.app.settle()
    expect(cell.lines.lower.frame.minX == 45 && cell.lines.lower.frame.maxX == 291)
    expectEqual(cell.separatorInset.left, 5)
  }

  @Test("reloading and setting another data source in edit mode ask anew")
  func reloads() throws {
    let fixture = EditingFixture()
    fixture.edit()
    fixture.source.style = { _ in .insert }
    fixture.table.reloadData()
    fixture.app.settle()
    expect(fixture.cells.allSatisfy { $0.edges.editing?.row.control == .insert })
    expect(fixture.table.isEditing)
    fixture.table.reloadRows(at: [fixture.path(3)], with: .fade)
    fixture.app.settle()
    expectEqual(fixture.cell(3)?.isEditing, true)
    fixture.table.checkInvariants()
    let bare = BareSource()
    fixture.table.dataSource = bare
    fixture.app.settle()
    fixture.table.reloadData()
    fixture.app.settle()
    expect(fixture.cells.allSatisfy { !$0.isEditing })
    fixture.table.checkInvariants()
  }

  @Test(
    "rows an update moves keep their state, inserted ones come edited",
    arguments: [UITableView.Style.plain, .insetGrouped])
  func updates(_ style: UITableView.Style) {
    let fixture = EditingFixture([6, 6], style: style)
    fixture.edit()
    fixture.source.sections[0].swapAt(0, 3)
    let moved = fixture.source.sections[0].remove(at: 5)
    fixture.source.sections[1].insert(moved, at: 2)
    fixture.source.sections[1].insert(fixture.source.makeRow(), at: 0)
    fixture.table.performBatchUpdates {
      fixture.table.moveRow(at: fixture.path(0), to: fixture.path(3))
      fixture.table.moveRow(at: fixture.path(3), to: fixture.path(0))
      fixture.table.moveRow(at: fixture.path(5), to: fixture.path(3, 1))
      fixture.table.insertRows(at: [fixture.path(0, 1)], with: .automatic)
    }
    let asked = fixture.source.takeLog().filter { $0.hasPrefix("style") }
    expect(Set(asked).count == asked.count && asked.count <= 2)
    fixture.app.settle()
    expect(fixture.cells.allSatisfy { $0.isEditing && $0.contentView.frame.minX == 40 })
    fixture.table.checkInvariants()
  }

  @Test("a table controller has its table edited with itself")
  func controller() {
    let app = TestApplication()
    let controller = UITableViewController(style: .plain)
    app.window.rootViewController = controller
    app.frame()
    controller.setEditing(true, animated: true)
    expect(controller.isEditing && controller.tableView.isEditing)
    controller.isEditing = false
    expect(!controller.tableView.isEditing)
  }
}
