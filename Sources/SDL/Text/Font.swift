internal import CFreeType
internal import CHarfBuzz
import Foundation

/// A face at one size, ready to shape and to draw.
///
/// Advances are the designer's, in fractions of a pixel; pictures are hinted
/// vertically only, so that letters stand sharp on the line and keep their widths.
/// Faces of colour bitmaps have few sizes; their pictures are scaled to the wanted one.
/// FreeType's faces belong to one thread at a time.
package final class Font {
  /// The file.
  package let face: FontFace
  /// The size asked for, in pixels of an em.
  package let pixelSize: Double
  /// Made from what the face has, for families without a bold or an italic one.
  let isBold, isSlanted: Bool
  /// HarfBuzz's font, scaled to 64ths of a pixel. Destroyed once, in deinit.
  let shaper: OpaquePointer
  /// FreeType's size; freed with the face, which outlives the font.
  private let size: FT_Size
  /// Wanted pixels for one pixel of the face's pictures; 1 for outlines.
  let pictureScale: Double

  /// The digits, where they can be put side by side without being shaped; found on first use.
  private(set) lazy var digits = DigitShapes(self)

  /// The steps that sizes are rounded to, a pixel.
  package static let sizesPerPixel = 4.0
  /// How far an upright glyph leans when it is slanted: the tangent of 12 degrees.
  static let slant = 0.2126
  /// The part of an em by which made-up bold strokes are thicker.
  private static let boldness = 1.0 / 28

  /// - Parameters:
  ///   - pixelSize: pixels of an em, clamped to 1...512, rounded to quarters.
  ///   - bold: thicken the strokes, for families without a bold face.
  ///   - slanted: shear the glyphs, for families without an italic face.
  package init(
    _ face: FontFace, pixelSize: Double, bold: Bool = false, slanted: Bool = false
  ) throws(SDLError) {
    let clamped = min(max(pixelSize.isFinite ? pixelSize : 1, 1), 512)
    let wanted = (clamped * Self.sizesPerPixel).rounded() / Self.sizesPerPixel
    var created: FT_Size?
    guard FT_New_Size(face.handle, &created) == 0, let size = created,
      FT_Activate_Size(size) == 0, let shaper = hb_font_create(face.tables)
    else { throw SDLError(function: "FT_New_Size", reason: "no memory for a font size") }
    var scale = 1.0
    var status: FT_Error = 0
    if face.hasOutlines {
      let units = FT_F26Dot6(wanted * 64)
      status = FT_Set_Char_Size(face.handle, units, units, 72, 72)
    } else if let strike = face.strike(forPixelSize: wanted) {
      status = FT_Select_Size(face.handle, strike.index)
      scale = wanted / strike.pixelSize
    }
    guard status == 0 else {
      hb_font_destroy(shaper)
      FT_Done_Size(size)
      throw SDLError(function: "FT_Set_Char_Size", reason: "error \(status) for \(wanted) pixels")
    }
    self.face = face
    self.pixelSize = wanted
    self.size = size
    self.shaper = shaper
    pictureScale = scale
    isBold = bold && face.hasOutlines && !face.isColor
    isSlanted = slanted && face.hasOutlines && !face.isColor
    hb_ot_font_set_funcs(shaper)
    let units = Int32(wanted * 64)
    hb_font_set_scale(shaper, units, units)
    if isSlanted { hb_font_set_synthetic_slant(shaper, Float(Self.slant)) }
    if face.namedInstance >= 0 {
      hb_font_set_var_named_instance(shaper, UInt32(face.namedInstance))
    }
  }

  deinit {
    hb_font_destroy(shaper)
    FT_Done_Size(size)
  }

  /// How much wider made-up bold strokes are, in 64ths of a pixel.
  var boldStrength: Int { isBold ? max(16, Int(pixelSize * 64 * Self.boldness)) : 0 }

  /// What ink may reach beyond a run: a broken file may claim anything.
  func plausible(_ overhang: (left: Double, right: Double)) -> (left: Double, right: Double) {
    (min(overhang.left, 2 * pixelSize), min(overhang.right, 2 * pixelSize))
  }

  /// Makes the face load glyphs at this size.
  func activate() { FT_Activate_Size(size) }

  // MARK: Measures, in pixels

  /// From the baseline up to the top of the line, in whole pixels.
  package var ascent: Double { rounded(extents.ascent) }

  /// From the baseline down in whole pixels; positive.
  package var descent: Double { rounded(extents.descent) }

  /// From one baseline to the next in whole pixels.
  package var lineHeight: Double { rounded(extents.height) }

  /// In ems.
  private var extents: (ascent: Double, descent: Double, height: Double) {
    let record = face.handle.pointee
    let em = Double(record.units_per_EM)
    if em > 0 {
      return (
        Double(record.ascender) / em, -Double(record.descender) / em, Double(record.height) / em
      )
    }
    // FreeType leaves this open for faces of bitmaps alone.
    var line = hb_font_extents_t()
    guard hb_font_get_h_extents(shaper, &line) != 0 else { return (1, 0.25, 1.25) }
    let units = pixelSize * 64
    let (ascent, descent) = (Double(line.ascender) / units, -Double(line.descender) / units)
    return (ascent, descent, ascent + descent + Double(line.line_gap) / units)
  }

  /// Ems in pixels, rounded up but for what is lost in arithmetic.
  private func rounded(_ ems: Double) -> Double { (ems * pixelSize - 0.001).rounded(.up) }

  /// How far the glyph of `scalar` reaches above the baseline; nil without one.
  package func top(of scalar: Unicode.Scalar) -> Double? {
    var glyph: hb_codepoint_t = 0
    var extents = hb_glyph_extents_t()
    guard hb_font_get_nominal_glyph(shaper, scalar.value, &glyph) != 0,
      hb_font_get_glyph_extents(shaper, glyph, &extents) != 0
    else { return nil }
    return Double(extents.y_bearing) / 64
  }

  /// Whether the face has a glyph for `scalar`.
  package func provides(_ scalar: Unicode.Scalar) -> Bool {
    var glyph: hb_codepoint_t = 0
    return hb_font_get_nominal_glyph(shaper, scalar.value, &glyph) != 0
  }
}
