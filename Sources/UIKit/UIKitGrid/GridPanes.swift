import Foundation
import TableModel
import UIKitCore

/// The four parts of a grid's visible area: what scrolls both ways, the rows and the columns that stay, and the corner
/// where these cross.
///
/// A pane clips its cells, which stand in it at their places in the content and are never moved by scrolling: its
/// bounds are. What they look like is one recording a pane, of which a frame walks the cells that changed.
///
///     corner | top
///     -------+-----
///     left   | body
///
/// In a grid that reads from right to left the columns that stay are on the right, and cells stand left of the place 0.
@MainActor
final class GridPanes {
  let body = GridPane(rowsArePinned: false, columnsArePinned: false)
  let top = GridPane(rowsArePinned: true, columnsArePinned: false)
  let left = GridPane(rowsArePinned: false, columnsArePinned: true)
  let corner = GridPane(rowsArePinned: true, columnsArePinned: true)
  /// Those that stay lie over those that scroll, which a pull beyond the end shows.
  let all: [GridPane]
  /// As large as the visible area and over the panes, for the ring of the keyboard; made when it is shown first.
  private var ringView: UIView?
  /// Where lines are drawn. One that goes out of sight stays until others come: a frame in which rows or columns only
  /// leave draws nothing anew.
  private var rowEnds = LineEnds()
  private var pinnedRowEnds = LineEnds()
  private var columnEnds = LineEnds()
  private var pinnedColumnEnds = LineEnds()

  init() { all = [body, top, left, corner] }

  /// Puts the panes into a new grid.
  func attach(to grid: GridView) {
    for pane in all {
      pane.attach(to: grid)
      grid.addSubview(pane.view)
    }
  }

  /// The pane a cell of these tiles belongs to.
  func pane(_ row: GridAxis.Tile, _ column: GridAxis.Tile) -> GridPane {
    row.isPinned ? column.isPinned ? corner : top : column.isPinned ? left : body
  }

  /// The view that the focus ring is drawn around: the visible area.
  func ringHost(in grid: GridView) -> UIView {
    if let ringView { return ringView }
    let view = UIView(frame: grid.bounds)
    view.isUserInteractionEnabled = false
    ringView = view
    grid.addSubview(view)
    return view
  }

  /// Moves the panes to where the visible area is. Called in every frame that scrolls.
  func place(in visible: CGRect, of lines: GridLines) {
    if let ringView, ringView.frame != visible { ringView.frame = visible }
    let pinned = lines.pinnedSize
    let width = max(0, visible.width - pinned.width)
    let height = max(0, visible.height - pinned.height)
    let left = min(pinned.width, visible.width)
    let top = min(pinned.height, visible.height)
    let isTurned = lines.isTurned
    // Where what scrolls and what stays begin at the left: in the grid, and in the panes.
    let x = isTurned ? visible.minX : visible.minX + left
    let pinnedX = isTurned ? visible.maxX - left : visible.minX
    let scrolled = isTurned ? -(lines.visible.minX + visible.width) : x
    let fixed = isTurned ? -left : 0
    let y = visible.minY + top
    let content = lines.contentSize
    body.place(x: x, y: y, width: width, height: height, from: CGPoint(x: scrolled, y: y), content)
    self.top.place(x: x, y: visible.minY, width: width, height: top, from: CGPoint(x: scrolled, y: 0), content)
    self.left.place(x: pinnedX, y: y, width: left, height: height, from: CGPoint(x: fixed, y: y), content)
    corner.place(x: pinnedX, y: visible.minY, width: left, height: top, from: CGPoint(x: fixed, y: 0), content)
  }

  /// Cells of all panes, those offstage included.
  var cellCount: Int {
    var count = 0
    for pane in all { count += pane.cells.cellCount }
    return count
  }

  /// Draws lines at the ends of what is on screen.
  /// - Parameter all: lines may be elsewhere; false where they only came or went out of sight.
  func drawLines(of lines: GridLines, all: Bool) {
    let rows = rowEnds.follow(lines.visibleRows, isPinned: false, keepsUnseen: !all)
    let pinnedRows = pinnedRowEnds.follow(lines.visibleRows, isPinned: true, keepsUnseen: !all)
    let columns = columnEnds.follow(lines.visibleColumns, isPinned: false, keepsUnseen: !all)
    let pinnedColumns = pinnedColumnEnds.follow(lines.visibleColumns, isPinned: true, keepsUnseen: !all)
    if rows || columns { body.cells.lines.setNeedsComposite() }
    if pinnedRows || columns { top.cells.lines.setNeedsComposite() }
    if rows || pinnedColumns { left.cells.lines.setNeedsComposite() }
    if pinnedRows || pinnedColumns { corner.cells.lines.setNeedsComposite() }
  }

  /// Where the rows of a pane end, in points of the content.
  func rowEnds(arePinned: Bool) -> ContiguousArray<CGFloat> { arePinned ? pinnedRowEnds.places : rowEnds.places }

  /// Where the columns of a pane end, in points from where columns begin.
  func columnEnds(arePinned: Bool) -> ContiguousArray<CGFloat> {
    arePinned ? pinnedColumnEnds.places : columnEnds.places
  }

  /// The lines between cells have another colour, or are elsewhere.
  func setNeedsLines() { for pane in all { pane.cells.lines.setNeedsComposite() } }

  /// The marks of the selection are others.
  func setNeedsMarks() { for pane in all { pane.view.setNeedsComposite() } }
}

/// One of the parts: a clip with cells, and the marks of the selection over them.
@MainActor
final class GridPane {
  /// The clip. Its bounds are the part of the content that it shows.
  let view: PaintedView
  /// Holds the cells, at their places in the content.
  let cells: GridCellsView
  private let marks: GridPaneMarks

  fileprivate init(rowsArePinned: Bool, columnsArePinned: Bool) {
    marks = GridPaneMarks(rowsArePinned: rowsArePinned, columnsArePinned: columnsArePinned)
    view = PaintedView(marks)
    cells = GridCellsView(rowsArePinned: rowsArePinned, columnsArePinned: columnsArePinned)
    view.clipsToBounds = true
    view.autoresizesSubviews = false
    view.addSubview(cells)
  }

  fileprivate func attach(to grid: GridView) {
    marks.grid = grid
    cells.attach(to: grid)
  }

  fileprivate func place(
    x: CGFloat, y: CGFloat, width: CGFloat, height: CGFloat, from content: CGPoint, _ size: CGSize
  ) {
    let bounds = CGRect(x: content.x, y: content.y, width: width, height: height)
    view.applyGeometry(origin: CGPoint(x: x, y: y), bounds: bounds)
    cells.cover(bounds, of: size)
  }
}

/// Draws the marks of the selection over the cells of a pane, and the edge where what stays ends.
@MainActor
final class GridPaneMarks: ViewPainter {
  private let rowsArePinned, columnsArePinned: Bool
  fileprivate weak var grid: GridView?

  fileprivate init(rowsArePinned: Bool, columnsArePinned: Bool) {
    self.rowsArePinned = rowsArePinned
    self.columnsArePinned = columnsArePinned
  }

  func appendOverlay(of view: PaintedView, to builder: DisplayListBuilder, in rect: CGRect) {
    guard let grid, rect.width > 0, rect.height > 0 else { return }
    appendPinnedEdges(to: builder, rect)
    grid.chooser.appendMarks(of: self, to: builder, rect.origin - view.bounds.origin)
  }

  /// A stronger line where what stays ends.
  private func appendPinnedEdges(to builder: DisplayListBuilder, _ rect: CGRect) {
    guard rowsArePinned || columnsArePinned else { return }
    let thickness = 1 / max(builder.scale, 1)
    let color = UIColor.systemGray3.drawColor(in: builder.traits)
    if rowsArePinned {
      builder.fill(CGRect(x: rect.minX, y: rect.maxY - thickness, width: rect.width, height: thickness), color)
    }
    if columnsArePinned {
      let x = grid?.lines.isTurned == true ? rect.minX : rect.maxX - thickness
      builder.fill(CGRect(x: x, y: rect.minY, width: thickness, height: rect.height), color)
    }
  }

  /// The stretch of the content that tiles of some lines cover in this pane; nil when none of them is on screen.
  func stretch(ofRows lines: Range<Int>) -> (start: CGFloat, end: CGFloat)? {
    guard let grid else { return nil }
    return Self.stretch(of: lines, in: grid.rows.tiles, isPinned: rowsArePinned)
  }

  /// See `stretch(ofRows:)`; in points of the panes, from left to right.
  func stretch(ofColumns lines: Range<Int>) -> (start: CGFloat, end: CGFloat)? {
    guard let grid, let found = Self.stretch(of: lines, in: grid.columns.tiles, isPinned: columnsArePinned) else {
      return nil
    }
    return grid.lines.isTurned ? (start: -found.end, end: -found.start) : found
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

/// The part of the content that the panes show, in their points: the lines on screen that scroll, and the pinned ones.
struct GridSight {
  let rows, pinnedRows, columns, pinnedColumns: (start: Double, end: Double)

  @MainActor
  init(_ lines: GridLines) {
    (pinnedRows, rows) = Self.extents(lines.visibleRows)
    let (pinned, others) = Self.extents(lines.visibleColumns)
    pinnedColumns = lines.isTurned ? (-pinned.end, -pinned.start) : pinned
    columns = lines.isTurned ? (-others.end, -others.start) : others
  }

  private static func extents(
    _ tiles: ContiguousArray<GridAxis.Tile>
  ) -> (pinned: (start: Double, end: Double), others: (start: Double, end: Double)) {
    var pinned = (start: 0.0, end: 0.0)
    var first = 0
    while first < tiles.count, tiles[first].isPinned { first += 1 }
    if first > 0 { pinned = (tiles[0].start, tiles[first - 1].start + tiles[first - 1].length) }
    guard first < tiles.count, let last = tiles.last else { return (pinned, (0, 0)) }
    return (pinned, (tiles[first].start, last.start + last.length))
  }
}

/// Where lines between cells are drawn along one axis, by places of lines, in points, ascending.
private struct LineEnds {
  /// Lines out of sight that are drawn at most.
  private static let mostUnseen = 4

  private(set) var places: ContiguousArray<CGFloat> = []

  /// Notes where the tiles that stay end, or those that scroll.
  /// - Parameter keepsUnseen: the places known are right: they stay as long as tiles only go out of sight.
  /// - Returns: whether there are others now.
  mutating func follow(_ tiles: ContiguousArray<GridAxis.Tile>, isPinned: Bool, keepsUnseen: Bool) -> Bool {
    guard !holds(tiles, isPinned, most: keepsUnseen ? Self.mostUnseen : 0) else { return false }
    places.removeAll(keepingCapacity: true)
    for tile in tiles where tile.isPinned == isPinned { places.append(tile.start + tile.length) }
    return true
  }

  /// Whether all tiles end at places that are known, and at most `most` others are.
  private func holds(_ tiles: ContiguousArray<GridAxis.Tile>, _ isPinned: Bool, most: Int) -> Bool {
    var number = 0
    var unseen = places.count
    for tile in tiles where tile.isPinned == isPinned {
      let end = tile.start + tile.length
      while number < places.count, places[number] < end { number += 1 }
      guard number < places.count, places[number] == end else { return false }
      unseen -= 1
    }
    return unseen <= most
  }
}

/// The cells of a pane and the lines between them, recorded in parts. It has no extent: it never moves, and only cells
/// can be hit in it.
@MainActor
final class GridCellsView: UIView {
  /// Where cells wait that left and may come back: out of sight of any window.
  private static let offstage = CGPoint(x: -1e8, y: -1e8)
  /// Lines begin and end at multiples of this many points of the content: a line that scrolled is the same line
  /// elsewhere, which the picture on screen can be moved by, and not another one.
  private static let step: CGFloat = 4096

  private let rowsArePinned, columnsArePinned: Bool
  /// Over the cells. It covers what is visible, and more, so that scrolling does not change it.
  fileprivate let lines: PaintedView
  private let linePainter: GridLinePainter

  fileprivate init(rowsArePinned: Bool, columnsArePinned: Bool) {
    self.rowsArePinned = rowsArePinned
    self.columnsArePinned = columnsArePinned
    linePainter = GridLinePainter(rowsArePinned: rowsArePinned, columnsArePinned: columnsArePinned)
    lines = PaintedView(linePainter)
    super.init(frame: .zero)
    lines.isUserInteractionEnabled = false
    keepRecording(inParts: true)
    addSubview(lines)
  }

  required init?(coder: NSCoder) { nil }

  fileprivate func attach(to grid: GridView) { linePainter.grid = grid }

  private var isTurned: Bool { linePainter.grid?.lines.isTurned ?? false }

  /// Those offstage included.
  var cellCount: Int { subviewCount - 1 }

  func add(_ cell: GridViewCell) { insertSubview(cell, at: cellCount) }

  /// Whether a cell of this pane stands where lines are on screen.
  func shows(_ cell: GridViewCell, _ sight: GridSight) -> Bool {
    let rows = rowsArePinned ? sight.pinnedRows : sight.rows
    let columns = columnsArePinned ? sight.pinnedColumns : sight.columns
    let frame = cell.computedFrame
    let (origin, size) = (frame.origin, frame.size)
    return origin.y < rows.end && origin.y + size.height > rows.start && origin.x < columns.end
      && origin.x + size.width > columns.start
  }

  /// Puts a cell out of sight that is not shown now. To take it out of the tree and into it again costs more than to
  /// bind it, and takes its part of the recording out.
  static func putOffstage(_ cell: GridViewCell) { cell.applyGeometry(origin: offstage, bounds: cell.bounds) }

  override func point(inside point: CGPoint, with event: UIEvent?) -> Bool { true }

  /// Has the lines reach across what is visible. Called in every frame that scrolls.
  fileprivate func cover(_ visible: CGRect, of content: CGSize) {
    let isTurned = isTurned
    let x = Self.stretch(
      isTurned ? -visible.maxX : visible.minX, isTurned ? -visible.minX : visible.maxX, within: content.width)
    let y = Self.stretch(visible.minY, visible.maxY, within: content.height)
    lines.applyGeometry(
      origin: CGPoint(x: isTurned ? -x.end : x.start, y: y.start),
      bounds: CGRect(x: 0, y: 0, width: x.end - x.start, height: y.end - y.start))
  }

  /// Where the lines across an axis begin and end.
  private static func stretch(
    _ from: CGFloat, _ to: CGFloat, within length: CGFloat
  ) -> (start: CGFloat, end: CGFloat) {
    let start = (max(0, from) / step).rounded(.down) * step
    let end = ((to / step).rounded(.down) + 1) * step
    return (start, max(start, min(end, length)))
  }
}

/// Draws the lines of whole rows and columns, once each over the cells of a pane, so that they cost as many commands as
/// there are rows and columns on screen.
@MainActor
private final class GridLinePainter: ViewPainter {
  private let rowsArePinned, columnsArePinned: Bool
  fileprivate weak var grid: GridView?

  init(rowsArePinned: Bool, columnsArePinned: Bool) {
    self.rowsArePinned = rowsArePinned
    self.columnsArePinned = columnsArePinned
  }

  func appendContent(of view: PaintedView, to builder: DisplayListBuilder, in rect: CGRect) {
    guard let grid, rect.width > 0, rect.height > 0 else { return }
    let content = rect.origin - view.computedFrame.origin
    let thickness = 1 / max(builder.scale, 1)
    let color = builder.faded(grid.gridLineColor.drawColor(in: builder.traits))
    guard color.alpha > 0 else { return }
    var line = CGRect(x: rect.minX, y: 0, width: rect.width, height: thickness)
    for end in grid.panes.rowEnds(arePinned: rowsArePinned) {
      line.origin.y = content.y + end - thickness
      builder.append(.fill(line, color))
    }
    line = CGRect(x: 0, y: rect.minY, width: thickness, height: rect.height)
    let isTurned = grid.lines.isTurned
    for end in grid.panes.columnEnds(arePinned: columnsArePinned) {
      // At the edge where the column ends: the left one where columns go from right to left.
      line.origin.x = isTurned ? content.x - end : content.x + end - thickness
      builder.append(.fill(line, color))
    }
  }
}
