import Expectations
import Testing
import TypesettingSupport

@testable import Typesetting

/// Unicode's own cases of bidirectional text: a tenth of them, or all with `UNICODE_CASES=all`.
@Suite(
  "Bidirectional text and Unicode's data",
  .enabled(if: UnicodeTestFile.isInstalled, Comment(rawValue: UnicodeTestFile.isMissing)))
struct BidiConformanceTests {
  /// The levels of a paragraph of one line, nil for scalars that only control others, and the others' places from left to
  /// right.
  private func resolve(_ scalars: [Unicode.Scalar], _ base: BidiParagraph.BaseDirection)
    -> (base: UInt8, levels: [UInt8?], order: [Int])
  {
    let paragraph = BidiParagraph(scalars: scalars, base: base)
    var levels = [UInt8?](repeating: nil, count: scalars.count)
    var order: [Int] = []
    for run in paragraph.visualRuns(in: 0..<scalars.count) {
      let indices = run.isRightToLeft ? Array(run.range.reversed()) : Array(run.range)
      for index in indices where !paragraph.classes[index].isFormatting {
        levels[index] = run.level
        order.append(index)
      }
    }
    return (paragraph.baseLevel, levels, order)
  }

  /// Numbers between spaces; nil for an "x".
  private func numbers(_ text: Substring) -> [Int?] { text.split(whereSeparator: \.isWhitespace).map { Int($0) } }

  @Test("sequences of classes have the levels and the order that Unicode's cases give them")
  func classes() throws {
    // One scalar of each class; none that is a bracket.
    let samples: [Substring: Unicode.Scalar] = [
      "L": "a", "R": "\u{5D0}", "AL": "\u{627}", "EN": "1", "ES": "+", "ET": "#", "AN": "\u{661}", "CS": ",",
      "NSM": "\u{300}", "BN": "\u{AD}", "B": "\u{2029}", "S": "\t", "WS": " ", "ON": "!", "LRE": "\u{202A}",
      "LRO": "\u{202D}", "RLE": "\u{202B}", "RLO": "\u{202E}", "PDF": "\u{202C}", "LRI": "\u{2066}", "RLI": "\u{2067}",
      "FSI": "\u{2068}", "PDI": "\u{2069}",
    ]
    let bases: [BidiParagraph.BaseDirection] = [.natural, .leftToRight, .rightToLeft]
    var levels: [Int?] = []
    var order: [Int?] = []
    var count = 0
    var wrong: [Substring] = []
    for line in try UnicodeTestFile("BidiTest.txt", seed: 9).lines {
      if line.hasPrefix("@Levels:") {
        levels = numbers(line.dropFirst(8))
      } else if line.hasPrefix("@Reorder:") {
        order = numbers(line.dropFirst(9))
      } else {
        let parts = line.split(separator: ";")
        let scalars = parts[0].split(separator: " ").compactMap { samples[$0] }
        let directions = Int(parts[1].drop(while: \.isWhitespace)) ?? 0
        for (bit, base) in bases.enumerated() where directions >> bit & 1 == 1 {
          count += 1
          let found = resolve(scalars, base)
          if found.levels.map({ $0.map(Int.init) }) != levels || found.order != order { wrong.append(line) }
        }
      }
    }
    expect(count > 50_000)
    expect(wrong.isEmpty, "\(wrong.count) of \(count): \(wrong.prefix(5))")
  }

  @Test("texts have the levels and the order that Unicode's cases give them, with brackets and isolates")
  func characters() throws {
    var count = 0
    var wrong: [Substring] = []
    for line in try UnicodeTestFile("BidiCharacterTest.txt", seed: 9).lines {
      let fields = line.split(separator: ";", omittingEmptySubsequences: false)
      let scalars = fields[0].split(separator: " ").compactMap { UInt32($0, radix: 16).flatMap(Unicode.Scalar.init) }
      let base: BidiParagraph.BaseDirection =
        fields[1] == "0" ? .leftToRight : fields[1] == "1" ? .rightToLeft : .natural
      let found = resolve(scalars, base)
      count += 1
      if found.base != UInt8(fields[2]) || found.levels.map({ $0.map(Int.init) }) != numbers(fields[3])
        || found.order != numbers(fields[4])
      {
        wrong.append(line)
      }
    }
    expect(count > 5000)
    expect(wrong.isEmpty, "\(wrong.count) of \(count): \(wrong.prefix(5))")
  }

  @Test("scalars have the bidirectional class that Unicode's table gives them")
  func table() throws {
    let file = try UnicodeTestFile("extracted/DerivedBidiClass.txt")
    var byName: [Substring: BidiClass] = [:]
    for value in BidiClass.allCases { byName["\(value)"] = value }
    var others: [UInt32] = []
    for line in file.lines {
      let parts = line.split(whereSeparator: { $0 == ";" || $0.isWhitespace })
      let ends = parts[0].split(separator: ".").compactMap { UInt32($0, radix: 16) }
      for value in ends[0]...ends[ends.count - 1] {
        guard let scalar = Unicode.Scalar(value), scalar.properties.generalCategory != .unassigned else { continue }
        if BidiClass(scalar) != byName[parts[1]] { others.append(value) }
      }
    }
    guard file.version == "15.0" else { return }
    // Marks that Unicode 15 takes for letters: one that Swift's own, newer data holds for another kind of mark, and five
    // that stand beside their letter.
    expect(Set(others).isSubset(of: [0xCBF, 0xCC6, 0x1171E, 0x11A07, 0x11A08, 0x11C3F]), "\(others)")
  }
}
