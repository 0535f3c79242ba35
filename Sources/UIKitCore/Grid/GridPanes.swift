import Foundation
import TableModel

/// The four parts of a grid's visible area: what scrolls both ways, the rows and the columns that stay, and the corner
/// where these cross.
///
/// A pane clips its cells, which stand in it at their places in the content and are never moved by scrolling: its
/// bounds are.
///
///     corner | top
///     -------+-----
///     left   | body
@MainActor
final class GridPanes {
  let body = GridPane(rowsArePinned: false, columnsArePinned: false)
  let top = GridPane(rowsArePinned: true, columnsArePinned: false)
  let left = GridPane(rowsArePinned: false, columnsArePinned: true)
  let corner = GridPane(rowsArePinned: true, columnsArePinned: true)
  /// Those that stay lie over those that scroll, which a pull beyond the end shows.
  let all: [GridPane]

  init() { all = [body, top, left, corner] }

  /// Puts the panes into a new grid.
  func attach(to grid: GridView) {
    for pane in all {
      pane.grid = grid
      grid.addSubview(pane)
    }
  }

  /// The pane a cell of these tiles belongs to.
  func pane(_ row: GridAxis.Tile, _ column: GridAxis.Tile) -> GridPane {
    row.isPinned ? column.isPinned ? corner : top : column.isPinned ? left : body
  }

  /// Moves the panes to where the visible area is. Called in every frame that scrolls.
  func place(in visible: CGRect, pinned: CGSize) {
    let width = max(0, visible.width - pinned.width)
    let height = max(0, visible.height - pinned.height)
    let left = min(pinned.width, visible.width)
    let top = min(pinned.height, visible.height)
    let x = visible.minX + left
    let y = visible.minY + top
    place(body, x: x, y: y, width: width, height: height, from: CGPoint(x: x, y: y))
    place(self.top, x: x, y: visible.minY, width: width, height: top, from: CGPoint(x: x, y: 0))
    place(self.left, x: visible.minX, y: y, width: left, height: height, from: CGPoint(x: 0, y: y))
    place(corner, x: visible.minX, y: visible.minY, width: left, height: top, from: .zero)
  }

  private func place(
    _ pane: GridPane, x: CGFloat, y: CGFloat, width: CGFloat, height: CGFloat, from content: CGPoint
  ) {
    pane.applyGeometry(
      origin: CGPoint(x: x, y: y), bounds: CGRect(x: content.x, y: content.y, width: width, height: height))
  }

  /// The marks of the selection, or the lines, are others.
  func setNeedsMarks() { for pane in all { pane.setNeedsComposite() } }
}

/// One of the parts: a clip with the lines between its cells, and the marks of the selection over them.
///
/// Lines are those of whole rows and columns, drawn once each over the cells, so that they cost as many commands as
/// there are rows and columns on screen.
@MainActor
final class GridPane: UIView {
  /// Lines begin and end at multiples of this many points of the content: a line that scrolled is the same line
  /// elsewhere, which the picture on screen can be moved by, and not another one.
  private static let lineStep: CGFloat = 4096

  private let rowsArePinned, columnsArePinned: Bool
  fileprivate(set) weak var grid: GridView?

  fileprivate init(rowsArePinned: Bool, columnsArePinned: Bool) {
    self.rowsArePinned = rowsArePinned
    self.columnsArePinned = columnsArePinned
    super.init(frame: .zero)
    clipsToBounds = true
    autoresizesSubviews = false
  }

  required init?(coder: NSCoder) { nil }

  override func appendOverlay(to builder: DisplayListBuilder, in rect: CGRect) {
    guard let grid, rect.width > 0, rect.height > 0 else { return }
    let content = rect.origin - storedBounds.origin
    appendLines(of: grid, to: builder, content)
    appendPinnedEdges(of: grid, to: builder, rect)
    grid.chooser.appendMarks(of: self, to: builder, content)
  }

  private func appendLines(of grid: GridView, to builder: DisplayListBuilder, _ content: CGPoint) {
    let thickness = 1 / max(builder.list.scale, 1)
    let color = grid.gridLineColor.drawColor(in: builder.traits)
    let bounds = storedBounds
    let x = Self.stretch(bounds.minX, bounds.maxX, within: grid.columns.contentLength)
    let y = Self.stretch(bounds.minY, bounds.maxY, within: grid.rows.contentLength)
    for tile in grid.rows.tiles where tile.isPinned == rowsArePinned {
      builder.fill(
        CGRect(
          x: content.x + x.start, y: content.y + tile.end - thickness, width: x.end - x.start, height: thickness),
        color)
    }
    for tile in grid.columns.tiles where tile.isPinned == columnsArePinned {
      builder.fill(
        CGRect(
          x: content.x + tile.end - thickness, y: content.y + y.start, width: thickness, height: y.end - y.start),
        color)
    }
  }

  /// Where the lines across an axis begin and end.
  private static func stretch(
    _ from: CGFloat, _ to: CGFloat, within length: CGFloat
  ) -> (start: CGFloat, end: CGFloat) {
    let start = (max(0, from) / lineStep).rounded(.down) * lineStep
    let end = ((to / lineStep).rounded(.down) + 1) * lineStep
    return (start, max(start, min(end, length)))
  }

  /// A stronger line where what stays ends.
  private func appendPinnedEdges(of grid: GridView, to builder: DisplayListBuilder, _ rect: CGRect) {
    let thickness = 1 / max(builder.list.scale, 1)
    let color = UIColor.systemGray3.drawColor(in: builder.traits)
    if rowsArePinned {
      builder.fill(CGRect(x: rect.minX, y: rect.maxY - thickness, width: rect.width, height: thickness), color)
    }
    if columnsArePinned {
      builder.fill(CGRect(x: rect.maxX - thickness, y: rect.minY, width: thickness, height: rect.height), color)
    }
  }

  /// The stretch of the content that tiles of some lines cover in this pane; nil when none of them is on screen.
  func stretch(ofRows lines: Range<Int>) -> (start: CGFloat, end: CGFloat)? {
    guard let grid else { return nil }
    return Self.stretch(of: lines, in: grid.rows.tiles, isPinned: rowsArePinned)
  }

  /// See `stretch(ofRows:)`.
  func stretch(ofColumns lines: Range<Int>) -> (start: CGFloat, end: CGFloat)? {
    guard let grid else { return nil }
    return Self.stretch(of: lines, in: grid.columns.tiles, isPinned: columnsArePinned)
  }

  private static func stretch(
    of lines: Range<Int>, in tiles: ContiguousArray<GridAxis.Tile>, isPinned: Bool
  ) -> (start: CGFloat, end: CGFloat)? {
    var found: (start: CGFloat, end: CGFloat)?
    for tile in tiles where tile.isPinned == isPinned && lines.contains(tile.line) {
      found = (start: found?.start ?? CGFloat(tile.start), end: CGFloat(tile.end))
    }
    return found
  }
}
