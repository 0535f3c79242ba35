import Foundation

/// Supplies the menus of a `UIContextMenuInteraction` and is told about them.
@preconcurrency @MainActor
public protocol UIContextMenuInteractionDelegate: NSObjectProtocol {
  /// The user asked for a menu: what it consists of, or nil for none.
  /// - Parameter location: in the interaction's view, in points.
  func contextMenuInteraction(
    _ interaction: UIContextMenuInteraction, configurationForMenuAtLocation location: CGPoint
  ) -> UIContextMenuConfiguration?

  /// The menu is about to be shown. Optional.
  func contextMenuInteraction(
    _ interaction: UIContextMenuInteraction, willDisplayMenuFor configuration: UIContextMenuConfiguration,
    animator: (any UIContextMenuInteractionAnimating)?)

  /// The menu is about to go. Optional.
  func contextMenuInteraction(
    _ interaction: UIContextMenuInteraction, willEndFor configuration: UIContextMenuConfiguration,
    animator: (any UIContextMenuInteractionAnimating)?)
}

extension UIContextMenuInteractionDelegate {
  /// Does nothing.
  public func contextMenuInteraction(
    _ interaction: UIContextMenuInteraction, willDisplayMenuFor configuration: UIContextMenuConfiguration,
    animator: (any UIContextMenuInteractionAnimating)?
  ) {}

  /// Does nothing.
  public func contextMenuInteraction(
    _ interaction: UIContextMenuInteraction, willEndFor configuration: UIContextMenuConfiguration,
    animator: (any UIContextMenuInteractionAnimating)?
  ) {}
}

/// Lets an app animate along with a menu that comes or goes.
@preconcurrency @MainActor
public protocol UIContextMenuInteractionAnimating: NSObjectProtocol {
  /// The controller of a preview: always nil, because menus here have no preview.
  var previewViewController: UIViewController? { get }
  /// Runs `animations` along with the menu's own.
  func addAnimations(_ animations: @escaping () -> Void)
  /// Calls `completion` when the menu has come or gone.
  func addCompletion(_ completion: @escaping () -> Void)
}

/// Collects what apps add, and hands it to the menu's animation.
@MainActor
final class MenuAnimator: NSObject, UIContextMenuInteractionAnimating {
  private var animations: [() -> Void] = []
  private var completions: [() -> Void] = []

  var previewViewController: UIViewController? { nil }
  func addAnimations(_ animations: @escaping () -> Void) { self.animations.append(animations) }
  func addCompletion(_ completion: @escaping () -> Void) { completions.append(completion) }

  func run(_ own: () -> Void, completion: @escaping () -> Void) {
    UIView.animate(withDuration: MenuMetrics.fade) {
      own()
      for animation in animations { animation() }
    } completion: { _ in
      completion()
      for completion in self.completions { completion() }
    }
  }
}
