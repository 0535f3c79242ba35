import Foundation
import TableModel

/// What a table shows when an update begins, in places relative to the visible area: `contentOffset` may be another
/// one afterwards.
@MainActor
struct UpdateSnapshot {
  /// A cell, header or footer in the order of the table.
  struct Item {
    let view: UIView
    /// Orders headers before the rows of their section and footers behind them.
    let key: RowPosition
    let isCell: Bool
  }

  /// What is seen of each view, animations under way included.
  private let places: [ObjectIdentifier: ViewPresentation]
  /// Cells, headers and footers in the old order.
  let items: [Item]
  /// What lies within a screen above and below the visible area.
  private var surroundings = TilePlan()
  private let offset: CGPoint

  init(of table: UITableView) {
    offset = table.contentOffset
    items = Self.items(of: table)
    var places: [ObjectIdentifier: ViewPresentation] = [:]
    for view in items.map(\.view) + [table.tableHeaderView, table.tableFooterView].compactMap({ $0 }) {
      var place = view.presentation ?? view.modelPresentation
      place.origin = place.origin - offset
      places[ObjectIdentifier(view)] = place
    }
    self.places = places
    let height = table.bounds.height
    surroundings.update(
      table.index,
      TilePlan.Viewport(
        top: table.bounds.minY - height, bottom: table.bounds.maxY + height, contentTop: table.contentTop))
  }

  /// The visible cells, headers and footers in order.
  static func items(of table: UITableView) -> [Item] {
    // A cell that a pass took and did not come to show is not seen.
    var items = table.cells.visible.filter { $0.view.superview === table }
      .map { Item(view: $0.view, key: $0.position, isCell: true) }
    items += table.parts.visible.map {
      let row = $0.position.row == TablePart.header ? -1 : Int.max
      return Item(view: $0.view, key: RowPosition(section: $0.position.section, row: row), isCell: false)
    }
    return items.sorted { $0.key < $1.key }
  }

  /// What was seen of a view.
  func place(of view: UIView) -> ViewPresentation? { places[ObjectIdentifier(view)] }

  /// Where the upper edge of an old row, header (row -1) or footer (row `Int.max`) was, if it was near.
  func top(of key: RowPosition) -> Double? {
    let tiles =
      switch key.row {
      case -1: surroundings.headers
      case Int.max: surroundings.footers
      default: surroundings.rows
      }
    let row = key.row == -1 || key.row == Int.max ? 0 : key.row
    return tiles.first { $0.position == RowPosition(section: key.section, row: row) }.map { $0.y - offset.y }
  }

  /// Whether an old place lies above everything that was visible.
  func isAbove(_ key: RowPosition) -> Bool { items.first.map { key < $0.key } ?? false }
}
