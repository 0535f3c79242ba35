/// An event of SDL, reduced to the parts that the framework uses. Places are in points
/// of the window, `time` in seconds of `Ticks.seconds`.
package enum Event: Equatable, Sendable {
  /// Modifier keys, by SDL's bits.
  package struct Modifiers: OptionSet, Hashable, Sendable {
    /// The bits of the set.
    package let rawValue: UInt16
    /// A set with these bits.
    package init(rawValue: UInt16) { self.rawValue = rawValue }
    /// Either shift key.
    package static let shift = Modifiers(rawValue: 0x0003)
    /// Either control key.
    package static let control = Modifiers(rawValue: 0x00C0)
    /// Either Alt key.
    package static let alternate = Modifiers(rawValue: 0x0300)
    /// Either key with the logo.
    package static let command = Modifiers(rawValue: 0x0C00)
    /// Num Lock is on, which is a state and no key held.
    package static let numLock = Modifiers(rawValue: 0x1000)
    /// Caps lock is on, which is a state and no key held.
    package static let capsLock = Modifiers(rawValue: 0x2000)
  }

  /// The pointer, moved or with a button changing.
  package struct Pointer: Equatable, Sendable {
    /// The pointer's place in points of the window.
    package var x, y: Double
    /// 1 primary, 2 middle, 3 secondary, as SDL counts; 0 for a motion.
    package var button: Int
    /// 1 for a single click, 2 for the second of a double click; 0 for a motion.
    package var clicks: Int
    /// Keys held at that time.
    package var modifiers: Modifiers
    /// Seconds of `Ticks.seconds`.
    package var time: Double
  }

  /// The wheel: notches with fractions, positive away from the user and to the
  /// right.
  package struct Wheel: Equatable, Sendable {
    /// Turns to the right and away from the user.
    package var notchesX, notchesY: Double
    /// Where the pointer was.
    package var x, y: Double
    /// Keys held at that time.
    package var modifiers: Modifiers
    /// Seconds of `Ticks.seconds`.
    package var time: Double
  }

  /// A key by its place (USB HID usage) and by what the layout puts on it.
  package struct Key: Equatable, Sendable {
    /// The USB HID usage of the key's place.
    package var scancode: Int
    /// An `SDL_Keycode`: the lower-case Unicode scalar for keys that have one.
    package var keycode: Int32
    /// Pressed or released; repeated by the keyboard while held.
    package var isDown, isRepeat: Bool
    /// Keys held at that time.
    package var modifiers: Modifiers
    /// Seconds of `Ticks.seconds`.
    package var time: Double
    /// No `.text` follows: the key came in while text input was off, or waited as it stopped.
    package var hasNoText = false
    /// The text that the layout makes of a key that went down, with Shift, Caps Lock and AltGr as they are held; nil where
    /// that is not known, for a key without a sign, and with Control, Alt or the key with the logo.
    package var sign: String?
  }

  /// A finger on a touch screen; the place is a fraction of the window.
  package struct Finger: Equatable, Sendable {
    /// The phases of a finger's touch.
    package enum Phase: Sendable { case down, moved, up }
    /// Constant from down to up.
    package var id: Int64
    /// The phase of the finger's touch.
    package var phase: Phase
    /// 0...1 of the window's width and height.
    package var fractionX, fractionY: Double
    /// Seconds of `Ticks.seconds`.
    package var time: Double
  }

  /// A change of a window.
  package enum WindowChange: Sendable {
    case shown, hidden, exposed, resized, minimized, restored
    case pointerEntered, pointerLeft, focusGained, focusLost, closeRequested, displayChanged
  }

  case motion(Pointer)
  case buttonDown(Pointer)
  case buttonUp(Pointer)
  case wheel(Wheel)
  case key(Key)
  case finger(Finger)
  case text(String)
  /// Composition: the marked text, and its selection in characters.
  case editing(String, start: Int, length: Int)
  case window(WindowChange, id: UInt32)
  /// A file was dropped on a window; one event for each, before `dropEnded`.
  case fileDropped(path: String)
  /// All files of a drop were told.
  case dropEnded
  /// A window of the X server is gone; `xid` is the server's number of it.
  case destroyed(xid: UInt)
  /// A display was plugged, unplugged or turned.
  case displaysChanged
  /// The contents of target textures are lost.
  case targetsReset
  /// Every texture is gone.
  case deviceReset
  case quit
}
