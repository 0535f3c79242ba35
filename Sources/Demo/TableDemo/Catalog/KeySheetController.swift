import DemoParts
import UIKit

/// All keys that work now, on a card over the window. Escape, `?`, the button and a click beside the card close it.
final class KeySheetController: UINavigationController {
  /// Keys that belong together.
  typealias Group = (title: String, hints: [KeyHint])

  /// - Parameter groups: those without hints are left out.
  init(_ groups: [Group]) {
    super.init(nibName: nil, bundle: nil)
    modalPresentationStyle = .formSheet
    preferredContentSize = CGSize(width: 520, height: 640)
    let list = DetailController(
      "Keys",
      groups.filter { !$0.hints.isEmpty }.map { group in
        DetailController.Section(title: group.title, rows: group.hints.map(Self.row))
      })
    list.navigationItem.rightBarButtonItem = UIBarButtonItem(
      systemItem: .done, primaryAction: UIAction { [weak self] _ in self?.dismiss(animated: true) })
    viewControllers = [list]
  }

  required init?(coder: NSCoder) { nil }

  private static func row(_ hint: KeyHint) -> DetailController.Row {
    var content = UIListContentConfiguration.cell()
    content.text = hint.action
    content.textProperties.font = .preferredFont(forTextStyle: .subheadline)
    return DetailController.Row(content, accessoryView: KeyCapRow(hint.keys))
  }

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
