internal import SDL

/// Remembers where the frame shows nothing but one colour yet.
///
/// With that, a fill in the colour that is there already costs nothing, and
/// text is known to stand on a solid colour. Kept for each line of pixels: the
/// widest span of one colour, and in it a span where something was drawn.
///
/// Invariant: outside of `drawn`, and inside of `solid`, every pixel of a line
/// has its `color`.
struct Ground {
  private struct Line: Equatable {
    var color: PixelColor
    var solidMin, solidMax: Int32
    var drawnMin, drawnMax: Int32

    func isSolid(from left: Int32, to right: Int32) -> Bool {
      left >= solidMin && right <= solidMax && (left >= drawnMax || right <= drawnMin)
    }
  }

  private var lines: ContiguousArray<Line> = []
  private var width: Int32 = 0

  /// Every pixel of `area` has `color`; of others nothing is known, and nothing
  /// may be asked, until the next call.
  mutating func reset(_ color: PixelColor, in area: PixelRect) {
    width = area.width
    let line = Line(
      color: color, solidMin: area.x, solidMax: area.maxX, drawnMin: area.maxX, drawnMax: area.x)
    let count = Int(max(0, area.maxY))
    while lines.count < count { lines.append(line) }
    for index in Int(max(0, area.y))..<max(Int(max(0, area.y)), count) { lines[index] = line }
  }

  /// The colour of every pixel in `rect`; nil when they differ or are not known.
  /// - Complexity: O(*n*) in its height, as for all here.
  func color(of rect: PixelRect) -> PixelColor? {
    guard !rect.isEmpty, rect.y >= 0, rect.maxY <= Int32(lines.count) else { return nil }
    let color = lines[Int(rect.y)].color
    for index in Int(rect.y)..<Int(rect.maxY) {
      let line = lines[index]
      guard line.color == color, line.isSolid(from: rect.x, to: rect.maxX) else { return nil }
    }
    return color
  }

  /// Something was drawn inside `rect`.
  mutating func markDrawn(_ rect: PixelRect) {
    let top = Int(max(0, rect.y))
    let bottom = min(Int(rect.maxY), lines.count)
    guard rect.width > 0, top < bottom else { return }
    for index in top..<bottom {
      lines[index].drawnMin = min(lines[index].drawnMin, rect.x)
      lines[index].drawnMax = max(lines[index].drawnMax, rect.maxX)
    }
  }

  /// `rect` was filled with an opaque colour.
  mutating func markFilled(_ rect: PixelRect, _ color: PixelColor) {
    // Narrow fills would forget more than they tell.
    guard rect.width * 2 > width else { return markDrawn(rect) }
    let top = Int(max(0, rect.y))
    let bottom = min(Int(rect.maxY), lines.count)
    guard top < bottom else { return }
    let line = Line(
      color: color, solidMin: rect.x, solidMax: rect.maxX, drawnMin: rect.maxX, drawnMax: rect.x)
    for index in top..<bottom { lines[index] = line }
  }
}
