import Expectations
import Foundation
import Testing

extension EndToEnd {
  /// The program on emulated OpenGL that counts as a graphics processor, and what it makes of it.
  @Suite("Another renderer", .serialized, .timeLimit(.minutes(2)))
  struct RendererChangeTests {
    private static func environment(_ environment: [String: String?], milliseconds: Double) -> [String: String?] {
      environment.merging(["ANOLE_STAND_IN_PROCESSOR": "\(milliseconds)"]) { $1 }
    }

    /// The words of the renderers that a trace tells of, in order.
    private static func renderers(in path: String) throws -> [String] {
      let json = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: path)))
      let events = try #require(json as? [[String: Any]])
      return events.filter { $0["name"] as? String == "renderer" }.compactMap {
        ($0["args"] as? [String: String])?["words"]
      }
    }

    @Test(
      "a processor whose frames are dear is given up for memory in the middle of a scroll; one that was asked for stays",
      arguments: [("auto", 50.0), ("auto", 0.1), ("accelerated", 50)])
    func givenUp(renderer: String, milliseconds: Double) async throws {
      let scratch = try ScratchDirectory()
      let display = try await VirtualDisplay()
      let arguments = ["--screen", "rich", "--appearance", "light", "--size", "700x500"]
      let demo = try await Demo(
        arguments + ["--renderer", renderer, "--trace", scratch.path("trace.json")], on: display,
        environment: Self.environment(display.environment, milliseconds: milliseconds))
      let memory = try await Demo(arguments + ["--renderer", "software"])
      for demo in [demo, memory] { try await demo.move(x: 690, y: 490) }
      let isGivenUp = renderer == "auto" && milliseconds > 1
      for (index, clicks) in [9, 3, -5].enumerated() {
        for demo in [demo, memory] { try await demo.turnWheel(clicks) }
        let pictures = [try await demo.settled(), try await memory.settled()]
        let differences = pictures[0].differences(
          from: pictures[1], x: 0..<680, tolerance: isGivenUp && index > 1 ? 0 : WindowTests.rounding)
        expectEqual(differences, 0, "\(clicks)")
      }
      try await expectEqual(demo.end(), 0)
      try await expectEqual(memory.end(), 0)
      expectEqual(demo.process.errors, "")
      let figures = try demo.statistics()
      expectEqual(figures.renderer, (isGivenUp ? "software" : "opengl"))
      expect(figures.picture.hasPrefix(isGivenUp ? "kept in memory" : "kept in a texture"))
      let words = try Self.renderers(in: scratch.path("trace.json"))
      let expected =
        switch (renderer, isGivenUp) {
        case ("auto", true): ["there is a graphics processor", "slow: 50.0 ms a frame, 2.0 ms allowed"]
        case ("auto", false): ["there is a graphics processor", "processor: 0.1 ms a frame, 2.0 ms allowed"]
        default: ["asked for"]
        }
      expect(words.count == expected.count && zip(words, expected).allSatisfy { $0.hasSuffix($1) }, "\(words)")
    }

    @Test("--renderer software draws in memory, whichever driver SDL_RENDER_DRIVER names")
    func namedDriver() async throws {
      let display = try await VirtualDisplay()
      let demo = try await Demo(
        ["--screen", "stress", "--rows", "1000", "--renderer", "software"], on: display,
        environment: display.environment.merging(["SDL_RENDER_DRIVER": "opengl"]) { $1 })
      try await expectEqual(demo.end(), 0)
      try expectEqual(demo.statistics().renderer, "software")
    }

    @Test(
      "a window that goes to a much larger output is given to the processor again, and keeps it on the smaller one",
      .enabled(if: WaylandSession.isInstalled, Comment(rawValue: WaylandSession.hint)))
    func outputs() async throws {
      let (width, height) = (560, 420)
      let session = try await WaylandSession(scale: 1, secondScale: 2, width: width, height: height, hasDesktop: true)
      let scratch = try ScratchDirectory()
      // Dear for 120,000 pixels, and not for 480,000.
      var environment = Self.environment(session.environment, milliseconds: 2)
      environment["SDL_VIDEO_WAYLAND_ALLOW_LIBDECOR"] = "0"
      let process = try ChildProcess(
        Tools.tableDemo,
        [
          "--screen", "rich", "--appearance", "light", "--size", "400x300", "--stats", scratch.path("stats.json"),
          "--trace", scratch.path("trace.json"),
        ], environment: environment)
      let middle = (x: width / 2, y: height / 2)
      let secondMiddle = (x: 2 * width, y: height)
      func scroll() async throws {
        // Frames that bring new rows are not timed. More clicks than it takes lead back to the top.
        for (button, clicks) in [("5", "9"), ("4", "12"), ("5", "9"), ("4", "12")] {
          try await session.display.xdotool("click", "--repeat", clicks, "--delay", "15", button)
        }
      }
      // OpenGL takes its time at the start.
      let (before, place) = try await waiting(for: "the window") {
        let (picture, place) = try await session.window(on: 0..<width, middle)
        return place.x.count == 400 && place.y.count == 300 ? (picture, place) : nil
      }
      // To memory.
      try await scroll()
      let (inMemory, _) = try await session.window(on: 0..<width, middle)
      let columns = place.x.dropLast(10)
      expectEqual(inMemory.differences(from: before, x: columns, y: place.y, tolerance: WindowTests.rounding), 0)
      // 270 points on the first output and 290 on the second.
      try await session.dragWindow(fromX: 280, toX: 550, y: middle.y)
      try await session.dragWindow(fromX: 640, toX: 1220, y: secondMiddle.y)
      let (second, secondPlace) = try await session.window(on: width..<3 * width, secondMiddle)
      expect(secondPlace.x.count == 800 && secondPlace.y.count == 600, "\(secondPlace)")
      try await scroll()
      let (afterScroll, _) = try await session.window(on: width..<3 * width, secondMiddle)
      expectEqual(
        afterScroll.differences(
          from: second, x: secondPlace.x.dropLast(20), y: secondPlace.y, tolerance: WindowTests.rounding), 0)
      try await session.dragWindow(fromX: 1220, toX: 640, y: secondMiddle.y)
      try await session.dragWindow(fromX: 550, toX: 280, y: middle.y)
      _ = try await session.window(on: 0..<width, middle)
      try await scroll()
      let (after, placeAfter) = try await session.window(on: 0..<width, middle)
      expectEqual(placeAfter, place)
      expectEqual(after.differences(from: before, x: columns, y: place.y, tolerance: WindowTests.rounding), 0)
      process.send(SIGTERM)
      try await expectEqual(process.exitStatus(), 0)
      expectEqual(WaylandSession.ownErrors(of: process), [])
      let figures = try DemoStatistics(path: scratch.path("stats.json"))
      expect(figures.picture.hasPrefix("kept in a texture") && figures.renderer == "opengl" && figures.scale == 1)
      let words = try Self.renderers(in: scratch.path("trace.json"))
      let expected = [
        "kept in a texture, shown whole, there is a graphics processor",
        "kept in shared memory, shown in parts, the graphics processor is slow: 2.0 ms a frame, 1.7 ms allowed",
        "kept in a texture, shown whole, the graphics processor is tried again on a display of 0.9 million pixels",
        "there is a graphics processor: 2.0 ms a frame, 2.2 ms allowed",
        "there is a graphics processor, timed anew on a display of 0.2 million pixels",
        "there is a graphics processor: 2.0 ms a frame, 3.4 ms allowed",
      ]
      expect(words.count == expected.count && zip(words, expected).allSatisfy { $0.hasSuffix($1) }, "\(words)")
    }
  }
}
