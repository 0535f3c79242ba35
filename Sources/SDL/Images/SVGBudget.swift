#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// Holds an SVG drawing against limits before NanoSVG draws it, which has none and cannot be stopped.
///
/// Elements are split as NanoSVG splits them: whatever stands between `<` and the next `>`. What is counted are the things
/// its time and memory grow with: the edges curves, joins and dashes are cut into, and the pixels shapes cover. Estimates
/// lean to the high side, by factors of two or three for ordinary drawings, which stay far below the limits. The times are
/// those of a slow machine of 2026.
struct SVGBudget {
  private static let longestText = 8 << 20
  private static let mostElements = 50_000
  private static let deepestNesting = 128
  /// The greatest number in a coordinate, length or transform, before and after it is scaled to pixels.
  private static let greatestNumber = 1e6
  /// Of all shapes: NanoSVG keeps those of one.
  private static let mostEdges = 8_000_000.0
  /// Of the whole drawing.
  private static let mostNanoseconds = 8e9
  private static let nanosecondsOfElement = 5000.0
  /// For each edge and each row of pixels that it may cross.
  private static let nanosecondsOfEdgeInRow = 45.0
  /// For each two edges of a shape: they are kept in order by going through them.
  private static let nanosecondsOfPair = 8.0
  /// For each pixel a shape covers, with a gradient.
  private static let nanosecondsOfPaint = 20.0
  /// For each pixel of the picture and each shape, wherever it lies: rows are cleared for it.
  private static let nanosecondsOfClearing = 0.04
  /// Comparisons between shapes and the gradients they name.
  private static let mostGradientSearches = 20_000_000

  /// What an element hands on to those inside it.
  private struct Style {
    /// The greatest factor a length is stretched by.
    var scale = 1.0
    var strokeWidth = 1.0
    /// What `em` is at least and at most. NanoSVG begins with none, as if texts had no size.
    var fontSize = (least: 0.0, most: 16.0)
    /// The sum of the dashes and the greatest of them; nil for a whole line.
    var dashes: (period: Double, longest: Double)?
    /// Whether ends or corners of lines are round.
    var isRound = false
  }

  /// What percentages are of: the outermost element's view box, in its units.
  private struct View {
    /// The greater of its coordinates, either side of zero.
    var origin = 0.0
    /// The longer side, and the root of the mean of both squared.
    var longest = 0.0
    var mean = 0.0
  }

  /// What one shape amounts to, in its own units.
  private struct Outline {
    var curves = 0.0
    var segments = 0.0
    /// Of the control polygon.
    var length = 0.0
    /// Of each curve's control polygon, the roots summed.
    var rootLengths = 0.0
    var bounds = (minX: Double.infinity, minY: Double.infinity, maxX: -Double.infinity, maxY: -Double.infinity)

    mutating func include(_ x: Double, _ y: Double) {
      bounds = (min(bounds.minX, x), min(bounds.minY, y), max(bounds.maxX, x), max(bounds.maxY, y))
    }
    mutating func line(_ length: Double) {
      segments += 1
      self.length += length
    }
    mutating func curve(_ length: Double) {
      segments += 1
      curves += 1
      self.length += length
      rootLengths += length.squareRoot()
    }
    /// Width and height; 0 where there are no points.
    var size: (width: Double, height: Double) {
      (max(0, bounds.maxX - bounds.minX), max(0, bounds.maxY - bounds.minY))
    }
    var greatest: Double {
      max(abs(bounds.minX), abs(bounds.minY), abs(bounds.maxX), abs(bounds.maxY))
    }
  }

  private let canvas: (width: Double, height: Double)
  /// Pixels a unit of the outermost element; known once its tag was read.
  private var pixelsPerUnit = 1.0
  /// Known likewise; of no size without a view box.
  private var view = View()
  private var styles = [Style()]
  private var elements = 0
  private var shapes = 0
  private var gradients = 0
  private var edges = 0.0
  private var nanoseconds = 0.0

  /// Passes a drawing that NanoSVG can draw within the limits.
  /// - Parameters:
  ///   - width: of the picture in pixels; `height` likewise.
  /// - Throws: what is over a limit, or that this is no drawing.
  /// - Complexity: O(n) in the number of bytes.
  static func check(
    _ bytes: UnsafeRawBufferPointer, width: Int, height: Int
  ) throws(ImageFile.DecodingError) {
    guard bytes.count <= longestText else { throw .overLimit("\(bytes.count) bytes are too long a drawing") }
    var budget = SVGBudget(canvas: (Double(width), Double(height)))
    var offset = 0
    var isDrawing = false
    while let start = bytes[offset...].firstIndex(of: UInt8(ascii: "<")) {
      guard let end = bytes[start...].firstIndex(of: UInt8(ascii: ">")) else { break }
      offset = end + 1
      let tag = Tag(UnsafeRawBufferPointer(rebasing: bytes[start + 1..<end]))
      isDrawing = isDrawing || tag.isNamed("svg")
      try budget.add(tag)
    }
    guard isDrawing else {
      throw ImageFile.DecodingError(kind: .unknownFormat, reason: "the text holds no <svg> element")
    }
  }

  private init(canvas: (width: Double, height: Double)) { self.canvas = canvas }

  private mutating func add(_ tag: Tag) throws(ImageFile.DecodingError) {
    guard !tag.isRemark else { return }
    // Only groups hand their style on, and only their ends take it back.
    if tag.isEnd {
      if tag.isNamed("g"), styles.count > 1 { styles.removeLast() }
      return
    }
    elements += 1
    nanoseconds += Self.nanosecondsOfElement
    guard elements <= Self.mostElements else {
      throw .overLimit("the drawing has more than \(Self.mostElements) elements")
    }
    // There is always the outermost style.
    var style = styles[styles.count - 1]
    var geometry: [(name: UnsafeRawBufferPointer, numbers: [Double])] = []
    var outline = Outline()
    let isClosed = try tag.forEachAttribute { name, value throws(ImageFile.DecodingError) in
      switch true {
      case name.elementsEqual("d".utf8): try Self.trace(value, into: &outline)
      case name.elementsEqual("points".utf8): Self.tracePoints(try Self.numbers(value), into: &outline)
      case name.elementsEqual("transform".utf8), name.elementsEqual("gradientTransform".utf8):
        style.scale *= try Self.stretch(of: value)
      case name.elementsEqual("stroke-width".utf8): style.strokeWidth = abs(try lengths(value, style).first ?? 1)
      case name.elementsEqual("font-size".utf8): style.fontSize = try fontSize(value, style)
      case name.elementsEqual("stroke-dasharray".utf8): style.dashes = try dashes(value, style)
      case name.elementsEqual("stroke-linecap".utf8), name.elementsEqual("stroke-linejoin".utf8):
        style.isRound = style.isRound || value.contains(UInt8(ascii: "r"))
      default:
        if Self.isLength(name) { geometry.append((name, try lengths(value, style))) }
      }
    }
    func number(_ name: String, _ index: Int = 0) -> Double? {
      geometry.last { $0.name.elementsEqual(name.utf8) }.flatMap { index < $0.numbers.count ? $0.numbers[index] : nil }
    }
    guard style.scale <= Self.greatestNumber else { throw .overLimit("the drawing is stretched too far") }
    if tag.isNamed("svg") {
      let width = number("viewBox", 2) ?? number("width") ?? 0
      let height = number("viewBox", 3) ?? number("height") ?? 0
      if width > 0, height > 0 { pixelsPerUnit = min(canvas.width / width, canvas.height / height) }
      if let x = number("viewBox", 0), let y = number("viewBox", 1), number("viewBox", 3) != nil {
        let mean = ((width * width + height * height) / 2).squareRoot()
        view = View(origin: max(abs(x), abs(y)), longest: max(abs(width), abs(height)), mean: mean)
      }
    }
    if tag.isNamed("linearGradient") || tag.isNamed("radialGradient") || tag.isNamed("stop") { gradients += 1 }
    if tag.isNamed("rect") {
      let (x, y) = (number("x") ?? 0, number("y") ?? 0)
      let (width, height) = (number("width") ?? 0, number("height") ?? 0)
      outline.include(x, y)
      outline.include(x + width, y + height)
      for side in [width, height, width, height] {
        outline.line(abs(side))
        outline.curve(abs(side))
      }
    } else if tag.isNamed("circle") || tag.isNamed("ellipse") {
      let (x, y) = (number("cx") ?? 0, number("cy") ?? 0)
      let (across, down) = (number("rx") ?? number("r") ?? 0, number("ry") ?? number("r") ?? 0)
      outline.include(x - across, y - down)
      outline.include(x + across, y + down)
      for _ in 0..<4 { outline.curve(abs(across) + abs(down)) }
    } else if tag.isNamed("line") {
      let ends = ["x1", "y1", "x2", "y2"].map { number($0) ?? 0 }
      Self.tracePoints(ends, into: &outline)
    }
    if outline.segments > 0 { try add(outline, style) }
    if tag.isNamed("svg") {
      styles[styles.count - 1] = style
    } else if tag.isNamed("g"), !isClosed {
      styles.append(style)
      guard styles.count <= Self.deepestNesting else {
        throw .overLimit("the drawing's groups are nested more than \(Self.deepestNesting) deep")
      }
    }
  }

  private mutating func add(_ outline: Outline, _ style: Style) throws(ImageFile.DecodingError) {
    shapes += 1
    let scale = pixelsPerUnit * style.scale
    guard outline.greatest * scale <= Self.greatestNumber * 1000 else {
      throw .overLimit("a shape of the drawing lies too far out")
    }
    // A curve is halved until it deviates by half a pixel from its chord, ten times at most.
    let points =
      outline.segments + min(1024 * outline.curves, 2 * outline.curves + (8 * scale).squareRoot() * outline.rootLengths)
    var ends = outline.segments
    if let dashes = style.dashes, dashes.period > 1e-6 {
      guard dashes.longest >= outline.greatest * 1e-6 else { throw .overLimit("the drawing's dashes are too short") }
      ends += 2 * outline.length / dashes.period
    }
    // A round join or cap is cut into pieces of a quarter of a pixel's deviation, two edges each.
    let edgesOfEnd = style.isRound ? min(4500, 4 + 4 * (style.strokeWidth * scale).squareRoot()) : 4
    let amount = 3 * points + ends * edgesOfEnd
    edges += amount
    guard edges <= Self.mostEdges else { throw .overLimit("the drawing's outlines are too long or too many") }
    let width = (outline.size.width + 2 * style.strokeWidth) * scale
    let height = (outline.size.height + 2 * style.strokeWidth) * scale
    let whole = canvas.width * canvas.height
    // Turned, it may reach as far up and down as it does in both directions together.
    let rows = min(canvas.height, width + height)
    // Whether a shape is filled, stroked or both is not known; half of the edges of both are those of either.
    nanoseconds += amount / 2 * (rows * Self.nanosecondsOfEdgeInRow + amount / 2 * Self.nanosecondsOfPair)
    nanoseconds += min(whole, width * height) * Self.nanosecondsOfPaint + whole * Self.nanosecondsOfClearing
    guard nanoseconds <= Self.mostNanoseconds, shapes * gradients <= Self.mostGradientSearches else {
      throw .overLimit("the drawing takes too long to paint at \(Int(canvas.width))x\(Int(canvas.height)) pixels")
    }
  }

  // MARK: Attributes

  private static func isLength(_ name: UnsafeRawBufferPointer) -> Bool {
    ["x", "y", "width", "height", "rx", "ry", "r", "cx", "cy", "x1", "y1", "x2", "y2", "viewBox", "stroke-dashoffset"]
      .contains { name.elementsEqual($0.utf8) }
  }

  /// The numbers in a value, whatever stands between them.
  private static func numbers(_ value: UnsafeRawBufferPointer) throws(ImageFile.DecodingError) -> [Double] {
    var scanner = NumberScanner(value)
    var numbers: [Double] = []
    while let token = try scanner.next(limit: greatestNumber) {
      if case .number(let number) = token { numbers.append(number) }
    }
    return numbers
  }

  /// The lengths in a value, in units of the drawing; not shorter than NanoSVG takes them.
  private func lengths(_ value: UnsafeRawBufferPointer, _ style: Style) throws(ImageFile.DecodingError) -> [Double] {
    var scanner = NumberScanner(value)
    var lengths: [Double] = []
    while let token = try scanner.next(limit: Self.greatestNumber) {
      guard case .number(let number) = token else { continue }
      let length: Double
      switch scanner.unit() {
      case .absolute(let factor): length = number * factor
      case .fontSize(let factor): length = number * factor * style.fontSize.most
      case .percent: length = number / 100 * view.longest + (number < 0 ? -view.origin : view.origin)
      }
      guard abs(length) <= Self.greatestNumber else { throw .overLimit("a number of the drawing is too great") }
      lengths.append(length)
    }
    return lengths
  }

  /// The length that a text begins with, not longer than NanoSVG takes it; 0 for any other text.
  private func leastLength(
    _ text: UnsafeRawBufferPointer, _ style: Style
  ) throws(ImageFile.DecodingError) -> Double {
    var scanner = NumberScanner(text)
    guard let number = try scanner.numberHere(limit: Self.greatestNumber) else { return 0 }
    switch scanner.unit() {
    case .absolute(let factor): return abs(number) * factor
    case .fontSize(let factor): return abs(number) * factor * style.fontSize.least
    case .percent: return abs(number) / 100 * view.mean
    }
  }

  private func fontSize(
    _ value: UnsafeRawBufferPointer, _ style: Style
  ) throws(ImageFile.DecodingError) -> (least: Double, most: Double) {
    (try leastLength(value, style), try lengths(value, style).map(abs).max() ?? 0)
  }

  /// The dashes of a list, not longer than NanoSVG takes them: an item is the number it begins with, or 0.
  private func dashes(
    _ value: UnsafeRawBufferPointer, _ style: Style
  ) throws(ImageFile.DecodingError) -> (period: Double, longest: Double)? {
    var dashes = (period: 0.0, longest: 0.0)
    for item in value.split(whereSeparator: { Tag.isSpace($0) || $0 == UInt8(ascii: ",") }).prefix(8) {
      let length = try leastLength(UnsafeRawBufferPointer(rebasing: item), style)
      dashes = (dashes.period + length, max(dashes.longest, length))
    }
    return dashes.period > 0 ? dashes : nil
  }

  /// The greatest factor by which a list of transforms stretches a length.
  private static func stretch(of value: UnsafeRawBufferPointer) throws(ImageFile.DecodingError) -> Double {
    var factor = 1.0
    for part in value.split(separator: UInt8(ascii: ")")) {
      let numbers = try numbers(UnsafeRawBufferPointer(rebasing: part))
      let name = part.first { $0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "z") }
      let isScaling = part.contains(UInt8(ascii: "l")) && part.contains(UInt8(ascii: "c")) && name == UInt8(ascii: "s")
      if name == UInt8(ascii: "m") {
        factor *= 2 * (numbers.prefix(4).map(abs).max() ?? 1)
      } else if name == UInt8(ascii: "s"), isScaling {
        factor *= numbers.map(abs).max() ?? 1
      } else if name == UInt8(ascii: "s") {
        factor *= 1 + abs(tan((numbers.first ?? 0) * .pi / 180))
      }
    }
    return factor
  }

  private static func tracePoints(_ numbers: [Double], into outline: inout Outline) {
    for index in stride(from: 0, to: numbers.count - 1, by: 2) {
      let (x, y) = (numbers[index], numbers[index + 1])
      outline.include(x, y)
      outline.line(index < 2 ? 0 : abs(x - numbers[index - 2]) + abs(y - numbers[index - 1]))
    }
  }

  /// Follows path data.
  private static func trace(
    _ value: UnsafeRawBufferPointer, into outline: inout Outline
  ) throws(ImageFile.DecodingError) {
    var scanner = NumberScanner(value)
    var command = UInt8(ascii: "M")
    var arguments: [Double] = []
    arguments.reserveCapacity(7)
    var (x, y) = (0.0, 0.0)
    while let token = try scanner.next(limit: greatestNumber) {
      switch token {
      case .letter(let letter):
        command = letter
        arguments.removeAll(keepingCapacity: true)
        if letter | 0x20 == UInt8(ascii: "z") { outline.line(outline.size.width + outline.size.height) }
      case .number(let number):
        arguments.append(number)
        let isRelative = command & 0x20 != 0
        let (baseX, baseY) = isRelative ? (x, y) : (0, 0)
        let count: Int
        switch command | 0x20 {
        case UInt8(ascii: "h"), UInt8(ascii: "v"): count = 1
        case UInt8(ascii: "c"): count = 6
        case UInt8(ascii: "s"), UInt8(ascii: "q"): count = 4
        case UInt8(ascii: "a"): count = 7
        default: count = 2
        }
        guard arguments.count == count else { continue }
        let (startX, startY) = (x, y)
        var length = 0.0
        if count == 1 {
          if command | 0x20 == UInt8(ascii: "h") { x = baseX + number } else { y = baseY + number }
          length = abs(x - startX) + abs(y - startY)
          outline.include(x, y)
        } else {
          let first = count == 7 ? 5 : 0
          for index in stride(from: first, to: count, by: 2) {
            let (nextX, nextY) = (baseX + arguments[index], baseY + arguments[index + 1])
            length += abs(nextX - x) + abs(nextY - y)
            (x, y) = (nextX, nextY)
            outline.include(x, y)
          }
          if count == 7 {
            let radius = max(abs(arguments[0]), abs(arguments[1]), length)
            length += 7 * radius
            outline.include(x - 2 * radius, y - 2 * radius)
            outline.include(x + 2 * radius, y + 2 * radius)
          }
        }
        // A smooth curve mirrors a control point that is nowhere farther than what went before.
        if count == 4 || command | 0x20 == UInt8(ascii: "t") { length *= 3 }
        if count >= 4 || command | 0x20 == UInt8(ascii: "t") { outline.curve(length) } else { outline.line(length) }
        if count == 7 { for _ in 0..<4 { outline.curve(length / 4) } }
        arguments.removeAll(keepingCapacity: true)
        guard max(abs(x), abs(y)) <= greatestNumber else { throw .overLimit("a shape of the drawing lies too far out") }
      }
    }
  }
}

/// What stands between `<` and `>`.
private struct Tag {
  /// NanoSVG leaves out what comes after some 120.
  private static let mostAttributes = 100

  private let name: UnsafeRawBufferPointer
  private let attributes: UnsafeRawBufferPointer
  let isEnd: Bool

  init(_ bytes: UnsafeRawBufferPointer) {
    var start = bytes.firstIndex { !Tag.isSpace($0) } ?? bytes.endIndex
    isEnd = start < bytes.endIndex && bytes[start] == UInt8(ascii: "/")
    if isEnd { start += 1 }
    // Only space ends a name: `<g/>` is an element of another name, without effect.
    let end = bytes[start...].firstIndex { Tag.isSpace($0) } ?? bytes.endIndex
    name = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
    attributes = UnsafeRawBufferPointer(rebasing: bytes[end...])
  }

  /// A comment, declaration or processing instruction.
  var isRemark: Bool { name.first == UInt8(ascii: "!") || name.first == UInt8(ascii: "?") }
  func isNamed(_ wanted: StaticString) -> Bool {
    wanted.withUTF8Buffer { name.elementsEqual($0) }
  }

  /// Calls with every attribute, and with every property of the attribute `style`, as NanoSVG finds them.
  /// - Returns: whether a slash stands where another attribute could, which ends the element; what follows is passed over.
  /// - Throws: what `body` does, and when there are too many.
  func forEachAttribute(
    _ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) throws(ImageFile.DecodingError) -> Void
  ) throws(ImageFile.DecodingError) -> Bool {
    let bytes = attributes
    var offset = 0
    var count = 0
    while let start = bytes[offset...].firstIndex(where: { !Tag.isSpace($0) }) {
      if bytes[start] == UInt8(ascii: "/") { return true }
      let end = bytes[start...].firstIndex { Tag.isSpace($0) || $0 == UInt8(ascii: "=") } ?? bytes.endIndex
      // Whatever stands between the name and a quotation mark.
      guard end < bytes.endIndex,
        let open = bytes[(end + 1)...].firstIndex(where: { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") })
      else { return false }
      let close = bytes[(open + 1)...].firstIndex(of: bytes[open]) ?? bytes.endIndex
      offset = min(close + 1, bytes.endIndex)
      count += 1
      guard count <= Self.mostAttributes else {
        throw .overLimit("an element of the drawing has more than \(Self.mostAttributes) attributes")
      }
      let name = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
      let value = UnsafeRawBufferPointer(rebasing: bytes[open + 1..<close])
      if name.elementsEqual("style".utf8) { try Self.forEachProperty(value, body) } else { try body(name, value) }
    }
    return false
  }

  private static func forEachProperty(
    _ value: UnsafeRawBufferPointer,
    _ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) throws(ImageFile.DecodingError) -> Void
  ) throws(ImageFile.DecodingError) {
    for property in value.split(separator: UInt8(ascii: ";")) {
      guard let colon = property.firstIndex(of: UInt8(ascii: ":")) else { continue }
      let start = property.firstIndex { !Tag.isSpace($0) } ?? colon
      let end = property[..<colon].lastIndex { !Tag.isSpace($0) }.map { $0 + 1 } ?? colon
      guard start < end else { continue }
      try body(
        UnsafeRawBufferPointer(rebasing: value[start..<end]),
        UnsafeRawBufferPointer(rebasing: value[(colon + 1)..<property.endIndex]))
    }
  }

  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0D ~= byte }
}

/// Numbers and letters of an attribute's value, one after the other.
private struct NumberScanner {
  enum Token {
    case number(Double)
    case letter(UInt8)
  }

  /// What a length is a multiple of.
  enum Unit {
    /// So many units of the drawing.
    case absolute(Double)
    /// So many times the size of the text.
    case fontSize(Double)
    case percent
  }

  /// Units of the drawing, of which 96 are an inch.
  private static let absoluteUnits: [(name: StaticString, length: Double)] = [
    ("pt", 96 / 72), ("pc", 16), ("mm", 96 / 25.4), ("cm", 96 / 2.54), ("in", 96),
  ]

  private let bytes: UnsafeRawBufferPointer
  private var offset = 0

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// The next number or letter; nil at the end.
  /// - Throws: for a number beyond `limit` either side of zero.
  mutating func next(limit: Double) throws(ImageFile.DecodingError) -> Token? {
    while offset < bytes.count {
      let byte = bytes[offset]
      if byte | 0x20 >= UInt8(ascii: "a"), byte | 0x20 <= UInt8(ascii: "z") {
        offset += 1
        return .letter(byte)
      }
      if let number = try numberHere(limit: limit) { return .number(number) }
      offset += 1
    }
    return nil
  }

  /// The number that begins at the offset; nil where none does.
  /// - Throws: for a number beyond `limit` either side of zero.
  mutating func numberHere(limit: Double) throws(ImageFile.DecodingError) -> Double? {
    guard offset < bytes.count else { return nil }
    let byte = bytes[offset]
    let isSign = byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")
    guard isSign || byte == UInt8(ascii: ".") || Self.isDigit(byte) else { return nil }
    let number = number()
    guard abs(number) <= limit else { throw .overLimit("a number of the drawing is too great") }
    return number
  }

  /// The unit of the number that was read last.
  func unit() -> Unit {
    func isNamed(_ name: StaticString) -> Bool {
      name.withUTF8Buffer { bytes[offset...].starts(with: $0) }
    }
    if isNamed("%") { return .percent }
    if isNamed("em") { return .fontSize(1) }
    if isNamed("ex") { return .fontSize(0.52) }
    return .absolute(Self.absoluteUnits.first { isNamed($0.name) }?.length ?? 1)
  }

  /// Reads a number at the offset; its sign alone is 0.
  private mutating func number() -> Double {
    var sign = 1.0
    if bytes[offset] == UInt8(ascii: "-") { sign = -1 }
    if bytes[offset] == UInt8(ascii: "-") || bytes[offset] == UInt8(ascii: "+") { offset += 1 }
    var value = 0.0
    while offset < bytes.count, Self.isDigit(bytes[offset]) {
      value = value * 10 + Double(bytes[offset] - UInt8(ascii: "0"))
      offset += 1
    }
    if offset < bytes.count, bytes[offset] == UInt8(ascii: ".") {
      offset += 1
      var place = 0.1
      while offset < bytes.count, Self.isDigit(bytes[offset]) {
        value += Double(bytes[offset] - UInt8(ascii: "0")) * place
        place /= 10
        offset += 1
      }
    }
    // An exponent, unless it is the beginning of a unit.
    if offset + 1 < bytes.count, bytes[offset] | 0x20 == UInt8(ascii: "e"),
      bytes[offset + 1] | 0x20 != UInt8(ascii: "m"),
      bytes[offset + 1] | 0x20 != UInt8(ascii: "x")
    {
      offset += 1
      var isNegative = false
      if bytes[offset] == UInt8(ascii: "-") || bytes[offset] == UInt8(ascii: "+") {
        isNegative = bytes[offset] == UInt8(ascii: "-")
        offset += 1
      }
      var exponent = 0
      while offset < bytes.count, Self.isDigit(bytes[offset]) {
        exponent = min(1000, exponent * 10 + Int(bytes[offset] - UInt8(ascii: "0")))
        offset += 1
      }
      value *= pow(10, Double(isNegative ? -exponent : exponent))
    }
    return sign * value
  }

  private static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }
}
