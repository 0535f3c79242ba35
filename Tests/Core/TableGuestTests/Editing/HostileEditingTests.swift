import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

/// Data sources and delegates that change the table inside of its questions.
@MainActor
@Suite("Table: edit mode with callbacks that change the table")
struct HostileEditingTests {
  @Test("a commit that reloads, or ends edit mode, or does both")
  func commits() {
    for step in 0..<3 {
      let fixture = EditingFixture { _, source in source.style = { _ in .insert } }
      fixture.source.onCommit = { [unowned source = fixture.source] table, _, path in
        source.sections[0].remove(at: path.row)
        if step != 0 { table.setEditing(false, animated: true) }
        if step != 1 { table.reloadData() } else { table.deleteRows(at: [path], with: .left) }
      }
      fixture.edit()
      fixture.pressControl(4)
      fixture.app.settle()
      expectEqual(fixture.table.isEditing, (step == 0))
      expectEqual(fixture.shown.prefix(5), ["1", "2", "3", "4", "6"])
      expect(fixture.cells.allSatisfy { $0.isEditing == (step == 0) })
      fixture.table.checkInvariants()
    }
  }

  @Test("editingStyleForRow that reloads, outside of a pass and within one")
  func styleReloads() {
    let fixture = EditingFixture([400])
    var reloads = 0
    fixture.source.onStyle = { table, path in
      guard path.row % 7 == 3, reloads < 5 else { return }
      reloads += 1
      table.reloadData()
    }
    fixture.table.setEditing(true, animated: true)
    fixture.app.settle()
    expect(fixture.cells.allSatisfy { $0.isEditing })
    fixture.table.checkInvariants()
    reloads = 0
    fixture.table.contentOffset = CGPoint(x: 0, y: 5000)
    fixture.app.settle()
    expect(reloads > 0 && fixture.cells.allSatisfy { $0.isEditing })
    fixture.table.checkInvariants()
  }

  @Test(
    "canEdit and editingStyleForRow that end edit mode, outside of a pass and within one", arguments: [false, true])
  func answersEndEditing(within pass: Bool) {
    let fixture = EditingFixture([400])
    if pass { fixture.edit() }
    fixture.source.onEdit = { table, path in if path.row % 50 == 4 { table.setEditing(false, animated: true) } }
    if pass {
      fixture.table.contentOffset = CGPoint(x: 0, y: 50 * 44)
    } else {
      fixture.table.setEditing(true, animated: true)
    }
    fixture.app.settle()
    expect(!fixture.table.isEditing)
    expect(fixture.cells.allSatisfy { !$0.isEditing && $0.contentView.frame.minX == 0 })
    fixture.table.checkInvariants()
  }

  @Test("canEdit that turns the mode over each time costs frames, no hang, and leaves the table whole")
  func flipping() {
    let fixture = EditingFixture()
    var flips = 0
    fixture.source.onEdit = { table, _ in
      guard flips < 200 else { return }
      flips += 1
      table.setEditing(!table.isEditing, animated: flips % 2 == 0)
    }
    fixture.table.setEditing(true, animated: true)
    for _ in 0..<40 { fixture.app.frame() }
    fixture.source.onEdit = nil
    fixture.table.setEditing(true, animated: false)
    fixture.app.settle()
    expect(fixture.cells.allSatisfy { $0.isEditing })
    fixture.table.checkInvariants()
  }

  @Test("canEdit that inserts a row")
  func answersInsert() {
    let fixture = EditingFixture()
    var isDone = false
    fixture.source.onEdit = { [unowned source = fixture.source] table, path in
      guard path.row == 2, !isDone else { return }
      isDone = true
      source.sections[0].insert(source.makeRow(), at: 0)
      table.insertRows(at: [IndexPath(row: 0, section: 0)], with: .fade)
    }
    fixture.table.setEditing(true, animated: true)
    fixture.app.settle()
    expectEqual(fixture.shown.prefix(3), ["1001", "1", "2"])
    expect(fixture.cells.allSatisfy { $0.isEditing })
    fixture.table.checkInvariants()
  }

  @Test("edit mode begun in cellForRow, and in willDisplay's pass")
  func inCellForRow() {
    let fixture = EditingFixture([400])
    fixture.source.onCell = { table, path in if path.row == 30 { table.setEditing(true, animated: true) } }
    fixture.table.contentOffset = CGPoint(x: 0, y: 25 * 44)
    fixture.app.settle()
    expect(fixture.table.isEditing && fixture.cells.allSatisfy { $0.isEditing })
    fixture.table.checkInvariants()
  }

  @Test("edit mode begun inside of an update block, whose data have changed already")
  func inBlock() {
    let fixture = EditingFixture([4])
    fixture.table.performBatchUpdates {
      fixture.source.sections[0].removeAll()
      fixture.table.setEditing(true, animated: true)
      expect(fixture.source.takeLog().isEmpty)
      fixture.table.deleteRows(at: (0..<4).map { fixture.path($0) }, with: .fade)
    }
    fixture.app.settle()
    expect(fixture.table.isEditing && fixture.cells.isEmpty)
    fixture.table.checkInvariants()
    fixture.table.performBatchUpdates {
      fixture.source.sections[0] = [1, 2, 3]
      fixture.table.insertRows(at: (0..<3).map { fixture.path($0) }, with: .fade)
      fixture.table.setEditing(false, animated: true)
    }
    fixture.app.settle()
    expect(fixture.cells.count == 3 && fixture.cells.allSatisfy { !$0.isEditing })
    fixture.table.checkInvariants()
  }

  @Test("a data source released in edit mode")
  func released() {
    let app = TestApplication(size: CGSize(width: 300, height: 440))
    let table = UITableView(frame: CGRect(x: 0, y: 0, width: 300, height: 440))
    table.register(EditableCell.self, forCellReuseIdentifier: "cell")
    var source: EditableSource? = EditableSource([40])
    table.dataSource = source
    table.delegate = source
    app.window.addSubview(table)
    app.frame()
    table.setEditing(true, animated: true)
    app.frame()
    source = nil
    app.click(at: CGPoint(x: 20, y: 100))
    app.key(.keyboardDeleteForward)
    table.setEditing(false, animated: true)
    app.frame()
    table.setEditing(true, animated: true)
    app.settle()
    table.reloadData()
    app.settle()
    expect(table.visibleCells.isEmpty && table.isEditing)
    table.checkInvariants()
  }

  @Test("a control pressed while its row leaves does nothing")
  func leavingRow() throws {
    let fixture = EditingFixture { _, source in source.style = { _ in .insert } }
    fixture.edit()
    let cell = try #require(fixture.cell(3))
    let control = try #require(cell.edges.editing?.control)
    fixture.source.sections[0].remove(at: 3)
    fixture.table.deleteRows(at: [fixture.path(3)], with: .fade)
    _ = fixture.source.takeLog()
    control.sendActions(for: .touchUpInside)
    expect(!fixture.source.takeLog().contains { $0.hasPrefix("commit") })
    fixture.app.settle()
    fixture.table.checkInvariants()
  }

  @Test("random edits, scrolls, modes and updates leave the table whole", arguments: 0..<6)
  func random(seed: Int) {
    var random = SeededRandom(seed: seed)
    let fixture = EditingFixture([20, 0, 15]) { _, source in
      source.style = { [.delete, .insert, .none][($0.row + $0.section) % 3] }
      source.canEdit = { $0.row % 5 != 4 }
    }
    fixture.obey()
    for step in 0..<120 {
      switch Int.random(in: 0..<8, using: &random) {
      case 0: fixture.table.setEditing(!fixture.table.isEditing, animated: Bool.random(using: &random))
      case 1: fixture.table.allowsMultipleSelectionDuringEditing.toggle()
      case 2: fixture.table.contentOffset.y = CGFloat(Int.random(in: 0...600, using: &random))
      case 3: fixture.app.click(at: CGPoint(x: 150, y: Int.random(in: 0..<440, using: &random)))
      case 4: fixture.table.reloadData()
      default: fixture.app.click(at: CGPoint(x: 20, y: Int.random(in: 0..<440, using: &random)))
      }
      fixture.app.frame(after: Double.random(in: 0...0.2, using: &random))
      fixture.app.frame()
      fixture.table.checkInvariants()
      let expected = (fixture.table.indexPathsForVisibleRows ?? []).map {
        "\(fixture.source.sections[$0.section][$0.row])"
      }
      expectEqual(fixture.shown, expected, "seed \(seed), step \(step)")
    }
  }
}
