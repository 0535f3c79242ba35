extension ConstraintSolver {
  /// How far below zero a value may lie, in points, before it counts as negative.
  static let tolerance = 1e-7

  /// Pivots after which a method stops though it has not arrived: rounding must have led it astray, for by the choice
  /// of symbols it cannot cycle.
  private var pivotLimit: Int { 1000 + 20 * rows.count }

  // MARK: Primal

  /// Lowers the objective, level by level, to its minimum.
  func optimize() {
    minimize { self.entry() }
    isOptimal = true
  }

  /// Pivots until `entry` finds nothing to bring into the basis.
  func minimize(_ entry: () -> Int32?) {
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
  func isBefore(_ row: Int, _ ratio: Double, _ other: (row: Int, ratio: Double)) -> Bool {
    if abs(ratio - other.ratio) > SolverRow.epsilon { return ratio < other.ratio }
    return basics[row] < basics[other.row]
  }

  // MARK: Dual

  /// Repairs rows whose value got the wrong sign, keeping the objective at its minimum. Constraints that cannot hold
  /// together are reported, and the youngest of them is left out.
  func restoreFeasibility() {
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
  func pivot(_ entering: Int32, intoRow index: Int) {
    pivotCount += 1
    let leaving = basics[index]
    rows[index].solve(for: entering, leaving: leaving)
    rowOfSymbol[Int(leaving)] = -1
    rowOfSymbol[Int(entering)] = Int32(index)
    basics[index] = entering
    substitute(entering, by: rows[index], except: index)
  }

  /// Puts an expression in the place of a symbol, everywhere but in the row it comes from.
  func substitute(_ symbol: Int32, by row: SolverRow, except origin: Int = -1) {
    for index in rows.indices where index != origin {
      rows[index].substitute(symbol, by: row, scratch: &scratch)
    }
    for index in objective.indices { objective[index].row.substitute(symbol, by: row, scratch: &scratch) }
    artificialObjective?.substitute(symbol, by: row, scratch: &scratch)
  }

  /// Measures a symbol from another zero: `old = new + distance` wherever it occurs.
  func shift(_ symbol: Int32, by distance: Double) {
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
}
