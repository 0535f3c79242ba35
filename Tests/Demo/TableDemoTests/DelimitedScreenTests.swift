import DemoParts
import Expectations
import Foundation
import RandomSupport
import TestSupport
import Testing
import TextSearch
import UIKitCore
import UIKitGrid

@testable import FileViewer
@testable import TableDemo

/// Finding, filtering, sorting and saving in delimited files.
extension ScreenTests {
  /// A file on screen, read, with the keyboard.
  private func open(_ text: String) throws -> (ScratchFile, DelimitedController, GridView) {
    let scratch = try ScratchFile(text, suffix: ".csv")
    let (screen, grid) = try show(scratch)
    return (scratch, screen, grid)
  }

  private func show(_ scratch: ScratchFile, _ memory: FileMemory? = nil) throws -> (DelimitedController, GridView) {
    let file = IndexedFile(path: scratch.path, hasFields: true, lanes: .inline)
    let screen = DelimitedController(file: file, memory: memory)
    app.becomeCurrent()
    app.window.rootViewController = screen
    app.settle()
    let grid = try #require(screen.scriptedView as? GridView)
    grid.becomeFirstResponder()
    return (screen, grid)
  }

  private func filterField(_ column: Int, in grid: GridView) throws -> UITextField {
    let cell = try #require(grid.cellForItem(at: GridPosition(row: -1, column: column)))
    return try #require(cell.subviews.lazy.compactMap { $0 as? UITextField }.first)
  }

  /// Replaces the text of a field of the row that filters.
  private func write(_ column: Int, _ text: String, in grid: GridView) throws {
    try app.click(at: filterField(column, in: grid).convert(CGPoint(x: 10, y: 10), to: nil))
    app.shortcut("a")
    app.type(text)
    app.settle()
  }

  private func text(_ grid: GridView, _ row: Int, _ column: Int) -> String? {
    (grid.cellForItem(at: GridPosition(row: row, column: column)) as? GridTextCell)?.textLabel.text
  }

  private func column(_ grid: GridView, _ column: Int = 0) -> [String?] {
    (0..<grid.numberOfRows).map { text(grid, $0, column) }
  }

  private func choose(_ title: String, in menu: UIMenu?) throws {
    func actions(_ menu: UIMenu) -> [UIAction] {
      menu.children.flatMap { ($0 as? UIMenu).map(actions) ?? [$0 as? UIAction].compactMap { $0 } }
    }
    let items = actions(try #require(menu))
    try #require(items.first { $0.title.hasPrefix(title) }).perform(from: nil)
    app.settle()
  }

  func sortMark(_ grid: GridView, _ column: Int) -> GridHeaderCell.SortMark? {
    (grid.cellForItem(at: GridPosition(row: -1, column: column)) as? GridHeaderCell)?.sortMark
  }

  private func find(_ text: String) {
    app.key(.keyboardF, "f", modifiers: .control)
    app.type(text)
    app.settle()
  }

  private func test(_ kind: RowTest.Kind, _ text: String, _ field: Int?) throws -> RowTest {
    try RowTest(kind, TextPattern(text), of: field.map { ($0, "c\($0)") })
  }

  @Test("file: a CSV file finds a text in its cells, in the order that is shown, and marks it")
  func findingDelimited() throws {
    let (_, screen, grid) = try open("name,size\na,10\nba,9\nc,8\n\"x\na\",7\n")
    find("a")
    expectEqual(grid.activePosition, GridPosition(row: 0, column: 0))
    expect(texts(of: screen.view).contains("1 of 3 rows"), "the title is no row")
    let cell = try #require(grid.cellForItem(at: GridPosition(row: 1, column: 0)) as? GridTextCell)
    let marked = try #require(cell.textLabel.attributedText)
    var range = NSRange()
    expect(marked.attribute(.backgroundColor, at: 1, effectiveRange: &range) != nil && range.location == 1)
    app.key(.keyboardReturnOrEnter)
    app.key(.keyboardN, "n")
    app.settle()
    expectEqual(grid.activePosition?.row, 1)
    try choose("Sort Ascending", in: screen.menu(ofColumn: 1))
    expectEqual(column(grid, 1), ["7", "8", "9", "10"])
    grid.select(GridRange(rows: 0..<1, columns: 0..<1))
    app.key(.keyboardN, "n")
    app.settle()
    expect(grid.activePosition?.row == 2 && texts(of: screen.view).contains("2 of 3 rows"))
    app.key(.keyboardN, "n")
    app.key(.keyboardN, "n")
    app.settle()
    expectEqual(grid.activePosition?.row, 0, "from the last hit to the first")
    app.key(.keyboardEscape)
    app.settle()
    let plain = (grid.cellForItem(at: GridPosition(row: 2, column: 0)) as? GridTextCell)?.textLabel.attributedText
    expect(plain?.attribute(.backgroundColor, at: 1, effectiveRange: nil) == nil)
    grid.checkInvariants()
  }

  @Test("file: Ctrl+L goes to the row with a number, wherever it is shown, or to a part of all")
  func goingDelimited() throws {
    let (_, screen, grid) = try open("n,m\n" + (1...3000).map { "\($0),\(-$0)\n" }.joined())
    func go(_ text: String) {
      app.key(.init(rawValue: 15), "l", modifiers: .control)
      app.type(text)
      app.key(.keyboardReturnOrEnter)
      app.settle()
    }
    go("2,500")
    expectEqual(text(grid, try #require(grid.activePosition).row, 0), "2500")
    try choose("Sort Ascending", in: screen.menu(ofColumn: 1))
    go("2999")
    expectEqual(grid.activePosition?.row, 1)
    go("50%")
    expectEqual(grid.activePosition?.row, 1500)
    try screen.filter.add(test(.above, "10", 0), isExcluding: false)
    app.settle()
    go("7")
    expect(texts(of: screen.view).contains("row 7 does not pass the filter"))
    app.key(.init(rawValue: 15), "l", modifiers: .control)
    app.type("x")
    app.key(.keyboardReturnOrEnter)
    app.settle()
    expect(texts(of: screen.view).contains("a row's number, or a part like 50%"))
  }

  @Test("file: filters of columns go together and with an order; a filter's chip and its end are as in a text file")
  func filteringDelimited() throws {
    let (scratch, screen, grid) = try open("name,size\nb,10\na,9\nab,30\nc,\n")
    try screen.filter.add(test(.above, "9.5", 1), isExcluding: false)
    app.settle()
    expectEqual(column(grid), ["b", "ab"])
    expectEqual((0..<2).map { text(grid, $0, -1) }, ["1", "3"], "rows keep their numbers")
    expect(texts(of: screen.view).contains("c1 > 9.5"))
    let bar = try #require(screen.view.subviews.compactMap { $0 as? FilterBar }.first)
    let chip = try #require(bar.subviews.flatMap(\.subviews).compactMap { $0 as? UIButton }.first)
    let place = chip.convert(CGPoint(x: 10, y: 10), to: nil)
    app.mouseDown(at: place, button: .secondary)
    app.mouseUp(at: place, button: .secondary)
    app.settle()
    expect(texts(of: try #require(openMenu(in: app.window))).contains("Switch off"))
    app.key(.keyboardEscape)
    app.settle()
    expect(texts(of: screen.view).contains { $0.hasPrefix("2 of 4 rows") })
    try choose("Sort Descending", in: screen.menu(ofColumn: 1))
    expectEqual(column(grid), ["ab", "b"])
    try screen.filter.add(test(.contains, "A", 0), isExcluding: true)
    app.settle()
    expectEqual(column(grid), ["b"])
    screen.filter.toggle(0)
    app.settle()
    expectEqual(column(grid), ["b", "c"])
    try scratch.append("d,20\n")
    screen.file.check()
    app.settle()
    expectEqual(column(grid), ["d", "b", "c"], "what is appended is sorted and filtered")
    screen.filter.removeAll()
    app.settle()
    expectEqual(column(grid), ["ab", "d", "b", "a", "c"])
    try scratch.replace(by: "x;y\n1;2\n")
    screen.file.check()
    app.settle()
    expect(grid.numberOfRows == 1 || grid.numberOfRows == 2)
    grid.checkInvariants()
  }

  @Test("file: the bar adds a filter of a column; a fault is told beside the field")
  func filterBarOfColumns() throws {
    let (_, screen, grid) = try open("name,size\nb,10\na,9\nab,30\nc,\n")
    try choose("Filter", in: screen.menu(ofColumn: 1))
    let bar = try #require(screen.view.subviews.compactMap { $0 as? FileBar }.first)
    func chooser(_ name: String) throws -> UIButton {
      try #require(bar.subviews.compactMap { $0 as? UIButton }.first { $0.accessibilityLabel == name })
    }
    expectEqual(try chooser("Column").configuration?.title, "size \u{25be}")
    try choose("from", in: chooser("Condition").menu)
    app.type("9")
    app.settle()
    expect(texts(of: bar).contains("a range is written as 1..5"))
    app.type("..10")
    app.key(.keyboardReturnOrEnter)
    app.settle()
    expectEqual(column(grid), ["b", "a"])
    expect(texts(of: screen.view).contains("size from 9 \u{2026} 10"))
    for width in [320.0, 900] {
      screen.view.frame.size.width = width
      app.key(.keyboardF, "f", modifiers: [.control, .shift])
      app.settle()
      let parts = bar.subviews.filter { ($0 is UIButton || $0 is UITextField) && !$0.isHidden }
      for (index, part) in parts.enumerated() {
        expect(part.frame.minX >= 0 && part.frame.maxX <= width && part.frame.width > 20, "\(width) \(part)")
        for other in parts[..<index] {
          expect(!part.frame.insetBy(dx: 1, dy: 1).intersects(other.frame), "\(width) \(part.frame) \(other.frame)")
        }
      }
      app.key(.keyboardEscape)
      app.settle()
    }
  }

  @Test("file: the menu of a cell filters by its value or leaves it out; that of a title hides, freezes and fits")
  func menusDelimited() throws {
    let (_, screen, grid) = try open("name,size,note\nb,10,x\na,9,y\nb,30,z\n,1,w\n")
    try choose("Show only rows with \u{201c}b\u{201d}", in: screen.menu(ofCell: GridPosition(row: 0, column: 0)))
    expectEqual(column(grid, 1), ["10", "30"])
    try choose("Leave out rows with", in: screen.menu(ofCell: GridPosition(row: 1, column: 1)))
    expectEqual(column(grid, 1), ["10"])
    screen.filter.removeAll()
    app.settle()
    try choose("Show only rows with nothing", in: screen.menu(ofCell: GridPosition(row: 3, column: 0)))
    expectEqual(column(grid, 1), ["1"])
    screen.filter.removeAll()
    app.settle()
    let cells = try #require(screen.menu(ofCell: GridPosition(row: 0, column: 1)))
    let columns = try #require(cells.children.last as? UIMenu)
    try choose("Freeze Left", in: columns)
    expect(grid.pinnedColumnCount == 1 && text(grid, -1, 0) == "size")
    try choose("Hide", in: screen.menu(ofColumn: 1))
    expectEqual((0..<2).map { text(grid, -1, $0) }, ["size", "note"])
    expectEqual(column(grid), ["10", "9", "30", "1"], "cells follow their columns")
    expect(texts(of: screen.view).contains { $0.contains("(1 hidden)") })
    let before = grid.width(ofColumn: 0)
    try choose("Fit Width", in: screen.menu(ofColumn: 0))
    expect(grid.width(ofColumn: 0) < before)
    try choose("name", in: screen.menu(ofColumn: 0))
    expectEqual((0..<3).map { text(grid, -1, $0) }, ["size", "name", "note"], "hidden columns have their titles")
    expect(!texts(of: screen.view).contains { $0.contains("hidden") })
    grid.checkInvariants()
  }

  @Test("file: a click with Shift sorts rows that the first column finds alike; a title says which it is")
  func twoKeys() throws {
    let (_, screen, grid) = try open("k,n\nb,1\na,2\nb,3\na,1\n")
    func click(_ column: Int, _ flags: UIKeyModifierFlags = []) {
      let rect = grid.rectForItem(at: GridPosition(row: 0, column: column))
      app.click(at: grid.convert(CGPoint(x: rect.midX, y: 10), to: nil), modifiers: flags)
      app.settle()
    }
    click(0)
    click(1, .shift)
    expectEqual(zip(column(grid), column(grid, 1)).map { "\($0 ?? "")\($1 ?? "")" }, ["a1", "a2", "b1", "b3"])
    expect(sortMark(grid, 0) == .init(isDescending: false, rank: 1) && text(grid, -1, 0) == "k")
    expectEqual(sortMark(grid, 1), .init(isDescending: false, rank: 2))
    click(1, .shift)
    expectEqual(column(grid, 1), ["2", "1", "3", "1"])
    expect(texts(of: screen.view).contains { $0.hasPrefix("sorted by k, ascending, then n, descending") })
    click(1, .shift)
    click(0)
    click(0)
    expectEqual(column(grid, 1), ["1", "2", "3", "1"])
    expectEqual(sortMark(grid, 0), nil)
  }

  @Test("file: of more than three columns to sort by the last takes the third place; a stopped sort leaves no mark")
  func fourKeys() throws {
    let (scratch, screen, grid) = try open("a,b,c,d\n1,1,1,2\n1,1,2,1\n")
    for column in 0..<4 { try choose(column == 0 ? "Sort Asc" : "Then by", in: screen.menu(ofColumn: column)) }
    expectEqual((0..<4).map { sortMark(grid, $0)?.rank }, [1, 2, nil, 3])
    expectEqual(column(grid, 3), ["1", "2"])
    try scratch.append("0,0,0,0,0\n")
    screen.file.check()
    app.settle()
    expect(grid.numberOfColumns == 5 && column(grid, 3) == ["0", "1", "2"], "a further column changes no order")
    expectEqual((0..<5).map { sortMark(grid, $0)?.rank }, [1, 2, nil, 3, nil])
    screen.order.sort(by: [])
    app.settle()
    expectEqual((0..<4).map { sortMark(grid, $0) }, [nil, nil, nil, nil])
    grid.checkInvariants()
  }

  @Test("file: the status line sums up what is selected")
  func summaryDelimited() throws {
    let (_, screen, grid) = try open("name,size\nb,10\na,\"9\"\nc,x\nd,-1.25\n")
    grid.select(GridRange(rows: 0..<1, columns: 1..<2))
    app.key(.keyboardDownArrow, modifiers: .shift)
    app.settle()
    expect(texts(of: screen.view).contains("2 cells  \u{b7}  sum 19, mean 9.5, least 9, most 10"))
    app.key(.keyboardA, "a", modifiers: .control)
    app.settle()
    expect(
      texts(of: screen.view).contains(
        "8 cells, 3 numbers  \u{b7}  sum 17.75, mean 5.916667, least -1.25, most 10"))
    try choose("Sort Ascending", in: screen.menu(ofColumn: 1))
    grid.select(GridRange(rows: 0..<1, columns: 1..<2))
    app.key(.keyboardDownArrow, modifiers: .shift)
    app.settle()
    expect(texts(of: screen.view).contains("2 cells  \u{b7}  sum 7.75, mean 3.875, least -1.25, most 9"))
  }

  private func pane(_ screen: DelimitedController) throws -> (DetailPane, UITextView) {
    let pane = try #require(screen.view.subviews.lazy.compactMap { $0 as? DetailPane }.first)
    return (pane, try #require(pane.subviews.lazy.compactMap { $0 as? UITextView }.first))
  }

  @Test("file: W shows the selected cell whole below the rows, where its text can be copied, and follows the selection")
  func wholeCell() throws {
    let long = String(repeating: "long text ", count: 400)
    let (_, screen, grid) = try open("name,note\na,\"\(long)\nsecond \"\"line\"\"\"\nb,short\n")
    let (pane, text) = try pane(screen)
    grid.select(GridRange(rows: 0..<1, columns: 1..<2))
    let height = grid.frame.height
    app.key(.init(rawValue: 26), "w")
    app.settle()
    expectEqual(text.text, long + "\nsecond \"line\"")
    expect(!pane.isHidden && grid.frame.height < height && pane.frame.minY == grid.frame.maxY)
    expect(texts(of: pane).contains("note, row 1"))
    app.key(.keyboardDownArrow)
    app.settle()
    expectEqual(text.text, "short")
    find("ho")
    app.key(.keyboardReturnOrEnter)
    app.settle()
    expect(text.attributedText.attribute(.backgroundColor, at: 1, effectiveRange: nil) != nil, "hits are marked")
    app.click(at: text.convert(CGPoint(x: 20, y: 10), to: nil))
    app.key(.keyboardA, "a", modifiers: .control)
    app.key(.init(rawValue: 6), "c", modifiers: .control)
    expectEqual(UIPasteboard.general.string, "short")
    app.key(.keyboardEscape)
    expect(grid.isFirstResponder && pane.subject != nil)
    try choose("Show Whole", in: screen.menu(ofCell: GridPosition(row: 1, column: 1)))
    expect(pane.isHidden && grid.frame.height == height - screen.bars.bar.frame.height)
  }

  @Test("file: the summary of a column counts its rows, values and numbers, of the rows that are shown")
  func columnSummary() throws {
    let (_, screen, grid) = try open("name,size\nb,10\na,\"9\"\nc,x\nd,-1.25\nB\ne,\nf,10\ng,Apple\n")
    let (pane, text) = try pane(screen)
    try choose("Summary", in: screen.menu(ofColumn: 1))
    expectEqual(
      text.text,
      """
      8 rows
      5 distinct values, 2 empty
      4 numbers: sum 27.75, mean 6.9375, least -1.25, most 10
      2 texts: first \u{201c}Apple\u{201d}, last \u{201c}x\u{201d}
      """)
    expect(texts(of: pane).contains("Column \u{201c}size\u{201d}"))
    try screen.filter.add(test(.equal, "10", 1), isExcluding: false)
    app.settle()
    expectEqual(
      text.text, "2 rows\n1 distinct value, 0 empty\n2 numbers: sum 20, mean 10, least 10, most 10")
    grid.select(GridRange(rows: 1..<2, columns: 0..<1))
    expect(text.text.hasPrefix("2 rows"), "it is of the column, whatever is selected")
    app.key(.init(rawValue: 26), "w")
    expectEqual(text.text, "f")
    app.key(.init(rawValue: 26), "w")
    expect(pane.isHidden)
  }

  @Test(
    "file: R shows a field below each title, which filters its column while one types; chips and fields go together")
  func filterFields() throws {
    let (_, screen, grid) = try open("name,size\nb,10\na,9\nab,30\nc,\n")
    app.key(.init(rawValue: 21), "r")
    app.settle()
    func field(_ column: Int) throws -> UITextField { try filterField(column, in: grid) }
    func write(_ column: Int, _ text: String) throws { try self.write(column, text, in: grid) }
    try write(1, ">9")
    expectEqual(column(grid), ["b", "ab"])
    expect(texts(of: screen.view).contains("size > 9"))
    try write(0, "a")
    expectEqual(column(grid), ["ab"])
    try expect(field(0).isFirstResponder, "one types on")
    try write(1, "9..10")
    expectEqual(column(grid), ["a"])
    expectEqual(screen.filter.conditions.map(\.words), ["name contains a", "size from 9 \u{2026} 10"])
    try write(1, "<")
    try expectEqual(field(1).textColor, Palette.red)
    expectEqual(column(grid), ["a", "ab"], "what is no condition filters nothing")
    app.key(.keyboardReturnOrEnter)
    expect(grid.isFirstResponder)
    screen.filter.removeAll()
    app.settle()
    try expectEqual(field(0).text, "")
    expectEqual(grid.numberOfRows, 4)
    try write(1, "=")
    expectEqual(column(grid), ["c"])
    app.key(.keyboardEscape)
    app.key(.init(rawValue: 21), "r")
    app.settle()
    expect(grid.titleRowHeights.isEmpty && grid.isFirstResponder && grid.numberOfRows == 1, "the filter stays")
    grid.checkInvariants()
  }

  @Test("file: the row that filters is there with its texts when the file is opened again, until R has taken it away")
  func filterRowMemory() throws {
    // As a version without such rows has left it.
    let state = try ScratchFile(#"{"recent":["/one"],"open":[]}"#)
    let scratch = try ScratchFile("name,size\nb,10\na,9\nab,30\n", suffix: ".csv")
    func memory() -> FileMemory {
      let memory = FileMemory(path: state.path, lanes: .inline)
      memory.load { _ in }
      return memory
    }
    let first = memory()
    expectEqual(first.recent, ["/one"])
    first.note(open: [FoundFile(path: scratch.path)])
    var (screen, grid) = try show(scratch, first)
    expect(grid.titleRowHeights.isEmpty)
    app.key(.init(rawValue: 21), "r")
    app.settle()
    try write(1, ">9", in: grid)
    try write(0, "a", in: grid)
    try write(1, "<", in: grid)
    let second = memory()
    expectEqual(second.recent, [scratch.path, "/one"])
    (screen, grid) = try show(scratch, second)
    try expectEqual((0..<2).map { try filterField($0, in: grid).text }, ["a", "<"])
    expectEqual(screen.filter.conditions.map(\.words), ["name contains a"])
    expectEqual(column(grid), ["a", "ab"])
    screen.filter.removeAll()
    app.settle()
    (screen, grid) = try show(scratch, memory())
    try expectEqual((0..<2).map { try filterField($0, in: grid).text }, ["", "<"], "its chip was removed")
    app.key(.init(rawValue: 21), "r")
    app.settle()
    (screen, grid) = try show(scratch, memory())
    expect(grid.titleRowHeights.isEmpty && grid.numberOfRows == 3)
    let last = memory()
    last.note(open: (0..<40).map { FoundFile(path: "/\($0)") })
    expect(last.filterRow(of: scratch.path) == nil)
  }

  @Test("file: hits in hidden columns are told, and a button shows the columns")
  func hiddenHits() throws {
    let (_, screen, grid) = try open("a,b,c\nx,1,2\ny,x,x\nz,3,4\n")
    try choose("Hide", in: screen.menu(ofColumn: 1))
    try choose("Hide", in: screen.menu(ofColumn: 1))
    find("x")
    expect(texts(of: screen.view).contains("1 of 2 rows"))
    app.key(.keyboardReturnOrEnter)
    app.key(.keyboardN, "n")
    app.settle()
    expect(grid.activePosition?.row == 1 && texts(of: screen.view).contains("2 of 2 rows, in 2 hidden columns"))
    let button = try #require(
      screen.bars.bar.subviews.lazy.compactMap { $0 as? UIButton }.first { $0.configuration?.title == "Show" })
    app.click(at: button.convert(CGPoint(x: 8, y: 8), to: nil))
    app.settle()
    expectEqual((0..<3).map { text(grid, -1, $0) }, ["a", "b", "c"])
    expectEqual(grid.activePosition, GridPosition(row: 1, column: 1))
    expect(button.isHidden && texts(of: screen.view).contains("2 of 2 rows"))
  }

  @Test("file: what is shown is saved, byte for byte where columns are as in the file; a fault leaves nothing behind")
  func savingDelimited() throws {
    let (scratch, screen, _) = try open("\u{feff}name,size\r\nb,10\r\n\"a\nx\", 9\r\nc,20")
    let folder = scratch.path.split(separator: "/").dropLast().map { "/" + $0 }.joined()
    let name = "anole-saved-\(UUID().uuidString).csv"
    func saved() throws -> String {
      let path = folder + "/" + name
      defer { unlink(path) }
      return String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
    }
    func save(_ name: String) {
      app.key(.init(rawValue: 22), "s", modifiers: .control)
      app.shortcut("a")
      app.type(name)
      app.key(.keyboardReturnOrEnter)
      app.settle()
    }
    save(name)
    try expectEqual(saved(), "\u{feff}name,size\r\nb,10\r\n\"a\nx\", 9\r\nc,20")
    expect(texts(of: screen.view).contains("saved as \(name)"))
    try choose("Sort Descending", in: screen.menu(ofColumn: 1))
    save(name)
    try expectEqual(saved(), "\u{feff}name,size\r\nc,20\r\nb,10\r\n\"a\nx\", 9\r\n")
    try screen.filter.add(test(.below, "15", 1), isExcluding: false)
    app.settle()
    save(name)
    try expectEqual(saved(), "\u{feff}name,size\r\nb,10\r\n\"a\nx\", 9\r\n")
    try choose("Unsorted", in: screen.menu(ofColumn: 1))
    try choose("Move Left", in: screen.menu(ofColumn: 1))
    screen.filter.removeAll()
    app.settle()
    save(name)
    try expectEqual(saved(), "\u{feff}size,name\r\n10,b\r\n 9,\"a\nx\"\r\n20,c\r\n")
    save(String(scratch.path.split(separator: "/").last ?? ""))
    expect(texts(of: screen.view).contains("not saved: there is a file of that name"))
    save("no/such/folder.csv")
    expect(texts(of: screen.view).contains { $0.hasPrefix("not saved: No such file") })
    let left = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasPrefix("anole-saved") }
    expectEqual(left, [])
  }

  @Test("file: the lines of a text file that a filter shows are saved")
  func savingLines() throws {
    let scratch = try ScratchFile("one\r\ntwo\r\none more")
    let (_, screen, _) = showFile(at: scratch.path)
    try screen.filter.add(TextPattern("one"), isExcluding: false)
    app.settle()
    let path = scratch.path + "-saved"
    defer { unlink(path) }
    try screen.bars.save(as: path)
    try expectEqual(String(decoding: Data(contentsOf: URL(filePath: path)), as: UTF8.self), "one\r\none more")
  }
}

@MainActor
@Suite("Searches of records")
struct RecordSearchTests {
  private func indexed(_ scratch: ScratchFile) -> IndexedFile {
    let file = IndexedFile(path: scratch.path, hasFields: true, lanes: .inline)
    file.startIndexing()
    return file
  }

  private func found(_ test: RowTest, _ file: IndexedFile, from first: Int = 0) throws -> [Int] {
    let search = try FileSearch(test, in: file, from: first)
    search.proceed()
    expect(!search.isSearching && search.result.isComplete)
    return (0..<file.index.rowCount).filter { search.result.lines.contains($0) }
  }

  @Test("a condition on a field passes the records whose field does, as each by itself says", arguments: 0..<30)
  func random(seed: Int) throws {
    var random = SeededRandom(seed: seed)
    let pieces = ["a", "B", "12", "3.5", "-7", "", "\"x,1\"", "\"q\"\"a\"", "\"l\na\"", "\u{e9}", " 12 "]
    let count = [5, 300, 3000].randomElement(using: &random) ?? 5
    let text =
      (0..<count).map { _ in
        (0..<Int.random(in: 1...4, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
          .joined(separator: ",") + "\n"
      }.joined() + (Bool.random(using: &random) ? "a,12" : "")
    let file = indexed(try ScratchFile(text))
    let fields = (0..<file.index.rowCount).map { record in
      (0..<file.index.columns).map { file.field($0, ofRecord: record) ?? "?" }
    }
    func number(_ text: String) -> Double? { Double(text.trimmingCharacters(in: .whitespaces)) }
    let field = Int.random(in: 0...2, using: &random)
    for kind in RowTest.Kind.allCases {
      let words = kind == .range ? "-8..5" : kind == .equal ? "b" : kind == .contains ? "A" : "4"
      for field in [field, nil] {
        let test = try RowTest(kind, TextPattern(words), of: field.map { ($0, "") })
        let expected = fields.indices.filter { record in
          let own = field.map { [$0 < fields[record].count ? fields[record][$0] : ""] }
          // A field that its record lacks is none of any field.
          let isLacking = { (text: String) in kind == .empty && field == nil && text.isEmpty }
          return record > 0
            && (own ?? fields[record]).contains { text in
              switch kind {
              case .contains: text.lowercased().contains("a")
              case .equal: text.lowercased() == "b"
              case .below: number(text).map { $0 < 4 } ?? false
              case .above: number(text).map { $0 > 4 } ?? false
              case .range: number(text).map { (-8.0...5).contains($0) } ?? false
              case .empty: text.isEmpty && !isLacking(text)
              }
            }
        }
        if kind == .empty, field == nil { continue }
        try expectEqual(found(test, file, from: 1), expected, "seed \(seed), \(kind), \(String(describing: field))")
      }
    }
  }

  @Test("a text is found in fields across the ends of buffers, and in none that two fields make together")
  func acrossBuffers() throws {
    let filler = String(repeating: "f", count: 1021)
    let text = (0..<1000).map { "\(filler),n\($0 % 10)e\n" }.joined()
    let file = indexed(try ScratchFile(text))
    try expectEqual(found(RowTest(TextPattern("n7e")), file), Array(stride(from: 7, to: 1000, by: 10)))
    try expectEqual(found(RowTest(TextPattern("f,n")), file), [])
    try expectEqual(found(RowTest(TextPattern("^n7e$", isExpression: true)), file).count, 100)
  }

  @Test("a quote that never ends hides no record from a search")
  func unclosedQuote() throws {
    let file = indexed(try ScratchFile("a,b\nx,\"open\n5,6\n7,8\n"))
    try expectEqual(found(RowTest(.equal, TextPattern("8"), of: (1, "")), file), [3])
    try expectEqual(found(RowTest(TextPattern("open")), file), [1])
  }

  @Test(
    "a new file is named after the one that is shown, and holds no gzip",
    arguments: [
      ("/logs/sales.csv", "sales-shown.csv"), ("/logs/sales.csv.gz", "sales-shown.csv"), ("words", "words-shown"),
      ("/logs/.gz", ".gz-shown"),
    ])
  func names(path: String, name: String) { expectEqual(RowWriter.suggestedName(for: path), name) }

  @Test("rows in an order are written as they are in the file, however few of them are held at once", arguments: 0..<12)
  func orderedSave(seed: Int) throws {
    var random = SeededRandom(seed: seed)
    let ending = Bool.random(using: &random) ? "\r\n" : "\n"
    let rows = (0..<Int.random(in: 1...300, using: &random)).map { row in
      "\(row),\"x\(String(repeating: "y", count: Int.random(in: 0...9, using: &random)))\",\(row * 7 % 11)"
    }
    let endsWithout = Bool.random(using: &random)
    let scratch = try ScratchFile(
      "a,b,c\(ending)" + rows.joined(separator: ending) + (endsWithout ? "" : ending), suffix: ".csv")
    let file = indexed(scratch)
    let opened = try #require(file.file)
    let order = rows.indices.shuffled(using: &random).prefix(Int.random(in: 1...rows.count, using: &random))
    let fields = Bool.random(using: &random) ? [2, 0] : nil
    let path = scratch.path + "-ordered"
    defer { unlink(path) }
    let writer = RowWriter(
      index: file.index,
      rows: RowWriter.Rows(order: order.map { UInt32($0 + 1) }, first: 1, fields: fields), path: path,
      mostHeld: Int.random(in: 1...500, using: &random))
    try writer.write(from: opened, Cancellation())
    let lines = order.map { row in fields == nil ? rows[row] : "\(row * 7 % 11),\(row)" }
    let isBare = fields == nil && endsWithout && order.last == rows.count - 1
    let expected = ([fields == nil ? "a,b,c" : "c,a"] + lines).joined(separator: ending) + (isBare ? "" : ending)
    try expectEqual(String(decoding: Data(contentsOf: URL(filePath: path)), as: UTF8.self), expected)
  }

  @Test("figures of a column are those of its fields, however the file writes them", arguments: 0..<20)
  func columnFigures(seed: Int) throws {
    var random = SeededRandom(seed: seed)
    let words = ["", "a", "A", "b10", "b9", "-3", "2.5", "1e3", "long " + String(repeating: "x", count: 2000), "a,b"]
    var values: [String] = []
    let lines = (0..<Int.random(in: 1...400, using: &random)).map { _ -> String in
      let value = words.randomElement(using: &random) ?? ""
      values.append(value)
      return "0,\(value.contains(",") || Bool.random(using: &random) ? "\"\(value)\"" : value),1\n"
    }
    let scratch = try ScratchFile(lines.joined(), suffix: ".csv")
    let file = indexed(scratch)
    var rows = RecordRows()
    rows.recordCount = file.index.rowCount
    let opened = try #require(file.file)
    let figures = try FieldFigures(
      of: [SelectionSummary.Part(allOf: rows, field: 1)], file.index, opened, Cancellation(), isColumn: true)
    let numbers = values.compactMap { Double($0) }
    let texts = values.filter { !$0.isEmpty && Double($0) == nil }
    let told = figures.columnWords.split(separator: "\n").map(String.init)
    let distinct = Set(values).subtracting([""]).count
    let empty = values.count { $0.isEmpty }
    expectEqual(told[0], "\(values.count) row\(values.count == 1 ? "" : "s")")
    expectEqual(told[1], "\(distinct) distinct value\(distinct == 1 ? "" : "s"), \(empty) empty")
    expectEqual(figures.numbers, numbers.count)
    if let least = numbers.min() {
      expect(told[2].contains("least \(FieldFigures.string(least)), most \(FieldFigures.string(numbers.max() ?? 0))"))
    }
    let folded = texts.map { $0.lowercased() }
    if folded.contains("a") {
      expect(told.last?.lowercased().contains("first \u{201c}a\u{201d}") == true)
    }
    if folded.contains("b9") && !folded.contains(where: { $0.hasPrefix("b10") || $0.hasPrefix("long") }) {
      expect(told.last?.hasSuffix("last \u{201c}b9\u{201d}") == true)
    }
  }

  @Test("texts are compared as they are sorted; conditions without words are refused")
  func texts() throws {
    let file = indexed(try ScratchFile("2024-01-09\n2024-01-10\n2023-12-31\n5\n\n"))
    try expectEqual(found(RowTest(.above, TextPattern("2024-01-01"), of: (0, "")), file), [0, 1])
    try expectEqual(found(RowTest(.below, TextPattern("2024-01-10"), of: (0, "")), file), [0, 2])
    for kind in RowTest.Kind.allCases where kind != .empty {
      #expect(throws: PatternFault.self) { try RowTest(kind, TextPattern(""), of: nil) }
    }
    #expect(throws: PatternFault.self) { try RowTest(.range, TextPattern("1..a"), of: nil) }
    #expect(throws: PatternFault.self) { try RowTest(.contains, TextPattern("(", isExpression: true), of: nil) }
  }

  @Test("records are sorted by several columns as a stable sort by each of them does", arguments: 0..<20)
  func sorting(seed: Int) throws {
    var random = SeededRandom(seed: seed)
    let values = ["1", "2", "-3", "0.5", "-0", "0", "a", "B", "b10", "b9", "", "1e400", "-2e3"]
    let rows = (0..<Int.random(in: 0...300, using: &random)).map { _ in
      (0..<3).map { _ in values.randomElement(using: &random) ?? "" }
    }
    let scratch = try ScratchFile(rows.map { $0.joined(separator: ",") + "\n" }.joined())
    let keys = (0..<3).map { SortKey(id: $0, isDescending: Bool.random(using: &random)) }.shuffled(using: &random)
    func kind(_ text: String) -> Int { text.isEmpty ? 2 : Double(text) != nil ? 0 : 1 }
    func order(_ left: String, _ right: String, _ isDescending: Bool) -> Int {
      var order = kind(left) - kind(right)
      if order != 0, left.isEmpty || right.isEmpty { return order }
      if order == 0, kind(left) == 0, let l = Double(left), let r = Double(right) { order = l < r ? -1 : l > r ? 1 : 0 }
      if order == 0, kind(left) == 1 {
        order = Array(left.lowercased().utf8).withUnsafeBytes { l in
          Array(right.lowercased().utf8).withUnsafeBytes { RecordSorter.compare(l, $0) }
        }
      }
      return isDescending ? -order : order
    }
    let expected = rows.indices.sorted { left, right in
      for key in keys {
        let order = order(rows[left][key.id], rows[right][key.id], key.isDescending)
        if order != 0 { return order < 0 }
      }
      return left < right
    }
    let sorted = try RecordSorter.sorted(
      indexed(scratch).index, of: OpenFile(path: scratch.path), by: Array(keys.prefix(3)), first: 0)
    expectEqual(sorted?.order.map { Int($0) }, expected, "seed \(seed)")
  }
}
