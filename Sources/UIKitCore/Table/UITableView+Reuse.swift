import Foundation

extension UITableView {
  // MARK: Registering

  /// Has `dequeueReusableCell` make cells of `cellClass` when none waits under the identifier. A later registration
  /// replaces an earlier one; nil removes it (R3).
  /// - Precondition: `cellClass` is `UITableViewCell` or a subclass.
  public func register(_ cellClass: AnyClass?, forCellReuseIdentifier identifier: String) {
    guard let cellClass else {
      cellClasses[identifier] = nil
      return
    }
    guard let type = cellClass as? UITableViewCell.Type else {
      tableMisuse(
        """
        register(_:forCellReuseIdentifier:) was given \(cellClass) for "\(identifier)"; the class must inherit from \
        UITableViewCell
        """)
    }
    cellClasses[identifier] = type
  }

  /// Has `dequeueReusableHeaderFooterView` make views of `viewClass` when none waits under the identifier.
  /// - Precondition: `viewClass` is `UITableViewHeaderFooterView` or a subclass.
  public func register(_ viewClass: AnyClass?, forHeaderFooterViewReuseIdentifier identifier: String) {
    guard let viewClass else {
      partClasses[identifier] = nil
      return
    }
    guard let type = viewClass as? UITableViewHeaderFooterView.Type else {
      tableMisuse(
        """
        register(_:forHeaderFooterViewReuseIdentifier:) was given \(viewClass) for "\(identifier)"; the class must \
        inherit from UITableViewHeaderFooterView
        """)
    }
    partClasses[identifier] = type
  }

  // MARK: Dequeuing

  /// A cell that left the screen, after its `prepareForReuse()`; else a new one of the registered class; else nil
  /// (R1).
  public func dequeueReusableCell(withIdentifier identifier: String) -> UITableViewCell? {
    if let cell = updates.reconfiguredCell, cell.reuseIdentifier == identifier {
      updates.reconfiguredCell = nil
      return cell
    }
    if let cell = cells.dequeue(identifier) {
      countDequeuedCell(identifier)
      cell.prepareForReuse()
      return cell
    }
    guard let type = cellClasses[identifier] else { return nil }
    return makeCell(type, identifier)
  }

  /// The same, for a registered identifier, sized for the row (R2). Call it in `cellForRowAt` with the path given
  /// there.
  /// - Precondition: a class is registered for the identifier or a cell of that identifier waits; the row exists.
  public func dequeueReusableCell(withIdentifier identifier: String, for indexPath: IndexPath) -> UITableViewCell {
    guard let cell = dequeueReusableCell(withIdentifier: identifier) else {
      tableMisuse(
        """
        unable to dequeue a cell with identifier "\(identifier)": register a class for it first with \
        register(_:forCellReuseIdentifier:)
        """)
    }
    let position = require(indexPath, "dequeueReusableCell(withIdentifier:for:)")
    let height = index.band(ofRow: position.row, inSection: position.section).height
    let size = CGSize(width: bounds.width - 2 * sectionInset, height: height)
    if cell.bounds.size != size { cell.frame = CGRect(origin: cell.frame.origin, size: size) }
    return cell
  }

  /// A header or footer view that left the screen, after its `prepareForReuse()`; else a new one of the registered
  /// class; else nil (R12).
  public func dequeueReusableHeaderFooterView(withIdentifier identifier: String) -> UITableViewHeaderFooterView? {
    if let view = dequeuePart(identifier) { return view }
    guard let type = partClasses[identifier] else { return nil }
    // See `UITableViewHeaderFooterViewShape`.
    let view = unsafeBitCast(type, to: UITableViewHeaderFooterViewShape.Type.self).init(reuseIdentifier: identifier)
      .asHeaderFooterView
    view.adopt(style)
    return view
  }

  func dequeuePart(_ identifier: String) -> UITableViewHeaderFooterView? {
    guard let view = parts.dequeue(identifier) as? UITableViewHeaderFooterView else { return nil }
    view.prepareForReuse()
    return view
  }

  private func makeCell(_ type: UITableViewCell.Type, _ identifier: String) -> UITableViewCell {
    // See `UITableViewCellShape`.
    unsafeBitCast(type, to: UITableViewCellShape.Type.self).init(style: .default, reuseIdentifier: identifier).asCell
  }

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
