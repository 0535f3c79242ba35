/// Vertical measures of a line in whole pixels.
package struct LineMetrics: Equatable {
  /// From the line's top to its baseline.
  package private(set) var ascent: Double
  /// From the line's top to the next line's.
  package private(set) var height: Double

  /// Less than can be seen: what is lost in arithmetic.
  private static let tolerance = 0.001

  /// The baseline on the nearest pixel, the height rounded up. Ink may reach beyond both.
  package init(_ metrics: FontMetrics) {
    self.init(ascent: metrics.ascent, height: max(metrics.ascent + metrics.descent, metrics.lineHeight))
  }

  /// From a line's top to its baseline and to the next line's, fractions kept.
  init(ascent: Double, height: Double) {
    // As `rounded()` of what is not negative, which is a call.
    self.ascent = (ascent + 0.5).rounded(.down)
    self.height = max(self.ascent, (height - Self.tolerance).rounded(.up))
  }

  /// Enough for both: used where a line mixes styles or faces.
  func union(_ other: LineMetrics) -> LineMetrics {
    var result = self
    result.ascent = max(ascent, other.ascent)
    result.height = result.ascent + max(height - ascent, other.height - other.ascent)
    return result
  }
}

/// How far the ink of a line may reach above and below its baseline, in pixels: what a bitmap of it has room for.
///
/// Taken from what is written, not from the ink itself, which would take drawing every word. Plain letters need no more
/// than the line has, so that the bitmaps of labels that stand close do not overlap.
struct InkReach {
  private(set) var above = 0.0
  private(set) var below = 0.0

  /// Ems from the baseline to the top of letters without marks in usual faces, and what each mark adds.
  private static let letter = 0.78
  private static let mark = 0.22
  /// Ems from the baseline down to where the letters of usual faces reach.
  private static let tail = 0.25
  /// The height of capitals, in ems, from which a face is not a usual one.
  private static let highCapital = 0.85
  /// Marks of a vowelled word that may hang below each other.
  private static let mostHangingMarks = 2

  /// Marks beyond these are cut off.
  static let mostMarks = 6

  /// Adds letters of Latin, Greek or Cyrillic.
  /// - Parameters:
  ///   - face: of the letters.
  ///   - marks: the most that stand on each other.
  @inline(__always)
  mutating func add(_ face: FontMetrics, pixelSize: Double, marks: Int) {
    if face.capHeight > Self.highCapital * pixelSize { add(face) }
    // Small letters that were moved to whole pixels may be half a one higher.
    let stack = (Self.letter + Self.mark * Double(marks)) * pixelSize + (marks > 1 ? 0.5 : 0)
    above = max(above, stack)
    // Of two marks one may hang.
    below = max(below, (Self.tail + Self.mark * Double(max(0, marks - 2))) * pixelSize)
  }

  /// Adds characters of any other kind, which keep to the box of their face.
  mutating func add(_ face: FontMetrics) {
    above = max(above, face.ascent)
    below = max(below, face.descent)
  }

  /// Adds a character of another script. Those from right to left keep to the box of their face only without vowel signs,
  /// for which many faces have no room in theirs.
  mutating func add(_ face: FontMetrics, _ cluster: TextCluster, pixelSize: Double) {
    // `TextCluster.marks` counts one for the letter itself in scripts other than Latin.
    let marks = cluster.script.isRightToLeft ? max(0, cluster.marks - 1) : 0
    above = max(above, face.ascent + Self.mark * Double(marks) * pixelSize)
    below = max(below, face.descent + Self.mark * Double(min(marks, Self.mostHangingMarks)) * pixelSize)
  }

  /// Whole pixels above a text whose first baseline lies `ascent` below its top.
  func rowsAbove(_ ascent: Double) -> Int { Self.rows(above - ascent) }

  /// Whole pixels below a text that ends `descent` below its last baseline.
  func rowsBelow(_ descent: Double) -> Int { Self.rows(below - descent) }

  /// The whole pixels of a length; none of one that is negative or not sound.
  static func rows(_ length: Double) -> Int {
    length > 0 && length < TextBox.limit ? Int((length - 0.001).rounded(.up)) : 0
  }
}
