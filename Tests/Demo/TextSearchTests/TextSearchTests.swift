import Expectations
import Foundation
import RandomSupport
import Testing

@testable import TextSearch

@Suite("Search for text in lines")
struct TextSearchTests {
  /// The lines with a match, of bytes that come in pieces.
  private func lines(
    of pattern: TextPattern, in bytes: [UInt8], pieces: [Int] = []
  ) throws -> (lines: [Int], costly: Int) {
    let stream = LineStream(try LineMatcher(pattern))
    var position = 0
    for length in pieces + [bytes.count] {
      let end = min(position + length, bytes.count)
      let isDone = bytes[position..<end].withUnsafeBytes { stream.take($0, isStopped: { false }) }
      expect(isDone)
      position = end
    }
    let found = try #require(stream.foundWithTail(isStopped: { false }))
    return (all(found), stream.costlyLines)
  }

  private func all(_ set: LineSet) -> [Int] {
    var lines: [Int] = []
    while let next = set.first(atOrAfter: (lines.last ?? -1) + 1) { lines.append(next) }
    expectEqual(lines.count, set.count)
    return lines
  }

  private func randomText(_ random: inout SeededRandom) -> [UInt8] {
    var bytes: [UInt8] = []
    let isASCII = Int.random(in: 0..<4, using: &random) == 0
    for _ in 0..<Int.random(in: 0...120, using: &random) {
      switch Int.random(in: 0..<12, using: &random) {
      case 0, 1: bytes.append(10)
      case 2 where !isASCII: bytes.append(UInt8.random(in: 0x80...0xff, using: &random))
      default:
        let scalar = NaiveExpression.alphabet.randomElement(using: &random) ?? "a"
        if !isASCII || scalar.isASCII { bytes += Array(String(Character(scalar)).utf8) }
      }
    }
    return bytes
  }

  private func naive(_ expression: NaiveExpression, _ bytes: [UInt8], foldsCase: Bool) -> [Int] {
    var lines = bytes.split(separator: 10, omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines.indices.filter {
      expression.matches(NaiveExpression.characters(lines[$0]), foldsCase: foldsCase)
    }
  }

  @Test("hits are those of a naive search: random expressions, bytes that are no UTF-8, pieces cut anywhere")
  func expressions() throws {
    for seed in 0..<3000 {
      var random = SeededRandom(seed: seed)
      let expression = NaiveExpression.random(&random)
      let bytes = randomText(&random)
      let pieces = (0..<Int.random(in: 0...5, using: &random)).map { _ in Int.random(in: 0...40, using: &random) }
      let matchesCase = Bool.random(using: &random)
      guard !expression.text.isEmpty else { continue }
      let pattern = TextPattern(expression.text, isExpression: true, matchesCase: matchesCase)
      let found = try lines(of: pattern, in: bytes, pieces: pieces)
      expectEqual(found.costly, 0)
      expectEqual(
        found.lines, naive(expression, bytes, foldsCase: !matchesCase),
        "seed \(seed): \(expression.text) in \(bytes)")
    }
  }

  @Test("a leading `.*`, greedy, lazy, grouped or of all characters, finds lines with an invalid byte before the hit")
  func leadingDotStar() throws {
    let lines = (0..<100).map { $0 % 2 == 0 ? "caf\u{e9} \($0) ERROR\n" : "caf\u{e9} \($0) *ERROR \n" }.joined()
    let text = lines.utf8.map { $0 == UInt8(ascii: "*") ? 0xe9 : $0 }
    for expression in [".*ERROR", ".*?ERROR", "(.*)ERROR", "(?s).*ERROR", "(?:.*)ERROR *$", ".*", "x|.*ERROR"] {
      let found = try self.lines(of: TextPattern(expression, isExpression: true, matchesCase: true), in: text)
      expect(found.lines == Array(0..<100) && found.costly == 0, "\(expression)")
    }
  }

  @Test("over invalid bytes a thousand random expressions find and mark what a matcher does that splits lines there")
  func expressionsOverInvalidBytes() throws {
    for seed in 0..<1000 {
      var random = SeededRandom(seed: 90_000 + seed)
      let expression = NaiveExpression.randomWithSurroundings(&random)
      guard !expression.text.isEmpty else { continue }
      let matchesCase = Bool.random(using: &random)
      let pattern = TextPattern(expression.text, isExpression: true, matchesCase: matchesCase)
      let bytes = randomText(&random)
      let pieces = (0..<Int.random(in: 0...3, using: &random)).map { _ in Int.random(in: 0...60, using: &random) }
      let found = try lines(of: pattern, in: bytes, pieces: pieces)
      let comment: Comment = "seed \(seed): \(expression.text) in \(bytes)"
      expect(found.costly == 0 && found.lines == naive(expression, bytes, foldsCase: !matchesCase), comment)
      let matcher = try LineMatcher(pattern)
      for line in bytes.split(separator: 10) {
        let characters = NaiveExpression.characters(line)
        // Where each character begins in the line.
        var starts = [0]
        for scalar in characters { starts.append((starts.last ?? 0) + (scalar.map(UTF8.width) ?? 1)) }
        for range in Array(line).withUnsafeBytes({ matcher.ranges(in: $0, most: 9, time: .seconds(9)) }) {
          let (lower, upper) = (starts.firstIndex(of: range.lowerBound), starts.firstIndex(of: range.upperBound))
          let (first, end) = (try #require(lower, comment), try #require(upper, comment))
          expect(expression.matches(first..<end, of: characters, foldsCase: !matchesCase), comment)
        }
      }
    }
  }

  @Test("literal text is found as it is, whatever it means in an expression, in both cases when asked to")
  func literals() throws {
    let all = Array("ab.*(\\[kKsS\u{e9}\u{c9}x").map { String($0) }
    for seed in 0..<2000 {
      // Of ASCII alone other ways lead to the hits.
      let pool = seed % 2 == 0 ? all : all.filter { $0.utf8.count == 1 }
      var random = SeededRandom(seed: seed)
      let needle = (0..<Int.random(in: 1...4, using: &random)).map { _ in pool.randomElement(using: &random) ?? "a" }
        .joined()
      let text = (0..<Int.random(in: 0...400, using: &random)).map { _ in
        Int.random(in: 0..<9, using: &random) == 0 ? "\n" : pool.randomElement(using: &random) ?? "a"
      }.joined()
      let matchesCase = Bool.random(using: &random)
      let cut = [Int.random(in: 0...200, using: &random), Int.random(in: 0...9, using: &random)]
      func form(_ text: some StringProtocol) -> String { matchesCase ? String(text) : text.lowercased() }
      var wanted = text.split(separator: "\n", omittingEmptySubsequences: false)
      if wanted.last?.isEmpty == true { wanted.removeLast() }
      let found = try lines(of: TextPattern(needle, matchesCase: matchesCase), in: Array(text.utf8), pieces: cut)
      expectEqual(
        found.lines, wanted.indices.filter { form(wanted[$0]).contains(form(needle)) }, "seed \(seed): \(needle)")
    }
  }

  @Test("case is that of all scripts, and whole words end at letters of all scripts")
  func casesAndWords() throws {
    let text = Array(
      "STRASSE \u{c4}PFEL\n\u{3b1}\u{3b2}\u{3b3}\n\u{212a}elvin\n\u{e4}pfelmus\nan \u{e4}pfel, two\n".utf8)
    try expectEqual(lines(of: TextPattern("\u{e4}pfel"), in: text).lines, [0, 3, 4])
    try expectEqual(lines(of: TextPattern("\u{391}\u{392}"), in: text).lines, [1])
    try expectEqual(lines(of: TextPattern("kelvin"), in: text).lines, [2])
    try expectEqual(lines(of: TextPattern("kelvin", matchesCase: true), in: text).lines, [])
    try expectEqual(lines(of: TextPattern("\u{e4}pfel", matchesWords: true), in: text).lines, [0, 4])
    try expectEqual(lines(of: TextPattern("pfel", matchesWords: true), in: text).lines, [])
    try expectEqual(lines(of: TextPattern("two", matchesCase: true, matchesWords: true), in: text).lines, [4])
  }

  @Test("a CR before the newline is not part of the line where the first line ends so")
  func returns() throws {
    let text = Array("one\r\ntwo\r\n\r\nthree".utf8)
    try expectEqual(lines(of: TextPattern("(one|two|three)$", isExpression: true), in: text).lines, [0, 1, 3])
    try expectEqual(lines(of: TextPattern("^$", isExpression: true), in: text, pieces: [4, 3]).lines, [2])
    try expectEqual(lines(of: TextPattern("o$", isExpression: true), in: Array("no\nco\r\n".utf8)).lines, [0])
  }

  @Test("a line of many megabytes is searched in pieces, and its hit is found wherever it stands")
  func longLines() throws {
    var text = [UInt8](repeating: 0, count: 5 << 20)
    for (place, word) in [(0, "first"), (1 << 20 - 3, "edge"), (text.count - 4, "last")] {
      text.replaceSubrange(place..<place + word.utf8.count, with: word.utf8)
    }
    text += Array("\nshort last\n".utf8)
    let pieces = [Int](repeating: 256 << 10, count: 30)
    for word in ["first", "edge", "^first", "last$"] {
      let found = try lines(of: TextPattern(word, isExpression: true), in: text, pieces: pieces).lines
      expectEqual(found, (word == "last$" ? [0, 1] : [0]), "\(word)")
    }
    try expectEqual(lines(of: TextPattern("^edge", isExpression: true), in: text, pieces: pieces).lines, [])
  }

  @Test("an expression that explodes gives a line up, says so, and finds the others")
  func exploding() throws {
    let evil = String(repeating: "a", count: 40) + "!\n"
    let text = Array((evil + "aaa\n" + evil + "b\n").utf8)
    let found = try lines(of: TextPattern("^(a+)+$", isExpression: true), in: text)
    expectEqual(found.lines, [1])
    expectEqual(found.costly, 2)
    let far = Array((String(repeating: "x=", count: 3000) + "\n").utf8)
    try expectEqual(lines(of: TextPattern("(.*)(.*)(.*)(.*)[^x=]", isExpression: true), in: far).costly, 1)
  }

  @Test(
    "a search in an expression that explodes stops within a tenth of a second",
    arguments: ["(a+)+$", "(a|aa)+$", "(.*)*(.*)*(.*)*z", "(?:a?){30}a{30}b", "a*a*a*a*a*a*a*b", "(?s)(a.*)*b"])
  func stopping(text: String) throws {
    let line = String(repeating: "a", count: 3000) + "!\n"
    let bytes = Array(String(repeating: line, count: 300).utf8)
    let stream = LineStream(try LineMatcher(TextPattern(text, isExpression: true)))
    // The thread's own time: other programs may take the processor away.
    let stop = threadTime() + .milliseconds(150)
    _ = bytes.withUnsafeBytes { stream.take($0, isStopped: { threadTime() > stop }) }
    expect(threadTime() - stop < .milliseconds(100))
  }

  /// The processor time of the calling thread.
  private func threadTime() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  @Test("what cannot be understood is told in a line")
  func faults() {
    for (text, part) in [("a(", "parenthes"), ("[a", "]"), ("*", "quantifier"), ("\\C", "disabled"), ("", "nothing")] {
      let fault = #expect(throws: PatternFault.self) { _ = try LineMatcher(TextPattern(text, isExpression: true)) }
      expectEqual(fault?.description.contains(part), true, "\(text): \(fault?.description ?? "")")
      expectEqual(fault?.description.contains("\n"), false)
    }
  }

  @Test("matches of a line are told from left to right, empty ones left out")
  func ranges() throws {
    let matcher = try LineMatcher(TextPattern("\u{e9}+|x*", isExpression: true))
    let line = Array("a\u{e9}\u{e9}bxx\u{c9}".utf8)
    let ranges = line.withUnsafeBytes { matcher.ranges(in: $0, most: 9, time: .seconds(9)) }
    expectEqual(ranges, [1..<5, 6..<8, 8..<10])
    expectEqual(line.withUnsafeBytes { matcher.ranges(in: $0, most: 1, time: .seconds(9)) }, [1..<5])
  }

  @Test("hits are those of grep", .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/grep")))
  func grep() throws {
    let path = NSTemporaryDirectory() + "anole-grep-\(UUID().uuidString)"
    defer { unlink(path) }
    var random = SeededRandom(seed: 7)
    let pool = Array("ab01 .-\n".utf8)
    let bytes = (0..<60_000).map { _ in pool.randomElement(using: &random) ?? 10 }
    try Data(bytes).write(to: URL(filePath: path))
    for expression in [
      "a+b", "^(a|b)[0-1]+", "(ab|ba)+$", "[^a]b{2,3}", "a.b.0", "^$", "^[ab.-]*$", "(a|b|0){4}1", "\\.-", "b*",
    ] {
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/grep")
      process.arguments = ["-anE", "-e", expression, path]
      process.environment = ["LC_ALL": "C"]
      let output = Pipe()
      process.standardOutput = output
      try process.run()
      let answer = try output.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      let wanted = String(decoding: answer, as: UTF8.self).split(separator: "\n")
        .compactMap { Int($0.prefix { $0 != ":" }) }.map { $0 - 1 }
      let pattern = TextPattern(expression, isExpression: true, matchesCase: true)
      try expectEqual(lines(of: pattern, in: bytes, pieces: [7000, 1]).lines, wanted, "\(expression)")
    }
  }

  /// Lines that a filter of one pattern shows: those with a match, or those without.
  private func shown(_ found: LineSet, isExcluded: Bool) -> [Int] {
    var lines = LineSet()
    lines.appendLines(ofAll: [LineSet.Term(found, isExcluded: isExcluded)], upTo: found.end)
    return all(lines)
  }

  /// `\\w` is not the same everywhere: ours is a letter, a number or an underscore, ripgrep's has marks besides and of the
  /// numbers only decimal digits, and so differs `\\b`. Of expressions with either no text holds a character of which the
  /// two say other things; ripgrep's PCRE2, which says what ours does, is not built into Debian's.
  @Test(
    "hits and filters of a thousand random expressions are those of ripgrep, in bytes that are no UTF-8, too",
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/rg"), "needs ripgrep"))
  func ripgrep() throws {
    let path = NSTemporaryDirectory() + "anole-rg-\(UUID().uuidString)"
    defer { unlink(path) }
    for seed in 0..<1010 {
      var random = SeededRandom(seed: seed)
      var text = NaiveExpression.random(&random).text
      let hasWords = Int.random(in: 0..<3, using: &random) == 0
      if hasWords {
        let parts = ["\\b", "\\w", "\\w+", "\\d", "\\B"]
        let (before, after) = (parts.randomElement(using: &random) ?? "", parts.randomElement(using: &random) ?? "")
        text = "\(before)(?:\(text))\(after)"
      }
      // ripgrep 13 finds an end before a beginning in no empty line.
      guard !text.isEmpty, !text.contains("$^") else { continue }
      var bytes: [UInt8] = []
      for _ in 0..<8 { bytes += randomText(&random) }
      // Without the first bytes of characters there are no others than those of the alphabet.
      if hasWords { bytes = NaiveExpression.withoutFirstBytes(bytes) }
      try Data(bytes).write(to: URL(filePath: path))
      let (matchesCase, isExcluded) = (Bool.random(using: &random), Bool.random(using: &random))
      let stream = LineStream(try LineMatcher(TextPattern(text, isExpression: true, matchesCase: matchesCase)))
      let isDone = bytes.withUnsafeBytes { stream.take($0, isStopped: { false }) }
      let found = try #require(stream.foundWithTail(isStopped: { false }))
      expect(isDone && stream.costlyLines == 0)
      let wanted = try Self.ripgrep(text, path, (matchesCase ? ["-s"] : ["-i"]) + (isExcluded ? ["-v"] : []))
      expectEqual(shown(found, isExcluded: isExcluded), wanted, "seed \(seed): \(text) in \(bytes)")
    }
  }

  /// The numbers of the lines that ripgrep prints, counted from 0.
  private static func ripgrep(_ expression: String, _ path: String, _ options: [String]) throws -> [Int] {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/rg")
    process.arguments = ["--no-config", "-a", "-n", "--encoding", "none"] + options + ["-e", expression, path]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let answer = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return answer.split(separator: 10).compactMap { line in
      Int(String(decoding: line.prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self)).map { $0 - 1 }
    }
  }

  // MARK: Sets of lines

  @Test("a set of lines answers as a sorted array does, through random growth and cutting")
  func sets() {
    for seed in 0..<12 {
      var random = SeededRandom(seed: seed)
      var set = LineSet()
      var naive: [Int] = []
      let other = Self.randomSet(&random)
      for _ in 0..<40 {
        let start = set.end + Int.random(in: 0...3, using: &random) * Int.random(in: 0...3000, using: &random)
        if Int.random(in: 0..<8, using: &random) == 0 {
          let line = Int.random(in: 0...set.end, using: &random)
          set.truncate(to: line)
          naive.removeAll { $0 >= line }
          expectEqual(set.end, line)
        } else {
          for line in start..<start + Int.random(in: 1...5000, using: &random)
          where seed % 2 == 0 || line % 3 != 0 {
            set.insert(line)
            naive.append(line)
          }
        }
        for _ in 0..<3 {
          let line = Int.random(in: 0...set.end + 9, using: &random)
          let place = naive.partition(below: line)
          set.toggle(line)
          if place < naive.count, naive[place] == line {
            naive.remove(at: place)
          } else {
            naive.insert(line, at: place)
          }
        }
        expectEqual(set.count, naive.count)
        for _ in 0..<8 {
          let line = Int.random(in: 0...set.end + 9, using: &random)
          let rank = naive.partition(below: line)
          expectEqual(set.next(from: line - 1, isForward: true, alsoIn: nil), naive[rank...].first ?? naive.first)
          expectEqual(set.next(from: line, isForward: false, alsoIn: nil), naive[..<rank].last ?? naive.last)
          expectEqual(set.rank(line), rank)
          expectEqual(set.first(atOrAfter: line), (rank < naive.count ? naive[rank] : nil))
          expectEqual(
            set.first(atOrAfter: line, before: line + 50), naive[rank...].first.flatMap { $0 < line + 50 ? $0 : nil })
          expectEqual(set.last(before: line), (rank > 0 ? naive[rank - 1] : nil))
          expectEqual(set.contains(line), (rank < naive.count && naive[rank] == line))
          expectEqual(set.line(at: rank), (rank < naive.count ? naive[rank] : nil))
          expectEqual(
            set.first(atOrAfter: line, alsoIn: other), naive[rank...].first { other.contains($0) })
          expectEqual(set.last(before: line, alsoIn: other), naive[..<rank].last { other.contains($0) })
        }
      }
    }
  }

  private static func randomSet(_ random: inout SeededRandom) -> LineSet {
    var set = LineSet()
    var isIn = false
    while set.end < 60_000 {
      let length = [1, 3, 64, 200, 9000].randomElement(using: &random) ?? 1
      if isIn { for line in set.end..<set.end + length { set.insert(line) } } else { set.extend(to: set.end + length) }
      isIn.toggle()
    }
    return set
  }

  @Test("a combination of sets grows as they do, with the lines that all let pass")
  func combinations() {
    for seed in 0..<16 {
      var random = SeededRandom(seed: seed)
      let terms = (0..<Int.random(in: 0...3, using: &random)).map { _ in
        LineSet.Term(Self.randomSet(&random), isExcluded: Bool.random(using: &random))
      }
      var all = LineSet()
      for goal in [0, 1, 63, 64, 70, 5000, 4096 * 3, 40_001, 90_000] {
        all.appendLines(ofAll: terms, upTo: goal)
        expectEqual(all.end, min(goal, terms.map(\.set.end).min() ?? goal))
      }
      let wanted = (0..<all.end).filter { line in terms.allSatisfy { $0.set.contains(line) != $0.isExcluded } }
      expectEqual(all.count, wanted.count)
      expect(wanted.allSatisfy { all.contains($0) })
    }
  }

  @Test("lines of growing sets are kept up; those that are settled are decided once, and all anew on another basis")
  func commonLines() {
    for seed in 0..<16 {
      var random = SeededRandom(seed: seed)
      let whole = (0..<2).map { _ in Self.randomSet(&random) }
      let isExcluded = Bool.random(using: &random)
      func terms(upTo end: Int) -> [LineSet.Term] {
        whole.enumerated().map { index, set in
          var set = set
          set.truncate(to: end)
          return LineSet.Term(set, isExcluded: index > 0 && isExcluded)
        }
      }
      func wanted(_ lines: Range<Int>) -> [Int] {
        lines.filter { whole[0].contains($0) && whole[1].contains($0) != isExcluded }
      }
      var common = CommonLines()
      // Each time the last lines may be others until they are settled.
      for end in [10, 4000, 4096, 4097, 30_000, 50_000] {
        let isOther = common.update(terms(upTo: end), settled: end - 9, basis: [])
        expect(!isOther && all(common.lines) == wanted(0..<end) && common.settledLines == end - 9, "seed \(seed)")
      }
      var others = LineSet()
      others.extend(to: 55_000)
      let nothing = [LineSet.Term(others, isExcluded: false)]
      common.update(nothing, settled: 55_000, basis: [])
      expect(all(common.lines) == wanted(0..<50_000 - 9) && common.settledLines == 55_000)
      let isOther = common.update(nothing, settled: 55_000, basis: [1])
      expect(isOther && common.lines.isEmpty && common.lines.end == 55_000)
    }
  }

  @Test("a hundred million hits take no more than a bit and a half each")
  func memory() {
    var set = LineSet()
    for line in 0..<8_000_000 where line % 2 == 0 || line > 7_000_000 { set.insert(line) }
    expect(set.memory < 8_000_000 / 8 * 3 / 2)
  }
}

extension [Int] {
  /// How many elements of an ascending array are less than a value.
  fileprivate func partition(below value: Int) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < value { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
