import Foundation

/// Text that other programs chose, made fit to be shown in one line.
enum ForeignText {
  /// Bytes that are not UTF-8 become replacement characters; line breaks, other control characters and those that turn
  /// the direction of what follows become question marks, as in `ps`.
  static func make(_ bytes: some Collection<UInt8>) -> String {
    if bytes.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return String(decoding: bytes, as: UTF8.self) }
    var text = String.UnicodeScalarView()
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      text.append(isHarmless(scalar) ? scalar : "?")
    }
    return String(text)
  }

  private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0: false
    case 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: false
    default: true
    }
  }

  /// Bytes of a command line that are looked at; compilers' have hundreds of thousands.
  private static let commandLimit = 512

  /// The beginning of a command line of `/proc/<pid>/cmdline`: arguments with a zero byte behind each.
  static func command(_ bytes: some BidirectionalCollection<UInt8>) -> String {
    let start = bytes.prefix(commandLimit)
    guard let last = start.lastIndex(where: { $0 != 0 }) else { return "" }
    return make(start[...last].map { $0 == 0 ? UInt8(ascii: " ") : $0 })
  }

  /// The whole name of a program whose name the kernel cut off: the file of its command line, if that begins with it.
  static func name(_ name: [UInt8], command: some Collection<UInt8>) -> String {
    let limit = 15
    guard name.count >= limit else { return make(name) }
    let path = command.prefix { $0 != 0 }
    let file = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: true).last ?? path[...]
    return file.starts(with: name) ? make(file) : make(name)
  }
}
