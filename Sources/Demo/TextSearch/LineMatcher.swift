import CPCRE2
import Foundation

/// The processor time that the calling thread has taken: unlike time on the wall, a machine that is busy does not lengthen it.
package enum ThreadClock {
  package static var now: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}

/// Finds the lines that hold a match of a pattern, and where in a line matches stand. Used by one thread at a time.
///
/// A line is matched by itself: no match goes beyond it, and its newline is not part of it. Where that makes no difference
/// many lines are searched in one go: for literal text, and for expressions of the usual kind.
package final class LineMatcher {
  /// Lines that were given up, because the expression tries too many ways there.
  package private(set) var costlyLines = 0
  /// Whether a CR before the newline does not belong to the line.
  package var dropsReturn = false
  /// Bytes of the beginning of a match that a search of the bytes before may have seen.
  let overlap: Int

  private let finder: LiteralFinder?
  /// Whether the finder finds what the expression does in any text, and not in ASCII alone.
  private let findsAll: Bool
  private let run: ExpressionRun
  /// Whether a line with the literal text is asked the expression, too.
  private let confirms: Bool
  /// Whether the expression is asked about many lines at once.
  private let staysInLine: Bool
  private let isExpression: Bool

  /// Lines that are tried for long; of further ones that are as costly each is given up at once.
  private static let mostTried = 64
  private static let timeForLine = Duration.milliseconds(50)
  /// Lines between two looks whether to stop.
  private static let linesBetweenLooks = 64

  /// Throws the fault of an expression that cannot be understood, or of a pattern without text.
  package init(_ pattern: TextPattern) throws(PatternFault) {
    guard !pattern.text.isEmpty else { throw PatternFault(description: "there is nothing to search for") }
    run = try ExpressionRun(Expression(pattern))
    isExpression = pattern.isExpression
    staysInLine = pattern.staysInLine
    confirms = pattern.matchesWords
    let bytes = Array(pattern.text.utf8)
    // Letters beyond ASCII have their own rules for case.
    let isLiteral = !isExpression && staysInLine && (pattern.matchesCase || bytes.allSatisfy { $0 < 0x80 })
    finder = isLiteral ? LiteralFinder(bytes, foldsCase: !pattern.matchesCase) : nil
    // `k` and `s` have a third form each, which no text of ASCII holds.
    findsAll = isLiteral && (pattern.matchesCase || !bytes.contains { [0x4b, 0x53, 0x6b, 0x73].contains($0) })
    overlap = isExpression ? 64 << 10 : bytes.count * 4
  }

  /// Whether `literalHit` finds what the pattern does, in any text.
  package var isLiteral: Bool { finder != nil && findsAll && !confirms }

  /// Where a literal pattern stands first at or after a byte, whatever lines are there; nil where it does not.
  package func literalHit(in text: UnsafeRawBufferPointer, from start: Int) -> Int? {
    finder?.find(in: text, from: start)
  }

  /// Finds the lines with a match in a text of whole lines.
  /// - Parameters:
  ///   - text: lines with their newlines; the last may be without.
  ///   - firstLine: the number of the first line.
  ///   - found: gets the numbers of the lines, ascending.
  ///   - isStopped: asked often; when it says so the rest is left.
  /// - Returns: how many newlines there are; nil when it was stopped.
  func search(
    _ text: UnsafeRawBufferPointer, firstLine: Int, into found: inout LineSet, isStopped: () -> Bool
  ) -> Int? {
    if finder == nil, !staysInLine || dropsReturn && isExpression {
      return searchEach(text, firstLine: firstLine, into: &found, isStopped: isStopped)
    }
    let isASCII = !findsAll && ByteScan.isASCII(text)
    let literal = findsAll || isASCII ? finder : nil
    var line = firstLine
    var position = 0
    while position < text.count {
      var place: Int
      var isCertain = !confirms || literal == nil
      if let literal {
        guard let hit = literal.find(in: text, from: position) else { break }
        place = hit
      } else {
        switch run.match(in: text, from: position, isASCII: isASCII, isStopped: isStopped) {
        case .match(let range): place = range.lowerBound
        case .gaveUp(let start): (place, isCertain) = (start, false)
        case .none: place = text.count
        case .stopped: return nil
        }
      }
      guard place < text.count else { break }
      var end = ByteScan.newline(in: text, from: position)
      // The next hit is often in the next line.
      if let first = end, first < place {
        line += ByteScan.newlines(in: UnsafeRawBufferPointer(rebasing: text[first..<place]))
        end = ByteScan.newline(in: text, from: place)
      }
      var isHit = true
      if !isCertain {
        let start = max(position, ByteScan.lineStart(in: text, before: place))
        let content = UnsafeRawBufferPointer(rebasing: text[start..<(end ?? text.count)])
        guard let answer = matches(content, isStopped: isStopped) else { return nil }
        isHit = answer
      }
      if isHit { found.insert(line) }
      guard let end else { return line - firstLine }
      position = end + 1
      line += 1
    }
    return line - firstLine + ByteScan.newlines(in: UnsafeRawBufferPointer(rebasing: text[position...]))
  }

  private func searchEach(
    _ text: UnsafeRawBufferPointer, firstLine: Int, into found: inout LineSet, isStopped: () -> Bool
  ) -> Int? {
    let isASCII = ByteScan.isASCII(text)
    var line = firstLine
    var position = 0
    while position < text.count {
      let newline = ByteScan.newline(in: text, from: position)
      var end = newline ?? text.count
      if dropsReturn, newline != nil, end > position, text[end - 1] == 0x0d { end -= 1 }
      if line % Self.linesBetweenLooks == 0, isStopped() { return nil }
      let content = UnsafeRawBufferPointer(rebasing: text[position..<end])
      guard let isHit = matches(content, isASCII: isASCII, isStopped: isStopped) else { return nil }
      if isHit { found.insert(line) }
      guard let newline else { break }
      position = newline + 1
      line += 1
    }
    return line - firstLine
  }

  /// Whether a line has a match; nil when it was stopped.
  /// - Parameters:
  ///   - line: without its newline; or a piece of it.
  ///   - hasStart: whether it starts with the beginning of the line.
  ///   - hasEnd: whether the line ends with it.
  package func matches(
    _ line: UnsafeRawBufferPointer, isASCII: Bool? = nil, hasStart: Bool = true, hasEnd: Bool = true,
    isStopped: () -> Bool
  ) -> Bool? {
    let isASCII = isASCII ?? ByteScan.isASCII(line)
    if let finder, findsAll || isASCII {
      guard finder.find(in: line, from: 0) != nil else { return false }
      if !confirms { return true }
    }
    let options = Self.options(hasStart, hasEnd)
    var outcome = run.match(in: line, from: 0, isASCII: isASCII, options: options, isStopped: isStopped)
    if case .gaveUp(let start) = outcome, costlyLines < Self.mostTried {
      outcome = run.match(
        in: line, from: start, isASCII: isASCII, options: options,
        effort: .large(of: line.count, time: Self.timeForLine), isStopped: isStopped)
    }
    switch outcome {
    case .match: return true
    case .none: return false
    case .stopped: return nil
    case .gaveUp:
      costlyLines += 1
      return false
    }
  }

  /// PCRE2's for a piece of a line.
  private static func options(_ hasStart: Bool, _ hasEnd: Bool) -> UInt32 {
    (hasStart ? 0 : UInt32(PCRE2_NOTBOL)) | (hasEnd ? 0 : UInt32(PCRE2_NOTEOL))
  }

  /// Where matches stand in a line, from left to right; empty ones are left out.
  /// - Parameters:
  ///   - line: without its newline; or a piece of it.
  ///   - most: of them.
  ///   - time: of the thread, after which the rest is left.
  ///   - hasStart: whether it starts with the beginning of the line.
  ///   - hasEnd: whether the line ends with it.
  package func ranges(
    in line: UnsafeRawBufferPointer, most: Int, time: Duration, hasStart: Bool = true, hasEnd: Bool = true
  ) -> [Range<Int>] {
    let isASCII = ByteScan.isASCII(line)
    let options = Self.options(hasStart, hasEnd)
    let end = ThreadClock.now + time
    var ranges: [Range<Int>] = []
    var position = 0
    while position <= line.count, ranges.count < most {
      guard
        case .match(let range) = run.match(
          in: line, from: position, isASCII: isASCII, options: options, effort: .small,
          isStopped: { ThreadClock.now > end })
      else { break }
      if !range.isEmpty { ranges.append(range) }
      position = max(range.upperBound, position + (range.isEmpty ? 1 : 0))
      while position < line.count, line[position] & 0xc0 == 0x80 { position += 1 }
    }
    return ranges
  }
}
