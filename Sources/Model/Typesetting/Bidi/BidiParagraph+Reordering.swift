extension BidiParagraph {
  /// Adjacent scalars of one level.
  struct Run: Equatable, Sendable {
    /// Scalar indices in logical order.
    let range: Range<Int>
    /// Even: left to right. Odd: right to left.
    let level: UInt8
    /// Whether the run's first scalar is its rightmost.
    var isRightToLeft: Bool { level & 1 == 1 }
  }

  /// The runs of the line `range`, leftmost first.
  ///
  /// Spaces at the line's end take the base level, so they come to stand at the
  /// line's end as the reader sees it.
  /// - Parameter range: scalar indices of one line within the paragraph.
  /// - Complexity: O(n) in the scalars, O(r * depth) in the runs.
  func visualRuns(in range: Range<Int>) -> [Run] {
    var runs = logicalRuns(in: range)
    guard let highest = runs.map(\.level).max(), runs.count > 1 else { return runs }
    let lowestOdd = runs.map { $0.level | 1 }.min() ?? 1
    guard highest >= lowestOdd else { return runs }
    for level in stride(from: highest, through: lowestOdd, by: -1) {
      var start = 0
      while start < runs.count {
        guard runs[start].level >= level else {
          start += 1
          continue
        }
        var end = start
        while end < runs.count, runs[end].level >= level { end += 1 }
        runs[start..<end].reverse()
        start = end
      }
    }
    return runs
  }

  /// The line's runs in reading order; separators and the spaces before them and at the line's end have the base level.
  func logicalRuns(in range: Range<Int>) -> [Run] {
    var lineLevels = Array(levels[range])
    var resets = true
    for offset in lineLevels.indices.reversed() {
      switch classes[range.lowerBound + offset] {
      case .S, .B: resets = true
      case .WS, .LRI, .RLI, .FSI, .PDI, .LRE, .LRO, .RLE, .RLO, .PDF, .BN: break
      default: resets = false
      }
      if resets { lineLevels[offset] = baseLevel }
    }
    var runs: [Run] = []
    var start = 0
    for offset in lineLevels.indices where offset > start && lineLevels[offset] != lineLevels[start] {
      runs.append(run(start, offset, range, lineLevels))
      start = offset
    }
    if !range.isEmpty { runs.append(run(start, range.count, range, lineLevels)) }
    return runs
  }

  private func run(_ start: Int, _ end: Int, _ line: Range<Int>, _ levels: [UInt8]) -> Run {
    Run(range: line.lowerBound + start..<line.lowerBound + end, level: levels[start])
  }
}
