@preconcurrency import Benchmark
import Foundation
import TableModel
import TestSupport
import UIKitCore

/// What heights cost that are known, that are measured by a template, and that follow edits of the table. An event
/// waits for one row at most while heights are filled in, so a row's measuring is also the longest delay of an event.
@MainActor
func makeHeightServiceSuite() -> BenchmarkSuite {
  let suite = BenchmarkSuite(name: "Height service")
  let million = Lazily { HeightScene(rows: 1_000_000, isFilled: true) }
  suite.onMain("hit by path, 1 M cached rows") { million.value.hit() }
  suite.onMain("hit by key, 10 k cached") { million.value.hitByKey() }
  let small = Lazily { HeightScene(rows: 1_000, isFilled: false) }
  suite.onMain("calculate, one line") { small.value.calculate(lines: 1) }
  suite.onMain("calculate, five lines") { small.value.calculate(lines: 5) }
  suite.onMain("fill in one row while idle, five lines") { small.value.fillIn() }
  for rows in [1_000, 1_000_000] {
    let scene = Lazily { CacheScene(rows: rows) }
    suite.onMain("insert and delete a row, \(rows) cached rows") { scene.value.edit() }
    suite.onMain("1,000 operations, \(rows) cached rows") { scene.value.editMany() }
  }
  return suite
}

/// A table of texts with a height service.
@MainActor
private final class HeightScene: NSObject, UITableViewDataSource {
  private let app = TestApplication(size: CGSize(width: 600, height: 800))
  private let table = UITableView(frame: CGRect(x: 0, y: 0, width: 600, height: 800), style: .plain)
  private let rows: Int
  private var random = SeededRandom(seed: 1)
  private var changes = 0
  private static let line = "The quick brown fox jumps over the lazy dog. It does so every day. "

  init(rows: Int, isFilled: Bool) {
    self.rows = rows
    super.init()
    table.register(UITableViewCell.self, forCellReuseIdentifier: "row")
    table.rowHeight = 44
    table.dataSource = self
    app.window.addSubview(table)
    app.settle()
    guard isFilled else { return }
    for row in 0..<rows {
      table.heightService.indexPathCache.cache(CGFloat(30 + row &* 7 % 60), at: IndexPath(row: row, section: 0))
    }
    for key in 0..<10_000 { table.heightService.keyedCache.cache(50, forKey: key) }
  }

  func hit() {
    let path = IndexPath(row: .random(in: 0..<rows, using: &random), section: 0)
    _ = table.heightService.heightForCell(withIdentifier: "row", cachedBy: path) { _ in }
  }

  func hitByKey() {
    _ = table.heightService.heightForCell(
      withIdentifier: "row", cachedByKey: Int.random(in: 0..<10_000, using: &random)
    ) {
      _ in
    }
  }

  func calculate(lines: Int) {
    changes += 1
    let text = "\(changes) " + String(repeating: Self.line, count: lines)
    _ = table.heightService.heightForCell(withIdentifier: "row") { cell in
      cell.textLabel?.numberOfLines = 0
      cell.textLabel?.text = text
    }
  }

  func fillIn() {
    if table.heightService.precacheHeight == nil {
      table.heightService.precacheHeight = { [unowned self] table, _ in
        calculate(lines: 5)
        app.clock.advance(by: 1)
        return 50
      }
      table.heightService.precachesWhenIdle = true
    }
    if !app.application.frameLoop.hasIdleWork { table.heightService.indexPathCache.invalidateAll() }
    _ = app.application.frameLoop.workWhileIdle()
  }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { rows }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    tableView.dequeueReusableCell(withIdentifier: "row", for: indexPath)
  }
}

/// A cache of rows of which each has its own height.
@MainActor
private final class CacheScene {
  private var cache = RowHeightCache()
  private var index = RowHeightIndex()
  private let rows: Int
  private var random = SeededRandom(seed: 1)
  private let many: TableChanges

  init(rows: Int) {
    self.rows = rows
    index.insertSection(RowHeightIndex.NewSection(rows: rows, rowHeight: 44), at: 0)
    cache.match(index)
    for row in 0..<rows { cache.cache(Double(30 + row &* 7 % 60), at: RowPosition(section: 0, row: row)) }
    var changes = TableChanges()
    var places = Array(0..<min(rows, 1_000_000))
    places.shuffle(using: &random)
    for item in 0..<500 {
      changes.deleteRow(RowPosition(section: 0, row: places[item]), .none)
      changes.insertRow(RowPosition(section: 0, row: places[item + 500]), .none)
    }
    many = changes
  }

  func edit() {
    var changes = TableChanges()
    changes.deleteRow(RowPosition(section: 0, row: .random(in: 0..<rows, using: &random)), .none)
    changes.insertRow(RowPosition(section: 0, row: .random(in: 0..<rows, using: &random)), .none)
    apply(changes)
  }

  func editMany() { apply(many) }

  private func apply(_ changes: TableChanges) {
    guard let plan = try? UpdatePlan(changes, from: index, rowCounts: [rows]) else {
      preconditionFailure("the batch fits the rows")
    }
    cache.apply(plan, from: index)
  }
}
