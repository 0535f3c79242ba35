import Expectations
import Foundation
import SDL
import Testing
import UIKitCore

@testable import Raster
@testable import UIKit

/// SDL has one state for the process, so everything that draws runs in order.
@MainActor
@Suite("SDL backend", .serialized)
struct BackendTests {
  @Test("A fill covers its pixels and no others")
  func fill() throws {
    let picture = try Canvas().draw([.fill(rect(2, 3, 10, 4), .red)])
    expectEqual(picture.count { $0 == 0xFF0000 }, 40)
    expect(picture.color(2, 3) == 0xFF0000 && picture.color(11, 6) == 0xFF0000)
    expectEqual(picture.count { $0 == 0 }, 40 * 30 - 40)
  }

  @Test("Rows that touch in points leave no gap in pixels", arguments: [1, 1.25, 1.5, 2] as [CGFloat])
  func adjacentRows(scale: CGFloat) throws {
    let height = 30 / scale / 7
    let rows = (0..<7).map { row in
      DrawCommand.fill(
        rect(0, CGFloat(row) * height, 40 / scale, height), row.isMultiple(of: 2) ? .red : .green)
    }
    let picture = try Canvas().draw(rows, scale: scale)
    expectEqual(picture.count { $0 != 0xFF0000 && $0 != 0x00FF00 }, 0)
  }

  @Test("A line thinner than a pixel is one pixel")
  func hairline() throws {
    let picture = try Canvas().draw([.fill(rect(0, 10.1, 40, 0.2), .white)])
    expectEqual(picture.count { $0 == 0xFFFFFF }, 40)
  }

  @Test("A translucent fill is blended with what is below")
  func translucent() throws {
    let picture = try Canvas().draw([
      .fill(rect(0, 0, 40, 30), .red), .fill(rect(0, 0, 10, 10), .halfWhite),
    ])
    let color = picture.color(5, 5)
    expect(color >> 16 >= 254 && (126...130).contains(color & 255))
    expectEqual(picture.color(20, 20), 0xFF0000)
  }

  @Test("Covering fills at the start, and fills in the colour that is there, change nothing")
  func skippedFills() throws {
    let picture = try Canvas().draw([
      .fill(rect(-1, -1, 50, 50), .green), .fill(rect(0, 0, 40, 30), .blue),
      .fill(rect(0, 0, 40, 10), .blue), .fill(rect(0, 12, 40, 4), .red),
      .fill(rect(0, 10, 40, 10), .blue), .fill(rect(5, 21, 2, 2), .white),
      .fill(rect(0, 20, 40, 10), .blue),
    ])
    expectEqual(picture.count { $0 != 0x0000FF }, 0)
  }

  @Test("Coordinates far outside, infinite or not a number do no harm")
  func extremes() throws {
    let picture = try Canvas().draw([
      .fill(rect(1e15, 0, 10, 10), .red), .fill(rect(0, -1e18, 40, 1e17), .red),
      .fill(rect(.nan, 0, 4, 4), .red), .fill(rect(-1e12, 29, 2e12, 1), .green),
      .fill(rect(.infinity, 0, 4, 4), .red),
    ])
    expectEqual(picture.count { $0 == 0x00FF00 }, 40)
    expectEqual(picture.count { $0 == 0xFF0000 }, 0)
  }

  @Test("A clip keeps everything inside, and nests")
  func clips() throws {
    let picture = try Canvas().draw([
      .pushClip(rect(0, 0, 20, 20)), .pushClip(rect(10, 10, 20, 20)),
      .fill(rect(0, 0, 40, 30), .red), .popClip, .fill(rect(0, 0, 5, 40), .green), .popClip,
      .fill(rect(39, 0, 1, 30), .blue),
    ])
    expectEqual(picture.count { $0 == 0xFF0000 }, 100)
    expectEqual(picture.count { $0 == 0x00FF00 }, 100)
    expectEqual(picture.count { $0 == 0x0000FF }, 30)
  }

  @Test("An axis-aligned line is a rectangle, a slanted one is smooth")
  func lines() throws {
    let picture = try Canvas().draw([
      .line(from: CGPoint(x: 0, y: 5), to: CGPoint(x: 40, y: 5), width: 2, .red),
      .line(from: CGPoint(x: 5, y: 10), to: CGPoint(x: 35, y: 28), width: 3, .green),
    ])
    expectEqual(picture.count { $0 == 0xFF0000 }, 80)
    expect(picture.color(20, 19) >> 8 & 255 > 250)
    expect(picture.count { $0 & 0xFF00FF == 0 && (10..<245).contains($0 >> 8) } > 10)
  }

  @Test("The accelerated renderer's canvas is only used by accelerated renderers")
  func softwareNeedsNoCanvas() throws {
    let canvas = try Canvas()
    try canvas.draw([.fill(rect(0, 0, 4, 4), .red)])
    expectEqual(canvas.backend.counters.work.textureCreations, 0)
    expectEqual(canvas.backend.name, "software")
  }
}
