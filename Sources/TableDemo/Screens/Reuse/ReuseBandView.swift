import DemoParts
import UIKit

/// The content of a table as a band that goes on above and below what can be seen: the table stands in the middle with a
/// frame around it, and the rows beyond, which have no cells, are drawn faintly where they would be.
final class ReuseBandView: UIView {
  /// Rows that can be seen at once.
  static let rowsOnScreen = 6

  private let tableView: UITableView
  private let pane = UIView()
  private var ghosts: [UILabel] = []

  /// - Parameter tableView: becomes a subview.
  init(_ tableView: UITableView) {
    self.tableView = tableView
    super.init(frame: .zero)
    clipsToBounds = true
    backgroundColor = .secondarySystemBackground
    layer.cornerRadius = 12
    pane.isUserInteractionEnabled = false
    pane.layer.borderWidth = 2
    pane.layer.borderColor = UIColor.systemBlue.cgColor
    addSubview(tableView)
    addSubview(pane)
  }

  required init?(coder: NSCoder) { nil }

  /// Where the table stands: room for whole rows, with some of the band above and below.
  private var tableFrame: CGRect {
    let room = bounds.height * (bounds.height < 360 ? 0.78 : 0.66)
    let rowHeight = max(24, (room / CGFloat(Self.rowsOnScreen)).rounded(.down))
    let height = rowHeight * CGFloat(Self.rowsOnScreen)
    return CGRect(x: 0, y: ((bounds.height - height) / 2).rounded(), width: bounds.width, height: height)
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let frame = tableFrame
    let rowHeight = frame.height / CGFloat(Self.rowsOnScreen)
    if tableView.rowHeight != rowHeight { tableView.rowHeight = rowHeight }
    if tableView.frame != frame { tableView.frame = frame }
    pane.frame = frame
    placeGhosts(rowHeight)
  }

  /// Puts a faint row wherever one would be if the table were as high as the band.
  private func placeGhosts(_ rowHeight: CGFloat) {
    let count = Int(bounds.height / rowHeight) + 2
    while ghosts.count < count {
      let label = UILabel()
      label.follow(CompactType.font(.systemFont(ofSize: 14)))
      label.textColor = .tertiaryLabel
      ghosts.append(label)
      insertSubview(label, at: 0)
    }
    let rows = tableView.numberOfSections > 0 ? tableView.numberOfRows(inSection: 0) : 0
    let top = tableView.frame.minY - tableView.contentOffset.y
    let first = Int((-top / rowHeight).rounded(.down))
    for row in first..<(first + ghosts.count) {
      // By its number, so that a label keeps its row while that can be seen.
      let label = ghosts[((row % ghosts.count) + ghosts.count) % ghosts.count]
      let y = top + CGFloat(row) * rowHeight
      let isSeen = y >= tableView.frame.minY && y + rowHeight <= tableView.frame.maxY
      label.isHidden = row < 0 || row >= rows || isSeen
      guard !label.isHidden else { continue }
      let text = "Row \(row)"
      if label.text != text { label.text = text }
      label.frame = CGRect(x: 16, y: y, width: max(0, bounds.width - 32), height: rowHeight)
    }
  }
}
