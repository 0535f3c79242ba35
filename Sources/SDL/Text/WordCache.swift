import Foundation
import Primitives

/// Words of text that were measured lately, and their pictures, for the fonts of one thread.
///
/// A word is measured once for a font, script and direction, and drawn once for each quarter of a pixel at which it
/// stands. What was used the longest ago is dropped first when all together hold more than their share of memory. Every
/// word that is laid out or drawn is looked up, so that entries are plain memory, and properties exempt from the run time's
/// check for overlapping access: nothing that is called here comes back.
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

  private struct Entry {
    var hash: UInt64 = 0
    /// The word; freed with the entry.
    var text: UnsafeMutablePointer<UInt8>?
    var count: Int32 = 0
    var font: Int32 = 0
    var shaping: UInt64 = 0
    var width = 0.0
    /// One picture for each quarter of a pixel, each with its `Header`; freed with the entry.
    var masks: (Mask?, Mask?, Mask?, Mask?) = (nil, nil, nil, nil)
    /// Where `PaintedWords` has them, by quarter.
    var painted: (Int32, Int32, Int32, Int32) = (-1, -1, -1, -1)
    /// The bytes it holds beyond itself.
    var bytes = 0
    /// The next entry in the same bucket; of a free one, the next free one.
    var next: Int32 = -1
    /// Neighbours in the order of use.
    var newer: Int32 = -1
    var older: Int32 = -1
    /// Tells the words that have had this place apart; odd while there is one.
    var serial: UInt32 = 0
    /// `additions` when it last became one of the newest.
    var lastUse: UInt32 = 0
    var isDrawable = true
  }

  /// A header and pixels.
  private typealias Mask = UnsafeMutableRawPointer

  private struct Header {
    var width, height, left, top: Int16
    var isColor: Bool
    /// Whether it was drawn in some colour; until then it may only have been looked at to lay lines out.
    var wasDrawn = false
  }

  private static let headerBytes = 16

  /// Bytes of all entries and pictures together: words of some twenty screens, each at two quarters of a pixel.
  package static let byteLimit = 2 << 20

  private let library: FontLibrary
  private let rasterizer = WordRasterizer()
  private let painted = PaintedWords()
  @exclusivity(unchecked) private var fonts: ContiguousArray<Font> = []
  /// The digits and marks of numbers of each font that can be put side by side: by byte from `firstFree` on, of 1 byte
  /// each; of 0 bytes for others, of -1 for those not looked at yet.
  @exclusivity(unchecked) private var freeParts: ContiguousArray<ContiguousArray<Part>> = []
  /// The words of one letter that words are put together from, by font and `LetterSpacing.index`; none for a font without.
  @exclusivity(unchecked) private var letterIDs: ContiguousArray<ContiguousArray<WordID>> = []
  @exclusivity(unchecked) private var placedLetters: ContiguousArray<PlacedLetter> = []
  @exclusivity(unchecked) private var entries: UnsafeMutablePointer<Entry>
  @exclusivity(unchecked) private var capacity = 256
  @exclusivity(unchecked) private var used: Int32 = 0
  @exclusivity(unchecked) private var firstFreeEntry: Int32 = -1
  /// Heads of chains; a power of two.
  @exclusivity(unchecked) private var buckets: UnsafeMutablePointer<Int32>
  @exclusivity(unchecked) private var bucketCount = 512
  @exclusivity(unchecked) private var newest: Int32 = -1
  @exclusivity(unchecked) private var oldest: Int32 = -1
  /// Counts the words and pictures that were added.
  @exclusivity(unchecked) private var additions: UInt32 = 0
  /// The entries there are.
  @exclusivity(unchecked) package private(set) var count = 0
  /// What they hold; at most `byteLimit`.
  @exclusivity(unchecked) package private(set) var byteCount = 0
  /// Words that were measured, and those that had been before.
  @exclusivity(unchecked) package private(set) var misses = 0
  /// See `misses`.
  @exclusivity(unchecked) package private(set) var hits = 0
  /// The parts of the text measured last, in its order.
  @exclusivity(unchecked) package private(set) var parts: ContiguousArray<Part> = []

  /// - Parameter catalog: has the faces of all fonts that will be added.
  package convenience init(_ catalog: FontCatalog) { self.init(library: catalog.library) }

  init(library: FontLibrary) {
    self.library = library
    entries = .allocate(capacity: capacity)
    entries.initialize(repeating: Entry(), count: capacity)
    buckets = .allocate(capacity: bucketCount)
    buckets.initialize(repeating: -1, count: bucketCount)
  }

  deinit {
    for index in 0..<Int(used) { free(&entries[index]) }
    entries.deallocate()
    buckets.deallocate()
  }

  /// What is added to the bytes of a picture: letters are read eight bytes at a time.
  private static let slackBytes = 8

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
    guard let index = entry(of: text, font, shaping) else { return putLetters(text, font, shaping) }
    let width = entries[index].width
    parts.append(Part(id: id(of: index), start: 0, count: Int32(text.count), x: 0, width: width))
    return width
  }

  /// The one part of a word that is drawn whole; nil where `measure` has to find more, or something else.
  package func part(of text: UnsafeBufferPointer<UInt8>, font: Int32, _ shaping: TextShaping) -> Part? {
    // Numbers and spaces are put together, and so are made-up bold letters.
    guard text.count > 0, text[0] != 0x20, text[0] &- Self.firstFree > Self.lastFree - Self.firstFree,
      !fonts[Int(font)].isBold, let index = entry(of: text, font, shaping)
    else { return nil }
    return Part(id: id(of: index), start: 0, count: Int32(text.count), x: 0, width: entries[index].width)
  }

  /// The word of a text that is one part; nil for one that cannot be shaped.
  package func word(_ text: UnsafeBufferPointer<UInt8>, font: Int32, _ shaping: TextShaping) -> WordID? {
    entry(of: text, font, shaping).map(id)
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
      if let entry = entry(of: part.id) {
        touch(entry)
      } else {
        let byte = UnsafeBufferPointer(rebasing: text[index...index])
        guard let entry = self.entry(of: byte, font, TextShaping(), width: part.width) else {
          parts.removeAll(keepingCapacity: true)
          return nil
        }
        part.id = id(of: entry)
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
    let entry = withUnsafePointer(to: byte) {
      self.entry(of: UnsafeBufferPointer(start: $0, count: 1), font, TextShaping(), width: width)
    }
    return Part(id: entry.map(id) ?? 0, start: 0, count: 1, x: 0, width: width)
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
      guard let index = entry(of: letter, font, shaping) else {
        offset += count
        continue
      }
      let width = entries[index].width
      let part = Part(id: id(of: index), start: Int32(offset), count: Int32(count), x: 0, width: width)
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
    guard let index = entry(of: id) else { return nil }
    touch(index)
    return knownMask(index, step).map(Self.read) ?? makeMask(index, step)
  }

  /// The picture of a word that was painted in these colours; nil where it has to be asked for by `mask(of:step:in:)`.
  package func painted(_ id: WordID, step: Int, in inks: InkTable) -> PaintedWord? {
    guard let index = entry(of: id) else { return nil }
    noteUse(index)
    return painted.known(at: place(index, step).pointee, of: id, step: step, inks)
  }

  /// The picture of a word that is about to be drawn in one colour on another; see above. Painted where it was drawn
  /// before, and its colours were the same.
  package func mask(of id: WordID, step: Int, in inks: InkTable) -> WordMask? {
    guard let index = entry(of: id) else { return nil }
    touch(index)
    guard let known = knownMask(index, step) else {
      let made = makeMask(index, step)
      knownMask(index, step)?.assumingMemoryBound(to: Header.self).pointee.wasDrawn = true
      return made
    }
    let header = known.assumingMemoryBound(to: Header.self)
    var mask = Self.read(known)
    guard header.pointee.wasDrawn else {
      header.pointee.wasDrawn = true
      return mask
    }
    if mask.pixels != nil, !mask.isColor {
      mask.painted = painted.picture(at: &place(index, step).pointee, of: id, step: step, mask, inks)
    }
    return mask
  }

  /// Where it is kept at which place of `PaintedWords` the word stands.
  private func place(_ index: Int, _ step: Int) -> UnsafeMutablePointer<Int32> {
    let offset = MemoryLayout<Entry>.offset(of: \.painted) ?? 0
    return (UnsafeMutableRawPointer(entries + index) + offset).assumingMemoryBound(to: Int32.self) + (step & 3)
  }

  private func makeMask(_ index: Int, _ step: Int) -> WordMask {
    guard entries[index].isDrawable, let text = entries[index].text else { return .blank }
    let word = UnsafeBufferPointer(start: text, count: Int(entries[index].count))
    let (font, shaping) = (entries[index].font, entries[index].shaping)
    let made: WordMask
    if let composed = composeMask(of: word, font, shaping, step) {
      made = composed
      keep(composed, of: index, step)
    } else {
      made = rasterizer.draw(word, in: fonts[Int(font)], TextShaping(packed: shaping), step: step) {
        keep($0, of: index, $1)
      }
    }
    dropSurplus()
    return knownMask(index, step).map(Self.read) ?? made
  }

  private func knownMask(_ index: Int, _ step: Int) -> Mask? {
    switch step {
    case 0: entries[index].masks.0
    case 1: entries[index].masks.1
    case 2: entries[index].masks.2
    default: entries[index].masks.3
    }
  }

  /// Copies a picture into a word's entry, unless it is too large.
  /// - Parameter step: nil for a picture that is the same at all.
  private func keep(_ made: WordMask, of index: Int, _ step: Int?) {
    let bytes = Self.headerBytes + made.rowBytes * made.height
    guard knownMask(index, step ?? 0) == nil, bytes <= Self.byteLimit / 8, let width = Int16(exactly: made.width),
      let height = Int16(exactly: made.height), let left = Int16(exactly: made.left), let top = Int16(exactly: made.top)
    else { return }
    let mask = Mask.allocate(byteCount: bytes + Self.slackBytes, alignment: 16)
    mask.storeBytes(
      of: Header(width: width, height: height, left: left, top: top, isColor: made.isColor), as: Header.self)
    if let pixels = made.pixels {
      (mask + Self.headerBytes).copyMemory(from: pixels, byteCount: bytes - Self.headerBytes)
    }
    switch step {
    case 0: entries[index].masks.0 = mask
    case 1: entries[index].masks.1 = mask
    case 2: entries[index].masks.2 = mask
    case 3: entries[index].masks.3 = mask
    default: entries[index].masks = (mask, mask, mask, mask)
    }
    entries[index].bytes += bytes
    byteCount += bytes
    additions &+= 1
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
    of word: UnsafeBufferPointer<UInt8>, _ font: Int32, _ shaping: UInt64, _ step: Int
  ) -> WordMask? {
    guard word.count > 1, shaping == Self.latin, let spacing = fonts[Int(font)].letters, spacing.width(of: word) != nil
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
    let pixels = rasterizer.room(for: width * height + Self.slackBytes)
    memset(pixels, 0, width * height)
    for letter in placedLetters {
      Self.add(letter, to: pixels + (top - letter.top) * width + letter.left - left, stride: width)
    }
    return WordMask(pixels: UnsafeRawPointer(pixels), width: width, height: height, left: left, top: top)
  }

  /// The word of one letter.
  private func letter(_ byte: UInt8, _ font: Int32, _ spacing: LetterSpacing) -> WordID? {
    let place = LetterSpacing.index(byte)
    if letterIDs[Int(font)].isEmpty { letterIDs[Int(font)] = ContiguousArray(repeating: 0, count: LetterSpacing.count) }
    let known = letterIDs[Int(font)][place]
    if entry(of: known) != nil { return known }
    let width = spacing.advance(byte) * fonts[Int(font)].pixelSize
    let entry = withUnsafePointer(to: byte) {
      self.entry(of: UnsafeBufferPointer(start: $0, count: 1), font, TextShaping(), width: width)
    }
    guard let entry else { return nil }
    letterIDs[Int(font)][place] = id(of: entry)
    return letterIDs[Int(font)][place]
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

  private static func read(_ mask: Mask) -> WordMask {
    let header = mask.load(as: Header.self)
    return WordMask(
      pixels: header.width > 0 ? UnsafeRawPointer(mask + headerBytes) : nil, width: Int(header.width),
      height: Int(header.height), left: Int(header.left), top: Int(header.top), isColor: header.isColor)
  }

  // MARK: Entries

  private func id(of index: Int) -> WordID { UInt64(entries[index].serial) << 32 | UInt64(index) }

  /// The place of a word that is still there.
  private func entry(of id: WordID) -> Int? {
    let index = Int(truncatingIfNeeded: id & 0xFFFF_FFFF)
    guard index < Int(used), UInt64(entries[index].serial) == id >> 32, id >> 32 & 1 == 1 else { return nil }
    return index
  }

  /// The place of a word, measured now if it is new; nil for one that cannot be shaped.
  /// - Parameter width: that of the word, where it is known.
  private func entry(
    of text: UnsafeBufferPointer<UInt8>, _ font: Int32, _ shaping: TextShaping, width: Double? = nil
  ) -> Int? {
    let packed = shaping.packed
    let hash = Self.hash(text, font, packed)
    var index = buckets[Int(truncatingIfNeeded: hash) & (bucketCount - 1)]
    while index >= 0 {
      let entry = entries + Int(index)
      if entry.pointee.hash == hash, Int(entry.pointee.count) == text.count, entry.pointee.font == font,
        entry.pointee.shaping == packed, let known = entry.pointee.text, let base = text.baseAddress,
        memcmp(known, base, text.count) == 0
      {
        hits += 1
        touch(Int(index))
        return Int(index)
      }
      index = entry.pointee.next
    }
    misses += 1
    let known = (width ?? looseWidth(of: text, font, packed)).map { FontFace.Room(width: $0, isDrawable: true) }
    guard let room = known ?? fonts[Int(font)].room(of: text, shaping), let base = text.baseAddress else { return nil }
    let new = takeEntry()
    let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: text.count)
    copy.update(from: base, count: text.count)
    entries[new].hash = hash
    entries[new].text = copy
    entries[new].count = Int32(truncatingIfNeeded: text.count)
    entries[new].font = font
    entries[new].shaping = packed
    entries[new].width = room.width
    entries[new].isDrawable = room.isDrawable
    entries[new].bytes = MemoryLayout<Entry>.stride + text.count
    entries[new].serial &+= 1
    let bucket = Int(truncatingIfNeeded: hash) & (bucketCount - 1)
    entries[new].next = buckets[bucket]
    buckets[bucket] = Int32(new)
    link(new)
    additions &+= 1
    count += 1
    byteCount += entries[new].bytes
    dropSurplus()
    return new
  }

  /// The width of a word that is put together from its letters; nil for others.
  private func looseWidth(of text: UnsafeBufferPointer<UInt8>, _ font: Int32, _ shaping: UInt64) -> Double? {
    guard shaping == Self.latin, let letters = fonts[Int(font)].letters else { return nil }
    return letters.width(of: text).map { $0 * fonts[Int(font)].pixelSize }
  }

  private static let latin = TextShaping().packed

  private func takeEntry() -> Int {
    if firstFreeEntry >= 0 {
      let index = Int(firstFreeEntry)
      firstFreeEntry = entries[index].next
      return index
    }
    if Int(used) == capacity { grow() }
    used += 1
    return Int(used) - 1
  }

  private func grow() {
    let larger = UnsafeMutablePointer<Entry>.allocate(capacity: capacity * 2)
    larger.moveInitialize(from: entries, count: capacity)
    (larger + capacity).initialize(repeating: Entry(), count: capacity)
    entries.deallocate()
    entries = larger
    capacity *= 2
    buckets.deallocate()
    bucketCount = capacity * 2
    buckets = .allocate(capacity: bucketCount)
    buckets.initialize(repeating: -1, count: bucketCount)
    var index = newest
    while index >= 0 {
      let bucket = Int(truncatingIfNeeded: entries[Int(index)].hash) & (bucketCount - 1)
      entries[Int(index)].next = buckets[bucket]
      buckets[bucket] = index
      index = entries[Int(index)].older
    }
  }

  // MARK: The order of use

  /// Keeps an entry from being dropped before those that were not used since something was added last. What is drawn again
  /// and again keeps its place in the order.
  private func noteUse(_ index: Int) {
    guard entries[index].lastUse != additions else { return }
    entries[index].lastUse = additions
    touch(index)
  }

  /// Makes an entry the newest.
  private func touch(_ index: Int) {
    guard newest != Int32(index) else { return }
    unlink(index)
    link(index)
  }

  private func link(_ index: Int) {
    entries[index].older = newest
    entries[index].newer = -1
    if newest >= 0 { entries[Int(newest)].newer = Int32(index) } else { oldest = Int32(index) }
    newest = Int32(index)
  }

  private func unlink(_ index: Int) {
    let (newer, older) = (entries[index].newer, entries[index].older)
    if newer >= 0 { entries[Int(newer)].older = older } else { newest = older }
    if older >= 0 { entries[Int(older)].newer = newer } else { oldest = newer }
  }

  /// Drops what was used the longest ago, as long as there is too much; never the newest.
  private func dropSurplus() {
    while byteCount > Self.byteLimit, oldest >= 0, oldest != newest { drop(Int(oldest)) }
  }

  private func drop(_ index: Int) {
    unlink(index)
    let bucket = Int(truncatingIfNeeded: entries[index].hash) & (bucketCount - 1)
    if buckets[bucket] == Int32(index) {
      buckets[bucket] = entries[index].next
    } else {
      var before = Int(buckets[bucket])
      while entries[before].next != Int32(index) { before = Int(entries[before].next) }
      entries[before].next = entries[index].next
    }
    count -= 1
    byteCount -= entries[index].bytes
    free(&entries[index])
    entries[index].serial &+= 1
    entries[index].next = firstFreeEntry
    firstFreeEntry = Int32(index)
  }

  /// Gives back what an entry holds.
  private func free(_ entry: inout Entry) {
    entry.text?.deallocate()
    entry.text = nil
    let masks = entry.masks
    masks.0?.deallocate()
    if masks.1 != masks.0 { masks.1?.deallocate() }
    if masks.2 != masks.0 { masks.2?.deallocate() }
    if masks.3 != masks.0 { masks.3?.deallocate() }
    entry.masks = (nil, nil, nil, nil)
  }

  private static func hash(_ text: UnsafeBufferPointer<UInt8>, _ font: Int32, _ shaping: UInt64) -> UInt64 {
    var hash = TextHash(seed: UInt64(UInt32(bitPattern: font)) << 40 ^ shaping)
    hash.combine(text)
    return hash.value
  }
}

extension TextShaping {
  /// In one number.
  fileprivate var packed: UInt64 { UInt64(script) << 1 | (isRightToLeft ? 1 : 0) }

  fileprivate init(packed: UInt64) {
    self.init(isRightToLeft: packed & 1 == 1, script: UInt32(truncatingIfNeeded: packed >> 1))
  }
}
