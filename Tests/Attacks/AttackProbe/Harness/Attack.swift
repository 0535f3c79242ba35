import TestSupport
import UIKit

/// A way of doing harm: random programs, and how to carry one out and see that nothing broke.
///
/// To add one, write a type, name it in `attacks`, and describe it in Documentation/Attacks.md. A program must do the
/// same whenever it is run, as far as its subject allows: what does not repeat cannot be shrunk.
@MainActor
protocol Attack {
  /// As given on the command line.
  static var name: String { get }
  /// What the programs run on.
  static var stage: Stage { get }
  /// After how many programs a process ends and another goes on; 1 for attacks on what a process does only once.
  static var programsPerProcess: Int { get }
  /// Seconds a single program may take on a busy machine before it counts as hanging.
  static var deadline: Double { get }
  /// Exit codes that are an honest answer beside 0.
  static var honestExits: Set<Int32> { get }
  /// Whether a process that ended otherwise was right to, by what it wrote on standard error.
  static func accepts(_ end: ChildRun.End, saying errors: String) -> Bool
  /// A random program.
  static func program(using random: inout SeededRandom) -> [Step]
  /// Called once in the process that runs programs, before its stage is set.
  static func prepareProcess(for program: [Step]?, _ journal: Journal)
  /// Carries a program out.
  /// - Throws: `Mismatch` when something is not as it has to be.
  static func run(_ program: [Step], _ journal: Journal) throws(Mismatch)
}

extension Attack {
  static var programsPerProcess: Int { 5000 }
  static var deadline: Double { 20 }
  static var honestExits: Set<Int32> { [] }
  static func prepareProcess(for program: [Step]?, _ journal: Journal) {}
  static func accepts(_ end: ChildRun.End, saying errors: String) -> Bool { false }
}

/// All attacks of this program.
@MainActor let attacks: [any Attack.Type] = [
  TableAttack.self, GridAttack.self, DiffableAttack.self, ImageAttack.self, TextAttack.self, FontAttack.self,
  NavigationAttack.self, ViewAttack.self, NumbersAttack.self, PendingTableAttack.self, PendingGridAttack.self,
  CollectionAttack.self,
]

/// An attack by its name; nil for an unknown name. `planted` is found too, which attacks nothing.
@MainActor func attack(named name: String) -> (any Attack.Type)? {
  (attacks + [PlantedAttack.self]).first { $0.name == name }
}

/// What an attack's programs run on.
enum Stage {
  /// `TestApplication`s of the attack's own: text, pixels, time and input are fakes.
  case fakes
  /// One application of SDL's without a window on the desktop; real text and pixels.
  case headless
}

/// Something is not as it has to be.
struct Mismatch: Error {
  /// What does not fit, in a word or two, the same for every program that finds this fault.
  let subject: String
  /// What was found in place of what.
  let detail: String

  init(_ subject: String, _ detail: String) {
    self.subject = subject
    self.detail = detail
  }
}

/// Writes a program down as a person would write it, while it runs; silent unless asked for.
@MainActor
struct Journal {
  let isOpen: Bool

  func say(_ line: @autoclosure () -> String) {
    guard isOpen else { return }
    write(line() + "\n", to: STDOUT_FILENO)
  }
}

/// Writes at once, so that nothing is lost when the process dies.
func write(_ text: String, to descriptor: Int32) {
  var text = text
  text.withUTF8 { _ = Foundation.write(descriptor, $0.baseAddress, $0.count) }
}
