import Expectations
import Foundation
import RandomSupport
import Testing

@testable import UIKitCore

/// Where content rests when its view, its insets or it itself get another size, as a value.
@Suite("Scroll placer")
struct ScrollPlacerTests {
  private static let still = ScrollExtent(content: 300, viewport: 300)

  private static func extents(content: CGFloat, viewport: CGFloat, leading: CGFloat = 0) -> ScrollExtents {
    (still, ScrollExtent(content: content, viewport: viewport, leading: leading))
  }

  /// The placer's answer for an offset that rests in `old`.
  private static func rest(
    _ placer: inout ScrollPlacer, _ y: CGFloat, in new: ScrollExtents, keepsY: Bool = false
  ) throws -> CGFloat {
    let before = placer.take(new)
    let old = try #require(before)
    return placer.rest(CGPoint(x: 0, y: y), from: old, to: new, keepsY: keepsY).y
  }

  @Test("content at its top stays there, content in its range stays in it, and content out of it where it is")
  func rules() throws {
    for seed in 0..<200 {
      var random = SeededRandom(seed: seed)
      func extents() -> ScrollExtents {
        Self.extents(
          content: .random(in: 0...2000, using: &random), viewport: .random(in: 100...600, using: &random),
          leading: .random(in: -20...80, using: &random))
      }
      var placer = ScrollPlacer()
      var old = extents()
      _ = placer.take(old)
      expect(placer.take(old) == nil, "the same extents are no change")
      for y in [old.y.lowest, old.y.clamped(.random(in: 0...2000, using: &random)), old.y.highest + 7] {
        let new = extents()
        let placed = try Self.rest(&placer, y, in: new)
        let expected =
          y == old.y.lowest ? new.y.lowest : old.y.overshoot(of: y) == 0 ? min(max(y, new.y.lowest), new.y.highest) : y
        expectEqual(placed, expected, "seed \(seed), \(y)")
        _ = placer.take(old)
        old = new
        _ = placer.take(old)
      }
    }
  }

  @Test("a viewport that is made larger and smaller again, in steps, leaves the content where it was")
  func resized() throws {
    var placer = ScrollPlacer()
    _ = placer.take(Self.extents(content: 1000, viewport: 300))
    var y: CGFloat = 650
    for viewport in stride(from: 350.0, through: 900, by: 50) {
      y = try Self.rest(&placer, y, in: Self.extents(content: 1000, viewport: viewport))
    }
    expectEqual(y, 100)
    for viewport in stride(from: 850.0, through: 300, by: -50) {
      y = try Self.rest(&placer, y, in: Self.extents(content: 1000, viewport: viewport))
    }
    expectEqual(y, 650)
    // What else moved it meanwhile ends that.
    y = try Self.rest(&placer, y, in: Self.extents(content: 1000, viewport: 900))
    y = try Self.rest(&placer, y - 20, in: Self.extents(content: 1000, viewport: 300))
    expectEqual(y, 80)
    expectEqual(try Self.rest(&placer, y, in: Self.extents(content: 50, viewport: 300), keepsY: true), 80)
  }

  @Test("content that begins at its right end keeps its distance from it")
  func atRight() throws {
    func extents(_ content: CGFloat, _ viewport: CGFloat) -> ScrollExtents {
      (ScrollExtent(content: content, viewport: viewport), Self.still)
    }
    var placer = ScrollPlacer()
    placer.begin(atRight: true)
    _ = placer.take(extents(1000, 300))
    for (content, viewport) in [(1400, 300), (1400, 500), (900, 260)] as [(CGFloat, CGFloat)] {
      let new = extents(content, viewport)
      let before = placer.take(new)
      let old = try #require(before)
      // 120 points of content behind the viewport.
      let offset = CGPoint(x: old.x.content - old.x.viewport - 120, y: 0)
      expectEqual(placer.rest(offset, from: old, to: new, keepsY: false).x, content - viewport - 120)
      expectEqual(placer.distanceOfBeginning(from: old, to: new), content - viewport - (old.x.content - old.x.viewport))
    }
    placer.begin(atRight: false)
    expectEqual(placer.distanceOfBeginning(from: extents(900, 260), to: extents(1000, 300)), 0)
  }
}
