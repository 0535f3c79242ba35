import Foundation

/// A library that is used without being linked, so that programs run where it is missing.
package struct ClientLibrary {
  private let handle: UnsafeMutableRawPointer?

  /// Finds the client library of a display, which SDL has loaded or is about to load; every lookup fails when it was
  /// never loaded.
  /// - Parameter loads: loads the library where it is not yet, and it stays.
  init(_ kind: DisplayConnection.Kind, loads: Bool = false) {
    let name = kind == .x11 ? "libX11.so.6" : "libwayland-client.so.0"
    handle = dlopen(name, loads ? RTLD_NOW : RTLD_NOW | RTLD_NOLOAD)
  }

  /// Finds a library that something else has loaded; every lookup fails where nothing has.
  package init(loaded name: String) { handle = dlopen(name, RTLD_NOW | RTLD_NOLOAD) }

  /// Loads a library for good; every lookup fails where it is missing.
  package init(named name: String) { handle = dlopen(name, RTLD_NOW) }

  package var isLoaded: Bool { handle != nil }

  /// A function of the library by its C name; `Function` must be its type.
  package func function<Function>(_ name: String, as type: Function.Type) -> Function? {
    guard let symbol = symbol(name) else { return nil }
    // How C hands out functions by name: the caller vouches for the type.
    return unsafeBitCast(symbol, to: type)
  }

  /// The place of one of the library's functions or constants; nil where it has none of this name.
  package func symbol(_ name: String) -> UnsafeMutableRawPointer? { handle.flatMap { dlsym($0, name) } }
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
