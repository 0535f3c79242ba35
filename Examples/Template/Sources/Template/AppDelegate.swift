import UIKit

@main
final class AppDelegate: UIResponder, UIApplicationDelegate {
  static let launchConfiguration = UIApplicationLaunchConfiguration(
    remembersWindowSize: true, icon: String(decoding: PackageResources.Icon_svg, as: UTF8.self))

  var window: UIWindow?

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    window = UIWindow(frame: CGRect(x: 0, y: 0, width: 480, height: 640))
    window?.rootViewController = UINavigationController(rootViewController: ItemsController(style: .insetGrouped))
    window?.makeKeyAndVisible()
    return true
  }
}
