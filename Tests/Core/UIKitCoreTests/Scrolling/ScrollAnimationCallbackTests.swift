import Expectations
import Foundation
import TestSupport
import Testing
import UIKitCore

@Suite("Scroll view: animated scrolling")
@MainActor
struct ScrollAnimationCallbackTests {
  @Test("an animated scroll moves over 0.3 s and ends with its callback", arguments: [60.0, 120])
  func animated(rate: Double) {
    let fixture = ScrollFixture()
    fixture.scrollView.setContentOffset(CGPoint(x: 0, y: 700.25), animated: true)
    expectEqual(fixture.scrollView.contentOffset.y, 0)
    expect(fixture.scrollView.isScrollAnimating)
    let start = fixture.app.clock.now
    while fixture.scrollView.isScrollAnimating { fixture.app.frame(after: 1 / rate) }
    expect(abs(fixture.app.clock.now - start - 0.3) < 1.5 / rate)
    expectEqual(fixture.scrollView.contentOffset.y, 700.25)
    expectEqual(fixture.log.events, ["didScroll", "didEndScrollingAnimation"])
    expect(fixture.log.scrollCount > 10)
  }

  @Test("an animated scroll to where it is calls no delegate")
  func nowhere() {
    let fixture = ScrollFixture()
    fixture.scrollView.setContentOffset(.zero, animated: true)
    fixture.app.settle()
    expect(fixture.log.events.isEmpty)
  }

  @Test("outside of a window it is at once and ends without callback")
  func noWindow() {
    let fixture = ScrollFixture()
    fixture.scrollView.removeFromSuperview()
    fixture.scrollView.setContentOffset(CGPoint(x: 0, y: 100), animated: true)
    expectEqual(fixture.scrollView.contentOffset.y, 100)
    expectEqual(fixture.log.events, ["didScroll"])
  }

  @Test("content that gets shorter while its view leaves the window in the middle of an animation is within its end")
  func shorterWhileLeaving() {
    let fixture = ScrollFixture()
    let view = fixture.scrollView
    let content = LeavingView()
    view.addSubview(content)
    view.contentOffset.y = 400
    view.setContentOffset(CGPoint(x: 0, y: 900), animated: true)
    for _ in 0..<4 { fixture.app.frame() }
    expect(view.isScrollAnimating && view.contentOffset.y > 400)
    content.onLeave = { view.contentSize.height = 600 }
    view.removeFromSuperview()
    expectEqual(view.contentOffset.y, 100)

    // Once more, with content that moves along with what is above it.
    fixture.app.window.addSubview(view)
    view.contentSize.height = 5000
    view.setContentOffset(CGPoint(x: 0, y: 900), animated: true)
    for _ in 0..<9 { fixture.app.frame() }
    content.onLeave = {
      view.shiftContentOffset(by: CGPoint(x: 0, y: 200)) { view.contentSize.height = 1000 }
    }
    view.removeFromSuperview()
    expectEqual(view.contentOffset.y, 500)
  }

  @Test("another animated scroll takes over without a jump")
  func replaced() {
    let fixture = ScrollFixture()
    fixture.scrollView.setContentOffset(CGPoint(x: 0, y: 900), animated: true)
    for _ in 0..<9 { fixture.app.frame() }
    let before = fixture.scrollView.contentOffset.y
    fixture.scrollView.setContentOffset(CGPoint(x: 0, y: 1800), animated: true)
    fixture.app.frame()
    let step = fixture.scrollView.contentOffset.y - before
    expect(step > 20 && step < 120)
    _ = fixture.offsetsUntilRest()
    expectEqual(fixture.scrollView.contentOffset.y, 1800)
    expectEqual(fixture.log.events.filter { $0 == "didEndScrollingAnimation" }.count, 1)
  }

  @Test("setContentOffset without animation ends whatever moves")
  func stops() {
    let fixture = ScrollFixture()
    fixture.app.wheel(-5, at: fixture.middle)
    fixture.app.frame()
    fixture.scrollView.setContentOffset(CGPoint(x: 0, y: 2000), animated: false)
    fixture.app.settle()
    expectEqual(fixture.scrollView.contentOffset.y, 2000)
    expectEqual(fixture.log.events.filter { $0 == "didEndDecelerating" }.count, 1)
  }

  @Test("an animated scroll to where it is takes over from one that has just set out")
  func staysAfterSettingOut() {
    let fixture = ScrollFixture()
    fixture.scrollView.setContentOffset(CGPoint(x: 0, y: 900), animated: true)
    fixture.scrollView.setContentOffset(.zero, animated: true)
    fixture.app.settle()
    expectEqual(fixture.scrollView.contentOffset.y, 0)
    expectEqual(fixture.log.events, ["didEndScrollingAnimation"])
  }

  @Test("an animation begun where a finger ends one takes the content out of the hand")
  func caughtAndSentOn() {
    let fixture = ScrollFixture()
    let scrollView = fixture.scrollView
    fixture.log.onEndAnimation = { [log = fixture.log] view in
      log.onEndAnimation = nil
      view.setContentOffset(CGPoint(x: 0, y: 1000), animated: true)
    }
    scrollView.setContentOffset(CGPoint(x: 0, y: 500), animated: true)
    for _ in 0..<5 { fixture.app.frame() }
    fixture.app.fingerDown(at: fixture.middle)
    expect(!scrollView.isDragging && scrollView.isScrollAnimating)
    fixture.app.fingerUp(at: fixture.middle)
    fixture.app.settle()
    expectEqual(scrollView.contentOffset.y, 1000)
    expect(!scrollView.isTracking && !scrollView.isDragging)
    expectEqual(fixture.log.events, ["didScroll", "didEndScrollingAnimation", "didScroll", "didEndScrollingAnimation"])
  }

  @Test("an offset set from within didScroll holds for that frame and lets the motion go on")
  func clampingDelegate() {
    let fixture = ScrollFixture()
    fixture.log.onScroll = { view in
      if view.contentOffset.y > 0, view.contentOffset.y < 30 { view.contentOffset.y = 30 }
    }
    fixture.app.wheel(-1, at: fixture.middle)
    fixture.app.settle()
    expectEqual(fixture.scrollView.contentOffset.y, 60)
  }

  @Test("scrollToTop asks, animates, and says when it is there")
  func toTop() {
    let fixture = ScrollFixture()
    fixture.scrollView.contentOffset.y = 2000
    fixture.log.events.removeAll()
    fixture.log.allowsTop = false
    fixture.scrollView.scrollToTop()
    fixture.app.settle()
    expect(fixture.log.events.isEmpty)
    fixture.log.allowsTop = true
    fixture.scrollView.scrollToTop()
    fixture.app.settle()
    expectEqual(fixture.scrollView.contentOffset.y, 0)
    expectEqual(fixture.log.events, ["didScroll", "didScrollToTop"])
  }

  @Test("scrollToTop leaves nothing out of range on the other axis")
  func toTopFromBeside() {
    let fixture = ScrollFixture()
    fixture.scrollView.contentSize.width = 2000
    fixture.scrollView.contentOffset = CGPoint(x: -30, y: 2000)
    fixture.scrollView.scrollToTop()
    fixture.app.settle()
    expectEqual(fixture.scrollView.contentOffset, .zero)
  }
}

/// Tells when it has left its window, before the views around it do.
private final class LeavingView: UIView {
  var onLeave: (() -> Void)?

  override func didMoveToWindow() {
    super.didMoveToWindow()
    if window == nil { onLeave?() }
  }
}
