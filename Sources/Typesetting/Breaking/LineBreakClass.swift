/// What a grapheme cluster means to line breaking, spelled as in Unicode Standard
/// Annex #14.
///
/// Classes are derived from the general category and short lists rather than from
/// the full table, so rare signs may differ from it. Scripts that need a
/// dictionary (Thai, Lao, Khmer, Burmese) count as alphabetic: they break at
/// spaces, and between clusters where a word is wider than the line.
enum LineBreakClass: UInt8 {
  /// Forces a break after it.
  case BK
  /// Space, zero-width space, word joiner, no-break space and its kin.
  case SP, ZW, WJ, GL
  /// Opening punctuation; `OW` is the wide form, which may start a line after a letter.
  case OP, OW
  /// Closing punctuation, quotes, full stops and what ends a clause.
  case CL, CP, QU, EX, IS, SY, NS, IN
  /// Dashes: break after, hyphen-minus, break before, either side.
  case BA, HY, BB, B2
  /// Alphabetic, Hebrew, ideographic (kana, hangul and emoji too).
  case AL, HL, ID
  /// Digit, prefix such as a currency sign, postfix such as percent.
  case NU, PR, PO

  /// The class of a cluster that starts with `scalar`.
  init(_ scalar: Unicode.Scalar) {
    let value = scalar.value
    self = value < 0x80 ? Self.ascii(UInt8(value)) : Self.listed(value) ?? Self.derived(scalar)
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

  private static func listed(_ value: UInt32) -> LineBreakClass? {
    switch value {
    case 0x85, 0x2028, 0x2029: .BK
    case 0x200B: .ZW
    case 0x2060, 0xFEFF: .WJ
    case 0xA0, 0x202F, 0x2007, 0x2011, 0x0F08, 0x0F0C, 0x180E: .GL
    case 0xAD, 0x058A, 0x05BE, 0x0964, 0x0965, 0x0F0B, 0x2010, 0x2012, 0x2013, 0x2027, 0x3000: .BA
    case 0xB4, 0x02C8, 0x02CC: .BB
    case 0x2014: .B2
    case 0x2024...0x2026, 0xFE19: .IN
    case 0xA2, 0xB0, 0x2030...0x2037, 0x2103, 0x2109, 0xFF05, 0xFFE0, 0x066A: .PO
    case 0xB1, 0x2116, 0x2212, 0x2213: .PR
    case 0xA1, 0xBF: .OP
    case 0x037E, 0x0589, 0x060C, 0x060D, 0x2044: .IS
    case 0x061B, 0x061E, 0x061F, 0x06D4, 0xFF01, 0xFF1F: .EX
    case 0x3001, 0x3002, 0xFE50, 0xFE52, 0xFF0C, 0xFF0E, 0xFF61, 0xFF64: .CL
    case 0x3005, 0x301C, 0x303B, 0x303C, 0x309B...0x309E, 0x30A0, 0x30FB...0x30FE, 0x203C, 0x203D,
      0x2047...0x2049, 0xFE54, 0xFE55, 0xFF1A, 0xFF1B, 0xFF65, 0xFF70, 0xFF9E, 0xFF9F:
      .NS
    // Small kana.
    case 0x3041, 0x3043, 0x3045, 0x3047, 0x3049, 0x3063, 0x3083, 0x3085, 0x3087, 0x308E, 0x3095,
      0x3096, 0x30A1, 0x30A3, 0x30A5, 0x30A7, 0x30A9, 0x30C3, 0x30E3, 0x30E5, 0x30E7, 0x30EE,
      0x30F5, 0x30F6, 0x31F0...0x31FF, 0xFF67...0xFF6F:
      .NS
    default: nil
    }
  }

  private static func derived(_ scalar: Unicode.Scalar) -> LineBreakClass {
    let value = scalar.value
    switch scalar.properties.generalCategory {
    case .openPunctuation: return value < 0x3000 ? .OP : .OW
    case .closePunctuation: return .CL
    case .initialPunctuation, .finalPunctuation: return .QU
    case .spaceSeparator: return .BA
    case .decimalNumber: return value >= 0xFF10 && value <= 0xFF19 ? .ID : .NU
    case .currencySymbol: return .PR
    case .dashPunctuation: return value < 0x3000 ? .BA : .ID
    default: break
    }
    switch value {
    case 0x05D0...0x05F2, 0xFB1D...0xFB4F: return .HL
    case 0x1100...0x11FF, 0xA960...0xA97C, 0xAC00...0xD7FB: return .ID  // hangul
    case 0x2E80...0x31FF, 0x3200...0x4DBF, 0x4E00...0xA4CF, 0xF900...0xFAFF: return .ID
    case 0xFE30...0xFE4F, 0xFF00...0xFFEF: return .ID
    case 0x1F000...0x1FAFF, 0x20000...0x3FFFD: return .ID
    case 0x2300...0x2BFF: return scalar.properties.isEmoji ? .ID : .AL
    default: return .AL
    }
  }
}
