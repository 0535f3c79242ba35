import Foundation
import Typesetting

/// The running program: its window, its run loop, its place in the desktop.
///
/// The one mutable global of the framework is `UIApplication.current`. What every frame reads is exempt from the run
/// time's check for overlapping access: it is set whole, almost always once.
@preconcurrency @MainActor
public final class UIApplication: UIResponder {
  /// Names of launch options. None is passed on the desktop; the type is there for signatures.
  public struct LaunchOptionsKey: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String
    /// A key by its name.
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// Names of what is known about a URL to open.
  public struct OpenURLOptionsKey: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String
    /// A key by its name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// All URLs that were dropped at once, in order, as `[URL]`. On the desktop only.
    public static let droppedURLs = OpenURLOptionsKey(rawValue: "UIApplicationOpenURLOptionsDroppedURLsKey")
    /// The point of the window at which URLs were dropped, in points, as `CGPoint`; missing on Wayland, where the pointer is
    /// not known then. On the desktop only.
    public static let dropLocation = OpenURLOptionsKey(rawValue: "UIApplicationOpenURLOptionsDropLocationKey")
  }

  /// Whether the program has the keyboard, is seen without it, or cannot be seen.
  public enum State: Int, Sendable { case active, inactive, background }

  /// Set once by `UIApplicationMain`, or by a test's fixture.
  @exclusivity(unchecked) package private(set) static var current: UIApplication?

  /// The application.
  /// - Precondition: `UIApplicationMain` was called, or in a test `prepareForTesting()`.
  public static var shared: UIApplication {
    guard let current else {
      misuse(
        """
        UIApplication.shared was used before UIApplicationMain: make windows and views from \
        application(_:didFinishLaunchingWithOptions:) on, in a test after UIApplication.prepareForTesting()
        """)
    }
    return current
  }

  /// The platform the program runs on.
  package let platform: Platform
  /// Implicitly unwrapped because it refers back to the application: set in `init`, never nil after it.
  @exclusivity(unchecked) package private(set) var frameLoop: FrameLoop!
  private(set) var animator: Animator!
  /// Hands out the names of text bitmaps and images.
  package let resources = RenderResources()
  /// The display the window is on.
  package let screen = UIScreen()
  /// Lays out the text of labels and answers for fonts.
  package let typesetter: Typesetter
  private let services: [any ApplicationService]
  private(set) lazy var pasteboard = UIPasteboard(application: self)
  /// Brings text from the keyboard to the first responder.
  let textInput = TextInputSession()

  /// Kept alive by the application, unlike in UIKit, where `main` does.
  public var delegate: UIApplicationDelegate?
  /// Active while a window has the keyboard, inactive while one is seen, else in the background.
  public private(set) var applicationState = State.inactive
  /// The window on the desktop, which receives all events; nil before one was opened, and after it was let go. An
  /// application shows one at a time.
  @exclusivity(unchecked) public private(set) weak var keyWindow: UIWindow?
  /// The drag out of the window that is under way, from its beginning until the other program has received it.
  private(set) var drag: WindowDrag?
  /// The delegate's launch methods, once they were called.
  private var launch: LaunchStep?
  /// The steps from the program's entry point to the first frame, in the order they ended.
  package var launchSteps: [LaunchStep] { platform.launchSteps + (launch.map { [$0] } ?? []) }
  /// Hears of keys before the program; nil for none.
  package var keyInterceptor: (any KeyInterceptor)?
  /// The looks that the app has set by `appearance()`; nil, as in most, for none.
  var appearances: (any AppearanceSource)? { didSet { keyWindow?.appearances = appearances } }
  /// Asked to end; the driver leaves its loop.
  @exclusivity(unchecked) package private(set) var exitCode: Int32?

  /// Makes the application and installs it as the current one.
  /// - Parameter services: what the layers above keep for the whole program.
  package init(platform: Platform, services: [any ApplicationService]) {
    self.platform = platform
    self.services = services
    typesetter = Typesetter(engine: platform.textEngine)
    super.init()
    platform.clipboard.onFailure = { [unowned self] in delegate?.application(self, didFailToReadPasteboard: $0) }
    frameLoop = FrameLoop(application: self, clock: platform.clock)
    frameLoop.profiler.allocationCount = platform.allocationCount
    animator = Animator(application: self)
    becomeCurrent()
    updateTraits()
  }

  /// Makes this application the one that views without a window use. Called by the initialiser, and by tests that make
  /// several.
  package func becomeCurrent() {
    Self.current = self
    traits.becomeCurrentOfApplication()
    typesetter.becomeTypesetterOfThread()
    for service in services { service.install() }
  }

  /// The scene of the open window, or of the one that will be opened.
  private(set) lazy var windowScene = UIWindowScene(of: self)
  /// The scene of the program's window.
  public var connectedScenes: Set<UIScene> { [windowScene] }
  /// The session of that scene.
  public var openSessions: Set<UISceneSession> { [windowScene.session] }
  /// False: a program has one window.
  public var supportsMultipleScenes: Bool { false }
  /// Whether the scene has a delegate, which is told of its life in place of the application's.
  private var hasSceneDelegate: Bool { windowScene.delegate != nil }

  /// The open window, in an array as in UIKit; empty without one.
  public var windows: [UIWindow] { keyWindow.map { [$0] } ?? [] }

  public override var next: UIResponder? { delegate as? UIResponder }

  // MARK: Keys of the desktop

  /// Shows the list of key commands where Control is held.
  private(set) lazy var keyHold: any KeyHold = makeKeyHold()

  /// Carries out the keys of a desktop window that no responder used: F11 fills the screen, Control with plus, minus
  /// and 0 changes the size of text, Control-W and Control-Q end the program.
  public override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    guard let press = presses.first, let key = press.key, take(key, isRepeat: press.isRepeat) else {
      return super.pressesBegan(presses, with: event)
    }
  }

  private func take(_ key: UIKey, isRepeat: Bool) -> Bool {
    guard let window = keyWindow?.platformWindow else { return false }
    let held = key.modifierFlags.intersection([.shift, .control, .alternate, .command])
    if key.keyCode == .keyboardF11, held.isEmpty {
      if !isRepeat { window.isFullScreen.toggle() }
      return true
    }
    guard held.contains(.control), held.isSubset(of: [.control, .shift]) else { return false }
    if let step = key.contentSizeStep {
      let category = preferredContentSizeCategory
      chosenContentSizeCategory = step == 0 ? nil : category.next(isLarger: step > 0)
      return true
    }
    guard key.matches("q", .control) || key.matches("w", .control) else { return false }
    terminate()
    return true
  }

  // MARK: Figures

  /// Numbers the program counts about itself, shown in the profiler's overlay and written with the statistics.
  public var profilerCounters: ProfilerCounters { frameLoop.profiler.appCounters }

  /// Counts of the application's drawing so far. Not part of UIKit; counted whether or not the overlay is shown.
  public var frameDiagnostics: FrameDiagnostics { FrameDiagnostics(frameLoop.profiler) }

  // MARK: Touch

  /// Whether the mouse's first button counts as a finger, for trying a touch interface without a touch screen: content
  /// is dragged and thrown with it, as by `UITouch.TouchType.direct`. Heeded from the next press on. Not UIKit's.
  public var treatsPointerAsTouch = false

  /// Keeps its value and has no other effect: a desktop has no sign for the network. False at first. (Deprecated on iOS.)
  public var isNetworkActivityIndicatorVisible = false

  // MARK: Dragging

  /// The user begins to drag something out of the window. A drag that was let go, which another program has yet to
  /// fetch, is given up for it.
  /// - Parameters:
  ///   - preview: follows the pointer inside the window.
  ///   - ended: called once when the drag is over, if it begins.
  /// - Returns: whether it begins.
  func beginDrag(
    _ session: DragSession, in window: UIWindow, preview: UIView?, ended: @escaping @MainActor () -> Void
  ) -> Bool {
    guard drag?.isCarried != true, exitCode == nil else { return false }
    drag?.cancel()
    let begun = WindowDrag(session, in: window, preview: preview, ended: ended)
    guard begun.begin() else { return false }
    drag = begun
    return true
  }

  /// Called by the drag when it is over.
  func dragDidEnd() { drag = nil }

  // MARK: Appearance

  /// Input that waits for assistive tools; used while one listens.
  private(set) lazy var offeredKeys = OfferedKeys(of: self)

  /// The observer that follows the views for assistive tools; nil while no tool listens.
  package var accessibilityObserver: (any AccessibilityObserver)? {
    didSet {
      guard (accessibilityObserver == nil) != (oldValue == nil) else { return }
      if accessibilityObserver == nil { offeredKeys.release() }
      NotificationCenter.default.post(name: UIAccessibility.voiceOverStatusDidChangeNotification, object: nil)
    }
  }

  /// The user's wishes about the look, as the desktop tells them.
  private(set) var motion = VisualPreferences() { didSet { motion.tell(from: oldValue) } }

  /// How large the user wants text: as they told the desktop, `large` where it says nothing, until they press Control with
  /// plus or minus, which goes through the steps; Control-0 goes back to the desktop's. All views hear of a change as one of
  /// their traits, then `UIContentSizeCategory.didChangeNotification` is posted.
  public package(set) var preferredContentSizeCategory: UIContentSizeCategory {
    get { shownContentSizeCategory }
    set { chosenContentSizeCategory = newValue }
  }
  /// The size that the program or its user chose; nil follows the desktop. Not in UIKit.
  package var chosenContentSizeCategory: UIContentSizeCategory? { didSet { updateTraits() } }
  private var shownContentSizeCategory = UIContentSizeCategory.large

  /// Whether the program's own user wants more contrast; nil follows the desktop. Not in UIKit.
  package var prefersHighContrast: Bool? { didSet { updateTraits() } }

  /// Light or dark for a window that does not override it; `.unspecified` follows the desktop.
  public var preferredInterfaceStyle = UIUserInterfaceStyle.unspecified {
    didSet { updateTraits() }
  }

  /// The traits of views outside a window. Stored, because each view that
  /// enters or leaves a window reads them.
  package private(set) var traits = UITraitCollection.light

  /// Whether traits are those of the application or of its window, at either level, and not former ones.
  func isInForce(_ known: UITraitCollection) -> Bool {
    known === traits || known === keyWindow?.knownTraits || keyWindow?.isElevated(known) == true
  }

  /// Light or dark, never unspecified.
  package var interfaceStyle: UIUserInterfaceStyle { traits.userInterfaceStyle }

  /// Looks up the desktop's preference and the screen's scale anew, and tells
  /// the window when something changed. Called at the start, when the
  /// application becomes active, and when a window came to another display.
  func updateTraits() {
    let formerSize = shownContentSizeCategory
    shownContentSizeCategory = chosenContentSizeCategory ?? platform.preferredContentSizeCategory ?? .large
    tellTraits()
    guard shownContentSizeCategory != formerSize else { return }
    NotificationCenter.default.post(
      name: UIContentSizeCategory.didChangeNotification, object: self,
      userInfo: [UIContentSizeCategory.newValueUserInfoKey: shownContentSizeCategory])
  }

  private func tellTraits() {
    motion = VisualPreferences(
      isReduced: platform.prefersReducedMotion,
      hasHighContrast: prefersHighContrast ?? platform.prefersHighContrast)
    var style = preferredInterfaceStyle
    if style == .unspecified { style = platform.preferredStyle == .dark ? .dark : .light }
    let current = UITraitCollection(
      userInterfaceStyle: style, displayScale: screen.scale, accentColor: platform.accentColor,
      preferredContentSizeCategory: preferredContentSizeCategory,
      accessibilityContrast: motion.hasHighContrast ? .high : .normal)
    guard current != traits else { return }
    traits = current
    if Self.current === self { current.becomeCurrentOfApplication() }
    keyWindow?.updateTraits()
  }

  /// Called by the frame loop when the first frame was shown: what does not belong to the start begins.
  func firstFrameWasShown() {
    // Not by a weak reference, which would make every retain of the application a slow one.
    platform.followPreferences { UIApplication.current?.updateTraits() }
  }

  // MARK: Windows

  /// Opens a window on the desktop.
  /// - Precondition: no other is open. Events, images and text are those of one window; a second one would get none.
  func open(_ window: UIWindow) {
    guard keyWindow == nil else {
      fatalError(
        """
        UIWindow.makeKeyAndVisible() was called for a second window while one is open; an application shows one window: \
        set another rootViewController of UIApplication.shared.keyWindow, or let that window go first
        """)
    }
    do {
      let platformWindow = try platform.makeWindow(
        title: window.desktopTitle ?? ProcessInfo.processInfo.processName,
        size: window.bounds.size)
      keyWindow = window
      window.appearances = appearances
      appearances?.apply(to: window)
      window.attach(platformWindow)
      windowScene.restrictSize()
    } catch {
      Self.fail("cannot open a window: \(error)", exitCode: ExitCode.unavailable)
    }
  }

  /// Whether showing a frame waits for the display, so that no timer need.
  var isPacedByPresent: Bool {
    keyWindow?.platformWindow?.backend.isSynchronizedWithDisplay ?? false
  }

  /// Seconds until the display takes another frame; infinity when it is to ask for that.
  var secondsUntilDisplayIsReady: TimeInterval { keyWindow?.platformWindow?.backend.secondsUntilReady ?? 0 }

  func deviceWasLost() {
    resources.deviceWasLost()
    keyWindow?.markForDisplay()
  }

  // MARK: Life

  /// Calls the delegate's launch methods; the window they open is shown by the
  /// first frame.
  package func finishLaunching() {
    let start = platform.clock.now
    _ = delegate?.application(self, didFinishLaunchingWithOptions: nil)
    windowScene.connect()
    windowScene.willEnterForeground()
    restoreInterface()
    tell(Self.didFinishLaunchingNotification)
    setState(.active)
    launch = LaunchStep(name: "launch", start: start, end: platform.clock.now)
  }

  func setState(_ state: State) {
    guard state != applicationState else { return }
    let previous = applicationState
    applicationState = state
    accessibilityObserver?.focusMayHaveMoved()
    switch (previous, state) {
    case (_, .active):
      updateTraits()
      if previous == .background { enterForeground() }
      if !hasSceneDelegate { delegate?.applicationDidBecomeActive(self) }
      windowScene.didBecomeActive()
      tell(Self.didBecomeActiveNotification)
    case (.active, .inactive): resignActive()
    case (_, .background):
      if previous == .active { resignActive() }
      if !hasSceneDelegate { delegate?.applicationDidEnterBackground(self) }
      windowScene.didEnterBackground()
      tell(Self.didEnterBackgroundNotification)
    case (.background, .inactive): enterForeground()
    case (.inactive, .inactive): break
    }
  }

  private func enterForeground() {
    if !hasSceneDelegate { delegate?.applicationWillEnterForeground(self) }
    windowScene.willEnterForeground()
    tell(Self.willEnterForegroundNotification)
  }

  private func resignActive() {
    if !hasSceneDelegate { delegate?.applicationWillResignActive(self) }
    windowScene.willResignActive()
    tell(Self.willResignActiveNotification)
  }

  /// Ends the program after `applicationWillTerminate`. The first call counts.
  public func terminate(exitCode code: Int32 = 0) {
    guard exitCode == nil else { return }
    exitCode = code
    drag?.cancel()
    keepInterface()
    keyWindow?.rootViewController?.leaveWindow()
    windowScene.disconnect()
    delegate?.applicationWillTerminate(self)
    tell(Self.willTerminateNotification)
    // The run loop returns to its driver after work of the main queue, but not after a timer.
    DispatchQueue.main.async {}
  }

  /// Ends the program with one line on standard error: its display is gone. The delegate is told as by
  /// `terminate()`.
  func displayWasLost(_ what: String) {
    guard exitCode == nil else { return }
    Self.report(what)
    terminate(exitCode: ExitCode.unavailable)
  }

  /// Ends the program from inside a client library's call that found the display gone and cannot go on.
  ///
  /// Prints one line, calls the delegate, which has five seconds, and exits with 69 without running exit handlers,
  /// which might speak to the dead display. Returns, so that the call fails, when the program is ending already.
  package nonisolated static func displayWasLost(insideCall reason: String) {
    let line = "the display went away: \(reason)"
    guard Thread.isMainThread else {
      report(line)
      _exit(ExitCode.unavailable)
    }
    MainActor.assumeIsolated {
      if let current {
        guard current.exitCode == nil else { return }
        DispatchQueue.global().asyncAfter(deadline: .now() + 5) { _exit(ExitCode.unavailable) }
        current.displayWasLost(line)
        fflush(nil)
      } else {
        report(line)
      }
      _exit(ExitCode.unavailable)
    }
  }

  /// Ends the program at once: there is nothing to show anything on.
  package nonisolated static func failToLaunch(_ reason: String) -> Never {
    fail(reason, exitCode: ExitCode.unavailable)
  }

  /// Ends the program at once with one line on standard error.
  nonisolated static func fail(_ message: String, exitCode: Int32) -> Never {
    report(message)
    exit(exitCode)
  }

  /// Writes one line on standard error.
  package nonisolated static func report(_ message: String) {
    StandardDescriptors.writeError("\(ProcessInfo.processInfo.processName): \(message)\n")
  }
}

extension UIKey {
  /// 1 for the plus key, -1 for minus, 0 for zero, on the numeric pad or not; nil for others.
  fileprivate var contentSizeStep: Int? {
    switch (keyCode, characters) {
    case (.keypadPlus, _), (_, "+"), (_, "="): 1
    case (.keypadHyphen, _), (_, "-"), (_, "_"): -1
    case (.keypad0, _), (_, "0"), (.keyboard0, _): 0
    default: nil
    }
  }
}

extension UIContentSizeCategory {
  /// Posted by the application, on the main thread, when the user has chosen another size and all views were told.
  public static let didChangeNotification = Notification.Name("UIContentSizeCategoryDidChangeNotification")
  /// The new `UIContentSizeCategory` in the notification's `userInfo`.
  public static let newValueUserInfoKey = "UIContentSizeCategoryNewValueKey"
}

/// Exit codes, named as in sysexits.h.
package enum ExitCode {
  /// No display, no window, or no font.
  package static let unavailable: Int32 = 69
  /// The system does not give the process what it needs.
  static let software: Int32 = 70
}

/// The queue that views live on.
///
/// Not asked of the thread alone: a program whose `main` is asynchronous has its main queue, and with it the main
/// actor, served by another thread.
package enum MainQueue {
  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// Whether the caller runs on it.
  package static var isCurrent: Bool { Thread.isMainThread || DispatchQueue.getSpecific(key: key) == true }
}
