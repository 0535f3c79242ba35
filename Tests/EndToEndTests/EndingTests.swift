import Foundation
import Testing

extension EndToEnd {
  /// The ways a run can end, and what it says.
  @Suite("An end", .serialized, .timeLimit(.minutes(2)))
  struct EndingTests {
    @Test("closing the window ends with exit 0")
    func close() async throws {
      let demo = try await Demo("--screen", "countries")
      try WindowManager.close(window: demo.window, on: demo.display.name)
      #expect(try await demo.process.exitStatus() == 0)
      #expect(demo.process.errors == "")
    }

    @Test("SIGINT and SIGTERM end with exit 0 and the statistics written", arguments: [SIGINT, SIGTERM])
    func signals(signal: Int32) async throws {
      let demo = try await Demo("--screen", "countries")
      #expect(try await demo.end(by: signal) == 0)
      #expect(demo.process.errors == "")
      #expect(try demo.statistics().screen == "countries")
    }

    @Test("a display that disappears ends with one line and exit 69")
    func displayVanishes() async throws {
      let demo = try await Demo("--screen", "countries")
      demo.display.vanish()
      #expect(try await demo.process.exitStatus() == 69)
      #expect(demo.process.errorLines.count == 1, "\(demo.process.errors)")
    }

    @Test("a file that is not there ends with one line naming it and exit 66")
    func missingFile() async throws {
      let run = try await ScriptedRun(["/nowhere/at all.txt", "--headless", "--frames", "1"])
      #expect(run.status == 66)
      #expect(run.errorLines.count == 1)
      #expect(run.errors.contains("/nowhere/at all.txt"))
    }

    @Test("a directory in place of a file ends with one line and exit 66")
    func directory() async throws {
      let run = try await ScriptedRun(["/usr", "--headless", "--frames", "1"])
      #expect(run.status == 66)
      #expect(run.errorLines.count == 1)
    }

    @Test(
      "bad usage ends with exit 64 and a message",
      arguments: [
        ["--rows", "-5"], ["--rows", "many"], ["--rows", "1000000001"], ["--screen", "nowhere"],
        ["--size", "0x0"], ["--size", "12"], ["--renderer", "magic"], ["--frames", "-1"],
        ["--appearance", "blue"], ["--no-such-option"], ["-"],
      ])
    func usage(arguments: [String]) async throws {
      let run = try await ScriptedRun(["--headless"] + arguments)
      #expect(run.status == 64)
      #expect(!run.errors.isEmpty)
      #expect(run.statistics == nil)
    }

    @Test("an unknown screen's message lists the screens there are")
    func unknownScreen() async throws {
      let list = try await ScriptedRun(["--list-screens"])
      #expect(list.status == 0)
      let names = list.output.split(separator: "\n").compactMap { $0.split(separator: " ").first }
      #expect(Set(names).isSuperset(of: ["countries", "file", "stress", "reuse"]), "\(list.output)")
      let run = try await ScriptedRun(["--headless", "--screen", "nowhere"])
      for name in names { #expect(run.errors.contains(name)) }
    }

    @Test("a display that is named and cannot be reached means a run without a window")
    func unreachable() async throws {
      let scratch = try ScratchDirectory()
      let picture = scratch.path("picture.png")
      let process = try ChildProcess(
        Tools.tableDemo, ["--frames", "5", "--screenshot", picture],
        environment: ["DISPLAY": ":9999", "WAYLAND_DISPLAY": nil, "SDL_VIDEODRIVER": nil])
      #expect(try await process.exitStatus() == 0)
      #expect(process.errorLines.count == 1, "\(process.errors)")
      #expect(FileManager.default.fileExists(atPath: picture))
    }

    @Test("a video driver that is asked for and cannot be had ends with one line and exit 69")
    func demandedDriver() async throws {
      let process = try ChildProcess(
        Tools.tableDemo, ["--frames", "5"],
        environment: ["DISPLAY": ":9999", "WAYLAND_DISPLAY": nil, "SDL_VIDEODRIVER": "x11"])
      #expect(try await process.exitStatus() == 69)
      #expect(process.errorLines.count == 1, "\(process.errors)")
    }

    @Test("without a display it says so in one line, draws 600 frames and leaves a picture")
    func headless() async throws {
      let scratch = try ScratchDirectory()
      let picture = scratch.path("picture.png")
      let run = try await ScriptedRun(["--screen", "stress", "--screenshot", picture])
      #expect(run.status == 0)
      #expect(run.errorLines.count == 1, "\(run.errors)")
      #expect(run.statistics?.frames == 600)
      let data = try Data(contentsOf: URL(filePath: picture))
      #expect(data.starts(with: [0x89, 0x50, 0x4E, 0x47]))
      #expect(data.count > 2000)
    }
  }
}
