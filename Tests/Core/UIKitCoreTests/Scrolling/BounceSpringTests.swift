import Expectations
import Foundation
import Testing
import UIKitCore

@Suite("Bounce spring")
struct BounceSpringTests {
  @Test(
    "entered at 50 points a second or more it is critically damped, ω = 11 /s",
    arguments: [(0.0, 900.0), (0, -50), (80, 200), (-30, -700)])
  func critical(start: (displacement: Double, velocity: Double)) {
    let spring = BounceSpring(displacement: start.displacement, velocity: start.velocity)
    for time in stride(from: 0.0, to: 0.3, by: 0.01) {
      let expected =
        (start.displacement + (start.velocity + 11 * start.displacement) * time) * exp(-11 * time)
      expect(abs(Double(spring.displacement(at: time)) - expected) < 1e-9)
    }
  }

  @Test(
    "entered slower it is a sum of decays, 9 /s and 46 /s",
    arguments: [(60.0, 0.0), (-100, 49), (10, -20)])
  func decays(start: (displacement: Double, velocity: Double)) {
    let spring = BounceSpring(displacement: start.displacement, velocity: start.velocity)
    let a = (start.velocity + 46 * start.displacement) / 37
    for time in stride(from: 0.0, to: 0.2, by: 0.01) {
      let expected = a * exp(-9 * time) + (start.displacement - a) * exp(-46 * time)
      expect(abs(Double(spring.displacement(at: time)) - expected) < 1e-9)
    }
    expectEqual(spring.displacement(at: 0), CGFloat(start.displacement))
    expect(abs(spring.velocity(at: 0) - CGFloat(start.velocity)) < 1e-9)
  }

  @Test(
    "ends under a tenth of a point, then rests exactly",
    arguments: [(0.0, 3000.0), (120, 0), (-400, -2000), (0.01, 0)])
  func settles(start: (displacement: Double, velocity: Double)) {
    let spring = BounceSpring(displacement: start.displacement, velocity: start.velocity)
    expectEqual(spring.displacement(at: spring.duration), 0)
    expect(abs(spring.displacement(at: spring.duration - 1e-6)) <= 0.1001)
    expect(spring.duration < 2)
  }

  @Test("its speed is the change of its place at every frame rate", arguments: [60.0, 120, 144])
  func stepping(rate: Double) {
    for spring in [
      BounceSpring(displacement: 0, velocity: 1500), BounceSpring(displacement: 90, velocity: 10),
    ] {
      let step = 1 / rate
      var place = Double(spring.displacement(at: 0))
      var time = 0.0
      while time + step < spring.duration {
        place +=
          step / 6
          * Double(
            spring.velocity(at: time) + 4 * spring.velocity(at: time + step / 2)
              + spring.velocity(at: time + step))
        time += step
        expect(abs(place - Double(spring.displacement(at: time))) < 0.05, "at \(time) s")
      }
    }
  }

  @Test("crosses the bound only when thrown back hard enough")
  func crossing() throws {
    expect(BounceSpring(displacement: 0, velocity: 900).crossingTime == nil)
    expect(BounceSpring(displacement: 50, velocity: 0).crossingTime == nil)
    expect(BounceSpring(displacement: 50, velocity: -500).crossingTime == nil)
    let thrown = BounceSpring(displacement: -50, velocity: 2000)
    let time = try #require(thrown.crossingTime)
    expect(abs(thrown.displacement(at: time)) < 1e-9)
    expect(thrown.velocity(at: time) > 0)
  }
}
