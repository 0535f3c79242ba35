import Foundation

/// The key behind a press.
public struct UIKey: Hashable, Sendable {
  /// The key's place on the keyboard.
  public let keyCode: UIKeyboardHIDUsage
  /// The characters the keyboard layout makes of the key with Shift, Caps Lock and AltGr as they are held, without
  /// dead-key composition. With Control, Alt or the key with the logo it is what the key bears. Empty for a key without a
  /// character, and for a sign with Shift where the platform does not tell it (SDL 2 on Wayland).
  public let characters: String
  /// Modifier keys held at that time.
  public let modifierFlags: UIKeyModifierFlags

  /// The characters the keyboard layout puts on the key without modifiers; empty for a key without a character.
  public let charactersIgnoringModifiers: String

  /// Whether the key is a command's: the letter or sign `input` with exactly these modifiers, as `UIKeyCommand`
  /// matches.
  ///
  /// The key's character in the current layout counts, so that a command keeps its letter on every keyboard; on a
  /// layout without Latin letters, the key's place on a US keyboard counts. Caps Lock makes no difference.
  /// - Parameters:
  ///   - input: one character; a letter in either case.
  ///   - modifiers: of Control, Shift, Alt and the key with the logo, those that must be held.
  public func matches(_ input: String, _ modifiers: UIKeyModifierFlags = []) -> Bool {
    let held = modifierFlags.intersection([.shift, .control, .alternate, .command])
    guard held == modifiers, !input.isEmpty else { return false }
    return [characters, charactersIgnoringModifiers].contains(input) || commandLetter == input.lowercased()
  }

  /// The step that the key takes in programs of the desktop: Ctrl+Z undoes, Ctrl+Shift+Z and Ctrl+Y do again.
  package var undoStep: UndoStep? {
    if matches("z", .control) || matches("z", .command) { return .undo }
    if matches("z", [.control, .shift]) || matches("z", [.command, .shift]) || matches("y", .control) { return .redo }
    return nil
  }

  /// The letter a command is known by: what the layout puts on the key, or on a layout without Latin letters what a US
  /// keyboard has there; empty for other keys.
  var commandLetter: String {
    let characters = charactersIgnoringModifiers
    let letter = characters.lowercased()
    if letter.count == 1, letter >= "a", letter <= "z" { return letter }
    // A key that bears another sign on a Latin layout is no letter's.
    guard characters.isEmpty || characters.unicodeScalars.contains(where: { $0.value > 0x24F }) else { return "" }
    let places = UIKeyboardHIDUsage.keyboardA.rawValue...UIKeyboardHIDUsage.keyboardZ.rawValue
    guard places.contains(keyCode.rawValue) else { return "" }
    return String(UnicodeScalar(UInt8(ascii: "a") + UInt8(keyCode.rawValue - places.lowerBound)))
  }

  /// Wraps a key as the platform reported it.
  package init(_ key: InputEvent.Key) {
    keyCode = key.code
    characters = key.characters
    charactersIgnoringModifiers = key.charactersIgnoringModifiers
    modifierFlags = key.modifiers
  }
}

/// One key going down or up, delivered to the first responder and up its chain.
@preconcurrency @MainActor
public final class UIPress: NSObject {
  /// Keys begin and end; the others are never used here.
  public enum Phase: Int, Sendable { case began, changed, stationary, ended, cancelled }

  /// Whether the key went down or up.
  public let phase: Phase
  /// Seconds of the frame clock.
  public let timestamp: TimeInterval
  /// The key; never nil here.
  public let key: UIKey?
  /// Whether the keyboard repeats a key held down.
  public let isRepeat: Bool

  /// Made by event delivery.
  package init(phase: Phase, key: InputEvent.Key) {
    self.phase = phase
    timestamp = key.timestamp
    self.key = UIKey(key)
    isRepeat = key.isRepeat
    super.init()
  }
}

/// Carries presses to `pressesBegan` and its siblings.
@preconcurrency @MainActor
public final class UIPressesEvent: UIEvent {
  /// The keys that changed: one an event.
  public let allPresses: Set<UIPress>

  /// Made by event delivery.
  package init(presses: Set<UIPress>) {
    allPresses = presses
    super.init(
      type: .presses, timestamp: presses.first?.timestamp ?? 0,
      modifierFlags: presses.first?.key?.modifierFlags ?? [])
  }
}
