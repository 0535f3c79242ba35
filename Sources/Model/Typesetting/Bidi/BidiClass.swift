/// The bidirectional character classes, spelled as in Unicode Standard Annex #9.
enum BidiClass: UInt8, CaseIterable {
  case L, R, AL
  case EN, ES, ET, AN, CS, NSM, BN
  case B, S, WS, ON
  case LRE, LRO, RLE, RLO, PDF
  case LRI, RLI, FSI, PDI

  /// The class of one scalar.
  init(_ scalar: Unicode.Scalar) {
    let value = scalar.value
    if value < 0x300 {
      self = BidiClassTable.lookUp(value)
      return
    }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: self = .NSM
    default: self = BidiClassTable.lookUp(value)
    }
  }

  /// `LRI`, `RLI` or `FSI`.
  var startsIsolate: Bool { self == .LRI || self == .RLI || self == .FSI }

  /// Only says how other characters run: without effect once the embedding levels are known, and left out of the run
  /// sequences.
  var isFormatting: Bool {
    switch self {
    case .LRE, .LRO, .RLE, .RLO, .PDF, .BN: true
    default: false
    }
  }

  /// Takes its direction from the text around it.
  var isNeutral: Bool {
    switch self {
    case .B, .S, .WS, .ON, .LRI, .RLI, .FSI, .PDI: true
    default: false
    }
  }

  /// Whether `text` could order right to left: it has a scalar of a right-to-left
  /// block or an explicit direction control.
  ///
  /// A plain scan of the UTF-8, which everything else in bidirectional layout is
  /// skipped for when it says no. May say yes for an unassigned code point.
  /// - Complexity: O(n) in bytes, without allocation.
  static func mayReorder(_ text: some Sequence<UInt8>) -> Bool {
    var lead: UInt8 = 0
    var second: UInt8 = 0
    for byte in text {
      if byte < 0x80 { continue }
      if byte >= 0xC0 {
        if byte >= 0xD7, byte <= 0xDF { return true }  // U+05C0...U+07FF
        lead = byte
        second = 0
        continue
      }
      switch (lead, second) {
      case (0xD6, 0):
        if byte >= 0x90 { return true }  // U+0590...U+05BF
      case (0xE0, 0):
        if byte <= 0xA3 { return true }  // U+0800...U+08FF
      case (0xE2, 0x80):
        if byte == 0x8F || (0xAA...0xAE).contains(byte) { return true }  // RLM, LRE...RLO
      case (0xE2, 0x81):
        if (0xA6...0xA9).contains(byte) { return true }  // LRI...PDI
      case (0xEF, 0):
        // U+FB00...U+FDFF and U+FE40...U+FEBF, then U+FEC0...U+FEFE below
        if (0xAC...0xB7).contains(byte) || byte == 0xB9 || byte == 0xBA { return true }
      case (0xEF, 0xBB):
        if byte != 0xBF { return true }
      case (0xF0, 0x90), (0xF0, 0x9E):
        if byte >= 0xA0 { return true }  // U+10800...U+10FFF, U+1E800...U+1EFFF
      default: break
      }
      if second == 0 { second = byte }
    }
    return false
  }
}
