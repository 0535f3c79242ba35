import Expectations
import Foundation
import TestSupport
import Testing

extension EndToEnd {
  /// Starts of the program with and without arguments, and what it remembers of them.
  @Suite("The first start", .serialized, .timeLimit(.minutes(2)))
  struct FirstStartTests {
    /// Tells whether files were opened.
    private final class Watch {
      private let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))

      init(_ paths: [String]) {
        for path in paths { _ = inotify_add_watch(descriptor, path, UInt32(IN_OPEN) | UInt32(IN_MOVE_SELF)) }
      }

      deinit { close(descriptor) }

      /// Whether there was any since the last call.
      func takeEvents() -> Bool {
        var bytes = [UInt8](repeating: 0, count: 4096)
        var hasEvents = false
        while read(descriptor, &bytes, bytes.count) > 0 { hasEvents = true }
        return hasEvents
      }
    }

    private func title(of demo: Demo) async throws -> String {
      try await demo.display.xdotool("getwindowname", demo.window)
    }

    @Test(
      "without arguments the program opens where it was left; with any it neither reads nor writes what it remembers")
    func remembered() async throws {
      let scratch = try ScratchDirectory()
      let state = scratch.path("state")
      let (place, files) = (state + "/TableDemo/place", state + "/TableDemo/files")
      let first = try await Demo([], leavesFigures: false, state: state)
      try await expect(title(of: first).hasPrefix("Welcome"))
      try await first.press("Tab")
      try await first.press("Return")
      try await waiting(for: "the screen") { try await title(of: first).hasPrefix("Reuse") ? () : nil }
      try await waiting(for: "the memory") { FileManager.default.fileExists(atPath: place) ? () : nil }
      try await expect(first.end() == 0 && first.process.errors == "")

      let file = scratch.path("a.log")
      try "one\ntwo\n".write(toFile: file, atomically: true, encoding: .utf8)
      try #"{"recent":["\#(file)"],"open":[]}"#.write(toFile: files, atomically: true, encoding: .utf8)
      let watch = Watch([place, files])
      for arguments in [["--appearance", "light"], ["--screen", "mail"], [file], ["--fps"]] {
        let demo = try await Demo(arguments, isMoving: true, leavesFigures: false, state: state)
        try await expect(!title(of: demo).hasPrefix("Reuse"), "\(arguments)")
        try await demo.press("alt+Down")
        try await Task.sleep(for: .milliseconds(300))
        try await expectEqual(demo.end(), 0)
        expect(!watch.takeEvents(), "\(arguments)")
      }
      for arguments in [["--headless", "--frames", "2"], ["--frames", "2"]] {
        let process = try ChildProcess(
          Tools.tableDemo, arguments, environment: first.display.environment.merging(["XDG_STATE_HOME": state]) { $1 })
        try await expectEqual(process.exitStatus(), 0)
        expect(!watch.takeEvents(), "\(arguments)")
      }

      let last = try await Demo([], isMoving: true, leavesFigures: false, state: state)
      try await expect(title(of: last).hasPrefix("Reuse"))
      expect(watch.takeEvents(), "files that are read are told of")
      try await expectEqual(last.end(), 0)
    }

    @Test("F9 records a trace into the working directory, once more beside it, and the file is whole")
    func traced() async throws {
      let scratch = try ScratchDirectory()
      let folder = scratch.path("work")
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      let display = try await VirtualDisplay()
      let process = try ChildProcess(
        "/bin/sh",
        ["-c", #"cd "$0" && exec "$@""#, folder, Tools.tableDemo, "--screen", "feed", "--appearance", "light"],
        environment: display.environment)
      let demo = try await Demo(of: process, on: display)
      try await demo.move(x: 700, y: 300)
      for _ in 0..<2 {
        try await demo.press("F9")
        try await demo.turnWheel(8)
        try await Task.sleep(for: .milliseconds(600))
        try await demo.press("F9")
      }
      try await expectEqual(demo.end(), 0)
      for name in ["TableDemo-trace.json", "TableDemo-trace-2.json"] {
        let check = try TraceEventCheck(json: Data(contentsOf: URL(filePath: folder + "/" + name)))
        expectEqual(check.problems, [], "\(name)")
        let names = Set(check.events.compactMap { $0["name"] as? String })
        expect(names.isSuperset(of: ["frame", "layout", "cellForRow", "draw bitmap", "image", "text"]), "\(name)")
        let threads = Set(check.events.compactMap { $0["tid"] as? Int })
        expect(threads.count >= 2, "\(name)")
      }
    }
  }
}
