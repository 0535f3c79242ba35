import Foundation

/// A connection of the tests' own to an X server, for what xdotool cannot do. Xlib is loaded when it is needed, as SDL
/// does.
final class XConnection {
  private typealias Open = @convention(c) (UnsafePointer<CChar>?) -> OpaquePointer?
  private typealias Close = @convention(c) (OpaquePointer) -> Int32
  private typealias InternAtom = @convention(c) (OpaquePointer, UnsafePointer<CChar>, Int32) -> UInt
  private typealias SendEvent = @convention(c) (OpaquePointer, UInt, Int32, Int, UnsafeMutableRawPointer) -> Int32
  private typealias RootWindow = @convention(c) (OpaquePointer) -> UInt
  private typealias CreateWindow =
    @convention(c) (OpaquePointer, UInt, Int32, Int32, UInt32, UInt32, UInt32, UInt, UInt) -> UInt
  private typealias ConvertSelection = @convention(c) (OpaquePointer, UInt, UInt, UInt, UInt, UInt) -> Int32
  private typealias SelectInput = @convention(c) (OpaquePointer, UInt, Int) -> Int32
  private typealias Pending = @convention(c) (OpaquePointer) -> Int32
  private typealias NextEvent = @convention(c) (OpaquePointer, UnsafeMutableRawPointer) -> Int32
  private typealias GetProperty =
    @convention(c) (
      OpaquePointer, UInt, UInt, Int, Int, Int32, UInt, UnsafeMutablePointer<UInt>, UnsafeMutablePointer<Int32>,
      UnsafeMutablePointer<UInt>, UnsafeMutablePointer<UInt>, UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>
    ) -> Int32
  private typealias QueryTree =
    @convention(c) (
      OpaquePointer, UInt, UnsafeMutablePointer<UInt>, UnsafeMutablePointer<UInt>,
      UnsafeMutablePointer<UnsafeMutableRawPointer?>, UnsafeMutablePointer<UInt32>
    ) -> Int32
  private typealias GetGeometry =
    @convention(c) (
      OpaquePointer, UInt, UnsafeMutablePointer<UInt>, UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>,
      UnsafeMutablePointer<UInt32>, UnsafeMutablePointer<UInt32>, UnsafeMutablePointer<UInt32>,
      UnsafeMutablePointer<UInt32>
    ) -> Int32
  private typealias Free = @convention(c) (UnsafeMutableRawPointer) -> Int32

  /// Longs of an XEvent.
  private static let eventLongs = 24
  /// Event types.
  private static let (clientMessage, selectionNotify, propertyNotify) = (UInt(33), UInt32(31), UInt32(28))

  private let library: UnsafeMutableRawPointer
  private let display: OpaquePointer

  /// - Parameter name: value for DISPLAY, such as `:3`.
  init(to name: String) throws {
    guard let library = dlopen("libX11.so.6", RTLD_NOW) else { throw HarnessError("libX11.so.6 is not installed") }
    let open = try Self.symbol("XOpenDisplay", in: library, as: Open.self)
    guard let display = open(name) else {
      dlclose(library)
      throw HarnessError("no display \(name)")
    }
    self.library = library
    self.display = display
  }

  deinit {
    if let close = try? symbol("XCloseDisplay", as: Close.self) { _ = close(display) }
    dlclose(library)
  }

  /// What a window manager does when the user closes a window: sends WM_DELETE_WINDOW. xdotool can only destroy windows.
  /// - Parameter window: its X identifier, in decimal digits.
  func close(window: String) throws {
    guard let window = UInt(window) else { throw HarnessError("no window \(window)") }
    // An XEvent holding an XClientMessageEvent.
    var event = [UInt](repeating: 0, count: Self.eventLongs)
    event[0] = Self.clientMessage
    event[4] = window
    event[5] = try atom("WM_PROTOCOLS")
    event[6] = 32  // bits a data item
    event[7] = try atom("WM_DELETE_WINDOW")
    let send = try symbol("XSendEvent", as: SendEvent.self)
    _ = event.withUnsafeMutableBytes { bytes in bytes.baseAddress.map { send(display, window, 0, 0, $0) } }
  }

  /// Where a window is on the screen with the frame that the window manager gives it, in pixels; and its own size.
  /// - Parameter window: its X identifier, in decimal digits.
  func place(of window: String) throws -> (frame: CGRect, inside: CGSize) {
    guard var window = UInt(window) else { throw HarnessError("no window \(window)") }
    let inside = try geometry(of: window).size
    let query = try symbol("XQueryTree", as: QueryTree.self)
    let free = try symbol("XFree", as: Free.self)
    while true {
      var (root, parent, count): (UInt, UInt, UInt32) = (0, 0, 0)
      var children: UnsafeMutableRawPointer?
      guard query(display, window, &root, &parent, &children, &count) != 0 else { throw HarnessError("no \(window)") }
      if let children { _ = free(children) }
      if parent == root || parent == 0 { return (try geometry(of: window), inside) }
      window = parent
    }
  }

  /// Relative to the window's parent.
  private func geometry(of window: UInt) throws -> CGRect {
    var root: UInt = 0
    var (x, y): (Int32, Int32) = (0, 0)
    var (width, height, border, depth): (UInt32, UInt32, UInt32, UInt32) = (0, 0, 0, 0)
    let get = try symbol("XGetGeometry", as: GetGeometry.self)
    guard get(display, window, &root, &x, &y, &width, &height, &border, &depth) != 0 else {
      throw HarnessError("no window \(window)")
    }
    return CGRect(x: Int(x), y: Int(y), width: Int(width), height: Int(height))
  }

  /// The text on the clipboard, as another program pastes it; nil for an empty clipboard.
  func clipboardText() async throws -> String? {
    let root = try symbol("XDefaultRootWindow", as: RootWindow.self)(display)
    let window = try symbol("XCreateSimpleWindow", as: CreateWindow.self)(display, root, 0, 0, 1, 1, 0, 0, 0)
    // Changes of properties.
    _ = try symbol("XSelectInput", as: SelectInput.self)(display, window, 1 << 22)
    let property = try atom("ANOLE_TEST")
    let convert = try symbol("XConvertSelection", as: ConvertSelection.self)
    _ = convert(display, try atom("CLIPBOARD"), try atom("UTF8_STRING"), property, window, 0)
    // An XSelectionEvent: its property is 0 when no owner gives the text.
    let answer = try await event(Self.selectionNotify) { _ in true }
    guard answer[7] == property else { return nil }
    var (type, bytes) = try take(property, of: window)
    // In pieces, each of which is set when the one before was taken; one of nothing is the last.
    if type == (try atom("INCR")) {
      bytes = []
      while true {
        // An XPropertyEvent whose property has a new value.
        _ = try await event(Self.propertyNotify) { $0[5] == property && UInt32(truncatingIfNeeded: $0[7]) == 0 }
        let piece = try take(property, of: window)
        // The announcement of the pieces was taken with the answer.
        guard piece.type != 0 else { continue }
        guard !piece.bytes.isEmpty else { break }
        bytes += piece.bytes
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The next event of a kind that is wanted; others are dropped.
  private func event(_ kind: UInt32, _ isWanted: ([UInt]) -> Bool) async throws -> [UInt] {
    let pending = try symbol("XPending", as: Pending.self)
    let nextEvent = try symbol("XNextEvent", as: NextEvent.self)
    var event = [UInt](repeating: 0, count: Self.eventLongs)
    repeat {
      try await waiting(for: "the clipboard's owner", seconds: 5) { pending(display) > 0 ? () : nil }
      _ = event.withUnsafeMutableBytes { bytes in bytes.baseAddress.map { nextEvent(display, $0) } }
    } while UInt32(truncatingIfNeeded: event[0]) != kind || !isWanted(event)
    return event
  }

  /// Reads a property of bytes and takes it off.
  private func take(_ property: UInt, of window: UInt) throws -> (type: UInt, bytes: [UInt8]) {
    let get = try symbol("XGetWindowProperty", as: GetProperty.self)
    let free = try symbol("XFree", as: Free.self)
    var (type, format, count, left): (UInt, Int32, UInt, UInt) = (0, 0, 0, 0)
    var bytes: [UInt8] = []
    repeat {
      var data: UnsafeMutablePointer<UInt8>?
      // Any type, as much as a request of usual size holds.
      _ = get(display, window, property, bytes.count / 4, 1 << 16, 1, 0, &type, &format, &count, &left, &data)
      guard let data else { break }
      bytes += UnsafeBufferPointer(start: data, count: Int(count))
      _ = free(data)
    } while left > 0
    return (type, bytes)
  }

  private func atom(_ name: String) throws -> UInt {
    try symbol("XInternAtom", as: InternAtom.self)(display, name, 0)
  }

  private func symbol<Function>(_ name: String, as type: Function.Type) throws -> Function {
    try Self.symbol(name, in: library, as: type)
  }

  private static func symbol<Function>(
    _ name: String, in library: UnsafeMutableRawPointer, as type: Function.Type
  ) throws -> Function {
    guard let address = dlsym(library, name) else { throw HarnessError("libX11 lacks \(name)") }
    return unsafeBitCast(address, to: type)
  }
}
