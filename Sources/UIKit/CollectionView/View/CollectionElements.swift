import Foundation
import TableModel
import UIKitCore

/// The views on screen: one for each element that the layout plans, cells and others. The counterpart of the table's
/// `VisibleRows`, over a `ReuseQueue` as that one.
///
/// A view that leaves stays where it is in the tree of views, hidden: in a warm scroll it is shown again for another
/// element, and the tree stays as it is. Outside of a pass the views are those of the plan's tiles, each at its place. A
/// round that shows the same elements at the same places asks nothing and allocates nothing.
@MainActor
final class CollectionElements: CollectionFacet {
  /// Shared with the supply, which hands out the views that wait.
  let queue: PlaceQueue
  /// Gives a cell that comes on screen the selection and highlight of its item.
  private let dress: (UICollectionViewCell, RowPosition) -> Void
  /// The movement that shows what is carried out: views that leave the screen stay for it.
  private(set) var movement: ItemMovement?
  /// The cell that the user moves, which stands for its item outside of the queue.
  private var lent: UICollectionViewCell?
  /// The places of the tiles of the plan.
  @exclusivity(unchecked) private var places = ContiguousArray<GridPosition>()
  /// The tiles by which views were placed last.
  @exclusivity(unchecked) private var placed = ContiguousArray<ElementTile>()
  /// The view that the data source has supplied and that is not shown yet.
  @exclusivity(unchecked) private var supplied: UICollectionReusableView?
  /// Views that left in this round and are still subviews.
  private var parked = ContiguousArray<UICollectionReusableView>()
  /// The item that is beside its place, and its view.
  private(set) var openRow: (any OpenRow)?
  private var openView: UIView?
  /// Elements to ask for again, as callbacks wished while a pass runs.
  private var dueReloads: [ElementPosition] = []
  /// Elements whose content got another size.
  private var dueMeasures: [UICollectionReusableView] = []
  /// All views were taken off since the last pass.
  private var hasReloaded = false
  private var isUpdating = false
  /// The element that stays where it is on screen while sizes are found out, and its place.
  private var steady: (position: ElementPosition, origin: CGPoint)?
  /// Handed to views of layouts without attributes of their own.
  private var scratch: UICollectionViewLayoutAttributes?

  /// - Parameters:
  ///   - queue: the supply's.
  ///   - dress: gives a cell that comes on screen the selection and highlight of its item.
  init(_ queue: PlaceQueue, dress: @escaping (UICollectionViewCell, RowPosition) -> Void) {
    (self.queue, self.dress) = (queue, dress)
  }

  // MARK: A round

  /// Brings the views on screen in line with the layout, once: callbacks may ask for another round.
  /// - Returns: false where more rounds may change something.
  func layOutRound(of view: UICollectionView) -> Bool {
    // Each is looked up once: a frame that brings nothing new consists of little else.
    let (found, work) = (view.places, view.work)
    found.findVisible(of: view)
    if !dueMeasures.isEmpty, !work.mustEnd { measureDue(of: view) }
    guard !work.mustEnd else { return true }
    view.strips.follow(found.plan.strips, of: view)
    let placesAll = work.isDue(.placing)
    if placesAll { work.settle(.placing) }
    let isOther = listPlaces(of: found.plan)
    if isOther || placesAll || found.plan.firstEstimated != nil || queue.visibleCount != places.count {
      update(placesAll: placesAll, of: view)
    } else {
      followTiles(of: view)
    }
    return work.mustEnd || !found.bringIntoSight()
  }

  /// Notes the places of the tiles.
  /// - Returns: whether they are others than before.
  private func listPlaces(of plan: ElementPlan) -> Bool { Self.list(plan.tiles, &places) }

  /// Not of the main actor, as `isPlaced(_:in:_:from:)`: of a closure that is, each call asks which thread runs it.
  private nonisolated static func list(
    _ tiles: ContiguousArray<ElementTile>, _ places: inout ContiguousArray<GridPosition>
  ) -> Bool {
    let count = tiles.count
    var isOther = places.count != count
    if places.count > count {
      places.removeLast(places.count - count)
    } else if places.count < count {
      places.append(contentsOf: repeatElement(GridPosition(row: 0, column: 0), count: count - places.count))
    }
    // Written in place: to append each costs several times as much.
    places.withUnsafeMutableBufferPointer { places in
      tiles.withUnsafeBufferPointer { tiles in
        for number in 0..<count {
          let place = tiles[number].position.place
          guard !(places[number].row == place.row && places[number].column == place.column) else { continue }
          places[number] = place
          isOther = true
        }
      }
    }
    return isOther
  }

  private func passPlan(isOutdated: Bool) -> RecyclingPass.Plan {
    let plan = view.places.plan
    var estimate: RecyclingPass.Estimate?
    if let number = plan.firstEstimated {
      estimate = .tile(number, hasView: queue.view(at: plan.tiles[number].position.place) != nil)
    }
    return RecyclingPass.Plan(tiles: plan.tiles.count, estimate: estimate, isOutdated: isOutdated)
  }

  private func update(placesAll: Bool, of view: UICollectionView) {
    isUpdating = true
    var pass = RecyclingPass(of: passPlan(isOutdated: true), collectsFirst: movement == nil)
    while let step = pass.step {
      let answer = perform(step, placesAll: placesAll, of: view)
      if case .planned = answer { pass.planned(passPlan(isOutdated: true)) }
      pass.take(answer, rowsChanged: view.work.mustEnd)
    }
    steady = nil
    if view.work.mustEnd {
      // Some views have their places, others have not.
      view.work.note(.placing)
    } else if placesAll {
      notePlaced(view.places.plan.tiles)
    } else {
      followTiles(of: view)
    }
    unpark()
    isUpdating = false
    queue.laidOut(places.count)
    reloadDue()
  }

  /// Carries out a step of a pass. Supplementary views are tiles like cells.
  private func perform(
    _ step: RecyclingPass.Step, placesAll: Bool, of view: UICollectionView
  ) -> RecyclingPass.Answer {
    let number = step.number
    switch step.kind {
    case .letLeave:
      queue.retain(places)
      return placesAll ? .placeAll : missing(from: 0)
    case .collect:
      queue.retain(places)
      parkLeaving()
      return placesAll ? .placeAll : missing(from: 0)
    case .release: parkLeaving()
    case .find: return missing(from: number)
    case .ask:
      let tile = view.places.plan.tiles[number]
      if let held = movement?.takeBack(tile.position) {
        held.move(to: tile.position)
        queue.place(held, at: places[number], identifier: poolName(of: held, tile.position), isNew: false)
        return .returned
      }
      supplied = view.supply.request(tile.position, tile.frame)
    case .discard:
      if let supplied { leaveUnbound(supplied) }
      supplied = nil
    case .bind:
      bind(view.places.plan.tiles[number], of: view)
      return missing(from: number + 1)
    case .place:
      guard let shown = queue.view(at: places[number]) else { return .noView }
      place(Self.element(shown), view.places.plan.tiles[number], of: view)
    case .holdPlace: holdPlace(of: view)
    case .measure: measure(view.places.plan.tiles[number], of: view)
    case .planAgain, .learn, .learnLate:
      if step.kind == .planAgain { view.places.planAgain(of: view) }
      _ = listPlaces(of: view.places.plan)
      if step.kind != .planAgain { view.work.note(.placing) }
      return .planned
    default: break
    }
    return .done
  }

  private func missing(from tile: Int) -> RecyclingPass.Answer { .missing(queue.firstMissing(of: places, from: tile)) }

  /// Gives views that stay other frames where the layout has moved their elements: headers that are pinned, most of all.
  /// Of other views none is touched.
  private func followTiles(of view: UICollectionView) {
    let tiles = view.places.plan.tiles
    guard !view.places.layout.hasAttributes else {
      // Of an app's layout all may be others.
      for tile in tiles {
        if let shown = queue.view(at: tile.position.place) { place(Self.element(shown), tile, of: view) }
      }
      return
    }
    var former = 0
    for number in tiles.indices {
      let isSame = Self.isPlaced(number, in: tiles, placed, from: &former)
      guard !isSame, let shown = queue.view(at: tiles[number].position.place) else { continue }
      place(Self.element(shown), tiles[number], of: view)
    }
    notePlaced(tiles)
  }

  /// Whether a tile is as it was placed.
  /// - Parameter former: the first of `placed` that may be its element's; moves on.
  private nonisolated static func isPlaced(
    _ number: Int, in tiles: ContiguousArray<ElementTile>, _ placed: ContiguousArray<ElementTile>,
    from former: inout Int
  ) -> Bool {
    tiles.withUnsafeBufferPointer { tiles in
      placed.withUnsafeBufferPointer { placed in
        let tile = tiles[number]
        while former < placed.count, placed[former].position < tile.position { former += 1 }
        return former < placed.count && placed[former].isSame(as: tile)
      }
    }
  }

  /// Views are where these tiles have them.
  private func notePlaced(_ tiles: ContiguousArray<ElementTile>) {
    placed.removeAll(keepingCapacity: true)
    // A copy in storage of its own: the plan's is written anew in each frame.
    tiles.withUnsafeBufferPointer { placed.append(contentsOf: $0) }
  }

  // MARK: Places

  /// Gives a view its place, and what else the layout says of its element.
  private func place(_ shown: UICollectionReusableView, _ tile: ElementTile, of view: UICollectionView) {
    if view.places.layout.hasAttributes {
      let attributes = view.places.layout.attributes(of: view.places.shown(tile.position))
      take(attributes, shown, tile, of: view)
    } else {
      shown.put(frame(of: shown, at: tile))
      if tile.isInStrip {
        view.strips.put(shown, tile, of: view)
      } else {
        view.tree.put(shown, tile.zIndex, of: view)
      }
      if shown.isHidden { shown.isHidden = false }
    }
  }

  /// Where a view belongs: a swiped one stays beside its place.
  private func frame(of shown: UIView, at tile: ElementTile) -> CGRect {
    guard shown === openView else { return tile.frame }
    return CGRect(origin: CGPoint(x: shown.frame.minX, y: tile.frame.minY), size: tile.frame.size)
  }

  private func take(
    _ attributes: UICollectionViewLayoutAttributes?, _ shown: UICollectionReusableView, _ tile: ElementTile,
    of view: UICollectionView
  ) {
    view.tree.put(shown, attributes?.zIndex ?? tile.zIndex, of: view)
    guard let attributes else {
      shown.put(tile.frame)
      if shown.isHidden { shown.isHidden = false }
      return
    }
    shown.adopt(attributes)
    if shown.takesOver(attributes) { shown.apply(attributes) }
  }

  /// The layout's attributes of a tile, for a view that takes it over or wants another size.
  func attributes(for tile: ElementTile, of view: UICollectionView) -> UICollectionViewLayoutAttributes {
    if view.places.layout.hasAttributes, let own = view.places.layout.attributes(of: view.places.shown(tile.position)) {
      return own
    }
    let made: UICollectionViewLayoutAttributes
    if isKnownUniquelyReferenced(&scratch), let kept = scratch, tile.position.isCell {
      made = kept
      made.indexPath = tile.position.indexPath
    } else {
      made = view.places.layout.makeAttributes(of: tile.position)
      if tile.position.isCell { scratch = made }
    }
    // A view may have changed what it was given.
    made.transform = .identity
    made.frame = tile.frame
    made.zIndex = tile.zIndex
    made.alpha = 1
    made.isHidden = false
    return made
  }

  // MARK: The cell that is moved

  /// Takes the cell of an item out of the queue: the user moves it.
  func lend(_ item: RowPosition) -> (view: UICollectionViewCell, identifier: String?)? {
    guard let entry = queue.lend(ElementPosition(item).place) else { return nil }
    let cell = Self.cell(Self.element(entry.view))
    view.tree.forget(cell)
    lent = cell
    return (cell, entry.identifier)
  }

  /// The cell stands for its item again.
  func takeBack(_ cell: UICollectionViewCell, identifier: String?) {
    lent = nil
    guard let position = cell.position else { return }
    queue.place(cell, at: position.place, identifier: identifier, isNew: false)
    if let item = position.itemPosition { dress(cell, item) }
  }

  /// Gives the cells on screen the selection and highlight of their items.
  func dressAll() {
    for entry in queue.visible {
      // A cell may change the view when it is told.
      guard let cell = entry.view as? UICollectionViewCell, let position = cell.position, view(at: position) === cell,
        let item = position.itemPosition
      else { continue }
      dress(cell, item)
    }
  }

  // MARK: Swiped items

  /// An item is beside its place; nil when none is any more.
  func noteOpen(_ row: (any OpenRow)?, _ shown: UIView?) {
    openRow = row
    openView = shown
  }

  // MARK: Coming

  /// Shows the view that the data source has supplied.
  private func bind(_ tile: ElementTile, of view: UICollectionView) {
    guard let shown = supplied else { return view.work.note(.load) }
    supplied = nil
    let position = tile.position
    if shown.position == nil, let left = shown.movement?.take(shown) { view.app.didEndDisplaying(shown, at: left) }
    requireFree(shown, for: position)
    if shown.isIdle { withdraw(shown, position) }
    if shown.superview !== view { view.tree.forget(shown) }
    shown.adoptTraits(view.traitCollection)
    let isNew = shown.show(position, of: view)
    queue.place(shown, at: position.place, identifier: poolName(of: shown, position), isNew: isNew)
    if let item = position.itemPosition { dress(Self.cell(shown), item) }
    if view.places.layout.hasAttributes {
      place(shown, tile, of: view)
    } else {
      if shown.alpha != 1 { shown.alpha = 1 }
      if !shown.transform.isIdentity { shown.transform = .identity }
      place(shown, tile, of: view)
      shown.apply(attributes(for: tile, of: view))
    }
    view.app.willDisplay(shown, at: position)
  }

  // MARK: Sizes

  private func holdPlace(of view: UICollectionView) {
    let edge = view.places.viewport.pinned
    var first: ElementTile?
    for tile in view.places.plan.tiles where tile.position.isCell && !tile.isInStrip {
      guard queue.view(at: tile.position.place) != nil else { continue }
      if first == nil { first = tile }
      if tile.frame.minY >= edge.minY, tile.frame.minX >= edge.minX {
        first = tile
        break
      }
    }
    if let aim = view.places.aimedPosition { return steady = (aim, view.places.frame(of: aim)?.origin ?? .zero) }
    steady = first.map { ($0.position, $0.frame.origin) }
  }

  /// Asks a view for the size it needs. What is steady stays where it is.
  private func measure(_ tile: ElementTile, of view: UICollectionView) {
    guard let shown = queue.view(at: tile.position.place) else {
      view.places.measured(tile.position, tile.frame.size, keeping: nil)
      return
    }
    let element = Self.element(shown)
    var attributes = attributes(for: tile, of: view)
    if let asked = view.places.layout.askedSize(of: view.places.shown(tile.position)) {
      guard !view.work.mustEnd else { return }
      if let copy = attributes.copy() as? UICollectionViewLayoutAttributes { attributes = copy }
      attributes.size = asked
      element.put(CGRect(origin: tile.frame.origin, size: asked))
    }
    let preferred = element.preferredLayoutAttributesFitting(attributes)
    let size = preferred.size
    guard size.width >= 0, size.height >= 0, size.width <= 1e9, size.height <= 1e9 else {
      misuse(
        """
        preferredLayoutAttributesFitting(_:) of \(type(of: element)) returned the size \(size) for \
        \(tile.position.indexPath); return lengths from 0 to 1e9 points
        """)
    }
    guard !view.work.mustEnd else { return }
    view.places.measured(tile.position, size, keeping: steady?.position)
  }

  /// A view's content has another size: its element is measured again in the next round.
  func contentSizeChanged(of shown: UICollectionReusableView) {
    let view = view
    guard view.work.isResting, let position = shown.position, queue.view(at: position.place) === shown,
      view.selfSizingInvalidation != .disabled
    else { return }
    dueMeasures.append(shown)
    view.work.note(.placing)
  }

  /// A cell was configured again: its element is measured again, if its size is its own.
  func contentChanged(of shown: UICollectionReusableView) {
    if shown.position != nil { dueMeasures.append(shown) }
  }

  private func measureDue(of view: UICollectionView) {
    let views = dueMeasures
    dueMeasures = []
    holdPlace(of: view)
    for shown in views where !view.work.mustEnd {
      // Elements may have been renumbered since.
      guard let position = shown.position, queue.view(at: position.place) === shown else { continue }
      let priorities = view.places.layout.fittingPriorities(of: view.places.shown(position))
      guard priorities.horizontal != .required || priorities.vertical != .required else { continue }
      guard let frame = view.places.frame(of: position) else { continue }
      measure(ElementTile(position: position, frame: frame), of: view)
    }
    steady = nil
    if !view.work.mustEnd { view.places.findVisible(of: view) }
  }

  /// Ends the program if the data source returned a view that is in use.
  private func requireFree(_ shown: UICollectionReusableView, for position: ElementPosition) {
    guard let old = shown.position else { return }
    let words = "item \(position.item) of section \(position.section)"
    if let other = shown.collectionView, other !== view {
      misuse(
        """
        the data source returned, for \(words), a view that another collection view shows; take views from the dequeue \
        methods of the collection view that asks
        """)
    }
    if view(at: old) === shown {
      misuse(
        """
        the data source returned, for \(words), the view that already shows item \(old.item) of section \(old.section); \
        dequeue a view for each element
        """)
    }
  }

  // MARK: Leaving

  /// Views that leave the screen stay for a movement from now on; nil has them leave at once.
  func hold(for movement: ItemMovement?) { self.movement = movement }

  private func parkLeaving() {
    let view = view
    while let entry = queue.nextLeaving() {
      let shown = Self.element(entry.view)
      let position = ElementPosition(entry.position)
      let holder = shown.superview === view ? movement : nil
      holder?.hold(shown, at: position, isGone: false)
      if shown === openView { openRow?.viewWillLeave(isHeld: holder != nil) }
      if holder != nil { shown.leavePlace() } else { park(shown, position, entry.identifier) }
    }
  }

  private func park(_ shown: UICollectionReusableView, _ position: ElementPosition, _ identifier: String?) {
    shown.leavePlace()
    parked.append(shown)
    view.app.didEndDisplaying(shown, at: position)
    guard shown.position == nil, queue.recycle(shown, identifier: identifier) else { return }
    shown.enterPool()
  }

  /// Reports a view that was shown on its way out, and makes it idle.
  func endDisplaying(_ shown: UICollectionReusableView, at position: ElementPosition) {
    park(shown, position, poolName(of: shown, position))
    if !isUpdating { unpark() }
  }

  /// Decides about views that found no other place: some stay in the tree, hidden, since a view that scrolls shows one
  /// more by turns.
  private func unpark() {
    guard !parked.isEmpty else { return }
    let tree = view.tree
    let spare = queue.visibleCount / 2 + 8
    for shown in parked where shown.position == nil && shown.superview != nil {
      if !shown.isIdle || tree.count - queue.visibleCount > spare {
        tree.forget(shown)
        shown.removeFromSuperview()
      } else if !shown.isHidden {
        shown.isHidden = true
      }
    }
    parked.removeAll(keepingCapacity: true)
  }

  /// Takes all views off: the start of a reload.
  func removeAll() {
    queue.retainNone()
    parkLeaving()
    hasReloaded = true
  }

  /// Takes all views off that are no cells: another layout has other kinds.
  func removeSupplementaryViews() {
    queue.remap { ElementPosition($0).isCell ? $0 : nil }
    parkLeaving()
    view.work.note(.placing)
  }

  /// The layout pass is done.
  func passDidEnd() {
    openRow?.placeAgain()
    guard hasReloaded else { return }
    hasReloaded = false
    unpark()
    queue.trim(screenful: 32)
  }

  /// Gives views that stay through an update their new places; those of deleted items leave, and are given to `gone`.
  func remap(_ map: (ElementPosition) -> ElementPosition?, gone: (UICollectionReusableView, ElementPosition) -> Void) {
    queue.remap { map(ElementPosition($0))?.place }
    for entry in queue.visible { Self.element(entry.view).move(to: ElementPosition(entry.position)) }
    while let entry = queue.nextLeaving() {
      let shown = Self.element(entry.view)
      shown.leavePlace()
      gone(shown, ElementPosition(entry.position))
    }
    places.removeAll(keepingCapacity: true)
    view.work.note(.placing)
  }

  /// Asks for the view of an element once more, if it is on screen: in the next round.
  func reload(_ position: ElementPosition) {
    guard !isUpdating else { return dueReloads.append(position) }
    view.work.note(.placing)
    guard let entry = queue.lend(position.place) else { return }
    park(Self.element(entry.view), position, entry.identifier)
  }

  private func reloadDue() {
    guard !dueReloads.isEmpty else { return }
    let positions = dueReloads
    dueReloads = []
    for position in positions { reload(position) }
  }

  /// Makes a view idle that was made for an element and is not shown.
  private func leaveUnbound(_ shown: UICollectionReusableView) {
    guard shown.position == nil, !shown.isIdle, shown.collectionView == nil || shown.collectionView === view else {
      return
    }
    shown.belong(to: view)
    if shown.superview === view { shown.isHidden = true }
    // Of another kind than cells it is let go: what it was made for is not known any more.
    let identifier = shown is UICollectionViewCell ? shown.reuseIdentifier : nil
    if queue.recycle(shown, identifier: identifier) { shown.enterPool() }
  }

  /// The app kept a view and returns it though it waits in a pool.
  private func withdraw(_ shown: UICollectionReusableView, _ position: ElementPosition) {
    shown.leavePool()
    if let identifier = poolName(of: shown, position) {
      shown.collectionView?.elements.queue.withdraw(shown, identifier: identifier)
    }
  }

  private func poolName(of shown: UICollectionReusableView, _ position: ElementPosition) -> String? {
    position.isCell ? shown.reuseIdentifier : view.supply.poolName(of: shown, at: position)
  }

  // MARK: Questions

  /// The view of an element on screen.
  func view(at position: ElementPosition) -> UICollectionReusableView? {
    if let shown = queue.view(at: position.place) { return Self.element(shown) }
    return lent?.position == position ? lent : nil
  }

  /// The views on screen from the top down, and as one reads, behind those that the app added.
  func inReadingOrder(isTurned: Bool) -> [UIView] {
    view.subviews.filter { !($0 is UICollectionReusableView || $0 is SectionScrollView) }
      + queue.visible.map { (view: $0.view, frame: $0.view.convert($0.view.bounds, to: view)) }.sorted {
        let (left, right) = ($0.frame, $1.frame)
        if left.minY != right.minY { return left.minY < right.minY }
        return isTurned ? left.maxX > right.maxX : left.minX < right.minX
      }.map(\.view)
  }

  func cell(at item: RowPosition) -> UICollectionViewCell? { view(at: ElementPosition(item)).map(Self.cell) }

  /// The view of an item. Not checked in release builds: a data source can supply nothing else for items.
  static func cell(_ shown: UICollectionReusableView) -> UICollectionViewCell {
    unsafeDowncast(shown, to: UICollectionViewCell.self)
  }

  /// Not checked in release builds: `CollectionElements` alone puts views into the queue, and only such.
  static func element(_ view: UIView) -> UICollectionReusableView {
    unsafeDowncast(view, to: UICollectionReusableView.self)
  }

  override func checkInvariants() {
    queue.checkInvariants()
    precondition(supplied == nil, "a view was supplied, and is not shown")
  }

  /// Stops at a view that is not at its place, once a pass is done and nothing moves; called in tests.
  func checkPlaces() {
    precondition(queue.leavingCount == 0 && parked.isEmpty, "a view left the screen and was not reported")
    let (tiles, visible) = (view.places.plan.tiles, queue.visible)
    precondition(tiles.count == visible.count, "\(visible.count) views are shown for \(tiles.count) elements")
    for (tile, entry) in zip(tiles, visible) {
      let shown = Self.element(entry.view)
      let words = "the view of \(tile.position)"
      precondition(entry.position == tile.position.place && shown.position == tile.position, "\(words) is another's")
      let parent = tile.isInStrip ? view.strips.scrollView(ofSection: Int(tile.position.section)) : view
      precondition(!shown.isIdle && shown.superview === parent, "\(words) waits, or is in no tree")
      guard !view.places.layout.hasAttributes else { continue }
      let place = frame(of: shown, at: tile)
      precondition(shown.frame == place, "\(words) is misplaced: \(shown.frame) instead of \(place)")
      precondition(!shown.isHidden, "\(words) is hidden")
    }
  }
}
