import Expectations
import Foundation
import TestSupport
import Testing
import UIKitCore

@Suite("Gesture recognisers")
@MainActor
struct GestureTests {
  @MainActor
  private final class Fixture {
    let app = TestApplication()
    let view = TouchLog(frame: CGRect(x: 0, y: 0, width: 200, height: 200))
    let place = CGPoint(x: 50, y: 50)
    init() { app.window.addSubview(view) }
  }

  // MARK: Tap

  @Test("a click is a tap, and calls the handler once, with its own type")
  func tap() {
    let fixture = Fixture()
    var places: [CGPoint] = []
    let tap = UITapGestureRecognizer { tap in
      expect(tap.state == .recognized && tap.numberOfTapsRequired == 1)
      places.append(tap.location(in: tap.view))
    }
    fixture.view.addGestureRecognizer(tap)
    fixture.app.click(at: fixture.place)
    expectEqual(places, [fixture.place])
    expectEqual(tap.state, .possible)
    fixture.app.click(at: CGPoint(x: 300, y: 300))
    expectEqual(places.count, 1)
  }

  @Test(
    "a recognised tap cancels the touch of its view, unless it is told not to",
    arguments: [true, false])
  func cancelling(cancels: Bool) {
    let fixture = Fixture()
    let tap = UITapGestureRecognizer { _ in }
    tap.cancelsTouchesInView = cancels
    fixture.view.addGestureRecognizer(tap)
    fixture.app.click(at: fixture.place)
    expectEqual(fixture.view.events, ["began", cancels ? "cancelled" : "ended"])
  }

  @Test("a touch that strays is no tap, and its view gets all of it")
  func straying() {
    let fixture = Fixture()
    var count = 0
    fixture.view.addGestureRecognizer(UITapGestureRecognizer { _ in count += 1 })
    fixture.app.mouseDown(at: fixture.place)
    fixture.app.mouseMove(to: CGPoint(x: 90, y: 50))
    fixture.app.mouseMove(to: fixture.place)
    fixture.app.mouseUp(at: fixture.place)
    expectEqual(count, 0)
    expectEqual(fixture.view.events, ["began", "moved", "ended"])
  }

  @Test("only the buttons asked for count")
  func buttons() {
    let fixture = Fixture()
    var primary = 0
    var secondary = 0
    var middle = 0
    fixture.view.addGestureRecognizer(UITapGestureRecognizer { _ in primary += 1 })
    let right = UITapGestureRecognizer { _ in secondary += 1 }
    right.buttonMaskRequired = .secondary
    fixture.view.addGestureRecognizer(right)
    let third = UITapGestureRecognizer { _ in middle += 1 }
    third.buttonMaskRequired = .button(3)
    fixture.view.addGestureRecognizer(third)
    fixture.app.click(at: fixture.place, button: .secondary)
    expect((primary, secondary) == (0, 1))
    fixture.app.click(at: fixture.place)
    expect((primary, secondary) == (1, 1))
    fixture.app.click(at: fixture.place, button: .middle)
    expect((primary, secondary, middle) == (1, 1, 1))
  }

  @Test("an event names the button that is pressed, also one that no gesture knows")
  func buttonMasks() {
    final class Pressed: UIView {
      var masks: [UIEvent.ButtonMask] = []
      override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        masks.append(event?.buttonMask ?? [])
      }
    }
    let app = TestApplication()
    let view = Pressed(frame: app.window.bounds)
    app.window.addSubview(view)
    app.settle()
    for button: InputEvent.Pointer.Button in [.primary, .secondary, .middle] {
      app.click(at: CGPoint(x: 10, y: 10), button: button)
    }
    expectEqual(view.masks, [.primary, .secondary, .button(3)])
    expect(UIEvent.ButtonMask.button(1) == .primary && UIEvent.ButtonMask.button(0) == [])
  }

  @Test("a double tap needs its second tap within 0.35 s", arguments: [(0.2, 1), (0.5, 0)])
  func doubleTap(pause: Double, expected: Int) {
    let fixture = Fixture()
    var count = 0
    let double = UITapGestureRecognizer { _ in count += 1 }
    double.numberOfTapsRequired = 2
    fixture.view.addGestureRecognizer(double)
    fixture.app.click(at: fixture.place)
    for _ in 0..<10 { fixture.app.frame(after: pause / 10) }
    fixture.app.click(at: fixture.place)
    expectEqual(count, expected)
  }

  @Test("a tap that requires a double tap to fail waits for it", arguments: [true, false])
  func requireToFail(second: Bool) {
    let fixture = Fixture()
    var log: [String] = []
    let single = UITapGestureRecognizer { _ in log.append("single") }
    let double = UITapGestureRecognizer { _ in log.append("double") }
    double.numberOfTapsRequired = 2
    single.require(toFail: double)
    fixture.view.addGestureRecognizer(single)
    fixture.view.addGestureRecognizer(double)
    fixture.app.click(at: fixture.place)
    expect(log.isEmpty)
    if second {
      fixture.app.click(at: fixture.place)
      expectEqual(log, ["double"])
    }
    fixture.app.settle()
    expectEqual(log, [second ? "double" : "single"])
    expect(single.state == .possible && double.state == .possible)
  }

  @Test("two fingers tap together only where two are required")
  func twoFingers() {
    let fixture = Fixture()
    var counts = [0, 0]
    let one = UITapGestureRecognizer { _ in counts[0] += 1 }
    let two = UITapGestureRecognizer { _ in counts[1] += 1 }
    two.numberOfTouchesRequired = 2
    fixture.view.addGestureRecognizer(one)
    fixture.view.addGestureRecognizer(two)
    fixture.app.fingerDown(at: fixture.place, id: 1)
    fixture.app.fingerDown(at: CGPoint(x: 90, y: 50), id: 2)
    fixture.app.fingerUp(at: fixture.place, id: 1)
    fixture.app.fingerUp(at: CGPoint(x: 90, y: 50), id: 2)
    expectEqual(counts, [0, 1])
  }

  // MARK: Pan

  @Test("a pan begins after 10 points, which do not count")
  func pan() {
    let fixture = Fixture()
    var states: [UIGestureRecognizer.State] = []
    let pan = UIPanGestureRecognizer { states.append($0.state) }
    fixture.view.addGestureRecognizer(pan)
    fixture.app.mouseDown(at: fixture.place)
    fixture.app.mouseMove(to: CGPoint(x: 59, y: 50))
    expect(states.isEmpty)
    fixture.app.mouseMove(to: CGPoint(x: 70, y: 50))
    expectEqual(pan.translation(in: fixture.view), CGPoint(x: 10, y: 0))
    fixture.app.mouseMove(to: CGPoint(x: 80, y: 50))
    expectEqual(pan.translation(in: fixture.view), CGPoint(x: 20, y: 0))
    expect(abs(pan.velocity(in: fixture.view).x - 1000) < 1e-6)
    pan.setTranslation(.zero, in: fixture.view)
    fixture.app.mouseMove(to: CGPoint(x: 85, y: 52))
    expectEqual(pan.translation(in: fixture.view), CGPoint(x: 5, y: 2))
    fixture.app.mouseUp(at: CGPoint(x: 85, y: 52))
    expectEqual(states, [.began, .changed, .changed, .ended])
    expectEqual(fixture.view.events, ["began", "moved", "cancelled"])
  }

  @Test("a second finger does not make the translation jump")
  func secondFinger() {
    let fixture = Fixture()
    fixture.view.isMultipleTouchEnabled = true
    let pan = UIPanGestureRecognizer { _ in }
    fixture.view.addGestureRecognizer(pan)
    fixture.app.fingerDrag(from: CGPoint(x: 20, y: 20), to: CGPoint(x: 60, y: 20))
    let before = pan.translation(in: nil)
    fixture.app.fingerDown(at: CGPoint(x: 160, y: 120), id: 2)
    expectEqual(pan.translation(in: nil), before)
    fixture.app.fingerUp(at: CGPoint(x: 160, y: 120), id: 2)
    expectEqual(pan.translation(in: nil), before)
    fixture.app.fingerMove(to: CGPoint(x: 70, y: 20))
    expectEqual(pan.translation(in: nil).x, before.x + 10)
  }

  // MARK: Long press

  @Test("a long press begins after half a second in one place and ends with the touch")
  func longPress() {
    let fixture = Fixture()
    var states: [UIGestureRecognizer.State] = []
    let press = UILongPressGestureRecognizer { states.append($0.state) }
    fixture.view.addGestureRecognizer(press)
    fixture.app.mouseDown(at: fixture.place)
    for _ in 0..<29 { fixture.app.frame() }
    expect(states.isEmpty)
    for _ in 0..<3 { fixture.app.frame() }
    expectEqual(states, [.began])
    expectEqual(fixture.view.events, ["began", "cancelled"])
    fixture.app.mouseMove(to: CGPoint(x: 90, y: 90))
    fixture.app.mouseUp(at: CGPoint(x: 90, y: 90))
    expectEqual(states, [.began, .changed, .ended])
    expect(fixture.app.settle() <= 2)
  }

  @Test("let go early or moved away it is no long press", arguments: [true, false])
  func noLongPress(moves: Bool) {
    let fixture = Fixture()
    var count = 0
    fixture.view.addGestureRecognizer(UILongPressGestureRecognizer { _ in count += 1 })
    fixture.app.mouseDown(at: fixture.place)
    for _ in 0..<10 { fixture.app.frame() }
    if moves {
      fixture.app.mouseMove(to: CGPoint(x: 70, y: 50))
    } else {
      fixture.app.mouseUp(at: fixture.place)
    }
    for _ in 0..<60 { fixture.app.frame() }
    expectEqual(count, 0)
  }

  // MARK: Arbitration

  @Test("of two recognisers of one touch the first to recognise makes the other fail")
  func exclusive() {
    let fixture = Fixture()
    var log: [String] = []
    fixture.view.addGestureRecognizer(UITapGestureRecognizer { _ in log.append("inner") })
    fixture.app.window.addGestureRecognizer(UITapGestureRecognizer { _ in log.append("outer") })
    fixture.app.click(at: fixture.place)
    expectEqual(log, ["inner"])
    fixture.app.click(at: fixture.place)
    expectEqual(log, ["inner", "inner"])
  }

  @Test("a delegate can allow both, refuse a touch, and refuse to begin")
  func delegates() {
    final class Delegate: NSObject, UIGestureRecognizerDelegate {
      var both = false
      var receives = true
      var begins = true
      func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer,
        shouldRecognizeSimultaneouslyWith other: UIGestureRecognizer
      ) -> Bool { both }
      func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer, shouldReceive touch: UITouch
      ) -> Bool { receives }
      func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool { begins }
    }
    let fixture = Fixture()
    let delegate = Delegate()
    var log: [String] = []
    let inner = UITapGestureRecognizer { _ in log.append("inner") }
    inner.delegate = delegate
    fixture.view.addGestureRecognizer(inner)
    fixture.app.window.addGestureRecognizer(UITapGestureRecognizer { _ in log.append("outer") })
    delegate.both = true
    fixture.app.click(at: fixture.place)
    expectEqual(log, ["inner", "outer"])
    delegate.both = false
    delegate.receives = false
    fixture.app.click(at: fixture.place)
    expectEqual(log, ["inner", "outer", "outer"])
    delegate.receives = true
    delegate.begins = false
    fixture.app.click(at: fixture.place)
    expectEqual(log, ["inner", "outer", "outer", "outer"])
  }

  @Test("disabling a recogniser at work cancels it")
  func disabling() {
    let fixture = Fixture()
    var states: [UIGestureRecognizer.State] = []
    let pan = UIPanGestureRecognizer { states.append($0.state) }
    fixture.view.addGestureRecognizer(pan)
    fixture.app.mouseDown(at: fixture.place)
    fixture.app.mouseMove(to: CGPoint(x: 90, y: 50))
    pan.isEnabled = false
    expectEqual(states, [.began, .cancelled])
    fixture.app.mouseUp(at: CGPoint(x: 90, y: 50))
    fixture.app.mouseDown(at: fixture.place)
    fixture.app.mouseMove(to: CGPoint(x: 90, y: 50))
    expectEqual(states.count, 2)
  }

  @Test("losing the focus cancels the gesture and the touch")
  func focusLost() {
    let fixture = Fixture()
    var states: [UIGestureRecognizer.State] = []
    fixture.view.addGestureRecognizer(UIPanGestureRecognizer { states.append($0.state) })
    fixture.app.mouseDown(at: fixture.place)
    fixture.app.mouseMove(to: CGPoint(x: 90, y: 50))
    fixture.app.events.post(.window(.focusLost))
    fixture.app.frame()
    expectEqual(states, [.began, .cancelled])
  }

  @Test("a view takes one finger at a time unless it takes many", arguments: [true, false])
  func multipleTouch(many: Bool) {
    let fixture = Fixture()
    fixture.view.isMultipleTouchEnabled = many
    fixture.app.fingerDown(at: fixture.place, id: 1)
    fixture.app.fingerDown(at: CGPoint(x: 100, y: 100), id: 2)
    expectEqual(fixture.view.events, (many ? ["began", "began"] : ["began"]))
  }
}
