import Expectations
import Foundation
import Testing

extension EndToEnd {
  /// Grids in a real window, with real keys, buttons and a real clipboard. Cells are told apart by what copying gives.
  @Suite("A grid", .serialized, .timeLimit(.minutes(2)))
  struct GridTests {
    /// Points of the screen `grid`: the bar above it, its headers, and its lines.
    private enum Sheet {
      static let (bar, rowHeader, columnHeader) = (32, 64, 24)
      static let (columnWidth, rowHeight) = (92, 24)

      /// The middle of a cell, both counted from 0, of a sheet that was not scrolled.
      static func cell(_ row: Int, _ column: Int) -> (x: Int, y: Int) {
        (
          rowHeader + column * columnWidth + columnWidth / 2,
          bar + columnHeader + row * rowHeight + rowHeight / 2
        )
      }
    }

    private func start() async throws -> Demo {
      try await Demo("--screen", "grid", "--appearance", "light", "--size", "900x600")
    }

    private func click(_ place: (x: Int, y: Int), _ demo: Demo) async throws {
      try await demo.click(x: place.x, y: place.y)
    }

    @Test("the wheel scrolls a grid both ways: headers stay at their edges, and scrolling back brings the same picture")
    func wheel() async throws {
      let demo = try await start()
      try await demo.move(x: 450, y: 300)
      let before = try await demo.settled()
      let (rowHeaders, cells) = (0..<Sheet.rowHeader, Sheet.rowHeader..<before.width - WindowTests.indicator)
      let columnHeaders = Sheet.bar..<Sheet.bar + Sheet.columnHeader
      let rows = columnHeaders.upperBound + Sheet.rowHeight..<550
      try await demo.turnWheel(4)
      let down = try await demo.settled()
      expect(down.differences(from: before, x: cells, y: rows) > 2000)
      expect(down.differences(from: before, x: rowHeaders, y: rows) > 200)
      expectEqual(down.differences(from: before, x: cells, y: columnHeaders), 0)
      try await demo.display.xdotool("click", "--repeat", "4", "--delay", "15", "7")
      let across = try await demo.settled()
      expect(across.differences(from: down, x: cells, y: rows) > 2000)
      expect(across.differences(from: down, x: cells, y: columnHeaders) > 200)
      expectEqual(across.differences(from: down, x: rowHeaders, y: rows), 0)
      try await demo.turnWheel(-6)
      try await demo.display.xdotool("click", "--repeat", "6", "--delay", "15", "6")
      let back = try await demo.settled()
      expectEqual(back.differences(from: before, x: cells, y: rows, tolerance: WindowTests.rounding), 0)
      try await expectEqual(demo.end(), 0)
    }

    @Test("cells are edited in place, selected by a click and Shift with arrows, and copied; a header's edge resizes")
    func editing() async throws {
      let demo = try await start()
      try await click(Sheet.cell(1, 1), demo)
      for text in ["17", "one", "25", "two"] {
        try await demo.press("Return")
        try await demo.press("ctrl+a")
        try await demo.display.xdotool("type", "--delay", "20", text)
        // Goes down; Tab would go to the right.
        try await demo.press("Return")
      }
      try await click(Sheet.cell(1, 1), demo)
      for key in ["shift+Down", "shift+Down", "shift+Down", "shift+Right", "shift+Left"] { try await demo.press(key) }
      try await demo.copies("17\none\n25\ntwo\n")
      try await demo.drag(from: Sheet.cell(2, 1), to: Sheet.cell(3, 1))
      try await demo.copies("one\n25\n")
      // What was in column C is in the widened column B.
      let edge = (x: Sheet.rowHeader + 2 * Sheet.columnWidth, y: Sheet.bar + Sheet.columnHeader / 2)
      try await demo.drag(from: edge, to: (edge.x + Sheet.columnWidth, edge.y))
      try await click(Sheet.cell(1, 2), demo)
      try await demo.copies("17\n")
      try await expectEqual(demo.end(), 0)
    }

    @Test("what is typed over a cell begins with its first sign, with Shift, too, also when cells are typed in one go")
    func typing() async throws {
      let demo = try await start()
      try await click(Sheet.cell(1, 1), demo)
      for text in ["\"quoted\" 7", "(3) %", "Capital"] {
        try await demo.display.xdotool("type", "--delay", "20", text)
        try await demo.press("Return")
      }
      _ = try await demo.settled()
      // Two cells and the beginning of a third while the program stands still, then the rest.
      demo.process.send(SIGSTOP)
      try await demo.display.xdotool("type", "--delay", "12", "!x")
      try await demo.press("Return")
      try await demo.display.xdotool("type", "--delay", "12", "?y")
      demo.process.send(SIGCONT)
      _ = try await demo.settled()
      demo.process.send(SIGSTOP)
      try await demo.press("Return")
      try await demo.display.xdotool("type", "--delay", "12", "z#")
      demo.process.send(SIGCONT)
      try await demo.press("Return")
      try await click(Sheet.cell(1, 1), demo)
      for _ in 0..<5 { try await demo.press("shift+Down") }
      try await demo.copies("\"\"\"quoted\"\" 7\"\n(3) %\nCapital\n!x\n?y\nz#\n")
      try await expectEqual(demo.end(), 0)
    }

    @Test("Control and Home lead back to the first cell, whose row is pinned; what Control and plus bear is not typed")
    func keys() async throws {
      let demo = try await start()
      try await click(Sheet.cell(0, 0), demo)
      let before = try await demo.settled()
      try await demo.press("ctrl+End")
      _ = try await waiting(for: "the last cell") {
        let end = try await demo.screenshot()
        return end.differences(from: before, x: 0..<Sheet.rowHeader, y: 200..<500) > 200 ? () : nil
      }
      try await demo.press("ctrl+Home")
      let cells = 0..<before.width - WindowTests.indicator
      _ = try await waiting(for: "the first cell, as it was") {
        let back = try await demo.screenshot()
        return back.differences(from: before, x: cells, y: 0..<550, tolerance: WindowTests.rounding) == 0 ? () : nil
      }
      try await demo.press("Return")
      try await demo.press("ctrl+a")
      try await demo.display.xdotool("type", "--delay", "20", "seven")
      try await demo.press("ctrl+plus")
      try await demo.press("ctrl+0")
      try await demo.press("Tab")
      try await demo.press("Left")
      try await demo.copies("seven\n")
      try await expectEqual(demo.end(), 0)
    }

    @Test("CSV files in tabs: Control and Tab lead to the next, Control and W closes one after the other")
    func tabs() async throws {
      let scratch = try ScratchDirectory()
      let paths = try (1...3).map { number in
        let path = scratch.path("\(number).csv")
        try "name,size\nfile \(number),2\n".write(toFile: path, atomically: true, encoding: .utf8)
        return path
      }
      let demo = try await Demo(paths + ["--appearance", "light", "--size", "900x600"])
      let first = (x: 60, y: 40 + 28 + 12)
      func copies(_ number: Int, belowTabs: Bool = true) async throws {
        _ = try await demo.settled()
        try await click((first.x, first.y - (belowTabs ? 0 : 40)), demo)
        try await demo.copies("file \(number)\n")
      }
      try await copies(1)
      try await demo.press("ctrl+Tab")
      try await copies(2)
      try await demo.press("ctrl+Page_Down")
      try await copies(3)
      try await demo.press("ctrl+w")
      try await copies(2)
      try await demo.press("ctrl+w")
      // One file has no tab.
      try await copies(1, belowTabs: false)
      try await expectEqual(demo.end(), 0)
    }

    @Test("a CSV file has columns; clicks on a title sort by them, numbers as numbers, one way and the other")
    func delimited() async throws {
      let scratch = try ScratchDirectory()
      let path = scratch.path("sizes.csv")
      // 7 and 500 share no factor: each number once.
      let lines = (0..<500).map { "name \($0),\($0 * 7 % 500)\n" }
      try ("name,size\n" + lines.joined()).write(toFile: path, atomically: true, encoding: .utf8)
      let demo = try await Demo(path, "--appearance", "light", "--size", "900x600")
      let title = (x: 160, y: 14)
      let first = (x: 160, y: 28 + 12)
      try await click(first, demo)
      try await demo.copies("0\n")
      try await click(title, demo)
      _ = try await demo.settled()
      try await click(first, demo)
      try await demo.press("Down")
      try await demo.press("shift+Left")
      try await demo.copies("name 143\t1\n")
      try await click(title, demo)
      _ = try await demo.settled()
      try await click(first, demo)
      try await demo.copies("499\n")
      try await expectEqual(demo.end(), 0)
    }
  }
}
