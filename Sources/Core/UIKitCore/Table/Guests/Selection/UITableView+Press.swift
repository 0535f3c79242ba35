import Foundation
import TableModel

extension UITableView: PressHost {
  package final var admitsPress: Bool { chooser.isAllowed && rows.borrower == nil }

  package final var choosesPressedRow: Bool { false }

  package final func pressView(under touch: UITouch) -> UIView? { cell(under: touch) }

  package final func pressView(at row: RowPosition) -> UIView? { cells.view(at: row) }

  package final func pressRow(of view: UIView) -> RowPosition? {
    guard let cell = view as? UITableViewCell, cell.table === self else { return nil }
    return cell.position
  }

  package final func shouldHighlight(_ row: RowPosition) -> Bool { app.shouldHighlight(row) }

  package final func pressDidBegin(at row: RowPosition, in view: UIView) {
    (view as? UITableViewCell)?.setHighlighted(true, animated: false)
    showSelection(animated: false)
    app.didHighlight(row)
  }

  package final func pressDidEnd(at row: RowPosition, animated: Bool) {
    // A finger that rested has opened the row's menu.
    if !isHighlighted(row) { cells.view(at: row)?.setHighlighted(false, animated: animated) }
    app.didUnhighlight(row)
  }

  /// Rows that looked unselected during the press and stay selected look selected again.
  package final func pressIsOver(animated: Bool) {
    guard isBusy else { return showSelection(animated: animated) }
    // The pressed cell left within a pass, in which others are on their way between containers.
    afterPass { [weak self] in
      guard let self else { return }
      showSelection(animated: animated)
    }
  }

  package final func choosePressed(_ row: RowPosition, modifiers: UIKeyModifierFlags) {
    chooser.choose(row, modifiers: modifiers)
  }

  /// Whether a press on a row that is shown would highlight it; the delegate is asked, if it has an answer.
  final func canPress(_ row: RowPosition, in cell: UITableViewCell) -> Bool {
    guard !isBusy, admitsPress, cells.view(at: row) === cell else { return false }
    return app.shouldHighlight(row) && cell.position != nil
  }
}

extension RowPress: RowFollower {
  func prepare(for plan: UpdatePlan, from index: RowHeightIndex) { prepare(for: plan) }
}
