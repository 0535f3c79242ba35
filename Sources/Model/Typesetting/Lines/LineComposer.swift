import Primitives

/// Turns one styled text into lines: the general way, for any script and any mode.
///
/// Lives for one call of `Typesetter.layout`. Paragraphs are read as lines need
/// them, so text that cannot be seen is not looked at.
struct LineComposer {
  let typesetter: Typesetter
  let text: StyledText
  let box: TextBox
  /// Whether lines are drawn, so that it matters how far their ink reaches.
  private let isDrawn: Bool
  /// Lines there is room for, at least 1.
  private(set) var lineLimit: Int
  /// The lines of the paragraph, where the text has one style.
  var evenLines: LineMetrics
  var lines: [ComposedLine] = []
  var layout = TextLayout()
  private var reader: ParagraphReader

  /// Most clusters of one paragraph that are held at a time. A longer paragraph goes
  /// on in a new line after them.
  static let chunk = 32_768
  /// Clusters read beyond one a pixel, for those without width.
  private static let slack = 64

  init(typesetter: Typesetter, text: StyledText, box: TextBox, isDrawn: Bool = true) {
    self.typesetter = typesetter
    self.text = text
    self.box = box
    self.isDrawn = isDrawn
    reader = ParagraphReader(text)
    var metrics = typesetter.line(of: text.base)
    evenLines = metrics
    for span in text.spans { metrics = metrics.union(typesetter.line(of: span.style)) }
    let pitch = max(1, metrics.height + box.lineSpacing)
    let room = max(1, Int(measured: (box.height + box.lineSpacing + TextBox.tolerance) / pitch, else: 1))
    lineLimit = box.maximumLines == 0 ? room : min(room, box.maximumLines)
  }

  /// Makes the lines and the frame.
  mutating func compose() -> TextLayout {
    while lines.count < lineLimit, var paragraph = reader.next(limit: clusterLimit) {
      chooseFaces(&paragraph)
      paragraph.resolve()
      paragraph.divideWords(typesetter.engine)
      if text.spans.isEmpty { chooseLines(for: paragraph) }
      guard addLines(of: paragraph) else { break }
    }
    if !reader.isAtEnd { layout.isTruncated = true }
    return assemble()
  }

  /// Gives all lines of a paragraph in one style the same height. Where the faces of other scripts have higher lines than
  /// the style's there is room for fewer of them.
  private mutating func chooseLines(for paragraph: TextParagraph) {
    evenLines = lineMetrics(of: 0..<paragraph.clusters.count, in: paragraph)
    let usual = typesetter.line(of: text.base)
    guard evenLines.height > usual.height else { return }
    let used = lines.reduce(0) { $0 + $1.metrics.height + box.lineSpacing }
    let pitch = max(1, evenLines.height + box.lineSpacing)
    let room = Int(measured: (box.height - used + box.lineSpacing + TextBox.tolerance) / pitch, else: 1)
    lineLimit = min(lineLimit, lines.count + max(1, room))
  }

  /// The most clusters that the remaining lines can show.
  var clusterLimit: Int {
    min(Self.chunk, (lineLimit - lines.count) * (Int(box.width) + Self.slack))
  }

  /// How far the ink of a run reaches beyond its ends, which takes drawing the words there.
  func overhang(of run: TextRun) -> TextOverhang {
    isDrawn ? typesetter.overhang(of: run, in: layout.frame.words) : TextOverhang()
  }

  /// Adds all lines of a paragraph. False when the last line has been made.
  private mutating func addLines(of paragraph: TextParagraph) -> Bool {
    let count = paragraph.clusters.count
    var start = 0
    repeat {
      let line = nextLine(of: paragraph, from: start)
      let isComplete = line.next == count && reader.isAtEnd
      if lines.count == lineLimit - 1, !isComplete {
        layout.isTruncated = true
        addLastLine(of: paragraph, from: start, unbroken: line.range)
        return false
      }
      addLine(line.range, of: paragraph, isWrapped: line.next < count)
      start = line.next
    } while start < count
    return true
  }

  /// The line that ends a text too long for its box.
  private mutating func addLastLine(
    of paragraph: TextParagraph, from start: Int, unbroken: Range<Int>
  ) {
    let rest = start..<paragraph.clusters.count
    switch box.lineBreakMode {
    case .byWordWrapping, .byCharWrapping:
      addLine(unbroken, of: paragraph, isWrapped: false)
    case .byClipping:
      let fitting = fittingPrefix(of: rest, in: paragraph, width: box.width)
      addLine(
        start..<min(rest.upperBound, start + fitting + 1), of: paragraph, isWrapped: false)
    case .byTruncatingTail:
      add(truncated: tailTruncation(of: paragraph, rest))
    case .byTruncatingHead:
      add(truncated: headTruncation(of: ending(after: paragraph, rest)))
    case .byTruncatingMiddle:
      let ending = ending(after: paragraph, rest)
      add(truncated: middleTruncation(of: paragraph, rest, ending.paragraph, ending.range))
    }
  }

  private mutating func add(truncated paragraph: TextParagraph) {
    if text.spans.isEmpty {
      evenLines = evenLines.union(lineMetrics(of: 0..<paragraph.clusters.count, in: paragraph))
    }
    addLine(0..<paragraph.clusters.count, of: paragraph, isWrapped: false)
  }

  /// The part of the text's end that comes after `rest` began: in the same paragraph
  /// where that is the last, else the end of the last one.
  private func ending(after paragraph: TextParagraph, _ rest: Range<Int>)
    -> (paragraph: TextParagraph, range: Range<Int>)
  {
    if reader.isAtEnd { return (paragraph, rest) }
    var last = ParagraphReader.ending(of: text, limit: Int(box.width) + Self.slack)
    chooseFaces(&last)
    last.resolve()
    return (last, 0..<last.clusters.count)
  }

  /// The style of an index stored in clusters.
  func style(_ index: Int) -> TextStyle { index == 0 ? text.base : text.spans[index - 1].style }
}

/// A finished line; its runs are placed from its left end and its own baseline.
struct ComposedLine {
  var runs: [TextRun] = []
  var width = 0.0
  /// How far ink reaches beyond the left and the right end.
  var left = 0.0
  var right = 0.0
  var metrics: LineMetrics
  /// How far ink may reach above and below the baseline.
  var reach = InkReach()
  var isRightToLeft = false
}
