import Foundation

extension UIFont {
  /// The boldness of a face: 0 is regular, -1 the thinnest, 1 the heaviest.
  public struct Weight: RawRepresentable, Hashable, Sendable {
    /// UIKit's scale, -1...1.
    public let rawValue: CGFloat

    /// - Parameter rawValue: on UIKit's scale; the nearest named weight is used.
    public init(rawValue: CGFloat) { self.rawValue = rawValue }

    /// CSS 100.
    public static let ultraLight = Weight(rawValue: -0.8)
    /// CSS 200.
    public static let thin = Weight(rawValue: -0.6)
    /// CSS 300.
    public static let light = Weight(rawValue: -0.4)
    /// CSS 400.
    public static let regular = Weight(rawValue: 0)
    /// CSS 500.
    public static let medium = Weight(rawValue: 0.23)
    /// CSS 600.
    public static let semibold = Weight(rawValue: 0.3)
    /// CSS 700.
    public static let bold = Weight(rawValue: 0.4)
    /// CSS 800.
    public static let heavy = Weight(rawValue: 0.56)
    /// CSS 900.
    public static let black = Weight(rawValue: 0.62)

    private static let scale: [(weight: Weight, css: Int)] = [
      (.ultraLight, 100), (.thin, 200), (.light, 300), (.regular, 400), (.medium, 500),
      (.semibold, 600), (.bold, 700), (.heavy, 800), (.black, 900),
    ]

    /// The nearest weight of CSS, 100...900.
    var css: Int {
      let nearest = Self.scale.min {
        abs($0.weight.rawValue - rawValue) < abs($1.weight.rawValue - rawValue)
      }
      return nearest?.css ?? 400
    }
  }
}
