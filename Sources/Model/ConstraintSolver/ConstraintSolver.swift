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

  private struct ObjectiveLevel {
    let priority: Double
    var row = SolverRow()
  }

  // MARK: Tableau

  // `rows` and `scratch`, which a pivot changes for each row, are exempt from the run time's check for overlapping access:
  // no access outlasts its statement, and none calls out of the solver.

  @exclusivity(unchecked) private var rows: ContiguousArray<SolverRow> = []
  /// The basic symbol of each row.
  private var basics: ContiguousArray<Int32> = []
  /// By descending priority.
  private var objective: ContiguousArray<ObjectiveLevel> = []
  /// The row of the artificial variable of a constraint being added; the solver brings it to zero.
  private var artificialObjective: SolverRow?

  // MARK: Symbols

  private var kinds: ContiguousArray<SymbolKind> = []
  /// The row in which each symbol is basic, or -1.
  private var rowOfSymbol: ContiguousArray<Int32> = []
  /// The constraint each slack, error or dummy stands for.
  private var owners: ContiguousArray<SolverConstraint?> = []
  private var unusedSymbols: ContiguousArray<Int32> = []

  // MARK: State

  /// A constant changed: rows may have the wrong sign.
  private var isFeasible = true
  /// No constraint was added or removed since the last optimization.
  private var isOptimal = true
  private var broken: [SolverConstraint] = []
  /// Something changed since constraints were broken: they may hold now.
  private var canRetryBroken = false
  private var nextAge = 0
  /// Lends its storage to the merging of rows.
  @exclusivity(unchecked) private var scratch: ContiguousArray<SolverRow.Cell> = []

  /// Conflicts found since the caller last emptied the list, in order.
  package var conflicts: [Conflict] = []
  /// Pivots made so far, for tests and measurements.
  package private(set) var pivotCount = 0

  package init() {}

  /// A new variable; it is 0 until constraints say otherwise.
  /// - Parameter isLength: whether it is never negative.
  package func makeVariable(isLength: Bool = false) -> SolverVariable {
    SolverVariable(symbol: makeSymbol(isLength ? .length : .free, owner: nil))
  }

  /// The value of a variable in the last solution by `solve()`.
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
  private func report(_ constraints: [SolverConstraint]) -> SolverConstraint {
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

  private func makeSymbol(_ kind: SymbolKind, owner: SolverConstraint?) -> Int32 {
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

  private func release(_ symbol: Int32) {
    guard symbol >= 0 else { return }
    kinds[Int(symbol)] = .unused
    owners[Int(symbol)] = nil
    rowOfSymbol[Int(symbol)] = -1
    unusedSymbols.append(symbol)
  }

  // MARK: Rows

  private func appendRow(_ row: SolverRow, basic: Int32) {
    rowOfSymbol[Int(basic)] = Int32(rows.count)
    rows.append(row)
    basics.append(basic)
  }

  private func removeRow(_ index: Int) {
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

  // MARK: Bringing constraints in

  /// Brings a constraint into the tableau, which stays feasible.
  /// - Returns: the constraints it contradicts, and then the tableau means what it meant before; nil when it is in.
  private func insert(_ constraint: SolverConstraint) -> [SolverConstraint]? {
    var row = expression(of: constraint)
    addMarkers(of: constraint, to: &row)
    if row.constant < 0 { row.multiply(by: -1) }

    if let subject = subject(of: row, for: constraint) {
      row.solve(for: subject)
      substitute(subject, by: row)
      appendRow(row, basic: subject)
    } else if row.cells.allSatisfy({ kinds[Int($0.symbol)] == .dummy }) {
      // Nothing left to decide: the equation follows from others, or contradicts them.
      guard abs(row.constant) <= Self.tolerance else { return withdraw(constraint, contradicting: row) }
      row.solve(for: constraint.marker)
      row.constant = 0
      appendRow(row, basic: constraint.marker)
    } else if let contradiction = insertWithArtificialVariable(row, marker: constraint.marker) {
      return withdraw(constraint, contradicting: contradiction)
    }
    if !constraint.isRequired { addErrors(of: constraint, times: 1) }
    isOptimal = false
    return nil
  }

  /// The constraint's sum in terms of symbols that are not basic.
  private func expression(of constraint: SolverConstraint) -> SolverRow {
    var row = SolverRow(constant: constraint.constant)
    for term in constraint.terms {
      let symbol = term.variable.symbol
      let basicRow = rowOfSymbol[Int(symbol)]
      if basicRow < 0 {
        row.add(symbol, times: term.coefficient)
      } else {
        row.add(rows[Int(basicRow)], times: term.coefficient, scratch: &scratch)
      }
    }
    return row
  }

  /// Makes the equation of the constraint: its sum, slack and errors are zero together.
  private func addMarkers(of constraint: SolverConstraint, to row: inout SolverRow) {
    let sign = constraint.markerSign
    if constraint.relation != .equal {
      constraint.marker = makeSymbol(.slack, owner: constraint)
    } else {
      constraint.marker = makeSymbol(constraint.isRequired ? .dummy : .error, owner: constraint)
    }
    row.add(constraint.marker, times: sign)
    guard !constraint.isRequired else { return }
    constraint.other = makeSymbol(.error, owner: constraint)
    row.add(constraint.other, times: -sign)
  }

  /// A symbol the equation can be solved for at once: a free variable, else a slack or error of the constraint itself
  /// whose value comes out positive.
  private func subject(of row: SolverRow, for constraint: SolverConstraint) -> Int32? {
    for cell in row.cells where kinds[Int(cell.symbol)] == .free { return cell.symbol }
    for symbol in [constraint.marker, constraint.other] where symbol >= 0 && kinds[Int(symbol)] != .dummy {
      if row.coefficient(of: symbol) < 0 { return symbol }
    }
    return nil
  }

  /// Takes back the symbols of a constraint that was not inserted.
  private func withdraw(_ constraint: SolverConstraint, contradicting row: SolverRow) -> [SolverConstraint] {
    release(constraint.marker)
    release(constraint.other)
    constraint.marker = -1
    constraint.other = -1
    return constraints(in: row).filter { $0 !== constraint }
  }

  /// The constraints whose markers occur in a row, each once.
  private func constraints(in row: SolverRow) -> [SolverConstraint] {
    var found: [SolverConstraint] = []
    for cell in row.cells {
      if let owner = owners[Int(cell.symbol)], !found.contains(where: { $0 === owner }) { found.append(owner) }
    }
    return found
  }

  /// Adds the errors of an optional constraint to its level of the objective, or with a factor of -1 takes them out.
  private func addErrors(of constraint: SolverConstraint, times factor: Double) {
    let level = level(constraint.priority)
    for symbol in [constraint.marker, constraint.other] where symbol >= 0 && kinds[Int(symbol)] == .error {
      let row = rowOfSymbol[Int(symbol)]
      if row < 0 {
        objective[level].row.add(symbol, times: factor)
      } else {
        objective[level].row.add(rows[Int(row)], times: factor, scratch: &scratch)
      }
    }
  }

  private func level(_ priority: Double) -> Int {
    let index = objective.firstIndex { $0.priority <= priority } ?? objective.count
    if index == objective.count || objective[index].priority != priority {
      objective.insert(ObjectiveLevel(priority: priority), at: index)
    }
    return index
  }

  /// The first phase of the simplex method for one row: a variable that makes the equation hold is added, and driven
  /// to zero.
  /// - Returns: nil when it got there; else what is left of its objective, which names the constraints in the way.
  private func insertWithArtificialVariable(_ row: SolverRow, marker: Int32) -> SolverRow? {
    let artificial = makeSymbol(.slack, owner: nil)
    appendRow(row, basic: artificial)
    artificialObjective = row
    minimize { self.artificialEntry() }
    isOptimal = false
    let rest = artificialObjective ?? SolverRow()
    artificialObjective = nil
    let isReached = abs(rest.constant) <= Self.tolerance

    let basicRow = Int(rowOfSymbol[Int(artificial)])
    if basicRow >= 0 {
      if isReached, let entering = replacement(in: rows[basicRow], preferring: marker) {
        pivot(entering, intoRow: basicRow)
      } else {
        removeRow(basicRow)
      }
    }
    for index in rows.indices { rows[index].remove(artificial) }
    for index in objective.indices { objective[index].row.remove(artificial) }
    release(artificial)
    return isReached ? nil : rest
  }

  private func artificialEntry() -> Int32? {
    guard let row = artificialObjective else { return nil }
    return row.cells.first { $0.coefficient < -SolverRow.epsilon && kinds[Int($0.symbol)].canEnter }?.symbol
  }

  /// The symbol that becomes basic in place of the artificial variable at zero: one that is allowed to, else its
  /// marker.
  private func replacement(in row: SolverRow, preferring marker: Int32) -> Int32? {
    row.cells.first { kinds[Int($0.symbol)].canEnter }?.symbol ?? (row.coefficient(of: marker) != 0 ? marker : nil)
  }

  // MARK: Taking constraints out

  /// Takes a constraint out of the tableau, which stays feasible.
  private func takeOut(_ constraint: SolverConstraint) {
    if !constraint.isRequired { addErrors(of: constraint, times: -1) }
    let marker = constraint.marker
    let row = rowOfSymbol[Int(marker)]
    if row >= 0 {
      removeRow(Int(row))
    } else if let leaving = rowToLeave(for: marker) {
      pivot(marker, intoRow: leaving)
      removeRow(leaving)
    }
    purge(constraint.other)
    release(marker)
    release(constraint.other)
    constraint.marker = -1
    constraint.other = -1
    isOptimal = false
  }

  /// The row in which a marker becomes basic before it is removed. Only there may a value turn negative, that of the
  /// marker itself, which is about to go; so the rows are asked in this order:
  /// - redundant equations, which hold dummies alone;
  /// - rows the marker lowers, the first to reach zero;
  /// - rows it raises, the first to reach zero as the marker turns negative;
  /// - free variables.
  private func rowToLeave(for marker: Int32) -> Int? {
    var lowered: (row: Int, ratio: Double)?
    var raised: (row: Int, ratio: Double)?
    var free: Int?
    for index in rows.indices {
      let coefficient = rows[index].coefficient(of: marker)
      guard coefficient != 0 else { continue }
      let kind = kinds[Int(basics[index])]
      if kind == .dummy { return index }
      guard kind.isRestricted else {
        free = free ?? index
        continue
      }
      let ratio = rows[index].constant / abs(coefficient)
      if coefficient < 0 {
        if lowered.map({ isBefore(index, ratio, $0) }) ?? true { lowered = (index, ratio) }
      } else if raised.map({ isBefore(index, ratio, $0) }) ?? true {
        raised = (index, ratio)
      }
    }
    return lowered?.row ?? raised?.row ?? free
  }

  /// Removes what rounding may have left of a symbol.
  private func purge(_ symbol: Int32) {
    guard symbol >= 0 else { return }
    let row = rowOfSymbol[Int(symbol)]
    if row >= 0 { removeRow(Int(row)) }
    for index in rows.indices { rows[index].remove(symbol) }
    for index in objective.indices { objective[index].row.remove(symbol) }
  }

  // MARK: The simplex methods

  /// How far below zero a value may lie, in points, before it counts as negative.
  private static let tolerance = 1e-7

  /// Pivots after which a method stops though it has not arrived: rounding must have led it astray, for by the choice
  /// of symbols it cannot cycle.
  private var pivotLimit: Int { 1000 + 20 * rows.count }

  // MARK: Primal

  /// Lowers the objective, level by level, to its minimum.
  private func optimize() {
    minimize { self.entry() }
    isOptimal = true
  }

  /// Pivots until `entry` finds nothing to bring into the basis.
  private func minimize(_ entry: () -> Int32?) {
    for _ in 0..<pivotLimit {
      guard let entering = entry(), let leaving = firstToReachZero(raising: entering) else { return }
      pivot(entering, intoRow: leaving)
    }
  }

  /// A symbol whose growth lowers a level of the objective without raising one above (Bland: the lowest).
  private func entry() -> Int32? {
    for level in objective.indices {
      for cell in objective[level].row.cells
      where cell.coefficient < -SolverRow.epsilon && kinds[Int(cell.symbol)].canEnter
        && !raises(cell.symbol, above: level)
      {
        return cell.symbol
      }
    }
    return nil
  }

  private func raises(_ symbol: Int32, above level: Int) -> Bool {
    for higher in 0..<level where objective[higher].row.coefficient(of: symbol) > SolverRow.epsilon { return true }
    return false
  }

  /// The ratio test: the row of the restricted symbol that is the first to become zero as `symbol` grows.
  private func firstToReachZero(raising symbol: Int32) -> Int? {
    var best: (row: Int, ratio: Double)?
    for index in rows.indices where kinds[Int(basics[index])].isRestricted {
      let coefficient = rows[index].coefficient(of: symbol)
      guard coefficient < -SolverRow.epsilon else { continue }
      let ratio = max(0, rows[index].constant) / -coefficient
      if best.map({ isBefore(index, ratio, $0) }) ?? true { best = (index, ratio) }
    }
    return best?.row
  }

  /// Whether a row comes before another in a ratio test: by ratio, then by the number of its symbol.
  private func isBefore(_ row: Int, _ ratio: Double, _ other: (row: Int, ratio: Double)) -> Bool {
    if abs(ratio - other.ratio) > SolverRow.epsilon { return ratio < other.ratio }
    return basics[row] < basics[other.row]
  }

  // MARK: Dual

  /// Repairs rows whose value got the wrong sign, keeping the objective at its minimum. Constraints that cannot hold
  /// together are reported, and the youngest of them is left out.
  private func restoreFeasibility() {
    guard !isFeasible else { return }
    isFeasible = true
    var limit = pivotLimit
    while limit > 0, let row = wrongRow() {
      limit -= 1
      if kinds[Int(basics[row])] != .dummy, let entering = dualEntry(row) {
        pivot(entering, intoRow: row)
      } else {
        // No values can repair the row: some required constraints contradict each other.
        return rebuild()
      }
    }
  }

  /// Adds all constraints anew, oldest first, so that of those in conflict the youngest are found and left out.
  private func rebuild() {
    var kept: [SolverConstraint] = []
    for case let owner? in owners where kept.last !== owner { kept.append(owner) }
    kept.sort { $0.age < $1.age }
    rows.removeAll(keepingCapacity: true)
    basics.removeAll(keepingCapacity: true)
    objective.removeAll(keepingCapacity: true)
    for symbol in rowOfSymbol.indices { rowOfSymbol[symbol] = -1 }
    for constraint in kept where constraint.marker >= 0 {
      release(constraint.marker)
      release(constraint.other)
      constraint.marker = -1
      constraint.other = -1
    }
    var last: SolverConstraint?
    for constraint in kept where constraint !== last {
      last = constraint
      if let others = insert(constraint) { report(others + [constraint]) }
    }
  }

  /// Of the rows with a value of the wrong sign, that of the lowest symbol.
  private func wrongRow() -> Int? {
    var found: Int?
    for index in rows.indices {
      let kind = kinds[Int(basics[index])]
      let value = rows[index].constant
      let isWrong = kind == .dummy ? abs(value) > Self.tolerance : kind.isRestricted && value < -Self.tolerance
      if isWrong, found.map({ basics[index] < basics[$0] }) ?? true { found = index }
    }
    return found
  }

  /// Of the symbols that raise a row's value, the one that costs the objective least.
  private func dualEntry(_ row: Int) -> Int32? {
    var best: SolverRow.Cell?
    for cell in rows[row].cells where cell.coefficient > SolverRow.epsilon && kinds[Int(cell.symbol)].canEnter {
      if best.map({ isCheaper(cell, $0) }) ?? true { best = cell }
    }
    return best?.symbol
  }

  private func isCheaper(_ a: SolverRow.Cell, _ b: SolverRow.Cell) -> Bool {
    for level in objective {
      let costOfA = level.row.coefficient(of: a.symbol) / a.coefficient
      let costOfB = level.row.coefficient(of: b.symbol) / b.coefficient
      if abs(costOfA - costOfB) > SolverRow.epsilon { return costOfA < costOfB }
    }
    return a.symbol < b.symbol
  }

  // MARK: Pivoting

  /// Exchanges a symbol that is not basic with the basic one of a row.
  private func pivot(_ entering: Int32, intoRow index: Int) {
    pivotCount += 1
    let leaving = basics[index]
    rows[index].solve(for: entering, leaving: leaving)
    rowOfSymbol[Int(leaving)] = -1
    rowOfSymbol[Int(entering)] = Int32(index)
    basics[index] = entering
    substitute(entering, by: rows[index], except: index)
  }

  /// Puts an expression in the place of a symbol, everywhere but in the row it comes from.
  private func substitute(_ symbol: Int32, by row: SolverRow, except origin: Int = -1) {
    for index in rows.indices where index != origin {
      rows[index].substitute(symbol, by: row, scratch: &scratch)
    }
    for index in objective.indices { objective[index].row.substitute(symbol, by: row, scratch: &scratch) }
    artificialObjective?.substitute(symbol, by: row, scratch: &scratch)
  }

  /// Measures a symbol from another zero: `old = new + distance` wherever it occurs.
  private func shift(_ symbol: Int32, by distance: Double) {
    let row = rowOfSymbol[Int(symbol)]
    if row >= 0 {
      rows[Int(row)].constant -= distance
      return
    }
    for index in rows.indices { rows[index].constant += distance * rows[index].coefficient(of: symbol) }
    for index in objective.indices {
      objective[index].row.constant += distance * objective[index].row.coefficient(of: symbol)
    }
  }

  // MARK: Checking

  /// The invariants of a solved tableau that do not hold, in words; empty for a sound tableau. Called by tests.
  /// - Complexity: O(size of the tableau).
  package func brokenInvariants() -> [String] {
    var found: [String] = []
    for (index, row) in rows.enumerated() {
      let basic = basics[index]
      let kind = kinds[Int(basic)]
      if rowOfSymbol[Int(basic)] != Int32(index) { found.append("symbol \(basic) does not know its row") }
      if kind.isRestricted, row.constant < -Self.tolerance { found.append("\(kind) \(basic) is \(row.constant)") }
      if kind == .dummy, abs(row.constant) > Self.tolerance { found.append("dummy \(basic) is \(row.constant)") }
      for cell in row.cells {
        let other = kinds[Int(cell.symbol)]
        if rowOfSymbol[Int(cell.symbol)] >= 0 { found.append("basic \(cell.symbol) occurs in a row") }
        if other == .unused { found.append("released \(cell.symbol) occurs in a row") }
        if other == .free, kind != .free { found.append("free \(cell.symbol) occurs in the row of a \(kind)") }
      }
      for (a, b) in zip(row.cells, row.cells.dropFirst()) where a.symbol >= b.symbol {
        found.append("cells of row \(index) are not sorted")
      }
    }
    for (level, objective) in objective.enumerated() {
      for cell in objective.row.cells where cell.coefficient < -1e-6 && kinds[Int(cell.symbol)].canEnter {
        let isHeld = (0..<level).contains { self.objective[$0].row.coefficient(of: cell.symbol) > SolverRow.epsilon }
        if !isHeld { found.append("objective of priority \(objective.priority) can be lowered by \(cell.symbol)") }
      }
    }
    return found
  }
}
