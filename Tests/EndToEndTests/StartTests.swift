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
      #expect(threads == ["\(process.pid)"])
      display.resume()
      _ = try await waiting(for: "the window") { await display.window(of: process) }
      process.send(SIGTERM)
      #expect(try await process.exitStatus() == 0)
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
        #expect(try await demo.end() == 0)
        #expect(demo.process.errors == "")
        return picture
      }
      let first = try await run()
      let written = memory()
      #expect(written.contains("/DejaVuSans.ttf"))
      let second = try await run()
      #expect(second.differences(from: first) == 0)
      #expect(memory() == written)
      // A file no part of the configuration was: the third run is the first to know of it, the fourth to show it.
      let mine = """
        <fontconfig><match><edit name="family" mode="prepend" binding="strong"><string>DejaVu Serif</string></edit></match>
        </fontconfig>
        """
      try mine.write(toFile: included, atomically: true, encoding: .utf8)
      _ = try await run { memory() == "" }
      let fourth = try await run()
      #expect(fourth.differences(from: first) > 1000)
      #expect(memory().contains("/DejaVuSerif.ttf") && !memory().contains("/DejaVuSans.ttf"))
    }
  }
}
