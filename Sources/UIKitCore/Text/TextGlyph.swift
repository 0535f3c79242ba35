/// A glyph of a face at its place in a run.
package struct TextGlyph: Equatable, Sendable {
  /// The face's own number of it.
  package var id: UInt32
  /// Offset in the run's UTF-8 of the first character it stands for. Ascends in a run
  /// from left to right, descends in the other direction.
  package var cluster: Int32
  /// Its origin, in pixels from the left end of the run's baseline, y down.
  package var x, y: Float

  /// - Parameters:
  ///   - id: as the face numbers its glyphs.
  ///   - cluster: 0 and up.
  ///   - x: in pixels.
  ///   - y: in pixels, down.
  @inlinable package init(id: UInt32, cluster: Int32, x: Float, y: Float = 0) {
    self.id = id
    self.cluster = cluster
    self.x = x
    self.y = y
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

/// The room a shaped run takes, in pixels.
package struct ShapedExtent: Equatable, Sendable {
  /// From its start to the start of what follows.
  package var width: Double
  /// How far ink reaches beyond the left and the right end; 0 or more.
  package var left, right: Double

  /// - Parameters:
  ///   - width: 0 or more.
  ///   - left: 0 or more.
  ///   - right: 0 or more.
  package init(width: Double = 0, left: Double = 0, right: Double = 0) {
    self.width = width
    self.left = left
    self.right = right
  }

  /// Adds what follows to the right.
  /// - Parameter isFirst: whether nothing was added before, so that the left end is that of `part`.
  mutating func append(_ part: ShapedExtent, isFirst: Bool) {
    if isFirst { left = part.left }
    right = max(0, max(part.right, right - part.width))
    width += part.width
  }
}
