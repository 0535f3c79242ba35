import ConstraintSolver
import Expectations
import Testing

@Suite struct ConstraintSolverTests {
  private let solver = ConstraintSolver()

  private func fix(_ variable: SolverVariable, at value: Double, priority: Double = SolverConstraint.required)
    -> SolverConstraint
  {
    SolverConstraint([SolverTerm(variable)], constant: -value, .equal, priority: priority)
  }

  @Test("a chain of equal widths between two edges has its closed form", arguments: [1, 2, 3, 7, 20])
  func equalWidths(count: Int) {
    let lefts = (0..<count).map { _ in solver.makeVariable() }
    let widths = (0..<count).map { _ in solver.makeVariable(isLength: true) }
    let total = solver.makeVariable(isLength: true)
    let size = fix(total, at: 320)
    solver.add(size)
    for index in 0..<count {
      var terms = [SolverTerm(lefts[index])]
      if index > 0 { terms += [SolverTerm(lefts[index - 1], -1), SolverTerm(widths[index - 1], -1)] }
      solver.add(SolverConstraint(terms, constant: -8, .equal))
      if index > 0 {
        solver.add(SolverConstraint([SolverTerm(widths[index]), SolverTerm(widths[0], -1)], .equal))
      }
    }
    solver.add(
      SolverConstraint(
        [SolverTerm(total), SolverTerm(lefts[count - 1], -1), SolverTerm(widths[count - 1], -1)], constant: -8, .equal))
    for width in [320.0, 1000, 8 * Double(count + 1)] {
      solver.setConstant(-width, of: size)
      solver.solve()
      let expected = (width - 8 * Double(count + 1)) / Double(count)
      for index in 0..<count {
        expect(abs(solver.value(of: widths[index]) - expected) < 1e-6)
        expect(abs(solver.value(of: lefts[index]) - (8 + Double(index) * (expected + 8))) < 1e-6)
      }
      expectEqual(solver.brokenInvariants(), [])
      expect(solver.conflicts.isEmpty)
    }
  }

  @Test("one constraint of higher priority outweighs many of lower")
  func priorities() {
    let x = solver.makeVariable()
    for _ in 0..<50 { solver.add(fix(x, at: 0, priority: 250)) }
    solver.add(fix(x, at: 10, priority: 251))
    solver.solve()
    expectEqual(solver.value(of: x), 10)
  }

  @Test("of contradicting required constraints the youngest is left out and named with the others")
  func conflict() throws {
    let x = solver.makeVariable()
    let y = solver.makeVariable()
    let oldest = fix(x, at: 5)
    let link = SolverConstraint([SolverTerm(x), SolverTerm(y, -1)], .equal)
    let unrelated = SolverConstraint([SolverTerm(x)], .greaterOrEqual)
    let youngest = SolverConstraint([SolverTerm(y)], constant: -6, .greaterOrEqual)
    for constraint in [oldest, link, unrelated, youngest] { solver.add(constraint) }
    solver.solve()
    let found = try #require(solver.conflicts.first)
    expectEqual(solver.conflicts.count, 1)
    expect(found.broken === youngest)
    expectEqual(found.constraints.map(ObjectIdentifier.init), [oldest, link, youngest].map(ObjectIdentifier.init))
    expect(youngest.isBroken)
    expectEqual(solver.value(of: y), 5)
  }

  @Test("a broken constraint holds again once the others allow it")
  func revival() {
    let x = solver.makeVariable()
    let first = fix(x, at: 5)
    let second = fix(x, at: 6)
    solver.add(first)
    solver.add(second)
    solver.solve()
    expect(second.isBroken)
    solver.remove(first)
    solver.solve()
    expect(!second.isBroken)
    expectEqual(solver.value(of: x), 6)
    expectEqual(solver.conflicts.count, 1)
  }

  @Test("constants that contradict only until all are set break nothing")
  func editsTogether() {
    let x = solver.makeVariable()
    let first = fix(x, at: 5)
    let second = fix(x, at: 5)
    solver.add(first)
    solver.add(second)
    solver.solve()
    solver.setConstant(-7, of: first)
    solver.setConstant(-7, of: second)
    solver.solve()
    expect(solver.conflicts.isEmpty)
    expectEqual(solver.value(of: x), 7)
  }

  @Test("a constant that contradicts others breaks the youngest of them")
  func conflictByConstant() {
    let x = solver.makeVariable()
    let first = fix(x, at: 5)
    let limit = SolverConstraint([SolverTerm(x)], constant: -8, .lessOrEqual)
    solver.add(first)
    solver.add(limit)
    solver.solve()
    solver.setConstant(-9, of: first)
    solver.solve()
    expect(limit.isBroken)
    expectEqual(solver.value(of: x), 9)
    solver.setConstant(-2, of: first)
    solver.solve()
    expect(!limit.isBroken)
    expectEqual(solver.brokenInvariants(), [])
  }

  @Test("a length is never negative")
  func lengths() {
    let width = solver.makeVariable(isLength: true)
    solver.add(fix(width, at: -5, priority: 999))
    solver.solve()
    expectEqual(solver.value(of: width), 0)
    solver.add(fix(width, at: -5))
    solver.solve()
    expectEqual(solver.conflicts.count, 1)
  }

  @Test("changing a constant back and forth pivots only while something gives way")
  func cheapEdits() {
    let x = solver.makeVariable()
    let y = solver.makeVariable()
    let left = fix(x, at: 16)
    solver.add(left)
    solver.add(SolverConstraint([SolverTerm(y), SolverTerm(x, -1)], constant: -8, .equal))
    solver.solve()
    let pivots = solver.pivotCount
    for value in 0..<100 {
      solver.setConstant(-Double(value), of: left)
      solver.solve()
      expectEqual(solver.value(of: y), Double(value) + 8)
    }
    expectEqual(solver.pivotCount, pivots)
  }
}
