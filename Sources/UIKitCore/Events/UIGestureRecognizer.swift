import Foundation

/// Watches the touches of a view and its subviews for a gesture.
@MainActor
open class UIGestureRecognizer: NSObject {
  /// The view the recogniser is attached to.
  public internal(set) weak var view: UIView?

  public override init() { super.init() }
}
