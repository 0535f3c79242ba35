import Foundation
import TableModel

extension UITableView {
  /// Whether rows on screen are measured again when their cells' content changes.
  public enum SelfSizingInvalidation: Int, Sendable {
    /// Only by `reconfigureRows`, `reloadRows` and updates without changes.
    case disabled = 0
    /// After `invalidateIntrinsicContentSize()` of a cell or its `contentView`.
    case enabled
    /// Also when constraints inside of the `contentView` change.
    case enabledIncludingConstraints
  }

  /// What a header counts with, in points, until it comes on screen. 0 has every height asked when the table loads and
  /// none measured; `automaticDimension`, the default, takes that of a one-line title.
  public final var estimatedSectionHeaderHeight: CGFloat {
    get { sizing.estimatedSectionHeaderHeight }
    set {
      let old = sizing.estimatedSectionHeaderHeight
      sizing.estimatedSectionHeaderHeight = newValue
      heightChanged("estimatedSectionHeaderHeight", newValue, old)
    }
  }

  /// What a footer counts with until it comes on screen. See `estimatedSectionHeaderHeight`.
  public final var estimatedSectionFooterHeight: CGFloat {
    get { sizing.estimatedSectionFooterHeight }
    set {
      let old = sizing.estimatedSectionFooterHeight
      sizing.estimatedSectionFooterHeight = newValue
      heightChanged("estimatedSectionFooterHeight", newValue, old)
    }
  }

  /// Whether rows follow changes of their cells' content by themselves.
  public final var selfSizingInvalidation: SelfSizingInvalidation {
    get { sizing.invalidation }
    set { sizing.invalidation = newValue }
  }

  /// How rows get their heights.
  enum RowSizing {
    /// All have `rowHeight`, or that of a usual row.
    case uniform
    /// The delegate is asked for each.
    case asked
    /// Their cells are.
    case measured
  }

  /// Counts on the delegate until it turned out not to give heights.
  var rowSizing: RowSizing {
    if tableDelegate != nil, !missing.contains(.rowHeight) { return .asked }
    return rowHeight < 0 && usesEstimates ? .measured : .uniform
  }

  /// Whether rows count with estimates until they come on screen. Without, none sizes itself.
  var usesEstimates: Bool { estimatedRowHeight != 0 || hasDelegateEstimates }

  private var hasDelegateEstimates: Bool { tableDelegate != nil && !missing.contains(.estimatedRowHeight) }

  /// What a row counts with before it was measured or asked about.
  var presumedRowHeight: Double {
    guard rowSizing != .uniform else { return usualRowHeight }
    if estimatedRowHeight > 0 { return estimatedRowHeight }
    return (estimatedRowHeight < 0 ? sizing.guess.value : nil) ?? usualRowHeight
  }

  /// The line below a row, which comes on top of what its cell needs.
  var separatorThickness: Double { separatorStyle == .none ? 0 : 1 / max(traitCollection.displayScale, 1) }

  /// Whole device pixels that hold a length.
  func pixels(_ points: Double) -> Double {
    let scale = max(traitCollection.displayScale, 1)
    return (points * scale).rounded(.up) / scale
  }

  // MARK: Asking a view

  /// What a view needs at the width of the section.
  private func fittedHeight(of view: UIView, _ place: @autoclosure () -> String) -> Double {
    let target = CGSize(
      width: max(0, bounds.width - 2 * sectionInset), height: UIView.layoutFittingCompressedSize.height)
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

  /// The height a row's cell asks for; nil while it has none.
  func selfSizedHeight(_ position: RowPosition) -> Double? {
    cells.view(at: position).map { selfSizedHeight(of: $0, "row \(position.row) of section \(position.section)") }
  }

  /// The height a cell asks for. One of no height gets no separator either.
  func selfSizedHeight(of cell: UITableViewCell, _ place: @autoclosure () -> String) -> Double {
    let width = bounds.width - 2 * sectionInset
    if cell.bounds.width != width { cell.frame.size.width = width }
    let height = pixels(fittedHeight(of: cell, place()))
    return height > 0 ? height + separatorThickness : 0
  }

  /// The height a header or footer view asks for. A plain view that asks for none has the usual one.
  func selfSizedHeight(
    of view: UIView, _ part: SectionPart, usual: Double, _ place: @autoclosure () -> String
  ) -> Double {
    if let view = view as? UITableViewHeaderFooterView {
      view.adopt(style, isHeader: part == .header)
      view.usualHeight = usual
      view.fittingRoom = look.room
      let height = fittedHeight(of: view, place())
      return height == usual ? usual : pixels(height)
    }
    // Without an opinion of its own it would answer the height it happens to have.
    view.frame.size = CGSize(width: bounds.width - 2 * sectionInset, height: 0)
    let height = pixels(fittedHeight(of: view, place()))
    return height > 0 ? height : usual
  }

  // MARK: Measuring again

  /// A cell's content has another size.
  func remeasure(_ cell: UITableViewCell) {
    guard sizing.invalidation != .disabled, rowSizing != .uniform, let position = cell.position,
      cells.view(at: position) === cell, work.phase != .tiling, !updates.isCommitting
    else { return }
    forgetHeight(of: position)
    setNeedsTiling()
  }

  /// The content of a header or footer has another size.
  func remeasure(_ view: UITableViewHeaderFooterView) {
    guard sizing.invalidation != .disabled, work.phase != .tiling, !updates.isCommitting,
      let position = parts.visible.first(where: { $0.view === view })?.position
    else { return }
    let part: SectionPart = position.row == TablePart.header ? .header : .footer
    guard !asksHeight(of: part), fixedHeight(of: part) == nil, estimate(of: part) != 0 else { return }
    sizing.hasSizedParts = true
    index.forget(part, inSection: position.section)
    setNeedsTiling()
  }

  /// Has a row measured again, which counts with its present height until then.
  func forgetHeight(of position: RowPosition) {
    let height = index.band(ofRow: position.row, inSection: position.section).height
    index.setHeight(
      height, ofRows: position.row..<(position.row + 1), inSection: position.section, isMeasured: false)
  }
}
