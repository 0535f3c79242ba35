import Foundation

/// A sway without a screen of its own, from the files of the system whose SDL is tried (`scripts/sdl-root`). It has a
/// keyboard only as long as wtype gives it one.
final class SwaySession {
  /// The files of the system whose SDL is used, where that is another.
  private static let view = ProcessInfo.processInfo.environment["ANOLE_VIEW"]

  static let isAvailable = view.map { FileManager.default.fileExists(atPath: $0 + "/usr/bin/sway") } ?? false

  private let folder: ScratchDirectory
  private var process: ChildProcess?

  /// - Parameter scale: pixels to a point of its output, which has 900 x 600 points.
  init(scale: Double) async throws {
    let folder = try ScratchDirectory()
    self.folder = folder
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.path("."))
    let size = "\(Int(900 * scale))x\(Int(600 * scale))"
    let configuration = """
      output HEADLESS-1 resolution \(size) scale \(scale) background #203040 solid_color
      default_border none
      """
    try configuration.write(toFile: folder.path("configuration"), atomically: true, encoding: .utf8)
    let sway = try within(["-u", "WAYLAND_DISPLAY", "sway", "--config", folder.path("configuration")])
    process = sway
    _ = try await waiting(for: "sway") {
      guard sway.isRunning else { throw HarnessError("sway ended: \(sway.errors)") }
      return FileManager.default.fileExists(atPath: folder.path("wayland-1")) ? () : nil
    }
  }

  deinit { process?.send(SIGTERM) }

  /// Leads a program to it and to no other display.
  var environment: [String: String?] {
    ["XDG_RUNTIME_DIR": folder.path("."), "WAYLAND_DISPLAY": "wayland-1", "DISPLAY": nil]
  }

  /// Starts one of the other system's programs in it.
  func within(_ command: [String]) throws -> ChildProcess {
    guard let view = Self.view else { throw HarnessError("needs scripts/sdl-root") }
    let headless = ["WLR_BACKENDS": "headless", "WLR_RENDERER": "pixman", "WLR_LIBINPUT_NO_DEVICES": "1"]
    return try ChildProcess(
      "/usr/sbin/chroot", [view, "/usr/bin/env"] + command,
      environment: environment.merging(headless.mapValues { Optional($0) }) { $1 })
  }

  /// Runs one of the other system's programs to its end.
  /// - Returns: whether it says that it did what it is for.
  func run(_ command: String...) async throws -> Bool { try await within(command).exitStatus() == 0 }

  /// What the output shows; nil where it is not to be had at the moment.
  func screenshot() async throws -> Screenshot? {
    let file = folder.path("screen.ppm")
    guard try await run("grim", "-t", "ppm", file) else { return nil }
    return try Screenshot(ppm: Data(contentsOf: URL(filePath: file)))
  }

  /// What the output shows, once that no longer changes and is more than the background.
  func settled() async throws -> Screenshot {
    var last: Screenshot?
    return try await waiting(for: "the picture to come to rest", seconds: 30) {
      try await Task.sleep(for: .milliseconds(330))
      guard let next = try await screenshot() else { return nil }
      defer { last = next }
      return next == last && next.hasColours(moreThan: 8) ? next : nil
    }
  }
}
