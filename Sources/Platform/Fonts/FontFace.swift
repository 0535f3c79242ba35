internal import CSDL2
import Foundation
import Primitives
internal import SDL

/// An opened font file, without a size yet, and the fonts SDL_ttf makes of it. Used by one thread at a time.
///
/// One font measures text of every size; pictures need one each. A file so large that its tables would fill megabytes
/// for every font has one that changes its size.
package final class FontFace {
  /// Heights of a line and of letters, in ems.
  struct Measures {
    private(set) var ascent, descent, lineHeight: Double
    /// Nil for a face without the letter.
    let capHeight, xHeight: Double?

    /// No sound font has lines of other heights, in ems: those of Nastaliq and of handwriting have up to 3.4.
    private static let soundHeights = 0.3...5.0
    /// The part of its capitals' height that the ascent of a sound font has at least.
    private static let leastAscent = 0.9

    fileprivate init(of font: SizedFont, em: Double) {
      let line = font.lineMeasures
      ascent = Double(line.ascent) / em
      descent = Double(line.descent) / em
      lineHeight = Double(line.height) / em
      capHeight = font.extent(of: "H").map { Double($0.top) / em }
      xHeight = font.extent(of: "x").map { Double($0.top) / em }
      // A file whose heights are damaged or untrue may hold sound letters: they get a usual line.
      if ![ascent, ascent + descent, lineHeight].allSatisfy(Self.soundHeights.contains)
        || ascent < Self.leastAscent * (capHeight ?? 0)
      {
        (ascent, descent, lineHeight) = (0.95, 0.25, 1.2)
      }
    }
  }

  private let bytes: FontBytes
  private let index: Int
  private let library: FontLibrary
  /// Glyphs are colour pictures.
  package let isColor: Bool
  /// Pixels of an em of the pictures in a file without outlines.
  let strikes: [Double]
  private var fonts: [SizedFont] = []
  /// The fonts opened for it.
  var fontCount: Int { fonts.count }
  private var uses = 0
  /// The width of a space; to be asked for before a font for pictures, since a large file has one font for everything.
  private(set) lazy var spaceEms = spaceWidth(pixelSize: Self.coarseLimit) / Self.coarseLimit
  /// See `cheapChanges`.
  private var changes = 0
  let measures: Measures
  /// Whether the face has a space, beside which a word can be measured and drawn without its ends in doubt.
  let hasSpace: Bool
  /// How its letters stand in words; nil for a face whose words are always drawn whole.
  let letters: LetterSpacing?
  /// A text between spaces, ended as C wants it.
  private var padded: UnsafeMutablePointer<CChar>
  private var paddedCapacity = 320

  /// Large enough for the heights of lines at any size.
  private static let finestEm: Int32 = 16_384
  /// Files from this size on have one font.
  private static let largeFile: Int64 = 4 << 20
  /// Fonts a file has at most: more sizes than an app shows.
  static let mostFonts = 10
  /// So many times all sizes share one font for pictures before each has its own: to open one costs as much as to
  /// change one dozens of times, and most of what is drawn is drawn once.
  private static let cheapChanges = 64

  /// - Parameters:
  ///   - index: which face of a collection; the upper half names an instance.
  ///   - isColor: whether pictures in colour are wanted.
  ///   - strikes: pixels of an em of each size of pictures; none for outlines.
  ///   - library: of the thread that uses the face.
  /// - Throws: `SDLError` for a file that is gone or that SDL_ttf refuses.
  init(
    path: String, index: Int = 0, isColor: Bool = false, strikes: [Double] = [], library: FontLibrary = FontLibrary()
  ) throws(SDLError) {
    bytes = try FontBytes(path: path)
    self.index = index
    self.library = library
    self.isColor = isColor
    self.strikes = strikes
    let setting = strikes.isEmpty ? FontSetting.measuring(em: Self.finestEm) : .strike(0)
    let font = try SizedFont(bytes, index: index, setting: setting, library: library)
    let em = strikes.first ?? Double(Self.finestEm)
    measures = Measures(of: font, em: em)
    hasSpace = font.provides(" ")
    letters = strikes.isEmpty && !isColor && hasSpace ? LetterSpacing() : nil
    padded = .allocate(capacity: paddedCapacity)
    fonts.append(font)
    if strikes.isEmpty, !font.change(to: .measuring(em: Self.coarseEm)) {
      throw SDLError(function: "TTF_SetFontSizeDPI", reason: "\(path) has no size")
    }
  }

  deinit { padded.deallocate() }

  /// The font for a purpose; nil where the file no longer gives one.
  func font(for setting: FontSetting) -> SizedFont? {
    uses += 1
    if let font = fonts.first(where: { $0.setting == setting }) {
      font.lastUse = uses
      return font
    }
    if case .drawing = setting, changes < Self.cheapChanges, let font = fonts.first(where: \.isForDrawing) {
      changes += 1
      return font.change(to: setting) ? font : nil
    }
    let limit = bytes.count >= Self.largeFile ? 1 : Self.mostFonts
    if fonts.count < limit, let font = try? SizedFont(bytes, index: index, setting: setting, library: library) {
      font.lastUse = uses
      fonts.append(font)
      return font
    }
    guard let oldest = fonts.min(by: { $0.lastUse < $1.lastUse }), oldest.change(to: setting) else { return nil }
    oldest.lastUse = uses
    return oldest
  }

  /// Calls `body` with a text as C wants it, between spaces.
  func withPadded<Result>(
    _ text: UnsafeBufferPointer<UInt8>, before: Int = 0, after: Int = 0, _ body: (UnsafePointer<CChar>) -> Result
  ) -> Result {
    let count = before + text.count + after
    if count >= paddedCapacity {
      padded.deallocate()
      paddedCapacity = 2 * count + 1
      padded = .allocate(capacity: paddedCapacity)
    }
    let bytes = UnsafeMutableRawPointer(padded)
    memset(bytes, 0x20, count)
    if let base = text.baseAddress { memcpy(bytes + before, base, text.count) }
    padded[count] = 0
    return body(padded)
  }

  // MARK: Widths

  /// Glyphs of an em of this many pixels have advances that HarfBuzz keeps; of a larger one it asks for each again.
  private static let coarseEm: Int32 = 256
  /// For text of more pixels than the coarse em can tell apart.
  private static let fineEm: Int32 = 2048
  private static let coarseLimit = 64.0
  /// No ink of a sound font is higher, in ems.
  private static let highestInk = 200.0

  /// The room a text takes up at a size.
  struct Room {
    /// From its start to the start of what follows, in pixels.
    var width: Double
    /// Whether its ink is of a size that can be drawn.
    var isDrawable: Bool
  }

  /// The room of a text; nil for what cannot be shaped.
  func room(
    of text: UnsafeBufferPointer<UInt8>, _ shaping: TextShaping, pixelSize: Double
  ) -> Room? {
    let (setting, em) = measuringSetting(pixelSize)
    guard let font = font(for: setting) else { return nil }
    let advance: Double
    let height: Int
    if hasSpace {
      // Between spaces the box ends where the text does, whatever its ink. A mark without a letter stands on the space
      // before it, and may be wider.
      let before = Self.beginsWithMark(text) ? Self.spacesBeforeMark : 1
      guard let box = withPadded(text, before: before, after: 1, { font.size(of: $0, shaping) }) else { return nil }
      // Half a pixel is lost on average where advances have fractions.
      advance = Double(box.width) + (strikes.isEmpty ? 0.5 : 0) - Double(before + 1) * font.spaceWidth
      height = box.height
    } else {
      // The width that the second of two adds is the advance.
      guard let one = withPadded(text, { font.size(of: $0, shaping) }) else { return nil }
      let doubled = ContiguousArray(text) + ContiguousArray(text)
      let two = doubled.withUnsafeBufferPointer { withPadded($0) { font.size(of: $0, shaping) } }
      advance = two.map { Double($0.width - one.width) } ?? Double(one.width)
      height = one.height
    }
    let scale = pixelSize / em
    let width = max(0, advance < 1 ? 0 : advance) * scale
    let isDrawable = width <= Double(WordRasterizer.maximumWidth) && Double(height) <= Self.highestInk * em
    return Room(width: width, isDrawable: isDrawable)
  }

  /// Together wider than any mark.
  private static let spacesBeforeMark = 8

  private static func beginsWithMark(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    // The first mark is U+0300, CC 80.
    guard let first = text.first, first >= 0xCC else { return false }
    let head = String(decoding: text.prefix(4), as: UTF8.self)
    switch head.unicodeScalars.first?.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .spacingMark: return true
    default: return false
    }
  }

  /// The width of a space in ems; a quarter where the face has none.
  func spaceWidth(pixelSize: Double) -> Double {
    let (setting, em) = measuringSetting(pixelSize)
    guard hasSpace, let font = font(for: setting) else { return pixelSize / 4 }
    return font.spaceWidth * pixelSize / em
  }

  /// The width of a space in columns of a font for pictures, fractions kept.
  func spaceColumns(of font: SizedFont) -> Double {
    guard case .drawing(let quarters, let columns) = font.setting else { return font.spaceWidth }
    return spaceEms * Double(quarters * columns) / Font.sizesPerPixel
  }

  /// The width of a text in ems, to half a 256th; nil for a text that cannot be shaped or drawn.
  func width(of text: [UInt8]) -> Double? {
    let room = text.withUnsafeBufferPointer { self.room(of: $0, TextShaping(), pixelSize: Self.coarseLimit) }
    guard let room, room.isDrawable else { return nil }
    return room.width / Self.coarseLimit
  }

  /// The width of a text in ems, more finely than `room` tells it: the mean of several between spaces. Nil for a text
  /// that cannot be shaped or drawn.
  func meanWidth(of text: [UInt8]) -> Double? {
    let count = 4
    let row = [[UInt8]](repeating: text, count: count).joined(separator: [0x20])
    let room = Array(row).withUnsafeBufferPointer { self.room(of: $0, TextShaping(), pixelSize: Self.coarseLimit) }
    guard let room, room.isDrawable else { return nil }
    let spaces = Double(count - 1) * spaceWidth(pixelSize: Self.coarseLimit)
    return (room.width - spaces) / Self.coarseLimit / Double(count)
  }

  private func measuringSetting(_ pixelSize: Double) -> (FontSetting, em: Double) {
    if let strike = strike(forPixelSize: pixelSize) { return (.strike(strike.number), strike.pixelSize) }
    let em = pixelSize <= Self.coarseLimit ? Self.coarseEm : Self.fineEm
    return (.measuring(em: em), Double(em))
  }

  /// The strike to scale to a size, and its pixels of an em: the smallest that is not smaller, else the largest. Nil
  /// for a face of outlines.
  func strike(forPixelSize size: Double) -> (number: Int32, pixelSize: Double)? {
    var best: (number: Int32, pixelSize: Double)?
    for (number, pixels) in strikes.enumerated() where pixels > 0 {
      let known = best?.pixelSize ?? 0
      if known < size ? pixels > known : pixels >= size && pixels < known { best = (Int32(number), pixels) }
    }
    return best
  }

  // MARK: Numbers

  /// The widths, in ems, of the bytes of numbers that look and stand alike whatever is beside them: the digits, and
  /// mostly the comma and the full stop. None where digits change or kern.
  package private(set) lazy var freeWidths: [UInt8: Double] = findFreeWidths()

  private func findFreeWidths() -> [UInt8: Double] {
    let digits = Array(UInt8(0x30)...0x39)
    guard !isColor, hasSpace, (0x30...0x39).allSatisfy({ provides(Unicode.Scalar($0)) }) else { return [:] }
    // Every digit before and after every other.
    var pairs: [UInt8] = []
    for digit in digits {
      pairs += [digit, digit]
      for other in digits where other > digit { pairs += [other, digit] }
    }
    guard isFree(pairs) else { return [:] }
    let marks: [UInt8] = [0x2C, 0x2E]
    var mixed: [UInt8] = []
    for mark in marks { for digit in digits { mixed += [digit, mark] } }
    var widths: [UInt8: Double] = [:]
    for byte in isFree(mixed) ? digits + marks : digits { widths[byte] = freeWidth(of: byte) }
    return widths
  }

  /// Many in a row tell the width of one more finely than one does: numbers are long.
  private func freeWidth(of byte: UInt8) -> Double? {
    let row = [UInt8](repeating: byte, count: 16)
    let room: Room? = row.withUnsafeBufferPointer { self.room(of: $0, TextShaping(), pixelSize: Self.coarseLimit) }
    return room.map { $0.width / Self.coarseLimit / Double(row.count) }
  }

  /// Marks that stand in dates, times and ranges, and that few programs need: each is looked at when it first comes.
  private var markWidths: [UInt8: Double?] = [:]

  /// The width, in ems, of a mark that looks and stands between digits as it does alone; nil for one that does not, as
  /// a colon that some fonts raise there. For faces with `freeWidths`.
  package func freeWidth(ofMark mark: UInt8) -> Double? {
    if let known = markWidths[mark] { return known }
    let mixed = (UInt8(0x30)...0x39).flatMap { [$0, mark] }
    var width: Double?
    if provides(Unicode.Scalar(mark)), isFree(mixed), isDrawnAlike(mark) { width = freeWidth(of: mark) }
    markWidths[mark] = .some(width)
    return width
  }

  /// Whether a mark between digits has ink in the rows it has alone.
  private func isDrawnAlike(_ mark: UInt8) -> Bool {
    let digit: UInt8 = 0x30
    guard let zero = freeWidths[digit], let alone = inkedRows(of: [mark], from: 0),
      let between = inkedRows(of: [digit, mark, digit], from: zero, count: alone.columns)
    else { return false }
    return alone.rows == between.rows
  }

  /// The rows of a text's picture that have ink in some of its columns.
  /// - Parameters:
  ///   - ems: where these begin.
  ///   - count: how many; nil for all.
  private func inkedRows(of text: [UInt8], from ems: Double, count: Int? = nil) -> (rows: [Int], columns: Int)? {
    guard let font = font(for: .measuring(em: Self.coarseEm)) else { return nil }
    let surface = text.withUnsafeBufferPointer { withPadded($0) { font.coverage(of: $0, TextShaping()) } }
    guard let surface else { return nil }
    defer { SDL_FreeSurface(surface) }
    guard let pixels = surface.pointee.pixels, surface.pointee.format.pointee.BytesPerPixel == 1 else { return nil }
    let first = min(Int(surface.pointee.w), Int((ems * Double(Self.coarseEm)).rounded()))
    let columns = first..<min(Int(surface.pointee.w), first + (count ?? Int(surface.pointee.w)))
    let rows = (0..<Int(surface.pointee.h)).filter { number in
      let row = (pixels + number * Int(surface.pointee.pitch)).assumingMemoryBound(to: UInt8.self)
      return columns.contains { row[$0] > 0x7F }
    }
    return (rows, columns.count)
  }

  private func provides(_ scalar: Unicode.Scalar) -> Bool {
    font(for: .measuring(em: Self.coarseEm))?.provides(scalar) ?? false
  }

  /// Whether a text is as wide as the same characters in another order.
  private func isFree(_ text: [UInt8]) -> Bool {
    func width(_ bytes: [UInt8]) -> Double? {
      bytes.withUnsafeBufferPointer { room(of: $0, TextShaping(), pixelSize: Self.coarseLimit)?.width }
    }
    guard let mixed = width(text), let sorted = width(text.sorted()) else { return false }
    return abs(mixed - sorted) < 1.5 * Self.coarseLimit / Double(Self.coarseEm)
  }
}
