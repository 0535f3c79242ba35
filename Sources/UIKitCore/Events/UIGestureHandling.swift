import Foundation

/// Gives each recogniser class closures of its own type.
///
/// There are no selectors on Linux, so a recogniser calls closures:
///
///     view.addGestureRecognizer(UIPanGestureRecognizer { pan in
///       print(pan.translation(in: pan.view))
///     })
@MainActor
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
