import DemoParts
import UIKit
import UIKitGrid

/// A spreadsheet larger than any: a million rows by 16,384 columns, scrolled both ways with as many cells as fit the
/// window.
final class SheetController: UIViewController, ScrollScreen {
  private let gridView = GridView(frame: .zero)
  private let formulaBar = SheetFormulaBar()
  private let statusBar = StatusBar()
  /// Text has another size, whose lengths the next layout fits.
  private var hasOtherLengths = false
  private var sheet = Sheet()
  private let history = UndoManager.ofScreen()
  override var undoManager: UndoManager? { history }

  var scriptedView: UIScrollView { gridView }
  var rowCount: Int { Sheet.rowCount }
  func scriptedTop(ofRow row: Int) -> CGFloat { gridView.rectForItem(at: GridPosition(row: row, column: 0)).minY }

  let keyHints = [
    KeyHint("F2", action: "Edit"), KeyHint("Delete", action: "Clear"), KeyHint("Ctrl", "Z", action: "Undo"),
    KeyHint("Ctrl", "Shift", "Z", action: "Redo"), KeyHint("Ctrl", "C", action: "Copy"),
    KeyHint("Ctrl", "End", action: "Last cell"),
    KeyHint("Ctrl", "Menu", action: "The menu of the column: move, freeze, hide, fit"),
  ]

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemBackground
    gridView.register(SheetCell.self, forCellReuseIdentifier: "cell")
    gridView.register(SheetTitleCell.self, forCellReuseIdentifier: "title")
    gridView.dataSource = self
    gridView.delegate = self
    gridView.pinnedRowCount = 1
    gridView.show(
      GridArrangement(
        (0..<Sheet.columnCount).map { GridColumn(id: $0, title: GridView.columnName($0), isSortable: false) }))
    fitColumns()
    for part in [gridView, formulaBar, statusBar] { view.addSubview(part) }
    gridView.select(GridRange(rows: 1..<2, columns: 1..<2))
    showSelection()
  }

  override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
    super.traitCollectionDidChange(previousTraitCollection)
    let size = traitCollection.preferredContentSizeCategory
    if previousTraitCollection?.preferredContentSizeCategory != size { hasOtherLengths = true }
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
    let frame = CGRect(x: 0, y: room.minY + top, width: room.width, height: room.height - top - bottom)
    if gridView.frame.size != frame.size || hasOtherLengths {
      // In a larger window the sheet stays in its place; the room beyond its end is empty until the user scrolls back, or
      // text gets another size.
      let room = hasOtherLengths ? .zero : roomBeyondEnd(in: frame.size)
      hasOtherLengths = false
      let former = roomLeft
      // Room for the larger of the two sizes while the one becomes the other.
      roomLeft = CGSize(width: max(former.width, room.width), height: max(former.height, room.height))
      gridView.frame = frame
      roomLeft = room
    }
    gridView.frame = frame
    statusBar.frame = CGRect(x: 0, y: room.maxY - bottom, width: room.width, height: bottom)
  }

  override func viewSafeAreaInsetsDidChange() {
    super.viewSafeAreaInsetsDidChange()
    view.setNeedsLayout()
  }

  /// The room that a viewport of a size would show beyond the sheet's end if the sheet stayed in its place, in points.
  private func roomBeyondEnd(in size: CGSize) -> CGSize {
    let (offset, content) = (gridView.contentOffset, gridView.contentSize)
    // The width before the viewport, of columns that may begin at the right.
    let before = isTurned ? content.width - gridView.bounds.width - offset.x : offset.x
    return CGSize(
      width: before > 0 ? max(0, before + size.width - content.width) : 0,
      height: offset.y > 0 ? max(0, offset.y + size.height - content.height) : 0)
  }

  private var isTurned: Bool { gridView.isInRightToLeft }

  /// The room beyond the sheet's end that the user can see, in points.
  private var roomLeft: CGSize {
    get {
      let inset = gridView.contentInset
      return CGSize(width: inset.left + inset.right, height: inset.bottom)
    }
    set {
      gridView.contentInset = UIEdgeInsets(
        top: 0, left: isTurned ? newValue.width : 0, bottom: newValue.height, right: isTurned ? 0 : newValue.width)
    }
  }

  /// The columns as the user has arranged them, by their numbers in the sheet.
  private var columns: GridArrangement<Int> { gridView.arrangement(by: Int.self) ?? GridArrangement([]) }

  /// The cell of the sheet that the grid shows at a place.
  private func place(_ position: GridPosition) -> GridPosition {
    GridPosition(row: position.row, column: columns.id(at: position.column))
  }

  private func showSelection() {
    guard let active = gridView.activePosition.map(place) else { return }
    formulaBar.show(name: Self.name(of: active), source: sheet.source(of: active))
    statusBar.show(left: Self.sizeWords, right: summary(of: gridView.selectedRanges))
  }

  override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    // While a cell is edited these keys are its field's.
    guard gridView.editedPosition == nil, let key = presses.first?.key else {
      return super.pressesBegan(presses, with: event)
    }
    let held = key.modifierFlags.intersection([.control, .shift, .alternate, .command])
    if [.keyboardDeleteForward, .keyboardDeleteOrBackspace].contains(key.keyCode), held.isEmpty {
      clearSelection()
    } else {
      super.pressesBegan(presses, with: event)
    }
  }

  private static let sizeWords =
    "\(GroupedNumber.string(Sheet.rowCount)) rows \u{d7} \(GroupedNumber.string(Sheet.columnCount)) columns, computed"

  private static func name(of position: GridPosition) -> String {
    GridView.columnName(position.column) + String(position.row + 1)
  }

  /// Most cells whose sum is computed each time the selection changes.
  private static let mostSummed = 20_000

  private func summary(of ranges: [GridRange]) -> String {
    let total = ranges.reduce(0) { $0 + $1.count }
    guard total > 1 else { return "" }
    let count = "\(GroupedNumber.string(total)) cells"
    guard total <= Self.mostSummed else { return count }
    let columns = columns
    let sums = ranges.flatMap { range in
      range.columns.map { column in
        let id = columns.id(at: column)
        return sheet.sum(of: GridRange(rows: range.rows, columns: id..<id + 1))
      }
    }
    return "\(count)  \u{b7}  sum \(Sheet.text(of: sums.reduce(0, +)))"
  }
}

extension SheetController: GridViewDataSource {
  func numberOfRows(in gridView: GridView) -> Int { Sheet.rowCount }
  func numberOfColumns(in gridView: GridView) -> Int { Sheet.columnCount }

  func gridView(_ gridView: GridView, cellForItemAt position: GridPosition) -> GridViewCell {
    let cell = gridView.dequeueReusableCell(withIdentifier: "cell")
    let place = place(position)
    (cell as? SheetCell)?.show(
      sheet.value(of: place), isTitle: place.row == 0, isText: Sheet.isText(place.column))
    return cell
  }

  func gridView(_ gridView: GridView, headerForColumn column: Int) -> GridViewCell {
    title(GridView.columnName(columns.id(at: column)), in: gridView)
  }

  func gridView(_ gridView: GridView, headerForRow row: Int) -> GridViewCell { title(String(row + 1), in: gridView) }

  private func title(_ text: String, in gridView: GridView) -> GridViewCell {
    let cell = gridView.dequeueReusableCell(withIdentifier: "title")
    (cell as? SheetTitleCell)?.textLabel.text = text
    return cell
  }

  func gridView(_ gridView: GridView, textForItemAt position: GridPosition) -> String? {
    sheet.text(of: place(position))
  }

  func gridView(_ gridView: GridView, editingTextForItemAt position: GridPosition) -> String? {
    sheet.source(of: place(position))
  }

  func gridView(_ gridView: GridView, canEditItemAt position: GridPosition) -> Bool { true }

  func gridView(_ gridView: GridView, setText text: String, forItemAt position: GridPosition) {
    let place = place(position)
    guard text != sheet.source(of: place) else { return }
    apply([place: text])
  }
}

// MARK: - Editing

extension SheetController {
  /// Most cells that are cleared at once, as each is kept to be taken back.
  private static let mostCleared = 20_000

  /// Puts texts into cells, and shows what comes of it.
  private func apply(_ edit: Sheet.Edit) {
    let reverse = sheet.apply(edit)
    history.registerUndo(withTarget: self) { $0.applyStep(reverse) }
    // Each cell on screen may be computed from these.
    gridView.reloadItems(in: GridRange(rows: 0..<Sheet.rowCount, columns: 0..<gridView.numberOfColumns))
    showSelection()
  }

  /// Empties the selected cells.
  private func clearSelection() {
    let ranges = gridView.selectedRanges
    guard ranges.reduce(0, { $0 + $1.count }) <= Self.mostCleared else {
      let most = GroupedNumber.string(Self.mostCleared)
      return statusBar.show(left: "At most \(most) cells can be cleared at once: select fewer.", right: "")
    }
    var edit = Sheet.Edit()
    for range in ranges {
      for row in range.rows {
        for column in range.columns {
          let position = place(GridPosition(row: row, column: column))
          if !sheet.source(of: position).isEmpty { edit.updateValue("", forKey: position) }
        }
      }
    }
    if !edit.isEmpty { apply(edit) }
  }

  /// Takes back what was typed or cleared, or does it again, and selects the cells it is about.
  private func applyStep(_ edit: Sheet.Edit) {
    apply(edit)
    history.announceStep(edit.count == 1 ? "1 cell" : "\(GroupedNumber.string(edit.count)) cells")
    // Cells of hidden columns are not seen.
    let (rows, arranged) = (edit.keys.map(\.row), columns)
    let columns = Set(edit.keys.map(\.column)).compactMap { arranged.number(of: $0) }
    guard let top = rows.min(), let bottom = rows.max(), let left = columns.min(), let right = columns.max() else {
      return
    }
    let first = GridPosition(row: top, column: left)
    let last = GridPosition(row: bottom, column: right)
    gridView.select(GridRange(from: first, to: last))
    gridView.scrollToItem(at: first, animated: false)
    showSelection()
  }
}

// MARK: - Menus

extension SheetController {
  func gridView(
    _ gridView: GridView, contextMenuConfigurationForItemAt position: GridPosition
  ) -> UIContextMenuConfiguration? {
    configuration([
      UIAction(title: "Edit", image: UIImage(systemName: "pencil")) { [weak gridView] _ in
        gridView?.beginEditingItem(at: position)
      }
    ])
  }

  func gridView(
    _ gridView: GridView, contextMenuConfigurationForHeaderOfColumn column: Int
  ) -> UIContextMenuConfiguration? {
    let id = columns.id(at: column)
    let isUsual = columns.width(of: id) == nil
    let usual = UIAction(title: "Usual Width", attributes: isUsual ? .disabled : []) { [weak self] _ in
      guard var columns = self?.columns else { return }
      columns.setWidth(nil, of: id)
      self?.gridView.show(columns)
    }
    return configuration([usual] + (gridView.menu(ofColumn: column)?.children ?? []))
  }

  func gridView(
    _ gridView: GridView, contextMenuConfigurationForHeaderOfRow row: Int
  ) -> UIContextMenuConfiguration? { configuration([]) }

  /// A menu for the selected cells.
  /// - Parameter own: what is offered for their kind alone.
  private func configuration(_ own: [UIMenuElement]) -> UIContextMenuConfiguration {
    let copy = UIAction(title: "Copy", image: UIImage(systemName: "doc.on.doc")) { [weak self] _ in
      self?.gridView.copySelection()
    }
    let copyCSV = UIAction(title: "Copy as CSV") { [weak self] _ in
      self?.gridView.copySelection(as: .commaSeparated)
    }
    let clear = UIAction(title: "Clear", image: UIImage(systemName: "trash")) { [weak self] _ in
      self?.clearSelection()
    }
    let undo = UIAction(title: "Undo", attributes: history.canUndo ? [] : .disabled) { [history] _ in history.undo() }
    let redo = UIAction(title: "Redo", attributes: history.canRedo ? [] : .disabled) { [history] _ in history.redo() }
    let menu = UIMenu(
      children: [own, [copy, copyCSV, clear], [undo, redo]].map {
        UIMenu(options: .displayInline, children: $0)
      })
    return UIContextMenuConfiguration(actionProvider: { _ in menu })
  }
}

extension SheetController: GridViewDelegate {
  func scrollViewDidScroll(_ scrollView: UIScrollView) {
    let left = roomLeft
    guard left != .zero else { return }
    let room = roomBeyondEnd(in: gridView.bounds.size)
    roomLeft = CGSize(width: min(left.width, room.width), height: min(left.height, room.height))
  }

  func gridViewDidChangeSelection(_ gridView: GridView) { showSelection() }

  func gridView(_ gridView: GridView, willCopy count: Int, proceed: @escaping @MainActor () -> Void) {
    let alert = UIAlertController(
      title: "Copy \(GroupedNumber.string(count)) cells?",
      message: "Each is computed first. Escape ends it.", preferredStyle: .alert)
    alert.addAction(UIAlertAction(title: "Cancel", style: .cancel) { _ in gridView.cancelCopying() })
    alert.addAction(
      UIAlertAction(title: "Copy", style: .default) { [weak self] _ in
        self?.statusBar.show(left: "Copying \(GroupedNumber.string(count)) cells\u{2026}", right: "")
        proceed()
      })
    present(alert, animated: true)
  }

  func gridView(_ gridView: GridView, didCopy count: Int) {
    statusBar.show(left: count == 1 ? "1 cell copied" : "\(GroupedNumber.string(count)) cells copied", right: "")
  }

  func gridView(_ gridView: GridView, couldNotCopy message: String) { statusBar.show(left: message, right: "") }
}

/// A cell of the sheet: numbers stand right, texts left, titles bold, what is wrong red.
final class SheetCell: GridTextCell {
  private static let titleFont = UIFont.scaled(13, .semibold)

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
      textLabel.textColor = Palette.red
    }
    guard isTitle != self.isTitle else { return }
    self.isTitle = isTitle
    textLabel.font = isTitle ? Self.titleFont : Self.font
  }
}

/// The bar above the sheet: which cell is active, what was typed there, and at the right what can be.
final class SheetFormulaBar: AssembledView {
  static var height: CGFloat { CompactType.length(32) }
  /// Between what was typed and what can be, in points.
  private static let gap: CGFloat = 24

  private let nameLabel = UILabel(.compact(13, .medium), alignment: .center)
  private let sourceLabel = UILabel(
    CompactType.font(.monospacedSystemFont(ofSize: 13, weight: .regular)), expands: true)
  private let hintLabel = UILabel(
    .compact(12), Palette.secondary, text: "Type a number, a text or a formula: =B2*1.2, =(C2+D2)/2, =SUM(B2:E9)")
  private let divider = UIView()

  override func assemble() {
    backgroundColor = .systemBackground
    divider.backgroundColor = .systemGray4
    for view in [nameLabel, sourceLabel, hintLabel, divider] { addSubview(view) }
    addLine(at: .maxYEdge, .systemGray4)
  }

  func show(name: String, source: String) {
    nameLabel.text = name
    sourceLabel.text = source
    setNeedsLayout()
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let name = CompactType.length(96)
    nameLabel.frame = CGRect(x: 4, y: 0, width: name, height: bounds.height)
    divider.frame = CGRect(x: name + 8, y: 7, width: 1, height: max(0, bounds.height - 14))
    let room = max(0, bounds.width - name - 32)
    let source = sourceLabel.sizeThatFits(.zero).width.rounded(.up)
    let hint = hintLabel.sizeThatFits(.zero).width.rounded(.up)
    // The text that was typed matters more than the hint.
    hintLabel.isHidden = source + Self.gap + hint > room
    hintLabel.frame = CGRect(x: bounds.width - 12 - hint, y: 0, width: hint, height: bounds.height)
    sourceLabel.frame = CGRect(x: name + 20, y: 0, width: room, height: bounds.height)
  }
}
