import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

@Suite("Looks that are set for all objects of a class")
@MainActor
struct AppearanceTests {
  /// A view with a look of its own, as apps write them.
  private final class Badge: UIView {
    let name: String
    var border = 1

    init(_ name: String) {
      self.name = name
      super.init(frame: .zero)
    }

    required init?(coder: NSCoder) { nil }
  }

  @Test("a view takes the looks of its class when it enters a window; a value of its own wins, and views in it stay")
  func entering() {
    let app = TestApplication()
    let (early, plain, own) = (UISwitch(), UISwitch(), UISwitch())
    app.window.addSubview(early)
    UISwitch.appearance().onTintColor = .systemRed
    expectEqual(UISwitch.appearance().onTintColor, .systemRed)
    own.onTintColor = .systemBlue
    expect(plain.onTintColor == nil)
    let box = UIView()
    box.addSubview(plain)
    expect(plain.onTintColor == nil)
    app.window.addSubview(box)
    app.window.addSubview(own)
    expectEqual(plain.onTintColor, .systemRed)
    expectEqual(own.onTintColor, .systemBlue)
    expect(early.onTintColor == nil)

    // Views that come again take what is set by then.
    UISwitch.appearance().onTintColor = .systemGreen
    expectEqual(plain.onTintColor, .systemRed)
    for view in [early, box, own] {
      view.removeFromSuperview()
      app.window.addSubview(view)
    }
    expect(early.onTintColor == .systemGreen && plain.onTintColor == .systemGreen && own.onTintColor == .systemBlue)
    plain.onTintColor = .systemBlue
    box.removeFromSuperview()
    app.window.addSubview(box)
    expectEqual(plain.onTintColor, .systemBlue)
  }

  @Test("those of a subclass come before those of its superclass", arguments: [true, false])
  func subclasses(isSubclassFirst: Bool) {
    let app = TestApplication()
    let steps: [() -> Void] = [
      { UIScrollView.appearance().backgroundColor = .systemRed },
      { UITextView.appearance().backgroundColor = .systemBlue },
    ]
    for step in isSubclassFirst ? steps.reversed() : steps { step() }
    let (scroll, text, table) = (UIScrollView(), UITextView(), UITableView())
    for view in [scroll, text, table] { app.window.addSubview(view) }
    expect(scroll.backgroundColor == .systemRed && text.backgroundColor == .systemBlue)
    expectEqual(table.backgroundColor, .systemRed)
  }

  @Test("tables of every style take them, and the cells that they make")
  func tables() throws {
    let app = TestApplication()
    UITableView.appearance().backgroundColor = .systemRed
    UITableView.appearance().separatorColor = .systemGreen
    UITableViewCell.appearance().tintColor = .systemOrange
    let source = Rows()
    for style in [UITableView.Style.plain, .grouped, .insetGrouped] {
      let table = UITableView(frame: app.window.bounds, style: style)
      table.dataSource = source
      app.window.addSubview(table)
      app.settle()
      expect(table.backgroundColor == .systemRed && table.separatorColor == .systemGreen, "\(style)")
      let cell = try #require(table.cellForRow(at: IndexPath(row: 0, section: 0)))
      expectEqual(cell.tintColor, .systemOrange)
    }
  }

  private final class Rows: NSObject, UITableViewDataSource {
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 2 }
    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell { UITableViewCell() }
  }

  @Test("a tint that is passed on by the view around does not count as set for the view itself")
  func tint() {
    let app = TestApplication()
    UIButton.appearance().tintColor = .systemRed
    app.window.tintColor = .systemGreen
    let (button, own) = (UIButton(type: .system), UIButton(type: .system))
    own.tintColor = .systemBlue
    for view in [button, own] { app.window.addSubview(view) }
    expect(button.tintColor == .systemRed && own.tintColor == .systemBlue && app.window.tintColor == .systemGreen)
  }

  @Test("containers are superviews and controllers, from the inside out; those with containers come first")
  func containers() {
    let app = TestApplication()
    UILabel.appearance().textColor = .systemRed
    UILabel.appearance(whenContainedInInstancesOf: [UIStackView.self]).textColor = .systemGreen
    let nested = UILabel.appearance(whenContainedInInstancesOf: [UIStackView.self, UISplitViewController.self])
    nested.textColor = .systemBlue
    let labels = (0..<4).map { _ in UILabel() }
    app.window.addSubview(labels[0])
    let stack = UIStackView(arrangedSubviews: [labels[1]])
    app.window.addSubview(stack)
    let controller = UISplitViewController(style: .doubleColumn)
    controller.view.addSubview(UIStackView(arrangedSubviews: [labels[2]]))
    controller.view.addSubview(labels[3])
    app.window.addSubview(controller.view)
    expectEqual(labels.map(\.textColor), [.systemRed, .systemGreen, .systemBlue, .systemRed])
  }

  @Test("bars take looks, the older properties and pictures; a look that was set or changed on the bar itself stays")
  func bars() {
    let app = TestApplication()
    let look = UINavigationBarAppearance()
    look.backgroundColor = .systemRed
    look.titleTextAttributes = [.foregroundColor: UIColor.white]
    let proxy = UINavigationBar.appearance()
    proxy.standardAppearance = look
    proxy.scrollEdgeAppearance = look
    proxy.prefersLargeTitles = true
    proxy.titleTextAttributes = [.foregroundColor: UIColor.systemYellow]
    proxy.setBackgroundImage(UIImage(), for: .default)
    let bars = (0..<4).map { _ in UINavigationBar(frame: .zero) }
    bars[1].standardAppearance = UINavigationBarAppearance()
    bars[1].standardAppearance.backgroundColor = .systemBlue
    bars[2].standardAppearance.titleTextAttributes = [.foregroundColor: UIColor.systemBlue]
    bars[3].titleTextAttributes = [:]
    for bar in bars { app.window.addSubview(bar) }
    expect(bars[0].standardAppearance.isEqual(look) && bars[0].scrollEdgeAppearance?.isEqual(look) == true)
    expect(bars[0].prefersLargeTitles && bars[0].backgroundImage(for: .default) != nil)
    expectEqual(bars[0].titleTextAttributes?[.foregroundColor] as? UIColor, .systemYellow)
    expectEqual(bars[1].standardAppearance.backgroundColor, .systemBlue)
    expect(bars[1].scrollEdgeAppearance?.isEqual(look) == true)
    expect(bars[2].standardAppearance.backgroundColor != .systemRed)
    expectEqual(bars[3].titleTextAttributes?.count, 0)
  }

  @Test("items take theirs when a bar shows them")
  func items() {
    let app = TestApplication()
    UIBarButtonItem.appearance().setTitleTextAttributes([.foregroundColor: UIColor.systemRed], for: .normal)
    UIBarButtonItem.appearance(whenContainedInInstancesOf: [UIToolbar.self]).tintColor = .systemGreen
    UITabBarItem.appearance().setTitleTextAttributes([.foregroundColor: UIColor.systemBlue], for: .selected)
    let screen = UIViewController()
    let items = (0..<3).map { UIBarButtonItem(title: "\($0)", style: .plain, target: nil, action: nil) }
    items[1].setTitleTextAttributes([.foregroundColor: UIColor.systemGreen], for: .normal)
    screen.navigationItem.rightBarButtonItems = [items[0], items[1]]
    screen.toolbarItems = [items[2]]
    let navigation = UINavigationController(rootViewController: screen)
    navigation.isToolbarHidden = false
    let tabs = UITabBarController()
    tabs.viewControllers = [navigation]
    expect(items[0].titleTextAttributes(for: .normal) == nil)
    app.window.rootViewController = tabs
    app.settle()
    func color(_ item: UIBarItem, _ state: UIControl.State = .normal) -> UIColor? {
      item.titleTextAttributes(for: state)?[.foregroundColor] as? UIColor
    }
    expect(color(items[0]) == .systemRed && color(items[1]) == .systemGreen && color(items[2]) == .systemRed)
    expect(items[0].tintColor == nil && items[2].tintColor == .systemGreen)
    expectEqual(color(navigation.tabBarItem, .selected), .systemBlue)
  }

  @Test("properties of the app's own views and settings by state have appearances, too")
  func ownProperties() {
    let app = TestApplication()
    Badge.appearance().border = 3
    UIButton.appearance().setTitleColor(.systemRed, for: .highlighted)
    UISegmentedControl.appearance().setTitleTextAttributes([.foregroundColor: UIColor.white], for: .selected)
    let (badge, button, segments) = (Badge("a"), UIButton(type: .system), UISegmentedControl(items: ["a"]))
    for view in [badge, button, segments] { app.window.addSubview(view) }
    expect(badge.border == 3 && badge.name == "a")
    expectEqual(button.titleColor(for: .highlighted), .systemRed)
    expect(segments.titleTextAttributes(for: .selected) != nil)
    badge.border = 7
    badge.removeFromSuperview()
    app.window.addSubview(badge)
    expectEqual(badge.border, 7)
  }

  @Test("without a look that is set the application keeps none, and a window opens with that of its class")
  func window() {
    let app = TestApplication(opensWindow: false)
    expect(app.application.appearances == nil)
    UIWindow.appearance().tintColor = .systemRed
    app.window.makeKeyAndVisible()
    expectEqual(app.window.tintColor, .systemRed)
    expect(app.application.appearances != nil)
  }
}
