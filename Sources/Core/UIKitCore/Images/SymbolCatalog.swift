import Foundation
import SymbolDefinitions

/// The symbols this framework draws itself, by the name an app asks for.
///
/// `UIImage(systemName:)` and the table's accessories look here. A symbol is drawn from its definition in the target
/// `SymbolDefinitions` when it is asked for: an SVG document in a box of 24 x 24 units, in which white is ink, so that an
/// image view can tint the pixels by multiplication, and black takes ink away. All lines have one width, which the weight
/// says.
///
/// No table of the names is kept: one is found by going through the definitions' lines, which takes some microseconds.
package enum SymbolCatalog {
  /// Side of the square box all coordinates lie in, in units of the drawing.
  package static let box = 24.0

  /// Width of a line of regular weight, in units of the 24 unit box.
  package static let regularLineWidth = 1.8

  /// The symbol that stands where a name has no drawing.
  package static let placeholder = "square.dashed"

  /// Every name that has a drawing, in alphabetical order.
  /// - Complexity: O(length of all definitions).
  package static var names: [String] { headings.flatMap { names(of: $0) }.sorted() }

  /// The names that stand for the drawing of another name.
  /// - Complexity: O(length of all definitions).
  package static var otherNames: Set<String> {
    Set(headings.filter { $0[1...].first == "=" }.flatMap { names(of: $0) })
  }

  /// The SVG document of the symbol called `name`; nil for an unknown name.
  ///
  /// - Parameter lineWidth: width of a line in units of the 24 unit box.
  /// - Complexity: O(number of definitions).
  package static func svg(named name: String, lineWidth: Double = regularLineWidth) -> String? {
    guard let (symbol, form) = find(name[...]) else { return nil }
    var writer = SymbolWriter(lineWidth: lineWidth, definition: { definition(named: $0) })
    return writer.document(of: symbol, form: form)
  }

  // MARK: Names

  /// Ends of names, the longest first, and the form they ask for.
  private static let endings: [(ending: String, variant: Substring, form: SymbolForm)] =
    ["badge.checkmark", "badge.minus", "badge.xmark", "badge.plus", "badge"].flatMap { badge in
      let sign = badge.dropFirst("badge.".count)
      return [
        (".fill.\(badge)", badge[...], SymbolForm(isFilled: true, badge: sign)),
        (".\(badge).fill", badge[...], SymbolForm(isFilled: true, badge: sign)),
        (".\(badge)", badge[...], SymbolForm(badge: sign)),
      ]
    } + [
      (".slash.fill", "slash", SymbolForm(isFilled: true, isSlashed: true)),
      (".circle.fill", "circle", SymbolForm(isFilled: true, enclosure: .circle)),
      (".square.fill", "square", SymbolForm(isFilled: true, enclosure: .square)),
      (".slash", "slash", SymbolForm(isSlashed: true)),
      (".circle", "circle", SymbolForm(enclosure: .circle)),
      (".square", "square", SymbolForm(enclosure: .square)),
      (".fill", "fill", SymbolForm(isFilled: true)),
    ]

  /// The definition that a name stands for, and the form that its end asks for; nil for an unknown name.
  static func find(_ name: Substring) -> (SymbolDefinition, SymbolForm)? {
    if let text = text(of: name) {
      if let other = SymbolDefinition.otherName(in: text) { return find(other) }
      let symbol = SymbolDefinition(text)
      if symbol.isNamed { return (symbol, SymbolForm()) }
    }
    for (ending, variant, form) in endings where name.hasSuffix(ending) {
      if let symbol = definition(named: name.dropLast(ending.count)), symbol.variants.contains(variant) {
        return (symbol, form)
      }
    }
    return nil
  }

  /// The definition of a symbol, or of the one that the name stands for.
  private static func definition(named name: Substring) -> SymbolDefinition? {
    guard let text = text(of: name) else { return nil }
    return SymbolDefinition(SymbolDefinition.otherName(in: text).flatMap { self.text(of: $0) } ?? text)
  }

  /// The lines of a name's definition.
  private static func text(of name: Substring) -> String? {
    for family in Symbols.families {
      let bytes = UnsafeBufferPointer(start: family.utf8Start, count: family.utf8CodeUnitCount)
      if let lines = lines(of: name.utf8, in: bytes) { return String(decoding: lines, as: UTF8.self) }
    }
    return nil
  }

  /// The line that begins with the name and a space or its end, with the indented lines below it.
  private static func lines(
    of name: Substring.UTF8View, in bytes: UnsafeBufferPointer<UInt8>
  ) -> Slice<UnsafeBufferPointer<UInt8>>? {
    let (newline, space) = (UInt8(ascii: "\n"), UInt8(ascii: " "))
    func nextLine(after place: Int) -> Int {
      guard let start = bytes.baseAddress, let found = memchr(start + place, Int32(newline), bytes.count - place)
      else { return bytes.count }
      return UnsafeRawPointer(start).distance(to: UnsafeRawPointer(found)) + 1
    }
    guard !name.isEmpty else { return nil }
    var place = 0
    while place < bytes.count {
      let end = nextLine(after: place)
      let tail = place + name.count
      if bytes[place] != space, tail < end, bytes[place..<tail].elementsEqual(name),
        bytes[tail] == space || bytes[tail] == newline
      {
        var last = end
        while last < bytes.count, bytes[last] == space { last = nextLine(after: last) }
        return bytes[place..<last]
      }
      place = end
    }
    return nil
  }

  // MARK: All names

  /// The words of each definition's first line.
  private static var headings: [[Substring]] {
    Symbols.families.flatMap { family in
      family.description.split(separator: "\n").filter { !$0.hasPrefix(" ") }.map { $0.split(separator: " ") }
    }
  }

  private static func names(of heading: [Substring]) -> [String] {
    guard let symbol = definition(named: heading[0]) else { return [] }
    let name = String(heading[0])
    let hasFill = symbol.variants.contains("fill")
    return (symbol.isNamed ? [name] : [])
      + symbol.variants.flatMap { variant -> [String] in
        switch variant {
        case "circle", "square": ["\(name).\(variant)", "\(name).\(variant).fill"]
        case "slash", "badge": ["\(name).\(variant)"] + (hasFill ? ["\(name).\(variant).fill"] : [])
        case "fill": ["\(name).fill"]
        case SymbolDefinition.nameless: []
        default: ["\(name).\(variant)"] + (hasFill ? ["\(name).fill.\(variant)"] : [])
        }
      }
  }
}
