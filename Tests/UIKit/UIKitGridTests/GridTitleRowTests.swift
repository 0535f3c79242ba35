import Expectations
import Foundation
import RandomSupport
import TestSupport
import Testing

@testable import TableModel
@testable import UIKitCore
@testable import UIKitGrid

/// A grid with a row of units and a row of fields below the titles of its columns.
@MainActor
private final class FilteredSheet: NSObject, GridViewDataSource, GridViewDelegate {
  let app = TestApplication(size: CGSize(width: 640, height: 480))
  let grid = GridView(frame: CGRect(x: 0, y: 0, width: 640, height: 480))
  /// The typed texts, by column.
  var filters: [Int: String] = [:]
  private(set) var askedFields: [Int] = []

  final class FieldCell: GridViewCell {
    let field = UITextField(frame: .zero)
    required init(frame: CGRect) {
      super.init(frame: frame)
      addSubview(field)
    }
    required init?(coder: NSCoder) { nil }
    override func layoutSubviews() { field.frame = bounds.insetBy(dx: 2, dy: 2) }
  }

  override init() {
    super.init()
    app.becomeCurrent()
    grid.register(GridTextCell.self, forCellReuseIdentifier: "text")
    grid.register(FieldCell.self, forCellReuseIdentifier: "field")
    grid.titleRowHeights = [16, 30]
    grid.dataSource = self
    grid.delegate = self
    app.window.addSubview(grid)
    app.settle()
  }

  func numberOfRows(in gridView: GridView) -> Int { 500 }
  func numberOfColumns(in gridView: GridView) -> Int { 60 }
  func gridView(_ gridView: GridView, cellForItemAt position: GridPosition) -> GridViewCell {
    let cell = gridView.dequeueReusableCell(withIdentifier: "text")
    (cell as? GridTextCell)?.textLabel.text = "\(position.row):\(position.column)"
    return cell
  }
  func gridView(_ gridView: GridView, cellForTitleRow row: Int, column: Int) -> GridViewCell {
    let cell = gridView.dequeueReusableCell(withIdentifier: row == 0 ? "text" : "field")
    if row == 1 { askedFields.append(column) }
    (cell as? GridTextCell)?.textLabel.text = "unit \(column)"
    (cell as? FieldCell)?.field.text = filters[column] ?? ""
    return cell
  }

  func field(_ column: Int) -> UITextField? {
    (grid.cellForItem(at: GridPosition(row: -1, column: column)) as? FieldCell)?.field
  }

  func scroll(to x: CGFloat, _ y: CGFloat = 0) {
    grid.contentOffset = CGPoint(x: x, y: y)
    app.settle()
  }
}

@MainActor
@Suite("Grid: title rows")
struct GridTitleRowTests {
  @Test("further title rows stand below the titles of columns and above the rows, and do not scroll")
  func places() throws {
    let sheet = FilteredSheet()
    let grid = sheet.grid
    let unit = try #require(grid.cellForItem(at: GridPosition(row: -2, column: 2)) as? GridTextCell)
    expectEqual(unit.textLabel.text, "unit 2")
    expectEqual(unit.convert(unit.bounds, to: nil), CGRect(x: 64 + 2 * 96, y: 24, width: 96, height: 16))
    expectEqual((grid.cellForItem(at: GridPosition(row: -3, column: 2)) as? GridTextCell)?.textLabel.text, "C")
    expectEqual(grid.rectForItem(at: GridPosition(row: 0, column: 0)).minY, 70)
    sheet.scroll(to: 96, 240)
    expectEqual(unit.convert(unit.bounds, to: nil).minY, 24)
    expectEqual(grid.positionForItem(at: CGPoint(x: 100, y: 240 + 50)), nil)
    expectEqual(grid.positionForItem(at: CGPoint(x: 96 + 100, y: 240 + 72)), GridPosition(row: 10, column: 1))
    grid.checkInvariants()
    sheet.app.click(at: CGPoint(x: 100, y: 30))
    expectEqual(grid.selectedRanges, [], "a click beside the fields selects nothing")
    sheet.app.click(at: CGPoint(x: 100, y: 10))
    expectEqual(grid.selectedRanges, [GridRange(rows: 0..<500, columns: 1..<2)])
    grid.titleRowHeights = []
    sheet.app.settle()
    expectEqual(grid.rectForItem(at: GridPosition(row: 0, column: 0)).minY, 24)
    grid.checkInvariants()
  }

  @Test("a field in a title row keeps its text and the keyboard while its column is off screen, and through a reload")
  func typing() throws {
    let sheet = FilteredSheet()
    let grid = sheet.grid
    let field = try #require(sheet.field(1))
    expect(field.becomeFirstResponder())
    sheet.app.type("ab")
    sheet.scroll(to: 3000)
    expect(sheet.field(1) == nil && field.isFirstResponder)
    let others = (0..<60).compactMap { sheet.field($0) }
    expect(others.count > 4 && others.allSatisfy { $0 !== field && $0.text == "" })
    sheet.app.type("c")
    sheet.app.key(.keyboardDownArrow)
    expectEqual(field.text, "abc")
    expect(grid.activePosition == nil && field.isFirstResponder)
    grid.reloadData()
    sheet.app.settle()
    expect(field.isFirstResponder && field.text == "abc")
    grid.checkInvariants()
    sheet.scroll(to: 0)
    expect(sheet.field(1) === field && field.isFirstResponder)
    grid.reloadData()
    sheet.app.settle()
    expect(sheet.field(1) === field && field.text == "abc")
    sheet.app.type("d")
    expectEqual(field.text, "abcd")
    grid.checkInvariants()
  }

  @Test("a field that has lost the keyboard off screen is a cell like others, and asked for where it comes back")
  func losing() throws {
    let sheet = FilteredSheet()
    let field = try #require(sheet.field(1))
    _ = field.becomeFirstResponder()
    sheet.app.type("ab")
    sheet.filters[1] = "kept by the app"
    sheet.scroll(to: 3000)
    _ = sheet.grid.becomeFirstResponder()
    sheet.scroll(to: 2000)
    sheet.scroll(to: 0)
    expectEqual(sheet.field(1)?.text, "kept by the app")
    sheet.grid.checkInvariants()
  }

  @Test(
    "any scrolls, reloads and changes of columns leave the field with the keyboard at its column", arguments: 0..<12)
  func random(seed: Int) {
    var random = SeededRandom(seed: seed)
    let sheet = FilteredSheet()
    let field = sheet.field(2)
    _ = field?.becomeFirstResponder()
    sheet.app.type("typed")
    for step in 0..<60 {
      switch Int.random(in: 0..<5, using: &random) {
      case 0: sheet.grid.reloadData()
      case 1:
        sheet.grid.setWidth(
          CGFloat.random(in: 20...200, using: &random), ofColumn: Int.random(in: 0..<60, using: &random))
      case 2: sheet.grid.pinnedColumnCount = Int.random(in: 0...4, using: &random)
      default:
        sheet.grid.contentOffset = CGPoint(
          x: CGFloat(Int.random(in: 0...5000, using: &random)), y: CGFloat(Int.random(in: 0...9000, using: &random)))
      }
      if Bool.random(using: &random) { sheet.app.frame() } else { sheet.app.settle() }
      expect(field?.isFirstResponder == true && field?.text == "typed", "seed \(seed), step \(step)")
      if let shown = sheet.field(2) { expect(shown === field, "seed \(seed), step \(step)") }
      sheet.grid.checkInvariants()
    }
  }
}
