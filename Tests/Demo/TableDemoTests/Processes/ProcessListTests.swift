import Expectations
import Foundation
import Testing

@testable import ProcessViewer
@testable import TableDemo

extension ProcessEntry {
  /// A process of a test.
  static func sample(
    _ pid: Int32, _ name: String = "", load: Int = 0, memory: Int = 1_000_000, user: String = "ada", threads: Int = 1,
    start: UInt64 = 1
  ) -> ProcessEntry {
    let name = name.isEmpty ? "process \(pid)" : name
    return ProcessEntry(
      identity: ProcessIdentity(pid: pid, start: start), name: name, command: "/bin/\(name) --now", user: user,
      state: load > 0 ? .running : .sleeping, threads: threads, load: load, memory: memory,
      loadText: ProcessLoad.text(load), memoryText: MemoryText.make(memory),
      searchText: "\(name)\n/bin/\(name) --now\n\(user)".lowercased())
  }
}

@Suite("The list of processes")
struct ProcessListTests {
  private func pids(_ list: ProcessList) -> [Int32] { list.visible.map(\.identity.pid) }

  @Test("the busiest come first, and equal ones keep the order they had")
  func stable() {
    var list = ProcessList()
    list.take([.sample(4), .sample(3, load: 10), .sample(2), .sample(1)])
    expectEqual(pids(list), [3, 1, 2, 4])
    list.take([.sample(4, load: 20), .sample(3), .sample(2), .sample(1), .sample(5)])
    expectEqual(pids(list), [4, 3, 1, 2, 5])
    list.take([.sample(4), .sample(3), .sample(2), .sample(1), .sample(5)])
    expectEqual(pids(list), [4, 3, 1, 2, 5])
  }

  @Test("by every key, in both directions")
  func keys() {
    var list = ProcessList()
    list.take([
      .sample(1, "zsh", load: 5, memory: 30, user: "bob", threads: 2),
      .sample(2, "Bash", load: 9, memory: 10, user: "ada", threads: 9),
      .sample(3, "awk", load: 7, memory: 20, user: "Cem", threads: 5),
    ])
    let expected: [(ProcessSorting.Key, [Int32])] = [
      (.load, [2, 3, 1]), (.memory, [1, 3, 2]), (.name, [3, 2, 1]), (.pid, [1, 2, 3]), (.user, [2, 1, 3]),
      (.threads, [2, 3, 1]),
    ]
    for (key, order) in expected {
      list.sorting = ProcessSorting(key)
      expectEqual(pids(list), order, "\(key)")
      list.sorting.isAscending.toggle()
      expectEqual(pids(list), order.reversed(), "\(key)")
    }
  }

  @Test("every word of the filter must be found in name, command, user, or begin the number")
  func filter() {
    var list = ProcessList()
    list.take([.sample(12, "Firefox"), .sample(13, "bash", user: "bob"), .sample(21, "vim", user: "bob")])
    for (filter, found) in [
      ("", [12, 13, 21]), ("FIRE", [12]), ("bob", [13, 21]), (" bob  vi ", [21]), ("1", [12, 13]), ("/bin/ba", [13]),
      ("--now 2", [21]), ("nothing", []), ("   ", [12, 13, 21]), ("é(", []),
    ] as [(String, [Int32])] {
      list.filter = filter
      expectEqual(pids(list), found, "\(filter)")
    }
    list.filter = "bob"
    list.take([.sample(12, "Firefox"), .sample(14, "less", user: "bob")])
    expectEqual(pids(list), [14])
  }

  @Test("thousands of processes with random figures stay in order, and keep it among equals", arguments: 0..<10)
  func random(seed: Int) {
    var random = DemoRandom(seed: UInt64(seed))
    var list = ProcessList()
    for _ in 0..<30 {
      let before = list.all.map(\.identity)
      let pids = (1...200).filter { _ in Int.random(in: 0..<5, using: &random) > 0 }.shuffled(using: &random)
      list.take(pids.map { .sample(Int32($0), load: Int.random(in: 0..<4, using: &random)) })
      expect(list.all.count == pids.count && Set(list.all.map(\.identity.pid)) == Set(pids.map(Int32.init)))
      let ranks = Dictionary(uniqueKeysWithValues: before.enumerated().map { ($1, $0) })
      for (first, second) in zip(list.all, list.all.dropFirst()) {
        expect(first.load >= second.load)
        if first.load == second.load, let a = ranks[first.identity], let b = ranks[second.identity] { expect(a < b) }
      }
    }
  }
}
