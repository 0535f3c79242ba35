/// Chooses which columns of a block that scrolls are worth moving.
///
/// Between and beside its texts a list shows one colour, before as after: there
/// is nothing to move, nor to show. Lines that cross the whole width are cheaper
/// drawn anew than moved together with all that is above and below them.
///
/// Any choice is right, since what moved outside of the columns counts as
/// changed; a good one is cheap.
struct MovedColumns {
  private struct Span {
    var min, max: Int32
  }

  private static let limit = 6
  /// What a rectangle costs, in pixels.
  let rectangleCost: Int
  private var spans: ContiguousArray<Span> = []
  private var lines = 0
  private var lineMin = Int32.max
  private var lineMax = Int32.min

  init(rectangleCost: Int) { self.rectangleCost = rectangleCost }

  mutating func removeAll() {
    spans.removeAll(keepingCapacity: true)
    lines = 0
    lineMin = .max
    lineMax = .min
  }

  /// Takes in something that moved.
  mutating func add(_ rect: DeviceRect) {
    if rect.height <= 2, rect.width > 64 {
      lines += 1
      lineMin = min(lineMin, rect.minX)
      lineMax = max(lineMax, rect.maxX)
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
  ///   - island: pixels that stay.
  mutating func finish(
    block: DeviceRect, dx: Int32, dy: Int32, island: DeviceRect,
    into copies: inout ContiguousArray<Damage.Copy>
  ) {
    func append(_ area: DeviceRect) {
      let copy = Damage.Copy(area: area, dx: dx, dy: dy)
      if !area.isEmpty, !copy.target.isEmpty { copies.append(copy) }
    }
    guard dx == 0 else {
      // Sideways, the block moves as a whole, unless something stands in it.
      if !island.overlaps(block) { append(block) }
      return
    }
    joinWhereLinesCostMore(height: block.height)
    for span in spans {
      let column = block.intersection(
        DeviceRect(minX: span.min, minY: block.minY, maxX: span.max, maxY: block.maxY))
      guard island.overlaps(column) else {
        append(column)
        continue
      }
      // Above and below the island, and beside it.
      let inside = column.intersection(
        DeviceRect(minX: island.minX, minY: column.minY, maxX: island.maxX, maxY: column.maxY))
      append(DeviceRect(minX: column.minX, minY: column.minY, maxX: inside.minX, maxY: column.maxY))
      append(DeviceRect(minX: inside.maxX, minY: column.minY, maxX: column.maxX, maxY: column.maxY))
      append(DeviceRect(minX: inside.minX, minY: inside.minY, maxX: inside.maxX, maxY: island.minY))
      append(DeviceRect(minX: inside.minX, minY: island.maxY, maxX: inside.maxX, maxY: inside.maxY))
    }
  }

  /// A gap between columns costs two rectangles for each line that crosses it:
  /// where it was and where it is.
  private mutating func joinWhereLinesCostMore(height: Int32) {
    guard lines > 0, height > 0, !spans.isEmpty else { return }
    let width = Int32(clamping: 2 * lines * rectangleCost / Int(height))
    var index = 1
    while index < spans.count {
      if spans[index].min - spans[index - 1].max <= width {
        spans[index - 1].max = spans.remove(at: index).max
      } else {
        index += 1
      }
    }
    if spans[0].min > lineMin, spans[0].min - lineMin <= width { spans[0].min = lineMin }
    let last = spans.count - 1
    if spans[last].max < lineMax, lineMax - spans[last].max <= width { spans[last].max = lineMax }
  }
}
