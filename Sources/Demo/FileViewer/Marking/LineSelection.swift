/// The parts of a file's lines that are marked: a text from one place to another, or whole lines.
///
/// A value over numbers of lines and units, so that rows, which are recycled, hold nothing of it. A place counts the units of
/// a line in the file, whatever is shown for them.
struct LineSelection: Equatable, Sendable {
  /// A place before a unit of a line; both are counted from 0. The place before unit 0 is behind the newline of the line above.
  struct Place: Comparable, Hashable, Sendable {
    var line: Int
    var unit: Int

    init(_ line: Int, _ unit: Int) { (self.line, self.unit) = (line, unit) }

    static func < (left: Place, right: Place) -> Bool { (left.line, left.unit) < (right.line, right.unit) }

    /// A line with its newline.
    static func line(_ line: Int) -> Range<Place> { Place(line, 0)..<Place(line + 1, 0) }
  }

  /// The word, line or place where marking began, and the one where it is now.
  private var anchor = Place(0, 0)..<Place(0, 0)
  private var focus = Place(0, 0)..<Place(0, 0)
  /// Lines that were marked before.
  private var kept = RangeSet<Int>()

  /// The marked text that changes with the pointer.
  private var text: Range<Place> {
    min(anchor.lowerBound, focus.lowerBound)..<max(anchor.upperBound, focus.upperBound)
  }

  var isEmpty: Bool { text.isEmpty && kept.isEmpty }
  /// The line up to which was marked last.
  var focusLine: Int { focus.lowerBound.line }

  /// The parts, ascending and apart; one that ends at unit 0 holds the newline of the line above.
  var ranges: [Range<Place>] {
    guard !kept.isEmpty else { return text.isEmpty ? [] : [text] }
    return kept.union(RangeSet(wholeLines)).ranges.map { Place($0.lowerBound, 0)..<Place($0.upperBound, 0) }
  }

  /// The lines that the text touches.
  private var wholeLines: Range<Int> {
    guard !text.isEmpty else { return 0..<0 }
    return text.lowerBound.line..<text.upperBound.line + (text.upperBound.unit > 0 ? 1 : 0)
  }

  /// The units of a line that are marked, up to `Int.max` where its newline is; nil for none.
  func part(of line: Int) -> Range<Int>? {
    if kept.contains(line) { return 0..<Int.max }
    let text = text
    guard text.lowerBound.line <= line, line <= text.upperBound.line else { return nil }
    if !kept.isEmpty { return wholeLines.contains(line) ? 0..<Int.max : nil }
    let lower = line == text.lowerBound.line ? text.lowerBound.unit : 0
    let upper = line == text.upperBound.line ? text.upperBound.unit : Int.max
    return lower < upper ? lower..<upper : nil
  }

  // MARK: Marking

  /// Marks a place, word or line, and nothing else.
  mutating func begin(_ unit: Range<Place>) {
    (anchor, focus, kept) = (unit, unit, RangeSet())
  }

  /// Marks from where marking began to another place, word or line, both included.
  mutating func extend(to unit: Range<Place>) {
    focus = kept.isEmpty ? unit : Place.line(unit.lowerBound.line)
  }

  /// Marks the lines from the one at which marking began to another.
  /// - Parameter keepsOthers: whether lines that were marked before stay marked.
  mutating func extendLines(to line: Int, keepsOthers: Bool = false) {
    if !keepsOthers { kept = RangeSet() }
    (anchor, focus) = (Place.line(anchor.lowerBound.line), Place.line(line))
  }

  /// Marks a line besides those that are, or takes its mark. What is marked of a line becomes the whole line.
  mutating func toggle(_ line: Int) {
    kept.insert(contentsOf: wholeLines)
    kept.formSymmetricDifference(RangeSet(line..<line + 1))
    let place = Place(line, 0)
    (anchor, focus) = (place..<place, place..<place)
  }

  /// Forgets what is marked of lines that the file does not have any more.
  mutating func keep(below count: Int) {
    func clamped(_ unit: Range<Place>) -> Range<Place> {
      min(unit.lowerBound, Place(count, 0))..<min(unit.upperBound, Place(count, 0))
    }
    (anchor, focus) = (clamped(anchor), clamped(focus))
    kept.remove(contentsOf: count..<Int.max)
  }
}
