internal import CX11
import Foundation

/// Text that the user drags out of a window to another program's: the source's side of XDND, version 5, which SDL 2
/// lacks.
///
/// It uses a connection of its own, which is open as long as the drag lasts: on SDL's connection, SDL itself answers
/// requests for a selection, with the clipboard. The pointer stays with SDL's window, whose events tell when to
/// look where it is. Windows of other programs may vanish at any time, and their answers may be late, wrong or
/// missing: requests for windows that are gone have no effect (`DisplayGuard.tolerateErrors`), and a drag that was
/// let go ends by itself.
@MainActor
package final class TextDrag {
  /// The kind of target under the pointer.
  package enum Place: Equatable, Sendable {
    /// The window the text comes from.
    case ownWindow
    /// A window that takes the text.
    case taker
    /// Anything else.
    case elsewhere
  }

  /// A change in the state of the drag.
  package enum Change: Equatable, Sendable {
    /// The pointer is over something else.
    case over(Place)
    /// It is over: the last change. `isTaken` tells whether another program says that it has the text.
    case ended(isTaken: Bool)
  }

  private enum Phase {
    /// The button is held.
    case carried
    /// The button was let go, and the target has yet to say whether it takes the text at that place.
    case letGo
    /// The target was told to fetch the text.
    case fetched
    case ended
  }

  /// A window that understands XDND.
  private struct Target {
    let window: UInt
    /// Where messages for it go: itself, or the window that stands in for it.
    let mailbox: UInt
    let version: Int
    /// As it said last.
    var accepts = false
    /// One position at a time is on its way to the target.
    var owesAnswer = false
    /// The place told last, in pixels of the root window.
    var told: Point?
    /// Where it needs no more positions, in pixels of the root window.
    var quietArea: Range<Point>?
  }

  /// In pixels of the root window.
  private struct Point: Equatable, Comparable {
    var x, y: Int
    /// Below and to the right: an order of the corners of an area, not of all points.
    static func < (one: Point, other: Point) -> Bool { one.x < other.x && one.y < other.y }
  }

  /// Seconds another program has for each of its answers once the button was let go.
  package static let patience = 4.0

  private let xlib: Xlib
  private let display: OpaquePointer
  private let root: UInt
  /// Never shown; owns the selection and is the sender of all messages.
  private let window: UInt
  /// The window the text comes from.
  private let origin: UInt
  private let atoms: Atoms
  private let giver: TextGiver
  private let startTime: UInt
  private let changed: @MainActor (Change) -> Void
  private let source: any DispatchSourceRead

  private var phase = Phase.carried
  private var place = Place.ownWindow
  private var pointer = Point(x: 0, y: 0)
  private var target: Target?
  /// When the drag ends without further answers, on the clock of `MonotonicClock.seconds`; counts once the button was let go.
  private var deadline = Double.infinity

  /// Begins to offer text to the windows under the pointer.
  /// - Parameters:
  ///   - origin: the X server's number of the window the text comes from.
  ///   - connection: SDL's.
  ///   - changed: called whenever the pointer comes over something else, and at the end.
  /// - Returns: nil where the display server is no X server, or does not let the program connect once more.
  package init?(
    of text: String, from origin: UInt, on connection: DisplayConnection,
    changed: @escaping @MainActor (Change) -> Void
  ) {
    guard let name = connection.name, let xlib = try? Xlib(),
      let display = xlib.openDisplay(name)
    else { return nil }
    let root = xlib.defaultRootWindow(display)
    let window = xlib.createSimpleWindow(display, root, -1, -1, 1, 1, 0, 0, 0)
    let atoms = Atoms { xlib.internAtom(display, $0, 0) }
    xlib.selectInput(display, window, PropertyChangeMask)
    let giver = TextGiver(text, as: "XdndSelection", xlib, display)
    xlib.set(giver.formats, of: atoms.typeList, window, type: UInt(XA_ATOM), display)
    let time = xlib.serverTime(display, window, atoms.typeList)
    xlib.setSelectionOwner(display, giver.selection, window, time)
    self.xlib = xlib
    self.display = display
    self.root = root
    self.window = window
    self.origin = origin
    self.atoms = atoms
    self.giver = giver
    self.changed = changed
    startTime = time
    source = DispatchSource.makeReadSource(fileDescriptor: xlib.connectionNumber(display), queue: .main)
    source.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.readEvents() } }
    // Closed when its socket is no longer watched. The connection is used by the main thread only.
    nonisolated(unsafe) let connection = display
    let closeDisplay = xlib.closeDisplay
    source.setCancelHandler { _ = closeDisplay(connection) }
    source.activate()
  }

  isolated deinit {
    // A drag that has ended is cancelled already, which does nothing then.
    source.cancel()
  }

  // MARK: Called as the user drags

  /// The pointer moved: looks where it is, and tells the window there. Some round trips to the server.
  package func pointerMoved() {
    guard phase == .carried else { return }
    let found = windowUnderPointer()
    if found?.window != target?.window {
      leave()
      if let found { enter(found) }
    }
    sendPosition()
    report(found == nil ? (isOverOrigin ? .ownWindow : .elsewhere) : target?.accepts == true ? .taker : .elsewhere)
    readEvents()
  }

  /// The button was let go: the window under the pointer gets the text, if it wants it. The end is told by `changed`,
  /// at once or within seconds.
  package func drop() {
    pointerMoved()
    guard phase == .carried else { return }
    guard let target else { return end(isTaken: false) }
    phase = .letGo
    waitOnce()
    if !target.owesAnswer { handOver() }
  }

  /// The user thought better of it. The end is told at once.
  package func cancel() {
    guard phase != .ended else { return }
    leave()
    end(isTaken: false)
  }

  // MARK: The target

  private var isOverOrigin = false

  /// The uppermost window under the pointer that understands XDND, from the root window inwards; notes where the
  /// pointer is. Nil over the window the text comes from.
  private func windowUnderPointer() -> Target? {
    isOverOrigin = false
    var parent = root
    // A tree of windows may have any depth. No window manager nests deeper than this.
    for _ in 0..<32 {
      guard let (child, place) = xlib.queryPointer(display, parent) else { return nil }
      if parent == root { pointer = Point(x: place.x, y: place.y) }
      guard child != 0 else { return nil }
      if child == origin {
        isOverOrigin = true
        return nil
      }
      if let target = asTarget(child) { return target }
      parent = child
    }
    return nil
  }

  private func asTarget(_ window: UInt) -> Target? {
    var mailbox = window
    // A stand-in names itself, or it is a remnant of a program that has crashed.
    if let proxy = xlib.number(atoms.proxy, of: window, type: UInt(XA_WINDOW), display),
      xlib.number(atoms.proxy, of: proxy, type: UInt(XA_WINDOW), display) == proxy
    {
      mailbox = proxy
    }
    guard let version = xlib.number(atoms.aware, of: mailbox, type: UInt(XA_ATOM), display), version >= 3 else {
      return nil
    }
    return Target(window: window, mailbox: mailbox, version: Int(min(version, 5)))
  }

  private func enter(_ new: Target) {
    target = new
    // The lowest bit: there are more formats than fit here.
    let formats = giver.formats
    send(atoms.enter, to: new, new.version << 24 | 1, Int(formats[0]), Int(formats[1]), Int(formats[2]))
  }

  private func leave() {
    if let target, phase == .carried || phase == .letGo { send(atoms.leave, to: target, 0, 0, 0, 0) }
    target = nil
  }

  /// Tells the target where the pointer is, unless it knows, does not care, or has yet to answer.
  private func sendPosition() {
    guard var target, !target.owesAnswer, target.told != pointer else { return }
    if let area = target.quietArea, area.lowerBound.x <= pointer.x, area.lowerBound.y <= pointer.y,
      pointer < area.upperBound
    {
      return
    }
    target.told = pointer
    target.owesAnswer = true
    self.target = target
    let place = (pointer.x & 0xFFFF) << 16 | pointer.y & 0xFFFF
    send(atoms.position, to: target, 0, place, Int(startTime), Int(atoms.copy))
  }

  /// The target has answered for the place where the button was let go.
  private func handOver() {
    guard let target, target.accepts else { return cancel() }
    phase = .fetched
    send(atoms.drop, to: target, 0, Int(xlib.serverTime(display, window, atoms.typeList)), 0, 0)
    extendDeadline()
  }

  private func send(_ message: UInt, to target: Target, _ one: Int, _ two: Int, _ three: Int, _ four: Int) {
    var event = XEvent()
    event.xclient.type = ClientMessage
    event.xclient.window = target.window
    event.xclient.message_type = message
    event.xclient.format = 32
    event.xclient.data.l = (Int(window), one, two, three, four)
    xlib.sendEvent(display, target.mailbox, 0, 0, &event)
    xlib.flush(display)
  }

  // MARK: What comes back

  private func readEvents() {
    while phase != .ended, xlib.pending(display) > 0 {
      var event = XEvent()
      xlib.nextEvent(display, &event)
      switch event.type {
      case ClientMessage: receive(event.xclient)
      default: if giver.take(event) { extendDeadline() }
      }
    }
  }

  private func receive(_ message: XClientMessageEvent) {
    let data = message.data.l
    guard message.format == 32, var target, UInt(bitPattern: data.0) == target.window else { return }
    if message.message_type == atoms.finished, phase == .fetched {
      // Before version 5 the message carries nothing.
      end(isTaken: target.version < 5 || data.1 & 1 != 0)
    } else if message.message_type == atoms.status, phase == .carried || phase == .letGo {
      target.owesAnswer = false
      target.accepts = data.1 & 1 != 0
      let (corner, size) = (data.2, data.3)
      let upper = Point(x: corner >> 16 & 0xFFFF, y: corner & 0xFFFF)
      let lower = Point(x: upper.x + (size >> 16 & 0xFFFF), y: upper.y + (size & 0xFFFF))
      target.quietArea = data.1 & 2 == 0 && upper < lower ? upper..<lower : nil
      self.target = target
      sendPosition()
      if phase == .carried {
        report(target.accepts ? .taker : .elsewhere)
      } else if self.target?.owesAnswer == false {
        handOver()
      }
    }
  }

  private func report(_ new: Place) {
    guard new != place else { return }
    place = new
    changed(.over(new))
  }

  // MARK: The end

  private func extendDeadline() {
    if phase == .letGo || phase == .fetched { deadline = MonotonicClock.seconds + Self.patience }
  }

  /// Ends the drag once another program has not answered for too long. Keeps the drag alive until then.
  private func waitOnce() {
    extendDeadline()
    DispatchQueue.main.asyncAfter(deadline: .now() + Self.patience) { self.checkDeadline() }
  }

  private func checkDeadline() {
    guard phase != .ended else { return }
    let left = deadline - MonotonicClock.seconds
    guard left > 0 else { return cancel() }
    DispatchQueue.main.asyncAfter(deadline: .now() + left) { self.checkDeadline() }
  }

  private func end(isTaken: Bool) {
    phase = .ended
    target = nil
    xlib.flush(display)
    source.cancel()
    changed(.ended(isTaken: isTaken))
  }
}

/// The names of XDND, as the server numbers them.
private struct Atoms {
  let aware, proxy, typeList: UInt
  let enter, position, status, leave, drop, finished, copy: UInt

  init(_ number: (String) -> UInt) {
    aware = number("XdndAware")
    proxy = number("XdndProxy")
    typeList = number("XdndTypeList")
    enter = number("XdndEnter")
    position = number("XdndPosition")
    status = number("XdndStatus")
    leave = number("XdndLeave")
    drop = number("XdndDrop")
    finished = number("XdndFinished")
    copy = number("XdndActionCopy")
  }
}
