import Foundation

/// The two labels and the image of a cell whose content no configuration describes: made when they are first asked for,
/// placed and measured as the cell's style has it.
@MainActor
final class CellLabels: CellFacet {
  /// The part of the content view that text may cover, in points, where text goes from left to right.
  private struct Area {
    var left: Double
    var right: Double
    var width: Double { right - left }
  }

  private var text: UILabel?
  private var detail: UILabel?
  private var picture: UIImageView?

  // MARK: The views

  /// The row's text; nil while a configuration describes the content.
  var textLabel: UILabel? { text ?? makeText() }

  /// The row's second text; nil in the style that has none, too.
  var detailLabel: UILabel? { detail ?? makeDetail() }

  /// The image before the texts; nil in the style that has none, too.
  var imageView: UIImageView? { picture ?? makePicture() }

  private func makeText() -> UILabel? {
    guard !cell.hasConfiguredContent else { return nil }
    let style = cell.style
    let made = style == .subtitle ? ContentLabel(countsLength: false) : UILabel(frame: .zero)
    made.font = .preferredFont(forTextStyle: style == .value2 ? .caption1 : .body)
    made.adjustsFontForContentSizeCategory = true
    if style == .value2 {
      made.textColor = .tintColor
      made.textAlignment = endAlignment
    }
    text = made
    add(made)
    return made
  }

  private func makeDetail() -> UILabel? {
    let style = cell.style
    guard style != .default, !cell.hasConfiguredContent else { return nil }
    let made = style == .value2 ? UILabel(frame: .zero) : ContentLabel(countsLength: style == .value1)
    made.font = .preferredFont(
      forTextStyle: style == .subtitle ? .caption1 : style == .value2 ? .subheadline : .body)
    made.adjustsFontForContentSizeCategory = true
    if style == .value1 {
      made.textColor = .secondaryLabel
      made.textAlignment = endAlignment
    }
    detail = made
    add(made)
    return made
  }

  private func makePicture() -> UIImageView? {
    guard cell.style != .value2, !cell.hasConfiguredContent else { return nil }
    let made = ContentImageView(frame: .zero)
    made.contentMode = .scaleAspectFit
    picture = made
    add(made)
    return made
  }

  private func add(_ view: UIView) {
    view.turn(isTurned)
    cell.content.addSubview(view)
    cell.setNeedsLayout()
  }

  /// The content view they were in is gone.
  func forget() {
    text = nil
    detail = nil
    picture = nil
  }

  // MARK: Direction

  private var isTurned: Bool { cell.edges.direction.isTurned }

  /// The alignment of a text that stands at the end of its room.
  private var endAlignment: NSTextAlignment { isTurned ? .left : .right }

  /// The cell's parts read in the other direction from now on: so do texts and image.
  func directionDidChange() {
    let isTurned = isTurned
    let former: NSTextAlignment = isTurned ? .right : .left
    for view in [text, detail, picture] as [UIView?] { view?.turn(isTurned) }
    let opposed = cell.style == .value1 ? detail : cell.style == .value2 ? text : nil
    if let opposed, opposed.textAlignment == former { opposed.textAlignment = endAlignment }
  }

  // MARK: Placing

  /// Where text starts in the content view, in points: behind the margin, the indentation and the image.
  func textLeft(rowHeight: Double) -> Double {
    guard cell.style != .value2 else { return cell.contentLeft }
    let width = pictureSize(rowHeight: rowHeight).width
    return cell.contentLeft + (width > 0 ? width + TableMetrics.imageGap : 0)
  }

  /// Size of the image in a row of a height: fitted into a square of it, or its own when that is smaller.
  private func pictureSize(rowHeight: Double) -> CGSize {
    guard let image = picture?.image else { return .zero }
    let side = max(rowHeight - 1, 0)
    let scale = min(1, side / max(image.size.height, 1), side / max(image.size.width, 1))
    return CGSize(width: (image.size.width * scale).rounded(), height: (image.size.height * scale).rounded())
  }

  /// Gives a view its place in the content view.
  private func place(_ view: UIView?, _ frame: CGRect) { place(view, frame, in: cell.content.bounds.width) }

  /// The area for text in a row of a size.
  private func area(width: Double, rowHeight: Double) -> Area {
    let (room, edges) = (cell.room, cell.edges)
    let trailing = edges.trailingWidth
    let contentWidth = max(0, width - room.left - edges.shift - room.right - trailing)
    let left = textLeft(rowHeight: rowHeight)
    return Area(left: left, right: max(left, trailing > 0 ? contentWidth : contentWidth - room.margin))
  }

  /// Places labels and image in a row of the cell's size.
  func layOut() {
    let size = cell.bounds.size
    if let picture {
      let fitted = pictureSize(rowHeight: size.height)
      place(
        picture,
        CGRect(
          x: cell.contentLeft, y: ((size.height - fitted.height) / 2).rounded(), width: fitted.width,
          height: fitted.height))
    }
    let area = area(width: size.width, rowHeight: size.height)
    switch cell.style {
    case .default: placeAlone(in: area, height: size.height)
    case .subtitle: placeStacked(in: area, height: size.height)
    case .value1:
      let widths = opposedWidths(in: area, height: size.height)
      place(
        detail, CGRect(x: area.right - widths.detail, y: 0, width: widths.detail, height: size.height))
      place(text, CGRect(x: area.left, y: 0, width: widths.text, height: size.height))
    case .value2:
      let widths = columnWidths(in: area)
      place(text, CGRect(x: area.left, y: 0, width: widths.text, height: size.height))
      place(
        detail, CGRect(x: area.right - widths.detail, y: 0, width: widths.detail, height: size.height))
    }
  }

  private func placeAlone(in area: Area, height: Double) {
    place(text, CGRect(x: area.left, y: 0, width: area.width, height: height))
  }

  /// Text above detail, the pair centred; a single label has the row for itself. Where both do not fit the detail keeps
  /// a line and the text gets what remains.
  private func placeStacked(in area: Area, height: Double) {
    guard let detail, !detail.isBlank else {
      place(detail, .zero)
      return placeAlone(in: area, height: height)
    }
    var upper = text?.height(atWidth: area.width) ?? 0
    var lower = detail.height(atWidth: area.width)
    if upper + lower > height {
      let line = detail.font.labelHeight
      upper = min(upper, max(height - line, min(upper, text?.font.labelHeight ?? 0)))
      lower = min(lower, max(height - upper, line))
    }
    let top = ((height - upper - lower) / 2).rounded()
    place(text, CGRect(x: area.left, y: top, width: area.width, height: upper))
    place(detail, CGRect(x: area.left, y: top + upper, width: area.width, height: lower))
  }

  /// The detail keeps its width, up to all but a fraction; the text gets what remains.
  private func opposedWidths(in area: Area, height: Double) -> (text: Double, detail: Double) {
    guard let detail, !detail.isBlank else { return (area.width, 0) }
    let wanted = detail.sizeThatFits(CGSize(width: area.width, height: height)).width.rounded(.up)
    let width = min(wanted, text?.isBlank == false ? area.width * 0.7 : area.width)
    return (max(0, area.width - width - (width > 0 ? TableMetrics.textGap : 0)), width)
  }

  /// Widths of the title column and of the detail beside it.
  private func columnWidths(in area: Area) -> (text: Double, detail: Double) {
    let column = min(TableMetrics.value2Column, area.width)
    return (column, max(0, area.width - column - TableMetrics.textGap))
  }

  // MARK: Measuring

  /// Points above and below the text together: what a usual row leaves around one line of the standard font. Not kept:
  /// lines are whole pixels high, so it depends on the scale of the screen.
  private static var textPadding: Double {
    max(8, TableMetrics.rowHeight - UIFont.systemFont(ofSize: UIFont.labelFontSize).labelHeight)
  }

  /// The height of the row, its separator included, in which labels and image have what they need: at least that of a
  /// usual row.
  /// - Parameter width: of the cell, in points.
  func rowHeight(width: Double) -> Double {
    // The image has its own size in a row a point higher.
    var height = max(TableMetrics.rowHeight, picture?.image.map { $0.size.height + 1 } ?? 0)
    let padding = Self.textPadding
    // A taller row may show a larger image, and that leaves less width to the text.
    for _ in 0..<3 {
      let area = area(width: width, rowHeight: height)
      let needed = max(height, textHeight(in: area) + padding)
      guard needed > height else { break }
      height = needed
    }
    return height
  }

  private func textHeight(in area: Area) -> Double {
    switch cell.style {
    case .default: return text?.height(atWidth: area.width) ?? 0
    case .subtitle: return (text?.height(atWidth: area.width) ?? 0) + (detail?.height(atWidth: area.width) ?? 0)
    case .value1: return higher(opposedWidths(in: area, height: cell.bounds.height))
    case .value2: return higher(columnWidths(in: area))
    }
  }

  private func higher(_ widths: (text: Double, detail: Double)) -> Double {
    max(text?.height(atWidth: widths.text) ?? 0, detail?.height(atWidth: widths.detail) ?? 0)
  }
}
