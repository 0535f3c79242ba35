import Foundation
import Pixels
import UIKitCore

/// The coverage of a blurred rounded rectangle, with room for the blur around.
struct ShadowPicture {
  /// The extent in pixels, blur included.
  let width, height: Int
  /// Coverage, 0...1, row by row.
  private(set) var values: [Double]

  /// - Complexity: O(pixels × deviation); made once for each size and blur.
  init(radius: Double, deviation: Double, width: Int32, height: Int32, corners: CACornerMask) {
    let reach = ShapeMasks.reach(deviation: deviation)
    let shape = PixelShape(
      PixelRect(x: reach, y: reach, width: width, height: height), radius: radius, corners: corners)
    self.width = Int(width + 2 * reach)
    self.height = Int(height + 2 * reach)
    values = [Double](repeating: 0, count: self.width * self.height)
    for y in shape.rect.y..<shape.rect.maxY {
      for x in shape.rect.x..<shape.rect.maxX {
        values[Int(y) * self.width + Int(x)] = shape.coverage(x: x, y: y)
      }
    }
    guard deviation > 0 else { return }
    let kernel = Self.kernel(deviation: deviation, reach: Int(reach))
    // Rows become columns: the second time they are rows again.
    if shape.radius == 0 || corners.isSuperset(of: CACornerMask(PixelShape.allCorners)) {
      // The quarters mirror each other.
      let (columns, rows) = ((self.width + 1) / 2, (self.height + 1) / 2)
      values = Self.blurredColumns(of: values, rows: rows, length: self.width, columns, kernel)
      values = Self.blurredColumns(
        of: Self.mirrored(values, length: self.height), rows: columns, length: self.height, rows, kernel)
      values = Self.mirrored(values, length: self.width)
      for row in (0..<self.height - rows).reversed() {
        values += values[row * self.width..<(row + 1) * self.width]
      }
    } else {
      values = Self.blurredColumns(of: values, rows: self.height, length: self.width, self.width, kernel)
      values = Self.blurredColumns(of: values, rows: self.width, length: self.height, self.height, kernel)
    }
  }

  /// Rows of a length of which the first halves are given, with the second halves.
  private static func mirrored(_ halves: [Double], length: Int) -> [Double] {
    let half = (length + 1) / 2
    var whole: [Double] = []
    whole.reserveCapacity(halves.count / half * length)
    for start in stride(from: 0, to: halves.count, by: half) {
      whole += halves[start..<start + half]
      whole += halves[start..<start + length - half].reversed()
    }
    return whole
  }

  /// Weights of a Gaussian from its middle outwards, summing to 1 on both sides.
  private static func kernel(deviation: Double, reach: Int) -> [Double] {
    let weights = (0...reach).map { exp(-Double($0 * $0) / (2 * deviation * deviation)) }
    let sum = weights[0] + 2 * weights.dropFirst().reduce(0, +)
    return weights.map { $0 / sum }
  }

  /// The first places of rows, blurred, as columns of the result. Eight rows at a time: place by place, each row a lane.
  private static func blurredColumns(
    of values: [Double], rows: Int, length: Int, _ count: Int, _ kernel: [Double]
  ) -> [Double] {
    let reach = kernel.count - 1
    // Nothing before and behind the rows.
    let room = UnsafeMutablePointer<SIMD8<Double>>.allocate(capacity: length + 2 * reach)
    room.initialize(repeating: SIMD8(repeating: 0), count: length + 2 * reach)
    defer { room.deallocate() }
    let places = room + reach
    let weights = kernel.map { SIMD8(repeating: $0) }
    var result = [Double](repeating: 0, count: rows * count)
    for first in stride(from: 0, to: rows, by: 8) {
      let lanes = min(8, rows - first)
      // The first and last rows have nothing to blur.
      if values[first * length..<(first + lanes) * length].allSatisfy({ $0 == 0 }) { continue }
      for lane in 0..<lanes {
        for place in 0..<length { places[place][lane] = values[(first + lane) * length + place] }
      }
      for place in 0..<count {
        let sums = weightedSums(around: places + place, weights)
        for lane in 0..<lanes { result[place * rows + first + lane] = min(1, sums[lane]) }
      }
    }
    return result
  }

  private static func weightedSums(
    around middle: UnsafePointer<SIMD8<Double>>, _ weights: [SIMD8<Double>]
  ) -> SIMD8<Double> {
    weights.withUnsafeBufferPointer { weights in
      var sums = middle.pointee * weights[0]
      var distance = 1
      while distance < weights.count {
        sums = sums + (middle[-distance] + middle[distance]) * weights[distance]
        distance += 1
      }
      return sums
    }
  }
}
