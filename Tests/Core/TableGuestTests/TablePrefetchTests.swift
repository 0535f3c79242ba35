import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

@MainActor
@Suite("Table: prefetching")
struct TablePrefetchTests {
  final class Prefetcher: NSObject, UITableViewDataSourcePrefetching {
    private(set) var outstanding: Set<IndexPath> = []
    private(set) var calls: [[IndexPath]] = []
    private(set) var cancels: [[IndexPath]] = []
    private(set) var mistakes: [String] = []
    var onPrefetch: ((UITableView) -> Void)?
    var onCancel: ((UITableView) -> Void)?

    func takeCalls() -> [[Int]] {
      defer { calls = [] }
      return calls.map { $0.map(\.row) }
    }

    func takeCancels() -> [[Int]] {
      defer { cancels = [] }
      return cancels.map { $0.map(\.row) }
    }

    func shown(_ path: IndexPath) { outstanding.remove(path) }

    func tableView(_ tableView: UITableView, prefetchRowsAt paths: [IndexPath]) {
      calls.append(paths)
      for path in paths {
        if tableView.cellForRow(at: path) != nil { mistakes.append("\(path) is on screen") }
        if !outstanding.insert(path).inserted { mistakes.append("\(path) was announced already") }
      }
      onPrefetch?(tableView)
    }

    func tableView(_ tableView: UITableView, cancelPrefetchingForRowsAt paths: [IndexPath]) {
      cancels.append(paths)
      for path in paths {
        if tableView.cellForRow(at: path) != nil { mistakes.append("\(path) is on screen") }
        if outstanding.remove(path) == nil { mistakes.append("\(path) was not announced") }
      }
      onCancel?(tableView)
    }
  }

  final class Displayed: NSObject, UITableViewDelegate {
    let prefetcher: Prefetcher
    init(_ prefetcher: Prefetcher) { self.prefetcher = prefetcher }
    func tableView(_ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt path: IndexPath) {
      prefetcher.shown(path)
    }
  }

  private let prefetcher = Prefetcher()
  private let displayed: Displayed

  init() { displayed = Displayed(prefetcher) }

  private func fixture(_ sections: [Int]) -> TableFixture {
    TableFixture(sections: sections, delegate: displayed) { table, _ in table.prefetchDataSource = prefetcher }
  }

  @Test("rows outside the visible set, nearest first, in the scroll direction, and none that is shown directly")
  func directions() {
    let fixture = fixture([1000])
    expectEqual(prefetcher.takeCalls(), [Array(10...19)])
    fixture.app.frame(after: 10)
    fixture.scroll(to: 44)
    expectEqual(prefetcher.takeCalls(), [[20]], "only what comes into reach")
    fixture.app.frame(after: 10)
    fixture.scroll(to: 44 * 3)
    expectEqual(prefetcher.takeCalls(), [[21, 22]])
    expect(prefetcher.cancels.isEmpty)
    expect(prefetcher.mistakes.isEmpty)
  }

  @Test("turning back calls the rows ahead off and announces those above")
  func turning() {
    let fixture = fixture([1000])
    fixture.scroll(to: 44 * 5)
    fixture.app.frame(after: 10)
    _ = prefetcher.takeCalls()
    let ahead = prefetcher.outstanding.map(\.row).sorted()
    expectEqual(ahead.first, 15)
    fixture.scroll(to: 44 * 4)
    expectEqual(prefetcher.takeCancels(), [ahead])
    expectEqual(prefetcher.takeCalls(), [[3, 2, 1, 0]])
    expect(prefetcher.mistakes.isEmpty)
  }

  @Test("a jump calls all off and starts anew")
  func jumping() {
    let fixture = fixture([100_000])
    _ = prefetcher.takeCalls()
    fixture.table.scrollToRow(at: IndexPath(row: 50_000, section: 0), at: .top, animated: false)
    fixture.app.frame()
    expectEqual(prefetcher.takeCancels(), [Array(10...19)])
    expectEqual(prefetcher.takeCalls(), [Array(50_010...50_019)])
    expect(prefetcher.mistakes.isEmpty)
  }

  @Test("the faster the table moves, the more rows are announced ahead, up to three screens")
  func speed() {
    let fixture = fixture([100_000])
    func ahead(after points: Double) -> Int {
      for _ in 0..<20 { fixture.scroll(to: fixture.table.contentOffset.y + points) }
      let last = fixture.table.indexPathsForVisibleRows?.last?.row ?? 0
      return (prefetcher.outstanding.map(\.row).max() ?? 0) - last
    }
    let slow = ahead(after: 2)
    let fast = ahead(after: 200)
    expect((10...13).contains(slow))
    expect(fast > 2 * slow && fast <= 33)
    expect(prefetcher.mistakes.isEmpty)
  }

  @Test("frames without new rows call no delegate, and the rows of other sections are announced like any")
  func sections() {
    let fixture = fixture([12, 0, 3, 500])
    expectEqual(
      prefetcher.calls.flatMap { $0 }.map { [$0.section, $0.row] },
      [[0, 10], [0, 11], [2, 0], [2, 1], [2, 2]] + (0..<5).map { [3, $0] })
    _ = prefetcher.takeCalls()
    for _ in 0..<5 { fixture.app.frame() }
    fixture.table.setNeedsLayout()
    fixture.app.frame()
    expect(prefetcher.calls.isEmpty && prefetcher.cancels.isEmpty)
  }

  @Test("switched off, prefetching calls off what is outstanding; switched on, it starts anew")
  func switching() {
    let fixture = fixture([1000])
    _ = prefetcher.takeCalls()
    fixture.table.isPrefetchingEnabled = false
    expectEqual(prefetcher.takeCancels(), [Array(10...19)])
    fixture.scroll(to: 440)
    expect(prefetcher.calls.isEmpty)
    fixture.table.isPrefetchingEnabled = true
    fixture.app.frame()
    expectEqual(prefetcher.takeCalls(), [Array(20...29)])
  }

  @Test("batch updates carry announced rows along: none is announced again under its new path")
  func updates() {
    let fixture = fixture([1000])
    _ = prefetcher.takeCalls()
    fixture.source.sections = [1001]
    fixture.table.insertRows(at: [IndexPath(row: 0, section: 0)], with: .none)
    fixture.app.settle()
    // Row 9 became row 10 and left the screen; 10...19 are 11...20 now.
    expectEqual(prefetcher.takeCalls(), [[10]])
    expect(prefetcher.cancels.isEmpty)
    fixture.source.sections = [998]
    fixture.table.deleteRows(at: (12...14).map { IndexPath(row: $0, section: 0) }, with: .none)
    fixture.app.settle()
    expect(prefetcher.cancels.isEmpty, "deleted rows are not called off")
    expect(fixture.table.prefetcher.outstanding.count >= 8)
    fixture.table.checkInvariants()
  }

  @Test("a reload calls off rows that still exist, and announces anew")
  func reloading() {
    let fixture = fixture([1000])
    _ = prefetcher.takeCalls()
    fixture.source.sections = [15]
    fixture.table.reloadData()
    fixture.app.frame()
    expectEqual(prefetcher.takeCancels(), [Array(10...14)])
    expectEqual(prefetcher.takeCalls(), [Array(10...14)])
  }

  @Test("a data source that reloads or updates inside of both callbacks leaves a sound table")
  func hostile() {
    let fixture = fixture([1000])
    prefetcher.onCancel = { $0.reloadData() }
    fixture.scroll(to: 440 * 10)
    fixture.app.settle()
    fixture.table.checkInvariants()
    prefetcher.onCancel = nil
    var reloads = 0
    prefetcher.onPrefetch = { table in
      reloads += 1
      if reloads < 5 { table.reloadData() } else { table.layoutIfNeeded() }
    }
    fixture.scroll(to: 440 * 2)
    fixture.app.settle()
    fixture.table.checkInvariants()
    expect(reloads >= 5)
    var inserts = 0
    prefetcher.onPrefetch = { [source = fixture.source] table in
      inserts += 1
      guard inserts < 4 else { return }
      source.sections[0] += 1
      table.insertRows(at: [IndexPath(row: 0, section: 0)], with: .fade)
    }
    prefetcher.onCancel = prefetcher.onPrefetch
    fixture.scroll(to: 440 * 7)
    fixture.app.settle()
    fixture.table.checkInvariants()
    prefetcher.onPrefetch = { $0.prefetchDataSource = nil }
    prefetcher.onCancel = nil
    fixture.scroll(to: 440 * 20)
    fixture.app.settle()
    expect(fixture.table.prefetchDataSource == nil)
    _ = prefetcher.takeCalls()
    fixture.scroll(to: 440 * 3)
    expect(prefetcher.calls.isEmpty)
    fixture.table.checkInvariants()
  }

  @Test("a long random scroll announces no row twice and none that is shown", arguments: 0..<5)
  func random(seed: Int) {
    let fixture = fixture([300, 0, 5, 4000])
    var random = SeededRandom(seed: seed)
    for _ in 0..<300 {
      let now = fixture.table.contentOffset.y
      let step = Double.random(in: -150...250, using: &random)
      let isJump = Int.random(in: 0..<12, using: &random) == 0
      fixture.scroll(to: isJump ? Double.random(in: 0...100_000, using: &random) : now + step)
    }
    expect(prefetcher.mistakes.isEmpty, "seed \(seed): \(prefetcher.mistakes.prefix(3))")
    expectEqual(prefetcher.outstanding, Set(fixture.table.prefetcher.outstanding.map { IndexPath($0) }))
    expect(!prefetcher.calls.isEmpty && !prefetcher.cancels.isEmpty)
  }
}
