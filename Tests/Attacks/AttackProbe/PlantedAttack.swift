import TestSupport
import UIKit

/// Attacks nothing: its programs do to their own process what an attack has to find. For tests of the machinery.
enum PlantedAttack: Attack {
  static let name = "planted"
  static let stage = Stage.fakes
  static let deadline = 2.0
  static let honestExits: Set<Int32> = [69]

  /// Steps that do no harm, but for one of great number now and then.
  static func program(using random: inout SeededRandom) -> [Step] {
    (0..<30).map { _ in
      Step("step", Int.random(in: 0..<1000, using: &random))
    }
  }

  static func run(_ program: [Step], _ journal: Journal) throws(Mismatch) {
    var greatest = 0
    for step in program {
      journal.say("// step \(step)")
      switch step.verb {
      case "step": greatest = max(greatest, step[0])
      case "trap": fatalError("planted at \(step[0])")
      case "hang": while true { usleep(1000) }
      case "flood": while true { write(String(repeating: "flood\n", count: 1000), to: STDERR_FILENO) }
      case "memory": withExtendedLifetime([UInt8](repeating: 1, count: 8 << 30)) {}
      case "exit": exit(Int32(step[0]))
      default: throw Mismatch("program", "no step is named \(step.verb)")
      }
    }
    // Some random programs fail, all those with a great number.
    if greatest >= 995 { throw Mismatch("planted", "the greatest is \(greatest)") }
  }
}
