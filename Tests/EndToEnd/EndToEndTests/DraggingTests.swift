import Expectations
import Foundation
import Testing

extension EndToEnd {
  /// Rows dragged to a program that was not written here.
  @Suite(
    "Dragging out", .serialized, .timeLimit(.minutes(2)),
    .enabled(if: DropTarget.isAvailable, "needs python3 and libSDL2-2.0.so.0"))
  struct DraggingTests {
    /// On a row of the countries, in pixels of the window.
    private static let row = (x: 300, y: 330)

    @Test("a row dragged onto another program's window arrives there as the text that is copied")
    func arriving() async throws {
      let (demo, target) = try await start()
      try await drag(demo, to: target)
      let text = try await target.text(1)
      expectEqual(text.split(separator: "\t").count, 5, "\(text)")
      try await demo.click(x: Self.row.x, y: Self.row.y)
      try await demo.copies(text)
      try await drag(demo, to: target)
      try await expectEqual(target.text(2), text)
      try await expectEqual(demo.end(), 0)
    }

    @Test("a drag ends by Escape, over no window, over a program that hangs and over one that dies; the next arrives")
    func failing() async throws {
      let (demo, target) = try await start()
      try await drag(demo, to: target, letsGo: false)
      try await demo.press("Escape")
      try await demo.display.xdotool("mouseup", "1")
      try await drag(demo, to: nil)
      target.process.send(SIGSTOP)
      try await drag(demo, to: target)
      try await drag(demo, to: target, letsGo: false)
      target.process.send(SIGKILL)
      _ = try await target.process.exitStatus()
      try await demo.display.xdotool("mousemove_relative", "5", "5")
      try await demo.display.xdotool("mouseup", "1")
      expectEqual(target.process.output, "ready\n")
      let next = try await DropTarget(on: demo.display)
      try await drag(demo, to: next)
      try await expectEqual(next.text(1).split(separator: "\t").count, 5)
      try await expect(demo.end() == 0 && demo.process.errors.isEmpty)
    }

    private func start() async throws -> (Demo, DropTarget) {
      let demo = try await Demo("--screen", "countries", "--appearance", "light", "--size", "900x600")
      try await demo.display.xdotool("windowmove", "--sync", demo.window, "0", "0")
      let target = try await DropTarget(on: demo.display)
      // There is no window manager, and the other program has taken the keyboard.
      try await demo.display.xdotool("windowfocus", "--sync", demo.window)
      return (demo, target)
    }

    /// Presses a row, carries it away, and lets it go over a window; nil stands for the desktop.
    private func drag(_ demo: Demo, to target: DropTarget?, letsGo: Bool = true) async throws {
      try await demo.move(x: Self.row.x, y: Self.row.y)
      try await demo.display.xdotool("mousedown", "1")
      for step in 1...4 { try await demo.move(x: Self.row.x, y: Self.row.y + 6 * step) }
      let place = target == nil ? (x: 1000, y: 1200) : DropTarget.middle
      try await demo.display.xdotool("mousemove", "\(place.x - 20)", "\(place.y)")
      try await demo.display.xdotool("mousemove", "\(place.x)", "\(place.y)")
      // For the window there to answer.
      try await Task.sleep(for: .milliseconds(200))
      if letsGo { try await demo.display.xdotool("mouseup", "1") }
    }
  }
}

/// A window of SDL's that takes dropped text: SDL's own side of the protocol, as any program made with it has it.
private struct DropTarget {
  let process: ChildProcess

  static let middle = (x: 1300, y: 300)
  static let isAvailable = Tools.path(of: "python3") != nil

  init(on display: VirtualDisplay) async throws {
    guard let python = Tools.path(of: "python3") else { throw HarnessError("python3 is not installed") }
    let process = try ChildProcess(python, ["-c", Self.program], environment: display.environment)
    self.process = process
    try await waiting(for: "the window to drop on") {
      guard process.isRunning else { throw HarnessError("the target ended: \(process.errors)") }
      return process.output.hasPrefix("ready\n") ? () : nil
    }
  }

  /// What was dropped `count`th.
  func text(_ count: Int) async throws -> String {
    try await waiting(for: "text \(count) to arrive", seconds: 10) {
      let lines = process.output.split(separator: "\n")
      return lines.count > count ? String(lines[count]) : nil
    }
  }

  private static let program = """
    import ctypes, os, sys, time
    os.environ["SDL_VIDEODRIVER"] = "x11"
    sdl = ctypes.CDLL("libSDL2-2.0.so.0")
    sdl.SDL_CreateWindow.restype = ctypes.c_void_p
    VIDEO, SHOWN, DROPTEXT, WINDOWEVENT, EXPOSED = 0x20, 0x4, 0x1001, 0x200, 3
    assert sdl.SDL_Init(VIDEO) == 0
    sdl.SDL_EventState(DROPTEXT, 1)
    assert sdl.SDL_CreateWindow(b"drop here", 1100, 100, 400, 400, SHOWN)
    event = ctypes.create_string_buffer(128)
    is_ready = False
    while True:
        while sdl.SDL_PollEvent(event):
            kind = int.from_bytes(event[0:4], sys.byteorder)
            if kind == WINDOWEVENT and event[12] == bytes([EXPOSED]) and not is_ready:
                is_ready = True
                print("ready", flush=True)
            if kind == DROPTEXT:
                pointer = int.from_bytes(event[8:16], sys.byteorder)
                print(ctypes.string_at(pointer).decode(), flush=True)
        time.sleep(0.01)
    """
}
