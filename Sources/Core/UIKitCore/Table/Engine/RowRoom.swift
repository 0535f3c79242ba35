import Foundation

/// The room a table leaves for the content of each cell, in points.
struct CellRoom: Hashable {
  /// Taken from the content view's left and right side: by the safe area and the section index.
  var left = 0.0
  var right = 0.0
  /// Between the content view's edges and text.
  var margin = TableMetrics.cellMargin
  /// Kept free at the end of separators that are inset automatically: `margin` where that is wider than usual.
  var lineEnd = 0.0
  /// A device pixel: the height of separators.
  var pixel = 1.0
  /// Whether the table's separator insets are added to the place where the text starts.
  var addsSeparatorInset = false
  /// Whether the table reads from right to left.
  var isRightToLeft = false
}

/// How wide sections and the content of cells are: margins, safe area, readable width, and what stands beside the rows.
///
/// Setters only mark; the next pass lays out anew where the change makes a difference.
final class RowRoom: TableFacet {
  /// The room that cells receive when they are bound.
  private(set) var present = CellRoom()
  /// Points at the edge where rows end that something beside the rows takes, as the section index does.
  private var takenBeside = 0.0
  /// A pass has given cells their room: before it nothing was measured.
  private var isGiven = false
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
      if table.style == .insetGrouped, isGiven { table.work.note(.measuring) }
    }
  }

  /// Something beside the rows takes so many points at the edge where they end. Called before a round tiles.
  func takeBeside(_ width: Double) { takenBeside = width }

  /// Left and right margin of text in rows, headers and footers, and of cards.
  var cellMargin: Double { systemMargin(forWidth: table.bounds.width) }

  /// Space beside the cards of `insetGrouped` tables.
  var cardMargin: Double {
    let margin = cellMargin
    guard followsReadableWidth else { return margin }
    return max(margin, ((table.bounds.width - TableMetrics.readableWidth) / 2).rounded(.down))
  }

  /// The room that cells receive in the next pass.
  var wanted: CellRoom {
    let table = table
    var room = CellRoom()
    let inset = table.sectionInset
    let safe = insetsContentViews ? table.safeAreaInsets : .zero
    room.isRightToLeft = table.isInRightToLeft
    let (atLeft, atRight) = room.isRightToLeft ? (takenBeside, 0.0) : (0.0, takenBeside)
    // Beside a card there is room for the index.
    room.left = max(0, max(safe.left, atLeft) - inset)
    room.right = max(0, max(safe.right, atRight) - inset)
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

  /// Brings the room in line with the table's properties. Called by the layout pass when more than the offset changed,
  /// after what stands beside the rows was brought in line.
  /// - Returns: whether cells have to be given another room.
  func update() -> Bool {
    let wanted = wanted
    guard wanted != present else {
      isGiven = true
      return false
    }
    if isGiven { table.work.note(.measuring) }
    isGiven = true
    present = wanted
    return true
  }
}

extension UITableView {
  /// Whether cells keep their text within a width that is pleasant to read (672 points), in the middle of a table that
  /// is wider; separators that are inset automatically end with it, and cards of `insetGrouped` tables are no wider.
  /// False by default.
  public var cellLayoutMarginsFollowReadableWidth: Bool {
    get { room.followsReadableWidth }
    set { room.followsReadableWidth = newValue }
  }

  /// Whether the content views of cells, headers and footers keep out of the left and right safe area. True by default.
  public var insetsContentViewsToSafeArea: Bool {
    get { room.insetsContentViews }
    set { room.insetsContentViews = newValue }
  }

  /// The edges from which `separatorInset` is measured: the cell's edges by default.
  public var separatorInsetReference: SeparatorInsetReference {
    get { room.separatorInsetReference }
    set { room.separatorInsetReference = newValue }
  }
}
