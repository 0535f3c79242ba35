/// A table's estimate of the height of an unmeasured row: the mean of the measured heights.
///
/// The estimate is updated when the number of measured rows has doubled, and is final once it rests on
/// `enough` of them: a changing estimate moves the end of the content.
package struct HeightEstimate {
  /// Measured rows after which the guess stays as it is.
  package static let enough = 4096

  /// The guess in points; nil until some rows were measured.
  package private(set) var value: Double?
  private var count = 0
  private var sum = 0.0
  private var nextReview = 8

  /// No guess.
  package init() {}

  /// A row was measured for the first time.
  package mutating func add(_ height: Double) {
    guard count < Self.enough else { return }
    count += 1
    sum += height
  }

  /// Looks over the guess if enough rows were measured since the last time.
  /// - Parameter present: what unmeasured rows count with now.
  /// - Returns: whether they should count with `value` instead: it is a whole point and 5 % away.
  package mutating func review(present: Double) -> Bool {
    guard count >= nextReview else { return false }
    nextReview = count < Self.enough ? count * 2 : .max
    let mean = max(1, (sum / Double(count)).rounded())
    guard abs(mean - present) > present / 20 else { return false }
    value = mean
    return true
  }
}
