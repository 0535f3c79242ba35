import Expectations
import Foundation
import Testing

extension EndToEnd {
  /// The ways a run can end, and what it says.
  @Suite("An end", .serialized, .timeLimit(.minutes(2)))
  struct EndingTests {
    /// Draws frame after frame, so that the main thread is almost always in the middle of one.
    private static let endless = ["--screen", "stress", "--frames", "100000000"]

    @Test("closing the window ends with exit 0")
    func close() async throws {
      let demo = try await Demo("--screen", "countries")
      try XConnection(to: demo.display.name).close(window: demo.window)
      try await expectEqual(demo.process.exitStatus(), 0)
      expectEqual(demo.process.errors, "")
    }

    @Test(
      "SIGINT, SIGTERM and SIGHUP end with exit 0 and the statistics written", arguments: [SIGINT, SIGTERM, SIGHUP])
    func signals(signal: Int32) async throws {
      let demo = try await Demo("--screen", "countries")
      try await expectEqual(demo.end(by: signal), 0)
      expectEqual(demo.process.errors, "")
      try expectEqual(demo.statistics().screen, "countries")
    }

    @Test("two signals at once are one wish: exit 0 and the statistics written")
    func doubledSignal() async throws {
      let demo = try await Demo("--screen", "countries")
      // While the program is stopped, one signal of a kind waits at most.
      demo.process.send(SIGSTOP)
      demo.process.send(SIGTERM)
      demo.process.send(SIGHUP)
      demo.process.send(SIGCONT)
      try await expectEqual(demo.process.exitStatus(), 0)
      try expectEqual(demo.statistics().screen, "countries")
    }

    @Test("a program started with SIGHUP ignored goes on when the terminal closes")
    func ignoredHangUp() async throws {
      let display = try await VirtualDisplay()
      let process = try ChildProcess(
        "/bin/sh", ["-c", "trap '' HUP; exec \"$0\"", Tools.tableDemo], environment: display.environment)
      _ = try await waiting(for: "the window") { await display.window(of: process) }
      process.send(SIGHUP)
      try await Task.sleep(for: .milliseconds(500))
      expect(process.isRunning)
      process.send(SIGTERM)
      try await expectEqual(process.exitStatus(), 0)
    }

    @Test("a main thread that waits for a stopped X server is ended by the signal within 3 s")
    func stoppedServer() async throws {
      let demo = try await Demo(Self.endless, isMoving: true)
      demo.display.stop()
      try await Task.sleep(for: .milliseconds(500))
      try await expect(demo.seconds(until: -SIGTERM) { $0.send(SIGTERM) } < 3)
      expectEqual(demo.process.errors, "")
    }

    @Test("a second signal ends at once a program that does not answer the first")
    func secondSignal() async throws {
      let demo = try await Demo(Self.endless, isMoving: true)
      demo.display.stop()
      try await Task.sleep(for: .milliseconds(500))
      demo.process.send(SIGINT)
      try await Task.sleep(for: .milliseconds(300))
      expect(demo.process.isRunning)
      try await expect(demo.seconds(until: -SIGINT) { $0.send(SIGINT) } < 1)
    }

    /// A program that has begun to launch, which takes it so many seconds.
    private func launching(seconds: Int, on display: VirtualDisplay) async throws -> ChildProcess {
      let process = try ChildProcess(Tools.loopProbe, ["\(seconds)"], environment: display.environment)
      _ = try await waiting(for: "the launch") { process.output.hasPrefix("launching") ? () : nil }
      return process
    }

    @Test("a signal that comes while the program launches ends it after its first frame, and the delegate is told")
    func signalAtLaunch() async throws {
      let display = try await VirtualDisplay()
      let process = try await launching(seconds: 1, on: display)
      process.send(SIGTERM)
      process.send(SIGHUP)
      try await expectEqual(process.exitStatus(), 0)
      expectEqual(process.output, "launching\nwillTerminate\n")
    }

    @Test("a launch that does not end is ended by the signal within 3 s, and by a second one at once")
    func signalAtEndlessLaunch() async throws {
      let display = try await VirtualDisplay()
      let first = try await launching(seconds: 100, on: display)
      let start = ContinuousClock.now
      first.send(SIGINT)
      try await expectEqual(first.exitStatus(), -SIGINT)
      expect((.seconds(1.5)...(.seconds(3))).contains(ContinuousClock.now - start))
      let second = try await launching(seconds: 100, on: display)
      second.send(SIGINT)
      try await Task.sleep(for: .milliseconds(300))
      expect(second.isRunning)
      second.send(SIGTERM)
      try await expectEqual(second.exitStatus(within: 1), -SIGTERM)
    }

    @Test(
      "a display that disappears ends with one line, exit 69 and the statistics written",
      arguments: [true, false])
    func displayVanishes(isMoving: Bool) async throws {
      let demo = try await Demo(isMoving ? Self.endless : ["--screen", "stress"], isMoving: isMoving)
      demo.display.vanish()
      try await demo.expectLossOfDisplay()
    }

    @Test(
      "a window destroyed by another program, or by its user with xkill, ends with one line, exit 69 and the statistics",
      arguments: ["windowclose", "windowkill"], ["software", "accelerated"])
    func windowDestroyed(how: String, renderer: String) async throws {
      let demo = try await Demo("--screen", "stress", "--renderer", renderer)
      try await demo.display.xdotool(how, demo.window)
      try await demo.expectLossOfDisplay()
    }

    @Test("a window destroyed while frames are drawn ends with one line, exit 69 and the statistics written")
    func windowDestroyedWhileDrawing() async throws {
      let demo = try await Demo(Self.endless, isMoving: true)
      try await demo.display.xdotool("windowclose", demo.window)
      try await demo.expectLossOfDisplay()
    }

    @Test("a display that disappears while the program starts ends with one line and exit 69, or is taken for none")
    func displayVanishesAtStart() async throws {
      for delay in stride(from: 10, through: 250, by: 30) {
        let display = try await VirtualDisplay()
        let process = try ChildProcess(Tools.tableDemo, ["--frames", "50"], environment: display.environment)
        try await Task.sleep(for: .milliseconds(delay))
        display.vanish()
        let status = try await process.exitStatus()
        expect(status == 69 || status == 0, "\(delay) ms: \(status)")
        expect(process.errorLines.count <= 1, "\(delay) ms: \(process.errors)")
        expect(status == 0 || process.errors.contains("display"), "\(delay) ms: \(process.errors)")
      }
    }

    @Test("with standard descriptors closed it works as with them open", arguments: 1..<8)
    func closedDescriptors(closed: Int) async throws {
      let scratch = try ScratchDirectory()
      let picture = scratch.path("picture.png")
      let text = scratch.path("text.txt")
      try Data("one line\nanother\n".utf8).write(to: URL(filePath: text))
      let closings = ["0<&-", "1>&-", "2>&-"].enumerated().filter { closed & 1 << $0.offset != 0 }.map(\.element)
      let run = try ChildProcess(
        "/bin/sh",
        [
          "-c", "exec \"$0\" \"$@\" \(closings.joined(separator: " "))", Tools.tableDemo, text, "--headless",
          "--frames", "5", "--screenshot", picture, "--stats", "-",
        ])
      // Figures that cannot be written are said, where there is a place to say so.
      let isLost = closed & 2 != 0
      try await expectEqual(run.exitStatus(), (isLost ? 70 : 0))
      expectEqual(run.errorLines.count, (isLost && closed & 4 == 0 ? 1 : 0), "\(run.errors)")
      expectEqual(run.output.contains("\"frames\""), !isLost)
      try expectEqual(Data(contentsOf: URL(filePath: text)), Data("one line\nanother\n".utf8))
      try expect(Data(contentsOf: URL(filePath: picture)).starts(with: [0x89, 0x50, 0x4E, 0x47]))
    }

    @Test("with too few descriptors it ends with one line that says what to raise and exit 70", arguments: [6, 9, 12])
    func fewDescriptors(limit: Int) async throws {
      let run = try ChildProcess(
        "/bin/sh", ["-c", "ulimit -n \(limit); exec \"$0\" --headless --frames 5", Tools.tableDemo])
      try await expectEqual(run.exitStatus(), 70)
      expect(run.errorLines.count == 1 && run.errors.contains("ulimit -n"), "\(run.errors)")
    }

    @Test("with a low soft limit of descriptors that it may raise it works")
    func lowSoftLimit() async throws {
      let run = try ChildProcess(
        "/bin/sh", ["-c", "ulimit -S -n 12; exec \"$0\" --headless --frames 5", Tools.tableDemo])
      try await expectEqual(run.exitStatus(), 0)
    }

    @Test("with any limit of address space it works, or ends by itself with a message")
    func littleMemory() async throws {
      // With less the system cannot map the program itself, and ends it before its first instruction.
      for megabytes in stride(from: 80, through: 400, by: 10) {
        let run = try ChildProcess(
          "/bin/sh", ["-c", "ulimit -v \(megabytes * 1024); exec \"$0\" --headless --frames 5", Tools.tableDemo])
        let status = try await run.exitStatus()
        // 127: the dynamic loader does not get as far as the program.
        expect([0, 70, 127].contains(status), "\(megabytes) MB: \(status) \(run.errors)")
        expect(status == 0 || run.errorLines.count == 1, "\(megabytes) MB: \(run.errors)")
      }
    }

    @Test("a file that is not there ends with one line naming it and exit 66")
    func missingFile() async throws {
      let run = try await ScriptedRun(["/nowhere/at all.txt", "--headless", "--frames", "1"])
      expectEqual(run.status, 66)
      expectEqual(run.errorLines.count, 1)
      expect(run.errors.contains("/nowhere/at all.txt"))
    }

    @Test("a directory in place of a file ends with one line and exit 66")
    func directory() async throws {
      let run = try await ScriptedRun(["/usr", "--headless", "--frames", "1"])
      expectEqual(run.status, 66)
      expectEqual(run.errorLines.count, 1)
    }

    @Test(
      "bad usage ends with exit 64 and a message",
      arguments: [
        ["--rows", "-5"], ["--rows", "many"], ["--rows", "1000000001"], ["--screen", "nowhere"],
        ["--size", "0x0"], ["--size", "12"], ["--renderer", "magic"], ["--frames", "-1"],
        ["--appearance", "blue"], ["--no-such-option"],
      ])
    func usage(arguments: [String]) async throws {
      let run = try await ScriptedRun(["--headless"] + arguments)
      expectEqual(run.status, 64)
      expect(!run.errors.isEmpty)
      expect(run.statistics == nil)
    }

    @Test("an unknown screen's message lists the screens there are")
    func unknownScreen() async throws {
      let list = try await ScriptedRun(["--list-screens"])
      expectEqual(list.status, 0)
      let names = list.output.split(separator: "\n").compactMap { $0.split(separator: " ").first }
      expect(Set(names).isSuperset(of: ["countries", "file", "stress", "reuse"]), "\(list.output)")
      let run = try await ScriptedRun(["--headless", "--screen", "nowhere"])
      for name in names { expect(run.errors.contains(name)) }
    }

    @Test("a display that is named and cannot be reached means a run without a window")
    func unreachable() async throws {
      let scratch = try ScratchDirectory()
      let picture = scratch.path("picture.png")
      let process = try ChildProcess(
        Tools.tableDemo, ["--frames", "5", "--screenshot", picture],
        environment: ["DISPLAY": ":9999", "WAYLAND_DISPLAY": nil, "SDL_VIDEODRIVER": nil])
      try await expectEqual(process.exitStatus(), 0)
      expectEqual(process.errorLines.count, 1, "\(process.errors)")
      expect(FileManager.default.fileExists(atPath: picture))
    }

    @Test("a video driver that is asked for and cannot be had ends with one line and exit 69")
    func demandedDriver() async throws {
      let process = try ChildProcess(
        Tools.tableDemo, ["--frames", "5"],
        environment: ["DISPLAY": ":9999", "WAYLAND_DISPLAY": nil, "SDL_VIDEODRIVER": "x11"])
      try await expectEqual(process.exitStatus(), 69)
      expectEqual(process.errorLines.count, 1, "\(process.errors)")
    }

    @Test("without a display it says so in one line, draws 600 frames and leaves a picture")
    func headless() async throws {
      let scratch = try ScratchDirectory()
      let picture = scratch.path("picture.png")
      let run = try await ScriptedRun(["--screen", "stress", "--screenshot", picture])
      expectEqual(run.status, 0)
      expectEqual(run.errorLines.count, 1, "\(run.errors)")
      expectEqual(run.statistics?.frames, 600)
      let data = try Data(contentsOf: URL(filePath: picture))
      expect(data.starts(with: [0x89, 0x50, 0x4E, 0x47]))
      expect(data.count > 2000)
    }
  }
}
