import Foundation
internal import SDL

extension SDLTextEngine {
  /// Paints every pixel of `bitmap`: its ground, then the runs of `frame`.
  func rasterize(_ frame: borrowing TextFrame, into bitmap: inout TextBitmap) {
    bitmap.clear()
    draw(frame, into: &bitmap)
  }

  /// Draws the runs of `frame` over what `bitmap` shows.
  func draw(_ frame: borrowing TextFrame, into bitmap: inout TextBitmap) {
    for index in frame.runs.indices { draw(frame.runs[index], of: frame, into: &bitmap) }
  }

  private func draw(
    _ run: borrowing TextRun, of frame: borrowing TextFrame, into bitmap: inout TextBitmap
  ) {
    guard let (font, number) = font(run.face, pixelSize: run.pixelSize) else { return }
    let baseline = Int(PixelGrid.rounded(run.baseline))
    if let background = run.background {
      let ascent = Int(PixelGrid.rounded(font.ascent))
      let (left, width) = span(of: run)
      bitmap.fill(
        x: left, y: baseline - ascent, width: width,
        height: ascent + Int(PixelGrid.rounded(font.descent)), background)
    }
    let ink = run.color
    if ink.alpha > 0, run.glyphs.upperBound <= frame.glyphs.count {
      draw(
        frame.glyphs, run.glyphs, of: font, number, at: run.x, baseline, ink: ink, into: &bitmap)
    }
    guard run.isUnderlined || run.isStruckThrough else { return }
    let (left, width) = span(of: run)
    // A line is a fourteenth of the size, as in the system's own fonts.
    let thickness = max(1, Int(PixelGrid.rounded(run.pixelSize / 14)))
    if run.isUnderlined {
      bitmap.fill(x: left, y: baseline + thickness, width: width, height: thickness, ink)
    }
    if run.isStruckThrough {
      let rise = Int(PixelGrid.rounded((font.top(of: "x") ?? font.ascent * 0.55) / 2))
      bitmap.fill(x: left, y: baseline - rise, width: width, height: thickness, ink)
    }
  }

  /// The run's left edge and width in whole pixels.
  private func span(of run: borrowing TextRun) -> (left: Int, width: Int) {
    let left = Int(PixelGrid.rounded(run.x))
    return (left, Int(PixelGrid.rounded(run.x + run.width)) - left)
  }

  private func draw(
    _ placed: borrowing ContiguousArray<TextGlyph>, _ range: Range<Int>, of font: Font,
    _ number: Int32, at x: Double, _ baseline: Int, ink: DrawColor, into bitmap: inout TextBitmap
  ) {
    // No closures here: entering one in a class of the main actor asks for the thread.
    var table: UnsafePointer<UInt32>?
    if let ground = bitmap.ground { table = inks.table(of: ink, on: ground) }
    let steps = GlyphCache.stepsPerPixel
    // Left of it nothing can be seen, and clamped there no number is too large.
    let limits = -16_384.0...32_768.0
    let zero = -limits.lowerBound
    for index in range {
      let glyph = placed[index]
      let place = min(max(x + Double(glyph.x), limits.lowerBound), limits.upperBound)
      // Cut off above zero, which rounds down and costs no call.
      let quarters = Int((place + zero) * Double(steps) + 0.5) &- Int(zero) * steps
      // An arithmetic shift rounds down, also left of zero.
      let column = quarters >> 2
      let picture = glyphs.picture(of: glyph.id, in: font, number: number, step: quarters & 3)
      guard let pixels = picture.pixels else { continue }
      let rise = glyph.y == 0 ? 0 : Int(PixelGrid.rounded(Double(glyph.y)))
      let top = baseline + rise - Int(picture.top)
      bitmap.draw(
        picture, pixels, x: column + Int(picture.left), y: top, ink: ink, table: table)
    }
  }
}
