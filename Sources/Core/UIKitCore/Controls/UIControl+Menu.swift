import Foundation

/// A control's menu, kept only by controls that have one.
@MainActor
final class ControlMenu: NSObject, UIContextMenuInteractionDelegate {
  weak var control: UIControl?
  var menu: UIMenu?
  var isPrimaryAction = false
  private(set) lazy var interaction = UIContextMenuInteraction(delegate: self)

  func contextMenuInteraction(
    _ interaction: UIContextMenuInteraction, configurationForMenuAtLocation location: CGPoint
  ) -> UIContextMenuConfiguration? {
    guard let menu, let control, control.isEnabled else { return nil }
    control.sendActions(for: .menuActionTriggered)
    return UIContextMenuConfiguration(actionProvider: { _ in menu })
  }
}

extension UIControl {
  /// Whether a press opens the control's menu, in place of what it does otherwise.
  public final var showsMenuAsPrimaryAction: Bool {
    get { menuStorage?.isPrimaryAction ?? false }
    set { controlMenu.isPrimaryAction = newValue }
  }

  private var controlMenu: ControlMenu {
    if let menuStorage { return menuStorage }
    let made = ControlMenu()
    made.control = self
    menuStorage = made
    addInteraction(made.interaction)
    return made
  }

  /// Opens the menu below the control, if a press does that.
  func showPrimaryMenu(_ touch: UITouch) -> Bool {
    guard let menuStorage, menuStorage.isPrimaryAction else { return false }
    let place = convert(bounds, to: nil)
    return menuStorage.interaction.showMenu(.below(place), touch.type == .direct ? .finger : .pointer)
  }

  /// Opens the menu below the control, if a click does that.
  func showPrimaryMenuByKey() -> Bool {
    guard let menuStorage, menuStorage.isPrimaryAction else { return false }
    return menuStorage.interaction.showMenu(.below(convert(bounds, to: nil)), .pointer)
  }

  final var ownMenu: UIMenu? {
    get { menuStorage?.menu }
    set { controlMenu.menu = newValue }
  }
}

extension UIButton {
  /// The button's menu: opened by the right mouse button or a finger that rests, or by any press with
  /// `showsMenuAsPrimaryAction`.
  public final var menu: UIMenu? {
    get { ownMenu }
    set { ownMenu = newValue }
  }
}
