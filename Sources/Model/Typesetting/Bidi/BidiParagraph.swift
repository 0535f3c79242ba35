/// The embedding levels of one paragraph after Unicode Standard Annex #9.
///
/// Even levels run left to right, odd ones right to left. Built once per paragraph
/// that `BidiClass.mayReorder(_:)` says needs it; then each line asks for its runs
/// in visual order. The mirroring of brackets in right-to-left runs is
/// left to the shaper, which is told each run's direction.
struct BidiParagraph: Sendable {
  /// Where a paragraph's base level comes from.
  enum BaseDirection: Sendable {
    /// The first strong character outside of isolates decides; left to right without one.
    case natural
    /// Level 0 whatever the text says.
    case leftToRight
    /// Level 1 whatever the text says.
    case rightToLeft
  }

  /// The paragraph's own level: 0 or 1.
  let baseLevel: UInt8
  /// One level a scalar, `0...126`; before each line gives its separators and last spaces the base level.
  let levels: [UInt8]
  /// The original classes, by which lines find their separators and spaces.
  let classes: [BidiClass]

  /// Resolves the levels of `scalars`.
  ///
  /// - Parameter scalars: one paragraph; a separator may only be its last scalar.
  /// - Complexity: O(n), plus O(b log b) in its brackets.
  init(scalars: some Collection<Unicode.Scalar>, base: BaseDirection = .natural) {
    let classes = scalars.map { BidiClass($0) }
    let isolates = BidiIsolates(classes)
    let baseLevel: UInt8 =
      switch base {
      case .leftToRight: 0
      case .rightToLeft: 1
      case .natural:
        isolates.firstStrong(in: classes, from: 0, to: classes.count) == .leftToRight ? 0 : 1
      }
    var explicit = BidiExplicitLevels(classes: classes, isolates: isolates, baseLevel: baseLevel)
    explicit.resolve()
    var resolver = BidiResolver(
      scalars: Array(scalars), types: explicit.types, levels: explicit.levels)
    for sequence in explicit.isolatingRunSequences() { resolver.resolve(sequence) }
    self.classes = classes
    self.baseLevel = baseLevel
    levels = BidiParagraph.fillingRemoved(resolver.levels, classes: classes, baseLevel: baseLevel)
  }

  /// The base direction of `text` by its first strong character outside isolates,
  /// `nil` when it has none. Stops at the first one found.
  static func firstStrongDirection(of text: some Sequence<Unicode.Scalar>)
    -> BaseDirection?
  {
    var depth = 0
    for scalar in text {
      switch BidiClass(scalar) {
      case .L where depth == 0: return .leftToRight
      case .R where depth == 0, .AL where depth == 0: return .rightToLeft
      case .LRI, .RLI, .FSI: depth += 1
      case .PDI: depth = max(0, depth - 1)
      case .B: return nil
      default: break
      }
    }
    return nil
  }

  /// Gives each formatting character the level of the one before it, so that it never splits a run.
  private static func fillingRemoved(
    _ levels: [UInt8], classes: [BidiClass], baseLevel: UInt8
  ) -> [UInt8] {
    var levels = levels
    var previous = baseLevel
    for index in levels.indices {
      if classes[index].isFormatting { levels[index] = previous }
      previous = levels[index]
    }
    return levels
  }
}
