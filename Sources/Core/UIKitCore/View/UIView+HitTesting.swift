import Foundation

extension UIView {
  /// Below this opacity a view cannot be hit; UIKit's documented limit.
  static let smallestHitAlpha: CGFloat = 0.01

  /// Front-most first, children outside of the bounds unreachable.
  func deepestView(at point: CGPoint, with event: UIEvent?) -> UIView? {
    guard !storedIsHidden, isUserInteractionEnabled, storedAlpha >= Self.smallestHitAlpha,
      self.point(inside: point, with: event)
    else { return nil }
    for child in children.reversed() {
      if let hit = child.hitTest(child.convertFromParent(point), with: event) { return hit }
    }
    return self
  }

  /// Ends editing in whatever below this view is first responder.
  @discardableResult
  public func endEditing(_ force: Bool) -> Bool {
    guard let first = window?.firstResponder, let view = first as? UIView,
      view.isDescendant(of: self)
    else { return false }
    return first.resignFirstResponder()
  }
}
