import DemoParts
import UIKit

/// A row that shows which cell object it is.
final class ReuseCell: AssembledCell {
  /// Rows take turns with as many of these as the screen uses.
  nonisolated static let identifiers = ["cell", "second", "third"]

  /// Given by the controller when it first meets the cell; never changed.
  var identity: CellIdentity? {
    didSet { identity.map(badge.show) }
  }

  /// Called when the cell is about to be handed out for another row.
  var onPrepareForReuse: (() -> Void)?

  /// Points between the badges of rows below each other.
  private static let leastGap: CGFloat = 4
  private let badge = CellBadge()
  private let rowLabel = UILabel(.compact(16))
  private let kindLabel = UILabel(.compact(12), alignment: .right)

  override func assemble() {
    kindLabel.text = reuseIdentifier ?? "no identifier"
    for view in [badge, rowLabel, kindLabel] { contentView.addSubview(view) }
  }

  override func prepareForReuse() {
    super.prepareForReuse()
    onPrepareForReuse?()
  }

  func show(_ item: ReuseItem) { rowLabel.text = item.heading }

  override func layoutSubviews() {
    super.layoutSubviews()
    let bounds = contentView.bounds
    let margin: CGFloat = bounds.width < 200 ? 8 : 16
    var size = CellBadge.size
    size.height = min(size.height, max(0, bounds.height - Self.leastGap))
    badge.frame = CGRect(
      x: margin, y: ((bounds.height - size.height) / 2).rounded(), width: size.width, height: size.height)
    let left = margin + size.width + 10
    kindLabel.isHidden = bounds.width < CompactType.length(240)
    let kindWidth = kindLabel.isHidden ? 0 : CompactType.length(84)
    rowLabel.frame = CGRect(
      x: left, y: 0, width: max(0, bounds.width - left - kindWidth - margin), height: bounds.height)
    kindLabel.frame = CGRect(
      x: bounds.width - kindWidth - margin, y: 0, width: kindWidth, height: bounds.height)
  }
}

/// A header or footer that shows which view object it is, on a ground through which no row is seen.
final class ReusePart: UITableViewHeaderFooterView {
  private let badge = CellBadge()
  private let titleLabel = UILabel(.compact(16))

  override init(reuseIdentifier: String?) {
    super.init(reuseIdentifier: reuseIdentifier)
    contentView.backgroundColor = .secondarySystemBackground
    for view in [badge, titleLabel] { contentView.addSubview(view) }
  }

  required init?(coder: NSCoder) { nil }

  func show(_ identity: CellIdentity, _ title: String) {
    badge.show(identity)
    titleLabel.text = title
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let bounds = contentView.bounds
    let margin: CGFloat = bounds.width < 200 ? 8 : 16
    let height = min(CellBadge.size.height, bounds.height)
    badge.frame = CGRect(
      x: margin, y: ((bounds.height - height) / 2).rounded(), width: CellBadge.size.width, height: height)
    let left = badge.frame.maxX + 10
    titleLabel.frame = CGRect(x: left, y: 0, width: max(0, bounds.width - left - margin), height: bounds.height)
  }
}
