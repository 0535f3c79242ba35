import Foundation

/// How an element behaves for assistive tools; raw values as in UIKit.
public struct UIAccessibilityTraits: OptionSet, Hashable, Sendable {
  /// The bits of the set.
  public let rawValue: UInt64
  /// A set with these bits.
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// No trait.
  public static let none: UIAccessibilityTraits = []
  /// It is pressed.
  public static let button = UIAccessibilityTraits(rawValue: 1 << 0)
  /// It leads elsewhere.
  public static let link = UIAccessibilityTraits(rawValue: 1 << 1)
  /// It shows a picture.
  public static let image = UIAccessibilityTraits(rawValue: 1 << 2)
  /// It is selected.
  public static let selected = UIAccessibilityTraits(rawValue: 1 << 3)
  /// It plays a sound of its own.
  public static let playsSound = UIAccessibilityTraits(rawValue: 1 << 4)
  /// It is a key of a keyboard.
  public static let keyboardKey = UIAccessibilityTraits(rawValue: 1 << 5)
  /// Its text does not change.
  public static let staticText = UIAccessibilityTraits(rawValue: 1 << 6)
  /// It sums up what the app shows.
  public static let summaryElement = UIAccessibilityTraits(rawValue: 1 << 7)
  /// It takes no input at present.
  public static let notEnabled = UIAccessibilityTraits(rawValue: 1 << 8)
  /// Its value changes often: tools ask for it rather than being told.
  public static let updatesFrequently = UIAccessibilityTraits(rawValue: 1 << 9)
  /// One searches with it.
  public static let searchField = UIAccessibilityTraits(rawValue: 1 << 10)
  /// It begins to play something.
  public static let startsMediaSession = UIAccessibilityTraits(rawValue: 1 << 11)
  /// Its value is changed in steps, by `accessibilityIncrement()` and `accessibilityDecrement()`.
  public static let adjustable = UIAccessibilityTraits(rawValue: 1 << 12)
  /// It takes touches itself.
  public static let allowsDirectInteraction = UIAccessibilityTraits(rawValue: 1 << 13)
  /// The page turns when it was read to its end.
  public static let causesPageTurn = UIAccessibilityTraits(rawValue: 1 << 14)
  /// It shows tabs.
  public static let tabBar = UIAccessibilityTraits(rawValue: 1 << 15)
  /// It heads a section.
  public static let header = UIAccessibilityTraits(rawValue: 1 << 16)
  /// It is on or off.
  public static let toggleButton = UIAccessibilityTraits(rawValue: 1 << 17)
}

/// Which way `accessibilityScroll(_:)` scrolls; raw values as in UIKit.
public enum UIAccessibilityScrollDirection: Int, Sendable {
  /// Towards what is at the named side.
  case right = 1
  case left, up, down
  /// A page on, a page back.
  case next, previous
}

/// An action of an element beside activating it, offered by assistive tools under its name.
@preconcurrency @MainActor
open class UIAccessibilityCustomAction: NSObject {
  /// Carries the action out; true when it was.
  public typealias ActionHandler = @MainActor (_ action: UIAccessibilityCustomAction) -> Bool

  /// The action in words.
  open var name: String
  /// Called when the action is chosen; nil for an action with a target.
  open var actionHandler: ActionHandler?
  /// The object with the method; not kept alive.
  open weak var target: AnyObject?
  /// The method; gets the action.
  open var selector: Selector?

  /// An action that calls a closure.
  public init(name: String, actionHandler: ActionHandler?) {
    self.name = name
    self.actionHandler = actionHandler
    super.init()
  }

  /// An action that calls a method.
  public init(name: String, target: AnyObject?, selector: Selector) {
    self.name = name
    self.target = target
    self.selector = selector
    super.init()
  }

  /// Carries the action out.
  /// - Returns: whether that was done.
  package func perform() -> Bool {
    if let actionHandler { return actionHandler(self) }
    guard let target, let selector else { return false }
    return UIApplication.shared.sendAction(selector, to: target, from: self, for: nil)
  }
}

/// Calls by which the app tells assistive tools something, and asks of them.
@preconcurrency @MainActor
public enum UIAccessibility {
  /// A kind of change that is told; raw values as in UIKit.
  public struct Notification: RawRepresentable, Hashable, Sendable {
    /// The number of the notification.
    public let rawValue: UInt32
    /// A notification by its number.
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    /// Most of the screen is another. The argument is the element to go to, or a text to say.
    public static let screenChanged = Notification(rawValue: 1000)
    /// Part of the screen changed. The argument is the element to go to, or a text to say.
    public static let layoutChanged = Notification(rawValue: 1001)
    /// Something to say: the argument, a text.
    public static let announcement = Notification(rawValue: 1008)
    /// Another page is shown. The argument is a text to say, such as "page 2 of 10".
    public static let pageScrolled = Notification(rawValue: 1009)
  }

  /// Tells assistive tools that something happened. Does nothing while none listens.
  public static func post(notification: Notification, argument: Any?) {
    UIApplication.current?.accessibilityObserver?.post(notification, argument: argument)
  }

  /// Whether a screen reader, or another assistive tool, listens.
  public static var isVoiceOverRunning: Bool { UIApplication.current?.accessibilityObserver != nil }
  /// Posted on the main thread when `isVoiceOverRunning` has changed.
  public nonisolated static let voiceOverStatusDidChangeNotification = Foundation.Notification.Name(
    "UIAccessibilityVoiceOverStatusDidChangeNotification")

  /// Whether the user wants nothing to move that need not: animations end at once then.
  public static var isReduceMotionEnabled: Bool { UIApplication.current?.motion.isReduced ?? false }
  /// Posted on the main thread when `isReduceMotionEnabled` has changed.
  public nonisolated static let reduceMotionStatusDidChangeNotification = Foundation.Notification.Name(
    "UIAccessibilityReduceMotionStatusDidChangeNotification")

  /// Whether the user wants strong contrasts.
  public static var isDarkerSystemColorsEnabled: Bool { UIApplication.current?.motion.hasHighContrast ?? false }
  /// Posted on the main thread when `isDarkerSystemColorsEnabled` has changed.
  public nonisolated static let darkerSystemColorsStatusDidChangeNotification = Foundation.Notification.Name(
    "UIAccessibilityDarkerSystemColorsStatusDidChangeNotification")
}

/// The user's wishes about the look, as the desktop tells them.
struct VisualPreferences: Equatable {
  /// No motion that need not be.
  var isReduced = false
  /// Strong contrasts.
  var hasHighContrast = false

  /// Posts a notification for each preference that differs from those before.
  @MainActor
  func tell(from old: VisualPreferences) {
    if isReduced != old.isReduced {
      NotificationCenter.default.post(name: UIAccessibility.reduceMotionStatusDidChangeNotification, object: nil)
    }
    if hasHighContrast != old.hasHighContrast {
      NotificationCenter.default.post(name: UIAccessibility.darkerSystemColorsStatusDidChangeNotification, object: nil)
    }
  }
}
