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
      ("NSelectedRows", { self.number(self.selectedRows(of: node)) }),
      ("NSelectedColumns", { self.number(node.grid.map { Self.count($0.selectedColumns) } ?? 0) }),
    ]
  }

  private static func count(_ runs: [Range<Int>]) -> Int { runs.reduce(0) { $0 + $1.count } }

  private func selectedRows(of node: AccessibleNode) -> Int {
    node.grid.map { Self.count($0.selectedRows) } ?? tree.selectedCount(of: node)
  }

  /// Most rows or columns of which an answer has the numbers.
  private static let mostLines = 4096

  private func numbers(_ runs: [Range<Int>]) -> BusArgument {
    .list("i", runs.lazy.joined().prefix(Self.mostLines).map { number($0) })
  }

  /// The header above a column; nil for a column without one.
  private func header(_ node: AccessibleNode, ofColumn column: Int) -> AccessibleNode? {
    header(node, row: node.grid?.titleRow ?? -1, column: column)
  }

  /// The header of a column, with a negative row, or of a row, with the column -1; nil for a line without one.
  private func header(_ node: AccessibleNode, row: Int, column: Int) -> AccessibleNode? {
    let place = GridPosition(row: row, column: column)
    return node.grid.flatMap { grid in grid.lineNumbers(of: place).map { _ in .cell(grid, place) } }
  }

  /// The rows that are selected as a whole; of a list those of its rows that are, as far as an answer goes.
  private func selectedRowNumbers(of node: AccessibleNode) -> BusArgument {
    if let grid = node.grid { return numbers(grid.selectedRows) }
    let count = min(tree.selectedCount(of: node), Self.mostLines)
    return .list(
      "i",
      (0..<count).compactMap { tree.selectedChild(of: node, at: $0) }.compactMap { tree.index(of: $0) }
        .map { number($0) })
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
    case "GetRowDescription":
      let header = header(node, row: argument(0), column: -1)
      return .values([.text(header.map { tree.label(of: $0) } ?? "")])
    case "GetColumnDescription": return .values([.text(columnTitle(argument(0), of: node))])
    case "GetRowExtentAt", "GetColumnExtentAt": return .values([.int32(1)])
    case "GetRowHeader": return .values([reference(header(node, row: argument(0), column: -1))])
    case "GetColumnHeader": return .values([reference(header(node, ofColumn: argument(0)))])
    case "GetSelectedRows": return .values([selectedRowNumbers(of: node)])
    case "GetSelectedColumns": return .values([numbers(node.grid?.selectedColumns ?? [])])
    case "IsRowSelected":
      let line = GridPosition(row: argument(0), column: -1)
      return .values([.flag(node.grid?.isLineSelected(line) ?? isSelected(cell(node, argument(0), 0)))])
    case "IsColumnSelected":
      return .values([.flag(node.grid?.isLineSelected(GridPosition(row: -1, column: argument(0))) ?? false)])
    case "IsSelected": return .values([.flag(isSelected(cell(node, argument(0), argument(1))))])
    case "AddRowSelection", "AddColumnSelection", "RemoveRowSelection", "RemoveColumnSelection":
      let isRow = member.hasSuffix("RowSelection")
      let line = GridPosition(row: isRow ? argument(0) : -1, column: isRow ? -1 : argument(0))
      guard argument(0) >= 0, let grid = node.grid else { return .values([.flag(false)]) }
      return .values([.flag(grid.setLineSelected(member.hasPrefix("Add"), line))])
    case "GetRowColumnExtentsAtIndex":
      let place = cell(node, argument(0) / columns, argument(0) % columns)
      return .values([
        .flag(place != nil), number(argument(0) / columns), number(argument(0) % columns), .int32(1), .int32(1),
        .flag(isSelected(place)),
      ])
    default: return .unknownMethod
    }
  }

  /// The title of a column; empty for a column without one.
  private func columnTitle(_ column: Int, of node: AccessibleNode) -> String {
    header(node, ofColumn: column).flatMap { _ in node.grid?.title(ofColumn: column) } ?? ""
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
    guard case .cell(let grid, let place) = node else { return .unknownMethod }
    func headers(row: Int, column: Int) -> AssistiveReply {
      .values([.list("(so)", [header(.view(grid), row: row, column: column)].compactMap { $0 }.map { reference($0) })])
    }
    switch member {
    case "GetRowColumnSpan":
      return .values([.flag(true), number(place.row), number(place.column), .int32(1), .int32(1)])
    case "GetRowHeaderCells": return headers(row: place.row, column: -1)
    case "GetColumnHeaderCells": return headers(row: grid.titleRow, column: place.column)
    default: return .unknownMethod
    }
  }
}
