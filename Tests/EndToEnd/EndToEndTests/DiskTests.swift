import Expectations
import Foundation
import Testing

extension EndToEnd {
  /// What the program reads from or leaves on disk, and disks that fail it.
  @Suite("The disk", .serialized, .timeLimit(.minutes(2)))
  struct DiskTests {
    /// Runs the program, gives its window another size, and asks for the end.
    private func resizeAndEnd(_ demo: Demo) async throws -> Int32 {
      try await demo.display.xdotool("windowsize", "--sync", demo.window, "900", "700")
      _ = try await demo.settled()
      return try await demo.end()
    }

    @Test("a window opens as large as it was left")
    func remembered() async throws {
      let scratch = try ScratchDirectory()
      let first = try await Demo(["--appearance", "light"], leavesFigures: false, state: scratch.path("state"))
      try await expectEqual(resizeAndEnd(first), 0)
      let second = try await Demo(["--appearance", "light"], leavesFigures: false, state: scratch.path("state"))
      let picture = try await second.settled()
      expect(picture.width == 900 && picture.height == 700)
      try await expectEqual(second.end(), 0)
      expect(first.process.errors == "" && second.process.errors == "")
    }

    @Test("a state folder that cannot be written is told in one line, and the end is the usual one")
    func unwritable() async throws {
      // Not even root makes a folder there.
      let demo = try await Demo(["--appearance", "light"], leavesFigures: false, state: "/proc/nowhere")
      try await expectEqual(resizeAndEnd(demo), 0)
      let errors = demo.process.errors
      expect(demo.process.errorLines.count == 1 && errors.contains("/proc/nowhere"), "\(errors)")
    }

    @Test("a full disk is told in one line, and what was remembered before stays", .enabled(if: FullDisk.canBeMade))
    func full() async throws {
      let scratch = try ScratchDirectory()
      let display = try await VirtualDisplay()
      let state = scratch.path("state")
      try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: true)
      var environment = display.environment
      environment["XDG_STATE_HOME"] = state
      let process = try ChildProcess(
        FullDisk.unshare, ["-rm", "/bin/sh", "-c", FullDisk.script, state, Tools.tableDemo, "--appearance", "light"],
        environment: environment)
      let window = try await waiting(for: "the window") { await display.window(of: process) }
      try await display.xdotool("windowsize", "--sync", window, "900", "700")
      try await Task.sleep(for: .milliseconds(500))
      process.send(SIGTERM)
      try await expectEqual(process.exitStatus(), 0)
      expect(process.errorLines.count == 1 && process.errors.contains("enough space"), "\(process.errors)")
    }

    @Test("fonts and pointer themes removed while it runs are no fault: texts go on being drawn")
    func fontsRemoved() async throws {
      let scratch = try ScratchDirectory()
      let display = try await VirtualDisplay()
      let font = try await ChildProcess.run("fc-match", ["-f", "%{file}", "sans-serif"])
      let fonts = scratch.path("fonts")
      try FileManager.default.createDirectory(atPath: fonts, withIntermediateDirectories: true)
      try FileManager.default.copyItem(atPath: font, toPath: fonts + "/face." + (font as NSString).pathExtension)
      let configuration = "<fontconfig><dir>\(fonts)</dir><cachedir>\(fonts)/cache</cachedir></fontconfig>"
      try configuration.write(toFile: scratch.path("fonts.conf"), atomically: true, encoding: .utf8)
      var environment = display.environment
      environment["FONTCONFIG_FILE"] = scratch.path("fonts.conf")
      environment["XCURSOR_PATH"] = fonts
      let demo = try await Demo(
        ["--screen", "selfsizing", "--appearance", "light", "--size", "900x600"], on: display, environment: environment)
      let before = try await demo.settled()
      try FileManager.default.removeItem(atPath: fonts)
      try FileManager.default.removeItem(atPath: scratch.path("fonts.conf"))
      // Words, weights and sizes that were not needed so far, and other shapes of the pointer.
      try await demo.move(x: 450, y: 400)
      try await demo.turnWheel(8)
      for key in ["ctrl+plus", "ctrl+plus", "r", "F1", "F12"] { try await demo.press(key) }
      try await demo.move(x: 890, y: 300)
      let after = try await demo.screenshot()
      expect(after.differences(from: before, x: 0..<600) > 2000 && after.hasColours(moreThan: 20))
      expect(demo.process.isRunning)
      try await expectEqual(demo.end(), 0)
      expectEqual(demo.process.errors, "")
    }
  }
}

/// A disk without a free byte, in a mount namespace of the program's own.
private enum FullDisk {
  static let unshare = Tools.path(of: "unshare") ?? ""

  /// Mounts memory of a few pages at `$0`, for a program in another root as well, remembers a size there, fills it, and
  /// becomes the program that follows.
  static let script = """
    mount -t tmpfs -o size=64k none "$0" && mkdir "$0/TableDemo" \
    && { [ -z "$ANOLE_VIEW" ] || mount --bind "$0" "$ANOLE_VIEW$0"; } \
    && echo "1x1 640x480" > "$0/TableDemo/window" && cat /dev/zero > "$0/filling" 2>/dev/null; exec "$@"
    """

  /// Whether the system lets anybody mount something in a namespace.
  static let canBeMade: Bool = {
    let process = Process()
    process.executableURL = URL(filePath: unshare)
    process.arguments = ["-rm", "mount", "-t", "tmpfs", "none", "/tmp"]
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }()
}
