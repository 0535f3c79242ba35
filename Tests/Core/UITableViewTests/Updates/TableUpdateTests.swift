import Expectations
import Foundation
import TableModelSupport
import TestSupport
import Testing

@testable import UIKitCore

@MainActor
@Suite("Updates: what a batch does")
struct TableUpdateTests {
  @Test("deletes and reloads go by old paths, inserts by new ones, moves by both, in any order of calls")
  func numbering() {
    for order in 0..<6 {
      let fixture = UpdateFixture([6])
      // 1 2 3 4 5 6 -> new 6 2 new 4 (1 and 3 deleted, 5 deleted, 6 moved to 1)
      fixture.table.performBatchUpdates {
        fixture.remove([0, 2, 4, 5])
        var rows = fixture.source.content.sections[0].rows
        rows.insert(fixture.source.content.makeRow(height: 44), at: 0)
        rows.insert(NaiveTable.Row(id: 6, height: 44), at: 1)
        rows.insert(fixture.source.content.makeRow(height: 44), at: 3)
        fixture.source.content.sections[0].rows = rows
        let calls: [() -> Void] = [
          { fixture.table.deleteRows(at: [fixture.path(0), fixture.path(2), fixture.path(4)], with: .fade) },
          { fixture.table.insertRows(at: [fixture.path(0), fixture.path(3)], with: .left) },
          { fixture.table.moveRow(at: fixture.path(5), to: fixture.path(1)) },
        ]
        for index in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]][order] { calls[index]() }
      }
      expectEqual(fixture.shown, [8, 6, 2, 9, 4])
      fixture.table.checkInvariants()
    }
  }

  @Test("a reloaded row gets another cell and loses its selection")
  func reload() throws {
    let fixture = UpdateFixture([5])
    fixture.table.selectRow(at: fixture.path(2), animated: false, scrollPosition: .none)
    let old = try #require(fixture.cell(2))
    fixture.table.reloadRows(at: [fixture.path(2)], with: .fade)
    expect(fixture.table.indexPathForSelectedRow == nil)
    let new = try #require(fixture.cell(2))
    expect(new !== old && !new.isSelected)
    expectEqual(fixture.source.takeBound(), [3])
    fixture.table.checkInvariants()
  }

  @Test("a row is configured again though other heights are due, and the others move with the update")
  func reconfigureBeforeLoad() throws {
    let fixture = UpdateFixture([5])
    let cell = try #require(fixture.cell(2))
    fixture.table.selectRow(at: fixture.path(3), animated: false, scrollPosition: .none)
    fixture.table.rowHeight = 61
    var new = 0
    fixture.table.performBatchUpdates {
      new = fixture.add(at: 0)
      fixture.table.insertRows(at: [fixture.path(0)], with: .fade)
      fixture.table.reconfigureRows(at: [fixture.path(2)])
    }
    expect(fixture.source.takeBound().contains(3))
    fixture.settle()
    expect(fixture.cell(3) === cell && fixture.shown == [new, 1, 2, 3, 4, 5])
    expectEqual(fixture.table.indexPathForSelectedRow, fixture.path(4))
    expectEqual(fixture.table.rectForRow(at: fixture.path(5)), CGRect(x: 0, y: 305, width: 300, height: 61))
    fixture.table.checkInvariants()
  }

  @Test("row operations in a deleted section are ignored, and an inserted section brings its rows")
  func sections() {
    let fixture = UpdateFixture([2, 2])
    fixture.table.beginUpdates()
    fixture.source.content.sections.removeFirst()
    let rows = (0..<3).map { _ in fixture.source.content.makeRow(height: 44) }
    fixture.source.content.sections.append(fixture.source.content.makeSection(rows: rows))
    fixture.table.deleteRows(at: [fixture.path(0, 0)], with: .fade)
    fixture.table.reloadRows(at: [fixture.path(1, 0)], with: .fade)
    fixture.table.deleteSections([0], with: .fade)
    fixture.table.insertSections([1], with: .top)
    fixture.table.endUpdates()
    expectEqual(fixture.table.numberOfSections, 2)
    expectEqual(fixture.shown, [4, 5, 7, 8, 9])
    fixture.table.checkInvariants()
  }

  @Test("a moved section carries its rows, whose operations go by its old and new number")
  func movedSection() {
    let fixture = UpdateFixture([2, 1, 2])
    fixture.table.performBatchUpdates {
      let section = fixture.source.content.sections.remove(at: 0)
      fixture.source.content.sections.append(section)
      fixture.remove([1], 2)
      fixture.add(at: 0, 2)
      fixture.table.moveSection(0, toSection: 2)
      fixture.table.deleteRows(at: [fixture.path(1, 0)], with: .fade)
      fixture.table.insertRows(at: [fixture.path(0, 2)], with: .fade)
    }
    expectEqual(fixture.shown, [4, 6, 7, 9, 1])
    fixture.table.checkInvariants()
  }

  @Test("blocks nest, and only the outermost end has an effect")
  func nesting() {
    let fixture = UpdateFixture([3])
    var finished: [String] = []
    fixture.table.beginUpdates()
    fixture.table.performBatchUpdates({ fixture.delete([0]) }) { finished.append("inner \($0)") }
    expect(fixture.table.hasUncommittedUpdates)
    expectEqual(fixture.table.numberOfRows(inSection: 0), 3)
    fixture.insert(at: 2)
    fixture.app.frame()
    expect(fixture.table.cells.visible.count == 3 && finished.isEmpty)
    fixture.table.endUpdates()
    expect(!fixture.table.hasUncommittedUpdates)
    expectEqual(fixture.shown, [2, 3, 5])
    fixture.settle()
    expectEqual(finished, ["inner true"])
  }

  @Test("the completion runs once, after 0.3 seconds, and also when nothing changed")
  func completion() {
    let fixture = UpdateFixture([3])
    var finished: [Bool] = []
    fixture.table.performBatchUpdates({ fixture.delete([0]) }) { finished.append($0) }
    fixture.app.frame(after: 0.25)
    expect(finished.isEmpty)
    fixture.app.frame(after: 0.1)
    fixture.settle()
    expectEqual(finished, [true])
    fixture.table.performBatchUpdates(nil) { finished.append($0) }
    fixture.table.performBatchUpdates({}) { finished.append($0) }
    expectEqual(finished, [true, true, true])
    UIView.performWithoutAnimation {
      fixture.table.performBatchUpdates({ fixture.delete([0]) }) { finished.append($0) }
    }
    expectEqual(finished, [true, true, true, true])
    expectEqual(fixture.shown, [3])
  }

  @Test("cells that stay keep their objects, are not bound anew, and have new paths right after the block")
  func identity() throws {
    let fixture = UpdateFixture([100])
    let cells = fixture.table.visibleCells
    expectEqual(cells.count, 10)
    fixture.delete([2, 3])
    expectEqual(fixture.table.indexPath(for: cells[4]), fixture.path(2))
    expect(fixture.table.indexPath(for: cells[2]) == nil)
    expect(fixture.cell(0) === cells[0] && fixture.cell(7) === cells[9])
    expectEqual(fixture.source.takeBound(), [11, 12])
    expectEqual(fixture.shown, fixture.expected)
    fixture.settle()
    expect(fixture.source.takeBound().isEmpty)
    expect(fixture.cell(2) === cells[4])
    fixture.table.checkInvariants()
  }

  @Test("the first batch before any layout reads the counts first")
  func firstBatch() {
    let app = TestApplication(size: CGSize(width: 300, height: 440))
    let source = NumberedSource()
    source.content.sections = [source.content.makeSection(rows: [])]
    let table = UITableView(frame: CGRect(x: 0, y: 0, width: 300, height: 440))
    table.register(UITableViewCell.self, forCellReuseIdentifier: "cell")
    table.dataSource = source
    app.window.addSubview(table)
    table.performBatchUpdates {
      source.content.sections[0].rows.append(source.content.makeRow(height: 44))
      table.insertRows(at: [IndexPath(row: 0, section: 0)], with: .fade)
    }
    app.frame()
    expectEqual(table.visibleCells.count, 1)
  }

  @Test("hasUncommittedUpdates is true within a block only")
  func uncommitted() {
    let fixture = UpdateFixture([3])
    expect(!fixture.table.hasUncommittedUpdates)
    fixture.table.performBatchUpdates { expect(fixture.table.hasUncommittedUpdates) }
    expect(!fixture.table.hasUncommittedUpdates)
  }

  @Test("a reload asks for a second cell while the old one is still shown")
  func secondCell() throws {
    let fixture = UpdateFixture([5], hasDelegate: true)
    let old = try #require(fixture.cell(1))
    fixture.source.onCell = { _, _ in expect(old.superview === fixture.table) }
    fixture.table.reloadRows(at: [fixture.path(1)], with: .fade)
    expect(old.superview === fixture.table && fixture.delegate.ended.isEmpty)
    fixture.settle()
    expect(old.superview == nil && fixture.delegate.ended.map(\.path) == [fixture.path(1)])
    expectEqual(fixture.delegate.pairingErrors, 0)
  }

  final class CountingCell: UITableViewCell {
    var preparations = 0
    override func prepareForReuse() {
      super.prepareForReuse()
      preparations += 1
    }
  }

  @Test("reconfigure dequeues the same cell, without preparing or displaying it anew, and asks its height")
  func reconfigure() throws {
    let fixture = UpdateFixture([100], hasDelegate: true) { table, _ in
      table.register(CountingCell.self, forCellReuseIdentifier: "cell")
    }
    let cell = try #require(fixture.cell(3) as? CountingCell)
    let next = try #require(fixture.cell(4))
    fixture.source.content.sections[0].rows[3].height = 80
    fixture.source.content.sections[0].rows[3].id = 777
    fixture.table.reconfigureRows(at: [fixture.path(3), fixture.path(60)])
    expect(fixture.cell(3) === cell && cell.preparations == 0 && cell.textLabel?.text == "777")
    expectEqual(fixture.source.takeBound(), [777])
    expectEqual(fixture.delegate.takeAsked(), [777])
    expect(fixture.top(next) == 4 * 44.0 && Double(next.frame.minY) == 212)
    expectEqual(fixture.delegate.pairingErrors, 0)
    fixture.settle()
    expectEqual(fixture.top(next), 212)
    fixture.table.checkInvariants()
  }

  @Test("the selection follows inserts, deletes and moves, off screen too")
  func selection() {
    let fixture = UpdateFixture([10_000]) { table, _ in table.allowsMultipleSelection = true }
    for row in [0, 5, 5000, 9999] {
      fixture.table.selectRow(at: fixture.path(row), animated: false, scrollPosition: .none)
    }
    fixture.table.performBatchUpdates {
      let last = fixture.source.content.sections[0].rows.remove(at: 9999)
      fixture.remove([5])
      fixture.add(at: 0)
      fixture.source.content.sections[0].rows.insert(last, at: 4)
      fixture.table.deleteRows(at: [fixture.path(5)], with: .fade)
      fixture.table.insertRows(at: [fixture.path(0)], with: .fade)
      fixture.table.moveRow(at: fixture.path(9999), to: fixture.path(4))
    }
    expectEqual(fixture.table.indexPathsForSelectedRows, [1, 4, 5001].map { fixture.path($0) })
    expect(fixture.cell(1)?.isSelected == true && fixture.cell(4)?.isSelected == true)
    fixture.table.checkInvariants()
  }

  @Test("an empty block asks the heights of visible rows anew and animates to them without binding")
  func emptyBlock() throws {
    let fixture = UpdateFixture([100], hasDelegate: true)
    let below = try #require(fixture.cell(1))
    fixture.source.content.sections[0].rows[0].height = 100
    fixture.table.beginUpdates()
    fixture.table.endUpdates()
    expect(fixture.source.takeBound().isEmpty)
    expect(Set(fixture.delegate.takeAsked()).isSuperset(of: [1, 2, 3, 4, 5, 6, 7, 8]))
    expect(Double(below.frame.minY) == 100 && fixture.top(below) == 44)
    fixture.settle()
    expectEqual(fixture.top(below), 100)
    fixture.table.checkInvariants()
  }

  @Test("a section that turns out to have no header costs the rows below it neither cell nor path")
  func emptyHeader() {
    let fixture = UpdateFixture([4, 6], hasDelegate: true)
    fixture.delegate.header = { _ in nil }
    fixture.table.reloadData()
    fixture.app.frame()
    let cells = fixture.table.visibleCells
    _ = fixture.source.takeBound()
    fixture.source.content.sections.insert(fixture.source.content.makeSection(rows: []), at: 1)
    fixture.table.insertSections([1], with: .fade)
    expect(fixture.table.visibleCells == cells && fixture.source.takeBound().isEmpty)
    fixture.settle()
    expect(fixture.table.visibleCells == cells && fixture.delegate.pairingErrors == 0)
    fixture.table.checkInvariants()
  }

  @Test("heights of untouched rows stay: only rows that come are asked")
  func heights() {
    let fixture = UpdateFixture([100], hasDelegate: true)
    fixture.insert(at: 3, height: 70)
    expectEqual(fixture.delegate.takeAsked(), [102])
    expectEqual(fixture.table.rectForRow(at: fixture.path(3)).height, 70)
    expectEqual(fixture.table.rectForRow(at: fixture.path(4)).minY, 202)
  }

  @Test("a grouped table's first section is set apart, whichever it is after a batch")
  func firstSection() {
    let fixture = UpdateFixture([2, 2], style: .grouped)
    let first = fixture.table.rectForHeader(inSection: 0).height
    let second = fixture.table.rectForHeader(inSection: 1).height
    expect(first != second)
    fixture.source.content.sections.swapAt(0, 1)
    fixture.table.moveSection(0, toSection: 1)
    expectEqual(fixture.table.rectForHeader(inSection: 0).height, first)
    expectEqual(fixture.table.rectForHeader(inSection: 1).height, second)
    fixture.settle()
    fixture.table.checkInvariants()
  }

  /// Names its members in a batch without `self`, as code for iOS may.
  private final class Screen: UITableViewController {
    var rows = 3
    var asked = 0
    override func loadViewIfNeeded() {
      asked += 1
      super.loadViewIfNeeded()
    }
    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { rows }
    override func tableView(_ tableView: UITableView, cellForRowAt path: IndexPath) -> UITableViewCell {
      UITableViewCell()
    }
    func add() {
      tableView.performBatchUpdates {
        rows += 1
        tableView.insertRows(at: [IndexPath(row: 0, section: 0)], with: .none)
      }
    }
  }

  @Test("a batch runs before its call returns, so that it may name members of its object as the code around it does")
  func members() {
    let app = TestApplication()
    let screen = Screen()
    app.window.rootViewController = screen
    app.settle()
    screen.loadViewIfNeeded()
    screen.add()
    app.settle()
    expect(screen.tableView.numberOfRows(inSection: 0) == 4 && screen.asked == 1)
  }
}
