import Desktop
import Foundation

/// A session bus of its own, as long as the object lives. It starts no services, whatever is installed.
final class SessionBus {
  private static let configuration = """
    <busconfig>
      <type>session</type>
      <listen>unix:tmpdir=/tmp</listen>
      <auth>EXTERNAL</auth>
      <policy context="default">
        <allow send_destination="*"/>
        <allow receive_sender="*"/>
        <allow own="*"/>
      </policy>
    </busconfig>
    """

  private let daemon = Process()
  private let address: String

  /// - Returns: nil where there is no `dbus-daemon`.
  init?() throws {
    let path = "/usr/bin/dbus-daemon"
    guard FileManager.default.isExecutableFile(atPath: path) else { return nil }
    let file = FileManager.default.temporaryDirectory.appending(path: "anole-bus-\(UUID().uuidString).conf")
    try Self.configuration.write(to: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: file) }
    let output = Pipe()
    daemon.executableURL = URL(filePath: path)
    daemon.arguments = ["--config-file=\(file.path)", "--nofork", "--print-address=1"]
    daemon.standardOutput = output
    daemon.standardError = FileHandle.nullDevice
    try daemon.run()
    // One line, written when the bus can be reached.
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    address = line.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  deinit { daemon.terminate() }

  /// Of a program on this bus.
  var environment: EnvironmentVariables { ["DBUS_SESSION_BUS_ADDRESS": address] }
}

/// The desktop's portal, as far as choosing files and the choice of dark colours go, on a bus; or a program that pretends
/// to be the portal. Speaks through libdbus, as portals do.
final class FakePortal: @unchecked Sendable {
  private typealias Raw = UnsafeMutableRawPointer

  struct Unavailable: Error {}

  private let library: Raw
  private let connection: OpaquePointer

  /// - Parameter hasName: whether it is the portal.
  init(_ environment: EnvironmentVariables, hasName: Bool = true) throws {
    guard let library = dlopen("libdbus-1.so.3", RTLD_NOW), let address = environment["DBUS_SESSION_BUS_ADDRESS"] else {
      throw Unavailable()
    }
    self.library = library
    func function<Function>(_ name: String, as: Function.Type) -> Function {
      unsafeBitCast(dlsym(library, "dbus_" + name), to: Function.self)
    }
    let open = function(
      "connection_open_private", as: (@convention(c) (UnsafePointer<CChar>, Raw?) -> OpaquePointer?).self)
    let register = function("bus_register", as: (@convention(c) (OpaquePointer, Raw?) -> UInt32).self)
    let request = function(
      "bus_request_name", as: (@convention(c) (OpaquePointer, UnsafePointer<CChar>, UInt32, Raw?) -> Int32).self)
    guard let connection = open(address, nil), register(connection, nil) != 0,
      !hasName || request(connection, "org.freedesktop.portal.Desktop", 4, nil) == 1
    else { throw Unavailable() }
    self.connection = connection
  }

  private func function<Function>(_ name: String, as: Function.Type) -> Function {
    unsafeBitCast(dlsym(library, "dbus_" + name), to: Function.self)
  }

  /// Leaves the bus as a program does that crashes.
  func leave() { function("connection_close", as: (@convention(c) (OpaquePointer) -> Void).self)(connection) }

  /// The next call of a method, and the unique name of the caller; nil when none comes in time.
  private func nextCall(_ interface: String, _ member: String, within seconds: Double) -> (OpaquePointer, String)? {
    let readWrite = function("connection_read_write", as: (@convention(c) (OpaquePointer, Int32) -> UInt32).self)
    let pop = function("connection_pop_message", as: (@convention(c) (OpaquePointer) -> OpaquePointer?).self)
    let isCall = function(
      "message_is_method_call",
      as: (@convention(c) (OpaquePointer, UnsafePointer<CChar>, UnsafePointer<CChar>) -> UInt32).self)
    let sender = function("message_get_sender", as: (@convention(c) (OpaquePointer) -> UnsafePointer<CChar>?).self)
    let end = ContinuousClock.now + .seconds(seconds)
    while ContinuousClock.now < end {
      guard readWrite(connection, 50) != 0 else { return nil }
      while let message = pop(connection) {
        if isCall(message, interface, member) != 0 {
          return (message, sender(message).map { String(cString: $0) } ?? "")
        }
      }
    }
    return nil
  }

  private func newReturn(_ message: OpaquePointer) -> OpaquePointer? {
    function("message_new_method_return", as: (@convention(c) (OpaquePointer) -> OpaquePointer?).self)(message)
  }

  /// A signal of the portal's, to everyone who listens, or to one program whether it listens or not.
  private func newSignal(_ path: String, _ interface: String, _ member: String, to receiver: String?) -> OpaquePointer?
  {
    let make = function(
      "message_new_signal",
      as: (@convention(c) (UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafePointer<CChar>) -> OpaquePointer?).self)
    let setReceiver = function(
      "message_set_destination", as: (@convention(c) (OpaquePointer, UnsafePointer<CChar>) -> UInt32).self)
    guard let signal = make(path, interface, member) else { return nil }
    if let receiver { _ = setReceiver(signal, receiver) }
    return signal
  }

  // MARK: Files

  private static let request = "/org/freedesktop/portal/desktop/request/1/anole"

  /// Waits for a wish to open files and answers it: with a request, and then with what became of that.
  /// - Parameters:
  ///   - response: nil leaves the dialog open.
  ///   - whileOpen: called in between with the unique name of the program that asked.
  /// - Returns: the title that the dialog was to have; nil when the wish was not in order, or none came in a minute.
  func answerOnce(response: UInt32?, uri: String?, whileOpen: (String) -> Void = { _ in }) -> String? {
    let signature = function(
      "message_get_signature", as: (@convention(c) (OpaquePointer) -> UnsafePointer<CChar>?).self)
    guard let (message, asker) = nextCall("org.freedesktop.portal.FileChooser", "OpenFile", within: 60),
      signature(message).map({ String(cString: $0) }) == "ssa{sv}", let reply = newReturn(message)
    else { return nil }
    write(reply) { append(Self.request, "o", $0) }
    whileOpen(asker)
    if let response { tell(response: response, uri: uri) }
    return title(of: message)
  }

  /// Says what became of a dialog.
  func tell(response: UInt32, uri: String?, to receiver: String? = nil) {
    guard let signal = newSignal(Self.request, "org.freedesktop.portal.Request", "Response", to: receiver) else {
      return
    }
    write(signal) { iterator in
      append(response, iterator)
      within(iterator, "a", "{sv}") { entries in
        guard let uri else { return }
        within(entries, "e", nil) { entry in
          append("uris", "s", entry)
          within(entry, "v", "as") { value in within(value, "a", "s") { append(uri, "s", $0) } }
        }
      }
    }
  }

  // MARK: Settings

  /// Answers those who read settings with a color scheme, whatever they read, until it is so many.
  /// - Returns: the unique name of the last; nil when one did not come in ten seconds.
  func answerReads(_ count: Int, colorScheme: UInt32) -> String? {
    var last: String?
    for _ in 0..<count {
      guard let (message, asker) = nextCall("org.freedesktop.portal.Settings", "Read", within: 10),
        let reply = newReturn(message)
      else { return nil }
      write(reply) { iterator in
        within(iterator, "v", "v") { within($0, "v", "u") { append(colorScheme, $0) } }
      }
      last = asker
    }
    return last
  }

  /// Says that the color scheme is another.
  func tell(colorScheme: UInt32, to receiver: String? = nil) {
    guard
      let signal = newSignal(
        "/org/freedesktop/portal/desktop", "org.freedesktop.portal.Settings", "SettingChanged", to: receiver)
    else { return }
    write(signal) { iterator in
      append("org.freedesktop.appearance", "s", iterator)
      append("color-scheme", "s", iterator)
      within(iterator, "v", "u") { append(colorScheme, $0) }
    }
  }

  // MARK: Messages

  /// The second of a call's texts.
  private func title(of message: OpaquePointer) -> String? {
    let begin = function("message_iter_init", as: (@convention(c) (OpaquePointer, Raw) -> UInt32).self)
    let next = function("message_iter_next", as: (@convention(c) (Raw) -> UInt32).self)
    let basic = function("message_iter_get_basic", as: (@convention(c) (Raw, Raw) -> Void).self)
    return withIterator { iterator in
      guard begin(message, iterator) != 0, next(iterator) != 0 else { return nil }
      var text: UnsafePointer<CChar>?
      withUnsafeMutablePointer(to: &text) { basic(iterator, Raw($0)) }
      return text.map { String(cString: $0) }
    }
  }

  private func write(_ message: OpaquePointer, _ body: (Raw) -> Void) {
    let begin = function("message_iter_init_append", as: (@convention(c) (OpaquePointer, Raw) -> Void).self)
    let send = function(
      "connection_send", as: (@convention(c) (OpaquePointer, OpaquePointer, Raw?) -> UInt32).self)
    let flush = function("connection_flush", as: (@convention(c) (OpaquePointer) -> Void).self)
    withIterator { iterator in
      begin(message, iterator)
      body(iterator)
    }
    _ = send(connection, message, nil)
    flush(connection)
  }

  private func append(_ text: String, _ type: UnicodeScalar, _ iterator: Raw) {
    text.withCString { pointer in withUnsafePointer(to: pointer) { appendBasic(iterator, type, $0) } }
  }

  private func append(_ number: UInt32, _ iterator: Raw) {
    withUnsafePointer(to: number) { appendBasic(iterator, "u", $0) }
  }

  private func appendBasic(_ iterator: Raw, _ type: UnicodeScalar, _ value: UnsafeRawPointer) {
    _ = function("message_iter_append_basic", as: (@convention(c) (Raw, Int32, UnsafeRawPointer) -> UInt32).self)(
      iterator, Int32(type.value), value)
  }

  private func within(_ iterator: Raw, _ type: UnicodeScalar, _ contents: String?, _ body: (Raw) -> Void) {
    let open = function(
      "message_iter_open_container", as: (@convention(c) (Raw, Int32, UnsafePointer<CChar>?, Raw) -> UInt32).self)
    let close = function("message_iter_close_container", as: (@convention(c) (Raw, Raw) -> UInt32).self)
    withIterator { child in
      _ = open(iterator, Int32(type.value), contents, child)
      body(child)
      _ = close(iterator, child)
    }
  }

  /// Room for one of the library's iterators, which are smaller.
  private func withIterator<Result>(_ body: (Raw) -> Result) -> Result {
    withUnsafeTemporaryAllocation(byteCount: 256, alignment: 16) { buffer in
      buffer.initializeMemory(as: UInt8.self, repeating: 0)
      return body(buffer.baseAddress!)  // never empty
    }
  }
}

/// What a piece of work gives that runs on a thread of its own, and so at once however busy the tests' threads are.
final class Answer<Value>: @unchecked Sendable {
  private var value: Value?
  private let isDone = DispatchSemaphore(value: 0)

  init(_ work: @escaping @Sendable () -> Value) {
    Thread.detachNewThread { [self] in
      value = work()
      isDone.signal()
    }
  }

  /// - Returns: nil when the work is not done in a minute.
  func wait() -> Value? { isDone.wait(timeout: .now() + 60) == .success ? value : nil }
}
