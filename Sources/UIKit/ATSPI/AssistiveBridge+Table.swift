internal import Desktop
import Foundation
internal import TableModel
import UIKitCore

/// Grids, and lists too long to be counted, as tables. Numbers beyond 32 bits are told by attributes (`rowindex`,
/// `colindex`).
extension AssistiveBridge {
  private func number(_ value: Int) -> BusArgument { .int32(Int32(clamping: value)) }

  /// Rows and columns of a table; nil for other nodes.
  private func size(of node: AccessibleNode) -> (rows: Int, columns: Int)? {
    if let grid = node.grid { return (grid.numberOfRows, grid.numberOfColumns) }
    guard case .view(let view) = node, view is UITableView else { return nil }
    return (tree.childCount(of: node), 1)
  }

  private func cell(_ node: AccessibleNode, _ row: Int, _ column: Int) -> AccessibleNode? {
    guard let size = size(of: node), (0..<size.rows).contains(row), (0..<size.columns).contains(column) else {
      return nil
    }
    if let grid = node.grid {
      return .cell(grid, GridPosition(row: row, column: column))
    }
    return tree.child(of: node, at: row)
  }

  func tableProperties(_ node: AccessibleNode) -> [(String, () -> BusArgument)] {
    guard let size = size(of: node) else { return [] }
    return [
      ("NRows", { self.number(size.rows) }), ("NColumns", { self.number(size.columns) }),
      ("Caption", { self.reference(nil) }), ("Summary", { self.reference(nil) }),
      ("NSelectedRows", { self.number(self.tree.selectedCount(of: node)) }), ("NSelectedColumns", { self.number(0) }),
    ]
  }

  func answerTable(_ member: String, _ node: AccessibleNode, _ argument: (Int) -> Int) -> AssistiveReply {
    guard let size = size(of: node) else { return .unknownMethod }
    let columns = max(1, size.columns)
    func isSelected(_ place: AccessibleNode?) -> Bool {
      place.map { tree.state(of: $0).traits.contains(.selected) } ?? false
    }
    switch member {
    case "GetAccessibleAt": return .values([reference(cell(node, argument(0), argument(1)))])
    case "GetIndexAt": return .values([number(argument(0) &* columns &+ argument(1))])
    case "GetRowAtIndex": return .values([number(argument(0) / columns)])
    case "GetColumnAtIndex": return .values([number(argument(0) % columns)])
    case "GetRowDescription": return .values([.text("")])
    case "GetColumnDescription": return .values([.text(columnTitle(argument(0), of: node))])
    case "GetRowExtentAt", "GetColumnExtentAt": return .values([.int32(1)])
    case "GetRowHeader", "GetColumnHeader": return .values([reference(nil)])
    case "GetSelectedRows", "GetSelectedColumns": return .values([.list("i", [])])
    case "IsRowSelected": return .values([.flag(columns == 1 && isSelected(cell(node, argument(0), 0)))])
    case "IsColumnSelected": return .values([.flag(false)])
    case "IsSelected": return .values([.flag(isSelected(cell(node, argument(0), argument(1))))])
    case "AddRowSelection", "AddColumnSelection", "RemoveRowSelection", "RemoveColumnSelection":
      return .values([.flag(false)])
    case "GetRowColumnExtentsAtIndex":
      let place = cell(node, argument(0) / columns, argument(0) % columns)
      return .values([
        .flag(place != nil), number(argument(0) / columns), number(argument(0) % columns), .int32(1), .int32(1),
        .flag(isSelected(place)),
      ])
    default: return .unknownMethod
    }
  }

  /// The title of a column on screen; empty for others.
  private func columnTitle(_ column: Int, of node: AccessibleNode) -> String {
    node.grid?.title(ofColumn: column) ?? ""
  }

  func cellProperties(_ node: AccessibleNode) -> [(String, () -> BusArgument)] {
    guard case .cell(let grid, let place) = node else { return [] }
    return [
      ("ColumnSpan", { .int32(1) }), ("RowSpan", { .int32(1) }),
      ("Position", { .structure([self.number(place.row), self.number(place.column)]) }),
      ("Table", { self.reference(.view(grid)) }),
    ]
  }

  func answerTableCell(_ member: String, _ node: AccessibleNode) -> AssistiveReply {
    guard case .cell(_, let place) = node else { return .unknownMethod }
    switch member {
    case "GetRowColumnSpan":
      return .values([.flag(true), number(place.row), number(place.column), .int32(1), .int32(1)])
    case "GetRowHeaderCells", "GetColumnHeaderCells": return .values([.list("(so)", [])])
    default: return .unknownMethod
    }
  }
}
