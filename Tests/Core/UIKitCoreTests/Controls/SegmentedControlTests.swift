import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

@Suite("Segmented controls")
@MainActor
struct SegmentedControlTests {
  /// A window with a control of three segments in it, 100 points each.
  @MainActor
  private struct Scene {
    let app = TestApplication()
    let control = UISegmentedControl(items: ["All", "Old", "New"])
    let log = Log()

    init() {
      control.frame = CGRect(x: 20, y: 20, width: 300, height: 32)
      app.window.addSubview(control)
      let log = log
      control.addAction(
        UIAction { log.indexes.append(($0.sender as? UISegmentedControl)?.selectedSegmentIndex ?? -2) },
        for: .valueChanged)
      app.settle()
    }

    func click(_ segment: Int) {
      app.click(at: CGPoint(x: 70 + 100 * segment, y: 36))
      app.settle()
    }

    var knob: UIView? { control.subviews.first { $0.layer.shadowOpacity > 0 } }
    var dividers: [UIView] { control.subviews.filter { $0.bounds.width == 1 } }
  }

  private final class Log { var indexes: [Int] = [] }

  @Test("none is chosen at first; a click chooses and tells once, the same again and the program's choice tell nothing")
  func choice() {
    let scene = Scene()
    expect(scene.control.selectedSegmentIndex == UISegmentedControl.noSegment && scene.knob?.isHidden == true)
    scene.click(1)
    scene.click(1)
    expect(scene.control.selectedSegmentIndex == 1 && scene.log.indexes == [1])
    expect(scene.knob?.isHidden == false && scene.knob?.frame == CGRect(x: 102, y: 2, width: 96, height: 28))
    scene.control.selectedSegmentIndex = 2
    scene.control.selectedSegmentIndex = UISegmentedControl.noSegment
    scene.app.settle()
    expect(scene.log.indexes == [1] && scene.knob?.isHidden == true)
  }

  @Test("lines stand between segments, but not beside the chosen one")
  func lines() {
    let scene = Scene()
    expectEqual(scene.dividers.map(\.isHidden), [false, false])
    expectEqual(scene.dividers.map(\.frame.midX), [100, 200])
    scene.click(0)
    expectEqual(scene.dividers.map(\.isHidden), [true, false])
    scene.click(1)
    expectEqual(scene.dividers.map(\.isHidden), [true, true])
  }

  @Test("the choice stays with its segment when others come and go, and ends with it")
  func changes() {
    let scene = Scene()
    let control = scene.control
    control.selectedSegmentIndex = 1
    control.insertSegment(withTitle: "First", at: 0, animated: true)
    expect(control.selectedSegmentIndex == 2 && control.titleForSegment(at: 2) == "Old")
    control.insertSegment(withTitle: "Last", at: 99, animated: false)
    expect(control.numberOfSegments == 5 && control.titleForSegment(at: 4) == "Last")
    control.removeSegment(at: 0, animated: true)
    expectEqual(control.selectedSegmentIndex, 1)
    control.removeSegment(at: 1, animated: false)
    expect(control.selectedSegmentIndex == UISegmentedControl.noSegment && control.numberOfSegments == 3)
    control.setTitle("Z", forSegmentAt: 99)
    expectEqual(control.titleForSegment(at: 2), "Z")
    control.removeAllSegments()
    expect(control.numberOfSegments == 0 && control.titleForSegment(at: 0) == nil && scene.log.indexes == [])
    scene.app.settle()
    expect(scene.dividers.isEmpty)
  }

  @Test("a segment or control that is not enabled cannot be chosen, and the arrow keys go past it")
  func disabled() {
    let scene = Scene()
    scene.control.setEnabled(false, forSegmentAt: 1)
    scene.click(1)
    expect(scene.log.indexes == [] && !scene.control.isEnabledForSegment(at: 1))
    scene.click(0)
    scene.control.becomeFirstResponder()
    scene.app.key(.keyboardRightArrow)
    scene.app.key(.keyboardRightArrow)
    expectEqual(scene.log.indexes, [0, 2])
    scene.app.key(.keyboardLeftArrow)
    expectEqual(scene.log.indexes, [0, 2, 0])
    scene.control.isEnabled = false
    scene.click(2)
    expectEqual(scene.log.indexes, [0, 2, 0])
  }

  @Test("a control that is disabled is left alone by keys and assistive tools, and one without segments by all")
  func leftAlone() {
    let scene = Scene()
    let empty = UISegmentedControl(items: [])
    scene.app.window.addSubview(empty)
    scene.control.becomeFirstResponder()
    scene.control.isEnabled = false
    for control in [scene.control, empty] {
      control.becomeFirstResponder()
      for key in [UIKeyboardHIDUsage.keyboardRightArrow, .keyboardLeftArrow, .keyboardSpacebar] { scene.app.key(key) }
      control.accessibilityIncrement()
      control.accessibilityDecrement()
    }
    empty.selectedSegmentIndex = 3
    empty.removeSegment(at: 0, animated: true)
    empty.setTitle("A", forSegmentAt: 0)
    scene.app.settle()
    expect(scene.control.selectedSegmentIndex == UISegmentedControl.noSegment && scene.log.indexes == [])
    expect(empty.selectedSegmentIndex == UISegmentedControl.noSegment && empty.intrinsicContentSize.width == 0)
  }

  @Test("a momentary control has a choice only while its actions run")
  func momentary() {
    let scene = Scene()
    scene.control.isMomentary = true
    scene.click(2)
    scene.click(2)
    expect(scene.log.indexes == [2, 2] && scene.control.selectedSegmentIndex == UISegmentedControl.noSegment)
  }

  @Test("segments are equally wide, or as wide as a title or the program says")
  func widths() {
    let scene = Scene()
    let control = scene.control
    let equal = control.intrinsicContentSize
    expectEqual(equal.height, 32)
    control.setTitle("A much longer title", forSegmentAt: 0)
    expect(control.intrinsicContentSize.width > equal.width * 2)
    control.apportionsSegmentWidthsByContent = true
    expect(control.intrinsicContentSize.width < equal.width * 2.5)
    control.apportionsSegmentWidthsByContent = false
    control.setWidth(40, forSegmentAt: 1)
    scene.app.settle()
    expect(control.widthForSegment(at: 1) == 40 && scene.dividers.map(\.frame.midX) == [130, 170])
  }

  @Test("segments of actions show their titles and images, and run them")
  func actions() throws {
    let scene = Scene()
    var runs = 0
    let star = try #require(UIImage(systemName: "star"))
    let control = UISegmentedControl(
      frame: CGRect(x: 20, y: 100, width: 200, height: 32),
      actions: [UIAction(title: "Run") { _ in runs += 1 }, UIAction(title: "Star", image: star) { _ in runs += 10 }])
    scene.app.window.addSubview(control)
    scene.app.settle()
    expect(control.titleForSegment(at: 0) == "Run" && control.imageForSegment(at: 1) === star)
    scene.app.click(at: CGPoint(x: 180, y: 110))
    expect(runs == 10 && control.selectedSegmentIndex == 1)
  }

  @Test("titles have the font and colour that were set for their state")
  func attributes() {
    let scene = Scene()
    scene.control.setTitleTextAttributes([.foregroundColor: UIColor.red], for: .normal)
    scene.control.setTitleTextAttributes(
      [.foregroundColor: UIColor.white, .font: UIFont.systemFont(ofSize: 20)], for: .selected)
    scene.control.selectedSegmentIndex = 1
    let labels = scene.control.subviews.compactMap { $0 as? UILabel }
    expectEqual(labels.map(\.textColor), [.red, .white, .red])
    expectEqual(labels.map(\.font.pointSize), [13, 20, 13])
    // Those of the normal state hold where a state has none.
    scene.control.setEnabled(false, forSegmentAt: 2)
    expectEqual(labels.map(\.textColor), [.red, .white, .red])
  }
}
