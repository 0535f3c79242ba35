extension Typesetter {
  /// Shapes a run and appends its glyphs, as far as possible from words shaped before.
  func shape(
    _ text: Substring, font: RunFont, into glyphs: inout ContiguousArray<TextGlyph>
  ) -> ShapedExtent {
    var text = text
    return text.withUTF8 { shape($0, font: font, into: &glyphs) }
  }

  /// Shapes valid UTF-8; see above.
  func shape(
    _ text: UnsafeBufferPointer<UInt8>, font: RunFont,
    into glyphs: inout ContiguousArray<TextGlyph>
  ) -> ShapedExtent {
    guard font.shaping == TextShaping(), text.contains(Self.space), separatesWords(font.face) else {
      return shapeWhole(text, font: font, at: 0, cluster: 0, into: &glyphs)
    }
    var extent = ShapedExtent()
    var start = 0
    while start < text.count {
      let end = Self.wordEnd(in: text, from: start)
      let word = UnsafeBufferPointer(rebasing: text[start..<end])
      let part = shapeWhole(
        word, font: font, at: Float(extent.width), cluster: Int32(start), into: &glyphs)
      if start == 0 { extent.left = part.left }
      extent.right = max(0, max(part.right, extent.right - part.width))
      extent.width += part.width
      start = end
    }
    return extent
  }

  /// The shaped width of one run.
  func advance(of text: Substring, font: RunFont) -> Double {
    scratch.removeAll(keepingCapacity: true)
    return shape(text, font: font, into: &scratch).width
  }

  private func shapeWhole(
    _ text: UnsafeBufferPointer<UInt8>, font: RunFont, at x: Float, cluster: Int32,
    into glyphs: inout ContiguousArray<TextGlyph>
  ) -> ShapedExtent {
    shapes.append(text, font: font, at: x, cluster: cluster, to: &glyphs) {
      engine.shape(text, font: font, into: &$0)
    }
  }

  private static let space: UInt8 = 0x20

  /// Where the word or the single space that begins at `start` ends.
  private static func wordEnd(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var end = start
    if text[start] == space, !isFollowedByMark(start, in: text) { return start + 1 }
    repeat { end += 1 } while end < text.count
      && (text[end] != space || isFollowedByMark(end, in: text))
    return end
  }

  /// Whether what comes after a byte changes what stands there.
  private static func isFollowedByMark(_ index: Int, in text: UnsafeBufferPointer<UInt8>) -> Bool {
    // The first mark is U+0300, CC 80.
    guard index + 1 < text.count, text[index + 1] >= 0xCC else { return false }
    var decoder = UTF8()
    var rest = text[(index + 1)...].makeIterator()
    guard case .scalarValue(let scalar) = decoder.decode(&rest) else { return false }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: return true
    default: return scalar.properties.isDefaultIgnorableCodePoint
    }
  }
}
