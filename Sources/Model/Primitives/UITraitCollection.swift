import Foundation
import Pixels

/// Light or dark.
public enum UIUserInterfaceStyle: Int, Sendable { case unspecified, light, dark }

/// The contrast between what is in front and what is behind; raw values as in UIKit.
public enum UIAccessibilityContrast: Int, Sendable { case unspecified = -1, normal, high }

/// How far the interface lies above the ground: in the dark, backgrounds of the elevated level are lighter than black. What
/// is presented as a sheet, a popover or an alert is elevated.
public enum UIUserInterfaceLevel: Int, Sendable { case unspecified = -1, base, elevated }

/// The reading direction of the interface.
public enum UIUserInterfaceLayoutDirection: Int, Sendable { case leftToRight, rightToLeft }

/// The environment a view is shown in.
public final class UITraitCollection: NSObject, Sendable {
  /// Light or dark.
  public let userInterfaceStyle: UIUserInterfaceStyle
  /// How far the interface lies above the ground; dynamic colours of backgrounds follow it in the dark.
  public let userInterfaceLevel: UIUserInterfaceLevel
  /// Device pixels of one point.
  public let displayScale: CGFloat
  /// How large the user wants text; `unspecified` in traits that were made without it.
  public let preferredContentSizeCategory: UIContentSizeCategory
  /// The contrast that the user wants; `unspecified` in traits that were made without it. System colours have values of
  /// their own for `high`.
  public let accessibilityContrast: UIAccessibilityContrast

  /// The desktop's colour for interactive elements; nil for the usual one.
  package let accentColor: DrawColor?

  /// The traits used where no view supplies them.
  public static let light = UITraitCollection(userInterfaceStyle: .light)

  /// Traits by their values.
  public convenience init(userInterfaceStyle: UIUserInterfaceStyle, displayScale: CGFloat = 1) {
    self.init(userInterfaceStyle: userInterfaceStyle, displayScale: displayScale, accentColor: nil)
  }

  /// Light traits at scale 1 that say how large text is wanted.
  public convenience init(preferredContentSizeCategory: UIContentSizeCategory) {
    self.init(
      userInterfaceStyle: .light, displayScale: 1, accentColor: nil,
      preferredContentSizeCategory: preferredContentSizeCategory)
  }

  /// Light traits at scale 1 that say which contrast is wanted.
  public convenience init(accessibilityContrast: UIAccessibilityContrast) {
    self.init(
      userInterfaceStyle: .light, displayScale: 1, accentColor: nil, accessibilityContrast: accessibilityContrast)
  }

  /// Light traits at scale 1 that say how far the interface lies above the ground.
  public convenience init(userInterfaceLevel: UIUserInterfaceLevel) {
    self.init(userInterfaceStyle: .light, displayScale: 1, accentColor: nil, userInterfaceLevel: userInterfaceLevel)
  }

  /// All of the traits.
  package init(
    userInterfaceStyle: UIUserInterfaceStyle, displayScale: CGFloat, accentColor: DrawColor?,
    preferredContentSizeCategory: UIContentSizeCategory = .unspecified,
    accessibilityContrast: UIAccessibilityContrast = .unspecified,
    userInterfaceLevel: UIUserInterfaceLevel = .base
  ) {
    self.userInterfaceStyle = userInterfaceStyle
    self.userInterfaceLevel = userInterfaceLevel
    self.displayScale = displayScale
    self.accentColor = accentColor
    self.preferredContentSizeCategory = preferredContentSizeCategory
    self.accessibilityContrast = accessibilityContrast
    super.init()
  }

  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UITraitCollection else { return false }
    return userInterfaceStyle == other.userInterfaceStyle && displayScale == other.displayScale
      && accentColor == other.accentColor && preferredContentSizeCategory == other.preferredContentSizeCategory
      && accessibilityContrast == other.accessibilityContrast
      && userInterfaceLevel == other.userInterfaceLevel
  }

  public override var hash: Int { userInterfaceStyle.hashValue ^ displayScale.hashValue }

  /// The same traits at the elevated level; the object itself if it is at that level.
  package var elevated: UITraitCollection {
    userInterfaceLevel == .elevated ? self : with(userInterfaceStyle, at: .elevated)
  }

  /// The same traits in light or dark.
  package func with(_ style: UIUserInterfaceStyle) -> UITraitCollection { with(style, at: userInterfaceLevel) }

  private func with(_ style: UIUserInterfaceStyle, at level: UIUserInterfaceLevel) -> UITraitCollection {
    UITraitCollection(
      userInterfaceStyle: style, displayScale: displayScale, accentColor: accentColor,
      preferredContentSizeCategory: preferredContentSizeCategory, accessibilityContrast: accessibilityContrast,
      userInterfaceLevel: level)
  }

  /// Whether dark colours are asked for.
  package var isDark: Bool { userInterfaceStyle == .dark }
  /// Whether strong contrasts are asked for.
  package var isHighContrast: Bool { accessibilityContrast == .high }
}
