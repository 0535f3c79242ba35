import Expectations
import Foundation
import Testing
import UIKitCore

@Suite("Deceleration curve")
struct DecelerationCurveTests {
  @Test("the speed falls by the rate every millisecond", arguments: [0.998, 0.99])
  func speed(rate: Double) {
    let curve = DecelerationCurve(start: 0, velocity: 3000, rate: CGFloat(rate))
    for milliseconds in [0, 1, 10, 100, 400] {
      let expected = 3000 * pow(rate, Double(milliseconds))
      expect(abs(curve.velocity(at: Double(milliseconds) / 1000) - expected) < 1e-6)
    }
  }

  @Test("travel is (v ∓ 10) · 0.499 s", arguments: [2500.0, -2500, 120, -11])
  func travel(velocity: Double) {
    let curve = DecelerationCurve(start: 100, velocity: velocity, rate: 0.998)
    let surplus = velocity < 0 ? velocity + 10 : velocity - 10
    expect(abs(Double(curve.target) - 100 - surplus * 0.4995) < abs(surplus) * 1e-4 + 1e-9)
  }

  @Test("coasting ends at 10 points a second")
  func stop() {
    let curve = DecelerationCurve(start: 0, velocity: -2000, rate: 0.998)
    expect(abs(curve.velocity(at: curve.duration - 1e-9) + 10) < 1e-4)
    expectEqual(curve.velocity(at: curve.duration), 0)
    expect(abs(curve.offset(at: curve.duration - 1e-9) - curve.target) < 1e-4)
    expectEqual(curve.offset(at: curve.duration + 5), curve.target)
  }

  @Test("a speed of 10 points a second or less does not move", arguments: [10.0, -10, 3, 0])
  func slow(velocity: Double) {
    let curve = DecelerationCurve(start: 7, velocity: velocity, rate: 0.998)
    expectEqual(curve.duration, 0)
    expectEqual(curve.target, 7)
    expectEqual(curve.offset(at: 0.01), 7)
  }

  @Test("summing the speed frame by frame gives the closed form", arguments: [60.0, 120, 144])
  func stepping(rate: Double) {
    let curve = DecelerationCurve(start: 50, velocity: 1800, rate: 0.998)
    let step = 1 / rate
    var place = 50.0
    var time = 0.0
    while time + step < curve.duration {
      // Simpson's rule over one frame.
      place +=
        step / 6
        * Double(
          curve.velocity(at: time) + 4 * curve.velocity(at: time + step / 2)
            + curve.velocity(at: time + step))
      time += step
      expect(abs(place - Double(curve.offset(at: time))) < 1e-4, "at \(time) s")
    }
    expect(time > 2)
  }

  @Test(
    "a curve retargeted to another place lands there exactly",
    arguments: [0.0, 90, 110, 12345.678, -4000, 59_999_999_999.5])
  func retargeted(target: Double) {
    let curve = DecelerationCurve(start: 100, landingAt: target, rate: 0.998)
    expectEqual(curve.offset(at: 0), 100)
    expectEqual(curve.offset(at: curve.duration), CGFloat(target))
    // Continuous up to its end: no jump in the last millisecond beyond what its speed explains.
    let before = curve.offset(at: curve.duration - 0.001)
    expect(abs(before - CGFloat(target)) < 0.011 + abs(CGFloat(target)) * 1e-12)
  }

  @Test("knows when it passes a place and that it never passes others")
  func reaching() throws {
    let curve = DecelerationCurve(start: 0, velocity: 2000, rate: 0.998)
    for offset in [0.0, 1, 400, 990] {
      let time = try #require(curve.time(reaching: CGFloat(offset)))
      expect(abs(curve.offset(at: time) - CGFloat(offset)) < 1e-6)
    }
    expect(curve.time(reaching: -1) == nil)
    expect(curve.time(reaching: curve.target + 1) == nil)
  }

  @Test("shifting moves the way and leaves its speed alone")
  func shifting() {
    let original = DecelerationCurve(start: 0, velocity: 900, rate: 0.998)
    var moved = original
    moved.shift(by: 37)
    for time in [0.0, 0.1, 0.7, 9] {
      expect(abs(moved.offset(at: time) - original.offset(at: time) - 37) < 1e-9)
      expectEqual(moved.velocity(at: time), original.velocity(at: time))
    }
  }
}
