import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

@Suite("Split view controllers")
@MainActor
struct SplitViewControllerTests {
  private let app = TestApplication(size: CGSize(width: 1000, height: 600))
  private let log = CallLog()

  private func screen(_ name: String) -> LoggingController { LoggingController(name, log) }

  /// A split view of two columns in the window.
  private func show(_ style: UISplitViewController.Style = .doubleColumn) -> UISplitViewController {
    app.becomeCurrent()
    let split = UISplitViewController(style: style)
    if style == .doubleColumn {
      split.setViewController(screen("list"), for: .primary)
      split.setViewController(screen("detail"), for: .secondary)
    } else {
      split.viewControllers = ["list", "detail"].map { UINavigationController(rootViewController: screen($0)) }
    }
    app.window.rootViewController = split
    app.settle()
    _ = log.take()
    return split
  }

  private func resize(to width: CGFloat) {
    app.platformWindow.resize(to: CGSize(width: width, height: 600))
    app.events.post(.window(.resized))
    app.settle()
  }

  /// The titles of the controllers whose views are in the window, in alphabetical order.
  private func shown(in controller: UIViewController) -> [String] {
    let own = controller is LoggingController && controller.viewIfLoaded?.window != nil ? [controller.title ?? ""] : []
    return (own + controller.children.flatMap(shown)).sorted()
  }

  private func frame(of controller: UIViewController?) -> CGRect {
    guard let view = controller?.viewIfLoaded else { return .null }
    return view.convert(view.bounds, to: nil)
  }

  private func stack(_ controller: UIViewController?) -> [String?] {
    (controller?.navigationController?.viewControllers ?? []).map(\.title)
  }

  @Test("two columns stand side by side, each a navigation controller, and know their split view")
  func sideBySide() throws {
    let split = show()
    let (list, detail) = try (
      #require(split.viewController(for: .primary)), #require(split.viewController(for: .secondary))
    )
    expect(shown(in: split) == ["detail", "list"] && split.displayMode == .oneBesideSecondary && !split.isCollapsed)
    expectEqual(frame(of: list.navigationController), CGRect(x: 0, y: 0, width: 320, height: 600))
    expectEqual(frame(of: detail.navigationController), CGRect(x: 320, y: 0, width: 680, height: 600))
    expect(list.splitViewController === split && detail.splitViewController === split)
    expectEqual(split.viewControllers, [list.navigationController, detail.navigationController])
    expect(app.platformWindow.title.contains("detail"))
  }

  @Test("in a narrow window the columns are one stack with a way back, and apart again they have what was pushed")
  func collapsing() throws {
    let split = show()
    let (list, detail) = try (
      #require(split.viewController(for: .primary)), #require(split.viewController(for: .secondary))
    )
    resize(to: 400)
    expect(split.isCollapsed && shown(in: split) == ["detail"])
    expectEqual(frame(of: detail.navigationController), CGRect(x: 0, y: 0, width: 400, height: 600))
    expect(labels(in: split.view).contains("list") && app.platformWindow.title.contains("detail"))
    detail.navigationController?.pushViewController(screen("more"), animated: true)
    app.settle()
    expectEqual(shown(in: split), ["more"])
    resize(to: 1000)
    expect(!split.isCollapsed && shown(in: split) == ["list", "more"] && stack(detail) == ["detail", "more"])
    resize(to: 400)
    expectEqual(shown(in: split), ["more"])
    for expected in ["detail", "list", "list"] {
      app.key(.keyboardLeftArrow, modifiers: .alternate)
      app.settle()
      expectEqual(shown(in: split), [expected])
    }
    expect(detail.splitViewController === split)
    split.show(.secondary)
    app.settle()
    expectEqual(shown(in: split), ["detail"])
    // The back button of the column's own bar leads to the other column.
    app.click(at: CGPoint(x: 30, y: 22))
    app.settle()
    expectEqual(shown(in: split), ["list"])
    resize(to: 1000)
    expect(shown(in: split) == ["detail", "list"] && stack(list) == ["list"])
  }

  @Test(
    "a search in a column goes on when the columns become one stack and two again, and ends when the column is popped")
  func search() throws {
    let split = show()
    let search = UISearchController(searchResultsController: nil)
    try #require(split.viewController(for: .secondary)).navigationItem.searchController = search
    app.settle()
    search.isActive = true
    app.settle()
    for width: CGFloat in [400, 1000, 400] {
      resize(to: width)
      expect(search.isActive && search.view.window === app.window, "in \(width)")
    }
    app.key(.keyboardLeftArrow, modifiers: .alternate)
    app.settle()
    expect(shown(in: split) == ["list"] && !search.isActive && search.view.superview == nil)
  }

  private func labels(in view: UIView) -> [String] {
    guard !view.isHidden, view.alpha > 0 else { return [] }
    return view.subviews.flatMap { ($0 as? UILabel).flatMap(\.text).map { [$0] } ?? labels(in: $0) }
  }

  @Test("the delegate decides which column is on top of the stack, and which are shown when it is two again")
  func delegate() {
    let split = show()
    let delegate = Delegate()
    split.delegate = delegate
    delegate.top = .primary
    resize(to: 400)
    expect(shown(in: split) == ["list"] && delegate.calls == ["top secondary", "collapsed"])
    delegate.calls = []
    delegate.mode = .secondaryOnly
    resize(to: 1000)
    expectEqual(shown(in: split), ["detail"])
    expectEqual(
      delegate.calls,
      [
        "expand to oneBesideSecondary", "expanded", "change to secondaryOnly", "hide primary",
      ])
    delegate.calls = []
    split.show(.primary)
    app.settle()
    expectEqual(delegate.calls, ["change to oneBesideSecondary", "show primary"])
  }

  private final class Delegate: UISplitViewControllerDelegate {
    var top: UISplitViewController.Column?
    var mode: UISplitViewController.DisplayMode?
    var isTaken = false
    var separated: UIViewController?
    var calls: [String] = []

    func splitViewController(
      _ svc: UISplitViewController, willChangeTo displayMode: UISplitViewController.DisplayMode
    ) { calls.append("change to \(displayMode)") }
    func splitViewController(_ svc: UISplitViewController, willShow column: UISplitViewController.Column) {
      calls.append("show \(column)")
    }
    func splitViewController(_ svc: UISplitViewController, willHide column: UISplitViewController.Column) {
      calls.append("hide \(column)")
    }
    func splitViewController(
      _ svc: UISplitViewController, topColumnForCollapsingToProposedTopColumn proposed: UISplitViewController.Column
    ) -> UISplitViewController.Column {
      calls.append("top \(proposed)")
      return top ?? proposed
    }
    func splitViewController(
      _ svc: UISplitViewController,
      displayModeForExpandingToProposedDisplayMode proposed: UISplitViewController.DisplayMode
    ) -> UISplitViewController.DisplayMode {
      calls.append("expand to \(proposed)")
      return mode ?? proposed
    }
    func splitViewControllerDidCollapse(_ svc: UISplitViewController) { calls.append("collapsed") }
    func splitViewControllerDidExpand(_ svc: UISplitViewController) { calls.append("expanded") }
    func splitViewController(
      _ splitViewController: UISplitViewController, collapseSecondary secondary: UIViewController,
      onto primary: UIViewController
    ) -> Bool { isTaken }
    func splitViewController(
      _ splitViewController: UISplitViewController, separateSecondaryFrom primary: UIViewController
    ) -> UIViewController? { separated }
  }

  @Test(
    "controllers set as an array are shown as they are, and become one stack unless the delegate takes the second over")
  func array() {
    let split = show(.unspecified)
    let delegate = Delegate()
    split.delegate = delegate
    expect(shown(in: split) == ["detail", "list"] && split.viewControllers.count == 2)
    resize(to: 400)
    expect(shown(in: split) == ["detail"] && split.viewControllers.count == 1)
    resize(to: 1000)
    delegate.isTaken = true
    resize(to: 400)
    expectEqual(shown(in: split), ["list"])
    delegate.separated = screen("other")
    resize(to: 1000)
    expectEqual(shown(in: split), ["list", "other"])
  }

  @Test("a detail takes the second column, and in a narrow window comes on the stack")
  func details() throws {
    let split = show()
    let list = try #require(split.viewController(for: .primary))
    list.showDetailViewController(screen("first"), sender: nil)
    app.settle()
    expectEqual(shown(in: split), ["first", "list"])
    resize(to: 400)
    split.show(.primary)
    app.settle()
    expectEqual(shown(in: split), ["list"])
    list.showDetailViewController(screen("second"), sender: nil)
    app.settle()
    expect(shown(in: split) == ["second"] && split.viewController(for: .secondary)?.title == "second")
    list.show(screen("deeper"), sender: nil)
    app.settle()
    expectEqual(shown(in: split), ["deeper"])
    resize(to: 1000)
    // What was above the column in the stack is the column's.
    expect(
      shown(in: split) == ["deeper", "list"] && stack(split.viewController(for: .secondary)) == ["second", "deeper"])
  }

  @Test("where both have no room the first column lies over the other until a click beside it, Escape or the button")
  func overlay() throws {
    let split = show()
    let detail = try #require(split.viewController(for: .secondary))
    resize(to: 700)
    expect(split.displayMode == .secondaryOnly && shown(in: split) == ["detail"])
    let button = CGPoint(x: 26, y: 22)
    for close in [{ app.click(at: CGPoint(x: 600, y: 300)) }, { app.key(.keyboardEscape) }, { app.click(at: button) }] {
      app.click(at: button)
      app.settle()
      expect(split.displayMode == .oneOverSecondary && shown(in: split) == ["detail", "list"])
      expectEqual(frame(of: detail.navigationController).width, 700)
      split.viewController(for: .primary)?.view.becomeFirstResponder()
      close()
      app.settle()
      expect(split.displayMode == .secondaryOnly && shown(in: split) == ["detail"])
    }
    app.click(at: button)
    app.settle()
    // It does not stay over a column beside which it has been.
    resize(to: 1000)
    resize(to: 700)
    expectEqual(split.displayMode, .secondaryOnly)
  }

  @Test("the button hides the first column and shows it again, sliding, from wherever it is")
  func hiding() throws {
    let split = show()
    let detail = try #require(split.viewController(for: .secondary))
    let button = CGPoint(x: 26, y: 22)
    app.click(at: button)
    for _ in 0..<3 { app.frame() }
    expect(split.displayMode == .secondaryOnly && shown(in: split) == ["detail", "list"])
    app.settle()
    expect(shown(in: split) == ["detail"] && frame(of: detail.navigationController).width == 1000)
    split.show(.primary)
    for _ in 0..<3 { app.frame() }
    split.hide(.primary)
    app.frame()
    split.show(.primary)
    app.settle()
    expect(shown(in: split) == ["detail", "list"] && frame(of: detail.navigationController).minX == 320)
    split.hide(.primary)
    for _ in 0..<3 { app.frame() }
    resize(to: 400)
    expect(shown(in: split) == ["detail"] && frame(of: detail.navigationController).width == 400)
  }

  @Test("a controller that lays out by its safe area has the whole width while and once the first column goes")
  func safeAreaOfSliding() {
    final class InsetController: UIViewController {
      let inner = UIView(frame: .zero)

      override func viewDidLoad() {
        super.viewDidLoad()
        view.addSubview(inner)
      }

      override func viewDidLayoutSubviews() { inner.frame = view.bounds.inset(by: view.safeAreaInsets) }
      override func viewSafeAreaInsetsDidChange() { view.setNeedsLayout() }
    }
    let split = show()
    let detail = InsetController()
    split.setViewController(detail, for: .secondary)
    app.settle()
    expect(detail.inner.frame.minX == 0 && detail.inner.frame.width == 680)
    split.hide(.primary)
    // On the way it is as wide as in the end, and partly beyond the edge of the window.
    for _ in 0..<3 { app.frame() }
    expect(split.displayMode == .secondaryOnly && detail.inner.frame.width == 1000)
    app.settle()
    expectEqual(detail.inner.frame.width, 1000)
    split.show(.primary)
    app.settle()
    // An inset at the left reaches into whichever column is there.
    split.additionalSafeAreaInsets.left = 30
    app.settle()
    expect(detail.inner.frame.minX == 0 && detail.inner.frame.width == 680)
    split.hide(.primary)
    app.settle()
    expect(detail.inner.frame.minX == 30 && detail.inner.frame.width == 970)
  }

  @Test("the line between columns is dragged within the least and the largest width, at either side")
  func dragging() throws {
    let split = show()
    let list = try #require(split.viewController(for: .primary))
    split.maximumPrimaryColumnWidth = 500
    drag(from: 321, to: 421)
    expect(frame(of: list.navigationController).width == 420 && split.primaryColumnWidth == 420)
    drag(from: 420, to: 900)
    expectEqual(frame(of: list.navigationController).width, 500)
    drag(from: 500, to: 10)
    expectEqual(frame(of: list.navigationController).width, 180)
    split.preferredPrimaryColumnWidthFraction = 0.25
    app.settle()
    expectEqual(frame(of: list.navigationController).width, 250)
    split.view.semanticContentAttribute = .forceRightToLeft
    split.view.setNeedsLayout()
    app.settle()
    expectEqual(frame(of: list.navigationController), CGRect(x: 750, y: 0, width: 250, height: 600))
    drag(from: 750, to: 700)
    expectEqual(frame(of: list.navigationController), CGRect(x: 700, y: 0, width: 300, height: 600))
  }

  private func drag(from start: CGFloat, to end: CGFloat) {
    func pointer(_ x: CGFloat) -> InputEvent.Pointer {
      InputEvent.Pointer(
        location: CGPoint(x: x, y: 300), button: .primary, clickCount: 1, timestamp: app.clock.now)
    }
    app.events.post(.pointerMoved(pointer(start)))
    app.frame()
    expectEqual(app.platformWindow.pointerShape, .resizeSideways)
    app.events.post(.pointerDown(pointer(start)))
    for step in 1...5 {
      app.events.post(.pointerMoved(pointer(start + (end - start) * CGFloat(step) / 5)))
      app.frame()
    }
    app.events.post(.pointerUp(pointer(end)))
    app.settle()
  }

  @Test("a controller for narrow windows stands in place of both")
  func compact() {
    let split = show()
    split.setViewController(screen("compact"), for: .compact)
    resize(to: 400)
    expectEqual(shown(in: split), ["compact"])
    resize(to: 1000)
    expectEqual(shown(in: split), ["detail", "list"])
  }

  // MARK: At random

  /// What a split view has to show, said naively.
  private struct Model {
    var width: CGFloat = 1000
    var list = ["list"]
    var detail = ["detail"]
    /// The second column is on the stack, in a narrow window.
    var isDetailOnTop = false
    var isWantedBeside = true
    var isOver = false

    var isNarrow: Bool { width < 600 }
    var isTiled: Bool { width >= 760 }
    var isListShown: Bool { isTiled ? isWantedBeside : isOver }

    /// The titles of what is seen, in alphabetical order.
    var shown: [String] {
      if isNarrow { return [isDetailOnTop ? detail : list].compactMap(\.last) }
      return ([detail] + (isListShown ? [list] : [])).compactMap(\.last).sorted()
    }

    mutating func resize(to new: CGFloat) {
      let (wasNarrow, wasTiled) = (isNarrow, isTiled)
      width = new
      if isNarrow != wasNarrow || isTiled != wasTiled { isOver = false }
      if isNarrow, !wasNarrow { isDetailOnTop = true }
    }

    mutating func setList(shown: Bool) {
      if isNarrow {
        if shown { isDetailOnTop = false }
      } else if isTiled {
        isWantedBeside = shown
      } else {
        isOver = shown
      }
    }

    mutating func goBack() {
      if isNarrow, isDetailOnTop {
        if detail.count > 1 { detail.removeLast() } else { isDetailOnTop = false }
      } else if !isNarrow, detail.count > 1, isTiled || !isOver || list.count == 1 {
        detail.removeLast()
      } else if isNarrow || isListShown, list.count > 1 {
        list.removeLast()
      }
    }
  }

  @Test("random resizes, pushes, pops, shows and hides leave what a naive model says, and deallocate what has gone")
  func random() throws {
    let split = show()
    var model = Model()
    var made = 2
    var random = SeededRandom(seed: 36)
    let list = try #require(split.viewController(for: .primary)?.navigationController)
    for step in 1...600 {
      let isAnimated = Bool.random(using: &random)
      let detail = try #require(split.viewController(for: .secondary)?.navigationController)
      let operation = Int.random(in: 0..<9, using: &random)
      switch operation {
      case 0, 1:
        let width = try #require([320, 599, 600, 700, 759, 760, 1000, 1600].randomElement(using: &random))
        app.platformWindow.resize(to: CGSize(width: width, height: 600))
        app.events.post(.window(.resized))
        app.frame()
        model.resize(to: CGFloat(width))
      case 2:
        detail.pushViewController(screen("d\(step)"), animated: isAnimated)
        model.detail.append("d\(step)")
        made += 1
      case 3:
        guard !model.isNarrow || !model.isDetailOnTop else { continue }
        list.pushViewController(screen("l\(step)"), animated: isAnimated)
        model.list.append("l\(step)")
        made += 1
      case 4:
        app.settle()
        app.key(.keyboardLeftArrow, modifiers: .alternate)
        model.goBack()
      case 5:
        split.show(.primary)
        model.setList(shown: true)
      case 6:
        split.hide(.primary)
        if !model.isNarrow { model.setList(shown: false) }
      case 7:
        split.show(.secondary)
        if model.isNarrow { model.isDetailOnTop = true }
      default:
        list.topViewController?.showDetailViewController(screen("s\(step)"), sender: nil)
        model.detail = ["s\(step)"]
        if model.isNarrow { model.isDetailOnTop = true }
        made += 1
      }
      if Bool.random(using: &random) { app.settle() } else { app.frame() }
      guard Int.random(in: 0..<3, using: &random) == 0 else { continue }
      app.settle()
      expectEqual(shown(in: split), model.shown, "step \(step), operation \(operation), width \(model.width)")
      expectEqual(stack(split.viewController(for: .secondary)), model.detail, "step \(step), operation \(operation)")
      expectEqual(split.isCollapsed, model.isNarrow)
    }
    app.settle()
    expectEqual(log.ends, made - model.list.count - model.detail.count)
  }

  @Test("a split view that the window shows no longer is deallocated with its controllers")
  func ends() {
    weak var split: UISplitViewController?
    split = show()
    for width: CGFloat in [400, 1000, 400] { resize(to: width) }
    app.window.rootViewController = UIViewController()
    app.settle()
    expect(split == nil && log.ends == 2)
  }

  @Test("the button for the primary column shows the side at which that is")
  func buttonPicture() {
    func drawing(_ image: UIImage?) -> String? { if case .symbol(let svg) = image?.content.source { svg } else { nil } }
    let (left, right) = (UIImage(systemName: "sidebar.left"), UIImage(systemName: "sidebar.right"))
    let split = show()
    let item = split.displayModeButtonItem
    expect(drawing(left) != drawing(right) && drawing(item.image) == drawing(left))
    split.view.semanticContentAttribute = .forceRightToLeft
    app.settle()
    expectEqual(drawing(item.image), drawing(right))
    split.primaryEdge = .trailing
    app.settle()
    expectEqual(drawing(item.image), drawing(left))
  }
}
