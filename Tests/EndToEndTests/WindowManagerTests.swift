import Foundation
import Testing

extension EndToEnd {
  /// Starts beside a window manager that is slow, stopped or only just starting.
  @Suite("Beside a window manager", .serialized, .timeLimit(.minutes(4)))
  struct WindowManagerTests {
    private func startOpenbox(on display: VirtualDisplay) throws -> ChildProcess {
      guard let path = Tools.path(of: "openbox") else { throw HarnessError(Tools.hint) }
      return try ChildProcess(path, ["--sm-disable"], environment: display.environment)
    }

    private func startDemo(on display: VirtualDisplay) throws -> ChildProcess {
      try ChildProcess(Tools.tableDemo, ["--screen", "stress"], environment: display.environment)
    }

    @Test("that starts at the same time, the window comes every time, and SIGTERM ends with exit 0")
    func starting() async throws {
      let display = try await VirtualDisplay()
      for start in 0..<30 {
        // Before and after the moment at which the program asks for its window.
        let delay = start * 13 % 120 - 40
        let early = delay < 0 ? try startOpenbox(on: display) : nil
        if early != nil { try await Task.sleep(for: .milliseconds(-delay)) }
        let process = try startDemo(on: display)
        if early == nil { try await Task.sleep(for: .milliseconds(delay)) }
        let manager = try early ?? startOpenbox(on: display)
        _ = try await waiting(for: "window \(start), the manager \(delay) ms after the program", seconds: 5) {
          await display.window(of: process)
        }
        process.send(SIGTERM)
        #expect(try await process.exitStatus(within: 3) == 0)
        #expect(process.errors == "")
        manager.send(SIGKILL)
        _ = try await manager.exitStatus()
      }
    }

    @Test("that is stopped, SIGTERM ends it with exit 0, and the window comes when the manager goes on")
    func stopped() async throws {
      let display = try await VirtualDisplay()
      let manager = try startOpenbox(on: display)
      _ = try await waiting(for: "openbox") { try? await display.xdotool("search", "--class", "openbox") }
      manager.send(SIGSTOP)
      let hidden = try startDemo(on: display)
      try await Task.sleep(for: .seconds(2))
      #expect(await display.window(of: hidden) == nil)
      hidden.send(SIGTERM)
      #expect(try await hidden.exitStatus(within: 3) == 0)

      let process = try startDemo(on: display)
      try await Task.sleep(for: .seconds(2))
      #expect(await display.window(of: process) == nil)
      let idle = process.cpuTime
      try await Task.sleep(for: .seconds(2))
      #expect(process.cpuTime - idle < 0.1, "busy while nobody can see the window")
      manager.send(SIGCONT)
      let window = try await waiting(for: "the window", seconds: 5) { await display.window(of: process) }
      let scratch = try ScratchDirectory()
      let file = scratch.path("window.ppm")
      _ = try await waiting(for: "a picture in the window", seconds: 5) {
        _ = try await ChildProcess.run(
          "import", ["-silent", "-window", window, "-depth", "8", file], environment: display.environment)
        return try Screenshot(ppm: Data(contentsOf: URL(filePath: file))).colours().count > 8 ? () : nil
      }
      process.send(SIGTERM)
      #expect(try await process.exitStatus(within: 3) == 0)
      #expect(process.errors == "")
    }
  }
}
