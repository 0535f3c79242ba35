import Foundation

extension UITableViewCell {
  /// Points the accessories take from the right edge.
  var accessoryWidth: Double {
    let wider = room.margin - TableMetrics.cellMargin
    if let view = shownAccessoryView { return view.bounds.width + room.margin + TableMetrics.textGap }
    switch shownAccessoryType {
    case .none: return 0
    case .disclosureIndicator: return TableMetrics.disclosureWidth + wider
    case .checkmark: return TableMetrics.checkmarkWidth + wider
    case .detailButton: return TableMetrics.detailWidth + wider
    case .detailDisclosureButton: return TableMetrics.detailDisclosureWidth + wider
    }
  }

  /// Where the content begins in the content view: behind the margin and the indentation.
  var contentLeft: Double {
    room.margin + Double(max(0, indentationLevel)) * indentationWidth
  }

  /// Size of the image in a row of a height: fitted into a square of it, or its own when that is smaller.
  private func pictureSize(rowHeight: Double) -> CGSize {
    guard let image = picture?.image else { return .zero }
    let side = max(rowHeight - 1, 0)
    let scale = min(1, side / max(image.size.height, 1), side / max(image.size.width, 1))
    return CGSize(width: (image.size.width * scale).rounded(), height: (image.size.height * scale).rounded())
  }

  /// Where text starts in the content view: behind the margin, the indentation and the image.
  var textLeft: Double {
    guard let listView = configurations?.listView else { return textLeft(rowHeight: bounds.height) }
    return listView.textLeft
  }

  private func textLeft(rowHeight: Double) -> Double {
    guard style != .value2 else { return contentLeft }
    let width = pictureSize(rowHeight: rowHeight).width
    return contentLeft + (width > 0 ? width + TableMetrics.imageGap : 0)
  }

  /// What text may cover in a row of a size, in the content view.
  func textArea(width: Double, rowHeight: Double) -> (left: Double, right: Double) {
    let trailing = accessoryWidth + reorderWidth
    let contentWidth = max(0, width - room.left - editShift - room.right - trailing)
    let left = textLeft(rowHeight: rowHeight)
    return (left, max(left, trailing > 0 ? contentWidth : contentWidth - room.margin))
  }

  func layoutCell() {
    let size = bounds.size
    set(backgroundView, bounds)
    set(configurations?.backgroundView, bounds)
    if showsSelectionView { set(selectionView, bounds) }
    passMargins()
    set(
      content,
      CGRect(x: room.left + editShift, y: 0, width: max(0, size.width - contentInset), height: size.height))
    layoutEdges()
    if !hasConfiguredContent { layoutLabels() }
    layoutSeparator()
  }

  private func layoutLabels() {
    let size = bounds.size
    if let picture {
      let fitted = pictureSize(rowHeight: size.height)
      set(
        picture,
        CGRect(
          x: contentLeft, y: ((size.height - fitted.height) / 2).rounded(), width: fitted.width,
          height: fitted.height))
    }
    let area = textArea(width: size.width, rowHeight: size.height)
    switch style {
    case .default: layoutSingleLabel(in: area)
    case .subtitle: layoutStackedLabels(in: area)
    case .value1: layoutOpposedLabels(in: area)
    case .value2: layoutColumnLabels(in: area)
    }
  }

  /// Places what stands left and right of the content.
  func layoutEdges() {
    let right = bounds.width - room.right - reorderWidth
    let height = bounds.height
    if let view = shownAccessoryView {
      let fitted = view.bounds.size
      set(
        view,
        CGRect(
          x: right - room.margin - fitted.width, y: ((height - fitted.height) / 2).rounded(),
          width: fitted.width, height: fitted.height))
    } else if let shownSign {
      set(shownSign, CGRect(x: right - accessoryWidth, y: 0, width: accessoryWidth, height: height))
    }
    layoutEditControls()
  }

  private func layoutSingleLabel(in area: (left: Double, right: Double)) {
    set(label, CGRect(x: area.left, y: 0, width: area.right - area.left, height: bounds.height))
  }

  /// Text above detail, the pair centred; a single label has the row for itself. Where both do not fit the detail keeps
  /// a line and the text gets what remains.
  private func layoutStackedLabels(in area: (left: Double, right: Double)) {
    guard let detailLabel, !detailLabel.isBlank else {
      set(detailLabel, .zero)
      layoutSingleLabel(in: area)
      return
    }
    let width = area.right - area.left
    var upper = label?.height(atWidth: width) ?? 0
    var lower = detailLabel.height(atWidth: width)
    if upper + lower > bounds.height {
      let line = detailLabel.font.lineHeight.rounded(.up)
      upper = min(upper, max(bounds.height - line, min(upper, label?.font.lineHeight.rounded(.up) ?? 0)))
      lower = min(lower, max(bounds.height - upper, line))
    }
    let top = ((bounds.height - upper - lower) / 2).rounded()
    set(label, CGRect(x: area.left, y: top, width: width, height: upper))
    set(detailLabel, CGRect(x: area.left, y: top + upper, width: width, height: lower))
  }

  /// The detail keeps its width, up to all but a fraction; the text gets what remains.
  func opposedWidths(in area: (left: Double, right: Double)) -> (text: Double, detail: Double) {
    let room = area.right - area.left
    guard let detailLabel, !detailLabel.isBlank else { return (room, 0) }
    let wanted = detailLabel.sizeThatFits(CGSize(width: room, height: bounds.height)).width.rounded(.up)
    let detail = min(wanted, label?.isBlank == false ? room * 0.7 : room)
    return (max(0, room - detail - (detail > 0 ? TableMetrics.textGap : 0)), detail)
  }

  private func layoutOpposedLabels(in area: (left: Double, right: Double)) {
    let widths = opposedWidths(in: area)
    set(
      detailLabel, CGRect(x: area.right - widths.detail, y: 0, width: widths.detail, height: bounds.height))
    set(label, CGRect(x: area.left, y: 0, width: widths.text, height: bounds.height))
  }

  /// Widths of the title column and of the detail beside it.
  func columns(in area: (left: Double, right: Double)) -> (text: Double, detail: Double) {
    let room = area.right - area.left
    let column = min(TableMetrics.value2Column, room)
    return (column, max(0, room - column - TableMetrics.textGap))
  }

  private func layoutColumnLabels(in area: (left: Double, right: Double)) {
    let columns = columns(in: area)
    set(label, CGRect(x: area.left, y: 0, width: columns.text, height: bounds.height))
    set(
      detailLabel, CGRect(x: area.right - columns.detail, y: 0, width: columns.detail, height: bounds.height))
  }

  func set(_ view: UIView?, _ frame: CGRect) {
    if let view, view.frame != frame { view.frame = frame }
  }
}
