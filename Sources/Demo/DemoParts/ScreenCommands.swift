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

/// The commands of a screen, as the buttons of a toolbar and as keys. What does not fit into the toolbar is in the menu of
/// one more button.
@MainActor
package final class ScreenCommands {
  private let commands: [ScreenCommand]
  private let buttons: [UIBarButtonItem]
  /// Opens the menu of the commands that have no button at present.
  private let moreButton = UIBarButtonItem(title: "More", menu: UIMenu(children: []))
  /// Opens the menu of all commands.
  package let menuItem = UIBarButtonItem(image: UIImage(systemName: "ellipsis.circle"), menu: UIMenu(children: []))
  /// How many commands have buttons; nil before they are shown.
  private var buttonCount: Int?
  /// The toolbar's width for which the buttons were fitted, in points; nil since a title has changed.
  private var fittedWidth: CGFloat?
  /// Measures titles.
  private let label = UILabel()
  /// Of the buttons, in points; nil since a title has changed.
  private var knownWidths: [CGFloat]?

  /// The room that the toolbar takes at both ends, and a button around its title, in points.
  private static let margin: CGFloat = 8
  private static let padding: CGFloat = 8

  package init(_ commands: [ScreenCommand]) {
    self.commands = commands
    buttons = commands.map { command in
      let button = UIBarButtonItem(primaryAction: UIAction(title: command.title) { _ in command.run() })
      button.setTitleTextAttributes([.foregroundColor: Palette.secondary], for: .disabled)
      return button
    }
    label.font = .systemFont(ofSize: 17)
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
  /// - Returns: whether it said something else.
  package func rename(_ key: UIKeyboardHIDUsage, to title: String) -> Bool {
    guard let index = commands.firstIndex(where: { $0.key == key }), buttons[index].title != title else { return false }
    buttons[index].title = title
    (buttonCount, fittedWidth, knownWidths) = (nil, nil, nil)
    return true
  }

  /// Says whether some commands can do anything now.
  /// - Returns: whether that is news.
  @discardableResult
  package func enable(_ keys: Set<UIKeyboardHIDUsage>, _ isEnabled: Bool) -> Bool {
    let changed = zip(commands, buttons).filter { keys.contains($0.key) && $1.isEnabled != isEnabled }
    for (_, button) in changed { button.isEnabled = isEnabled }
    return !changed.isEmpty
  }

  /// The keys of the commands that can do something now, with what they do.
  package var keyHints: [KeyHint] {
    zip(commands, buttons).filter { $1.isEnabled }.map { KeyHint($0.keyName, action: $1.title ?? $0.title) }
  }

  /// The items of a toolbar of that width, in points; nil when those it shows are the same.
  package func newItems(in width: CGFloat) -> [UIBarButtonItem]? {
    guard width != fittedWidth else { return nil }
    fittedWidth = width
    let widths = buttonWidths
    var count = buttons.count
    if widths.reduce(2 * Self.margin, +) > width {
      let room = width - 2 * Self.margin - self.width(of: "More")
      var used: CGFloat = 0
      count =
        widths.prefix { buttonWidth in
          used += buttonWidth
          return used <= room
        }.count
    }
    guard count != buttonCount else { return nil }
    buttonCount = count
    let actions = commands.indices.map { index in
      UIAction(title: buttons[index].title ?? "") { [commands] _ in commands[index].run() }
    }
    menuItem.menu = UIMenu(children: actions)
    let rest = Array(actions.dropFirst(count))
    moreButton.menu = UIMenu(children: rest)
    return buttons.prefix(count) + (rest.isEmpty ? [] : [moreButton]) + [.flexibleSpace()]
  }

  /// The width of a toolbar that shows all commands, in points.
  package var wantedWidth: CGFloat { buttonWidths.reduce(2 * Self.margin, +) }

  private var buttonWidths: [CGFloat] {
    if let knownWidths { return knownWidths }
    let widths = buttons.map { width(of: $0.title ?? "") }
    knownWidths = widths
    return widths
  }

  /// The width of a button, in points.
  private func width(of title: String) -> CGFloat {
    label.text = title
    return max(36, label.sizeThatFits(.zero).width.rounded(.up) + 2 * Self.padding)
  }
}
