import Foundation
import TestSupport
import UIKitCore
import UIKitGrid

/// A grid in a window, with data that tests change.
@MainActor
final class GridFixture: NSObject, GridViewDataSource, GridViewDelegate {
  let app: TestApplication
  let grid: GridView
  var rowCount: Int
  var columnCount: Int
  /// What cells show; the sum of an identity for each row and column, so that lines can be told apart after moves.
  var rowNames: [Int: String] = [:]
  var heights: [Int: CGFloat] = [:]
  var widths: [Int: CGFloat] = [:]
  var edits: [GridPosition: String] = [:]
  private(set) var asked: [GridPosition] = []
  private(set) var selectionChanges = 0
  private(set) var endings: [GridView.EditingEnd] = []
  private(set) var resized: [Int: CGFloat] = [:]
  private(set) var moves: [[Int]] = []
  private(set) var complaints: [String] = []
  var allowsMoves = false
  var isEditable = true
  var onCell: ((GridPosition) -> Void)?
  var onSelection: (() -> Void)?
  var onScroll: (() -> Void)?
  /// A cell is not shown any more.
  var onEnd: (() -> Void)?
  /// The grid asks for a height.
  var onHeight: (() -> Void)?
  /// A text was written.
  var onEdit: (() -> Void)?
  /// A column is moved in the data.
  var onMove: ((Int, Int) -> Void)?
  private(set) var askedHeights: [Int] = []
  private(set) var askedMoves: [Int] = []
  var text: (GridPosition) -> String = { "\($0.row):\($0.column)" }

  /// - Parameter isDelegate: whether lengths come from `heights` and `widths`.
  init(
    rows: Int = 1000, columns: Int = 100, size: CGSize = CGSize(width: 640, height: 480), isDelegate: Bool = false,
    prepare: (GridView) -> Void = { _ in }
  ) {
    app = TestApplication(size: size)
    grid = GridView(frame: CGRect(origin: .zero, size: size))
    (rowCount, columnCount) = (rows, columns)
    super.init()
    grid.register(GridTextCell.self, forCellReuseIdentifier: "cell")
    grid.dataSource = self
    if isDelegate { grid.delegate = self }
    prepare(grid)
    app.window.addSubview(grid)
    app.frame()
  }

  func scroll(to offset: CGPoint) {
    grid.contentOffset = offset
    app.frame()
  }

  func forgetCalls() { asked.removeAll() }

  /// Whether the last frame shows what a walk over every view shows.
  var isDrawnAsWalked: Bool { firstDifference == nil }

  /// The first command that differs between the last frame and a walk over every view.
  var firstDifference: String? {
    let builder = DisplayListBuilder(usesRecordings: false)
    builder.build(app.window)
    let (drawn, walked) = (app.backend.list.commands, builder.list.commands)
    for (number, (left, right)) in zip(drawn, walked).enumerated() where left != right {
      return "\(number): drawn \(left), walked \(right)"
    }
    return drawn.count == walked.count ? nil : "\(drawn.count) drawn, \(walked.count) walked"
  }

  /// Text of a cell on screen.
  func shown(_ row: Int, _ column: Int) -> String? {
    (grid.cellForItem(at: GridPosition(row: row, column: column)) as? GridTextCell)?.textLabel.text
  }

  func numberOfRows(in gridView: GridView) -> Int { rowCount }
  func numberOfColumns(in gridView: GridView) -> Int { columnCount }

  func gridView(_ gridView: GridView, cellForItemAt position: GridPosition) -> GridViewCell {
    asked.append(position)
    onCell?(position)
    let cell = gridView.dequeueReusableCell(withIdentifier: "cell")
    (cell as? GridTextCell)?.textLabel.text = edits[position] ?? text(position)
    return cell
  }

  func gridView(_ gridView: GridView, textForItemAt position: GridPosition) -> String? {
    edits[position] ?? text(position)
  }
  func gridView(_ gridView: GridView, canEditItemAt position: GridPosition) -> Bool { isEditable }
  func gridView(_ gridView: GridView, setText text: String, forItemAt position: GridPosition) {
    edits[position] = text
    onEdit?()
  }
  func gridView(_ gridView: GridView, canMoveColumn column: Int) -> Bool {
    askedMoves.append(column)
    return allowsMoves
  }
  func gridView(_ gridView: GridView, moveColumn column: Int, to target: Int) {
    moves.append([column, target])
    onMove?(column, target)
  }

  func gridView(_ gridView: GridView, heightForRow row: Int) -> CGFloat {
    askedHeights.append(row)
    onHeight?()
    return heights[row] ?? gridView.rowHeight
  }
  func gridView(_ gridView: GridView, widthForColumn column: Int) -> CGFloat { widths[column] ?? gridView.columnWidth }
  func gridView(_ gridView: GridView, didEndDisplaying cell: GridViewCell, forItemAt position: GridPosition) {
    onEnd?()
  }
  func scrollViewDidScroll(_ scrollView: UIScrollView) { onScroll?() }

  /// Places of which the menu was asked: a cell, or with a -1 a header.
  private(set) var askedMenus: [GridPosition] = []
  var onMenu: (() -> Void)?

  private func menu(of place: GridPosition) -> UIContextMenuConfiguration? {
    askedMenus.append(place)
    onMenu?()
    return UIContextMenuConfiguration(actionProvider: { _ in UIMenu(children: [UIAction(title: "An action") { _ in }]) }
    )
  }
  func gridView(
    _ gridView: GridView, contextMenuConfigurationForItemAt position: GridPosition
  ) -> UIContextMenuConfiguration? { menu(of: position) }
  func gridView(
    _ gridView: GridView, contextMenuConfigurationForHeaderOfColumn column: Int
  ) -> UIContextMenuConfiguration? { menu(of: GridPosition(row: -1, column: column)) }
  func gridView(
    _ gridView: GridView, contextMenuConfigurationForHeaderOfRow row: Int
  ) -> UIContextMenuConfiguration? { menu(of: GridPosition(row: row, column: -1)) }
  func gridViewDidChangeSelection(_ gridView: GridView) {
    selectionChanges += 1
    onSelection?()
  }
  func gridView(_ gridView: GridView, didResizeColumn column: Int, to width: CGFloat) { resized[column] = width }
  func gridView(
    _ gridView: GridView, didEndEditingItemAt position: GridPosition, reason: GridView.EditingEnd
  ) { endings.append(reason) }
  func gridView(_ gridView: GridView, couldNotCopy message: String) { complaints.append(message) }
}
