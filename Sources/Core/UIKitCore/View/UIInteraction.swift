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
