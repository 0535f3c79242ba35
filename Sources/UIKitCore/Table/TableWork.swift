/// Whether a table is at work, and what it tells the app once it is done: the rules by which callbacks change a table.
///
/// A table works in pieces: a load or reload, an update, a layout pass. One runs within another (an update lays out, a
/// pass may load), and nearly every one asks or tells the data source and the delegate something. What such a callback
/// may do to the table, and when it happens:
///
/// - **Anything, at once**, in callbacks that come when the table is not at work: `scrollViewDidScroll` and the other
///   methods of `UIScrollViewDelegate`, selection, highlighting, editing, actions, menus, prefetching, the completion of
///   an update, and what a reload tells about the views it took away. The table has the new counts by then.
/// - **At the end of the running piece** in callbacks from within it (`cellForRowAt`, heights, titles, header and footer
///   views, `willDisplay`, `didEndDisplaying`, `layoutSubviews` of a cell): the piece stops asking as soon as a callback
///   has closed an update, has reloaded, or has left a block open, because what it would ask next is no longer the row it
///   means. One update is carried out as it is; two of them, one closed while the table loads, and one beside a reload or
///   another data source, become a reload, which covers them. Properties, selection, edit mode, offset and frame change
///   at once and are laid out by the next round.
/// - **Never**, with a message: an update closed while the counts are asked (`numberOfSections(in:)` and
///   `tableView(_:numberOfRowsInSection:)`), since there is no state it could start from.
///
/// What the table itself does to its offset while it works is reported by one `scrollViewDidScroll` at the end, and
/// completions of updates are called there: both find a table that is whole, in which an update is carried out at once.
/// A callback that changes something every time it is called costs a frame each time, not a hang.
@MainActor
final class TableWork {
  /// Pieces that run within each other; 0 when the table is whole.
  @exclusivity(unchecked) private var depth = 0
  /// The offset changed in the running piece, or while that was being told.
  @exclusivity(unchecked) private var isScrollDue = false
  @exclusivity(unchecked) private var isTellingScroll = false
  @exclusivity(unchecked) private var isCalling = false
  /// Completions of updates that ended within the running piece.
  @exclusivity(unchecked) private var calls: [() -> Void] = []

  /// Whether the offset is being changed by a piece of work, which reports it at its end.
  func holdsScrollReport() -> Bool {
    guard depth > 0 else { return false }
    isScrollDue = true
    return true
  }

  /// Begins a piece of work; `end` ends it.
  func begin() { depth += 1 }

  /// Ends a piece of work, and when it was the outermost makes the calls that waited.
  func end(_ table: UITableView) {
    depth -= 1
    guard depth == 0, isScrollDue || !calls.isEmpty else { return }
    deliver(table)
  }

  /// Calls `body` when the table is whole: now, or at the end of the outermost piece of work.
  func whenWhole(_ body: @escaping () -> Void, _ table: UITableView) {
    calls.append(body)
    if depth == 0 { deliver(table) }
  }

  private func deliver(_ table: UITableView) {
    // A completion that ends another update at once leaves its completion to this loop.
    if !isCalling {
      isCalling = true
      while !calls.isEmpty { calls.removeFirst()() }
      isCalling = false
    }
    guard isScrollDue else { return }
    // What the callback itself brought about is told by the next pass.
    guard !isTellingScroll else { return table.setNeedsLayout() }
    isScrollDue = false
    isTellingScroll = true
    table.reportScroll()
    isTellingScroll = false
  }
}
