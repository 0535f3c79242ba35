import Foundation

/// A rounded card with the items of one menu; scrolls when the window is not high enough.
final class MenuCard: UIView {
  let rows: [MenuRowView]
  private let scroller = UIScrollView(frame: .zero)
  private let lines: [UIView]
  /// The row under the pointer or chosen by the keyboard.
  private(set) var highlighted: Int?
  private let fitting: CGSize

  /// - Parameter isTurned: whether the menu reads from right to left.
  init(_ content: MenuContent, _ metrics: MenuMetrics, isTurned: Bool) {
    let hasMarks = content.items.contains { $0.state != .off }
    rows = content.items.map { MenuRowView($0, metrics, hasMarks: hasMarks, isTurned: isTurned) }
    lines = content.items.filter(\.startsGroup).map { _ in UIView(frame: .zero) }
    let width = rows.map(\.fittingWidth).max() ?? 0
    let height = rows.reduce(2 * MenuMetrics.padding) {
      $0 + $1.height + ($1.item.startsGroup ? MenuMetrics.groupGap : 0)
    }
    fitting = CGSize(
      width: min(max(width, metrics.widths.lowerBound), metrics.widths.upperBound), height: height)
    super.init(frame: CGRect(origin: .zero, size: fitting))
    backgroundColor = .tertiarySystemBackground
    layer.cornerRadius = MenuMetrics.cardRadius
    layer.borderWidth = 1 / max(1, UITraitCollection.current.displayScale)
    layer.borderColor = UIColor.separator
    layer.shadowOpacity = 0.28
    layer.shadowRadius = 24
    layer.shadowOffset = CGSize(width: 0, height: 8)
    addSubview(scroller)
    for line in lines {
      line.backgroundColor = .separator
      scroller.addSubview(line)
    }
    for row in rows { scroller.addSubview(row) }
  }

  required init?(coder: NSCoder) { nil }

  override func sizeThatFits(_ size: CGSize) -> CGSize { fitting }

  override func layoutSubviews() {
    super.layoutSubviews()
    // The rows do not reach into the corners, so the card need not be cut.
    // In a window of a few points there is not even room for the padding.
    scroller.frame = bounds.insetBy(dx: 0, dy: min(MenuMetrics.padding, bounds.height / 2))
    let pixel = 1 / max(1, traitCollection.displayScale)
    var y = 0.0
    var line = 0
    for row in rows {
      if row.item.startsGroup {
        lines[line].frame = CGRect(
          x: MenuMetrics.margin, y: y + (MenuMetrics.groupGap / 2).rounded(.down),
          width: max(0, bounds.width - 2 * MenuMetrics.margin), height: pixel)
        line += 1
        y += MenuMetrics.groupGap
      }
      row.frame = CGRect(x: 0, y: y, width: bounds.width, height: row.height)
      y += row.height
    }
    scroller.contentSize = CGSize(width: bounds.width, height: y)
  }

  /// The row at a point of the window; nil between rows and outside.
  func row(at point: CGPoint) -> Int? {
    let place = scroller.convert(point, from: nil)
    guard scroller.bounds.contains(place) else { return nil }
    return rows.firstIndex { $0.frame.contains(place) }
  }

  func contains(_ point: CGPoint) -> Bool { bounds.contains(convert(point, from: nil)) }

  /// A row in window points.
  func rect(of row: Int) -> CGRect { rows[row].convert(rows[row].bounds, to: nil) }

  /// Highlights one row, if it can be chosen, and no other.
  func highlight(_ row: Int?) {
    let chosen = row.flatMap { rows[$0].item.isEnabled ? $0 : nil }
    guard chosen != highlighted else { return }
    if let highlighted { rows[highlighted].isHighlighted = false }
    if let chosen { rows[chosen].isHighlighted = true }
    highlighted = chosen
    window?.application.accessibilityObserver?.focusMayHaveMoved()
  }

  /// Highlights the next row that can be chosen, in a circle, and brings it into view.
  /// - Parameter step: 1 for downwards, -1 for upwards.
  func moveHighlight(by step: Int) {
    guard rows.contains(where: \.item.isEnabled) else { return }
    var row = highlighted ?? (step > 0 ? -1 : rows.count)
    repeat { row = (row + step + rows.count) % rows.count } while !rows[row].item.isEnabled
    highlight(row)
    layoutIfNeeded()
    scroller.scrollRectToVisible(rows[row].frame, animated: false)
  }
}
