import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

@MainActor
@Suite("Fields: what is seen")
struct TextFieldLayoutTests {
  @Test("the caret blinks: a frame each half second and none between, and none when there is no caret")
  func blinking() {
    let scene = FieldScene("ab")
    scene.app.settle()
    expectEqual(scene.caret, CGRect(x: 69, y: 103, width: 2, height: 24))
    func frames(in seconds: Double) -> Int {
      let drawn = scene.app.backend.drawCount
      for _ in 0..<Int(seconds * 100) { scene.app.frame(after: 0.01) }
      return scene.app.backend.drawCount - drawn
    }
    expectEqual(frames(in: 0.55), 1)
    expect(scene.caret == nil)
    expectEqual(frames(in: 0.5), 1)
    expect(scene.caret != nil)
    expectEqual(scene.app.application.frameLoop.nextDeadline.map { $0 - scene.app.clock.now < 0.5 }, true)
    scene.app.events.post(.window(.focusLost))
    scene.app.settle()
    expect(scene.caret == nil)
    expectEqual(frames(in: 3), 0)
    expect(scene.app.application.frameLoop.nextDeadline == nil)
    scene.app.events.post(.window(.focusGained))
    scene.app.settle()
    expect(scene.caret != nil)
    scene.app.shortcut("a")
    scene.app.settle()
    expect(scene.caret == nil && frames(in: 2) == 0)
    scene.app.key(.keyboardEnd)
    scene.field.resignFirstResponder()
    scene.app.settle()
    expect(scene.caret == nil && frames(in: 2) == 0)
    expect(scene.app.application.frameLoop.nextDeadline == nil)
  }

  @Test("a blink changes the caret's command and nothing else")
  func damage() {
    let scene = FieldScene("ab")
    scene.app.settle()
    let lit = Array(scene.app.backend.list.commands)
    scene.app.frame(after: 0.51)
    let dark = Array(scene.app.backend.list.commands)
    expectEqual(lit.count, dark.count + 1)
    expectEqual(lit.filter { !dark.contains($0) }.count, 1)
    expect(scene.app.backend.list.textUpdates.isEmpty)
  }

  @Test("the caret is lit anew by every move")
  func relit() {
    let scene = FieldScene("ab")
    scene.app.frame(after: 0.51)
    expect(scene.caret == nil)
    scene.app.key(.keyboardLeftArrow)
    scene.app.frame()
    expectEqual(scene.caret?.minX, 59)
  }

  @Test("what is selected is covered, and there is no caret")
  func selection() {
    let scene = FieldScene("abcd")
    scene.app.key(.keyboardLeftArrow, modifiers: .shift)
    scene.app.settle()
    expectEqual(scene.highlights, [CGRect(x: 80, y: 103, width: 10, height: 24)])
    expect(scene.caret == nil)
  }

  @Test("a selection across directions is covered where it is seen")
  func mixedSelection() {
    let scene = FieldScene("ab אב cd")
    scene.field.selectedTextRange = FieldTextRange(1..<5)
    scene.app.settle()
    expectEqual(scene.highlights.map { $0.minX }, [60, 90])
  }

  @Test("text longer than the field scrolls so that the caret is seen, and no further than need be")
  func scrolling() {
    let scene = FieldScene("")
    scene.app.type(String(repeating: "a", count: 50))
    scene.app.settle()
    expectEqual(scene.caret.map { $0.maxX <= 251 && $0.maxX > 245 }, true)
    for _ in 0..<10 { scene.app.key(.keyboardLeftArrow) }
    scene.app.settle()
    let inside = scene.caret
    expectEqual(inside.map { $0.minX > 130 && $0.maxX < 160 }, true)
    scene.app.key(.keyboardHome)
    scene.app.settle()
    expect(scene.caret?.minX == 49 || scene.caret?.minX == 50)
    scene.app.shortcut("a")
    scene.app.key(.keyboardDeleteForward)
    scene.app.settle()
    expectEqual(scene.field.canvas.scroll, 0)
  }

  @Test("the bitmap of a long text is as wide as the field")
  func bitmap() throws {
    let scene = FieldScene(String(repeating: "word ", count: 5000))
    scene.app.settle()
    let frame = try #require(scene.field.canvas.slot.flatMap { scene.app.backend.slots[$0] })
    expect(frame.pixelWidth <= 204)
    expect(frame.words.count < 12)
  }

  @Test("a text too long is cut with an ellipsis while it is not edited")
  func resting() {
    let scene = FieldScene(String(repeating: "a", count: 50), focused: false)
    scene.app.settle()
    expectEqual(scene.app.backend.visibleTexts.first?.hasSuffix("…"), true)
    scene.field.becomeFirstResponder()
    scene.app.settle()
    expectEqual(scene.app.backend.visibleTexts.first?.hasSuffix("a"), true)
  }

  @Test(
    "text stands at the edge its alignment names, or its direction",
    arguments: [
      (NSTextAlignment.left, "ab", 50.0), (.center, "ab", 140), (.right, "ab", 230), (.natural, "ab", 50),
      (.natural, "אב", 230),
    ])
  func alignment(_ alignment: NSTextAlignment, _ text: String, _ x: Double) {
    let scene = FieldScene(text)
    scene.field.textAlignment = alignment
    scene.app.key(.keyboardHome)
    scene.app.settle()
    let start = scene.field.canvas.line.isRightToLeft ? x + 20 : x
    expectEqual(scene.caret.map { abs($0.midX - start) <= 1 }, true, "\(String(describing: scene.caret))")
  }

  @Test("a field that is forced to read from right to left has its text, and what stands beside it, as in the mirror")
  func rightToLeft() throws {
    let scene = FieldScene("ab")
    scene.field.borderStyle = .roundedRect
    scene.field.clearButtonMode = .always
    scene.field.leftView = UIView(frame: CGRect(x: 0, y: 0, width: 20, height: 20))
    scene.field.leftViewMode = .always
    scene.app.key(.keyboardEnd)
    scene.app.settle()
    let bounds = scene.field.bounds
    func places() -> [CGRect] {
      [
        scene.field.leftViewRect(forBounds: bounds), scene.field.clearButtonRect(forBounds: bounds),
        scene.field.textRect(forBounds: bounds),
      ]
    }
    let before = places()
    let text = try #require(scene.caret)
    scene.field.semanticContentAttribute = .forceRightToLeft
    scene.app.settle()
    expectEqual(places(), before.map { $0.mirrored(in: bounds.width) })
    try expect(#require(scene.caret).midX > text.midX + 100)
    scene.field.text = ""
    scene.field.placeholder = "Name"
    scene.app.settle()
    expect(scene.field.parts.placeholder.isRightToLeft)
  }

  @Test("the placeholder is shown while there is no text, composed text included")
  func placeholder() {
    let scene = FieldScene()
    scene.field.placeholder = "Name"
    scene.app.settle()
    expectEqual(scene.app.backend.visibleTexts, ["Name"])
    scene.app.compose("か")
    scene.app.settle()
    expectEqual(scene.app.backend.visibleTexts, ["か"])
  }

  @Test("views at the sides take their room from the text, as their modes say")
  func sides() {
    let scene = FieldScene("ab", focused: false)
    scene.field.borderStyle = .roundedRect
    scene.field.leftView = UIView(frame: CGRect(x: 0, y: 0, width: 20, height: 20))
    scene.field.rightView = UIView(frame: CGRect(x: 0, y: 0, width: 20, height: 20))
    scene.field.leftViewMode = .always
    scene.field.rightViewMode = .whileEditing
    scene.app.settle()
    expectEqual(scene.field.textRect(forBounds: scene.field.bounds), CGRect(x: 31, y: 0, width: 162, height: 30))
    scene.field.becomeFirstResponder()
    scene.app.settle()
    expectEqual(scene.field.textRect(forBounds: scene.field.bounds), CGRect(x: 31, y: 0, width: 138, height: 30))
    expectEqual(scene.field.rightView?.frame, CGRect(x: 173, y: 5, width: 20, height: 20))
    expectEqual(scene.field.rightView?.isHidden, false)
  }

  @Test("the platform hears where the caret is, in the window")
  func area() {
    let scene = FieldScene("ab")
    scene.app.settle()
    expectEqual(scene.app.platformWindow.textInputArea, CGRect(x: 69, y: 103, width: 2, height: 24))
    scene.app.type("c")
    scene.app.settle()
    expectEqual(scene.app.platformWindow.textInputArea?.minX, 79)
  }

  @Test("textures lost are made again")
  func lostDevice() {
    let scene = FieldScene("ab")
    scene.app.settle()
    scene.app.backend.losesDeviceOnNextDraw = true
    scene.app.window.setNeedsDisplay()
    scene.app.settle()
    expectEqual(scene.app.backend.visibleTexts, ["ab"])
  }
}
