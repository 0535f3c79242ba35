/// The picture of a glyph, in memory of the cache that made it: valid until the cache is
/// asked for the next one.
package struct GlyphPicture {
  /// The first pixel; nil for a glyph without ink. A byte a pixel says how much of it the
  /// glyph covers, 0...255; in colour it is four bytes, ARGB8888, alpha not premultiplied.
  package var pixels: UnsafeRawPointer?
  /// Bytes from one row to the next.
  package var stride: Int32
  /// The extent in pixels.
  package var width, height: Int32
  /// From the glyph's origin to the picture's left edge, rightwards, and to its top
  /// edge, upwards.
  package var left, top: Int32
  /// Whether it has colours of its own.
  package var isColor: Bool

  /// A picture without ink.
  static var blank: GlyphPicture {
    GlyphPicture(
      pixels: nil, stride: 0, width: 0, height: 0, left: 0, top: 0, isColor: false)
  }

  /// Bytes of one row's pixels.
  var rowBytes: Int { Int(width) * (isColor ? 4 : 1) }
}
