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
  private var distances: ContiguousArray<Float> = []
  /// By `index`, from a letter's origin to the end of a word that it ends, in ems; as above.
  private var advances: ContiguousArray<Float> = []
  private var knownPairwise: Bool?

  /// Capital and small letters, then the comma and the full stop, which stand only at the end: elsewhere fonts care for
  /// more than what is beside them.
  static let count = 54
  static let marks = 52
  /// The longest word that is put together.
  static let longestWord = 32
  /// Words of letters that come again, in which fonts that choose forms by what came before do so.
  private static let samples = ["banana", "nonsense", "illicit"]
  /// How much the width of such a word may differ from that of its pairs, in ems: both are rounded.
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
    makeTables()
    let place = Self.place(pair.first, pair.second)
    if distances[place].isNaN { distances[place] = findDistance(pair, in: face) ?? .infinity }
    return distances[place].isFinite ? distances[place] : nil
  }

  private func findDistance(_ pair: Pair, in face: FontFace) -> Float? {
    guard let first = advance(of: pair.first, in: face), let last = advance(of: pair.second, in: face),
      let roughly = face.width(of: [pair.first, pair.second])
    else { return nil }
    // Most pairs do not kern, which one look tells; of others it is found out how much.
    if abs(roughly - Double(first + last)) <= Self.leastKerning { return (0...4).contains(first) ? first : nil }
    guard let both = face.meanWidth(of: [pair.first, pair.second]) else { return nil }
    let distance = Float(both) - last
    return (0...4).contains(distance) ? distance : nil
  }

  /// In ems, as finely as `FontFace.width(of:)` tells widths: half a 256th, and what an advance is rounded by.
  private static let leastKerning = 0.5 / 256 + 0.0006

  /// From a letter's origin to the end of a word that it ends, in ems; nil for one that cannot be measured.
  func advance(of letter: UInt8, in face: FontFace) -> Float? {
    let index = Self.index(letter)
    guard index < Self.count else { return nil }
    makeTables()
    if advances[index].isNaN { advances[index] = face.meanWidth(of: [letter]).map { Float($0) } ?? .infinity }
    return advances[index].isFinite ? advances[index] : nil
  }

  private func makeTables() {
    guard distances.isEmpty else { return }
    distances = ContiguousArray(repeating: .nan, count: Self.count * Self.count)
    advances = ContiguousArray(repeating: .nan, count: Self.count)
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
  private var states: ContiguousArray<UInt8> = []
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

  /// From a letter's origin to the end of a word that it ends, in ems, for one of a pair that was measured.
  func advance(_ letter: UInt8) -> Float { spacing.advance(at: LetterSpacing.index(letter)) }

  /// The width in ems of a letter alone; nil for other bytes.
  func width(of letter: UInt8, in font: Font) -> Double? {
    spacing.advance(of: letter, in: font.face).map { Double(max(0, $0)) }
  }

  /// Looks at the pairs of a word that nothing is known of.
  /// - Returns: whether all are loose.
  @inline(never)
  private func find(_ text: UnsafeBufferPointer<UInt8>, in font: Font, _ rasterizer: WordRasterizer) -> Bool {
    guard spacing.isPairwise(font.face) else { return false }
    var pairs: [(pair: LetterSpacing.Pair, distance: Float)] = []
    // All are measured before they are drawn: a large file has one font for both, which changes.
    for (first, second) in zip(text, text.dropFirst()) {
      let place = LetterSpacing.place(first, second)
      guard states[place] == State.unknown else { continue }
      // Unless it passes.
      states[place] = State.tied
      let pair = LetterSpacing.Pair(first: first, second: second)
      if let distance = spacing.measure(pair, in: font.face) { pairs.append((pair, distance)) }
    }
    for pair in rasterizer.loose(among: pairs, in: font, self) {
      states[LetterSpacing.place(pair.first, pair.second)] = State.loose
    }
    return zip(text, text.dropFirst()).allSatisfy { states[LetterSpacing.place($0, $1)] == State.loose }
  }

  /// A letter as it is drawn alone, where that is known.
  func knownShape(of letter: UInt8) -> LetterShape? { shapes[LetterSpacing.index(letter)] }

  /// A letter as it is drawn alone.
  /// - Parameter draw: makes its shape where it is not known.
  func shape(of letter: UInt8, _ draw: () -> LetterShape?) -> LetterShape? {
    let index = LetterSpacing.index(letter)
    if let known = shapes[index] { return known }
    shapes[index] = draw()
    return shapes[index]
  }
}
