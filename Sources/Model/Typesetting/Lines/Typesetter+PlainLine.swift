import Pixels
import Primitives

/// The short way for what most labels show: one line of plain Latin, that is ASCII
/// and the letters of Latin-1, in one font. It needs no fallback and no clusters.
extension Typesetter {
  /// Whether `text` most likely does not fit on one line of `box`, so that it is not worth measuring all of it.
  func isLikelyTooLong(_ text: StyledText, in box: TextBox) -> Bool {
    // Hardly any text is narrower than a third of an em a letter.
    Double(text.string.utf8.count) * text.base.pixelSize > 3 * box.width
  }

  /// Whether it is to be laid out in lines at once.
  func isLikelyToWrap(_ text: StyledText, in box: TextBox) -> Bool {
    box.maximumLines != 1 && isLikelyTooLong(text, in: box)
  }

  /// The width of `text` if it is plain, in one font and fits on one line; nil sends
  /// it the long way. Costs a look-up for each word measured before.
  func plainWidth(_ text: StyledText, in box: TextBox) -> Double? {
    scratch.removeAll(keepingCapacity: true)
    return shapePlain(text, in: box, into: &scratch)?.width
  }

  /// A line that was measured.
  private struct PlainLine {
    let width: Double
    let font: RunFont
    /// Whether it has letters with marks.
    let hasMarks: Bool
    /// The parts of a line with spans, from left to right; none where all is in one style.
    var parts: [Part] = []

    /// A part in one style, and where it begins, in pixels from the left end of the line.
    struct Part {
      let utf8: Range<Int>
      let style: TextStyle
      let words: Range<Int>
      let x, width: Double
    }
  }

  /// Measures such a line in its face, and appends its words to `words`.
  private func shapePlain(
    _ text: StyledText, in box: TextBox, into words: inout ContiguousArray<TextWord>
  ) -> PlainLine? {
    let base = text.base
    let spans = text.spans
    guard box.alignment != .justified,
      spans.isEmpty || spans.allSatisfy({ $0.style.pixelSize == base.pixelSize && $0.style.font == base.font })
    else { return nil }
    let face = face(for: base.font)
    guard coversPlainText(face) else { return nil }
    let limit = 2 * Int(box.width) + 2
    let font = RunFont(face: face, pixelSize: base.pixelSize)
    var string = text.string
    var hasMarks = false
    var parts: [PlainLine.Part] = []
    let width = string.withUTF8 { bytes -> Double? in
      guard bytes.count <= limit, let kind = Self.plainText(bytes) else { return nil }
      hasMarks = kind == .marked
      // Room for words of four letters beside a number.
      words.reserveCapacity(bytes.count / 5 + 8)
      guard !spans.isEmpty else { return shape(plainLine: bytes, font: font, into: &words) }
      parts = shape(bytes, base, spans, font, into: &words)
      return parts.last.map { $0.x + $0.width } ?? 0
    }
    guard let width, box.fits(width) else { return nil }
    return PlainLine(width: width, font: font, hasMarks: hasMarks, parts: parts)
  }

  /// Measures the parts of a line with spans, and appends their words.
  private func shape(
    _ bytes: UnsafeBufferPointer<UInt8>, _ base: TextStyle, _ spans: [TextSpan], _ font: RunFont,
    into words: inout ContiguousArray<TextWord>
  ) -> [PlainLine.Part] {
    var parts: [PlainLine.Part] = []
    var (end, x) = (0, 0.0)
    func add(_ utf8: Range<Int>, _ style: TextStyle) {
      guard !utf8.isEmpty else { return }
      let first = words.count
      let width = shape(plainLine: UnsafeBufferPointer(rebasing: bytes[utf8]), font: font, into: &words)
      parts.append(PlainLine.Part(utf8: utf8, style: style, words: first..<words.count, x: x, width: width))
      x += width
    }
    for span in spans {
      add(end..<span.utf8.lowerBound, base)
      add(span.utf8, span.style)
      end = span.utf8.upperBound
    }
    add(end..<bytes.count, base)
    return parts
  }

  /// Makes an empty layout that of such a line.
  /// - Returns: false, and it stays as it is, for other text.
  func layOutPlainLine(_ text: StyledText, in box: TextBox, into layout: inout TextLayout) -> Bool {
    var words: ContiguousArray<TextWord> = []
    guard let line = shapePlain(text, in: box, into: &words) else { return false }
    setLine(Substring(text.string), words, line, style: text.base, box: box, of: &layout)
    return true
  }

  /// One line of ASCII too long for its box, cut before an ellipsis of the same face: the words are measured as far as the
  /// box could show them, and pieces of the last one. Nil for other text.
  func asciiTruncatedTail(_ text: StyledText, in box: TextBox) -> TextLayout? {
    guard text.spans.isEmpty, box.lineBreakMode == .byTruncatingTail else { return nil }
    let style = text.base
    let metrics = line(of: style)
    guard box.maximumLines == 1 || box.height < 2 * metrics.height + box.lineSpacing else {
      return nil
    }
    let face = face(for: style.font)
    guard let prefix = asciiPrefix(of: text.string, atMost: Int(box.width) + 1),
      coversPlainText(face), engine.hasGlyph(for: "…", in: face)
    else { return nil }

    let font = RunFont(face: face, pixelSize: style.pixelSize)
    let available = box.width - advance(of: "…", font: font)
    guard available > 0 else { return nil }
    var count = fittingBytes(of: prefix, font: font, width: available)
    while count > 0, prefix.utf8[prefix.utf8.index(prefix.startIndex, offsetBy: count - 1)] == 0x20 {
      count -= 1
    }
    // A ligature that was cut may still cost a pixel.
    while true {
      let line = bytes(count, of: prefix) + "…"
      scratch.removeAll(keepingCapacity: true)
      let width = shape(line[...], font: font, into: &scratch)
      if box.fits(width) || count == 0 {
        var layout = TextLayout()
        setLine(
          line[...], scratch, PlainLine(width: width, font: font, hasMarks: false), style: style, box: box, of: &layout)
        layout.isTruncated = true
        return layout
      }
      count -= 1
    }
  }

  /// One line of ASCII too long for its box, of which no more is laid out than begins in the box. Nil for other text.
  func asciiClipped(_ text: StyledText, in box: TextBox) -> TextLayout? {
    let face = face(for: text.base.font)
    guard box.lineBreakMode == .byClipping, box.maximumLines == 1, coversPlainText(face),
      let prefix = asciiPrefix(of: text.string, atMost: Int(box.width) + 1)
    else { return nil }
    let font = RunFont(face: face, pixelSize: text.base.pixelSize)
    let count = fittingBytes(of: prefix, font: font, width: box.width) + 1
    guard count <= prefix.utf8.count else { return nil }
    let spans = text.spans.map { TextSpan(utf8: $0.utf8.clamped(to: 0..<count), style: $0.style) }
    let part = StyledText(String(bytes(count, of: prefix)), base: text.base, spans: spans.filter { !$0.utf8.isEmpty })
    var layout = TextLayout()
    var words: ContiguousArray<TextWord> = []
    guard let line = shapePlain(part, in: TextBox(width: .infinity, alignment: box.alignment), into: &words) else {
      return nil
    }
    setLine(Substring(part.string), words, line, style: part.base, box: box, of: &layout)
    layout.isTruncated = true
    return layout
  }

  /// How many bytes of ASCII end before `width` pixels.
  private func fittingBytes(of text: Substring, font: RunFont, width: Double) -> Int {
    // Measured by stretches, so that narrow boxes do not pay for all their text could need.
    let stretch = max(16, Int(measured: 2.5 * width / max(1, font.pixelSize), else: 16))
    var count = min(stretch, text.utf8.count)
    while true {
      scratch.removeAll(keepingCapacity: true)
      let whole = shape(bytes(count, of: text), font: font, into: &scratch)
      if whole > width {
        guard let index = scratch.firstIndex(where: { Double($0.x + $0.width) > width }) else { return count }
        let word = scratch[index]
        if Double(word.x) > width {
          // The spaces before the word reach there.
          let (end, x) = index > 0 ? scratch[index - 1].end : (0, 0)
          return end + max(0, Int(measured: ((width - x) / spaceWidth(font)).rounded(.down), else: 0))
        }
        let start = Int(word.start)
        return start + fittingBytes(from: start, count: Int(word.count), of: text, font, width: width - Double(word.x))
      }
      guard count < text.utf8.count else { return count }
      count = min(text.utf8.count, 2 * count)
    }
  }

  /// How many bytes of one word end before `width` pixels.
  private func fittingBytes(
    from start: Int, count: Int, of text: Substring, _ font: RunFont, width: Double
  ) -> Int {
    var (low, high) = (0, count)
    let first = text.utf8.index(text.startIndex, offsetBy: start)
    while high - low > 1 {
      let middle = (low + high) / 2
      let end = text.utf8.index(first, offsetBy: middle)
      if advance(of: text[first..<end], font: font) <= width { low = middle } else { high = middle }
    }
    return low
  }

  /// Makes an empty layout that of one line of these words. In its place: a layout that is returned is copied.
  private func setLine(
    _ text: Substring, _ words: ContiguousArray<TextWord>, _ line: PlainLine, style: TextStyle, box: TextBox,
    of layout: inout TextLayout
  ) {
    let (width, font) = (line.width, line.font)
    let metrics = self.line(of: style)
    var reach = InkReach()
    reach.add(
      engine.metrics(of: font.face, pixelSize: font.pixelSize), pixelSize: font.pixelSize, marks: line.hasMarks ? 1 : 0)
    // A line that is cut at the edge of the box does not reach beyond it.
    let visible = box.fits(width) ? width : box.width
    var overhang = TextOverhang()
    if !line.parts.isEmpty {
      layout.frame.runs = runs(of: line, in: text, metrics)
      if visible == width { overhang = self.overhang(of: layout.frame.runs, in: words, width: width) }
    } else if visible == width, let first = words.first, let last = words.last {
      overhang = engine.overhang(of: text, font: font, x: 0, width: width, first: first, last: last)
    }
    layout.width = visible
    layout.height = metrics.height
    layout.lineCount = 1
    layout.firstBaseline = metrics.ascent
    layout.lastBaseline = metrics.ascent
    layout.placement = box.alignment.edge(isRightToLeft: false)
    layout.frame.pixelWidth = TextLayout.pixels(visible)
    layout.frame.pixelHeight = Int(measured: metrics.height, else: 0)
    layout.frame.addOverhang(left: overhang.left, right: overhang.right, width: visible)
    layout.frame.addRows(
      above: reach.rowsAbove(metrics.ascent), below: reach.rowsBelow(metrics.height - metrics.ascent))
    if line.parts.isEmpty {
      var run = run(of: text, style, font, x: Double(layout.frame.leftOverhang), width: width, metrics)
      run.baseline += Double(layout.frame.topOverhang)
      run.words = 0..<words.count
      layout.frame.runs = [run]
    }
    layout.frame.words = words
  }

  private func run(
    of text: Substring, _ style: TextStyle, _ font: RunFont, x: Double, width: Double, _ metrics: LineMetrics
  ) -> TextRun {
    var run = TextRun(
      text: text, face: font.face, pixelSize: font.pixelSize, shaping: font.shaping, x: x, baseline: metrics.ascent,
      width: width, color: style.color)
    if let color = style.background { run.fill(color, over: metrics) }
    run.isUnderlined = style.isUnderlined
    run.isStruckThrough = style.isStruckThrough
    return run
  }

  /// The runs of a line with spans.
  private func runs(of line: PlainLine, in text: Substring, _ metrics: LineMetrics) -> [TextRun] {
    let utf8 = text.utf8
    return line.parts.map { part in
      let first = utf8.index(utf8.startIndex, offsetBy: part.utf8.lowerBound)
      let last = utf8.index(first, offsetBy: part.utf8.count)
      var run = run(of: text[first..<last], part.style, line.font, x: part.x, width: part.width, metrics)
      run.words = part.words
      return run
    }
  }

  /// How far the ink of runs reaches beyond the line.
  private func overhang(of runs: [TextRun], in words: ContiguousArray<TextWord>, width: Double) -> TextOverhang {
    var overhang = TextOverhang(right: -width)
    for run in runs {
      // Ink reaches less than two ems beyond its run.
      let reachable = 2 * run.pixelSize
      guard run.x < reachable || width - run.x - run.width < reachable else { continue }
      let own = self.overhang(of: run, in: words)
      overhang.left = max(overhang.left, own.left - run.x)
      overhang.right = max(overhang.right, own.right - (width - run.x - run.width))
    }
    return overhang
  }

  private func bytes(_ count: Int, of text: Substring) -> Substring {
    text[..<text.utf8.index(text.startIndex, offsetBy: count)]
  }

  /// Text that is printable ASCII, or has letters of Latin-1 with their marks too.
  enum PlainText {
    case ascii, marked
  }

  /// The kind of a text that is printable ASCII and U+00C0...U+00FF, whose first byte is 0xC3; nil for another.
  /// - Parameter bytes: valid UTF-8.
  static func plainText(_ bytes: UnsafeBufferPointer<UInt8>) -> PlainText? {
    let raw = UnsafeRawBufferPointer(bytes)
    var kind = PlainText.ascii
    var index = 0
    while index < raw.count {
      // The last eight bytes may have been looked at in part.
      let eight = min(index, raw.count &- 8)
      if eight >= 0, arePrintable(raw.loadUnaligned(fromByteOffset: eight, as: UInt64.self)) {
        index = eight &+ 8
      } else if raw[index] &- 0x20 < 0x5F {
        index += 1
      } else if raw[index] == 0xC3 {
        kind = .marked
        index += 2
      } else {
        return nil
      }
    }
    return kind
  }

  /// Whether eight bytes are printable ASCII.
  @inline(__always)
  private static func arePrintable(_ bytes: UInt64) -> Bool {
    let high: UInt64 = 0x8080_8080_8080_8080
    // The highest bit of each byte: set by 0x60 from 0x20 on, by 0x01 for 0x7F, and in what is no ASCII.
    let (fromSpace, delete) = (bytes &+ 0x6060_6060_6060_6060, bytes &+ 0x0101_0101_0101_0101)
    return fromSpace & ~(bytes | delete) & high == high
  }

  /// The first `limit` bytes if they are printable ASCII and no cluster is cut.
  private func asciiPrefix(of string: String, atMost limit: Int) -> Substring? {
    let utf8 = string.utf8
    guard let end = utf8.index(utf8.startIndex, offsetBy: limit, limitedBy: utf8.endIndex) else {
      return utf8.allSatisfy { $0 &- 0x20 < 0x5F } ? string[...] : nil
    }
    // The byte after must be ASCII too, or it may be a mark on the last one.
    let next = end < utf8.endIndex ? utf8.index(after: end) : end
    guard utf8[..<next].allSatisfy({ $0 &- 0x20 < 0x5F }) else { return nil }
    return string[..<end]
  }
}

extension TextWord {
  /// Where it ends: in the run's UTF-8, and in pixels from the left end of the run.
  fileprivate var end: (utf8: Int, x: Double) { (Int(start + count), Double(x + width)) }
}

extension NSTextAlignment {
  /// The edge that lines of a paragraph go to: `left`, `center` or `right`.
  package func edge(isRightToLeft: Bool) -> NSTextAlignment {
    switch self {
    case .left, .center, .right: self
    case .justified, .natural: isRightToLeft ? .right : .left
    }
  }
}
