import Foundation
import TableModel

/// A row beside its place: opening, moving, closing.
///
/// The cell's frame is moved sideways and the buttons lie in the strip it bares. Wherever the row goes in the table the
/// pair goes with it; when the row is deleted the buttons become part of its cell for the last animation.
extension UITableView {
  /// Opens a row's trailing actions as if it had been swiped; called by the minus of edit mode. Without actions of
  /// its own the row offers to delete it. Does nothing for rows off screen.
  /// - Returns: whether the row is open now.
  @discardableResult
  func openTrailingActions(at position: RowPosition, animated: Bool) -> Bool {
    if let row = swipe.row, row.position == position, !row.isClosing, row.view.side == .trailing { return true }
    guard
      let proposal = swipeProposal(for: position, .trailing)
        ?? (implementsCommit(probingAt: IndexPath(position)) ? deleteProposal(for: position) : nil),
      let row = beginSwipe(at: position, proposal)
    else { return false }
    settleSwipe(row, to: .open, animated: animated)
    return true
  }

  /// Brings the row that is not in its place back into it.
  func closeActions(animated: Bool) {
    guard let row = swipe.row, !row.isClosing || !animated else { return }
    row.isHeld = false
    swipe.pan.giveUp()
    guard swipe.row === row else { return }
    settleSwipe(row, to: .closed, animated: animated)
  }

  // MARK: Steps

  /// Tells the delegate and puts the buttons behind the row, which has not moved yet.
  /// - Returns: nil when there is no such row on screen any more.
  func beginSwipe(at position: RowPosition, _ proposal: SwipeProposal) -> SwipedRow? {
    endSwipe()
    let width = Double(bounds.width) - 2 * sectionInset
    guard width > 0, !isBusy, reorder == nil, let cell = cells.view(at: position), cell.superview === self else { return nil }
    pressCancelled()
    // In edit mode the row is edited already.
    let tellsDelegate = !isEditing
    if tellsDelegate { tableDelegate?.tableView(self, willBeginEditingRowAt: IndexPath(position)) }
    guard swipe.row == nil, cells.view(at: position) === cell, cell.superview === self else {
      if tellsDelegate { tableDelegate?.tableView(self, didEndEditingRowAt: nil) }
      return nil
    }
    let row = SwipedRow(position, cell, proposal, rowWidth: width, tellsDelegate: tellsDelegate)
    swipe.row = row
    for button in row.view.buttons {
      button.addAction(
        UIAction { [weak self, weak row, weak button] _ in
          guard let self, let row, let button else { return }
          self.perform(button.action, of: row, from: button)
        }, for: .touchUpInside)
    }
    row.view.shareCorners(of: cell)
    insertSubview(row.view, belowSubview: cell)
    hideMargin(beside: row)
    cell.isSwiped = true
    announce(.willOpen, row)
    placeSwipe(row)
    return swipe.row
  }

  /// Has the row go to where it rests.
  /// - Parameter velocity: outward, in points a second.
  func settleSwipe(_ row: SwipedRow, to rest: SwipeTravel.Rest, velocity: Double = 0, animated: Bool) {
    row.isHeld = false
    swipe.wheel.end()
    row.rest = rest
    row.view.isUserInteractionEnabled = rest == .open
    if rest == .closed { announce(.willClose, row) } else { announce(.willOpen, row) }
    // The cell may have reloaded the table when told.
    guard swipe.row === row else { return }
    spreadSwipe(row, to: rest == .full ? 1 : 0)
    guard animated, let now = frameTime, window?.application.animator.isAllowed == true else {
      row.move = nil
      row.spreadMove = nil
      row.distance = row.travel.distance(of: rest)
      row.spread = rest == .full ? 1 : 0
      placeSwipe(row)
      swipeDidRest(row)
      return
    }
    row.move = (row.travel.move(from: row.distance, velocity: velocity, to: rest), now)
    startSwipeLink()
  }

  /// Has the button that spreads cover the others, or give them their places back.
  func spreadSwipe(_ row: SwipedRow, to share: Double) {
    let target = row.spreadMove.map { Double($0.way.target) } ?? row.spread
    guard target != share, let now = frameTime else { return }
    row.spreadMove = (EasedMove(from: row.spread, to: share, duration: 0.2), now)
    startSwipeLink()
  }

  /// Puts cell and buttons where they belong. A row that a load took away is left to the coming pass.
  func placeSwipe(_ row: SwipedRow) {
    guard swipe.row === row, existing(IndexPath(row.position)) != nil else { return }
    let place = frame(ofRow: row.position)
    let scale = Double(max(traitCollection.displayScale, 1))
    let distance = (row.distance * scale).rounded() / scale
    var frame = place
    frame.origin.x += row.view.side.sign * distance
    if row.cell.frame != frame { row.cell.frame = frame }
    row.view.place(beside: place, movedBy: distance)
    row.view.setSpread(row.spreadButton, to: row.spread)
    // The actions come out where the section index is, which takes no touches meanwhile.
    if row.view.side == .trailing, let view = chrome.indexView { view.alpha = 1 - min(1, max(0, distance) / view.width) }
    if let margin = row.margin {
      let left = row.view.side == .leading ? place.maxX : 0
      margin.frame = CGRect(x: left, y: place.minY, width: sectionInset, height: place.height)
    }
  }

  /// A row of a card moves into the margin beside the card: it is not to be seen there.
  private func hideMargin(beside row: SwipedRow) {
    guard sectionInset > 0, backgroundView == nil else { return }
    let margin = UIView(frame: .zero)
    margin.backgroundColor = backgroundColor
    margin.isUserInteractionEnabled = false
    insertSubview(margin, aboveSubview: row.cell)
    row.margin = margin
  }

  /// The layout pass placed the rows anew. Called only while a row is out of its place.
  func followSwipe(_ row: SwipedRow) {
    guard cells.view(at: row.position) === row.cell else { return endSwipe() }
    placeSwipe(row)
  }

  /// A batch gives rows other places; the one out of its place may be gone.
  func followSwipe(_ plan: UpdatePlan) {
    guard let row = swipe.row else { return }
    guard let position = plan.newPosition(of: row.position), !plan.isReloaded(row.position) else {
      return endSwipe(isGone: true, staysWithCell: true)
    }
    row.position = position
    if case .begin? = swipe.intent { swipe.intent = nil }
  }

  func checkSwipe() {
    let strips = children.filter { $0 is SwipeActionsView }
    let swiped = cells.visible.filter { $0.view.isSwiped }
    guard let row = swipe.row else {
      precondition(strips.isEmpty, "no row is swiped, and there are actions")
      precondition(swiped.isEmpty, "no row is swiped, and a cell is beside its place")
      precondition(swipe.link == nil, "frames are asked for a swipe that is over")
      return
    }
    precondition(strips.count == 1 && strips[0] === row.view, "there are actions of another row than the swiped one")
    precondition(swiped.count == 1 && swiped[0].view === row.cell, "another cell than the swiped row's is marked")
    precondition(swiped[0].position == row.position, "the swiped row believes to be elsewhere")
    precondition(row.isHeld || row.isMoving || row.rest != .closed, "a row is at rest beside its place")
    let strip = row.view.frame
    let cell = row.cell.frame
    let bared = row.view.side == .leading ? cell.minX - sectionInset : sectionInset + cell.width - cell.maxX
    precondition(strip.width == max(0, bared), "the actions do not fill what the row bares")
    precondition(strip.minY == cell.minY && strip.height == cell.height, "the actions are not beside their row")
  }

  private func frame(ofRow position: RowPosition) -> CGRect {
    let band = index.band(ofRow: position.row, inSection: position.section)
    return CGRect(
      x: sectionInset, y: contentTop + band.top, width: bounds.width - 2 * sectionInset, height: band.height)
  }

  // MARK: The frame clock

  func startSwipeLink() {
    if let link = swipe.link {
      if link.isPaused { link.isPaused = false }
      return
    }
    guard window != nil else { return }
    let link = CADisplayLink { [weak self] link in self?.tickSwipe(at: link.timestamp) }
    link.add(to: .main, forMode: .common)
    swipe.link = link
  }

  private func tickSwipe(at now: TimeInterval) {
    guard let row = swipe.row else { return dropSwipeLink() }
    releaseWheel(row, at: now)
    guard swipe.row === row else { return }
    row.advance(to: now)
    placeSwipe(row)
    guard !row.isMoving, !swipe.wheel.isSwiping else { return }
    swipe.link?.isPaused = true
    if !row.isHeld { swipeDidRest(row) }
  }

  private func dropSwipeLink() {
    swipe.link?.invalidate()
    swipe.link = nil
  }

  private func swipeDidRest(_ row: SwipedRow) {
    if row.rest == .closed { endSwipe() } else { announce(.didOpen, row) }
  }

  // MARK: The end

  /// The row is in its place, or not in the table any more.
  /// - Parameters:
  ///   - isGone: the row was deleted or everything was reloaded: the delegate gets no path.
  ///   - staysWithCell: the cell is about to be animated out with its buttons.
  func endSwipe(isGone: Bool = false, staysWithCell: Bool = false) {
    guard let row = swipe.row else { return }
    swipe.row = nil
    chrome.indexView?.alpha = 1
    swipe.intent = nil
    swipe.wheel.end()
    dropSwipeLink()
    if row.isHeld { swipe.pan.giveUp() }
    row.margin?.removeFromSuperview()
    if staysWithCell {
      row.cell.keepSwipe(row.view, isLeaving: row.rest == .full)
    } else {
      row.view.removeFromSuperview()
      row.cell.isSwiped = false
      if row.cell.frame.minX != sectionInset { row.cell.frame.origin.x = sectionInset }
    }
    announce(.willClose, row)
    announce(.nothing, row)
    guard row.tellsDelegate else { return }
    let path = isGone ? nil : IndexPath(row.position)
    whenWhole { [weak self] in
      guard let self else { return }
      self.tableDelegate?.tableView(self, didEndEditingRowAt: path)
    }
  }

  /// Tells the cell what it has not been told yet.
  private func announce(_ step: SwipedRow.Announcement, _ row: SwipedRow) {
    guard step != row.announcement, !(step == .willOpen && row.announcement == .didOpen) else { return }
    row.announcement = step
    switch step {
    case .willOpen: row.cell.swipeWillChange(isOpen: true)
    case .willClose: row.cell.swipeWillChange(isOpen: false)
    case .didOpen, .nothing: row.cell.swipeDidChange()
    }
  }
}
