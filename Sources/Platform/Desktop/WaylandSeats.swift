import Foundation

/// A window that text can be dragged out of on a Wayland desktop: the state of the pointer as SDL has it, and the events
/// that SDL does not hear during a drag.
@MainActor
package protocol DragWindow: AnyObject {
  /// Whether SDL takes the first button for pressed.
  var isFirstButtonDown: Bool { get }
  /// Whether a press of any button waits in SDL's queue.
  var hasWaitingPress: Bool { get }
  /// Adds a press of the first button, or its end, to SDL's queue. What SDL itself takes for pressed stays as it is.
  func addFirstButton(isDown: Bool)
  /// Adds a movement of the pointer, with the first button down, to a place in SDL's units of the window.
  func addMotion(x: Double, y: Double)
}

/// The pointers of a Wayland desktop, seen beside SDL: it keeps the number of the press, by which a drag begins, and mends
/// what SDL takes for pressed once the compositor has had the pointer for a drag.
///
/// While something is dragged SDL hears neither movements nor the release. It goes on to take the button for pressed, and
/// ignores the next press as one that changes nothing.
@MainActor
package final class WaylandSeats {
  typealias Proxy = WaylandClient.Proxy

  /// The first button is held.
  struct Press {
    /// By which the compositor knows the press.
    let serial: UInt32
    let seat: Proxy
  }

  private struct Seat {
    /// The compositor's number of it.
    let name: UInt32
    /// Of the seat and its pointer.
    let version: UInt32
    let proxy: Proxy
    var pointer: Proxy?
  }

  /// Of `linux/input-event-codes.h`.
  private nonisolated static let firstButton: UInt32 = 0x110
  /// Drags of older managers do not tell when they are over.
  static let managerVersion: UInt32 = 3
  /// The last whose pointers tell events one by one.
  private static let latestSeatVersion: UInt32 = 4
  /// The first whose pointers can be given back.
  private static let pointerReleaseVersion: UInt32 = 3

  let client: WaylandClient
  /// Outlives the objects made over its connection.
  let window: any DragWindow
  /// The window's `wl_surface`.
  let surface: Proxy
  private let registry: Proxy
  private var seats: [Seat] = []
  /// The press that is under way; nil too where a drag has taken it over and is through with it.
  private(set) var press: Press?
  /// Makes drags; nil where the compositor has none.
  private(set) var manager: Proxy?
  /// SDL takes the button for pressed, and ignores the next press.
  private var ignoresPress = false
  /// The drag that has the pointer.
  weak var drag: WaylandTextDrag?

  /// Asks the compositor for its seats; the answers come with SDL's events.
  /// - Parameters:
  ///   - display: SDL's connection (`wl_display`).
  ///   - surface: SDL's surface of the window.
  /// - Returns: nil where libwayland-client lacks a function.
  package init?(of window: any DragWindow, display: OpaquePointer, surface: OpaquePointer) {
    guard let client = WaylandClient(display: display, queue: .shared), let registry = client.makeRegistry() else {
      return nil
    }
    self.client = client
    self.window = window
    self.surface = surface
    self.registry = registry
    client.listen(to: registry, Self.registryListener, for: self)
    client.flush()
  }

  isolated deinit {
    for seat in seats { remove(seat) }
    if let manager { client.destroy(manager) }
    client.destroy(registry)
    client.flush()
  }

  /// Whether a drag can begin with the press that is under way.
  package var canDrag: Bool { manager != nil && press != nil }

  /// The drag no longer has the pointer: the views are told that the button is up, unless SDL has told them.
  func dragHasLetGo() {
    drag = nil
    press = nil
    guard window.isFirstButtonDown else { return }
    ignoresPress = true
    window.addFirstButton(isDown: false)
  }

  // MARK: What the compositor tells

  private func add(_ name: UInt32, _ interface: String, version: UInt32) {
    switch interface {
    case "wl_seat":
      let version = min(version, Self.latestSeatVersion)
      guard let proxy = client.bind(name, as: .seat, version: version, by: registry) else { return }
      seats.append(Seat(name: name, version: version, proxy: proxy))
      client.listen(to: proxy, Self.seatListener, for: self)
    case "wl_data_device_manager":
      guard manager == nil, version >= Self.managerVersion else { return }
      manager = client.bind(name, as: .dataDeviceManager, version: Self.managerVersion, by: registry)
    default: return
    }
    client.flush()
  }

  private func remove(_ name: UInt32) {
    guard let index = seats.firstIndex(where: { $0.name == name }) else { return }
    remove(seats.remove(at: index))
  }

  private func remove(_ seat: Seat) {
    if press?.seat == seat.proxy { press = nil }
    removePointer(of: seat)
    client.destroy(seat.proxy)
  }

  private func removePointer(of seat: Seat) {
    guard let pointer = seat.pointer else { return }
    client.destroy(pointer, by: seat.version >= Self.pointerReleaseVersion ? 1 : nil)
  }

  private func setPointer(_ hasPointer: Bool, of proxy: Proxy) {
    guard let index = seats.firstIndex(where: { $0.proxy == proxy }), hasPointer != (seats[index].pointer != nil)
    else { return }
    if hasPointer {
      seats[index].pointer = client.make(.pointer, version: seats[index].version, by: 0, of: proxy, .new)
      if let pointer = seats[index].pointer { client.listen(to: pointer, Self.pointerListener, for: self) }
    } else {
      if press?.seat == proxy { press = nil }
      removePointer(of: seats[index])
      seats[index].pointer = nil
    }
    client.flush()
  }

  private func buttonChanged(_ isDown: Bool, serial: UInt32, of pointer: Proxy) {
    guard let seat = seats.first(where: { $0.pointer == pointer }) else { return }
    guard isDown else {
      press = nil
      ignoresPress = false
      return
    }
    drag?.pointerCameBack()
    press = Press(serial: serial, seat: seat.proxy)
    guard ignoresPress else { return }
    ignoresPress = false
    // Which of the two pointers is told first is the compositor's choice: SDL may have taken the press already.
    if window.isFirstButtonDown, !window.hasWaitingPress {
      window.addFirstButton(isDown: true)
    }
  }

  // MARK: Listeners

  private typealias Data = UnsafeMutableRawPointer
  private typealias Text = UnsafePointer<CChar>

  private static let registryListener: WaylandListener = {
    let global: @convention(c) (Data?, Proxy?, UInt32, Text, UInt32) -> Void = { data, _, name, interface, version in
      let interface = String(cString: interface)
      WaylandListener.tell(data, WaylandSeats.self) { $0.add(name, interface, version: version) }
    }
    let globalRemove: @convention(c) (Data?, Proxy?, UInt32) -> Void = { data, _, name in
      WaylandListener.tell(data, WaylandSeats.self) { $0.remove(name) }
    }
    return WaylandListener(global, globalRemove)
  }()

  private static let seatListener: WaylandListener = {
    let capabilities: @convention(c) (Data?, Proxy?, UInt32) -> Void = { data, seat, capabilities in
      nonisolated(unsafe) let seat = seat
      WaylandListener.tell(data, WaylandSeats.self) {
        if let seat { $0.setPointer(capabilities & 1 != 0, of: seat) }
      }
    }
    let name: @convention(c) (Data?, Proxy?, Text?) -> Void = { _, _, _ in }
    return WaylandListener(capabilities, name)
  }()

  private static let pointerListener: WaylandListener = {
    let enter: @convention(c) (Data?, Proxy?, UInt32, Proxy?, Int32, Int32) -> Void = { _, _, _, _, _, _ in }
    let leave: @convention(c) (Data?, Proxy?, UInt32, Proxy?) -> Void = { _, _, _, _ in }
    let motion: @convention(c) (Data?, Proxy?, UInt32, Int32, Int32) -> Void = { _, _, _, _, _ in }
    let button: @convention(c) (Data?, Proxy?, UInt32, UInt32, UInt32, UInt32) -> Void = {
      data, pointer, serial, _, button, state in
      guard button == firstButton else { return }
      nonisolated(unsafe) let pointer = pointer
      WaylandListener.tell(data, WaylandSeats.self) {
        if let pointer { $0.buttonChanged(state != 0, serial: serial, of: pointer) }
      }
    }
    let axis: @convention(c) (Data?, Proxy?, UInt32, UInt32, Int32) -> Void = { _, _, _, _, _ in }
    return WaylandListener(enter, leave, motion, button, axis)
  }()
}
