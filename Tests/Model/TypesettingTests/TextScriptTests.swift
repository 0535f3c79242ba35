import Expectations
import Testing

@testable import Typesetting

@Suite struct TextScriptTests {
  @Test(
    "a letter knows its script",
    arguments: [
      ("a", TextScript.latin), ("é", .latin), ("ß", .latin), ("λ", .greek), ("ж", .cyrillic),
      ("א", .hebrew), ("ب", .arabic), ("ﻻ", .arabic), ("न", .devanagari), ("ত", .bengali),
      ("த", .tamil), ("ก", .thai), ("漢", .han), ("か", .kana), ("ｶ", .kana), ("한", .hangul),
      ("ᄀ", .hangul), ("ㄅ", .bopomofo), ("𠀀", .han), ("ა", .georgian), ("አ", .ethiopic),
      ("1", .common), (" ", .common), ("。", .common), ("€", .common), ("\u{300}", .common),
      ("\u{0}", .common), ("\u{FFFD}", .common), ("\u{64B}", .arabic), ("१", .devanagari),
    ] as [(Unicode.Scalar, TextScript)])
  func letters(scalar: Unicode.Scalar, script: TextScript) {
    expectEqual(TextScript(scalar), script)
  }

  @Test(
    "pictographs, flags, keycaps and selected presentations are emoji, plain signs are not",
    arguments: [
      ("😀", true), ("👨‍👩‍👧", true), ("🇩🇪", true), ("1️⃣", true), ("❤️", true), ("👍🏽", true),
      ("🏴󠁧󠁢󠁥󠁮󠁧󠁿", true), ("❤", false), ("❤\u{FE0E}", false), ("😀\u{FE0E}", false), ("1", false),
      ("#", false), ("©", false), ("a", false), ("漢", false), ("☎", false), ("⌚", true),
    ])
  func emoji(cluster: String, expected: Bool) {
    expectEqual(TextCluster.isEmoji(cluster.unicodeScalars), expected)
  }

  @Test("shared characters take the script before them, or at the start the one after")
  func commonResolves() {
    func scripts(_ text: String) -> [TextScript] {
      var paragraph = TextParagraph()
      for character in text { paragraph.append(character, style: 0) }
      paragraph.resolve()
      return paragraph.clusters.map(\.script)
    }
    expectEqual(scripts("1. a!"), Array(repeating: .latin, count: 5))
    expectEqual(scripts("(א) b"), [.hebrew, .hebrew, .hebrew, .hebrew, .latin])
    expectEqual(scripts("12"), [.common, .common])
    expectEqual(scripts("a 😀 b"), [.latin, .latin, .emoji, .latin, .latin])
    expectEqual(scripts(""), [])
  }
}
