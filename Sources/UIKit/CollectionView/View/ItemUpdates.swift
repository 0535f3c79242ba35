import Foundation
import TableModel
import UIKitCore

/// Collects the changes of open blocks and carries closed ones out: counts, plan, layout, selection, views, animation. The
/// counterpart of the table's `UpdateRunner`.
///
/// Changes are checked by an `UpdatePlan` against the data source's new counts, in UIKit's words where they do not fit.
/// Selection and views follow the plan; an `ItemMovement` shows it. As in UIKit the offset stays, within the new content.
@MainActor
final class ItemUpdates: CollectionFacet {
  /// A closed block of changes with what its callers wait for.
  private struct Batch {
    var changes = TableChanges()
    var completions: [(Bool) -> Void] = []

    @MainActor
    func complete(_ finished: Bool) { for completion in completions { completion(finished) } }
  }

  /// Open blocks.
  private var depth = 0
  /// The changes of the open blocks so far.
  private var batch = Batch()
  /// Closed by a callback of the running piece of work; carried out after it.
  private var waiting: Batch?
  /// Movements that are being shown.
  private var running: [ItemMovement] = []

  /// Whether nothing is on its way.
  var isAtRest: Bool { running.isEmpty && view.elements.movement == nil }

  /// Whether a batch is collected or waits.
  var isUncommitted: Bool { depth > 0 || waiting != nil }

  // MARK: Collecting

  func change(_ call: StaticString, _ body: (inout TableChanges) -> Void) {
    open(call)
    body(&batch.changes)
    close(nil)
  }

  /// Runs a block.
  /// - Parameter update: changes the data, and calls for more changes.
  func perform(_ changes: TableChanges?, update: () -> Void, completion: ((Bool) -> Void)?) {
    open("performBatchUpdates(_:completion:)")
    update()
    if let changes { batch.changes.append(changes) }
    close(completion)
  }

  private func open(_ call: StaticString) {
    guard view.work.phase != .counting else {
      misuse(
        """
        UICollectionView.\(call) was called while the collection view asks numberOfSections(in:) and \
        collectionView(_:numberOfItemsInSection:); change the data and call it before or after, for example in \
        DispatchQueue.main.async
        """)
    }
    // Changes are told of the counts before them.
    if depth == 0, view.app.hasDataSource { view.loadIfNeeded() }
    depth += 1
    view.work.note(.block)
  }

  private func close(_ completion: ((Bool) -> Void)?) {
    if let completion { batch.completions.append(completion) }
    depth -= 1
    guard depth == 0 else { return }
    view.work.settle(.block)
    let closed = batch
    batch = Batch()
    // There is no state that a batch could start from while items are being loaded.
    switch view.work.phase == .loading ? .load : view.work.fate(ofBatchBeside: waiting != nil) {
    case .carryOut: commit(closed)
    case .wait:
      waiting = closed
      view.work.note(.batch)
    // The counts are about to be asked anyway.
    case .covered: view.work.whenWhole { closed.complete(true) }
    case .load:
      let first = takeWaiting()
      view.work.note(.load)
      view.work.whenWhole {
        first?.complete(true)
        closed.complete(true)
      }
    }
    view.setNeedsLayout()
  }

  private func takeWaiting() -> Batch? {
    defer { waiting = nil }
    view.work.settle(.batch)
    return waiting
  }

  /// Carries out what a callback of the finished pass asked for.
  func commitWaiting() {
    guard depth == 0, let batch = takeWaiting() else { return }
    // A load covers it.
    guard !view.work.isDue(.load) else { return view.work.whenWhole { batch.complete(true) } }
    commit(batch)
  }

  /// The counts that are about to be asked include the changes of a batch that waits.
  func loadWillAsk() {
    guard let batch = takeWaiting() else { return }
    view.work.whenWhole { batch.complete(true) }
  }

  // MARK: Carrying out

  private func commit(_ batch: Batch) {
    let view = view
    view.reorder.abandon()
    var movement: ItemMovement?
    view.work.whileUpdating {
      guard view.app.hasDataSource else { return view.work.note([.load, .newData]) }
      let plan = makePlan(batch.changes)
      movement = startMovement()
      movement?.completions = batch.completions
      carryOut(plan, batch.changes, movement)
    } rest: {
      if view.window != nil, !view.bounds.isEmpty { UIView.performWithoutAnimation { view.pass.layOut() } }
      takeTargetOffset()
      if let movement { show(movement) } else { view.work.whenWhole { batch.complete(true) } }
    }
  }

  private func makePlan(_ changes: TableChanges) -> UpdatePlan {
    do throws(UpdateMistake) {
      return try UpdatePlan(changes, from: view.places.index, rowCounts: view.app.itemCounts())
    } catch {
      misuse("\(Self.itemWords(error.message)). The collection view: \(view)")
    }
  }

  /// The message of a table's update in the words of a collection view.
  static func itemWords(_ message: String) -> String {
    message.replacingOccurrences(of: "\\brow(s?)\\b", with: "item$1", options: .regularExpression)
      .replacingOccurrences(of: "table view", with: "collection view")
  }

  private func carryOut(_ plan: UpdatePlan, _ changes: TableChanges, _ movement: ItemMovement?) {
    let view = view
    let old = view.places.index
    movement?.plan = plan
    if view.places.move != nil {
      // The layout has the item there already.
      view.places.takeMove(plan)
    } else if changes.isEmpty {
      view.places.layout.invalidateLayout()
    } else {
      view.places.apply(plan)
      if view.places.layout.hasAttributes {
        view.places.layout.prepare(forCollectionViewUpdates: UICollectionViewUpdateItem.items(of: changes))
      }
    }
    for follower in view.followers { follower.follow(plan, from: old) }
    var gone: [(UICollectionReusableView, ElementPosition)] = []
    view.elements.remap { position in
      guard let item = position.itemPosition else {
        guard !plan.isReloaded(section: Int(position.section)), let section = plan.newSection(of: Int(position.section))
        else { return nil }
        return ElementPosition(kind: position.kind, section: section, item: position.item)
      }
      return plan.isReloaded(item) ? nil : plan.newPosition(of: item).map { ElementPosition($0) }
    } gone: {
      gone.append(($0, $1))
    }
    for (shown, position) in gone {
      if let movement {
        movement.hold(shown, at: position, isGone: true)
      } else {
        shown.movementDidEnd()
        view.elements.endDisplaying(shown, at: position)
      }
    }
    view.elements.dressAll()
    for item in plan.reconfiguredRows where !plan.isReloaded(item) {
      guard let new = plan.newPosition(of: item), let cell = view.elements.cell(at: new) else { continue }
      // Another layout that is due changes no item.
      guard !view.work.isDue([.load, .batch, .block]) else {
        configureLater(new)
        continue
      }
      view.supply.reconfigure(cell, at: ElementPosition(new))
      view.elements.contentChanged(of: cell)
    }
  }

  /// The data changed while another item was configured: the next update takes this one along.
  private func configureLater(_ item: RowPosition) {
    if waiting != nil {
      waiting?.changes.reconfigureRow(item)
    } else if depth > 0 {
      batch.changes.reconfigureRow(item)
    }
  }

  /// Puts the content where layout and delegate want it.
  private func takeTargetOffset() {
    guard !view.work.mustEnd else { return }
    let proposed = view.contentOffset
    let target = view.app.targetOffset(
      proposed: view.places.layout.targetContentOffset(forProposedContentOffset: proposed))
    guard target != proposed, target.x.isFinite, target.y.isFinite else { return }
    view.shiftContentOffset(by: target - proposed)
    UIView.performWithoutAnimation { view.pass.layOut() }
  }

  // MARK: Movements

  /// Begins to show how the views change; nil where nothing is animated.
  private func startMovement() -> ItemMovement? {
    guard view.window != nil, UIView.areAnimationsEnabled, !view.bounds.isEmpty, !view.work.isDue(.newData) else {
      return nil
    }
    let movement = ItemMovement(of: view)
    view.elements.hold(for: movement)
    return movement
  }

  private func show(_ movement: ItemMovement) {
    if view.elements.movement === movement { view.elements.hold(for: nil) }
    // A load that a callback asked for has ended it, and told of that.
    guard !movement.isEnded else { return }
    // A callback changed the data or the layout: the places that a movement goes to are not known before the next pass.
    guard !view.work.mustEnd else {
      movement.end(in: view)
      return view.work.whenWhole { movement.complete(true) }
    }
    view.places.layout.finalizeCollectionViewUpdates()
    running.append(movement)
    movement.start(in: view) { [weak view, weak movement] finished in
      guard let view, let movement else { return }
      view.updates.movementDidEnd(movement, finished)
    }
  }

  private func movementDidEnd(_ movement: ItemMovement, _ finished: Bool) {
    guard let number = running.firstIndex(where: { $0 === movement }) else { return }
    running.remove(at: number)
    movement.end(in: view)
    view.work.whenWhole { movement.complete(finished) }
  }

  /// Ends all movements at once: a load, or the view leaves its window.
  func endMovements() {
    if let prepared = view.elements.movement { running.append(prepared) }
    view.elements.hold(for: nil)
    while let movement = running.popLast() {
      movement.end(in: view)
      view.work.whenWhole { movement.complete(false) }
    }
  }

  /// Ends movements, and has the views that leave in `body` go at once: those of a layout that is exchanged. A movement that
  /// is about to show the exchange itself goes on.
  func endMovements(before body: () -> Void) {
    let prepared = view.elements.movement
    if prepared?.holdsViews == false { view.elements.hold(for: nil) }
    endMovements()
    body()
    if prepared?.isEnded == false { view.elements.hold(for: prepared) }
  }

  /// Has the layout change places, and views move to them.
  func showMovement(_ change: () -> Void) {
    let view = view
    let movement = startMovement()
    view.work.whileUpdating(change) {
      UIView.performWithoutAnimation { view.pass.layOut() }
      if let movement { show(movement) }
    }
  }

  /// The data source has moved an item to where the layout has it already.
  func drop(_ move: RowMove) {
    var batch = Batch()
    batch.changes.moveRow(move.source, to: move.target)
    commit(batch)
  }

  /// Has the view take another layout, and cells move to their places in it.
  func exchangeLayout(animated: Bool, completion: ((Bool) -> Void)?, _ exchange: () -> Void) {
    let view = view
    let calls = view.places.layoutCalls
    view.loadIfNeeded()
    // A layout that a callback of the load set is the newer one.
    guard view.places.layoutCalls == calls else {
      if let completion { view.work.whenWhole { completion(true) } }
      return
    }
    guard view.work.isResting, animated, !view.work.isDue(.block), let movement = startMovement() else {
      exchange()
      if let completion { view.work.whenWhole { completion(true) } }
      return
    }
    if let completion { movement.completions = [completion] }
    let first = view.firstOnScreen
    let isAtStart =
      view.contentOffset.y <= view.verticalExtent.lowest && view.contentOffset.x <= view.horizontalExtent.lowest
    view.work.whileUpdating(exchange) {
      UIView.performWithoutAnimation {
        view.pass.layOut()
        if !isAtStart, let first, !view.work.mustEnd, view.places.index.contains(first) {
          view.scroll(to: first)
          // An animation that it ended was on its way within the content of before.
          view.returnAtOnce()
        }
      }
      takeTargetOffset()
      show(movement)
    }
  }

  override func checkInvariants() {
    precondition(depth > 0 || batch.changes.isEmpty, "changes were collected outside of a block")
    precondition(
      view.work.isDue(.block) == (depth > 0) && view.work.isDue(.batch) == (waiting != nil),
      "the collection view does not know whether changes wait")
    precondition(view.elements.movement == nil, "views are held for a movement, and no update is under way")
    for movement in running { movement.checkInvariants(in: view) }
  }
}

// MARK: - What apps call

/// Changing items and sections without a reload.
///
/// The calls in the block of `performBatchUpdates` are one batch, in which their order has no meaning: deleted and
/// reloaded items go by their old paths, inserted ones by their new paths, moved ones by both. A call outside of any block
/// is a batch of its own. The data must change before the batch ends; the counts before and after must agree with the
/// operations, else the program ends with UIKit's message.
extension UICollectionView {
  /// Runs `updates` as a block. A block with nothing inside has the layout ask for all sizes anew, and
  /// animates to them.
  /// - Parameter completion: called once, when the animation has ended; false if a reload or leaving the window
  ///   interrupted it.
  public func performBatchUpdates(_ updates: () -> Void, completion: ((Bool) -> Void)? = nil) {
    self.updates.perform(nil, update: updates, completion: completion)
  }

  /// Runs `updates`, if there are any, as a block.
  public func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {
    performBatchUpdates({ updates?() }, completion: completion)
  }

  /// Runs a block with operations that were worked out before.
  /// - Parameter update: changes the data.
  package final func perform(
    _ changes: TableChanges, update: () -> Void, completion: @escaping (Bool) -> Void
  ) { updates.perform(changes, update: update, completion: completion) }

  /// Whether a block is open, or closed and still waiting for the running pass to end.
  public var hasUncommittedUpdates: Bool { updates.isUncommitted }

  /// A batch closed now would have to wait.
  package final var isOccupied: Bool { work.isOccupied }

  /// Calls `body` at the end of the running layout pass, else of the next one.
  package final func afterPass(_ body: @escaping () -> Void) { work.afterPass(body) }

  // MARK: Items

  /// Inserts items, animated.
  /// - Parameter indexPaths: where they are after the batch.
  public func insertItems(at indexPaths: [IndexPath]) {
    let call: StaticString = "insertItems(at:)"
    updates.change(call) { changes in
      for path in indexPaths { changes.insertRow(requirePosition(path, call), .automatic) }
    }
  }

  /// Deletes items, animated.
  /// - Parameter indexPaths: where they are before the batch.
  public func deleteItems(at indexPaths: [IndexPath]) {
    let call: StaticString = "deleteItems(at:)"
    updates.change(call) { changes in
      for path in indexPaths { changes.deleteRow(requirePosition(path, call), .automatic) }
    }
  }

  /// Moves an item.
  /// - Parameters:
  ///   - indexPath: where it is before the batch.
  ///   - newIndexPath: where it is after the batch.
  public func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath) {
    let call: StaticString = "moveItem(at:to:)"
    updates.change(call) { $0.moveRow(requirePosition(indexPath, call), to: requirePosition(newIndexPath, call)) }
  }

  /// Replaces the cells of items by other cells, and deselects the items.
  /// - Parameter indexPaths: where they are before the batch.
  public func reloadItems(at indexPaths: [IndexPath]) {
    let call: StaticString = "reloadItems(at:)"
    updates.change(call) { changes in
      for path in indexPaths { changes.reloadRow(requirePosition(path, call), .automatic) }
    }
  }

  /// Has the data source configure the cells of items that are on screen, without replacing them.
  /// - Parameter indexPaths: where they are before the batch.
  public func reconfigureItems(at indexPaths: [IndexPath]) {
    let call: StaticString = "reconfigureItems(at:)"
    updates.change(call) { changes in
      for path in indexPaths { changes.reconfigureRow(requirePosition(path, call)) }
    }
  }

  // MARK: Sections

  /// Inserts sections, animated.
  /// - Parameter sections: their numbers after the batch.
  public func insertSections(_ sections: IndexSet) {
    updates.change("insertSections(_:)") { for section in sections { $0.insertSection(section, .automatic) } }
  }

  /// Deletes sections, animated.
  /// - Parameter sections: their numbers before the batch.
  public func deleteSections(_ sections: IndexSet) {
    updates.change("deleteSections(_:)") { for section in sections { $0.deleteSection(section, .automatic) } }
  }

  /// Moves a section from its old to its new number.
  public func moveSection(_ section: Int, toSection newSection: Int) {
    updates.change("moveSection(_:toSection:)") { $0.moveSection(section, to: newSection) }
  }

  /// Asks for sections anew, animated.
  /// - Parameter sections: their numbers before the batch.
  public func reloadSections(_ sections: IndexSet) {
    updates.change("reloadSections(_:)") { for section in sections { $0.reloadSection(section, .automatic) } }
  }
}

extension UICollectionViewUpdateItem {
  /// A batch as a layout of the app's own hears of it.
  fileprivate static func items(of changes: TableChanges) -> [UICollectionViewUpdateItem] {
    func path(_ section: Int) -> IndexPath { IndexPath(item: NSNotFound, section: section) }
    var items: [UICollectionViewUpdateItem] = []
    items += changes.deletedSections.map { .init(.delete, before: path($0.number), after: nil) }
    items += changes.deletedRows.map { .init(.delete, before: IndexPath($0.position), after: nil) }
    items += changes.insertedSections.map { .init(.insert, before: nil, after: path($0.number)) }
    items += changes.insertedRows.map { .init(.insert, before: nil, after: IndexPath($0.position)) }
    items += changes.reloadedSections.map { .init(.reload, before: path($0.number), after: path($0.number)) }
    items += changes.reloadedRows.map { .init(.reload, before: IndexPath($0.position), after: IndexPath($0.position)) }
    items += changes.movedSections.map { .init(.move, before: path($0.source), after: path($0.target)) }
    items += changes.movedRows.map { .init(.move, before: IndexPath($0.source), after: IndexPath($0.target)) }
    return items
  }
}
