internal import SDL

/// A convex polygon cut to a rectangle, in doubles, before its corners become single precision and SDL's triangles.
///
/// SDL's software renderer walks the whole of a triangle, and reckons it in 32-bit fixed point: corners far outside of the
/// target make it overflow and write beyond the target.
struct ClippedPolygon {
  /// A corner and what is blended between corners.
  struct Corner {
    /// In pixels of the target.
    var x, y: Double
    /// The place in the texture, 0...1.
    var textureX = 0.0
    var textureY = 0.0
    /// Of the colour, 0...255.
    var alpha = 255.0

    /// The corner at a share of the way to another.
    func toward(_ other: Corner, _ share: Double) -> Corner {
      func between(_ a: Double, _ b: Double) -> Double { a + (b - a) * share }
      return Corner(
        x: between(x, other.x), y: between(y, other.y), textureX: between(textureX, other.textureX),
        textureY: between(textureY, other.textureY), alpha: between(alpha, other.alpha))
    }
  }

  /// The corners that are left, in order; fewer than three when nothing is.
  private(set) var corners: ContiguousArray<Corner> = []
  private var uncut: ContiguousArray<Corner> = []

  /// Cuts a polygon to the rectangle; one with a corner that is nowhere, or farther than doubles can tell, is cut to
  /// nothing.
  mutating func clip(_ polygon: some Collection<Corner>, to area: PixelRect) {
    corners.removeAll(keepingCapacity: true)
    for corner in polygon {
      guard abs(corner.x) < 1e15, abs(corner.y) < 1e15 else {
        corners.removeAll(keepingCapacity: true)
        return
      }
      corners.append(corner)
    }
    cut { $0.x - Double(area.x) }
    cut { Double(area.maxX) - $0.x }
    cut { $0.y - Double(area.y) }
    cut { Double(area.maxY) - $0.y }
  }

  /// Keeps what is at a distance of 0 or more from one edge.
  private mutating func cut(_ distance: (Corner) -> Double) {
    swap(&corners, &uncut)
    corners.removeAll(keepingCapacity: true)
    guard var previous = uncut.last else { return }
    var before = distance(previous)
    for corner in uncut {
      let after = distance(corner)
      if (before < 0 && after > 0) || (before > 0 && after < 0) {
        corners.append(previous.toward(corner, before / (before - after)))
      }
      if after >= 0 { corners.append(corner) }
      (previous, before) = (corner, after)
    }
  }
}
