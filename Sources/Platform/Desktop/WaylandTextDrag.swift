import Foundation

/// Text that the user drags out of a window to another program's on a Wayland desktop: the source's side of
/// `wl_data_device`, which SDL 2 lacks.
///
/// The compositor has the pointer from the beginning to the release, finds out what is under it and tells; SDL hears
/// nothing meanwhile. Over the window the text comes from, a data device of the drag's own follows the pointer, and its
/// movements are added to SDL's events. A compositor that does not let the drag begin says nothing: SDL's events go on
/// then, and the release among them ends the drag. What other programs answer may be late or missing: a drag that was
/// let go ends by itself.
@MainActor
package final class WaylandTextDrag {
  package typealias Place = TextDrag.Place
  package typealias Change = TextDrag.Change
  private typealias Proxy = WaylandClient.Proxy

  private enum Phase {
    /// The button is held.
    case carried
    /// The button was let go over a program that takes the text.
    case letGo
    case ended
  }

  /// A name of the protocol for text, and the letters it has.
  private struct Format {
    let name: StaticString
    var isLatin1 = false
  }

  /// The formats text is offered in, the best first.
  private static let formats = [
    Format(name: "text/plain;charset=utf-8"), Format(name: "UTF8_STRING"), Format(name: "text/plain"),
    Format(name: "TEXT"), Format(name: "STRING", isLatin1: true),
  ]
  /// Of the protocol's actions.
  private static let copy: UInt32 = 1
  /// Outside of every window, in its units.
  private static let outside = (x: -1.0, y: -1.0)

  private let seats: WaylandSeats
  private let client: WaylandClient
  /// The window the text comes from.
  private let origin: Proxy
  private let source: Proxy
  private let device: Proxy
  private let text: String
  private let changed: @MainActor (Change) -> Void

  private var phase = Phase.carried
  private var place = Place.ownWindow
  private var isOverOrigin = true
  /// As the program under the pointer said last.
  private var accepts = false
  /// The action the compositor chose for the drag at this place.
  private var action: UInt32 = 0
  /// The offers to the drag's own device: the drag itself, and the clipboard.
  private var offers: [Proxy] = []
  /// When the drag ends without further answers, on the clock of `MonotonicClock.seconds`; counts once the button was let go.
  private var deadline = Double.infinity

  /// Begins to offer text to the windows under the pointer, with the press that is under way.
  /// - Parameter changed: called on the main queue whenever the pointer comes over something else, and at the end.
  /// - Returns: nil where no button is held, the compositor has no drags, or the display server is another.
  package init?(of text: String, with seats: WaylandSeats, changed: @escaping @MainActor (Change) -> Void) {
    let client = seats.client
    let version = WaylandSeats.managerVersion
    guard let manager = seats.manager, let press = seats.press,
      let source = client.make(.dataSource, version: version, by: 0, of: manager, .new)
    else { return nil }
    guard let device = client.make(.dataDevice, version: version, by: 1, of: manager, .new, .object(press.seat)) else {
      client.destroy(source, by: 1)
      return nil
    }
    self.seats = seats
    self.client = client
    origin = seats.surface
    self.source = source
    self.device = device
    self.text = text
    self.changed = changed
    client.listen(to: source, Self.sourceListener, for: self)
    client.listen(to: device, Self.deviceListener, for: self)
    let isLatin1 = text.canBeConverted(to: .isoLatin1)
    for format in Self.formats where isLatin1 || !format.isLatin1 {
      client.send(0, of: source, .text(format.name.utf8Start))
    }
    client.send(2, of: source, .number(Self.copy))
    client.send(0, of: device, .object(source), .object(seats.surface), .object(nil), .number(press.serial))
    client.flush()
    seats.drag = self
  }

  isolated deinit {
    if phase != .ended { destroyObjects() }
  }

  // MARK: Called as the user drags

  /// The pointer moved. The compositor follows it by itself.
  package func pointerMoved() {}

  /// The button was let go, as SDL's events say. Where the compositor has the pointer it was the one to say so, and it
  /// hands the text over; else the drag never began, and ends.
  package func drop() {
    if phase == .carried, seats.press == nil { cancel() }
  }

  /// Cancels the drag: the user gave it up, or the other program does not answer. The end is told at once.
  package func cancel() {
    guard phase != .ended else { return }
    end()
    changed(.ended(isTaken: false))
  }

  // MARK: What the compositor tells

  private func targetChanged(accepts: Bool) {
    self.accepts = accepts
    report()
  }

  private func actionChanged(_ action: UInt32) {
    self.action = action
    report()
  }

  private func entered(_ surface: Proxy?, x: Double, y: Double) {
    isOverOrigin = surface == origin
    moved(x: x, y: y)
    report()
  }

  private func moved(x: Double, y: Double) {
    guard phase == .carried, isOverOrigin else { return }
    seats.window.addMotion(x: x, y: y)
  }

  private func left() {
    destroyOffers()
    guard isOverOrigin else { return }
    moved(x: Self.outside.x, y: Self.outside.y)
    isOverOrigin = false
    report()
  }

  private func report() {
    let new: Place = isOverOrigin ? .ownWindow : accepts && action != 0 ? .taker : .elsewhere
    guard phase == .carried, new != place else { return }
    place = new
    tellLater(.over(new))
  }

  /// The button was let go over a program that takes the text.
  private func dropped() {
    guard phase == .carried else { return }
    phase = .letGo
    destroyOffers()
    seats.dragHasLetGo()
    extendDeadline()
    // Keeps the drag alive until its end.
    DispatchQueue.main.asyncAfter(deadline: .now() + TextDrag.patience) { self.checkDeadline() }
  }

  /// The compositor has given the pointer back, and has not said what became of the drag.
  func pointerCameBack() { finished(isTaken: false) }

  private func finished(isTaken: Bool) {
    guard phase != .ended else { return }
    end()
    tellLater(.ended(isTaken: isTaken))
  }

  /// Tells of a change once SDL is through with reading events: who hears of it may ask SDL for anything.
  private func tellLater(_ change: Change) {
    DispatchQueue.main.async { [changed] in changed(change) }
  }

  /// Another program wants the text.
  private func hand(over format: String, to descriptor: Int32) {
    extendDeadline()
    guard phase != .ended, let bytes = bytes(as: format) else {
      close(descriptor)
      return
    }
    PipeWriter.write(bytes, to: descriptor, patience: TextDrag.patience) { [weak self] in self?.extendDeadline() }
  }

  /// The text in a format that was offered; nil for others.
  private func bytes(as name: String) -> [UInt8]? {
    guard let format = Self.formats.first(where: { "\($0.name)" == name }) else { return nil }
    if format.isLatin1 { return text.data(using: .isoLatin1).map { [UInt8]($0) } }
    return [UInt8](text.utf8)
  }

  // MARK: The end

  private func extendDeadline() {
    if phase == .letGo { deadline = MonotonicClock.seconds + TextDrag.patience }
  }

  private func checkDeadline() {
    guard phase != .ended else { return }
    let left = deadline - MonotonicClock.seconds
    guard left > 0 else { return cancel() }
    DispatchQueue.main.asyncAfter(deadline: .now() + left) { self.checkDeadline() }
  }

  private func end() {
    let hasPointer = phase == .carried
    phase = .ended
    destroyObjects()
    if hasPointer { seats.dragHasLetGo() }
  }

  /// The compositor ends a drag whose source goes.
  private func destroyObjects() {
    destroyOffers()
    client.destroy(source, by: 1)
    client.destroy(device, by: 2)
    client.flush()
  }

  private func destroyOffers() {
    for offer in offers { client.destroy(offer, by: 2) }
    offers.removeAll()
  }

  // MARK: Listeners

  private typealias Data = UnsafeMutableRawPointer
  private typealias Text = UnsafePointer<CChar>

  private static let sourceListener: WaylandListener = {
    let target: @convention(c) (Data?, Proxy?, Text?) -> Void = { data, _, format in
      let accepts = format != nil
      WaylandListener.tell(data, WaylandTextDrag.self) { $0.targetChanged(accepts: accepts) }
    }
    let send: @convention(c) (Data?, Proxy?, Text, Int32) -> Void = { data, _, format, descriptor in
      let format = String(cString: format)
      WaylandListener.tell(data, WaylandTextDrag.self) { $0.hand(over: format, to: descriptor) }
    }
    let cancelled: @convention(c) (Data?, Proxy?) -> Void = { data, _ in
      WaylandListener.tell(data, WaylandTextDrag.self) { $0.finished(isTaken: false) }
    }
    let dropPerformed: @convention(c) (Data?, Proxy?) -> Void = { data, _ in
      WaylandListener.tell(data, WaylandTextDrag.self) { $0.dropped() }
    }
    let finished: @convention(c) (Data?, Proxy?) -> Void = { data, _ in
      WaylandListener.tell(data, WaylandTextDrag.self) { $0.finished(isTaken: true) }
    }
    let action: @convention(c) (Data?, Proxy?, UInt32) -> Void = { data, _, action in
      WaylandListener.tell(data, WaylandTextDrag.self) { $0.actionChanged(action) }
    }
    return WaylandListener(target, send, cancelled, dropPerformed, finished, action)
  }()

  private static let deviceListener: WaylandListener = {
    let dataOffer: @convention(c) (Data?, Proxy?, Proxy?) -> Void = { data, _, offer in
      nonisolated(unsafe) let offer = offer
      WaylandListener.tell(data, WaylandTextDrag.self) {
        if let offer { $0.offers.append(offer) }
      }
    }
    let enter: @convention(c) (Data?, Proxy?, UInt32, Proxy?, Int32, Int32, Proxy?) -> Void = {
      data, _, _, surface, x, y, _ in
      nonisolated(unsafe) let surface = surface
      WaylandListener.tell(data, WaylandTextDrag.self) {
        $0.entered(surface, x: WaylandTextDrag.points(x), y: WaylandTextDrag.points(y))
      }
    }
    let leave: @convention(c) (Data?, Proxy?) -> Void = { data, _ in
      WaylandListener.tell(data, WaylandTextDrag.self) { $0.left() }
    }
    let motion: @convention(c) (Data?, Proxy?, UInt32, Int32, Int32) -> Void = { data, _, _, x, y in
      WaylandListener.tell(data, WaylandTextDrag.self) {
        $0.moved(x: WaylandTextDrag.points(x), y: WaylandTextDrag.points(y))
      }
    }
    let drop: @convention(c) (Data?, Proxy?) -> Void = { _, _ in }
    let selection: @convention(c) (Data?, Proxy?, Proxy?) -> Void = { _, _, _ in }
    return WaylandListener(dataOffer, enter, leave, motion, drop, selection)
  }()

  /// A length of the protocol: 24 bits before the point and 8 after it.
  private static func points(_ fixed: Int32) -> Double { Double(fixed) / 256 }
}
