import DemoParts
import TextSearch
import UIKit
import UIKitGrid

/// A row of fields below the titles of a delimited file, which filter by their columns while the user types: a text
/// that is contained, `=`, `<` or `>` with a value, a range such as `1..5`, or `=` alone for empty fields. Each
/// condition is a chip of the filter, too.
@MainActor
final class FilterFields {
  /// Called when the row comes or goes, and when its texts are others.
  var onChange: (() -> Void)?

  private let filter: LineFilter
  private let gridView: GridView
  /// The text in the field of each column, and the condition that the text makes; nil for a text that makes none.
  private var entries: [Int: (text: String, test: RowTest?)] = [:]
  private static let identifier = "filter"

  init(_ filter: LineFilter, _ gridView: GridView) {
    (self.filter, self.gridView) = (filter, gridView)
    gridView.register(FilterFieldCell.self, forCellReuseIdentifier: Self.identifier)
  }

  var isShown: Bool { !gridView.titleRowHeights.isEmpty }

  /// Shows the row, or takes it away; its conditions stay.
  func toggle() {
    if isShown { gridView.becomeFirstResponder() }
    gridView.titleRowHeights = isShown ? [] : [height]
    onChange?()
  }

  /// The texts by their fields; nil where the row is not shown.
  var texts: [Int: String]? { isShown ? entries.mapValues(\.text) : nil }

  /// Shows the row with texts that it had before.
  func show(_ texts: [Int: String], title: (Int) -> String) {
    for (field, text) in texts.sorted(by: { $0.key < $1.key }) { _ = set(text, field, title(field)) }
    if !isShown { toggle() }
  }

  /// The text has another size.
  func fit() { if isShown { gridView.titleRowHeights = [height] } }

  private var height: CGFloat { UIFontMetrics.default.length(30) }

  /// The field of a column.
  func cell(ofField field: Int, _ title: String) -> GridViewCell {
    let cell = gridView.dequeueReusableCell(withIdentifier: Self.identifier)
    guard let cell = cell as? FilterFieldCell else { return cell }
    cell.show(entries[field]?.text ?? "", title) { [weak self] text in self?.set(text, field, title) ?? true }
    cell.onEnd = { [weak gridView] in _ = gridView?.becomeFirstResponder() }
    return cell
  }

  /// Called when the filter has changed: removes the texts whose chips the user removed.
  func filterDidChange() {
    let tests = Set(filter.conditions.map(\.test))
    let gone = entries.filter { $0.value.test.map(tests.contains) == false }.map(\.key)
    guard !gone.isEmpty else { return }
    for field in gone { entries[field] = nil }
    onChange?()
    if isShown { gridView.reloadData() }
  }

  /// - Returns: false for a text that is no condition.
  private func set(_ text: String, _ field: Int, _ title: String) -> Bool {
    defer { onChange?() }
    let former = entries[field]?.test
    entries[field] = text.isEmpty ? nil : (text, nil)
    do throws(PatternFault) {
      let test = text.isEmpty ? nil : try Self.test(text, (field, title))
      if test != nil { entries[field] = (text, test) }
      guard test != former else { return true }
      try filter.replace(former, by: test)
      return true
    } catch {
      try? filter.replace(former, by: nil)
      entries[field]?.test = nil
      return false
    }
  }

  /// The condition on a column that a text makes; throws a fault for a text that makes none.
  static func test(_ text: String, _ column: (field: Int, title: String)) throws(PatternFault) -> RowTest {
    let text = text.trimmingCharacters(in: .whitespaces)
    let value = TextPattern(text.dropFirst().trimmingCharacters(in: .whitespaces))
    switch text.first {
    case "=" where value.text.isEmpty: return try RowTest(.empty, value, of: column)
    case "=": return try RowTest(.equal, value, of: column)
    case "<": return try RowTest(.below, value, of: column)
    case ">": return try RowTest(.above, value, of: column)
    case _ where text.contains(".."):
      if let range = try? RowTest(.range, TextPattern(text), of: column) { return range }
    default: break
    }
    return try RowTest(.contains, TextPattern(text), of: column)
  }
}

/// A field of the row.
private final class FilterFieldCell: GridViewCell, UITextFieldDelegate {
  private let field = UITextField()
  private var onText: (String) -> Bool = { _ in true }
  /// Called for Return and Escape.
  var onEnd: () -> Void = {}

  required init(frame: CGRect) {
    super.init(frame: frame)
    backgroundColor = .secondarySystemBackground
    field.borderStyle = .roundedRect
    field.font = .systemFont(ofSize: 12)
    field.delegate = self
    field.addAction(
      UIAction { [weak self] _ in
        guard let self else { return }
        field.textColor = onText(field.text ?? "") ? .label : Palette.red
      }, for: .editingChanged)
    addSubview(field)
  }

  required init?(coder: NSCoder) { nil }

  func show(_ text: String, _ title: String, onText: @escaping (String) -> Bool) {
    self.onText = onText
    if field.text != text { field.text = text }
    field.accessibilityLabel = "Filter \(title)"
  }

  func textFieldShouldReturn(_ textField: UITextField) -> Bool {
    onEnd()
    return false
  }

  override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    guard presses.first?.key?.keyCode == .keyboardEscape else { return super.pressesBegan(presses, with: event) }
    onEnd()
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    field.frame = bounds.insetBy(dx: 3, dy: 2)
  }
}
