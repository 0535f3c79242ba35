import Foundation
import Pixels

/// Light or dark.
public enum UIUserInterfaceStyle: Int, Sendable { case unspecified, light, dark }

/// The reading direction of the interface.
public enum UIUserInterfaceLayoutDirection: Int, Sendable { case leftToRight, rightToLeft }

/// The environment a view is shown in.
public final class UITraitCollection: NSObject, Sendable {
  /// Light or dark.
  public let userInterfaceStyle: UIUserInterfaceStyle
  /// Device pixels of one point.
  public let displayScale: CGFloat

  /// The desktop's colour for interactive elements; nil for the usual one.
  package let accentColor: DrawColor?

  /// The traits used where no view supplies them.
  public static let light = UITraitCollection(userInterfaceStyle: .light)

  /// Traits by their values.
  public convenience init(userInterfaceStyle: UIUserInterfaceStyle, displayScale: CGFloat = 1) {
    self.init(userInterfaceStyle: userInterfaceStyle, displayScale: displayScale, accentColor: nil)
  }

  /// All of the traits.
  package init(userInterfaceStyle: UIUserInterfaceStyle, displayScale: CGFloat, accentColor: DrawColor?) {
    self.userInterfaceStyle = userInterfaceStyle
    self.displayScale = displayScale
    self.accentColor = accentColor
    super.init()
  }

  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UITraitCollection else { return false }
    return userInterfaceStyle == other.userInterfaceStyle && displayScale == other.displayScale
      && accentColor == other.accentColor
  }

  public override var hash: Int { userInterfaceStyle.hashValue ^ displayScale.hashValue }

  /// Whether dark colours are asked for.
  package var isDark: Bool { userInterfaceStyle == .dark }
}
