import Expectations
import Foundation
import Testing
import UIKitCore

@Suite("Rubber band")
struct RubberBandTests {
  @Test("d' = d · 0.55 · length / (0.55 · |d| + length)")
  func formula() {
    let band = RubberBand(length: 800)
    expect(abs(band.overshoot(forPull: 100) - 100 * 0.55 * 800 / (55 + 800)) < 1e-12)
    expectEqual(band.overshoot(forPull: -100), -band.overshoot(forPull: 100))
    expectEqual(band.overshoot(forPull: 0), 0)
  }

  @Test("the first point shows 0.55 of itself, and no pull shows more than the viewport")
  func limits() {
    let band = RubberBand(length: 400)
    expect(abs(band.overshoot(forPull: 1e-6) / 1e-6 - 0.55) < 1e-6)
    expect(band.overshoot(forPull: 1e9) < 400)
    expect(band.overshoot(forPull: 1e9) > 399)
  }

  @Test("pull and overshoot are inverse", arguments: [-5000.0, -33, -0.5, 0, 0.25, 60, 2000])
  func inverse(pull: Double) {
    let band = RubberBand(length: 640)
    let shown = band.overshoot(forPull: CGFloat(pull))
    expect(abs(band.pull(forOvershoot: shown) - CGFloat(pull)) < 1e-6)
  }

  @Test("a viewport without length shows nothing")
  func empty() {
    expectEqual(RubberBand(length: 0).overshoot(forPull: 10), 0)
    expectEqual(RubberBand(length: 0).pull(forOvershoot: 10), 0)
  }
}
