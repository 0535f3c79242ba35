/// A resolved colour as the renderer takes it: sRGB, 8 bits a channel, alpha not premultiplied. Laid out like
/// `SDL_Color`.
public struct DrawColor: Hashable, Sendable {
  /// Channels, 0...255.
  public var red, green, blue, alpha: UInt8

  /// A colour by its channels; opaque unless told otherwise.
  @inlinable
  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Channels in 0...1; values outside are clamped, and NaN is 0.
  public init(red: Double, green: Double, blue: Double, alpha: Double) {
    self.init(red: Self.byte(red), green: Self.byte(green), blue: Self.byte(blue), alpha: Self.byte(alpha))
  }

  /// The nearest of 0...255 for a channel of 0...1; 0 for what is not a number.
  public static func byte(_ channel: Double) -> UInt8 { channel > 0 ? UInt8((min(channel, 1) * 255).rounded()) : 0 }

  /// Paints nothing.
  @inlinable
  public static var clear: DrawColor { DrawColor(red: 0, green: 0, blue: 0, alpha: UInt8(0)) }
  /// Opaque black.
  @inlinable
  public static var black: DrawColor { DrawColor(red: 0, green: 0, blue: 0) }
  /// Opaque white.
  @inlinable
  public static var white: DrawColor { DrawColor(red: 255, green: 255, blue: 255) }

  /// The colour as a pixel of an ARGB8888 texture or surface.
  @inlinable
  public var argb: UInt32 {
    UInt32(alpha) << 24 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
  }

  /// The result of this colour over an opaque one, by the rule of ``PixelBlend``.
  public func over(_ below: DrawColor) -> DrawColor {
    let mixed = PixelBlend.over(argb, UInt32(alpha), below.argb)
    return DrawColor(
      red: UInt8(truncatingIfNeeded: mixed >> 16), green: UInt8(truncatingIfNeeded: mixed >> 8),
      blue: UInt8(truncatingIfNeeded: mixed))
  }

  /// Whether nothing shows through.
  @inlinable
  public var isOpaque: Bool { alpha == 255 }

  /// The colour with its alpha multiplied by `opacity` (0...1).
  @inlinable
  public func multiplyingAlpha(by opacity: Double) -> DrawColor {
    guard !(opacity >= 1) else { return self }
    var color = self
    color.alpha = opacity > 0 ? UInt8((Double(alpha) * opacity).rounded()) : 0
    return color
  }

  /// The colour a fraction `t` (0...1) of the way to `other`, channel by channel.
  public func interpolated(to other: DrawColor, at t: Double) -> DrawColor {
    func mix(_ a: UInt8, _ b: UInt8) -> UInt8 {
      UInt8(min(255, max(0, (Double(a) + (Double(b) - Double(a)) * t).rounded())))
    }
    return DrawColor(
      red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue),
      alpha: mix(alpha, other.alpha))
  }
}
