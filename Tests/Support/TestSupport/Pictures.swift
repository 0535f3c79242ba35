import Foundation
import Pixels

/// The colours of a picture in memory, row by row, as 0xRRGGBB: the fourth byte of a pixel is not shown.
/// - Parameter stride: from the start of a row to that of the next, in pixels.
package func shownColors(
  _ pixels: UnsafePointer<UInt32>, stride: Int, width: Int, height: Int
) -> [UInt32] {
  [UInt32](unsafeUninitializedCapacity: width * height) { colors, count in
    for y in 0..<height {
      for x in 0..<width { colors[y * width + x] = pixels[y * stride + x] & 0xFF_FFFF }
    }
    count = width * height
  }
}

/// Copies the colours of an area to the same place of a picture whose rows follow each other.
/// - Parameter stride: of both, in pixels.
package func showColors(
  of area: PixelRect, _ pixels: UnsafePointer<UInt32>, stride: Int, in picture: inout [UInt32]
) {
  for y in Int(area.minY)..<Int(area.maxY) {
    for place in y * stride + Int(area.minX)..<y * stride + Int(area.maxX) {
      picture[place] = pixels[place] & 0xFF_FFFF
    }
  }
}

/// Whether the same part of two pictures has the same colours.
package func areEqual(_ a: [UInt32], _ b: [UInt32], in part: Range<Int>) -> Bool { a[part] == b[part] }

/// The largest difference between two pictures in any channel, or between the same part of both.
package func largestDifference(_ a: [UInt32], _ b: [UInt32], in part: Range<Int>? = nil) -> Int {
  var largest = 0
  for index in part ?? 0..<min(a.count, b.count) where a[index] != b[index] {
    for shift in [16, 8, 0] as [UInt32] {
      largest = max(largest, abs(Int(a[index] >> shift & 255) - Int(b[index] >> shift & 255)))
    }
  }
  return largest
}
