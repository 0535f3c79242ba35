import DemoParts
import UIKit

/// A list about one thing, to which a screen leads by a push: it has the keyboard, its rows are read, or lead on, and Escape
/// leads back, as the bar and Alt+Left do.
class DetailController: UITableViewController {
  struct Row {
    let content: UIListContentConfiguration
    /// At the end of the row.
    var accessoryView: UIView?
    /// The text by which typing finds the row; nil for that of its content.
    var text: String?
    /// Leads on; nil for a row that is read.
    var open: (@MainActor () -> Void)?

    /// A title with a value at its right.
    init(_ title: String, value: String? = nil) {
      var content = UIListContentConfiguration.valueCell()
      content.text = title
      content.secondaryText = value
      content.secondaryTextProperties.color = Palette.secondary
      self.content = content
    }

    init(_ content: UIListContentConfiguration, accessoryView: UIView? = nil) {
      (self.content, self.accessoryView) = (content, accessoryView)
    }
  }

  struct Section {
    var title: String?
    let rows: [Row]
  }

  /// Set before the list is shown.
  final var sections: [Section] = []
  /// The keys that work in the list.
  var keyHints: [KeyHint] { [KeyHint("Esc", action: "Back")] }

  /// - Parameter title: of the list.
  init(_ title: String, _ sections: [Section] = []) {
    super.init(style: .insetGrouped)
    self.title = title
    self.sections = sections
  }

  required init?(coder: NSCoder) { nil }

  override func viewDidLoad() {
    super.viewDidLoad()
    tableView.cellLayoutMarginsFollowReadableWidth = true
    tableView.allowsSelection = sections.contains { $0.rows.contains { $0.open != nil } }
    tableView.register(UITableViewCell.self, forCellReuseIdentifier: "row")
  }

  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    tableView.becomeFirstResponder()
  }

  override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    guard presses.first?.key?.keyCode == .keyboardEscape, let navigationController,
      navigationController.viewControllers.count > 1
    else { return super.pressesBegan(presses, with: event) }
    navigationController.popViewController(animated: true)
  }

  override func numberOfSections(in tableView: UITableView) -> Int { sections.count }

  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    sections[section].rows.count
  }

  override func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
    sections[section].title
  }

  override func tableView(_ tableView: UITableView, willDisplayHeaderView view: UIView, forSection section: Int) {
    Palette.dress(view)
  }

  private func row(_ path: IndexPath) -> Row { sections[path.section].rows[path.row] }

  override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "row", for: indexPath)
    let row = row(indexPath)
    cell.contentConfiguration = row.content
    cell.accessoryView = row.accessoryView
    cell.accessoryType = row.open == nil ? .none : .disclosureIndicator
    return cell
  }

  override func tableView(_ tableView: UITableView, textForRowAt indexPath: IndexPath) -> String? {
    row(indexPath).text
  }

  override func tableView(_ tableView: UITableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool {
    row(indexPath).open != nil
  }

  override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
    tableView.deselectRow(at: indexPath, animated: true)
    row(indexPath).open?()
  }
}
