import TestSupport
import UIKit

/// Programs of an app that keeps none of its controllers: what happens to them is written down by what outlives them. The
/// root of the window becomes another one 0 to 20 frames after every animated call, and in callbacks.
enum FleetingPrograms {
  /// The first step, by which such a program is known.
  static let mark = "fleeting"

  static func program(using random: inout SeededRandom) -> [Step] {
    func number(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
    var steps = [Step(mark, number(100), number(2))]
    for _ in 0..<Int.random(in: 2...8, using: &random) {
      for _ in 0..<number(4) { steps += [call(&random), Step("frames", number(3) == 0 ? 60 : number(21))] }
      if number(3) == 0 {
        var step = number(2) == 0 ? call(&random) : Step("root", number(100))
        step.occasion = FleetingScene.Occasion.allCases.randomElement(using: &random)?.rawValue
        steps.append(step)
      }
      steps += [call(&random), Step("frames", number(21))]
      switch number(5) {
      case 0: steps.append(Step("window", 1 + number(900), 1 + number(700)))
      case 1: steps.append(Step("settle"))
      default: steps.append(Step("root", number(100)))
      }
    }
    return steps
  }

  private static func call(_ random: inout SeededRandom) -> Step {
    func number(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
    // Most calls are animated.
    let isAnimated = number(5) == 0 ? 0 : 1
    switch number(12) {
    case 0, 1: return Step("push", number(2), isAnimated)
    case 2: return Step("pop", number(3), isAnimated)
    case 3: return Step("stack", number(1000), isAnimated)
    case 4...6: return Step("present", number(8), number(100), isAnimated)
    case 7...9: return Step("dismiss", number(3), isAnimated)
    case 10: return Step("column", number(3), number(5))
    default: return Step("tab", number(3))
    }
  }
}

/// A window and controllers that only the framework keeps.
@MainActor
final class FleetingScene {
  /// The callbacks in which the app may do something, by their names in a program.
  enum Occasion: String, CaseIterable {
    case didLoad, willAppear, isAppearing, didAppear, willDisappear, didDisappear, completion
  }

  /// The life of a controller, which goes on when that has ended.
  final class Life: @unchecked Sendable {
    let name: String
    var appearance = Appearance()
    var hasEnded = false

    init(_ name: String) { self.name = name }
  }

  /// A controller that writes down its life.
  private final class Screen: UIViewController {
    let life: Life
    private weak var scene: FleetingScene?

    init(_ life: Life, in scene: FleetingScene) {
      (self.life, self.scene) = (life, scene)
      super.init(nibName: nil, bundle: nil)
      title = life.name
    }

    required init?(coder: NSCoder) { nil }

    deinit { life.hasEnded = true }

    private func tell(_ place: Appearance.Place, _ occasion: Occasion) {
      let old = life.appearance.place
      scene?.say("// \(life.name) is \(place)")
      if !life.appearance.change(to: place) {
        scene?.note("appearance", "\(life.name) is \(place) after it was \(old)")
      }
      scene?.call(occasion)
    }

    override func viewDidLoad() {
      super.viewDidLoad()
      scene?.call(.didLoad)
    }
    override func viewWillAppear(_ animated: Bool) { tell(.coming, .willAppear) }
    override func viewIsAppearing(_ animated: Bool) { scene?.call(.isAppearing) }
    override func viewDidAppear(_ animated: Bool) { tell(.here, .didAppear) }
    override func viewWillDisappear(_ animated: Bool) { tell(.leaving, .willDisappear) }
    override func viewDidDisappear(_ animated: Bool) { tell(.away, .didDisappear) }
  }

  private let journal: Journal
  private let app: TestApplication
  private var lives: [Life] = []
  private var armed: [Occasion: [Step]] = [:]
  private var depth = 0
  private var fault: Mismatch?
  private var completions = (wanted: 0, called: 0)

  init(_ journal: Journal, isNarrow: Bool) {
    self.journal = journal
    app = TestApplication(size: CGSize(width: isNarrow ? 500 : 900, height: 600))
    app.platform.keepsPictures = false
  }

  func carryOut(_ program: [Step]) throws(Mismatch) {
    for step in program {
      if let word = step.occasion {
        guard let occasion = Occasion(rawValue: word) else { throw Mismatch("program", "no occasion is named \(word)") }
        armed[occasion, default: []].append(step)
        journal.say("// the next \(occasion) will: \(step.verb) \(step.numbers)")
      } else {
        act(step)
      }
      if let fault { throw fault }
    }
    armed = [:]
    for step in [Step("root", 0), Step("settle")] {
      act(step)
      if let fault { throw fault }
    }
  }

  // MARK: What controllers tell

  private func say(_ line: @autoclosure () -> String) { journal.say(line()) }

  private func note(_ subject: String, _ detail: String) {
    if fault == nil { fault = Mismatch(subject, detail) }
  }

  private func call(_ occasion: Occasion) {
    guard let steps = armed[occasion], let step = steps.first, depth < 3 else { return }
    armed[occasion] = Array(steps.dropFirst())
    journal.say("// in \(occasion):")
    depth += 1
    act(step)
    depth -= 1
  }

  // MARK: Making

  private func screen() -> UIViewController {
    let life = Life("screen\(lives.count)")
    lives.append(life)
    return Screen(life, in: self)
  }

  private func container(_ kind: Int) -> UIViewController {
    switch kind % 5 {
    case 0:
      journal.say("let made = screen\(lives.count)")
      return screen()
    case 1, 2:
      let stack = UINavigationController()
      stack.viewControllers = (0..<1 + kind % 3).map { _ in screen() }
      journal.say("let made = UINavigationController of \(names(stack.viewControllers))")
      return stack
    case 3:
      let tabs = UITabBarController()
      tabs.viewControllers = [UINavigationController(rootViewController: screen()), screen()]
      journal.say("let made = UITabBarController of a stack of screen\(lives.count - 2), and screen\(lives.count - 1)")
      return tabs
    default:
      let split = UISplitViewController(style: .doubleColumn)
      for column in [UISplitViewController.Column.primary, .secondary] {
        split.setViewController(screen(), for: column)
        noteStack(of: column, in: split)
      }
      journal.say("let made = UISplitViewController of screen\(lives.count - 2) and screen\(lives.count - 1)")
      return split
    }
  }

  /// A stack that a split view has made for a column, which stays the column's when the app puts other screens on it.
  private struct ColumnStack {
    weak var split: UISplitViewController?
    let column: UISplitViewController.Column
    weak var stack: UINavigationController?
  }
  private var columnStacks: [ColumnStack] = []

  private func noteStack(of column: UISplitViewController.Column, in split: UISplitViewController) {
    columnStacks.removeAll { $0.split == nil || $0.split === split && $0.column == column }
    guard let stack = split.viewController(for: column)?.navigationController else { return }
    columnStacks.append(ColumnStack(split: split, column: column, stack: stack))
  }

  private func names(_ controllers: [UIViewController]) -> String {
    controllers.map { $0.title ?? "\(type(of: $0))" }.joined(separator: ", ")
  }

  // MARK: Finding

  /// The root and what is presented on it.
  private var chain: [UIViewController] {
    var chain = [app.window.rootViewController].compactMap(\.self)
    while let next = chain.last?.presentedViewController { chain.append(next) }
    return chain
  }

  /// The first of a kind in the front of the chain, outermost first.
  private func find<Container: UIViewController>(_ kind: Container.Type) -> Container? {
    func inside(_ controller: UIViewController) -> Container? {
      controller as? Container ?? controller.children.reversed().lazy.compactMap(inside).first
    }
    return chain.reversed().lazy.compactMap(inside).first
  }

  // MARK: What steps do

  private func act(_ step: Step) {
    switch step.verb {
    case FleetingPrograms.mark, "root":
      journal.say("window.rootViewController = made")
      let mustEnd = lives.count
      app.window.rootViewController = container(step[0])
      if depth == 0 { lookAfterExchange(of: mustEnd) }
    case "frames":
      guard depth == 0 else { return }
      journal.say("// \(step[0]) frames")
      for _ in 0..<step.choice(0, of: 61) { app.frame() }
    case "settle":
      guard depth == 0 else { return }
      journal.say("// until nothing moves")
      if app.settle() == 600 { note("rest", "something moves for ten seconds") }
      look()
    case "window":
      journal.say("// the window is \(step[0]) x \(step[1])")
      app.platformWindow.resize(to: CGSize(width: max(1, step[0]), height: max(1, step[1])))
      app.events.post(.window(.resized))
      if depth == 0 { app.frame() }
    case "push":
      journal.say("stack.pushViewController(screen\(lives.count), animated: \(step.flag(1)))")
      find(UINavigationController.self)?.pushViewController(screen(), animated: step.flag(1))
    case "pop":
      journal.say("stack.pop \(step[0]), animated: \(step.flag(1))")
      guard let stack = find(UINavigationController.self) else { return }
      if step[0] == 0 {
        stack.popToRootViewController(animated: step.flag(1))
      } else {
        stack.popViewController(animated: step.flag(1))
      }
    case "stack":
      guard let stack = find(UINavigationController.self) else { return }
      var random = SeededRandom(seed: step[0])
      var new = stack.viewControllers.filter { _ in Bool.random(using: &random) }
      // A column of a split view, which no app can put on a stack.
      guard !stack.viewControllers.contains(where: { $0 is UINavigationController }) else { return }
      new.insert(screen(), at: Int.random(in: 0...new.count, using: &random))
      journal.say("stack.setViewControllers([\(names(new))], animated: \(step.flag(1)))")
      stack.setViewControllers(new, animated: step.flag(1))
    case "present": present(step)
    case "dismiss":
      let all = chain
      guard !all.isEmpty else { return }
      completions.wanted += 1
      let from = all[all.count - 1 - step.choice(0, of: all.count)]
      journal.say("\(names([from])).dismiss(animated: \(step.flag(1)))")
      from.dismiss(animated: step.flag(1)) { [weak self] in self?.complete() }
    case "column":
      guard let split = find(UISplitViewController.self) else { return }
      let column = [UISplitViewController.Column.primary, .secondary, .compact][step.choice(0, of: 3)]
      journal.say("split.setViewController(screen\(lives.count), for: \(column))")
      split.setViewController(step[1] == 0 ? nil : screen(), for: column)
      noteStack(of: column, in: split)
      if step[1] % 2 == 1 { split.show(column == .compact ? .primary : column) }
    case "tab":
      journal.say("tabs.selectedIndex = \(step[0])")
      find(UITabBarController.self)?.selectedIndex = step[0]
    default: break
    }
  }

  private func complete() {
    completions.called += 1
    call(.completion)
  }

  private func present(_ step: Step) {
    guard let presenter = chain.last else { return }
    let presented: UIViewController
    if step[1] % 6 == 5 {
      let alert = UIAlertController(title: "Title", message: nil, preferredStyle: .alert)
      alert.addAction(UIAlertAction(title: "Cancel", style: .cancel) { [weak self] _ in self?.call(.completion) })
      presented = alert
    } else {
      presented = container(step[1])
      presented.modalPresentationStyle = UIModalPresentationStyle(rawValue: step.choice(0, of: 8)) ?? .automatic
    }
    presented.popoverPresentationController?.sourceView = presenter.viewIfLoaded
    completions.wanted += 1
    journal.say("\(names([presenter])).present(made, \(presented.modalPresentationStyle), animated: \(step.flag(2)))")
    var isDone = false
    presenter.present(presented, animated: step.flag(2)) { [weak self] in
      isDone = true
      self?.complete()
    }
    // Refused.
    if !isDone, presented.presentingViewController == nil { completions.wanted -= 1 }
  }

  // MARK: Looking

  /// The window has another root: all that was made before has been told that it left, and is gone.
  private func lookAfterExchange(of mustEnd: Int) {
    // Callbacks may have presented something on the new root already.
    let isAlone = app.window.rootViewController?.presentedViewController == nil
    if isAlone, completions.called != completions.wanted {
      note("completions", "\(completions) after another root")
    }
    let shown = reachable()
    for life in lives.prefix(mustEnd) where !shown.contains(life.name) && life.appearance.place != .away {
      note("appearance", "\(life.name) says \(life.appearance.place) after another root")
    }
    if isAlone, app.window.subviews.count > 1 {
      note("window", "\(app.window.subviews.map { "\(type(of: $0))" }) are left in it")
    }
  }

  /// The names of the screens that the root leads to.
  private func reachable() -> Set<String> {
    var names: Set<String> = []
    func visit(_ controller: UIViewController) {
      if let screen = controller as? Screen { names.insert(screen.life.name) }
      for child in controller.children { visit(child) }
      if let split = controller as? UISplitViewController {
        for column in [UISplitViewController.Column.primary, .secondary, .compact] {
          // With the stack that the column is.
          if let set = split.viewController(for: column) { visit(set.navigationController ?? set) }
        }
        for column in columnStacks where column.split === split { column.stack.map(visit) }
      }
      if let presented = controller.presentedViewController, controller.parent == nil { visit(presented) }
    }
    if let root = app.window.rootViewController { visit(root) }
    return names
  }

  /// Compares what is kept, and what is in the window, with what the root leads to.
  private func look() {
    let kept = reachable()
    for life in lives {
      if life.hasEnded, life.appearance.place != .away {
        note("appearance", "\(life.name) has ended, and says \(life.appearance.place)")
      }
      if !life.hasEnded, !kept.contains(life.name) { note("leak", "\(life.name) is kept by something") }
      if kept.contains(life.name), ![.here, .away].contains(life.appearance.place) {
        note("appearance", "\(life.name) says \(life.appearance.place) at rest")
      }
    }
    lives.removeAll(where: \.hasEnded)
    if completions.called != completions.wanted { note("completions", "\(completions)") }
    if app.window.subviews.count > chain.count {
      note("window", "\(app.window.subviews.count) views, \(chain.count) levels")
    }
  }
}
