import UIKit

/// Something a screen does when its button is clicked or its key pressed.
struct ScreenCommand {
  let title: String
  let key: UIKeyboardHIDUsage
  /// What the key is called in a hint.
  let keyName: String
  let run: @MainActor () -> Void

  init(
    _ title: String, _ keyName: String, _ key: UIKeyboardHIDUsage, run: @escaping @MainActor () -> Void
  ) {
    self.title = title
    self.key = key
    self.keyName = keyName
    self.run = run
  }
}

/// The bar above a screen's table: what the table holds, a button for each command, and a hint.
///
/// Buttons that do not fit go into further lines, in a narrow bar smaller ones; the bar's height follows from its width.
final class CommandBar: UIView {
  /// The state of the screen, in bold.
  let statusLabel = UILabel()
  /// What else there is to know, beside the buttons.
  let hintLabel = UILabel()
  /// A view at the right end, such as a field to search in; all else makes room for it.
  var accessoryView: UIView? {
    didSet {
      oldValue?.removeFromSuperview()
      if let accessoryView { addSubview(accessoryView) }
      setNeedsLayout()
    }
  }

  private let commands: [ScreenCommand]
  private let buttons: [UIButton]
  private let line = UIView()

  private static let margin: CGFloat = 20
  private static let gap: CGFloat = 8
  /// Points of width from which on the buttons have their usual size.
  private static let leastUsualWidth: CGFloat = 500
  private static let statusHeight: CGFloat = 24
  /// Room the view at the right end takes of a wide bar, and of any.
  private static let accessoryWidth: CGFloat = 300
  private static let largestAccessoryPart: CGFloat = 0.4
  /// Room a hint needs to stand beside the last button.
  private static let leastHintWidth: CGFloat = 180

  init(commands: [ScreenCommand]) {
    self.commands = commands
    buttons = commands.map { command in
      UIButton(configuration: .tinted(), primaryAction: UIAction(title: command.title) { _ in command.run() })
    }
    super.init(frame: .zero)
    backgroundColor = .secondarySystemBackground
    line.backgroundColor = .separator
    statusLabel.font = .systemFont(ofSize: 17, weight: .semibold)
    hintLabel.font = .systemFont(ofSize: 13)
    hintLabel.textColor = .secondaryLabel
    for view in [statusLabel, hintLabel, line] + buttons { addSubview(view) }
  }

  required init?(coder: NSCoder) { nil }

  /// Runs the command of a key pressed without modifiers; a key held down runs it once.
  /// - Returns: whether there is one.
  func handle(_ presses: Set<UIPress>) -> Bool {
    guard let press = presses.first, let key = press.key,
      let command = commands.first(where: { key.matches($0.keyName) })
    else { return false }
    if !press.isRepeat { command.run() }
    return true
  }

  /// Changes what the button of a command says.
  func rename(_ key: UIKeyboardHIDUsage, to title: String) {
    guard let index = commands.firstIndex(where: { $0.key == key }) else { return }
    buttons[index].configuration?.title = title
    setNeedsLayout()
  }

  /// Whether the buttons are small: there is no room for many of the usual size.
  private var isNarrow = false {
    didSet {
      guard isNarrow != oldValue else { return }
      for button in buttons { button.configuration?.buttonSize = isNarrow ? .small : .medium }
    }
  }

  private var buttonHeight: CGFloat { isNarrow ? 28 : 34 }

  /// The keys of all commands, for a hint: "keys I D M".
  var keyHint: String { "keys " + commands.map(\.keyName).joined(separator: " ") }

  /// The keys of all commands, with what they do.
  var keyHints: [KeyHint] { commands.map { KeyHint($0.keyName, action: $0.title) } }

  private func accessoryWidth(in width: CGFloat) -> CGFloat {
    accessoryView == nil ? 0 : min(Self.accessoryWidth, width * Self.largestAccessoryPart)
  }

  override func sizeThatFits(_ size: CGSize) -> CGSize {
    isNarrow = size.width < Self.leastUsualWidth
    let places = places(width: size.width)
    return CGSize(width: size.width, height: max(places.hint.maxY, places.buttons.last?.maxY ?? 0) + Self.gap + 1)
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let width = bounds.width
    let accessory = accessoryWidth(in: width)
    statusLabel.frame = CGRect(
      x: Self.margin, y: Self.gap, width: max(0, width - accessory - 2 * Self.margin), height: Self.statusHeight)
    if let accessoryView {
      let height = accessoryView.sizeThatFits(CGSize(width: accessory, height: bounds.height)).height
      accessoryView.frame = CGRect(
        x: width - accessory - Self.margin / 2, y: ((bounds.height - height) / 2).rounded(), width: accessory,
        height: height)
    }
    let places = places(width: width)
    for (button, place) in zip(buttons, places.buttons) { button.frame = place }
    hintLabel.frame = places.hint
    line.frame = CGRect(x: 0, y: bounds.height - 1, width: width, height: 1)
  }

  private func places(width: CGFloat) -> (buttons: [CGRect], hint: CGRect) {
    let right = max(width - accessoryWidth(in: width) - Self.margin, Self.margin)
    var x = Self.margin
    var y = 2 * Self.gap + Self.statusHeight
    var frames: [CGRect] = []
    for button in buttons {
      let wanted = button.sizeThatFits(CGSize(width: right, height: buttonHeight)).width.rounded(.up)
      if x + wanted > right, x > Self.margin {
        x = Self.margin
        y += buttonHeight + Self.gap
      }
      frames.append(CGRect(x: x, y: y, width: wanted, height: buttonHeight))
      x += wanted + Self.gap
    }
    if right - x < Self.leastHintWidth, x > Self.margin {
      x = Self.margin
      y += buttonHeight
    }
    return (frames, CGRect(x: x, y: y, width: right - x, height: buttonHeight))
  }
}
