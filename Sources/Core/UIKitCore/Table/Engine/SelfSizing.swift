import Foundation
import TableModel

/// Heights that cells, headers and footers ask for themselves.
extension RowLoader {
  // MARK: Asking a view

  /// The height a cell asks for, in points. One of no height gets no separator either.
  func selfSizedHeight(of cell: UITableViewCell, _ place: @autoclosure () -> String) -> Double {
    let width = table.rowWidth
    if cell.bounds.width != width { cell.frame.size.width = width }
    let height = pixels(fittedHeight(of: cell, place()))
    return height > 0 ? height + table.separatorThickness : 0
  }

  /// The height a header or footer view asks for, in points. A plain view that asks for none has the usual one.
  /// - Parameter room: the room that the table leaves for content.
  func selfSizedHeight(
    of view: UIView, _ part: SectionPart, usual: Double, room: CellRoom, _ place: @autoclosure () -> String
  ) -> Double {
    if let view = view as? UITableViewHeaderFooterView {
      view.adopt(table.style, isHeader: part == .header)
      view.prepareToFit(usualHeight: usual, in: room)
      let height = fittedHeight(of: view, place())
      return height == usual ? usual : pixels(height)
    }
    // Without an opinion of its own it would answer the height it happens to have.
    view.frame.size = CGSize(width: table.rowWidth, height: 0)
    let height = pixels(fittedHeight(of: view, place()))
    return height > 0 ? height : usual
  }

  /// The height a view needs at the width of the section, in points.
  private func fittedHeight(of view: UIView, _ place: @autoclosure () -> String) -> Double {
    let target = CGSize(width: max(0, table.rowWidth), height: UIView.layoutFittingCompressedSize.height)
    let height: Double
    if let cell = view as? UITableViewCell, cell.enforcesFrameLayout {
      // Its content view is as wide as it will be when the cell places what it holds by frames.
      cell.layoutIfNeeded()
      height = cell.sizeThatFits(target).height
    } else {
      height =
        view.systemLayoutSizeFitting(
          target, withHorizontalFittingPriority: .required, verticalFittingPriority: .fittingSizeLevel
        ).height
    }
    guard height >= 0, height <= RowHeightIndex.tallest else {
      tableMisuse(
        """
        systemLayoutSizeFitting(_:withHorizontalFittingPriority:verticalFittingPriority:) of \(type(of: view)), which \
        asks sizeThatFits(_:) unless overridden, returned height \(height) for \(place()); a height must be from 0 to \
        \(RowHeightIndex.tallest)
        """)
    }
    return height
  }

  /// Whole device pixels that hold a length in points.
  private func pixels(_ points: Double) -> Double {
    let scale = max(table.traitCollection.displayScale, 1)
    return (points * scale).rounded(.up) / scale
  }

  // MARK: Measuring again

  /// Whether a view whose content has another size is measured again. Within a layout pass views are about to be measured
  /// as they are, or have just been.
  var mayRemeasure: Bool {
    table.selfSizingInvalidation != .disabled && table.work.phase != .tiling && !table.work.isUpdating
  }
}

extension UIView {
  /// The size that constraints in the view or in its content view ask for; nil without any. For cells of other modules,
  /// whose `systemLayoutSizeFitting` asks this.
  package final func constraintSize(
    around content: UIView, _ target: CGSize, _ horizontal: UILayoutPriority, _ vertical: UILayoutPriority
  ) -> CGSize? {
    sizeAround(
      content, beside: 0, sizeByConstraints(target, horizontal: horizontal, vertical: vertical), target, horizontal,
      vertical)
  }

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
