import Expectations
import Foundation
import TestSupport
import Testing
import UIKitCore

@Suite("Refresh control: wheel and touchpad")
@MainActor
struct RefreshWheelTests {
  /// Notches far enough apart to be seen, near enough to be one pull.
  private func turn(_ notches: Int, _ fixture: RefreshFixture, by lines: CGFloat = 1, isPrecise: Bool = false) {
    for _ in 0..<notches {
      fixture.app.wheel(lines, at: fixture.middle, isPrecise: isPrecise)
      fixture.run(for: 0.1)
    }
  }

  @Test("three notches at the top pull the control into view and fire once; the content springs to its room")
  func notches() {
    let fixture = RefreshFixture()
    turn(2, fixture)
    expect(fixture.shownPull > 30 && fixture.shownPull < 60 && fixture.refreshes == 0)
    expect(fixture.table.isDragging)
    turn(1, fixture)
    fixture.run(for: 0.1)
    expect(fixture.refreshes == 1 && fixture.shownPull > 60)
    fixture.rest()
    expect(fixture.offset == -60 && fixture.table.adjustedContentInset.top == 60)
    fixture.control.endRefreshing()
    fixture.rest()
    expect(fixture.offset == 0 && fixture.refreshes == 1)
    expectEqual(
      fixture.log.events, ["willBeginDragging", "didEndDragging(true)", "didEndDecelerating"])
  }

  @Test("one notch resists, and the content springs back after a pause")
  func springsBack() {
    let fixture = RefreshFixture()
    turn(1, fixture)
    fixture.run(for: 0.1)
    let shown = fixture.shownPull
    expect(shown > 10 && shown < WheelPull.pointsPerNotch * 0.6)
    fixture.run(for: 0.15)
    expectEqual(fixture.shownPull, shown)
    fixture.rest()
    expect(fixture.offset == 0 && fixture.refreshes == 0)
    expect(!fixture.app.application.frameLoop.isFrameRequested)
  }

  @Test("a wheel that scrolls to the top and turns on stops hard there")
  func noAccident() {
    let fixture = RefreshFixture()
    fixture.table.contentOffset.y = 200
    fixture.app.settle()
    for _ in 0..<20 {
      fixture.app.wheel(1, at: fixture.middle)
      fixture.run(for: 0.08)
      expect(fixture.offset >= 0)
    }
    expectEqual(fixture.offset, 0)
    fixture.run(for: 0.5)
    turn(3, fixture)
    fixture.run(for: 0.1)
    expectEqual(fixture.refreshes, 1)
  }

  @Test("without a refresh control the wheel stops hard at the top, always")
  func withoutControl() {
    let fixture = RefreshFixture(withControl: false)
    for _ in 0..<4 {
      fixture.app.wheel(1, at: fixture.middle)
      fixture.run(for: 0.4)
      expectEqual(fixture.offset, 0)
    }
    for _ in 0..<4 {
      fixture.app.wheel(1, at: fixture.middle, isPrecise: true)
      fixture.run(for: 0.4)
      expectEqual(fixture.offset, 0)
    }
  }

  @Test("a notch down gives back what was pulled, and the next scrolls on")
  func backDown() {
    let fixture = RefreshFixture()
    turn(2, fixture)
    turn(2, fixture, by: -1)
    fixture.run(for: 0.1)
    expect(fixture.offset == 0 && fixture.table.isDragging)
    turn(1, fixture, by: -1)
    fixture.run(for: 0.2)
    expectEqual(fixture.offset, UIScrollView.pointsPerNotch)
    expectEqual(fixture.refreshes, 0)
  }

  @Test("a touchpad pulls on a rubber band, fires once, and lets go when it goes quiet")
  func touchpad() {
    let fixture = RefreshFixture()
    var last: CGFloat = 0
    var steps: [CGFloat] = []
    for _ in 0..<20 {
      fixture.app.wheel(0.15, at: fixture.middle, isPrecise: true)
      steps.append(fixture.shownPull - last)
      last = fixture.shownPull
      fixture.app.frame()
    }
    expect(steps.first.map { $0 > 3 } == true && steps[19] < steps[0])
    expect(fixture.refreshes == 1 && last > 60)
    expect(fixture.table.isDragging)
    fixture.run(for: 0.25)
    expect(!fixture.table.isDragging)
    fixture.rest()
    expectEqual(fixture.offset, -60)
    fixture.control.endRefreshing()
    fixture.rest()
    expect(fixture.offset == 0 && fixture.refreshes == 1)
  }

  @Test("while it refreshes the wheel scrolls, and does not pull")
  func whileRefreshing() {
    let fixture = RefreshFixture()
    fixture.control.beginRefreshing()
    fixture.rest()
    turn(4, fixture)
    expectEqual(fixture.offset, -60)
    fixture.run(for: 0.5)
    turn(3, fixture, by: -1)
    fixture.run(for: 0.2)
    expectEqual(fixture.offset, 3 * UIScrollView.pointsPerNotch - 60)
    fixture.control.endRefreshing()
    fixture.rest()
    expectEqual(fixture.offset, 3 * UIScrollView.pointsPerNotch - 60)
  }

  @Test("a finger catches content that the wheel holds, and goes on from there")
  func caught() {
    let fixture = RefreshFixture()
    turn(2, fixture)
    fixture.run(for: 0.1)
    let shown = fixture.shownPull
    fixture.app.fingerDown(at: fixture.middle)
    fixture.app.frame()
    expect(abs(fixture.shownPull - shown) <= 1)
    fixture.app.fingerMove(to: CGPoint(x: 150, y: 330))
    expect(fixture.shownPull > shown)
    fixture.letGo(at: 330)
    fixture.rest()
    expectEqual(fixture.offset, fixture.table.adjustedContentInset.top * -1)
  }

  @Test("the app takes the content over from the wheel")
  func overtaken() {
    let fixture = RefreshFixture()
    turn(2, fixture)
    fixture.table.contentOffset.y = 500
    fixture.rest()
    expect(fixture.offset == 500 && !fixture.table.isDragging)
    expectEqual(fixture.log.events, ["willBeginDragging", "didEndDragging(false)"])
  }

  @Test("sideways, with shift or control held, and with paging, the wheel does not pull")
  func otherTurns() {
    let fixture = RefreshFixture()
    for modifiers in [UIKeyModifierFlags.shift, .control] {
      fixture.app.events.post(
        .wheel(
          InputEvent.Wheel(
            lines: CGVector(dx: 0, dy: 3), location: fixture.middle, modifiers: modifiers,
            timestamp: fixture.app.clock.now)))
      fixture.run(for: 0.5)
      expectEqual(fixture.offset, 0)
    }
    fixture.table.isPagingEnabled = true
    turn(3, fixture)
    expect(fixture.offset == 0 && fixture.refreshes == 0)
  }
}
