internal import CFontconfig
import Foundation
package import SDL

/// The fonts of the desktop, as fontconfig lists and ranks them.
///
/// Answers are kept, so that each question is put to fontconfig once; it is not asked for scalars that no font covers,
/// of which a hostile text may have a million. A catalog and its faces are used by one thread at a time; catalogs of
/// different threads share nothing but files.
package final class FontCatalog {
  private let setup: FontSetup
  private var memory: FontMemory?
  /// Freed once, in deinit.
  private var loaded: OpaquePointer?
  let library: FontLibrary
  private var faces: [FontQuery: FontFile] = [:]
  private var filesByLocation: [String: FontFile] = [:]
  /// The fonts found for scalars that a face lacks.
  private var fallbacks: [FontQuery: [FontFile]] = [:]
  private lazy var installed: InstalledCoverage? = coverage()
  /// How often fontconfig was asked for a fallback: at most once for each file that is one.
  package private(set) var fallbackSearches = 0

  /// Finds the desktop's default face.
  /// - Parameters:
  ///   - setup: given to no other catalog. Waited for when something is asked that is not remembered.
  ///   - memory: answers of an earlier run.
  ///   - library: opens its fonts; of the same thread.
  /// - Throws: `SDLError` naming packages to install when there is no font this
  ///   program could draw with.
  package init(
    _ setup: FontSetup = FontSetup(), memory: FontMemory? = nil, library: FontLibrary = FontLibrary()
  ) throws(SDLError) {
    self.setup = setup
    self.memory = memory
    self.library = library
    _ = try face(for: FontQuery())
  }

  deinit {
    if let loaded { FcConfigDestroy(loaded) }
  }

  /// The desktop's configuration, read for the first question that has no remembered answer.
  private func configuration() throws(SDLError) -> OpaquePointer {
    if loaded == nil { loaded = setup.take() }
    guard let loaded else {
      throw SDLError(function: "FcInitLoadConfigAndFonts", reason: "fontconfig cannot be set up")
    }
    return loaded
  }

  /// Has the next run of the program know what this one asked. Called when the program ends.
  package func remember() {
    if let memory, let loaded { memory.keep(faces, loaded) }
  }

  /// The error where no font is installed.
  package static let noFonts = SDLError(
    function: "FcFontSort",
    reason: "no usable font is installed; install one, for example the package "
      + "fonts-noto-core or fonts-dejavu-core (Debian, Ubuntu), dejavu-sans-fonts (Fedora), "
      + "ttf-dejavu (Arch)")

  /// The face nearest to `query`; the desktop's default when the family is
  /// unknown. Its file is open: of those that cannot be opened the next is taken.
  /// - Throws: `noFonts` when not one can be opened.
  package func face(for query: FontQuery) throws(SDLError) -> FontFile {
    if let face = faces[query] { return face }
    var found = remembered(query)
    if found == nil { found = try file(matching: query, configuration()) }
    guard let found else { throw Self.noFonts }
    faces[query] = found
    return found
  }

  /// A face with a glyph for `scalar`, near to `query` in style; nil when no
  /// installed font has one. Faces given before are preferred, so a text mixes
  /// few of them. Its file is open.
  package func fallback(for scalar: Unicode.Scalar, like query: FontQuery) -> FontFile? {
    // A glyph in the other manner is better than none.
    let wanted = scalar.properties.isEmojiPresentation
    guard let isColor = [wanted, !wanted].first(where: { installed?.has(scalar, isColor: $0) == true }),
      let configuration = try? configuration()
    else { return nil }
    if let file = fallbacks[query]?.first(where: { $0.isColor == isColor && $0.covers(scalar) }) { return file }
    var nearest = query
    if isColor { nearest.family = "emoji" }
    fallbackSearches += 1
    guard let found = file(matching: nearest, configuration, covering: scalar, where: { $0.isColor == isColor })
    else {
      // All files with a glyph proved unusable; they are not asked for their other glyphs.
      installed = coverage()
      return nil
    }
    fallbacks[query, default: []].append(found)
    return found
  }

  /// The coverage of the installed fonts, without files that could not be opened; nil without fontconfig.
  private func coverage() -> InstalledCoverage? {
    guard let configuration = try? configuration() else { return nil }
    return InstalledCoverage(configuration, library) { filesByLocation[Self.location($0)]?.isKnownUnusable != true }
  }

  /// The best match that can be opened and passes `condition`.
  private func file(
    matching query: FontQuery, _ configuration: OpaquePointer, covering scalar: Unicode.Scalar? = nil,
    where condition: (FontFile) -> Bool = { _ in true }
  ) -> FontFile? {
    guard let pattern = query.pattern(configuration: configuration, covering: scalar) else {
      return nil
    }
    defer { FcPatternDestroy(pattern) }
    func accepted(_ match: OpaquePointer) -> FontFile? {
      guard let file = self.file(of: match), condition(file),
        scalar.map(file.covers) ?? !file.isColor, file.isUsable
      else { return nil }
      return file
    }
    var result = FcResultNoMatch
    // The single best match is cheap, and mostly it will do.
    if let match = FcFontMatch(configuration, pattern, &result) {
      defer { FcPatternDestroy(match) }
      if let file = accepted(match) { return file }
    }
    guard let set = FcFontSort(configuration, pattern, 0, nil, &result) else { return nil }
    defer { FcFontSetDestroy(set) }
    for index in 0..<Int(set.pointee.nfont) {
      if let match = set.pointee.fonts[index], let file = accepted(match) { return file }
    }
    return nil
  }

  /// The answer of an earlier run. If it cannot be used any more, the memory is dropped.
  private func remembered(_ query: FontQuery) -> FontFile? {
    guard let memory, memory.knows(query) else { return nil }
    if let pattern = memory.answer(to: query) {
      defer { FcPatternDestroy(pattern) }
      if let file = file(of: pattern), !file.isColor, file.isUsable { return file }
    }
    self.memory?.forget()
    return nil
  }

  /// The one object for a face, made when the face is first met.
  private func file(of pattern: OpaquePointer) -> FontFile? {
    guard let found = FontFile(pattern, library: library) else { return nil }
    // A match names one size of a file's pictures, the installed font all of them, in order.
    let file = found.isColor ? installed?.file(like: found) ?? found : found
    let location = Self.location(file)
    if let known = filesByLocation[location] { return known }
    filesByLocation[location] = file
    return file
  }

  private static func location(_ file: FontFile) -> String { "\(file.index) \(file.path)" }
}

/// The scalars for which some installed font that this program can draw has a glyph.
private final class InstalledCoverage {
  /// Outlines, and colour pictures; freed once, in deinit.
  private let plain, colored: OpaquePointer?
  /// The fonts whose letters are colour pictures.
  private var coloredFiles: [FontFile] = []

  /// - Parameter isUsable: of a file, whether to count what it has.
  init(_ configuration: OpaquePointer, _ library: FontLibrary, where isUsable: (FontFile) -> Bool) {
    plain = FcCharSetCreate()
    colored = FcCharSetCreate()
    guard let set = FcConfigGetFonts(configuration, FcSetSystem) else { return }
    for index in 0..<Int(set.pointee.nfont) {
      guard let pattern = set.pointee.fonts[index], let file = FontFile(pattern, library: library), isUsable(file)
      else { continue }
      if let coverage = file.isColor ? colored : plain { file.add(to: coverage) }
      if file.isColor { coloredFiles.append(file) }
    }
  }

  deinit {
    if let plain { FcCharSetDestroy(plain) }
    if let colored { FcCharSetDestroy(colored) }
  }

  /// The face of colour pictures at the place of another.
  func file(like other: FontFile) -> FontFile? {
    coloredFiles.first { $0.path == other.path && $0.index == other.index }
  }

  /// Whether a font of the kind has a glyph.
  func has(_ scalar: Unicode.Scalar, isColor: Bool) -> Bool {
    guard let coverage = isColor ? colored : plain else { return false }
    return FcCharSetHasChar(coverage, scalar.value) != 0
  }
}
