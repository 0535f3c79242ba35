import Foundation

/// A controller whose view is a table, for which it is data source and delegate.
///
/// The methods of both protocols are declared here so that subclasses can override them. Those a subclass leaves
/// alone count as not implemented.
@preconcurrency @MainActor
open class UITableViewController: UIViewController, UITableViewDataSource, UITableViewDelegate {
  private let style: UITableView.Style
  private var hasAppeared = false

  /// - Parameter style: the style of the table made when the view is first asked for.
  public init(style: UITableView.Style) {
    self.style = style
    super.init(nibName: nil, bundle: nil)
  }

  /// A controller with a plain table. Interface files are not read: both arguments are ignored.
  public override init(nibName: String?, bundle: Bundle?) {
    style = .plain
    super.init(nibName: nibName, bundle: bundle)
  }

  /// Archives are not read. Always nil.
  public required init?(coder: NSCoder) { nil }

  /// The table; the same object as `view`. For one that is set and has neither data source nor delegate the controller
  /// becomes both.
  public final var tableView: UITableView! {
    get { view as? UITableView }
    set {
      if let newValue, newValue.dataSource == nil, newValue.delegate == nil { adopt(newValue) }
      view = newValue
    }
  }

  private func adopt(_ table: UITableView) {
    table.dataSource = self
    table.delegate = self
  }

  /// Whether the selection ends when the table comes on screen again.
  open var clearsSelectionOnViewWillAppear = true

  open override func loadView() {
    let table = UITableView(frame: frameForLoading, style: style)
    table.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    adopt(table)
    view = table
  }

  /// Has the table edited as well.
  open override func setEditing(_ editing: Bool, animated: Bool) {
    super.setEditing(editing, animated: animated)
    tableView?.setEditing(editing, animated: animated)
  }

  open override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    if hasAppeared, clearsSelectionOnViewWillAppear {
      tableView?.deselectAllRows(animated: animated)
    }
    hasAppeared = true
  }

  open override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    tableView?.flashScrollIndicators()
  }

  /// Keys that no responder used move through the table.
  open override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    if let key = presses.first?.key, tableView?.takeKey(key) == true { return }
    super.pressesBegan(presses, with: event)
  }

  // MARK: UITableViewDataSource

  /// One section, unless overridden.
  open func numberOfSections(in tableView: UITableView) -> Int { 1 }

  /// No rows, unless overridden.
  open func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 0 }

  /// Must be overridden by a controller that has rows.
  open func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    tableMisuse(
      "\(type(of: self)) has rows but does not override tableView(_:cellForRowAt:); return a cell for \(indexPath) there"
    )
  }

  /// No title, unless overridden.
  open func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
    tableView.app.noteMissing(.headerTitle)
    return nil
  }

  /// No title, unless overridden.
  open func tableView(_ tableView: UITableView, titleForFooterInSection section: Int) -> String? {
    tableView.app.noteMissing(.footerTitle)
    return nil
  }

  /// No index, unless overridden.
  open func sectionIndexTitles(for tableView: UITableView) -> [String]? {
    tableView.app.noteMissing(.sectionIndexTitles)
    return nil
  }

  /// The section of the title's own number, unless overridden.
  open func tableView(
    _ tableView: UITableView, sectionForSectionIndexTitle title: String, at index: Int
  ) -> Int { index }

  /// Whether `commit` is overridden, unless overridden itself.
  open func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool {
    tableView.app.noteMissing(.canEdit)
    return true
  }

  /// True, unless overridden.
  open func tableView(_ tableView: UITableView, canMoveRowAt indexPath: IndexPath) -> Bool { true }

  /// Must be overridden by a controller whose rows the user deletes or inserts.
  open func tableView(
    _ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle, forRowAt indexPath: IndexPath
  ) { tableView.app.noteMissing(.commit) }

  /// Must be overridden by a controller whose rows the user drags.
  open func tableView(
    _ tableView: UITableView, moveRowAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath
  ) { tableView.app.noteMissing(.moveRow) }

  /// Nil, unless overridden.
  open func tableView(_ tableView: UITableView, textForRowAt indexPath: IndexPath) -> String? {
    tableView.app.noteMissing(.rowText)
    return nil
  }

  // MARK: UITableViewDelegate

  /// The table's `rowHeight`, unless overridden.
  open func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat {
    tableView.app.noteMissing(.rowHeight)
    return UITableView.automaticDimension
  }

  /// The table's `sectionHeaderHeight`, unless overridden.
  open func tableView(_ tableView: UITableView, heightForHeaderInSection section: Int) -> CGFloat {
    tableView.app.noteMissing(.headerHeight)
    return UITableView.automaticDimension
  }

  /// The table's `sectionFooterHeight`, unless overridden.
  open func tableView(_ tableView: UITableView, heightForFooterInSection section: Int) -> CGFloat {
    tableView.app.noteMissing(.footerHeight)
    return UITableView.automaticDimension
  }

  /// The table's `estimatedRowHeight`, unless overridden.
  open func tableView(_ tableView: UITableView, estimatedHeightForRowAt indexPath: IndexPath) -> CGFloat {
    tableView.app.noteMissing(.estimatedRowHeight)
    return UITableView.automaticDimension
  }

  /// The table's `estimatedSectionHeaderHeight`, unless overridden.
  open func tableView(_ tableView: UITableView, estimatedHeightForHeaderInSection section: Int) -> CGFloat {
    tableView.app.noteMissing(.estimatedHeaderHeight)
    return UITableView.automaticDimension
  }

  /// The table's `estimatedSectionFooterHeight`, unless overridden.
  open func tableView(_ tableView: UITableView, estimatedHeightForFooterInSection section: Int) -> CGFloat {
    tableView.app.noteMissing(.estimatedFooterHeight)
    return UITableView.automaticDimension
  }

  /// The header with the title, unless overridden.
  open func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView? {
    tableView.app.noteMissing(.headerView)
    return nil
  }

  /// The footer with the title, unless overridden.
  open func tableView(_ tableView: UITableView, viewForFooterInSection section: Int) -> UIView? {
    tableView.app.noteMissing(.footerView)
    return nil
  }

  /// Not indented, unless overridden.
  open func tableView(_ tableView: UITableView, indentationLevelForRowAt indexPath: IndexPath) -> Int {
    tableView.app.noteMissing(.indentation)
    return 0
  }

  /// Does nothing, unless overridden.
  open func tableView(
    _ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt indexPath: IndexPath
  ) {}

  /// Does nothing, unless overridden.
  open func tableView(
    _ tableView: UITableView, didEndDisplaying cell: UITableViewCell, forRowAt indexPath: IndexPath
  ) {}

  /// Does nothing, unless overridden.
  open func tableView(_ tableView: UITableView, willDisplayHeaderView view: UIView, forSection section: Int) {}

  /// Does nothing, unless overridden.
  open func tableView(_ tableView: UITableView, willDisplayFooterView view: UIView, forSection section: Int) {}

  /// Does nothing, unless overridden.
  open func tableView(
    _ tableView: UITableView, didEndDisplayingHeaderView view: UIView, forSection section: Int
  ) {}

  /// Does nothing, unless overridden.
  open func tableView(
    _ tableView: UITableView, didEndDisplayingFooterView view: UIView, forSection section: Int
  ) {}

  /// True, unless overridden.
  open func tableView(_ tableView: UITableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool {
    tableView.app.noteMissing(.shouldHighlight)
    return true
  }

  /// Does nothing, unless overridden.
  open func tableView(_ tableView: UITableView, didHighlightRowAt indexPath: IndexPath) {}

  /// Does nothing, unless overridden.
  open func tableView(_ tableView: UITableView, didUnhighlightRowAt indexPath: IndexPath) {}

  /// The row itself, unless overridden.
  open func tableView(_ tableView: UITableView, willSelectRowAt indexPath: IndexPath) -> IndexPath? {
    tableView.app.noteMissing(.willSelect)
    return indexPath
  }

  /// The row itself, unless overridden.
  open func tableView(_ tableView: UITableView, willDeselectRowAt indexPath: IndexPath) -> IndexPath? { indexPath }

  /// Does nothing, unless overridden.
  open func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {}

  /// Does nothing, unless overridden.
  open func tableView(_ tableView: UITableView, didDeselectRowAt indexPath: IndexPath) {}

  /// True where several rows can be selected, unless overridden.
  open func tableView(
    _ tableView: UITableView, shouldBeginMultipleSelectionInteractionAt indexPath: IndexPath
  ) -> Bool {
    tableView.app.noteMissing(.multipleSelection)
    return false
  }

  /// Does nothing, unless overridden.
  open func tableView(
    _ tableView: UITableView, didBeginMultipleSelectionInteractionAt indexPath: IndexPath
  ) {}

  /// Does nothing, unless overridden.
  open func tableViewDidEndMultipleSelectionInteraction(_ tableView: UITableView) {}

  /// Does nothing, unless overridden.
  open func tableView(_ tableView: UITableView, accessoryButtonTappedForRowWith indexPath: IndexPath) {}

  /// The table's own menu, unless overridden: rows that can be deleted offer that.
  open func tableView(
    _ tableView: UITableView, contextMenuConfigurationForRowAt indexPath: IndexPath, point: CGPoint
  ) -> UIContextMenuConfiguration? {
    tableView.app.noteMissing(.contextMenu)
    return nil
  }

  /// Does nothing, unless overridden.
  open func tableView(
    _ tableView: UITableView, willDisplayContextMenu configuration: UIContextMenuConfiguration,
    animator: (any UIContextMenuInteractionAnimating)?
  ) {}

  /// Does nothing, unless overridden.
  open func tableView(
    _ tableView: UITableView, willEndContextMenuInteraction configuration: UIContextMenuConfiguration,
    animator: (any UIContextMenuInteractionAnimating)?
  ) {}

  /// The place proposed, unless overridden.
  open func tableView(
    _ tableView: UITableView, targetIndexPathForMoveFromRowAt source: IndexPath, toProposedIndexPath proposed: IndexPath
  ) -> IndexPath { proposed }

  /// The offset proposed, unless overridden.
  open func tableView(
    _ tableView: UITableView, targetContentOffsetForProposedContentOffset proposedContentOffset: CGPoint
  ) -> CGPoint { proposedContentOffset }

  /// `.delete`, unless overridden.
  open func tableView(
    _ tableView: UITableView, editingStyleForRowAt indexPath: IndexPath
  ) -> UITableViewCell.EditingStyle { .delete }

  /// True, unless overridden.
  open func tableView(_ tableView: UITableView, shouldIndentWhileEditingRowAt indexPath: IndexPath) -> Bool { true }

  /// "Delete", unless overridden.
  open func tableView(
    _ tableView: UITableView, titleForDeleteConfirmationButtonForRowAt indexPath: IndexPath
  ) -> String? { nil }

  /// No actions, unless overridden.
  open func tableView(
    _ tableView: UITableView, leadingSwipeActionsConfigurationForRowAt indexPath: IndexPath
  ) -> UISwipeActionsConfiguration? { nil }

  /// The table's default, unless overridden.
  open func tableView(
    _ tableView: UITableView, trailingSwipeActionsConfigurationForRowAt indexPath: IndexPath
  ) -> UISwipeActionsConfiguration? { nil }

  /// No actions of its own, unless overridden.
  open func tableView(
    _ tableView: UITableView, editActionsForRowAt indexPath: IndexPath
  ) -> [UITableViewRowAction]? { nil }

  /// Does nothing, unless overridden.
  open func tableView(_ tableView: UITableView, willBeginEditingRowAt indexPath: IndexPath) {}

  /// Does nothing, unless overridden.
  open func tableView(_ tableView: UITableView, didEndEditingRowAt indexPath: IndexPath?) {}

  // MARK: UIScrollViewDelegate

  /// Does nothing, unless overridden.
  open func scrollViewDidScroll(_ scrollView: UIScrollView) {}

  /// Does nothing, unless overridden.
  open func scrollViewWillBeginDragging(_ scrollView: UIScrollView) {}

  /// Leaves the content where it would come to rest, unless overridden.
  open func scrollViewWillEndDragging(
    _ scrollView: UIScrollView, withVelocity velocity: CGPoint, targetContentOffset: UnsafeMutablePointer<CGPoint>
  ) {}

  /// Does nothing, unless overridden.
  open func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {}

  /// Does nothing, unless overridden.
  open func scrollViewWillBeginDecelerating(_ scrollView: UIScrollView) {}

  /// Does nothing, unless overridden.
  open func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) {}

  /// Does nothing, unless overridden.
  open func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) {}

  /// True, unless overridden.
  open func scrollViewShouldScrollToTop(_ scrollView: UIScrollView) -> Bool { true }

  /// Does nothing, unless overridden.
  open func scrollViewDidScrollToTop(_ scrollView: UIScrollView) {}

  /// Does nothing, unless overridden.
  open func scrollViewDidChangeAdjustedContentInset(_ scrollView: UIScrollView) {}
}

extension UITableViewController {
  /// The table's refresh control; nil by default.
  public final var refreshControl: UIRefreshControl? {
    get { viewIfLoaded == nil ? nil : tableView?.refreshControl }
    set { tableView?.refreshControl = newValue }
  }
}
