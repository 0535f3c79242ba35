import Foundation

extension UITableViewCell {
  /// Points the accessories take from the right edge.
  private var accessoryWidth: Double {
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

  private var contentLeft: Double {
    room.margin + Double(max(0, indentationLevel)) * indentationWidth
  }

  /// Side of the square an image is fitted into, or its own size when that is smaller.
  private var pictureSize: CGSize {
    guard let image = picture?.image else { return .zero }
    let side = max(bounds.height - 1, 0)
    let scale = min(1, side / max(image.size.height, 1), side / max(image.size.width, 1))
    return CGSize(width: (image.size.width * scale).rounded(), height: (image.size.height * scale).rounded())
  }

  /// Where text starts in the content view: behind the margin, the indentation and the image.
  var textLeft: Double {
    let width = pictureSize.width
    return contentLeft + (width > 0 ? width + TableMetrics.imageGap : 0)
  }

  func layoutCell() {
    let size = bounds.size
    set(backgroundView, bounds)
    if showsSelection { set(selectionView, bounds) }
    let left = room.left + editShift
    let trailing = accessoryWidth + reorderWidth
    let contentWidth = max(0, size.width - left - room.right - trailing)
    set(content, CGRect(x: left, y: 0, width: contentWidth, height: size.height))
    layoutEdges()
    if let picture {
      let fitted = pictureSize
      set(
        picture,
        CGRect(
          x: contentLeft, y: ((size.height - fitted.height) / 2).rounded(), width: fitted.width,
          height: fitted.height))
    }
    let right = trailing > 0 ? contentWidth : contentWidth - room.margin
    switch style {
    case .default: layoutSingleLabel(right: right)
    case .subtitle: layoutStackedLabels(right: right)
    case .value1: layoutOpposedLabels(right: right)
    case .value2: layoutColumnLabels(right: right)
    }
    layoutSeparator()
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

  private func layoutSingleLabel(right: Double) {
    let left = textLeft
    set(label, CGRect(x: left, y: 0, width: max(0, right - left), height: bounds.height))
  }

  /// Two lines, the pair centred; a single label has the row for itself.
  private func layoutStackedLabels(right: Double) {
    guard let detailLabel, detailLabel.text?.isEmpty == false else {
      set(detailLabel, .zero)
      layoutSingleLabel(right: right)
      return
    }
    let left = textLeft
    let width = max(0, right - left)
    let upper = label?.text?.isEmpty == false ? (label?.font.lineHeight ?? 0).rounded(.up) : 0
    let lower = detailLabel.font.lineHeight.rounded(.up)
    let top = ((bounds.height - upper - lower) / 2).rounded()
    set(label, CGRect(x: left, y: top, width: width, height: upper))
    set(detailLabel, CGRect(x: left, y: top + upper, width: width, height: lower))
  }

  /// The detail keeps its width, up to all but a fraction; the text gets what remains.
  private func layoutOpposedLabels(right: Double) {
    let left = textLeft
    let room = max(0, right - left)
    var detailWidth = 0.0
    if let detailLabel, detailLabel.text?.isEmpty == false {
      let wanted = detailLabel.sizeThatFits(CGSize(width: room, height: bounds.height)).width.rounded(.up)
      let hasText = label?.text?.isEmpty == false
      detailWidth = min(wanted, hasText ? room * 0.7 : room)
    }
    set(
      detailLabel, CGRect(x: right - detailWidth, y: 0, width: detailWidth, height: bounds.height))
    let gap = detailWidth > 0 ? TableMetrics.textGap : 0
    set(label, CGRect(x: left, y: 0, width: max(0, room - detailWidth - gap), height: bounds.height))
  }

  private func layoutColumnLabels(right: Double) {
    let left = contentLeft
    let column = min(TableMetrics.value2Column, max(0, right - left))
    set(label, CGRect(x: left, y: 0, width: column, height: bounds.height))
    let start = left + column + TableMetrics.textGap
    set(detailLabel, CGRect(x: start, y: 0, width: max(0, right - start), height: bounds.height))
  }

  func set(_ view: UIView?, _ frame: CGRect) {
    if let view, view.frame != frame { view.frame = frame }
  }
}
