import Expectations
import Foundation
import SDL
import TestSupport
import Testing
import UIKitCore

@testable import Raster
@testable import UIKit

extension BackendTests {
  private static let everything: [DrawCommand] = [
    .fill(rect(0, 0, 10, 10), .red),
    .fillRounded(RoundedRect(rect(2, 2, 20, 20), radius: 6), .green),
    .strokeRounded(RoundedRect(rect(2, 2, 20, 20), radius: 6), width: 2, .blue),
    .line(from: CGPoint(x: 0, y: 0), to: CGPoint(x: 17, y: 9), width: 1.5, .halfWhite),
    .shadow(RoundedRect(rect(5, 5, 10, 10), radius: 3), blur: 2, .halfWhite),
    .image(ImageID(rawValue: 5), destination: rect(1, 1, 9, 9), source: rect(0, 0, 4, 4), tint: nil, opacity: 1),
    .pushClip(rect(0, 0, 30, 30)),
    .beginGroup(RoundedRect(rect(1, 1, 20, 20), radius: 4), opacity: 0.5),
    .fill(rect(3, 3, 10, 10), .blue),
    .endGroup,
    .popClip,
  ]

  @Test(
    "Turned, sheared and scaled to any extreme, every command stays inside of the frame",
    arguments: [1e-300, 1e-9, 1, 1e3, 1e6, 1e9, 1e15, 1e30, 1e300, .infinity, .nan] as [CGFloat])
  func extremeTransforms(factor: CGFloat) throws {
    let canvas = try Canvas()
    canvas.backend.upload(
      Bitmap(width: 4, height: 4, pixels: [UInt8](repeating: 200, count: 64)), as: ImageID(rawValue: 5))
    let transforms = [
      CGAffineTransform(a: factor, b: factor / 3, c: -factor / 2, d: factor, tx: 0, ty: 0),
      CGAffineTransform(a: 1, b: factor, c: 0, d: 1, tx: 3, ty: 3),
      CGAffineTransform(a: 1, b: 0, c: factor, d: 1, tx: -factor, ty: factor),
      CGAffineTransform(a: 0, b: factor, c: -factor, d: 0, tx: 5 * factor, ty: -2 * factor),
      CGAffineTransform(a: factor, b: 0, c: 0, d: factor, tx: -factor, ty: -factor),
      CGAffineTransform(a: -factor, b: 1, c: 1, d: factor, tx: factor, ty: factor),
    ]
    for transform in transforms {
      try canvas.draw([.setTransform(transform)] + Self.everything)
    }
    // What follows is drawn as ever.
    let picture = try canvas.draw([.setTransform(.identity), .fill(rect(2, 3, 10, 4), .red)])
    expectEqual(picture.count { $0 == 0xFF0000 }, 40)
  }

  @Test("A huge turned rectangle that covers the frame fills it; one beside it leaves it")
  func hugeTurnedFill() throws {
    for factor in [1e3, 1e6, 1e9] as [CGFloat] {
      let turn = CGAffineTransform(a: factor, b: factor, c: -factor, d: factor, tx: 0, ty: 0)
      let picture = try Canvas().draw([.setTransform(turn), .fill(rect(-10, -10, 20, 20), .red)])
      expectEqual(picture.count { $0 == 0xFF0000 }, 40 * 30, "\(factor)")
      let beside = try Canvas().draw([.setTransform(turn), .fill(rect(-10, -30, 20, 20), .red)])
      expectEqual(beside.count { $0 == 0xFF0000 }, 0, "\(factor)")
    }
  }

  @Test("A turned image that reaches out of the frame shows the same pixels as one in a larger frame")
  func turnedImageCut() throws {
    let id = ImageID(rawValue: 5)
    let pixels: [UInt8] = (0..<64 as Range<UInt8>).flatMap { [$0 * 4, $0 % 8 * 32, 99, 255] as [UInt8] }
    let bitmap = Bitmap(width: 8, height: 8, pixels: pixels)
    let turn = CGAffineTransform(a: 0.8, b: 0.6, c: -0.6, d: 0.8, tx: 12, ty: -9)
    let commands: [DrawCommand] = [
      .setTransform(turn), .image(id, destination: rect(0, 0, 40, 40), source: rect(0, 0, 8, 8), tint: nil, opacity: 1),
    ]
    let small = try Canvas(width: 20, height: 20)
    small.backend.upload(bitmap, as: id)
    let cut = try small.draw(commands)
    let large = try Canvas(width: 100, height: 100)
    large.backend.upload(bitmap, as: id)
    let whole = try large.draw(commands)
    let pairs = (0..<20).flatMap { y in (0..<20).map { (cut.color($0, y), whole.color($0, y)) } }
    expect(largestDifference(pairs.map(\.0), pairs.map(\.1)) <= 8)
    expect(pairs.contains { $0.0 != 0 })
  }

  @Test("A large picture turned in a large frame shows its own pixels", arguments: [256, 2048])
  func largeTurnedImage(side: Int) throws {
    let id = ImageID(rawValue: 5)
    // Red grows to the right, green downward.
    var words: [UInt32] = []
    words.reserveCapacity(side * side)
    for y in 0..<side {
      for x in 0..<side { words.append(0xFF00_0000 | UInt32(x * 255 / side) << 16 | UInt32(y * 255 / side) << 8) }
    }
    let canvas = try Canvas(width: 1200, height: 900)
    canvas.backend.upload(Bitmap(width: side, height: side, words: words, isOpaque: true), as: id)
    for scale in [0.4, 1, 30] as [CGFloat] {
      // A quarter of a right angle about the middle of the frame.
      let (cosine, sine) = (cos(CGFloat.pi / 8) * scale, sin(CGFloat.pi / 8) * scale)
      let turn = CGAffineTransform(a: cosine, b: sine, c: -sine, d: cosine, tx: 600, ty: 450)
      let picture = try canvas.draw([
        .setTransform(turn),
        .image(
          id, destination: rect(-500, -500, 1000, 1000), source: rect(0, 0, CGFloat(side), CGFloat(side)), tint: nil,
          opacity: 1),
      ])
      let inverse = turn.inverted()
      var worst = 0
      for y in stride(from: 5, to: 900, by: 61) {
        for x in stride(from: 5, to: 1200, by: 61) {
          let place = CGPoint(x: x, y: y).applying(inverse)
          guard abs(place.x) < 490, abs(place.y) < 490 else { continue }
          let red = Int((place.x + 500) / 1000 * 255), green = Int((place.y + 500) / 1000 * 255)
          let found = picture.color(x, y)
          worst = max(worst, abs(Int(found >> 16 & 255) - red), abs(Int(found >> 8 & 255) - green))
        }
      }
      expect(worst <= 4, "scale \(scale)")
    }
  }

  @Test("Corners, borders and shadows of any size are drawn without a picture of that size")
  func extremeShapes() throws {
    let canvas = try Canvas()
    for size in [1e3, 1e5, 1e9, 1e300] as [CGFloat] {
      let shape = RoundedRect(rect(-size / 2, -size / 2, size, size), radius: size / 2)
      try canvas.draw([
        .fillRounded(shape, .red), .strokeRounded(shape, width: size / 5, .green),
        .strokeRounded(shape, width: 1, .blue),
        .shadow(shape, blur: 2, .halfWhite),
      ])
    }
    let odd = RoundedRect(rect(0, 0, 10, 10), radius: .nan)
    try canvas.draw([
      .fillRounded(odd, .red), .strokeRounded(odd, width: .nan, .green), .shadow(odd, blur: .nan, .blue),
    ])
  }
}
