import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

/// Screens that change their container while a transition moves them.
@Suite("Who owns a screen that moves")
@MainActor
struct ScreenOwnershipTests {
  private let stage = PresentationStage(size: CGSize(width: 400, height: 600))
  private var app: TestApplication { stage.app }

  private func show(_ names: String...) -> (stack: UINavigationController, screens: [LoggingController]) {
    let (stack, screens) = (UINavigationController(), names.map { stage.controller($0) })
    stack.viewControllers = screens
    app.window.rootViewController = stack
    app.settle()
    _ = stage.log.take()
    return (stack, screens)
  }

  private func pointer(_ x: CGFloat) -> InputEvent.Pointer {
    InputEvent.Pointer(location: CGPoint(x: x, y: 300), button: .primary, clickCount: 1, timestamp: app.clock.now)
  }

  private func drag(from start: CGFloat = 2, to end: CGFloat, isNew: Bool = true) {
    if isNew { app.events.post(.pointerDown(pointer(start))) }
    for step in 1...8 {
      app.frame()
      app.events.post(.pointerMoved(pointer(start + (end - start) * CGFloat(step) / 8)))
    }
    app.frame()
  }

  /// Lets go where the drag does not take the screen away.
  private func dragBack(from start: CGFloat) {
    drag(from: start, to: 20, isNew: false)
    app.frame(after: 0.5)
    app.events.post(.pointerUp(pointer(20)))
    app.settle()
  }

  /// The callbacks of a screen, without whether they were animated.
  private func told(_ name: String) -> [String] {
    stage.log.lines.filter { $0.hasPrefix(name + " ") }.map {
      $0.dropFirst(name.count + 1).replacingOccurrences(of: "~", with: "")
    }
  }

  @Test("a screen whose drag goes back is in the stack again, and moves to or from no parent any more")
  func goesBack() {
    let (stack, screens) = show("A", "B")
    drag(to: 150)
    expect(screens[1].isMovingFromParent)
    dragBack(from: 150)
    expect(stack.viewControllers == screens && !screens[1].isMovingFromParent && !screens[1].isMovingToParent)
    expect(told("B") == ["will-", "will+", "is+", "did+"] && told("A") == ["load", "will+", "is+", "will-", "did-"])
  }

  @Test("a screen whose drag goes back is told that it stays, though the one below goes elsewhere meanwhile")
  func lowerScreenGoes() {
    let (stack, screens) = show("A", "B")
    drag(to: 150)
    let other = UINavigationController()
    screens[0].reactions["will-"] = { other.viewControllers = [screens[0]] }
    dragBack(from: 150)
    expect(stack.viewControllers == [screens[1]] && other.viewControllers == [screens[0]])
    expect(told("B") == ["will-", "will+", "is+", "did+"] && told("A") == ["load", "will+", "is+", "will-", "did-"])
    expect(screens[1].view.window != nil && stack.navigationBar.items?.count == 1)
  }

  @Test("a screen that goes back as a drag cuts its coming short goes by itself: the drag moves nothing")
  func popsAsDragBegins() {
    let (stack, screens) = show("A", "B", "C")
    let last = stage.controller("D")
    stack.pushViewController(last, animated: true)
    app.frame()
    last.reactions["did+"] = { stack.popViewController(animated: true) }
    drag(to: 150)
    app.events.post(.pointerUp(pointer(150)))
    app.settle()
    expect(stack.viewControllers == screens && told("B").isEmpty)
    expectEqual(told("D"), ["load", "will+", "is+", "did+", "will-", "did-"])
    expectEqual(Array(told("C").suffix(2)), ["is+", "did+"])
    expect(last.view.window == nil && screens[2].view.window != nil)
  }

  @Test("a screen that is taken out while its drag goes back, and pushed as the one below is told, is shown")
  func comesBackWhileReturning() {
    let (stack, screens) = show("A", "B")
    drag(to: 150)
    drag(from: 150, to: 20, isNew: false)
    app.frame(after: 0.5)
    app.events.post(.pointerUp(pointer(20)))
    app.frame()
    screens[0].reactions["did-"] = { stack.pushViewController(screens[1], animated: false) }
    screens[1].willMove(toParent: nil)
    screens[1].view.removeFromSuperview()
    screens[1].removeFromParent()
    app.settle()
    expect(stack.viewControllers == screens && stack.children.count == 2)
    expect(screens[1].view.window != nil && screens[0].view.window == nil && told("B").last == "did+")
  }

  @Test(
    "a screen that the app shows elsewhere while it is dragged aside stays there when the drag goes back",
    arguments: 0..<3)
  func draggedScreenGoes(kind: Int) {
    let (stack, screens) = show("A", "B")
    drag(to: 150)
    let (other, tabs) = (UINavigationController(), UITabBarController())
    switch kind {
    case 0: other.viewControllers = [screens[1]]
    case 1: tabs.viewControllers = [screens[1]]
    default: screens[1].removeFromParent()
    }
    dragBack(from: 150)
    expect(stack.viewControllers == [screens[0]] && stack.children == [screens[0]])
    expect(screens[1].parent === [other, tabs, nil][kind] && screens[1].view.window == nil)
    expect(screens[0].view.window != nil && screens[0].view.convert(CGPoint.zero, to: nil) == .zero)
    expect(told("B") == ["will-", "did-"] && told("A") == ["load", "will+", "is+", "did+"])
    expectEqual(stack.navigationBar.items?.count, 1)
  }

  @Test("a screen below that moves to another container during a drag leaves its stack empty")
  func revealedScreenGoes() {
    let (stack, screens) = show("A", "B")
    drag(to: 150)
    let other = UINavigationController(rootViewController: screens[0])
    dragBack(from: 150)
    expect(stack.viewControllers.isEmpty && stack.children.isEmpty && screens[0].parent === other)
    expect(told("B") == ["will-", "did-"] && screens[1].parent == nil && told("A").last == "did-")
  }

  @Test("a pop in viewWillDisappear of the screen below, as a drag goes back, takes the dragged screen out, told once")
  func popWhileGoingBack() {
    let (stack, screens) = show("A", "B")
    drag(to: 150)
    screens[0].reactions["will-"] = { stack.popViewController(animated: false) }
    dragBack(from: 150)
    expect(stack.viewControllers == [screens[0]] && screens[0].view.window != nil)
    expectEqual(told("B"), ["will-", "did-"])
    expectEqual(told("A"), ["load", "will+", "is+", "will-", "did-", "will+", "is+", "did+"])
  }

  @Test(
    "a screen that moves to another container during a push or a pop belongs to that container alone", arguments: 0..<4)
  func movedInTransition(kind: Int) {
    let (stack, screens) = kind < 2 ? show("A", "B") : show("A")
    let other = UINavigationController()
    other.modalPresentationStyle = .fullScreen
    let pushed = kind < 2 ? screens[1] : stage.controller("B")
    if kind < 2 { stack.popViewController(animated: true) } else { stack.pushViewController(pushed, animated: true) }
    for _ in 0..<4 { app.frame() }
    let moved = kind % 2 == 0 ? pushed : screens[0]
    other.viewControllers = [moved]
    expect(moved.parent === other && !stack.children.contains(moved) && !stack.viewControllers.contains(moved))
    app.settle()
    app.window.rootViewController = other
    app.settle()
    expect(moved.view.window != nil && told(moved.name).suffix(3) == ["will+", "is+", "did+"])
    for name in ["A", "B"] {
      let lines = told(name)
      expectEqual(lines.count { $0 == "will-" }, lines.count { $0 == "did-" }, "\(name): \(lines)")
    }
  }

  @Test("a column of a split view that is set anew while the old one is dragged aside does not come back")
  func draggedColumn() {
    let split = UISplitViewController(style: .doubleColumn)
    let (list, detail, next) = (stage.controller("A"), stage.controller("B"), stage.controller("C"))
    split.setViewController(list, for: .primary)
    split.setViewController(detail, for: .secondary)
    app.window.rootViewController = split
    app.settle()
    guard let stack = list.navigationController, let column = detail.navigationController else {
      Issue.record("the columns are not in stacks")
      return
    }
    expect(split.isCollapsed && stack.viewControllers == [list, column])
    _ = stage.log.take()
    drag(to: 150)
    expectEqual(stack.viewControllers, [list])
    split.setViewController(next, for: .secondary)
    dragBack(from: 150)
    expect(stack.viewControllers == [list] && column.parent == nil && detail.view.window == nil)
    expect(told("B") == ["will-", "did-"] && told("A").last == "did+")
  }

  @Test("a controller that the app puts back into its parent each time stays there, and a message says so")
  func clinging() {
    final class Clinging: UIViewController {
      weak var home: UIViewController?
      override func willMove(toParent parent: UIViewController?) {
        super.willMove(toParent: parent)
        if let home, let parent, parent !== home { home.addChild(self) }
      }
      override func didMove(toParent parent: UIViewController?) {
        super.didMove(toParent: parent)
        if parent == nil, let home { home.addChild(self) }
      }
    }
    let (stack, screens) = show("A")
    let (home, screen) = (stage.controller("home"), Clinging())
    home.addChild(screen)
    screen.home = home
    let messages = stage.messages { stack.pushViewController(screen, animated: false) }
    expect(messages.count == 1 && messages.first?.contains("addChild") == true, "\(messages)")
    app.settle()
    expect(screen.parent === home && stack.viewControllers == screens && stack.children == screens)
    expect(screens[0].view.window != nil && stack.navigationBar.items?.count == 1)
    let tabs = UITabBarController()
    expectEqual(stage.messages { tabs.viewControllers = [screen] }.count, 1)
    expect(screen.parent === home && tabs.viewControllers?.isEmpty == true && tabs.children.isEmpty)
  }

  @Test(
    "a stack that changes each time that it is about to show a screen shows the last one later, and a message says so")
  func restlessStack() {
    final class Delegate: NSObject, UINavigationControllerDelegate {
      var left = 20
      func navigationController(
        _ navigationController: UINavigationController, willShow viewController: UIViewController, animated: Bool
      ) {
        guard left > 0 else { return }
        left -= 1
        navigationController.pushViewController(UIViewController(), animated: false)
      }
    }
    let (stack, _) = show("A")
    let delegate = Delegate()
    stack.delegate = delegate
    let messages = stage.messages { stack.pushViewController(stage.controller("B"), animated: false) }
    expect(messages.count == 1 && messages.first?.contains("again and again") == true, "\(messages)")
    _ = stage.messages { app.settle() }
    expect(stack.viewControllers.count == 22 && stack.topViewController?.view.window != nil && delegate.left == 0)
  }
}
