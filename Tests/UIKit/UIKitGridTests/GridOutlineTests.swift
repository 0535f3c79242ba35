import Expectations
import Foundation
import GridTestSupport
import RandomSupport
import TestSupport
import Testing

@testable import TableModel
@testable import UIKitCore
@testable import UIKitGrid

/// A tree that is computed: each node has `fan` children down to a depth, and its text is its path.
@MainActor
private final class ComputedTree: NSObject, GridViewDataSource, GridViewDelegate, GridViewTreeSource {
  let app = TestApplication(size: CGSize(width: 640, height: 480))
  let grid = GridView(frame: CGRect(x: 0, y: 0, width: 640, height: 480))
  var fan: (IndexPath) -> Int
  private(set) var askedCounts: [IndexPath] = []
  private(set) var askedCells = 0
  private(set) var heard: [String] = []

  init(fan: @escaping (IndexPath) -> Int) {
    self.fan = fan
    super.init()
    app.becomeCurrent()
    grid.register(GridTreeCell.self, forCellReuseIdentifier: "node")
    grid.register(GridTextCell.self, forCellReuseIdentifier: "text")
    grid.dataSource = self
    grid.treeSource = self
    grid.delegate = self
    app.window.addSubview(grid)
    app.settle()
  }

  func numberOfRows(in gridView: GridView) -> Int { fatalError("the tree has the rows") }
  func numberOfColumns(in gridView: GridView) -> Int { 3 }
  func gridView(_ gridView: GridView, cellForItemAt position: GridPosition) -> GridViewCell {
    askedCells += 1
    let cell = gridView.dequeueReusableCell(withIdentifier: position.column == 0 ? "node" : "text")
    (cell as? GridTextCell)?.textLabel.text = gridView.path(ofRow: position.row).map { Self.words(of: $0) }
    return cell
  }
  func gridView(_ gridView: GridView, numberOfChildrenAt path: IndexPath) -> Int {
    askedCounts.append(path)
    return fan(path)
  }
  func gridView(_ gridView: GridView, didExpandAt path: IndexPath) { heard.append("+\(Self.words(of: path))") }
  func gridView(_ gridView: GridView, didCollapseAt path: IndexPath) { heard.append("-\(Self.words(of: path))") }

  static func words(of path: IndexPath) -> String { path.map(String.init).joined(separator: ".") }

  func cell(_ row: Int) -> GridTreeCell? { grid.cellForItem(at: GridPosition(row: row, column: 0)) as? GridTreeCell }

  func shown(_ row: Int) -> String? { cell(row)?.textLabel.text }

  func forgetCalls() { (askedCounts, askedCells) = ([], 0) }
}

@MainActor
@Suite("Grid: trees")
struct GridOutlineTests {
  @Test("arrows expand and collapse, lead to the node around, and else go sideways; the delegate is told")
  func keys() {
    let tree = ComputedTree { $0.count < 3 ? 4 : 0 }
    let grid = tree.grid
    expectEqual(grid.numberOfRows, 4)
    grid.select(GridRange(rows: 1..<2, columns: 0..<1))
    tree.app.key(.keyboardRightArrow)
    tree.app.settle()
    expectEqual(grid.numberOfRows, 8)
    expectEqual((0..<8).map { tree.shown($0) }, ["0", "1", "1.0", "1.1", "1.2", "1.3", "2", "3"])
    expectEqual(tree.cell(1)?.disclosure, GridTreeCell.Disclosure(level: 0, isExpanded: true))
    expectEqual(tree.cell(2)?.disclosure, GridTreeCell.Disclosure(level: 1, isExpanded: false))
    tree.app.key(.keyboardRightArrow)
    expectEqual(grid.activePosition, GridPosition(row: 1, column: 1), "an expanded node lets the arrow go sideways")
    tree.app.key(.keyboardLeftArrow)
    tree.app.key(.keyboardDownArrow)
    tree.app.key(.keyboardDownArrow)
    tree.app.key(.keyboardLeftArrow)
    expectEqual(grid.activePosition, GridPosition(row: 1, column: 0), "to the node around")
    tree.app.key(.keyboardLeftArrow)
    tree.app.settle()
    expectEqual(grid.numberOfRows, 4)
    expectEqual(tree.heard, ["+1", "-1"])
    tree.app.key(.keyboardLeftArrow)
    expectEqual(grid.activePosition, GridPosition(row: 1, column: 0))
    grid.checkInvariants()
  }

  @Test("a click on the triangle expands, one beside it selects; text is indented by level")
  func mouse() throws {
    let tree = ComputedTree { $0.count < 2 ? 3 : 0 }
    let cell = try #require(tree.cell(2))
    let frame = cell.convert(cell.bounds, to: nil)
    tree.app.click(at: CGPoint(x: frame.minX + 10, y: frame.midY))
    tree.app.settle()
    expectEqual(tree.grid.numberOfRows, 6)
    expectEqual(tree.grid.activePosition, nil)
    let child = try #require(tree.cell(3))
    expectEqual(child.disclosure, GridTreeCell.Disclosure(level: 1, isExpanded: nil))
    child.layoutIfNeeded()
    expectEqual(child.textLabel.frame.minX - cell.textLabel.frame.minX, GridTreeCell.indentation)
    tree.app.click(at: CGPoint(x: frame.minX + 60, y: frame.midY))
    expectEqual(tree.grid.activePosition, GridPosition(row: 2, column: 0))
    expectEqual(tree.grid.numberOfRows, 6)
  }

  @Test("a million children are counted when their node is expanded, and only those on screen are asked for")
  func million() {
    let tree = ComputedTree { $0.count < 2 ? 1_000_000 : 0 }
    let grid = tree.grid
    grid.select(GridRange(rows: 500_000..<500_001, columns: 0..<2))
    tree.forgetCalls()
    expect(grid.expand(at: [3]))
    tree.app.settle()
    expectEqual(grid.numberOfRows, 2_000_000)
    expect(
      tree.askedCounts.filter { $0 == [3] }.count <= 2 && tree.askedCounts.count < 100, "\(tree.askedCounts.count)")
    expect(tree.askedCells < 100, "\(tree.askedCells) cells")
    expectEqual(grid.selectedRanges, [GridRange(rows: 1_500_000..<1_500_001, columns: 0..<2)])
    expectEqual(grid.path(ofRow: 1_500_000), [500_000])
    expectEqual(grid.row(at: [3, 999_999]), 1_000_003)
    grid.scrollToItem(at: GridPosition(row: 1_000_003, column: 0), animated: false)
    tree.app.settle()
    expectEqual(tree.shown(1_000_003), "3.999999")
    grid.checkInvariants()
  }

  @Test("collapsing the node around the active cell makes it active, and a reload keeps what is expanded")
  func collapsing() {
    let tree = ComputedTree { $0.count < 3 ? 4 : 0 }
    let grid = tree.grid
    expect(grid.expand(at: [1]) && grid.expand(at: [1, 2]) && !grid.expand(at: [1]) && !grid.expand(at: [0, 0]))
    grid.select(GridRange(rows: 5..<6, columns: 1..<2))
    grid.reloadData()
    tree.app.settle()
    expectEqual(grid.numberOfRows, 12)
    expect(grid.isExpanded(at: [1, 2]) && tree.shown(5) == "1.2.0")
    expect(grid.collapse(at: [1]))
    expectEqual(grid.activePosition, GridPosition(row: 1, column: 1))
    tree.fan = { $0.isEmpty ? 1 : 0 }
    grid.reloadData()
    tree.app.settle()
    expectEqual(grid.numberOfRows, 1)
    expectEqual(tree.cell(0)?.disclosure?.isExpanded, nil)
    grid.treeSource = nil
    expectEqual(grid.path(ofRow: 0), nil)
    grid.treeSource = tree
    tree.app.settle()
    expectEqual(grid.numberOfRows, 1)
    grid.checkInvariants()
  }

  @Test("nodes expanded and collapsed at random leave the grid whole, with the rows of a plain list", arguments: 0..<12)
  func random(seed: Int) {
    var random = SeededRandom(seed: seed)
    let tree = ComputedTree { $0.count < 4 ? 2 + $0.reduce(0, +) % 5 : 0 }
    let grid = tree.grid
    var expanded: Set<IndexPath> = []
    func paths(_ path: IndexPath) -> [IndexPath] {
      (0..<tree.fan(path)).flatMap { number in
        let child = path.appending(number)
        return [child] + (expanded.contains(child) ? paths(child) : [])
      }
    }
    for step in 0..<60 {
      let all = paths([])
      guard let path = all.randomElement(using: &random) else { break }
      let canExpand = tree.fan(path) > 0 && !expanded.contains(path)
      switch Int.random(in: 0..<5, using: &random) {
      case 0:
        grid.contentOffset.y = CGFloat(Int.random(in: 0...max(0, Int(grid.contentSize.height) - 480), using: &random))
      case 1:
        let row = Int.random(in: 0..<all.count, using: &random)
        grid.select(GridRange(rows: row..<row + 1, columns: 0..<1))
      case 2:
        let wasExpanded = expanded.contains(path)
        expectEqual(grid.collapse(at: path), wasExpanded, "seed \(seed), step \(step)")
        expanded = expanded.filter { Array($0.prefix(path.count)) != Array(path) }
      default:
        expectEqual(grid.expand(at: path), canExpand, "seed \(seed), step \(step)")
        if canExpand { expanded.insert(path) }
      }
      if Bool.random(using: &random) { tree.app.frame() } else { tree.app.settle() }
      let now = paths([])
      expectEqual(grid.numberOfRows, now.count, "seed \(seed), step \(step)")
      for (row, path) in now.enumerated() {
        expectEqual(grid.path(ofRow: row), path)
        if let cell = tree.cell(row) {
          expectEqual(cell.textLabel.text, ComputedTree.words(of: path), "seed \(seed), step \(step), row \(row)")
          let isExpanded = tree.fan(path) > 0 ? expanded.contains(path) : nil
          expectEqual(cell.disclosure, GridTreeCell.Disclosure(level: path.count - 1, isExpanded: isExpanded))
        }
      }
      grid.checkInvariants()
    }
  }

  @Test("tools are told which nodes are expanded, how deep they are, and can expand them")
  func accessibility() {
    let tree = ComputedTree { $0.count < 2 ? 3 : 0 }
    let tools = AccessibilityTree(of: tree.app.application)
    let node = AccessibleNode.cell(tree.grid, GridPosition(row: 1, column: 0))
    expectEqual(tools.state(of: node).isExpanded, false)
    expect(tools.perform(.toggleExpansion, on: node))
    tree.app.settle()
    expectEqual(tools.state(of: node).isExpanded, true)
    expectEqual(tools.state(of: .cell(tree.grid, GridPosition(row: 2, column: 0))).isExpanded, nil)
    expectEqual(tools.state(of: .cell(tree.grid, GridPosition(row: 1, column: 1))).isExpanded, nil)
    expectEqual(tools.actions(of: node).map(\.name), ["activate", "show", "expand or contract"])
    expectEqual(tree.heard, ["+1"])
  }
}
