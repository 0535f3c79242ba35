import Foundation
import TableModel

/// Cells, headers and footers that are used again, and what they are made from when none waits. An identifier has one class
/// or nib: a later registration of either kind replaces the earlier one, nil removes it.
extension UITableView {
  // MARK: Registering

  /// Has `dequeueReusableCell` make cells of `cellClass`.
  /// - Precondition: `cellClass` is `UITableViewCell` or a subclass.
  public func register(_ cellClass: AnyClass?, forCellReuseIdentifier identifier: String) {
    guard let cellClass else { return registerCells(from: nil, identifier) }
    guard let type = cellClass as? UITableViewCell.Type else {
      tableMisuse(
        """
        register(_:forCellReuseIdentifier:) was given \(cellClass) for "\(identifier)"; the class must inherit from \
        UITableViewCell
        """)
    }
    registerCells(from: .type(type), identifier)
  }

  /// Has `dequeueReusableCell` make cells from `nib`, which must hold exactly one cell, with the same identifier or
  /// none.
  public func register(_ nib: UINib?, forCellReuseIdentifier identifier: String) {
    registerCells(from: nib.map { .nib($0) }, identifier)
  }

  /// Has `dequeueReusableHeaderFooterView` make views of `viewClass`.
  /// - Precondition: `viewClass` is `UITableViewHeaderFooterView` or a subclass.
  public func register(_ viewClass: AnyClass?, forHeaderFooterViewReuseIdentifier identifier: String) {
    guard let viewClass else { return registerParts(from: nil, identifier) }
    guard let type = viewClass as? UITableViewHeaderFooterView.Type else {
      tableMisuse(
        """
        register(_:forHeaderFooterViewReuseIdentifier:) was given \(viewClass) for "\(identifier)"; the class must \
        inherit from UITableViewHeaderFooterView
        """)
    }
    registerParts(from: .type(type), identifier)
  }

  /// Has `dequeueReusableHeaderFooterView` make views from `nib`, which must hold exactly one
  /// `UITableViewHeaderFooterView`, with the same identifier or none.
  public func register(_ nib: UINib?, forHeaderFooterViewReuseIdentifier identifier: String) {
    registerParts(from: nib.map { .nib($0) }, identifier)
  }

  private func registerCells(from source: ReusableSource<UITableViewCell>?, _ identifier: String) {
    registrationDidChange(of: identifier, isCell: true)
    supply.register(source, identifier)
  }

  private func registerParts(from source: ReusableSource<UITableViewHeaderFooterView>?, _ identifier: String) {
    registrationDidChange(of: identifier, isCell: false)
    parts.register(source, identifier)
  }

  // MARK: Dequeuing

  /// A cell that left the screen, after its `prepareForReuse()`; else a new one of the registered class; else nil.
  public func dequeueReusableCell(withIdentifier identifier: String) -> UITableViewCell? {
    supply.takeReconfigured(identifier) ?? rows.dequeue(identifier) ?? supply.make(identifier)
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
    supply.noteDequeue(for: position, identifier)
    let height = index.band(ofRow: position.row, inSection: position.section).height
    let size = CGSize(width: rowWidth, height: height)
    if cell.bounds.size != size { cell.frame = CGRect(origin: cell.frame.origin, size: size) }
    return cell
  }

  /// A header or footer view that left the screen, after its `prepareForReuse()`; else a new one of the registered
  /// class; else nil.
  public func dequeueReusableHeaderFooterView(withIdentifier identifier: String) -> UITableViewHeaderFooterView? {
    parts.dequeueOrMake(identifier)
  }
}
