import Primitives

extension LineComposer {
  /// Appends a line whose clusters are placed from left to right as they are seen.
  ///
  /// - Parameter isWrapped: the paragraph goes on; only such lines are justified.
  mutating func addLine(_ range: Range<Int>, of paragraph: TextParagraph, isWrapped: Bool) {
    let metrics = text.spans.isEmpty ? evenLines : lineMetrics(of: range, in: paragraph)
    var line = ComposedLine(metrics: metrics)
    line.isRightToLeft = paragraph.isRightToLeft
    addReach(of: range, in: paragraph, to: &line.reach)
    let stretch = isWrapped && box.alignment == .justified ? spaceStretch(range, paragraph) : nil
    for piece in visualPieces(of: range, in: paragraph) {
      if let stretch {
        place(piece, of: paragraph, stretching: stretch, in: &line)
      } else {
        place(piece, of: paragraph, in: &line)
      }
    }
    for cluster in paragraph.clusters[range] { layout.frame.missingGlyphs += cluster.missing }
    lines.append(line)
  }

  /// The line of a range of clusters: that of their styles, and of faces that draw other scripts than iOS's system font.
  func lineMetrics(of range: Range<Int>, in paragraph: TextParagraph) -> LineMetrics {
    if range.isEmpty { return typesetter.line(of: text.base) }
    var metrics: LineMetrics?
    forEachFace(of: paragraph.clusters[range]) { cluster, style, isOwn in
      var line = typesetter.line(of: style)
      if !isOwn, !cluster.script.isOfSystemFont {
        line = line.union(LineMetrics(typesetter.engine.metrics(of: cluster.face, pixelSize: style.pixelSize)))
      }
      metrics = metrics?.union(line) ?? line
    }
    return metrics ?? typesetter.line(of: text.base)
  }

  private func addReach(of range: Range<Int>, in paragraph: TextParagraph, to reach: inout InkReach) {
    forEachFace(of: paragraph.clusters[range]) { cluster, style, isOwn in
      let face = typesetter.engine.metrics(of: cluster.face, pixelSize: style.pixelSize)
      if isOwn, cluster.script.isOfSystemFont {
        reach.add(face, pixelSize: style.pixelSize, marks: cluster.marks)
      } else {
        reach.add(face, cluster, pixelSize: style.pixelSize)
      }
    }
  }

  /// Calls `body` with clusters that differ from those before in style, face, script or marks.
  /// - Complexity: O(*n*), with a few comparisons for a cluster that does not.
  private func forEachFace(
    of clusters: ContiguousArray<TextCluster>.SubSequence,
    _ body: (_ cluster: TextCluster, _ style: TextStyle, _ isOwn: Bool) -> Void
  ) {
    var last: TextCluster?
    var style = text.base
    var own = FontFaceID(rawValue: 0)
    for cluster in clusters {
      if let last, last.style == cluster.style, last.face == cluster.face, last.script == cluster.script,
        last.marks == cluster.marks
      {
        continue
      }
      if last?.style != cluster.style {
        style = self.style(cluster.style)
        own = typesetter.face(for: style.font)
      }
      body(cluster, style, cluster.face == own)
      last = cluster
    }
  }

  /// Stretches of one face, style, script and level, leftmost first.
  private func visualPieces(of range: Range<Int>, in paragraph: TextParagraph) -> [Range<Int>] {
    guard let bidi = paragraph.bidi, !range.isEmpty else { return pieces(of: range, in: paragraph) }
    let scalars =
      paragraph.clusters[range.lowerBound].scalars
      .lowerBound..<paragraph.clusters[range.upperBound - 1].scalars.upperBound
    var result: [Range<Int>] = []
    for run in bidi.visualRuns(in: scalars) {
      let start = paragraph.firstCluster(in: range, from: run.range.lowerBound)
      let end = paragraph.firstCluster(in: range, from: run.range.upperBound)
      let inner = pieces(of: start..<end, in: paragraph)
      if run.isRightToLeft { result += inner.reversed() } else { result += inner }
    }
    return result
  }

  private func pieces(of range: Range<Int>, in paragraph: TextParagraph) -> [Range<Int>] {
    var result: [Range<Int>] = []
    var start = range.lowerBound
    while start < range.upperBound {
      let end = paragraph.runEnd(from: start, to: range.upperBound)
      result.append(start..<end)
      start = end
    }
    return result
  }

  private mutating func place(
    _ range: Range<Int>, of paragraph: TextParagraph, in line: inout ComposedLine
  ) {
    let style = style(paragraph.clusters[range.lowerBound].style)
    let text = paragraph.substring(range)
    let font = font(ofRun: range, in: paragraph)
    let first = layout.frame.words.count
    let width = typesetter.shape(text, font: font, into: &layout.frame.words)
    var run = TextRun(
      text: text, face: font.face, pixelSize: font.pixelSize, shaping: font.shaping,
      x: line.width, baseline: 0, width: width, color: style.color)
    run.words = first..<layout.frame.words.count
    if let color = style.background { run.fill(color, over: typesetter.line(of: style)) }
    run.isUnderlined = style.isUnderlined
    run.isStruckThrough = style.isStruckThrough
    line.runs.append(run)
    let overhang = overhang(of: run)
    line.left = max(line.left, overhang.left - line.width)
    line.width += width
    line.right = max(overhang.right, line.right - width)
  }

  // MARK: Justification

  /// Pixels to add to each space so that the line fills the box; nil without spaces.
  private func spaceStretch(_ range: Range<Int>, _ paragraph: TextParagraph) -> Double? {
    let spaces = paragraph.clusters[range].count { $0.isSpace }
    guard spaces > 0 else { return nil }
    let words = visualPieces(of: range, in: paragraph).reduce(0.0) { total, piece in
      total + split(piece, of: paragraph).reduce(0.0) { $0 + width(ofRun: $1, in: paragraph) }
    }
    return max(0, box.width - words) / Double(spaces)
  }

  private mutating func place(
    _ range: Range<Int>, of paragraph: TextParagraph, stretching stretch: Double,
    in line: inout ComposedLine
  ) {
    let parts = split(range, of: paragraph)
    let ordered = paragraph.level(of: range.lowerBound) & 1 == 1 ? parts.reversed() : parts
    for part in ordered {
      place(part, of: paragraph, in: &line)
      guard paragraph.clusters[part.lowerBound].isSpace else { continue }
      line.width += stretch
      line.runs[line.runs.count - 1].width += stretch
    }
  }

  /// Words and single spaces.
  private func split(_ range: Range<Int>, of paragraph: TextParagraph) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var start = range.lowerBound
    for index in range where paragraph.clusters[index].isSpace {
      if start < index { parts.append(start..<index) }
      parts.append(index..<index + 1)
      start = index + 1
    }
    if start < range.upperBound { parts.append(start..<range.upperBound) }
    return parts
  }

  // MARK: The frame

  /// Stacks the lines and aligns them with each other.
  mutating func assemble() -> TextLayout {
    let widest = lines.map(\.width).max() ?? 0
    let edges = lines.map { box.alignment.edge(isRightToLeft: $0.isRightToLeft) }
    let isMixed = edges.contains { $0 != edges.first }
    // Lines that go to different edges need the whole width between them.
    let block = isMixed && box.width < TextBox.limit ? max(widest, box.width) : widest
    let visible = min(block, max(box.width, 0))
    var (left, right) = (0.0, 0.0)
    var (above, bottom) = (0, 0.0)
    layout.width = min(widest, max(box.width, 0))
    layout.lineCount = lines.count
    layout.placement = edges.first ?? .left
    var top = 0.0
    for (line, edge) in zip(lines, edges) {
      // A clipped line keeps the end it starts from.
      let gap = visible - line.width
      let x: Double =
        switch edge {
        case _ where gap < 0: line.isRightToLeft ? gap : 0
        case .right: gap.rounded(.down)
        case .center: (gap / 2).rounded(.down)
        default: 0
        }
      // A line that is cut at an edge of the box does not reach beyond it.
      if gap >= 0 {
        left = max(left, line.left - x)
        right = max(right, x + line.width + line.right - visible)
      }
      let baseline = top + line.metrics.ascent
      for var run in line.runs {
        run.x += x
        run.baseline = baseline
        layout.frame.runs.append(run)
      }
      above = max(above, line.reach.rowsAbove(baseline))
      bottom = max(bottom, baseline + line.reach.below)
      if top == 0 { layout.firstBaseline = baseline }
      layout.lastBaseline = baseline
      layout.height = top + line.metrics.height
      top = layout.height + box.lineSpacing.rounded()
    }
    layout.frame.pixelWidth = max(0, TextLayout.pixels(visible))
    layout.frame.pixelHeight = Int(measured: min(layout.height, TextBox.limit), else: 0)
    layout.frame.addOverhang(left: left, right: right, width: visible)
    layout.frame.addRows(above: above, below: InkReach.rows(bottom - layout.height))
    return layout
  }
}

extension TextParagraph {
  /// The first cluster of `range` whose first scalar is not before `scalar`.
  func firstCluster(in range: Range<Int>, from scalar: Int) -> Int {
    var low = range.lowerBound
    var high = range.upperBound
    while low < high {
      let middle = (low + high) / 2
      if clusters[middle].scalars.lowerBound < scalar { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
