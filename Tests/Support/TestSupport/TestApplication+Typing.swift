import Foundation
import UIKitCore

/// A keyboard: keys with the text they make, and input methods.
extension TestApplication {
  /// Types characters one by one, each a key with text, as a platform reports them while keys make text.
  package func type(_ text: String) {
    for character in text {
      let key = InputEvent.Key(
        code: UIKeyboardHIDUsage(rawValue: 4), characters: String(character).lowercased(), timestamp: clock.now)
      events.post(.keyDown(key), .textInput(String(character)), .keyUp(key))
    }
    application.frameLoop.turn()
  }

  /// Presses a letter's key with modifiers.
  package func shortcut(_ letter: String, _ modifiers: UIKeyModifierFlags = .control) {
    let key = InputEvent.Key(
      code: UIKeyboardHIDUsage(rawValue: 4), characters: letter, modifiers: modifiers, timestamp: clock.now)
    events.post(.keyDown(key), .keyUp(key))
    application.frameLoop.turn()
  }

  /// An input method shows composed text.
  package func compose(_ text: String, start: Int = 0, length: Int = 0) {
    events.post(.textEditing(text, selectionStart: start, selectionLength: length))
    application.frameLoop.turn()
  }

  /// Clicks with modifier keys held.
  package func click(at point: CGPoint, modifiers: UIKeyModifierFlags) {
    let pointer = InputEvent.Pointer(location: point, modifiers: modifiers, timestamp: clock.now)
    events.post(.pointerDown(pointer), .pointerUp(pointer))
    application.frameLoop.turn()
  }
}
