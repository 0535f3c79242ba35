import Foundation
import TestSupport
import Testing

@testable import UIKitCore

@Suite("Views and controllers that end on another thread")
@MainActor
struct MainActorEndTests {
  @MainActor private static var ended: [String] = []

  private class PlainView: UIView {
    let name: String
    init(_ name: String) {
      self.name = name
      super.init(frame: .zero)
    }
    required init?(coder: NSCoder) { nil }
    // Compiles because the superclass's is not isolated, as on iOS.
    deinit {}
  }

  private final class PlainController: UIViewController {
    deinit {}
  }

  private final class PlainSource: UITableViewDiffableDataSource<Int, Int> {
    deinit {}
  }

  /// Drops the last reference to what `make` returns on another thread.
  private func dropElsewhere(_ make: () -> AnyObject) async {
    nonisolated(unsafe) var held: AnyObject? = make()
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        held = nil
        continuation.resume()
      }
    }
    _ = held
  }

  @Test("subviews that others hold know of no superview and no window any more")
  func subviews() async {
    let child = PlainView("child")
    await dropElsewhere {
      let parent = PlainView("parent")
      parent.addSubview(child)
      return parent
    }
    #expect(child.superview == nil)
    child.setNeedsLayout()
  }

  @Test("a controller's view that others hold knows of no controller any more")
  func controllers() async {
    let view = UIView()
    await dropElsewhere {
      let controller = PlainController()
      controller.view = view
      return controller
    }
    #expect(view.next == nil)
  }

  @Test("a table with rows, a label that was drawn and a running indicator end without a trace")
  func tables() async {
    let app = TestApplication()
    weak var gone: UITableView?
    await dropElsewhere {
      let scene = UITableView(frame: CGRect(x: 0, y: 0, width: 200, height: 300))
      let label = UILabel(frame: CGRect(x: 0, y: 0, width: 100, height: 20))
      label.text = "text"
      let indicator = UIActivityIndicatorView(style: .large)
      indicator.startAnimating()
      scene.addSubview(label)
      scene.addSubview(indicator)
      app.window.addSubview(scene)
      app.settle()
      scene.removeFromSuperview()
      gone = scene
      return scene
    }
    #expect(gone == nil)
    app.settle()
  }

  @Test("completions of a data source that ends are called on the main thread")
  func dataSources() async {
    let table = UITableView()
    await dropElsewhere { PlainSource(tableView: table) { _, _, _ in nil } }
    #expect(table.dataSource == nil)
  }

  @Test("a thread that ends a view while the main thread is busy goes on after a second at most")
  func busyMainThread() async {
    let child = PlainView("child")
    let done = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var held: UIView? = PlainView("parent")
    held?.addSubview(child)
    Thread.detachNewThread {
      held = nil
      done.signal()
    }
    #expect(Self.wait(for: done) == .success)
    // The memory of the view that ended may be another's already.
    #expect(child.superview == nil)
    let next = PlainView("next")
    next.addSubview(child)
    try? await Task.sleep(for: .milliseconds(50))
    #expect(child.superview === next)
  }

  @Test("a controller and a window that end while the main thread is busy are not named by their views")
  func busyControllerAndWindow() async {
    let app = TestApplication()
    let (view, child, below) = (UIView(), PlainView("child"), PlainView("below"))
    child.addSubview(below)
    for make in [
      {
        let controller = PlainController()
        controller.view = view
        return controller
      },
      {
        let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        window.addSubview(child)
        return window
      },
    ] as [() -> AnyObject] {
      let done = DispatchSemaphore(value: 0)
      nonisolated(unsafe) var held: AnyObject? = make()
      Thread.detachNewThread {
        held = nil
        done.signal()
      }
      #expect(Self.wait(for: done) == .success)
    }
    #expect(view.next == nil)
    #expect(child.superview == nil && child.window == nil && below.window == nil && below.superview === child)
    try? await Task.sleep(for: .milliseconds(50))
    app.settle()
  }

  /// Holds the main thread up.
  private static func wait(for semaphore: DispatchSemaphore) -> DispatchTimeoutResult {
    semaphore.wait(timeout: .now() + 5)
  }
}
