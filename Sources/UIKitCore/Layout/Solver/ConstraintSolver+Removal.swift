extension ConstraintSolver {
  /// Takes a constraint out of the tableau, which stays feasible.
  func takeOut(_ constraint: SolverConstraint) {
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
}
