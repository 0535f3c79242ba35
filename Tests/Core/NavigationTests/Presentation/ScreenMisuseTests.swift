import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

/// What apps should not do with screens, and do: UIKit's own message, or its silence.
@Suite("Screens used in wrong ways")
@MainActor
struct ScreenMisuseTests {
  private func text(_ result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  }

  @Test("pushing the same controller twice ends the program with UIKit's message")
  func pushTwice() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      _ = TestApplication()
      let (navigation, screen) = (UINavigationController(), UIViewController())
      navigation.pushViewController(screen, animated: false)
      navigation.pushViewController(screen, animated: false)
    }
    let message = "Pushing the same view controller instance more than once is not supported"
    expect(text(result).contains("\(message) (<UIViewController"))
  }

  @Test("pushing a navigation controller ends the program with UIKit's message")
  func pushNavigation() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      _ = TestApplication()
      UINavigationController().pushViewController(UINavigationController(), animated: false)
    }
    expect(text(result).contains("Pushing a navigation controller is not supported (<UINavigationController"))
  }

  @Test("popping to a controller that is not in the stack ends the program with UIKit's message")
  func popToStranger() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      _ = TestApplication()
      UINavigationController(rootViewController: UIViewController())
        .popToViewController(UIViewController(), animated: false)
    }
    expect(text(result).contains("Tried to pop to a view controller that doesn't exist."))
  }

  @Test("presenting while presenting, on its way or arrived, is left with UIKit's message")
  func presentTwice() {
    let stage = PresentationStage()
    let name = "<LoggingController: 0x>"
    let message = "Attempt to present \(name) on \(name) (from \(name)) which is already presenting \(name)."
    let first = stage.controller("B")
    stage.root.present(first, animated: true)
    stage.app.frame()
    expectEqual(stage.messages { stage.root.present(stage.controller("C"), animated: true) }, [message])
    stage.app.settle()
    expectEqual(stage.messages { stage.root.present(stage.controller("D"), animated: false) }, [message])
    expect(stage.layers == 1 && stage.root.presentedViewController === first)
    // What is leaving is presented still.
    first.dismiss(animated: true)
    stage.app.frame()
    expectEqual(stage.messages { stage.root.present(stage.controller("E"), animated: true) }, [message])
    stage.app.settle()
    expectEqual(stage.layers, 0)
  }

  @Test("popping in the middle of a pop pops the next, in silence", arguments: [false, true])
  func popInPop(isAnimated: Bool) {
    let stage = PresentationStage()
    let navigation = UINavigationController()
    navigation.viewControllers = ["A", "B", "C", "D"].map { stage.controller($0) }
    stage.app.window.rootViewController = navigation
    stage.app.settle()
    let lines = stage.messages {
      expectEqual(navigation.popViewController(animated: true)?.title, "D")
      for _ in 0..<3 { stage.app.frame() }
      expectEqual(navigation.popViewController(animated: isAnimated)?.title, "C")
      stage.app.frame()
      expectEqual(navigation.popToRootViewController(animated: isAnimated)?.map(\.title), ["B"])
      stage.app.settle()
    }
    expect(lines == [] && navigation.viewControllers.map(\.title) == ["A"] && navigation.children.count == 1)
    expectEqual(navigation.topViewController?.view.convert(CGPoint.zero, to: nil), .zero)
    expect(navigation.topViewController?.view.window === stage.app.window && stage.log.ends == 3)
  }

  @Test(
    "stacks, tabs, searches, sheets and alerts bear a window without room, and have their places when there is some",
    arguments: [CGSize.zero, CGSize(width: 1, height: 1), CGSize(width: 0, height: 600), CGSize(width: 800, height: 0)])
  func noRoom(size: CGSize) {
    let whole = CGRect(x: 0, y: 0, width: 800, height: 600)
    let stage = PresentationStage(size: whole.size)
    func resize(to size: CGSize) {
      stage.app.platformWindow.resize(to: size)
      stage.app.events.post(.window(.resized))
      stage.app.settle()
    }
    let list = UITableViewController(style: .plain)
    list.navigationItem.searchController = UISearchController(searchResultsController: nil)
    list.toolbarItems = [UIBarButtonItem(title: "Left", style: .plain, target: nil, action: nil), .flexibleSpace()]
    let navigation = UINavigationController(rootViewController: list)
    navigation.navigationBar.prefersLargeTitles = true
    navigation.isToolbarHidden = false
    let tabs = UITabBarController()
    tabs.viewControllers = [navigation, stage.controller("B")]
    stage.app.window.rootViewController = tabs
    stage.app.settle()
    let lines = stage.messages {
      for style in [UIModalPresentationStyle.pageSheet, .formSheet, .fullScreen] {
        resize(to: size)
        let pushed = stage.controller("C")
        navigation.pushViewController(pushed, animated: true)
        stage.app.settle()
        let sheet = stage.controller("D", style)
        tabs.present(sheet, animated: true)
        for _ in 0..<3 { stage.app.frame() }
        let alert = UIAlertController(title: "Title", message: "Message", preferredStyle: .alert)
        alert.addAction(UIAlertAction(title: "OK", style: .default))
        alert.addTextField()
        sheet.present(alert, animated: true)
        stage.app.settle()
        resize(to: whole.size)
        expect(stage.layers == 2 && whole.contains(sheet.view.convert(sheet.view.bounds, to: nil)))
        resize(to: size)
        tabs.dismiss(animated: true)
        navigation.popViewController(animated: true)
        tabs.selectedIndex = 1
        stage.app.settle()
        tabs.selectedIndex = 0
        stage.app.settle()
        expect(stage.layers == 0 && navigation.viewControllers == [list])
      }
    }
    resize(to: whole.size)
    expect(lines == [] && list.view.convert(list.view.bounds, to: nil) == whole)
  }

  @Test("an alert without actions is shown in silence, no key ends it, and the app may")
  func emptyAlert() {
    let stage = PresentationStage()
    let alert = UIAlertController(title: "Nothing to choose", message: nil, preferredStyle: .alert)
    let lines = stage.messages {
      stage.root.present(alert, animated: true)
      stage.app.settle()
      for key in [UIKeyboardHIDUsage.keyboardTab, .keyboardReturnOrEnter, .keyboardEscape, .keyboardSpacebar] {
        stage.app.key(key)
      }
      stage.app.click(at: CGPoint(x: 5, y: 5))
      stage.app.settle()
    }
    expect(lines == [] && stage.layers == 1 && stage.root.presentedViewController === alert)
    alert.dismiss(animated: true)
    stage.app.settle()
    expectEqual(stage.layers, 0)
  }

  @Test(
    "a popover or an action sheet without a source is left with UIKit's message, and shown in a narrow window",
    arguments: 0..<3)
  func sourceless(_ kind: Int) {
    let popover =
      "UIPopoverPresentationController (<UIPopoverPresentationController: 0x>) should have a non-nil sourceView or "
      + "barButtonItem set before the presentation occurs."
    let sheet =
      "Your application has presented a UIAlertController (<UIAlertController: 0x>) of style "
      + "UIAlertControllerStyleActionSheet from LoggingController (<LoggingController: 0x>). The modalPresentationStyle "
      + "of a UIAlertController with this style is UIModalPresentationPopover. You must provide location information for "
      + "this popover through the alert controller's popoverPresentationController. You must provide either a sourceView "
      + "and sourceRect or a barButtonItem.  If this information is not known when you present the alert controller, you "
      + "may provide it in the UIPopoverPresentationControllerDelegate method -prepareForPopoverPresentation."
    for width in [600, 599] as [CGFloat] {
      let stage = PresentationStage(size: CGSize(width: width, height: 600))
      let screen: UIViewController =
        switch kind {
        case 0: stage.controller("B", .popover)
        case 1: UIAlertController(title: "Title", message: nil, preferredStyle: .actionSheet)
        default: UIActivityViewController(activityItems: ["text"], applicationActivities: nil)
        }
      let lines = stage.messages { stage.root.present(screen, animated: true) }
      let isNarrow = width < 600
      expectEqual(lines, (isNarrow ? [] : [kind == 1 ? sheet : popover]))
      expect(stage.layers == (isNarrow ? 1 : 0) && (stage.root.presentedViewController === screen) == isNarrow)
      expect((screen.viewIfLoaded?.window != nil) == isNarrow && (screen.presentingViewController != nil) == isNarrow)
    }
  }

  @Test("a controller that replaces its view in the middle of a push or a sheet is shown with the new one, in silence")
  func replacedView() {
    let stage = PresentationStage()
    let navigation = UINavigationController(rootViewController: stage.controller("A"))
    stage.app.window.rootViewController = navigation
    stage.app.settle()
    let (next, sheet) = (stage.controller("B"), stage.controller("C"))
    let views = [UIView(frame: .zero), UIView(frame: .zero)]
    let lines = stage.messages {
      navigation.pushViewController(next, animated: true)
      for _ in 0..<4 { stage.app.frame() }
      next.view = views[0]
      stage.app.settle()
      navigation.present(sheet, animated: true)
      for _ in 0..<4 { stage.app.frame() }
      sheet.view = views[1]
      stage.app.settle()
    }
    expect(lines == [] && views.allSatisfy { $0.window === stage.app.window })
    expectEqual(views[0].convert(views[0].bounds, to: nil), CGRect(x: 0, y: 0, width: 800, height: 600))
    expect(views[1].superview?.bounds == views[1].frame && views[1].frame.width == 704)
  }
}
