import Expectations
import Foundation
import Testing
import UIKitCore

@Suite("Scroll animation")
struct ScrollAnimationTests {
  private let start = CGPoint(x: 10, y: 200)
  private let target = CGPoint(x: -30, y: 59_999_999_999.5)

  @Test("starts at the start, is halfway at half time, ends on the target exactly")
  func ends() {
    let animation = ScrollAnimation(from: start, to: target)
    expectEqual(animation.offset(at: 0), start)
    expectEqual(animation.offset(at: ScrollAnimation.duration), target)
    expect(animation.isFinished(at: ScrollAnimation.duration))
    expect(!animation.isFinished(at: 0.299))
    let middle = animation.offset(at: ScrollAnimation.duration / 2)
    expect(abs(middle.x + 10) < 1e-9)
    expect(abs(middle.y - (200 + 59_999_999_999.5) / 2) < 1e-3)
  }

  @Test("eases in and out at every frame rate", arguments: [60.0, 120, 144])
  func eases(rate: Double) {
    let animation = ScrollAnimation(from: .zero, to: CGPoint(x: 0, y: 900))
    var last: CGFloat = 0
    var steps: [CGFloat] = []
    for frame in 1...Int(rate * ScrollAnimation.duration) {
      let place = animation.offset(at: Double(frame) / rate).y
      steps.append(place - last)
      last = place
    }
    let peak = steps.firstIndex(of: steps.max() ?? 0) ?? 0
    expect(zip(steps[..<peak], steps[1...]).allSatisfy { $0 <= $1 + 1e-9 })
    expect(zip(steps[peak...], steps[(peak + 1)...]).allSatisfy { $0 >= $1 - 1e-9 })
    expect(steps[0] < 900 / CGFloat(steps.count) / 2)
  }

  @Test("a movement that replaces another takes over its speed")
  func replaced() {
    let first = ScrollAnimation(from: .zero, to: CGPoint(x: 0, y: 900))
    let second = ScrollAnimation(
      from: first.offset(at: 0.1), to: CGPoint(x: 0, y: 1500), velocity: first.velocity(at: 0.1))
    expectEqual(second.offset(at: 0), first.offset(at: 0.1))
    expectEqual(second.velocity(at: 0), first.velocity(at: 0.1))
    expectEqual(second.offset(at: 1), CGPoint(x: 0, y: 1500))
  }
}
