import Foundation

/// What cells, headers and footers are made from when none waits. An identifier has one class or nib: a later
/// registration of either kind replaces the earlier one, nil removes it.
extension UITableView {
  /// Has `dequeueReusableCell` make cells of `cellClass`.
  /// - Precondition: `cellClass` is `UITableViewCell` or a subclass.
  public func register(_ cellClass: AnyClass?, forCellReuseIdentifier identifier: String) {
    heightServiceInUse?.forgetTemplateCell(identifier)
    guard let cellClass else {
      reuse.cellSources[identifier] = nil
      return
    }
    guard let type = cellClass as? UITableViewCell.Type else {
      tableMisuse(
        """
        register(_:forCellReuseIdentifier:) was given \(cellClass) for "\(identifier)"; the class must inherit from \
        UITableViewCell
        """)
    }
    reuse.cellSources[identifier] = .type(type)
  }

  /// Has `dequeueReusableCell` make cells from `nib`, which must hold exactly one cell, with the same identifier or
  /// none.
  public func register(_ nib: UINib?, forCellReuseIdentifier identifier: String) {
    heightServiceInUse?.forgetTemplateCell(identifier)
    reuse.cellSources[identifier] = nib.map { .nib($0) }
  }

  /// Has `dequeueReusableHeaderFooterView` make views of `viewClass`.
  /// - Precondition: `viewClass` is `UITableViewHeaderFooterView` or a subclass.
  public func register(_ viewClass: AnyClass?, forHeaderFooterViewReuseIdentifier identifier: String) {
    heightServiceInUse?.forgetTemplatePart(identifier)
    guard let viewClass else {
      reuse.partSources[identifier] = nil
      return
    }
    guard let type = viewClass as? UITableViewHeaderFooterView.Type else {
      tableMisuse(
        """
        register(_:forHeaderFooterViewReuseIdentifier:) was given \(viewClass) for "\(identifier)"; the class must \
        inherit from UITableViewHeaderFooterView
        """)
    }
    reuse.partSources[identifier] = .type(type)
  }

  /// Has `dequeueReusableHeaderFooterView` make views from `nib`, which must hold exactly one
  /// `UITableViewHeaderFooterView`, with the same identifier or none.
  public func register(_ nib: UINib?, forHeaderFooterViewReuseIdentifier identifier: String) {
    heightServiceInUse?.forgetTemplatePart(identifier)
    reuse.partSources[identifier] = nib.map { .nib($0) }
  }
}
