import Assets
import DemoParts
import UIKit

/// Heights that are guessed far from what they are.
final class JumpingEstimate: Pitfall {
  override class var title: String { "An estimate that jumps" }
  override class var source: Assets.Source { .lastingPitfalls }
  override class var wrong: String {
    "Scroll: the content grows with every row that comes, and the indicator runs away from where it is dragged."
      + " estimatedRowHeight is 20, and no row is lower than 60."
  }
  override class var right: String {
    "The content stays about as high as it was said to be. estimatedRowHeight is what rows need on average: it need not be"
      + " exact for any of them."
  }
  /// Points of a row: its text needs one to four lines.
  private static func height(_ row: Int) -> CGFloat { 60 + CGFloat(row * 7 % 4) * 40 }

  // Shown
  override func prepare(_ table: UITableView) {
    super.prepare(table)
    table.register(MeasuredCell.self, forCellReuseIdentifier: "cell")
    table.rowHeight = UITableView.automaticDimension
    if isRight {
      table.estimatedRowHeight = Self.height(0) + 60
    } else {
      table.estimatedRowHeight = 20
    }
  }

  override func act(on table: UITableView) {
    // Row after row comes on screen, as under a wheel.
    let last = max(0, table.contentSize.height - table.bounds.height)
    table.setContentOffset(CGPoint(x: 0, y: min(last, table.contentOffset.y + 3 * table.bounds.height)), animated: true)
  }

  override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "cell", for: indexPath)
    cell.textLabel?.text =
      "Row \(indexPath.row): the content was \(GroupedNumber.string(Int(tableView.contentSize.height))) pt high"
    (cell as? MeasuredCell)?.height = UIFontMetrics.default.scaledValue(for: Self.height(indexPath.row))
    return cell
  }

  /// As high as its text would need.
  private final class MeasuredCell: UITableViewCell {
    var height: CGFloat = 60

    override func sizeThatFits(_ size: CGSize) -> CGSize { CGSize(width: size.width, height: height) }

    override func systemLayoutSizeFitting(
      _ targetSize: CGSize, withHorizontalFittingPriority horizontalFittingPriority: UILayoutPriority,
      verticalFittingPriority: UILayoutPriority
    ) -> CGSize {
      CGSize(width: targetSize.width, height: height)
    }
  }
}

/// A row that is known by a number which another row has by now.
final class KeptPath: Pitfall {
  override class var title: String { "An index path in a closure" }
  override class var source: Assets.Source { .lastingPitfalls }
  override class var wrong: String {
    "Insert and press: a row comes at the top, then the button of the fourth row is pressed, and its neighbour is marked."
      + " The closure kept the index path of the time when the cell was filled; since then the row has another."
  }
  override class var right: String {
    "The row whose button is pressed is marked. The closure asks the table for the cell's path when it runs; or it keeps"
      + " the identity of what the row shows, never its number."
  }
  override class var action: String { "Insert and press" }
  private var items = Array(0..<50)
  private var marked: Set<Int> = []

  override func prepare(_ table: UITableView) {
    super.prepare(table)
    table.register(MarkCell.self, forCellReuseIdentifier: "cell")
  }

  override func act(on table: UITableView) {
    guard table.numberOfRows(inSection: 0) == items.count else { return }
    items.insert(items.count, at: 0)
    table.insertRows(at: [IndexPath(row: 0, section: 0)], with: .automatic)
    let pressed = table.cellForRow(at: IndexPath(row: 3, section: 0)) as? MarkCell
    pressed?.press()
  }

  private func mark(_ path: IndexPath, in table: UITableView) {
    marked = [items[path.row]]
    for cell in table.visibleCells {
      guard let now = table.indexPath(for: cell), let cell = cell as? MarkCell else { continue }
      cell.show(isMarked: marked.contains(items[now.row]))
    }
  }

  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { items.count }

  override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "cell", for: indexPath)
    let item = items[indexPath.row]
    cell.textLabel?.text = "Item \(item)"
    guard let cell = cell as? MarkCell else { return cell }
    cell.show(isMarked: marked.contains(item))
    setAction(of: cell, at: indexPath, in: tableView)
    return cell
  }

  // Shown
  private func setAction(of cell: MarkCell, at indexPath: IndexPath, in tableView: UITableView) {
    cell.onPress = { [weak self, weak cell, weak tableView, isRight] in
      guard let self, let cell, let tableView else { return }
      if isRight {
        if let path = tableView.indexPath(for: cell) { mark(path, in: tableView) }
      } else {
        mark(indexPath, in: tableView)
      }
      cell.showPressed()
    }
  }

  /// A row with a button, which says that it was pressed.
  private final class MarkCell: AssembledCell {
    var onPress: (@MainActor () -> Void)?
    private let button = UIButton(configuration: .tinted())

    override func assemble() {
      button.configuration?.baseForegroundColor = .label
      button.addAction(UIAction { [weak self] _ in self?.onPress?() }, for: .touchUpInside)
      contentView.addSubview(button)
      show(isMarked: false)
    }

    func press() { button.sendActions(for: .touchUpInside) }
    func showPressed() { button.configuration?.title = "Pressed" }

    func show(isMarked: Bool) {
      button.configuration?.title = "Mark"
      accessoryType = isMarked ? .checkmark : .none
      var background = UIBackgroundConfiguration.listPlainCell()
      if isMarked { background.backgroundColor = .systemYellow.withAlphaComponent(0.3) }
      backgroundConfiguration = background
    }

    override func layoutSubviews() {
      super.layoutSubviews()
      let column = contentView.bounds.inset(by: contentView.layoutMargins)
      let width = min(110, column.width / 3)
      button.frame = CGRect(x: column.maxX - width, y: 8, width: width, height: max(0, contentView.bounds.height - 16))
    }
  }
}
