import Expectations
import Foundation
import TableModel
import TestSupport
import Testing

@testable import UIKitCore

@MainActor
@Suite("Reorder: dragging")
struct ReorderDragTests {
  @Test("a row dropped two rows further down is moved by one call, to its index after removal")
  func drop() {
    let fixture = ReorderFixture([6])
    let cell = fixture.cell(1)
    let end = fixture.drag(1, by: 90)
    expect(fixture.table.hasUncommittedUpdates, "a row being dragged is an update not committed yet")
    expect(fixture.source.moves.isEmpty, "nothing is moved before the row is let go")
    fixture.table.checkInvariants()
    expectEqual(fixture.top(cell), 44 + 90, "the cell follows the pointer")
    expect(fixture.cell(1) === cell && fixture.table.visibleCells.contains { $0 === cell })
    fixture.app.mouseUp(at: end)
    expectEqual(fixture.source.moves, [[IndexPath(row: 1, section: 0), IndexPath(row: 3, section: 0)]])
    expect(!fixture.table.hasUncommittedUpdates)
    expect(fixture.shown == [1, 3, 4, 2, 5, 6] && fixture.shown == fixture.ids[0])
    expect(fixture.cell(3) === cell, "the cell stays the same")
    fixture.table.checkInvariants()
    expectEqual(fixture.top(cell), 44 + 90, "it glides from where it was let go")
    fixture.app.frame(after: 0.1)
    expect(fixture.top(cell) < 134 && fixture.top(cell) > 132)
    fixture.app.settle()
    expect(fixture.top(cell) == 132 && fixture.table.reorder.drag == nil)
    expect(fixture.table.subviews.allSatisfy { !($0 is ReorderShadowView) })
    expect(cell?.ground == nil && cell?.presentation == nil)
  }

  @Test("a cell is reordering while it is dragged, and no longer when it has been let go")
  func configurationState() {
    let fixture = ReorderFixture([6])
    let cell = fixture.cell(1)
    var states: [Bool] = []
    cell?.configurationUpdateHandler = { _, state in states.append(state.isReordering) }
    fixture.app.settle()
    expect(states.allSatisfy { !$0 })
    let end = fixture.drag(1, by: 90)
    expectEqual(states.last, true)
    expectEqual(fixture.cell(0)?.configurationState.isReordering, false)
    fixture.app.mouseUp(at: end)
    fixture.app.settle()
    expectEqual(states.last, false)
  }

  @Test("a row needs half of its neighbour's height to change places with it, and goes back as easily")
  func threshold() {
    let fixture = ReorderFixture([6])
    let start = fixture.grip(2)
    fixture.app.mouseDown(at: start)
    for (distance, target) in [(21.0, 2), (22.0, 3), (65.0, 3), (66.0, 4), (21.5, 2), (-22.0, 2), (-23.0, 1)] {
      fixture.app.mouseMove(to: CGPoint(x: start.x, y: start.y + distance))
      fixture.app.frame()
      expectEqual(fixture.table.reorder.drag?.move.target.row, target, "\(distance)")
      fixture.table.checkInvariants()
    }
  }

  @Test("the other rows make room in a quarter of a second")
  func makingRoom() {
    let fixture = ReorderFixture([6])
    let next = fixture.cell(2)
    let start = fixture.grip(1)
    fixture.app.mouseDown(at: start)
    fixture.app.mouseMove(to: CGPoint(x: start.x, y: start.y + 30))
    fixture.app.frame()
    expectEqual(fixture.top(next), 88)
    fixture.app.frame(after: 0.1)
    expect(fixture.top(next) < 80 && fixture.top(next) > 44)
    fixture.app.settle()
    expectEqual(fixture.top(next), 44)
    expectEqual(fixture.app.settle(), 0, "nothing is drawn while the row is held still")
    expect(fixture.table.subviews.last === fixture.table.reorder.drag?.cell, "the cell is in front")
    let views = fixture.table.subviews
    expect(views[views.count - 2] is ReorderShadowView && views[views.count - 2].alpha == 1)
    fixture.app.mouseUp(at: CGPoint(x: start.x, y: start.y + 30))
    let place = fixture.table.subviews.firstIndex { $0 === fixture.cell(2) } ?? 0
    expect(fixture.table.subviews[place - 1] is ReorderShadowView, "the shadow stays below the cell")
    fixture.app.settle()
    expect(!fixture.table.subviews.contains { $0 is ReorderShadowView })
  }

  @Test("a finger on the grip drags the row and does not scroll; its row is neither highlighted nor selected")
  func finger() {
    let fixture = ReorderFixture([30]) { table, _ in table.allowsSelectionDuringEditing = true }
    let start = fixture.grip(2)
    fixture.app.fingerDrag(from: start, to: CGPoint(x: 100, y: start.y + 88))
    fixture.app.frame(after: 0.3)
    expect(fixture.table.contentOffset.y == 0 && fixture.table.reorder.drag != nil)
    expect(fixture.table.press.row == nil && fixture.cell(2)?.isHighlighted == false)
    fixture.app.fingerUp(at: CGPoint(x: 100, y: start.y + 88))
    fixture.app.settle()
    expectEqual(fixture.source.moves, [[IndexPath(row: 2, section: 0), IndexPath(row: 4, section: 0)]])
    expect(fixture.table.indexPathForSelectedRow == nil)
    fixture.table.checkInvariants()
  }

  @Test("the right button lifts nothing, and a second grip pressed meanwhile lifts nothing more")
  func onlyOne() {
    let fixture = ReorderFixture([6])
    fixture.app.mouseDown(at: fixture.grip(1), button: .secondary)
    expect(fixture.table.reorder.drag == nil)
    fixture.app.mouseUp(at: fixture.grip(1), button: .secondary)
    fixture.app.mouseDown(at: fixture.grip(1))
    let cell = fixture.table.reorder.drag?.cell
    fixture.app.fingerDown(at: fixture.grip(3))
    fixture.app.fingerMove(to: fixture.grip(5))
    fixture.app.fingerUp(at: fixture.grip(5))
    expect(fixture.table.reorder.drag?.cell === cell && fixture.source.moves.isEmpty)
  }

  @Test("a row dropped where it came from is not moved")
  func dropInPlace() {
    let fixture = ReorderFixture([6])
    let end = fixture.drag(2, by: 15)
    fixture.app.mouseUp(at: end)
    fixture.app.settle()
    expect(fixture.source.moves.isEmpty && fixture.shown == [1, 2, 3, 4, 5, 6])
    expectEqual(fixture.top(fixture.cell(2)), 88)
    fixture.table.checkInvariants()
  }

  @Test("for each proposed path, asked once, the delegate may choose another")
  func retargeting() {
    let fixture = ReorderFixture([8], hasDelegate: true)
    fixture.delegate.retarget = { _, proposed in IndexPath(row: min(proposed.row, 3), section: 0) }
    let end = fixture.drag(1, by: 44 * 5, steps: 40)
    expectEqual(fixture.delegate.proposals.map(\.row), [2, 3, 4, 5, 6])
    expectEqual(fixture.table.reorder.drag?.move.target.row, 3)
    fixture.table.checkInvariants()
    fixture.app.mouseUp(at: end)
    fixture.app.settle()
    expectEqual(fixture.source.moves, [[IndexPath(row: 1, section: 0), IndexPath(row: 3, section: 0)]])
    expectEqual(fixture.shown, fixture.ids[0])
  }

  @Test("a row is dragged into an empty section, to its end and into the next one")
  func sections() {
    let fixture = ReorderFixture([3, 0, 2])
    expectEqual(fixture.ids, [[1, 2, 3], [], [6, 7]])
    var end = fixture.drag(0, by: 79)
    expectEqual(fixture.table.reorder.drag?.move.target, RowPosition(section: 0, row: 2))
    fixture.app.mouseMove(to: CGPoint(x: end.x, y: end.y + 9))
    fixture.app.frame()
    expectEqual(fixture.table.reorder.drag?.move.target, RowPosition(section: 1, row: 0))
    fixture.table.checkInvariants()
    end.y += 9
    fixture.app.mouseUp(at: end)
    fixture.app.settle()
    expectEqual(fixture.ids, [[2, 3], [1], [6, 7]])
    expectEqual(fixture.shown, [2, 3, 1, 6, 7])
    fixture.table.checkInvariants()
    end = fixture.drag(0, 1, by: 44 * 2)
    fixture.app.mouseUp(at: end)
    fixture.app.settle()
    expectEqual(fixture.ids, [[2, 3], [], [6, 7, 1]])
    fixture.table.checkInvariants()
  }

  @Test("rows of different heights: the gap is as high as the row, and it glides to the very place")
  func heights() {
    let fixture = ReorderFixture([6], hasDelegate: true) { _, source in
      for (row, height) in [100.0, 30, 44, 60, 20, 80].enumerated() {
        source.content.sections[0].rows[row].height = height
      }
    }
    let end = fixture.drag(0, by: 70)
    // Rows 2 and 3 are 74 high together: 70 is nearer to their end.
    expectEqual(fixture.table.reorder.drag?.move.target.row, 2)
    fixture.app.settle()
    expect(fixture.top(fixture.cell(1)) == 0 && fixture.top(fixture.cell(3)) == 174)
    fixture.app.mouseUp(at: end)
    fixture.app.settle()
    expectEqual(fixture.shown, [2, 3, 1, 4, 5, 6])
    expectEqual(fixture.table.rectForRow(at: IndexPath(row: 2, section: 0)).height, 100)
    fixture.table.checkInvariants()
  }

  @Test("the selection goes with the row and stays with the others")
  func selection() {
    let fixture = ReorderFixture([8]) { table, _ in table.allowsMultipleSelectionDuringEditing = true }
    for row in [1, 2] {
      fixture.table.selectRow(at: IndexPath(row: row, section: 0), animated: false, scrollPosition: .none)
    }
    let end = fixture.drag(1, by: 44 * 3)
    fixture.app.mouseUp(at: end)
    fixture.app.settle()
    expectEqual(fixture.table.indexPathsForSelectedRows?.map(\.row), [1, 4])
    fixture.table.checkInvariants()
  }

  @Test("a hundred random drags on tables of every style keep the rows in the order of the data", arguments: 0..<6)
  func randomDrags(seed: Int) {
    var random = SeededRandom(seed: seed)
    let style = [UITableView.Style.plain, .grouped, .insetGrouped][seed % 3]
    let fixture = ReorderFixture([4, 0, 12, 1], style: style, hasDelegate: seed % 2 == 0) { _, source in
      for section in source.content.sections.indices {
        for row in source.content.sections[section].rows.indices {
          source.content.sections[section].rows[row].height = Double(Int.random(in: 20...90, using: &random))
        }
      }
    }
    for step in 0..<100 {
      guard let path = fixture.table.indexPathsForVisibleRows?.randomElement(using: &random) else { return }
      let grip = fixture.grip(path.row, path.section)
      guard grip.y > 0, grip.y < 440 else { continue }
      let cell = fixture.cell(path.row, path.section)
      fixture.app.mouseDown(at: grip)
      var place = grip
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        place.y = Double.random(in: -30...470, using: &random)
        fixture.app.mouseMove(to: place)
        for _ in 0..<Int.random(in: 0...3, using: &random) { fixture.app.frame(after: 0.03) }
        fixture.table.layoutIfNeeded()
        fixture.table.checkInvariants()
      }
      let isCancelled = Int.random(in: 0..<5, using: &random) == 0
      let before = fixture.ids
      if isCancelled { fixture.app.key(.keyboardEscape) }
      fixture.app.mouseUp(at: place)
      fixture.table.checkInvariants()
      let paths = fixture.table.indexPathsForVisibleRows ?? []
      let expected = paths.map { fixture.source.content.sections[$0.section].rows[$0.row].id }
      guard fixture.shown == expected, !isCancelled || fixture.ids == before, cell != nil else {
        Issue.record("seed \(seed), step \(step): \(fixture.shown), not \(expected)")
        return
      }
      if Bool.random(using: &random) { fixture.app.settle() }
    }
    fixture.app.settle()
    expectEqual(fixture.delegate.pairingErrors, 0)
    let cells = fixture.table.subviews.filter { $0 is UITableViewCell }
    expectEqual(cells.count, fixture.table.visibleCells.count)
    expect(cells.allSatisfy { ($0 as? UITableViewCell)?.ground == nil && $0.presentation == nil })
  }
}
