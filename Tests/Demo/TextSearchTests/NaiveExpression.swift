import RandomSupport

/// A regular expression of random shape, and the simplest matcher for it: all ends that a match can have, by trying.
indirect enum NaiveExpression {
  case scalar(Unicode.Scalar)
  case any
  case oneOf([Unicode.Scalar], isNegated: Bool)
  case lineStart, lineEnd
  case sequence([NaiveExpression])
  case either(NaiveExpression, NaiveExpression)
  case repeated(NaiveExpression, atLeast: Int, atMost: Int)
  /// As often as it goes on, or as seldom.
  case many(NaiveExpression, atLeast: Int, isLazy: Bool)
  case group(NaiveExpression)
  case word, wordEdge, noWordEdge
  /// Has no width: a text of characters stands ahead or behind, or does not.
  case look(NaiveExpression, isAhead: Bool, isNegated: Bool)

  static let alphabet: [Unicode.Scalar] = ["a", "b", "B", " ", "\u{e9}", "\u{c9}", "\u{20ac}", "\u{1f600}", "."]

  static func random(_ random: inout SeededRandom, depth: Int = 3) -> NaiveExpression {
    switch Int.random(in: 0..<(depth > 0 ? 12 : 6), using: &random) {
    case 0, 1, 2: return .scalar(alphabet.randomElement(using: &random) ?? "a")
    case 3: return .any
    case 4:
      return .oneOf(
        Array(alphabet.filter { $0 != "." }.shuffled(using: &random).prefix(3)),
        isNegated: Bool.random(using: &random))
    case 5: return Bool.random(using: &random) ? .lineStart : .lineEnd
    case 6, 7, 8:
      return .sequence((0..<Int.random(in: 1...3, using: &random)).map { _ in .random(&random, depth: depth - 1) })
    case 9: return .either(.random(&random, depth: depth - 1), .random(&random, depth: depth - 1))
    default:
      let least = Int.random(in: 0...2, using: &random)
      return .repeated(
        .random(&random, depth: depth - 1), atLeast: least, atMost: least + Int.random(in: 0...2, using: &random))
    }
  }

  /// One with everything that looks at its surroundings, and often with what PCRE2 takes for the beginning of a line.
  ///
  /// Its matches have a character at least: PCRE2 looks for none without one at an invalid byte from 80 to BF.
  static func randomWithSurroundings(_ random: inout SeededRandom) -> NaiveExpression {
    let one: NaiveExpression =
      switch Int.random(in: 0..<3, using: &random) {
      case 0: .any
      case 1: .word
      default: .scalar(alphabet.randomElement(using: &random) ?? "a")
      }
    let body = NaiveExpression.sequence([part(&random, depth: 3), one, part(&random, depth: 1)])
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return .sequence([.many(.any, atLeast: 0, isLazy: Bool.random(using: &random)), body])
    case 1:
      let least = Int.random(in: 0...1, using: &random)
      return .sequence([.group(.many(.any, atLeast: least, isLazy: false)), body])
    default: return body
    }
  }

  private static func part(_ random: inout SeededRandom, depth: Int) -> NaiveExpression {
    switch Int.random(in: 0..<(depth > 0 ? 10 : 4), using: &random) {
    case 0: return [.wordEdge, .noWordEdge, .word, .any].randomElement(using: &random) ?? .any
    case 1, 2, 3: return .random(&random, depth: 0)
    case 4:
      return .many(
        part(&random, depth: depth - 1), atLeast: Int.random(in: 0...1, using: &random),
        isLazy: Bool.random(using: &random))
    case 5:
      // PCRE2 looks back at texts of one length alone.
      let characters = (0..<Int.random(in: 1...2, using: &random)).map { _ -> NaiveExpression in
        [.any, .word, .scalar(alphabet.randomElement(using: &random) ?? "a")].randomElement(using: &random) ?? .any
      }
      return .look(.sequence(characters), isAhead: false, isNegated: Bool.random(using: &random))
    case 6:
      return .look(part(&random, depth: depth - 1), isAhead: true, isNegated: Bool.random(using: &random))
    case 7: return .group(.either(part(&random, depth: depth - 1), part(&random, depth: depth - 1)))
    default:
      return .sequence((0..<Int.random(in: 1...3, using: &random)).map { _ in part(&random, depth: depth - 1) })
    }
  }

  /// The expression as it is written.
  var text: String {
    switch self {
    case .scalar(let scalar): scalar == "." ? "\\." : String(Character(scalar))
    case .any: "."
    case .oneOf(let scalars, let isNegated):
      "[" + (isNegated ? "^" : "") + scalars.map { String(Character($0)) }.joined() + "]"
    case .lineStart: "^"
    case .lineEnd: "$"
    case .sequence(let parts): parts.map(\.text).joined()
    case .either(let one, let other): "(?:\(one.text)|\(other.text))"
    case .repeated(let part, let least, let most): "(?:\(part.text)){\(least),\(most)}"
    case .many(.any, let least, let isLazy): (least == 0 ? ".*" : ".+") + (isLazy ? "?" : "")
    case .many(let part, let least, let isLazy): "(?:\(part.text))" + (least == 0 ? "*" : "+") + (isLazy ? "?" : "")
    case .group(let part): "(\(part.text))"
    case .word: "\\w"
    case .wordEdge: "\\b"
    case .noWordEdge: "\\B"
    case .look(let part, let isAhead, let isNegated): "(?\(isAhead ? "" : "<")\(isNegated ? "!" : "=")\(part.text))"
    }
  }

  /// What stands between two bytes that belong to no character, and whether the line begins and ends there.
  private struct Fragment {
    let characters: ArraySlice<Unicode.Scalar?>
    let isFirst, isLast: Bool

    func character(_ place: Int) -> Unicode.Scalar? { characters.indices.contains(place) ? characters[place] : nil }
    func isWord(_ place: Int) -> Bool { character(place).map(NaiveExpression.isWord) ?? false }
  }

  /// Whether a line has a match. Nil stands for a byte that belongs to no character: no match goes beyond it.
  func matches(_ line: [Unicode.Scalar?], foldsCase: Bool) -> Bool {
    Self.fragments(of: line).contains { fragment in
      (fragment.characters.startIndex...fragment.characters.endIndex).contains {
        !ends(fragment, $0, foldsCase).isEmpty
      }
    }
  }

  /// Whether a part of a line is a match.
  func matches(_ range: Range<Int>, of line: [Unicode.Scalar?], foldsCase: Bool) -> Bool {
    Self.fragments(of: line).contains { fragment in
      let places = fragment.characters.startIndex...fragment.characters.endIndex
      return places.contains(range.lowerBound) && places.contains(range.upperBound)
        && ends(fragment, range.lowerBound, foldsCase).contains(range.upperBound)
    }
  }

  private static func fragments(of line: [Unicode.Scalar?]) -> [Fragment] {
    line.split(separator: nil, omittingEmptySubsequences: false).map {
      Fragment(characters: $0, isFirst: $0.startIndex == 0, isLast: $0.endIndex == line.count)
    }
  }

  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
      .letterNumber, .otherNumber:
      true
    default: scalar == "_"
    }
  }

  private func ends(_ line: Fragment, _ start: Int, _ foldsCase: Bool) -> Set<Int> {
    func isEqual(_ one: Unicode.Scalar, _ other: Unicode.Scalar) -> Bool {
      one == other || foldsCase && one.properties.lowercaseMapping == other.properties.lowercaseMapping
    }
    switch self {
    case .lineStart: return line.isFirst && start == line.characters.startIndex ? [start] : []
    case .lineEnd: return line.isLast && start == line.characters.endIndex ? [start] : []
    case .wordEdge: return line.isWord(start - 1) != line.isWord(start) ? [start] : []
    case .noWordEdge: return line.isWord(start - 1) == line.isWord(start) ? [start] : []
    case .look(let part, let isAhead, let isNegated):
      let isThere =
        isAhead
        ? !part.ends(line, start, foldsCase).isEmpty
        : (line.characters.startIndex...start).contains { part.ends(line, $0, foldsCase).contains(start) }
      return isThere != isNegated ? [start] : []
    case .group(let part): return part.ends(line, start, foldsCase)
    case .sequence(let parts):
      return parts.reduce([start]) { places, part in
        places.reduce(into: []) { $0.formUnion(part.ends(line, $1, foldsCase)) }
      }
    case .either(let one, let other):
      return one.ends(line, start, foldsCase).union(other.ends(line, start, foldsCase))
    case .repeated(let part, let least, let most):
      var places: Set<Int> = [start]
      var all = least == 0 ? places : []
      for count in 0..<most {
        places = places.reduce(into: []) { $0.formUnion(part.ends(line, $1, foldsCase)) }
        if count + 1 >= least { all.formUnion(places) }
      }
      return all
    case .many(let part, let least, _):
      var all: Set<Int> = least == 0 ? [start] : []
      var places: Set<Int> = [start]
      while !places.isEmpty {
        places = places.reduce(into: []) { $0.formUnion(part.ends(line, $1, foldsCase)) }
        places.subtract(all)
        all.formUnion(places)
      }
      return all
    case .scalar, .any, .oneOf, .word:
      guard let scalar = line.character(start) else { return [] }
      let isHit =
        switch self {
        case .scalar(let wanted): isEqual(wanted, scalar)
        case .oneOf(let wanted, let isNegated): wanted.contains { isEqual($0, scalar) } != isNegated
        case .word: Self.isWord(scalar)
        default: true
        }
      return isHit ? [start + 1] : []
    }
  }

  /// Bytes without those of which, by chance, a character beyond the alphabet may consist.
  static func withoutFirstBytes(_ bytes: [UInt8]) -> [UInt8] {
    characters(bytes).flatMap { scalar -> [UInt8] in
      guard let scalar else { return [0xff] }
      return scalar == "\n" || alphabet.contains(scalar) ? Array(String(Character(scalar)).utf8) : []
    }
  }

  /// The characters of a line, nil for each byte of none.
  static func characters(_ bytes: some Sequence<UInt8>) -> [Unicode.Scalar?] {
    var result: [Unicode.Scalar?] = []
    var rest = Array(bytes)[...]
    while let first = rest.first {
      let length = first < 0x80 ? 1 : first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2
      if let text = String(validating: rest.prefix(length), as: UTF8.self), text.unicodeScalars.count == 1 {
        result.append(text.unicodeScalars.first)
        rest = rest.dropFirst(length)
      } else {
        result.append(nil)
        rest = rest.dropFirst()
      }
    }
    return result
  }
}
