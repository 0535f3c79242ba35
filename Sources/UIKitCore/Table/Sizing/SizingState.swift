import Foundation
import TableModel

/// What a table keeps to find out heights: estimates, and what is to be placed exactly while they turn into heights.
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
  /// The row that is being scrolled to.
  var aim: RowAim?
  /// What is on screen was measured for another width, or at another scale.
  var isOutdated = false
  /// The row that kept its place when the table was resized last.
  var hold: RowHold?
}

/// A row that keeps its distance to the upper edge while the table is resized, however often.
struct RowHold {
  var position: RowPosition
  /// From the upper edge of the visible area to that of the row, in points; negative for a row that begins above.
  var distance: Double
  /// The offset, in points, at which the last resizing left the table; another one means that something else moved it.
  var offset: Double
}

/// A row on its way to a place of the visible area.
struct RowAim {
  /// The edge of the visible area the row is to be at.
  enum Edge {
    case top
    case middle
    case bottom
    /// At the lower edge unless it is taller than the area; then at the upper one.
    case fit
    /// So many points below the upper edge, wherever a floating header ends: where it was before the table was resized.
    case held(distance: Double)
  }

  var position: RowPosition
  var edge: Edge
  /// An animation carries the table there.
  var isAnimated: Bool
  /// The offset, in points, that was set or is the animation's target; another one means that something else moved
  /// the table since.
  var offset: Double
}
