package import Fonts
import Foundation
import Pixels
package import SDL
import Typesetting
import UIKitCore

/// Fonts that fontconfig finds, their words measured and drawn by SDL_ttf.
///
/// Used by one thread at a time, like its fonts. Each label asks for `recent` and `metrics`, which are exempt from
/// the run time's check for overlapping access (5 checks a label). Nothing it calls comes back to it.
package final class SDLTextEngine: TextEngine {
  /// A face with the fonts opened for it.
  private struct Face {
    let file: FontFile
    let query: FontQuery
    /// Styles the family lacks and that are made from what it has.
    let needsBold, needsSlant: Bool
  }

  /// The key of a face.
  private struct FaceKey: Hashable {
    let file: ObjectIdentifier
    let query: FontQuery
  }

  private let setup = FontSetup()
  private let memory: FontMemory?
  private let isOfApplication: Bool
  private let library: FontLibrary
  /// The words measured and drawn lately.
  let words: WordCache
  private var loaded: FontCatalog?
  private var faces: [Face] = []
  private var ids: [FaceKey: FontFaceID] = [:]
  private var described: [FontDescriptor: FontFaceID] = [:]
  /// Numbers in the cache of words, by face and size; nil where the file cannot be used. There are few.
  private var numbers: ContiguousArray<(face: FontFaceID, size: Double, number: Int32?)> = []
  /// By the number of the font.
  @exclusivity(unchecked) private var metrics: ContiguousArray<FontMetrics> = []
  /// The faces requested last: the labels of a row use a few fonts by turns. The oldest is replaced.
  @exclusivity(unchecked) private var recent: ContiguousArray<(face: FontFaceID, pixelSize: Double, number: Int32)> = []
  private var oldestRecent = 0
  /// Opened by the first text that needs it.
  private lazy var dictionary = WordDictionary()
  // Used by the drawing facet.
  let inks = InkTables()

  private static let recentKept = 4
  /// The weight from which a face counts as bold.
  private static let boldWeight = 600

  /// One that has asked for nothing yet.
  /// - Parameters:
  ///   - memory: answers of an earlier run of the program.
  ///   - isOfApplication: whether the windows' text needs it: without any font the program ends.
  package init(_ memory: FontMemory? = nil, isOfApplication: Bool = true) {
    self.memory = memory
    self.isOfApplication = isOfApplication
    library = FontLibrary()
    words = WordCache(library: library)
  }

  /// Has another thread read which fonts there are where the first text has to wait for it.
  package func startLoadingFonts() {
    if loaded == nil, memory?.knows(FontQuery()) != true { setup.startReading() }
  }

  /// Starts a thread that reads the list of fonts, for texts to come, and compares it with the remembered answers.
  /// Called after the first frame.
  package func startCheckingFonts() { setup.startReading(checking: memory) }

  /// Remembers which fonts were used. Called when the program ends.
  package func rememberFonts() { loaded?.remember() }

  /// Finds and opens the desktop's default face, unless that was done.
  /// - Throws: `SDLError` naming a package to install when no font is found.
  package func loadFonts() throws(SDLError) { _ = try load() }

  private func load() throws(SDLError) -> FontCatalog {
    if let loaded { return loaded }
    let catalog = try FontCatalog(setup, memory: memory, library: library)
    let query = FontQuery()
    let file = try catalog.face(for: query)
    _ = try file.face()
    loaded = catalog
    _ = id(of: file, query)
    return catalog
  }

  /// Of a program without fonts the first text is the end.
  private func loadOrFail() -> FontCatalog {
    do throws(SDLError) {
      return try load()
    } catch {
      UIApplication.failToLaunch(error.description)
    }
  }

  /// Nil for a thread that draws bitmaps or measures text and finds no font any more: the program goes on without its letters.
  private var catalog: FontCatalog? {
    if let loaded { return loaded }
    return isOfApplication ? loadOrFail() : try? load()
  }

  // MARK: Faces

  package func face(for descriptor: FontDescriptor) -> FontFaceID {
    if let id = described[descriptor] { return id }
    let query = FontQuery(
      family: descriptor.name ?? Self.family(of: descriptor.design), weight: descriptor.weight,
      isSlanted: descriptor.isItalic)
    // Face 0 is the default, which could be opened.
    var face = FontFaceID(rawValue: 0)
    guard let catalog else { return face }
    if let file = try? catalog.face(for: query), (try? file.face()) != nil {
      face = id(of: file, query)
    }
    described[descriptor] = face
    return face
  }

  package func fallbackFace(for scalar: Unicode.Scalar, like face: FontFaceID) -> FontFaceID? {
    guard faces.indices.contains(Int(face.rawValue)) else { return nil }
    let query = faces[Int(face.rawValue)].query
    return catalog?.fallback(for: scalar, like: query).map { id(of: $0, query) }
  }

  package func hasGlyph(for scalar: Unicode.Scalar, in face: FontFaceID) -> Bool {
    faces.indices.contains(Int(face.rawValue)) && faces[Int(face.rawValue)].file.covers(scalar)
  }

  private func id(of file: FontFile, _ query: FontQuery) -> FontFaceID {
    let key = FaceKey(file: ObjectIdentifier(file), query: query)
    if let id = ids[key] { return id }
    let id = FontFaceID(rawValue: Int32(faces.count))
    faces.append(
      Face(
        file: file, query: query,
        needsBold: query.weight >= Self.boldWeight && file.weight < Self.boldWeight,
        needsSlant: query.isSlanted && !file.isSlanted))
    ids[key] = id
    return id
  }

  private static func family(of design: FontDescriptor.Design) -> String {
    switch design {
    case .system: "sans-serif"
    case .monospaced: "monospace"
    case .serif: "serif"
    }
  }

  // MARK: Fonts

  package func metrics(of face: FontFaceID, pixelSize: Double) -> FontMetrics {
    guard let number = number(of: face, pixelSize: pixelSize) else {
      return FontMetrics(ascent: 0, descent: 0, lineHeight: 0, capHeight: 0, xHeight: 0)
    }
    return metrics[Int(number)]
  }

  /// The number of a face at a size in the cache of words; nil for a file that cannot be used.
  func number(of face: FontFaceID, pixelSize: Double) -> Int32? {
    for known in recent where known.pixelSize == pixelSize && known.face.rawValue == face.rawValue {
      return known.number
    }
    guard let number = findNumber(of: face, pixelSize: pixelSize) else { return nil }
    if recent.count < Self.recentKept {
      recent.append((face, pixelSize, number))
    } else {
      recent[oldestRecent] = (face, pixelSize, number)
      oldestRecent = (oldestRecent + 1) % Self.recentKept
    }
    return number
  }

  private func findNumber(of id: FontFaceID, pixelSize: Double) -> Int32? {
    let steps = Double(PixelGrid.rounded(pixelSize * Font.sizesPerPixel))
    let size = steps / Font.sizesPerPixel
    for entry in numbers where entry.size == size && entry.face.rawValue == id.rawValue { return entry.number }
    let index = Int(id.rawValue)
    guard faces.indices.contains(index) else { return nil }
    var number: Int32?
    if let face = try? faces[index].file.face() {
      let font = Font(face, pixelSize: size, bold: faces[index].needsBold, slanted: faces[index].needsSlant)
      number = words.add(font)
      metrics.append(FontMetrics(font))
    }
    numbers.append((id, size, number))
    return number
  }

  // MARK: Words

  package func shape(
    _ text: UnsafeBufferPointer<UInt8>, font: RunFont, into words: inout ContiguousArray<TextWord>
  ) -> Double {
    guard let number = number(of: font.face, pixelSize: font.pixelSize) else { return 0 }
    return self.words.measure(text, font: number, font.shaping, into: &words)
  }

  package func shape(
    line text: UnsafeBufferPointer<UInt8>, font: RunFont, longest: Int, into words: inout ContiguousArray<TextWord>
  ) -> Double? {
    guard let number = number(of: font.face, pixelSize: font.pixelSize) else { return 0 }
    return self.words.measure(line: text, font: number, longest: longest, into: &words)
  }

  package func overhang(of text: Substring, font: RunFont, x: Double, width: Double, first: TextWord, last: TextWord)
    -> TextOverhang
  {
    guard let number = number(of: font.face, pixelSize: font.pixelSize) else { return TextOverhang() }
    // The columns that have ink of a word; nil for one without.
    func ink(of word: TextWord) -> Range<Int>? {
      let place = WordPlace(x + Double(word.x))
      var ink = words.inkedColumns(of: word.id, step: place.step)
      if ink == nil, let mask = mask(of: word, in: text, number, font.shaping, step: place.step) {
        ink = mask.left..<mask.left + mask.width
      }
      guard let ink, !ink.isEmpty else { return nil }
      return place.column + ink.lowerBound..<place.column + ink.upperBound
    }
    var overhang = TextOverhang()
    if let ink = ink(of: first) { overhang.left = max(0, x - Double(ink.lowerBound)) }
    if let ink = ink(of: last) { overhang.right = max(0, Double(ink.upperBound) - x - width) }
    return overhang
  }

  /// The picture of a word, measured again if it was dropped; nil for a word without a picture.
  /// - Parameter inks: the inks it is about to be drawn in; nil for a word that is only looked at, or mixed with the
  ///   pixels below.
  func mask(
    of word: TextWord, in run: Substring, _ font: Int32, _ shaping: TextShaping, step: Int, inks: InkTable? = nil
  ) -> WordMask? {
    if let mask = mask(of: word.id, step: step, inks) { return mask }
    let (start, end) = (Int(word.start), Int(word.start) + Int(word.count))
    var run = run
    let id = run.withUTF8 { bytes in
      end <= bytes.count
        ? words.word(UnsafeBufferPointer(rebasing: bytes[start..<end]), font: font, shaping) : nil
    }
    return id.flatMap { mask(of: $0, step: step, inks) }
  }

  private func mask(of id: WordCache.WordID, step: Int, _ inks: InkTable?) -> WordMask? {
    if let inks { words.mask(of: id, step: step, in: inks) } else { words.mask(of: id, step: step) }
  }

  package func wordStarts(in text: Substring) -> [Int] { dictionary.wordStarts(in: text) }

  package var counts: TextEngineCounts {
    var counts = TextEngineCounts()
    counts.shapedWords = words.misses
    counts.wordHits = words.hits
    counts.libraryCalls = words.libraryCalls
    return counts
  }
}

/// Where a word's picture goes in whole pixels, and which of its pictures that is.
struct WordPlace {
  /// Its origin.
  let column: Int
  /// Quarters of a pixel to the right of that.
  let step: Int

  /// Left of it nothing can be seen, and clamped there no number is too large.
  private static let limits = -16_384.0...32_768.0

  /// - Parameter x: the word's left end in pixels.
  init(_ x: Double) {
    let zero = -Self.limits.lowerBound
    let place = min(max(x, Self.limits.lowerBound), Self.limits.upperBound)
    // Cut off above zero, which rounds down and costs no call.
    let quarters = Int((place + zero) * 4 + 0.5) &- Int(zero) * 4
    // An arithmetic shift rounds down, also left of zero.
    column = quarters >> 2
    step = quarters & 3
  }
}

extension FontMetrics {
  /// The measures of a font; those that need glyphs it lacks are guessed.
  fileprivate init(_ font: Font) {
    self.init(
      ascent: font.ascent, descent: font.descent, lineHeight: font.lineHeight,
      capHeight: font.capHeight ?? font.ascent * 0.75, xHeight: font.xHeight ?? font.ascent * 0.55)
  }
}
