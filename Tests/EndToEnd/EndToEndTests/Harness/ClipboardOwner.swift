import Foundation
import Synchronization

/// A program that holds the clipboard of an X server and hands it over well or badly. Its connection belongs to a thread of
/// its own, as if it were another program.
final class ClipboardOwner: Sendable {
  /// How the text is handed over.
  enum Manner: Sendable {
    /// In one property.
    case whole
    /// In pieces of so many bytes, announced by `INCR`.
    case pieces(of: Int)
    /// As `pieces`, and nothing any more after so many of them.
    case stalling(after: Int)
    /// As `pieces`, and the connection is closed after so many of them.
    case dying(after: Int)
    /// A piece of one byte every 50 ms, without end.
    case trickling
    /// With a promise of so many bytes.
    case promising(Int)
  }

  /// What this and the thread share.
  private final class State: Sendable {
    let isStopped = Atomic(false)
    let pieces = Atomic(0)
  }

  private let state = State()

  /// How many pieces were handed over, or whole texts.
  var piecesHandedOver: Int { state.pieces.load(ordering: .relaxed) }

  /// Takes the clipboard; returns once it has it.
  init(_ text: [UInt8], _ manner: Manner, on display: String) throws {
    let loop = try Loop(text, manner, on: display)
    // The thread is the only one that uses it from now on.
    nonisolated(unsafe) let handed = loop
    let state = state
    Thread.detachNewThread {
      while !state.isStopped.load(ordering: .relaxed), handed.turn() {
        state.pieces.store(handed.pieces, ordering: .relaxed)
      }
      handed.close()
    }
  }

  deinit { stop() }

  /// Gives the clipboard up.
  func stop() { state.isStopped.store(true, ordering: .relaxed) }
}

/// The connection and the transfer under way.
private final class Loop {
  private typealias Open = @convention(c) (UnsafePointer<CChar>?) -> OpaquePointer?
  private typealias OfDisplay = @convention(c) (OpaquePointer) -> Int32
  private typealias RootOf = @convention(c) (OpaquePointer) -> UInt
  private typealias CreateWindow =
    @convention(c) (OpaquePointer, UInt, Int32, Int32, UInt32, UInt32, UInt32, UInt, UInt) -> UInt
  private typealias InternAtom = @convention(c) (OpaquePointer, UnsafePointer<CChar>, Int32) -> UInt
  private typealias SetOwner = @convention(c) (OpaquePointer, UInt, UInt, UInt) -> Int32
  private typealias SelectInput = @convention(c) (OpaquePointer, UInt, Int) -> Int32
  private typealias NextEvent = @convention(c) (OpaquePointer, UnsafeMutableRawPointer) -> Int32
  private typealias SendEvent = @convention(c) (OpaquePointer, UInt, Int32, Int, UnsafeMutableRawPointer) -> Int32
  private typealias Change =
    @convention(c) (OpaquePointer, UInt, UInt, UInt, Int32, Int32, UnsafeRawPointer?, Int32) -> Int32
  private typealias Sync = @convention(c) (OpaquePointer, Int32) -> Int32
  private typealias Handler = @convention(c) (OpaquePointer?, OpaquePointer?) -> Int32
  private typealias SetHandler = @convention(c) (Handler?) -> OpaquePointer?
  private typealias ExitHandler = @convention(c) (OpaquePointer?, OpaquePointer?) -> Void
  private typealias SetExitHandler = @convention(c) (OpaquePointer, ExitHandler?, OpaquePointer?) -> Void

  private let library: UnsafeMutableRawPointer
  private let display: OpaquePointer
  private let text: [UInt8]
  private let manner: ClipboardOwner.Manner
  private let window, clipboard, targets, incremental, utf8: UInt
  private let pending: OfDisplay
  private let next: NextEvent
  private let send: SendEvent
  private let change: Change
  private let sync: Sync
  private let select: SelectInput
  /// Where the pieces go.
  private var requestor: (window: UInt, property: UInt)?
  private var place = 0
  private(set) var pieces = 0

  init(_ text: [UInt8], _ manner: ClipboardOwner.Manner, on name: String) throws {
    guard let library = dlopen("libX11.so.6", RTLD_NOW) else { throw HarnessError("libX11.so.6 is not installed") }
    func find<Function>(_ name: String, as type: Function.Type = Function.self) throws -> Function {
      guard let symbol = dlsym(library, name) else { throw HarnessError("no \(name)") }
      return unsafeBitCast(symbol, to: type)
    }
    // Who asked may be gone by the time it is answered.
    _ = try find("XSetErrorHandler", as: SetHandler.self)({ _, _ in 0 })
    guard let display = try find("XOpenDisplay", as: Open.self)(name) else { throw HarnessError("no display \(name)") }
    // The server may end before this does: that is no end of the tests.
    try find("XSetIOErrorExitHandler", as: SetExitHandler.self)(display, { _, _ in }, nil)
    self.library = library
    self.display = display
    self.text = text
    self.manner = manner
    let atom = try find("XInternAtom", as: InternAtom.self)
    (clipboard, targets) = (atom(display, "CLIPBOARD", 0), atom(display, "TARGETS", 0))
    (incremental, utf8) = (atom(display, "INCR", 0), atom(display, "UTF8_STRING", 0))
    pending = try find("XPending")
    next = try find("XNextEvent")
    send = try find("XSendEvent")
    change = try find("XChangeProperty")
    sync = try find("XSync")
    select = try find("XSelectInput")
    let root = try find("XDefaultRootWindow", as: RootOf.self)(display)
    window = try find("XCreateSimpleWindow", as: CreateWindow.self)(display, root, 0, 0, 1, 1, 0, 0, 0)
    _ = try find("XSetSelectionOwner", as: SetOwner.self)(display, clipboard, window, 0)
    _ = sync(display, 0)
  }

  /// - Returns: false when the program dies.
  func turn() -> Bool {
    guard pending(display) > 0 else {
      usleep(2000)
      return true
    }
    // An XEvent: 24 longs.
    var event = [UInt](repeating: 0, count: 24)
    _ = event.withUnsafeMutableBytes { bytes in bytes.baseAddress.map { next(display, $0) } }
    switch UInt32(truncatingIfNeeded: event[0]) {
    case 30: answer(event)
    case 28 where event[4] == requestor?.window && event[5] == requestor?.property && event[7] & 0xFF == 1:
      return giveNext()
    default: break
    }
    return true
  }

  func close() {
    guard let symbol = dlsym(library, "XCloseDisplay") else { return }
    _ = unsafeBitCast(symbol, to: OfDisplay.self)(display)
  }

  /// An XSelectionRequestEvent.
  private func answer(_ request: [UInt]) {
    let (asking, target, property) = (request[5], request[7], request[8])
    var isServed = true
    if target == targets {
      set([utf8, targets], of: property, asking, type: 4)
    } else if target == utf8 {
      give(to: asking, property)
    } else {
      isServed = false
    }
    var event = [UInt](repeating: 0, count: 24)
    event[0] = 31
    (event[4], event[5], event[6]) = (asking, request[6], target)
    (event[7], event[8]) = (isServed ? property : 0, request[9])
    _ = event.withUnsafeMutableBytes { bytes in bytes.baseAddress.map { send(display, asking, 0, 0, $0) } }
    _ = sync(display, 0)
  }

  private func give(to asking: UInt, _ property: UInt) {
    if case .whole = manner {
      set(text[...], of: property, asking)
      pieces += 1
      return
    }
    // PropertyChangeMask: each piece is asked for by deleting the one before.
    _ = select(display, asking, 1 << 22)
    requestor = (asking, property)
    place = 0
    var promised = text.count
    if case .promising(let count) = manner { promised = count }
    set([UInt(promised)], of: property, asking, type: incremental)
  }

  private func giveNext() -> Bool {
    guard let requestor else { return true }
    var size = 60_000
    switch manner {
    case .whole, .promising: return true
    case .pieces(let bytes): size = bytes
    case .stalling(let count) where pieces >= count: return true
    case .dying(let count) where pieces >= count: return false
    case .stalling, .dying: break
    case .trickling:
      usleep(50_000)
      (place, size) = (0, 1)
    }
    let piece = text[place...].prefix(size)
    set(piece, of: requestor.property, requestor.window)
    place += piece.count
    pieces += 1
    if piece.isEmpty { self.requestor = nil }
    _ = sync(display, 0)
    return true
  }

  private func set(_ numbers: [UInt], of property: UInt, _ window: UInt, type: UInt) {
    _ = change(display, window, property, type, 32, 0, numbers, Int32(numbers.count))
  }

  private func set(_ bytes: ArraySlice<UInt8>, of property: UInt, _ window: UInt) {
    _ = bytes.withUnsafeBytes { change(display, window, property, utf8, 8, 0, $0.baseAddress, Int32($0.count)) }
  }
}
