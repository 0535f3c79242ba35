import Expectations
import Foundation
import TestSupport
import Testing
import UIKitCore

@MainActor @Suite struct LayoutPassTests {
  private final class Recorder: UIView {
    nonisolated(unsafe) static var order: [Int] = []  // main actor only: written by these tests
    var count = 0
    var onLayout: (() -> Void)?
    override func layoutSubviews() {
      count += 1
      Self.order.append(tag)
      onLayout?()
    }
  }

  private func tree(depth: Int) -> [Recorder] {
    var views: [Recorder] = []
    for tag in 0..<depth {
      let view = Recorder(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
      view.tag = tag
      views.last?.addSubview(view)
      views.append(view)
    }
    return views
  }

  @Test("changing the size lays out the receiver, changing the origin does not")
  func sizeNotOrigin() {
    let view = Recorder(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    view.layoutIfNeeded()
    view.frame.origin.x = 5
    view.bounds.origin.y = 100
    view.layoutIfNeeded()
    expectEqual(view.count, 1)
    view.bounds.size.width = 20
    view.layoutIfNeeded()
    expectEqual(view.count, 2)
  }

  @Test("setNeedsLayout coalesces and layout goes superview first")
  func coalesces() {
    let views = tree(depth: 3)
    views[0].layoutIfNeeded()
    Recorder.order = []
    for view in views.reversed() {
      view.setNeedsLayout()
      view.setNeedsLayout()
    }
    views[0].layoutIfNeeded()
    expectEqual(Recorder.order, [0, 1, 2])
  }

  @Test("only marked views are laid out")
  func onlyMarked() {
    let views = tree(depth: 4)
    views[0].layoutIfNeeded()
    views[3].setNeedsLayout()
    views[0].layoutIfNeeded()
    expectEqual(views.map(\.count), [1, 1, 1, 2])
  }

  @Test("a mark made during layout is served in the same pass")
  func marksDuringLayout() {
    let views = tree(depth: 3)
    views[0].layoutIfNeeded()
    views[2].onLayout = { [unowned parent = views[0]] in
      if parent.count == 1 { parent.setNeedsLayout() }
    }
    views[2].setNeedsLayout()
    views[0].layoutIfNeeded()
    expectEqual(views[0].count, 2)
  }

  @Test("a layout that never settles costs frames, not a hang")
  func neverSettles() {
    let app = TestApplication()
    let view = Recorder(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    app.window.addSubview(view)
    view.onLayout = { [unowned view] in view.setNeedsLayout() }
    app.frame()
    expect(view.count <= 8)
    expect(view.count > 0)
  }

  @Test("a marked view added to a window is laid out by the next frame")
  func addedMarked() {
    let app = TestApplication()
    app.settle()
    let views = tree(depth: 2)
    app.window.addSubview(views[0])
    app.frame()
    expectEqual(views.map(\.count), [1, 1])
  }

  @Test("controllers are told before and after the layout of their view")
  func controllers() {
    final class Controller: UIViewController {
      var log: [String] = []
      override func viewWillLayoutSubviews() { log.append("will") }
      override func viewDidLayoutSubviews() { log.append("did") }
    }
    let controller = Controller()
    controller.view = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    controller.view.layoutIfNeeded()
    expectEqual(controller.log, ["will", "did"])
  }
}
