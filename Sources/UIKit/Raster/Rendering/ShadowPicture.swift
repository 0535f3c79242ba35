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
    blur(kernel, count: self.height, length: self.width, step: 1, lineStep: self.width)
    blur(kernel, count: self.width, length: self.height, step: self.width, lineStep: 1)
  }

  /// Weights of a Gaussian from its middle outwards, summing to 1 on both sides.
  private static func kernel(deviation: Double, reach: Int) -> [Double] {
    let weights = (0...reach).map { exp(-Double($0 * $0) / (2 * deviation * deviation)) }
    let sum = weights[0] + 2 * weights.dropFirst().reduce(0, +)
    return weights.map { $0 / sum }
  }

  private mutating func blur(
    _ kernel: [Double], count: Int, length: Int, step: Int, lineStep: Int
  ) {
    var line = [Double](repeating: 0, count: length)
    for index in 0..<count {
      let start = index * lineStep
      for place in 0..<length { line[place] = values[start + place * step] }
      for place in 0..<length {
        var sum = line[place] * kernel[0]
        for distance in 1..<kernel.count {
          if place >= distance { sum += line[place - distance] * kernel[distance] }
          if place + distance < length { sum += line[place + distance] * kernel[distance] }
        }
        values[start + place * step] = min(1, sum)
      }
    }
  }
}
