import Foundation

/// Bringing a row exactly to its place although what lies around it is only estimated (H4, O6).
extension UITableView {
  /// Whether the running pass puts a row at its place, rather than keeping what is visible where it is.
  var aimsAtRow: Bool { sizing.aim.map { !$0.isAnimated } ?? false }

  /// Called when a pass begins: gives up an aim that something else moved the table away from, and takes one whose
  /// animation has arrived.
  func renewAim() {
    guard let aim = sizing.aim else { return }
    guard exists(aim.position) else { return sizing.aim = nil }
    if case .animating(let animation, _, .row) = motion, aim.isAnimated {
      sizing.aim?.offset = animation.target.y
    } else if contentOffset.y == aim.offset, drag == nil, !motion.isMovingByItself {
      // Nothing is left to find out, or the pass that begins now takes it.
      let isSettled = !needsTiling && !plan.hasEstimates && lastViewport == currentViewport
      if isSettled { sizing.aim = nil } else { sizing.aim?.isAnimated = false }
    } else {
      sizing.aim = nil
    }
  }

  /// Puts the row at its place by what is known now.
  func takeAim() {
    guard let aim = sizing.aim, exists(aim.position) else { return }
    updateContentSize()
    let target = offset(for: aim.position, at: aim.edge)
    sizing.aim?.offset = target
    shiftDepartures(by: target - contentOffset.y)
    apply(CGPoint(x: contentOffset.x, y: target))
  }

  /// Called when a pass ends: an animation goes on to where the row is now; without one the aim is taken once more
  /// until nothing moves any more.
  func followAim() {
    guard let aim = sizing.aim, exists(aim.position) else { return sizing.aim = nil }
    guard !aim.isAnimated else {
      let target = offset(for: aim.position, at: aim.edge)
      sizing.aim?.offset = target
      steer(to: CGPoint(x: contentOffset.x, y: target))
      return
    }
    guard contentOffset.y == aim.offset else { return sizing.aim = nil }
    takeAim()
    let isSettled = !needsTiling && !plan.hasEstimates && lastViewport == currentViewport
    if isSettled { sizing.aim = nil }
  }

  /// Whether the table has a row.
  func exists(_ position: RowPosition) -> Bool {
    position.section < index.sectionCount && position.row < index.rowCount(inSection: position.section)
  }
}
