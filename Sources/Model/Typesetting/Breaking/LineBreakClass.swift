/// The class of a grapheme cluster in line breaking, spelled as in Unicode Standard Annex #14.
///
/// Classes that the annex resolves to others are resolved here: ambiguous and unknown characters are alphabetic, small
/// kana are nonstarters, parts of emoji are ideographs.
enum LineBreakClass: UInt8, CaseIterable {
  /// Forces a break after it.
  case BK
  /// Space, zero-width space, word joiner, no-break space and its kin.
  case SP, ZW, WJ, GL
  /// Opening punctuation; `OW` is the wide form, which may start a line after a letter.
  case OP, OW
  /// Closing punctuation, quotes, full stops and what ends a clause.
  case CL, CP, QU, EX, IS, SY, NS, IN
  /// Dashes: break after, hyphen-minus, hyphen, break before, either side.
  case BA, HY, HH, BB, B2
  /// A character that stands for an object in the text: breaks on both sides.
  case CB
  /// A mark that begins a cluster: belongs to what stands before it.
  case CM
  /// Digit, prefix such as a currency sign, postfix such as percent.
  case NU, PR, PO
  /// Alphabetic, Hebrew.
  case AL, HL
  /// A flag.
  case RI
  /// Of a script that is written without spaces: Thai, Lao, Khmer, Burmese. Fed to a line breaker, the first cluster of
  /// a word that a dictionary found behind another one; all other clusters of such words are alphabetic there.
  case SA
  /// Ideographs, kana and emoji; then the parts of hangul syllables, and syllables without and with a last consonant.
  case ID, JL, JV, JT, H2, H3

  /// The class of a grapheme cluster: mostly that of its first scalar.
  init(_ character: Character) {
    let scalars = character.unicodeScalars
    self.init(scalars[scalars.startIndex])
    if self.rawValue < Self.ID.rawValue {
      // A space or a joiner with marks on it is something to see.
      if self == .SP || self == .WJ, scalars.count > 1 { self = .AL }
    } else if self != .ID {
      // A syllable that is spelled out ends as its last letter says.
      for scalar in scalars.dropFirst() {
        switch LineBreakClass(scalar) {
        case .JV: self = .H2
        case .JT: self = .H3
        default: break
        }
      }
    }
  }

  /// The class of a scalar.
  /// - Complexity: O(log r) in the 1,400 runs of the table; O(1) for ASCII.
  init(_ scalar: Unicode.Scalar) {
    let value = scalar.value
    if value < 0x80 {
      self = Self.ascii(UInt8(value))
      return
    }
    self = LineBreakClassTable.lookUp(value)
    // Every 28th syllable has no last consonant.
    if self == .H3, value >= 0xAC00, (value - 0xAC00) % 28 == 0 { self = .H2 }
  }

  /// The class of an ASCII byte.
  static func ascii(_ byte: UInt8) -> LineBreakClass {
    switch byte {
    case 0x61...0x7A, 0x41...0x5A: .AL
    case 0x20: .SP
    case 0x30...0x39: .NU
    case 0x0A...0x0D: .BK
    case 0x09, 0x7C: .BA
    case 0x2D: .HY
    case 0x28, 0x5B, 0x7B: .OP
    case 0x7D: .CL
    case 0x29, 0x5D: .CP
    case 0x22, 0x27: .QU
    case 0x21, 0x3F: .EX
    case 0x2C, 0x2E, 0x3A, 0x3B: .IS
    case 0x2F: .SY
    case 0x24, 0x2B, 0x5C: .PR
    case 0x25: .PO
    default: .AL
    }
  }

  /// Whether a scalar ends a paragraph or a line of it: those of class `BK`.
  /// - Complexity: O(1); asked for every cluster.
  static func isLineEnd(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }

  /// A Chinese or Japanese character, an emoji, or hangul: may stand at either end of a line.
  var isIdeographic: Bool { rawValue >= Self.ID.rawValue }
}
