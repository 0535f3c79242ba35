/// Resolves what a run sequence says by itself: marks and numbers, then brackets and neutrals, then the level each scalar
/// has by its type.
struct BidiResolver {
  let scalars: [Unicode.Scalar]
  private(set) var levels: [UInt8]
  /// The types of the sequence being resolved, by position in it.
  var work: [BidiClass] = []
  private let types: [BidiClass]

  init(scalars: [Unicode.Scalar], types: [BidiClass], levels: [UInt8]) {
    self.scalars = scalars
    self.types = types
    self.levels = levels
  }

  /// Sets the final levels of every scalar of `sequence`.
  mutating func resolve(_ sequence: BidiRunSequence) {
    work = sequence.indices.map { types[$0] }
    resolveMarksAndArabicNumbers(sequence)
    resolveSeparatorsAndTerminators()
    resolveEuropeanNumbers(sequence)
    resolveBrackets(sequence)
    resolveNeutrals(sequence)
    for (position, index) in sequence.indices.enumerated() {
      let isOdd = sequence.level & 1 == 1
      switch work[position] {
      case .L: if isOdd { levels[index] += 1 }
      case .R: if !isOdd { levels[index] += 1 }
      case .EN, .AN: levels[index] += isOdd ? 1 : 2
      default: break
      }
    }
  }

  /// Marks take the type of what they stand on; European digits after Arabic letters become Arabic ones; Arabic letters
  /// count as right to left.
  private mutating func resolveMarksAndArabicNumbers(_ sequence: BidiRunSequence) {
    var previous = sequence.start
    var strong = sequence.start
    for position in work.indices {
      if work[position] == .NSM {
        work[position] = previous.startsIsolate || previous == .PDI ? .ON : previous
      }
      previous = work[position]
      switch work[position] {
      case .L, .R, .AL: strong = work[position]
      case .EN: if strong == .AL { work[position] = .AN }
      default: break
      }
    }
    for position in work.indices where work[position] == .AL { work[position] = .R }
  }

  /// A separator between two numbers, and terminators beside one, belong to it; others are neutral.
  private mutating func resolveSeparatorsAndTerminators() {
    if work.count > 2 {
      for position in 1..<work.count - 1 {
        let before = work[position - 1]
        guard before == work[position + 1] else { continue }
        switch work[position] {
        case .ES: if before == .EN { work[position] = .EN }
        case .CS: if before == .EN || before == .AN { work[position] = before }
        default: break
        }
      }
    }
    var position = 0
    while position < work.count {
      guard work[position] == .ET else {
        position += 1
        continue
      }
      var end = position
      while end < work.count, work[end] == .ET { end += 1 }
      let touchesNumber =
        position > 0 && work[position - 1] == .EN || end < work.count && work[end] == .EN
      for terminator in position..<end { work[terminator] = touchesNumber ? .EN : .ON }
      position = end
    }
    for position in work.indices where work[position] == .ES || work[position] == .CS {
      work[position] = .ON
    }
  }

  /// European digits after left-to-right text count as left to right.
  private mutating func resolveEuropeanNumbers(_ sequence: BidiRunSequence) {
    var strong = sequence.start
    for position in work.indices {
      switch work[position] {
      case .L, .R: strong = work[position]
      case .EN: if strong == .L { work[position] = .L }
      default: break
      }
    }
  }

  /// Neutrals between two texts of one direction take it; others take that of the level.
  private mutating func resolveNeutrals(_ sequence: BidiRunSequence) {
    var position = 0
    while position < work.count {
      guard work[position].isNeutral else {
        position += 1
        continue
      }
      var end = position
      while end < work.count, work[end].isNeutral { end += 1 }
      let before = position == 0 ? sequence.start : BidiResolver.strong(work[position - 1])
      let after = end == work.count ? sequence.end : BidiResolver.strong(work[end])
      let direction = before == after ? before : sequence.direction
      for neutral in position..<end { work[neutral] = direction }
      position = end
    }
  }

  /// Numbers count as right to left among neutrals.
  static func strong(_ value: BidiClass) -> BidiClass { value == .L ? .L : .R }
}
