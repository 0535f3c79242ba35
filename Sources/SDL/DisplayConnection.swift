internal import CSDL2
import Foundation

/// The connection to the display server, for noticing its end and for what SDL does not ask.
///
/// The display belongs to SDL: this is valid as long as the window it was asked
/// of. Client libraries are asked through those SDL already loaded, so that the
/// program links to none.
@MainActor
package struct DisplayConnection {
  /// The protocol spoken.
  package enum Kind: Sendable { case x11, wayland }

  /// Which display server is at the other end.
  package let kind: Kind
  /// The socket, readable when the server sent something that no thread has read.
  let fileDescriptor: Int32
  private let display: UnsafeMutableRawPointer

  private typealias DescriptorOf = @convention(c) (UnsafeMutableRawPointer) -> Int32
  private typealias FlushDisplay = DescriptorOf
  private typealias StringOf = @convention(c) (UnsafeMutableRawPointer) -> UnsafePointer<CChar>?
  private typealias RootOf = @convention(c) (UnsafeMutableRawPointer) -> UInt
  private typealias MapWindow = @convention(c) (UnsafeMutableRawPointer, UInt) -> Int32
  private typealias InternAtom = @convention(c) (UnsafeMutableRawPointer, UnsafePointer<CChar>, Int32) -> UInt

  /// The connection behind a window; nil for drivers without one.
  init?(of window: Window) {
    guard let info = window.systemInformation else { return nil }
    let symbol: String
    switch info.subsystem {
    case SDL_SYSWM_X11:
      guard let display = info.info.x11.display else { return nil }
      self.display = UnsafeMutableRawPointer(display)
      kind = .x11
      symbol = "XConnectionNumber"
    case SDL_SYSWM_WAYLAND:
      guard let display = info.info.wl.display else { return nil }
      self.display = UnsafeMutableRawPointer(display)
      kind = .wayland
      symbol = "wl_display_get_fd"
    default: return nil
    }
    guard
      let descriptorOf = ClientLibrary(kind).function(symbol, as: DescriptorOf.self)
    else { return nil }
    fileDescriptor = descriptorOf(display)
    guard fileDescriptor >= 0 else { return nil }
  }

  /// Why the connection can no longer be used; nil while it can. Xlib does not
  /// report that: see `DisplayGuard`.
  package var failure: String? {
    guard kind == .wayland,
      let errorOf = ClientLibrary(.wayland).function("wl_display_get_error", as: DescriptorOf.self)
    else { return nil }
    let code = errorOf(display)
    return code == 0 ? nil : String(cString: strerror(code))
  }

  // MARK: X windows

  /// The name of the X server, by which further connections are made.
  var name: String? {
    guard kind == .x11, let name = ClientLibrary(.x11).function("XDisplayString", as: StringOf.self)?(display) else {
      return nil
    }
    return String(cString: name)
  }

  /// Asks for the window to be put on the desktop, above the others. Does not wait for that.
  func mapWindow(_ xid: UInt) {
    let library = ClientLibrary(.x11)
    _ = library.function("XMapRaised", as: MapWindow.self)?(display, xid)
    _ = library.function("XFlush", as: FlushDisplay.self)?(display)
  }

  /// Dots per inch the user wishes text to be drawn for, from the resource `Xft.dpi` of the X server; nil where it is not
  /// set. Read when the connection was opened.
  var textResolution: Double? {
    guard kind == .x11,
      let resources = ClientLibrary(.x11).function("XResourceManagerString", as: StringOf.self)?(display)
    else { return nil }
    return Self.textResolution(inResources: String(cString: resources))
  }

  /// The last value of `Xft.dpi` among lines `name:<blanks>value`; nil for none and for what is no resolution.
  package nonisolated static func textResolution(inResources resources: String) -> Double? {
    var found: Double?
    for line in resources.split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
      if parts.count == 2, parts[0] == "Xft.dpi", let value = Double(parts[1]), value.isFinite, value > 0 {
        found = value
      }
    }
    return found
  }

  /// Whether a window manager is at work, as it says on the root window by naming a window of its own that bears the
  /// same name. Asks the server.
  var hasWindowManager: Bool {
    let library = ClientLibrary(.x11)
    guard let root = library.function("XDefaultRootWindow", as: RootOf.self)?(display),
      let name = library.function("XInternAtom", as: InternAtom.self)?(display, "_NET_SUPPORTING_WM_CHECK", 0),
      let manager = library.number(name, of: root, type: Self.typeOfWindows, on: display)
    else { return false }
    return library.number(name, of: manager, type: Self.typeOfWindows, on: display) == manager
  }

  /// XA_WINDOW: of properties that name a window.
  private static let typeOfWindows: UInt = 33
}

/// A library that is used without being linked, so that programs run where it is missing.
struct ClientLibrary {
  private let handle: UnsafeMutableRawPointer?

  /// Finds the client library of a display, which SDL has loaded or is about to load; every lookup fails when it was
  /// never loaded.
  /// - Parameter loads: loads the library where it is not yet, and it stays.
  init(_ kind: DisplayConnection.Kind, loads: Bool = false) {
    let name = kind == .x11 ? "libX11.so.6" : "libwayland-client.so.0"
    handle = dlopen(name, loads ? RTLD_NOW : RTLD_NOW | RTLD_NOLOAD)
  }

  /// Finds a library that something else has loaded; every lookup fails where nothing has.
  init(loaded name: String) { handle = dlopen(name, RTLD_NOW | RTLD_NOLOAD) }

  /// Loads a library for good; every lookup fails where it is missing.
  init(named name: String) { handle = dlopen(name, RTLD_NOW) }

  var isLoaded: Bool { handle != nil }

  /// A function of the library by its C name; `Function` must be its type.
  func function<Function>(_ name: String, as type: Function.Type) -> Function? {
    guard let symbol = symbol(name) else { return nil }
    // How C hands out functions by name: the caller vouches for the type.
    return unsafeBitCast(symbol, to: type)
  }

  /// The place of one of the library's functions or constants; nil where it has none of this name.
  func symbol(_ name: String) -> UnsafeMutableRawPointer? { handle.flatMap { dlsym($0, name) } }
}

extension ClientLibrary {
  private typealias Free = @convention(c) (UnsafeMutableRawPointer) -> Int32
  private typealias GetProperty =
    @convention(c) (
      UnsafeMutableRawPointer, _ window: UInt, _ property: UInt, _ offset: Int, _ length: Int, _ delete: Int32,
      _ type: UInt, UnsafeMutablePointer<UInt>, UnsafeMutablePointer<Int32>, UnsafeMutablePointer<UInt>,
      UnsafeMutablePointer<UInt>, UnsafeMutablePointer<UnsafeMutablePointer<UInt>?>
    ) -> Int32

  /// The first number in a property of an X window; nil where it is not set, or is of another type, or the window is gone.
  /// Asks the server.
  /// - Parameter display: an open `Display`.
  func number(_ property: UInt, of window: UInt, type wanted: UInt, on display: UnsafeMutableRawPointer) -> UInt? {
    guard let get = function("XGetWindowProperty", as: GetProperty.self) else { return nil }
    var (type, format, count, rest): (UInt, Int32, UInt, UInt) = (0, 0, 0, 0)
    var value: UnsafeMutablePointer<UInt>?
    let status = get(display, window, property, 0, 1, 0, wanted, &type, &format, &count, &rest, &value)
    guard status == 0, let value else { return nil }
    defer { _ = function("XFree", as: Free.self)?(value) }
    return type == wanted && format == 32 && count > 0 ? value.pointee : nil
  }
}
