import Expectations
import Foundation
import RandomSupport
import Testing

@testable import UIKitCore

/// The motions of a scroll view as values: where content is in time, and how they go on when the content changes.
@Suite("Scroll motions")
struct ScrollMotionTests {
  /// Content 2,000 points long in a viewport of 400.
  private static let extent = ScrollExtent(content: 2000, viewport: 400, leading: 0, trailing: 0)
  /// Content that does not move sideways.
  private static let across = ScrollExtent(content: 300, viewport: 300, leading: 0, trailing: 0)
  private static let start = CGPoint(x: 0, y: 100)

  private static func fling(velocity: CGFloat, since: TimeInterval = 10) -> ScrollMotion {
    .flinging(
      x: AxisFling(offset: 0, velocity: 0, extent: across, rate: 0.998, bounces: false),
      y: AxisFling(offset: start.y, velocity: velocity, extent: extent, rate: 0.998, bounces: true), since: since)
  }

  private static func animation(to y: CGFloat, since: TimeInterval = 10) -> ScrollMotion {
    .animating(ScrollAnimation(from: start, to: CGPoint(x: 0, y: y)), since: since, .offset)
  }

  private static func glide(_ notches: CGFloat..., lastDelta: TimeInterval? = nil) -> ScrollMotion {
    var y = WheelGlide(restingAt: start.y)
    for notch in notches { y.addNotch(notch, at: 10, within: extent.restRange) }
    return .gliding(x: WheelGlide(restingAt: 0), y: y, lastDelta: lastDelta)
  }

  private static func pull() -> ScrollMotion {
    var pull = WheelPull(0, at: 10, isPrecise: false)
    pull.turn(by: 48, at: 10, isPrecise: false)
    return .pulling(pull)
  }

  private func place(_ motion: ScrollMotion, at now: TimeInterval) -> CGPoint {
    motion.offset(at: now, from: Self.start, in: Self.extent)
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let motion: @Sendable () -> ScrollMotion
    /// Where it ends: along the vertical axis, in points; nil without a target.
    let target: CGFloat?
    /// When it is over, in seconds after its start: not at the first moment, and at the second.
    let over: ClosedRange<TimeInterval>?

    var testDescription: String { name }
  }

  nonisolated static let cases = [
    Case(name: "rest", motion: { .resting }, target: nil, over: nil),
    Case(
      name: "a drag", motion: { .dragged(ScrollDrag(of: start, in: (across, extent))) }, target: nil, over: nil),
    Case(name: "a knob", motion: { .knob(.vertical, inside: 5) }, target: nil, over: nil),
    Case(name: "a throw", motion: { fling(velocity: 500) }, target: 344.7, over: 1.9...2),
    Case(name: "a throw against the end", motion: { fling(velocity: -2000) }, target: 0, over: 0.1...5),
    Case(name: "an animation", motion: { animation(to: 700) }, target: 700, over: 0.29...0.3),
    Case(name: "two notches", motion: { glide(60, 60) }, target: 220, over: 0.12...0.14),
    Case(name: "a touchpad", motion: { glide(60, lastDelta: 10.5) }, target: 160, over: 0.59...0.61),
    Case(name: "a pull", motion: { pull() }, target: nil, over: 0.39...0.41),
  ]

  @Test("a motion says where the content is in time, where it ends and when it is over", arguments: cases)
  func inTime(of example: Case) {
    let motion = example.motion()
    expectEqual(motion.kind.isMovingByItself, (example.over != nil))
    expect(abs(place(motion, at: 10).y - (example.name == "a pull" ? 0 : Self.start.y)) < 0.01)
    if let target = example.target {
      expect(abs((motion.target?.y ?? -1) - target) < 0.1)
      expect(abs(place(motion, at: 20).y - target) < 0.1)
    } else {
      expect(motion.target == nil)
    }
    if let over = example.over {
      expect(!motion.hasArrived(at: 10 + over.lowerBound) && motion.hasArrived(at: 10 + over.upperBound))
    } else {
      expect(!motion.hasArrived(at: 1000))
    }
  }

  @Test("a pull shows above the content by less than it amounts to")
  func pulled() {
    let y = place(Self.pull(), at: 10.2).y
    expect(y < 0 && y > -48)
    // Other content does not change it, another length of the viewport does.
    let short = ScrollExtent(content: 2000, viewport: 100, leading: 0, trailing: 0)
    expect(Self.pull().offset(at: 10.2, from: Self.start, in: short).y > y)
  }

  @Test("all motions go on as they were when the content above them grows", arguments: cases)
  func shifted(of example: Case) {
    let motion = example.motion()
    guard motion.target != nil else { return }
    var shifted = motion
    shifted.shift(by: CGPoint(x: 0, y: 37))
    for time in stride(from: 10.0, through: 14, by: 0.05) {
      expect(abs(place(shifted, at: time).y - place(motion, at: time).y - 37) < 1e-6)
      expectEqual(shifted.hasArrived(at: time), motion.hasArrived(at: time))
    }
  }

  @Test(
    "an animation that is steered arrives in time, one that is redirected sets out once more; a glide lands elsewhere")
  func elsewhere() {
    let goal = CGPoint(x: 0, y: 500)
    var steered = Self.animation(to: 700)
    let here = place(steered, at: 10.1)
    steered.steer(to: goal, at: 10.1)
    expect(place(steered, at: 10.1) == here && steered.target == goal)
    expect(!steered.hasArrived(at: 10.29) && steered.hasArrived(at: 10.31))

    var redirected = Self.animation(to: 700)
    redirected.redirect(to: goal, from: here, at: 10.1)
    expect(place(redirected, at: 10.1) == here && redirected.target == goal)
    expect(!redirected.hasArrived(at: 10.39) && redirected.hasArrived(at: 10.41))

    for isSteered in [true, false] {
      var glide = Self.glide(60)
      if isSteered { glide.steer(to: goal, at: 10.05) } else { glide.redirect(to: goal, from: here, at: 10.05) }
      expect(glide.target == goal && !glide.hasArrived(at: 10.17) && glide.hasArrived(at: 10.2))
    }
    // A throw and a pull go on.
    expectEqual(Self.fling(velocity: 500).steered(to: goal, at: 10.1).target, Self.fling(velocity: 500).target)
    expectEqual(place(Self.pull().steered(to: goal, at: 10.1), at: 10.2), place(Self.pull(), at: 10.2))
  }

  /// One of the motions that move by themselves and end somewhere, which begins at 10 s at 100 points.
  private static func moving(_ random: inout SeededRandom) -> ScrollMotion {
    switch Int.random(in: 0..<3, using: &random) {
    case 0: fling(velocity: .random(in: -4000...4000, using: &random))
    case 1: animation(to: .random(in: 0...1600, using: &random))
    default: glide(.random(in: -300...600, using: &random), .random(in: -300...600, using: &random))
    }
  }

  @Test("a motion that is interrupted at random goes on without a jump, and ends where it says", arguments: 0..<200)
  func interrupted(seed: Int) throws {
    var random = SeededRandom(seed: seed)
    var motion = Self.moving(&random)
    var extents: ScrollExtents = (Self.across, Self.extent)
    let rules = FlingRules(rate: 0.998, landingRate: 0.99, bounces: (false, true))
    var now = 10.0
    func place() -> CGPoint { motion.offset(at: now, from: Self.start, in: extents.y) }
    for step in 0..<12 {
      now += .random(in: 0...0.08, using: &random)
      // The mover ends it.
      if motion.hasArrived(at: now) { break }
      let before = place()
      let target = try #require(motion.target)
      var expected = before
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        let distance = CGPoint(x: 0, y: .random(in: -200...200, using: &random))
        motion.shift(by: distance)
        expected = before + distance
        expect(abs(try #require(motion.target).y - target.y - distance.y) < 1e-6)
      case 1:
        var other = extents
        other.y.content = .random(in: 200...3000, using: &random)
        let wasInRange = extents.y.overshoot(of: target.y) == 0
        motion.goOn(from: extents, to: other, showing: before, at: now, rules)
        extents = other
        // A place chosen outside of the range is kept; all else ends in it.
        let end = try #require(motion.target)
        if wasInRange || motion.kind == .fling {
          expect(abs(extents.y.overshoot(of: end.y)) < 1e-6, "step \(step): \(end)")
        }
      case 2:
        let goal = CGPoint(x: before.x, y: .random(in: 0...1600, using: &random))
        let isFling = motion.kind == .fling
        motion.steer(to: goal, at: now)
        expectEqual(try #require(motion.target), isFling ? target : goal)
      default:
        motion.replan(in: extents, rules, at: now)
      }
      let after = place()
      expect(abs(after.y - expected.y) < 0.11, "step \(step): from \(expected) to \(after)")
    }
    // The same by frames as at once: the motion keeps nothing of how often it was asked.
    let end = try #require(motion.target)
    let frames = stride(from: now, to: now + 20, by: 1 / 60).map { motion.offset(at: $0, from: .zero, in: extents.y) }
    now += 20
    expect(motion.hasArrived(at: now) && place() == end && frames.last == end)
  }

  @Test("a glide to the end of the content goes to where the end is now, one that ends before stays")
  func ends() {
    let longer = ScrollExtent(content: 2500, viewport: 400, leading: 0, trailing: 0)
    var toEnd = Self.glide(5000)
    expectEqual(toEnd.target?.y, 1600)
    toEnd.keepToEnds(x: Self.across, y: longer, at: 10.05)
    expectEqual(toEnd.target?.y, 2100)
    var within = Self.glide(60)
    within.keepToEnds(x: Self.across, y: longer, at: 10.05)
    expectEqual(within.target?.y, 160)
  }
}

extension ScrollMotion {
  fileprivate func steered(to target: CGPoint, at now: TimeInterval) -> ScrollMotion {
    var motion = self
    motion.steer(to: target, at: now)
    return motion
  }
}
