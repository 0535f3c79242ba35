import Expectations
import Foundation
import TestSupport
import Testing
import UIKitCore

@Suite("Scroll view: dragging and decelerating")
@MainActor
struct ScrollDraggingTests {
  private func at(_ y: CGFloat) -> CGPoint { CGPoint(x: 150, y: y) }

  @Test("content follows the finger after 10 points of slop, which are subtracted")
  func slop() {
    let fixture = ScrollFixture()
    fixture.scrollView.contentOffset.y = 1000
    fixture.log.events.removeAll()
    fixture.app.fingerDown(at: at(400))
    fixture.app.fingerMove(to: at(391))
    expectEqual(fixture.scrollView.contentOffset.y, 1000)
    expect(!fixture.scrollView.isDragging && fixture.scrollView.isTracking)
    fixture.app.fingerMove(to: at(380))
    expectEqual(fixture.scrollView.contentOffset.y, 1010)
    expect(fixture.scrollView.isDragging)
    fixture.app.fingerMove(to: at(350))
    expectEqual(fixture.scrollView.contentOffset.y, 1040)
    expectEqual(fixture.log.events, ["willBeginDragging", "didScroll"])
  }

  @Test("a throw calls the delegate in order, and ends at rest")
  func throwing() {
    let fixture = ScrollFixture()
    fixture.app.fingerDrag(from: at(450), to: at(350))
    fixture.app.fingerUp(at: at(350))
    expect(fixture.scrollView.isDecelerating && !fixture.scrollView.isDragging)
    let offsets = fixture.offsetsUntilRest()
    expectEqual(
      fixture.log.events,
      [
        "willBeginDragging", "didScroll", "willEndDragging", "didEndDragging(true)",
        "willBeginDecelerating", "didScroll", "didEndDecelerating",
      ])
    expect(zip(offsets, offsets.dropFirst()).allSatisfy { $0 <= $1 })
    expectEqual(fixture.scrollView.contentOffset, fixture.log.proposedTarget)
    expect(!fixture.scrollView.isDecelerating)
  }

  @Test("the throw has the finger's speed, in points a millisecond, and travels (v - 10) · 0.499")
  func travel() {
    let fixture = ScrollFixture()
    fixture.app.fingerDrag(from: at(450), to: at(350))
    let start = fixture.scrollView.contentOffset.y
    fixture.app.fingerUp(at: at(350))
    expect(abs(fixture.log.velocity.y - 1) < 1e-6)
    expect(abs(fixture.log.proposedTarget.y - start - 990 * 0.4995) < 0.6)
  }

  @Test("the way after a throw does not depend on the frame rate", arguments: [60.0, 120, 144])
  func frameRates(rate: Double) {
    let fixture = ScrollFixture()
    fixture.app.fingerDrag(from: at(450), to: at(350))
    let start = fixture.scrollView.contentOffset.y
    let released = fixture.app.clock.now
    fixture.app.fingerUp(at: at(350))
    let curve = DecelerationCurve(start: start, velocity: 1000, rate: 0.998)
    while fixture.scrollView.isDecelerating {
      fixture.app.frame(after: 1 / rate)
      let expected = curve.offset(at: fixture.app.clock.now - released)
      expect(abs(fixture.scrollView.contentOffset.y - expected) <= 0.51)
    }
  }

  @Test(
    "fingers as touch screens report them, uneven in time and place, coast within a point of UIKit's closed form",
    arguments: 0..<16)
  func traces(seed: Int) {
    var random = SeededRandom(seed: seed)
    let fixture = ScrollFixture(contentHeight: 100_000)
    fixture.scrollView.contentOffset.y = 50_000
    fixture.app.settle()
    let isUp = Bool.random(using: &random)
    let speed = CGFloat.random(in: 300...4000, using: &random) * (isUp ? -1 : 1)
    var y: CGFloat = isUp ? 480 : 20
    fixture.app.fingerDown(at: at(y))
    var time = 0.0
    // Faster from sample to sample, to the pixel, by a clock of milliseconds.
    while time < 0.12, (10...490).contains(y) {
      let step = Double(Int.random(in: 6...11, using: &random)) / 1000
      time += step
      y += speed * min(1, time / 0.06) * step + CGFloat.random(in: -0.5...0.5, using: &random)
      fixture.app.fingerMove(to: at(y.rounded()), after: step)
    }
    let start = fixture.scrollView.contentOffset.y
    fixture.app.fingerUp(at: at(y.rounded()), after: Double(Int.random(in: 0...9, using: &random)) / 1000)
    let released = fixture.app.clock.now
    let velocity = fixture.log.velocity.y * 1000
    expect(abs(velocity) > 100 && (velocity < 0) != isUp)
    // The speed falls by 0.998 a millisecond, until it is 10 points a second.
    let decay = -1000 * log(0.998)
    let duration = log(abs(velocity) / 10) / decay
    var frames = 0
    while fixture.scrollView.isDecelerating, frames < 1000 {
      fixture.app.frame(after: Double.random(in: 0.004...0.03, using: &random))
      let past = min(fixture.app.clock.now - released, duration)
      let expected = start + velocity * (1 - exp(-decay * past)) / decay
      expect(abs(fixture.scrollView.contentOffset.y - expected) <= 1, "frame \(frames)")
      frames += 1
    }
    expect(frames > 10 && abs(fixture.scrollView.contentOffset.y - fixture.log.proposedTarget.y) <= 1)
  }

  @Test("a finger held still before it is lifted throws nothing")
  func noThrow() {
    let fixture = ScrollFixture()
    fixture.app.fingerDrag(from: at(450), to: at(350))
    fixture.app.fingerUp(at: at(350), after: 0.3)
    expectEqual(fixture.log.events.suffix(2), ["willEndDragging", "didEndDragging(false)"])
    expectEqual(fixture.log.velocity, .zero)
    expect(!fixture.scrollView.isDecelerating)
  }

  @Test("a writable target retargets the deceleration")
  func retargeting() {
    let fixture = ScrollFixture()
    fixture.log.chosenTarget = CGPoint(x: 0, y: 1234.5)
    fixture.app.fingerDrag(from: at(450), to: at(350))
    fixture.app.fingerUp(at: at(350))
    _ = fixture.offsetsUntilRest()
    expectEqual(fixture.scrollView.contentOffset.y, 1234.5)
    expectEqual(fixture.log.events.last, "didEndDecelerating")
  }

  @Test("a touch during deceleration stops it and ends as a drag that throws nothing")
  func caught() {
    let fixture = ScrollFixture()
    fixture.app.fingerDrag(from: at(450), to: at(350))
    fixture.app.fingerUp(at: at(350))
    for _ in 0..<10 { fixture.app.frame() }
    fixture.log.events.removeAll()
    fixture.app.fingerDown(at: at(300))
    let caughtAt = fixture.scrollView.contentOffset.y
    expect(fixture.scrollView.isDragging && !fixture.scrollView.isDecelerating)
    for _ in 0..<10 { fixture.app.frame() }
    expectEqual(fixture.scrollView.contentOffset.y, caughtAt)
    fixture.app.fingerUp(at: at(300))
    expectEqual(
      fixture.log.events, ["willBeginDragging", "willEndDragging", "didEndDragging(false)"])
  }

  @Test("pulled beyond its end the content gives way like a rubber band, and comes back")
  func rubberBand() {
    let fixture = ScrollFixture()
    fixture.app.fingerDrag(from: at(100), to: at(310), steps: 20)
    let expected = -RubberBand(length: 500).overshoot(forPull: 200)
    expect(abs(fixture.scrollView.contentOffset.y - expected) <= 0.5)
    fixture.app.fingerUp(at: at(310), after: 0.2)
    expect(fixture.scrollView.isDecelerating)
    let offsets = fixture.offsetsUntilRest()
    expectEqual(offsets.last, 0)
    expect(zip(offsets, offsets.dropFirst()).allSatisfy { $0 <= $1 })
    expectEqual(fixture.log.events.last, "didEndDecelerating")
  }

  @Test("without bounces nothing gives way", arguments: [true, false])
  func noBounce(fits: Bool) {
    let fixture = ScrollFixture(contentHeight: fits ? 300 : 5000)
    fixture.scrollView.bounces = fits
    fixture.app.fingerDrag(from: at(100), to: at(310), steps: 20)
    fixture.app.fingerUp(at: at(310))
    expectEqual(fixture.log.scrollCount, 0)
    _ = fixture.offsetsUntilRest()
    expectEqual(fixture.scrollView.contentOffset, .zero)
  }

  @Test("content that fits gives way with alwaysBounceVertical")
  func alwaysBounce() {
    let fixture = ScrollFixture(contentHeight: 300)
    fixture.scrollView.alwaysBounceVertical = true
    fixture.app.fingerDrag(from: at(100), to: at(310), steps: 20)
    expect(fixture.scrollView.contentOffset.y < -50)
    fixture.app.fingerUp(at: at(310))
    expectEqual(fixture.offsetsUntilRest().last, 0)
  }

  @Test("thrown against its end the content bounces and rests on the end")
  func bouncing() {
    let fixture = ScrollFixture()
    fixture.scrollView.contentOffset.y = 4300
    fixture.app.fingerDrag(from: at(450), to: at(250), steps: 5)
    fixture.app.fingerUp(at: at(250))
    let offsets = fixture.offsetsUntilRest()
    expect((offsets.max() ?? 0) > 4510)
    expectEqual(offsets.last, 4500)
  }

  @Test("a press of the mouse stops moving content, but not beyond its end, where it comes back")
  func pressedWhileBouncing() {
    let fixture = ScrollFixture()
    fixture.scrollView.contentOffset.y = 4300
    fixture.app.fingerDrag(from: at(450), to: at(250), steps: 5)
    fixture.app.fingerUp(at: at(250))
    while fixture.scrollView.contentOffset.y <= 4500 { fixture.app.frame() }
    fixture.app.click(at: fixture.middle)
    expectEqual(fixture.offsetsUntilRest().last, 4500)
    fixture.app.fingerDrag(from: at(250), to: at(450), steps: 5)
    fixture.app.fingerUp(at: at(450))
    fixture.app.frame()
    fixture.app.click(at: fixture.middle)
    let stopped = fixture.scrollView.contentOffset.y
    expect(stopped < 4300 && (fixture.offsetsUntilRest().last ?? stopped) == stopped)
  }

  @Test("paging ends at multiples of the bounds")
  func paging() {
    let fixture = ScrollFixture()
    fixture.scrollView.isPagingEnabled = true
    fixture.app.fingerDrag(from: at(450), to: at(400))
    fixture.app.fingerUp(at: at(400))
    expectEqual(fixture.offsetsUntilRest().last, 500)
    fixture.app.fingerDrag(from: at(400), to: at(450))
    fixture.app.fingerUp(at: at(450))
    expectEqual(fixture.offsetsUntilRest().last, 0)
  }

  @Test("the mouse does not pan: a drag over content leaves it where it is")
  func mouse() {
    let fixture = ScrollFixture()
    fixture.app.mouseDown(at: at(400))
    for y in stride(from: 390, to: 100, by: -10) { fixture.app.mouseMove(to: at(CGFloat(y))) }
    fixture.app.mouseUp(at: at(100))
    expectEqual(fixture.scrollView.contentOffset, .zero)
    expect(fixture.log.events.isEmpty)
  }

  @Test("the mouse's first button drags and throws where the application takes it for a finger; the others do not")
  func mouseAsFinger() {
    let fixture = ScrollFixture()
    fixture.app.application.treatsPointerAsTouch = true
    fixture.app.mouseDown(at: at(400))
    for y in stride(from: 390, to: 100, by: -10) {
      fixture.app.clock.advance(by: 1.0 / 120)
      fixture.app.mouseMove(to: at(CGFloat(y)))
    }
    let dragged = fixture.scrollView.contentOffset.y
    expect(dragged > 200)
    fixture.app.mouseUp(at: at(110))
    expect((fixture.offsetsUntilRest().last ?? 0) > dragged + 50)
    fixture.app.application.treatsPointerAsTouch = false
    let rest = fixture.scrollView.contentOffset
    fixture.app.mouseDown(at: at(400))
    for y in stride(from: 390, to: 100, by: -10) { fixture.app.mouseMove(to: at(CGFloat(y))) }
    fixture.app.mouseUp(at: at(100))
    expectEqual(fixture.scrollView.contentOffset, rest)
  }

  @Test("a finger on a subview scrolls only while canCancelContentTouches and touchesShouldCancel let it")
  func refusedCancel() {
    final class Picky: UIScrollView {
      var answer = false
      override func touchesShouldCancel(in view: UIView) -> Bool { answer }
    }
    let app = TestApplication(size: CGSize(width: 300, height: 500))
    let scrollView = Picky(frame: CGRect(x: 0, y: 0, width: 300, height: 500))
    scrollView.contentSize = CGSize(width: 300, height: 2000)
    scrollView.addSubview(UIView(frame: CGRect(x: 0, y: 0, width: 300, height: 300)))
    app.window.addSubview(scrollView)
    app.frame()
    func drag(from y: CGFloat) -> CGFloat {
      scrollView.contentOffset.y = 0
      app.fingerDrag(from: CGPoint(x: 100, y: y), to: CGPoint(x: 100, y: y - 100))
      defer { app.fingerUp(at: CGPoint(x: 100, y: y - 100), after: 0.5) }
      return scrollView.contentOffset.y
    }
    expectEqual(drag(from: 200), 0)
    expectEqual(drag(from: 400), 90)
    scrollView.answer = true
    expectEqual(drag(from: 200), 90)
    scrollView.canCancelContentTouches = false
    expectEqual(drag(from: 200), 0)
  }

  @Test("a pan cancels the touch of the view under it")
  func cancelsTouches() {
    let fixture = ScrollFixture()
    let row = TouchLog(frame: CGRect(x: 0, y: 0, width: 300, height: 5000))
    fixture.scrollView.addSubview(row)
    fixture.app.fingerDrag(from: at(400), to: at(300))
    fixture.app.fingerUp(at: at(300))
    expectEqual(row.events, ["began", "cancelled"])
  }

  @Test("a finger scrolls on though the row it began on has left the window")
  func rowLeaves() {
    let fixture = ScrollFixture()
    let row = TouchLog(frame: CGRect(x: 0, y: 0, width: 300, height: 5000))
    fixture.scrollView.addSubview(row)
    fixture.app.fingerDrag(from: at(400), to: at(300))
    row.removeFromSuperview()
    fixture.app.fingerMove(to: at(200))
    expectEqual(fixture.scrollView.contentOffset.y, 190)
    expect(fixture.scrollView.isDragging)
  }

  @Test("a drag across the axis that scrolls is left to others")
  func acrossAxis() {
    let fixture = ScrollFixture()
    fixture.app.fingerDrag(from: CGPoint(x: 50, y: 250), to: CGPoint(x: 200, y: 255))
    expect(!fixture.scrollView.isDragging)
    expect(fixture.log.events.isEmpty)
  }

  @Test("a rectangle scrolled to while a drag ends, in which the content becomes shorter, is scrolled to in range")
  func rectOfShortenedContent() {
    let fixture = ScrollFixture()
    let view = fixture.scrollView
    view.contentOffset.y = 1000
    fixture.app.fingerDrag(from: CGPoint(x: 150, y: 300), to: CGPoint(x: 150, y: 200))
    fixture.log.onEndDragging = { $0.contentSize.height = 2000 }
    view.scrollRectToVisible(CGRect(x: 0, y: 3000, width: 10, height: 50), animated: true)
    fixture.app.settle()
    expectEqual(view.contentOffset.y, 1500)
    fixture.app.fingerUp(at: CGPoint(x: 150, y: 200))
  }

  @Test("a rectangle scrolled to sideways while a finger pulls the content down is scrolled to in range")
  func sidewaysWhilePulled() {
    let fixture = ScrollFixture()
    let view = fixture.scrollView
    view.contentSize.width = 1000
    fixture.log.onScroll = { view in
      guard view.contentOffset.y < -20 else { return }
      fixture.log.onScroll = nil
      view.scrollRectToVisible(CGRect(x: 600, y: 0, width: 10, height: 10), animated: true)
    }
    fixture.app.fingerDrag(from: fixture.middle, to: fixture.middle + CGPoint(x: 0, y: 100))
    expect(fixture.log.onScroll == nil)
    fixture.app.fingerUp(at: fixture.middle + CGPoint(x: 0, y: 100))
    _ = fixture.offsetsUntilRest()
    expectEqual(view.contentOffset, CGPoint(x: 310, y: 0))
  }

  @Test("content held or moving beyond its end is within it once the view has left its window")
  func leavingWindow() {
    let fixture = ScrollFixture()
    let view = fixture.scrollView
    fixture.app.fingerDrag(from: CGPoint(x: 150, y: 100), to: CGPoint(x: 150, y: 220))
    expect(view.contentOffset.y < -20)
    view.removeFromSuperview()
    expectEqual(view.contentOffset.y, 0)
    fixture.app.fingerUp(at: CGPoint(x: 150, y: 220))

    fixture.app.window.addSubview(view)
    fixture.app.fingerDrag(from: CGPoint(x: 150, y: 100), to: CGPoint(x: 150, y: 220))
    fixture.app.fingerUp(at: CGPoint(x: 150, y: 220))
    expect(view.isDecelerating && view.contentOffset.y < -20)
    view.removeFromSuperview()
    expectEqual(view.contentOffset.y, 0)

    // Where the app itself put it, it stays.
    view.contentOffset.y = -30
    fixture.app.window.addSubview(view)
    view.removeFromSuperview()
    expectEqual(view.contentOffset.y, -30)
  }

  @Test(
    "content caught beyond its end is within it when the end of its animation takes the view away",
    arguments: [("by the content", 150), ("by the indicator's track", 295)])
  func leavingWindowWhenCaught(_: String, x: CGFloat) {
    let fixture = ScrollFixture()
    let view = fixture.scrollView
    view.contentOffset.y = -60
    view.setContentOffset(.zero, animated: true)
    for _ in 0..<5 { fixture.app.frame() }
    expect(view.contentOffset.y < -10)
    fixture.log.onEndAnimation = { view in
      view.removeFromSuperview()
      fixture.app.window.addSubview(view)
    }
    fixture.app.fingerDown(at: CGPoint(x: x, y: 100))
    expectEqual(view.contentOffset.y, 0)
    fixture.app.fingerUp(at: CGPoint(x: x, y: 100))
    fixture.app.settle()
    expectEqual(view.contentOffset.y, 0)
    expect(!view.isTracking)
  }

  @Test("a finger that is down when the view leaves its window does not drag it there")
  func draggingWithoutWindow() {
    let fixture = ScrollFixture()
    let view = fixture.scrollView
    fixture.app.fingerDown(at: CGPoint(x: 150, y: 100))
    view.removeFromSuperview()
    view.contentOffset.y = 400
    fixture.app.fingerMove(to: CGPoint(x: 150, y: 160))
    view.contentSize.height = 100
    fixture.app.fingerUp(at: CGPoint(x: 150, y: 160))
    fixture.app.window.addSubview(view)
    fixture.app.settle()
    expect(view.contentOffset.y == 0 && !view.isTracking)
  }

  @Test("a view that its delegate takes out of the window when the finger lets go is in range")
  func leavingWindowWhenLetGo() {
    let fixture = ScrollFixture()
    let view = fixture.scrollView
    fixture.log.onWillEndDragging = { $0.removeFromSuperview() }
    fixture.app.fingerDrag(from: CGPoint(x: 150, y: 100), to: CGPoint(x: 150, y: 220))
    expect(view.contentOffset.y < -20)
    fixture.app.fingerUp(at: CGPoint(x: 150, y: 220))
    expectEqual(view.contentOffset.y, 0)
  }
}
