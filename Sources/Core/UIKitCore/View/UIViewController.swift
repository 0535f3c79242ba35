import Foundation

/// Owns a view and follows its life.
///
/// The order is UIKit's: `loadView` and `viewDidLoad` when the view is first asked for; `viewWillAppear` before the
/// view enters a window, `viewIsAppearing` once its superview has placed it there, `viewWillLayoutSubviews` and
/// `viewDidLayoutSubviews` around its first layout, `viewDidAppear` when the frame with that layout has been drawn;
/// `viewWillDisappear` before the view leaves the window, `viewDidDisappear` after. A controller's view may enter and
/// leave as the root of a window, as a child's view, or by `addSubview` and `removeFromSuperview` alone. Of a parent
/// and its child the parent is told first what will happen, and the child what has happened.
@preconcurrency @MainActor
open class UIViewController: UIResponder, UITraitChangeObservable, UIContentContainer {
  private var storedView: UIView?
  /// Between which of the callbacks the controller is.
  private enum Appearance {
    /// The view is in no window.
    case disappeared
    /// `viewWillAppear` was called; the view waits for its place.
    case entering
    /// `viewIsAppearing` was called; the view waits to be drawn.
    case appearing
    case appeared
    /// `viewWillDisappear` was called.
    case leaving
  }
  private var appearance = Appearance.disappeared
  /// A change of appearance that takes time.
  private final class AppearanceTransition {
    let isAnimated: Bool
    /// Begun by the parent's.
    let isForwarded: Bool

    init(isAnimated: Bool, isForwarded: Bool = false) {
      (self.isAnimated, self.isForwarded) = (isAnimated, isForwarded)
    }
  }
  /// Between `beginAppearanceTransition` and `endAppearanceTransition`.
  private var transition: AppearanceTransition?
  /// The controllers that this one presents and is presented by; nil until it takes part in a presentation.
  final var links: PresentationLinks?
  /// The controller's content of bars; nil until a bar or the app asks for it. Kept here for the folder `Navigation`.
  final var bars: (any ControllerBars)?
  /// The window whose root the controller is, whether its view is loaded or not.
  final weak var ownWindow: UIWindow?

  /// Shown in the navigation bar, and as the window's title while the controller is the window's root or is what the
  /// root's navigation shows.
  open var title: String? {
    didSet {
      bars?.title = title
      viewIfLoaded?.window?.updateTitle()
    }
  }
  /// Keeps a name that code for iOS gives the controller for restoring its state. The place of a program is restored by
  /// `userActivity` instead, see `UIApplicationLaunchConfiguration.restoresInterface`. Nil at first.
  open var restorationIdentifier: String?
  /// The title of the window while the controller is its root; containers have that of the controller they show.
  var titleForWindow: String? { bars?.title ?? title }
  /// The content of a navigation bar while the controller is on top. Made when first asked for, with the controller's
  /// title; a subclass may show the item of another controller instead, which has to stay the same.
  open var navigationItem: UINavigationItem { navigationPart.item }
  /// The controller that contains this one.
  public private(set) weak var parent: UIViewController?
  /// Controllers added with `addChild(_:)`, oldest first.
  public private(set) var children: [UIViewController] = []
  /// Whether the user edits what is shown; setting it calls `setEditing(_:animated:)`.
  open var isEditing: Bool {
    get { storedIsEditing }
    set { setEditing(newValue, animated: false) }
  }
  private var storedIsEditing = false

  /// The watchers of single traits; nil until `registerForTraitChanges` is called.
  private(set) final var traitObserversInUse: TraitObservers?
  /// The watchers of single traits of the view.
  public final var traitObservers: TraitObservers {
    if let traitObserversInUse { return traitObserversInUse }
    let made = TraitObservers()
    traitObserversInUse = made
    return made
  }

  /// The user's activity on the screen, kept for the next run in a program that restores its interface; nil for none.
  /// `UIResponder` has it in UIKit.
  open var userActivity: NSUserActivity?

  /// Brings `userActivity` up to date. Called when the program ends, of the controller nearest to the user that has one.
  open func updateUserActivityState(_ activity: NSUserActivity) {}

  /// A controller whose class sets up what it needs by itself. A subclass that declares an `init()` of its own writes no
  /// `override`.
  public override convenience init() { self.init(nibName: nil, bundle: nil) }

  /// The initialiser that subclasses call. Interface files are not read: both arguments are ignored.
  public init(nibName: String?, bundle: Bundle?) { super.init() }

  /// Archives are not read. Always nil.
  public required init?(coder: NSCoder) { nil }

  deinit {
    guard let view = storedView else { return }
    // The view ends on the main actor, too, unless somebody else holds it.
    storedView = nil
    let last = LastView(view, of: self)
    endOnMainActor({ last.leave() }, late: last.forget)
  }

  /// The controller's view; made by `loadView()` when first asked for.
  ///
  /// A view that is set takes the place and frame of the one before in its superview, without calls of `viewWillAppear`
  /// and its kin. Setting nil takes the view off the screen.
  /// - Precondition: no other controller has the view.
  open var view: UIView! {
    get {
      if let storedView { return storedView }
      loadView()
      if storedView == nil {
        misuse("\(type(of: self)).loadView() returned without setting view: assign one, or call super")
      }
      viewDidLoad()
      // Perhaps another one by now.
      return storedView
    }
    set { setView(newValue) }
  }

  /// Light or dark for the controller's view and all below it, and for the sheet or alert it is presented as; `unspecified`,
  /// the default, for that of what is around it.
  open var overrideUserInterfaceStyle = UIUserInterfaceStyle.unspecified {
    didSet {
      guard let storedView else { return }
      storedView.takeStyle(ofController: overrideUserInterfaceStyle)
      // A presented view lies in its host, which the layer places.
      (storedView.superview?.superview as? any ModalLayer)?.takeStyle(ofController: overrideUserInterfaceStyle)
    }
  }

  private func setView(_ new: UIView?) {
    let old = storedView
    guard new !== old else { return }
    if let other = new?.controller {
      misuse(
        """
        \(type(of: self)).view was set to a view that is \(type(of: other)).view: a view has at most one view \
        controller; set the other's view to nil first, or add the view below this controller's own
        """)
    }
    if new == nil { leaveWindow() }
    old?.forget(ObjectIdentifier(self))
    storedView = new
    old?.takeStyle(ofController: .unspecified)
    new?.become(viewOf: self)
    new?.takeStyle(ofController: overrideUserInterfaceStyle)
    guard let old, let new, let superview = old.superview, !old.isDescendant(of: new) else { return }
    new.frame = old.frame
    new.autoresizingMask = old.autoresizingMask
    superview.insertSubview(new, aboveSubview: old)
    old.removeFromSuperview()
  }

  /// The view if it was made already; never makes it.
  public var viewIfLoaded: UIView? { storedView }
  /// Makes the view if it was not made yet.
  open func loadViewIfNeeded() { _ = view }
  /// Whether the view was made.
  public var isViewLoaded: Bool { storedView != nil }

  /// The traits of the view, or of the application before there is one.
  public var traitCollection: UITraitCollection {
    storedView?.traitCollection ?? UITraitCollection.current
  }

  /// Makes the view. Override to make another; do not call super then.
  open func loadView() {
    let made = UIView(frame: frameForLoading)
    made.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    made.backgroundColor = .systemBackground
    view = made
  }

  /// The place the view is most likely to have, in points: its parent's or its window's inside, else the screen.
  package final var frameForLoading: CGRect {
    if let parentView = parent?.viewIfLoaded { return parentView.bounds }
    return CGRect(origin: .zero, size: ownWindow?.bounds.size ?? UIScreen.main.bounds.size)
  }

  /// Called when the view has just been made. The root controller of a window loads its view when the window is opened,
  /// unless `view` was read earlier, and the view has the window's size.
  open func viewDidLoad() {}
  /// The view is about to enter a window.
  /// - Parameter animated: whether it comes by a transition that takes time.
  open func viewWillAppear(_ animated: Bool) {}
  /// The view is in the window, and its superview has placed it: its size and traits are those it is shown with. Called
  /// once each time the view appears, before its subviews are laid out.
  open func viewIsAppearing(_ animated: Bool) {}
  /// The view is laid out and on the screen, and the transition that brought it has ended; animations begin here.
  open func viewDidAppear(_ animated: Bool) {}
  /// The view is about to leave its window.
  open func viewWillDisappear(_ animated: Bool) {}
  /// The view has left its window.
  open func viewDidDisappear(_ animated: Bool) {}
  /// Around each `layoutSubviews` of the view.
  open func viewWillLayoutSubviews() {}
  /// The view has placed its subviews; the place to put frames right that depend on its size.
  open func viewDidLayoutSubviews() {}

  /// Called when light/dark or the display scale of the view changed, after the view itself.
  open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}
  /// Never called: desktops give no such warning. Declared so that controllers which override it build.
  open func didReceiveMemoryWarning() {}

  // MARK: Surroundings

  /// The size the content would like, in points, for a controller that contains this one and hears of it. A popover and a
  /// form sheet follow it, a window does not.
  open var preferredContentSize = CGSize.zero {
    didSet {
      guard preferredContentSize != oldValue else { return }
      parent?.preferredContentSizeDidChange(forChildContentContainer: self)
      // A presented view lies in its host, which the layer places.
      (storedView?.superview?.superview as? any ModalLayer)?.setNeedsLayout()
    }
  }
  /// Called when a child's `preferredContentSize` changed.
  open func preferredContentSizeDidChange(forChildContentContainer container: any UIContentContainer) {}

  /// Added to the safe area of the view and all below it, in points.
  /// - Precondition: finite values.
  open var additionalSafeAreaInsets = UIEdgeInsets.zero {
    willSet {
      requireFinite(newValue, "UIViewController.additionalSafeAreaInsets", of: self)
      safeAreasBefore = additionalSafeAreaInsets == newValue ? nil : storedView?.safeAreasBelow()
    }
    didSet {
      guard additionalSafeAreaInsets != oldValue else { return }
      announceSafeArea()
    }
  }
  /// How far the bars of the container reach into the view, in points: part of its safe area.
  final var barInsets = UIEdgeInsets.zero {
    willSet { safeAreasBefore = barInsets == newValue ? nil : storedView?.safeAreasBelow() }
    didSet { if barInsets != oldValue { announceSafeArea() } }
  }
  private var safeAreasBefore: [(view: UIView, insets: UIEdgeInsets)]?
  /// The edges at which the view goes on under the bars of a navigation controller; at others it ends at the bar.
  open var edgesForExtendedLayout = UIRectEdge.all {
    didSet { if edgesForExtendedLayout != oldValue { bars?.edgesDidChange() } }
  }
  /// Kept without effect: the view goes on under all bars, as with true.
  open var extendedLayoutIncludesOpaqueBars = false
  /// Called when the safe area of the view changed because of `additionalSafeAreaInsets`, here or above, and when the
  /// view enters a window with such insets.
  open func viewSafeAreaInsetsDidChange() {}
  /// Called when `layoutMargins` of the view were set to others.
  open func viewLayoutMarginsDidChange() {}

  private func announceSafeArea() {
    guard let view = storedView, let window = view.windowStorage else { return }
    window.hasAdditionalSafeArea = true
    view.tellSafeAreas(changedFrom: safeAreasBefore ?? [])
    safeAreasBefore = nil
  }

  /// The window is about to get another size, in points. Called for its root controller, which tells its children:
  /// overrides call super.
  open func viewWillTransition(to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator) {
    for child in children { child.viewWillTransition(to: size, with: coordinator) }
  }

  /// Activates and changes constraints. Called once before the first layout of the view on a screen, and again where
  /// `view.setNeedsUpdateConstraints()` asked for it. Overrides call super, last.
  open func updateViewConstraints() { storedView?.updateConstraints() }
  private var hasUpdatedConstraints = false

  /// Called when the controller was made by a `UINib`.
  open func awakeFromNib() {}
  /// Never called: storyboards are not read. Declared so that controllers which override it build.
  open func prepare(for segue: UIStoryboardSegue, sender: Any?) {}
  /// Never called: storyboards are not read.
  open func shouldPerformSegue(withIdentifier identifier: String, sender: Any?) -> Bool { true }
  /// Never asked: desktops have no status bar.
  open var prefersStatusBarHidden: Bool { false }
  /// Never asked: desktops have no status bar.
  open var preferredStatusBarStyle: UIStatusBarStyle { .default }
  /// Never asked: desktops have no status bar.
  open var preferredStatusBarUpdateAnimation: UIStatusBarAnimation { .fade }
  /// Never asked: desktops have no home indicator.
  open var prefersHomeIndicatorAutoHidden: Bool { false }
  /// Does nothing: desktops have no home indicator.
  open func setNeedsUpdateOfHomeIndicatorAutoHidden() {}
  /// Never asked: desktops are not turned.
  open var shouldAutorotate: Bool { true }
  /// Never asked: desktops are not turned.
  open var supportedInterfaceOrientations: UIInterfaceOrientationMask { .all }

  /// Starts or ends editing. Override to follow; call super.
  open func setEditing(_ editing: Bool, animated: Bool) {
    storedIsEditing = editing
    bars?.editingDidChange(editing)
  }

  open override var next: UIResponder? { storedView?.superview ?? parent }

  /// The commands that were added, in that order; an override that wants them, too, adds its own to them.
  open override var keyCommands: [UIKeyCommand]? { addedKeyCommands.isEmpty ? nil : addedKeyCommands }
  private var addedKeyCommands: [UIKeyCommand] = []
  /// Adds a command to those of the controller. One that is there already moves to the end.
  public final func addKeyCommand(_ keyCommand: UIKeyCommand) {
    removeKeyCommand(keyCommand)
    addedKeyCommands.append(keyCommand)
  }
  /// Takes a command away that was added; does nothing for another one.
  public final func removeKeyCommand(_ keyCommand: UIKeyCommand) { addedKeyCommands.removeAll { $0 === keyCommand } }

  // MARK: Containment

  /// Makes `child` part of this controller; the caller adds its view.
  open func addChild(_ child: UIViewController) {
    child.removeFromParent()
    child.willMove(toParent: self)
    // An app that is told may put it elsewhere, again and again, or here.
    untilSettled {
      guard child.parent != nil, child.parent !== self else { return false }
      child.removeFromParent()
      return true
    }
    guard child.parent == nil else {
      if child.parent !== self {
        remark(
          """
          \(type(of: self)).addChild(\(type(of: child))) leaves the controller in \
          \(child.parent.map { "\(type(of: $0))" } ?? "none"), where the app puts it each time that it is taken out: put it nowhere in \
          the calls that tell of a move
          """)
      }
      return
    }
    children.append(child)
    child.parent = self
  }

  /// Ends the containment; the caller removes the view. No effect without a parent.
  open func removeFromParent() {
    guard let parent else { return }
    parent.children.removeAll { $0 === self }
    self.parent = nil
    // The parent ends no transition of a controller that it does not have.
    endAppearanceTransition()
    parent.childDidLeave(self)
    didMove(toParent: nil)
  }

  /// A child was taken out, or is about to get another parent.
  func childDidLeave(_ child: UIViewController) {}

  /// The controller is about to be added to `parent`, or, with nil, to leave its parent. Overrides call super.
  open func willMove(toParent parent: UIViewController?) { move = parent == nil ? .from : .to }
  /// The containment has changed. Overrides call super.
  open func didMove(toParent parent: UIViewController?) { move = nil }

  /// The change of the parent that is under way, as UIKit tells it.
  private enum Move { case to, from }
  private var move: Move?
  /// Whether the controller comes into a container: on a navigation stack, true in `viewWillAppear` of a push, and in
  /// `viewDidAppear` of one that is animated.
  open var isMovingToParent: Bool { move == .to }
  /// Whether the controller leaves its container: true in `viewWillDisappear` and `viewDidDisappear` of a pop, false when
  /// another screen is pushed on it.
  open var isMovingFromParent: Bool { move == .from }

  // MARK: Presentation

  /// How the controller is presented. Read when that happens.
  open var modalPresentationStyle = UIModalPresentationStyle.automatic
  /// How the controller comes and goes while it covers the whole window; cards and popovers have ways of their own.
  open var modalTransitionStyle = UIModalTransitionStyle.coverVertical
  /// Whether only the app ends the presentation of the controller: neither Escape nor a click beside it does.
  open var isModalInPresentation = false
  /// Whether the controller, and none further up, presents what is shown with the style `currentContext` or
  /// `overCurrentContext` from it or from a controller in it.
  open var definesPresentationContext = false

  /// The controller that this one, or one that contains it, presents; nil without one.
  open var presentedViewController: UIViewController? {
    links?.presented ?? parent?.presentedViewController
  }

  /// The controller that presents this one, or one that contains it; nil without one.
  open var presentingViewController: UIViewController? {
    links?.presenting ?? parent?.presentingViewController
  }

  /// Whether the controller is about to be presented: true from before `viewWillAppear` until after `viewDidAppear`.
  open var isBeingPresented: Bool { links?.showing?.phase == .appearing }
  /// Whether its presentation is about to end: true from before `viewWillDisappear` until after `viewDidDisappear`.
  open var isBeingDismissed: Bool { links?.showing?.phase.isLeaving ?? false }

  /// Shows another controller over this one, or over the outermost one that contains it.
  ///
  /// Nothing is presented, and UIKit's message goes to standard error, if this controller presents already or its view
  /// is in no window, or if the other controller has a parent, is presented already, or is this one.
  /// - Parameter completion: called after `viewDidAppear` of the presented controller.
  open func present(_ viewControllerToPresent: UIViewController, animated flag: Bool, completion: (() -> Void)? = nil) {
    presentModally(viewControllerToPresent, animated: flag, completion: completion)
  }

  /// Ends the presentation of what this controller, or one that contains it, presents, with all that is presented from
  /// there; without one, its own presentation. One that is still on its way turns round.
  /// - Parameter completion: called after `viewDidDisappear` of the presented controller; at once without one.
  open func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) {
    dismissModally(animated: flag, completion: completion)
  }

  // MARK: Leading on

  /// Shows another controller where this one is: pushed in a navigation controller, as a column of a split view, by
  /// what the nearest container makes of it. Overridden by containers.
  open func show(_ vc: UIViewController, sender: Any?) {
    if let parent { parent.show(vc, sender: sender) } else { showAlone(vc) }
  }

  /// Shows another controller as the detail of this one: in the secondary column of a split view, else as `show` does.
  open func showDetailViewController(_ vc: UIViewController, sender: Any?) {
    if let parent { parent.showDetailViewController(vc, sender: sender) } else { showAlone(vc) }
  }

  /// Goes back one screen, for Alt+Left and the mouse's back button.
  /// - Returns: whether there was a screen to go back to, in this controller or in those it contains.
  func goBack() -> Bool {
    children.reversed().contains { $0.viewIfLoaded?.window != nil && $0.goBack() }
  }

  // MARK: Appearance

  /// Called before the view and all below it enter a window.
  final func viewWillEnterWindow() {
    guard appearance == .disappeared else { return }
    appearance = .entering
    viewWillAppear(isTransitionAnimated)
  }

  /// Called when they have entered it.
  final func viewDidEnter(_ window: UIWindow) {
    guard appearance == .entering, let storedView else { return }
    storedView.markNeedsLayout()
    if additionalSafeAreaInsets != .zero || barInsets != .zero { announceSafeArea() }
    window.awaitAppearance(of: self)
  }

  /// Called by the layout pass when it comes to the view, whose superviews are laid out.
  final func viewIsReached() {
    guard appearance == .entering, storedView?.windowStorage != nil else { return }
    appearance = .appearing
    viewIsAppearing(isTransitionAnimated)
    guard !hasUpdatedConstraints else { return }
    hasUpdatedConstraints = true
    updateViewConstraints()
  }

  /// Called by the window when a frame has been drawn.
  /// - Returns: whether the view is to be waited for any longer, because the frame's layout did not come to it.
  final func finishAppearing() -> Bool {
    guard appearance == .appearing, !isInTransition else {
      return (appearance == .entering || appearance == .appearing) && storedView?.windowStorage != nil
    }
    appearance = .appeared
    viewDidAppear(false)
    return false
  }

  /// Called before the view leaves its window, itself or with views above it.
  final func viewWillLeaveWindow() {
    guard appearance != .disappeared, appearance != .leaving else { return }
    appearance = .leaving
    viewWillDisappear(isTransitionAnimated)
  }

  /// Called when it has left the window.
  final func viewDidLeaveWindow() {
    guard appearance == .leaving else { return }
    appearance = .disappeared
    viewDidDisappear(isTransitionAnimated)
  }

  /// Called when it was about to leave the window, or to enter one, and does not.
  /// - Parameter window: the one it stays in; nil for none.
  final func viewDidStay(in window: UIWindow?) {
    // A transition that was ended meanwhile may have told that it left.
    if let window, appearance == .leaving || appearance == .disappeared {
      appearance = .entering
      viewWillAppear(isTransitionAnimated)
      viewDidEnter(window)
    } else if window == nil, appearance == .entering {
      viewWillLeaveWindow()
      viewDidLeaveWindow()
    }
  }

  // MARK: Transitions

  /// Whether appearance callbacks of this controller go on to its children by themselves: yes.
  open var shouldAutomaticallyForwardAppearanceMethods: Bool { true }

  private var isInTransition: Bool { transition != nil || parent?.isInTransition == true }
  private var isTransitionAnimated: Bool { transition?.isAnimated ?? parent?.isTransitionAnimated ?? false }

  /// Begins a change of appearance that takes time: `viewWillAppear` or `viewWillDisappear` is called now, the other half
  /// by `endAppearanceTransition()`. Called by containers, and by presentations, before the view enters its window or is
  /// about to leave it. A transition that is under way is turned round.
  open func beginAppearanceTransition(_ isAppearing: Bool, animated: Bool) {
    transition = AppearanceTransition(isAnimated: animated)
    change(toAppearing: isAppearing)
  }

  private func change(toAppearing isAppearing: Bool) {
    let animated = isTransitionAnimated
    let begun = transition
    if isAppearing {
      guard appearance == .disappeared || appearance == .leaving else { return }
      appearance = .entering
      viewWillAppear(animated)
      if let view = storedView, let window = view.windowStorage {
        view.markNeedsLayout()
        window.awaitAppearance(of: self)
      }
    } else {
      guard appearance != .disappeared, appearance != .leaving else { return }
      appearance = .leaving
      viewWillDisappear(animated)
    }
    guard shouldAutomaticallyForwardAppearanceMethods else { return }
    // A controller that is told may begin another transition, or end this one.
    for child in children
    where transition === begun && child.transition?.isForwarded != false && child.storedView?.windowStorage != nil {
      child.transition = AppearanceTransition(isAnimated: animated, isForwarded: true)
      child.change(toAppearing: isAppearing)
    }
  }

  /// Ends what `beginAppearanceTransition(_:animated:)` began. No effect without it.
  open func endAppearanceTransition() {
    if let transition { completeTransition(animated: transition.isAnimated) }
  }

  private func completeTransition(animated: Bool) {
    let ended = transition
    if appearance == .entering { viewIsReached() }
    for child in children where child.transition?.isForwarded != false { child.completeTransition(animated: animated) }
    // A controller that was told may have begun another one.
    guard transition === ended else { return }
    transition = nil
    if appearance == .appearing {
      appearance = .appeared
      viewDidAppear(animated)
    } else if appearance == .leaving {
      appearance = .disappeared
      viewDidDisappear(animated)
    } else if appearance == .entering, storedView?.parent?.windowStorage == nil {
      // The view never came. One whose superviews have come is about to.
      viewDidStay(in: nil)
    }
  }

  /// Takes the view off the screen.
  final func leaveWindow() { storedView?.removeFromSuperview() }
}
