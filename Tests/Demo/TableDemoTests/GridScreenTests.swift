import Expectations
import Foundation
import TestSupport
import Testing
import UIKitCore
import UIKitGrid

@testable import DemoParts
@testable import FileViewer
@testable import TableDemo

/// The screens that are grids.
extension ScreenTests {
  private func show(_ screen: some ScrollScreen) throws -> GridView {
    app.becomeCurrent()
    app.window.rootViewController = screen
    app.settle()
    return try #require(screen.scriptedView as? GridView)
  }

  private func text(_ grid: GridView, _ row: Int, _ column: Int) -> String? {
    (grid.cellForItem(at: GridPosition(row: row, column: column)) as? GridTextCell)?.textLabel.text
  }

  /// The order of the second column, found at once.
  private func order(_ scratch: ScratchFile, _ file: IndexedFile, _ isDescending: Bool) throws -> RecordSorter.Order? {
    try RecordSorter.sorted(
      file.index, of: OpenFile(path: scratch.path), by: [SortKey(id: 1, isDescending: isDescending)], first: 1)?
      .order
  }

  @Test("grid: cells are computed, typing into one changes the formulas that refer to it")
  func sheet() throws {
    let grid = try show(SheetController())
    expect(grid.numberOfRows == 1_000_000 && grid.numberOfColumns == 16_384)
    expect(text(grid, 0, 5) == "Total" && text(grid, 1, 0) == "Item 1")
    let before = text(grid, 1, 5)
    app.key(.keyboardReturnOrEnter)
    app.settle()
    expectEqual(grid.editedPosition, GridPosition(row: 1, column: 1))
    app.shortcut("a")
    app.type("1")
    app.key(.keyboardReturnOrEnter)
    app.settle()
    expect(text(grid, 1, 1) == "1" && text(grid, 1, 5) != before)
    app.key(.keyboardEnd, modifiers: .control)
    app.settle()
    expect(text(grid, 999_999, 16_383) != nil)
    grid.checkInvariants()
  }

  @Test("grid: a cell that showed a title and is reused has the font of the others")
  func sheetFonts() throws {
    let grid = try show(SheetController())
    for row in [200, 0, 200, 0] {
      grid.scrollToItem(at: GridPosition(row: row, column: 0), animated: false)
      app.settle()
      for case let cell as SheetCell in grid.visibleCells {
        guard let place = grid.position(for: cell), place.row > 0 else { continue }
        expect(cell.textLabel.font === GridTextCell.font, "\(place)")
      }
    }
    expectEqual(text(grid, 0, 5), "Total")
  }

  @Test("grid: Delete clears the selected cells, Ctrl+Z brings back what was there, and Ctrl+Shift+Z clears them again")
  func sheetUndo() throws {
    let grid = try show(SheetController())
    let range = GridRange(rows: 1..<4, columns: 1..<3)
    let before = (1..<4).flatMap { row in (0..<6).map { text(grid, row, $0) } }
    func now() -> [String?] { (1..<4).flatMap { row in (0..<6).map { text(grid, row, $0) } } }
    func press(_ code: UIKeyboardHIDUsage, _ modifiers: UIKeyModifierFlags = []) {
      app.key(code, modifiers: modifiers)
      app.settle()
    }
    grid.select(range)
    press(.keyboardDeleteForward)
    expect(text(grid, 1, 1) == "" && text(grid, 3, 2) == "" && text(grid, 1, 3) == before[3])
    expect(text(grid, 1, 5) != before[5], "the sum is without them")
    let cleared = now()
    grid.select(GridRange(rows: 9..<10, columns: 4..<5))
    app.type("7")
    press(.keyboardReturnOrEnter)
    expectEqual(text(grid, 9, 4), "7")
    press(.keyboardZ, .control)
    press(.keyboardZ, .control)
    expect(now() == before && text(grid, 9, 4) != "7" && grid.selectedRanges == [range])
    press(.keyboardZ, .control)
    expectEqual(now(), before, "there is nothing more to undo")
    press(.keyboardZ, [.control, .shift])
    expectEqual(now(), cleared)
    press(.keyboardY, .control)
    expectEqual(text(grid, 9, 4), "7")
    grid.checkInvariants()
  }

  @Test("grid: a text that is left as it was is nothing to undo, and Ctrl+Z in a field leaves the sheet alone")
  func sheetUndoWhileEditing() throws {
    let grid = try show(SheetController())
    let first = text(grid, 1, 1)
    app.type("5")
    app.key(.keyboardReturnOrEnter)
    app.settle()
    app.key(.keyboardF2)
    app.settle()
    expectEqual(grid.editedPosition, GridPosition(row: 2, column: 1))
    app.key(.keyboardZ, modifiers: .control)
    app.settle()
    expect(text(grid, 1, 1) == "5" && grid.editedPosition != nil)
    app.key(.keyboardReturnOrEnter)
    app.settle()
    app.key(.keyboardZ, modifiers: .control)
    app.settle()
    expectEqual(text(grid, 1, 1), first)
  }

  @Test("grid: more cells than can be kept are not cleared, and the bar says so")
  func sheetClearsNoColumn() throws {
    let screen = SheetController()
    let grid = try show(screen)
    grid.select(GridRange(rows: 0..<Sheet.rowCount, columns: 1..<2))
    app.key(.keyboardDeleteOrBackspace)
    app.settle()
    expectEqual(text(grid, 1, 1)?.isEmpty, false)
    expect(texts(of: screen.view).contains { $0.hasPrefix("At most 20,000 cells can be cleared") })
  }

  @Test("grid: before a column is copied the sheet asks, and Escape is a no")
  func sheetAsksBeforeCopying() throws {
    let grid = try show(SheetController())
    grid.select(GridRange(rows: 0..<Sheet.rowCount, columns: 1..<2))
    app.shortcut("c")
    app.settle()
    expect(grid.isCopying && texts(of: app.window).contains("Copy 1,000,000 cells?"))
    app.key(.keyboardEscape)
    app.settle()
    expect(!grid.isCopying && !texts(of: app.window).contains("Copy 1,000,000 cells?"))
  }

  @Test("grid: cells, rows and columns have menus that edit, copy, clear and undo")
  func sheetMenus() throws {
    let screen = SheetController()
    let grid = try show(screen)
    func choose(_ title: String, at point: CGPoint) throws {
      app.click(at: grid.convert(point, to: nil), button: .secondary)
      app.settle()
      let menu = try #require(openMenu(in: app.window))
      func label(_ view: UIView) -> UILabel? {
        (view as? UILabel).flatMap { $0.text == title ? $0 : nil } ?? view.subviews.lazy.compactMap(label).first
      }
      let found = try #require(label(menu), "no \(title)")
      app.click(at: found.convert(CGPoint(x: found.bounds.midX, y: found.bounds.midY), to: nil))
      app.settle()
    }
    // Row 3, column B: the headers are 64 and 24 points, columns 92.
    let cell = CGPoint(x: 64 + 92 + 40, y: 24 + 2 * 24 + 12)
    let before = text(grid, 2, 1)
    try choose("Clear", at: cell)
    expect(text(grid, 2, 1) == "" && grid.activePosition == GridPosition(row: 2, column: 1))
    try choose("Undo", at: cell)
    expectEqual(text(grid, 2, 1), before)
    try choose("Copy", at: cell)
    expectEqual(UIPasteboard.general.string, "\(try #require(before))\n")
    try choose("Copy as CSV", at: cell)
    expectEqual(UIPasteboard.general.string, "\"\(try #require(before))\"\r\n", "it has a comma")
    try choose("Edit", at: cell)
    expectEqual(grid.editedPosition, GridPosition(row: 2, column: 1))
    try choose("Fit Width", at: CGPoint(x: 64 + 92 + 40, y: 10))
    expect(grid.width(ofColumn: 1) < 92)
    try choose("Usual Width", at: CGPoint(x: 64 + 92 + 20, y: 10))
    expectEqual(grid.width(ofColumn: 1), 92)
    try choose("Clear", at: CGPoint(x: 20, y: 24 + 2 * 24 + 12))
    expect((0..<6).allSatisfy { text(grid, 2, $0) == "" })
    grid.checkInvariants()
  }

  @Test("grid: a column that was moved and frozen keeps its letter, its cells and the formulas that refer to it")
  func sheetColumns() throws {
    let grid = try show(SheetController())
    let total = text(grid, 1, 5)
    var columns = try #require(grid.arrangement(by: Int.self))
    columns.hide(0)
    columns.freeze(5)
    columns.move(1, to: 3)
    grid.show(columns)
    app.settle()
    expectEqual((0..<4).map { text(grid, -1, $0) }, ["F", "C", "D", "B"])
    expect(text(grid, 0, 0) == "Total" && text(grid, 1, 0) == total && grid.pinnedColumnCount == 1)
    grid.select(GridRange(rows: 1..<2, columns: 3..<4))
    app.type("1")
    app.key(.keyboardReturnOrEnter)
    app.settle()
    expect(text(grid, 1, 3) == "1" && text(grid, 1, 0) != total)
    app.key(.keyboardZ, modifiers: .control)
    app.settle()
    expect(text(grid, 1, 0) == total && grid.selectedRanges == [GridRange(rows: 1..<2, columns: 3..<4)])
    grid.checkInvariants()
  }

  @Test("grid: the bar above says what can be typed where that has room")
  func sheetHint() throws {
    let screen = SheetController()
    _ = try show(screen)
    expect(texts(of: screen.view).contains { $0.contains("=SUM(B2:E9)") })
    app.platformWindow.resize(to: CGSize(width: 400, height: 800))
    app.events.post(.window(.resized))
    app.settle()
    expect(!texts(of: screen.view).contains { $0.contains("=SUM(B2:E9)") })
  }

  @Test("grid: at column XFD the sheet stays where it is when the window becomes larger by a point, or by a hundred")
  func sheetAtItsEnd() throws {
    let grid = try show(SheetController())
    app.key(.keyboardEnd, modifiers: .control)
    app.settle()
    let offset = grid.contentOffset
    expectEqual(offset.x, grid.contentSize.width - grid.bounds.width)
    for size in [CGSize(width: 1281, height: 801), CGSize(width: 1380, height: 900), CGSize(width: 1300, height: 810)] {
      app.platformWindow.resize(to: size)
      app.events.post(.window(.resized))
      app.settle()
      expectEqual(grid.contentOffset, offset, "\(size)")
    }
    // The room beyond the end goes as the user scrolls back.
    app.key(.keyboardHome, modifiers: .control)
    app.settle()
    expectEqual(grid.contentInset, .zero)
    grid.checkInvariants()
  }

  @Test("grid: a sheet that reads from right to left stays where it is at column XFD in a larger window, too")
  func sheetAtItsLeftEnd() throws {
    let screen = SheetController()
    screen.loadViewIfNeeded()
    screen.scriptedView.semanticContentAttribute = .forceRightToLeft
    let grid = try show(screen)
    app.key(.keyboardEnd, modifiers: .control)
    app.settle()
    expectEqual(grid.contentOffset.x, 0)
    func seen() -> CGPoint {
      CGPoint(x: grid.contentSize.width - grid.bounds.maxX, y: grid.contentOffset.y)
    }
    let place = seen()
    for size in [CGSize(width: 1281, height: 801), CGSize(width: 1380, height: 900), CGSize(width: 1300, height: 810)] {
      app.platformWindow.resize(to: size)
      app.events.post(.window(.resized))
      app.settle()
      expectEqual(seen(), place, "\(size)")
      expect(grid.contentInset.left == size.width - 1280 && grid.contentInset.right == 0)
    }
    app.key(.keyboardHome, modifiers: .control)
    app.settle()
    expect(grid.contentInset == .zero && seen().x == 0)
    grid.checkInvariants()
  }

  @Test("grid: a sheet at its end is there again after text was larger and had its size back")
  func sheetAfterLargerText() throws {
    let grid = try show(SheetController())
    app.key(.keyboardEnd, modifiers: .control)
    app.settle()
    let offset = grid.contentOffset
    for _ in 0..<3 {
      app.key(.init(rawValue: 46), "+", modifiers: .control)
      app.settle()
      expect(grid.contentInset == .zero && grid.contentOffset.y == grid.contentSize.height - grid.bounds.height)
    }
    app.key(.init(rawValue: 39), "0", modifiers: .control)
    app.settle()
    expect(grid.contentInset == .zero && grid.contentOffset == offset)
    grid.checkInvariants()
  }

  @Test("file: a CSV file has columns with its first record as titles; a click on one sorts, two turn the order round")
  func delimited() throws {
    let scratch = try ScratchFile("name,size\nb,10\n\"a, b\",9\nc,\n")
    let file = IndexedFile(path: scratch.path, hasFields: true, lanes: .inline)
    let screen = DelimitedController(file: file)
    let grid = try show(screen)
    file.startIndexing()
    app.settle()
    expect(screen.isComplete && grid.numberOfRows == 3 && grid.numberOfColumns == 2)
    expect(text(grid, -1, 0) == "name" && text(grid, 1, 0) == "a, b" && text(grid, 0, 1) == "10")
    expect(texts(of: screen.view).contains { $0.hasPrefix("3 rows") })
    screen.order.show(try order(scratch, file, false), by: [SortKey(id: 1, isDescending: false)])
    app.settle()
    expectEqual((0..<3).map { text(grid, $0, 1) }, ["9", "10", ""])
    expectEqual((0..<3).map { text(grid, $0, -1) }, ["2", "1", "3"])
    expectEqual(sortMark(grid, 1), GridHeaderCell.SortMark(isDescending: false))
    screen.order.show(try order(scratch, file, true), by: [SortKey(id: 1, isDescending: true)])
    app.settle()
    expectEqual((0..<3).map { text(grid, $0, 1) }, ["10", "9", ""])
    grid.checkInvariants()
  }

  @Test("file: a CSV file with ragged rows and a quote that is never closed says so, and shows its lines")
  func faultyDelimited() throws {
    let scratch = try ScratchFile("a,b\n1,2,3\nx,\"open\n5,6\n")
    let file = IndexedFile(path: scratch.path, hasFields: true, lanes: .inline)
    let screen = DelimitedController(file: file)
    let grid = try show(screen)
    file.startIndexing()
    app.settle()
    expect(grid.numberOfRows == 3 && text(grid, 1, 1) == "\"open" && text(grid, 2, 1) == "6")
    let words = texts(of: screen.view).joined(separator: "\n")
    expect(words.contains("1 with another number of fields") && words.contains("a quote is never closed"))
  }

  /// What a watch of the file does, at once.
  private func look(at file: IndexedFile) {
    file.check()
    app.settle()
  }

  @Test("file: a CSV file that another program changes, lengthens, cuts or replaces is shown as it is, in its order")
  func changingDelimited() throws {
    let scratch = try ScratchFile("name,size\nb,10\na,9\n")
    let file = IndexedFile(path: scratch.path, hasFields: true, lanes: .inline)
    let screen = DelimitedController(file: file)
    let grid = try show(screen)
    look(at: file)
    expect(grid.numberOfRows == 2 && text(grid, 0, 0) == "b")
    try scratch.append("c,8\nd\n")
    look(at: file)
    expect(grid.numberOfRows == 4 && text(grid, 2, 1) == "8" && text(grid, 3, 1) == "")
    try scratch.overwrite("x", at: 10)
    look(at: file)
    expectEqual(text(grid, 0, 0), "x")
    grid.select(GridRange(rows: 3..<4, columns: 1..<2))
    try scratch.truncate(to: 15)
    look(at: file)
    expect(grid.numberOfRows == 1 && grid.selectedRanges.isEmpty)
    grid.checkInvariants()
    try scratch.replace(by: "one;two;three\n4;5;6\n7;8;9\n")
    look(at: file)
    expect(grid.numberOfColumns == 3 && text(grid, 1, 2) == "9" && text(grid, -1, 1) == "two")
    try scratch.truncate(to: 0)
    look(at: file)
    expect(grid.numberOfRows == 0 && texts(of: screen.view).contains { $0.hasPrefix("This file is empty") })
    grid.checkInvariants()
  }

  @Test("file: an order of fewer records than there are rows, or of records that are gone, leaves rows empty")
  func staleOrder() throws {
    let scratch = try ScratchFile("name,size\nb,10\na,9\nc,8\n")
    let file = IndexedFile(path: scratch.path, hasFields: true, lanes: .inline)
    let screen = DelimitedController(file: file)
    let grid = try show(screen)
    screen.order.show([3, 900], by: [SortKey(id: 1, isDescending: false)])
    app.settle()
    expect(grid.numberOfRows == 3 && text(grid, 0, 0) == "c" && text(grid, 1, 0) == "" && text(grid, 2, 0) == "")
    expectEqual((0..<3).map { text(grid, $0, -1) }, ["3", "900", ""])
    app.click(at: grid.convert(CGPoint(x: 100, y: 14), to: nil))
    try scratch.truncate(to: 0)
    app.click(at: grid.convert(CGPoint(x: 200, y: 14), to: nil))
    look(at: file)
    expectEqual(grid.numberOfRows, 0)
    grid.checkInvariants()
  }

  @Test("file: Ctrl+C copies fields whole, whatever is shown of them")
  func copyingDelimited() throws {
    let long = String(repeating: "0123456789", count: 500)
    let scratch = try ScratchFile("name,size\n\(long),\"a\tb\"\nx,y\n")
    let screen = DelimitedController(file: IndexedFile(path: scratch.path, hasFields: true, lanes: .inline))
    let grid = try show(screen)
    grid.becomeFirstResponder()
    grid.select(GridRange(rows: 0..<2, columns: 0..<2))
    app.key(.keyboardC, "c", modifiers: .control)
    app.settle()
    expectEqual(UIPasteboard.general.string, "\(long)\t\"a\tb\"\nx\ty\n")
  }

  @Test("file: a CSV file that is removed while it is shown goes on being shown, and says so")
  func removedDelimited() throws {
    let scratch = try ScratchFile("name,size\nb,10\na,9\n")
    let file = IndexedFile(path: scratch.path, hasFields: true, lanes: .inline)
    let screen = DelimitedController(file: file)
    let grid = try show(screen)
    look(at: file)
    scratch.remove()
    look(at: file)
    expect(grid.numberOfRows == 2 && text(grid, 1, 0) == "a")
    expect(texts(of: screen.view).contains { $0.contains("the file was removed") })
  }

  @Test("file: a CSV file of 100,000 columns shows the first and the last")
  func manyColumns() throws {
    let line = (0..<100_000).map(String.init).joined(separator: ",")
    let scratch = try ScratchFile(line + "\n" + line + "\n1\n")
    let file = IndexedFile(path: scratch.path, hasFields: true, lanes: .inline)
    let grid = try show(DelimitedController(file: file))
    look(at: file)
    expect(grid.numberOfColumns == 100_000 && grid.numberOfRows == 3)
    grid.scrollToItem(at: GridPosition(row: 0, column: 99_999), animated: false)
    app.settle()
    expect(text(grid, 1, 99_999) == "99999" && text(grid, 2, 99_999) == "")
    grid.checkInvariants()
  }
}
