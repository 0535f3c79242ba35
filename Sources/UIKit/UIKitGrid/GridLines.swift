import Foundation
import TableModel
import UIKitCore

/// The rows and columns of a grid: how many there are, how long, and which of them are on screen.
///
/// Counts are those of the last load and the updates since. A length is asked when its line comes on screen; until then
/// the line counts with the usual one. What is seen of a line whose length turns out to be another stays where it is.
///
/// Places along an axis count from where its lines begin. In a grid that reads from right to left that is the right end
/// of the content: this type alone maps places to the grid's coordinates and back, see `isTurned`.
@MainActor
final class GridLines: GridFacet {
  /// Rows or columns.
  enum Axis { case rows, columns }

  /// Lent: a copy counts several references.
  var rows: GridAxis { _read { yield storedRows } }
  var columns: GridAxis { _read { yield storedColumns } }
  private var storedRows = GridAxis()
  private var storedColumns = GridAxis()
  /// The lengths that the app or the user gave single lines.
  private var given = GivenLengths()
  /// The size of text and the scale that the lengths are for; nil before the first load.
  private var basis: (category: Int, scale: CGFloat)?
  /// Other lines are on screen, or at other places, than when this was asked last.
  private var hasOthers = true
  /// The place that the next pass keeps wholly in sight while it learns lengths: the place that was scrolled to, or the
  /// active cell when all lengths change. Nil after the pass.
  private var keptInSight: GridPosition?
  /// The lines that a load keeps where they are on screen.
  private var keptOnScreen: (row: LinePlace?, column: LinePlace?)?
  /// Whether the grid reads from right to left: columns begin at the right end of the content and on the right of the
  /// screen. In the panes they stand at negative places then, so that none moves when the content gets another width.
  private(set) var isTurned = false

  /// The rows and columns on screen, each with its header.
  var visibleRows: ContiguousArray<GridAxis.Tile> { storedRows.tiles }
  var visibleColumns: ContiguousArray<GridAxis.Tile> { storedColumns.tiles }

  /// The size of headers and pinned lines, which do not scroll, in points.
  var pinnedSize: CGSize { CGSize(width: storedColumns.pinnedLength, height: storedRows.pinnedLength) }
  /// Headers and all lines, in points.
  var contentSize: CGSize { CGSize(width: storedColumns.contentLength, height: storedRows.contentLength) }

  var size: GridSize { GridSize(rows: storedRows.count, columns: storedColumns.count) }

  /// How many lines there are along an axis.
  func count(_ axis: Axis) -> Int { axis == .rows ? storedRows.count : storedColumns.count }

  /// The points a line has.
  func length(of line: Int, _ axis: Axis) -> Double {
    (axis == .rows ? storedRows : storedColumns).band(ofLine: line).length
  }

  // MARK: Loading

  /// Whether the lengths that were loaded are for the size of text and the scale of `traits`; true before the first load.
  func fit(_ traits: UITraitCollection) -> Bool {
    basis.map { $0 == (traits.preferredContentSizeCategory.index, traits.displayScale) } ?? true
  }

  /// Asks for the counts, at the begin of a load.
  /// - Parameter keepsPlace: whether the first row and column wholly on screen stay where they are, and not the offset.
  func askCounts(keepsPlace: Bool) -> GridSize {
    keptOnScreen = keepsPlace ? firstWholeLines : nil
    if !keepsPlace { keptInSight = nil }
    grid.outline.load()
    return grid.app.size()
  }

  /// Takes over counts, and forgets all lengths but those that lines were given, where the delegate has none for them.
  /// - Returns: false when the delegate requested other counts.
  func load(_ new: GridSize) -> Bool {
    let grid = grid
    guard grid.app.learnMethods(for: new) else { return false }
    let traits = grid.traitCollection
    basis = (traits.preferredContentSizeCategory.index, traits.displayScale)
    storedRows.reset(
      count: new.rows, length: presumedHeight, isMeasured: hasUniformRows, header: Double(grid.columnHeaderHeight),
      further: grid.titleRowHeights.map { Double($0) }, pinned: grid.pinnedRowCount)
    storedColumns.reset(
      count: new.columns, length: Double(grid.columnWidth), isMeasured: !grid.app.mayHave(.columnWidth),
      header: Double(grid.rowHeaderWidth), pinned: grid.pinnedColumnCount, trailing: grid.trailingPinnedColumnCount)
    if grid.app.mayHave(.rowHeight) { given.rows = [:] }
    if grid.app.mayHave(.columnWidth) || grid.arranged != nil { given.columns = [:] }
    given.clamp(to: new)
    for (row, height) in given.rows { storedRows.setLength(height, ofLine: row) }
    for (column, width) in given.columns { storedColumns.setLength(width, ofLine: column) }
    let usual = grid.app.mayHave(.columnWidth) ? nil : Double(grid.columnWidth)
    for (column, width) in grid.columnKeeper.widths(besides: usual) {
      storedColumns.setLength(width, ofLine: column)
    }
    if let place = keptOnScreen { bringBack(place) }
    return true
  }

  /// Keeps the active cell in sight through the next pass, if it is wholly in sight now. Called when all lengths are about
  /// to change, before the bars around the grid follow and leave it other room.
  func keepInSight(_ active: GridPosition?) {
    guard keptInSight == nil, !grid.work.mustEnd, let active, size.contains(active) else { return }
    let visible = visible
    let isShown =
      Self.offset(visible.minX, storedColumns, active.column, visible.width) == visible.minX
      && Self.offset(visible.minY, storedRows, active.row, visible.height) == visible.minY
    if isShown, !grid.isMovingByItself { keptInSight = active }
  }

  /// A line and how far it is from the edge of what scrolls, in points.
  private typealias LinePlace = (line: Int, distance: Double)

  /// The first lines that begin on screen among those that scroll, else those that cover it; nil without lines.
  private var firstWholeLines: (row: LinePlace?, column: LinePlace?) {
    func first(_ axis: GridAxis, _ offset: Double, _ viewport: Double) -> LinePlace? {
      let edge = offset + axis.pinnedLength
      guard let line = axis.line(nearest: edge) else { return nil }
      let start = axis.band(ofLine: line).start
      guard start < edge, let next = axis.line(after: line, step: 1) else { return (line, start - edge) }
      let nextStart = axis.band(ofLine: next).start
      return nextStart < offset + viewport ? (next, nextStart - edge) : (line, start - edge)
    }
    let visible = visible
    return (first(storedRows, visible.minY, visible.height), first(storedColumns, visible.minX, visible.width))
  }

  /// Moves the offset so that lines are where they were before all lengths became others.
  private func bringBack(_ place: (row: LinePlace?, column: LinePlace?)) {
    func offset(_ place: LinePlace?, _ axis: GridAxis, _ current: Double, _ extent: ScrollExtent) -> Double {
      guard let place, place.line < axis.count, axis.scrolls(place.line) else { return current }
      let target = axis.band(ofLine: place.line).start - axis.pinnedLength - place.distance
      // Content that is pulled beyond its end stays pulled.
      return extent.clamped(current) == current ? extent.clamped(target) : target
    }
    updateContentSize()
    let old = visible.origin
    let new = CGPoint(
      x: offset(place.column, storedColumns, old.x, columnExtent),
      y: offset(place.row, storedRows, old.y, grid.verticalExtent))
    grid.shiftContentOffset(by: way(new - old))
  }

  /// The height of a row until the delegate is asked for it, in points.
  private var presumedHeight: Double {
    Double(grid.rowHeight == GridView.automaticDimension ? grid.estimatedRowHeight : grid.rowHeight)
  }

  /// Whether all rows have `rowHeight`: neither delegate nor cells decide.
  private var hasUniformRows: Bool {
    !grid.app.mayHave(.rowHeight) && grid.rowHeight != GridView.automaticDimension
  }

  /// Carries an update out.
  func apply(rows: LineChange, columns: LineChange) {
    // With a delegate that gives lengths, new lines are asked like all others.
    storedRows.apply(rows, length: presumedHeight, isMeasured: hasUniformRows)
    let isColumnMeasured = !grid.app.mayHave(.columnWidth) && grid.columnKeeper.count == nil
    storedColumns.apply(columns, length: Double(grid.columnWidth), isMeasured: isColumnMeasured)
    hasOthers = true
  }

  // MARK: What is on screen

  /// Most lines asked for in a round: more have no length, and there may be a million of those.
  private static let mostAsked = 4096

  /// Finds out which lines are on screen, and asks the delegate for the lengths that are only estimated. Called in
  /// every frame that scrolls.
  func findVisible() {
    let grid = grid
    // Another size of the content can move the offset, and the delegate, told of that, may set lengths.
    untilSettled {
      cut(to: visible)
      if storedRows.firstEstimated != nil || storedColumns.firstEstimated != nil { askLengths(of: grid) }
      let isOther = updateContentSize()
      return !grid.work.mustEnd && (isOther || keptInSight != nil && bringIntoSight())
    }
  }

  /// - Returns: whether the offset moved.
  private func bringIntoSight() -> Bool {
    // A movement that a callback began has a target of its own, which a shift would take along.
    guard let place = keptInSight, !grid.isMovingByItself else { return false }
    let target = offset(showing: place, along: [])
    guard target != grid.contentOffset else { return false }
    grid.shiftContentOffset(by: target - grid.contentOffset)
    return true
  }

  /// Called when a pass ends: from now on the active cell goes where it is scrolled to.
  func passDidEnd() { keptInSight = nil }

  private func cut(to visible: CGRect) {
    if storedRows.update(offset: visible.minY, viewport: visible.height) { hasOthers = true }
    if storedColumns.update(offset: visible.minX, viewport: visible.width) { hasOthers = true }
  }

  private func askLengths(of grid: GridView) {
    let app = grid.app
    // The delegate, asked for a length or told of an offset that a length moved, may change the counts.
    for _ in 0..<Self.mostAsked where !grid.work.mustEnd {
      guard let column = storedColumns.firstEstimated else { break }
      guard case .points(let width) = app.width(ofColumn: column) else { return }
      setLength(width, ofColumn: column)
      cut(to: visible)
    }
    for _ in 0..<Self.mostAsked where !grid.work.mustEnd {
      guard let row = storedRows.firstEstimated else { break }
      let answer = app.height(ofRow: row)
      switch answer {
      case .linesChanged: return
      case .points(let height): setLength(height, ofRow: row)
      case .automatic: break
      }
      // The delegate may have set lengths, this one among them.
      cut(to: visible)
      // The cells of the row decide, once it has some.
      if case .automatic = answer, storedRows.firstEstimated == row { return }
    }
  }

  /// Whether other lines are on screen, or at other places, than when this was asked last.
  func takeOthers() -> Bool {
    defer { hasOthers = false }
    return hasOthers
  }

  /// - Returns: whether it changed.
  @discardableResult
  func updateContentSize() -> Bool {
    let size = contentSize
    guard grid.contentSize != size else { return false }
    grid.contentSize = size
    return true
  }

  // MARK: Lengths

  /// Ends the program for an invalid length; maps `automaticDimension` to nil where it is allowed.
  /// - Parameter call: the call that gave the length, which begins the message.
  /// - Parameter place: the line of the length, for the message.
  @discardableResult
  static func checked(
    _ length: CGFloat, isAutomaticAllowed: Bool = false, _ call: @autoclosure () -> String,
    _ place: @autoclosure () -> String = ""
  ) -> Double? {
    if isAutomaticAllowed, length == GridView.automaticDimension { return nil }
    guard length >= 0, length <= GridAxis.longest else {
      misuse(
        """
        \(call()) \(length)\(place()); use a finite length from 0 to \(GridAxis.longest) points\
        \(isAutomaticAllowed ? ", or GridView.automaticDimension" : "")
        """)
    }
    return length
  }

  /// Gives a line its length until the next reload; one that begins before what is seen takes its end along.
  func setLength(_ length: Double, of line: Int, _ axis: Axis) {
    given.set(length, of: line, axis)
    switch axis {
    case .rows: setLength(length, ofRow: line)
    case .columns: setLength(length, ofColumn: line)
    }
  }

  private func setLength(_ length: Double, ofRow row: Int) {
    let visible = visible
    let begins = storedRows.band(ofLine: row).start
    let isAbove = row >= storedRows.pinnedCount && begins < visible.minY + storedRows.pinnedLength && visible.minY > 0
    linesMoved(by: CGPoint(x: 0, y: storedRows.setLength(length, ofLine: row)), takesAlong: isAbove)
  }

  private func setLength(_ length: Double, ofColumn column: Int) {
    let visible = visible
    let begins = storedColumns.band(ofLine: column).start
    let isBefore =
      column >= storedColumns.pinnedCount && begins < visible.minX + storedColumns.pinnedLength && visible.minX > 0
    linesMoved(by: CGPoint(x: storedColumns.setLength(length, ofLine: column), y: 0), takesAlong: isBefore)
  }

  private func linesMoved(by change: CGPoint, takesAlong: Bool) {
    hasOthers = true
    grid.work.note(.placing)
    guard takesAlong, change != .zero else { return }
    grid.shiftContentOffset(by: way(change)) { updateContentSize() }
  }

  /// A reload was requested: the lengths that lines were given until then end with it.
  func forgetGivenLengths() { given = GivenLengths() }

  /// Gives a line the length to which its edge was dragged; the lines before it stay in place.
  func drag(_ length: Double, of line: Int, _ axis: Axis) {
    given.set(length, of: line, axis)
    switch axis {
    case .rows: storedRows.setLength(length, ofLine: line)
    case .columns: storedColumns.setLength(length, ofLine: line)
    }
    hasOthers = true
    grid.work.note(.placing)
  }

  /// Finds out what rows need whose cells decide, once they have cells.
  /// - Parameter shown: the cells on screen.
  /// - Returns: whether some height is another one than presumed.
  func measureRows(of shown: PlaceQueue) -> Bool {
    guard storedRows.firstEstimated != nil else { return false }
    var needed: [Int: Double] = [:]
    for entry in shown.visible where entry.position.isCell {
      let row = entry.position.row
      guard !storedRows.index.isMeasured(row: row, inSection: 0) else { continue }
      let width = entry.cell.bounds.width
      let height = Double(entry.cell.sizeThatFits(CGSize(width: width, height: .greatestFiniteMagnitude)).height)
      guard height >= 0, height <= GridAxis.longest else {
        misuse(
          """
          sizeThatFits(_:) of \(type(of: entry.cell)) returned height \(height) for \(entry.position.words); a height \
          must be from 0 to \(GridAxis.longest)
          """)
      }
      needed[row] = max(needed[row] ?? 0, height.rounded(.up))
    }
    for (row, height) in needed.sorted(by: { $0.key < $1.key }) { setLength(height, ofRow: row) }
    return !needed.isEmpty
  }

  // MARK: Direction

  /// Takes over the direction in which the grid reads. What is on screen at the beginning of the columns stays so.
  func turn(_ turned: Bool) {
    let place = visible.minX
    isTurned = turned
    hasOthers = true
    grid.beginContent(atRight: turned)
    grid.contentOffset.x = turned ? grid.contentSize.width - grid.bounds.width - place : place
  }

  /// The visible part of the content, by places of lines.
  var visible: CGRect {
    let bounds = grid.bounds
    guard isTurned else { return bounds }
    return CGRect(origin: CGPoint(x: grid.contentSize.width - bounds.maxX, y: bounds.minY), size: bounds.size)
  }

  /// A point of the grid, by the distances from the edges of the visible part at which lines begin.
  func seenPlace(of point: CGPoint) -> CGPoint {
    let bounds = grid.bounds
    return CGPoint(x: isTurned ? bounds.maxX - point.x : point.x - bounds.minX, y: point.y - bounds.minY)
  }

  /// A distance along the lines as one in the grid's coordinates, or the other way round.
  func way(_ distance: CGPoint) -> CGPoint { isTurned ? CGPoint(x: -distance.x, y: distance.y) : distance }

  /// The frame of the cell where two tiles cross, in points of its pane.
  func frame(_ row: GridAxis.Tile, _ column: GridAxis.Tile) -> CGRect {
    CGRect(x: isTurned ? -column.end : column.start, y: row.start, width: column.length, height: row.length)
  }

  /// Where a stretch of the columns begins at the left in the panes.
  func paneX(from start: Double, to end: Double) -> Double { isTurned ? -end : start }

  /// Where a stretch of the columns begins at the left in the content.
  func contentX(from start: Double, to end: Double) -> Double { isTurned ? storedColumns.contentLength - end : start }

  /// The offset that shows a place of the lines where they begin on screen.
  private func contentOffset(of place: CGPoint) -> CGPoint {
    guard isTurned else { return place }
    // Without a rounding error where columns stay.
    let x =
      place.x == visible.minX ? grid.contentOffset.x : grid.contentSize.width - grid.bounds.width - place.x
    return CGPoint(x: x, y: place.y)
  }

  /// The rest range of places of the columns.
  private var columnExtent: ScrollExtent { isTurned ? grid.horizontalExtent.mirrored : grid.horizontalExtent }

  // MARK: Places

  /// The place at a point of the viewport, as `seenPlace(of:)` answers it, headers included; nil beyond the last line.
  func place(seenAt point: CGPoint) -> GridPosition? {
    let offset = visible.origin
    guard let row = storedRows.line(seenAt: point.y, offset: offset.y),
      let column = storedColumns.line(seenAt: point.x, offset: offset.x)
    else { return nil }
    return GridPosition(row: row, column: column)
  }

  /// Scrolls as little as shows a place wholly, beside what is pinned.
  /// - Parameter axes: those along which the user went there. A pinned line is always seen; from there one expects to
  ///   see what follows it, so that the lines that scroll are shown from the first.
  func reveal(_ position: GridPosition, animated: Bool, along axes: Set<Axis> = []) {
    guard offset(showing: position, along: axes) != grid.contentOffset else { return }
    grid.makeWay(animated: animated)
    // The delegate, told that a movement ended, may have changed lines and lengths.
    let target = offset(showing: position, along: axes)
    guard target != grid.contentOffset else { return }
    grid.setContentOffset(target, animated: animated)
    // Lines that come on screen may turn out to have other lengths than were presumed.
    if !animated { keptInSight = position }
  }

  /// The offset nearest to the present one that shows a place wholly; the present one when it does, or when the place
  /// is gone.
  private func offset(showing position: GridPosition, along axes: Set<Axis>) -> CGPoint {
    updateContentSize()
    let visible = visible
    // The delegate, told that the offset moved, may have taken the place away.
    guard size.contains(position) else { return grid.contentOffset }
    var target = CGPoint(
      x: Self.offset(visible.minX, storedColumns, position.column, visible.width),
      y: Self.offset(visible.minY, storedRows, position.row, visible.height))
    if axes.contains(.columns), !storedColumns.scrolls(position.column) {
      target.x = storedColumns.isTrailing(position.column) ? columnExtent.highest : columnExtent.lowest
    }
    if axes.contains(.rows), position.row < storedRows.pinnedCount { target.y = grid.verticalExtent.lowest }
    guard target != visible.origin else { return grid.contentOffset }
    // Along both axes: what would have brought the other one into range ends.
    return contentOffset(of: CGPoint(x: columnExtent.clamped(target.x), y: grid.verticalExtent.clamped(target.y)))
  }

  private static func offset(_ current: CGFloat, _ axis: GridAxis, _ line: Int, _ viewport: CGFloat) -> CGFloat {
    guard axis.scrolls(line) else { return current }
    let viewport = viewport - axis.trailingLength
    let band = axis.band(ofLine: line)
    guard band.start + band.length > current + viewport else { return min(current, band.start - axis.pinnedLength) }
    return min(band.start + band.length - viewport, band.start - axis.pinnedLength)
  }

  /// The rectangle of all cells that scroll and are on screen.
  var visibleRange: GridRange {
    func range(_ tiles: ContiguousArray<GridAxis.Tile>) -> Range<Int> {
      guard let first = tiles.first(where: { !$0.isPinned }), let last = tiles.last(where: { !$0.isPinned }) else {
        return 0..<0
      }
      return first.line..<last.line + 1
    }
    return GridRange(rows: range(storedRows.tiles), columns: range(storedColumns.tiles))
  }

  /// The first cell wholly on screen among those that scroll.
  var firstVisiblePosition: GridPosition? {
    func first(_ axis: GridAxis, _ offset: CGFloat) -> Int? {
      let edge = offset + axis.pinnedLength
      return axis.tiles.first { !$0.isPinned && $0.start >= edge }?.line ?? axis.tiles.last { $0.line >= 0 }?.line
    }
    let offset = visible.origin
    guard let row = first(storedRows, offset.y), let column = first(storedColumns, offset.x) else { return nil }
    return GridPosition(row: row, column: column)
  }

  /// The line a screen before or behind another.
  func line(aScreenFrom line: Int, step: Int, _ axis: Axis) -> Int {
    switch axis {
    case .rows: Self.line(aScreenFrom: line, step, storedRows, grid.bounds.height)
    case .columns: Self.line(aScreenFrom: line, step, storedColumns, grid.bounds.width)
    }
  }

  private static func line(aScreenFrom line: Int, _ step: Int, _ axis: GridAxis, _ viewport: CGFloat) -> Int {
    let band = axis.band(ofLine: line)
    let screen = max(viewport - axis.pinnedLength - axis.trailingLength - band.length, band.length)
    let target = axis.line(nearest: band.start + Double(step) * screen) ?? line
    // A line longer than the screen is passed all the same.
    return target == line ? axis.line(after: line, step: step) ?? line : target
  }

  override func checkInvariants() {
    storedRows.checkInvariants()
    storedColumns.checkInvariants()
    precondition(
      grid.contentSize == contentSize, "the content is said to measure \(grid.contentSize), its lines \(contentSize)")
  }
}

extension GridLines: GridFollower {
  func linesWereLoaded(from old: GridSize) {}

  func follow(_ change: GridChange) {
    given.follow(change)
    keptInSight = keptInSight.flatMap(change.newPlace)
  }
}

/// Lengths that were given to lines one by one, in points, by the numbers that the lines have in the data.
private struct GivenLengths {
  var rows: [Int: Double] = [:]
  var columns: [Int: Double] = [:]

  mutating func set(_ length: Double, of line: Int, _ axis: GridLines.Axis) {
    switch axis {
    case .rows: rows[line] = length
    case .columns: columns[line] = length
    }
  }

  /// - Complexity: O(*k* log *n*) for *k* lengths.
  mutating func follow(_ change: GridChange) {
    rows = Self.followed(rows, change.newRow)
    columns = Self.followed(columns, change.newColumn)
  }

  private static func followed(_ lengths: [Int: Double], _ newNumber: (Int) -> Int?) -> [Int: Double] {
    guard !lengths.isEmpty else { return lengths }
    var followed: [Int: Double] = [:]
    for (line, length) in lengths {
      if let line = newNumber(line) { followed[line] = length }
    }
    return followed
  }

  /// Forgets lines beyond the last.
  mutating func clamp(to size: GridSize) {
    if !rows.isEmpty { rows = rows.filter { $0.key < size.rows } }
    if !columns.isEmpty { columns = columns.filter { $0.key < size.columns } }
  }
}
