import Expectations
import Testing
import TypesettingSupport

@testable import Typesetting

/// Unicode's own cases of line breaking, and its classes.
///
/// `Documentation/Text.md` says which deviations stay, and why; their number is that for the data of Unicode 15.0.
@Suite(
  "Line breaking and Unicode's data",
  .enabled(if: UnicodeTestFile.isInstalled, Comment(rawValue: UnicodeTestFile.isMissing)))
struct LineBreakConformanceTests {
  /// What a line breaker says before each scalar; inside of a cluster there is no break.
  private func breaks(in scalars: [Unicode.Scalar]) -> [Bool] {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    var breaker = LineBreaker()
    var breaks: [Bool] = []
    for character in String(text) {
      let value = LineBreakClass(character)
      // As without a dictionary.
      breaks.append(breaker.feed(value == .SA ? .AL : value) != .prohibited)
      for _ in character.unicodeScalars.dropFirst() { breaks.append(false) }
    }
    return breaks
  }

  /// Why a break may differ from the one Unicode's file asks for; nil where it may not.
  private func reason(for item: UnicodeTestFile.BreakCase, at index: Int) -> String? {
    let classes = item.scalars.map { LineBreakClass($0) }
    func isMark(_ index: Int) -> Bool { classes[index] == .CM || item.scalars[index].properties.isEmojiModifier }
    func isMarkedSpace(_ index: Int) -> Bool {
      index + 1 < classes.count && classes[index] == .SP && (isMark(index + 1) || item.scalars[index + 1] == "\u{200D}")
    }
    // The scalar before, marks aside.
    var base = index - 1
    while base > 0, isMark(base) { base -= 1 }
    if item.scalars[index].properties.isEmojiModifier { return "a skin tone stays with what is before it" }
    switch item.rules[index] {
    case "7.01" where isMarkedSpace(index), "18.0" where isMarkedSpace(index - 1), "18.0" where isMarkedSpace(base),
      "8.0" where isMarkedSpace(index - 1):
      return "a space with marks is a letter"
    case "9.0" where item.scalars[index].properties.generalCategory == .control:
      return "a control character is no mark"
    case "999.0" where classes[base] == .HY: return "LB20a of Unicode 16"
    case "999.0" where classes[base] == .IS && classes[index] == .NU: return "LB25 of Unicode 16"
    case "999.0" where classes[base] == .PR || classes[base] == .PO:
      return "LB25 without a look ahead"
    case "30.11" where isMark(index - 1): return "LB30a with a mark"
    default: return nil
    }
  }

  @Test("lines break where Unicode's cases say, but for the deviations that are listed")
  func cases() throws {
    let file = try UnicodeTestFile("auxiliary/LineBreakTest.txt")
    var deviations: [String: Int] = [:]
    for item in file.breakCases {
      let breaks = breaks(in: item.scalars)
      for index in 1..<breaks.count where breaks[index] != item.breaks[index] {
        let reason = reason(for: item, at: index)
        expect(reason != nil, "\(item.description) at \(index), rule \(item.rules[index])")
        deviations[reason ?? "none", default: 0] += 1
      }
    }
    expect(file.breakCases.count > 7000)
    guard file.version == "15.0" else { return }
    expectEqual(
      deviations,
      [
        "a space with marks is a letter": 249, "a skin tone stays with what is before it": 145,
        "a control character is no mark": 36, "LB20a of Unicode 16": 10, "LB25 of Unicode 16": 14,
        "LB25 without a look ahead": 10, "LB30a with a mark": 1,
      ])
  }

  @Test("scalars have the class that Unicode's table gives them")
  func classes() throws {
    let file = try UnicodeTestFile("LineBreak.txt")
    let resolved: [Substring: LineBreakClass] = [
      "ZWJ": .WJ, "AI": .AL, "XX": .AL, "SG": .AL, "CJ": .NS, "EB": .ID, "EM": .ID, "NL": .BK, "LF": .BK,
      "CR": .BK,
    ]
    var byName = resolved
    for value in LineBreakClass.allCases { byName["\(value)"] = value }
    var others: [UInt32] = []
    for line in file.lines {
      let parts = line.split(whereSeparator: { $0 == ";" || $0.isWhitespace })
      let ends = parts[0].split(separator: ".").compactMap { UInt32($0, radix: 16) }
      for value in ends[0]...ends[ends.count - 1] {
        guard let scalar = Unicode.Scalar(value) else { continue }
        let found = LineBreakClass(scalar)
        let category = scalar.properties.generalCategory
        let isMark = category == .nonspacingMark || category == .spacingMark
        // A wide bracket is a bracket; a mark of a script without spaces is a mark; a control character is shown as a sign.
        let expected: LineBreakClass? =
          category == .control && parts[1] == "CM" ? .AL : isMark && parts[1] == "SA" ? .CM : byName[parts[1]]
        if found != expected, !(found == .OW && expected == .OP) { others.append(value) }
      }
    }
    guard file.version == "15.0" else { return }
    // The hyphen, which is not like the other characters to break after.
    expectEqual(others, [0x2010])
  }
}
