import Foundation
import TableModel
import UIKitCore

/// Items in sections, each shown by a cell, at places that a layout decides; cells are used again as they scroll.
///
/// The view asks its data source for its counts when it loads, and its layout in each round of a pass for what is visible:
/// a layout of equal items answers for a billion of them as for a hundred. Views of elements come from a `ReuseQueue`.
///
///     let layout = UICollectionViewFlowLayout()
///     layout.itemSize = CGSize(width: 100, height: 100)
///     let view = UICollectionView(frame: CGRect(x: 0, y: 0, width: 320, height: 480), collectionViewLayout: layout)
///     view.register(PhotoCell.self, forCellWithReuseIdentifier: "photo")
///     view.dataSource = album                  // 1,000,000 photos
///     view.layoutIfNeeded()
///     view.visibleCells.count                  // 15: three to a line
///
/// Callbacks may call anything. What changes the items while the view itself is asking takes effect after the running
/// pass, see `CollectionWork`.
///
/// Contract between its parts:
/// - `places` knows the counts of the last load and the updates since; every place lies within them;
/// - outside of a layout pass `elements` holds one view for each tile of the layout's plan;
/// - changes of properties only mark what is due; `layoutSubviews` does it.
@preconcurrency @MainActor
open class UICollectionView: UIScrollView {
  /// The kind of headers of sections.
  public static let elementKindSectionHeader = "UICollectionElementKindSectionHeader"
  /// The kind of footers of sections.
  public static let elementKindSectionFooter = "UICollectionElementKindSectionFooter"

  /// Where an item is to stand after scrolling to it: at most one value for each axis.
  public struct ScrollPosition: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// Of bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// At the upper edge.
    public static let top = ScrollPosition(rawValue: 1 << 0)
    /// In the middle between above and below.
    public static let centeredVertically = ScrollPosition(rawValue: 1 << 1)
    /// At the lower edge.
    public static let bottom = ScrollPosition(rawValue: 1 << 2)
    /// At the left edge.
    public static let left = ScrollPosition(rawValue: 1 << 3)
    /// In the middle between left and right.
    public static let centeredHorizontally = ScrollPosition(rawValue: 1 << 4)
    /// At the right edge.
    public static let right = ScrollPosition(rawValue: 1 << 5)
  }

  /// When self-sizing elements whose content changes are measured again.
  public enum SelfSizingInvalidation: Int, Sendable {
    /// Never.
    case disabled = 0
    /// When they, or their content views, are told `invalidateIntrinsicContentSize()`.
    case enabled
    /// As `enabled`.
    case enabledIncludingConstraints
  }

  // MARK: Facets

  final let app = CollectionAppSide()
  final let work = CollectionWork()
  final let pass = CollectionPass()
  final let places = CollectionPlaces()
  final let supply = ElementSupply()
  final let elements: CollectionElements
  final let tree = ElementTree()
  final let strips = SectionStrips()
  package final let chooser = RowChooser()
  final let ring = ItemRing()
  final let press = RowPress()
  final let menus = ItemMenus()
  final let swipe = RowSwipe()
  final let updates = ItemUpdates()
  final let reorder = ItemReorder()
  final let draggedRows = DraggedRows()
  final let prefetcher = RowPrefetcher()
  private final let forwarder = ScrollForwarder()

  /// The facets that keep places of items, in the order in which they hear that these change their meaning.
  final private(set) lazy var followers: [any ItemFollower] = [
    strips, chooser, press, menus, swipe, draggedRows, prefetcher,
  ]

  /// A collection view without items.
  /// - Parameters:
  ///   - frame: place and size in the coming superview, in points.
  ///   - layout: decides where elements are.
  public init(frame: CGRect, collectionViewLayout layout: UICollectionViewLayout) {
    weak var view: UICollectionView?
    elements = CollectionElements(supply.queue) { view?.dress($0, at: $1) }
    super.init(frame: frame)
    view = self
    backgroundColor = .systemBackground
    autoresizesSubviews = false
    let facets: [CollectionFacet] = [
      app, work, pass, places, supply, elements, tree, strips, ring, menus, updates, reorder,
    ]
    for facet in facets { facet.attach(to: self) }
    forwarder.attach(to: self)
    tellOfMovement(forwarder)
    pass.setLayout(layout)
    chooser.attach(to: self)
    press.attach(to: self)
    swipe.attach(to: self)
    draggedRows.attach(to: self)
    prefetcher.attach(to: self)
  }

  /// Archives are not read. Always nil.
  public required init?(coder: NSCoder) { nil }

  // MARK: Objects

  /// Supplies counts and views; nil shows nothing. Setting another one loads the view.
  open weak var dataSource: (any UICollectionViewDataSource)? {
    didSet {
      app.dataSourceWasSet(dataSource)
      if dataSource !== oldValue { reloadData() }
    }
  }

  /// Decides about items and is told of events. Setting it has the layout ask again.
  open weak var delegate: (any UICollectionViewDelegate)? {
    didSet {
      app.delegateWasSet(delegate)
      if delegate !== oldValue { places.layout.invalidateLayout() }
    }
  }

  /// Decides where elements are. Setting another one is `setCollectionViewLayout(_:animated:)` without animation.
  /// - Precondition: it lays out no other collection view.
  open var collectionViewLayout: UICollectionViewLayout {
    get { places.nextLayout ?? places.layout }
    set { setCollectionViewLayout(newValue, animated: false) }
  }

  /// Takes another layout.
  /// - Parameter animated: cells move from where they are to where the new layout has them; the first one on screen
  ///   stays on screen.
  open func setCollectionViewLayout(_ layout: UICollectionViewLayout, animated: Bool) {
    setCollectionViewLayout(layout, animated: animated, completion: nil)
  }

  /// Takes another layout.
  /// - Parameter completion: called when cells are at their places; false when the movement was interrupted.
  open func setCollectionViewLayout(
    _ layout: UICollectionViewLayout, animated: Bool, completion: ((Bool) -> Void)? = nil
  ) {
    // Views that are told of as they leave have the kinds of the layout before.
    guard work.phase == .resting else {
      places.setNextLayout(layout)
      if let completion { work.whenWhole { completion(true) } }
      return
    }
    guard layout !== places.layout else {
      places.keepLayout()
      if let completion { work.whenWhole { completion(true) } }
      return
    }
    swipe.end()
    updates.exchangeLayout(animated: animated, completion: completion) { self.pass.setLayout(layout) }
  }

  // MARK: Look

  /// Fills the view behind its elements, and does not scroll.
  open var backgroundView: UIView? {
    didSet {
      guard backgroundView !== oldValue else { return }
      oldValue?.removeFromSuperview()
      setHasBackdrop(backgroundView != nil)
      guard let backgroundView else { return }
      backgroundView.frame = bounds
      insertSubview(backgroundView, at: 0)
    }
  }

  /// Whether elements whose size is estimated are measured again when their content changes.
  public final var selfSizingInvalidation = SelfSizingInvalidation.enabled

  // MARK: Selection

  /// Whether the user can select items.
  open var allowsSelection = true { didSet { if allowsSelection != oldValue { keyboardMoved(shows: false) } } }
  /// Whether several items can be selected; a click then turns an item's selection on and off.
  open var allowsMultipleSelection = false {
    didSet { if !chooser.allowsSeveral { chooser.keepFirst() } }
  }
  /// Whether the user can select items while the view is edited.
  open var allowsSelectionDuringEditing = false
  /// The same of several items.
  open var allowsMultipleSelectionDuringEditing = false {
    didSet { if !chooser.allowsSeveral { chooser.keepFirst() } }
  }
  /// Whether an item that the arrow keys come to is selected; false at first: the keys move a ring, and Space and Return
  /// do what a click does.
  open var selectionFollowsFocus = false { didSet { keyboardMoved(shows: false) } }

  /// Whether the view is in edit mode; its cells then have `isEditing` in their state.
  open var isEditing = false {
    didSet {
      guard isEditing != oldValue else { return }
      swipe.close(animated: true)
      if !chooser.allowsSeveral { chooser.keepFirst() }
      for cell in visibleCells { cell.setNeedsUpdateConfiguration() }
    }
  }

  // MARK: Reload

  /// Forgets counts, views and selection, and asks for everything anew: in the next layout pass.
  open func reloadData() { work.note([.load, .newData]) }

  /// Asks for counts that are due.
  final func loadIfNeeded() { pass.loadIfNeeded() }

  // MARK: Overrides

  /// The views on screen as one reads them.
  open override var accessibilityElements: [Any]? {
    get { super.accessibilityElements ?? elements.inReadingOrder(isTurned: isInRightToLeft) }
    set { super.accessibilityElements = newValue }
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    if let backgroundView, backgroundView.frame != bounds { backgroundView.frame = bounds }
    pass.run()
    if reorder.cell != nil { reorder.passDidEnd(of: self) }
    if prefetcher.isOn { prefetcher.passDidEnd() }
    ring.place()
  }

  open override var frame: CGRect {
    get { super.frame }
    set {
      places.boundsWillChange(to: CGRect(origin: bounds.origin, size: newValue.size))
      super.frame = newValue
    }
  }

  open override var bounds: CGRect {
    get { super.bounds }
    set {
      places.boundsWillChange(to: newValue)
      super.bounds = newValue
    }
  }

  open override func adjustedContentInsetDidChange() {
    super.adjustedContentInsetDidChange()
    if places.hasLayout { places.layout.invalidateLayout() }
  }

  open override func layoutMarginsDidChange() {
    super.layoutMarginsDidChange()
    if places.hasLayout { places.layout.invalidateLayout() }
  }

  /// Stops Tab; within, arrows go from item to item.
  open override var canBecomeFocused: Bool { true }

  open override var canBecomeFirstResponder: Bool { true }

  open override func didMoveToWindow() {
    super.didMoveToWindow()
    guard window != nil else {
      press.cancel()
      reorder.abandon()
      swipe.leave()
      updates.endMovements()
      return
    }
    work.note(.placing)
    menus.didEnterWindow()
  }

  open override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
    super.traitCollectionDidChange(previousTraitCollection)
    if places.hasLayout { places.layout.invalidateLayout() }
  }

  open override func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
    super.hitTest(point, with: event).map { swipe.target(insteadOf: $0) ?? $0 }
  }

  open override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    if let key = presses.first?.key, takeKey(key) { return }
    super.pressesBegan(presses, with: event)
  }

  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
    super.touchesBegan(touches, with: event)
    if let touch = touches.first, !swipe.takeTouch(touch) { press.touchBegan(touch) }
  }

  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
    super.touchesMoved(touches, with: event)
    if let touch = touches.first { press.touchMoved(touch) }
  }

  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
    super.touchesEnded(touches, with: event)
    if let touch = touches.first, !swipe.releaseTouch(touch) { press.touchEnded(touch, event?.modifierFlags ?? []) }
  }

  open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
    super.touchesCancelled(touches, with: event)
    press.cancel()
  }

  /// Walks everything and stops at the first broken invariant; called by tests outside of layout passes.
  package final func checkInvariants() {
    let facets: [CollectionFacet] = [
      app, work, places, supply, elements, strips, ring, menus, updates, reorder,
    ]
    for facet in facets { facet.checkInvariants() }
    if work.isDone, updates.isAtRest {
      tree.checkInvariants()
      elements.checkPlaces()
    }
    press.checkInvariants()
    draggedRows.checkInvariants()
    prefetcher.checkInvariants()
    swipe.checkInvariants(
      swiped: elements.queue.visible.compactMap { entry in
        guard let cell = entry.view as? UICollectionViewListCell, cell.isAside else { return nil }
        return ElementPosition(entry.position).itemPosition.map { ($0, cell) }
      })
  }
}

// MARK: - Answers to the modules below

extension UICollectionView: DerivedScrollView {
  package func scrollDelegateWasSet(_ new: (any UIScrollViewDelegate)?) {
    delegate = new as? any UICollectionViewDelegate
  }

  package var ringHost: UIView? { ring.host }

  package func pointerMoved(to point: CGPoint, isClaimed: Bool) -> Bool { false }

  package func pointerWent() {}

  package func readingDirectionDidChange() {
    guard places.hasLayout, places.takeDirection(isInRightToLeft) else { return }
    press.cancel()
    swipe.end()
    places.layout.invalidateLayout()
  }

  package func keyboardCame(to view: UIView) {
    guard view === self else { return inheritKeyboard(from: view) }
    chooser.focusCame(first: firstOnScreen)
    if let item = chooser.cursorRow { scroll(to: item) }
  }

  package var keyboardCell: UIView? { chooser.keyRow.flatMap { elements.cell(at: $0) } }

  package func keyboardHeir(of view: UIView) -> UIResponder? {
    inheritKeyboard(from: view)
    return self
  }
}

extension UICollectionView: CellKeeper {
  package var reuseFigures: ReuseFigures {
    ReuseFigures(
      title: "\(type(of: self)), \(type(of: collectionViewLayout)), \(work.phase.rawValue)",
      extent: "sections \(places.index.sectionCount)  items \(places.index.rowCount)",
      rows: elements.queue.visibleCount,
      elements.queue)
  }
}
