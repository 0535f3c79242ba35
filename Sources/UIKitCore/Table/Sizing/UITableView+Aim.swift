import Foundation
import TableModel

/// Bringing a row exactly to its place although what lies around it is only estimated.
extension UITableView {
  /// Whether the running pass puts a row at its place, rather than keeping what is visible where it is.
  var aimsAtRow: Bool { sizing.aim.map { !$0.isAnimated } ?? false }

  /// Called when a pass begins: gives up an aim that something else moved the table away from, and takes one whose
  /// animation has arrived.
  func renewAim() {
    guard let aim = sizing.aim else { return }
    guard exists(aim.position) else { return dropAim() }
    if case .animating(let animation, _, .row) = motion, aim.isAnimated {
      sizing.aim?.offset = animation.target.y
    } else if contentOffset.y == aim.offset, drag == nil, !motion.isMovingByItself {
      // Nothing is left to find out, or the pass that begins now takes it.
      let isSettled = !needsTiling && !plan.hasEstimates && lastViewport == currentViewport
      if isSettled { settleAim() } else { sizing.aim?.isAnimated = false }
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
    guard let aim = sizing.aim, exists(aim.position) else { return dropAim() }
    guard !aim.isAnimated else {
      let target = offset(for: aim.position, at: aim.edge)
      sizing.aim?.offset = target
      steer(to: CGPoint(x: contentOffset.x, y: target))
      return
    }
    guard contentOffset.y == aim.offset else { return sizing.aim = nil }
    takeAim()
    let isSettled = !needsTiling && !plan.hasEstimates && lastViewport == currentViewport
    if isSettled { settleAim() }
  }

  // MARK: Another size

  /// Called when the table at rest gets another size, before anything is laid out for it: aims the coming pass at the
  /// first row wholly on screen, which keeps its place.
  ///
  /// Resized in steps, as by a window's edge, with heights that follow the width, the table would lose a little in each:
  /// until something else moves it the row of the first step keeps the place it had then, and comes back to it when a
  /// short content held it off.
  /// - Parameter old: what the table showed.
  func holdRow(in old: ScrollExtent) {
    let offset = Double(contentOffset.y)
    guard sizing.aim == nil, lastViewport != nil, !needsLoad, offset > old.lowest, old.overshoot(of: offset) == 0
    else { return }
    if sizing.hold?.offset != offset { sizing.hold = rowToHold(at: offset, in: old) }
    guard let hold = sizing.hold, exists(hold.position) else { return }
    sizing.aim = RowAim(
      position: hold.position, edge: .held(distance: hold.distance), isAnimated: false, offset: offset)
    setNeedsTiling()
  }

  /// The first row that begins on screen; the one across it when none does.
  private func rowToHold(at offset: Double, in old: ScrollExtent) -> RowHold? {
    let edge = offset + old.leading - contentTop
    let end = offset + old.viewport - old.trailing - contentTop
    func top(_ row: RowPosition) -> Double { index.band(ofRow: row.row, inSection: row.section).top }
    guard var row = index.row(atOrAbove: edge) else { return nil }
    if top(row) < edge, let next = index.neighbour(of: row, isBelow: true), top(next) < end { row = next }
    return RowHold(position: row, distance: top(row) - edge, offset: offset)
  }

  /// Whether the coming pass keeps a row at its place in a table of another size. Until then the offset may be out of
  /// range.
  var holdsRow: Bool {
    if case .held = sizing.aim?.edge { return true }
    return false
  }

  /// Gives up the aim, whose row is gone: what would have been brought into range by it still is.
  private func dropAim() {
    let holds = holdsRow
    sizing.aim = nil
    if holds { restInRange() }
  }

  /// Brings an offset at rest into range.
  func restInRange() {
    guard case .resting = motion, drag == nil else { return }
    apply(CGPoint(x: contentOffset.x, y: verticalExtent.clamped(contentOffset.y)))
  }

  private func settleAim() {
    if holdsRow { sizing.hold?.offset = contentOffset.y }
    sizing.aim = nil
  }

  /// Whether the table has a row.
  func exists(_ position: RowPosition) -> Bool {
    position.section < index.sectionCount && position.row < index.rowCount(inSection: position.section)
  }
}
