import Expectations
import Foundation
import TestSupport
import Testing
import TextSearch
import UIKitCore

@testable import FileViewer
@testable import TableDemo

extension ScreenTests {
  private static let han = String(String.UnicodeScalarView((0x4e00..<0x4e00 + 6000).compactMap(Unicode.Scalar.init)))

  private func wrappedLabels(_ table: UITableView, row: Int = 0) -> [UILabel] {
    let cell = table.cellForRow(at: IndexPath(row: row, section: 0))
    return (cell?.contentView.subviews ?? []).compactMap { $0 as? UILabel }.dropLast().filter { !$0.isHidden }
      .sorted { $0.frame.minY < $1.frame.minY }
  }

  @Test("file: a line of thousands of distinct characters is filled frame by frame, and stands then as if at once")
  func manyCharacters() throws {
    let scratch = try ScratchFile(Self.han + "\n")
    let (_, _, table) = showFile(at: scratch.path)
    app.key(.keyboardW, "w")
    var shown = 0
    var frames = 0
    repeat {
      app.frame()
      let now = wrappedLabels(table).reduce(0) { $0 + ($1.text ?? "").count }
      // With the first come those that the cut line showed.
      expect(now - shown < 400, "characters of one frame")
      shown = now
      frames += 1
    } while app.application.frameLoop.isFrameRequested && frames < 600
    expect(frames > 3)
    let room = FileLineCell.lineWidth(inRow: table.bounds.width, digits: 1)
    let wrapped = WrappedText(Self.han, width: room, FileLineCell.widths)
    let labels = wrappedLabels(table)
    expect(labels.count > 20)
    for (number, label) in labels.enumerated() { expectEqual(label.text, String(wrapped.line(number))) }
    // What was shown before is there at once, and a line further down comes alone.
    scroll(table, to: FileLineCell.widths.lineHeight * 10)
    expect(wrappedLabels(table).contains { $0.text == String(wrapped.line(10)) })
    app.key(.keyboardEnd)
    app.settle()
    expectEqual(wrappedLabels(table).last?.text, String(wrapped.line(wrapped.lineCount - 1)))
  }

  @Test("file: wrapped lines with invalid UTF-8 show the text that they show on one row")
  func wrappedInvalidBytes() throws {
    var random = SeededRandom(seed: 11)
    var bytes: [UInt8] = []
    for _ in 0..<12 {
      for _ in 0..<Int.random(in: 0...300, using: &random) {
        bytes.append(
          Bool.random(using: &random) ? UInt8.random(in: 0x80...0xff, using: &random) : UInt8(ascii: "a"))
      }
      bytes.append(10)
    }
    let scratch = try ScratchFile(bytes)
    let (_, _, table) = showFile(at: scratch.path)
    app.settle()
    let cut = (0..<12).map { row in wrappedLabels(table, row: row).map { $0.text ?? "" }.joined() }
    app.key(.keyboardW, "w")
    app.settle()
    for row in 0..<12 {
      let labels = wrappedLabels(table, row: row)
      // Cut, a row has the part that is in sight.
      let text = labels.map { $0.text ?? "" }.joined()
      expect(text.hasPrefix(cut[row]) && text.isEmpty == cut[row].isEmpty, "row \(row)")
      // A label breaks none of its lines again.
      for label in labels {
        let lines = CGFloat((label.text ?? "").split(separator: "\n", omittingEmptySubsequences: false).count)
        let height = label.sizeThatFits(CGSize(width: label.bounds.width, height: 10_000)).height
        expect(height <= lines * FileLineCell.widths.lineHeight + 1, "row \(row)")
      }
    }
  }

  @Test("file: with fonts whose files were cut, lines have the widths of usual ones, and every key is borne")
  func cutFonts() throws {
    let scratch = try ScratchFile((0..<300).map { "line \($0) \u{6f22}\u{e9}\n" }.joined())
    let (_, screen, table) = showFile(at: scratch.path)
    app.platform.fakeTextEngine.isCut = true
    let plus = UIKeyboardHIDUsage(rawValue: 46)
    defer {
      app.platform.fakeTextEngine.isCut = false
      app.key(plus, "0", modifiers: .control)
      app.settle()
    }
    for (code, characters, modifiers): (UIKeyboardHIDUsage, String, UIKeyModifierFlags) in [
      (plus, "+", .control), (.keyboardPageDown, "", []), (.keyboardPageDown, "", []), (.keyboardW, "w", []),
      (.keyboardEnd, "", []), (.keyboardHome, "", []), (plus, "+", .control), (.keyboardW, "w", []),
      (.keyboardRightArrow, "", .control), (.keyboardDownArrow, "", .shift), (.keyboardEnd, "", []),
    ] {
      app.key(code, characters, modifiers: modifiers)
      app.settle()
      app.click(at: CGPoint(x: 300, y: 200))
    }
    expect(screen.rowCount == 300 && table.indexPathsForVisibleRows?.last?.row == 299)
    expect(FileLineCell.widths.column > 1 && FileLineCell.widths.lineHeight > 1)
  }

  @Test("places in text of any characters, cut or wrapped, are those of adding one width after the other")
  func measuredText() {
    let pool =
      Array("ab \u{e9}\u{6f22}\u{ac00}\u{1f600}\u{5d0}").map { String($0) } + [
        "e\u{301}", "\u{1f468}\u{200d}\u{1f467}",
      ]
    for seed in 0..<60 {
      var random = SeededRandom(seed: seed)
      let isASCII = seed % 4 == 0
      let text = (0..<Int.random(in: 0...700, using: &random)).map { _ in
        isASCII ? "a" : pool.randomElement(using: &random) ?? "a"
      }.joined()
      var widths = FileLineCell.widths
      widths.measure(text)
      expect(!widths.isGuessed(text))
      let measured = MeasuredText(text, widths)
      var x: [CGFloat] = [0]
      var units = [0]
      for character in text {
        x.append((x.last ?? 0) + widths.width(of: character))
        units.append((units.last ?? 0) + character.utf16.count)
      }
      expect(abs(measured.width - (x.last ?? 0)) < 0.01)
      for place in units.indices {
        expect(abs(measured.x(before: units[place], widths) - x[place]) < 0.01, "seed \(seed)")
      }
      for first in [0, 1, 63, 64, 65, 128, 500] {
        let slice = measured.slice(from: first, count: 40, widths)
        guard let start = units.firstIndex(of: slice.start) else {
          Issue.record("seed \(seed): \(slice.start) is within a character")
          continue
        }
        expect(abs(slice.left - x[start]) < 0.01 && slice.left <= CGFloat(first) * widths.column + 0.01)
        expect(text.dropFirst(start).hasPrefix(slice.text), "seed \(seed)")
      }
      let room = CGFloat.random(in: 30...400, using: &random)
      let wrapped = WrappedText(text, width: room, widths)
      expectEqual((0..<wrapped.lineCount).map { String(wrapped.line($0)) }.joined(), text)
      for line in 0..<wrapped.lineCount {
        expect(widths.width(of: wrapped.line(line)) <= room + 0.1 || wrapped.line(line).count == 1)
        let place = wrapped.start(of: line)
        expect(text.isEmpty || wrapped.line(holding: place) == line, "seed \(seed)")
      }
    }
  }

  @Test("file: one line is current, whatever moved it: keys, clicks, marks and the wheel")
  func currentLine() throws {
    let scratch = try ScratchFile((0..<900).map { "line \($0)\n" }.joined())
    let (_, screen, table) = showFile(at: scratch.path)
    func copied() -> String? {
      UIPasteboard.general.string = "nothing"
      app.key(.keyboardC, "c", modifiers: .control)
      app.settle()
      return UIPasteboard.general.string
    }
    func marks() -> [Int] {
      (table.indexPathsForVisibleRows ?? []).map(\.row).filter {
        table.cellForRow(at: IndexPath(row: $0, section: 0))?.accessibilityValue == "bookmark"
      }
    }
    func click(_ row: Int, _ modifiers: UIKeyModifierFlags = []) throws {
      let cell = try #require(table.cellForRow(at: IndexPath(row: row, section: 0)))
      app.click(at: cell.convert(CGPoint(x: 100, y: 5), to: nil), modifiers: modifiers)
      app.settle()
    }
    try click(7)
    for _ in 0..<3 { app.key(.keyboardDownArrow) }
    expect(copied() == "line 10" && screen.current.line == 10)
    app.key(.keyboardB, "b", modifiers: .control)
    for _ in 0..<2 { app.key(.keyboardDownArrow) }
    app.key(.keyboardB, "b", modifiers: .control)
    app.settle()
    expectEqual(marks(), [10, 12])
    app.key(.keyboardDownArrow, modifiers: .control)
    expect(screen.current.line == 13 && table.indexPathForSelectedRow?.row == 13, "there is no ring of its own")
    app.key(.keyboardDownArrow, modifiers: .shift)
    app.key(.keyboardDownArrow, modifiers: .shift)
    expect(screen.current.line == 15 && copied() == "line 13\nline 14\nline 15\n")
    app.key(.keyboardEscape)
    app.key(.keyboardUpArrow)
    expectEqual(copied(), "line 14")
    try click(20, .shift)
    expectEqual(screen.current.line, 20)
    app.key(.keyboardEscape)
    // Out of view it is the first line in view, for keys, too.
    scroll(table, to: 200 * FileLineCell.height)
    expect(screen.current.line == 200 && copied() == "line 200")
    app.key(.keyboardDownArrow)
    app.settle()
    expect(screen.current.line == 201 && copied() == "line 201")
    app.key(.keyboardEnd, modifiers: .control)
    app.settle()
    expect(screen.current.line == 899 && copied() == "line 899")
  }
}
