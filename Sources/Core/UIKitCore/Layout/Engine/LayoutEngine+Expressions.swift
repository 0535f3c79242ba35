import ConstraintSolver
import Foundation

extension LayoutEngine {
  /// First side minus second side: what a constraint compares to zero.
  func expression(of constraint: NSLayoutConstraint) -> LayoutExpression {
    let holder = constraint.holder ?? root
    let isDirectional = constraint.firstAttribute.isDirectional || constraint.secondAttribute.isDirectional
    // From right to left, positions along x are counted leftwards, so that constants and inequalities turn with them.
    let turned = isDirectional && holder.isRightToLeft
    var sum = side(constraint.firstItem, constraint.firstAttribute, turned)
    sum.offset -= constraint.constant
    guard constraint.secondAttribute != .notAnAttribute else { return sum }
    let multiplier = constraint.multiplier
    sum.add(side(constraint.secondItem, constraint.secondAttribute, turned), times: -multiplier)
    if multiplier != 1, constraint.firstAttribute.measure != .length {
      // A multiple of a position is meant as seen from the view that holds the constraint.
      let edge: NSLayoutConstraint.Attribute = constraint.firstAttribute.measure == .x ? .left : .top
      sum.add(item(for: holder).expression(edge, .zero), times: turned ? 1 - multiplier : multiplier - 1)
    }
    return sum
  }

  private func side(
    _ object: AnyObject?, _ attribute: NSLayoutConstraint.Attribute, _ turned: Bool
  ) -> LayoutExpression {
    var expression = LayoutExpression(nil, 0)
    if let (item, insets) = place(of: object, attribute) {
      let plain = (attribute.withinMargins ?? attribute).inDirection(rightToLeft: turned)
      expression.add(item.expression(plain, insets), times: turned ? -1 : 1)
    }
    return expression
  }

  /// The item that stands for a constraint's side, and how far inside of it the side lies.
  private func place(
    of object: AnyObject?, _ attribute: NSLayoutConstraint.Attribute
  ) -> (LayoutItem, UIEdgeInsets)? {
    if let view = object as? UIView {
      guard attribute.withinMargins != nil else { return (item(for: view), .zero) }
      if view.controller != nil { hasInsetsByWidth = true }
      return (item(for: view), view.effectiveLayoutMargins)
    }
    guard let guide = object as? UILayoutGuide, let view = guide.owningView else { return nil }
    if guide.kind == .readable || guide.kind == .margins && view.controller != nil { hasInsetsByWidth = true }
    if guide.kind == .free { return (item(for: guide, in: view), .zero) }
    return (item(for: view), guide.insets(in: view))
  }

  // MARK: Frames from outside

  /// Whether a view's frame is a given for the constraints.
  func hasOuterFrame(_ view: UIView) -> Bool {
    guard let state = view.constraintState else { return true }
    return state.hasOwnFrame || !state.isConstrainedFromAbove
  }

  /// Brings the constraints that stand for a view's own frame up to date.
  func readOuterFrame(of item: LayoutItem) {
    guard let view = item.view, let container = item.container, hasOuterFrame(view), let x = item.x, let y = item.y
    else { return }
    let frame = CGRect(origin: view.origin, size: view.storedBounds.size)
    let constants = [-frame.minX, -frame.minY, -frame.width, -frame.height]
    guard item.outerFrame.isEmpty else {
      for (constraint, constant) in zip(item.outerFrame, constants) { solver.setConstant(constant, of: constraint) }
      return
    }
    let terms = [
      [SolverTerm(x)] + (container.x.map { [SolverTerm($0, -1)] } ?? []),
      [SolverTerm(y)] + (container.y.map { [SolverTerm($0, -1)] } ?? []),
      [SolverTerm(item.width)], [SolverTerm(item.height)],
    ]
    item.outerFrame = zip(terms, constants).map {
      SolverConstraint($0, constant: $1, .equal, priority: Self.outside)
    }
    for constraint in item.outerFrame { solver.add(constraint) }
  }

  // MARK: Conflicts

  /// One line for each required constraint that had to be left out.
  func reportConflicts() {
    guard !solver.conflicts.isEmpty else { return }
    for conflict in solver.conflicts {
      let names = conflict.constraints.compactMap { solved in
        constraints.first { $0.solved === solved }.map { "\($0)" }
      }
      guard !isTemporary, let last = names.last else { continue }
      let others = names.dropLast().joined(separator: "; ")
      let reason = others.isEmpty ? "it asks for a negative length" : "it contradicts \(others)"
      let line = "the constraint \(last) is left out: \(reason)"
      reports.append(line)
      UIApplication.report(line)
    }
    solver.conflicts.removeAll()
  }
}
