import Foundation

/// The idle cells, headers and footers: into the pools, out of them, and how many are kept.
extension UITableView {
  /// Makes a cell idle whose row has left the screen and was reported.
  func recycle(_ cell: UITableViewCell, identifier: String?) {
    guard cells.recycle(cell, identifier: identifier) else { return }
    cell.isIdle = true
    countIdleCell(identifier)
    if cells.overflows { count(released: cells.evict()) }
  }

  /// The same for a header or footer.
  func recycle(part view: UIView, identifier: String?) {
    guard parts.recycle(view, identifier: identifier) else { return }
    if let part = view as? UITableViewHeaderFooterView {
      part.isIdle = true
      part.table = self
    }
    if parts.overflows { _ = parts.evict() }
  }

  /// The app kept a cell and returns it though it waits in a pool, of this table or another: it must not be handed out
  /// a second time.
  func withdraw(_ cell: UITableViewCell) {
    cell.isIdle = false
    guard let identifier = cell.reuseIdentifier, let owner = cell.table,
      owner.cells.withdraw(cell, identifier: identifier)
    else { return }
    count(released: [.init(identifier: identifier, count: 1)])
  }

  /// The same for a header or footer.
  func withdraw(_ part: UITableViewHeaderFooterView) {
    part.isIdle = false
    guard let identifier = part.reuseIdentifier else { return }
    _ = part.table?.parts.withdraw(part, identifier: identifier)
  }

  // MARK: Limits

  private var screenful: Int {
    guard bounds.height.isFinite, bounds.height > 0 else { return 8 }
    return max(8, Int(min(bounds.height / max(usualRowHeight, 8), 1000)) + 1)
  }

  /// A reload: what was visible long ago is not needed any more.
  func trimPoolsAfterReload() {
    cells.beginEpoch(screenful: screenful)
    parts.beginEpoch(screenful: 8)
    trimPools()
  }

  /// The table has another height; a smaller one needs fewer cells.
  func boundsHeightChanged(from old: CGFloat, to new: CGFloat) {
    guard new < old, new >= 0 else { return }
    cells.shrink(to: new / old, screenful: screenful)
    parts.shrink(to: new / old, screenful: 8)
    trimPools()
  }

  private func trimPools() {
    count(released: cells.trim())
    _ = parts.trim()
  }
}
