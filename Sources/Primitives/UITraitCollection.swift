import Foundation

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

  /// The traits used where no view supplies them.
  public static let light = UITraitCollection(userInterfaceStyle: .light)

  /// Traits by their values.
  public init(userInterfaceStyle: UIUserInterfaceStyle, displayScale: CGFloat = 1) {
    self.userInterfaceStyle = userInterfaceStyle
    self.displayScale = displayScale
    super.init()
  }

  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UITraitCollection else { return false }
    return userInterfaceStyle == other.userInterfaceStyle && displayScale == other.displayScale
  }

  public override var hash: Int { userInterfaceStyle.hashValue ^ displayScale.hashValue }

  /// Whether dark colours are asked for.
  package var isDark: Bool { userInterfaceStyle == .dark }
}
