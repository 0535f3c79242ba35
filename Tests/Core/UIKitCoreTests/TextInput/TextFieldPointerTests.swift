import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

@MainActor
@Suite("Fields: the mouse")
struct TextFieldPointerTests {
  private func drag(_ scene: FieldScene, from start: Double, to end: Double, clicks: Int = 1) {
    let down = InputEvent.Pointer(location: scene.point(start), clickCount: clicks, timestamp: scene.app.clock.now)
    var moved = down
    moved.location = scene.point(end)
    scene.app.events.post(.pointerDown(down), .pointerMoved(moved))
    scene.app.frame()
  }

  private func release(_ scene: FieldScene, at place: Double) {
    scene.app.events.post(
      .pointerUp(InputEvent.Pointer(location: scene.point(place), timestamp: scene.app.clock.now)))
    scene.app.frame()
  }

  @Test("a click begins editing and puts the caret to the nearest place")
  func click() {
    let scene = FieldScene("abcdef", focused: false)
    scene.app.click(at: scene.point(2.4))
    expect(scene.field.isEditing && scene.selection == 2..<2)
    scene.app.click(at: scene.point(2.6))
    expectEqual(scene.selection, 3..<3)
    scene.app.click(at: scene.point(19))
    expectEqual(scene.selection, 6..<6)
  }

  @Test("two clicks select a word, three everything; a drag goes on in words")
  func clicks() {
    let scene = FieldScene("one two three")
    scene.app.click(at: scene.point(5), clickCount: 2)
    expectEqual(scene.selection, 4..<7)
    scene.app.click(at: scene.point(5), clickCount: 3)
    expectEqual(scene.selection, 0..<13)
    drag(scene, from: 5, to: 9, clicks: 2)
    expectEqual(scene.selection, 4..<13)
    scene.app.events.post(
      .pointerMoved(InputEvent.Pointer(location: scene.point(1), timestamp: scene.app.clock.now)))
    scene.app.frame()
    expectEqual(scene.selection, 0..<7)
    release(scene, at: 1)
  }

  @Test("a drag selects, shift and a click extend, and what is selected is the primary selection")
  func dragging() {
    let scene = FieldScene("abcdef")
    drag(scene, from: 1, to: 4)
    release(scene, at: 4)
    expectEqual(scene.selection, 1..<4)
    expectEqual(scene.app.platform.clipboard.primarySelection, "bcd")
    scene.app.becomeCurrent()
    expect(UIPasteboard.primarySelection.string == "bcd" && UIPasteboard.primarySelection.hasStrings)
    scene.app.click(at: scene.point(6), modifiers: .shift)
    expectEqual(scene.selection, 1..<6)
    scene.app.click(at: scene.point(0), modifiers: .shift)
    expectEqual(scene.selection, 0..<1)
  }

  @Test("a drag beyond the edge scrolls on and on, and stops with the button")
  func scrolling() {
    let scene = FieldScene(String(repeating: "0123456789", count: 10))
    scene.app.key(.keyboardHome)
    drag(scene, from: 1, to: 30)
    for _ in 0..<30 { scene.app.frame() }
    let half = scene.editor.selection.head
    expect(half > 20 && half < 100)
    for _ in 0..<300 { scene.app.frame() }
    expectEqual(scene.selection, 1..<100)
    release(scene, at: 30)
    scene.app.settle()
    expect(!scene.app.application.frameLoop.isFrameRequested)
  }

  @Test("the middle button puts in what was selected last, at the pointer, if there is such a thing")
  func middle() {
    let scene = FieldScene("abcd", focused: false)
    scene.app.click(at: scene.point(2), button: .middle)
    expect(scene.field.text == "abcd" && !scene.field.isEditing)
    scene.app.platform.clipboard.primarySelection = "x\ny"
    scene.app.click(at: scene.point(2), button: .middle)
    expectEqual(scene.field.text, "abx ycd")
  }

  @Test("a finger edits when it is lifted")
  func finger() {
    let scene = FieldScene("abcd", focused: false)
    let finger = InputEvent.Finger(id: 7, location: scene.point(3), timestamp: scene.app.clock.now)
    scene.app.events.post(.fingerDown(finger))
    scene.app.frame()
    expect(!scene.field.isEditing)
    scene.app.events.post(.fingerUp(finger))
    scene.app.frame()
    expect(scene.field.isEditing && scene.selection == 3..<3)
  }

  @Test("the pointer is a beam over the text, and an arrow elsewhere, also when the field goes")
  func pointer() {
    let scene = FieldScene("abc")
    scene.field.clearButtonMode = .always
    scene.app.settle()
    func move(_ point: CGPoint) -> PointerShape {
      scene.app.events.post(.pointerMoved(InputEvent.Pointer(location: point, timestamp: scene.app.clock.now)))
      scene.app.frame()
      return scene.app.platformWindow.pointerShape
    }
    expectEqual(move(scene.point(1)), .text)
    expectEqual(move(CGPoint(x: 240, y: 115)), .arrow)
    expectEqual(move(scene.point(2)), .text)
    expectEqual(move(CGPoint(x: 10, y: 10)), .arrow)
    expectEqual(move(scene.point(2)), .text)
    scene.field.removeFromSuperview()
    expectEqual(scene.app.platformWindow.pointerShape, .arrow)
  }

  @Test("the menu offers what can be done, does it, and leaves the field editing all along")
  func menu() throws {
    let scene = FieldScene("one two")
    scene.app.click(at: scene.point(1), clickCount: 2)
    scene.recorder.log = []
    scene.app.click(at: scene.point(2), button: .secondary)
    scene.app.settle()
    expectEqual(scene.selection, 0..<3)
    let menu = try #require(scene.app.window.menu as? MenuOverlay)
    let items = menu.cards[0].rows.map(\.item.title)
    expectEqual(items, ["Cut", "Copy", "Paste", "Select All"])
    expectEqual(menu.cards[0].rows.map(\.item.isEnabled), [true, true, false, true])
    expect(scene.app.platformWindow.textInputArea == nil)
    let row = try #require(menu.cards[0].rows.first)
    scene.app.click(at: row.convert(CGPoint(x: 10, y: 10), to: nil))
    scene.app.settle()
    expect(scene.field.text == " two" && scene.app.platform.clipboard.string == "one")
    expectEqual(scene.recorder.log, ["changed"])
    expect(scene.field.isFirstResponder)
    expect(scene.app.platformWindow.textInputArea != nil)
  }

  @Test("the menu of a field takes back what was typed, and makes it again, by the names of the undo manager")
  func undoMenu() throws {
    let scene = FieldScene()
    func choose(_ title: String) throws {
      scene.app.click(at: scene.point(0), button: .secondary)
      scene.app.settle()
      let menu = try #require(scene.app.window.menu as? MenuOverlay)
      let row = try #require(menu.cards[0].rows.first { $0.item.title == title })
      scene.app.click(at: row.convert(CGPoint(x: 10, y: 10), to: nil))
      scene.app.settle()
    }
    scene.app.type("one")
    try choose("Undo Typing")
    expectEqual(scene.field.text, "")
    try choose("Redo Typing")
    expectEqual(scene.field.text, "one")
  }

  @Test("who takes the keys while the menu is open ends editing")
  func menuAndOthers() {
    let scene = FieldScene("one")
    let other = UITextField(frame: CGRect(x: 50, y: 200, width: 200, height: 30))
    scene.app.window.addSubview(other)
    scene.app.click(at: scene.point(2), button: .secondary)
    scene.app.settle()
    expect(scene.app.window.menu != nil)
    expect(other.becomeFirstResponder())
    expect(!scene.field.isEditing && other.isEditing)
  }

  @Test("the clear button is there while there is text, empties the field and lets the user type")
  func clearing() {
    let scene = FieldScene("abc", focused: false)
    scene.field.clearButtonMode = .unlessEditing
    scene.app.settle()
    let middle = CGPoint(x: 240, y: 115)
    scene.recorder.clears = false
    scene.app.click(at: middle)
    expectEqual(scene.field.text, "abc")
    scene.recorder.clears = true
    scene.app.click(at: middle)
    expect(scene.field.text == "" && scene.field.isEditing)
    expect(scene.recorder.log.contains("changed"))
    scene.app.settle()
    expectEqual(scene.field.parts.clearButton?.isHidden, true)
  }
}
