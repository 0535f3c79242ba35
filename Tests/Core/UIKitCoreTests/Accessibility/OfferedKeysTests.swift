import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

/// Tools that are asked about keys, and answer when a test says so.
@MainActor
private final class AskedTools: AccessibilityObserver {
  private(set) var asked: [String] = []
  private var answers: [@MainActor (Bool) -> Void] = []
  /// Nothing is asked about any key.
  var isDeaf = false

  func focusMayHaveMoved() {}
  func contentMayHaveChanged(of view: UIView) {}
  func selectionDidChange(in view: UIView) {}
  func rowsDidChange(in view: UIView) {}
  func post(_ notification: UIAccessibility.Notification, argument: Any?) {}

  func offer(_ key: InputEvent.Key, isDown: Bool, answered: @escaping @MainActor (Bool) -> Void) -> Bool {
    guard !isDeaf else { return false }
    asked.append("\(isDown ? "down" : "up") \(key.characters)")
    answers.append(answered)
    return true
  }

  /// Answers the oldest question.
  func answer(_ isTaken: Bool) { answers.removeFirst()(isTaken) }
}

/// A field that keeps what it hears.
private final class ListeningField: UITextField {
  var heard: [String] = []

  override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    heard.append("down \(presses.first?.key?.characters ?? "")")
    super.pressesBegan(presses, with: event)
  }
  override func pressesEnded(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    heard.append("up \(presses.first?.key?.characters ?? "")")
    super.pressesEnded(presses, with: event)
  }
  override func insertText(_ text: String) {
    heard.append("text \(text)")
    super.insertText(text)
  }
}

@MainActor
@Suite("Accessibility: keys that tools are asked about")
struct OfferedKeysTests {
  private let app = TestApplication()
  private let tools = AskedTools()
  private let field = ListeningField(frame: CGRect(x: 0, y: 0, width: 200, height: 40))

  init() {
    app.becomeCurrent()
    app.window.addSubview(field)
    app.events.post(.window(.focusGained))
    app.settle()
    field.becomeFirstResponder()
    app.application.accessibilityObserver = tools
  }

  private func key(_ letter: String) -> InputEvent.Key {
    let code = Int(letter.unicodeScalars.first!.value) - 93
    return InputEvent.Key(
      code: UIKeyboardHIDUsage(rawValue: code), characters: letter, timestamp: app.clock.now)
  }

  private func press(_ letter: String) {
    app.events.post(.keyDown(key(letter)), .textInput(letter), .keyUp(key(letter)))
    app.application.frameLoop.turn()
  }

  @Test("a key that a tool takes does not reach the program, nor does its text or its release")
  func taken() {
    press("a")
    expect(tools.asked == ["down a", "up a"] && field.heard == [])
    tools.answer(true)
    tools.answer(false)
    expect(field.heard == [] && field.text == "")
    press("b")
    tools.answer(false)
    expect(field.heard == ["down b", "text b", "up b"] && field.text == "b")
    // A tool that takes the release alone leaves no key pressed.
    tools.answer(true)
    press("c")
    tools.answer(true)
    expectEqual(field.text, "b")
    app.application.accessibilityObserver = nil
  }

  @Test("what the user does behind a key waits with it, in order; what the display tells does not")
  func order() {
    let button = UIButton(type: .system)
    var events: [String] = []
    button.frame = CGRect(x: 0, y: 100, width: 100, height: 40)
    button.addAction(UIAction { [field] _ in events = field.heard + ["click"] }, for: .touchUpInside)
    app.window.addSubview(button)
    app.settle()
    press("a")
    press("b")
    app.click(at: CGPoint(x: 20, y: 120))
    expect(tools.asked == ["down a", "up a", "down b", "up b"] && field.heard == [] && events == [])
    app.events.post(.window(.occluded))
    app.application.frameLoop.turn()
    expect(app.window.isOccluded)
    app.events.post(.window(.revealed), .window(.focusGained))
    app.application.frameLoop.turn()
    tools.answer(true)
    tools.answer(false)
    expectEqual(field.heard, [])
    tools.answer(false)
    expect(events == ["down b", "text b", "up b", "click"] && field.text == "b")
    app.application.accessibilityObserver = nil
  }

  @Test("tools that do not answer are waited for 0.25 s, once: keys are delivered at once until they answer one")
  func silence() {
    press("a")
    app.frame(after: 0.24)
    expect(field.heard == [] && app.application.frameLoop.nextDeadline != nil)
    press("b")
    app.frame(after: 0.02)
    expectEqual(field.text, "ab")
    press("c")
    expect(field.text == "abc" && tools.asked.count == 6)
    // An answer that comes late takes nothing back.
    tools.answer(true)
    expectEqual(field.text, "abc")
    press("d")
    expectEqual(field.text, "abc")
    for _ in 0..<5 { tools.answer(false) }
    expectEqual(field.text, "abc")
    tools.answer(false)
    expectEqual(field.text, "abcd")
    app.application.accessibilityObserver = nil
  }

  @Test("keys that no tool is asked about are delivered at once, and those that wait when the last tool has gone")
  func none() {
    tools.isDeaf = true
    press("a")
    expect(field.text == "a" && app.application.frameLoop.nextDeadline == nil || app.settle() < 600)
    tools.isDeaf = false
    press("b")
    expectEqual(field.text, "a")
    app.application.accessibilityObserver = nil
    expectEqual(field.text, "ab")
    press("c")
    expect(field.text == "abc" && tools.asked == ["down b", "up b"])
  }
}
