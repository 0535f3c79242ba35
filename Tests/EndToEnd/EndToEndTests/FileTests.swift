import Expectations
import Foundation
import Testing

extension EndToEnd {
  /// Files that other programs change, and file systems that do not answer.
  @Suite("Files in a window", .serialized, .timeLimit(.minutes(2)))
  struct FileTests {
    @Test(
      "a file system that stops answering freezes nothing: keys work, and the lines come when it answers again",
      .enabled(if: StallingFiles.canBeMade, "needs python3 and FUSE in a user namespace"),
      arguments: ["file.txt", "file.csv"])
    func stalling(name: String) async throws {
      let scratch = try ScratchDirectory()
      let display = try await VirtualDisplay()
      let files = try StallingFiles(
        name, (0..<60_000).map { "line \($0)\n" }.joined(), scratch, display,
        ["--appearance", "light", "--size", "900x600"])
      let demo = try await files.window()
      let before = try await demo.settled()
      files.stall()
      // Far from all that was read.
      try await demo.press("ctrl+End")
      try await demo.press("End")
      let waiting = try await demo.settled()
      expect(waiting.differences(from: before, y: 0..<500) > 1000)
      // What is said about it comes after a second.
      try await Task.sleep(for: .seconds(1.5))
      let told = try await demo.settled()
      expect(told.differences(from: before, x: 150..<600, y: 570..<600) > 50)
      try await demo.press("F1")
      try await expect(demo.settled().differences(from: told, x: 500..<900, y: 0..<300) > 500)
      try await demo.press("F1")
      files.goOn()
      let pictures = try await demo.settled()
      expect(pictures.differences(from: waiting, x: 60..<500, y: 100..<500) > 1000)
      try await demo.copies(name.hasSuffix("csv") ? "line 59999\n" : "line 59999")
      try await expectEqual(demo.end(), 0)
    }

    @Test(
      "a window opens though the file's file system does not answer, and shows the file when it does",
      .enabled(if: StallingFiles.canBeMade, "needs python3 and FUSE in a user namespace"))
    func stalledAtStart() async throws {
      let scratch = try ScratchDirectory()
      let display = try await VirtualDisplay()
      let files = try StallingFiles(
        "file.txt", (0..<60).map { "line \($0)\n" }.joined(), scratch, display, ["--appearance", "light"],
        isStalled: true)
      let demo = try await files.window()
      let before = try await demo.settled()
      files.goOn()
      try await waiting(for: "the lines") {
        try await demo.screenshot().differences(from: before, y: 0..<500) > 1000 ? () : nil
      }
      try await expectEqual(demo.end(), 0)
    }

    @Test("a window with a file at rest never wakes, and shows a change at once")
    func idle() async throws {
      let scratch = try ScratchDirectory()
      let path = scratch.path("rest.txt")
      try "one\ntwo\n".write(toFile: path, atomically: true, encoding: .utf8)
      let demo = try await Demo(path, "--appearance", "light", "--size", "900x600")
      let before = try await demo.settled()
      try await Task.sleep(for: .seconds(2))
      let start = try Self.switches(of: demo.process.pid)
      try await Task.sleep(for: .seconds(3))
      try expect(Self.switches(of: demo.process.pid) - start <= 4)
      let handle = try FileHandle(forWritingTo: URL(filePath: path))
      try handle.seekToEnd()
      try handle.write(contentsOf: Data("three\n".utf8))
      try await waiting(for: "the new line", seconds: 3) {
        try await demo.screenshot().differences(from: before, y: 40..<60) > 20 ? () : nil
      }
      try await expectEqual(demo.end(), 0)
    }

    /// How often threads of a process went to sleep.
    private static func switches(of process: Int32) throws -> Int {
      let tasks = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")
      return try tasks.reduce(0) { sum, task in
        let status = try String(contentsOfFile: "/proc/\(process)/task/\(task)/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary") }
        return sum + (line?.split(separator: "\t").last.flatMap { Int($0) } ?? 0)
      }
    }

    @Test("a CSV file that is emptied and written again while it is sorted ends nothing")
    func sortedWhileCut() async throws {
      let scratch = try ScratchDirectory()
      let path = scratch.path("sizes.csv")
      let text = "name,size\n" + (0..<20).map { "name \($0),\($0 * 7 % 20)\n" }.joined()
      try text.write(toFile: path, atomically: false, encoding: .utf8)
      let demo = try await Demo(path, "--appearance", "light", "--size", "900x600")
      for round in 0..<8 {
        try await demo.click(x: 160, y: 14)
        truncate(path, off_t(round % 3 * 30))
        try await demo.click(x: 100, y: 14)
        try await demo.click(x: 160, y: 14)
        expect(demo.process.isRunning)
        try text.write(toFile: path, atomically: round % 2 == 0, encoding: .utf8)
      }
      _ = try await demo.settled()
      try await expectEqual(demo.end(), 0)
    }

    @Test("a file is searched, filtered and gone through by keys, and what is shown can be copied")
    func finding() async throws {
      let scratch = try ScratchDirectory()
      let path = scratch.path("words.txt")
      let lines = (1...20_000).map { "line \($0) \($0 % 1000 == 0 ? "needle" : "hay")\n" }
      try lines.joined().write(toFile: path, atomically: true, encoding: .utf8)
      let demo = try await Demo(path, "--appearance", "light", "--size", "900x600")
      try await demo.press("slash")
      try await demo.display.xdotool("type", "needle")
      try await demo.press("Return")
      _ = try await demo.settled()
      try await demo.copies("line 1000 needle")
      try await demo.press("n")
      try await demo.copies("line 2000 needle")
      try await demo.press("Escape")
      try await demo.press("ampersand")
      try await demo.display.xdotool("type", "needle")
      try await demo.press("Return")
      _ = try await demo.settled()
      try await demo.copies("line 2000 needle")
      try await demo.press("End")
      try await demo.press("space")
      try await demo.copies("line 20000 needle")
      try await demo.press("colon")
      try await demo.display.xdotool("type", "5000")
      try await demo.press("Return")
      try await demo.copies("line 5000 needle")
      try await expectEqual(demo.end(), 0)
    }

    @Test(
      "a file that another program drags between two tabs opens there",
      .enabled(if: FileDragSource.isAvailable, "needs python3"))
    func draggedOntoTabs() async throws {
      let scratch = try ScratchDirectory()
      // Names so long that each tab is as wide as tabs are at most.
      let tail = String(repeating: "-long", count: 12) + ".txt"
      let paths = ["first", "second", "dragged"].map { scratch.path($0 + tail) }
      for (path, text) in zip(paths, ["one", "two", "three"]) {
        try (text + "\n").write(toFile: path, atomically: true, encoding: .utf8)
      }
      let demo = try await Demo(paths[0], paths[1], "--appearance", "light", "--size", "900x600")
      try await demo.display.xdotool("windowmove", "--sync", demo.window, "0", "0")
      try await demo.press("Home")
      try await demo.copies("one")
      let source = try await FileDragSource(of: paths[2], to: demo.window, on: demo.display)
      let (from, between) = (FileDragSource.middle, (x: 229, y: 20))
      try await demo.display.xdotool("mousemove", "\(from.x)", "\(from.y)", "mousedown", "1")
      for step in 1...8 {
        let part = (x: from.x + (between.x - from.x) * step / 8, y: from.y + (between.y - from.y) * step / 8)
        try await demo.display.xdotool("mousemove", "\(part.x)", "\(part.y)")
      }
      try await source.says("accepted")
      try await demo.display.xdotool("mouseup", "1")
      try await source.says("finished")
      try await demo.display.xdotool("windowfocus", "--sync", demo.window)
      _ = try await demo.settled()
      try await demo.press("Home")
      try await demo.copies("three")
      // The tab behind it is the second file's, and from there the first one's is next.
      for text in ["two", "one", "three"] {
        try await demo.press("ctrl+Next")
        _ = try await demo.settled()
        try await demo.press("Home")
        try await demo.copies(text)
      }
      try await expectEqual(demo.end(), 0)
    }

    @Test("lines and words are marked by the mouse, copied, and inserted by the middle button")
    func marking() async throws {
      let scratch = try ScratchDirectory()
      let path = scratch.path("words.txt")
      let lines = (1...900).map { "line\($0) \($0 % 100 == 0 ? "needle" : "hay")\n" }
      try lines.joined().write(toFile: path, atomically: true, encoding: .utf8)
      let demo = try await Demo(path, "--appearance", "light", "--size", "900x600")
      _ = try await demo.settled()
      try await demo.drag(from: (20, 30), to: (20, 90))
      try await demo.copies(lines[1...4].joined())
      // The first word of the third line.
      try await demo.move(x: 70, y: 50)
      try await demo.display.xdotool("click", "--repeat", "2", "--delay", "60", "1")
      try await demo.copies("line3")
      try await demo.press("slash")
      try await demo.move(x: 60, y: 20)
      try await demo.display.xdotool("click", "2")
      try await demo.press("Return")
      try await demo.press("n")
      // Takes the marks, and then the search.
      try await demo.press("Escape")
      try await demo.copies("line30 hay")
      try await demo.press("Escape")
      try await demo.press("ampersand")
      try await demo.display.xdotool("type", "needle")
      try await demo.press("Return")
      _ = try await demo.settled()
      try await demo.press("ctrl+a")
      try await demo.copies(lines.filter { $0.contains("needle") }.joined())
      try await expectEqual(demo.end(), 0)
    }

    @Test("a text of more megabytes than a server takes in one request is copied whole, and then others are")
    func longCopy() async throws {
      let scratch = try ScratchDirectory()
      let (long, short) = (scratch.path("long.txt"), scratch.path("short.txt"))
      let text = (0..<2_000_000).map { "\($0) \u{e9}\n" }.joined()
      try text.write(toFile: long, atomically: true, encoding: .utf8)
      try "short\n".write(toFile: short, atomically: true, encoding: .utf8)
      let demo = try await Demo(long, short, "--appearance", "light", "--size", "900x600")
      _ = try await demo.settled()
      try await demo.press("ctrl+a")
      try await demo.press("ctrl+c")
      let clipboard = try XConnection(to: demo.display.name)
      try await waiting(for: "the clipboard", seconds: 20) {
        try await clipboard.clipboardText()?.utf8.count == text.utf8.count ? () : nil
      }
      try await expectEqual(clipboard.clipboardText(), text)
      try await demo.press("ctrl+Tab")
      _ = try await demo.settled()
      try await demo.press("ctrl+a")
      try await demo.copies("short\n")
      try await expectEqual(demo.end(), 0)
    }

    @Test("an expression that explodes, on a file that grows and is rotated, holds nothing up and ends with Escape")
    func exploding() async throws {
      let scratch = try ScratchDirectory()
      let (path, state) = (scratch.path("a.log"), scratch.path("state"))
      let text = String(repeating: String(repeating: "a", count: 34) + "!\n", count: 400_000)
      try text.write(toFile: path, atomically: false, encoding: .utf8)
      try FileManager.default.createDirectory(atPath: state + "/TableDemo", withIntermediateDirectories: true)
      let pattern = #"[{"text":"(a+)+$","isExpression":true,"matchesCase":true,"matchesWords":false}]"#
      try pattern.write(toFile: state + "/TableDemo/searches", atomically: false, encoding: .utf8)
      let demo = try await Demo([path, "--appearance", "light", "--size", "900x600"], state: state)
      _ = try await demo.settled()
      try await demo.press("slash")
      try await Task.sleep(for: .seconds(0.5))
      try await demo.press("Up")
      try await Task.sleep(for: .seconds(1))
      try expect(Self.ticks(of: demo.process.pid, over: 0.5) > 8, "it searches")
      for round in 0..<6 {
        if round == 3 {
          try FileManager.default.moveItem(atPath: path, toPath: path + ".1")
          try text.write(toFile: path, atomically: false, encoding: .utf8)
        }
        let handle = try FileHandle(forWritingTo: URL(filePath: path))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data("aaaa!\n".utf8))
        let before = try await demo.screenshot()
        try await demo.turnWheel(20)
        try await waiting(for: "lines to move", seconds: 1) {
          try await demo.screenshot().differences(from: before, y: 60..<500) > 100 ? () : nil
        }
      }
      try await demo.press("Escape")
      // The file may still be read again, which is over long before the search would be.
      try await waiting(for: "the search to end", seconds: 6) {
        try Self.ticks(of: demo.process.pid, over: 0.5) < 5 ? () : nil
      }
      try await expectEqual(demo.end(), 0)
    }

    /// Hundredths of seconds of processor time that a process takes meanwhile.
    private static func ticks(of process: Int32, over seconds: Double) throws -> Int {
      func ticks() throws -> Int {
        let status = try String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
        let words = status.split(separator: ")").last?.split(separator: " ") ?? []
        return words.count > 12 ? (Int(words[11]) ?? 0) + (Int(words[12]) ?? 0) : 0
      }
      let start = try ticks()
      Thread.sleep(forTimeInterval: seconds)
      return try ticks() - start
    }

    @Test("the end of a file of 40 GB is shown at once, before its lines are counted")
    func endOfLargeFile() async throws {
      let scratch = try ScratchDirectory()
      let path = scratch.path("large.log")
      try "one\n".write(toFile: path, atomically: true, encoding: .utf8)
      let handle = try FileHandle(forWritingTo: URL(filePath: path))
      try handle.seek(toOffset: 40 << 30)
      try handle.write(contentsOf: Data("\nlast but one\nthe last line\n".utf8))
      try handle.close()
      // Its progress is shown all the time.
      let demo = try await Demo([path, "--appearance", "light", "--size", "900x600"], isMoving: true)
      let clipboard = try XConnection(to: demo.display.name)
      for (key, text) in [("End", "the last line"), ("Home", "one")] {
        // A copy between two reports of the reading finds the row that has the keyboard, another one may find none.
        try await waiting(for: text, seconds: 10) {
          try await demo.press(key)
          try await demo.press("ctrl+c")
          try await Task.sleep(for: .milliseconds(200))
          return try await clipboard.clipboardText() == text ? () : nil
        }
      }
      // It reads on, and on a busy machine the signal ends it before it does so itself.
      expect([0, 128 + SIGTERM].contains(try await demo.end()))
    }

    @Test("more files than the system lets be open are shown as far as they go")
    func manyFiles() async throws {
      let scratch = try ScratchDirectory()
      let display = try await VirtualDisplay()
      let paths = try (0..<400).map { number in
        let path = scratch.path("\(number).txt")
        try "file \(number)\n".write(toFile: path, atomically: false, encoding: .utf8)
        return path
      }
      let process = try ChildProcess(
        "/bin/sh", ["-c", "ulimit -n 160; exec \"$0\" \"$@\"", Tools.tableDemo, "--appearance", "light"] + paths,
        environment: display.environment)
      let window = try await waiting(for: "the window") { await display.window(of: process) }
      try await display.xdotool("windowfocus", "--sync", window)
      for _ in 0..<60 { try await display.xdotool("key", "ctrl+Tab") }
      expect(process.isRunning)
      process.send(SIGTERM)
      try await expectEqual(process.exitStatus(), 0)
      expectEqual(process.errors, "")
    }
  }
}

/// TableDemo showing a file of a file system in user space, which answers or does not.
private final class StallingFiles {
  private let process: ChildProcess
  private let display: VirtualDisplay
  private let sign: String

  init(
    _ name: String, _ content: String, _ scratch: ScratchDirectory, _ display: VirtualDisplay, _ arguments: [String],
    isStalled: Bool = false
  ) throws {
    self.display = display
    sign = scratch.path("stalled")
    let (folder, source, ready) = (scratch.path("mounted"), scratch.path("source"), scratch.path("ready"))
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try content.write(toFile: source, atomically: false, encoding: .utf8)
    if isStalled { _ = FileManager.default.createFile(atPath: sign, contents: nil) }
    process = try ChildProcess(
      Self.unshare,
      [
        "-rm", "/bin/sh", "-c", Self.script, Self.server, folder, source, sign, ready, Tools.tableDemo,
        "\(folder)/\(name)",
      ]
        + arguments + ["--stats", scratch.path("stats.json")], environment: display.environment)
  }

  /// The program's window.
  func window() async throws -> Demo { try await Demo(of: process, on: display) }

  func stall() { _ = FileManager.default.createFile(atPath: sign, contents: nil) }
  func goOn() { unlink(sign) }

  deinit { goOn() }

  private static let unshare = Tools.path(of: "unshare") ?? ""

  /// Starts the server, waits for it, and becomes the program. The server ends with the mount, which ends with both.
  private static let script = """
    python3 -c "$0" "$1" "$2" "$3" "$4" & shift 3; until [ -e "$1" ]; do sleep 0.02; done; shift; exec "$@"
    """

  /// A file system of one file, in the protocol of the kernel: nothing of it is cached.
  private static let server = #"""
    import ctypes, os, signal, struct, sys, time
    folder, source, stall, ready = sys.argv[1:]
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # ends with the program
    content = open(source, "rb").read()
    device = os.open("/dev/fuse", os.O_RDWR)
    options = "fd=%d,rootmode=40000,user_id=0,group_id=0" % device
    if ctypes.CDLL(None).mount(b"stall", folder.encode(), b"fuse", 6, options.encode()) != 0:
        sys.exit(1)
    # For a program in another root as well: MS_BIND.
    view = os.environ.get("ANOLE_VIEW")
    if view and ctypes.CDLL(None).mount(folder.encode(), (view + folder).encode(), None, 4096, None) != 0:
        sys.exit(1)
    open(ready, "w").close()

    def attributes(node):
        kind, size = (0o40755, 0) if node == 1 else (0o100644, len(content))
        return struct.pack("<6Q10I", node, size, 0, 0, 0, 0, 0, 0, 0, kind, 1, 0, 0, 0, 4096, 0)

    def answer(code, node, body):
        if code == 26:  # INIT
            return struct.pack("<4I2H2I2H8I", 7, 31, 65536, 0, 8, 6, 65536, 1, 0, 0, *[0] * 8)
        while os.path.exists(stall):
            time.sleep(0.02)
        if code == 1:  # LOOKUP
            return struct.pack("<4Q2I", 2, 0, 0, 0, 0, 0) + attributes(2) if body.startswith(b"file.") else -2
        if code == 3:  # GETATTR
            return struct.pack("<Q2I", 0, 0, 0) + attributes(node)
        if code in (14, 27):  # OPEN, OPENDIR: the kernel keeps nothing
            return struct.pack("<Q2I", 0, 1, 0)
        if code == 15:  # READ
            _, offset, size = struct.unpack("<2QI", body[:20])
            return content[offset : offset + size]
        return b"" if code in (18, 25, 29) else -38

    while True:
        try:
            request = os.read(device, 1 << 17)
        except OSError:
            break
        length, code, unique, node = struct.unpack("<2I2Q", request[:24])
        if code in (2, 36, 42):  # FORGET, INTERRUPT, BATCH_FORGET
            continue
        result = answer(code, node, request[40:length])
        data, error = (b"", result) if isinstance(result, int) else (result, 0)
        try:
            os.write(device, struct.pack("<IiQ", 16 + len(data), error, unique) + data)
        except OSError:
            pass
    """#

  /// Whether the system lets a file system in user space be mounted in a namespace.
  static let canBeMade: Bool = {
    guard Tools.path(of: "python3") != nil else { return false }
    let process = Process()
    process.executableURL = URL(filePath: unshare)
    let script = "exec 3<>/dev/fuse && mount -i -t fuse -o fd=3,rootmode=40000,user_id=0,group_id=0 none /tmp"
    process.arguments = ["-rm", "/bin/sh", "-c", script]
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }()
}
