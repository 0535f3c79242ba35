import Foundation
import TableModel

/// The door to the app: the only caller of a table's data sources and delegates.
///
/// The owners of the table ask in their own terms: positions instead of index paths, checked numbers instead of raw
/// ones. The door
/// - knows which optional methods the app has. Swift cannot ask an object for that, so the default implementations
///   report themselves (`noteMissing`): one call tells whether further ones are of use, see `mayHave(_:)`;
/// - ends the program for an answer without a meaning, with a message that names the call, the value and the cure;
/// - tells when an answer came too late. A callback may change the rows, and an answer that arrives afterwards belongs
///   to another row. Questions that are asked row by row then answer `rowsChanged`, or nil, and the caller stops: the
///   table asks again in the next round, see `TableWork`.
///
/// It holds its objects weakly. Without them questions have UIKit's default answers, and reports do nothing.
@MainActor
final class AppSide: TableFacet {
  /// An answer about the height of a row.
  enum HeightAnswer {
    /// A height in points, checked.
    case points(Double)
    /// `automaticDimension`, or no answer: the table finds the height itself.
    case automatic
    /// The rows changed during the call or before it.
    case rowsChanged
  }

  /// An answer about the text of a row.
  enum TextAnswer {
    case text(String?)
    /// The data source does not have the method.
    case missing
    /// The rows changed during the call or before it.
    case rowsChanged
  }

  private weak var dataSource: UITableViewDataSource?
  private weak var delegate: UITableViewDelegate?
  /// See `UITableView.prefetchDataSource`.
  private(set) weak var prefetchSource: UITableViewDataSourcePrefetching?
  /// See `UITableView.dragDelegate`.
  private(set) weak var dragDelegate: (any UITableViewDragDelegate)?
  /// Optional methods that were called and turned out not to exist.
  private(set) var missing: OptionalTableMethods = []
  /// Optional methods that were called and turned out to exist.
  private var present: OptionalTableMethods = []

  // MARK: The app's objects

  var hasDataSource: Bool { dataSource != nil }
  var hasDelegate: Bool { delegate != nil }

  /// Called when the data source is set, the present one again included.
  func dataSourceWasSet(_ new: UITableViewDataSource?) {
    dataSource = new
    missing.subtract(.ofDataSource)
    present.subtract(.ofDataSource)
  }

  /// Called when the delegate is set, the present one again included.
  func delegateWasSet(_ new: UITableViewDelegate?) {
    delegate = new
    missing.subtract(.ofDelegate)
    present.subtract(.ofDelegate)
  }

  /// Called when the prefetching data source is set.
  func prefetchSourceWasSet(_ new: UITableViewDataSourcePrefetching?) { prefetchSource = new }

  /// Called when the drag delegate is set.
  func dragDelegateWasSet(_ new: (any UITableViewDragDelegate)?) { dragDelegate = new }

  // MARK: Optional methods

  /// Whether a call of an optional method may reach the app: its object is set, and the method is not known to be
  /// missing. Asked again after the first call, it tells whether the app has the method.
  func mayHave(_ method: OptionalTableMethods) -> Bool {
    guard !missing.contains(method) else { return false }
    return OptionalTableMethods.ofDelegate.contains(method) ? delegate != nil : dataSource != nil
  }

  /// Whether a method is known to exist.
  func has(_ method: OptionalTableMethods) -> Bool { present.contains(method) }

  /// Called by the default implementations of optional methods: the app does not have `method`.
  func noteMissing(_ method: OptionalTableMethods) { missing.insert(method) }

  /// Called after a call of `method`.
  /// - Returns: whether the app has it.
  private func noteCalled(_ method: OptionalTableMethods) -> Bool {
    guard !missing.contains(method) else { return false }
    present.insert(method)
    return true
  }

  // MARK: Counts

  /// The number of rows of each section; nil without data source. Updates that are closed meanwhile are misuse.
  func rowCounts() -> ContiguousArray<Int>? {
    guard let dataSource else { return nil }
    let table = table
    let outer = table.work.begin(.counting)
    defer { table.work.end(outer) }
    let sectionCount = dataSource.numberOfSections(in: table)
    guard sectionCount >= 0 else {
      tableMisuse("numberOfSections(in:) returned \(sectionCount); return 0 or more")
    }
    var rowCounts = ContiguousArray<Int>()
    for section in 0..<sectionCount {
      let count = dataSource.tableView(table, numberOfRowsInSection: section)
      guard count >= 0 else {
        tableMisuse("tableView(_:numberOfRowsInSection:) returned \(count) for section \(section); return 0 or more")
      }
      rowCounts.append(count)
    }
    return rowCounts
  }

  /// Whether the data still has a row the table knows: data that changed and waits for its reload has other rows.
  func stillHas(_ row: RowPosition) -> Bool {
    guard let dataSource, row.section < dataSource.numberOfSections(in: table) else { return false }
    return row.row < dataSource.tableView(table, numberOfRowsInSection: row.section)
  }

  /// Ends the program if a row that the table is about to ask for is no longer in the data.
  /// - Parameter loaded: the rows that the table has loaded, for the message.
  func requireInData(_ position: RowPosition, of loaded: @autoclosure () -> RowHeightIndex) {
    guard let dataSource else { return }
    let table = table
    let sections = dataSource.numberOfSections(in: table)
    guard position.section < sections else {
      tableMisuse(
        """
        numberOfSections(in:) now returns \(sections), but was \(loaded().sectionCount) when the table loaded and \
        section \(position.section) is on screen; call reloadData() after changing the data
        """)
    }
    let rows = dataSource.tableView(table, numberOfRowsInSection: position.section)
    guard position.row < rows else {
      tableMisuse(
        """
        tableView(_:numberOfRowsInSection:) now returns \(rows) for section \(position.section), but was \
        \(loaded().rowCount(inSection: position.section)) when the table loaded and row \(position.row) is on screen; \
        call reloadData() after changing the data
        """)
    }
  }

  // MARK: Cells

  /// The cell of a row, by `cellForRowAt`; nil without data source.
  ///
  /// The caller checks `mustEndPass` afterwards: a cell that comes too late is made idle, not thrown away.
  func cell(at position: RowPosition) -> UITableViewCell? {
    TracedWork.run("cellForRow") { dataSource?.tableView(table, cellForRowAt: IndexPath(position)) }
  }

  /// How far a row is indented, in levels; nil when the delegate has no answer.
  func indentationLevel(of position: RowPosition) -> Int? {
    guard let delegate, !missing.contains(.indentation) else { return nil }
    let level = delegate.tableView(table, indentationLevelForRowAt: IndexPath(position))
    return missing.contains(.indentation) ? nil : level
  }

  func willDisplay(_ cell: UITableViewCell, at position: RowPosition) {
    delegate?.tableView(table, willDisplay: cell, forRowAt: IndexPath(position))
  }

  func didEndDisplaying(_ cell: UITableViewCell, at position: RowPosition) {
    delegate?.tableView(table, didEndDisplaying: cell, forRowAt: IndexPath(position))
  }

  func accessoryButtonTapped(at position: RowPosition) {
    delegate?.tableView(table, accessoryButtonTappedForRowWith: IndexPath(position))
  }

  // MARK: Heights of rows

  /// The height of a row.
  func height(of position: RowPosition) -> HeightAnswer {
    guard let delegate, !missing.contains(.rowHeight) else { return .automatic }
    let height = delegate.tableView(table, heightForRowAt: IndexPath(position))
    return answer(height, "tableView(_:heightForRowAt:)", position)
  }

  /// The estimated height of a row.
  func estimatedHeight(of position: RowPosition) -> HeightAnswer {
    guard let delegate, !missing.contains(.estimatedRowHeight) else { return .automatic }
    let height = delegate.tableView(table, estimatedHeightForRowAt: IndexPath(position))
    return answer(height, "tableView(_:estimatedHeightForRowAt:)", position)
  }

  private func answer(_ height: CGFloat, _ call: StaticString, _ position: RowPosition) -> HeightAnswer {
    let table = table
    guard !table.mustEndPass else { return .rowsChanged }
    let place = "row \(position.row) of section \(position.section)"
    return table.checked(height, call, place).map(HeightAnswer.points) ?? .automatic
  }

  // MARK: Headers and footers

  /// The title of a header or footer.
  func title(of position: PartPosition) -> String? {
    guard let dataSource else { return nil }
    switch position.part {
    case .header:
      return missing.contains(.headerTitle)
        ? nil : dataSource.tableView(table, titleForHeaderInSection: position.section)
    case .footer:
      return missing.contains(.footerTitle)
        ? nil : dataSource.tableView(table, titleForFooterInSection: position.section)
    }
  }

  /// The delegate's view for a header or footer.
  func view(of position: PartPosition) -> UIView? {
    let method: OptionalTableMethods = position.part == .header ? .headerView : .footerView
    guard let delegate, !missing.contains(method) else { return nil }
    let view =
      switch position.part {
      case .header: delegate.tableView(table, viewForHeaderInSection: position.section)
      case .footer: delegate.tableView(table, viewForFooterInSection: position.section)
      }
    return noteCalled(method) ? view : nil
  }

  /// The height of a header or footer, in points; nil when the table finds it itself.
  func height(of position: PartPosition) -> Double? {
    let section = position.section
    let place = "section \(section)"
    switch position.part {
    case .header:
      guard let delegate, !missing.contains(.headerHeight) else { return nil }
      let height = delegate.tableView(table, heightForHeaderInSection: section)
      return table.checked(height, "tableView(_:heightForHeaderInSection:)", place)
    case .footer:
      guard let delegate, !missing.contains(.footerHeight) else { return nil }
      let height = delegate.tableView(table, heightForFooterInSection: section)
      return table.checked(height, "tableView(_:heightForFooterInSection:)", place)
    }
  }

  /// The estimated height of a header or footer, in points; nil without an answer.
  func estimatedHeight(of position: PartPosition) -> Double? {
    let section = position.section
    let place = "section \(section)"
    switch position.part {
    case .header:
      guard let delegate, !missing.contains(.estimatedHeaderHeight) else { return nil }
      let height = delegate.tableView(table, estimatedHeightForHeaderInSection: section)
      return table.checked(height, "tableView(_:estimatedHeightForHeaderInSection:)", place)
    case .footer:
      guard let delegate, !missing.contains(.estimatedFooterHeight) else { return nil }
      let height = delegate.tableView(table, estimatedHeightForFooterInSection: section)
      return table.checked(height, "tableView(_:estimatedHeightForFooterInSection:)", place)
    }
  }

  func willDisplay(_ view: UIView, as position: PartPosition) {
    switch position.part {
    case .header: delegate?.tableView(table, willDisplayHeaderView: view, forSection: position.section)
    case .footer: delegate?.tableView(table, willDisplayFooterView: view, forSection: position.section)
    }
  }

  func didEndDisplaying(_ view: UIView, as position: PartPosition) {
    switch position.part {
    case .header: delegate?.tableView(table, didEndDisplayingHeaderView: view, forSection: position.section)
    case .footer: delegate?.tableView(table, didEndDisplayingFooterView: view, forSection: position.section)
    }
  }

  // MARK: The section index

  /// The titles that lead through the sections; empty without an index.
  func sectionIndexTitles() -> [String] {
    guard let dataSource, !missing.contains(.sectionIndexTitles) else { return [] }
    return dataSource.sectionIndexTitles(for: table) ?? []
  }

  /// The section that a title of the index leads to; nil for the top of the table.
  /// - Parameter sectionCount: of the table, asked after the call.
  func section(ofIndexTitle title: String, at number: Int, sectionCount: () -> Int) -> Int? {
    guard let dataSource else { return nil }
    let section = dataSource.tableView(table, sectionForSectionIndexTitle: title, at: number)
    guard section != NSNotFound else { return nil }
    let count = sectionCount()
    guard (0..<count).contains(section) else {
      tableMisuse(
        """
        tableView(_:sectionForSectionIndexTitle:at:) answered section \(section) for title \(number), "\(title)", but \
        the table has \(count) sections; return one of them, or NSNotFound for the top of the table
        """)
    }
    return section
  }

  // MARK: Pressing and choosing rows

  /// Whether a row may be highlighted, and so chosen.
  func shouldHighlight(_ position: RowPosition) -> Bool {
    guard let delegate, !missing.contains(.shouldHighlight) else { return true }
    return delegate.tableView(table, shouldHighlightRowAt: IndexPath(position))
  }

  func didHighlight(_ position: RowPosition) { delegate?.tableView(table, didHighlightRowAt: IndexPath(position)) }

  func didUnhighlight(_ position: RowPosition) { delegate?.tableView(table, didUnhighlightRowAt: IndexPath(position)) }

  /// The path of the row to select in place of a row the user chose; nil to select no row. The path is the app's and
  /// not checked yet, because the rows may be other ones by now.
  func willSelect(_ position: RowPosition) -> IndexPath? {
    let path = IndexPath(position)
    guard let delegate, !missing.contains(.willSelect) else { return path }
    return delegate.tableView(table, willSelectRowAt: path)
  }

  func didSelect(_ position: RowPosition) { delegate?.tableView(table, didSelectRowAt: IndexPath(position)) }

  /// Whether the user may deselect a row.
  func willDeselect(_ position: RowPosition) -> Bool {
    guard let delegate else { return true }
    return delegate.tableView(table, willDeselectRowAt: IndexPath(position)) != nil
  }

  func didDeselect(_ position: RowPosition) { delegate?.tableView(table, didDeselectRowAt: IndexPath(position)) }

  /// Whether the user may select a range from a row on; nil when the delegate has no answer.
  func shouldBeginMultipleSelection(at position: RowPosition) -> Bool? {
    guard let delegate, !missing.contains(.multipleSelection) else { return nil }
    let mayBegin = delegate.tableView(table, shouldBeginMultipleSelectionInteractionAt: IndexPath(position))
    return missing.contains(.multipleSelection) ? nil : mayBegin
  }

  func didBeginMultipleSelection(at position: RowPosition) {
    delegate?.tableView(table, didBeginMultipleSelectionInteractionAt: IndexPath(position))
  }

  func didEndMultipleSelection() { delegate?.tableViewDidEndMultipleSelectionInteraction(table) }

  // MARK: The text of rows

  /// The text of a row for searching and copying.
  func text(of position: RowPosition) -> TextAnswer {
    guard let dataSource, !missing.contains(.rowText) else { return .missing }
    let text = dataSource.tableView(table, textForRowAt: IndexPath(position))
    guard !missing.contains(.rowText) else { return .missing }
    return table.mustEndPass ? .rowsChanged : .text(text)
  }

  // MARK: Editing rows

  /// Whether the user may edit a row.
  func canEdit(_ position: RowPosition) -> Bool {
    dataSource?.tableView(table, canEditRowAt: IndexPath(position)) ?? false
  }

  /// The action of the edit control of a row.
  func editingStyle(of position: RowPosition) -> UITableViewCell.EditingStyle {
    delegate?.tableView(table, editingStyleForRowAt: IndexPath(position)) ?? .delete
  }

  func shouldIndentWhileEditing(_ position: RowPosition) -> Bool {
    delegate?.tableView(table, shouldIndentWhileEditingRowAt: IndexPath(position)) ?? true
  }

  /// Whether the data source has `commit`. The first call asks it to commit nothing at `position`.
  func implementsCommit(probingAt position: RowPosition) -> Bool {
    guard !missing.contains(.commit) else { return false }
    guard !present.contains(.commit) else { return true }
    guard let dataSource else { return false }
    dataSource.tableView(table, commit: .none, forRowAt: IndexPath(position))
    return noteCalled(.commit)
  }

  /// Whether the user may delete a row.
  func canDelete(_ position: RowPosition) -> Bool {
    canEdit(position) && implementsCommit(probingAt: position) && editingStyle(of: position) == .delete
  }

  /// Has the data source carry out what the user asked for: delete a row, or insert one at it. The data source changes
  /// its data and the table's rows; while the table is at work it is not asked.
  func commit(_ style: UITableViewCell.EditingStyle, at position: RowPosition) {
    let table = table
    if !table.isBusy { dataSource?.tableView(table, commit: style, forRowAt: IndexPath(position)) }
  }

  /// The title of the button that deletes a row.
  func deleteTitle(of position: RowPosition) -> String {
    delegate?.tableView(table, titleForDeleteConfirmationButtonForRowAt: IndexPath(position)) ?? "Delete"
  }

  // MARK: Moving rows

  /// Whether the user may drag a row elsewhere. The first call asks the data source to move the row to where it is.
  func canMove(_ position: RowPosition) -> Bool {
    guard let dataSource, !missing.contains(.moveRow) else { return false }
    let path = IndexPath(position)
    if !present.contains(.moveRow) {
      dataSource.tableView(table, moveRowAt: path, to: path)
      guard noteCalled(.moveRow) else { return false }
    }
    return dataSource.tableView(table, canMoveRowAt: path)
  }

  /// The path the delegate chooses for a row that the user drags to `proposed`; not checked. Nil without delegate.
  func targetOfMove(from source: RowPosition, proposed: RowPosition) -> IndexPath? {
    delegate?.tableView(
      table, targetIndexPathForMoveFromRowAt: IndexPath(source), toProposedIndexPath: IndexPath(proposed))
  }

  /// Tells the data source that the user moved a row, which the table moves itself afterwards.
  func reportMove(from source: RowPosition, to target: RowPosition) {
    guard let dataSource else { return }
    let report = { [table] in dataSource.tableView(table, moveRowAt: IndexPath(source), to: IndexPath(target)) }
    guard let follower = dataSource as? any RowMoveFollowing else { return report() }
    follower.follow(moveFrom: source, to: target, report: report)
  }

  // MARK: Swiping rows

  /// The delegate's actions for one side of a row; nil without an answer.
  func swipeActions(of position: RowPosition, _ side: SwipeSide) -> UISwipeActionsConfiguration? {
    switch side {
    case .leading: delegate?.tableView(table, leadingSwipeActionsConfigurationForRowAt: IndexPath(position))
    case .trailing: delegate?.tableView(table, trailingSwipeActionsConfigurationForRowAt: IndexPath(position))
    }
  }

  /// The actions of a delegate that has the older method; nil without an answer.
  func editActions(of position: RowPosition) -> [UITableViewRowAction]? {
    delegate?.tableView(table, editActionsForRowAt: IndexPath(position))
  }

  func willBeginEditing(_ position: RowPosition) {
    delegate?.tableView(table, willBeginEditingRowAt: IndexPath(position))
  }

  /// - Parameter path: nil for a row that is gone.
  func didEndEditing(_ path: IndexPath?) { delegate?.tableView(table, didEndEditingRowAt: path) }

  // MARK: Context menus

  /// The delegate's menu of a row. Nil also where the delegate does not have the method, see `mayHave(.contextMenu)`.
  /// - Parameter point: the place of the click, in points of the content.
  func contextMenu(of position: RowPosition, at point: CGPoint) -> UIContextMenuConfiguration? {
    guard let delegate, !missing.contains(.contextMenu) else { return nil }
    return delegate.tableView(table, contextMenuConfigurationForRowAt: IndexPath(position), point: point)
  }

  func willDisplay(_ menu: UIContextMenuConfiguration, _ animator: (any UIContextMenuInteractionAnimating)?) {
    delegate?.tableView(table, willDisplayContextMenu: menu, animator: animator)
  }

  func willEnd(_ menu: UIContextMenuConfiguration, _ animator: (any UIContextMenuInteractionAnimating)?) {
    delegate?.tableView(table, willEndContextMenuInteraction: menu, animator: animator)
  }

  // MARK: Prefetching

  func prefetch(_ rows: ContiguousArray<RowPosition>) {
    prefetchSource?.tableView(table, prefetchRowsAt: rows.map { IndexPath($0) })
  }

  func cancelPrefetching(_ rows: ContiguousArray<RowPosition>) {
    prefetchSource?.tableView(table, cancelPrefetchingForRowsAt: rows.map { IndexPath($0) })
  }

  // MARK: Dragging rows out of the window

  /// The items that stand for a row in a drag; nil when the rows changed during the call, and without delegate.
  func dragItems(of position: RowPosition, _ session: any UIDragSession) -> [UIDragItem]? {
    guard let dragDelegate else { return nil }
    let items = dragDelegate.tableView(table, itemsForBeginning: session, at: IndexPath(position))
    return table.mustEndPass ? nil : items
  }

  func dragWillBegin(_ session: any UIDragSession) { dragDelegate?.tableView(table, dragSessionWillBegin: session) }

  func dragDidEnd(_ session: any UIDragSession) { dragDelegate?.tableView(table, dragSessionDidEnd: session) }

  // MARK: The offset

  /// The offset the delegate chooses after an update, in points; `proposed` without delegate.
  func targetOffset(proposed: CGPoint) -> CGPoint {
    guard let delegate else { return proposed }
    let target = delegate.tableView(table, targetContentOffsetForProposedContentOffset: proposed)
    guard target.x.isFinite, target.y.isFinite else {
      tableMisuse(
        """
        tableView(_:targetContentOffsetForProposedContentOffset:) returned \(target.x), \(target.y); return an offset \
        of finite numbers, or the one proposed
        """)
    }
    return target
  }
}

/// A data source that must know that the table has a row at its new place already when it tells of the user's move.
@MainActor
package protocol RowMoveFollowing: AnyObject {
  /// - Parameters:
  ///   - source: the row's place before.
  ///   - target: its place after, counted with the row taken out.
  ///   - report: tells the app, by `moveRowAt`.
  func follow(moveFrom source: RowPosition, to target: RowPosition, report: () -> Void)
}
