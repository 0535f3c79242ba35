import Foundation
import Pixels

/// A colour, fixed or chosen by the traits it is drawn with.
public final class UIColor: NSObject, Sendable {
  private enum Storage: Sendable {
    case fixed(DrawColor)
    case variants(Variants)
    case provider(@Sendable (UITraitCollection) -> UIColor)
    /// The desktop's accent colour, or the variants where it has none.
    case accent(Variants)
  }

  /// The values of a colour for each appearance and contrast, and for each level of the interface in the dark.
  private struct Variants: Hashable, Sendable {
    var light, dark, highContrastLight, highContrastDark, elevated, highContrastElevated: DrawColor

    func value(in traits: UITraitCollection) -> DrawColor {
      let isHigh = traits.isHighContrast
      guard traits.isDark else { return isHigh ? highContrastLight : light }
      if traits.userInterfaceLevel == .elevated { return isHigh ? highContrastElevated : elevated }
      return isHigh ? highContrastDark : dark
    }

    func withAlpha(_ byte: UInt8) -> Variants {
      var changed = self
      changed.light.alpha = byte
      changed.dark.alpha = byte
      changed.highContrastLight.alpha = byte
      changed.highContrastDark.alpha = byte
      changed.elevated.alpha = byte
      changed.highContrastElevated.alpha = byte
      return changed
    }
  }
  private let storage: Storage

  private init(_ storage: Storage) {
    self.storage = storage
    super.init()
  }

  /// The same under all traits.
  package convenience init(_ color: DrawColor) { self.init(.fixed(color)) }

  /// One colour for light and one for dark, and others where the user wants high contrast and where the interface is
  /// elevated in the dark; nil for the same.
  package convenience init(
    light: DrawColor, dark: DrawColor, highContrastLight: DrawColor? = nil, highContrastDark: DrawColor? = nil,
    elevated: DrawColor? = nil, highContrastElevated: DrawColor? = nil
  ) {
    self.init(
      .variants(
        Variants(
          light: light, dark: dark, highContrastLight: highContrastLight ?? light,
          highContrastDark: highContrastDark ?? dark, elevated: elevated ?? dark,
          highContrastElevated: highContrastElevated ?? elevated ?? highContrastDark ?? dark)))
  }

  /// The values that a colour has now for light and dark, with usual and with high contrast, at both levels.
  package convenience init(variantsOf color: UIColor) {
    func value(
      _ style: UIUserInterfaceStyle, _ contrast: UIAccessibilityContrast, _ level: UIUserInterfaceLevel = .base
    ) -> DrawColor {
      color.drawColor(
        in: UITraitCollection(
          userInterfaceStyle: style, displayScale: 1, accentColor: nil, accessibilityContrast: contrast,
          userInterfaceLevel: level))
    }
    self.init(
      light: value(.light, .normal), dark: value(.dark, .normal), highContrastLight: value(.light, .high),
      highContrastDark: value(.dark, .high), elevated: value(.dark, .normal, .elevated),
      highContrastElevated: value(.dark, .high, .elevated))
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

  /// The colour of a layer, as a colour again.
  public convenience init(cgColor: CGColor) { self.init(cgColor.storage) }

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
    switch storage {
    case .fixed(var color):
      color.alpha = byte
      return UIColor(color)
    case .variants(let variants): return UIColor(.variants(variants.withAlpha(byte)))
    case .provider(let provider):
      return UIColor(dynamicProvider: { provider($0).withAlphaComponent(alpha) })
    case .accent(let variants): return UIColor(.accent(variants.withAlpha(byte)))
    }
  }

  /// The desktop's accent colour, or `color` where it has none.
  /// - Precondition: `color` has values of its own for light and dark.
  static func accent(insteadOf color: UIColor) -> UIColor {
    guard case .variants(let variants) = color.storage else { return color }
    return UIColor(.accent(variants))
  }

  /// The colour for the renderer. A chain of providers is followed to its end;
  /// a provider that returns itself for ever is cut off as clear.
  package func drawColor(in traits: UITraitCollection) -> DrawColor {
    var color = self
    for _ in 0..<16 {
      switch color.storage {
      case .fixed(let fixed): return fixed
      case .variants(let variants): return variants.value(in: traits)
      case .provider(let provider): color = provider(traits)
      case .accent(let variants):
        let usual = variants.value(in: traits)
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

  /// Reads the colour as it is in light mode as a grey.
  /// - Returns: false, with nothing read, for a colour that is no grey.
  @discardableResult
  public func getWhite(
    _ white: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
  ) -> Bool {
    let color = drawColor(in: .light)
    guard color.red == color.green, color.green == color.blue else { return false }
    white?.pointee = CGFloat(color.red) / 255
    alpha?.pointee = CGFloat(color.alpha) / 255
    return true
  }

  /// Reads hue, saturation and brightness of a colour as it is in light mode, in 0...1. Always true.
  @discardableResult
  public func getHue(
    _ hue: UnsafeMutablePointer<CGFloat>?, saturation: UnsafeMutablePointer<CGFloat>?,
    brightness: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
  ) -> Bool {
    let color = drawColor(in: .light)
    let (red, green, blue) = (CGFloat(color.red) / 255, CGFloat(color.green) / 255, CGFloat(color.blue) / 255)
    let greatest = max(red, green, blue)
    let span = greatest - min(red, green, blue)
    var sector: CGFloat = 0
    if span > 0 {
      sector =
        greatest == red ? (green - blue) / span : greatest == green ? 2 + (blue - red) / span : 4 + (red - green) / span
    }
    hue?.pointee = (sector < 0 ? sector + 6 : sector) / 6
    saturation?.pointee = greatest > 0 ? span / greatest : 0
    brightness?.pointee = greatest
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
    case (.variants(let a), .variants(let b)): return a == b
    case (.accent(let a), .accent(let b)): return a == b
    default: return false
    }
  }

  public override var hash: Int {
    switch storage {
    case .fixed(let color): return color.hashValue
    case .variants(let variants): return variants.hashValue
    case .accent(let variants): return variants.hashValue &* 31
    case .provider: return ObjectIdentifier(self).hashValue
    }
  }
}

/// `#colorLiteral(red:green:blue:alpha:)` makes a colour.
extension UIColor: _ExpressibleByColorLiteral {
  /// Components in 0...1 of sRGB.
  public convenience init(_colorLiteralRed red: Float, green: Float, blue: Float, alpha: Float) {
    self.init(red: CGFloat(red), green: CGFloat(green), blue: CGFloat(blue), alpha: CGFloat(alpha))
  }
}

/// The type of `#colorLiteral(red:green:blue:alpha:)`.
public typealias _ColorLiteralType = UIColor

/// Core Graphics' colour: here the same object, so that a dynamic colour stays
/// dynamic on a layer too.
public typealias CGColor = UIColor
