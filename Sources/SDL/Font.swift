internal import CSDL2
internal import CSDL2TTF
import Foundation

/// An opened face at one size, ready to measure and to draw.
///
/// Faces of outlines are opened at the wanted size. Faces of colour bitmaps
/// have one size; their measures and pictures are scaled to the wanted one.
@MainActor
package final class Font {
  /// Direction and script of a run of text, for faces whose glyphs depend on
  /// their neighbours.
  package struct Shaping: Hashable, Sendable {
    /// Runs from right to left.
    package var isRightToLeft: Bool
    /// ISO 15924 tag as four ASCII bytes, the first most significant.
    package var script: UInt32

    /// Left to right and Latin unless told otherwise.
    package init(isRightToLeft: Bool = false, script: UInt32 = 0x4C61_746E) {
      self.isRightToLeft = isRightToLeft
      self.script = script
    }
  }

  /// Freed once, in deinit.
  let handle: OpaquePointer
  /// The size asked for, in pixels of an em.
  package let pixelSize: Double
  /// Wanted pixels for one pixel of the face; 1 for outlines.
  package let scale: Double
  private var shaping: Shaping?

  /// The steps that sizes are rounded to, a pixel.
  package static let sizesPerPixel = 4.0

  /// Opens a face.
  /// - Parameters:
  ///   - pixelSize: pixels of an em, clamped to 1...512, rounded to quarters.
  ///   - bold: thicken the strokes, for families without a bold face.
  ///   - slanted: shear the glyphs, for families without an italic face.
  package init(
    _ file: FontFile, pixelSize: Double, bold: Bool = false, slanted: Bool = false
  ) throws(SDLError) {
    guard Self.isStarted else { throw SDLError(function: "TTF_Init", reason: Self.startFailure) }
    let size = min(max(pixelSize.isFinite ? pixelSize : 1, 1), 512)
    self.pixelSize = size
    // At 72 dots an inch a point is a pixel; at 18, a quarter.
    let quarters = (size * Self.sizesPerPixel).rounded()
    let handle = try check("TTF_OpenFontIndexDPI") {
      TTF_OpenFontIndexDPI(file.path, Int32(quarters), file.index, 18, 18)
    }
    self.handle = handle
    if file.isColor {
      // The strike's em is not told; glyphs of emoji faces are a square whose
      // side is 1.17 of the em, the line's height.
      let strike = Double(max(1, TTF_FontHeight(handle)))
      scale = size * 1.17 / strike
    } else {
      scale = 1
      TTF_SetFontHinting(handle, TTF_HINTING_LIGHT)
      var style = TTF_STYLE_NORMAL
      if bold { style |= TTF_STYLE_BOLD }
      if slanted { style |= TTF_STYLE_ITALIC }
      if style != TTF_STYLE_NORMAL { TTF_SetFontStyle(handle, style) }
    }
    TTF_SetFontKerning(handle, 1)
  }

  isolated deinit {
    TTF_CloseFont(handle)
  }

  // SDL_ttf is started once and ends with the process: fonts are cached for as
  // long, and its end frees nothing else.
  private static let isStarted = TTF_Init() == 0
  private static let startFailure = String(cString: SDL_GetError())

  /// Whether text is shaped: without it, Arabic and Indic scripts come out as
  /// single letters.
  package static var canShape: Bool {
    var major: Int32 = 0
    TTF_GetHarfBuzzVersion(&major, nil, nil)
    return major > 0
  }

  // MARK: Measures, in pixels

  /// From the baseline up to the top of the tallest glyph.
  package var ascent: Double { Double(TTF_FontAscent(handle)) * scale }

  /// From the baseline down; positive.
  package var descent: Double { Double(-TTF_FontDescent(handle)) * scale }

  /// From one baseline to the next.
  package var lineHeight: Double { Double(TTF_FontLineSkip(handle)) * scale }

  /// How far the glyph of `scalar` reaches above the baseline; nil without one.
  package func top(of scalar: Unicode.Scalar) -> Double? {
    var top: Int32 = 0
    guard TTF_GlyphIsProvided32(handle, scalar.value) != 0,
      TTF_GlyphMetrics32(handle, scalar.value, nil, nil, nil, &top, nil) == 0
    else { return nil }
    return Double(top) * scale
  }

  /// Whether the face has a glyph for `scalar`.
  package func provides(_ scalar: Unicode.Scalar) -> Bool {
    TTF_GlyphIsProvided32(handle, scalar.value) != 0
  }

  /// The shaped width of one run of text without line breaks or zero
  /// characters.
  /// - Complexity: O(*n*) in its length.
  package func width(of text: String, shaping: Shaping = Shaping()) throws(SDLError) -> Double {
    guard !text.isEmpty else { return 0 }
    prepare(shaping)
    var width: Int32 = 0
    try checkStatus("TTF_SizeUTF8") { TTF_SizeUTF8(handle, text, &width, nil) }
    return Double(width) * scale
  }

  func prepare(_ wanted: Shaping) {
    guard wanted != shaping else { return }
    shaping = wanted
    // Both fail without HarfBuzz, and then there is nothing to prepare.
    TTF_SetFontDirection(handle, wanted.isRightToLeft ? TTF_DIRECTION_RTL : TTF_DIRECTION_LTR)
    let tag = wanted.script.bigEndian
    withUnsafeBytes(of: (tag, UInt8(0))) { bytes in
      let characters = bytes.bindMemory(to: CChar.self)
      if let base = characters.baseAddress { _ = TTF_SetFontScriptName(handle, base) }
    }
  }
}
