import Expectations
import Foundation
import Testing
import UIKitCore

@Suite("Scroll indicator layout")
struct ScrollIndicatorLayoutTests {
  private let layout = ScrollIndicatorLayout(
    extent: ScrollExtent(content: 2000, viewport: 500), track: 480)

  @Test("the knob is to the track what the viewport is to the content")
  func proportion() {
    expectEqual(layout.restingKnobLength, 120)
    expect(layout.knob(at: 0) == (0, 120))
    expect(layout.knob(at: 1500) == (360, 120))
    expect(layout.knob(at: 750) == (180, 120))
  }

  @Test("pulled beyond its range the knob gets shorter and stays at its end")
  func squeezed() {
    expect(layout.knob(at: -50) == (0, 70))
    expect(layout.knob(at: 1550) == (410, 70))
    expect(layout.knob(at: -4000) == (0, ScrollIndicatorLayout.shortestSqueezedKnob))
  }

  @Test("content without end keeps a knob that can be taken, and both ends can be reached")
  func huge() {
    let layout = ScrollIndicatorLayout(
      extent: ScrollExtent(content: 60_000_000_000, viewport: 800.5), track: 790)
    expectEqual(layout.restingKnobLength, ScrollIndicatorLayout.shortestKnob)
    expectEqual(layout.offset(forKnobStart: 790 - 36), 59_999_999_199.5)
    expectEqual(layout.offset(forKnobStart: 9999), 59_999_999_199.5)
    expectEqual(layout.offset(forKnobStart: -1), 0)
  }

  @Test("a place of the knob and its offset are inverse", arguments: [0.0, 1, 400, 1499.5, 1500])
  func inverse(offset: Double) {
    let knob = layout.knob(at: CGFloat(offset))
    expect(abs(layout.offset(forKnobStart: knob.start) - CGFloat(offset)) < 1e-9)
  }

  @Test("content that fits fills its track")
  func fits() {
    let layout = ScrollIndicatorLayout(
      extent: ScrollExtent(content: 100, viewport: 500), track: 480)
    expect(layout.knob(at: 0) == (0, 480))
    expectEqual(layout.offset(forKnobStart: 30), 0)
  }
}
