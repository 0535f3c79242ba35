import Foundation
import TableModel

/// Decides what stays where it is on the screen, or is brought to a place of it, while heights and rows around it
/// change.
///
/// There are two ways. A *mark* is a place of the content whose distance to the screen is kept: taken before heights or
/// rows change, restored after it, by moving the offset along. An *aim* is a row that goes to a place of the visible
/// area whatever is found out about the heights around it; while there is one that no animation carries, marks give way
/// to it.
@MainActor
final class ScrollAnchor: TableFacet {
  /// A place of the content and where its upper edge was, in points from the first section.
  struct Mark {
    fileprivate let place: TablePlace
    fileprivate let top: Double

    /// The row that is marked; nil for a header, footer or the space above one.
    var row: RowPosition? {
      if case .row(let position) = place { return position }
      return nil
    }
  }

  /// A row on its way to a place of the visible area.
  struct Aim {
    /// The edge of the visible area the row is to be at.
    enum Edge {
      case top
      case middle
      case bottom
      /// At the lower edge unless it is taller than the area; then at the upper one.
      case fit
      /// So many points below the upper edge, wherever a floating header ends: where it was before the table was
      /// resized, or its rows got other heights.
      case held(distance: Double)
      /// Where the content ends at the end of the visible area: the table rested there.
      case end
    }

    enum Stage {
      /// The table's own motion ends, and the app is told of it.
      case makingWay
      /// An animation carries the table there.
      case animated
      /// The next pass puts the row there.
      case due
      /// The row that was held while the table was resized is at its place. It is held from the same place when the
      /// table is resized again, until something else moves it.
      case settled
      /// A reload or another data source took the row away before it was at its place. What it would have brought into
      /// range still has to be.
      case lost
    }

    fileprivate(set) var position: RowPosition
    let edge: Edge
    fileprivate(set) var stage: Stage
    /// The offset, in points, that was set or is the animation's target; another one means that something else moved
    /// the table since.
    fileprivate(set) var offset: Double

    /// Whether the row is where it was, and no call has asked for it.
    fileprivate var isHeld: Bool {
      switch edge {
      case .held, .end: true
      case .top, .middle, .bottom, .fit: false
      }
    }
  }

  private var aim: Aim?
  /// The next load asks for other heights of the present rows, which keep their place on screen.
  private var keepsPlace = false
  /// The same of the load under way, with the row that marks the place.
  private var isKeepingPlace = false
  private var loadMark: Mark?

  // MARK: Marks

  /// A mark on the row or part at the upper edge of the visible area. Nil when the table rests at its top or is empty:
  /// the offset stays.
  func markAtUpperEdge() -> Mark? {
    guard !isAtTop else { return nil }
    let top = table.bounds.minY + table.adjustedContentInset.top
    return mark(table.index.place(at: top - table.contentTop))
  }

  /// A row; nil without one.
  func mark(_ row: RowPosition?) -> Mark? { row.flatMap { mark(.row($0)) } }

  /// Nil where the app left the content out of range: there is no place to keep, and going along with it would lead
  /// further out.
  private func mark(_ place: TablePlace) -> Mark? {
    guard table.mover.isMoving || table.mover.isInHand || table.mover.landsInRange else { return nil }
    return top(of: place).map { Mark(place: place, top: $0) }
  }

  /// At the top the offset stays, so that what comes there is seen.
  var isAtTop: Bool { table.contentOffset.y <= table.verticalExtent.lowest }

  /// Heights changed: moves the offset by as much as what lies above the mark grew or shrank, or takes the aim instead.
  /// - Returns: whether the offset or the length of the content was brought in line already.
  @discardableResult
  func restore(_ mark: Mark?) -> Bool {
    if isAimDue {
      takeAim()
      return true
    }
    guard let mark, let top = top(of: mark.place), top != mark.top else { return false }
    shift(by: top - mark.top)
    return true
  }

  /// The same after a load, which may have taken away the row that is marked or aimed at.
  private func restoreThroughLoad(_ mark: Mark?) -> Bool {
    if isAimDueHere, let row = aim?.position { return table.index.contains(row) && restore(nil) }
    guard let row = mark?.row, table.index.contains(row) else { return false }
    return restore(mark)
  }

  /// Rows changed: the same with the places they have now.
  /// - Parameter landsInRange: the offset rested within the content before, moved to a place there, or was in the
  ///   user's hand, which may have let go since: it lands there afterwards too, unless it is still held.
  func restore(_ mark: Mark?, after plan: UpdatePlan, landsInRange: Bool) {
    let before = table.contentOffset.y
    if let mark, let top = top(of: mark.place, after: plan) {
      table.shiftContentOffset(by: CGPoint(x: 0, y: top - mark.top))
    }
    table.updateContentSize()
    if landsInRange { table.mover.landInRange() }
    // A row that was to be brought to its place still is.
    if aim?.stage == .due { aim?.offset = table.contentOffset.y }
    table.departures.shift(by: table.contentOffset.y - before)
  }

  /// Moves content and offset together.
  private func shift(by points: Double) {
    let lands = table.mover.landsInRange
    // The content is long enough for the offset at every step: what rests is not clamped and then shifted besides.
    if points > 0 { table.updateContentSize() }
    table.shiftContentOffset(by: CGPoint(x: 0, y: points))
    aim?.offset += points
    if points <= 0 { table.updateContentSize() }
    table.departures.shift(by: points)
    if lands { table.mover.landInRange() }
  }

  private func top(of place: TablePlace) -> Double? {
    switch place {
    case .row(let position): top(of: position)
    case .padding(let section), .header(let section): table.index.layout(ofSection: section).top
    case .footer(let section): table.index.layout(ofSection: section).footerTop
    case .outside: nil
    }
  }

  private func top(of row: RowPosition) -> Double { table.index.band(ofRow: row.row, inSection: row.section).top }

  /// Where a place's upper edge is after an update; that of the gap it left, if it is gone or went elsewhere.
  private func top(of place: TablePlace, after plan: UpdatePlan) -> Double? {
    switch place {
    case .outside: return nil
    case .padding(let section), .header(let section): return top(ofSection: section, after: plan) { $0.top }
    case .footer(let section): return top(ofSection: section, after: plan) { $0.footerTop }
    case .row(let position):
      guard let section = plan.newSection(of: position.section), !plan.isReloaded(section: position.section) else {
        return top(ofSection: position.section, after: plan) { $0.rowsTop }
      }
      if plan.oldRows.entry(at: position) == nil, let target = plan.newPosition(of: position) { return top(of: target) }
      let rank = plan.oldRows.rank(of: position)
      guard rank > 0 else { return table.index.layout(ofSection: section).rowsTop }
      let above = table.index.band(ofRow: plan.newRows.row(atRank: rank - 1, inSection: section), inSection: section)
      return above.top + above.height
    }
  }

  private func top(ofSection section: Int, after plan: UpdatePlan, _ edge: (SectionLayout) -> Double) -> Double {
    if let target = plan.newSection(of: section) { return edge(table.index.layout(ofSection: target)) }
    let rank = plan.oldSections.rank(of: section)
    guard rank > 0 else { return 0 }
    return table.index.layout(ofSection: plan.newSections.section(atRank: rank - 1)).bottom
  }

  // MARK: The aim in a layout pass

  /// Whether a row is on its way; a pass has more to do then.
  var isAiming: Bool {
    switch aim?.stage {
    case .makingWay, .animated, .due: true
    case nil, .settled, .lost: false
    }
  }

  /// Whether the running pass puts a row at its place, rather than keeping what is visible where it is.
  var isAimDue: Bool { aim?.stage == .due }

  /// Whether the coming pass does, unless something moves the table before.
  var isAimDueHere: Bool { isAimDue && aim?.offset == Double(table.contentOffset.y) }

  /// The row that the running pass puts at its place.
  var rowToPlace: RowPosition? { isAimDue ? aim?.position : nil }

  /// Whether the coming pass brings a row to its place, or keeps it there in a table of another size. Until then the
  /// offset may be out of range.
  var holdsRow: Bool { isAimDueHere || isAiming && aim?.isHeld == true }

  /// Called when a pass begins: gives up an aim that something else moved the table away from, and takes one whose
  /// animation has arrived.
  func passWillBegin() {
    guard let current = aim, isAiming, current.stage != .makingWay else { return }
    if case .animating(let animation, _, .row) = table.mover.motion, current.stage == .animated {
      aim?.offset = animation.target.y
    } else if table.contentOffset.y == current.offset, !table.mover.isInHand, !table.mover.isMoving {
      // Nothing is left to find out, or the pass that begins now takes it.
      if table.pass.isSettled { settle() } else { aim?.stage = .due }
    } else {
      aim = nil
    }
  }

  /// Puts the row at its place by what is known now.
  private func takeAim() {
    guard let current = aim else { return }
    table.updateContentSize()
    let target = offset(for: current.position, at: current.edge)
    aim?.offset = target
    table.departures.shift(by: target - table.contentOffset.y)
    table.moveContent(to: CGPoint(x: table.contentOffset.x, y: target))
  }

  /// Called when a round of a pass ends: an animation goes on to where the row is now; without one the aim is taken
  /// once more until nothing moves any more.
  func roundDidEnd() {
    guard let current = aim, isAiming, current.stage != .makingWay else { return }
    guard current.stage == .due else {
      let target = offset(for: current.position, at: current.edge)
      aim?.offset = target
      return table.mover.steer(to: CGPoint(x: table.contentOffset.x, y: target))
    }
    guard table.contentOffset.y == current.offset else { return aim = nil }
    takeAim()
    if table.pass.isSettled { settle() }
  }

  private func settle() {
    guard case .held = aim?.edge else { return aim = nil }
    aim?.stage = .settled
    aim?.offset = table.contentOffset.y
  }

  /// Brings an offset at rest into range.
  private func restInRange() {
    guard case .resting = table.mover.motion, !table.mover.isInHand else { return }
    table.moveContent(to: CGPoint(x: table.contentOffset.x, y: table.verticalExtent.clamped(table.contentOffset.y)))
  }

  // MARK: Another size, and other heights

  /// Called when the rows are about to have other heights, as those of a text of another size, and are the same rows. A
  /// table at rest keeps its place as by `hold(in:)`; at the end of its content it stays at the end.
  func holdThroughNewHeights() {
    let extent = table.verticalExtent
    guard !isAiming, !table.needsLoad, !table.mover.isMoving, !table.mover.isInHand else { return }
    guard extent.overflows, table.contentOffset.y == extent.highest, let last = table.index.end(isBottom: true) else {
      return hold(in: extent)
    }
    aim = Aim(position: last, edge: .end, stage: .due, offset: extent.highest)
    table.setNeedsTiling()
  }

  /// The same where the table asks for its rows anew, because the app chose other heights for them.
  func holdThroughLoad() {
    holdThroughNewHeights()
    keepsPlace = true
  }

  /// The mark of the first row that begins on screen, for a table that `holdThroughNewHeights()` cannot hold because
  /// something moves it or a reload has given the place up. Nil at the top, which stays the top.
  private func markThroughNewHeights() -> Mark? {
    guard !isAtTop, table.rows.viewport != nil else { return nil }
    let extent = table.verticalExtent
    return mark(aimToHold(at: Double(table.contentOffset.y), in: extent)?.position)
  }

  /// Called when the table at rest gets another size, before anything is laid out for it: aims the coming pass at the
  /// first row wholly on screen, which keeps its place.
  ///
  /// Resized in steps, as by a window's edge, with heights that follow the width, the table would lose a little in
  /// each: until something else moves it the row of the first step keeps the place it had then, and comes back to it
  /// when a short content held it off.
  /// - Parameter old: what the table showed.
  func hold(in old: ScrollExtent) {
    let offset = Double(table.contentOffset.y)
    guard !isAiming, table.rows.viewport != nil, !table.needsLoad, offset > old.lowest, old.overshoot(of: offset) == 0
    else { return }
    if aim?.offset != offset { aim = aimToHold(at: offset, in: old) }
    guard aim != nil else { return }
    aim?.stage = .due
    table.setNeedsTiling()
  }

  /// At the first row that begins on screen; the one across it when none does.
  private func aimToHold(at offset: Double, in old: ScrollExtent) -> Aim? {
    let edge = offset + old.leading - table.contentTop
    let end = offset + old.viewport - old.trailing - table.contentTop
    guard var row = table.index.row(atOrAbove: edge) else { return nil }
    if top(of: row) < edge, let next = table.index.neighbour(of: row, isBelow: true), top(of: next) < end { row = next }
    return Aim(position: row, edge: .held(distance: top(of: row) - edge), stage: .due, offset: offset)
  }

  // MARK: Scrolling to a row

  /// Brings a row to a place of the visible area, and aims at it when heights around it may turn out to be others.
  func scroll(to row: RowPosition, at scrollPosition: UITableView.ScrollPosition, animated: Bool) {
    // Content that got shorter goes back into range, and the delegate, told of that, may change the rows.
    aim = Aim(position: row, edge: .top, stage: .makingWay, offset: table.contentOffset.y)
    table.updateContentSize()
    guard let known = aim, known.stage == .makingWay else { return restInRange() }
    let position = known.position
    aim = nil
    guard let edge = edge(for: position, at: scrollPosition) else { return }
    let target = offset(for: position, at: edge)
    let isSettled = table.index.isMeasured(row: position.row, inSection: position.section)
    guard target != table.contentOffset.y || !isSettled else { return }
    let isAnimated =
      animated && target != table.contentOffset.y && table.windowStorage != nil && UIView.areAnimationsEnabled
    aim = Aim(position: position, edge: edge, stage: .makingWay, offset: target)
    if target != table.contentOffset.y {
      table.contentWillScroll()
      table.makeWay(animated: isAnimated) { self.aim?.stage == .makingWay }
    }
    // Such a call may have changed the rows: the aim went with them, or gave way to another.
    guard let current = aim, current.stage == .makingWay else { return restInRange() }
    let goal = offset(for: current.position, at: edge)
    aim = Aim(position: current.position, edge: edge, stage: isAnimated ? .animated : .due, offset: goal)
    if goal != table.contentOffset.y {
      table.scroll(to: CGPoint(x: table.contentOffset.x, y: goal), animated: isAnimated, for: .row)
    }
    guard aim != nil, table.loader.rowSizing != .uniform || table.loader.hasSizedParts else {
      aim = nil
      // The delegate, told of the new offset, may have changed insets and rows.
      return restInRange()
    }
    if !isAnimated, isAiming, table.windowStorage != nil { table.layoutTable() }
  }

  /// Where a row is to go; nil when it is wholly visible and may stay.
  private func edge(for position: RowPosition, at scrollPosition: UITableView.ScrollPosition) -> Aim.Edge? {
    switch scrollPosition {
    case .top: return .top
    case .middle: return .middle
    case .bottom: return .bottom
    case .none:
      let current = Double(table.contentOffset.y)
      if current > offset(for: position, at: .top) { return .top }
      return current < offset(for: position, at: .fit) ? .fit : nil
    }
  }

  /// The offset that shows a row at a place, within the range the table rests in.
  private func offset(for position: RowPosition, at edge: Aim.Edge) -> Double {
    let inset = table.adjustedContentInset
    let band = table.index.band(ofRow: position.row, inSection: position.section)
    let top = table.contentTop + band.top
    let header = table.style == .plain ? headerHeight(ofSection: position.section) : 0
    let height = table.bounds.height
    // Offsets that put the row at either edge of the visible area.
    let atTop = top - header - inset.top
    let atBottom = top + band.height - (height - inset.bottom)
    let wanted: Double =
      switch edge {
      case .top: atTop
      case .bottom: atBottom
      case .fit: min(atBottom, atTop)
      case .held(let distance): top - inset.top - distance
      case .end: .infinity
      case .middle: top + band.height / 2 - (inset.top + (height - inset.top - inset.bottom) / 2)
      }
    let lowest = -inset.top
    return min(max(wanted, lowest), max(lowest, table.contentSize.height + inset.bottom - height))
  }

  /// Of the header that floats above the rows.
  private func headerHeight(ofSection section: Int) -> Double {
    let layout = table.index.layout(ofSection: section)
    return layout.rowsTop - layout.headerTop
  }

  // MARK: Another data source

  /// Carries out the first load for a data source without losing the row that was aimed at since it was set.
  func keepAim(while load: () -> Void) {
    let kept = isAiming ? aim : nil
    load()
    guard aim == nil, !table.mustEndPass, let kept, table.index.contains(kept.position) else { return }
    aim = kept
  }

  /// A data source was set.
  /// - Parameter isOther: its rows are not the ones that were aimed at.
  func dataSourceWasSet(isOther: Bool) {
    keepsPlace = false
    if isOther { giveUp() }
  }

  /// The rows go. Where one was due, the offset was kept for it and may be out of range, and the next load brings it
  /// back.
  private func giveUp() {
    if holdsRow || aim?.stage == .lost { aim?.stage = .lost } else { aim = nil }
  }

  override func checkInvariants() {
    guard let aim else { return }
    precondition(aim.stage != .lost || table.needsLoad, "a row that is gone was not given up when the table loaded")
    precondition(table.index.contains(aim.position), "the row at \(aim.position), which does not exist, is aimed at")
  }
}

extension ScrollAnchor: RowFollower {
  func follow(_ plan: UpdatePlan) {
    guard isAiming, let current = aim, let position = plan.newPosition(of: current.position) else { return aim = nil }
    aim?.position = position
  }

  func reset() { giveUp() }

  func willLoad(keepsHeights: Bool) {
    isKeepingPlace = keepsPlace
    loadMark = keepsPlace ? markThroughNewHeights() : nil
    keepsPlace = false
  }

  func heightsDidLoad() {
    let mark = loadMark
    loadMark = nil
    let staysInPlace = isKeepingPlace && restoreThroughLoad(mark)
    if !staysInPlace { table.updateContentSize() }
  }

  func keepRows(existingIn index: RowHeightIndex) {
    guard let current = aim, !isAiming || !index.contains(current.position) else { return }
    aim = nil
    if current.stage == .lost || current.isHeld && current.stage != .settled { restInRange() }
  }
}
