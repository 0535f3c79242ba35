/// The picture of a word, in memory of the cache that keeps it: valid until the cache is asked for the next one.
package struct WordMask {
  /// The first pixel; nil for a word without ink. A byte a pixel says how much of it the word covers, 0...255; in colour
  /// it is four bytes, ARGB8888, alpha not premultiplied. Rows follow each other without a gap.
  package var pixels: UnsafeRawPointer?
  /// The extent in pixels.
  package var width = 0, height = 0
  /// From the word's origin to the picture's left edge, rightwards, and to its top edge, upwards.
  package var left = 0, top = 0
  /// Whether it has colours of its own.
  package var isColor = false

  /// A picture without ink.
  static var blank: WordMask { WordMask() }

  /// Bytes of one row's pixels.
  package var rowBytes: Int { isColor ? width * 4 : width }
}
