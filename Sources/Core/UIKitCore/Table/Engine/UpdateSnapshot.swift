import Foundation
import TableModel

/// The picture of a table when an update begins, in places relative to the visible area, because the update may change
/// `contentOffset`.
@MainActor
struct UpdateSnapshot {
  /// A cell, header or footer in the order of the table.
  struct Item {
    let view: UIView
    let position: ItemPosition
  }

  /// The visible state of each view, animations under way included.
  private let places: [ObjectIdentifier: ViewPresentation]
  /// Cells, headers and footers in the old order.
  let items: [Item]
  /// The rows within a screen above and below the visible area.
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
      .map { Item(view: $0.view, position: .row($0.position)) }
    items += table.parts.visible.map { Item(view: $0.view, position: .part($0.position)) }
    return items.sorted { $0.position < $1.position }
  }

  /// The visible state of a view when the update began.
  func place(of view: UIView) -> ViewPresentation? { places[ObjectIdentifier(view)] }

  /// Where the upper edge of an old row, header or footer was, if it was near.
  func top(of old: ItemPosition) -> Double? {
    let y =
      switch old {
      case .row(let row): surroundings.rows.first { $0.position == row }?.y
      case .part(let part): surroundings.parts.first { $0.position == part }?.y
      }
    return y.map { $0 - offset.y }
  }

  /// Whether an old place lies above everything that was visible.
  func isAbove(_ old: ItemPosition) -> Bool { items.first.map { old < $0.position } ?? false }
}
