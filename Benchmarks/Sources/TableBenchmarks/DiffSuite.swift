@preconcurrency import Benchmark
import Diffable
import Foundation
import TableModel
import TestSupport
import UIKitCore

/// Two snapshots compared, of which the second lacks a fifth of the first one's items, has as many new ones, and a
/// twenty-fifth exchanged, all at random places. The figures for 5,000 items: at least 70 times faster than the
/// standard library's `difference(from:).inferringMoves()`, with no more operations; 100,000 items take at most 30
/// times as long, and at most 64 bytes an item.
@MainActor
func makeDiffSuite() -> BenchmarkSuite {
  let suite = BenchmarkSuite(name: "Diff")
  let small = Lazily { DiffScene(items: 5000) }
  let large = Lazily {
    let scene = DiffScene(items: 100_000)
    DiffScene.printRatios(small: small.value, large: scene)
    return scene
  }
  suite.onMain("5,000 items, two arrays to operations") { small.value.compareArrays() }
  suite.onMain("5,000 items, between snapshots") { small.value.compareSnapshots() }
  suite.onMain("5,000 items, difference(from:).inferringMoves()") { small.value.compareByStandardLibrary() }
  suite.onMain("100,000 items, two arrays to operations") { large.value.compareArrays() }
  suite.onMain("100,000 items, between snapshots") { large.value.compareSnapshots() }
  return suite
}

@MainActor
private final class DiffScene {
  typealias Snapshot = NSDiffableDataSourceSnapshot<Int, UUID>

  private let items: (old: [UUID], new: [UUID])
  private let snapshots: (old: Snapshot, new: Snapshot)
  private(set) var operations = 0

  init(items count: Int) {
    var random = SeededRandom(seed: 1)
    let old = (0..<count).map { _ in Self.identifier(&random) }
    var new = old
    for _ in 0..<count / 5 { new.remove(at: Int.random(in: 0..<new.count, using: &random)) }
    for _ in 0..<count / 5 {
      new.insert(Self.identifier(&random), at: Int.random(in: 0...new.count, using: &random))
    }
    for _ in 0..<count / 25 {
      new.swapAt(Int.random(in: 0..<count, using: &random), Int.random(in: 0..<count, using: &random))
    }
    items = (old, new)
    snapshots = (Self.snapshot(old), Self.snapshot(new))
  }

  private static func identifier(_ random: inout SeededRandom) -> UUID {
    var bytes = (random.next(), random.next())
    return withUnsafeBytes(of: &bytes) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }

  private static func snapshot(_ items: [UUID]) -> Snapshot {
    var snapshot = Snapshot()
    snapshot.appendSections([0])
    snapshot.appendItems(items)
    return snapshot
  }

  /// Hashing included, as the standard library begins.
  func compareArrays() { compare(Self.snapshot(items.old), Self.snapshot(items.new)) }

  /// What `apply` does.
  func compareSnapshots() { compare(snapshots.old, snapshots.new) }

  private func compare(_ old: Snapshot, _ new: Snapshot) {
    let changes = TableChanges(from: old, to: new, animation: .fade)
    operations = changes.deletedRows.count + changes.insertedRows.count + changes.movedRows.count
  }

  func compareByStandardLibrary() {
    let difference = items.new.difference(from: items.old).inferringMoves()
    let moves = difference.insertions.count {
      if case .insert(_, _, let source) = $0 { source != nil } else { false }
    }
    operations = difference.count - moves
  }

  // MARK: Ratios

  static func printRatios(small: DiffScene, large: DiffScene) {
    let standard = seconds(5) { small.compareByStandardLibrary() }
    let standardOperations = small.operations
    let arrays = (small: seconds(40) { small.compareArrays() }, large: seconds(10) { large.compareArrays() })
    let snapshots = (small: seconds(40) { small.compareSnapshots() }, large: seconds(10) { large.compareSnapshots() })
    small.compareSnapshots()
    func rounded(_ number: Double) -> Double { (number * 10).rounded() / 10 }
    print(
      """
      5,000 items: \(rounded(standard / arrays.small)) times as fast as the standard library from arrays, \
      \(rounded(standard / snapshots.small)) times between snapshots; \(small.operations) operations, its \
      \(standardOperations)
      100,000 items: \(rounded(arrays.large / arrays.small)) times as long as 5,000 from arrays, \
      \(rounded(snapshots.large / snapshots.small)) times between snapshots; at most \(memory()) bytes an item
      """)
  }

  /// The least processor time of several runs.
  private static func seconds(_ runs: Int, _ body: () -> Void) -> Double {
    (0..<runs).reduce(.infinity) { least, _ in
      let start = processorTime()
      body()
      return min(least, processorTime() - start)
    }
  }

  private static func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// By how much comparing raises the most memory the program ever had, in bytes an item. Everything moved is the worst
  /// case.
  private static func memory() -> Int {
    var random = SeededRandom(seed: 2)
    let items = (0..<1_000_000).map { _ in identifier(&random) }
    let (old, new) = (snapshot(items), snapshot(items.shuffled(using: &random)))
    // Takes up what the heap has left over from before.
    let ballast = (0..<256).map { _ in UnsafeMutableRawPointer.allocate(byteCount: 1 << 20, alignment: 16) }
    defer { for block in ballast { block.deallocate() } }
    // Begins the record anew.
    FileHandle(forWritingAtPath: "/proc/self/clear_refs")?.write(Data("5".utf8))
    precondition(status("VmHWM") < status("VmRSS") + 1024, "the system's record of memory cannot be begun anew")
    let before = status("VmHWM")
    return withExtendedLifetime((old, new)) {
      let changes = TableChanges(from: old, to: new, animation: .fade)
      precondition(changes.movedRows.count > items.count / 2, "shuffled items move")
      return (status("VmHWM") - before) * 1024 / items.count
    }
  }

  /// A figure of this process in KiB.
  private static func status(_ name: String) -> Int {
    let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix(name) } ?? ""
    return Int(line.filter(\.isNumber)) ?? 0
  }
}
