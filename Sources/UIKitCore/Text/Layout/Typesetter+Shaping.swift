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
      return shapePieces(text, font: font, into: &glyphs)
    }
    var extent = ShapedExtent()
    var start = 0
    while start < text.count {
      let wordEnd = Self.wordEnd(in: text, from: start)
      while start < wordEnd {
        let end = Self.pieceEnd(in: text, from: start, to: wordEnd)
        let piece = UnsafeBufferPointer(rebasing: text[start..<end])
        extent.append(
          shapeWhole(piece, font: font, at: Float(extent.width), cluster: Int32(start), into: &glyphs),
          isFirst: start == 0)
        start = end
      }
    }
    return extent
  }

  // MARK: Pieces

  /// The longest text that is shaped at once, in bytes of UTF-8.
  private static let longestPiece = 2048
  /// The most marks after each other that are shaped at once. A shaper places each by those before it.
  private static let mostMarks = 64
  /// Too short to be cut: neither limit can be reached.
  private static let shortText = 128

  /// Shapes text that is not cut into words; a longer one in pieces, whose number grows with its length, so that the time
  /// does too, whatever it consists of.
  private func shapePieces(
    _ text: UnsafeBufferPointer<UInt8>, font: RunFont, into glyphs: inout ContiguousArray<TextGlyph>
  ) -> ShapedExtent {
    guard text.count > Self.shortText else {
      return shapeWhole(text, font: font, at: 0, cluster: 0, into: &glyphs)
    }
    var ends: ContiguousArray<Int> = [0]
    while let start = ends.last, start < text.count {
      ends.append(Self.pieceEnd(in: text, from: start, to: text.count))
    }
    var extent = ShapedExtent()
    let count = ends.count - 1
    for place in 0..<count {
      // Glyphs are appended from left to right.
      let index = font.shaping.isRightToLeft ? count - 1 - place : place
      let piece = UnsafeBufferPointer(rebasing: text[ends[index]..<ends[index + 1]])
      extent.append(
        shapeWhole(piece, font: font, at: Float(extent.width), cluster: Int32(ends[index]), into: &glyphs),
        isFirst: place == 0)
    }
    return extent
  }

  /// Where the piece that begins at `start` ends: at `limit`, or before it where it would be too long or hold too many
  /// marks in a row. It is cut before a character that stands alone where one is near.
  private static func pieceEnd(in text: UnsafeBufferPointer<UInt8>, from start: Int, to limit: Int) -> Int {
    guard limit - start > shortText else { return limit }
    var marks = 0
    var offset = start
    // The last place where no character is torn from its marks.
    var safe = start
    while offset < limit {
      let (scalar, length) = scalar(in: text, at: offset)
      if scalar.value >= 0x300, isMark(scalar) {
        marks += 1
        if marks > mostMarks { return offset }
      } else {
        marks = 0
        if offset - start >= longestPiece / 2 { safe = offset }
      }
      if offset + length - start > longestPiece { return safe > start ? safe : offset }
      offset += length
    }
    return limit
  }

  private static func scalar(in text: UnsafeBufferPointer<UInt8>, at offset: Int) -> (Unicode.Scalar, length: Int) {
    if text[offset] < 0x80 { return (Unicode.Scalar(text[offset]), 1) }
    var decoder = UTF8()
    var rest = text[offset...].makeIterator()
    guard case .scalarValue(let scalar) = decoder.decode(&rest) else { return ("\u{FFFD}", 1) }
    return (scalar, UTF8.width(scalar))
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: scalar.properties.isDefaultIgnorableCodePoint
    }
  }

  // MARK: Words

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
    repeat {
      end += 1
    } while end < text.count
      && (text[end] != space || isFollowedByMark(end, in: text))
    return end
  }

  /// Whether what comes after a byte changes what stands there.
  private static func isFollowedByMark(_ index: Int, in text: UnsafeBufferPointer<UInt8>) -> Bool {
    // The first mark is U+0300, CC 80.
    guard index + 1 < text.count, text[index + 1] >= 0xCC else { return false }
    return isMark(scalar(in: text, at: index + 1).0)
  }
}
