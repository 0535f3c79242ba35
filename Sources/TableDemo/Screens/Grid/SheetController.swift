import DemoParts
import UIKit

/// A spreadsheet larger than any: a million rows by 16,384 columns, scrolled both ways with as many cells as fit the
/// window.
final class SheetController: UIViewController, ScrollScreen {
  private let gridView = GridView(frame: .zero)
  private let formulaBar = SheetFormulaBar()
  private let statusBar = StatusBar()
  /// Columns whose width the user chose, in points at the usual size of text.
  private var widths: [Int: CGFloat] = [:]
  private var sheet = Sheet()

  override init() {
    super.init()
    title = "Grid"
  }

  required init?(coder: NSCoder) { nil }

  var scriptedView: UIScrollView { gridView }
  var rowCount: Int { Sheet.rowCount }
  func scriptedTop(ofRow row: Int) -> CGFloat { gridView.rectForItem(at: GridPosition(row: row, column: 0)).minY }

  let keyHints = [
    KeyHint("Ctrl", "End", action: "go to the last cell"), KeyHint("Return", action: "edit"),
    KeyHint("Ctrl", "C", action: "copy"),
  ]

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemBackground
    gridView.register(SheetCell.self, forCellReuseIdentifier: "cell")
    gridView.dataSource = self
    gridView.delegate = self
    gridView.pinnedRowCount = 1
    fitColumns()
    for part in [gridView, formulaBar, statusBar] { view.addSubview(part) }
    gridView.select(GridRange(rows: 1..<2, columns: 1..<2))
    showSelection()
  }

  override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
    super.traitCollectionDidChange(previousTraitCollection)
    fitColumns()
    view.setNeedsLayout()
  }

  private func fitColumns() { gridView.columnWidth = UIFontMetrics.default.length(92) }

  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    gridView.becomeFirstResponder()
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    let room = view.bounds.inset(by: view.safeAreaInsets)
    let top = min(SheetFormulaBar.height, room.height)
    let bottom = min(statusBar.sizeThatFits(view.bounds.size).height, room.height - top)
    formulaBar.frame = CGRect(x: 0, y: room.minY, width: room.width, height: top)
    gridView.frame = CGRect(x: 0, y: room.minY + top, width: room.width, height: room.height - top - bottom)
    statusBar.frame = CGRect(x: 0, y: room.maxY - bottom, width: room.width, height: bottom)
  }

  override func viewSafeAreaInsetsDidChange() {
    super.viewSafeAreaInsetsDidChange()
    view.setNeedsLayout()
  }

  private func showSelection() {
    guard let active = gridView.activePosition, let range = gridView.selectedRanges.last else { return }
    formulaBar.show(name: Self.name(of: active), source: sheet.source(of: active))
    statusBar.show(left: Self.sizeWords, right: summary(of: range))
  }

  private static let sizeWords =
    "\(GroupedNumber.string(Sheet.rowCount)) rows \u{d7} \(GroupedNumber.string(Sheet.columnCount)) columns, computed"

  private static func name(of position: GridPosition) -> String {
    GridView.columnName(position.column) + String(position.row + 1)
  }

  /// Most cells whose sum is computed each time the selection changes.
  private static let mostSummed = 20_000

  private func summary(of range: GridRange) -> String {
    guard range.count > 1 else { return "" }
    let count = "\(GroupedNumber.string(range.count)) cells"
    guard range.count <= Self.mostSummed else { return count }
    return "\(count)  \u{b7}  sum \(Sheet.text(of: sheet.sum(of: range)))"
  }
}

extension SheetController: GridViewDataSource {
  func numberOfRows(in gridView: GridView) -> Int { Sheet.rowCount }
  func numberOfColumns(in gridView: GridView) -> Int { Sheet.columnCount }

  func gridView(_ gridView: GridView, cellForItemAt position: GridPosition) -> GridViewCell {
    let cell = gridView.dequeueReusableCell(withIdentifier: "cell")
    (cell as? SheetCell)?.show(
      sheet.value(of: position), isTitle: position.row == 0, isText: Sheet.isText(position.column))
    return cell
  }

  func gridView(_ gridView: GridView, textForItemAt position: GridPosition) -> String? {
    sheet.text(of: position)
  }

  func gridView(_ gridView: GridView, editingTextForItemAt position: GridPosition) -> String? {
    sheet.source(of: position)
  }

  func gridView(_ gridView: GridView, canEditItemAt position: GridPosition) -> Bool { true }

  func gridView(_ gridView: GridView, setText text: String, forItemAt position: GridPosition) {
    sheet.type(text, at: position)
    // Whatever is on screen may be computed from it.
    gridView.reloadItems(in: GridRange(rows: 0..<Sheet.rowCount, columns: 0..<Sheet.columnCount))
    showSelection()
  }
}

extension SheetController: GridViewDelegate {
  func gridView(_ gridView: GridView, widthForColumn column: Int) -> CGFloat {
    widths[column].map(UIFontMetrics.default.length) ?? gridView.columnWidth
  }

  func gridView(_ gridView: GridView, didResizeColumn column: Int, to width: CGFloat) {
    widths[column] = width / UIFontMetrics.default.growth
  }

  func gridViewDidChangeSelection(_ gridView: GridView) { showSelection() }

  func gridView(_ gridView: GridView, couldNotCopy message: String) { statusBar.show(left: message, right: "") }
}

/// A cell of the sheet: numbers stand right, texts left, titles bold, what is wrong red.
final class SheetCell: GridTextCell {
  private static let font = UIFontMetrics.default.scaledFont(for: .systemFont(ofSize: 13))
  private static let titleFont = UIFontMetrics.default.scaledFont(for: .systemFont(ofSize: 13, weight: .semibold))

  private var isTitle = false

  /// - Parameter isText: of the column the cell is in, so that a title stands as what is below it does.
  func show(_ value: Sheet.Value, isTitle: Bool, isText: Bool) {
    switch value {
    case .number(let number):
      textLabel.text = Sheet.text(of: number)
      textLabel.textAlignment = .right
      textLabel.textColor = .label
    case .text(let text):
      textLabel.text = text
      textLabel.textAlignment = isTitle && !isText ? .right : .left
      textLabel.textColor = .label
    case .error(let word):
      textLabel.text = word
      textLabel.textAlignment = .center
      textLabel.textColor = .systemRed
    }
    guard isTitle != self.isTitle else { return }
    self.isTitle = isTitle
    textLabel.font = isTitle ? Self.titleFont : Self.font
  }
}

/// The bar above the sheet: which cell is active, and what was typed there.
final class SheetFormulaBar: UIView {
  static var height: CGFloat { CompactType.length(32) }

  private let nameLabel = UILabel()
  private let sourceLabel = UILabel()
  private let divider = UIView()
  private let line = UIView()

  override init(frame: CGRect) {
    super.init(frame: frame)
    backgroundColor = .systemBackground
    nameLabel.follow(CompactType.font(.systemFont(ofSize: 13, weight: .medium)))
    nameLabel.textAlignment = .center
    sourceLabel.follow(CompactType.font(.monospacedSystemFont(ofSize: 13, weight: .regular)))
    divider.backgroundColor = .systemGray4
    line.backgroundColor = .systemGray4
    for view in [nameLabel, sourceLabel, divider, line] { addSubview(view) }
  }

  required init?(coder: NSCoder) { nil }

  func show(name: String, source: String) {
    nameLabel.text = name
    sourceLabel.text = source
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let name = CompactType.length(96)
    nameLabel.frame = CGRect(x: 4, y: 0, width: name, height: bounds.height)
    divider.frame = CGRect(x: name + 8, y: 7, width: 1, height: max(0, bounds.height - 14))
    sourceLabel.frame = CGRect(x: name + 20, y: 0, width: max(0, bounds.width - name - 32), height: bounds.height)
    line.frame = CGRect(x: 0, y: bounds.height - 1, width: bounds.width, height: 1)
  }
}
