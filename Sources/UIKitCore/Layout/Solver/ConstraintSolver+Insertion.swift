extension ConstraintSolver {
  /// Brings a constraint into the tableau, which stays feasible.
  /// - Returns: the constraints it contradicts, and then the tableau means what it meant before; nil when it is in.
  func insert(_ constraint: SolverConstraint) -> [SolverConstraint]? {
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
  func constraints(in row: SolverRow) -> [SolverConstraint] {
    var found: [SolverConstraint] = []
    for cell in row.cells {
      if let owner = owners[Int(cell.symbol)], !found.contains(where: { $0 === owner }) { found.append(owner) }
    }
    return found
  }

  /// Adds the errors of an optional constraint to its level of the objective, or with a factor of -1 takes them out.
  func addErrors(of constraint: SolverConstraint, times factor: Double) {
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

  /// What becomes basic for the artificial variable that is zero: a symbol that may, else the marker that is its own.
  private func replacement(in row: SolverRow, preferring marker: Int32) -> Int32? {
    row.cells.first { kinds[Int($0.symbol)].canEnter }?.symbol ?? (row.coefficient(of: marker) != 0 ? marker : nil)
  }
}
