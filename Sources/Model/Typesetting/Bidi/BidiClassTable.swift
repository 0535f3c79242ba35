/// The bidirectional classes of Unicode 15 as runs, looked up by binary search.
///
/// Nonspacing marks are left out: they are told by their general category, which
/// keeps the table to a tenth of its size. Unassigned code points have merged
/// into their neighbours, or into the right-to-left class of their block.
enum BidiClassTable {
  /// The class of `scalar`, marks aside.
  /// - Complexity: O(log r) in the 400 runs.
  static func lookUp(_ scalar: UInt32) -> BidiClass {
    var low = 0
    var high = runs.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if runs[middle] >> 8 <= scalar { low = middle } else { high = middle }
    }
    return BidiClass(rawValue: UInt8(truncatingIfNeeded: runs[low])) ?? .L
  }

  /// First code point of each run in the upper 24 bits, its class in the lower 8.
  private static let runs: ContiguousArray<UInt32> = parse(source)

  private static func parse(_ text: String) -> ContiguousArray<UInt32> {
    var names: [Substring: BidiClass] = [:]
    for value in BidiClass.allCases { names["\(value)"] = value }
    return ContiguousArray(
      text.split(whereSeparator: { $0 == " " || $0 == "\n" }).map { entry in
        let parts = entry.split(separator: ":")
        guard parts.count == 2, let start = UInt32(parts[0], radix: 16), let value = names[parts[1]]
        else { preconditionFailure("BidiClassTable: malformed entry '\(entry)'") }
        return start << 8 | UInt32(value.rawValue)
      })
  }

  /// `first code point:class`, ascending.
  private static let source = """
    0:BN 9:S A:B B:S C:WS D:B E:BN 1C:B 1F:S 20:WS 21:ON 23:ET 26:ON 2B:ES 2C:CS 2D:ES 2E:CS 30:EN
    3A:CS 3B:ON 41:L 5B:ON 61:L 7B:ON 7F:BN 85:B 86:BN A0:CS A1:ON A2:ET A6:ON AA:L AB:ON AD:BN
    AE:ON B0:ET B2:EN B4:ON B5:L B6:ON B9:EN BA:L BB:ON C0:L D7:ON D8:L F7:ON F8:L 2B9:ON 2BB:L
    2C2:ON 2D0:L 2D2:ON 2E0:L 2E5:ON 2EE:L 2EF:ON 370:L 374:ON 376:L 37E:ON 37F:L 384:ON 386:L
    387:ON 388:L 3F6:ON 3F7:L 58A:ON 58F:ET 590:R 600:AN 606:ON 608:AL 609:ET 60B:AL 60C:CS 60D:AL
    60E:ON 61B:AL 660:AN 66A:ET 66B:AN 66D:AL 6DD:AN 6DE:ON 6E5:AL 6E9:ON 6EE:AL 6F0:EN 6FA:AL 7C0:R
    7F6:ON 7FA:R 860:AL 890:AN 892:AL 8E2:AN 903:L 9F2:ET 9F4:L 9FB:ET 9FC:L AF1:ET AF9:L BF3:ON
    BF9:ET BFA:ON C01:L C78:ON C7F:L E3F:ET E40:L F3A:ON F3E:L 1390:ON 13A0:L 1400:ON 1401:L 1680:WS
    1681:L 169B:ON 16A0:L 17DB:ET 17DC:L 17F0:ON 180E:BN 1810:L 1940:ON 1946:L 19DE:ON 1A00:L
    1FBD:ON 1FBE:L 1FBF:ON 1FC2:L 1FCD:ON 1FD0:L 1FDD:ON 1FE0:L 1FED:ON 1FF2:L 1FFD:ON 2000:WS
    200B:BN 200E:L 200F:R 2010:ON 2028:WS 2029:B 202A:LRE 202B:RLE 202C:PDF 202D:LRO 202E:RLO
    202F:CS 2030:ET 2035:ON 2044:CS 2045:ON 205F:WS 2060:BN 2066:LRI 2067:RLI 2068:FSI 2069:PDI
    206A:BN 2070:EN 2071:L 2074:EN 207A:ES 207C:ON 207F:L 2080:EN 208A:ES 208C:ON 2090:L 20A0:ET
    2100:ON 2102:L 2103:ON 2107:L 2108:ON 210A:L 2114:ON 2115:L 2116:ON 2119:L 211E:ON 2124:L
    2125:ON 2126:L 2127:ON 2128:L 2129:ON 212A:L 212E:ET 212F:L 213A:ON 213C:L 2140:ON 2145:L
    214A:ON 214E:L 2150:ON 2160:L 2189:ON 2212:ES 2213:ET 2214:ON 2336:L 237B:ON 2395:L 2396:ON
    2488:EN 249C:L 24EA:ON 26AC:L 26AD:ON 2800:L 2900:ON 2C00:L 2CE5:ON 2CEB:L 2CF9:ON 2D00:L
    2E00:ON 3000:WS 3001:ON 3005:L 3008:ON 3021:L 3030:ON 3031:L 3036:ON 3038:L 303D:ON 3041:L
    309B:ON 309D:L 30A0:ON 30A1:L 30FB:ON 30FC:L 31C0:ON 31F0:L 321D:ON 3220:L 3250:ON 3260:L
    327C:ON 327F:L 32B1:ON 32C0:L 32CC:ON 32D0:L 3377:ON 337B:L 33DE:ON 33E0:L 33FF:ON 3400:L
    4DC0:ON 4E00:L A490:ON A4D0:L A60D:ON A610:L A673:ON A680:L A700:ON A722:L A788:ON A789:L
    A828:ON A830:L A838:ET A840:L A874:ON A880:L AB6A:ON AB70:L FB1D:R FB29:ES FB2A:R FB50:AL
    FD3E:ON FD50:AL FDCF:ON FDF0:AL FDFD:ON FE50:CS FE51:ON FE52:CS FE54:ON FE55:CS FE56:ON FE5F:ET
    FE60:ON FE62:ES FE64:ON FE69:ET FE6B:ON FE70:AL FEFF:BN FF01:ON FF03:ET FF06:ON FF0B:ES FF0C:CS
    FF0D:ES FF0E:CS FF10:EN FF1A:CS FF1B:ON FF21:L FF3B:ON FF41:L FF5B:ON FF66:L FFE0:ET FFE2:ON
    FFE5:ET FFE8:ON 10000:L 10101:ON 10102:L 10140:ON 1018D:L 10190:ON 101D0:L 102E1:EN 10300:L
    10800:R 1091F:ON 10920:R 10B39:ON 10B40:R 10D00:AL 10D30:AN 10D3A:AL 10D40:R 10E60:AN 10E7F:R
    10EC0:AL 10F00:R 10F30:AL 10F70:R 11000:L 11052:ON 11066:L 11660:ON 11680:L 11FD5:ON 11FDD:ET
    11FE1:ON 11FFF:L 16FE2:ON 16FE3:L 1BCA0:BN 1CF50:L 1D173:BN 1D183:L 1D1E9:ON 1D2C0:L 1D300:ON
    1D360:L 1D6DB:ON 1D6DC:L 1D715:ON 1D716:L 1D74F:ON 1D750:L 1D789:ON 1D78A:L 1D7C3:ON 1D7C4:L
    1D7CE:EN 1D800:L 1E2FF:ET 1E300:L 1E800:R 1EC70:AL 1ECC0:R 1ED00:AL 1ED50:R 1EE00:AL 1EEF0:ON
    1EEF2:AL 1EF00:R 1F000:ON 1F100:EN 1F10B:ON 1F110:L 1F12F:ON 1F130:L 1F16A:ON 1F170:L 1F1AD:ON
    1F1E6:L 1F260:ON 1FBF0:EN 20000:L E0001:BN F0000:L
    """
}
