/// The short way for what most labels show: one line of plain Latin, that is ASCII
/// and the letters of Latin-1. It needs no shaping, no fallback and no clusters.
extension Typesetter {
  /// The width of `text` if it is plain, in one style and fits on one line; nil sends
  /// it the long way. One engine call, or none when it was measured lately.
  func plainWidth(_ text: StyledText, in box: TextBox) -> Double? {
    guard text.spans.isEmpty, box.alignment != .justified else { return nil }
    guard isPlain(text.string, atMost: 2 * Int(box.width) + 2) else { return nil }
    let face = face(for: text.base.font)
    guard coversPlainText(face) else { return nil }
    let width = advance(
      of: text.string[...], face: face, pixelSize: text.base.pixelSize, shaping: TextShaping())
    return box.fits(width) ? width : nil
  }

  /// The layout of such a line, or of one too long for its box.
  func plainLine(_ text: StyledText, in box: TextBox) -> TextLayout? {
    guard let width = plainWidth(text, in: box) else { return asciiTruncatedTail(text, in: box) }
    return singleRun(text.string[...], width: width, style: text.base, box: box)
  }

  /// One line of ASCII too long for its box, cut before an ellipsis of the same face:
  /// a dozen engine calls at most, and no clusters.
  private func asciiTruncatedTail(_ text: StyledText, in box: TextBox) -> TextLayout? {
    guard text.spans.isEmpty, box.lineBreakMode == .byTruncatingTail else { return nil }
    let style = text.base
    let metrics = LineMetrics(metrics(of: style))
    guard box.maximumLines == 1 || box.height < 2 * metrics.height + box.lineSpacing else {
      return nil
    }
    let prefix = asciiPrefix(of: text.string, atMost: Int(box.width) + 1)
    guard let prefix, coversPlainText(face(for: style.font)),
      engine.hasGlyph(for: "…", in: face(for: style.font))
    else { return nil }

    let face = face(for: style.font)
    func width(_ part: Substring) -> Double {
      advance(of: part, face: face, pixelSize: style.pixelSize, shaping: TextShaping())
    }
    let available = box.width - width("…")
    guard available > 0 else { return nil }
    // Invariant: `low` bytes fit, `high` do not. First guesses go by the mean width.
    var low = 0
    var high = prefix.utf8.count + 1
    var mean = max(1, style.pixelSize * 0.5)
    var guesses = 0
    while high - low > 1 {
      let guess = guesses < 4 ? Int(available / mean) : (low + high) / 2
      guesses += 1
      let count = min(max(guess, low + 1), high - 1)
      // Past the cache: nobody asks for these again.
      let measured = engine.advance(
        of: bytes(count, of: prefix), face: face, pixelSize: style.pixelSize,
        shaping: TextShaping())
      if measured <= available { low = count } else { high = count }
      mean = max(0.1, measured / Double(count))
    }
    while low > 0, prefix.utf8[prefix.utf8.index(prefix.startIndex, offsetBy: low - 1)] == 0x20 {
      low -= 1
    }
    // Kerning with the ellipsis may still cost a pixel.
    while true {
      let line = bytes(low, of: prefix) + "…"
      let total = width(line[...])
      if box.fits(total) || low == 0 {
        var layout = singleRun(line[...], width: total, style: style, box: box)
        layout.isTruncated = true
        return layout
      }
      low -= 1
    }
  }

  private func singleRun(_ text: Substring, width: Double, style: TextStyle, box: TextBox)
    -> TextLayout
  {
    let metrics = LineMetrics(metrics(of: style))
    var layout = TextLayout()
    layout.width = width
    layout.height = metrics.height
    layout.lineCount = 1
    layout.firstBaseline = metrics.ascent
    layout.lastBaseline = metrics.ascent
    layout.placement = box.alignment.edge(isRightToLeft: false)
    var run = TextRun(
      text: text, face: face(for: style.font), pixelSize: style.pixelSize, shaping: TextShaping(),
      x: 0, baseline: metrics.ascent, width: width, color: style.color)
    run.background = style.background
    run.isUnderlined = style.isUnderlined
    run.isStruckThrough = style.isStruckThrough
    layout.frame.runs = [run]
    layout.frame.pixelWidth = TextLayout.pixels(width)
    layout.frame.pixelHeight = Int(metrics.height)
    return layout
  }

  private func bytes(_ count: Int, of text: Substring) -> Substring {
    text[..<text.utf8.index(text.startIndex, offsetBy: count)]
  }

  /// Whether all is printable ASCII or U+00C0...U+00FF (lead byte C3).
  private func isPlain(_ string: String, atMost limit: Int) -> Bool {
    let utf8 = string.utf8
    guard utf8.count <= limit else { return false }
    func check(_ bytes: some Sequence<UInt8>) -> Bool {
      var follows = false
      for byte in bytes {
        if follows {
          follows = false
        } else if byte == 0xC3 {
          follows = true
        } else if byte &- 0x20 >= 0x5F {
          return false
        }
      }
      return true
    }
    return utf8.withContiguousStorageIfAvailable(check) ?? check(utf8)
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

extension NSTextAlignment {
  /// The edge that lines of a paragraph go to: `left`, `center` or `right`.
  func edge(isRightToLeft: Bool) -> NSTextAlignment {
    switch self {
    case .left, .center, .right: self
    case .justified, .natural: isRightToLeft ? .right : .left
    }
  }
}
