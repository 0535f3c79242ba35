import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

/// Against the list of heights: whatever is found out, the first row wholly on screen stays where it is.
@MainActor
@Suite("Table: rows stay where they are seen")
struct SteadyRowsTests {
  private static func heights(_ count: Int, _ random: inout SeededRandom) -> [CGFloat] {
    let wild = Bool.random(using: &random)
    return (0..<count).map { _ in
      CGFloat(Int.random(in: 1...(wild ? 700 : 90), using: &random))
    }
  }

  private func makeFixture(_ seed: Int, _ random: inout SeededRandom) -> SizingFixture {
    let estimates: [CGFloat] = [UITableView.automaticDimension, 44, 7, 400]
    return SizingFixture(heights: Self.heights(Int.random(in: 40...160, using: &random), &random)) {
      $0.estimatedRowHeight = estimates[seed % 4]
    }
  }

  @Test("scrolled by steps and jumps in both directions, against the model", arguments: 0..<12)
  func offsets(seed: Int) {
    var random = SeededRandom(seed: seed)
    let fixture = makeFixture(seed, &random)
    let table = fixture.table
    for step in 0..<60 {
      let isJump = Int.random(in: 0..<12, using: &random) == 0
      let highest = table.verticalExtent.highest
      let wanted =
        isJump
        ? Double.random(in: 0...max(1, highest), using: &random).rounded()
        : table.contentOffset.y + Double.random(in: -120...130, using: &random).rounded()
      table.contentOffset.y = min(max(0, wanted), highest)
      let before = isJump ? nil : fixture.wholeRows.first
      fixture.app.frame()
      let fault = fixture.fault()
      expect(fault == nil, "seed \(seed), step \(step)")
      if let before, !fixture.isAtEnd {
        expectEqual(before.cell.position, before.row, "seed \(seed), step \(step)")
        expectEqual(before.cell.frame.minY - table.contentOffset.y, before.y, "seed \(seed), step \(step)")
      }
      guard fault == nil else { return }
    }
    expect(fixture.asks.values.allSatisfy { $0 == 1 })
  }

  @Test("notches that lead to an end of the table lead there, though rows turn out higher on the way", arguments: 0..<4)
  func wheelToTheEnds(seed: Int) {
    var random = SeededRandom(seed: seed)
    let fixture = makeFixture(seed, &random)
    let table = fixture.table
    for lines in [-4000.0, 4000, -4000, 4000] as [CGFloat] {
      fixture.app.wheel(lines, at: CGPoint(x: 100, y: 100))
      for _ in 0..<400 where table.mover.isMoving { fixture.app.frame() }
      let extent = table.verticalExtent
      expectEqual(table.contentOffset.y, (lines > 0 ? extent.lowest : extent.highest), "seed \(seed), \(lines) lines")
    }
  }

  @Test("moved by the wheel, a fling or an animation the rows follow the motion and nothing else", arguments: 0..<4)
  func motions(seed: Int) {
    var random = SeededRandom(seed: seed)
    let fixture = makeFixture(seed, &random)
    let table = fixture.table
    table.contentOffset.y = (table.verticalExtent.highest / 2).rounded()
    fixture.app.frame()
    for turn in 0..<12 {
      let lines = CGFloat(Int.random(in: 1...6, using: &random)) * (turn % 3 == 0 ? 1 : -1)
      fixture.app.wheel(lines, at: CGPoint(x: 100, y: 100))
      var steps: [CGFloat] = []
      for _ in 0..<30 where table.mover.isMoving {
        let rows = fixture.table.cells.visible
        let tops = rows.map { $0.view.frame.minY - table.contentOffset.y }
        fixture.app.frame()
        guard !fixture.isAtEnd else { continue }
        var moves: [CGFloat] = []
        for (entry, top) in zip(rows, tops) where entry.view.position == entry.position {
          moves.append(entry.view.frame.minY - table.contentOffset.y - top)
        }
        // All rows that stay move alike, one way, by what a glide does at most in a frame.
        if let first = moves.first { expect(moves.allSatisfy { abs($0 - first) < 1e-6 }, "seed \(seed)") }
        steps += moves.prefix(1)
      }
      expect(steps.allSatisfy { lines > 0 ? $0 >= -1e-6 : $0 <= 1e-6 }, "seed \(seed), turn \(turn)")
      expect(steps.allSatisfy { abs($0) <= 120 * abs(lines) }, "seed \(seed), turn \(turn)")
      expect(fixture.fault() == nil, "seed \(seed), turn \(turn)")
    }
  }

  @Test("batches of inserts, deletes, reloads and grown rows, against the model", arguments: 0..<8)
  func batches(seed: Int) {
    var random = SeededRandom(seed: seed)
    let fixture = makeFixture(seed, &random)
    let table = fixture.table
    for step in 0..<40 {
      table.contentOffset.y = Double.random(in: 0...max(1, table.verticalExtent.highest), using: &random).rounded()
      fixture.app.frame()
      let count = fixture.heights.count
      func row() -> Int { Int.random(in: 0..<count, using: &random) }
      let measured = (0..<count).filter { table.index.isMeasured(row: $0, inSection: 0) }.count
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        let at = row()
        fixture.heights.insert(contentsOf: [33, 333], at: at)
        table.insertRows(at: [0, 1].map { IndexPath(row: at + $0, section: 0) }, with: .none)
      case 1 where count > 20:
        let gone = Set([row(), row(), row()])
        for row in gone.sorted(by: >) { fixture.heights.remove(at: row) }
        table.deleteRows(at: gone.map { IndexPath(row: $0, section: 0) }, with: .fade)
      case 2:
        let at = row()
        fixture.heights[at] = CGFloat(Int.random(in: 10...300, using: &random))
        table.reloadRows(at: [IndexPath(row: at, section: 0)], with: .automatic)
      default:
        guard let cell = table.visibleCells.randomElement(using: &random) as? TallCell, let at = cell.position else {
          continue
        }
        fixture.heights[at.row] += 40
        cell.wanted = fixture.heights[at.row]
        cell.invalidateIntrinsicContentSize()
      }
      fixture.app.frame()
      let fault = fixture.fault()
      expect(fault == nil, "seed \(seed), step \(step)")
      let still = (0..<fixture.heights.count).filter { table.index.isMeasured(row: $0, inSection: 0) }.count
      // A batch keeps the heights of the rows it does not touch.
      expect(still >= measured - 3, "seed \(seed), step \(step)")
      guard fault == nil else { return }
    }
    fixture.app.settle()
    expect(fixture.fault() == nil)
  }

  @Test("a table that the app left beyond its end is not led further out by heights that turn out lower")
  func beyondEnd() {
    final class Delegate: NSObject, UITableViewDelegate {
      func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView? { nil }
    }
    let app = TestApplication(size: CGSize(width: 300, height: 440))
    let table = UITableView(frame: app.window.bounds, style: .grouped)
    let source = ScriptedTable(sections: [1, 1, 4])
    let delegate = Delegate()
    table.rowHeight = 44
    table.register(UITableViewCell.self, forCellReuseIdentifier: "cell")
    table.dataSource = source
    table.delegate = delegate
    app.window.addSubview(table)
    app.frame()
    table.reloadData()
    table.contentOffset.y = table.verticalExtent.highest + 5
    let offset = table.contentOffset.y
    for _ in 0..<3 {
      app.settle()
      expectEqual(table.contentOffset.y, offset)
      table.dataSource = source
    }
  }

  @Test("rows that a reload takes away in the same turn as another width comes are no anchor")
  func widthAndReload() {
    let fixture = SizingFixture(heights: (0..<400).map { CGFloat(44 + $0 % 7 * 9) })
    for left in [300, 20, 3, 0, 1] {
      fixture.table.contentOffset.y = fixture.table.contentSize.height / 2
      fixture.app.frame()
      fixture.heights.removeLast(fixture.heights.count - min(left, fixture.heights.count))
      if left == 1 { fixture.heights = [60] }
      fixture.table.reloadData()
      fixture.table.frame.size.width -= 20
      fixture.app.settle()
      fixture.table.checkInvariants()
      expectEqual(fixture.table.visibleCells.isEmpty, (left == 0))
    }
  }
}
