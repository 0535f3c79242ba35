/// The text of a Swift file, of which is known what is code and what is comment or string.
///
/// No parser: what the rewriting needs is where words of code stand and which brackets belong together.
struct SwiftText {
  let characters: [Character]
  /// Whether each character is code.
  let isCode: [Bool]
  /// The place of the bracket that belongs to an opening one.
  let closing: [Int: Int]
  /// Whether brackets, strings and comments all end.
  let isWhole: Bool
  /// The offset at which each line begins.
  private let lineStarts: [Int]

  init(_ source: String) {
    let characters = Array(source)
    var scanner = Scanner(characters)
    scanner.run()
    self.characters = characters
    isCode = scanner.isCode
    lineStarts = [0] + characters.indices.filter { characters[$0].isNewline }.map { $0 + 1 }
    var open: [Int] = []
    var closing: [Int: Int] = [:]
    var isWhole = scanner.isWhole
    for place in characters.indices where isCode[place] {
      switch characters[place] {
      case "(", "[", "{": open.append(place)
      case ")", "]", "}":
        guard let start = open.popLast() else {
          isWhole = false
          continue
        }
        closing[start] = place
      default: break
      }
    }
    self.closing = closing
    self.isWhole = isWhole && open.isEmpty
  }

  var count: Int { characters.count }

  func text(_ range: Range<Int>) -> String { String(characters[range]) }

  /// The number of the line a place is on, counted from 1.
  func line(of place: Int) -> Int {
    var (low, high) = (0, lineStarts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= place { low = middle } else { high = middle }
    }
    return low + 1
  }

  /// Where the line of a place begins.
  func lineStart(of place: Int) -> Int { lineStarts[line(of: place) - 1] }

  /// Where the line after that of a place begins; the end of the text after the last one.
  func lineEnd(of place: Int) -> Int {
    let line = line(of: place)
    return line < lineStarts.count ? lineStarts[line] : count
  }

  func isWordCharacter(_ place: Int) -> Bool {
    place >= 0 && place < count && isCode[place]
      && (characters[place].isLetter || characters[place].isNumber || characters[place] == "_")
  }

  /// Whether `word` stands at a place, as a word of its own, in code.
  func has(_ word: String, at place: Int) -> Bool {
    guard place >= 0, place + word.count <= count, isCode[place], characters[place...].starts(with: word) else {
      return false
    }
    return !isWordCharacter(place - 1) && !isWordCharacter(place + word.count)
  }

  /// Whether code that ends at a place ends so.
  func has(_ ending: String, before place: Int) -> Bool {
    let start = place - ending.count
    return start >= 0 && place <= count && isCode[start] && characters[start..<place].elementsEqual(ending)
  }

  /// Where each argument between brackets begins.
  /// - Parameter brackets: from the opening bracket to before the closing one.
  func arguments(in brackets: Range<Int>) -> [Int] {
    var starts = [afterSpace(brackets.lowerBound + 1)]
    var place = brackets.lowerBound + 1
    while place < brackets.upperBound {
      if isCode[place] {
        if characters[place] == "," { starts.append(afterSpace(place + 1)) }
        if let close = closing[place] { place = close }
      }
      place += 1
    }
    return starts
  }

  /// The places of a word in code.
  func places(of word: String) -> [Int] { characters.indices.filter { has(word, at: $0) } }

  /// The first place from `place` on that is neither space nor comment.
  func afterSpace(_ place: Int) -> Int {
    var place = place
    while place < count, !isCode[place] || characters[place].isWhitespace { place += 1 }
    return place
  }

  /// The word that begins at a place; dots belong to it where `path` is true.
  func word(at place: Int, path: Bool = false) -> String {
    var end = place
    while end < count, isWordCharacter(end) || path && end > place && isCode[end] && characters[end] == "." { end += 1 }
    return text(place..<end)
  }
}

/// Tells code from comments and strings.
private struct Scanner {
  let characters: [Character]
  var isCode: [Bool]
  var isWhole = true
  private var place = 0

  init(_ characters: [Character]) {
    self.characters = characters
    isCode = Array(repeating: true, count: characters.count)
  }

  private func starts(_ word: String) -> Bool {
    place < characters.count && characters[place...].starts(with: word)
  }

  private mutating func hide(_ count: Int = 1) {
    for _ in 0..<count where place < characters.count {
      isCode[place] = false
      place += 1
    }
  }

  mutating func run() {
    while place < characters.count { step() }
  }

  private mutating func step() {
    if starts("//") {
      while place < characters.count, !characters[place].isNewline { hide() }
    } else if starts("/*") {
      comment()
    } else if characters[place] == "\"" {
      string(pounds: 0)
    } else if characters[place] == "#" {
      var pounds = 0
      while place + pounds < characters.count, characters[place + pounds] == "#" { pounds += 1 }
      let next = place + pounds
      if next < characters.count, characters[next] == "\"" {
        hide(pounds)
        string(pounds: pounds)
      } else {
        place += pounds
      }
    } else if characters[place] == "`" {
      // A name in back quotes is code without a meaning of its own.
      repeat { place += 1 } while place < characters.count && characters[place] != "`" && !characters[place].isNewline
      place = min(place + 1, characters.count)
    } else {
      place += 1
    }
  }

  private mutating func comment() {
    var depth = 0
    repeat {
      if starts("/*") {
        depth += 1
        hide(2)
      } else if starts("*/") {
        depth -= 1
        hide(2)
      } else if place < characters.count {
        hide()
      } else {
        isWhole = false
        return
      }
    } while depth > 0
  }

  /// A string from its first quote on; what is interpolated counts as text.
  private mutating func string(pounds: Int) {
    let hashes = String(repeating: "#", count: pounds)
    let isLong = starts("\"\"\"")
    let end = (isLong ? "\"\"\"" : "\"") + hashes
    hide(isLong ? 3 : 1)
    while place < characters.count {
      if starts(end) { return hide(end.count) }
      if !isLong, characters[place].isNewline { break }
      if starts("\\" + hashes + "(") {
        hide(2 + pounds)
        interpolation()
      } else if starts("\\" + hashes) {
        hide(2 + pounds)
      } else {
        hide()
      }
    }
    isWhole = false
  }

  /// From behind `\(` to its end, with the strings inside.
  private mutating func interpolation() {
    var depth = 1
    while place < characters.count, depth > 0 {
      let start = place
      switch characters[place] {
      case "(":
        depth += 1
        place += 1
      case ")":
        depth -= 1
        place += 1
      default: step()
      }
      for index in start..<place { isCode[index] = false }
    }
  }
}
