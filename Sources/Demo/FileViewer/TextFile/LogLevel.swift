import DemoParts
import UIKit

/// How grave an entry of a log is, by a word near its beginning or by syslog's priority.
enum LogLevel {
  case error, warning, info, debug

  private static let words: [String: LogLevel] = [
    "FATAL": error, "EMERG": error, "EMERGENCY": error, "ALERT": error, "CRIT": error, "CRITICAL": error,
    "SEVERE": error, "PANIC": error, "ERROR": error, "ERR": error, "WARNING": warning, "WARN": warning,
    "NOTICE": info, "INFO": info, "DEBUG": debug, "TRACE": debug, "VERBOSE": debug, "FINE": debug,
  ]
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
    return (level, NSRange(start..<copy.utf8.index(start, offsetBy: range.count), in: copy))
  }

  private static func priority(_ bytes: UnsafeBufferPointer<UInt8>) -> (LogLevel, Range<Int>)? {
    guard bytes.first == UInt8(ascii: "<"), let end = bytes.prefix(5).firstIndex(of: UInt8(ascii: ">")),
      let number = Int(String(decoding: bytes[1..<end], as: UTF8.self)), (0...191).contains(number)
    else { return nil }
    let severity = number % 8
    return (severity < 4 ? error : severity == 4 ? warning : severity < 7 ? info : debug, 0..<end + 1)
  }

  private static func word(_ bytes: UnsafeBufferPointer<UInt8>) -> (LogLevel, Range<Int>)? {
    func isLetter(_ byte: UInt8) -> Bool { byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7a }
    func isPart(_ byte: UInt8) -> Bool {
      isLetter(byte) || byte >= 0x30 && byte <= 0x39 || byte == 0x5f || byte >= 0x80
    }
    var end = 0
    while let start = bytes[end...].firstIndex(where: isPart) {
      end = bytes[start...].firstIndex { !isPart($0) } ?? bytes.count
      guard (3...9).contains(end - start), isLetter(bytes[start]) else { continue }
      // In small letters it is a word like others, but where a name or a bracket stands before it.
      let before = bytes[..<start].suffix(3).filter { $0 != 0x20 && $0 != 0x22 }.last
      let isNamed = start > 0 && bytes[start - 1] != 0x20 && [0x5b, 0x3d, 0x3a].contains(before)
      guard isNamed || bytes[start..<end].allSatisfy({ $0 < 0x61 }) else { continue }
      if let level = words[String(decoding: bytes[start..<end], as: UTF8.self).uppercased()] {
        return (level, start..<end)
      }
    }
    return nil
  }
}
