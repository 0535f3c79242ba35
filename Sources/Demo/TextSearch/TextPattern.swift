/// The text that a search looks for, and how it is compared.
package struct TextPattern: Hashable, Codable, Sendable {
  /// Characters as they are, or a regular expression of Perl's kind.
  package var text: String
  package var isExpression = false
  /// Whether `a` is another character than `A`.
  package var matchesCase = false
  /// Whether no letter, digit or underscore stands before or after a match.
  package var matchesWords = false

  package init(_ text: String, isExpression: Bool = false, matchesCase: Bool = false, matchesWords: Bool = false) {
    self.text = text
    self.isExpression = isExpression
    self.matchesCase = matchesCase
    self.matchesWords = matchesWords
  }

  /// The expression that matches what the pattern does.
  var expression: String {
    let quoted = text.unicodeScalars.map { $0 == "\\" ? "\\E\\\\\\Q" : String($0) }.joined()
    let body = isExpression ? text : "\\Q\(quoted)\\E"
    return matchesWords ? "(?<!\\w)(?:\(body))(?!\\w)" : body
  }

  /// Whether no match can hold a newline, or depends on what stands beyond one: a search of many lines at once finds what
  /// a search of each of them does. Expressions are judged by the letters of a small subset of the syntax.
  var staysInLine: Bool {
    guard isExpression else { return !text.utf8.contains(10) }
    var rest = text.utf8[...]
    var isInClass = false
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\\"):
        // Digits, word characters, word edges, and punctuation as it is.
        guard let next = rest.popFirst() else { return false }
        let isLetter = (next | 0x20) >= UInt8(ascii: "a") && (next | 0x20) <= UInt8(ascii: "z")
        let isDigit = next >= UInt8(ascii: "0") && next <= UInt8(ascii: "9")
        let isKnown = next == UInt8(ascii: "d") || next == UInt8(ascii: "w") || next == UInt8(ascii: "b") && !isInClass
        guard isKnown || !isLetter && !isDigit && next > 0x20 && next < 0x7f else { return false }
      case UInt8(ascii: "[") where isInClass: return false  // a class by name may hold newlines
      case UInt8(ascii: "["):
        // A class that is not of all but some; a bracket at its beginning is left to the cautious way.
        guard let first = rest.first, first != UInt8(ascii: "^"), first != UInt8(ascii: "]") else { return false }
        isInClass = true
      case UInt8(ascii: "]"): isInClass = false
      case UInt8(ascii: "(") where !isInClass:
        if rest.first == UInt8(ascii: "*") { return false }
        if rest.first == UInt8(ascii: "?") {
          guard rest.dropFirst().first == UInt8(ascii: ":") else { return false }
          rest = rest.dropFirst(2)
        }
      case 0..<0x20: return false
      default: break
      }
    }
    return true
  }
}

/// Why a pattern cannot be searched for.
package struct PatternFault: Error, Equatable, CustomStringConvertible {
  /// One line.
  package let description: String

  package init(description: String) { self.description = description }
}
