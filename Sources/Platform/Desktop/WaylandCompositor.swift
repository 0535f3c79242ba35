import Foundation

/// A Wayland compositor as it presents itself before SDL connects to it.
///
/// SDL 2 ends the program by a memory fault on a compositor without a seat (pointer, keyboard or touch), as without
/// input devices. So the list of what the compositor offers is read over a connection of its own, which is closed
/// before SDL opens its one.
package enum WaylandCompositor {
  /// Milliseconds the compositor has for its answer. One that is slower is SDL's concern.
  private static let patience: Int32 = 300

  /// Whether the compositor has answered and named no seat. False where it cannot be reached or asked.
  /// - Parameter environment: says where its socket is.
  package static func lacksSeat(_ environment: EnvironmentVariables) -> Bool {
    // An inherited connection can be used only once.
    guard environment["WAYLAND_SOCKET"] == nil, let path = socketPath(environment),
      let server = LocalSocket(path: path)
    else { return false }
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    guard server.connect(descriptor), asks(descriptor) else { return false }
    return interfaces(from: descriptor).map { !$0.contains("wl_seat") } ?? false
  }

  /// Where the compositor listens that the environment names; nil where it names none.
  static func socketPath(_ environment: EnvironmentVariables) -> String? {
    let name = environment["WAYLAND_DISPLAY"].flatMap { $0.isEmpty ? nil : $0 } ?? "wayland-0"
    if name.hasPrefix("/") { return name }
    return environment["XDG_RUNTIME_DIR"].flatMap { $0.isEmpty ? nil : "\($0)/\(name)" }
  }

  // MARK: The protocol

  /// Objects of the connection: the display is there from the beginning, the others are named by the requests.
  private static let display: UInt32 = 1
  private static let registry: UInt32 = 2
  private static let done: UInt32 = 3

  /// Asks for the list of globals, and to be told when all of it was sent: `get_registry` and `sync`, each with its
  /// object, its length in bytes above its number, and the object it makes.
  private static func asks(_ descriptor: Int32) -> Bool {
    let words: [UInt32] = [display, 12 << 16 | 1, registry, display, 12 << 16 | 0, done]
    return words.withUnsafeBytes {
      send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) == $0.count
    }
  }

  /// The interfaces of all globals; nil for an answer that does not come or makes no sense.
  private static func interfaces(from descriptor: Int32) -> Set<String>? {
    var found: Set<String> = []
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
      while let event = WaylandEvent(bytes) {
        if event.object == done { return found }
        guard event.object == registry, let interface = event.interface else { return nil }
        found.insert(interface)
        bytes.removeFirst(event.length)
      }
      var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard bytes.count < 1 << 16, poll(&state, 1, patience) == 1 else { return nil }
      let count = recv(descriptor, &chunk, chunk.count, 0)
      guard count > 0 else { return nil }
      bytes += chunk.prefix(count)
    }
  }
}

/// The first event in bytes of a compositor: its object, its length above its number, and its arguments.
struct WaylandEvent {
  let object: UInt32
  /// All of it, in bytes.
  let length: Int
  /// The second argument where that is a text, as of the registry's `global`.
  let interface: String?

  /// - Returns: nil as long as the event is not complete.
  init?(_ bytes: [UInt8]) {
    func word(_ index: Int) -> UInt32? {
      let start = index * 4
      guard start + 4 <= bytes.count else { return nil }
      return bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: start, as: UInt32.self) }
    }
    guard let object = word(0), let header = word(1) else { return nil }
    let length = max(8, Int(header >> 16))
    guard length <= bytes.count else { return nil }
    self.object = object
    self.length = length
    // Name, length with a final zero, characters.
    let count = Int(word(3) ?? 0)
    interface = count > 0 && 16 + count <= length ? String(decoding: bytes[16..<16 + count - 1], as: UTF8.self) : nil
  }
}
