import Expectations
import Foundation
import Pixels
import RandomSupport
import TestSupport
import Testing
import TextSearch

@testable import DemoParts
@testable import FileViewer
@testable import TableDemo
@testable import UIKitCore

@MainActor
@Suite("What stands out in lines of logs")
struct LogTests {
  @Test(
    "a level is a word in capitals, one in small letters that is named, or a priority of syslog",
    arguments: [
      ("2026-01-02 03:04 ERROR no disk", LogLevel.error, "ERROR"), ("[warn] slow", .warning, "warn"),
      ("t=1 level=info msg=x", .info, "info"), (#"{"level": "debug"}"#, .debug, "debug"),
      ("<34>su: failed", .error, "<34>"), ("<165>1 x", .info, "<165>"),
      ("\u{e9}\u{1f600} WARNING", .warning, "WARNING"), ("12:00:01:error: x", .error, "error"),
      ("FATAL", .error, "FATAL"), ("x TRACE", .debug, "TRACE"),
    ])
  func levels(line: String, level: LogLevel, word: String) throws {
    let found = try #require(LogLevel.first(in: line))
    expectEqual(found.level, level)
    expectEqual((line as NSString).substring(with: found.range), word)
  }

  @Test(
    "other words are no levels",
    arguments: [
      "", "an error came", "ERROR_CODE=5", "TERROR", "<192>x", "<>", "<12", "Warn", "http://info.example", "INFORM",
      String(repeating: ".", count: 300) + "ERROR",
    ])
  func none(line: String) { expect(LogLevel.first(in: line) == nil, "\(line)") }

  @Test("any bytes are looked through")
  func random() {
    var random = SeededRandom(seed: 1)
    let pool = Array("<[=:\"ERO".utf8) + (0...255)
    for _ in 0..<2000 {
      let bytes = (0..<Int.random(in: 0...300, using: &random)).map { _ in
        pool[Int.random(in: 0..<(Bool.random(using: &random) ? 8 : pool.count), using: &random)]
      }
      let text = String(decoding: bytes, as: UTF8.self)
      if let found = LogLevel.first(in: text) { expect(found.range.location + found.range.length <= text.utf16.count) }
    }
  }

  @Test("texts that stand out keep their colours from run to run; eight do at most")
  func memory() throws {
    let scratch = try ScratchFile("")
    let first = Highlighters(path: scratch.path, lanes: .inline)
    for number in 0..<10 { first.add(TextPattern("t\(number)")) }
    first.add(TextPattern("t1"))
    expect(first.isFull && Set(first.entries.map(\.color)).count == 8)
    first.set(3, of: first.entries[0])
    first.set(nil, of: first.entries[2])
    let next = Highlighters(path: scratch.path, lanes: .inline)
    var loads = 0
    next.load { loads += 1 }
    next.load { loads += 1 }
    expect(loads == 1 && next.entries == first.entries && next.entries.count == 7)
    expectEqual(next.places(in: "a t0 t2 t4").map(\.range.location), [2, 8])
    let pattern = #"{"text":"x","isExpression":false,"matchesCase":false,"matchesWords":false}"#
    try scratch.rewrite(#"[{"pattern":\#(pattern),"color":99}]"#)
    let damaged = Highlighters(path: scratch.path, lanes: .inline)
    damaged.load {}
    expect(damaged.entries.isEmpty)
  }
}

extension ScreenTests {
  /// The parts of a row's text that have an attribute.
  private func parts(
    _ name: NSAttributedString.Key, ofRow row: Int, in table: UITableView
  ) throws -> [(text: String, color: UIColor)] {
    func labels(_ view: UIView) -> [UILabel] { [view as? UILabel].compactMap { $0 } + view.subviews.flatMap(labels) }
    let cell = try #require(table.cellForRow(at: IndexPath(row: row, section: 0)))
    return labels(cell).compactMap(\.attributedText).flatMap { text in
      var found: [(String, UIColor)] = []
      var (place, range) = (0, NSRange())
      while place < text.length {
        if let color = text.attribute(name, at: place, effectiveRange: &range) as? UIColor {
          found.append(((text.string as NSString).substring(with: range), color))
        }
        place = max(place + 1, range.location + range.length)
      }
      return found
    }
  }

  @Test("file: levels are in colour; the menu of a line has its word and what is found stand out, or no more")
  func logScreen() throws {
    let scratch = try ScratchFile(
      "1 ERROR disk full\n2 info disk 7\n3 INFO disk 12\n4\tWARN ERROR\n5 INFO "
        + String(repeating: "x ERROR ", count: 100) + "\n")
    let (file, screen, table) = showFile(at: scratch.path)
    defer { withExtendedLifetime((scratch, file)) {} }
    let error = try parts(.foregroundColor, ofRow: 0, in: table).first { $0.text == "ERROR" }
    expectEqual(error?.color, Palette.red)
    try expect(parts(.foregroundColor, ofRow: 1, in: table).allSatisfy { $0.color != Palette.tint })
    try expectEqual(parts(.foregroundColor, ofRow: 3, in: table).map(\.text), ["WARN"])
    // What stands further to the right is no level.
    for _ in 0..<8 { app.key(.keyboardRightArrow) }
    app.settle()
    try expect(parts(.foregroundColor, ofRow: 4, in: table).isEmpty)
    app.key(.keyboardLeftArrow, modifiers: .control)
    app.settle()
    try expectEqual(parts(.foregroundColor, ofRow: 4, in: table).map(\.text), ["INFO"])
    func menu(_ row: Int, _ column: Int) -> UIMenu? {
      let rect = table.rectForRow(at: IndexPath(row: row, section: 0))
      let x = FileLineCell.gutterWidth(digits: 1) + 10 + (CGFloat(column) + 0.5) * FileLineCell.widths.column
      return screen.menu(ofRow: row, at: CGPoint(x: x, y: rect.midY))
    }
    func choose(_ titles: String..., in menu: UIMenu?) throws {
      var menu = menu
      for title in titles {
        let item = try #require(menu?.children.first { $0.title == title }, "\(title)")
        (item as? UIAction)?.perform(from: nil)
        menu = item as? UIMenu
      }
      app.settle()
    }
    try choose("Highlight \u{201c}disk\u{201d}", in: menu(0, 9))
    for row in 0..<3 {
      let part = try #require(try parts(.backgroundColor, ofRow: row, in: table).first)
      expect(part.text == "disk" && part.color == Highlighters.colors[0].ground)
    }
    app.key(.keyboardF, "f", modifiers: .control)
    app.type("12")
    app.settle()
    try choose("Highlight what is found", in: menu(0, 9))
    app.key(.keyboardEscape)
    app.settle()
    try expectEqual(parts(.backgroundColor, ofRow: 2, in: table).map(\.text), ["disk", "12"])
    try choose("Highlighted", "\u{201c}disk\u{201d}", "Teal", in: menu(2, 0))
    try expectEqual(parts(.backgroundColor, ofRow: 0, in: table).first?.color, Highlighters.colors[4].ground)
    try choose("Highlighted", "\u{201c}disk\u{201d}", "Remove", in: menu(2, 0))
    try expectEqual(parts(.backgroundColor, ofRow: 2, in: table).map(\.text), ["12"])
    try expect(parts(.backgroundColor, ofRow: 0, in: table).isEmpty)
  }
}

extension ScreenTests.ContrastTests {
  @Test("levels and what stands out have 4.5:1", arguments: [UIUserInterfaceStyle.light, .dark])
  func logs(style: UIUserInterfaceStyle) throws {
    let meter = try ContrastMeter(size: CGSize(width: 1280, height: 800))
    let scratch = try ScratchFile("FATAL a\nWARN b\nINFO c\nDEBUG d\na b c d e f g h\na b c d e f g h ERROR b\n")
    defer { withExtendedLifetime(scratch) {} }
    app.becomeCurrent()
    app.application.preferredInterfaceStyle = style
    let highlighters = Highlighters(path: nil)
    for letter in "abcdefgh" { highlighters.add(TextPattern(String(letter), matchesWords: true)) }
    let screen = FileController(file: IndexedFile(path: scratch.path, lanes: .inline), highlighters: highlighters)
    let window = PaletteWindow(frame: CGRect(x: 0, y: 0, width: 1280, height: 800))
    window.rootViewController = screen
    window.makeKeyAndVisible()
    app.settle(limit: 120)
    let before = meter.count
    for fault in try meter.faults(in: app) { Issue.record("\(style): \(fault)") }
    screen.scriptedTable.selectRow(at: IndexPath(row: 5, section: 0), animated: false, scrollPosition: .none)
    app.settle(limit: 120)
    for fault in try meter.faults(in: app) { Issue.record("\(style), selected: \(fault)") }
    expect(meter.count > before + 20)
    // The ground that a text has of its own is not measured: it is calculated, on a row and on a selected one.
    let traits = UITraitCollection(userInterfaceStyle: style)
    let rows: [UInt8] = style == .light ? [255, 209] : [28, 58]
    for (name, ground) in Highlighters.colors {
      for level in rows {
        let row = DrawColor(red: level, green: level, blue: level, alpha: 255)
        let below = ground.drawColor(in: traits).over(row)
        expect(UIColor.label.drawColor(in: traits).over(below).contrast(to: below) >= 4.5, "\(name) on \(level)")
      }
    }
    withExtendedLifetime(window) {}
  }
}
