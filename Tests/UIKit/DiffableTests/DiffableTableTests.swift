import Expectations
import Foundation
import TestSupport
import Testing

@testable import Diffable
@testable import UIKitCore

@MainActor
@Suite("Diffable data source: what the table shows is the snapshot, and only what changed is touched", .serialized)
struct DiffableTableTests {
  @Test("one batch; rows that stay keep their cells and are not bound again")
  func oneBatch() throws {
    let fixture = DiffableFixture([(0, [1, 2, 3, 4, 5, 6])])
    let cells = Dictionary(uniqueKeysWithValues: [1, 3, 5, 6].map { ($0, fixture.cell($0)) })
    fixture.apply([(0, [6, 1, 3, 7, 5])])
    expectEqual(fixture.takeBound(), [7])
    expect(fixture.shown == [6, 1, 3, 7, 5] && fixture.shown == fixture.expected)
    for (item, cell) in cells { expect(fixture.cell(item) === cell) }
    fixture.settle()
    expectEqual(fixture.shown, [6, 1, 3, 7, 5])
  }

  @Test("an apply costs one layout pass and binds only what is new")
  func oneLayoutPass() {
    let fixture = DiffableFixture([(0, Array(0..<100))])
    fixture.apply([(0, [50] + Array(0..<50) + Array(51..<100))])
    expectEqual(fixture.takeBound(), [50])
    fixture.app.frame()
    expectEqual(fixture.table.takeLayouts(), 1)
    for _ in 0..<10 { fixture.app.frame() }
    expectEqual(fixture.table.takeLayouts(), 0)
    fixture.settle()
    expect(fixture.takeBound().isEmpty)
  }

  @Test("rows slide to their new places from where they were seen")
  func sliding() throws {
    let fixture = DiffableFixture([(0, [1, 2, 3])])
    let cell = try #require(fixture.cell(3))
    fixture.apply([(0, [3, 1, 2])])
    expectEqual(fixture.top(cell), 88)
    fixture.app.frame(after: 0.15)
    expect(fixture.top(cell) > 0 && fixture.top(cell) < 88)
    fixture.settle()
    expectEqual(fixture.top(cell), 0)
  }

  @Test("reloaded items get other cells, reconfigured ones keep theirs and are bound again")
  func reloads() throws {
    let fixture = DiffableFixture([(0, [1, 2, 3])])
    let (first, second) = (fixture.cell(1), fixture.cell(2))
    var snapshot = fixture.source.snapshot()
    snapshot.reloadItems([1])
    snapshot.reconfigureItems([2])
    fixture.source.apply(snapshot)
    expectEqual(fixture.takeBound().sorted(), [1, 2])
    expect(fixture.cell(1) !== first && fixture.cell(2) === second)
    fixture.settle()
    expect(fixture.source.snapshot().reloadedItemIdentifiers.isEmpty)
    fixture.source.apply(fixture.source.snapshot())
    expect(fixture.takeBound().isEmpty)
  }

  @Test("a reloaded item that moves gets another cell, a reconfigured one goes with its own")
  func movingReloads() throws {
    let fixture = DiffableFixture([(0, [1, 2, 3, 4, 5])])
    let (fourth, fifth) = (fixture.cell(4), fixture.cell(5))
    var snapshot = fixture.snapshot([(0, [5, 4, 1, 2, 3])])
    snapshot.reloadItems([4])
    snapshot.reconfigureItems([5])
    fixture.source.apply(snapshot)
    expectEqual(fixture.takeBound().sorted(), [4, 5])
    expect(fixture.cell(4) !== fourth && fixture.cell(5) === fifth)
    expectEqual(fixture.shown, [5, 4, 1, 2, 3])
    fixture.settle()
  }

  @Test("a reconfigured item that moves out of a section that goes is bound again")
  func reconfiguredOutOfDeletedSection() {
    let fixture = DiffableFixture([(0, [1]), (1, [2, 3])])
    let third = fixture.cell(3)
    var snapshot = fixture.snapshot([(0, [1, 3, 2])])
    snapshot.reconfigureItems([3])
    fixture.source.apply(snapshot)
    expectEqual(fixture.takeBound(), [3])
    expect(fixture.cell(3) === third)
    expectEqual(fixture.shown, [1, 3, 2])
    fixture.settle()
  }

  @Test("the selection goes with its items")
  func selection() {
    let fixture = DiffableFixture([(0, [1, 2, 3]), (1, [4])])
    fixture.table.allowsMultipleSelection = true
    for item in [2, 4] {
      fixture.table.selectRow(at: fixture.source.indexPath(for: item), animated: false, scrollPosition: .none)
    }
    fixture.apply([(1, [9, 4, 3]), (0, [7, 2])])
    expectEqual(
      fixture.table.indexPathsForSelectedRows?.compactMap(fixture.source.itemIdentifier(for:)).sorted(), [2, 4])
    fixture.settle()
  }

  @Test("sections and rows between sections move with their cells")
  func sections() {
    let fixture = DiffableFixture([(0, [1, 2]), (1, [3]), (2, [4, 5])], style: .grouped)
    let cells = Dictionary(uniqueKeysWithValues: [1, 2, 3, 4, 5].map { ($0, fixture.cell($0)) })
    fixture.apply([(2, [4, 1]), (3, [3]), (0, [5, 2])])
    expect(fixture.takeBound().isEmpty)
    expectEqual(fixture.shown, [4, 1, 3, 5, 2])
    for (item, cell) in cells { expect(fixture.cell(item) === cell) }
    fixture.settle()
  }

  @Test("without animation the differences are carried out too, at once")
  func withoutAnimation() {
    let fixture = DiffableFixture([(0, [1, 2, 3])])
    let cell = fixture.cell(3)
    var isDone = false
    fixture.apply([(0, [3, 4])], animated: false) { isDone = true }
    expect(isDone)
    expect(fixture.cell(3) === cell && fixture.takeBound() == [4])
    expectEqual(cell.map(fixture.top), 0)
    fixture.settle()
  }

  @Test("using reloadData every row is bound anew and the selection ends")
  func reloadData() {
    let fixture = DiffableFixture([(0, [1, 2, 3])])
    fixture.table.selectRow(at: IndexPath(row: 0, section: 0), animated: false, scrollPosition: .none)
    var isDone = false
    fixture.source.applySnapshotUsingReloadData(fixture.snapshot([(0, [1, 2])])) { isDone = true }
    expect(isDone && fixture.table.indexPathForSelectedRow == nil)
    fixture.settle()
    expect(fixture.takeBound() == [1, 2] && fixture.shown == [1, 2])
  }

  @Test("snapshot() is a copy")
  func copy() {
    let fixture = DiffableFixture([(0, [1, 2])])
    var snapshot = fixture.source.snapshot()
    snapshot.appendItems([3])
    expectEqual(fixture.source.snapshot().itemIdentifiers, [1, 2])
    expect(fixture.source.itemIdentifier(for: IndexPath(row: 2, section: 0)) == nil)
    fixture.settle()
  }

  @Test("rows and sections are found by identity and by place")
  func lookup() {
    let fixture = DiffableFixture([(7, [1, 2]), (8, []), (9, [3])])
    let source: NumberSource = fixture.source
    expectEqual(source.indexPath(for: 3), IndexPath(row: 0, section: 2))
    expect(source.indexPath(for: 4) == nil)
    expectEqual(source.itemIdentifier(for: IndexPath(row: 1, section: 0)), 2)
    for path in [IndexPath(row: 2, section: 0), IndexPath(row: -1, section: 0), IndexPath(row: 0, section: 3)] {
      expect(source.itemIdentifier(for: path) == nil)
    }
    expect(source.itemIdentifier(for: IndexPath(index: 4)) == nil)
    expect(source.sectionIdentifier(for: 1) == 8 && source.sectionIdentifier(for: 3) == nil)
    expect(source.index(for: 9) == 2 && source.index(for: 1) == nil)
  }

  @Test("the first snapshot fills an empty table; the completion comes after the animation, once")
  func first() {
    let fixture = DiffableFixture()
    expectEqual(fixture.table.numberOfSections, 0)
    var completions = 0
    fixture.apply([(0, Array(0..<50)), (1, [99])]) { completions += 1 }
    expect(fixture.table.numberOfRows(inSection: 0) == 50 && completions == 0)
    fixture.settle()
    expect(completions == 1 && fixture.shown == Array(0..<10))
    fixture.apply([(0, Array(0..<50)), (1, [99])]) { completions += 1 }
    expectEqual(completions, 2)
  }

  @Test("a table without a window, never laid out, takes snapshots, also from completions")
  func withoutWindow() {
    let fixture = DiffableFixture(inWindow: false)
    var isDone = false
    fixture.apply([(0, [1, 2])]) {
      fixture.apply([(0, [2, 1, 3])]) { isDone = true }
    }
    expect(isDone && fixture.table.numberOfRows(inSection: 0) == 3)
    fixture.app.window.addSubview(fixture.table)
    fixture.settle()
    expectEqual(fixture.shown, [2, 1, 3])
  }

  @Test("defaultRowAnimation says how rows come and go")
  func animation() throws {
    let fixture = DiffableFixture([(0, [1, 2])])
    expectEqual(fixture.source.defaultRowAnimation, .automatic)
    fixture.source.defaultRowAnimation = .left
    fixture.apply([(0, [1, 3, 2])])
    let cell = try #require(fixture.cell(3))
    expect((cell.presentation ?? cell.modelPresentation).origin.x < 0)
    fixture.settle()
    expectEqual(cell.frame.minX, 0)
  }

  @Test("100 snapshots of random content, one on top of the other's animation", arguments: 0..<10)
  func random(seed: Int) {
    var random = SeededRandom(seed: seed)
    let fixture = DiffableFixture(style: seed % 2 == 0 ? .plain : .grouped)
    var content = NaiveSnapshot(items: 40, &random)
    for step in 0..<100 {
      content = step % 7 == 0 ? NaiveSnapshot(items: 40, &random) : content.changed(items: 60, &random)
      var snapshot = content.snapshot
      snapshot.reloadItems(snapshot.itemIdentifiers.filter { _ in Int.random(in: 0..<12, using: &random) == 0 })
      snapshot.reconfigureItems(snapshot.itemIdentifiers.filter { _ in Int.random(in: 0..<8, using: &random) == 0 })
      fixture.source.apply(snapshot, animatingDifferences: Bool.random(using: &random))
      fixture.table.checkInvariants()
      expectEqual(fixture.shown, fixture.expected, "seed \(seed), step \(step)")
      expectEqual(NaiveSnapshot(fixture.source.snapshot()), content)
      if Bool.random(using: &random) { fixture.app.frame(after: 0.1) }
      if step % 10 == 0 { fixture.table.contentOffset.y = CGFloat(Int.random(in: 0...600, using: &random)) }
    }
    fixture.settle()
    expectEqual(fixture.shown, fixture.expected)
  }
}
