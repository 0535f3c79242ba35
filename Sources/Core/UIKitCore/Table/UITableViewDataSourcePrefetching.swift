import Foundation

/// Prepares rows before they come on screen: loads images, reads files, starts requests.
///
/// The table announces rows in the direction it moves, about one screen ahead and more the faster it moves. It need not
/// announce every row: what a cell shows must not depend on it.
@preconcurrency @MainActor
public protocol UITableViewDataSourcePrefetching: NSObjectProtocol {
  /// Rows are likely to come on screen soon; the nearest first, none of them on screen. Each is announced once until it
  /// was on screen or was called off. Called after a layout pass.
  func tableView(_ tableView: UITableView, prefetchRowsAt indexPaths: [IndexPath])

  /// Announced rows are not likely to come on screen any more: the table turned back, or jumped elsewhere. Optional.
  ///
  /// Rows that came on screen are not called off, nor are rows that a batch update deleted. After `reloadData` the
  /// rows announced before are called off where a row of that path still exists.
  func tableView(_ tableView: UITableView, cancelPrefetchingForRowsAt indexPaths: [IndexPath])
}

extension UITableViewDataSourcePrefetching {
  /// Does nothing.
  public func tableView(_ tableView: UITableView, cancelPrefetchingForRowsAt indexPaths: [IndexPath]) {}
}
