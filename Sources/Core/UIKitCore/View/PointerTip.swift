import Foundation

/// Said of a view while the pointer rests on it.
@MainActor
package protocol PointerTip: AnyObject {
  /// The words.
  var text: String { get }
  /// The pointer came to the view, or moved on it.
  /// - Parameter place: of the pointer, in points of the window.
  func pointerMoved(on view: UIView, to place: CGPoint)
  /// The pointer left the view, or the user did something else.
  func pointerLeft()
}

/// Finds the view under the pointer that has something to say, and tells its tip of the pointer. Only a motion of the
/// pointer has views asked.
@MainActor
final class PointerTips {
  private weak var host: UIView?
  private var tip: (any PointerTip)?

  /// The pointer was moved.
  /// - Parameters:
  ///   - target: the view that a click would go to; nil for none.
  ///   - place: of the pointer, in points of the window.
  func move(to target: UIView?, at place: CGPoint) {
    let found = target.flatMap { Self.host(in: $0, at: place) }
    if found == nil || found !== host {
      end()
      host = found
      tip = found?.pointerTip
    }
    if let found { tip?.pointerMoved(on: found, to: place) }
  }

  /// The pointer is gone, or the user does something else.
  func end() {
    tip?.pointerLeft()
    (host, tip) = (nil, nil)
  }

  /// A view is no longer in the window.
  func viewWillLeave(_ view: UIView) {
    if host === view { end() }
  }

  /// The view in front inside of `target` that has something to say, else the nearest around it. Views that take no
  /// click, such as labels, have, too.
  private static func host(in target: UIView, at place: CGPoint) -> UIView? {
    if let inner = inner(of: target, at: place) { return inner }
    var view: UIView? = target
    while let current = view, current.pointerTip == nil { view = current.parent }
    return view
  }

  private static func inner(of view: UIView, at place: CGPoint) -> UIView? {
    for child in view.children.reversed() where !child.storedIsHidden && child.storedAlpha >= 0.01 {
      guard child.storedBounds.contains(child.convert(place, from: nil)) else { continue }
      if let found = inner(of: child, at: place) { return found }
      if child.pointerTip != nil { return child }
    }
    return nil
  }
}
