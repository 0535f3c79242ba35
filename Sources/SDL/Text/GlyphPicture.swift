/// The picture of a glyph, in memory of the cache that made it: valid until the cache is
/// asked for the next one.
package struct GlyphPicture {
  /// What a pixel is.
  package enum Kind: UInt8, Sendable {
    /// One byte: how much of it the glyph covers, 0...255.
    case coverage
    /// Four bytes: ARGB8888, alpha not premultiplied.
    case color
  }

  /// The first pixel; nil for a glyph without ink.
  package var pixels: UnsafeRawPointer?
  /// Bytes from one row to the next.
  package var stride: Int32
  /// The extent in pixels.
  package var width, height: Int32
  /// From the glyph's origin to the picture's left edge, rightwards, and to its top
  /// edge, upwards.
  package var left, top: Int32
  /// What a pixel is.
  package var kind: Kind

  /// A picture without ink.
  static var blank: GlyphPicture {
    GlyphPicture(
      pixels: nil, stride: 0, width: 0, height: 0, left: 0, top: 0, kind: .coverage)
  }

  /// Bytes of one row's pixels.
  var rowBytes: Int { Int(width) * (kind == .color ? 4 : 1) }
}
