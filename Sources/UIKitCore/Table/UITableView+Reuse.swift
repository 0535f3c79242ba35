import Foundation
import TableModel

extension UITableView {
  // MARK: Dequeuing

  /// A cell that left the screen, after its `prepareForReuse()`; else a new one of the registered class; else nil.
  public func dequeueReusableCell(withIdentifier identifier: String) -> UITableViewCell? {
    if let cell = reuse.reconfiguredCell, cell.reuseIdentifier == identifier {
      reuse.reconfiguredCell = nil
      return cell
    }
    if let cell = cells.dequeue(identifier) {
      cell.isIdle = false
      countDequeuedCell(identifier)
      cell.prepareForReuse()
      return cell
    }
    return reuse.cellSources[identifier].map { makeCell(from: $0, identifier) }
  }

  /// The same, for a registered identifier, sized for the row. Call it in `cellForRowAt`, once, with the path given
  /// there; a cell dequeued for another row's path gets the size of the row it is returned for.
  /// - Precondition: a class or nib is registered for the identifier or a cell of that identifier waits; the row exists,
  ///   and no cell was dequeued for it since its `cellForRowAt` was called.
  public func dequeueReusableCell(withIdentifier identifier: String, for indexPath: IndexPath) -> UITableViewCell {
    guard let cell = dequeueReusableCell(withIdentifier: identifier) else {
      tableMisuse(
        """
        unable to dequeue a cell with identifier "\(identifier)": register a class or a nib for it first with \
        register(_:forCellReuseIdentifier:)
        """)
    }
    let position = require(indexPath, "dequeueReusableCell(withIdentifier:for:)")
    requireFirstDequeue(for: position, identifier)
    let height = index.band(ofRow: position.row, inSection: position.section).height
    let size = CGSize(width: bounds.width - 2 * sectionInset, height: height)
    if cell.bounds.size != size { cell.frame = CGRect(origin: cell.frame.origin, size: size) }
    return cell
  }

  /// A header or footer view that left the screen, after its `prepareForReuse()`; else a new one of the registered
  /// class; else nil.
  public func dequeueReusableHeaderFooterView(withIdentifier identifier: String) -> UITableViewHeaderFooterView? {
    let view = dequeuePart(identifier) ?? reuse.partSources[identifier].map { makePart(from: $0, identifier) }
    view?.adopt(style, isHeader: !reuse.asksForFooter)
    return view
  }

  func dequeuePart(_ identifier: String) -> UITableViewHeaderFooterView? {
    guard let view = parts.dequeue(identifier) as? UITableViewHeaderFooterView else { return nil }
    view.isIdle = false
    view.prepareForReuse()
    return view
  }

  // MARK: Asking for a cell

  /// Has the data source supply a row's cell.
  func requestCell(at position: RowPosition, from dataSource: UITableViewDataSource) -> UITableViewCell {
    let outer = reuse.cellRequest
    reuse.cellRequest = CellRequest(position: position)
    defer { reuse.cellRequest = outer }
    return dataSource.tableView(self, cellForRowAt: IndexPath(position))
  }

  /// Has the data source configure the cell that a row has already.
  func reconfigure(_ cell: UITableViewCell, at position: RowPosition, by dataSource: UITableViewDataSource) {
    reuse.reconfiguredCell = cell
    let answer = requestCell(at: position, from: dataSource)
    reuse.reconfiguredCell = nil
    guard answer === cell else {
      tableMisuse(
        """
        tableView(_:cellForRowAt:) returned another cell for row \(position.row) of section \(position.section), which \
        is being reconfigured; dequeue with the identifier "\(cell.reuseIdentifier ?? "")" the row's cell has, or use \
        reloadRows(at:with:)
        """)
    }
  }

  private func requireFirstDequeue(for position: RowPosition, _ identifier: String) {
    guard reuse.cellRequest?.position == position else { return }
    guard reuse.cellRequest?.hasDequeued == false else {
      tableMisuse(
        """
        dequeueReusableCell(withIdentifier:for:) was called twice for row \(position.row) of section \(position.section), \
        the second time with the identifier "\(identifier)"; decide on one identifier first, or use \
        dequeueReusableCell(withIdentifier:) for cells that are not returned
        """)
    }
    reuse.cellRequest?.hasDequeued = true
  }

  // MARK: Paths

  /// What `path` names, whether there is such a row or not.
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
    require(section: position.section, call)
    let count = index.rowCount(inSection: position.section)
    guard position.row >= 0, position.row < count else {
      tableMisuse(
        "UITableView.\(call): row (\(position.row)) beyond bounds (\(count)) for section (\(position.section))")
    }
    return position
  }
}
