import Foundation

/// What the program asks of libwayland-client, from the library that SDL has loaded: requests with their arguments in
/// arrays, as Swift cannot call C functions of variable arguments.
///
/// Every object (proxy) belongs to SDL's connection and to its default queue: listeners are called on the main thread, while
/// SDL reads events. A connection that is lost takes requests without effect.
@MainActor
struct WaylandClient {
  typealias Proxy = OpaquePointer

  /// Interfaces that the library describes, by the names of their descriptions.
  enum Interface: String, CaseIterable {
    case registry = "wl_registry_interface"
    case seat = "wl_seat_interface"
    case pointer = "wl_pointer_interface"
    case dataDeviceManager = "wl_data_device_manager_interface"
    case dataDevice = "wl_data_device_interface"
    case dataSource = "wl_data_source_interface"
  }

  /// `wl_argument`: a union of numbers of 32 bits and pointers.
  struct Argument {
    private var storage: UInt = 0

    /// The place of an object that the request makes.
    static let new = Argument()

    static func number(_ number: UInt32) -> Argument {
      var argument = Argument()
      // At the union's beginning, in whichever order the machine keeps bytes.
      withUnsafeMutableBytes(of: &argument.storage) { $0.storeBytes(of: number, as: UInt32.self) }
      return argument
    }

    static func object(_ proxy: Proxy?) -> Argument { Argument(storage: UInt(bitPattern: proxy)) }

    /// - Parameter text: ends with a zero, and is read before the request returns.
    static func text(_ text: UnsafeRawPointer) -> Argument { Argument(storage: UInt(bitPattern: text)) }
  }

  private typealias Marshal =
    @convention(c) (
      Proxy, _ request: UInt32, UnsafeMutableRawPointer, _ made: UnsafeRawPointer?, _ version: UInt32
    ) -> Proxy?
  private typealias AddListener =
    @convention(c) (Proxy, UnsafePointer<UnsafeRawPointer>, UnsafeMutableRawPointer) -> Int32
  private typealias Destroy = @convention(c) (Proxy) -> Void
  private typealias Flush = @convention(c) (Proxy) -> Int32

  private let display: Proxy
  private let interfaces: [Interface: UnsafeRawPointer]
  private let marshal: Marshal
  private let addListener: AddListener
  private let destroyProxy: Destroy
  private let flushDisplay: Flush

  /// - Parameter display: SDL's connection, which outlives this.
  /// - Returns: nil where the library is not loaded, or lacks something.
  init?(display: Proxy) {
    let library = ClientLibrary(.wayland)
    var interfaces: [Interface: UnsafeRawPointer] = [:]
    for interface in Interface.allCases {
      guard let description = library.symbol(interface.rawValue) else { return nil }
      interfaces[interface] = UnsafeRawPointer(description)
    }
    guard
      let marshal = library.function("wl_proxy_marshal_array_constructor_versioned", as: Marshal.self),
      let addListener = library.function("wl_proxy_add_listener", as: AddListener.self),
      let destroy = library.function("wl_proxy_destroy", as: Destroy.self),
      let flush = library.function("wl_display_flush", as: Flush.self)
    else { return nil }
    self.display = display
    self.interfaces = interfaces
    self.marshal = marshal
    self.addListener = addListener
    destroyProxy = destroy
    flushDisplay = flush
  }

  /// Asks for the list of what the compositor offers.
  func makeRegistry() -> Proxy? { make(.registry, version: 1, by: 1, of: display, .new) }

  /// Makes an object of what the compositor offers under a number.
  func bind(_ name: UInt32, as interface: Interface, version: UInt32, by registry: Proxy) -> Proxy? {
    guard let description = interfaces[interface] else { return nil }
    // A description begins with the protocol's name of the interface.
    let title = description.load(as: UnsafeRawPointer.self)
    return make(interface, version: version, by: 0, of: registry, .number(name), .text(title), .number(version), .new)
  }

  /// Sends a request, by its number in the interface, that makes an object.
  func make(
    _ interface: Interface, version: UInt32, by request: UInt32, of proxy: Proxy, _ arguments: Argument...
  ) -> Proxy? {
    var arguments = arguments
    return marshal(proxy, request, &arguments, interfaces[interface], version)
  }

  /// Sends a request, by its number in the interface, that makes nothing.
  func send(_ request: UInt32, of proxy: Proxy, _ arguments: Argument...) {
    var arguments = arguments
    _ = marshal(proxy, request, &arguments, nil, 0)
  }

  /// Ends an object; its listener is called no more.
  /// - Parameter request: tells the compositor, where the interface has a request for that.
  func destroy(_ proxy: Proxy, by request: UInt32? = nil) {
    if let request { send(request, of: proxy) }
    destroyProxy(proxy)
  }

  /// Has the events of an object told to `owner`, which ends the object before it goes itself.
  func listen(to proxy: Proxy, _ listener: WaylandListener, for owner: AnyObject) {
    _ = addListener(proxy, listener.functions, Unmanaged.passUnretained(owner).toOpaque())
  }

  /// Sends what was asked for.
  func flush() { _ = flushDisplay(display) }
}

/// The functions that are called with an object's events, in the protocol's order: one for each event of the version that
/// the object has. Stays in memory, as libwayland keeps its address.
@MainActor
struct WaylandListener {
  let functions: UnsafePointer<UnsafeRawPointer>

  /// - Parameter functions: C functions of the owner, the object and the event's arguments.
  init(_ functions: [UnsafeRawPointer]) {
    let copy = UnsafeMutablePointer<UnsafeRawPointer>.allocate(capacity: functions.count)
    copy.initialize(from: functions, count: functions.count)
    self.functions = UnsafePointer(copy)
  }

  /// Calls `body` with the owner that a listener's function is told.
  nonisolated static func tell<Owner: AnyObject>(
    _ data: UnsafeMutableRawPointer?, _: Owner.Type, _ body: @MainActor (Owner) -> Void
  ) {
    nonisolated(unsafe) let data = data
    // SDL reads events on the main thread only.
    MainActor.assumeIsolated {
      guard let data else { return }
      body(Unmanaged<Owner>.fromOpaque(data).takeUnretainedValue())
    }
  }
}
