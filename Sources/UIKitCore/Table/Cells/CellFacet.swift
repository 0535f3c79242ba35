import Foundation

/// A part of a `UITableViewCell` that owns one concern of it: its private state and its views.
@MainActor
class CellFacet: Facet<UITableViewCell> {
  /// The cell this is a part of.
  final var cell: UITableViewCell { owner }

  /// Gives a view of the cell its place.
  /// - Parameter frame: in the view's superview, in points.
  final func place(_ view: UIView?, _ frame: CGRect) {
    if let view, view.frame != frame { view.frame = frame }
  }
}
