import Expectations
import Foundation
import TableModel
import TestSupport
import Testing

@testable import UIKitCore

@MainActor
@Suite("Table: estimates")
struct EstimateTests {
  @Test("the guess is 44 at the start, then the mean of what was measured")
  func learning() {
    let fixture = SizingFixture(heights: Array(repeating: 100, count: 1000))
    // Five rows are no sample, eight are.
    expectEqual(fixture.table.contentSize.height, CGFloat(44_280))
    fixture.table.contentOffset.y = 400
    fixture.app.frame()
    expectEqual(fixture.table.contentSize.height, 100_000)
    expect(fixture.fault() == nil)
  }

  @Test("a guess that is learned does not move what is visible")
  func learningStaysStill() throws {
    let fixture = SizingFixture(heights: Array(repeating: 100, count: 1000))
    fixture.table.contentOffset.y = 30_000
    fixture.app.frame()
    for _ in 0..<40 {
      fixture.table.contentOffset.y -= 90
      let before = fixture.wholeRows
      fixture.app.frame()
      let kept = try #require(before.first)
      expectEqual(kept.cell.frame.minY - fixture.table.contentOffset.y, kept.y)
      expect(fixture.fault() == nil)
    }
    expectEqual(fixture.table.index.band(ofRow: 10, inSection: 0).height, 100)
  }

  @Test("estimatedRowHeight counts until a row comes on screen and is not learned from")
  func property() {
    let fixture = SizingFixture(heights: Array(repeating: 100, count: 1000)) { $0.estimatedRowHeight = 60 }
    fixture.table.contentOffset.y = 1000
    fixture.app.frame()
    expect(fixture.fault() == nil)
    expectEqual(fixture.table.index.band(ofRow: 999, inSection: 0).height, 60)
  }

  @Test("the delegate's estimate is asked for every row at the load and counts until the row comes on screen")
  func delegateEstimates() {
    final class Guesses: NSObject, UITableViewDelegate {
      func tableView(_ tableView: UITableView, estimatedHeightForRowAt path: IndexPath) -> CGFloat {
        CGFloat(30 + path.row % 4)
      }
    }
    let delegate = Guesses()
    let fixture = SizingFixture(heights: Array(repeating: 88, count: 40)) { $0.delegate = delegate }
    var guessed = 0
    for row in 5..<40 { guessed += 30 + row % 4 }
    expectEqual(fixture.table.contentSize.height, CGFloat(5 * 88 + guessed))
    expect(fixture.fault() == nil)
  }

  @Test("sections get a new guess some at a time, and all of them in the end")
  func manySections() throws {
    let app = TestApplication(size: CGSize(width: 300, height: 440))
    let source = ScriptedTable(sections: Array(repeating: 1, count: 1000))
    source.makesCell = { _, _ in
      let cell = TallCell(style: .default, reuseIdentifier: nil)
      cell.wanted = 80
      return cell
    }
    let table = UITableView(frame: app.window.bounds)
    table.separatorStyle = .none
    table.dataSource = source
    app.window.addSubview(table)
    app.frame()
    for _ in 0..<30 {
      table.contentOffset.y += 70
      let kept = try #require(table.cells.visible.first { $0.view.frame.minY >= table.contentOffset.y })
      let y = kept.view.frame.minY - table.contentOffset.y
      app.frame()
      expectEqual(kept.view.frame.minY - table.contentOffset.y, y)
      table.checkInvariants()
    }
    expectEqual(table.contentSize.height, 80_000)
  }

  @Test("a mean is looked over when twice as many rows were measured, and left alone within 5 %")
  func meanValue() {
    var estimate = HeightEstimate()
    func measure(_ height: Double, times: Int) { for _ in 0..<times { estimate.add(height) } }
    func reviewed(present: Double) -> Bool { estimate.review(present: present) }
    measure(100, times: 7)
    expect(!reviewed(present: 44))
    measure(100, times: 1)
    expect(reviewed(present: 44))
    expectEqual(estimate.value, 100)
    measure(300, times: 7)
    expect(!reviewed(present: 100))
    measure(300, times: 1)
    expect(reviewed(present: 100))
    expectEqual(estimate.value, 200)
    measure(210, times: 16)
    expect(!reviewed(present: 200))
    measure(1, times: HeightEstimate.enough)
    _ = reviewed(present: 200)
    let final = estimate.value
    measure(900, times: HeightEstimate.enough * 4)
    expect(!reviewed(present: final ?? 0))
    expectEqual(estimate.value, final)
  }
}
