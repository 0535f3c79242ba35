import Foundation
import TestSupport
import UIKitCore
import UIKitGrid

/// A grid in a window, with data that tests change.
@MainActor
package final class GridFixture: NSObject, GridViewDataSource, GridViewDelegate {
  package let app: TestApplication
  package let grid: GridView
  package var rowCount: Int
  package var columnCount: Int
  /// What cells show; the sum of an identity for each row and column, so that lines can be told apart after moves.
  package var rowNames: [Int: String] = [:]
  package var heights: [Int: CGFloat] = [:]
  package var widths: [Int: CGFloat] = [:]
  package var edits: [GridPosition: String] = [:]
  package private(set) var asked: [GridPosition] = []
  package private(set) var selectionChanges = 0
  package private(set) var endings: [GridView.EditingEnd] = []
  package private(set) var resized: [Int: CGFloat] = [:]
  package private(set) var moves: [[Int]] = []
  package private(set) var complaints: [String] = []
  /// Cells of each copy, and of each that the grid has asked about.
  package private(set) var copied: [Int] = []
  package private(set) var asksToCopy: [Int] = []
  /// Allows the copy that was asked about last.
  package private(set) var proceed: (() -> Void)?
  package var allowsMoves = false
  package var isEditable = true
  /// Why a text is refused.
  package var refusal: (String) -> String? = { _ in nil }
  package var onCell: ((GridPosition) -> Void)?
  package var onSelection: (() -> Void)?
  package var onScroll: (() -> Void)?
  /// A cell is not shown any more.
  package var onEnd: (() -> Void)?
  /// The grid asks for a height.
  package var onHeight: (() -> Void)?
  /// A text was written.
  package var onEdit: (() -> Void)?
  /// A column is moved in the data.
  package var onMove: ((Int, Int) -> Void)?
  package private(set) var askedHeights: [Int] = []
  package private(set) var askedMoves: [Int] = []
  package var text: (GridPosition) -> String = { "\($0.row):\($0.column)" }

  /// - Parameter isDelegate: whether lengths come from `heights` and `widths`.
  package init(
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

  package func scroll(to offset: CGPoint) {
    grid.contentOffset = offset
    app.frame()
  }

  package func forgetCalls() { asked.removeAll() }

  /// Whether the last frame shows what a walk over every view shows.
  package var isDrawnAsWalked: Bool { firstDifference == nil }

  /// The first command that differs between the last frame and a walk over every view.
  package var firstDifference: String? {
    let builder = DisplayListBuilder(usesRecordings: false)
    builder.build(app.window)
    let (drawn, walked) = (app.backend.list.commands, builder.list.commands)
    for (number, (left, right)) in zip(drawn, walked).enumerated() where left != right {
      return "\(number): drawn \(left), walked \(right)"
    }
    return drawn.count == walked.count ? nil : "\(drawn.count) drawn, \(walked.count) walked"
  }

  /// Text of a cell on screen.
  package func shown(_ row: Int, _ column: Int) -> String? {
    (grid.cellForItem(at: GridPosition(row: row, column: column)) as? GridTextCell)?.textLabel.text
  }

  package func numberOfRows(in gridView: GridView) -> Int { rowCount }
  package func numberOfColumns(in gridView: GridView) -> Int { columnCount }

  package func gridView(_ gridView: GridView, cellForItemAt position: GridPosition) -> GridViewCell {
    asked.append(position)
    onCell?(position)
    let cell = gridView.dequeueReusableCell(withIdentifier: "cell")
    (cell as? GridTextCell)?.textLabel.text = edits[position] ?? text(position)
    return cell
  }

  package func gridView(_ gridView: GridView, textForItemAt position: GridPosition) -> String? {
    edits[position] ?? text(position)
  }
  package func gridView(_ gridView: GridView, canEditItemAt position: GridPosition) -> Bool { isEditable }
  package func gridView(
    _ gridView: GridView, refusalOf text: String, forItemAt position: GridPosition
  ) -> String? { refusal(text) }
  package func gridView(_ gridView: GridView, setText text: String, forItemAt position: GridPosition) {
    edits[position] = text
    onEdit?()
  }
  package func gridView(_ gridView: GridView, canMoveColumn column: Int) -> Bool {
    askedMoves.append(column)
    return allowsMoves
  }
  package func gridView(_ gridView: GridView, moveColumn column: Int, to target: Int) {
    moves.append([column, target])
    onMove?(column, target)
  }

  package func gridView(_ gridView: GridView, heightForRow row: Int) -> CGFloat {
    askedHeights.append(row)
    onHeight?()
    return heights[row] ?? gridView.rowHeight
  }
  package func gridView(_ gridView: GridView, widthForColumn column: Int) -> CGFloat {
    widths[column] ?? gridView.columnWidth
  }
  package func gridView(_ gridView: GridView, didEndDisplaying cell: GridViewCell, forItemAt position: GridPosition) {
    onEnd?()
  }
  package func scrollViewDidScroll(_ scrollView: UIScrollView) { onScroll?() }

  /// Places of which the menu was asked: a cell, or with a -1 a header.
  package private(set) var askedMenus: [GridPosition] = []
  package var onMenu: (() -> Void)?

  private func menu(of place: GridPosition) -> UIContextMenuConfiguration? {
    askedMenus.append(place)
    onMenu?()
    return UIContextMenuConfiguration(actionProvider: { _ in UIMenu(children: [UIAction(title: "An action") { _ in }]) }
    )
  }
  package func gridView(
    _ gridView: GridView, contextMenuConfigurationForItemAt position: GridPosition
  ) -> UIContextMenuConfiguration? { menu(of: position) }
  package func gridView(
    _ gridView: GridView, contextMenuConfigurationForHeaderOfColumn column: Int
  ) -> UIContextMenuConfiguration? { menu(of: GridPosition(row: -1, column: column)) }
  package func gridView(
    _ gridView: GridView, contextMenuConfigurationForHeaderOfRow row: Int
  ) -> UIContextMenuConfiguration? { menu(of: GridPosition(row: row, column: -1)) }
  package func gridViewDidChangeSelection(_ gridView: GridView) {
    selectionChanges += 1
    onSelection?()
  }
  package func gridView(_ gridView: GridView, didResizeColumn column: Int, to width: CGFloat) {
    resized[column] = width
  }
  package func gridView(
    _ gridView: GridView, didEndEditingItemAt position: GridPosition, reason: GridView.EditingEnd
  ) { endings.append(reason) }
  package func gridView(_ gridView: GridView, willCopy count: Int, proceed: @escaping @MainActor () -> Void) {
    asksToCopy.append(count)
    self.proceed = proceed
  }
  package func gridView(_ gridView: GridView, didCopy count: Int) { copied.append(count) }
  package func gridView(_ gridView: GridView, couldNotCopy message: String) { complaints.append(message) }
}
