import DemoParts
import UIKit

/// A line with its number in a gutter at the left: cut at the cell's edge and moved sideways, or wrapped.
///
/// Of a line that is longer than the window only the part in sight has labels: of a cut line some hundred characters, of a
/// wrapped one a label for each line, which cannot break it again. A `GlyphAllowance` says how much a frame shows of
/// characters that are not ASCII. Of a long line that is cut the cell has the two pieces that are in sight. Each of its units
/// is as wide as a character of ASCII there: a piece whose text is wider or narrower moves faster or slower.
final class FileLineCell: UITableViewCell {
  /// A line, or a piece of one, as it is shown.
  struct Content {
    /// Nil for a line that was not read yet, or is being prepared.
    var text: MeasuredText?
    /// In lines, where it is long; else the cell finds them.
    var wrapped: WrappedText?
    /// Bytes of a line that is being prepared.
    var byteCount = 0
    /// Whether another text or other lines of it are to follow.
    var isProvisional = false
    /// Parts that stand out, in UTF-16 units.
    var hits: [NSRange] = []
    /// The part that is marked.
    var marked: NSRange?
    /// The level of the line, and the place of the word.
    var level: (level: LogLevel, range: NSRange)?
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
    /// Whether the label shows all of it; else the rest comes with the next frames.
    var isWhole = false
  }

  static var height: CGFloat { metrics.length(20) }
  private static let metrics = UIFontMetrics.default
  /// By its name: lines of a file stand as its face has them.
  private static var font: UIFont {
    metrics.scaledFont(
      for: UIFont(name: "monospace", size: 13) ?? .monospacedSystemFont(ofSize: 13, weight: .regular))
  }
  private static var numberFont: UIFont { CompactType.font(.monospacedSystemFont(ofSize: 12, weight: .regular)) }
  private static var markedNumberFont: UIFont {
    CompactType.font(.monospacedSystemFont(ofSize: 12, weight: .bold))
  }
  /// Room for one digit of a line number, in points; 12 pt monospaced faces have digits of about 7.2.
  private static var digitWidth: CGFloat { 7.5 * CompactType.growth }
  private static var known: (growth: CGFloat, widths: CharacterWidths, ruler: BidirectionalRuler)?
  private static var measures: (growth: CGFloat, widths: CharacterWidths, ruler: BidirectionalRuler) {
    let growth = metrics.growth
    if let known, known.growth == growth { return known }
    let font = font
    let made = (growth, CharacterWidths(font), BidirectionalRuler(font))
    known = made
    return made
  }
  /// Of the size that text has now.
  static var widths: CharacterWidths { measures.widths }
  /// Takes over what other threads have measured.
  static func takeNewWidths() {
    let newest = widths.newest
    known?.widths = newest
  }
  /// Between gutter and line, in points.
  private static let inset: CGFloat = 10
  /// Between a line that ends at the right and the edge, in points: the signs of hits stand there.
  private static let signRoom = HitTrackView.width + 12
  /// Characters by which the part of a cut line goes on when it is moved.
  private static let step = 64
  /// Points of a hit that are in sight at least.
  private static let sight: CGFloat = 40
  /// Wrapped lines that all have labels, whether they are in sight or not.
  private static let fewLines = 16
  /// Points beside a wrapped line that its label has, too.
  private static let lineRoom: CGFloat = 4
  /// The widest window, in characters.
  private static let mostColumns = 10_000

  /// Points by which a cut line is moved to the left.
  var sideways: CGFloat = 0 {
    didSet {
      if sideways != oldValue { setNeedsLayout() }
    }
  }

  private let markView = UIView()
  private let gutter = UIView()
  private let numberLabel = UILabel()
  /// The line, or the wrapped lines of it that are in sight.
  private var labels = [UILabel()]
  /// One, or two pieces of a cut line, side by side.
  private var contents = [Content()]
  /// Of the contents, in points; of a piece that was not read yet as if it were ASCII.
  private var textWidths: [CGFloat] = [0]
  private var slices: [Slice] = []
  private var gutterWidth: CGFloat = 0
  private var wraps = false
  private var isBookmarked = false
  private var wrapped: WrappedText?
  /// Whether labels show something else than they have to.
  private var isStale = true
  /// The width of the cell for which the labels were filled.
  private var filledWidth: CGFloat = 0
  /// The wrapped lines that the labels show, and whether they show all of them.
  private var shownLines: [(line: Int, isWhole: Bool)] = []
  private weak var allowance: GlyphAllowance?
  private weak var highlighters: Highlighters?
  /// Whether the row is so high that only the wrapped lines in sight have labels.
  private(set) var isTall = false
  /// Whether something of the line was not read or prepared yet.
  var isWaiting: Bool { contents.contains { $0.text == nil } }
  /// Whether the line is to be shown again when it is prepared.
  var isProvisional: Bool { contents.contains { $0.isProvisional } }
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
  ///   - allowance: says how much of the text a frame shows.
  ///   - highlighters: what stands out in it besides.
  func show(
    _ contents: [Content], number: String, isBookmarked: Bool, digits: Int, wraps: Bool, sideways: CGFloat,
    _ allowance: GlyphAllowance, _ highlighters: Highlighters
  ) {
    (self.allowance, self.highlighters) = (allowance, highlighters)
    numberLabel.text = number
    if isBookmarked != self.isBookmarked {
      self.isBookmarked = isBookmarked
      numberLabel.textColor = isBookmarked ? Palette.tint : Palette.secondary
      numberLabel.font = isBookmarked ? Self.markedNumberFont : Self.numberFont
    }
    wrapped = contents[0].wrapped
    (self.contents, self.wraps, isStale) = (contents, wraps, true)
    if !wraps { textWidths = contents.map(Self.width) }
    self.sideways = wraps ? 0 : sideways
    gutterWidth = Self.gutterWidth(digits: digits)
    setNeedsLayout()
  }

  private static func width(of content: Content) -> CGFloat {
    content.text?.width ?? asciiWidth(of: content.piece)
  }

  private static func asciiWidth(of piece: LinePiece?) -> CGFloat {
    CGFloat(max(1, piece?.units.count ?? 1)) * widths.column
  }

  private static let ellipsis = "\u{2026}"

  private func text(_ index: Int) -> String { contents[index].text?.text ?? Self.ellipsis }

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

  private func lineWidth(inRow width: CGFloat) -> CGFloat { max(0, width - gutterWidth - 2 * Self.inset) }

  /// The room for a wrapped line, in points.
  static func lineWidth(inRow width: CGFloat, digits: Int) -> CGFloat {
    max(0, width - gutterWidth(digits: digits) - 2 * inset)
  }

  private func wrap(inRow width: CGFloat) -> WrappedText {
    let width = lineWidth(inRow: width)
    // A long text for another width is good until it is prepared for this one.
    if let wrapped, wrapped.width == width || contents[0].wrapped != nil { return wrapped }
    let made =
      contents[0].text.map { WrappedText($0.text, width: width, Self.widths) }
      ?? WrappedText(placeholder: Self.ellipsis, forBytes: contents[0].byteCount, width: width, Self.widths)
    wrapped = made
    return made
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
      let line = min(max(0, Int(whole: (point.y - top) / widths.lineHeight, or: 0)), wrapped.lineCount - 1)
      (part, start) = (String(wrapped.line(line)), wrapped.start(of: line))
      (left, width) = (gutterWidth + Self.inset, lineWidth(inRow: contentView.bounds.width) + Self.lineRoom)
    } else {
      let index = contentIndex(at: point.x)
      (part, start) = (labels[index].text ?? "", slices[index].start)
      (left, width) = (labels[index].frame.minX, labels[index].frame.width)
    }
    let x = point.x - left
    guard BidirectionalRuler.isNeeded(for: part) else {
      return start + widths.offset(in: part, at: isBefore ? x - widths.column / 2 : x)
    }
    return start + Self.measures.ruler.offset(in: part, at: x, width: width, isBefore: isBefore)
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
    let distance = text.x(before: place, Self.widths)
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
    numberLabel.frame = numberFrame
    markView.isHidden = !contents[0].isWhollyMarked
    markView.frame = CGRect(x: gutterWidth, y: 0, width: max(0, bounds.width - gutterWidth), height: bounds.height)
    if wraps { layOutLines(bounds) } else { layOutLine(bounds) }
    isStale = false
  }

  /// The line number stands on the baseline of the first line.
  private var numberFrame: CGRect {
    let scale = traitCollection.displayScale
    let (text, number) = (Self.widths.font, numberLabel.font ?? Self.numberFont)
    let baseline = (top * scale).rounded() + (text.ascender * scale).rounded()
    return CGRect(
      x: 8, y: (baseline - (number.ascender * scale).rounded()) / scale, width: max(0, gutterWidth - 18),
      height: (number.lineHeight * scale).rounded(.up) / scale)
  }

  /// Points by which the first text is moved to the left.
  private var scrolled: CGFloat {
    guard let piece = contents[0].piece else { return sideways }
    let start = CGFloat(piece.start) * Self.widths.column
    return (sideways - start) * textWidths[0] / Self.asciiWidth(of: piece)
  }

  private func layOutLine(_ bounds: CGRect) {
    let widths = Self.widths
    let columns = Int(whole: bounds.width / widths.column, or: Self.mostColumns) + 2 * Self.step
    use(contents.count)
    if isStale || filledWidth != bounds.width { slices = contents.map { _ in Slice() } }
    filledWidth = bounds.width
    var scrolled = scrolled
    for (index, label) in labels.enumerated() {
      let first = Int(whole: max(0, scrolled) / widths.column, or: 0) / Self.step * Self.step
      if slices[index].column != first || !slices[index].isWhole {
        let slice =
          contents[index].text?.slice(from: first, count: columns, widths)
          ?? MeasuredText(Self.ellipsis, widths).slice(from: first, count: columns, widths)
        let isWhole = fill(label, slice.text, slice.start, contents[index])
        slices[index] = Slice(column: first, start: slice.start, left: slice.left, isWhole: isWhole)
      }
      let x = gutterWidth + Self.inset - scrolled + slices[index].left
      label.frame = CGRect(x: x, y: 0, width: max(0, bounds.width - Self.signRoom - x), height: bounds.height)
      scrolled -= textWidths[index]
    }
  }

  private func layOutLines(_ bounds: CGRect) {
    let wrapped = wrap(inRow: bounds.width)
    let lineHeight = Self.widths.lineHeight
    var lines = 0..<wrapped.lineCount
    // A row that is higher than the window has the labels that are in sight.
    isTall = lines.count > Self.fewLines
    if isTall {
      let sight = (superview as? UIScrollView).map { convert($0.bounds, from: $0) } ?? .zero
      func line(at y: CGFloat) -> Int {
        min(max(0, Int(whole: (y - top) / lineHeight, or: 0)), wrapped.lineCount - 1)
      }
      let first = line(at: sight.minY)
      lines = first..<max(first, line(at: sight.maxY)) + 1
    }
    // A scroll by lines fills the labels of those that come, and no others.
    use(isTall ? max(lines.count, labels.count) : lines.count)
    if isStale || filledWidth != bounds.width || shownLines.count != labels.count {
      shownLines = labels.map { _ in (-1, false) }
    }
    filledWidth = bounds.width
    for line in lines {
      let place = line % labels.count
      if shownLines[place] != (line, true) {
        let isWhole = fill(labels[place], String(wrapped.line(line)), wrapped.start(of: line), contents[0])
        shownLines[place] = (line, isWhole)
      }
      labels[place].frame = CGRect(
        x: gutterWidth + Self.inset, y: (top + CGFloat(line) * lineHeight).rounded(),
        width: lineWidth(inRow: bounds.width) + Self.lineRoom, height: lineHeight.rounded(.up))
    }
    for place in labels.indices {
      let isHidden = !lines.contains(shownLines[place].line)
      if labels[place].isHidden != isHidden { labels[place].isHidden = isHidden }
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
    for label in labels where !wraps && label.isHidden { label.isHidden = false }
  }

  /// - Parameters:
  ///   - start: of the part in the content's text, in UTF-16 units.
  /// - Returns: whether the label shows all of the part; else the rest comes with the next frames.
  private func fill(_ label: UILabel, _ whole: String, _ start: Int, _ content: Content) -> Bool {
    label.textColor = isWaiting ? Palette.secondary : .label
    let end = allowance?.end(of: whole) ?? whole.endIndex
    let isWhole = end == whole.endIndex
    let part = isWhole ? whole : String(whole[..<end])
    if !isWhole { allowance?.wait { [weak self] in self?.setNeedsLayout() } }
    let count = part.utf16.count
    var looks: [(range: NSRange, color: UIColor, ground: UIColor?)] = []
    func add(_ range: NSRange, _ color: UIColor, on ground: UIColor?) {
      let (lower, upper) = (max(range.location - start, 0), min(range.location + range.length - start, count))
      if lower < upper { looks.append((NSRange(location: lower, length: upper - lower), color, ground)) }
    }
    if let level = content.level { add(level.range, level.level.color, on: nil) }
    for highlight in highlighters?.places(in: part) ?? [] {
      let range = NSRange(location: highlight.range.location + start, length: highlight.range.length)
      add(range, .label, on: highlight.ground)
    }
    for hit in content.hits { add(hit, .label, on: UIColor.systemOrange.withAlphaComponent(0.45)) }
    if !content.isWhollyMarked, let marked = content.marked { add(marked, .label, on: Self.markColor) }
    guard !looks.isEmpty else {
      label.text = part
      return isWhole
    }
    let text = NSMutableAttributedString(string: part)
    for look in looks {
      text.addAttribute(.foregroundColor, value: look.color, range: look.range)
      if let ground = look.ground { text.addAttribute(.backgroundColor, value: ground, range: look.range) }
    }
    label.attributedText = text
    return isWhole
  }
}
