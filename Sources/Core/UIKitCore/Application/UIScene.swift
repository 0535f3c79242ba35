import Foundation

/// The interface of the program: one window on a desktop. Made by the application, see `UIWindowScene`.
@preconcurrency @MainActor
open class UIScene: UIResponder {
  /// Whether the scene has the keyboard, is seen without it, or cannot be seen.
  public enum ActivationState: Int, Sendable { case unattached = -1, foregroundActive, foregroundInactive, background }

  /// The purpose for which the program was started. Nothing of it is known on a desktop: files that are dropped, and the
  /// activity of the last run, come by calls of their own.
  @preconcurrency @MainActor
  public final class ConnectionOptions: NSObject {
    /// Files to open; empty.
    public let urlContexts: Set<UIOpenURLContext> = []
    /// Activities to go on with; empty.
    public let userActivities: Set<NSUserActivity> = []
  }

  /// The scene was made known to its delegate.
  public nonisolated static let willConnectNotification = Notification.Name("UISceneWillConnectNotification")
  /// The program ends.
  public nonisolated static let didDisconnectNotification = Notification.Name("UISceneDidDisconnectNotification")
  /// The window got the keyboard.
  public nonisolated static let didActivateNotification = Notification.Name("UISceneDidActivateNotification")
  /// The window lost the keyboard.
  public nonisolated static let willDeactivateNotification = Notification.Name("UISceneWillDeactivateNotification")
  /// The window can be seen again.
  public nonisolated static let willEnterForegroundNotification = Notification.Name(
    "UISceneWillEnterForegroundNotification")
  /// The window can no longer be seen.
  public nonisolated static let didEnterBackgroundNotification = Notification.Name(
    "UISceneDidEnterBackgroundNotification")

  /// Lives as long as the program, as the scene does.
  final unowned let application: UIApplication
  /// The application's name for the scene.
  public private(set) final lazy var session = UISceneSession(of: self)
  /// Follows the scene's life; kept alive by the scene. Nil where the program has an application delegate alone.
  open var delegate: (any UISceneDelegate)?
  /// Whether the scene has the keyboard, is seen without it, or cannot be seen.
  public final var activationState: ActivationState {
    guard isConnected else { return .unattached }
    return switch application.applicationState {
    case .active: .foregroundActive
    case .inactive: .foregroundInactive
    case .background: .background
    }
  }
  private var isConnected = false
  /// The window's title, in place of that of what the root controller shows; empty, the default, for that.
  open var title: String! = "" { didSet { titleDidChange() } }

  init(of application: UIApplication) {
    self.application = application
    super.init()
  }

  open override var next: UIResponder? { application }

  func titleDidChange() {}

  // MARK: Life

  /// Makes the delegate that the program names for the scene, and has it make the window.
  final func connect() {
    isConnected = true
    let options = ConnectionOptions()
    if let appDelegate = application.delegate {
      let given = appDelegate.application(application, configurationForConnecting: session, options: options)
      if given !== session.configuration { delegate = given.makeDelegate(beside: appDelegate) }
      session.configuration = given
    }
    delegate?.scene(self, willConnectTo: session, options: options)
    tell(Self.willConnectNotification)
  }

  /// The program ends.
  final func disconnect() {
    guard isConnected else { return }
    delegate?.sceneDidDisconnect(self)
    tell(Self.didDisconnectNotification)
    isConnected = false
  }

  final func didBecomeActive() {
    delegate?.sceneDidBecomeActive(self)
    tell(Self.didActivateNotification)
  }

  final func willResignActive() {
    delegate?.sceneWillResignActive(self)
    tell(Self.willDeactivateNotification)
  }

  final func willEnterForeground() {
    delegate?.sceneWillEnterForeground(self)
    tell(Self.willEnterForegroundNotification)
  }

  final func didEnterBackground() {
    delegate?.sceneDidEnterBackground(self)
    tell(Self.didEnterBackgroundNotification)
  }

  private func tell(_ name: Notification.Name) { NotificationCenter.default.post(name: name, object: self) }
}

/// The scene of the program's window: the only one there is.
@preconcurrency @MainActor
public final class UIWindowScene: UIScene {
  /// The open window, in an array; empty without one.
  public var windows: [UIWindow] { application.windows }
  /// The open window; nil without one.
  public var keyWindow: UIWindow? { application.keyWindow }
  /// The display the window is on.
  public var screen: UIScreen { application.screen }
  /// How small and how large the user can make the window; never nil.
  public var sizeRestrictions: UISceneSizeRestrictions? {
    if limits == nil { limits = UISceneSizeRestrictions { [weak self] in self?.restrictSize() } }
    return limits
  }
  private var limits: UISceneSizeRestrictions?
  /// Nil: a window has no status bar.
  public var statusBarManager: UIStatusBarManager? { nil }
  /// Never turned.
  public var interfaceOrientation: UIInterfaceOrientation { .portrait }
  /// The traits of the window, or of the application before there is one.
  public var traitCollection: UITraitCollection { keyWindow?.traitCollection ?? application.traits }

  override func titleDidChange() { keyWindow?.updateTitle() }

  /// The window was opened, or its limits are others.
  func restrictSize() {
    guard let limits, let window = keyWindow?.platformWindow else { return }
    window.restrictSize(from: limits.minimumSize, to: limits.maximumSize)
  }
}

/// The bar at the top of a telephone's screen. No scene has one here.
@preconcurrency @MainActor
public final class UIStatusBarManager: NSObject {
  private override init() { super.init() }
  /// Nothing.
  public var statusBarFrame: CGRect { .zero }
  /// True.
  public var isStatusBarHidden: Bool { true }
}

/// How small and how large the user can make a window: the size of its inside, in points.
@preconcurrency @MainActor
public final class UISceneSizeRestrictions: NSObject {
  private let changed: () -> Void

  init(changed: @escaping () -> Void) { self.changed = changed }

  /// The smallest size. The default, and the least of all, is 160 by 120.
  /// - Precondition: numbers.
  public var minimumSize = CGSize(width: 160, height: 120) { didSet { sizeDidChange(minimumSize, from: oldValue) } }
  /// The largest size; by default nothing is too large. One below `minimumSize` counts as much as that. Desktops may let a
  /// window fill the screen all the same.
  /// - Precondition: numbers.
  public var maximumSize = CGSize(width: CGFloat.greatestFiniteMagnitude, height: CGFloat.greatestFiniteMagnitude) {
    didSet { sizeDidChange(maximumSize, from: oldValue) }
  }

  private func sizeDidChange(_ size: CGSize, from old: CGSize) {
    precondition(!size.width.isNaN && !size.height.isNaN, "UISceneSizeRestrictions: \(size) is no size; give numbers")
    if size != old { changed() }
  }

  /// Kept without effect: F11 has the window fill the screen.
  public var allowsFullScreen = true
}

/// The application's name for a scene.
@preconcurrency @MainActor
public final class UISceneSession: NSObject {
  /// The purpose of a scene.
  public struct Role: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String
    /// A role by its name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// A window that the user operates: the only role.
    public static let windowApplication = Role(rawValue: "UIWindowSceneSessionRoleApplication")
  }

  /// The scene.
  public private(set) weak var scene: UIScene?
  /// The purpose of the scene.
  public let role = Role.windowApplication
  /// The configuration that the application delegate gave.
  public internal(set) var configuration = UISceneConfiguration(name: nil, sessionRole: .windowApplication)
  /// A name for the scene, the same in all runs.
  public let persistentIdentifier = "main"
  /// The app's notes on the scene, which end with the program.
  public var userInfo: [String: Any]?

  init(of scene: UIScene) { self.scene = scene }
}

/// The name, role and delegate of a scene.
@preconcurrency @MainActor
public final class UISceneConfiguration: NSObject {
  /// The name in the property list of a program for iOS; nil for none.
  public let name: String?
  /// The purpose of the scene.
  public let role: UISceneSession.Role
  /// The class of the scene's delegate, which is made by its `init()`. Nil for the class `SceneDelegate` of the application
  /// delegate's module, which Xcode has the property list name.
  public var delegateClass: AnyClass?
  /// The class of the scene; kept without effect.
  public var sceneClass: AnyClass?

  /// A configuration.
  public init(name: String?, sessionRole: UISceneSession.Role) { (self.name, role) = (name, sessionRole) }

  fileprivate func makeDelegate(beside application: any UIApplicationDelegate) -> (any UISceneDelegate)? {
    let usual = String(reflecting: type(of: application)).prefix { $0 != "." } + ".SceneDelegate"
    guard let type = delegateClass ?? NSClassFromString(String(usual)) else {
      remark("UISceneConfiguration names no delegateClass, and there is no class \(usual): set delegateClass")
      return nil
    }
    guard let made = type as? NSObject.Type, made is any UISceneDelegate.Type else {
      misuse("UISceneConfiguration: \(type) is no UIWindowSceneDelegate: make it one, and an NSObject")
    }
    return UIApplicationDelegateShape.make(made) as? any UISceneDelegate
  }
}

/// A file that the user dropped on the window.
@preconcurrency @MainActor
public final class UIOpenURLContext: NSObject {
  /// The file.
  public let url: URL

  init(_ url: URL) { self.url = url }
}

/// Follows the life of a scene, in place of the application delegate, which is told of launch and end alone. All members are
/// optional.
@preconcurrency @MainActor
public protocol UISceneDelegate: NSObjectProtocol {
  /// The place to make the window, by `UIWindow(windowScene:)`. Called once, after the application has launched.
  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions)
  /// The program ends.
  func sceneDidDisconnect(_ scene: UIScene)
  /// The window got the keyboard.
  func sceneDidBecomeActive(_ scene: UIScene)
  /// The window lost the keyboard.
  func sceneWillResignActive(_ scene: UIScene)
  /// The window can be seen: called before it is shown first, and when it is seen again.
  func sceneWillEnterForeground(_ scene: UIScene)
  /// The window can no longer be seen.
  func sceneDidEnterBackground(_ scene: UIScene)
  /// The user dropped files on the window, in a program whose launch configuration has `acceptsDroppedFiles`.
  func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>)
  /// The program goes on with what the user did when it ended, in a program whose launch configuration has
  /// `restoresInterface`.
  func scene(_ scene: UIScene, continue userActivity: NSUserActivity)
}

extension UISceneDelegate {
  /// Does nothing.
  public func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions
  ) {}
  /// Does nothing.
  public func sceneDidDisconnect(_ scene: UIScene) {}
  /// Does nothing.
  public func sceneDidBecomeActive(_ scene: UIScene) {}
  /// Does nothing.
  public func sceneWillResignActive(_ scene: UIScene) {}
  /// Does nothing.
  public func sceneWillEnterForeground(_ scene: UIScene) {}
  /// Does nothing.
  public func sceneDidEnterBackground(_ scene: UIScene) {}
  /// Does nothing.
  public func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>) {}
  /// Does nothing.
  public func scene(_ scene: UIScene, continue userActivity: NSUserActivity) {}
}

/// The delegate of a scene with a window.
@preconcurrency @MainActor
public protocol UIWindowSceneDelegate: UISceneDelegate {
  /// The window, which the delegate keeps alive.
  var window: UIWindow? { get set }
}

extension UIWindowSceneDelegate {
  /// Nil.
  public var window: UIWindow? {
    get { nil }
    set {}
  }
}
