import Foundation

/// A part of a `UITableViewCell` that owns one concern of it: its private state and its views.
///
/// The cell declares each facet as a `final let` and attaches all of them in its initializer.
@MainActor
class CellFacet {
  // Unchecked, as in `TableFacet`: the cell makes its facets, outlives them and is their only owner.
  @exclusivity(unchecked) private unowned(unsafe) var owner: UITableViewCell?

  /// Called once by the cell's initializer.
  final func attach(to cell: UITableViewCell) { owner = cell }

  /// The cell this is a part of.
  final var cell: UITableViewCell { owner.unsafelyUnwrapped }

  /// Gives a view of the cell its place.
  /// - Parameter frame: in the view's superview, in points.
  final func place(_ view: UIView?, _ frame: CGRect) {
    if let view, view.frame != frame { view.frame = frame }
  }
}
