import UIKit

/// The page about the program, to which the first row of the settings leads.
final class AboutController: UITableViewController {
  private let sections: [SettingsSection]
  private let size: TextSize
  private let isBold: Bool

  /// - Parameter model: the settings by which texts are shown.
  init(_ model: SettingsModel) {
    sections = model.aboutSections
    size = model.textSize
    isBold = model.isBold
    super.init(style: .insetGrouped)
    title = "About"
  }

  required init?(coder: NSCoder) { nil }

  override func viewDidLoad() {
    super.viewDidLoad()
    tableView.cellLayoutMarginsFollowReadableWidth = true
    tableView.allowsSelection = false
    tableView.register(SettingsCell.self, forCellReuseIdentifier: "fact")
  }

  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    tableView.becomeFirstResponder()
  }

  /// Escape leads back, as the bar and Alt+Left do.
  override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    guard presses.first?.key?.keyCode == .keyboardEscape, let navigationController else {
      return super.pressesBegan(presses, with: event)
    }
    navigationController.popViewController(animated: true)
  }

  override func numberOfSections(in tableView: UITableView) -> Int { sections.count }

  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    sections[section].rows.count
  }

  override func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
    sections[section].header
  }

  override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "fact", for: indexPath)
    (cell as? SettingsCell)?.show(sections[indexPath.section].rows[indexPath.row], size: size, isBold: isBold)
    return cell
  }
}
