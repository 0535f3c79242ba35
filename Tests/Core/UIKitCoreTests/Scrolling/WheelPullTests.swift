import Expectations
import Foundation
import Testing
import UIKitCore

@Suite("Wheel pull")
struct WheelPullTests {
  @Test("notches add up to a pull, which gets there smoothly and without going back")
  func notches() {
    var pull = WheelPull(0, at: 0, isPrecise: false)
    var last: CGFloat = 0
    for notch in 0..<3 {
      pull.turn(by: WheelPull.pointsPerNotch, at: Double(notch) * 0.1, isPrecise: false)
      for step in 0..<10 {
        let points = pull.points(at: Double(notch) * 0.1 + Double(step) * 0.01)
        expect(points >= last && points <= 3 * WheelPull.pointsPerNotch)
        last = points
      }
    }
    expectEqual(pull.target, 3 * WheelPull.pointsPerNotch)
    expectEqual(pull.points(at: 1), pull.target)
  }

  @Test("a touchpad pulls at once, back as well, and never below nothing")
  func precise() {
    var pull = WheelPull(0, at: 0, isPrecise: true)
    let steps: [(CGFloat, CGFloat)] = [(10, 10), (7.5, 17.5), (-4, 13.5), (-40, 0), (3, 3)]
    for (distance, expected) in steps {
      pull.turn(by: distance, at: 1, isPrecise: true)
      expectEqual(pull.points(at: 1), expected)
    }
  }

  @Test("a notch back counts from where the pull is")
  func back() {
    var pull = WheelPull(0, at: 0, isPrecise: false)
    pull.turn(by: 48, at: 0, isPrecise: false)
    let here = pull.points(at: 0.06)
    pull.turn(by: -10, at: 0.06, isPrecise: false)
    expect(abs(pull.target - (here - 10)) < 1e-9)
    expect((0..<30).allSatisfy { pull.points(at: 0.06 + Double($0) * 0.01) <= here })
  }

  @Test("a pause lets go: a wheel's is longer than a touchpad's")
  func pause() {
    var pull = WheelPull(0, at: 0, isPrecise: false)
    pull.turn(by: 48, at: 1, isPrecise: false)
    expect(!pull.isLetGo(at: 1.39) && pull.isLetGo(at: 1.41))
    pull.turn(by: 5, at: 2, isPrecise: true)
    expect(!pull.isLetGo(at: 2.19) && pull.isLetGo(at: 2.21))
  }

  @Test("two notches show less than a refresh control's height in any viewport, three show more from 250 points on")
  func threshold() {
    for length in stride(from: 50.0, through: 4000, by: 50) {
      let band = RubberBand(length: length)
      expect(band.overshoot(forPull: 2 * WheelPull.pointsPerNotch) < 60)
      if length >= 250 { expect(band.overshoot(forPull: 3 * WheelPull.pointsPerNotch) > 60) }
    }
  }
}
