import Expectations
import Foundation
import TestSupport
import Testing
import UIKitCore

@Suite("Controls")
@MainActor
struct ControlTests {
  @MainActor
  private final class Fixture {
    let app = TestApplication()
    let control = UIControl(frame: CGRect(x: 100, y: 100, width: 80, height: 40))
    var log: [String] = []
    let inside = CGPoint(x: 120, y: 120)

    init() {
      app.window.addSubview(control)
      let names: [(UIControl.Event, String)] = [
        (.touchDown, "down"), (.touchDownRepeat, "repeat"), (.touchDragInside, "dragInside"),
        (.touchDragOutside, "dragOutside"), (.touchDragEnter, "enter"), (.touchDragExit, "exit"),
        (.touchUpInside, "upInside"), (.touchUpOutside, "upOutside"), (.touchCancel, "cancel"),
        (.valueChanged, "value"),
      ]
      for (event, name) in names {
        control.addAction(UIAction { [unowned self] _ in log.append(name) }, for: event)
      }
    }
  }

  @Test("a click sends touchDown and touchUpInside, and highlights in between")
  func click() {
    let fixture = Fixture()
    fixture.app.mouseDown(at: fixture.inside)
    expect(fixture.control.isHighlighted && fixture.control.isTracking)
    expectEqual(fixture.control.state, .highlighted)
    fixture.app.mouseUp(at: fixture.inside)
    expect(!fixture.control.isHighlighted && !fixture.control.isTracking)
    expectEqual(fixture.log, ["down", "upInside"])
  }

  @Test("dragged off it is not highlighted, and released there it sends touchUpOutside")
  func dragging() {
    let fixture = Fixture()
    fixture.app.mouseDown(at: fixture.inside)
    fixture.app.mouseMove(to: CGPoint(x: 125, y: 120))
    fixture.app.mouseMove(to: CGPoint(x: 300, y: 120))
    expect(!fixture.control.isHighlighted && fixture.control.isTracking)
    fixture.app.mouseMove(to: fixture.inside)
    fixture.app.mouseMove(to: CGPoint(x: 300, y: 120))
    fixture.app.mouseUp(at: CGPoint(x: 300, y: 120))
    expectEqual(
      fixture.log,
      [
        "down", "dragInside", "exit", "dragOutside", "enter", "dragInside", "exit", "dragOutside",
        "upOutside",
      ])
  }

  @Test(
    "a finger counts as on the control 70 points around it, the mouse does not",
    arguments: [true, false])
  func margin(finger: Bool) {
    let fixture = Fixture()
    let near = CGPoint(x: 120, y: 190)
    if finger {
      fixture.app.fingerDown(at: fixture.inside)
      fixture.app.fingerUp(at: near)
    } else {
      fixture.app.mouseDown(at: fixture.inside)
      fixture.app.mouseUp(at: near)
    }
    expectEqual(fixture.log.last, (finger ? "upInside" : "upOutside"))
  }

  @Test("a disabled control takes no touch, and one disabled under a touch is cancelled")
  func disabled() {
    let fixture = Fixture()
    fixture.app.mouseDown(at: fixture.inside)
    fixture.control.isEnabled = false
    expectEqual(fixture.log, ["down", "cancel"])
    expectEqual(fixture.control.state, .disabled)
    fixture.app.mouseUp(at: fixture.inside)
    fixture.app.click(at: fixture.inside)
    expectEqual(fixture.log, ["down", "cancel"])
  }

  @Test("the right button does not press a control")
  func rightButton() {
    let fixture = Fixture()
    fixture.app.click(at: fixture.inside, button: .secondary)
    expect(fixture.log.isEmpty)
  }

  @Test("a control keeps its touches from the view it lies in")
  func keepsTouches() {
    let app = TestApplication()
    let row = TouchLog(frame: CGRect(x: 0, y: 0, width: 300, height: 44))
    let control = UIControl(frame: CGRect(x: 200, y: 0, width: 50, height: 44))
    row.addSubview(control)
    app.window.addSubview(row)
    app.click(at: CGPoint(x: 220, y: 20))
    expect(row.events.isEmpty)
    app.click(at: CGPoint(x: 20, y: 20))
    expectEqual(row.events, ["began", "ended"])
  }

  @Test("a pan that is recognised cancels the control")
  func cancelledByPan() {
    let fixture = Fixture()
    fixture.app.window.addGestureRecognizer(UIPanGestureRecognizer { _ in })
    fixture.app.mouseDown(at: fixture.inside)
    fixture.app.mouseMove(to: CGPoint(x: 160, y: 120))
    expect(fixture.log.first == "down" && fixture.log.last == "cancel")
    expect(!fixture.control.isHighlighted)
  }

  @Test("actions run in the order they were attached, once each, with the control as sender")
  func actions() {
    let control = UIControl(frame: .zero)
    var log: [String] = []
    let first = UIAction(identifier: .init("first")) { action in
      log.append("first from \(action.sender === control)")
    }
    control.addAction(first, for: [.touchUpInside, .valueChanged])
    control.addAction(UIAction { _ in log.append("second") }, for: .valueChanged)
    control.sendActions(for: [.touchUpInside, .valueChanged])
    expectEqual(log, ["first from true", "second"])
    expect(first.sender == nil)
    expectEqual(control.allControlEvents, [.touchUpInside, .valueChanged])
  }

  @Test("an action with a known identifier replaces the other for those events")
  func replacing() {
    let control = UIControl(frame: .zero)
    var log: [Int] = []
    for number in 1...2 {
      control.addAction(
        UIAction(identifier: .init("same")) { _ in log.append(number) },
        for: number == 1 ? [.valueChanged, .touchDown] : .valueChanged)
    }
    control.sendActions(for: .valueChanged)
    control.sendActions(for: .touchDown)
    expectEqual(log, [2, 1])
    control.removeAction(identifiedBy: .init("same"), for: .allEvents)
    control.sendActions(for: .allEvents)
    expectEqual(log, [2, 1])
  }

  @Test("a disabled action does not run")
  func disabledAction() {
    let control = UIControl(frame: .zero)
    var count = 0
    let action = UIAction { _ in count += 1 }
    control.addAction(action, for: .valueChanged)
    action.attributes = .disabled
    control.sendActions(for: .valueChanged)
    expectEqual(count, 0)
  }

  @Test("an action may detach itself while it runs")
  func detaching() {
    let control = UIControl(frame: .zero)
    var count = 0
    control.addAction(
      UIAction(identifier: .init("once")) { [unowned control] action in
        count += 1
        control.removeAction(action, for: .allEvents)
      }, for: .valueChanged)
    control.sendActions(for: .valueChanged)
    control.sendActions(for: .valueChanged)
    expectEqual(count, 1)
  }

  @Test("a control that leaves its window as tracking begins is not pressed, and takes the next press")
  func leavesAsTrackingBegins() {
    final class Leaving: UIControl {
      var leaves = true
      var wasCancelled = false
      override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
        if leaves { removeFromSuperview() }
        return true
      }
      override func cancelTracking(with event: UIEvent?) { wasCancelled = true }
    }
    let app = TestApplication()
    let control = Leaving(frame: CGRect(x: 100, y: 100, width: 80, height: 40))
    var clicks = 0
    control.addAction(UIAction { _ in clicks += 1 }, for: .touchUpInside)
    app.window.addSubview(control)
    let place = CGPoint(x: 120, y: 120)
    app.mouseDown(at: place)
    expect(!control.isTracking && !control.isHighlighted && control.wasCancelled)
    app.mouseUp(at: place)
    control.leaves = false
    app.window.addSubview(control)
    app.mouseDown(at: place)
    expect(control.isTracking && control.isHighlighted)
    app.mouseUp(at: place)
    expectEqual(clicks, 1)
  }

  @Test("a subclass decides how long it tracks")
  func tracking() {
    final class Slider: UIControl {
      var log: [String] = []
      override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
        log.append("begin")
        return true
      }
      override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
        log.append("continue")
        return log.count < 3
      }
      override func endTracking(_ touch: UITouch?, with event: UIEvent?) { log.append("end") }
      override func cancelTracking(with event: UIEvent?) { log.append("cancel") }
    }
    let app = TestApplication()
    let slider = Slider(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    app.window.addSubview(slider)
    app.mouseDown(at: CGPoint(x: 10, y: 10))
    for x in 1...4 { app.mouseMove(to: CGPoint(x: 10 + CGFloat(x), y: 10)) }
    app.mouseUp(at: CGPoint(x: 20, y: 10))
    expectEqual(slider.log, ["begin", "continue", "continue", "end"])
  }
}
