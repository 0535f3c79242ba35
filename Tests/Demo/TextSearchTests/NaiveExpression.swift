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
    }
  }

  /// Whether a line has a match. Nil stands for a byte that belongs to no character.
  func matches(_ line: [Unicode.Scalar?], foldsCase: Bool) -> Bool {
    (0...line.count).contains { !ends(line, $0, foldsCase).isEmpty }
  }

  private func ends(_ line: [Unicode.Scalar?], _ start: Int, _ foldsCase: Bool) -> Set<Int> {
    func isEqual(_ one: Unicode.Scalar, _ other: Unicode.Scalar) -> Bool {
      one == other || foldsCase && one.properties.lowercaseMapping == other.properties.lowercaseMapping
    }
    switch self {
    case .lineStart: return start == 0 ? [start] : []
    case .lineEnd: return start == line.count ? [start] : []
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
    case .scalar, .any, .oneOf:
      guard start < line.count, let scalar = line[start] else { return [] }
      let isHit =
        switch self {
        case .scalar(let wanted): isEqual(wanted, scalar)
        case .oneOf(let wanted, let isNegated): wanted.contains { isEqual($0, scalar) } != isNegated
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
