import Foundation

/// A group of touches, presses or wheel turns that happened at one time.
@MainActor
open class UIEvent: NSObject {
  public enum EventType: Int, Sendable {
    case touches = 0, motion, remoteControl, presses, scroll = 10, hover, transform
  }

  /// Mouse buttons held.
  public struct ButtonMask: OptionSet, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let primary = ButtonMask(rawValue: 1)
    public static let secondary = ButtonMask(rawValue: 2)
  }

  public let type: EventType
  public internal(set) var timestamp: TimeInterval
  public internal(set) var modifierFlags: UIKeyModifierFlags
  public internal(set) var buttonMask: ButtonMask = []
  /// The touches of a `.touches` event; nil for others.
  open var allTouches: Set<UITouch>? { touches }
  package var touches: Set<UITouch>?

  package init(type: EventType, timestamp: TimeInterval, modifierFlags: UIKeyModifierFlags = []) {
    self.type = type
    self.timestamp = timestamp
    self.modifierFlags = modifierFlags
    super.init()
  }
}

/// A turn of the wheel, offered to the view under the pointer and then to its
/// superviews until one uses it.
package struct WheelEvent {
  /// Notches with fractions; positive y scrolls towards the top.
  package var lines: CGVector
  package var isPrecise: Bool
  package var locationInWindow: CGPoint
  package var modifierFlags: UIKeyModifierFlags
  package var timestamp: TimeInterval
}
