import Expectations
import Foundation
import Testing

extension EndToEnd {
  /// Rows dragged to another program on Wayland, by the real pointer of the X server below the compositor.
  ///
  /// Escape is not among them: weston keeps the keyboard from programs while something is dragged, and has no key of its
  /// own that ends a drag.
  @Suite(
    "Dragging out on Wayland", .serialized, .timeLimit(.minutes(2)),
    .enabled(if: WaylandSession.isInstalled, Comment(rawValue: WaylandSession.hint)),
    .enabled(if: WaylandDropTarget.isAvailable, "needs python3"))
  struct WaylandDraggingTests {
    @Test("a row dragged onto another Wayland program's window arrives there, twice; clicks between select")
    func arriving() async throws {
      let desk = try await Desk()
      let target = try await desk.addTarget()
      try await desk.drag(to: Desk.overTarget)
      let text = try await target.line(1)
      expectEqual(text.split(separator: "\t").count, 5, "\(text)")
      try await desk.expectClickToSelect(1)
      try await desk.drag(to: Desk.overTarget)
      try await expectEqual(target.line(2), text)
      try await desk.expectClickToSelect(2)
      try await expect(desk.end() == 0 && WaylandSession.ownErrors(of: desk.demo) == [], "\(desk.demo.errors)")
    }

    @Test(
      "on Wayland a drag ends over no window, over its own window and over a program that refuses; clicks after it select"
    )
    func refused() async throws {
      let desk = try await Desk()
      let target = try await desk.addTarget("refuse")
      for (row, place) in [(1, Desk.overGround), (2, Desk.overOwnWindow), (4, Desk.overTarget)] {
        try await desk.drag(to: place)
        try await desk.expectClickToSelect(row)
      }
      expectEqual(target.process.output, "ready\n")
      try await expect(desk.end() == 0 && WaylandSession.ownErrors(of: desk.demo) == [], "\(desk.demo.errors)")
    }

    @Test(
      "on Wayland a program that hangs, or does not read what it asked for, does no harm; the next one gets the text")
    func hanging() async throws {
      let desk = try await Desk()
      var target = try await desk.addTarget("close")
      try await desk.drag(to: Desk.overTarget)
      try await expectEqual(target.line(1), "closed")
      try await desk.expectClickToSelect(1)
      target.process.send(SIGSTOP)
      try await desk.drag(to: Desk.overTarget)
      // It is not waited for.
      try await desk.expectClickToSelect(2)
      target.process.send(SIGKILL)
      _ = try await target.process.exitStatus()
      target = try await desk.addTarget()
      try await desk.drag(to: Desk.overTarget)
      try await expectEqual(target.line(1).split(separator: "\t").count, 5)
      try await desk.expectClickToSelect(4)
      try await expect(desk.end() == 0 && WaylandSession.ownErrors(of: desk.demo) == [], "\(desk.demo.errors)")
    }

    @Test("a program that ends while it drags on Wayland leaves nothing behind")
    func ending() async throws {
      let desk = try await Desk()
      let target = try await desk.addTarget()
      try await desk.drag(to: Desk.overTarget, letsGo: false)
      try await expect(desk.end() == 0 && WaylandSession.ownErrors(of: desk.demo) == [], "\(desk.demo.errors)")
      try await desk.letGo()
      try await Task.sleep(for: .milliseconds(300))
      expect(target.process.isRunning && target.process.output == "ready\n")
    }
  }
}

/// A Wayland desktop with the program at its left, and room for a window to drop on at its right.
private final class Desk {
  typealias Place = (x: Int, y: Int)

  static let overTarget: Place = (1120, 200)
  static let overGround: Place = (1120, 560)
  static let overOwnWindow: Place = (700, 500)

  let demo: ChildProcess
  private let session: WaylandSession
  private let scratch: ScratchDirectory

  /// Starts the program with the countries, and moves its window to the left edge.
  init() async throws {
    let session = try await WaylandSession(scale: 1, width: 1300, height: 600, hasDesktop: true)
    let scratch = try ScratchDirectory()
    var environment = session.environment
    // Windows without bars: rows are where they are counted, whichever of libdecor's plugins are installed.
    environment["SDL_VIDEO_WAYLAND_ALLOW_LIBDECOR"] = "0"
    demo = try ChildProcess(
      Tools.tableDemo,
      [
        "--screen", "countries", "--appearance", "light", "--size", "900x600", "--stats", scratch.path("stats.json"),
      ], environment: environment)
    self.session = session
    self.scratch = scratch
    try await arrange()
  }

  /// Starts a program to drop on, and moves its window away from the other.
  func addTarget(_ mode: String = "take") async throws -> WaylandDropTarget {
    let target = try await WaylandDropTarget(mode, environment: session.environment)
    try await arrange(hasTarget: true)
    return target
  }

  /// Presses the fourth row, carries it away, and lets it go.
  func drag(to place: Place, letsGo: Bool = true) async throws {
    let row = Self.middle(of: 3)
    try await move(to: row)
    try await session.display.xdotool("mousedown", "1")
    for step in 1...4 { try await move(to: (row.x, row.y + 6 * step)) }
    try await move(to: (place.x - 20, place.y))
    try await move(to: place)
    if letsGo { try await letGo() }
  }

  func letGo() async throws { try await session.display.xdotool("mouseup", "1") }

  /// Clicks on a row once, and expects it to be the only one that is shaded as selected.
  func expectClickToSelect(_ row: Int, sourceLocation: SourceLocation = #_sourceLocation) async throws {
    try await move(to: Self.middle(of: row))
    try await session.display.xdotool("click", "1")
    var shaded: [Int] = []
    do {
      try await waiting(for: "row \(row) to be selected", seconds: 5) {
        let picture = try await session.screenshot()
        // Between the texts of a row. The shade under the pointer alone is lighter.
        shaded = (0..<7).filter { picture[560, Self.middle(of: $0).y].red < 225 }
        return shaded == [row] ? () : nil
      }
    } catch { Issue.record("rows \(shaded) are shaded, not \(row)", sourceLocation: sourceLocation) }
  }

  /// Asks the program for its end; gives the exit status.
  func end() async throws -> Int32 {
    demo.send(SIGTERM)
    return try await demo.exitStatus()
  }

  /// Rows are 60 points high, below title and header.
  private static func middle(of row: Int) -> Place { (300, 172 + 60 * row) }

  private func move(to place: Place) async throws {
    try await session.display.xdotool("mousemove", "\(place.x)", "\(place.y)")
    // For the compositor and the program that answers.
    try await Task.sleep(for: .milliseconds(80))
  }

  /// Moves the program's window to the left edge, and that of the target away from it. The compositor opens windows where it
  /// likes, and may take the one below for the one that is pressed: whatever stands in a wrong place is moved again.
  private func arrange(hasTarget: Bool = false) async throws {
    for _ in 1...10 {
      let picture = try await session.settled()
      let target = (0..<1300 * 600).lazy.map { (x: $0 % 1300, y: $0 / 1300) }.filter {
        picture[$0.x, $0.y] == WaylandDropTarget.colour
      }
      // As high as the desktop, the window cannot be covered in both rows by the other.
      let edges = [5, 590].compactMap { y in
        (0..<1300).first { ![WaylandSession.ground, WaylandDropTarget.colour].contains(picture[$0, y]) }.map {
          (x: $0, y: y)
        }
      }
      guard let edge = edges.min(by: { $0.x < $1.x }) else { continue }
      if edge.x > 0 {
        try await moveWindow(at: (edge.x + 4, edge.y), to: (4, edge.y))
      } else if hasTarget {
        guard let corner = target.first, let left = target.map(\.x).min() else { continue }
        if left > 905, picture[Self.overTarget.x, Self.overTarget.y] == WaylandDropTarget.colour { return }
        try await moveWindow(at: (corner.x + 10, corner.y + 10), to: (960, 60))
      } else {
        return
      }
    }
    throw HarnessError("the windows do not come to their places")
  }

  /// Takes a window by a place of it and moves it, as the compositor lets users do.
  private func moveWindow(at start: Place, to end: Place) async throws {
    try await move(to: start)
    try await session.display.xdotool("keydown", "Super_L")
    // For the compositor to know of the key when it is told of the button.
    try await Task.sleep(for: .milliseconds(80))
    try await session.display.xdotool("mousedown", "1")
    try await move(to: ((start.x + end.x) / 2, (start.y + end.y) / 2))
    try await move(to: end)
    try await letGo()
    try await session.display.xdotool("keyup", "Super_L")
  }
}

/// A Wayland program that takes dropped text, down to the protocol: what it is told is what the compositor says.
private struct WaylandDropTarget {
  let process: ChildProcess

  static let isAvailable = Tools.path(of: "python3") != nil
  /// Its window's only one.
  static let colour = Screenshot.Colour(red: 0, green: 0xA0, blue: 0xF0)

  /// - Parameter mode: `take` prints what is dropped, `refuse` takes nothing, `close` asks for the text and reads none.
  init(_ mode: String, environment: [String: String?]) async throws {
    guard let python = Tools.path(of: "python3") else { throw HarnessError("python3 is not installed") }
    let process = try ChildProcess(python, ["-c", Self.program, mode], environment: environment)
    self.process = process
    try await waiting(for: "the window to drop on") {
      guard process.isRunning else { throw HarnessError("the target ended: \(process.errors)") }
      return process.output.hasPrefix("ready\n") ? () : nil
    }
  }

  /// What it printed for the drop `count`.
  func line(_ count: Int) async throws -> String {
    try await waiting(for: "drop \(count) to arrive", seconds: 10) {
      let lines = process.output.split(separator: "\n")
      return lines.count > count ? String(lines[count]) : nil
    }
  }

  private static let program = """
    import array, os, socket, struct, sys, tempfile
    wire = socket.socket(socket.AF_UNIX)
    wire.connect(os.path.join(os.environ["XDG_RUNTIME_DIR"], os.environ["WAYLAND_DISPLAY"]))
    ids = iter(range(2, 1 << 20))
    def text(value): return struct.pack("I", len(value) + 1) + value.encode().ljust((len(value) + 4) // 4 * 4, b"\\0")
    def send(thing, request, *arguments, fd=None):
        body = b"".join(a if isinstance(a, bytes) else struct.pack("I", a) for a in arguments)
        control = [] if fd is None else [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [fd]))]
        wire.sendmsg([struct.pack("II", thing, len(body) + 8 << 16 | request) + body], control)
    def events():
        data = b""
        while True:
            while len(data) >= 8 and len(data) >= (size := struct.unpack_from("I", data, 4)[0] >> 16):
                thing, header = struct.unpack_from("II", data)
                yield thing, header & 0xFFFF, data[8:size]
                data = data[size:]
            more = wire.recv(4096)
            if not more: return
            data += more
    def words(body): return struct.unpack("%dI" % (len(body) // 4), body)
    registry, synced = next(ids), next(ids)
    send(1, 1, registry)
    send(1, 0, synced)
    wanted = {"wl_compositor": 1, "wl_shm": 1, "xdg_wm_base": 1, "wl_seat": 1, "wl_data_device_manager": 3}
    bound = {}
    stream = events()
    for thing, event, body in stream:
        if thing == synced: break
        if thing != registry or event: continue
        name, length = struct.unpack_from("II", body)
        interface = body[8:7 + length].decode()
        if interface in wanted and interface not in bound:
            bound[interface] = next(ids)
            send(registry, 0, name, text(interface), wanted[interface], bound[interface])
    surface, shell, window, device = next(ids), next(ids), next(ids), next(ids)
    send(bound["wl_compositor"], 0, surface)
    send(bound["xdg_wm_base"], 2, shell, surface)
    send(shell, 1, window)
    send(window, 3, text("drop here"))
    send(bound["wl_data_device_manager"], 1, device, bound["wl_seat"])
    send(surface, 6)
    size, offer, is_ready, shown = (300, 300), 0, False, None
    for thing, event, body in stream:
        if thing == 1 and event == 0: sys.exit("error: %r" % body)
        if thing == bound["xdg_wm_base"]: send(thing, 3, *words(body))
        if thing == window and event == 0: size = tuple(n or 300 for n in words(body)[:2])
        if thing == shell:
            send(shell, 4, *words(body))
            if size != shown:
                shown = size
                pool, buffer = next(ids), next(ids)
                memory = tempfile.TemporaryFile()
                memory.write(struct.pack("I", 0xFF00A0F0) * (size[0] * size[1]))
                memory.flush()
                send(bound["wl_shm"], 0, pool, size[0] * size[1] * 4, fd=memory.fileno())
                send(pool, 0, buffer, 0, *size, size[0] * 4, 1)
                send(surface, 1, buffer, 0, 0)
                send(surface, 2, 0, 0, *size)
            send(surface, 6)
            if not is_ready: print("ready", flush=True)
            is_ready = True
        if thing == device and event == 1:
            serial, _, _, _, offer = words(body)
            if offer and "refuse" not in sys.argv:
                send(offer, 0, serial, text("text/plain;charset=utf-8"))
                send(offer, 4, 1, 1)
        if thing == device and event == 4:
            reading, writing = os.pipe()
            send(offer, 1, text("text/plain;charset=utf-8"), fd=writing)
            os.close(writing)
            if "close" in sys.argv:
                os.close(reading)
                print("closed", flush=True)
            else:
                with os.fdopen(reading) as pipe: print(pipe.read(), flush=True)
                send(offer, 3)
            send(offer, 2)
    """
}
