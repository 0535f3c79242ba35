/// A key by its place on the keyboard: the usage numbers of the USB HID
/// keyboard page, which SDL's scancodes share.
public struct UIKeyboardHIDUsage: RawRepresentable, Hashable, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  public static let keyboardA = Self(rawValue: 4)
  public static let keyboardC = Self(rawValue: 6)
  public static let keyboardF = Self(rawValue: 9)
  public static let keyboardV = Self(rawValue: 25)
  public static let keyboardX = Self(rawValue: 27)
  public static let keyboardZ = Self(rawValue: 29)
  public static let keyboardReturnOrEnter = Self(rawValue: 40)
  public static let keyboardEscape = Self(rawValue: 41)
  public static let keyboardDeleteOrBackspace = Self(rawValue: 42)
  public static let keyboardTab = Self(rawValue: 43)
  public static let keyboardSpacebar = Self(rawValue: 44)
  public static let keyboardF1 = Self(rawValue: 58)
  public static let keyboardF2 = Self(rawValue: 59)
  public static let keyboardF5 = Self(rawValue: 62)
  public static let keyboardHome = Self(rawValue: 74)
  public static let keyboardPageUp = Self(rawValue: 75)
  public static let keyboardDeleteForward = Self(rawValue: 76)
  public static let keyboardEnd = Self(rawValue: 77)
  public static let keyboardPageDown = Self(rawValue: 78)
  public static let keyboardRightArrow = Self(rawValue: 79)
  public static let keyboardLeftArrow = Self(rawValue: 80)
  public static let keyboardDownArrow = Self(rawValue: 81)
  public static let keyboardUpArrow = Self(rawValue: 82)
  public static let keypadEnter = Self(rawValue: 88)
}
