import Foundation
import TableModel
import UIKitCore

/// Which columns a part of a grid shows: those that scroll, or those that stay where columns begin or end.
enum GridBand {
  case scrolling, leading, trailing

  init(of line: Int, in axis: GridAxis) {
    self = line < axis.pinnedCount ? .leading : axis.isTrailing(line) ? .trailing : .scrolling
  }

  /// Whether it has a tile.
  func holds(_ tile: GridAxis.Tile) -> Bool {
    switch self {
    case .scrolling: !tile.isPinned
    case .leading: tile.isPinned && !tile.isTrailing
    case .trailing: tile.isTrailing
    }
  }
}

/// The parts of a grid's visible area: what scrolls both ways, the rows and the columns that stay, and the corner where
/// these cross; two more where columns stay at the end.
///
/// A pane clips its cells, which stand in it at their places in the content and are never moved by scrolling: its
/// bounds are. What they look like is one recording a pane, of which a frame walks the cells that changed.
///
///     corner | top
///     -------+-----
///     left   | body
///
/// Two more, `right` and over it `topRight`, are made when columns stay at the end first.
///
/// In a grid that reads from right to left the columns that stay are on the right, and cells stand left of the place 0.
@MainActor
final class GridPanes {
  let body = GridPane(rowsArePinned: false, .scrolling)
  let top = GridPane(rowsArePinned: true, .scrolling)
  let left = GridPane(rowsArePinned: false, .leading)
  let corner = GridPane(rowsArePinned: true, .leading)
  /// Columns that stay at the end.
  private var trailing: (right: GridPane, topRight: GridPane)?
  /// Those that stay lie over those that scroll, which a pull beyond the end shows.
  private(set) var all: [GridPane]
  /// As large as the visible area and over the panes, for the ring of the keyboard; made when it is shown first.
  private var ringView: UIView?
  /// Where lines are drawn. One that goes out of sight stays until others come: a frame in which rows or columns only
  /// leave draws nothing anew.
  private var rowEnds = LineEnds()
  private var pinnedRowEnds = LineEnds()
  private var columnEnds = LineEnds()
  private var pinnedColumnEnds = LineEnds()
  private var trailingColumnEnds = LineEnds()

  init() { all = [body, top, left, corner] }

  /// Puts the panes into a new grid.
  func attach(to grid: GridView) {
    for pane in all {
      pane.attach(to: grid)
      grid.addSubview(pane.view)
    }
  }

  /// Makes the panes of columns that stay at the end.
  private func makeTrailing(in grid: GridView) -> (right: GridPane, topRight: GridPane) {
    let made = (right: GridPane(rowsArePinned: false, .trailing), topRight: GridPane(rowsArePinned: true, .trailing))
    for pane in [made.right, made.topRight] {
      pane.attach(to: grid)
      grid.insertSubview(pane.view, aboveSubview: corner.view)
      all.append(pane)
    }
    trailing = made
    return made
  }

  /// The pane a cell of these tiles belongs to.
  func pane(_ row: GridAxis.Tile, _ column: GridAxis.Tile, in grid: GridView) -> GridPane {
    if column.isTrailing {
      let trailing = trailing ?? makeTrailing(in: grid)
      return row.isPinned ? trailing.topRight : trailing.right
    }
    return row.isPinned ? column.isPinned ? corner : top : column.isPinned ? left : body
  }

  /// The pane of rows that stay or scroll, and of columns that do.
  func pane(rowsArePinned: Bool, _ columns: GridBand) -> GridPane {
    switch columns {
    case .scrolling: rowsArePinned ? top : body
    case .leading: rowsArePinned ? corner : left
    case .trailing: (rowsArePinned ? trailing?.topRight : trailing?.right) ?? body
    }
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
    let end = trailing == nil ? visible.width : lines.columns.scrollEnd(offset: lines.visible.minX)
    let width = max(0, end - pinned.width)
    let height = max(0, visible.height - pinned.height)
    let left = min(pinned.width, visible.width)
    let top = min(pinned.height, visible.height)
    let isTurned = lines.isTurned
    // Where what scrolls and what stays begin at the left: in the grid, and in the panes.
    let x = isTurned ? visible.maxX - left - width : visible.minX + left
    let pinnedX = isTurned ? visible.maxX - left : visible.minX
    let scrolled = isTurned ? -(lines.visible.minX + left + width) : x
    let fixed = isTurned ? -left : 0
    let y = visible.minY + top
    let content = lines.contentSize
    body.place(x: x, y: y, width: width, height: height, from: CGPoint(x: scrolled, y: y), content)
    self.top.place(x: x, y: visible.minY, width: width, height: top, from: CGPoint(x: scrolled, y: 0), content)
    self.left.place(x: pinnedX, y: y, width: left, height: height, from: CGPoint(x: fixed, y: y), content)
    corner.place(x: pinnedX, y: visible.minY, width: left, height: top, from: CGPoint(x: fixed, y: 0), content)
    guard let trailing else { return }
    let (start, right) = (lines.columns.trailingStart, min(lines.columns.trailingLength, max(0, visible.width - end)))
    let trailingX = isTurned ? visible.maxX - end - right : visible.minX + end
    let paneX = lines.paneX(from: start, to: start + right)
    trailing.right.place(x: trailingX, y: y, width: right, height: height, from: CGPoint(x: paneX, y: y), content)
    trailing.topRight.place(
      x: trailingX, y: visible.minY, width: right, height: top, from: CGPoint(x: paneX, y: 0), content)
  }

  /// Stops at a cell without a place that is seen. Not for a grid whose cells are on their way.
  func checkInvariants() {
    for pane in all {
      for case let cell as GridViewCell in pane.cells.subviews where cell.position == nil {
        precondition(cell.frame.intersection(pane.view.bounds).isEmpty, "a cell that waits is seen at \(cell.frame)")
      }
    }
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
    let rows = rowEnds.follow(lines.visibleRows, .scrolling, keepsUnseen: !all)
    let pinnedRows = pinnedRowEnds.follow(lines.visibleRows, .leading, keepsUnseen: !all)
    let columns = columnEnds.follow(lines.visibleColumns, .scrolling, keepsUnseen: !all)
    let pinnedColumns = pinnedColumnEnds.follow(lines.visibleColumns, .leading, keepsUnseen: !all)
    if rows || columns { body.cells.lines.setNeedsComposite() }
    if pinnedRows || columns { top.cells.lines.setNeedsComposite() }
    if rows || pinnedColumns { left.cells.lines.setNeedsComposite() }
    if pinnedRows || pinnedColumns { corner.cells.lines.setNeedsComposite() }
    guard let trailing else { return }
    let trailingColumns = trailingColumnEnds.follow(lines.visibleColumns, .trailing, keepsUnseen: !all)
    if rows || trailingColumns { trailing.right.cells.lines.setNeedsComposite() }
    if pinnedRows || trailingColumns { trailing.topRight.cells.lines.setNeedsComposite() }
  }

  /// Where the rows of a pane end, in points of the content.
  func rowEnds(arePinned: Bool) -> ContiguousArray<CGFloat> { arePinned ? pinnedRowEnds.places : rowEnds.places }

  /// Where the columns of a pane end, in points from where columns begin.
  func columnEnds(_ band: GridBand) -> ContiguousArray<CGFloat> {
    switch band {
    case .scrolling: columnEnds.places
    case .leading: pinnedColumnEnds.places
    case .trailing: trailingColumnEnds.places
    }
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

  fileprivate init(rowsArePinned: Bool, _ columns: GridBand) {
    marks = GridPaneMarks(rowsArePinned: rowsArePinned, columns)
    view = PaintedView(marks)
    cells = GridCellsView(rowsArePinned: rowsArePinned, columns)
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
  private let rowsArePinned: Bool
  private let columns: GridBand
  fileprivate weak var grid: GridView?

  fileprivate init(rowsArePinned: Bool, _ columns: GridBand) {
    self.rowsArePinned = rowsArePinned
    self.columns = columns
  }

  func appendOverlay(of view: PaintedView, to builder: DisplayListBuilder, in rect: CGRect) {
    guard let grid, rect.width > 0, rect.height > 0 else { return }
    appendPinnedEdges(to: builder, rect)
    grid.chooser.appendMarks(of: self, to: builder, rect.origin - view.bounds.origin)
  }

  /// A stronger line where what stays ends.
  private func appendPinnedEdges(to builder: DisplayListBuilder, _ rect: CGRect) {
    guard rowsArePinned || columns != .scrolling else { return }
    let thickness = 1 / max(builder.scale, 1)
    let color = UIColor.systemGray3.drawColor(in: builder.traits)
    if rowsArePinned {
      builder.fill(CGRect(x: rect.minX, y: rect.maxY - thickness, width: rect.width, height: thickness), color)
    }
    if columns != .scrolling {
      let isLeft = (grid?.lines.isTurned == true) == (columns == .leading)
      let x = isLeft ? rect.minX : rect.maxX - thickness
      builder.fill(CGRect(x: x, y: rect.minY, width: thickness, height: rect.height), color)
    }
  }

  /// The stretch of the content that tiles of some lines cover in this pane; nil when none of them is on screen.
  func stretch(ofRows lines: Range<Int>) -> (start: CGFloat, end: CGFloat)? {
    guard let grid else { return nil }
    return Self.stretch(of: lines, in: grid.rows.tiles, rowsArePinned ? .leading : .scrolling)
  }

  /// See `stretch(ofRows:)`; in points of the panes, from left to right.
  func stretch(ofColumns lines: Range<Int>) -> (start: CGFloat, end: CGFloat)? {
    guard let grid, let found = Self.stretch(of: lines, in: grid.columns.tiles, columns) else { return nil }
    return grid.lines.isTurned ? (start: -found.end, end: -found.start) : found
  }

  private static func stretch(
    of lines: Range<Int>, in tiles: ContiguousArray<GridAxis.Tile>, _ band: GridBand
  ) -> (start: CGFloat, end: CGFloat)? {
    var found: (start: CGFloat, end: CGFloat)?
    for tile in tiles where band.holds(tile) && lines.contains(tile.line) {
      found = (start: found?.start ?? CGFloat(tile.start), end: CGFloat(tile.end))
    }
    return found
  }
}

/// The part of the content that the panes show, in their points: the lines on screen that scroll, and those that stay.
struct GridSight {
  typealias Extent = (start: Double, end: Double)

  let rows, pinnedRows: Extent
  private let columns, pinnedColumns, trailingColumns: Extent

  @MainActor
  init(_ lines: GridLines) {
    (pinnedRows, rows, _) = Self.extents(lines.visibleRows)
    let (pinned, others, trailing) = Self.extents(lines.visibleColumns)
    func placed(_ extent: Extent) -> Extent { lines.isTurned ? (-extent.end, -extent.start) : extent }
    (pinnedColumns, columns, trailingColumns) = (placed(pinned), placed(others), placed(trailing))
  }

  func columns(_ band: GridBand) -> Extent {
    switch band {
    case .scrolling: columns
    case .leading: pinnedColumns
    case .trailing: trailingColumns
    }
  }

  private static func extents(
    _ tiles: ContiguousArray<GridAxis.Tile>
  ) -> (pinned: Extent, others: Extent, trailing: Extent) {
    var first = 0
    while first < tiles.count, tiles[first].isPinned, !tiles[first].isTrailing { first += 1 }
    var end = tiles.count
    while end > first, tiles[end - 1].isTrailing { end -= 1 }
    func extent(_ range: Range<Int>) -> Extent {
      range.isEmpty ? (0, 0) : (tiles[range.lowerBound].start, tiles[range.upperBound - 1].end)
    }
    return (extent(0..<first), extent(first..<end), extent(end..<tiles.count))
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
  mutating func follow(_ tiles: ContiguousArray<GridAxis.Tile>, _ band: GridBand, keepsUnseen: Bool) -> Bool {
    guard !holds(tiles, band, most: keepsUnseen ? Self.mostUnseen : 0) else { return false }
    places.removeAll(keepingCapacity: true)
    for tile in tiles where band.holds(tile) { places.append(tile.start + tile.length) }
    return true
  }

  /// Whether all tiles end at places that are known, and at most `most` others are.
  private func holds(_ tiles: ContiguousArray<GridAxis.Tile>, _ band: GridBand, most: Int) -> Bool {
    var number = 0
    var unseen = places.count
    for tile in tiles where band.holds(tile) {
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

  private let rowsArePinned: Bool
  private let columns: GridBand
  /// Over the cells. It covers what is visible, and more, so that scrolling does not change it.
  fileprivate let lines: PaintedView
  private let linePainter: GridLinePainter

  fileprivate init(rowsArePinned: Bool, _ columns: GridBand) {
    self.rowsArePinned = rowsArePinned
    self.columns = columns
    linePainter = GridLinePainter(rowsArePinned: rowsArePinned, columns)
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
    let columns = sight.columns(columns)
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
  private let rowsArePinned: Bool
  private let columns: GridBand
  fileprivate weak var grid: GridView?

  init(rowsArePinned: Bool, _ columns: GridBand) {
    self.rowsArePinned = rowsArePinned
    self.columns = columns
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
    for end in grid.panes.columnEnds(columns) {
      // At the edge where the column ends: the left one where columns go from right to left.
      line.origin.x = isTurned ? content.x - end : content.x + end - thickness
      builder.append(.fill(line, color))
    }
  }
}
