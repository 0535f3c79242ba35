import Foundation

extension UITableViewCell {
  /// Points by which the content view is narrower than the cell.
  var contentInset: Double { room.left + editShift + accessoryWidth + reorderWidth + room.right }
}

extension UIView {
  /// The size of a row, header or footer whose content view, or who itself, holds constraints. One that its
  /// constraints leave without a height has the usual one.
  /// - Parameters:
  ///   - inset: points by which the content is narrower than the view.
  ///   - own: what the constraints outside of the content ask for.
  /// - Returns: nil when there are no constraints.
  func sizeAround(
    _ content: UIView, beside inset: Double, _ own: CGSize?, _ target: CGSize, _ horizontal: UILayoutPriority,
    _ vertical: UILayoutPriority
  ) -> CGSize? {
    let room = CGSize(width: max(0, target.width - inset), height: target.height)
    let inner = content.constrainedSize(room, horizontal, vertical)
    guard own != nil || inner != nil else { return nil }
    var size = CGSize(
      width: max(own?.width ?? 0, inner.map { $0.width + inset } ?? 0),
      height: max(own?.height ?? 0, inner?.height ?? 0))
    if horizontal == .required { size.width = target.width }
    if size.height <= 0 { size.height = sizeThatFits(target).height }
    return size
  }
}
