import Foundation

/// A behaviour attached to a view: gestures with what they lead to.
@preconcurrency @MainActor
public protocol UIInteraction: AnyObject {
  /// The view the interaction is attached to.
  var view: UIView? { get }
  /// The interaction is about to be attached to another view, or to none.
  func willMove(to view: UIView?)
  /// The interaction was attached to a view, or taken off one.
  func didMove(to view: UIView?)
}

extension UIView {
  /// Attaches a behaviour, taking it off the view it was attached to. The view keeps it alive.
  public func addInteraction(_ interaction: any UIInteraction) {
    interaction.view?.removeInteraction(interaction)
    interaction.willMove(to: self)
    interactionStorage.append(interaction)
    interaction.didMove(to: self)
  }

  /// Takes a behaviour off; does nothing when it is attached elsewhere.
  public func removeInteraction(_ interaction: any UIInteraction) {
    guard interaction.view === self else { return }
    interaction.willMove(to: nil)
    interactionStorage.removeAll { $0 === interaction }
    interaction.didMove(to: nil)
  }

  /// The behaviours attached to the view.
  public var interactions: [any UIInteraction] { interactionStorage }
}
