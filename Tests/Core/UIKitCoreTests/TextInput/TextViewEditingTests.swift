import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

@MainActor
@Suite("Text views: editing")
struct TextViewEditingTests {
  /// The names of the notifications that an object posts, in order.
  private final class Listener: @unchecked Sendable {
    // Unchecked: all is on the main thread.
    private(set) var names: [Notification.Name] = []
    private var tokens: [any NSObjectProtocol] = []

    init(_ object: AnyObject, _ names: [Notification.Name]) {
      tokens = names.map { name in
        NotificationCenter.default.addObserver(forName: name, object: object, queue: nil) { [weak self] in
          self?.names.append($0.name)
        }
      }
    }

    deinit { for token in tokens { NotificationCenter.default.removeObserver(token) } }
  }

  /// As code for iOS writes it: `init(frame:textContainer:)` is the initialiser that subclasses override.
  private final class NoteView: UITextView {
    private(set) var calls = 0

    override init(frame: CGRect, textContainer: NSTextContainer?) {
      super.init(frame: frame, textContainer: textContainer)
      calls += 1
    }

    required init?(coder: NSCoder) { nil }
  }

  @Test("init(frame:textContainer:) is the designated initialiser, through which all others come")
  func initialisers() {
    _ = TestApplication()
    expectEqual(NoteView(frame: CGRect(x: 1, y: 2, width: 3, height: 4)).calls, 1)
    expectEqual(NoteView().calls, 1)
    let container = UITextView().textContainer
    container.lineFragmentPadding = 17
    let view = NoteView(frame: .zero, textContainer: container)
    expect(view.calls == 1 && view.textContainer.lineFragmentPadding == 17)
  }

  @Test("keys put in characters, line ends and tabs; the delegate hears of each in UIKit's order")
  func typing() {
    let scene = TextViewScene()
    scene.app.type("ab")
    scene.app.key(.keyboardReturnOrEnter)
    scene.app.type("👍🏽")
    scene.app.key(.keyboardTab)
    expectEqual(scene.view.text, "ab\n👍🏽\t")
    expectEqual(scene.recorder.log.prefix(2), ["selection", "change"])
    expectEqual(scene.recorder.log.count { $0 == "change" }, 5)
    scene.app.key(.keyboardDeleteOrBackspace)
    scene.app.key(.keyboardDeleteOrBackspace)
    scene.app.key(.keyboardDeleteOrBackspace)
    expectEqual(scene.view.text, "ab")
  }

  @Test("pasted text keeps its line ends and tabs, and a line end of two characters goes at once")
  func lineEnds() {
    let scene = TextViewScene()
    scene.app.platform.clipboard.string = "one\r\ntwo\tthree\n"
    scene.app.shortcut("v")
    expectEqual(scene.view.text, "one\r\ntwo\tthree\n")
    scene.view.selectedRange = NSRange(location: 5, length: 0)
    scene.app.key(.keyboardDeleteOrBackspace)
    expectEqual(scene.view.text, "onetwo\tthree\n")
  }

  @Test("a delegate is asked in UTF-16 units, and what it refuses does not happen")
  func asking() {
    let scene = TextViewScene("👍🏽\ne")
    var heard: [String] = []
    scene.recorder.allows = { range, text in
      heard.append("\(range.location)+\(range.length) \(text.debugDescription)")
      return text != "\n"
    }
    scene.app.key(.keyboardEnd, modifiers: .control)
    scene.app.key(.keyboardReturnOrEnter)
    scene.app.type("x")
    scene.app.key(.keyboardHome, modifiers: [.control, .shift])
    scene.app.key(.keyboardDeleteForward)
    expectEqual(heard, ["6+0 \"\\n\"", "6+0 \"x\"", "0+7 \"\""])
    expectEqual(scene.view.text, "")
  }

  @Test("editing begins and ends as the delegate allows, and notifications tell of both and of changes")
  func beginning() {
    let scene = TextViewScene(focused: false)
    scene.recorder.begins = false
    expect(!scene.view.becomeFirstResponder())
    scene.recorder.begins = true
    let names = [
      UITextView.textDidBeginEditingNotification, UITextView.textDidChangeNotification,
      UITextView.textDidEndEditingNotification,
    ]
    let listener = Listener(scene.view, names)
    expect(scene.view.becomeFirstResponder())
    scene.app.type("x")
    scene.recorder.ends = false
    expect(!scene.view.resignFirstResponder() && scene.view.isFirstResponder)
    scene.view.removeFromSuperview()
    expectEqual(listener.names, names)
    expectEqual(scene.recorder.log.last, "end")
  }

  @Test("a text set by the program replaces the undo history and puts the caret at the end, without telling")
  func setting() {
    let scene = TextViewScene("one")
    scene.app.type("x")
    scene.recorder.log = []
    scene.view.text = "two\nthree"
    expectEqual(scene.recorder.log, [])
    expectEqual(scene.view.selectedRange, NSRange(location: 9, length: 0))
    scene.app.shortcut("z")
    expectEqual(scene.view.text, "two\nthree")
    scene.view.selectedRange = NSRange(location: 3, length: 400)
    expectEqual(scene.view.selectedRange, NSRange(location: 3, length: 6))
    expectEqual(scene.recorder.log, ["selection"])
  }

  @Test("undo takes back and makes again, by keys and by the window's manager, looks included")
  func undoing() {
    let scene = TextViewScene()
    scene.view.attributedText = NSAttributedString(
      string: "red\nrest", attributes: [.foregroundColor: UIColor.red])
    scene.app.shortcut("a")
    scene.app.key(.keyboardDeleteForward)
    expectEqual(scene.view.text, "")
    scene.app.shortcut("z")
    expectEqual(scene.view.text, "red\nrest")
    let color = scene.view.attributedText.attribute(.foregroundColor, at: 5, effectiveRange: nil) as? UIColor
    expectEqual(color, .red)
    scene.app.shortcut("y")
    expectEqual(scene.view.text, "")
    scene.view.undoManager?.undo()
    expectEqual(scene.view.text, "red\nrest")
  }

  @Test("an input method composes among paragraphs, and what it settles is one step to undo")
  func composing() {
    let scene = TextViewScene("one\ntwo")
    scene.app.key(.keyboardEnd)
    scene.app.compose("か")
    scene.app.compose("かん", start: 0, length: 2)
    expectEqual(scene.view.text, "oneかん\ntwo")
    expect(scene.view.markedTextRange != nil)
    scene.app.events.post(.textInput("漢"))
    scene.app.frame()
    expectEqual(scene.view.text, "one漢\ntwo")
    scene.app.shortcut("z")
    expectEqual(scene.view.text, "one\ntwo")
  }

  @Test("a text that cannot be edited takes no keys and no text, can be selected and copied, and scrolls by keys")
  func readOnly() {
    let scene = TextViewScene((0..<30).map { "line \($0)" }.joined(separator: "\n"), editable: false)
    let text = scene.view.text
    expect(scene.view.isFirstResponder && scene.app.platformWindow.textInputArea == nil)
    scene.app.type("x")
    scene.app.key(.keyboardReturnOrEnter)
    scene.app.key(.keyboardDeleteForward)
    scene.app.shortcut("x")
    expectEqual(scene.view.text, text)
    scene.app.key(.keyboardPageDown)
    expect(scene.view.contentOffset.y > 100 && scene.selection.isEmpty)
    scene.app.key(.keyboardHome)
    expectEqual(scene.view.contentOffset.y, 0)
    scene.app.key(.keyboardRightArrow, modifiers: [.shift, .control])
    scene.app.shortcut("c")
    expectEqual(scene.app.platform.clipboard.string, "line")
    expect(scene.caret == nil)
    expectEqual(scene.recorder.log.filter { $0 != "selection" }, [])
  }

  @Test("what is typed has the attributes before the caret, or those the program chose until the selection moves")
  func typingAttributes() {
    let scene = TextViewScene()
    let text = NSMutableAttributedString(string: "ab")
    text.addAttribute(.foregroundColor, value: UIColor.red, range: NSRange(location: 0, length: 1))
    scene.view.attributedText = text
    func color(_ index: Int) -> UIColor? {
      scene.view.attributedText.attribute(.foregroundColor, at: index, effectiveRange: nil) as? UIColor
    }
    scene.view.selectedRange = NSRange(location: 1, length: 0)
    scene.app.type("x")
    expectEqual(color(1), .red)
    expectEqual(color(2), .label)
    scene.view.typingAttributes = [.foregroundColor: UIColor.green]
    scene.app.type("y")
    scene.app.type("z")
    expectEqual([color(2), color(3)], [.green, .green])
    scene.app.key(.keyboardEnd)
    scene.app.type("w")
    expectEqual(color(5), .label)
    scene.view.textColor = .blue
    expectEqual([color(0), color(2), color(5)], [.blue, .blue, .blue])
  }

  @Test("Shift+Tab and Ctrl+Tab lead to other views, Tab does from a text that cannot be edited")
  func focus() {
    let scene = TextViewScene("a")
    let button = UIButton(frame: CGRect(x: 50, y: 20, width: 80, height: 30))
    let second = UIButton(frame: CGRect(x: 50, y: 400, width: 80, height: 30))
    scene.app.window.addSubview(button)
    scene.app.window.addSubview(second)
    scene.app.key(.keyboardTab, modifiers: .shift)
    expect(button.isFirstResponder)
    scene.view.becomeFirstResponder()
    scene.app.key(.keyboardTab, modifiers: .control)
    expect(second.isFirstResponder)
    scene.view.isEditable = false
    scene.view.becomeFirstResponder()
    scene.app.key(.keyboardTab)
    expect(second.isFirstResponder)
    expectEqual(scene.view.text, "a")
  }
}
