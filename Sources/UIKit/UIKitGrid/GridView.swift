import Foundation
import TableModel
import UIKitCore

/// Rows and columns of cells that scroll both ways, of which only the visible ones have views: a spreadsheet.
///
/// The grid asks its data source for its counts when it loads, keeps heights and widths in two `GridAxis`, which say
/// what crosses the visible area, and places cells from a `ReuseQueue` there: a grid of a million rows and as many
/// columns costs what one of a screenful costs. Headers of rows and columns, and as many rows and columns as are
/// pinned, stay at their edges. A frame that brings no other row or column moves four panes and does no more.
///
///     let grid = GridView(frame: CGRect(x: 0, y: 0, width: 832, height: 264))
///     grid.register(GridTextCell.self, forCellReuseIdentifier: "cell")
///     grid.dataSource = sheet                  // 1,000,000 rows, 16,384 columns
///     view.addSubview(grid)
///     grid.layoutIfNeeded()
///     grid.visibleCells.count                  // 99: 10 rows and 8 columns, each with its title
///     grid.contentOffset.y = 12_000_000
///     grid.layoutIfNeeded()
///     grid.visibleRange.rows                   // 500,000..<500,010, in the same 99 cells
///
/// With `semanticContentAttribute` `.forceRightToLeft`, here or in the nearest view around that chose one, all of it is
/// mirrored: columns go from right to left, headers of rows and pinned columns stay at the right edge, and the content
/// begins at its right end.
///
/// Callbacks may call anything. What changes the number of rows or columns while the grid itself is asking takes effect
/// after the running pass, as a reload.
///
/// Contract between its parts:
/// - `rows` and `columns` describe the counts of the last load and the updates since; every place lies within them;
/// - outside of a layout pass `cells` holds one cell where each tile of `rows` crosses one of `columns`;
/// - changes of properties only mark what is due; `layoutSubviews` does it.
@preconcurrency @MainActor
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

  // MARK: Facets

  final let app = GridAppSide()
  final let work = GridWork()
  final let pass = GridPass()
  final let data = GridDataLines()
  final let lines = GridLines()
  final let panes = GridPanes()
  final let cells = GridCells()
  final let chooser = GridChooser()
  final let copier = GridCopier()
  final let press = GridPress()
  final let editor = GridEditor()
  final let menus = GridMenus()
  final let updates = GridUpdates()
  final let identities = GridIdentityKeeper()
  final let prefetcher = GridPrefetcher()

  /// The facets that keep numbers of lines, in the order in which they hear that these change their meaning. What is
  /// known of the data comes first.
  final private(set) lazy var followers: [any GridFollower] = [
    data, updates, lines, identities, prefetcher, chooser, copier, editor, press,
  ]

  /// Lent: a copy counts several references.
  final var rows: GridAxis { _read { yield lines.rows } }
  final var columns: GridAxis { _read { yield lines.columns } }

  /// - Parameter frame: place and size in the coming superview, in points.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    backgroundColor = .systemBackground
    autoresizesSubviews = false
    let facets: [GridFacet] = [
      app, work, pass, data, lines, cells, chooser, copier, press, editor, menus, updates, identities, prefetcher,
    ]
    for facet in facets { facet.attach(to: self) }
    panes.attach(to: self)
    register(GridHeaderCell.self, forCellReuseIdentifier: Self.headerIdentifier)
  }

  /// A grid without a size.
  public convenience init() { self.init(frame: .zero) }

  /// Views are made in code; archives are not read. Always nil.
  public required init?(coder: NSCoder) { nil }

  /// The arrangement of columns that is shown, and the app's value of it; nil without one. Changed by `columnKeeper`.
  final var arranged: (order: GridColumnOrder, given: any Sendable)?
  /// Answers questions about columns by the arrangement, and changes it as the user asks.
  final var columnKeeper: GridColumnKeeper { GridColumnKeeper(grid: self) }

  /// The tree whose nodes are the rows; nil without one, and before its first load. Changed by `outline`.
  final var tree: TreeRows?
  /// The counts of the tree are to be asked again.
  final var treeIsStale = false
  /// Answers questions about the tree, and changes it as the user asks.
  final var outline: GridOutline { GridOutline(grid: self) }

  // MARK: Objects

  /// Supplies counts and cells; nil shows nothing. Setting another one commits what is being typed into a cell to the old
  /// one, and loads the grid.
  open weak var dataSource: GridViewDataSource? {
    willSet {
      if newValue !== dataSource { editor.end(byCommitting: true, mayStay: false) }
    }
    didSet {
      app.dataSourceWasSet(dataSource)
      if dataSource !== oldValue { setNeedsData() }
    }
  }

  /// Decides about rows, columns and cells, and is told of events. Setting it loads the grid.
  open weak var delegate: GridViewDelegate? {
    didSet {
      app.delegateWasSet(delegate)
      tellOfMovement(delegate)
      setNeedsLoad()
    }
  }

  /// Prepares cells ahead; nil prefetches nothing.
  public final var prefetchDataSource: GridViewDataSourcePrefetching? {
    get { app.prefetchSource }
    set {
      let isOther = newValue !== app.prefetchSource
      app.prefetchSourceWasSet(newValue)
      if isOther { prefetcher.sourceWasExchanged(isOn: newValue != nil) }
      setNeedsLayout()
    }
  }

  // MARK: Lengths

  // Lengths that were not set grow with the size of text, as what cells and headers show does.

  /// Height of rows the delegate gives none for, in points; with `automaticDimension` what the cells need that are on
  /// screen when the row comes there. Until it is set, 24 points at the usual content size category.
  /// - Precondition: 0...1e9, or `automaticDimension`.
  open var rowHeight: CGFloat {
    get { length(\.rowHeight) }
    set { setLength(\.rowHeight, newValue, "rowHeight", isAutomaticAllowed: true) }
  }
  /// The height of a row of `automaticDimension` until it comes on screen, in points. 24 points at the usual content
  /// size category by default.
  /// - Precondition: 0...1e9.
  open var estimatedRowHeight: CGFloat {
    get { length(\.estimatedRowHeight) }
    set { setLength(\.estimatedRowHeight, newValue, "estimatedRowHeight") }
  }
  /// Width of columns the delegate gives none for, in points. Until it is set, 96 points at the usual content size
  /// category.
  /// - Precondition: 0...1e9.
  open var columnWidth: CGFloat {
    get { length(\.columnWidth) }
    set { setLength(\.columnWidth, newValue, "columnWidth") }
  }
  /// Height of the headers of columns, in points; 0 for none. Until it is set, 24 points at the usual content size
  /// category.
  /// - Precondition: 0...1e9.
  open var columnHeaderHeight: CGFloat {
    get { length(\.columnHeaderHeight) }
    set { setLength(\.columnHeaderHeight, newValue, "columnHeaderHeight") }
  }
  /// Width of the headers of rows, in points; 0 for none. Until it is set, 64 points at the usual content size
  /// category.
  /// - Precondition: 0...1e9.
  open var rowHeaderWidth: CGFloat {
    get { length(\.rowHeaderWidth) }
    set { setLength(\.rowHeaderWidth, newValue, "rowHeaderWidth") }
  }
  /// Heights of further title rows, in points, which stay below the headers of columns: for fields that filter, units or
  /// sums. Their cells come from `gridView(_:cellForTitleRow:column:)`, and belong to no row of the data.
  ///
  /// A cell of a title row in which a field, or another view, has the keyboard is shown at its column again when that comes
  /// back on screen, and through reloads: what is typed stays, and so does the keyboard.
  /// - Precondition: each 0...1e9.
  open var titleRowHeights: [CGFloat] = [] {
    didSet {
      for height in titleRowHeights { GridLines.checked(height, "GridView.titleRowHeights was set to") }
      if titleRowHeights != oldValue { setNeedsLengths() }
    }
  }
  /// How many rows, from the first, stay below the headers. Negative counts as 0.
  open var pinnedRowCount = 0 { didSet { if pinnedRowCount != oldValue { setNeedsLoad() } } }
  /// How many columns, from the first, stay beside the headers. Negative counts as 0.
  open var pinnedColumnCount = 0 { didSet { if pinnedColumnCount != oldValue { setNeedsLoad() } } }
  /// How many columns, from the last, stay at the edge where columns end, or behind the others where there is room for
  /// all. Negative counts as 0. Columns that `pinnedColumnCount` counts stay at their edge.
  open var trailingPinnedColumnCount = 0 { didSet { if trailingPinnedColumnCount != oldValue { setNeedsLoad() } } }
  /// Narrowest width, in points, to which the user can drag a column, and lowest height of a row.
  static let leastDraggedLength = 8.0

  /// The lengths above, in points.
  private struct Lengths {
    var rowHeight, estimatedRowHeight, columnWidth, columnHeaderHeight, rowHeaderWidth: CGFloat?

    /// At the usual content size category.
    @MainActor static let usual = Lengths(
      rowHeight: 24, estimatedRowHeight: 24, columnWidth: 96, columnHeaderHeight: 24, rowHeaderWidth: 64)
  }

  /// Those that were set.
  private var ownLengths = Lengths()

  private func length(_ length: KeyPath<Lengths, CGFloat?>) -> CGFloat {
    if let own = ownLengths[keyPath: length] { return own }
    return UIFontMetrics.default.scaledValue(
      for: Lengths.usual[keyPath: length] ?? 0, compatibleWith: traitCollection)
  }

  private func setLength(
    _ length: WritableKeyPath<Lengths, CGFloat?>, _ points: CGFloat, _ name: String, isAutomaticAllowed: Bool = false
  ) {
    GridLines.checked(points, isAutomaticAllowed: isAutomaticAllowed, "GridView.\(name) was set to")
    let old = self.length(length)
    ownLengths[keyPath: length] = points
    if points != old { setNeedsLengths() }
  }

  // MARK: Look

  /// Colour of the lines between cells.
  open var gridLineColor = UIColor.systemGray5 { didSet { panes.setNeedsLines() } }

  /// Whether the user can select.
  open var allowsSelection = true
  /// Whether the user can drag the edges of headers, and make columns wider and narrower by Alt and Shift with arrows.
  open var allowsColumnResizing = true
  /// Whether the user can put columns of an arrangement elsewhere, see `show(_:)`.
  open var allowsColumnReordering = true

  // MARK: Reload

  /// Forgets counts, lengths and visible cells, and asks for everything anew: in the next layout pass. Offset and
  /// selection stay as far as there are such rows and columns; a cell that is being edited and does not exist any more
  /// ends it with `EditingEnd.cellIsGone`.
  open func reloadData() { setNeedsData() }

  /// Has counts and lengths asked for anew, of data that the grid knows nothing of.
  private func setNeedsData() {
    treeIsStale = true
    lines.forgetGivenLengths()
    work.note([.load, .newData])
  }

  /// Has counts and lengths asked for anew, of data that the grid knows.
  final func setNeedsLoad() { work.note(.load) }

  /// Has all lengths asked for anew; the first row and column wholly on screen stay where they are.
  private func setNeedsLengths() {
    lines.keepInSight(chooser.selection.active)
    work.note([.load, .keepingPlace])
  }

  // MARK: Overrides

  open override func layoutSubviews() {
    super.layoutSubviews()
    pass.run()
  }

  /// Stops Tab; within, Tab goes from cell to cell, and with Control to the next view.
  open override var canBecomeFocused: Bool { true }

  open override var canBecomeFirstResponder: Bool { true }

  open override func didMoveToWindow() {
    super.didMoveToWindow()
    guard let window else {
      press.cancel()
      return
    }
    work.note(.placing)
    // Views in no window are told of no change of traits, and the lines may have been loaded there.
    if !lines.fit(traitCollection) { setNeedsLengths() }
    menus.didEnterWindow()
    if window.firstResponder == nil { _ = becomeFirstResponder() }
  }

  open override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
    super.traitCollectionDidChange(previousTraitCollection)
    let traits = traitCollection
    if let old = previousTraitCollection, old.displayScale == traits.displayScale,
      old.preferredContentSizeCategory.index == traits.preferredContentSizeCategory.index
    {
      work.note(.placing)
    } else {
      // Lengths are rounded to pixels.
      setNeedsLengths()
    }
  }

  open override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    // Nothing moves the selection below the field of a cell that is edited, nor by keys for a field in a title row.
    if cells.isTypedIntoTitles { return super.pressesBegan(presses, with: event) }
    if let key = presses.first?.key,
      editor.take(key)
        || editor.position == nil
          && (columnKeeper.take(key) || outline.take(key) || copier.take(key) { copySelection() }
            || chooser.take(key) || menus.take(key))
    {
      return
    }
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

  /// Walks everything and stops at the first broken invariant; called by tests outside of layout passes.
  /// - Complexity: O(n) in runs of lines.
  package final func checkInvariants() {
    for facet in [work, lines, cells, chooser, identities] as [GridFacet] { facet.checkInvariants() }
    if work.isDone, updates.isAtRest { panes.checkInvariants() }
    outline.checkInvariants()
  }
}

// MARK: - Cells and places

extension GridView {
  static let headerIdentifier = "GridView.header"

  /// The letters of a column: A to Z, AA to ZZ, and so on.
  /// - Parameter column: from 0; a negative one counts as 0.
  public nonisolated static func columnName(_ column: Int) -> String {
    var letters: [UInt8] = []
    var rest = max(column, 0)
    repeat {
      letters.append(UInt8(ascii: "A") + UInt8(rest % 26))
      rest = rest / 26 - 1
    } while rest >= 0
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

  /// Rows of the last load and the updates since.
  public var numberOfRows: Int { rows.count }
  /// Columns of the last load and the updates since.
  public var numberOfColumns: Int { columns.count }

  /// The cells on screen, headers included, by rows and then by columns.
  public var visibleCells: [GridViewCell] { cells.queue.visible.map(\.cell) }

  /// The cell of a place on screen; nil for others.
  /// - Complexity: O(log visible).
  public func cellForItem(at position: GridPosition) -> GridViewCell? { cells.cell(at: position) }

  /// Where a cell is shown; nil for one that is not, and for headers.
  public func position(for cell: GridViewCell) -> GridPosition? {
    guard cell.grid === self, let position = cell.position, position.isCell else { return nil }
    return position
  }

  /// The frame of a cell, in points of the content; a pinned cell is seen elsewhere.
  /// - Precondition: there is such a cell.
  /// - Complexity: O(log n).
  public func rectForItem(at position: GridPosition) -> CGRect {
    rect(of: require(position, "rectForItem(at:)"))
  }

  /// The cell seen at a point of the grid's coordinates; nil at headers and beyond the last.
  public func positionForItem(at point: CGPoint) -> GridPosition? {
    let place = lines.place(seenAt: lines.seenPlace(of: point))
    return place?.isCell == true ? place : nil
  }

  /// The rectangle of all cells that scroll and are on screen.
  public var visibleRange: GridRange { lines.visibleRange }

  /// The width of a column, in points; an estimate where the delegate was not asked yet.
  public func width(ofColumn column: Int) -> CGFloat {
    columns.band(ofLine: require(GridPosition(row: 0, column: column), "width(ofColumn:)", isRowFree: true).column)
      .length
  }

  /// Gives a column its width, until the next reload, and in the arrangement that is shown. Of a delegate that gives widths
  /// it is asked again when all lengths are, as after text has got another size.
  /// - Precondition: the column exists; `width` is from 0 to 1e9 points.
  public func setWidth(_ width: CGFloat, ofColumn column: Int) {
    let column = require(GridPosition(row: 0, column: column), "setWidth(_:ofColumn:)", isRowFree: true).column
    GridLines.checked(width, "GridView.setWidth(_:ofColumn:) was given", " for column \(column)")
    columnKeeper.note(width, ofColumn: column)
    lines.setLength(width, of: column, .columns)
  }

  /// Gives a row its height, until the next reload. Of a delegate that gives heights it is asked again when all lengths
  /// are, as after text has got another size.
  /// - Precondition: the row exists; `height` is from 0 to 1e9 points.
  public func setHeight(_ height: CGFloat, ofRow row: Int) {
    let row = require(GridPosition(row: row, column: 0), "setHeight(_:ofRow:)", isColumnFree: true).row
    GridLines.checked(height, "GridView.setHeight(_:ofRow:) was given", " for row \(row)")
    lines.setLength(height, of: row, .rows)
  }

  /// Scrolls as little as brings a cell wholly into view, beside what is pinned.
  /// - Precondition: there is such a cell.
  public func scrollToItem(at position: GridPosition, animated: Bool) {
    lines.reveal(require(position, "scrollToItem(at:animated:)"), animated: animated)
  }

  // MARK: Selection

  /// The selected rectangles in the order in which they were chosen; the last is the one that Shift extends. No two share
  /// a cell. All cells are one rectangle.
  public var selectedRanges: [GridRange] { chooser.selection.ranges }

  /// The cell that typing goes to; nil when nothing is selected.
  public var activePosition: GridPosition? { chooser.selection.active }

  /// Selects a rectangle, cut to what there is; an empty one selects nothing. The delegate is not told.
  public func select(_ range: GridRange) {
    loadIfNeeded()
    chooser.change(tells: false) { $0.select(range, in: $1) }
  }

  /// Puts what is selected on the clipboard, a line a row.
  ///
  /// Up to 1,000 cells are there when this returns. More are put together in pieces while the run loop is idle, each of
  /// a quarter of a millisecond or of one cell, and then told by `gridView(_:didCopy:)`; the delegate is asked first about
  /// more than 100,000. Lines that change meanwhile, `cancelCopying()` and Escape end that. Several rectangles are copied
  /// where they are a table when the other rows and columns are left out; at most 4,000,000 cells and 256 MiB of text.
  public func copySelection(as format: CopyFormat = .tabSeparated) {
    loadIfNeeded()
    // Within a callback of a pass or an update the numbers of the selected lines are not settled.
    guard work.isResting, !work.mustEnd else { return }
    copier.copy(chooser.selection, as: format)
  }

  /// Whether a copy of many cells is being made, or waits for the delegate's answer.
  public var isCopying: Bool { copier.isCopying }

  /// Ends a copy that is being made; the clipboard keeps what it has.
  public func cancelCopying() { _ = copier.cancel() }

  /// Lets the user edit a cell, as a double click does. Does nothing where the data source does not allow it, nor
  /// within a callback by which the grid asks for cells or tells of an update.
  /// - Precondition: there is such a cell.
  public func beginEditingItem(at position: GridPosition) {
    loadIfNeeded()
    editor.begin(at: require(position, "beginEditingItem(at:)"), text: nil)
  }

  /// Where the cell that is being edited stands; nil while none is.
  public var editedPosition: GridPosition? { editor.position }

  // MARK: For the owners

  /// Asks for counts that are due: afterwards a place that is known is one of the data source's, unless a callback has
  /// asked for another load.
  func loadIfNeeded() { if work.mustEnd { pass.run() } }

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
