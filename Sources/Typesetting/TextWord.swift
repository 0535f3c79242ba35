import Primitives

/// A piece of a run that is drawn as one picture, at its place: a word, or a digit of a number.
package struct TextWord: Equatable, Sendable {
  /// The engine's own number of it. An engine may have forgotten the word by the time it is drawn, and knows it by its
  /// text then.
  package var id: UInt64
  /// Where its text begins in the run's UTF-8.
  package var start: Int32
  /// Bytes of its text.
  package var count: Int32
  /// Its left end, in pixels from the left end of the run.
  package var x: Float
  /// Its width in pixels.
  package var width: Float

  /// - Parameters:
  ///   - id: as the engine numbers its words.
  ///   - start: 0 and up.
  ///   - count: bytes, at least 1.
  ///   - x: in pixels.
  ///   - width: in pixels, 0 or more.
  @inlinable package init(id: UInt64, start: Int32, count: Int32, x: Float, width: Float) {
    self.id = id
    self.start = start
    self.count = count
    self.x = x
    self.width = width
  }

  /// Moves a word of a part of a run to where it is in the whole.
  /// - Parameters:
  ///   - bytes: of the run before the part.
  ///   - pixels: from the run's left end to the part's.
  mutating func shift(bytes: Int, pixels: Double) {
    start += Int32(truncatingIfNeeded: bytes)
    x += Float(pixels)
  }
}

/// What shapes and draws a run.
package struct RunFont: Hashable, Sendable {
  /// The face that has its glyphs.
  package var face: FontFaceID
  /// Size of the em, in device pixels.
  package var pixelSize: Double
  /// Direction and script.
  package var shaping: TextShaping

  /// - Parameter shaping: Latin from left to right where nothing else is said.
  package init(face: FontFaceID, pixelSize: Double, shaping: TextShaping = TextShaping()) {
    self.face = face
    self.pixelSize = pixelSize
    self.shaping = shaping
  }
}

/// How far ink reaches beyond the ends of a text, in pixels; 0 or more.
package struct TextOverhang: Equatable, Sendable {
  package var left, right: Double

  /// None, as far as nothing else is said.
  package init(left: Double = 0, right: Double = 0) {
    self.left = left
    self.right = right
  }
}
