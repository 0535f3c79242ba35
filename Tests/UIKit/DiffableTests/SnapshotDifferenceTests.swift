import Expectations
import Foundation
import TableModel
import TestSupport
import Testing

@testable import Diffable
@testable import UIKitCore

@Suite("Diff: the operations make the new snapshot of the old one, with as few moves as can be")
struct SnapshotDifferenceTests {
  /// Pairs to compare; the environment can ask for more, `DIFF_PAIRS=100000` for a long look.
  static let pairs = ProcessInfo.processInfo.environment["DIFF_PAIRS"].flatMap(Int.init) ?? 3000

  private static func changes(_ old: NaiveSnapshot, _ new: NumberSnapshot) -> TableChanges {
    TableChanges(from: old.snapshot, to: new, animation: .fade)
  }

  /// The batch as a table checks it.
  private static func plan(_ changes: TableChanges, _ old: NaiveSnapshot, _ new: NaiveSnapshot) throws -> UpdatePlan {
    var index = RowHeightIndex()
    for (number, items) in old.items.enumerated() {
      index.insertSection(.init(rows: items.count, rowHeight: 44), at: number)
    }
    return try UpdatePlan(changes, from: index, rowCounts: ContiguousArray(new.items.map(\.count)))
  }

  /// What is wrong with a batch, in words: every row it carries over must be the same item, and every item in both
  /// snapshots must be carried over, unless it is reloaded.
  private static func mistake(
    _ plan: UpdatePlan, _ old: NaiveSnapshot, _ new: NaiveSnapshot, reloaded: Set<Int>, reloadedSections: Set<Int>
  ) -> String? {
    let places = old.positions
    for (item, position) in new.positions {
      guard let source = plan.oldPosition(of: position) else {
        guard let place = places[item], !reloaded.contains(item) else { continue }
        let section = new.sections[position.section]
        if reloadedSections.contains(section), old.sections[place.section] == section { continue }
        return "\(item) came and was there"
      }
      if old.items[source.section][source.row] != item { return "\(item) is carried over from another" }
      if reloaded.contains(item), !plan.isReloaded(source) { return "\(item) is not reloaded" }
    }
    for item in Set(places.keys).subtracting(new.positions.keys) {
      if let place = places[item], plan.newPosition(of: place) != nil { return "\(item) is still there" }
    }
    for (number, section) in new.sections.enumerated() {
      let source = plan.oldSection(of: number)
      if let source, old.sections[source] != section { return "section \(section) is carried over from another" }
      if source == nil, old.sections.contains(section), !reloadedSections.contains(section) {
        return "section \(section) came and was there"
      }
      if let source, reloadedSections.contains(section), !plan.isReloaded(section: source) {
        return "section \(section) is not reloaded"
      }
    }
    return nil
  }

  @Test("applied to the old snapshot the operations give the new one, for random pairs")
  func randomPairs() throws {
    for seed in 0..<Self.pairs {
      var random = SeededRandom(seed: seed)
      let range = Int.random(in: 1...24, using: &random)
      let old = NaiveSnapshot(items: range, &random)
      let new = Bool.random(using: &random) ? NaiveSnapshot(items: range, &random) : old.changed(items: range, &random)
      let plan = try Self.plan(Self.changes(old, new.snapshot), old, new)
      let mistake = Self.mistake(plan, old, new, reloaded: [], reloadedSections: [])
      guard mistake == nil else {
        Issue.record("\(mistake ?? ""), seed \(seed)")
        return
      }
    }
  }

  @Test("reloaded and moving items and sections go and come instead; a batch never names a row twice")
  func randomReloads() throws {
    for seed in 0..<Self.pairs / 4 {
      var random = SeededRandom(seed: seed)
      let old = NaiveSnapshot(items: 16, &random)
      let new = Bool.random(using: &random) ? NaiveSnapshot(items: 16, &random) : old.changed(items: 16, &random)
      var snapshot = new.snapshot
      let reloaded = snapshot.itemIdentifiers.filter { _ in Int.random(in: 0..<4, using: &random) == 0 }
      let sections = snapshot.sectionIdentifiers.filter { _ in Int.random(in: 0..<4, using: &random) == 0 }
      snapshot.reloadItems(reloaded)
      snapshot.reloadSections(sections)
      snapshot.reconfigureItems(snapshot.itemIdentifiers.filter { _ in Bool.random(using: &random) })
      let plan = try Self.plan(Self.changes(old, snapshot), old, new)
      let mistake = Self.mistake(plan, old, new, reloaded: Set(reloaded), reloadedSections: Set(sections))
      guard mistake == nil else {
        Issue.record("\(mistake ?? ""), seed \(seed)")
        return
      }
    }
  }

  /// How many of a few distinct numbers ascend at most, by trying every choice.
  private static func longestAscending(_ numbers: [Int]) -> Int {
    (0..<(1 << numbers.count)).reduce(0) { best, choice in
      let chosen = numbers.indices.filter { choice & 1 << $0 != 0 }.map { numbers[$0] }
      return zip(chosen, chosen.dropFirst()).allSatisfy(<) ? max(best, chosen.count) : best
    }
  }

  @Test("no fewer moves would do: compared with trying every choice of what stays")
  func fewestMoves() {
    for seed in 0..<2000 {
      var random = SeededRandom(seed: seed)
      let old = NaiveSnapshot(items: 12, &random)
      let new = NaiveSnapshot(items: 12, &random)
      let places = old.positions
      var expected = 0
      for (number, items) in new.items.enumerated() {
        let kept = items.compactMap { places[$0] }
        let source = old.sections.firstIndex(of: new.sections[number])
        let stayers = kept.filter { $0.section == source }.map(\.row)
        expected += kept.count - Self.longestAscending(stayers)
      }
      let sections = new.sections.compactMap(old.sections.firstIndex)
      let changes = Self.changes(old, new.snapshot)
      expectEqual(changes.movedRows.count, expected, "seed \(seed)")
      expectEqual(changes.movedSections.count, sections.count - Self.longestAscending(sections), "seed \(seed)")
    }
  }

  @Test("the sequence that stays is as long as can be, and ascends", arguments: 0..<300)
  func staying(seed: Int) {
    var random = SeededRandom(seed: seed)
    let sources = (0..<Int.random(in: 0...10, using: &random)).shuffled(using: &random)
    var sequence = StayingSequence()
    sequence.begin(sources.count)
    for (target, source) in sources.enumerated() { sequence.append(target: target, source: Int32(source)) }
    var moving: ContiguousArray<Int32> = []
    sequence.appendMoving(to: &moving)
    let stays = sources.indices.filter { !moving.contains(Int32($0)) }.map { sources[$0] }
    expect(zip(stays, stays.dropFirst()).allSatisfy(<))
    expectEqual(stays.count, Self.longestAscending(sources))
  }

  /// Changed at random places.
  private static func identifiers(_ random: inout SeededRandom) -> (old: [UUID], new: [UUID]) {
    func identifier() -> UUID {
      var bytes = (random.next(), random.next())
      return withUnsafeBytes(of: &bytes) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
    let old = (0..<5000).map { _ in identifier() }
    var new = old
    for _ in 0..<1000 { new.remove(at: Int.random(in: 0..<new.count, using: &random)) }
    for _ in 0..<1000 { new.insert(identifier(), at: Int.random(in: 0...new.count, using: &random)) }
    for _ in 0..<200 {
      new.swapAt(Int.random(in: 0..<new.count, using: &random), Int.random(in: 0..<new.count, using: &random))
    }
    return (old, new)
  }

  @Test("5,000 identifiers, 1,000 deleted, 1,000 inserted, 200 swaps: no more operations than the standard library's")
  func operations() {
    var random = SeededRandom(seed: 5)
    let (old, new) = Self.identifiers(&random)
    func snapshot(_ items: [UUID]) -> NSDiffableDataSourceSnapshot<Int, UUID> {
      var snapshot = NSDiffableDataSourceSnapshot<Int, UUID>()
      snapshot.appendSections([0])
      snapshot.appendItems(items)
      return snapshot
    }
    let changes = TableChanges(from: snapshot(old), to: snapshot(new), animation: .fade)
    let standard = new.difference(from: old).inferringMoves()
    let moves = standard.insertions.count {
      if case .insert(_, _, let source) = $0 { source != nil } else { false }
    }
    expect(changes.deletedRows.count == 1000 && changes.insertedRows.count == 1000)
    expect(changes.movedRows.count <= moves && moves > 200)
    expect(
      changes.deletedRows.count + changes.insertedRows.count + changes.movedRows.count <= standard.count - moves)
  }

  @Test("the same snapshot asks for nothing, and one from nothing for its sections only")
  func trivial() {
    let some = NaiveSnapshot([(1, [5, 6]), (2, [7])])
    expect(Self.changes(some, some.snapshot).isEmpty)
    let first = TableChanges(from: NumberSnapshot(), to: some.snapshot, animation: .left)
    expect(first.insertedSections.map(\.number) == [0, 1] && first.insertedRows.isEmpty)
    expect(first.insertedSections.allSatisfy { $0.animation == .left })
    let last = Self.changes(some, NumberSnapshot())
    expect(last.deletedSections.map(\.number) == [0, 1] && last.deletedRows.isEmpty)
  }

  @Test("what is to be configured counts where it was, and not if it is new or reloaded")
  func reconfigured() {
    var new = NaiveSnapshot([(1, [6, 5, 8]), (2, [7])]).snapshot
    new.reconfigureItems([5, 8, 7])
    new.reloadItems([7])
    let changes = Self.changes(NaiveSnapshot([(1, [5, 6]), (2, [7])]), new)
    expectEqual(changes.reconfiguredRows, [RowPosition(section: 0, row: 0)])
    expectEqual(changes.reloadedRows.map(\.position), [RowPosition(section: 1, row: 0)])
  }
}
