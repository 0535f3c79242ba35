import Foundation

/// The looks of the characters of a text view: their attributes, by number. Number 0 has none.
struct TextLooks {
  private var attributes: [[NSAttributedString.Key: Any]] = [[:]]

  /// An attribute without a meaning.
  private static let divider = NSAttributedString.Key(rawValue: "AnoleDivider")

  /// How many of the last looks are searched for one that is the same.
  private static let searched = 64

  /// Whether characters may have attributes.
  var isUsed: Bool { attributes.count > 1 }

  subscript(look: Int32) -> [NSAttributedString.Key: Any] {
    attributes.indices.contains(Int(look)) ? attributes[Int(look)] : [:]
  }

  /// The number of a look, which is remembered.
  mutating func number(of look: [NSAttributedString.Key: Any]) -> Int32 {
    if look.isEmpty { return 0 }
    var look = look
    look[Self.divider] = nil
    for number in attributes.indices.reversed().prefix(Self.searched)
    where Self.areEqual(attributes[number], look) { return Int32(number) }
    attributes.append(look)
    return Int32(attributes.count - 1)
  }

  private static func areEqual(_ a: [NSAttributedString.Key: Any], _ b: [NSAttributedString.Key: Any]) -> Bool {
    a.count == b.count
      && a.allSatisfy { key, value in
        guard let other = b[key] else { return false }
        if let value = value as? NSObject { return value.isEqual(other) }
        return value as? AnyHashable == other as? AnyHashable
      }
  }

  /// Changes the attributes of all characters.
  mutating func changeAll(_ change: (inout [NSAttributedString.Key: Any]) -> Void) {
    for number in attributes.indices.dropFirst() { change(&attributes[number]) }
  }

  /// The characters of an attributed text with their looks.
  mutating func fragment(_ text: NSAttributedString) -> TextFragment {
    let string = text.string
    var runs: [TextFragment.Run] = []
    var start = string.startIndex
    text.enumerateAttributes(in: NSRange(location: 0, length: text.length), options: .longestEffectiveRangeNotRequired)
    {
      look, range, _ in
      guard let end = Range(range, in: string)?.upperBound else { return }
      runs.append(
        TextFragment.Run(count: string.utf8.distance(from: start, to: end), look: number(of: look)))
      start = end
    }
    return TextFragment(string, runs: runs)
  }

  /// An attributed text of characters, whose attributes are filled up with those of the text view.
  ///
  /// Foundation of Swift 6.3 traps where neighbours have other values of the same attributes. An attribute more tells them
  /// apart before their values are compared.
  func attributed(_ text: TextFragment, over usual: [NSAttributedString.Key: Any]) -> NSAttributedString {
    let result = NSMutableAttributedString(string: "")
    var start = 0
    var count = 0
    for run in text.allRuns {
      let part = text[start..<start + run.count].string
      var attributes = usual.merging(self[run.look]) { $1 }
      if attributes.count == count { attributes[Self.divider] = true }
      result.append(NSAttributedString(string: part, attributes: attributes))
      (start, count) = (start + run.count, attributes.count)
    }
    return result
  }
}
