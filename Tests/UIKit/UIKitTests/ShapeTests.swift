import Expectations
import Foundation
import SDL
import TestSupport
import Testing
import UIKitCore

@testable import Raster
@testable import UIKit

extension BackendTests {
  @Test("A rounded fill leaves its corners, smoothly", arguments: [3, 4.5, 8] as [CGFloat])
  func roundedFill(radius: CGFloat) throws {
    let shape = RoundedRect(rect(4, 4, 24, 20), radius: radius)
    let picture = try Canvas().draw([.fillRounded(shape, .white)])
    expect(picture.color(4, 4) == 0 && picture.color(27, 23) == 0)
    expect(picture.color(16, 4) == 0xFFFFFF && picture.color(4, 14) == 0xFFFFFF)
    let area = picture.words.reduce(0.0) { $0 + Double($1 & 255) / 255 }
    let exact = 24 * 20 - (4 - Double.pi) * Double(radius * radius)
    expect(abs(area - exact) < 2, "area \(area), exact \(exact)")
    var asymmetric = 0
    for y in 4..<24 {
      for x in 4..<28 {
        let color = picture.color(x, y)
        if color != picture.color(31 - x, y) || color != picture.color(x, 27 - y) { asymmetric += 1 }
      }
    }
    expectEqual(asymmetric, 0)
  }

  @Test("A translucent rounded fill blends each pixel once", arguments: [9, 10, 11, 12] as [CGFloat])
  func translucentRounded(side: CGFloat) throws {
    let shape = RoundedRect(rect(1, 1, side, side), radius: 100)
    let picture = try Canvas().draw([.fillRounded(shape, .halfWhite)])
    expectEqual(picture.count { $0 & 255 > 130 }, 0)
    expect(picture.count { $0 & 255 >= 126 } > 40)
  }

  @Test("Only the corners named are rounded")
  func cornerMask() throws {
    let shape = RoundedRect(
      rect(0, 0, 20, 20), radius: 6, corners: [.layerMinXMinYCorner, .layerMaxXMaxYCorner])
    let picture = try Canvas().draw([.fillRounded(shape, .red)])
    expect(picture.color(0, 0) == 0 && picture.color(19, 19) == 0)
    expect(picture.color(19, 0) == 0xFF0000 && picture.color(0, 19) == 0xFF0000)
  }

  @Test("A stroke lies just inside the edge and leaves the inside free", arguments: [0, 5] as [CGFloat])
  func stroke(radius: CGFloat) throws {
    let shape = RoundedRect(rect(5, 5, 20, 16), radius: radius)
    let picture = try Canvas().draw([.strokeRounded(shape, width: 2, .green)])
    expect(picture.color(15, 5) == 0x00FF00 && picture.color(15, 6) == 0x00FF00)
    expect(picture.color(15, 7) == 0 && picture.color(15, 4) == 0)
    expect(picture.color(5, 13) == 0x00FF00 && picture.color(24, 13) == 0x00FF00)
    expect(picture.color(15, 20) == 0x00FF00 && picture.color(15, 13) == 0)
    expectEqual((picture.color(5, 5) == 0x00FF00), (radius == 0))
    if radius == 0 { expectEqual(picture.count { $0 == 0x00FF00 }, 20 * 16 - 16 * 12) }
  }

  @Test("A translucent stroke blends each pixel once")
  func translucentStroke() throws {
    let shape = RoundedRect(rect(5, 5, 20, 16), radius: 5)
    let picture = try Canvas().draw([.strokeRounded(shape, width: 2, .halfWhite)])
    expectEqual(picture.count { $0 & 255 > 130 }, 0)
  }

  @Test("A shadow fades outwards and is the same for any length of its sides")
  func shadow() throws {
    let canvas = try Canvas(width: 80, height: 80)
    let short = try canvas.draw([
      .shadow(RoundedRect(rect(20, 20, 30, 30), radius: 4), blur: 3, .white)
    ])
    let long = try canvas.draw([
      .shadow(RoundedRect(rect(20, 20, 50, 50), radius: 4), blur: 3, .white)
    ])
    expect(short.color(35, 35) & 255 > 250)
    let fade = (8...20).map { short.color(35, $0) & 255 }
    expect(fade == fade.sorted() && fade.first ?? 9 <= 1 && (100...160).contains(fade.last ?? 0))
    for place in 8..<30 { expectEqual(short.color(place, 30), long.color(place, 30)) }
    expect(long.color(45, 45) & 255 > 250)
  }

  @Test(
    "Each pixel of a shadow's picture is the sum of those around it by the weights of a Gaussian",
    arguments: [(1, 1, 0.5), (13, 9, 1.5), (8, 17, 1)] as [(Int32, Int32, Double)],
    [CACornerMask(PixelShape.allCorners), [.layerMinXMinYCorner, .layerMaxXMaxYCorner]])
  func blurredShape(size: (width: Int32, height: Int32, deviation: Double), corners: CACornerMask) {
    let (width, height, deviation) = size
    let sharp = ShadowPicture(radius: 3, deviation: 0, width: width, height: height, corners: corners)
    let blurred = ShadowPicture(radius: 3, deviation: deviation, width: width, height: height, corners: corners)
    let reach = Int(ShapeMasks.reach(deviation: deviation))
    let weights = (-reach...reach).map { exp(-Double($0 * $0) / (2 * deviation * deviation)) }
    let whole = weights.reduce(0, +)
    expect(blurred.width == sharp.width + 2 * reach && blurred.height == sharp.height + 2 * reach)
    for y in 0..<blurred.height {
      for x in 0..<blurred.width {
        var sum = 0.0
        for row in max(0, y - 2 * reach)..<min(sharp.height, y + 1) {
          for column in max(0, x - 2 * reach)..<min(sharp.width, x + 1) {
            sum += sharp.values[row * sharp.width + column] * weights[y - row] * weights[x - column]
          }
        }
        let found = blurred.values[y * blurred.width + x]
        expect(abs(found - sum / (whole * whole)) < 1e-9, "(\(x), \(y)): \(found)")
      }
    }
  }

  @Test("A group's opacity applies to it as a whole")
  func groupOpacity() throws {
    let all = RoundedRect(rect(0, 0, 40, 30), radius: 0)
    let picture = try Canvas().draw([
      .fill(rect(0, 0, 40, 30), .blue), .beginGroup(all, opacity: 0.5),
      .fill(rect(0, 0, 10, 10), .red), .fill(rect(5, 5, 10, 10), .red), .endGroup,
    ])
    let once = picture.color(2, 2)
    expect((126...129).contains(once >> 16) && (126...129).contains(once & 255))
    expectEqual(picture.color(7, 7), once)
    expect(largestDifference([picture.color(30, 20)], [0x0000FF]) <= 2)
  }

  @Test("A rounded group clips what is in it to the shape, on any ground")
  func roundedGroup() throws {
    let shape = RoundedRect(rect(4, 4, 20, 20), radius: 8)
    let stripes: [DrawCommand] = (0..<15).map { .fill(rect(0, CGFloat($0) * 2, 40, 1), .green) }
    let canvas = try Canvas()
    let before = try canvas.draw(stripes).words
    let clipped =
      try canvas.draw(
        stripes + [.beginGroup(shape, opacity: 1), .fill(rect(0, 0, 40, 30), .red), .endGroup])
    expect(clipped.color(14, 14) == 0xFF0000 && clipped.color(14, 4) == 0xFF0000)
    expect(clipped.color(4, 4) == before[4 * 40 + 4] && clipped.color(30, 10) == before[10 * 40 + 30])
    // The edge is as smooth as that of a fill of the same shape.
    let filled = try canvas.draw(stripes + [.fillRounded(shape, .red)])
    expect(largestDifference(clipped.words, filled.words) <= 3)
  }

  @Test("Groups nest, and may lie partly outside of the window")
  func nestedGroups() throws {
    let all = RoundedRect(rect(-10, -10, 80, 70), radius: 12)
    let picture = try Canvas().draw([
      .beginGroup(all, opacity: 0.5), .fill(rect(0, 0, 20, 30), .white),
      .beginGroup(all, opacity: 0.5), .fill(rect(0, 0, 40, 30), .white), .endGroup, .endGroup,
      .beginGroup(RoundedRect(rect(100, 100, 8, 8), radius: 4), opacity: 1),
      .fill(rect(0, 0, 200, 200), .red), .endGroup,
    ])
    expect((125...130).contains(picture.color(5, 5) & 255))
    expect((61...66).contains(picture.color(30, 15) & 255))
  }

  @Test("A transform moves, stretches and turns what follows")
  func transforms() throws {
    let canvas = try Canvas()
    let moved = CGAffineTransform(translationX: 10, y: 5).scaledBy(x: 2, y: 1)
    var picture = try canvas.draw([
      .setTransform(moved), .fill(rect(0, 0, 4, 4), .red), .setTransform(.identity),
      .fill(rect(0, 0, 1, 1), .green),
    ])
    expectEqual(picture.count { $0 == 0xFF0000 }, 32)
    expect(picture.color(10, 5) == 0xFF0000 && picture.color(0, 0) == 0x00FF00)
    let turned = CGAffineTransform(translationX: 20, y: 15).rotated(by: .pi / 4)
    picture = try canvas.draw([
      .setTransform(turned), .fill(rect(-8, -8, 16, 16), .red),
      .fillRounded(RoundedRect(rect(-4, -4, 8, 8), radius: 2), .blue), .setTransform(.identity),
    ])
    expect(picture.color(20, 15) == 0x0000FF && picture.color(20, 6) == 0xFF0000)
    expect(picture.color(13, 8) == 0 && picture.color(27, 22) == 0)
  }

  @Test("A turned clip is the box around it")
  func turnedClip() throws {
    let turned = CGAffineTransform(translationX: 20, y: 15).rotated(by: .pi / 2)
    let picture = try Canvas().draw([
      .setTransform(turned), .pushClip(rect(-5, -10, 10, 20)), .setTransform(.identity),
      .fill(rect(0, 0, 40, 30), .red), .popClip,
    ])
    expect((190...240).contains(picture.count { $0 == 0xFF0000 }))
  }
}
