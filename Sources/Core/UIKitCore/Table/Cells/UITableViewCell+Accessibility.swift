import Foundation

/// The controls in a row, for assistive tools.
extension UITableViewCell {
  /// The switch at the end of the row, which the row is told as; nil for none.
  final var rowSwitch: UISwitch? { isEditing ? nil : accessoryView as? UISwitch }

  /// Whether the row shows controls and no text of its own, and is not chosen itself.
  final var isMereHolder: Bool {
    selectionStyle == .none && defaultAccessibleLabel == nil && accessibility?.label == nil && !operatedViews.isEmpty
  }

  /// The controls in the row that are shown, in reading order.
  final var operatedViews: [UIView] {
    var found: [UIView] = []
    func collect(_ view: UIView) {
      for child in view.viewsInReadingOrder where child.isShownToTools {
        if child.isOperable { found.append(child) } else { collect(child) }
      }
    }
    collect(self)
    return found
  }
}
