import Foundation
import TableModel

/// What a table keeps to find out heights.
@MainActor
final class SizingState {
  var estimatedSectionHeaderHeight = UITableView.automaticDimension
  var estimatedSectionFooterHeight = UITableView.automaticDimension
  var invalidation = UITableView.SelfSizingInvalidation.enabled

  /// The table's own guess at rows.
  var guess = HeightEstimate()
  /// The section whose unmeasured rows get the newest guess next; those before have it.
  var guessedSections = Int.max
  /// Some header or footer sizes itself.
  var hasSizedParts = false
}
