extension ConstraintSolver {
  /// What a solved tableau promises, in words; empty when it keeps all of it. Called by tests.
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
