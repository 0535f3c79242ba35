import Foundation
import Pixels
import UIKitCore

extension PaintedPixels {
  /// Stretches a bitmap over a rectangle of pixels, each taking what lies at its centre.
  /// - Parameter tint: replaces the bitmap's colours where set.
  func draw(_ bitmap: Bitmap, over place: PixelRect, tint: DrawColor?, within clip: PixelRect) {
    let visible = place.intersection(clip)
    guard !visible.isEmpty, bitmap.width > 0, bitmap.height > 0 else { return }
    // Halved first where it is drawn much smaller: a mean of four pixels would leave most of them out.
    let ratio = min(Double(bitmap.width) / Double(place.width), Double(bitmap.height) / Double(place.height))
    var picture = PixelBuffer(bitmap, asStencil: tint != nil)
    if ratio >= 2 { for _ in 0..<min(14, Int(log2(ratio))) { picture = picture.halved() } }
    let isStretched = picture.width != Int(place.width) || picture.height != Int(place.height)
    picture.pixels.withUnsafeBufferPointer { source in
      for y in visible.y..<visible.maxY {
        let row = base + Int(y) * width
        for x in visible.x..<visible.maxX {
          let word: UInt32
          if isStretched {
            word = picture.pixel(
              source, x: Double(x - place.x) + 0.5, of: Double(place.width), y: Double(y - place.y) + 0.5,
              of: Double(place.height))
          } else {
            word = source[Int(y - place.y) * picture.width + Int(x - place.x)]
          }
          var color = word
          var alpha = word >> 24
          if let tint {
            color = tint.argb
            alpha = PixelBlend.product(alpha, UInt32(tint.alpha))
          }
          if alpha > 0 { Self.blend(color, alpha, over: row + Int(x)) }
        }
      }
    }
  }
}

extension PixelBuffer {
  /// The mean of the four pixels around a place, weighted by their distance and alpha.
  /// - Parameters:
  ///   - x: of `across` steps along the width; `y` of `down` along the height.
  fileprivate func pixel(
    _ words: UnsafeBufferPointer<UInt32>, x: Double, of across: Double, y: Double, of down: Double
  ) -> UInt32 {
    let u = min(max(x * Double(width) / across - 0.5, 0), Double(width - 1))
    let v = min(max(y * Double(height) / down - 0.5, 0), Double(height - 1))
    let (left, top) = (Int(u), Int(v))
    let (right, bottom) = (min(left + 1, width - 1), min(top + 1, height - 1))
    let (shareX, shareY) = (u - Double(left), v - Double(top))
    var sum = SIMD4<Double>()
    for (row, weightY) in [(top, 1 - shareY), (bottom, shareY)] {
      for (column, weightX) in [(left, 1 - shareX), (right, shareX)] {
        let word = words[row * width + column]
        let alpha = Double(word >> 24) * weightX * weightY
        sum += alpha * SIMD4(Double(word >> 16 & 255), Double(word >> 8 & 255), Double(word & 255), 1)
      }
    }
    guard sum[3] > 0 else { return 0 }
    func channel(_ index: Int) -> UInt32 { UInt32(min(255, (sum[index] / sum[3]).rounded())) }
    return UInt32(min(255, sum[3].rounded())) << 24 | channel(0) << 16 | channel(1) << 8 | channel(2)
  }
}
