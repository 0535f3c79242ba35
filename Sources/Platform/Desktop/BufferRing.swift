import Pixels

/// Which of a window's buffers the next frame is drawn into, and what of the frames before it lacks.
///
/// A buffer is the display's from the frame it was shown in until the display gives it back. The one shown last can be
/// read all the same: the next frame takes what stays from there.
struct BufferRing {
  /// Where the coming frame goes.
  enum Place: Equatable {
    /// A buffer that is free.
    case free(Int)
    /// One is to be made.
    case new
    /// The display has all of them.
    case none
  }

  fileprivate struct Buffer {
    let id: Int
    /// The display has it.
    var isShown = false
    /// The areas that changed since its frame.
    var stale: ContiguousArray<PixelRect> = []
  }

  /// At most so many buffers are made where there is memory: one is on the display, one on its way there, one is drawn.
  static let capacity = 3
  /// More rectangles than these are taken for the one around them: enough for three texts in each row of a window. Each is
  /// compared with each that the next frame draws, which takes less time than to copy a tenth of a window.
  static let mostRects = 64

  private var buffers: ContiguousArray<Buffer> = []
  /// At most so many buffers are made.
  private(set) var room = BufferRing.capacity
  /// The buffer of the last frame.
  private(set) var front: Int?

  /// All buffers, by their numbers.
  var ids: [Int] { buffers.map(\.id) }

  /// Whether a buffer is not the display's.
  var hasFree: Bool { buffers.contains { !$0.isShown } }

  /// Where the next frame goes.
  var place: Place {
    var best: (id: Int, area: Int)?
    for buffer in buffers where !buffer.isShown {
      let area = buffer.stale.reduce(0) { $0 + $1.area }
      if best.map({ area < $0.area }) ?? true { best = (buffer.id, area) }
    }
    if let best { return .free(best.id) }
    return buffers.count < room ? .new : .none
  }

  /// There is no memory for another buffer: the ring stays as large as it is until `removeAll()`, at least one.
  mutating func stopGrowing() { room = max(1, buffers.count) }

  /// Adds a buffer, which holds nothing of earlier frames.
  /// - Parameter whole: all of its pixels.
  mutating func add(_ id: Int, whole: PixelRect) {
    var buffer = Buffer(id: id)
    buffer.stale.append(whole)
    buffers.append(buffer)
  }

  /// Forgets all buffers.
  mutating func removeAll() {
    buffers.removeAll(keepingCapacity: true)
    room = Self.capacity
    front = nil
  }

  /// Gives up the buffer that the display has had the longest, other than that of the last frame.
  mutating func removeOldest() -> Int? {
    guard let index = buffers.firstIndex(where: { $0.isShown && $0.id != front }) else { return nil }
    return buffers.remove(at: index).id
  }

  /// The display has given a buffer back.
  mutating func release(_ id: Int) {
    guard let index = buffers.firstIndex(where: { $0.id == id }) else { return }
    buffers[index].isShown = false
  }

  /// The display got a buffer as the last frame.
  /// - Parameter changes: what differs from the frame before.
  mutating func show(_ id: Int, changes: UnsafeBufferPointer<PixelRect>) {
    for index in buffers.indices where buffers[index].id != id { buffers[index].addStale(changes) }
    guard let index = buffers.firstIndex(where: { $0.id == id }) else { return }
    var buffer = buffers.remove(at: index)
    buffer.stale.removeAll(keepingCapacity: true)
    buffer.isShown = true
    // In the order they were shown in.
    buffers.append(buffer)
    front = id
  }

  /// The areas of the last frame that a buffer lacks.
  func stale(_ id: Int) -> ContiguousArray<PixelRect> { buffers.first { $0.id == id }?.stale ?? [] }
}

extension BufferRing.Buffer {
  /// Takes rectangles that changed for stale. Those in others are dropped.
  fileprivate mutating func addStale(_ changes: UnsafeBufferPointer<PixelRect>) {
    for change in changes where !stale.contains(where: { $0.contains(change) }) {
      stale.removeAll { change.contains($0) }
      stale.append(change)
    }
    guard stale.count > BufferRing.mostRects else { return }
    let bounds = stale.dropFirst().reduce(stale[0]) { $0.union($1) }
    stale.removeAll(keepingCapacity: true)
    stale.append(bounds)
  }
}

extension FrameMemory {
  /// Makes this the last frame with its moves carried out, apart from what is drawn anew.
  /// - Parameters:
  ///   - last: the last frame, of the same extent; other memory than this.
  ///   - stale: what this memory lacks of the last frame.
  ///   - scratch: storage, of no meaning before and after.
  /// - Complexity: O(pixels moved or stale).
  func carry(
    over last: FrameMemory, moves: UnsafeBufferPointer<FrameMove>, stale: ContiguousArray<PixelRect>,
    redraw: UnsafeBufferPointer<PixelRect>, scratch: inout RectDifference
  ) {
    let whole = PixelRect(x: 0, y: 0, width: width, height: height)
    for move in moves {
      let arrival = move.arrival.intersection(whole)
      scratch.set(arrival)
      scratch.subtract(redraw)
      for rect in scratch.rects { copy(rect, from: last, dx: move.dx, dy: move.dy) }
    }
    for rect in stale {
      scratch.set(rect.intersection(whole))
      for move in moves { scratch.subtract(move.arrival) }
      scratch.subtract(redraw)
      for rect in scratch.rects { copy(rect, from: last, dx: 0, dy: 0) }
    }
  }

  /// Moves the pixels of `area` by (`dx`, `dy`), those that stay inside of it; what they uncover is left as it was.
  /// - Parameter area: lies inside.
  /// - Complexity: O(pixels moved).
  package func move(_ area: PixelRect, dx: Int32, dy: Int32) {
    let target = area.intersection(area.translated(dx: dx, dy: dy))
    guard !target.isEmpty else { return }
    // Away from the direction of travel, so that no row is overwritten before it was read.
    let first = dy > 0 ? target.maxY - 1 : target.y
    let step = dy > 0 ? -stride : stride
    let offset = Int(dy) * stride + Int(dx)
    let length = Int(target.width)
    var row = base + Int(first) * stride + Int(target.x)
    for _ in 0..<target.height {
      row.update(from: row - offset, count: length)
      row += step
    }
  }

  /// Copies the pixels that arrive in `rect` when those of `other` go by (`dx`, `dy`).
  private func copy(_ rect: PixelRect, from other: FrameMemory, dx: Int32, dy: Int32) {
    let source = rect.translated(dx: -dx, dy: -dy)
    guard !rect.isEmpty, source.x >= 0, source.y >= 0, source.maxX <= other.width, source.maxY <= other.height
    else { return }
    var to = base + Int(rect.y) * stride + Int(rect.x)
    var from = other.base + Int(source.y) * other.stride + Int(source.x)
    if rect.width == width, stride == Int(width), other.stride == stride {
      return to.update(from: from, count: Int(rect.width) * Int(rect.height))
    }
    for _ in 0..<rect.height {
      to.update(from: from, count: Int(rect.width))
      to += stride
      from += other.stride
    }
  }
}

/// A rectangle without others, as rectangles that do not overlap.
struct RectDifference {
  private(set) var rects: ContiguousArray<PixelRect> = []
  private var next: ContiguousArray<PixelRect> = []

  /// Begins with all of a rectangle.
  mutating func set(_ rect: PixelRect) {
    rects.removeAll(keepingCapacity: true)
    if !rect.isEmpty { rects.append(rect) }
  }

  /// Takes rectangles away.
  mutating func subtract(_ others: UnsafeBufferPointer<PixelRect>) {
    for other in others { subtract(other) }
  }

  /// Takes a rectangle away.
  /// - Complexity: O(rectangles that remain).
  mutating func subtract(_ other: PixelRect) {
    guard !other.isEmpty, rects.contains(where: { $0.overlaps(other) }) else { return }
    next.removeAll(keepingCapacity: true)
    for rect in rects {
      let shared = rect.intersection(other)
      if shared.isEmpty {
        next.append(rect)
        continue
      }
      func add(_ part: PixelRect) { if !part.isEmpty { next.append(part) } }
      add(PixelRect(minX: rect.minX, minY: rect.minY, maxX: rect.maxX, maxY: shared.minY))
      add(PixelRect(minX: rect.minX, minY: shared.minY, maxX: shared.minX, maxY: shared.maxY))
      add(PixelRect(minX: shared.maxX, minY: shared.minY, maxX: rect.maxX, maxY: shared.maxY))
      add(PixelRect(minX: rect.minX, minY: shared.maxY, maxX: rect.maxX, maxY: rect.maxY))
    }
    swap(&rects, &next)
  }
}
