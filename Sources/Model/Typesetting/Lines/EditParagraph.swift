import Pixels
import Primitives

/// A paragraph laid out for editing: its lines, and on demand where the characters of each stand.
///
/// Lengths are device pixels, offsets bytes of the paragraph's UTF-8. Spaces at which a line is wrapped have no width and
/// stand at its end. Used by the thread of its typesetter.
package final class EditParagraph {
  /// A line of it.
  package struct Line {
    /// Bytes before its first character, and before the next line's.
    package let start, end: Int
    /// From the paragraph's top to the line's.
    package let top: Double
    /// The drawing of the line, without the places of characters.
    package let picture: EditLine
    /// The clusters that are drawn, and that belong to it.
    fileprivate let drawn, clusters: Range<Int>
  }

  /// The lines, at least one.
  package let lines: [Line]
  /// From the top of the first line to the bottom of the last, with the space below each.
  package let height: Double
  /// The longest line's width.
  package let width: Double
  /// Whether the text as a whole runs from right to left.
  package var isRightToLeft: Bool { paragraph.isRightToLeft }

  private let paragraph: TextParagraph
  private let typesetter: Typesetter
  /// Bytes of the source before each cluster, and of all.
  private let sources: ContiguousArray<Int>
  private var places: [Int: EditLine] = [:]

  fileprivate init(_ composer: LineComposer) {
    var composer = composer
    var (paragraph, sources) = composer.editParagraph()
    composer.chooseFaces(&paragraph)
    paragraph.resolve()
    paragraph.divideWords(composer.typesetter.engine)
    let count = paragraph.clusters.count
    if composer.text.spans.isEmpty { composer.evenLines = composer.lineMetrics(of: 0..<count, in: paragraph) }
    let spacing = composer.box.lineSpacing.rounded()
    var lines: [Line] = []
    var (start, top, width) = (0, 0.0, 0.0)
    repeat {
      let (drawn, next) = composer.nextLine(of: paragraph, from: start)
      composer.addLine(drawn, of: paragraph, isWrapped: next < count)
      let line = composer.lines[lines.count]
      lines.append(
        Line(
          start: sources[start], end: sources[next], top: top,
          picture: EditLine(line, words: [], cells: [], offsets: [sources[start]]), drawn: drawn,
          clusters: start..<next))
      top += line.metrics.height + spacing
      width = max(width, line.width)
      start = next
    } while start < count
    let words = composer.layout.frame.words
    self.lines = lines.map { line in
      var picture = line.picture
      picture.words = words
      return Line(
        start: line.start, end: line.end, top: line.top, picture: picture, drawn: line.drawn, clusters: line.clusters)
    }
    (height, self.width) = (top, width)
    (self.paragraph, self.sources, typesetter) = (paragraph, sources, composer.typesetter)
  }

  /// The number of the line that an offset belongs to; the last one at the end.
  package func line(at offset: Int) -> Int { max(0, (lines.firstIndex { $0.start > offset } ?? lines.count) - 1) }

  /// Where the characters of a line stand. Kept; the first question takes shaping its letters once more.
  package func places(in line: Int) -> EditLine {
    if let known = places[line] { return known }
    let made = makePlaces(lines[line])
    places[line] = made
    return made
  }

  private func makePlaces(_ line: Line) -> EditLine {
    let base: UInt8 = isRightToLeft ? 1 : 0
    let edge = isRightToLeft ? 0 : line.picture.width
    // Spaces that are not drawn stay at the line's end.
    var cells = ContiguousArray(
      repeating: EditLine.Cell(left: edge, right: edge, level: base), count: line.clusters.count)
    for run in line.picture.runs {
      EditCells(run, words: line.picture.words, paragraph, typesetter).fill(&cells, from: line.clusters.lowerBound)
    }
    // A tab is several clusters and one character.
    var joined: ContiguousArray<EditLine.Cell> = []
    var offsets: ContiguousArray<Int> = []
    for (cell, cluster) in zip(cells, line.clusters) {
      if let last = offsets.last, last == sources[cluster] {
        joined[joined.count - 1].left = min(joined[joined.count - 1].left, cell.left)
        joined[joined.count - 1].right = max(joined[joined.count - 1].right, cell.right)
      } else {
        joined.append(cell)
        offsets.append(sources[cluster])
      }
    }
    offsets.append(line.end)
    return EditLine(line.picture, cells: joined, offsets: offsets)
  }
}

extension Typesetter {
  /// Lays out a paragraph for editing, wrapped in the width of `box`, nothing of it cut.
  /// - Parameters:
  ///   - text: without line ends; tabs and control characters are shown as labels show them.
  ///   - box: its height and number of lines do not matter, nor does a mode that truncates, which wraps by words.
  /// - Complexity: O(n).
  package func editParagraph(_ text: StyledText, in box: TextBox) -> EditParagraph {
    EditParagraph(LineComposer(typesetter: self, text: text, box: box))
  }
}

extension LineComposer {
  /// The text as one paragraph, and the bytes of the source before each cluster, and of all.
  fileprivate func editParagraph() -> (paragraph: TextParagraph, sources: ContiguousArray<Int>) {
    var paragraph = TextParagraph()
    var sources: ContiguousArray<Int> = []
    var (offset, span) = (0, 0)
    for character in text.string {
      while span < text.spans.count, text.spans[span].utf8.upperBound <= offset { span += 1 }
      let isStyled = span < text.spans.count && text.spans[span].utf8.contains(offset)
      paragraph.append(character, style: isStyled ? span + 1 : 0)
      while sources.count < paragraph.clusters.count { sources.append(offset) }
      offset += character.utf8.count
    }
    sources.append(offset)
    return (paragraph, sources)
  }
}

extension EditLine {
  /// A composed line; its words come with those of the paragraph.
  fileprivate init(
    _ line: ComposedLine, words: ContiguousArray<TextWord>, cells: ContiguousArray<Cell>,
    offsets: ContiguousArray<Int>
  ) {
    self.init(
      cells: cells, offsets: offsets, width: line.width, height: line.metrics.height, ascent: line.metrics.ascent,
      isRightToLeft: line.isRightToLeft)
    rowsAbove = line.reach.rowsAbove(line.metrics.ascent)
    rowsBelow = line.reach.rowsBelow(line.metrics.height - line.metrics.ascent)
    overhang = (line.left, line.right)
    self.words = words
    runs = line.runs
    for index in runs.indices { runs[index].baseline = line.metrics.ascent }
  }

  /// A line with the places of its characters.
  fileprivate init(_ picture: EditLine, cells: ContiguousArray<Cell>, offsets: ContiguousArray<Int>) {
    self.init(
      cells: cells, offsets: offsets, width: picture.width, height: picture.height, ascent: picture.ascent,
      isRightToLeft: picture.isRightToLeft)
    (runs, words, rowsAbove, rowsBelow) = (picture.runs, picture.words, picture.rowsAbove, picture.rowsBelow)
    overhang = picture.overhang
  }
}
