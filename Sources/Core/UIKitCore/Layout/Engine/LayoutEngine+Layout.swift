import ConstraintSolver
import Foundation

/// The size a root is asked to have, and how strongly.
struct LayoutTarget: Equatable {
  var size: CGSize
  var horizontal, vertical: Double
}

/// A measurement and its result.
struct LayoutFit {
  var target: LayoutTarget
  var version: Int
  var size: CGSize
}

extension LayoutEngine {
  /// Places all views of the system for the root's present size.
  /// - Complexity: O(views) when nothing changed since the last time.
  func layOut() {
    if hasMeasured(root.bounds.size) { return place() }
    solve(LayoutTarget(size: root.bounds.size, horizontal: Self.outside, vertical: Self.outside))
    place()
  }

  /// Whether the solver's values are those of a measurement that came out at `size`, as of a row that is placed as high as
  /// it asked to be. They are the solution for that size, too: a better one would have come out of the measurement.
  private func hasMeasured(_ size: CGSize) -> Bool {
    guard !isDirty, let lastFit, lastFit.version == version, lastFit.target == solved, lastFit.size == size else {
      return false
    }
    let (width, height) = (solver.value(of: items[0].width), solver.value(of: items[0].height))
    return abs(width - size.width) < 1e-6 && abs(height - size.height) < 1e-6
  }

  /// The size of the root for which the constraints hold best, in whole pixels.
  func fittingSize(_ size: CGSize, horizontal: UILayoutPriority, vertical: UILayoutPriority) -> CGSize {
    let target = LayoutTarget(size: size, horizontal: priority(horizontal), vertical: priority(vertical))
    if !isDirty, let lastFit, lastFit.version == version, lastFit.target == target { return lastFit.size }
    solve(target)
    let fitting = CGSize(
      width: horizontal == .required ? size.width : pixels(solver.value(of: items[0].width)),
      height: vertical == .required ? size.height : pixels(solver.value(of: items[0].height)))
    lastFit = LayoutFit(target: target, version: version, size: fitting)
    return fitting
  }

  /// A required size of the root is a wish as well: content must not break for it.
  private func priority(_ priority: UILayoutPriority) -> Double { min(Self.outside, Double(priority.rawValue)) }

  /// The next whole pixel.
  private func pixels(_ length: Double) -> Double {
    let scale = max(root.traitCollection.displayScale, 1)
    return ((length - 1e-6) * scale).rounded(.up) / scale
  }

  private func solve(_ target: LayoutTarget) {
    guard isDirty || solved != target else { return }
    let isNewWidth = solved?.size.width != target.size.width || solved?.horizontal != target.horizontal
    solved = target
    if isNewWidth, hasInsetsByWidth { insetsChanged() }
    setLength(&rootSize.0, items[0].width, target.size.width, target.horizontal)
    setLength(&rootSize.1, items[0].height, target.size.height, target.vertical)
    guard !isDirty else { return solve() }
    solutionCount += 1
    if isNewWidth { unwrap() }
    solver.solve()
    settleWrapping()
    reportConflicts()
  }

  private func setLength(
    _ constraint: inout SolverConstraint?, _ variable: SolverVariable, _ length: CGFloat, _ priority: Double
  ) {
    if let old = constraint, old.priority == priority { return solver.setConstant(-length, of: old) }
    if let old = constraint { solver.remove(old) }
    let made = SolverConstraint([SolverTerm(variable)], constant: -length, .equal, priority: priority)
    solver.add(made)
    constraint = made
  }

  // MARK: Frames

  /// Gives the views their frames, superviews first. Edges are rounded to whole pixels, not sizes, so that views that
  /// touch in points touch on screen.
  private func place() {
    let scale = max(root.traitCollection.displayScale, 1)
    func rounded(_ value: Double) -> Double { (value * scale).rounded() / scale }
    for item in items.dropFirst() {
      guard let x = item.x, let y = item.y, let container = item.container else { continue }
      let left = solver.value(of: x)
      let top = solver.value(of: y)
      let right = left + solver.value(of: item.width)
      let bottom = top + solver.value(of: item.height)
      if let view = item.view, hasOuterFrame(view) {
        item.edges = CGRect(x: left, y: top, width: right - left, height: bottom - top)
        continue
      }
      item.edges = CGRect(
        x: rounded(left), y: rounded(top), width: rounded(right) - rounded(left),
        height: rounded(bottom) - rounded(top))
      let frame = CGRect(
        x: item.edges.minX - container.edges.minX, y: item.edges.minY - container.edges.minY,
        width: item.edges.width, height: item.edges.height)
      if let guide = item.guide { guide.solvedFrame = frame }
      if let view = item.view { Self.set(frame, of: view) }
    }
  }

  private static func set(_ frame: CGRect, of view: UIView) {
    guard view.hasTransform else {
      if view.frame != frame { view.frame = frame }
      return
    }
    view.bounds.size = frame.size
    view.center = frame.center
  }
}
