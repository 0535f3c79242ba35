import Foundation
import TableModel
import UIKitCore

/// The context menus of a grid's cells and headers: by the right mouse button, a finger that rests, the Menu key or Shift
/// with F10. Finds the place, selects it if it is not selected, and asks the delegate. The counterpart of the table's
/// `RowMenus`.
@MainActor
final class GridMenus: GridFacet, MenuOpener {
  /// The interaction that opens the menus; nil until the grid was in a window.
  private var interaction: UIContextMenuInteraction?
  /// The interaction's delegate, which the interaction references weakly.
  private var answers: MenuAnswers<GridView>?

  /// The grid is in a window.
  func didEnterWindow() {
    guard interaction == nil else { return }
    let answers = MenuAnswers(grid) { $0.menus }
    let made = UIContextMenuInteraction(delegate: answers)
    self.answers = answers
    interaction = made
    grid.addInteraction(made)
  }

  /// The Menu key, and Shift with F10; with Control for the title of the column.
  /// - Returns: false for other keys, and where there is no menu.
  func take(_ key: UIKey) -> Bool {
    switch key.keyCode {
    case .keyboardF10 where !key.modifierFlags.contains(.shift): false
    case .keyboardApplication, .keyboardF10: openByKey(ofTitle: key.modifierFlags.contains(.control))
    default: false
    }
  }

  /// Opens the menu of the active cell, which is brought into view, or of its column's title, at the lower corner where
  /// that begins.
  private func openByKey(ofTitle: Bool) -> Bool {
    let grid = grid
    guard let interaction, let active = grid.activePosition else { return false }
    grid.lines.reveal(active, animated: false)
    grid.layoutIfNeeded()
    // The delegate, told of the scroll, may have taken the cell away.
    guard var place = grid.activePosition else { return false }
    if ofTitle { place.row = grid.titleRow }
    guard let cell = grid.cellForItem(at: place) else { return false }
    let visible = cell.convert(cell.bounds, to: nil).intersection(grid.convert(grid.bounds, to: nil))
    guard !visible.isEmpty else { return false }
    let x = grid.lines.isTurned ? visible.maxX - 1 : visible.minX + 1
    return interaction.showMenu(at: CGPoint(x: x, y: visible.maxY - 1))
  }

  /// The menu of what is seen at a point, in the grid's coordinates; nil opens none.
  func configuration(at point: CGPoint) -> UIContextMenuConfiguration? {
    let grid = grid
    grid.loadIfNeeded()
    guard grid.work.isResting, grid.editor.end(byCommitting: true) else { return nil }
    _ = grid.becomeFirstResponder()
    // The delegate, told that editing has ended, may have changed the lines.
    grid.loadIfNeeded()
    guard !grid.work.mustEnd, let place = grid.lines.place(seenAt: grid.lines.seenPlace(of: point)) else {
      return nil
    }
    if grid.allowsSelection { select(place) }
    guard !grid.work.mustEnd, grid.lines.size.contains(place.cell) else { return nil }
    return grid.app.contextMenu(of: place)
  }

  /// Selects a cell, row or column, unless it is selected already: the menu is about what is selected then.
  private func select(_ place: GridPosition) {
    let unit: GridSelection.Unit = place.isCell ? .cells : place.column >= 0 ? .columns : .rows
    guard !place.isCorner, grid.lines.size.contains(place.cell) else { return }
    let chooser = grid.chooser
    guard !chooser.isSelected(place) || !place.isCell && chooser.selection.unit != unit else { return }
    chooser.change { $0.select(place.cell, unit, in: $1) }
  }
}
