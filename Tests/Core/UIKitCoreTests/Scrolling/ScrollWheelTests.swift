import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

@Suite("Scroll view: wheel")
@MainActor
struct ScrollWheelTests {
  @Test("a notch moves the content by its distance, smoothly, and reports one drag")
  func notch() {
    let fixture = ScrollFixture()
    fixture.app.wheel(-1, at: fixture.middle)
    expect(fixture.scrollView.isDecelerating)
    let offsets = fixture.offsetsUntilRest()
    expectEqual(fixture.scrollView.contentOffset.y, UIScrollView.pointsPerNotch)
    expect(zip(offsets, offsets.dropFirst()).allSatisfy { $0 <= $1 })
    expect(Set(offsets).count >= 6)
    expectEqual(
      fixture.log.events,
      [
        "willBeginDragging", "willEndDragging", "didEndDragging(true)", "willBeginDecelerating",
        "didScroll", "didEndDecelerating",
      ])
    expectEqual(fixture.log.proposedTarget.y, UIScrollView.pointsPerNotch)
  }

  @Test("notches that follow each other add up and are one drag", arguments: [60.0, 120, 144])
  func burst(rate: Double) {
    let fixture = ScrollFixture()
    var last: CGFloat = 0
    for _ in 0..<5 {
      fixture.app.wheel(-1, at: fixture.middle)
      for _ in 0..<3 {
        fixture.app.frame(after: 1 / rate)
        expect(fixture.scrollView.contentOffset.y >= last)
        last = fixture.scrollView.contentOffset.y
      }
    }
    _ = fixture.offsetsUntilRest(rate: rate)
    expectEqual(fixture.scrollView.contentOffset.y, 5 * UIScrollView.pointsPerNotch)
    expectEqual(fixture.log.events.filter { $0 == "willBeginDragging" }.count, 1)
    expectEqual(fixture.log.events.filter { $0 == "didEndDecelerating" }.count, 1)
  }

  @Test("the wheel never leaves the rest range")
  func bounded() {
    let fixture = ScrollFixture(contentHeight: 590)
    for _ in 0..<4 { fixture.app.wheel(-1, at: fixture.middle) }
    expectEqual((fixture.offsetsUntilRest().max() ?? 0), 90)
    for _ in 0..<4 { fixture.app.wheel(1, at: fixture.middle) }
    expectEqual((fixture.offsetsUntilRest().min() ?? 0), 0)
  }

  @Test("content that shrinks on the way of a notch or of an animation ends it in the new range")
  func shrinking() {
    let fixture = ScrollFixture()
    let view = fixture.scrollView
    for newHeight in [view.bounds.height + 30, view.bounds.height / 2] {
      view.contentSize.height = 5000
      view.contentOffset.y = 200
      fixture.app.wheel(-1, at: fixture.middle)
      fixture.app.frame(after: 0.02)
      view.contentSize.height = newHeight
      _ = fixture.offsetsUntilRest()
      let end = max(0, newHeight - view.bounds.height)
      expectEqual(view.contentOffset.y, end)

      view.contentSize.height = 5000
      view.setContentOffset(CGPoint(x: 0, y: 900), animated: true)
      fixture.app.frame(after: 0.02)
      view.contentSize.height = newHeight
      _ = fixture.offsetsUntilRest()
      expectEqual(view.contentOffset.y, end)
    }
  }

  @Test("a touchpad's deltas apply at once, and their fractions add up")
  func precise() {
    let fixture = ScrollFixture()
    for step in 1...10 {
      fixture.app.wheel(-0.005, at: fixture.middle, isPrecise: true)
      fixture.app.frame(after: 0.01)
      let exact = CGFloat(step) * 0.005 * UIScrollView.pointsPerNotch
      expect(abs(fixture.scrollView.contentOffset.y - exact) <= 0.5)
    }
    expectEqual(fixture.scrollView.contentOffset.y, 3)
    expect(fixture.scrollView.isDragging)
    _ = fixture.offsetsUntilRest()
    expectEqual(
      fixture.log.events,
      [
        "willBeginDragging", "didScroll", "willEndDragging", "didEndDragging(false)",
      ])
  }

  @Test("a finger takes over what a touchpad holds where it is, even out of range, and lets it spring back")
  func caught() {
    let fixture = ScrollFixture()
    let view = fixture.scrollView
    fixture.app.wheel(-5, at: fixture.middle, isPrecise: true)
    expectEqual(view.contentOffset.y, 300)
    view.contentSize.height = view.bounds.height + 100
    fixture.log.events = []
    fixture.app.fingerDown(at: fixture.middle)
    expectEqual(fixture.log.events, ["willEndDragging", "didEndDragging(false)", "willBeginDragging"])
    let held = view.contentOffset.y
    for _ in 0..<10 {
      fixture.app.frame(after: 1 / 60)
      expectEqual(view.contentOffset.y, held)
      expect(view.isTracking && !view.isDecelerating)
    }
    fixture.app.fingerUp(at: fixture.middle)
    _ = fixture.offsetsUntilRest()
    expectEqual(view.contentOffset.y, 100)
  }

  @Test("content pulled by a pixel is back in range when it is let go")
  func pulledByAPixel() {
    let fixture = ScrollFixture()
    fixture.scrollView.contentOffset.y = 20
    fixture.app.fingerDown(at: fixture.middle)
    for way in [10.0, 20, 30, 31.5] {
      fixture.app.fingerMove(to: fixture.middle + CGPoint(x: 0, y: way), after: 0.1)
      fixture.app.frame(after: 0.1)
    }
    expectEqual(fixture.scrollView.contentOffset.y, -1)
    fixture.app.frame(after: 1)
    fixture.app.fingerUp(at: fixture.middle + CGPoint(x: 0, y: 31.5))
    _ = fixture.offsetsUntilRest()
    expectEqual(fixture.scrollView.contentOffset.y, 0)
  }

  @Test("shift turns the wheel sideways")
  func sideways() {
    let fixture = ScrollFixture()
    fixture.scrollView.contentSize.width = 1000
    fixture.app.events.post(
      .wheel(
        InputEvent.Wheel(
          lines: CGVector(dx: 0, dy: -1), location: fixture.middle, modifiers: .shift,
          timestamp: fixture.app.clock.now)))
    _ = fixture.app.settle()
    expectEqual(fixture.scrollView.contentOffset, CGPoint(x: UIScrollView.pointsPerNotch, y: 0))
  }

  @Test(
    "a wheel turns a view sideways that has nothing above or below, nor has one around it", arguments: [true, false])
  func sidewaysAlone(isAroundLong: Bool) {
    let fixture = ScrollFixture()
    let inner = UIScrollView(frame: CGRect(x: 0, y: 0, width: 250, height: 300))
    inner.contentSize = CGSize(width: 900, height: 300)
    fixture.scrollView.addSubview(inner)
    if !isAroundLong { fixture.scrollView.contentSize.height = 100 }
    fixture.app.events.post(
      .wheel(
        InputEvent.Wheel(
          lines: CGVector(dx: 0, dy: -1), location: CGPoint(x: 100, y: 100), timestamp: fixture.app.clock.now)))
    _ = fixture.app.settle()
    expectEqual(inner.contentOffset.x, (isAroundLong ? 0 : UIScrollView.pointsPerNotch))
    expectEqual(fixture.scrollView.contentOffset.y, (isAroundLong ? UIScrollView.pointsPerNotch : 0))
  }

  @Test("of nested scroll views the innermost that can still move takes the wheel")
  func nested() {
    let fixture = ScrollFixture()
    let inner = UIScrollView(frame: CGRect(x: 0, y: 100, width: 250, height: 300))
    inner.contentSize = CGSize(width: 250, height: 360)
    fixture.scrollView.addSubview(inner)
    let place = CGPoint(x: 100, y: 200)
    fixture.app.wheel(1, at: place)
    fixture.app.settle()
    expect(inner.contentOffset.y == 0 && fixture.scrollView.contentOffset.y == 0)
    fixture.app.wheel(-1, at: place)
    fixture.app.settle()
    expect(inner.contentOffset.y == 60 && fixture.scrollView.contentOffset.y == 0)
    fixture.app.wheel(-1, at: place)
    fixture.app.settle()
    expect(inner.contentOffset.y == 60 && fixture.scrollView.contentOffset.y == 60)
    fixture.app.wheel(1, at: place)
    fixture.app.settle()
    expect(inner.contentOffset.y == 0 && fixture.scrollView.contentOffset.y == 60)
  }

  @Test("a scroll view that is switched off takes no wheel")
  func disabled() {
    let fixture = ScrollFixture()
    fixture.scrollView.isScrollEnabled = false
    fixture.app.wheel(-1, at: fixture.middle)
    fixture.app.settle()
    expectEqual(fixture.scrollView.contentOffset, .zero)
  }

  @Test("a delegate may choose where a notch ends")
  func retargeting() {
    let fixture = ScrollFixture()
    fixture.log.chosenTarget = CGPoint(x: 0, y: 44)
    fixture.app.wheel(-1, at: fixture.middle)
    fixture.app.settle()
    expectEqual(fixture.scrollView.contentOffset.y, 44)
  }

  @Test("content that scrollViewDidScroll shortens in the last frame of a notch rests at its end")
  func shortenedOnArrival() {
    let fixture = ScrollFixture()
    let view = fixture.scrollView
    view.contentOffset.y = 200
    let arrival = 200 + UIScrollView.pointsPerNotch
    fixture.log.onScroll = { [highest = arrival / 2] scroll in
      if scroll.contentOffset.y == arrival { scroll.contentSize.height = scroll.bounds.height + highest }
    }
    fixture.app.wheel(-1, at: fixture.middle)
    fixture.app.settle()
    expectEqual(view.contentOffset.y, arrival / 2)
    expectEqual(fixture.log.events.filter { $0 == "didEndDecelerating" }.count, 1)
  }

  @Test("an offset that scrollViewDidScroll sets in the last frame of a notch stays in range of shorter content")
  func setOnArrival() {
    let fixture = ScrollFixture()
    let view = fixture.scrollView
    fixture.log.onScroll = { [log = fixture.log] scroll in
      guard scroll.contentOffset.y == UIScrollView.pointsPerNotch else { return }
      log.onScroll = nil
      scroll.contentOffset.y = 3000
      scroll.contentSize.height = scroll.bounds.height + 2900
    }
    fixture.app.wheel(-1, at: fixture.middle)
    fixture.app.settle()
    expectEqual(view.contentOffset.y, 2900)
    expectEqual(fixture.log.events.filter { $0 == "didEndDecelerating" }.count, 1)
  }

  @Test("the bar above the content is told once that a notch has come to rest")
  func restBelowBar() {
    let bar = Bar()
    let fixture = ScrollFixture()
    fixture.scrollView.setTopBar(bar, room: 50)
    fixture.app.wheel(-1, at: fixture.middle)
    fixture.app.settle()
    expectEqual(bar.rests, 1)
  }

  @Test("the bar above the content is told once that a throw has come to rest, if by a last step, too")
  func throwBelowBar() {
    let bar = Bar()
    let fixture = ScrollFixture()
    fixture.scrollView.setTopBar(bar, room: 50)
    var lastSteps = 0
    for distance in 60..<120 {
      fixture.log.onScroll = nil
      fixture.scrollView.contentOffset.y = 1000
      fixture.app.settle()
      bar.rests = 0
      fixture.app.fingerDrag(from: fixture.middle, to: fixture.middle + CGPoint(x: 0, y: -CGFloat(distance)))
      fixture.app.fingerUp(at: fixture.middle + CGPoint(x: 0, y: -CGFloat(distance)))
      fixture.log.onScroll = { if !$0.isDecelerating { lastSteps += 1 } }
      fixture.app.settle()
      expectEqual(bar.rests, 1, "thrown by \(distance) points")
    }
    expect(lastSteps > 0, "no throw's last step moved the content")
  }

  @Test("with paging a notch turns one page")
  func paging() {
    let fixture = ScrollFixture()
    fixture.scrollView.isPagingEnabled = true
    fixture.app.wheel(-1, at: fixture.middle)
    fixture.app.wheel(-1, at: fixture.middle)
    fixture.app.settle()
    expectEqual(fixture.scrollView.contentOffset.y, 500)
    fixture.app.wheel(-1, at: fixture.middle)
    fixture.app.settle()
    expectEqual(fixture.scrollView.contentOffset.y, 1000)
  }

  @Test("at rest nothing asks for a frame")
  func idle() {
    let fixture = ScrollFixture()
    fixture.app.wheel(-3, at: fixture.middle)
    fixture.app.settle()
    expect(!fixture.app.application.frameLoop.isFrameRequested)
    let drawn = fixture.app.backend.drawCount
    for _ in 0..<100 { fixture.app.frame() }
    expectEqual(fixture.app.backend.drawCount, drawn)
  }

  @Test("content beyond its end is back when a turn of the wheel ends what brought it back, outside of the window")
  func leavesBeyondEnd() {
    let fixture = ScrollFixture(contentHeight: 480)
    let scrollView = fixture.scrollView
    fixture.log.onEndAnimation = { [log = fixture.log] view in
      log.onEndAnimation = nil
      view.removeFromSuperview()
    }
    scrollView.contentOffset.y = 60
    scrollView.setContentOffset(.zero, animated: true)
    fixture.app.wheel(2, at: fixture.middle)
    expect(scrollView.window == nil && scrollView.contentOffset.y == 0)
  }

  @Test("a view that is taken out of the window when a turn of the wheel is told of rests, and was let go")
  func leavesWindow() {
    for (callback, isPrecise) in [("animation", false), ("begin", false), ("begin", true), ("end", false)] {
      let fixture = ScrollFixture()
      let scrollView = fixture.scrollView
      let leave: (UIScrollView) -> Void = { [log = fixture.log] view in
        log.onEndAnimation = nil
        log.onBeginDragging = nil
        log.onWillEndDragging = nil
        view.removeFromSuperview()
      }
      switch callback {
      case "animation":
        fixture.log.onEndAnimation = leave
        scrollView.setContentOffset(CGPoint(x: 0, y: 900), animated: true)
        fixture.app.frame()
      case "begin": fixture.log.onBeginDragging = leave
      default:
        fixture.log.chosenTarget = CGPoint(x: 0, y: 400)
        fixture.log.onWillEndDragging = leave
      }
      fixture.app.wheel(-1, at: fixture.middle, isPrecise: isPrecise)
      expect(scrollView.window == nil)
      fixture.app.window.addSubview(scrollView)
      let offset = scrollView.contentOffset
      fixture.app.settle()
      expect(!scrollView.mover.isMoving && !scrollView.isDragging && !scrollView.isDecelerating, "\(callback)")
      expectEqual(scrollView.contentOffset, offset, "\(callback)")
      let begun = fixture.log.events.count { $0 == "willBeginDragging" }
      expectEqual(fixture.log.events.count { $0.hasPrefix("didEndDragging") }, begun, "\(callback)")
    }
  }
}

/// Counts how often it is told of rest.
private final class Bar: ScrollTopBar {
  var rests = 0
  func contentDidMove(in scrollView: UIScrollView) {}
  func contentDidRest(in scrollView: UIScrollView) { rests += 1 }
}
