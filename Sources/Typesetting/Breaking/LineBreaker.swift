/// Finds where a line may break, fed one grapheme cluster after another.
///
/// Follows Unicode Standard Annex #14 over the classes of `LineBreakClass`. Works on
/// clusters, so a break inside one cannot happen. Holds a few bytes: reading on
/// stops as soon as the caller has enough.
struct LineBreaker {
  /// What may happen between two clusters.
  enum Opportunity: Equatable {
    /// They stay together.
    case prohibited
    /// The line may end here.
    case allowed
    /// The line ends here.
    case mandatory
  }

  /// The class last fed, spaces aside; `nil` at the start of text.
  private var previous: LineBreakClass?
  /// Whether spaces have come since.
  private var spaced = false
  /// A hyphen that follows Hebrew (LB21a).
  private var hyphenAfterHebrew = false

  /// Whether the last cluster was a letter: to feed another one answers `prohibited` and changes nothing.
  var isAfterLetter: Bool { previous == .AL && !spaced && !hyphenAfterHebrew }

  /// The opportunity before a cluster of class `next`, which becomes the last one fed.
  mutating func feed(_ next: LineBreakClass) -> Opportunity {
    defer { advance(next) }
    guard let previous else { return .prohibited }
    if previous == .BK { return .mandatory }
    switch next {
    case .BK, .SP, .ZW: return .prohibited
    case .WJ where !spaced: return .prohibited
    case .CL, .CP, .EX, .IS, .SY:
      return previous == .ZW ? .allowed : .prohibited
    default: break
    }
    return spaced ? acrossSpaces(previous, next) : adjacent(previous, next)
  }

  private mutating func advance(_ next: LineBreakClass) {
    if next == .SP, previous != nil, previous != .BK {
      spaced = true
      return
    }
    hyphenAfterHebrew = (next == .HY || next == .BA) && previous == .HL && !spaced
    // A line that starts with spaces may break after them.
    spaced = next == .SP
    previous = next == .SP ? .AL : next
  }

  /// LB8, LB14 to LB18.
  private func acrossSpaces(_ previous: LineBreakClass, _ next: LineBreakClass) -> Opportunity {
    switch (previous, next) {
    case (.OP, _), (.OW, _), (.QU, .OP), (.QU, .OW), (.CL, .NS), (.CP, .NS), (.B2, .B2): .prohibited
    default: .allowed
    }
  }

  /// LB8 and LB11 to LB31 where no space stands between.
  private func adjacent(_ previous: LineBreakClass, _ next: LineBreakClass) -> Opportunity {
    switch (previous, next) {
    case (.ZW, _): return .allowed
    case (.WJ, _), (.GL, _), (.OP, _), (.OW, _), (.QU, _), (.BB, _): return .prohibited
    case (_, .GL): return previous == .BA || previous == .HY ? .allowed : .prohibited
    case (_, .QU), (_, .BA), (_, .HY), (_, .NS), (_, .IN), (.B2, .B2): return .prohibited
    case (.HY, _) where hyphenAfterHebrew, (.BA, _) where hyphenAfterHebrew: return .prohibited
    case (.SY, .HL): return .prohibited
    case (.PR, .ID), (.ID, .PO): return .prohibited
    case (.CP, .AL), (.CP, .HL), (.CP, .NU): return .prohibited
    case (.IS, .AL), (.IS, .HL): return .prohibited
    default: break
    }
    let nextIsWord = next == .AL || next == .HL || next == .NU
    switch previous {
    case .AL, .HL, .NU:
      return nextIsWord || next == .PR || next == .PO || next == .OP ? .prohibited : .allowed
    case .PR, .PO: return nextIsWord || next == .OP || next == .OW ? .prohibited : .allowed
    case .HY, .IS, .SY: return next == .NU ? .prohibited : .allowed
    case .CL, .CP: return next == .PR || next == .PO ? .prohibited : .allowed
    default: return .allowed
    }
  }
}
