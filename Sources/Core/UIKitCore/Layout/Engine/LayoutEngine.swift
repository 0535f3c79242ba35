import ConstraintSolver
import Foundation

/// Solves the constraints of one system and places its views.
///
/// It is made when its root is first laid out or measured, and from then on follows changes: constraints that come
/// and go, constants, intrinsic sizes, the size of the root. Nothing is computed for a layout in which none changed.
///
/// The root's size and the frames of views that are not placed by constraints are wishes just below required ones:
/// content that cannot be as small as its root reaches beyond it, and breaks nothing.
@MainActor
final class LayoutEngine {
  /// The priority of sizes that come from outside.
  static let outside = 999.99

  unowned let root: UIView
  let solver = ConstraintSolver()
  /// Each after the item that contains it; the root's comes first.
  private(set) var items: [LayoutItem] = []
  private var itemOfObject: [ObjectIdentifier: LayoutItem] = [:]
  let isTemporary: Bool

  /// Along x and y: the root's size, as asked for by a layout or a measurement.
  var rootSize: (SolverConstraint?, SolverConstraint?)

  // MARK: What changed since the last solution

  private(set) var constraints: [NSLayoutConstraint] = []
  /// Those of them whose offset follows from margins, guides or baselines.
  private var insetConstraints: [NSLayoutConstraint] = []
  private var added: [NSLayoutConstraint] = []
  private var changed: [NSLayoutConstraint] = []
  private var areInsetsDirty = false
  private(set) var isDirty = true
  /// Counts solutions that differ by more than the root's size.
  private(set) var version = 0
  var lastFit: LayoutFit?
  /// The root's size that the solver's values are for.
  var solved: LayoutTarget?
  /// Some constraint is about insets that follow from the width of their view: of a screen, or for text to be read well.
  var hasInsetsByWidth = false
  /// For tests: how often the system was solved.
  var solutionCount = 0
  /// The reports of constraints that contradict each other, oldest first.
  var reports: [String] = []

  init(root: UIView, isTemporary: Bool = false) {
    self.root = root
    self.isTemporary = isTemporary
    items.append(LayoutItem(self, view: root, container: nil))
    collect(from: root)
  }

  /// Called when the system is about to be made anew.
  func dismantle() {
    for constraint in constraints { constraint.solved = nil }
  }

  var hasConstraints: Bool { !constraints.isEmpty || !added.isEmpty }

  private func collect(from view: UIView) {
    added += view.constraintState?.held ?? []
    for child in view.children where child.constraintState?.joinsSuperview == true { collect(from: child) }
  }

  // MARK: Changes

  func add(_ constraint: NSLayoutConstraint) {
    added.append(constraint)
    isDirty = true
  }

  func remove(_ constraint: NSLayoutConstraint) {
    isDirty = true
    added.removeAll { $0 === constraint }
    changed.removeAll { $0 === constraint }
    constraints.removeAll { $0 === constraint }
    insetConstraints.removeAll { $0 === constraint }
    if let solved = constraint.solved { solver.remove(solved) }
    constraint.solved = nil
  }

  func constantChanged(of constraint: NSLayoutConstraint) {
    changed.append(constraint)
    isDirty = true
  }

  func contentChanged(of item: LayoutItem) {
    guard !item.isContentDirty else { return }
    item.isContentDirty = true
    if item.isBaselineUsed { areInsetsDirty = true }
    isDirty = true
    root.setNeedsLayout()
  }

  /// Margins, safe area, or a frame that comes from outside.
  func insetsChanged() {
    areInsetsDirty = true
    isDirty = true
  }

  // MARK: Items

  /// The item of a view in the system, made when first asked for.
  func item(for view: UIView) -> LayoutItem {
    if view === root { return items[0] }
    if let item = itemOfObject[ObjectIdentifier(view)] { return item }
    let container = view.parent.map { item(for: $0) } ?? items[0]
    let made = LayoutItem(self, view: view, container: container)
    register(made, for: view)
    if !isTemporary { view.ensureConstraintState().item = made }
    return made
  }

  /// The item of a guide of its own.
  func item(for guide: UILayoutGuide, in view: UIView) -> LayoutItem {
    if let item = itemOfObject[ObjectIdentifier(guide)] { return item }
    let made = LayoutItem(self, view: nil, guide: guide, container: item(for: view))
    register(made, for: guide)
    return made
  }

  private func register(_ item: LayoutItem, for object: AnyObject) {
    itemOfObject[ObjectIdentifier(object)] = item
    items.append(item)
    isDirty = true
  }

  // MARK: Solving

  /// Brings the solver up to date with everything that changed, and solves.
  func solve() {
    guard isDirty else { return }
    version += 1
    solutionCount += 1
    let incoming = added
    added = []
    // Making a constraint makes the items it is about.
    let made = incoming.map { constraint in (constraint, solverConstraint(for: constraint)) }
    isDirty = false
    for item in items.dropFirst() { readOuterFrame(of: item) }
    for item in items.dropFirst() where item.isContentDirty { readContent(of: item) }
    if areInsetsDirty { changed += insetConstraints }
    for constraint in changed {
      if let solved = constraint.solved { solver.setConstant(expression(of: constraint).offset, of: solved) }
    }
    areInsetsDirty = false
    changed = []
    for (constraint, solved) in made {
      solver.add(solved)
      if !isTemporary { constraint.solved = solved }
      constraints.append(constraint)
      if constraint.followsInsets { insetConstraints.append(constraint) }
    }
    unwrap()
    solver.solve()
    settleWrapping()
    reportConflicts()
  }

  private func solverConstraint(for constraint: NSLayoutConstraint) -> SolverConstraint {
    let sum = expression(of: constraint)
    let relation: SolverRelation =
      switch constraint.relation {
      case .lessThanOrEqual: .lessOrEqual
      case .equal: .equal
      case .greaterThanOrEqual: .greaterOrEqual
      }
    return SolverConstraint(
      sum.terms, constant: sum.offset, relation, priority: Double(constraint.priority.rawValue))
  }
}
