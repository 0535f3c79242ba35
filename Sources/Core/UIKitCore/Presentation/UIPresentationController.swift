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
  public final var containerView: UIView? { run?.container }

  /// The presentation that is managed; nil while nothing is presented.
  final weak var run: ModalPresentation?
  /// Holds the presented view; it stays where it is in the tree when the style changes.
  final let host = UIView(frame: .zero)
  /// Places and adorns the host in the style at present.
  private(set) final var chrome: PresentationChrome?
  private final var chromeStyle = UIModalPresentationStyle.none

  // MARK: Making

  /// - Parameters:
  ///   - presentedViewController: not kept alive, because it keeps its presentation controller.
  ///   - presentingViewController: the controller expected to present it.
  public init(presentedViewController: UIViewController, presenting presentingViewController: UIViewController?) {
    presented = presentedViewController
    givenPresenter = presentingViewController
    super.init()
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
    guard let containerView, let chrome else { return .zero }
    return chrome.frame(in: containerView.bounds.size)
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
  final func adaptChrome(in container: PresentationContainerView) {
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
    container.takeStyle(ofController: presentedViewController.overrideUserInterfaceStyle)
    UIView.performWithoutAnimation { made.install(in: container) }
  }

  /// Places the views of a container that is laid out.
  final func layOut(_ container: PresentationContainerView) {
    containerViewWillLayoutSubviews()
    adaptChrome(in: container)
    chrome?.layOut(in: container.bounds.size)
    containerViewDidLayoutSubviews()
  }

  /// The place of the presented view may be another: asks for a layout.
  final func placeMayHaveChanged(animated: Bool) { run?.placeMayHaveChanged(animated: animated) }

  // MARK: Beginning and ending

  /// Whether there is all that the style needs; says what is missing.
  /// - Parameter presenter: the controller that presents.
  func canBegin(in window: UIWindow, from presenter: UIViewController) -> Bool { true }

  /// Called when the presented view has its place and the keyboard is free.
  func viewHasArrived() {}

  /// The presentation is over.
  final func end() {
    chrome?.uninstall()
    (chrome, run) = (nil, nil)
  }

  /// Whether Escape and clicks beside the card end the presentation.
  private var isEndedByUser: Bool { [.pageSheet, .formSheet, .popover].contains(chromeStyle) }

  /// Escape, a click beside the card, or a pull that carried it away.
  /// - Returns: whether it was the presentation's concern.
  @discardableResult
  func userAsksToEnd() -> Bool {
    guard isEndedByUser, let run, run.phase.isStanding else { return false }
    let mayEnd = !run.presented.isModalInPresentation && delegate?.presentationControllerShouldDismiss(self) ?? true
    // The app may have ended it when it was asked.
    guard run.phase.isStanding else { return true }
    if mayEnd {
      run.endByUser()
    } else {
      delegate?.presentationControllerDidAttemptToDismiss(self)
    }
    return true
  }
}
