import Foundation

/// Follows a scroll view. All methods are optional; they are called on the main actor while the
/// offset changes, before layout.
@preconcurrency @MainActor
public protocol UIScrollViewDelegate: NSObjectProtocol {
  /// `contentOffset` changed, by the user or by the program.
  func scrollViewDidScroll(_ scrollView: UIScrollView)
  /// A finger, a turning wheel or a dragged indicator takes over the content.
  func scrollViewWillBeginDragging(_ scrollView: UIScrollView)
  /// The content is let go.
  /// - Parameters:
  ///   - velocity: points a millisecond.
  ///   - targetContentOffset: where it will come to rest; write another offset to stop there.
  func scrollViewWillEndDragging(
    _ scrollView: UIScrollView, withVelocity velocity: CGPoint,
    targetContentOffset: UnsafeMutablePointer<CGPoint>)
  /// The content was let go; `decelerate` tells whether it moves on by itself.
  func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool)
  /// It starts moving by itself.
  func scrollViewWillBeginDecelerating(_ scrollView: UIScrollView)
  /// It has come to rest by itself.
  func scrollViewDidEndDecelerating(_ scrollView: UIScrollView)
  /// A programmatic animated scroll is over; only called when it really moved.
  func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView)
  /// Whether `scrollToTop` may scroll.
  func scrollViewShouldScrollToTop(_ scrollView: UIScrollView) -> Bool
  /// The content has arrived at its top after `scrollToTop`.
  func scrollViewDidScrollToTop(_ scrollView: UIScrollView)
  /// `adjustedContentInset` changed.
  func scrollViewDidChangeAdjustedContentInset(_ scrollView: UIScrollView)
}

/// The defaults of methods that a delegate does not have: no action, and `true` as an answer.
extension UIScrollViewDelegate {
  /// Does nothing.
  public func scrollViewDidScroll(_ scrollView: UIScrollView) {}
  /// Does nothing.
  public func scrollViewWillBeginDragging(_ scrollView: UIScrollView) {}
  /// Does nothing.
  public func scrollViewWillEndDragging(
    _ scrollView: UIScrollView, withVelocity velocity: CGPoint,
    targetContentOffset: UnsafeMutablePointer<CGPoint>
  ) {}
  /// Does nothing.
  public func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {}
  /// Does nothing.
  public func scrollViewWillBeginDecelerating(_ scrollView: UIScrollView) {}
  /// Does nothing.
  public func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) {}
  /// Does nothing.
  public func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) {}
  /// True.
  public func scrollViewShouldScrollToTop(_ scrollView: UIScrollView) -> Bool { true }
  /// Does nothing.
  public func scrollViewDidScrollToTop(_ scrollView: UIScrollView) {}
  /// Does nothing.
  public func scrollViewDidChangeAdjustedContentInset(_ scrollView: UIScrollView) {}
}

/// Gives `UIScrollView` its `delegate`.
///
/// A stored property could not have another type in a subclass, as `UITableView.delegate` has. One from a protocol's
/// extension can be hidden there; what is lost is that a class derived from `UIScrollView` itself cannot override it.
@preconcurrency @MainActor
public protocol ScrollDelegating: UIScrollView {}

extension ScrollDelegating {
  /// Told about movement; held weakly.
  public var delegate: (any UIScrollViewDelegate)? {
    get { scrollDelegate }
    set { setScrollDelegate(newValue) }
  }
}
