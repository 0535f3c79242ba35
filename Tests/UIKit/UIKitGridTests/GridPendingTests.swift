import Expectations
import Foundation
import GridTestSupport
import TestSupport
import Testing

@testable import UIKitCore
@testable import UIKitGrid

/// Updates that come while a load, another width or another size of text is due, and what a load keeps.
@MainActor
@Suite("Grid: updates while something is due")
struct GridPendingTests {
  /// The cause of work that is due.
  enum Mark: CaseIterable, Sendable { case nothing, load, lengths, pins, textSize, width }

  /// A change of the data, and the call that tells the grid of it.
  enum Update: CaseIterable, Sendable {
    case insertRows, deleteRows, moveRow, insertColumns, deleteColumns, moveColumn, reloadRows, reloadColumns
  }

  /// Rows and columns with names; a cell shows both.
  private final class Sheet: NSObject, GridViewDataSource {
    var rows = (0..<60).map { "r\($0)" }
    var columns = (0..<30).map { "c\($0)" }
    var version = 0

    func numberOfRows(in gridView: GridView) -> Int { rows.count }
    func numberOfColumns(in gridView: GridView) -> Int { columns.count }
    func gridView(_ gridView: GridView, cellForItemAt position: GridPosition) -> GridViewCell {
      let cell = gridView.dequeueReusableCell(withIdentifier: "cell")
      (cell as? GridTextCell)?.textLabel.text = name(position)
      return cell
    }
    func name(_ place: GridPosition) -> String { "\(rows[place.row]) \(columns[place.column]) \(version)" }
  }

  private let app = TestApplication(size: CGSize(width: 400, height: 300))

  private func grid(_ sheet: Sheet) -> GridView {
    let grid = GridView(frame: app.window.bounds)
    grid.register(GridTextCell.self, forCellReuseIdentifier: "cell")
    grid.dataSource = sheet
    return grid
  }

  private func press(_ characters: String) {
    app.application.handle(
      .keyDown(InputEvent.Key(code: .init(rawValue: 46), characters: characters, modifiers: .control, timestamp: 0)))
  }

  private func make(_ mark: Mark, in grid: GridView) {
    switch mark {
    case .nothing: break
    case .load: grid.reloadData()
    case .lengths: grid.rowHeight = 31
    case .pins: grid.pinnedRowCount = 1
    case .textSize: press("+")
    case .width: grid.frame.size.width = 350
    }
  }

  private func change(_ update: Update, _ sheet: Sheet) {
    switch update {
    case .insertRows: sheet.rows.insert(contentsOf: ["new", "newer"], at: 3)
    case .deleteRows: sheet.rows.removeSubrange(2..<4)
    case .moveRow: sheet.rows.insert(sheet.rows.remove(at: 1), at: 12)
    case .insertColumns: sheet.columns.insert("new", at: 1)
    case .deleteColumns: sheet.columns.removeSubrange(0..<2)
    case .moveColumn: sheet.columns.insert(sheet.columns.remove(at: 0), at: 4)
    case .reloadRows, .reloadColumns: sheet.version += 1
    }
  }

  private func tell(_ update: Update, _ grid: GridView) {
    switch update {
    case .insertRows: grid.insertRows(at: [3, 4])
    case .deleteRows: grid.deleteRows(at: [2, 3])
    case .moveRow: grid.moveRow(1, to: 12)
    case .insertColumns: grid.insertColumns(at: [1])
    case .deleteColumns: grid.deleteColumns(at: [0, 1])
    case .moveColumn: grid.moveColumn(0, to: 4)
    case .reloadRows: grid.reloadItems(in: GridRange(rows: 0..<60, columns: 0..<30))
    case .reloadColumns: grid.reloadItems(in: GridRange(rows: 0..<60, columns: 0..<30))
    }
  }

  /// Each visible cell: its text and where it is seen.
  private func picture(_ grid: GridView) -> [String] {
    grid.visibleCells.map { cell in
      let frame = grid.convert(cell.bounds, from: cell).offsetBy(dx: -grid.contentOffset.x, dy: -grid.contentOffset.y)
      return "\((cell as? GridTextCell)?.textLabel.text ?? "") \(frame) \(cell.alpha)"
    }
  }

  @Test(
    "a load, a width or a text size that is due takes in any update, in the window and out of it",
    arguments: Mark.allCases, Update.allCases)
  func pairs(mark: Mark, update: Update) throws {
    app.becomeCurrent()
    for isAttached in [true, false] {
      for isInBlock in [true, false] {
        let sheet = Sheet()
        let grid = grid(sheet)
        app.window.addSubview(grid)
        app.settle()
        grid.select(GridRange(rows: 6..<8, columns: 3..<4))
        grid.contentOffset = CGPoint(x: 20, y: 40)
        app.settle()
        if !isAttached { grid.removeFromSuperview() }
        make(mark, in: grid)
        var ends: [Bool] = []
        if isInBlock {
          grid.performBatchUpdates {
            change(update, sheet)
            // A layout within the block asks for nothing: the data is ahead.
            grid.layoutIfNeeded()
            tell(update, grid)
          } completion: {
            ends.append($0)
          }
        } else {
          change(update, sheet)
          tell(update, grid)
        }
        expect(grid.numberOfRows == sheet.rows.count && grid.numberOfColumns == sheet.columns.count)
        if mark != .load {
          let selected = try #require(grid.selectedRanges.first)
          expectEqual(selected.count, 2)
          expect(sheet.rows[selected.rows.lowerBound] == "r6" && sheet.columns[selected.columns.lowerBound] == "c3")
        }
        if !isAttached { app.window.addSubview(grid) }
        app.settle()
        expectEqual(ends.count, (isInBlock ? 1 : 0))
        grid.checkInvariants()
        let fresh = self.grid(sheet)
        if mark == .lengths { fresh.rowHeight = 31 }
        if mark == .pins { fresh.pinnedRowCount = 1 }
        fresh.frame = grid.frame
        app.window.addSubview(fresh)
        app.settle()
        fresh.contentOffset = grid.contentOffset
        app.settle()
        expectEqual(picture(grid), picture(fresh), "\(isAttached ? "in" : "out of") the window")
        for view in [grid, fresh] { view.removeFromSuperview() }
        press("0")
        app.settle()
      }
    }
  }

  @Test("lengths that lines were given stay until the next reload: with text of another size, other pins and updates")
  func givenLengths() {
    app.becomeCurrent()
    let sheet = Sheet()
    let grid = grid(sheet)
    app.window.addSubview(grid)
    app.settle()
    grid.setHeight(70, ofRow: 4)
    grid.setWidth(33, ofColumn: 2)
    func height(_ name: String) -> CGFloat {
      sheet.rows.firstIndex(of: name).map { grid.rectForItem(at: GridPosition(row: $0, column: 0)).height } ?? 0
    }
    func width(_ name: String) -> CGFloat { sheet.columns.firstIndex(of: name).map { grid.width(ofColumn: $0) } ?? 0 }
    press("+")
    expect(height("r4") == 70 && width("c2") == 33)
    app.settle()
    expect(height("r4") == 70 && width("c2") == 33 && height("r5") > 24 && width("c3") > 96)
    press("+")
    // A load is due, and finds the length that is given now.
    grid.setHeight(80, ofRow: 5)
    app.settle()
    expect(height("r4") == 70 && height("r5") == 80)
    grid.removeFromSuperview()
    press("0")
    sheet.rows.insert("new", at: 0)
    sheet.columns.remove(at: 0)
    grid.performBatchUpdates {
      grid.insertRows(at: [0])
      grid.deleteColumns(at: [0])
    }
    expect(height("r4") == 70 && height("r5") == 80 && width("c2") == 33)
    app.window.addSubview(grid)
    app.settle()
    expect(height("r4") == 70 && height("r5") == 80 && width("c2") == 33 && height("r3") == 24)
    grid.pinnedRowCount = 2
    app.settle()
    expect(height("r4") == 70 && height("r5") == 80 && width("c2") == 33)
    grid.checkInvariants()
    grid.reloadData()
    app.settle()
    expect(height("r4") == 24 && height("r5") == 24 && width("c2") == 96)
    grid.checkInvariants()
  }

  @Test("of a delegate that gives lengths a line is asked again when text gets another size")
  func askedLengths() {
    let fixture = GridFixture(isDelegate: true)
    fixture.heights[3] = 50
    fixture.grid.setHeight(70, ofRow: 3)
    fixture.app.frame()
    expectEqual(fixture.grid.rectForItem(at: GridPosition(row: 3, column: 0)).height, 70)
    fixture.app.shortcut("=")
    fixture.app.settle()
    expectEqual(fixture.grid.rectForItem(at: GridPosition(row: 3, column: 0)).height, 50)
    fixture.grid.checkInvariants()
  }
}
