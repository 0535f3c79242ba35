import Foundation
import Pixels
internal import SDL
import Typesetting

extension SDLTextEngine {
  /// Draws the runs of `frame` over what `bitmap` shows. By pointers: what is handed over as a value is copied, and what it
  /// refers to counted, which takes longer than to draw a word.
  func draw(_ frame: UnsafePointer<TextFrame>, into bitmap: inout TextBitmap) {
    let (dx, dy) = (frame.pointee.offsetX, frame.pointee.offsetY)
    frame.pointee.words.withUnsafeBufferPointer { words in
      frame.pointee.runs.withUnsafeBufferPointer { runs in
        guard let first = runs.baseAddress else { return }
        for index in runs.indices { draw(first + index, dx: dx, dy: dy, words, into: &bitmap) }
      }
    }
  }

  private func draw(
    _ run: UnsafePointer<TextRun>, dx: Double, dy: Double, _ placed: UnsafeBufferPointer<TextWord>,
    into bitmap: inout TextBitmap
  ) {
    guard let number = number(of: run.pointee.face, pixelSize: run.pointee.pixelSize) else { return }
    let x = run.pointee.x + dx
    let baseline = Int(PixelGrid.rounded(run.pointee.baseline + dy))
    // The left edge and the width in whole pixels.
    func span() -> (left: Int, width: Int) {
      let left = Int(PixelGrid.rounded(x))
      return (left, Int(PixelGrid.rounded(x + run.pointee.width)) - left)
    }
    if let background = run.pointee.background {
      let font = words.font(number)
      let ascent = Int(PixelGrid.rounded(font.ascent))
      let (left, width) = span()
      bitmap.fill(
        x: left, y: baseline - ascent, width: width,
        height: ascent + Int(PixelGrid.rounded(font.descent)), background)
    }
    let ink = run.pointee.color
    if ink.alpha > 0, run.pointee.words.upperBound <= placed.count {
      drawWords(UnsafeBufferPointer(rebasing: placed[run.pointee.words]), of: run, number, x, baseline, into: &bitmap)
    }
    guard run.pointee.isUnderlined || run.pointee.isStruckThrough else { return }
    let (left, width) = span()
    // A line is a fourteenth of the size, as in the system's own fonts.
    let thickness = max(1, Int(PixelGrid.rounded(run.pointee.pixelSize / 14)))
    if run.pointee.isUnderlined {
      bitmap.fill(x: left, y: baseline + thickness, width: width, height: thickness, ink)
    }
    if run.pointee.isStruckThrough {
      let height = metrics(of: run.pointee.face, pixelSize: run.pointee.pixelSize).xHeight
      bitmap.fill(
        x: left, y: baseline - Int(PixelGrid.rounded(height / 2)), width: width, height: thickness, ink)
    }
  }

  private func drawWords(
    _ placed: UnsafeBufferPointer<TextWord>, of run: UnsafePointer<TextRun>, _ font: Int32, _ x: Double,
    _ baseline: Int,
    into bitmap: inout TextBitmap
  ) {
    let ink = run.pointee.color
    let table = bitmap.ground.map { inks.table(of: ink, on: $0) }
    for word in placed {
      let place = WordPlace(x + Double(word.x))
      if let table, let painted = words.painted(word.id, step: place.step, in: table),
        bitmap.copy(painted, x: place.column + Int(painted.left), y: baseline - Int(painted.top))
      {
        continue
      }
      guard
        let mask = mask(
          of: word, in: run.pointee.text, font, run.pointee.shaping, step: place.step, inks: table),
        let pixels = mask.pixels
      else { continue }
      bitmap.draw(mask, pixels, x: place.column + mask.left, y: baseline - mask.top, ink: ink, table: table)
    }
  }
}
