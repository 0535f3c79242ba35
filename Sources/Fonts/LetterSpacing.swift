/// How far apart the letters of a face stand in words.
///
/// Texts bring new words all the time, of letters that are known. Where two letters stand in a word as they do alone,
/// only moved together or apart, their pair is loose (`LoosePairs`), and a word of loose pairs is measured and drawn
/// without SDL_ttf. Each answer depends on the face alone, not on what was asked before: a word is as wide, and looks the
/// same, whenever it comes. Used by one thread at a time.
final class LetterSpacing {
  /// Two bytes of ASCII.
  struct Pair: Hashable {
    var first, second: UInt8
  }

  /// By `place`, in ems from origin to origin: not a number for a pair not looked at yet, infinite for one that cannot be
  /// measured. None before the first question.
  @exclusivity(unchecked) private var distances: ContiguousArray<Float> = []
  /// By `index`, from a letter's origin to the end of a word that it ends, in ems; as above.
  @exclusivity(unchecked) private var advances: ContiguousArray<Float> = []
  @exclusivity(unchecked) private var knownPairwise: Bool?

  /// Capital and small letters, then the comma and the full stop, which stand only at the end: elsewhere fonts care for
  /// more than what is beside them.
  static let count = 54
  static let marks = 52
  /// The longest word that is put together.
  static let longestWord = 32
  /// Words of letters that come again, in which fonts that choose forms by what came before do so.
  private static let samples = ["banana", "nonsense", "illicit"]
  /// What the width of such a word may differ from that of its pairs, in ems: both are rounded.
  private static let tolerance = 0.008

  /// A byte's place in the tables; at least `count` for one that is no letter.
  @inline(__always)
  static func index(_ byte: UInt8) -> Int {
    let letter = (byte | 0x20) &- 0x61
    if letter < 26 { return Int(letter) + (byte & 0x20 == 0 ? 0 : 26) }
    return byte == 0x2C ? marks : byte == 0x2E ? marks + 1 : count
  }

  /// A pair's place in tables of pairs.
  @inline(__always)
  static func place(_ first: UInt8, _ second: UInt8) -> Int { index(first) &* count &+ index(second) }

  /// From the origin of one letter to that of the next, in ems, for a pair that was measured; else not finite.
  @inline(__always)
  func distance(at place: Int) -> Float { distances[place] }

  /// From the origin of a letter to the end of a word that it ends, in ems, for the second of a pair that was measured.
  @inline(__always)
  func advance(at index: Int) -> Float { advances[index] }

  /// Measures a pair, unless that was done.
  /// - Returns: the distance of its letters in ems; nil for letters that cannot be put together.
  func measure(_ pair: Pair, in face: FontFace) -> Float? {
    if distances.isEmpty {
      distances = ContiguousArray(repeating: .nan, count: Self.count * Self.count)
      advances = ContiguousArray(repeating: .nan, count: Self.count)
    }
    let place = Self.place(pair.first, pair.second)
    if distances[place].isNaN { distances[place] = findDistance(pair, in: face) ?? .infinity }
    return distances[place].isFinite ? distances[place] : nil
  }

  private func findDistance(_ pair: Pair, in face: FontFace) -> Float? {
    guard findAdvance(pair.first, in: face) != nil, let last = findAdvance(pair.second, in: face),
      let both = face.meanWidth(of: [pair.first, pair.second])
    else { return nil }
    let distance = Float(both) - last
    return (0...4).contains(distance) ? distance : nil
  }

  private func findAdvance(_ letter: UInt8, in face: FontFace) -> Float? {
    let index = Self.index(letter)
    if advances[index].isNaN { advances[index] = face.meanWidth(of: [letter]).map { Float($0) } ?? .infinity }
    return advances[index].isFinite ? advances[index] : nil
  }

  /// Whether words of the face are as wide as their pairs say: not where letters change by what stands further away.
  func isPairwise(_ face: FontFace) -> Bool {
    if let knownPairwise { return knownPairwise }
    let isPairwise = Self.samples.allSatisfy { sample in
      let bytes = Array(sample.utf8)
      guard let whole = face.meanWidth(of: bytes) else { return false }
      var sum = 0.0
      for (first, second) in zip(bytes, bytes.dropFirst()) {
        guard let distance = measure(Pair(first: first, second: second), in: face) else { return false }
        sum += Double(distance)
      }
      sum += Double(advances[Self.index(bytes[bytes.count - 1])])
      return abs(sum - whole) < Self.tolerance
    }
    knownPairwise = isPairwise
    return isPairwise
  }
}

/// Which letters of a font, a face at one size, stand beside each other as they do alone.
///
/// Pairs that join, form a ligature or change each other are tied: a word with one is drawn whole. Which is which shows in
/// a picture of the pair, drawn when it first comes.
final class LoosePairs {
  private enum State {
    static let unknown: UInt8 = 0
    static let loose: UInt8 = 1
    static let tied: UInt8 = 2
  }

  /// A letter's ink, a byte a column of a quarter pixel, rows without a gap.
  struct LetterShape {
    var bytes: [UInt8]
    var columns, rows: Int
    /// From the letter's origin to the left edge, and from the baseline up to the top one.
    var left, top: Int
  }

  private let spacing: LetterSpacing
  /// By `LetterSpacing.place`; none before the first word.
  @exclusivity(unchecked) private var states: ContiguousArray<UInt8> = []
  /// Letters as they are drawn alone, by `LetterSpacing.index`.
  private var shapes: [Int: LetterShape] = [:]

  /// - Parameter spacing: of the font's face.
  init(_ spacing: LetterSpacing) { self.spacing = spacing }

  /// The width in ems of a word of loose pairs; nil for any other text.
  /// - Parameter rasterizer: draws pairs that were not looked at yet.
  func width(of text: UnsafeBufferPointer<UInt8>, in font: Font, _ rasterizer: WordRasterizer) -> Double? {
    guard text.count > 1, text.count <= LetterSpacing.longestWord else { return nil }
    if states.isEmpty {
      states = ContiguousArray(repeating: State.unknown, count: LetterSpacing.count * LetterSpacing.count)
    }
    var last = LetterSpacing.index(text[0])
    var all: UInt8 = 0
    for offset in 1..<text.count {
      guard last < LetterSpacing.marks else { return nil }
      let next = LetterSpacing.index(text[offset])
      guard next < LetterSpacing.count else { return nil }
      let state = states[last &* LetterSpacing.count &+ next]
      // No bit is common to a loose and an unknown one.
      all |= state == State.unknown ? 4 : state
      last = next
    }
    if all & State.tied != 0 { return nil }
    if all != State.loose, !find(text, in: font, rasterizer) { return nil }
    return sum(of: text)
  }

  private func sum(of text: UnsafeBufferPointer<UInt8>) -> Double {
    var last = LetterSpacing.index(text[0])
    var width: Float = 0
    for offset in 1..<text.count {
      let next = LetterSpacing.index(text[offset])
      width += spacing.distance(at: last &* LetterSpacing.count &+ next)
      last = next
    }
    return Double(width + spacing.advance(at: last))
  }

  /// From the origin of one letter to that of the next, in ems, for a loose pair.
  func distance(_ first: UInt8, _ second: UInt8) -> Float { spacing.distance(at: LetterSpacing.place(first, second)) }

  /// Looks at the pairs of a word that nothing is known of, up to one that is tied.
  /// - Returns: whether all are loose.
  @inline(never)
  private func find(_ text: UnsafeBufferPointer<UInt8>, in font: Font, _ rasterizer: WordRasterizer) -> Bool {
    guard spacing.isPairwise(font.face) else { return false }
    // All are measured before one is drawn: a large file has one font for both, which changes.
    let pairs = zip(text, text.dropFirst()).map { LetterSpacing.Pair(first: $0, second: $1) }
    let distances = pairs.map { spacing.measure($0, in: font.face) }
    for (pair, distance) in zip(pairs, distances) {
      let place = LetterSpacing.place(pair.first, pair.second)
      if states[place] == State.unknown {
        let isLoose = distance.map { rasterizer.isLoose(pair, distance: $0, in: font, self) } ?? false
        states[place] = isLoose ? State.loose : State.tied
      }
      if states[place] == State.tied { return false }
    }
    return true
  }

  /// A letter as it is drawn alone.
  /// - Parameter draw: makes its shape where it is not known.
  func shape(of letter: UInt8, _ draw: () -> LetterShape?) -> LetterShape? {
    let index = LetterSpacing.index(letter)
    if let known = shapes[index] { return known }
    shapes[index] = draw()
    return shapes[index]
  }
}
