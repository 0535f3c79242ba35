import Foundation

extension UITableViewCell {
  /// Whether the cell looks selected. The table's own selection is changed with `UITableView.selectRow`.
  public final var isSelected: Bool {
    get { selectedState }
    set { setSelected(newValue, animated: false) }
  }

  /// Whether the cell looks pressed.
  public final var isHighlighted: Bool {
    get { highlightedState }
    set { setHighlighted(newValue, animated: false) }
  }

  /// Whether the cell looks chosen.
  var showsSelection: Bool { (selectedState || highlightedState) && selectionStyle != .none }

  /// Whether a view behind the content shows it, and no configuration (G5).
  var showsSelectionView: Bool { showsSelection && !hasConfiguredBackground }

  /// The view that shows the selection.
  var selectionView: UIView? {
    if let table, table.selectsSeveralRows, let view = editingOptions?.multipleSelectionBackground { return view }
    return selectedBackgroundView ?? standardSelection
  }

  /// Brings background and labels in line with selection and highlight (L10).
  func selectionChanged(animated: Bool) {
    setNeedsUpdateConfiguration()
    let isShown = showsSelection
    label?.isHighlighted = isShown
    detailLabel?.isHighlighted = isShown
    picture?.isHighlighted = isShown
    editing?.control?.isChecked = selectedState
    if showsSelectionView { showSelection() } else { hideSelection(animated: animated) }
    table?.updateSeparators()
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
