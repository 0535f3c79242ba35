/// Finds where a line may break, fed one grapheme cluster after another.
///
/// Follows Unicode Standard Annex #14 over the classes of `LineBreakClass`: the rules of Unicode 15, of Unicode 16
/// those on numbers (LB25) and on hyphens that begin a word (LB20a). Works on clusters, so a break inside one cannot
/// happen, and looks at nothing behind the cluster fed. Holds a few bytes: reading on stops as soon as the caller has
/// enough.
struct LineBreaker {
  /// The opportunity between two clusters.
  enum Opportunity: Equatable {
    /// They stay together.
    case prohibited
    /// The line may end here.
    case allowed
    /// The line ends here.
    case mandatory
  }

  /// The part of a number, in the sense of LB25, that the clusters fed last form.
  private enum Number {
    /// No number.
    case none
    /// Digits, and signs that may stand inside of a number.
    case inside
    /// A number and the bracket that closes around it.
    case closed
  }

  /// The role of a hyphen that was fed last.
  private enum Hyphen {
    /// No hyphen, or one like any other.
    case plain
    /// It follows Hebrew (LB21a).
    case afterHebrew
    /// It begins a word (LB20a).
    case initial
  }

  /// The class last fed, spaces aside; `nil` at the start of text.
  private var previous: LineBreakClass?
  /// Whether spaces have come since.
  private var spaced = false
  private var hyphen = Hyphen.plain
  private var number = Number.none

  /// Whether the last cluster was a letter: to feed another one answers `prohibited` and changes nothing.
  var isAfterLetter: Bool { previous == .AL && !spaced }

  /// The opportunity before a cluster of class `next`, which becomes the last one fed.
  mutating func feed(_ next: LineBreakClass) -> Opportunity {
    var next = next
    var beginsWord = false
    if next == .CM || next == .SA {
      // LB9: a mark changes nothing; LB10: where it has nothing to stand on it is a letter.
      if next == .CM, let previous, previous != .BK, previous != .ZW, !spaced { return .prohibited }
      beginsWord = next == .SA && isAfterLetter
      next = .AL
    }
    defer { advance(next) }
    if beginsWord { return .allowed }
    guard let previous else { return .prohibited }
    if previous == .BK { return .mandatory }
    switch next {
    case .BK, .SP, .ZW: return .prohibited
    // LB8, LB11, LB13.
    case .WJ, .CL, .CP, .EX, .IS, .SY: return previous == .ZW ? .allowed : .prohibited
    default: return spaced ? acrossSpaces(previous, next) : adjacent(previous, next)
    }
  }

  private mutating func advance(_ next: LineBreakClass) {
    if next == .SP, previous != nil, previous != .BK {
      spaced = true
      return
    }
    if next == .HY || next == .HH || next == .BA {
      hyphen = previous == .HL && !spaced ? .afterHebrew : next != .BA && isAtWordStart ? .initial : .plain
    } else {
      hyphen = .plain
    }
    switch next {
    case .NU: number = .inside
    case .IS, .SY: if spaced || number != .inside { number = .none }
    case .CL, .CP: number = number == .inside && !spaced ? .closed : .none
    default: number = .none
    }
    // A line that starts with spaces may break after them.
    spaced = next == .SP
    previous = next == .SP ? .AL : next
  }

  private var isAtWordStart: Bool {
    if spaced { return true }
    switch previous {
    case nil, .BK, .ZW, .CB, .GL: return true
    default: return false
    }
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
    case (.WJ, _), (.GL, _), (.OP, _), (.OW, _), (.QU, _): return .prohibited
    case (_, .GL): return previous == .BA || previous == .HY || previous == .HH ? .allowed : .prohibited
    case (_, .QU), (.B2, .B2): return .prohibited
    case (.CB, _), (_, .CB): return .allowed
    case (_, .BA), (_, .HY), (_, .HH), (_, .NS), (_, .IN), (.BB, _): return .prohibited
    case (.SY, .HL): return .prohibited
    case (.CP, .AL), (.CP, .HL), (.CP, .NU): return .prohibited
    case (.IS, .AL), (.IS, .HL), (.IS, .NU), (.HY, .NU): return .prohibited
    default: break
    }
    if hyphen == .afterHebrew || hyphen == .initial && (next == .AL || next == .HL) { return .prohibited }
    if number != .none, next == .PR || next == .PO || next == .NU && number == .inside { return .prohibited }
    let nextIsWord = next == .AL || next == .HL || next == .NU
    switch previous {
    case .AL, .HL, .NU:
      return nextIsWord || next == .PR || next == .PO || next == .OP ? .prohibited : .allowed
    // The cluster behind the bracket is not known yet: it may be a number.
    case .PR where nextIsWord || next == .OP || next == .OW, .PO where nextIsWord || next == .OP || next == .OW:
      return .prohibited
    case .PR: return next.isIdeographic ? .prohibited : .allowed
    case _ where previous.isIdeographic:
      return next == .PO || next.isIdeographic && areOneSyllable(previous, next) ? .prohibited : .allowed
    default: return .allowed
    }
  }

  /// LB26, for syllables that a mark has cut into two clusters.
  private func areOneSyllable(_ previous: LineBreakClass, _ next: LineBreakClass) -> Bool {
    switch (previous, next) {
    case (.JL, .JL), (.JL, .JV), (.JL, .H2), (.JL, .H3), (.JV, .JV), (.JV, .JT), (.H2, .JV), (.H2, .JT), (.JT, .JT),
      (.H3, .JT):
      true
    default: false
    }
  }
}
