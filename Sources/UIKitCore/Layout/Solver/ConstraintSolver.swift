/// Finds values for variables under linear constraints, and finds them again cheaply when something changes: the
/// Cassowary algorithm of Badros and Borning, an incremental simplex method.
///
/// The tableau holds one row for each basic symbol, an expression in the symbols that are not basic; those are zero.
/// An optional constraint adds the error by which it is missed to the objective. The objective has one row for each
/// priority in use, compared lexicographically, so that priorities never trade against each other.
///
/// Two things can be out of order between calls, and never both: rows whose value has the wrong sign (after a changed
/// constant; the dual simplex method repairs them) and an objective that can be lowered (after added or removed
/// constraints; the primal method does). `solve()` leaves neither.
///
/// Everything is decided by the lowest number of a symbol, so equal calls have equal results, and no pivoting cycles.
package final class ConstraintSolver {
  /// Required constraints that cannot all hold.
  package struct Conflict {
    /// Oldest first; the last one was left out.
    package let constraints: [SolverConstraint]
    /// The one that is left out until the others allow it.
    package var broken: SolverConstraint { constraints[constraints.count - 1] }
  }

  struct ObjectiveLevel {
    let priority: Double
    var row = SolverRow()
  }

  // MARK: Tableau

  // What every pivot reads and writes for each row is exempt from the run time's check for overlapping access, which
  // takes a quarter of a solution: no access outlasts the statement it is in, and none calls out of the solver.

  @exclusivity(unchecked) var rows: ContiguousArray<SolverRow> = []
  /// The basic symbol of each row.
  @exclusivity(unchecked) var basics: ContiguousArray<Int32> = []
  /// By descending priority.
  @exclusivity(unchecked) var objective: ContiguousArray<ObjectiveLevel> = []
  /// What the artificial variable of a constraint being added is worth; to be brought to zero.
  @exclusivity(unchecked) var artificialObjective: SolverRow?

  // MARK: Symbols

  @exclusivity(unchecked) var kinds: ContiguousArray<SymbolKind> = []
  /// The row in which each symbol is basic, or -1.
  @exclusivity(unchecked) var rowOfSymbol: ContiguousArray<Int32> = []
  /// The constraint each slack, error or dummy stands for.
  @exclusivity(unchecked) var owners: ContiguousArray<SolverConstraint?> = []
  private var unusedSymbols: ContiguousArray<Int32> = []

  // MARK: State

  /// A constant changed: rows may have the wrong sign.
  var isFeasible = true
  /// No constraint was added or removed since the last optimization.
  var isOptimal = true
  var broken: [SolverConstraint] = []
  /// Something changed since constraints were broken: they may hold now.
  var canRetryBroken = false
  private var nextAge = 0
  /// Lends its storage to the merging of rows.
  @exclusivity(unchecked) var scratch: ContiguousArray<SolverRow.Cell> = []

  /// Conflicts found since the caller last emptied the list, in order.
  package var conflicts: [Conflict] = []
  /// Pivots made so far, for tests and measurements.
  package internal(set) var pivotCount = 0

  package init() {}

  /// A new variable; it is 0 until constraints say otherwise.
  /// - Parameter isLength: whether it is never negative.
  package func makeVariable(isLength: Bool = false) -> SolverVariable {
    SolverVariable(symbol: makeSymbol(isLength ? .length : .free, owner: nil))
  }

  /// What the last `solve()` found.
  package func value(of variable: SolverVariable) -> Double {
    let row = rowOfSymbol[Int(variable.symbol)]
    return row < 0 ? 0 : rows[Int(row)].constant
  }

  /// Adds a constraint. A required one that contradicts others is left out and reported in `conflicts`.
  /// - Precondition: it is in no solver.
  package func add(_ constraint: SolverConstraint) {
    precondition(!constraint.isAdded, "the constraint is in a solver already")
    restoreFeasibility()
    nextAge += 1
    constraint.age = nextAge
    constraint.isAdded = true
    if let others = insert(constraint) { report(others + [constraint]) }
  }

  /// Removes a constraint that was added to this solver; no effect on another.
  package func remove(_ constraint: SolverConstraint) {
    guard constraint.isAdded else { return }
    constraint.isAdded = false
    if constraint.isBroken {
      constraint.isBroken = false
      broken.removeAll { $0 === constraint }
    } else {
      restoreFeasibility()
      // The repair may have broken it.
      if constraint.isBroken {
        constraint.isBroken = false
        broken.removeAll { $0 === constraint }
      } else {
        takeOut(constraint)
      }
    }
    canRetryBroken = true
  }

  /// Changes the constant of a constraint.
  /// - Complexity: O(rows); repairing what it upsets is left to `solve()`.
  package func setConstant(_ constant: Double, of constraint: SolverConstraint) {
    let change = constant - constraint.constant
    guard change != 0 else { return }
    constraint.constant = constant
    guard constraint.isAdded else { return }
    canRetryBroken = true
    guard !constraint.isBroken else { return }
    if !isOptimal { optimize() }
    shift(constraint.marker, by: change * constraint.markerSign)
    isFeasible = false
  }

  /// Brings all variables to values that meet the required constraints and come closest to the others.
  package func solve() {
    restoreFeasibility()
    if canRetryBroken { retryBroken() }
    if !isOptimal { optimize() }
  }

  // MARK: Conflicts

  /// Leaves the youngest of contradicting constraints out.
  /// - Returns: that one.
  @discardableResult
  func report(_ constraints: [SolverConstraint]) -> SolverConstraint {
    let conflict = Conflict(constraints: constraints.sorted { $0.age < $1.age })
    conflicts.append(conflict)
    conflict.broken.isBroken = true
    broken.append(conflict.broken)
    return conflict.broken
  }

  private func retryBroken() {
    canRetryBroken = false
    for constraint in broken.sorted(by: { $0.age < $1.age }) {
      constraint.isBroken = insert(constraint) != nil
    }
    broken.removeAll { !$0.isBroken }
  }

  // MARK: Symbols

  func makeSymbol(_ kind: SymbolKind, owner: SolverConstraint?) -> Int32 {
    if let symbol = unusedSymbols.popLast() {
      kinds[Int(symbol)] = kind
      owners[Int(symbol)] = owner
      return symbol
    }
    kinds.append(kind)
    owners.append(owner)
    rowOfSymbol.append(-1)
    return Int32(kinds.count - 1)
  }

  func release(_ symbol: Int32) {
    guard symbol >= 0 else { return }
    kinds[Int(symbol)] = .unused
    owners[Int(symbol)] = nil
    rowOfSymbol[Int(symbol)] = -1
    unusedSymbols.append(symbol)
  }

  // MARK: Rows

  func appendRow(_ row: SolverRow, basic: Int32) {
    rowOfSymbol[Int(basic)] = Int32(rows.count)
    rows.append(row)
    basics.append(basic)
  }

  func removeRow(_ index: Int) {
    rowOfSymbol[Int(basics[index])] = -1
    let last = rows.count - 1
    if index != last {
      rows.swapAt(index, last)
      basics.swapAt(index, last)
      rowOfSymbol[Int(basics[index])] = Int32(index)
    }
    rows.removeLast()
    basics.removeLast()
  }
}
