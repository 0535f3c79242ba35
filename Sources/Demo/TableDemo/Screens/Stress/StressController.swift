import DemoParts
import UIKit

/// Generated rows of one height, up to a billion: what the list of every other toolkit is measured with. A field in the bar
/// leads to a row by its number.
final class StressController: UITableViewController, DemoScreen {
  let rowCount: Int
  private let dragging = RowTextDragging()
  private let rowField = RowField(frame: CGRect(x: 0, y: 0, width: 200, height: 32))

  init(rows: Int) {
    rowCount = rows
    super.init(style: .plain)
    title = "\(GroupedNumber.string(rows)) \(rows == 1 ? "row" : "rows")"
  }

  required init?(coder: NSCoder) { nil }

  var keyHints: [KeyHint] { [KeyHint("Ctrl", "G", action: "Go to a row"), KeyHint("End", action: "The last row")] }

  override func viewDidLoad() {
    super.viewDidLoad()
    tableView.register(StressCell.self, forCellReuseIdentifier: "stress")
    tableView.cellLayoutMarginsFollowReadableWidth = true
    tableView.accessibilityLabel = "Rows"
    tableView.dragDelegate = dragging
    tableView.rowHeight = StressCell.height
    rowField.borderStyle = .roundedRect
    rowField.accessibilityLabel = "Go to row"
    rowField.delegate = self
    rowField.onLeave = { [weak self] in self?.tableView.becomeFirstResponder() }
    navigationItem.rightBarButtonItem = UIBarButtonItem(customView: rowField)
    showField(isNarrow: false)
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    let isNarrow = view.bounds.width < Self.leastWidth
    if isNarrow != hasNarrowField { showField(isNarrow: isNarrow) }
  }

  /// The width, in points, that has room for the number of rows beside a field of the usual width.
  private static let leastWidth: CGFloat = 440
  private var hasNarrowField = false

  private func showField(isNarrow: Bool) {
    hasNarrowField = isNarrow
    navigationItem.rightBarButtonItem?.width = isNarrow ? 100 : 200
    Palette.setPlaceholder(isNarrow ? "Go to row" : "Go to row (Ctrl+G)", of: rowField)
  }

  // MARK: Going to a row

  /// The number of a row in a text such as "1,000,000", "row 1_000_000" or "1 000 000"; that of the last one for larger
  /// numbers. Nil for a text that is no number, and without rows.
  static func row(in text: String, of count: Int) -> Int? {
    var words = text.lowercased()[...]
    if words.hasPrefix("row") { words = words.dropFirst(3) }
    let digits = words.filter { !$0.isWhitespace && ![",", "_", ".", "'"].contains($0) }
    guard count > 0, !digits.isEmpty, digits.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
    return min(Int(digits) ?? .max, count - 1)
  }

  /// Ctrl+G goes to the field.
  override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    guard presses.first?.key?.matches("g", .control) == true, rowField.window != nil else {
      return super.pressesBegan(presses, with: event)
    }
    rowField.becomeFirstResponder()
    rowField.selectAll(nil)
  }

  override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
    super.traitCollectionDidChange(previousTraitCollection)
    tableView.rowHeight = StressCell.height
  }

  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { rowCount }

  override func tableView(_ tableView: UITableView, textForRowAt indexPath: IndexPath) -> String? {
    "Row \(GroupedNumber.string(indexPath.row))"
  }

  override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "stress", for: indexPath)
    (cell as? StressCell)?.show(StressRow(indexPath.row))
    return cell
  }
}

extension StressController: UITextFieldDelegate {
  /// Selects the row of the number, at the top, and gives the keyboard back to the rows.
  func textFieldShouldReturn(_ textField: UITextField) -> Bool {
    guard let row = Self.row(in: textField.text ?? "", of: rowCount) else {
      textField.selectAll(nil)
      return false
    }
    tableView.becomeFirstResponder()
    tableView.selectRow(at: IndexPath(row: row, section: 0), animated: false, scrollPosition: .top)
    return false
  }
}

/// A field that Escape leaves.
private final class RowField: UITextField {
  var onLeave: (() -> Void)?

  override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    guard presses.first?.key?.keyCode == .keyboardEscape else { return super.pressesBegan(presses, with: event) }
    onLeave?()
  }
}
