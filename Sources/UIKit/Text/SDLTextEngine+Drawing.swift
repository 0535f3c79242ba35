import Foundation
import Pixels
internal import SDL
import Typesetting

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
    guard let number = number(of: run.face, pixelSize: run.pixelSize) else { return }
    let baseline = Int(PixelGrid.rounded(run.baseline))
    if let background = run.background {
      let font = words.font(number)
      let ascent = Int(PixelGrid.rounded(font.ascent))
      let (left, width) = span(of: run)
      bitmap.fill(
        x: left, y: baseline - ascent, width: width,
        height: ascent + Int(PixelGrid.rounded(font.descent)), background)
    }
    let ink = run.color
    if ink.alpha > 0, run.words.upperBound <= frame.words.count {
      draw(frame.words, of: run, number, baseline, ink: ink, into: &bitmap)
    }
    guard run.isUnderlined || run.isStruckThrough else { return }
    let (left, width) = span(of: run)
    // A line is a fourteenth of the size, as in the system's own fonts.
    let thickness = max(1, Int(PixelGrid.rounded(run.pixelSize / 14)))
    if run.isUnderlined {
      bitmap.fill(x: left, y: baseline + thickness, width: width, height: thickness, ink)
    }
    if run.isStruckThrough {
      let rise = Int(PixelGrid.rounded(metrics(of: run.face, pixelSize: run.pixelSize).xHeight / 2))
      bitmap.fill(x: left, y: baseline - rise, width: width, height: thickness, ink)
    }
  }

  /// The run's left edge and width in whole pixels.
  private func span(of run: borrowing TextRun) -> (left: Int, width: Int) {
    let left = Int(PixelGrid.rounded(run.x))
    return (left, Int(PixelGrid.rounded(run.x + run.width)) - left)
  }

  private func draw(
    _ placed: borrowing ContiguousArray<TextWord>, of run: borrowing TextRun, _ font: Int32, _ baseline: Int,
    ink: DrawColor, into bitmap: inout TextBitmap
  ) {
    // No closures here: entering one in a class of the main actor asks for the thread.
    var table: InkTable?
    if let ground = bitmap.ground { table = inks.table(of: ink, on: ground) }
    for index in run.words {
      let word = placed[index]
      let place = WordPlace(run.x + Double(word.x))
      guard let mask = mask(of: word, in: run.text, font, run.shaping, step: place.step, inks: table),
        let pixels = mask.pixels
      else { continue }
      bitmap.draw(mask, pixels, x: place.column + mask.left, y: baseline - mask.top, ink: ink, table: table)
    }
  }
}
