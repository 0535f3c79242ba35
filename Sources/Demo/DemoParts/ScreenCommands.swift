import UIKit

/// Something a screen does when its button is clicked or its key pressed.
public struct ScreenCommand {
  package let title: String
  /// The letter of the key.
  package let keyName: String
  /// The name of the symbol beside the title; nil for commands that have keys alone.
  package let symbol: String?
  /// The tool tip, which the key is added to.
  package let tip: String
  /// In how many ways the screen can be after it, one after another: more than one of a switch, which is remembered.
  package let states: Int
  package let run: @MainActor () -> Void

  /// - Parameters:
  ///   - tip: what the command does, where the title leaves that open.
  ///   - states: in how many ways it leaves the screen, one after another.
  package init(
    _ title: String, _ keyName: String, _ symbol: String? = nil, tip: String? = nil,
    states: Int = 1, run: @escaping @MainActor () -> Void
  ) {
    self.title = title
    self.keyName = keyName
    self.symbol = symbol
    self.tip = tip ?? title
    self.states = states
    self.run = run
  }
}

/// The commands of a screen, as the buttons of a toolbar and as keys. A toolbar has few, so that each is found at a glance:
/// the rest, and those that find no room, are in the menu of one more button.
@MainActor
package final class ScreenCommands {
  private let commands: [ScreenCommand]
  private let buttons: [CommandButton]
  private let items: [UIBarButtonItem]
  /// Opens the menu of the commands that have no button at present.
  private let moreItem = UIBarButtonItem(image: UIImage(systemName: "ellipsis"), menu: UIMenu(children: []))
  /// Opens the menu of all commands.
  package let menuItem = UIBarButtonItem(image: UIImage(systemName: "ellipsis.circle"), menu: UIMenu(children: []))
  /// How many commands have buttons; nil before they are shown, and since one was changed.
  private var buttonCount: Int?
  /// The toolbar's width for which the buttons were fitted, in points; nil since one was changed.
  private var fittedWidth: CGFloat?

  /// How many buttons there are at most.
  package static let mostButtons = 5
  /// The room that the toolbar takes at both ends, and the button of the menu, in points.
  private static let margin: CGFloat = 8
  private static let moreWidth: CGFloat = 40

  package init(_ commands: [ScreenCommand]) {
    self.commands = commands
    buttons = commands.map(CommandButton.init)
    items = buttons.map { UIBarButtonItem(customView: $0) }
    for item in [moreItem, menuItem] { item.accessibilityLabel = "More commands" }
  }

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
  /// - Parameter symbol: the name of another symbol; nil for the one there is.
  /// - Returns: whether it said something else.
  package func rename(_ key: String, to title: String, symbol: String? = nil) -> Bool {
    guard let index = commands.firstIndex(where: { $0.keyName == key }), buttons[index].currentTitle != title else {
      return false
    }
    buttons[index].show(title, symbol: symbol)
    (buttonCount, fittedWidth) = (nil, nil)
    return true
  }

  /// Says whether some commands can do anything now.
  /// - Returns: whether that is news.
  @discardableResult
  package func enable(_ keys: Set<String>, _ isEnabled: Bool) -> Bool {
    let changed = zip(commands, buttons).filter { keys.contains($0.keyName) && $1.isEnabled != isEnabled }
    for (_, button) in changed { button.isEnabled = isEnabled }
    if let buttonCount, !changed.isEmpty { makeMenus(besides: buttonCount) }
    return !changed.isEmpty
  }

  /// The keys of the commands that can do something now, with what they do.
  package var keyHints: [KeyHint] {
    zip(commands, buttons).filter { $1.isEnabled }.map { KeyHint($0.keyName, action: $1.currentTitle ?? $0.title) }
  }

  /// The items of a toolbar of that width, in points; nil when those it shows are the same.
  package func newItems(in width: CGFloat) -> [UIBarButtonItem]? {
    guard width != fittedWidth else { return nil }
    fittedWidth = width
    let widths = buttons.prefix(Self.mostButtons).map { button in
      button.frame.size = button.sizeThatFits(.zero)
      return button.frame.width
    }
    let isWhole = buttons.count <= Self.mostButtons && widths.reduce(2 * Self.margin, +) <= width
    var room = width - 2 * Self.margin - (isWhole ? 0 : Self.moreWidth)
    let count = widths.prefix { buttonWidth in
      room -= buttonWidth
      return room >= 0
    }.count
    guard count != buttonCount else { return nil }
    buttonCount = count
    makeMenus(besides: count)
    return items.prefix(count) + (count == items.count ? [] : [moreItem]) + [.flexibleSpace()]
  }

  /// - Parameter count: of the commands that have buttons.
  private func makeMenus(besides count: Int) {
    let actions = commands.indices.map { index in
      UIAction(
        title: buttons[index].currentTitle ?? "", image: buttons[index].currentImage,
        attributes: buttons[index].isEnabled ? [] : .disabled
      ) { [commands] _ in commands[index].run() }
    }
    menuItem.menu = UIMenu(children: actions)
    moreItem.menu = UIMenu(children: Array(actions.dropFirst(count)))
  }
}

/// The button of a command: its symbol, and its title beside that.
private final class CommandButton: UIButton {
  private static let height: CGFloat = 36
  private static let padding: CGFloat = 8
  private static let gap: CGFloat = 5

  convenience init(_ command: ScreenCommand) {
    self.init(type: .system)
    addAction(UIAction { _ in command.run() }, for: .touchUpInside)
    setTitleColor(Palette.secondary, for: .disabled)
    contentEdgeInsets = UIEdgeInsets(top: 0, left: Self.padding, bottom: 0, right: Self.padding + Self.gap)
    toolTip = "\(command.tip) (\(command.keyName))"
    show(command.title, symbol: command.symbol)
  }

  func show(_ title: String, symbol: String?) {
    setTitle(title, for: .normal)
    guard let symbol else { return }
    setImage(
      UIImage(systemName: symbol, withConfiguration: UIImage.SymbolConfiguration(pointSize: 14)), for: .normal)
  }

  override func sizeThatFits(_ size: CGSize) -> CGSize {
    CGSize(width: super.sizeThatFits(size).width.rounded(.up), height: Self.height)
  }

  /// The title stands off the symbol.
  override func layoutSubviews() {
    super.layoutSubviews()
    let isTurned = effectiveUserInterfaceLayoutDirection == .rightToLeft
    titleLabel?.frame.origin.x += isTurned ? 0 : Self.gap
    imageView?.frame.origin.x += isTurned ? Self.gap : 0
  }
}
