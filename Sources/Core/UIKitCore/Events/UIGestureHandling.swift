import Foundation

/// Gives each recogniser class closures of its own type.
///
/// Where UIKit has selectors only, a recogniser here calls closures, too:
///
///     view.addGestureRecognizer(UIPanGestureRecognizer { pan in
///       print(pan.translation(in: pan.view))
///     })
@preconcurrency @MainActor
public protocol UIGestureHandling: UIGestureRecognizer {
  /// A recogniser without handlers.
  init()
}

extension UIGestureHandling {
  /// A recogniser that calls `handler` whenever its `state` changes after recognition, and for each
  /// `changed`.
  public init(handler: @escaping @MainActor (Self) -> Void) {
    self.init()
    addHandler(handler)
  }

  /// Adds a closure called at each step of the recognised gesture, after those added before. The
  /// recogniser keeps it; capture what owns the recogniser weakly.
  public func addHandler(_ handler: @escaping @MainActor (Self) -> Void) {
    handlers.append { recognizer in
      // The handler is only stored in recognisers of this class.
      if let recognizer = recognizer as? Self { handler(recognizer) }
    }
  }
}

extension UIGestureRecognizer {
  /// Has a method called at each step of the recognised gesture. One that is called already is not added again.
  /// - Parameters:
  ///   - target: held weakly.
  ///   - action: a method without parameters, or with one, the recogniser.
  /// - Precondition: `target` is an object of the selector's class.
  public func addTarget(_ target: Any, action: Selector) {
    let object = target as AnyObject
    targets.removeAll { $0.isGone }
    guard !targets.contains(where: { $0.matches(object, action) }) else { return }
    targets.append(TargetAction(object, action))
  }

  /// Ends the calls of a method of a target; nil stands for all methods and all targets.
  public func removeTarget(_ target: Any?, action: Selector?) {
    let object = target.map { $0 as AnyObject }
    targets.removeAll { $0.matches(object, action) }
  }
}
