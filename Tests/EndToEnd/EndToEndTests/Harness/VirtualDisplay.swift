import Foundation

/// An X server without a screen, on a display number it finds free itself.
final class VirtualDisplay {
  private let server: ChildProcess
  /// Value for DISPLAY, such as `:3`.
  let name: String

  /// - Parameters:
  ///   - width: of the screen, in pixels.
  ///   - height: of the screen, in pixels.
  init(width: Int = 2000, height: Int = 1400) async throws {
    guard let path = Tools.path(of: "Xvfb") else { throw HarnessError(Tools.hint) }
    let server = try ChildProcess(
      path,
      [
        "-displayfd", "1", "-screen", "0", "\(width)x\(height)x24", "-nolisten", "tcp", "-noreset",
      ])
    self.server = server
    name = try await waiting(for: "Xvfb to say its display number") {
      guard server.isRunning else { throw HarnessError("Xvfb ended: \(server.errors)") }
      let number = server.output
      return number.hasSuffix("\n") ? ":" + number.trimmingCharacters(in: .whitespacesAndNewlines) : nil
    }
  }

  /// Takes the display away from every program on it.
  func vanish() { server.send(SIGKILL) }

  /// Stops the server's process, which then answers no client, or lets it go on.
  func stop() { server.send(SIGSTOP) }
  func resume() { server.send(SIGCONT) }

  /// Environment that leads a program to this display and nowhere else, and in which nothing is remembered.
  var environment: [String: String?] {
    [
      "DISPLAY": name, "WAYLAND_DISPLAY": nil, "SDL_VIDEODRIVER": nil, "XDG_SESSION_TYPE": nil, "GDK_SCALE": nil,
      "DBUS_SESSION_BUS_ADDRESS": "none:",
      "XDG_STATE_HOME": NSTemporaryDirectory() + "anole-state-\(UUID().uuidString)",
    ]
  }

  /// The first visible window of a process; nil before it has opened one.
  func window(of process: ChildProcess) async -> String? {
    let found = try? await xdotool("search", "--onlyvisible", "--pid", "\(process.pid)")
    return found?.split(separator: "\n").first.map(String.init)
  }

  /// Runs xdotool with `arguments` on this display.
  @discardableResult
  func xdotool(_ arguments: String...) async throws -> String {
    try await ChildProcess.run("xdotool", arguments, environment: environment)
  }
}
