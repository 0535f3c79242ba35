import Primitives

/// One symbol in the notation of `Assets/Symbols`: the variants that have names, and the parts it is drawn of.
///
/// A definition is a line `name variant variant ...` and an indented line `kind path data` for each part. A path has the
/// commands of SVG and three more: `O x y r`, a circle, `R x y width height radius`, a rounded rectangle, and `P x y`, a
/// point 1.5 times as wide as a line. The kind says what becomes of a path:
///
/// | kind | in the outline | in the form `.fill` |
/// |---|---|---|
/// | `line` | a line | a line |
/// | `dot` | points | the same |
/// | `body` | a line | an area with its line |
/// | `solid` | an area with its line | the same |
/// | `flat` | an area | the same |
/// | `mark` | a line | a line cut out |
/// | `spot` | points | points cut out |
/// | `hole` | a line | an area cut out |
/// | `over` | a line | an area with its line, and some room around it cut out |
/// | `seam` | nothing | a line cut out |
/// | `fine`, `speck` | a `mark` or `spot` that is left out where the symbol is drawn small, within a circle or square | |
/// | `gap` | an area and some room around it cut out | the same |
/// | `cut` | a line and some room around it cut out | the same |
/// | `gone` | an area cut out | the same |
/// | `use` | the parts of another symbol: `use NAME turn 90`, `use NAME mirror`, `use NAME flip`, `use NAME at X Y 0.5` | |
struct SymbolDefinition {
  /// The names behind the symbol's own, without their dots: `fill`, `circle`, `badge.plus`.
  let variants: [Substring]
  /// Kind and path of each part, from the bottom up.
  let parts: [(kind: Substring, path: Substring)]

  /// - Parameter text: the definition's lines.
  init(_ text: String) {
    let lines = text.split(separator: "\n")
    variants = lines.first?.split(separator: " ").dropFirst().map { $0 } ?? []
    parts = lines.dropFirst().map { line in
      let line = line.drop { $0 == " " }
      let kind = line.prefix { $0 != " " }
      return (kind, line.dropFirst(kind.count + 1))
    }
  }

  /// The variant of a definition that has no name itself, as a digit, which is drawn in a circle or square only.
  static let nameless: Substring = "inside"

  /// The name of the drawing that a definition `name = other` stands for; nil for other definitions.
  static func otherName(in text: String) -> Substring? {
    let words = text.prefix { $0 != "\n" }.split(separator: " ")
    return words.count == 3 && words[1] == "=" ? words[2] : nil
  }

  /// Whether the symbol's own name is one to ask for.
  var isNamed: Bool { !variants.contains(Self.nameless) }
}

/// A way to draw a symbol, as the end of its name says.
struct SymbolForm {
  /// A shape around the symbol.
  enum Enclosure: Substring {
    case circle, square
  }

  /// Whether the body, or the enclosure where there is one, is filled.
  var isFilled = false
  var enclosure: Enclosure?
  var isSlashed = false
  /// The sign at the lower right, or the empty string for a dot at the upper right.
  var badge: Substring?
}

/// Writes the SVG document of a symbol: white is ink, and black takes ink away. Lines have the same width at every size
/// at which a part is drawn.
struct SymbolWriter {
  /// Width of a line in units of the 24 unit box.
  let lineWidth: Double
  /// Definitions of other symbols.
  let definition: (Substring) -> SymbolDefinition?

  /// Room between a part and what it is cut out of, in units of the box.
  private static let gap = 1.3
  /// Size of a symbol within a circle or square, of one with an area there, and of a badge.
  private static let (enclosedScale, enclosedBodyScale) = (0.58, 0.52)
  private static let badgeScale = 0.4
  /// How often a symbol may use another that uses another.
  private static let mostLevels = 4

  private var text = ""
  private var scale = 1.0
  private var isInverted = false
  private var isSmall = false

  init(lineWidth: Double, definition: @escaping (Substring) -> SymbolDefinition?) {
    self.lineWidth = lineWidth
    self.definition = definition
  }

  /// The document of a symbol in a form.
  /// - Complexity: O(length of the definitions used).
  mutating func document(of symbol: SymbolDefinition, form: SymbolForm) -> String {
    text = #"<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24">"#
    switch form.enclosure {
    case nil:
      add(symbol, isFilled: form.isFilled)
    case let enclosure?:
      let outline = enclosure == .circle ? "O12 12 9.1" : "R3.6 3.6 16.8 16.8 3.6"
      add(form.isFilled ? "solid" : "line", outline[...])
      isInverted = form.isFilled
      isSmall = true
      let hasBody = hasBody(symbol)
      let factor = hasBody ? Self.enclosedBodyScale : Self.enclosedScale
      group(Self.placed(at: 12, 12, scale: factor), scale: factor) { $0.add(symbol, isFilled: hasBody) }
      (isInverted, isSmall) = (false, false)
    }
    if form.isSlashed {
      add("cut", "M3.6 3.6L20.4 20.4")
      add("line", "M3.6 3.6L20.4 20.4")
    }
    if let badge = form.badge { add(badge: badge) }
    text += "</svg>"
    return text
  }

  private mutating func add(badge: Substring) {
    if badge.isEmpty {
      add("gap", "O17.9 6.1 3")
      add("flat", "O17.9 6.1 3.7")
    } else if let sign = definition(badge) {
      add("gone", "O17.8 17.8 6.2")
      group(Self.placed(at: 17.8, 17.8, scale: Self.badgeScale), scale: Self.badgeScale) {
        $0.add(sign, isFilled: false)
      }
    }
  }

  private mutating func add(_ symbol: SymbolDefinition, isFilled: Bool, level: Int = 0) {
    for (kind, path) in symbol.parts {
      switch kind {
      case "body": add(isFilled ? "solid" : "line", path)
      case "mark": add(isFilled ? "slit" : "line", path)
      case "fine": if !isSmall { add(isFilled ? "slit" : "line", path) }
      case "spot": add(isFilled ? "pit" : "dot", path)
      case "speck": if !isSmall { add(isFilled ? "pit" : "dot", path) }
      case "hole": add(isFilled ? "gone" : "line", path)
      case "seam": if isFilled { add("slit", path) }
      case "over":
        if isFilled { add("gap", path) }
        add(isFilled ? "solid" : "line", path)
      case "use":
        let words = path.split(separator: " ")
        guard level < Self.mostLevels, let name = words.first, let other = definition(name) else { continue }
        let (transform, factor) = Self.transform(words.dropFirst())
        group(transform, scale: factor) { $0.add(other, isFilled: isFilled, level: level + 1) }
      default: add(kind, path)
      }
    }
  }

  /// Whether a symbol, or one that it uses, has an area to be filled.
  private func hasBody(_ symbol: SymbolDefinition, level: Int = 0) -> Bool {
    symbol.parts.contains { kind, path in
      guard kind == "use", level < Self.mostLevels else { return kind == "body" }
      return definition(path.prefix { $0 != " " }).map { hasBody($0, level: level + 1) } ?? false
    }
  }

  /// Adds a path that looks the same in all forms.
  private mutating func add(_ kind: Substring, _ path: Substring) {
    let erases = kind == "slit" || kind == "pit" || kind == "gap" || kind == "cut" || kind == "gone"
    let colour = erases != isInverted ? "#000000" : "#ffffff"
    let width = kind == "gap" || kind == "cut" ? lineWidth + 2 * Self.gap : lineWidth
    let hasArea = kind != "line" && kind != "slit" && kind != "cut"
    let hasLine = kind != "flat" && kind != "gone" && kind != "dot" && kind != "pit"
    text += "<path fill=\"\(hasArea ? colour : "none")\" fill-rule=\"evenodd\""
    if hasLine {
      text += " stroke=\"\(colour)\" stroke-width=\"\(Self.number(width / scale))\""
      text += " stroke-linecap=\"round\" stroke-linejoin=\"round\""
    }
    text += " d=\"\(svgPath(path))\"/>"
  }

  private mutating func group(_ transform: String, scale factor: Double, _ body: (inout SymbolWriter) -> Void) {
    text += "<g transform=\"\(transform)\">"
    let outer = scale
    scale *= factor
    body(&self)
    scale = outer
    text += "</g>"
  }

  // MARK: Transforms and paths

  private static func placed(at x: Double, _ y: Double, scale: Double) -> String {
    "translate(\(number(x - 12 * scale)) \(number(y - 12 * scale))) scale(\(number(scale)))"
  }

  /// The transform that the words behind a used symbol's name ask for, and its scale.
  private static func transform(_ words: ArraySlice<Substring>) -> (transform: String, scale: Double) {
    let numbers = words.dropFirst().compactMap { Double($0) }
    switch (words.first, numbers.count) {
    case ("turn", 1): return ("rotate(\(number(numbers[0])) 12 12)", 1)
    case ("mirror", 0): return ("translate(24 0) scale(-1 1)", 1)
    case ("flip", 0): return ("translate(0 24) scale(1 -1)", 1)
    case ("at", 3): return (placed(at: numbers[0], numbers[1], scale: numbers[2]), numbers[2])
    default: return ("translate(0 0)", 1)
    }
  }

  /// Path data with circles, rounded rectangles and points written out.
  private func svgPath(_ path: Substring) -> String {
    guard path.utf8.contains(where: { UInt8(ascii: "O")...UInt8(ascii: "R") ~= $0 && $0 != UInt8(ascii: "Q") }) else {
      return String(path)
    }
    func number(_ value: Double) -> String { Self.number(value) }
    func circle(_ x: Double, _ y: Double, _ r: Double) -> String {
      let half = "A\(number(r)) \(number(r)) 0 0 1 "
      return "M\(number(x - r)) \(number(y))\(half)\(number(x + r)) \(number(y))\(half)\(number(x - r)) \(number(y))Z"
    }
    var text = ""
    var rest = path
    while let command = rest.first {
      let arguments = rest.dropFirst().prefix { !$0.isLetter }
      let numbers = arguments.split(separator: " ").compactMap { Double($0) }
      switch (command, numbers.count) {
      case ("O", 3): text += circle(numbers[0], numbers[1], numbers[2])
      case ("P", 2): text += circle(numbers[0], numbers[1], lineWidth * 0.75 / scale)
      case ("R", 5):
        let (x, y, r) = (numbers[0], numbers[1], numbers[4])
        let (right, bottom) = (x + numbers[2], y + numbers[3])
        let corner = "A\(number(r)) \(number(r)) 0 0 1 "
        text += "M\(number(x + r)) \(number(y))H\(number(right - r))\(corner)\(number(right)) \(number(y + r))"
        text += "V\(number(bottom - r))\(corner)\(number(right - r)) \(number(bottom))"
        text += "H\(number(x + r))\(corner)\(number(x)) \(number(bottom - r))"
        text += "V\(number(y + r))\(corner)\(number(x + r)) \(number(y))Z"
      default:
        text.append(command)
        text += arguments
      }
      rest = rest[arguments.endIndex...]
    }
    return text
  }

  /// A number to hundredths.
  private static func number(_ value: Double) -> String {
    let rounded = (value * 100).rounded() / 100
    return rounded == rounded.rounded() ? "\(Int(measured: rounded, else: 0))" : "\(rounded)"
  }
}
