import Expectations
import Testing

extension EndToEnd {
  /// An app that knows only `import UIKit`, in a real window.
  @Suite("An app written for UIKit", .serialized, .timeLimit(.minutes(1)))
  struct ContractTests {
    @Test("overrides and implements what iOS apps do, and finds UIKit's promises kept")
    func promises() async throws {
      let display = try await VirtualDisplay()
      let probe = try ChildProcess(Tools.contractProbe, [], environment: display.environment)
      let status = try await probe.exitStatus()
      expectEqual(probe.errors, "")
      let lines = probe.output.split(separator: "\n")
      expectEqual(lines.filter { $0.hasPrefix("broken") }, [])
      expectEqual(lines.last?.hasPrefix("kept "), true)
      expectEqual(status, 0)
    }
  }
}
