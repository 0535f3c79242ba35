import Foundation
import Pixels
import Typesetting
import UIKitCore

extension SDLTextEngine {
  /// Draws the runs of `frame` over the pixels of `bitmap`. The frame is passed by pointer: copying it and counting its
  /// references takes longer than drawing a word.
  func draw(_ frame: UnsafePointer<TextFrame>, into bitmap: inout TextBitmap) {
    let (dx, dy) = (frame.pointee.offsetX, frame.pointee.offsetY)
    frame.pointee.words.withUnsafeBufferPointer { words in
      frame.pointee.runs.withUnsafeBufferPointer { runs in
        guard let first = runs.baseAddress else { return }
        for index in runs.indices { draw(first + index, dx: dx, dy: dy, words, into: &bitmap) }
      }
    }
  }

  /// Draws some words of a frame that has one run, which is nothing but words.
  /// - Parameter ink: room for as many; where each is.
  func draw(
    _ frame: UnsafePointer<TextFrame>, words range: Range<Int>, into bitmap: inout TextBitmap,
    notingInk ink: UnsafeMutablePointer<InkColumns>?
  ) {
    guard !range.isEmpty else { return }
    let (dx, dy) = (frame.pointee.offsetX, frame.pointee.offsetY)
    frame.pointee.words.withUnsafeBufferPointer { words in
      frame.pointee.runs.withUnsafeBufferPointer { runs in
        guard let run = runs.baseAddress,
          let number = number(of: run.pointee.face, pixelSize: run.pointee.pixelSize)
        else { return }
        let baseline = Int(PixelGrid.rounded(run.pointee.baseline + dy))
        let some = UnsafeBufferPointer(rebasing: words[range])
        drawWords(some, of: run, number, run.pointee.x + dx, baseline, into: &bitmap, notingInk: ink)
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
      let above = Int(PixelGrid.rounded(run.pointee.fillAbove))
      let (left, width) = span()
      bitmap.fill(
        x: left, y: baseline - above, width: width,
        height: above + Int(PixelGrid.rounded(run.pointee.fillBelow)), background)
    }
    let ink = run.pointee.color
    if run.pointee.words.upperBound <= placed.count {
      let words = UnsafeBufferPointer(rebasing: placed[run.pointee.words])
      drawWords(words, of: run, number, x, baseline, into: &bitmap, notingInk: nil)
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
    _ baseline: Int, into bitmap: inout TextBitmap, notingInk places: UnsafeMutablePointer<InkColumns>?
  ) {
    let ink = run.pointee.color
    guard ink.alpha > 0 else { return }
    let table = bitmap.ground.map { inks.table(of: ink, on: $0) }
    for index in 0..<placed.count {
      let word = placed[index]
      let place = WordPlace(x + Double(word.x))
      if let table, let painted = words.painted(word.id, step: place.step, in: table) {
        let left = place.column + Int(painted.left)
        if bitmap.copy(painted, x: left, y: baseline - Int(painted.top)) {
          places?[index] = InkColumns(
            start: Int32(truncatingIfNeeded: left), end: Int32(truncatingIfNeeded: left &+ Int(painted.width)))
          continue
        }
      }
      var drawn = InkColumns.none
      let mask = mask(of: word, in: run.pointee.text, font, run.pointee.shaping, step: place.step, inks: table)
      if let mask, let pixels = mask.pixels {
        drawn = bitmap.draw(mask, pixels, x: place.column + mask.left, y: baseline - mask.top, ink: ink, table: table)
      }
      places?[index] = drawn
    }
  }
}
