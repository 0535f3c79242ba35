import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

@MainActor
@Suite("UITableViewController")
struct TableControllerTests {
  final class Numbers: UITableViewController {
    var selected: [Int] = []
    override func viewDidLoad() {
      super.viewDidLoad()
      tableView.register(UITableViewCell.self, forCellReuseIdentifier: "n")
    }
    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 50 }
    override func tableView(_ tableView: UITableView, cellForRowAt path: IndexPath) -> UITableViewCell {
      let cell = tableView.dequeueReusableCell(withIdentifier: "n", for: path)
      cell.textLabel?.text = "\(path.row)"
      return cell
    }
    override func tableView(_ tableView: UITableView, didSelectRowAt path: IndexPath) { selected.append(path.row) }
  }

  final class Tall: UITableViewController {
    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 3 }
    override func tableView(_ tableView: UITableView, cellForRowAt path: IndexPath) -> UITableViewCell {
      UITableViewCell()
    }
    override func tableView(_ tableView: UITableView, heightForRowAt path: IndexPath) -> CGFloat { 70 }
  }

  /// Overrides all of the scroll view delegate's methods.
  final class Scrolled: UITableViewController {
    var log: [String] = []
    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 100 }
    override func tableView(_ tableView: UITableView, cellForRowAt path: IndexPath) -> UITableViewCell {
      UITableViewCell()
    }
    private func note(_ call: String) { if log.last != call { log.append(call) } }
    override func scrollViewDidScroll(_ scrollView: UIScrollView) { note("didScroll") }
    override func scrollViewWillBeginDragging(_ scrollView: UIScrollView) { note("willBeginDragging") }
    override func scrollViewWillEndDragging(
      _ scrollView: UIScrollView, withVelocity velocity: CGPoint, targetContentOffset: UnsafeMutablePointer<CGPoint>
    ) { note("willEndDragging") }
    override func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {
      note("didEndDragging")
    }
    override func scrollViewWillBeginDecelerating(_ scrollView: UIScrollView) { note("willBeginDecelerating") }
    override func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) { note("didEndDecelerating") }
    override func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) { note("didEndAnimation") }
    override func scrollViewShouldScrollToTop(_ scrollView: UIScrollView) -> Bool {
      note("shouldScrollToTop")
      return true
    }
    override func scrollViewDidScrollToTop(_ scrollView: UIScrollView) { note("didScrollToTop") }
    override func scrollViewDidChangeAdjustedContentInset(_ scrollView: UIScrollView) { note("didChangeInset") }
  }

  @Test("it overrides the scroll view delegate's methods, all of which are called")
  func scrolling() {
    let app = TestApplication()
    let controller = Scrolled()
    app.window.rootViewController = controller
    app.settle()
    controller.log = []
    controller.tableView.contentInset.bottom = 10
    controller.tableView.setContentOffset(CGPoint(x: 0, y: 200), animated: true)
    app.settle()
    expectEqual(controller.log, ["didChangeInset", "didScroll", "didEndAnimation"])
    controller.log = []
    app.fingerDrag(from: CGPoint(x: 100, y: 400), to: CGPoint(x: 100, y: 260))
    app.fingerUp(at: CGPoint(x: 100, y: 260))
    app.settle()
    expectEqual(
      controller.log,
      [
        "willBeginDragging", "didScroll", "willEndDragging", "didEndDragging", "willBeginDecelerating", "didScroll",
        "didEndDecelerating",
      ])
    controller.log = []
    controller.tableView.scrollToTop()
    app.settle()
    expectEqual(controller.log, ["shouldScrollToTop", "didScroll", "didScrollToTop"])
  }

  @Test("its view is a table of which it is data source and delegate, and overrides are called")
  func ownTable() {
    let app = TestApplication()
    let controller = Numbers()
    app.window.rootViewController = controller
    app.frame()
    expect(controller.view === controller.tableView)
    expect(controller.tableView.dataSource === controller && controller.tableView.delegate === controller)
    expectEqual(controller.tableView.visibleCells.first?.textLabel?.text, "0")
    expectEqual(controller.tableView.frame, app.window.bounds)
    app.click(at: CGPoint(x: 50, y: 50))
    app.key(.keyboardDownArrow)
    expectEqual(controller.selected, [1])
    app.key(.keyboardReturnOrEnter)
    expectEqual(controller.selected, [1, 2])
  }

  @Test("a method a subclass leaves alone counts as missing, one it overrides is used")
  func probing() {
    let app = TestApplication()
    let numbers = Numbers()
    app.window.rootViewController = numbers
    app.frame()
    expect(numbers.tableView.app.missing.contains(.rowHeight))
    let tall = Tall(style: .grouped)
    app.window.rootViewController = tall
    app.frame()
    expectEqual(tall.tableView.style, .grouped)
    expectEqual(tall.tableView.visibleCells.map(\.frame.height), [70, 70, 70])
  }

  @Test("a table that is set without data source and delegate gets the controller as both; another keeps its own")
  func otherTable() {
    let app = TestApplication()
    let controller = Numbers()
    app.window.rootViewController = controller
    app.frame()
    controller.tableView = UITableView(frame: controller.tableView.frame, style: .grouped)
    controller.tableView.register(UITableViewCell.self, forCellReuseIdentifier: "n")
    app.settle()
    expect(controller.tableView.style == .grouped && controller.view.window === app.window)
    expectEqual(controller.tableView.visibleCells.first?.textLabel?.text, "0")
    let (other, table) = (Tall(), UITableView())
    table.dataSource = other
    controller.tableView = table
    expect(table.dataSource === other && table.delegate == nil)
  }

  @Test("a controller whose view is no table any more appears, is edited and takes keys in silence")
  func noTable() {
    let app = TestApplication()
    let controller = Numbers()
    app.window.rootViewController = controller
    app.settle()
    controller.view = UIView(frame: app.window.bounds)
    app.settle()
    expect(controller.tableView == nil && controller.view.window === app.window)
    for isShown in [false, true] {
      controller.beginAppearanceTransition(isShown, animated: true)
      controller.endAppearanceTransition()
    }
    controller.setEditing(true, animated: true)
    app.key(.keyboardDownArrow)
    expect(controller.isEditing && controller.selected == [])
  }
}
