/// A side of a polygon or a piece of a line, in pixels.
struct DrawingEdge {
  let from, to: DrawingPoint
  /// The extent downwards.
  let top, bottom: Double

  init(_ from: DrawingPoint, _ to: DrawingPoint) {
    (self.from, self.to) = (from, to)
    (top, bottom) = from.y < to.y ? (from.y, to.y) : (to.y, from.y)
  }
}

/// A colour, channels 0...1, alpha not premultiplied.
struct DrawingColor: Equatable {
  let red, green, blue: Double
  var alpha = 1.0

  static let black = DrawingColor(red: 0, green: 0, blue: 0)

  /// The value of an attribute `fill` or `stroke`.
  /// - Returns: nil for one that is not known; nil within that for "none".
  static func paint(_ text: String) -> DrawingColor?? {
    switch text {
    case "none": return .some(nil)
    case "black": return black
    case "white": return DrawingColor(red: 1, green: 1, blue: 1)
    default: break
    }
    let digits = text.dropFirst().compactMap(\.hexDigitValue)
    guard text.first == "#", digits.count == text.count - 1, digits.count == 3 || digits.count == 6 else { return nil }
    func channel(_ index: Int) -> Double {
      let value = digits.count == 3 ? digits[index] * 17 : digits[2 * index] * 16 + digits[2 * index + 1]
      return Double(value) / 255
    }
    return DrawingColor(red: channel(0), green: channel(1), blue: channel(2))
  }
}

/// An area of one colour: the inside of polygons, or all that is near to lines.
struct DrawingLayer {
  /// Which places lie inside of polygons.
  enum Rule: String {
    case winding = "nonzero"
    case evenOdd = "evenodd"
  }

  fileprivate enum Shape {
    case polygons(Rule)
    /// The places that are at most so far from an edge: lines with round ends and corners.
    case lines(radius: Double)
  }

  /// The highest first.
  fileprivate let edges: [DrawingEdge]
  fileprivate let shape: Shape
  fileprivate let color: DrawingColor
  fileprivate let alpha: Double

  /// The inside of polygons.
  init(_ edges: [DrawingEdge], rule: Rule, color: DrawingColor, alpha: Double) {
    self.init(edges, .polygons(rule), color, alpha)
  }

  /// All that is as near to lines as `radius`, in pixels.
  init(_ edges: [DrawingEdge], radius: Double, color: DrawingColor, alpha: Double) {
    self.init(edges, .lines(radius: radius), color, alpha)
  }

  private init(_ edges: [DrawingEdge], _ shape: Shape, _ color: DrawingColor, _ alpha: Double) {
    self.edges = edges.sorted { $0.top < $1.top }
    (self.shape, self.color, self.alpha) = (shape, color, alpha)
  }

  fileprivate var reach: Double { if case .lines(let radius) = shape { radius } else { 0 } }
}

extension PlainDrawing {
  /// The picture.
  /// - Complexity: O(pixels + edges times the rows that each reaches).
  var pixels: ImageFile.Pixels {
    let scanners = layers.map { LayerScanner($0, width: width) }
    let row = PixelRow(width: width)
    let words = [UInt32](unsafeUninitializedCapacity: width * height) { buffer, count in
      for y in 0..<height {
        row.clear()
        for scanner in scanners { scanner.draw(row: y, over: row) }
        for x in 0..<width { buffer.initializeElement(at: y * width + x, to: row.word(x)) }
      }
      count = width * height
    }
    return ImageFile.Pixels(width: width, height: height, words: words)
  }
}

// Pointers and loops by hand: in a debug build, whose tests draw all symbols, arrays and ranges take twenty times as long.

/// The colours of a row of pixels.
private final class PixelRow {
  private let width: Int
  /// Red, green, blue and alpha of each pixel, premultiplied, 0...1.
  private let channels: UnsafeMutablePointer<Double>

  init(width: Int) {
    self.width = width
    channels = .allocate(capacity: 4 * width)
  }

  deinit { channels.deallocate() }

  func clear() { channels.update(repeating: 0, count: 4 * width) }

  /// Puts a colour over a pixel.
  /// - Parameter share: of the pixel that it covers.
  func blend(_ color: DrawingColor, _ share: Double, over x: Int) {
    let (pixel, rest) = (channels + 4 * x, 1 - share)
    pixel[0] = pixel[0] * rest + color.red * share
    pixel[1] = pixel[1] * rest + color.green * share
    pixel[2] = pixel[2] * rest + color.blue * share
    pixel[3] = pixel[3] * rest + share
  }

  /// A pixel as a word, not premultiplied.
  func word(_ x: Int) -> UInt32 {
    let pixel = channels + 4 * x
    let alpha = byte(pixel[3])
    guard alpha > 0 else { return 0 }
    return alpha << 24 | byte(pixel[0] / pixel[3]) << 16 | byte(pixel[1] / pixel[3]) << 8 | byte(pixel[2] / pixel[3])
  }

  private func byte(_ share: Double) -> UInt32 { share < 1 ? UInt32(share * 255 + 0.5) : 255 }
}

/// Finds row by row how much of each pixel a layer covers.
private final class LayerScanner {
  /// Lines that are looked at in a row of pixels. Along them what is covered is exact.
  private static let linesPerRow = 16

  private let layer: DrawingLayer
  private let width, count: Int
  private let edges: UnsafeMutablePointer<DrawingEdge>
  /// The next edge that was not reached yet.
  private var next = 0
  /// The numbers of edges that may reach the row.
  private let active: UnsafeMutablePointer<Int>
  private var activeCount = 0
  /// Where covered parts of a line begin and end, or where it crosses edges, from left to right.
  private let starts, ends: UnsafeMutablePointer<Double>
  private var spanCount = 0
  /// For each pixel, its own share of cover, and the change of cover from that pixel on.
  private let parts, steps: UnsafeMutablePointer<Double>

  init(_ layer: DrawingLayer, width: Int) {
    self.layer = layer
    self.width = width
    count = layer.edges.count
    edges = .allocate(capacity: count)
    for (index, edge) in layer.edges.enumerated() { (edges + index).initialize(to: edge) }
    active = .allocate(capacity: count)
    (starts, ends) = (.allocate(capacity: count), .allocate(capacity: count))
    (parts, steps) = (.allocate(capacity: width + 1), .allocate(capacity: width + 1))
    parts.initialize(repeating: 0, count: width + 1)
    steps.initialize(repeating: 0, count: width + 1)
  }

  deinit {
    edges.deallocate()
    active.deallocate()
    for memory in [starts, ends, parts, steps] { memory.deallocate() }
  }

  /// Draws the layer's part of a row. Called for one row after the other.
  func draw(row y: Int, over row: PixelRow) {
    activateEdges(from: Double(y), to: Double(y + 1))
    guard activeCount > 0 else { return }
    for line in 0..<Self.linesPerRow {
      let place = Double(y) + (Double(line) + 0.5) / Double(Self.linesPerRow)
      spanCount = 0
      switch layer.shape {
      case .lines(let radius): addLines(at: place, radius)
      case .polygons(let rule): addPolygons(at: place, isEvenOdd: rule == .evenOdd)
      }
    }
    let alpha = layer.alpha / Double(Self.linesPerRow)
    var level = 0.0
    var x = 0
    while x < width {
      level += steps[x]
      let share = (level + parts[x]) * alpha
      steps[x] = 0
      parts[x] = 0
      if share > 1e-4 { row.blend(layer.color, share < 1 ? share : 1, over: x) }
      x += 1
    }
    steps[width] = 0
    parts[width] = 0
  }

  private func activateEdges(from top: Double, to bottom: Double) {
    let reach = layer.reach
    var (place, kept) = (0, 0)
    while place < activeCount {
      if edges[active[place]].bottom + reach >= top {
        active[kept] = active[place]
        kept += 1
      }
      place += 1
    }
    activeCount = kept
    while next < count, edges[next].top - reach < bottom {
      active[activeCount] = next
      activeCount += 1
      next += 1
    }
  }

  /// Keeps a part of the line in its order.
  private func insert(_ start: Double, _ end: Double) {
    var place = spanCount
    while place > 0, starts[place - 1] > start {
      starts[place] = starts[place - 1]
      ends[place] = ends[place - 1]
      place -= 1
    }
    starts[place] = start
    ends[place] = end
    spanCount += 1
  }

  /// Adds what is near to edges.
  private func addLines(at y: Double, _ radius: Double) {
    var place = 0
    while place < activeCount {
      if let span = edges[active[place]].span(at: y, radius: radius) { insert(span.start, span.end) }
      place += 1
    }
    guard spanCount > 0 else { return }
    var (start, end) = (starts[0], ends[0])
    place = 1
    while place < spanCount {
      if starts[place] > end {
        add(start, end)
        (start, end) = (starts[place], ends[place])
      } else if ends[place] > end {
        end = ends[place]
      }
      place += 1
    }
    add(start, end)
  }

  /// Adds what lies between edges.
  private func addPolygons(at y: Double, isEvenOdd: Bool) {
    var place = 0
    while place < activeCount {
      let edge = edges[active[place]]
      if edge.top <= y, y < edge.bottom {
        let share = (y - edge.from.y) / (edge.to.y - edge.from.y)
        // The way of the edge takes the place of an end.
        insert(edge.from.x + share * (edge.to.x - edge.from.x), edge.from.y < edge.to.y ? 1 : -1)
      }
      place += 1
    }
    var turns = 0.0
    place = 0
    while place < spanCount - 1 {
      turns = isEvenOdd ? 1 - turns : turns + ends[place]
      if turns != 0 { add(starts[place], starts[place + 1]) }
      place += 1
    }
  }

  private func add(_ from: Double, _ to: Double) {
    let start = from > 0 ? from : 0
    let end = to < Double(width) ? to : Double(width)
    guard start < end else { return }
    let (first, last) = (Int(start), Int(end))
    guard first < last else {
      parts[first] += end - start
      return
    }
    parts[first] += Double(first + 1) - start
    parts[last] += end - Double(last)
    steps[first + 1] += 1
    steps[last] -= 1
  }
}

extension DrawingEdge {
  /// The part of a horizontal line that is as near to the edge as `radius`; nil where none is.
  fileprivate func span(at y: Double, radius: Double) -> (start: Double, end: Double)? {
    guard top - radius < y, y < bottom + radius else { return nil }
    var (start, end) = (Double.infinity, -Double.infinity)
    func include(_ left: Double, _ right: Double) {
      if left < start { start = left }
      if right > end { end = right }
    }
    // The round ends.
    func includeEnd(_ point: DrawingPoint) {
      let square = radius * radius - (y - point.y) * (y - point.y)
      guard square > 0 else { return }
      let half = square.squareRoot()
      include(point.x - half, point.x + half)
    }
    includeEnd(from)
    includeEnd(to)
    let (dx, dy) = (to.x - from.x, to.y - from.y)
    guard dy != 0 else { return start < end ? (start, end) : nil }
    // The sides, which lie `radius` beside the edge.
    let length = (dx * dx + dy * dy).squareRoot()
    let (asideX, asideY) = (-dy * radius / length, dx * radius / length)
    func includeSide(_ asideX: Double, _ asideY: Double) {
      let share = (y - from.y - asideY) / dy
      guard share >= 0, share <= 1 else { return }
      let x = from.x + share * dx + asideX
      include(x, x)
    }
    includeSide(asideX, asideY)
    includeSide(-asideX, -asideY)
    return start < end ? (start, end) : nil
  }
}
