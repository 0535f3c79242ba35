import Foundation

/// The key behind a press.
public struct UIKey: Hashable, Sendable {
  /// The key's place on the keyboard.
  public let keyCode: UIKeyboardHIDUsage
  /// What the keyboard layout puts on the key, without dead-key composition;
  /// empty when it has no character.
  public let characters: String
  /// Modifier keys held at that time.
  public let modifierFlags: UIKeyModifierFlags

  /// What the platform reported.
  package init(_ key: InputEvent.Key) {
    keyCode = key.code
    characters = key.characters
    modifierFlags = key.modifiers
  }
}

/// One key going down or up, delivered to the first responder and up its chain.
@MainActor
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
@MainActor
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
