import UIKit

/// Scrolls a table of lines sideways: Shift and the wheel, two fingers, or its indicator.
///
/// The table, which scrolls up and down, stays where it is within the view; its cells move their lines.
final class SidewaysView: UIScrollView, UIScrollViewDelegate {
  /// Called when lines are to stand elsewhere.
  var onScroll: (() -> Void)?

  private let tableView: UITableView
  /// Points of the longest line that was seen, with the gutter.
  private var widest: CGFloat = 0

  init(_ tableView: UITableView) {
    self.tableView = tableView
    super.init(frame: .zero)
    showsVerticalScrollIndicator = false
    bounces = false
    delegate = self
    addSubview(tableView)
  }

  required init?(coder: NSCoder) { nil }

  /// Points by which lines are moved to the left.
  var sideways: CGFloat { contentOffset.x }

  /// Makes room for a line.
  /// - Parameter width: up to its end, with what is beside it, in points.
  func makeRoom(for width: CGFloat) {
    guard width > widest else { return }
    widest = width
    fit()
  }

  /// Forgets how long lines are, and goes back to their beginnings.
  func reset() {
    widest = 0
    fit()
    contentOffset = .zero
  }

  /// Moves lines by so many points, as far as there are any.
  func move(by distance: CGFloat) { move(to: sideways + distance) }

  /// Moves lines so far to the left, or as far as there are any.
  func move(to x: CGFloat) {
    contentOffset = CGPoint(x: max(0, min(x, contentSize.width - bounds.width)), y: 0)
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    fit()
  }

  /// A wheel that turns at the end of the table scrolls nothing sideways as long as there is something below, be it a
  /// hundredth of a point.
  private func fit() {
    let size = CGSize(width: max(widest, bounds.width), height: bounds.height + 0.01)
    if contentSize != size { contentSize = size }
    let frame = CGRect(x: contentOffset.x, y: 0, width: bounds.width, height: bounds.height)
    if tableView.frame != frame { tableView.frame = frame }
  }

  func scrollViewDidScroll(_ scrollView: UIScrollView) {
    fit()
    onScroll?()
  }
}
