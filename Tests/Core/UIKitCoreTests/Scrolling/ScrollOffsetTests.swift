import Expectations
import Foundation
import TestSupport
import Testing
import UIKitCore

@Suite("Scroll view: offset")
@MainActor
struct ScrollOffsetTests {
  @Test("contentOffset is bounds.origin, whichever is set")
  func offsetIsOrigin() {
    let fixture = ScrollFixture()
    fixture.scrollView.contentOffset = CGPoint(x: 0, y: 120)
    expectEqual(fixture.scrollView.bounds, CGRect(x: 0, y: 120, width: 300, height: 500))
    fixture.scrollView.bounds.origin.y = 75
    expectEqual(fixture.scrollView.contentOffset, CGPoint(x: 0, y: 75))
    expectEqual(fixture.log.scrollCount, 2)
  }

  @Test("setting the offset it has calls no delegate")
  func unchanged() {
    let fixture = ScrollFixture()
    fixture.scrollView.contentOffset = CGPoint(x: 0, y: 40)
    fixture.scrollView.contentOffset = CGPoint(x: 0, y: 40)
    fixture.scrollView.setContentOffset(CGPoint(x: 0, y: 40), animated: false)
    expectEqual(fixture.log.scrollCount, 1)
  }

  @Test("programmatic offsets are not clamped")
  func notClamped() {
    let fixture = ScrollFixture()
    fixture.scrollView.contentOffset = CGPoint(x: -20, y: 9000.25)
    expectEqual(fixture.scrollView.contentOffset, CGPoint(x: -20, y: 9000.25))
    fixture.app.settle()
    expectEqual(fixture.scrollView.contentOffset, CGPoint(x: -20, y: 9000.25))
  }

  @Test("a change of offset lays the scroll view out in the next frame, not at once")
  func marksLayout() {
    final class Counting: UIScrollView {
      var layouts = 0
      override func layoutSubviews() {
        super.layoutSubviews()
        layouts += 1
      }
    }
    let app = TestApplication()
    let view = Counting(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    view.contentSize = CGSize(width: 100, height: 1000)
    app.window.addSubview(view)
    app.settle()
    let before = view.layouts
    for y in 1...5 { view.contentOffset = CGPoint(x: 0, y: y) }
    expectEqual(view.layouts, before)
    app.frame()
    expectEqual(view.layouts, before + 1)
  }

  @Test("an inset at the top moves content at its top down, and tells the delegate")
  func inset() {
    let fixture = ScrollFixture()
    fixture.scrollView.contentInset = UIEdgeInsets(top: 50, left: 0, bottom: 30, right: 0)
    expectEqual(fixture.scrollView.contentOffset.y, -50)
    expectEqual(fixture.scrollView.adjustedContentInset.bottom, 30)
    expectEqual(fixture.scrollView.verticalExtent.restRange, -50...4530)
    expect(fixture.log.events.contains("didChangeInset"))
  }

  @Test("content that shrinks brings a resting offset into the rest range")
  func shrinking() {
    let fixture = ScrollFixture()
    fixture.scrollView.contentOffset.y = 4000
    fixture.scrollView.contentSize.height = 1000
    expectEqual(fixture.scrollView.contentOffset.y, 500)
    fixture.scrollView.contentSize.height = 100
    expectEqual(fixture.scrollView.contentOffset.y, 0)
  }

  @Test("a viewport that grows at the end of the content keeps the end in sight")
  func resizing() {
    let fixture = ScrollFixture()
    fixture.scrollView.contentOffset.y = 4500
    fixture.scrollView.frame.size.height = 700
    expectEqual(fixture.scrollView.contentOffset.y, 4300)
  }

  @Test("contentAlignmentPoint places content that is smaller than its room, and no other")
  func alignment() {
    let fixture = ScrollFixture(contentHeight: 100)
    let free = fixture.scrollView.bounds.height - 100
    for (point, share) in [(0.5, 0.5), (1, 1), (7, 1), (-3, 0)] as [(CGFloat, CGFloat)] {
      fixture.scrollView.contentAlignmentPoint = CGPoint(x: 0, y: point)
      expectEqual(fixture.scrollView.contentOffset.y, -free * share)
      expect(!fixture.scrollView.verticalExtent.overflows)
    }
    fixture.scrollView.contentAlignmentPoint = CGPoint(x: 0, y: 1)
    fixture.scrollView.contentSize.height = 5000
    expectEqual(fixture.scrollView.contentOffset.y, 0)
    expectEqual(fixture.scrollView.verticalExtent.lowest, 0)
  }

  @Test("scrollRectToVisible along one axis does not end the way back into range along the other")
  func visibleOnTheWayBack() {
    let fixture = ScrollFixture()
    let view = fixture.scrollView
    view.contentSize.width = 2000
    view.contentOffset = CGPoint(x: 500, y: -40)
    view.setContentOffset(CGPoint(x: 500, y: 0), animated: true)
    fixture.app.frame(after: 0.05)
    expect(view.contentOffset.y < 0)
    view.scrollRectToVisible(CGRect(x: 100, y: 0, width: 10, height: 10), animated: false)
    fixture.app.settle()
    expectEqual(view.contentOffset, CGPoint(x: 100, y: 0))
  }

  @Test("scrollRectToVisible moves the least possible and not at all when visible")
  func rectToVisible() {
    let fixture = ScrollFixture()
    let view = fixture.scrollView
    view.contentInset = UIEdgeInsets(top: 20, left: 0, bottom: 10, right: 0)
    view.scrollRectToVisible(CGRect(x: 0, y: 100, width: 10, height: 50), animated: false)
    expectEqual(view.contentOffset.y, -20)
    view.scrollRectToVisible(CGRect(x: 0, y: 1000, width: 10, height: 50), animated: false)
    expectEqual(view.contentOffset.y, 560)
    view.scrollRectToVisible(CGRect(x: 0, y: 500, width: 10, height: 50), animated: false)
    expectEqual(view.contentOffset.y, 480)
    view.scrollRectToVisible(CGRect(x: 0, y: 4990, width: 10, height: 500), animated: false)
    expectEqual(view.contentOffset.y, 4510)
    let before = fixture.log.scrollCount
    view.scrollRectToVisible(CGRect(x: 0, y: 0, width: 10, height: 5000), animated: true)
    expect(fixture.app.settle() <= 70)
    expectEqual(fixture.log.scrollCount, before)
  }

  @Test("60 billion points down an offset keeps its fraction and its last row's place")
  func huge() {
    let fixture = ScrollFixture(contentHeight: 60_000_000_000)
    let view = fixture.scrollView
    view.setContentOffset(CGPoint(x: 0, y: 59_999_999_499.5), animated: false)
    expectEqual(view.contentOffset.y, 59_999_999_499.5)
    expectEqual(view.convert(CGPoint(x: 0, y: 59_999_999_940), to: nil).y, 440.5)
    fixture.app.wheel(-1, at: fixture.middle)
    _ = fixture.offsetsUntilRest()
    expectEqual(view.contentOffset.y, 59_999_999_500)
  }

  @Test("shiftContentOffset keeps a fling going, further down by the shift")
  func shifting() {
    let fixture = ScrollFixture()
    fixture.scrollView.contentOffset.y = 1000
    fixture.app.fingerDrag(from: CGPoint(x: 150, y: 400), to: CGPoint(x: 150, y: 300))
    fixture.app.fingerUp(at: CGPoint(x: 150, y: 300))
    let target = fixture.log.proposedTarget.y
    fixture.app.frame()
    let before = fixture.scrollView.contentOffset.y
    fixture.scrollView.shiftContentOffset(by: CGPoint(x: 0, y: 200))
    expectEqual(fixture.scrollView.contentOffset.y, before + 200)
    expect(fixture.scrollView.isDecelerating)
    _ = fixture.offsetsUntilRest()
    expect(abs(fixture.scrollView.contentOffset.y - target - 200) < 1e-6)
  }

  @Test("an offset of zero has no sign: set as what an inset of zero leaves, and after a pull")
  func zeroWithoutSign() {
    let fixture = ScrollFixture()
    let scrollView = fixture.scrollView
    func isPositive() -> Bool { scrollView.contentOffset.y.sign == .plus && scrollView.contentOffset.x.sign == .plus }
    scrollView.contentOffset.y = 100
    scrollView.contentOffset = CGPoint(
      x: -scrollView.adjustedContentInset.left, y: -scrollView.adjustedContentInset.top)
    expect(scrollView.contentOffset.y == 0 && isPositive())
    scrollView.contentOffset.y = 100
    scrollView.setContentOffset(CGPoint(x: 0, y: -scrollView.adjustedContentInset.top), animated: true)
    fixture.app.settle()
    expect(scrollView.contentOffset.y == 0 && isPositive())
    for distance in [30.0, 61, 200] {
      fixture.app.fingerDrag(from: CGPoint(x: 150, y: 100), to: CGPoint(x: 150, y: 100 + distance))
      fixture.app.fingerUp(at: CGPoint(x: 150, y: 100 + distance))
      while fixture.app.application.frameLoop.isFrameRequested {
        fixture.app.frame(after: 1.0 / 144)
        expect(scrollView.contentOffset.y != 0 || isPositive())
      }
      expect(scrollView.contentOffset.y == 0 && isPositive())
    }
    scrollView.contentInset.top = 20
    scrollView.contentInset.top = 0
    expect(scrollView.contentOffset.y == 0 && isPositive())
  }
}
