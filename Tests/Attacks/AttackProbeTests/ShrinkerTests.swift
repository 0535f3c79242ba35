import Expectations
import Testing

@testable import AttackProbe

@Suite("Attacks: shrinking")
struct ShrinkerTests {
  /// Steps with distinct verbs and numbers.
  private static func program(_ count: Int) -> [Step] {
    (0..<count).map { Step("step\($0)", 1000 + $0, 7 * $0) }
  }

  @Test("of a program that fails by two of its steps those two are left, in order", arguments: [2, 3, 17, 100])
  func twoSteps(count: Int) {
    let needed = ["step0", "step\(count - 1)"]
    let shrunk = Shrinker.shrink(Self.program(count)) { candidate in
      candidate.map(\.verb).filter(needed.contains) == needed
    }
    expectEqual(shrunk, needed.map { Step($0, 0, 0) })
  }

  @Test("numbers become as small as the failure allows, whatever their sign")
  func numbers() {
    let shrunk = Shrinker.shrink([Step("a", 9999, -9999, 12)]) { candidate in
      candidate.first.map { $0[0] >= 37 && $0[1] <= -5 } ?? false
    }
    expectEqual(shrunk, [Step("a", 37, -5, 0)])
  }

  @Test("a step waits for a callback only where the failure needs it")
  func occasions() {
    let program = [Step("a", on: "didScroll"), Step("b", on: "didScroll")]
    let shrunk = Shrinker.shrink(program) { candidate in
      candidate.map(\.verb) == ["a", "b"] && candidate[1].occasion != nil
    }
    expectEqual(shrunk, [Step("a"), Step("b", on: "didScroll")])
  }

  @Test("when the tries run out, what fails so far is given")
  func tries() {
    var runs = 0
    let shrunk = Shrinker.shrink(Self.program(64), tries: 10) { candidate in
      runs += 1
      return candidate.contains { $0.verb == "step63" }
    }
    expectEqual(runs, 10)
    expect(shrunk.contains { $0.verb == "step63" })
    expect(shrunk.count < 64)
  }

  @Test("a program that needs all its steps stays as it is")
  func minimal() {
    let program = [Step("a"), Step("b"), Step("c")]
    expectEqual(Shrinker.shrink(program) { $0 == program }, program)
  }

  @Test("programs are read as they are written")
  func text() throws {
    let program = [Step("style", 2), Step("batch", 12, -3, on: "didScroll"), Step("settle")]
    expectEqual(program.text, "style 2\non didScroll batch 12 -3\nsettle\n")
    try expectEqual([Step](text: "# a remark\n\n" + program.text), program)
    #expect(throws: ProgramError.self) { try [Step](text: "batch twelve") }
    #expect(throws: ProgramError.self) { try [Step](text: "on didScroll") }
  }
}
