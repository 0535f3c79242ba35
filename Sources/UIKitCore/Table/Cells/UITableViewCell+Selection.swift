import Foundation

extension UITableViewCell {
  /// Whether the cell looks chosen.
  var showsSelection: Bool { (selectedState || highlightedState) && selectionStyle != .none }

  /// Whether a view behind the content shows it, and no configuration.
  var showsSelectionView: Bool { showsSelection && !hasConfiguredBackground }

  /// The view that shows the selection.
  var selectionView: UIView? {
    if let table, table.chooser.allowsSeveral, let view = editingOptions?.multipleSelectionBackground { return view }
    return selectedBackgroundView ?? standardSelection
  }

  /// Brings the background, and all labels, images and controls in the content view, in line with selection and
  /// highlight.
  func selectionChanged(animated: Bool) {
    setNeedsUpdateConfiguration()
    let isShown = showsSelection
    content.highlightSubviews(isShown)
    editing?.control?.isChecked = selectedState
    if showsSelectionView { showSelection() } else { hideSelection(animated: animated) }
    table?.look.updateSeparators()
  }

  private func showSelection() {
    let view = selectionView ?? makeStandardSelection()
    if view === standardSelection { view.backgroundColor = standardSelectionColor }
    view.alpha = 1
    view.frame = bounds
    if view.superview !== self { insertSubview(view, at: backgroundView == nil ? 0 : 1) }
  }

  func hideSelection(animated: Bool) {
    guard let view = selectionView, view.superview === self else { return }
    guard animated, window != nil else {
      view.removeFromSuperview()
      return
    }
    UIView.animate(withDuration: TableMetrics.selectionFade) {
      view.alpha = 0
    } completion: { [weak self, weak view] _ in
      guard let self, let view, !self.showsSelectionView || view !== self.selectionView else { return }
      view.removeFromSuperview()
    }
  }

  private func makeStandardSelection() -> UIView {
    let made = UIView(frame: bounds)
    made.isUserInteractionEnabled = false
    standardSelection = made
    return made
  }

  /// Grey; where the row has a check circle, the circle's colour.
  private var standardSelectionColor: UIColor {
    editing?.row.control == .check ? tintColor.withAlphaComponent(0.12) : .systemGray4
  }
}

extension UIView {
  /// Has labels, images and controls below the view look highlighted, or no longer. What a control is made of is the
  /// control's affair.
  fileprivate func highlightSubviews(_ isHighlighted: Bool) {
    for child in children {
      switch child {
      case let control as UIControl where !control.isTracking: control.isHighlighted = isHighlighted
      case let label as UILabel: label.isHighlighted = isHighlighted
      case let image as UIImageView: image.isHighlighted = isHighlighted
      default: break
      }
      if !(child is UIControl) { child.highlightSubviews(isHighlighted) }
    }
  }
}
