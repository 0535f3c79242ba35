internal import CSDL2

/// An sRGB colour, 8 bits a channel, alpha not premultiplied. Laid out like
/// `SDL_Color`.
package struct PixelColor: Hashable, Sendable {
  /// The channels.
  package var red, green, blue, alpha: UInt8

  /// A colour by its channels; opaque unless told otherwise.
  @inlinable
  package init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// The default of vertices and modulations: changes nothing.
  package static let white = PixelColor(red: 255, green: 255, blue: 255)

  /// The colour as a pixel of an ARGB8888 texture or surface.
  @inlinable
  package var argb: UInt32 {
    UInt32(alpha) << 24 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
  }

  /// What this colour gives over an opaque one, by the rule of ``PixelBlend``.
  package func over(_ below: PixelColor) -> PixelColor {
    let mixed = PixelBlend.over(argb, UInt32(alpha), below.argb)
    return PixelColor(
      red: UInt8(truncatingIfNeeded: mixed >> 16), green: UInt8(truncatingIfNeeded: mixed >> 8),
      blue: UInt8(truncatingIfNeeded: mixed))
  }
}
