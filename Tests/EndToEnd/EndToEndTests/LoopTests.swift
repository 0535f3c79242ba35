import Expectations
import Foundation
import Testing

extension EndToEnd {
  /// The run loop of a program in a real window.
  @Suite("A run loop", .serialized, .timeLimit(.minutes(1)))
  struct LoopTests {
    @Test("serves timers, the main queue, main-actor tasks and display links, works when idle, then says goodbye")
    func sources() async throws {
      let display = try await VirtualDisplay()
      let probe = try ChildProcess(Tools.loopProbe, [], environment: display.environment)
      try await expectEqual(probe.exitStatus(), 0)
      expectEqual(probe.errors, "")
      let lines = probe.output.split(separator: "\n")
      expectEqual(lines.last, "willTerminate")
      let words = try #require(lines.first).split(separator: " ")
      let counts = Dictionary(
        uniqueKeysWithValues: stride(from: 0, to: words.count - 1, by: 2).map { (words[$0], Int(words[$0 + 1])) })
      // A repeating timer skips turns that a busy machine made it miss.
      expect((15...30).contains(try #require(counts["ticks"] ?? nil)))
      expectEqual(counts["dispatched"], 11)
      expectEqual(counts["tasks"], 10)
      expectEqual(counts["links"], 60)
      expectEqual(counts["heights"], 60)
    }
  }
}
