internal import CSDL2
import Foundation

/// The socket to the display server, for waiting on it and for noticing its end.
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
  /// Readable when the server sent something.
  package let fileDescriptor: Int32
  private let display: UnsafeMutableRawPointer

  private typealias DescriptorOf = @convention(c) (UnsafeMutableRawPointer) -> Int32

  /// The connection behind a window; nil for drivers without one.
  package init?(of window: Window) {
    var info = SDL_SysWMinfo()
    info.version = SDL_version(
      major: UInt8(SDL_MAJOR_VERSION), minor: UInt8(SDL_MINOR_VERSION),
      patch: UInt8(SDL_PATCHLEVEL))
    guard SDL_GetWindowWMInfo(window.handle, &info) == SDL_TRUE else { return nil }
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

  /// Lends the client library's own handle of the display.
  func withDisplay(_ body: (UnsafeMutableRawPointer) -> Void) { body(display) }
}

/// A display client library that SDL has loaded.
struct ClientLibrary {
  private let handle: UnsafeMutableRawPointer?

  /// Finds the library; every lookup fails when it was never loaded.
  init(_ kind: DisplayConnection.Kind) {
    let name = kind == .x11 ? "libX11.so.6" : "libwayland-client.so.0"
    handle = dlopen(name, RTLD_NOW | RTLD_NOLOAD)
  }

  /// A function of the library by its C name; `Function` must be its type.
  func function<Function>(_ name: String, as type: Function.Type) -> Function? {
    guard let handle, let symbol = dlsym(handle, name) else { return nil }
    // How C hands out functions by name: the caller vouches for the type.
    return unsafeBitCast(symbol, to: type)
  }
}
