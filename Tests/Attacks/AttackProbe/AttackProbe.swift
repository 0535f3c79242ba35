import TestSupport
import UIKit

/// Attacks the framework through its public API with random programs, and shrinks those that do harm.
///
///     AttackProbe ATTACK --seed N --seconds S       programs from seed N on for S seconds, in processes of their own;
///                        [--faults N] [--keep DIR]  until N different faults are found, 1 without
///                        [--programs N]             N programs at most
///     AttackProbe ATTACK --program FILE [--narrate] one program; narrated as a person would write it
///     AttackProbe ATTACK --show N                   the program of a seed
///     AttackProbe --list                            the names of the attacks
///
/// Exit code 0 when all held, 1 after a failure, 3 for a program run by itself that found a mismatch.
@main
@MainActor
enum AttackProbe {
  static func main() {
    var words = CommandLine.arguments.dropFirst()
    if words.first == "--list" {
      for attack in attacks { print(attack.name) }
      return
    }
    guard let name = words.popFirst(), let attack = attack(named: name) else {
      usage("name one of the attacks: \(attacks.map { $0.name }.joined(separator: ", "))")
    }
    let options = Options(words)
    if let seed = options["--show"].flatMap({ Int($0) }) {
      var random = SeededRandom(seed: seed)
      print(attack.program(using: &random).text, terminator: "")
    } else if let file = options["--program"] {
      runProgram(in: file, of: attack, Journal(isOpen: options["--narrate"] != nil))
    } else if let seed = options["--child"].flatMap({ Int($0) }),
      let seconds = options["--seconds"].flatMap({ Double($0) }), let end = options["--before"].flatMap({ Int($0) })
    {
      Runner(attack, .seeds(seed..<end, seconds: seconds), Journal(isOpen: false)).start()
    } else if let seed = options["--seed"].flatMap({ Int($0) }),
      let seconds = options["--seconds"].flatMap({ Double($0) })
    {
      let faults = options["--faults"].flatMap { Int($0) } ?? 1
      let end = options["--programs"].flatMap { Int($0) }.map { seed + $0 } ?? .max
      supervise(attack, seeds: seed..<end, seconds: seconds, faults: faults, options["--keep"])
    } else {
      usage("--seed N --seconds S, --program FILE or --show N is missing")
    }
  }

  private static func runProgram(in file: String, of attack: any Attack.Type, _ journal: Journal) {
    guard let text = try? String(contentsOfFile: file, encoding: .utf8) else { usage("\(file) cannot be read") }
    do {
      Runner(attack, .program(try [Step](text: text)), journal).start()
    } catch {
      usage("\(file) has a line that is no step: \((error as? ProgramError)?.line ?? "")")
    }
  }

  private static func supervise(
    _ attack: any Attack.Type, seeds: Range<Int>, seconds: Double, faults: Int, _ keep: String?
  ) {
    do {
      let directory = URL(filePath: keep ?? FileManager.default.temporaryDirectory.appending(path: "attacks").path)
      try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
      var supervisor = Supervisor(attack: attack, directory: directory)
      let programs = try supervisor.run(seeds: seeds, seconds: seconds, faults: faults)
      print("\(attack.name) \(programs) programs from seed \(seeds.lowerBound)")
      for report in supervisor.reports { print(report) }
      if !supervisor.reports.isEmpty { exit(1) }
    } catch {
      usage("\(error)")
    }
  }

  private static func usage(_ complaint: String) -> Never {
    write("AttackProbe: \(complaint)\n", to: STDERR_FILENO)
    exit(64)
  }
}

/// Words of a command line by the option before them; an option without a word has an empty one.
private struct Options {
  private var values: [String: String] = [:]

  init(_ words: ArraySlice<String>) {
    for (index, word) in words.enumerated() where word.hasPrefix("--") {
      let next = words.dropFirst(index + 1).first
      values[word] = next.map { $0.hasPrefix("--") ? "" : $0 } ?? ""
    }
  }

  subscript(_ option: String) -> String? { values[option] }
}
