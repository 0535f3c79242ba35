import UIKit

/// A spreadsheet larger than any: a million rows by 16,384 columns, scrolled both ways with as many cells as fit the
/// window.
final class SheetController: UIViewController, ScrollScreen {
  private let gridView = GridView(frame: .zero)
  private let formulaBar = SheetFormulaBar()
  private let statusBar = SheetStatusBar()
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
    gridView.columnWidth = 92
    for part in [gridView, formulaBar, statusBar] { view.addSubview(part) }
    gridView.select(GridRange(rows: 1..<2, columns: 1..<2))
    showSelection()
  }

  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    gridView.becomeFirstResponder()
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    let bounds = view.bounds
    let top = min(SheetFormulaBar.height, bounds.height)
    let bottom = min(SheetStatusBar.height, bounds.height - top)
    formulaBar.frame = CGRect(x: 0, y: 0, width: bounds.width, height: top)
    gridView.frame = CGRect(x: 0, y: top, width: bounds.width, height: bounds.height - top - bottom)
    statusBar.frame = CGRect(x: 0, y: bounds.height - bottom, width: bounds.width, height: bottom)
  }

  private func showSelection() {
    guard let active = gridView.activePosition, let range = gridView.selectedRanges.last else { return }
    formulaBar.show(name: Self.name(of: active), source: sheet.source(of: active))
    statusBar.show(size: Self.sizeWords, selection: summary(of: range))
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
  func gridViewDidChangeSelection(_ gridView: GridView) { showSelection() }

  func gridView(_ gridView: GridView, couldNotCopy message: String) { statusBar.show(size: message, selection: "") }
}

/// A cell of the sheet: numbers stand right, texts left, titles bold, what is wrong red.
final class SheetCell: GridTextCell {
  private static let font = UIFont.systemFont(ofSize: 13)
  private static let titleFont = UIFont.systemFont(ofSize: 13, weight: .semibold)

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
    textLabel.font = isTitle ? Self.titleFont : Self.font
  }
}

/// The bar above the sheet: which cell is active, and what was typed there.
final class SheetFormulaBar: UIView {
  static let height: CGFloat = 32

  private let nameLabel = UILabel()
  private let sourceLabel = UILabel()
  private let divider = UIView()
  private let line = UIView()

  override init(frame: CGRect) {
    super.init(frame: frame)
    backgroundColor = .systemBackground
    nameLabel.font = .systemFont(ofSize: 13, weight: .medium)
    nameLabel.textAlignment = .center
    sourceLabel.font = .monospacedSystemFont(ofSize: 13, weight: .regular)
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
    nameLabel.frame = CGRect(x: 4, y: 0, width: 96, height: bounds.height)
    divider.frame = CGRect(x: 104, y: 7, width: 1, height: max(0, bounds.height - 14))
    sourceLabel.frame = CGRect(x: 116, y: 0, width: max(0, bounds.width - 128), height: bounds.height)
    line.frame = CGRect(x: 0, y: bounds.height - 1, width: bounds.width, height: 1)
  }
}

/// The bar below the sheet: how large it is, and what is selected.
final class SheetStatusBar: UIView {
  static let height: CGFloat = 28

  private let sizeLabel = UILabel()
  private let selectionLabel = UILabel()
  private let line = UIView()

  override init(frame: CGRect) {
    super.init(frame: frame)
    backgroundColor = .secondarySystemBackground
    line.backgroundColor = .systemGray4
    for label in [sizeLabel, selectionLabel] {
      label.font = .systemFont(ofSize: 12)
      label.textColor = .secondaryLabel
    }
    selectionLabel.textAlignment = .right
    for view in [line, sizeLabel, selectionLabel] { addSubview(view) }
  }

  required init?(coder: NSCoder) { nil }

  func show(size: String, selection: String) {
    sizeLabel.text = size
    selectionLabel.text = selection
    setNeedsLayout()
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    line.frame = CGRect(x: 0, y: 0, width: bounds.width, height: 1)
    // In a narrow window what is selected matters more.
    let needed = (selectionLabel.text ?? "").isEmpty ? 0 : selectionLabel.sizeThatFits(.zero).width + 12
    let right = min(needed, max(0, bounds.width - 24))
    selectionLabel.frame = CGRect(x: bounds.width - 12 - right, y: 1, width: right, height: bounds.height - 1)
    sizeLabel.frame = CGRect(x: 12, y: 1, width: max(0, bounds.width - 24 - right), height: bounds.height - 1)
  }
}
