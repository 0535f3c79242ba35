import UIKit

/// The greatest width of the content of rows. Wider rows have it in their middle, and the mark of a selected row, the ring
/// of the keyboard, the commands and the line above the rows keep to it.
public enum ContentWidth {
  /// Rows of text: UIKit's readable width, to which tables keep by `cellLayoutMarginsFollowReadableWidth`.
  case readable
  /// Rows of many columns, which one reads across.
  case columns
  /// Documents, and rows beside a picture of their table, which take the room there is.
  case whole

  /// In points; infinity for no limit.
  package var points: CGFloat {
    switch self {
    case .readable: 672
    case .columns: 1000
    case .whole: .infinity
    }
  }

  /// From each edge of a row to its content, in points.
  /// - Parameter width: of the row.
  package func margin(in width: CGFloat) -> CGFloat {
    max(ScreenMargin.points(in: width), ((width - points) / 2).rounded(.down))
  }
}
