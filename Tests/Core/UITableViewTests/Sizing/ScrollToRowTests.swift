import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

@MainActor
@Suite("Table: scrolling to rows that were never measured")
struct ScrollToRowTests {
  private static let million = 1_000_000

  private func makeFixture() -> SizingFixture {
    SizingFixture(heights: [], computed: (Self.million, { CGFloat(20 + ($0 &* 2_654_435_761) % 381) }))
  }

  private func wanted(_ row: Int, _ place: UITableView.ScrollPosition, _ fixture: SizingFixture) -> CGFloat {
    let frame = fixture.table.rectForRow(at: IndexPath(row: row, section: 0))
    let offset: CGFloat =
      switch place {
      case .top: frame.minY
      case .bottom: frame.maxY - 440
      default: frame.midY - 220
      }
    return min(max(0, offset), fixture.table.contentSize.height - 440)
  }

  @Test(
    "any row of a million lands exactly, in the same frame, with at most two screens of cells",
    arguments: [UITableView.ScrollPosition.top, .middle, .bottom], 0..<3)
  func exactly(place: UITableView.ScrollPosition, seed: Int) {
    let fixture = makeFixture()
    var random = SeededRandom(seed: seed)
    // 440 points hold at most 23 rows, cut ones included.
    for round in 0..<40 {
      let row =
        switch round {
        case 0: Self.million - 1
        case 1: 0
        case 2: Self.million - 2
        case 3: 1
        default: Int.random(in: 0..<Self.million, using: &random)
        }
      fixture.forgetCounts()
      fixture.table.scrollToRow(at: IndexPath(row: row, section: 0), at: place, animated: false)
      expect(abs(fixture.table.contentOffset.y - wanted(row, place, fixture)) < 0.5, "row \(row)")
      expect(fixture.cellsAsked <= 46, "row \(row)")
      let offset = fixture.table.contentOffset.y
      fixture.app.frame()
      expectEqual(fixture.table.contentOffset.y, offset, "row \(row)")
      expect(fixture.table.cellForRow(at: IndexPath(row: row, section: 0)) != nil)
      expect(!fixture.table.anchor.isAiming)
      expect(fixture.fault() == nil)
    }
  }

  @Test("with .none the table moves as little as shows the row, not at all when it is visible", arguments: 0..<4)
  func leastMovement(seed: Int) {
    let fixture = makeFixture()
    var random = SeededRandom(seed: seed)
    for _ in 0..<40 {
      let row = Int.random(in: 0..<Self.million, using: &random)
      let before = fixture.table.contentOffset.y
      fixture.table.scrollToRow(at: IndexPath(row: row, section: 0), at: .none, animated: false)
      let frame = fixture.table.rectForRow(at: IndexPath(row: row, section: 0))
      let offset = fixture.table.contentOffset.y
      // What was learned on the way may have moved all offsets, so the direction does not tell.
      expect([frame.minY, min(frame.maxY - 440, frame.minY), before].contains(offset))
      let isWhole = frame.minY >= offset && frame.maxY <= offset + 440
      expect(isWhole || frame.minY == offset)
      fixture.table.scrollToRow(at: IndexPath(row: row, section: 0), at: .none, animated: false)
      expectEqual(fixture.table.contentOffset.y, offset)
      expect(fixture.fault() == nil)
    }
  }

  @Test(".top puts the row below the floating header of its section, whatever the header turns out to be")
  func belowHeader() {
    final class Tall: UIView {
      override func sizeThatFits(_ size: CGSize) -> CGSize { CGSize(width: size.width, height: 75) }
    }
    final class Headers: NSObject, UITableViewDelegate {
      func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView? { Tall() }
    }
    let delegate = Headers()
    let fixture = TableFixture(sections: [100, 100, 100], delegate: delegate) { _, source in
      source.makesCell = { _, path in
        let cell = TallCell(style: .default, reuseIdentifier: nil)
        cell.wanted = 50 + CGFloat(path.row % 7) * 10
        return cell
      }
    }
    let path = IndexPath(row: 40, section: 2)
    fixture.table.scrollToRow(at: path, at: .top, animated: false)
    expectEqual(fixture.table.rectForRow(at: path).minY - fixture.table.contentOffset.y, 75)
    fixture.table.checkInvariants()
  }

  @Test("an animated scroll ends exactly and reports its end once", arguments: [3, 60, 5000, 777_777, 999_999])
  func animated(row: Int) {
    for place in [UITableView.ScrollPosition.top, .middle, .bottom] {
      let fixture = makeFixture()
      fixture.table.scrollToRow(at: IndexPath(row: row, section: 0), at: place, animated: true)
      expectEqual(fixture.table.contentOffset.y, 0)
      fixture.app.settle()
      expect(abs(fixture.table.contentOffset.y - wanted(row, place, fixture)) < 0.5)
      expectEqual(fixture.endedAnimations, 1)
      expect(!fixture.table.anchor.isAiming)
      // And the way back.
      fixture.table.scrollToRow(at: IndexPath(row: row / 3, section: 0), at: place, animated: true)
      fixture.app.settle()
      expect(abs(fixture.table.contentOffset.y - wanted(row / 3, place, fixture)) < 0.5)
      expect(fixture.fault() == nil)
    }
  }

  @Test("an animated scroll that the user stops is not taken up again")
  func interrupted() {
    let fixture = makeFixture()
    fixture.table.scrollToRow(at: IndexPath(row: 500, section: 0), at: .top, animated: true)
    for _ in 0..<6 { fixture.app.frame() }
    fixture.app.wheel(1, at: CGPoint(x: 100, y: 100))
    fixture.app.settle()
    expect(!fixture.table.anchor.isAiming)
    expectEqual(fixture.table.indexPathsForVisibleRows?.contains(IndexPath(row: 500, section: 0)), false)
  }

  @Test("scrolling to a row before the first layout is exact after it")
  func beforeLayout() {
    let fixture = SizingFixture(heights: (0..<300).map { 30 + CGFloat($0 * 13 % 150) }) { table in
      table.scrollToRow(at: IndexPath(row: 150, section: 0), at: .middle, animated: false)
    }
    let frame = fixture.table.rectForRow(at: IndexPath(row: 150, section: 0))
    expectEqual(fixture.table.contentOffset.y, frame.midY - 220)
  }
}
