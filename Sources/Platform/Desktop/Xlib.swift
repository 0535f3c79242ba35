internal import CX11

/// The calls of libX11 that connections of the program's own need, from the library that SDL has loaded.
struct Xlib {
  typealias Display = OpaquePointer

  let openDisplay: @convention(c) (UnsafePointer<CChar>?) -> Display?
  let closeDisplay: @convention(c) (Display) -> Int32
  let connectionNumber: @convention(c) (Display) -> Int32
  let defaultRootWindow: @convention(c) (Display) -> UInt
  let createSimpleWindow: CreateSimpleWindow
  let pending: @convention(c) (Display) -> Int32
  private let library: ClientLibrary
  private let internAtomCall: @convention(c) (Display, UnsafePointer<CChar>, Int32) -> UInt
  private let selectInputCall: @convention(c) (Display, UInt, Int) -> Int32
  private let setSelectionOwnerCall: @convention(c) (Display, UInt, UInt, UInt) -> Int32
  private let sendEventCall: @convention(c) (Display, UInt, Int32, Int, UnsafeMutablePointer<XEvent>) -> Int32
  private let nextEventCall: @convention(c) (Display, UnsafeMutablePointer<XEvent>) -> Int32
  private let checkTypedEvent: @convention(c) (Display, UInt, Int32, UnsafeMutablePointer<XEvent>) -> Int32
  private let flushCall: @convention(c) (Display) -> Int32
  private let sync: @convention(c) (Display, Int32) -> Int32
  private let changeProperty: ChangeProperty
  private let queryPointerCall: QueryPointer
  private let selectionOwnerCall: @convention(c) (Display, UInt) -> UInt
  private let convertSelectionCall: @convention(c) (Display, UInt, UInt, UInt, UInt, UInt) -> Int32
  private let getProperty: GetProperty
  private let free: @convention(c) (UnsafeMutableRawPointer) -> Int32

  typealias CreateSimpleWindow =
    @convention(c) (
      Display, _ parent: UInt, _ x: Int32, _ y: Int32, _ width: UInt32, _ height: UInt32, _ border: UInt32,
      _ borderColor: UInt, _ background: UInt
    ) -> UInt
  private typealias ChangeProperty =
    @convention(c) (
      Display, _ window: UInt, _ property: UInt, _ type: UInt, _ format: Int32, _ mode: Int32, UnsafeRawPointer?,
      _ count: Int32
    ) -> Int32
  private typealias GetProperty =
    @convention(c) (
      Display, _ window: UInt, _ property: UInt, _ offset: Int, _ length: Int, _ delete: Int32, _ type: UInt,
      UnsafeMutablePointer<UInt>, UnsafeMutablePointer<Int32>, UnsafeMutablePointer<UInt>, UnsafeMutablePointer<UInt>,
      UnsafeMutablePointer<UnsafeMutableRawPointer?>
    ) -> Int32
  private typealias QueryPointer =
    @convention(c) (
      Display, UInt, _ root: UnsafeMutablePointer<UInt>, _ child: UnsafeMutablePointer<UInt>,
      _ rootX: UnsafeMutablePointer<Int32>, _ rootY: UnsafeMutablePointer<Int32>, _ x: UnsafeMutablePointer<Int32>,
      _ y: UnsafeMutablePointer<Int32>, _ mask: UnsafeMutablePointer<UInt32>
    ) -> Int32

  /// - Throws: `SymbolTable.Missing` where the library is not loaded, or lacks a call.
  init() throws {
    library = ClientLibrary(.x11)
    let find = SymbolTable(of: library)
    openDisplay = try find("XOpenDisplay")
    closeDisplay = try find("XCloseDisplay")
    connectionNumber = try find("XConnectionNumber")
    defaultRootWindow = try find("XDefaultRootWindow")
    createSimpleWindow = try find("XCreateSimpleWindow")
    pending = try find("XPending")
    internAtomCall = try find("XInternAtom")
    selectInputCall = try find("XSelectInput")
    setSelectionOwnerCall = try find("XSetSelectionOwner")
    sendEventCall = try find("XSendEvent")
    nextEventCall = try find("XNextEvent")
    checkTypedEvent = try find("XCheckTypedWindowEvent")
    flushCall = try find("XFlush")
    sync = try find("XSync")
    changeProperty = try find("XChangeProperty")
    queryPointerCall = try find("XQueryPointer")
    selectionOwnerCall = try find("XGetSelectionOwner")
    convertSelectionCall = try find("XConvertSelection")
    getProperty = try find("XGetWindowProperty")
    free = try find("XFree")
  }

  func internAtom(_ display: Display, _ name: String, _ onlyIfExists: Int32) -> UInt {
    internAtomCall(display, name, onlyIfExists)
  }

  func selectInput(_ display: Display, _ window: UInt, _ mask: Int) { _ = selectInputCall(display, window, mask) }

  func setSelectionOwner(_ display: Display, _ selection: UInt, _ owner: UInt, _ time: UInt) {
    _ = setSelectionOwnerCall(display, selection, owner, time)
  }

  func sendEvent(_ display: Display, _ window: UInt, _ propagate: Int32, _ mask: Int, _ event: inout XEvent) {
    _ = sendEventCall(display, window, propagate, mask, &event)
  }

  func nextEvent(_ display: Display, _ event: inout XEvent) { _ = nextEventCall(display, &event) }

  func flush(_ display: Display) { _ = flushCall(display) }

  /// Gives a window a property of numbers.
  func set(_ numbers: [UInt], of property: UInt, _ window: UInt, type: UInt, _ display: Display) {
    _ = changeProperty(display, window, property, type, 32, PropModeReplace, numbers, Int32(numbers.count))
  }

  /// Gives a window a property of bytes.
  func set(_ bytes: [UInt8], of property: UInt, _ window: UInt, type: UInt, _ display: Display) {
    _ = changeProperty(display, window, property, type, 8, PropModeReplace, bytes, Int32(bytes.count))
  }

  /// See `ClientLibrary.number(_:of:type:on:)`.
  func number(_ property: UInt, of window: UInt, type: UInt, _ display: Display) -> UInt? {
    library.number(property, of: window, type: type, on: UnsafeMutableRawPointer(display))
  }

  /// The child of a window that the pointer is over, 0 for none, and the pointer's place in pixels of the root window;
  /// nil where the window is gone, or the pointer is on another screen. Asks the server.
  func queryPointer(_ display: Display, _ window: UInt) -> (child: UInt, place: (x: Int, y: Int))? {
    var (root, child): (UInt, UInt) = (0, 0)
    var (rootX, rootY, x, y): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    var mask: UInt32 = 0
    guard queryPointerCall(display, window, &root, &child, &rootX, &rootY, &x, &y, &mask) != 0 else { return nil }
    return (child, (Int(rootX), Int(rootY)))
  }

  /// The server's time in milliseconds, which it tells when a property changes; here nothing is appended to one. Asks the
  /// server.
  func serverTime(_ display: Display, _ window: UInt, _ property: UInt) -> UInt {
    _ = changeProperty(display, window, property, UInt(XA_ATOM), 32, PropModeAppend, nil, 0)
    _ = sync(display, 0)
    var event = XEvent()
    var time: UInt = 0
    while checkTypedEvent(display, window, PropertyNotify, &event) != 0 { time = event.xproperty.time }
    return time
  }

  /// The window that owns a selection; 0 without one. Asks the server.
  func selectionOwner(_ display: Display, _ selection: UInt) -> UInt { selectionOwnerCall(display, selection) }

  /// Asks the owner of a selection to put it, as `target`, into a property of a window.
  func convertSelection(_ display: Display, _ selection: UInt, to target: UInt, _ property: UInt, of window: UInt) {
    _ = convertSelectionCall(display, selection, target, property, window, 0)
    _ = flushCall(display)
  }

  /// A part of a property.
  struct PropertyPart {
    /// The type that was given to it; 0 where the property is not set.
    var type: UInt = 0
    /// Bits of an item: 8, 16 or 32.
    var format = 0
    /// Numbers of 32 bits take 8 bytes each.
    var bytes: [UInt8] = []
    /// Bytes of the property behind this part; with none left the property is deleted.
    var rest = 0
  }

  /// Takes a part out of a property, and the property off once its end is read. Asks the server.
  /// - Parameters:
  ///   - offset: where the part begins, in units of 4 bytes.
  ///   - length: the most there is to read, in units of 4 bytes.
  /// - Returns: nil where the window is gone.
  func takeProperty(_ display: Display, _ property: UInt, of window: UInt, offset: Int, length: Int) -> PropertyPart? {
    var (type, format, count, rest): (UInt, Int32, UInt, UInt) = (0, 0, 0, 0)
    var data: UnsafeMutableRawPointer?
    guard getProperty(display, window, property, offset, length, 1, 0, &type, &format, &count, &rest, &data) == 0 else {
      return nil
    }
    defer { if let data { _ = free(data) } }
    let size = Int(count) * (format == 32 ? MemoryLayout<Int>.size : Int(format) / 8)
    return PropertyPart(
      type: type, format: Int(format),
      bytes: data.map { [UInt8](UnsafeRawBufferPointer(start: $0, count: size)) } ?? [],
      rest: Int(rest))
  }
}
