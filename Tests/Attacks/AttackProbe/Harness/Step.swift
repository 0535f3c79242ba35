import UIKit

/// One step of a program: a verb and its numbers, perhaps to be carried out by a callback only.
///
/// As a line of text: `batch 12 3`, or `on didScroll batch 12 3`. Numbers are taken modulo what the state allows when
/// the step is carried out, so that a program stays one when steps are left out or numbers become smaller.
struct Step: Hashable, Sendable, CustomStringConvertible {
  /// The callback that carries the step out the next time it is called; nil for at once.
  var occasion: String?
  var verb: String
  var numbers: [Int]

  init(_ verb: String, _ numbers: Int..., on occasion: String? = nil) {
    self.occasion = occasion
    self.verb = verb
    self.numbers = numbers
  }

  /// Reads a line; nil when it is not a line of a program.
  init?(line: some StringProtocol) {
    var words = line.split(separator: " ")[...]
    if words.first == "on" {
      guard words.count > 2 else { return nil }
      occasion = String(words[words.startIndex + 1])
      words = words.dropFirst(2)
    }
    guard let verb = words.popFirst() else { return nil }
    let numbers = words.map { Int($0) }
    guard !numbers.contains(nil) else { return nil }
    self.verb = String(verb)
    self.numbers = numbers.compactMap(\.self)
  }

  var description: String {
    ((occasion.map { ["on", $0] } ?? []) + [verb] + numbers.map(String.init)).joined(separator: " ")
  }

  /// A number by its place; 0 for one that is not there.
  subscript(_ index: Int) -> Int { numbers.indices.contains(index) ? numbers[index] : 0 }

  /// A number between 0 and `count` exclusive, by its place; 0 when `count` is 0.
  func choice(_ index: Int, of count: Int) -> Int { count > 0 ? Int(self[index].magnitude % UInt(count)) : 0 }

  /// Whether a number is odd.
  func flag(_ index: Int) -> Bool { self[index] % 2 != 0 }
}

extension [Step] {
  /// Reads a program, a step a line; empty lines and those that begin with # are passed over.
  /// - Throws: `ProgramError` naming the first line that is no step.
  init(text: String) throws {
    self = []
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      guard let step = Step(line: line) else { throw ProgramError(line: String(line)) }
      append(step)
    }
  }

  var text: String { map { "\($0)\n" }.joined() }
}

/// A line that is no step.
struct ProgramError: Error {
  let line: String
}
