import Foundation
import TableModel
import UIKitCore

/// An item that the user moves to another place: lifting its cell, following the pointer, scrolling near the edges,
/// putting it down. The counterpart of the table's `RowReorder`.
///
/// While an item is moved the data does not change, and all places are those of the data. Only the layout differs, which
/// has the item where the gap is, see `CollectionPlaces.move`; its cell is lent by the queue of visible views.
@MainActor
final class ItemReorder: CollectionFacet {
  /// A cell on the user's finger.
  private struct Lifted {
    let cell: UICollectionViewCell
    /// The identifier under which the cell can be used again, when it is back.
    let identifier: String?
    /// The vector from the pointer to the middle of the cell, in points.
    let grip: CGPoint
    let shadow: ReorderShadowView
    let scroller: EdgeScroller
    var edges: (x: EdgeScroll, y: EdgeScroll)
    /// The pointer, in points from the corner of the visible part.
    var pointer: CGPoint
    /// The place that the item was over last, about which the delegate has been asked.
    var proposal: RowPosition
    /// The middle of the cell for which the place was found last, in content coordinates: items that make room move no
    /// gap on, or two of other sizes would give it to each other for ever.
    var lookedAt: CGPoint?
  }

  private var lifted: Lifted?
  /// The delegate is being asked about a place.
  private var isAsking = false

  private var gesture: MovementGesture?

  /// The cell that is lent; nil while nothing is moved.
  var cell: UICollectionViewCell? { lifted?.cell }

  /// The visible part without insets, in points from its corner.
  private func band(of view: UICollectionView) -> CGRect {
    let band = CGRect(origin: .zero, size: view.bounds.size).inset(by: view.adjustedContentInset)
    return band.width > 0 && band.height > 0 ? band : CGRect(origin: .zero, size: view.bounds.size)
  }

  /// Sets whether a long press lifts an item.
  func setHasGesture(_ has: Bool) {
    guard has != (gesture != nil) else { return }
    if let gesture { view.removeGestureRecognizer(gesture.recognizer) }
    gesture = has ? MovementGesture(of: self) : nil
    if let gesture { view.addGestureRecognizer(gesture.recognizer) }
  }

  // MARK: Lifting

  /// Lifts an item's cell.
  /// - Parameter point: the pointer, in content coordinates; nil for the middle of the cell.
  /// - Returns: false where nothing can be moved now: the item is not on screen, its data source does not move it, or
  ///   another one is moved.
  func begin(_ item: RowPosition, at point: CGPoint?) -> Bool {
    let view = view
    guard lifted == nil, view.window != nil else { return false }
    view.bringUpToDate()
    guard isLiftable(item, in: view), let tile = view.places.plan.tile(of: ElementPosition(item)), !tile.isInStrip,
      view.app.canMove(item)
    else { return false }
    view.swipe.end()
    view.press.cancel()
    view.makeWay(animated: false)
    view.returnAtOnce()
    // The app, told and asked, may have changed the items.
    view.bringUpToDate()
    guard isLiftable(item, in: view), let cell = view.elements.lend(item) else { return false }
    let frame = cell.view.seenFrame
    let corner = view.contentOffset
    let pointer = (point ?? CGPoint(x: frame.midX, y: frame.midY)) - corner
    let band = band(of: view)
    let shadow = ReorderShadowView(frame: frame)
    shadow.layer.cornerRadius = cell.view.layer.cornerRadius
    lifted = Lifted(
      cell: cell.view, identifier: cell.identifier,
      grip: CGPoint(x: frame.midX, y: frame.midY) - corner - pointer, shadow: shadow, scroller: EdgeScroller(of: view),
      edges: (
        EdgeScroll(pointer: pointer.x, viewport: band.minX..<band.maxX),
        EdgeScroll(pointer: pointer.y, viewport: band.minY..<band.maxY)
      ), pointer: pointer, proposal: item)
    view.places.lift(item)
    _ = view.becomeFirstResponder()
    cell.view.setNeedsUpdateConfiguration()
    view.addSubview(shadow)
    view.addSubview(cell.view)
    shadow.alpha = 0
    UIView.animate(withDuration: ReorderShadowView.fade) { shadow.alpha = 1 }
    return true
  }

  private func isLiftable(_ item: RowPosition, in view: UICollectionView) -> Bool {
    !view.work.isBusy && !view.work.mustEnd && view.places.index.contains(item) && view.elements.cell(at: item) != nil
  }

  // MARK: Following the pointer

  /// The pointer moved to a point of the content.
  func move(to point: CGPoint) {
    let view = view
    let pointer = point - view.contentOffset
    guard let old = lifted?.pointer, old != pointer else { return }
    lifted?.pointer = pointer
    let band = band(of: view)
    let axes = (x: view.horizontalExtent.overflows, y: view.verticalExtent.overflows)
    let x = lifted?.edges.x.speed(pointer: pointer.x, viewport: band.minX..<band.maxX) ?? 0
    let y = lifted?.edges.y.speed(pointer: pointer.y, viewport: band.minY..<band.maxY) ?? 0
    lifted?.scroller.scroll(at: CGPoint(x: axes.x ? x : 0, y: axes.y ? y : 0))
    view.work.note(.placing)
    view.layoutIfNeeded()
  }

  /// Puts the cell under the pointer, and opens the gap where it belongs there. Called at the end of a layout pass, and
  /// of each that scrolls.
  func passDidEnd(of view: UICollectionView) {
    guard let lifted, let move = view.places.move, !isAsking else { return }
    let center = place(lifted, move, in: view)
    guard view.work.isResting, !view.work.mustEnd, center != lifted.lookedAt else { return }
    self.lifted?.lookedAt = center
    let proposal = slot(at: center, move, in: view)
    guard proposal != lifted.proposal else { return }
    self.lifted?.proposal = proposal
    guard let target = target(of: move, at: proposal), target != view.places.move?.target else { return }
    view.updates.showMovement { view.places.openGap(at: target) }
    if let lifted = self.lifted, let move = view.places.move { _ = place(lifted, move, in: view) }
  }

  /// - Returns: the middle of the cell, in content coordinates.
  private func place(_ lifted: Lifted, _ move: RowMove, in view: UICollectionView) -> CGPoint {
    let center = lifted.pointer + lifted.grip + view.contentOffset
    let attributes = view.places.layout.layoutAttributesForInteractivelyMovingItem(
      at: IndexPath(move.target), withTargetPosition: center)
    lifted.cell.put(attributes.frame)
    if attributes.alpha != lifted.cell.alpha { lifted.cell.alpha = attributes.alpha }
    if lifted.shadow.frame != attributes.frame { lifted.shadow.frame = attributes.frame }
    return CGPoint(x: attributes.frame.midX, y: attributes.frame.midY)
  }

  /// The place that a point is at, for the item that is moved.
  private func slot(at point: CGPoint, _ move: RowMove, in view: UICollectionView) -> RowPosition {
    let layout: UICollectionViewLayout = view.places.layout
    let current = IndexPath(move.target)
    let path = layout.targetIndexPath(forInteractivelyMovingItem: current, withPosition: point)
    guard let slot = RowPosition(path), view.places.takesGap(at: slot) else {
      misuse(
        """
        targetIndexPath(forInteractivelyMovingItem:withPosition:) of \(type(of: layout)) returned \(Array(path)) for the \
        item at \(Array(current)); return a place that exists while the item is taken out, or the path of the item
        """)
    }
    return slot
  }

  /// The target that the delegate chooses for a proposed place; nil when the movement is over.
  private func target(of move: RowMove, at proposal: RowPosition) -> RowPosition? {
    let view = view
    // Changes that the delegate asks for wait until it has answered.
    let outer = view.work.begin(.reporting)
    isAsking = true
    let answer = view.app.targetOfMove(from: move.source, current: move.target, proposed: proposal)
    isAsking = false
    view.work.end(outer)
    guard lifted != nil, view.places.move == move, !view.work.mustEnd else { return nil }
    guard let target = RowPosition(answer), view.places.takesGap(at: target) else {
      misuse(
        """
        collectionView(_:targetIndexPathForMoveOfItemFromOriginalIndexPath:atCurrentIndexPath:toProposedIndexPath:) \
        returned \(Array(answer)) for the item at \(Array(IndexPath(move.source))) and the proposed place \
        \(Array(IndexPath(proposal))); return a section and an item that exist after the item was taken out, or the \
        proposed path
        """)
    }
    return target
  }

  // MARK: Putting down

  /// Has the data source move the item to the gap, and follows. An item put down where it came from is not moved.
  func end() {
    let view = view
    guard lifted != nil, let move = view.places.move else { return }
    view.bringUpToDate()
    guard let lifted, view.places.move == move, !view.work.isBusy else { return }
    guard move.source != move.target, view.app.hasDataSource else { return cancel() }
    // Changes that the data source asks for wait until the item is put down.
    let outer = view.work.begin(.reporting)
    view.app.reportMove(from: move.source, to: move.target)
    let isSame = !view.work.mustEnd && !view.updates.isUncommitted
    view.work.end(outer)
    // Other changes besides are told of the items before, and loads ask for all anew.
    guard isSame, self.lifted != nil, view.places.move == move else {
      abandon()
      return view.work.note(.load)
    }
    putBack(lifted)
    view.updates.drop(move)
    fade(lifted)
  }

  /// Puts the item back where it came from without telling the data source.
  func cancel() {
    let view = view
    guard let lifted else { return }
    guard !view.work.isBusy, !view.work.mustEnd else { return abandon() }
    putBack(lifted)
    view.updates.showMovement { view.places.putDown(isOutdated: false) }
    fade(lifted)
  }

  /// Ends the movement at once: the items or the layout are about to be others, or the view leaves its window.
  func abandon() {
    guard let lifted else { return }
    putBack(lifted)
    view.places.putDown(isOutdated: true)
    lifted.shadow.removeFromSuperview()
  }

  /// Gives the cell back to its item. Its place on screen does not change yet.
  private func putBack(_ lifted: Lifted) {
    self.lifted = nil
    lifted.scroller.scroll(at: .zero)
    lifted.cell.setNeedsUpdateConfiguration()
    view.elements.takeBack(lifted.cell, identifier: lifted.identifier)
    view.work.note(.placing)
  }

  /// Has the shadow go along with the cell.
  private func fade(_ lifted: Lifted) {
    let (shadow, cell) = (lifted.shadow, lifted.cell)
    shadow.removeFromSuperview()
    guard view.tree.addCompanion(shadow, isAbove: false, cell) else { return }
    UIView.animate(withDuration: ItemMovement.duration) {
      shadow.frame = cell.frame
      shadow.alpha = 0
    } completion: { [weak view] _ in
      view?.tree.companionWillLeave(shadow)
      shadow.removeFromSuperview()
    }
  }

  override func checkInvariants() {
    precondition(!isAsking, "the delegate is asked where an item may go, outside of any call")
    precondition((lifted == nil) == (view.places.move == nil), "the layout has a gap for no item, or none for one")
    guard let lifted, let move = view.places.move else { return }
    precondition(view.places.index.contains(move.source), "the item that is moved does not exist: \(move.source.words)")
    precondition(view.places.takesGap(at: move.target), "the gap is where no item can be: \(move.target.words)")
    precondition(
      lifted.cell.superview === view && lifted.cell.position == ElementPosition(move.source),
      "the cell that is moved is not in the view")
    precondition(view.subviews.last === lifted.cell, "the cell that is moved is not in front")
    precondition(
      !view.elements.queue.visible.contains { $0.view === lifted.cell }, "the moved cell stands for an item besides")
  }
}

extension ElementPlan {
  /// The place for an item that is held over a point: that of the nearest item, or of an empty section at its header.
  ///
  /// The gap goes to an item's place only where it comes nearer to the point by that: beside an item much longer than the
  /// gap it would go to and fro.
  /// - Parameters:
  ///   - gap: the place of the item now.
  ///   - places: of the view that made the plan.
  @MainActor
  func slot(for point: CGPoint, gap: RowPosition, in places: CollectionPlaces) -> RowPosition {
    var nearest: (item: RowPosition, frame: CGRect, distance: Double)?
    var gapFrame: CGRect?
    for tile in tiles where !tile.isInStrip {
      guard let item = tile.position.itemPosition else {
        let section = Int(tile.position.section)
        if tile.frame.contains(point), places.laidCount(inSection: section) == 0 {
          return RowPosition(section: section, row: 0)
        }
        continue
      }
      if item == gap { gapFrame = tile.frame }
      let x = max(tile.frame.minX - point.x, 0, point.x - tile.frame.maxX)
      let y = max(tile.frame.minY - point.y, 0, point.y - tile.frame.maxY)
      let distance: Double = x * x + y * y
      if nearest.map({ distance < $0.distance }) ?? true { nearest = (item, tile.frame, distance) }
    }
    guard let nearest, nearest.item != gap else { return gap }
    guard let gapFrame, nearest.item.section == gap.section else { return nearest.item }
    let frame = nearest.frame
    let (width, height) = (gapFrame.width / 2, gapFrame.height / 2)
    let next =
      gap.row < nearest.item.row
      ? CGPoint(x: frame.maxX - width, y: frame.maxY - height) : CGPoint(x: frame.minX + width, y: frame.minY + height)
    let now = CGPoint(x: gapFrame.midX, y: gapFrame.midY)
    return next.distance(to: point) < now.distance(to: point) ? nearest.item : gap
  }
}

/// Lifts an item on which a press is held, has it follow the pointer, and puts it down where that lets go.
@MainActor
private final class MovementGesture: NSObject, UIGestureRecognizerDelegate {
  let recognizer = UILongPressGestureRecognizer()
  private weak var reorder: ItemReorder?

  init(of reorder: ItemReorder) {
    self.reorder = reorder
    super.init()
    recognizer.delegate = self
    recognizer.addHandler { [weak reorder] recognizer in
      guard let reorder else { return }
      let point = recognizer.location(in: reorder.view)
      switch recognizer.state {
      case .began: if let item = reorder.view.places.item(at: point) { _ = reorder.begin(item, at: point) }
      case .changed: reorder.move(to: point)
      case .ended: reorder.end()
      case .cancelled, .failed: reorder.cancel()
      case .possible: break
      }
    }
  }

  func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
    guard let reorder, reorder.cell == nil, !reorder.view.work.isBusy else { return false }
    reorder.view.bringUpToDate()
    let point = gestureRecognizer.location(in: reorder.view)
    return reorder.view.places.item(at: point).map { reorder.view.app.canMove($0) } ?? false
  }
}

// MARK: - Calls of apps

/// Moving an item interactively: a gesture of the app, or the standard one of `UICollectionViewController`, begins the
/// movement, tells where the item is, and ends it. The other items make room; near the edges the content scrolls.
extension UICollectionView {
  /// Lifts the cell of an item that its data source can move.
  /// - Returns: false where the item is not on screen, may not be moved, lies in a section that scrolls across, or another
  ///   one is being moved.
  @discardableResult
  public func beginInteractiveMovementForItem(at indexPath: IndexPath) -> Bool {
    RowPosition(indexPath).map { reorder.begin($0, at: nil) } ?? false
  }

  /// The middle of the item is at a point of the content now. Without effect while nothing is moved.
  public func updateInteractiveMovementTargetPosition(_ targetPosition: CGPoint) {
    requireFinite(targetPosition.x, "UICollectionView.updateInteractiveMovementTargetPosition x", of: self)
    requireFinite(targetPosition.y, "UICollectionView.updateInteractiveMovementTargetPosition y", of: self)
    reorder.move(to: targetPosition)
  }

  /// Puts the item down where the gap is: the data source is told to move it. Without effect while nothing is moved.
  public func endInteractiveMovement() { reorder.end() }

  /// Puts the item back where it came from. Without effect while nothing is moved.
  public func cancelInteractiveMovement() { reorder.cancel() }
}
