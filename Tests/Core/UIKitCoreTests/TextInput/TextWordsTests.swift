import Expectations
import Foundation
import Testing
import TypesettingSupport

@testable import UIKitCore

@Suite struct TextWordsTests {
  /// Where each word ends that a double click would choose, and where keys would stop that go on to the next one.
  private func pieces(_ text: String) -> String {
    var pieces: [Substring] = []
    var index = text.startIndex
    while index < text.endIndex {
      let range = TextWords.range(around: index, in: text)
      pieces.append(text[range])
      expectEqual(range.lowerBound, index)
      index = range.upperBound
    }
    return pieces.joined(separator: "|")
  }

  @Test(
    "a Hebrew abbreviation is one word with its gershayim and geresh, written as such or as quotation marks",
    arguments: [
      "צה״ל| |חזק", "צה\"ל| |חזק", "ג׳ירפה| |צ׳", "ג'ירפה| |טוב", "תשפ\"ו", "״|שלום|״", "\"|שלום|\"", "a|\"|b",
    ])
  func hebrew(expected: String) {
    expectEqual(pieces(expected.filter { $0 != "|" }), expected)
  }

  @Test(
    "words, signs, ideographs and kana part from each other; apostrophes and points inside belong to the word",
    arguments: ["don't| |stop", "1,234.5| |a|.|b", "漢字|かな|...|x_1", "naïve| |шаг"])
  func kinds(expected: String) {
    expectEqual(pieces(expected.filter { $0 != "|" }), expected)
  }

  @Test(
    "words part where Unicode's cases say, but for the deviations that are listed",
    .enabled(if: UnicodeTestFile.isInstalled, Comment(rawValue: UnicodeTestFile.isMissing)))
  func cases() throws {
    let file = try UnicodeTestFile("auxiliary/WordBreakTest.txt")
    var deviations: [String: Int] = [:]
    for item in file.breakCases {
      var view = String.UnicodeScalarView()
      view.append(contentsOf: item.scalars)
      let text = String(view)
      var breaks: Set<Int> = []
      var index = text.startIndex
      while index < text.endIndex {
        breaks.insert(text.unicodeScalars.distance(from: text.startIndex, to: index))
        index = TextWords.range(around: index, in: text).upperBound
      }
      for index in 1..<item.scalars.count where item.breaks[index] != breaks.contains(index) {
        let rule = "\(item.breaks[index] ? "÷" : "×") \(item.rules[index])"
        deviations[rule, default: 0] += 1
      }
    }
    expect(file.breakCases.count > 1000)
    guard file.version == "15.0" else { return }
    expectEqual(
      deviations,
      [
        // A run of signs is one word.
        "÷ 999.0": 491,
        // Line ends are spaces like others, as fields have none.
        "÷ 3.1": 11, "÷ 3.2": 6,
        // A format character, as the soft hyphen, parts words.
        "× 4.0": 128, "× 5.0": 14, "× 9.0": 10, "× 13.1": 2,
        // A colon parts letters, as does an apostrophe with a mark on it; a point between letters parts them.
        "× 6.0": 36, "× 7.0": 36,
        // An apostrophe parts digits, as does a comma with a mark on it.
        "× 11.0": 25, "× 12.0": 25,
        // An apostrophe after Hebrew that no letter follows closes a quotation.
        "× 7.1": 3,
        // A joiner joins emoji, not letters and emoji.
        "× 3.3": 2,
      ])
  }
}
