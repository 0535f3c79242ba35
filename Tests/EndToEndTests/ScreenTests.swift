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
        expected += load
        try await Self.console(of: demo, shows: expected)
      }
      #expect(try await demo.end() == 0)
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
      #expect(demo.process.output == expected.map { $0 + "\n" }.joined())
    }
  }
}
