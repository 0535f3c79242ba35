import RandomSupport

/// Pieces of text that break naive editing: clusters of many scalars, characters that join their neighbours, letters
/// from right to left, control characters.
package enum HostileText {
  package static let pieces = [
    "a", "b", "word", " ", "  ", "e", "\u{301}", "é", "\u{308}\u{323}", "👩‍👩‍👧‍👦", "🇩🇪", "🇩", "🇪", "👍🏽", "❤️", "\u{FE0F}",
    "\u{200D}",
    "1️⃣", "שלום", "עִבְרִית", "مرحبا", "لا", "123", "क्षि", "각", "ᄀ", "ᅡ", "漢字", "かな", "カナ", ".", "'", "’", "_", "-",
    "\u{202E}", "\u{2066}", "\u{200B}", "\u{AD}", "\u{FFFD}", "\u{10FFFF}", "ﬁ", "ffi", "ẞ", "İ",
  ]
  package static let controls = [
    "\r\n", "\n", "\r", "\t", "\0", "\u{1B}[31m", "\u{7F}", "\u{85}", "\u{2028}", "\u{2029}", "\u{B}",
  ]

  /// Up to `count` pieces, control characters among them where `controls` is set.
  package static func make(_ count: Int, controls hasControls: Bool = false, using random: inout SeededRandom) -> String
  {
    var result = ""
    for _ in 0..<Int.random(in: 0...count, using: &random) {
      let isControl = hasControls && Int.random(in: 0..<4, using: &random) == 0
      let source = isControl ? controls : pieces
      result.unicodeScalars += source[Int.random(in: 0..<source.count, using: &random)].unicodeScalars
    }
    return result
  }
}
