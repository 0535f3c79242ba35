import Foundation
import TableModel

/// The room a table leaves for the content of each cell, in points.
struct CellRoom: Hashable {
  /// Taken from the content view's left and right side: by the safe area and the section index.
  var left = 0.0
  var right = 0.0
  /// Between the content view's edges and text.
  var margin = TableMetrics.cellMargin
  /// Kept free at the right of separators that are inset automatically: `margin` where that is wider than usual.
  var lineEnd = 0.0
  /// A device pixel: the height of separators.
  var pixel = 1.0
  /// Whether the table's separator insets are added to the place where the text starts.
  var addsSeparatorInset = false
}

/// The look of a table's cells as far as the table decides it: separators, the corners of cards, grounds, room for
/// content.
///
/// Setters only mark; the next pass lays out anew where the change makes a difference. Properties that every frame or
/// new row reads are exempt from the run time's check for overlapping access, as in `UITableView`.
final class RowLook: TableFacet {
  /// The room that cells receive when they are bound.
  @exclusivity(unchecked) private(set) var room = CellRoom()
  /// The inset of separators; nil until the app sets it.
  private(set) var separatorInset: UIEdgeInsets?
  fileprivate var separatorInsetReference = UITableView.SeparatorInsetReference.fromCellEdges {
    didSet { if separatorInsetReference != oldValue { table.setNeedsTiling() } }
  }
  fileprivate var insetsContentViews = true {
    didSet { if insetsContentViews != oldValue { table.setNeedsTiling() } }
  }
  fileprivate var followsReadableWidth = false {
    didSet {
      guard followsReadableWidth != oldValue else { return }
      table.setNeedsTiling()
      if table.style == .insetGrouped { outdateHeights() }
    }
  }

  /// The background of cells in grouped tables, unless a cell sets its own.
  static let groupedCellColor = UIColor.secondarySystemGroupedBackground

  // MARK: Cells

  /// Brings all visible cells in line with the table's properties.
  func update() {
    for entry in table.cells.visible { apply(to: entry.view, at: entry.position) }
    updateSeparators()
  }

  /// Gives a cell what its place among the rows asks for.
  func apply(to cell: UITableViewCell, at position: RowPosition) {
    let table = table
    cell.lines.follow(color: table.separatorColor ?? .separator, inset: separatorInset)
    if cell.room != room { cell.room = room }
    if table.style == .grouped { cell.lines.showUpper(isFirst(position) && table.separatorStyle != .none) }
    guard table.style == .insetGrouped else { return }
    let corners = cardCorners(of: position)
    let radius = corners.isEmpty ? 0 : TableMetrics.cardRadius
    if cell.layer.cornerRadius != radius { cell.layer.cornerRadius = radius }
    if cell.layer.maskedCorners != corners { cell.layer.maskedCorners = corners }
    if cell.clipsToBounds != !corners.isEmpty { cell.clipsToBounds = !corners.isEmpty }
  }

  /// Fills a cell that has no background of its own. Plain cells show the table's own background through, which is the
  /// same colour.
  func giveGround(to cell: UITableViewCell) {
    guard table.style != .plain, cell.backgroundColor == nil, !cell.hasConfiguredBackground else { return }
    cell.backgroundColor = Self.groupedCellColor
  }

  // MARK: Separators and cards

  /// Changes what separators are inset by.
  func setSeparatorInset(_ inset: UIEdgeInsets) {
    separatorInset = inset
    update()
  }

  /// Shows the line under each row, except where the row or the one below it is selected or highlighted and
  /// under the last row of a card.
  func updateSeparators() {
    let table = table
    let visible = table.cells.visible
    let hasLines = table.separatorStyle != .none
    let style = table.style
    // From below, so that each row is asked for its selection once.
    var isNextSelected = false
    var nextSection = -1
    for slot in visible.indices.reversed() {
      let position = visible[slot].position
      let cell = visible[slot].view
      let isLast = style != .plain && isLast(position)
      let isSelected = cell.selection.isShown
      let touchesSelection = isSelected || (isNextSelected && nextSection == position.section)
      cell.lines.showLower(
        hasLines && !touchesSelection && !(isLast && style == .insetGrouped),
        isFullWidth: isLast && style == .grouped)
      isNextSelected = isSelected
      nextSection = position.section
    }
  }

  /// The corners of its card that a row has.
  private func cardCorners(of position: RowPosition) -> CACornerMask {
    var corners: CACornerMask = []
    if isFirst(position) { corners.formUnion([.layerMinXMinYCorner, .layerMaxXMinYCorner]) }
    if isLast(position) { corners.formUnion([.layerMinXMaxYCorner, .layerMaxXMaxYCorner]) }
    return corners
  }

  /// Whether the row is the first one shown in its section; the gap of a dragged row does not count.
  private func isFirst(_ position: RowPosition) -> Bool {
    position.row == 0
      || (position.row == 1 && table.reorder.source == RowPosition(section: position.section, row: 0))
  }

  /// Whether no row is shown below the row in its section.
  private func isLast(_ position: RowPosition) -> Bool {
    let table = table
    // Counts that were asked since the last pass may not hold what is still on screen.
    guard position.section < table.index.sectionCount else { return false }
    let last = table.index.rowCount(inSection: position.section) - 1
    guard let source = table.reorder.source, source == RowPosition(section: position.section, row: last) else {
      return position.row == last
    }
    return position.row == last - 1
  }

  // MARK: Room

  /// Left and right margin of text in rows, headers and footers, and of cards.
  var cellMargin: Double {
    table.bounds.width >= TableMetrics.wideTable ? TableMetrics.wideCellMargin : TableMetrics.cellMargin
  }

  /// Space beside the cards of `insetGrouped` tables.
  var cardMargin: Double {
    let margin = cellMargin
    guard followsReadableWidth else { return margin }
    return max(margin, ((table.bounds.width - TableMetrics.readableWidth) / 2).rounded(.down))
  }

  /// The room that cells receive in the next pass.
  var wantedRoom: CellRoom {
    let table = table
    var room = CellRoom()
    let inset = table.sectionInset
    let safe = insetsContentViews ? table.safeAreaInsets : .zero
    room.left = max(0, safe.left - inset)
    // Beside a card there is room for the index.
    room.right = max(0, max(safe.right, table.sectionIndex.view?.width ?? 0) - inset)
    room.margin = cellMargin
    if followsReadableWidth {
      room.margin = max(
        room.margin, ((table.bounds.width - 2 * inset - TableMetrics.readableWidth) / 2).rounded(.down))
      room.lineEnd = room.margin > cellMargin ? room.margin : 0
    }
    room.pixel = 1 / max(table.traitCollection.displayScale, 1)
    room.addsSeparatorInset = separatorInsetReference == .fromAutomaticInsets
    return room
  }

  /// Gives cells, headers and footers the room that the table's properties leave them. Called by the layout pass when
  /// more than the offset changed, after what stands beside the rows was brought in line.
  func updateRoom() {
    let wanted = wantedRoom
    guard wanted != room else { return }
    outdateHeights()
    room = wanted
    for entry in table.cells.visible { entry.view.room = wanted }
    for entry in table.parts.visible { entry.view.setNeedsLayout() }
  }

  /// Before the first pass nothing was measured.
  private func outdateHeights() {
    if table.rows.viewport != nil { table.work.note(.measuring) }
  }

  override func checkInvariants() {
    for entry in table.cells.visible {
      let place = "row \(entry.position.row) of section \(entry.position.section)"
      precondition(entry.view.room == room, "the cell of \(place) has the room of another table or time")
      guard table.style == .insetGrouped else { continue }
      precondition(
        entry.view.layer.maskedCorners == cardCorners(of: entry.position),
        "the cell of \(place) has the corners of another row")
    }
  }
}

extension UITableView {
  /// Whether cells keep their text within a width that is pleasant to read (672 points), in the middle of a table that
  /// is wider; separators that are inset automatically end with it, and cards of `insetGrouped` tables are no wider.
  /// False by default.
  public var cellLayoutMarginsFollowReadableWidth: Bool {
    get { look.followsReadableWidth }
    set { look.followsReadableWidth = newValue }
  }

  /// Whether the content views of cells, headers and footers keep out of the left and right safe area. True by default.
  public var insetsContentViewsToSafeArea: Bool {
    get { look.insetsContentViews }
    set { look.insetsContentViews = newValue }
  }

  /// The edges from which `separatorInset` is measured: the cell's edges by default.
  public var separatorInsetReference: SeparatorInsetReference {
    get { look.separatorInsetReference }
    set { look.separatorInsetReference = newValue }
  }
}
