import Expectations
import Foundation
import TestSupport
import Testing
import UIKitCore

@Suite("Scroll view: indicators")
@MainActor
struct ScrollIndicatorTests {
  /// The knobs of the last frame, from back to front.
  private func knobs(_ fixture: ScrollFixture) -> [(rect: CGRect, alpha: UInt8)] {
    fixture.app.backend.list.commands.compactMap { command in
      guard case .fillRounded(let shape, let color) = command else { return nil }
      return (shape.rect, color.alpha)
    }
  }

  @Test("shown thin while content moves, 3 points from the edge, and fading 0.4 s afterwards")
  func appearance() throws {
    let fixture = ScrollFixture()
    expect(knobs(fixture).isEmpty)
    fixture.app.wheel(-1, at: fixture.middle)
    fixture.app.frame()
    let knob = try #require(knobs(fixture).first)
    expect(knob.rect.width == 3 && knob.rect.maxX == 297)
    expect(abs(knob.rect.height - 494 / 10) < 0.01)
    var alphas: [UInt8] = []
    while fixture.app.application.frameLoop.isFrameRequested {
      fixture.app.frame()
      alphas.append(knobs(fixture).first?.alpha ?? 0)
    }
    expectEqual(alphas.last, 0)
    expect(zip(alphas, alphas.dropFirst()).allSatisfy { $0 >= $1 })
    let fading = alphas.filter { $0 > 0 && $0 < knob.alpha }.count
    expect(abs(Double(fading) / 60 - 0.4) < 0.05)
  }

  @Test("an animated scroll takes the content from the pointer that holds a knob, and ends in range")
  func animationTakesKnob() {
    let fixture = ScrollFixture(contentHeight: 600)
    let view = fixture.scrollView
    view.flashScrollIndicators()
    fixture.app.frame()
    fixture.app.mouseDown(at: CGPoint(x: 295, y: 100))
    expect(view.isDragging)
    view.setContentOffset(CGPoint(x: 0, y: 40), animated: true)
    expect(!view.isDragging && view.isScrollAnimating)
    fixture.app.frame()
    view.contentSize.height = 500
    fixture.app.mouseUp(at: CGPoint(x: 295, y: 100))
    _ = fixture.offsetsUntilRest()
    expectEqual(view.contentOffset.y, 0)
  }

  @Test("content that gets shorter while its knob is held stays in range, and the knob goes on from there")
  func shorterUnderKnob() {
    let fixture = ScrollFixture(contentHeight: 600)
    let view = fixture.scrollView
    view.contentOffset.y = 100
    view.flashScrollIndicators()
    fixture.app.frame()
    fixture.app.mouseDown(at: CGPoint(x: 295, y: 300))
    expect(view.isDragging)
    view.contentSize.height = 540
    expect(view.isDragging && view.contentOffset.y == 40)
    fixture.app.mouseMove(to: CGPoint(x: 295, y: 0))
    fixture.app.frame()
    expectEqual(view.contentOffset.y, 0)
    fixture.app.mouseMove(to: CGPoint(x: 295, y: 499))
    fixture.app.frame()
    expectEqual(view.contentOffset.y, 40)
    view.contentSize.height = 400
    expectEqual(view.contentOffset.y, 0)
    fixture.app.mouseUp(at: CGPoint(x: 295, y: 499))
    _ = fixture.offsetsUntilRest()
    expect(view.contentOffset.y == 0 && !view.isDragging)
  }

  @Test("a page turned by a press that stops content on its way back sideways ends in range")
  func pageWhileReturning() {
    let fixture = ScrollFixture()
    let view = fixture.scrollView
    view.contentSize.width = 1000
    view.contentOffset = CGPoint(x: -80, y: 1000)
    view.setContentOffset(CGPoint(x: 0, y: 1000), animated: true)
    for _ in 0..<3 { fixture.app.frame() }
    expect(view.contentOffset.x < -20)
    fixture.app.mouseDown(at: CGPoint(x: 295, y: 300))
    fixture.app.mouseUp(at: CGPoint(x: 295, y: 300))
    _ = fixture.offsetsUntilRest()
    expectEqual(view.contentOffset, CGPoint(x: 0, y: 1460))
  }

  @Test("a knob that a finger takes as the end of an animation has the view leave its window is not held")
  func leavesAsKnobIsTaken() {
    let fixture = ScrollFixture()
    let view = fixture.scrollView
    view.setContentOffset(CGPoint(x: 0, y: 1000), animated: true)
    for _ in 0..<4 { fixture.app.frame() }
    fixture.log.onEndAnimation = { view in
      view.removeFromSuperview()
      fixture.app.window.addSubview(view)
    }
    fixture.app.fingerDown(at: CGPoint(x: 295, y: 100))
    expect(!view.isDragging && !view.isScrollAnimating)
    fixture.app.fingerUp(at: CGPoint(x: 295, y: 100))
    let before = view.contentOffset.y
    fixture.app.wheel(-1, at: fixture.middle)
    _ = fixture.offsetsUntilRest()
    expectEqual(view.contentOffset.y, before + 60)
  }

  @Test("flashing shows them without moving, a programmatic offset does not")
  func flashing() {
    let fixture = ScrollFixture()
    fixture.scrollView.contentOffset.y = 100
    fixture.app.frame()
    expect(knobs(fixture).isEmpty)
    fixture.scrollView.flashScrollIndicators()
    fixture.app.frame()
    expectEqual(knobs(fixture).count, 1)
  }

  @Test("the middle button and shift bring the knob to the pointer, and it follows", arguments: [true, false])
  func jumping(byMiddleButton: Bool) throws {
    let fixture = ScrollFixture()
    fixture.scrollView.flashScrollIndicators()
    fixture.app.frame()
    let place = CGPoint(x: 295, y: 300)
    let press = InputEvent.Pointer(
      location: place, button: byMiddleButton ? .middle : .primary, modifiers: byMiddleButton ? [] : .shift,
      timestamp: fixture.app.clock.now)
    fixture.app.events.post(.pointerDown(press))
    fixture.app.frame()
    expect(abs(try #require(knobs(fixture).first).rect.midY - 300) < 1)
    fixture.app.mouseMove(to: CGPoint(x: 295, y: 200))
    expect(abs(try #require(knobs(fixture).first).rect.midY - 200) < 1)
    fixture.app.mouseUp(at: CGPoint(x: 295, y: 200), button: press.button)
    expect(fixture.scrollView.contentOffset.y > 0)
  }

  @Test("the middle button held on the content scrolls the way the pointer went, until it is let go")
  func pressedScroll() {
    let fixture = ScrollFixture()
    let start = CGPoint(x: 100, y: 100)
    fixture.app.mouseDown(at: start, button: .middle)
    fixture.app.mouseMove(to: CGPoint(x: 100, y: 105))
    for _ in 0..<10 { fixture.app.frame() }
    expectEqual(fixture.scrollView.contentOffset.y, 0)
    fixture.app.mouseMove(to: CGPoint(x: 100, y: 210))
    for _ in 0..<31 { fixture.app.frame() }
    // 100 points beyond the rest, 8 points a second for each.
    expect(abs(fixture.scrollView.contentOffset.y - 400) < 30)
    fixture.app.mouseUp(at: CGPoint(x: 100, y: 210), button: .middle)
    let end = fixture.scrollView.contentOffset.y
    fixture.app.settle()
    expect(fixture.scrollView.contentOffset.y == end && !fixture.app.application.frameLoop.isFrameRequested)
  }

  @Test("wide under the pointer, thin again when it leaves")
  func hovering() throws {
    let fixture = ScrollFixture()
    fixture.app.mouseMove(to: CGPoint(x: 295, y: 300))
    fixture.app.settle()
    try expectEqual(#require(knobs(fixture).first).rect.width, 9)
    expect(!fixture.app.application.frameLoop.isFrameRequested)
    fixture.app.mouseMove(to: fixture.middle)
    for _ in 0..<12 { fixture.app.frame() }
    try expectEqual(#require(knobs(fixture).first).rect.width, 3)
    fixture.app.settle()
    expect(knobs(fixture).isEmpty)
  }

  @Test("the knob can be dragged to both ends, and the delegate sees a drag")
  func dragging() {
    let fixture = ScrollFixture()
    fixture.app.mouseMove(to: CGPoint(x: 295, y: 10))
    fixture.app.settle()
    fixture.app.mouseDown(at: CGPoint(x: 295, y: 10))
    expect(fixture.scrollView.isDragging)
    fixture.app.mouseMove(to: CGPoint(x: 200, y: 10 + (494 - 49.4) / 2))
    expect(abs(fixture.scrollView.contentOffset.y - 2250) <= 0.5)
    fixture.app.mouseMove(to: CGPoint(x: 200, y: 900))
    expectEqual(fixture.scrollView.contentOffset.y, 4500)
    fixture.app.mouseMove(to: CGPoint(x: 200, y: -50))
    fixture.app.mouseUp(at: CGPoint(x: 200, y: -50))
    expectEqual(fixture.scrollView.contentOffset.y, 0)
    expectEqual(
      fixture.log.events,
      [
        "willBeginDragging", "didScroll", "willEndDragging", "didEndDragging(false)",
      ])
  }

  @Test("the last row of 60 billion points can be reached with the knob")
  func huge() {
    let fixture = ScrollFixture(contentHeight: 60_000_000_000)
    fixture.app.mouseMove(to: CGPoint(x: 295, y: 10))
    fixture.app.settle()
    fixture.app.mouseDown(at: CGPoint(x: 295, y: 10))
    fixture.app.mouseMove(to: CGPoint(x: 295, y: 499))
    expectEqual(fixture.scrollView.contentOffset.y, 59_999_999_500)
  }

  @Test("a knob taken while the content is on its way back into range takes it there at once")
  func knobOfReturningContent() {
    let fixture = ScrollFixture()
    let view = fixture.scrollView
    view.contentOffset.y = -60
    view.setContentOffset(.zero, animated: true)
    for _ in 0..<3 { fixture.app.frame() }
    expect(view.contentOffset.y < -20)
    fixture.app.mouseDown(at: CGPoint(x: 295, y: 5))
    expectEqual(view.contentOffset.y, 0)
    fixture.app.settle()
    expectEqual(view.contentOffset.y, 0)
    fixture.app.mouseUp(at: CGPoint(x: 295, y: 5))
    fixture.app.settle()
    expectEqual(view.contentOffset.y, 0)
  }

  @Test("a click on the track turns a page towards it, animated")
  func track() {
    let fixture = ScrollFixture()
    fixture.app.mouseMove(to: CGPoint(x: 295, y: 400))
    fixture.app.settle()
    fixture.app.click(at: CGPoint(x: 295, y: 400))
    fixture.app.settle()
    expectEqual(fixture.scrollView.contentOffset.y, 460)
    fixture.app.click(at: CGPoint(x: 295, y: 5))
    fixture.app.settle()
    expectEqual(fixture.scrollView.contentOffset.y, 0)
  }

  @Test("content under an indicator that cannot be seen takes the click")
  func invisible() {
    let fixture = ScrollFixture()
    let row = TouchLog(frame: CGRect(x: 0, y: 0, width: 300, height: 5000))
    fixture.scrollView.addSubview(row)
    fixture.app.click(at: CGPoint(x: 295, y: 400))
    expectEqual(row.events, ["began", "ended"])
  }

  @Test("no indicator for content that fits or when switched off")
  func absent() {
    let fixture = ScrollFixture(contentHeight: 400)
    fixture.scrollView.flashScrollIndicators()
    fixture.app.frame()
    expect(knobs(fixture).isEmpty)
    fixture.scrollView.contentSize.height = 4000
    fixture.scrollView.showsVerticalScrollIndicator = false
    fixture.scrollView.flashScrollIndicators()
    fixture.app.frame()
    expect(knobs(fixture).isEmpty)
  }
}
