import DemoParts
import UIKit

/// How grave an entry of a log is, by a word near its beginning or by syslog's priority.
enum LogLevel: Sendable {
  case error, warning, info, debug

  /// By the code of the word.
  private static let words = Dictionary(
    uniqueKeysWithValues: [
      ("FATAL", error), ("EMERG", error), ("EMERGENCY", error), ("ALERT", error), ("CRIT", error), ("CRITICAL", error),
      ("SEVERE", error), ("PANIC", error), ("ERROR", error), ("ERR", error), ("WARNING", warning), ("WARN", warning),
      ("NOTICE", info), ("INFO", info), ("DEBUG", debug), ("TRACE", debug), ("VERBOSE", debug), ("FINE", debug),
    ].map { word, level in (word.utf8.reduce(1, code), level) })

  /// The code of a word that goes on with a letter, whatever its case: other words of up to twelve letters have other ones.
  private static func code(_ word: UInt64, _ letter: UInt8) -> UInt64 { word << 5 | UInt64(letter & 0x1f) }

  /// Bytes of a line that are looked through.
  private static let reach = 256

  /// Of the word.
  var color: UIColor {
    switch self {
    case .error: Palette.red
    case .warning: Palette.orange
    case .info: Palette.tint
    case .debug: Palette.secondary
    }
  }

  /// The first level in a line, and its place in UTF-16 units: a word in capital letters, one in small letters behind
  /// `[`, `=` or the `:` of JSON, or a priority such as `<34>` at the beginning.
  static func first(in text: String) -> (level: LogLevel, range: NSRange)? {
    var copy = text
    let found = copy.withUTF8 { bytes in
      priority(bytes) ?? word(UnsafeBufferPointer(rebasing: bytes.prefix(reach)))
    }
    guard let (level, range) = found else { return nil }
    let start = copy.utf8.index(copy.startIndex, offsetBy: range.lowerBound)
    return (level, NSRange(location: copy.utf16.distance(from: copy.startIndex, to: start), length: range.count))
  }

  private static func priority(_ bytes: UnsafeBufferPointer<UInt8>) -> (LogLevel, Range<Int>)? {
    guard bytes.first == UInt8(ascii: "<"), let end = bytes.prefix(5).firstIndex(of: UInt8(ascii: ">")),
      let number = Int(String(decoding: bytes[1..<end], as: UTF8.self)), (0...191).contains(number)
    else { return nil }
    let severity = number % 8
    return (severity < 4 ? error : severity == 4 ? warning : severity < 7 ? info : debug, 0..<end + 1)
  }

  private static func word(_ bytes: UnsafeBufferPointer<UInt8>) -> (LogLevel, Range<Int>)? {
    // The word that has begun: its first byte, its code, and whether it is of letters, and of capitals, so far.
    var (start, code, isWord, isCapital) = (-1, UInt64(1), true, true)
    for place in 0...bytes.count {
      let byte = place < bytes.count ? bytes[place] : 0x20
      let isLetter = (byte | 0x20) &- 0x61 < 26
      if isLetter || byte &- 0x30 < 10 || byte == 0x5f || byte >= 0x80 {
        if start < 0 { (start, code, isWord, isCapital) = (place, 1, true, true) }
        code = Self.code(code, byte)
        isWord = isWord && isLetter
        isCapital = isCapital && byte < 0x61
        continue
      }
      defer { start = -1 }
      guard start >= 0, isWord, (3...9).contains(place - start), isCapital || isNamed(start, bytes),
        let level = words[code]
      else { continue }
      return (level, start..<place)
    }
    return nil
  }

  /// Whether a name or a bracket stands before a word: else it is one like others in small letters.
  private static func isNamed(_ start: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard start > 0, bytes[start - 1] != 0x20 else { return false }
    let before = bytes[..<start].suffix(3).last { $0 != 0x20 && $0 != 0x22 }
    return before == 0x5b || before == 0x3d || before == 0x3a
  }
}
