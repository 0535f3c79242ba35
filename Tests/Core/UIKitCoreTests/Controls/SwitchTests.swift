import Expectations
import Foundation
import TestSupport
import Testing
import UIKitCore

@Suite("Switches")
@MainActor
struct SwitchTests {
  /// A window with a switch in it.
  @MainActor
  struct Scene {
    let app = TestApplication()
    let control = UISwitch(frame: CGRect(x: 20, y: 20, width: 500, height: 500))
    let counter = Counter()

    init() {
      app.window.addSubview(control)
      let counter = counter
      control.addAction(UIAction { _ in counter.count += 1 }, for: .valueChanged)
    }

    var knob: CGRect { control.subviews.last?.frame ?? .null }
  }

  /// Counts `.valueChanged`.
  final class Counter { var count = 0 }

  @Test("its size is its own, whatever the frame says")
  func size() {
    let scene = Scene()
    expectEqual(scene.control.frame, CGRect(x: 20, y: 20, width: 51, height: 31))
    expectEqual(scene.control.intrinsicContentSize, CGSize(width: 51, height: 31))
  }

  @Test("a click turns it over and sends valueChanged once; setting it in code sends nothing")
  func click() {
    let scene = Scene()
    scene.app.click(at: CGPoint(x: 30, y: 30))
    expect(scene.control.isOn && scene.counter.count == 1)
    scene.app.click(at: CGPoint(x: 30, y: 30))
    expect(!scene.control.isOn && scene.counter.count == 2)
    scene.control.isOn = true
    scene.control.setOn(false, animated: true)
    scene.app.settle()
    expectEqual(scene.counter.count, 2)
  }

  @Test("the knob stands at the left when off, at the right when on, and is wider while pressed")
  func knob() {
    let scene = Scene()
    scene.app.settle()
    expectEqual(scene.knob.minX, 2)
    scene.control.isOn = true
    scene.app.settle()
    expectEqual(scene.knob.minX, 22)
    scene.app.mouseDown(at: CGPoint(x: 60, y: 30))
    scene.app.settle()
    expectEqual(scene.knob, CGRect(x: 16, y: 2, width: 33, height: 27))
    scene.app.mouseUp(at: CGPoint(x: 60, y: 30))
    scene.app.settle()
    expect(!scene.control.isOn && scene.knob.minX == 2)
  }

  @Test("a drag to the other half turns it, one back leaves it as it was and sends nothing")
  func drag() {
    let scene = Scene()
    scene.app.mouseDown(at: CGPoint(x: 30, y: 30))
    scene.app.mouseMove(to: CGPoint(x: 60, y: 30))
    expect(scene.control.isOn && scene.counter.count == 0)
    scene.app.mouseUp(at: CGPoint(x: 60, y: 30))
    expect(scene.control.isOn && scene.counter.count == 1)
    scene.app.mouseDown(at: CGPoint(x: 60, y: 30))
    scene.app.mouseMove(to: CGPoint(x: 30, y: 30))
    scene.app.mouseMove(to: CGPoint(x: 60, y: 30))
    scene.app.mouseUp(at: CGPoint(x: 60, y: 30))
    expect(scene.control.isOn && scene.counter.count == 1)
  }

  @Test("a press released elsewhere, and a disabled switch, change nothing")
  func nothing() {
    let scene = Scene()
    scene.app.mouseDown(at: CGPoint(x: 30, y: 30))
    scene.app.mouseMove(to: CGPoint(x: 30, y: 200))
    scene.app.mouseUp(at: CGPoint(x: 30, y: 200))
    scene.control.isEnabled = false
    scene.app.click(at: CGPoint(x: 30, y: 30))
    expect(!scene.control.isOn && scene.counter.count == 0)
  }

  @Test("a finger's drag that scrolls the table around it leaves the switch as it was")
  func scrolled() {
    let scene = Scene()
    let scroll = UIScrollView(frame: CGRect(x: 0, y: 0, width: 300, height: 300))
    scroll.contentSize = CGSize(width: 300, height: 3000)
    scroll.addSubview(scene.control)
    scene.app.window.addSubview(scroll)
    scene.app.settle()
    scene.app.fingerDrag(from: CGPoint(x: 30, y: 30), to: CGPoint(x: 30, y: 5))
    scene.app.settle()
    expect(scroll.contentOffset.y > 0)
    expect(!scene.control.isOn && scene.counter.count == 0)
  }

  @Test("where text goes from right to left on is at the left, as the switch says, else what is around it")
  func rightToLeft() {
    let scene = Scene()
    scene.control.isOn = true
    scene.app.window.semanticContentAttribute = .forceRightToLeft
    scene.app.settle()
    expectEqual(scene.knob.minX, 2)
    scene.control.isOn = false
    scene.app.settle()
    expectEqual(scene.knob.minX, 22)
    // A drag to the left half turns it on, and a pressed knob is wider towards the middle.
    scene.app.mouseDown(at: CGPoint(x: 60, y: 30))
    scene.app.mouseMove(to: CGPoint(x: 30, y: 30))
    expect(scene.control.isOn)
    scene.app.settle()
    expectEqual(scene.knob, CGRect(x: 2, y: 2, width: 33, height: 27))
    scene.app.mouseUp(at: CGPoint(x: 30, y: 30))
    scene.app.settle()
    expect(scene.control.isOn && scene.counter.count == 1 && scene.knob.minX == 2)
    let other = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    other.semanticContentAttribute = .forceLeftToRight
    scene.app.window.addSubview(other)
    other.addSubview(scene.control)
    scene.app.settle()
    expectEqual(scene.knob.minX, 22)
    scene.control.semanticContentAttribute = .forceRightToLeft
    scene.app.settle()
    expectEqual(scene.knob.minX, 2)
  }
}
