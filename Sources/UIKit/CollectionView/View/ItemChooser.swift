import Foundation
import TableModel
import UIKitCore

/// Which items are selected, and choosing them: the delegate is asked and told in UIKit's order. The counterpart of the
/// table's `RowChooser`.
///
/// Where several items can be selected, a click turns its item's selection on or off, as a tap does. What a desktop adds:
/// with shift, the items from the one chosen last up to the one clicked become the selection (with control they are added
/// to it), and Control-A selects all. A range is one change: the delegate is told about the item at its end only. It is
/// asked about each of them, if there are at most `mostAsked`, and one that it refuses stays as it is.
///
/// The selection is kept as ranges: it costs what its ranges cost, not its items.
@MainActor
final class ItemChooser: CollectionFacet, ItemFollower, KeyChooser {
  /// Items a delegate is asked about at most when many are selected at once.
  static let mostAsked = 100_000

  package private(set) var selection = RowSelection()
  /// The item the keyboard is at, and where a range begins.
  private var cursor = RowCursor()
  /// The item the user is choosing, and the one that is deselected for it: they go along with what the delegate does to
  /// the items while it is asked.
  private var choice: RowPosition?
  private var formerChoice: RowPosition?
  /// How often items got other places.
  private var renumberings = 0
  /// As large as the item the keyboard is at, over the views, for the ring; made when it is shown first.
  private var ringView: UIView?

  /// The item the keyboard is at.
  package var cursorRow: RowPosition? { cursor.row }

  /// The item that keys set out from; nil when none has the keyboard and none is selected.
  var keyRow: RowPosition? { cursor.row ?? selection.first }

  /// Whether the user can select items at present.
  package var isAllowed: Bool {
    let view = view
    guard view.isEditing else { return view.allowsSelection }
    return view.allowsSelectionDuringEditing || view.allowsMultipleSelectionDuringEditing
  }

  /// Whether the user can select several items at present.
  package var allowsSeveral: Bool {
    view.isEditing ? view.allowsMultipleSelectionDuringEditing : view.allowsMultipleSelection
  }

  // MARK: Showing

  /// A cell comes on screen for an item.
  func dress(_ cell: UICollectionViewCell, at item: RowPosition) {
    let isSelected = selection.contains(item)
    if cell.isSelected != isSelected { cell.isSelected = isSelected }
    let isHighlighted = isHighlighted(item)
    if cell.isHighlighted != isHighlighted { cell.isHighlighted = isHighlighted }
  }

  /// Whether an item looks pressed.
  func isHighlighted(_ item: RowPosition) -> Bool { view.press.row == item || view.menus.item == item }

  /// Shows the selection on the cells on screen.
  func show() {
    let elements = view.elements
    for entry in elements.queue.visible {
      // A cell may change the view when it is told.
      guard let cell = entry.view as? UICollectionViewCell, let position = cell.position,
        elements.view(at: position) === cell, let item = position.itemPosition
      else { continue }
      dress(cell, at: item)
    }
  }

  // MARK: Following the items

  func follow(_ plan: UpdatePlan, from old: RowHeightIndex) {
    let heir = cursor.row.flatMap { plan.newPosition(of: $0) == nil ? plan.heir(of: $0, in: old) : nil }
    selection.apply(plan)
    let isAnchor = cursor.anchor == cursor.row
    cursor.row = cursor.row.flatMap { plan.newPosition(of: $0) }
    cursor.anchor = cursor.anchor.flatMap { plan.newPosition(of: $0) }
    if cursor.row == nil, let heir { cursor = RowCursor(row: heir, anchor: isAnchor ? heir : cursor.anchor) }
    choice = choice.flatMap { plan.newPosition(of: $0) }
    formerChoice = formerChoice.flatMap { plan.newPosition(of: $0) }
    renumberings += 1
    cursorMoved()
  }

  func itemsWereLoaded(keepsItems: Bool, in index: RowHeightIndex) {
    func existing(_ item: RowPosition?) -> RowPosition? { item.flatMap { index.contains($0) ? $0 : nil } }
    if keepsItems {
      selection.keep(existingIn: index)
      cursor = RowCursor(row: existing(cursor.row), anchor: existing(cursor.anchor))
    } else {
      selection.removeAll()
      cursor = RowCursor()
    }
    // A choice that is under way goes on with the item of the same place.
    choice = existing(choice)
    formerChoice = existing(formerChoice)
    renumberings += 1
    cursorMoved()
  }

  // MARK: In code

  /// Selects an item, alone where only one can be selected, without telling the delegate.
  func set(_ item: RowPosition) {
    if !allowsSeveral { selection.removeAll() }
    selection.insert(item)
    start(at: item)
    show()
  }

  func remove(_ item: RowPosition) {
    guard selection.contains(item) else { return }
    selection.remove(item)
    show()
  }

  func removeAll() {
    guard !selection.isEmpty else { return }
    selection.removeAll()
    show()
  }

  /// Keeps only the first of several selected items.
  func keepFirst() {
    guard let first = selection.first, selection.count > 1 else { return }
    selection.removeAll()
    selection.insert(first)
    show()
  }

  // MARK: By the user

  /// An item was clicked.
  func choose(_ item: RowPosition, modifiers: UIKeyModifierFlags) {
    guard modifiers.contains(.shift), allowsSeveral else {
      choose(item)
      return performPrimaryAction(modifiers)
    }
    extend(to: item, keepsOthers: !modifiers.isDisjoint(with: [.control, .command]), takesCursor: true)
  }

  private func performPrimaryAction(_ modifiers: UIKeyModifierFlags) {
    guard modifiers.isEmpty, !view.isEditing, let item = cursor.row, view.app.canPerformPrimaryAction(item) else {
      return
    }
    view.loadIfNeeded()
    if let item = cursor.row { view.app.performPrimaryAction(item) }
  }

  /// Selects, or where several can be selected toggles, an item the user chose.
  /// - Parameter takesCursor: the keyboard goes on from the item that is selected.
  func choose(_ item: RowPosition, takesCursor: Bool = true) {
    choice = item
    defer { choice = nil }
    if allowsSeveral, selection.contains(item) {
      if takesCursor { start(at: item) }
      if deselect(item, asks: true) { announce() }
      return
    }
    guard askToSelect() else { return show() }
    if !allowsSeveral {
      // Each once: a delegate that is told may select it again.
      for _ in 0..<selection.count {
        guard let former = selection.all.first(where: { $0 != choice }) else { break }
        _ = deselect(former, asks: false)
      }
    }
    guard let item = choice else { return show() }
    selection.insert(item)
    if takesCursor { start(at: item) }
    finish()
  }

  /// Takes the keyboard to an item.
  /// - Parameter selects: the item is selected as well, alone, if it may be highlighted.
  package func moveCursor(to item: RowPosition, selects: Bool) {
    start(at: item)
    defer { showRing() }
    guard selects, let item = itemToHighlight() else { return }
    let isOnlyOne = selection.count == 1 && selection.contains(item)
    if allowsSeveral, !isOnlyOne { selection.removeAll() }
    if !selection.contains(item) { choose(item, takesCursor: false) }
  }

  /// Takes the selection along to an item, as a key with shift does.
  package func moveExtending(to item: RowPosition) {
    cursor.row = item
    cursorMoved()
    defer { showRing() }
    guard let item = itemToHighlight() else { return }
    extend(to: item, keepsOthers: false, takesCursor: false)
  }

  /// Does what a click on the item does that the keyboard is at.
  package func chooseByKey(_ item: RowPosition) {
    cursor.row = item
    guard let item = itemToHighlight() else { return }
    choose(item)
    performPrimaryAction([])
  }

  /// The item the keyboard has come to, if it may be highlighted.
  private func itemToHighlight() -> RowPosition? {
    guard let item = cursor.row else { return nil }
    guard view.app.shouldHighlight(item) else { return nil }
    view.loadIfNeeded()
    return cursor.row
  }

  /// Makes the items between the one chosen last and `item` the selection; nothing when the delegate changes the items
  /// while it is asked.
  private func extend(to item: RowPosition, keepsOthers: Bool, takesCursor: Bool) {
    choice = item
    defer { choice = nil }
    guard askToSelect(), let target = choice else { return show() }
    let anchor = cursor.anchor ?? selection.first ?? target
    let ends = (min(anchor, target), max(anchor, target))
    let before = renumberings
    let refused = refusedItems { $0 >= ends.0 && $0 <= ends.1 && $0 != target && !selection.contains($0) }
    view.loadIfNeeded()
    guard renumberings == before else { return show() }
    if !keepsOthers { selection.removeAll() }
    selection.insert(from: ends.0, through: ends.1, of: view.places.index)
    for item in refused { selection.remove(item) }
    cursor = RowCursor(row: takesCursor ? target : cursor.row, anchor: anchor)
    cursorMoved()
    finish()
  }

  /// Selects every item, where several can be selected.
  /// - Returns: whether they can.
  @discardableResult
  package func chooseAll() -> Bool {
    guard isAllowed, allowsSeveral else { return false }
    let before = renumberings
    let refused = refusedItems { !selection.contains($0) }
    view.loadIfNeeded()
    guard renumberings == before else { return true }
    selection.selectAll(of: view.places.index)
    for item in refused { selection.remove(item) }
    show()
    announce()
    return true
  }

  /// The items among those a closure names that the delegate does not let the user select.
  private func refusedItems(of isMeant: (RowPosition) -> Bool) -> [RowPosition] {
    let app = view.app
    guard app.mayHave(.shouldHighlight) || app.mayHave(.shouldSelect), view.places.index.rowCount <= Self.mostAsked
    else {
      return []
    }
    var refused: [RowPosition] = []
    let index = view.places.index
    for section in 0..<index.sectionCount {
      for row in 0..<index.rowCount(inSection: section) {
        let item = RowPosition(section: section, row: row)
        guard isMeant(item) else { continue }
        if !(app.shouldHighlight(item) && app.shouldSelect(item)) { refused.append(item) }
        guard app.mayHave(.shouldHighlight) || app.mayHave(.shouldSelect) else { return refused }
      }
    }
    return refused
  }

  /// Asks the delegate about the choice.
  private func askToSelect() -> Bool {
    guard let item = choice, view.app.shouldSelect(item) else { return false }
    view.loadIfNeeded()
    return choice != nil
  }

  /// Shows the choice, which is selected, and tells of it.
  private func finish() {
    show()
    view.loadIfNeeded()
    if let item = choice, selection.contains(item) { view.app.didSelect(item) }
    announce()
  }

  /// - Parameter asks: whether the delegate may keep the item selected.
  /// - Returns: false when it does.
  private func deselect(_ item: RowPosition, asks: Bool) -> Bool {
    formerChoice = item
    defer { formerChoice = nil }
    if asks {
      guard view.app.shouldDeselect(item) else { return false }
      view.loadIfNeeded()
    }
    if let item = formerChoice { selection.remove(item) }
    show()
    view.loadIfNeeded()
    if let item = formerChoice { view.app.didDeselect(item) }
    view.loadIfNeeded()
    return true
  }

  private func announce() { UIApplication.current?.accessibilityObserver?.selectionDidChange(in: view) }

  // MARK: The keyboard

  /// The keyboard goes on from `item`, and a range selected next begins there.
  func start(at item: RowPosition) {
    cursor = RowCursor(row: item, anchor: item)
    cursorMoved()
  }

  private func cursorMoved() {
    placeRing()
    view.keyboardMoved(shows: false)
  }

  private func showRing() {
    placeRing()
    view.keyboardMoved(shows: true)
  }

  /// Where the ring belongs as long as the view has the keyboard; nil without one. Where the selection follows the
  /// keyboard it shows as much.
  private var ringFrame: CGRect? {
    let view = view
    guard isAllowed, let item = cursor.row, !(view.selectionFollowsFocus && selection.contains(item)),
      view.places.index.contains(item)
    else { return nil }
    return view.places.seenFrame(of: item)
  }

  /// The view around which the ring is drawn; nil for none.
  var ringHost: UIView? {
    guard let frame = ringFrame else { return nil }
    let host = ringView ?? UIView(frame: frame)
    host.isUserInteractionEnabled = false
    ringView = host
    if host.frame != frame { host.frame = frame }
    if host.superview == nil { view.addSubview(host) }
    return host
  }

  /// Keeps the ring around its item. Called at the end of each layout pass.
  func placeRing() {
    guard let ringView, !view.pass.isBusy else { return }
    guard let frame = ringFrame else {
      if ringView.superview != nil { ringView.removeFromSuperview() }
      return
    }
    if ringView.frame != frame { ringView.frame = frame }
  }

  /// Tab came to the view: without an item that the keyboard is at, the first that can be seen is.
  func focusCame() {
    view.loadIfNeeded()
    if cursor.row == nil, isAllowed, let first = selection.first ?? view.firstOnScreen { start(at: first) }
    if let item = cursor.row { view.places.scroll(to: item, at: [], animated: false) }
  }

  /// A view inside a cell has or had the keyboard: its item has it from now on.
  func inherit(from inner: UIView) {
    var current: UIView? = inner
    while let next = current, next !== view {
      if let cell = next as? UICollectionViewCell, let item = cell.position?.itemPosition { return start(at: item) }
      current = next.superview
    }
  }

  override func checkInvariants() {
    selection.checkInvariants()
    let index = view.places.index
    for run in selection.runs {
      precondition(
        run.section < index.sectionCount && run.rows.upperBound <= index.rowCount(inSection: run.section),
        "items \(run.rows) of section \(run.section) are selected and do not exist")
    }
    for entry in view.elements.queue.visible {
      guard let cell = entry.view as? UICollectionViewCell, let item = cell.position?.itemPosition else { continue }
      precondition(cell.isSelected == selection.contains(item), "the cell of \(item.words) is wrongly selected")
    }
  }
}

extension UICollectionView {
  /// All selected items in order; nil without selection.
  /// - Complexity: O(selected items); the view itself never asks for it.
  public var indexPathsForSelectedItems: [IndexPath]? { chooser.selection.all.map { IndexPath($0) } }

  /// Selects an item in code: no delegate method is called. Without `allowsMultipleSelection` other items are deselected;
  /// nil deselects all.
  /// - Parameter scrollPosition: where to scroll the item; `[]` does not scroll.
  /// - Precondition: the item exists.
  public func selectItem(at indexPath: IndexPath?, animated: Bool, scrollPosition: ScrollPosition) {
    loadIfNeeded()
    guard let indexPath else { return chooser.removeAll() }
    chooser.set(require(indexPath, "selectItem(at:animated:scrollPosition:)"))
    // A cell that is told of it may change the items.
    guard !scrollPosition.isEmpty, let item = chooser.cursorRow else { return }
    places.scroll(to: item, at: scrollPosition, animated: animated)
  }

  /// Deselects an item in code: no delegate method is called. Does nothing for items that are not selected.
  public func deselectItem(at indexPath: IndexPath, animated: Bool) {
    if let item = RowPosition(indexPath) { chooser.remove(item) }
  }

  /// Selects every item, where several can be selected. Items the delegate refuses are left out; it is asked if there are
  /// at most 100,000 items.
  public func selectAll(_ sender: Any?) {
    loadIfNeeded()
    chooser.chooseAll()
  }
}
