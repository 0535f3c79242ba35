import Foundation
import Pixels
import Primitives

/// Words of text that were measured lately, and their pictures, for the fonts of one thread.
///
/// A word is measured once for a font, script and direction, and drawn once for each quarter of a pixel at which it
/// stands; a `WordTable` keeps it. Every line that is laid out reads `fonts`, which are exempt from the run
/// time's check for overlapping access; nothing that is called here comes back.
package final class WordCache {
  /// A word of the cache, or one it had.
  package typealias WordID = UInt64

  /// Bytes of all entries and pictures together: words of some twenty screens, each at two quarters of a pixel.
  package static let byteLimit = 2 << 20

  private let library: FontLibrary
  private let rasterizer = WordRasterizer()
  private let painted = PaintedWords()
  private let table = WordTable(byteLimit: byteLimit)
  @exclusivity(unchecked) private var fonts: ContiguousArray<Font> = []
  /// The digits and marks of numbers, as many for each font as there are: by byte from `firstFree` on.
  private var freeParts: ContiguousArray<FreePart> = []
  /// The words of one letter that words are put together from, by font and `LetterSpacing.index`; none for a font
  /// without.
  private var letterIDs: ContiguousArray<ContiguousArray<WordID>> = []
  private var placedLetters: ContiguousArray<PlacedLetter> = []
  /// Words that were measured, and those that had been before.
  package private(set) var misses = 0
  /// See `misses`.
  package private(set) var hits = 0

  /// - Parameter library: opens all fonts that will be added.
  package init(library: FontLibrary) { self.library = library }

  /// The words there are.
  package var count: Int { table.count }
  /// The bytes of the words and their pictures; at most `byteLimit`.
  package var byteCount: Int { table.byteCount }

  /// The bytes of pictures in their colours, which are kept beside those; at most `PaintedWords.byteLimit`.
  var paintedByteCount: Int { painted.byteCount }

  /// Calls of SDL_ttf so far that measured or drew text.
  package var libraryCalls: Int { library.calls }

  /// Takes a font in; the number it is known by from now on counts up from 0.
  package func add(_ font: Font) -> Int32 {
    fonts.append(font)
    freeParts.append(contentsOf: repeatElement(FreePart(), count: Self.freeCount))
    letterIDs.append([])
    return Int32(fonts.count - 1)
  }

  /// A font that was added.
  package func font(_ number: Int32) -> Font { fonts[Int(number)] }

  // MARK: Measuring

  /// Measures a text without line breaks, and appends what draws it to `words`: one word for most texts, the digits of
  /// a number, the letters of a text that is put together from them. A single space appends nothing.
  /// - Parameter font: a number from `add`.
  /// - Returns: its width in pixels; 0 for what the font cannot shape.
  /// - Complexity: O(*n*) in its length for a text measured before.
  package func measure(
    _ text: UnsafeBufferPointer<UInt8>, font: Int32, _ shaping: TextShaping,
    into words: inout ContiguousArray<TextWord>
  ) -> Double {
    if text.count == 1, text[0] == Self.space { return fonts[Int(font)].spaceWidth }
    if shaping == TextShaping(), let width = putNumber(text, font, at: 0, 0, into: &words) { return width }
    if fonts[Int(font)].isBold, !shaping.isRightToLeft, text.count > 1 {
      return putLetters(text, font, shaping, at: 0, 0, into: &words)
    }
    return put(text, font, shaping, at: 0, 0, into: &words)
  }

  /// Measures a line of Latin letters, and appends its words to `words`, each at its place: cut at spaces, which takes
  /// less than to be asked for one word after the other.
  /// - Parameters:
  ///   - text: valid UTF-8 without marks: those change what stands before them.
  ///   - longest: bytes of the longest word that is measured whole.
  /// - Returns: its width in pixels; nil for a line with a longer word, of which words may have been appended, and for
  ///   a font whose words are put together from letters.
  /// - Complexity: O(*n*) in its length for words measured before.
  package func measure(
    line text: UnsafeBufferPointer<UInt8>, font: Int32, longest: Int, into words: inout ContiguousArray<TextWord>
  ) -> Double? {
    let space = fonts[Int(font)].spaceWidth
    if fonts[Int(font)].isBold { return nil }
    let shaping = TextShaping()
    var width = 0.0
    var start = 0
    while start < text.count {
      if text[start] == Self.space {
        width += space
        start &+= 1
        continue
      }
      var end = start &+ 1
      while end < text.count, text[end] != Self.space { end &+= 1 }
      guard end &- start <= longest else { return nil }
      let word = UnsafeBufferPointer(rebasing: text[start..<end])
      width +=
        putNumber(word, font, at: start, width, into: &words)
        ?? put(word, font, shaping, at: start, width, into: &words)
      start = end
    }
    return width
  }

  /// Measures a text that is drawn whole if it can be, and appends its words, `start` bytes and `x` pixels further on.
  @inline(__always)
  private func put(
    _ text: UnsafeBufferPointer<UInt8>, _ font: Int32, _ shaping: TextShaping, at start: Int, _ x: Double,
    into words: inout ContiguousArray<TextWord>
  ) -> Double {
    guard let place = place(of: text, font, shaping) else {
      return putLetters(text, font, shaping, at: start, x, into: &words)
    }
    let width = table.width(at: place)
    words.append(
      TextWord(
        id: table.id(at: place), start: Int32(truncatingIfNeeded: start), count: Int32(truncatingIfNeeded: text.count),
        x: Float(x), width: Float(width)))
    return width
  }

  /// The word of a text that is drawn whole; nil for one that cannot be shaped.
  package func word(_ text: UnsafeBufferPointer<UInt8>, font: Int32, _ shaping: TextShaping) -> WordID? {
    place(of: text, font, shaping).map(table.id)
  }

  /// The place of a word, measured now if it is new; nil for one that cannot be shaped.
  @inline(__always)
  private func place(
    of text: UnsafeBufferPointer<UInt8>, _ font: Int32, _ shaping: TextShaping
  ) -> Int? {
    guard let known = table.find(text, font, shaping) else { return makePlace(of: text, font, shaping) }
    hits &+= 1
    return known
  }

  /// Apart from the look-up, which is all that most words take.
  @inline(never)
  private func makePlace(
    of text: UnsafeBufferPointer<UInt8>, _ font: Int32, _ shaping: TextShaping
  ) -> Int? {
    misses += 1
    if let width = looseWidth(of: text, font, shaping) {
      return table.add(text, font, shaping, width: width, isDrawable: true)
    }
    guard !text.isEmpty, let room = fonts[Int(font)].room(of: text, shaping) else { return nil }
    return table.add(text, font, shaping, width: room.width, isDrawable: room.isDrawable)
  }

  /// The width of a letter, or of a word that is put together from letters; nil for others.
  private func looseWidth(of text: UnsafeBufferPointer<UInt8>, _ font: Int32, _ shaping: TextShaping) -> Double? {
    guard shaping == TextShaping(), let pairs = fonts[Int(font)].loosePairs else { return nil }
    let ems =
      text.count == 1
      ? pairs.width(of: text[0], in: fonts[Int(font)]) : pairs.width(of: text, in: fonts[Int(font)], rasterizer)
    return ems.map { $0 * fonts[Int(font)].pixelSize }
  }

  private static let space: UInt8 = 0x20
  /// From the comma to the colon: `,-./0123456789:`.
  private static let firstFree = UInt8(0x2C)
  private static let lastFree = UInt8(0x3A)
  /// The parts of a number that are looked at when they first come.
  private static let lateMarks: [UInt8] = [0x2D, 0x2F, 0x3A]

  private static let freeCount = Int(lastFree - firstFree) + 1

  private static func isFree(_ byte: UInt8) -> Bool { byte &- firstFree <= lastFree - firstFree }

  /// A digit or a mark of numbers, of one font.
  private struct FreePart {
    enum State {
      /// Not looked at yet.
      case unknown
      /// It looks alike wherever it stands.
      case free
      /// It does not.
      case bound
    }

    var state = State.unknown
    /// Its word, which may have been dropped; 0 where it is not free.
    var id: WordID = 0
    var width = 0.0
  }

  /// Puts a number together from characters that look alike wherever they stand, `start` bytes and `x` pixels further
  /// on; nil, and nothing is appended, for other text.
  @inline(__always)
  private func putNumber(
    _ text: UnsafeBufferPointer<UInt8>, _ font: Int32, at start: Int, _ x: Double,
    into words: inout ContiguousArray<TextWord>
  ) -> Double? {
    // The first byte tells most words from numbers. A mark that stands alone need not be looked at.
    guard let first = text.first, Self.isFree(first), text.count > 1 || first &- 0x30 <= 9 else { return nil }
    return putDigits(text, font, at: start, x, into: &words)
  }

  private func putDigits(
    _ text: UnsafeBufferPointer<UInt8>, _ font: Int32, at start: Int, _ x: Double,
    into words: inout ContiguousArray<TextWord>
  ) -> Double? {
    for byte in text where !Self.isFree(byte) { return nil }
    if Self.hasLateMarkBesideMark(text) { return nil }
    let first = words.count
    let parts = Int(font) * Self.freeCount
    var width = 0.0
    for index in 0..<text.count {
      let place = parts &+ Int(text[index] &- Self.firstFree)
      var part = freeParts[place]
      if let known = table.place(of: part.id) {
        table.noteUse(known)
      } else if let made = makeFreePart(text[index], font, at: place) {
        part = made
      } else {
        words.removeSubrange(first...)
        return nil
      }
      words.append(
        TextWord(
          id: part.id, start: Int32(truncatingIfNeeded: start &+ index), count: 1, x: Float(width) + Float(x),
          width: Float(part.width)))
      width += part.width
    }
    hits += 1
    return width
  }

  /// Finds out about a digit or a mark, or makes its word again; nil for one that cannot be put beside others.
  @inline(never)
  private func makeFreePart(_ byte: UInt8, _ font: Int32, at index: Int) -> FreePart? {
    if freeParts[index].state == .unknown { freeParts[index] = findFreePart(byte, font) }
    guard freeParts[index].state == .free, let id = word(byte, font) else { return nil }
    freeParts[index].id = id
    return freeParts[index]
  }

  private func findFreePart(_ byte: UInt8, _ font: Int32) -> FreePart {
    let face = fonts[Int(font)].face
    guard !fonts[Int(font)].isBold, !face.freeWidths.isEmpty,
      let ems = Self.lateMarks.contains(byte) ? face.freeWidth(ofMark: byte) : face.freeWidths[byte]
    else { return FreePart(state: .bound) }
    return FreePart(state: .free, width: ems * fonts[Int(font)].pixelSize)
  }

  /// Marks are looked at between digits; beside each other they may be drawn as one: "--", "//".
  private static func hasLateMarkBesideMark(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    func isMark(_ byte: UInt8) -> Bool { byte &- 0x30 > 9 }
    for index in 1..<text.count where isMark(text[index]) && isMark(text[index - 1]) {
      if lateMarks.contains(text[index]) || lateMarks.contains(text[index - 1]) { return true }
    }
    return false
  }

  /// Puts a text together from its characters, each as far from the start as it is in the whole where that can be
  /// shaped: for made-up bold letters, which are wider, and for texts of which the font cannot draw a letter.
  private func putLetters(
    _ text: UnsafeBufferPointer<UInt8>, _ font: Int32, _ shaping: TextShaping, at first: Int, _ x: Double,
    into words: inout ContiguousArray<TextWord>
  ) -> Double {
    let string = String(decoding: text, as: UTF8.self)
    guard string.utf8.count == text.count else { return 0 }
    var placed: [(id: WordID, bytes: Range<Int>, start: Double, width: Double)] = []
    var before = 0.0
    var extra = 0.0
    var offset = 0
    for character in string {
      let bytes = offset..<offset + character.utf8.count
      offset = bytes.upperBound
      guard let place = place(of: UnsafeBufferPointer(rebasing: text[bytes]), font, shaping) else { continue }
      let width = table.width(at: place)
      placed.append((table.id(at: place), bytes, before + extra, width))
      let widening = fonts[Int(font)].boldWidening
      let prefix = fonts[Int(font)].room(of: UnsafeBufferPointer(rebasing: text[..<offset]), shaping)?.width
      before = prefix.map { max(before, $0 - widening) } ?? before + width - widening
      if width > 0 { extra += widening }
    }
    let whole = before + extra
    for letter in placed {
      let left = shaping.isRightToLeft ? whole - letter.start - letter.width : letter.start
      words.append(
        TextWord(
          id: letter.id, start: Int32(truncatingIfNeeded: first + letter.bytes.lowerBound),
          count: Int32(truncatingIfNeeded: letter.bytes.count), x: Float(left) + Float(x), width: Float(letter.width)))
    }
    return whole
  }

  // MARK: Pictures

  /// The picture of a word, made now if it is new; nil for a word that was dropped. Valid until the next call.
  /// - Parameter step: quarters of a pixel by which the word is moved to the right, 0...3.
  package func mask(of id: WordID, step: Int) -> WordMask? {
    guard let place = table.place(of: id) else { return nil }
    table.touch(place)
    return table.picture(at: place, step: step) ?? makeMask(place, step)
  }

  /// The columns with ink of a word's picture, from the word's origin on, empty for a word without ink; nil for one
  /// that was not made, which `mask(of:step:)` does.
  ///
  /// A picture in colour is as wide as its word, and need not be made for this: it takes a thousand times as long, and the
  /// largest ones are made anew each time, since they are not kept.
  package func inkedColumns(of id: WordID, step: Int) -> Range<Int>? {
    guard let place = table.place(of: id) else { return nil }
    table.noteUse(place)
    if let known = table.inkedColumns(at: place, step: step) { return known }
    guard table.isDrawable(at: place), fonts[Int(table.style(at: place).font)].face.isColor else { return nil }
    return 0..<Int(table.width(at: place).rounded(.up))
  }

  /// The picture of a word that was painted in these colours; nil where it has to be asked for by `mask(of:step:in:)`.
  package func painted(_ id: WordID, step: Int, in inks: InkTable) -> PaintedWord? {
    guard let place = table.place(of: id) else { return nil }
    table.noteUse(place)
    return painted.known(at: table.paintedPlace(at: place, step: step).pointee, of: id, step: step, inks)
  }

  /// The picture of a word that is about to be drawn in one colour on another; see above. Painted where it was drawn
  /// before, and its colours were the same.
  package func mask(of id: WordID, step: Int, in inks: InkTable) -> WordMask? {
    guard let place = table.place(of: id) else { return nil }
    table.touch(place)
    var mask = table.picture(at: place, step: step) ?? makeMask(place, step)
    guard table.noteDrawn(at: place, step: step), mask.pixels != nil, !mask.isColor else { return mask }
    mask.painted = painted.picture(
      at: &table.paintedPlace(at: place, step: step).pointee, of: id, step: step, mask, inks)
    return mask
  }

  private func makeMask(_ place: Int, _ step: Int) -> WordMask {
    guard table.isDrawable(at: place) else { return .blank }
    let word = table.text(at: place)
    let (font, shaping) = table.style(at: place)
    let made: WordMask
    if let composed = composeMask(of: word, font, shaping, step) {
      made = composed
      table.keep(composed, at: place, step: step)
    } else {
      made = rasterizer.draw(word, in: fonts[Int(font)], shaping, step: step) {
        table.keep($0, at: place, step: $1)
      }
    }
    table.dropSurplus()
    return table.picture(at: place, step: step) ?? made
  }

  /// A letter's picture, and where it goes in that of a word, in pixels from the word's origin, upwards.
  private struct PlacedLetter {
    var pixels: UnsafeRawPointer
    var width, height: Int
    var left, top: Int
  }

  /// Larger pictures are not put together: those of all letters of a word fit in the cache.
  private static let largestLetterBytes = byteLimit / 4 / LetterSpacing.longestWord

  /// The picture of a word put together from those of its letters; nil where that is not known to be the same.
  private func composeMask(
    of word: UnsafeBufferPointer<UInt8>, _ font: Int32, _ shaping: TextShaping, _ step: Int
  ) -> WordMask? {
    guard word.count > 1, looseWidth(of: word, font, shaping) != nil, let pairs = fonts[Int(font)].loosePairs else {
      return nil
    }
    let columns = fonts[Int(font)].pixelSize * Double(WordRasterizer.steps)
    placedLetters.removeAll(keepingCapacity: true)
    var pen = Float(0)
    var (left, right, top, bottom) = (Int.max, Int.min, Int.min, Int.max)
    for offset in 0..<word.count {
      if offset > 0 { pen += pairs.distance(word[offset - 1], word[offset]) }
      // Above zero, where cutting off rounds down.
      let column = Int(Double(pen) * columns + Double(step) + 0.5)
      // Entries used last are not dropped by new ones: the pictures stay where they are.
      guard let letter = letter(word[offset], font), let mask = mask(of: letter, step: column & 3),
        let pixels = mask.pixels, mask.width * mask.height <= Self.largestLetterBytes
      else { return nil }
      let x = column >> 2 + mask.left
      placedLetters.append(
        PlacedLetter(pixels: pixels, width: mask.width, height: mask.height, left: x, top: mask.top))
      (left, right) = (min(left, x), max(right, x + mask.width))
      (top, bottom) = (max(top, mask.top), min(bottom, mask.top - mask.height))
    }
    let (width, height) = (right - left, top - bottom)
    let pixels = rasterizer.room(for: width * height + WordTable.slackBytes)
    memset(pixels, 0, width * height)
    for letter in placedLetters {
      Self.add(letter, to: pixels + (top - letter.top) * width + letter.left - left, stride: width)
    }
    return WordMask(pixels: UnsafeRawPointer(pixels), width: width, height: height, left: left, top: top)
  }

  private func letter(_ byte: UInt8, _ font: Int32) -> WordID? {
    let index = LetterSpacing.index(byte)
    if letterIDs[Int(font)].isEmpty { letterIDs[Int(font)] = ContiguousArray(repeating: 0, count: LetterSpacing.count) }
    let known = letterIDs[Int(font)][index]
    if table.place(of: known) != nil { return known }
    guard let made = word(byte, font) else { return nil }
    letterIDs[Int(font)][index] = made
    return made
  }

  /// The word of one letter, digit or mark.
  private func word(_ byte: UInt8, _ font: Int32) -> WordID? {
    withUnsafePointer(to: byte) { word(UnsafeBufferPointer(start: $0, count: 1), font: font, TextShaping()) }
  }

  /// Adds a letter's coverage to a word's, eight pixels at a time: letters that share a pixel cover different parts of
  /// it.
  private static func add(_ letter: PlacedLetter, to target: UnsafeMutableRawPointer, stride: Int) {
    let rest = letter.width & 7
    let whole = letter.width - rest
    // The first byte of memory is the lowest of a little-endian number.
    let tail = ((1 as UInt64) << UInt64(8 * rest) &- 1).littleEndian
    var (from, to) = (letter.pixels, target)
    for _ in 0..<letter.height {
      var column = 0
      while column < whole {
        addEight(from.loadUnaligned(fromByteOffset: column, as: UInt64.self), to: to + column)
        column &+= 8
      }
      if rest > 0 { addEight(from.loadUnaligned(fromByteOffset: column, as: UInt64.self) & tail, to: to + column) }
      from += letter.width
      to += stride
    }
  }

  /// Adds eight bytes, each at most to 255.
  @inline(__always)
  private static func addEight(_ bytes: UInt64, to target: UnsafeMutableRawPointer) {
    let below = target.loadUnaligned(as: UInt64.self)
    if below == 0 { return target.storeBytes(of: bytes, as: UInt64.self) }
    let high: UInt64 = 0x8080_8080_8080_8080
    // Sums of seven bits stay in their bytes; the eighth bit of each tells whether there is more than fits.
    let low = (below & ~high) &+ (bytes & ~high)
    let overflow = (below & bytes | (below | bytes) & low) & high
    target.storeBytes(of: (low ^ (below ^ bytes) & high) | (overflow >> 7) &* 255, as: UInt64.self)
  }
}
