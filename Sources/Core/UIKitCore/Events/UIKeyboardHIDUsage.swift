/// A key by its place on the keyboard: the usage numbers of the USB HID
/// keyboard page, which SDL's scancodes share.
public struct UIKeyboardHIDUsage: RawRepresentable, Hashable, Sendable {
  /// The usage's number in the keyboard page.
  public let rawValue: Int
  /// A usage by its number.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Where A is on a US keyboard.
  public static let keyboardA = Self(rawValue: 4)
  /// Where B is on a US keyboard.
  public static let keyboardB = Self(rawValue: 5)
  /// Where C is on a US keyboard.
  public static let keyboardC = Self(rawValue: 6)
  /// Where D is on a US keyboard.
  public static let keyboardD = Self(rawValue: 7)
  /// Where E is on a US keyboard.
  public static let keyboardE = Self(rawValue: 8)
  /// Where F is on a US keyboard.
  public static let keyboardF = Self(rawValue: 9)
  /// Where G is on a US keyboard.
  public static let keyboardG = Self(rawValue: 10)
  /// Where H is on a US keyboard.
  public static let keyboardH = Self(rawValue: 11)
  /// Where I is on a US keyboard.
  public static let keyboardI = Self(rawValue: 12)
  /// Where J is on a US keyboard.
  public static let keyboardJ = Self(rawValue: 13)
  /// Where K is on a US keyboard.
  public static let keyboardK = Self(rawValue: 14)
  /// Where L is on a US keyboard.
  public static let keyboardL = Self(rawValue: 15)
  /// Where M is on a US keyboard.
  public static let keyboardM = Self(rawValue: 16)
  /// Where N is on a US keyboard.
  public static let keyboardN = Self(rawValue: 17)
  /// Where O is on a US keyboard.
  public static let keyboardO = Self(rawValue: 18)
  /// Where P is on a US keyboard.
  public static let keyboardP = Self(rawValue: 19)
  /// Where Q is on a US keyboard.
  public static let keyboardQ = Self(rawValue: 20)
  /// Where R is on a US keyboard.
  public static let keyboardR = Self(rawValue: 21)
  /// Where S is on a US keyboard.
  public static let keyboardS = Self(rawValue: 22)
  /// Where T is on a US keyboard.
  public static let keyboardT = Self(rawValue: 23)
  /// Where U is on a US keyboard.
  public static let keyboardU = Self(rawValue: 24)
  /// Where V is on a US keyboard.
  public static let keyboardV = Self(rawValue: 25)
  /// Where W is on a US keyboard.
  public static let keyboardW = Self(rawValue: 26)
  /// Where X is on a US keyboard.
  public static let keyboardX = Self(rawValue: 27)
  /// Where Y is on a US keyboard.
  public static let keyboardY = Self(rawValue: 28)
  /// Where Z is on a US keyboard.
  public static let keyboardZ = Self(rawValue: 29)
  /// 0 of the row above the letters.
  public static let keyboard0 = Self(rawValue: 39)
  /// The large Return key.
  public static let keyboardReturnOrEnter = Self(rawValue: 40)
  /// Esc.
  public static let keyboardEscape = Self(rawValue: 41)
  /// Backspace.
  public static let keyboardDeleteOrBackspace = Self(rawValue: 42)
  /// Tab.
  public static let keyboardTab = Self(rawValue: 43)
  /// The space bar.
  public static let keyboardSpacebar = Self(rawValue: 44)
  /// F1, which shows the profiler.
  public static let keyboardF1 = Self(rawValue: 58)
  /// F2, which edits the selected cell of a grid.
  public static let keyboardF2 = Self(rawValue: 59)
  /// F5.
  public static let keyboardF5 = Self(rawValue: 62)
  /// F9.
  public static let keyboardF9 = Self(rawValue: 66)
  /// F11, which has a window fill the screen.
  public static let keyboardF11 = Self(rawValue: 68)
  /// F12, which shows the inspector.
  public static let keyboardF12 = Self(rawValue: 69)
  /// F10, which with Shift opens a menu like `keyboardApplication`.
  public static let keyboardF10 = Self(rawValue: 67)
  /// The key between the right-hand logo and control keys, which opens a menu.
  public static let keyboardApplication = Self(rawValue: 101)
  /// Insert.
  public static let keyboardInsert = Self(rawValue: 73)
  /// Home: to the beginning.
  public static let keyboardHome = Self(rawValue: 74)
  /// A page up.
  public static let keyboardPageUp = Self(rawValue: 75)
  /// Delete.
  public static let keyboardDeleteForward = Self(rawValue: 76)
  /// End: to the end.
  public static let keyboardEnd = Self(rawValue: 77)
  /// A page down.
  public static let keyboardPageDown = Self(rawValue: 78)
  /// The arrow to the right.
  public static let keyboardRightArrow = Self(rawValue: 79)
  /// The arrow to the left.
  public static let keyboardLeftArrow = Self(rawValue: 80)
  /// The arrow down.
  public static let keyboardDownArrow = Self(rawValue: 81)
  /// The arrow up.
  public static let keyboardUpArrow = Self(rawValue: 82)
  /// Minus on the numeric pad.
  public static let keypadHyphen = Self(rawValue: 86)
  /// Plus on the numeric pad.
  public static let keypadPlus = Self(rawValue: 87)
  /// Enter on the numeric pad.
  public static let keypadEnter = Self(rawValue: 88)
  /// 0 on the numeric pad.
  public static let keypad0 = Self(rawValue: 98)
}
