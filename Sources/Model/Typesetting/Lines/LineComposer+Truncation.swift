extension LineComposer {
  /// As much of `rest` as fits before an ellipsis.
  func tailTruncation(of paragraph: TextParagraph, _ rest: Range<Int>) -> TextParagraph {
    let available = box.width - ellipsisWidth(beside: paragraph, rest.first)
    var head = fittingPrefix(of: rest, in: paragraph, width: available)
    while true {
      let line = joined(paragraph, rest.prefix(head), paragraph, rest.suffix(0))
      if head == 0 || fits(line) { return line }
      head -= 1
    }
  }

  /// As much of the text's end as fits after an ellipsis.
  func headTruncation(of ending: (paragraph: TextParagraph, range: Range<Int>)) -> TextParagraph {
    let (paragraph, range) = ending
    let available = box.width - ellipsisWidth(beside: paragraph, range.last)
    var tail = fittingSuffix(of: range, in: paragraph, width: available)
    while true {
      let line = joined(paragraph, range.prefix(0), paragraph, range.suffix(tail))
      if tail == 0 || fits(line) { return line }
      tail -= 1
    }
  }

  /// The start of `rest` and the end of the text, about half the line each.
  func middleTruncation(
    of first: TextParagraph, _ rest: Range<Int>, _ last: TextParagraph, _ end: Range<Int>
  ) -> TextParagraph {
    let available = box.width - ellipsisWidth(beside: first, rest.first)
    var head = fittingPrefix(of: rest, in: first, width: available / 2)
    let headWidth = width(of: rest.prefix(head), in: first)
    var tail = fittingSuffix(of: end, in: last, width: available - headWidth)
    while true {
      let line = joined(first, rest.prefix(head), last, end.suffix(tail))
      if head + tail == 0 || fits(line) { return line }
      if tail >= head { tail -= 1 } else { head -= 1 }
    }
  }

  private func fits(_ line: TextParagraph) -> Bool {
    box.fits(width(of: 0..<line.clusters.count, in: line))
  }

  /// Head, ellipsis and tail as one paragraph in the direction of the first. Spaces
  /// beside the ellipsis are dropped.
  private func joined(
    _ first: TextParagraph, _ head: Range<Int>, _ last: TextParagraph, _ tail: Range<Int>
  ) -> TextParagraph {
    let head = first.trimmingSpaces(head)
    var tailStart = tail.lowerBound
    while tailStart < tail.upperBound, last.clusters[tailStart].isSpace { tailStart += 1 }
    let neighbour =
      head.last.map { first.clusters[$0] } ?? last.clusters[tailStart..<tail.upperBound].first
    var line = TextParagraph()
    line.append(head, of: first)
    var ellipsis = ellipsis(style: neighbour?.style ?? first.clusters.first?.style ?? 0)
    ellipsis.clusters[0].script =
      neighbour?.script == .emoji ? .common : neighbour?.script ?? .common
    line.append(0..<1, of: ellipsis)
    line.append(tailStart..<tail.upperBound, of: last)
    line.resolve(base: first.isRightToLeft ? .rightToLeft : .leftToRight)
    return line
  }

  private func ellipsisWidth(beside paragraph: TextParagraph, _ cluster: Int?) -> Double {
    let ellipsis = ellipsis(style: cluster.map { paragraph.clusters[$0].style } ?? 0)
    return width(of: 0..<1, in: ellipsis)
  }

  /// One cluster: the ellipsis, or three full stops where the face has none.
  private func ellipsis(style index: Int) -> TextParagraph {
    let face = typesetter.face(for: style(index).font)
    let text = typesetter.engine.hasGlyph(for: "…", in: face) ? "…" : "..."
    var paragraph = TextParagraph()
    paragraph.text = text
    var cluster = TextCluster(
      scalars: 0..<text.unicodeScalars.count, utf8: 0..<text.utf8.count, script: .common,
      lineBreak: .IN, style: index)
    cluster.face = face
    paragraph.clusters = [cluster]
    return paragraph
  }
}
