import UIKit

/// The ground of a selected row: little wider than content of a readable width, and so no band across a large window.
package final class RowSelectionView: AssembledView {
  private let fill = UIView()

  /// The colour of the ground.
  package var color: UIColor? {
    get { fill.backgroundColor }
    set { fill.backgroundColor = newValue }
  }

  package override func assemble() {
    isUserInteractionEnabled = false
    fill.backgroundColor = .systemGray4
    addSubview(fill)
  }

  package override func layoutSubviews() {
    super.layoutSubviews()
    var view = superview
    while let current = view, !(current is UITableViewCell) { view = current.superview }
    let margin = (view as? UITableViewCell)?.contentView.layoutMargins.left ?? 0
    // More than the margin of any row, and as wide as the ring around it.
    let inset = margin > 40 ? max(0, min(margin, bounds.width / 2) - 12) : 0
    fill.frame = bounds.insetBy(dx: inset, dy: 0)
    fill.layer.cornerRadius = inset > 0 ? 8 : 0
  }
}

extension UITableViewCell {
  /// Keeps the ground of the selected row little wider than the row's content. Called by screens with plain cells.
  package func narrowSelection() {
    if !(selectedBackgroundView is RowSelectionView) { selectedBackgroundView = RowSelectionView() }
  }
}
