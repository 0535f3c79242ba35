import UIKit

/// Keeping the selected process in its place while all others find theirs.
extension ProcessesController {
  /// Where an update puts the content.
  enum Placing {
    /// Where the table proposes, within the ends of the content.
    case whereItIs
    case atTheTop
    /// So that a process is `y` points below the upper edge of the table; exactly there, also when that leaves some of
    /// the table empty, or as near as the content's ends allow.
    case keeping(ProcessIdentity, y: CGFloat, isExact: Bool)
  }

  /// Keeps the selected process, if it is on screen.
  func selectionPlace(isExact: Bool) -> Placing {
    guard let path = tableView.indexPathForSelectedRow, let identity = dataSource.itemIdentifier(for: path) else {
      return .whereItIs
    }
    let rect = tableView.rectForRow(at: path)
    guard rect.intersects(tableView.bounds) else { return .whereItIs }
    return .keeping(identity, y: rect.minY - tableView.contentOffset.y, isExact: isExact)
  }

  /// Gives up the selection, and with it the content's place beyond its end, if it has one.
  func leaveSelection() {
    forgetCandidate()
    if let path = tableView.indexPathForSelectedRow { tableView.deselectRow(at: path, animated: true) }
    let rest = CGPoint(x: tableView.contentOffset.x, y: withinEnds(tableView.contentOffset.y))
    if rest != tableView.contentOffset { tableView.setContentOffset(rest, animated: true) }
  }

  private func withinEnds(_ y: CGFloat) -> CGFloat {
    let inset = tableView.adjustedContentInset
    let lowest = -inset.top
    return min(max(y, lowest), max(lowest, tableView.contentSize.height + inset.bottom - tableView.bounds.height))
  }
}

extension ProcessesController: UITableViewDelegate {
  func tableView(
    _ tableView: UITableView, targetContentOffsetForProposedContentOffset proposedContentOffset: CGPoint
  ) -> CGPoint {
    var target = proposedContentOffset
    switch placing {
    case .whereItIs: target.y = withinEnds(target.y)
    case .atTheTop: target.y = -tableView.adjustedContentInset.top
    case .keeping(let identity, let y, let isExact):
      guard let path = dataSource.indexPath(for: identity) else {
        target.y = withinEnds(target.y)
        break
      }
      target.y = tableView.rectForRow(at: path).minY - y
      if !isExact { target.y = withinEnds(target.y) }
    }
    return target
  }

  func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) { forgetCandidate() }

  func tableView(
    _ tableView: UITableView, contextMenuConfigurationForRowAt indexPath: IndexPath, point: CGPoint
  ) -> UIContextMenuConfiguration? {
    guard let process = dataSource.itemIdentifier(for: indexPath).flatMap(figures(of:)) else { return nil }
    return UIContextMenuConfiguration(identifier: nil, previewProvider: nil) { [weak self] _ in
      self?.menu(for: process)
    }
  }

  func tableView(
    _ tableView: UITableView, willDisplayContextMenu configuration: UIContextMenuConfiguration,
    animator: (any UIContextMenuInteractionAnimating)?
  ) {
    isMenuOpen = true
  }

  func tableView(
    _ tableView: UITableView, willEndContextMenuInteraction configuration: UIContextMenuConfiguration,
    animator: (any UIContextMenuInteractionAnimating)?
  ) {
    isMenuOpen = false
  }
}
