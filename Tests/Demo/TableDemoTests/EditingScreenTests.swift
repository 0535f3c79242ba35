import Expectations
import Foundation
import TestSupport
import Testing
import UIKitCore

@testable import TableDemo

extension ScreenTests {
  /// Within the suite of all screens, because one application exists at a time.
  @MainActor
  @Suite("The editing screen")
  struct EditingScreenTests {
    let app = TestApplication(size: CGSize(width: 700, height: 900))

    func show() -> EditingController {
      app.becomeCurrent()
      let screen = EditingController()
      app.window.rootViewController = ScreenNavigation.alone(screen)
      app.settle()
      return screen
    }

    func press(_ key: UIKeyboardHIDUsage) {
      app.key(key)
      app.settle()
    }

    func click(_ row: Int, _ section: Int, x: CGFloat, in screen: EditingController) {
      let table = screen.scriptedTable
      let rect = table.rectForRow(at: IndexPath(row: row, section: section))
      app.click(at: table.convert(CGPoint(x: x, y: rect.midY), to: nil))
      app.settle()
    }

    func names(_ screen: EditingController) -> [String] {
      screen.scriptedTable.visibleCells.compactMap { $0.textLabel?.text }
    }

    @Test("E edits: every row but the passport, the last of each section adds an item")
    func editing() throws {
      let screen = show()
      let table = screen.scriptedTable
      let count = screen.rowCount
      press(.keyboardE)
      expect(table.isEditing)
      let styles = try (0..<10).map { try #require(table.cellForRow(at: IndexPath(row: $0, section: 0))).editingStyle }
      expectEqual(styles, [.none] + Array(repeating: .delete, count: 8) + [.insert])
      click(9, 0, x: 36, in: screen)
      expectEqual(screen.rowCount, count + 1)
      expect(names(screen)[9] == "Something else, 1" && names(screen)[10] == "Add an item")
      table.checkInvariants()
      press(.keyboardE)
      expect(!table.isEditing)
      click(10, 0, x: 200, in: screen)
      expectEqual(screen.rowCount, count + 2)
      table.checkInvariants()
    }

    @Test("S chooses several items, D deletes them; the passport and the rows that add cannot be chosen")
    func choosing() {
      let screen = show()
      let table = screen.scriptedTable
      let count = screen.rowCount
      press(.keyboardS)
      for row in [0, 1, 2, 9] { click(row, 0, x: 200, in: screen) }
      expectEqual(table.indexPathsForSelectedRows, [1, 2].map { IndexPath(row: $0, section: 0) })
      expect(texts(of: screen.view).contains("2 of \(count - 4) items selected"))
      press(.keyboardD)
      expectEqual(screen.rowCount, count - 2)
      expectEqual(names(screen).prefix(2), ["Passport", "Telephone"])
      press(.keyboardEscape)
      expect(!table.isEditing && table.indexPathsForSelectedRows == nil)
      table.checkInvariants()
    }

    @Test("Control-A chooses all items and nothing else; deleting them leaves nothing selected")
    func choosingAll() {
      let screen = show()
      let table = screen.scriptedTable
      press(.keyboardS)
      app.key(.keyboardA, modifiers: .control)
      app.settle()
      let items = screen.rowCount - 5
      expectEqual(table.indexPathsForSelectedRows?.count, items)
      expect(texts(of: screen.view).contains("\(items) of \(items + 1) items selected"))
      press(.keyboardD)
      expect(screen.rowCount == 5 && table.indexPathsForSelectedRows == nil)
      expect(texts(of: screen.view).contains("0 of 1 items selected"))
      expect(table.visibleCells.allSatisfy { !$0.isSelected })
      table.checkInvariants()
    }

    @Test("Delete deletes the selected item, Ctrl+Z brings back what was deleted, added, flagged and moved, in turn")
    func undoing() {
      let screen = show()
      let table = screen.scriptedTable
      let before = names(screen)
      click(2, 0, x: 200, in: screen)
      press(.keyboardDeleteForward)
      expect(!names(screen).contains("Wallet"))
      click(8, 0, x: 200, in: screen)
      expect(names(screen).contains("Something else, 1"))
      screen.tableView(table, moveRowAt: IndexPath(row: 1, section: 0), to: IndexPath(row: 3, section: 0))
      table.reloadData()
      app.settle()
      let after = names(screen)
      for _ in 0..<3 { app.key(.keyboardZ, modifiers: .control) }
      app.settle()
      expectEqual(names(screen), before)
      app.key(.keyboardZ, modifiers: .control)
      app.settle()
      expectEqual(names(screen), before, "there is nothing more to undo")
      for _ in 0..<4 { app.key(.keyboardZ, modifiers: [.control, .shift]) }
      app.settle()
      expectEqual(names(screen), after)
      table.checkInvariants()
    }

    @Test("Delete deletes all items that are selected, and Ctrl+Z brings them back at once, and takes a flag away")
    func undoingSeveral() {
      let screen = show()
      let table = screen.scriptedTable
      let before = names(screen)
      press(.keyboardS)
      for row in [2, 4] { click(row, 0, x: 200, in: screen) }
      press(.keyboardDeleteForward)
      expect(!names(screen).contains("Wallet") && !names(screen).contains("Charger"))
      app.key(.keyboardZ, modifiers: .control)
      app.settle()
      expectEqual(names(screen), before)
      press(.keyboardEscape)
      let path = IndexPath(row: 2, section: 0)
      app.click(at: table.convert(CGPoint(x: 200, y: table.rectForRow(at: path).midY), to: nil), button: .secondary)
      app.settle()
      for key in [UIKeyboardHIDUsage.keyboardDownArrow, .keyboardDownArrow, .keyboardReturnOrEnter] { app.key(key) }
      app.settle()
      expect(table.cellForRow(at: path)?.imageView?.image != nil)
      app.key(.keyboardZ, modifiers: .control)
      app.settle()
      expect(table.cellForRow(at: path)?.imageView?.image == nil)
    }

    @Test("the menu of an item offers what its swipe offers; the row that adds has none")
    func menu() throws {
      let screen = show()
      let table = screen.scriptedTable
      func ask(_ row: Int) {
        let rect = table.rectForRow(at: IndexPath(row: row, section: 0))
        app.click(at: table.convert(CGPoint(x: 200, y: rect.midY), to: nil), button: .secondary)
        app.settle()
      }
      ask(9)
      expect(openMenu(in: app.window) == nil)
      ask(2)
      let menu = try #require(openMenu(in: app.window))
      expectEqual(texts(of: menu), ["Packed", "Flag", "Delete"])
      app.key(.keyboardDownArrow)
      app.key(.keyboardReturnOrEnter)
      app.settle()
      expectEqual(table.cellForRow(at: IndexPath(row: 2, section: 0))?.accessoryType, .checkmark)
    }

    @Test("items are put in order, but not above the passport nor below the row that adds")
    func ordering() {
      let screen = show()
      let table = screen.scriptedTable
      func target(_ source: (Int, Int), _ proposed: (Int, Int)) -> IndexPath {
        screen.tableView(
          table, targetIndexPathForMoveFromRowAt: IndexPath(row: source.1, section: source.0),
          toProposedIndexPath: IndexPath(row: proposed.1, section: proposed.0))
      }
      expectEqual(target((0, 3), (0, 0)), IndexPath(row: 1, section: 0))
      expectEqual(target((0, 3), (0, 9)), IndexPath(row: 8, section: 0))
      expectEqual(target((0, 3), (1, 10)), IndexPath(row: 9, section: 1))
      expectEqual(target((0, 3), (1, 0)), IndexPath(row: 0, section: 1))
      expect(!screen.tableView(table, canMoveRowAt: IndexPath(row: 0, section: 0)))
      expect(!screen.tableView(table, canMoveRowAt: IndexPath(row: 9, section: 0)))
      screen.tableView(table, moveRowAt: IndexPath(row: 1, section: 0), to: IndexPath(row: 0, section: 1))
      table.reloadData()
      app.settle()
      expectEqual(names(screen).prefix(2), ["Passport", "Wallet"])
      expectEqual(table.cellForRow(at: IndexPath(row: 0, section: 1))?.textLabel?.text, "Tickets")
      table.checkInvariants()
    }
  }
}
