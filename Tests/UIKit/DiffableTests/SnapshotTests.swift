import Expectations
import TableModel
import TestSupport
import Testing

@testable import Diffable
@testable import UIKitCore

@Suite("Snapshots: sections and items in an order, each once")
struct SnapshotTests {
  private static func snapshot(_ sections: [(Int, [Int])]) -> NumberSnapshot { NaiveSnapshot(sections).snapshot }

  private static func naive(_ snapshot: NumberSnapshot) -> NaiveSnapshot {
    snapshot.checkInvariants()
    return NaiveSnapshot(snapshot)
  }

  @Test("items go to the named section, else to the last one")
  func appending() {
    var snapshot = NumberSnapshot()
    snapshot.appendSections([1, 2])
    snapshot.appendItems([10, 11])
    snapshot.appendItems([12], toSection: 1)
    snapshot.appendItems([13], toSection: 2)
    expectEqual(Self.naive(snapshot), NaiveSnapshot([(1, [12]), (2, [10, 11, 13])]))
    expectEqual(snapshot.itemIdentifiers, [12, 10, 11, 13])
    expect(snapshot.numberOfItems == 4 && snapshot.numberOfSections == 2)
    expectEqual(snapshot.numberOfItems(inSection: 2), 3)
  }

  @Test("everything is found by identity, and what is not there is nil")
  func finding() {
    let snapshot = Self.snapshot([(1, [5]), (2, []), (3, [6, 7])])
    expect(snapshot.indexOfItem(7) == 2 && snapshot.indexOfItem(8) == nil)
    expect(snapshot.indexOfSection(3) == 2 && snapshot.indexOfSection(4) == nil)
    expectEqual(snapshot.sectionIdentifier(containingItem: 5), 1)
    expectEqual(snapshot.sectionIdentifier(containingItem: 6), 3)
    expect(snapshot.sectionIdentifier(containingItem: 9) == nil)
    expect(NumberSnapshot().indexOfItem(1) == nil)
  }

  @Test("items come before and after others, in their sections")
  func inserting() {
    var snapshot = Self.snapshot([(1, [5]), (2, [6])])
    snapshot.insertItems([7, 8], beforeItem: 6)
    snapshot.insertItems([9], afterItem: 5)
    snapshot.insertItems([], beforeItem: 5)
    expectEqual(Self.naive(snapshot), NaiveSnapshot([(1, [5, 9]), (2, [7, 8, 6])]))
  }

  @Test("items and sections go; those that are not there are passed over")
  func deleting() {
    var snapshot = Self.snapshot([(1, [5, 6]), (2, [7]), (3, [8, 9])])
    snapshot.deleteItems([9, 5, 77, 5])
    expectEqual(Self.naive(snapshot), NaiveSnapshot([(1, [6]), (2, [7]), (3, [8])]))
    snapshot.deleteSections([3, 77, 1])
    expectEqual(Self.naive(snapshot), NaiveSnapshot([(2, [7])]))
    snapshot.deleteAllItems()
    expect(snapshot.numberOfSections == 0 && snapshot.numberOfItems == 0)
  }

  @Test("an item moves before and after others, to other sections too, and not beside itself")
  func movingItems() {
    var snapshot = Self.snapshot([(1, [5, 6, 7]), (2, [8])])
    snapshot.moveItem(5, afterItem: 6)
    snapshot.moveItem(8, beforeItem: 6)
    snapshot.moveItem(7, afterItem: 7)
    expectEqual(Self.naive(snapshot), NaiveSnapshot([(1, [8, 6, 5, 7]), (2, [])]))
  }

  @Test("a section moves with its items")
  func movingSections() {
    var snapshot = Self.snapshot([(1, [5, 6]), (2, []), (3, [8])])
    snapshot.moveSection(1, afterSection: 3)
    expectEqual(Self.naive(snapshot), NaiveSnapshot([(2, []), (3, [8]), (1, [5, 6])]))
    snapshot.moveSection(1, beforeSection: 2)
    snapshot.insertSections([4], beforeSection: 2)
    snapshot.insertSections([9], afterSection: 3)
    expectEqual(Self.naive(snapshot), NaiveSnapshot([(1, [5, 6]), (4, []), (2, []), (3, [8]), (9, [])]))
  }

  @Test("what is to be reloaded is kept once each, in order, as long as it is there")
  func reloading() {
    var snapshot = Self.snapshot([(1, [5, 6]), (2, [7])])
    snapshot.reloadItems([6, 5, 6])
    snapshot.reconfigureItems([7])
    snapshot.reloadSections([2, 1])
    expectEqual(snapshot.reloadedItemIdentifiers, [6, 5])
    expectEqual(snapshot.reconfiguredItemIdentifiers, [7])
    expectEqual(snapshot.reloadedSectionIdentifiers, [2, 1])
    snapshot.deleteItems([6])
    snapshot.deleteSections([2])
    expectEqual(snapshot.reloadedItemIdentifiers, [5])
    expect(snapshot.reconfiguredItemIdentifiers.isEmpty)
    expectEqual(snapshot.reloadedSectionIdentifiers, [1])
    snapshot.checkInvariants()
  }

  @Test("a copy is independent")
  func copies() {
    let first = Self.snapshot([(1, [5, 6])])
    var second = first
    second.deleteItems([5])
    second.appendItems([9])
    expect(first.itemIdentifiers == [5, 6] && second.itemIdentifiers == [6, 9])
    expect(first.indexOfItem(5) == 0 && second.indexOfItem(5) == nil)
    first.checkInvariants()
  }

  /// All numbers have the same hash.
  private struct Colliding: Hashable {
    let number: Int
    func hash(into hasher: inout Hasher) { hasher.combine(0) }
  }

  @Test("identifiers whose hashes are all equal are told apart")
  func collisions() {
    var snapshot = NSDiffableDataSourceSnapshot<Int, Colliding>()
    snapshot.appendSections([0])
    snapshot.appendItems((0..<50).map(Colliding.init))
    snapshot.deleteItems([Colliding(number: 7)])
    snapshot.moveItem(Colliding(number: 3), beforeItem: Colliding(number: 0))
    snapshot.checkInvariants()
    expectEqual(snapshot.itemIdentifiers.map(\.number), [3, 0, 1, 2, 4, 5, 6] + Array(8..<50))
    expectEqual(snapshot.indexOfItem(Colliding(number: 49)), 48)
  }

  @Test("random changes equal those of plain arrays", arguments: 0..<200)
  func random(seed: Int) {
    var random = SeededRandom(seed: seed)
    var naive = NaiveSnapshot(items: 30, &random)
    var snapshot = naive.snapshot
    for _ in 0..<40 {
      change(&snapshot, &naive, &random)
      snapshot.checkInvariants()
      expectEqual(NaiveSnapshot(snapshot), naive, "seed \(seed)")
    }
  }

  private func change(_ snapshot: inout NumberSnapshot, _ naive: inout NaiveSnapshot, _ random: inout SeededRandom) {
    let all = Array(naive.items.joined())
    let absent = Array((0..<60).filter { !all.contains($0) }.shuffled(using: &random).prefix(2))
    let one = all.randomElement(using: &random)
    let other = all.randomElement(using: &random)
    let section = naive.sections.randomElement(using: &random)
    let otherSection = naive.sections.randomElement(using: &random)
    func place(_ item: Int) -> RowPosition { naive.positions[item] ?? RowPosition(section: 0, row: 0) }
    switch (Int.random(in: 0..<8, using: &random), one, other, section, otherSection) {
    case (0, _, _, let section?, _):
      snapshot.appendItems(absent, toSection: section)
      naive.items[naive.sections.firstIndex(of: section) ?? 0] += absent
    case (1, let one?, _, _, _):
      snapshot.insertItems(absent, beforeItem: one)
      naive.items[place(one).section].insert(contentsOf: absent, at: place(one).row)
    case (2, let one?, _, _, _):
      snapshot.insertItems(absent, afterItem: one)
      naive.items[place(one).section].insert(contentsOf: absent, at: place(one).row + 1)
    case (3, let one?, let other?, _, _):
      snapshot.deleteItems([one, other])
      for index in naive.items.indices { naive.items[index].removeAll { $0 == one || $0 == other } }
    case (4, let one?, let other?, _, _) where one != other:
      snapshot.moveItem(one, beforeItem: other)
      naive.items[place(one).section].removeAll { $0 == one }
      naive.items[place(other).section].insert(one, at: place(other).row)
    case (5, _, _, let section?, let other?) where section != other:
      snapshot.moveSection(section, afterSection: other)
      let source = naive.sections.firstIndex(of: section) ?? 0
      naive.sections.remove(at: source)
      let items = naive.items.remove(at: source)
      let target = (naive.sections.firstIndex(of: other) ?? 0) + 1
      naive.sections.insert(section, at: target)
      naive.items.insert(items, at: target)
    case (6, _, _, let section?, _) where naive.sections.count > 2:
      snapshot.deleteSections([section])
      let number = naive.sections.firstIndex(of: section) ?? 0
      naive.sections.remove(at: number)
      naive.items.remove(at: number)
    default:
      let new = (naive.sections.max() ?? 0) + 1
      snapshot.appendSections([new])
      naive.sections.append(new)
      naive.items.append([])
    }
  }
}
