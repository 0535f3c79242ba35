import Assets
import DemoParts
import UIKit

/// A mistake that is easily made with cells, and how it is done right: one small data source that can do both.
///
/// Each subclass is written as an app would have it; `isRight` chooses between the two ways. The functions below a comment
/// `// Shown` are seen on the screen, as `ShownCode` reads them.
class Pitfall: NSObject, UITableViewDataSource, UITableViewDelegate {
  /// Whether the rows are made as they should be.
  final let isRight: Bool

  /// The title.
  class var title: String { "" }
  /// The compiled file that its code is shown from.
  class var source: Assets.Source { .pitfall }
  /// The visible effect of the wrong way, and its reason.
  class var wrong: String { "" }
  /// The visible effect of the right way, and its reason.
  class var right: String { "" }
  /// The title of the command that makes the mistake visible.
  class var action: String { "Scroll" }
  /// The titles of the two ways.
  class var ways: (wrong: String, right: String) { ("Wrong", "Right") }

  required init(isRight: Bool) {
    self.isRight = isRight
    super.init()
  }

  /// The pitfalls in the order they are shown in.
  static let all: [Pitfall.Type] = [
    StalePicture.self, GatheredSubviews.self, ResetForReuse.self, LatePicture.self, SubviewOfCell.self,
    ContentBackground.self, JumpingEstimate.self, KeptPath.self, CellStructure.self,
  ]

  /// Height of a row in text of the usual size, in points.
  class var rowHeight: CGFloat { 52 }

  /// Gives rows the height that the size of text asks for.
  final func fitRows(of table: UITableView) {
    table.rowHeight = UIFontMetrics.default.scaledValue(for: Self.rowHeight)
  }

  /// Sets up a table that was made for this pitfall.
  func prepare(_ table: UITableView) {
    fitRows(of: table)
    table.register(UITableViewCell.self, forCellReuseIdentifier: "cell")
  }

  /// Brings the mistake out.
  func act(on table: UITableView) {
    let isAtTop = table.contentOffset.y < table.bounds.height
    table.scrollToRow(
      at: IndexPath(row: isAtTop ? 3 * table.visibleCells.count : 0, section: 0), at: .top, animated: true)
  }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 200 }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    tableView.dequeueReusableCell(withIdentifier: "cell", for: indexPath)
  }

  /// A cell that has a background of its own shows by it that it is selected.
  func tableView(_ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt indexPath: IndexPath) {
    if cell.backgroundConfiguration == nil { cell.narrowSelection() }
  }

  func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool { false }

  func tableView(_ tableView: UITableView, canMoveRowAt indexPath: IndexPath) -> Bool { false }

  /// Declared so that rows can be edited; the rows come back.
  func tableView(
    _ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle, forRowAt indexPath: IndexPath
  ) {}

  /// Declared so that rows can be dragged; they come back.
  func tableView(
    _ tableView: UITableView, moveRowAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath
  ) {}

  /// The picture of a row that has one.
  static let star = UIImage(systemName: "star.fill")
}

/// The cell keeps what its last row left in it.
final class StalePicture: Pitfall {
  override class var title: String { "A stale picture" }
  override class var wrong: String {
    "Scroll: rows that are not multiples of 5 get stars. cellForRowAt sets a picture only where there is one, and a cell"
      + " that comes back from the queue still has its last row's."
  }
  override class var right: String {
    "Only multiples of 5 have stars. cellForRowAt sets everything that differs between rows, nil as well."
  }

  // Shown
  override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "cell", for: indexPath)
    let hasStar = indexPath.row.isMultiple(of: 5)
    cell.textLabel?.text = "Row \(indexPath.row), \(hasStar ? "a star" : "no star")"
    if isRight {
      cell.imageView?.image = hasStar ? Self.star : nil
    } else {
      if hasStar { cell.imageView?.image = Self.star }
    }
    return cell
  }
}

/// Every use of the cell adds to what is in it.
final class GatheredSubviews: Pitfall {
  override class var title: String { "Gathered subviews" }
  override class var wrong: String {
    "Scroll: numbers lie over one another. cellForRowAt adds a label each time, and a cell that comes back from the queue"
      + " has those of all its earlier rows."
  }
  override class var right: String {
    "One number a row. cellForRowAt looks for the label it added before, or the cell adds it once, where it is made."
  }
  private static let tag = 7

  // Shown
  override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "cell", for: indexPath)
    let label: UILabel
    if isRight {
      let known = cell.contentView.viewWithTag(Self.tag) as? UILabel
      label = known ?? makeLabel(in: cell.contentView)
    } else {
      label = makeLabel(in: cell.contentView)
    }
    label.text = "Row \(indexPath.row)"
    shift(label, in: cell.contentView, by: CGFloat(indexPath.row * 37 % 60))
    return cell
  }

  /// So that one sees that they are several.
  private func shift(_ label: UILabel, in content: UIView, by points: CGFloat) {
    NSLayoutConstraint.deactivate(
      content.constraints.filter { $0.firstItem === label && $0.firstAttribute == .leading })
    label.leadingAnchor.constraint(equalTo: content.layoutMarginsGuide.leadingAnchor, constant: points).isActive = true
  }

  // Shown
  private func makeLabel(in view: UIView) -> UILabel {
    let label = UILabel()
    label.tag = Self.tag
    label.translatesAutoresizingMaskIntoConstraints = false
    view.addSubview(label)
    label.centerYAnchor.constraint(equalTo: view.centerYAnchor).isActive = true
    return label
  }
}

/// `prepareForReuse` is not called for a row that is configured again.
final class ResetForReuse: Pitfall {
  override class var title: String { "Content reset in prepareForReuse" }
  override class var wrong: String {
    "Flip the stars: rows that lose theirs keep it until they have been scrolled away. The picture is taken away in"
      + " prepareForReuse, which reconfigureRows does not call: the row keeps its cell."
  }
  override class var right: String {
    "Stars come and go at once. Content is set in cellForRowAt; prepareForReuse is for what is no content: requests to"
      + " cancel, a selection, an alpha."
  }
  override class var action: String { "Flip the stars" }
  private var remainder = 0

  override func prepare(_ table: UITableView) {
    super.prepare(table)
    table.register(StarCell.self, forCellReuseIdentifier: "cell")
  }

  override func act(on table: UITableView) {
    remainder = 1 - remainder
    table.reconfigureRows(at: table.indexPathsForVisibleRows ?? [])
  }

  // Shown
  override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "cell", for: indexPath)
    let hasStar = indexPath.row % 2 == remainder
    cell.textLabel?.text = "Row \(indexPath.row), \(hasStar ? "a star" : "no star")"
    if isRight {
      cell.imageView?.image = hasStar ? Self.star : nil
    } else {
      if hasStar { cell.imageView?.image = Self.star }
    }
    return cell
  }

  /// Resets its content, which is not what the method is for.
  private final class StarCell: UITableViewCell {
    // Shown
    override func prepareForReuse() {
      super.prepareForReuse()
      imageView?.image = nil
    }
  }
}

/// A picture that arrives for a row the cell no longer shows.
final class LatePicture: Pitfall {
  override class var title: String { "A late picture" }
  override class var wrong: String {
    "Scroll: numbers at the right change, and some stay wrong. A picture that was asked for takes its time, and arrives"
      + " when the cell shows another row."
  }
  override class var right: String {
    "Each row gets its own number. prepareForReuse cancels the request: that is what it is for."
  }

  override func prepare(_ table: UITableView) {
    super.prepare(table)
    table.register(LateCell.self, forCellReuseIdentifier: "cell")
  }

  override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "cell", for: indexPath)
    cell.textLabel?.text = "Row \(indexPath.row)"
    (cell as? LateCell)?.load(indexPath.row, isRight: isRight)
    return cell
  }

  /// Shows what it loads: a number, which stands for a picture from far away.
  private final class LateCell: AssembledCell {
    private let picture = UILabel()
    private var request: Task<Void, Never>?
    private var isRight = true

    override func assemble() {
      picture.textAlignment = .center
      picture.textColor = .white
      picture.layer.cornerRadius = 8
      contentView.addSubview(picture)
    }

    isolated deinit { request?.cancel() }

    func load(_ row: Int, isRight: Bool) {
      self.isRight = isRight
      load(row)
    }

    // Shown
    private func load(_ row: Int) {
      show(nil)
      request = Task { [weak self] in
        // Some take longer than others.
        try? await Task.sleep(for: .milliseconds(row.isMultiple(of: 3) ? 1200 : 200))
        guard !Task.isCancelled else { return }
        self?.show(row)
      }
    }

    // Shown
    override func prepareForReuse() {
      super.prepareForReuse()
      if isRight {
        request?.cancel()
      }
    }

    private func show(_ row: Int?) {
      picture.text = row.map { "\($0)" }
      picture.backgroundColor = row == nil ? .tertiarySystemFill : Palette.indigoGround
    }

    override func layoutSubviews() {
      super.layoutSubviews()
      let right = contentView.bounds.width - contentView.layoutMargins.right
      picture.frame = CGRect(x: right - 64, y: 8, width: 64, height: 36)
    }
  }
}

/// A view that does not make way for the controls of edit mode.
final class SubviewOfCell: Pitfall {
  override class var title: String { "A subview of the cell itself" }
  override class var wrong: String {
    "Edit: the control lies over the text. It is a subview of the cell, which stays as it is; only contentView makes way."
  }
  override class var right: String {
    "Edit: the text makes way for the control. It is a subview of contentView, which is as wide as there is room."
  }
  override class var action: String { "Edit" }
  override class var rowHeight: CGFloat { 60 }

  override func prepare(_ table: UITableView) {
    super.prepare(table)
    table.register(isRight ? InContent.self : InCell.self, forCellReuseIdentifier: "cell")
  }

  override func act(on table: UITableView) { table.setEditing(!table.isEditing, animated: true) }

  override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "cell", for: indexPath)
    (cell as? LabelCell)?.label.text = "Row \(indexPath.row)"
    return cell
  }

  override func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool { true }

  private class LabelCell: UITableViewCell {
    final let label = UILabel()
  }

  private final class InCell: LabelCell {
    // Shown: wrong
    override func layoutSubviews() {
      super.layoutSubviews()
      if label.superview == nil { addSubview(label) }
      label.frame = bounds.inset(by: contentView.layoutMargins)
    }
  }

  private final class InContent: LabelCell {
    // Shown: right
    override func layoutSubviews() {
      super.layoutSubviews()
      if label.superview == nil { contentView.addSubview(label) }
      label.frame = contentView.bounds.inset(by: contentView.layoutMargins)
    }
  }
}

/// A ground that is not as large as the row.
final class ContentBackground: Pitfall {
  override class var title: String { "The background of contentView" }
  override class var wrong: String {
    "Edit: the colour ends where the controls begin, and a click shows no selection. contentView is a part of the row, and"
      + " its background covers the cell's own."
  }
  override class var right: String {
    "Edit: the whole row has the colour, and a click shows. The background is the cell's: a background configuration, or"
      + " backgroundView."
  }
  override class var action: String { "Edit" }
  override class var rowHeight: CGFloat { 60 }
  private static let colors: [UIColor] = [.systemTeal, .systemMint, .systemYellow]

  override func act(on table: UITableView) { table.setEditing(!table.isEditing, animated: true) }

  // Shown
  override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "cell", for: indexPath)
    let color = Self.colors[indexPath.row % Self.colors.count].withAlphaComponent(0.45)
    cell.textLabel?.text = "Row \(indexPath.row)"
    cell.accessoryType = .disclosureIndicator
    if isRight {
      cell.configurationUpdateHandler = { cell, state in
        var background = UIBackgroundConfiguration.listPlainCell().updated(for: state)
        if !state.isSelected, !state.isHighlighted { background.backgroundColor = color }
        cell.backgroundConfiguration = background
      }
    } else {
      cell.contentView.backgroundColor = color
    }
    return cell
  }

  override func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool { true }

  override func tableView(_ tableView: UITableView, canMoveRowAt indexPath: IndexPath) -> Bool { true }
}

/// The parts of a cell: not a pitfall itself, but the explanation of the others.
final class CellStructure: Pitfall {
  override class var title: String { "What a cell is made of" }
  override class var wrong: String {
    "One row in edit mode, as it is seen. Take it apart: its parts are drawn below one another, from back to front."
  }
  override class var right: String {
    "The parts of the row above, from back to front, where they lie in it: only contentView makes way for the controls,"
      + " and a recycled cell keeps whatever was put into any of them."
  }
  override class var action: String { "Edit" }
  override class var rowHeight: CGFloat { 60 }
  override class var ways: (wrong: String, right: String) { ("Whole", "Exploded") }

  override func prepare(_ table: UITableView) {
    super.prepare(table)
    // The row is what the drawing shows: its parts stand at its edges, without wide margins in them.
    table.cellLayoutMarginsFollowReadableWidth = false
    table.register(StructuredCell.self, forCellReuseIdentifier: "cell")
    table.setEditing(true, animated: false)
    let view = CellStructureView(isExploded: isRight) { [weak table] in
      table?.cellForRow(at: IndexPath(row: 0, section: 0))
    }
    view.frame.size.height = CellStructureView.height(isExploded: isRight)
    table.tableFooterView = view
  }

  override func act(on table: UITableView) {
    table.setEditing(!table.isEditing, animated: false)
    table.scrollToRow(at: IndexPath(row: 0, section: 0), at: .top, animated: false)
    table.layoutIfNeeded()
    table.tableFooterView?.setNeedsLayout()
  }

  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 1 }

  // Shown
  override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "cell", for: indexPath)
    cell.imageView?.image = Self.star
    cell.textLabel?.text = "Text label"
    cell.detailTextLabel?.text = "Detail text label"
    cell.detailTextLabel?.textColor = Palette.secondary
    cell.accessoryType = .detailButton
    cell.editingAccessoryType = .disclosureIndicator
    return cell
  }

  override func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool { true }

  private final class StructuredCell: UITableViewCell {
    override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
      super.init(style: .subtitle, reuseIdentifier: reuseIdentifier)
    }

    required init?(coder: NSCoder) { nil }
  }
}
