import Pixels

/// A convex polygon cut to a rectangle, in doubles, before its corners become single precision and SDL's triangles.
///
/// SDL's software renderer walks the whole of a triangle, and reckons it in 32-bit fixed point: corners far outside of the
/// target make it overflow and write beyond the target. The place in the texture it reckons as the area times the
/// texture's side, which overflows for triangles of a large texture that are in sight, and reads beyond the texture.
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

  /// How far beyond the frame a polygon is left whole at most, in pixels. SDL takes corners to whole pixels of the texture,
  /// so that one cut at the frame would show a picture a little out of place.
  private static let margin: Int32 = 8192

  /// Calls `body` with areas that together cover `frame`, such that SDL can be trusted with a polygon cut to one of them:
  /// with one that reaches as far beyond the frame as it may, or with parts of the frame where it is too large itself.
  /// - Parameter textureSide: the longer side of the texture in pixels; 1 without one.
  static func forEachTrustedArea(around frame: PixelRect, textureSide: Int, _ body: (PixelRect) -> Void) {
    // SDL counts in half pixels, twice in an area; a pixel more on each side for what it rounds.
    let limit = Double(Int32.max) / 4 / Double(max(1, textureSide))
    let width = Double(frame.width) + 2
    let height = Double(frame.height) + 2
    guard width * height > limit else {
      // (width + 2 margin) (height + 2 margin) = limit
      let sum = (width + height) / 2
      let reach = ((sum * sum - width * height + limit).squareRoot() - sum) / 2
      let margin = Int32(min(reach, Double(Self.margin)))
      return body(
        PixelRect(
          x: frame.x - margin, y: frame.y - margin, width: frame.width + 2 * margin,
          height: frame.height + 2 * margin))
    }
    guard max(frame.width, frame.height) > 1 else { return }
    var (first, second) = (frame, frame)
    if frame.width >= frame.height {
      first.width = frame.width / 2
      second.x += first.width
      second.width -= first.width
    } else {
      first.height = frame.height / 2
      second.y += first.height
      second.height -= first.height
    }
    for half in [first, second] { forEachTrustedArea(around: half, textureSide: textureSide, body) }
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
