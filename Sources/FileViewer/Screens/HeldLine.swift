import UIKit

/// The line, or piece of one, that keeps its place on screen while filters change, until the user scrolls.
@MainActor
final class HeldLine {
  private unowned let tableView: UITableView
  private unowned let owner: any LineRowsOwner
  /// The line, its distance from the upper edge, and the offset that was set for it.
  private var held: (part: LinePart, distance: CGFloat, offset: CGFloat)?

  init(_ tableView: UITableView, _ owner: any LineRowsOwner) { (self.tableView, self.owner) = (tableView, owner) }

  private func top(of part: LinePart) -> CGFloat {
    tableView.rectForRow(at: IndexPath(row: owner.rows.row(of: part), section: 0)).minY
  }

  /// Whether the line is where it was put.
  private var isInPlace: Bool { tableView.contentOffset.y == held?.offset }

  func letGo() { held = nil }

  /// Holds the line that is held already, or else another one where it is.
  func hold(_ part: LinePart) {
    guard !isInPlace, owner.rows.count > 0 else { return }
    let offset = tableView.contentOffset.y
    held = (part, top(of: part) - offset, offset)
  }

  /// Scrolls so that the line, or the first behind it that is shown, is as far below the upper edge as before.
  /// - Parameter offset: of the table before its rows became others; where the user has scrolled since the line was put
  ///   there it is not held any more.
  func restore(from offset: CGFloat) {
    guard let held, held.offset == offset else { return }
    if owner.rows.count > 0 {
      let most = max(0, tableView.contentSize.height - tableView.bounds.height)
      tableView.contentOffset.y = min(max(0, top(of: held.part) - held.distance), most)
    }
    self.held?.offset = tableView.contentOffset.y
  }
}
