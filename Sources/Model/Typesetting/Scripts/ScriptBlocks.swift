/// Code point blocks and the script of their letters.
enum ScriptBlocks {
  /// The script of the block that holds `value`.
  static func script(of value: UInt32) -> TextScript {
    var low = 0
    var high = table.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if table[middle].first <= value { low = middle } else { high = middle }
    }
    return table[low].script
  }

  private typealias Block = (first: UInt32, script: TextScript)

  private static let table: [Block] = alphabets + indic + asian + later

  private static let alphabets: [Block] = [
    (0x0000, .latin), (0x0370, .greek), (0x0400, .cyrillic), (0x0530, .armenian),
    (0x0590, .hebrew), (0x0600, .arabic), (0x0700, .syriac), (0x0750, .arabic),
    (0x0780, .thaana), (0x07C0, .nko), (0x0800, .other), (0x0860, .syriac), (0x0870, .arabic),
  ]
  private static let indic: [Block] = [
    (0x0900, .devanagari), (0x0980, .bengali), (0x0A00, .gurmukhi), (0x0A80, .gujarati),
    (0x0B00, .oriya), (0x0B80, .tamil), (0x0C00, .telugu), (0x0C80, .kannada),
    (0x0D00, .malayalam), (0x0D80, .sinhala), (0x0E00, .thai), (0x0E80, .lao),
    (0x0F00, .tibetan), (0x1000, .burmese), (0x10A0, .georgian), (0x1100, .hangul),
    (0x1200, .ethiopic), (0x13A0, .other), (0x1780, .khmer), (0x1800, .mongolian),
    (0x18B0, .other), (0x19E0, .khmer), (0x1A00, .other), (0x1C80, .cyrillic),
    (0x1C90, .georgian), (0x1CC0, .other), (0x1CD0, .devanagari), (0x1D00, .latin),
    (0x1F00, .greek), (0x2000, .latin), (0x2C00, .other), (0x2C60, .latin), (0x2C80, .other),
    (0x2D00, .georgian), (0x2D30, .other), (0x2D80, .ethiopic), (0x2DE0, .cyrillic),
    (0x2E00, .other),
  ]
  private static let asian: [Block] = [
    (0x2E80, .han), (0x3040, .kana), (0x3100, .bopomofo), (0x3130, .hangul), (0x3190, .han),
    (0x31A0, .bopomofo), (0x31C0, .han), (0x31F0, .kana), (0x3200, .han), (0xA000, .other),
    (0xA640, .cyrillic), (0xA6A0, .other), (0xA720, .latin), (0xA800, .other),
    (0xA8E0, .devanagari), (0xA900, .other), (0xA960, .hangul), (0xA980, .other),
    (0xA9E0, .burmese), (0xAA00, .other), (0xAA60, .burmese), (0xAA80, .other),
    (0xAB00, .ethiopic), (0xAB30, .latin), (0xAB70, .other), (0xAC00, .hangul), (0xD800, .other),
  ]
  private static let later: [Block] = [
    (0xF900, .han), (0xFB00, .latin), (0xFB13, .armenian), (0xFB1D, .hebrew), (0xFB50, .arabic),
    (0xFE00, .other), (0xFE70, .arabic), (0xFF00, .latin), (0xFF66, .kana), (0xFFA0, .hangul),
    (0xFFE0, .other), (0x10780, .latin), (0x107C0, .other), (0x1AFF0, .kana), (0x1B170, .other),
    (0x1EE00, .arabic), (0x1EF00, .other), (0x20000, .han), (0x3FFFE, .other),
  ]
}
