import Expectations
import Foundation
import TestSupport
import Testing

@testable import Diffable
@testable import UIKitCore

/// An item that notes where it is compared.
private struct Watched: Hashable, Sendable {
  let number: Int
  nonisolated(unsafe) static var mainComparisons = 0
  nonisolated(unsafe) static var otherComparisons = 0

  static func == (left: Watched, right: Watched) -> Bool {
    if MainQueue.isCurrent { mainComparisons += 1 } else { otherComparisons += 1 }
    return left.number == right.number
  }
  func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

/// An item that does something the first time it is compared.
private struct Meddling: Hashable, Sendable {
  let number: Int
  nonisolated(unsafe) static var onComparison: (@Sendable () -> Void)?

  /// A snapshot with one of them.
  static var snapshot: NSDiffableDataSourceSnapshot<Int, Meddling> {
    var snapshot = NSDiffableDataSourceSnapshot<Int, Meddling>()
    snapshot.appendSections([0])
    snapshot.appendItems([Meddling(number: 1)])
    return snapshot
  }

  static func == (left: Meddling, right: Meddling) -> Bool {
    onComparison?()
    return left.number == right.number
  }
  func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

/// Another data source for the same table.
private final class ThreeRows: NSObject, UITableViewDataSource {
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 3 }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    tableView.dequeueReusableCell(withIdentifier: "cell", for: indexPath)
  }
}

@MainActor
@Suite("Diffable data source: callbacks, other threads, and what is released meanwhile", .serialized)
struct DiffableThreadTests {
  private static func text(_ result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  }

  @Test("applied off the main thread, snapshots are shown on it, in order; snapshot() has the newest at once")
  func otherThread() {
    let fixture = DiffableFixture([(0, [1, 2])])
    let source: NumberSource = fixture.source
    nonisolated(unsafe) var done: [String] = []
    fixture.held.elsewhere {
      for number in [3, 4] {
        var snapshot = source.snapshot()
        snapshot.appendItems([number])
        source.apply(snapshot) { done.append("\(number) \(MainQueue.isCurrent)") }
      }
    }
    expectEqual(source.snapshot().itemIdentifiers, [1, 2, 3, 4])
    expect(fixture.shown == [1, 2] && source.indexPath(for: 3) == nil)
    expectEqual(fixture.held.arrive(), 2)
    fixture.settle()
    expectEqual(fixture.shown, [1, 2, 3, 4])
    expectEqual(done, ["3 true", "4 true"])
    fixture.apply([(0, [4])])
    fixture.settle()
    expectEqual(fixture.shown, [4])
  }

  @Test("the comparison is made on the thread that applies")
  func comparison() {
    let fixture = DiffableFixture()
    let held = HeldDelivery()
    let source = UITableViewDiffableDataSource<Int, Watched>(tableView: fixture.table, delivery: held.delivery) {
      table, path, _ in table.dequeueReusableCell(withIdentifier: "cell", for: path)
    }
    held.elsewhere {
      var snapshot = NSDiffableDataSourceSnapshot<Int, Watched>()
      snapshot.appendSections([0])
      snapshot.appendItems((0..<100).map(Watched.init))
      source.apply(snapshot)
      snapshot.deleteItems([Watched(number: 50)])
      source.apply(snapshot)
    }
    Watched.mainComparisons = 0
    expect(Watched.otherComparisons >= 99)
    held.arrive()
    expect(Watched.mainComparisons == 0 && fixture.table.numberOfRows(inSection: 0) == 99)
    fixture.app.settle()
  }

  @Test("applying on the main queue while another queue's snapshot is under way is refused")
  func twoQueues() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      let fixture = DiffableFixture([(0, [1])])
      let source: NumberSource = fixture.source
      let snapshot = fixture.snapshot([(0, [2])])
      fixture.held.elsewhere { source.apply(snapshot) }
      fixture.apply([(0, [3])])
    }
    expect(Self.text(result).contains("Deadlock detected: UITableViewDiffableDataSource.apply("))
    expect(Self.text(result).contains("always on one other queue"))
  }

  @Test("applying from two queues at once is refused, while the first one's snapshot is being compared")
  func twoQueuesAtOnce() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      let fixture = DiffableFixture()
      let held = HeldDelivery()
      let source = UITableViewDiffableDataSource<Int, Meddling>(tableView: fixture.table, delivery: held.delivery) {
        table, path, _ in table.dequeueReusableCell(withIdentifier: "cell", for: path)
      }
      let snapshot = Meddling.snapshot
      held.elsewhere { source.apply(snapshot) }
      Meddling.onComparison = {
        Meddling.onComparison = nil
        HeldDelivery().elsewhere { source.apply(snapshot) }
      }
      held.elsewhere { source.apply(snapshot) }
    }
    expect(Self.text(result).contains("UITableViewDiffableDataSource.apply("))
    expect(
      Self.text(result).contains(
        "was called from two queues at once. Submit updates either always on the main queue or always on one other queue"
      ))
  }

  @Test("one queue after the other, each when the other's snapshots have arrived, is taken, and geometry is intact")
  func queuesInTurn() {
    let fixture = DiffableFixture([(0, Array(0..<20))])
    let source: NumberSource = fixture.source
    for round in 0..<20 {
      let snapshot = fixture.snapshot([(0, Array((round % 5)..<(20 + round)))])
      if round % 2 == 0 {
        fixture.held.elsewhere { source.apply(snapshot) }
        fixture.held.arrive()
      } else {
        source.apply(snapshot)
      }
      fixture.table.checkInvariants()
      expectEqual(fixture.shown, fixture.expected)
      fixture.app.frame()
    }
    fixture.settle()
    expectEqual(fixture.shown, fixture.expected)
  }

  @Test("applySnapshotUsingReloadData off the main thread is shown on it, in order with the others")
  func reloadElsewhere() {
    let fixture = DiffableFixture([(0, [1, 2])])
    let source: NumberSource = fixture.source
    let snapshots = [[3, 4], [4, 5]].map { fixture.snapshot([(0, $0)]) }
    fixture.held.elsewhere {
      source.applySnapshotUsingReloadData(snapshots[0])
      source.apply(snapshots[1])
    }
    expectEqual(fixture.shown, [1, 2])
    fixture.held.arrive()
    fixture.settle()
    expect(fixture.shown == [4, 5] && fixture.shown == fixture.expected)
  }

  @Test("the async form returns when the snapshot is shown")
  func asyncForm() async {
    let table = UITableView(frame: CGRect(x: 0, y: 0, width: 300, height: 440))
    table.register(UITableViewCell.self, forCellReuseIdentifier: "cell")
    let source = NumberSource(tableView: table) { table, path, _ in
      table.dequeueReusableCell(withIdentifier: "cell", for: path)
    }
    await source.apply(NaiveSnapshot([(0, [1, 2, 3])]).snapshot)
    expect(table.numberOfRows(inSection: 0) == 3 && source.indexPath(for: 3) == IndexPath(row: 2, section: 0))
    await source.apply(NaiveSnapshot([(0, [3])]).snapshot, animatingDifferences: false)
    expectEqual(table.numberOfRows(inSection: 0), 1)
    await source.applySnapshotUsingReloadData(NaiveSnapshot([(0, [5, 6])]).snapshot)
    expect(table.numberOfRows(inSection: 0) == 2 && source.snapshot().itemIdentifiers == [5, 6])
  }

  @Test("a snapshot applied by the cell provider is shown after the running pass")
  func withinCellProvider() {
    let fixture = DiffableFixture([(0, Array(0..<30))])
    fixture.onCell = { item in
      guard item == 20 else { return }
      fixture.onCell = nil
      fixture.apply([(0, Array(15..<40))])
      expectEqual(fixture.source.snapshot().numberOfItems, 25)
      expectEqual(fixture.source.itemIdentifier(for: IndexPath(row: 0, section: 0)), 0)
    }
    fixture.table.contentOffset.y = 44 * 15
    fixture.settle()
    expectEqual(fixture.table.numberOfRows(inSection: 0), 25)
    expect(fixture.shown == fixture.expected && fixture.shown.first.map { $0 >= 15 } == true)
  }

  @Test("several snapshots applied by callbacks of an update are shown one after the other")
  func duringApply() {
    let fixture = DiffableFixture([(0, [1])])
    fixture.onCell = { item in
      if item == 2 { fixture.apply([(0, [1, 2, 3])]) }
      if item == 3 { fixture.apply([(0, [3, 4])]) }
      if item == 4 { fixture.onCell = nil }
    }
    fixture.apply([(0, [1, 2])])
    fixture.settle()
    expectEqual(fixture.shown, [3, 4])
  }

  @Test("a cell provider that always applies costs frames, not a hang")
  func endlessApply() {
    let fixture = DiffableFixture([(0, [0])])
    fixture.onCell = { item in fixture.apply([(0, [item + 1])], animated: false) }
    fixture.apply([(0, [1])], animated: false)
    for _ in 0..<20 { fixture.app.frame() }
    fixture.onCell = nil
    fixture.settle()
    expectEqual(fixture.shown, fixture.expected)
  }

  @Test("the table is gone: the snapshot is kept and the completion called")
  func tableReleased() {
    var table: UITableView? = UITableView()
    weak let weakTable = table
    let source = NumberSource(tableView: table ?? UITableView()) { _, _, _ in nil }
    table = nil
    expect(weakTable == nil)
    var isDone = false
    source.apply(NaiveSnapshot([(0, [1])]).snapshot) { isDone = true }
    expect(isDone && source.itemIdentifier(for: IndexPath(row: 0, section: 0)) == 1)
  }

  @Test("the data source is given up while its snapshot is under way: nothing is shown twice, the completion is called")
  func sourceReleased() {
    let fixture = DiffableFixture([(0, [1])])
    weak let weakSource: NumberSource? = fixture.source
    nonisolated(unsafe) var isDone = false
    let snapshot = fixture.snapshot([(0, [1, 2])])
    fixture.held.elsewhere { [source = fixture.source] in source?.apply(snapshot) { isDone = true } }
    fixture.releaseSource()
    fixture.held.arrive()
    fixture.app.settle()
    // The other thread gives up its reference when it has ended.
    for _ in 0..<2000 where weakSource != nil { usleep(1000) }
    expect(isDone && weakSource == nil)
    fixture.table.reloadData()
    fixture.app.settle()
    expectEqual(fixture.table.numberOfSections, 0)
  }

  @Test("another data source has taken over the table: it is left alone")
  func replaced() {
    let fixture = DiffableFixture([(0, [1])])
    let other = ThreeRows()
    fixture.table.dataSource = other
    fixture.app.settle()
    fixture.apply([(0, [1, 2])])
    fixture.app.settle()
    fixture.table.checkInvariants()
    expectEqual(fixture.table.numberOfRows(inSection: 0), 3)
  }

  @Test("a cell provider that returns nil ends with a message that names the item")
  func noCell() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      let app = TestApplication()
      let table = UITableView(frame: app.window.bounds)
      app.window.addSubview(table)
      let source = NumberSource(tableView: table) { _, _, _ in nil }
      source.apply(NaiveSnapshot([(0, [71])]).snapshot)
    }
    expect(Self.text(result).contains("failed to obtain a cell from its dataSource"))
    expect(Self.text(result).contains("returned nil for item 71 at row 0 of section 0"))
  }

  @Test("the table's own insertions do not fit a snapshot and are refused")
  func mixed() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      let fixture = DiffableFixture([(0, [1, 2])])
      fixture.table.deleteRows(at: [IndexPath(row: 0, section: 0)], with: .fade)
    }
    expect(Self.text(result).contains("Invalid update: invalid number of rows in section 0"))
  }
}
