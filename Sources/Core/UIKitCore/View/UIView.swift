import Foundation

/// A rectangle of the window that lays out, draws and receives events.
///
/// Contract of the tree:
/// - a view has at most one superview, which keeps it alive;
/// - setters only mark; layout happens in `LayoutPass`, drawing in
///   `DisplayListBuilder`, both driven by the run loop;
/// - `frame` derives from centre, bounds and transform.
///
/// This file has the geometry and the looks of a view, and the members that subclasses may override, since members of
/// extensions cannot be overridden. The rest of the state is kept in values, each of which is declared in the file that
/// has its rules. That file alone changes the value: it alone can make the key that the subscript below asks for.
@preconcurrency @MainActor
open class UIView: UIResponder, UITraitChangeObservable {
  // MARK: Storage

  // `tree` and `clipsToBounds`, which every walk reads for every view, are exempt from the run time's check for
  // overlapping access (60 checks a warm frame, 4 % of it): no access to them outlasts its statement. The compiler proves
  // the rest of this storage sound by itself.

  /// The top-left corner in the superview before `transform`, in points. Stored instead of the centre so that a frame
  /// set is read back exactly, however far down a billion-row table it lies.
  private(set) final var origin: CGPoint
  private(set) final var storedBounds: CGRect
  private(set) final var storedTransform = CGAffineTransform.identity
  private(set) final var hasTransform = false

  /// Of the main actor, like the others; not isolated because a `deinit` on another thread takes the subviews out.
  @exclusivity(unchecked) private(set) nonisolated(unsafe) final var tree = ViewTree()
  private(set) final var layoutMarks = LayoutMarks()
  private(set) final var display = ViewDisplay()
  private(set) final var attachments = ViewAttachments()
  private(set) final var traits: ViewTraits

  private(set) final var storedAlpha: CGFloat = 1
  private(set) final var storedIsHidden = false
  private(set) final var storedBackgroundColor: UIColor?
  private(set) final var tint = ViewTint()
  /// The layer, once the app has asked for it.
  private(set) final var layerStorage: CALayer?
  /// The view's part in constraints; nil for views without constraints.
  private(set) final var constraintState: ViewConstraintState?
  /// Interpolated values while an animation runs; nil otherwise.
  private(set) final var presentation: ViewPresentation?
  /// Whether the view is an `AccessibleGridCell`, which says so when it is made.
  package private(set) final var isGridCell = false
  /// Whether a touch that begins in the view is kept from the recognisers of the views around, see `keepTouches(_:)`.
  private(set) final var keepsTouches = false
  /// The values set for assistive tools; nil for views that have their defaults.
  private(set) final var accessibility: AccessibilityRecord?

  // Each for the one file that can make the key.
  nonisolated final subscript(_: ViewTree.Key) -> ViewTree {
    _read { yield tree }
    _modify { yield &tree }
  }
  final subscript(_: LayoutMarks.Key) -> LayoutMarks {
    get { layoutMarks }
    set { layoutMarks = newValue }
  }
  final subscript(_: ViewDisplay.Key) -> ViewDisplay {
    _read { yield display }
    _modify { yield &display }
  }
  final subscript(_: ViewAttachments.Key) -> ViewAttachments {
    _read { yield attachments }
    _modify { yield &attachments }
  }
  final subscript(_: ViewTraits.Key) -> ViewTraits {
    get { traits }
    set { traits = newValue }
  }
  final subscript(_: ViewTint.Key) -> ViewTint {
    get { tint }
    set { tint = newValue }
  }

  // MARK: Plain properties

  /// A number to find the view by.
  public final var tag = 0
  /// Whether subviews and content are cut at the bounds.
  @exclusivity(unchecked) open var clipsToBounds = false {
    didSet { if clipsToBounds != oldValue { setNeedsComposite() } }
  }
  /// A promise that the view paints all of its bounds; a hint for blending.
  open var isOpaque = true
  /// Whether the view and its subviews receive events.
  open var isUserInteractionEnabled = true
  /// Whether the view hears of more than one finger at a time.
  open var isMultipleTouchEnabled = false
  /// How content is placed when the bounds have another size.
  open var contentMode = ContentMode.scaleToFill {
    didSet { if contentMode != oldValue { setNeedsComposite() } }
  }
  /// How the frame follows the superview's size.
  open var autoresizingMask: AutoresizingMask = []
  /// Whether subviews follow the view's size by their `autoresizingMask`.
  open var autoresizesSubviews = true
  /// Space that layouts keep free inside the edges, in points.
  /// - Precondition: finite values.
  open var layoutMargins = UIEdgeInsets(top: 8, left: 8, bottom: 8, right: 8) {
    didSet {
      guard layoutMargins != oldValue else { return }
      requireFinite(layoutMargins, "UIView.layoutMargins", of: self)
      marginsMayHaveChanged()
      layoutMarginsDidChange()
      controller?.viewLayoutMarginsDidChange()
    }
  }
  /// The look of the view while the pointer is over it; nil, the default, for no change. Takes effect when the pointer
  /// comes to the view the next time.
  public final var hoverStyle: UIHoverStyle?

  // MARK: Life

  /// - Parameter frame: place and size in the coming superview, in points; finite.
  public init(frame: CGRect) {
    requireFinite(frame, "UIView(frame:)")
    origin = frame.origin
    storedBounds = CGRect(origin: .zero, size: frame.size)
    traits = ViewTraits(known: UIApplication.current?.traits ?? UITraitCollection.current)
    super.init()
    if Self.requiresConstraintBasedLayout { setNeedsUpdateConstraints() }
  }

  public convenience override init() { self.init(frame: .zero) }

  /// Views are made in code; archives are not read. Always nil.
  public required init?(coder: NSCoder) { nil }

  deinit {
    layerStorage?.viewEnds()
    guard !tree.children.isEmpty else { return }
    let orphans = OrphanedViews(of: self)
    endOnMainActor({ orphans.leave() }, late: orphans.forget, afterEnd: { orphans.leaveLate() })
  }

  open override var next: UIResponder? { controller ?? parent }
  package override var responderWindow: UIWindow? { window }

  // MARK: Geometry

  /// Place and size in the superview, in points. While `transform` is not the identity this is the box around the
  /// transformed bounds; set `bounds` and `center` then.
  /// - Precondition: finite values.
  open var frame: CGRect {
    get { computedFrame }
    set { setFrame(newValue) }
  }

  /// The view's own coordinate space: its size, and the point of that space shown at the top-left corner. Changing the
  /// size lays the view out.
  /// - Precondition: finite values.
  open var bounds: CGRect {
    get { storedBounds }
    set { applyGeometry(origin: originKeepingCenter(for: newValue.size), bounds: newValue) }
  }

  /// The middle of the view in the superview, in points.
  /// - Precondition: finite values.
  open var center: CGPoint {
    get { computedCenter }
    set {
      requireFinite(newValue, "UIView.center", of: self)
      let size = storedBounds.size
      applyGeometry(
        origin: CGPoint(x: newValue.x - size.width / 2, y: newValue.y - size.height / 2),
        bounds: storedBounds)
    }
  }

  /// A map applied about the centre when the view is drawn and hit.
  /// - Precondition: finite values.
  open var transform: CGAffineTransform {
    get { storedTransform }
    set {
      guard newValue != storedTransform else { return }
      requireFinite(newValue, "UIView.transform", of: self)
      captureForAnimation()
      storedTransform = newValue
      hasTransform = !newValue.isIdentity
      setNeedsComposite()
    }
  }

  /// The one place where the geometry of a view in the tree changes: records the change for a running animation block,
  /// marks layout when the size changed, and asks for a frame.
  package final func applyGeometry(origin newOrigin: CGPoint, bounds newBounds: CGRect) {
    let old = storedBounds
    guard newOrigin != origin || newBounds != old else { return }
    requireFinite(newBounds, "UIView.bounds", of: self)
    // Finite numbers can be so large that their sum is not.
    requireFinite(newOrigin, "UIView.frame.origin", of: self)
    captureForAnimation()
    origin = newOrigin
    storedBounds = newBounds
    if constraintState != nil { outerFrameMayHaveChanged() }
    if newBounds.size != old.size {
      markNeedsLayout()
      if display.drawing.isRecorded { forgetDrawing() }
      if autoresizesSubviews, !children.isEmpty { autoresizeChildren(from: old.size) }
    }
    setNeedsComposite()
  }

  /// Puts the view elsewhere and does nothing else. For the animator, and for a view outside of the tree that is placed in
  /// the course of a frame: both ask for a frame where they need one.
  package final func moveOrigin(to new: CGPoint) { origin = new }

  /// Shows the view with other values than its own; nil ends that. Called by the animator, which asks for the frame.
  final func present(_ values: ViewPresentation?, _: Animator.Key) { presentation = values }

  // MARK: Appearance

  /// Opacity of the view with all it contains, 0...1.
  open var alpha: CGFloat {
    get { storedAlpha }
    set {
      let clamped = min(max(newValue.isNaN ? 1 : newValue, 0), 1)
      guard clamped != storedAlpha else { return }
      captureForAnimation()
      storedAlpha = clamped
      if clamped < Self.smallestHitAlpha { windowStorage?.viewWasHidden(self) }
      setNeedsComposite()
    }
  }

  /// A hidden view is neither drawn nor hit; it keeps its place in layout.
  open var isHidden: Bool {
    get { storedIsHidden }
    set {
      guard newValue != storedIsHidden else { return }
      storedIsHidden = newValue
      if newValue { windowStorage?.viewWasHidden(self) }
      constraintState?.stack?.arrangementChanged()
      setNeedsComposite()
    }
  }

  /// The colour that fills the bounds behind the content; nil fills nothing.
  open var backgroundColor: UIColor? {
    get { storedBackgroundColor }
    set {
      guard newValue !== storedBackgroundColor else { return }
      captureForAnimation()
      storedBackgroundColor = newValue
      setNeedsComposite()
    }
  }

  /// The colour of interactive content; inherited from the superview unless set. Never nil when read.
  open var tintColor: UIColor! {
    get { resolvedTintColor }
    set { setTint(newValue) }
  }

  /// Called when `tintColor` changed here or in an ancestor, and when the view comes to a superview with another one
  /// than it had last.
  open func tintColorDidChange() {}

  /// Called when one of the traits changed: light or dark, the display scale, the size of text, the accent colour. A
  /// view that is in no window is told when it comes into one, or before it is measured, laid out or dequeued.
  /// - Parameter previousTraitCollection: the traits the view was told of last.
  open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}

  /// The traits of this view where those around it are `outer`: the same, unless the view overrides them or lifts what is
  /// in it.
  func traits(within outer: UITraitCollection) -> UITraitCollection { traits.override?.traits(within: outer) ?? outer }

  /// Light or dark was overridden anew: tells the view and all below it.
  func overriddenTraitsDidChange() {
    // Views with a layer are drawn with traits of their own; others are not asked.
    _ = layer
    takeTraits(traits(within: parent?.traitCollection ?? UIApplication.current?.traits ?? .current))
  }

  /// The class of `layer`: `CALayer`, or a subclass of it.
  open class var layerClass: AnyClass { CALayer.self }

  /// Corner radius, border and shadow, and sublayers.
  public final var layer: CALayer {
    if let layerStorage { return layerStorage }
    let layer = (Self.layerClass as? CALayer.Type ?? CALayer.self).init()
    layer.become(layerOf: self)
    layerStorage = layer
    return layer
  }

  // MARK: Tree

  /// Puts `view` in front of the other subviews, taking it from wherever it was.
  open func addSubview(_ view: UIView) {
    if view.parent === self { bringSubviewToFront(view) } else { insert(view, at: children.count) }
  }

  /// Inserts at an index of `subviews`, clamped to its range.
  open func insertSubview(_ view: UIView, at index: Int) { insertOrReorder(view, at: index) }

  /// Leaves the superview; the view lives on only while something else holds it.
  open func removeFromSuperview() { leaveSuperview() }

  /// The view is about to enter `newSuperview`, or, with nil, to leave its superview.
  open func willMove(toSuperview newSuperview: UIView?) {}
  /// The superview has changed.
  open func didMoveToSuperview() {}
  /// The view is about to enter a window, or, with nil, to leave its window, alone or with views above it.
  open func willMove(toWindow newWindow: UIWindow?) {}
  /// The window has changed.
  open func didMoveToWindow() {}
  /// A subview was added.
  open func didAddSubview(_ subview: UIView) {}
  /// A subview is about to be removed.
  open func willRemoveSubview(_ subview: UIView) {}

  /// How far the user has moved the view's content, kept for the next run of the program; nil for a view whose content
  /// does not move.
  var shownPlace: [Double]? { nil }

  /// Shows the content as an earlier run told by `shownPlace`, as far as it is there. Called after a layout.
  func show(place: [Double]) {}

  // MARK: Layout

  /// Places the subviews. Called by the layout pass only, superview first; call `setNeedsLayout()` to have it called.
  /// Overrides call super, which places what constraints place.
  open func layoutSubviews() {
    if let constraintState { layOutByConstraints(constraintState) }
  }

  /// Asks for `layoutSubviews` in the next layout pass; many calls are one.
  open func setNeedsLayout() { markNeedsLayout() }

  /// Lays out this view and those below that are marked, now.
  ///
  /// A view placed by constraints is laid out with those it is solved together with.
  open func layoutIfNeeded() { runLayoutPass() }

  /// Takes the size that `sizeThatFits` answers for the present one; the origin stays.
  open func sizeToFit() {
    bringTraitsUpToDate()
    let size = sizeThatFits(storedBounds.size)
    applyGeometry(origin: origin, bounds: CGRect(origin: storedBounds.origin, size: size))
  }

  /// Called when `layoutMargins` were set to others.
  open func layoutMarginsDidChange() {}

  /// The size the view would like within `size`, in points.
  open func sizeThatFits(_ size: CGSize) -> CGSize { storedBounds.size }

  /// The size for a layout, in points. Both sides of `targetSize` have the priority `fittingSizeLevel`.
  open func systemLayoutSizeFitting(_ targetSize: CGSize) -> CGSize {
    systemLayoutSizeFitting(
      targetSize, withHorizontalFittingPriority: .fittingSizeLevel, verticalFittingPriority: .fittingSizeLevel)
  }

  /// The size for a layout, in points. A side with the priority `required` is the target's. Any other side is what the
  /// constraints inside ask for, or, without constraints, what `sizeThatFits` returns for the target. A table calls
  /// this for its cells with the row's width, required, and the height 0.
  open func systemLayoutSizeFitting(
    _ targetSize: CGSize, withHorizontalFittingPriority horizontalFittingPriority: UILayoutPriority,
    verticalFittingPriority: UILayoutPriority
  ) -> CGSize {
    if let size = constrainedSize(targetSize, horizontalFittingPriority, verticalFittingPriority) { return size }
    let fitting = sizeThatFits(targetSize)
    return CGSize(
      width: horizontalFittingPriority == .required ? targetSize.width : fitting.width,
      height: verticalFittingPriority == .required ? targetSize.height : fitting.height)
  }

  /// The size of the content by itself; `noIntrinsicMetric` where it has none.
  open var intrinsicContentSize: CGSize {
    CGSize(width: Self.noIntrinsicMetric, height: Self.noIntrinsicMetric)
  }

  /// Tells the view's container that the size of its content has changed. A table measures a row again when its cell,
  /// or the cell's `contentView`, gets this call. Overrides call super.
  open func invalidateIntrinsicContentSize() {
    contentSizeMayHaveChanged()
    if let parent, parent.isSized(by: self) { parent.invalidateIntrinsicContentSize() }
  }

  /// Whether the view's own size follows that of a subview, as a cell's follows that of its content view.
  func isSized(by subview: UIView) -> Bool { isGridCell && (self as? any DerivedCell)?.hostedContent === subview }

  /// Whether the class sets its constraints up in `updateConstraints()`, which is then called before the first layout.
  open class var requiresConstraintBasedLayout: Bool { false }

  /// Activates and changes constraints. Called before layout where `setNeedsUpdateConstraints()` asked for it.
  /// Overrides call super, last.
  open func updateConstraints() {}

  /// The view's part in constraints; made by the first call.
  final func ensureConstraintState() -> ViewConstraintState {
    if let constraintState { return constraintState }
    let made = ViewConstraintState()
    constraintState = made
    return made
  }

  /// The size that constraints ask for; nil when the view has none inside.
  func constrainedSize(
    _ target: CGSize, _ horizontal: UILayoutPriority, _ vertical: UILayoutPriority
  ) -> CGSize? {
    sizeByConstraints(target, horizontal: horizontal, vertical: vertical)
  }

  /// Whether the height of the content depends on its width.
  var wrapsContent: Bool { false }
  /// Sets the width, in points, for which `intrinsicContentSize` is asked next.
  func limitContentWidth(to width: CGFloat) {}
  /// Called when `semanticContentAttribute` became another, here or, without a choice here, around. Overrides call super.
  func layoutDirectionDidChange() {
    setNeedsLayout()
    setNeedsComposite()
  }
  /// From the top edge to the first baseline, and from the last baseline to the bottom edge, in points.
  var baselineOffsets: (first: CGFloat, last: CGFloat) { (0, 0) }

  /// The part of the bounds' edges covered by the window's decoration.
  open var safeAreaInsets: UIEdgeInsets { computedSafeAreaInsets }

  /// Called when `safeAreaInsets` changed because a controller above has other `additionalSafeAreaInsets`.
  open func safeAreaInsetsDidChange() {}

  /// Called for views that a `UINib` made, subviews first.
  open func awakeFromNib() {}

  // MARK: Drawing and hitting

  /// Asks for `draw(_:)` before the next frame.
  open func setNeedsDisplay() {
    forgetDrawing()
    setNeedsComposite()
  }

  /// Draws into `UIGraphicsGetCurrentContext()`, in the view's coordinates. Called before a frame when
  /// `setNeedsDisplay()` asked for it; what was drawn is kept and shown until the next call.
  open func draw(_ rect: CGRect) {}

  // MARK: Accessibility

  /// The record of what was set for assistive tools; made by the first call.
  final var accessibilityRecord: AccessibilityRecord {
    if let accessibility { return accessibility }
    let made = AccessibilityRecord()
    accessibility = made
    return made
  }

  /// Whether assistive tools treat the view as one thing, with nothing in it. Labels, controls, cells and headers are
  /// elements unless it is set; other views are not.
  open var isAccessibilityElement: Bool {
    get { accessibility?.isElement ?? isElementByDefault }
    set { accessibilityRecord.isElement = newValue }
  }
  /// The view's name in words. Unless it is set, what the view shows: a label's text, a button's title, a cell's texts
  /// in reading order.
  open var accessibilityLabel: String? {
    get { accessibility?.label ?? defaultAccessibleLabel }
    set { accessibilityRecord.label = newValue }
  }
  /// The value of the view in words, such as the text of a field.
  open var accessibilityValue: String? {
    get { accessibility?.value ?? defaultAccessibleValue }
    set { accessibilityRecord.value = newValue }
  }
  /// The effect of activating the view, in a short sentence; unless it is set, the `toolTip`.
  open var accessibilityHint: String? {
    get { accessibility?.hint ?? accessibility?.tip?.text }
    set { accessibilityRecord.hint = newValue }
  }
  /// How the view behaves.
  open var accessibilityTraits: UIAccessibilityTraits {
    get { accessibility?.traits ?? defaultAccessibleTraits }
    set { accessibilityRecord.traits = newValue }
  }
  /// A name for tests and tools, which is not read out.
  open var accessibilityIdentifier: String? {
    get { accessibility?.identifier }
    set { accessibilityRecord.identifier = newValue }
  }
  /// The language of label, value and hint as a BCP 47 tag; nil for the user's.
  open var accessibilityLanguage: String? {
    get { accessibility?.language }
    set { accessibilityRecord.language = newValue }
  }
  /// The elements in the view in reading order, `UIAccessibilityElement`s and views; nil, the default, for those of the
  /// subviews.
  open var accessibilityElements: [Any]? {
    get { accessibility?.elements }
    set { accessibilityRecord.elements = newValue }
  }
  /// Whether assistive tools pass over the view and all in it.
  open var accessibilityElementsHidden: Bool {
    get { accessibility?.hidesElements ?? false }
    set { accessibilityRecord.hidesElements = newValue }
  }
  /// Whether assistive tools pass over the views beside this one.
  open var accessibilityViewIsModal: Bool {
    get { accessibility?.isModal ?? false }
    set { accessibilityRecord.isModal = newValue }
  }
  /// Where the view is, in points of the window; its bounds unless set.
  open var accessibilityFrame: CGRect {
    get { accessibility?.frame ?? convert(storedBounds, to: nil) }
    set { accessibilityRecord.frame = newValue }
  }
  /// Actions beside activating the view; nil for none.
  open var accessibilityCustomActions: [UIAccessibilityCustomAction]? {
    get { accessibility?.customActions }
    set { accessibilityRecord.customActions = newValue }
  }
  /// An assistive tool activates the view.
  /// - Returns: whether the view did something; otherwise it is clicked.
  open func accessibilityActivate() -> Bool { false }
  /// An assistive tool raises the value of a view with the trait `adjustable`.
  open func accessibilityIncrement() {}
  /// An assistive tool lowers the value of a view with the trait `adjustable`.
  open func accessibilityDecrement() {}
  /// An assistive tool scrolls.
  /// - Returns: whether the view scrolled; otherwise the views around it are asked.
  open func accessibilityScroll(_ direction: UIAccessibilityScrollDirection) -> Bool { false }
  /// An assistive tool leaves what is shown.
  /// - Returns: whether the view did; otherwise the views around it are asked.
  open func accessibilityPerformEscape() -> Bool { false }

  /// Whether the user operates the view by itself, wherever it stands.
  var isOperable: Bool { false }
  /// The view as a grid, for assistive tools; nil for other views. A property, since a cast to the protocol takes
  /// several times as long.
  package var accessibleGrid: (any AccessibleGrid)? { nil }
  /// Called by cells of grids when they are made: their module cannot override the three properties below.
  package final func declareGridCell() { isGridCell = true }
  /// The kind of element, or `plain`.
  var accessibleRole: AccessibleRole { isGridCell ? .cell : .plain }
  /// The defaults of the properties above. A cell of a grid is an element that says the texts in it.
  var isElementByDefault: Bool { isGridCell }
  var defaultAccessibleLabel: String? { isGridCell ? joinedAccessibleTexts : nil }
  var defaultAccessibleValue: String? { nil }
  var defaultAccessibleTraits: UIAccessibilityTraits { [] }

  /// Asked when a recogniser attached to this view is about to begin; false makes it fail.
  open func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool { true }

  // MARK: Keyboard and pointer

  /// Whether the Tab key stops at the view. False unless a class says otherwise: controls are stopped at while they are
  /// enabled, tables always.
  ///
  /// The focused view is the first responder, as on the desktop: a class that returns true also returns true from
  /// `canBecomeFirstResponder`.
  open var canBecomeFocused: Bool { false }

  /// The text shown when the pointer rests on the view; nil for none. Asked while the pointer moves over the view.
  package var pointerTip: (any PointerTip)? { accessibility?.tip }

  /// The view the ring is drawn around while this one has the keyboard: itself or a part of it; nil for none.
  package var focusRingHost: UIView? { nil }
  /// Radius of the ring's corners, in points.
  package var focusRingRadius: CGFloat { 6 }
  /// How far the ring and the shade under the pointer stay away from the left and right edges, in points.
  package var chromeInset: CGFloat { 0 }
  /// The responder that gets the keyboard when `view`, which has it and is inside of this view, leaves the window or is hidden.
  package func focusHeir(of view: UIView) -> UIResponder? { parent?.focusHeir(of: view) }
  /// Called when the Tab key leads to `view`, which is this view or inside of it. Calls the superview's, so that each
  /// view around can show `view`.
  package func focusCame(to view: UIView) { parent?.focusCame(to: view) }
  /// Whether Tab goes from this view, which has the keyboard, to `view` inside of it, rather than past it.
  package func focusLeads(to view: UIView) -> Bool { true }

  /// The outline of the shade under the pointer where `hoverStyle` leaves it to the view.
  package var hoverShape: UIShape { .rect }
  /// Whether a click in the view, where nothing inside takes it, is for this view and for none around it.
  package var endsHover: Bool { hoverStyle != nil }
  /// Whether the content moves at present: it scrolls by itself, or the user holds it.
  package var isContentMoving: Bool { false }
  /// Whether a click would do anything at present. Asked when the pointer comes to the view, if that has a style.
  package var takesClicks: Bool { true }
  /// Whether the shade under the pointer may lie on the view as it looks at present. Asked before the shade comes.
  package var bearsHoverShade: Bool { true }

  /// The pointer is no longer where `pointerHovered` claimed it.
  package func pointerLeft() {}

  /// Has touches that begin in the view kept from the recognisers of the views around, or not.
  package final func keepTouches(_ keeps: Bool) { keepsTouches = keeps }

  /// Whether the view's text is edited or selected. A property, because a class that is asked at run time whether it conforms
  /// to a protocol costs a search through the whole program.
  var hostsText: Bool { false }

  /// Content of framework views drawn over the subviews (scroll indicators). `rect` is the view in window points.
  func appendOverlay(to builder: DisplayListBuilder, in rect: CGRect) {}

  /// Whether the view is blended as one picture while `alpha` is less than 1. False for views whose parts do not
  /// overlap: those are blended one by one, and no pixel between them is touched.
  var fadesAsOne: Bool { true }

  /// The values that an animation shows of the view at a moment. Overridden by views whose alpha follows a rule of its own.
  /// - Parameter values: between those of the animation's beginning and its end.
  func adjusted(_ values: ViewPresentation) -> ViewPresentation { values }

  /// Content of framework views (text, images), appended between background and subviews. `rect` is the view in window
  /// points.
  func appendContent(to builder: DisplayListBuilder, in rect: CGRect) {}

  /// Called when a subview was added or removed, which may move the others. Overridden by a view that places some of
  /// its subviews by itself.
  func needsLayout(with subview: UIView) { markNeedsLayout() }

  /// The front-most view under `point`; nil when the view is hidden, takes no events, is almost transparent (alpha <
  /// 0.01), or the point is outside.
  /// - Parameter point: in the view's coordinates.
  open func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
    deepestView(at: point, with: event)
  }

  /// Whether `point`, in the view's coordinates, belongs to the view.
  open func point(inside point: CGPoint, with event: UIEvent?) -> Bool {
    storedBounds.contains(point)
  }
}
