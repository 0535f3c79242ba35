import TestSupport
import UIKit

/// Random stacks, tabs, columns, presentations and searches, at once and out of their callbacks, with hands.
///
/// A program first says which controller is the window's root (`root`), then what happens. What each verb means stands in
/// `NavigationScene`. Each third program is of an app that keeps no controller, see `FleetingScene`.
enum NavigationAttack: Attack {
  static let name = "navigation"
  static let stage = Stage.fakes

  static func program(using random: inout SeededRandom) -> [Step] {
    func number(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
    if number(3) == 0 { return FleetingPrograms.program(using: &random) }
    var steps = [Step("root", number(100))]
    for _ in 0..<Int.random(in: 5...40, using: &random) {
      if number(10) == 0 {
        steps += drag(&random)
        continue
      }
      var step = number(3) == 0 ? hand(&random) : action(&random)
      if number(4) == 0 {
        step = action(&random)
        step.occasion = NavigationScene.Occasion.allCases.randomElement(using: &random)?.rawValue
      }
      steps.append(step)
    }
    return steps
  }

  /// A drag from the edge, and what the app does meanwhile: screens change their container, stacks and columns change.
  private static func drag(_ random: inout SeededRandom) -> [Step] {
    func number(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
    var steps = number(2) == 0 ? [Step("push", number(10), number(10), 0), Step("settle")] : []
    steps.append(Step("drag", number(1000)))
    for _ in 0...number(4) {
      var step = number(3) > 0 ? Step("carry", number(10), number(6), number(10), number(2)) : action(&random)
      if number(4) == 0 { step.occasion = NavigationScene.Occasion.allCases.randomElement(using: &random)?.rawValue }
      steps.append(step)
      if number(3) == 0 { steps.append(Step("frame", 16)) }
    }
    if number(2) == 0 { steps.append(Step("move", number(1000), number(1000))) }
    steps.append(number(4) == 0 ? Step("settle") : Step("release"))
    return steps
  }

  private static func hand(_ random: inout SeededRandom) -> Step {
    func number(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
    switch number(12) {
    case 0...3: return Step("frame", [1, 16, 16, 100, 250][number(5)])
    case 4: return Step("settle")
    case 5, 6: return Step("click", number(1000), number(1000))
    case 7: return Step("key", number(NavigationScene.keys.count), number(3))
    case 8: return Step("press", number(3) == 0 ? 0 : number(1000), number(1000))
    case 9: return Step("move", number(1000), number(1000))
    case 10: return Step("release")
    default: return Step("wheel", number(11) - 5, number(1000), number(1000))
    }
  }

  private static func action(_ random: inout SeededRandom) -> Step {
    func number(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
    switch number(34) {
    case 0...4: return Step("push", number(10), number(10), number(2))
    case 5, 6: return Step("pop", number(10), number(2))
    case 7: return Step("popTo", number(10), number(10), number(2))
    case 8, 9: return Step("stack", number(10), number(100_000), number(2))
    case 10...13: return Step("present", number(100), number(100), number(8), number(2))
    case 14...16: return Step("dismiss", number(100), number(2))
    case 17: return Step("tabs", number(100_000))
    case 18: return Step("tab", number(10))
    case 19: return Step("column", number(3), number(100))
    case 20: return Step("columns", number(4), number(2))
    case 21: return Step("take", number(10))
    case 22, 23: return Step("search", number(10), number(2))
    case 24: return Step("bars", number(10), number(7), number(2))
    case 25: return Step("item", number(10), number(6))
    case 26: return Step("focus", number(10))
    case 27: return Step("flag", number(10), number(4))
    case 28, 29: return Step("window", 1 + number(900), 1 + number(700))
    case 30: return Step("turn", number(3))
    case 31: return Step("show", number(10), number(10), number(2))
    case 32: return Step("root", number(100))
    default: return Step("layout")
    }
  }

  static func run(_ program: [Step], _ journal: Journal) throws(Mismatch) {
    if let first = program.first(where: { $0.verb == FleetingPrograms.mark }) {
      return try FleetingScene(journal, isNarrow: first.flag(1)).carryOut(program)
    }
    let scene = NavigationScene(journal)
    defer { scene.close() }
    for step in program { try scene.carryOut(step) }
    try scene.finish()
  }
}

/// Where a controller's callbacks say that its view is.
struct Appearance {
  enum Place { case away, coming, here, leaving }

  private(set) var place = Place.away

  /// - Returns: whether the callback may follow the one before.
  mutating func change(to new: Place) -> Bool {
    let old = place
    place = new
    return switch new {
    case .coming: old == .away || old == .leaving
    case .here: old == .coming
    case .leaving: old == .here || old == .coming
    case .away: old == .leaving
    }
  }
}

/// A controller of a scene, which tells of its callbacks.
@MainActor
private protocol ScenePart: UIViewController {
  var name: String { get }
  var appearance: Appearance { get set }
  var scene: NavigationScene? { get }
}

extension ScenePart {
  func tell(_ place: Appearance.Place, _ occasion: NavigationScene.Occasion) {
    let old = appearance.place
    scene?.say("// \(name) is \(place)")
    if !appearance.change(to: place) { scene?.note("appearance", "\(name) is \(place) after it was \(old)") }
    scene?.call(occasion)
  }
}

/// A screen with a text field, which can have the keyboard.
private final class Screen: UIViewController, ScenePart {
  let name: String
  var appearance = Appearance()
  weak var scene: NavigationScene?
  let field = UITextField(frame: CGRect(x: 20, y: 100, width: 100, height: 30))

  init(_ name: String, in scene: NavigationScene) {
    (self.name, self.scene) = (name, scene)
    super.init(nibName: nil, bundle: nil)
    title = name
  }

  required init?(coder: NSCoder) { nil }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.addSubview(field)
    scene?.call(.didLoad)
  }

  override func viewWillAppear(_ animated: Bool) { tell(.coming, .willAppear) }
  override func viewIsAppearing(_ animated: Bool) { scene?.call(.isAppearing) }
  override func viewDidAppear(_ animated: Bool) { tell(.here, .didAppear) }
  override func viewWillDisappear(_ animated: Bool) { tell(.leaving, .willDisappear) }
  override func viewDidDisappear(_ animated: Bool) { tell(.away, .didDisappear) }
  override func viewDidLayoutSubviews() { scene?.call(.didLayout) }

  override func willMove(toParent parent: UIViewController?) {
    super.willMove(toParent: parent)
    scene?.callMoving(.willMove)
  }

  override func didMove(toParent parent: UIViewController?) {
    super.didMove(toParent: parent)
    scene?.call(.didMove)
  }
}

/// A list, which its bars follow and which a search locks.
private final class ListScreen: UITableViewController, ScenePart {
  let name: String
  var appearance = Appearance()
  weak var scene: NavigationScene?

  init(_ name: String, in scene: NavigationScene) {
    (self.name, self.scene) = (name, scene)
    super.init(style: .plain)
    title = name
    tableView.register(UITableViewCell.self, forCellReuseIdentifier: "cell")
  }

  required init?(coder: NSCoder) { nil }

  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    tell(.coming, .willAppear)
  }
  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    tell(.here, .didAppear)
  }
  override func viewWillDisappear(_ animated: Bool) {
    super.viewWillDisappear(animated)
    tell(.leaving, .willDisappear)
  }
  override func viewDidDisappear(_ animated: Bool) {
    super.viewDidDisappear(animated)
    tell(.away, .didDisappear)
  }

  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 40 }

  override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "cell", for: indexPath)
    cell.textLabel?.text = "\(name), row \(indexPath.row)"
    return cell
  }

  override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) { scene?.call(.didSelect) }
}

/// A window, controllers that come and go in it, and everything a program can do to them.
@MainActor
private final class NavigationScene: NSObject {
  /// The callbacks in which an app may change something, by their names in a program.
  enum Occasion: String, CaseIterable {
    case didLoad, willAppear, isAppearing, didAppear, willDisappear, didDisappear, didLayout, willMove, didMove
    case willShow, didShow, shouldSelect, didSelect, shouldDismiss, willDismiss, didDismiss, completion, search
  }

  static let keys: [UIKeyboardHIDUsage] = [
    .keyboardEscape, .keyboardReturnOrEnter, .keyboardTab, .keyboardUpArrow, .keyboardDownArrow, .keyboardLeftArrow,
    .keyboardRightArrow, .keyboardSpacebar, .keyboardA, .keyboardHome, .keyboardEnd,
  ]
  private static let modifiers: [UIKeyModifierFlags] = [[], .alternate, .shift]

  private let journal: Journal
  private let app = TestApplication(size: CGSize(width: 500, height: 400))
  private var screens: [any ScenePart] = []
  private var stacks: [UINavigationController] = []
  private var containers: [UIViewController] = []
  private var searches: [UISearchController] = []
  private var tabs = UITabBarController()
  private var split = UISplitViewController(style: .doubleColumn)
  private var armed: [Occasion: [Step]] = [:]
  private var depth = 0
  private var fault: Mismatch?
  private var completions = (wanted: 0, called: 0)
  private var held: CGPoint?

  init(_ journal: Journal) {
    self.journal = journal
    super.init()
    app.platform.keepsPictures = false
    for number in 0..<8 {
      let screen: any ScenePart =
        number % 3 == 2 ? ListScreen("list\(number)", in: self) : Screen("screen\(number)", in: self)
      screens.append(screen)
      guard number % 3 > 0 else { continue }
      let search = UISearchController(searchResultsController: number % 2 == 0 ? UIViewController() : nil)
      search.searchResultsUpdater = self
      screen.navigationItem.searchController = search
      searches.append(search)
    }
    for _ in 0..<3 {
      let stack = UINavigationController()
      stack.delegate = self
      stacks.append(stack)
    }
    tabs.delegate = self
    containers = stacks + [tabs, split]
  }

  /// The window goes, and its controllers tell of it, while there is someone to tell.
  func close() { app.window.rootViewController = nil }

  func carryOut(_ step: Step) throws(Mismatch) {
    if let word = step.occasion {
      guard let occasion = Occasion(rawValue: word) else { throw Mismatch("program", "no occasion is named \(word)") }
      armed[occasion, default: []].append(step)
      journal.say("// the next \(occasion) will: \(step.verb) \(step.numbers)")
    } else {
      act(step)
    }
    try check()
  }

  /// Ends what hands and callbacks left open, and looks at everything; then all controllers go.
  func finish() throws(Mismatch) {
    armed = [:]
    act(Step("settle"))
    try check()
    journal.say("window.rootViewController = UIViewController()")
    app.window.rootViewController = UIViewController()
    act(Step("settle"))
    try check()
    let left = (screens.map { ($0.name, Weak($0)) } + containers.map { ("\(type(of: $0))", Weak($0)) })
    (screens, stacks, containers, searches, dragged) = ([], [], [], [], [])
    (tabs, split) = (UITabBarController(), UISplitViewController(style: .doubleColumn))
    app.settle()
    for (name, controller) in left where controller.object != nil { note("leak", "\(name) is kept by something") }
    try check()
  }

  private struct Weak {
    private(set) weak var object: UIViewController?

    init(_ object: UIViewController) { self.object = object }
  }

  private func check() throws(Mismatch) {
    if let fault { throw fault }
  }

  func say(_ line: @autoclosure () -> String) { journal.say(line()) }

  func note(_ subject: String, _ detail: String) {
    if fault == nil { fault = Mismatch(subject, detail) }
  }

  /// Does what the program has for a callback.
  func call(_ occasion: Occasion) {
    guard let steps = armed[occasion], let step = steps.first, depth < 3 else { return }
    armed[occasion] = Array(steps.dropFirst())
    journal.say("// in \(occasion):")
    depth += 1
    act(step)
    depth -= 1
  }

  // MARK: Choosing

  /// Whether a controller stands nowhere.
  private func isFree(_ controller: UIViewController) -> Bool {
    controller.parent == nil && controller.presentingViewController == nil && controller.presentedViewController == nil
      && app.window.rootViewController !== controller && !controller.isBeingPresented && !controller.isBeingDismissed
      && !onTheWay.contains(controller) && !stacks.contains { $0.viewControllers.contains { $0 === controller } }
  }

  /// Whether the callback that is running tells a screen of a new parent, which it does not have yet.
  private var isMoving = false

  func callMoving(_ occasion: Occasion) {
    let wasMoving = isMoving
    isMoving = true
    call(occasion)
    isMoving = wasMoving
  }

  private func freeScreen(_ step: Step, _ index: Int) -> (any ScenePart)? {
    let free = screens.filter { isFree($0) }
    return free.isEmpty ? nil : free[step.choice(index, of: free.count)]
  }

  private func screen(_ step: Step, _ index: Int) -> any ScenePart { screens[step.choice(index, of: screens.count)] }
  private func stack(_ step: Step) -> UINavigationController { stacks[step.choice(0, of: stacks.count)] }

  private func name(_ controller: UIViewController?) -> String {
    guard let controller else { return "nil" }
    if let part = controller as? any ScenePart { return part.name }
    if let index = stacks.firstIndex(where: { $0 === controller }) { return "stack\(index)" }
    return controller === tabs ? "tabs" : controller === split ? "split" : "\(type(of: controller))"
  }

  /// A container with something in it, or a screen.
  private func freeController(_ step: Step, _ index: Int) -> UIViewController? {
    let free = containers.filter { isFree($0) }
    guard !free.isEmpty, step.choice(index, of: 3) > 0 else { return freeScreen(step, index) }
    let chosen = free[step.choice(index, of: free.count)]
    fill(chosen, step, index)
    return chosen
  }

  private func fill(_ container: UIViewController, _ step: Step, _ index: Int) {
    switch container {
    case let stack as UINavigationController where stack.viewControllers.isEmpty:
      if let screen = freeScreen(step, index) {
        journal.say("\(name(stack)).pushViewController(\(screen.name), animated: false)")
        stack.pushViewController(screen, animated: false)
      }
    case tabs where tabs.viewControllers?.isEmpty != false: setTabs(step[index])
    case split where split.viewController(for: .primary) == nil:
      for column in [UISplitViewController.Column.primary, .secondary] {
        guard let screen = freeScreen(step, index) else { return }
        journal.say("split.setViewController(\(screen.name), for: \(column))")
        place([screen]) { split.setViewController(screen, for: column) }
      }
    default: break
    }
  }

  private func setTabs(_ seed: Int) {
    var random = SeededRandom(seed: seed)
    let mine = (tabs.viewControllers ?? []).filter { _ in Bool.random(using: &random) }
    let others = (screens as [UIViewController] + stacks).filter { isFree($0) }.shuffled(using: &random)
    let new = (mine + others.prefix(Int.random(in: 0...2, using: &random))).shuffled(using: &random)
    journal.say("tabs.viewControllers = \(new.map(name))")
    place(new) { tabs.viewControllers = new }
  }

  /// The controller in front, or one that it is in front of.
  private func presenter(_ step: Step, _ index: Int) -> UIViewController? {
    var chain = [app.window.rootViewController].compactMap(\.self)
    while let next = chain.last?.presentedViewController { chain.append(next) }
    return chain.isEmpty ? nil : chain[chain.count - 1 - (step.choice(index, of: 4) == 0 ? chain.count / 2 : 0)]
  }

  // MARK: What steps do

  private func act(_ step: Step) {
    switch step.verb {
    case "frame", "settle", "click", "key", "press", "move", "release", "wheel", "drag":
      if depth == 0 { use(step) }
    case "root" where !isMoving:
      guard let controller = freeController(step, 0), isFree(controller) else { return }
      journal.say("window.rootViewController = \(name(controller))")
      place([controller]) { app.window.rootViewController = controller }
    case "push", "pop", "popTo", "stack", "bars": change(stack(step), step)
    case "present" where !isMoving: present(step)
    case "dismiss":
      guard let presenter = presenter(step, 0) else { return }
      completions.wanted += 1
      journal.say("\(name(presenter)).dismiss(animated: \(step.flag(1)))")
      presenter.dismiss(animated: step.flag(1)) { [weak self] in self?.complete() }
    case "tabs": setTabs(step[0])
    case "tab":
      journal.say("tabs.selectedIndex = \(step[0])")
      tabs.selectedIndex = step[0]
    case "column":
      guard step[1] % 4 == 0 || freeScreen(step, 1) != nil else { return }
      let controller = step[1] % 4 == 0 ? nil : freeScreen(step, 1)
      let column = [UISplitViewController.Column.primary, .secondary, .compact][step.choice(0, of: 3)]
      journal.say("split.setViewController(\(name(controller)), for: \(column))")
      place([controller].compactMap(\.self)) { split.setViewController(controller, for: column) }
    case "columns":
      let column = [UISplitViewController.Column.primary, .secondary][step.choice(0, of: 2)]
      journal.say("split.\(step.flag(1) ? "show" : "hide")(\(column))")
      if step.flag(1) { split.show(column) } else { split.hide(column) }
    case "take":
      let screen = screen(step, 0)
      guard screen.parent != nil else { return }
      journal.say("\(screen.name).willMove(toParent: nil); removeFromSuperview(); removeFromParent()")
      screen.willMove(toParent: nil)
      screen.viewIfLoaded?.removeFromSuperview()
      screen.removeFromParent()
    case "carry" where !isMoving: carry(step)
    case "search":
      let search = searches[step.choice(0, of: searches.count)]
      journal.say("search.isActive = \(step.flag(1))")
      search.isActive = step.flag(1)
    case "show" where !isMoving:
      guard let controller = freeScreen(step, 0) else { return }
      let sender = screen(step, 1)
      journal.say("\(sender.name).show\(step.flag(2) ? "Detail" : "")(\(controller.name))")
      place([controller]) {
        if step.flag(2) {
          sender.showDetailViewController(controller, sender: sender)
        } else {
          sender.show(controller, sender: sender)
        }
      }
    case "item", "flag", "focus": adorn(screen(step, 0), step)
    case "window":
      journal.say("// the window is \(step[0]) x \(step[1])")
      app.platformWindow.resize(to: CGSize(width: step[0], height: step[1]))
      app.events.post(.window(.resized))
      if depth == 0 { app.frame() }
    case "turn":
      let direction = [UISemanticContentAttribute.unspecified, .forceLeftToRight, .forceRightToLeft][
        step.choice(0, of: 3)]
      journal.say("window.semanticContentAttribute = \(direction)")
      app.window.semanticContentAttribute = direction
    case "layout":
      journal.say("window.layoutIfNeeded()")
      app.window.layoutIfNeeded()
    default: break
    }
  }

  private func complete() {
    completions.called += 1
    call(.completion)
  }

  private func use(_ step: Step) {
    switch step.verb {
    case "frame":
      journal.say("// a frame after \(step[0]) ms")
      app.frame(after: Double(step[0]) / 1000)
    case "settle":
      release()
      journal.say("// until nothing moves")
      if app.settle() == 600 { note("rest", "something moves for ten seconds") }
      look()
    case "click":
      journal.say("// a click at \(point(step, 0))")
      app.click(at: point(step, 0))
    case "key":
      let key = Self.keys[step.choice(0, of: Self.keys.count)]
      journal.say("// key \(key), \(step.choice(1, of: 3))")
      app.key(key, modifiers: Self.modifiers[step.choice(1, of: 3)])
    case "press":
      release()
      held = point(step, 0)
      journal.say("// the mouse is pressed at \(point(step, 0))")
      app.mouseDown(at: point(step, 0))
    case "move":
      guard held != nil else { return }
      held = point(step, 0)
      journal.say("// the mouse is moved to \(point(step, 0))")
      app.mouseMove(to: point(step, 0))
    case "release": release()
    case "drag": drag(step)
    default:
      journal.say("// the wheel, \(step[0])")
      app.wheel(CGFloat(step[0]), at: point(step, 1))
    }
  }

  /// A drag from the edge at which lines begin, which is not let go.
  private func drag(_ step: Step) {
    release()
    dragged = stacks.filter { $0.viewControllers.count > 1 && isShown($0) }.compactMap(\.topViewController)
    let size = app.window.bounds.size
    let isTurned = app.window.effectiveUserInterfaceLayoutDirection == .rightToLeft
    let way = size.width * CGFloat(step.choice(0, of: 1000)) / 1000
    journal.say("// a drag from the edge to \(way)")
    func place(_ x: CGFloat) -> CGPoint { CGPoint(x: isTurned ? size.width - x : x, y: size.height / 2) }
    app.mouseDown(at: place(3))
    for number in 1...4 {
      held = place(3 + way * CGFloat(number) / 4)
      app.mouseMove(to: held ?? .zero)
      app.frame()
    }
  }
  /// The screens on top of stacks when a drag began.
  private var dragged: [UIViewController] = []

  /// Shows a screen in another container, a dragged one first.
  private func carry(_ step: Step) {
    let all = dragged.compactMap { $0 as? any ScenePart } + screens
    let chosen = all[step.choice(0, of: all.count)]
    let isColumn = [UISplitViewController.Column.primary, .secondary, .compact].contains {
      split.viewController(for: $0) === chosen
    }
    guard !onTheWay.contains(chosen), chosen.parent != nil, !isColumn else { return }
    switch step.choice(1, of: 6) {
    case 0...2:
      let stack = stacks[step.choice(2, of: stacks.count)]
      guard !stack.viewControllers.contains(chosen) else { return }
      journal.say("\(name(stack)).setViewControllers([..., \(chosen.name)], animated: \(step.flag(3)))")
      place([chosen]) { stack.setViewControllers(stack.viewControllers + [chosen], animated: step.flag(3)) }
    case 3:
      guard tabs.viewControllers?.contains(chosen) != true else { return }
      journal.say("tabs.viewControllers = [..., \(chosen.name)]")
      place([chosen]) { tabs.viewControllers = (tabs.viewControllers ?? []) + [chosen] }
    case 4:
      let column = [UISplitViewController.Column.primary, .secondary][step.choice(2, of: 2)]
      journal.say("split.setViewController(\(chosen.name), for: \(column))")
      place([chosen]) { split.setViewController(chosen, for: column) }
    default:
      journal.say("\(chosen.name).willMove(toParent: nil); removeFromSuperview(); removeFromParent()")
      chosen.willMove(toParent: nil)
      chosen.viewIfLoaded?.removeFromSuperview()
      chosen.removeFromParent()
    }
  }

  private func release() {
    guard let held else { return }
    self.held = nil
    journal.say("// the mouse is released")
    app.mouseUp(at: held)
  }

  private func point(_ step: Step, _ index: Int) -> CGPoint {
    let size = app.window.bounds.size
    return CGPoint(
      x: size.width * CGFloat(step.choice(index, of: 1000)) / 1000,
      y: size.height * CGFloat(step.choice(index + 1, of: 1000)) / 1000)
  }

  private func change(_ stack: UINavigationController, _ step: Step) {
    let name = name(stack)
    switch step.verb {
    case "push":
      guard let screen = freeScreen(step, 1) else { return }
      journal.say("\(name).pushViewController(\(screen.name), animated: \(step.flag(2)))")
      place([screen]) { stack.pushViewController(screen, animated: step.flag(2)) }
    case "pop":
      journal.say("\(name).popViewController(animated: \(step.flag(1)))")
      stack.popViewController(animated: step.flag(1))
    case "popTo":
      let all = stack.viewControllers
      guard !all.isEmpty else { return }
      let target = all[step.choice(1, of: all.count)]
      journal.say("\(name).popToViewController(\(self.name(target)), animated: \(step.flag(2)))")
      stack.popToViewController(target, animated: step.flag(2))
    case "stack":
      var random = SeededRandom(seed: step[1])
      let kept = stack.viewControllers.filter { _ in Bool.random(using: &random) }
      // Screens of other containers, too: they leave these.
      let others: [UIViewController] = screens.filter {
        isFree($0)
          || $0.parent != nil && !stack.viewControllers.contains($0) && Int.random(in: 0..<6, using: &random) == 0
      }
      let added = others.shuffled(using: &random).prefix(Int.random(in: 0...2, using: &random))
      let new = (kept + added).shuffled(using: &random)
      journal.say("\(name).setViewControllers(\(new.map(self.name)), animated: \(step.flag(2)))")
      place(new) { stack.setViewControllers(new, animated: step.flag(2)) }
    default:
      journal.say("// \(name): bars, \(step[1])")
      switch step.choice(1, of: 7) {
      case 0...2: stack.setNavigationBarHidden(step[1] % 2 == 0, animated: step.flag(2))
      case 3, 4: stack.setToolbarHidden(step[1] % 2 == 0, animated: step.flag(2))
      case 5: stack.navigationBar.prefersLargeTitles.toggle()
      default: stack.navigationBar.isTranslucent.toggle()
      }
    }
  }

  private func adorn(_ screen: any ScenePart, _ step: Step) {
    journal.say("// \(screen.name): \(step.verb) \(step[1])")
    switch (step.verb, step.choice(1, of: step.verb == "item" ? 6 : 4)) {
    case ("focus", _): _ = (screen as? Screen)?.field.becomeFirstResponder()
    case ("item", 0): screen.navigationItem.title = "Another title"
    case ("item", 1): screen.navigationItem.largeTitleDisplayMode = .always
    case ("item", 2):
      screen.navigationItem.rightBarButtonItem = UIBarButtonItem(title: "Done", primaryAction: UIAction { _ in })
    case ("item", 3): screen.navigationItem.hidesBackButton.toggle()
    case ("item", 4): screen.toolbarItems = [UIBarButtonItem(title: "Tool", primaryAction: UIAction { _ in })]
    case ("item", _): screen.navigationItem.titleView = UILabel()
    case (_, 0): screen.definesPresentationContext.toggle()
    case (_, 1): screen.isModalInPresentation.toggle()
    case (_, 2): screen.hidesBottomBarWhenPushed.toggle()
    default: screen.preferredContentSize = CGSize(width: 200, height: 150)
    }
  }

  /// The controllers that are given to calls that are running: they have no place yet.
  private var onTheWay: [UIViewController] = []

  private func place(_ controllers: [UIViewController], _ call: () -> Void) {
    onTheWay += controllers
    call()
    onTheWay.removeLast(controllers.count)
  }

  private func present(_ step: Step) {
    guard let presenter = presenter(step, 0), presenter.viewIfLoaded?.window != nil else { return }
    let presented: UIViewController
    switch step.choice(1, of: 4) {
    case 0:
      let style: UIAlertController.Style = step[1] % 8 == 0 ? .actionSheet : .alert
      let alert = UIAlertController(title: "Title", message: "Message", preferredStyle: style)
      for name in ["One", "Two"] {
        alert.addAction(UIAlertAction(title: name, style: .default) { [weak self] _ in self?.call(.completion) })
      }
      alert.addAction(UIAlertAction(title: "Cancel", style: .cancel))
      if style == .alert, step[1] % 3 == 0 { alert.addTextField() }
      presented = alert
    case 1: presented = UIViewController()
    default:
      // Screens that are told of being put into it may have it presented already.
      guard let controller = freeController(step, 1), isFree(controller) else { return }
      presented = controller
      presented.modalPresentationStyle = UIModalPresentationStyle(rawValue: step.choice(2, of: 8)) ?? .automatic
    }
    presented.popoverPresentationController?.sourceView = presenter.view
    presented.presentationController?.delegate = self
    completions.wanted += 1
    journal.say(
      "\(name(presenter)).present(\(name(presented)), \(presented.modalPresentationStyle), animated: \(step.flag(3)))")
    var isDone = false
    place([presented]) {
      presenter.present(presented, animated: step.flag(3)) { [weak self] in
        isDone = true
        self?.complete()
      }
    }
    // Refused.
    if !isDone, presented.presentingViewController == nil { completions.wanted -= 1 }
  }

  // MARK: Looking

  /// Compares what is on the screen with what the controllers say.
  private func look() {
    guard depth == 0 else { return }
    // A callback of the very last frame may have changed something.
    app.settle()
    for screen in screens { look(at: screen) }
    for stack in stacks { look(at: stack) }
    look(at: tabs.viewControllers ?? [], of: tabs)
    if isShown(tabs), let selected = tabs.selectedViewController, !isShown(selected), !isCovered(selected) {
      note("tabs", "\(name(selected)) is chosen and not shown")
    }
    for controller in tabs.viewControllers ?? [] where controller !== tabs.selectedViewController && isShown(controller)
    {
      note("tabs", "\(name(controller)) is shown and not chosen")
    }
    for controller in screens as [UIViewController] + containers {
      if controller.isBeingPresented || controller.isBeingDismissed {
        note("rest", "\(name(controller)) is on its way")
      }
      guard controller.parent == nil, let presenter = controller.presentingViewController else { continue }
      if presenter.presentedViewController !== controller {
        note(
          "presentation",
          "\(name(presenter)) presents \(name(presenter.presentedViewController)) and \(name(controller))")
      }
      if isShown(presenter), !isShown(controller), !isCovered(controller) {
        note("presentation", "\(name(controller)) is presented and not shown")
      }
    }
    if completions.called != completions.wanted { note("completions", "\(completions)") }
  }

  private func isShown(_ controller: UIViewController) -> Bool { controller.viewIfLoaded?.window != nil }

  /// Whether a controller, or one that contains it, left the window for one that it presents.
  private func isCovered(_ controller: UIViewController) -> Bool {
    guard let presented = controller.presentedViewController else { return false }
    return isShown(presented) || isCovered(presented)
  }

  private func look(at screen: any ScenePart) {
    let (place, isShown) = (screen.appearance.place, isShown(screen))
    if place != (isShown ? .here : .away) {
      note("appearance", "\(screen.name) says \(place), and its view is \(isShown ? "" : "not ")in the window")
    }
    if let field = (screen as? Screen)?.field, field.isFirstResponder, field.window == nil {
      note("keyboard", "\(screen.name) has it and is not in the window")
    }
    if let list = screen as? ListScreen, screen.navigationItem.searchController?.isActive != true,
      !list.tableView.isScrollEnabled
    {
      note("search", "\(screen.name) is locked, and its search has ended")
    }
  }

  private func look(at stack: UINavigationController) {
    let all = stack.viewControllers
    look(at: all, of: stack)
    if isShown(stack), let top = all.last, !isShown(top), !isCovered(top) {
      note("stack", "\(name(top)) is on top of \(name(stack)) and not shown")
    }
    for controller in all.dropLast() where isShown(controller) {
      note("stack", "\(name(controller)) is shown below the top of \(name(stack))")
    }
    let items = stack.navigationBar.items ?? []
    if isShown(stack), !items.elementsEqual(all.map(\.navigationItem), by: ===) {
      note("bar", "\(items.map { $0.title ?? "" }) in place of \(all.map(name))")
    }
  }

  private func look(at controllers: [UIViewController], of container: UIViewController) {
    for controller in controllers where controller.parent !== container {
      note("containment", "\(name(controller)) is in \(name(container)), and its parent is \(name(controller.parent))")
    }
    for controller in container.children where !controllers.contains(where: { $0 === controller }) {
      note("containment", "\(name(container)) is the parent of \(name(controller)), which it does not have")
    }
  }
}

extension NavigationScene: UINavigationControllerDelegate {
  func navigationController(
    _ navigationController: UINavigationController, willShow viewController: UIViewController, animated: Bool
  ) { call(.willShow) }

  func navigationController(
    _ navigationController: UINavigationController, didShow viewController: UIViewController, animated: Bool
  ) { call(.didShow) }
}

extension NavigationScene: UITabBarControllerDelegate {
  func tabBarController(_ tabBarController: UITabBarController, shouldSelect viewController: UIViewController) -> Bool {
    call(.shouldSelect)
    return true
  }

  func tabBarController(_ tabBarController: UITabBarController, didSelect viewController: UIViewController) {
    call(.didSelect)
  }
}

extension NavigationScene: UIAdaptivePresentationControllerDelegate, UIPopoverPresentationControllerDelegate {
  func presentationControllerShouldDismiss(_ presentationController: UIPresentationController) -> Bool {
    call(.shouldDismiss)
    return true
  }

  func presentationControllerWillDismiss(_ presentationController: UIPresentationController) { call(.willDismiss) }
  func presentationControllerDidDismiss(_ presentationController: UIPresentationController) { call(.didDismiss) }
}

extension NavigationScene: UISearchResultsUpdating {
  func updateSearchResults(for searchController: UISearchController) { call(.search) }
}
