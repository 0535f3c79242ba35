import Expectations
import Foundation
import RandomSupport
import Testing

@testable import UIKitCore

/// Content under fingers, and under the held middle button, as values.
@Suite("Scroll drags")
struct ScrollDragTests {
  private static func extents(_ random: inout SeededRandom) -> ScrollExtents {
    func axis() -> ScrollExtent {
      ScrollExtent(
        content: .random(in: 0...1500, using: &random), viewport: .random(in: 100...500, using: &random),
        leading: .random(in: 0...60, using: &random), trailing: .random(in: 0...60, using: &random))
    }
    return (axis(), axis())
  }

  /// One axis of a drag, by search instead of by an inverse: the offset that fingers ask for, and the offset that shows.
  private struct Model {
    var asked: CGFloat

    func shown(in extent: ScrollExtent, givesWay: Bool) -> CGFloat {
      let bound = extent.clamped(asked)
      guard givesWay else { return bound }
      return bound + RubberBand(length: extent.viewport).overshoot(forPull: asked - bound)
    }

    /// The offset to ask for that shows as `offset`, found by halving.
    static func asking(for offset: CGFloat, in extent: ScrollExtent) -> Model {
      var (low, high): (CGFloat, CGFloat) = (-1e6, 1e6)
      for _ in 0..<100 {
        let middle = (low + high) / 2
        if Model(asked: middle).shown(in: extent, givesWay: true) < offset { low = middle } else { high = middle }
      }
      return Model(asked: high)
    }
  }

  @Test("a drag does as an axis that is searched for, through moves, shifts and other extents", arguments: 0..<200)
  func model(seed: Int) {
    var random = SeededRandom(seed: seed)
    var extents = Self.extents(&random)
    let givesWay = Bool.random(using: &random)
    var offset = CGPoint(
      x: extents.x.clamped(.random(in: -100...900, using: &random)),
      y: extents.y.clamped(.random(in: -100...900, using: &random)))
    var drag = ScrollDrag(of: offset, in: extents)
    var models = (x: Model(asked: offset.x), y: Model(asked: offset.y))
    var translation = CGPoint.zero
    for step in 0..<40 {
      switch Int.random(in: 0..<6, using: &random) {
      case 0:
        let distance = CGPoint(x: .random(in: -50...50, using: &random), y: .random(in: -50...50, using: &random))
        drag.shift(by: distance)
        models.x.asked += distance.x
        models.y.asked += distance.y
      case 1 where givesWay:
        let overshoot = { (extent: ScrollExtent, offset: CGFloat) in abs(extent.overshoot(of: offset)) }
        let other = Self.extents(&random)
        // Further out than the viewport is long is no pull: the model finds none either.
        guard overshoot(other.x, offset.x) < other.x.viewport * 0.9,
          overshoot(other.y, offset.y) < other.y.viewport * 0.9
        else { continue }
        extents = other
        drag.rebase(to: offset, in: extents, at: translation)
        models = (.asking(for: offset.x, in: extents.x), .asking(for: offset.y, in: extents.y))
      default:
        let move = CGPoint(x: .random(in: -80...80, using: &random), y: .random(in: -80...80, using: &random))
        translation = translation + move
        models.x.asked -= move.x
        models.y.asked -= move.y
      }
      offset = drag.offset(
        at: translation, from: offset, x: .init(extent: extents.x, givesWay: givesWay),
        y: .init(extent: extents.y, givesWay: givesWay))
      let expected = CGPoint(
        x: models.x.shown(in: extents.x, givesWay: givesWay), y: models.y.shown(in: extents.y, givesWay: givesWay))
      expect(
        abs(offset.x - expected.x) < 1e-4 && abs(offset.y - expected.y) < 1e-4,
        "step \(step): \(offset), not \(expected)")
    }
  }

  @Test("content outside of its range is dragged on from where it is, and a drag without a track moves nothing")
  func caught() {
    let extent = ScrollExtent(content: 1000, viewport: 400)
    let shown = CGPoint(x: 0, y: -30)
    let drag = ScrollDrag(of: shown, in: (extent, extent))
    let track = ScrollDrag.Track(extent: extent, givesWay: true)
    expect(abs(drag.offset(at: .zero, from: shown, x: track, y: track).y + 30) < 1e-9)
    expectEqual(drag.offset(at: CGPoint(x: 50, y: 50), from: shown, x: nil, y: nil), shown)
  }

  @Test("a locked drag stays on the axis of the first move")
  func locked() {
    let extent = ScrollExtent(content: 1000, viewport: 400)
    let track = ScrollDrag.Track(extent: extent, givesWay: true)
    var drag = ScrollDrag(of: CGPoint(x: 100, y: 100), in: (extent, extent))
    for translation in [CGPoint(x: -3, y: -10), CGPoint(x: -90, y: -20)] {
      drag.lock(by: translation)
      let offset = drag.offset(at: translation, from: CGPoint(x: 100, y: 100), x: track, y: track)
      expectEqual(offset, CGPoint(x: 100, y: 100 - translation.y))
    }
    expect(drag.moves(along: .vertical) && !drag.moves(along: .horizontal))
  }

  @Test("the held middle button moves content by its speed in time, and not after a rest", arguments: 0..<50)
  func middleButton(seed: Int) {
    var random = SeededRandom(seed: seed)
    let extents = Self.extents(&random)
    let origin = CGPoint(x: 200, y: 200)
    var press = MiddleButtonAutoscroll.Press(at: origin)
    expect(press.velocity == .zero && press.advance(to: 5, from: .zero, in: extents) == nil)
    press.rest()
    var offset = CGPoint(x: extents.x.lowest, y: extents.y.lowest)
    var now = 10.0
    expect(press.advance(to: now, from: offset, in: extents) == nil, "it has not set out")
    for _ in 0..<100 {
      press.pointer =
        origin + CGPoint(x: .random(in: -90...90, using: &random), y: .random(in: -90...90, using: &random))
      let seconds = Double.random(in: 0.001...0.1, using: &random)
      now += seconds
      let way = press.pointer - origin
      func moved(_ from: CGFloat, _ way: CGFloat, _ extent: ScrollExtent) -> CGFloat {
        // 8 points a second for each point beyond the first 10.
        let beyond = way > 10 ? way - 10 : way < -10 ? way + 10 : 0
        return min(max(from + beyond * 8 * seconds, extent.lowest), extent.highest)
      }
      let expected = CGPoint(x: moved(offset.x, way.x, extents.x), y: moved(offset.y, way.y, extents.y))
      let place = press.advance(to: now, from: offset, in: extents)
      expect(place.map { abs($0.x - expected.x) < 1e-9 && abs($0.y - expected.y) < 1e-9 } == true)
      offset = expected
    }
  }
}
