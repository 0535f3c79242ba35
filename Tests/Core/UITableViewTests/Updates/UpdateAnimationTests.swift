import Expectations
import Foundation
import TableModel
import TestSupport
import Testing

@testable import UIKitCore

@MainActor
@Suite("Updates: what is seen while a batch is shown")
struct UpdateAnimationTests {
  @Test("rows below a deleted one slide from their old to their new places in 0.3 seconds")
  func slide() throws {
    let fixture = UpdateFixture([100])
    let cell = try #require(fixture.cell(3))
    fixture.delete([1])
    expect(Double(cell.frame.minY) == 2 * 44.0 && fixture.top(cell) == 3 * 44.0)
    fixture.app.frame(showing: 0.15)
    expect(abs(fixture.top(cell) - 2.5 * 44) < 1)
    fixture.app.frame(after: 0.16)
    expect(fixture.top(cell) == 2 * 44.0 && cell.presentation == nil)
  }

  @Test("rows from below the screen start just beyond its edge, however far they come")
  func distantRows() {
    let fixture = UpdateFixture([100_000])
    fixture.delete(Array(2..<90_000))
    let cells = fixture.table.visibleCells
    expectEqual(fixture.shown.prefix(3), [1, 2, 90_001])
    for (slot, cell) in cells.enumerated().dropFirst(2) {
      expectEqual(fixture.top(cell), 440 + Double(slot - 2) * 44)
    }
    let leaving = fixture.table.departures.all
    expect(leaving.count == 8 && leaving.allSatisfy { $0.view.superview === fixture.table })
    fixture.settle()
    fixture.table.checkInvariants()
    expect(fixture.table.departures.all.isEmpty)
  }

  @Test("rows pushed off the screen go to just beyond its edge")
  func pushedOut() throws {
    let fixture = UpdateFixture([100], hasDelegate: true)
    let last = try #require(fixture.cell(9))
    fixture.table.performBatchUpdates {
      for row in 0..<90 { fixture.add(at: row + 5) }
      fixture.table.insertRows(at: (5..<95).map { fixture.path($0) }, with: .bottom)
    }
    expect(last.superview === fixture.table && fixture.table.indexPath(for: last) == nil)
    expect(Double(last.frame.minY) == 440 + 4 * 44 && fixture.top(last) == 9 * 44.0)
    expect(fixture.delegate.ended.isEmpty)
    fixture.settle()
    expect(last.superview == nil)
    expect(fixture.delegate.ended.map(\.path).contains(fixture.path(99)))
    expectEqual(fixture.delegate.pairingErrors, 0)
  }

  @Test(
    "a row comes and goes as its animation says",
    arguments: [UITableView.RowAnimation.fade, .right, .left, .top, .bottom, .none, .middle, .automatic])
  func rowAnimations(animation: UITableView.RowAnimation) throws {
    let fixture = UpdateFixture([8])
    let gone = try #require(fixture.cell(4))
    fixture.delete([4], with: animation)
    fixture.app.frame(showing: 0.3 - 0.0001)
    let shift: [UITableView.RowAnimation: CGPoint] = [
      .right: CGPoint(x: 300, y: 0), .left: CGPoint(x: -300, y: 0), .top: CGPoint(x: 0, y: -44),
      .bottom: CGPoint(x: 0, y: 44), .middle: CGPoint(x: 0, y: -22),
    ]
    let distance = shift[animation] ?? .zero
    expectEqual((gone.superview == nil), (animation == .none))
    if animation != .none {
      expect(abs(fixture.seen(gone).minX - distance.x) < 1 && abs(fixture.top(gone) - 176 - distance.y) < 1)
      let fades = animation == .fade || animation == .automatic
      expect(abs((gone.presentation?.alpha ?? 1) - (fades ? 0 : 1)) < 0.01)
    }
    fixture.settle()
    expect(gone.superview == nil && gone.alpha == 1)

    fixture.insert(at: 2, with: animation)
    let new = try #require(fixture.cell(2))
    expectEqual(Double(new.frame.minY), 88)
    expect(fixture.seen(new).minX == distance.x && fixture.top(new) == 88 + distance.y)
    expectEqual((new.presentation?.alpha ?? 1), (animation == .fade || animation == .automatic ? 0 : 1))
    fixture.settle()
    expect(fixture.top(new) == 88 && fixture.seen(new).minX == 0)
    fixture.table.checkInvariants()
  }

  @Test("with .none the neighbours still move, and nothing does within performWithoutAnimation")
  func noAnimation() throws {
    let fixture = UpdateFixture([8])
    let below = try #require(fixture.cell(5))
    fixture.delete([4], with: .none)
    expectEqual(fixture.top(below), 5 * 44.0)
    fixture.settle()
    UIView.performWithoutAnimation { fixture.delete([1]) }
    expectEqual(fixture.top(below), 3 * 44.0)
    expect(fixture.table.departures.all.isEmpty)
    UIView.setAnimationsEnabled(false)
    fixture.delete([1])
    UIView.setAnimationsEnabled(true)
    expectEqual(fixture.top(below), 2 * 44.0)
    fixture.table.checkInvariants()
  }

  @Test("inside of an animation block an update takes the block's duration")
  func outerDuration() throws {
    let fixture = UpdateFixture([8])
    let below = try #require(fixture.cell(5))
    UIView.animate(withDuration: 1) { fixture.delete([4]) }
    fixture.app.frame(showing: 0.5)
    expect(abs(fixture.top(below) - 4.5 * 44) < 1)
    fixture.settle()
    expectEqual(fixture.top(below), 4 * 44.0)
  }

  @Test("a moved row passes over the others")
  func movedRow() throws {
    let fixture = UpdateFixture([8])
    let cell = try #require(fixture.cell(1))
    let rows = fixture.source.content.sections[0].rows
    fixture.source.content.sections[0].rows = Array(rows[2...6] + [rows[1]] + rows[7...])
    fixture.source.content.sections[0].rows.insert(rows[0], at: 0)
    fixture.table.moveRow(at: fixture.path(1), to: fixture.path(6))
    expect(fixture.table.subviews.last { $0 is UITableViewCell } === cell)
    expect(fixture.top(cell) == 44 && cell.frame.minY == 264)
    fixture.settle()
    fixture.table.checkInvariants()
  }

  @Test("headers move along with their rows, and those of deleted sections go")
  func headers() throws {
    let fixture = UpdateFixture([3, 3]) { _, source in
      for section in source.content.sections { source.headers[section.id] = "section \(section.id)" }
    }
    let first = try #require(fixture.table.headerView(forSection: 0))
    let second = try #require(fixture.table.headerView(forSection: 1))
    let before = fixture.top(second)
    fixture.delete([0], 0)
    expect(fixture.top(second) == before && Double(second.frame.minY) == before - 44)
    fixture.settle()
    fixture.source.content.sections.removeFirst()
    fixture.table.deleteSections([0], with: .fade)
    expect(fixture.table.headerView(forSection: 0) === second)
    expect(first.superview === fixture.table)
    fixture.settle()
    expect(first.superview == nil)
    fixture.table.checkInvariants()
  }

  @Test("what is on its way out takes no touches")
  func touches() throws {
    let fixture = UpdateFixture([3])
    let gone = try #require(fixture.cell(2))
    let button = UIButton(frame: CGRect(x: 0, y: 0, width: 44, height: 44))
    gone.contentView.addSubview(button)
    fixture.delete([2])
    let point = CGPoint(x: 10, y: 2 * 44 + 10)
    expect(gone.superview === fixture.table)
    expect(fixture.table.hitTest(point, with: nil) === fixture.table)
    expectEqual(fixture.table.hitTest(CGPoint(x: 10, y: 10), with: nil)?.isDescendant(of: fixture.cell(0)!), true)
  }

  @Test("a row that goes is not used again before it was reported")
  func recycling() throws {
    let fixture = UpdateFixture([100], hasDelegate: true)
    let gone = try #require(fixture.cell(2))
    fixture.delete([2])
    expect(fixture.table.visibleCells.allSatisfy { $0 !== gone })
    fixture.settle()
    expectEqual(fixture.delegate.ended.map(\.path), [fixture.path(2)])
    fixture.table.contentOffset.y = 30
    fixture.app.frame()
    expect(fixture.table.visibleCells.contains { $0 === gone })
    expectEqual(fixture.delegate.pairingErrors, 0)
  }

  @Test("rows are drawn opaque over each other while they move, and as before afterwards")
  func ground() throws {
    let fixture = UpdateFixture([8])
    let cell = try #require(fixture.cell(5))
    fixture.delete([1])
    expectEqual(cell.ground, fixture.table.backgroundColor)
    fixture.settle()
    expect(cell.ground == nil && cell.backgroundColor == nil)
  }

  @Test("an idle table draws nothing when the animation has ended")
  func idle() {
    let fixture = UpdateFixture([8])
    fixture.delete([1])
    expect(fixture.app.settle() <= 21)
    expect(!fixture.app.application.frameLoop.isFrameRequested)
  }
}
