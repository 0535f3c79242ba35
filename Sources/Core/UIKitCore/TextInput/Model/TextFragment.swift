/// Characters with their looks, as they come into a text or are taken out of it.
///
/// A look is a number that the text's owner gives a meaning; 0 is the usual one.
package struct TextFragment: Hashable, Sendable {
  /// Bytes in a row that have one look.
  struct Run: Hashable, Sendable {
    var count: Int
    var look: Int32
  }

  /// The characters.
  private(set) var string: String
  /// The looks from the first byte to the last, neighbours different; none where all bytes have the usual look.
  private(set) var runs: [Run]

  /// Characters of one look.
  init(_ string: String, look: Int32 = 0) {
    self.string = string
    runs = look == 0 || string.isEmpty ? [] : [Run(count: string.utf8.count, look: look)]
  }

  /// - Parameter runs: as long as the string together, in any number.
  init(_ string: String, runs: some Sequence<Run>) {
    self.string = string
    self.runs = []
    for run in runs where run.count > 0 {
      if let last = self.runs.last, last.look == run.look {
        self.runs[self.runs.count - 1].count += run.count
      } else {
        self.runs.append(run)
      }
    }
    if self.runs.count == 1, self.runs[0].look == 0 { self.runs = [] }
  }

  /// Bytes of the characters.
  var count: Int { string.utf8.count }
  /// The runs, one also where all bytes have the usual look; none without characters.
  var allRuns: [Run] { runs.isEmpty && count > 0 ? [Run(count: count, look: 0)] : runs }
  /// The look of the last character; nil without characters.
  var lastLook: Int32? { allRuns.last?.look }

  static func + (left: TextFragment, right: TextFragment) -> TextFragment {
    if left.runs.isEmpty, right.runs.isEmpty { return TextFragment(left.string + right.string) }
    return TextFragment(left.string + right.string, runs: left.allRuns + right.allRuns)
  }

  static func += (left: inout TextFragment, right: TextFragment) { left = left + right }

  /// A part between scalars, in bytes.
  subscript(range: Range<Int>) -> TextFragment {
    let part = String(string[string.index(atUTF8: range.lowerBound)..<string.index(atUTF8: range.upperBound)])
    guard !runs.isEmpty else { return TextFragment(part) }
    var start = 0
    let cut = runs.map { run in
      let (lower, upper) = (max(start, range.lowerBound), min(start + run.count, range.upperBound))
      start += run.count
      return Run(count: upper - lower, look: run.look)
    }
    return TextFragment(part, runs: cut)
  }

  /// The look of the byte at an offset; that of the last one at the end.
  func look(at offset: Int) -> Int32 {
    var end = 0
    for run in runs {
      end += run.count
      if offset < end { return run.look }
    }
    return runs.last?.look ?? 0
  }
}
