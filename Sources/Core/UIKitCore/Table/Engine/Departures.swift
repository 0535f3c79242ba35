import Foundation
import TableModel

/// The animation of one batch.
@MainActor
final class UpdateAnimation {
  private let batch: UpdateBatch
  /// Another batch took over the views that stay.
  var isOvertaken = false

  init(_ batch: UpdateBatch) { self.batch = batch }

  /// Called once, when the last view is at its place or was taken away.
  func complete(_ finished: Bool) { batch.complete(finished && !isOvertaken) }
}

/// A cell, header or footer on its way out.
@MainActor
struct Departure {
  let view: UIView
  /// The old place of what is deleted or reloaded, the new one of what goes off screen.
  let position: ItemPosition
  let identifier: String?
  /// The row was deleted or reloaded, not moved off the screen.
  let isGone: Bool
  /// The app's value, which the animation changes.
  let alpha: CGFloat
  /// The animation that moves it.
  weak var animation: UpdateAnimation?
}

/// The views whose rows are gone or off screen and that stay in the table for their last animation, and the animation
/// of an update. They take no touches, stand for no row, and are reported and reused when it has ended.
@MainActor
final class Departures: TableFacet {
  /// Seconds an update takes to be shown.
  static let duration = 0.3

  private(set) var all = ContiguousArray<Departure>()
  /// The animation started last, while it runs.
  private var animation: UpdateAnimation?
  /// Views that leave the screen stay for the animation that is about to start.
  private(set) var isHolding = false

  var isAnimating: Bool { animation != nil }

  // MARK: Leaving

  /// An update begins to take views off the screen.
  /// - Parameter isAnimated: they stay for its animation.
  func updateWillTakeViews(isAnimated: Bool) { isHolding = isAnimated }

  /// The update has laid the table out: what leaves the screen from now on is gone at once.
  func updateDidTakeViews() { isHolding = false }

  func add(_ entry: VisibleRows.Cells.Entry, isGone: Bool) {
    entry.view.leaveRow()
    all.append(
      Departure(
        view: entry.view, position: .row(entry.position), identifier: entry.identifier, isGone: isGone,
        alpha: entry.view.alpha))
  }

  func add(_ entry: SectionParts.Entry, isGone: Bool) {
    all.append(
      Departure(
        view: entry.view, position: .part(entry.position), identifier: entry.identifier, isGone: isGone,
        alpha: entry.view.alpha))
  }

  /// Takes back what an earlier round of the update's layout pass held: its row, or its section's header or footer, is
  /// visible after all, because heights turned out smaller.
  func takeBack(_ position: ItemPosition) -> Departure? {
    guard isHolding else { return nil }
    let slot = all.firstIndex { $0.animation == nil && !$0.isGone && $0.position == position }
    return slot.map { all.remove(at: $0) }
  }

  // MARK: The animation

  /// Shows how an update comes about. The model has its final state already.
  func animate(_ movement: UpdateMovement, _ batch: UpdateBatch) {
    // A reload that the delegate asks for when told has to wait: it would end the rest of them too.
    let outer = table.work.begin(.reporting)
    // The delegate may take the table out of its window, which ends all departures.
    for departure in movement.ended { take(departure.view).map { end($0) } }
    table.work.end(outer)
    let isWhole = movement.departures.allSatisfy { departure in all.contains { $0.view === departure.view } }
    guard isWhole, !movement.starts.isEmpty, let animator = table.window?.application.animator else {
      endHeld()
      table.work.whenWhole { batch.complete(true) }
      return
    }
    let started = UpdateAnimation(batch)
    all.removeAll { $0.animation == nil }
    for var departure in movement.departures {
      departure.animation = started
      all.append(departure)
      table.insertSubview(departure.view, at: table.bottomOfContent)
    }
    for cell in movement.moved {
      if let top = table.topCellIndex { table.insertSubview(cell, at: top) }
    }
    animation?.isOvertaken = true
    animation = started
    giveGround()
    let parameters = AnimationParameters(duration: Self.duration, delay: 0, curve: .easeInOut)
    animator.run(parameters, from: movement.starts) { [weak table] finished in
      guard let table else { return started.complete(false) }
      table.departures.animationDidEnd(started, finished)
    }
  }

  private func animationDidEnd(_ ended: UpdateAnimation, _ finished: Bool) {
    end(of: ended)
    if animation === ended {
      animation = nil
      for entry in table.cells.visible { entry.view.setGround(nil) }
    }
    table.work.whenWhole { ended.complete(finished) }
  }

  /// Rows of a plain table show the table's background through; while they pass over each other they need one of
  /// their own.
  private func giveGround() {
    guard table.style == .plain, table.backgroundView == nil, let color = table.backgroundColor else { return }
    for entry in table.cells.visible { entry.view.setGround(color) }
    for departure in all { (departure.view as? UITableViewCell)?.setGround(color) }
  }

  /// The content moved under the screen: views on their way out stay where they are seen.
  func shift(by distance: Double) {
    guard distance != 0, let animator = UIApplication.current?.animator else { return }
    for departure in all { animator.translate(departure.view, by: CGPoint(x: 0, y: distance)) }
  }

  // MARK: Ending

  /// Reports the departed view to the delegate and puts it into the pool.
  private func end(_ departure: Departure, recycles: Bool = true) {
    let view = departure.view
    let wasShown = view.superview === table
    UIApplication.current?.animator.interrupt(view)
    view.removeFromSuperview()
    view.alpha = departure.alpha
    switch departure.position {
    case .row(let row):
      guard let cell = view as? UITableViewCell else { return }
      cell.setGround(nil)
      if cell.isAside { cell.stepBack() }
      if recycles {
        table.rows.didLeave(cell, row, identifier: departure.identifier, wasShown: wasShown)
      } else if wasShown {
        table.app.didEndDisplaying(cell, at: row)
      }
    case .part(let part):
      if recycles {
        table.parts.didLeave(view, part, identifier: departure.identifier)
      } else {
        table.app.didEndDisplaying(view, as: part)
      }
    }
  }

  /// Ends the departures of an animation; of all that have none with nil.
  private func end(of animation: UpdateAnimation?) {
    var ended = ContiguousArray<Departure>()
    all.removeAll { departure in
      guard departure.animation === animation else { return false }
      ended.append(departure)
      return true
    }
    for departure in ended { end(departure) }
  }

  /// Ends what was held for an animation that does not come about.
  func endHeld() { end(of: nil) }

  /// The app returned a view that is on its way out: it stays instead.
  func cancel(_ view: UIView) {
    if let departure = take(view) { end(departure, recycles: false) }
  }

  /// Removes a view from the departures; nil for a view that is not, or no longer, one of them.
  private func take(_ view: UIView) -> Departure? {
    all.firstIndex { $0.view === view }.map { all.remove(at: $0) }
  }

  /// Ends the animation of updates at once; what stays is at its place, its batch is told that it was interrupted.
  func endAll() {
    guard let running = animation ?? all.first?.animation else { return }
    running.isOvertaken = true
    animation?.isOvertaken = true
    let animator = UIApplication.current?.animator
    for entry in table.cells.visible {
      animator?.interrupt(entry.view)
      for view in entry.view.aside.companions { animator?.interrupt(view) }
    }
    for entry in table.parts.visible { animator?.interrupt(entry.view) }
    for view in [table.tableHeaderView, table.tableFooterView].compactMap({ $0 }) { animator?.interrupt(view) }
    while let departure = all.popLast() { end(departure) }
  }

  // MARK: Touches

  /// The front-most view at a point, with those on their way out left out.
  func hit(insteadOf hit: UIView, at point: CGPoint, with event: UIEvent?) -> UIView {
    func departs(_ view: UIView) -> Bool { all.contains { view.isDescendant(of: $0.view) } }
    guard departs(hit) else { return hit }
    for child in table.children.reversed() where !departs(child) {
      if let other = child.hitTest(child.convertFromParent(point), with: event) { return other }
    }
    return table
  }

  override func checkInvariants() {
    precondition(!isHolding, "views are held for an animation, and no update is under way")
    for departure in all {
      precondition(departure.view.superview === table, "a view on its way out is not in the table")
      precondition(
        !table.cells.visible.contains { $0.view === departure.view }, "a view on its way out stands for a row")
    }
  }
}

extension Departures: RowFollower {
  /// Departing views show no row of the data, so they do not follow updates.
  func follow(_ plan: UpdatePlan) {}

  /// An update whose layout pass is overtaken has nothing to animate any more: what it held has the old rows.
  func reset() {
    isHolding = false
    endAll()
    endHeld()
  }

  func keepRows(existingIn index: RowHeightIndex) {}

  func leave() { endAll() }
}
