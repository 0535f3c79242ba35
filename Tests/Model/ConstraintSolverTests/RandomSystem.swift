import ConstraintSolver
import RandomSupport

/// A random set of constraints in a few variables, with the plainest method to find how well it can be met.
struct RandomSystem {
  /// A constraint as numbers: it can be added to any solver.
  struct Line {
    var coefficients: [Double]
    var constant: Double
    var relation: SolverRelation
    var priority: Double

    func violation(at point: [Double]) -> Double {
      let sum = zip(coefficients, point).reduce(constant) { $0 + $1.0 * $1.1 }
      switch relation {
      case .lessOrEqual: return max(0, sum)
      case .greaterOrEqual: return max(0, -sum)
      case .equal: return abs(sum)
      }
    }

    func constraint(_ variables: [SolverVariable]) -> SolverConstraint {
      let terms = zip(variables, coefficients).filter { $0.1 != 0 }.map { SolverTerm($0.0, $0.1) }
      return SolverConstraint(terms, constant: constant, relation, priority: priority)
    }
  }

  static let priorities = [50.0, 250, 750]

  static func line(_ count: Int, isRequired: Bool, using random: inout SeededRandom) -> Line {
    var coefficients: [Double]
    repeat {
      coefficients = (0..<count).map { _ in [0, 0, 1, -1, 1, -1, 0.5, 2].randomElement(using: &random) ?? 0 }
    } while coefficients.allSatisfy { $0 == 0 }
    let relations: [SolverRelation] = [.lessOrEqual, .equal, .greaterOrEqual]
    return Line(
      coefficients: coefficients, constant: Double(Int.random(in: -20...20, using: &random)),
      relation: relations.randomElement(using: &random) ?? .equal,
      priority: isRequired ? 1000 : priorities.randomElement(using: &random) ?? 250)
  }

  /// Tries every point in which as many lines cross as there are variables; an optimum is among them.
  /// - Parameter isLength: whether each variable is never negative.
  /// - Returns: the summed violations of each priority, highest first; nil when no point meets what is required.
  static func bestViolations(_ lines: [Line], isLength: [Bool]) -> [Double]? {
    let count = isLength.count
    var planes = lines.map { ($0.coefficients, -$0.constant) }
    for variable in 0..<count {
      planes.append(((0..<count).map { $0 == variable ? 1 : 0 }, 0))
    }
    var best: [Double]?
    for choice in combinations(of: planes.count, taking: count) {
      guard let point = crossing(choice.map { planes[$0] }) else { continue }
      guard zip(point, isLength).allSatisfy({ !$1 || $0 > -1e-9 }) else { continue }
      guard lines.allSatisfy({ $0.priority < 1000 || $0.violation(at: point) < 1e-9 }) else { continue }
      let found = violations(lines) { $0.violation(at: point) }
      if best.map({ isBetter(found, than: $0) }) ?? true { best = found }
    }
    return best
  }

  static func violations(_ lines: [Line], _ violation: (Line) -> Double) -> [Double] {
    priorities.reversed().map { priority in
      lines.filter { $0.priority == priority }.reduce(0) { $0 + violation($1) }
    }
  }

  private static func isBetter(_ a: [Double], than b: [Double]) -> Bool {
    for (x, y) in zip(a, b) where abs(x - y) > 1e-9 { return x < y }
    return false
  }

  private static func combinations(of count: Int, taking size: Int) -> [[Int]] {
    guard size > 0 else { return [[]] }
    guard count >= size else { return [] }
    return combinations(of: count - 1, taking: size)
      + combinations(of: count - 1, taking: size - 1).map { $0 + [count - 1] }
  }

  /// Gaussian elimination with row exchange; nil for planes that do not cross in one point.
  private static func crossing(_ planes: [([Double], Double)]) -> [Double]? {
    var rows = planes.map { $0.0 + [$0.1] }
    let count = rows.count
    for column in 0..<count {
      guard let pivot = (column..<count).max(by: { abs(rows[$0][column]) < abs(rows[$1][column]) }),
        abs(rows[pivot][column]) > 1e-9
      else { return nil }
      rows.swapAt(column, pivot)
      for row in 0..<count where row != column {
        let factor = rows[row][column] / rows[column][column]
        for index in column...count { rows[row][index] -= factor * rows[column][index] }
      }
    }
    return (0..<count).map { rows[$0][count] / rows[$0][$0] }
  }
}
