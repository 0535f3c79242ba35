import DemoParts
import UIKit

/// The page about the program, to which the first row of the settings leads.
final class AboutController: DetailController {
  private let sections: [SettingsSection]
  private let size: TextSize
  private let isBold: Bool

  /// - Parameter model: the settings by which texts are shown.
  init(_ model: SettingsModel) {
    sections = model.aboutSections
    size = model.look.textSize
    isBold = model.look.isBold
    super.init()
    title = "About"
  }

  required init?(coder: NSCoder) { nil }

  override func viewDidLoad() {
    super.viewDidLoad()
    tableView.register(SettingsCell.self, forCellReuseIdentifier: "fact")
  }

  override func numberOfSections(in tableView: UITableView) -> Int { sections.count }

  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    sections[section].rows.count
  }

  override func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
    sections[section].header
  }

  override func tableView(_ tableView: UITableView, willDisplayHeaderView view: UIView, forSection section: Int) {
    Palette.dress(view)
  }

  override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "fact", for: indexPath)
    (cell as? SettingsCell)?.show(sections[indexPath.section].rows[indexPath.row], size: size, isBold: isBold)
    return cell
  }
}
