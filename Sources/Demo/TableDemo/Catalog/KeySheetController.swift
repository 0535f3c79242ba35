import DemoParts
import UIKit

/// All keys that work now, on a card over the window. Escape, `?`, the button and a click beside the card close it.
final class KeySheetController: UINavigationController {
  /// Keys that belong together.
  struct Group {
    let title: String
    let hints: [KeyHint]
  }

  /// - Parameter groups: those without hints are left out.
  init(_ groups: [Group]) {
    super.init(nibName: nil, bundle: nil)
    modalPresentationStyle = .formSheet
    preferredContentSize = CGSize(width: 520, height: 640)
    viewControllers = [KeyListController(groups.filter { !$0.hints.isEmpty })]
  }

  required init?(coder: NSCoder) { nil }

  /// Keys that do nothing here are those of the window below: another screen can be chosen.
  override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    guard let below = presentingViewController, presses.first?.key?.keyCode != .keyboardEscape else {
      return super.pressesBegan(presses, with: event)
    }
    below.pressesBegan(presses, with: event)
  }

  /// Whether a key is the one that shows the sheet.
  static func isAsked(by key: UIKey) -> Bool {
    // Where ? is on a US keyboard, with Shift, for a platform that does not tell what Shift makes of a key.
    key.characters == "?" || key.characters.isEmpty && key.keyCode.rawValue == 56 && key.modifierFlags.contains(.shift)
  }
}

extension UIViewController {
  /// Shows keys on a sheet, or takes that away.
  func toggleKeySheet(_ groups: @autoclosure () -> [KeySheetController.Group]) {
    if let presented = presentedViewController {
      if presented is KeySheetController { presented.dismiss(animated: true) }
    } else {
      present(KeySheetController(groups()), animated: true)
    }
  }
}

/// The list on the sheet.
private final class KeyListController: UITableViewController {
  private let groups: [KeySheetController.Group]

  init(_ groups: [KeySheetController.Group]) {
    self.groups = groups
    super.init(style: .insetGrouped)
    title = "Keys"
    navigationItem.rightBarButtonItem = UIBarButtonItem(
      systemItem: .done, primaryAction: UIAction { [weak self] _ in self?.dismiss(animated: true) })
  }

  required init?(coder: NSCoder) { nil }

  override func viewDidLoad() {
    super.viewDidLoad()
    tableView.allowsSelection = false
    tableView.register(UITableViewCell.self, forCellReuseIdentifier: "key")
  }

  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    tableView.becomeFirstResponder()
  }

  override func numberOfSections(in tableView: UITableView) -> Int { groups.count }

  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    groups[section].hints.count
  }

  override func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
    groups[section].title
  }

  override func tableView(_ tableView: UITableView, willDisplayHeaderView view: UIView, forSection section: Int) {
    Palette.dress(view)
  }

  override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "key", for: indexPath)
    let hint = groups[indexPath.section].hints[indexPath.row]
    var content = UIListContentConfiguration.cell()
    content.text = hint.action
    content.textProperties.font = .preferredFont(forTextStyle: .subheadline)
    cell.contentConfiguration = content
    cell.accessoryView = KeyCapRow(hint.keys)
    return cell
  }
}
