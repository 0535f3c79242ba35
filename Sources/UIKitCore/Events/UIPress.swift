import Foundation

/// The key behind a press.
public struct UIKey: Hashable, Sendable {
  public let keyCode: UIKeyboardHIDUsage
  /// What the keyboard layout puts on the key, without dead-key composition;
  /// empty when it has no character.
  public let characters: String
  public let modifierFlags: UIKeyModifierFlags

  package init(_ key: InputEvent.Key) {
    keyCode = key.code
    characters = key.characters
    modifierFlags = key.modifiers
  }
}

/// One key going down or up, delivered to the first responder and up its chain.
@MainActor
public final class UIPress: NSObject {
  public enum Phase: Int, Sendable { case began, changed, stationary, ended, cancelled }

  public let phase: Phase
  public let timestamp: TimeInterval
  public let key: UIKey?
  /// Whether the keyboard repeats a key held down.
  public let isRepeat: Bool

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
  public let allPresses: Set<UIPress>

  package init(presses: Set<UIPress>) {
    allPresses = presses
    super.init(
      type: .presses, timestamp: presses.first?.timestamp ?? 0,
      modifierFlags: presses.first?.key?.modifierFlags ?? [])
  }
}
