import Foundation
import TableModel

/// Views that stay in the hierarchy for their last animation. They take no touches and are reported and reused when it
/// has ended.
extension UITableView {
  func departure(of entry: ReuseQueue<UITableViewCell>.Entry, isGone: Bool) -> UpdateDeparture {
    entry.view.position = nil
    return UpdateDeparture(
      view: entry.view, position: entry.position, identifier: entry.identifier, isCell: true, isGone: isGone,
      alpha: entry.view.alpha)
  }

  func departure(of entry: ReuseQueue<UIView>.Entry, isGone: Bool) -> UpdateDeparture {
    UpdateDeparture(
      view: entry.view, position: entry.position, identifier: entry.identifier, isCell: false, isGone: isGone,
      alpha: entry.view.alpha)
  }

  /// Keeps a cell that leaves the screen if an animation is about to start.
  func holds(_ entry: ReuseQueue<UITableViewCell>.Entry) -> Bool {
    guard updates.isHolding, entry.view.superview === self else { return false }
    updates.departures.append(departure(of: entry, isGone: false))
    return true
  }

  /// The same for a header or footer.
  func holds(_ entry: ReuseQueue<UIView>.Entry) -> Bool {
    guard updates.isHolding else { return false }
    updates.departures.append(departure(of: entry, isGone: false))
    return true
  }

  /// Takes back what an earlier round of the update's layout pass held: its row, or its section's header or footer, is
  /// visible after all, because heights turned out smaller.
  func takeBack(_ position: RowPosition, isCell: Bool) -> UpdateDeparture? {
    guard updates.isHolding else { return nil }
    let slot = updates.departures.firstIndex {
      $0.animation == nil && !$0.isGone && $0.isCell == isCell && $0.position == position
    }
    return slot.map { updates.departures.remove(at: $0) }
  }

  /// Reports the departed cell to the delegate and puts it into the pool, when the animation is over.
  func end(_ departure: UpdateDeparture, recycles: Bool = true) {
    let view = departure.view
    let wasShown = view.superview === self
    UIApplication.current?.animator.interrupt(view)
    view.removeFromSuperview()
    view.alpha = departure.alpha
    if departure.isCell, let cell = view as? UITableViewCell {
      cell.ground = nil
      if cell.isSwiped { cell.endSwipe() }
      if recycles {
        didLeave(cell, departure.position, identifier: departure.identifier, wasShown: wasShown)
      } else if wasShown {
        tableDelegate?.tableView(self, didEndDisplaying: cell, forRowAt: IndexPath(departure.position))
      }
    } else if recycles {
      didLeave(part: view, departure.position, identifier: departure.identifier)
    } else {
      report(endOf: view, departure.position)
    }
  }

  /// Ends the departures of an animation; of all that have none with nil.
  func endDepartures(of animation: UpdateAnimation?) {
    var ended = ContiguousArray<UpdateDeparture>()
    updates.departures.removeAll { departure in
      guard departure.animation === animation else { return false }
      ended.append(departure)
      return true
    }
    for departure in ended { end(departure) }
  }

  /// Ends what was held for an animation that does not come about.
  func endHeldDepartures() { endDepartures(of: nil) }

  /// The app returned a view that is on its way out: it stays instead.
  func endDeparture(of view: UIView) {
    guard let slot = updates.departures.firstIndex(where: { $0.view === view }) else { return }
    end(updates.departures.remove(at: slot), recycles: false)
  }

  /// The content moved under the screen: what is on its way out stays where it is seen.
  func shiftDepartures(by distance: Double) {
    guard distance != 0, let animator = UIApplication.current?.animator else { return }
    for departure in updates.departures { animator.translate(departure.view, by: CGPoint(x: 0, y: distance)) }
  }

  /// Ends the animation of updates at once; what stays is at its place, its batch is told that it was interrupted.
  func endUpdateAnimation() {
    guard let animation = updates.animation ?? updates.departures.first?.animation else { return }
    animation.isOvertaken = true
    updates.animation?.isOvertaken = true
    let animator = UIApplication.current?.animator
    for entry in cells.visible { animator?.interrupt(entry.view) }
    for entry in parts.visible { animator?.interrupt(entry.view) }
    for view in [swipe.row?.view, swipe.row?.margin].compactMap({ $0 }) { animator?.interrupt(view) }
    for view in [tableHeaderView, tableFooterView].compactMap({ $0 }) { animator?.interrupt(view) }
    while let departure = updates.departures.popLast() { end(departure) }
  }

  /// The front-most view at a point, with those on their way out left out.
  func withoutDepartures(_ hit: UIView, at point: CGPoint, with event: UIEvent?) -> UIView {
    func departs(_ view: UIView) -> Bool { updates.departures.contains { view.isDescendant(of: $0.view) } }
    guard departs(hit) else { return hit }
    for child in children.reversed() where !departs(child) {
      if let other = child.hitTest(child.convertFromParent(point), with: event) { return other }
    }
    return self
  }
}
