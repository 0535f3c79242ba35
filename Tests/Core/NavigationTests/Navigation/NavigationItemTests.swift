import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

/// What bars show of items, and what a click on it does.
@Suite("Items of bars")
@MainActor
struct NavigationItemTests {
  private let app = TestApplication(size: CGSize(width: 400, height: 600))

  private final class Rows: UITableViewController {
    override func viewDidLoad() {
      super.viewDidLoad()
      tableView.register(UITableViewCell.self, forCellReuseIdentifier: "cell")
    }
    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 100 }
    override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
      tableView.dequeueReusableCell(withIdentifier: "cell", for: indexPath)
    }
  }

  private func screen(_ title: String) -> UIViewController {
    let made = UIViewController()
    made.title = title
    return made
  }

  private func show(_ controllers: UIViewController...) -> UINavigationController {
    app.becomeCurrent()
    let navigation = UINavigationController()
    navigation.viewControllers = controllers
    app.window.rootViewController = navigation
    app.settle()
    return navigation
  }

  /// The labels that are seen, and their places in the window.
  private func labels(in view: UIView) -> [String: CGRect] {
    var found: [String: CGRect] = [:]
    for child in view.subviews where !child.isHidden && child.alpha > 0 {
      if let label = child as? UILabel, let text = label.text, !text.isEmpty {
        found[text] = label.convert(label.bounds, to: nil)
      }
      found.merge(labels(in: child)) { first, _ in first }
    }
    return found
  }

  private func middle(_ rect: CGRect?) -> CGPoint {
    rect.map { CGPoint(x: $0.midX, y: $0.midY) } ?? CGPoint(x: -9, y: -9)
  }

  private func click(_ text: String, in view: UIView) {
    app.click(at: middle(labels(in: view)[text]))
    app.settle()
  }

  // MARK: Titles

  @Test("a prompt stands above the title in a bar 30 points higher, and goes again")
  func prompt() throws {
    let navigation = show(screen("A"))
    let (bar, item) = (navigation.navigationBar, navigation.viewControllers[0].navigationItem)
    item.prompt = "Choose one"
    app.settle()
    expect(bar.bounds.height == 74 && navigation.viewControllers[0].view.safeAreaInsets.top == 74)
    let places = labels(in: bar)
    try expect(#require(places["Choose one"]).maxY <= #require(places["A"]).minY)
    item.prompt = nil
    app.settle()
    expect(bar.bounds.height == 44 && labels(in: bar)["Choose one"] == nil)
  }

  @Test("a title view stands in the middle in its own size, in place of the title, until it is taken away")
  func titleView() {
    let navigation = show(screen("A"))
    let (bar, item) = (navigation.navigationBar, navigation.viewControllers[0].navigationItem)
    let view = UIView(frame: CGRect(x: 0, y: 0, width: 80, height: 30))
    item.titleView = view
    app.settle()
    expectEqual(view.convert(view.bounds, to: nil), CGRect(x: 160, y: 7, width: 80, height: 30))
    expect(labels(in: bar)["A"] == nil)
    item.titleView = nil
    app.settle()
    expect(view.window == nil && labels(in: bar)["A"] != nil)
  }

  @Test("a title is large where its item or the item below says so, and the bar prefers it")
  func largeTitles() {
    let navigation = show(screen("A"))
    let bar = navigation.navigationBar
    expectEqual(bar.bounds.height, 44)
    bar.prefersLargeTitles = true
    app.settle()
    expectEqual(bar.bounds.height, 96)
    let modes: [(UINavigationItem.LargeTitleDisplayMode, CGFloat)] = [
      (.automatic, 96), (.never, 44), (.automatic, 44), (.always, 96), (.automatic, 96), (.inline, 44),
    ]
    for (number, (mode, height)) in modes.enumerated() {
      let next = screen("\(number)")
      next.navigationItem.largeTitleDisplayMode = mode
      navigation.pushViewController(next, animated: false)
      app.settle()
      expectEqual(bar.bounds.height, height, "\(number)")
    }
    navigation.popToRootViewController(animated: false)
    app.settle()
    expectEqual(bar.bounds.height, 96)
  }

  @Test("a search field below the title stays while the content scrolls, unless it hides then")
  func hidingSearch() {
    let rows = Rows(style: .plain)
    rows.navigationItem.searchController = UISearchController(searchResultsController: nil)
    let bar = show(rows).navigationBar
    rows.tableView.contentOffset.y = 300
    app.settle()
    expectEqual(bar.bounds.height, 44)
    rows.navigationItem.hidesSearchBarWhenScrolling = false
    app.settle()
    expectEqual(bar.bounds.height, 100)
    rows.tableView.contentOffset.y = 500
    app.settle()
    expectEqual(bar.bounds.height, 100)
  }

  @Test("the scroll indicator begins below a large title and a search field, as far as these are seen")
  func indicatorBelowBar() throws {
    let rows = Rows(style: .plain)
    rows.navigationItem.searchController = UISearchController(searchResultsController: nil)
    let navigation = show(rows)
    let bar = navigation.navigationBar
    bar.prefersLargeTitles = true
    app.settle()
    let table: UITableView = rows.tableView
    func start() throws -> CGFloat { try #require(table.indicators.place(of: .vertical)).start }
    let margin = try start() - bar.frame.maxY
    expect(bar.bounds.height == 152 && margin >= 0 && margin < 10)
    for distance: CGFloat in [20, 70, 108, 500, 0] {
      table.contentOffset.y = distance - table.adjustedContentInset.top
      app.settle()
      expect(abs(try start() - bar.frame.maxY - margin) < 0.01, "\(distance)")
    }
    // A knob that is held keeps its track, though the bar gives way.
    table.contentOffset.y = -table.adjustedContentInset.top
    app.settle()
    table.flashScrollIndicators()
    app.frame()
    let place = try #require(table.indicators.place(of: .vertical))
    let knob = CGPoint(x: place.knob.midX, y: place.knob.midY)
    app.mouseDown(at: knob)
    app.mouseMove(to: CGPoint(x: knob.x, y: knob.y + 2))
    app.frame()
    let ratio = (table.contentSize.height - table.bounds.height) / place.layout.track
    expect(table.contentOffset.y + table.adjustedContentInset.top <= 3 * 2 * ratio)
    app.mouseUp(at: CGPoint(x: knob.x, y: knob.y + 2))
    app.settle()
  }

  // MARK: The back button

  @Test("a back button has the title that the item below gives it, a shorter one where there is no room, or none")
  func backTitles() {
    let (below, above) = (screen("Below"), screen("Above"))
    let bar = show(below, above).navigationBar
    let item = below.navigationItem
    expect(labels(in: bar)["Below"] != nil)
    item.backButtonTitle = "Up"
    app.settle()
    expect(labels(in: bar)["Up"] != nil)
    item.backBarButtonItem = UIBarButtonItem(title: "Return", style: .plain, target: nil, action: nil)
    app.settle()
    expect(labels(in: bar)["Return"] != nil && labels(in: bar)["Up"] == nil)
    item.backButtonDisplayMode = .generic
    app.settle()
    expect(labels(in: bar)["Back"] != nil)
    item.backButtonDisplayMode = .minimal
    app.settle()
    expectEqual(Set(labels(in: bar).keys), ["Above"])
    item.backButtonDisplayMode = .default
    item.backBarButtonItem = nil
    item.backButtonTitle = String(repeating: "far too long ", count: 9)
    app.settle()
    expect(labels(in: bar)["Back"] != nil)
  }

  @Test(
    "without a back button neither Alt+Left nor a drag from the edge leads back; items stand in its place or beside it")
  func hiddenBack() {
    let (below, above) = (screen("Below"), screen("Above"))
    let navigation = show(below, above)
    let bar = navigation.navigationBar
    above.navigationItem.hidesBackButton = true
    app.settle()
    expect(labels(in: bar)["Below"] == nil)
    app.key(.keyboardLeftArrow, modifiers: .alternate)
    app.click(at: CGPoint(x: 200, y: 300), button: .back)
    app.settle()
    expect(navigation.topViewController === above)
    above.navigationItem.hidesBackButton = false
    above.navigationItem.leftBarButtonItem = UIBarButtonItem(primaryAction: UIAction(title: "Menu") { _ in })
    app.settle()
    expect(labels(in: bar)["Below"] == nil && labels(in: bar)["Menu"] != nil)
    above.navigationItem.leftItemsSupplementBackButton = true
    app.settle()
    let places = labels(in: bar)
    expect((places["Below"]?.maxX ?? 999) < (places["Menu"]?.minX ?? 0))
  }

  @Test("a back action is done in place of going back, by click and key")
  func backAction() {
    let (below, above) = (screen("Below"), screen("Above"))
    let navigation = show(below, above)
    var count = 0
    above.navigationItem.backAction = UIAction { _ in count += 1 }
    app.settle()
    click("Below", in: navigation.navigationBar)
    app.key(.keyboardLeftArrow, modifiers: .alternate)
    app.settle()
    expect(count == 2 && navigation.topViewController === above)
  }

  // MARK: Looks

  @Test("the ground of a bar is that of the item or the bar, for content under it and for none")
  func appearances() throws {
    let rows = Rows(style: .plain)
    let bar = show(rows).navigationBar
    let ground = try #require(bar.subviews.first { $0 is BarGround })
    func scroll(_ isScrolled: Bool) {
      rows.tableView.contentOffset.y = isScrolled ? 200 : -44
      app.settle()
    }
    scroll(true)
    expect(ground.backgroundColor === UIColor.barGround && !ground.isHidden)
    scroll(false)
    expect(ground.isHidden)
    let standard = UINavigationBarAppearance()
    standard.backgroundColor = .red
    bar.standardAppearance = standard
    // Bars keep copies.
    standard.backgroundColor = .green
    let edge = UINavigationBarAppearance()
    edge.configureWithOpaqueBackground()
    edge.backgroundColor = .blue
    bar.scrollEdgeAppearance = edge
    expect(ground.backgroundColor == .blue && !ground.isHidden)
    scroll(true)
    expectEqual(ground.backgroundColor, .red)
    bar.barTintColor = .yellow
    expectEqual(ground.backgroundColor, .yellow)
    bar.barTintColor = nil
    let own = UINavigationBarAppearance()
    own.configureWithTransparentBackground()
    own.titleTextAttributes = [.foregroundColor: UIColor.purple, .font: UIFont.systemFont(ofSize: 11)]
    rows.title = "Rows"
    rows.navigationItem.standardAppearance = own
    app.settle()
    expect(ground.isHidden)
    func label(_ view: UIView) -> UILabel? {
      view.subviews.lazy.compactMap { $0 as? UILabel ?? label($0) }.first { $0.text == "Rows" }
    }
    let title = try #require(label(bar))
    expect(title.textColor == .purple && title.font.pointSize == 11)
    rows.navigationItem.scrollEdgeAppearance = standard
    scroll(false)
    expectEqual(ground.backgroundColor, .green)
  }

  // MARK: Buttons

  private final class Target: UIResponder {
    var senders: [UIBarButtonItem] = []
    func tapped(_ sender: UIBarButtonItem) { senders.append(sender) }
  }

  @Test("buttons show a title, an image, a system item's look or a view, and do what they are made for")
  func buttons() throws {
    let top = screen("A")
    let navigation = show(top)
    let target = Target()
    var chosen: [String] = []
    func item(_ made: UIBarButtonItem) -> UIView? {
      top.navigationItem.rightBarButtonItems = [made]
      app.settle()
      return made.view
    }
    func press(_ made: UIBarButtonItem) {
      guard let view = item(made) else { return }
      app.click(at: view.convert(CGPoint(x: 8, y: 8), to: nil))
      app.settle()
    }
    let titled = UIBarButtonItem(title: "Tap", style: .done, target: target, action: Selector(Target.tapped(_:)))
    press(titled)
    expect(target.senders == [titled] && labels(in: navigation.navigationBar)["Tap"] != nil)
    titled.isEnabled = false
    press(titled)
    expectEqual(target.senders.count, 1)
    let image = try #require(UIImage(systemName: "star"))
    let pictured = UIBarButtonItem(image: image, style: .plain, target: target, action: Selector(Target.tapped(_:)))
    press(pictured)
    expect(target.senders.last === pictured && (pictured.view as? UIButton)?.currentImage != nil)
    let system = UIBarButtonItem(barButtonSystemItem: .add, target: target, action: Selector(Target.tapped(_:)))
    press(system)
    expect(target.senders.last === system && system.view?.accessibilityLabel == "Add")
    press(UIBarButtonItem(systemItem: .save, primaryAction: UIAction(title: "unused") { _ in chosen.append("save") }))
    expect(chosen == ["save"] && labels(in: navigation.navigationBar)["Save"] != nil)
    let switched = UIBarButtonItem(primaryAction: UIAction(title: "On") { chosen.append($0.title) })
    switched.changesSelectionAsPrimaryAction = true
    press(switched)
    expect(switched.isSelected && chosen == ["save", "On"])
    let view = UIView(frame: CGRect(x: 0, y: 0, width: 60, height: 20))
    expect(item(UIBarButtonItem(customView: view)) === view && view.window != nil && view.bounds.width == 60)
    let wide = UIBarButtonItem(primaryAction: UIAction(title: "No") { _ in })
    let narrow = try #require(item(wide)).bounds.width
    wide.possibleTitles = ["Nothing at all"]
    try expect(#require(item(wide)).bounds.width > narrow)
    wide.width = 200
    try expect(#require(item(wide)).bounds.width == 200 && view.window == nil)
  }

  @Test("a button with a menu alone opens it by a click, one with an action besides by the right button")
  func menus() {
    let top = screen("A")
    let navigation = show(top)
    var chosen = 0
    let menu = UIMenu(children: [UIAction(title: "Entry") { _ in }])
    var overlay: MenuOverlay? { app.window.menu as? MenuOverlay }
    top.navigationItem.rightBarButtonItem = UIBarButtonItem(title: "More", menu: menu)
    app.settle()
    click("More", in: navigation.navigationBar)
    expectEqual(overlay?.cards.first?.rows.map(\.item.title), ["Entry"])
    app.key(.keyboardEscape)
    app.settle()
    top.navigationItem.rightBarButtonItem = UIBarButtonItem(
      primaryAction: UIAction(title: "Both") { _ in chosen += 1 }, menu: menu)
    app.settle()
    click("Both", in: navigation.navigationBar)
    expect(chosen == 1 && overlay?.cards.isEmpty ?? true)
    app.click(at: middle(labels(in: navigation.navigationBar)["Both"]), button: .secondary)
    app.settle()
    expect(chosen == 1 && overlay?.cards.count == 1)
  }

  @Test("the edit button begins and ends editing, and is titled accordingly")
  func editButton() {
    let rows = Rows(style: .plain)
    rows.navigationItem.rightBarButtonItem = rows.editButtonItem
    let navigation = show(rows)
    click("Edit", in: navigation.navigationBar)
    expect(rows.isEditing && rows.tableView.isEditing && labels(in: navigation.navigationBar)["Done"] != nil)
    click("Done", in: navigation.navigationBar)
    expect(!rows.isEditing && labels(in: navigation.navigationBar)["Edit"] != nil)
  }

  @Test("space in a toolbar is as wide as it says, or takes an equal part of what is left")
  func space() {
    app.becomeCurrent()
    let toolbar = UIToolbar(frame: CGRect(x: 0, y: 0, width: 400, height: 44))
    app.window.addSubview(toolbar)
    func button(_ width: CGFloat) -> UIBarButtonItem {
      UIBarButtonItem(customView: UIView(frame: CGRect(x: 0, y: 0, width: width, height: 20)))
    }
    let items = [button(50), button(30), button(40)]
    toolbar.items = [items[0], .fixedSpace(20), items[1], .flexibleSpace(), items[2], .flexibleSpace()]
    app.settle()
    expectEqual(items.map { $0.customView?.frame.minX }, [8, 78, 230])
    toolbar.semanticContentAttribute = .forceRightToLeft
    toolbar.setNeedsLayout()
    app.settle()
    expectEqual(items.map { $0.customView?.frame.maxX }, [392, 322, 170])
  }

  @Test("Tab leads to the buttons of a bar, with a ring, and Return and Space press the one that has it")
  func keyboard() {
    let top = screen("A")
    var pressed: [String] = []
    top.navigationItem.leftBarButtonItem = UIBarButtonItem(
      primaryAction: UIAction(title: "L") { pressed.append($0.title) })
    top.navigationItem.rightBarButtonItem = UIBarButtonItem(
      primaryAction: UIAction(title: "R") { pressed.append($0.title) })
    _ = show(top)
    var visited: [String?] = []
    for key in [UIKeyboardHIDUsage.keyboardSpacebar, .keyboardReturnOrEnter] {
      app.key(.keyboardTab)
      let button = app.window.firstResponder as? UIButton
      visited.append(button?.currentTitle)
      expectEqual(button?.subviews.contains { $0 is FocusRingView }, true)
      app.key(key)
      app.settle()
    }
    expect(visited == ["L", "R"] && pressed == ["L", "R"])
  }

  @Test("arrow keys lead from button to button of a bar, in the direction they point", arguments: [false, true])
  func arrows(isTurned: Bool) {
    let top = screen("A")
    func item(_ title: String) -> UIBarButtonItem { UIBarButtonItem(primaryAction: UIAction(title: title) { _ in }) }
    top.navigationItem.rightBarButtonItems = [item("3"), item("2")]
    top.navigationItem.leftBarButtonItem = item("1")
    top.toolbarItems = [item("4"), .flexibleSpace(), item("5")]
    let navigation = show(top)
    navigation.isToolbarHidden = false
    if isTurned { app.window.semanticContentAttribute = .forceRightToLeft }
    app.settle()
    func press(_ key: UIKeyboardHIDUsage, _ modifiers: UIKeyModifierFlags = []) -> String? {
      app.key(key, modifiers: modifiers)
      let button = app.window.firstResponder as? UIButton
      expectEqual(button?.subviews.contains { $0 is FocusRingView }, true)
      return button?.currentTitle
    }
    let (left, right) = (UIKeyboardHIDUsage.keyboardLeftArrow, UIKeyboardHIDUsage.keyboardRightArrow)
    let (on, back) = isTurned ? (left, right) : (right, left)
    expectEqual(press(.keyboardTab), "1")
    expectEqual([press(on), press(on), press(on), press(back), press(back)], ["2", "3", "1", "3", "2"])
    expectEqual(press(on, .control), "2")
    expectEqual([press(.keyboardTab), press(.keyboardTab)], ["3", "4"])
    expectEqual([press(on), press(on), press(back)], ["5", "4", "5"])
    let tabs = UITabBarController()
    tabs.viewControllers = [screen("6"), screen("7")]
    app.window.rootViewController = tabs
    app.settle()
    app.key(.keyboardTab)
    let first = app.window.firstResponder as? TabButton
    app.key(on)
    let second = app.window.firstResponder as? TabButton
    expect(first?.item?.title == "6" && second?.item?.title == "7")
  }

  // MARK: Bars

  private final class Judge: UINavigationBarDelegate, UINavigationControllerDelegate {
    var calls: [String] = []
    var allows = true
    func navigationBar(_ navigationBar: UINavigationBar, shouldPush item: UINavigationItem) -> Bool { allows }
    func navigationBar(_ navigationBar: UINavigationBar, didPush item: UINavigationItem) {
      calls.append("push \(item.title ?? "")")
    }
    func navigationBar(_ navigationBar: UINavigationBar, shouldPop item: UINavigationItem) -> Bool { allows }
    func navigationBar(_ navigationBar: UINavigationBar, didPop item: UINavigationItem) {
      calls.append("pop \(item.title ?? "")")
    }
    func navigationController(
      _ navigationController: UINavigationController, willShow viewController: UIViewController, animated: Bool
    ) { calls.append("will \(viewController.title ?? "")\(animated ? "~" : "")") }
    func navigationController(
      _ navigationController: UINavigationController, didShow viewController: UIViewController, animated: Bool
    ) { calls.append("did \(viewController.title ?? "")\(animated ? "~" : "")") }
  }

  @Test("a bar of the app's shows the item on top, goes back by its button, and asks its delegate")
  func ownBar() {
    app.becomeCurrent()
    let bar = UINavigationBar(frame: CGRect(x: 0, y: 0, width: 400, height: 44))
    let judge = Judge()
    bar.delegate = judge
    app.window.addSubview(bar)
    bar.items = [UINavigationItem(title: "One")]
    bar.pushItem(UINavigationItem(title: "Two"), animated: true)
    app.settle()
    expect(Set(labels(in: bar).keys) == ["One", "Two"] && bar.topItem?.title == "Two" && bar.backItem?.title == "One")
    judge.allows = false
    click("One", in: bar)
    bar.pushItem(UINavigationItem(title: "Three"), animated: false)
    expectEqual(bar.items?.count, 2)
    judge.allows = true
    click("One", in: bar)
    expect(Set(labels(in: bar).keys) == ["One"] && judge.calls == ["push Two", "pop Two"])
  }

  @Test("a navigation controller's delegate hears what will be and what is shown, and whether it moves")
  func controllerDelegate() {
    let navigation = show(screen("A"))
    let judge = Judge()
    navigation.delegate = judge
    navigation.pushViewController(screen("B"), animated: true)
    expectEqual(judge.calls, ["will B~"])
    app.settle()
    navigation.show(screen("C"), sender: nil)
    app.settle()
    navigation.topViewController?.show(screen("D"), sender: nil)
    app.settle()
    navigation.popToRootViewController(animated: false)
    expectEqual(judge.calls, ["will B~", "did B~", "will C~", "did C~", "will D~", "did D~", "will A", "did A"])
  }

  private final class Container: UIViewController {
    let child = UIViewController()
    override var navigationItem: UINavigationItem { child.navigationItem }
    override func viewDidLoad() {
      super.viewDidLoad()
      addChild(child)
      view.addSubview(child.view)
    }
  }

  @Test(
    "a controller may show the item of another: title, buttons, the way back and the window's title are that item's")
  func overriddenItem() {
    let container = Container()
    container.title = "Container"
    container.child.title = "Child"
    let navigation = show(container)
    expect(Set(labels(in: navigation.navigationBar).keys) == ["Child"] && app.platformWindow.title.contains("Child"))
    container.child.title = "Other"
    container.child.navigationItem.rightBarButtonItem = UIBarButtonItem(primaryAction: UIAction(title: "R") { _ in })
    app.settle()
    expectEqual(Set(labels(in: navigation.navigationBar).keys), ["Other", "R"])
    expect(app.platformWindow.title.contains("Other"))
    navigation.pushViewController(screen("Next"), animated: true)
    app.settle()
    expect(labels(in: navigation.navigationBar)["Other"] != nil)
    click("Other", in: navigation.navigationBar)
    expect(navigation.topViewController === container)
  }

  private final class TallBar: UINavigationBar {
    var isOwn = true
    override func layoutSubviews() {
      super.layoutSubviews()
      backgroundColor = .orange
    }
  }
  private final class OwnToolbar: UIToolbar { var isOwn = true }

  @Test("a navigation controller makes its bars of the classes it is given")
  func barClasses() {
    app.becomeCurrent()
    let navigation = UINavigationController(navigationBarClass: TallBar.self, toolbarClass: OwnToolbar.self)
    navigation.viewControllers = [screen("A")]
    navigation.setToolbarHidden(false, animated: false)
    app.window.rootViewController = navigation
    app.settle()
    expect((navigation.navigationBar as? TallBar)?.isOwn == true && (navigation.toolbar as? OwnToolbar)?.isOwn == true)
    expect(navigation.navigationBar.backgroundColor == .orange && labels(in: navigation.navigationBar)["A"] != nil)
    let plain = UINavigationController(navigationBarClass: nil, toolbarClass: nil)
    expect(type(of: plain.navigationBar) == UINavigationBar.self)
  }

  @Test("a class that is no bar ends the program with a message")
  func noBarClass() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      _ = TestApplication()
      _ = UINavigationController(navigationBarClass: UIToolbar.self, toolbarClass: nil)
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    expect(text.contains("navigationBarClass must be UINavigationBar or a subclass of it"))
  }

  @Test("bars follow the scroll view that a controller names")
  func namedScrollView() {
    let top = screen("A")
    let (first, second) = (UIScrollView(frame: .zero), UIScrollView(frame: .zero))
    for view in [UIView(frame: .zero), first, second] {
      view.frame = top.view.bounds
      view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
      top.view.addSubview(view)
    }
    second.contentSize = CGSize(width: 400, height: 3000)
    let bar = show(top).navigationBar
    second.contentOffset.y = 500
    app.settle()
    expect(bar.isAtEdge && top.contentScrollView(for: .top) == nil)
    top.setContentScrollView(second)
    app.settle()
    expect(!bar.isAtEdge && top.contentScrollView(for: .top) === second && top.contentScrollView(for: .leading) == nil)
  }
}
