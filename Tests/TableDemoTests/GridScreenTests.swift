import Foundation
import TestSupport
import Testing
import UIKitCore

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
  private func order(_ scratch: ScratchFile, _ file: DelimitedFile, _ isDescending: Bool) throws -> RecordSorter.Order?
  {
    try RecordSorter.sorted(
      RecordSorter.Source(
        format: file.format, units: file.index.unitCount, records: file.index.rowCount, file.scanner.plainFrom),
      of: OpenFile(path: scratch.path), column: 1, first: 1, isDescending: isDescending)?.order
  }

  @Test("grid: cells are computed, typing into one changes the formulas that refer to it")
  func sheet() throws {
    let grid = try show(SheetController())
    #expect(grid.numberOfRows == 1_000_000 && grid.numberOfColumns == 16_384)
    #expect(text(grid, 0, 5) == "Total" && text(grid, 1, 0) == "Item 1")
    let before = text(grid, 1, 5)
    app.key(.keyboardReturnOrEnter)
    app.settle()
    #expect(grid.editedPosition == GridPosition(row: 1, column: 1))
    app.shortcut("a")
    app.type("1")
    app.key(.keyboardReturnOrEnter)
    app.settle()
    #expect(text(grid, 1, 1) == "1" && text(grid, 1, 5) != before)
    app.key(.keyboardEnd, modifiers: .control)
    app.settle()
    #expect(text(grid, 999_999, 16_383) != nil)
    grid.checkInvariants()
  }

  @Test("file: a CSV file has columns with its first record as titles; a click on one sorts, two turn the order round")
  func delimited() throws {
    let scratch = try ScratchFile("name,size\nb,10\n\"a, b\",9\nc,\n")
    let file = DelimitedFile(path: scratch.path, lanes: .inline)
    let screen = DelimitedController(file: file)
    let grid = try show(screen)
    file.startIndexing()
    app.settle()
    #expect(screen.isComplete && grid.numberOfRows == 3 && grid.numberOfColumns == 2)
    #expect(text(grid, -1, 0) == "name" && text(grid, 1, 0) == "a, b" && text(grid, 0, 1) == "10")
    #expect(texts(of: screen.view).contains { $0.hasPrefix("3 rows") })
    screen.show(try order(scratch, file, false), by: 1, isDescending: false)
    app.settle()
    #expect((0..<3).map { text(grid, $0, 1) } == ["9", "10", ""])
    #expect((0..<3).map { text(grid, $0, -1) } == ["2", "1", "3"])
    #expect(text(grid, -1, 1) == "\u{25b2} size")
    screen.show(try order(scratch, file, true), by: 1, isDescending: true)
    app.settle()
    #expect((0..<3).map { text(grid, $0, 1) } == ["10", "9", ""])
    grid.checkInvariants()
  }

  @Test("file: a CSV file with ragged rows and a quote that is never closed says so, and shows its lines")
  func faultyDelimited() throws {
    let scratch = try ScratchFile("a,b\n1,2,3\nx,\"open\n5,6\n")
    let file = DelimitedFile(path: scratch.path, lanes: .inline)
    let screen = DelimitedController(file: file)
    let grid = try show(screen)
    file.startIndexing()
    app.settle()
    #expect(grid.numberOfRows == 3 && text(grid, 1, 1) == "\"open" && text(grid, 2, 1) == "6")
    let words = texts(of: screen.view).joined(separator: "\n")
    #expect(words.contains("1 with another number of fields") && words.contains("a quote is never closed"))
  }

  /// What a watch of the file does, at once.
  private func look(at file: DelimitedFile) {
    file.check()
    app.settle()
  }

  @Test("file: a CSV file that another program changes, lengthens, cuts or replaces is shown as it is, in its order")
  func changingDelimited() throws {
    let scratch = try ScratchFile("name,size\nb,10\na,9\n")
    let file = DelimitedFile(path: scratch.path, lanes: .inline)
    let screen = DelimitedController(file: file)
    let grid = try show(screen)
    look(at: file)
    #expect(grid.numberOfRows == 2 && text(grid, 0, 0) == "b")
    try scratch.append("c,8\nd\n")
    look(at: file)
    #expect(grid.numberOfRows == 4 && text(grid, 2, 1) == "8" && text(grid, 3, 1) == "")
    try scratch.overwrite("x", at: 10)
    look(at: file)
    #expect(text(grid, 0, 0) == "x")
    grid.select(GridRange(rows: 3..<4, columns: 1..<2))
    try scratch.truncate(to: 15)
    look(at: file)
    #expect(grid.numberOfRows == 1 && grid.selectedRanges.isEmpty)
    grid.checkInvariants()
    try scratch.replace(by: "one;two;three\n4;5;6\n7;8;9\n")
    look(at: file)
    #expect(grid.numberOfColumns == 3 && text(grid, 1, 2) == "9" && text(grid, -1, 1) == "two")
    try scratch.truncate(to: 0)
    look(at: file)
    #expect(grid.numberOfRows == 0 && texts(of: screen.view).contains { $0.hasPrefix("This file is empty") })
    grid.checkInvariants()
  }

  @Test("file: an order of fewer records than there are rows, or of records that are gone, leaves rows empty")
  func staleOrder() throws {
    let scratch = try ScratchFile("name,size\nb,10\na,9\nc,8\n")
    let file = DelimitedFile(path: scratch.path, lanes: .inline)
    let screen = DelimitedController(file: file)
    let grid = try show(screen)
    screen.show([3, 900], by: 1, isDescending: false)
    app.settle()
    #expect(grid.numberOfRows == 3 && text(grid, 0, 0) == "c" && text(grid, 1, 0) == "" && text(grid, 2, 0) == "")
    #expect((0..<3).map { text(grid, $0, -1) } == ["3", "900", ""])
    app.click(at: grid.convert(CGPoint(x: 100, y: 14), to: nil))
    try scratch.truncate(to: 0)
    app.click(at: grid.convert(CGPoint(x: 200, y: 14), to: nil))
    look(at: file)
    #expect(grid.numberOfRows == 0)
    grid.checkInvariants()
  }

  @Test("file: Ctrl+C copies fields whole, whatever is shown of them")
  func copyingDelimited() throws {
    let long = String(repeating: "0123456789", count: 500)
    let scratch = try ScratchFile("name,size\n\(long),\"a\tb\"\nx,y\n")
    let screen = DelimitedController(file: DelimitedFile(path: scratch.path, lanes: .inline))
    let grid = try show(screen)
    grid.becomeFirstResponder()
    grid.select(GridRange(rows: 0..<2, columns: 0..<2))
    app.key(.keyboardC, "c", modifiers: .control)
    app.settle()
    #expect(UIPasteboard.general.string == "\(long)\t\"a\tb\"\nx\ty\n")
  }

  @Test("file: a CSV file that is removed while it is shown goes on being shown, and says so")
  func removedDelimited() throws {
    let scratch = try ScratchFile("name,size\nb,10\na,9\n")
    let file = DelimitedFile(path: scratch.path, lanes: .inline)
    let screen = DelimitedController(file: file)
    let grid = try show(screen)
    look(at: file)
    scratch.remove()
    look(at: file)
    #expect(grid.numberOfRows == 2 && text(grid, 1, 0) == "a")
    #expect(texts(of: screen.view).contains { $0.contains("the file was removed") })
  }

  @Test("file: a CSV file of 100,000 columns shows the first and the last")
  func manyColumns() throws {
    let line = (0..<100_000).map(String.init).joined(separator: ",")
    let scratch = try ScratchFile(line + "\n" + line + "\n1\n")
    let file = DelimitedFile(path: scratch.path, lanes: .inline)
    let grid = try show(DelimitedController(file: file))
    look(at: file)
    #expect(grid.numberOfColumns == 100_000 && grid.numberOfRows == 3)
    grid.scrollToItem(at: GridPosition(row: 0, column: 99_999), animated: false)
    app.settle()
    #expect(text(grid, 1, 99_999) == "99999" && text(grid, 2, 99_999) == "")
    grid.checkInvariants()
  }
}
