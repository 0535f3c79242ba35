internal import CFontconfig
import Foundation
package import SDL

/// A face fontconfig knows: where it is, and what it covers.
package final class FontFile {
  /// The font file.
  package let path: String
  /// Which face of a collection; the upper half names an instance of a
  /// variable font.
  package let index: Int
  /// The first family name.
  package let family: String
  /// CSS weight, 1...1000; 400 is regular.
  package let weight: Int
  /// Italic or oblique.
  package let isSlanted: Bool
  /// Glyphs are colour pictures.
  package let isColor: Bool
  /// Pixels of an em of each size of pictures, in the file's order; none for outlines.
  private let strikes: [Double]
  /// Freed once, in deinit.
  private let coverage: OpaquePointer

  private let library: FontLibrary
  /// The result of opening the file; nil before that, and where no file could be opened. A faulty file is not tried
  /// again.
  private var opened: Result<FontFace, SDLError>?

  /// Pixels of an em that pictures may have.
  private static let soundStrikes = 1.0...4096.0

  /// Reads a pattern of fontconfig's; nil for files this program cannot draw:
  /// old bitmap formats, and PostScript Type 1 fonts, which cannot be shaped; and for numbers that no font has.
  /// - Parameter library: opens the file when it is asked for.
  init?(_ pattern: OpaquePointer, library: FontLibrary) {
    guard let path = Self.string(FC_FILE, in: pattern),
      let format = Self.string(FC_FONTFORMAT, in: pattern), ["TrueType", "CFF"].contains(format)
    else { return nil }
    let isColor = Self.bool(FC_COLOR, in: pattern)
    guard isColor || Self.bool(FC_SCALABLE, in: pattern) else { return nil }
    let index = Int(Self.integer(FC_INDEX, in: pattern) ?? 0)
    let strikes = Self.bool(FC_OUTLINE, in: pattern) ? [] : Self.doubles(FC_PIXEL_SIZE, in: pattern)
    // SDL_ttf does not look at an index, and a size is divided by.
    guard index >= 0, strikes.allSatisfy(Self.soundStrikes.contains) else { return nil }
    var charset: OpaquePointer?
    guard FcPatternGetCharSet(pattern, FC_CHARSET, 0, &charset) == FcResultMatch,
      let coverage = FcCharSetCopy(charset)
    else { return nil }
    self.library = library
    self.path = path
    self.isColor = isColor
    self.coverage = coverage
    self.strikes = strikes
    self.index = index
    family = Self.string(FC_FAMILY, in: pattern) ?? ""
    weight = Int(FcWeightToOpenType(Self.integer(FC_WEIGHT, in: pattern) ?? FC_WEIGHT_REGULAR))
    isSlanted = (Self.integer(FC_SLANT, in: pattern) ?? FC_SLANT_ROMAN) != FC_SLANT_ROMAN
  }

  deinit {
    FcCharSetDestroy(coverage)
  }

  /// The opened file; opened by the first who asks.
  /// - Throws: `SDLError` for a file that is gone or broken.
  package func face() throws(SDLError) -> FontFace {
    if let opened { return try opened.get() }
    do throws(SDLError) {
      let face = try FontFace(path: path, index: index, isColor: isColor, strikes: strikes, library: library)
      opened = .success(face)
      return face
    } catch {
      if Self.canOpenFiles { opened = .failure(error) }
      throw error
    }
  }

  /// Whether the process may open another file.
  private static var canOpenFiles: Bool {
    let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    close(descriptor)
    return true
  }

  /// Whether the file can be opened; opens it.
  var isUsable: Bool { (try? face()) != nil }

  /// Whether the file was to be opened and could not be.
  var isKnownUnusable: Bool { if case .failure = opened { true } else { false } }

  /// Whether the face has a glyph for `scalar`.
  package func covers(_ scalar: Unicode.Scalar) -> Bool {
    FcCharSetHasChar(coverage, scalar.value) != 0
  }

  /// Adds what the face has glyphs for to a set of fontconfig's.
  func add(to set: OpaquePointer) { FcCharSetMerge(set, coverage, nil) }

  private static func string(_ key: String, in pattern: OpaquePointer) -> String? {
    var value: UnsafeMutablePointer<FcChar8>?
    guard FcPatternGetString(pattern, key, 0, &value) == FcResultMatch, let value else { return nil }
    return String(cString: value)
  }

  private static func integer(_ key: String, in pattern: OpaquePointer) -> Int32? {
    var value: Int32 = 0
    if FcPatternGetInteger(pattern, key, 0, &value) == FcResultMatch { return value }
    // Variable fonts give some properties as a range, or as a double.
    var double = 0.0
    guard FcPatternGetDouble(pattern, key, 0, &double) == FcResultMatch else { return nil }
    return Int32(exactly: double.rounded(.towardZero))
  }

  private static func doubles(_ key: String, in pattern: OpaquePointer) -> [Double] {
    var values: [Double] = []
    var value = 0.0
    while FcPatternGetDouble(pattern, key, Int32(values.count), &value) == FcResultMatch { values.append(value) }
    return values
  }

  private static func bool(_ key: String, in pattern: OpaquePointer) -> Bool {
    var value: FcBool = 0
    return FcPatternGetBool(pattern, key, 0, &value) == FcResultMatch && value != 0
  }
}
