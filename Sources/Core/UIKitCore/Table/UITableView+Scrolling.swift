import Foundation
import TableModel

extension UITableView {
  /// Brings a row to the given place of the visible area, as far as the content reaches.
  ///
  /// The visible area is what the content insets leave; `.top` puts a row of a plain table below its section's
  /// floating header. Of rows that were only estimated those that come on screen are measured, and the row stands
  /// exactly at its place: at once, or at the end of the animation, whose end follows what is found out on its way.
  /// - Precondition: the row exists.
  public func scrollToRow(at indexPath: IndexPath, at scrollPosition: ScrollPosition, animated: Bool) {
    loadIfNeeded()
    anchor.scroll(to: require(indexPath, "scrollToRow(at:at:animated:)"), at: scrollPosition, animated: animated)
  }

  /// Brings the selected row nearest to the top of the visible area to the given place. Does nothing without
  /// chooser.selection.
  /// - Complexity: O(log n), however many rows are selected.
  public func scrollToNearestSelectedRow(at scrollPosition: ScrollPosition, animated: Bool) {
    loadIfNeeded()
    let top = bounds.minY + adjustedContentInset.top - contentTop
    guard let edge = index.row(atOrAbove: top) else { return }
    func distance(_ position: RowPosition) -> Double {
      abs(index.band(ofRow: position.row, inSection: position.section).top - top)
    }
    // Tops ascend with the rows, so the nearest is one of the two around the edge, or the row at the edge.
    let below = chooser.selection.first(from: RowPosition(section: edge.section, row: edge.row + 1))
    let candidates = [chooser.selection.last(before: edge), chooser.selection.first(from: edge), below].compactMap {
      $0
    }
    if let nearest = candidates.min(by: { distance($0) < distance($1) }) {
      anchor.scroll(to: nearest, at: scrollPosition, animated: animated)
    }
  }

  func scroll(to position: RowPosition, at scrollPosition: ScrollPosition, animated: Bool) {
    anchor.scroll(to: position, at: scrollPosition, animated: animated)
  }
}
