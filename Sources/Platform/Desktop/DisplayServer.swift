import Foundation

/// The program at the other end of a display's socket: "weston", "gnome-shell", "Xorg".
package enum DisplayServer {
  /// The name of the program that listens on a connected socket; nil where the system does not tell, as across machines
  /// and containers, and for a program that is gone.
  static func name(ofPeer descriptor: Int32) -> String? {
    // struct ucred: the process, its user and its group.
    var peer: (process: Int32, user: UInt32, group: UInt32) = (0, 0, 0)
    var length = socklen_t(MemoryLayout.size(ofValue: peer))
    guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &length) == 0, peer.process > 0,
      let name = try? String(contentsOfFile: "/proc/\(peer.process)/comm", encoding: .utf8)
    else { return nil }
    let word = name.trimmingCharacters(in: .whitespacesAndNewlines)
    return word.isEmpty ? nil : word
  }

  /// The driver that is to show windows, and the program behind it, as "wayland (weston)"; "no display" without any. Looks
  /// at the environment and connects to the socket it names, for a moment and without a word.
  package static func description(_ environment: EnvironmentVariables) -> String {
    func value(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
    let named = value("SDL_VIDEODRIVER")
    guard let driver = named ?? (value("WAYLAND_DISPLAY") != nil ? "wayland" : value("DISPLAY") != nil ? "x11" : nil)
    else { return "no display" }
    let path: String? =
      switch driver {
      case "wayland": WaylandCompositor.socketPath(environment)
      case "x11": value("DISPLAY").flatMap(socketPath(ofX11:))
      default: nil
      }
    return path.flatMap(name(listeningAt:)).map { "\(driver) (\($0))" } ?? driver
  }

  private static func name(listeningAt path: String) -> String? {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    guard LocalSocket(path: path)?.connect(descriptor) ?? false else { return nil }
    return name(ofPeer: descriptor)
  }

  /// ":3.0" is the third display of this machine; nil for those of others.
  static func socketPath(ofX11 display: String) -> String? {
    let parts = display.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].isEmpty || parts[0] == "unix", let number = Int(parts[1].prefix { $0 != "." }),
      number >= 0
    else { return nil }
    return "/tmp/.X11-unix/X\(number)"
  }
}

extension DisplayConnection {
  /// The program that shows the windows.
  package var serverName: String? { DisplayServer.name(ofPeer: fileDescriptor) }
}
