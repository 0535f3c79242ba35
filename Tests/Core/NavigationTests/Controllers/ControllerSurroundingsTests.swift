import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

@Suite("What surrounds a controller")
@MainActor
struct ControllerSurroundingsTests {
  private class Screen: UIViewController {
    var log: [String] = []
    override var prefersStatusBarHidden: Bool { true }
    override var preferredStatusBarStyle: UIStatusBarStyle { .lightContent }
    override func viewSafeAreaInsetsDidChange() { log.append("safe \(view.safeAreaInsets.top)") }
    override func viewLayoutMarginsDidChange() { log.append("margins") }
    override func viewWillTransition(to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator) {
      super.viewWillTransition(to: size, with: coordinator)
      log.append("to \(Int(size.width)) from \(Int(view.bounds.width))")
      coordinator.animate(
        alongsideTransition: { _ in self.log.append("along \(Int(self.view.bounds.width))") },
        completion: { _ in self.log.append("done") })
    }
    override func updateViewConstraints() {
      log.append("constraints")
      super.updateViewConstraints()
    }
    override func preferredContentSizeDidChange(forChildContentContainer container: any UIContentContainer) {
      log.append("child \(Int(container.preferredContentSize.height))")
    }
    override func awakeFromNib() { log.append("awake") }
    override func prepare(for segue: UIStoryboardSegue, sender: Any?) { log.append("segue") }
  }

  @Test(
    "a screen has the margins of a table's rows: 16 points at its sides, 20 in widths of 414 and more, or wider ones")
  func margins() {
    let app = TestApplication()
    let screen = UIViewController()
    let (guided, plain) = (UIView(), UIView())
    for view in [guided, plain] {
      view.translatesAutoresizingMaskIntoConstraints = false
      screen.view.addSubview(view)
    }
    let margins = screen.view.layoutMarginsGuide
    NSLayoutConstraint.activate([
      guided.leadingAnchor.constraint(equalTo: margins.leadingAnchor),
      guided.trailingAnchor.constraint(equalTo: margins.trailingAnchor),
      plain.leadingAnchor.constraint(equalTo: screen.view.leadingAnchor),
      NSLayoutConstraint(
        item: plain, attribute: .trailing, relatedBy: .equal, toItem: screen.view, attribute: .trailingMargin),
    ])
    let table = UITableView(frame: .zero, style: .insetGrouped)
    app.window.rootViewController = screen
    func expectMargins(_ left: CGFloat, _ right: CGFloat, in width: CGFloat) {
      app.platformWindow.resize(to: CGSize(width: width, height: 300))
      app.events.post(.window(.resized))
      app.settle()
      expect(guided.frame.minX == left && guided.frame.maxX == width - right, "in \(width)")
      expect(plain.frame.minX == 0 && plain.frame.maxX == width - right, "in \(width)")
      expect(margins.layoutFrame.minX == left && margins.layoutFrame.maxX == width - right, "in \(width)")
      table.frame.size.width = width
      expectEqual(CGFloat(table.sectionInset), min(left, right))
    }
    for width: CGFloat in [800, 413, 414, 320] {
      let side: CGFloat = width >= 414 ? 20 : 16
      expectMargins(side, side, in: width)
    }
    screen.view.layoutMargins.left = 30
    expectMargins(30, 20, in: 500)
    expectMargins(30, 16, in: 400)
  }

  @Test("additional safe area insets reach the view, what lies in it and a scroll view's insets, and are told once")
  func safeArea() {
    let app = TestApplication()
    let screen = Screen()
    app.window.rootViewController = screen
    app.settle()
    let inner = UIView(frame: CGRect(x: 0, y: 10, width: 50, height: 50))
    let table = UITableView(frame: screen.view.bounds)
    table.contentInsetAdjustmentBehavior = .always
    screen.view.addSubview(inner)
    screen.view.addSubview(table)
    screen.log = []
    screen.additionalSafeAreaInsets = UIEdgeInsets(top: 30, left: 0, bottom: 5, right: 0)
    expectEqual(screen.view.safeAreaInsets, UIEdgeInsets(top: 30, left: 0, bottom: 5, right: 0))
    expect(inner.safeAreaInsets.top == 20 && inner.safeAreaInsets.bottom == 0)
    expect(table.adjustedContentInset.top == 30 && table.contentOffset.y == -30)
    expectEqual(screen.log, ["safe 30.0"])
    screen.additionalSafeAreaInsets = UIEdgeInsets(top: 30, left: 0, bottom: 5, right: 0)
    expectEqual(screen.log, ["safe 30.0"])
    expect(screen.topLayoutGuide.length == 30 && screen.bottomLayoutGuide.length == 5)
    screen.additionalSafeAreaInsets = .zero
    expect(screen.view.safeAreaInsets == .zero && table.contentOffset.y == 0)
  }

  @Test("a part of a view beyond its superview adds nothing to its safe area")
  func safeAreaBeyond() {
    let app = TestApplication()
    let screen = Screen()
    app.window.rootViewController = screen
    app.settle()
    let size = screen.view.bounds.size
    let inner = UIView(frame: CGRect(x: -40, y: -40, width: size.width + 80, height: size.height + 80))
    screen.view.addSubview(inner)
    screen.additionalSafeAreaInsets = UIEdgeInsets(top: 30, left: 0, bottom: 5, right: 0)
    expectEqual(inner.safeAreaInsets, UIEdgeInsets(top: 30, left: 0, bottom: 5, right: 0))
  }

  @Test("insets set before the view is on the screen are told when it comes there")
  func safeAreaBefore() {
    let app = TestApplication()
    let screen = Screen()
    screen.additionalSafeAreaInsets.top = 12
    app.window.rootViewController = screen
    app.settle()
    expectEqual(screen.log.filter { $0.hasPrefix("safe") }, ["safe 12.0"])
  }

  @Test("margins, constraints and a child's size are told to their controller")
  func told() {
    let app = TestApplication()
    let screen = Screen()
    app.window.rootViewController = screen
    app.settle()
    expectEqual(screen.log, ["constraints"])
    screen.view.setNeedsUpdateConstraints()
    app.settle()
    expectEqual(screen.log, ["constraints", "constraints"])
    screen.view.layoutMargins.top = 3
    expectEqual(screen.log.last, "margins")
    let child = UIViewController()
    screen.addChild(child)
    child.preferredContentSize = CGSize(width: 1, height: 44)
    expectEqual(screen.log.last, "child 44")
  }

  @Test("a change of the window's size is told before it, and animations alongside run after it")
  func transition() {
    let app = TestApplication()
    let screen = Screen()
    app.window.rootViewController = screen
    app.settle()
    screen.log = []
    let old = Int(app.window.bounds.width)
    app.platformWindow.resize(to: CGSize(width: 333, height: 222))
    app.events.post(.window(.resized))
    app.settle()
    expectEqual(screen.log, ["to 333 from \(old)", "along 333", "done"])
  }

  @Test("a nib's views and controllers are woken, subviews first")
  func nib() {
    let nib = UINib(instantiate: { [Screen()] })
    expectEqual((nib.instantiate(withOwner: nil).first as? Screen)?.log, ["awake"])
  }

  @Test("a trait that is watched calls its handler with the object and the traits before, until it is unregistered")
  func traits() {
    let app = TestApplication()
    let screen = Screen()
    app.window.rootViewController = screen
    app.settle()
    let registration = screen.registerForTraitChanges([UITraitUserInterfaceStyle.self]) {
      (screen: Screen, former: UITraitCollection) in
      screen.log.append("style \(former.userInterfaceStyle == .light)")
    }
    screen.view.registerForTraitChanges([UITraitDisplayScale.self]) { (_: UIView, _) in screen.log.append("scale") }
    screen.log = []
    app.window.overrideUserInterfaceStyle = .dark
    expectEqual(screen.log, ["style true"])
    screen.unregisterForTraitChanges(registration)
    app.window.overrideUserInterfaceStyle = .light
    expectEqual(screen.log, ["style true"])
  }

  @Test("a table's delegate is a table's by its type, and hears of scrolling when it is set as a scroll view's")
  func delegates() {
    final class Both: NSObject, UITableViewDelegate {
      var scrolls = 0
      func scrollViewDidScroll(_ scrollView: UIScrollView) { scrolls += 1 }
    }
    final class Table: UITableView {
      var sets = 0
      override var delegate: (any UITableViewDelegate)? { didSet { sets += 1 } }
    }
    let table = Table()
    let both = Both()
    table.delegate = both
    expect(table.sets == 1 && (table as UIScrollView).delegate === both)
    table.contentOffset.y = 10
    expectEqual(both.scrolls, 1)
    (table as UIScrollView).delegate = nil
    expect(table.delegate == nil)
    (table as UIScrollView).delegate = both
    expect(table.delegate === both)
  }

  @Test("small names mean what they mean on iOS")
  func names() {
    let path = NSIndexPath(row: 3, section: 2)
    expect(path.row == 3 && path.section == 2 && path.item == 3)
    expectEqual(NSEC_PER_SEC, 1_000_000_000)
    expectEqual(UIImage().size, .zero)
    expectEqual(UIDevice.current.userInterfaceIdiom, UITraitCollection.current.userInterfaceIdiom)
    expect(UIDevice.current.systemName == "Linux" && !UIDevice.current.systemVersion.isEmpty)
    var count = 0
    let control = UIRefreshControl(frame: .zero, primaryAction: UIAction { _ in count += 1 })
    control.refreshByUser()
    expectEqual(count, 1)
    expect(CACurrentMediaTime() > 0)
  }

  @Test("a controller has no storyboard; one that is named ends the program when it is to make a controller")
  func storyboards() async {
    expect(UIViewController().storyboard?.instantiateViewController(withIdentifier: "Detail") == nil)
    _ = UIStoryboard(name: "Main", bundle: nil)
    await #expect(processExitsWith: .failure) {
      await MainActor.run { _ = UIStoryboard(name: "Main", bundle: nil).instantiateInitialViewController() }
    }
  }

  @Test("generators of feedback can be used, and nothing is felt")
  func feedback() {
    let generator = UIImpactFeedbackGenerator(style: .light)
    generator.prepare()
    generator.impactOccurred(intensity: 0.5)
    UISelectionFeedbackGenerator().selectionChanged()
    UINotificationFeedbackGenerator().notificationOccurred(.success)
  }
}
