import Primitives

extension LineComposer {
  /// Clusters of one word after which its width is looked at before it ends; then after twice as many, and so on, so
  /// that the whole of what is shaped grows with the word.
  private static let firstProbe = 64

  /// The line that starts at cluster `start`, and where the next one does.
  ///
  /// `range` has no spaces at its end where the line is wrapped. It holds at least
  /// one cluster if there is one, however narrow the box.
  func nextLine(of paragraph: TextParagraph, from start: Int) -> (range: Range<Int>, next: Int) {
    let count = paragraph.clusters.count
    var end =
      box.lineBreakMode == .byCharWrapping
      ? start + fittingPrefix(of: start..<count, in: paragraph, width: box.width)
      : wordBreak(in: paragraph, from: start)
    // A run shaped as a whole may be wider than its words were.
    while end > start + 1 {
      let line = paragraph.trimmingSpaces(start..<end)
      if box.fits(width(of: line, in: paragraph)) { break }
      // At once to where it fits: a line of thousands of words may be too wide by hundreds of them.
      let fitting = fittingPrefix(of: line, in: paragraph, width: box.width)
      end = previousBreak(in: paragraph, before: min(line.upperBound, line.lowerBound + fitting + 1), after: start)
    }
    end = max(end, min(start + 1, count))
    if end == count {
      let all = start..<end
      let fits = box.fits(width(of: all, in: paragraph))
      return (fits ? all : paragraph.trimmingSpaces(all), end)
    }
    var next = end
    while next < count, paragraph.clusters[next].isSpace { next += 1 }
    return (paragraph.trimmingSpaces(start..<end), next)
  }

  /// Greedy: the last opportunity before the line is full, or the last cluster that
  /// fits where not even one word does.
  private func wordBreak(in paragraph: TextParagraph, from start: Int) -> Int {
    let count = paragraph.clusters.count
    var breaker = LineBreaker()
    var used = 0.0
    // Whether words of the line have no space between them. These are shaped as one, which may be narrower.
    var isJoined = false
    var segment = start
    var probe = Self.firstProbe
    var index = start
    while index <= count {
      let isBreak =
        index == count || breaker.feed(paragraph.clusters[index].lineBreak) != .prohibited
      // A word without end is given up when it is wider than the line.
      let isProbe = index - segment == probe
      guard isBreak || isProbe, index > segment else {
        index += 1
        continue
      }
      let word = paragraph.trimmingSpaces(segment..<index)
      var end = used + width(of: word, in: paragraph)
      if isJoined, !box.fits(end) { end = width(of: start..<word.upperBound, in: paragraph) }
      guard box.fits(end) else {
        guard segment == start else { return segment }
        return start + fittingPrefix(of: start..<index, in: paragraph, width: box.width)
      }
      if isBreak {
        used = end + width(of: word.upperBound..<index, in: paragraph)
        if word.upperBound == index { isJoined = true }
        segment = index
        probe = Self.firstProbe
      } else {
        probe *= 2
      }
      index += 1
    }
    return count
  }

  /// The opportunity before `end`, or one cluster less without an opportunity.
  private func previousBreak(in paragraph: TextParagraph, before end: Int, after start: Int) -> Int {
    guard box.lineBreakMode != .byCharWrapping else { return end - 1 }
    var breaker = LineBreaker()
    var found = start
    for index in start..<end
    where breaker.feed(paragraph.clusters[index].lineBreak) != .prohibited && index > start {
      found = index
    }
    return found > start ? found : end - 1
  }

  /// How many clusters from the start of `range` fit into `width` pixels.
  /// - Complexity: O(log n) engine calls for a range in one run.
  func fittingPrefix(of range: Range<Int>, in paragraph: TextParagraph, width limit: Double) -> Int {
    fitting(range.count, limit: limit) { width(of: range.prefix($0), in: paragraph) }
  }

  /// How many clusters at the end of `range` fit into `width` pixels.
  func fittingSuffix(of range: Range<Int>, in paragraph: TextParagraph, width limit: Double) -> Int {
    fitting(range.count, limit: limit) { width(of: range.suffix($0), in: paragraph) }
  }

  /// The largest count in `0...maximum` whose width fits, found by doubling and then
  /// halving, so that only about twice what fits is ever shaped.
  private func fitting(_ maximum: Int, limit: Double, width: (Int) -> Double) -> Int {
    var low = 0
    var high = maximum + 1
    var step = 16
    while low < maximum {
      let count = min(maximum, low + step)
      if width(count) <= limit + TextBox.tolerance {
        low = count
        step *= 2
      } else {
        high = count
        break
      }
    }
    while high - low > 1 {
      let count = (low + high) / 2
      if width(count) <= limit + TextBox.tolerance { low = count } else { high = count }
    }
    return low
  }

  /// The width of a range of clusters, each stretch of one face, style, script and
  /// direction shaped as a whole.
  func width(of range: Range<Int>, in paragraph: TextParagraph) -> Double {
    var total = 0.0
    var start = range.lowerBound
    while start < range.upperBound {
      let end = paragraph.runEnd(from: start, to: range.upperBound)
      total += width(ofRun: start..<end, in: paragraph)
      start = end
    }
    return total
  }

  /// The width of one such stretch.
  func width(ofRun range: Range<Int>, in paragraph: TextParagraph) -> Double {
    typesetter.advance(of: paragraph.substring(range), font: font(ofRun: range, in: paragraph))
  }

  /// The font that shapes and draws a run.
  func font(ofRun range: Range<Int>, in paragraph: TextParagraph) -> RunFont {
    let cluster = paragraph.clusters[range.lowerBound]
    return RunFont(
      face: cluster.face, pixelSize: style(cluster.style).pixelSize,
      shaping: TextShaping(
        isRightToLeft: paragraph.level(of: range.lowerBound) & 1 == 1,
        script: cluster.script.shapingTag))
  }
}

extension TextParagraph {
  /// The embedding level of a cluster: that of its first scalar.
  func level(of cluster: Int) -> UInt8 {
    bidi?.levels[clusters[cluster].scalars.lowerBound] ?? 0
  }

  /// Where the stretch of one face, style, script and level that begins at `start`
  /// ends, at most `limit`.
  func runEnd(from start: Int, to limit: Int) -> Int {
    let first = clusters[start]
    let level = level(of: start)
    var end = start + 1
    while end < limit, clusters[end].face == first.face, clusters[end].style == first.style,
      clusters[end].script.isShaped(like: first.script), bidi == nil || self.level(of: end) == level
    {
      end += 1
    }
    return end
  }
}
