import Foundation

/// Whether a cell looks selected or highlighted, and the view behind its content that shows it.
@MainActor
final class CellSelection: CellFacet {
  private(set) var isSelected = false
  private(set) var isHighlighted = false
  /// The grey used where the app gives no view.
  private(set) var standardView: UIView?

  // MARK: State

  /// Whether the cell looks chosen.
  var isShown: Bool { (isSelected || isHighlighted) && cell.selectionStyle != .none }

  /// Whether a view behind the content shows the selection, rather than a configuration.
  var isShownByView: Bool { isShown && !cell.hasConfiguredBackground }

  func select(_ selected: Bool, animated: Bool) {
    guard selected != isSelected else { return }
    isSelected = selected
    update(animated: animated)
  }

  func highlight(_ highlighted: Bool, animated: Bool) {
    guard highlighted != isHighlighted else { return }
    isHighlighted = highlighted
    update(animated: animated)
  }

  // MARK: The view

  /// The view that shows the selection.
  var view: UIView? {
    let cell = cell
    if let table = cell.table, table.chooser.allowsSeveral, let view = cell.multipleSelectionBackgroundView {
      return view
    }
    return cell.selectedBackgroundView ?? standardView
  }

  /// Brings the background, and all labels, images and controls in the content view, in line with selection and
  /// highlight.
  func update(animated: Bool) {
    let cell = cell
    cell.setNeedsUpdateConfiguration()
    cell.content.highlightSubviews(isShown)
    cell.edges.selectionDidChange()
    if isShownByView { show() } else { hide(animated: animated) }
    cell.table?.look.updateSeparators()
  }

  private func show() {
    let cell = cell
    let view = view ?? makeStandardView()
    if view === standardView { view.backgroundColor = standardColor }
    view.alpha = 1
    view.frame = cell.bounds
    if view.superview !== cell { cell.insertSubview(view, at: cell.backgroundView == nil ? 0 : 1) }
  }

  /// Takes the view away, whether the cell is selected or not.
  func hide(animated: Bool) {
    guard let view, view.superview === cell else { return }
    guard animated, cell.window != nil else {
      view.removeFromSuperview()
      return
    }
    UIView.animate(withDuration: TableMetrics.selectionFade) {
      view.alpha = 0
    } completion: { [weak cell, weak view] _ in
      guard let selection = cell?.selection, let view, !selection.isShownByView || view !== selection.view else {
        return
      }
      view.removeFromSuperview()
    }
  }

  /// The app gives another view in place of the grey.
  func dropStandardView() { standardView?.removeFromSuperview() }

  func layOut() {
    if isShownByView { place(view, cell.bounds, in: cell.bounds.width) }
  }

  private func makeStandardView() -> UIView {
    let made = UIView(frame: cell.bounds)
    made.isUserInteractionEnabled = false
    standardView = made
    return made
  }

  /// Grey; where the row has a check circle, the circle's colour.
  private var standardColor: UIColor {
    cell.edges.editing?.row.control == .check ? cell.tintColor.withAlphaComponent(0.12) : .systemGray4
  }
}

extension UIView {
  /// Sets the highlight of labels, images and controls below the view. A control passes it on to its own subviews.
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
