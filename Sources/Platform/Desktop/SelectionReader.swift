internal import CX11
import Foundation

/// Reads text that another program holds as a selection of an X server.
///
/// SDL 2 reads what fits into one property and nothing else. An owner of more than the server takes in one request hands
/// it over in pieces (`INCR`, section 2.7.2 of the Inter-Client Communication Conventions Manual), which programs do from
/// some hundred kilobytes on.
///
/// A reader has a connection of its own, so that no event of the window is waited for or lost. While it reads, the window
/// stands still: an owner has `patience` seconds for each of its answers and `longest` for all of them.
@MainActor
package struct SelectionReader {
  /// Why the text of a selection cannot be had.
  package enum Failure: Error {
    /// The owner did not answer, or not often enough.
    case stalled
    /// The owner's window or the connection went away in the midst of it.
    case ended
    /// There are more than `limit` bytes.
    case tooLong
  }

  /// Seconds an owner has for each of its answers.
  static let patience = 1.0
  /// Seconds for the whole of a selection.
  static let longest = 4.0
  /// The most bytes that are read.
  package static let limit = 16 << 20
  /// The length of one read, in units of 4 bytes.
  private static let partLength = 1 << 16

  private let xlib: Xlib
  private let display: Xlib.Display
  /// Never shown: the owner leaves the text in a property of it.
  private let window: UInt
  private let selection, property, incremental, utf8: UInt
  private let owner: UInt
  /// On the clock of `MonotonicClock.seconds`.
  private let deadline = MonotonicClock.seconds + longest

  /// Connects to an X server and looks who owns a selection.
  /// - Parameters:
  ///   - selection: "CLIPBOARD" or "PRIMARY".
  ///   - server: the server's name, as in `DISPLAY`.
  /// - Returns: nil without an owner, and where the server does not let the program connect once more.
  private init?(_ selection: String, server: String) {
    guard let xlib = try? Xlib(), let display = xlib.openDisplay(server) else { return nil }
    let name = xlib.internAtom(display, selection, 0)
    let owner = xlib.selectionOwner(display, name)
    guard owner != 0 else {
      _ = xlib.closeDisplay(display)
      return nil
    }
    self.xlib = xlib
    self.display = display
    self.owner = owner
    self.selection = name
    property = xlib.internAtom(display, "ANOLE_SELECTION", 0)
    incremental = xlib.internAtom(display, "INCR", 0)
    utf8 = xlib.internAtom(display, "UTF8_STRING", 0)
    window = xlib.createSimpleWindow(display, xlib.defaultRootWindow(display), -1, -1, 1, 1, 0, 0, 0)
    xlib.selectInput(display, window, PropertyChangeMask)
    // Tells of its end. Of a window that is gone already the server gives no text.
    xlib.selectInput(display, owner, StructureNotifyMask)
  }

  /// The text of a selection; nil where its owner has none.
  /// - Parameters: see the initializer. Bytes that are no UTF-8 become replacement characters.
  package static func text(_ selection: String, server: String) throws(Failure) -> String? {
    guard let reader = SelectionReader(selection, server: server) else { return nil }
    defer { _ = reader.xlib.closeDisplay(reader.display) }
    return try reader.read(as: reader.utf8).map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  /// Whether the owner of a selection says that it has text.
  /// - Parameters: see the initializer.
  package static func offersText(_ selection: String, server: String) throws(Failure) -> Bool {
    guard let reader = SelectionReader(selection, server: server) else { return false }
    defer { _ = reader.xlib.closeDisplay(reader.display) }
    let targets = reader.xlib.internAtom(reader.display, "TARGETS", 0)
    guard let answer = try reader.read(as: targets), answer.format == 32 else { return false }
    return answer.bytes.withUnsafeBytes { bytes in
      stride(from: 0, to: bytes.count - 7, by: 8).contains {
        bytes.loadUnaligned(fromByteOffset: $0, as: UInt.self) == reader.utf8
      }
    }
  }

  /// Has the owner hand the selection over.
  /// - Returns: nil where it does not have it in that form.
  private func read(as target: UInt) throws(Failure) -> Xlib.PropertyPart? {
    xlib.convertSelection(display, selection, to: target, property, of: window)
    let answer = try waitForEvent { event in
      event.type == SelectionNotify && event.xselection.selection == selection && event.xselection.target == target
    }
    guard answer.xselection.property == property else { return nil }
    var whole = try takeProperty(room: Self.limit)
    guard whole.type == incremental else { return whole.type == 0 ? nil : whole }
    // The property is deleted, by which the owner knows that it may go on; a piece of nothing is the last.
    if whole.format == 32, whole.bytes.count >= MemoryLayout<UInt>.size,
      whole.bytes.withUnsafeBytes({ $0.loadUnaligned(as: UInt.self) }) > Self.limit
    {
      throw .tooLong
    }
    whole = Xlib.PropertyPart()
    while true {
      _ = try waitForEvent { event in
        event.type == PropertyNotify && event.xproperty.atom == property && event.xproperty.state == PropertyNewValue
      }
      let piece = try takeProperty(room: Self.limit - whole.bytes.count)
      // An older change, of a value that has been read with the one before it.
      guard piece.type != 0 else { continue }
      guard !piece.bytes.isEmpty else { return whole }
      whole.format = piece.format
      whole.bytes += piece.bytes
    }
  }

  /// Reads the property and takes it off.
  /// - Parameter room: the most bytes.
  private func takeProperty(room: Int) throws(Failure) -> Xlib.PropertyPart {
    var whole = Xlib.PropertyPart()
    var offset = 0
    while true {
      guard
        let part = xlib.takeProperty(display, property, of: window, offset: offset, length: Self.partLength)
      else { throw .ended }
      whole.type = part.type
      whole.format = part.format
      whole.bytes += part.bytes
      guard whole.bytes.count <= room, part.rest <= room - whole.bytes.count else { throw .tooLong }
      guard part.rest > 0 else { return whole }
      offset += Self.partLength
    }
  }

  /// Takes events until one is the one that is waited for.
  private func waitForEvent(_ isWanted: (XEvent) -> Bool) throws(Failure) -> XEvent {
    let end = min(deadline, MonotonicClock.seconds + Self.patience)
    while true {
      while xlib.pending(display) > 0 {
        var event = XEvent()
        xlib.nextEvent(display, &event)
        if isWanted(event) { return event }
        // What it had to say before its end is in front of this.
        if event.type == DestroyNotify, event.xdestroywindow.window == owner { throw .ended }
        guard MonotonicClock.seconds < deadline else { throw .stalled }
      }
      let left = end - MonotonicClock.seconds
      guard left > 0 else { throw .stalled }
      var state = pollfd(fd: xlib.connectionNumber(display), events: Int16(POLLIN), revents: 0)
      poll(&state, 1, Int32((left * 1000).rounded(.up)))
      guard state.revents & Int16(POLLHUP | POLLERR) == 0 else { throw .ended }
    }
  }
}
