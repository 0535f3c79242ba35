import Pixels

extension Typesetter {
  /// Lays out text for editing: one line, however long, nothing cut.
  ///
  /// The line is as high as the style's own, so that it stays in its place while characters of other scripts come and go.
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

    let words = composer.layout.frame.words
    var cells = ContiguousArray(repeating: EditLine.Cell(left: 0, right: 0, level: 0), count: paragraph.clusters.count)
    for run in line.runs { EditCells(run, words: words, paragraph, typesetter).fill(&cells, from: 0) }
    var starts = ContiguousArray(paragraph.clusters.map(\.utf8.lowerBound))
    starts.append(paragraph.clusters.last?.utf8.upperBound ?? 0)
    var result = EditLine(
      cells: cells, offsets: offsets ?? starts, width: line.width, height: line.metrics.height,
      ascent: line.metrics.ascent, isRightToLeft: paragraph.isRightToLeft)
    result.rowsAbove = line.reach.rowsAbove(line.metrics.ascent)
    result.rowsBelow = line.reach.rowsBelow(line.metrics.height - line.metrics.ascent)
    result.runs = line.runs
    result.words = words
    result.overhang = (line.left, line.right)
    return result
  }
}

/// The places of one run's clusters: in a word as far from its start as the part before them is wide, kerned with what
/// follows. Where clusters come out without a width of their own, as in a ligature, all share the word's in equal parts.
struct EditCells {
  private let run: TextRun
  private let words: ContiguousArray<TextWord>
  private let paragraph: TextParagraph
  private let typesetter: Typesetter
  /// Bytes of the paragraph before the run.
  private let start: Int

  init(_ run: TextRun, words: ContiguousArray<TextWord>, _ paragraph: TextParagraph, _ typesetter: Typesetter) {
    self.run = run
    self.words = words
    self.paragraph = paragraph
    self.typesetter = typesetter
    start = paragraph.text.utf8.distance(from: paragraph.text.startIndex, to: run.text.startIndex)
  }

  private var isRightToLeft: Bool { run.shaping.isRightToLeft }

  /// - Parameter base: the cluster that the first cell is of.
  func fill(_ cells: inout ContiguousArray<EditLine.Cell>, from base: Int) {
    let first = paragraph.clusterIndex(at: start)
    let end = paragraph.clusterIndex(at: start + run.text.utf8.count)
    guard first < end else { return }
    let edges = edges(of: first..<end)
    for cluster in first..<end {
      let (from, to) = (edges[cluster - first], edges[cluster - first + 1])
      // Where a rule for spaces at the line's end has turned the run, the level is no longer the letters' own.
      let own = paragraph.level(of: cluster)
      let level = (own & 1 == 1) == isRightToLeft ? own : (isRightToLeft ? 1 : 0)
      let right = run.x + run.width
      cells[cluster - base] =
        isRightToLeft
        ? EditLine.Cell(left: right - to, right: right - from, level: level)
        : EditLine.Cell(left: run.x + from, right: run.x + to, level: level)
    }
  }

  /// How far from the run's start, in the direction of its text, each cluster begins, and the last one ends.
  private func edges(of clusters: Range<Int>) -> ContiguousArray<Double> {
    var edges = ContiguousArray<Double>()
    let ordered = isRightToLeft ? words[run.words].reversed() : Array(words[run.words])
    var passed = 0.0
    var cluster = clusters.lowerBound
    func offset(of cluster: Int) -> Int {
      cluster < clusters.upperBound ? paragraph.clusters[cluster].utf8.lowerBound - start : run.text.utf8.count
    }
    for word in ordered {
      let begin = isRightToLeft ? run.width - Double(word.x + word.width) : Double(word.x)
      let gap = cluster
      while cluster < clusters.upperBound, offset(of: cluster) < Int(word.start) { cluster += 1 }
      share(from: passed, to: max(passed, begin), among: cluster - gap, into: &edges)
      // A word that kerns with the one before begins before that one's end.
      passed = max(edges.last ?? 0, begin)
      let inside = cluster
      while cluster < clusters.upperBound, offset(of: cluster) < Int(word.start + word.count) { cluster += 1 }
      let width = min(Double(word.width), max(0, run.width - passed))
      let parts = (inside + 1..<max(inside + 1, cluster)).map { offset(of: $0) - Int(word.start) }
      if cluster > inside, let inner = innerEdges(of: word, at: parts, width: width) {
        edges.append(passed)
        for edge in inner { edges.append(passed + edge) }
      } else {
        share(from: passed, to: passed + width, among: cluster - inside, into: &edges)
      }
      passed += width
    }
    share(from: passed, to: max(passed, run.width), among: clusters.upperBound - cluster, into: &edges)
    edges.append(run.width)
    return edges
  }

  private func share(from: Double, to: Double, among count: Int, into edges: inout ContiguousArray<Double>) {
    for index in 0..<max(0, count) { edges.append(from + (to - from) * Double(index) / Double(count)) }
  }

  /// How wide a word is before some of its bytes; nil where that does not ascend inside of it.
  private func innerEdges(of word: TextWord, at offsets: [Int], width: Double) -> [Double]? {
    let font = RunFont(face: run.face, pixelSize: run.pixelSize, shaping: run.shaping)
    let utf8 = run.text.utf8
    let begin = utf8.index(utf8.startIndex, offsetBy: Int(word.start))
    let joins = TextScript.isJoined(font.shaping.script)
    var edges: [Double] = []
    var last = 0.0
    for (index, offset) in offsets.enumerated() {
      let middle = utf8.index(begin, offsetBy: offset)
      let edge: Double
      if joins {
        // Letters keep the shape they have before others.
        edge = typesetter.advance(of: (run.text[begin..<middle] + "\u{200D}")[...], font: font)
      } else {
        let next = index + 1 < offsets.count ? offsets[index + 1] : Int(word.count)
        let end = utf8.index(begin, offsetBy: next)
        edge =
          typesetter.advance(of: run.text[begin..<end], font: font)
          - typesetter.advance(of: run.text[middle..<end], font: font)
      }
      guard edge > last, edge < width else { return nil }
      edges.append(edge)
      last = edge
    }
    return edges
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
