import ConstraintSolver
import Foundation

/// A view or a free guide as part of a system: four variables, in coordinates whose origin is the root's.
@MainActor
final class LayoutItem {
  weak var engine: LayoutEngine?
  weak var view: UIView?
  let guide: UILayoutGuide?
  /// The item whose origin its frame is measured from; nil for the root.
  let container: LayoutItem?
  /// The root's left and top are zero: it has no variables for them.
  let x, y: SolverVariable?
  let width, height: SolverVariable
  /// A frame from outside, as four constraints: x and y from the container, width, height.
  var outerFrame: [SolverConstraint] = []
  /// The intrinsic size as constraints.
  var hugging: (SolverConstraint?, SolverConstraint?)
  var resistance: (SolverConstraint?, SolverConstraint?)

  /// The intrinsic size without a limit to the width.
  var naturalSize = CGSize.zero
  /// The intrinsic size last measured for a limited width, and that width.
  var wrapped: (limit: CGFloat, size: CGSize)?
  /// Whether the solver has `wrapped`, or else `naturalSize`.
  var isWrapped = false
  var isContentDirty = true
  /// Some constraint is about a baseline, which moves with the font.
  var isBaselineUsed = false
  /// Where the last layout put the item: edges on whole pixels.
  var edges = CGRect.zero

  init(_ engine: LayoutEngine, view: UIView?, guide: UILayoutGuide? = nil, container: LayoutItem?) {
    self.engine = engine
    self.view = view
    self.guide = guide
    self.container = container
    let solver = engine.solver
    x = container == nil ? nil : solver.makeVariable()
    y = container == nil ? nil : solver.makeVariable()
    width = solver.makeVariable(isLength: true)
    height = solver.makeVariable(isLength: true)
  }

  // MARK: Expressions

  /// An attribute as a linear expression in points from the root's top-left corner.
  /// - Parameter insets: how far inside of the item the rectangle lies that is meant.
  func expression(_ attribute: NSLayoutConstraint.Attribute, _ insets: UIEdgeInsets) -> LayoutExpression {
    switch attribute {
    case .left, .leading: LayoutExpression(x, insets.left)
    case .right, .trailing: LayoutExpression(x, width, 1, -insets.right)
    case .centerX: LayoutExpression(x, width, 0.5, (insets.left - insets.right) / 2)
    case .top: LayoutExpression(y, insets.top)
    case .bottom: LayoutExpression(y, height, 1, -insets.bottom)
    case .centerY: LayoutExpression(y, height, 0.5, (insets.top - insets.bottom) / 2)
    case .width: LayoutExpression(width, -insets.horizontal)
    case .height: LayoutExpression(height, -insets.vertical)
    case .firstBaseline: LayoutExpression(y, baselines.first)
    case .lastBaseline: LayoutExpression(y, height, 1, -baselines.last)
    default: LayoutExpression(nil, 0)
    }
  }

  private var baselines: (first: CGFloat, last: CGFloat) {
    isBaselineUsed = true
    return view?.baselineOffsets ?? (0, 0)
  }
}

/// `Σ terms + offset`, in points.
struct LayoutExpression {
  var terms: [SolverTerm]
  var offset: Double

  init(_ variable: SolverVariable?, _ offset: Double) {
    terms = variable.map { [SolverTerm($0)] } ?? []
    self.offset = offset
  }

  init(_ position: SolverVariable?, _ length: SolverVariable, _ share: Double, _ offset: Double) {
    self.init(position, offset)
    terms.append(SolverTerm(length, share))
  }

  /// Adds a multiple of another expression.
  mutating func add(_ other: LayoutExpression, times factor: Double) {
    offset += other.offset * factor
    terms += other.terms.map { SolverTerm($0.variable, $0.coefficient * factor) }
  }
}
