import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

@Suite("Sliders")
@MainActor
struct SliderTests {
  /// A window with a slider in it, whose knob goes 100 points.
  @MainActor
  private struct Scene {
    let app = TestApplication()
    let slider = UISlider(frame: CGRect(x: 20, y: 20, width: 132, height: 34))
    let log = Log()

    init() {
      app.window.addSubview(slider)
      let log = log
      slider.addAction(
        UIAction { log.values.append(($0.sender as? UISlider)?.value ?? -1) }, for: .valueChanged)
      app.settle()
    }

    func drag(_ points: CGFloat, from x: CGFloat) {
      app.mouseDown(at: CGPoint(x: x, y: 37))
      for step in 1...5 { app.mouseMove(to: CGPoint(x: x + points * CGFloat(step) / 5, y: 37)) }
      app.mouseUp(at: CGPoint(x: x + points, y: 37))
      app.settle()
    }
  }

  private final class Log { var values: [Float] = [] }

  @Test("the knob is dragged to a value, which is told on the way; a press beside it does nothing")
  func dragging() {
    let scene = Scene()
    scene.drag(50, from: 36)
    expect(scene.slider.value == 0.5 && scene.log.values.count == 5 && scene.log.values.last == 0.5)
    scene.drag(10, from: 140)
    expect(scene.slider.value == 0.5 && scene.log.values.count == 5)
    scene.drag(900, from: 86)
    expectEqual(scene.slider.value, 1)
  }

  @Test("a slider that is not continuous tells the value once, when the knob is let go")
  func late() {
    let scene = Scene()
    scene.slider.isContinuous = false
    scene.drag(20, from: 36)
    expectEqual(scene.log.values, [0.2])
  }

  @Test("values stay within the range, whichever end is set first; setting tells nothing")
  func range() {
    let scene = Scene()
    scene.slider.minimumValue = 10
    expect(scene.slider.maximumValue == 10 && scene.slider.value == 10)
    scene.slider.maximumValue = 20
    scene.slider.value = 99
    expectEqual(scene.slider.value, 20)
    scene.slider.setValue(15, animated: true)
    scene.app.settle()
    expect(scene.slider.value == 15 && scene.log.values == [])
  }

  @Test("in a range as large as numbers go each value of a slider has its place")
  func largestRange() {
    let scene = Scene()
    let slider = scene.slider
    slider.minimumValue = -.greatestFiniteMagnitude
    slider.maximumValue = .greatestFiniteMagnitude
    slider.value = 0
    scene.app.settle()
    expectEqual(slider.defaultAccessibleValue, "50 %")
    scene.drag(50, from: 86)
    expectEqual(slider.value, .greatestFiniteMagnitude)
    slider.becomeFirstResponder()
    scene.app.key(.keyboardLeftArrow)
    expect(slider.value < .greatestFiniteMagnitude && slider.defaultAccessibleValue == "95 %")
  }

  @Test("arrow keys move by a twentieth, in the direction of reading")
  func keys() {
    let scene = Scene()
    scene.slider.becomeFirstResponder()
    scene.app.key(.keyboardRightArrow)
    scene.app.key(.keyboardRightArrow)
    scene.app.key(.keyboardLeftArrow)
    expect(scene.log.values.count == 3 && abs(scene.slider.value - 0.05) < 0.001)
    scene.slider.semanticContentAttribute = .forceRightToLeft
    scene.app.key(.keyboardLeftArrow)
    expect(abs(scene.slider.value - 0.1) < 0.001)
  }

  @Test("in a view that reads from right to left sliders and segments turn, too")
  func turned() {
    let app = TestApplication()
    let slider = UISlider(frame: CGRect(x: 0, y: 0, width: 200, height: 31))
    let segments = UISegmentedControl(items: ["A", "B"])
    segments.frame = CGRect(x: 0, y: 40, width: 200, height: 32)
    app.window.addSubview(slider)
    app.window.addSubview(segments)
    app.settle()
    func first() -> CGFloat? { segments.subviews.first { ($0 as? UILabel)?.text == "A" }?.frame.midX }
    let track = slider.trackRect(forBounds: slider.bounds)
    func knob() -> CGFloat { slider.thumbRect(forBounds: slider.bounds, trackRect: track, value: 0).midX }
    expect(knob() < 100 && first() == 50)
    app.window.semanticContentAttribute = .forceRightToLeft
    app.settle()
    expect(knob() > 100 && first() == 150)
  }
}
