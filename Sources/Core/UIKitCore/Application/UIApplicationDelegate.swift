import Foundation

/// An object that goes on with an activity, in the signature of `application(_:continue:restorationHandler:)`.
public typealias UIUserActivityRestoring = Any

/// The result of fetching data in the background, in the signatures of methods that desktops never call.
public enum UIBackgroundFetchResult: UInt, Sendable {
  case newData, noData, failed
}

/// Follows the application's life. All members are optional.
@preconcurrency @MainActor
public protocol UIApplicationDelegate: NSObjectProtocol {
  /// The window and the way to draw, with which a program whose delegate is marked `@main` begins. Asked once, before the
  /// delegate is made. Not of UIKit's.
  static var launchConfiguration: UIApplicationLaunchConfiguration { get }
  /// The place to make the window. Returning false has no effect.
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool
  /// The scene of the program's window is about to be made known to a delegate of its own: names the class of that one.
  func application(
    _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
    options: UIScene.ConnectionOptions
  ) -> UISceneConfiguration
  /// Never called: the only scene ends with the program.
  func application(_ application: UIApplication, didDiscardSceneSessions sceneSessions: Set<UISceneSession>)
  /// The window got or lost the keyboard. In a program with a scene delegate that one is told instead; so it is with the
  /// next three.
  func applicationDidBecomeActive(_ application: UIApplication)
  func applicationWillResignActive(_ application: UIApplication)
  /// The window can be seen again, or no longer.
  func applicationWillEnterForeground(_ application: UIApplication)
  func applicationDidEnterBackground(_ application: UIApplication)
  /// The user dropped a file on a window, in a program whose launch configuration has `acceptsDroppedFiles`. Of several
  /// files dropped at once each is told by a call of its own, in the same turn of the run loop.
  /// - Parameter url: the file's URL; nothing says that the file can be read.
  /// - Returns: whether the program opened it.
  func application(
    _ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]
  ) -> Bool
  /// The program has launched, and goes on with what the user did when it ended: the place to push the screens that were
  /// shown. Called in a program whose launch configuration has `restoresInterface`, if it kept an activity.
  /// - Parameter restorationHandler: takes objects that go on with the activity in UIKit; calling it has no effect.
  /// - Returns: whether the program goes on with it. Has no effect.
  func application(
    _ application: UIApplication, continue userActivity: NSUserActivity,
    restorationHandler: @escaping ([Any]?) -> Void
  ) -> Bool
  /// The user pastes text that another program holds and does not give. Not of UIKit's.
  /// - Parameter reason: a clause for a message to the user, such as "the program that holds it does not answer".
  func application(_ application: UIApplication, didFailToReadPasteboard reason: String)
  /// The last call: the window was closed, or a signal ends the program.
  func applicationWillTerminate(_ application: UIApplication)
}

extension UIApplicationDelegate {
  /// A window on the desktop, of the size it is made with, under the desktop's icon.
  public static var launchConfiguration: UIApplicationLaunchConfiguration { UIApplicationLaunchConfiguration() }
  /// True.
  public func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool { true }
  /// The session's own, without a class.
  public func application(
    _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
    options: UIScene.ConnectionOptions
  ) -> UISceneConfiguration { connectingSceneSession.configuration }
  /// Does nothing.
  public func application(_ application: UIApplication, didDiscardSceneSessions sceneSessions: Set<UISceneSession>) {}
  /// Does nothing.
  public func applicationDidBecomeActive(_ application: UIApplication) {}
  /// Does nothing.
  public func applicationWillResignActive(_ application: UIApplication) {}
  /// Does nothing.
  public func applicationWillEnterForeground(_ application: UIApplication) {}
  /// Does nothing.
  public func applicationDidEnterBackground(_ application: UIApplication) {}
  /// False.
  public func application(
    _ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]
  ) -> Bool { false }
  /// False.
  public func application(
    _ application: UIApplication, continue userActivity: NSUserActivity,
    restorationHandler: @escaping ([Any]?) -> Void
  ) -> Bool { false }
  /// Does nothing.
  public func application(_ application: UIApplication, didFailToReadPasteboard reason: String) {}
  /// Does nothing.
  public func applicationWillTerminate(_ application: UIApplication) {}
}

/// Makes an object of a class known at run time by its `init()`; for delegates of the application and of its scene only.
///
/// Swift does so only for initialisers that are `required`, which `NSObject`'s
/// is not. This class overrides the same initialiser as `required`, so it has
/// the same place in the table of methods, and the call through it runs the
/// initialiser of the real class. It is `open` because only then does the
/// compiler look into that table: of a class that cannot have subclasses it
/// calls the initialiser directly, which would leave the stored properties of
/// the real class without values.
open class UIApplicationDelegateShape: NSObject {
  /// Stands for the initialiser of the real class.
  public required override init() { super.init() }

  package static func make<Delegate: NSObject>(_ type: Delegate.Type) -> Delegate {
    let object = unsafeBitCast(type as AnyClass, to: UIApplicationDelegateShape.Type.self).init()
    return unsafeBitCast(object, to: Delegate.self)
  }
}
