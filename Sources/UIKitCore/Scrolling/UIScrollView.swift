import Foundation

/// A view whose content may be larger than itself.
@MainActor
open class UIScrollView: UIView {
  /// The point of the content at the top-left corner: `bounds.origin` (O1).
  open var contentOffset: CGPoint {
    get { bounds.origin }
    set { bounds = CGRect(origin: newValue, size: bounds.size) }
  }
  open var contentSize = CGSize.zero
  open var contentInset = UIEdgeInsets.zero
}
