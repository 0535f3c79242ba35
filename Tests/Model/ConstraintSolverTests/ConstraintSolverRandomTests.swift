import ConstraintSolver
import Expectations
import RandomSupport
import Testing

@Suite struct ConstraintSolverRandomTests {
  @Test("meets small random systems as well as the best crossing of their lines", arguments: 0..<300)
  func optimality(seed: Int) {
    var random = SeededRandom(seed: seed)
    let solver = ConstraintSolver()
    let isLength = (0..<Int.random(in: 1...3, using: &random)).map { _ in Bool.random(using: &random) }
    let variables = isLength.map { solver.makeVariable(isLength: $0) }
    var kept: [RandomSystem.Line] = []
    for _ in 0..<Int.random(in: 1...8, using: &random) {
      let isRequired = Int.random(in: 0..<3, using: &random) == 0
      let line = RandomSystem.line(isLength.count, isRequired: isRequired, using: &random)
      let constraint = line.constraint(variables)
      solver.add(constraint)
      let isPossible = RandomSystem.bestViolations(kept + [line], isLength: isLength) != nil
      expectEqual(constraint.isBroken, !isPossible, "seed \(seed)")
      if !constraint.isBroken { kept.append(line) }
    }
    solver.solve()
    expectEqual(solver.brokenInvariants(), [], "seed \(seed)")
    let point = variables.map { solver.value(of: $0) }
    let found = RandomSystem.violations(kept) { $0.violation(at: point) }
    let best = RandomSystem.bestViolations(kept, isLength: isLength) ?? []
    for (a, b) in zip(found, best) { expect(abs(a - b) < 1e-6, "seed \(seed): \(found) instead of \(best)") }
  }

  @Test("after random additions, removals and edits it is as good as a solver that starts fresh", arguments: 0..<200)
  func equalsFreshSolve(seed: Int) {
    var random = SeededRandom(seed: seed)
    let solver = ConstraintSolver()
    let isLength = (0..<Int.random(in: 2...12, using: &random)).map { _ in Bool.random(using: &random) }
    let variables = isLength.map { solver.makeVariable(isLength: $0) }
    var lines: [(line: RandomSystem.Line, constraint: SolverConstraint)] = []
    for step in 0..<60 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<5:
        // Required ones seldom, so that conflicts do not take over.
        let isRequired = Int.random(in: 0..<5, using: &random) == 0
        let line = RandomSystem.line(isLength.count, isRequired: isRequired, using: &random)
        let constraint = line.constraint(variables)
        solver.add(constraint)
        lines.append((line, constraint))
      case 5..<7 where !lines.isEmpty:
        let index = Int.random(in: lines.indices, using: &random)
        solver.remove(lines.remove(at: index).constraint)
      case 7..<9 where !lines.isEmpty:
        let index = Int.random(in: lines.indices, using: &random)
        lines[index].line.constant = Double(Int.random(in: -20...20, using: &random))
        solver.setConstant(lines[index].line.constant, of: lines[index].constraint)
      default:
        solver.solve()
        expectEqual(solver.brokenInvariants(), [], "seed \(seed), step \(step)")
        compare(solver, variables, isLength, lines, "seed \(seed), step \(step)")
      }
    }
  }

  private func compare(
    _ solver: ConstraintSolver, _ variables: [SolverVariable], _ isLength: [Bool],
    _ lines: [(line: RandomSystem.Line, constraint: SolverConstraint)], _ place: String
  ) {
    let fresh = ConstraintSolver()
    let twins = isLength.map { fresh.makeVariable(isLength: $0) }
    let kept = lines.filter { !$0.constraint.isBroken }.map(\.line)
    for line in kept { fresh.add(line.constraint(twins)) }
    fresh.solve()
    expect(fresh.conflicts.isEmpty, "\(place): what is kept contradicts itself")
    let point = variables.map { solver.value(of: $0) }
    for line in kept where line.priority >= 1000 { expect(line.violation(at: point) < 1e-6, "\(place)") }
    for (value, isLength) in zip(point, isLength) where isLength { expect(value > -1e-6, "\(place)") }
    let best = twins.map { fresh.value(of: $0) }
    let found = RandomSystem.violations(kept) { $0.violation(at: point) }
    let expected = RandomSystem.violations(kept) { $0.violation(at: best) }
    for (a, b) in zip(found, expected) { expect(abs(a - b) < 1e-5, "\(place): \(found) instead of \(expected)") }
  }
}
