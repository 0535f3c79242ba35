/// Makes a program that fails as short as it can be while it still fails.
///
/// Delta debugging: leaves out halves, quarters, eighths of the steps, down to single ones, until none can be left out;
/// then makes the numbers smaller. What comes out is minimal in steps unless the tries run out.
struct Shrinker {
  /// Whether a program fails in the same way as the one to shrink; runs it.
  private let fails: ([Step]) -> Bool
  private var triesLeft: Int
  private(set) var program: [Step]

  /// - Parameters:
  ///   - program: one that fails.
  ///   - tries: how many programs may be run.
  init(_ program: [Step], tries: Int, fails: @escaping ([Step]) -> Bool) {
    self.program = program
    self.fails = fails
    triesLeft = tries
  }

  /// The shrunk program.
  static func shrink(_ program: [Step], tries: Int = 600, fails: @escaping ([Step]) -> Bool) -> [Step] {
    var shrinker = Shrinker(program, tries: tries, fails: fails)
    var before: [Step]
    repeat {
      before = shrinker.program
      shrinker.leaveOutSteps()
      shrinker.dropOccasions()
      shrinker.lowerNumbers()
    } while shrinker.program != before && shrinker.triesLeft > 0
    return shrinker.program
  }

  private mutating func takes(_ candidate: [Step]) -> Bool {
    guard triesLeft > 0, candidate != program else { return false }
    triesLeft -= 1
    guard fails(candidate) else { return false }
    program = candidate
    return true
  }

  /// Leaves out ranges of steps, from halves down to single steps.
  private mutating func leaveOutSteps() {
    var length = max(1, program.count / 2)
    while true {
      // From the end: what follows the failure goes first.
      var end = program.count
      while end > 0 {
        let start = max(0, end - length)
        var candidate = program
        candidate.removeSubrange(start..<end)
        _ = takes(candidate)
        end = start
      }
      guard length > 1 else { return }
      length /= 2
    }
  }

  /// Carries steps out at once that a callback was to carry out.
  private mutating func dropOccasions() {
    for index in program.indices where program[index].occasion != nil {
      var candidate = program
      candidate[index].occasion = nil
      _ = takes(candidate)
    }
  }

  /// Brings each number as near to 0 as halving and counting down do.
  private mutating func lowerNumbers() {
    for step in program.indices {
      for place in program[step].numbers.indices {
        while program[step].numbers[place] != 0 {
          let value = program[step].numbers[place]
          if lower(step, place, to: 0) || lower(step, place, to: value / 2)
            || lower(step, place, to: value - value.signum())
          {
            continue
          }
          break
        }
      }
    }
  }

  private mutating func lower(_ step: Int, _ place: Int, to value: Int) -> Bool {
    var candidate = program
    candidate[step].numbers[place] = value
    return takes(candidate)
  }
}
