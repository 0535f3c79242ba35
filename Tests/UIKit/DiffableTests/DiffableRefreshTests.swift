import Expectations
import Foundation
import TestSupport
import Testing

@testable import Diffable
@testable import UIKitCore

/// Numbers with a load each, refreshed and put in order by it; every cell shows both. The selected one is kept in place.
@MainActor
private final class RefreshedTable: NSObject, UITableViewDelegate {
  let app = TestApplication(size: CGSize(width: 300, height: 440))
  let table = CountedTable(frame: CGRect(x: 0, y: 0, width: 300, height: 440), style: .plain)
  private(set) var source: NumberSource!
  private(set) var loads: [Int: Int] = [:]
  private(set) var order: [Int] = []
  private var bound: [Int] = []
  private var kept: (item: Int, y: CGFloat)?

  override init() {
    super.init()
    table.register(UITableViewCell.self, forCellReuseIdentifier: "cell")
    source = NumberSource(tableView: table) { [unowned self] table, path, item in
      bound.append(item)
      let cell = table.dequeueReusableCell(withIdentifier: "cell", for: path)
      cell.textLabel?.text = text(item)
      return cell
    }
    table.delegate = self
    table.rowHeight = 44
    app.window.addSubview(table)
  }

  func text(_ item: Int) -> String { "\(item): \(loads[item] ?? -1)" }

  func takeBound() -> [Int] {
    defer { bound = [] }
    return bound.sorted()
  }

  /// Shows new loads; equal ones keep their order.
  func refresh(_ new: [Int: Int], filter: (Int) -> Bool = { _ in true }) {
    let ranks = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0) })
    order = new.keys.sorted { a, b in
      let (left, right) = (new[a] ?? 0, new[b] ?? 0)
      let (first, second) = (ranks[a] ?? 10_000 + a, ranks[b] ?? 10_000 + b)
      return left == right ? first < second : left > right
    }
    var snapshot = NumberSnapshot()
    snapshot.appendSections([0])
    snapshot.appendItems(order.filter(filter))
    snapshot.reconfigureItems(snapshot.itemIdentifiers.filter { loads[$0] != nil && loads[$0] != new[$0] })
    loads = new
    kept = selected.flatMap { item in
      guard let y = place(of: item), y > -44, y < 440 else { return nil }
      return (item, y)
    }
    source.apply(snapshot)
    kept = nil
  }

  func tableView(
    _ tableView: UITableView, targetContentOffsetForProposedContentOffset proposedContentOffset: CGPoint
  ) -> CGPoint {
    guard let kept, let path = source.indexPath(for: kept.item) else { return proposedContentOffset }
    return CGPoint(x: proposedContentOffset.x, y: table.rectForRow(at: path).minY - kept.y)
  }

  var selected: Int? { table.indexPathForSelectedRow.flatMap(source.itemIdentifier(for:)) }

  /// Points between the upper edges of the table and of an item's row.
  func place(of item: Int) -> CGFloat? {
    source.indexPath(for: item).map { table.rectForRow(at: $0).minY - table.contentOffset.y }
  }

  /// Where the item's cell is seen.
  func seen(_ item: Int) -> CGFloat? {
    source.indexPath(for: item).flatMap(table.cellForRow(at:)).map {
      ($0.presentation ?? $0.modelPresentation).origin.y - table.contentOffset.y
    }
  }

  var visible: [Int] { (table.indexPathsForVisibleRows ?? []).compactMap(source.itemIdentifier(for:)) }

  /// What the cells on screen say, from top to bottom.
  var texts: [String] { table.visibleCells.map { $0.textLabel?.text ?? "" } }

  /// Rows given their places so far, in all layout passes together.
  var rowsPlaced: Int {
    let profiler = app.application.frameLoop.profiler
    return profiler.totals.rowsLaidOut + profiler.counters.rowsLaidOut
  }
}

extension UIApplication {
  fileprivate var frames: Int { frameLoop.profiler.framesFinished }
}

@MainActor
@Suite("Diffable data source: a list refreshed again and again", .serialized)
struct DiffableRefreshTests {
  private func filled(_ count: Int = 60) -> RefreshedTable {
    let list = RefreshedTable()
    list.refresh(Dictionary(uniqueKeysWithValues: (0..<count).map { ($0, 0) }))
    list.app.settle()
    _ = list.takeBound()
    _ = list.table.takeLayouts()
    return list
  }

  private func select(_ item: Int, in list: RefreshedTable) {
    list.table.selectRow(at: list.source.indexPath(for: item), animated: false, scrollPosition: .none)
  }

  @Test("a refresh costs exactly one layout pass and one placing of the rows, and binds only rows that changed")
  func onePass() {
    let list = filled()
    var loads = list.loads
    loads[3] = 7
    loads[5] = 9
    loads[40] = 0
    let placed = list.rowsPlaced
    list.refresh(loads)
    expectEqual(list.visible, [5, 3, 0, 1, 2, 4, 6, 7, 8, 9])
    expectEqual(list.rowsPlaced - placed, list.table.visibleCells.count)
    list.app.frame()
    expectEqual(list.takeBound(), [3, 5])
    expectEqual(list.table.takeLayouts(), 1)
    expectEqual(list.rowsPlaced - placed, list.table.visibleCells.count)
    list.app.settle()
    expect(list.table.takeLayouts() == 0 && list.takeBound().isEmpty)
    expectEqual(list.texts, list.visible.map(list.text))
  }

  @Test("also with the selected row kept in place, which moves the content")
  func onePassKept() {
    let list = filled()
    select(4, in: list)
    let y = list.place(of: 4)
    var loads = list.loads
    for item in 10..<30 { loads[item] = 1 }
    let placed = list.rowsPlaced
    list.refresh(loads)
    expect(list.place(of: 4) == y && list.table.contentOffset.y == CGFloat(20 * 44))
    list.app.frame()
    expectEqual(list.table.takeLayouts(), 1)
    expectEqual(list.rowsPlaced - placed, list.table.visibleCells.count)
    // Rows that were on screen and are still: 0 to 9.
    expect(list.takeBound().allSatisfy { $0 >= 10 })
    list.app.settle()
    expect(list.seen(4) == y && list.selected == 4)
  }

  @Test("nothing new costs nothing: no layout pass, no cell, no frame")
  func nothingNew() {
    let list = filled()
    let frames = list.app.application.frames
    for _ in 0..<5 {
      list.refresh(list.loads)
      for _ in 0..<10 { list.app.frame() }
    }
    expect(list.takeBound().isEmpty && list.table.takeLayouts() == 0)
    expectEqual(list.app.application.frames, frames)
  }

  @Test("changed figures without another order: those rows are bound where they are, and nothing moves")
  func figuresOnly() {
    let list = filled()
    list.refresh(list.loads.mapValues { _ in 5 })
    list.app.settle()
    expectEqual(list.takeBound(), Array(0..<10))
    expect(list.texts == (0..<10).map { "\($0): 5" } && list.table.contentOffset.y == 0)
  }

  @Test(
    "hundreds of refreshes, most in the animation of the one before: bound rows are those that changed or came on screen, and the selected one stays",
    arguments: 0..<5)
  func random(seed: Int) throws {
    var random = SeededRandom(seed: seed)
    let list = filled(50)
    var next = 50
    select(6, in: list)
    for step in 0..<200 {
      var loads = list.loads
      for item in loads.keys.sorted() {
        if Int.random(in: 0..<8, using: &random) == 0 { loads[item] = Int.random(in: 0..<5, using: &random) }
        if item != list.selected, Int.random(in: 0..<60, using: &random) == 0 { loads[item] = nil }
      }
      while loads.count < 50, Bool.random(using: &random) {
        loads[next] = Int.random(in: 0..<3, using: &random)
        next += 1
      }
      let remainder = Int.random(in: 0..<3, using: &random)
      let chosen = try #require(list.selected)
      let isFiltered = Int.random(in: 0..<6, using: &random) == 0
      let old = (visible: Set(list.visible), loads: list.loads)
      let y = list.place(of: chosen)
      let placed = list.rowsPlaced
      list.refresh(loads) { !isFiltered || $0 == chosen || $0 % 3 == remainder }
      list.table.checkInvariants()
      expect(list.selected == chosen && list.place(of: chosen) == y, "seed \(seed), step \(step)")
      expectEqual(list.texts, list.visible.map(list.text), "seed \(seed), step \(step)")
      let bound = list.takeBound()
      expectEqual(Set(bound).count, bound.count)
      for item in list.visible {
        let isSame = old.visible.contains(item) && old.loads[item] == loads[item]
        if isSame { expect(!bound.contains(item), "seed \(seed), step \(step), \(item)") }
        if old.visible.contains(item), !isSame { expect(bound.contains(item), "seed \(seed), step \(step), \(item)") }
      }
      // A row on its way off the screen is seen to change too.
      expect(Set(bound).isSubset(of: old.visible.union(list.visible)))
      expect([0, list.table.visibleCells.count].contains(list.rowsPlaced - placed))
      for _ in 0..<Int.random(in: 1...22, using: &random) {
        if let y, let seen = list.seen(chosen) { expect(abs(seen - y) < 1e-9, "seed \(seed), step \(step)") }
        list.app.frame()
      }
      if step % 40 == 39 {
        list.app.settle()
        select(try #require(list.visible.randomElement(using: &random)), in: list)
      }
    }
    list.app.settle()
    list.table.checkInvariants()
    expectEqual(list.texts, list.visible.map(list.text))
  }

  @Test("a row that comes back while it is still gliding off the screen shows its newest figures")
  func comesBack() {
    let list = filled(30)
    var loads = list.loads
    for item in 10..<30 { loads[item] = 1 }
    list.refresh(loads)
    list.app.frame()
    // 3 is on its way out, and changes there without coming back.
    loads[3] = 0
    loads[2] = 1
    list.refresh(loads)
    loads[3] = 8
    list.refresh(loads)
    expect(list.visible.first == 3 && list.texts.first == "3: 8")
    list.app.settle()
    expectEqual(list.texts, list.visible.map(list.text))
    list.table.checkInvariants()
  }
}
