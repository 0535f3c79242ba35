import TestSupport
import UIKit

/// Random batches, reloads, scrolling, hands and resizes, at once and out of every callback UIKit allows them in,
/// against arrays.
///
/// A program first says what table it is about (`style`, `sizing`, `section`, ...), then what happens to it. What each
/// verb means stands in `TableScene`. Updates while something is due are an attack of their own, `PendingTableAttack`.
enum TableAttack: Attack {
  static let name = "table"
  static let stage = Stage.fakes

  static func program(using random: inout SeededRandom) -> [Step] {
    var steps = [
      Step("style", Int.random(in: 0..<3, using: &random)),
      Step("sizing", Int.random(in: 0..<TableScene.Sizing.allCases.count, using: &random)),
    ]
    if Bool.random(using: &random) { steps.append(Step("headers", Int.random(in: 1...2, using: &random))) }
    if Bool.random(using: &random) { steps.append(Step("multiple", 1)) }
    if Bool.random(using: &random) { steps.append(Step("edits", 1)) }
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      steps.append(Step("section", Int.random(in: 0...30, using: &random)))
    }
    steps.append(Step("show"))
    for _ in 0..<Int.random(in: 5...50, using: &random) { steps.append(step(&random)) }
    return steps
  }

  private static func step(_ random: inout SeededRandom) -> Step {
    func number(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
    if number(3) == 0 {
      var step = action(&random)
      step.occasion = TableScene.Occasion.allCases.randomElement(using: &random)?.rawValue
      return step
    }
    switch number(12) {
    case 0...3: return action(&random)
    case 4...6: return Step("frame", [1, 16, 16, 100, 250][number(5)])
    case 7: return Step("settle")
    case 8: return Step("wheel", Int.random(in: -5...5, using: &random), number(2), number(1000))
    case 9: return Step("finger", number(1000), number(1000))
    case 10:
      switch number(4) {
      case 0: return Step("lift")
      case 1: return Step("click", number(1000), number(1000))
      case 2: return Step("swipe", number(1000), Int.random(in: -250...250, using: &random))
      default: return Step("fling", number(1000), Int.random(in: -400...400, using: &random))
      }
    default:
      switch number(4) {
      case 0: return Step("window", 50 + number(600), 50 + number(800))
      default: return Step("key", number(TableScene.keys.count))
      }
    }
  }

  private static func action(_ random: inout SeededRandom) -> Step {
    func number(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
    switch number(33) {
    case 0...9: return Step("batch", number(100_000), 1 + number(8), number(4))
    case 10: return Step("quiet", number(100_000), 1 + number(8))
    case 11, 12: return Step("reload", number(100_000), number(8))
    case 13: return Step("heights", number(100_000), number(4))
    case 14...17: return Step("offset", number(1001), number(2))
    case 18, 19: return Step("scrollTo", number(1000), number(4), number(2))
    case 20, 21: return Step("select", number(1000), number(2), number(4))
    case 22: return Step("deselect", number(1000))
    case 23: return Step("editing", number(2), number(2))
    case 24: return Step("size", 60 + number(500), 60 + number(700))
    case 25: return Step("inset", number(80), number(80))
    case 26: return Step("header", number(3) * 60)
    case 27: return Step("footer", number(3) * 60)
    case 28: return Step("source", number(2))
    case 29: return Step("attached", number(2))
    case 30: return Step("layout")
    case 31: return Step("order", number(2))
    default: return Step("visible", number(1001), number(2))
    }
  }

  static func run(_ program: [Step], _ journal: Journal) throws(Mismatch) {
    let scene = TableScene(journal)
    defer { scene.close() }
    for step in program { try scene.carryOut(step) }
    try scene.finish()
  }
}
