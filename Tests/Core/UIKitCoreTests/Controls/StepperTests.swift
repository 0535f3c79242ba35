import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

@MainActor
@Suite("Steppers")
struct StepperTests {
  let app = TestApplication()
  let stepper = UIStepper(frame: CGRect(x: 100, y: 100, width: 0, height: 0))

  /// The values at each `.valueChanged`.
  private final class Recorder {
    var values: [Double] = []
  }
  private let recorder = Recorder()

  init() {
    stepper.addAction(
      UIAction { [recorder, unowned stepper] _ in recorder.values.append(stepper.value) }, for: .valueChanged)
    app.window.addSubview(stepper)
    app.settle()
  }

  private let plus = CGPoint(x: 170, y: 116)
  private let minus = CGPoint(x: 120, y: 116)

  @Test("a click on the halves steps up and down, and at the ends of the range nothing happens")
  func clicks() {
    expectEqual(stepper.frame.size, CGSize(width: 94, height: 32))
    stepper.maximumValue = 2
    app.click(at: minus)
    for _ in 0..<3 { app.click(at: plus) }
    app.click(at: minus)
    expectEqual(recorder.values, [1, 2, 1])
    stepper.value = 40
    expectEqual(stepper.value, 2)
    stepper.maximumValue = 0.5
    expectEqual(stepper.value, 0.5)
    app.click(at: minus)
    expectEqual(recorder.values.last, 0)
  }

  @Test("a stepper that wraps goes on at the other end")
  func wrapping() {
    stepper.wraps = true
    stepper.maximumValue = 10
    stepper.stepValue = 4
    app.click(at: minus)
    for _ in 0..<4 { app.click(at: plus) }
    expectEqual(recorder.values, [10, 0, 4, 8, 10])
  }

  @Test("a press that is held steps on, faster and faster, until it ends; told with each step or once")
  func repeating() {
    app.mouseDown(at: plus)
    expectEqual(stepper.value, 1)
    for _ in 0..<20 { app.frame() }
    expectEqual(stepper.value, 1)
    for _ in 0..<40 { app.frame() }
    let middle = stepper.value
    expect(middle > 2)
    for _ in 0..<40 { app.frame() }
    expect(stepper.value - middle > middle)
    app.mouseUp(at: plus)
    let end = stepper.value
    for _ in 0..<40 { app.frame() }
    expectEqual(stepper.value, end)
    expectEqual(recorder.values.count, Int(end))
    recorder.values = []
    stepper.isContinuous = false
    stepper.autorepeat = false
    app.mouseDown(at: minus)
    for _ in 0..<60 { app.frame() }
    expectEqual(recorder.values, [])
    app.mouseUp(at: minus)
    expectEqual(recorder.values, [end - 1])
  }

  @Test("arrow keys step, in a stepper from right to left the other way, where minus is at the right")
  func keys() {
    stepper.becomeFirstResponder()
    app.key(.keyboardRightArrow)
    app.key(.keyboardRightArrow)
    app.key(.keyboardLeftArrow)
    expectEqual(recorder.values, [1, 2, 1])
    stepper.semanticContentAttribute = .forceRightToLeft
    app.key(.keyboardLeftArrow)
    app.click(at: minus)
    expectEqual(stepper.value, 3)
    stepper.isEnabled = false
    app.key(.keyboardLeftArrow)
    app.click(at: minus)
    expectEqual(stepper.value, 3)
  }

  @Test("tools read the value and step it")
  func accessibility() {
    stepper.stepValue = 0.5
    let tree = AccessibilityTree(of: app.application)
    let node = AccessibleNode.view(stepper)
    expectEqual(tree.value(of: node), "0")
    expect(tree.perform(.increment, on: node))
    expectEqual(tree.value(of: node), "0.5")
    expect(tree.perform(.decrement, on: node))
    expectEqual(recorder.values, [0.5, 0])
  }
}
