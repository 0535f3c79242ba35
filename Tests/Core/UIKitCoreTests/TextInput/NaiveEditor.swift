/// An editor that copies everything: text as an array of scalars, the whole state kept for every step to take back.
struct NaiveEditor {
  var scalars: [Unicode.Scalar] = []
  /// Counted in scalars.
  var anchor = 0
  var head = 0

  var text: String {
    var text = ""
    text.unicodeScalars += scalars
    return text
  }

  /// Every place between clusters, counted in scalars.
  var boundaries: [Int] {
    var result = [0]
    for character in text { result.append((result.last ?? 0) + character.unicodeScalars.count) }
    return result
  }

  var low: Int { min(anchor, head) }
  var high: Int { max(anchor, head) }

  func roundedUp(_ place: Int) -> Int { boundaries.first { $0 >= place } ?? scalars.count }

  /// Bytes of UTF-8 before a place.
  func bytes(_ place: Int) -> Int { scalars[..<place].reduce(0) { $0 + UTF8.width($1) } }

  /// The place after so many bytes.
  func place(_ bytes: Int) -> Int {
    var rest = bytes
    return scalars.firstIndex { scalar in
      if rest <= 0 { return true }
      rest -= UTF8.width(scalar)
      return false
    } ?? scalars.count
  }

  mutating func replace(_ range: Range<Int>, with string: String) {
    scalars.replaceSubrange(range, with: Array(string.unicodeScalars))
    let caret = roundedUp(range.lowerBound + string.unicodeScalars.count)
    (anchor, head) = (caret, caret)
  }

  mutating func delete(forward: Bool) {
    if low < high { return replace(low..<high, with: "") }
    if forward, let end = boundaries.first(where: { $0 > head }) { replace(head..<end, with: "") }
    if !forward, let start = boundaries.last(where: { $0 < head }) { replace(start..<head, with: "") }
  }

  mutating func move(forward: Bool, extending: Bool) {
    if !extending, low < high {
      let end = forward ? high : low
      (anchor, head) = (end, end)
      return
    }
    head = (forward ? boundaries.first { $0 > head } : boundaries.last { $0 < head }) ?? head
    if !extending { anchor = head }
  }
}
