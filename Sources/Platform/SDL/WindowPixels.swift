internal import CSDL2
import Foundation
import Pixels
import Primitives

/// The pixels of a window in memory, to be drawn into past SDL's renderer.
///
/// SDL's renderer keeps a queue of commands, sets up a clip for each and picks
/// one of its blending routines by alignment, so that the same pixel may differ
/// by a level with the rectangle it is drawn in. Here a pixel depends on nothing
/// but what is drawn on it.
///
/// Valid until the window changes its size. Rectangles must lie inside.
package struct WindowPixels {
  /// The first pixel, xRGB8888.
  package let base: UnsafeMutablePointer<UInt32>
  /// Pixels from one row to the next.
  package let stride: Int
  /// The extent in pixels.
  package let width, height: Int32

  /// Paints a rectangle, blended when the colour is translucent.
  package func fill(_ rect: PixelRect, _ color: DrawColor) {
    var row = base + Int(rect.y) * stride + Int(rect.x)
    let width = Int(rect.width)
    let word = color.argb | 0xFF00_0000
    if color.alpha == 255 {
      for _ in 0..<rect.height {
        row.fill(with: word, count: width)
        row += stride
      }
      return
    }
    let blend = EvenBlend(word, alpha: UInt32(color.alpha))
    for _ in 0..<rect.height {
      blend.paint(row, count: width)
      row += stride
    }
  }

  /// Copies pixels out of the window.
  /// - Parameter stride: pixels from row to row of `words`.
  package func read(
    _ rect: PixelRect, into words: UnsafeMutablePointer<UInt32>, stride: Int
  ) {
    for y in 0..<Int(rect.height) {
      let row = base + (Int(rect.y) + y) * self.stride + Int(rect.x)
      (words + y * stride).update(from: row, count: Int(rect.width))
    }
  }

  /// Draws part of a bitmap, one of its pixels for each of `rect`.
  /// - Parameter source: the bitmap's pixel for the corner of `rect`.
  package func draw(
    _ bitmap: TextureBitmap, from source: (x: Int32, y: Int32), to rect: PixelRect
  ) {
    var from = bitmap.base + Int(source.y) * bitmap.stride + Int(source.x)
    var row = base + Int(rect.y) * stride + Int(rect.x)
    let width = Int(rect.width)
    for _ in 0..<rect.height {
      bitmap.draw(from, over: row, count: width)
      from += bitmap.stride
      row += stride
    }
  }

  /// Draws part of a bitmap stretched over `rect`, as far as that is `visible`.
  ///
  /// Every pixel takes what lies at its centre: the nearest pixel, or a mean of
  /// four when the bitmap is smooth.
  /// - Parameter source: not empty, inside the bitmap.
  package func stretch(
    _ bitmap: TextureBitmap, from source: PixelRect, to rect: PixelRect, visible: PixelRect
  ) {
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: Int(max(0, visible.width))) { line in
      guard let pixels = line.baseAddress else { return }
      let columns = visible.x - rect.x..<visible.maxX - rect.x
      for y in visible.y..<visible.maxY {
        // The middle of a shadow: a single row or column of pixels, which is the same all over.
        let isEven = source.width == 1
        if source.height > 1 || y == visible.y {
          let first = isEven ? columns.lowerBound..<columns.lowerBound + 1 : columns
          bitmap.stretchRow(y - rect.y, columns: first, from: source, to: (rect.width, rect.height), into: pixels)
        }
        let row = base + Int(y) * stride + Int(visible.x)
        if isEven {
          bitmap.draw(pixels[0], overEach: row, count: columns.count)
        } else {
          bitmap.draw(pixels, over: row, count: columns.count)
        }
      }
    }
  }
}

extension WindowPixels {
  /// Draws part of a bitmap stretched over `rect`, which a transform turns or shears, as far as that is `visible`.
  ///
  /// Every pixel whose centre comes from within `rect` takes a mean of the four pixels of the bitmap around that place.
  /// - Parameters:
  ///   - source: not empty, inside the bitmap.
  ///   - inverse: takes places in the window to those from which the transform took them.
  package func drawTurned(
    _ bitmap: TextureBitmap, from source: PixelRect, to rect: PixelRect, _ inverse: CGAffineTransform,
    visible: PixelRect
  ) {
    let (scaleX, scaleY) = (Double(source.width) / Double(rect.width), Double(source.height) / Double(rect.height))
    let shown = bitmap.withAlpha
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: Int(max(0, visible.width))) { line in
      guard let pixels = line.baseAddress else { return }
      for y in visible.y..<visible.maxY {
        for x in visible.x..<visible.maxX {
          let place = CGPoint(x: Double(x) + 0.5, y: Double(y) + 0.5).applying(inverse)
          let (across, along) = (place.x - Double(rect.x), place.y - Double(rect.y))
          let isInside = across >= 0 && across < Double(rect.width) && along >= 0 && along < Double(rect.height)
          pixels[Int(x - visible.x)] =
            isInside ? bitmap.pixel(around: (x: across * scaleX, y: along * scaleY), in: source) : 0
        }
        shown.draw(pixels, over: base + Int(y) * stride + Int(visible.x), count: Int(visible.width))
      }
    }
  }
}

extension TextureBitmap {
  /// The part `source` of a picture, stretched as `WindowPixels.stretch` does, row by row.
  /// - Parameters:
  ///   - words: ARGB8888, `stride` from row to row.
  ///   - source: not empty, inside the picture.
  ///   - width: of the result, in pixels, as is `height`.
  package static func stretched(
    _ words: [UInt32], stride: Int, from source: PixelRect, width: Int32, height: Int32
  ) -> [UInt32] {
    words.withUnsafeBufferPointer { words in
      [UInt32](unsafeUninitializedCapacity: Int(width) * Int(height)) { pixels, count in
        guard let base = words.baseAddress, let first = pixels.baseAddress else { return }
        let bitmap = TextureBitmap(base: base, stride: stride, isOpaque: false, isSmooth: true, modulation: .white)
        for y in 0..<height {
          bitmap.stretchRow(
            y, columns: 0..<width, from: source, to: (width, height), into: first + count)
          count += Int(width)
        }
      }
    }
  }

  /// A row of the part `source` stretched to an extent, from one column to another.
  @inline(__always)
  fileprivate func stretchRow(
    _ y: Int32, columns: Range<Int32>, from source: PixelRect, to extent: (width: Int32, height: Int32),
    into pixels: UnsafeMutablePointer<UInt32>
  ) {
    let v = Sample(y, of: extent.height, over: source.y, source.height)
    for x in columns {
      let u = Sample(x, of: extent.width, over: source.x, source.width)
      pixels[Int(x - columns.lowerBound)] = pixel(u, v)
    }
  }
}

extension UnsafeMutablePointer<UInt32> {
  /// Gives `count` pixels one colour: the C library's loops are twice as wide as ours.
  package func fill(with pixel: UInt32, count: Int) {
    let words = UnsafeMutableRawPointer(self).assumingMemoryBound(to: wchar_t.self)
    wmemset(words, wchar_t(bitPattern: pixel), count)
  }
}

/// Where the centre of a stretched pixel lies along one axis of a bitmap.
struct Sample {
  /// The pixel it lies in, and the two it lies between the centres of.
  let nearest, first, second: Int
  /// Its distance from the first of them, in parts of 256.
  let share: UInt32

  /// - Parameters:
  ///   - index: of the pixel, out of `count`.
  ///   - start: the first pixel of the bitmap's part of `length` pixels.
  init(_ index: Int32, of count: Int32, over start: Int32, _ length: Int32) {
    let center = (2 * Int(index) + 1) * Int(length) * 128 / Int(count)
    let last = Int(length) - 1
    nearest = Int(start) + min(last, center >> 8)
    let left = max(0, center - 128)
    first = Int(start) + min(last, left >> 8)
    second = Int(start) + min(last, left >> 8 + 1)
    share = UInt32(left & 255)
  }
}
