import DemoParts
import UIKit

/// A list about one thing, to which a screen leads by a push: it has the keyboard, its rows are read and not chosen, and Escape
/// leads back, as the bar and Alt+Left do.
class DetailController: UITableViewController {
  /// The keys that work in the list.
  var keyHints: [KeyHint] { [KeyHint("Esc", action: "Back")] }

  init() { super.init(style: .insetGrouped) }

  required init?(coder: NSCoder) { nil }

  override func viewDidLoad() {
    super.viewDidLoad()
    tableView.cellLayoutMarginsFollowReadableWidth = true
    tableView.allowsSelection = false
  }

  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    tableView.becomeFirstResponder()
  }

  override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    guard presses.first?.key?.keyCode == .keyboardEscape, let navigationController else {
      return super.pressesBegan(presses, with: event)
    }
    navigationController.popViewController(animated: true)
  }
}
