import Expectations
import Foundation
import Testing

extension EndToEnd {
  /// Libraries that are not what the program needs, made by the C compiler that Swift comes with, and limits too low for
  /// those that are.
  @Suite("With libraries that do not fit", .serialized, .timeLimit(.minutes(2)))
  struct UnfitLibraryTests {
    private static let withoutDisplay: [String: String?] = [
      "DISPLAY": nil, "WAYLAND_DISPLAY": nil, "SDL_VIDEODRIVER": nil,
    ]

    @Test("an SDL older than 2.26 is refused in one line that names both", .enabled(if: Tools.compiler != nil))
    func oldSDL() async throws {
      let scratch = try ScratchDirectory()
      let library = try await Tools.makeLibrary(
        "old.so", "void SDL_GetVersion(unsigned char *v) { v[0] = 2; v[1] = 0; v[2] = 20; }", in: scratch)
      let environment = Self.withoutDisplay.merging(["LD_PRELOAD": library]) { $1 }
      let process = try ChildProcess(Tools.tableDemo, ["--frames", "2"], environment: environment)
      try await expectEqual(process.exitStatus(), 69)
      expectEqual(process.errorLines.count, 1, "\(process.errors)")
      expect(process.errors.contains("SDL 2.26.0 or newer is needed, this is 2.0.20"), "\(process.errors)")
    }

    @Test(
      "an SDL 3 that sdl2-compat cannot use is told in one line with what was found",
      .enabled(if: Tools.compiler != nil))
    func unfitSDL3() async throws {
      let version = try ChildProcess(Tools.tableDemo, ["--version"], environment: Self.withoutDisplay)
      try await expectEqual(version.exitStatus(), 0)
      // One that is named by SDL_DYNAMIC_API is loaded later, and ends the program in its own way.
      let other = ProcessInfo.processInfo.environment["ANOLE_API"] ?? ""
      guard version.output.contains("sdl2-compat"), other.isEmpty else { return }
      for (code, found) in [
        ("int SDL_GetVersion(void) { return 3001002; }", "SDL 3.1.2 was found"),
        ("int SDL_GetVersion(void) { return 3009001; }", "SDL 3.9.1 was found"),
        ("int nothing(void) { return 0; }", "libSDL3.so.0 is none"), (nil, "there is none ("),
      ] {
        let scratch = try ScratchDirectory()
        if let code {
          _ = try await Tools.makeLibrary("libSDL3.so.0", code, in: scratch)
        } else {
          try Data().write(to: URL(filePath: scratch.path("libSDL3.so.0")))
        }
        let environment = Self.withoutDisplay.merging(["LD_LIBRARY_PATH": scratch.path("")]) { $1 }
        let process = try ChildProcess(Tools.tableDemo, ["--frames", "2"], environment: environment)
        try await expectEqual(process.exitStatus(), 70)
        // Behind sdl2-compat's own, which says less.
        let own = process.errorLines.filter { $0.hasPrefix("TableDemo: ") }
        expect(own.count == 1 && own[0].contains("new enough for it: \(found)"), "\(process.errors)")
      }
    }

    @Test("without SDL_image pictures are the same, symbols and icons in them, and are written as PNG")
    func noSDLImage() async throws {
      for arguments in [
        ["--screen", "settings"], ["--screen", "countries", "--appearance", "dark"], ["--screen", "mail"],
      ] {
        var pictures: [Data] = []
        for isMissing in [false, true] {
          let scratch = try ScratchDirectory()
          var environment = Self.withoutDisplay
          if isMissing {
            // No library, which is found first.
            try Data().write(to: URL(filePath: scratch.path("libSDL2_image-2.0.so.0")))
            environment["LD_LIBRARY_PATH"] = scratch.path("")
          }
          let picture = scratch.path("picture.png")
          let process = try ChildProcess(
            Tools.tableDemo, arguments + ["--headless", "--frames", "3", "--screenshot", picture],
            environment: environment)
          try await expectEqual(process.exitStatus(), 0)
          expectEqual(process.errors, "")
          pictures.append((try? Data(contentsOf: URL(filePath: picture))) ?? Data())
        }
        expect(pictures[0].starts(with: [0x89, 0x50, 0x4E, 0x47]) && pictures[0] == pictures[1], "\(arguments)")
      }
    }

    @Test("too little memory for the libraries is told in one line, at every limit")
    func addressSpace() async throws {
      for megabytes in stride(from: 80, through: 480, by: 40) {
        let process = try ChildProcess(
          "/bin/sh", ["-c", "ulimit -v \(megabytes << 10); exec \"$0\" --headless --frames 2", Tools.tableDemo],
          environment: Self.withoutDisplay)
        let status = try await process.exitStatus()
        // The dynamic linker itself gives up with 127.
        expect([0, 70, 127].contains(status), "\(megabytes) MB: \(status), \(process.errors)")
        expectEqual(process.errorLines.count, (status == 0 ? 0 : 1), "\(megabytes) MB: \(process.errors)")
        if status == 70 { expect(process.errors.contains("ulimit -v"), "\(process.errors)") }
      }
    }
  }
}
