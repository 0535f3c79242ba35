import Foundation

/// The part of a view that opens context menus for it.
@MainActor
package protocol MenuOpener: AnyObject {
  /// The menu of what is seen at a point, in the view's coordinates; nil opens none.
  func configuration(at point: CGPoint) -> UIContextMenuConfiguration?
  /// The menu is about to be shown.
  func willShow(_ menu: UIContextMenuConfiguration, _ animator: (any UIContextMenuInteractionAnimating)?)
  /// The menu is about to go.
  func willEnd(_ menu: UIContextMenuConfiguration, _ animator: (any UIContextMenuInteractionAnimating)?)
}

extension MenuOpener {
  package func willShow(_ menu: UIContextMenuConfiguration, _ animator: (any UIContextMenuInteractionAnimating)?) {}
  package func willEnd(_ menu: UIContextMenuConfiguration, _ animator: (any UIContextMenuInteractionAnimating)?) {}
}

/// The delegate of a context menu interaction that belongs to a part of the view it is for. It references the view weakly,
/// as views do not own themselves by what they own, and keeps the view alive while the part answers.
@MainActor
package final class MenuAnswers<View: UIView>: NSObject, UIContextMenuInteractionDelegate {
  private weak var view: View?
  private let opener: @MainActor (View) -> any MenuOpener

  /// - Parameter opener: gives the part of the view that opens its menus.
  package init(_ view: View, opener: @escaping @MainActor (View) -> any MenuOpener) {
    self.view = view
    self.opener = opener
    super.init()
  }

  package func contextMenuInteraction(
    _ interaction: UIContextMenuInteraction, configurationForMenuAtLocation location: CGPoint
  ) -> UIContextMenuConfiguration? {
    guard let view else { return nil }
    return withExtendedLifetime(view) { opener(view).configuration(at: location) }
  }

  package func contextMenuInteraction(
    _ interaction: UIContextMenuInteraction, willDisplayMenuFor configuration: UIContextMenuConfiguration,
    animator: (any UIContextMenuInteractionAnimating)?
  ) {
    guard let view else { return }
    withExtendedLifetime(view) { opener(view).willShow(configuration, animator) }
  }

  package func contextMenuInteraction(
    _ interaction: UIContextMenuInteraction, willEndFor configuration: UIContextMenuConfiguration,
    animator: (any UIContextMenuInteractionAnimating)?
  ) {
    guard let view else { return }
    withExtendedLifetime(view) { opener(view).willEnd(configuration, animator) }
  }
}
