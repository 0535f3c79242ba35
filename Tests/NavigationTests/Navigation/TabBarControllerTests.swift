import Foundation
import TestSupport
import Testing

@testable import UIKitCore

@Suite("Tab bar controllers")
@MainActor
struct TabBarControllerTests {
  private let app = TestApplication(size: CGSize(width: 390, height: 600))

  private final class Screen: UIViewController {
    var log: [String] = []
    override func viewDidLoad() { log.append("load") }
    override func viewWillAppear(_ animated: Bool) { log.append("will+") }
    override func viewDidAppear(_ animated: Bool) { log.append("did+") }
    override func viewWillDisappear(_ animated: Bool) { log.append("will-") }
    override func viewDidDisappear(_ animated: Bool) { log.append("did-") }
    func take() -> [String] {
      defer { log = [] }
      return log
    }
  }

  private final class Judge: NSObject, UITabBarControllerDelegate {
    var log: [String] = []
    var allows = true
    func tabBarController(_ tabBarController: UITabBarController, shouldSelect viewController: UIViewController) -> Bool
    {
      log.append("should \(viewController.title ?? "")")
      return allows
    }
    func tabBarController(_ tabBarController: UITabBarController, didSelect viewController: UIViewController) {
      log.append("did \(viewController.title ?? "")")
    }
  }

  /// A controller with tabs in the window.
  private func show(_ controllers: UIViewController...) -> UITabBarController {
    app.becomeCurrent()
    let tabs = UITabBarController()
    tabs.viewControllers = controllers
    app.window.rootViewController = tabs
    app.settle()
    return tabs
  }

  private func screen(_ title: String) -> Screen {
    let screen = Screen()
    screen.title = title
    return screen
  }

  private func click(_ tab: Int, of count: Int) {
    app.click(at: CGPoint(x: 390 / CGFloat(count) * (CGFloat(tab) + 0.5), y: 580))
    app.settle()
  }

  @Test("the first tab is chosen; a click loads and shows another, and views come and go in UIKit's order")
  func choosing() {
    let (a, b) = (screen("A"), screen("B"))
    let tabs = show(a, b)
    #expect(tabs.selectedIndex == 0 && tabs.selectedViewController === a && a.tabBarController === tabs)
    #expect(a.take() == ["load", "will+", "did+"] && b.take() == [])
    click(1, of: 2)
    #expect(tabs.selectedIndex == 1 && tabs.tabBar.selectedItem === b.tabBarItem)
    #expect(a.take() == ["will-", "did-"] && b.take() == ["load", "will+", "did+"])
    #expect(a.view.window == nil && b.view.window === app.window)
    tabs.selectedIndex = 0
    app.settle()
    #expect(b.take() == ["will-", "did-"] && a.take() == ["will+", "did+"])
    tabs.selectedIndex = 7
    #expect(tabs.selectedIndex == 0)
  }

  @Test("the delegate is asked and told of the user's choice, not of the program's, and may refuse")
  func delegate() {
    let tabs = show(screen("A"), screen("B"))
    let judge = Judge()
    tabs.delegate = judge
    tabs.selectedIndex = 1
    #expect(judge.log == [])
    click(0, of: 2)
    #expect(judge.log == ["should A", "did A"])
    judge.allows = false
    click(1, of: 2)
    #expect(judge.log == ["should A", "did A", "should B"] && tabs.selectedIndex == 0)
  }

  @Test("the bar's room is part of the safe area, and gives way when it is hidden or a screen hides it when pushed")
  func room() {
    let list = UITableViewController(style: .plain)
    let navigation = UINavigationController(rootViewController: list)
    let tabs = show(navigation, screen("B"))
    #expect(tabs.tabBar.frame == CGRect(x: 0, y: 551, width: 390, height: 49))
    #expect(list.view.frame.height == 600 && list.tableView.adjustedContentInset.bottom == 49)
    let detail = UIViewController()
    detail.hidesBottomBarWhenPushed = true
    navigation.pushViewController(detail, animated: true)
    app.settle()
    #expect(tabs.tabBar.frame.minY >= 600 && detail.view.safeAreaInsets.bottom == 0)
    navigation.popViewController(animated: true)
    app.settle()
    #expect(tabs.tabBar.frame.minY == 551 && list.tableView.adjustedContentInset.bottom == 49)
    tabs.tabBar.isHidden = true
    app.settle()
    #expect(list.tableView.adjustedContentInset.bottom == 0)
  }

  @Test("a click on the chosen tab takes a navigation controller back to its first screen")
  func home() {
    let navigation = UINavigationController(rootViewController: screen("A"))
    _ = show(navigation, screen("B"))
    navigation.pushViewController(screen("C"), animated: false)
    app.settle()
    click(0, of: 2)
    #expect(navigation.viewControllers.count == 1)
  }

  @Test("a tab has its controller's title, a navigation controller's that of its first screen, and shows changes")
  func items() throws {
    let (a, b) = (screen("A"), screen("B"))
    let navigation = UINavigationController(rootViewController: a)
    a.tabBarItem = UITabBarItem(title: "First", image: UIImage(systemName: "star"), tag: 3)
    let tabs = show(navigation, b)
    #expect(tabs.tabBar.items?.map(\.title) == ["First", "B"] && navigation.tabBarItem === a.tabBarItem)
    b.title = "Other"
    b.tabBarItem.badgeValue = "5"
    app.settle()
    let texts = app.backend.visibleTexts
    #expect(texts.contains("Other") && texts.contains("5") && !texts.contains("B"))
    #expect(UITabBarItem(tabBarSystemItem: .search, tag: 0).title == "Search")
  }

  @Test("the chosen controller stays chosen when others come and go; those that went are let go")
  func replacing() {
    let (a, b) = (screen("A"), screen("B"))
    let tabs = show(a, b)
    tabs.selectedIndex = 1
    tabs.viewControllers = [screen("C"), b]
    app.settle()
    #expect(tabs.selectedViewController === b && tabs.selectedIndex == 1 && a.parent == nil && a.view.window == nil)
    weak let gone: UIViewController? = tabs.viewControllers?[0]
    tabs.viewControllers = [a]
    app.settle()
    #expect(tabs.selectedViewController === a && b.view.window == nil && gone == nil)
    tabs.viewControllers = nil
    app.settle()
    #expect(tabs.selectedIndex == NSNotFound && tabs.selectedViewController == nil && a.view.window == nil)
  }

  @Test("in a bar that reads from right to left the first tab is at the right; in a wide one tabs stand in the middle")
  func places() {
    let tabs = show(screen("A"), screen("B"))
    tabs.tabBar.semanticContentAttribute = .forceRightToLeft
    tabs.tabBar.setNeedsLayout()
    app.settle()
    click(0, of: 2)
    #expect(tabs.selectedIndex == 1)
    let bar = UITabBar(frame: CGRect(x: 0, y: 0, width: 1000, height: 49))
    bar.items = [UITabBarItem(title: "A", image: nil, tag: 0), UITabBarItem(title: "B", image: nil, tag: 1)]
    bar.layoutIfNeeded()
    #expect(bar.subviews.filter { $0 is TabButton }.map(\.frame.minX) == [370, 500])
  }
}
