import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

/// A program whose list of planets leads to screens of single ones, and which goes on where it was.
@MainActor
private final class PlanetDelegate: NSObject, UIApplicationDelegate {
  final class PlanetController: UIViewController {
    let number: Int
    let scrollView = UIScrollView()

    init(_ number: Int) {
      self.number = number
      super.init(nibName: nil, bundle: nil)
      userActivity = NSUserActivity(activityType: "planet")
    }

    required init?(coder: NSCoder) { nil }

    override func loadView() {
      view = UIView()
      scrollView.frame = CGRect(x: 0, y: 100, width: 300, height: 300)
      scrollView.contentSize = CGSize(width: 300, height: 2000)
      view.addSubview(scrollView)
    }

    override func updateUserActivityState(_ activity: NSUserActivity) {
      activity.title = "Planet \(number)"
      activity.addUserInfoEntries(from: ["number": number])
    }
  }

  let window: UIWindow
  let list = UITableViewController(style: .plain)
  lazy var navigation = UINavigationController(rootViewController: list)
  /// Titles of the activities that were to be continued.
  var titles: [String?] = []
  let source = PlanetSource()

  init(_ window: UIWindow) { self.window = window }

  func application(
    _ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    list.tableView.dataSource = source
    list.tableView.register(UITableViewCell.self, forCellReuseIdentifier: "planet")
    window.rootViewController = navigation
    window.makeKeyAndVisible()
    return true
  }

  func application(
    _ application: UIApplication, continue userActivity: NSUserActivity,
    restorationHandler: @escaping ([Any]?) -> Void
  ) -> Bool {
    titles.append(userActivity.title)
    guard let number = userActivity.userInfo?["number"] as? Int else { return false }
    navigation.pushViewController(PlanetController(number), animated: false)
    return true
  }
}

private final class PlanetSource: NSObject, UITableViewDataSource {
  var count = 500

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { count }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    tableView.dequeueReusableCell(withIdentifier: "planet", for: indexPath)
  }
}

@MainActor
@Suite("What is on screen when the program ends comes back when it starts")
struct RestoredInterfaceTests {
  /// Launches the program, uses it, and ends it.
  /// - Parameter kept: of the run before.
  /// - Returns: what is kept.
  private func run(
    _ kept: Data?, remembers: Bool = true, prepare: (PlanetDelegate) -> Void = { _ in },
    use: (TestApplication, PlanetDelegate) -> Void
  ) -> Data? {
    let platform = FakePlatform()
    platform.remembersInterface = remembers
    platform.keptInterface = kept
    let app = TestApplication(opensWindow: false, platform: platform)
    let delegate = PlanetDelegate(app.window)
    prepare(delegate)
    app.application.delegate = delegate
    app.application.finishLaunching()
    app.settle()
    use(app, delegate)
    app.application.terminate()
    return platform.keptInterface
  }

  @Test("the delegate gets the activity of the controller on top, and scroll views are scrolled as far")
  func wholeScreen() {
    let kept = run(nil) { app, delegate in
      expectEqual(delegate.titles, [])
      let planet = PlanetDelegate.PlanetController(7)
      delegate.navigation.pushViewController(planet, animated: false)
      app.settle()
      planet.scrollView.contentOffset.y = 450
    }
    let again = run(kept) { _, delegate in
      expectEqual(delegate.titles, ["Planet 7"])
      let planet = delegate.navigation.topViewController as? PlanetDelegate.PlanetController
      expect(planet?.number == 7 && planet?.scrollView.contentOffset.y == 450)
      delegate.navigation.popViewController(animated: false)
    }
    // The list has no activity.
    _ = run(again) { _, delegate in
      expect(delegate.titles.isEmpty && delegate.navigation.topViewController === delegate.list)
    }
  }

  @Test("a table shows the same row at the same place, and the end of its rows where that row is gone")
  func table() {
    var place = CGPoint.zero
    let kept = run(nil) { app, delegate in
      delegate.list.tableView.contentOffset.y += 4321.5
      app.settle()
      place = delegate.list.tableView.contentOffset
    }
    _ = run(kept) { _, delegate in
      expectEqual(delegate.list.tableView.contentOffset, place)
      delegate.list.tableView.checkInvariants()
    }
    _ = run(kept, prepare: { $0.source.count = 3 }) { _, delegate in
      expect(delegate.list.tableView.contentOffset.y <= 0)
      delegate.list.tableView.checkInvariants()
    }
  }

  @Test("nothing is kept by a program that does not ask for it, and what is no state of it is passed over")
  func others() {
    expectEqual(run(nil, remembers: false) { _, _ in }, nil)
    let lists: [Any] = [
      [1], ["places": 1], ["places": [["path": [0, 0], "type": "UIView", "place": [1, 2]]]], ["activity": ["type": 1]],
      ["places": [["path": [9], "type": "UITableView", "place": [Double.infinity, 2, 3]]]],
    ]
    for list in lists {
      let data = try? PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
      _ = run(data) { _, delegate in expectEqual(delegate.titles, []) }
    }
    _ = run(Data([1, 2, 3])) { _, delegate in expectEqual(delegate.titles, []) }
  }
}
