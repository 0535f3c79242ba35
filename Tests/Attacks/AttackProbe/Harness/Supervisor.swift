import TestSupport
import UIKit

/// Runs an attack's programs in child processes; one that fails is shrunk and told.
@MainActor
struct Supervisor {
  /// What a child process says of a program that failed.
  struct Fault {
    /// The same for all programs that find the same fault.
    let kind: String
    let detail: String
  }

  let attack: any Attack.Type
  /// Where programs are kept that failed.
  let directory: URL
  private let program: URL

  static let mismatchExit: Int32 = 3
  /// Seconds for shrinking one program.
  private static let patience = 60.0
  /// How often a program is run before it is said not to fail again.
  private static let attempts = 3

  /// What was found, a fault of a kind once.
  private(set) var reports: [String] = []
  private var kinds: Set<String> = []

  /// - Parameter program: the probe; the running program is, but in its tests.
  init(
    attack: any Attack.Type, directory: URL, program: URL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
  ) {
    self.attack = attack
    self.directory = directory
    self.program = program
  }

  /// Runs the programs of these seeds, for so many seconds or until so many different faults are found.
  /// - Returns: how many programs were run.
  mutating func run(seeds: Range<Int>, seconds: Double, faults: Int) throws -> Int {
    let end = ContinuousClock.now + .seconds(seconds)
    var next = seeds.lowerBound
    while ContinuousClock.now < end, next < seeds.upperBound, reports.count < faults {
      let child = try ChildRun(
        program,
        [
          attack.name, "--child", "\(next)", "--before", "\(seeds.upperBound)", "--seconds",
          "\((end - .now) / .seconds(1))",
        ])
      child.wait(deadline: attack.deadline)
      let begun = child.output.split(separator: "\n").last { $0.hasPrefix("program ") }
        .flatMap { Int($0.dropFirst("program ".count)) }
      let fault = fault(of: child)
      guard let begun else {
        reports.append("\(attack.name) did not begin: \(fault?.detail ?? child.errors)")
        break
      }
      next = begun + 1
      if let fault, kinds.insert(fault.kind).inserted { reports.append(try report(fault, seed: begun)) }
    }
    return next - seeds.lowerBound
  }

  /// Runs a single program.
  /// - Parameter deadline: in seconds; nil for the attack's.
  func fault(running steps: [Step], deadline: Double? = nil) -> Fault? {
    let file = directory.appending(path: "\(attack.name)-try.txt")
    guard (try? Data(steps.text.utf8).write(to: file)) != nil,
      let child = try? ChildRun(program, [attack.name, "--program", file.path])
    else { return nil }
    child.wait(deadline: deadline ?? attack.deadline)
    return fault(of: child)
  }

  private func fault(of child: ChildRun) -> Fault? {
    switch child.end {
    case .exit(0): return nil
    case let end where attack.accepts(end, saying: child.errors): return nil
    case .exit(let code) where attack.honestExits.contains(code): return nil
    case .exit(Self.mismatchExit):
      let line = child.errors.split(separator: "\n").last.map(String.init) ?? ""
      return Fault(kind: line.components(separatedBy: ": ").first ?? "", detail: line)
    case .exit(let code): return Fault(kind: "exit \(code)", detail: "ended with exit code \(code): \(child.errors)")
    case .signal(let number):
      let message = child.errors.components(separatedBy: "atal error: ").dropFirst().first ?? child.errors
      let line = message.split(separator: "\n").first.map(String.init) ?? ""
      let words = line.map { $0.isNumber ? "#" : $0 }
      return Fault(kind: "signal \(number) \(String(words))", detail: "ended by signal \(number): \(line)")
    case .hang: return Fault(kind: "hang", detail: "did not end within \(Int(attack.deadline)) s")
    case .flood: return Fault(kind: "flood", detail: "wrote without end: \(child.errors.prefix(200))")
    }
  }

  /// Shrinks the program of a seed and writes down what is known of it.
  private func report(_ fault: Fault, seed: Int) throws -> String {
    var random = SeededRandom(seed: seed)
    let whole = attack.program(using: &random)
    var lines = ["\(attack.name), seed \(seed): \(fault.detail)"]
    // What threads do may not happen again at once.
    guard (0..<Self.attempts).contains(where: { _ in self.fault(running: whole)?.kind == fault.kind }) else {
      lines.append("It did not fail again by itself. Repeat: AttackProbe \(attack.name) --seed \(seed) --seconds 1")
      return lines.joined(separator: "\n")
    }
    let end = ContinuousClock.now + .seconds(Self.patience)
    // Each try of a program that hangs takes the whole deadline, so that is shorter here.
    let deadline = fault.kind == "hang" ? attack.deadline / 8 : attack.deadline
    let shrunk = Shrinker.shrink(whole) { candidate in
      ContinuousClock.now < end && self.fault(running: candidate, deadline: deadline)?.kind == fault.kind
    }
    let file = directory.appending(path: "\(attack.name)-\(seed).txt")
    try Data(shrunk.text.utf8).write(to: file)
    let child = try ChildRun(program, [attack.name, "--program", file.path, "--narrate"])
    child.wait(deadline: attack.deadline)
    lines.append("Repeat: AttackProbe \(attack.name) --program \(file.path) --narrate")
    lines.append("Program (\(shrunk.count) of \(whole.count) steps):")
    lines += shrunk.map { "  \($0)" }
    lines.append("In words:")
    lines += child.output.split(separator: "\n").suffix(60).map { "  \($0)" }
    lines.append("  // \(self.fault(of: child)?.detail ?? "holds now")")
    return lines.joined(separator: "\n")
  }
}
