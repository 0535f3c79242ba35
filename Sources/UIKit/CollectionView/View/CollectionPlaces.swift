import Foundation
import TableModel
import UIKitCore

/// Where elements are: the counts, the layout, and its plan of what is visible.
///
/// Counts are those of the last load and the updates since. The layout prepares itself when it is invalid, and is asked for
/// a plan once in each round of a pass.
@MainActor
final class CollectionPlaces: CollectionFacet {
  /// How many items each section has, as rows of one point. Lent: a copy counts a reference.
  var index: RowHeightIndex { _read { yield storedIndex } }
  private var storedIndex = RowHeightIndex()
  /// The layout; set before anything else is asked.
  private(set) var layout: UICollectionViewLayout! = nil
  /// Set while the view was at work, and taken at the beginning of the next pass.
  private(set) var nextLayout: UICollectionViewLayout?
  /// The plan of the visible elements.
  @exclusivity(unchecked) private(set) var plan = ElementPlan()
  /// The storage of the plan before.
  @exclusivity(unchecked) private var spare = ElementPlan()
  /// The viewport for which the plan was made.
  @exclusivity(unchecked) private(set) var viewport = ElementViewport(visible: .zero, pinned: .zero)
  /// The bounds that the layout was asked about last, whether it is valid for them; nil before the first time.
  private var knownBounds: CGRect?
  private var knownInsets = UIEdgeInsets.zero
  /// The item that was scrolled to, which keeps its place while the next pass finds sizes out, unless the offset is another
  /// than this one meanwhile.
  private var aim: (item: RowPosition, position: UICollectionView.ScrollPosition, offset: CGPoint)?

  /// A load has asked for the counts, and the delegate is told of the views of the items before.
  private(set) var areItemsOutdated = false
  /// How often a layout was set.
  private(set) var layoutCalls = 0

  /// The item that the user moves, with the counts that the layout goes by meanwhile: those with the item at its gap.
  private var moved: (move: RowMove, index: RowHeightIndex)?
  /// The item that the user moves, and where the layout has its gap; nil while none is moved.
  var move: RowMove? { moved?.move }

  var hasLayout: Bool { layout != nil }
  /// Whether the view reads from right to left, as far as content was begun so.
  private var isTurned = false

  /// Takes over the direction in which the view reads.
  /// - Returns: whether it is another one.
  func takeDirection(_ turned: Bool) -> Bool {
    guard turned != isTurned else { return false }
    let view = view
    // The content keeps its distance from its beginning.
    let place = isTurned ? view.contentSize.width - view.bounds.maxX : view.bounds.minX
    isTurned = turned
    view.beginContent(atRight: turned)
    view.contentOffset.x = turned ? view.contentSize.width - view.bounds.width - place : place
    return true
  }

  // MARK: Layout

  /// The layout that is shown is set: one that waits is not taken.
  func keepLayout() { nextLayout = nil }

  /// Takes another layout in the next pass: the running one goes by the numbers and kinds of the present one.
  func setNextLayout(_ new: UICollectionViewLayout) {
    layoutCalls += 1
    nextLayout = new
    view.work.note(.layout)
  }

  /// Ends the program where a layout lays out another collection view.
  func layoutWillBeExchanged(for new: UICollectionViewLayout) {
    if let other = new.host, other !== view {
      misuse(
        """
        UICollectionView.collectionViewLayout was set to a \(type(of: new)) that lays out another collection view; make \
        one for each
        """)
    }
    nextLayout = nil
    layoutCalls += 1
  }

  /// Goes by another layout from now on.
  func setLayout(_ new: UICollectionViewLayout) {
    if hasLayout { layout.host = nil }
    layout = new
    new.host = view
    aim = nil
    knownBounds = nil
    new.invalidateLayout()
    view.work.note(.placing)
  }

  /// The bounds are about to be others.
  func boundsWillChange(to new: CGRect) {
    guard layout != nil, let old = knownBounds, new != old else { return }
    knownBounds = new
    askAboutBounds(new)
  }

  private func askAboutBounds(_ new: CGRect) {
    guard layout.shouldInvalidateLayout(forBoundsChange: new) else { return }
    layout.invalidateLayout(with: layout.invalidationContext(forBoundsChange: new))
  }

  /// The name of an element's kind.
  func kindName(of position: ElementPosition) -> String { layout.kinds.kind(position.kind).name }

  /// Whether the app supplies the views of an element's kind.
  func isSupplementary(_ position: ElementPosition) -> Bool {
    !position.isCell && layout.kinds.kind(position.kind).category == .supplementary
  }

  // MARK: Loading

  /// Runs `body`, which tells the app of the views of the items before.
  func whileOutdated(_ body: () -> Void) {
    areItemsOutdated = true
    body()
    areItemsOutdated = false
  }

  /// Takes over the number of items of each section.
  func load(_ counts: ContiguousArray<Int>) {
    var made = RowHeightIndex()
    for (section, count) in counts.enumerated() {
      made.insertSection(.init(rows: count, rowHeight: 1, isMeasured: true), at: section)
    }
    storedIndex = made
    layout.dataWasLoaded()
    plan.removeAll()
    aim = aim.flatMap { made.contains($0.item) ? $0 : nil }
  }

  /// Carries an update out.
  func apply(_ update: UpdatePlan) {
    storedIndex.apply(update, rowHeight: 1, isMeasured: true)
    if !layout.apply(update) { layout.invalidateLayout() }
    aim = aim.flatMap { aim in update.newPosition(of: aim.item).map { ($0, aim.position, aim.offset) } }
  }

  // MARK: The item that is moved

  // The app knows items by their places in the data, the layout by where they are shown.

  /// From now on an item has no cell of the queue, and lies where `openGap(at:)` has it.
  func lift(_ item: RowPosition) {
    moved = (RowMove(source: item, target: item), storedIndex)
    view.work.note(.placing)
  }

  /// Has the layout make room elsewhere.
  /// - Complexity: O(sections) besides what the layout needs.
  func openGap(at target: RowPosition) {
    guard let (move, old) = moved, target != move.target else { return }
    var changes = TableChanges()
    changes.moveRow(move.target, to: target)
    let new = RowMove(source: move.source, target: target)
    let index = new.shown(storedIndex)
    moved = (new, index)
    let counts = ContiguousArray((0..<index.sectionCount).map { index.rowCount(inSection: $0) })
    if let plan = try? UpdatePlan(changes, from: old, rowCounts: counts) { _ = layout.apply(plan) }
    view.work.note(.placing)
  }

  /// The item lies where it is in the data again.
  /// - Parameter isOutdated: the app may have other items already: it cannot be asked about their sizes.
  func putDown(isOutdated: Bool) {
    guard let move else { return }
    if isOutdated {
      if move.target != move.source { layout.dataWasLoaded() }
    } else {
      openGap(at: move.source)
    }
    moved = nil
  }

  /// The data source has moved the item to the gap.
  func takeMove(_ update: UpdatePlan) {
    if let moved { storedIndex = moved.index }
    moved = nil
    aim = aim.flatMap { aim in update.newPosition(of: aim.item).map { ($0, aim.position, aim.offset) } }
  }

  /// Whether the gap can be at a place, counted without the item. In a layout of the app's own it stays in its section.
  func takesGap(at place: RowPosition) -> Bool {
    guard let (move, index) = moved, place.section >= 0, place.section < index.sectionCount else { return false }
    if layout.hasAttributes, place.section != move.source.section { return false }
    let others = index.rowCount(inSection: place.section) - (place.section == move.target.section ? 1 : 0)
    return (0...others).contains(place.row)
  }

  /// The items that the layout has in a section; 0 for one that does not exist.
  func laidCount(inSection section: Int) -> Int {
    guard section >= 0, section < storedIndex.sectionCount else { return 0 }
    return (moved?.index ?? storedIndex).rowCount(inSection: section)
  }

  /// The place by which the layout knows an element.
  func shown(_ position: ElementPosition) -> ElementPosition {
    guard let move, let item = position.itemPosition else { return position }
    return ElementPosition(move.shownPosition(of: item))
  }

  /// The place in the data of an item that the layout has somewhere.
  func item(laidAt place: RowPosition) -> RowPosition { move.map { $0.position(shownAt: place) ?? $0.source } ?? place }

  /// The plan as the layout makes it, with the gap and by its places.
  func laidPlan() -> ElementPlan {
    var made = ElementPlan()
    layout.plan(view.viewport, into: &made)
    return made
  }

  // MARK: The visible elements

  /// Has the layout plan what is visible. Called in every frame that scrolls.
  func findVisible(of view: UICollectionView) {
    if let aim, aim.offset != view.contentOffset { self.aim = nil }
    if view.bounds != knownBounds {
      if knownBounds == nil {
        knownBounds = view.bounds
        // It may have been asked before, when the view had another size.
        if layout.preparedSize.map({ $0 != view.bounds.size }) ?? false { askAboutBounds(view.bounds) }
      } else {
        boundsWillChange(to: view.bounds)
      }
    }
    // Another size of the content can move the offset.
    untilSettled {
      replan(of: view)
      return !view.work.mustEnd && updateContentSize(of: view)
    }
  }

  private func replan(of view: UICollectionView) {
    viewport = view.viewport
    // The app's layout may ask for what is visible meanwhile: it finds the plan before.
    var made = spare
    spare = ElementPlan()
    made.removeAll()
    layout.plan(viewport, into: &made)
    if let moved { made.leaveGap(of: moved.move) }
    (spare, plan) = (plan, made)
  }

  /// - Returns: whether it changed.
  @discardableResult
  func updateContentSize(of view: UICollectionView) -> Bool {
    guard !view.areItemsOutdated else { return false }
    let size = layout.contentSize
    guard view.contentSize != size else { return false }
    view.contentSize = size
    aim?.offset = view.contentOffset
    return true
  }

  /// Where an element is, as things are on screen; nil for one without a place.
  func frame(of position: ElementPosition) -> CGRect? { layout.frame(of: shown(position), view.viewport) }

  func frame(of item: RowPosition) -> CGRect? { frame(of: ElementPosition(item)) }

  /// Where an item is seen, with the strip that it lies in scrolled; nil for one without a place.
  func seenFrame(of item: RowPosition) -> CGRect? {
    guard let frame = frame(of: item) else { return nil }
    return layout.strip(ofSection: item.section).map { frame.translated(by: $0.shift) } ?? frame
  }

  /// The item at a point of the content; of several the one in front.
  func item(at point: CGPoint) -> RowPosition? {
    var found: (item: RowPosition, level: Int)?
    var there = plan
    if !viewport.visible.contains(point) {
      there = ElementPlan()
      layout.plan(
        ElementViewport(visible: CGRect(origin: point, size: CGSize(width: 1, height: 1)), pinned: viewport.pinned),
        into: &there)
      if let move { there.leaveGap(of: move) }
    }
    for tile in there.tiles where there.seenFrame(of: tile).contains(point) {
      guard let item = tile.position.itemPosition else { continue }
      if found.map({ tile.zIndex >= $0.level }) ?? true { found = (item, tile.zIndex) }
    }
    return found?.item
  }

  // MARK: Sizes

  /// Takes the size over that an element needs.
  /// - Parameter steady: stays where it is on screen, where the content can scroll.
  func measured(_ position: ElementPosition, _ size: CGSize, keeping steady: ElementPosition?) {
    let view = view
    let before = steady.flatMap { frame(of: $0) }
    layout.measured(shown(position), size)
    view.work.note(.placing)
    guard let steady, let before, let after = frame(of: steady), after.origin != before.origin else {
      updateContentSize(of: view)
      return
    }
    var way = CGPoint.zero
    if before.minY != after.minY, view.verticalExtent.overflows, view.contentOffset.y > view.verticalExtent.lowest {
      way.y = after.minY - before.minY
    }
    if before.minX != after.minX, view.horizontalExtent.overflows, view.contentOffset.x > view.horizontalExtent.lowest {
      way.x = after.minX - before.minX
    }
    guard way != .zero else {
      updateContentSize(of: view)
      return
    }
    view.shiftContentOffset(by: way) { updateContentSize(of: view) }
    aim?.offset = view.contentOffset
  }

  /// A size is known: plans again.
  func planAgain(of view: UICollectionView) { replan(of: view) }

  // MARK: Scrolling to items

  /// The item that is being scrolled to.
  var aimedPosition: ElementPosition? { aim.map { ElementPosition($0.item) } }

  /// Scrolls the content so that an item is at a place of the visible area; `[]` scrolls as little as shows it.
  func scrollContent(to item: RowPosition, at position: UICollectionView.ScrollPosition, animated: Bool) {
    let view = view
    guard offset(showing: item, at: position) != view.contentOffset else { return }
    view.makeWay(animated: animated)
    // The delegate, told that a movement ended, may have changed the items.
    guard index.contains(item) else { return }
    let target = offset(showing: item, at: position)
    guard target != view.contentOffset else { return }
    // Items that come on screen may turn out to have other sizes than estimated: in the pass of a callback, too.
    if !animated { aim = (item, position, target) }
    view.setContentOffset(target, animated: animated)
  }

  private func offset(showing item: RowPosition, at position: UICollectionView.ScrollPosition) -> CGPoint {
    let view = view
    guard var rect = frame(of: item) else { return view.contentOffset }
    if let strip = layout.strip(ofSection: item.section) {
      // The strip itself scrolls to the item.
      if strip.isHorizontal { rect.origin.x = strip.frame.minX } else { rect.origin.y = strip.frame.minY }
      if strip.isHorizontal { rect.size.width = 0 } else { rect.size.height = 0 }
    }
    let (x, y) = (view.horizontalExtent, view.verticalExtent)
    func target(
      _ start: CGFloat, _ end: CGFloat, _ extent: ScrollExtent, _ current: CGFloat, isStart: Bool, isMiddle: Bool,
      isEnd: Bool
    ) -> CGFloat {
      let room = extent.viewport - extent.leading - extent.trailing
      var new = current
      if isMiddle {
        new = start - extent.leading - (room - (end - start)) / 2
      } else if isStart || !isEnd && start < current + extent.leading {
        new = start - extent.leading
      } else if isEnd || end > current + extent.viewport - extent.trailing {
        new = end + extent.trailing - extent.viewport
        // Of what does not fit its beginning shows.
        if !isEnd { new = min(new, start - extent.leading) }
      }
      return new == current ? current : extent.clamped(new)
    }
    return CGPoint(
      x: position.isDisjoint(with: [.left, .centeredHorizontally, .right]) && !position.isEmpty
        ? view.contentOffset.x
        : target(
          rect.minX, rect.maxX, x, view.contentOffset.x, isStart: position.contains(.left),
          isMiddle: position.contains(.centeredHorizontally), isEnd: position.contains(.right)),
      y: position.isDisjoint(with: [.top, .centeredVertically, .bottom]) && !position.isEmpty
        ? view.contentOffset.y
        : target(
          rect.minY, rect.maxY, y, view.contentOffset.y, isStart: position.contains(.top),
          isMiddle: position.contains(.centeredVertically), isEnd: position.contains(.bottom)))
  }

  /// Brings the item that is scrolled to back to where it is to be, after sizes were found out.
  /// - Returns: whether the offset moved.
  func bringIntoSight() -> Bool {
    guard let aim, !view.isMovingByItself else { return false }
    let target = offset(showing: aim.item, at: aim.position)
    guard target != view.contentOffset else { return false }
    view.shiftContentOffset(by: target - view.contentOffset)
    self.aim?.offset = view.contentOffset
    return true
  }

  /// From now on the item goes where it is scrolled to.
  func passDidEnd() { aim = nil }

  override func checkInvariants() {
    storedIndex.checkInvariants()
    guard view.work.isDone else { return }
    precondition(
      view.contentSize == layout.contentSize,
      "the content is said to measure \(view.contentSize), its layout \(layout.contentSize)")
  }
}

extension UICollectionView: LayoutHost {
  var collectionView: UICollectionView? { self }

  var sectionCount: Int { places.index.sectionCount }

  func itemCount(inSection section: Int) -> Int { places.laidCount(inSection: section) }

  func path(ofItemLaidAt place: RowPosition) -> IndexPath { IndexPath(places.item(laidAt: place)) }

  var layoutBounds: CGRect { bounds }

  /// Without the room of a refresh control: pinned headers stay at the edge.
  var layoutInsets: UIEdgeInsets { edgeInset }

  func layoutInsets(from reference: UICollectionViewFlowLayout.SectionInsetReference) -> UIEdgeInsets {
    switch reference {
    case .fromContentInset: .zero
    case .fromSafeArea: safeAreaInsets
    case .fromLayoutMargins: layoutMargins
    }
  }

  var isRightToLeft: Bool { isInRightToLeft }

  /// Or a batch waits that a callback closed: the app has the items after it.
  var areItemsOutdated: Bool { places.areItemsOutdated || work.isDue(.batch) }

  func stripOffset(ofSection section: Int) -> Double? { strips.offset(ofSection: section) }

  var flowDelegate: (any UICollectionViewDelegateFlowLayout)? { delegate as? any UICollectionViewDelegateFlowLayout }

  func layoutWasInvalidated(_ context: UICollectionViewLayoutInvalidationContext) {
    work.note(.placing)
    if context.contentOffsetAdjustment != .zero { shiftContentOffset(by: context.contentOffsetAdjustment) }
  }
}
