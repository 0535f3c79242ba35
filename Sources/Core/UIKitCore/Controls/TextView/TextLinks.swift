import Foundation

/// The kinds of data that a text view shows as links.
public struct UIDataDetectorTypes: OptionSet, Hashable, Sendable {
  /// UIKit's bits.
  public let rawValue: UInt
  /// - Parameter rawValue: UIKit's bits; those other than `link` have no effect.
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// Addresses of pages and of electronic mail.
  public static let link = UIDataDetectorTypes(rawValue: 2)
  /// All kinds; of these only links are found.
  public static let all = UIDataDetectorTypes(rawValue: .max)
}

/// A part of a row that leads somewhere, in bytes of the row.
struct TextLink {
  var range: Range<Int>
  var url: URL

  /// The addresses in a text: words that begin with `http://`, `https://`, `mailto:` or `www.`, and those with the form
  /// of an address of electronic mail. Signs that end a sentence are no part of them.
  /// - Complexity: O(n).
  static func detect(in text: String) -> [TextLink] {
    // Most rows have none of the signs that every address has.
    guard text.utf8.contains(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "@") || $0 == UInt8(ascii: ".") })
    else { return [] }
    var links: [TextLink] = []
    for word in text.split(whereSeparator: \.isWhitespace) {
      var word = word.drop { "(<[{\"'“„«".contains($0) }
      while let last = word.last, endsSentence(last, of: word) { word.removeLast() }
      guard let url = url(of: String(word)) else { continue }
      links.append(TextLink(range: text.utf8Offset(of: word.startIndex)..<text.utf8Offset(of: word.endIndex), url: url))
    }
    return links
  }

  /// Whether a sign behind an address belongs to the sentence: a closing bracket does, unless the address opened it.
  private static func endsSentence(_ sign: Character, of word: Substring) -> Bool {
    if sign == ")" { return word.count { $0 == ")" } > word.count { $0 == "(" } }
    return ".,;:!?>]}\"'”“»…".contains(sign)
  }

  private static func url(of word: String) -> URL? {
    let small = word.lowercased()
    for scheme in ["http://", "https://", "mailto:"] where small.hasPrefix(scheme) && small.count > scheme.count {
      return URL(string: word)
    }
    if small.hasPrefix("www."), small.dropFirst(4).contains(".") { return URL(string: "http://" + word) }
    let parts = word.split(separator: "@", omittingEmptySubsequences: false)
    let isPlain = word.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"\"(),:;<>[\\]/".utf8.contains($0) }
    guard isPlain, parts.count == 2, !parts[0].isEmpty, !parts[1].hasPrefix("."), parts[1].contains(".") else {
      return nil
    }
    return URL(string: "mailto:" + word)
  }
}
