import Foundation

/// An SVG text and the size it gives itself.
struct SVGDocument {
  /// The document as the decoder reads it: `SVGRewriter` was over it.
  let text: String
  /// Units of the drawing; 1 is a point.
  let width, height: Double

  /// `nil` when `data` is not UTF-8 or no `<svg` element begins in its first
  /// 4096 bytes. A drawing that states no usable size counts as 24 x 24.
  init?(data: Data) {
    guard data.prefix(64).first(where: { $0 > 0x20 && $0 < 0x80 }) == UInt8(ascii: "<"),
      let text = String(data: data, encoding: .utf8),
      let start = text.prefix(4096).range(of: "<svg")?.lowerBound,
      let end = text[start...].firstIndex(of: ">")
    else { return nil }
    self.text = SVGRewriter.rewritten(text)
    let tag = text[start..<end]
    let box = Self.attribute("viewBox", of: tag)?
      .split(whereSeparator: { $0.isWhitespace || $0 == "," }).compactMap { Double($0) }
    let boxSize = box?.count == 4 ? box : nil
    width = Self.length(Self.attribute("width", of: tag)) ?? Self.usable(boxSize?[2]) ?? 24
    height = Self.length(Self.attribute("height", of: tag)) ?? Self.usable(boxSize?[3]) ?? 24
  }

  /// The value of `name="…"` or `name='…'` behind white space of any kind in a tag; space around the equals sign is
  /// allowed.
  private static func attribute(_ name: String, of tag: Substring) -> Substring? {
    var rest = tag.drop { !$0.isWhitespace }
    while let start = rest.firstIndex(where: { !$0.isWhitespace }) {
      rest = rest[start...]
      let found = rest.prefix { !$0.isWhitespace && $0 != "=" }
      rest = rest[found.endIndex...].drop { $0.isWhitespace }
      guard rest.first == "=" else { continue }
      rest = rest.dropFirst().drop { $0.isWhitespace }
      guard let quote = rest.first, quote == "\"" || quote == "'" else { continue }
      let value = rest.dropFirst().prefix { $0 != quote }
      if found == name { return value }
      rest = rest[value.endIndex...].dropFirst()
    }
    return nil
  }

  /// A length without unit or in `px`; `nil` for percentages and other units.
  private static func length(_ text: Substring?) -> Double? {
    guard let text else { return nil }
    return usable(Double(text.hasSuffix("px") ? text.dropLast(2) : text))
  }

  private static func usable(_ length: Double?) -> Double? {
    length.flatMap { $0.isFinite && $0 > 0 && $0 <= 100_000 ? $0 : nil }
  }
}
