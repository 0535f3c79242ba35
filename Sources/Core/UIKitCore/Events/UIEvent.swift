import Foundation

/// A group of touches, presses or wheel turns that happened at one time.
@preconcurrency @MainActor
open class UIEvent: NSObject {
  /// The kinds of events, numbered as in UIKit; only touches and presses occur here.
  public enum EventType: Int, Sendable {
    case touches = 0, motion, remoteControl, presses, scroll = 10, hover, transform
  }

  /// Mouse buttons held.
  public struct ButtonMask: OptionSet, Hashable, Sendable {
    /// The bits of the set.
    public let rawValue: Int
    /// A set with these bits.
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// The left button, for the right-handed.
    public static let primary = ButtonMask(rawValue: 1)
    /// The right button.
    public static let secondary = ButtonMask(rawValue: 2)

    /// A button by its number.
    /// - Parameter buttonNumber: 1 for `primary`, 2 for `secondary`, 3 for the middle button; an empty set for less
    ///   than 1 and more than 32.
    public static func button(_ buttonNumber: Int) -> ButtonMask {
      (1...32).contains(buttonNumber) ? ButtonMask(rawValue: 1 << (buttonNumber - 1)) : []
    }
  }

  /// The kind of the event.
  public let type: EventType
  /// Seconds of the frame clock, which only goes forward.
  public internal(set) var timestamp: TimeInterval
  /// Modifier keys held at that time.
  public internal(set) var modifierFlags: UIKeyModifierFlags
  /// Mouse buttons held at that time.
  public internal(set) var buttonMask: ButtonMask = []
  /// The touches of a `.touches` event; nil for others.
  open var allTouches: Set<UITouch>? { touches }
  /// The value of `allTouches`.
  package var touches: Set<UITouch>?

  /// Made by event delivery.
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
  /// The device reports fractions of a notch.
  package var isPrecise: Bool
  /// Where the pointer was, in points of the window.
  package var locationInWindow: CGPoint
  /// Modifier keys held at that time.
  package var modifierFlags: UIKeyModifierFlags
  /// Seconds of the frame clock.
  package var timestamp: TimeInterval
}
