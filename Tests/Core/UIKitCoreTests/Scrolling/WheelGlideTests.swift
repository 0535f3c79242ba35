import Expectations
import Foundation
import Testing
import UIKitCore

@Suite("Wheel glide")
struct WheelGlideTests {
  private let range: ClosedRange<CGFloat> = 0...10_000

  @Test("one notch from rest is the ease-in-ease-out curve and ends exactly on its target")
  func oneNotch() {
    var glide = WheelGlide(restingAt: 100)
    glide.addNotch(60, at: 5, within: range)
    for share in [0.0, 0.25, 0.5, 0.75] {
      let time = 5 + WheelGlide.duration * share
      let expected = 100 + 60 * share * share * (3 - 2 * share)
      expect(abs(Double(glide.offset(at: time)) - expected) < 1e-6)
    }
    expectEqual(glide.offset(at: 5.2), 160)
    expect(!glide.isSettled(at: 5.1))
    expect(glide.isSettled(at: 5.2))
  }

  @Test(
    "notches add up, and neither place nor speed jumps when one arrives",
    arguments: [60.0, 120, 144])
  func continuity(rate: Double) {
    var glide = WheelGlide(restingAt: 0)
    var state: UInt64 = 7
    var notches: [Int] = []
    for frame in 0..<240 {
      let now = Double(frame) / rate
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      guard frame < 120, state >> 62 == 0 else { continue }
      notches.append(frame)
      let place = glide.offset(at: now)
      let speed = glide.velocity(at: now)
      glide.addNotch(40, at: now, within: range)
      expect(abs(glide.offset(at: now) - place) < 1e-9, "notches at frames \(notches)")
      expect(abs(glide.velocity(at: now) - speed) < 1e-6, "notches at frames \(notches)")
    }
    expectEqual(glide.offset(at: 240 / rate), CGFloat(notches.count) * 40)
  }

  @Test("a row of notches in one direction never moves backwards", arguments: [60.0, 120, 144])
  func monotone(rate: Double) {
    var glide = WheelGlide(restingAt: 0)
    var last: CGFloat = 0
    for frame in 0..<Int(rate * 2) {
      let now = Double(frame) / rate
      if frame % 5 == 0 { glide.addNotch(60, at: now, within: 0...600) }
      let place = glide.offset(at: now)
      expect(place >= last)
      expect(place <= 600)
      last = place
    }
    expectEqual(last, 600)
  }

  @Test(
    "random notches in both directions never leave the rest range",
    arguments: [60.0, 120, 144])
  func bounded(rate: Double) {
    var glide = WheelGlide(restingAt: 0)
    var state: UInt64 = 42
    for frame in 0..<3000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let now = Double(frame) / rate
      let distance = CGFloat(Int(state >> 40) % 301 - 150)
      if state >> 62 == 0 { glide.addNotch(distance, at: now, within: 0...500) }
      let place = glide.offset(at: now)
      expect(place >= 0 && place <= 500, "frame \(frame)")
    }
  }

  @Test("turning the wheel back counts from where the offset is")
  func turningBack() {
    var glide = WheelGlide(restingAt: 1000)
    glide.addNotch(60, at: 0, within: range)
    let here = glide.offset(at: 0.05)
    glide.addNotch(-60, at: 0.05, within: range)
    expectEqual(glide.target, here - 60)
  }

  @Test("a touchpad's deltas apply at once and keep their fractions")
  func precise() {
    var glide = WheelGlide(restingAt: 10)
    for step in 0..<100 {
      glide.addPrecise(0.125, at: Double(step) * 0.002, within: range)
      expect(glide.isSettled(at: Double(step) * 0.002))
    }
    expectEqual(glide.offset(at: 0.3), 22.5)
    glide.addPrecise(-5000, at: 0.4, within: range)
    expectEqual(glide.offset(at: 0.4), 0)
  }

  @Test("from outside the range it glides in and not further out")
  func outside() {
    var glide = WheelGlide(restingAt: -80)
    glide.addNotch(-60, at: 0, within: range)
    var last = glide.offset(at: 0)
    expectEqual(last, -80)
    for frame in 1...30 {
      let place = glide.offset(at: Double(frame) / 120)
      expect(place >= last && place <= 0)
      last = place
    }
    expectEqual(last, 0)
  }

  @Test("60 billion points down a notch still moves by exactly its distance")
  func huge() {
    var glide = WheelGlide(restingAt: 59_999_990_000)
    glide.addNotch(40.5, at: 0, within: 0...60_000_000_000)
    expectEqual(glide.offset(at: 1), 59_999_990_040.5)
  }

  @Test("notches to an end of the content lead there, though the end is found elsewhere on the way")
  func toTheEnd() {
    var up = WheelGlide(restingAt: 300)
    up.addNotch(-600, at: 0, within: 0...1000)
    up.shift(by: 23)
    up.keepToEnd(of: 0...1023, at: 0.05)
    up.shift(by: 23)
    up.keepToEnd(of: 0...1046, at: 0.1)
    expect(up.offset(at: 0.05) > 0 && up.offset(at: 1) == 0)
    var down = WheelGlide(restingAt: 300)
    down.addNotch(700, at: 0, within: 0...1000)
    down.keepToEnd(of: 0...1200, at: 0.05)
    expectEqual(down.offset(at: 1), 1200)
    // One that leads elsewhere goes on as it was, and so does one that another place was chosen for.
    var within = WheelGlide(restingAt: 300)
    within.addNotch(60, at: 0, within: 0...1000)
    within.keepToEnd(of: 0...100, at: 0.05)
    expectEqual(within.target, 360)
    up.land(on: 40, at: 2)
    up.keepToEnd(of: 0...1046, at: 2)
    expectEqual(up.target, 40)
  }
}
