import Foundation

/// The lines that suggest empty rows below the last one of a plain table.
final class FillerRows: TableGuest {
  /// In points; 0 shows none, `automaticDimension` is the table's `rowHeight`.
  fileprivate var rowHeight: CGFloat = 0
  /// In the table while lines are shown.
  private var view: FillerRowsView?

  override func enter() { points = .tiling }

  /// Makes, changes or takes away the lines.
  override func roundWillTile() {
    let table = table
    // Lines would run through what a table without rows says in their place.
    let isReplaced = table.backgroundView != nil && table.index.rowCount == 0
    guard table.style == .plain, rowHeight != 0, table.separatorStyle != .none, !isReplaced else {
      view?.removeFromSuperview()
      view = nil
      points.remove(.passEnd)
      return
    }
    let shown = view ?? FillerRowsView(frame: .zero)
    view = shown
    points.insert(.passEnd)
    shown.show(
      rowHeight: rowHeight == UITableView.automaticDimension ? table.usualRowHeight : rowHeight,
      inset: inset(of: table), color: table.separatorColor ?? .separator)
    if shown.superview !== table { table.insertSubview(shown, at: table.bottomOfContent) }
  }

  /// Between the lines and the edges, in points.
  private func inset(of table: UITableView) -> UIEdgeInsets {
    let inset = table.separatorInset
    guard table.isInRightToLeft else { return inset }
    return UIEdgeInsets(top: 0, left: inset.right, bottom: 0, right: inset.left)
  }

  /// Has the lines reach from the end of the content to the end of the visible area.
  /// - Complexity: O(1).
  override func passDidEnd(of table: UITableView) {
    guard let view else { return }
    let bounds = table.bounds
    let top = table.contentSize.height
    let frame = CGRect(x: 0, y: top, width: bounds.width, height: max(0, bounds.maxY - top))
    if view.frame != frame { view.frame = frame }
  }
}

/// The lines of empty rows below the last one of a plain table, down to the end of the visible area.
final class FillerRowsView: UIView {
  private var rowHeight = 0.0
  private var inset = UIEdgeInsets.zero
  private var color = UIColor.separator

  override init(frame: CGRect) {
    super.init(frame: frame)
    isUserInteractionEnabled = false
    clipsToBounds = true
  }

  required init?(coder: NSCoder) { nil }

  func show(rowHeight: Double, inset: UIEdgeInsets, color: UIColor) {
    guard rowHeight != self.rowHeight || inset != self.inset || color !== self.color else { return }
    self.rowHeight = rowHeight
    self.inset = inset
    self.color = color
    setNeedsComposite()
  }

  override func appendContent(to builder: DisplayListBuilder, in rect: CGRect) {
    let pixel = 1 / max(builder.list.scale, 1)
    let left = max(0, inset.left)
    let width = rect.width - left - max(0, inset.right)
    // Thinner rows than a pixel would be a surface, and endless.
    guard rowHeight >= pixel, width > 0 else { return }
    let line = color.drawColor(in: builder.traits)
    var bottom = rowHeight
    while bottom <= rect.height {
      builder.fill(CGRect(x: rect.minX + left, y: rect.minY + bottom - pixel, width: width, height: pixel), line)
      bottom += rowHeight
    }
  }
}

extension UITableView {
  /// Height of the rows suggested by lines below the last row of a plain table; 0, the default, shows none.
  /// - Precondition: finite and not negative, or `automaticDimension`, which is `rowHeight`.
  public var fillerRowHeight: CGFloat {
    get { fillerRows.rowHeight }
    set {
      _ = checked(newValue, "UITableView.fillerRowHeight", "the rows below the last one")
      guard newValue != fillerRows.rowHeight else { return }
      fillerRows.rowHeight = newValue
      setNeedsTiling()
    }
  }
}
