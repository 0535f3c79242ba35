internal import CX11
import Foundation

/// The connection to the display server, for noticing its end and for what SDL does not ask.
///
/// The display belongs to SDL, and this is valid as long as SDL keeps it open. Functions are those of the client library
/// that SDL has loaded, so that the program links to none.
@MainActor
package struct DisplayConnection {
  /// The protocol spoken.
  package enum Kind: Sendable { case x11, wayland }

  /// Which display server is at the other end.
  package let kind: Kind
  /// The socket, readable when the server sent something that no thread has read.
  package let fileDescriptor: Int32
  private let display: UnsafeMutableRawPointer
  /// Of libwayland-client; nil with other servers.
  private let errorOf: DescriptorOf?
  private let dispatchPending: DescriptorOf?

  private typealias DescriptorOf = @convention(c) (UnsafeMutableRawPointer) -> Int32
  private typealias FlushDisplay = DescriptorOf
  private typealias StringOf = @convention(c) (UnsafeMutableRawPointer) -> UnsafePointer<CChar>?
  private typealias RootOf = @convention(c) (UnsafeMutableRawPointer) -> UInt
  private typealias SelectionOwner = @convention(c) (UnsafeMutableRawPointer, UInt) -> UInt
  private typealias MapWindow = @convention(c) (UnsafeMutableRawPointer, UInt) -> Int32
  private typealias FocusWindow = @convention(c) (UnsafeMutableRawPointer, UInt, Int32, _ time: UInt) -> Int32
  private typealias MoveWindow = @convention(c) (UnsafeMutableRawPointer, UInt, _ x: Int32, _ y: Int32) -> Int32
  private typealias GetSizeHints =
    @convention(c) (UnsafeMutableRawPointer, UInt, UnsafeMutablePointer<XSizeHints>, UnsafeMutablePointer<Int>) -> Int32
  private typealias SetSizeHints =
    @convention(c) (UnsafeMutableRawPointer, UInt, UnsafeMutablePointer<XSizeHints>) -> Void
  private typealias QueryPointer =
    @convention(c) (
      UnsafeMutableRawPointer, UInt, _ root: UnsafeMutablePointer<UInt>, _ child: UnsafeMutablePointer<UInt>,
      _ rootX: UnsafeMutablePointer<Int32>, _ rootY: UnsafeMutablePointer<Int32>, _ x: UnsafeMutablePointer<Int32>,
      _ y: UnsafeMutablePointer<Int32>, _ mask: UnsafeMutablePointer<UInt32>
    ) -> Int32
  private typealias InternAtom = @convention(c) (UnsafeMutableRawPointer, UnsafePointer<CChar>, Int32) -> UInt

  /// - Parameter display: an open `Display` or `wl_display`, as `kind` says, which outlives this.
  /// - Returns: nil where the library of the display is not loaded, and for a display without a socket.
  package init?(_ kind: Kind, display: UnsafeMutableRawPointer) {
    let symbol = kind == .x11 ? "XConnectionNumber" : "wl_display_get_fd"
    let library = ClientLibrary(kind)
    guard let descriptorOf = library.function(symbol, as: DescriptorOf.self) else { return nil }
    (self.kind, self.display) = (kind, display)
    errorOf = library.function("wl_display_get_error", as: DescriptorOf.self)
    dispatchPending = library.function("wl_display_dispatch_pending", as: DescriptorOf.self)
    fileDescriptor = descriptorOf(display)
    guard fileDescriptor >= 0 else { return nil }
  }

  /// Has a Wayland compositor's events that were read delivered. SDL and libdecor go on for ever with events that are left
  /// when the connection is lost, as these are no longer delivered then: they are to find none.
  package func dispatch() {
    _ = dispatchPending?(display)
  }

  /// Why the connection can no longer be used; nil while it can. Xlib does not
  /// report that: see `DisplayGuard`.
  package var failure: String? {
    guard let code = errorOf?(display) else { return nil }
    return code == 0 ? nil : String(cString: strerror(code))
  }

  /// `failure`, or that a Wayland compositor has hung up although no read has found out yet. Asked when SDL wants to quit,
  /// which it does as soon as it cannot send.
  package var failureOrHangUp: String? {
    if let failure { return failure }
    guard kind == .wayland else { return nil }
    var state = pollfd(fd: fileDescriptor, events: 0, revents: 0)
    guard poll(&state, 1, 0) > 0, state.revents & Int16(POLLHUP | POLLERR) != 0 else { return nil }
    return String(cString: strerror(EPIPE))
  }

  // MARK: X windows

  /// The name of the X server, by which further connections are made.
  package var name: String? {
    guard kind == .x11, let name = ClientLibrary(.x11).function("XDisplayString", as: StringOf.self)?(display) else {
      return nil
    }
    return String(cString: name)
  }

  /// The window that owns a selection of the X server, by the selection's name; nil without one. Asks the server.
  package func selectionOwner(_ selection: String) -> UInt? {
    let library = ClientLibrary(.x11)
    guard kind == .x11, let name = library.function("XInternAtom", as: InternAtom.self)?(display, selection, 0),
      let owner = library.function("XGetSelectionOwner", as: SelectionOwner.self)?(display, name), owner != 0
    else { return nil }
    return owner
  }

  /// Asks for the window to be put on the desktop, above the others. Does not wait for that.
  package func mapWindow(_ xid: UInt) {
    let library = ClientLibrary(.x11)
    _ = library.function("XMapRaised", as: MapWindow.self)?(display, xid)
    _ = library.function("XFlush", as: FlushDisplay.self)?(display)
  }

  /// Gives a window that is on the screen the keyboard, which without a window manager the server gives to none.
  package func focusWindow(_ xid: UInt) {
    let library = ClientLibrary(.x11)
    // To go to the parent when the window goes (RevertToParent), at the server's time.
    _ = library.function("XSetInputFocus", as: FocusWindow.self)?(display, xid, 2, 0)
    _ = library.function("XFlush", as: FlushDisplay.self)?(display)
  }

  /// Asks for the place of a window that is not on the screen yet: of the frame's upper left corner, or of the window's
  /// where no frame comes, in pixels. Does not wait for that.
  ///
  /// The place stands in the hints, too: of a window without one there, a window manager chooses the place itself.
  package func placeWindow(_ xid: UInt, x: Int32, y: Int32) {
    let library = ClientLibrary(.x11)
    guard let getHints = library.function("XGetWMNormalHints", as: GetSizeHints.self),
      let setHints = library.function("XSetWMNormalHints", as: SetSizeHints.self),
      let move = library.function("XMoveWindow", as: MoveWindow.self)
    else { return }
    var hints = XSizeHints()
    var supplied = 0
    if getHints(display, xid, &hints, &supplied) == 0 { hints = XSizeHints() }
    hints.flags |= PPosition
    (hints.x, hints.y) = (x, y)
    setHints(display, xid, &hints)
    _ = move(display, xid, x, y)
  }

  /// The pointer's place within a window of the X server, in pixels, also while another program has it; nil where it is on
  /// another screen. Asks the server.
  package func pointerPlace(in xid: UInt) -> (x: Int, y: Int)? {
    var (root, child, mask): (UInt, UInt, UInt32) = (0, 0, 0)
    var (rootX, rootY, x, y): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    let query = ClientLibrary(.x11).function("XQueryPointer", as: QueryPointer.self)
    guard query?(display, xid, &root, &child, &rootX, &rootY, &x, &y, &mask) == 1 else { return nil }
    return (Int(x), Int(y))
  }

  /// Dots per inch the user wishes text to be drawn for, from the resource `Xft.dpi` of the X server; nil where it is not
  /// set. Read when the connection was opened.
  package var textResolution: Double? {
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
  package var hasWindowManager: Bool {
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
