import Expectations
import Foundation
import TestSupport
import Testing

@testable import Diffable
@testable import UIKitCore
@testable import UIKitGrid

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
    expect(child.superview == nil)
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
    expect(view.next == nil)
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
    expect(gone == nil)
    app.settle()
  }

  @Test("completions of a data source that ends are called on the main thread")
  func dataSources() async {
    let table = UITableView()
    await dropElsewhere { PlainSource(tableView: table) { _, _, _ in nil } }
    expect(table.dataSource == nil)
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
    expectEqual(Self.wait(for: done), .success)
    // The memory of the view that ended may be another's already.
    expect(child.superview == nil)
    let next = PlainView("next")
    next.addSubview(child)
    try? await Task.sleep(for: .milliseconds(50))
    expect(child.superview === next)
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
      defer { _ = held }
      Thread.detachNewThread {
        held = nil
        done.signal()
      }
      expectEqual(Self.wait(for: done), .success)
    }
    expect(view.next == nil)
    expect(child.superview == nil && child.window == nil && below.window == nil && below.superview === child)
    try? await Task.sleep(for: .milliseconds(50))
    app.settle()
  }

  private final class Source: NSObject, UITableViewDataSource, GridViewDataSource {
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 100 }
    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
      tableView.dequeueReusableCell(withIdentifier: "row", for: indexPath)
    }
    func numberOfRows(in gridView: GridView) -> Int { 100 }
    func numberOfColumns(in gridView: GridView) -> Int { 100 }
    func gridView(_ gridView: GridView, cellForItemAt position: GridPosition) -> GridViewCell {
      gridView.dequeueReusableCell(withIdentifier: "cell")
    }

    /// A table or grid with cells on screen and others that wait.
    func show(_ view: UIScrollView, in window: UIWindow) -> UIScrollView {
      view.frame = CGRect(x: 0, y: 0, width: 200, height: 300)
      if let table = view as? UITableView {
        table.register(UITableViewCell.self, forCellReuseIdentifier: "row")
        table.dataSource = self
      } else if let grid = view as? GridView {
        grid.register(GridTextCell.self, forCellReuseIdentifier: "cell")
        grid.dataSource = self
      }
      window.addSubview(view)
      view.layoutIfNeeded()
      view.contentOffset.y = 30
      view.layoutIfNeeded()
      view.frame.size.height = 200
      view.layoutIfNeeded()
      return view
    }
  }

  /// Holds a view until one thread drops it.
  private final class Holder: @unchecked Sendable {
    var view: UIView?
  }

  @Test("a window, a table and a grid that end elsewhere while the main thread is busy for longer leave nothing behind")
  func busyForLonger() async {
    let app = TestApplication()
    let source = Source()
    let child = PlainView("child")
    let inner = PlainView("inner")
    child.addSubview(inner)
    let held = [Holder(), Holder(), Holder()]
    weak var table: UITableView?
    do {
      let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 400, height: 600))
      window.addSubview(child)
      _ = source.show(UITableView(), in: window)
      _ = source.show(GridView(), in: window)
      let alone = [source.show(UITableView(), in: app.window), source.show(GridView(), in: app.window)]
      for view in alone { view.removeFromSuperview() }
      table = alone[0] as? UITableView
      for (holder, view) in zip(held, [window] + alone) { holder.view = view }
    }
    let profiler = app.application.frameLoop.profiler
    expect(profiler.gauges.cellsVisible > 0 && profiler.gauges.cellsIdle > 0)
    let done = DispatchSemaphore(value: 0)
    for holder in held {
      Thread.detachNewThread {
        holder.view = nil
        done.signal()
      }
    }
    for _ in 0..<3 { expectEqual(Self.wait(for: done), .success) }
    expect(table == nil)
    // What the next test makes is another application, before the main thread comes to what ended.
    let next = TestApplication()
    // The window's memory is used for something else before the main thread comes to it.
    let others = (0..<2000).map { UIView(frame: CGRect(x: $0, y: 0, width: 1, height: 1)) }
    for _ in 0..<2000 where profiler.gauges.cellsVisible != 0 || profiler.gauges.cellsIdle != 0 {
      try? await Task.sleep(for: .milliseconds(5))
    }
    expect(child.superview == nil && child.window == nil && inner.window == nil)
    expectEqual(profiler.gauges.cellsVisible, 0)
    expectEqual(profiler.gauges.cellsIdle, 0)
    let gauges = next.application.frameLoop.profiler.gauges
    expect(gauges.cellsVisible == 0 && gauges.cellsIdle == 0)
    expectEqual(others.count, 2000)
  }

  /// Holds the main thread up.
  private static func wait(for semaphore: DispatchSemaphore) -> DispatchTimeoutResult {
    semaphore.wait(timeout: .now() + 5)
  }
}
