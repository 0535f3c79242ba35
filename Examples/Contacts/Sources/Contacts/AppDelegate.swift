import UIKit
import UserNotifications

@main
final class AppDelegate: UIResponder, UIApplicationDelegate, UNUserNotificationCenterDelegate {
  static let launchConfiguration = UIApplicationLaunchConfiguration(
    restoresInterface: true, icon: String(decoding: PackageResources.Icon_svg, as: UTF8.self))
  var window: UIWindow?
  private lazy var list = ContactsController(style: .plain)

  func application(
    _ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    window = UIWindow(frame: CGRect(x: 0, y: 0, width: 460, height: 680))
    window?.rootViewController = UINavigationController(rootViewController: list)
    window?.makeKeyAndVisible()
    UNUserNotificationCenter.current().delegate = self
    list.store.announceBirthdays(isStart: true)
    return true
  }

  /// The contact that was open when the program ended is open again.
  func application(
    _ application: UIApplication, continue userActivity: NSUserActivity, restorationHandler: @escaping ([Any]?) -> Void
  ) -> Bool {
    list.open(list.store.contact(userActivity.userInfo?["id"] as? String), animated: false)
    return true
  }

  /// A birthday is shown although the window is active.
  func userNotificationCenter(
    _ center: UNUserNotificationCenter, willPresent notification: UNNotification
  ) async -> UNNotificationPresentationOptions { .banner }

  func userNotificationCenter(_ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse) async {
    list.open(list.store.contact(response.notification.request.identifier))
  }
}
