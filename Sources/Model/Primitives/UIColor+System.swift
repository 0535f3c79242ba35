import Pixels

/// The semantic and system colours, light and dark, with usual and with high contrast: the values of UIKit from iOS 15 to
/// 18. Apple's Human Interface Guidelines (Color, Specifications) listed those of tints and greys until the colours of
/// iOS 26 took their place in June 2025. On iOS 13 and 14 teal was today's cyan, and yellow in high contrast and light was
/// 160, 90, 0; Flutter's `CupertinoColors` has these. A colour without a value for high contrast has none in UIKit either.
/// Backgrounds have values of their own for `UIUserInterfaceLevel.elevated` in the dark.
extension UIColor {
  // MARK: Text and lines

  /// Text.
  public static let label = UIColor(
    light: DrawColor(0, 0, 0), dark: DrawColor(255, 255, 255))
  /// Text of second rank: subtitles, details.
  public static let secondaryLabel = UIColor(
    light: DrawColor(60, 60, 67, 0.6), dark: DrawColor(235, 235, 245, 0.6),
    highContrastLight: DrawColor(60, 60, 67, 0.68), highContrastDark: DrawColor(235, 235, 245, 0.68))
  /// Text of third rank: disabled, chevrons.
  public static let tertiaryLabel = UIColor(
    light: DrawColor(60, 60, 67, 0.3), dark: DrawColor(235, 235, 245, 0.3),
    highContrastLight: DrawColor(60, 60, 67, 0.38), highContrastDark: DrawColor(235, 235, 245, 0.38))
  /// Text of fourth rank: watermarks.
  public static let quaternaryLabel = UIColor(
    light: DrawColor(60, 60, 67, 0.18), dark: DrawColor(235, 235, 245, 0.16),
    highContrastLight: DrawColor(60, 60, 67, 0.26), highContrastDark: DrawColor(235, 235, 245, 0.24))
  /// Text that stands where input is awaited.
  public static let placeholderText = UIColor(
    light: DrawColor(60, 60, 67, 0.3), dark: DrawColor(235, 235, 245, 0.3),
    highContrastLight: DrawColor(60, 60, 67, 0.38), highContrastDark: DrawColor(235, 235, 245, 0.38))
  /// Text that leads elsewhere.
  public static let link = UIColor(
    light: DrawColor(0, 122, 255), dark: DrawColor(10, 132, 255))
  /// Hairlines; lets the ground shine through.
  public static let separator = UIColor(
    light: DrawColor(60, 60, 67, 0.29), dark: DrawColor(84, 84, 88, 0.6),
    highContrastLight: DrawColor(60, 60, 67, 0.37), highContrastDark: DrawColor(84, 84, 88, 0.68))
  /// Hairlines that hide what is behind.
  public static let opaqueSeparator = UIColor(
    light: DrawColor(198, 198, 200), dark: DrawColor(56, 56, 58))

  // MARK: Backgrounds

  /// The ground of a window.
  public static let systemBackground = UIColor(
    light: DrawColor(255, 255, 255), dark: DrawColor(0, 0, 0), elevated: DrawColor(28, 28, 30),
    highContrastElevated: DrawColor(36, 36, 38))
  /// A surface on the ground.
  public static let secondarySystemBackground = UIColor(
    light: DrawColor(242, 242, 247), dark: DrawColor(28, 28, 30),
    highContrastLight: DrawColor(235, 235, 240), highContrastDark: DrawColor(36, 36, 38),
    elevated: DrawColor(44, 44, 46), highContrastElevated: DrawColor(54, 54, 56))
  /// A surface on a surface.
  public static let tertiarySystemBackground = UIColor(
    light: DrawColor(255, 255, 255), dark: DrawColor(44, 44, 46),
    highContrastLight: DrawColor(255, 255, 255), highContrastDark: DrawColor(54, 54, 56),
    elevated: DrawColor(58, 58, 60), highContrastElevated: DrawColor(68, 68, 70))
  /// The ground of grouped tables.
  public static let systemGroupedBackground = UIColor(
    light: DrawColor(242, 242, 247), dark: DrawColor(0, 0, 0),
    highContrastLight: DrawColor(235, 235, 240), highContrastDark: DrawColor(0, 0, 0),
    elevated: DrawColor(28, 28, 30), highContrastElevated: DrawColor(36, 36, 38))
  /// Cells of grouped tables.
  public static let secondarySystemGroupedBackground = UIColor(
    light: DrawColor(255, 255, 255), dark: DrawColor(28, 28, 30),
    highContrastLight: DrawColor(255, 255, 255), highContrastDark: DrawColor(36, 36, 38),
    elevated: DrawColor(44, 44, 46), highContrastElevated: DrawColor(54, 54, 56))
  /// A surface on cells of grouped tables.
  public static let tertiarySystemGroupedBackground = UIColor(
    light: DrawColor(242, 242, 247), dark: DrawColor(44, 44, 46),
    highContrastLight: DrawColor(235, 235, 240), highContrastDark: DrawColor(54, 54, 56),
    elevated: DrawColor(58, 58, 60), highContrastElevated: DrawColor(68, 68, 70))

  // MARK: Fills over content

  /// Over thin and small shapes.
  public static let systemFill = UIColor(
    light: DrawColor(120, 120, 128, 0.2), dark: DrawColor(120, 120, 128, 0.36),
    highContrastLight: DrawColor(120, 120, 128, 0.28), highContrastDark: DrawColor(120, 120, 128, 0.44))
  /// Over shapes of medium size.
  public static let secondarySystemFill = UIColor(
    light: DrawColor(120, 120, 128, 0.16), dark: DrawColor(120, 120, 128, 0.32),
    highContrastLight: DrawColor(120, 120, 128, 0.24), highContrastDark: DrawColor(120, 120, 128, 0.4))
  /// Over large shapes, such as input fields.
  public static let tertiarySystemFill = UIColor(
    light: DrawColor(118, 118, 128, 0.12), dark: DrawColor(118, 118, 128, 0.24),
    highContrastLight: DrawColor(118, 118, 128, 0.2), highContrastDark: DrawColor(118, 118, 128, 0.32))
  /// Over large areas with much in them.
  public static let quaternarySystemFill = UIColor(
    light: DrawColor(116, 116, 128, 0.08), dark: DrawColor(118, 118, 128, 0.18),
    highContrastLight: DrawColor(116, 116, 128, 0.16), highContrastDark: DrawColor(118, 118, 128, 0.26))

  // MARK: Tints

  /// Red, adapted to light and dark.
  public static let systemRed = UIColor(
    light: DrawColor(255, 59, 48), dark: DrawColor(255, 69, 58),
    highContrastLight: DrawColor(215, 0, 21), highContrastDark: DrawColor(255, 105, 97))
  /// Orange, adapted to light and dark.
  public static let systemOrange = UIColor(
    light: DrawColor(255, 149, 0), dark: DrawColor(255, 159, 10),
    highContrastLight: DrawColor(201, 52, 0), highContrastDark: DrawColor(255, 179, 64))
  /// Yellow, adapted to light and dark.
  public static let systemYellow = UIColor(
    light: DrawColor(255, 204, 0), dark: DrawColor(255, 214, 10),
    highContrastLight: DrawColor(178, 80, 0), highContrastDark: DrawColor(255, 212, 38))
  /// Green, adapted to light and dark.
  public static let systemGreen = UIColor(
    light: DrawColor(52, 199, 89), dark: DrawColor(48, 209, 88),
    highContrastLight: DrawColor(36, 138, 61), highContrastDark: DrawColor(48, 219, 91))
  /// Mint, adapted to light and dark.
  public static let systemMint = UIColor(
    light: DrawColor(0, 199, 190), dark: DrawColor(99, 230, 226),
    highContrastLight: DrawColor(12, 129, 123), highContrastDark: DrawColor(102, 212, 207))
  /// Teal, adapted to light and dark.
  public static let systemTeal = UIColor(
    light: DrawColor(48, 176, 199), dark: DrawColor(64, 200, 224),
    highContrastLight: DrawColor(0, 130, 153), highContrastDark: DrawColor(93, 230, 255))
  /// Cyan, adapted to light and dark.
  public static let systemCyan = UIColor(
    light: DrawColor(50, 173, 230), dark: DrawColor(100, 210, 255),
    highContrastLight: DrawColor(0, 113, 164), highContrastDark: DrawColor(112, 215, 255))
  /// Blue, adapted to light and dark.
  public static let systemBlue = UIColor(
    light: DrawColor(0, 122, 255), dark: DrawColor(10, 132, 255),
    highContrastLight: DrawColor(0, 64, 221), highContrastDark: DrawColor(64, 156, 255))
  /// Indigo, adapted to light and dark.
  public static let systemIndigo = UIColor(
    light: DrawColor(88, 86, 214), dark: DrawColor(94, 92, 230),
    highContrastLight: DrawColor(54, 52, 163), highContrastDark: DrawColor(125, 122, 255))
  /// Purple, adapted to light and dark.
  public static let systemPurple = UIColor(
    light: DrawColor(175, 82, 222), dark: DrawColor(191, 90, 242),
    highContrastLight: DrawColor(137, 68, 171), highContrastDark: DrawColor(218, 143, 255))
  /// Pink, adapted to light and dark.
  public static let systemPink = UIColor(
    light: DrawColor(255, 45, 85), dark: DrawColor(255, 55, 95),
    highContrastLight: DrawColor(211, 15, 69), highContrastDark: DrawColor(255, 100, 130))
  /// Brown, adapted to light and dark.
  public static let systemBrown = UIColor(
    light: DrawColor(162, 132, 94), dark: DrawColor(172, 142, 104),
    highContrastLight: DrawColor(127, 101, 69), highContrastDark: DrawColor(181, 148, 105))

  // MARK: Greys

  /// Grey, in usual contrast the same in light and dark.
  public static let systemGray = UIColor(
    light: DrawColor(142, 142, 147), dark: DrawColor(142, 142, 147),
    highContrastLight: DrawColor(108, 108, 112), highContrastDark: DrawColor(174, 174, 178))
  /// Grey one step closer to the ground.
  public static let systemGray2 = UIColor(
    light: DrawColor(174, 174, 178), dark: DrawColor(99, 99, 102),
    highContrastLight: DrawColor(142, 142, 147), highContrastDark: DrawColor(124, 124, 128))
  /// Grey two steps closer to the ground.
  public static let systemGray3 = UIColor(
    light: DrawColor(199, 199, 204), dark: DrawColor(72, 72, 74),
    highContrastLight: DrawColor(174, 174, 178), highContrastDark: DrawColor(84, 84, 86))
  /// Grey three steps closer to the ground; selected rows.
  public static let systemGray4 = UIColor(
    light: DrawColor(209, 209, 214), dark: DrawColor(58, 58, 60),
    highContrastLight: DrawColor(188, 188, 192), highContrastDark: DrawColor(68, 68, 70))
  /// Grey four steps closer to the ground.
  public static let systemGray5 = UIColor(
    light: DrawColor(229, 229, 234), dark: DrawColor(44, 44, 46),
    highContrastLight: DrawColor(216, 216, 220), highContrastDark: DrawColor(54, 54, 56))
  /// Grey five steps closer to the ground: almost it.
  public static let systemGray6 = UIColor(
    light: DrawColor(242, 242, 247), dark: DrawColor(28, 28, 30),
    highContrastLight: DrawColor(235, 235, 240), highContrastDark: DrawColor(36, 36, 38))

  // MARK: Fixed

  /// 0, 0, 0.
  public static let black = UIColor(DrawColor(0, 0, 0))
  /// 255, 255, 255.
  public static let white = UIColor(DrawColor(255, 255, 255))
  /// Paints nothing.
  public static let clear = UIColor(DrawColor(0, 0, 0, 0))
  /// 255, 0, 0.
  public static let red = UIColor(DrawColor(255, 0, 0))
  /// 0, 255, 0.
  public static let green = UIColor(DrawColor(0, 255, 0))
  /// 0, 0, 255.
  public static let blue = UIColor(DrawColor(0, 0, 255))
  /// 0, 255, 255.
  public static let cyan = UIColor(DrawColor(0, 255, 255))
  /// 255, 255, 0.
  public static let yellow = UIColor(DrawColor(255, 255, 0))
  /// 255, 0, 255.
  public static let magenta = UIColor(DrawColor(255, 0, 255))
  /// 255, 128, 0.
  public static let orange = UIColor(DrawColor(255, 128, 0))
  /// 128, 0, 128.
  public static let purple = UIColor(DrawColor(128, 0, 128))
  /// 153, 102, 51.
  public static let brown = UIColor(DrawColor(153, 102, 51))
  /// 128, 128, 128.
  public static let gray = UIColor(DrawColor(128, 128, 128))
  /// 170, 170, 170.
  public static let lightGray = UIColor(DrawColor(170, 170, 170))
  /// 85, 85, 85.
  public static let darkGray = UIColor(DrawColor(85, 85, 85))

  /// Text on dark grounds: white, 60 %.
  public static let lightText = UIColor(DrawColor(255, 255, 255, 0.6))
  /// Text on light grounds: black.
  public static let darkText = UIColor(DrawColor(0, 0, 0))
  /// The former name of `systemGroupedBackground`.
  @available(*, deprecated, renamed: "systemGroupedBackground")
  public static let groupTableViewBackground = UIColor.systemGroupedBackground

  /// The colour of interactive elements unless a view sets its own: the desktop's accent colour, else blue.
  public static let tintColor = UIColor.accent(insteadOf: .systemBlue)
}

extension DrawColor {
  /// Channels 0...255, alpha 0...1.
  fileprivate init(_ red: UInt8, _ green: UInt8, _ blue: UInt8, _ alpha: Double = 1) {
    self.init(red: red, green: green, blue: blue, alpha: UInt8((alpha * 255).rounded()))
  }
}
