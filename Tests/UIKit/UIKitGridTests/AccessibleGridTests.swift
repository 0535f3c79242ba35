import Expectations
import Foundation
import TestSupport
import Testing

@testable import TableModel
@testable import UIKitCore
@testable import UIKitGrid

/// Rows and columns with identities, in a grid.
@MainActor
private final class IdentifiedSheet: NSObject, GridViewDataSource {
  var rows: [Int]
  var columns: [Int]
  private var next = 1_000

  init(rows: Int, columns: Int) {
    self.rows = Array(0..<rows)
    self.columns = Array(0..<columns)
  }

  func numberOfRows(in gridView: GridView) -> Int { rows.count }
  func numberOfColumns(in gridView: GridView) -> Int { columns.count }
  func gridView(_ gridView: GridView, cellForItemAt position: GridPosition) -> GridViewCell {
    let cell = gridView.dequeueReusableCell(withIdentifier: "text")
    (cell as? GridTextCell)?.textLabel.text = text(position)
    return cell
  }
  func gridView(_ gridView: GridView, textForItemAt position: GridPosition) -> String? { text(position) }
  private func text(_ position: GridPosition) -> String { "\(rows[position.row]):\(columns[position.column])" }

  /// Inserts, deletes and moves lines at random.
  func change(_ grid: GridView, using random: inout SeededRandom) {
    let isRow = Bool.random(using: &random)
    var lines = isRow ? rows : columns
    switch Int.random(in: 0..<3, using: &random) {
    case 0:
      let place = Int.random(in: 0...lines.count, using: &random)
      lines.insert(next, at: place)
      next += 1
      set(lines, isRow)
      if isRow { grid.insertRows(at: [place]) } else { grid.insertColumns(at: [place]) }
    case 1 where lines.count > 1:
      let place = Int.random(in: 0..<lines.count, using: &random)
      lines.remove(at: place)
      set(lines, isRow)
      if isRow { grid.deleteRows(at: [place]) } else { grid.deleteColumns(at: [place]) }
    default:
      let (from, to) = (
        Int.random(in: 0..<lines.count, using: &random), Int.random(in: 0..<lines.count, using: &random)
      )
      lines.insert(lines.remove(at: from), at: to)
      set(lines, isRow)
      if isRow { grid.moveRow(from, to: to) } else { grid.moveColumn(from, to: to) }
    }
  }

  private func set(_ lines: [Int], _ isRow: Bool) { if isRow { rows = lines } else { columns = lines } }
}

@MainActor
@Suite("Accessibility: grids")
struct AccessibleGridTests {
  let app = TestApplication()

  private func show(_ sheet: IdentifiedSheet) -> GridView {
    let grid = GridView(frame: app.window.bounds)
    grid.register(GridTextCell.self, forCellReuseIdentifier: "text")
    grid.dataSource = sheet
    app.window.addSubview(grid)
    app.settle()
    return grid
  }

  @Test("a name stays with its row and column through updates, and names nothing when one of them is gone")
  func identity() {
    app.becomeCurrent()
    for seed in 0..<20 {
      var random = SeededRandom(seed: seed)
      let sheet = IdentifiedSheet(rows: 30, columns: 12)
      let grid = show(sheet)
      let tree = AccessibilityTree(of: app.application)
      var told: [String: String] = [:]
      for step in 0..<40 {
        let place = GridPosition(
          row: Int.random(in: 0..<sheet.rows.count, using: &random),
          column: Int.random(in: 0..<sheet.columns.count, using: &random))
        let name = tree.name(of: .cell(grid, place))
        let text = "\(sheet.rows[place.row]):\(sheet.columns[place.column])"
        expectEqual(told[name] ?? text, text, "seed \(seed), step \(step): a name of two cells")
        told[name] = text
        sheet.change(grid, using: &random)
        if Bool.random(using: &random) { app.settle() }
        for (name, text) in told {
          let parts = text.split(separator: ":").compactMap { Int($0) }
          let row = sheet.rows.firstIndex(of: parts[0])
          let column = sheet.columns.firstIndex(of: parts[1])
          let node = tree.node(named: name)
          guard let row, let column else {
            expect(node == nil, "seed \(seed), step \(step): \(text) is gone")
            told[name] = nil
            continue
          }
          expectEqual(node, .cell(grid, GridPosition(row: row, column: column)), "seed \(seed), step \(step): \(text)")
          if let node {
            expectEqual(tree.label(of: node), text)
            expectEqual(tree.index(of: node).flatMap { tree.child(of: .view(grid), at: $0) }, node)
          }
        }
        grid.checkInvariants()
      }
      let name = tree.name(of: .cell(grid, GridPosition(row: 0, column: 0)))
      grid.reloadData()
      app.settle()
      expect(tree.node(named: name) == nil)
      expect(tree.node(named: tree.name(of: .cell(grid, GridPosition(row: 99_999, column: 0)))) == nil)
      grid.removeFromSuperview()
    }
  }

  @Test("counts that fall without a word leave the names of what is left")
  func otherLengths() {
    app.becomeCurrent()
    let sheet = IdentifiedSheet(rows: 30, columns: 12)
    let grid = show(sheet)
    let tree = AccessibilityTree(of: app.application)
    let (kept, gone) = (
      tree.name(of: .cell(grid, GridPosition(row: 3, column: 4))),
      tree.name(of: .cell(grid, GridPosition(row: 20, column: 4)))
    )
    sheet.rows.removeLast(15)
    // Has the counts asked for anew.
    grid.rowHeight = 40
    app.settle()
    expectEqual(tree.node(named: kept), .cell(grid, GridPosition(row: 3, column: 4)))
    expect(tree.node(named: gone) == nil)
    expectEqual(tree.childCount(of: .view(grid)), 15 * 12)
  }

  @Test("headers have names of their own, which stay with row and column, and tell how rows are sorted by them")
  func headers() throws {
    app.becomeCurrent()
    let sheet = IdentifiedSheet(rows: 400, columns: 60)
    let grid = show(sheet)
    let tree = AccessibilityTree(of: app.application)
    let column = AccessibleNode.cell(grid, GridPosition(row: -1, column: 50))
    let row = AccessibleNode.cell(grid, GridPosition(row: 300, column: -1))
    expect(tree.label(of: column) == "AY" && tree.label(of: row) == "301", "off screen as well")
    expect(tree.role(of: column) == .columnTitle && tree.role(of: row) == .rowTitle)
    let names = [tree.name(of: column), tree.name(of: row)]
    sheet.columns.remove(at: 2)
    grid.deleteColumns(at: [2])
    app.settle()
    expectEqual(tree.node(named: names[0]), .cell(grid, GridPosition(row: -1, column: 49)))
    expectEqual(tree.node(named: names[1]), row)
    expectEqual(tree.index(of: column), nil)
    let shown = try #require(grid.cellForItem(at: GridPosition(row: -1, column: 1)))
    let frame = shown.convert(shown.bounds, to: nil)
    expectEqual(tree.node(at: CGPoint(x: frame.midX, y: frame.midY)), .cell(grid, GridPosition(row: -1, column: 1)))
    expectEqual(tree.frame(of: .cell(grid, GridPosition(row: -1, column: 1))), frame)
    expect(tree.perform(.activate, on: .cell(grid, GridPosition(row: -1, column: 1))))
    expectEqual(grid.selectedRanges, [GridRange(rows: 0..<400, columns: 1..<2)])
    expect(tree.show(column))
    grid.columnHeaderHeight = 0
    app.settle()
    expect(tree.node(named: names[0]) == nil)
    expectEqual(tree.name(of: column), "gone")
    grid.checkInvariants()
  }
}
