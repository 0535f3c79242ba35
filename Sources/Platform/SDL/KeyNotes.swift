internal import CSDL2
internal import Desktop
import Synchronization

/// Notes on keys, made when SDL takes them in, since it forgets this before they are read: whether text follows, and the
/// sign that the layout makes of the key.
///
/// SDL makes text of a key only while text input is on, in an event of its own, and says of the key what it bears without
/// Shift. A key that comes in behind the one that brings a field, or begins a cell by itself, needs its sign without that.
enum KeyNotes {
  private typealias LookupString =
    @convention(c) @Sendable (
      UnsafeMutablePointer<XKeyEvent>, UnsafeMutablePointer<CChar>, Int32, UnsafeMutablePointer<UInt>,
      UnsafeMutableRawPointer?
    ) -> Int32
  /// `SDL_GetKeyFromScancode` of SDL 3.
  private typealias KeyOfScancode =
    @convention(c) @Sendable (_ scancode: UInt32, _ modifiers: UInt16, _ isEvent: Bool) -> UInt32

  /// Of libX11, where that is in use.
  private static let lookupString = ClientLibrary(loaded: "libX11.so.6").function(
    "XLookupString", as: LookupString.self)
  private static let keyOfScancode =
    LoadedSDL.inProcess.isCompatibilityLayer
    ? ClientLibrary(loaded: "libSDL3.so.0").function("SDL_GetKeyFromScancode", as: KeyOfScancode.self) : nil

  /// The note on a press that SDL has taken in and not handed on yet.
  private struct Note {
    let scancode: SDL_Scancode
    /// Text input was off, or SDL has forgotten the text.
    var hasNoText: Bool
    /// The scalar that the layout makes of the key; 0 for none.
    let sign: UInt32
  }

  /// The oldest first. Of the process, as SDL has one queue. What is written into an event itself is lost with sdl2-compat,
  /// which shows a copy.
  private static let waiting = Mutex<[Note]>([])
  /// More that wait are of events that SDL threw away.
  private static let most = 4096
  /// The scalar of the X key that SDL is about to tell of; 0 for none.
  private static let sign = Atomic<UInt32>(0)

  /// Begins to note. Called when SDL has started.
  static func begin() {
    // The same one again after another start.
    SDL_DelEventWatch(note, nil)
    SDL_AddEventWatch(note, nil)
  }

  /// Called by SDL with each event it takes in, before it is queued.
  private static let note: SDL_EventFilter = { _, event in
    guard let event else { return 1 }
    switch SDL_EventType(event.pointee.type) {
    case SDL_SYSWMEVENT:
      // The X event that is taken in, before what SDL makes of it.
      sign.store(scalar(of: event.pointee.syswm), ordering: .relaxed)
    case SDL_KEYDOWN:
      let key = Note(
        scancode: event.pointee.key.keysym.scancode, hasNoText: SDL_IsTextInputActive() == SDL_FALSE,
        sign: sign.exchange(0, ordering: .relaxed))
      waiting.withLock { keys in
        if keys.count >= most { keys.removeFirst() }
        keys.append(key)
      }
    default: break
    }
    return 1
  }

  /// Ends text input. The texts that wait are forgotten, which SDL 2 does by itself: from now on their keys, which wait, too,
  /// are without.
  static func stopTextInput() {
    waiting.withLock { keys in
      for index in keys.indices { keys[index].hasNoText = true }
    }
    SDL_StopTextInput()
    SDL_FlushEvent(SDL_TEXTINPUT.rawValue)
  }

  /// The note on a key that comes out of the queue, which is forgotten; an empty one for a key that goes up.
  /// - Returns: `hasNoText`: no text follows, as the key came in while text input was off, or its text is forgotten. `sign`:
  ///   what the layout makes of the key, with Shift, Caps Lock and AltGr as they were held; nil where that is not known, for a
  ///   key without a sign, and with Control, Alt or the key with the logo.
  static func take(_ key: SDL_KeyboardEvent) -> (hasNoText: Bool, sign: String?) {
    guard key.type == SDL_KEYDOWN.rawValue else { return (false, nil) }
    let note = waiting.withLock { keys -> Note? in
      guard let index = keys.firstIndex(where: { $0.scancode == key.keysym.scancode }) else { return nil }
      // Those before it were thrown away.
      defer { keys.removeFirst(index + 1) }
      return keys[index]
    }
    return (note?.hasNoText ?? false, sign(of: key, noted: note?.sign ?? 0))
  }

  private static func sign(of key: SDL_KeyboardEvent, noted: UInt32) -> String? {
    var value = noted
    if let keyOfScancode {
      let held = Event.Modifiers(rawValue: key.keysym.mod)
      guard held.isDisjoint(with: [.control, .alternate, .command]) else { return nil }
      value = keyOfScancode(key.keysym.scancode.rawValue, key.keysym.mod, false)
    }
    guard value >= 0x20, value != 0x7F, let scalar = Unicode.Scalar(value) else { return nil }
    return String(scalar)
  }

  private static func scalar(of event: SDL_SysWMEvent) -> UInt32 {
    guard let message = event.msg?.pointee, message.subsystem == SDL_SYSWM_X11, message.msg.x11.event.type == KeyPress,
      let lookupString
    else { return 0 }
    var key = message.msg.x11.event.xkey
    // Control, Alt and the key with the logo: no sign is meant.
    guard key.state & UInt32(ControlMask | Mod1Mask | Mod4Mask) == 0 else { return 0 }
    var keysym: UInt = 0
    var bytes = [CChar](repeating: 0, count: 16)
    let count = lookupString(&key, &bytes, 16, &keysym, nil)
    return switch keysym {
    // Latin 1, whose numbers are Unicode's.
    case 0x20...0x7E, 0xA0...0xFF: UInt32(keysym)
    case 0x0100_0100...0x0110_FFFF: UInt32(keysym) - 0x0100_0000
    // The keypad.
    default: count == 1 && (0x20...0x7E).contains(bytes[0]) ? UInt32(bytes[0]) : 0
    }
  }
}
