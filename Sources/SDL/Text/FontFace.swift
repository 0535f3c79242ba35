internal import CFreeType
internal import CHarfBuzz
import Foundation

/// An opened font file, without a size yet: FreeType's face for its pictures and
/// HarfBuzz's for its layout tables, both on the same bytes. Used by one thread at a time.
package final class FontFace {
  /// Ended after the face.
  private let library: FontLibrary
  /// Freed once, in deinit.
  let handle: FT_Face
  /// HarfBuzz's view of the same file; destroyed before `handle`, whose bytes it reads.
  let tables: OpaquePointer
  /// An instance of a variable font, or -1.
  let namedInstance: Int
  /// Glyphs are colour pictures.
  package let isColor: Bool
  /// The face has outlines, so that any size can be had.
  let hasOutlines: Bool

  /// Opens a file; both libraries check what they read of it.
  /// - Parameters:
  ///   - index: which face of a collection; the upper half names an instance.
  ///   - isColor: whether pictures in colour are wanted.
  ///   - library: of the thread that uses the face.
  init(
    path: String, index: Int = 0, isColor: Bool = false, library: FontLibrary = FontLibrary()
  ) throws(SDLError) {
    guard let started = library.handle else {
      throw SDLError(function: "FT_Init_FreeType", reason: "FreeType cannot be started")
    }
    var opened: FT_Face?
    let status = FT_New_Face(started, path, FT_Long(index), &opened)
    guard status == 0, let handle = opened else {
      throw SDLError(function: "FT_New_Face", reason: "error \(status) in \(path)")
    }
    // FreeType maps files into memory whole.
    guard let stream = handle.pointee.stream, let bytes = stream.pointee.base,
      let length = UInt32(exactly: stream.pointee.size)
    else {
      FT_Done_Face(handle)
      throw SDLError(function: "FT_New_Face", reason: "\(path) is not in memory")
    }
    let blob = bytes.withMemoryRebound(to: CChar.self, capacity: Int(length)) {
      hb_blob_create($0, length, HB_MEMORY_MODE_READONLY, nil, nil)
    }
    defer { hb_blob_destroy(blob) }
    guard let tables = hb_face_create(blob, UInt32(index & 0xFFFF)) else {
      FT_Done_Face(handle)
      throw SDLError(function: "hb_face_create", reason: "no memory for \(path)")
    }
    self.library = library
    self.handle = handle
    self.tables = tables
    namedInstance = (index >> 16) - 1
    self.isColor = isColor
    hasOutlines = handle.pointee.face_flags & FT_Long(FT_FACE_FLAG_SCALABLE) != 0
  }

  deinit {
    hb_face_destroy(tables)
    FT_Done_Face(handle)
  }

  /// The index of the bitmap strike to scale to a size, and its pixels of an em: the
  /// smallest that is not smaller, else the largest. Nil for a face without strikes.
  func strike(forPixelSize size: Double) -> (index: Int32, pixelSize: Double)? {
    guard let sizes = handle.pointee.available_sizes else { return nil }
    var best: (index: Int32, pixelSize: Double)?
    for index in 0..<Int(handle.pointee.num_fixed_sizes) {
      let pixels = Double(sizes[index].y_ppem) / 64
      guard pixels > 0 else { continue }
      let known = best?.pixelSize ?? 0
      if known < size ? pixels > known : pixels >= size && pixels < known {
        best = (Int32(index), pixels)
      }
    }
    return best
  }

  // MARK: Words

  /// Whether a space between Latin words takes no part in ligatures, kerning or any
  /// other rule in force by default, so that words shape alike alone and in a line.
  ///
  /// Found on first use in the layout tables; a face with tables of another kind, and
  /// one of colour pictures, counts as not.
  package var separatesWords: Bool { readers.isKnown && !readers.space }

  /// Whether the same holds for digits beside digits. A rule that reads a single one of them is
  /// for what may follow it, such as the selector of a zero with a stroke.
  var separatesDigits: Bool { readers.isKnown && readers.digits <= 1 }

  /// Which glyphs the rules read that Latin text applies by default.
  private struct Readers {
    /// False where the rules are in tables that are not looked at.
    var isKnown = false
    var space = false
    /// How many of the ten digits.
    var digits = 0
  }

  private lazy var readers: Readers = findReaders()

  private func findReaders() -> Readers {
    let hasOldTables =
      hb_ot_layout_has_positioning(tables) == 0 && has(Self.tag("kern"))
      || has(Self.tag("morx")) || has(Self.tag("kerx"))
    guard !isColor, !hasOldTables, let font = hb_font_create(tables), let read = hb_set_create()
    else { return Readers() }
    defer {
      hb_font_destroy(font)
      hb_set_destroy(read)
    }
    hb_ot_font_set_funcs(font)
    guard collect(Self.substitutions, into: read), collect(Self.positions, into: read) else {
      return Readers()
    }
    func reads(_ scalar: hb_codepoint_t) -> Bool {
      var glyph: hb_codepoint_t = 0
      return hb_font_get_nominal_glyph(font, scalar, &glyph) == 0 || hb_set_has(read, glyph) != 0
    }
    return Readers(isKnown: true, space: reads(0x20), digits: (0x30...0x39).count { reads($0) })
  }

  private func has(_ table: hb_tag_t) -> Bool {
    guard let blob = hb_face_reference_table(tables, table) else { return false }
    defer { hb_blob_destroy(blob) }
    return hb_blob_get_length(blob) > 0
  }

  /// Adds the glyphs that a lookup of `table` looks at which Latin text applies by default.
  private func collect(_ table: hb_tag_t, into glyphs: OpaquePointer) -> Bool {
    guard let lookups = hb_set_create() else { return false }
    defer { hb_set_destroy(lookups) }
    Self.scripts.withUnsafeBufferPointer { scripts in
      Self.features.withUnsafeBufferPointer { features in
        hb_ot_layout_collect_lookups(
          tables, table, scripts.baseAddress, nil, features.baseAddress, lookups)
      }
    }
    // What `hb_set_next` starts from.
    var lookup = hb_codepoint_t.max
    while hb_set_next(lookups, &lookup) != 0 {
      hb_ot_layout_lookup_collect_glyphs(tables, table, lookup, glyphs, glyphs, glyphs, nil)
    }
    return true
  }

  private static let substitutions = tag("GSUB")
  private static let positions = tag("GPOS")
  // Lists of the C library end with a zero.
  private static let scripts = [tag("latn"), tag("DFLT"), 0]
  private static let features =
    (["ccmp", "locl", "rlig", "calt", "clig", "liga", "rclt", "rvrn", "kern", "dist", "curs"] as [StaticString])
    .map(tag) + [0]

  /// Four ASCII characters as OpenType packs them.
  private static func tag(_ name: StaticString) -> hb_tag_t {
    name.withUTF8Buffer { $0.reduce(0) { $0 << 8 | hb_tag_t($1) } }
  }
}
