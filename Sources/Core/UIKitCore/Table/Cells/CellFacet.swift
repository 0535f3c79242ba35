import Foundation

/// A part of a `UITableViewCell` that owns one concern of it: its private state and its views.
@MainActor
class CellFacet: Facet<UITableViewCell> {
  /// The cell this is a part of.
  final var cell: UITableViewCell { owner }

  /// Gives a view of the cell its place, mirrored in a cell that reads from right to left.
  /// - Parameters:
  ///   - frame: in the view's superview, in points, where text goes from left to right.
  ///   - width: of the superview.
  final func place(_ view: UIView?, _ frame: CGRect, in width: Double) {
    guard let view else { return }
    let place = cell.isTurned ? frame.mirrored(in: width) : frame
    if view.frame != place { view.frame = place }
  }
}
