import Foundation

/// A class derived from `UIScrollView` in another module of the package: its answers where classes of `UIKitCore` override
/// a member of `UIScrollView` or `UIView`.
///
/// A member can be overridden in another module only if it is open to every program. These are asked by the scroll view
/// when something happens, never in a frame.
@MainActor
package protocol DerivedScrollView: UIScrollView {
  /// `delegate` was set on what is known as a scroll view: a class with a delegate of its own type takes it over.
  func scrollDelegateWasSet(_ new: (any UIScrollViewDelegate)?)
  /// The view around which the ring is drawn while this one has the keyboard; nil for none.
  var ringHost: UIView? { get }
  /// The pointer moves over the view with no button held.
  /// - Parameters:
  ///   - point: of the window.
  ///   - isClaimed: whether an indicator, or a view around, has a use for it.
  /// - Returns: whether this view has another shape of the pointer there, and wants to hear when the pointer leaves.
  func pointerMoved(to point: CGPoint, isClaimed: Bool) -> Bool
  /// The pointer is no longer over the view, or has been claimed by another one.
  func pointerWent()
  /// `semanticContentAttribute` became another, or that of a view around, or the view came into a window.
  func readingDirectionDidChange()
  /// The Tab key led to the view, or to one inside of it.
  func keyboardCame(to view: UIView)
  /// The responder that gets the keyboard when a view inside, which has it, leaves or is hidden; nil for one around.
  func keyboardHeir(of view: UIView) -> UIResponder?
  /// The cell that keys are meant for while the view has the keyboard, for assistive tools; nil for none on screen.
  var keyboardCell: UIView? { get }
}

extension DerivedScrollView {
  package func keyboardCame(to view: UIView) {}
  package func keyboardHeir(of view: UIView) -> UIResponder? { nil }
  package var keyboardCell: UIView? { nil }
}

/// A part of a scroll view that some turns of the wheel are for, such as those that move rows sideways.
@MainActor
package protocol WheelClaimant: AnyObject {
  /// - Returns: whether the turn was for the claimant: the content does not move.
  func takeWheel(_ event: WheelEvent) -> Bool

  /// The user takes hold of the content, or the app is about to move it.
  func contentWillScroll()
}

extension UIScrollView {
  /// The view itself, if its class stands in another module.
  final var derived: (any DerivedScrollView)? { self as? any DerivedScrollView }

  /// Whether content moves without anyone holding it.
  package final var isMovingByItself: Bool { mover.isMoving }

  /// Moves content and viewport together, as `shiftContentOffset(by:)` does, and gives the content its size. What was in
  /// its rest range, or on the way there, comes back into it: a line that is cut by the edge can become shorter than what
  /// was hidden of it.
  ///
  /// The size comes last: a shorter content would bring an offset at its end along, which would then be moved twice.
  /// - Parameter resize: gives the content its size.
  package final func shiftContentOffset(by distance: CGPoint, resizing resize: () -> Void) {
    let lands = (x: mover.landsInRange(.horizontal), y: mover.landsInRange(.vertical))
    shiftContentOffset(by: distance)
    resize()
    if lands.x { mover.landInRange(.horizontal) }
    if lands.y { mover.landInRange(.vertical) }
  }
}
