import DemoParts
import UIKit

/// A line with its number in a gutter at the left: cut at the cell's edge and moved sideways, or wrapped.
///
/// Of a line that is longer than the window only the part in sight has labels: of a cut line some hundred characters, of a
/// wrapped one blocks of lines. Of a long line that is cut the cell has the two pieces that are in sight. Each of its units
/// is as wide as a character of ASCII there: a piece whose text is wider or narrower moves faster or slower.
final class FileLineCell: UITableViewCell {
  /// A line, or a piece of one, as it is shown.
  struct Content {
    /// Nil for a line that was not read yet.
    var text: String?
    /// Parts that stand out, in UTF-16 units.
    var hits: [NSRange] = []
    /// The part that is marked.
    var marked: NSRange?
    /// Whether all of the line is, with its end.
    var isWhollyMarked = false
    /// Nil for a whole line.
    var piece: LinePiece?
  }

  /// The part of a text that a label shows: its first column, and where it starts, in UTF-16 units and in points.
  private struct Slice {
    var column = -1
    var start = 0
    var left: CGFloat = 0
  }

  static var height: CGFloat { metrics.length(20) }
  private static let metrics = UIFontMetrics.default
  private static var font: UIFont { metrics.scaledFont(for: .monospacedSystemFont(ofSize: 13, weight: .regular)) }
  private static var numberFont: UIFont { CompactType.font(.monospacedSystemFont(ofSize: 12, weight: .regular)) }
  private static var markedNumberFont: UIFont {
    CompactType.font(.monospacedSystemFont(ofSize: 12, weight: .bold))
  }
  /// Room for one digit of a line number, in points; 12 pt monospaced faces have digits of about 7.2.
  private static var digitWidth: CGFloat { 7.5 * CompactType.growth }
  private static var known: (growth: CGFloat, widths: CharacterWidths)?
  /// Of the size that text has now.
  static var widths: CharacterWidths {
    let growth = metrics.growth
    if let known, known.growth == growth { return known.widths }
    let widths = CharacterWidths(font)
    known = (growth, widths)
    return widths
  }
  /// Between gutter and line, in points.
  private static let inset: CGFloat = 10
  /// Between a line that ends at the right and the edge, in points: the signs of hits stand there.
  private static let signRoom = HitTrackView.width + 12
  /// Characters by which the part of a cut line goes on when it is moved.
  private static let step = 64
  /// Points of a hit that are in sight at least.
  private static let sight: CGFloat = 40
  private static let blockLines = 64

  /// Points by which a cut line is moved to the left.
  var sideways: CGFloat = 0 {
    didSet {
      if sideways != oldValue { setNeedsLayout() }
    }
  }

  private let markView = UIView()
  private let gutter = UIView()
  private let numberLabel = UILabel()
  /// The line, or the blocks of it that are in sight.
  private var labels = [UILabel()]
  /// One, or two pieces of a cut line, side by side.
  private var contents = [Content()]
  /// Of the contents, in points; of a piece that was not read yet as if it were ASCII.
  private var textWidths: [CGFloat] = [0]
  private var slices: [Slice] = []
  private var gutterWidth: CGFloat = 0
  private var wraps = false
  private var isBookmarked = false
  private var wrapped: (text: WrappedText, width: CGFloat)?
  /// Whether labels show something else than they have to.
  private var isStale = true
  /// The blocks that the labels show, and the width of the cell.
  private var shownPart = (width: CGFloat(0), first: 0, end: 0)
  /// Whether something of the line was not read yet.
  var isWaiting: Bool { contents.contains { $0.text == nil } }
  var hasHits: Bool { contents.contains { !$0.hits.isEmpty } }
  /// The first of the pieces of a cut line; nil for other lines.
  var piece: LinePiece? { wraps ? nil : contents[0].piece }

  override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
    super.init(style: .default, reuseIdentifier: reuseIdentifier)
    gutter.backgroundColor = .secondarySystemBackground
    numberLabel.follow(Self.numberFont)
    numberLabel.textColor = Palette.secondary
    numberLabel.textAlignment = .right
    markView.backgroundColor = Self.markColor
    markView.isHidden = true
    dress(labels[0])
    // A line that is moved goes below the gutter.
    for view in [markView, labels[0], gutter, numberLabel] { contentView.addSubview(view) }
  }

  required init?(coder: NSCoder) { nil }

  private static let markColor = UIColor.systemBlue.withAlphaComponent(0.3)

  private func dress(_ label: UILabel) {
    label.follow(Self.font)
    label.lineBreakMode = .byClipping
  }

  /// Points from the left edge to the end of the gutter.
  static func gutterWidth(digits: Int) -> CGFloat { (CGFloat(max(3, digits)) * digitWidth).rounded(.up) + 24 }

  /// - Parameters:
  ///   - contents: at least one.
  ///   - number: of the line; an ellipsis for a further piece of one.
  ///   - isBookmarked: whether its number stands out.
  ///   - digits: of the largest line number; decides how wide the gutter is.
  ///   - wraps: a line that is too long goes on below, and makes the row higher.
  func show(_ contents: [Content], number: String, isBookmarked: Bool, digits: Int, wraps: Bool, sideways: CGFloat) {
    numberLabel.text = number
    if isBookmarked != self.isBookmarked {
      self.isBookmarked = isBookmarked
      numberLabel.textColor = isBookmarked ? Palette.tint : Palette.secondary
      numberLabel.font = isBookmarked ? Self.markedNumberFont : Self.numberFont
    }
    if wraps != self.wraps || contents[0].text != self.contents[0].text { wrapped = nil }
    (self.contents, self.wraps, isStale) = (contents, wraps, true)
    if !wraps { textWidths = contents.map(Self.width) }
    self.sideways = wraps ? 0 : sideways
    gutterWidth = Self.gutterWidth(digits: digits)
    setNeedsLayout()
  }

  private static func width(of content: Content) -> CGFloat {
    content.text.map { widths.width(of: $0) } ?? asciiWidth(of: content.piece)
  }

  private static func asciiWidth(of piece: LinePiece?) -> CGFloat {
    CGFloat(max(1, piece?.units.count ?? 1)) * widths.column
  }

  private func text(_ index: Int) -> String { contents[index].text ?? "\u{2026}" }

  /// The number and the whole line, of which labels show a part.
  override var accessibilityLabel: String? {
    get { "\(numberLabel.text ?? ""), \(contents.indices.map(text).joined())" }
    set {}
  }

  override var accessibilityValue: String? {
    get { isBookmarked ? "bookmark" : nil }
    set {}
  }

  /// The line's whole width, in points.
  /// - Parameter line: of which the cell has pieces; nil for another one.
  func textWidth(of line: LongLine?) -> CGFloat {
    guard let line else { return textWidths[0] }
    let width = CGFloat(line.units.count) * Self.widths.column
    guard contents.last?.piece?.isLast == true else { return width }
    // The end of pieces that move faster comes in sight later.
    let pace = zip(textWidths, contents).reduce(1) { max($0, $1.0 / Self.asciiWidth(of: $1.1.piece)) }
    return width + lineWidth(inRow: contentView.bounds.width) * (1 - 1 / pace)
  }

  /// Whether the row is so high that only a part of it has labels.
  var isTall: Bool { wraps && bounds.height > 2 * CGFloat(Self.blockLines) * Self.widths.lineHeight }

  private func lineWidth(inRow width: CGFloat) -> CGFloat { max(0, width - gutterWidth - 2 * Self.inset) }

  /// Of the labels of a wrapped line.
  private func blockWidth(inRow width: CGFloat) -> CGFloat { lineWidth(inRow: width) + 4 }

  private func wrap(inRow width: CGFloat) -> WrappedText {
    let width = lineWidth(inRow: width)
    if let wrapped, wrapped.width == width { return wrapped.text }
    let text = WrappedText(text(0), width: width, Self.widths)
    wrapped = (text, width)
    return text
  }

  /// Asked for while lines are wrapped.
  override func sizeThatFits(_ size: CGSize) -> CGSize {
    let lines = CGFloat(wrap(inRow: size.width).lineCount - 1)
    return CGSize(width: size.width, height: (Self.height + lines * Self.widths.lineHeight).rounded(.up))
  }

  /// The content whose text lies at a distance from the cell's left edge.
  private func contentIndex(at x: CGFloat) -> Int {
    !wraps && contents.count > 1 && x >= gutterWidth + Self.inset - scrolled + textWidths[0] ? 1 : 0
  }

  /// The piece that lies at a point of the cell; nil for a whole line.
  func piece(at point: CGPoint) -> LinePiece? { contents[contentIndex(at: point.x)].piece }

  /// The offset in the text that is shown at a point of the cell, in UTF-16 units, that is nearest to the point.
  /// - Parameter isBefore: whether it is the one before the character below the point.
  func offset(at point: CGPoint, isBefore: Bool = false) -> Int {
    layoutIfNeeded()
    let widths = Self.widths
    let (part, start, left, width): (String, Int, CGFloat, CGFloat)
    if wraps {
      let wrapped = wrap(inRow: contentView.bounds.width)
      let line = min(max(0, Int((point.y - top) / widths.lineHeight)), wrapped.lineCount - 1)
      (part, start) = (String(wrapped.line(line)), wrapped.start(of: line))
      (left, width) = (gutterWidth + Self.inset, blockWidth(inRow: contentView.bounds.width))
    } else {
      let index = contentIndex(at: point.x)
      (part, start) = (labels[index].text ?? "", slices[index].start)
      (left, width) = (labels[index].frame.minX, labels[index].frame.width)
    }
    let x = point.x - left
    guard BidirectionalRuler.isNeeded(for: part) else {
      return start + widths.offset(in: part, at: isBefore ? x - widths.column / 2 : x)
    }
    return start + widths.ruler.offset(in: part, at: x, width: width, isBefore: isBefore)
  }

  /// Points from the upper edge to the line of a wrapped text that the first hit is in; nil without hits.
  var topOfFirstHit: CGFloat? { wraps ? contents[0].hits.first.map { lineTop(of: $0.location) } : nil }

  /// Points from the upper edge to the line of a wrapped text that holds a place, in UTF-16 units.
  func lineTop(of place: Int) -> CGFloat {
    top + CGFloat(wrap(inRow: contentView.bounds.width).line(holding: place)) * Self.widths.lineHeight
  }

  /// By how many points cut lines are moved so that a place is a third from the left edge; nil while it is in sight, or was
  /// not read.
  /// - Parameters:
  ///   - place: in UTF-16 units of a text; nil for its first hit.
  ///   - piece: the text; nil for a whole line.
  func sideways(showing place: Int?, in piece: LinePiece?) -> CGFloat? {
    guard let index = contents.firstIndex(where: { $0.piece?.number == piece?.number }),
      let text = contents[index].text, let place = place ?? contents[index].hits.first?.location
    else { return nil }
    let distance = Self.widths.width(of: text[..<String.Index(utf16Offset: place, in: text)])
    let x = distance - scrolled + (index > 0 ? textWidths[0] : 0)
    let room = lineWidth(inRow: contentView.bounds.width)
    guard x < 0 || x > room - Self.sight else { return nil }
    let target = distance - room / 3
    guard let piece else { return max(0, target) }
    let start = CGFloat(piece.start) * Self.widths.column
    return max(0, start + target * Self.asciiWidth(of: piece) / max(textWidths[index], 1))
  }

  func isInGutter(_ point: CGPoint) -> Bool { point.x < gutterWidth }

  // MARK: Layout

  override func didMoveToSuperview() {
    super.didMoveToSuperview()
    if wraps { setNeedsLayout() }
  }

  /// Above the first line of text.
  private var top: CGFloat { (Self.height - Self.widths.lineHeight) / 2 }

  override func layoutSubviews() {
    super.layoutSubviews()
    let bounds = contentView.bounds
    gutter.frame = CGRect(x: 0, y: 0, width: gutterWidth, height: bounds.height)
    numberLabel.frame = CGRect(x: 8, y: 0, width: max(0, gutterWidth - 18), height: Self.height)
    markView.isHidden = !contents[0].isWhollyMarked
    markView.frame = CGRect(x: gutterWidth, y: 0, width: max(0, bounds.width - gutterWidth), height: bounds.height)
    if wraps { layOutBlocks(bounds) } else { layOutLine(bounds) }
    isStale = false
  }

  /// Points by which the first text is moved to the left.
  private var scrolled: CGFloat {
    guard let piece = contents[0].piece else { return sideways }
    let start = CGFloat(piece.start) * Self.widths.column
    return (sideways - start) * textWidths[0] / Self.asciiWidth(of: piece)
  }

  private func layOutLine(_ bounds: CGRect) {
    let widths = Self.widths
    let columns = Int(bounds.width / widths.column) + 2 * Self.step
    use(contents.count)
    if isStale || shownPart.width != bounds.width { slices = contents.map { _ in Slice() } }
    shownPart.width = bounds.width
    var scrolled = scrolled
    for (index, label) in labels.enumerated() {
      let first = Int(max(0, scrolled) / widths.column) / Self.step * Self.step
      if slices[index].column != first {
        let slice = slice(of: text(index), from: first, count: columns)
        fill(label, slice.text, slice.start, contents[index])
        slices[index] = Slice(column: first, start: slice.start, left: slice.left)
      }
      let x = gutterWidth + Self.inset - scrolled + slices[index].left
      label.frame = CGRect(x: x, y: 0, width: max(0, bounds.width - Self.signRoom - x), height: bounds.height)
      scrolled -= textWidths[index]
    }
  }

  /// A part of a text: where it starts, in UTF-16 units and in points.
  private func slice(of text: String, from first: Int, count: Int) -> (text: String, start: Int, left: CGFloat) {
    let widths = Self.widths
    let utf8 = text.utf8
    if utf8.count <= first + count, first == 0 { return (text, 0, 0) }
    if CharacterWidths.isASCII(text) {
      let lower = utf8.index(utf8.startIndex, offsetBy: min(first, utf8.count))
      let upper = utf8.index(lower, offsetBy: count, limitedBy: utf8.endIndex) ?? utf8.endIndex
      return (String(text[lower..<upper]), min(first, utf8.count), CGFloat(first) * widths.column)
    }
    let (wanted, room) = (CGFloat(first) * widths.column, CGFloat(count) * widths.column)
    var (lower, start, left) = (text.startIndex, 0, CGFloat(0))
    while lower < text.endIndex {
      let width = widths.width(of: text[lower])
      if left + width > wanted { break }
      left += width
      start += text[lower].utf16.count
      lower = text.index(after: lower)
    }
    var (upper, right) = (lower, left)
    while upper < text.endIndex, right < left + room {
      right += widths.width(of: text[upper])
      upper = text.index(after: upper)
    }
    return (String(text[lower..<upper]), start, left)
  }

  private func layOutBlocks(_ bounds: CGRect) {
    let wrapped = wrap(inRow: bounds.width)
    let lineHeight = Self.widths.lineHeight
    let blockHeight = CGFloat(Self.blockLines) * lineHeight
    let all = (wrapped.lineCount + Self.blockLines - 1) / Self.blockLines
    var blocks = 0..<all
    // A row that is higher than the window has the labels that are in sight.
    if all > 2 {
      let sight = (superview as? UIScrollView).map { convert($0.bounds, from: $0) } ?? .zero
      let first = min(max(0, Int((sight.minY - top) / blockHeight)), all - 1)
      blocks = first..<min(max(first, Int((sight.maxY - top) / blockHeight)), all - 1) + 1
    }
    use(blocks.count)
    let isFilled = !isStale && shownPart == (bounds.width, blocks.lowerBound, blocks.upperBound)
    shownPart = (bounds.width, blocks.lowerBound, blocks.upperBound)
    for (label, block) in zip(labels, blocks) {
      let first = block * Self.blockLines
      let lines = first..<min(first + Self.blockLines, wrapped.lineCount)
      if !isFilled {
        let (text, hits) = wrapped.block(lines, marking: contents[0].hits)
        var block = contents[0]
        block.hits = hits
        block.marked = block.marked.flatMap { wrapped.block(lines, marking: [$0]).ranges.first }
        fill(label, text, 0, block)
      }
      label.frame = CGRect(
        x: gutterWidth + Self.inset, y: (top + CGFloat(first) * lineHeight).rounded(),
        width: blockWidth(inRow: bounds.width), height: (CGFloat(lines.count) * lineHeight).rounded(.up))
    }
  }

  /// Has so many labels for the line.
  private func use(_ count: Int) {
    while labels.count < count {
      let label = UILabel()
      dress(label)
      contentView.insertSubview(label, belowSubview: gutter)
      labels.append(label)
      isStale = true
    }
    while labels.count > max(1, count) { labels.removeLast().removeFromSuperview() }
    let lines = wraps ? 0 : 1
    for label in labels where label.numberOfLines != lines { label.numberOfLines = lines }
  }

  /// - Parameters:
  ///   - start: of the part in the content's text, in UTF-16 units.
  private func fill(_ label: UILabel, _ part: String, _ start: Int, _ content: Content) {
    label.textColor = isWaiting ? Palette.secondary : .label
    let marked = content.isWhollyMarked ? nil : content.marked
    guard !content.hits.isEmpty || marked != nil else { return label.text = part }
    let text = NSMutableAttributedString(string: part)
    let count = part.utf16.count
    func color(_ range: NSRange, _ color: UIColor) {
      let (lower, upper) = (max(range.location - start, 0), min(range.location + range.length - start, count))
      guard lower < upper else { return }
      text.addAttribute(.backgroundColor, value: color, range: NSRange(location: lower, length: upper - lower))
    }
    for hit in content.hits { color(hit, UIColor.systemOrange.withAlphaComponent(0.45)) }
    if let marked { color(marked, Self.markColor) }
    label.attributedText = text
  }
}
