import UIKit

/// Overrides every method a `UITableViewController` has as data source, delegate and scroll view delegate, and finds out
/// which are called.
final class RowsController: UITableViewController {
  var whenDone: (() -> Void)?
  private var calls: Set<String> = []
  private var rows = (0..<60).map { "Row \($0)" }

  override init(style: UITableView.Style) { super.init(style: style) }

  required init?(coder: NSCoder) { super.init(coder: coder) }

  override func viewDidLoad() {
    super.viewDidLoad()
    title = "Rows"
    clearsSelectionOnViewWillAppear = false
    tableView.register(CardCell.self, forCellReuseIdentifier: "card")
    tableView.register(BannerView.self, forHeaderFooterViewReuseIdentifier: "banner")
    tableView.allowsSelectionDuringEditing = true
    refreshControl = UIRefreshControl()
  }

  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    Promise.keep(view === tableView && tableView.delegate === self, "a table controller is its table's delegate")
    select()
    edit()
    tableView.contentInset.top = 1
    tableView.scrollToRow(at: IndexPath(row: 59, section: 0), at: .top, animated: true)
  }

  private var firstCell: CardCell? { tableView.cellForRow(at: IndexPath(row: 0, section: 0)) as? CardCell }

  private func select() {
    guard let cell = firstCell else { return Promise.keep(false, "cells are of the class that was registered") }
    Promise.keep(cell.frame.minX, 4, "a cell may inset its own frame")
    tableView.selectRow(at: IndexPath(row: 0, section: 0), animated: false, scrollPosition: .none)
    Promise.keep(cell.isSelected && cell.title.isHighlighted, "a label in a selected cell is highlighted")
    Promise.keep(cell.button.isHighlighted && cell.icon.isHighlighted, "so are images and controls")
    tableView.deselectRow(at: IndexPath(row: 0, section: 0), animated: false)
    Promise.keep(!cell.title.isHighlighted && !cell.button.isHighlighted, "and not any more without the selection")
    var background = UIBackgroundConfiguration.listGroupedCell()
    Promise.keep(cell.backgroundConfiguration, background, "a cell has its style's background configuration")
    background.cornerRadius = 5
    cell.backgroundConfiguration?.cornerRadius = 5
    Promise.keep(cell.backgroundConfiguration, background, "which can be changed in place")
    cell.backgroundView = UIView()
    Promise.keep(cell.backgroundConfiguration == nil, "and gives way to a background view")
    cell.accessoryType = .checkmark
    cell.backgroundColor = .red
    cell.isSelected = true
    cell.isHighlighted = true
    cell.isHighlighted = false
    cell.isSelected = false
  }

  private func edit() {
    setEditing(true, animated: false)
    Promise.keep(tableView.isEditing, "setEditing of the controller is the table's too")
    Promise.keep(firstCell?.editingStyle, .delete, "cells of an edited table know how they are edited")
    setEditing(false, animated: false)
    firstCell?.isEditing = false
  }

  private func finish() {
    guard let whenDone else { return }
    self.whenDone = nil
    let cell = tableView.visibleCells.first as? CardCell
    Promise.keep(tableView.visibleCells.allSatisfy { $0 is CardCell }, "cells stay of their class")
    Promise.keep((cell?.reuses ?? 0) > 0, "cells are used again")
    for call in ["setSelected", "updateConfiguration", "layoutSubviews"] {
      let isCalled = tableView.visibleCells.contains { ($0 as? CardCell)?.calls.contains(call) == true }
      Promise.keep(isCalled, "a cell's override of \(call) is called")
    }
    let expected = [
      "numberOfSections", "numberOfRows", "cell", "titleForFooter", "canEdit", "canMove", "height", "headerHeight",
      "footerHeight", "estimatedHeight", "estimatedHeaderHeight", "header", "willDisplay", "didEndDisplaying",
      "willDisplayHeader", "editingStyle", "indentation", "didScroll", "didEndAnimation", "didChangeInset",
      "indexTitles", "didEndDisplayingHeader",
    ]
    for call in expected { Promise.keep(calls.contains(call), "the override of \(call) is called") }
    whenDone()
  }

  private func note(_ call: String) { calls.insert(call) }

  // MARK: Data source

  override func numberOfSections(in tableView: UITableView) -> Int {
    note("numberOfSections")
    return 1
  }
  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    note("numberOfRows")
    return rows.count
  }
  override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    note("cell")
    let cell = tableView.dequeueReusableCell(withIdentifier: "card", for: indexPath) as! CardCell
    cell.title.text = rows[indexPath.row]
    return cell
  }
  override func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? { "Header" }
  override func tableView(_ tableView: UITableView, titleForFooterInSection section: Int) -> String? {
    note("titleForFooter")
    return "Footer"
  }
  override func sectionIndexTitles(for tableView: UITableView) -> [String]? {
    note("indexTitles")
    return nil
  }
  override func tableView(_ tableView: UITableView, sectionForSectionIndexTitle title: String, at index: Int) -> Int {
    index
  }
  override func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool {
    note("canEdit")
    return true
  }
  override func tableView(_ tableView: UITableView, canMoveRowAt indexPath: IndexPath) -> Bool {
    note("canMove")
    return true
  }
  override func tableView(
    _ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle, forRowAt indexPath: IndexPath
  ) {
    guard editingStyle == .delete else { return }
    rows.remove(at: indexPath.row)
    tableView.deleteRows(at: [indexPath], with: .fade)
  }
  override func tableView(
    _ tableView: UITableView, moveRowAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath
  ) { rows.insert(rows.remove(at: sourceIndexPath.row), at: destinationIndexPath.row) }

  // MARK: Delegate

  override func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat {
    note("height")
    return UITableView.automaticDimension
  }
  override func tableView(_ tableView: UITableView, heightForHeaderInSection section: Int) -> CGFloat {
    note("headerHeight")
    return 40
  }
  override func tableView(_ tableView: UITableView, heightForFooterInSection section: Int) -> CGFloat {
    note("footerHeight")
    return UITableView.automaticDimension
  }
  override func tableView(_ tableView: UITableView, estimatedHeightForRowAt indexPath: IndexPath) -> CGFloat {
    note("estimatedHeight")
    return 50
  }
  override func tableView(_ tableView: UITableView, estimatedHeightForHeaderInSection section: Int) -> CGFloat {
    note("estimatedHeaderHeight")
    return 40
  }
  override func tableView(_ tableView: UITableView, estimatedHeightForFooterInSection section: Int) -> CGFloat { 30 }
  override func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView? {
    note("header")
    let view = tableView.dequeueReusableHeaderFooterView(withIdentifier: "banner") as? BannerView
    view?.label.text = "Header"
    return view
  }
  override func tableView(_ tableView: UITableView, viewForFooterInSection section: Int) -> UIView? { nil }
  override func tableView(_ tableView: UITableView, indentationLevelForRowAt indexPath: IndexPath) -> Int {
    note("indentation")
    return 0
  }
  override func tableView(
    _ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt indexPath: IndexPath
  ) { note("willDisplay") }
  override func tableView(
    _ tableView: UITableView, didEndDisplaying cell: UITableViewCell, forRowAt indexPath: IndexPath
  ) { note("didEndDisplaying") }
  override func tableView(_ tableView: UITableView, willDisplayHeaderView view: UIView, forSection section: Int) {
    note("willDisplayHeader")
  }
  override func tableView(_ tableView: UITableView, willDisplayFooterView view: UIView, forSection section: Int) {}
  override func tableView(_ tableView: UITableView, didEndDisplayingHeaderView view: UIView, forSection section: Int) {
    note("didEndDisplayingHeader")
  }
  override func tableView(_ tableView: UITableView, didEndDisplayingFooterView view: UIView, forSection section: Int) {}
  override func tableView(_ tableView: UITableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool { true }
  override func tableView(_ tableView: UITableView, didHighlightRowAt indexPath: IndexPath) {}
  override func tableView(_ tableView: UITableView, didUnhighlightRowAt indexPath: IndexPath) {}
  override func tableView(_ tableView: UITableView, willSelectRowAt indexPath: IndexPath) -> IndexPath? { indexPath }
  override func tableView(_ tableView: UITableView, willDeselectRowAt indexPath: IndexPath) -> IndexPath? { indexPath }
  override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {}
  override func tableView(_ tableView: UITableView, didDeselectRowAt indexPath: IndexPath) {}
  override func tableView(_ tableView: UITableView, accessoryButtonTappedForRowWith indexPath: IndexPath) {}
  override func tableView(
    _ tableView: UITableView, editingStyleForRowAt indexPath: IndexPath
  ) -> UITableViewCell.EditingStyle {
    note("editingStyle")
    return .delete
  }
  override func tableView(_ tableView: UITableView, shouldIndentWhileEditingRowAt indexPath: IndexPath) -> Bool { true }
  override func tableView(
    _ tableView: UITableView, titleForDeleteConfirmationButtonForRowAt indexPath: IndexPath
  ) -> String? { "Remove" }
  override func tableView(
    _ tableView: UITableView, leadingSwipeActionsConfigurationForRowAt indexPath: IndexPath
  ) -> UISwipeActionsConfiguration? { nil }
  override func tableView(
    _ tableView: UITableView, trailingSwipeActionsConfigurationForRowAt indexPath: IndexPath
  ) -> UISwipeActionsConfiguration? { nil }
  override func tableView(_ tableView: UITableView, willBeginEditingRowAt indexPath: IndexPath) {}
  override func tableView(_ tableView: UITableView, didEndEditingRowAt indexPath: IndexPath?) {}
  override func tableView(
    _ tableView: UITableView, targetIndexPathForMoveFromRowAt sourceIndexPath: IndexPath,
    toProposedIndexPath proposedDestinationIndexPath: IndexPath
  ) -> IndexPath { proposedDestinationIndexPath }
  override func tableView(
    _ tableView: UITableView, shouldBeginMultipleSelectionInteractionAt indexPath: IndexPath
  ) -> Bool { true }
  override func tableView(_ tableView: UITableView, didBeginMultipleSelectionInteractionAt indexPath: IndexPath) {}
  override func tableViewDidEndMultipleSelectionInteraction(_ tableView: UITableView) {}
  override func tableView(
    _ tableView: UITableView, contextMenuConfigurationForRowAt indexPath: IndexPath, point: CGPoint
  ) -> UIContextMenuConfiguration? { nil }
  override func tableView(
    _ tableView: UITableView, willDisplayContextMenu configuration: UIContextMenuConfiguration,
    animator: (any UIContextMenuInteractionAnimating)?
  ) {}
  override func tableView(
    _ tableView: UITableView, willEndContextMenuInteraction configuration: UIContextMenuConfiguration,
    animator: (any UIContextMenuInteractionAnimating)?
  ) {}

  // MARK: Scroll view delegate

  override func scrollViewDidScroll(_ scrollView: UIScrollView) { note("didScroll") }
  override func scrollViewWillBeginDragging(_ scrollView: UIScrollView) {}
  override func scrollViewWillEndDragging(
    _ scrollView: UIScrollView, withVelocity velocity: CGPoint, targetContentOffset: UnsafeMutablePointer<CGPoint>
  ) {}
  override func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {}
  override func scrollViewWillBeginDecelerating(_ scrollView: UIScrollView) {}
  override func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) {}
  override func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) {
    note("didEndAnimation")
    // After the layout that the last step asks for.
    DispatchQueue.main.asyncAfter(deadline: .now() + 0.1) { MainActor.assumeIsolated { self.finish() } }
  }
  override func scrollViewShouldScrollToTop(_ scrollView: UIScrollView) -> Bool { true }
  override func scrollViewDidScrollToTop(_ scrollView: UIScrollView) {}
  override func scrollViewDidChangeAdjustedContentInset(_ scrollView: UIScrollView) { note("didChangeInset") }
}
