import Expectations
import Foundation
import GridTestSupport
import TestSupport
import Testing

@testable import UIKitCore
@testable import UIKitGrid

/// A grid that is in no window, and cells that wait, follow changes of traits; the active cell stays in sight.
@MainActor
@Suite struct GridTraitsTests {
  /// Follows what it is told only.
  private final class ToldCell: GridViewCell {
    private let bar = UIView()

    required init(frame: CGRect) {
      super.init(frame: frame)
      addSubview(bar)
      fit()
    }

    required init?(coder: NSCoder) { nil }

    private func fit() {
      let points = UIFont.preferredFont(forTextStyle: .body, compatibleWith: traitCollection).pointSize
      bar.frame = CGRect(x: 0, y: 0, width: points / 2, height: 1 / traitCollection.displayScale)
      bar.backgroundColor = UIColor.tintColor.resolvedColor(with: traitCollection)
    }

    override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
      super.traitCollectionDidChange(previousTraitCollection)
      fit()
    }
  }

  private final class Data: NSObject, GridViewDataSource {
    let identifier: String
    init(_ identifier: String) { self.identifier = identifier }
    func numberOfRows(in gridView: GridView) -> Int { 200 }
    func numberOfColumns(in gridView: GridView) -> Int { 50 }
    func gridView(_ gridView: GridView, cellForItemAt position: GridPosition) -> GridViewCell {
      let cell = gridView.dequeueReusableCell(withIdentifier: identifier)
      (cell as? GridTextCell)?.textLabel.text = "\(position.row):\(position.column)"
      return cell
    }
  }

  /// Bars that grow with their text leave the grid less room, in the same layout.
  private final class Host: UIView {
    private let grid: GridView

    init(around grid: GridView) {
      self.grid = grid
      super.init(frame: .zero)
      addSubview(grid)
    }

    required init?(coder: NSCoder) { nil }

    override func layoutSubviews() {
      super.layoutSubviews()
      let bar = UIFontMetrics.default.scaledValue(for: 30)
      grid.frame = CGRect(x: 0, y: bar, width: bounds.width, height: bounds.height - 2 * bar)
    }
  }

  private let app = TestApplication(size: CGSize(width: 400, height: 300))

  private func grid(_ data: Data, _ height: CGFloat?) -> GridView {
    let grid = GridView(frame: app.window.bounds)
    grid.register(GridTextCell.self, forCellReuseIdentifier: "text")
    grid.register(ToldCell.self, forCellReuseIdentifier: "told")
    grid.pinnedRowCount = 1
    if let height { grid.rowHeight = height }
    grid.dataSource = data
    return grid
  }

  private func show(_ grid: GridView) {
    app.window.addSubview(grid)
    app.settle()
    for _ in 0..<200 { app.frame() }
  }

  @Test(
    "cells and headers that waited, or were in no window, during a change look as ones made after it",
    arguments: ["text", "told"], TraitChange.allCases)
  func grids(identifier: String, change: TraitChange) {
    app.becomeCurrent()
    let data = Data(identifier)
    for height in [nil, 40, GridView.automaticDimension] as [CGFloat?] {
      func fresh() -> [String] {
        let grid = grid(data, height)
        show(grid)
        defer { grid.removeFromSuperview() }
        return app.visiblePicture
      }
      for isHidden in [false, true] {
        let grid = grid(data, height)
        show(grid)
        grid.contentOffset = CGPoint(x: 900, y: 900)
        app.settle()
        for step in [change.make, change.undo] {
          if isHidden { grid.removeFromSuperview() }
          step(app)
          if isHidden { show(grid) }
          grid.contentOffset = CGPoint(x: 300, y: 2000)
          app.settle()
          grid.contentOffset = .zero
          show(grid)
          grid.checkInvariants()
          grid.checkTraits()
          let found = app.visiblePicture
          grid.removeFromSuperview()
          expect(TestApplication.difference(found, fresh()) == nil)
          show(grid)
        }
        grid.removeFromSuperview()
      }
    }
  }

  /// As high as some lines of text.
  private final class TallCell: GridViewCell {
    override func sizeThatFits(_ size: CGSize) -> CGSize {
      CGSize(width: 60, height: UIFontMetrics.default.scaledValue(for: 29, compatibleWith: traitCollection))
    }
  }

  @Test("lengths follow the scale, to whose pixels they are rounded", arguments: [true, false])
  func scales(areMeasured: Bool) {
    app.becomeCurrent()
    app.press("+")
    let data = Data("tall")
    func make() -> GridView {
      let made = self.grid(data, areMeasured ? GridView.automaticDimension : nil)
      made.register(TallCell.self, forCellReuseIdentifier: "tall")
      return made
    }
    let grid = make()
    show(grid)
    for scale in [1.5, 1, 2, 1.5, 1] {
      app.platformWindow.scale = scale
      app.window.platformWindowDidResize()
      app.settle()
      grid.checkInvariants()
      let fresh = make()
      show(fresh)
      expect(grid.contentSize == fresh.contentSize && grid.rowHeight == fresh.rowHeight, "scale \(scale)")
      fresh.removeFromSuperview()
    }
  }

  @Test("a grid that loads in no window while text is larger has the lengths of its window when it comes back")
  func loadsOutside() {
    app.becomeCurrent()
    let data = Data("text")
    let grid = grid(data, nil)
    show(grid)
    let size = grid.contentSize
    grid.removeFromSuperview()
    app.press("+")
    grid.reloadData()
    grid.layoutIfNeeded()
    app.press("0")
    show(grid)
    app.settle()
    expectEqual(grid.contentSize, size)
    grid.checkInvariants()
    grid.removeFromSuperview()
  }

  @Test(
    "the active cell stays in sight when text gets another size, at the end and elsewhere", arguments: [false, true])
  func activeCell(isAsked: Bool) {
    let fixture = GridFixture(rows: 1_000_000, columns: 16_384, isDelegate: isAsked) { $0.pinnedRowCount = 1 }
    let grid = fixture.grid
    if isAsked { for column in 16_370..<16_384 { fixture.widths[column] = CGFloat(60 + column % 7 * 20) } }
    func isInSight(_ position: GridPosition) -> Bool {
      let rect = grid.rectForItem(at: position)
      let edge = CGPoint(x: grid.rowHeaderWidth, y: grid.columnHeaderHeight + grid.rowHeight)
      return rect.minX - grid.contentOffset.x >= edge.x && rect.minY - grid.contentOffset.y >= edge.y
        && rect.maxX - grid.contentOffset.x <= grid.bounds.width
        && rect.maxY - grid.contentOffset.y <= grid.bounds.height
    }
    let host = Host(around: grid)
    host.frame = fixture.app.window.bounds
    fixture.app.window.addSubview(host)
    fixture.app.settle()
    let last = GridPosition(row: 999_999, column: 16_383)
    for position in [last, GridPosition(row: 500_000, column: 8000), GridPosition(row: 999_999, column: 1)] {
      grid.select(GridRange(rows: position.row..<position.row + 1, columns: position.column..<position.column + 1))
      grid.scrollToItem(at: position, animated: false)
      fixture.app.settle()
      for press in ["+", "+", "+", "-", "+", "+", "0"] {
        fixture.app.press(press)
        grid.checkInvariants()
        expect(
          grid.activePosition == position && isInSight(position),
          "\(position) after \(press): \(grid.rectForItem(at: position)) in \(grid.bounds)")
      }
    }
    // One that is out of sight is not fetched.
    fixture.scroll(to: CGPoint(x: 1000, y: 24_000))
    let offset = grid.contentOffset
    fixture.app.press("+")
    fixture.app.press("-")
    expectEqual(grid.contentOffset, offset)
  }

  @Test("a grid's cells, headers and lengths grow, and its first whole row and column stay", arguments: [false, true])
  func grids(isAsked: Bool) throws {
    let fixture = GridFixture(isDelegate: isAsked) { $0.pinnedRowCount = 1 }
    let grid = fixture.grid
    fixture.scroll(to: CGPoint(x: 1000, y: 1000))
    // What is seen of a cell: where it begins, beside what stays.
    func place(_ position: GridPosition) -> CGPoint {
      let rect = grid.rectForItem(at: position)
      let pinned = CGPoint(x: grid.rowHeaderWidth, y: grid.columnHeaderHeight + grid.rowHeight)
      return rect.origin - grid.contentOffset - pinned
    }
    let first = try #require(
      grid.visibleCells.compactMap { grid.position(for: $0) }.first {
        $0.row > 0 && place($0).x >= 0 && place($0).y >= 0
      })
    let before = place(first)
    func press(_ characters: String, times: Int = 1) {
      for _ in 0..<times { fixture.app.key(.init(rawValue: 46), characters, modifiers: .control) }
      fixture.app.settle()
    }
    press("+", times: 8)
    grid.checkInvariants()
    expectEqual(place(first), before)
    expectEqual([grid.rowHeight, grid.columnHeaderHeight, grid.columnWidth, grid.rowHeaderWidth], [75, 75, 299, 200])
    let cell = try #require(grid.cellForItem(at: first) as? GridTextCell)
    let header = try #require(grid.cellForItem(at: GridPosition(row: -1, column: first.column)) as? GridTextCell)
    expect(cell.bounds.size == CGSize(width: 299, height: 75) && header.bounds.size == cell.bounds.size)
    expect(cell.textLabel.font.pointSize == 40.5 && header.textLabel.font.pointSize == 37.5)
    press("0")
    expect(place(first) == before && cell.textLabel.font.pointSize == 13 && grid.rowHeight == 24)
    // At the beginning it stays at the beginning; a height that was set is the app's.
    fixture.scroll(to: .zero)
    grid.rowHeight = 30
    press("+", times: 3)
    expect(grid.contentOffset == .zero && grid.rowHeight == 30 && grid.columnWidth == 130)
    grid.checkInvariants()
  }

  @Test("another height of a grid's rows leaves the first whole row where it is")
  func gridRowHeight() {
    let fixture = GridFixture()
    fixture.scroll(to: CGPoint(x: 0, y: 1000))
    // Row 42 begins 8 points below the header.
    fixture.grid.rowHeight = 60
    fixture.app.settle()
    expectEqual(fixture.grid.contentOffset.y, CGFloat(42 * 60 - 8))
    fixture.grid.rowHeight = 24
    fixture.app.settle()
    expectEqual(fixture.grid.contentOffset.y, 1000)
    fixture.grid.checkInvariants()
  }
}
