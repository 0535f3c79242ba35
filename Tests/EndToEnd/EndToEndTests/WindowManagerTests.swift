import Expectations
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
        try await expectEqual(process.exitStatus(within: 3), 0)
        expectEqual(process.errors, "")
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
      await expect(display.window(of: hidden) == nil)
      hidden.send(SIGTERM)
      try await expectEqual(hidden.exitStatus(within: 3), 0)

      let process = try startDemo(on: display)
      try await Task.sleep(for: .seconds(2))
      await expect(display.window(of: process) == nil)
      let idle = process.cpuTime
      try await Task.sleep(for: .seconds(2))
      expect(process.cpuTime - idle < 0.1, "busy while the window is hidden")
      manager.send(SIGCONT)
      let window = try await waiting(for: "the window", seconds: 5) { await display.window(of: process) }
      let scratch = try ScratchDirectory()
      let file = scratch.path("window.ppm")
      _ = try await waiting(for: "a picture in the window", seconds: 5) {
        _ = try await ChildProcess.run(
          "import", ["-silent", "-window", window, "-depth", "8", file], environment: display.environment)
        return try Screenshot(ppm: Data(contentsOf: URL(filePath: file))).hasColours(moreThan: 8) ? () : nil
      }
      process.send(SIGTERM)
      try await expectEqual(process.exitStatus(within: 3), 0)
      expectEqual(process.errors, "")
    }

    @Test(
      "the window opens with its frame on the screen, in the middle where it is smaller, at any size of both",
      arguments: [
        (1366, 768, 1, 1280, 720), (800, 600, 1, 784, 552), (1920, 1080, 1, 1280, 800), (640, 480, 1, 624, 432),
        (1920, 1080, 2, 1888, 984), (2880, 1800, 2, 2560, 1600), (1024, 768, 1.5, 1000, 696),
      ] as [(Int, Int, Double, Int, Int)])
    func place(width: Int, height: Int, scale: Double, insideWidth: Int, insideHeight: Int) async throws {
      let display = try await VirtualDisplay(width: width, height: height)
      let scratch = try ScratchDirectory()
      let manager = try startOpenbox(on: display)
      _ = try await waiting(for: "openbox") { try? await display.xdotool("search", "--class", "openbox") }
      var environment = display.environment
      environment["GDK_SCALE"] = "\(scale)"
      environment["XDG_STATE_HOME"] = scratch.path("state")
      let server = try XConnection(to: display.name)
      let screen = CGRect(x: 0, y: 0, width: width, height: height)
      // As it comes, and as it was left on another day, larger than the screen.
      for remembers in [false, true] {
        if remembers {
          let folder = scratch.path("state/TableDemo")
          try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
          try "\(width)x\(height) 1300x820\n".write(toFile: folder + "/window", atomically: true, encoding: .utf8)
        }
        let process = try ChildProcess(Tools.tableDemo, ["--screen", "stress"], environment: environment)
        let window = try await waiting(for: "the window", seconds: 5) { await display.window(of: process) }
        // The manager puts the window into its frame first, and the frame into its place afterwards.
        var last: CGRect?
        let place = try await waiting(for: "the frame", seconds: 5) {
          let place = try server.place(of: window)
          defer { last = place.frame }
          return place.frame.size == place.inside || place.frame != last ? nil : place
        }
        let what = "\(place) on \(screen.size), scale \(scale)"
        expect(screen.contains(place.frame), "\(what)")
        let most = CGSize(width: Double(width) - 16 * scale, height: Double(height) - 48 * scale)
        let left = CGSize(width: min(1300 * scale, most.width), height: min(820 * scale, most.height))
        expectEqual(place.inside, (remembers ? left : CGSize(width: insideWidth, height: insideHeight)), "\(what)")
        if place.inside.width < Double(width) - 100 * scale {
          expect(abs(place.frame.midX - Double(width) / 2) <= 2, "\(what)")
        }
        if place.inside.height < Double(height) - 100 * scale {
          expect(abs(place.frame.midY - Double(height) / 2) <= 30 * scale, "\(what)")
        }
        process.send(SIGTERM)
        try await expectEqual(process.exitStatus(within: 3), 0)
        expectEqual(process.errors, "")
      }
      manager.send(SIGKILL)
      _ = try await manager.exitStatus()
    }

    @Test("without one a window may be as large as the screen, which a larger one is made to fit")
    func unframed() async throws {
      let display = try await VirtualDisplay(width: 800, height: 600)
      let server = try XConnection(to: display.name)
      for size in ["800x600", "1280x800"] {
        let process = try ChildProcess(
          Tools.tableDemo, ["--screen", "stress", "--size", size], environment: display.environment)
        let window = try await waiting(for: "the window", seconds: 5) { await display.window(of: process) }
        let frame = try server.place(of: window).frame
        expectEqual(frame, CGRect(x: 0, y: 0, width: 800, height: 600), "\(size)")
        process.send(SIGTERM)
        try await expectEqual(process.exitStatus(within: 3), 0)
      }
    }
  }
}
