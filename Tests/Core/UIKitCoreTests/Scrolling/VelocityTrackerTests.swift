import Expectations
import Foundation
import Testing
import UIKitCore

@Suite("Velocity tracker")
struct VelocityTrackerTests {
  @Test(
    "an even movement has its own speed at every sampling rate",
    arguments: [60.0, 120, 144, 1000])
  func even(rate: Double) {
    var tracker = VelocityTracker()
    var now = 0.0
    for step in 0..<Int(rate / 2) {
      now = Double(step) / rate
      tracker.add(CGPoint(x: 300 * now, y: 20 - 1200 * now), at: now)
    }
    let velocity = tracker.velocity(at: now)
    expect(abs(velocity.x - 300) < 1e-6)
    expect(abs(velocity.y + 1200) < 1e-6)
  }

  @Test("only the last tenth of a second counts")
  func window() {
    var tracker = VelocityTracker()
    for step in 0...100 {
      let now = Double(step) / 100
      // Fast for 0.8 s, then slow.
      tracker.add(CGPoint(x: 0, y: now < 0.8 ? 5000 * now : 4000 + 100 * (now - 0.8)), at: now)
    }
    expect(abs(tracker.velocity(at: 1).y - 100) < 1e-6)
  }

  @Test("resting before letting go lowers the speed, and a whole window ends it")
  func resting() {
    var tracker = VelocityTracker()
    tracker.add(.zero, at: 0)
    tracker.add(CGPoint(x: 0, y: 40), at: 0.04)
    expectEqual(tracker.velocity(at: 0.04).y, 1000)
    expect(abs(tracker.velocity(at: 0.08).y - 500) < 1e-9)
    expectEqual(tracker.velocity(at: 0.15).y, 0)
  }

  @Test("one sample, or samples of one moment, have no speed")
  func degenerate() {
    var tracker = VelocityTracker()
    expectEqual(tracker.velocity(at: 0), .zero)
    tracker.add(CGPoint(x: 5, y: 5), at: 1)
    expectEqual(tracker.velocity(at: 1), .zero)
    tracker.add(CGPoint(x: 50, y: 50), at: 1)
    expectEqual(tracker.velocity(at: 1), .zero)
    tracker.add(CGPoint(x: 9, y: 9), at: 0.5)
    expectEqual(tracker.velocity(at: 1), .zero)
  }

  @Test("forgets everything on reset")
  func reset() {
    var tracker = VelocityTracker()
    tracker.add(.zero, at: 0)
    tracker.add(CGPoint(x: 0, y: 50), at: 0.05)
    tracker.reset()
    tracker.add(CGPoint(x: 0, y: 900), at: 0.06)
    expectEqual(tracker.velocity(at: 0.06), .zero)
  }
}
