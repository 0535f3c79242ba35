import Foundation

/// The functions of libwayland-client that are used here, from the library that SDL has loaded: requests with their
/// arguments in arrays, as Swift cannot call C functions of variable arguments.
///
/// Objects (proxies) made from the registry have the queue that is chosen with `init`. A connection that is lost takes
/// requests without effect.
@MainActor
final class WaylandClient {
  typealias Proxy = OpaquePointer

  /// Interfaces that the library describes, by the names of their descriptions.
  enum Interface: String, CaseIterable {
    case registry = "wl_registry_interface"
    case callback = "wl_callback_interface"
    case seat = "wl_seat_interface"
    case pointer = "wl_pointer_interface"
    case dataDeviceManager = "wl_data_device_manager_interface"
    case dataDevice = "wl_data_device_interface"
    case dataSource = "wl_data_source_interface"
    case compositor = "wl_compositor_interface"
    case subcompositor = "wl_subcompositor_interface"
    case subsurface = "wl_subsurface_interface"
    case surface = "wl_surface_interface"
    case region = "wl_region_interface"
    case sharedMemory = "wl_shm_interface"
    case pool = "wl_shm_pool_interface"
    case buffer = "wl_buffer_interface"
  }

  /// Where the compositor's events wait for their listeners to be called.
  enum Queue {
    /// With SDL's: listeners are called while SDL reads events, on the main thread, in the order of arrival.
    case shared
    /// Apart, until `dispatch()`, whichever thread reads the connection.
    case own
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

    static func number(_ number: Int32) -> Argument { .number(UInt32(bitPattern: number)) }

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
  private typealias Act = @convention(c) (Proxy) -> Void
  private typealias Ask = @convention(c) (Proxy) -> Int32
  private typealias Make = @convention(c) (Proxy) -> Proxy?
  private typealias AskQueue = @convention(c) (Proxy, _ queue: Proxy) -> Int32
  private typealias SetQueue = @convention(c) (Proxy, _ queue: Proxy) -> Void

  private let display: Proxy
  /// A queue of its own, and the connection as the maker of objects with that queue; nil for the shared queue.
  private let own: (queue: Proxy, wrapper: Proxy)?
  private let interfaces: [Interface: UnsafeRawPointer]
  private let marshal: Marshal
  private let addListener: AddListener
  private let destroyProxy, destroyWrapper, destroyQueue, cancelRead: Act
  private let flushDisplay, errorOf, socketOf, readEvents: Ask
  private let dispatchPending, prepareRead: AskQueue

  /// - Parameter display: SDL's connection (`wl_display`), which outlives this.
  /// - Returns: nil where the library is not loaded, or lacks something.
  init?(display: Proxy, queue kind: Queue) {
    let library = ClientLibrary(.wayland)
    var interfaces: [Interface: UnsafeRawPointer] = [:]
    for interface in Interface.allCases {
      guard let description = library.symbol(interface.rawValue) else { return nil }
      interfaces[interface] = UnsafeRawPointer(description)
    }
    let find = SymbolTable(of: library)
    do {
      marshal = try find("wl_proxy_marshal_array_constructor_versioned")
      addListener = try find("wl_proxy_add_listener")
      destroyProxy = try find("wl_proxy_destroy")
      destroyWrapper = try find("wl_proxy_wrapper_destroy")
      destroyQueue = try find("wl_event_queue_destroy")
      cancelRead = try find("wl_display_cancel_read")
      flushDisplay = try find("wl_display_flush")
      errorOf = try find("wl_display_get_error")
      socketOf = try find("wl_display_get_fd")
      readEvents = try find("wl_display_read_events")
      dispatchPending = try find("wl_display_dispatch_queue_pending")
      prepareRead = try find("wl_display_prepare_read_queue")
      let makeQueue: Make = try find("wl_display_create_queue")
      let makeWrapper: Make = try find("wl_proxy_create_wrapper")
      let setQueue: SetQueue = try find("wl_proxy_set_queue")
      if kind == .own {
        guard let queue = makeQueue(display), let wrapper = makeWrapper(display) else { return nil }
        setQueue(wrapper, queue)
        own = (queue, wrapper)
      } else {
        own = nil
      }
    } catch { return nil }
    (self.display, self.interfaces) = (display, interfaces)
  }

  /// Every object was destroyed before.
  isolated deinit {
    guard let own else { return }
    destroyWrapper(own.wrapper)
    destroyQueue(own.queue)
  }

  // MARK: Requests

  /// Asks for the list of what the compositor offers.
  func makeRegistry() -> Proxy? { make(.registry, version: 1, by: 1, of: own?.wrapper ?? display, .new) }

  /// Asks to be told when everything asked before was done.
  func makeSync() -> Proxy? { make(.callback, version: 1, by: 0, of: own?.wrapper ?? display, .new) }

  /// Makes an object of what the compositor offers under a number.
  func bind(_ name: UInt32, as interface: Interface, version: UInt32, by registry: Proxy) -> Proxy? {
    interfaces[interface].flatMap { bind(name, as: $0, version: version, by: registry) }
  }

  /// Makes an object of an interface that the library does not describe.
  /// - Parameter description: a `wl_interface`, which stays in memory.
  func bind(_ name: UInt32, as description: UnsafeRawPointer, version: UInt32, by registry: Proxy) -> Proxy? {
    // A description begins with the protocol's name of the interface.
    let title = description.load(as: UnsafeRawPointer.self)
    var arguments = [Argument.number(name), .text(title), .number(version), .new]
    return marshal(registry, 0, &arguments, description, version)
  }

  /// Sends a request, by its number in the interface, that makes an object.
  func make(
    _ interface: Interface, version: UInt32, by request: UInt32, of proxy: Proxy, _ arguments: Argument...
  ) -> Proxy? {
    var arguments = arguments
    return marshal(proxy, request, &arguments, interfaces[interface], version)
  }

  /// Sends a request that makes an object of an interface that the library does not describe.
  func make(
    _ description: UnsafeRawPointer, version: UInt32, by request: UInt32, of proxy: Proxy, _ arguments: Argument...
  ) -> Proxy? {
    var arguments = arguments
    return marshal(proxy, request, &arguments, description, version)
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

  // MARK: Events

  /// Whether the connection can be used no more.
  var isLost: Bool { errorOf(display) != 0 }

  /// Calls the listeners of all that was read into the queue of its own. Reads nothing.
  func dispatch() { if let own { _ = dispatchPending(display, own.queue) } }

  /// Reads what the compositor sends into the queue of its own, until `isDone`.
  /// - Parameter limit: seconds that this takes at the longest.
  /// - Returns: whether it is done.
  func wait(upTo limit: Double, _ isDone: () -> Bool) -> Bool {
    let end = MonotonicClock.seconds + limit
    while true {
      dispatch()
      if isDone() { return true }
      guard let own, !isLost else { return false }
      guard prepareRead(display, own.queue) == 0 else { continue }
      flush()
      let left = end - MonotonicClock.seconds
      var state = pollfd(fd: socketOf(display), events: Int16(POLLIN), revents: 0)
      guard left > 0, poll(&state, 1, Int32(min(left * 1000 + 1, 1000))) > 0 else {
        cancelRead(display)
        if left > 0 { continue }
        return false
      }
      _ = readEvents(display)
    }
  }
}

/// The functions that are called with an object's events, in the protocol's order: one for each event of the version
/// that the object has. Stays in memory, as libwayland keeps its address.
@MainActor
struct WaylandListener {
  let functions: UnsafePointer<UnsafeRawPointer>

  /// - Parameter function: C functions of the owner, the object and the event's arguments.
  init<each Function>(_ function: repeat each Function) {
    var functions: [UnsafeRawPointer] = []
    // libwayland calls each with the arguments of its event: to C they are all addresses.
    repeat functions.append(unsafeBitCast(each function, to: UnsafeRawPointer.self))
    let copy = UnsafeMutablePointer<UnsafeRawPointer>.allocate(capacity: functions.count)
    copy.initialize(from: functions, count: functions.count)
    self.functions = UnsafePointer(copy)
  }

  /// Calls `body` with the owner that a listener's function is told.
  nonisolated static func tell<Owner: AnyObject>(
    _ data: UnsafeMutableRawPointer?, _: Owner.Type, _ body: @MainActor (Owner) -> Void
  ) {
    nonisolated(unsafe) let data = data
    // Each queue is dispatched on the main thread only.
    MainActor.assumeIsolated {
      guard let data else { return }
      body(Unmanaged<Owner>.fromOpaque(data).takeUnretainedValue())
    }
  }
}

/// Descriptions of interfaces that libwayland-client has none of: `wl_interface` and what it points to. Made once, and
/// kept.
@MainActor
enum WaylandExtensions {
  static let viewport = describe(
    "wp_viewport", requests: [("destroy", ""), ("set_source", "ffff"), ("set_destination", "ii")])
  static let viewporter = describe(
    "wp_viewporter", requests: [("destroy", ""), ("get_viewport", "no")], made: viewport)
  static let fractionalScale = describe(
    "wp_fractional_scale_v1", requests: [("destroy", "")], events: [("preferred_scale", "u")])
  static let fractionalScaleManager = describe(
    "wp_fractional_scale_manager_v1", requests: [("destroy", ""), ("get_fractional_scale", "no")], made: fractionalScale
  )

  static let presentationFeedback = describe(
    "wp_presentation_feedback", requests: [],
    events: [("sync_output", "o"), ("presented", "uuuuuuu"), ("discarded", "")])
  static let presentation = describe(
    "wp_presentation", requests: [("destroy", ""), ("feedback", "on")], events: [("clock_id", "u")],
    made: presentationFeedback)

  private typealias Message = (name: String, signature: String)

  /// - Parameter made: the interface of the objects that a request with "n" makes.
  private static func describe(
    _ name: String, requests: [Message], events: [Message] = [], made: UnsafeRawPointer? = nil
  ) -> UnsafeRawPointer {
    let word = MemoryLayout<UnsafeRawPointer>.size
    func messages(_ list: [Message]) -> UnsafeRawPointer {
      let memory = UnsafeMutableRawPointer.allocate(byteCount: max(1, list.count) * 3 * word, alignment: word)
      for (index, message) in list.enumerated() {
        let types = UnsafeMutablePointer<UnsafeRawPointer?>.allocate(capacity: max(1, message.signature.count))
        // Objects of any interface are taken where none is named.
        for (place, letter) in message.signature.enumerated() { types[place] = letter == "n" ? made : nil }
        memory.storeBytes(
          of: strdup(message.name), toByteOffset: index * 3 * word, as: UnsafeMutablePointer<CChar>?.self)
        memory.storeBytes(
          of: strdup(message.signature), toByteOffset: (index * 3 + 1) * word, as: UnsafeMutablePointer<CChar>?.self)
        memory.storeBytes(
          of: UnsafeRawPointer(types), toByteOffset: (index * 3 + 2) * word, as: UnsafeRawPointer.self)
      }
      return UnsafeRawPointer(memory)
    }
    // const char *name; int version, method_count; const wl_message *methods; int event_count; const wl_message
    // *events;
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 5 * word, alignment: word)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: 5 * word)
    memory.storeBytes(of: strdup(name), as: UnsafeMutablePointer<CChar>?.self)
    memory.storeBytes(of: 1, toByteOffset: word, as: Int32.self)
    memory.storeBytes(of: Int32(requests.count), toByteOffset: word + 4, as: Int32.self)
    memory.storeBytes(of: messages(requests), toByteOffset: word + 8, as: UnsafeRawPointer.self)
    memory.storeBytes(of: Int32(events.count), toByteOffset: 2 * word + 8, as: Int32.self)
    memory.storeBytes(of: messages(events), toByteOffset: 3 * word + 8, as: UnsafeRawPointer.self)
    return UnsafeRawPointer(memory)
  }
}
