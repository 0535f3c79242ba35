import Primitives

/// The font that shapes and draws a run.
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
