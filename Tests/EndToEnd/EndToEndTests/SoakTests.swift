import Expectations
import Foundation
import Testing

extension EndToEnd {
  /// Memory over many frames; `scripts/soak` does the same for longer.
  @Suite("A soak", .serialized, .timeLimit(.minutes(10)))
  struct SoakTests {
    @Test("20,000 frames of mixed scrolling, jumping, resizing and reloading grow by less than 1 MB")
    func growth() async throws {
      let probe = try ChildProcess(
        Tools.soakProbe, ["20000", "10000"], environment: ["DISPLAY": nil, "WAYLAND_DISPLAY": nil])
      try await expectEqual(probe.exitStatus(within: 500), 0, "\(probe.errors)")
      let words = probe.output.split(whereSeparator: \.isWhitespace)
      let figures = Dictionary(
        uniqueKeysWithValues: stride(from: 0, to: words.count - 1, by: 2).map { (words[$0], Int(words[$0 + 1])) })
      expectEqual(figures["frames"], 20_000)
      try expect(#require(figures["cells_configured"] ?? nil) > 20_000)
      try expect(#require(figures["resident_after_warm_up"] ?? nil) > 5_000_000)
      try expect(#require(figures["growth"] ?? nil) < 1_000_000, "\(probe.errors)")
    }
  }
}
