import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

@Suite("Navigation controllers")
@MainActor
struct NavigationControllerTests {
  private let app = TestApplication(size: CGSize(width: 400, height: 600))
  private let log = CallLog()

  private func screen(_ name: String) -> LoggingController { LoggingController(name, log) }

  /// A navigation controller in the window, with screens.
  private func show(_ names: String...) -> UINavigationController {
    app.becomeCurrent()
    let navigation = UINavigationController()
    navigation.viewControllers = names.map(screen)
    app.window.rootViewController = navigation
    app.settle()
    _ = log.take()
    return navigation
  }

  private func titles(_ navigation: UINavigationController) -> [String?] { navigation.viewControllers.map(\.title) }

  @Test("a push and a pop call back in UIKit's order, and the view that is covered leaves the window")
  func callbacks() {
    let navigation = show("A")
    let (below, above) = (navigation.viewControllers[0], screen("B"))
    navigation.pushViewController(above, animated: true)
    expect(titles(navigation) == ["A", "B"] && above.navigationController === navigation)
    app.settle()
    expectEqual(log.take(), ["B load", "A will-~", "B will+~", "B is+~", "A did-~", "B did+~"])
    expect(below.view.window == nil && above.view.window === app.window)
    expect(navigation.popViewController(animated: true) === above)
    app.settle()
    expectEqual(log.take(), ["B will-~", "A will+~", "A is+~", "B did-~", "A did+~"])
    expect(above.parent == nil && above.view.window == nil && above.navigationController == nil)
    expect(navigation.popViewController(animated: true) == nil)
  }

  @Test("a change in the middle of a push ends the push at once, and all are told in pairs")
  func interrupted() {
    let navigation = show("A")
    navigation.pushViewController(screen("B"), animated: true)
    for _ in 0..<4 { app.frame() }
    navigation.pushViewController(screen("C"), animated: true)
    for _ in 0..<4 { app.frame() }
    navigation.popToRootViewController(animated: true)
    app.settle()
    let lines = log.take()
    for name in ["A", "B", "C"] {
      for (first, second) in [("will+", "did+"), ("will-", "did-")] {
        let counts = [first, second].map { event in lines.count { $0.hasPrefix("\(name) \(event)") } }
        expectEqual(counts[0], counts[1], "\(name): \(lines)")
      }
    }
    expect(titles(navigation) == ["A"] && navigation.children.count == 1)
    expect(navigation.viewControllers[0].view.window === app.window)
  }

  @Test("random pushes, pops and replacements leave the stack, its children and the window as a list of names says")
  func random() {
    let navigation = show("0")
    var model = ["0"]
    var random = SeededRandom(seed: 11)
    for step in 1...400 {
      let isAnimated = Bool.random(using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0, 1:
        navigation.pushViewController(screen("\(step)"), animated: isAnimated)
        model.append("\(step)")
      case 2:
        let popped = navigation.popViewController(animated: isAnimated)
        expectEqual(popped?.title, (model.count > 1 ? model.removeLast() : nil))
      case 3:
        let index = Int.random(in: 0..<model.count, using: &random)
        let popped = navigation.popToViewController(navigation.viewControllers[index], animated: isAnimated)
        expectEqual(popped?.map(\.title), Array(model[(index + 1)...]))
        model.removeSubrange((index + 1)...)
      case 4:
        var new = navigation.viewControllers.shuffled(using: &random)
        if Bool.random(using: &random) { new.append(screen("\(step)")) }
        navigation.setViewControllers(new, animated: isAnimated)
        model = new.compactMap(\.title)
      default:
        for _ in 0..<Int.random(in: 1..<20, using: &random) { app.frame() }
      }
      expect(titles(navigation) == model && navigation.topViewController?.title == model.last)
      expect(navigation.navigationBar.topItem === navigation.topViewController?.navigationItem)
    }
    app.settle()
    expectEqual(Set(navigation.children.map(\.title)), Set(model))
    for controller in navigation.viewControllers {
      expectEqual((controller.viewIfLoaded?.window != nil), (controller === navigation.topViewController))
    }
  }

  @Test("a screen that is pushed on another stack, or taken out by the app, leaves its own stack", arguments: [1, 2])
  func movedElsewhere(index: Int) throws {
    let first = show("A", "B", "C")
    let second = UINavigationController(rootViewController: screen("D"))
    let moved = try #require(first.viewControllers[index] as? LoggingController)
    second.pushViewController(moved, animated: false)
    app.settle()
    expect(titles(first) == ["A", "B", "C"].filter { $0 != moved.name } && titles(second) == ["D", moved.name])
    expect(first.topViewController?.view.window === app.window && moved.parent === second)
    app.window.rootViewController = second
    app.settle()
    _ = log.take()
    first.popViewController(animated: true)
    app.settle()
    expect(moved.view.window === app.window && !log.take().contains { $0.hasPrefix(moved.name) })
    first.viewControllers[0].removeFromParent()
    expect(first.viewControllers.isEmpty && first.children.isEmpty)
  }

  @Test("a bar that the app hides itself stays hidden, leaves its room to the content, and comes back")
  func hiddenByHand() {
    let navigation = show("A", "B")
    let bar = navigation.navigationBar
    expectEqual(navigation.topViewController?.view.safeAreaInsets.top, 44)
    bar.isHidden = true
    app.settle()
    expect(bar.isHidden && navigation.topViewController?.view.safeAreaInsets.top == 0)
    navigation.popViewController(animated: true)
    app.settle()
    expect(bar.isHidden && navigation.topViewController?.view.safeAreaInsets.top == 0)
    bar.isHidden = false
    app.settle()
    expect(!bar.isHidden && bar.frame.minY == 0 && navigation.topViewController?.view.safeAreaInsets.top == 44)
  }

  @Test("a toolbar that the app hides itself stays hidden, leaves its room to the content, and comes back")
  func toolbarHiddenByHand() {
    let navigation = show("A", "B")
    let bar: UIToolbar = navigation.toolbar
    func room() -> CGFloat? { navigation.topViewController?.view.safeAreaInsets.bottom }
    expect(bar.isHidden)
    for isShownByHand in [true, false] {
      navigation.isToolbarHidden = false
      app.settle()
      expect(!bar.isHidden && room() == 44)
      bar.isHidden = true
      app.settle()
      expect(bar.isHidden && navigation.isToolbarHidden && room() == 0)
      if isShownByHand {
        navigation.popViewController(animated: true)
        app.settle()
        expect(bar.isHidden && room() == 0)
        bar.isHidden = false
        app.settle()
        expect(!bar.isHidden && bar.frame.maxY == 600 && room() == 44)
      }
    }
  }

  @Test("a thousand screens that are pushed and popped, half of them on their way, are deallocated")
  func ends() {
    let navigation = show("A")
    for count in 0..<1000 {
      navigation.pushViewController(screen("\(count)"), animated: !count.isMultiple(of: 4))
      if count.isMultiple(of: 2) { app.settle() } else { app.frame() }
      navigation.popViewController(animated: count.isMultiple(of: 3))
      if count.isMultiple(of: 5) { app.settle() }
    }
    app.settle()
    expectEqual(log.ends, 1000)
  }

  @Test(
    "the back button is titled with the screen below, and leads there; Alt+Left and the mouse's back button do, too")
  func back() {
    let navigation = show("First", "Second", "Third", "Fourth")
    expect(labels(in: navigation.navigationBar).contains("Third"))
    app.click(at: CGPoint(x: 30, y: 22))
    app.settle()
    expectEqual(titles(navigation), ["First", "Second", "Third"])
    app.key(.keyboardLeftArrow, modifiers: .alternate)
    app.settle()
    expectEqual(titles(navigation), ["First", "Second"])
    app.click(at: CGPoint(x: 200, y: 300), button: .back)
    app.settle()
    expectEqual(titles(navigation), ["First"])
    app.key(.keyboardLeftArrow, modifiers: .alternate)
    expectEqual(titles(navigation), ["First"])
  }

  @Test("Alt+Left leaves the screens below an alert alone")
  func backBehindAlert() {
    let navigation = show("First", "Second")
    let alert = UIAlertController(title: "Stay", message: nil, preferredStyle: .alert)
    alert.addAction(UIAlertAction(title: "OK", style: .default))
    expectEqual(navigation.visibleViewController?.title, "Second")
    navigation.present(alert, animated: false)
    app.settle()
    expect(navigation.visibleViewController === alert)
    app.key(.keyboardLeftArrow, modifiers: .alternate)
    app.settle()
    expectEqual(titles(navigation), ["First", "Second"])
  }

  @Test(
    "a drag from the leading edge takes the screen away when it is let go beyond the middle, and else gives it back")
  func edge() {
    let navigation = show("A", "B")
    drag(from: 2, to: 120)
    app.settle()
    expect(titles(navigation) == ["A", "B"] && navigation.topViewController?.view.window === app.window)
    expectEqual(
      log.take(),
      [
        "A load", "B will-~", "A will+~", "A is+~", "A will-~", "B will+~", "B is+~", "A did-~", "B did+~",
      ])
    drag(from: 2, to: 300)
    app.settle()
    expect(titles(navigation) == ["A"] && navigation.topViewController?.view.window === app.window)
    expectEqual(log.take(), ["B will-~", "A will+~", "A is+~", "B did-~", "A did+~"])
    // The only screen stays.
    drag(from: 2, to: 300)
    app.settle()
    expect(titles(navigation) == ["A"] && log.take().isEmpty)
  }

  private func drag(from start: CGFloat, to end: CGFloat) {
    func pointer(_ x: CGFloat) -> InputEvent.Pointer {
      InputEvent.Pointer(
        location: CGPoint(x: x, y: 300), button: .primary, clickCount: 1, timestamp: app.clock.now)
    }
    app.events.post(.pointerDown(pointer(start)))
    app.frame()
    for step in 1...20 {
      app.events.post(.pointerMoved(pointer(start + (end - start) * CGFloat(step) / 20)))
      app.frame()
    }
    // At rest before it is let go.
    for _ in 0..<30 { app.frame() }
    app.events.post(.pointerUp(pointer(end)))
    app.frame()
  }

  @Test("a large title gives way to the content point by point, stays away, and comes back at the top")
  func largeTitle() {
    app.becomeCurrent()
    let table = TableScreen(style: .plain)
    table.title = "Rows"
    let navigation = UINavigationController(rootViewController: table)
    navigation.navigationBar.prefersLargeTitles = true
    app.window.rootViewController = navigation
    app.settle()
    let bar = navigation.navigationBar
    expect(bar.bounds.height == 96 && table.tableView.adjustedContentInset.top == 96)
    expectEqual(table.tableView.contentOffset.y, -96)
    for (scrolled, height) in [(10, 86), (30, 66), (52, 44), (400, 44), (20, 76), (0, 96)] as [(CGFloat, CGFloat)] {
      table.tableView.contentOffset.y = scrolled - 96
      app.settle()
      expectEqual(bar.bounds.height, height, "scrolled by \(scrolled)")
    }
    // Rows are not laid out anew for it.
    table.tableView.contentOffset.y = -90
    app.settle()
    let before = table.asked
    table.tableView.contentOffset.y = -80
    app.settle()
    expectEqual(table.asked, before)
  }

  private final class TableScreen: UITableViewController {
    var asked = 0
    override func viewDidLoad() {
      super.viewDidLoad()
      tableView.register(UITableViewCell.self, forCellReuseIdentifier: "cell")
    }
    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 100 }
    override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
      asked += 1
      return tableView.dequeueReusableCell(withIdentifier: "cell", for: indexPath)
    }
  }

  @Test("buttons stand at their edges, from the outermost on, and change sides where text goes from right to left")
  func items() {
    let navigation = show("Middle")
    var clicks: [String] = []
    func button(_ name: String) -> UIBarButtonItem {
      UIBarButtonItem(primaryAction: UIAction(title: name) { _ in clicks.append(name) })
    }
    let item = navigation.topViewController!.navigationItem  // there is one screen
    item.leftBarButtonItems = [button("L1"), button("L2")]
    item.rightBarButtonItems = [button("R1"), button("R2")]
    app.settle()
    func places() -> [String] {
      var found: [(CGFloat, String)] = []
      func collect(_ view: UIView) {
        if let label = view as? UILabel, let text = label.text, !label.isHidden, label.alpha > 0 {
          found.append((label.convert(label.bounds, to: nil).midX, text))
        }
        for child in view.subviews { collect(child) }
      }
      collect(navigation.navigationBar)
      return found.sorted { $0.0 < $1.0 }.map(\.1)
    }
    expectEqual(places(), ["L1", "L2", "Middle", "R2", "R1"])
    app.click(at: CGPoint(x: 380, y: 22))
    expectEqual(clicks, ["R1"])
    navigation.view.semanticContentAttribute = .forceRightToLeft
    navigation.navigationBar.semanticContentAttribute = .forceRightToLeft
    app.settle()
    expectEqual(places(), ["R1", "R2", "Middle", "L2", "L1"])
    item.rightBarButtonItems?.removeAll()
    item.leftBarButtonItem?.isHidden = true
    app.settle()
    expectEqual(places(), ["Middle", "L2"])
  }

  @Test(
    "the chevron of the back button stands at the edge it points to, at the right where text goes from right to left",
    arguments: [false, true])
  func backChevron(isTurned: Bool) throws {
    let navigation = show("First", "Second")
    if isTurned {
      navigation.view.semanticContentAttribute = .forceRightToLeft
      navigation.navigationBar.semanticContentAttribute = .forceRightToLeft
      app.settle()
    }
    func buttons(in view: UIView) -> [BarButton] {
      view.subviews.flatMap { ($0 as? BarButton).map { [$0] } ?? buttons(in: $0) }
    }
    let button = try #require(buttons(in: navigation.navigationBar).first)
    let (image, title) = (try #require(button.imageView), try #require(button.titleLabel))
    func drawing(_ image: UIImage?) -> String? { if case .symbol(let svg) = image?.content.source { svg } else { nil } }
    func drawing(named name: String) -> String? { drawing(UIImage(systemName: name)) }
    expect(drawing(named: "chevron.forward") != drawing(named: "chevron.backward"))
    expectEqual(drawing(button.image(for: .normal)), drawing(named: isTurned ? "chevron.forward" : "chevron.backward"))
    expectEqual(title.text, "First")
    expect(isTurned ? image.frame.minX >= title.frame.maxX : image.frame.maxX <= title.frame.minX)
    expect(isTurned ? button.frame.maxX == 400 : button.frame.minX == 0)
    // One that the app set stays as it is.
    let look = UINavigationBarAppearance()
    look.setBackIndicatorImage(UIImage(systemName: "star"), transitionMaskImage: nil)
    navigation.navigationBar.standardAppearance = look
    app.settle()
    expectEqual(drawing(button.image(for: .normal)), drawing(named: "star"))
    expectEqual(drawing(look.backIndicatorImage), drawing(named: "star"))
  }

  private func labels(in view: UIView) -> [String] {
    view.subviews.flatMap { ($0 as? UILabel).flatMap(\.text).map { [$0] } ?? labels(in: $0) }
  }

  @Test("a search in the bar hides titles while it goes on, shows what is found below the bar, and gives all back")
  func search() {
    app.becomeCurrent()
    let table = TableScreen(style: .plain)
    table.title = "Rows"
    let search = UISearchController(searchResultsController: screen("Found"))
    table.navigationItem.searchController = search
    let navigation = UINavigationController(rootViewController: table)
    app.window.rootViewController = navigation
    app.settle()
    let bar = navigation.navigationBar
    expect(bar.bounds.height == 100 && search.searchBar.window === app.window)
    search.isActive = true
    app.settle()
    expectEqual(bar.bounds.height, 56)
    search.searchBar.searchTextField.insertText("x")
    app.settle()
    let found = search.searchResultsController?.view
    expectEqual(found?.convert(found?.bounds ?? .zero, to: nil), CGRect(x: 0, y: 56, width: 400, height: 544))
    search.isActive = false
    app.settle()
    expect(bar.bounds.height == 100 && found?.window == nil)
  }

  @Test("a subtitle stands below the title, in the same bar, and makes way for a large title")
  func subtitle() throws {
    let navigation = show("A")
    let item = navigation.viewControllers[0].navigationItem
    let bar = navigation.navigationBar
    func labels(in view: UIView) -> [UILabel] {
      (view as? UILabel).map { [$0] } ?? view.subviews.flatMap(labels)
    }
    func frame(_ text: String) -> CGRect? {
      labels(in: bar).first { $0.text == text }.map { $0.convert($0.bounds, to: bar) }
    }
    let height = bar.bounds.height
    item.subtitle = "One sentence about it."
    app.settle()
    let (title, below) = (try #require(frame("A")), try #require(frame("One sentence about it.")))
    expect(title.maxY <= below.minY && below.maxY <= 44 && bar.bounds.height == height)
    expect(abs(title.midX - 200) < 1 && abs(below.midX - 200) < 1)
    item.subtitle = String(repeating: "Longer than the bar is wide. ", count: 10)
    app.settle()
    let cut = try #require(labels(in: bar).first { $0.text == item.subtitle })
    expect(bar.bounds.contains(cut.convert(cut.bounds, to: bar)) && cut.toolTip == item.subtitle)
    bar.prefersLargeTitles = true
    app.settle()
    expect(!labels(in: bar).contains { $0.text == item.subtitle })
    bar.prefersLargeTitles = false
    item.subtitle = nil
    app.settle()
    expectEqual(labels(in: bar).count { $0.text?.hasPrefix("Longer") == true }, 0)
  }

  @Test("the window is titled with what is on top, as it changes")
  func windowTitle() {
    let navigation = show("A", "B")
    expect(app.platformWindow.title.contains("B"))
    navigation.topViewController?.title = "Other"
    expect(app.platformWindow.title.contains("Other"))
    navigation.popViewController(animated: false)
    expect(app.platformWindow.title.contains("A") && !app.platformWindow.title.contains("Other"))
  }

  @Test("a controller without navigation presents what it is to show")
  func showAlone() {
    app.becomeCurrent()
    let (root, other) = (screen("root"), screen("other"))
    app.window.rootViewController = root
    app.settle()
    root.show(other, sender: nil)
    app.settle()
    expect(root.presentedViewController === other)
  }

  @Test("the toolbar shows the top screen's items, and hides for screens that ask for it")
  func toolbar() {
    let navigation = show("A")
    navigation.topViewController?.toolbarItems = [
      UIBarButtonItem(primaryAction: UIAction(title: "Tool") { _ in }), .flexibleSpace(),
    ]
    navigation.setToolbarHidden(false, animated: false)
    app.settle()
    expect(labels(in: navigation.view).contains("Tool"))
    expectEqual(navigation.topViewController?.view.safeAreaInsets.bottom, 44)
    let next = screen("B")
    next.hidesBottomBarWhenPushed = true
    navigation.pushViewController(next, animated: false)
    app.settle()
    expectEqual(next.view.safeAreaInsets.bottom, 0)
  }

  @Test("the toolbar looks as at the edge when no content is under it")
  func toolbarEdge() {
    app.becomeCurrent()
    let table = TableScreen(style: .plain)
    let navigation = UINavigationController(rootViewController: table)
    navigation.setToolbarHidden(false, animated: false)
    app.window.rootViewController = navigation
    app.settle()
    expect(!navigation.toolbar.isAtEdge)
    table.tableView.contentOffset.y = table.tableView.verticalExtent.highest
    expect(navigation.toolbar.isAtEdge)
    table.tableView.contentOffset.y -= 1
    expect(!navigation.toolbar.isAtEdge)
  }

  @Test("the bar does not follow content that is placed further down after it was found")
  func contentBelowTop() {
    app.becomeCurrent()
    let screen = screen("A")
    let list = UIScrollView(frame: .zero)
    list.contentSize = CGSize(width: 100, height: 5000)
    screen.view.addSubview(list)
    let navigation = UINavigationController(rootViewController: screen)
    app.window.rootViewController = navigation
    app.settle()
    list.frame = CGRect(x: 0, y: 90, width: 400, height: 500)
    app.settle()
    for offset in [100.0, 300] {
      list.contentOffset.y = offset
      app.settle()
      expect(navigation.navigationBar.isAtEdge, "\(offset)")
    }
  }
}
