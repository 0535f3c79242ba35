import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

/// Found by its name, as in the property list that Xcode writes.
@MainActor
final class SceneDelegate: UIResponder, UIWindowSceneDelegate {
  var window: UIWindow?
  private(set) var calls: [String] = []

  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions
  ) {
    calls.append("connect \(session.configuration.name ?? "-")")
    guard let scene = scene as? UIWindowScene else { return }
    scene.title = "Planets"
    scene.sizeRestrictions?.minimumSize = CGSize(width: 320, height: 240)
    let window = UIWindow(windowScene: scene)
    window.rootViewController = UIViewController()
    window.makeKeyAndVisible()
    self.window = window
  }

  func sceneDidDisconnect(_ scene: UIScene) { note("disconnect", scene) }
  func sceneDidBecomeActive(_ scene: UIScene) { note("active", scene) }
  func sceneWillResignActive(_ scene: UIScene) { note("resign", scene) }
  func sceneWillEnterForeground(_ scene: UIScene) { note("foreground", scene) }
  func sceneDidEnterBackground(_ scene: UIScene) { note("background", scene) }
  func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>) {
    calls.append("open " + URLContexts.map(\.url.lastPathComponent).sorted().joined(separator: " "))
  }

  private func note(_ call: String, _ scene: UIScene) { calls.append("\(call) \(scene.activationState)") }
}

@Suite("The scene of the program's window")
@MainActor
struct SceneTests {
  /// Names a scene delegate, or leaves that to the name of the class.
  private class AppDelegate: UIResponder, UIApplicationDelegate {
    var calls: [String] = []
    var delegateClass: AnyClass?

    func application(
      _ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
      calls.append("launch")
      return true
    }

    func application(
      _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
      options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration {
      calls.append("configure")
      let made = UISceneConfiguration(name: "Default", sessionRole: connectingSceneSession.role)
      made.delegateClass = delegateClass
      return made
    }

    func applicationDidBecomeActive(_ application: UIApplication) { calls.append("active") }
    func applicationWillResignActive(_ application: UIApplication) { calls.append("resign") }
    func applicationDidEnterBackground(_ application: UIApplication) { calls.append("background") }
    func applicationWillEnterForeground(_ application: UIApplication) { calls.append("foreground") }
    func applicationWillTerminate(_ application: UIApplication) { calls.append("end") }
  }

  /// Has a scene delegate of another name.
  private final class OtherDelegate: NSObject, UIWindowSceneDelegate {
    let scene = "made by init()"
    var isConnected = false

    func scene(
      _ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions
    ) {
      isConnected = true
    }
  }

  /// Opens its window itself, and knows nothing of scenes.
  private final class PlainDelegate: UIResponder, UIApplicationDelegate {
    var calls: [String] = []
    var window: UIWindow?

    func application(
      _ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
      window = UIWindow(frame: UIScreen.main.bounds)
      window?.makeKeyAndVisible()
      return true
    }

    func applicationDidBecomeActive(_ application: UIApplication) { calls.append("active") }
  }

  @Test("a scene delegate makes the window and is told of the scene's life; the application's of launch and end alone")
  func life() throws {
    let app = TestApplication(opensWindow: false)
    let delegate = AppDelegate()
    app.application.delegate = delegate
    app.application.finishLaunching()
    let scene = try #require(app.application.connectedScenes.first as? UIWindowScene)
    let sceneDelegate = try #require(scene.delegate as? SceneDelegate)
    expectEqual(sceneDelegate.calls, ["connect Default", "foreground foregroundInactive", "active foregroundActive"])
    app.application.setState(.background)
    app.application.setState(.inactive)
    app.application.setState(.active)
    app.events.post(.filesDropped(paths: ["/a/b.txt", "/a/c.txt"]))
    app.frame()
    app.application.terminate()
    expectEqual(
      sceneDelegate.calls.dropFirst(3),
      [
        "resign background", "background background", "foreground foregroundInactive", "active foregroundActive",
        "open b.txt c.txt", "disconnect foregroundActive",
      ])
    expectEqual(delegate.calls, ["launch", "configure", "end"])
    expectEqual(scene.activationState, .unattached)
  }

  @Test("window and scene know each other; the scene's title is the window's until it is empty, and limits its size")
  func window() throws {
    let app = TestApplication(opensWindow: false)
    app.application.delegate = AppDelegate()
    app.application.finishLaunching()
    let window = try #require(app.application.keyWindow)
    let scene = try #require(window.windowScene)
    expect(scene.windows == [window] && scene.keyWindow === window && window.frame.size == scene.screen.bounds.size)
    expect(scene.session.scene === scene && app.application.openSessions == [scene.session])
    expectEqual(app.platformWindow.title, "Planets")
    window.rootViewController?.title = "Root"
    expectEqual(app.platformWindow.title, "Planets")
    scene.title = ""
    expectEqual(app.platformWindow.title, "Root")
    expectEqual(app.platformWindow.sizeLimits?.minimum, CGSize(width: 320, height: 240))
    scene.sizeRestrictions?.maximumSize = CGSize(width: 900, height: 700)
    expectEqual(app.platformWindow.sizeLimits?.maximum, CGSize(width: 900, height: 700))
    expectEqual(app.platformWindow.sizeLimits?.minimum, CGSize(width: 320, height: 240))
  }

  @Test("delegateClass names another class, which is made by its init()")
  func namedClass() throws {
    let app = TestApplication(opensWindow: false)
    let delegate = AppDelegate()
    delegate.delegateClass = OtherDelegate.self
    app.application.delegate = delegate
    app.application.finishLaunching()
    let made = try #require(app.application.windowScene.delegate as? OtherDelegate)
    expect(made.isConnected && made.scene == "made by init()" && made.window == nil)
  }

  @Test("a program without scenes is told as ever, and has the scene of its window all the same")
  func withoutDelegate() {
    let app = TestApplication(opensWindow: false)
    let delegate = PlainDelegate()
    app.application.delegate = delegate
    app.application.finishLaunching()
    expectEqual(delegate.calls, ["active"])
    expect(app.application.windowScene.delegate == nil && delegate.window?.windowScene === app.application.windowScene)
    expectEqual(app.application.connectedScenes.first?.activationState, .foregroundActive)
    expect(app.platformWindow.sizeLimits == nil)
  }

  @Test("a window is not smaller than asked for by numbers that are none")
  func hostileSizes() async {
    await #expect(processExitsWith: .failure) {
      await MainActor.run {
        TestApplication().application.windowScene.sizeRestrictions?.minimumSize = CGSize(width: CGFloat.nan, height: 3)
      }
    }
  }
}
