/// Where words begin and end, for keys and clicks that take one at a time.
///
/// A word is a run of clusters of one kind; keys skip the spaces before it.
enum TextWords {
  /// The kinds of clusters; a word ends where the kind changes.
  enum Kind { case space, word, ideograph, kana, sign }

  /// The end of the first word after `index`, spaces before it skipped.
  static func end(after index: String.Index, in text: String) -> String.Index {
    var end = index
    while end < text.endIndex, kind(at: end, in: text) == .space { end = text.index(after: end) }
    return runEnd(from: end, in: text)
  }

  /// The start of the last word before `index`, spaces after it skipped.
  static func start(before index: String.Index, in text: String) -> String.Index {
    var start = index
    while start > text.startIndex, kind(at: text.index(before: start), in: text) == .space {
      start = text.index(before: start)
    }
    return runStart(from: start, in: text)
  }

  /// The run of one kind that holds the cluster at `index`, or at the end of the text the last run.
  static func range(around index: String.Index, in text: String) -> Range<String.Index> {
    guard index < text.endIndex else { return runStart(from: index, in: text)..<index }
    let end = runEnd(from: index, in: text)
    return runStart(from: text.index(after: index), in: text)..<end
  }

  private static func runEnd(from index: String.Index, in text: String) -> String.Index {
    guard index < text.endIndex else { return index }
    let first = kind(at: index, in: text)
    var end = text.index(after: index)
    while end < text.endIndex, kind(at: end, in: text) == first { end = text.index(after: end) }
    return end
  }

  private static func runStart(from index: String.Index, in text: String) -> String.Index {
    guard index > text.startIndex else { return index }
    var start = text.index(before: index)
    let last = kind(at: start, in: text)
    while start > text.startIndex {
      let before = text.index(before: start)
      guard kind(at: before, in: text) == last else { break }
      start = before
    }
    return start
  }

  /// A character that joins the parts of a word on both of its sides.
  private enum Joint { case betweenLetters, betweenHebrewLetters, betweenDigits }

  private static func joint(_ character: Character) -> Joint? {
    switch character {
    // Apostrophes, and gershayim, which stands in Hebrew abbreviations.
    case "'", "’", "\u{5F4}": .betweenLetters
    // Mostly typed instead of gershayim.
    case "\"": .betweenHebrewLetters
    case ".", ",": .betweenDigits
    default: nil
    }
  }

  private static func kind(at index: String.Index, in text: String) -> Kind {
    let character = text[index]
    guard let joint = joint(character) else { return kind(of: character) }
    let next = text.index(after: index)
    guard index > text.startIndex, next < text.endIndex else { return .sign }
    let (left, right) = (text[text.index(before: index)], text[next])
    let joins =
      switch joint {
      case .betweenLetters: left.isLetter && right.isLetter
      case .betweenHebrewLetters: isHebrewLetter(left) && isHebrewLetter(right)
      case .betweenDigits: left.isNumber && right.isNumber
      }
    return joins ? .word : .sign
  }

  private static func isHebrewLetter(_ character: Character) -> Bool {
    switch character.unicodeScalars.first?.value ?? 0 {
    case 0x5D0...0x5EA, 0x5EF...0x5F2, 0xFB1D, 0xFB1F...0xFB28, 0xFB2A...0xFB4F: true
    default: false
    }
  }

  /// Ends Hebrew letters, words and numerals.
  private static let geresh: Unicode.Scalar = "\u{5F3}"

  private static func kind(of character: Character) -> Kind {
    guard let first = character.unicodeScalars.first else { return .sign }
    if character.isWhitespace { return .space }
    switch first.value {
    case 0x3040...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9F: return .kana
    default: break
    }
    if first.properties.isIdeographic { return .ideograph }
    let isWord = first.properties.isAlphabetic || first.properties.numericType != nil || first == "_" || first == geresh
    return isWord ? .word : .sign
  }
}
