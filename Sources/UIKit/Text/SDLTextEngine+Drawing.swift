internal import SDL
import Foundation

extension SDLTextEngine {
  /// Paints every pixel of `bitmap`: its ground, then the runs of `frame`.
  func rasterize(_ frame: TextFrame, into bitmap: TextBitmap) {
    bitmap.clear()
    for run in frame.runs { draw(run, into: bitmap) }
  }

  private func draw(_ run: TextRun, into bitmap: TextBitmap) {
    guard let font = font(run.face, pixelSize: run.pixelSize) else { return }
    let left = Int(PixelGrid.rounded(run.x))
    let width = Int(PixelGrid.rounded(run.x + run.width)) - left
    let baseline = Int(PixelGrid.rounded(run.baseline))
    let ascent = Int(PixelGrid.rounded(font.ascent))
    if let background = run.background {
      bitmap.fill(
        x: left, y: baseline - ascent, width: width,
        height: ascent + Int(PixelGrid.rounded(font.descent)), background.pixelColor)
    }
    if let picture = picture(of: run, font) {
      bitmap.draw(picture, x: left, y: baseline - ascent, alpha: run.color.alpha)
    }
    // A line is a fourteenth of the size, as in the system's own fonts.
    let thickness = max(1, Int(PixelGrid.rounded(run.pixelSize / 14)))
    if run.isUnderlined {
      bitmap.fill(
        x: left, y: baseline + thickness, width: width, height: thickness, run.color.pixelColor)
    }
    if run.isStruckThrough {
      let rise = Int(PixelGrid.rounded((font.top(of: "x") ?? font.ascent * 0.55) / 2))
      bitmap.fill(
        x: left, y: baseline - rise, width: width, height: thickness, run.color.pixelColor)
    }
  }

  private func picture(of run: TextRun, _ font: Font) -> Surface? {
    let shaping = Font.Shaping(run.shaping)
    guard
      let drawn = try? font.draw(
        String(run.text), color: run.color.pixelColor, shaping: shaping)
    else { return nil }
    guard font.scale != 1 else { return drawn }
    func scaled(_ length: Int) -> Int {
      max(1, Int(PixelGrid.rounded(Double(length) * font.scale)))
    }
    return try? drawn.scaled(toWidth: scaled(drawn.width), height: scaled(drawn.height))
  }
}
