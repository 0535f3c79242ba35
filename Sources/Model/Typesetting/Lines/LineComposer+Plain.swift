/// The short way for several lines of plain text in one style, that is ASCII and the letters of Latin-1. It makes no
/// clusters, and looks each word up once.
extension LineComposer {
  /// The same lines as `compose()`.
  ///
  /// - Returns: nil where the text is not plain, needs more lines than there are, or has a word wider than a line; the
  ///   composer is as it was then.
  mutating func composePlain() -> TextLayout? {
    guard lineLimit > 1, text.spans.isEmpty, box.alignment != .justified, box.lineBreakMode != .byCharWrapping else {
      return nil
    }
    let face = typesetter.face(for: text.base.font)
    guard typesetter.coversPlainText(face) else { return nil }
    let font = RunFont(face: face, pixelSize: text.base.pixelSize)
    let metrics = typesetter.line(of: text.base)
    let most = clusterLimit
    var string = text.string
    let isDone = string.withUTF8 { bytes in
      guard bytes.count <= most, Typesetter.plainText(bytes) != nil else { return false }
      var start = 0
      while start < bytes.count {
        guard lines.count < lineLimit, let next = addPlainLine(bytes, from: start, font, metrics) else { return false }
        start = next
      }
      return true
    }
    guard isDone else {
      lines = []
      layout = TextLayout()
      return nil
    }
    return assemble()
  }

  /// Appends the line that begins at byte `start`: greedy, as `nextLine(of:from:)`.
  /// - Returns: where the next line begins; nil for a word wider than the box.
  private mutating func addPlainLine(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, _ font: RunFont, _ metrics: LineMetrics
  ) -> Int? {
    let firstWord = layout.frame.words.count
    let space = typesetter.spaceWidth(font)
    var breaker = LineBreaker()
    /// The line up to its last word, and with the spaces after that; bytes from the text's start, and pixels.
    var (end, width) = (start, 0.0)
    var (next, used) = (start, 0.0)
    /// Part of a word was measured alone, or two words at once: the line has to be measured as a whole.
    var isPieced = false
    var index = start
    while index <= bytes.count {
      let isBreak = index == bytes.count || breaker.feed(LineBreakClass.plain(bytes[index])) != .prohibited
      guard isBreak, index > next else {
        // A letter of Latin-1 has two bytes.
        index += index < bytes.count && bytes[index] == 0xC3 ? 2 : 1
        // A letter stays with the one before, and leaves the breaker as it is.
        if breaker.isAfterLetter { while index < bytes.count, (bytes[index] | 0x20) &- 0x61 < 26 { index += 1 } }
        continue
      }
      var wordEnd = index
      while wordEnd > next, bytes[wordEnd - 1] == 0x20 { wordEnd -= 1 }
      let word = UnsafeBufferPointer(rebasing: bytes[next..<wordEnd])
      let first = layout.frame.words.count
      let hasSpace = word.contains(0x20)
      let wordWidth =
        hasSpace
        ? typesetter.shape(word, font: font, into: &layout.frame.words)
        : typesetter.shape(plainWord: word, font: font, into: &layout.frame.words)
      guard box.fits(used + wordWidth) else {
        guard next > start else { return nil }
        layout.frame.words.removeSubrange(first...)
        break
      }
      for place in first..<layout.frame.words.count {
        layout.frame.words[place].start += Int32(truncatingIfNeeded: next - start)
        layout.frame.words[place].x += Float(used)
      }
      if next > start && bytes[next - 1] != 0x20 || hasSpace { isPieced = true }
      (end, width) = (wordEnd, used + wordWidth)
      used = width
      for _ in wordEnd..<index { used += space }
      next = index
      index += index < bytes.count && bytes[index] == 0xC3 ? 2 : 1
    }
    if next == bytes.count, box.fits(used) { (end, width) = (next, used) }
    if isPieced {
      layout.frame.words.removeSubrange(firstWord...)
      width = typesetter.shape(
        UnsafeBufferPointer(rebasing: bytes[start..<end]), font: font, into: &layout.frame.words)
      guard box.fits(width) else { return nil }
    }
    lines.append(plainLine(start..<end, width: width, words: firstWord..<layout.frame.words.count, font, metrics))
    return next
  }

  private func plainLine(
    _ utf8: Range<Int>, width: Double, words: Range<Int>, _ font: RunFont, _ metrics: LineMetrics
  ) -> ComposedLine {
    var line = ComposedLine(metrics: metrics)
    guard !utf8.isEmpty else { return line }
    let style = text.base
    let all = text.string.utf8
    let first = all.index(all.startIndex, offsetBy: utf8.lowerBound)
    var run = TextRun(
      text: text.string[first..<all.index(first, offsetBy: utf8.count)], face: font.face, pixelSize: font.pixelSize,
      shaping: font.shaping, x: 0, baseline: 0, width: width, color: style.color)
    run.words = words
    if let color = style.background { run.fill(color, over: metrics) }
    run.isUnderlined = style.isUnderlined
    run.isStruckThrough = style.isStruckThrough
    let overhang = typesetter.overhang(of: run, in: layout.frame.words)
    line.left = overhang.left
    line.right = overhang.right
    line.width = width
    line.reach.add(
      typesetter.engine.metrics(of: font.face, pixelSize: font.pixelSize), pixelSize: font.pixelSize,
      marks: run.text.utf8.contains { $0 >= 0x80 } ? 1 : 0)
    line.runs = [run]
    return line
  }
}

extension LineBreakClass {
  /// The class of a character of plain text by its first byte: all letters of Latin-1 are alphabetic.
  fileprivate static func plain(_ byte: UInt8) -> LineBreakClass { byte < 0x80 ? ascii(byte) : .AL }
}
