import Foundation

/// The lines at a cell's edges.
extension UITableViewCell {
  /// Called when the table changed what it leaves for content.
  func roomChanged() {
    if configurations?.keepsMargins != true {
      content.layoutMargins.left = room.margin
      content.layoutMargins.right = room.margin
    }
    setNeedsLayout()
  }

  /// The cell's own inset, else the table's, else from where the text starts; `automaticDimension` stands for the
  /// last.
  var resolvedSeparatorInset: UIEdgeInsets {
    let automatic = room.left + textLeft
    guard var inset = customSeparatorInset ?? tableSeparatorInset else {
      return UIEdgeInsets(top: 0, left: automatic, bottom: 0, right: 0)
    }
    if inset.left == UITableView.automaticDimension {
      inset.left = automatic
    } else if customSeparatorInset == nil, room.addsSeparatorInset {
      inset.left += automatic
    }
    if inset.right == UITableView.automaticDimension { inset.right = 0 }
    return inset
  }

  /// Called by the table.
  func setSeparator(color: UIColor, tableInset: UIEdgeInsets?) {
    separator.backgroundColor = color
    topSeparator?.backgroundColor = color
    guard tableSeparatorInset != tableInset else { return }
    tableSeparatorInset = tableInset
    setNeedsLayout()
  }

  /// Called by the table.
  func setSeparator(isShown: Bool, isFullWidth: Bool) {
    if separator.isHidden == isShown { separator.isHidden = !isShown }
    guard isSeparatorFullWidth != isFullWidth else { return }
    isSeparatorFullWidth = isFullWidth
    setNeedsLayout()
  }

  /// Called by the table: the line above the first row of a grouped section.
  func setTopSeparator(isShown: Bool) {
    guard isShown else {
      if let topSeparator, !topSeparator.isHidden { topSeparator.isHidden = true }
      return
    }
    let line = topSeparator ?? makeTopSeparator()
    if line.isHidden { line.isHidden = false }
  }

  private func makeTopSeparator() -> TableSeparatorView {
    let made = TableSeparatorView()
    made.backgroundColor = separator.backgroundColor
    topSeparator = made
    addSubview(made)
    setNeedsLayout()
    return made
  }

  /// One device pixel at the bottom, up to the section index. Insets wider than the row leave nothing, and
  /// break nothing.
  func layoutSeparator() {
    let pixel = room.pixel
    let inset = isSeparatorFullWidth ? .zero : separatorInset
    let left = max(0, inset.left) + (isSeparatorFullWidth ? 0 : editShift)
    let width = max(0, bounds.width - room.right - left - max(0, inset.right))
    set(separator, CGRect(x: left, y: bounds.height - pixel, width: width, height: pixel))
    set(topSeparator, CGRect(x: 0, y: 0, width: max(0, bounds.width - room.right), height: pixel))
  }
}

/// The line below a cell: a coloured strip that takes no touches.
final class TableSeparatorView: UIView {
  override init(frame: CGRect) {
    super.init(frame: frame)
    isUserInteractionEnabled = false
  }

  convenience init() { self.init(frame: .zero) }

  required init?(coder: NSCoder) { nil }
}
