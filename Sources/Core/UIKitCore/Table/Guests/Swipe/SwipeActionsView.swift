import Foundation

/// The buttons beside a swiped row: a strip as wide as the row has moved.
@MainActor
final class SwipeActionsView: UIView {
  let side: SwipeSide
  /// Whether the strip is at the left of the row, which moves to the right.
  let isAtLeft: Bool
  let buttons: [SwipeActionButton]
  private(set) var layout: SwipeLayout
  /// The button that spreads over the others, and how far, 0...1.
  private(set) var spread: (button: Int, share: Double)?

  /// The row was on its way out of sight when it was deleted.
  var isLeaving = false

  /// - Parameters:
  ///   - rowWidth: of the row they appear beside, in points.
  ///   - isTurned: the host reads from right to left.
  init(_ actions: [UIContextualAction], side: SwipeSide, rowWidth: Double, isTurned: Bool) {
    self.side = side
    isAtLeft = (side == .leading) != isTurned
    buttons = actions.map { SwipeActionButton($0) }
    layout = SwipeLayout(natural: buttons.map(\.naturalWidth), rowWidth: rowWidth, isAtLeft: isAtLeft)
    super.init(frame: .zero)
    clipsToBounds = true
    // The first action lies over the others, and spreads over them.
    for button in buttons.reversed() { addSubview(button) }
  }

  /// Views are made in code; archives are not read. Always nil.
  required init?(coder: NSCoder) { nil }

  /// The sign of the row's offset while the strip is bared.
  var sign: Double { isAtLeft ? 1 : -1 }

  /// Takes the place beside a row.
  /// - Parameters:
  ///   - row: the row's own place.
  ///   - distance: how far it has moved outward, in points; less than 0 bares nothing.
  func place(beside row: CGRect, movedBy distance: Double) {
    let width = max(0, distance)
    let left = isAtLeft ? row.minX : row.maxX - width
    let strip = CGRect(x: left, y: row.minY, width: width, height: row.height)
    guard frame != strip else { return }
    frame = strip
    setNeedsLayout()
  }

  /// A row at an end of a card has round corners; the strip has those of its own side.
  func shareCorners(of cell: UIView) {
    guard cell.layer.cornerRadius > 0 else { return }
    layer.cornerRadius = cell.layer.cornerRadius
    layer.maskedCorners = cell.layer.maskedCorners.intersection(
      isAtLeft
        ? [.layerMinXMinYCorner, .layerMinXMaxYCorner] : [.layerMaxXMinYCorner, .layerMaxXMaxYCorner])
  }

  func setSpread(_ button: Int, to share: Double) {
    if let old = spread, old.button == button, old.share == share { return }
    if spread?.button != button { bringSubviewToFront(buttons[button]) }
    spread = share > 0 ? (button, share) : nil
    setNeedsLayout()
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let size = bounds.size
    let scale = Double(max(traitCollection.displayScale, 1))
    for (number, button) in buttons.enumerated() {
      let share = spread.flatMap { $0.button == number ? $0.share : nil } ?? 0
      let span = layout.span(of: number, revealed: size.width, spread: share, scale: scale)
      button.frame = CGRect(x: span.left, y: 0, width: span.width, height: size.height)
      button.contentSpan = (layout.contentLeft(of: number, width: span.width, spread: share), layout.widths[number])
    }
  }
}
