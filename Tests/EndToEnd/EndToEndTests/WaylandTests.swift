import Expectations
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
      arguments: [(1, "auto"), (2, "software"), (3, "auto"), (2, "accelerated")])
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
      expect(scrolled.differences(from: before, x: 0..<(880 * scale)) > 2000 * scale)
      try await session.display.xdotool("click", "--repeat", "6", "--delay", "15", "4")
      let back = try await session.settled()
      expectEqual(back.differences(from: before, x: 0..<(870 * scale), tolerance: WindowTests.rounding), 0)
      try await session.display.xdotool("key", "ctrl+f")
      try await session.display.xdotool("type", "--delay", "40", "iceland")
      let found = try await session.settled()
      expect(found.differences(from: before, x: 0..<(870 * scale)) > 2000 * scale)
      try await session.display.xdotool("key", "ctrl+q")
      try await expectEqual(process.exitStatus(), 0)
      expectEqual(WaylandSession.ownErrors(of: process), [])
      let figures = try DemoStatistics(path: scratch.path("stats.json"))
      expect(figures.videoDriver == "wayland" && figures.scale == Double(scale))
      // weston tells when frames are on the screen.
      expectEqual((figures.presentToDisplayMs?.answers ?? 0 > 0), (renderer != "accelerated"))
      expect(figures.picture.hasPrefix(renderer == "accelerated" ? "kept in a texture" : "kept in shared memory"))
    }

    @Test(
      "what a window shows on Wayland is what it shows on X11, pixel for pixel, before and after it was scrolled",
      arguments: ["countries", "rich"])
    func sameAsX11(screen: String) async throws {
      let session = try await WaylandSession(scale: 1)
      let scratch = try ScratchDirectory()
      let process = try start(session, scratch, "--screen", screen)
      let demo = try await Demo("--screen", screen, "--appearance", "light", "--size", "900x600")
      // The compositor's picture has the pointer in it.
      let rows = 0..<560
      let columns = 0..<870
      try await session.display.xdotool("mousemove", "890", "590")
      try await demo.move(x: 890, y: 590)
      let pictures = [try await session.settled(), try await demo.settled()]
      expectEqual(pictures[0].differences(from: pictures[1], x: columns, y: rows), 0)
      try await session.display.xdotool("click", "--repeat", "9", "--delay", "15", "5")
      try await demo.turnWheel(9)
      let scrolled = [try await session.settled(), try await demo.settled()]
      expectEqual(scrolled[0].differences(from: scrolled[1], x: columns, y: rows), 0)
      expect(scrolled[0].differences(from: pictures[0], x: columns, y: rows) > 2000)
      process.send(SIGTERM)
      try await expectEqual(process.exitStatus(), 0)
      try await expectEqual(demo.end(), 0)
    }

    @Test("F11 has the window fill a Wayland desktop, and F11 gives it back its size; every pixel is drawn")
    func fullScreen() async throws {
      let session = try await WaylandSession(scale: 1, width: 1300, height: 700, hasDesktop: true)
      let scratch = try ScratchDirectory()
      let process = try start(session, scratch, "--screen", "stress", "--rows", "1000")
      let before = try await session.settled()
      func ground(_ picture: Screenshot) -> Int { picture.colours()[WaylandSession.ground] ?? 0 }
      // The window has a bar and a shadow besides its 900 x 600 points.
      expect((0..<120_000).contains(1300 * 700 - 900 * 600 - ground(before)))
      // A click into the middle, where the window is wherever it stands.
      try await session.display.xdotool("mousemove", "650", "350", "click", "1")
      for _ in 1...2 {
        try await session.display.xdotool("key", "F11")
        let full = try await session.settled()
        expectEqual(ground(full), 0)
        // Rows go on to the bottom: nothing is black but text.
        expect(full.background(x: 0..<1280, y: 600..<690).red > 200)
        expect(full.colours(x: 1000..<1280, y: 100..<690)[.init(red: 0, green: 0, blue: 0)] ?? 0 < 5000)
        try await session.display.xdotool("key", "F11")
        let back = try await session.settled()
        expect(abs(ground(back) - ground(before)) < 1000)
      }
      process.send(SIGTERM)
      try await expectEqual(process.exitStatus(), 0)
      expectEqual(WaylandSession.ownErrors(of: process), [])
    }

    @Test("a window follows the edge that the user drags on a Wayland desktop, frame by frame")
    func resizing() async throws {
      let session = try await WaylandSession(scale: 1, width: 1300, height: 800, hasDesktop: true)
      let scratch = try ScratchDirectory()
      var environment = session.environment
      // Without a bar and a shadow the window is as large as what it shows.
      environment["SDL_VIDEO_WAYLAND_ALLOW_LIBDECOR"] = "0"
      let process = try ChildProcess(
        Tools.tableDemo,
        [
          "--screen", "stress", "--rows", "1000", "--appearance", "light", "--size", "900x600", "--stats",
          scratch.path("stats.json"),
        ], environment: environment)
      let before = try await session.settled()
      let area = { (picture: Screenshot) in 1300 * 800 - (picture.colours()[WaylandSession.ground] ?? 0) }
      // The compositor resizes by the right button with the Super key held.
      try await session.display.xdotool("mousemove", "900", "600")
      try await Task.sleep(for: .milliseconds(80))
      try await session.display.xdotool("keydown", "Super_L")
      try await Task.sleep(for: .milliseconds(150))
      try await session.display.xdotool("mousedown", "3")
      for step in 1...12 {
        try await Task.sleep(for: .milliseconds(30))
        try await session.display.xdotool("mousemove", "\(900 - 20 * step)", "\(600 - 10 * step)")
      }
      try await session.display.xdotool("mouseup", "3", "keyup", "Super_L")
      let after = try await session.settled()
      expect(area(before) - area(after) > 100_000, "\(area(before)) to \(area(after))")
      process.send(SIGTERM)
      try await expectEqual(process.exitStatus(), 0)
      expectEqual(WaylandSession.ownErrors(of: process), [])
      let figures = try DemoStatistics(path: scratch.path("stats.json"))
      expect(
        (600...800).contains(figures.width) && (440...560).contains(figures.height),
        "\(figures.width) x \(figures.height)")
    }

    @Test(
      "a window that is maximised fills the output, one that is minimised rests, and it goes on when it comes back",
      .enabled(if: WaylandSession.hasTitleBars, "needs libdecor's title bars: apt install libdecor-0-plugin-1-cairo"))
    func maximisedAndMinimised() async throws {
      let session = try await WaylandSession(scale: 1, hasDesktop: true)
      let scratch = try ScratchDirectory()
      let process = try start(
        session, scratch, "--screen", "stress", "--rows", "100000", "--frames", "1000000", "--paced", "--size",
        "600x400")
      let all = 900 * 600
      func ground(_ picture: Screenshot) -> Int {
        picture.colours(x: 0..<900, y: 0..<600)[WaylandSession.ground] ?? 0
      }
      func picture(_ what: String, _ condition: (Int) -> Bool) async throws -> Screenshot {
        try await waiting(for: what) {
          let picture = try await session.screenshot()
          return condition(ground(picture)) ? picture : nil
        }
      }
      // With its bar and its shadow.
      let before = try await picture("the window") { $0 < all - 600 * 400 }
      for _ in 1...2 {
        try await session.display.xdotool("key", "super+shift+m")
        let large = try await picture("a window that fills the output") { $0 == 0 }
        expect(large.colours(x: 0..<300, y: 480..<600).count > 4)
        expect(large.colours(x: 0..<900, y: 30..<600)[.init(red: 0, green: 0, blue: 0)] ?? 0 < 5000)
        // The bar's buttons have 32 points each.
        try await session.display.xdotool("mousemove", "820", "12", "click", "1")
        // The pointer is left.
        _ = try await picture("the bare ground") { $0 > all - 500 }
        let used = process.cpuTime
        try await Task.sleep(for: .seconds(2))
        expect(process.cpuTime - used < 0.02)
        try await session.display.xdotool("keydown", "Super_L", "key", "Tab", "keyup", "Super_L")
        let back = try await picture("the window that was minimised") { $0 == 0 }
        try await waiting(for: "motion") {
          let next = try await session.screenshot()
          return next.differences(from: back, x: 0..<900, y: 30..<600) > 2000 ? () : nil
        }
        try await session.display.xdotool("mousemove", "852", "12", "click", "1")
        _ = try await picture("the window's first size") { abs($0 - ground(before)) < 1000 }
      }
      process.send(SIGTERM)
      try await expectEqual(process.exitStatus(), 0)
      expectEqual(WaylandSession.ownErrors(of: process), [])
      let figures = try DemoStatistics(path: scratch.path("stats.json"))
      expect(figures.width == 600 && figures.height == 400, "\(figures.width) x \(figures.height)")
    }

    @Test(
      "a window that is dragged to an output of another scale is as sharp as that, and back again the same as before")
    func outputs() async throws {
      let (width, height) = (560, 420)
      let session = try await WaylandSession(scale: 1, secondScale: 2, width: width, height: height, hasDesktop: true)
      let scratch = try ScratchDirectory()
      var environment = session.environment
      // Without a bar and a shadow the window is as large as what it shows.
      environment["SDL_VIDEO_WAYLAND_ALLOW_LIBDECOR"] = "0"
      let process = try ChildProcess(
        Tools.tableDemo,
        [
          // No text is cut in so small a window, and none has a tip.
          "--screen", "countries", "--appearance", "light", "--size", "400x300", "--stats", scratch.path("stats.json"),
        ], environment: environment)
      let middle = (x: width / 2, y: height / 2)
      let secondMiddle = (x: 2 * width, y: height)
      let (before, place) = try await session.window(on: 0..<width, middle)
      expect(place.x.count == 400 && place.y.count == 300, "\(place)")
      // 270 points on the first output and 290 on the second.
      try await session.dragWindow(fromX: 280, toX: 550, y: middle.y)
      try await session.dragWindow(fromX: 640, toX: 1220, y: secondMiddle.y)
      let (second, secondPlace) = try await session.window(on: width..<3 * width, secondMiddle)
      expect(secondPlace.x.count == 800 && secondPlace.y.count == 600, "\(secondPlace)")
      // Between black and white a picture of half the pixels that was stretched has a grey at least.
      var edges = 0
      for y in secondPlace.y {
        for x in secondPlace.x.dropLast() where second[x, y].distance(to: second[x + 1, y]) > 150 { edges += 1 }
      }
      expect(edges > 1000, "\(edges)")
      try await session.dragWindow(fromX: 1220, toX: 640, y: secondMiddle.y)
      try await session.dragWindow(fromX: 550, toX: 280, y: middle.y)
      let (after, placeAfter) = try await session.window(on: 0..<width, middle)
      expectEqual(placeAfter, place)
      expectEqual(after.differences(from: before, x: place.x, y: place.y), 0)
      process.send(SIGTERM)
      try await expectEqual(process.exitStatus(), 0)
      expectEqual(WaylandSession.ownErrors(of: process), [])
      let figures = try DemoStatistics(path: scratch.path("stats.json"))
      expect(figures.scale == 1 && figures.picture == "kept in shared memory, shown in parts")
    }

    @Test("a compositor without a seat is not used: the X server is taken, and without one there is no window")
    func withoutSeat() async throws {
      let session = try await WaylandSession(scale: 1, hasSeat: false)
      let scratch = try ScratchDirectory()
      let process = try start(session, scratch, "--screen", "stress", "--rows", "1000", "--frames", "5")
      try await expectEqual(process.exitStatus(), 0)
      expectEqual(process.errors, "")
      try expectEqual(DemoStatistics(path: scratch.path("stats.json")).videoDriver, "x11")
      var environment = session.environment
      environment["DISPLAY"] = .some(nil)
      let alone = try ChildProcess(
        Tools.tableDemo, ["--frames", "5", "--screenshot", scratch.path("picture.png")], environment: environment)
      try await expectEqual(alone.exitStatus(), 0)
      expect(alone.errorLines.count == 1 && alone.errors.contains("no display"), "\(alone.errors)")
      environment["SDL_VIDEODRIVER"] = "wayland"
      let demanded = try ChildProcess(Tools.tableDemo, ["--frames", "5"], environment: environment)
      try await expectEqual(demanded.exitStatus(), 69)
      expect(demanded.errorLines.count == 1 && demanded.errors.contains("no seat"), "\(demanded.errors)")
    }

    @Test("a compositor that goes away ends the program with 69, one line and all results")
    func vanishing() async throws {
      let session = try await WaylandSession(scale: 1)
      let scratch = try ScratchDirectory()
      let process = try start(session, scratch, "--screen", "stress", "--rows", "1000")
      _ = try await session.settled()
      session.vanish()
      try await expectEqual(process.exitStatus(), 69)
      expectEqual(WaylandSession.ownErrors(of: process).count, 1, "\(process.errors)")
      try expect(DemoStatistics(path: scratch.path("stats.json")).frames > 0)
    }
  }
}
