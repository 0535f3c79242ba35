/// Embedding levels by the explicit controls of a paragraph, and the isolating run sequences in which everything else is
/// resolved.
struct BidiExplicitLevels {
  /// Depth beyond which controls are counted but ignored; the standard's number.
  static let maximumDepth: UInt8 = 125

  private struct Status {
    var level: UInt8
    var override: BidiClass?
    var isIsolate: Bool
  }

  private let classes: [BidiClass]
  private let isolates: BidiIsolates
  private let baseLevel: UInt8
  /// The classes after overrides.
  private(set) var types: [BidiClass]
  /// The explicit level of each scalar.
  private(set) var levels: [UInt8]
  private var stack: [Status]
  private var overflowIsolates = 0
  private var overflowEmbeddings = 0
  private var validIsolates = 0

  init(classes: [BidiClass], isolates: BidiIsolates, baseLevel: UInt8) {
    self.classes = classes
    self.isolates = isolates
    self.baseLevel = baseLevel
    types = classes
    levels = [UInt8](repeating: baseLevel, count: classes.count)
    stack = [Status(level: baseLevel, override: nil, isIsolate: false)]
  }

  /// Gives every scalar the level of the controls that are open there, and the type an override asks for.
  mutating func resolve() {
    for index in classes.indices {
      switch classes[index] {
      case .RLE: embed(rightToLeft: true, override: nil, at: index)
      case .LRE: embed(rightToLeft: false, override: nil, at: index)
      case .RLO: embed(rightToLeft: true, override: .R, at: index)
      case .LRO: embed(rightToLeft: false, override: .L, at: index)
      case .RLI: isolate(rightToLeft: true, at: index)
      case .LRI: isolate(rightToLeft: false, at: index)
      case .FSI:
        let end = min(isolates.partner(of: index), classes.count)
        let inner = isolates.firstStrong(in: classes, from: index + 1, to: end)
        isolate(rightToLeft: inner == .rightToLeft, at: index)
      case .PDI: endIsolate(at: index)
      case .PDF: endEmbedding(at: index)
      case .B: levels[index] = baseLevel
      case .BN: levels[index] = top.level
      default: take(top, at: index)
      }
    }
  }

  private var top: Status { stack[stack.count - 1] }  // the paragraph's own entry never leaves

  private mutating func take(_ status: Status, at index: Int) {
    levels[index] = status.level
    if let override = status.override { types[index] = override }
  }

  private func nextLevel(rightToLeft: Bool) -> UInt8 {
    rightToLeft ? (top.level + 1) | 1 : (top.level + 2) & ~1
  }

  private mutating func embed(rightToLeft: Bool, override: BidiClass?, at index: Int) {
    levels[index] = top.level
    let level = nextLevel(rightToLeft: rightToLeft)
    if level <= Self.maximumDepth, overflowIsolates == 0, overflowEmbeddings == 0 {
      stack.append(Status(level: level, override: override, isIsolate: false))
    } else if overflowIsolates == 0 {
      overflowEmbeddings += 1
    }
  }

  private mutating func isolate(rightToLeft: Bool, at index: Int) {
    take(top, at: index)
    let level = nextLevel(rightToLeft: rightToLeft)
    if level <= Self.maximumDepth, overflowIsolates == 0, overflowEmbeddings == 0 {
      validIsolates += 1
      stack.append(Status(level: level, override: nil, isIsolate: true))
    } else {
      overflowIsolates += 1
    }
  }

  private mutating func endIsolate(at index: Int) {
    if overflowIsolates > 0 {
      overflowIsolates -= 1
    } else if validIsolates > 0 {
      overflowEmbeddings = 0
      while !top.isIsolate { stack.removeLast() }
      stack.removeLast()
      validIsolates -= 1
    }
    take(top, at: index)
  }

  private mutating func endEmbedding(at index: Int) {
    levels[index] = top.level
    if overflowIsolates > 0 { return }
    if overflowEmbeddings > 0 {
      overflowEmbeddings -= 1
    } else if !top.isIsolate, stack.count >= 2 {
      stack.removeLast()
    }
  }
}

extension BidiExplicitLevels {
  /// Level runs, each joined with the one that goes on behind the isolate it ends in, with the strong types that stand
  /// before and after.
  func isolatingRunSequences() -> [BidiRunSequence] {
    let runs = levelRuns()
    guard !runs.isEmpty else { return [] }
    var runStartingAt: [Int: Int] = [:]
    for (number, run) in runs.enumerated() { runStartingAt[run[0]] = number }
    var sequences: [BidiRunSequence] = []
    for run in runs {
      if classes[run[0]] == .PDI, isolates.partner(of: run[0]) >= 0 { continue }
      var indices = run
      while let last = indices.last, classes[last].startsIsolate,
        let next = runStartingAt[isolates.partner(of: last)]
      {
        indices += runs[next]
      }
      sequences.append(bounded(indices))
    }
    return sequences
  }

  /// Maximal stretches of one level, formatting characters left out.
  private func levelRuns() -> [[Int]] {
    var runs: [[Int]] = []
    var current: [Int] = []
    for index in classes.indices where !classes[index].isFormatting {
      if let last = current.last, levels[last] != levels[index] {
        runs.append(current)
        current = []
      }
      current.append(index)
    }
    if !current.isEmpty { runs.append(current) }
    return runs
  }

  private func bounded(_ indices: [Int]) -> BidiRunSequence {
    let first = indices[0]
    let last = indices[indices.count - 1]
    let level = levels[first]
    var before = first - 1
    while before >= 0, classes[before].isFormatting { before -= 1 }
    var after = last + 1
    while after < classes.count, classes[after].isFormatting { after += 1 }
    let openIsolate = classes[last].startsIsolate
    let levelBefore = before < 0 ? baseLevel : levels[before]
    let levelAfter = after == classes.count || openIsolate ? baseLevel : levels[after]
    return BidiRunSequence(
      indices: indices, level: level,
      start: max(level, levelBefore) & 1 == 0 ? .L : .R,
      end: max(level, levelAfter) & 1 == 0 ? .L : .R)
  }
}
