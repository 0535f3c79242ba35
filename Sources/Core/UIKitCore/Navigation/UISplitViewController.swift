import Foundation

/// Shows two controllers side by side: a primary one, often a list, and a secondary one, what was chosen there.
///
/// In a view that is less than `collapsedWidth` wide both are in one navigation stack, the secondary one above; it takes
/// its place again, with all that was pushed, when the view gets wider. In a view in which not both have room the primary
/// column lies over the secondary one while it is shown. The user drags the line between the columns, and shows or hides
/// the primary one by a button that the navigation bars of the columns have.
///
/// With the style `doubleColumn` each column is a navigation controller: the split view makes one around any
/// other controller.
@preconcurrency @MainActor
open class UISplitViewController: UIViewController, ViewContainer {
  /// Stands for widths that the split view chooses: 320 points for the primary column, at least 180, and at most what
  /// leaves 320 points for the secondary one.
  public static let automaticDimension: CGFloat = UITableView.automaticDimension
  /// Width of the view below which the columns are one stack, in points.
  static let collapsedWidth: CGFloat = 600
  /// Width that the secondary column needs for the primary one to be beside it by itself, in points.
  static let leastSecondaryWidth: CGFloat = 440
  /// In seconds.
  private static let slideDuration: TimeInterval = 0.25

  /// Whether the controllers are set by column or as an array.
  public final let style: Style
  /// Asked and told about changes.
  open weak var delegate: (any UISplitViewControllerDelegate)?
  /// Whether the columns are one stack. Decided by the width when the view is laid out.
  public final private(set) var isCollapsed = false
  /// The columns that are shown; while they are one stack, those shown before.
  public final private(set) var displayMode = DisplayMode.secondaryOnly

  private let primary = SplitColumn()
  private let secondary = SplitColumn()
  private let compact = SplitColumn()
  /// The column that shows the stack while the columns are one.
  private weak var collapsedColumn: SplitColumn?
  private let edgePan = EdgePanGestureRecognizer()

  /// Whether the primary column is wanted where it is beside the other, and where it lies over it; nil until the user or
  /// the app says so.
  private var wish: (beside: Bool?, over: Bool?) = (nil, nil)
  private var lastBehavior: SplitBehavior?
  /// Width of the primary column that the user chose, in points.
  private var draggedWidth: CGFloat?
  /// The primary column moves in or out, in a view of this size.
  private var slideSize: CGSize?
  private var isSliding: Bool { slideSize != nil }
  private var isArranging = false

  // MARK: Making

  /// A split view without controllers.
  public init(style: Style) {
    self.style = style
    super.init(nibName: nil, bundle: nil)
    begin()
  }

  /// A split view whose controllers are set by `viewControllers`. Interface files are not read: both arguments are
  /// ignored.
  public override init(nibName: String?, bundle: Bundle?) {
    style = .unspecified
    super.init(nibName: nibName, bundle: bundle)
    begin()
  }

  /// Archives are not read. Always nil.
  public required init?(coder: NSCoder) { nil }

  private func begin() {
    edgePan.canBegin = { [weak self] in self?.canDragIn ?? false }
    edgePan.addHandler { [weak self] recognizer in
      if recognizer.state == .began { self?.show(.primary) }
    }
  }

  open override func loadView() {
    let made = SplitView(frame: frameForLoading, of: self)
    made.addGestureRecognizer(edgePan)
    view = made
  }

  private var root: SplitView? { viewIfLoaded as? SplitView }

  // MARK: The controllers

  /// The controllers that are shown: primary and secondary one, or the stack that both are in. Setting it sets both
  /// columns.
  open var viewControllers: [UIViewController] {
    get {
      if isCollapsed { return [collapsedColumn?.shown].compactMap(\.self) }
      return [primary.shown, secondary.shown].compactMap(\.self)
    }
    set {
      set(newValue.first, for: primary)
      set(newValue.dropFirst().first, for: secondary)
    }
  }

  /// Sets the controller of a column. One that takes the place of another in a stack comes without animation; one for a
  /// column that is not shown is shown when the column is.
  open func setViewController(_ vc: UIViewController?, for column: Column) { set(vc, for: self.column(column)) }

  /// The controller that was set for a column; nil without one.
  open func viewController(for column: Column) -> UIViewController? { self.column(column).controller }

  private func column(_ column: Column) -> SplitColumn {
    switch column {
    case .primary: primary
    case .secondary: secondary
    case .compact: compact
    case .supplementary: misuse("UISplitViewController has two columns: .supplementary is not here")
    }
  }

  private func set(_ controller: UIViewController?, for column: SplitColumn) {
    guard controller !== column.controller else { return }
    // The controllers that stood above another secondary one go with it.
    let wasInStack = isCollapsed && column !== compact && takeSecondaryFromStack()
    column.set(controller, in: self, wraps: style == .doubleColumn)
    if isCollapsed, collapsedColumn?.shown == nil { collapsedColumn = columnToCollapseTo }
    if wasInStack { putSecondaryOnStack(animated: false) }
    arrange()
    viewIfLoaded?.window?.updateTitle()
  }

  /// Shows a controller in the secondary column, on the stack while the columns are one.
  open override func showDetailViewController(_ vc: UIViewController, sender: Any?) {
    guard delegate?.splitViewController(self, showDetail: vc, sender: sender) != true else { return }
    set(vc, for: secondary)
    if isCollapsed { show(.secondary) }
  }

  /// Shows a controller on the stack of the column that `sender` is in, else of the primary one; without a stack there
  /// the controller is the column's from then on.
  open override func show(_ vc: UIViewController, sender: Any?) {
    guard delegate?.splitViewController(self, show: vc, sender: sender) != true else { return }
    var origin = sender as? UIViewController
    while let current = origin, current.parent !== self { origin = current.parent }
    let column = origin != nil && origin === secondary.shown ? secondary : primary
    if let navigation = column.navigation { navigation.show(vc, sender: sender) } else { set(vc, for: column) }
  }

  // MARK: Showing and hiding

  /// The columns that the app would like to show; `automatic` shows both where both have room.
  open var preferredDisplayMode = DisplayMode.automatic {
    didSet {
      wish = (nil, nil)
      changeMode(animated: false)
    }
  }
  /// How the columns share the view: `automatic` puts the primary column beside the other where both have room, and else
  /// over it.
  open var preferredSplitBehavior = SplitBehavior.automatic { didSet { changeMode(animated: false) } }
  /// How the columns share the view now.
  public final var splitBehavior: SplitBehavior { behavior(in: viewIfLoaded?.bounds.width ?? 0) }
  /// Whether a drag from the edge shows the primary column, and the bars of the columns have a button for it.
  open var presentsWithGesture = true { didSet { placeButton() } }
  /// Whether the bars of the columns have a button that shows and hides the primary one.
  open var displayModeButtonVisibility = DisplayModeButtonVisibility.automatic { didSet { placeButton() } }

  /// Shows a column: the primary one beside the other or over it; on a stack goes to the column, and brings it if it is
  /// not there.
  open func show(_ column: Column) {
    switch column {
    case .primary where isCollapsed:
      guard let stack = primary.navigation, let inner = secondary.shown,
        let place = stack.viewControllers.firstIndex(of: inner), place > 0
      else { return }
      stack.popToViewController(stack.viewControllers[place - 1], animated: true)
    case .primary: setPrimaryWanted(true)
    case .secondary:
      guard isCollapsed, collapsedColumn === primary else { return }
      putSecondaryOnStack(animated: true)
    case .compact, .supplementary: break
    }
  }

  /// Hides a column: the primary one; on a stack the secondary one.
  open func hide(_ column: Column) {
    switch column {
    case .primary where !isCollapsed: setPrimaryWanted(false)
    case .secondary where isCollapsed: show(.primary)
    default: break
    }
  }

  private func setPrimaryWanted(_ isWanted: Bool) {
    if splitBehavior == .overlay { wish.over = isWanted } else { wish.beside = isWanted }
    changeMode(animated: true)
  }

  private func behavior(in width: CGFloat) -> SplitBehavior {
    guard preferredSplitBehavior == .automatic else { return preferredSplitBehavior }
    switch preferredDisplayMode {
    case .oneBesideSecondary: return .tile
    case .oneOverSecondary: return .overlay
    default:
      // By the width that the app wants: a line that is dragged changes no behaviour.
      return width >= primaryWidth(in: width, dragged: nil) + Self.leastSecondaryWidth ? .tile : .overlay
    }
  }

  private func mode(in width: CGFloat) -> DisplayMode {
    guard primary.shown != nil else { return .secondaryOnly }
    if behavior(in: width) == .overlay {
      return wish.over ?? (preferredDisplayMode == .oneOverSecondary) ? .oneOverSecondary : .secondaryOnly
    }
    return wish.beside ?? (preferredDisplayMode != .secondaryOnly) ? .oneBesideSecondary : .secondaryOnly
  }

  /// A button that shows and hides the primary column, for a bar of the app's own.
  public final private(set) lazy var displayModeButtonItem: UIBarButtonItem = makeButton()
  /// The same for the bars of the columns: an item has one view.
  private lazy var barButton = makeButton()

  private var madeButtons: [UIBarButtonItem] = []
  /// The picture of the buttons shows the primary column at the right.
  private var isButtonTurned = false

  private func makeButton() -> UIBarButtonItem {
    let item = UIBarButtonItem(
      primaryAction: UIAction(title: "", image: buttonImage) { [weak self] _ in self?.toggle() })
    item.accessibilityLabel = "Sidebar"
    madeButtons.append(item)
    return item
  }

  private var buttonImage: UIImage? { UIImage(systemName: isButtonTurned ? "sidebar.trailing" : "sidebar.leading") }

  private func turnButtons() {
    guard isButtonTurned != isPrimaryAtRight else { return }
    isButtonTurned.toggle()
    for item in madeButtons { item.image = buttonImage }
  }

  private func toggle() {
    if isCollapsed { return show(.primary) }
    setPrimaryWanted(displayMode == .secondaryOnly)
  }

  /// Puts the button into the bar of the column at the leading edge.
  private func placeButton() {
    let isWanted =
      style == .doubleColumn && !isCollapsed && presentsWithGesture && primary.shown != nil
      && displayModeButtonVisibility != .never
    let first = displayMode == .secondaryOnly ? secondary : primary
    for column in [primary, secondary] {
      let item = isWanted && column === first ? barButton : nil
      if let bar = column.navigation?.navigationBar, bar.columnItem !== item { bar.columnItem = item }
    }
  }

  private var canDragIn: Bool {
    presentsWithGesture && !isCollapsed && displayMode == .secondaryOnly && primary.shown != nil
      && (secondary.navigation?.viewControllers.count ?? 1) <= 1
  }

  // MARK: Widths

  /// Width of the primary column, in points; `automaticDimension` for the usual one. Setting it takes back what the user
  /// has dragged.
  open var preferredPrimaryColumnWidth = UISplitViewController.automaticDimension { didSet { widthDidChange() } }
  /// Width of the primary column as a part of the view's, 0...1, where no width in points is set.
  open var preferredPrimaryColumnWidthFraction = UISplitViewController.automaticDimension {
    didSet { widthDidChange() }
  }
  /// Least width of the primary column, in points.
  open var minimumPrimaryColumnWidth = UISplitViewController.automaticDimension {
    didSet { viewIfLoaded?.setNeedsLayout() }
  }
  /// Largest width of the primary column, in points.
  open var maximumPrimaryColumnWidth = UISplitViewController.automaticDimension {
    didSet { viewIfLoaded?.setNeedsLayout() }
  }
  /// Width of the primary column now, in points.
  public final var primaryColumnWidth: CGFloat { primaryWidth(in: viewIfLoaded?.bounds.width ?? 0) }
  /// The edge at which the primary column is.
  open var primaryEdge = PrimaryEdge.leading { didSet { viewIfLoaded?.setNeedsLayout() } }

  private func widthDidChange() {
    draggedWidth = nil
    viewIfLoaded?.setNeedsLayout()
  }

  private func primaryWidth(in width: CGFloat) -> CGFloat { primaryWidth(in: width, dragged: draggedWidth) }

  private func primaryWidth(in width: CGFloat, dragged: CGFloat?) -> CGFloat {
    func value(_ dimension: CGFloat) -> CGFloat? { dimension == Self.automaticDimension ? nil : dimension }
    let least = value(minimumPrimaryColumnWidth) ?? 180
    let most = value(maximumPrimaryColumnWidth) ?? max(least, width - 320)
    let usual = min(320, most)
    let wanted =
      dragged ?? value(preferredPrimaryColumnWidth)
      ?? value(preferredPrimaryColumnWidthFraction).map { ($0 * width).rounded() } ?? usual
    return min(max(least, min(most, wanted)), max(0, width))
  }

  private var isPrimaryAtRight: Bool { (primaryEdge == .trailing) != (viewIfLoaded?.isInRightToLeft == true) }

  /// The user drags the line between the columns.
  /// - Parameter x: where the line is to be, in points of the view.
  final func dragDivider(to x: CGFloat) {
    guard let root else { return }
    let width = root.bounds.width
    draggedWidth = max(0, isPrimaryAtRight ? width - x : x)
    draggedWidth = primaryWidth(in: width)
    root.setNeedsLayout()
  }

  // MARK: One stack

  private var columnToCollapseTo: SplitColumn? {
    [compact, primary, secondary].first { $0.shown != nil }
  }

  private func collapse() {
    endSliding()
    isCollapsed = true
    if style == .unspecified { collapseArray() } else { collapseColumns() }
    arrange()
    delegate?.splitViewControllerDidCollapse(self)
  }

  private func collapseColumns() {
    let proposed = compact.shown != nil ? Column.compact : secondary.shown != nil ? .secondary : .primary
    let top = delegate?.splitViewController(self, topColumnForCollapsingToProposedTopColumn: proposed) ?? proposed
    collapsedColumn = top == .compact && compact.shown != nil ? compact : primary.shown != nil ? primary : secondary
    if top == .secondary, collapsedColumn === primary { putSecondaryOnStack(animated: false) }
  }

  private func collapseArray() {
    if let other = delegate?.primaryViewController(forCollapsing: self) { primary.set(other, in: self, wraps: false) }
    collapsedColumn = primary.shown != nil ? primary : secondary
    guard let onto = primary.shown, let detail = secondary.shown else { return }
    guard delegate?.splitViewController(self, collapseSecondary: detail, onto: onto) != true else { return }
    putSecondaryOnStack(animated: false)
  }

  private func expand() {
    isCollapsed = false
    collapsedColumn = nil
    wish.over = nil
    if style == .unspecified {
      expandArray()
    } else {
      takeSecondaryFromStack()
    }
    let proposed = mode(in: viewIfLoaded?.bounds.width ?? 0)
    let wanted = delegate?.splitViewController(self, displayModeForExpandingToProposedDisplayMode: proposed) ?? proposed
    if wanted != proposed, wanted != .automatic {
      if splitBehavior == .overlay {
        wish.over = wanted != .secondaryOnly
      } else {
        wish.beside = wanted != .secondaryOnly
      }
    }
    arrange()
    delegate?.splitViewControllerDidExpand(self)
  }

  private func expandArray() {
    if let other = delegate?.primaryViewController(forExpanding: self) { primary.set(other, in: self, wraps: false) }
    guard let from = primary.shown else { return }
    let detail = delegate?.splitViewController(self, separateSecondaryFrom: from)
    takeSecondaryFromStack()
    if let detail { secondary.set(detail, in: self, wraps: false) }
  }

  /// Puts the secondary controller on top of the primary one's stack, if it is not in it.
  private func putSecondaryOnStack(animated: Bool) {
    guard let stack = primary.navigation, let inner = secondary.shown else { return }
    if stack.hasColumn(inner) {
      stack.popToViewController(inner, animated: animated)
    } else {
      stack.pushColumn(inner, animated: animated)
    }
  }

  /// Takes the secondary controller out of the primary one's stack, with what is above it.
  /// - Returns: whether it was there.
  @discardableResult
  private func takeSecondaryFromStack() -> Bool {
    guard let stack = primary.navigation, let inner = secondary.shown else { return false }
    let wasThere = stack.hasColumn(inner)
    let above = stack.takeColumn(inner)
    if let navigation = secondary.navigation, !above.isEmpty {
      navigation.setViewControllers(navigation.viewControllers + above, animated: false)
    }
    return wasThere
  }

  // MARK: Layout

  final func layOut() {
    guard let root, root.bounds.width > 0 else { return }
    if isSliding {
      guard root.bounds.size != slideSize else { return }
      endSliding()
    }
    let isNarrow = root.bounds.width < Self.collapsedWidth
    if isNarrow != isCollapsed { if isNarrow { collapse() } else { expand() } }
    updateMode()
    turnButtons()
    arrange()
    place(slide: nil)
  }

  private func updateMode() {
    guard let root, !isCollapsed else { return }
    let behavior = behavior(in: root.bounds.width)
    // Over a column that has become narrow the primary one does not stay by itself.
    if let lastBehavior, behavior != lastBehavior { wish.over = nil }
    lastBehavior = behavior
    let new = mode(in: root.bounds.width)
    guard new != displayMode else { return }
    let wasShown = displayMode != .secondaryOnly
    delegate?.splitViewController(self, willChangeTo: new)
    displayMode = new
    let isShown = new != .secondaryOnly
    guard wasShown != isShown else { return }
    if isShown {
      delegate?.splitViewController(self, willShow: .primary)
    } else {
      delegate?.splitViewController(self, willHide: .primary)
    }
  }

  private func changeMode(animated: Bool) {
    guard let root, !isCollapsed else { return }
    let former = displayMode
    guard animated, root.windowStorage != nil, root.bounds.width >= Self.collapsedWidth,
      UIApplication.shared.animator.isAllowed
    else { return root.setNeedsLayout() }
    updateMode()
    guard former != displayMode else { return }
    guard former == .secondaryOnly || displayMode == .secondaryOnly else { return root.setNeedsLayout() }
    slide(
      in: root, isComing: former == .secondaryOnly,
      isOver: former == .oneOverSecondary || displayMode == .oneOverSecondary)
  }

  /// Moves the primary column in or out. The secondary one keeps the width of the view until then.
  private func slide(in root: SplitView, isComing: Bool, isOver: Bool) {
    let wasSliding = isSliding
    slideSize = root.bounds.size
    arrange()
    UIView.performWithoutAnimation {
      if !wasSliding { place(slide: (isComing ? 0 : 1, isOver)) }
      root.layoutColumns()
    }
    UIView.animate(
      withDuration: Self.slideDuration, delay: 0, options: .curveEaseOut,
      animations: { place(slide: (isComing ? 1 : 0, isOver)) },
      completion: { [weak self] isComplete in
        if isComplete { self?.endSliding() }
      })
  }

  private func endSliding() {
    guard isSliding, let root else { return }
    slideSize = nil
    for column in [primary, secondary] { root.window?.application.animator.interrupt(column.host) }
    root.window?.application.animator.interrupt(root.shade)
    root.setNeedsLayout()
  }

  /// Brings children and views in line with the columns that are shown.
  private func arrange() {
    guard let root else { return }
    // Called by app code that is told of a change: once more after that.
    guard !isArranging else { return root.setNeedsLayout() }
    isArranging = true
    defer { isArranging = false }
    let isPrimaryShown = isCollapsed ? collapsedColumn === primary : isSliding || displayMode != .secondaryOnly
    let isSecondaryShown = !isCollapsed || collapsedColumn === secondary
    secondary.show(isSecondaryShown, in: root, of: self, below: nil)
    compact.show(isCollapsed && collapsedColumn === compact, in: root, of: self, below: nil)
    primary.show(isPrimaryShown, in: root, of: self, below: root.divider)
    placeButton()
    root.window?.updateTitle()
  }

  /// Places the columns.
  /// - Parameter slide: how far the primary column has come in, 0...1, and whether it lies over the other; nil for
  ///   columns that stand.
  private func place(slide: (share: CGFloat, isOver: Bool)?) {
    guard let root else { return }
    let size = root.bounds.size
    let isAtRight = isPrimaryAtRight
    func turned(_ x: CGFloat, _ width: CGFloat) -> CGRect {
      CGRect(x: isAtRight ? size.width - x - width : x, y: 0, width: width, height: size.height)
    }
    guard !isCollapsed else {
      for column in [primary, secondary, compact] { column.host.frame = root.bounds }
      root.placeDivider(at: nil, isMovable: false)
      root.setShade(nil)
      return
    }
    let width = primaryWidth(in: size.width)
    let share = slide?.share ?? (displayMode == .secondaryOnly ? 0 : 1)
    let isOver = slide?.isOver ?? (displayMode == .oneOverSecondary)
    let taken = isOver ? 0 : (width * share).rounded()
    primary.host.frame = turned((width * (share - 1)).rounded(), width)
    secondary.place(turned(taken, slide == nil ? size.width - taken : size.width))
    root.setShade(isOver ? share : nil)
    root.placeDivider(
      at: share > 0 && slide == nil ? (isAtRight ? size.width - width : width) : nil, isMovable: !isOver)
  }

  /// The user clicked beside a column that lies over the other.
  final func hideOverlay() { hide(.primary) }

  // MARK: Overridden

  override var titleForWindow: String? {
    let shown = isCollapsed ? collapsedColumn?.shown : secondary.shown
    return shown?.titleForWindow ?? primary.shown?.titleForWindow ?? title
  }

  /// Goes back in what is in front, else in the other column.
  override func goBack() -> Bool {
    let columns =
      isCollapsed ? [collapsedColumn] : displayMode == .oneOverSecondary ? [primary, secondary] : [secondary, primary]
    return columns.contains { column in
      column?.shown.map { $0.viewIfLoaded?.window != nil && $0.goBack() } == true
    }
  }

  /// Escape hides a primary column that lies over the other.
  open override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    guard presses.first?.key?.keyCode == .keyboardEscape, !isCollapsed, displayMode == .oneOverSecondary else {
      return super.pressesBegan(presses, with: event)
    }
    hide(.primary)
  }
}
