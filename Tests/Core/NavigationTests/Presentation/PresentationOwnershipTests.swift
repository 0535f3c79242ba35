import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

/// An app that keeps none of its controllers, and gives the window another root in the middle of a movement.
@Suite("Who keeps what is presented")
@MainActor
struct PresentationOwnershipTests {
  nonisolated static let styles: [UIModalPresentationStyle] = [
    .pageSheet, .formSheet, .popover, .fullScreen, .overFullScreen,
  ]
  private let stage = PresentationStage()
  private let calls = Calls()

  private final class Calls {
    var count = 0
    func add() { count += 1 }
  }

  /// The callbacks of a controller since the last time, without whether they were animated.
  private func told(_ name: String) -> [String] {
    stage.log.lines.filter { $0.hasPrefix(name + " ") }.map {
      $0.dropFirst(name.count + 1).replacingOccurrences(of: "~", with: "")
    }
  }

  /// Gives the window a root that only the window keeps.
  private func replaceRoot(by name: String = "A") {
    stage.app.window.rootViewController = stage.controller(name)
    stage.app.settle()
    _ = stage.log.take()
    stage.log.ends = 0
  }

  /// Presents a controller that the app does not keep.
  private func present(_ name: String, _ style: UIModalPresentationStyle, from presenter: UIViewController? = nil) {
    let screen = stage.controller(name, style)
    let presenter = presenter ?? stage.app.window.rootViewController
    screen.popoverPresentationController?.sourceView = presenter?.view
    presenter?.present(screen, animated: true) { [calls] in calls.add() }
  }

  private func resize() {
    stage.app.platformWindow.resize(to: CGSize(width: 500, height: 700))
    stage.app.events.post(.window(.resized))
    stage.app.settle()
  }

  private func expectNothingLeft() {
    expect(stage.layers == 0 && stage.app.window.modalLayers.isEmpty && stage.app.window.subviews.count == 1)
    expect(stage.app.window.rootViewController?.view.superview === stage.app.window)
  }

  @Test(
    "another root of the window ends a dismissal on its way at once, with all that is told of it",
    arguments: styles, 0...5)
  func rootWhileLeaving(style: UIModalPresentationStyle, frames: Int) {
    replaceRoot()
    present("B", style)
    stage.app.settle()
    _ = stage.log.take()
    stage.app.window.rootViewController?.dismiss(animated: true) { [calls] in calls.add() }
    for _ in 0..<frames { stage.app.frame() }
    stage.app.window.rootViewController = stage.controller("C")
    expect(told("B") == ["will-", "did-"] && calls.count == 2)
    stage.app.settle()
    expect(told("B") == ["will-", "did-"] && calls.count == 2 && stage.log.ends == 2)
    expectNothingLeft()
  }

  @Test("a window whose root became another in the middle of a dismissal can be resized", arguments: styles)
  func resizedAfterwards(style: UIModalPresentationStyle) {
    replaceRoot()
    present("B", style)
    stage.app.settle()
    stage.app.window.rootViewController?.dismiss(animated: true)
    stage.app.frame()
    stage.app.window.rootViewController = stage.controller("C")
    resize()
    expectEqual(stage.app.window.rootViewController?.view.bounds.size, CGSize(width: 500, height: 700))
    expectNothingLeft()
  }

  @Test(
    "another root of the window ends a presentation on its way at once, with all that is told of it",
    arguments: styles, [0, 1, 3, 30])
  func rootWhileComing(style: UIModalPresentationStyle, frames: Int) {
    replaceRoot()
    present("B", style)
    for _ in 0..<frames { stage.app.frame() }
    stage.app.window.rootViewController = stage.controller("C")
    expect(told("B") == ["load", "will+", "is+", "did+", "will-", "did-"] && calls.count == 1)
    resize()
    expect(calls.count == 1 && stage.log.ends == 2)
    expectNothingLeft()
  }

  @Test("another root of the window ends presentations on each other in order, each told once")
  func rootUnderStack() {
    replaceRoot()
    present("B", .pageSheet)
    stage.app.settle()
    present("C", .fullScreen, from: stage.app.window.rootViewController?.presentedViewController)
    stage.app.settle()
    _ = stage.log.take()
    stage.app.window.rootViewController = stage.controller("D")
    expectEqual(stage.log.take().prefix(4), ["C will-", "C did-", "A will-", "A did-"])
    resize()
    expectEqual(stage.log.ends, 3)
    expectNothingLeft()
  }

  @Test("a root that comes while a presentation begins is shown alone", arguments: [false, true])
  func rootWhileBeginning(inPresented: Bool) {
    let screen = stage.controller("B", .fullScreen)
    let other = stage.controller("C")
    let teller = inPresented ? screen : stage.root
    teller.reactions[inPresented ? "will+" : "will-"] = { stage.app.window.rootViewController = other }
    stage.root.present(screen, animated: true) { [calls] in calls.add() }
    stage.app.settle()
    expect(other.view.window != nil && screen.view.window == nil && stage.root.view.window == nil)
    expect(calls.count == 1 && told("B") == (inPresented ? ["load", "will+", "will-", "did-"] : ["load"]))
    expectNothingLeft()
  }

  @Test("another root in viewWillDisappear of the topmost of several presentations that end takes all of them away")
  func rootInWillDisappearOfTop() {
    let (lower, upper) = (stage.controller("B", .fullScreen), stage.controller("C"))
    stage.root.present(lower, animated: false)
    stage.app.settle()
    lower.present(upper, animated: false)
    stage.app.settle()
    _ = stage.log.take()
    upper.reactions["will-"] = { stage.app.window.rootViewController = stage.controller("D") }
    stage.root.dismiss(animated: true) { [calls] in calls.add() }
    expect(stage.log.lines.prefix(4) == ["C will-~", "B will-", "B did-", "C did-~"] && calls.count == 1)
    stage.app.settle()
    expectNothingLeft()
  }

  @Test(
    "a dismissal calls its completion when another root comes as the presentation arrives",
    arguments: [true, false])
  func rootWhileCompleting(isAnimated: Bool) {
    let screen = stage.controller("B")
    stage.root.present(screen, animated: true) { stage.app.window.rootViewController = stage.controller("C") }
    stage.root.dismiss(animated: isAnimated) { [calls] in calls.add() }
    stage.app.settle()
    expect(calls.count == 1 && told("B") == ["load", "will+", "is+", "did+", "will-", "did-"])
    expectNothingLeft()
  }

  @Test("on a root that leaves the window nothing is presented, with UIKit's message")
  func presentOnLeavingRoot() {
    replaceRoot()
    present("B", .pageSheet)
    stage.app.settle()
    let old = stage.app.window.rootViewController
    old?.dismiss(animated: true) { [weak old] in old?.present(stage.controller("C"), animated: true) }
    stage.app.frame()
    let messages = stage.messages { stage.app.window.rootViewController = stage.controller("D") }
    expect(messages.count == 1 && messages.first?.contains("whose view is not in the window hierarchy") == true)
    stage.app.settle()
    expect(told("C").isEmpty && old?.presentedViewController == nil)
    expectNothingLeft()
  }

  @Test(
    "of several roots that are set while another one leaves the last is shown, and roots without end are reported")
  func rootsWhileLeaving() {
    let (first, last) = (stage.controller("B"), stage.controller("C"))
    stage.root.reactions["will-"] = { stage.app.window.rootViewController = last }
    stage.app.window.rootViewController = first
    stage.app.settle()
    expect(last.view.window != nil && stage.app.window.subviews == [last.view] && told("root") == ["will-", "did-"])
    // Back to the one that leaves.
    last.reactions["will-"] = { stage.app.window.rootViewController = last }
    stage.app.window.rootViewController = first
    stage.app.settle()
    expect(last.view.window != nil && stage.app.window.subviews == [last.view])

    final class Restless: UIViewController {
      override func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        UIApplication.shared.windows.first?.rootViewController = Restless()
      }
    }
    let messages = stage.messages { stage.app.window.rootViewController = Restless() }
    expect(messages.count == 1 && messages.first?.contains("rootViewController") == true, "\(messages)")
    stage.app.window.rootViewController = stage.root
    stage.app.settle()
    expect(stage.root.view.window != nil)
    expectNothingLeft()
  }

  @Test("a controller stays presented when its presenter leaves its parent and the app keeps neither")
  func presenterGoes() {
    weak var presenter: UIViewController?
    weak var presented: UIViewController?
    do {
      let child = stage.controller("child")
      child.definesPresentationContext = true
      stage.root.addChild(child)
      stage.root.view.addSubview(child.view)
      child.didMove(toParent: stage.root)
      let screen = stage.controller("B", .overCurrentContext)
      child.present(screen, animated: false)
      stage.app.settle()
      child.willMove(toParent: nil)
      child.view.removeFromSuperview()
      child.removeFromParent()
      (presenter, presented) = (child, screen)
    }
    stage.app.settle()
    expect(presented?.view.window != nil && presented?.presentingViewController === presenter)
    presented?.dismiss(animated: true) { [calls] in calls.add() }
    stage.app.settle()
    expect(told("B").suffix(2) == ["will-", "did-"] && calls.count == 1)
    expect(presented == nil && presenter == nil && stage.layers == 0)
  }

  @Test("a screen that a presentation in its context covered has its place again when its root returns")
  func coveredChild() {
    let child = stage.controller("child")
    child.definesPresentationContext = true
    stage.root.addChild(child)
    stage.root.view.addSubview(child.view)
    child.present(stage.controller("B", .currentContext), animated: false)
    stage.app.settle()
    expect(child.view.window == nil)
    stage.app.window.rootViewController = stage.controller("C")
    stage.app.settle()
    stage.app.window.rootViewController = stage.root
    stage.app.settle()
    expect(child.view.superview === stage.root.view && told("child").last == "did+")
    expectNothingLeft()
  }

  @Test("a presentation controller that was merely asked for does not keep its controller alive")
  func merelyAsked() {
    let sheet = stage.controller("B", .pageSheet)
    sheet.sheetPresentationController?.prefersGrabberVisible = true
    weak let kept = sheet
    _ = consume sheet
    expect(kept == nil)
  }

  @Test("a window that is deallocated keeps no presented controller alive")
  func windowGoes() {
    weak var screen: UIViewController?
    do {
      let app = TestApplication(size: CGSize(width: 400, height: 400))
      app.window.rootViewController = stage.controller("A")
      app.settle()
      let presented = stage.controller("B", .fullScreen)
      app.window.rootViewController?.present(presented, animated: true)
      app.frame()
      screen = presented
    }
    expect(screen == nil)
  }
}
