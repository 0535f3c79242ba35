internal import CHarfBuzz
import Foundation

/// Direction and script of a run of text, for faces whose glyphs depend on their
/// neighbours.
package struct RunShaping: Hashable, Sendable {
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

/// One glyph of a shaped run.
package struct ShapedGlyph: Equatable, Sendable {
  /// The face's number of it.
  package var id: UInt32
  /// Offset in the run's UTF-8 of the first character it stands for.
  package var cluster: Int32
  /// Its origin, in pixels from the left end of the run's baseline, y down.
  package var x, y: Float
}

/// Turns runs of text into glyphs, with storage that is used again for each. Used by one
/// thread at a time, like its fonts.
package final class TextShaper {
  /// Destroyed once, in deinit.
  private let buffer: OpaquePointer
  private let language: OpaquePointer?
  /// The run shaped last, leftmost glyph first.
  @exclusivity(unchecked) package private(set) var glyphs: ContiguousArray<ShapedGlyph> = []
  /// The width of that run in pixels.
  @exclusivity(unchecked) package private(set) var advance = 0.0
  /// How far its picture reaches beyond its left and right end, in pixels; 0 or more.
  @exclusivity(unchecked) package private(set) var overhang = (left: 0.0, right: 0.0)

  /// An empty shaper; the language is the one of the process's locale.
  package init() {
    guard let buffer = hb_buffer_create() else {
      preconditionFailure("hb_buffer_create() never answers with null")
    }
    self.buffer = buffer
    language = hb_language_get_default()
  }

  deinit {
    hb_buffer_destroy(buffer)
  }

  /// Shapes a run: text of one face, direction and script without line breaks.
  /// - Complexity: O(*n*) in its length, about a quarter of a microsecond a character.
  package func shape(_ text: UnsafeBufferPointer<UInt8>, with font: Font, _ shaping: RunShaping) {
    glyphs.removeAll(keepingCapacity: true)
    advance = 0
    overhang = (0, 0)
    guard let base = text.baseAddress, let count = Int32(exactly: text.count), count > 0 else {
      return
    }
    if shaping == RunShaping(), Self.isNumber(text), let digits = font.digits {
      (advance, overhang) = digits.put(text, into: &glyphs)
      overhang = font.plausible(overhang)
      return
    }
    hb_buffer_clear_contents(buffer)
    base.withMemoryRebound(to: CChar.self, capacity: text.count) {
      hb_buffer_add_utf8(buffer, $0, count, 0, count)
    }
    hb_buffer_set_direction(
      buffer, shaping.isRightToLeft ? HB_DIRECTION_RTL : HB_DIRECTION_LTR)
    hb_buffer_set_script(buffer, hb_script_from_iso15924_tag(shaping.script))
    hb_buffer_set_language(buffer, language)
    hb_shape(font.shaper, buffer, nil, 0)
    readGlyphs(font)
  }

  private static func isNumber(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    for byte in text where byte &- 0x30 > 9 { return false }
    return true
  }

  private func readGlyphs(_ font: Font) {
    var count: UInt32 = 0
    guard let infos = hb_buffer_get_glyph_infos(buffer, &count),
      let positions = hb_buffer_get_glyph_positions(buffer, nil), count > 0
    else { return }
    // Sums are kept in 64ths, so that long runs add no rounding.
    let widening = Int64(font.boldStrength)
    var pen: Int64 = 0
    var glyphs = ContiguousArray<ShapedGlyph>()
    swap(&glyphs, &self.glyphs)
    defer { swap(&glyphs, &self.glyphs) }
    for index in 0..<Int(count) {
      let position = positions[index]
      glyphs.append(
        ShapedGlyph(
          id: infos[index].codepoint, cluster: Int32(truncatingIfNeeded: infos[index].cluster),
          x: Float(pen + Int64(position.x_offset)) / 64, y: -Float(position.y_offset) / 64))
      pen += Int64(position.x_advance)
      if position.x_advance > 0 { pen += widening }
    }
    advance = Double(max(0, pen)) / 64
    var extents = hb_glyph_extents_t()
    let first = glyphs[0]
    if hb_font_get_glyph_extents(font.shaper, first.id, &extents) != 0 {
      overhang.left = max(0, -Double(first.x) - Double(extents.x_bearing) / 64)
    }
    let last = glyphs[glyphs.count - 1]
    if hb_font_get_glyph_extents(font.shaper, last.id, &extents) != 0 {
      let end = Double(Int64(extents.x_bearing) + Int64(extents.width) + widening) / 64
      overhang.right = max(0, Double(last.x) + end - advance)
    }
    overhang = font.plausible(overhang)
  }
}
