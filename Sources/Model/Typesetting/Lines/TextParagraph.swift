/// A paragraph, or the part of one that can matter, split into clusters.
struct TextParagraph {
  /// The text to draw: the source with tabs expanded and control characters replaced.
  var text = ""
  var clusters: ContiguousArray<TextCluster> = []
  /// Whether it stops short of the source paragraph's end, because of the limit.
  var isCut = false
  /// Whether a line separator followed.
  var endsWithSeparator = false
  /// Levels, where any cluster may run right to left.
  var bidi: BidiParagraph?
  /// The direction the paragraph itself has.
  var isRightToLeft = false

  /// Whether there is text of a script without spaces between words whose words were not looked up yet.
  private var hasUndividedWords = false

  /// Columns from one tab stop to the next.
  static let tabColumns = 4

  /// Appends printable ASCII of the source, each character of which is a cluster.
  mutating func append(plain source: Substring, style: Int) {
    var scalar = clusters.last?.scalars.upperBound ?? 0
    var byte = clusters.last?.utf8.upperBound ?? 0
    text += source
    clusters.reserveCapacity(clusters.count + source.utf8.count)
    for code in source.utf8 {
      clusters.append(
        TextCluster(
          scalars: scalar..<scalar + 1, utf8: byte..<byte + 1, script: TextScript(Unicode.Scalar(code)),
          lineBreak: .ascii(code), style: style))
      scalar += 1
      byte += 1
    }
  }

  /// Appends one grapheme cluster of the source.
  mutating func append(_ character: Character, style: Int) {
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return }
    if first.value == 0x09 {
      let stop = Self.tabColumns - clusters.count % Self.tabColumns
      for _ in 0..<stop { append(" ", first: " ", style: style) }
    } else if first.properties.generalCategory == .control {
      append("\u{FFFD}", first: "\u{FFFD}", style: style)
    } else {
      append(character, first: first, style: style)
    }
  }

  private mutating func append(_ character: Character, first: Unicode.Scalar, style: Int) {
    let scalars = character.unicodeScalars
    let scalarStart = clusters.last?.scalars.upperBound ?? 0
    let byteStart = clusters.last?.utf8.upperBound ?? 0
    let lineBreak = LineBreakClass(character)
    if lineBreak == .SA { hasUndividedWords = true }
    text.append(character)
    var cluster = TextCluster(
      scalars: scalarStart..<scalarStart + scalars.count,
      utf8: byteStart..<byteStart + character.utf8.count,
      script: TextCluster.isEmoji(scalars) ? .emoji : TextScript(first),
      lineBreak: lineBreak, style: style)
    cluster.marks = TextCluster.marks(first, scalarCount: scalars.count)
    clusters.append(cluster)
  }

  /// Appends clusters of another paragraph with the faces they have.
  mutating func append(_ range: Range<Int>, of other: TextParagraph) {
    guard !range.isEmpty else { return }
    let scalarShift =
      (clusters.last?.scalars.upperBound ?? 0) - other.clusters[range.lowerBound].scalars.lowerBound
    let byteShift =
      (clusters.last?.utf8.upperBound ?? 0) - other.clusters[range.lowerBound].utf8.lowerBound
    text += other.substring(range)
    for var cluster in other.clusters[range] {
      cluster.scalars =
        cluster.scalars.lowerBound + scalarShift..<cluster.scalars.upperBound + scalarShift
      cluster.utf8 = cluster.utf8.lowerBound + byteShift..<cluster.utf8.upperBound + byteShift
      clusters.append(cluster)
    }
  }

  /// Finds words where no spaces stand between them, so that lines can break there; call before the paragraph is cut
  /// into lines.
  ///
  /// - Complexity: O(1) in a paragraph without such text.
  mutating func divideWords(_ engine: some TextEngine) {
    guard hasUndividedWords else { return }
    hasUndividedWords = false
    var start = 0
    while start < clusters.count {
      guard clusters[start].lineBreak == .SA else {
        start += 1
        continue
      }
      var end = start + 1
      while end < clusters.count, clusters[end].lineBreak == .SA || clusters[end].lineBreak == .CM { end += 1 }
      let first = clusters[start].utf8.lowerBound
      var wordStarts = engine.wordStarts(in: substring(start..<end))[...]
      for index in start..<end where clusters[index].lineBreak == .SA {
        let offset = clusters[index].utf8.lowerBound - first
        while let next = wordStarts.first, next < offset { wordStarts.removeFirst() }
        // A word that begins inside of a cluster begins no line.
        if index == start || wordStarts.first != offset { clusters[index].lineBreak = .AL }
      }
      start = end
    }
  }

  /// The text of a range of clusters; shares the paragraph's storage.
  func substring(_ range: Range<Int>) -> Substring {
    guard !range.isEmpty else { return "" }
    let utf8 = text.utf8
    let start = utf8.index(utf8.startIndex, offsetBy: clusters[range.lowerBound].utf8.lowerBound)
    let end = utf8.index(utf8.startIndex, offsetBy: clusters[range.upperBound - 1].utf8.upperBound)
    return text[start..<end]
  }

  /// `range` without the spaces at its end.
  func trimmingSpaces(_ range: Range<Int>) -> Range<Int> {
    var end = range.upperBound
    while end > range.lowerBound, clusters[end - 1].isSpace { end -= 1 }
    return range.lowerBound..<end
  }

  /// Finds scripts and levels; call once all clusters are in.
  ///
  /// - Parameter base: the direction to take, or `natural` to ask the text.
  mutating func resolve(base: BidiParagraph.BaseDirection = .natural) {
    TextCluster.resolveScripts(&clusters)
    guard base == .rightToLeft || BidiClass.mayReorder(text.utf8) else {
      bidi = nil
      isRightToLeft = false
      return
    }
    let levels = BidiParagraph(scalars: text.unicodeScalars, base: base)
    bidi = levels
    isRightToLeft = levels.baseLevel == 1
  }
}
