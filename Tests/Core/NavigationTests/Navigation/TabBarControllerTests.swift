import Expectations
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
    /// Run once, in the calls of their names.
    var reactions: [String: () -> Void] = [:]
    private func note(_ event: String) {
      log.append(event)
      reactions.removeValue(forKey: event)?()
    }
    override func viewDidLoad() { note("load") }
    override func viewWillAppear(_ animated: Bool) { note("will+") }
    override func viewDidAppear(_ animated: Bool) { note("did+") }
    override func viewWillDisappear(_ animated: Bool) { note("will-") }
    override func viewDidDisappear(_ animated: Bool) { note("did-") }
    func take() -> [String] {
      defer { log = [] }
      return log
    }
  }

  private final class Judge: NSObject, UITabBarControllerDelegate {
    var log: [String] = []
    var allows = true
    var onQuestion: (() -> Void)?
    func tabBarController(_ tabBarController: UITabBarController, shouldSelect viewController: UIViewController) -> Bool
    {
      log.append("should \(viewController.title ?? "")")
      onQuestion?()
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
    expect(tabs.selectedIndex == 0 && tabs.selectedViewController === a && a.tabBarController === tabs)
    expect(a.take() == ["load", "will+", "did+"] && b.take() == [])
    click(1, of: 2)
    expect(tabs.selectedIndex == 1 && tabs.tabBar.selectedItem === b.tabBarItem)
    expect(a.take() == ["will-", "did-"] && b.take() == ["load", "will+", "did+"])
    expect(a.view.window == nil && b.view.window === app.window)
    tabs.selectedIndex = 0
    app.settle()
    expect(b.take() == ["will-", "did-"] && a.take() == ["will+", "did+"])
    tabs.selectedIndex = 7
    expectEqual(tabs.selectedIndex, 0)
  }

  @Test("the delegate is asked and told of the user's choice, not of the program's, and may refuse")
  func delegate() {
    let tabs = show(screen("A"), screen("B"))
    let judge = Judge()
    tabs.delegate = judge
    tabs.selectedIndex = 1
    expectEqual(judge.log, [])
    click(0, of: 2)
    expectEqual(judge.log, ["should A", "did A"])
    judge.allows = false
    click(1, of: 2)
    expect(judge.log == ["should A", "did A", "should B"] && tabs.selectedIndex == 0)
  }

  @Test("the bar's room is part of the safe area, and gives way when it is hidden or a screen hides it when pushed")
  func room() {
    let list = UITableViewController(style: .plain)
    let navigation = UINavigationController(rootViewController: list)
    let tabs = show(navigation, screen("B"))
    expectEqual(tabs.tabBar.frame, CGRect(x: 0, y: 551, width: 390, height: 49))
    expect(list.view.frame.height == 600 && list.tableView.adjustedContentInset.bottom == 49)
    let detail = UIViewController()
    detail.hidesBottomBarWhenPushed = true
    navigation.pushViewController(detail, animated: true)
    app.settle()
    expect(tabs.tabBar.frame.minY >= 600 && detail.view.safeAreaInsets.bottom == 0)
    navigation.popViewController(animated: true)
    app.settle()
    expect(tabs.tabBar.frame.minY == 551 && list.tableView.adjustedContentInset.bottom == 49)
    tabs.tabBar.isHidden = true
    app.settle()
    expectEqual(list.tableView.adjustedContentInset.bottom, 0)
  }

  @Test("the chosen tab has the tint colour of the window that its bar comes into, also when that becomes another")
  func tint() {
    app.window.tintColor = .systemGreen
    let tabs = show(screen("A"), screen("B"))
    func colors() -> [UIColor?] {
      tabs.tabBar.subviews.compactMap { $0 as? TabButton }.map { button in
        button.subviews.compactMap { $0 as? UILabel }.first { $0.text?.isEmpty == false }?.textColor
      }
    }
    expectEqual(colors(), [.systemGreen, .systemGray])
    app.window.tintColor = .systemPink
    expectEqual(colors(), [.systemPink, .systemGray])
  }

  @Test("a click on the chosen tab takes a navigation controller back to its first screen")
  func home() {
    let navigation = UINavigationController(rootViewController: screen("A"))
    _ = show(navigation, screen("B"))
    navigation.pushViewController(screen("C"), animated: false)
    app.settle()
    click(0, of: 2)
    expectEqual(navigation.viewControllers.count, 1)
  }

  @Test("a tab has its controller's title, a navigation controller's that of its first screen, and shows changes")
  func items() throws {
    let (a, b) = (screen("A"), screen("B"))
    let navigation = UINavigationController(rootViewController: a)
    a.tabBarItem = UITabBarItem(title: "First", image: UIImage(systemName: "star"), tag: 3)
    let tabs = show(navigation, b)
    expect(tabs.tabBar.items?.map(\.title) == ["First", "B"] && navigation.tabBarItem === a.tabBarItem)
    b.title = "Other"
    b.tabBarItem.badgeValue = "5"
    app.settle()
    let texts = app.backend.visibleTexts
    expect(texts.contains("Other") && texts.contains("5") && !texts.contains("B"))
    expectEqual(UITabBarItem(tabBarSystemItem: .search, tag: 0).title, "Search")
  }

  @Test("the chosen controller stays chosen when others come and go; those that went are let go")
  func replacing() {
    let (a, b) = (screen("A"), screen("B"))
    let tabs = show(a, b)
    tabs.selectedIndex = 1
    tabs.viewControllers = [screen("C"), b]
    app.settle()
    expect(tabs.selectedViewController === b && tabs.selectedIndex == 1 && a.parent == nil && a.view.window == nil)
    weak let gone: UIViewController? = tabs.viewControllers?[0]
    tabs.viewControllers = [a]
    app.settle()
    expect(tabs.selectedViewController === a && b.view.window == nil && gone == nil)
    tabs.viewControllers = nil
    app.settle()
    expect(tabs.selectedIndex == NSNotFound && tabs.selectedViewController == nil && a.view.window == nil)
  }

  @Test("a tab that a screen gets when it is loaded, or by another first screen, is shown and can be chosen")
  func lateItems() {
    let first = screen("A")
    first.reactions["load"] = { first.tabBarItem = UITabBarItem(title: "Late", image: nil, tag: 7) }
    let navigation = UINavigationController(rootViewController: screen("B"))
    let tabs = show(first, navigation)
    expect(tabs.tabBar.items?.map(\.title) == ["Late", "B"] && tabs.tabBar.selectedItem === first.tabBarItem)
    expect(app.backend.visibleTexts.contains("Late") && !app.backend.visibleTexts.contains("A"))
    click(1, of: 2)
    expectEqual(tabs.selectedIndex, 1)
    click(0, of: 2)
    expectEqual(tabs.selectedIndex, 0)
    navigation.setViewControllers([screen("C")], animated: false)
    app.settle()
    expect(tabs.tabBar.items?.map(\.title) == ["Late", "C"] && app.backend.visibleTexts.contains("C"))
    click(1, of: 2)
    expect(tabs.selectedIndex == 1 && navigation.topViewController?.view.window === app.window)
  }

  @Test(
    "where screens choose another tab while they are loaded, come or go, one screen is left in the window",
    arguments: ["load", "will+", "will-"])
  func fickle(event: String) {
    let (a, b, c) = (screen("A"), screen("B"), screen("C"))
    let tabs = show(a, b, c)
    (event == "will-" ? a : b).reactions[event] = { tabs.selectedIndex = 2 }
    click(1, of: 3)
    expect(tabs.selectedViewController === c && tabs.tabBar.selectedItem === c.tabBarItem)
    expect(c.view.window === app.window && a.view.window == nil && b.viewIfLoaded?.window == nil)
    for screen in [a, b] {
      let counts = ["will+", "will-", "did-"].map { event in screen.log.count { $0 == event } }
      expectEqual(Set(counts).count, 1, "\(screen.title ?? ""): \(screen.log)")
    }
    expectEqual(c.log, ["load", "will+", "did+"])
    expectEqual(tabs.view.subviews.count, 2)
  }

  @Test("a tab that the delegate takes away when it is asked is not chosen")
  func takenAway() {
    let (a, b) = (screen("A"), screen("B"))
    let tabs = show(a, b)
    let judge = Judge()
    tabs.delegate = judge
    judge.onQuestion = { tabs.viewControllers = [a] }
    click(1, of: 2)
    expect(tabs.selectedViewController === a && judge.log == ["should B"] && b.parent == nil)
  }

  @Test("a screen that is shown elsewhere, or that the app takes out, leaves its tab, with its calls in pairs")
  func movedElsewhere() {
    let (a, b, c) = (screen("A"), screen("B"), screen("C"))
    let tabs = show(a, b, c)
    let navigation = UINavigationController(rootViewController: a)
    app.settle()
    expect(tabs.viewControllers == [b, c] && tabs.selectedViewController === b && a.parent === navigation)
    expectEqual(tabs.tabBar.items?.map(\.title), ["B", "C"])
    expect(a.log == ["load", "will+", "did+", "will-", "did-"] && a.view.safeAreaInsets == .zero)
    expect(b.view.window === app.window)
    c.removeFromParent()
    app.settle()
    expect(tabs.viewControllers == [b] && tabs.tabBar.items?.count == 1)
  }

  @Test("random choices, pushes, pops and moves from stack to stack leave what lists of names say", arguments: 1...8)
  func random(seed: Int) {
    var random = SeededRandom(seed: seed)
    var names = (0..<3).map { ["root \($0)"] }
    let stacks = names.map { UINavigationController(rootViewController: screen($0[0])) }
    app.becomeCurrent()
    let tabs = UITabBarController()
    tabs.viewControllers = stacks
    app.window.rootViewController = tabs
    var (chosen, made) = (0, 0)
    func check() {
      app.settle()
      for (number, stack) in stacks.enumerated() {
        let top = stack.topViewController
        expect(stack.viewControllers.map(\.title) == names[number] && stack.children.count == names[number].count)
        expectEqual((top?.viewIfLoaded?.window === app.window), (number == chosen))
        expect(number != chosen || top?.view.convert(CGPoint.zero, to: nil) == .zero)
      }
      let hidesBar = stacks[chosen].viewControllers.contains { $0.hidesBottomBarWhenPushed }
      expect((tabs.tabBar.frame.minY >= 600) == hidesBar && tabs.view.subviews.count == 2)
    }
    for _ in 0..<200 {
      let tab = Int.random(in: 0..<3, using: &random)
      let (stack, isAnimated) = (stacks[tab], Bool.random(using: &random))
      switch Int.random(in: 0..<9, using: &random) {
      case 0, 1:
        made += 1
        let next = screen("\(made)")
        next.hidesBottomBarWhenPushed = made % 3 == 0
        stack.pushViewController(next, animated: isAnimated)
        names[tab].append("\(made)")
      case 2: if stack.popViewController(animated: isAnimated) != nil { names[tab].removeLast() }
      case 3:
        stack.popToRootViewController(animated: isAnimated)
        names[tab].removeLast(names[tab].count - 1)
      case 4:
        tabs.selectedIndex = tab
        chosen = tab
      case 5:
        guard names[tab].count > 1, let moved = stack.topViewController else { break }
        let other = (tab + 1) % 3
        stacks[other].pushViewController(moved, animated: isAnimated)
        names[other].append(names[tab].removeLast())
      case 6: stack.setNavigationBarHidden(Bool.random(using: &random), animated: isAnimated)
      case 7: check()
      default: for _ in 0..<Int.random(in: 1...6, using: &random) { app.frame() }
      }
    }
    check()
  }

  @Test("a push that is under way when another tab is chosen has ended when its tab comes back")
  func pushBehindTab() {
    let navigation = UINavigationController(rootViewController: screen("A"))
    let tabs = show(navigation, screen("B"))
    let pushed = screen("C")
    navigation.pushViewController(pushed, animated: true)
    for _ in 0..<4 { app.frame() }
    tabs.selectedIndex = 1
    app.settle()
    expect(pushed.view.window == nil)
    tabs.selectedIndex = 0
    app.settle()
    expect(navigation.topViewController === pushed && pushed.view.convert(CGPoint.zero, to: nil) == .zero)
    for (first, second) in [("will+", "did+"), ("will-", "did-")] {
      expectEqual(pushed.log.count { $0 == first }, pushed.log.count { $0 == second }, "\(pushed.log)")
    }
  }

  @Test("in a bar that reads from right to left the first tab is at the right; in a wide one tabs stand in the middle")
  func places() {
    let tabs = show(screen("A"), screen("B"))
    tabs.tabBar.semanticContentAttribute = .forceRightToLeft
    tabs.tabBar.setNeedsLayout()
    app.settle()
    click(0, of: 2)
    expectEqual(tabs.selectedIndex, 1)
    let bar = UITabBar(frame: CGRect(x: 0, y: 0, width: 1000, height: 49))
    bar.items = [UITabBarItem(title: "A", image: nil, tag: 0), UITabBarItem(title: "B", image: nil, tag: 1)]
    bar.layoutIfNeeded()
    expectEqual(bar.subviews.filter { $0 is TabButton }.map(\.frame.minX), [370, 500])
  }
}
