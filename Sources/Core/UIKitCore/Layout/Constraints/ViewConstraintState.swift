import Foundation

/// The constraint state of a view that takes part in constraints; other views have no such object.
///
/// A *system* is a tree of views solved together. Its root is a view whose frame comes from outside: from a table, a
/// controller, an app that sets frames. Views below belong to it that are placed by constraints, and, so that
/// constraints may reach through them, views with a frame of their own in between.
@MainActor
final class ViewConstraintState {
  /// `UIView.translatesAutoresizingMaskIntoConstraints`.
  var hasOwnFrame = true
  /// Active constraints whose nearest common ancestor the view is.
  var held: [NSLayoutConstraint] = []
  /// Guides added by the app and those made when first asked for.
  var guides: [UILayoutGuide] = []
  var derivedGuides: [UILayoutGuide] = []

  /// Some constraint held by a view above is about this view or one inside of it.
  var isConstrainedFromAbove = false
  /// Some constraint held by a view above is about a view inside of this one.
  var isCrossed = false
  /// Constraints were activated while this view was the root of their system.
  var isRoot = false
  /// Solves the system this view is the root of.
  var engine: LayoutEngine?
  /// The view's part in the system it belongs to.
  weak var item: LayoutItem?

  /// How strongly the view keeps to its intrinsic size, and resists to be smaller: along x, along y.
  var hugging = (UILayoutPriority.defaultLow, UILayoutPriority.defaultLow)
  var resistance = (UILayoutPriority.defaultHigh, UILayoutPriority.defaultHigh)
  var needsUpdateConstraints = false
  var preservesSuperviewMargins = false
  /// Layout margins that were set by reading direction, in points; nil where none differ by it.
  var directionalMargins: NSDirectionalEdgeInsets?
  var semantics = UISemanticContentAttribute.unspecified
  /// The stack view that arranges the view.
  weak var stack: UIStackView?

  /// Drops the solver, so that the next layout or measurement solves the system from the beginning.
  func dropEngine() {
    engine?.dismantle()
    engine = nil
  }

  /// Whether the view is solved together with its superview.
  var joinsSuperview: Bool { isCrossed || (!hasOwnFrame && isConstrainedFromAbove) }
}

/// In which direction a view reads.
public enum UISemanticContentAttribute: Int, Sendable {
  case unspecified = 0, playback, spatial, forceLeftToRight, forceRightToLeft
}

extension UIView {
  /// The root of the system the view belongs to.
  /// - Complexity: O(depth in the system).
  var layoutRoot: UIView {
    var view = self
    while let state = view.constraintState, state.joinsSuperview, let parent = view.parent { view = parent }
    return view
  }

  /// Marks the views from `view` up to this one, which comes to hold a constraint about it.
  /// - Returns: whether systems that were apart are now one.
  func markConstrained(_ view: UIView) -> Bool {
    var joins = false
    var current = view
    while current !== self, let parent = current.parent {
      let state = current.ensureConstraintState()
      if !state.isConstrainedFromAbove {
        state.isConstrainedFromAbove = true
        if state.isRoot { joins = true }
      }
      if current !== view, !state.isCrossed {
        state.isCrossed = true
        if state.hasOwnFrame || state.isRoot { joins = true }
      }
      current = parent
    }
    return joins
  }

  /// The views of the system changed: it is solved anew with the next layout.
  func dropLayoutEngines() {
    var view = self
    while let state = view.constraintState {
      state.dropEngine()
      guard state.joinsSuperview, let parent = view.parent else { break }
      view = parent
    }
    view.constraintState?.isRoot = true
    view.setNeedsLayout()
  }

  /// Called before the view leaves its superview: ends what holds it there.
  func leaveLayoutSystem() {
    guard let state = constraintState, state.isConstrainedFromAbove else { return }
    let root = parent?.layoutRoot
    var ancestor = parent
    while let view = ancestor {
      let crossing = view.constraintState?.held.filter { $0.refers(into: self) } ?? []
      for constraint in crossing { constraint.deactivate() }
      ancestor = view === root ? nil : view.parent
    }
    parent?.dropLayoutEngines()
    state.isConstrainedFromAbove = false
    state.isCrossed = false
    state.isRoot = true
    markNeedsLayout()
  }

  // MARK: The system this view is the root of

  func add(_ constraint: NSLayoutConstraint) {
    let state = ensureConstraintState()
    state.isRoot = true
    state.engine?.add(constraint)
    setNeedsLayout()
  }

  func remove(_ constraint: NSLayoutConstraint) {
    constraintState?.engine?.remove(constraint)
    setNeedsLayout()
  }

  /// The priority changed.
  func replace(_ constraint: NSLayoutConstraint) {
    guard let engine = constraintState?.engine else { return }
    engine.remove(constraint)
    engine.add(constraint)
    setNeedsLayout()
  }

  func constantChanged(of constraint: NSLayoutConstraint) {
    constraintState?.engine?.constantChanged(of: constraint)
    setNeedsLayout()
  }
}
