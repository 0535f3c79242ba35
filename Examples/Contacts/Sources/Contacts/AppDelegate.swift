import UIKit

@main
final class AppDelegate: UIResponder, UIApplicationDelegate {
  static let launchConfiguration = UIApplicationLaunchConfiguration(
    restoresInterface: true, icon: String(decoding: PackageResources.Icon_svg, as: UTF8.self))
  var window: UIWindow?
  private let store = ContactStore()
  private lazy var list = ContactsController(store)

  func application(
    _ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    window = UIWindow(frame: CGRect(x: 0, y: 0, width: 460, height: 680))
    window?.rootViewController = UINavigationController(rootViewController: list)
    window?.makeKeyAndVisible()
    return true
  }

  /// The contact that was open when the program ended is open again.
  func application(
    _ application: UIApplication, continue userActivity: NSUserActivity, restorationHandler: @escaping ([Any]?) -> Void
  ) -> Bool {
    let id = UUID(uuidString: userActivity.userInfo?["id"] as? String ?? "")
    if let id, store.contact(id) != nil { list.open(id, animated: false) }
    return true
  }
}
