import Expectations
import Foundation
import Testing

extension EndToEnd {
  /// Screens of TableDemo used as someone at the desktop uses them.
  @Suite("A screen", .serialized, .timeLimit(.minutes(2)))
  struct ScreenTests {
    @Test("letters: the console names every button at once; after the second load none is created again")
    func letters() async throws {
      let demo = try await Demo("--screen", "letters", "--appearance", "light", "--size", "900x600")
      var expected = Self.lines("ABCDEF", "created")
      try await Self.console(of: demo, shows: expected)
      let loads = [
        Self.lines("ABCDEF", "reused") + Self.lines("GHIJK", "created"),
        Self.lines("ABCDEF", "reused"),
        Self.lines("ABCDEFGHIJK", "reused"),
        Self.lines("ABCDEF", "reused"),
      ]
      for load in loads {
        try await demo.click(x: 450, y: 22)
        expected += ["reloadData"] + load
        try await Self.console(of: demo, shows: expected)
      }
      try await expectEqual(demo.end(), 0)
    }

    @Test("processes: the clicked one stays selected under the pointer while busier ones rise past it")
    func processes() async throws {
      // Names that come first. The busy ones wait for a signal.
      let scratch = try ScratchDirectory()
      for (name, tool) in [("!idle", "/bin/sleep"), ("!working", "/bin/sh")] {
        try FileManager.default.createSymbolicLink(atPath: scratch.path(name), withDestinationPath: tool)
      }
      let idle = try ChildProcess(scratch.path("!idle"), ["1000"])
      let busy = try (0..<3).map { _ in
        try ChildProcess(scratch.path("!working"), ["-c", "kill -STOP $$; while :; do :; done"])
      }
      let demo = try await Demo("--screen", "processes", "--appearance", "light", "--size", "900x600")
      try await demo.press("n")
      try await Task.sleep(for: .seconds(1))
      try await demo.click(x: 300, y: 192)
      _ = try await waiting(for: "the row to be selected") { Self.selectedLines(try await demo.screenshot()) }
      // What uses nothing stays in order of names.
      try await demo.press("c")
      try await Task.sleep(for: .seconds(2))
      let before = try await demo.screenshot()
      let lines = try #require(Self.selectedLines(before))
      expect((43...45).contains(lines.count), "\(lines)")
      for child in busy { child.send(SIGCONT) }
      var largestChange = 0
      for _ in 0..<12 {
        try await Task.sleep(for: .milliseconds(350))
        let picture = try await demo.screenshot()
        expectEqual(Self.selectedLines(picture), lines)
        expectEqual(picture.differences(from: before, x: 44..<250, y: lines, tolerance: Self.rounding), 0)
        largestChange = max(largestChange, picture.differences(from: before, x: 44..<250))
      }
      expect(largestChange > 500, "no other row moved")
      expect(idle.isRunning)
      for child in busy { expect(child.isRunning) }
      try await expectEqual(demo.end(), 0)
    }

    @Test("processes: Ctrl-F and a few words leave only the process that has them, Escape brings all back")
    func search() async throws {
      let sleeper = try ChildProcess("/bin/sleep", ["98765"])
      let demo = try await Demo("--screen", "processes", "--appearance", "light", "--size", "900x600")
      func showsRows(_ picture: Screenshot) -> Bool { picture.colours(x: 44..<250, y: 216..<570).count > 1 }
      expect(showsRows(try await demo.screenshot()))
      try await demo.press("ctrl+f")
      try await demo.display.xdotool("type", "--delay", "30", "sleep 98765")
      let found = try await waiting(for: "one row to be left") {
        let picture = try await demo.screenshot()
        return showsRows(picture) ? nil : picture
      }
      expect(found.colours(x: 44..<250, y: 172..<210).count > 1, "the row itself is not there")
      try await demo.press("Escape")
      _ = try await waiting(for: "all rows") { showsRows(try await demo.screenshot()) ? () : nil }
      expect(sleeper.isRunning)
      try await expectEqual(demo.end(), 0)
    }

    @Test("diffable: what is applied on a queue is shown, in turn with what the main thread applies")
    func diffable() async throws {
      let demo = try await Demo("--screen", "diffable", "--appearance", "light", "--size", "900x600")
      var last = try await demo.settled()
      // Shuffled on the main thread, on the queue, a thousand there, and on the main thread again.
      for keys in [["s"], ["q", "s"], ["n"], ["s", "q", "s"], ["o"]] {
        for key in keys { try await demo.press(key) }
        last = try await waiting(for: "other rows after \(keys)") {
          let next = try await demo.settled()
          return next.differences(from: last, x: 0..<500, y: 120..<590) > 2000 ? next : nil
        }
      }
      try await expectEqual(demo.end(), 0)
    }

    /// Text blended onto its ground and text drawn on it opaquely differ by this much in a channel, from rounding.
    private static let rounding = 4

    /// The lines of the picture that have the ground of a selected row; nil without any.
    private static func selectedLines(_ picture: Screenshot) -> Range<Int>? {
      let ground = Screenshot.Colour(red: 209, green: 209, blue: 214)
      let lines = (0..<picture.height).filter { picture[6, $0].distance(to: ground) <= rounding }
      guard let first = lines.first, let last = lines.last, last - first + 1 == lines.count else { return nil }
      return first..<(last + 1)
    }

    /// What the screen prints for the buttons of these letters.
    private static func lines(_ letters: String, _ fate: String) -> [String] {
      letters.map { "button \($0): \(fate)" }
    }

    private static func console(of demo: Demo, shows expected: [String]) async throws {
      try await waiting(for: "\(expected.count) lines") {
        let lines = demo.process.output.split(separator: "\n").map(String.init)
        return lines.count >= expected.count ? () : nil
      }
      expectEqual(demo.process.output, expected.map { $0 + "\n" }.joined())
    }
  }
}
