import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

@Suite("Alerts and action sheets")
@MainActor
struct AlertTests {
  /// An alert with buttons that write their titles down.
  private func alert(
    _ log: CallLog, _ style: UIAlertController.Style = .alert,
    _ actions: [(String, UIAlertAction.Style)] = [("Cancel", .cancel), ("Delete", .destructive), ("Keep", .default)]
  ) -> UIAlertController {
    let alert = UIAlertController(title: "Title", message: "Message", preferredStyle: style)
    for (title, style) in actions {
      alert.addAction(UIAlertAction(title: title, style: style) { log.lines.append($0.title ?? "") })
    }
    return alert
  }

  private func buttons(_ alert: UIAlertController) -> [AlertButton] {
    func collect(_ view: UIView) -> [AlertButton] {
      view.subviews.flatMap { ($0 as? AlertButton).map { [$0] } ?? collect($0) }
    }
    return collect(alert.view)
  }

  private func present(_ alert: UIAlertController, on stage: PresentationStage) {
    stage.root.present(alert, animated: true)
    stage.app.settle()
    stage.log.lines = []
  }

  @Test("a click on a button ends the alert, and its handler is called when the alert has gone")
  func click() throws {
    let stage = PresentationStage()
    let alert = alert(stage.log)
    present(alert, on: stage)
    let button = try #require(buttons(alert).first { $0.action.title == "Delete" })
    stage.app.click(at: button.convert(CGPoint(x: 20, y: 20), to: nil))
    expect(stage.log.lines == [] && alert.isBeingDismissed)
    stage.app.settle()
    expect(stage.log.lines == ["Delete"] && stage.layers == 0)
    // What is clicked twice is chosen once; a click beside an alert does nothing.
    present(alert, on: stage)
    stage.app.click(at: CGPoint(x: 3, y: 3))
    expect(!alert.isBeingDismissed)
  }

  @Test("Return chooses the preferred action, else the first plain one, else the only one, and never one that destroys")
  func returnKey() {
    let stage = PresentationStage()
    let plain = alert(stage.log)
    present(plain, on: stage)
    stage.app.key(.keyboardReturnOrEnter)
    stage.app.settle()
    expectEqual(stage.log.lines, ["Keep"])
    let preferring = alert(stage.log)
    preferring.preferredAction = preferring.actions[1]
    present(preferring, on: stage)
    stage.app.key(.keyboardReturnOrEnter)
    stage.app.settle()
    expectEqual(stage.log.lines, ["Delete"])
    let single = alert(stage.log, .alert, [("OK", .cancel)])
    present(single, on: stage)
    stage.app.key(.keyboardReturnOrEnter)
    stage.app.settle()
    expectEqual(stage.log.lines, ["OK"])
    let dangerous = alert(stage.log, .alert, [("Cancel", .cancel), ("Delete", .destructive)])
    present(dangerous, on: stage)
    stage.app.key(.keyboardReturnOrEnter)
    stage.app.settle()
    expect(stage.log.lines == [] && stage.layers == 1)
  }

  @Test("Escape chooses the cancel action, and without one leaves the alert")
  func escape() {
    let stage = PresentationStage()
    present(alert(stage.log), on: stage)
    stage.app.key(.keyboardEscape)
    stage.app.settle()
    expectEqual(stage.log.lines, ["Cancel"])
    present(alert(stage.log, .alert, [("OK", .default)]), on: stage)
    stage.app.key(.keyboardEscape)
    stage.app.settle()
    expect(stage.log.lines == [] && stage.layers == 1)
  }

  @Test("Tab and arrows go from button to button, with a ring, and Space chooses the one that has it")
  func keys() {
    let stage = PresentationStage()
    let alert = alert(stage.log)
    present(alert, on: stage)
    var titles: [String?] = []
    for key in [UIKeyboardHIDUsage.keyboardTab, .keyboardDownArrow, .keyboardTab, .keyboardTab, .keyboardUpArrow] {
      stage.app.key(key)
      titles.append(buttons(alert).first { $0.isFirstResponder }?.action.title)
    }
    expectEqual(titles, ["Delete", "Keep", "Cancel", "Delete", "Cancel"])
    expectEqual(buttons(alert).first { $0.isFirstResponder }?.subviews.contains { $0 is FocusRingView }, true)
    stage.app.key(.keyboardSpacebar)
    stage.app.settle()
    expectEqual(stage.log.lines, ["Cancel"])
  }

  @Test("Tab goes from right to left in an alert that reads so, and arrows go where they point")
  func turnedKeys() {
    let stage = PresentationStage()
    stage.root.view.semanticContentAttribute = .forceRightToLeft
    let alert = alert(stage.log, .alert, [("Cancel", .cancel), ("Save", .default)])
    alert.addTextField()
    present(alert, on: stage)
    var titles: [String?] = []
    for key in [UIKeyboardHIDUsage.keyboardTab, .keyboardLeftArrow, .keyboardRightArrow, .keyboardTab] {
      stage.app.key(key)
      titles.append(buttons(alert).first { $0.isFirstResponder }?.action.title)
    }
    expectEqual(titles, ["Cancel", "Save", "Cancel", "Save"])
  }

  @Test("the first field has the keyboard, Return goes to the next and from the last chooses")
  func fields() {
    let stage = PresentationStage()
    let alert = alert(stage.log, .alert, [("Cancel", .cancel), ("Save", .default)])
    alert.addTextField { $0.placeholder = "Name" }
    alert.addTextField { $0.isSecureTextEntry = true }
    present(alert, on: stage)
    expect(alert.textFields?.count == 2 && alert.textFields?[0].isFirstResponder == true)
    stage.app.type("Ann")
    stage.app.key(.keyboardReturnOrEnter)
    expectEqual(alert.textFields?[1].isFirstResponder, true)
    stage.app.type("secret")
    stage.app.key(.keyboardReturnOrEnter)
    stage.app.settle()
    expect(stage.log.lines == ["Save"] && alert.textFields?.map(\.text) == ["Ann", "secret"])
  }

  @Test(
    "an action that is disabled is not chosen by click or key, and can be when it is enabled while the alert is shown")
  func enabling() {
    let stage = PresentationStage()
    let alert = alert(stage.log, .alert, [("Cancel", .cancel), ("Save", .default)])
    alert.actions[1].isEnabled = false
    present(alert, on: stage)
    stage.app.key(.keyboardReturnOrEnter)
    let save = buttons(alert).first { $0.action.title == "Save" }
    expect(save?.isEnabled == false && !alert.isBeingDismissed)
    alert.actions[1].isEnabled = true
    expectEqual(save?.isEnabled, true)
    stage.app.key(.keyboardReturnOrEnter)
    stage.app.settle()
    expectEqual(stage.log.lines, ["Save"])
  }

  @Test("two short buttons stand beside each other with cancel first, others below each other with cancel last")
  func arrangement() {
    let stage = PresentationStage()
    let two = alert(stage.log, .alert, [("Save", .default), ("Cancel", .cancel)])
    present(two, on: stage)
    let places = Dictionary(uniqueKeysWithValues: buttons(two).map { ($0.action.title ?? "", $0.frame) })
    expect(places["Cancel"]?.minX == 0 && places["Save"]?.minX == 135 && places["Save"]?.minY == 0)
    two.dismiss(animated: false)
    let three = alert(stage.log)
    present(three, on: stage)
    let lowest = buttons(three).max { $0.frame.minY < $1.frame.minY }
    expect(lowest?.action.title == "Cancel" && lowest?.frame.width == 270)
  }

  @Test("cancel stands at the right of two buttons, and fields turn, where the presenting screen reads so")
  func rightToLeft() {
    let stage = PresentationStage()
    stage.root.view.semanticContentAttribute = .forceRightToLeft
    for titles in [["Save", "Cancel"], ["Cancel", "Save"]] {
      let two = alert(stage.log, .alert, titles.map { ($0, $0 == "Cancel" ? .cancel : .default) })
      present(two, on: stage)
      let shown = Dictionary(uniqueKeysWithValues: buttons(two).map { ($0.action.title ?? "", $0) })
      expect(shown["Cancel"]?.frame.minX == 135 && shown["Save"]?.frame.minX == 0)
      expect(shown["Cancel"]?.lines.left == true && shown["Save"]?.lines.left == false)
      two.dismiss(animated: false)
      stage.app.settle()
    }
    let three = alert(stage.log)
    three.addTextField()
    present(three, on: stage)
    expectEqual(three.textFields?.first?.effectiveUserInterfaceLayoutDirection, .rightToLeft)
    expectEqual(buttons(three).max { $0.frame.minY < $1.frame.minY }?.action.title, "Cancel")
  }

  @Test("a long message scrolls, and the alert stays within the window")
  func long() throws {
    let stage = PresentationStage(size: CGSize(width: 320, height: 300))
    let alert = alert(stage.log)
    alert.message = String(repeating: "A message of many lines. ", count: 60)
    present(alert, on: stage)
    let host = try #require(alert.view.superview)
    expect(host.frame.minY >= 0 && host.frame.maxY <= 300 && host.frame.minX >= 0)
    let scroller = try #require(alert.view.subviews[0].subviews[0] as? UIScrollView)
    expect(scroller.contentSize.height > scroller.bounds.height && scroller.bounds.height > 40)
    stage.app.key(.keyboardPageDown)
    stage.app.settle()
    expect(scroller.contentOffset.y > 0)
  }

  @Test("what an alert cannot have is left with UIKit's message, and an alert without buttons is shown")
  func badInput() {
    let stage = PresentationStage()
    let sheet = UIAlertController(title: nil, message: nil, preferredStyle: .actionSheet)
    sheet.popoverPresentationController?.sourceView = stage.root.view
    let empty = UIAlertController(title: nil, message: nil, preferredStyle: .alert)
    let lines = stage.messages {
      sheet.addTextField()
      sheet.addAction(UIAlertAction(title: "A", style: .cancel))
      sheet.addAction(UIAlertAction(title: "B", style: .cancel))
      sheet.preferredAction = UIAlertAction(title: "C", style: .default)
      stage.root.present(empty, animated: true)
      stage.app.settle()
      for key in [UIKeyboardHIDUsage.keyboardTab, .keyboardReturnOrEnter, .keyboardEscape, .keyboardPageDown] {
        stage.app.key(key)
      }
      empty.dismiss(animated: true)
      stage.app.settle()
      stage.root.present(sheet, animated: true)
      stage.app.settle()
    }
    expectEqual(
      lines,
      [
        "Text fields can only be added to an alert controller of style UIAlertControllerStyleAlert",
        "UIAlertController can only have one action with a style of UIAlertActionStyleCancel",
        "The preferredAction of an alert controller must be one of the actions contained in its actions array.",
      ])
    expect(sheet.actions.count == 1 && sheet.textFields == nil && sheet.preferredAction == nil && stage.layers == 1)
  }

  @Test("an action sheet points at its source in a wide window and stands below in a narrow one")
  func actionSheet() throws {
    let stage = PresentationStage()
    let source = UIView(frame: CGRect(x: 300, y: 100, width: 60, height: 30))
    stage.root.view.addSubview(source)
    let sheet = alert(stage.log, .actionSheet)
    sheet.popoverPresentationController?.sourceView = source
    present(sheet, on: stage)
    let host = try #require(sheet.view.superview)
    expect(sheet.popoverPresentationController?.arrowDirection == .up && host.frame.minY == 143)
    expectEqual(buttons(sheet).map(\.action.title), ["Delete", "Keep"])
    stage.app.platformWindow.resize(to: CGSize(width: 400, height: 600))
    stage.app.events.post(.window(.resized))
    stage.app.settle()
    expect(host.frame.maxY == 592 && buttons(sheet).map(\.action.title).contains("Cancel"))
    stage.app.click(at: CGPoint(x: 3, y: 3))
    stage.app.settle()
    expect(stage.log.lines == ["Cancel"] && stage.layers == 0)
  }

  @Test("a thousand alerts and their actions are deallocated")
  func memory() {
    let stage = PresentationStage()
    final class Probe: UIAlertController {
      var log: CallLog?
      deinit { log?.ends += 1 }
    }
    for number in 0..<1000 {
      let alert = Probe(title: "T", message: "M", preferredStyle: number % 2 == 0 ? .alert : .actionSheet)
      alert.log = stage.log
      alert.popoverPresentationController?.sourceView = stage.root.view
      if number % 4 == 0 { alert.addTextField() }
      alert.addAction(UIAlertAction(title: "Cancel", style: .cancel))
      stage.root.present(alert, animated: number % 3 == 0)
      expect(stage.root.presentedViewController === alert)
      stage.app.frame()
      stage.app.key(.keyboardEscape)
      stage.app.settle()
    }
    expect(stage.log.ends == 1000 && stage.layers == 0)
  }
}
