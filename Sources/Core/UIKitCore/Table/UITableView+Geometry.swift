import Foundation
import TableModel

extension UITableView {
  // MARK: Counts

  /// Sections at the last load; loads when that is due.
  public var numberOfSections: Int {
    loadIfNeeded()
    return index.sectionCount
  }

  /// Rows of a section at the last load; loads when that is due.
  /// - Precondition: the section exists.
  public func numberOfRows(inSection section: Int) -> Int {
    loadIfNeeded()
    require(section: section, "numberOfRows(inSection:)")
    return index.rowCount(inSection: section)
  }

  // MARK: Rectangles, in content coordinates (points)

  /// Header, rows and footer of a section together.
  /// - Precondition: the section exists.
  /// - Complexity: O(log n), as all questions here.
  public func rect(forSection section: Int) -> CGRect {
    let layout = sectionLayout(section, "rect(forSection:)")
    return band(layout.top, layout.bottom, inset: 0)
  }

  /// Where a section's header belongs; a floating header may be elsewhere.
  /// - Precondition: the section exists.
  public func rectForHeader(inSection section: Int) -> CGRect {
    let layout = sectionLayout(section, "rectForHeader(inSection:)")
    return band(layout.headerTop, layout.rowsTop, inset: sectionInset)
  }

  /// Where a section's footer belongs; a floating footer may be elsewhere.
  /// - Precondition: the section exists.
  public func rectForFooter(inSection section: Int) -> CGRect {
    let layout = sectionLayout(section, "rectForFooter(inSection:)")
    return band(layout.footerTop, layout.bottom, inset: sectionInset)
  }

  /// Where a row is, on screen or not. Empty for a path that names no row.
  public func rectForRow(at indexPath: IndexPath) -> CGRect {
    loadIfNeeded()
    guard let position = RowPosition(indexPath), index.contains(position) else { return .zero }
    let row = index.band(ofRow: position.row, inSection: position.section)
    return CGRect(
      x: sectionInset, y: contentTop + row.top, width: rowWidth, height: row.height)
  }

  /// Room left and right of sections; not 0 in `insetGrouped` only.
  var sectionInset: Double { style == .insetGrouped ? room.cardMargin : 0 }

  /// How wide rows are.
  var rowWidth: Double { bounds.width - 2 * sectionInset }

  /// The frame of a row, header or footer, in points of the content.
  func rowFrame(y: Double, height: Double) -> CGRect {
    let inset = sectionInset
    return CGRect(x: inset, y: y, width: bounds.width - 2 * inset, height: height)
  }

  /// Where the first section begins.
  var contentTop: Double { parts.tableHeaderHeight }

  /// The line below a row, which comes on top of what its cell needs.
  var separatorThickness: Double { separatorStyle == .none ? 0 : 1 / max(traitCollection.displayScale, 1) }

  // MARK: Rows

  /// The row at a point of the content; nil where no row lies.
  public func indexPathForRow(at point: CGPoint) -> IndexPath? {
    loadIfNeeded()
    guard point.x >= 0, point.x < bounds.width, case .row(let position) = index.place(at: point.y - contentTop) else {
      return nil
    }
    return IndexPath(position)
  }

  /// The row a cell of this table shows; nil for a cell that shows none.
  public func indexPath(for cell: UITableViewCell) -> IndexPath? {
    guard cell.table === self, let position = cell.position, rows.cell(at: position) === cell else { return nil }
    return IndexPath(position)
  }

  /// The rows that overlap a rectangle of the content; nil when it lies beside the table.
  /// - Complexity: O(log n + answer).
  public func indexPathsForRows(in rect: CGRect) -> [IndexPath]? {
    loadIfNeeded()
    guard rect.width >= 0, rect.maxX > 0, rect.minX < bounds.width else { return nil }
    var found = TilePlan()
    found.update(index, .init(top: rect.minY, bottom: rect.maxY, contentTop: contentTop))
    return found.rows.map { IndexPath($0.position) }
  }

  /// The cell of a row on screen; nil for other rows, and for a row whose `cellForRowAt` is running.
  public func cellForRow(at indexPath: IndexPath) -> UITableViewCell? {
    RowPosition(indexPath).flatMap { rows.cell(at: $0) }
  }

  /// The cells on screen in order of their rows. Lays the table out first when that is due.
  public var visibleCells: [UITableViewCell] {
    tileIfNeeded()
    return rows.shown.map(\.view)
  }

  /// The rows on screen in order; nil without any. Lays the table out first when that is due.
  public var indexPathsForVisibleRows: [IndexPath]? {
    tileIfNeeded()
    let shown = rows.shown
    return shown.isEmpty ? nil : shown.map { IndexPath($0.position) }
  }

  /// The visible cell of this table in which a touch began.
  func cell(under touch: UITouch) -> UITableViewCell? {
    var view = touch.view
    while let current = view, current !== self {
      if let cell = current as? UITableViewCell, cell.table === self, cell.position != nil { return cell }
      view = current.superview
    }
    return nil
  }

  private func tileIfNeeded() {
    if work.phase != .tiling { layoutTable() }
  }

  private func sectionLayout(_ section: Int, _ call: StaticString) -> SectionLayout {
    loadIfNeeded()
    require(section: section, call)
    return index.layout(ofSection: section)
  }

  private func band(_ top: Double, _ bottom: Double, inset: Double) -> CGRect {
    CGRect(x: inset, y: contentTop + top, width: bounds.width - 2 * inset, height: bottom - top)
  }
}

// MARK: - For the owners

extension UITableView {
  // MARK: Geometry, in content coordinates (points)

  /// The viewport for which a pass makes its plan.
  var currentViewport: TilePlan.Viewport {
    let inset = edgeInset
    return TilePlan.Viewport(
      top: bounds.minY, bottom: bounds.maxY, pinTop: bounds.minY + inset.top, pinBottom: bounds.maxY - inset.bottom,
      contentTop: contentTop, floats: style == .plain)
  }

  /// - Returns: whether it changed.
  @discardableResult
  func updateContentSize() -> Bool {
    let height = contentTop + loader.totalHeight + parts.tableFooterHeight
    let size = CGSize(width: bounds.width, height: height)
    guard contentSize != size else { return false }
    contentSize = size
    return true
  }

  // MARK: Checks

  /// Ends the program for an invalid height; maps `automaticDimension` to nil.
  func checked(_ height: CGFloat, _ call: StaticString, _ place: @autoclosure () -> String) -> Double? {
    if height == Self.automaticDimension { return nil }
    guard height >= 0, height <= RowHeightIndex.tallest else {
      tableMisuse(
        """
        \(call) returned \(height) for \(place()); return a finite height of 0 or more and at most \
        \(RowHeightIndex.tallest) points, or UITableView.automaticDimension
        """)
    }
    return height
  }

  func require(section: Int, _ call: StaticString) {
    guard section >= 0, section < index.sectionCount else {
      tableMisuse(
        "UITableView.\(call): section \(section) does not exist, the table has \(index.sectionCount) sections")
    }
  }

  /// The position that `path` names, whether such a row exists or not.
  func requirePosition(_ path: IndexPath, _ call: StaticString) -> RowPosition {
    guard let position = RowPosition(path) else {
      tableMisuse(
        """
        UITableView.\(call): the index path \(Array(path)) has not exactly a section and a row; use \
        IndexPath(row:section:)
        """)
    }
    return position
  }

  /// The row `path` names.
  func require(_ path: IndexPath, _ call: StaticString) -> RowPosition {
    let position = requirePosition(path, call)
    guard !index.contains(position) else { return position }
    require(section: position.section, call)
    let count = index.rowCount(inSection: position.section)
    tableMisuse(
      "UITableView.\(call): row (\(position.row)) beyond bounds (\(count)) for section (\(position.section))")
  }
}
