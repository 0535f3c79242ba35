import Foundation

/// Modifier keys held during an event; raw values as in UIKit.
public struct UIKeyModifierFlags: OptionSet, Hashable, Sendable {
  /// The bits of the set.
  public let rawValue: Int
  /// A set with these bits.
  public init(rawValue: Int) { self.rawValue = rawValue }
  /// Caps lock is on.
  public static let alphaShift = UIKeyModifierFlags(rawValue: 1 << 16)
  /// A shift key.
  public static let shift = UIKeyModifierFlags(rawValue: 1 << 17)
  /// A control key.
  public static let control = UIKeyModifierFlags(rawValue: 1 << 18)
  /// An Alt key.
  public static let alternate = UIKeyModifierFlags(rawValue: 1 << 19)
  /// A key with a logo, which stands where ⌘ is on other keyboards.
  public static let command = UIKeyModifierFlags(rawValue: 1 << 20)
  /// The key is on the numeric pad.
  public static let numericPad = UIKeyModifierFlags(rawValue: 1 << 21)
}

/// An action of the user or a change of the display, as the platform reports it.
///
/// Locations are in points of the window, y down; timestamps in seconds of the
/// platform's `FrameClock`.
package enum InputEvent: Sendable {
  /// A mouse button; `clickCount` is 2 for the second click of a double click.
  package struct Pointer: Sendable {
    /// Numbered as in UIKit's button masks. `back` is the button at the side that goes back; no view is told of it.
    package enum Button: Int, Sendable { case primary = 1, secondary = 2, middle = 3, back = 4 }
    /// In points of the window.
    package var location: CGPoint
    /// The button that changed; `.primary` for a motion.
    package var button: Button
    /// 1, or 2 for the second click of a double click, and so on.
    package var clickCount: Int
    /// Keys held at that time.
    package var modifiers: UIKeyModifierFlags
    /// Seconds of the frame clock.
    package var timestamp: TimeInterval
    /// Every field in order; most have the usual value as default.
    package init(
      location: CGPoint, button: Button = .primary, clickCount: Int = 1,
      modifiers: UIKeyModifierFlags = [], timestamp: TimeInterval
    ) {
      self.location = location
      self.button = button
      self.clickCount = clickCount
      self.modifiers = modifiers
      self.timestamp = timestamp
    }
  }

  /// A turn of the wheel or a touchpad stroke. `lines` counts wheel notches
  /// with fractions, positive y meaning towards the top of the content and
  /// positive x towards its left.
  package struct Wheel: Sendable {
    /// Notches to the left and towards the top.
    package var lines: CGVector
    /// The device reports fractions of a notch (touchpad, free-spinning wheel).
    package var isPrecise: Bool
    /// In points of the window.
    package var location: CGPoint
    /// Keys held at that time.
    package var modifiers: UIKeyModifierFlags
    /// Seconds of the frame clock.
    package var timestamp: TimeInterval
    /// Every field in order; most have the usual value as default.
    package init(
      lines: CGVector, isPrecise: Bool = false, location: CGPoint,
      modifiers: UIKeyModifierFlags = [], timestamp: TimeInterval
    ) {
      self.lines = lines
      self.isPrecise = isPrecise
      self.location = location
      self.modifiers = modifiers
      self.timestamp = timestamp
    }
  }

  /// A finger on a touch screen; `id` is constant from down to up.
  package struct Finger: Sendable {
    /// Constant from down to up.
    package var id: Int64
    /// In points of the window.
    package var location: CGPoint
    /// Seconds of the frame clock.
    package var timestamp: TimeInterval
    /// Every field in order; most have the usual value as default.
    package init(id: Int64, location: CGPoint, timestamp: TimeInterval) {
      self.id = id
      self.location = location
      self.timestamp = timestamp
    }
  }

  /// A key; `code` is the USB HID usage of the key's place, `characters` what
  /// the layout makes of it (empty for keys without a character).
  package struct Key: Sendable {
    /// The key's place on the keyboard.
    package var code: UIKeyboardHIDUsage
    /// The text that the layout makes of the key with Shift, Caps Lock and AltGr as they are held; the one it bears where
    /// Control, Alt or the key with the logo is held. Empty for a key without a character, and where the platform does not
    /// tell.
    package var characters: String
    /// The text that the layout puts on the key without any other held; empty for a key without a character.
    package var charactersIgnoringModifiers: String
    /// Keys held at that time.
    package var modifiers: UIKeyModifierFlags
    /// Num Lock is on.
    package var hasNumLock: Bool
    /// The keyboard repeats a key held down.
    package var isRepeat: Bool
    /// Seconds of the frame clock.
    package var timestamp: TimeInterval
    /// Every field in order; most have the usual value as default.
    package init(
      code: UIKeyboardHIDUsage, characters: String = "", charactersIgnoringModifiers: String? = nil,
      modifiers: UIKeyModifierFlags = [], hasNumLock: Bool = false, isRepeat: Bool = false, timestamp: TimeInterval
    ) {
      self.code = code
      self.characters = characters
      self.charactersIgnoringModifiers = charactersIgnoringModifiers ?? characters
      self.modifiers = modifiers
      self.hasNumLock = hasNumLock
      self.isRepeat = isRepeat
      self.timestamp = timestamp
    }
  }

  /// A change of the window.
  package enum WindowChange: Sendable {
    /// Size in points, or pixels per point, changed: ask the window.
    case resized
    case exposed
    /// Nothing of the window can be seen (minimised, hidden, covered).
    case occluded
    case revealed
    case focusGained
    case focusLost
    case pointerLeft
    case displayChanged
    case closeRequested
  }

  case pointerMoved(Pointer)
  case pointerDown(Pointer)
  case pointerUp(Pointer)
  case wheel(Wheel)
  case fingerDown(Finger)
  case fingerMoved(Finger)
  case fingerUp(Finger)
  case fingerCancelled(Finger)
  case keyDown(Key)
  case keyUp(Key)
  case textInput(String)
  /// Composition in progress: the marked text and the selection inside it,
  /// counted in characters.
  case textEditing(String, selectionStart: Int, selectionLength: Int)
  case window(WindowChange)
  /// The user dropped files on the window, all at once, at a point of it where the display server tells that.
  case filesDropped(paths: [String], location: CGPoint? = nil)
  /// The user's session or a signal asks the program to end.
  case quit
  /// Every texture, or the contents of render targets, must be made anew.
  case renderTargetsLost
  case deviceLost
  /// The display server went away; nothing can be shown any more.
  case displayLost(String)
  /// The system cannot show the window any more, for want of memory.
  case showingFailed(String)
  /// Another program destroyed the window; nothing can be shown in it any more.
  case windowDestroyed
}
