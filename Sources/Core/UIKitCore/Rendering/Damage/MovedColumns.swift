import Pixels

/// Chooses which columns of a block that scrolls are worth moving.
///
/// Between and beside its texts a list shows one colour, before as after: there
/// is nothing to move, nor to show. Lines and bars of one colour that cross the
/// whole width are cheaper drawn anew, where they were and where they are, than
/// moved together with all that is above and below them.
///
/// Any choice is right, since what moved outside of the columns counts as
/// changed; a good one is cheap.
struct MovedColumns {
  private struct Span {
    var min, max: Int32
  }

  private static let limit = 6
  /// The cost of a rectangle, in pixels.
  let rectangleCost: Int
  private var spans: ContiguousArray<Span> = []
  /// Bars seen, at their old and their new places; the sum of their heights, and
  /// the columns they cross.
  private var bars = 0
  private var barHeight: Int32 = 0
  private var barSpan = Span(min: .max, max: .min)

  init(rectangleCost: Int) { self.rectangleCost = rectangleCost }

  mutating func removeAll() {
    spans.removeAll(keepingCapacity: true)
    bars = 0
    barHeight = 0
    barSpan = Span(min: .max, max: .min)
  }

  /// Takes in one of the places of something that moved.
  mutating func add(_ rect: PixelRect, isUniform: Bool) {
    if isUniform, rect.width > 64, rect.height < rect.width / 8 {
      bars += 1
      barHeight &+= rect.height
      barSpan = Span(min: min(barSpan.min, rect.minX), max: max(barSpan.max, rect.maxX))
      return
    }
    widen(Span(min: rect.minX, max: rect.maxX))
  }

  private mutating func widen(_ span: Span) {
    var span = span
    var index = 0
    while index < spans.count {
      let other = spans[index]
      if other.min <= span.min, other.max >= span.max { return }
      if other.min <= span.max, span.min <= other.max {
        span = Span(min: min(span.min, other.min), max: max(span.max, other.max))
        spans.remove(at: index)
      } else {
        index += 1
      }
    }
    // Kept in order.
    spans.insert(span, at: spans.firstIndex { $0.min > span.min } ?? spans.count)
    if spans.count > Self.limit { joinClosest() }
  }

  private mutating func joinClosest() {
    var best = 1
    for index in 1..<spans.count
    where spans[index].min - spans[index - 1].max < spans[best].min - spans[best - 1].max {
      best = index
    }
    spans[best - 1].max = spans.remove(at: best).max
  }

  /// Writes the parts of `block` to move.
  /// - Parameters:
  ///   - block: what moved, by (`dx`, `dy`).
  ///   - overlay: pixels that stay.
  mutating func finish(
    block: PixelRect, dx: Int32, dy: Int32, overlay: PixelRect,
    into copies: inout ContiguousArray<Damage.Copy>
  ) {
    func append(_ area: PixelRect) {
      let copy = Damage.Copy(area: area, dx: dx, dy: dy)
      if !area.isEmpty, !copy.target.isEmpty { copies.append(copy) }
    }
    guard dx == 0 else {
      // Sideways, the block moves as a whole, unless something stands in it.
      if !overlay.overlaps(block) { append(block) }
      return
    }
    if barHeight > block.height / 2 {
      widen(barSpan)
    } else if bars > 0, block.height > 0 {
      joinWhereBarsCostMore(Int32(clamping: bars * rectangleCost / Int(block.height)))
    }
    for span in spans {
      let column = block.intersection(
        PixelRect(minX: span.min, minY: block.minY, maxX: span.max, maxY: block.maxY))
      guard overlay.overlaps(column) else {
        append(column)
        continue
      }
      // Above and below the overlay, and beside it.
      let inside = column.intersection(
        PixelRect(minX: overlay.minX, minY: column.minY, maxX: overlay.maxX, maxY: column.maxY))
      append(PixelRect(minX: column.minX, minY: column.minY, maxX: inside.minX, maxY: column.maxY))
      append(PixelRect(minX: inside.maxX, minY: column.minY, maxX: column.maxX, maxY: column.maxY))
      append(PixelRect(minX: inside.minX, minY: inside.minY, maxX: inside.maxX, maxY: overlay.minY))
      append(PixelRect(minX: inside.minX, minY: overlay.maxY, maxX: inside.maxX, maxY: inside.maxY))
    }
  }

  /// A gap between columns costs a rectangle for each place of a bar that crosses
  /// it.
  /// - Parameter width: of a gap that costs the same to move.
  private mutating func joinWhereBarsCostMore(_ width: Int32) {
    guard !spans.isEmpty else { return }
    var index = 1
    while index < spans.count {
      if spans[index].min - spans[index - 1].max <= width {
        spans[index - 1].max = spans.remove(at: index).max
      } else {
        index += 1
      }
    }
    if spans[0].min > barSpan.min, spans[0].min - barSpan.min <= width { spans[0].min = barSpan.min }
    let last = spans.count - 1
    if spans[last].max < barSpan.max, barSpan.max - spans[last].max <= width {
      spans[last].max = barSpan.max
    }
  }
}
