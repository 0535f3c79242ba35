import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

@MainActor @Suite struct UIViewControllerTests {
  /// What controllers were told, in order.
  @MainActor private final class Log {
    var lines: [String] = []
  }

  private class Controller: UIViewController {
    let name: String
    let log: Log
    var lines: [String] { log.lines }

    init(_ name: String = "", _ log: Log = Log()) {
      self.name = name
      self.log = log
      super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) { nil }

    private func note(_ line: String) { log.lines.append(name + line) }

    override func loadView() {
      note("loadView")
      super.loadView()
    }
    override func viewDidLoad() { note("viewDidLoad") }
    override func viewWillAppear(_ animated: Bool) { note("willAppear") }
    override func viewIsAppearing(_ animated: Bool) { note("isAppearing") }
    override func viewWillLayoutSubviews() { note("willLayout") }
    override func viewDidLayoutSubviews() { note("didLayout") }
    override func viewDidAppear(_ animated: Bool) { note("didAppear") }
    override func viewWillDisappear(_ animated: Bool) { note("willDisappear") }
    override func viewDidDisappear(_ animated: Bool) { note("didDisappear") }
  }

  /// A controller as code for iOS writes it: its `init()` is designated and overrides nothing.
  private class Screen: UIViewController {
    let name: String

    init() {
      name = "own"
      super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) { nil }
  }

  private final class GroupedScreen: UITableViewController {
    convenience init() { self.init(style: .grouped) }
  }

  /// Has no `init()` of its own: that of `UIViewController` calls the overridden initialiser.
  private final class NibScreen: UITabBarController {
    private(set) var calls = 0

    override init(nibName: String?, bundle: Bundle?) {
      super.init(nibName: nibName, bundle: bundle)
      calls += 1
    }

    required init?(coder: NSCoder) { nil }
  }

  @Test("init() is a convenience over init(nibName:bundle:): subclasses declare their own without override")
  func plainInitialiser() {
    _ = TestApplication()
    expectEqual(Screen().name, "own")
    expectEqual(GroupedScreen().tableView.style, .grouped)
    expectEqual(NibScreen().calls, 1)
    expectEqual(UITableViewController().tableView.style, .plain)
    expectEqual(UINavigationController().viewControllers, [])
    expect(UITabBarController().viewControllers?.isEmpty != false)
    expect(UISearchController().searchResultsController == nil)
  }

  @Test("the life cycle runs once each, in UIKit's order: the first layout comes before viewDidAppear")
  func lifeCycle() {
    let app = TestApplication()
    let controller = Controller()
    expect(!controller.isViewLoaded)
    app.window.rootViewController = controller
    expectEqual(controller.lines, ["loadView", "viewDidLoad", "willAppear"])
    app.settle()
    expectEqual(
      controller.lines,
      [
        "loadView", "viewDidLoad", "willAppear", "isAppearing", "willLayout", "didLayout", "didAppear",
      ])
    app.window.rootViewController = nil
    expectEqual(controller.lines.suffix(2), ["willDisappear", "didDisappear"])
    expect(controller.view.superview == nil)

    controller.log.lines = []
    app.window.rootViewController = controller
    app.settle()
    expectEqual(controller.lines, ["willAppear", "isAppearing", "willLayout", "didLayout", "didAppear"])
  }

  @Test("the view is in no window in viewWillAppear, and has its window, place and traits in viewIsAppearing")
  func placeWhileAppearing() {
    final class Placed: UIViewController {
      var states: [String] = []
      private func note(_ name: String) {
        states.append(
          "\(name) \(view.window == nil ? "outside" : "inside") \(Int(view.frame.minX)) \(Int(view.frame.width))")
      }
      override func viewWillAppear(_ animated: Bool) { note("will") }
      override func viewIsAppearing(_ animated: Bool) { note("is") }
      override func viewDidAppear(_ animated: Bool) { note("did") }
      override func viewWillDisappear(_ animated: Bool) { note("willDis") }
      override func viewDidDisappear(_ animated: Bool) { note("didDis") }
    }
    final class Container: UIViewController {
      let child = Placed()
      override func viewDidLoad() {
        addChild(child)
        view.addSubview(child.view)
        child.didMove(toParent: self)
      }
      override func viewWillLayoutSubviews() { child.view.frame = CGRect(x: 30, y: 0, width: 200, height: 50) }
    }
    let app = TestApplication()
    let container = Container()
    app.window.rootViewController = container
    app.settle()
    container.child.view.removeFromSuperview()
    expectEqual(
      container.child.states,
      [
        "will outside 0 400", "is inside 30 200", "did inside 30 200", "willDis inside 30 200",
        "didDis outside 30 200",
      ])
  }

  @Test("a controller whose view leaves before it was drawn is not told that it appeared")
  func leavesEarly() {
    let app = TestApplication()
    let controller = Controller()
    app.window.rootViewController = controller
    app.window.rootViewController = nil
    app.settle()
    expectEqual(controller.lines, ["loadView", "viewDidLoad", "willAppear", "willDisappear", "didDisappear"])
  }

  @Test("a view that its controller takes away in viewWillAppear does not enter the window")
  func refuses() {
    final class Shy: UIViewController {
      var log: [String] = []
      override func viewWillAppear(_ animated: Bool) {
        log.append("will")
        view.removeFromSuperview()
      }
      override func viewDidAppear(_ animated: Bool) { log.append("did") }
    }
    let app = TestApplication()
    let shy = Shy()
    app.window.addSubview(shy.view)
    app.settle()
    expect(shy.view.window == nil && shy.view.superview == nil && app.window.subviews.isEmpty)
    expectEqual(shy.log, ["will"])
  }

  @Test("in viewDidAppear constrained views have their places, and an animation begun there runs")
  func animationInDidAppear() {
    final class Sliding: UIViewController {
      let box = UIView()
      let loose = UIView(frame: CGRect(x: 10, y: 10, width: 20, height: 20))
      var constrainedFrame = CGRect.zero
      override func viewDidLoad() {
        box.translatesAutoresizingMaskIntoConstraints = false
        view.addSubview(box)
        view.addSubview(loose)
        NSLayoutConstraint.activate([
          box.centerXAnchor.constraint(equalTo: view.centerXAnchor),
          box.centerYAnchor.constraint(equalTo: view.centerYAnchor),
          box.widthAnchor.constraint(equalToConstant: 100), box.heightAnchor.constraint(equalToConstant: 60),
        ])
      }
      override func viewDidAppear(_ animated: Bool) {
        constrainedFrame = box.frame
        UIView.animate(withDuration: 1) {
          loose.frame.origin.x = 210
          box.alpha = 0
        }
      }
    }
    let app = TestApplication()
    let controller = Sliding()
    app.window.rootViewController = controller
    app.frame()
    expectEqual(controller.constrainedFrame, CGRect(x: 150, y: 270, width: 100, height: 60))
    app.frame(after: 0.5)
    let moving = controller.loose.presentation
    expect(abs((moving?.origin.x ?? 0) - 110) < 5, "halfway between 10 and 210")
    expect(abs((controller.box.presentation?.alpha ?? 0) - 0.5) < 0.05)
  }

  @Test("in viewDidAppear a table has its visible cells")
  func tableInDidAppear() {
    final class Rows: UITableViewController {
      var cells = 0
      override func viewDidLoad() { tableView.register(UITableViewCell.self, forCellReuseIdentifier: "row") }
      override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 100 }
      override func tableView(_ tableView: UITableView, cellForRowAt path: IndexPath) -> UITableViewCell {
        tableView.dequeueReusableCell(withIdentifier: "row", for: path)
      }
      override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        cells = tableView.visibleCells.count
      }
    }
    let app = TestApplication()
    let rows = Rows()
    app.window.rootViewController = rows
    app.frame()
    expectEqual(rows.cells, 14)
  }

  @Test("what viewDidAppear changes is drawn in a further frame, and then nothing more is")
  func framesAfterAppearing() {
    final class Painting: UIViewController {
      override func viewDidAppear(_ animated: Bool) { view.backgroundColor = .red }
    }
    let app = TestApplication()
    app.settle()
    let before = app.backend.presentCount
    app.window.rootViewController = Painting()
    app.settle()
    expectEqual(app.backend.presentCount, before + 2)
    app.settle()
    expectEqual(app.backend.presentCount, before + 2)
  }

  // MARK: The view

  @Test("a view set in viewDidLoad is the one that is shown")
  func viewSetInViewDidLoad() {
    final class Replacing: UIViewController, UITableViewDataSource {
      let tableView = UITableView()
      override func viewDidLoad() {
        tableView.dataSource = self
        view = tableView
      }
      func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 3 }
      func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        UITableViewCell()
      }
    }
    let app = TestApplication()
    let controller = Replacing()
    app.window.rootViewController = controller
    app.settle()
    expect(controller.tableView.superview === app.window)
    expectEqual(controller.tableView.frame, app.window.bounds)
    expectEqual(controller.tableView.visibleCells.count, 3)
    app.platformWindow.resize(to: CGSize(width: 500, height: 300))
    app.events.post(.window(.resized))
    app.settle()
    expectEqual(controller.tableView.frame, CGRect(x: 0, y: 0, width: 500, height: 300))
  }

  @Test("a view set while the old one is shown takes its place, without a call of appearing or disappearing")
  func viewSetWhileShown() {
    let app = TestApplication()
    let controller = Controller()
    app.window.rootViewController = controller
    app.settle()
    let old = controller.view
    let overlay = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    app.window.addSubview(overlay)
    controller.log.lines = []
    let new = UIView()
    controller.view = new
    app.settle()
    expect(app.window.subviews == [new, overlay] && old?.superview == nil)
    expectEqual(new.frame, app.window.bounds)
    expectEqual(controller.lines, ["willLayout", "didLayout"])
    expect(new.next === controller && old?.next !== controller)
  }

  @Test("a view may be moved into the one that takes its place, or out of it")
  func wrapping() {
    let app = TestApplication()
    let wrapping = UIViewController()
    let inner: UIView = wrapping.view
    let outer = UIView()
    outer.addSubview(inner)
    wrapping.view = outer
    app.window.rootViewController = wrapping
    app.settle()
    expect(outer.superview === app.window && inner.superview === outer)

    let part = UIView()
    outer.addSubview(part)
    wrapping.view = part
    expect(part.superview === app.window && outer.superview == nil)
  }

  @Test("a view has one controller")
  func oneController() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      _ = TestApplication()
      let first = UIViewController()
      let second = UIViewController()
      second.view = first.view
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    expect(text.contains("a view has at most one view controller"))
  }

  @Test("a view outlives its controller without it")
  func viewOutlivesController() {
    let app = TestApplication()
    var controller: UIViewController? = UIViewController()
    let view: UIView = controller!.view
    app.window.addSubview(view)
    app.settle()
    controller = nil
    expect(view.next === app.window)
    view.setNeedsLayout()
    app.settle()
    view.removeFromSuperview()
  }

  // MARK: The size

  @Test("the view has the size of the window in viewDidLoad, whenever it is loaded", arguments: [false, true])
  func sizeInViewDidLoad(isLoadedEarly: Bool) {
    final class Sized: UIViewController {
      var loaded = CGRect.zero
      var screen = CGRect.zero
      override func viewDidLoad() {
        loaded = view.bounds
        screen = UIScreen.main.bounds
      }
    }
    let platform = FakePlatform()
    let application = UIApplication(platform: platform)
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 390, height: 700))
    let controller = Sized()
    window.rootViewController = controller
    expect(!controller.isViewLoaded, "the window is not open")
    if isLoadedEarly { controller.loadViewIfNeeded() }
    window.makeKeyAndVisible()
    application.frameLoop.turn()
    let inside = CGRect(x: 0, y: 0, width: 390, height: 700)
    expectEqual(controller.loaded, inside)
    expectEqual(controller.view.frame, inside)
    if !isLoadedEarly { expectEqual(controller.screen, inside) }
  }

  @Test("a table made with the view's bounds in viewDidLoad shows its last row when it is scrolled to its end")
  func tableWithBounds() {
    final class Plain: UIViewController, UITableViewDataSource {
      var table: UITableView?
      override func viewDidLoad() {
        let made = UITableView(frame: view.bounds)
        made.dataSource = self
        view.addSubview(made)
        table = made
      }
      func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 100 }
      func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        UITableViewCell()
      }
    }
    let platform = FakePlatform()
    let application = UIApplication(platform: platform)
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 390, height: 700))
    let controller = Plain()
    window.rootViewController = controller
    window.makeKeyAndVisible()
    application.frameLoop.turn()
    let table = controller.table
    table?.scrollToRow(at: IndexPath(row: 99, section: 0), at: .bottom, animated: false)
    application.frameLoop.frame()
    let last = table?.cellForRow(at: IndexPath(row: 99, section: 0))
    expectEqual(last.map { $0.convert($0.bounds, to: nil).maxY }, 700)
  }

  // MARK: The window and the tree

  @Test("the root controller's title is the window's")
  func title() {
    let app = TestApplication()
    let controller = UIViewController()
    controller.title = "Countries"
    app.window.rootViewController = controller
    expectEqual(app.platformWindow.title, "Countries")
    controller.title = "Files"
    expectEqual(app.platformWindow.title, "Files")
  }

  @Test("a child appears with its parent and when its view joins later")
  func children() {
    let app = TestApplication()
    let log = Log()
    let parent = Controller("parent ", log)
    let child = Controller("child ", log)
    parent.addChild(child)
    parent.view.addSubview(child.view)
    child.didMove(toParent: parent)
    log.lines = []
    app.window.rootViewController = parent
    app.settle()
    expectEqual(
      log.lines,
      [
        "parent willAppear", "child willAppear", "parent isAppearing", "parent willLayout", "parent didLayout",
        "child isAppearing", "child willLayout", "child didLayout", "child didAppear", "parent didAppear",
      ])

    let late = Controller("late ", log)
    parent.addChild(late)
    parent.view.addSubview(late.view)
    late.didMove(toParent: parent)
    app.settle()
    expectEqual(log.lines.last, "late didAppear")
    expect(late.parent === parent)
    log.lines = []
    late.view.removeFromSuperview()
    late.removeFromParent()
    expectEqual(log.lines, ["late willDisappear", "late didDisappear"])
    expect(late.parent == nil)
    expectEqual(parent.children.count, 1)

    log.lines = []
    app.window.rootViewController = nil
    expectEqual(
      log.lines, ["parent willDisappear", "child willDisappear", "child didDisappear", "parent didDisappear"])
  }

  @Test("quitting makes the root controller disappear first")
  func quitting() {
    let app = TestApplication()
    let controller = Controller()
    app.window.rootViewController = controller
    app.events.post(.quit)
    app.frame()
    expectEqual(controller.lines.suffix(2), ["willDisappear", "didDisappear"])
  }
}
