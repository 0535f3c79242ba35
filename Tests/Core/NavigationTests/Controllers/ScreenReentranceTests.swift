import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

/// What an app does to its screens while the screens are told of a change.
@Suite("Screens that are changed out of their callbacks")
@MainActor
struct ScreenReentranceTests {
  private let stage = PresentationStage()

  /// The callbacks of a screen since the last time, in words of the log.
  private func told(_ name: String) -> [String] {
    stage.app.settle()
    return stage.log.lines.filter { $0.hasPrefix(name + " ") }.map {
      $0.dropFirst(name.count + 1).replacingOccurrences(of: "~", with: "")
    }
  }

  /// A stack as the root of the window.
  private func stack(_ names: String...) -> UINavigationController {
    let stack = UINavigationController()
    stack.viewControllers = names.map { stage.controller($0) }
    stage.app.window.rootViewController = stack
    stage.app.settle()
    _ = stage.log.take()
    return stack
  }

  // MARK: The window

  @Test("a window whose root becomes another in viewWillAppear of an animated push goes on with that")
  func rootInWillAppear() {
    let stack = stack("A")
    let (pushed, other) = (stage.controller("B"), stage.controller("C"))
    pushed.reactions["will+"] = { stage.app.window.rootViewController = other }
    stack.pushViewController(pushed, animated: true)
    expectEqual(told("B"), ["load", "will+", "will-", "did-"])
    expect(other.view.window != nil && stack.view.window == nil)
    // The stack shows the pushed screen when it comes back.
    _ = stage.log.take()
    stage.app.window.rootViewController = stack
    expect(told("B") == ["will+", "is+", "did+"] && stack.navigationBar.items?.count == 2)
  }

  @Test("a window whose root becomes another in viewWillAppear of a push that is not animated, too")
  func rootInWillAppearAtOnce() {
    let stack = stack("A")
    let pushed = stage.controller("B")
    pushed.reactions["will+"] = { stage.app.window.rootViewController = stage.controller("C") }
    stack.pushViewController(pushed, animated: false)
    expectEqual(told("B"), ["load", "will+", "will-", "did-"])
  }

  @Test("a window whose root becomes another in viewDidLoad of a pushed screen never shows that")
  func rootInDidLoad() {
    let stack = stack("A")
    let pushed = stage.controller("B")
    pushed.reactions["load"] = { stage.app.window.rootViewController = stage.controller("C") }
    stack.pushViewController(pushed, animated: true)
    expectEqual(told("B"), ["load"])
  }

  @Test("a window whose root becomes another in viewDidLoad of the new root shows the last one alone")
  func rootInDidLoadOfRoot() {
    let (first, last) = (stage.controller("B"), stage.controller("C"))
    first.reactions["load"] = { stage.app.window.rootViewController = last }
    stage.app.window.rootViewController = first
    stage.app.settle()
    expect(last.view.window != nil && first.view.window == nil && stage.app.window.subviews == [last.view])
  }

  @Test("a window whose root becomes another while a presentation ends calls all completions")
  func rootWhileDismissing() {
    stage.root.present(stage.controller("B"), animated: false)
    stage.app.settle()
    stage.root.presentedViewController?.present(stage.controller("C"), animated: false)
    stage.app.settle()
    var calls = 0
    stage.root.presentedViewController?.dismiss(animated: true) { calls += 1 }
    stage.app.frame()
    stage.app.window.rootViewController = stage.controller("D")
    stage.app.settle()
    expect(calls == 1 && stage.layers == 0)
  }

  // MARK: Appearance

  @Test("a screen beside one that turns a change of appearance round is not told of what was turned round")
  func turnedRoundBeside() {
    let (parent, left, right) = (UIViewController(), stage.controller("A"), stage.controller("B"))
    for child in [left, right] {
      parent.addChild(child)
      parent.view.addSubview(child.view)
      child.didMove(toParent: parent)
    }
    stage.app.window.rootViewController = parent
    stage.app.settle()
    _ = stage.log.take()
    left.reactions["will-"] = {
      parent.beginAppearanceTransition(true, animated: false)
      parent.endAppearanceTransition()
    }
    parent.beginAppearanceTransition(false, animated: false)
    parent.endAppearanceTransition()
    expect(told("B") == [] && told("A") == ["will-", "will+", "is+", "did+"])
  }

  @Test("a stack whose screen has the presentation over it ended, while the stack is exchanged, shows its new top")
  func dismissedWhileLeaving() {
    let stack = stack("A")
    let (added, top) = (stage.controller("B"), stage.controller("C"))
    added.reactions["moved"] = { stack.present(stage.controller("D", .fullScreen), animated: false) }
    (stack.viewControllers[0] as? LoggingController)?.reactions["will-"] = { stack.dismiss(animated: false) }
    stack.setViewControllers([added, top], animated: false)
    expect(told("C") == ["load", "will+", "is+", "did+"] && top.view.window != nil)
    expect(stack.presentedViewController == nil)
  }

  @Test("a screen whose transition ends as its view leaves, and whose view stays, is told that it appears")
  func backBeforeItLeft() {
    let (root, screen) = (UIViewController(), stage.controller("A"))
    root.addChild(screen)
    root.view.addSubview(screen.view)
    screen.didMove(toParent: root)
    stage.app.window.rootViewController = root
    stage.app.settle()
    _ = stage.log.take()
    screen.reactions["will-"] = {
      screen.beginAppearanceTransition(false, animated: false)
      screen.endAppearanceTransition()
      stage.app.window.addSubview(root.view)
    }
    root.view.removeFromSuperview()
    expect(screen.view.window != nil && told("A") == ["will-", "did-", "will+", "is+", "did+"])
  }

  @Test("a screen that another tab takes while it comes on screen is told that it appeared")
  func takenByTab() {
    let (tabs, stack) = (UITabBarController(), UINavigationController())
    let (first, second) = (stage.controller("A"), stage.controller("B"))
    stack.viewControllers = [stage.controller("C")]
    tabs.viewControllers = [second, stack, first]
    tabs.selectedViewController = first
    stage.app.window.rootViewController = tabs
    stage.app.settle()
    second.reactions["will+"] = { stack.pushViewController(second, animated: false) }
    stack.pushViewController(first, animated: false)
    expect(told("B").last == "did+" && second.view.window != nil && second.parent === stack)
    expect(tabs.viewControllers == [stack] && stack.topViewController === second)
  }

  // MARK: Parents

  @Test("a screen that other tabs take in its willMove(toParent:) has one parent")
  func takenInWillMove() {
    let (stack, tabs, screen) = (stack("A"), UITabBarController(), stage.controller("B"))
    screen.reactions["move"] = { tabs.viewControllers = [screen] }
    stack.pushViewController(screen, animated: false)
    stage.app.settle()
    expect(screen.parent === stack && stack.topViewController === screen)
    expect(tabs.viewControllers?.isEmpty == true && tabs.children.isEmpty)
  }

  @Test("a stack that is changed in willMove(toParent:) of a screen is as it was set last")
  func stackInWillMove() {
    let stack = stack("A")
    let (pushed, next) = (stage.controller("B"), stage.controller("C"))
    pushed.reactions["move"] = { stack.pushViewController(next, animated: false) }
    stack.pushViewController(pushed, animated: false)
    stage.app.settle()
    expect(stack.viewControllers.last === next && stack.viewControllers.count == 3)
    expect(stack.children.count == 3 && next.view.window != nil)

    let (gone, last) = (stage.controller("D"), stage.controller("E"))
    gone.reactions["move"] = { stack.viewControllers = [last] }
    stack.pushViewController(gone, animated: false)
    stage.app.settle()
    expect(stack.viewControllers == [last] && stack.children == [last] && gone.parent == nil)
  }

  @Test("a screen that is taken out again before it is shown does not appear, and the one before stays")
  func takenInWillShow() {
    final class Delegate: NSObject, UINavigationControllerDelegate {
      func navigationController(
        _ navigationController: UINavigationController, willShow viewController: UIViewController, animated: Bool
      ) { viewController.removeFromParent() }
    }
    let (stack, delegate) = (stack("A"), Delegate())
    stack.delegate = delegate
    stack.pushViewController(stage.controller("B"), animated: true)
    expect(told("B") == ["load"] && stack.viewControllers.count == 1 && stack.children.count == 1)
    expect(stack.topViewController?.view.window != nil && stack.navigationBar.items?.count == 1)
  }

  @Test("tabs that are set in willMove(toParent:) of one of them are those that were set last")
  func tabsInWillMove() {
    let (tabs, one, other) = (UITabBarController(), stage.controller("A"), stage.controller("B"))
    one.reactions["move"] = { tabs.viewControllers = [other] }
    tabs.viewControllers = [one, other]
    expect(tabs.viewControllers == [other] && tabs.children == [other] && one.parent == nil)
  }

  @Test(
    "a stack that is another in viewDidLoad of a pushed screen shows its top alone")
  func stackInDidLoad() {
    let stack = stack("A")
    let (pushed, top) = (stage.controller("B"), stage.controller("C"))
    pushed.reactions["load"] = { stack.setViewControllers([pushed, top], animated: false) }
    stack.pushViewController(pushed, animated: true)
    stage.app.settle()
    expect(top.view.window != nil && pushed.view.window == nil && stack.children == [pushed, top])
  }

  @Test("a screen that is shown elsewhere while it comes back to its stack is not told by that")
  func elsewhereWhilePopped() {
    let stack = stack("A", "B")
    let screens = stack.viewControllers.compactMap { $0 as? LoggingController }
    guard let below = screens.first, let top = screens.last else { return }
    let other = UINavigationController()
    other.modalPresentationStyle = .fullScreen
    stack.popViewController(animated: true)
    stage.app.frame(after: 0.1)
    // The transition ends with the screen that it is about in another stack, where that is told to appear.
    top.reactions["did-"] = {
      below.reactions["will+"] = { stack.pushViewController(stage.controller("C"), animated: false) }
      other.viewControllers = [below]
      stack.present(other, animated: false)
    }
    below.willMove(toParent: nil)
    below.view.removeFromSuperview()
    below.removeFromParent()
    stage.app.settle()
    expect(below.view.window != nil && below.parent === other)
    expectEqual(told("A"), ["load", "will+", "is+", "will-", "did-", "will+", "is+", "did+"])
  }

  // MARK: Appearance

  @Test("a screen that takes its view away in viewWillAppear is told that it goes, and can come again")
  func takenInWillAppear() {
    let screen = stage.controller("B")
    screen.reactions["will+"] = { screen.view.removeFromSuperview() }
    stage.root.addChild(screen)
    stage.root.view.addSubview(screen.view)
    expectEqual(told("B"), ["load", "will+", "will-", "did-"])
    _ = stage.log.take()
    stage.root.view.addSubview(screen.view)
    expectEqual(told("B"), ["will+", "is+", "did+"])
  }

  @Test("a view that is put back while it is told of leaving the window stays, and its screen is told so")
  func putBackWhileLeaving() {
    final class Clinging: UIView {
      weak var home: UIView?
      override func willMove(toWindow newWindow: UIWindow?) {
        super.willMove(toWindow: newWindow)
        guard newWindow == nil, let home else { return }
        self.home = nil
        home.addSubview(self)
      }
    }
    let screen = stage.controller("B")
    let view = Clinging(frame: CGRect(x: 0, y: 0, width: 50, height: 50))
    let part = UIView()
    view.addSubview(part)
    screen.view = view
    stage.root.view.addSubview(view)
    stage.app.settle()
    _ = stage.log.take()
    view.home = stage.root.view
    view.removeFromSuperview()
    expect(view.superview === stage.root.view && view.window != nil && part.window != nil)
    expectEqual(told("B"), ["will-", "will+", "is+", "did+"])
  }

  @Test("a change of appearance that turns round does so for the screens within")
  func turnedRound() {
    let tabs = UITabBarController()
    tabs.viewControllers = [stage.controller("B")]
    stage.app.window.rootViewController = tabs
    stage.app.settle()
    _ = stage.log.take()
    for isAppearing in [false, true] { tabs.beginAppearanceTransition(isAppearing, animated: true) }
    tabs.endAppearanceTransition()
    expectEqual(told("B"), ["will-", "will+", "is+", "did+"])
  }

  // MARK: Presentations

  @Test("a screen in what is presented appears once where its viewWillAppear presents something else")
  func presentInWillAppear() {
    let (tabs, screen) = (UITabBarController(), stage.controller("B"))
    tabs.viewControllers = [screen]
    tabs.modalPresentationStyle = .fullScreen
    screen.reactions["will+"] = { tabs.present(stage.controller("C"), animated: false) }
    stage.root.present(tabs, animated: false)
    expectEqual(told("B"), ["load", "will+", "is+", "did+"])
  }

  @Test(
    "a presentation that is ended in viewDidLoad or viewWillDisappear leaves nothing behind", arguments: [true, false])
  func dismissedEarly(inDidLoad: Bool) {
    let screen = stage.controller("B", .fullScreen)
    if inDidLoad {
      // Nothing is presented yet.
      screen.reactions["load"] = { stage.root.dismiss(animated: false) }
    } else {
      stage.root.reactions["will-"] = { stage.root.dismiss(animated: false) }
    }
    var calls = 0
    stage.root.present(screen, animated: false) { calls += 1 }
    stage.app.settle()
    expect(calls == 1 && (screen.view.window != nil) == inDidLoad && stage.layers == (inDidLoad ? 1 : 0))
    expect((stage.root.presentedViewController === screen) == inDidLoad && screen.isBeingPresented == false)
    expectEqual(told("B"), (inDidLoad ? ["load", "will+", "is+", "did+"] : ["load"]))
    expectEqual((stage.root.view.window == nil), inDidLoad)
  }

  @Test(
    "a presentation that ends while its presenter leaves calls its completion, and the presenter is back")
  func dismissedInDidShow() {
    final class Delegate: NSObject, UINavigationControllerDelegate {
      var onShow: (() -> Void)?
      func navigationController(
        _ navigationController: UINavigationController, didShow viewController: UIViewController, animated: Bool
      ) {
        (onShow ?? {})()
        onShow = nil
      }
    }
    let (stack, delegate, screen) = (stack("A"), Delegate(), stage.controller("C", .fullScreen))
    stack.delegate = delegate
    stack.pushViewController(stage.controller("B"), animated: true)
    delegate.onShow = { stack.dismiss(animated: false) }
    var calls = 0
    stack.present(screen, animated: false) { calls += 1 }
    stage.app.settle()
    expect(calls == 1 && stage.layers == 0)
    expect(stack.view.window != nil && stack.topViewController?.view.window != nil)
  }

  @Test("a presentation that is ended in viewDidAppear of a screen in it ends with all that is told of that")
  func dismissedInDidAppear() {
    let (stack, screen) = (UINavigationController(), stage.controller("B"))
    stack.viewControllers = [screen]
    stack.modalPresentationStyle = .fullScreen
    screen.reactions["did+"] = { stage.root.dismiss(animated: true) }
    stage.root.present(stack, animated: false)
    expectEqual(told("B"), ["load", "will+", "is+", "did+", "will-", "did-"])
    _ = stage.log.take()
    stage.app.window.rootViewController = stack
    expectEqual(told("B"), ["will+", "is+", "did+"])
  }

  @Test("a presentation that begins as another one is ended on its way ends with that")
  func presentedWhileEnded() {
    let screen = stage.controller("B")
    stage.root.present(screen, animated: true) { screen.present(stage.controller("C"), animated: false) }
    stage.app.frame()
    stage.root.dismiss(animated: true)
    stage.app.settle()
    expect(stage.layers == 0 && stage.root.presentedViewController == nil && screen.presentedViewController == nil)
  }

  @Test("a presentation that ends with another root in viewWillDisappear does not bring its presenter back")
  func rootInWillDisappear() {
    let (screen, other) = (stage.controller("B", .fullScreen), stage.controller("C"))
    stage.root.present(screen, animated: false)
    stage.app.settle()
    _ = stage.log.take()
    screen.reactions["will-"] = { stage.app.window.rootViewController = other }
    screen.dismiss(animated: false)
    expect(told("root").isEmpty && other.view.window != nil && stage.layers == 0)
  }

  @Test("of two presentations that a presenter begins while it arrives the second is refused, with UIKit's message")
  func twoAtOnce() {
    let (first, second, third) = (stage.controller("B"), stage.controller("C"), stage.controller("D"))
    stage.root.present(first, animated: false) { first.present(third, animated: false) }
    let messages = stage.messages { first.present(second, animated: false) }
    stage.app.settle()
    expect(first.presentedViewController === third && second.presentingViewController == nil)
    expect(messages.count == 1 && messages.first?.contains("already presenting") == true)
  }
}
