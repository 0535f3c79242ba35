import UIKit

/// A line of text that is typed into in place of a row's own.
final class RowField: UIView {
  /// Told once, with the text to keep; nil leaves the row as it was.
  var onEnd: ((String?) -> Void)?

  private(set) var text: String {
    didSet { showText() }
  }
  private let label = UILabel()
  private let caret = UIView()

  init(text: String, font: UIFont) {
    self.text = text
    super.init(frame: .zero)
    backgroundColor = .systemBackground
    layer.cornerRadius = 6
    layer.borderWidth = 1
    layer.borderColor = UIColor.tintColor
    label.font = font
    caret.backgroundColor = .tintColor
    addSubview(label)
    addSubview(caret)
    showText()
  }

  required init?(coder: NSCoder) { nil }

  override var canBecomeFirstResponder: Bool { true }

  override func resignFirstResponder() -> Bool {
    guard super.resignFirstResponder() else { return false }
    end(with: text)
    return true
  }

  override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    guard let key = presses.first?.key else { return }
    switch key.keyCode {
    case .keyboardReturnOrEnter, .keypadEnter: end(with: text)
    case .keyboardEscape: end(with: nil)
    case .keyboardDeleteOrBackspace: text = String(text.dropLast())
    default:
      guard key.modifierFlags.isDisjoint(with: [.control, .alternate, .command]) else { return }
      text += key.modifierFlags.contains(.shift) ? key.characters.uppercased() : key.characters
    }
  }

  private func end(with result: String?) {
    guard let onEnd else { return }
    self.onEnd = nil
    onEnd(result)
  }

  private func showText() {
    label.text = text
    setNeedsLayout()
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let room = max(0, bounds.width - 14)
    let width = min(label.sizeThatFits(CGSize(width: room, height: bounds.height)).width.rounded(.up), room)
    label.frame = CGRect(x: 6, y: 0, width: width, height: bounds.height)
    caret.frame = CGRect(x: 6 + width + 1, y: 4, width: 2, height: max(0, bounds.height - 8))
  }
}
