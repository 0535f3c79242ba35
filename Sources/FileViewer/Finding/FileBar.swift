import DemoParts
import TextSearch
import UIKit

/// The bar above a file in which one says what to find, which lines to show, or where to go.
final class FileBar: UIView, UITextFieldDelegate {
  enum Purpose { case find, filter, go }

  /// Called when text or switches change.
  var onChange: (() -> Void)?
  /// Called for Return.
  var onReturn: (() -> Void)?
  /// Called with true for the next hit, and with false for the one before.
  var onStep: ((Bool) -> Void)?
  var onClose: (() -> Void)?

  private(set) var purpose = Purpose.find
  /// Gives the patterns that the arrow keys lead to, the newest first: they may come after the bar was opened.
  var history: () -> [TextPattern] = { [] }
  private var historyPlace = -1

  private let field = UITextField()
  private let messageLabel = UILabel()
  private let line = UIView()
  private var switches: [UIButton] = []
  private var isOn = [false, false, false, false]
  private let steps: [UIButton]
  private let closeButton: UIButton

  private static let switchTitles = ["Aa", "Word", ".*", "Not"]
  private static let switchNames = ["Match case", "Whole words", "Expression", "Lines without it"]
  private static let gap: CGFloat = 6
  private static let buttonHeight: CGFloat = 28
  private static var height: CGFloat { CompactType.length(40) }

  override init(frame: CGRect) {
    steps = ["\u{2039}", "\u{203a}"].map { Self.button($0) }
    closeButton = Self.button("\u{2715}")
    super.init(frame: frame)
    closeButton.accessibilityLabel = "Close"
    for (step, name) in zip(steps, ["Previous hit", "Next hit"]) { step.accessibilityLabel = name }
    field.accessibilityLabel = "Find"
    backgroundColor = .secondarySystemBackground
    line.backgroundColor = .separator
    field.borderStyle = .roundedRect
    field.delegate = self
    field.addAction(
      UIAction { [weak self] _ in
        self?.historyPlace = -1
        self?.onChange?()
      }, for: .editingChanged)
    messageLabel.font = .systemFont(ofSize: 12)
    messageLabel.textColor = Palette.secondary
    for (index, title) in Self.switchTitles.enumerated() {
      let button = Self.button(title)
      button.accessibilityLabel = Self.switchNames[index]
      button.addAction(UIAction { [weak self] _ in self?.toggle(index) }, for: .touchUpInside)
      switches.append(button)
    }
    for button in switches + steps + [closeButton] { button.toolTip = button.accessibilityLabel }
    steps[0].addAction(UIAction { [weak self] _ in self?.onStep?(false) }, for: .touchUpInside)
    steps[1].addAction(UIAction { [weak self] _ in self?.onStep?(true) }, for: .touchUpInside)
    closeButton.addAction(UIAction { [weak self] _ in self?.onClose?() }, for: .touchUpInside)
    for view in [line, field, messageLabel, closeButton] + switches + steps { addSubview(view) }
  }

  required init?(coder: NSCoder) { nil }

  private static func button(_ title: String) -> UIButton {
    let button = UIButton(configuration: .ofBar(title))
    button.keepTitleSize()
    return button
  }

  /// The text, with the switches.
  var pattern: TextPattern {
    get {
      TextPattern(field.text ?? "", isExpression: isOn[2], matchesCase: isOn[0], matchesWords: isOn[1])
    }
    set {
      field.text = newValue.text
      (isOn[0], isOn[1], isOn[2]) = (newValue.matchesCase, newValue.matchesWords, newValue.isExpression)
      dressSwitches()
    }
  }
  /// Whether lines that match are to be left out.
  var isExcluding: Bool { isOn[3] }

  /// Shows the bar for a purpose, and gives it the keyboard.
  func open(for purpose: Purpose) {
    self.purpose = purpose
    historyPlace = -1
    let placeholder =
      switch purpose {
      case .find: "Find"
      case .filter: "Show lines with"
      case .go: "Line or %"
      }
    Palette.setPlaceholder(placeholder, of: field)
    if purpose != .find { field.text = "" }
    isOn[3] = false
    dressSwitches()
    for (index, button) in switches.enumerated() { button.isHidden = purpose == .go || index == 3 && purpose == .find }
    for button in steps { button.isHidden = purpose != .find }
    messageLabel.text = ""
    setNeedsLayout()
    field.becomeFirstResponder()
    field.selectAll(nil)
  }

  /// - Parameter isFault: whether it says what is wrong.
  func say(_ message: String, isFault: Bool = false) {
    guard message != messageLabel.text else { return }
    messageLabel.text = message
    messageLabel.textColor = isFault ? Palette.red : Palette.secondary
    setNeedsLayout()
  }

  private func toggle(_ index: Int) {
    isOn[index].toggle()
    dressSwitches()
    onChange?()
    field.becomeFirstResponder()
  }

  private func dressSwitches() {
    for (index, button) in switches.enumerated() {
      button.configuration = .ofBar(Self.switchTitles[index], isOn: isOn[index])
    }
  }

  func textFieldShouldReturn(_ textField: UITextField) -> Bool {
    onReturn?()
    return false
  }

  /// The arrow keys lead through the history.
  override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    let code = presses.first?.key?.keyCode
    guard purpose != .go, code == .keyboardUpArrow || code == .keyboardDownArrow, field.isEditing else {
      return super.pressesBegan(presses, with: event)
    }
    let history = history()
    let place = min(historyPlace + (code == .keyboardUpArrow ? 1 : -1), history.count - 1)
    guard place >= 0 else { return }
    historyPlace = place
    pattern = history[place]
    onChange?()
  }

  override func sizeThatFits(_ size: CGSize) -> CGSize { CGSize(width: size.width, height: Self.height) }

  override func layoutSubviews() {
    super.layoutSubviews()
    let y = ((bounds.height - Self.buttonHeight) / 2).rounded()
    line.frame = CGRect(x: 0, y: bounds.height - 1, width: bounds.width, height: 1)
    var right = bounds.width - Self.gap
    for button in [closeButton] + (steps.reversed() + switches.reversed()).filter({ !$0.isHidden }) {
      let width = button.sizeThatFits(bounds.size).width.rounded(.up)
      right -= width
      button.frame = CGRect(x: right, y: y, width: width, height: Self.buttonHeight)
    }
    let room = max(0, right - 3 * Self.gap)
    let wanted = messageLabel.sizeThatFits(bounds.size).width.rounded(.up)
    let message = min(wanted, max(0, room - 120))
    let fieldWidth = max(0, min(room - message - Self.gap, 420))
    field.frame = CGRect(x: Self.gap, y: y, width: fieldWidth, height: Self.buttonHeight)
    messageLabel.frame = CGRect(x: field.frame.maxX + Self.gap, y: y, width: message, height: Self.buttonHeight)
  }
}

extension UIButton.Configuration {
  /// A button of a bar, which stands out where it is on.
  static func ofBar(_ title: String, isOn: Bool = false, size: Size = .small) -> Self {
    var configuration: Self = isOn ? .tinted() : .plain()
    configuration.buttonSize = size
    configuration.title = title
    if isOn { configuration.baseForegroundColor = .label }
    return configuration
  }
}

extension FileBar.Purpose {
  /// The purpose of the bar that a sign asks for, as pagers know it.
  ///
  /// Where the platform does not tell what Shift makes of a key, `&` is taken to be above 7 or 6 and `:` above the semicolon
  /// or the full stop, as on US keyboards and on many European ones.
  static func asked(by key: UIKey) -> Self? {
    let isUnknown = key.characters.isEmpty && key.modifierFlags.contains(.shift)
    switch (isUnknown ? key.charactersIgnoringModifiers : key.characters, isUnknown) {
    case ("/", false): return .find
    case ("&", false), ("7", true), ("6", true): return .filter
    case (":", false), (";", true), (".", true): return .go
    default: return nil
    }
  }
}
