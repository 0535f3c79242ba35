/// Pixels in memory, rows from the top without padding.
package struct Bitmap: Sendable {
  /// Columns.
  package let width: Int
  /// Rows.
  package let height: Int
  /// A word a pixel: alpha, red, green and blue, 8 bits each, alpha in the highest and not premultiplied.
  package let words: [UInt32]
  /// Whether every alpha is 255, so that pixels may be copied instead of blended.
  package let isOpaque: Bool
  /// Whether the program drew it for one place and will draw others like it: a renderer then takes its texture from
  /// those it kept of such bitmaps, and keeps it when the bitmap goes.
  package let isTransient: Bool

  /// - Precondition: `words` holds one for each pixel.
  package init(width: Int, height: Int, words: [UInt32], isOpaque: Bool = false, isTransient: Bool = false) {
    precondition(
      width >= 0 && height >= 0 && words.count == width * height,
      "Bitmap(width: \(width), height: \(height)) needs \(width * height) words, got \(words.count)")
    self.width = width
    self.height = height
    self.words = words
    self.isOpaque = isOpaque
    self.isTransient = isTransient
  }

  /// - Parameter pixels: red, green, blue and alpha of each pixel, alpha not premultiplied.
  /// - Precondition: `pixels` holds four bytes for each pixel.
  package init(width: Int, height: Int, pixels: [UInt8]) {
    precondition(
      width >= 0 && height >= 0 && pixels.count == width * height * 4,
      "Bitmap(width: \(width), height: \(height)) needs \(width * height * 4) bytes, got \(pixels.count)")
    let words = pixels.withUnsafeBufferPointer { bytes in
      [UInt32](unsafeUninitializedCapacity: width * height) { words, count in
        count = width * height
        for index in 0..<count {
          let place = index &* 4
          words.initializeElement(
            at: index,
            to: UInt32(bytes[place &+ 3]) << 24 | UInt32(bytes[place]) << 16 | UInt32(bytes[place &+ 1]) << 8
              | UInt32(bytes[place &+ 2]))
        }
      }
    }
    self.init(width: width, height: height, words: words)
  }
}
