/// The rules that turn any text into text for a field of one line.
package enum SingleLineText {
  /// `text` without line ends at its own ends, with a space for each line end and tab inside, and without other control
  /// characters and NUL. CR LF is one line end.
  /// - Complexity: O(n); text that needs no change is returned as it is.
  package static func cleaned(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: needsCare) else { return text }
    var result = ""
    var owedSpaces = 0
    for character in text {
      // A control character is always a cluster by itself, but for CR LF.
      guard let first = character.unicodeScalars.first else { continue }
      if isLineEnd(first) {
        if !result.isEmpty { owedSpaces += 1 }
        continue
      }
      guard first == "\t" || !needsCare(first) else { continue }
      for _ in 0..<owedSpaces { result.unicodeScalars.append(" ") }
      owedSpaces = 0
      if first == "\t" { result.unicodeScalars.append(" ") } else { result.unicodeScalars += character.unicodeScalars }
    }
    return result
  }

  /// The longest beginning of `text` of whole clusters that takes no more than `limit` bytes of UTF-8.
  package static func prefix(of text: String, bytes limit: Int) -> String {
    guard text.utf8.count > limit else { return text }
    guard limit > 0 else { return "" }
    let cut = text.utf8.index(text.startIndex, offsetBy: limit)
    return String(text[..<text.clusterStart(atOrBefore: cut)])
  }

  private static func needsCare(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || isLineEnd(scalar)
  }

  private static func isLineEnd(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }
}

extension String {
  /// The start of the cluster that `index` lies in, or `index` itself where that is one.
  func clusterStart(atOrBefore index: String.Index) -> String.Index {
    guard index < endIndex else { return endIndex }
    return self.index(before: self.index(after: index))
  }

  /// The place `offset` bytes into the string's UTF-8, clamped to the string.
  func index(atUTF8 offset: Int) -> String.Index {
    utf8.index(startIndex, offsetBy: Swift.min(Swift.max(0, offset), utf8.count))
  }

  /// How many bytes of UTF-8 come before `index`.
  func utf8Offset(of index: String.Index) -> Int { utf8.distance(from: startIndex, to: index) }
}
