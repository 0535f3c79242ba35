internal import Desktop
import Foundation

/// Grids as tables, and their cells. Numbers beyond 32 bits are told by attributes (`rowindex`, `colindex`).
extension AssistiveBridge {
  private func grid(_ node: AccessibleNode) -> GridView? {
    switch node {
    case .view(let grid as GridView): grid
    case .cell(let grid, _): grid
    default: nil
    }
  }

  private func number(_ value: Int) -> BusArgument { .int32(Int32(clamping: value)) }

  private func cell(_ grid: GridView, _ row: Int, _ column: Int) -> AccessibleNode? {
    guard row >= 0, column >= 0, row < grid.numberOfRows, column < grid.numberOfColumns else { return nil }
    return .cell(grid, GridPosition(row: row, column: column))
  }

  func tableProperties(_ node: AccessibleNode) -> [(String, () -> BusArgument)] {
    guard let grid = grid(node) else { return [] }
    return [
      ("NRows", { self.number(grid.numberOfRows) }), ("NColumns", { self.number(grid.numberOfColumns) }),
      ("Caption", { self.reference(nil) }), ("Summary", { self.reference(nil) }),
      ("NSelectedRows", { self.number(0) }), ("NSelectedColumns", { self.number(0) }),
    ]
  }

  func answerTable(_ member: String, _ node: AccessibleNode, _ argument: (Int) -> Int) -> AssistiveReply {
    guard let grid = grid(node) else { return .unknownMethod }
    let columns = max(1, grid.numberOfColumns)
    switch member {
    case "GetAccessibleAt": return .values([reference(cell(grid, argument(0), argument(1)))])
    case "GetIndexAt": return .values([number(argument(0) * columns + argument(1))])
    case "GetRowAtIndex": return .values([number(argument(0) / columns)])
    case "GetColumnAtIndex": return .values([number(argument(0) % columns)])
    case "GetRowDescription": return .values([.text("")])
    case "GetColumnDescription": return .values([.text(columnTitle(argument(0), of: grid))])
    case "GetRowExtentAt", "GetColumnExtentAt": return .values([.int32(1)])
    case "GetRowHeader", "GetColumnHeader": return .values([reference(nil)])
    case "GetSelectedRows", "GetSelectedColumns": return .values([.list("i", [])])
    case "IsRowSelected", "IsColumnSelected": return .values([.flag(false)])
    case "IsSelected":
      let found = cell(grid, argument(0), argument(1))
      return .values([.flag(found.map { tree.state(of: $0).traits.contains(.selected) } ?? false)])
    case "AddRowSelection", "AddColumnSelection", "RemoveRowSelection", "RemoveColumnSelection":
      return .values([.flag(false)])
    case "GetRowColumnExtentsAtIndex":
      let place = cell(grid, argument(0) / columns, argument(0) % columns)
      return .values([
        .flag(place != nil), number(argument(0) / columns), number(argument(0) % columns), .int32(1), .int32(1),
        .flag(place.map { tree.state(of: $0).traits.contains(.selected) } ?? false),
      ])
    default: return .unknownMethod
    }
  }

  /// What the header of a column on screen says; empty for others.
  private func columnTitle(_ column: Int, of grid: GridView) -> String { tree.columnTitle(column, of: grid) ?? "" }

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
