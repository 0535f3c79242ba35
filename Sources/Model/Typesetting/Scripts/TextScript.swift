import Primitives

/// The writing system of a run, as far as choosing and driving a font needs it.
///
/// The raw value is the ISO 15924 tag that shapers take.
enum TextScript: String, CaseIterable, Sendable {
  case latin = "Latn"
  case greek = "Grek"
  case cyrillic = "Cyrl"
  case armenian = "Armn"
  case hebrew = "Hebr"
  case arabic = "Arab"
  case syriac = "Syrc"
  case thaana = "Thaa"
  case nko = "Nkoo"
  case devanagari = "Deva"
  case bengali = "Beng"
  case gurmukhi = "Guru"
  case gujarati = "Gujr"
  case oriya = "Orya"
  case tamil = "Taml"
  case telugu = "Telu"
  case kannada = "Knda"
  case malayalam = "Mlym"
  case sinhala = "Sinh"
  case thai = "Thai"
  case lao = "Laoo"
  case tibetan = "Tibt"
  case burmese = "Mymr"
  case georgian = "Geor"
  case ethiopic = "Ethi"
  case khmer = "Khmr"
  case mongolian = "Mong"
  case hangul = "Hang"
  case kana = "Kana"
  case bopomofo = "Bopo"
  case han = "Hani"
  /// Pictographs in colour.
  case emoji = "Zsye"
  /// Any other script; a shaper guesses it from the characters.
  case other = "Zzzz"
  /// Shared by scripts: spaces, digits, punctuation, marks. Takes the script beside it.
  case common = "Zyyy"

  /// The script of one scalar on its own; emoji are told by `TextCluster`, not here.
  /// - Complexity: O(log b) in some 80 blocks; O(1) for ASCII.
  init(_ scalar: Unicode.Scalar) {
    let value = scalar.value
    if value < 0x80 {
      let letter = value & ~0x20
      self = letter >= 0x41 && letter <= 0x5A ? .latin : .common
      return
    }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .spacingMark, .letterNumber:
      self = ScriptBlocks.script(of: value)
    case .nonspacingMark, .enclosingMark:
      self =
        value < 0x370 || value >= 0xFE00 && value < 0xFE30
        ? .common : ScriptBlocks.script(of: value)
    case .decimalNumber:
      // Native digits are shaped with their script; ASCII ones never come here.
      self = value >= 0xFF00 ? .common : ScriptBlocks.script(of: value)
    default:
      self = .common
    }
  }

  /// Whether lines of this script run right to left.
  var isRightToLeft: Bool {
    switch self {
    case .hebrew, .arabic, .syriac, .thaana, .nko: true
    default: false
    }
  }

  /// The tag for a shaper, four ASCII bytes, most significant first. Emoji are
  /// common to it; shared characters alone are shaped as Latin.
  var shapingTag: UInt32 {
    let tag = self == .emoji ? "Zyyy" : self == .common ? "Latn" : rawValue
    return tag.utf8.reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// Whether each letter of a script is written in one stroke with those beside it, by the tag a shaper knows it by.
  static func isJoined(_ tag: UInt32) -> Bool { tag != TextShaping.latin && joinedTags.contains(tag) }

  private static let joinedTags = Set([TextScript.arabic, .syriac, .nko, .mongolian].map(\.shapingTag))

  /// Whether text of both may be one run: the scripts of Chinese and Japanese stand
  /// side by side in every line and do not depend on their neighbours.
  func isShaped(like other: TextScript) -> Bool {
    self == other || isIdeographic && other.isIdeographic
  }

  /// Whether iOS's system font has the letters of this script itself: a line of them is as high as one of Latin there,
  /// whichever face draws it here.
  var isOfSystemFont: Bool {
    switch self {
    case .latin, .greek, .cyrillic, .common: true
    default: false
    }
  }

  private var isIdeographic: Bool { self == .han || self == .kana || self == .bopomofo }
}
