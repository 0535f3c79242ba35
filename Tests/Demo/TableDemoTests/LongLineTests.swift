import Expectations
import Foundation
import RandomSupport
import TestSupport
import Testing
import TextSearch
import Typesetting
import UIKitCore

@testable import FileViewer
@testable import TableDemo

extension ScreenTests {
  /// A line of three megabytes whose every ten bytes tell their place.
  private static let numberedLine = (0..<300_000).map { number in
    let digits = String(number)
    return String(repeating: "0", count: 9 - digits.utf8.count) + digits + ","
  }.joined()

  private static func numbered(_ count: Int) -> String { String(numberedLine.prefix(10 * count)) }

  private func key(_ code: UIKeyboardHIDUsage, _ characters: String, _ modifiers: UIKeyModifierFlags = []) {
    app.key(code, characters, modifiers: modifiers)
    app.settle()
  }

  private func go(_ text: String) {
    app.key(.keyboardG, "g", modifiers: .control)
    app.type(text)
    key(.keyboardReturnOrEnter, "")
  }

  private func cell(_ table: UITableView, _ row: Int) throws -> FileLineCell {
    try #require(table.cellForRow(at: IndexPath(row: row, section: 0)) as? FileLineCell)
  }

  private func shown(_ cell: FileLineCell) -> String { lineText(of: cell) }

  private func copied() -> String? {
    UIPasteboard.general.string = "nothing"
    key(.keyboardC, "c", .control)
    return UIPasteboard.general.string
  }

  @Test("file: a line of three megabytes is wrapped in pieces of 64 KB, each a row; cut it is one row")
  func pieces() throws {
    let line = Self.numbered(300_000)
    let scratch = try ScratchFile("first\n\(line)\nlast\n")
    let (_, screen, table) = showFile(at: scratch.path)
    expectEqual(screen.rowCount, 3)
    key(.keyboardW, "w")
    let count = (3_000_000 + 65_535) / 65_536
    expect(screen.rowCount == 2 + count && screen.isComplete)
    for piece in [0, 1, 17, count - 1] {
      let path = IndexPath(row: 1 + piece, section: 0)
      scroll(table, to: table.rectForRow(at: path).minY)
      expect(table.rectForRow(at: path).height > 1000)
      let cell = try cell(table, 1 + piece)
      let start = piece * 65_536
      expect(shown(cell).hasPrefix(line.dropFirst(start).prefix(100)), "piece \(piece)")
      expectEqual(texts(of: cell).last, (piece == 0 ? "2" : "\u{2026}"))
    }
    app.key(.keyboardEnd)
    app.settle()
    try expectEqual(shown(cell(table, count + 1)), "last")
    try expectEqual(texts(of: cell(table, count + 1)).last, "3", "line numbers stay true")
    try expect(shown(cell(table, count)).hasSuffix("000299999,"))
    key(.keyboardW, "w")
    expectEqual(screen.rowCount, 3)
  }

  @Test("file: End leads to the end of wrapped lines of which none was in sight")
  func endOfWrapped() throws {
    let scratch = try ScratchFile("first\n\(Self.numbered(400_000))\nlast\n")
    let (_, screen, table) = showFile(at: scratch.path)
    key(.keyboardW, "w")
    key(.keyboardEnd, "")
    let last = try cell(table, screen.rowCount - 1)
    expect(shown(last) == "last" && last.frame.maxY <= table.bounds.maxY + 1)
  }

  @Test("file: marks in a piece, and from piece to piece, are those below the pointer, and are copied exactly")
  func markedPieces() throws {
    let line = Self.numbered(120_000)
    let scratch = try ScratchFile("\(line)\nlast\n")
    let (_, _, table) = showFile(at: scratch.path)
    key(.keyboardW, "w")
    let room = table.bounds.width - FileLineCell.gutterWidth(digits: 1) - 20
    let columns = Int(room / FileLineCell.widths.column + 0.01)
    func point(_ row: Int, line: Int, column: Int) throws -> CGPoint {
      let cell = try cell(table, row)
      let y = FileLineCell.height / 2 + CGFloat(line) * FileLineCell.widths.lineHeight
      let x = FileLineCell.gutterWidth(digits: 1) + 10 + CGFloat(column) * FileLineCell.widths.column
      return cell.convert(CGPoint(x: x, y: y), to: nil)
    }
    func drag(_ from: CGPoint, _ to: CGPoint) {
      app.mouseDown(at: from)
      app.mouseMove(to: CGPoint(x: from.x + 9, y: from.y))
      app.mouseMove(to: to)
      app.mouseUp(at: to)
      app.settle()
    }
    scroll(table, to: table.rectForRow(at: IndexPath(row: 5, section: 0)).minY)
    drag(try point(5, line: 3, column: 4), try point(5, line: 4, column: 9))
    let start = 5 * 65_536 + 3 * columns + 4
    expectEqual(copied(), String(line.dropFirst(start).prefix(columns + 5)))
    // Across the edge of two pieces.
    scroll(table, to: table.rectForRow(at: IndexPath(row: 6, section: 0)).minY - 200)
    let above = 65_536 / columns - 2
    drag(try point(5, line: above, column: 7), try point(6, line: 2, column: 3))
    let (first, end) = (5 * 65_536 + above * columns + 7, 6 * 65_536 + 2 * columns + 3)
    expectEqual(copied(), String(line.dropFirst(first).prefix(end - first)))
    // A double click marks a word, in whose middle it is here.
    let start5 = 6 * 65_536 + 5 * columns
    let column = 34 - (start5 + 30) % 10
    let place = try point(6, line: 5, column: column)
    app.mouseDown(at: place, clickCount: 2)
    app.mouseUp(at: place)
    app.settle()
    expectEqual(copied(), String(line.dropFirst(start5 + column - 4).prefix(9)))
    // Marks are the same text when the line is one row.
    drag(try point(5, line: above, column: 7), try point(6, line: 2, column: 3))
    key(.keyboardW, "w")
    expectEqual(copied(), String(line.dropFirst(first).prefix(end - first)))
    key(.keyboardA, "a", .control)
    expectEqual(copied(), line + "\nlast\n")
    key(.keyboardW, "w")
    app.key(.keyboardHome)
    app.settle()
    app.key(.keyboardEscape)
    app.click(at: try point(0, line: 0, column: 3))
    app.settle()
    app.key(.keyboardDownArrow, modifiers: .shift)
    expectEqual(copied(), line + "\nlast\n", "Shift and an arrow go on by lines")
  }

  @Test("file: hits in a long line are gone to piece by piece, are in sight, and are marked across pieces, too")
  func hitsInPieces() throws {
    var bytes = Array(Self.numbered(150_000).utf8)
    // The second one lies across the edge of two pieces.
    let places = [3 * 65_536 + 30_000, 9 * 65_536 - 3, 20 * 65_536 + 60_000]
    for place in places { bytes.replaceSubrange(place..<place + 6, with: "needle".utf8) }
    let line = String(decoding: bytes, as: UTF8.self)
    let scratch = try ScratchFile("first\n\(line)\nneedle\n")
    let (_, screen, table) = showFile(at: scratch.path)
    key(.keyboardW, "w")
    app.key(.keyboardF, "f", modifiers: .control)
    app.type("needle")
    app.settle()
    expect(texts(of: screen.view).contains("1 of 2 lines"))
    func selected() -> Int? { table.indexPathForSelectedRow?.row }
    /// Whether a hit of the selected row is on screen.
    func isInSight() throws -> Bool {
      let row = try #require(selected())
      let labels = try cell(table, row).contentView.subviews.compactMap { $0 as? UILabel }
      let offset = table.contentOffset.y
      return try labels.contains { label in
        guard let text = label.attributedText, text.string.replacing("\n", with: "").contains("need") else {
          return false
        }
        var hasMark = false
        text.enumerateAttribute(.backgroundColor, in: NSRange(location: 0, length: text.length)) { value, _, _ in
          hasMark = hasMark || value != nil
        }
        let top =
          try #require(cell(table, row).topOfFirstHit) + table.rectForRow(at: IndexPath(row: row, section: 0)).minY
        return hasMark && top >= offset && top < offset + table.bounds.height
      }
    }
    expectEqual(selected(), 1 + 3)
    try expect(isInSight())
    app.key(.keyboardReturnOrEnter)
    key(.keyboardN, "n")
    expectEqual(selected(), 1 + 8)
    try expect(cell(table, 9).topOfFirstHit != nil, "it begins there")
    key(.keyboardN, "n")
    expectEqual(selected(), 1 + 9, "and ends there")
    try expect(cell(table, 10).topOfFirstHit != nil)
    key(.keyboardN, "n")
    expectEqual(selected(), 1 + 20)
    try expect(isInSight())
    key(.keyboardN, "n")
    let hitRow = try #require(selected())
    try expectEqual(shown(cell(table, hitRow)), "needle")
    key(.keyboardN, "N", .shift)
    expectEqual(selected(), 1 + 20)
    key(.keyboardN, "n")
    key(.keyboardN, "n")
    expectEqual(selected(), 1 + 3, "around to the first")
  }

  @Test("file: Ctrl+G goes to a part of a long line, Alt+Left back into it, and filters leave it in its place")
  func goingInPieces() throws {
    let line = Self.numbered(300_000)
    let scratch = try ScratchFile("first\n\(line)\nlast\n")
    let (_, screen, table) = showFile(at: scratch.path)
    key(.keyboardW, "w")
    let rows = screen.rowCount
    go("50%")
    expectEqual(table.indexPathForSelectedRow?.row, rows / 2)
    go("3")
    expectEqual(table.indexPathForSelectedRow?.row, rows - 1)
    key(.keyboardLeftArrow, "", .alternate)
    expectEqual(table.indexPathForSelectedRow?.row, rows / 2)
    try expect(shown(cell(table, rows / 2)).hasPrefix(line.dropFirst((rows / 2 - 1) * 65_536).prefix(50)))
    go("2")
    expectEqual(table.indexPathForSelectedRow?.row, 1)
    scroll(table, to: table.rectForRow(at: IndexPath(row: 30, section: 0)).minY + 40)
    let part = try #require(screen.rows.part(atRow: 30))
    try screen.filter.add(TextPattern("first"), isExcluding: true)
    app.settle()
    expect(!texts(of: screen.view).contains { $0.contains("new below") })
    expectEqual(screen.rowCount, rows - 1)
    let row = screen.rows.row(of: part)
    expectEqual(row, 29)
    expect(abs(table.rectForRow(at: IndexPath(row: row, section: 0)).minY + 40 - table.contentOffset.y) < 1)
    screen.filter.removeAll()
    app.settle()
    expect(abs(table.rectForRow(at: IndexPath(row: 30, section: 0)).minY + 40 - table.contentOffset.y) < 1)
    // Without wrapping lines go sideways again, from their beginning.
    key(.keyboardW, "w")
    expectEqual(screen.rowCount, 3)
    app.key(.keyboardRightArrow)
    app.settle()
    try expectEqual(cell(table, 1).sideways, 120)
  }

  @Test("file: a line that grows beyond a megabyte while it is shown turns into pieces, and goes on in further ones")
  func growingPieces() throws {
    let scratch = try ScratchFile("first\n" + String(repeating: "a", count: 900_000))
    let (file, screen, table) = showFile(at: scratch.path)
    key(.keyboardW, "w")
    expectEqual(screen.rowCount, 2)
    for (text, rows) in [
      (String(repeating: "b", count: 400_000), 21), (String(repeating: "c", count: 100_000), 23), ("\nnext\n", 24),
    ] {
      try scratch.append(text)
      file.startIndexing()
      app.settle()
      expectEqual(screen.rowCount, rows)
    }
    // The end is followed from here on.
    key(.keyboardF, "f")
    try expectEqual(shown(cell(table, 23)), "next")
    try expect(shown(cell(table, 22)).hasSuffix("ccc"))
    try scratch.truncate(to: 20)
    file.check()
    app.settle()
    expectEqual(screen.rowCount, 2)
  }

  @Test("file: of a line of 64 MB a piece is read to be shown, and all of it takes no more memory than a few of them")
  func boundedPieces() throws {
    let scratch = try ScratchFile("")
    let handle = try FileHandle(forWritingTo: URL(filePath: scratch.path))
    for number in 0..<64 { try handle.write(contentsOf: Data(repeating: UInt8(0x41 + number % 26), count: 1 << 20)) }
    try handle.close()
    let (file, screen, table) = showFile(at: scratch.path)
    key(.keyboardW, "w")
    expect(screen.rowCount == 1024 && file.index.memory < 8192)
    func bytesRead() throws -> Int {
      let figures = try String(contentsOfFile: "/proc/thread-self/io", encoding: .utf8)
      return try #require(figures.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) })
    }
    let before = try bytesRead()
    for part in ["10%", "90%", "50%", "99%", "0%"] {
      go(part)
      let row = try #require(table.indexPathForSelectedRow?.row)
      let letter = String(UnicodeScalar(UInt8(0x41 + row / 16 % 26)))
      try expect(shown(cell(table, row)).hasPrefix(String(repeating: letter, count: 100)), "\(part)")
    }
    try expect(bytesRead() - before < 3 << 20)
  }
}

extension ScreenTests {
  /// What is in sight of a cut line, a character a column.
  private func inSight(_ cell: FileLineCell) -> String {
    let (column, left) = (FileLineCell.widths.column, FileLineCell.gutterWidth(digits: 1) + 10)
    var text = [Character](repeating: " ", count: Int((cell.bounds.width - left - 10) / column))
    for label in cell.contentView.subviews.compactMap({ $0 as? UILabel }).dropLast() {
      let first = Int(((label.frame.minX - left) / column).rounded())
      for (place, character) in (label.text ?? "").enumerated() where text.indices.contains(first + place) {
        text[first + place] = character
      }
    }
    return String(text)
  }

  private func scrollSideways(_ table: UITableView, toColumn column: Int) throws {
    let view = try #require(table.superview as? UIScrollView)
    view.contentOffset.x = CGFloat(column) * FileLineCell.widths.column
    app.settle()
  }

  @Test("file: a line of three megabytes that is cut is one row, and goes sideways to its end")
  func cutPieces() throws {
    let line = Self.numbered(300_000)
    let scratch = try ScratchFile("first\n\(line)\nlast\n")
    let (_, screen, table) = showFile(at: scratch.path)
    go("2")
    for place in [100, 65_536 - 40, 65_536, 10 * 65_536 - 5, 2_999_000, 0] {
      try scrollSideways(table, toColumn: place)
      try expect(inSight(cell(table, 1)).hasPrefix(line.dropFirst(place).prefix(60)), "column \(place)")
      try expectEqual(texts(of: cell(table, 1)).last, "2")
    }
    key(.keyboardRightArrow, "", .control)
    try expect(inSight(cell(table, 1)).contains("000299998,000299999, "))
    key(.keyboardLeftArrow, "", .control)
    try expect(inSight(cell(table, 1)).hasPrefix("000000000,000000001,"))
    expectEqual(screen.rowCount, 3)
    go("50%")
    try expect(inSight(cell(table, 1)).hasPrefix(line.dropFirst(23 * 65_536).prefix(60)))
    go("3")
    key(.keyboardLeftArrow, "", .alternate)
    try expect(inSight(cell(table, 1)).hasPrefix(line.dropFirst(23 * 65_536).prefix(60)), "back to where it was")
  }

  @Test("file: text in a long line that is cut is marked by the mouse, from piece to piece, too, and copied exactly")
  func markedInCutPieces() throws {
    let line = Self.numbered(120_000)
    let scratch = try ScratchFile("\(line)\nlast\n")
    let (_, _, table) = showFile(at: scratch.path)
    func point(_ column: Int) throws -> CGPoint {
      let x = FileLineCell.gutterWidth(digits: 1) + 10 + CGFloat(column) * FileLineCell.widths.column
      return try cell(table, 0).convert(CGPoint(x: x, y: FileLineCell.height / 2), to: nil)
    }
    for place in [0, 3 * 65_536 + 1000, 5 * 65_536 - 20, 1_199_900] {
      try scrollSideways(table, toColumn: place)
      app.key(.keyboardEscape)
      app.mouseDown(at: try point(4))
      app.mouseMove(to: try point(9))
      app.mouseMove(to: try point(50))
      app.mouseUp(at: try point(50))
      app.settle()
      expectEqual(copied(), String(line.dropFirst(place + 4).prefix(46)), "column \(place)")
    }
  }

  @Test("file: each hit in a long line that is cut comes in sight, one after the other, and the one before")
  func hitsInCutPieces() throws {
    var bytes = Array(Self.numbered(150_000).utf8)
    let places = [3 * 65_536 + 30_000, 3 * 65_536 + 40_000, 9 * 65_536 - 3, 20 * 65_536 + 60_000]
    for place in places { bytes.replaceSubrange(place..<place + 6, with: "needle".utf8) }
    let scratch = try ScratchFile("first\n\(String(decoding: bytes, as: UTF8.self))\nneedle\n")
    let (_, screen, table) = showFile(at: scratch.path)
    app.key(.keyboardF, "f", modifiers: .control)
    app.type("needle")
    app.settle()
    expect(texts(of: screen.view).contains("1 of 2 lines"))
    app.key(.keyboardReturnOrEnter)
    func isInSight(_ place: Int) throws -> Bool {
      let view = try #require(table.superview as? UIScrollView)
      let first = Int(view.contentOffset.x / FileLineCell.widths.column)
      return try table.indexPathForSelectedRow?.row == 1 && inSight(cell(table, 1)).contains("needle") && first < place
        && first > place - 200
    }
    try expect(isInSight(places[0]))
    // The third one begins in a piece and ends in the next.
    for place in [places[1], places[2], places[2], places[3]] {
      key(.keyboardN, "n")
      try expect(isInSight(place), "\(place)")
    }
    key(.keyboardN, "n")
    expectEqual(table.indexPathForSelectedRow?.row, 2)
    key(.keyboardN, "N", .shift)
    try expect(isInSight(places[3]))
    key(.keyboardN, "N", .shift)
    try expect(isInSight(places[2]))
  }

  @Test("file: a hit far to the right in a line comes in sight, also where the line was not read so far")
  func hitFarRight() throws {
    let line = Self.numbered(50_000)
    let scratch = try ScratchFile("first\n\(line)needle\nlast\n")
    let (_, _, table) = showFile(at: scratch.path)
    app.key(.keyboardF, "f", modifiers: .control)
    app.type("needle")
    app.settle()
    try expect(inSight(cell(table, 1)).contains("000049999,needle"))
  }

  @Test(
    "file: a long line of other characters than ASCII goes sideways without gaps, and to its end",
    arguments: ["\u{e9}", "\u{6f22}", "\t"])
  func cutPiecesOfOtherWidths(character: String) throws {
    let count = 1_500_000 / character.utf8.count
    let scratch = try ScratchFile(String(repeating: character, count: count) + "z")
    let (_, _, table) = showFile(at: scratch.path)
    let view = try #require(table.superview as? UIScrollView)
    for part in [0.0, 0.3, 65_536.0 / 1_500_000 - 0.00001, 0.6, 0.9] {
      view.contentOffset.x = view.contentSize.width * part
      app.settle()
      let cell = try cell(table, 0)
      let labels = cell.contentView.subviews.compactMap { $0 as? UILabel }.dropLast()
      let spans = labels.map { $0.frame.minX..<$0.frame.minX + FileLineCell.widths.width(of: $0.text ?? "") }
        .filter { !$0.isEmpty && $0.upperBound > 0 && $0.lowerBound < cell.bounds.width }
      let left = FileLineCell.gutterWidth(digits: 1) + 10
      try expect(#require(spans.first).lowerBound <= left && #require(spans.last).upperBound > cell.bounds.width - 20)
      for (span, next) in zip(spans, spans.dropFirst()) { expect(abs(span.upperBound - next.lowerBound) < 0.01) }
    }
    key(.keyboardRightArrow, "", .control)
    let labels = try cell(table, 0).contentView.subviews.compactMap { $0 as? UILabel }.dropLast()
    let last = try #require(labels.last { $0.text?.hasSuffix("z") == true })
    let end = last.frame.minX + FileLineCell.widths.width(of: last.text ?? "")
    try expect(end > 100 && end < cell(table, 0).bounds.width)
  }

  @Test("file: of a line of 64 MB that is cut the pieces in sight are read, wherever one scrolls")
  func boundedCutPieces() throws {
    let scratch = try ScratchFile("")
    let handle = try FileHandle(forWritingTo: URL(filePath: scratch.path))
    for number in 0..<64 { try handle.write(contentsOf: Data(repeating: UInt8(0x41 + number % 26), count: 1 << 20)) }
    try handle.close()
    let (_, screen, table) = showFile(at: scratch.path)
    expectEqual(screen.rowCount, 1)
    func bytesRead() throws -> Int {
      let figures = try String(contentsOfFile: "/proc/thread-self/io", encoding: .utf8)
      return try #require(figures.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) })
    }
    let before = try bytesRead()
    for megabyte in [6, 57, 32, 63, 0] {
      try scrollSideways(table, toColumn: megabyte << 20)
      let letter = String(UnicodeScalar(UInt8(0x41 + megabyte % 26)))
      try expect(inSight(cell(table, 0)).hasPrefix(String(repeating: letter, count: 60)), "\(megabyte)")
    }
    try expect(bytesRead() - before < 3 << 20)
  }
}

extension ScreenTests {
  private func clickAnswer(_ title: String, in view: UIView) throws {
    func label(_ view: UIView) -> UILabel? {
      (view as? UILabel).flatMap { $0.text == title ? $0 : nil } ?? view.subviews.lazy.compactMap(label).first
    }
    let found = try #require(label(view))
    app.click(at: found.convert(CGPoint(x: found.bounds.midX, y: found.bounds.midY), to: nil))
    app.settle()
  }

  @Test(
    "file: more than 64 MB are copied after a question alone: no copies nothing, yes all of it, and that can be stopped"
  )
  func question() throws {
    let long = String(repeating: "0123456789abcdef", count: 3 << 20)
    let short = String(repeating: String(repeating: "y", count: 999) + "\n", count: 20_000)
    let scratch = try ScratchFile("")
    let handle = try FileHandle(forWritingTo: URL(filePath: scratch.path))
    for text in [long, "\n", short] { try handle.write(contentsOf: Data(text.utf8)) }
    try handle.close()
    let (_, screen, _) = showFile(at: scratch.path)
    key(.keyboardA, "a", .control)
    expectEqual(copied(), "nothing")
    let alert = try #require(screen.presentedViewController as? UIAlertController)
    expectEqual(alert.title, "More than 67.1 MB are marked. Copy all of it?")
    try clickAnswer("Cancel", in: alert.view)
    expect(screen.presentedViewController == nil && UIPasteboard.general.string == "nothing")
    expect(!texts(of: screen.view).contains { $0.contains("Copying") })
    // Stopped in the midst of the long line.
    let change = screen.marker.onChange
    expectEqual(copied(), "nothing")
    var reports: [Double] = []
    screen.marker.onChange = {
      change?()
      guard let progress = screen.marker.progress else { return }
      reports.append(progress)
      screen.marker.cancelCopy()
    }
    try clickAnswer("Copy", in: try #require(screen.presentedViewController?.view))
    screen.marker.onChange = change
    expect(reports.count == 1 && reports[0] > 0 && reports[0] < 0.002, "\(reports): a piece of 64 KB of 70 MB")
    expect(UIPasteboard.general.string == "nothing" && screen.marker.progress == nil)
    expectEqual(copied(), "nothing")
    try clickAnswer("Copy", in: try #require(screen.presentedViewController?.view))
    expectEqual(UIPasteboard.general.string, long + "\n" + short)
    expect(screen.presentedViewController == nil)
  }

  @Test("file: the pointer marks what is below it in lines of two directions, and that is copied in its logical order")
  func twoDirections() throws {
    let lines = [
      "abc \u{5e9}\u{5dc}\u{5d5}\u{5dd} def", "\u{5e9}\u{5dc}\u{5d5}\u{5dd} abc \u{5e2}\u{5d5}\u{5dc}\u{5dd}",
      "\u{5d0}\u{5d1} 12.5 \u{5d2}", "x (\u{5d0}\u{5d1}, \u{5d2}) y\u{e9}", "plain",
    ]
    let scratch = try ScratchFile(lines.map { $0 + "\n" }.joined())
    let (_, _, table) = showFile(at: scratch.path)
    let font = UIFontMetrics.default.scaledFont(for: .monospacedSystemFont(ofSize: 13, weight: .regular))
    let scale = app.window.traitCollection.displayScale
    for wraps in [false, true] {
      if wraps { key(.keyboardW, "w") }
      for (row, text) in lines.enumerated() {
        let line = app.application.typesetter.editLine(
          text, style: TextStyle(font: font.descriptor, pixelSize: font.pointSize * scale, color: .black))
        let cell = try cell(table, row)
        let label = try #require(
          cell.contentView.subviews.compactMap { $0 as? UILabel }.first { $0.text == text }, "row \(row)")
        let left = line.isRightToLeft ? label.bounds.width - line.width / scale : 0
        let carets = line.carets.map { caret in
          label.convert(CGPoint(x: left + caret / scale, y: label.bounds.midY), to: nil)
        }
        let characters = Array(text)
        expectEqual(carets.count, characters.count + 1)
        for (start, from) in carets.enumerated() {
          for (end, to) in carets.enumerated() where end != start {
            app.key(.keyboardEscape)
            app.mouseDown(at: from)
            app.mouseMove(to: CGPoint(x: from.x, y: from.y + 5))
            app.mouseMove(to: to)
            app.mouseUp(at: to)
            app.settle()
            expectEqual(
              copied(), String(characters[min(start, end)..<max(start, end)]),
              "row \(row), from \(start) to \(end)\(wraps ? ", wrapped" : "")")
          }
        }
      }
      // A double click marks the word that is below the pointer.
      let line = app.application.typesetter.editLine(
        lines[0], style: TextStyle(font: font.descriptor, pixelSize: font.pointSize * scale, color: .black))
      let label = try #require(cell(table, 0).contentView.subviews.compactMap { $0 as? UILabel }.first)
      // The letter right of caret 5 is the first of the word, the one left of caret 7 the last.
      for (caret, distance, word) in [
        (1, 2.0, "abc"), (5, 2.0, "\u{5e9}\u{5dc}\u{5d5}\u{5dd}"), (7, -2.0, "\u{5e9}\u{5dc}\u{5d5}\u{5dd}"),
        (10, 2.0, "def"),
      ] {
        app.key(.keyboardEscape)
        let x = CGFloat(line.carets[caret] / scale + distance)
        let place = label.convert(CGPoint(x: x, y: label.bounds.midY), to: nil)
        app.mouseDown(at: place, clickCount: 2)
        app.mouseUp(at: place)
        app.settle()
        expectEqual(copied(), word, "caret \(caret)")
      }
    }
  }
}

@Suite("Long lines in pieces")
struct LongLineTests {
  @Test("rows, lines and pieces lead to each other as in a naive list, whatever a filter hides")
  func rows() {
    for seed in 0..<300 {
      var random = SeededRandom(seed: seed)
      let count = Int.random(in: 1...30, using: &random)
      var long: [LongLine] = []
      var start = 0
      for line in 0..<count {
        let isLong = Int.random(in: 0..<4, using: &random) == 0
        let length = isLong ? LongLine.limit + Int.random(in: 1...300_000, using: &random) : 10
        if isLong { long.append(LongLine(number: line, units: start..<start + length)) }
        start += length + 1
      }
      var shown: LineSet?
      if Bool.random(using: &random) {
        var set = LineSet()
        for line in 0..<count where Bool.random(using: &random) { set.insert(line) }
        set.extend(to: count)
        shown = set
      }
      let rows = LineRows(shown: shown, lineCount: count, inPieces: long)
      var naive: [LinePart] = []
      for line in 0..<count where shown?.contains(line) ?? true {
        if let entry = long.first(where: { $0.number == line }) {
          naive += (0..<entry.pieceCount).map { LinePart(line: line, piece: entry.piece($0)) }
        } else {
          naive.append(LinePart(line: line))
        }
      }
      expectEqual(rows.count, naive.count, "seed \(seed)")
      expectEqual((0..<rows.count).map { rows.part(atRow: $0) }, naive, "seed \(seed)")
      expectEqual(naive.map(rows.row(of:)), Array(naive.indices), "seed \(seed)")
      guard !naive.isEmpty else { continue }
      for line in 0..<count {
        let wanted = naive.firstIndex { $0.line >= line } ?? naive.count - 1
        let isBehind = naive.allSatisfy { $0.line < line }
        if !isBehind { expectEqual(rows.row(of: LinePart(line: line)), wanted, "seed \(seed), line \(line)") }
        expectEqual((rows.longLine(line) != nil), naive.contains { $0.line == line && $0.piece != nil })
      }
      let lines = Array(Set(naive.map(\.line))).sorted()
      for (place, line) in lines.enumerated() {
        for distance in -2...2 {
          expectEqual(rows.line(distance, from: line), lines[min(max(0, place + distance), lines.count - 1)])
        }
      }
    }
  }

  @Test("neither edge of a piece within a line is the line's beginning or end")
  func edges() throws {
    let matcher = try LineMatcher(TextPattern("^0|9$", isExpression: true))
    func places(hasStart: Bool, hasEnd: Bool) -> [Range<Int>] {
      Array("0a9".utf8).withUnsafeBytes {
        matcher.ranges(in: $0, most: 9, time: .seconds(9), hasStart: hasStart, hasEnd: hasEnd)
      }
    }
    expect(places(hasStart: true, hasEnd: true) == [0..<1, 2..<3] && places(hasStart: false, hasEnd: false).isEmpty)
    expect(places(hasStart: true, hasEnd: false) == [0..<1] && places(hasStart: false, hasEnd: true) == [2..<3])
  }

  @Test("lines beyond a megabyte are known however the bytes come, the last one before it has ended, too")
  func scanner() {
    for seed in 0..<6 {
      var random = SeededRandom(seed: seed)
      let lengths = (0..<9).map { _ in
        [3, 600, LongLine.limit - 1, LongLine.limit, LongLine.limit + 1, LongLine.limit + 70_000]
          .randomElement(using: &random) ?? 0
      }
      var bytes: [UInt8] = []
      var expected: [LongLine] = []
      for (number, length) in lengths.enumerated() {
        if length > LongLine.limit {
          expected.append(LongLine(number: number, units: bytes.count..<bytes.count + length))
        }
        bytes += [UInt8](repeating: 0x78, count: length)
        if number < lengths.count - 1 { bytes.append(0x0a) }
      }
      var index = RowIndex()
      var place = 0
      while place < bytes.count {
        let end = min(bytes.count, place + Int.random(in: 1...300_000, using: &random))
        bytes[place..<end].withUnsafeBytes { index.take($0) }
        place = end
      }
      expectEqual(index.longLines, expected, "seed \(seed)")
    }
  }

  @Test(
    "the last lines of a file that takes a while are known before it is counted, and are rows behind those that are")
  func tail() throws {
    let scratch = try ScratchFile("one\n")
    try scratch.overwrite("\nlast but one\n\nlast", at: 70 << 20)
    let file = try OpenFile(path: scratch.path)
    var tails: [[LinePiece]] = []
    IndexPass.run(file) { tails.append($0.tail) }
    let tail = try #require(tails.first)
    let texts = try tail.map { piece in
      String(decoding: try PageReader.read(piece, of: file, format: FileFormat()).cell(0, 0).bytes, as: UTF8.self)
    }
    expectEqual(texts, ["last but one", "", "last"])
    let rows = LineRows(lineCount: 5, tail: tail)
    expect(rows.count == 8 && rows.countedEnd == 5 && rows.lastLine == 4)
    for row in 0..<8 {
      let part = try #require(rows.part(atRow: row))
      expect(rows.row(of: part) == row && (part.line >= 0) == (row < 5))
    }
    expect(rows.part(atRow: 8) == nil && rows.row(of: LinePart(line: 9)) == 4)
    let small = try ScratchFile("one\ntwo\n")
    IndexPass.run(try OpenFile(path: small.path)) { expect($0.tail.isEmpty) }
  }

  @Test(
    "pieces are all of a line and nothing twice, in every encoding, and so is what is marked of it", arguments: 0..<4)
  func partition(number: Int) throws {
    let encoding: FileFormat.Encoding = [
      .utf8, .charset(.latin1), .utf16(isBigEndian: false), .utf16(isBigEndian: true),
    ][number]
    var random = SeededRandom(seed: number)
    let pool: [Unicode.Scalar] =
      encoding == .charset(.latin1) ? ["a", "\u{e9}", "z"] : ["a", "\u{e9}", "\u{6f22}", "\u{1f600}"]
    // Not as long as `LongLine.limit`: what is read does not ask.
    let scalars = (0..<120_000).map { _ in pool.randomElement(using: &random) ?? "a" }
    func encoded(_ scalars: some Sequence<Unicode.Scalar>) -> [UInt8] {
      let string = String(String.UnicodeScalarView(scalars))
      switch encoding {
      case .utf8: return Array(string.utf8)
      case .charset: return scalars.map { UInt8($0.value) }
      case .utf16(let isBigEndian):
        return string.utf16.flatMap {
          isBigEndian ? [UInt8($0 >> 8), UInt8($0 & 0xff)] : [UInt8($0 & 0xff), UInt8($0 >> 8)]
        }
      }
    }
    let (before, line) = (encoded("first\r\n".unicodeScalars), encoded(scalars))
    let scratch = try ScratchFile(before + line + encoded("\r\nlast".unicodeScalars))
    let file = try OpenFile(path: scratch.path)
    let format = try FileFormat(of: file, hasFields: false, as: encoding)
    let start = before.count / format.unit
    let long = LongLine(number: 1, units: start..<start + line.count / format.unit + 1)
    let text = Array(String(String.UnicodeScalarView(scalars)).utf8)
    let cells = try (0..<long.pieceCount).map { number in
      try LineContent(
        PageReader.read(long.piece(number), of: file, format: format).cell(0, 0), long.piece(number), limit: 0, format)
    }
    expectEqual(Array(cells.map(\.cell.bytes).joined()), text + [0x0d])
    expectEqual(cells.map(\.text).joined(), String(decoding: text, as: UTF8.self))
    for (content, next) in zip(cells, cells.dropFirst()) {
      let around = try #require(content.cell.surroundings?.bytes)
      expect(Array(around[content.cell.bytes.endIndex...]).starts(with: next.cell.bytes.prefix(2000)))
      expect(content.unit(atShown: .max) == content.end && next.unit(atShown: 0) == content.end)
    }
    var index = RowIndex()
    IndexPass.run(file, as: encoding) { index = $0.index }
    // Units before each character.
    var places = [0]
    for scalar in scalars {
      let width =
        switch encoding {
        case .utf8: UTF8.width(scalar)
        case .utf16: UTF16.width(scalar)
        case .charset: 1
        }
      places.append((places.last ?? 0) + width)
    }
    for step in 0..<40 {
      let edge = Int.random(in: 0..<long.pieceCount, using: &random) * LinePiece.length
      let near = places.firstIndex { $0 >= edge } ?? 0
      let first = step % 2 == 0 ? Int.random(in: 0..<scalars.count, using: &random) : max(0, near - step % 3)
      let last = min(scalars.count, first + [0, 1, 5, 40_000, 90_000][step % 5])
      let marked = MarkedText(
        ranges: [LineSelection.Place(1, places[first])..<LineSelection.Place(1, places[last])], shown: nil, index: index
      )
      let wanted = String(String.UnicodeScalarView(scalars[first..<last]))
      guard case .text(wanted) = marked.read(from: file, most: 1 << 20, Cancellation(), report: {}) else {
        Issue.record("step \(step)")
        continue
      }
    }
  }
}
