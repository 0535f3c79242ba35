import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

@MainActor
@Suite("Updates: what stays where it is on the screen")
struct UpdateOffsetTests {
  @Test("inserting 1,000 rows above the visible area leaves every visible pixel where it is")
  func insertAbove() {
    let fixture = UpdateFixture([5000])
    fixture.table.contentOffset.y = 2000.5
    fixture.app.frame()
    let cells = fixture.table.visibleCells
    let places = cells.map(fixture.seen)
    let size = fixture.table.contentSize.height
    fixture.table.performBatchUpdates {
      for row in 0..<1000 { fixture.add(at: row) }
      fixture.table.insertRows(at: (0..<1000).map { fixture.path($0) }, with: .top)
    }
    expect(fixture.table.visibleCells == cells && cells.map(fixture.seen) == places)
    expectEqual(fixture.table.contentOffset.y, 2000.5 + 44_000)
    expectEqual(fixture.table.contentSize.height, size + 44_000)
    fixture.settle()
    expectEqual(cells.map(fixture.seen), places)
    fixture.table.checkInvariants()
  }

  @Test("rows that come above the visible area are measured when they come on screen, and what is seen stays")
  func measuredLater() throws {
    let fixture = UpdateFixture([100], hasDelegate: true)
    fixture.table.contentOffset.y = 1000
    fixture.app.frame()
    _ = fixture.delegate.takeAsked()
    let first = try #require(fixture.table.visibleCells.first)
    let top = fixture.top(first)
    fixture.table.performBatchUpdates {
      for row in 0..<20 { fixture.add(at: row, height: 90) }
      fixture.table.insertRows(at: (0..<20).map { fixture.path($0) }, with: .fade)
    }
    fixture.settle()
    expect(fixture.delegate.takeAsked().isEmpty && fixture.top(first) == top)
    let target = try #require(fixture.table.indexPath(for: first)).row - 30
    while (fixture.table.indexPathsForVisibleRows?.first?.row ?? 0) > target {
      let seen = fixture.table.visibleCells[0]
      let before = fixture.top(seen)
      fixture.table.contentOffset.y -= 20
      fixture.app.frame()
      expectEqual(fixture.top(seen), before + 20)
      fixture.table.checkInvariants()
    }
    expect(!fixture.delegate.takeAsked().isEmpty)
  }

  @Test("at its top a table shows what is inserted there")
  func insertAtTop() {
    let fixture = UpdateFixture([100])
    let id = fixture.insert(at: 0)
    expect(fixture.table.contentOffset.y == 0 && fixture.shown.first == id)
  }

  @Test("when the content shrinks above its end, the offset ends in the content")
  func shrink() {
    let fixture = UpdateFixture([100])
    fixture.table.contentOffset.y = 100 * 44 - 440
    fixture.app.frame()
    fixture.delete(Array(5..<100))
    expectEqual(fixture.table.contentOffset.y, 0)
    expectEqual(fixture.shown, [1, 2, 3, 4, 5])
    fixture.settle()
    fixture.table.checkInvariants()
  }
}
