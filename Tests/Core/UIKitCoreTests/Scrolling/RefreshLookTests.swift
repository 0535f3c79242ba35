import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

@Suite("Refresh control: place and looks")
@MainActor
struct RefreshLookTests {
  private func indicator(of control: UIRefreshControl) -> UIActivityIndicatorView? {
    control.subviews.compactMap { $0 as? UIActivityIndicatorView }.first
  }

  @Test("spokes appear in step with the pull, and spin from the threshold on")
  func spokes() throws {
    let fixture = RefreshFixture()
    let spinner = try #require(indicator(of: fixture.control))
    expect(fixture.control.isHidden)
    var shares: [Double] = []
    fixture.app.fingerDown(at: CGPoint(x: 150, y: 100))
    for y in stride(from: 115.0, through: 215, by: 10) {
      fixture.app.fingerMove(to: CGPoint(x: 150, y: y))
      fixture.app.frame()
      shares.append(spinner.revealed ?? -1)
      expect(!spinner.isAnimating)
    }
    expect(shares == shares.sorted() && shares.first == 0 && (shares.last ?? 0) > 0.7)
    expect(Set(shares).count > 6)
    fixture.app.fingerMove(to: CGPoint(x: 150, y: 330))
    fixture.app.frame()
    expect(spinner.isAnimating)
  }

  @Test("the control lies behind the rows, on top of the content, and pulled further stays at the top of what is seen")
  func place() {
    let fixture = RefreshFixture()
    fixture.table.backgroundView = UIView()
    fixture.app.settle()
    expect(fixture.table.subviews[0] === fixture.table.backgroundView)
    expect(fixture.table.subviews[1] === fixture.control)
    fixture.pull(by: 60)
    fixture.app.frame()
    expect(fixture.shownPull < 60)
    expectEqual(fixture.control.frame, CGRect(x: 0, y: -60, width: 300, height: 60))
    fixture.app.fingerMove(to: CGPoint(x: 150, y: 400))
    fixture.app.frame()
    expect(fixture.shownPull > 60)
    expectEqual(fixture.control.frame.minY, fixture.offset)
    fixture.letGo(at: 400)
    fixture.rest()
    expectEqual(fixture.control.frame, CGRect(x: 0, y: -60, width: 300, height: 60))
    expect(fixture.table.visibleCells.allSatisfy { $0.frame.minY >= 0 })
  }

  @Test("with a content inset and a header view the control lies directly above the content")
  func insets() {
    let fixture = RefreshFixture()
    fixture.table.contentInset.top = 40
    fixture.table.tableHeaderView = UIView(frame: CGRect(x: 0, y: 0, width: 0, height: 70))
    fixture.app.settle()
    expectEqual(fixture.offset, -40)
    fixture.control.beginRefreshing()
    fixture.rest()
    expect(fixture.offset == -100 && fixture.table.adjustedContentInset.top == 100)
    expectEqual(fixture.control.frame.maxY, 0)
    expectEqual(fixture.table.contentInset.top, 40)
    fixture.table.contentInset.top = 10
    fixture.rest()
    expectEqual(fixture.offset, -70)
    fixture.control.endRefreshing()
    fixture.rest()
    expectEqual(fixture.offset, -10)
    fixture.pull(by: 250)
    expectEqual(fixture.refreshes, 1)
  }

  @Test("a floating header stays at the top edge while the control refreshes, in view or scrolled away")
  func floatingHeader() {
    let fixture = RefreshFixture()
    let header = UIView()
    fixture.delegate.header = header
    fixture.table.sectionHeaderTopPadding = 0
    fixture.table.reloadData()
    fixture.app.settle()
    fixture.control.beginRefreshing()
    fixture.rest()
    expectEqual(header.convert(header.bounds, to: fixture.app.window).minY, 60)
    fixture.table.contentOffset.y = 200
    fixture.rest()
    expectEqual(header.convert(header.bounds, to: fixture.app.window).minY, 0)
  }

  @Test("a refresh out of sight draws nothing, and one that has ended asks for no frame")
  func idle() {
    let fixture = RefreshFixture()
    fixture.control.beginRefreshing()
    fixture.rest()
    let spinning = fixture.app.backend.drawCount
    fixture.run(for: 1)
    expect((8...12).contains(fixture.app.backend.drawCount - spinning), "ten pictures a second")
    fixture.table.contentOffset.y = 1000
    fixture.rest()
    let away = fixture.app.backend.drawCount
    fixture.run(for: 1)
    expectEqual(fixture.app.backend.drawCount, away)
    expect(!fixture.app.application.frameLoop.isFrameRequested)
    fixture.table.contentOffset.y = -60
    fixture.app.frame()
    fixture.control.endRefreshing()
    fixture.app.settle()
    expect(!fixture.app.application.frameLoop.isFrameRequested)
  }

  @Test("rows inserted while the content is pulled or refreshing leave it where it is")
  func updates() {
    let fixture = RefreshFixture()
    fixture.pull(by: 250)
    let held = fixture.offset
    fixture.table.reloadRows(at: [IndexPath(row: 0, section: 0)], with: .top)
    fixture.app.frame()
    expectEqual(fixture.offset, held)
    fixture.letGo(at: 360)
    fixture.rest()
    fixture.table.reloadData()
    fixture.rest()
    expectEqual(fixture.offset, -60)
  }

  @Test("a title stands below the spinner, and the spinner takes the control's own tint only")
  func looks() throws {
    let fixture = RefreshFixture()
    let spinner = try #require(indicator(of: fixture.control))
    fixture.app.window.tintColor = .systemPink
    expect(spinner.color === UIColor.systemGray)
    fixture.control.tintColor = .systemOrange
    expect(spinner.color === UIColor.systemOrange)
    fixture.control.attributedTitle = NSAttributedString(string: "Looking for mail")
    fixture.control.beginRefreshing()
    fixture.rest()
    let label = try #require(fixture.control.subviews.compactMap { $0 as? UILabel }.first)
    expect(label.text == "Looking for mail" && label.frame.minY >= spinner.frame.maxY)
    expect(label.frame.maxY <= 60 && spinner.frame.minY >= 0)
    fixture.control.attributedTitle = nil
    fixture.rest()
    expect(label.superview == nil && spinner.center.y == 30)
  }
}
