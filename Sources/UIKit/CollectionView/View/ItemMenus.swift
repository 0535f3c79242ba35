import Foundation
import TableModel
import UIKitCore

/// The context menus of items: by the right mouse button, a finger that rests, the Menu key or Shift with F10. Finds the
/// items, asks the delegate, and marks the item while its menu is open. The counterpart of the table's `RowMenus`.
@MainActor
final class ItemMenus: CollectionFacet, MenuOpener, ItemFollower {
  /// The interaction that opens the menus; nil until the view was in a window.
  private(set) var interaction: UIContextMenuInteraction?
  /// The interaction's delegate, which the interaction references weakly.
  private var answers: MenuAnswers<UICollectionView>?
  /// The item whose menu is open; follows it through updates.
  private(set) var item: RowPosition?
  /// The item that a menu is being asked for.
  private var subject: RowPosition?

  /// The view is in a window.
  func didEnterWindow() {
    guard interaction == nil else { return }
    let answers = MenuAnswers(view) { $0.menus }
    let made = UIContextMenuInteraction(delegate: answers)
    self.answers = answers
    interaction = made
    view.addInteraction(made)
  }

  /// The Menu key, and Shift with F10.
  /// - Returns: false for other keys, and where there is no menu.
  func take(_ key: UIKey) -> Bool {
    guard key.modifierFlags.isDisjoint(with: [.command, .alternate, .control]) else { return false }
    return switch key.keyCode {
    case .keyboardApplication: openByKey()
    case .keyboardF10: key.modifierFlags.contains(.shift) && openByKey()
    default: false
    }
  }

  // MARK: Following the items

  func follow(_ plan: UpdatePlan, from old: RowHeightIndex) {
    func place(_ item: RowPosition) -> RowPosition? { plan.isReloaded(item) ? nil : plan.newPosition(of: item) }
    item = item.flatMap(place)
    subject = subject.flatMap(place)
  }

  func itemsWereLoaded(keepsItems: Bool, in index: RowHeightIndex) {
    func existing(_ item: RowPosition) -> RowPosition? { keepsItems && index.contains(item) ? item : nil }
    item = item.flatMap(existing)
    subject = subject.flatMap(existing)
  }

  // MARK: Opening

  /// Opens the menu of the item that keys are meant for, which is brought into view, in its middle where reading begins.
  private func openByKey() -> Bool {
    let view = view
    guard let interaction, let item = view.chooser.keyRow else { return false }
    subject = item
    view.scroll(to: item)
    view.layoutIfNeeded()
    // The delegate, told of the scroll, may have changed the items.
    guard let item = subject, let cell = view.elements.cell(at: item) else { return false }
    let visible = cell.convert(cell.bounds, to: nil).intersection(view.convert(view.bounds, to: nil))
    guard !visible.isEmpty else { return false }
    let x = view.isInRightToLeft ? visible.maxX - 1 : visible.minX + 1
    return interaction.showMenu(at: CGPoint(x: x, y: visible.midY))
  }

  /// The menu of what is seen at a point, in the view's coordinates; nil opens none.
  func configuration(at point: CGPoint) -> UIContextMenuConfiguration? {
    let view = view
    view.bringUpToDate()
    item = nil
    subject = view.places.item(at: point)
    let wasOnItem = subject != nil
    // The responder that had the keyboard may change the items when it is told.
    _ = view.becomeFirstResponder()
    view.bringUpToDate()
    guard (subject != nil) == wasOnItem else { return nil }
    var items: [RowPosition] = []
    if let subject {
      let selection = view.chooser.selection
      items = selection.contains(subject) && selection.count <= RowChooser.mostAsked ? selection.all : [subject]
    }
    let made = view.app.contextMenu(of: items, at: point)
    view.bringUpToDate()
    guard made != nil, (subject != nil) == wasOnItem else { return nil }
    item = subject
    return made
  }

  // MARK: Showing

  func willShow(_ menu: UIContextMenuConfiguration, _ animator: (any UIContextMenuInteractionAnimating)?) {
    if let item { view.elements.cell(at: item)?.isHighlighted = true }
    view.app.willDisplay(menu, animator)
  }

  func willEnd(_ menu: UIContextMenuConfiguration, _ animator: (any UIContextMenuInteractionAnimating)?) {
    let shown = item
    item = nil
    if let shown, !view.isHighlighted(shown) { view.elements.cell(at: shown)?.isHighlighted = false }
    view.app.willEnd(menu, animator)
  }

  override func checkInvariants() {
    precondition((interaction == nil) == (answers == nil), "the interaction for menus has no delegate")
  }
}

extension UICollectionView {
  /// The interaction that opens the menus of items; nil until the view was in a window.
  public final var contextMenuInteraction: UIContextMenuInteraction? { menus.interaction }
}
