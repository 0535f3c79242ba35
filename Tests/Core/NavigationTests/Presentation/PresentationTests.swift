import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

@Suite("Presenting controllers")
@MainActor
struct PresentationTests {
  @Test(
    "a full-screen controller comes and goes with callbacks in UIKit's order, and the presenter's view leaves meanwhile"
  )
  func fullScreen() {
    let stage = PresentationStage()
    let screen = stage.controller("B", .fullScreen)
    stage.root.present(screen, animated: true) { stage.log.lines.append("presented") }
    expectEqual(stage.log.take(), ["B load", "root will-~", "B will+~", "B is+~"])
    expect(screen.isBeingPresented && stage.root.presentedViewController === screen)
    expect(screen.presentingViewController === stage.root)
    stage.app.settle()
    expectEqual(stage.log.take(), ["B did+~", "root did-~", "presented"])
    expect(stage.root.view.window == nil && screen.view.window === stage.app.window && !screen.isBeingPresented)
    expectEqual(screen.view.frame.size, stage.app.window.bounds.size)

    screen.dismiss(animated: true) { stage.log.lines.append("dismissed") }
    expectEqual(stage.log.take(), ["B will-~", "root will+~", "root is+~"])
    expect(screen.isBeingDismissed)
    stage.app.settle()
    expectEqual(stage.log.take(), ["root did+~", "B did-~", "dismissed"])
    expect(stage.root.presentedViewController == nil && screen.presentingViewController == nil)
    expect(stage.layers == 0 && stage.root.view.superview === stage.app.window)
    expectEqual(stage.app.window.subviews.count, 1)
  }

  @Test("a sheet leaves its presenter where it is and untold")
  func sheet() {
    let stage = PresentationStage()
    let sheet = stage.controller("B")
    stage.root.present(sheet, animated: true) { stage.log.lines.append("presented") }
    stage.app.settle()
    expectEqual(stage.log.take(), ["B load", "B will+~", "B is+~", "B did+~", "presented"])
    expect(stage.root.view.window != nil)
    stage.root.dismiss(animated: true)
    stage.app.settle()
    expectEqual(stage.log.take(), ["B will-~", "B did-~"])
  }

  @Test("without animation a controller has appeared after a frame, and has gone when the call returns")
  func notAnimated() {
    let stage = PresentationStage()
    let sheet = stage.controller("B", .fullScreen)
    stage.root.present(sheet, animated: false) { stage.log.lines.append("presented") }
    expectEqual(stage.log.take(), ["B load", "root will-", "B will+", "B is+"])
    stage.app.frame()
    expectEqual(stage.log.take(), ["B did+", "root did-", "presented"])
    stage.root.dismiss(animated: false) { stage.log.lines.append("dismissed") }
    expectEqual(stage.log.take(), ["B will-", "root will+", "root is+", "root did+", "B did-", "dismissed"])
    expectEqual(stage.layers, 0)
  }

  @Test("a dismissal in the middle of a presentation turns it round where it is, and both ends are told")
  func interrupted() {
    let stage = PresentationStage()
    let sheet = stage.controller("B")
    stage.root.present(sheet, animated: true) { stage.log.lines.append("presented") }
    for _ in 0..<6 { stage.app.frame() }
    let host = sheet.view.superview
    let place = host?.presentation?.origin.y ?? 0
    expect(place > 0 && place < 600)
    _ = stage.log.take()
    sheet.dismiss(animated: true) { stage.log.lines.append("dismissed") }
    expectEqual(stage.log.take(), ["B did+~", "presented", "B will-~"])
    stage.app.frame(showing: 0)
    expect(abs((host?.presentation?.origin.y ?? 0) - place) < 60)
    stage.app.settle()
    expectEqual(stage.log.take(), ["B did-~", "dismissed"])
    expectEqual(stage.layers, 0)
  }

  @Test("of a stack of presentations the topmost moves and those between go at once")
  func stack() {
    let stage = PresentationStage()
    let controllers = ["B", "C", "D"].map { stage.controller($0, $0 == "C" ? .fullScreen : .pageSheet) }
    var presenter: UIViewController = stage.root
    for controller in controllers {
      presenter.present(controller, animated: false)
      stage.app.settle()
      presenter = controller
    }
    _ = stage.log.take()
    expectEqual(stage.layers, 3)
    stage.root.dismiss(animated: true) { stage.log.lines.append("dismissed") }
    expect(stage.layers == 1 && controllers.allSatisfy(\.isBeingDismissed))
    stage.app.settle()
    expectEqual(stage.log.take(), ["D will-~", "C will-", "C did-", "D did-~", "dismissed"])
    expect(stage.layers == 0 && controllers.allSatisfy { $0.presentingViewController == nil })
    expect(controllers.allSatisfy { $0.presentedViewController == nil } && stage.root.presentedViewController == nil)
  }

  @Test("a controller in another presents through the outermost one, which both see as the presenter")
  func child() {
    let stage = PresentationStage()
    let child = UIViewController()
    stage.root.addChild(child)
    stage.root.view.addSubview(child.view)
    let sheet = stage.controller("B")
    child.present(sheet, animated: false)
    stage.app.settle()
    expect(child.presentedViewController === sheet && sheet.presentingViewController === stage.root)
    child.dismiss(animated: false)
    expectEqual(stage.layers, 0)
  }

  @Test("what cannot be presented is left with UIKit's message")
  func obstacles() {
    let stage = PresentationStage()
    let (first, second) = (stage.controller("B"), stage.controller("C"))
    stage.root.present(first, animated: false)
    stage.app.settle()
    let name = "<LoggingController: 0x>"
    let orphan = UIViewController()
    let child = UIViewController()
    orphan.addChild(child)
    let lines = stage.messages {
      stage.root.present(second, animated: true)
      first.present(first, animated: true)
      first.present(child, animated: true)
      second.present(first, animated: true)
      orphan.present(second, animated: true)
    }
    expectEqual(
      lines,
      [
        "Attempt to present \(name) on \(name) (from \(name)) which is already presenting \(name).",
        "Application tried to present modally a view controller on itself. Presenting controller is \(name).",
        "Application tried to present modally a view controller <UIViewController: 0x> that has a parent view controller "
          + "<UIViewController: 0x>.",
        "Application tried to present modally a view controller \(name) that is already being presented by \(name).",
        "Attempt to present \(name) on <UIViewController: 0x> (from <UIViewController: 0x>) whose view is not in the window "
          + "hierarchy.",
      ])
    expect(stage.layers == 1 && second.presentingViewController == nil)
  }

  @Test("a dismissal with nothing presented calls its completion")
  func nothing() {
    let stage = PresentationStage()
    var isDone = false
    stage.root.dismiss(animated: true) { isDone = true }
    expect(isDone)
  }

  @Test(
    "a controller may be presented again, and another in the completion of a dismissal or when the presenter appears")
  func again() {
    let stage = PresentationStage()
    let screen = stage.controller("B", .fullScreen)
    let next = stage.controller("C")
    for _ in 0..<2 {
      stage.root.present(screen, animated: true)
      stage.app.settle()
      expect(screen.view.window != nil)
      screen.dismiss(animated: true)
      stage.app.settle()
    }
    stage.root.present(screen, animated: true)
    stage.app.settle()
    stage.root.reactions["did+"] = { stage.root.present(next, animated: true) }
    screen.dismiss(animated: true)
    stage.app.settle()
    expect(stage.root.presentedViewController === next && next.view.window != nil)
  }

  @Test("a controller whose callbacks end the presentation leaves nothing behind", arguments: 0..<2)
  func fickle(number: Int) {
    let stage = PresentationStage()
    let screen = stage.controller("B", number == 0 ? .fullScreen : .pageSheet)
    screen.reactions["did+"] = { [weak screen] in screen?.dismiss(animated: true) }
    stage.root.present(screen, animated: true) { stage.log.lines.append("presented") }
    stage.app.settle()
    expect(stage.layers == 0 && stage.root.presentedViewController == nil && stage.root.view.window != nil)
    expect(stage.log.lines.contains("presented"))
  }

  @Test("a controller that replaces its view while it moves is shown with the new one")
  func replacedView() {
    let stage = PresentationStage()
    let sheet = stage.controller("B")
    stage.root.present(sheet, animated: true)
    stage.app.frame()
    let view = UIView(frame: .zero)
    sheet.view = view
    stage.app.settle()
    expect(view.window === stage.app.window && view.bounds.width > 0 && !sheet.isBeingPresented)
    sheet.dismiss(animated: true)
    sheet.view = UIView(frame: .zero)
    stage.app.settle()
    expectEqual(stage.layers, 0)
  }

  @Test("another root controller ends what is presented, with all callbacks")
  func anotherRoot() {
    let stage = PresentationStage()
    let screen = stage.controller("B", .fullScreen)
    stage.root.present(screen, animated: true)
    stage.app.settle()
    _ = stage.log.take()
    stage.app.window.rootViewController = UIViewController()
    expectEqual(stage.log.take(), ["B will-", "B did-"])
    stage.app.settle()
    expect(stage.layers == 0 && stage.app.window.subviews.count == 1 && stage.app.window.modalLayers.isEmpty)
  }

  @Test("the window's size may change in the middle of a presentation, and the presenter has it when it comes back")
  func resizing() {
    let stage = PresentationStage()
    let screen = stage.controller("B", .fullScreen)
    stage.root.present(screen, animated: true)
    for _ in 0..<4 { stage.app.frame() }
    stage.app.platformWindow.resize(to: CGSize(width: 500, height: 400))
    stage.app.events.post(.window(.resized))
    stage.app.settle()
    expect(screen.view.bounds.size == CGSize(width: 500, height: 400) && !screen.isBeingPresented)
    stage.app.platformWindow.resize(to: CGSize(width: 900, height: 700))
    stage.app.events.post(.window(.resized))
    stage.app.settle()
    screen.dismiss(animated: true)
    stage.app.settle()
    expectEqual(stage.root.view.frame, CGRect(x: 0, y: 0, width: 900, height: 700))
  }

  @Test("the keyboard stays in what is presented and returns to the field that had it")
  func focus() {
    let stage = PresentationStage()
    let field = UITextField(frame: CGRect(x: 10, y: 10, width: 100, height: 30))
    stage.root.view.addSubview(field)
    field.becomeFirstResponder()
    let sheet = stage.controller("B")
    let buttons = (0..<2).map { UIButton(frame: CGRect(x: 10, y: 50 * $0 + 60, width: 50, height: 40)) }
    for button in buttons { sheet.view.addSubview(button) }
    stage.root.present(sheet, animated: true)
    stage.app.settle()
    expect(stage.app.window.firstResponder == nil && field.isEditing)
    var visited: [Int?] = []
    for _ in 0..<3 {
      stage.app.key(.keyboardTab)
      visited.append(buttons.firstIndex { $0.isFirstResponder })
    }
    expectEqual(visited, [0, 1, 0])
    stage.app.key(.keyboardEscape)
    expect(field.isFirstResponder && sheet.isBeingDismissed)
    stage.app.settle()
    stage.app.type("x")
    expectEqual(field.text, "x")
  }

  @Test("Escape and a click beside a sheet end it, unless the controller or the delegate says no")
  func userEnds() {
    final class Judge: NSObject, UIAdaptivePresentationControllerDelegate {
      var calls: [String] = []
      var allows = true
      func presentationControllerShouldDismiss(_ presentationController: UIPresentationController) -> Bool { allows }
      func presentationControllerWillDismiss(_ presentationController: UIPresentationController) {
        calls.append("will")
      }
      func presentationControllerDidDismiss(_ presentationController: UIPresentationController) { calls.append("did") }
      func presentationControllerDidAttemptToDismiss(_ presentationController: UIPresentationController) {
        calls.append("attempt")
      }
    }
    let stage = PresentationStage()
    let judge = Judge()
    func present() -> LoggingController {
      let sheet = stage.controller("B", .formSheet)
      sheet.presentationController?.delegate = judge
      stage.root.present(sheet, animated: true)
      stage.app.settle()
      return sheet
    }
    _ = present()
    stage.app.click(at: CGPoint(x: 5, y: 300))
    stage.app.settle()
    expect(judge.calls == ["will", "did"] && stage.layers == 0)
    judge.calls = []
    let stubborn = present()
    stubborn.isModalInPresentation = true
    stage.app.key(.keyboardEscape)
    stage.app.click(at: CGPoint(x: 5, y: 300))
    stubborn.isModalInPresentation = false
    judge.allows = false
    stage.app.key(.keyboardEscape)
    stage.app.click(at: CGPoint(x: 400, y: 300))
    stage.app.settle()
    expect(judge.calls == ["attempt", "attempt", "attempt"] && stage.layers == 1)
    stubborn.dismiss(animated: true)
    stage.app.settle()
    expectEqual(judge.calls.count, 3)
    // Nothing ends what covers the window whole.
    stage.root.present(stage.controller("C", .fullScreen), animated: true)
    stage.app.settle()
    stage.app.key(.keyboardEscape)
    stage.app.settle()
    expectEqual(stage.layers, 1)
  }

  @Test(
    "a thousand presentations end with as many controllers deallocated, in the middle of their movement or after it")
  func memory() {
    let stage = PresentationStage()
    let styles: [UIModalPresentationStyle] = [.pageSheet, .fullScreen, .formSheet, .overFullScreen]
    for number in 0..<1000 {
      stage.root.present(stage.controller("B", styles[number % 4]), animated: number % 3 != 0)
      if number % 2 == 0 { stage.app.frame() } else { stage.app.settle() }
      stage.root.dismiss(animated: number % 5 != 0)
      stage.app.settle()
      stage.log.lines = []
    }
    expect(stage.log.ends == 1000 && stage.layers == 0 && stage.app.window.subviews.count == 1)
  }

  @Test("random presentations, dismissals and frames agree with a naive model", arguments: 1...8)
  func random(seed: Int) {
    var random = SeededRandom(seed: seed)
    let stage = PresentationStage()
    // The stack by the model: the root, and what is presented on it.
    var stack: [LoggingController] = [stage.root]
    let styles: [UIModalPresentationStyle] = [.pageSheet, .fullScreen, .formSheet, .overFullScreen]
    _ = stage.messages {
      for number in 0..<300 {
        switch Int.random(in: 0..<5, using: &random) {
        case 0, 1:
          let from = stack[Int.random(in: 0..<stack.count, using: &random)]
          let made = stage.controller("\(number)", styles[Int.random(in: 0..<4, using: &random)])
          let isBusy = from.presentedViewController != nil || from.view.window == nil
          from.present(made, animated: Bool.random(using: &random))
          if !isBusy { stack.append(made) }
        case 2:
          let place = Int.random(in: 0..<stack.count, using: &random)
          let from = stack[place]
          let isLast = place == stack.count - 1
          if from.isBeingDismissed || stack.contains(where: \.isBeingDismissed) { break }
          from.dismiss(animated: Bool.random(using: &random))
          if isLast, place > 0 { stack.removeLast() } else if !isLast { stack.removeLast(stack.count - place - 1) }
          if Bool.random(using: &random) { stage.app.settle() }
        case 3: stage.app.frame()
        default: stage.app.settle()
        }
        if stack[0].presentedViewController?.isBeingDismissed == true || stack.last?.presentedViewController != nil {
          stage.app.settle()
        }
        var shown: [UIViewController] = [stage.root]
        while let next = shown.last?.links?.presented { shown.append(next) }
        expectEqual(shown.map(ObjectIdentifier.init), stack.map(ObjectIdentifier.init), "\(seed) \(number)")
        expectEqual(stage.layers, stack.count - 1, "\(seed) \(number)")
      }
    }
    stage.root.dismiss(animated: false)
    stage.app.settle()
    // Every callback that begins a change is followed by the one that ends it.
    var states: [String: String] = [:]
    for line in stage.log.lines {
      let parts = line.split(separator: " ").map(String.init)
      let event = parts[1].replacing("~", with: "")
      let before = states[parts[0]] ?? (parts[0] == "root" ? "did+" : "load")
      let expected: [String: [String]] = [
        "will+": ["load", "did-"], "is+": ["will+"], "did+": ["is+"], "will-": ["did+"], "did-": ["will-"],
        "load": ["load"],
      ]
      expectEqual(expected[event]?.contains(before), true, "\(parts[0]): \(before), then \(event)")
      states[parts[0]] = event
    }
    expect(stage.layers == 0 && stage.app.window.subviews.count == 1)
  }

  @Test("bars in a sheet read as the screen that presents it, and go back to where screens come from; content does not")
  func directionOfBars() throws {
    let stage = PresentationStage()
    stage.root.view.semanticContentAttribute = .forceRightToLeft
    let navigation = UINavigationController()
    navigation.modalPresentationStyle = .pageSheet
    let screens = ["A", "B"].map { stage.controller($0) }
    screens[1].navigationItem.rightBarButtonItem = UIBarButtonItem(primaryAction: UIAction(title: "Item") { _ in })
    screens[1].toolbarItems = [UIBarButtonItem(primaryAction: UIAction(title: "Tool") { _ in })]
    navigation.viewControllers = screens
    navigation.isToolbarHidden = false
    stage.root.present(navigation, animated: false)
    stage.app.settle()
    func buttons(in view: UIView) -> [BarButton] {
      view.subviews.flatMap { ($0 as? BarButton).map { [$0] } ?? buttons(in: $0) }
    }
    func place(_ title: String, in bar: UIView) throws -> CGRect {
      let button = try #require(buttons(in: bar).first { $0.titleLabel?.text == title })
      return button.convert(button.bounds, to: bar)
    }
    let bar = navigation.navigationBar
    let toolbar: UIToolbar = navigation.toolbar
    let (back, item, tool) = (try place("A", in: bar), try place("Item", in: bar), try place("Tool", in: toolbar))
    expect(back.maxX == bar.bounds.width && item.midX < bar.bounds.midX && tool.midX > toolbar.bounds.midX)
    // As in UIKit the attribute is that of one view: what the app puts into the sheet has its own.
    expectEqual(screens[1].view.effectiveUserInterfaceLayoutDirection, .leftToRight)
    bar.semanticContentAttribute = .forceLeftToRight
    stage.app.settle()
    let turnedBack = try place("A", in: bar)
    expectEqual(turnedBack.minX, 0)
    bar.semanticContentAttribute = .unspecified
    stage.app.key(.keyboardLeftArrow, modifiers: .alternate)
    stage.app.settle()
    expectEqual(navigation.viewControllers.count, 2)
    stage.app.key(.keyboardRightArrow, modifiers: .alternate)
    for _ in 0..<5 { stage.app.frame() }
    expectEqual(navigation.viewControllers.count, 1)
    // The screen on top leaves to the left.
    let upper = try #require(screens[1].view.superview)
    expect((upper.presentation?.origin.x ?? upper.frame.minX) < -10)
    stage.app.settle()
    expect(screens[1].view.window == nil)
  }
}

extension PresentationStage {
  /// The number of views of layers that are left in the window.
  var layers: Int { app.window.subviews.filter { $0 is PresentationContainerView }.count }
}
