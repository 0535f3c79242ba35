import Foundation

/// Modifier keys held during an event; raw values as in UIKit.
public struct UIKeyModifierFlags: OptionSet, Hashable, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  public static let alphaShift = UIKeyModifierFlags(rawValue: 1 << 16)
  public static let shift = UIKeyModifierFlags(rawValue: 1 << 17)
  public static let control = UIKeyModifierFlags(rawValue: 1 << 18)
  public static let alternate = UIKeyModifierFlags(rawValue: 1 << 19)
  public static let command = UIKeyModifierFlags(rawValue: 1 << 20)
  public static let numericPad = UIKeyModifierFlags(rawValue: 1 << 21)
}

/// What the user or the display did, as the platform reports it.
///
/// Locations are in points of the window, y down; timestamps in seconds of the
/// platform's `FrameClock`.
package enum InputEvent: Sendable {
  /// A mouse button; `clickCount` is 2 for the second click of a double click.
  package struct Pointer: Sendable {
    package enum Button: Int, Sendable { case primary = 1, secondary = 2, middle = 3 }
    package var location: CGPoint
    package var button: Button
    package var clickCount: Int
    package var modifiers: UIKeyModifierFlags
    package var timestamp: TimeInterval
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
    package var lines: CGVector
    /// The device reports fractions of a notch (touchpad, free-spinning wheel).
    package var isPrecise: Bool
    package var location: CGPoint
    package var modifiers: UIKeyModifierFlags
    package var timestamp: TimeInterval
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
    package var id: Int64
    package var location: CGPoint
    package var timestamp: TimeInterval
    package init(id: Int64, location: CGPoint, timestamp: TimeInterval) {
      self.id = id
      self.location = location
      self.timestamp = timestamp
    }
  }

  /// A key; `code` is the USB HID usage of the key's place, `characters` what
  /// the layout puts on it (empty for keys without a character).
  package struct Key: Sendable {
    package var code: UIKeyboardHIDUsage
    package var characters: String
    package var modifiers: UIKeyModifierFlags
    package var isRepeat: Bool
    package var timestamp: TimeInterval
    package init(
      code: UIKeyboardHIDUsage, characters: String = "", modifiers: UIKeyModifierFlags = [],
      isRepeat: Bool = false, timestamp: TimeInterval
    ) {
      self.code = code
      self.characters = characters
      self.modifiers = modifiers
      self.isRepeat = isRepeat
      self.timestamp = timestamp
    }
  }

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
  /// The user's session or a signal asks the program to end.
  case quit
  /// Every texture, or the contents of render targets, must be made anew.
  case renderTargetsLost
  case deviceLost
  /// The display server went away; nothing can be shown any more.
  case displayLost(String)
}
