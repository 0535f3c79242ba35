import UIKit

/// Something a screen does when its button is clicked or its key pressed.
public struct ScreenCommand {
  package let title: String
  package let key: UIKeyboardHIDUsage
  /// The key's name in a hint.
  package let keyName: String
  package let run: @MainActor () -> Void

  package init(
    _ title: String, _ keyName: String, _ key: UIKeyboardHIDUsage, run: @escaping @MainActor () -> Void
  ) {
    self.title = title
    self.key = key
    self.keyName = keyName
    self.run = run
  }
}

/// Left and right margin of what stands above and below a table: that of its rows, which is smaller in a narrow one.
package enum ScreenMargin {
  /// - Parameter width: of the table and what is above and below it, in points.
  package static func points(in width: CGFloat) -> CGFloat { width < 414 ? 16 : 20 }
}

/// The bar above a screen's table: what the table holds, a button for each command, and a hint.
///
/// Buttons that do not fit go into further lines. In a small window they are smaller, and what does not fit into the
/// few lines it has room for is in the menu of one more button. The bar's height follows from the size it is asked for.
package final class CommandBar: UIView {
  /// How much of itself the bar shows.
  private enum Room {
    case wide, narrow, short

    /// Points of width from which on the buttons have their usual size, and of height from which on they may take two
    /// lines.
    private static let leastWidth: CGFloat = 500
    private static let leastHeight: CGFloat = 400

    init(_ size: CGSize) {
      self = size.height < Self.leastHeight ? .short : size.width < Self.leastWidth ? .narrow : .wide
    }

    var buttonHeight: CGFloat { self == .wide ? 34 : 28 }
    var statusFont: UIFont { .systemFont(ofSize: self == .wide ? 17 : 14, weight: .semibold) }
    /// Of one line of the state.
    var statusHeight: CGFloat { self == .wide ? 24 : 20 }
    /// Lines of the state at most.
    var statusLines: Int { self == .short ? 1 : 3 }
    /// Lines of buttons at most.
    var lines: Int {
      switch self {
      case .wide: .max
      case .narrow: 2
      case .short: 1
      }
    }
  }

  /// Where the parts stand that depend on the width.
  private struct Places {
    /// Of the first buttons; the others are in the menu.
    var buttons: [CGRect] = []
    /// Of the button with the menu; nil when every command has a button.
    var more: CGRect?
    var hint = CGRect.zero
  }

  /// The state of the screen, in bold. Where it is longer than the bar is wide it goes on below.
  package var status: String {
    get { statusLabel.text ?? "" }
    set {
      statusLabel.text = newValue
      if statusLines(in: bounds.width) > statusRoom.lines { superview?.setNeedsLayout() }
    }
  }

  private let statusLabel = UILabel()
  /// Lines there are for the state: as many as it has needed in this width, so that the bar grows and does not shrink
  /// again with every change.
  private var statusRoom = (lines: 1, width: CGFloat(0))
  /// A hint beside the buttons.
  package let hintLabel = UILabel()
  /// A view at the right end, such as a field to search in; all else makes room for it.
  package var accessoryView: UIView? {
    didSet {
      oldValue?.removeFromSuperview()
      if let accessoryView { addSubview(accessoryView) }
      setNeedsLayout()
    }
  }

  private let commands: [ScreenCommand]
  private let buttons: [UIButton]
  /// Opens the menu of the commands that have no button at present.
  private let moreButton = UIButton(configuration: .tinted())
  private let line = UIView()

  private static let gap: CGFloat = 8
  /// Room the view at the right end takes of a wide bar, and of any.
  private static let accessoryWidth: CGFloat = 300
  private static let largestAccessoryPart: CGFloat = 0.4
  /// Room a hint needs to stand beside the last button.
  private static let leastHintWidth: CGFloat = 180

  package init(commands: [ScreenCommand]) {
    self.commands = commands
    buttons = commands.map { command in
      UIButton(configuration: .tinted(), primaryAction: UIAction(title: command.title) { _ in command.run() })
    }
    super.init(frame: .zero)
    backgroundColor = .secondarySystemBackground
    line.backgroundColor = .separator
    statusLabel.font = room.statusFont
    statusLabel.numberOfLines = 0
    hintLabel.font = .systemFont(ofSize: 13)
    hintLabel.textColor = .secondaryLabel
    hintLabel.numberOfLines = 2
    for button in buttons + [moreButton] { button.keepTitleSize() }
    moreButton.configuration?.title = "More"
    moreButton.showsMenuAsPrimaryAction = true
    moreButton.isHidden = true
    for view in [statusLabel, hintLabel, line, moreButton] + buttons { addSubview(view) }
  }

  package required init?(coder: NSCoder) { nil }

  /// Runs the command of a key pressed without modifiers; a key held down runs it once.
  /// - Returns: whether there is one.
  package func handle(_ presses: Set<UIPress>) -> Bool {
    guard let press = presses.first, let key = press.key,
      let command = commands.first(where: { key.matches($0.keyName) })
    else { return false }
    if !press.isRepeat { command.run() }
    return true
  }

  /// Changes what the button of a command says.
  package func rename(_ key: UIKeyboardHIDUsage, to title: String) {
    guard let index = commands.firstIndex(where: { $0.key == key }) else { return }
    buttons[index].configuration?.title = title
    fillMenu()
    setNeedsLayout()
  }

  private var room = Room.wide {
    didSet {
      guard room != oldValue else { return }
      for button in buttons + [moreButton] { button.configuration?.buttonSize = room == .wide ? .medium : .small }
      hintLabel.isHidden = room == .short
      statusLabel.font = room.statusFont
      statusRoom.width = 0
      setNeedsLayout()
    }
  }

  /// The commands that are in the menu, by their number.
  private var menuCommands = 0..<0 {
    didSet {
      guard menuCommands != oldValue else { return }
      moreButton.isHidden = menuCommands.isEmpty
      for (index, button) in buttons.enumerated() { button.isHidden = menuCommands.contains(index) }
      fillMenu()
    }
  }

  private func fillMenu() {
    let actions = menuCommands.map { index in
      UIAction(title: buttons[index].configuration?.title ?? commands[index].title) { [commands] _ in
        commands[index].run()
      }
    }
    moreButton.menu = actions.isEmpty ? nil : UIMenu(children: actions)
  }

  /// The keys of all commands, for a hint: "keys I D M".
  package var keyHint: String { "keys " + commands.map(\.keyName).joined(separator: " ") }

  /// The keys of all commands, with what they do.
  package var keyHints: [KeyHint] { commands.map { KeyHint($0.keyName, action: $0.title) } }

  private func accessoryWidth(in width: CGFloat) -> CGFloat {
    accessoryView == nil ? 0 : min(Self.accessoryWidth, width * Self.largestAccessoryPart)
  }

  /// - Parameter size: of the screen that the bar is above.
  package override func sizeThatFits(_ size: CGSize) -> CGSize {
    room = Room(size)
    let needed = statusLines(in: size.width)
    statusRoom = (size.width == statusRoom.width ? max(needed, statusRoom.lines) : needed, size.width)
    let places = places(width: size.width)
    let bottom = [places.hint.maxY, places.more?.maxY ?? 0, places.buttons.last?.maxY ?? 0].max() ?? 0
    return CGSize(width: size.width, height: bottom + Self.gap + 1)
  }

  package override func layoutSubviews() {
    super.layoutSubviews()
    let width = bounds.width
    let margin = ScreenMargin.points(in: width)
    let accessory = accessoryWidth(in: width)
    statusLabel.frame = CGRect(
      x: margin, y: Self.gap, width: statusWidth(in: width), height: statusHeight)
    if let accessoryView {
      let height = accessoryView.sizeThatFits(CGSize(width: accessory, height: bounds.height)).height
      accessoryView.frame = CGRect(
        x: width - accessory - margin / 2, y: ((bounds.height - height) / 2).rounded(), width: accessory,
        height: height)
    }
    let places = places(width: width)
    for (button, place) in zip(buttons, places.buttons) { button.frame = place }
    if let place = places.more { moreButton.frame = place }
    menuCommands = places.buttons.count..<buttons.count
    hintLabel.frame = places.hint
    line.frame = CGRect(x: 0, y: bounds.height - 1, width: width, height: 1)
  }

  private func statusWidth(in width: CGFloat) -> CGFloat {
    max(0, width - accessoryWidth(in: width) - 2 * ScreenMargin.points(in: width))
  }

  private var statusHeight: CGFloat { CGFloat(statusRoom.lines) * room.statusHeight }

  /// Lines the state needs in a bar of that width, as far as it may have them.
  private func statusLines(in width: CGFloat) -> Int {
    guard room.statusLines > 1 else { return 1 }
    let room = CGSize(width: statusWidth(in: width), height: .greatestFiniteMagnitude)
    let line = statusLabel.font.lineHeight
    let lines = Int((statusLabel.sizeThatFits(room).height / max(line, 1)).rounded())
    return min(max(lines, 1), self.room.statusLines)
  }

  private func width(of button: UIButton, upTo limit: CGFloat) -> CGFloat {
    button.sizeThatFits(CGSize(width: limit, height: room.buttonHeight)).width.rounded(.up)
  }

  private func places(width: CGFloat) -> Places {
    let margin = ScreenMargin.points(in: width)
    let right = max(width - accessoryWidth(in: width) - margin, margin)
    let height = room.buttonHeight
    var x = margin
    var y = 2 * Self.gap + statusHeight
    var lines = 1
    var places = Places()
    for button in buttons {
      let wanted = self.width(of: button, upTo: right)
      if x + wanted > right, x > margin {
        guard lines < room.lines else { break }
        x = margin
        y += height + Self.gap
        lines += 1
      }
      places.buttons.append(CGRect(x: x, y: y, width: wanted, height: height))
      x += wanted + Self.gap
    }
    if places.buttons.count < buttons.count {
      let wanted = self.width(of: moreButton, upTo: right)
      while x + wanted > right, let last = places.buttons.last, last.minY == y {
        places.buttons.removeLast()
        x = last.minX
      }
      places.more = CGRect(x: x, y: y, width: wanted, height: height)
      x += wanted + Self.gap
    }
    guard room != .short else { return places }
    if right - x < Self.leastHintWidth, x > margin {
      x = margin
      y += height
    }
    let fit = CGSize(width: right - x, height: 2 * height)
    places.hint = CGRect(x: x, y: y, width: right - x, height: max(height, hintLabel.sizeThatFits(fit).height))
    return places
  }
}
