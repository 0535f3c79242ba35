import Foundation

/// Manages the presentation of a controller: which views there are beside its own, where it stands, how it comes and goes.
///
/// A presentation begins with `presentationTransitionWillBegin()`; then the presented controller hears `viewWillAppear`,
/// its view comes into `containerView` and moves to `frameOfPresentedViewInContainerView`. At the end it hears
/// `viewDidAppear`, and `presentationTransitionDidEnd(_:)` is called. Where the presenter's view leaves the window the
/// presenter hears `viewWillDisappear` before, and `viewDidDisappear` after that. A dismissal is the same backwards.
@preconcurrency @MainActor
open class UIPresentationController: NSObject {
  private weak var presented: UIViewController?
  private weak var givenPresenter: UIViewController?
  /// Decides about adaptation and about dismissal by the user; not kept alive.
  open weak var delegate: (any UIAdaptivePresentationControllerDelegate)?
  /// The style that the controller is presented with where there is room for it.
  public internal(set) final var presentationStyle = UIModalPresentationStyle.fullScreen
  /// The view in which the presented one stands, over all of the window; nil while nothing is presented.
  public final var containerView: UIView? { container }

  private final var container: PresentationContainerView?
  /// Holds the presented view; it stays where it is in the tree when the style changes.
  final let host = UIView(frame: .zero)
  /// Places and adorns the host in the style at present.
  private(set) final var chrome: PresentationChrome?
  private final var chromeStyle = UIModalPresentationStyle.none
  /// Whether the presenter's view leaves the window in this presentation.
  private final var removesPresenter = false
  /// Stands where the presenter's view was.
  private final var placeholder: UIView?
  private final var presentCompletions: [() -> Void] = []
  private final var dismissCompletions: [() -> Void] = []
  /// Presentations between the presenter and the one that is dismissed, which went at once; outermost first.
  private final var skipped: [UIPresentationController] = []
  private final var isByUser = false

  // MARK: Making

  /// - Parameters:
  ///   - presentedViewController: not kept alive, because it keeps its presentation controller.
  ///   - presentingViewController: the controller expected to present it.
  public init(presentedViewController: UIViewController, presenting presentingViewController: UIViewController?) {
    presented = presentedViewController
    givenPresenter = presentingViewController
    super.init()
  }

  deinit {
    guard let container else { return }
    endOnMainActor { container.leave() }
  }

  /// The controller that is presented.
  public final var presentedViewController: UIViewController {
    guard let presented else { misuse("UIPresentationController.presentedViewController was asked for after its end") }
    return presented
  }

  /// The controller that presents it; before that, the one given to the initialiser, else the presented one itself.
  public final var presentingViewController: UIViewController {
    presented?.links?.presenting ?? givenPresenter ?? presentedViewController
  }

  // MARK: For subclasses

  /// The view that moves: that of the presented controller.
  open var presentedView: UIView? { presented?.viewIfLoaded }
  /// Where the presented view stands when it has arrived, in coordinates of `containerView`.
  open var frameOfPresentedViewInContainerView: CGRect {
    guard let container, let chrome else { return .zero }
    return chrome.frame(in: container.bounds.size)
  }
  /// Whether the window is covered whole: yes.
  open var shouldPresentInFullscreen: Bool { true }
  /// Whether the presenter's view leaves the window while the presented one covers it.
  open var shouldRemovePresentersView: Bool { chromeStyle == .fullScreen || chromeStyle == .currentContext }
  /// The style in a narrow window: a sheet for a popover, else `none`, which leaves the style.
  open var adaptivePresentationStyle: UIModalPresentationStyle { presentationStyle == .popover ? .pageSheet : .none }
  /// The style for traits; the same for all unless overridden.
  open func adaptivePresentationStyle(for traitCollection: UITraitCollection) -> UIModalPresentationStyle {
    adaptivePresentationStyle
  }
  /// Called before the presented view comes into `containerView`.
  open func presentationTransitionWillBegin() {}
  /// Called when it has arrived.
  /// - Parameter completed: false when the presentation was ended before the view came.
  open func presentationTransitionDidEnd(_ completed: Bool) {}
  /// Called before the presented view sets out to leave.
  open func dismissalTransitionWillBegin() {}
  /// Called when it has left.
  open func dismissalTransitionDidEnd(_ completed: Bool) {}
  /// Around each layout of `containerView`.
  open func containerViewWillLayoutSubviews() {}
  /// `containerView` has placed its subviews.
  open func containerViewDidLayoutSubviews() {}

  // MARK: The style at present

  /// A window less wide than this, in points, is narrow: iOS's compact width.
  static let narrowWidth: CGFloat = 600

  /// Looks for a style. Called when a presentation begins, and when the window becomes narrow or wide.
  func makeChrome(_ style: UIModalPresentationStyle) -> PresentationChrome {
    switch style {
    case .pageSheet, .formSheet: SheetChrome(self, style, settings: nil)
    default: CoverChrome(self)
    }
  }

  /// The style that a window of a size asks for.
  final func style(in size: CGSize) -> UIModalPresentationStyle {
    guard size.width < Self.narrowWidth else { return presentationStyle }
    let traits = presented?.traitCollection ?? .current
    let answer =
      delegate?.adaptivePresentationStyle(for: self, traitCollection: traits) ?? adaptivePresentationStyle(for: traits)
    switch answer {
    case .none: return presentationStyle
    case .automatic: return adaptivePresentationStyle == .none ? presentationStyle : adaptivePresentationStyle
    default: return answer
    }
  }

  /// Takes other looks where the window asks for another style.
  private func adaptChrome(in container: PresentationContainerView) {
    let style = style(in: container.bounds.size)
    guard style != chromeStyle || chrome == nil else { return }
    delegate?.presentationController(
      self, willPresentWithAdaptiveStyle: style == presentationStyle ? .none : style, transitionCoordinator: nil)
    chromeStyle = style
    let stage = chrome?.stage ?? .arriving
    chrome?.uninstall()
    let made = makeChrome(style)
    made.stage = stage
    chrome = made
    container.isElevated = made.isElevated
    UIView.performWithoutAnimation { made.install(in: container) }
  }

  /// Called by the container when it is laid out.
  final func layOut(_ container: PresentationContainerView) {
    guard presented?.links?.phase != .disappearing else { return }
    containerViewWillLayoutSubviews()
    adaptChrome(in: container)
    chrome?.layOut(in: container.bounds.size)
    containerViewDidLayoutSubviews()
  }

  /// The place of the presented view may be another: asks for a layout.
  final func placeMayHaveChanged(animated: Bool) {
    guard let container, let chrome, presented?.links?.phase != .disappearing else { return }
    guard animated else { return container.setNeedsLayout() }
    chrome.animate({ self.move(chrome, to: .shown) }, completion: {})
  }

  // MARK: Beginning

  /// Whether there is all that the style needs; says what is missing.
  /// - Parameter presenter: the controller that presents.
  func canBegin(in window: UIWindow, from presenter: UIViewController) -> Bool { true }

  /// Called when the presented view has its place and the keyboard is free.
  func viewHasArrived() {}

  final func begin(in window: UIWindow, animated: Bool, completion: (() -> Void)?) {
    guard let presented, let links = presented.links, let presenter = links.presenting else { return }
    links.phase = .appearing
    if let completion { presentCompletions.append(completion) }
    let container = PresentationContainerView(of: self, in: window)
    self.container = container
    // Without a direction of the interface as a whole, what is presented reads as the screen it comes from.
    container.turn(presenter.viewIfLoaded?.isInRightToLeft ?? false)
    container.addSubview(host)
    adaptChrome(in: container)
    removesPresenter = shouldRemovePresentersView
    presentationTransitionWillBegin()
    // The app may end the presentation from one of these calls, here and below.
    if removesPresenter, links.phase == .appearing { presenter.beginAppearanceTransition(false, animated: animated) }
    guard links.phase == .appearing else { return }
    presented.beginAppearanceTransition(true, animated: animated)
    guard links.phase == .appearing else { return }
    container.takeFocus(in: window)
    show(presented.view)
    window.add(container)
    container.layoutIfNeeded()
    guard links.phase == .appearing else { return }
    viewHasArrived()
    guard links.phase == .appearing, let chrome else { return }
    guard animated, UIView.areAnimationsEnabled else {
      move(chrome, to: .shown)
      return window.afterNextFrame { [weak self] in self?.finishPresenting() }
    }
    UIView.performWithoutAnimation { move(chrome, to: .arriving) }
    chrome.animate(
      { self.move(chrome, to: .shown) }, completion: { [weak self] in self?.finishPresenting() })
  }

  private func show(_ view: UIView) {
    view.frame = host.bounds
    view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    host.addSubview(view)
  }

  private func move(_ chrome: PresentationChrome, to stage: PresentationChrome.Stage) {
    guard let container else { return }
    chrome.stage = stage
    chrome.layOut(in: container.bounds.size)
    container.layoutIfNeeded()
  }

  /// The presented view has arrived, or is taken to have.
  final func finishPresenting() {
    guard let presented, let links = presented.links, links.phase == .appearing else { return }
    presented.endAppearanceTransition()
    // A call of it may have ended the presentation.
    guard links.phase == .appearing else { return }
    links.phase = .presented
    if let presenter = links.presenting, removesPresenter {
      takeAway(presenter)
      presenter.endAppearanceTransition()
      guard links.phase == .presented else { return }
    }
    presentationTransitionDidEnd(true)
    UIAccessibility.post(notification: .screenChanged, argument: nil)
    let completions = presentCompletions
    presentCompletions = []
    for completion in completions { completion() }
  }

  /// Takes the presenter's view off the screen; an empty view keeps its place.
  private func takeAway(_ presenter: UIViewController) {
    guard placeholder == nil, let view = presenter.viewIfLoaded, let superview = view.superview else { return }
    let stand = UIView(frame: view.frame)
    stand.autoresizingMask = view.autoresizingMask
    stand.isHidden = true
    superview.insertSubview(stand, belowSubview: view)
    placeholder = stand
    view.removeFromSuperview()
  }

  /// Puts the presenter's view back.
  private func bringBack(_ presenter: UIViewController?) {
    guard let stand = placeholder else { return }
    placeholder = nil
    if let view = presenter?.viewIfLoaded, view.superview == nil, let superview = stand.superview {
      view.frame = stand.frame
      superview.insertSubview(view, belowSubview: stand)
    }
    stand.removeFromSuperview()
  }

  // MARK: Ending

  /// Ends this presentation with all that is presented from it: the topmost one moves, those between go at once.
  final func endStack(animated: Bool, completion: (() -> Void)?) {
    guard let links = presented?.links, links.phase != .unpresented else {
      completion?()
      return
    }
    // Those on their way count as arrived. Controllers that are told of that may present others.
    untilSettled {
      let arriving = stack.filter { $0.presented?.links?.phase == .appearing }
      for presentation in arriving { presentation.finishPresenting() }
      return !arriving.isEmpty
    }
    let all = stack
    // And they may have ended some of these presentations.
    guard links.phase == .presented, let top = all.last, top.presented?.links?.phase == .presented else {
      guard links.phase == .disappearing else { return completion?() ?? () }
      let moving = all.last { $0.presented?.links?.phase == .disappearing }
      if let completion { moving?.dismissCompletions.append(completion) }
      return
    }
    top.skipped = all.dropLast()
    if let completion { top.dismissCompletions.append(completion) }
    top.beginEnding(animated: animated)
  }

  /// This presentation and all that are presented from it, outermost first.
  private var stack: [UIPresentationController] {
    var stack = [self]
    while let next = stack.last?.presented?.links?.presented?.presentationController { stack.append(next) }
    return stack
  }

  private func beginEnding(animated: Bool) {
    guard let presented, let container else { return }
    let outermost = skipped.first ?? self
    let presenter = outermost.presented?.links?.presenting
    let wasAway = outermost.placeholder != nil
    for presentation in skipped + [self] { presentation.presented?.links?.phase = .disappearing }
    dismissalTransitionWillBegin()
    presented.beginAppearanceTransition(false, animated: animated)
    // The app may have ended it at once from that call, with another root of the window.
    guard presented.links?.phase == .disappearing else { return }
    if wasAway {
      presenter?.beginAppearanceTransition(true, animated: animated)
      outermost.bringBack(presenter)
    }
    outermost.container?.giveFocusBack(leaving: skipped.compactMap(\.container) + [container], wasAway: wasAway)
    // The presentations in between are covered by the one that moves, or not shown.
    for presentation in skipped.reversed() {
      presentation.placeholder = nil
      presentation.container?.leave()
    }
    guard animated, UIView.areAnimationsEnabled, let window = container.window, let chrome else {
      return finishEnding()
    }
    LayoutPass.run(from: window)
    chrome.animate(
      { self.move(chrome, to: .leaving) }, completion: { [weak self] in self?.finishEnding() })
  }

  private func finishEnding() {
    guard let presented, presented.links?.phase == .disappearing else { return }
    let all = skipped + [self]
    // Kept until all is told.
    let controllers = all.compactMap(\.presented)
    let presenter = all[0].presented?.links?.presenting
    presenter?.links?.presented = nil
    presenter?.endAppearanceTransition()
    container?.leave()
    presented.endAppearanceTransition()
    dismissalTransitionDidEnd(true)
    let arrived = all.flatMap { $0.letGo() }
    for controller in controllers { controller.links?.endBeingPresented() }
    for controller in controllers.dropLast() { controller.links?.presented = nil }
    for controller in controllers { controller.endSearches() }
    UIAccessibility.post(notification: .screenChanged, argument: nil)
    let completions = dismissCompletions
    (dismissCompletions, skipped) = ([], [])
    for completion in arrived { completion() }
    if isByUser { delegate?.presentationControllerDidDismiss(self) }
    for completion in completions { completion() }
  }

  /// - Returns: the completions of the presentation that were not called yet.
  private func letGo() -> [() -> Void] {
    chrome?.uninstall()
    (chrome, container, placeholder) = (nil, nil, nil)
    defer { presentCompletions = [] }
    return presentCompletions
  }

  /// The window gets another root controller: ends without a movement, and without the presenter coming back.
  final func endAtOnce() {
    finishPresenting()
    // What is presented from here may be on its way out, and its layer gone from the window's.
    presented?.links?.presented?.presentationController?.endAtOnce()
    if let presented, let links = presented.links, links.phase == .presented {
      links.phase = .disappearing
      dismissalTransitionWillBegin()
      presented.beginAppearanceTransition(false, animated: false)
      placeholder?.removeFromSuperview()
      container?.giveFocusBack(leaving: [container].compactMap { $0 }, wasAway: false)
    }
    finishEnding()
  }

  // MARK: The user

  /// Whether Escape and clicks beside the card end the presentation.
  private var isEndedByUser: Bool { [.pageSheet, .formSheet, .popover].contains(chromeStyle) }

  /// Escape, a click beside the card, or a pull that carried it away.
  /// - Returns: whether it was the presentation's concern.
  @discardableResult
  func userAsksToEnd() -> Bool {
    guard isEndedByUser, let presented, presented.links?.phase != .disappearing else { return false }
    guard !presented.isModalInPresentation, delegate?.presentationControllerShouldDismiss(self) ?? true else {
      delegate?.presentationControllerDidAttemptToDismiss(self)
      return true
    }
    isByUser = true
    delegate?.presentationControllerWillDismiss(self)
    endStack(animated: true, completion: nil)
    return true
  }
}
