import Foundation
import Testing

extension EndToEnd {
  /// The program as a Wayland client, with a real wheel and real keys from the X server below the compositor.
  @Suite(
    "On Wayland", .serialized, .timeLimit(.minutes(2)),
    .enabled(if: WaylandSession.isInstalled, Comment(rawValue: WaylandSession.hint)))
  struct WaylandTests {
    private func start(
      _ session: WaylandSession, _ scratch: ScratchDirectory, _ arguments: String...
    ) throws -> ChildProcess {
      try ChildProcess(
        Tools.tableDemo,
        ["--appearance", "light", "--size", "900x600", "--stats", scratch.path("stats.json")] + arguments,
        environment: session.environment)
    }

    @Test(
      "it is taken where X11 is offered, too; wheel and keys work, pixels are the display's, control Q ends it",
      arguments: [(1, "software"), (2, "software"), (2, "auto"), (3, "auto")])
    func client(scale: Int, renderer: String) async throws {
      let session = try await WaylandSession(scale: scale)
      let scratch = try ScratchDirectory()
      let process = try start(session, scratch, "--screen", "countries", "--renderer", renderer)
      _ = try await session.settled()
      try await session.display.xdotool("mousemove", "\(450 * scale)", "\(400 * scale)")
      let before = try await session.settled()
      WaylandSession.expectNoBlackParts(of: before, width: 900 * scale, height: 600 * scale)
      try await session.display.xdotool("click", "--repeat", "4", "--delay", "15", "5")
      let scrolled = try await session.settled()
      #expect(scrolled.differences(from: before, x: 0..<(880 * scale)) > 2000 * scale)
      try await session.display.xdotool("click", "--repeat", "6", "--delay", "15", "4")
      let back = try await session.settled()
      #expect(back.differences(from: before, x: 0..<(870 * scale), tolerance: WindowTests.rounding) == 0)
      try await session.display.xdotool("key", "ctrl+f")
      try await session.display.xdotool("type", "--delay", "40", "iceland")
      let found = try await session.settled()
      #expect(found.differences(from: before, x: 0..<(870 * scale)) > 2000 * scale)
      try await session.display.xdotool("key", "ctrl+q")
      #expect(try await process.exitStatus() == 0)
      #expect(WaylandSession.ownErrors(of: process) == [])
      let figures = try DemoStatistics(path: scratch.path("stats.json"))
      #expect(figures.videoDriver == "wayland")
      #expect(figures.scale == WaylandSession.scale(scale, of: renderer, sdl: figures.sdl))
    }

    @Test("a compositor without a seat is none: the X server is taken, and without one there is no window")
    func withoutSeat() async throws {
      let session = try await WaylandSession(scale: 1, hasSeat: false)
      let scratch = try ScratchDirectory()
      let process = try start(session, scratch, "--screen", "stress", "--rows", "1000", "--frames", "5")
      #expect(try await process.exitStatus() == 0)
      #expect(process.errors == "")
      #expect(try DemoStatistics(path: scratch.path("stats.json")).videoDriver == "x11")
      var environment = session.environment
      environment["DISPLAY"] = .some(nil)
      let alone = try ChildProcess(
        Tools.tableDemo, ["--frames", "5", "--screenshot", scratch.path("picture.png")], environment: environment)
      #expect(try await alone.exitStatus() == 0)
      #expect(alone.errorLines.count == 1 && alone.errors.contains("no display"), "\(alone.errors)")
      environment["SDL_VIDEODRIVER"] = "wayland"
      let demanded = try ChildProcess(Tools.tableDemo, ["--frames", "5"], environment: environment)
      #expect(try await demanded.exitStatus() == 69)
      #expect(demanded.errorLines.count == 1 && demanded.errors.contains("no seat"), "\(demanded.errors)")
    }

    @Test("a compositor that goes away ends the program with 69, one line and all results")
    func vanishing() async throws {
      let session = try await WaylandSession(scale: 1)
      let scratch = try ScratchDirectory()
      let process = try start(session, scratch, "--screen", "stress", "--rows", "1000")
      _ = try await session.settled()
      session.vanish()
      #expect(try await process.exitStatus() == 69)
      #expect(WaylandSession.ownErrors(of: process).count == 1, "\(process.errors)")
      #expect(try DemoStatistics(path: scratch.path("stats.json")).frames > 0)
    }
  }
}
