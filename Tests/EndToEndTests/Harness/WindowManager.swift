import Foundation

/// What a window manager does when the user closes a window. xdotool can only
/// destroy windows, so the message is sent through Xlib, which SDL loads anyway.
enum WindowManager {
  private typealias OpenDisplay = @convention(c) (UnsafePointer<CChar>?) -> OpaquePointer?
  private typealias InternAtom =
    @convention(c) (OpaquePointer, UnsafePointer<CChar>, Int32) -> UInt
  private typealias SendEvent =
    @convention(c) (OpaquePointer, UInt, Int32, Int, UnsafeMutableRawPointer) -> Int32
  private typealias CloseDisplay = @convention(c) (OpaquePointer) -> Int32

  /// Sends WM_DELETE_WINDOW to `window` on `display`.
  static func close(window: String, on display: String) throws {
    guard let library = dlopen("libX11.so.6", RTLD_NOW) else {
      throw HarnessError("libX11.so.6 is not installed")
    }
    defer { dlclose(library) }
    let openDisplay = try symbol("XOpenDisplay", in: library, as: OpenDisplay.self)
    let internAtom = try symbol("XInternAtom", in: library, as: InternAtom.self)
    let sendEvent = try symbol("XSendEvent", in: library, as: SendEvent.self)
    let closeDisplay = try symbol("XCloseDisplay", in: library, as: CloseDisplay.self)
    guard let connection = openDisplay(display), let window = UInt(window) else {
      throw HarnessError("no window \(window) on \(display)")
    }
    // An XEvent holding an XClientMessageEvent: 24 longs.
    var event = [UInt](repeating: 0, count: 24)
    event[0] = 33  // ClientMessage
    event[4] = window
    event[5] = internAtom(connection, "WM_PROTOCOLS", 0)
    event[6] = 32  // bits a data item
    event[7] = internAtom(connection, "WM_DELETE_WINDOW", 0)
    _ = event.withUnsafeMutableBytes { bytes in
      bytes.baseAddress.map { sendEvent(connection, window, 0, 0, $0) }
    }
    _ = closeDisplay(connection)
  }

  private static func symbol<Function>(
    _ name: String, in library: UnsafeMutableRawPointer, as type: Function.Type
  ) throws -> Function {
    guard let address = dlsym(library, name) else { throw HarnessError("libX11 lacks \(name)") }
    return unsafeBitCast(address, to: type)
  }
}
