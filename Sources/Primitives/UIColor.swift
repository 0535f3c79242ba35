import Foundation
import Pixels

/// A colour, fixed or chosen by the traits it is drawn with.
public final class UIColor: NSObject, Sendable {
  private enum Storage: Sendable {
    case fixed(DrawColor)
    case pair(light: DrawColor, dark: DrawColor)
    case provider(@Sendable (UITraitCollection) -> UIColor)
    /// The desktop's accent colour, or the pair where it has none.
    case accent(light: DrawColor, dark: DrawColor)
  }
  private let storage: Storage

  private init(_ storage: Storage) {
    self.storage = storage
    super.init()
  }

  /// The same under all traits.
  package convenience init(_ color: DrawColor) { self.init(.fixed(color)) }

  /// One colour for light and one for dark.
  package convenience init(light: DrawColor, dark: DrawColor) {
    self.init(.pair(light: light, dark: dark))
  }

  /// Components in 0...1 of sRGB; values outside are clamped.
  public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(.fixed(DrawColor(red: red, green: green, blue: blue, alpha: alpha)))
  }

  /// A grey; components in 0...1.
  public convenience init(white: CGFloat, alpha: CGFloat) {
    self.init(red: white, green: white, blue: white, alpha: alpha)
  }

  /// Hue, saturation and brightness in 0...1.
  public convenience init(hue: CGFloat, saturation: CGFloat, brightness: CGFloat, alpha: CGFloat) {
    let sector = (hue - hue.rounded(.down)) * 6
    func channel(_ shift: CGFloat) -> CGFloat {
      let k = (shift + sector).truncatingRemainder(dividingBy: 6)
      return brightness - brightness * saturation * max(0, min(k, 4 - k, 1))
    }
    self.init(red: channel(5), green: channel(3), blue: channel(1), alpha: alpha)
  }

  /// A colour asked for anew each time it is drawn.
  public convenience init(dynamicProvider: @escaping @Sendable (UITraitCollection) -> UIColor) {
    self.init(.provider(dynamicProvider))
  }

  /// The fixed colour that this one is under `traits`.
  public func resolvedColor(with traits: UITraitCollection) -> UIColor {
    if case .fixed = storage { return self }
    return UIColor(drawColor(in: traits))
  }

  /// The same colour with another alpha (0...1); dynamic colours stay dynamic.
  public func withAlphaComponent(_ alpha: CGFloat) -> UIColor {
    let byte = DrawColor.byte(alpha)
    func replacing(_ color: DrawColor) -> DrawColor {
      var color = color
      color.alpha = byte
      return color
    }
    switch storage {
    case .fixed(let color):
      return UIColor(replacing(color))
    case .pair(let light, let dark):
      return UIColor(light: replacing(light), dark: replacing(dark))
    case .provider(let provider):
      return UIColor(dynamicProvider: { provider($0).withAlphaComponent(alpha) })
    case .accent(let light, let dark):
      return UIColor(.accent(light: replacing(light), dark: replacing(dark)))
    }
  }

  /// The desktop's accent colour, or `color` where it has none.
  /// - Precondition: `color` has one value for light and one for dark.
  static func accent(insteadOf color: UIColor) -> UIColor {
    guard case .pair(let light, let dark) = color.storage else { return color }
    return UIColor(.accent(light: light, dark: dark))
  }

  /// The colour for the renderer. A chain of providers is followed to its end;
  /// a provider that returns itself for ever is cut off as clear.
  package func drawColor(in traits: UITraitCollection) -> DrawColor {
    var color = self
    for _ in 0..<16 {
      switch color.storage {
      case .fixed(let fixed): return fixed
      case .pair(let light, let dark): return traits.isDark ? dark : light
      case .provider(let provider): color = provider(traits)
      case .accent(let light, let dark):
        let usual = traits.isDark ? dark : light
        guard var accent = traits.accentColor else { return usual }
        accent.alpha = usual.alpha
        return accent
      }
    }
    return .clear
  }

  /// Reads the components of a colour as it is in light mode. Always true.
  @discardableResult
  public func getRed(
    _ red: UnsafeMutablePointer<CGFloat>?, green: UnsafeMutablePointer<CGFloat>?,
    blue: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
  ) -> Bool {
    let color = drawColor(in: .light)
    red?.pointee = CGFloat(color.red) / 255
    green?.pointee = CGFloat(color.green) / 255
    blue?.pointee = CGFloat(color.blue) / 255
    alpha?.pointee = CGFloat(color.alpha) / 255
    return true
  }

  /// The colour itself, for `layer.borderColor` and its kin.
  public var cgColor: CGColor { self }

  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UIColor else { return false }
    if self === other { return true }
    switch (storage, other.storage) {
    case (.fixed(let a), .fixed(let b)): return a == b
    case (.pair(let a, let b), .pair(let c, let d)): return a == c && b == d
    case (.accent(let a, let b), .accent(let c, let d)): return a == c && b == d
    default: return false
    }
  }

  public override var hash: Int {
    switch storage {
    case .fixed(let color): return color.hashValue
    case .pair(let light, let dark): return light.hashValue ^ dark.hashValue &* 31
    case .accent(let light, let dark): return light.hashValue ^ dark.hashValue &* 37
    case .provider: return ObjectIdentifier(self).hashValue
    }
  }
}

/// Core Graphics' colour: here the same object, so that a dynamic colour stays
/// dynamic on a layer too.
public typealias CGColor = UIColor
