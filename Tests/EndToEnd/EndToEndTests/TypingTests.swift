import Expectations
import Foundation
import Testing

extension EndToEnd {
  /// Real keys with their text into a real search bar.
  @Suite("Typing", .serialized, .timeLimit(.minutes(2)))
  struct TypingTests {
    /// The lines of the window below the table's header; the caret is not among them.
    private static let rows = 115..<600
    private static let columns = 0..<(900 - WindowTests.indicator)

    private func start() async throws -> Demo {
      let demo = try await Demo("--screen", "countries", "--appearance", "light", "--size", "900x600")
      try await demo.move(x: 200, y: 40)
      return demo
    }

    private func type(_ text: String, into demo: Demo) async throws {
      try await demo.display.xdotool("type", "--delay", "20", text)
    }

    /// Waits until the rows show something else than `picture`.
    private func changed(from picture: Screenshot, _ demo: Demo) async throws -> Screenshot {
      try await waiting(for: "other rows") {
        let next = try await demo.screenshot()
        return next.differences(from: picture, x: Self.columns, y: Self.rows) > 1000 ? next : nil
      }
    }

    private func same(_ picture: Screenshot, _ demo: Demo) async throws {
      _ = try await waiting(for: "the same rows") {
        let next = try await demo.screenshot()
        let tolerance = WindowTests.rounding
        return next.differences(from: picture, x: Self.columns, y: Self.rows, tolerance: tolerance) == 0 ? () : nil
      }
    }

    @Test("control F and letters find countries, Escape brings all of them back")
    func search() async throws {
      let demo = try await start()
      let all = try await demo.settled()
      try await demo.press("ctrl+f")
      try await type("burkina", into: demo)
      let found = try await waiting(for: "one row") {
        let picture = try await demo.screenshot()
        // One row is left: below it is nothing.
        return picture.colours(x: Self.columns, y: 230..<600).count == 1 ? picture : nil
      }
      expect(found.colours(x: Self.columns, y: Self.rows).count > 10)
      try await demo.press("Escape")
      try await same(all, demo)
      try await type("zzz", into: demo)
      _ = try await changed(from: all, demo)
      try await demo.press("ctrl+BackSpace")
      try await same(all, demo)
      try await expectEqual(demo.end(), 0)
    }

    @Test("what is typed behind control F is not lost, though both come in together")
    func typedAhead() async throws {
      let demo = try await start()
      _ = try await demo.settled()
      demo.process.send(SIGSTOP)
      try await demo.display.xdotool("key", "--delay", "0", "ctrl+f", "b", "u", "r", "k", "i", "n", "a")
      demo.process.send(SIGCONT)
      _ = try await waiting(for: "one row") {
        try await demo.screenshot().colours(x: Self.columns, y: 230..<600).count == 1 ? () : nil
      }
      try await expectEqual(demo.end(), 0)
    }

    @Test("signs with Shift behind the key that brings a field arrive as the layout has them, in order")
    func signsTypedAhead() async throws {
      let demo = try await start()
      let all = try await demo.settled()
      demo.process.send(SIGSTOP)
      try await demo.display.xdotool(
        "key", "--delay", "12", "ctrl+f", "shift+7", "a", "shift+5", "shift+9", "B", "slash", "question")
      demo.process.send(SIGCONT)
      // Nothing in the list is called so.
      _ = try await changed(from: all, demo)
      try await demo.press("ctrl+a")
      try await demo.copies("&a%(B/?")
      try await expectEqual(demo.end(), 0)
    }

    @Test("a click puts the caret into the field; cut and paste go through the desktop's clipboard")
    func clipboard() async throws {
      let demo = try await start()
      let all = try await demo.settled()
      try await demo.click(x: 700, y: 42)
      try await type("albania", into: demo)
      let one = try await waiting(for: "one row") {
        let picture = try await demo.screenshot()
        return picture.colours(x: Self.columns, y: 230..<600).count == 1 ? picture : nil
      }
      try await demo.press("ctrl+a")
      try await demo.press("ctrl+x")
      try await same(all, demo)
      try await demo.press("ctrl+v")
      try await same(one, demo)
      try await demo.press("ctrl+z")
      try await same(all, demo)
      try await expectEqual(demo.end(), 0)
    }

    /// Expects at the program's end that no key has waited for another program for long.
    private func expectNoHalt(_ demo: Demo) async throws {
      try await expectEqual(demo.end(), 0)
      // 0.1 s for the program, and what a frame takes on a busy machine.
      let times = try demo.statistics().inputToPresentMs
      expect(times.answers > 0 && times.max < 700, "\(times)")
    }

    @Test(
      "a paste from a program that has stopped answering is given up within a tenth of a second, and typing goes on")
    func silentOwner() async throws {
      let demo = try await start()
      let all = try await demo.settled()
      let scratch = try ScratchDirectory()
      let owner = try ChildProcess(
        Tools.tableDemo, ["--screen", "countries", "--size", "300x300", "--stats", scratch.path("stats.json")],
        environment: demo.display.environment)
      let other = try await waiting(for: "the owner's window") { await demo.display.window(of: owner) }
      try await demo.display.xdotool("windowfocus", "--sync", other)
      try await Task.sleep(for: .seconds(1))
      for key in ["Down", "Return", "ctrl+c"] { try await demo.press(key) }
      for name in ["windowraise", "windowfocus"] { try await demo.display.xdotool(name, demo.window) }
      try await demo.press("ctrl+f")
      try await demo.press("ctrl+v")
      // The row of the other program is no country's name.
      _ = try await changed(from: all, demo)
      try await demo.press("ctrl+a")
      try await demo.press("BackSpace")
      try await same(all, demo)
      owner.send(SIGSTOP)
      let start = ContinuousClock.now
      try await demo.press("ctrl+v")
      try await type("burkina", into: demo)
      _ = try await waiting(for: "one row") {
        let picture = try await demo.screenshot()
        // Below it there is nothing but the notice, at the foot of the window.
        return picture.colours(x: Self.columns, y: 230..<540).count == 1 ? () : nil
      }
      expect(ContinuousClock.now - start < .seconds(5))
      try await expectNoHalt(demo)
      owner.send(SIGKILL)
    }

    /// The countries' search field, with the keyboard.
    private func searching() async throws -> Demo {
      let demo = try await start()
      try await demo.press("ctrl+f")
      return demo
    }

    @Test("a paste of 5 MB, which another program hands over in pieces, puts as much into the field as it takes")
    func pasteInPieces() async throws {
      let demo = try await searching()
      let text = Array((0..<500_000).map { String(format: "%09d ", $0) }.joined().utf8)
      for manner in [ClipboardOwner.Manner.pieces(of: 250_000), .pieces(of: 900_001), .whole] {
        let owner = try ClipboardOwner(text, manner, on: demo.display.name)
        try await demo.press("ctrl+a")
        try await demo.press("BackSpace")
        let empty = try await demo.settled()
        try await demo.press("ctrl+v")
        // What takes longer than a tenth of a second comes later.
        _ = try await changed(from: empty, demo)
        try await demo.press("ctrl+a")
        try await demo.copies(String(decoding: text.prefix(65_536), as: UTF8.self))
        expect(owner.piecesHandedOver > 0)
        owner.stop()
      }
      try await expectEqual(demo.end(), 0)
    }

    @Test("bytes that are no UTF-8 are pasted as replacement characters, and what is around them as it is")
    func pasteOfGarbage() async throws {
      let demo = try await searching()
      let garbage = Array("burk".utf8) + [0xFF, 0xC3, 0x28] + Array("ina".utf8) + [0xF0, 0x9F]
      for manner in [ClipboardOwner.Manner.pieces(of: 5), .whole] {
        let owner = try ClipboardOwner(garbage, manner, on: demo.display.name)
        try await demo.press("ctrl+a")
        try await demo.press("ctrl+v")
        try await demo.press("ctrl+a")
        try await demo.copies("burk\u{FFFD}\u{FFFD}(ina\u{FFFD}")
        owner.stop()
      }
      try await expectEqual(demo.end(), 0)
    }

    @Test(
      "a paste from a program that stops, dies or never ends is given up with a notice, and typing goes on",
      arguments: [
        ClipboardOwner.Manner.stalling(after: 2), .dying(after: 2), .stalling(after: 0), .trickling,
        .promising(1 << 30),
      ])
    func brokenPaste(manner: ClipboardOwner.Manner) async throws {
      let demo = try await searching()
      let owner = try ClipboardOwner([UInt8](repeating: 97, count: 5_000_000), manner, on: demo.display.name)
      let start = ContinuousClock.now
      try await demo.press("ctrl+v")
      try await type("burkina", into: demo)
      // Below the one row that is left there is nothing but the notice, at the foot of the window.
      _ = try await waiting(for: "one row and a notice") {
        let picture = try await demo.screenshot()
        return picture.colours(x: Self.columns, y: 230..<500).count == 1
          && picture.colours(x: Self.columns, y: 555..<595).count > 10 ? () : nil
      }
      expect(ContinuousClock.now - start < .seconds(10))
      owner.stop()
      try await expectNoHalt(demo)
    }

    @Test("a blinking caret draws two frames a second, and a field that is left none")
    func blinking() async throws {
      let scratch = try ScratchDirectory()
      let trace = scratch.path("trace.json")
      let demo = try await Demo("--screen", "countries", "--size", "900x600", "--trace", trace)
      try await demo.move(x: 200, y: 40)
      try await demo.press("ctrl+f")
      try await Task.sleep(for: .seconds(5))
      try await demo.press("Escape")
      try await Task.sleep(for: .seconds(4))
      try await expectEqual(demo.end(), 0)
      let json = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: trace)))
      let events = try #require(json as? [[String: Any]])
      let frames = events.filter { $0["name"] as? String == "frame" }.compactMap { $0["ts"] as? Double }.sorted()
      let last = try #require(frames.last)
      // The last frame took the caret away. Before it, frames half a second apart.
      let blinks = frames.filter { last - 4_200_000 < $0 && $0 < last - 100_000 }
      expect((7...9).contains(blinks.count), "\(blinks.count) frames in four seconds")
      for (one, next) in zip(blinks, blinks.dropFirst()) {
        expect(abs(next - one - 500_000) < 120_000, "\(next - one) microseconds between blinks")
      }
    }
  }
}
