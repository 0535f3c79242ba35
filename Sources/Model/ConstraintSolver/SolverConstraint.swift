/// A number the solver finds.
package struct SolverVariable: Hashable, Sendable {
  let symbol: Int32
}

/// How the two sides of a constraint compare.
package enum SolverRelation: Sendable {
  /// At most zero.
  case lessOrEqual
  /// Zero.
  case equal
  /// At least zero.
  case greaterOrEqual
}

/// One term of a constraint: `coefficient · variable`.
package struct SolverTerm: Sendable {
  package var variable: SolverVariable
  package var coefficient: Double

  package init(_ variable: SolverVariable, _ coefficient: Double = 1) {
    self.variable = variable
    self.coefficient = coefficient
  }
}

/// A constraint `Σ terms + constant (≤ = ≥) 0`. The caller makes it, adds it to a solver and keeps it as the handle.
///
/// Contract: it is in at most one solver, and only that solver changes it.
package final class SolverConstraint {
  /// From here on a constraint must hold; below, it is approached as far as those of higher priority allow.
  package static let required = 1000.0

  /// The sum on the left side. A variable may occur more than once.
  package let terms: [SolverTerm]
  /// How the sum compares to zero.
  package let relation: SolverRelation
  /// Priorities compare strictly: no number of constraints outweighs one of higher priority.
  package let priority: Double
  /// Changed through `ConstraintSolver.setConstant(_:of:)`.
  package internal(set) var constant: Double
  /// Required, and contradicting others: the solver leaves it out.
  package internal(set) var isBroken = false
  /// Whether a solver has it, broken or not.
  package internal(set) var isAdded = false

  /// Order of addition: of those in conflict the youngest gives way.
  var age = 0
  /// The symbol that stands for the constraint in the tableau: slack, upward error or dummy; negative when out of it.
  var marker: Int32 = -1
  /// The second symbol of an optional constraint.
  var other: Int32 = -1

  /// - Precondition: all numbers are finite.
  package init(_ terms: [SolverTerm], constant: Double = 0, _ relation: SolverRelation, priority: Double = required) {
    self.terms = terms
    self.constant = constant
    self.relation = relation
    self.priority = priority
  }

  var isRequired: Bool { priority >= Self.required }

  /// The factor on the marker in the equation `Σ terms + constant + sign · marker (+ …) = 0`.
  var markerSign: Double {
    switch relation {
    case .lessOrEqual: 1
    case .greaterOrEqual: -1
    case .equal: isRequired ? 1 : -1
    }
  }
}
