import Foundation

/// An open menu, which takes all events of its window.
@MainActor
protocol WindowMenu: AnyObject {
  /// The responder that had the keyboard before the menu opened; nil for none.
  var formerResponder: UIResponder? { get }
  /// Closes the menu without choosing anything.
  func dismiss()
}

/// A corner of a window. Kept in files by its name.
package enum WindowCorner: String, CaseIterable, Sendable {
  case topLeft, topRight, bottomLeft, bottomRight

  /// That of the window's overlay, until the user drags it elsewhere.
  package static let ofOverlay = WindowCorner.topRight
}

/// Traits that an app sets for a window and all that is in it; `unspecified` ones are those of the application.
public struct UITraitOverrides: Equatable, Sendable {
  /// How far the window lies above the ground.
  public var userInterfaceLevel = UIUserInterfaceLevel.unspecified

  init() {}
}

/// The colours of text and signs in the menus and alerts of a window, for which UIKit has no interface: the system's, unless
/// an app whose own text stands out more sets others.
public struct MenuColors: Sendable {
  /// Titles of menus and action sheets, and the signs of items that lead on.
  public var secondary = UIColor.secondaryLabel
  /// Items and actions that cannot be chosen.
  public var disabled = UIColor.tertiaryLabel
  /// Items and actions that destroy something.
  public var destructive = UIColor.systemRed

  /// The system's colours.
  public init() {}
}

/// A panel over all views of a window that belongs to no view. It takes touches, and leaves the wheel to what is below.
@MainActor
package protocol WindowOverlay: UIView {
  /// Called by the frame loop before a frame is built.
  ///
  /// - Parameters:
  ///   - now: seconds of the frame clock.
  ///   - windowSize: inside of the window, in points.
  ///   - scale: pixels of a point.
  func prepare(now: Double, windowSize: CGSize, scale: CGFloat)
  /// Appends the panel to the picture of the window's views, in window points. Called after `prepare`.
  func append(to builder: DisplayListBuilder)
}

/// A view that the user operates although it is no `UIControl`. A `WindowOverlay` keeps clear of it, as of controls.
@MainActor
package protocol OperatedView: UIView {}

/// The root of a view tree, shown in a window of the desktop.
@preconcurrency @MainActor
open class UIWindow: UIView {
  /// Owns the run loop's marks. Held, since the application holds its window weakly.
  let application: UIApplication
  /// The desktop window, once shown.
  package private(set) var platformWindow: PlatformWindow?
  let builder = DisplayListBuilder()
  let touchRouter = TouchRouter()
  /// The looks that the app has set by `appearance()`, which views take that enter the open window. Kept here, too, because
  /// each row that enters asks.
  @exclusivity(unchecked) final var appearances: (any AppearanceSource)?
  /// Whether a controller in the window has ever added to the safe area.
  final var hasAdditionalSafeArea = false
  /// The responder that receives keys first; nil means the root view controller.
  @exclusivity(unchecked) package weak var firstResponder: UIResponder? {
    didSet {
      guard firstResponder !== oldValue else { return }
      holder = firstResponder.map(ObjectIdentifier.init)
      application.textInput.firstResponderChanged(in: self)
      focus.holderChanged()
    }
  }
  /// The first responder, for comparing: every view of a row that leaves is. To look it up counts two references.
  private var holder: ObjectIdentifier?
  /// The ring around what has the keyboard, and the Tab key.
  private(set) final lazy var focus = KeyboardFocus(of: self)
  /// The menu that is open.
  weak var menu: (any WindowMenu)?
  /// Something is drawn differently than in the frame on screen. Its checks for overlapping access would be counted with
  /// those of `RenderResources`.
  @exclusivity(unchecked) package private(set) var isDisplayMarked = false
  /// Nothing of the window can be seen: it is laid out but not drawn.
  package private(set) var isOccluded = false
  /// Light or dark, the scale of the display the window is on, and what else its views are shown with.
  package var windowTraits: UITraitCollection { knownTraits }

  /// The traits of views at the elevated level, and those of the window that they were made from; nil before the first
  /// such view.
  private final var lifted: (base: UITraitCollection, traits: UITraitCollection)?

  /// The window's traits at the elevated level, with which sheets, popovers and alerts are shown: one object until the
  /// window has other traits.
  final var elevatedTraits: UITraitCollection {
    if let lifted, lifted.base === knownTraits { return lifted.traits }
    let made = knownTraits.elevated
    lifted = (knownTraits, made)
    return made
  }

  /// Whether traits are the window's at the elevated level, and not former ones.
  final func isElevated(_ traits: UITraitCollection) -> Bool {
    guard let lifted else { return false }
    return lifted.traits === traits && lifted.base === knownTraits
  }

  /// The traits with which a view in the window is shown, also when it was not told of them yet.
  final func traits(of view: UIView) -> UITraitCollection {
    if view.knownTraits === knownTraits || isElevated(view.knownTraits) { return view.knownTraits }
    return view.traits(below: knownTraits)
  }

  /// The panel that is drawn over all views, in no view's `subviews`, and is the first to be hit; nil, as in most windows,
  /// for none.
  package final var overlay: (any WindowOverlay)? {
    get { storedOverlay }
    set {
      let previous = storedOverlay
      storedOverlay = newValue
      previous?.moveToWindow(nil)
      newValue?.adoptTraits(knownTraits)
      newValue?.moveToWindow(self)
      setNeedsComposite()
    }
  }
  /// Not `overlay` itself: each frame reads it, and the compiler proves a private property sound.
  private final var storedOverlay: (any WindowOverlay)?

  /// The last place of the pointer, in window points; nil outside.
  package final var pointerLocation: CGPoint? { touchRouter.pointerLocation }

  /// - Parameter frame: the wished size of the window's inside, in points.
  public override init(frame: CGRect) {
    application = UIApplication.shared
    super.init(frame: frame)
    becomeRoot()
    touchRouter.attach(to: self)
    backgroundColor = .systemBackground
  }

  /// A window as large as the screen, for the scene of the program.
  public convenience init(windowScene: UIWindowScene) { self.init(frame: windowScene.screen.bounds) }

  /// The scene of the program's window. Setting it has no effect: there is one.
  public final var windowScene: UIWindowScene? {
    get { application.windowScene }
    set {}
  }

  /// Archives are not read. Always nil.
  public required init?(coder: NSCoder) { nil }

  deinit {
    let (router, orphans) = (touchRouter, OrphanedViews(of: self))
    // Views leave while the window is whole: `UIView`'s deinit runs when its own parts are gone.
    endOnMainActor(
      {
        router.cancelAll()
        orphans.leave()
      }, late: orphans.forget,
      afterEnd: {
        router.cancelAll()
        orphans.leaveLate()
      })
  }

  open override var next: UIResponder? { application }

  override func overriddenTraitsDidChange() { updateTraits() }

  /// The colours of text and signs in menus and alerts; those that open from now on have them.
  public var menuColors = MenuColors()

  /// Other traits of the window regardless of the application's.
  public var traitOverrides = UITraitOverrides() {
    didSet { if traitOverrides != oldValue { updateTraits() } }
  }

  /// Fills the window with its view, from when the window is opened; loads the view then at the latest.
  ///
  /// Another one ends all that is presented in the window, at once. One that is set while the controllers are told of that
  /// takes its place after it.
  open var rootViewController: UIViewController? {
    didSet {
      guard rootViewController !== oldValue else { return }
      oldValue?.ownWindow = nil
      rootViewController?.ownWindow = self
      if platformWindow != nil { exchangeRoots() }
    }
  }
  /// The controller whose view fills the window.
  private final var shownRoot: UIViewController?
  /// The exchange of the roots' views.
  private enum RootExchange {
    case none
    /// All that is in the window leaves it, and nothing else comes.
    case leaving
    case entering
  }
  private final var rootExchange = RootExchange.none
  /// Whether controllers that are in the window can present others.
  final var takesPresentations: Bool { rootExchange != .leaving }

  /// Exchanges the controller whose view is in the window until it is the root.
  private func exchangeRoots() {
    guard rootExchange == .none else { return }
    untilSettled {
      guard shownRoot !== rootViewController else { return false }
      rootExchange = .leaving
      endPresentations()
      let old = shownRoot
      shownRoot = nil
      old?.leaveWindow()
      rootExchange = .entering
      showRootView()
      return true
    }
    rootExchange = .none
    guard shownRoot !== rootViewController else { return }
    remark(
      """
      UIWindow.rootViewController became another one again and again while the one before left or came: the window shows \
      \(shownRoot.map { "\(type(of: $0))" } ?? "none"); set it once
      """)
  }

  /// Puts the root controller's view into the window.
  private func showRootView() {
    // Another may be the root by the time that the view is loaded.
    guard let controller = rootViewController, let view = controller.view, controller === rootViewController else {
      return
    }
    shownRoot = controller
    view.frame = storedBounds
    view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    addSubview(view)
    updateTitle()
  }

  // MARK: Presentations

  /// The presentations in the window, in the order in which they began.
  private final var presentations: [any WindowPresentation] = []

  /// Keeps a presentation, and with it its controllers, from its beginning on.
  final func keep(_ presentation: any WindowPresentation) { presentations.append(presentation) }

  /// The end of a presentation has been told.
  final func letGo(of presentation: any WindowPresentation) { presentations.removeAll { $0 === presentation } }

  private func endPresentations() {
    for presentation in presentations.reversed() { presentation.endAtOnce() }
  }

  /// The layers of what is presented, from back to front.
  private(set) final var modalLayers: [any ModalLayer] = []

  /// Puts a layer in front of all views.
  func add(_ layer: any ModalLayer) {
    modalLayers.append(layer)
    addSubview(layer)
  }

  /// The layer has the keyboard no longer; its view goes when it has left the screen.
  func release(_ layer: any ModalLayer) { modalLayers.removeAll { $0 === layer } }

  /// The view in which Tab stays.
  var focusRoot: UIView {
    if let layer = modalLayers.last, layer.holdsFocus { return layer }
    return self
  }

  /// Receives keys, and actions without a target.
  var keyTarget: UIResponder { firstResponder ?? modalLayers.last?.keyResponder ?? rootViewController ?? self }

  /// Controllers whose views have entered the window and are not drawn yet, from the inside out.
  private var appearing: [UIViewController] = []

  /// Has the controller told when its view has been drawn.
  func awaitAppearance(of controller: UIViewController) {
    appearing.append(controller)
    requestFrame()
  }

  /// Called once, when the next frame has been drawn and the controllers in it have appeared.
  private var afterFrame: [() -> Void] = []

  /// Has `work` called when the next frame has been drawn.
  func afterNextFrame(_ work: @escaping () -> Void) {
    afterFrame.append(work)
    requestFrame()
  }

  /// Called by the frame loop when a frame has been drawn, or would have been if the window could be seen.
  func finishAppearances() {
    guard !appearing.isEmpty || !afterFrame.isEmpty else { return }
    let (waiting, works) = (appearing, afterFrame)
    appearing = []
    afterFrame = []
    application.frameLoop.profiler.measure(.events) {
      for controller in waiting where controller.finishAppearing() { appearing.append(controller) }
      for work in works { work() }
    }
  }

  /// Whether this window receives keys.
  public var isKeyWindow: Bool { application.keyWindow === self }

  /// Opens the window on the desktop and makes it receive keys. A display that cannot be opened ends the program with
  /// one line and exit code 69.
  /// - Precondition: no other window is open; one that was let go is closed.
  public func makeKeyAndVisible() {
    if platformWindow == nil { application.open(self) }
    platformWindow?.show()
    setNeedsComposite()
  }

  // MARK: The desktop window

  /// Called by the application with the window it opened for this one.
  func attach(_ window: PlatformWindow) {
    platformWindow = window
    platformWindowDidResize()
    exchangeRoots()
  }

  func updateTitle() {
    if let title = desktopTitle { platformWindow?.title = title }
  }

  /// The title of what the root controller shows and the program's name; nil without a title.
  var desktopTitle: String? {
    let own = application.windowScene.title ?? ""
    guard let title = own.isEmpty ? rootViewController?.titleForWindow : own else { return nil }
    let name = application.platform.programName
    return name.isEmpty || title == name ? title : "\(title) - \(name)"
  }

  /// Takes over size and scale of the desktop window.
  func platformWindowDidResize() {
    guard let window = platformWindow else { return }
    application.screen.bounds = CGRect(origin: .zero, size: window.size)
    application.screen.scale = window.scale
    application.screen.maximumFramesPerSecond = max(1, Int(window.refreshRate.rounded()))
    let coordinator = window.size == storedBounds.size ? nil : ResizeCoordinator()
    if let coordinator {
      rootViewController?.viewWillTransition(to: window.size, with: coordinator)
      for layer in modalLayers { layer.windowWillTransition(to: window.size, with: coordinator) }
    }
    bounds = CGRect(origin: storedBounds.origin, size: window.size)
    coordinator?.finish()
    application.updateTraits()
    updateTraits()
    redrawAll()
    if application.frameLoop.profiler.framesFinished > 0 { traceRenderer() }
  }

  /// Says in the trace which renderer draws, unless it is known there. Called once the first frame was shown, and when
  /// another may draw from now on.
  package final func traceRenderer() {
    let profiler = application.frameLoop.profiler
    guard let trace = profiler.trace, let backend = platformWindow?.backend else { return }
    trace.renderer(
      [backend.name, backend.picture, backend.reason].filter { !$0.isEmpty }.joined(separator: ", "),
      at: application.frameLoop.now)
  }

  func setOccluded(_ occluded: Bool) {
    isOccluded = occluded
    if !occluded { redrawAll() }
  }

  /// Recomputes light/dark and scale, and tells the views when they changed.
  func updateTraits() {
    var style = overrideUserInterfaceStyle
    if style == .unspecified { style = application.interfaceStyle }
    var level = traitOverrides.userInterfaceLevel
    if level == .unspecified { level = application.traits.userInterfaceLevel }
    var traits = UITraitCollection(
      userInterfaceStyle: style, displayScale: platformWindow?.scale ?? windowTraits.displayScale,
      accentColor: application.traits.accentColor,
      preferredContentSizeCategory: application.preferredContentSizeCategory,
      accessibilityContrast: application.traits.accessibilityContrast, userInterfaceLevel: level)
    // One object for equal traits: views that come into the window know them already.
    if traits == application.traits { traits = application.traits }
    guard traits !== windowTraits, traits != windowTraits || traits === application.traits else { return }
    adoptTraits(traits)
    overlay?.adoptTraits(windowTraits)
    setNeedsComposite()
  }

  // MARK: Marks

  func requestFrame() { application.frameLoop.requestFrame() }

  /// Called when the desktop has lost the window's picture.
  func redrawAll() {
    platformWindow?.backend.invalidate()
    isDisplayMarked = true
    requestFrame()
  }

  func markForDisplay() {
    guard !isDisplayMarked else { return }
    isDisplayMarked = true
    application.frameLoop.requestFrame()
  }

  /// Whether a frame would change anything that can be seen.
  var wantsFrame: Bool {
    layoutMarks.isAny || (isDisplayMarked && !isOccluded)
  }

  /// Called by the frame loop when it is about to build the display list.
  func clearDisplayMark() { isDisplayMarked = false }

  /// A view with its subtree leaves: it can hold neither focus nor touches.
  func viewWillLeave(_ view: UIView) {
    touchRouter.viewWillLeave(view)
    guard holder == ObjectIdentifier(view), firstResponder === view else { return }
    firstResponder = nil
    focus.holderLeft(view)
  }

  /// A view in the window was hidden.
  final func viewWasHidden(_ view: UIView) { if holder != nil { focus.viewWasHidden(view) } }

  open override func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
    if let overlay, overlay.frame.contains(point) { return overlay }
    return super.hitTest(point, with: event)
  }

  /// The view at a point, without the overlay.
  func hitTestBelowOverlay(_ point: CGPoint) -> UIView? { super.hitTest(point, with: nil) }

  /// Hands an event to the views it concerns: touches to the views they began
  /// in, presses to the first responder.
  open func sendEvent(_ event: UIEvent) {
    // After a touch's moves, of which some come each frame, the end of the run loop's turn does it.
    if event.touches?.contains(where: { $0.phase == .began }) ?? true { keyTarget.undoManager?.endEvent() }
    touchRouter.deliver(event, in: self)
  }

  /// The manager of what is changed in the window, one for all in it that has none of its own.
  open override var undoManager: UndoManager? { windowUndoManager }
  private final lazy var windowUndoManager = UndoManager()

  /// Tab, unless a responder uses it, goes to the next view that can be focused; so does Control and Tab. Alt+Left goes
  /// back one screen, Alt+Right where screens come from the left. Ctrl+Z takes back what was changed last where the keys go,
  /// Ctrl+Shift+Z and Ctrl+Y make it again. `?` shows the key commands.
  open override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    if let key = presses.first?.key {
      if focus.take(key) || isBack(key) && goBack() { return }
      if let step = key.undoStep, let manager = keyTarget.undoManager { return take(step, from: manager) }
      if key.asksForKeys, showKeyCommands() { return }
    }
    super.pressesBegan(presses, with: event)
  }

  private func take(_ step: UndoStep, from manager: UndoManager) {
    guard !manager.take(step) else { return }
    UIAccessibility.post(
      notification: .announcement, argument: step == .undo ? "Nothing to undo" : "Nothing to redo")
  }

  private func isBack(_ key: UIKey) -> Bool {
    // A presented controller is in front of all others.
    let shown = modalLayers.last.map { $0.keyResponder as? UIViewController } ?? rootViewController
    let isTurned = shown?.viewIfLoaded?.isInRightToLeft ?? false
    return key.keyCode == (isTurned ? .keyboardRightArrow : .keyboardLeftArrow)
      && key.modifierFlags.intersection([.shift, .control, .alternate, .command]) == .alternate
  }

  /// Goes back one screen.
  /// - Returns: false on the first screen, and while a menu is open.
  @discardableResult
  func goBack() -> Bool {
    guard menu == nil else { return false }
    // A presented controller is in front of all others.
    guard let layer = modalLayers.last else { return rootViewController?.goBack() ?? false }
    return (layer.keyResponder as? UIViewController)?.goBack() ?? false
  }
}
