import Expectations
import Foundation
import TableModel
import TestSupport
import Testing

@testable import Diffable
@testable import UIKitCore

/// What apps write: titles, deleting and moving in a subclass.
@MainActor
private final class EditedSource: NumberSource {
  /// Whether the matching snapshot is applied while the table reports a move.
  var appliesMoves = true
  /// Added to the snapshot applied for a move.
  var extra: [Int] = []

  override func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
    sectionIdentifier(for: section).map { "section \($0)" }
  }

  override func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool { true }

  override func tableView(_ tableView: UITableView, canMoveRowAt indexPath: IndexPath) -> Bool { true }

  override func tableView(
    _ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle, forRowAt indexPath: IndexPath
  ) {
    super.tableView(tableView, commit: editingStyle, forRowAt: indexPath)
    guard editingStyle == .delete, let item = itemIdentifier(for: indexPath) else { return }
    var snapshot = snapshot()
    snapshot.deleteItems([item])
    apply(snapshot)
  }

  override func tableView(
    _ tableView: UITableView, moveRowAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath
  ) {
    super.tableView(tableView, moveRowAt: sourceIndexPath, to: destinationIndexPath)
    guard appliesMoves, let item = itemIdentifier(for: sourceIndexPath), sourceIndexPath != destinationIndexPath else {
      return
    }
    var snapshot = snapshot()
    let other = itemIdentifier(for: destinationIndexPath)
    if let other {
      if sourceIndexPath.section == destinationIndexPath.section, sourceIndexPath < destinationIndexPath {
        snapshot.moveItem(item, afterItem: other)
      } else {
        snapshot.moveItem(item, beforeItem: other)
      }
    } else if let section = sectionIdentifier(for: destinationIndexPath.section) {
      snapshot.deleteItems([item])
      snapshot.appendItems([item], toSection: section)
    }
    snapshot.appendItems(extra)
    apply(snapshot, animatingDifferences: false)
  }
}

@MainActor
@Suite("Diffable data source: editing by the user", .serialized)
struct DiffableEditingTests {
  private func fixture(_ sections: [(Int, [Int])]) -> (DiffableFixture, EditedSource) {
    var made: EditedSource?
    let fixture = DiffableFixture(sections) { table, provider in
      made = EditedSource(tableView: table, cellProvider: provider)
      return made
    }
    guard let made else { preconditionFailure("the fixture makes its data source") }
    return (fixture, made)
  }

  /// What the table does when the user drops a row.
  private func drop(_ fixture: DiffableFixture, _ source: RowPosition, _ target: RowPosition) {
    let outer = fixture.table.work.begin(.reporting)
    fixture.table.app.reportMove(from: source, to: target)
    fixture.table.work.end(outer)
    fixture.table.moveRow(at: IndexPath(source), to: IndexPath(target))
  }

  private func row(_ row: Int, _ section: Int = 0) -> RowPosition { RowPosition(section: section, row: row) }

  @Test("a subclass overrides titles and whether rows are edited; without it they are not")
  func subclass() {
    let (fixture, source) = fixture([(3, [1]), (4, [2])])
    expect(fixture.table.headerView(forSection: 1) != nil)
    expectEqual(source.tableView(fixture.table, titleForHeaderInSection: 1), "section 4")
    expect(source.tableView(fixture.table, canEditRowAt: IndexPath(row: 0, section: 0)))
    let plain = DiffableFixture([(0, [1])])
    expect(!plain.source.tableView(plain.table, canEditRowAt: IndexPath(row: 0, section: 0)))
    expect(!plain.source.tableView(plain.table, canMoveRowAt: IndexPath(row: 0, section: 0)))
    expect(plain.table.headerView(forSection: 0) == nil)
  }

  @Test("a row deleted by the user is taken out of the snapshot, which is applied")
  func deletion() {
    let (fixture, _) = fixture([(0, [1, 2, 3])])
    fixture.table.setEditing(true, animated: false)
    fixture.app.settle()
    fixture.table.app.commit(.delete, at: row(1))
    fixture.settle()
    expect(fixture.shown == [1, 3] && fixture.takeBound().isEmpty)
  }

  @Test("the snapshot that matches the user's move changes nothing more")
  func move() {
    for (source, target, expected) in [(0, 2, [2, 3, 1, 4]), (3, 0, [4, 1, 2, 3]), (1, 2, [1, 3, 2, 4])] {
      let (fixture, data) = fixture([(0, [1, 2, 3, 4])])
      let cells = fixture.table.visibleCells
      drop(fixture, row(source), row(target))
      expectEqual(data.snapshot().itemIdentifiers, expected)
      expect(fixture.shown == expected && fixture.takeBound().isEmpty)
      expectEqual(Set(fixture.table.visibleCells), Set(cells))
      fixture.settle()
      expect(fixture.shown == expected && fixture.shown == fixture.expected)
    }
  }

  @Test("the same for a move to another section, also to its end")
  func moveToOtherSection() {
    for (target, expected) in [(row(0, 1), [1, 3, 2, 4]), (row(1, 1), [1, 3, 4, 2])] {
      let (fixture, data) = fixture([(0, [1, 2, 3]), (1, [4])])
      drop(fixture, row(1), target)
      expectEqual(data.snapshot().itemIdentifiers, expected)
      expectEqual(data.snapshot().numberOfItems(inSection: 1), 2)
      fixture.settle()
      expect(fixture.shown == expected && fixture.takeBound().isEmpty)
    }
  }

  @Test("a data source that applies nothing follows the move; the snapshot applied later changes nothing")
  func moveWithoutSnapshot() {
    let (fixture, data) = fixture([(0, [1, 2, 3]), (1, [4])])
    data.appliesMoves = false
    drop(fixture, row(2), row(0, 1))
    fixture.settle()
    expect(fixture.shown == [1, 2, 3, 4] && fixture.expected == [1, 2, 3, 4])
    expectEqual(data.snapshot().itemIdentifiers(inSection: 1), [3, 4])
    fixture.apply([(0, [1, 2]), (1, [3, 4])])
    expect(!fixture.table.departures.isAnimating && fixture.takeBound().isEmpty)
  }

  @Test("a snapshot with more changes than the move is shown after the row was dropped")
  func moveWithMore() {
    let (fixture, data) = fixture([(0, [1, 2, 3])])
    data.extra = [9]
    drop(fixture, row(0), row(2))
    fixture.settle()
    expect(fixture.shown == [2, 3, 1, 9] && fixture.expected == [2, 3, 1, 9])
    expectEqual(fixture.takeBound(), [9])
  }
}
