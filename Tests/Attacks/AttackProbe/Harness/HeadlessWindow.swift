import UIKit

/// The window of the headless stage: shows views for a frame and takes them away again.
@MainActor
final class HeadlessWindow {
  static let shared = HeadlessWindow()

  let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 400, height: 400))

  private init() {
    window.makeKeyAndVisible()
    turn()
  }

  /// Lays out and draws, as the run loop would.
  func turn() { UIApplication.shared.frameLoop.turn() }

  /// Draws a frame with what `make` adds to the window, changes it, and draws frames until it comes to rest.
  /// - Returns: what `make` gave, for a last look; it is taken out of the window.
  @discardableResult
  func show<Content: UIView>(
    _ make: (UIWindow) -> Content, then change: (Content) -> Void = { _ in }
  ) throws(Mismatch) -> Content {
    let view = make(window)
    turn()
    change(view)
    turn()
    view.removeFromSuperview()
    turn()
    guard window.subviews.allSatisfy({ $0 !== view }) else {
      throw Mismatch("left over", "a removed view is still there")
    }
    return view
  }
}
