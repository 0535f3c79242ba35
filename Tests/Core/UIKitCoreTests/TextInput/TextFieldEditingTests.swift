import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

@MainActor
@Suite("Fields: editing")
struct TextFieldEditingTests {
  @Test("text from the keyboard goes to the field that is first responder, and to no other")
  func typing() {
    let scene = FieldScene(focused: false)
    scene.app.type("x")
    expectEqual(scene.field.text, "")
    expect(scene.app.platformWindow.textInputArea == nil)
    expect(scene.field.becomeFirstResponder())
    expect(scene.app.platformWindow.textInputArea != nil)
    scene.app.type("Añ 👍🏽")
    expectEqual(scene.field.text, "Añ 👍🏽")
    expect(scene.field.resignFirstResponder())
    expect(scene.app.platformWindow.textInputArea == nil)
    scene.app.type("y")
    expectEqual(scene.field.text, "Añ 👍🏽")
  }

  @Test("actions and delegate hear of the beginning, of each change and of the end")
  func events() {
    let scene = FieldScene(focused: false)
    scene.field.becomeFirstResponder()
    scene.app.type("ab")
    scene.app.key(.keyboardDeleteOrBackspace)
    scene.app.key(.keyboardDeleteForward)
    scene.field.resignFirstResponder()
    expectEqual(scene.recorder.log, ["didBegin", "begin", "changed", "changed", "changed", "didEnd", "end"])
  }

  @Test("a delegate that refuses keeps the field from beginning and ending")
  func refusing() {
    let scene = FieldScene(focused: false)
    scene.recorder.begins = false
    expect(!scene.field.becomeFirstResponder() && !scene.field.isEditing)
    scene.recorder.begins = true
    expect(scene.field.becomeFirstResponder())
    scene.recorder.ends = false
    expect(!scene.field.resignFirstResponder() && scene.field.isEditing && scene.field.isFirstResponder)
    scene.field.removeFromSuperview()
    expect(!scene.field.isEditing && scene.recorder.log.last == "end")
    expect(scene.app.platformWindow.textInputArea == nil)
  }

  @Test("a delegate is told of each change in UTF-16 units, and what it refuses does not happen")
  func changes() {
    let scene = FieldScene("👍🏽e")
    var heard: [String] = []
    scene.recorder.allows = { range, text in
      heard.append("\(range.location)+\(range.length) \(text)")
      return text != "x"
    }
    scene.app.type("x")
    scene.app.type("y")
    scene.app.key(.keyboardHome)
    scene.app.key(.keyboardDeleteForward)
    expectEqual(heard, ["5+0 x", "5+0 y", "0+4 "])
    expectEqual(scene.field.text, "ey")
  }

  @Test("a delegate that sets another text itself and refuses the change gets what it set")
  func formatting() {
    let scene = FieldScene()
    scene.recorder.allows = { [field = scene.field] _, text in
      field.text = (field.text ?? "") + text.uppercased()
      return false
    }
    scene.app.type("abc")
    expectEqual(scene.field.text, "ABC")
    expectEqual(scene.selection, 3..<3)
  }

  @Test("keys move by character, by word and to the ends, and extend with shift")
  func moving() {
    let scene = FieldScene("one two three")
    scene.app.key(.keyboardHome)
    scene.app.key(.keyboardRightArrow)
    expectEqual(scene.selection, 1..<1)
    scene.app.key(.keyboardRightArrow, modifiers: .control)
    expectEqual(scene.selection, 3..<3)
    scene.app.key(.keyboardRightArrow, modifiers: [.control, .shift])
    expectEqual(scene.selection, 3..<7)
    scene.app.key(.keyboardLeftArrow, modifiers: .shift)
    expectEqual(scene.selection, 3..<6)
    scene.app.key(.keyboardLeftArrow)
    expectEqual(scene.selection, 3..<3)
    scene.app.key(.keyboardEnd, modifiers: .shift)
    expectEqual(scene.selection, 3..<13)
    scene.app.key(.keyboardRightArrow)
    expectEqual(scene.selection, 13..<13)
    scene.app.key(.keyboardLeftArrow, modifiers: .control)
    expectEqual(scene.selection, 8..<8)
    scene.app.key(.keyboardDeleteOrBackspace, modifiers: .control)
    expectEqual(scene.field.text, "one three")
    scene.app.key(.keyboardDeleteForward, modifiers: .control)
    expectEqual(scene.field.text, "one ")
  }

  @Test("in text from right to left the left arrow goes on, and control takes it by words")
  func rightToLeft() {
    let scene = FieldScene("שלום עולם")
    scene.app.key(.keyboardHome)
    scene.app.key(.keyboardLeftArrow)
    expectEqual(scene.selection, 2..<2)
    scene.app.key(.keyboardRightArrow)
    expectEqual(scene.selection, 0..<0)
    scene.app.key(.keyboardLeftArrow, modifiers: .control)
    expectEqual(scene.selection, 8..<8)
  }

  @Test("the clipboard: cut, copy and paste, by letters and by the keys of old")
  func clipboard() {
    let scene = FieldScene("one two")
    scene.app.shortcut("c")
    expect(scene.app.platform.clipboard.string == nil)
    scene.app.key(.keyboardLeftArrow, modifiers: [.control, .shift])
    scene.app.shortcut("x")
    expect(scene.field.text == "one " && scene.app.platform.clipboard.string == "two")
    scene.app.shortcut("v")
    scene.app.key(.keyboardInsert, modifiers: .shift)
    expectEqual(scene.field.text, "one twotwo")
    scene.app.shortcut("a")
    scene.app.key(.keyboardInsert, modifiers: .control)
    expectEqual(scene.app.platform.clipboard.string, "one twotwo")
    scene.app.key(.keyboardDeleteForward, modifiers: .shift)
    expectEqual(scene.field.text, "")
    scene.app.platform.clipboard.string = "a\r\nb\0\u{1B}c"
    scene.app.shortcut("v")
    expectEqual(scene.field.text, "a bc")
  }

  @Test("a pasted text that comes late goes where the caret is then, and nowhere once another editing has begun")
  func latePaste() {
    let scene = FieldScene("ab")
    let clipboard = scene.app.platform.fakeClipboard
    clipboard.isLate = true
    clipboard.string = "--"
    scene.app.shortcut("v")
    expectEqual(scene.field.text, "ab")
    scene.app.type("c")
    clipboard.deliver()
    expectEqual(scene.field.text, "abc--")
    scene.app.shortcut("v")
    scene.field.resignFirstResponder()
    scene.field.becomeFirstResponder()
    clipboard.deliver()
    expectEqual(scene.field.text, "abc--")
    scene.app.shortcut("v")
    scene.field.resignFirstResponder()
    clipboard.deliver()
    expectEqual(scene.field.text, "abc--")
    // The middle button brings the keyboard into no field before there is a text.
    clipboard.primarySelection = "!"
    scene.app.click(at: scene.point(0), button: .middle)
    clipboard.deliver()
    expect(scene.field.text == "abc--" && !scene.field.isEditing)
  }

  @Test("undo and redo by control Z, with shift, and by control Y")
  func undo() {
    let scene = FieldScene()
    scene.app.type("one two")
    scene.app.shortcut("z")
    expectEqual(scene.field.text, "one ")
    scene.app.shortcut("z", [.control, .shift])
    expectEqual(scene.field.text, "one two")
    scene.app.shortcut("z")
    scene.app.shortcut("z")
    expectEqual(scene.field.text, "")
    scene.app.shortcut("z")
    scene.app.shortcut("y")
    expectEqual(scene.field.text, "one ")
  }

  @Test("words typed are steps of the window's manager while the field is edited; steps of others are not the field's")
  func sharedUndo() throws {
    let scene = FieldScene()
    let manager = try #require(scene.field.undoManager)
    expect(manager === scene.app.window.undoManager)
    let witness = UIView()
    manager.registerUndo(withTarget: witness) { $0.tag = 1 }
    manager.setActionName("Other")
    scene.app.shortcut("z")
    expectEqual(witness.tag, 0, "the field has nothing to take back")
    scene.app.type("one two")
    expectEqual(manager.undoActionName, "Typing")
    manager.undo()
    expect(scene.field.text == "one " && manager.redoMenuItemTitle == "Redo Typing")
    manager.redo()
    expectEqual(scene.field.text, "one two")
    scene.field.resignFirstResponder()
    expectEqual(manager.undoActionName, "Other")
    manager.undo()
    expect(witness.tag == 1 && scene.field.text == "one two" && !manager.canUndo)
  }

  @Test("a shortcut is known by its letter, or on other scripts by its place")
  func layouts() {
    let scene = FieldScene("abc")
    scene.app.shortcut("ф")
    expectEqual(scene.selection, 0..<3)
  }

  @Test("keys a field does not use go up the chain; those it uses do not")
  func chain() {
    let scene = FieldScene("abc")
    final class Listener: UIView {
      var heard: [UIKeyboardHIDUsage] = []
      override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        heard += presses.compactMap { $0.key?.keyCode }
      }
    }
    let listener = Listener(frame: scene.app.window.bounds)
    scene.app.window.addSubview(listener)
    listener.addSubview(scene.field)
    scene.field.becomeFirstResponder()
    scene.app.type("q ")
    for key in [
      .keyboardHome, .keyboardEnd, .keyboardLeftArrow, .keyboardReturnOrEnter, .keyboardDeleteForward,
    ] as [UIKeyboardHIDUsage] { scene.app.key(key) }
    scene.app.shortcut("a")
    expect(listener.heard.isEmpty)
    for key in [.keyboardUpArrow, .keyboardDownArrow, .keyboardPageUp, .keyboardEscape, .keyboardF5]
      as [UIKeyboardHIDUsage]
    { scene.app.key(key) }
    scene.app.shortcut("f")
    expectEqual(listener.heard.count, 6)
    expect(scene.field.isEditing)
  }

  @Test("return asks the delegate, and ends editing where an action waits for it")
  func returning() {
    let scene = FieldScene("x")
    scene.app.key(.keyboardReturnOrEnter)
    expect(scene.recorder.log == ["return"] && scene.field.isEditing)
    scene.field.addAction(UIAction { _ in scene.recorder.log.append("exit") }, for: .editingDidEndOnExit)
    scene.recorder.returns = false
    scene.app.key(.keypadEnter)
    expect(scene.recorder.log == ["return", "return"] && scene.field.isEditing)
    scene.recorder.returns = true
    scene.app.key(.keyboardReturnOrEnter)
    expectEqual(scene.recorder.log, ["return", "return", "return", "exit", "didEnd", "end"])
    expect(!scene.field.isEditing)
  }

  @Test("tab goes from field to field in their order, back with shift, and from the last one to the first")
  func tab() {
    let scene = FieldScene()
    let second = UITextField(frame: CGRect(x: 50, y: 200, width: 200, height: 30))
    let hidden = UITextField(frame: .zero)
    hidden.isHidden = true
    let disabled = UITextField(frame: .zero)
    disabled.isEnabled = false
    for view in [hidden, disabled, second] { scene.app.window.addSubview(view) }
    scene.app.key(.keyboardTab)
    expect(second.isEditing && !scene.field.isEditing)
    scene.app.key(.keyboardTab, modifiers: .shift)
    expect(scene.field.isEditing)
    scene.app.key(.keyboardTab)
    scene.app.key(.keyboardTab)
    expect(!second.isEditing && scene.field.isEditing)
  }

  @Test("a secure field shows dots, gives nothing away, and is one word")
  func secure() {
    let scene = FieldScene("pass word")
    scene.field.isSecureTextEntry = true
    scene.app.settle()
    expectEqual(scene.app.backend.visibleTexts, ["•••••••••"])
    scene.app.shortcut("a")
    scene.app.shortcut("x")
    expect(scene.field.text == "pass word" && scene.app.platform.clipboard.string == nil)
    expect(scene.app.platform.clipboard.primarySelection == nil)
    scene.app.key(.keyboardEnd)
    scene.app.key(.keyboardLeftArrow, modifiers: .control)
    expectEqual(scene.selection, 0..<0)
    scene.app.click(at: scene.point(2), clickCount: 2)
    expectEqual(scene.selection, 0..<9)
  }

  @Test("text set by the program is one line, comes without events, and cannot be undone")
  func setting() {
    let scene = FieldScene()
    scene.app.type("a")
    scene.recorder.log = []
    scene.field.text = "two\nlines"
    expect(scene.field.text == "two lines" && scene.recorder.log.isEmpty)
    expectEqual(scene.selection, 9..<9)
    scene.app.shortcut("z")
    expectEqual(scene.field.text, "two lines")
    scene.field.text = nil
    expectEqual(scene.field.text, "")
  }

  @Test("a field that is disabled while it is edited ends editing")
  func disabling() {
    let scene = FieldScene("a")
    scene.field.isEnabled = false
    expect(!scene.field.isEditing && !scene.field.becomeFirstResponder())
  }

  @Test("the text as ranges and places, in UTF-16 units")
  func input() throws {
    let scene = FieldScene("a👍🏽b")
    let field = scene.field
    let start = field.beginningOfDocument
    expectEqual(field.offset(from: start, to: field.endOfDocument), 6)
    let one = try #require(field.position(from: start, offset: 1))
    let two = try #require(field.position(from: start, offset: 3))
    let range = try #require(field.textRange(from: two, to: one))
    expectEqual(field.text(in: range), "👍🏽")
    expect(field.position(from: start, offset: 7) == nil)
    expect(field.position(from: start, offset: Int.max) == nil)
    expect(field.position(from: start, offset: -1) == nil)
    field.selectedTextRange = range
    expectEqual(scene.selection, 1..<9)
    expectEqual(field.firstRect(for: range).minX, 10)
    expectEqual(field.caretRect(for: field.endOfDocument).midX, field.firstRect(for: range).maxX + 10)
    field.replace(range, withText: "x")
    expectEqual(field.text, "axb")
    expectEqual(field.closestPosition(to: CGPoint(x: 21, y: 5)).map { field.offset(from: start, to: $0) }, 2)
  }
}
