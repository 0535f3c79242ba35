import DemoParts
import UIKit

/// The table as it was at a recorded moment. It covers the table and takes no input.
final class ReuseSceneView: AssembledView {
  private let ground = UIView()
  private var rows: [ReuseSceneRow] = []

  override func assemble() {
    isUserInteractionEnabled = false
    clipsToBounds = true
    backgroundColor = .secondarySystemBackground
    ground.backgroundColor = .systemBackground
    addSubview(ground)
  }

  /// - Parameter table: the table's frame in this view.
  func show(_ scene: ReuseScene, table: CGRect) {
    ground.frame = table
    while rows.count < scene.rows.count {
      let row = ReuseSceneRow()
      rows.append(row)
      addSubview(row)
    }
    for (index, view) in rows.enumerated() {
      view.isHidden = index >= scene.rows.count
      guard index < scene.rows.count else { continue }
      let row = scene.rows[index]
      view.frame = CGRect(x: table.minX, y: table.minY + row.y, width: table.width, height: row.height)
      view.show(row)
    }
  }

  /// The rows with a cell, as they are shown: for tests.
  var shownCells: [ReuseItem: Int] {
    Dictionary(
      rows.filter { !$0.isHidden }.compactMap { row in
        row.shown.flatMap { shown in shown.cell.map { (shown.item, $0) } }
      },
      uniquingKeysWith: { first, _ in first })
  }
}

/// A row of the scene: the cell's badge, the row, and how far it has come.
private final class ReuseSceneRow: AssembledView {
  private let badge = CellBadge()
  private let titleLabel = UILabel(.compact(16))
  private let stageLabel = UILabel(.compact(12, .semibold), alignment: .right)
  private let line = UIView()
  /// The ground of a header or footer, which lies over rows.
  private let opaque = UIView()
  private(set) var shown: ReuseScene.Row?

  override func assemble() {
    line.backgroundColor = .separator
    layer.cornerRadius = 4
    opaque.backgroundColor = .secondarySystemBackground
    for view in [opaque, badge, titleLabel, stageLabel, line] { addSubview(view) }
  }

  func show(_ row: ReuseScene.Row) {
    guard row != shown else { return }
    shown = row
    row.cell.map { badge.show(CellIdentity(number: $0)) }
    titleLabel.text = row.item.heading
    stageLabel.text = row.mark ?? row.stage.words
    let isGhost = row.stage == .away
    titleLabel.textColor = isGhost ? Palette.secondary : .label
    stageLabel.textColor = .label
    line.isHidden = isGhost
    let tint: UIColor? =
      switch row.stage {
      case .needed, .asked, .inHand: .systemOrange
      case .placed: .systemGreen
      case .leaving: .systemRed
      case .unplanned: .systemGray
      case .away, .seen: nil
      }
    opaque.isHidden = !row.item.floats
    layer.borderWidth = tint == nil ? 0 : 2
    layer.borderColor = tint?.cgColor
    backgroundColor = tint?.withAlphaComponent(0.14)
    setNeedsLayout()
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let margin: CGFloat = bounds.width < 200 ? 8 : 16
    let size = CellBadge.size
    opaque.frame = CGRect(x: 2, y: 0, width: max(0, bounds.width - 4), height: bounds.height)
    let height = min(size.height, bounds.height)
    badge.frame = CGRect(x: margin, y: ((bounds.height - height) / 2).rounded(), width: size.width, height: height)
    // A letter of a bar stands for itself.
    let isBare = bounds.width < 100
    badge.isHidden = isBare || shown?.cell == nil
    titleLabel.textAlignment = isBare ? .center : .natural
    guard !isBare else {
      (titleLabel.frame, stageLabel.isHidden, line.isHidden) = (bounds, true, true)
      return
    }
    let left = badge.isHidden && (shown?.stage == .away || bounds.width < 200) ? margin : margin + size.width + 10
    let stage = min(stageLabel.sizeThatFits(bounds.size).width.rounded(.up), bounds.width / 2)
    // Where there is no room for both, the colour says how far the row has come.
    let title = titleLabel.sizeThatFits(bounds.size).width.rounded(.up)
    stageLabel.isHidden = left + title + stage + margin + 4 > bounds.width
    let rest = bounds.width - left - (stageLabel.isHidden ? 0 : stage + margin + 4)
    titleLabel.frame = CGRect(x: left, y: 0, width: max(0, rest), height: bounds.height)
    stageLabel.frame = CGRect(
      x: bounds.width - stage - margin / 2 - 4, y: 0, width: stage, height: bounds.height)
    line.frame = CGRect(x: margin, y: bounds.height - 1, width: max(0, bounds.width - margin), height: 1)
  }
}
