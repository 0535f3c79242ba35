import Foundation
import Primitives

/// Words of text that were measured lately, and their pictures, for the fonts of one thread.
///
/// A word is measured once for a font, script and direction, and drawn once for each quarter of a pixel at which it
/// stands; a `WordTable` keeps it. Every word that is laid out or drawn comes here: properties are exempt from the run
/// time's check for overlapping access, and nothing that is called here comes back.
package final class WordCache {
  /// A word of the cache, or one it had.
  package typealias WordID = UInt64

  /// A piece of a text that is drawn as one picture: a word, or a digit of a number.
  package struct Part {
    package var id: WordID
    /// Bytes of the text.
    package var start: Int32
    package var count: Int32
    /// The left end in pixels from the text's.
    package var x: Double
    package var width: Double
  }

  /// Bytes of all entries and pictures together: words of some twenty screens, each at two quarters of a pixel.
  package static let byteLimit = 2 << 20

  private let library: FontLibrary
  private let rasterizer = WordRasterizer()
  private let painted = PaintedWords()
  private let table = WordTable(byteLimit: byteLimit)
  @exclusivity(unchecked) private var fonts: ContiguousArray<Font> = []
  /// The digits and marks of numbers of each font that can be put side by side: by byte from `firstFree` on, of 1 byte
  /// each; of 0 bytes for others, of -1 for those not looked at yet.
  @exclusivity(unchecked) private var freeParts: ContiguousArray<ContiguousArray<Part>> = []
  /// The words of one letter that words are put together from, by font and `LetterSpacing.index`; none for a font without.
  @exclusivity(unchecked) private var letterIDs: ContiguousArray<ContiguousArray<WordID>> = []
  @exclusivity(unchecked) private var placedLetters: ContiguousArray<PlacedLetter> = []
  /// Words that were measured, and those that had been before.
  @exclusivity(unchecked) package private(set) var misses = 0
  /// See `misses`.
  @exclusivity(unchecked) package private(set) var hits = 0
  /// The parts of the text measured last, in its order.
  @exclusivity(unchecked) package private(set) var parts: ContiguousArray<Part> = []

  /// - Parameter library: opens all fonts that will be added.
  package init(library: FontLibrary) { self.library = library }

  /// The words there are.
  package var count: Int { table.count }
  /// What they and their pictures hold; at most `byteLimit`.
  package var byteCount: Int { table.byteCount }

  /// Calls of SDL_ttf so far that measured or drew text.
  package var libraryCalls: Int { library.calls }

  /// Takes a font in; the number it is known by from now on counts up from 0.
  package func add(_ font: Font) -> Int32 {
    fonts.append(font)
    freeParts.append([])
    letterIDs.append([])
    return Int32(fonts.count - 1)
  }

  /// A font that was added.
  package func font(_ number: Int32) -> Font { fonts[Int(number)] }

  /// Tells of the parts of the text measured last, in its order. From other modules each look at `parts` itself is watched
  /// by the run time.
  package func forEachPart(_ body: (Part) -> Void) { for part in parts { body(part) } }

  // MARK: Measuring

  /// Measures a text without line breaks, and finds the parts that draw it; they are in `parts` until the next call.
  /// - Parameter font: a number from `add`.
  /// - Returns: its width in pixels; 0 for what the font cannot shape.
  /// - Complexity: O(*n*) in its length for a text measured before.
  package func measure(_ text: UnsafeBufferPointer<UInt8>, font: Int32, _ shaping: TextShaping) -> Double {
    parts.removeAll(keepingCapacity: true)
    if text.count == 1, text[0] == 0x20 { return fonts[Int(font)].spaceWidth }
    if shaping == TextShaping(), text.count > 1, let width = putNumber(text, font) { return width }
    if fonts[Int(font)].isBold, !shaping.isRightToLeft, text.count > 1 { return putLetters(text, font, shaping) }
    guard let place = place(of: text, font, shaping) else { return putLetters(text, font, shaping) }
    let width = table.width(at: place)
    parts.append(Part(id: table.id(at: place), start: 0, count: Int32(text.count), x: 0, width: width))
    return width
  }

  /// The one part of a word that is drawn whole; nil where `measure` has to find more, or something else.
  package func part(of text: UnsafeBufferPointer<UInt8>, font: Int32, _ shaping: TextShaping) -> Part? {
    // Numbers and spaces are put together, and so are made-up bold letters.
    guard text.count > 0, text[0] != 0x20, text[0] &- Self.firstFree > Self.lastFree - Self.firstFree,
      !fonts[Int(font)].isBold, let place = place(of: text, font, shaping)
    else { return nil }
    return Part(id: table.id(at: place), start: 0, count: Int32(text.count), x: 0, width: table.width(at: place))
  }

  /// The word of a text that is one part; nil for one that cannot be shaped.
  package func word(_ text: UnsafeBufferPointer<UInt8>, font: Int32, _ shaping: TextShaping) -> WordID? {
    place(of: text, font, shaping).map(table.id)
  }

  /// The place of a word, measured now if it is new; nil for one that cannot be shaped.
  /// - Parameter width: that of the word, where it is known.
  private func place(
    of text: UnsafeBufferPointer<UInt8>, _ font: Int32, _ shaping: TextShaping, width: Double? = nil
  ) -> Int? {
    if let known = table.find(text, font, shaping) {
      hits += 1
      return known
    }
    misses += 1
    if let width = width ?? looseWidth(of: text, font, shaping) {
      return table.add(text, font, shaping, width: width, isDrawable: true)
    }
    guard !text.isEmpty, let room = fonts[Int(font)].room(of: text, shaping) else { return nil }
    return table.add(text, font, shaping, width: room.width, isDrawable: room.isDrawable)
  }

  /// The width of a word that is put together from its letters; nil for others.
  private func looseWidth(of text: UnsafeBufferPointer<UInt8>, _ font: Int32, _ shaping: TextShaping) -> Double? {
    guard shaping == TextShaping(), let letters = fonts[Int(font)].letters else { return nil }
    return letters.width(of: text).map { $0 * fonts[Int(font)].pixelSize }
  }

  /// From the comma to the colon: `,-./0123456789:`.
  private static let firstFree = UInt8(0x2C)
  private static let lastFree = UInt8(0x3A)
  /// The parts of a number that are looked at when they first come.
  private static let lateMarks: [UInt8] = [0x2D, 0x2F, 0x3A]

  /// Puts a number together from characters that look alike wherever they stand; nil for other text.
  private func putNumber(_ text: UnsafeBufferPointer<UInt8>, _ font: Int32) -> Double? {
    for byte in text where byte &- Self.firstFree > Self.lastFree - Self.firstFree { return nil }
    if freeParts[Int(font)].isEmpty { freeParts[Int(font)] = findFreeParts(font) }
    if Self.hasLateMarkBesideMark(text) { return nil }
    var x = 0.0
    for index in 0..<text.count {
      var part = freeParts[Int(font)][Int(text[index] &- Self.firstFree)]
      if part.count < 0 { part = findLatePart(text[index], font) }
      guard part.count > 0 else {
        parts.removeAll(keepingCapacity: true)
        return nil
      }
      if let place = table.place(of: part.id) {
        table.touch(place)
      } else {
        let byte = UnsafeBufferPointer(rebasing: text[index...index])
        guard let place = place(of: byte, font, TextShaping(), width: part.width) else {
          parts.removeAll(keepingCapacity: true)
          return nil
        }
        part.id = table.id(at: place)
        freeParts[Int(font)][Int(text[index] &- Self.firstFree)].id = part.id
      }
      part.start = Int32(truncatingIfNeeded: index)
      part.x = x
      parts.append(part)
      x += part.width
    }
    hits += 1
    return x
  }

  /// Marks are looked at between digits; beside each other they may be drawn as one: "--", "//".
  private static func hasLateMarkBesideMark(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    func isMark(_ byte: UInt8) -> Bool { byte &- 0x30 > 9 }
    for index in 1..<text.count where isMark(text[index]) && isMark(text[index - 1]) {
      if lateMarks.contains(text[index]) || lateMarks.contains(text[index - 1]) { return true }
    }
    return false
  }

  private func findFreeParts(_ font: Int32) -> ContiguousArray<Part> {
    let (widths, size) = (fonts[Int(font)].face.freeWidths, fonts[Int(font)].pixelSize)
    let isUsable = !fonts[Int(font)].isBold
    return ContiguousArray(
      (Self.firstFree...Self.lastFree).map { byte in
        let isLate = isUsable && !widths.isEmpty && Self.lateMarks.contains(byte)
        guard isUsable, let ems = widths[byte] else {
          return Part(id: 0, start: 0, count: isLate ? -1 : 0, x: 0, width: 0)
        }
        return makeFreePart(byte, font, width: ems * size)
      })
  }

  private func findLatePart(_ byte: UInt8, _ font: Int32) -> Part {
    let ems = fonts[Int(font)].face.freeWidth(ofMark: byte)
    let size = fonts[Int(font)].pixelSize
    let part =
      ems.map { makeFreePart(byte, font, width: $0 * size) } ?? Part(id: 0, start: 0, count: 0, x: 0, width: 0)
    freeParts[Int(font)][Int(byte &- Self.firstFree)] = part
    return part
  }

  private func makeFreePart(_ byte: UInt8, _ font: Int32, width: Double) -> Part {
    Part(id: word(byte, font, width: width) ?? 0, start: 0, count: 1, x: 0, width: width)
  }

  /// Puts a text together from its characters, each as far from the start as it is in the whole where that can be
  /// shaped: for made-up bold letters, which are wider, and for texts of which the font cannot draw a letter.
  private func putLetters(_ text: UnsafeBufferPointer<UInt8>, _ font: Int32, _ shaping: TextShaping) -> Double {
    let string = String(decoding: text, as: UTF8.self)
    guard string.utf8.count == text.count else { return 0 }
    var placed: [(part: Part, start: Double)] = []
    var before = 0.0
    var extra = 0.0
    var offset = 0
    for character in string {
      let count = character.utf8.count
      let letter = UnsafeBufferPointer(rebasing: text[offset..<offset + count])
      guard let place = place(of: letter, font, shaping) else {
        offset += count
        continue
      }
      let width = table.width(at: place)
      let part = Part(id: table.id(at: place), start: Int32(offset), count: Int32(count), x: 0, width: width)
      placed.append((part, before + extra))
      offset += count
      let widening = fonts[Int(font)].boldWidening
      let prefix = fonts[Int(font)].room(of: UnsafeBufferPointer(rebasing: text[..<offset]), shaping)?.width
      before = prefix.map { max(before, $0 - widening) } ?? before + width - widening
      if width > 0 { extra += widening }
    }
    let whole = before + extra
    for (part, start) in placed {
      var part = part
      part.x = shaping.isRightToLeft ? whole - start - part.width : start
      parts.append(part)
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
    guard word.count > 1, shaping == TextShaping(), let spacing = fonts[Int(font)].letters,
      spacing.width(of: word) != nil
    else { return nil }
    let columns = fonts[Int(font)].pixelSize * Double(WordRasterizer.steps)
    placedLetters.removeAll(keepingCapacity: true)
    var pen = Float(0)
    var (left, right, top, bottom) = (Int.max, Int.min, Int.min, Int.max)
    for offset in 0..<word.count {
      if offset > 0 { pen += spacing.distance(word[offset - 1], word[offset]) }
      // Above zero, where cutting off rounds down.
      let column = Int(Double(pen) * columns + Double(step) + 0.5)
      // What was used last is not dropped by what comes now: the pictures stay where they are.
      guard let letter = letter(word[offset], font, spacing), let mask = mask(of: letter, step: column & 3),
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

  private func letter(_ byte: UInt8, _ font: Int32, _ spacing: LetterSpacing) -> WordID? {
    let index = LetterSpacing.index(byte)
    if letterIDs[Int(font)].isEmpty { letterIDs[Int(font)] = ContiguousArray(repeating: 0, count: LetterSpacing.count) }
    let known = letterIDs[Int(font)][index]
    if table.place(of: known) != nil { return known }
    guard let made = word(byte, font, width: spacing.advance(byte) * fonts[Int(font)].pixelSize) else { return nil }
    letterIDs[Int(font)][index] = made
    return made
  }

  /// The word of one letter, digit or mark, whose width in pixels is known.
  private func word(_ byte: UInt8, _ font: Int32, width: Double) -> WordID? {
    withUnsafePointer(to: byte) {
      place(of: UnsafeBufferPointer(start: $0, count: 1), font, TextShaping(), width: width).map(table.id)
    }
  }

  /// Adds a letter's coverage to a word's, eight pixels at a time: letters that share a pixel cover different parts of it.
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
