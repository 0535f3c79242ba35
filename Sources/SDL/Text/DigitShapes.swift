internal import CHarfBuzz

/// The ten digits of a font whose rules leave numbers alone.
///
/// Rows that scroll in bring numbers that were never seen, when nearly all their words were.
/// Put together from these, a number costs a fiftieth of having it shaped.
struct DigitShapes {
  private struct Digit {
    var glyph: UInt32 = 0
    /// In 64ths of a pixel: to the next glyph, and where the ink begins and ends.
    var advance: Int64 = 0
    var left: Int64 = 0
    var right: Int64 = 0
  }

  private let digits: [Digit]

  /// Nil for a font whose digits may look different beside one another.
  init?(_ font: Font) {
    guard font.face.separatesDigits else { return nil }
    var digits: [Digit] = []
    for scalar in UInt32(0x30)...0x39 {
      var digit = Digit()
      var extents = hb_glyph_extents_t()
      guard hb_font_get_nominal_glyph(font.shaper, scalar, &digit.glyph) != 0,
        hb_font_get_glyph_extents(font.shaper, digit.glyph, &extents) != 0
      else { return nil }
      digit.advance = Int64(hb_font_get_glyph_h_advance(font.shaper, digit.glyph))
      let widening = Int64(font.boldStrength)
      guard digit.advance >= 0 else { return nil }
      if digit.advance > 0 { digit.advance += widening }
      digit.left = Int64(extents.x_bearing)
      digit.right = Int64(extents.x_bearing) + Int64(extents.width) + widening
      digits.append(digit)
    }
    self.digits = digits
  }

  /// Appends the glyphs of a number in ASCII as the shaper makes them.
  /// - Precondition: `text` is not empty.
  func put(
    _ text: UnsafeBufferPointer<UInt8>, into glyphs: inout ContiguousArray<ShapedGlyph>
  ) -> (advance: Double, overhang: (left: Double, right: Double)) {
    var pen: Int64 = 0
    var last = pen
    digits.withUnsafeBufferPointer { digits in
      for index in 0..<text.count {
        let digit = digits[Int(text[index] &- 0x30)]
        last = pen
        glyphs.append(
          ShapedGlyph(id: digit.glyph, cluster: Int32(truncatingIfNeeded: index), x: Float(pen) / 64, y: 0))
        pen += digit.advance
      }
    }
    let left = -digits[Int(text[0] &- 0x30)].left
    let right = last + digits[Int(text[text.count - 1] &- 0x30)].right - pen
    return (Double(pen) / 64, (Double(max(0, left)) / 64, Double(max(0, right)) / 64))
  }
}
