import UIKit

/// An app as it would be written for iOS, with nothing but `import UIKit`: it shows controllers, cells and delegates that
/// override and implement what such apps do, and prints every promise of UIKit's that is not kept.
///
/// Ends with status 0 and the line "kept N" when all are.
@main
final class ContractProbe: UIResponder, UIApplicationDelegate {
  var window: UIWindow?

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 390, height: 700))
    let first = ReplacingController()
    window.rootViewController = first
    Promise.keep(!first.isViewLoaded, "a root controller loads its view when the window opens")
    window.makeKeyAndVisible()
    self.window = window
    first.whenDone = { [unowned self] in showTable() }
    return true
  }

  private func showTable() {
    let rows = RowsController(style: .grouped)
    rows.whenDone = { [unowned self] in showDelegates() }
    window?.rootViewController = rows
  }

  private func showDelegates() {
    let screen = DelegateController()
    screen.whenDone = { Promise.report() }
    window?.rootViewController = screen
  }
}

/// What was promised, and whether it was kept.
@MainActor
enum Promise {
  private static var kept = 0
  private static var broken: [String] = []

  static func keep(_ isKept: Bool, _ promise: String) {
    if isKept { kept += 1 } else { broken.append(promise) }
  }

  static func keep<Value: Equatable>(_ value: Value, _ expected: Value, _ promise: String) {
    keep(value == expected, "\(promise): \(value), not \(expected)")
  }

  static func report() {
    for promise in broken { print("broken: \(promise)") }
    print("kept \(kept)")
    UIApplication.shared.terminate(exitCode: broken.isEmpty ? 0 : 1)
  }
}
