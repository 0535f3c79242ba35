/// Vertical measures of a line in whole pixels.
package struct LineMetrics: Equatable {
  /// From the line's top to its baseline.
  package private(set) var ascent: Double
  /// From the line's top to the next line's.
  package private(set) var height: Double

  /// Rounded outwards, so that baselines fall on whole pixels.
  package init(_ metrics: FontMetrics) {
    ascent = metrics.ascent.rounded(.up)
    height = max(ascent + metrics.descent, metrics.lineHeight).rounded(.up)
  }

  /// Enough for both: used where a line mixes styles.
  func union(_ other: LineMetrics) -> LineMetrics {
    var result = self
    result.ascent = max(ascent, other.ascent)
    result.height = result.ascent + max(height - ascent, other.height - other.ascent)
    return result
  }
}
