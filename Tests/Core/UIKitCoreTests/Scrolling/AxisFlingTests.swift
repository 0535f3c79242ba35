import Expectations
import Foundation
import Testing
import UIKitCore

@Suite("Fling of one axis")
struct AxisFlingTests {
  private let extent = ScrollExtent(content: 5000, viewport: 500)

  @Test("inside the range it is the deceleration curve")
  func coasting() {
    let fling = AxisFling(
      offset: 1000, velocity: 2000, extent: extent, rate: 0.998, bounces: true)
    let curve = DecelerationCurve(start: 1000, velocity: 2000, rate: 0.998)
    for time in stride(from: 0.0, to: 3, by: 0.05) {
      expectEqual(fling.offset(at: time), curve.offset(at: time))
    }
    expectEqual(fling.target, curve.target)
    expectEqual(fling.duration, curve.duration)
  }

  @Test(
    "running into an end it overshoots, continuous in place and speed, and rests on the end",
    arguments: [60.0, 120, 144])
  func bouncing(rate: Double) {
    let fling = AxisFling(
      offset: 4400, velocity: 3000, extent: extent, rate: 0.998, bounces: true)
    var furthest: CGFloat = 0
    var place = fling.offset(at: 0)
    var time = 0.0
    while time < fling.duration {
      time += 1 / rate
      let next = fling.offset(at: time)
      expect(abs(next - place) <= 3000 / CGFloat(rate) + 0.2, "a jump at \(time) s")
      place = next
      furthest = max(furthest, place)
    }
    expect(furthest > 4510)
    expectEqual(place, 4500)
    expectEqual(fling.target, 4500)
  }

  @Test("without bounces it stops dead at the end")
  func noBounce() {
    let fling = AxisFling(
      offset: 4400, velocity: 3000, extent: extent, rate: 0.998, bounces: false)
    for time in stride(from: 0.0, to: 2, by: 0.01) { expect(fling.offset(at: time) <= 4500) }
    expectEqual(fling.offset(at: fling.duration), 4500)
    expect(fling.duration < 0.05)
  }

  @Test("let go outside the range it comes back to the bound")
  func comingBack() {
    let fling = AxisFling(offset: -80, velocity: 0, extent: extent, rate: 0.998, bounces: true)
    let spring = BounceSpring(displacement: -80, velocity: 0)
    expectEqual(fling.offset(at: 0.1), spring.displacement(at: 0.1))
    expectEqual(fling.target, 0)
    expectEqual(fling.offset(at: 5), 0)
  }

  @Test(
    "thrown back from outside it crosses the bound and coasts on inside",
    arguments: [60.0, 120, 144])
  func thrownBack(rate: Double) {
    let fling = AxisFling(
      offset: -80, velocity: 4000, extent: extent, rate: 0.998, bounces: true)
    expect(fling.target > 500)
    var place: CGFloat = -80
    for frame in 1...Int(fling.duration * rate) {
      let next = fling.offset(at: Double(frame) / rate)
      expect(next >= place)
      expect(next - place <= 4000 / CGFloat(rate))
      place = next
    }
  }

  @Test("landing at a chosen place ends exactly there")
  func landing() {
    let fling = AxisFling(offset: 1000, landingAt: 1234.5, rate: 0.998)
    expectEqual(fling.offset(at: fling.duration), 1234.5)
    expectEqual(fling.offset(at: 0), 1000)
  }

  @Test("the natural target lies in the rest range")
  func naturalTarget() {
    func target(_ offset: CGFloat, _ velocity: CGFloat) -> CGFloat {
      AxisFling.naturalTarget(offset: offset, velocity: velocity, extent: extent, rate: 0.998)
    }
    expectEqual(target(4400, 3000), 4500)
    expectEqual(target(100, -3000), 0)
    expectEqual(target(-30, 0), 0)
    expect(abs(target(1000, 1000) - 1494.5) < 0.1)
  }

  @Test("shifting moves every part of the way alike")
  func shifting() {
    let original = AxisFling(
      offset: -40, velocity: 9000, extent: extent, rate: 0.998, bounces: true)
    var moved = original
    moved.shift(by: 250)
    for time in stride(from: 0.0, to: original.duration + 0.1, by: 0.02) {
      expect(abs(moved.offset(at: time) - original.offset(at: time) - 250) < 1e-9)
    }
  }
}
