/// Reads a styled text paragraph by paragraph, no further than asked.
struct ParagraphReader {
  private let source: StyledText
  private var position: String.Index
  /// UTF-8 offset of `position`; only kept while there are spans.
  private var offset = 0
  private var span = 0
  private var owesEmptyParagraph: Bool

  init(_ source: StyledText) {
    self.source = source
    position = source.string.startIndex
    owesEmptyParagraph = false
  }

  /// Whether nothing is left to read.
  var isAtEnd: Bool { position == source.string.endIndex && !owesEmptyParagraph }

  /// The next paragraph, or its first `limit` clusters; nil at the end. A text that
  /// ends with a separator has an empty last paragraph.
  mutating func next(limit: Int) -> TextParagraph? {
    guard !isAtEnd else { return nil }
    owesEmptyParagraph = false
    var paragraph = TextParagraph()
    let string = source.string
    while position < string.endIndex {
      let plainEnd = plainEnd(atMost: limit - paragraph.clusters.count)
      if plainEnd > position {
        paragraph.append(plain: string[position..<plainEnd], style: 0)
        position = plainEnd
        continue
      }
      let character = string[position]
      if Self.isSeparator(character) {
        advance(over: character)
        paragraph.endsWithSeparator = true
        owesEmptyParagraph = position == string.endIndex
        return paragraph
      }
      guard paragraph.clusters.count < limit else {
        paragraph.isCut = true
        return paragraph
      }
      paragraph.append(character, style: style())
      advance(over: character)
    }
    return paragraph
  }

  /// The last `limit` clusters of the text's last paragraph.
  static func ending(of source: StyledText, limit: Int) -> TextParagraph {
    let string = source.string
    var start = string.endIndex
    var count = 0
    while start > string.startIndex, count < limit {
      let before = string.index(before: start)
      if isSeparator(string[before]) { break }
      start = before
      count += 1
    }
    var reader = ParagraphReader(source)
    reader.position = start
    if !source.spans.isEmpty {
      reader.offset = string.utf8.distance(from: string.startIndex, to: start)
    }
    return reader.next(limit: limit) ?? TextParagraph()
  }

  /// Where the printable ASCII that comes next in the text's own style ends: characters that are clusters for sure.
  private func plainEnd(atMost limit: Int) -> String.Index {
    guard source.spans.isEmpty else { return position }
    let utf8 = source.string.utf8
    var end = position
    for _ in 0..<max(0, limit) {
      guard end < utf8.endIndex, utf8[end] &- 0x20 < 0x5F else { break }
      let next = utf8.index(after: end)
      // Marks on it would be part of the cluster.
      guard next == utf8.endIndex || utf8[next] < 0x80 else { break }
      end = next
    }
    return end
  }

  private mutating func advance(over character: Character) {
    position = source.string.index(after: position)
    if !source.spans.isEmpty { offset += character.utf8.count }
  }

  private mutating func style() -> Int {
    while span < source.spans.count, source.spans[span].utf8.upperBound <= offset { span += 1 }
    guard span < source.spans.count, source.spans[span].utf8.contains(offset) else { return 0 }
    return span + 1
  }

  static func isSeparator(_ character: Character) -> Bool {
    guard let first = character.unicodeScalars.first else { return false }
    return LineBreakClass.isLineEnd(first)
  }
}
