import Foundation
import TableModel

extension UITableView {
  /// How sections are set apart.
  public enum Style: Int, Sendable {
    /// Edge to edge, with headers and footers that float over the rows.
    case plain = 0
    /// Edge to edge, with space between sections.
    case grouped
    /// Sections as rounded cards with space around.
    case insetGrouped
  }

  /// Where a row is to stand after scrolling to it.
  public enum ScrollPosition: Int, Sendable {
    /// Wherever the least movement brings it into view.
    case none = 0
    case top, middle, bottom
  }

  /// How rows and sections come and go in an update.
  public typealias RowAnimation = TableModel.RowAnimation

  /// The edges from which the insets of separators are measured.
  public enum SeparatorInsetReference: Int, Sendable {
    /// The edges of the cell.
    case fromCellEdges = 0
    /// The place where the text starts.
    case fromAutomaticInsets
  }

  /// Whether rows on screen are measured again when their cells' content changes.
  public enum SelfSizingInvalidation: Int, Sendable {
    /// Only by `reconfigureRows`, `reloadRows` and updates without changes.
    case disabled = 0
    /// After `invalidateIntrinsicContentSize()` of a cell or its `contentView`.
    case enabled
    /// Also when constraints inside of the `contentView` change.
    case enabledIncludingConstraints
  }

  /// A height that says "as the content or the style has it".
  public nonisolated static let automaticDimension: CGFloat = -1

  /// Posted with the table as object after the user changed the selection.
  public nonisolated static let selectionDidChangeNotification = NSNotification.Name(
    "UITableViewSelectionDidChangeNotification")
}
