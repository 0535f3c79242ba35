import Foundation

/// A run of TableDemo to its end, without a window unless a display is given.
struct ScriptedRun {
  let status: Int32
  let output: String
  let errors: String
  let statistics: DemoStatistics?

  var errorLines: [Substring] { errors.split(separator: "\n") }

  /// - Parameters:
  ///   - arguments: of the command line, without `--stats`.
  ///   - display: where its window goes; without one no display can be reached.
  ///   - seconds: time limit.
  init(_ arguments: [String], on display: VirtualDisplay? = nil, within seconds: Double = 60) async throws {
    let scratch = try ScratchDirectory()
    let none: [String: String?] = ["DISPLAY": nil, "WAYLAND_DISPLAY": nil, "SDL_VIDEODRIVER": nil]
    let file = scratch.path("stats.json")
    let process = try ChildProcess(
      Tools.tableDemo, arguments + ["--stats", file], environment: display?.environment ?? none)
    status = try await process.exitStatus(within: seconds)
    output = process.output
    errors = process.errors
    statistics = FileManager.default.fileExists(atPath: file) ? try DemoStatistics(path: file) : nil
  }
}
