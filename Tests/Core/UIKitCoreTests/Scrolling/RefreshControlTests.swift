import Expectations
import Foundation
import TestSupport
import Testing
import UIKitCore

@Suite("Refresh control")
@MainActor
struct RefreshControlTests {
  // MARK: Fingers

  @Test("a finger's pull beyond the control's height fires once; the inset grows by 60 until endRefreshing")
  func finger() {
    let fixture = RefreshFixture()
    fixture.pull(by: 100)
    expect(fixture.shownPull > 40 && fixture.shownPull < 60)
    expect(fixture.refreshes == 0 && !fixture.control.isRefreshing)
    fixture.app.fingerMove(to: CGPoint(x: 150, y: 300))
    expect(fixture.refreshes == 1 && fixture.control.isRefreshing)
    expectEqual(fixture.table.adjustedContentInset.top, 0, "the finger still holds the content")
    for y in [310.0, 200, 320, 330] { fixture.app.fingerMove(to: CGPoint(x: 150, y: y)) }
    fixture.letGo(at: 330)
    expectEqual(fixture.table.adjustedContentInset.top, 60)
    expectEqual(fixture.table.contentInset, .zero)
    fixture.rest()
    expectEqual(fixture.offset, -60)
    expectEqual(fixture.refreshes, 1)
    fixture.control.endRefreshing()
    expectEqual(fixture.table.adjustedContentInset.top, 0)
    expectEqual(fixture.offset, -60, "the content goes back smoothly")
    fixture.run(for: 0.1)
    expect(fixture.offset > -60 && fixture.offset < 0)
    fixture.rest()
    expectEqual(fixture.offset, 0)
    fixture.pull(by: 250)
    fixture.letGo(at: 360)
    expectEqual(fixture.refreshes, 2)
  }

  @Test("a pull that stays short fires nothing, and the content comes back")
  func shortPull() {
    let fixture = RefreshFixture()
    fixture.pull(by: 90)
    fixture.letGo(at: 200)
    fixture.rest()
    expect(fixture.refreshes == 0 && fixture.offset == 0)
    expectEqual(fixture.table.adjustedContentInset.top, 0)
  }

  @Test("content thrown to its top bounces and fires nothing")
  func thrown() {
    let fixture = RefreshFixture()
    fixture.table.contentOffset.y = 300
    fixture.app.settle()
    fixture.app.fingerDrag(from: CGPoint(x: 150, y: 100), to: CGPoint(x: 150, y: 400))
    fixture.app.fingerUp(at: CGPoint(x: 150, y: 400))
    var least: CGFloat = 0
    for _ in 0..<120 {
      fixture.app.frame()
      least = min(least, fixture.offset)
    }
    expect(least < -60, "it bounced beyond the control's height")
    expectEqual(fixture.refreshes, 0)
  }

  @Test("a refresh that ends while the finger still holds the content makes no room and fires no second time")
  func endedWhileHeld() {
    let fixture = RefreshFixture()
    fixture.endsAtOnce = true
    fixture.pull(by: 250)
    expect(fixture.refreshes == 1 && !fixture.control.isRefreshing)
    for y in [120.0, 360, 140, 380] { fixture.app.fingerMove(to: CGPoint(x: 150, y: y)) }
    expectEqual(fixture.refreshes, 1)
    fixture.letGo(at: 380)
    expectEqual(fixture.table.adjustedContentInset.top, 0)
    fixture.rest()
    expectEqual(fixture.offset, 0)
  }

  @Test("content held again while it refreshes does not jump when the refresh ends, and comes back to its top")
  func endedInSecondPull() {
    let fixture = RefreshFixture()
    fixture.pull(by: 250)
    fixture.letGo(at: 360)
    fixture.rest()
    fixture.pull(by: 120)
    let held = fixture.offset
    expect(held < -60)
    fixture.control.endRefreshing()
    fixture.app.frame()
    expectEqual(fixture.offset, held)
    fixture.app.fingerMove(to: CGPoint(x: 150, y: 231))
    expect(abs(fixture.offset - held) <= 1)
    expectEqual(fixture.refreshes, 1)
    fixture.letGo(at: 231)
    fixture.rest()
    expect(fixture.offset == 0 && fixture.refreshes == 1)
  }

  @Test("a control that is not enabled fires nothing")
  func disabled() {
    let fixture = RefreshFixture()
    fixture.control.isEnabled = false
    fixture.pull(by: 300)
    fixture.letGo(at: 410)
    for _ in 0..<4 { fixture.app.wheel(1, at: fixture.middle) }
    fixture.app.key(.keyboardF5)
    fixture.rest()
    expect(fixture.refreshes == 0 && fixture.offset == 0)
  }

  // MARK: Code

  @Test("beginRefreshing in code sends no event, and content at its top makes room in view")
  func code() {
    let fixture = RefreshFixture()
    fixture.control.beginRefreshing()
    expect(fixture.control.isRefreshing && fixture.table.adjustedContentInset.top == 60)
    fixture.rest()
    expect(fixture.offset == -60 && fixture.refreshes == 0)
    fixture.control.endRefreshing()
    fixture.rest()
    expectEqual(fixture.offset, 0)
    fixture.table.contentOffset.y = 1000
    fixture.control.beginRefreshing()
    fixture.rest()
    expect(fixture.offset == 1000 && fixture.control.isHidden)
    fixture.control.endRefreshing()
    fixture.rest()
    expect(fixture.offset == 1000 && fixture.refreshes == 0)
  }

  @Test("before it is in a window, a refresh that began in code shows from the first frame on")
  func beforeWindow() {
    let fixture = RefreshFixture()
    let table = UITableView(frame: CGRect(x: 0, y: 0, width: 300, height: 500))
    table.refreshControl = UIRefreshControl()
    table.refreshControl?.beginRefreshing()
    table.dataSource = fixture
    table.register(UITableViewCell.self, forCellReuseIdentifier: "row")
    fixture.app.window.addSubview(table)
    fixture.app.frame()
    expectEqual(table.contentOffset.y, -60)
    table.checkInvariants()
  }

  @Test("a control added as a subview becomes the refresh control, and removed stops being it")
  func asSubview() {
    let fixture = RefreshFixture(withControl: false)
    fixture.table.addSubview(fixture.control)
    expect(fixture.table.refreshControl === fixture.control)
    fixture.app.settle()
    fixture.table.checkInvariants()
    fixture.control.beginRefreshing()
    fixture.control.removeFromSuperview()
    expect(fixture.table.refreshControl == nil)
    expectEqual(fixture.table.adjustedContentInset.top, 0)
    fixture.rest()
    expectEqual(fixture.offset, 0)
    let other = UIRefreshControl()
    fixture.table.refreshControl = other
    fixture.table.refreshControl = fixture.control
    expect(other.superview == nil && fixture.control.superview === fixture.table)
    let elsewhere = UIScrollView(frame: fixture.table.frame)
    elsewhere.refreshControl = fixture.control
    expect(fixture.table.refreshControl == nil && fixture.control.superview === elsewhere)
  }

  @Test("a table view controller hands its refresh control to its table")
  func controller() {
    let controller = UITableViewController(style: .plain)
    expect(controller.refreshControl == nil)
    let control = UIRefreshControl()
    controller.refreshControl = control
    expect(controller.tableView.refreshControl === control && controller.refreshControl === control)
  }

  // MARK: Keys

  @Test("F5 and Ctrl+R refresh, once until it has ended; R and Shift+F5 do not")
  func keys() {
    let fixture = RefreshFixture()
    fixture.app.key(.keyboardR)
    fixture.app.key(.keyboardF5, modifiers: .shift)
    expectEqual(fixture.refreshes, 0)
    fixture.app.key(.keyboardF5)
    fixture.app.key(.keyboardF5)
    expectEqual(fixture.refreshes, 1)
    fixture.rest()
    expectEqual(fixture.offset, -60)
    fixture.control.endRefreshing()
    fixture.rest()
    fixture.app.key(.keyboardR, modifiers: .control)
    expectEqual(fixture.refreshes, 2)
  }
}
