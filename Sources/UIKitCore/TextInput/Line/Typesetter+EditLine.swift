extension Typesetter {
  /// Lays out text for editing: one line, however long, nothing cut.
  ///
  /// - Parameters:
  ///   - string: without line ends, tabs and other control characters.
  ///   - style: the look of all of it; its colour is replaced when the line is drawn.
  ///   - offsets: the bytes before each cluster and of all, where the text that is edited is not the one that is shown.
  package func editLine(_ string: String, style: TextStyle, offsets: ContiguousArray<Int>? = nil) -> EditLine {
    let composer = LineComposer(
      typesetter: self, text: StyledText(string, base: style),
      box: TextBox(width: .infinity, lineBreakMode: .byClipping))
    return composer.editLine(string, offsets: offsets)
  }
}

extension LineComposer {
  fileprivate func editLine(_ string: String, offsets: ContiguousArray<Int>?) -> EditLine {
    var paragraph = TextParagraph()
    for character in string { paragraph.append(character, style: 0) }
    chooseFaces(&paragraph)
    paragraph.resolve()
    var composer = self
    composer.addLine(0..<paragraph.clusters.count, of: paragraph, isWrapped: false)
    guard var line = composer.lines.first else { preconditionFailure("addLine added no line") }
    for index in line.runs.indices { line.runs[index].baseline = line.metrics.ascent }

    let glyphs = composer.layout.frame.glyphs
    var cells = ContiguousArray(repeating: EditLine.Cell(left: 0, right: 0, level: 0), count: paragraph.clusters.count)
    for run in line.runs { EditCells(run, glyphs: glyphs, paragraph).fill(&cells) }
    var starts = ContiguousArray(paragraph.clusters.map(\.utf8.lowerBound))
    starts.append(paragraph.clusters.last?.utf8.upperBound ?? 0)
    var result = EditLine(
      cells: cells, offsets: offsets ?? starts, width: line.width, height: line.metrics.height,
      isRightToLeft: paragraph.isRightToLeft)
    result.runs = line.runs
    result.glyphs = glyphs
    result.overhang = (line.left, line.right)
    return result
  }
}

/// The places of one run's clusters, from those of its glyphs. Clusters that share a glyph, as in a ligature, share its
/// width in equal parts.
private struct EditCells {
  let run: TextRun
  let glyphs: ContiguousArray<TextGlyph>
  let paragraph: TextParagraph
  /// Bytes of the paragraph before the run.
  let start: Int

  init(_ run: TextRun, glyphs: ContiguousArray<TextGlyph>, _ paragraph: TextParagraph) {
    self.run = run
    self.glyphs = glyphs
    self.paragraph = paragraph
    start = paragraph.text.utf8.distance(from: paragraph.text.startIndex, to: run.text.startIndex)
  }

  /// Glyphs of one piece of text, in the order of the text, placed in the line.
  private typealias Group = (offset: Int, left: Double, right: Double)

  private func groups() -> [Group] {
    var groups: [Group] = []
    for glyph in glyphs[run.glyphs] {
      let x = run.x + Double(glyph.x)
      if let last = groups.last, last.offset == start + Int(glyph.cluster) {
        // A mark may be shifted to the left of its letter's beginning.
        groups[groups.count - 1].left = min(last.left, x)
      } else {
        groups.append((start + Int(glyph.cluster), x, x))
      }
    }
    var right = run.x + run.width
    for index in groups.indices.reversed() {
      groups[index].left = min(max(run.x, groups[index].left), right)
      groups[index].right = right
      right = groups[index].left
    }
    // What comes before the first glyph belongs to it.
    if !groups.isEmpty { groups[0].left = run.x }
    return run.shaping.isRightToLeft ? groups.reversed() : groups
  }

  func fill(_ cells: inout ContiguousArray<EditLine.Cell>) {
    let isRightToLeft = run.shaping.isRightToLeft
    let groups = groups()
    var next = 0
    var index = paragraph.clusterIndex(at: start)
    let end = start + run.text.utf8.count
    while index < paragraph.clusters.count, paragraph.clusters[index].utf8.lowerBound < end {
      let first = index
      var span: (left: Double, right: Double)?
      while next < groups.count, groups[next].offset < paragraph.clusters[index].utf8.upperBound {
        let group = groups[next]
        span = span.map { (min($0.left, group.left), max($0.right, group.right)) } ?? (group.left, group.right)
        next += 1
      }
      index += 1
      // Clusters up to the next glyph have none of their own.
      while index < paragraph.clusters.count, paragraph.clusters[index].utf8.lowerBound < end,
        next >= groups.count || groups[next].offset >= paragraph.clusters[index].utf8.upperBound
      {
        index += 1
      }
      let edge = isRightToLeft ? run.x + run.width : run.x
      share(span ?? (edge, edge), among: first..<index, isRightToLeft, in: &cells)
    }
  }

  private func share(
    _ span: (left: Double, right: Double), among clusters: Range<Int>, _ isRightToLeft: Bool,
    in cells: inout ContiguousArray<EditLine.Cell>
  ) {
    let part = (span.right - span.left) / Double(clusters.count)
    for (position, cluster) in clusters.enumerated() {
      let number = Double(isRightToLeft ? clusters.count - 1 - position : position)
      let isLast = Int(number) == clusters.count - 1
      // Where a rule for spaces at the line's end has turned the run, the level is no longer the letters' own.
      let own = paragraph.level(of: cluster)
      let level = (own & 1 == 1) == isRightToLeft ? own : (isRightToLeft ? 1 : 0)
      cells[cluster] = EditLine.Cell(
        left: span.left + part * number, right: isLast ? span.right : span.left + part * (number + 1), level: level)
    }
  }
}

extension TextParagraph {
  /// The cluster that begins at a byte of the text.
  fileprivate func clusterIndex(at offset: Int) -> Int {
    var low = 0
    var high = clusters.count
    while low < high {
      let middle = (low + high) / 2
      if clusters[middle].utf8.lowerBound < offset { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
