import Foundation
import TableModel

/// The context menus of a table's rows: by the right mouse button, a finger that rests, the Menu key or Shift with F10.
/// Finds the row, asks the table's delegate, and marks the row while its menu is open.
final class RowMenus: TableGuest, RowFollower, MenuOpener {
  /// The interaction that opens the menus; nil until the table was in a window.
  private(set) var interaction: UIContextMenuInteraction?
  /// The interaction's delegate, which the interaction references weakly.
  private var answers: MenuAnswers<UITableView>?
  /// The row whose menu is open; follows it through updates.
  private(set) var row: RowPosition?
  /// The row that the table's own menu is about; outlives the menu by the action.
  private var subject: RowPosition?

  /// The Menu key, and Shift with F10.
  /// - Parameter row: the row the key is meant for; nil when none has the keyboard and none is selected.
  func takeKey(_ key: UIKey, at row: RowPosition?) -> Bool {
    guard key.modifierFlags.isDisjoint(with: [.command, .alternate, .control]) else { return false }
    switch key.keyCode {
    case .keyboardApplication: return openByKey(at: row)
    case .keyboardF10: return key.modifierFlags.contains(.shift) && openByKey(at: row)
    default: return false
    }
  }

  /// The table comes into a window.
  func didEnterWindow() {
    guard interaction == nil else { return }
    let answers = MenuAnswers(table) { $0.menus }
    let made = UIContextMenuInteraction(delegate: answers)
    self.answers = answers
    interaction = made
    table.addInteraction(made)
  }

  // MARK: Following the rows

  func follow(_ plan: UpdatePlan) {
    func place(_ row: RowPosition) -> RowPosition? { plan.isReloaded(row) ? nil : plan.newPosition(of: row) }
    row = row.flatMap(place)
    subject = subject.flatMap(place)
  }

  func reset() {
    row = nil
    subject = nil
  }

  func keepRows(existingIn index: RowHeightIndex) {
    if let row, !index.contains(row) { self.row = nil }
    if let subject, !index.contains(subject) { self.subject = nil }
  }

  // MARK: Opening

  /// The Menu key: the menu of the row the key is meant for, which is brought into view, at its left.
  /// - Returns: whether a menu was opened.
  private func openByKey(at row: RowPosition?) -> Bool {
    guard let row else { return false }
    // Followed from here on.
    subject = row
    return open(row) { self.subject }
  }

  /// An assistive tool asks for the menu of a row, which is brought into view.
  /// - Returns: whether a menu was opened.
  func open(_ position: RowPosition) -> Bool {
    interaction?.dismissMenu()
    table.bringUpToDate()
    guard table.index.contains(position) else { return false }
    // Followed from here on.
    row = position
    let isOpen = open(position) { self.row }
    if !isOpen { row = nil }
    return isOpen
  }

  /// Whether the delegate has a menu for a row on screen. It is asked as when the menu is to be opened.
  func exists(for position: RowPosition) -> Bool {
    let frame = table.rectForRow(at: IndexPath(position))
    let made = table.app.contextMenu(of: position, at: CGPoint(x: frame.minX + TableMetrics.cellMargin, y: frame.midY))
    table.bringUpToDate()
    return made != nil
  }

  /// - Parameter current: the row as it is after callbacks; nil when it is gone.
  private func open(_ row: RowPosition, current: () -> RowPosition?) -> Bool {
    let table = table
    guard let interaction else { return false }
    table.scroll(to: row, at: .none, animated: false)
    table.layoutTable()
    // The delegate, told of the scroll, may have changed the rows.
    guard let row = current(), let cell = table.cells.view(at: row) else { return false }
    let visible = cell.convert(cell.bounds, to: nil).intersection(table.convert(table.bounds, to: nil))
    guard !visible.isEmpty else { return false }
    let margin = TableMetrics.cellMargin
    let x = table.isInRightToLeft ? visible.maxX - margin : visible.minX + margin
    let place = CGPoint(x: x, y: visible.midY)
    return interaction.showMenu(.point(place), .pointer)
  }

  /// The menu of the row at a point, in the table's coordinates; nil opens none.
  func configuration(at point: CGPoint) -> UIContextMenuConfiguration? {
    let table = table
    table.bringUpToDate()
    guard table.rows.borrower == nil, let path = table.indexPathForRow(at: point), let position = RowPosition(path),
      table.cells.view(at: position) != nil
    else { return nil }
    row = nil
    subject = position
    // The responder that had the keyboard may change the rows when it is told.
    _ = table.becomeFirstResponder()
    table.bringUpToDate()
    guard let position = subject else { return nil }
    let made = configuration(of: position, point)
    table.bringUpToDate()
    guard made != nil, let row = subject else { return nil }
    self.row = row
    return made
  }

  /// The delegate's menu for a row; without such a method one of what a swipe of the row offers.
  private func configuration(of row: RowPosition, _ point: CGPoint) -> UIContextMenuConfiguration? {
    let table = table
    let made = table.app.contextMenu(of: row, at: point)
    if table.app.mayHave(.contextMenu) { return made }
    guard let row = subject else { return nil }
    let offers = offers(of: row)
    guard !offers.isEmpty else { return nil }
    let actions = offers.enumerated().map { number, offer in
      UIAction(title: offer.title, image: offer.image, attributes: offer.isDestructive ? .destructive : []) {
        [weak table] _ in
        guard let table else { return }
        table.menus.perform(number, offer.title)
      }
    }
    return UIContextMenuConfiguration(actionProvider: { _ in UIMenu(children: actions) })
  }

  // MARK: What a swipe offers

  /// Something that a swipe of a row offers.
  private struct Offer {
    let title: String
    let image: UIImage?
    let isDestructive: Bool
    let perform: @MainActor (RowPosition) -> Void
  }

  /// The actions of both sides of a row, those that destroy last; without any the deletion of the row, if the user may.
  private func offers(of row: RowPosition) -> [Offer] {
    guard table.app.canEdit(row) else { return [] }
    var offers: [Offer] = []
    var hasAnswer = false
    for side in [SwipeSide.leading, .trailing] {
      guard let actions = table.app.swipeActions(of: row, side)?.actions else { continue }
      if side == .trailing { hasAnswer = true }
      offers += actions.map(offer)
    }
    if !hasAnswer, let actions = table.app.editActions(of: row) {
      hasAnswer = true
      offers += actions.map(offer)
    }
    if !hasAnswer, table.canDelete(row) { offers.append(deletion(of: row)) }
    return offers.filter { !$0.isDestructive } + offers.filter(\.isDestructive)
  }

  private func offer(_ action: UIContextualAction) -> Offer {
    Offer(title: action.title ?? "", image: action.image, isDestructive: action.style == .destructive) {
      [weak table] row in
      guard let table, let cell = table.cells.view(at: row) else { return }
      action.handler(action, cell) { _ in }
    }
  }

  private func offer(_ action: UITableViewRowAction) -> Offer {
    Offer(title: action.title ?? "", image: nil, isDestructive: action.style != .normal) { row in
      action.handler(action, IndexPath(row))
    }
  }

  private func deletion(of row: RowPosition) -> Offer {
    Offer(title: table.app.deleteTitle(of: row), image: UIImage(systemName: "trash"), isDestructive: true) {
      [weak table] row in
      guard let table else { return }
      table.app.commit(.delete, at: row)
    }
  }

  /// Carries out what was chosen in the menu. The row may be elsewhere by now: what it offers there is asked for again.
  private func perform(_ number: Int, _ title: String) {
    table.bringUpToDate()
    guard let row = subject else { return }
    let offers = offers(of: row)
    guard offers.indices.contains(number), offers[number].title == title, let row = subject else { return }
    subject = nil
    offers[number].perform(row)
  }

  // MARK: Showing

  func willShow(_ menu: UIContextMenuConfiguration, _ animator: (any UIContextMenuInteractionAnimating)?) {
    let table = table
    if let row { table.cells.view(at: row)?.setHighlighted(true, animated: false) }
    table.app.willDisplay(menu, animator)
  }

  func willEnd(_ menu: UIContextMenuConfiguration, _ animator: (any UIContextMenuInteractionAnimating)?) {
    let table = table
    let shown = row
    row = nil
    if let shown, !table.isHighlighted(shown) {
      table.cells.view(at: shown)?.setHighlighted(false, animated: true)
    }
    table.app.willEnd(menu, animator)
  }

  override func checkInvariants() {
    precondition((interaction == nil) == (answers == nil), "the interaction for menus has no delegate")
  }
}

extension UITableView {
  /// The interaction that opens the menus of rows; nil until the table was in a window.
  public final var contextMenuInteraction: UIContextMenuInteraction? { menus.interaction }
}
