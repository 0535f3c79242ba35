import Expectations
import Foundation
import RandomSupport
import TestSupport
import Testing
import TextSearch
import UIKitCore

@testable import FileViewer
@testable import TableDemo

extension ScreenTests {
  private func open(_ text: String) throws -> (ScratchFile, FileController, UITableView) {
    let scratch = try ScratchFile(text)
    let (_, screen, table) = showFile(at: scratch.path)
    return (scratch, screen, table)
  }

  /// A point of the window before a character of a row.
  private func point(_ table: UITableView, row: Int, before character: Int) throws -> CGPoint {
    let cell = try #require(table.cellForRow(at: IndexPath(row: row, section: 0)))
    let x = FileLineCell.gutterWidth(digits: 3) + 10 + CGFloat(character) * FileLineCell.widths.column
    return cell.convert(CGPoint(x: x, y: FileLineCell.height / 2), to: nil)
  }

  private func drag(_ table: UITableView, from start: (row: Int, place: Int), to end: (row: Int, place: Int)) throws {
    let from = try point(table, row: start.row, before: start.place)
    let to = try point(table, row: end.row, before: end.place)
    app.mouseDown(at: from)
    app.mouseMove(to: CGPoint(x: (from.x + to.x) / 2 + 9, y: (from.y + to.y) / 2))
    app.mouseMove(to: to)
    app.mouseUp(at: to)
    app.settle()
  }

  private func copied() -> String? {
    UIPasteboard.general.string = "nothing"
    app.key(.keyboardC, "c", modifiers: .control)
    app.settle()
    return UIPasteboard.general.string
  }

  @Test("file: a drag marks from character to character across lines; that is copied, and the primary selection")
  func markedText() throws {
    let (_, _, table) = try open((0..<90).map { "line \($0)\u{e9}\tend\r\n" }.joined())
    try drag(table, from: (2, 3), to: (4, 6))
    expectEqual(UIPasteboard.primarySelection.string, "e 2\u{e9}\tend\nline 3\u{e9}\tend\nline 4")
    expectEqual(copied(), "e 2\u{e9}\tend\nline 3\u{e9}\tend\nline 4")
    expect(table.indexPathForSelectedRow == nil, "a drag selects no row")
    try drag(table, from: (4, 6), to: (2, 3))
    expectEqual(copied(), "e 2\u{e9}\tend\nline 3\u{e9}\tend\nline 4", "from below, too")
    app.key(.keyboardEscape)
    app.click(at: try point(table, row: 5, before: 2))
    app.settle()
    expectEqual(copied(), "line 5\u{e9}\tend")
  }

  @Test("file: a double click marks a word, a third one the line, and a drag goes on by words and lines")
  func markedUnits() throws {
    let (_, _, table) = try open((0..<90).map { "alpha beta_\($0) gamma\n" }.joined())
    let place = try point(table, row: 3, before: 8)
    app.click(at: place)
    app.mouseDown(at: place, clickCount: 2)
    app.mouseUp(at: place)
    expectEqual(copied(), "beta_3")
    app.mouseDown(at: place, clickCount: 2)
    app.mouseMove(to: try point(table, row: 4, before: 2))
    app.mouseUp(at: try point(table, row: 4, before: 2))
    expectEqual(copied(), "beta_3 gamma\nalpha")
    app.mouseDown(at: place, clickCount: 3)
    app.mouseUp(at: place)
    expectEqual(copied(), "alpha beta_3 gamma\n")
  }

  @Test("file: Shift and Control mark ranges of lines and single ones; Ctrl+A all, of a filter what is shown")
  func markedLines() throws {
    let (_, screen, table) = try open((0..<90).map { "line \($0)\n" }.joined() + "end")
    app.click(at: try point(table, row: 3, before: 2))
    app.click(at: try point(table, row: 5, before: 4), modifiers: .shift)
    app.settle()
    expectEqual(copied(), "line 3\nline 4\nline 5\n")
    app.click(at: try point(table, row: 8, before: 1), modifiers: .control)
    app.click(at: try point(table, row: 4, before: 1), modifiers: .control)
    app.settle()
    expectEqual(copied(), "line 3\nline 5\nline 8\n")
    app.key(.keyboardEscape)
    app.click(at: try point(table, row: 6, before: 2))
    app.settle()
    app.key(.keyboardDownArrow, modifiers: .shift)
    app.key(.keyboardDownArrow, modifiers: .shift)
    expectEqual(copied(), "line 6\nline 7\nline 8\n")
    app.key(.keyboardA, "a", modifiers: .control)
    expectEqual(copied(), (0..<90).map { "line \($0)\n" }.joined() + "end")
    try screen.filter.add(TextPattern("8"), isExcluding: false)
    app.settle()
    app.key(.keyboardA, "a", modifiers: .control)
    expectEqual(copied(), (0..<90).filter { "\($0)".contains("8") }.map { "line \($0)\n" }.joined())
  }

  @Test("file: a drag beyond the lower edge scrolls and marks on")
  func markedBeyondEdge() throws {
    let (_, _, table) = try open((0..<5000).map { "line \($0)\n" }.joined())
    app.mouseDown(at: try point(table, row: 3, before: 0))
    app.mouseMove(to: CGPoint(x: 300, y: 400))
    app.mouseMove(to: CGPoint(x: 300, y: 1200))
    for _ in 0..<40 { app.frame() }
    expect(table.contentOffset.y > 20 * FileLineCell.height)
    let last = try #require(table.indexPathsForVisibleRows?.last?.row)
    app.mouseUp(at: CGPoint(x: 300, y: 1200))
    app.settle()
    let lines = try #require(copied()).split(separator: "\n")
    expect(lines.first == "line 3" && lines.count > 40 && abs(lines.count + 3 - last) < 3)
  }

  @Test("file: long lines go sideways by keys and Shift with the wheel, and are marked there; they are wrapped whole")
  func sideways() throws {
    let long = (0..<10_000).map { "\($0 % 10)" }.joined()
    let (_, screen, table) = try open("short\n\(long)\n\(String(repeating: "\u{e9}", count: 3000))\n")
    app.key(.keyboardRightArrow)
    app.settle()
    let cell = try #require(table.cellForRow(at: IndexPath(row: 1, section: 0)) as? FileLineCell)
    expectEqual(cell.sideways, 120)
    for _ in 0..<600 { app.key(.keyboardRightArrow) }
    app.settle()
    expect(texts(of: cell).contains { $0.hasSuffix("6789") }, "the line's end is reached")
    let sideways = cell.sideways
    expect(sideways > 9000 * FileLineCell.widths.column)
    app.key(.keyboardLeftArrow)
    app.settle()
    expectEqual(cell.sideways, sideways - 120)
    app.key(.keyboardW)
    app.settle()
    let wrapped = try #require(table.cellForRow(at: IndexPath(row: 1, section: 0)) as? FileLineCell)
    expect(screen.wraps && texts(of: wrapped).contains { $0.replacing("\n", with: "").hasSuffix(long.suffix(100)) })
    let room = table.bounds.width - FileLineCell.gutterWidth(digits: 1) - 20
    let columns = Int(room / FileLineCell.widths.column + 0.01)
    let lines = (10_000 + columns - 1) / columns
    let height = table.rectForRow(at: IndexPath(row: 1, section: 0)).height
    expect(abs(height - FileLineCell.height - CGFloat(lines - 1) * FileLineCell.widths.lineHeight) < 1)
  }

  @Test("file: rows that come below are counted while one reads further up, until the end is in view")
  func unseenLines() throws {
    let scratch = try ScratchFile((1...500).map { "line \($0)\n" }.joined())
    let file = IndexedFile(path: scratch.path, lanes: .inline)
    let screen = FileController(file: file)
    let table = show(screen)
    app.key(.keyboardF)
    app.settle()
    scroll(table, to: 100)
    try scratch.append("more\nand more\n")
    file.startIndexing()
    app.settle()
    expect(table.contentOffset.y == 100 && screen.isFollowing)
    expect(texts(of: screen.view).contains { $0.hasPrefix("2 new below") })
    app.key(.keyboardEnd)
    app.settle()
    expect(!texts(of: screen.view).contains { $0.hasPrefix("2 new below") })
  }

  @Test("file: of a wrapped line of a megabyte the part in sight has labels, and is marked where it is")
  func wrappedMegabyte() throws {
    let long = (0..<100_000).map { String(format: "%09d,", $0) }.joined()
    let (_, _, table) = try open("\(long)\nlast\n")
    app.key(.keyboardW)
    app.settle()
    let row = table.rectForRow(at: IndexPath(row: 0, section: 0))
    expect(row.height > 50_000)
    func shown() throws -> String {
      let cell = try #require(table.cellForRow(at: IndexPath(row: 0, section: 0)))
      return lineText(of: cell)
    }
    let beginning = try shown()
    expect(beginning.prefix(12) == "000000000,00" && beginning.utf8.count < 60_000, "\(beginning.utf8.count)")
    scroll(table, to: row.maxY - 700)
    try expect(shown().hasSuffix("000099999,") && shown().utf8.count < 60_000)
    let cell = try #require(table.cellForRow(at: IndexPath(row: 0, section: 0)) as? FileLineCell)
    let y = row.height - FileLineCell.height / 2 - FileLineCell.widths.lineHeight
    let room = table.bounds.width - FileLineCell.gutterWidth(digits: 1) - 20
    let columns = Int(room / FileLineCell.widths.column + 0.01)
    let start = cell.offset(at: CGPoint(x: 0, y: y))
    expectEqual(start, ((1_000_000 + columns - 1) / columns - 2) * columns)
    let place = cell.convert(CGPoint(x: FileLineCell.gutterWidth(digits: 1) + 10, y: y), to: nil)
    app.mouseDown(at: place)
    app.mouseMove(to: CGPoint(x: place.x + 20 * FileLineCell.widths.column, y: place.y))
    app.mouseUp(at: CGPoint(x: place.x + 20 * FileLineCell.widths.column, y: place.y))
    expectEqual(copied(), String(long.dropFirst(start).prefix(20)))
  }

  @Test("file: Shift and the wheel go sideways; the wheel alone does not, also at the end of the file")
  func sidewaysWheel() throws {
    let (_, _, table) = try open((0..<300).map { "line \($0) \(String(repeating: "x", count: 600))\n" }.joined())
    let place = CGPoint(x: 400, y: 300)
    func turn(_ modifiers: UIKeyModifierFlags = []) {
      let lines = CGVector(dx: 0, dy: -3)
      app.events.post(
        .wheel(InputEvent.Wheel(lines: lines, location: place, modifiers: modifiers, timestamp: app.clock.now)))
      app.settle()
    }
    func sideways() throws -> CGFloat { try #require(table.visibleCells.first as? FileLineCell).sideways }
    app.key(.keyboardEnd)
    app.settle()
    for _ in 0..<4 { turn() }
    try expectEqual(sideways(), 0)
    turn(.shift)
    try expect(sideways() > 100)
    let offset = table.contentOffset.y
    expect(offset > 0 && table.frame.minX == table.superview?.bounds.minX)
  }

  @Test("file: the menu of a line finds, shows and hides lines with the word below the pointer, and marks the line")
  func menuOfLine() throws {
    let (_, screen, table) = try open((1...300).map { "line \($0 % 10 == 0 ? "ten" : "other") \($0)\n" }.joined())
    let cell = try #require(table.cellForRow(at: IndexPath(row: 9, section: 0)))
    let x = FileLineCell.gutterWidth(digits: 3) + 10 + 6 * FileLineCell.widths.column
    let place = cell.convert(CGPoint(x: x, y: 9), to: table)
    func titles() throws -> [String] { try #require(screen.menu(ofRow: 9, at: place)).children.map(\.title) }
    func choose(_ title: String) throws {
      let menu = try #require(screen.menu(ofRow: 9, at: place))
      try #require(menu.children.first { $0.title.hasPrefix(title) } as? UIAction).perform(from: nil)
      app.settle()
    }
    try expectEqual(
      titles(),
      [
        "Copy line", "Select all", "Find \u{201c}ten\u{201d}", "Show only lines with \u{201c}ten\u{201d}",
        "Hide lines with \u{201c}ten\u{201d}", "Highlight \u{201c}ten\u{201d}", "Mark line 10",
      ])
    try choose("Copy line")
    expectEqual(UIPasteboard.general.string, "line ten 10")
    try choose("Mark line")
    try expectEqual(titles().last, "Remove the mark")
    try choose("Hide")
    expectEqual(screen.rowCount, 270)
    screen.filter.removeAll()
    app.settle()
    try choose("Show")
    expectEqual(screen.rowCount, 30)
    screen.filter.removeAll()
    app.settle()
    try choose("Find")
    expect(texts(of: screen.view).contains { $0.hasSuffix("of 30 lines") })
    for _ in 0..<12 { try screen.filter.add(TextPattern("ten"), isExcluding: false) }
    app.settle()
    let items = try #require(screen.menu(ofRow: 0, at: place)).children.compactMap { $0 as? UIAction }
    expect(items.count == 8 && items.indices.filter { items[$0].attributes.contains(.disabled) } == [3, 4])
  }
}

extension ScreenTests {
  @Test(
    "file: the menu beside marked text is that of the line below the pointer; on it, it copies and finds what is marked"
  )
  func menuBesideMarks() throws {
    let (_, screen, table) = try open((0..<90).map { "alpha beta \($0)\n" }.joined())
    func items(row: Int, _ place: Int) throws -> [UIAction] {
      let place = table.convert(try point(table, row: row, before: place), from: nil)
      return try #require(screen.menu(ofRow: row, at: place)).children.compactMap { $0 as? UIAction }
    }
    try drag(table, from: (2, 3), to: (2, 8))
    let beside = try items(row: 5, 2)
    expectEqual(beside.prefix(3).map(\.title), ["Copy line", "Select all", "Find \u{201c}alpha\u{201d}"])
    beside[0].perform(from: nil)
    app.settle()
    expectEqual(UIPasteboard.general.string, "alpha beta 5")
    let on = try items(row: 2, 5)
    expectEqual(on.prefix(3).map(\.title), ["Copy", "Select all", "Find \u{201c}ha be\u{201d}"])
    on[0].perform(from: nil)
    app.settle()
    expectEqual(UIPasteboard.general.string, "ha be")
    try expectEqual(items(row: 2, 1).first?.title, "Copy line", "a character beside it in the same line")
  }
}

@Suite("The text of what is marked")
struct MarkedTextTests {
  @Test("is that of the lines that are shown, from place to place, and none beyond a limit or once it is cancelled")
  func text() throws {
    for seed in 0..<60 {
      var random = SeededRandom(seed: seed)
      let lines = (0..<Int.random(in: 1...700, using: &random)).map { number in
        "\(number)"
          + String(repeating: ["x", "\u{e9}", "\0", "\t"].randomElement(using: &random) ?? "x", count: number % 9)
      }
      let end = Bool.random(using: &random) ? "\r\n" : "\n"
      let endsWithNewline = Bool.random(using: &random)
      let scratch = try ScratchFile(lines.joined(separator: end) + (endsWithNewline ? end : ""))
      let file = try OpenFile(path: scratch.path)
      var index = RowIndex()
      // A text with so many zeros is one where its encoding was chosen.
      IndexPass.run(file, as: .utf8) { index = $0.index }
      var shown: LineSet?
      if Bool.random(using: &random) {
        var set = LineSet()
        for line in lines.indices where Int.random(in: 0..<3, using: &random) > 0 { set.insert(line) }
        set.extend(to: lines.count)
        shown = set
      }
      var selection = LineSelection()
      func place() -> LineSelection.Place {
        let line = Int.random(in: lines.indices, using: &random)
        return LineSelection.Place(line, Int.random(in: 0...lines[line].utf8.count, using: &random))
      }
      let (one, other) = (place(), place())
      selection.begin(one..<one)
      selection.extend(to: other..<other)
      if seed % 3 == 0 { selection.toggle(place().line) }
      if seed % 7 == 0 { selection.begin(LineSelection.Place(0, 0)..<LineSelection.Place(lines.count, 0)) }
      var wanted: [UInt8] = []
      for (number, line) in lines.enumerated() where shown?.contains(number) ?? true {
        guard let part = selection.part(of: number) else { continue }
        let bytes = Array(line.utf8)
        wanted += bytes[min(part.lowerBound, bytes.count)..<min(part.upperBound, bytes.count)]
        if part.upperBound == .max, endsWithNewline || number < lines.count - 1 { wanted.append(10) }
      }
      let text = MarkedText(ranges: selection.ranges, shown: shown, index: index)
      func read(_ most: Int, _ cancellation: Cancellation = Cancellation()) -> MarkedText.Outcome {
        text.read(from: file, most: most, cancellation) { expect((0...1).contains(cancellation.progress)) }
      }
      let string = String(decoding: wanted, as: UTF8.self).replacing("\0", with: "\u{fffd}")
      guard case .text(let found) = read(1 << 20), case .text(found) = read(wanted.count) else {
        Issue.record("seed \(seed)")
        continue
      }
      expectEqual(found, string, "seed \(seed)")
      guard wanted.count > 0 else { continue }
      if case .tooLong = read(wanted.count - 1) {} else { Issue.record("seed \(seed) is too long") }
      let cancelled = Cancellation()
      cancelled.cancel()
      if case .cancelled = read(1 << 20, cancelled) {} else { Issue.record("seed \(seed) is cancelled") }
    }
  }

  @Test("of lines that stand far and near the file is read no more than twice")
  func reads() throws {
    let scratch = try ScratchFile((0..<200_000).map { "line \($0)\n" }.joined())
    let file = try OpenFile(path: scratch.path)
    var index = RowIndex()
    IndexPass.run(file) { index = $0.index }
    var shown = LineSet()
    for line in 0..<200_000 where line % 5 == 0 && line < 100_000 || line % 5000 == 0 { shown.insert(line) }
    shown.extend(to: 200_000)
    func bytesRead() throws -> Int {
      let words = try String(contentsOfFile: "/proc/thread-self/io", encoding: .utf8).split(
        whereSeparator: \.isWhitespace)
      return words.count > 1 ? Int(words[1]) ?? 0 : 0
    }
    let all = LineSelection.Place(0, 0)..<LineSelection.Place(200_000, 0)
    let text = MarkedText(ranges: [all], shown: shown, index: index)
    let before = try bytesRead()
    guard case .text(let found) = text.read(from: file, most: 1 << 30, Cancellation(), report: {}) else {
      Issue.record("it is not read")
      return
    }
    try expect(bytesRead() - before < 2 * file.size)
    expectEqual(found.split(separator: "\n").count, shown.count)
    expect(found.hasSuffix("line 195000\n") && found.hasPrefix("line 0\nline 5\n"))
  }
}
