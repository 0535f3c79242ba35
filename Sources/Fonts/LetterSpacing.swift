/// How the letters of a face stand beside each other in words.
///
/// Texts bring new words all the time, of letters that are known. Where two letters stand in a word as they do alone,
/// only moved together or apart, their pair is loose, and a word of loose pairs is measured and drawn without SDL_ttf.
/// Pairs that join, form a ligature or change each other are tied: a word with one is drawn whole. Which is which shows
/// in pictures of words that SDL_ttf drew. Used by one thread at a time.
final class LetterSpacing {
  /// Two bytes of ASCII.
  struct Pair: Hashable {
    var first, second: UInt8
  }

  /// By `index` of the first and the second letter, in ems from origin to origin: not a number for a pair not looked at
  /// yet, infinite for a tied one. None before there is anything to know.
  @exclusivity(unchecked) private var loose: ContiguousArray<Float> = []
  /// From a letter's origin to the end of a word that it ends, in ems; not a number where it is not known.
  @exclusivity(unchecked) private var advances: ContiguousArray<Float> = []
  @exclusivity(unchecked) private var wordsDrawn = 0
  /// The number of loose pairs found so far.
  @exclusivity(unchecked) private var looseCount = 0
  @exclusivity(unchecked) private var tiedCount = 0
  @exclusivity(unchecked) private var contradictions = 0
  /// Words of this face cannot be put together.
  @exclusivity(unchecked) private var isGivenUp = false

  /// Capital and small letters, then the comma and the full stop, which stand only at the end: elsewhere fonts care for
  /// more than what is beside them.
  static let count = 54
  private static let marks = 52
  /// The longest word that is put together.
  static let longestWord = 32
  /// Words that are drawn whole before anything is found out: most faces are used for a few labels.
  private static let wordsBeforeLearning = 64
  /// Pairs and words that may fail before the letters of a face are held to depend on more than their neighbours.
  private static let mostFailures = 16

  /// A byte's place in the tables; at least `count` for one that is no letter.
  @inline(__always)
  static func index(_ byte: UInt8) -> Int {
    let letter = (byte | 0x20) &- 0x61
    if letter < 26 { return Int(letter) + (byte & 0x20 == 0 ? 0 : 26) }
    return byte == 0x2C ? marks : byte == 0x2E ? marks + 1 : count
  }

  /// The width in ems of a word of loose pairs; nil for any other text.
  func width(of text: UnsafeBufferPointer<UInt8>) -> Double? {
    guard !loose.isEmpty, text.count > 1, text.count <= Self.longestWord else { return nil }
    var last = Self.index(text[0])
    var width: Float = 0
    for offset in 1..<text.count {
      guard last < Self.marks else { return nil }
      let next = Self.index(text[offset])
      guard next < Self.count else { return nil }
      width += loose[last &* Self.count &+ next]
      last = next
    }
    width += advances[last]
    return width.isFinite ? Double(width) : nil
  }

  /// From the origin of one letter to that of the next, in ems, for a loose pair.
  func distance(_ first: UInt8, _ second: UInt8) -> Float { loose[Self.place(first, second)] }

  /// The width of a letter alone, in ems, for one of a loose pair.
  func advance(_ letter: UInt8) -> Double { Double(advances[Self.index(letter)]) }

  private static func place(_ first: UInt8, _ second: UInt8) -> Int { index(first) &* count &+ index(second) }

  // MARK: Finding out

  /// The pairs of a word that was drawn whole of which nothing is known; none of a text that can teach nothing.
  func unknownPairs(of text: UnsafeBufferPointer<UInt8>) -> [Pair] {
    guard text.count > 1, text.count <= Self.longestWord, !isGivenUp else { return [] }
    for (offset, byte) in text.enumerated() {
      guard Self.index(byte) < (offset + 1 < text.count ? Self.marks : Self.count) else { return [] }
    }
    wordsDrawn += 1
    guard wordsDrawn > Self.wordsBeforeLearning else { return [] }
    if loose.isEmpty {
      loose = ContiguousArray(repeating: .nan, count: Self.count * Self.count)
      advances = ContiguousArray(repeating: .nan, count: Self.count)
    }
    var pairs: [Pair] = []
    for offset in 1..<text.count {
      let pair = Pair(first: text[offset - 1], second: text[offset])
      let known = distance(pair.first, pair.second)
      if known.isInfinite { return [] }
      if known.isNaN, !pairs.contains(pair) { pairs.append(pair) }
    }
    return pairs
  }

  /// How far apart the letters of a pair stand, in ems; nil for letters that cannot be put together.
  func measure(_ pair: Pair, in face: FontFace) -> Float? {
    func advance(_ letter: UInt8) -> Float? {
      let index = Self.index(letter)
      if advances[index].isNaN { advances[index] = face.meanWidth(of: [letter]).map { Float($0) } ?? .infinity }
      return advances[index].isFinite ? advances[index] : nil
    }
    guard advance(pair.first) != nil, let last = advance(pair.second),
      let both = face.meanWidth(of: [pair.first, pair.second])
    else { return nil }
    let distance = Float(both) - last
    return (0...4).contains(distance) ? distance : nil
  }

  /// Notes that the letters of a pair stand as they do alone, `distance` ems apart.
  func loosen(_ pair: Pair, distance: Float) {
    guard !isGivenUp else { return }
    loose[Self.place(pair.first, pair.second)] = distance
    looseCount += 1
  }

  /// Notes that words with a pair are drawn whole.
  func tie(_ pair: Pair) {
    guard !isGivenUp else { return }
    loose[Self.place(pair.first, pair.second)] = .infinity
    tiedCount += 1
    giveUpIfUseless()
  }

  /// Notes that a word is not made of its letters although its pairs are.
  func noteContradiction() {
    contradictions += 1
    giveUpIfUseless()
  }

  private func giveUpIfUseless() {
    let failures = tiedCount + 4 * contradictions
    guard failures > Self.mostFailures, failures > looseCount / 4 else { return }
    isGivenUp = true
    loose = []
    advances = []
  }
}
