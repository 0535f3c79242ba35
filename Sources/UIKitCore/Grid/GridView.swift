import Foundation
import TableModel

/// Rows and columns of cells that scroll both ways, of which only the visible ones have views: a spreadsheet.
///
/// The grid asks its data source for its counts when it loads, keeps heights and widths in two `GridAxis`, which say
/// what crosses the visible area, and places cells from a `ReuseQueue` there: a grid of a million rows and as many
/// columns costs what one of a screenful costs. Headers of rows and columns, and as many rows and columns as are
/// pinned, stay at their edges. A frame that brings no other row or column moves four panes and does no more.
///
///     let grid = GridView(frame: view.bounds)
///     grid.register(GridTextCell.self, forCellReuseIdentifier: "cell")
///     grid.dataSource = self
///     view.addSubview(grid)
///
/// Callbacks may call anything. What changes the number of rows or columns while the grid itself is asking takes effect
/// after the running pass, as a reload.
///
/// Contract between its parts:
/// - `rows` and `columns` describe the counts of the last load and the updates since; every place lies within them;
/// - outside of a layout pass `cells` holds one cell where each tile of `rows` crosses one of `columns`;
/// - changes of properties only mark what is due; `layoutSubviews` does it.
@MainActor
open class GridView: UIScrollView {
  /// Has `rowHeight` follow what cells need.
  public static let automaticDimension = UITableView.automaticDimension

  /// Why editing a cell ended.
  public enum EditingEnd: Sendable {
    /// The text was handed to the data source.
    case committed
    /// The user has given it up.
    case cancelled
    /// The cell is not in the grid any more; what was typed is lost.
    case cellIsGone
  }

  /// What has to be done before the grid is up to date.
  private struct Due: OptionSet {
    let rawValue: UInt8
    /// The counts must be asked again.
    static let load = Due(rawValue: 1 << 0)
    /// Cells that stay may have other places.
    static let placing = Due(rawValue: 1 << 1)
  }

  /// What the grid is doing.
  private enum Phase {
    /// Nothing: callbacks may do anything.
    case resting
    /// Rows and columns are being asked, or given cells.
    case layingOut
    /// Lines are exchanged by an update.
    case updating
  }

  // MARK: Owners

  @exclusivity(unchecked) final var rows = GridAxis()
  @exclusivity(unchecked) final var columns = GridAxis()
  final let panes = GridPanes()
  final private(set) lazy var cells = GridCells(grid: self)
  final private(set) lazy var chooser = GridChooser(grid: self)
  final private(set) lazy var press = GridPress(grid: self)
  final private(set) lazy var editor = GridEditor(grid: self)
  final private(set) lazy var updates = GridUpdates(grid: self)
  final private(set) lazy var prefetcher = GridPrefetcher(grid: self)

  @exclusivity(unchecked) private var due: Due = [.load, .placing]
  @exclusivity(unchecked) private var phase = Phase.resting
  /// Other lines are on screen, or at other places, than those that have cells.
  @exclusivity(unchecked) private var hasOtherLines = true
  /// The size of the last layout pass.
  @exclusivity(unchecked) private var laidOutSize = CGSize(width: -1, height: -1)
  /// Optional methods the delegate does not have.
  private var missing: OptionalGridMethods = []
  final private(set) weak var gridDelegate: GridViewDelegate?

  /// - Parameter frame: place and size in the coming superview, in points.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    backgroundColor = .systemBackground
    autoresizesSubviews = false
    panes.attach(to: self)
    register(GridHeaderCell.self, forCellReuseIdentifier: Self.headerIdentifier)
  }

  /// A grid without a size.
  public convenience init() { self.init(frame: .zero) }

  /// Views are made in code; archives are not read. Always nil.
  public required init?(coder: NSCoder) { nil }

  isolated deinit { cells.gridWillGo() }

  // MARK: Objects

  /// Supplies counts and cells; nil shows nothing. Setting it loads the grid.
  open weak var dataSource: GridViewDataSource? { didSet { if dataSource !== oldValue { setNeedsLoad() } } }

  /// Decides and is told; a `GridViewDelegate` here. Setting it loads the grid.
  open override weak var delegate: UIScrollViewDelegate? {
    didSet {
      gridDelegate = delegate as? GridViewDelegate
      missing = []
      setNeedsLoad()
    }
  }

  /// Prepares cells ahead; nil prefetches nothing.
  public final var prefetchDataSource: GridViewDataSourcePrefetching? {
    get { prefetcher.source }
    set {
      prefetcher.source = newValue
      setNeedsLayout()
    }
  }

  // MARK: Lengths

  /// Height of rows the delegate gives none for, in points; with `automaticDimension` what the cells need that are on
  /// screen when the row comes there.
  /// - Precondition: 0...1e9, or `automaticDimension`.
  open var rowHeight: CGFloat = 24 {
    didSet { lengthChanged("rowHeight", rowHeight, oldValue, isAutomaticAllowed: true) }
  }
  /// What a row of `automaticDimension` counts with until it comes on screen, in points.
  /// - Precondition: 0...1e9.
  open var estimatedRowHeight: CGFloat = 24 {
    didSet { lengthChanged("estimatedRowHeight", estimatedRowHeight, oldValue) }
  }
  /// Width of columns the delegate gives none for, in points.
  /// - Precondition: 0...1e9.
  open var columnWidth: CGFloat = 96 { didSet { lengthChanged("columnWidth", columnWidth, oldValue) } }
  /// Height of the headers of columns, in points; 0 for none.
  /// - Precondition: 0...1e9.
  open var columnHeaderHeight: CGFloat = 24 {
    didSet { lengthChanged("columnHeaderHeight", columnHeaderHeight, oldValue) }
  }
  /// Width of the headers of rows, in points; 0 for none.
  /// - Precondition: 0...1e9.
  open var rowHeaderWidth: CGFloat = 64 { didSet { lengthChanged("rowHeaderWidth", rowHeaderWidth, oldValue) } }
  /// How many rows, from the first, stay below the headers. Negative counts as 0.
  open var pinnedRowCount = 0 { didSet { if pinnedRowCount != oldValue { setNeedsLoad() } } }
  /// How many columns, from the first, stay beside the headers. Negative counts as 0.
  open var pinnedColumnCount = 0 { didSet { if pinnedColumnCount != oldValue { setNeedsLoad() } } }
  /// Narrowest width, in points, to which the user can drag a column, and lowest height of a row.
  static let leastDraggedLength = 8.0

  private func lengthChanged(
    _ name: String, _ length: CGFloat, _ old: CGFloat, isAutomaticAllowed: Bool = false
  ) {
    checked(length, isAutomaticAllowed: isAutomaticAllowed, "GridView.\(name) was set to")
    if length != old { setNeedsLoad() }
  }

  /// Stops at a length that is none; turns `automaticDimension` into nil where it is allowed.
  /// - Parameter call: who gave the length, for the message, which goes on with it.
  /// - Parameter place: of what, for the message.
  @discardableResult
  private func checked(
    _ length: CGFloat, isAutomaticAllowed: Bool = false, _ call: @autoclosure () -> String,
    _ place: @autoclosure () -> String = ""
  ) -> Double? {
    if isAutomaticAllowed, length == Self.automaticDimension { return nil }
    guard length >= 0, length <= GridAxis.longest else {
      misuse(
        """
        \(call()) \(length)\(place()); use a finite length from 0 to \(GridAxis.longest) points\
        \(isAutomaticAllowed ? ", or GridView.automaticDimension" : "")
        """)
    }
    return length
  }

  // MARK: Look

  /// Colour of the lines between cells.
  open var gridLineColor = UIColor.systemGray5 { didSet { panes.setNeedsMarks() } }

  /// Whether the user can select.
  open var allowsSelection = true
  /// Whether the user can drag the edges of headers.
  open var allowsColumnResizing = true

  // MARK: Reload

  /// Forgets counts, lengths and visible cells, and asks for everything anew: in the next layout pass. Offset and
  /// selection stay as far as there are such rows and columns; a cell that is being edited and does not exist any more
  /// ends it with `EditingEnd.cellIsGone`.
  open func reloadData() { setNeedsLoad() }

  final func setNeedsLoad() {
    due.insert(.load)
    setNeedsLayout()
  }

  /// Cells that stay may have other places.
  final func setNeedsPlacing() {
    due.insert(.placing)
    setNeedsLayout()
  }

  /// Whether a running pass has nothing to go by any more.
  final var mustEndPass: Bool { due.contains(.load) }

  /// Whether lines can be exchanged at once.
  final var isResting: Bool { phase == .resting }

  /// Runs `body` while lines are exchanged.
  final func whileUpdating(_ body: () -> Void) {
    phase = .updating
    body()
    phase = .resting
  }

  /// Called by the default implementations of optional methods: the delegate does not have `method`.
  final func noteMissing(_ method: OptionalGridMethods) { missing.insert(method) }

  private func load() {
    due.remove(.load)
    due.insert(.placing)
    let old = GridSize(rows: rows.count, columns: columns.count)
    let size = askSize()
    guard !mustEndPass else { return }
    cells.removeAll()
    var rowLength = Double(rowHeight)
    if rowHeight == Self.automaticDimension { rowLength = Double(estimatedRowHeight) }
    missing = []
    if let gridDelegate {
      // A default that is called says that it is one: then no line has to be asked.
      if size.rows > 0 { _ = gridDelegate.gridView(self, heightForRow: 0) }
      if size.columns > 0 { _ = gridDelegate.gridView(self, widthForColumn: 0) }
    } else {
      missing = [.rowHeight, .columnWidth]
    }
    rows.reset(
      count: size.rows, length: rowLength,
      isMeasured: missing.contains(.rowHeight) && rowHeight != Self.automaticDimension,
      header: Double(columnHeaderHeight), pinned: pinnedRowCount)
    columns.reset(
      count: size.columns, length: Double(columnWidth), isMeasured: missing.contains(.columnWidth),
      header: Double(rowHeaderWidth), pinned: pinnedColumnCount)
    updates.reset()
    prefetcher.reset()
    chooser.keep(from: old)
    editor.gridDidReload()
    press.cancel()
  }

  private func askSize() -> GridSize {
    guard let dataSource else { return GridSize(rows: 0, columns: 0) }
    return GridSize(
      rows: checked(dataSource.numberOfRows(in: self), "numberOfRows(in:)"),
      columns: checked(dataSource.numberOfColumns(in: self), "numberOfColumns(in:)"))
  }

  /// What the data source has now, for updates.
  final func currentSize() -> GridSize { askSize() }

  private func checked(_ count: Int, _ call: StaticString) -> Int {
    guard count >= 0, count <= 1 << 40 else {
      misuse("\(call) returned \(count) for a GridView; return a count from 0 to 2^40")
    }
    return count
  }

  // MARK: Layout

  open override func layoutSubviews() {
    super.layoutSubviews()
    layOutGrid()
  }

  /// Brings what is on screen in line with offset, size and data.
  final func layOutGrid() {
    guard phase == .resting else { return }
    phase = .layingOut
    if due.contains(.load) { load() }
    // Lengths that turn out to be others bring other lines, and move the offset.
    for _ in 0..<8 where !mustEndPass {
      if layOutRound() { break }
    }
    if !mustEndPass { cells.trimAfterReload() }
    panes.place(in: bounds, pinned: CGSize(width: columns.pinnedLength, height: rows.pinnedLength))
    editor.place()
    prefetcher.update()
    phase = .resting
    // Whatever a callback asked for meanwhile.
    if mustEndPass { setNeedsLayout() }
  }

  /// - Returns: whether everything on screen has its place.
  private func layOutRound() -> Bool {
    askLengths()
    guard !mustEndPass else { return true }
    updateContentSize()
    findVisibleLines()
    let visible = bounds
    guard hasOtherLines || due.contains(.placing) || visible.size != laidOutSize else { return true }
    hasOtherLines = false
    laidOutSize = visible.size
    let placesAll = due.remove(.placing) != nil
    cells.update(placesAll: placesAll)
    if !mustEndPass { panes.setNeedsMarks() }
    return mustEndPass || !measureRows()
  }

  private func findVisibleLines() {
    let visible = bounds
    if rows.update(offset: visible.minY, viewport: visible.height) { hasOtherLines = true }
    if columns.update(offset: visible.minX, viewport: visible.width) { hasOtherLines = true }
  }

  /// Most lines asked for in a round: more have no length, and there may be a million of those.
  private static let mostAsked = 4096

  /// Asks the delegate for the lengths of visible lines that are only estimated. What is seen of a line stays where it
  /// is.
  private func askLengths() {
    for _ in 0..<Self.mostAsked {
      findVisibleLines()
      guard let column = columns.firstEstimated, let gridDelegate else { break }
      let width = checked(
        gridDelegate.gridView(self, widthForColumn: column), "gridView(_:widthForColumn:) returned",
        " for column \(column)")
      guard !mustEndPass else { return }
      setLength(width ?? columnWidth, ofColumn: column)
    }
    for _ in 0..<Self.mostAsked {
      guard let row = rows.firstEstimated, !missing.contains(.rowHeight), let gridDelegate else { break }
      let height = checked(
        gridDelegate.gridView(self, heightForRow: row), isAutomaticAllowed: true, "gridView(_:heightForRow:) returned",
        " for row \(row)")
      guard !mustEndPass, let height else { return }
      setLength(height, ofRow: row)
      findVisibleLines()
    }
  }

  /// Finds out what rows need whose cells decide, once they have cells.
  /// - Returns: whether some height is another one than presumed.
  private func measureRows() -> Bool {
    guard rows.firstEstimated != nil else { return false }
    var needed: [Int: Double] = [:]
    for entry in cells.queue.visible where entry.position.isCell {
      let row = entry.position.row
      guard !rows.index.isMeasured(row: row, inSection: 0) else { continue }
      let width = entry.view.bounds.width
      let height = Double(entry.view.sizeThatFits(CGSize(width: width, height: .greatestFiniteMagnitude)).height)
      guard height >= 0, height <= GridAxis.longest else {
        misuse(
          """
          sizeThatFits(_:) of \(type(of: entry.view)) returned height \(height) for \(entry.position.words); a height \
          must be from 0 to \(GridAxis.longest)
          """)
      }
      needed[row] = max(needed[row] ?? 0, height.rounded(.up))
    }
    for (row, height) in needed.sorted(by: { $0.key < $1.key }) { setLength(height, ofRow: row) }
    return !needed.isEmpty
  }

  private func updateContentSize() {
    let size = CGSize(width: columns.contentLength, height: rows.contentLength)
    if contentSize != size { contentSize = size }
  }

  /// Gives a row its height; a row that begins above what is seen takes its end along.
  final func setLength(_ length: Double, ofRow row: Int) {
    let begins = rows.band(ofLine: row).start
    let isAbove = row >= rows.pinnedCount && begins < bounds.minY + rows.pinnedLength && bounds.minY > 0
    let change = rows.setLength(length, ofLine: row)
    due.insert(.placing)
    if isAbove, change != 0 {
      updateContentSize()
      shiftContentOffset(by: CGPoint(x: 0, y: change))
    }
  }

  /// Gives a column its width; a column that begins left of what is seen takes its end along.
  final func setLength(_ length: Double, ofColumn column: Int) {
    let begins = columns.band(ofLine: column).start
    let isBefore = column >= columns.pinnedCount && begins < bounds.minX + columns.pinnedLength && bounds.minX > 0
    let change = columns.setLength(length, ofLine: column)
    due.insert(.placing)
    if isBefore, change != 0 {
      updateContentSize()
      shiftContentOffset(by: CGPoint(x: change, y: 0))
    }
  }

  // MARK: Overrides

  open override var canBecomeFirstResponder: Bool { true }

  open override func didMoveToWindow() {
    super.didMoveToWindow()
    guard let window else {
      press.cancel()
      return
    }
    setNeedsPlacing()
    if window.firstResponder == nil { _ = becomeFirstResponder() }
  }

  open override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
    super.traitCollectionDidChange(previousTraitCollection)
    setNeedsPlacing()
  }

  open override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    if let key = presses.first?.key, editor.take(key) || chooser.take(key) { return }
    super.pressesBegan(presses, with: event)
  }

  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
    super.touchesBegan(touches, with: event)
    // The panes cover all of the grid but its indicators.
    if let touch = touches.first, touch.view !== self { press.touchBegan(touch, event?.modifierFlags ?? []) }
  }

  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
    super.touchesMoved(touches, with: event)
    if let touch = touches.first { press.touchMoved(touch) }
  }

  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
    super.touchesEnded(touches, with: event)
    if let touch = touches.first { press.touchEnded(touch) }
  }

  open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
    super.touchesCancelled(touches, with: event)
    press.cancel()
  }

  package override func pointerHovered(at point: CGPoint) -> UIView? {
    if let view = super.pointerHovered(at: point) {
      press.showPointer(.arrow)
      return view
    }
    return press.hover(at: convert(point, from: nil) - contentOffset) ? self : nil
  }

  package override func pointerLeft() {
    super.pointerLeft()
    press.showPointer(.arrow)
  }

  /// Walks everything and stops at the first broken invariant; called by tests outside of layout passes.
  /// - Complexity: O(n) in runs of lines.
  package final func checkInvariants() {
    rows.checkInvariants()
    columns.checkInvariants()
    cells.checkInvariants()
    chooser.checkInvariants()
    precondition(phase == .resting, "the grid is at work, outside of any call")
    precondition(contentSize == CGSize(width: columns.contentLength, height: rows.contentLength))
  }
}

// MARK: - Cells and places

extension GridView {
  static let headerIdentifier = "GridView.header"

  /// The letters of a column: A to Z, AA to ZZ, and so on.
  /// - Parameter column: from 0.
  public nonisolated static func columnName(_ column: Int) -> String {
    var letters: [UInt8] = []
    var rest = max(column, 0) + 1
    while rest > 0 {
      rest -= 1
      letters.append(UInt8(ascii: "A") + UInt8(rest % 26))
      rest /= 26
    }
    return String(decoding: letters.reversed(), as: UTF8.self)
  }

  /// Has `dequeueReusableCell` make cells of `cellClass`; nil ends that.
  public func register(_ cellClass: GridViewCell.Type?, forCellReuseIdentifier identifier: String) {
    cells.register(cellClass, identifier)
  }

  /// A cell that left the screen, after its `prepareForReuse()`; else a new one of the registered class. Call it in
  /// `gridView(_:cellForItemAt:)` and for headers.
  /// - Precondition: a class is registered for the identifier, or a cell of that identifier waits.
  public func dequeueReusableCell(withIdentifier identifier: String) -> GridViewCell { cells.dequeue(identifier) }

  /// A header with a text.
  func dequeueHeader(_ text: String) -> GridViewCell {
    let cell = cells.dequeue(Self.headerIdentifier)
    (cell as? GridTextCell)?.textLabel.text = text
    return cell
  }

  /// Rows of the last load and the updates since.
  public var numberOfRows: Int { rows.count }
  /// Columns of the last load and the updates since.
  public var numberOfColumns: Int { columns.count }

  /// The cells on screen, headers included, from left to right and down.
  public var visibleCells: [GridViewCell] { cells.queue.visible.map(\.view) }

  /// The cell of a place on screen; nil for others.
  /// - Complexity: O(log visible).
  public func cellForItem(at position: GridPosition) -> GridViewCell? { cells.queue.view(at: position) }

  /// Where a cell is shown; nil for one that is not, and for headers.
  public func position(for cell: GridViewCell) -> GridPosition? {
    guard cell.grid === self, let position = cell.position, position.isCell else { return nil }
    return position
  }

  /// What a cell covers, in points of the content; a pinned one is seen elsewhere.
  /// - Precondition: there is such a cell.
  /// - Complexity: O(log n).
  public func rectForItem(at position: GridPosition) -> CGRect {
    let position = require(position, "rectForItem(at:)")
    let row = rows.band(ofLine: position.row)
    let column = columns.band(ofLine: position.column)
    return CGRect(x: column.start, y: row.start, width: column.length, height: row.length)
  }

  /// The cell seen at a point of the grid's coordinates; nil at headers and beyond the last.
  public func positionForItem(at point: CGPoint) -> GridPosition? {
    let place = place(seenAt: point - contentOffset)
    return place?.isCell == true ? place : nil
  }

  /// The rectangle of all cells that scroll and are on screen.
  public var visibleRange: GridRange {
    func range(_ tiles: ContiguousArray<GridAxis.Tile>) -> Range<Int> {
      guard let first = tiles.first(where: { !$0.isPinned }), let last = tiles.last else { return 0..<0 }
      return first.line..<last.line + 1
    }
    return GridRange(rows: range(rows.tiles), columns: range(columns.tiles))
  }

  /// The width of a column, in points; an estimate where the delegate was not asked yet.
  public func width(ofColumn column: Int) -> CGFloat {
    columns.band(ofLine: require(GridPosition(row: 0, column: column), "width(ofColumn:)", isRowFree: true).column)
      .length
  }

  /// Gives a column its width, until the next reload.
  /// - Precondition: the column exists; `width` is from 0 to 1e9 points.
  public func setWidth(_ width: CGFloat, ofColumn column: Int) {
    let column = require(GridPosition(row: 0, column: column), "setWidth(_:ofColumn:)", isRowFree: true).column
    checked(width, "GridView.setWidth(_:ofColumn:) was given", " for column \(column)")
    setLength(width, ofColumn: column)
    setNeedsPlacing()
  }

  /// Gives a row its height, until the next reload.
  /// - Precondition: the row exists; `height` is from 0 to 1e9 points.
  public func setHeight(_ height: CGFloat, ofRow row: Int) {
    let row = require(GridPosition(row: row, column: 0), "setHeight(_:ofRow:)", isColumnFree: true).row
    checked(height, "GridView.setHeight(_:ofRow:) was given", " for row \(row)")
    setLength(height, ofRow: row)
    setNeedsPlacing()
  }

  /// Scrolls as little as brings a cell wholly into view, beside what is pinned.
  /// - Precondition: there is such a cell.
  public func scrollToItem(at position: GridPosition, animated: Bool) {
    let target = offset(showing: require(position, "scrollToItem(at:animated:)"))
    if target != contentOffset { setContentOffset(target, animated: animated) }
  }

  // MARK: Selection

  /// The selected rectangles in the order in which they were chosen; the last is the one that Shift extends.
  public var selectedRanges: [GridRange] { chooser.selection.ranges }

  /// The cell that typing goes to; nil when nothing is selected.
  public var activePosition: GridPosition? { chooser.selection.active }

  /// Selects a rectangle, cut to what there is; an empty one selects nothing. The delegate is not told.
  public func select(_ range: GridRange) {
    loadIfNeeded()
    chooser.change(tells: false) { $0.select(range, in: $1) }
  }

  /// Puts what is selected on the clipboard, as a line a row with tabs between.
  public func copySelection() { chooser.copy() }

  /// Lets the user edit a cell, as a double click does. Does nothing where the data source does not allow it.
  /// - Precondition: there is such a cell.
  public func beginEditingItem(at position: GridPosition) {
    loadIfNeeded()
    editor.begin(at: require(position, "beginEditingItem(at:)"), text: nil)
  }

  /// Where the cell that is being edited stands; nil while none is.
  public var editedPosition: GridPosition? { editor.position }

  // MARK: For the owners

  /// Asks for counts that are due: afterwards a place that is known is one of the data source's.
  func loadIfNeeded() { if mustEndPass { layOutGrid() } }

  /// What is seen at a point of the viewport, headers included; nil beyond the last.
  func place(seenAt point: CGPoint) -> GridPosition? {
    guard let row = rows.line(seenAt: point.y, offset: contentOffset.y),
      let column = columns.line(seenAt: point.x, offset: contentOffset.x)
    else { return nil }
    return GridPosition(row: row, column: column)
  }

  /// Scrolls as little as shows a place.
  func reveal(_ position: GridPosition) {
    let target = offset(showing: position)
    guard target != contentOffset else { return }
    mover.makeWay(animated: false)
    setContentOffset(target, animated: false)
  }

  private func offset(showing position: GridPosition) -> CGPoint {
    updateContentSize()
    func offset(
      _ current: CGFloat, _ axis: GridAxis, _ line: Int, _ viewport: CGFloat, _ extent: ScrollExtent
    ) -> CGFloat {
      guard line >= axis.pinnedCount else { return current }
      let band = axis.band(ofLine: line)
      var target = min(current, band.start - axis.pinnedLength)
      if band.start + band.length > current + viewport {
        target = min(band.start + band.length - viewport, band.start - axis.pinnedLength)
      }
      return target == current ? current : extent.clamped(target)
    }
    return CGPoint(
      x: offset(contentOffset.x, columns, position.column, bounds.width, horizontalExtent),
      y: offset(contentOffset.y, rows, position.row, bounds.height, verticalExtent))
  }

  /// The first cell wholly on screen among those that scroll.
  var firstVisiblePosition: GridPosition? {
    func first(_ axis: GridAxis, _ offset: CGFloat) -> Int? {
      let edge = offset + axis.pinnedLength
      return axis.tiles.first { !$0.isPinned && $0.start >= edge }?.line ?? axis.tiles.last { $0.line >= 0 }?.line
    }
    guard let row = first(rows, contentOffset.y), let column = first(columns, contentOffset.x) else { return nil }
    return GridPosition(row: row, column: column)
  }

  /// The row a screen up or down.
  func row(aScreenFrom row: Int, step: Int) -> Int { Self.line(aScreenFrom: row, step, rows, bounds.height) }

  /// The column a screen left or right.
  func column(aScreenFrom column: Int, step: Int) -> Int {
    Self.line(aScreenFrom: column, step, columns, bounds.width)
  }

  private static func line(aScreenFrom line: Int, _ step: Int, _ axis: GridAxis, _ viewport: CGFloat) -> Int {
    let band = axis.band(ofLine: line)
    let screen = max(viewport - axis.pinnedLength - band.length, band.length)
    let target = axis.line(nearest: band.start + Double(step) * screen) ?? line
    // A line longer than the screen is passed all the same.
    return target == line ? axis.line(after: line, step: step) ?? line : target
  }

  private func require(
    _ position: GridPosition, _ call: StaticString, isRowFree: Bool = false, isColumnFree: Bool = false
  ) -> GridPosition {
    guard isRowFree || position.row >= 0 && position.row < rows.count,
      isColumnFree || position.column >= 0 && position.column < columns.count
    else {
      misuse(
        """
        GridView.\(call): row \(position.row), column \(position.column) is beyond the bounds of \(rows.count) rows \
        and \(columns.count) columns; use numbers below those the data source returned at the last load
        """)
    }
    return position
  }
}
