import Expectations
import Foundation
import Testing

extension EndToEnd {
  /// What stands between the program's start and its first frame.
  @Suite("The start", .serialized, .timeLimit(.minutes(2)))
  struct StartTests {
    @Test("no thread is there before the display has answered: Xlib would read its files many times slower")
    func threads() async throws {
      let display = try await VirtualDisplay()
      display.stop()
      let process = try ChildProcess(Tools.tableDemo, ["--appearance", "light"], environment: display.environment)
      let folder = "/proc/\(process.pid)"
      _ = try await waiting(for: "the program to connect") {
        let files = try FileManager.default.contentsOfDirectory(atPath: folder + "/fd")
        let isConnecting = files.contains {
          (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/fd/\($0)"))?.hasPrefix("socket:")
            == true
        }
        return isConnecting ? () : nil
      }
      try await Task.sleep(for: .milliseconds(100))
      let threads = try FileManager.default.contentsOfDirectory(atPath: folder + "/task")
      expectEqual(threads, ["\(process.pid)"])
      display.resume()
      _ = try await waiting(for: "the window") { await display.window(of: process) }
      process.send(SIGTERM)
      try await expectEqual(process.exitStatus(), 0)
    }

    @Test("fonts are remembered from run to run, and forgotten when fontconfig would answer otherwise")
    func fonts() async throws {
      let scratch = try ScratchDirectory()
      let sans = try await ChildProcess.run("fc-match", ["-f", "%{file}", "DejaVu Sans"])
      let serif = try await ChildProcess.run("fc-match", ["-f", "%{file}", "DejaVu Serif"])
      try #require(sans != serif)
      let fonts = scratch.path("fonts")
      try FileManager.default.createDirectory(atPath: fonts, withIntermediateDirectories: true)
      for file in [sans, serif] {
        try FileManager.default.copyItem(atPath: file, toPath: fonts + "/" + (file as NSString).lastPathComponent)
      }
      let included = scratch.path("mine.conf")
      let configuration = """
        <fontconfig><dir>\(fonts)</dir><cachedir>\(fonts)/cache</cachedir>
        <alias><family>sans-serif</family><prefer><family>DejaVu Sans</family></prefer></alias>
        <include ignore_missing="yes">\(included)</include></fontconfig>
        """
      try configuration.write(toFile: scratch.path("fonts.conf"), atomically: true, encoding: .utf8)
      let display = try await VirtualDisplay()
      var environment = display.environment
      environment["FONTCONFIG_FILE"] = scratch.path("fonts.conf")
      environment["XDG_CACHE_HOME"] = scratch.path("cache")
      let file = scratch.path("cache/TableDemo/fonts")
      func memory() -> String { (try? String(contentsOfFile: file, encoding: .utf8)) ?? "" }
      /// Runs the program until a condition holds, and gives its picture.
      func run(until isDone: @escaping () -> Bool = { true }) async throws -> Screenshot {
        let demo = try await Demo(
          ["--screen", "styles", "--appearance", "light"], leavesFigures: false, on: display, environment: environment)
        _ = try await waiting(for: "the fonts") { isDone() ? () : nil }
        let picture = try await demo.settled()
        try await expectEqual(demo.end(), 0)
        expectEqual(demo.process.errors, "")
        return picture
      }
      let first = try await run()
      let written = memory()
      expect(written.contains("/DejaVuSans.ttf"))
      let second = try await run()
      expectEqual(second.differences(from: first), 0)
      expectEqual(memory(), written)
      // A file no part of the configuration was: the third run is the first to know of it, the fourth to show it.
      let mine = """
        <fontconfig><match><edit name="family" mode="prepend" binding="strong"><string>DejaVu Serif</string></edit></match>
        </fontconfig>
        """
      try mine.write(toFile: included, atomically: true, encoding: .utf8)
      _ = try await run { memory() == "" }
      let fourth = try await run()
      expect(fourth.differences(from: first) > 1000)
      expect(memory().contains("/DejaVuSerif.ttf") && !memory().contains("/DejaVuSans.ttf"))
    }

    @Test("a font in use that is removed, renamed or emptied while the program runs is no hindrance to the next start")
    func fontGoes() async throws {
      let display = try await VirtualDisplay()
      let files = try await ["DejaVu Sans", "DejaVu Serif"].asyncMap {
        try await ChildProcess.run("fc-match", ["-f", "%{file}", $0])
      }
      try #require(files[0] != files[1])
      for change in ["removed", "renamed", "emptied"] {
        let scratch = try ScratchDirectory()
        let fonts = scratch.path("fonts")
        try FileManager.default.createDirectory(atPath: fonts, withIntermediateDirectories: true)
        let places = files.map { fonts + "/" + ($0 as NSString).lastPathComponent }
        for (file, place) in zip(files, places) { try FileManager.default.copyItem(atPath: file, toPath: place) }
        let configuration = """
          <fontconfig><dir>\(fonts)</dir><cachedir>\(scratch.path("fontconfig"))</cachedir>
          <alias><family>sans-serif</family><prefer><family>DejaVu Sans</family></prefer></alias></fontconfig>
          """
        try configuration.write(toFile: scratch.path("fonts.conf"), atomically: true, encoding: .utf8)
        var environment = display.environment
        environment["FONTCONFIG_FILE"] = scratch.path("fonts.conf")
        environment["XDG_CACHE_HOME"] = scratch.path("cache")
        let memory = scratch.path("cache/TableDemo/fonts")
        let first = try await Demo(
          ["--screen", "stress", "--appearance", "light"], leavesFigures: false, on: display, environment: environment)
        switch change {
        case "renamed": try FileManager.default.moveItem(atPath: places[0], toPath: places[0] + ".old")
        case "removed": try FileManager.default.removeItem(atPath: places[0])
        default: try #require(truncate(places[0], 0) == 0)
        }
        try await expectEqual(first.end(), 0)
        // Once for what the first run remembered, and once for what this one does.
        for _ in 0..<2 {
          let next = try ChildProcess(Tools.tableDemo, ["--headless", "--frames", "2"], environment: environment)
          try await expectEqual(next.exitStatus(), 0)
          expectEqual(next.errors, "")
        }
        // What fontconfig goes on to name, though it cannot be opened, is not remembered.
        let names = (try? String(contentsOfFile: memory, encoding: .utf8)) ?? ""
        let wanted = ["removed": places[1], "renamed": places[0] + ".old"][change]
        expect(wanted.map(names.contains) ?? !names.contains("file=" + places[0]), "\(change): \(names)")
      }
    }

    @Test("the time before a script became the program is no part of its start")
    func handedOver() async throws {
      let script = "sleep 2; started=${EPOCHREALTIME:-}; ANOLE_STARTED_AT=${started/,/.} exec \"$0\" \"$@\""
      let process = try ChildProcess(
        "/bin/bash", ["-c", script, Tools.tableDemo, "--headless", "--frames", "2", "--stats", "-"])
      try await expectEqual(process.exitStatus(), 0)
      let figures = try JSONSerialization.jsonObject(with: Data(process.output.utf8)) as? [String: Any]
      let startup = try #require(figures?["startup_ms"] as? Double)
      expect(startup > 1 && startup < 1900)
    }
  }
}

extension [String] {
  fileprivate func asyncMap(_ transform: (String) async throws -> String) async rethrows -> [String] {
    var results: [String] = []
    for element in self { results.append(try await transform(element)) }
    return results
  }
}
